//! The memory models that ship with Lakmus, and the library of cat definitions that they include.
//!
//! This crate is data: the files of `cat/` are embedded, and this module says what they are. Each file names the
//! publication that it is written from; `docs/models.md` in the repository compares them.
//!
//! Invariants: no file, no parsing and no evaluation in here. What the text means is the business of the `cat` crate.
//!
//! ```
//! let tso = lakmus_models::model("x86tso").expect("ships with Lakmus");
//! assert_eq!(tso.architecture, Some("X86_64"));
//!
//! let text = lakmus_models::file(tso.file).expect("every listed model has its file");
//! assert!(text.contains("acyclic"));
//!
//! // What a model includes is found the same way.
//! assert!(lakmus_models::file("cos.cat").is_some());
//! ```

/// A model that can be named on its own, without a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ModelEntry {
    /// What the user calls it: the file name without `.cat`.
    pub name: &'static str,
    /// The file with its text, to be given to [`file()`].
    pub file: &'static str,
    /// One line, without a final full stop: what the model is.
    pub summary: &'static str,
    /// The architecture that it describes, in the spelling of the first line of a litmus test;
    /// `None` for a model that fits any.
    pub architecture: Option<&'static str>,
}

/// The text of a shipped file by its name: a model, a library (`"x86tso.cat"`, `"stdlib.cat"`), or macros for C tests
/// (`"c11.def"`).
///
/// Names are plain: no directories, no search. `None` if no such file ships.
pub fn file(name: &str) -> Option<&'static str> {
    let place = FILES.binary_search_by_key(&name, |&(file, _)| file).ok()?;
    Some(FILES[place].1)
}

/// The names of all shipped files, in alphabetical order: for listings and suggestions.
pub fn file_names() -> impl ExactSizeIterator<Item = &'static str> {
    FILES.iter().map(|&(name, _)| name)
}

/// The shipped models, in alphabetical order of their names.
pub fn models() -> &'static [ModelEntry] {
    MODELS
}

/// The shipped model of this name (`"sc"`, not `"sc.cat"`).
pub fn model(name: &str) -> Option<&'static ModelEntry> {
    let place = MODELS.binary_search_by_key(&name, |entry| entry.name).ok()?;
    Some(&MODELS[place])
}

/// The model that tests of an architecture are run under when none is named; the architecture in the spelling of the first
/// line of a litmus test.
pub fn default_model(architecture: &str) -> Option<&'static ModelEntry> {
    model(match architecture {
        "AArch64" => "aarch64",
        "C" => "rc11",
        "X86_64" => "x86tso",
        _ => return None,
    })
}

/// Sorted by name.
static MODELS: &[ModelEntry] = &[
    ModelEntry {
        name: "aarch64",
        file: "aarch64.cat",
        summary: "Armv8-A at user level (Arm Architecture Reference Manual, B2.3), with the verdicts of herd7's default",
        architecture: Some("AArch64"),
    },
    ModelEntry {
        name: "c11",
        file: "c11.cat",
        summary: "C11 with SC axioms on a partial order (Batty, Donaldson, Wickerson 2016), herd7's default for C",
        architecture: Some("C"),
    },
    ModelEntry {
        name: "c11tester",
        file: "c11tester.cat",
        summary: "the fragment of C11 that C11Tester explores (Luo, Demsky 2021)",
        architecture: Some("C"),
    },
    ModelEntry {
        name: "minimal",
        file: "minimal.cat",
        summary: "every candidate execution: any coherence order, nothing forbidden",
        architecture: None,
    },
    ModelEntry {
        name: "rc11",
        file: "rc11.cat",
        summary: "repaired C11 (Lahav, Vafeiadis, Kang, Hur, Dreyer 2017)",
        architecture: Some("C"),
    },
    ModelEntry { name: "sc", file: "sc.cat", summary: "sequential consistency (Lamport 1979)", architecture: None },
    ModelEntry {
        name: "uniproc",
        file: "uniproc.cat",
        summary: "coherence only: each location on its own is sequentially consistent",
        architecture: None,
    },
    ModelEntry {
        name: "x86tso",
        file: "x86tso.cat",
        summary: "x86-TSO (Owens, Sarkar, Sewell 2009): only MFENCE and locked instructions empty the store buffer",
        architecture: Some("X86_64"),
    },
    ModelEntry {
        name: "x86tso-herd",
        file: "x86tso-herd.cat",
        summary: "x86-TSO with the verdicts of herd7's default: SFENCE and LFENCE act as MFENCE",
        architecture: Some("X86_64"),
    },
];

/// `(file name, text)`, sorted by file name.
static FILES: &[(&str, &str)] = &[
    ("aarch64-dependencies.cat", include_str!("../cat/aarch64-dependencies.cat")),
    ("aarch64.cat", include_str!("../cat/aarch64.cat")),
    ("aarch64fences.cat", include_str!("../cat/aarch64fences.cat")),
    ("armfences.cat", include_str!("../cat/armfences.cat")),
    ("c11-checks.cat", include_str!("../cat/c11-checks.cat")),
    ("c11-orders.cat", include_str!("../cat/c11-orders.cat")),
    ("c11.cat", include_str!("../cat/c11.cat")),
    ("c11.def", include_str!("../cat/c11.def")),
    ("c11tester.cat", include_str!("../cat/c11tester.cat")),
    ("cos-no-opt.cat", include_str!("../cat/cos-no-opt.cat")),
    ("cos-opt.cat", include_str!("../cat/cos-opt.cat")),
    ("cos.cat", include_str!("../cat/cos.cat")),
    ("cross.cat", include_str!("../cat/cross.cat")),
    ("fences.cat", include_str!("../cat/fences.cat")),
    ("filters.cat", include_str!("../cat/filters.cat")),
    ("minimal.cat", include_str!("../cat/minimal.cat")),
    ("ppcfences.cat", include_str!("../cat/ppcfences.cat")),
    ("rc11.cat", include_str!("../cat/rc11.cat")),
    ("sc.cat", include_str!("../cat/sc.cat")),
    ("stdlib.cat", include_str!("../cat/stdlib.cat")),
    ("uniproc.cat", include_str!("../cat/uniproc.cat")),
    ("x86fences.cat", include_str!("../cat/x86fences.cat")),
    ("x86tso-herd.cat", include_str!("../cat/x86tso-herd.cat")),
    ("x86tso.cat", include_str!("../cat/x86tso.cat")),
];

#[cfg(test)]
mod tests;
