//! Compiling and linking programs for the tester: a compiler's own command line with a few words more.
//!
//! | | gcc | clang |
//! | --- | --- | --- |
//! | always | `-fsanitize=thread`, volatile accesses distinguished, `-g` unless asked otherwise | the same |
//! | linking | `-ltsan`, which the compiler adds, finds our library in a directory of ours | `-fno-sanitize-link-runtime` and our library |
//!
//! Both link with `--wrap` for `memcpy` and its like, which only newer clangs instrument themselves.

mod assembly;
pub mod rust;
pub mod standard_library;
mod volatile;
mod words;
pub mod wrappers;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use system::TemporaryDirectory;
use thiserror::Error;

pub use assembly::assembler::{AssemblerError, assemble, is_called as is_called_as_assembler};
pub use volatile::VolatileAccess;
use volatile::{Compiled, compile};
use words::Words;

/// A family of compilers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// gcc and g++.
    Gcc,
    /// clang and clang++.
    Clang,
}

/// In the environment of a compiler that this command runs: if that runs this command again, it says so instead of doing that.
const NESTED: &str = "LAKMUS_NESTED";

/// The exit status of this command where it has been run by a compiler that it has run itself.
pub const CIRCULAR: i32 = 97;

/// Whether this command has been run by a compiler that it has run itself.
pub fn is_nested() -> bool {
    std::env::var_os(NESTED).is_some()
}

/// Where what is made once, for later builds too, is kept.
fn cache() -> Option<PathBuf> {
    let given = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    Some(given("XDG_CACHE_HOME").or_else(|| Some(given("HOME")?.join(".cache")))?.join("lakmus"))
}

/// The language of a compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C.
    C,
    /// C++.
    Cxx,
}

/// Why nothing was compiled.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The compiler cannot be run.
    #[error("cannot run the compiler `{}`: {error}{}", .compiler.display(), system::tools::advice(.compiler.as_os_str(), .error))]
    Compiler {
        /// Its name or path.
        compiler: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// None of the compilers that are tried is there.
    #[error("there is no compiler: none of {} can be run{}", .tried.join(", "), missing(.tried))]
    NoCompiler {
        /// Their names.
        tried: Vec<&'static str>,
    },
    /// The program would not load a shared library.
    #[error("`{word}`: a statically linked program cannot be tested; link it dynamically")]
    Static {
        /// The word on the command line.
        word: String,
    },
    /// The compiler that is to be run is a wrapper around this command.
    #[error(
        "the compiler `{}` runs `lakmus cc` or `lakmus cxx` itself, which would run it again, for ever; name the compiler behind it by its path, with --compiler or LAKMUS_CC or LAKMUS_CXX",
        .compiler.display()
    )]
    Circular {
        /// Its name or path.
        compiler: PathBuf,
    },
    /// Volatile accesses are to be rewritten, and the compiler is not clang.
    #[error("`{}` is not clang: --volatile rewrites what clang makes of a source; name one with --compiler", .compiler.display())]
    NotClang {
        /// Its name or path.
        compiler: PathBuf,
    },
    /// A file between two steps of compiling cannot be read or written.
    #[error("cannot rewrite volatile accesses: {0}")]
    Rewriting(std::io::Error),
    /// The directory cannot be made in which this command is the compiler's assembler.
    #[error("cannot set up what assembles: {0}")]
    Assembler(std::io::Error),
    /// A file for the linker cannot be set up.
    #[error("cannot set up the library for the linker: {0}")]
    Setup(std::io::Error),
}

/// What installs the first of some programs.
fn missing(tried: &[&str]) -> String {
    let first = tried.first().copied().unwrap_or_default();
    system::tools::advice(first.as_ref(), &std::io::ErrorKind::NotFound.into())
}

/// A compiler.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Compiler {
    /// Its name or path.
    pub path: PathBuf,
    /// What it is.
    pub family: Family,
}

