//! What profiles have to agree on besides the order of accesses (*Mix Testing*, sections 5.4 and 6.4): the size and the alignment of atomic types, whether
//! an operation takes a lock, whether a load may write, since a constant is placed where nothing may be written, and how atomics are passed by value.

mod passing;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::cache::CodeCache;
use crate::compiler::compile_text;
use crate::fragment::{HEAD, Passed};
use crate::ingest::{Interface, ingest};
use crate::language::Language;
use crate::listing::{Line, Listing};
use crate::runtime_calls::{Choice, Helper, Helpers, Libraries, Library, NoHelpers, OnMachine, is_lock};
use crate::{Architecture, Origin, Profile};

pub(crate) use passing::PassingRegisters;

/// Something that profiles do differently, or wrongly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What is compared.
    pub subject: String,
    /// What kind of finding it is.
    pub kind: DifferenceKind,
    /// What each profile does, by the names of profiles.
    pub by: BTreeMap<String, Vec<String>>,
}

/// What kind of difference it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DifferenceKind {
    /// Code of two profiles disagrees on where the parts of an object are.
    Layout,
    /// One takes a lock and another does not: together they are not atomic.
    Lock,
    /// A load writes, and constants are where nothing may be written.
    ConstantLoad,
    /// One looks for an argument where the other did not put it.
    Passing,
}

/// What was checked.
#[derive(Clone, Debug, Default)]
pub struct Structure {
    /// What was found, by architecture.
    pub differences: Vec<(Architecture, Difference)>,
    /// Profiles that could not be checked, and why.
    pub refused: Vec<(String, String)>,
    /// What was not checked of profiles, and why.
    pub gaps: Vec<StructureGap>,
    /// How many profiles were checked.
    pub checked: usize,
    /// The same by architecture.
    pub by_architecture: BTreeMap<Architecture, usize>,
}

/// What was not checked of a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructureGap {
    /// The profile's name.
    pub profile: String,
    /// What was to be checked.
    pub subject: String,
    /// Why it was not.
    pub reason: String,
}

/// Types whose layout is compared: the C declaration, as for `X name;`.
const TYPES: [(&str, &str); 9] = [
    ("s3", "_Atomic struct { char a[3]; }"),
    ("s4", "_Atomic struct { short a; char b; }"),
    ("s5", "_Atomic struct { char a[5]; }"),
    ("s12i", "_Atomic struct { int a; char b[5]; }"),
    ("s12", "_Atomic struct { char a[12]; }"),
    ("s16l", "_Atomic struct { long a, b; }"),
    ("s16", "_Atomic struct { char a[16]; }"),
    ("s17", "_Atomic struct { char a[17]; }"),
    ("i128", WIDE),
];

/// A type that is not everywhere.
const WIDE: &str = "_Atomic __int128";

/// Widths whose loads are looked at.
const WIDTHS: [(u16, &str); 5] =
    [(8, "unsigned char"), (16, "unsigned short"), (32, "unsigned"), (64, "unsigned long long"), (128, "__int128")];

