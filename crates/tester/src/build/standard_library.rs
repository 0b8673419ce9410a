//! Rust's standard library with instrumentation: compiled from its sources, where these are installed for the compiler in use, once for each compiler.
//!
//! One thing is left out of it: each thread takes a lock when it begins and when it ends, to enter the bounds of its stack into a list for the message about
//! stack overflows. That would order what a thread does before all that is known of the end of a later one, and races would hide behind it.
//!
//! The library comes compiled, without instrumentation, so that what it does is worked out ([`super::rust`]), and weak outcomes and races may hide behind it. rustc takes
//! another library by `--sysroot`; cargo compiles one with `-Zbuild-std`, an option that is not stable, as the instrumentation is none.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use system::{TemporaryDirectory, TemporaryDirectoryError};
use thiserror::Error;

/// The environment variable that says which standard library is wanted.
pub const VARIABLE: &str = "LAKMUS_STD";

/// What instruments the library; what links it stands in [`super::rust::options`].
const OPTIONS: &str = "-Zsanitizer=thread -Zexternal-clangrt -Cdebuginfo=1";

/// The libraries that programs, tests and libraries for procedural macros are linked with.
const LIBRARIES: &str = "-Zbuild-std=std,panic_unwind,panic_abort,test,proc_macro";

/// Which standard library is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// The instrumented one, where its sources are there and it compiles.
    #[default]
    IfPossible,
    /// The instrumented one, or none.
    Instrumented,
    /// The one that came with the compiler.
    Prebuilt,
}

impl Wanted {
    /// What [`VARIABLE`] says.
    ///
    /// # Errors
    /// When it says something else.
    pub fn from_environment() -> Result<Wanted, StdError> {
        match std::env::var(VARIABLE).as_deref() {
            Err(std::env::VarError::NotPresent) | Ok("") => Ok(Wanted::IfPossible),
            Ok("instrumented") => Ok(Wanted::Instrumented),
            Ok("prebuilt") => Ok(Wanted::Prebuilt),
            Ok(_) | Err(std::env::VarError::NotUnicode(_)) => Err(StdError::Variable),
        }
    }
}

/// Why there is no instrumented standard library.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StdError {
    /// The variable says neither.
    #[error("{VARIABLE} is `instrumented` or `prebuilt`")]
    Variable,
    /// The sources are not installed.
    #[error("there are no sources of Rust's standard library in `{}`; `rustup component add rust-src` installs them, on Debian the package rust-src", .0.display())]
    NoSources(PathBuf),
    /// There is nowhere to keep it.
    #[error("there is no place for Rust's standard library: set XDG_CACHE_HOME or HOME")]
    NoPlace,
    /// A program of the toolchain cannot be run.
    #[error("cannot run `{}`: {error}", .program.display())]
    Toolchain {
        /// Its name or path.
        program: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// There is no directory to compile it in.
    #[error(transparent)]
    Directory(#[from] TemporaryDirectoryError),
    /// A file of it cannot be written.
    #[error("cannot write `{}`: {error}", .path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// It does not compile.
    #[error("Rust's standard library does not compile with instrumentation:\n{0}")]
    Refused(String),
}

/// A toolchain, as far as its standard library is concerned.
pub(super) struct Toolchain<'a> {
    /// rustc.
    pub rustc: &'a Path,
    /// cargo.
    pub cargo: &'a Path,
    /// The machine that is compiled for.
    pub target: &'a str,
    /// What rustc says of itself (`-vV`).
    pub version: &'a str,
    /// The toolchain that rustup is to take, as in `cargo +nightly`.
    pub chosen: Option<&'a OsStr>,
}

