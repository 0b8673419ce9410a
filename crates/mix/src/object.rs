//! Objects (ELF) as assembly text: code by a disassembler, data as numbers, in the form in which compilers write them. What is read from there on is the same as for
//! compilers' own text.
//!
//! Jumps inside a function become labels, and places that the linker fills in name their symbols. Followed are AArch64 and x86-64.

mod aarch64;
mod x86_64;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget, SectionKind, SymbolKind};
use thiserror::Error;

use crate::Architecture;

/// Why an object cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub(crate) enum ObjectError {
    /// It is no object file, or a part of it is damaged.
    #[error("its object code cannot be read: {0}")]
    Damaged(String),
    /// It is for another machine.
    #[error("its object code is for another machine")]
    OtherMachine,
    /// There is no disassembler.
    #[error("objects for {0} are not read: assembly text is")]
    NoDisassembler(&'static str),
}

/// An instruction as a disassembler gives it.
pub(crate) struct Decoded {
    /// In the syntax of assembly text; of a jump inside the code up to its target.
    pub(crate) text: String,
    /// How many bytes it has.
    pub(crate) length: u64,
    /// Where a direct jump or call goes: the distance from the beginning of the section.
    pub(crate) target: Option<u64>,
}

/// Decodes the instruction at `address` of a section's bytes; none where these are no instruction that is known.
type Decoder = fn(bytes: &[u8], address: u64) -> Option<Decoded>;

/// Gives a text with a symbol where the linker writes an address.
type Naming = fn(text: &str, symbol: &str) -> String;

/// What decodes the objects of one architecture.
pub(crate) struct Disassembler {
    machine: object::Architecture,
    decode: Decoder,
    name: Naming,
}

/// That of AArch64.
pub(crate) const AARCH64: Disassembler =
    Disassembler { machine: object::Architecture::Aarch64, decode: aarch64::decode, name: aarch64::with_symbol };

/// That of x86-64.
pub(crate) const X86_64: Disassembler =
    Disassembler { machine: object::Architecture::X86_64, decode: x86_64::decode, name: x86_64::with_symbol };

/// The assembly text of an object.
pub(crate) fn assembly_text(bytes: &[u8], architecture: Architecture) -> Result<String, ObjectError> {
    let damaged = |error: object::Error| ObjectError::Damaged(error.to_string());
    let file = object::File::parse(bytes).map_err(damaged)?;
    let Some(Disassembler { machine, decode, name }) = architecture.dialect().disassembler() else {
        return Err(ObjectError::NoDisassembler(architecture.name()));
    };
    if file.architecture() != machine {
        return Err(ObjectError::OtherMachine);
    }
    let mut text = String::new();
    for section in file.sections() {
        let is_code = section.kind() == SectionKind::Text;
        let is_data = matches!(
            section.kind(),
            SectionKind::Data
                | SectionKind::ReadOnlyData
                | SectionKind::ReadOnlyString
                | SectionKind::UninitializedData
        );
        if !is_code && !is_data {
            continue;
        }
        let _ = writeln!(text, "\t.section {}", section.name().map_err(damaged)?);
        let data = section.data().map_err(damaged)?;
        let places = places(&file, &section).map_err(damaged)?;
        let symbols = relocations(&file, &section).map_err(damaged)?;
        for (start, (symbol, end)) in places {
            let _ = writeln!(text, "{symbol}:");
            if is_code {
                code(data, start..end, &symbols, decode, name, &mut text);
            } else {
                numbers(data.get(start as usize..end as usize).unwrap_or_default(), &mut text);
            }
            let _ = writeln!(text, "\t.size {symbol}");
        }
    }
    Ok(text)
}

/// The symbols of a section, by where they begin: the name, and where it ends. Both count from the section's beginning, which in what a linker has written has an address.
fn places(
    file: &object::File<'_>,
    section: &object::Section<'_, '_>,
) -> Result<BTreeMap<u64, (String, u64)>, object::Error> {
    let mut all = BTreeMap::new();
    for symbol in file.symbols() {
        let is_named = matches!(symbol.kind(), SymbolKind::Text | SymbolKind::Data);
        if symbol.section_index() == Some(section.index()) && is_named {
            let start = symbol.address().saturating_sub(section.address());
            all.insert(start, (symbol.name()?.to_owned(), section.size().min(start.saturating_add(symbol.size()))));
        }
    }
    Ok(all)
}

