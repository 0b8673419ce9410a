//! Instructions as data: an operation, a size, operands.

use litmus::{CodeText, Mention};
use program::{BinaryOperator, RegisterId};

use super::form::Form;
use super::operand::{Operand, RegisterOperand};
use super::register::implicit;
use super::size::Size;
use crate::assembly::put::{Put, put};

/// An instruction that has been checked: its operands fit its form.
#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    /// The row of the table of forms that it fits.
    pub(super) form: &'static Form,
    /// Whether it has a `lock` prefix.
    pub(super) lock: bool,
    /// The suffix as it was written; herd prints (and hashes) an instruction with the suffix it was read with.
    pub(super) suffix: Option<Size>,
    /// The size of its operands.
    pub(super) size: Size,
    /// As AT&T syntax orders them: the destination comes last.
    pub(super) operands: Vec<Operand>,
}

/// What an instruction does, apart from where its operands are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opcode {
    /// Nothing.
    Nop,
    /// `mfence`, `sfence`, `lfence`.
    Fence(Fence),
    /// `ret`: the end of the thread.
    Return,
    /// `jmp`.
    Jump,
    /// `je`, ...
    JumpIf(Condition),
    /// `sete`, ...
    SetIf(Condition),
    /// `cmove`, ...
    MoveIf(Condition),
    /// `mov`.
    Move,
    /// `movnti`.
    MoveNonTemporal,
    /// `movzb`, `movzw`: from the given size.
    MoveZeroExtended(Size),
    /// `movsb`, `movsw`, `movsl`: from the given size.
    MoveSignExtended(Size),
    /// `cltq` and its like: the accumulator widened to the size of the operation from half of it.
    WidenAccumulator,
    /// `cltd`, `cqto`: `rdx` filled with the sign of the accumulator.
    SpreadAccumulator,
    /// `lea`.
    LoadAddress,
    /// `add`, `xor`, ...
    Arithmetic(Arithmetic),
    /// `cmp`.
    Compare,
    /// `test`.
    Test,
    /// `inc`.
    Increment,
    /// `dec`.
    Decrement,
    /// `neg`.
    Negate,
    /// `not`.
    Not,
    /// `shl`, `shr`, `sar`; by 1 when only one operand is there.
    Shift(Shift),
    /// `bt`, `bts`, `btr`, `btc`.
    BitTest(BitChange),
    /// `xchg`.
    Exchange,
    /// `xadd`.
    ExchangeAdd,
    /// `cmpxchg`.
    CompareExchange,
    /// `cmpxchg8b`, `cmpxchg16b`: the size is that of one half.
    CompareExchangePair,
    /// `clflush`, `clflushopt`.
    FlushLine(Flush),
    /// A whole vector register from or to memory or another one.
    VectorMove,
    /// A whole vector register to memory, non-temporal.
    VectorMoveNonTemporal,
    /// `movd`, `movq`, `movss`, `movsd`: the low bits of a vector register. Loads clear the rest of the register.
    ScalarMove,
    /// `movss`, `movsd` between vector registers: the rest of the destination stays.
    ScalarMerge,
    /// `pxor`, `xorps`, ... With three operands the destination is not read.
    VectorBitwise(BinaryOperator),
    /// `punpcklqdq`, `punpckhqdq`: the lower or upper halves of two registers side by side.
    Unpack {
        /// The upper halves.
        high: bool,
    },
    /// `pextrq`.
    ExtractQuad,
    /// `pinsrq`.
    InsertQuad,
}

/// How a cache line is flushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flush {
    /// `clflush`.
    Ordered,
    /// `clflushopt`.
    Optimized,
}

/// The fences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fence {
    Memory,
    Store,
    Load,
}

/// Arithmetic with two operands, the second of which takes the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Add,
    AddWithCarry,
    Subtract,
    SubtractWithBorrow,
    And,
    Or,
    Xor,
}

/// Shifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shift {
    Left,
    Right,
    RightSigned,
}

/// What becomes of the bit that is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BitChange {
    Keep,
    Set,
    Reset,
    Complement,
}

/// Conditions on flags (SDM vol. 1, appendix B): a test, and whether it is negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    pub(super) test: FlagTest,
    pub(super) negated: bool,
}

impl Condition {
    pub(super) const fn when(test: FlagTest) -> Condition {
        Condition { test, negated: false }
    }

    pub(super) const fn unless(test: FlagTest) -> Condition {
        Condition { test, negated: true }
    }
}

/// The tests that conditions make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FlagTest {
    /// `o`: OF.
    Overflow,
    /// `b`: CF.
    Below,
    /// `e`: ZF.
    Equal,
    /// `be`: CF or ZF.
    BelowOrEqual,
    /// `s`: SF.
    Sign,
    /// `p`: PF.
    Parity,
    /// `l`: SF differs from OF.
    Less,
    /// `le`: ZF, or SF differs from OF.
    LessOrEqual,
}

/// As herd prints it.
impl Put for Instruction {
    fn put(&self, text: &mut CodeText<'_>) {
        put!(text; if self.lock { "lock; " } else { "" }, self.form.name(), self.suffix.map_or("", Size::suffix));
        let put_all = |operands: &mut dyn Iterator<Item = &Operand>, text: &mut CodeText<'_>| {
            for (number, operand) in operands.enumerate() {
                put!(text; if number == 0 { " " } else { "," }, operand);
            }
        };
        if self.form.prints_reversed(&self.operands) {
            put_all(&mut self.operands.iter().rev(), text);
        } else {
            put_all(&mut self.operands.iter(), text);
        }
    }
}

impl Instruction {
    /// Everything it names, and the registers that it uses without naming them.
    pub(super) fn mentions(&self, visit: &mut dyn FnMut(Mention<'_>)) {
        for operand in &self.operands {
            match operand {
                Operand::Register(register) => mention_register(register, visit),
                Operand::Vector(vector) => visit(Mention::Register(vector.id())),
                Operand::Memory(memory) => memory.registers().for_each(|register| mention_register(register, visit)),
                Operand::Label(name) => visit(Mention::Label(name)),
                Operand::Immediate(_) | Operand::Address(_) => {}
            }
            if let Some(symbol) = operand.symbol() {
                visit(Mention::Location(&symbol.name));
            }
        }
        self.implicit_registers().iter().for_each(|&register| visit(Mention::Register(register)));
    }

    fn implicit_registers(&self) -> &'static [RegisterId] {
        use implicit::{RAX, RBX, RCX, RDX};
        match self.form.opcode {
            Opcode::CompareExchange | Opcode::WidenAccumulator => &[RAX],
            Opcode::SpreadAccumulator => &[RAX, RDX],
            Opcode::CompareExchangePair => &[RAX, RBX, RCX, RDX],
            _ => &[],
        }
    }
}

fn mention_register(register: &RegisterOperand, visit: &mut dyn FnMut(Mention<'_>)) {
    match register {
        RegisterOperand::General(general) => visit(Mention::Register(general.part().register)),
        RegisterOperand::Symbolic(name) => visit(Mention::Symbolic(name)),
    }
}
