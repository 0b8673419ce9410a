//! Builds that something else directs: cargo, rustc, make, CMake.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use super::{LAKMUS, Outcome, output, sources, succeeds, workplace};

/// The name of a case, and what it does.
type Case = (&'static str, fn() -> Outcome);

pub(super) fn trials() -> Vec<Trial> {
    let cases: [Case; 8] = [
        ("cargo", cargo),
        ("rustc", rustc),
        ("rust-rules", rust_rules),
        ("standard-library", standard_library),
        ("linker", linker),
        ("make", make),
        ("cmake", cmake),
        ("openmp", openmp),
    ];
    cases.map(|(name, test)| Trial::test(format!("builds::{name}"), move || test().map_err(Failed::from))).into()
}

/// Whether a program is there; without it the case counts as not run.
fn is_there(program: &str) -> bool {
    let is_there = testing::is_there(program);
    if !is_there {
        testing::cases_not_run(1, &format!("builds::{program}"), &format!("{program} cannot be run"));
    }
    is_there
}

fn write(place: &Path, name: &str, text: &str) -> Outcome {
    let path = place.join(name);
    if let Some(directory) = path.parent() {
        std::fs::create_dir_all(directory).map_err(|error| error.to_string())?;
    }
    std::fs::write(path, text).map_err(|error| error.to_string())
}

/// A library in which one of two tests has a race.
const HANDS_OVER: &str = include_str!("../../../tester/tests/programs/package/lib.rs");

/// A package without dependencies, with a build script that is not instrumented: its tests, examples in its documentation, and program.
fn cargo() -> Outcome {
    if !is_there("cargo") {
        return Ok(());
    }
    let place = workplace()?;
    let directory = place.path();
    let manifest = "[package]\nname = \"hands_over\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[workspace]\n";
    write(directory, "Cargo.toml", manifest)?;
    write(directory, "build.rs", "fn main() { println!(\"cargo:rustc-env=BUILT=1\"); }\n")?;
    write(directory, "src/lib.rs", HANDS_OVER)?;
    let main = "fn main() { hands_over::hands_over(std::sync::atomic::Ordering::Release); assert_eq!(env!(\"BUILT\"), \"1\"); }\n";
    write(directory, "src/main.rs", main)?;
    let lakmus = |arguments: &[&str]| {
        let mut command = Command::new(LAKMUS);
        command.args(["cargo", "--with", "--executions 60"]).args(arguments).current_dir(directory);
        for variable in ["RUSTFLAGS", "RUST_TEST_THREADS", "CARGO"] {
            command.env_remove(variable);
        }
        // How this test was built is not how its package is built: lines are looked for.
        for (variable, _) in std::env::vars().filter(|(variable, _)| variable.starts_with("CARGO_")) {
            if variable != "CARGO_HOME" {
                command.env_remove(variable);
            }
        }
        command
    };
    succeeds(&mut lakmus(&["test", "--offline", "--lib", "--", "released"]))?;
    succeeds(&mut lakmus(&["test", "--offline", "--doc"]))?;
    succeeds(&mut lakmus(&["run", "--offline"]))?;
    let output = output(&mut lakmus(&["test", "--offline", "--lib", "--", "relaxed"]))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    if output.status.code() != Some(1) || !printed.contains("data race") || !printed.contains("src/lib.rs:") {
        return Err(format!("{}\n{printed}", output.status));
    }
    let made = directory.join("target").join("lakmus").is_dir() && !directory.join("target").join("debug").exists();
    if made { Ok(()) } else { Err("what is built is not in target/lakmus".to_owned()) }
}

fn rustc() -> Outcome {
    if !is_there("rustc") {
        return Ok(());
    }
    let place = workplace()?;
    let program = place.path().join("race");
    let source = sources("rust").into_iter().find(|path| path.ends_with("race.rs")).ok_or("no race.rs")?;
    succeeds(Command::new(LAKMUS).args(["rustc", "-O", "--edition=2021"]).arg(&source).arg("-o").arg(&program))?;
    finds_race(&program)
}

/// Programs in Rust have the rules of C++20, unless others are asked for.
fn rust_rules() -> Outcome {
    if !is_there("rustc") {
        return Ok(());
    }
    let place = workplace()?;
    let program = place.path().join("coherence");
    let source = sources("rust").into_iter().find(|path| path.ends_with("coherence.rs")).ok_or("no coherence.rs")?;
    succeeds(Command::new(LAKMUS).args(["rustc", "-O", "--edition=2021"]).arg(&source).arg("-o").arg(&program))?;
    let test = |options: &[&str]| {
        let mut command = Command::new(LAKMUS);
        command.args(["test", "--executions", "300"]).args(options).arg("--").arg(&program);
        command
    };
    succeeds(&mut test(&[]))?;
    let output = output(&mut test(&["--model", "c++11"]))?;
    if output.status.code() == Some(1) { Ok(()) } else { Err(String::from_utf8_lossy(&output.stdout).into_owned()) }
}

/// Rust's standard library with instrumentation, where its sources are installed: weak outcomes and races behind it are found, and nothing in what orders. Where they are not,
/// asking for it is an error that says what to install.
fn standard_library() -> Outcome {
    if !is_there("rustc") {
        return Ok(());
    }
    let root = output(Command::new("rustc").args(["--print", "sysroot"]))?;
    let library = Path::new(String::from_utf8_lossy(&root.stdout).trim()).join("lib/rustlib/src/rust/library");
    let place = workplace()?;
    let program = place.path().join("program");
    let compile = |source: &Path| {
        let mut command = Command::new(LAKMUS);
        command
            .env("LAKMUS_STD", "instrumented")
            .args(["rustc", "-O", "--edition=2021"])
            .arg(source)
            .arg("-o")
            .arg(&program);
        command
    };
    let has_sources = library.join("std").is_dir();
    for source in sources("standard_library") {
        if !has_sources {
            let refused = output(&mut compile(&source))?;
            let message = String::from_utf8_lossy(&refused.stderr).into_owned();
            if refused.status.code() != Some(2) || !message.contains("rust-src") {
                return Err(format!("{}: {message}", refused.status));
            }
            continue;
        }
        succeeds(&mut compile(&source))?;
        let output = output(Command::new(LAKMUS).args(["test", "--executions", "200", "--"]).arg(&program))?;
        let printed = String::from_utf8_lossy(&output.stdout);
        let text = std::fs::read_to_string(&source).map_err(|error| error.to_string())?;
        let wanted = text.lines().find_map(|line| line.strip_prefix("// Finds: "));
        let is_as_wanted = output.status.code() == Some(i32::from(wanted.is_some()))
            && printed.contains(wanted.unwrap_or("nothing found"));
        if !is_as_wanted || printed.contains("is not instrumented") {
            return Err(format!("{}: {}\n{printed}", source.display(), output.status));
        }
    }
    if !has_sources {
        testing::cases_not_run(
            3,
            "builds::standard-library",
            "the sources of Rust's standard library (rust-src) are not installed",
        );
    }
    Ok(())
}

/// OpenMP as gcc compiles it: nothing is found in correct programs, and all races are.
fn openmp() -> Outcome {
    let mut gcc = Command::new("gcc");
    gcc.args(["-fopenmp", "-x", "c", "-", "-shared", "-o", "/dev/null"]).stdin(std::process::Stdio::null());
    if !gcc.output().is_ok_and(|output| output.status.success()) {
        testing::cases_not_run(1, "builds::openmp", "libgomp cannot be linked with");
        return Ok(());
    }
    for source in sources("openmp") {
        let text = std::fs::read_to_string(&source).map_err(|error| error.to_string())?;
        let place = workplace()?;
        let program = place.path().join("program");
        let mut compile = Command::new(LAKMUS);
        compile.args(["cc", "--compiler", "gcc", "-w", "-O1", "-fopenmp"]).arg(&source).arg("-o").arg(&program);
        succeeds(&mut compile)?;
        let output = output(Command::new(LAKMUS).args(["test", "--executions", "40", "--"]).arg(&program))?;
        let printed = String::from_utf8_lossy(&output.stdout);
        let wanted: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("// Finds: ")).collect();
        let status = i32::from(!wanted.is_empty());
        if output.status.code() != Some(status) || wanted.iter().any(|wanted| !printed.contains(wanted)) {
            return Err(format!("{}: {}\n{printed}", source.display(), output.status));
        }
    }
    Ok(())
}

