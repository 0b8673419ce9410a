//! What instructions do.

use program::{BinaryOperator, Width};

/// What an instruction does, apart from where its operands are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    pub(super) opcode: Opcode,
    /// How many bits its operands have.
    pub(super) width: Width,
    /// Whether it has a `lock` prefix.
    pub(super) locked: bool,
}

/// What an instruction does with operands of whatever size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opcode {
    /// Nothing.
    Nop,
    /// `pause`: nothing, as far as memory goes.
    Pause,
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
    MoveZeroExtended(Width),
    /// `movsb`, `movsw`, `movsl`: from the given size.
    MoveSignExtended(Width),
    /// `cltq` and its like: the accumulator widened to the size of the operation from half of it.
    WidenAccumulator,
    /// `cltd`, `cqto`: `rdx` filled with the sign of the accumulator.
    SpreadAccumulator,
    /// `lea`.
    LoadAddress,
    /// `add`, `xor`, ...
    Arithmetic(Arithmetic),
    /// `imul`: the product of two operands, in the last one.
    Multiply,
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
    /// `punpckldq`: the lower double words of two registers in turn.
    InterleaveDoubles,
    /// `pextrd`, `pextrq`: the lane that an immediate selects.
    ExtractLane,
    /// `pinsrd`, `pinsrq`: the lane that an immediate selects, the others staying.
    InsertLane,
    /// `pshufd`: double words that an immediate selects.
    ShuffleDoubles,
    /// `paddq`: two sums.
    AddQuads,
    /// `psrlq`: both quad words shifted by an immediate.
    ShiftQuadsRight,
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
