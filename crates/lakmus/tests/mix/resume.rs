//! A batch that is killed goes on where it stopped: what compilers gave and what simulations found before is in the cache and is not asked for again.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::Failed;

use super::{expect, test};

/// Whether there is a compiler for this machine, for which `mix` has profiles.
pub(crate) fn is_possible() -> bool {
    cfg!(target_arch = "x86_64") && super::is_there("cc")
}

/// A compiler that counts its runs in a file beside it; `wait` is done before.
fn compiler(folder: &Path, name: &str, wait: &str) -> std::io::Result<()> {
    let path = folder.join(name);
    // What it is for it says without a run.
    let asked = "case \"$*\" in *-dumpmachine*) exec cc \"$@\";; esac";
    fs::write(&path, format!("#!/bin/sh\n{asked}\n{wait}\necho run >> \"$0.runs\"\nexec cc \"$@\"\n"))?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755))
}

fn runs(folder: &Path, name: &str) -> usize {
    fs::read_to_string(folder.join(format!("{name}.runs"))).map_or(0, |text| text.lines().count())
}

fn start(folder: &Path) -> std::io::Result<Child> {
    let profile = |name: &str| format!("{name}={} -O2", folder.join(name).display());
    let mut command = Command::new(env!("CARGO_BIN_EXE_lakmus"));
    command.args(["mix", "run", "--jobs", "1", "--profile", &profile("first"), "--profile", &profile("second")]);
    command.arg("--cache").arg(folder.join("cache")).args([test("MP"), test("SB")]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
}

/// Kills a batch when one of its two compilers is done, and lets another one end it.
pub(crate) fn a_batch_that_is_killed_goes_on() -> Result<(), Failed> {
    let temporary = tempfile::tempdir()?;
    let folder = temporary.path();
    compiler(folder, "first", "")?;
    // Let go, it ends without having compiled: what was killed has no part in what comes.
    let wait =
        "if [ ! -e \"$0.go\" ]; then : > \"$0.waits\"; while [ ! -e \"$0.go\" ]; do sleep 0.05; done; exit 1; fi";
    compiler(folder, "second", wait)?;
    let mut killed = start(folder)?;
    // An entry: neither one that is being written, nor the file that says what the directory is, nor the directory of outcomes.
    let is_kept = |entry: &fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        !name.ends_with(".part") && name != "lakmus-cache" && entry.path().is_file()
    };
    let kept = || fs::read_dir(folder.join("cache")).map_or(0, |all| all.flatten().filter(is_kept).count());
    let begin = Instant::now();
    // On a busy machine the second compiler may be started and not yet have looked whether it is to wait.
    let is_open = || kept() == 0 || !folder.join("second.waits").exists();
    while is_open() && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    killed.kill()?;
    killed.wait()?;
    expect(kept() == 1 && runs(folder, "first") == 1, "nothing was kept of a batch that was killed")?;
    fs::write(folder.join("second.go"), "")?;
    let output = start(folder)?.wait_with_output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    expect(output.status.success() && text.contains("2 tests, 2 profiles"), &text)?;
    let counts = [runs(folder, "first"), runs(folder, "second")];
    expect(counts == [1, 1], &format!("compilers ran {counts:?} times"))
}

/// The file of what simulations found.
fn found(folder: &Path) -> String {
    let entries = fs::read_dir(folder.join("cache/outcomes")).into_iter().flatten().flatten();
    // Beside the file that says what the directory is.
    let entries = entries.filter(|entry| entry.file_name() != "lakmus-cache");
    entries.filter_map(|entry| fs::read_to_string(entry.path()).ok()).collect()
}

/// Kills a batch when it has judged something, and lets another one end it.
pub(crate) fn a_batch_that_is_killed_while_it_judges_goes_on() -> Result<(), Failed> {
    let temporary = tempfile::tempdir()?;
    let folder = temporary.path();
    let run = |cache: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lakmus"));
        command.args(["mix", "run", "--jobs", "1", "--table", "aarch64-jvm-ldapr", "--table", "aarch64-abi"]);
        command.args(cache).args([test("SB"), test("MP"), test("WRC"), test("ISA2")]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
    };
    let cache = folder.join("cache").display().to_string();
    let cache = ["--cache", &cache];
    let mut killed = run(&cache)?;
    let begin = Instant::now();
    while !found(folder).contains('\n') && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
    killed.kill()?;
    killed.wait()?;
    // A line that its writer did not end counts for nothing.
    let known = found(folder).lines().filter(|line| line.ends_with("\t.")).count();
    expect(known > 0, "nothing was kept of a batch that was killed")?;
    let whole = run(&[])?.wait_with_output()?;
    let resumed = run(&cache)?.wait_with_output()?;
    let [whole_text, text] = [&whole, &resumed].map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    expect(text.contains(&format!(", {known} known from earlier runs")), &text)?;
    expect(whole.status == resumed.status, "another verdict")?;
    // All but how many were simulated.
    let without_count = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split(" different, ").next().unwrap_or_default().to_owned()).collect()
    };
    expect(without_count(&whole_text) == without_count(&text), &text)?;
    // Now there is nothing left to simulate.
    let again = run(&cache)?.wait_with_output()?;
    let text = String::from_utf8_lossy(&again.stdout).into_owned();
    expect(text.contains(" 0 simulated, "), &text)
}
