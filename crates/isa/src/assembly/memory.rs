//! Memory operands that are sums: a location or a number, a base register, and an index register with a scale.
//!
//! ```text
//! memory := [ "%" segment ":" ] ( [ value ] ( "(" inside ")" | "[" inside "]" ) | symbol )
//! inside := [ register ] [ "," register [ "," number ] ] | symbol
//! value  := number | symbol
//! symbol := name { ("+" | "-") number }
//! ```

use litmus::CodeText;
use program::Name;
use source::{Diagnostic, Span};

use super::Architecture;
use super::operand::RegisterOperand;
use super::parse::{Reading, offset};
use super::put::{Put, Signed, put};
use super::reader::{Reader, Spanned};
use super::register::Classes;

/// A memory operand: the address of a location, plus a number of bytes, plus base, plus index times scale.
///
/// It names a location or has a register; base and index are of one size; the scale is 1, 2, 4 or 8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Memory {
    pub(crate) location: Option<Name>,
    pub(crate) offset: i64,
    pub(crate) base: Option<RegisterOperand>,
    /// The index with its scale.
    pub(crate) index: Option<(RegisterOperand, u8)>,
}

/// Which memory operands may stand in a slot.
#[derive(Debug)]
pub(crate) struct MemoryKind {
    pub(crate) base: Classes,
    pub(crate) index: Classes,
    /// The instruction pointer: as the base of a location it adds nothing, as positions of code are unknown.
    pub(crate) instruction_pointer: Classes,
    /// The segments whose base is 0: naming one changes nothing.
    pub(crate) flat_segments: &'static [&'static str],
    /// Whether it need not be an address of anything, since the instruction does nothing with it.
    pub(crate) is_ignored: bool,
}

impl Memory {
    /// The registers that make up the address.
    pub(crate) fn registers(&self) -> impl Iterator<Item = &RegisterOperand> {
        self.base.iter().chain(self.index.iter().map(|(index, _)| index))
    }

    /// `(x)`, `8(%rax)`, `8(%rax, %rbx,4)`, as herd prints it. A location without registers stands in brackets.
    pub(crate) fn put<A: Architecture>(&self, text: &mut CodeText<'_>) {
        let (open, close) = A::MEMORY_BRACKETS;
        if self.registers().next().is_none() {
            text.push_str(open);
            self.put_displacement(text);
            return text.push_str(close);
        }
        self.put_displacement(text);
        text.push_str(open);
        if let Some(base) = &self.base {
            base.put::<A>(text);
        }
        if let Some((index, scale)) = &self.index {
            text.push_str(if self.base.is_some() { ", " } else { "," });
            index.put::<A>(text);
            put!(text; ",", *scale);
        }
        text.push_str(close);
    }

    fn put_displacement(&self, text: &mut CodeText<'_>) {
        match (&self.location, self.offset) {
            (Some(location), 0) => location.put(text),
            (Some(location), offset) => put!(text; location, Signed(offset)),
            (None, 0) => {}
            (None, offset) => offset.put(text),
        }
    }
}

/// Whether a memory operand may begin here, and not a number or a register.
pub(crate) fn may_begin<A: Architecture>(reader: &mut Reader<'_, '_, A>) -> bool {
    if reader.is_at_bracket() || reader.peek_location().is_some() {
        return true;
    }
    if has_number_sigil(reader) {
        return false;
    }
    // A number is one before a bracket only, a register, as a segment, before a colon only.
    let rest = reader.rest().as_bytes();
    let is_number = reader.at_number();
    let may_be = if is_number { memchr::memchr2(b'(', b'[', rest) } else { memchr::memchr(b':', rest) };
    if may_be.is_none() {
        return false;
    }
    let mark = reader.mark();
    let begins = if is_number {
        reader.number().is_ok() && reader.is_at_bracket()
    } else {
        reader.eat(A::REGISTER_SIGIL);
        reader.name().is_some() && reader.peek() == Some(':')
    };
    reader.reset(&mark);
    begins
}

fn has_number_sigil<A: Architecture>(reader: &Reader<'_, '_, A>) -> bool {
    !A::NUMBER_SIGIL.is_empty() && reader.rest().starts_with(A::NUMBER_SIGIL)
}

