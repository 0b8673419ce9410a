//! Names of tests do not choose where files go, in any command that writes a directory.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{LAKMUS, below, lakmus, stderr};

const X86: &str = "X86_64 NAME\n{ x=0; y=0; }\n P0 | P1 ;\n movl $1,(x) | movl $1,(y) ;\n movl (y),%eax | movl (x),%eax ;\nexists (0:rax=0 /\\ 1:rax=0)\n";
const C: &str = "C NAME\n{ [x]=0; [y]=0; }\nP0(atomic_int *x, atomic_int *y) {\n  atomic_store_explicit(x, 1, memory_order_seq_cst);\n  int r0 = atomic_load_explicit(y, memory_order_seq_cst);\n}\nP1(atomic_int *x, atomic_int *y) {\n  atomic_store_explicit(y, 1, memory_order_seq_cst);\n  int r0 = atomic_load_explicit(x, memory_order_seq_cst);\n}\nexists (0:r0=0 /\\ 1:r0=0)\n";
const KERNEL: &str = "C NAME\n{}\nP0(int *x, int *y) {\n  WRITE_ONCE(*x, 1);\n  int r0 = READ_ONCE(*y);\n}\nP1(int *x, int *y) {\n  WRITE_ONCE(*y, 1);\n  int r0 = READ_ONCE(*x);\n}\nexists (0:r0=0 /\\ 1:r0=0)\n";
const JAVA: &str = "Java NAME\n{ x=0; y=0; 0:X=x; 0:Y=y; 1:X=x; 1:Y=y; }\nThread0 {\n  X.set(1);\n  int r1 = Y.get();\n}\nThread1 {\n  Y.set(1);\n  int r2 = X.get();\n}\nexists (0:r1=0 /\\ 1:r2=0)\n";

/// Names of tests that would go elsewhere, or be something else, as file names. The last two become one name.
fn names() -> Vec<String> {
    let plain = [
        "../../escaped",
        "/tmp/lakmus-escaped",
        "-rf",
        "--output=x",
        ".",
        "..",
        "...",
        ".hidden",
        "a/../../../b",
        "a\\b",
        "@all",
        "%s",
        "~root",
        "$(touch x)",
        "a b",
        "a\0b",
        "é",
        "con:1",
        "*",
        "#x",
        "a/b",
        "a_2fb",
    ];
    let mut all: Vec<String> = plain.map(str::to_owned).to_vec();
    all.extend(["x".repeat(4000), "../".repeat(300)]);
    all
}

/// A command that writes to a directory for tests.
struct Writer {
    /// The command's words; `OUT` is the directory.
    words: &'static [&'static str],
    /// A test, with `NAME` for its name.
    text: &'static str,
}

const WRITERS: &[Writer] = &[
    Writer { words: &["export", "-o", "OUT"], text: X86 },
    Writer { words: &["export", "-o", "OUT"], text: C },
    Writer { words: &["export", "--kernel", "-o", "OUT"], text: KERNEL },
    Writer { words: &["litmus2c", "-o", "OUT"], text: C },
    Writer { words: &["litmus2c", "-o", "OUT"], text: X86 },
    Writer { words: &["run", "--show", "all", "--svg", "OUT", "--dot", "OUT"], text: X86 },
    Writer { words: &["herd7", "-show", "all", "-o", "OUT"], text: X86 },
    Writer { words: &["java", "compile", "-o", "OUT"], text: JAVA },
    Writer { words: &["java", "jcstress", "-o", "OUT"], text: JAVA },
    Writer { words: &["java", "check", "--justify", "--svg", "OUT"], text: JAVA },
    Writer {
        words: &[
            "mix",
            "run",
            "--table",
            "aarch64-jvm-ldapr",
            "--table",
            "aarch64-abi",
            "--write-litmus",
            "OUT",
            "--sources",
            "OUT",
            "--svg",
            "OUT",
        ],
        text: C,
    },
];

/// Whether all that there is below `root` is what was there before, and plain files right in `out` whose names no command takes for an option.
fn is_contained(root: &Path, out: &Path, before: &[std::path::PathBuf], what: &str) {
    for path in below(root).iter().filter(|path| !before.contains(path)) {
        assert!(path.is_file() && path.parent() == Some(out), "{what}: {}", path.display());
        let name = path.file_name().and_then(|name| name.to_str()).expect("it is plain");
        assert!(!name.starts_with(['-', '.']), "{what}: {name}");
    }
}

#[test]
fn no_name_of_a_test_leads_out_of_the_directory() {
    for writer in WRITERS {
        let root = tempfile::tempdir().expect("it can be made");
        let (out, work) = (root.path().join("deep/out"), root.path().join("deep/work"));
        std::fs::create_dir_all(&out).expect("it can be made");
        std::fs::create_dir_all(&work).expect("it can be made");
        let mut files = Vec::new();
        for (number, name) in names().iter().enumerate() {
            let file = format!("{number}.litmus");
            std::fs::write(work.join(&file), writer.text.replace("NAME", name)).expect("it is written");
            files.push(file);
        }
        let before = below(root.path());
        let directory = out.display().to_string();
        let words = writer.words.iter().map(|word| if *word == "OUT" { directory.as_str() } else { word });
        let words: Vec<&str> = words.collect();
        // All at once: names that become the same do not take each other's files.
        let arguments: Vec<&str> = words.iter().copied().chain(files.iter().map(String::as_str)).collect();
        let output = lakmus(&work, &arguments);
        let what = words.join(" ");
        is_contained(root.path(), &out, &before, &what);
        let written = below(&out).len();
        assert!(written > 0, "{what}: {}", stderr(&output));
        // One by one: what is refused says why, and what is not is written.
        for (name, file) in names().iter().zip(&files) {
            let arguments: Vec<&str> = words.iter().copied().chain([file.as_str()]).collect();
            let output = lakmus(&work, &arguments);
            is_contained(root.path(), &out, &before, &what);
            assert!(output.status.code().is_some_and(|code| code < 4), "{what} {name:?}: {}", stderr(&output));
            assert!(output.status.code() != Some(2) || !output.stderr.is_empty(), "{what} {name:?}");
        }
    }
    assert!(!Path::new("/tmp/lakmus-escaped.c").exists());
}

