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
//! // Other words name the same model.
//! assert_eq!(lakmus_models::model("tso"), Some(tso));
//!
//! // What a model includes is found the same way.
//! assert!(lakmus_models::file("cos.cat").is_some());
//! ```

/// A model that can be named on its own, without a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ModelEntry {
    /// Its one name, in reports and on command lines: the file name without `.cat`.
    pub name: &'static str,
    /// Other words that users know it by; no other model has one of them as its name or among these.
    pub aliases: &'static [&'static str],
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

/// The shipped model that a word names (`"sc"`, not `"sc.cat"`): by its name, or by one of its aliases.
pub fn model(word: &str) -> Option<&'static ModelEntry> {
    let by_name = || MODELS.binary_search_by_key(&word, |entry| entry.name).ok().map(|place| &MODELS[place]);
    by_name().or_else(|| MODELS.iter().find(|entry| entry.aliases.contains(&word)))
}

/// The one name of the model that a word names; the word itself where no shipped model has it, as it may be that of a file.
pub fn name(word: &str) -> &str {
    model(word).map_or(word, |entry| entry.name)
}

/// All words for models, names and aliases, each with the name of its model: for suggestions.
pub fn words() -> impl Iterator<Item = (&'static str, &'static str)> {
    MODELS.iter().flat_map(|entry| {
        std::iter::once(entry.name).chain(entry.aliases.iter().copied()).map(|word| (word, entry.name))
    })
}

