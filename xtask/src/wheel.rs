//! `cargo xtask wheel`: the Python package, built by maturin and tried with each Python that is here.
//!
//! All that Python needs (maturin, pytest, ...) is installed from PyPI into environments in `target/wheel`; nothing of the system's Python is touched.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::{build_lakmus, metadata, root, succeed};
use crate::needs::probe;

/// The versions of Python 3 that the package is tried with.
const VERSIONS: [u32; 5] = [9, 10, 11, 12, 13];

/// What tests use beside the package. (numpy's oldest wheels are for these versions of Python, as pip finds out by itself.)
const FOR_TESTS: &[&str] = &["pytest", "pandas", "networkx"];
/// What the notebook and the types are tried with, once.
const FOR_REST: &[&str] = &["nbclient", "nbformat", "ipykernel", "mypy"];

/// As how much of the command's CPU time a thousand tests may take from Python.
const MOST: f64 = 1.3;

const USAGE: &str = "\
usage: cargo xtask wheel [--check] [--bench]

  makes the wheel of the Python package in target/wheel/wheels; --check installs it into an environment of its own for each
  Python from 3.9 to 3.13 that is on the path or in ~/.pyenv, runs its tests there, and once its tutorial and the checks of its
  types; --bench compares the CPU time of a thousand tests with that of `lakmus run`";

/// Does what the arguments say.
///
/// # Errors
/// When something does not build, a test fails, or Python takes too long.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let (mut checks, mut measures) = (false, false);
    for argument in arguments {
        match argument.as_str() {
            "--check" => checks = true,
            "--bench" => measures = true,
            _ => bail!("{USAGE}"),
        }
    }
    let metadata = metadata()?;
    let target = metadata["target_directory"].as_str().context("cargo metadata names no target directory")?;
    let here = Path::new(target).join("wheel");
    let pythons = pythons();
    let newest =
        pythons.values().next_back().context("there is no Python from 3.9 to 3.13 on the path or in ~/.pyenv")?;
    let wheel = build(&here, newest)?;
    println!("{} ({:.1} MB)", wheel.display(), wheel.metadata()?.len() as f64 / 1e6);
    if checks {
        for (version, python) in &pythons {
            let environment = environment(&here.join(format!("python3.{version}")), python, FOR_TESTS)?;
            install(&environment, &[&wheel.to_string_lossy()], &["--force-reinstall", "--no-deps"])?;
            println!("Python 3.{version}:");
            pytest(&environment, &["--quiet", "--ignore", "tests/test_tutorial.py"])?;
        }
        rest(&here, newest, &wheel)?;
        let missing: Vec<String> =
            VERSIONS.iter().filter(|one| !pythons.contains_key(one)).map(|one| format!("3.{one}")).collect();
        if !missing.is_empty() {
            println!("Not tried, as they are not here: Python {}.", missing.join(", "));
        }
    }
    if measures { measure(&here, newest, &wheel) } else { Ok(()) }
}

/// The Pythons that are here, by their minor versions.
fn pythons() -> BTreeMap<u32, PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let kept = std::env::var_os("PYENV_ROOT").map_or_else(|| home.join(".pyenv"), PathBuf::from).join("versions");
    let kept: Vec<PathBuf> =
        std::fs::read_dir(kept).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    let mut found = BTreeMap::new();
    for version in VERSIONS {
        let name = format!("python3.{version}");
        let candidates =
            std::iter::once(PathBuf::from(&name)).chain(kept.iter().map(|path| path.join("bin").join(&name)));
        let has_environments = |path: &PathBuf| {
            let says =
                probe(&[&path.to_string_lossy(), "-c", "import sys, venv, ensurepip; print(sys.version_info[1])"]);
            says.is_some_and(|says| says == version.to_string())
        };
        if let Some(path) = candidates.into_iter().find(has_environments) {
            found.insert(version, path);
        }
    }
    found
}

/// An environment with these packages; one that is there is taken again.
///
/// # Errors
/// When there is no such Python, or a package cannot be installed.
pub(crate) fn environment(at: &Path, python: &Path, packages: &[&str]) -> Result<PathBuf> {
    if !at.join("bin/pip").exists() {
        succeed(Command::new(python).args(["-m", "venv"]).arg(at))?;
    }
    install(at, packages, &[])?;
    Ok(at.to_owned())
}

fn install(environment: &Path, packages: &[&str], options: &[&str]) -> Result<()> {
    let mut pip = Command::new(environment.join("bin/pip"));
    succeed(pip.args(["install", "--quiet", "--disable-pip-version-check"]).args(options).args(packages))
}

/// Builds the wheel.
fn build(here: &Path, python: &Path) -> Result<PathBuf> {
    let wheels = here.join("wheels");
    if wheels.exists() {
        std::fs::remove_dir_all(&wheels)?;
    }
    let environment = environment(&here.join("maturin"), python, &["maturin>=1.7,<2"])?;
    let mut maturin = Command::new(environment.join("bin/maturin"));
    maturin.args(["build", "--release", "--quiet", "--manifest-path"]).arg(root().join("python/Cargo.toml"));
    succeed(maturin.arg("--target-dir").arg(here).arg("--out").arg(&wheels))?;
    let made = std::fs::read_dir(&wheels)?.flatten().map(|entry| entry.path());
    made.into_iter().find(|path| path.extension().is_some_and(|end| end == "whl")).context("maturin has made no wheel")
}

