//! Memory operands: a base register, a displacement or an index, and what becomes of the base.

use litmus::CodeText;
use source::Diagnostic;

use super::Architecture;
use super::form::{Choice, Relocation};
use super::operand::{RegisterOperand, Symbol};
use super::parse::{Reading, read_relocated};
use super::put::{Put, put};
use super::reader::Reader;
use super::register::Classes;

/// What is added to the base register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Displacement {
    /// So many bytes.
    Number(i64),
    /// A part of a symbol's address, the number of the relocation first.
    Symbol(u8, Symbol),
    /// A register.
    Index(Index),
}

/// An index register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Index {
    pub(crate) register: RegisterOperand,
    /// Whether it is subtracted.
    pub(crate) negative: bool,
    /// How it is extended or shifted; 0 is the plain way.
    pub(crate) extend: u8,
    pub(crate) amount: u8,
}

/// When the base register is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Never.
    Offset,
    /// Before the access.
    PreIndexed,
    /// After it.
    PostIndexed,
}

/// A memory operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) base: RegisterOperand,
    pub(crate) displacement: Displacement,
    pub(crate) mode: Mode,
}

/// How an architecture writes memory operands.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AddressSyntax {
    /// `[X1]`, `[X1,#8]!`, `[X1],#8`, `[X1,W2,SXTW #2]`, `[X1,:lo12:x]`.
    Brackets,
    /// `8(x1)`, `(x1)`, `%lo(x)(x1)`.
    Parentheses,
}

/// Which displacements of a number of bytes are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offsets {
    Any,
    /// None but 0. Then it is not printed.
    Zero,
    Exactly(i64),
}

/// Which memory operands may stand in a slot.
#[derive(Debug)]
pub(crate) struct AddressKind {
    pub(crate) base: Classes,
    /// The modes that are possible with a number of bytes.
    pub(crate) modes: &'static [Mode],
    pub(crate) offsets: Offsets,
    /// The classes of an index register and how it may be extended, where one is possible.
    pub(crate) index: Option<(Classes, &'static Choice)>,
    /// Whether the base can be moved by an index register.
    pub(crate) moves_by_index: bool,
    /// The parts of addresses of symbols that are possible.
    pub(crate) relocations: &'static [Relocation],
}

impl AddressKind {
    /// A base register alone.
    pub(crate) const fn base(base: Classes) -> AddressKind {
        AddressKind {
            base,
            modes: &[Mode::Offset],
            offsets: Offsets::Zero,
            index: None,
            moves_by_index: false,
            relocations: &[],
        }
    }

    /// A base register and an offset.
    pub(crate) const fn offset(base: Classes) -> AddressKind {
        AddressKind { offsets: Offsets::Any, ..AddressKind::base(base) }
    }

    /// Whether an address may stand there.
    pub(crate) fn has(&self, address: &Address) -> bool {
        let fits = match &address.displacement {
            Displacement::Number(by) => self.modes.contains(&address.mode) && self.allows(*by, address.mode),
            Displacement::Symbol(..) => !self.relocations.is_empty(),
            Displacement::Index(_) => self.index.is_some() && (self.moves_by_index || address.mode == Mode::Offset),
        };
        fits && address.base.is_in(self.base)
    }

    fn allows(&self, by: i64, mode: Mode) -> bool {
        match self.offsets {
            Offsets::Any => true,
            Offsets::Zero => by == 0,
            Offsets::Exactly(only) => by == only || mode == Mode::Offset && by == 0,
        }
    }
}

/// An address with the kind of its slot, which says how it is printed.
pub(crate) struct AddressText<'a> {
    pub(crate) address: &'a Address,
    pub(crate) kind: &'a AddressKind,
}

impl AddressText<'_> {
    /// As `A` writes it.
    pub(crate) fn put<A: Architecture>(&self, text: &mut CodeText<'_>) {
        match A::ADDRESSES {
            AddressSyntax::Brackets => self.put_brackets::<A>(text),
            AddressSyntax::Parentheses => self.put_parentheses::<A>(text),
        }
    }

    fn put_brackets<A: Architecture>(&self, text: &mut CodeText<'_>) {
        let Address { base, displacement, mode } = self.address;
        text.push_str("[");
        base.put::<A>(text);
        match (displacement, mode) {
            (Displacement::Number(0), Mode::Offset) => {}
            // herd writes no comma.
            (Displacement::Number(by), Mode::PostIndexed) if text.is_hashed() => {
                return put!(text; "]", A::NUMBER_SIGIL, *by);
            }
            (Displacement::Number(by), Mode::PostIndexed) => return put!(text; "],", A::NUMBER_SIGIL, *by),
            (Displacement::Number(by), _) => put!(text; ",", A::NUMBER_SIGIL, *by),
            (Displacement::Symbol(relocation, symbol), _) => {
                put!(text; ",");
                put_relocated(self.kind.relocations, *relocation, symbol, text);
            }
            (Displacement::Index(index), _) => {
                text.push_str(if *mode == Mode::PostIndexed { "]," } else { "," });
                self.put_index::<A>(index, text);
                if *mode == Mode::PostIndexed {
                    return;
                }
            }
        }
        text.push_str(if *mode == Mode::PreIndexed { "]!" } else { "]" });
    }

    fn put_index<A: Architecture>(&self, index: &Index, text: &mut CodeText<'_>) {
        text.push_str(if index.negative { "-" } else { "" });
        index.register.put::<A>(text);
        let word = self.kind.index.and_then(|(_, words)| words.word(index.extend)).unwrap_or_default();
        match (index.extend, index.amount) {
            (0, 0) => {}
            (_, 0) => put!(text; ",", word),
            (_, amount) => put!(text; ",", word, " ", A::NUMBER_SIGIL, amount),
        }
    }

    fn put_parentheses<A: Architecture>(&self, text: &mut CodeText<'_>) {
        match &self.address.displacement {
            Displacement::Number(_) if self.kind.offsets == Offsets::Zero => {}
            Displacement::Number(by) => by.put(text),
            Displacement::Symbol(relocation, symbol) => {
                put_relocated(self.kind.relocations, *relocation, symbol, text);
            }
            // There are none in this syntax.
            Displacement::Index(index) => index.register.put::<A>(text),
        }
        text.push_str("(");
        self.address.base.put::<A>(text);
        text.push_str(")");
    }
}

