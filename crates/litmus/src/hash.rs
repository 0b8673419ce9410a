//! The hash that identifies a test whatever its condition asks.
//!
//! Source: herdtools7, `lib/testHash.ml` and `lib/CTestHash.ml`. The hash is the MD5 digest of four digests, one
//! after the other: of some header lines (left out when there are none), of the initial state without the contents of
//! arrays, of the code as a table with labels renamed, and of the places that the condition and `locations` name.
//! Quantifier, values and filter do not count.

use std::cmp::Ordering;
use std::fmt::Write;

use md5::{Digest, Md5};

use crate::{
    Cells, Claim, Code, DeclaredType, InfoLine, InitItem, Lvalue, Number, Place, Shown, Spelling, Symbol, Test, Value,
};

/// The keys of header lines that change what a test means.
const HASHED_KEYS: [&str; 3] = ["MemoryType", "MT", "CacheType"];

/// The colours of memory tags by number.
const TAGS: [&str; 8] = ["green", "red", "blue", "black", "white", "cyan", "yellow", "magenta"];

impl Test {
    /// The hash, 32 hexadecimal digits: what the header says behind `Hash=`, or else the one computed of the test and
    /// its `code`.
    ///
    /// `None` when the test has something in it whose canonical text is not known yet: page table entries as values,
    /// and fault handlers.
    pub fn hash(&self, code: &dyn Code) -> Option<String> {
        match self.info("Hash") {
            Some(hash) => Some(hash.to_owned()),
            None => self.computed_hash(code),
        }
    }

    /// As [`Test::hash`], but whatever the header says.
    pub fn computed_hash(&self, code: &dyn Code) -> Option<String> {
        if !self.handlers.is_empty() {
            return None;
        }
        let mut whole = Md5::new();
        if let Some(info) = info_text(&self.info) {
            whole.update(Md5::digest(info));
        }
        whole.update(Md5::digest(init_text(&self.init)?));
        whole.update(Md5::digest(code_text(code)));
        whole.update(Md5::digest(observed_text(self)));
        let digits = whole.finalize().iter().flat_map(|byte| [byte >> 4, byte & 15]).collect::<Vec<u8>>();
        Some(digits.into_iter().filter_map(|digit| char::from_digit(digit.into(), 16)).collect())
    }
}

/// The header lines that count, the last key first.
fn info_text(info: &[InfoLine]) -> Option<String> {
    let counts = |line: &&InfoLine| HASHED_KEYS.iter().any(|key| key.eq_ignore_ascii_case(&line.key));
    let mut lines: Vec<&InfoLine> = info.iter().filter(counts).collect();
    lines.sort_by_key(|line| &line.key);
    let text = |line: &&InfoLine| format!("{}={}", line.key.to_ascii_lowercase(), line.value);
    if lines.is_empty() { None } else { Some(lines.iter().rev().map(text).collect()) }
}

/// The items of the initial state, sorted.
fn init_text(init: &[InitItem]) -> Option<String> {
    let mut items: Vec<&InitItem> = init.iter().collect();
    items.sort_by(|left, right| compare_places(&left.place, &right.place));
    items.dedup_by(|left, right| left.place == right.place);
    let texts: Option<Vec<String>> = items.into_iter().map(init_item).collect();
    Some(texts?.join("; "))
}

fn init_item(item: &InitItem) -> Option<String> {
    let place = place_text(&item.place);
    if let DeclaredType::Array(name, size) = &item.declared {
        return Some(format!("{name} {place}[{size}]"));
    }
    let value = value_text(&item.value)?;
    Some(match &item.declared {
        DeclaredType::AnyPointer => format!("*{place}={value}"),
        DeclaredType::Plain(name) => format!("{name} {place}={value}"),
        DeclaredType::Atomic(name) => format!("_Atomic {name} {place}={value}"),
        DeclaredType::Pointer(name) => format!("{name} *{place}={value}"),
        DeclaredType::None | DeclaredType::Array(..) => format!("{place}={value}"),
    })
}

fn place_text(place: &Place) -> String {
    match place {
        Place::Register { thread, name } | Place::Symbolic { thread: Some(thread), name } => format!("{thread}:{name}"),
        Place::Symbolic { thread: None, name } => name.clone(),
        Place::Global(symbol) => symbol_text(symbol),
    }
}

fn value_text(value: &Value) -> Option<String> {
    Some(match value {
        Value::Address(symbol) => symbol_text(symbol),
        Value::Element { name, index: 0 } => name.clone(),
        Value::Element { name, index } => format!("{name}+{index}"),
        Value::Array(cells) => {
            let cells: Option<Vec<String>> = cells.iter().map(value_text).collect();
            format!("{{{}}}", cells?.join(","))
        }
        Value::Tags(tags) => {
            let bit = |tag: &String| TAGS.iter().position(|known| known == tag).map(|number| 1_u32 << number);
            let bits: Option<Vec<u32>> = tags.iter().map(bit).collect();
            bits?.into_iter().fold(0, |mask, bit| mask | bit).to_string()
        }
        Value::Raw(text) => text.clone(),
        Value::Entry(_) | Value::AddressRegister(_) => return None,
        Value::Number(_) | Value::Instruction(_) | Value::Tag(_) => value.to_string(),
    })
}

