//! C and C++, as far as fences depend on the difference.

use std::path::Path;

/// What a text is written in, as far as fences depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C.
    C,
    /// C++.
    Cxx,
}

impl Language {
    /// The language of a file: what its name ends with, and for headers what its text uses.
    pub fn of(path: &Path, text: &str) -> Language {
        let is_cxx = match path.extension().and_then(|end| end.to_str()) {
            Some("cc" | "cpp" | "cxx" | "C" | "c++" | "hh" | "hpp" | "hxx" | "ipp" | "tcc") => true,
            Some("c") => false,
            Some(_) | None => text
                .lines()
                .map(str::trim_start)
                .any(|line| line.starts_with("namespace ") || line.starts_with("template")),
        };
        if is_cxx { Language::Cxx } else { Language::C }
    }

    /// What stands before and behind an expression in a declaration of a variable with its value, qualifiers left out: a `volatile` copy of a value would carry no dependency.
    /// In C++ it is the truth of the value, as only conditions get such a declaration.
    pub(crate) fn declaration(self, name: &str) -> (String, &'static str) {
        match self {
            Language::C => (format!("__auto_type {name} = "), ""),
            Language::Cxx => (format!("bool {name} = static_cast<bool>("), ")"),
        }
    }
}
