//! Text to operands: the syntax, whichever instruction takes what.
//!
//! Blanks and comments may stand between tokens:
//!
//! ```text
//! instruction := [ "lock" [";"] ] mnemonic [ operand { "," operand } ]
//! operand     := "$" value | number | register | [ segment ":" ] memory
//! memory      := [ value ] ( "(" inside ")" | "[" inside "]" ) | symbol
//! inside      := [ register ] [ "," register [ "," number ] ] | value
//! value       := number | symbol
//! symbol      := name { ("+" | "-") number }
//! register    := [ "%" ] name
//! ```
//!
//! Where herd and assemblers differ, a text means what it means to herd: a bare number is an immediate, not an absolute
//! address, and the `%` of a register may be missing, so that a location cannot have the name of a register.

use std::borrow::Cow;

use source::{Cursor, Diagnostic, Span, nearest};

use super::check;
use super::instruction::Instruction;
use super::operand::{Displacement, Memory, Operand, RegisterOperand, Symbol};
use super::reader::{Reader, Spanned};
use super::register::{self, Named};
use super::size::Size;
use super::table;

/// Registers that are not modelled, by what comes before their numbers.
const UNSUPPORTED_REGISTERS: [&str; 8] = ["ymm", "zmm", "mm", "st", "cr", "dr", "k", "bnd"];

/// Segments whose base is 0 in 64-bit mode (SDM vol. 1, 3.4.2.1): naming one changes nothing.
const FLAT_SEGMENTS: [&str; 4] = ["cs", "ds", "es", "ss"];

/// Instructions that are known and not supported, with the reason.
const UNSUPPORTED: [(&[&str], &str); 2] = [
    (
        &[
            "call", "callq", "push", "pushq", "pop", "popq", "pushf", "pushfq", "popf", "popfq", "enter", "leave",
            "leaveq",
        ],
        "calls and stack frames are not supported yet",
    ),
    (&["rep", "repz", "repe", "repnz", "repne"], "repeated string instructions are not supported"),
];

/// Reads one instruction to the end of `cell`.
pub(super) fn instruction(cell: &mut Cursor<'_>) -> Result<Instruction, Diagnostic> {
    let mut reader = Reader::new(cell);
    if reader.is_at_end() {
        // Nothing but a comment, such as a compiler's `#membarrier`.
        return Ok(check::nop());
    }
    let mut mnemonic = read_mnemonic(&mut reader)?;
    let mut lock = None;
    if mnemonic.value == "lock" {
        reader.eat(";");
        lock = Some(mnemonic.span);
        mnemonic = read_mnemonic(&mut reader)?;
    }
    let candidates = table::candidates(&mnemonic.value);
    let Some((first, _)) = candidates.first() else {
        return Err(unknown_mnemonic(&mnemonic));
    };
    let operands = if first.takes_label() { vec![label(&mut reader)?] } else { operands(&mut reader)? };
    if !reader.is_at_end() {
        return Err(reader.expected("`,` or the end of the instruction"));
    }
    check::instruction(&mnemonic, lock, &candidates, operands)
}

/// A mnemonic or prefix, in lower case.
fn read_mnemonic<'s>(reader: &mut Reader<'_, 's>) -> Result<Spanned<Cow<'s, str>>, Diagnostic> {
    let name = reader.dashed_name().ok_or_else(|| reader.expected("an instruction"))?;
    let is_lower = !name.value.bytes().any(|byte| byte.is_ascii_uppercase());
    let value = if is_lower { Cow::Borrowed(name.value) } else { Cow::Owned(name.value.to_ascii_lowercase()) };
    Ok(Spanned { value, span: name.span })
}

