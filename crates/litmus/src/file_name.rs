//! Names of files for tests.
//!
//! A test's name comes from its text, or from a generator, and may be anything: a path, an option, nothing at all. Whatever is written for a test goes to a file
//! whose name [`file_name`] makes of it.

use std::collections::HashSet;

use thiserror::Error;

/// Names are at most as long, in bytes, so that there is room for an ending in the 255 bytes that file systems grant.
const LONGEST: usize = 200;

/// The name of a file for a test, without an ending: letters, digits, `_`, and where it does not begin with them, `+`, `-` and `.`. All other characters become `_` and their
/// number in hexadecimal digits; a name that is too long is cut, and ends with a number that stands for all of it. It is never empty, leads into no other directory, and is no option
/// of a command, no hidden file, and no word that a shell or `make` takes for something else.
///
/// ```
/// assert_eq!(lakmus_litmus::file_name("MP+dmb.sy+addr"), "MP+dmb.sy+addr");
/// assert_eq!(lakmus_litmus::file_name("../-rf"), "_2e._2f-rf");
/// assert_eq!(lakmus_litmus::file_name(""), "_");
/// ```
pub fn file_name(test: &str) -> String {
    let mut name = String::with_capacity(test.len());
    for letter in test.chars() {
        let is_plain =
            letter.is_ascii_alphanumeric() || letter == '_' || !name.is_empty() && matches!(letter, '+' | '-' | '.');
        if is_plain {
            name.push(letter);
        } else {
            name.push_str(&format!("_{:02x}", u32::from(letter)));
        }
    }
    if name.is_empty() {
        name.push('_');
    }
    if name.len() > LONGEST {
        // All of it is ASCII.
        name.truncate(LONGEST - 17);
        name.push_str(&format!("_{:016x}", number(test)));
    }
    name
}

/// A number that stands for a text: FNV-1a (Fowler, Noll, Vo).
fn number(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A second test whose file would take the place of the first one's.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "two tests are called `{test}`, or nearly, and the file `{file}` is the first one's; the second one is not written"
)]
pub struct NameIsTaken {
    /// The name of the test.
    pub test: String,
    /// The name of the file, without an ending.
    pub file: String,
}

/// The files that a command has written to one directory, so that none is overwritten.
#[derive(Clone, Debug, Default)]
pub struct FileNames {
    taken: HashSet<String>,
}

impl FileNames {
    /// The [`file_name`] of a test.
    ///
    /// # Errors
    /// When another test has that file: its name is the same, or becomes the same.
    pub fn take(&mut self, test: &str) -> Result<String, NameIsTaken> {
        let file = file_name(test);
        match self.taken.insert(file.clone()) {
            true => Ok(file),
            false => Err(NameIsTaken { test: test.to_owned(), file }),
        }
    }

    /// The [`file_name`] of a test, or where another test has that, the first of `NAME-2`, `NAME-3` and so on that none has.
    pub fn take_or_number(&mut self, test: &str) -> String {
        let file = file_name(test);
        let numbered = (2_u64..).map(|number| format!("{file}-{number}"));
        let mut names = std::iter::once(file.clone()).chain(numbered);
        let free = names.find(|name| !self.taken.contains(name)).unwrap_or_else(|| file.clone());
        self.taken.insert(free.clone());
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_names_stay_as_they_are() {
        for name in ["SB", "2+2W", "MP+dmb.sy+addr-rfi", "LB_1", "a"] {
            assert_eq!(file_name(name), name);
        }
    }

    #[test]
    fn no_name_leads_elsewhere() {
        let long = "x".repeat(5000);
        let names = [
            "",
            ".",
            "..",
            "../../x",
            "/etc/passwd",
            "-rf",
            "--",
            ".x",
            "a/b",
            "a\\b",
            "a\0b",
            "a\nb",
            "$(x)",
            "%",
            "é",
            "~",
            "#",
            "@all",
            &long,
        ];
        let mut files = HashSet::new();
        for name in names {
            let file = file_name(name);
            assert!(!file.is_empty() && file.len() <= LONGEST, "{name:?}: {file}");
            assert!(file.chars().all(|c| c.is_ascii_alphanumeric() || "+-._".contains(c)), "{name:?}: {file}");
            assert!(!file.starts_with(['+', '-', '.']), "{name:?}: {file}");
            assert!(files.insert(file), "{name:?}");
        }
    }

    #[test]
    fn long_names_that_differ_at_their_ends_stay_different() {
        let (one, two) = (format!("{}1", "x".repeat(300)), format!("{}2", "x".repeat(300)));
        assert_ne!(file_name(&one), file_name(&two));
    }

    #[test]
    fn no_file_is_given_twice() {
        let mut names = FileNames::default();
        assert_eq!(names.take("a/b").unwrap(), "a_2fb");
        assert!(names.take("a_2fb").is_err() && names.take("a/b").is_err());
        assert_eq!(names.take("a").unwrap(), "a");
        assert_eq!([names.take_or_number("a"), names.take_or_number("a")], ["a-2", "a-3"]);
        assert!(names.take("a-3").is_err());
    }
}
