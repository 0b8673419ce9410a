//! What profiles have to agree on besides the order of accesses (*Mix Testing*, sections 5.4 and 6.4): the size and the alignment of atomic types, whether
//! an operation takes a lock, whether a load may write, since a constant is placed where nothing may be written, and how atomics are passed by value.

mod passing;

use std::collections::BTreeMap;

use crate::cache::CodeCache;
use crate::compiler::compile_text;
use crate::fragment::{HEAD, Passed};
use crate::ingest::{Interface, ingest};
use crate::language::Language;
use crate::listing::{Line, Listing};
use crate::runtime_calls::{Choice, Library, NoHelpers};
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
    /// How many profiles were checked.
    pub checked: usize,
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
    let mut structure = Structure::default();
    let mut all: Vec<Facts> = Vec::new();
    for profile in profiles {
        match facts(profile) {
            Some(Ok(facts)) => all.push(facts),
            Some(Err(reason)) => structure.refused.push((profile.name.clone(), reason)),
            None => {}
        }
    }
    structure.checked = all.len();
    for architecture in Architecture::ALL {
        let of: Vec<&Facts> = all.iter().filter(|facts| facts.architecture == architecture).collect();
        let differences = layouts(&of).into_iter().chain(loads(&of)).chain(passings(&of));
        structure.differences.extend(differences.map(|difference| (architecture, difference)));
    }
    structure
}

fn facts(profile: &Profile) -> Option<Result<Facts, String>> {
    let Origin::Compiler(compiler) = &profile.origin else { return None };
    // What is compared is C's `_Atomic`.
    if compiler.language != Language::C {
        return None;
    }
    let architecture = profile.architecture;
    let text = match compile_text(compiler, architecture, &unit(architecture), &CodeCache::none()) {
        Ok(text) => text,
        Err(error) => return Some(Err(error.to_string())),
    };
    let listing = Listing::read(&text, architecture);
    let number = |name: String| {
        let data = &listing.symbols.get(&name)?.data;
        // A directive for numbers of 4 bytes; the one for alignment stands before the label.
        data.iter()
            .find(|(directive, _)| matches!(directive.as_str(), "word" | "long" | "4byte" | "int"))
            .map(|(_, value)| value.clone())
    };
    let mut layouts = BTreeMap::new();
    let (types, widths) = subjects(architecture);
    for (name, _) in types {
        let (Some(size), Some(align)) = (number(format!("size_{name}")), number(format!("align_{name}"))) else {
            return Some(Err(format!("the size of a type is not in its assembly text (`size_{name}`)")));
        };
        layouts.insert(name, format!("{size} bytes aligned to {align}"));
    }
    let mut library = None;
    let mut loads = BTreeMap::new();
    for (width, _) in widths {
        let name = format!("load_{width}");
        let interface =
            Interface { arguments: &[Passed::Address], results: &[Passed::Number(width)], is_wide: width > 64 };
        let inline = ingest(&listing, &name, interface, architecture, &NoHelpers);
        let (locks, writes) = match &inline {
            Ok(body) => (Some(false), Some(body.writes())),
            Err(_) => {
                let library = library.get_or_insert_with(|| {
                    Library::of(&compiler.words, compiler.disassembler.as_deref(), architecture)
                });
                called(&listing, &name, interface, architecture, library)
            }
        };
        let section = listing.symbols.get(&format!("constant_{width}"));
        let section = section.map(|symbol| symbol.section.clone()).unwrap_or_default();
        loads.insert(width, Load { locks, writes, section });
    }
    let passed = |(name, ctype): (&'static str, &'static str)| {
        let lines = listing.function(&format!("first_{name}"))?;
        Some((ctype, passing::of(lines, architecture)?))
    };
    let passing = passing::TYPES.into_iter().filter_map(passed).collect();
    Some(Ok(Facts { architecture, profile: profile.name.clone(), layouts, passing, loads }))
}

/// Whether a function that calls a library locks, and writes.
fn called(
    listing: &Listing,
    name: &str,
    interface: Interface<'_>,
    architecture: Architecture,
    library: &Library,
) -> (Option<bool>, Option<bool>) {
    match ingest(listing, name, interface, architecture, &library.on(Choice::Has)) {
        Ok(body) => (Some(false), Some(body.writes())),
        Err(reason) if reason.contains("libat_lock") || reason.contains("pthread_mutex") => (Some(true), Some(true)),
        Err(_) => {
            let lines = listing.function(name).unwrap_or_default();
            let calls = lines.iter().any(|line| match line {
                Line::Instruction(text) => text.contains("__atomic_"),
                Line::Label(_) => false,
            });
            // What a library that is not there does is not known.
            (if calls { None } else { Some(false) }, None)
        }
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
