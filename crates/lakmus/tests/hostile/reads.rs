//! What has no end is not read to its end.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::{LAKMUS, file};

/// The words of commands that read a file of theirs; `ZERO` is its path without the ending that follows.
const READERS: &[&[&str]] = &[
    &["run", "ZERO.litmus"],
    &["run", "@ZERO.list"],
    &["run", "--model", "ZERO.cat", "SB"],
    &["run", "--macros", "ZERO.def", "SB"],
    &["run", "--bell", "ZERO.bell", "SB"],
    &["run", "--expect", "ZERO.log", "SB"],
    &["herd7", "-exit", "true", "-conf", "ZERO.cfg", "SB"],
    &["hash", "ZERO.litmus"],
    &["filter", "ZERO.litmus"],
    &["filter", "ZERO.log"],
    &["classify", "ZERO.litmus"],
    &["export", "-o", "out", "ZERO.litmus"],
    &["litmus2c", "ZERO.litmus"],
    &["test", "--litmus", "ZERO.litmus"],
    &["test", "--suppressions", "ZERO.txt", "--", "true"],
    &["compare", "ZERO.log", "ZERO.log"],
    &["compare", "--sum", "ZERO.log"],
    &["compare", "--rename", "ZERO.txt", "a.log", "b.log"],
    &["compare", "--kinds", "ZERO.txt", "a.log", "b.log"],
    &["gen", "all", "--arch", "X86_64", "--conf", "ZERO.conf"],
    &["model", "check", "ZERO.cat"],
    &["model", "show", "ZERO.cat"],
    &["model", "coverage", "sc", "ZERO.litmus"],
    &["mix", "profiles", "--profiles", "ZERO.toml"],
    &["mix", "run", "--profiles", "ZERO.toml", "SB"],
    &["mix", "run", "--table", "aarch64-abi", "ZERO.litmus"],
    &["mix", "run", "--table", "ZERO.toml", "SB"],
    &["mix", "run", "--table", "aarch64-abi", "--fix", "ZERO.toml", "SB"],
    &["abi", "check", "--profiles", "ZERO.toml"],
    &["verify", "ZERO.litmus"],
    &["verify", "ZERO.ll"],
    &["verify", "ZERO.c"],
    &["weaken", "ZERO.ll"],
    &["weaken", "ZERO.c"],
    &["c2litmus", "ZERO.c"],
    &["fence", "ZERO.ll"],
    &["fence", "ZERO.c"],
    &["fence", "--baseline", "ZERO.txt", "SIMPLE.ll"],
    &["fence", "--gcov", "ZERO.gcov", "SIMPLE.ll"],
    &["fence", "-p", "ZERO.database"],
    &["java", "check", "ZERO.litmus"],
    &["java", "check", "--rules", "./ZERO.rules", "JAVA"],
    &["java", "check", "--sem", "./ZERO.cat", "JAVA"],
    &["java", "compile", "--scheme", "./ZERO.scheme", "JAVA"],
    &["java", "stress", "--log", "ZERO.log", "JAVA"],
];

/// The words of commands that read the standard input.
const PIPED: &[&[&str]] = &[
    &["run", "-"],
    &["export", "-o", "out", "-"],
    &["compare", "--sum", "-"],
    &["filter", "-"],
    &["gen", "one", "--arch", "X86_64"],
    &["classify", "--arch", "X86_64"],
];

const SIMPLE: &str = "define dso_local i32 @main() {\n  ret i32 0\n}\n";