/// A build in which rustc links by the command that compiles C, as in one of both languages: it names all libraries itself.
fn linker() -> Outcome {
    if !is_there("rustc") {
        return Ok(());
    }
    let place = workplace()?;
    let directory = place.path();
    let (_, source) = queue()?;
    write(directory, "main.rs", "extern \"C\" { fn c_main() -> i32; }\nfn main() { unsafe { c_main(); } }\n")?;
    let compile = ["exec", "--", "gcc", "-DBUG", "-Dmain=c_main", "-O1", "-c", "-o", "queue.o"];
    let cache = directory.join("cache");
    let lakmus = |arguments: &[&str]| {
        let mut command = Command::new(LAKMUS);
        command.args(arguments).current_dir(directory).env("XDG_CACHE_HOME", &cache);
        command
    };
    succeeds(lakmus(&compile).arg(&source))?;
    succeeds(&mut lakmus(&["exec", "--", "rustc", "main.rs", "-Clinker=gcc", "-Clink-arg=queue.o"]))?;
    succeeds(Command::new(directory.join("main")).current_dir(directory))?;
    finds_race(&directory.join("main"))
}

fn finds_race(program: &Path) -> Outcome {
    let output = output(Command::new(LAKMUS).args(["test", "--executions", "40", "--"]).arg(program))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    if output.status.code() == Some(1) && printed.contains("data race") { Ok(()) } else { Err(printed.into_owned()) }
}

