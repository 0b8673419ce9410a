//! Operands as instructions hold them, and how they are printed.

use super::register::{General, Vector};
use super::size::Size;

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

    fn print(&self) -> String {
        match self {
            RegisterOperand::General(general) => format!("%{}", general.name()),
            RegisterOperand::Symbolic(name) => format!("%{name}"),
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

impl Symbol {
    fn print(&self) -> String {
        match self.offset {
            0 => self.name.clone(),
            offset => format!("{}{offset:+}", self.name),
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

impl Memory {
    /// As herd prints it: `(x)`, `8(%rax)`, `8(%rax, %rbx,4)`. The rest as assemblers write it, but that a location
    /// without registers always stands in parentheses.
    fn print(&self) -> String {
        let displacement = match &self.displacement {
            Displacement::Number(0) => String::new(),
            Displacement::Number(number) => number.to_string(),
            Displacement::Symbol(symbol) => symbol.print(),
        };
        let base = self.base.as_ref().map_or(String::new(), RegisterOperand::print);
        match &self.index {
            Some((index, scale)) => {
                let blank = if self.base.is_some() { " " } else { "" };
                format!("{displacement}({base},{blank}{},{scale})", index.print())
            }
            None if self.base.is_some() => format!("{displacement}({base})"),
            None if displacement.is_empty() => "(0)".to_owned(),
            None => format!("({displacement})"),
        }
    }

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

impl Operand {
    /// The operand as herd prints it; `sigil` stands before vector registers.
    pub(super) fn print(&self, sigil: &str, label: &mut dyn FnMut(&str) -> String) -> String {
        match self {
            Operand::Register(register) => register.print(),
            Operand::Vector(vector) => format!("{sigil}{}", vector.name()),
            Operand::Immediate(value) => format!("${value}"),
            Operand::Address(symbol) => format!("${}", symbol.print()),
            Operand::Memory(memory) => memory.print(),
            Operand::Label(name) => label(name),
        }
    }

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