/// Status and messages of a command that may take so much memory and time.
fn bounded(directory: &Path, words: &[&str], input: Stdio) -> (Option<i32>, String) {
    let mut command = Command::new("sh");
    // 6 GB: programs reserve more than they use.
    command.args(["-c", "ulimit -v 6000000; ulimit -t 60; exec \"$@\"", "sh", LAKMUS]).args(words);
    let output = command.current_dir(directory).stdin(input).stdout(Stdio::null()).output().expect("it runs");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The word of a command, with what stands for files in it.
fn filled(word: &str, zero: &str) -> String {
    match word {
        "SB" => file("tests/cli/files/SB.litmus"),
        "JAVA" => file("tests/cli/files/java/thin-air.litmus"),
        _ => word.replace("ZERO", zero),
    }
}

fn each_reader(zero: &str, make: impl Fn(&Path)) {
    let place = tempfile::tempdir().expect("it can be made");
    std::fs::write(place.path().join("SIMPLE.ll"), SIMPLE).expect("it is written");
    for words in READERS {
        for word in words.iter().filter(|word| word.contains("ZERO")) {
            let name = word.trim_start_matches('@').trim_start_matches("./").replace("ZERO", zero);
            let path = place.path().join(&name);
            let path = match name.ends_with(".database") {
                true => {
                    std::fs::create_dir_all(&path).expect("it can be made");
                    path.join("compile_commands.json")
                }
                false => path,
            };
            if !path.exists() {
                make(&path);
            }
        }
        let words: Vec<String> = words.iter().map(|word| filled(word, zero)).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (status, said) = bounded(place.path(), &words, Stdio::null());
        assert_eq!(status, Some(2), "{words:?}: {said}");
        assert!(!said.trim().is_empty() && !said.contains("panicked") && !said.contains("memory allocation"), "{said}");
    }
}

#[test]
fn a_device_without_an_end_is_an_error() {
    each_reader("zero", |path| std::os::unix::fs::symlink("/dev/zero", path).expect("it can be made"));
}

#[test]
fn a_file_that_is_one_large_hole_is_an_error() {
    each_reader("hole", |path| {
        let hole = std::fs::File::create(path).expect("it can be made");
        hole.set_len(1 << 40).expect("holes cost nothing");
    });
}

#[test]
fn an_input_without_an_end_is_an_error() {
    let place = tempfile::tempdir().expect("it can be made");
    for words in PIPED {
        let zero = std::fs::File::open("/dev/zero").expect("it is there");
        let (status, said) = bounded(place.path(), words, zero.into());
        assert_eq!(status, Some(2), "{words:?}: {said}");
        assert!(!said.contains("panicked") && !said.contains("memory allocation"), "{words:?}: {said}");
    }
}

/// Editors of some systems write a byte order mark before each text.
#[test]
fn a_byte_order_mark_makes_no_difference() {
    let place = tempfile::tempdir().expect("it can be made");
    let with_mark = |name: &str, text: &str| {
        let path = place.path().join(name);
        std::fs::write(&path, format!("\u{feff}{text}")).expect("it is written");
        path.display().to_string()
    };
    let read = |name: &str| std::fs::read_to_string(file(name)).expect("it is there");
    let test = with_mark("SB.litmus", &read("tests/cli/files/SB.litmus"));
    let model = with_mark("own.cat", "\"own\"\ninclude \"cos.cat\"\nacyclic po | rf | fr | co as sc\n");
    let log = with_mark("sc.log", &read("tests/cli/files/logs/sc.log"));
    let plain = file("tests/cli/files/logs/sc.log");
    let ir = with_mark("simple.ll", SIMPLE);
    let profiles = with_mark("profiles.toml", "[[profile]]\nname = \"table\"\ntable = \"aarch64-abi\"\n");
    for words in [
        &["run", &test][..],
        &["hash", &test],
        &["run", "--model", &model, &test],
        &["model", "check", &model],
        &["compare", &log, &plain],
        &["compare", &plain, &log],
        &["verify", &ir],
        &["mix", "profiles", "--profiles", &profiles],
    ] {
        let (status, said) = bounded(place.path(), words, Stdio::null());
        assert_eq!(status, Some(0), "{words:?}: {said}");
    }
    std::fs::write(place.path().join("wide.litmus"), b"\xff\xfeX\0").expect("it is written");
    let (status, said) = bounded(place.path(), &["run", "wide.litmus"], Stdio::null());
    assert!(status == Some(2) && said.contains("UTF-16"), "{said}");
}
