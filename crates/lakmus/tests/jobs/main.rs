//! `lakmus run --jobs N`: what is printed does not depend on N.

mod large;

use std::path::Path;
use std::process::Command;

/// A folder with good tests of three languages, tests that are wrong in several ways, a test that runs into a loop, two of one
/// name and one that comes twice.
fn mixed_folder(folder: &Path) {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources =
        ["../../corpus/x86_64", "../../corpus/aarch64", "../../corpus/c", "tests/cli/files", "tests/cli/files/batch"];
    for (number, source) in sources.iter().enumerate() {
        let entries = std::fs::read_dir(package.join(source)).unwrap();
        let mut tests: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        tests.retain(|path| {
            path.extension().is_some_and(|extension| extension == "litmus") && !path.ends_with("slow.litmus")
        });
        tests.sort();
        for (place, test) in tests.iter().enumerate() {
            // Numbers first, so that the sets are mixed in the order of the names.
            let name = format!("{place:03}-{number}-{}", test.file_name().unwrap().to_string_lossy());
            std::fs::copy(test, folder.join(name)).unwrap();
        }
    }
    std::fs::write(folder.join("005-empty.litmus"), "").unwrap();
    std::fs::write(folder.join("006-binary.litmus"), [0xff, 0xfe, 0, 1, 2, b'\n']).unwrap();
    std::fs::create_dir(folder.join("007-is-a-folder.litmus")).unwrap();
    std::fs::write(folder.join("list"), "@list\n001-0-3.2W.litmus\nmissing.litmus\n").unwrap();
}

/// Both outputs and the status; times count as equal.
type Printed = (String, String, Option<i32>);

fn run(folder: &Path, jobs: &str, options: &[&str]) -> Printed {
    run_on(folder, jobs, options, &[".", "@list", "missing.litmus"])
}

fn run_on(folder: &Path, jobs: &str, options: &[&str], tests: &[&str]) -> Printed {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lakmus"));
    command.current_dir(folder).args(["run", "--jobs", jobs]).args(options).args(tests);
    let output = command.output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    let is_time = |line: &&str| !line.starts_with("Time ");
    let out = out.lines().filter(is_time).map(|line| match (line.find("\"time\":"), line.find(",\"hash\"")) {
        (Some(start), Some(end)) => format!("{}{}\n", &line[..start], &line[end..]),
        _ => format!("{line}\n"),
    });
    (out.collect(), String::from_utf8(output.stderr).unwrap(), output.status.code())
}

#[test]
fn output_does_not_depend_on_the_number_of_jobs() {
    let folder = tempfile::tempdir().unwrap();
    mixed_folder(folder.path());
    for options in [&[][..], &["--json"], &["--model", "sc", "--model", "minimal"], &["--expect", "log"]] {
        if options.contains(&"--expect") {
            std::fs::write(folder.path().join("log"), run(folder.path(), "1", &[]).0).unwrap();
        }
        let one = run(folder.path(), "1", options);
        assert_eq!(one.2, Some(2), "{}", one.1);
        for what in ["unknown-instruction", "unroll-limit", "same-name", "same-test", "unreadable", "list-cycle"] {
            assert!(one.1.contains(&format!("[{what}]")), "{what}:\n{}", one.1);
        }
        assert_eq!(one.0.is_empty(), options.contains(&"--expect"));
        for jobs in ["2", "3", "8"] {
            let many = run(folder.path(), jobs, options);
            assert_eq!(one, many, "--jobs {jobs} {options:?}");
        }
    }
}

#[test]
#[cfg(unix)]
fn a_reader_who_leaves_ends_the_batch() {
    let folder = tempfile::tempdir().unwrap();
    mixed_folder(folder.path());
    for jobs in ["1", "3"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lakmus"));
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let slow = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/files/slow.litmus");
        // Without an end: only cancellation stops the slow tests that the other threads may have begun.
        command.args(["run", "--jobs", jobs]).arg(folder.path()).arg(slow).stdout(writer);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
