//! What a compiler's command line asks for, as far as it matters here.

use std::ffi::OsString;

/// The words of a command line, with those of response files (`@FILE`) in their place.
pub(super) struct Words(Vec<String>);

/// Words after which nothing is linked.
const WITHOUT_LINKING: [&str; 8] = ["-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "--version", "-###"];

impl Words {
    pub(super) fn new(arguments: &[OsString]) -> Words {
        let mut words = Vec::new();
        for argument in arguments {
            let word = argument.to_string_lossy();
            match word.strip_prefix('@').map(|name| system::read_text(name.as_ref())) {
                Some(Ok(text)) => words.extend(text.split_whitespace().map(str::to_owned)),
                _ => words.push(word.into_owned()),
            }
        }
        Words(words)
    }

    /// Whether it links.
    pub(super) fn links(&self) -> bool {
        !self.0.iter().any(|word| WITHOUT_LINKING.contains(&word.as_str()) || word.starts_with("-print-"))
    }

    /// Whether it puts objects together to one that is linked later.
    pub(super) fn links_in_part(&self) -> bool {
        self.0.iter().any(|word| matches!(word.as_str(), "-r" | "-Wl,-r" | "-Wl,--relocatable"))
    }

    /// Whether the compiler is to add no libraries of its own, as rustc says when it links: gcc leaves out ThreadSanitizer's, too.
    pub(super) fn names_all_libraries(&self) -> bool {
        self.0.iter().any(|word| matches!(word.as_str(), "-nodefaultlibs" | "-nostdlib"))
    }

    /// The word that asks for a static program, if one does.
    pub(super) fn asks_for_static(&self) -> Option<String> {
        let is_static = |word: &&String| matches!(word.as_str(), "-static" | "-static-pie" | "-static-libtsan");
        self.0.iter().find(is_static).filter(|_| self.links()).cloned()
    }

    /// Whether it says how much there shall be for debuggers: `-g0`, `-ggdb`, ...
    pub(super) fn speaks_of_debugging(&self) -> bool {
        let is_debugging =
            |word: &String| word.starts_with("-g") && !word.starts_with("-gcc") && !word.starts_with("-gen");
        self.0.iter().any(is_debugging)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Words {
        Words::new(&line.split(' ').map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn linking_is_distinguished_from_compiling() {
        assert!(words("-O2 a.c -o a -lm").links());
        assert!(words("a.o -shared -o liba.so").links());
        assert!(!words("-c a.c").links());
        assert!(!words("-print-file-name=libc.so").links());
    }

    #[test]
    fn libraries_of_its_own_are_not_taken_for_granted() {
        assert!(words("a.o -nodefaultlibs -lc").names_all_libraries());
        assert!(!words("a.o -lc").names_all_libraries());
        assert!(words("-r a.o -o b.o").links_in_part());
        assert!(!words("a.o -rdynamic -o b").links_in_part());
    }

    #[test]
    fn a_static_program_is_noticed() {
        assert_eq!(words("a.c -static").asks_for_static().as_deref(), Some("-static"));
        assert_eq!(words("-c a.c -static").asks_for_static(), None);
        assert_eq!(words("a.c -static-libgcc").asks_for_static(), None);
    }

    #[test]
    fn debugging_is_not_asked_for_twice() {
        assert!(words("a.c -g0").speaks_of_debugging());
        assert!(!words("a.c --gcc-toolchain=/x -O2").speaks_of_debugging());
    }

    #[test]
    fn a_response_file_is_looked_into() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("words");
        std::fs::write(&file, "-O2\n-c a.c\n").unwrap();
        assert!(!words(&format!("@{}", file.display())).links());
    }
}
