//! `cargo xtask release --dry-run`: would a release be whole? Nothing is published.
//!
//! The packages of all crates are made and compiled by cargo, from what is in them alone. Then `lakmus` is installed from these packages, with a cargo that knows no
//! others, as from the registry, and tried there. docs/recipes/release.md has what else belongs to a release.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use crate::cargo::{cargo, metadata, root, succeed};
use crate::dist::MESSAGE_PASSING;
use crate::needs::{self, Purpose};

const USAGE: &str = "\
usage: cargo xtask release --dry-run [--no-verify]

  makes the packages of all crates that are published and compiles each; installs `lakmus` from them into a directory of its own,
  without the network, and runs `lakmus run`, `cc` and `test` there; looks at versions and the changelog. --no-verify does not
  compile each package by itself: what is installed is compiled from them all the same";

/// Does what the arguments say.
///
/// # Errors
/// When a package cannot be made or compiled, or what is installed does not work.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let verifies = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--dry-run"] => true,
        ["--dry-run", "--no-verify"] => false,
        _ => bail!("{USAGE}"),
    };
    needs::provide(&[Purpose::Dist]).ensure_none()?;
    let metadata = metadata()?;
    let target =
        PathBuf::from(metadata["target_directory"].as_str().context("cargo metadata names no target directory")?);
    let published = published(&metadata)?;
    let version = one_version(&published)?;
    changelog(&version)?;
    // In the order in which they depend on each other; those that say `publish = false` are passed over.
    let mut publish = cargo();
    publish.args(["publish", "--workspace", "--dry-run", "--allow-dirty", "--quiet"]);
    if !verifies {
        publish.arg("--no-verify");
    }
    succeed(&mut publish)?;
    println!("{} packages of version {version} can be published.", published.len());
    let here = target.join("release-check");
    if here.exists() {
        std::fs::remove_dir_all(&here)?;
    }
    std::fs::create_dir_all(&here)?;
    source(&here, &target, &published, &version)?;
    install(&here, &version)?;
    println!("What is installed from the packages works.");
    Ok(())
}

/// The names of the packages that are published, and their fields.
fn published(metadata: &Value) -> Result<Vec<&Value>> {
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    // `publish` is an empty list for those that are not.
    let found: Vec<&Value> = packages.iter().filter(|package| package["publish"].is_null()).collect();
    ensure!(!found.is_empty(), "no package is published");
    for package in &found {
        let name = package["name"].as_str().unwrap_or_default();
        ensure!(name == "lakmus" || name.starts_with("lakmus-"), "the package {name} has a name that is not ours");
        for field in ["description", "license", "readme", "rust_version"] {
            ensure!(package[field].is_string(), "{name} has no {field}");
        }
        for field in ["keywords", "categories"] {
            ensure!(package[field].as_array().is_some_and(|words| !words.is_empty()), "{name} has no {field}");
        }
    }
    Ok(found)
}

/// The version of all of them; what they need of each other is that very version.
fn one_version(published: &[&Value]) -> Result<String> {
    let version = published[0]["version"].as_str().context("a package without a version")?;
    for package in published {
        ensure!(package["version"] == version, "{} has another version than {version}", package["name"]);
        for needed in package["dependencies"].as_array().into_iter().flatten() {
            let is_ours = needed["name"].as_str().is_some_and(|name| name.starts_with("lakmus-"));
            let wanted = format!("={version}");
            ensure!(
                !is_ours || needed["req"] == wanted.as_str(),
                "{} needs {} as {}",
                package["name"],
                needed["name"],
                needed["req"]
            );
        }
    }
    let python = std::fs::read_to_string(root().join("python/Cargo.toml"))?;
    ensure!(
        python.contains(&format!("version = \"{version}\"")),
        "the Python package has another version than {version}"
    );
    Ok(version.to_owned())
}

fn changelog(version: &str) -> Result<()> {
    let text = std::fs::read_to_string(root().join("CHANGELOG.md"))?;
    ensure!(text.contains(&format!("\n## {version}")), "CHANGELOG.md has no section for {version}");
    Ok(())
}

