//! Packages, tried where nothing else is.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use super::in_repository;
use crate::cargo::succeed;
use crate::dist::MESSAGE_PASSING;
use crate::needs::{self, Purpose, probe};

/// What is run in a clean system that has the package, and then gcc.
const SCRIPT: &str = r#"set -eu
export DEBIAN_FRONTEND=noninteractive HOME=/root
dpkg --install /package.deb
cd /root
lakmus --version
lakmus run SB.litmus > log
grep -q "Observation SB Sometimes 1 3" log
test -e /usr/share/man/man1/lakmus.1.gz
timeout 5 lakmus explore --no-open SB.litmus > address 2> /dev/null || true
grep -q "^http://127.0.0.1:" address
apt-get update -qq
apt-get install -y -qq --no-install-recommends gcc clang libc6-dev > /dev/null
lakmus cc -O1 mp.c -o mp
status=0
lakmus test --executions 400 -- ./mp > found 2>&1 || status=$?
cat found | head -3
test "$status" = 1
grep -q assertion found
# The checks of projects, as their workflows run them.
examples/c-library/check
examples/compiler/check
apt-get purge -y -qq lakmus > /dev/null
test ! -e /usr/bin/lakmus
test ! -e /usr/lib/lakmus
"#;

/// Installs a Debian package in a clean system, tries the command and the runtime library, and removes it.
///
/// # Errors
/// When the system cannot be made, or something fails there.
pub(super) fn in_debian(suite: &str, package: &Path) -> Result<()> {
    needs::provide(&[Purpose::Fresh]).ensure_none()?;
    ensure!(needs::is_root(), "a clean system is made by the superuser alone");
    let output = Command::new("mktemp").args(["--directory", "--tmpdir", "packages.XXXXXXXX"]).output()?;
    ensure!(output.status.success(), "mktemp failed");
    let here = std::path::PathBuf::from(String::from_utf8(output.stdout)?.trim_end());
    let tried = fill(&here, suite, package);
    std::fs::remove_dir_all(&here)?;
    tried.with_context(|| format!("the package does not work in a clean Debian ({suite})"))?;
    println!("ok: the Debian package in a clean {suite}");
    Ok(())
}

fn fill(here: &Path, suite: &str, package: &Path) -> Result<()> {
    succeed(
        Command::new("debootstrap").args(["--variant=minbase", suite]).arg(here).stdout(std::process::Stdio::null()),
    )?;
    std::fs::copy(package, here.join("package.deb"))?;
    std::fs::write(here.join("root/mp.c"), MESSAGE_PASSING)?;
    std::fs::copy(in_repository("corpus/x86_64/SB.litmus"), here.join("root/SB.litmus"))?;
    std::fs::write(here.join("root/script"), SCRIPT)?;
    succeed(
        Command::new("cp")
            .args(["--recursive", "--no-preserve=ownership"])
            .arg(in_repository("examples"))
            .arg(here.join("root/examples")),
    )?;
    // This machine's way to the network.
    for file in ["etc/resolv.conf", "etc/hosts"] {
        std::fs::copy(Path::new("/").join(file), here.join(file))?;
    }
    let mounts = "mount -t proc proc \"$0/proc\" && exec chroot \"$0\" sh /root/script";
    succeed(Command::new("unshare").args(["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", mounts]).arg(here))
}

/// Looks whether the flake and the formula are what their readers can read.
///
/// # Errors
/// When one is not, or a reader is missing.
pub(super) fn descriptions() -> Result<()> {
    for (what, words, file) in [
        ("Nix", &["nix-instantiate", "--parse"][..], "flake.nix"),
        ("Ruby", &["ruby", "-c"][..], "packaging/homebrew/lakmus.rb"),
    ] {
        if probe(&[words[0], "--version"]).is_none() {
            bail!("{what} is missing, which reads {file}: apt has it as `nix-bin` and `ruby`");
        }
        succeed(Command::new(words[0]).args(&words[1..]).arg(in_repository(file)).stdout(std::process::Stdio::null()))?;
        println!("ok: {file}");
    }
    Ok(())
}