/// Sorted by name.
static MODELS: &[ModelEntry] = &[
    ModelEntry {
        name: "aarch32",
        aliases: &[],
        file: "aarch32.cat",
        summary: "Armv8-A in AArch32 state (Arm Architecture Reference Manual, E2): the model of AArch64 for A32 and T32",
        architecture: Some("ARM"),
    },
    ModelEntry {
        name: "aarch64",
        aliases: &["armv8", "armv8-a", "arm64"],
        file: "aarch64.cat",
        summary: "Armv8-A at user level (Arm Architecture Reference Manual, B2.3), with the verdicts of herd7's default",
        architecture: Some("AArch64"),
    },
    ModelEntry {
        name: "arm",
        aliases: &["armv7", "armv7-a"],
        file: "arm.cat",
        summary: "Armv7 (Alglave, Maranget, Tautschnig 2014), herd7's default for ARM",
        architecture: Some("ARM"),
    },
    ModelEntry {
        name: "bpf",
        aliases: &[],
        file: "bpf.cat",
        summary: "BPF (McKenney, Mohan 2024): the Linux kernel's model of the operations that BPF has",
        architecture: Some("BPF"),
    },
    ModelEntry {
        name: "bpf-herd",
        aliases: &[],
        file: "bpf-herd.cat",
        summary: "BPF with the verdicts of herd7's default",
        architecture: Some("BPF"),
    },
    ModelEntry {
        name: "c11",
        aliases: &[],
        file: "c11.cat",
        summary: "C11 with SC axioms on a partial order (Batty, Donaldson, Wickerson 2016), herd7's default for C",
        architecture: Some("C"),
    },
    ModelEntry {
        name: "c11tester",
        aliases: &["c++11"],
        file: "c11tester.cat",
        summary: "the fragment of C11 that C11Tester explores (Luo, Demsky 2021)",
        architecture: Some("C"),
    },
    ModelEntry {
        name: "c11tester20",
        aliases: &["c++20"],
        file: "c11tester20.cat",
        summary: "the same with the sequential consistency of C++20 (P0668)",
        architecture: Some("C"),
    },
    ModelEntry {
        name: "dotnet",
        aliases: &[],
        file: "dotnet.cat",
        summary: "the memory model of .NET (dotnet/runtime, Memory-model.md) on Java tests: volatile accesses, fences, references",
        architecture: Some("Java"),
    },
    ModelEntry {
        name: "go",
        aliases: &[],
        file: "go.cat",
        summary: "the memory model of Go (2022) on Java tests; add causality requirements by `lakmus java check`",
        architecture: Some("Java"),
    },
    ModelEntry {
        name: "j9mm",
        aliases: &[],
        file: "j9mm.cat",
        summary: "the guide to JDK 9's memory order modes (Lea 2018), the total order of volatile accesses beside antecedence",
        architecture: Some("Java"),
    },
    ModelEntry {
        name: "j9mm-total",
        aliases: &[],
        file: "j9mm-total.cat",
        summary: "the guide to JDK 9's memory order modes (Lea 2018), the total order of volatile accesses within antecedence",
        architecture: Some("Java"),
    },
    ModelEntry {
        name: "jam21",
        aliases: &[],
        file: "jam21.cat",
        summary: "the Java access modes model (Liu, Bender, Palsberg 2022)",
        architecture: Some("Java"),
    },
    ModelEntry {
        name: "jls-modes",
        aliases: &[],
        file: "jls-modes.cat",
        summary: "the Java Language Specification's happens-before with release and acquire, fences and atomic updates",
        architecture: Some("Java"),
    },
    ModelEntry {
        name: "jls04",
        aliases: &[],
        file: "jls04.cat",
        summary: "happens-before of the Java Language Specification (2004); add causality requirements by `lakmus java check`",
        architecture: Some("Java"),
    },
    ModelEntry {
        name: "jls04-published",
        aliases: &[],
        file: "jls04-published.cat",
        summary: "the same as published with jMT (2026), in which no execution with an atomic update is consistent",
        architecture: Some("Java"),
    },
    ModelEntry {
        name: "lkmm",
        aliases: &[],
        file: "lkmm.cat",
        summary: "the Linux kernel (Alglave, Maranget, McKenney, Parri, Stern 2018, with later corrections)",
        architecture: Some("C"),
    },
    ModelEntry {
        name: "loongarch",
        aliases: &[],
        file: "loongarch.cat",
        summary: "LoongArch (LoongArch Reference Manual, volume 1): barriers and dependencies, reads of one location may swap",
        architecture: Some("LoongArch"),
    },
    ModelEntry {
        name: "loongarch-ld-seq-sa",
        aliases: &[],
        file: "loongarch-ld-seq-sa.cat",
        summary: "LoongArch on processors with LD_SEQ_SA: reads of one location stay in order",
        architecture: Some("LoongArch"),
    },
    ModelEntry {
        name: "minimal",
        aliases: &[],
        file: "minimal.cat",
        summary: "every candidate execution: any coherence order, nothing forbidden",
        architecture: None,
    },
    ModelEntry {
        name: "mips",
        aliases: &[],
        file: "mips.cat",
        summary: "MIPS (The MIPS64 Instruction Set Reference Manual): dependencies and SYNC, all else may be reordered",
        architecture: Some("MIPS"),
    },
    ModelEntry {
        name: "mips-herd",
        aliases: &[],
        file: "mips-herd.cat",
        summary: "partial store order for MIPS, with the verdicts of herd7's default",
        architecture: Some("MIPS"),
    },
    ModelEntry {
        name: "power",
        aliases: &["ppc"],
        file: "power.cat",
        summary: "Power (Alglave, Maranget, Tautschnig 2014), herd7's default for PPC",
        architecture: Some("PPC"),
    },
    ModelEntry {
        name: "power-2010",
        aliases: &[],
        file: "power-2010.cat",
        summary: "Power in the framework of 2010 (Alglave, Maranget, Sarkar, Sewell 2010)",
        architecture: Some("PPC"),
    },
    ModelEntry {
        name: "pso",
        aliases: &[],
        file: "pso.cat",
        summary: "partial store order (SPARC Architecture Manual, version 8), for tests of X86_64 and RISCV",
        architecture: Some("X86_64"),
    },
    ModelEntry {
        name: "rc11",
        aliases: &[],
        file: "rc11.cat",
        summary: "repaired C11 (Lahav, Vafeiadis, Kang, Hur, Dreyer 2017)",
        architecture: Some("C"),
    },
    ModelEntry {
        name: "rc11-load-buffering",
        aliases: &[],
        file: "rc11-load-buffering.cat",
        summary: "rc11 without its axiom against values out of thin air: what lakmus mix judges C by",
        architecture: Some("C"),
    },
    ModelEntry {
        name: "rmo",
        aliases: &[],
        file: "rmo.cat",
        summary: "relaxed memory order (Alglave, Kroening, Nimal, Tautschnig 2013), for tests of X86_64 and RISCV",
        architecture: Some("X86_64"),
    },
    ModelEntry {
        name: "rvwmo",
        aliases: &["riscv"],
        file: "rvwmo.cat",
        summary: "RVWMO (The RISC-V Instruction Set Manual, volume I), with RCsc loads and stores of Zalasr",
        architecture: Some("RISCV"),
    },
    ModelEntry {
        name: "rvwmo-herd",
        aliases: &[],
        file: "rvwmo-herd.cat",
        summary: "RVWMO with the verdicts of herd7's default: plain loads and stores with ordering bits are RCpc",
        architecture: Some("RISCV"),
    },
    ModelEntry {
        name: "s390x",
        aliases: &[],
        file: "s390x.cat",
        summary: "z/Architecture (Principles of Operation): a store may be delayed behind later loads",
        architecture: Some("S390X"),
    },
    ModelEntry {
        name: "sc",
        aliases: &[],
        file: "sc.cat",
        summary: "sequential consistency (Lamport 1979)",
        architecture: None,
    },
    ModelEntry {
        name: "uniproc",
        aliases: &[],
        file: "uniproc.cat",
        summary: "coherence only: each location on its own is sequentially consistent",
        architecture: None,
    },
    ModelEntry {
        name: "x86-herd",
        aliases: &[],
        file: "x86-herd.cat",
        summary: "x86-TSO with the verdicts of herd7's default for tests of 32 bits",
        architecture: Some("X86"),
    },
    ModelEntry {
        name: "x86tso",
        aliases: &["tso", "x86-tso", "x86"],
        file: "x86tso.cat",
        summary: "x86-TSO (Owens, Sarkar, Sewell 2009): only MFENCE and locked instructions empty the store buffer",
        architecture: Some("X86_64"),
    },
    ModelEntry {
        name: "x86tso-herd",
        aliases: &[],
        file: "x86tso-herd.cat",
        summary: "x86-TSO with the verdicts of herd7's default: SFENCE and LFENCE act as MFENCE",
        architecture: Some("X86_64"),
    },
    ModelEntry {
        name: "ztso",
        aliases: &[],
        file: "ztso.cat",
        summary: "RISC-V with Ztso (The RISC-V Instruction Set Manual, volume I): total store order",
        architecture: Some("RISCV"),
    },
];

