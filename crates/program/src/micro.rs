//! Micro-operations: what instructions are made of.
//!
//! An instruction lowers to a [`Block`]: micro-operations in order, with [`Temp`]s for the values that flow between them. Reads,
//! writes, fences, synchronizations and conditional branches become events. The intra-instruction causality (iico) between these events is
//! not written down, it follows: *data* from the flow of temporaries, *control* from standing inside [`MicroOp::If`].
//! Two events of one instruction that no flow connects are unordered, whatever their order in the block.

use crate::{BinaryOperator, CodePlace, InstructionId, LocationId, RegisterId, UnaryOperator, Width, WordId};

/// A value inside one instruction; each is defined once, before its uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Temp(pub u16);

/// Micro-operations in order.
pub type Block = Vec<MicroOp>;

/// A set of event tags: the annotations of an access (exclusive, acquire, ...) or the kinds of a fence.
///
/// Bit `i` is the tag with the name `tags[i]` of the language. Cat models see each tag as the set of events that carry it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TagSet(pub u128);

impl TagSet {
    /// No tag.
    pub const NONE: TagSet = TagSet(0);

    /// The tag with the number `index` alone.
    pub const fn only(index: u32) -> TagSet {
        TagSet(1 << index)
    }

    /// The tags in either.
    #[must_use]
    pub const fn with(self, other: TagSet) -> TagSet {
        TagSet(self.0 | other.0)
    }

    /// The tags that are not in `other`.
    #[must_use]
    pub const fn without(self, other: TagSet) -> TagSet {
        TagSet(self.0 & !other.0)
    }

    /// The numbers of the tags in it, ascending.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let tag = (rest != 0).then(|| rest.trailing_zeros())?;
            rest &= rest - 1;
            Some(tag)
        })
    }

    /// Whether the tag with the number `index` is in it; numbers that are too large are in no set.
    pub const fn contains(self, index: u32) -> bool {
        matches!(self.0.checked_shr(index), Some(rest) if rest & 1 == 1)
    }
}

/// Where a jump goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// To an instruction of the column that the jump stands in; one past the last ends the thread.
    Instruction(InstructionId),
    /// To a place in the code, in any column.
    Code(CodePlace),
    /// To the end of the thread.
    Exit,
}

/// How a temporary is computed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Computation {
    /// A number; bits above the width are 0.
    Constant(u128, Width),
    /// The address of a location plus an offset in bytes.
    Address(LocationId, i64),
    /// The address of a place in the code.
    Code(CodePlace),
    /// A word of which nothing is known but which other words are the same.
    Word(WordId, Width),
    /// An operator with one operand.
    Unary(UnaryOperator, Temp),
    /// An operator with two operands of one width.
    Binary(BinaryOperator, Temp, Temp),
    /// The bits from `low` on, as many as the width says.
    Extract {
        /// What to take bits of.
        from: Temp,
        /// Its first bit taken.
        low: u16,
        /// How many.
        width: Width,
    },
    /// Widened with zeros.
    ZeroExtend(Temp, Width),
    /// Widened with copies of the sign bit.
    SignExtend(Temp, Width),
    /// The first operand's bits above the second's.
    Concatenate(Temp, Temp),
    /// The second operand where the first (one bit) is 1, else the third. The event that uses the result depends on all three.
    Select(Temp, Temp, Temp),
}

/// A property of the memory accesses of an instruction that no flow of values shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The accesses before the mark come before those after it, by iico order.
    InOrder,
    /// The access before the mark comes before the one behind it in program order, although both are of one instruction: the two halves of
    /// a read-modify-write of the Linux kernel.
    InProgramOrder,
    /// A choice between ways through the program begins, nested in so many others; [`Mark::Join`] ends it.
    Choice(u16),
    /// The ways of the choice of this depth come together again, each of them: what follows depends by control on what was before the choice,
    /// and not on the choice. For languages in which a branch has an end, as C.
    Join(u16),
    /// From here on the reads of the instruction, and its writes, are each one single-copy atomic access in several events.
    OneAccess,
}

/// What a program must not do: its language gives it no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UndefinedBehaviour {
    /// A division by 0.
    DivisionByZero,
}

