//! A signal ends a command with all that it has started, leaves no temporary file, and gives the status 128 + n.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::{LAKMUS, below, file};

/// A program that stands in for compilers and others: it answers what it is asked about itself, and else writes its number and that of a process of its own to a file, and waits.
const WAITS: &str = "#!/bin/sh
case \"$*\" in *--version*|*-print-*|*-dumpversion*) echo 'stand-in 14.0.0'; exit 0;; esac
sleep 1000 &
echo $$ $! > \"$MARK.part\" && mv \"$MARK.part\" \"$MARK\"
wait
";

/// Commands that make temporary files or start others, and where they are when the stand-in runs. `WAITS` is the stand-in, which is also what `PATH` leads to.
const COMMANDS: &[&[&str]] = &[
    &["java", "stress", "JAVA"],
    &["fence", "--", "WAITS"],
    &["fence", "--", "sh", "-c", "cc -c simple.c"],
    &["fence", "--clang", "WAITS", "simple.c"],
    &["verify", "--clang", "WAITS", "simple.c"],
    &["verify", "--backend", "cbmc", "--cbmc", "WAITS", "simple.ll"],
    &["verify", "--backend", "genmc", "--genmc", "WAITS", "simple.ll"],
    &["verify", "--clang", "WAITS", "--backend", "cbmc", "SB"],
    &["c2litmus", "--clang", "WAITS", "simple.c"],
    &["weaken", "--clang", "WAITS", "simple.c"],
    &["mix", "run", "--profiles", "text.toml", "MIX"],
    &["mix", "run", "--profiles", "object.toml", "MIX"],
    &["mix", "structure", "--profiles", "text.toml"],
    &["abi", "check", "--profiles", "object.toml"],
    &["exec", "--", "WAITS"],
    &["exec", "--", "cc", "-c", "simple.c"],
    &["cc", "--compiler", "WAITS", "-c", "simple.c"],
    &["cc", "--compiler", "WAITS", "simple.c", "-o", "simple"],
    &["cxx", "--compiler", "WAITS", "-c", "simple.c"],
];

/// Gives up after as long: slow machines take some seconds for this.
const PATIENCE: Duration = Duration::from_secs(60);

fn executable(path: &Path, text: &str) {
    std::fs::write(path, text).expect("it is written");
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("it can be run");
}

struct Place {
    root: tempfile::TempDir,
}

impl Place {
    fn new() -> Place {
        let root = tempfile::tempdir().expect("it can be made");
        let path = root.path();
        for directory in ["bin", "tmp", "work", "cache"] {
            std::fs::create_dir(path.join(directory)).expect("it can be made");
        }
        for name in ["waits", "java", "cc", "gcc", "cbmc"] {
            executable(&path.join("bin").join(name), WAITS);
        }
        executable(&path.join("bin/javac"), "#!/bin/sh\n");
        let write = |name: &str, text: &str| std::fs::write(path.join("work").join(name), text).expect("it is written");
        write("simple.c", "int main(void) { return 0; }\n");
        write("simple.ll", "define dso_local i32 @main() {\n  ret i32 0\n}\n");
        let waits = path.join("bin/waits");
        for (name, object) in [("text.toml", false), ("object.toml", true)] {
            let command = format!("command = [\"{}\", \"--target=aarch64-linux-gnu\"]", waits.display());
            write(name, &format!("[[profile]]\nname = \"waits\"\n{command}\nobject = {object}\n"));
        }
        Place { root }
    }

    fn temporary(&self) -> PathBuf {
        self.root.path().join("tmp")
    }

    fn mark(&self) -> PathBuf {
        self.root.path().join("mark")
    }