impl Compiler {
    /// The compiler of this name or path.
    ///
    /// # Errors
    /// When it cannot be run.
    /// Or when it is a wrapper around this command: asked for its version, it would run this command again.
    pub fn new(path: &Path) -> Result<Compiler, BuildError> {
        let compiler = || path.to_owned();
        let mut command = Command::new(path);
        command.arg("--version").env(NESTED, "1");
        if let Some(path) = wrappers::path_without_wrappers() {
            command.env("PATH", path);
        }
        let output = command.output().map_err(|error| BuildError::Compiler { compiler: compiler(), error })?;
        if output.status.code() == Some(CIRCULAR) {
            return Err(BuildError::Circular { compiler: compiler() });
        }
        let is_clang = String::from_utf8_lossy(&output.stdout).contains("clang");
        Ok(Compiler { path: compiler(), family: if is_clang { Family::Clang } else { Family::Gcc } })
    }

    /// The first that is there of gcc, unless it has to be clang, and clang.
    ///
    /// # Errors
    /// When none is.
    pub fn default_for(language: Language, has_to_be_clang: bool) -> Result<Compiler, BuildError> {
        let tried = match (language, has_to_be_clang) {
            (Language::C, false) => vec!["gcc", "clang"],
            (Language::C, true) => vec!["clang"],
            (Language::Cxx, false) => vec!["g++", "clang++"],
            (Language::Cxx, true) => vec!["clang++"],
        };
        let mut circular = None;
        for name in &tried {
            match Compiler::new(Path::new(name)) {
                Err(error @ BuildError::Circular { .. }) => circular = circular.or(Some(error)),
                Err(_) => {}
                Ok(compiler) => return Ok(compiler),
            }
        }
        Err(circular.unwrap_or(BuildError::NoCompiler { tried }))
    }

    /// Compiles, links, or whatever these arguments ask for. Volatile accesses become atomic ones if that is asked for.
    ///
    /// # Errors
    /// When the compiler cannot be run, or is asked for something that cannot be tested. What the compiler itself complains about is
    /// in its status.
    ///
    /// With `lakmus`, the path of this command, the compiler assembles by that ([`assemble`]), so that inline assembly is seen; without, it is not.
    pub fn run(
        &self,
        arguments: &[OsString],
        library: &Path,
        volatile: Option<VolatileAccess>,
        lakmus: Option<&Path>,
    ) -> Result<ExitStatus, BuildError> {
        let words = Words::new(arguments);
        if let Some(word) = words.asks_for_static() {
            return Err(BuildError::Static { word });
        }
        let directory = lakmus.map(assembly::assembler::directory).transpose().map_err(BuildError::Assembler)?;
        let assembler = directory.as_ref().map(TemporaryDirectory::path);
        let compiled = match volatile {
            Some(_) if self.family != Family::Clang => {
                return Err(BuildError::NotClang { compiler: self.path.clone() });
            }
            Some(access) => compile(arguments, access, &|| self.command(&words, assembler))?,
            None => None,
        };
        match compiled {
            Some(Compiled::All(status)) => Ok(status),
            Some(Compiled::Rest(arguments, _directory)) => {
                self.run_at_once(&Words::new(&arguments), &arguments, library, assembler)
            }
            None => self.run_at_once(&words, arguments, library, assembler),
        }
    }

    /// The compiler with the options for the instrumentation.
    fn command(&self, words: &Words, assembler: Option<&Path>) -> Command {
        let mut command = Command::new(&self.path);
        command.env(NESTED, "1");
        if let Some(path) = wrappers::path_without_wrappers() {
            // A compiler that is a wrapper itself, of a cache say, looks for the next of its name.
            command.env("PATH", path);
        }
        command.args(self.instrumentation(words));
        if let Some(assembler) = assembler {
            // The calls beside inline assembly need the stack that a red zone would take.
            command.arg("-mno-red-zone").arg("-B").arg(assembler).env(assembly::assembler::COMPILER, &self.path);
            if self.family == Family::Clang {
                command.args(["-fno-integrated-as", "-fverbose-asm"]);
            }
        }
        command
    }

