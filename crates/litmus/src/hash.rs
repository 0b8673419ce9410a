//! The hash that identifies a test whatever its condition asks.
//!
//! Source: herdtools7, `lib/testHash.ml` and `lib/CTestHash.ml`. The hash is the MD5 digest of four digests, one
//! after the other: of some header lines (left out when there are none), of the initial state without the contents of
//! arrays, of the code as a table with labels renamed, and of the places that the condition and `locations` name.
//! Quantifier, values and filter do not count.

use std::cmp::Ordering;
use std::fmt::Write;

use md5::{Digest, Md5};
use program::Name;
use smallvec::SmallVec;

use crate::print::push_register;
use crate::{
    Cells, Claim, Code, DeclaredType, InfoLine, InitItem, Lvalue, Number, Place, Shown, Spelling, Symbol, Test, Value,
};

/// The keys of header lines that change what a test means.
const HASHED_KEYS: [&str; 3] = ["MemoryType", "MT", "CacheType"];

/// Few initial states are longer, and few lists of places.
const USUAL_LENGTH: usize = 160;

/// The colours of memory tags by number.
const TAGS: [&str; 8] = ["green", "red", "blue", "black", "white", "cyan", "yellow", "magenta"];

impl Test<'_> {
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
        let mut text = String::with_capacity(USUAL_LENGTH);
        put_init(&self.init, &mut text)?;
        whole.update(Md5::digest(&text));
        whole.update(Md5::digest(code_text(code)));
        text.clear();
        put_observed(self, &mut text);
        whole.update(Md5::digest(&text));
        let digest = whole.finalize();
        let mut hash = String::with_capacity(2 * digest.len());
        for digit in digest.iter().flat_map(|byte| [byte >> 4, byte & 15]) {
            hash.push(char::from(b"0123456789abcdef"[usize::from(digit)]));
        }
        Some(hash)
    }
}