fn unknown_mnemonic(mnemonic: &Spanned<Cow<'_, str>>) -> Diagnostic {
    let name = &*mnemonic.value;
    if let Some((_, reason)) = UNSUPPORTED.iter().find(|(names, _)| names.contains(&name)) {
        return Diagnostic::error("unsupported-instruction", mnemonic.span, format!("`{name}`: {reason}"));
    }
    if name == "lock" {
        return Diagnostic::error("lock-prefix", mnemonic.span, "a second `lock` prefix");
    }
    if let Some((at, _)) = name.char_indices().next_back()
        && let suffix = &name[at..]
        && Size::of_suffix(suffix).is_some()
        && !table::candidates(&name[..at]).is_empty()
    {
        let message = format!("`{}` cannot have the suffix `{suffix}`", &name[..at]);
        return Diagnostic::error("unknown-instruction", mnemonic.span, message);
    }
    let known: Vec<String> = table::mnemonics().collect();
    Diagnostic::error("unknown-instruction", mnemonic.span, format!("`{name}` is not an instruction known here"))
        .suggest(nearest(name, known.iter().map(String::as_str)))
}

fn label(reader: &mut Reader<'_, '_>) -> Result<Spanned<Operand>, Diagnostic> {
    if reader.peek() == Some('*') {
        return Err(Diagnostic::error("unsupported-operand", reader.next_span(), "indirect jumps are not supported"));
    }
    let name = reader.dashed_name().ok_or_else(|| reader.expected("a label"))?;
    if reader.peek() == Some('@') {
        let message = "jumps to other functions are not supported yet";
        return Err(Diagnostic::error("unsupported-operand", name.span, message));
    }
    Ok(Spanned { value: Operand::Label(name.value.to_owned()), span: name.span })
}

fn operands(reader: &mut Reader<'_, '_>) -> Result<Vec<Spanned<Operand>>, Diagnostic> {
    let mut operands = Vec::new();
    if reader.is_at_end() {
        return Ok(operands);
    }
    loop {
        let start = reader.offset();
        let value = operand(reader)?;
        operands.push(Spanned { value, span: reader.span_from(start) });
        if !reader.eat(",") {
            return Ok(operands);
        }
    }
}

fn operand(reader: &mut Reader<'_, '_>) -> Result<Operand, Diagnostic> {
    match reader.peek() {
        Some('$') => {
            reader.eat("$");
            immediate(reader)
        }
        Some('%') => {
            let start = reader.offset();
            let found = sigil_register(reader)?;
            after_register(reader, found, start)
        }
        Some('(' | '[') => bracketed(reader, Displacement::Number(0)).map(Operand::Memory),
        Some(_) if reader.at_number() => number_operand(reader),
        Some(_) if reader.at_name() => name_operand(reader),
        _ => Err(reader.expected("an operand")),
    }
}

/// What follows a `$`.
fn immediate(reader: &mut Reader<'_, '_>) -> Result<Operand, Diagnostic> {
    match reader.dashed_name() {
        Some(name) => symbol(reader, name.value).map(Operand::Address),
        None if reader.at_number() => Ok(Operand::Immediate(reader.number()?.value)),
        None => Err(reader.expected("a number or the name of a location")),
    }
}

fn number_operand(reader: &mut Reader<'_, '_>) -> Result<Operand, Diagnostic> {
    let number = reader.number()?;
    if !matches!(reader.peek(), Some('(' | '[')) {
        return Ok(Operand::Immediate(number.value));
    }
    let displacement = Displacement::Number(signed(&number)?);
    bracketed(reader, displacement).map(Operand::Memory)
}

fn name_operand(reader: &mut Reader<'_, '_>) -> Result<Operand, Diagnostic> {
    let start = reader.offset();
    let name = reader.dashed_name().ok_or_else(|| reader.expected("an operand"))?;
    if let Some(named) = Named::find(name.value) {
        return after_register(reader, Found::Named(named), start);
    }
    let displacement = Displacement::Symbol(symbol(reader, name.value)?);
    if reader.peek() == Some('@') {
        let message = "addresses in tables of the linker (`@GOTPCREL` and its like) are not supported yet";
        return Err(Diagnostic::error("unsupported-operand", reader.next_span(), message));
    }
    match reader.peek() {
        Some('(' | '[') => bracketed(reader, displacement).map(Operand::Memory),
        _ => Ok(Operand::Memory(Memory { displacement, base: None, index: None })),
    }
}