/// One step of an instruction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MicroOp {
    /// `result` := the operation. No event.
    Let {
        /// Defined here.
        result: Temp,
        /// Its value.
        operation: Computation,
    },
    /// A register read event of the bits `low .. low + width`. It reads from the last write of each of these bits.
    ReadRegister {
        /// The value read.
        result: Temp,
        /// The register.
        register: RegisterId,
        /// First bit read.
        low: u16,
        /// How many bits are read.
        width: Width,
    },
    /// A register write event of the bits from `low` on, as many as `value` has; the other bits keep their values and their writers.
    WriteRegister {
        /// The register.
        register: RegisterId,
        /// First bit written.
        low: u16,
        /// What is written.
        value: Temp,
    },
    /// A memory read event.
    Load {
        /// The value read.
        result: Temp,
        /// Where.
        address: Temp,
        /// Size of the access.
        width: Width,
        /// Annotations.
        tags: TagSet,
    },
    /// A memory write event; its size is the width of `value`.
    Store {
        /// Where.
        address: Temp,
        /// What is written.
        value: Temp,
        /// Annotations.
        tags: TagSet,
    },
    /// `result` := the bit 1, which the event before it has determined: what uses the bit depends on that event. It follows a
    /// [`MicroOp::Store`] or a [`MicroOp::Synchronize`]. The status of a store-conditional is made of it where the architecture has it depend on the store.
    Written {
        /// One bit.
        result: Temp,
    },
    /// One event that both reads and writes memory: an atomic read-modify-write of C. (Machines have a read and a write event.)
    ReadModifyWrite {
        /// The value read. Defined for `update` too.
        result: Temp,
        /// Where.
        address: Temp,
        /// Size of the access.
        width: Width,
        /// Computes `value` from `result` and earlier temporaries; [`MicroOp::Let`]s only.
        update: Block,
        /// What is written.
        value: Temp,
        /// Annotations.
        tags: TagSet,
    },
    /// An event at a location that it neither reads nor writes: taking or leaving a lock.
    Synchronize {
        /// Where.
        address: Temp,
        /// What it is.
        tags: TagSet,
    },
    /// `result` := a bit that nothing constrains, such as whether a store-exclusive succeeds. No event.
    Nondeterministic {
        /// One bit.
        result: Temp,
    },
    /// Gives up executions in which the condition (one bit) is 0. No event.
    Assume {
        /// One bit.
        condition: Temp,
    },
    /// The program has undefined behaviour in executions in which the condition (one bit) is 0. No event.
    Require {
        /// One bit.
        condition: Temp,
        /// Which one.
        behaviour: UndefinedBehaviour,
    },
    /// Something about the memory accesses of this instruction. No event.
    Mark(Mark),
    /// A fence event.
    Fence {
        /// Its kinds.
        tags: TagSet,
    },
    /// An unconditional jump, no event. Nothing may follow it.
    Jump(Target),
    /// A jump to the address of code, as a branch event. To jump to anything else is a fault, but for a return where nothing has called. An address that
    /// is not known yet may turn out to be any that the program uses as a value. Events later in program order depend on it by control. Nothing may follow it.
    JumpTo {
        /// Where to.
        address: Temp,
        /// Whether it returns from a call. Then 0 ends the thread: what called it is outside the test.
        is_return: bool,
    },
    /// Jumps when the condition (one bit) is 1; what follows in the block is done when it is 0. Events later in program order depend by
    /// control on the reads that `condition` comes from.
    Branch {
        /// One bit.
        condition: Temp,
        /// Where to when it is 1.
        target: Target,
        /// Whether it is an event, which depends by data on the reads that `condition` comes from.
        is_event: bool,
    },
    /// A choice within an instruction. Temporaries defined inside are not seen outside.
    ///
    /// The events inside depend by iico control on the event that the choice is, or, where it is none, on the reads that
    /// `condition` comes from.
    If {
        /// One bit.
        condition: Temp,
        /// Whether it is an event, which depends by iico data on the reads that `condition` comes from.
        is_event: bool,
        /// When it is 1.
        then: Block,
        /// When it is 0.
        otherwise: Block,
    },
}
