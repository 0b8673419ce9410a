//! Builds for the tester that something else directs: cargo, rustc, and build systems by wrappers for compilers.

use std::ffi::OsString;
use std::process::ExitStatus;

use tester::build::rust::{self, CargoRequest};
use tester::build::wrappers::{self, Called};

use crate::args::{CargoArgs, CompileArgs, ExecArgs};
use crate::compile::{self, runtime_library};
use crate::output::{complain, print};
use crate::{Status, usage};

/// What comes of something that was run, or why it was not.
type Outcome = Result<ExitStatus, Box<dyn std::error::Error>>;

fn ended(outcome: Outcome) -> Status {
    match outcome {
        Ok(status) => Status::of_program(status),
        Err(error) => {
            complain(&format!("error: {error}"));
            Status::Refused
        }
    }
}

/// Says something about a build, between what compilers say.
fn say(sentence: &str) {
    complain(&format!("lakmus: {sentence}"));
}

/// `lakmus rustc ARGS`.
pub(crate) fn rustc(arguments: &[OsString]) -> Status {
    let compiled = || -> Outcome { Ok(rust::compile(arguments, &runtime_library()?, &mut say)?) };
    ended(compiled())
}

/// `lakmus cargo ARGS`.
pub(crate) fn cargo(args: CargoArgs) -> Status {
    let built = || -> Outcome {
        let lakmus = std::env::current_exe()?;
        let lakmus = lakmus.to_str().filter(|path| !path.contains(char::is_whitespace));
        let lakmus = lakmus.ok_or("cargo cannot run a command whose path has blanks in it")?;
        let mut runner = vec![lakmus.to_owned(), "test".to_owned(), "--by-test".to_owned()];
        runner.extend(args.with.iter().flat_map(|options| options.split_whitespace()).map(str::to_owned));
        runner.push("--".to_owned());
        let request = CargoRequest { arguments: args.arguments, runner, library: runtime_library()? };
        Ok(rust::cargo(&request, &mut say)?)
    };
    ended(built())
}

/// `lakmus exec`.
pub(crate) fn exec(args: &ExecArgs) -> Status {
    let lakmus = match std::env::current_exe() {
        Ok(path) => path,
        Err(error) => return ended(Err(error.into())),
    };
    if args.cmake {
        return print(wrappers::cmake_toolchain(&lakmus).as_bytes());
    }
    match args.program.split_first() {
        Some((program, arguments)) => {
            ended(wrappers::execute(program, arguments, &lakmus).map_err(std::convert::Into::into))
        }
        None => usage("there is no program"),
    }
}

/// This command has been called by a compiler, as its assembler.
pub(crate) fn assembler() -> Status {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    ended(tester::build::assemble(&arguments).map_err(std::convert::Into::into))
}

/// This command has been called by the name of a compiler.
pub(crate) fn compiler(called: Called) -> Status {
    let arguments = std::env::args_os().skip(1).collect();
    compile::run(CompileArgs { compiler: called.compiler, volatile: None, arguments }, called.language)
}