/// The offsets after the name of a location.
fn symbol(reader: &mut Reader<'_, '_>, name: &str) -> Result<Symbol, Diagnostic> {
    let mut offset = 0i64;
    while matches!(reader.peek(), Some('+' | '-')) {
        let number = reader.number()?;
        offset = offset.checked_add(signed(&number)?).ok_or_else(|| too_large(number.span))?;
    }
    Ok(Symbol { name: name.to_owned(), offset })
}

fn signed(number: &Spanned<i128>) -> Result<i64, Diagnostic> {
    i64::try_from(number.value).map_err(|_| too_large(number.span))
}

fn too_large(span: Span) -> Diagnostic {
    Diagnostic::error("number-too-large", span, "an offset of more than 63 bits")
}

/// A register as the text names it.
enum Found {
    Named(Named),
    Segment(String),
    Symbolic(String),
}

/// Reads `%` and a name.
fn sigil_register(reader: &mut Reader<'_, '_>) -> Result<Found, Diagnostic> {
    let start = reader.offset();
    reader.expect("%")?;
    let name = reader.dashed_name().ok_or_else(|| reader.expected("the name of a register"))?;
    if let Some(named) = Named::find(name.value) {
        return Ok(Found::Named(named));
    }
    let lower = name.value.to_ascii_lowercase();
    if matches!(lower.as_str(), "ds" | "es" | "fs" | "gs" | "ss") {
        return Ok(Found::Segment(lower));
    }
    let letters = lower.trim_end_matches(|c: char| c.is_ascii_digit());
    if UNSUPPORTED_REGISTERS.contains(&letters) && (letters.len() < lower.len() || letters == "st") {
        let message = format!("the register `%{lower}` is not supported");
        let near = nearest(&lower, register::names()).filter(|_| letters.len() < lower.len());
        return Err(Diagnostic::error("unknown-register", reader.span_from(start), message).suggest(near));
    }
    Ok(Found::Symbolic(name.value.to_owned()))
}

/// A register as an operand, or a segment before one; `start` is where it begins.
fn after_register(reader: &mut Reader<'_, '_>, found: Found, start: usize) -> Result<Operand, Diagnostic> {
    let span = reader.span_from(start);
    if reader.eat(":") {
        return segmented(reader, &found, span);
    }
    match found {
        Found::Named(Named::General(general)) => Ok(Operand::Register(RegisterOperand::General(general))),
        Found::Named(Named::Vector(vector)) => Ok(Operand::Vector(vector)),
        Found::Symbolic(name) => Ok(Operand::Register(RegisterOperand::Symbolic(name))),
        Found::Named(Named::Rip) => Err(Diagnostic::error(
            "operand",
            span,
            "`%rip` can only stand as in `x(%rip)`, in the address of a location",
        )),
        Found::Named(Named::Cs) | Found::Segment(_) => {
            Err(Diagnostic::error("operand", span, "a segment register can only stand before an address and a colon"))
        }
    }
}

/// What follows `segment:`.
fn segmented(reader: &mut Reader<'_, '_>, segment: &Found, span: Span) -> Result<Operand, Diagnostic> {
    let name = match segment {
        Found::Named(Named::Cs) => "cs",
        Found::Segment(name) => name,
        _ => return Err(Diagnostic::error("operand", span, "not a segment register")),
    };
    if !FLAT_SEGMENTS.contains(&name) {
        let message = format!("the segment `%{name}` (thread-local storage) is not supported");
        return Err(Diagnostic::error("unsupported-operand", span, message));
    }
    let start = reader.offset();
    match operand(reader)? {
        memory @ Operand::Memory(_) => Ok(memory),
        _ => Err(Diagnostic::error("operand", reader.span_from(start), "expected an address after a segment")),
    }
}

