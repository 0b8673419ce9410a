//! The runtime of tested programs, for the tests that run such programs.

use std::path::Path;
use std::process::Command;

/// Whether there is a runtime for this system.
#[allow(dead_code)] // Not every test that includes this module asks.
pub(crate) fn is_supported() -> bool {
    cfg!(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64"))
}

/// Builds it beside the command `lakmus`, where that looks for it: `cargo test` builds no library that nothing links, so the tests ask for
/// it, in the profile that they were built in.
pub(crate) fn build() {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--package", "lakmus-rt"]);
    if Path::new(env!("CARGO_BIN_EXE_lakmus")).parent().is_some_and(|binaries| binaries.ends_with("release")) {
        cargo.arg("--release");
    }
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    assert!(cargo.status().is_ok_and(|status| status.success()), "the runtime library cannot be built");
}