/// The header lines that count, the last key first.
fn info_text(info: &[InfoLine<'_>]) -> Option<String> {
    let counts = |line: &&InfoLine| HASHED_KEYS.iter().any(|key| key.eq_ignore_ascii_case(&line.key));
    let mut lines: Vec<&InfoLine> = info.iter().filter(counts).collect();
    lines.sort_by_key(|line| &*line.key);
    let text = |line: &&InfoLine| format!("{}={}", line.key.to_ascii_lowercase(), line.value);
    if lines.is_empty() { None } else { Some(lines.iter().rev().map(text).collect()) }
}

/// Writes the items of the initial state, sorted. Here and below `None` is for what has no canonical text that is known.
fn put_init(init: &[InitItem], out: &mut String) -> Option<()> {
    let mut items: SmallVec<[&InitItem; 16]> = init.iter().collect();
    items.sort_by(|left, right| compare_places(&left.place, &right.place));
    items.dedup_by(|left, right| left.place == right.place);
    for (number, item) in items.into_iter().enumerate() {
        out.push_str(if number == 0 { "" } else { "; " });
        put_init_item(item, out)?;
    }
    Some(())
}

fn put_init_item(item: &InitItem, out: &mut String) -> Option<()> {
    match &item.declared {
        DeclaredType::None => {}
        DeclaredType::AnyPointer => out.push('*'),
        DeclaredType::Plain(name) | DeclaredType::Array(name, _) => put_all(&[name, " "], out),
        DeclaredType::Atomic(name) => put_all(&["_Atomic ", name, " "], out),
        DeclaredType::Pointer(name) => put_all(&[name, " *"], out),
    }
    put_place(&item.place, out);
    if let DeclaredType::Array(_, size) = &item.declared {
        put_all(&["[", &size.to_string(), "]"], out);
        return Some(());
    }
    out.push('=');
    put_value(&item.value, out)
}

fn put_all(pieces: &[&str], out: &mut String) {
    pieces.iter().for_each(|piece| out.push_str(piece));
}

/// Writes something as it displays.
fn put(piece: &dyn std::fmt::Display, out: &mut String) {
    // Writing to a string does not fail.
    let _ = write!(out, "{piece}");
}

fn put_place(place: &Place, out: &mut String) {
    match place {
        Place::Register { thread, name } | Place::Symbolic { thread: Some(thread), name } => {
            push_register(*thread, name, out);
        }
        Place::Symbolic { thread: None, name } => out.push_str(name),
        Place::Global(symbol) => put_symbol(symbol, out),
    }
}

fn put_value(value: &Value, out: &mut String) -> Option<()> {
    match value {
        Value::Address(symbol) => put_symbol(symbol, out),
        Value::Element { name, index } => {
            out.push_str(name);
            if *index != 0 {
                out.push('+');
                put(index, out);
            }
        }
        Value::Array(cells) => {
            out.push('{');
            for (number, cell) in cells.iter().enumerate() {
                out.push_str(if number == 0 { "" } else { "," });
                put_value(cell, out)?;
            }
            out.push('}');
        }
        Value::Tags(tags) => {
            let bit = |tag: &Name| TAGS.iter().position(|known| known == tag).map(|number| 1_u32 << number);
            let bits: Option<Vec<u32>> = tags.iter().map(bit).collect();
            put(&bits?.into_iter().fold(0, |mask, bit| mask | bit), out);
        }
        Value::Raw(text) => out.push_str(text),
        Value::Entry(_) | Value::AddressRegister(_) => return None,
        Value::Number(_) | Value::Instruction(_) | Value::Tag(_) => put(value, out),
    }
    Some(())
}

fn put_symbol(symbol: &Symbol, out: &mut String) {
    match symbol {
        Symbol::Named(name) => out.push_str(name),
        Symbol::Label { thread, label } => {
            put(thread, out);
            put_all(&[":", label], out);
        }
        Symbol::Physical(name) => put_all(&["phy_", name], out),
        Symbol::Entry(name) => put_all(&["pte_", name], out),
        Symbol::EntryOfEntry(name) => put_all(&["pte_pte_", name], out),
        Symbol::Authenticated { name, key, modifier } => {
            put(&format_args!("pac{key}({name},{:#x})", modifier.bits()), out);
        }
        Symbol::Capability { permissions, name, tag } => {
            let low = (permissions.bits() >> 3 & 0x1_ffff_ffff) << 3;
            match (low, u8::from(tag.bits() != 0)) {
                (0, 0) => out.push_str(name),
                (0, tag) => put(&format_args!("0:{name}:{tag}"), out),
                (low, tag) => put(&format_args!("{low:#x}:{name}:{tag}"), out),
            }
        }
        Symbol::Tagged { .. } | Symbol::TagOf { .. } => put(symbol, out),
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
fn code_text(code: &dyn Code) -> Vec<u8> {
    let mut names = code.labels();
    names.sort_unstable();
    let renamed = |label: &str, out: &mut String| {
        let number = names.binary_search(&label).unwrap_or(0);
        // Writing to a string does not fail.
        let _ = write!(out, "L{number:02}");
    };
    let columns = code.cells(Spelling::Hashed, &renamed);
    let width = |column: &Cells| column.iter().map(str::len).max().unwrap_or(0);
    let widths: SmallVec<[usize; 8]> = columns.iter().map(width).collect();
    let rows = columns.iter().map(Cells::len).max().unwrap_or(0);
    // A cell has a blank on each side, and something behind it.
    let row_length = widths.iter().map(|width| width + 3).sum::<usize>() + 1;
    let mut text: Vec<u8> = Vec::with_capacity(rows * row_length);
    for row in 0..rows {
        for (number, (column, width)) in columns.iter().zip(&widths).enumerate() {
            let cell = column.get(row).unwrap_or_default();
            text.extend_from_slice(if number == 0 { b" " } else { b"| " });
            text.extend_from_slice(cell.as_bytes());
            text.resize(text.len() + width - cell.len() + 1, b' ');
        }
        text.extend_from_slice(b";\n");
    }
    text
}

/// A place that the condition or `locations` names; whole ones come first.
enum Observed<'a> {
    Register(&'a Place),
    Global(&'a Symbol),
    Cell(&'a str, u64),
}

impl<'a> Observed<'a> {
    fn whole(place: &'a Place) -> Observed<'a> {
        match place {
            Place::Global(symbol) => Observed::Global(symbol),
            register => Observed::Register(register),
        }
    }

    fn of(place: &'a Lvalue) -> Observed<'a> {
        match place {
            Lvalue::Whole(place) => Observed::whole(place),
            Lvalue::Cell { array, index } => Observed::Cell(array, *index),
        }
    }

    fn compare(&self, other: &Observed<'_>) -> Ordering {
        match (self, other) {
            (Observed::Register(left), Observed::Register(right)) => compare_places(left, right),
            (Observed::Global(left), Observed::Global(right)) => symbol_key(left).cmp(&symbol_key(right)),
            (Observed::Cell(left, index), Observed::Cell(right, second)) => left.cmp(right).then(index.cmp(second)),
            (Observed::Register(_), _) | (Observed::Global(_), Observed::Cell(..)) => Ordering::Less,
            (_, Observed::Register(_)) | (Observed::Cell(..), Observed::Global(_)) => Ordering::Greater,
        }
    }

    fn is_same(&self, other: &Observed<'_>) -> bool {
        match (self, other) {
            (Observed::Register(left), Observed::Register(right)) => left == right,
            (Observed::Global(left), Observed::Global(right)) => left == right,
            (Observed::Cell(left, index), Observed::Cell(right, second)) => (left, index) == (right, second),
            _ => false,
        }
    }

    fn put(&self, out: &mut String) {
        match self {
            Observed::Register(place) => put_place(place, out),
            Observed::Global(symbol) => put_symbol(symbol, out),
            Observed::Cell(array, index) => put(&format_args!("{array}[{index}]"), out),
        }
    }
}

/// Writes the places that the condition and `locations` name, sorted: first whole ones, then cells of arrays.
fn put_observed(test: &Test, out: &mut String) {
    let mut places: SmallVec<[Observed<'_>; 8]> = SmallVec::new();
    test.condition.proposition.visit(&mut |atom| match &atom.claim {
        Claim::Value(place, _) => places.push(Observed::of(place)),
        Claim::Same(left, right) => places.extend([left, right].map(Observed::whole)),
        Claim::Fault(fault) => places.extend(fault.location.as_ref().map(Observed::Global)),
    });
    places.extend(test.locations.iter().filter_map(|item| match &item.what {
        Shown::Place(place, _) => Some(Observed::of(place)),
        Shown::Fault(_) => None,
    }));
    places.sort_by(Observed::compare);
    places.dedup_by(|left, right| left.is_same(right));
    for (number, place) in places.iter().enumerate() {
        out.push_str(if number == 0 { "" } else { "; " });
        place.put(out);
    }
}