/// The source of a program with a race, in a directory for a build.
fn queue() -> Result<(tempfile::TempDir, String), String> {
    let source = sources("algorithms").into_iter().find(|path| path.ends_with("ms-queue.c")).ok_or("no ms-queue.c")?;
    Ok((workplace()?, source.display().to_string()))
}

/// A makefile that names a compiler itself, and one that is asked for by `CC`.
fn make() -> Outcome {
    if !is_there("make") {
        return Ok(());
    }
    let (place, source) = queue()?;
    let rules = format!("q: q.o\n\tgcc q.o -o q -pthread\nq.o:\n\t$(CC) -DBUG -c {source} -o q.o\n");
    write(place.path(), "Makefile", &rules)?;
    let mut command = Command::new(LAKMUS);
    command.args(["exec", "--", "make"]).current_dir(place.path()).env("XDG_CACHE_HOME", place.path().join("cache"));
    succeeds(command.env_remove("CC"))?;
    finds_race(&place.path().join("q"))
}

/// The toolchain file; commands for other tools name the compiler alone.
fn cmake() -> Outcome {
    if !is_there("cmake") {
        return Ok(());
    }
    let (place, source) = queue()?;
    let lists = format!(
        "cmake_minimum_required(VERSION 3.20)\nproject(q C CXX)\nset(CMAKE_EXPORT_COMPILE_COMMANDS ON)\n\
         find_package(Threads REQUIRED)\nadd_compile_definitions(BUG)\nadd_executable(q {source})\n\
         target_link_libraries(q Threads::Threads)\n"
    );
    write(place.path(), "CMakeLists.txt", &lists)?;
    let toolchain = output(Command::new(LAKMUS).args(["exec", "--cmake"]))?.stdout;
    write(place.path(), "lakmus.cmake", &String::from_utf8_lossy(&toolchain))?;
    let build = place.path().join("build");
    let mut configure = Command::new("cmake");
    configure.arg("-S").arg(place.path()).arg("-B").arg(&build).arg("-DCMAKE_TOOLCHAIN_FILE=../lakmus.cmake");
    succeeds(configure.current_dir(place.path()))?;
    succeeds(Command::new("cmake").arg("--build").arg(&build))?;
    let commands = std::fs::read_to_string(build.join("compile_commands.json")).map_err(|error| error.to_string())?;
    if commands.contains("lakmus cc") {
        return Err(commands);
    }
    finds_race(&build.join("q"))
}
