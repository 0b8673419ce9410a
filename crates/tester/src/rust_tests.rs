//! The tests of a program with the test harness of Rust's standard library, one by one.
//!
//! Such a program does all its tests one after the other. An execution of all of them explores each of them as often, whatever they do, and a finding is one of the program; so the program is asked for its tests, and each is
//! tested as the program with `--exact NAME`.

use std::ffi::OsString;
use std::process::{Command, Stdio};

use object::read::elf::ElfFile64;
use object::{Object, ObjectSymbol};

use crate::program::Request;

/// What the harness is called with for each test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustTests {
    /// The names of the tests, as the program lists them.
    pub names: Vec<String>,
    /// The arguments but for those that choose tests.
    options: Vec<OsString>,
}

/// Options of the harness whose argument is a word of its own.
const WITH_ARGUMENT: [&str; 6] = ["--test-threads", "--logfile", "--color", "--format", "--shuffle-seed", "-Z"];
/// The option that leaves tests out.
const SKIP: &str = "--skip";
/// With these it does no tests.
const NOT_TESTING: [&str; 5] = ["--list", "--help", "-h", "--bench", "--exact"];
/// With these it does tests that are ignored.
const IGNORED: [&str; 2] = ["--ignored", "--include-ignored"];

impl RustTests {
    /// Those of a program, as far as its arguments choose them. None where it is no such program, or its arguments ask for something else than tests, or for one test.
    pub fn of(request: &Request) -> Option<RustTests> {
        let is = |word: &OsString, words: &[&str]| words.iter().any(|known| *word == **known);
        if request.arguments.iter().any(|word| is(word, &NOT_TESTING)) || !has_harness(request) {
            return None;
        }
        let listed = list(request, &[])?;
        let does_ignored = request.arguments.iter().any(|word| is(word, &IGNORED));
        let ignored = if does_ignored { Vec::new() } else { list(request, &["--ignored"])? };
        let names = listed.into_iter().filter(|name| !ignored.contains(name)).collect();
        Some(RustTests { names, options: options(&request.arguments) })
    }

    /// What does one of the tests as often as `whole` says.
    pub fn request(&self, whole: &Request, name: &str) -> Request {
        let mut one = whole.clone();
        one.arguments.clone_from(&self.options);
        one.arguments.extend(["--exact".into(), name.into()]);
        one
    }
}

/// Whether the program has the function that the harness begins with.
fn has_harness(request: &Request) -> bool {
    const BEGIN: &str = "test_main_static";
    let bytes = crate::program::path_of(&request.program).and_then(|path| std::fs::read(path).ok());
    let Some(bytes) = bytes else { return false };
    let Ok(file) = ElfFile64::<object::Endianness>::parse(&*bytes) else { return false };
    file.symbols().any(|symbol| symbol.is_definition() && symbol.name().is_ok_and(|name| name.contains(BEGIN)))
}

/// The names that the program lists.
fn list(request: &Request, more: &[&str]) -> Option<Vec<String>> {
    let mut command = Command::new(&request.program);
    command.args(&request.arguments).args(["--list", "--format", "terse"]).args(more);
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok().filter(|it| it.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
}

/// Arguments without those that choose tests.
fn options(arguments: &[OsString]) -> Vec<OsString> {
    let mut kept = Vec::new();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        if text == SKIP {
            words.next();
        } else if text.starts_with('-') && !text.starts_with("--skip=") {
            kept.push(word.clone());
            if WITH_ARGUMENT.contains(&&*text) {
                kept.extend(words.next().cloned());
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_chooses_tests_is_left_out() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        let kept = options(&words("queue --skip slow --test-threads 1 full --nocapture --skip=a -Z unstable-options"));
        assert_eq!(kept, words("--test-threads 1 --nocapture -Z unstable-options"));
    }
}