/// Reads the brackets of a memory operand and what is inside.
fn bracketed(reader: &mut Reader<'_, '_>, displacement: Displacement) -> Result<Memory, Diagnostic> {
    let close = if reader.eat("[") {
        "]"
    } else {
        reader.expect("(")?;
        ")"
    };
    let plain = displacement == Displacement::Number(0);
    let memory = match reader.peek() {
        Some(_) if plain && reader.at_number() => {
            let displacement = Displacement::Number(signed(&reader.number()?)?);
            Memory { displacement, base: None, index: None }
        }
        Some(',') => Memory { displacement, base: None, index: Some(index(reader)?) },
        _ => based(reader, displacement)?,
    };
    reader.expect(close)?;
    Ok(memory)
}

/// Inside brackets: a location, or a base register with or without an index.
fn based(reader: &mut Reader<'_, '_>, displacement: Displacement) -> Result<Memory, Diagnostic> {
    let start = reader.offset();
    let base = match address_register(reader)? {
        Inside::Register(base) => base,
        Inside::Rip if matches!(displacement, Displacement::Symbol(_)) => {
            return Ok(Memory { displacement, base: None, index: None });
        }
        Inside::Rip => {
            let message = "an address relative to `%rip` must name a location";
            return Err(Diagnostic::error("operand", reader.span_from(start), message));
        }
        Inside::Symbol(symbol, span) => {
            return match displacement {
                Displacement::Number(0) => {
                    Ok(Memory { displacement: Displacement::Symbol(symbol), base: None, index: None })
                }
                _ => Err(Diagnostic::error(
                    "operand",
                    span,
                    "expected a register: the location stands before the bracket",
                )),
            };
        }
    };
    let index = if reader.peek() == Some(',') { Some(index(reader)?) } else { None };
    Ok(Memory { displacement, base: Some(base), index })
}

/// The first thing inside brackets.
enum Inside {
    Register(RegisterOperand),
    Rip,
    Symbol(Symbol, Span),
}

fn address_register(reader: &mut Reader<'_, '_>) -> Result<Inside, Diagnostic> {
    let start = reader.offset();
    let found = if reader.peek() == Some('%') {
        sigil_register(reader)?
    } else {
        let name = reader.dashed_name().ok_or_else(|| reader.expected("a register or the name of a location"))?;
        match Named::find(name.value) {
            Some(named) => Found::Named(named),
            None => {
                let symbol = symbol(reader, name.value)?;
                return Ok(Inside::Symbol(symbol, reader.span_from(start)));
            }
        }
    };
    match found {
        Found::Named(Named::General(general)) => Ok(Inside::Register(RegisterOperand::General(general))),
        Found::Symbolic(name) => Ok(Inside::Register(RegisterOperand::Symbolic(name))),
        Found::Named(Named::Rip) => Ok(Inside::Rip),
        Found::Named(Named::Vector(_) | Named::Cs) | Found::Segment(_) => {
            Err(Diagnostic::error("operand", reader.span_from(start), "this register cannot hold an address"))
        }
    }
}

/// `, register [, scale]`.
fn index(reader: &mut Reader<'_, '_>) -> Result<(RegisterOperand, u8), Diagnostic> {
    reader.expect(",")?;
    let start = reader.offset();
    let Inside::Register(index) = address_register(reader)? else {
        return Err(Diagnostic::error(
            "operand",
            reader.span_from(start),
            "expected a general-purpose register as index",
        ));
    };
    if !reader.eat(",") {
        return Ok((index, 1));
    }
    let scale = reader.number()?;
    // Whether it is one of the four scales is checked with the instruction: a no-op may have any.
    let value = u8::try_from(scale.value)
        .map_err(|_| Diagnostic::error("operand", scale.span, "the scale must be 1, 2, 4 or 8"))?;
    Ok((index, value))
}