/// The types and the widths that an architecture has.
fn subjects(
    architecture: Architecture,
) -> (impl Iterator<Item = (&'static str, &'static str)>, Vec<(u16, &'static str)>) {
    let has_wide = architecture.convention().word == 64;
    let types = TYPES.into_iter().filter(move |(_, ctype)| has_wide || *ctype != WIDE);
    (types, WIDTHS.into_iter().filter(|(width, _)| has_wide || *width < 128).collect())
}

/// The translation unit that is compiled.
fn unit(architecture: Architecture) -> String {
    let mut text = HEAD.to_owned();
    let (types, widths) = subjects(architecture);
    for (name, ctype) in types {
        text.push_str(&format!(
            "typedef {ctype} T{name};\nunsigned size_{name} = sizeof(T{name}), align_{name} = _Alignof(T{name});\n"
        ));
    }
    for (width, ctype) in widths {
        text.push_str(&format!(
            "const _Atomic {ctype} constant_{width} = 5;\n{ctype} load_{width}(const _Atomic {ctype} *p) {{ return *p; }}\n"
        ));
    }
    text.push_str(&passing::unit());
    text
}

/// What one profile does.
struct Facts {
    architecture: Architecture,
    profile: String,
    /// By type: size and alignment.
    layouts: BTreeMap<&'static str, String>,
    /// By type: how it is passed by value.
    passing: BTreeMap<&'static str, &'static str>,
    /// By width: how it loads.
    loads: BTreeMap<u16, Load>,
    /// What is not known: the subject, and why.
    gaps: Vec<(String, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Load {
    /// Whether a lock is taken, where that is known.
    locks: Option<bool>,
    /// Whether the load writes, where that is known.
    writes: Option<bool>,
    section: String,
}

/// Checks all profiles that are compilers.
pub fn structure(profiles: &[Profile]) -> Structure {
    structure_with(profiles, 1, &CodeCache::none())
}

/// As [`structure`], `jobs` profiles at a time; `cache` has what compilers gave before.
pub fn structure_with(profiles: &[Profile], jobs: usize, cache: &CodeCache) -> Structure {
    let mut structure = Structure::default();
    let mut all: Vec<Facts> = Vec::new();
    for (profile, found) in profiles.iter().zip(all_facts(profiles, jobs, cache)) {
        match found {
            Some(Ok(facts)) => all.push(facts),
            Some(Err(reason)) => structure.refused.push((profile.name.clone(), reason)),
            None => structure.gaps.push(StructureGap {
                profile: profile.name.clone(),
                subject: "structure".to_owned(),
                reason: "it is no compiler for C, and what is compared is C's `_Atomic`".to_owned(),
            }),
        }
    }
    structure.checked = all.len();
    for facts in &all {
        let gap = |(subject, reason): &(String, String)| StructureGap {
            profile: facts.profile.clone(),
            subject: subject.clone(),
            reason: reason.clone(),
        };
        structure.gaps.extend(facts.gaps.iter().map(gap));
    }
    for architecture in Architecture::ALL {
        let of: Vec<&Facts> = all.iter().filter(|facts| facts.architecture == architecture).collect();
        if !of.is_empty() {
            structure.by_architecture.insert(architecture, of.len());
        }
        let differences = layouts(&of).into_iter().chain(loads(&of)).chain(passings(&of));
        structure.differences.extend(differences.map(|difference| (architecture, difference)));
    }
    structure
}

/// What each profile does, in their order.
fn all_facts(profiles: &[Profile], jobs: usize, cache: &CodeCache) -> Vec<Option<Result<Facts, String>>> {
    let next = AtomicUsize::new(0);
    let libraries = Libraries::default();
    let found: Mutex<BTreeMap<usize, Option<Result<Facts, String>>>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(profile) = profiles.get(number) else { return };
                    let facts = facts(profile, &libraries, cache);
                    found.lock().unwrap_or_else(PoisonError::into_inner).insert(number, facts);
                }
            });
        }
    });
    // By number, so that reports do not depend on which thread was faster.
    found.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect()
}

fn facts(profile: &Profile, libraries: &Libraries, cache: &CodeCache) -> Option<Result<Facts, String>> {
    let Origin::Compiler(compiler) = &profile.origin else { return None };
    // What is compared is C's `_Atomic`.
    if compiler.language != Language::C {
        return None;
    }
    let architecture = profile.architecture;
    let text = match compile_text(compiler, architecture, &unit(architecture), cache) {
        Ok(text) if text.trim().is_empty() => return Some(Err("it wrote nothing to its standard output".to_owned())),
        Ok(text) => text,
        Err(error) => return Some(Err(error.to_string())),
    };
    let listing = Listing::read(&text, architecture);
    let layouts = match layouts_of(&listing, architecture) {
        Ok(layouts) => layouts,
        Err(name) => return Some(Err(format!("the size of a type is not in its assembly text (`{name}`)"))),
    };
    let library = || libraries.of(&compiler.words, compiler.disassembler.as_deref(), architecture);
    let mut gaps = Vec::new();
    let mut loads = BTreeMap::new();
    for (width, _) in subjects(architecture).1 {
        let Found { locks, writes, reason } = load(&listing, width, architecture, &library);
        let reason = || reason.clone().unwrap_or_default();
        if locks.is_none() {
            gaps.push((format!("whether operations on {width} bits take a lock"), reason()));
        }
        if writes.is_none() {
            gaps.push((format!("whether a load of {width} bits writes"), reason()));
        }
        let section = listing.symbols.get(&format!("constant_{width}"));
        let section = section.map(|symbol| symbol.section.clone()).unwrap_or_default();
        loads.insert(width, Load { locks, writes, section });
    }
    let mut passing = BTreeMap::new();
    for (name, ctype) in passing::TYPES {
        let lines = listing.function(&format!("first_{name}"));
        match lines.and_then(|lines| passing::of(lines, architecture)) {
            Some(place) => _ = passing.insert(ctype, place),
            None => {
                let reason = format!("that is not followed in code for {}", architecture.name());
                gaps.push((format!("how {ctype} is passed by value"), reason));
            }
        }
    }
    Some(Ok(Facts { architecture, profile: profile.name.clone(), layouts, passing, loads, gaps }))
}

/// The layouts of the types in a listing, or the name of what it lacks.
fn layouts_of(listing: &Listing, architecture: Architecture) -> Result<BTreeMap<&'static str, String>, String> {
    let number = |name: String| {
        let data = listing.symbols.get(&name).map(|symbol| &symbol.data);
        // A directive for numbers of 4 bytes; the one for alignment stands before the label.
        let found = data.and_then(|data| {
            data.iter().find(|(directive, _)| matches!(directive.as_str(), "word" | "long" | "4byte" | "int"))
        });
        found.map(|(_, value)| value.clone()).ok_or(name)
    };
    let of = |(name, _)| {
        let (size, align) = (number(format!("size_{name}"))?, number(format!("align_{name}"))?);
        Ok((name, format!("{size} bytes aligned to {align}")))
    };
    subjects(architecture).0.map(of).collect()
}