impl Toolchain<'_> {
    /// The root of an instrumented library, for `--sysroot`; compiles it, if that has not been done for this compiler. `say` is called before, with a sentence.
    pub(super) fn instrumented(&self, say: &mut dyn FnMut(&str)) -> Result<PathBuf, StdError> {
        let output = Command::new(self.rustc).args(self.chosen).args(["--print", "sysroot"]).output();
        let output = output.map_err(|error| StdError::Toolchain { program: self.rustc.to_owned(), error })?;
        let root = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
        let sources = root.join("lib/rustlib/src/rust/library");
        if !sources.join("std/Cargo.toml").is_file() {
            return Err(StdError::NoSources(sources));
        }
        let (parent, name) = (super::cache().ok_or(StdError::NoPlace)?.join("rust-std"), self.name());
        let place = parent.join(&name);
        if place.is_dir() {
            return Ok(place);
        }
        std::fs::create_dir_all(&parent).map_err(|error| StdError::Unwritable { path: parent.clone(), error })?;
        say(&format!(
            "compiling Rust's standard library with instrumentation, once for this compiler, in {}",
            parent.display()
        ));
        // Beside the place, so that it is renamed when it is whole; the process that is first there wins.
        let directory = TemporaryDirectory::new_in(parent, "Rust's standard library")?;
        let made = self.compile(&root, &sources, directory.path())?;
        match std::fs::rename(&made, &place) {
            Err(error) if !place.is_dir() => Err(StdError::Unwritable { path: place, error }),
            Ok(()) | Err(_) => Ok(place),
        }
    }

    /// The name of what this compiler makes of its library: the release and the commit of the compiler, and how it is compiled.
    fn name(&self) -> String {
        let version = self.version;
        let of = |key: &str| version.lines().find_map(|line| line.strip_prefix(key)).unwrap_or("unknown").trim();
        let mut name = format!("{}-{}-{}-", of("release:"), of("commit-hash:"), self.target);
        // FNV-1a: a name of this version of Lakmus's options, no secret.
        let hash = OPTIONS.bytes().chain(LIBRARIES.bytes()).chain(version.bytes());
        let hash =
            hash.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
        _ = write!(name, "{hash:016x}");
        name.replace(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '-', "_")
    }

    /// Compiles the library in a directory, and gives the root that rustc takes.
    fn compile(&self, toolchain: &Path, sources: &Path, directory: &Path) -> Result<PathBuf, StdError> {
        let write = |path: PathBuf, text: &str| {
            let made = path.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(&path, text));
            made.map_err(|error| StdError::Unwritable { path, error })
        };
        let package = directory.join("package");
        let manifest = "[package]\nname = \"nothing\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[workspace]\n";
        write(package.join("Cargo.toml"), manifest)?;
        write(package.join("src/lib.rs"), "")?;
        let mut command = Command::new(self.cargo);
        // cargo takes the sources from elsewhere, and what is compiled says that they lie where they are installed.
        let edited = directory.join("library");
        mirror(sources, &edited, Path::new(LIST_OF_STACKS))
            .map_err(|error| StdError::Unwritable { path: edited.clone(), error })?;
        let flags = format!("{OPTIONS} --remap-path-prefix={}={}", edited.display(), sources.display());
        command.env("__CARGO_TESTS_ONLY_SRC_ROOT", &edited).current_dir(&package).args([
            "build",
            "--release",
            "--target",
            self.target,
            LIBRARIES,
        ]);
        command.env("RUSTC_BOOTSTRAP", "1").env("RUSTC", self.rustc).env("RUSTFLAGS", flags);
        // In this directory rustup would take another toolchain than where the program is.
        command.env("RUSTUP_TOOLCHAIN", toolchain);
        command
            .env("CARGO_TARGET_DIR", package.join("target"))
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .env_remove("CARGO_BUILD_TARGET");
        // Where a distribution ships what the library depends on, nothing is fetched.
        let vendored = sources.join("vendor");
        if vendored.is_dir() {
            let directory = toml_string(vendored.as_os_str());
            command.args(["--config", "source.crates-io.replace-with=\"shipped\"", "--config"]);
            command.arg(format!("source.shipped.directory={directory}"));
        }
        let output = command.output();
        let output = output.map_err(|error| StdError::Toolchain { program: self.cargo.to_owned(), error })?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            let errors = text.lines().skip_while(|line| !line.starts_with("error")).take(12).collect::<Vec<_>>();
            return Err(StdError::Refused(errors.join("\n")));
        }
        let compiled = package.join("target").join(self.target).join("release/deps");
        let root = directory.join("root");
        let libraries = root.join("lib/rustlib").join(self.target).join("lib");
        collect(&compiled, &libraries).map_err(|error| StdError::Unwritable { path: libraries, error })?;
        Ok(root)
    }
}

/// The list of stacks, in the sources.
const LIST_OF_STACKS: &str = "std/src/sys/pal/unix/stack_overflow/thread_info.rs";

/// The sources by links, with the file at `changed` edited. Where there is no such file the library has no such list.
fn mirror(from: &Path, to: &Path, changed: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    let mut parts = changed.components();
    let first = parts.next().map(|part| part.as_os_str().to_owned());
    for entry in std::fs::read_dir(from)? {
        let (name, path) = entry.map(|entry| (entry.file_name(), entry.path()))?;
        if Some(&name) != first.as_ref() {
            std::os::unix::fs::symlink(path, to.join(name))?;
        } else if parts.as_path().as_os_str().is_empty() {
            std::fs::write(to.join(name), without_entries(&std::fs::read_to_string(path)?))?;
        } else {
            mirror(&path, &to.join(name), parts.as_path())?;
        }
    }
    Ok(())
}