fn put_relocated(relocations: &[Relocation], number: u8, symbol: &Symbol, text: &mut CodeText<'_>) {
    let relocation = relocations[usize::from(number)];
    put!(text; relocation.prefix, symbol, relocation.suffix);
}

/// Reads a memory operand.
pub(crate) fn read<A: Architecture>(
    reader: &mut Reader<'_, '_, A>,
    kind: &'static AddressKind,
) -> Result<Address, Diagnostic> {
    let start = reader.offset();
    let address = match A::ADDRESSES {
        AddressSyntax::Brackets => brackets(reader, kind)?,
        AddressSyntax::Parentheses => parentheses(reader, kind)?,
    };
    if kind.has(&address) {
        return Ok(address);
    }
    let message = match (&address.displacement, address.mode) {
        (Displacement::Index(_), _) => "no index register is possible here",
        (_, Mode::Offset) if matches!(kind.offsets, Offsets::Zero | Offsets::Exactly(0)) => {
            "no offset is possible here"
        }
        _ => "this instruction has no such form of address",
    };
    Err(Diagnostic::error("operand", reader.span_from(start), message))
}

fn brackets<A: Architecture>(
    reader: &mut Reader<'_, '_, A>,
    kind: &'static AddressKind,
) -> Result<Address, Diagnostic> {
    if A::HAS_OLD_ADDRESSES && reader.at_register() {
        let base = reader.register(kind.base)?;
        return Ok(Address { base, displacement: Displacement::Number(0), mode: Mode::Offset });
    }
    reader.expect("[")?;
    let base = reader.register(kind.base)?;
    if reader.eat("]") {
        let offset = (Displacement::Number(0), Mode::Offset);
        let (displacement, mode) =
            if reader.eat(",") { (displacement(reader, kind)?, Mode::PostIndexed) } else { offset };
        return Ok(Address { base, displacement, mode });
    }
    reader.expect(",")?;
    let displacement = displacement(reader, kind)?;
    reader.expect("]")?;
    let mode = if reader.eat("!") { Mode::PreIndexed } else { Mode::Offset };
    Ok(Address { base, displacement, mode })
}

/// Reads what is added to the base register.
fn displacement<A: Architecture>(
    reader: &mut Reader<'_, '_, A>,
    kind: &'static AddressKind,
) -> Result<Displacement, Diagnostic> {
    if reader.at_number() {
        return reader.byte_offset().map(Displacement::Number);
    }
    if let Some((number, symbol)) = read_relocated(reader, kind.relocations)? {
        return Ok(Displacement::Symbol(number, symbol));
    }
    let Some((classes, words)) = kind.index else {
        // The index of the missing offset identifies the form.
        return if reader.at_register() {
            let message = "no index register is possible here";
            Err(Diagnostic::error("operand", reader.next_span(), message))
        } else {
            reader.byte_offset().map(Displacement::Number)
        };
    };
    let negative = reader.eat("-");
    let start = reader.offset();
    let register = reader.register(classes)?;
    let (mut extend, mut amount) = (0, 0);
    if reader.eat(",") {
        extend = reader.choice(words)?;
        if reader.at_number() {
            amount = reader.number_within("a shift", 0, 31)? as u8;
        }
    }
    let index = Index { register, negative, extend, amount };
    match A::index_is_wrong(&index) {
        Some(message) => Err(Diagnostic::error("operand", reader.span_from(start), message)),
        None => Ok(Displacement::Index(index)),
    }
}

fn parentheses<A: Architecture>(
    reader: &mut Reader<'_, '_, A>,
    kind: &'static AddressKind,
) -> Result<Address, Diagnostic> {
    let displacement = if reader.at_number() {
        let offset = Displacement::Number(reader.byte_offset()?);
        if A::HAS_OLD_ADDRESSES && reader.eat(",") {
            let base = reader.register(kind.base)?;
            return Ok(Address { base, displacement: offset, mode: Mode::Offset });
        }
        offset
    } else if let Some((number, symbol)) = read_relocated(reader, kind.relocations)? {
        Displacement::Symbol(number, symbol)
    } else {
        Displacement::Number(0)
    };
    reader.expect("(")?;
    let base = reader.register(kind.base)?;
    reader.expect(")")?;
    Ok(Address { base, displacement, mode: Mode::Offset })
}
