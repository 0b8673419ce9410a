//! `cargo xtask packages`: what the tarball of `cargo xtask dist` becomes elsewhere: a Debian package, an image for containers, checksums, a bill of materials.

mod bill;
mod image;
mod trial;

use std::fmt::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::{metadata, root, succeed};
use crate::dist::OLDEST;
use crate::needs::{self, Purpose};

const USAGE: &str = "\
usage: cargo xtask packages [--image] [--check]

  takes the tarball that `cargo xtask dist` has made, and makes in target/packages a Debian package, a bill of materials
  (CycloneDX) and SHA256SUMS; --image also an image for containers (by buildah); --check installs the Debian package in clean
  systems of Debian 12 and 13 (by debootstrap) and tries it there, holds the bill to its schema (by cyclonedx-python-lib,
  installed from PyPI into target/bill-schema), and looks at the Nix flake and the Homebrew formula";

/// Does what the arguments say.
///
/// # Errors
/// When there is no tarball, a package cannot be made, or what is made does not work.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let (mut makes_image, mut checks) = (false, false);
    for argument in arguments {
        match argument.as_str() {
            "--image" => makes_image = true,
            "--check" => checks = true,
            _ => bail!("{USAGE}"),
        }
    }
    needs::provide(&[Purpose::Dist]).ensure_none()?;
    let metadata = metadata()?;
    let target =
        PathBuf::from(metadata["target_directory"].as_str().context("cargo metadata names no target directory")?);
    let lakmus = metadata["packages"].as_array().into_iter().flatten().find(|package| package["name"] == "lakmus");
    let version = lakmus.and_then(|package| package["version"].as_str()).context("there is no package `lakmus`")?;
    let name = format!("lakmus-{version}-x86_64-linux");
    let tarball = target.join(format!("{name}.tar.gz"));
    ensure!(tarball.is_file(), "there is no {}: `cargo xtask dist` makes it", tarball.display());
    let here = target.join("packages");
    if here.exists() {
        std::fs::remove_dir_all(&here)?;
    }
    std::fs::create_dir_all(&here)?;
    std::fs::copy(&tarball, here.join(tarball.file_name().context("a tarball has a name")?))?;
    let unpacked = here.join("unpacked");
    std::fs::create_dir_all(&unpacked)?;
    succeed(Command::new("tar").arg("-xzf").arg(&tarball).arg("-C").arg(&unpacked))?;
    let installed = unpacked.join(&name);
    let package = debian(&here, &installed, version)?;
    let bill = here.join(format!("{name}.cdx.json"));
    std::fs::write(&bill, bill::of_materials(version)?)?;
    if makes_image {
        image::make(&here, &installed, version)?;
    }
    std::fs::remove_dir_all(&unpacked)?;
    sums(&here)?;
    if checks {
        bill::hold_to_schema(&bill, &target.join("bill-schema"))?;
        trial::descriptions()?;
        for suite in ["bookworm", "trixie"] {
            trial::in_debian(suite, &package)?;
        }
    }
    Ok(())
}

/// The Debian package: what the tarball has, below `/usr`.
fn debian(here: &Path, installed: &Path, version: &str) -> Result<PathBuf> {
    let tree = here.join("debian");
    std::fs::create_dir_all(tree.join("DEBIAN"))?;
    succeed(Command::new("cp").args(["--archive", "--no-preserve=ownership"]).arg(installed).arg(tree.join("usr")))?;
    let documents = tree.join("usr/share/doc/lakmus");
    let licences = ["LICENSE-MIT", "LICENSE-APACHE"].map(|name| std::fs::read_to_string(documents.join(name)));
    let mut copyright = String::from(
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: lakmus\n\nFiles: *\nCopyright: The authors of Lakmus\nLicense: Expat or Apache-2.0\n",
    );
    for (name, text) in ["Expat", "Apache-2.0"].iter().zip(licences) {
        let _ = writeln!(copyright, "\nLicense: {name}");
        for line in text?.lines() {
            let _ = writeln!(copyright, " {}", if line.trim().is_empty() { "." } else { line });
        }
    }
    std::fs::write(documents.join("copyright"), copyright)?;
    // Manual pages are compressed there, and what is compressed says nothing of when.
    succeed(Command::new("sh").arg("-c").arg("gzip -9n usr/share/man/man1/*.1").current_dir(&tree))?;
    let size = Command::new("du").args(["--summarize", "--block-size=1024", "usr"]).current_dir(&tree).output()?;
    let size = String::from_utf8_lossy(&size.stdout).split_whitespace().next().unwrap_or("0").to_owned();
    let (major, minor) = OLDEST;
    let control = format!(
        "Package: lakmus\nVersion: {version}-1\nArchitecture: amd64\nMaintainer: The authors of Lakmus <lakmus@localhost>\nInstalled-Size: {size}\n\
         Depends: libc6 (>= {major}.{minor})\nSuggests: gcc, clang, default-jdk-headless, qemu-user\nSection: devel\nPriority: optional\n\
         Description: what programs may do on relaxed memory\n \
         Simulates litmus tests under memory models in cat, generates tests, verifies and\n fences programs in C, tests programs in C, C++ and Rust under the C11 memory\n model, and mixes the code of compilers.\n"
    );
    std::fs::write(tree.join("DEBIAN/control"), control)?;
    let sums = "find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum > DEBIAN/md5sums";
    succeed(Command::new("sh").args(["-c", sums]).current_dir(&tree))?;
    std::fs::set_permissions(tree.join("DEBIAN"), std::fs::Permissions::from_mode(0o755))?;
    let file = here.join(format!("lakmus_{version}-1_amd64.deb"));
    let mut build = Command::new("dpkg-deb");
    succeed(build.args(["--root-owner-group", "--build"]).arg(&tree).arg(&file).env("SOURCE_DATE_EPOCH", "0"))?;
    std::fs::remove_dir_all(&tree)?;
    println!("{} ({:.1} MB)", file.display(), file.metadata()?.len() as f64 / 1e6);
    Ok(file)
}

/// The checksums of all that was made.
fn sums(here: &Path) -> Result<()> {
    let script = "LC_ALL=C; set -- *.tar* *.deb *.json; sha256sum -- \"$@\" > SHA256SUMS && sha256sum --quiet --check SHA256SUMS";
    succeed(Command::new("sh").args(["-c", script]).current_dir(here))?;
    print!("{}", std::fs::read_to_string(here.join("SHA256SUMS"))?);
    Ok(())
}

/// A file of the repository.
fn in_repository(name: &str) -> PathBuf {
    root().join(name)
}