/// The symbols that the linker writes the addresses of, by place.
fn relocations<'f>(
    file: &object::File<'f>,
    section: &object::Section<'f, '_>,
) -> Result<BTreeMap<u64, String>, object::Error> {
    let mut all = BTreeMap::new();
    for (place, relocation) in section.relocations() {
        let RelocationTarget::Symbol(symbol) = relocation.target() else { continue };
        let symbol = file.symbol_by_index(symbol)?;
        // The symbol of a section has no name of its own.
        let name = match (symbol.name()?, symbol.section_index()) {
            ("", Some(section)) => file.section_by_index(section)?.name()?.to_owned(),
            (name, _) => name.to_owned(),
        };
        all.insert(place, name);
    }
    Ok(all)
}

/// Writes the instructions of a function, with labels where its jumps go.
fn code(
    data: &[u8],
    range: std::ops::Range<u64>,
    symbols: &BTreeMap<u64, String>,
    decode: Decoder,
    name: Naming,
    text: &mut String,
) {
    let mut all: Vec<(u64, Option<Decoded>)> = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let bytes = data.get(at as usize..range.end as usize).unwrap_or_default();
        let found = decode(bytes, at);
        let length = found.as_ref().map_or(range.end - at, |found| found.length.max(1));
        all.push((at, found));
        at += length;
    }
    let symbol_in = |at: u64, found: &Decoded| symbols.range(at..at + found.length).next().map(|(_, symbol)| symbol);
    // What the linker fills in goes elsewhere.
    let is_inside = |(at, found): &(u64, Option<Decoded>)| {
        let found = found.as_ref()?;
        found.target.filter(|_| symbol_in(*at, found).is_none())
    };
    let targets: BTreeSet<u64> = all.iter().filter_map(is_inside).collect();
    for (at, found) in all {
        if targets.contains(&at) {
            let _ = writeln!(text, ".L{at:x}:");
        }
        // What is not known is refused where the function is read.
        let Some(found) = found else {
            let _ = writeln!(text, "\tunknown_instruction");
            continue;
        };
        let _ = match (found.target, symbol_in(at, &found)) {
            (Some(_), Some(symbol)) => writeln!(text, "\t{}{symbol}", found.text),
            (Some(target), None) => writeln!(text, "\t{}.L{target:x}", found.text),
            (None, Some(symbol)) => writeln!(text, "\t{}", name(&found.text, symbol)),
            (None, None) => writeln!(text, "\t{}", found.text),
        };
    }
}

/// Writes data as numbers of four bytes; what is left over, and memory that begins as zero, byte by byte.
fn numbers(data: &[u8], text: &mut String) {
    let mut words = data.chunks_exact(4);
    for word in words.by_ref() {
        let _ = writeln!(text, "\t.long {}", u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    }
    for byte in words.remainder() {
        let _ = writeln!(text, "\t.byte {byte}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_object_is_reported() {
        let found = assembly_text(b"\x7fELF, or so it says", Architecture::AArch64);
        assert!(matches!(found, Err(ObjectError::Damaged(_))), "{found:?}");
    }

    #[test]
    fn jumps_have_labels_and_calls_have_names() {
        // sub rdi, 1; jne the same; call outside; ret
        let bytes = [0x48, 0x83, 0xef, 0x01, 0x75, 0xfa, 0xe8, 0, 0, 0, 0, 0xc3];
        let symbols = BTreeMap::from([(7, "helper".to_owned())]);
        let mut text = String::new();
        code(&bytes, 0..12, &symbols, x86_64::decode, x86_64::with_symbol, &mut text);
        assert_eq!(text, ".L0:\n\tsub $1,%rdi\n\tjne .L0\n\tcall helper\n\tret\n");
    }

    #[test]
    fn bytes_that_are_no_instruction_are_refused_later() {
        let mut text = String::new();
        code(&[0xff, 0xff, 0xff, 0xff], 0..4, &BTreeMap::new(), aarch64::decode, aarch64::with_symbol, &mut text);
        assert_eq!(text, "\tunknown_instruction\n");
    }
}