/// What is known of a load.
struct Found {
    /// Whether a lock is taken, where that is known.
    locks: Option<bool>,
    /// Whether it writes more than a lock, where that is known.
    writes: Option<bool>,
    /// Why something is not known.
    reason: Option<String>,
}

/// How a load of so many bits is done.
fn load(listing: &Listing, width: u16, architecture: Architecture, library: &dyn Fn() -> Arc<Library>) -> Found {
    let name = format!("load_{width}");
    let interface = Interface { arguments: &[Passed::Address], results: &[Passed::Number(width)], is_wide: width > 64 };
    let Some(lines) = listing.function(&name) else {
        let reason = Some("the compiler gave no code for it".to_owned());
        return Found { locks: None, writes: None, reason };
    };
    // Most loads call nothing: then no library has to be disassembled.
    if let Ok(body) = ingest(listing, &name, interface, architecture, &NoHelpers) {
        return Found { locks: Some(false), writes: Some(body.writes()), reason: None };
    }
    let library = library();
    // That a lock is taken on some machine is enough.
    let helpers = WithoutLocks { inner: library.on(Choice::ANY), has_locked: Cell::new(false) };
    let found = ingest(listing, &name, interface, architecture, &helpers);
    let locks = helpers.has_locked.get();
    match found {
        Ok(body) => Found { locks: Some(locks), writes: Some(body.writes()), reason: None },
        Err(reason) => {
            let calls = lines.iter().any(|line| matches!(line, Line::Instruction(text) if text.contains("__atomic_")));
            // What a library that is not there does is not known.
            let locks = match (locks, calls) {
                (true, _) => Some(true),
                (false, true) => None,
                (false, false) => Some(false),
            };
            Found { locks, writes: None, reason: Some(reason) }
        }
    }
}

/// Helpers, of which those that take and release a lock do nothing: what a function does besides is what is looked at.
struct WithoutLocks<'a> {
    inner: OnMachine<'a>,
    has_locked: Cell<bool>,
}

impl Helpers for WithoutLocks<'_> {
    fn find(&self, symbol: &str) -> Result<Helper, String> {
        if is_lock(symbol) {
            self.has_locked.set(true);
            return Ok(Helper::of(Vec::new()));
        }
        self.inner.find(symbol)
    }
}

fn layouts(all: &[&Facts]) -> Vec<Difference> {
    let mut found = Vec::new();
    for (name, ctype) in TYPES {
        let mut by: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for facts in all {
            let Some(layout) = facts.layouts.get(name) else { continue };
            by.entry(layout.clone()).or_default().push(facts.profile.clone());
        }
        if by.len() > 1 {
            found.push(Difference { subject: ctype.to_owned(), kind: DifferenceKind::Layout, by });
        }
    }
    found
}

fn passings(all: &[&Facts]) -> Vec<Difference> {
    let mut found = Vec::new();
    for (_, ctype) in passing::TYPES {
        let mut by: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for facts in all {
            let Some(place) = facts.passing.get(ctype) else { continue };
            by.entry((*place).to_owned()).or_default().push(facts.profile.clone());
        }
        if by.len() > 1 {
            let subject = format!("{ctype} by value");
            found.push(Difference { subject, kind: DifferenceKind::Passing, by });
        }
    }
    found
}

fn loads(all: &[&Facts]) -> Vec<Difference> {
    let mut found = Vec::new();
    for (width, _) in WIDTHS {
        let mut locks: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut writes: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for facts in all {
            let Some(load) = facts.loads.get(&width) else { continue };
            let word = match load.locks {
                Some(true) => Some("with a lock"),
                Some(false) => Some("without a lock"),
                None => None,
            };
            if let Some(word) = word {
                locks.entry(word.to_owned()).or_default().push(facts.profile.clone());
            }
            // A load that writes (a compare-and-swap of 128 bits) does no harm to what may be written.
            if load.writes == Some(true) && load.section.contains("rodata") {
                let word = format!("a load that writes; constants are in {}", load.section);
                writes.entry(word).or_default().push(facts.profile.clone());
            }
        }
        if locks.len() > 1 {
            let subject = format!("operations on {width} bits");
            found.push(Difference { subject, kind: DifferenceKind::Lock, by: locks });
        }
        if !writes.is_empty() {
            let subject = format!("const atomic objects of {width} bits");
            found.push(Difference { subject, kind: DifferenceKind::ConstantLoad, by: writes });
        }
    }
    found
}