/// The module without what enters threads into the list and takes them off it.
fn without_entries(text: &str) -> String {
    let begins =
        |line: &str| line.starts_with("pub fn set_current_info(") || line.starts_with("pub fn delete_current_info(");
    let lines = text.lines().map(|line| match begins(line) && line.ends_with('{') {
        true => format!("{line} if true {{ return; }}\n"),
        false => format!("{line}\n"),
    });
    lines.collect()
}

/// Moves libraries to where rustc looks for them.
fn collect(compiled: &Path, libraries: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(libraries)?;
    for entry in std::fs::read_dir(compiled)? {
        let (name, path) = entry.map(|entry| (entry.file_name(), entry.path()))?;
        let is_own = name.to_string_lossy().starts_with("libnothing-");
        if path.extension() == Some(OsStr::new("rlib")) && !is_own {
            std::fs::rename(path, libraries.join(name))?;
        }
    }
    Ok(())
}

/// Options of rustc for a program with this library.
pub(super) fn options(root: &Path) -> Vec<OsString> {
    let mut sysroot = OsString::from("--sysroot=");
    sysroot.push(root);
    // What the program was linked with is written into it, also for those who strip it.
    let name = wire::INSTRUMENTED_STD;
    let mark = [format!("-Clink-arg=-Wl,--defsym={name}=1"), format!("-Clink-arg=-Wl,--export-dynamic-symbol={name}")];
    std::iter::once(sysroot).chain(mark.map(OsString::from)).collect()
}

/// A string of TOML.
fn toml_string(text: &OsStr) -> String {
    format!("\"{}\"", text.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_compiler_has_a_library_of_its_own() {
        let name_of = |version: &str| {
            let (rustc, cargo) = (Path::new("rustc"), Path::new("cargo"));
            Toolchain { rustc, cargo, target: "x86_64-unknown-linux-gnu", version, chosen: None }.name()
        };
        let version = "rustc 1.97.1\nbinary: rustc\ncommit-hash: 8bab26f4f\nrelease: 1.97.1\nLLVM version: 22.1\n";
        let name = name_of(version);
        assert!(name.starts_with("1.97.1-8bab26f4f-x86_64-unknown-linux-gnu-"), "{name}");
        assert_ne!(name, name_of(&version.replace("22.1", "22.2")));
        assert!(!name_of("release: ../x y\n").contains(['/', ' ']));
    }

    #[test]
    fn one_file_of_the_sources_is_edited() {
        let directory = TemporaryDirectory::new("a test").expect("a directory");
        let (from, to) = (directory.path().join("from"), directory.path().join("to"));
        let write = |name: &str, text: &str| {
            let path = from.join(name);
            std::fs::create_dir_all(path.parent().expect("a parent"))
                .and_then(|()| std::fs::write(path, text))
                .expect("written");
        };
        write("core/src/lib.rs", "core");
        write("std/src/lib.rs", "mod sys;");
        write(
            LIST_OF_STACKS,
            "pub fn set_current_info(range: R) {\n    lock();\n}\n\npub fn with_current_info() {\n}\n",
        );
        mirror(&from, &to, Path::new(LIST_OF_STACKS)).expect("mirrored");
        let read = |name: &str| std::fs::read_to_string(to.join(name)).expect("readable");
        assert_eq!((read("core/src/lib.rs").as_str(), read("std/src/lib.rs").as_str()), ("core", "mod sys;"));
        let edited = "pub fn set_current_info(range: R) { if true { return; }\n    lock();\n}\n\npub fn with_current_info() {\n}\n";
        assert_eq!(read(LIST_OF_STACKS), edited);
        // What is installed stays as it is.
        assert!(
            std::fs::read_to_string(from.join(LIST_OF_STACKS))
                .expect("readable")
                .starts_with("pub fn set_current_info(range: R) {\n")
        );
    }

    #[test]
    fn without_sources_the_place_is_named() {
        let cargo = Path::new("cargo");
        let toolchain = Toolchain { rustc: Path::new("echo"), cargo, target: "x", version: "", chosen: None };
        // What `echo --print sysroot` prints is no directory.
        let error = toolchain.instrumented(&mut |_| panic!("nothing is compiled")).expect_err("no sources");
        assert!(error.to_string().contains("lib/rustlib/src/rust/library"), "{error}");
    }
}