    /// Starts a command and waits until its stand-in runs; gives the processes of that.
    fn start(&self, words: &[&str]) -> (Child, Vec<u32>) {
        let _ = std::fs::remove_file(self.mark());
        let bin = self.root.path().join("bin");
        let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
        let mut command = testing::heeding_signals(LAKMUS);
        for word in words {
            match *word {
                "WAITS" => command.arg(bin.join("waits")),
                "SB" => command.arg(file("tests/cli/files/SB.litmus")),
                "JAVA" => command.arg(file("tests/cli/files/java/thin-air.litmus")),
                "MIX" => command.arg(file("tests/mix/tests/SB.litmus")),
                word => command.arg(word),
            };
        }
        command.env("PATH", path).env("MARK", self.mark()).env("TMPDIR", self.temporary());
        command.env("XDG_CACHE_HOME", self.root.path().join("cache")).current_dir(self.root.path().join("work"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("lakmus runs");
        let begin = Instant::now();
        while !self.mark().exists() {
            if let Some(status) = child.try_wait().expect("it can be asked") {
                let said = child.wait_with_output().map(|output| String::from_utf8_lossy(&output.stderr).into_owned());
                panic!("{words:?} ended before: {status} {}", said.unwrap_or_default());
            }
            assert!(begin.elapsed() < PATIENCE, "{words:?} does not come to its stand-in");
            std::thread::yield_now();
        }
        let text = std::fs::read_to_string(self.mark()).expect("it is there");
        (child, text.split_whitespace().map(|number| number.parse().expect("a number")).collect())
    }
}

/// Whether a process runs.
fn is_alive(process: u32) -> bool {
    let Ok(text) = std::fs::read_to_string(format!("/proc/{process}/stat")) else { return false };
    let state = text.rsplit_once(')').and_then(|(_, rest)| rest.trim_start().chars().next());
    !matches!(state, Some('Z' | 'X') | None)
}

#[test]
fn nothing_is_left_after_a_signal() {
    if !crate::runtime::is_supported() {
        println!("not run: commands that need the runtime of tested programs, which is not there for this system");
    } else {
        crate::runtime::build();
    }
    let needs_runtime = |words: &&&[&str]| matches!(words[0], "cc" | "cxx");
    for words in COMMANDS.iter().filter(|words| crate::runtime::is_supported() || !needs_runtime(words)) {
        for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
            let place = Place::new();
            let (child, processes) = place.start(words);
            let sent = Command::new("kill").arg(format!("-{signal}")).arg(child.id().to_string()).status();
            assert!(sent.is_ok_and(|status| status.success()), "the signal is sent");
            let output = child.wait_with_output().expect("it ends");
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(128 + number), "{words:?}, {signal}: {said}");
            let going_on: Vec<&u32> = processes.iter().filter(|process| is_alive(**process)).collect();
            assert!(going_on.is_empty(), "{words:?}, {signal}: {going_on:?} go on");
            assert_eq!(below(&place.temporary()), Vec::<PathBuf>::new(), "{words:?}, {signal}");
        }
    }
}

/// A command under `nohup` is not ended by the end of its terminal.
#[test]
fn a_signal_that_is_ignored_stays_ignored() {
    let place = Place::new();
    let waits = place.root.path().join("bin/waits");
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$@\"", "sh", LAKMUS, "fence", "--"]).arg(waits);
    command.env("MARK", place.mark()).env("TMPDIR", place.temporary()).stderr(Stdio::null());
    let child = command.spawn().expect("lakmus runs");
    let begin = Instant::now();
    while !place.mark().exists() {
        assert!(begin.elapsed() < PATIENCE);
        std::thread::yield_now();
    }
    let kill = |signal: &str| Command::new("kill").arg(signal).arg(child.id().to_string()).status();
    assert!(kill("-HUP").is_ok_and(|status| status.success()));
    assert!(is_alive(child.id()));
    assert!(kill("-TERM").is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(143));
}

/// What is prepared in the place of a temporary directory is not taken: names cannot be foreseen, and no one else may look in.
#[test]
fn temporary_directories_are_private() {
    let place = Place::new();
    let (child, _) = place.start(&["java", "stress", "JAVA"]);
    let found = below(&place.temporary());
    let directory = found.iter().find(|path| path.is_dir()).expect("there is a directory");
    let mode = std::fs::metadata(directory).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    let name = directory.file_name().expect("it has a name").to_string_lossy().into_owned();
    assert!(!name.contains(&child.id().to_string()), "{name}");
    assert!(Command::new("kill").arg(child.id().to_string()).status().is_ok_and(|status| status.success()));
    drop(child.wait_with_output());
}

/// A place for temporary files that is not there is named, with what was being done.
#[test]
fn a_missing_place_for_temporary_files_is_named() {
    let place = Place::new();
    for words in [&["java", "stress", "JAVA"][..], &["fence", "--", "true"]] {
        let words: Vec<String> = words
            .iter()
            .map(|word| if *word == "JAVA" { file("tests/cli/files/java/thin-air.litmus") } else { (*word).to_owned() })
            .collect();
        let mut command = Command::new(LAKMUS);
        command.args(&words).env("TMPDIR", "/dev/null/place").current_dir(place.root.path());
        let output = command.output().expect("lakmus runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(
            said.contains("temporary directory for") && said.contains("/dev/null/place") && said.contains("TMPDIR"),
            "{said}"
        );
    }
}
