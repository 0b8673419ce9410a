//! What an executable file says about how it was built.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use object::read::elf::ElfFile64;
use object::{Object, ObjectSection, ObjectSymbol};
use thiserror::Error;

/// How a program gets its ThreadSanitizer functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    /// From a shared library: ours can take its place.
    Shared,
    /// It does not call them itself; a library of its may.
    None,
    /// It is a script or the like, and starts other programs.
    NotAProgram,
}

/// What an executable file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inspected {
    /// How it gets its ThreadSanitizer functions.
    pub linkage: Linkage,
    /// The standard library of Rust that it has in it, where it has code of rustc's.
    pub rust: Option<RustLibrary>,
}

/// A standard library of Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RustLibrary {
    /// As it comes, without instrumentation; or it is not known which.
    Prebuilt,
    /// Compiled with instrumentation ([`crate::build::standard_library`]).
    Instrumented,
}

/// Why a program cannot be tested.
#[derive(Debug, Error)]
pub enum ElfError {
    /// The file cannot be read.
    #[error("cannot read `{}`: {error}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The compiler's own runtime is part of the executable file.
    #[error(
        "`{}` contains the compiler's own ThreadSanitizer runtime; link it again with `lakmus cc` or `lakmus cxx`, or with clang's `-fno-sanitize-link-runtime`, or `-shared-libsan`",
        .path.display()
    )]
    StaticRuntime {
        /// The program.
        path: PathBuf,
    },
    /// The program loads no shared libraries.
    #[error("`{}` is statically linked, so that no runtime can be put under it; link it dynamically", .path.display())]
    Static {
        /// The program.
        path: PathBuf,
    },
}

/// What rustc writes into the section for the names of compilers.
const RUSTC: &[u8] = b"rustc version";

/// Bytes that a program has at most, debug information included.
const LONGEST: usize = 4 << 30;

/// Looks for a program as shells do.
pub(crate) fn find(program: &OsStr) -> Option<PathBuf> {
    let path = Path::new(program);
    if path.components().count() > 1 || program.as_encoded_bytes().contains(&b'/') {
        return path.is_file().then(|| path.to_owned());
    }
    let directories = std::env::var_os("PATH")?;
    std::env::split_paths(&directories).map(|directory| directory.join(path)).find(|path| path.is_file())
}

/// What the file says.
///
/// # Errors
/// When the program could not be tested.
pub fn inspect(path: &Path) -> Result<Inspected, ElfError> {
    let bytes =
        system::read_bytes(path, LONGEST).map_err(|error| ElfError::Unreadable { path: path.to_owned(), error })?;
    let Ok(file) = ElfFile64::<object::Endianness>::parse(&*bytes) else {
        return Ok(Inspected { linkage: Linkage::NotAProgram, rust: None });
    };
    if file.dynamic_symbol_table().is_none() {
        return Err(ElfError::Static { path: path.to_owned() });
    }
    let is_ours = |name: &str| name == "__tsan_init" || name == "__tsan_func_entry";
    let (mut linkage, mut library) = (Linkage::None, RustLibrary::Prebuilt);
    for symbol in file.dynamic_symbols().chain(file.symbols()) {
        if symbol.name().is_ok_and(is_ours) {
            if symbol.is_definition() {
                return Err(ElfError::StaticRuntime { path: path.to_owned() });
            }
            linkage = Linkage::Shared;
        }
        // It has a value and no place.
        if symbol.name() == Ok(wire::INSTRUMENTED_STD) && !symbol.is_undefined() {
            library = RustLibrary::Instrumented;
        }
    }
    let comment = file.section_by_name(".comment").and_then(|section| section.data().ok()).unwrap_or_default();
    let is_rust = comment.windows(RUSTC.len()).any(|bytes| bytes == RUSTC);
    Ok(Inspected { linkage, rust: is_rust.then_some(library) })
}
