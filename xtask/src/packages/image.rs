//! The image for containers: nothing but the command, which is linked statically, and its licences. The runtime library is not in it: it lives in programs with their C library.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::cargo::succeed;
use crate::needs::{self, Purpose};

/// Makes `lakmus-VERSION-oci.tar`, which `podman load` and `docker load` take.
///
/// # Errors
/// When buildah is not there or fails.
pub(super) fn make(here: &Path, installed: &Path, version: &str) -> Result<()> {
    needs::provide(&[Purpose::Image]).ensure_none()?;
    let buildah = || {
        let mut buildah = Command::new("buildah");
        // Without mounts of its own: it is to work in containers, too.
        buildah.args(["--storage-driver", "vfs", "--root"]).arg(here.join("storage"));
        buildah.arg("--runroot").arg(here.join("storage-run"));
        buildah
    };
    let output = buildah().args(["from", "scratch"]).output()?;
    anyhow::ensure!(output.status.success(), "buildah: {}", String::from_utf8_lossy(&output.stderr));
    let container = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    succeed(buildah().args(["copy", "--quiet", &container]).arg(installed.join("bin/lakmus")).arg("/bin/lakmus"))?;
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        let licence = installed.join("share/doc/lakmus").join(name);
        succeed(buildah().args(["copy", "--quiet", &container]).arg(licence).arg(format!("/share/doc/lakmus/{name}")))?;
    }
    let mut config = buildah();
    config.args(["config", "--entrypoint", "[\"/bin/lakmus\"]", "--workingdir", "/work", "--env", "PATH=/bin"]);
    config.args(["--label", "org.opencontainers.image.licenses=Apache-2.0 OR MIT"]);
    succeed(config.args(["--label", &format!("org.opencontainers.image.version={version}"), &container]))?;
    let file = here.join(format!("lakmus-{version}-oci.tar"));
    let mut commit = buildah();
    commit.args(["commit", "--quiet", "--rm", "--timestamp", "0", &container]);
    succeed(commit.arg(format!("oci-archive:{}:lakmus:{version}", file.display())))?;
    for storage in ["storage", "storage-run"] {
        std::fs::remove_dir_all(here.join(storage))?;
    }
    println!("{} ({:.1} MB)", file.display(), file.metadata()?.len() as f64 / 1e6);
    Ok(())
}
