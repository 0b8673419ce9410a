//! Links the program `lakmus` statically, where the C library has archives to link: a run over one small test is over in a millisecond and a
//! half, and a third of that was the dynamic loader's.
//!
//! `-C target-feature=+crt-static` says the same, but only for a whole workspace at once, and ours has a shared library in it. So the linker
//! is told here, for this one program: the options that rustc gives it name the C library's parts (`-lc`, `-lgcc_s`), and a
//! directory of ours, searched before the system's, has archives under those names.
//!
//! The program lies at a fixed address. What that gives away, an attacker who can already corrupt memory would have had to guess; it is worth
//! eight thousand relocations in each start.

use std::env::{var, var_os};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

/// What rustc links on Linux with the GNU C library, and the archive that has the same in it.
const LIBRARIES: [(&str, &str); 7] = [
    ("gcc_s", "libgcc_eh.a"),
    ("util", "libutil.a"),
    ("rt", "librt.a"),
    ("pthread", "libpthread.a"),
    ("m", "libm.a"),
    ("dl", "libdl.a"),
    ("c", "libc.a"),
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=RUSTC_LINKER");
    let is_gnu =
        var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") && var("CARGO_CFG_TARGET_ENV").as_deref() == Ok("gnu");
    if !is_gnu || var("HOST") != var("TARGET") {
        return;
    }
    let Some(archives) = archives() else { return };
    let directory = PathBuf::from(var("OUT_DIR").expect("cargo tells a build script its directory")).join("archives");
    if let Err(error) = fill(&directory, &archives) {
        println!("cargo::warning=linking lakmus dynamically: {}: {error}", directory.display());
        return;
    }
    for argument in ["-static", "-no-pie", &format!("-L{}", directory.display())] {
        println!("cargo::rustc-link-arg-bin=lakmus={argument}");
    }
    // The C library and the compiler's own mention each other; a linker that reads archives once, in order, needs them again.
    for argument in ["-Wl,--start-group", "-lgcc_eh", "-lgcc", "-lc", "-Wl,--end-group"] {
        println!("cargo::rustc-link-arg-bin=lakmus={argument}");
    }
}

/// The archives of [`LIBRARIES`], in their order, where the compiler driver that links finds them; `None` when one is missing.
fn archives() -> Option<Vec<PathBuf>> {
    let driver = var_os("RUSTC_LINKER").unwrap_or_else(|| "cc".into());
    let find = |archive| {
        let answer = Command::new(&driver).arg(format!("-print-file-name={archive}")).output().ok()?;
        let path = PathBuf::from(String::from_utf8(answer.stdout).ok()?.trim_end());
        // A file that is not there is answered with its bare name.
        path.is_absolute().then_some(path)
    };
    LIBRARIES.iter().map(|(_, archive)| find(archive)).collect()
}

/// Makes `directory` hold, under the name that rustc links each of `archives` by, a linker script that says where it is.
fn fill(directory: &Path, archives: &[PathBuf]) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    LIBRARIES.iter().zip(archives).try_for_each(|((name, _), archive)| {
        fs::write(directory.join(format!("lib{name}.a")), format!("INPUT(\"{}\")\n", archive.display()))
    })
}