fn pytest(environment: &Path, arguments: &[&str]) -> Result<()> {
    // The program, not the module: that would find the sources beside the tests before the package that is installed.
    let mut pytest = Command::new(environment.join("bin/pytest"));
    succeed(pytest.args(["-p", "no:cacheprovider"]).args(arguments).current_dir(root().join("python")))
}

/// The tutorial, and the types.
fn rest(here: &Path, python: &Path, wheel: &Path) -> Result<()> {
    let packages: Vec<&str> = [FOR_TESTS, FOR_REST].concat();
    let environment = environment(&here.join("rest"), python, &packages)?;
    install(&environment, &[&wheel.to_string_lossy()], &["--force-reinstall", "--no-deps"])?;
    pytest(&environment, &["--quiet", "tests/test_tutorial.py"])?;
    let python = || {
        let mut python = Command::new(environment.join("bin/python"));
        python.current_dir(here).env("MYPYPATH", "");
        python
    };
    succeed(python().args(["-m", "mypy", "--strict", "--ignore-missing-imports", "--package", "lakmus"]))?;
    succeed(python().args(["-m", "mypy.stubtest", "lakmus._lakmus"]))
}

/// How a thousand tests from Python compare to the command.
fn measure(here: &Path, python: &Path, wheel: &Path) -> Result<()> {
    let lakmus = build_lakmus()?;
    let environment = environment(&here.join("bench"), python, &[])?;
    install(&environment, &[&wheel.to_string_lossy()], &["--force-reinstall", "--no-deps"])?;
    let tests = here.join("thousand");
    if tests.exists() {
        std::fs::remove_dir_all(&tests)?;
    }
    let mut generate = Command::new(&lakmus);
    generate.args(["gen", "all", "--arch", "AArch64", "--size", "8", "--sample", "1500"]);
    for pool in ["Pod**", "DMB.SYd**", "DpAddrdR", "DpDatadW", "Rfe", "Fre", "Wse"] {
        generate.args(["--edges", pool]);
    }
    succeed(generate.args(["--seed", "7", "-o"]).arg(&tests))?;
    let count = std::fs::read_dir(&tests)?
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|end| end == "litmus"))
        .count();
    let script = "import sys, lakmus\nassert len(lakmus.run_all(lakmus.read_all(sys.argv[1:]))) > 0";
    let one_by_one = "import sys, lakmus\nfor test in lakmus.read_all(sys.argv[1:]): lakmus.run(test)";
    let by_python = |script: &str| -> Result<Duration> {
        cpu(|| Ok(Command::new(environment.join("bin/python")).args(["-c", script]).arg(&tests).status()?.success()))
    };
    let by_command = || {
        cpu(|| {
            Ok(Command::new(&lakmus)
                .args(["run", "-j", "1"])
                .arg(&tests)
                .stdout(std::process::Stdio::null())
                .status()?
                .success())
        })
    };
    // By turns, so that what else the machine does disturbs all alike; of each the least.
    let (mut command, mut together, mut each, mut start) = (Duration::MAX, Duration::MAX, Duration::MAX, Duration::MAX);
    for _ in 0..5 {
        start = start.min(by_python("import lakmus")?);
        command = command.min(by_command()?);
        together = together.min(by_python(script)?);
        each = each.min(by_python(one_by_one)?);
    }
    let ratio = |time: Duration| time.as_secs_f64() / command.as_secs_f64();
    println!("CPU time of {count} tests: `lakmus run` {:.3} s", command.as_secs_f64());
    println!("  Python and the import of the package alone: {:.3} s", start.as_secs_f64());
    for (what, time) in [("run_all", together), ("run in a loop", each)] {
        let rest = time.saturating_sub(start);
        println!(
            "  {what}: {:.3} s, {:.2} times as much; behind the import {:.2} times",
            time.as_secs_f64(),
            ratio(time),
            ratio(rest)
        );
    }
    let behind = ratio(together.saturating_sub(start));
    ensure!(behind <= MOST, "from Python, tests may take {MOST} times as long as by the command");
    Ok(())
}

/// The CPU time of the processes that `work` starts and waits for.
fn cpu(work: impl FnOnce() -> Result<bool>) -> Result<Duration> {
    use nix::sys::resource::{UsageWho, getrusage};
    let spent = || -> Result<Duration> {
        let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
        let times = [usage.user_time(), usage.system_time()];
        Ok(times.iter().map(|time| Duration::new(time.tv_sec().unsigned_abs(), time.tv_usec() as u32 * 1000)).sum())
    };
    let before = spent()?;
    ensure!(work()?, "a process that is measured has failed");
    Ok(spent()? - before)
}
