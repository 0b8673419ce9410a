//! Where the runtime library is.

mod from_registry;

use std::path::{Path, PathBuf};

use thiserror::Error;

pub use from_registry::{find_or_build, is_of_a_build};

/// The file name of the runtime library.
pub const FILE_NAME: &str = "liblakmus_rt.so";

/// Names under which compilers' own runtimes are asked for; the library takes their place.
pub(crate) const OTHER_NAMES: [&str; 4] =
    ["libtsan.so.2", "libtsan.so.0", "libclang_rt.tsan-x86_64.so", "libclang_rt.tsan.so"];

/// There is no runtime library.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// It is in none of these places.
    #[error("there is no runtime library; looked for {}", listed(.looked))]
    Missing {
        /// Where it was looked for.
        looked: Vec<PathBuf>,
    },
    /// It is in none of these places, and cargo does not build it.
    #[error("there is no runtime library (looked for {}), and cargo does not build it: {why}", listed(.looked))]
    NotBuilt {
        /// Where it was looked for.
        looked: Vec<PathBuf>,
        /// Why not.
        why: String,
    },
}

fn listed(looked: &[PathBuf]) -> String {
    looked.iter().map(|path| format!("`{}`", path.display())).collect::<Vec<_>>().join(" and ")
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
        None => Err(LibraryError::Missing { looked }),
    }
}