fn symbol_text(symbol: &Symbol) -> String {
    match symbol {
        Symbol::Label { thread, label } => format!("{thread}:{label}"),
        Symbol::Physical(name) => format!("phy_{name}"),
        Symbol::Entry(name) => format!("pte_{name}"),
        Symbol::EntryOfEntry(name) => format!("pte_pte_{name}"),
        Symbol::Authenticated { name, key, modifier } => format!("pac{key}({name},{:#x})", modifier.bits()),
        Symbol::Capability { permissions, name, tag } => {
            let low = (permissions.bits() >> 3 & 0x1_ffff_ffff) << 3;
            match (low, u8::from(tag.bits() != 0)) {
                (0, 0) => name.clone(),
                (0, tag) => format!("0:{name}:{tag}"),
                (low, tag) => format!("{low:#x}:{name}:{tag}"),
            }
        }
        Symbol::Named(_) | Symbol::Tagged { .. } | Symbol::TagOf { .. } => symbol.to_string(),
    }
}

/// The order of places: registers by thread and name, symbolic registers, memory.
fn compare_places(left: &Place, right: &Place) -> Ordering {
    match (left, right) {
        (Place::Global(left), Place::Global(right)) => symbol_key(left).cmp(&symbol_key(right)),
        _ => register_key(left).cmp(&register_key(right)),
    }
}

fn register_key(place: &Place) -> (u8, u32, &str) {
    match place {
        Place::Register { thread, name } | Place::Symbolic { thread: Some(thread), name } => (0, *thread, name),
        Place::Symbolic { thread: None, name } => (1, 0, name),
        Place::Global(_) => (2, 0, ""),
    }
}

/// Virtual addresses (those of code first) by name, tag and what else is in them; then the others by kind and name.
fn symbol_key(symbol: &Symbol) -> (u8, &str, u64, Option<&str>, u128) {
    match symbol {
        Symbol::Label { thread, label } => (0, label, u64::from(*thread), None, 0),
        Symbol::Named(name) => (1, name, 0, None, 0),
        Symbol::Tagged { name, tag } => (1, name, 0, Some(tag), 0),
        Symbol::Capability { permissions, name, tag } => (1, name, 0, None, capability(permissions, tag)),
        Symbol::Authenticated { name, key, modifier } => (1, name, 1, Some(key), modifier.bits()),
        Symbol::Physical(name) => (2, name, 0, None, 0),
        Symbol::TagOf { name, offset } => (3, name, *offset, None, 0),
        Symbol::Entry(name) => (4, name, 0, None, 0),
        Symbol::EntryOfEntry(name) => (5, name, 0, None, 0),
    }
}

fn capability(permissions: &Number, tag: &Number) -> u128 {
    permissions.bits() >> 3 | u128::from(tag.bits() != 0) << 33
}

/// The code as a table, labels renamed `L00`, `L01`, ... in the order of their names.
fn code_text(code: &dyn Code) -> String {
    let mut names = code.labels();
    names.sort_unstable();
    let renamed = |label: &str, out: &mut String| {
        let number = names.binary_search(&label).unwrap_or(0);
        // Writing to a string does not fail.
        let _ = write!(out, "L{number:02}");
    };
    let columns = code.cells(Spelling::Hashed, &renamed);
    let width = |column: &Cells| column.iter().map(str::len).max().unwrap_or(0);
    let widths: Vec<usize> = columns.iter().map(width).collect();
    let rows = columns.iter().map(Cells::len).max().unwrap_or(0);
    // A cell has a blank on each side, and something behind it.
    let row_length = widths.iter().map(|width| width + 3).sum::<usize>() + 1;
    let mut text = String::with_capacity(rows * row_length);
    for row in 0..rows {
        for (number, (column, width)) in columns.iter().zip(&widths).enumerate() {
            let cell = column.get(row).unwrap_or_default();
            text.push_str(if number == 0 { " " } else { "| " });
            text.push_str(cell);
            // Width counts bytes, which `{:width$}` does not.
            text.extend(std::iter::repeat_n(' ', width - cell.len() + 1));
        }
        text.push_str(";\n");
    }
    text
}

/// The places that the condition and `locations` name, sorted: first whole ones, then cells of arrays.
fn observed_text(test: &Test) -> String {
    let mut places: Vec<Lvalue> = Vec::new();
    for atom in test.condition.proposition.atoms() {
        match &atom.claim {
            Claim::Value(place, _) => places.push(place.clone()),
            Claim::Same(left, right) => places.extend([left, right].map(|place| Lvalue::Whole(place.clone()))),
            Claim::Fault(fault) => {
                places.extend(fault.location.clone().map(|location| Lvalue::Whole(Place::Global(location))));
            }
        }
    }
    places.extend(test.locations.iter().filter_map(|item| match &item.what {
        Shown::Place(place, _) => Some(place.clone()),
        Shown::Fault(_) => None,
    }));
    places.sort_by(|left, right| match (left, right) {
        (Lvalue::Whole(left), Lvalue::Whole(right)) => compare_places(left, right),
        (Lvalue::Whole(_), Lvalue::Cell { .. }) => Ordering::Less,
        (Lvalue::Cell { .. }, Lvalue::Whole(_)) => Ordering::Greater,
        (Lvalue::Cell { array, index }, Lvalue::Cell { array: other, index: second }) => {
            array.cmp(other).then(index.cmp(second))
        }
    });
    places.dedup();
    let text = |place: &Lvalue| match place {
        Lvalue::Whole(place) => place_text(place),
        Lvalue::Cell { array, index } => format!("{array}[{index}]"),
    };
    places.iter().map(text).collect::<Vec<_>>().join("; ")
}
