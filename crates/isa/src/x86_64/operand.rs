//! Operands as instructions hold them, and how they are printed.

use litmus::CodeText;

use super::register::{General, Vector};
use super::size::Size;
use crate::assembly::put::{Put, Signed, put};

/// A general-purpose register as an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RegisterOperand {
    /// One of the architecture.
    General(General),
    /// A symbolic register, without its `%`. It stands for a whole register; an instruction takes the part it needs.
    Symbolic(String),
}

impl RegisterOperand {
    /// Its size, when the name tells one.
    pub(super) fn size(&self) -> Option<Size> {
        match self {
            RegisterOperand::General(general) => Some(general.size()),
            RegisterOperand::Symbolic(_) => None,
        }
    }
}

impl Put for RegisterOperand {
    fn put(&self, text: &mut CodeText<'_>) {
        match self {
            RegisterOperand::General(general) => put!(text; "%", general.name()),
            RegisterOperand::Symbolic(name) => put!(text; "%", name),
        }
    }
}

/// A symbol plus an offset in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Symbol {
    /// The location's name.
    pub(super) name: String,
    /// Bytes from its beginning.
    pub(super) offset: i64,
}

impl Put for Symbol {
    fn put(&self, text: &mut CodeText<'_>) {
        self.name.put(text);
        if self.offset != 0 {
            Signed(self.offset).put(text);
        }
    }
}

/// A number or the address of a symbol: an immediate, or the displacement of a memory operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Displacement {
    /// A number.
    Number(i64),
    /// An address.
    Symbol(Symbol),
}

/// As herd prints it: nothing for 0.
impl Put for Displacement {
    fn put(&self, text: &mut CodeText<'_>) {
        match self {
            Displacement::Number(0) => {}
            Displacement::Number(number) => number.put(text),
            Displacement::Symbol(symbol) => symbol.put(text),
        }
    }
}

/// A memory operand: displacement + base + index * scale.
///
/// In an instruction that has been checked, base and index are of one size (64 or 32 bits, symbolic registers counting as 64),
/// the index is not the stack pointer, and the scale is 1, 2, 4 or 8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Memory {
    pub(super) displacement: Displacement,
    pub(super) base: Option<RegisterOperand>,
    /// The index with its scale.
    pub(super) index: Option<(RegisterOperand, u8)>,
}

/// As herd prints it: `(x)`, `8(%rax)`, `8(%rax, %rbx,4)`. The rest as assemblers write it, but that a location
/// without registers always stands in parentheses.
impl Put for Memory {
    fn put(&self, text: &mut CodeText<'_>) {
        let Memory { displacement, base, index } = self;
        match (base, index) {
            (Some(base), Some((index, scale))) => put!(text; displacement, "(", base, ", ", index, ",", *scale, ")"),
            (None, Some((index, scale))) => put!(text; displacement, "(,", index, ",", *scale, ")"),
            (Some(base), None) => put!(text; displacement, "(", base, ")"),
            (None, None) if *displacement == Displacement::Number(0) => text.push_str("(0)"),
            (None, None) => put!(text; "(", displacement, ")"),
        }
    }
}

impl Memory {
    /// The registers that make up the address.
    pub(super) fn registers(&self) -> impl Iterator<Item = &RegisterOperand> {
        self.base.iter().chain(self.index.iter().map(|(index, _)| index))
    }
}

/// An operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    /// `%eax`, `%name`.
    Register(RegisterOperand),
    /// `%xmm0`.
    Vector(Vector),
    /// `$1`; between -2^63 and 2^64 - 1.
    Immediate(i128),
    /// `$x`: the address of `x`.
    Address(Symbol),
    /// `8(%rax)`, `(x)`.
    Memory(Memory),
    /// The target of a jump.
    Label(String),
}

/// As herd prints it; when it hashes, vector registers have no sigil.
impl Put for Operand {
    fn put(&self, text: &mut CodeText<'_>) {
        match self {
            Operand::Register(register) => register.put(text),
            Operand::Vector(vector) => put!(text; if text.is_hashed() { "" } else { "%" }, vector.name()),
            Operand::Immediate(value) => put!(text; "$", *value),
            Operand::Address(symbol) => put!(text; "$", symbol),
            Operand::Memory(memory) => memory.put(text),
            Operand::Label(name) => text.push_label(name),
        }
    }
}

impl Operand {
    /// Whether it is memory.
    pub(super) fn is_memory(&self) -> bool {
        matches!(self, Operand::Memory(_))
    }

    /// The symbol that it names.
    pub(super) fn symbol(&self) -> Option<&Symbol> {
        match self {
            Operand::Address(symbol) | Operand::Memory(Memory { displacement: Displacement::Symbol(symbol), .. }) => {
                Some(symbol)
            }
            _ => None,
        }
    }
}
