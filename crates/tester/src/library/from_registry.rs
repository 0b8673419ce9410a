//! The runtime library of a driver that `cargo install` has installed: cargo installs programs and no libraries, so that it is built once, from the same version of the crate
//! `lakmus-rt`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{FILE_NAME, LibraryError, find};

/// The version that belongs to this driver.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A package of which cargo makes nothing but the library.
const MANIFEST: &str = r#"[package]
name = "lakmus-runtime"
version = "0.0.0"
edition = "2024"
publish = false

[workspace]

[dependencies]
lakmus-rt = "=VERSION"

# It runs at each memory access of tested programs.
[profile.release]
opt-level = 3
lto = "fat"
codegen-units = 1
"#;

/// Whether the driver lies where cargo has built it, among other files of a build: who has built it there builds the library, too.
pub fn is_of_a_build(driver: &Path) -> bool {
    driver.parent().is_some_and(|directory| directory.join(".fingerprint").is_dir())
}

/// The runtime library that belongs to the driver. Where there is none, and the driver was installed, cargo builds it into the user's cache; `say` is given sentences about that.
///
/// # Errors
/// When it is not there and cannot be built.
pub fn find_or_build(driver: &Path, say: &mut dyn FnMut(&str)) -> Result<PathBuf, LibraryError> {
    let mut looked = match find(driver) {
        Err(LibraryError::Missing { looked }) if !is_of_a_build(driver) => looked,
        other => return other,
    };
    let Some(cache) = cache() else { return Err(LibraryError::Missing { looked }) };
    let kept = cache.join(FILE_NAME);
    looked.push(kept.clone());
    if kept.is_file() {
        return Ok(kept);
    }
    say(&format!("building the runtime library of version {VERSION}, once, by cargo, into `{}`", cache.display()));
    match build(&cache) {
        Ok(()) => Ok(kept),
        Err(why) => Err(LibraryError::NotBuilt { looked, why }),
    }
}

/// The directory for what belongs to this version: below `$XDG_CACHE_HOME` or `~/.cache`.
fn cache() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let caches = named("XDG_CACHE_HOME").or_else(|| Some(named("HOME")?.join(".cache")))?;
    Some(caches.join("lakmus").join(VERSION))
}

/// Builds the library in a directory of its own, and puts it in place when it is whole: another process may do the same.
fn build(cache: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| error.to_string();
    fs::create_dir_all(cache).map_err(failed)?;
    let directory = tempfile::Builder::new().prefix("build-").tempdir_in(cache).map_err(failed)?;
    let here = directory.path();
    fs::write(here.join("Cargo.toml"), MANIFEST.replace("VERSION", VERSION)).map_err(failed)?;
    fs::create_dir(here.join("src")).map_err(failed)?;
    fs::write(here.join("src/lib.rs"), "").map_err(failed)?;
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--release", "--quiet", "--package", "lakmus-rt", "--target-dir", "target"]).current_dir(here);
    // What builds a tested program may have set flags for that.
    cargo.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("CARGO_BUILD_TARGET");
    let output = cargo.stdin(Stdio::null()).output().map_err(|error| format!("cannot run cargo: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    // Where cargo puts what it was asked for, or, as it is a dependency, beside the others.
    let built = ["target/release", "target/release/deps"].map(|place| here.join(place).join(FILE_NAME));
    let built = built.iter().find(|path| path.is_file()).ok_or("it has made no library")?;
    let whole = here.join("whole");
    fs::copy(built, &whole).map_err(failed)?;
    fs::rename(&whole, cache.join(FILE_NAME)).map_err(failed)
}