/// `(file name, text)`, sorted by file name.
static FILES: &[(&str, &str)] = &[
    ("aarch32.cat", include_str!("../cat/aarch32.cat")),
    ("aarch64-dependencies.cat", include_str!("../cat/aarch64-dependencies.cat")),
    ("aarch64.cat", include_str!("../cat/aarch64.cat")),
    ("aarch64fences.cat", include_str!("../cat/aarch64fences.cat")),
    ("arm.cat", include_str!("../cat/arm.cat")),
    ("armfences.cat", include_str!("../cat/armfences.cat")),
    ("bpf-herd.cat", include_str!("../cat/bpf-herd.cat")),
    ("bpf-order.cat", include_str!("../cat/bpf-order.cat")),
    ("bpf.cat", include_str!("../cat/bpf.cat")),
    ("c11-checks.cat", include_str!("../cat/c11-checks.cat")),
    ("c11-orders.cat", include_str!("../cat/c11-orders.cat")),
    ("c11.cat", include_str!("../cat/c11.cat")),
    ("c11.def", include_str!("../cat/c11.def")),
    ("c11tester.cat", include_str!("../cat/c11tester.cat")),
    ("c11tester20.cat", include_str!("../cat/c11tester20.cat")),
    ("cos-no-opt.cat", include_str!("../cat/cos-no-opt.cat")),
    ("cos-opt.cat", include_str!("../cat/cos-opt.cat")),
    ("cos.cat", include_str!("../cat/cos.cat")),
    ("cross.cat", include_str!("../cat/cross.cat")),
    ("dotnet.cat", include_str!("../cat/dotnet.cat")),
    ("fences.cat", include_str!("../cat/fences.cat")),
    ("filters.cat", include_str!("../cat/filters.cat")),
    ("go.cat", include_str!("../cat/go.cat")),
    ("herding-cats.cat", include_str!("../cat/herding-cats.cat")),
    ("j9mm-rules.cat", include_str!("../cat/j9mm-rules.cat")),
    ("j9mm-total.cat", include_str!("../cat/j9mm-total.cat")),
    ("j9mm.cat", include_str!("../cat/j9mm.cat")),
    ("jam21.cat", include_str!("../cat/jam21.cat")),
    ("java-final-fields.cat", include_str!("../cat/java-final-fields.cat")),
    ("java-threads.cat", include_str!("../cat/java-threads.cat")),
    ("jls-modes.cat", include_str!("../cat/jls-modes.cat")),
    ("jls04-published.cat", include_str!("../cat/jls04-published.cat")),
    ("jls04.cat", include_str!("../cat/jls04.cat")),
    ("lkmm-annotations.cat", include_str!("../cat/lkmm-annotations.cat")),
    ("lkmm-locks.cat", include_str!("../cat/lkmm-locks.cat")),
    ("lkmm-races.cat", include_str!("../cat/lkmm-races.cat")),
    ("lkmm.bell", include_str!("../cat/lkmm.bell")),
    ("lkmm.cat", include_str!("../cat/lkmm.cat")),
    ("lkmm.def", include_str!("../cat/lkmm.def")),
    ("loongarch-ld-seq-sa.cat", include_str!("../cat/loongarch-ld-seq-sa.cat")),
    ("loongarch-order.cat", include_str!("../cat/loongarch-order.cat")),
    ("loongarch.cat", include_str!("../cat/loongarch.cat")),
    ("loongarchfences.cat", include_str!("../cat/loongarchfences.cat")),
    ("minimal.cat", include_str!("../cat/minimal.cat")),
    ("mips-herd.cat", include_str!("../cat/mips-herd.cat")),
    ("mips.cat", include_str!("../cat/mips.cat")),
    ("mipsfences.cat", include_str!("../cat/mipsfences.cat")),
    ("power-2010.cat", include_str!("../cat/power-2010.cat")),
    ("power.cat", include_str!("../cat/power.cat")),
    ("ppcfences.cat", include_str!("../cat/ppcfences.cat")),
    ("pso.cat", include_str!("../cat/pso.cat")),
    ("rc11-axioms.cat", include_str!("../cat/rc11-axioms.cat")),
    ("rc11-load-buffering.cat", include_str!("../cat/rc11-load-buffering.cat")),
    ("rc11.cat", include_str!("../cat/rc11.cat")),
    ("rmo.cat", include_str!("../cat/rmo.cat")),
    ("rvwmo-herd.cat", include_str!("../cat/rvwmo-herd.cat")),
    ("rvwmo-order.cat", include_str!("../cat/rvwmo-order.cat")),
    ("rvwmo.cat", include_str!("../cat/rvwmo.cat")),
    ("s390x.cat", include_str!("../cat/s390x.cat")),
    ("sc.cat", include_str!("../cat/sc.cat")),
    ("sparcfences.cat", include_str!("../cat/sparcfences.cat")),
    ("stdlib.cat", include_str!("../cat/stdlib.cat")),
    ("uniproc.cat", include_str!("../cat/uniproc.cat")),
    ("x86-herd.cat", include_str!("../cat/x86-herd.cat")),
    ("x86fences.cat", include_str!("../cat/x86fences.cat")),
    ("x86tso-herd.cat", include_str!("../cat/x86tso-herd.cat")),
    ("x86tso.cat", include_str!("../cat/x86tso.cat")),
    ("ztso.cat", include_str!("../cat/ztso.cat")),
];

#[cfg(test)]
mod tests;
