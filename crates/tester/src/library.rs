//! Where the runtime library is.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// The file name of the runtime library.
pub const FILE_NAME: &str = "liblakmus_rt.so";

/// Names under which compilers' own runtimes are asked for; the library takes their place.
pub(crate) const OTHER_NAMES: [&str; 4] =
    ["libtsan.so.2", "libtsan.so.0", "libclang_rt.tsan-x86_64.so", "libclang_rt.tsan.so"];

/// There is no runtime library.
#[derive(Debug, Error)]
#[error(
    "there is no runtime library; looked for {}",
    .looked.iter().map(|path| format!("`{}`", path.display())).collect::<Vec<_>>().join(" and ")
)]
pub struct LibraryError {
    /// Where it was looked for.
    pub looked: Vec<PathBuf>,
}

/// The runtime library that belongs to the executable file of the driver: beside it, as cargo builds both, or in `../lib/lakmus`, as they are
/// installed.
///
/// # Errors
/// When it is in neither place.
pub fn find(driver: &Path) -> Result<PathBuf, LibraryError> {
    let directory = driver.parent().unwrap_or(Path::new("."));
    let looked = vec![directory.join(FILE_NAME), directory.join("../lib/lakmus").join(FILE_NAME)];
    match looked.iter().find_map(|path| path.canonicalize().ok()) {
        Some(path) => Ok(path),
        None => Err(LibraryError { looked }),
    }
}
