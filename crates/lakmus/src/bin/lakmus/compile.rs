//! `lakmus cc` and `lakmus cxx`: a compiler with the options that the tester needs.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use tester::build::{CIRCULAR, Compiler, Language, VolatileAccess, is_nested};
use tester::library;

use crate::Status;
use crate::args::{CompileArgs, VolatileOrder};
use crate::output::complain;

pub(crate) fn run(args: CompileArgs, language: Language) -> Status {
    if is_nested() {
        // Without a word: the command that has run the compiler that has run this one gives the error.
        std::process::exit(CIRCULAR);
    }
    match compile(&args, language) {
        Ok(status) => status,
        Err(error) => {
            complain(&format!("error: {error}"));
            Status::Refused
        }
    }
}

fn compile(args: &CompileArgs, language: Language) -> Result<Status, Box<dyn std::error::Error>> {
    let volatile = volatile(args)?;
    let compiler = match chosen(args, language) {
        Some(path) => Compiler::new(Path::new(&path))?,
        None => Compiler::default_for(language, volatile.is_some())?,
    };
    let lakmus = match std::env::var_os(ASSEMBLY).is_some_and(|value| value == "unseen") {
        true => None,
        false => Some(std::env::current_exe()?),
    };
    let status = compiler.run(&args.arguments, &runtime_library()?, volatile, lakmus.as_deref())?;
    Ok(Status::of_program(status))
}

/// The compiler that the user names.
fn chosen(args: &CompileArgs, language: Language) -> Option<PathBuf> {
    let variable = match language {
        Language::C => "LAKMUS_CC",
        Language::Cxx => "LAKMUS_CXX",
    };
    let named = || std::env::var_os(variable).filter(|name| !name.is_empty()).map(PathBuf::from);
    args.compiler.clone().or_else(named)
}

/// What volatile accesses become, as the user says it here or in the environment.
fn volatile(args: &CompileArgs) -> Result<Option<VolatileAccess>, String> {
    let order = match (args.volatile, std::env::var_os(VOLATILE).filter(|value| !value.is_empty())) {
        (Some(order), _) => Some(order),
        (None, Some(value)) => {
            let order = VolatileOrder::from_str(&value.to_string_lossy(), false);
            Some(order.map_err(|error| format!("{VOLATILE}: {error}"))?)
        }
        (None, None) => None,
    };
    Ok(order.map(|order| match order {
        VolatileOrder::Relaxed => VolatileAccess::Relaxed,
        VolatileOrder::AcquireRelease => VolatileAccess::AcquireRelease,
    }))
}

/// The environment variable that stands for `--volatile`, for build systems that name the compiler alone.
const VOLATILE: &str = "LAKMUS_VOLATILE";

/// The environment variable with the value `unseen` where compilers shall assemble by themselves, so that nothing is seen of inline assembly.
const ASSEMBLY: &str = "LAKMUS_ASSEMBLY";

/// The runtime library that belongs to this executable file; where `cargo install` has installed that, it is built once.
pub(crate) fn runtime_library() -> Result<PathBuf, Box<dyn std::error::Error>> {
    let driver = std::env::current_exe()?;
    let mut say = |sentence: &str| crate::output::complain(&format!("lakmus: {sentence}"));
    library::find_or_build(&driver, &mut say).map_err(|error| match library::is_of_a_build(&driver) {
        true => {
            format!("{error}; `cargo build --package lakmus-rt` builds it, with `--release` beside a release build")
                .into()
        }
        false => error.into(),
    })
}
