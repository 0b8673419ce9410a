//! `lakmus export`: litmus tests as C that runs them on hardware.
//!
//! A directory with one C file a test, a header with what they share, and a Makefile; or, for tests of the Linux kernel, one kernel module a test. Each
//! program prints a block of litmus7's log: `lakmus compare` reads it beside that of a model. The idea is litmus7's (Alglave, Maranget, Sarkar, Sewell,
//! *Litmus: Running Tests Against Hardware*, TACAS 2011): many instances of the test in memory, threads that run through them side by side, in step at each instance.

mod assembly;
mod bpf;
mod c;
mod kernel;
mod outcome;
mod program;

use std::path::{Path, PathBuf};

use clap::Args as ArgGroup;
use litmus::FileNames;
use source::{Diagnostic, Severity, SourceId, Sources};

use crate::inputs::Unusable;
use crate::render::Render;
use crate::{Status, files, inputs, output, usage};

const HELP: &str = "\
The directory builds with make on the machine: `make -C DIR`, then `DIR/run.sh`
prints the log of all tests. For another machine, `make CC=aarch64-linux-gnu-gcc`.
A program takes `-s N` (instances a round, 1000) and `-r N` (rounds, 10).

Of tests of BPF each thread is a program for the kernel: `make -C DIR` compiles
them with clang; loading and running them is a loader's task.

With --kernel the tests, in C with the kernel's macros, become kernel modules:
`make -C DIR`, then `DIR/run.sh` as root loads each one and prints what it wrote.

Exit status:
  0  all tests were written
  2  a test could not be read or is one that no program is written for, a file
     could not be written, or a mistake on the command line";

#[derive(Debug, ArgGroup)]
#[command(after_help = HELP)]
pub(crate) struct ExportArgs {
    /// Write into DIR, which is made if it is not there
    #[arg(short = 'o', long, value_name = "DIR")]
    output: PathBuf,

    /// Kernel modules, for tests in C with the macros of the Linux kernel
    #[arg(long)]
    kernel: bool,

    /// Read the tests with the macros that FILE defines: the kernel's, as for `lakmus run`
    #[arg(long, value_name = "FILE", requires = "kernel")]
    macros: Option<PathBuf>,

    /// Tests: FILE, @LIST or DIR, or `-` for those on the standard input
    #[arg(value_name = "TEST", required = true)]
    tests: Vec<PathBuf>,
}

/// A program that was made.
struct Exported {
    /// The test's name.
    name: String,
    /// The C file.
    text: String,
    /// The architecture of the test.
    architecture: String,
}

/// Does what is asked.
pub(crate) fn run(args: &ExportArgs) -> Status {
    let (inputs, piped) = inputs::expand_piped(&args.tests);
    let render = Render::for_stderr();
    let mut status = Status::Success;
    let mut names = FileNames::default();
    let mut all: Vec<(String, Exported)> = Vec::new();
    for input in inputs {
        let mut sources = Sources::new();
        let made = match input {
            Ok(path) => {
                let source = match piped.text(&path) {
                    Some(text) => Ok(sources.add(files::shown(&path), text)),
                    None => files::add(&path, &mut sources).map_err(|error| vec![error]),
                };
                source.and_then(|source| exported(&path, &mut sources, source, args))
            }
            Err(Unusable { error, .. }) => Err(vec![error]),
        };
        match made {
            Ok(made) => match names.take(&made.name) {
                Ok(name) => all.push((name, made)),
                Err(error) => {
                    output::complain(&render.diagnostic(&problem(error.to_string()), &sources));
                    status = Status::Refused;
                }
            },
            Err(found) => {
                render.diagnostics(&found, &sources).iter().for_each(|text| output::complain(text));
                status = Status::Refused;
            }
        }
    }
    let architectures: std::collections::BTreeSet<&str> =
        all.iter().map(|(_, made)| made.architecture.as_str()).filter(|name| *name != "C").collect();
    if architectures.len() > 1 {
        let names: Vec<&str> = architectures.into_iter().collect();
        return usage(&format!("one directory is for one machine, and the tests are for {}", names.join(", ")));
    }
    let architecture = architectures.into_iter().next().unwrap_or("C");
    match write(&args.output, &all, architecture, args.kernel) {
        Ok(()) => {
            let tests = if all.len() == 1 { "test" } else { "tests" };
            output::complain(&format!("{} {tests} in `{}`", all.len(), args.output.display()));
            status
        }
        Err((path, error)) => {
            output::complain(&format!("error: cannot write `{}`: {error}", path.display()));
            Status::Refused
        }
    }
}

fn exported(
    path: &Path,
    sources: &mut Sources,
    source: SourceId,
    args: &ExportArgs,
) -> Result<Exported, Vec<Diagnostic>> {
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if !args.kernel {
        return program::program(sources, source, &name);
    }
    let macros = args.macros.as_ref().map(|file| files::add(file, sources)).transpose().map_err(|error| vec![error])?;
    kernel::module(sources, source, &name, macros)
}

/// Something that no program is written for.
fn problem(message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Severity::Error, "not-exported", message)
}

fn write(
    directory: &Path,
    made: &[(String, Exported)],
    architecture: &str,
    kernel: bool,
) -> Result<(), (PathBuf, std::io::Error)> {
    let put = |name: &str, text: &str| {
        let path = directory.join(name);
        std::fs::write(&path, text).map_err(|error| (path, error))
    };
    std::fs::create_dir_all(directory).map_err(|error| (directory.to_owned(), error))?;
    for (file, exported) in made {
        put(&format!("{file}.c"), &exported.text)?;
    }
    let names: Vec<&str> = made.iter().map(|(file, _)| file.as_str()).collect();
    if architecture == bpf::ARCHITECTURE {
        return put("Makefile", &bpf::makefile(&names));
    }
    let script = if kernel { kernel::script(&names) } else { program::script(&names) };
    put("run.sh", &script)?;
    executable(&directory.join("run.sh"))?;
    if kernel {
        put("harness.h", kernel::HARNESS)?;
        put("Makefile", &kernel::makefile(&names))?;
    } else {
        put("harness.h", program::HARNESS)?;
        put("Makefile", &program::makefile(&names, architecture))?;
    }
    Ok(())
}

/// Lets a script be run.
fn executable(path: &Path) -> Result<(), (PathBuf, std::io::Error)> {
    files::make_executable(path).map_err(|error| (path.to_owned(), error))
}