/// Reads a memory operand.
pub(crate) fn read<A: Architecture>(
    reader: &mut Reader<'_, '_, A>,
    kind: &'static MemoryKind,
) -> Result<Memory, Diagnostic> {
    skip_segment(reader, kind)?;
    let start = reader.offset();
    let mut memory = Memory { location: None, offset: 0, base: None, index: None };
    if reader.at_number() && !has_number_sigil(reader) {
        memory.offset = displacement(&reader.number()?)?;
    } else if let Some(name) = reader.peek_location() {
        named(reader, name, &mut memory)?;
        if !reader.is_at_bracket() {
            return Ok(memory);
        }
    }
    let close = if reader.eat("[") {
        "]"
    } else if reader.eat("(") {
        ")"
    } else {
        return Err(reader.expected("an address"));
    };
    inside(reader, kind, &mut memory)?;
    reader.expect(close)?;
    if !kind.is_ignored && memory.location.is_none() && memory.registers().next().is_none() {
        let message = "an address that is a number does not name a location";
        return Err(Diagnostic::error("unsupported-operand", reader.span_from(start), message)
            .help("memory consists of the locations that the test names"));
    }
    Ok(memory)
}

/// Reads `%cs:`.
fn skip_segment<A: Architecture>(reader: &mut Reader<'_, '_, A>, kind: &'static MemoryKind) -> Result<(), Diagnostic> {
    if reader.is_at_bracket() {
        return Ok(());
    }
    let mark = reader.mark();
    let start = reader.offset();
    reader.eat(A::REGISTER_SIGIL);
    let Some(name) = reader.name().filter(|_| reader.peek() == Some(':')) else {
        reader.reset(&mark);
        return Ok(());
    };
    let span = reader.span_from(start);
    reader.expect(":")?;
    let lower = name.value.to_ascii_lowercase();
    if kind.flat_segments.contains(&&*lower) {
        return Ok(());
    }
    let message = match &*lower {
        "fs" | "gs" => format!("the segment `%{lower}` (thread-local storage) is not supported"),
        _ => format!("`{}` is no segment register", name.value),
    };
    Err(Diagnostic::error("unsupported-operand", span, message))
}

/// Reads the location `name`, which comes next, with an offset.
fn named<A: Architecture>(reader: &mut Reader<'_, '_, A>, name: &str, memory: &mut Memory) -> Result<(), Diagnostic> {
    reader.name();
    memory.location = Some(name.into());
    memory.offset = offset(reader)?;
    Ok(())
}

/// Reads what stands in brackets.
fn inside<A: Architecture>(
    reader: &mut Reader<'_, '_, A>,
    kind: &'static MemoryKind,
    memory: &mut Memory,
) -> Result<(), Diagnostic> {
    let has_displacement = memory.location.is_some() || memory.offset != 0;
    let start = reader.offset();
    if reader.peek() == Some(',') {
        return index(reader, kind, kind.index, memory);
    }
    if reader.at_number() && !has_displacement {
        memory.offset = displacement(&reader.number()?)?;
        return Ok(());
    }
    if let Some(name) = reader.peek_location() {
        let place = reader.next_span();
        named(reader, name, memory)?;
        return match has_displacement {
            false => Ok(()),
            true => {
                Err(Diagnostic::error("operand", place, "expected a register: the location stands before the bracket"))
            }
        };
    }
    let base = reader.register(kind.base.or(kind.instruction_pointer))?;
    if base.is_in(kind.instruction_pointer) {
        return match memory.location {
            Some(_) => Ok(()),
            None => {
                let message = "an address relative to the instruction pointer must name a location";
                Err(Diagnostic::error("operand", reader.span_from(start), message))
            }
        };
    }
    let width = base.width::<A>();
    memory.base = Some(base);
    match reader.peek() {
        Some(',') if kind.is_ignored => index(reader, kind, kind.index, memory),
        // Base and index are of one size.
        Some(',') => {
            let of_width = A::registers().classes_of_width(width).or(A::SYMBOLIC);
            index(reader, kind, of_width.and(kind.index), memory)
        }
        Some(_) | None => Ok(()),
    }
}

/// `, register [, scale]`.
fn index<A: Architecture>(
    reader: &mut Reader<'_, '_, A>,
    kind: &MemoryKind,
    classes: Classes,
    memory: &mut Memory,
) -> Result<(), Diagnostic> {
    reader.expect(",")?;
    let register = reader.register(classes)?;
    let scale = if reader.eat(",") { scale(&reader.number()?, kind)? } else { 1 };
    memory.index = Some((register, scale));
    Ok(())
}

fn scale(number: &Spanned<i128>, kind: &MemoryKind) -> Result<u8, Diagnostic> {
    match number.value {
        1 | 2 | 4 | 8 => Ok(number.value as u8),
        _ if kind.is_ignored => Ok(1),
        other => {
            let message = format!("the scale must be 1, 2, 4 or 8, not {other}");
            Err(Diagnostic::error("address", number.span, message))
        }
    }
}

fn displacement(number: &Spanned<i128>) -> Result<i64, Diagnostic> {
    i64::try_from(number.value).map_err(|_| too_large(number.span))
}

fn too_large(span: Span) -> Diagnostic {
    Diagnostic::error("number-too-large", span, "an offset of more than 63 bits")
}