#[test]
fn tests_whose_names_become_the_same_are_both_kept_or_refused() {
    for writer in WRITERS {
        let root = tempfile::tempdir().expect("it can be made");
        let write = |file: &str, name: &str| {
            std::fs::write(root.path().join(file), writer.text.replace("NAME", name)).expect("it is written");
        };
        write("one.litmus", "a/b");
        write("two.litmus", "a_2fb");
        let run = |out: &str, files: &[&str]| {
            std::fs::create_dir(root.path().join(out)).expect("it can be made");
            let words = writer.words.iter().map(|word| if *word == "OUT" { out } else { word });
            let output = lakmus(root.path(), &words.chain(files.iter().copied()).collect::<Vec<_>>());
            let names = ["Makefile", "run.sh", "harness.h"];
            let own = |path: &std::path::PathBuf| names.iter().any(|name| path.ends_with(name));
            let written = below(&root.path().join(out)).into_iter().filter(|path| !own(path));
            // A file for Graphviz may hold several pictures.
            let pictures = |path: std::path::PathBuf| match path.extension().is_some_and(|ending| ending == "dot") {
                true => std::fs::read_to_string(path).expect("it is there").matches("digraph").count(),
                false => 1,
            };
            (written.map(pictures).sum::<usize>(), output)
        };
        let what = writer.words.join(" ");
        let (alone, _) = run("alone", &["one.litmus"]);
        let (both, output) = run("both", &["one.litmus", "two.litmus"]);
        let are_kept = both == 2 * alone;
        let said = stderr(&output);
        let says_so = said.contains("two tests are called") || said.contains("have one name");
        let is_refused = output.status.code() == Some(2) && says_so;
        assert!(alone > 0 && (are_kept || is_refused && both == alone), "{what}: {alone} {both} {}", stderr(&output));
    }
}

#[test]
fn names_of_generated_tests_stay_in_the_directory() {
    for name in names().iter().filter(|name| !name.contains(['\0', ':', '#'])) {
        for is_piped in [false, true] {
            let root = tempfile::tempdir().expect("it can be made");
            let out = root.path().join("deep/out");
            std::fs::create_dir_all(&out).expect("it can be made");
            let before = below(root.path());
            let mut command = Command::new(LAKMUS);
            command.args(["gen", "one", "--arch", "X86_64", "-o"]).arg(&out).current_dir(root.path());
            if !is_piped {
                command.arg(format!("--name={name}")).args(["PodWR", "Fre", "PodWR", "Fre"]);
            }
            let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("lakmus runs");
            let mut input = child.stdin.take().expect("it is piped");
            if is_piped {
                input.write_all(format!("{name}: PodWR Fre PodWR Fre\n").as_bytes()).expect("it is read");
            }
            drop(input);
            let output = child.wait_with_output().expect("it ends");
            assert_eq!(output.status.code(), Some(0), "{name}: {}", stderr(&output));
            is_contained(root.path(), &out, &before, name);
            let listed = std::fs::read_to_string(out.join("@all")).expect("there is a list");
            assert!(listed.lines().count() == 1 && listed.lines().all(|line| out.join(line).is_file()), "{listed}");
        }
    }
}

#[test]
fn a_second_generated_test_of_a_name_is_refused() {
    let root = tempfile::tempdir().expect("it can be made");
    let mut command = Command::new(LAKMUS);
    command.args(["gen", "one", "--arch", "X86_64", "-o", "."]).current_dir(root.path());
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("lakmus runs");
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(b"x: PodWR Fre PodWR Fre\nx: PodWW Rfe PodRR Fre\n").expect("it is read");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("two tests are called `x`"), "{}", stderr(&output));
    let text = std::fs::read_to_string(root.path().join("x.litmus")).expect("the first one is written");
    assert!(text.contains("PodWR"), "{text}");
}

/// What `make` would run names no test as an option.
#[test]
fn a_test_that_is_called_like_an_option_is_none() {
    let root = tempfile::tempdir().expect("it can be made");
    std::fs::write(root.path().join("test.litmus"), X86.replace("NAME", "-rf")).expect("it is written");
    let output = lakmus(root.path(), &["export", "-o", "out", "test.litmus"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let makefile = std::fs::read_to_string(root.path().join("out/Makefile")).expect("it is written");
    assert!(makefile.contains("./$<") && !makefile.contains(" -rf"), "{makefile}");
    let script = std::fs::read_to_string(root.path().join("out/run.sh")).expect("it is written");
    assert!(script.lines().filter(|line| line.contains("rf")).all(|line| line.starts_with("./_2drf")), "{script}");
}