    /// Compiles and links in one call.
    fn run_at_once(
        &self,
        words: &Words,
        arguments: &[OsString],
        library: &Path,
        assembler: Option<&Path>,
    ) -> Result<ExitStatus, BuildError> {
        let mut command = self.command(words, assembler);
        // The directory has to be there until the linker is done.
        let mut _directory = None;
        if words.links() {
            let directory = linker_directory(library).map_err(BuildError::Setup)?;
            command.args(self.linking_before(directory.path(), words));
            command.args(arguments).args(self.linking_after(library));
            _directory = Some(directory);
        } else {
            command.args(arguments);
        }
        let status = command.status().map_err(|error| BuildError::Compiler { compiler: self.path.clone(), error })?;
        if status.code() == Some(CIRCULAR) {
            return Err(BuildError::Circular { compiler: self.path.clone() });
        }
        Ok(status)
    }

    fn instrumentation(&self, words: &Words) -> Vec<&'static str> {
        // Without the second a function that ends with a call would be gone from the stack: one that creates a thread, or allocates. It stands before the user's words, which may say otherwise.
        let mut flags = vec!["-fsanitize=thread", "-fno-optimize-sibling-calls"];
        match self.family {
            Family::Gcc => {
                flags.push("--param=tsan-distinguish-volatile=1");
                flags.extend(CALLED);
            }
            Family::Clang => flags.extend(["-mllvm", "-tsan-distinguish-volatile=1"]),
        }
        if !words.speaks_of_debugging() {
            flags.push("-g");
        }
        flags
    }

    fn linking_before(&self, directory: &Path, words: &Words) -> Vec<OsString> {
        let mut flags = vec![joined("-L", directory)];
        if self.family == Family::Clang {
            flags.push("-fno-sanitize-link-runtime".into());
        }
        let is_added = match self.family {
            Family::Gcc => words.names_all_libraries(),
            Family::Clang => true,
        };
        if is_added && !words.links_in_part() {
            // Before all other libraries, whatever the rest says about those of which nothing is used.
            let library = ["-Wl,--push-state,--no-as-needed", "-ltsan", "-Wl,--pop-state"];
            flags.extend(library.map(OsString::from));
        }
        flags
    }

    fn linking_after(&self, library: &Path) -> Vec<OsString> {
        let mut flags = Vec::new();
        let mut wrapped = String::from("-Wl");
        for name in WRAPPED {
            wrapped += &format!(",--wrap={name}");
        }
        flags.push(wrapped.into());
        // Not with `-Wl`, which takes a path apart at its commas.
        let directory = library.parent().unwrap_or(Path::new("."));
        flags.extend(["-Xlinker".into(), "-rpath".into(), "-Xlinker".into(), directory.into()]);
        flags
    }
}

/// Functions that the program's own code calls by another name, so that the calls are seen whatever stands before the runtime library. Exporting the first five by their
/// own names would make the runtime call itself.
const WRAPPED: [&str; 15] = [
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "bcmp",
    "memchr",
    "strlen",
    "strdup",
    "malloc",
    "calloc",
    "realloc",
    "free",
    "memalign",
    "aligned_alloc",
    "posix_memalign",
];

/// What keeps gcc from putting code in the place of calls (or calls in the place of loops) behind the instrumentation's back.
const CALLED: [&str; 16] = [
    "-fno-builtin-memcpy",
    "-fno-builtin-memmove",
    "-fno-builtin-memset",
    "-fno-builtin-memcmp",
    "-fno-builtin-bcmp",
    "-fno-builtin-memchr",
    "-fno-builtin-strlen",
    "-fno-builtin-strcpy",
    "-fno-builtin-strncpy",
    "-fno-builtin-strcat",
    "-fno-builtin-strcmp",
    "-fno-builtin-strncmp",
    "-fno-builtin-strchr",
    "-fno-builtin-bzero",
    "-fno-builtin-stpcpy",
    "-fno-tree-loop-distribute-patterns",
];

fn joined(prefix: &str, path: &Path) -> OsString {
    let mut word = OsString::from(prefix);
    word.push(OsStr::new(path));
    word
}

/// A directory in which linkers find the runtime library when they look for ThreadSanitizer's.
fn linker_directory(library: &Path) -> std::io::Result<TemporaryDirectory> {
    let directory = TemporaryDirectory::new("the linker").map_err(std::io::Error::other)?;
    std::os::unix::fs::symlink(library, directory.path().join("libtsan.so"))?;
    Ok(directory)
}
