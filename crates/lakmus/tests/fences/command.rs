//! The command on C sources, as a user runs it. Needs clang.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use lakmus::cprog::clang::Clang;

/// A directory that goes away with its owner.
struct Directory(PathBuf);

impl Directory {
    fn new(purpose: &str) -> Directory {
        let path = std::env::temp_dir().join(format!("lakmus-command-{purpose}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("can be made");
        Directory(path)
    }

    /// What `lakmus fence` does with a file of this text.
    fn fence(&self, text: &str, options: &[&str]) -> Output {
        fs::write(self.0.join("program.c"), text).expect("can be written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_lakmus"));
        command.arg("fence").args(options).arg("program.c").current_dir(&self.0);
        command.output().expect("it runs")
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // What cannot be removed is a temporary file.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A message in a variable or member of this declaration, which the receiver reads behind the flag.
fn message(declaration: &str, name: &str) -> String {
    format!(
        "#include <pthread.h>\n{declaration}\nint ready, seen;\n\
         void *sender(void *unused) {{\n  {name} = 1;\n  __sync_synchronize();\n  ready = 1;\n  return unused;\n}}\n\
         int main(void) {{\n  pthread_t thread;\n  pthread_create(&thread, 0, sender, 0);\n  int now = ready;\n\
         \x20 if (now)\n    seen = {name};\n  return seen;\n}}\n"
    )
}

/// A field of bits has no address that could depend on anything. That is seen when the changed program is compiled.
#[test]
fn fences_are_taken_where_dependencies_do_not_compile() {
    if Clang::find(None).is_err() {
        println!("not tried: there is no clang");
        return;
    }
    let directory = Directory::new("dependency");
    let of = |declaration, name| {
        let output = directory.fence(&message(declaration, name), &["--model", "armv8"]);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (status, diff, said) = of("int data;", "data");
    assert_eq!(status, Some(1), "{said}");
    assert!(diff.contains("lakmus_zero_0"), "what has an address gets a dependency:\n{diff}{said}");
    assert!(!said.contains("warning"), "{said}");
    let (status, diff, said) = of("struct { unsigned flag : 1, other : 3; } data;", "data.flag");
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("fences are taken in their place"), "{said}");
    assert!(diff.contains("__sync_synchronize") || diff.contains("__atomic_thread_fence"), "{diff}");
    assert!(!diff.contains("lakmus_zero"), "{diff}");
}

/// A report beside changed files: both are asked for, so both are given.
#[test]
fn files_are_changed_in_place_beside_a_report() {
    if Clang::find(None).is_err() {
        println!("not tried: there is no clang");
        return;
    }
    let directory = Directory::new("in-place");
    let output = directory.fence(&message("int data;", "data"), &["--model", "armv8", "--in-place", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let report = String::from_utf8(output.stdout).expect("text");
    assert!(report.starts_with('{') && report.contains("\"fences\":"), "{report}");
    let changed = fs::read_to_string(directory.0.join("program.c")).expect("it is there");
    assert_ne!(changed, message("int data;", "data"));
    let output = directory.fence(&changed, &["--model", "armv8", "--in-place"]);
    assert_eq!(output.status.code(), Some(0), "what was changed is robust");
    assert!(output.stdout.is_empty(), "no diff");
}