/// A directory with all packages and nothing else, which cargo takes in the place of the registry.
fn source(here: &Path, target: &Path, published: &[&Value], version: &str) -> Result<()> {
    let vendor = here.join("vendor");
    let mut package = cargo();
    package.args(["package", "--no-verify", "--allow-dirty", "--quiet"]);
    for name in published.iter().filter_map(|package| package["name"].as_str()) {
        package.args(["--package", name]);
    }
    succeed(&mut package)?;
    // Those of others, as Cargo.lock has them.
    succeed(
        cargo()
            .args(["vendor", "--locked", "--quiet", "--versioned-dirs"])
            .arg(&vendor)
            .stdout(std::process::Stdio::null()),
    )?;
    for name in published.iter().filter_map(|package| package["name"].as_str()) {
        let file = target.join("package").join(format!("{name}-{version}.crate"));
        succeed(Command::new("tar").arg("-xzf").arg(&file).arg("-C").arg(&vendor))?;
        let sum = Command::new("sha256sum").arg(&file).output().context("cannot run sha256sum")?;
        let sum = String::from_utf8_lossy(&sum.stdout).split_whitespace().next().unwrap_or_default().to_owned();
        let checksum = json!({ "files": {}, "package": sum });
        std::fs::write(vendor.join(format!("{name}-{version}/.cargo-checksum.json")), checksum.to_string())?;
    }
    let home = here.join("cargo");
    std::fs::create_dir_all(&home)?;
    let config = format!(
        "[source.crates-io]\nreplace-with = \"packages\"\n[source.packages]\ndirectory = {:?}\n[net]\noffline = true\n",
        vendor.display().to_string()
    );
    Ok(std::fs::write(home.join("config.toml"), config)?)
}

/// Installs `lakmus` there, and tries it.
fn install(here: &Path, version: &str) -> Result<()> {
    // The toolchain is this one; what cargo and the command keep for a user is in a home of its own.
    let rustup = std::env::var_os("RUSTUP_HOME").map(PathBuf::from);
    let rustup = rustup.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".rustup")));
    let clean = |program: &Path| {
        let mut command = Command::new(program);
        command.current_dir(here).env("HOME", here).env("CARGO_HOME", here.join("cargo")).env_remove("XDG_CACHE_HOME");
        // What cargo has set for this program.
        for name in ["CARGO", "CARGO_MANIFEST_DIR", "RUSTUP_TOOLCHAIN", "CARGO_TARGET_DIR"] {
            command.env_remove(name);
        }
        if let Some(rustup) = &rustup {
            command.env("RUSTUP_HOME", rustup);
        }
        command
    };
    // Unoptimised: it is to be seen that all is there, and how fast it is, elsewhere.
    let words = ["install", "lakmus", "--version", version, "--debug", "--offline", "--root", "installed", "--quiet"];
    succeed(clean(Path::new("cargo")).args(words))?;
    std::fs::write(here.join("mp.c"), MESSAGE_PASSING)?;
    std::fs::copy(root().join("corpus/x86_64/SB.litmus"), here.join("SB.litmus"))?;
    let lakmus = here.join("installed/bin/lakmus");
    let expected: [(&[&str], i32, &str); 4] = [
        (&["run", "SB.litmus"], 0, "Observation SB Sometimes 1 3"),
        (&["cc", "mp.c", "-o", "mp"], 0, "building the runtime library"),
        (&["test", "--executions", "400", "--", "./mp"], 1, "assertion"),
        // The second time it is there.
        (&["cc", "mp.c", "-o", "mp"], 0, ""),
    ];
    for (words, status, text) in expected {
        let output = clean(&lakmus).args(words).output().context("cannot run what was installed")?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        let is_right =
            output.status.code() == Some(status) && said.contains(text) && (!text.is_empty() || said.is_empty());
        ensure!(is_right, "`lakmus {}` ended with {}:\n{said}", words.join(" "), output.status);
        println!("ok: lakmus {}", words.join(" "));
    }
    Ok(())
}
