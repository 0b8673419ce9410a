//! Instructions to micro-operations.
//!
//! The meaning of each instruction is that of the *Operation* section of its page in the Intel 64 and IA-32 Architectures
//! Software Developer's Manual (SDM), volume 2; the AMD64 Architecture Programmer's Manual (APM), volume 3, says the same
//! where both speak. Atomicity is that of SDM volume 3, chapter 9.1. Results and flags are tested against recordings of a
//! real processor (`tests/hardware`).
//!
//! What the manuals leave open, and where this differs from them:
//!
//! - A flag that an instruction leaves *undefined* keeps its value here.
//! - `xor %eax,%eax` and the like read the register: the dependency is syntactic, as in herd.
//! - A vector access of 128 bits is one access. The manuals promise that for aligned accesses on processors with AVX only.
//! - A non-temporal load (`movntdqa`) is an ordinary load, which it is in write-back memory.
//! - Faults do not exist.

mod address;
mod bit;
mod exchange;
mod flags;
mod integer;
mod shift;
mod vector;

use std::marker::PhantomData;

use litmus::LoweringContext;
use program::{BlockBuilder, MixedSizes, RegisterId, TagSet, Target as ProgramTarget, Temp, Width};
use source::Diagnostic;

use super::Machine;
use super::operation::{Fence, Flush, Opcode};
use crate::assembly;
use crate::assembly::memory::Memory;
use crate::assembly::operand::{Instruction, Operand};

/// The names of the tags, herd's.
pub(super) const TAGS: &[&str] = &["X", "NT", "MFENCE", "SFENCE", "LFENCE", "ClFlush", "ClFlushOpt"];

/// What Intel (SDM volume 3A, 8.1.1) and AMD (APM volume 2, 7.3.2) both promise: an unaligned access within an aligned quadword is atomic,
/// and a locked instruction is wherever it is. (Intel promises it within a cache line.)
pub(super) const MIXED_SIZES: MixedSizes =
    MixedSizes { atomic_within: 8, faulting: TagSet::NONE, always_atomic: ATOMIC };

const PLAIN: TagSet = TagSet::NONE;
pub(super) const ATOMIC: TagSet = TagSet::only(0);
const NON_TEMPORAL: TagSet = TagSet::only(1);

impl Fence {
    fn tags(self) -> TagSet {
        match self {
            Fence::Memory => TagSet::only(2),
            Fence::Store => TagSet::only(3),
            Fence::Load => TagSet::only(4),
        }
    }
}

impl Flush {
    fn tags(self) -> TagSet {
        match self {
            Flush::Ordered => TagSet::only(5),
            Flush::Optimized => TagSet::only(6),
        }
    }
}

/// Appends the micro-operations of an instruction to `block`.
///
/// # Errors
/// When a jump goes to no place in the thread.
pub(super) fn instruction<M: Machine>(
    i: &Instruction<M>,
    context: &LoweringContext<'_>,
    block: &mut BlockBuilder,
) -> Result<(), Diagnostic> {
    let mut lowering = Lowering::<M>::new(context, block);
    let operation = i.operation();
    let (width, tags) = (operation.width, if operation.locked { ATOMIC } else { PLAIN });
    let of = |place: usize| &i.operands[place];
    let last = i.operands.len().saturating_sub(1);
    match operation.opcode {
        Opcode::Nop | Opcode::Pause => {}
        Opcode::Fence(fence) => lowering.block.fence(fence.tags()),
        Opcode::Return => lowering.block.jump(ProgramTarget::Exit),
        Opcode::Jump => {
            let target = lowering.target(i)?;
            lowering.block.jump(target);
        }
        Opcode::JumpIf(condition) => {
            let target = lowering.target(i)?;
            let taken = lowering.condition(condition);
            // As with herd, models of x86 see control dependencies but no branches.
            lowering.block.branch_unseen(taken, target);
        }
        Opcode::FlushLine(flush) => {
            let address = lowering.memory_address(memory(of(0)));
            // An event of its own kind: what it orders is the model's business.
            lowering.block.synchronize(address, flush.tags());
        }
        Opcode::SetIf(condition) => lowering.set_if(condition, of(0)),
        Opcode::MoveIf(condition) => lowering.move_if(condition, of(0), of(1), width),
        Opcode::Move => lowering.move_(of(0), of(1), width, PLAIN),
        Opcode::MoveNonTemporal => lowering.move_(of(0), of(1), width, NON_TEMPORAL),
        Opcode::MoveZeroExtended(from) => lowering.move_extended(of(0), from, of(1), width, false),
        Opcode::MoveSignExtended(from) => lowering.move_extended(of(0), from, of(1), width, true),
        Opcode::WidenAccumulator => lowering.widen_accumulator(width),
        Opcode::SpreadAccumulator => lowering.spread_accumulator(width),
        Opcode::LoadAddress => lowering.load_address(of(0), of(1), width),
        Opcode::Arithmetic(operator) => lowering.arithmetic(operator, of(0), of(1), width, tags),
        Opcode::Multiply => lowering.multiply(of(0), of(1), of(last), width),
        Opcode::Compare => lowering.compare(of(0), of(1), width),
        Opcode::Test => lowering.test(of(0), of(1), width),
        Opcode::Increment => lowering.count(of(0), width, tags, false),
        Opcode::Decrement => lowering.count(of(0), width, tags, true),
        Opcode::Negate => lowering.negate(of(0), width, tags),
        Opcode::Not => lowering.complement(of(0), width, tags),
        Opcode::Shift(shift) => lowering.shift(shift, (last > 0).then(|| of(0)), of(last), width),
        Opcode::BitTest(change) => lowering.bit_test(change, of(0), of(1), width, tags),
        Opcode::Exchange => lowering.exchange(of(0), of(1), width),
        Opcode::ExchangeAdd => lowering.exchange_add(of(0), of(1), width, tags),
        Opcode::CompareExchange => lowering.compare_exchange(of(0), of(1), width, tags),
        Opcode::CompareExchangePair => lowering.compare_exchange_pair(of(0), width, tags),
        Opcode::VectorMove => lowering.vector_move(of(0), of(1), PLAIN),
        Opcode::VectorMoveNonTemporal => lowering.vector_move(of(0), of(1), NON_TEMPORAL),
        Opcode::ScalarMove => lowering.scalar_move(of(0), of(1), width),
        Opcode::ScalarMerge => lowering.move_(of(0), of(1), width, PLAIN),
        // With two operands the second one is both.
        Opcode::VectorBitwise(operator) => lowering.vector_bitwise(operator, of(0), of(1), of(last)),
        Opcode::Unpack { high } => lowering.unpack(high, of(0), of(1), of(last)),
        Opcode::InterleaveDoubles => lowering.interleave_doubles(of(0), of(1), of(last)),
        Opcode::ExtractLane => lowering.extract_lane(*i.number(0), of(1), of(2), width),
        Opcode::InsertLane => {
            lowering.insert_lane(*i.number(0), of(1), of(2), of(last), width);
        }
        Opcode::ShuffleDoubles => lowering.shuffle_doubles(*i.number(0), of(1), of(2)),
        Opcode::AddQuads => lowering.add_quads(of(0), of(1), of(last)),
        Opcode::ShiftQuadsRight => lowering.shift_quads_right(*i.number(0), of(1), of(last)),
    }
    Ok(())
}

/// The memory operand of a slot that takes nothing else.
fn memory(operand: &Operand) -> &Memory {
    match operand {
        Operand::Memory(memory) => memory,
        other => unreachable!("{other:?} in a slot for memory"),
    }
}

/// An instruction being lowered.
struct Lowering<'a, 'c, M> {
    context: &'a LoweringContext<'c>,
    block: &'a mut BlockBuilder,
    machine: PhantomData<M>,
}

/// Where an operand is, its address computed.
#[derive(Clone, Copy)]
enum OperandPlace {
    /// Bits of a register, `whole` in all.
    Register { register: RegisterId, low: u16, whole: Width },
    /// Memory at an address.
    Memory(Temp),
}

/// How many bits a vector register has.
const VECTOR_WIDTH: Width = 128;

impl OperandPlace {
    /// The tags of the accesses of an exchange whose lock is implied.
    fn implied_lock(self) -> TagSet {
        match self {
            OperandPlace::Memory(_) => ATOMIC,
            OperandPlace::Register { .. } => PLAIN,
        }
    }

    fn is_vector(self) -> bool {
        matches!(self, OperandPlace::Register { whole: VECTOR_WIDTH, .. })
    }
}

impl<'a, 'c, M: Machine> Lowering<'a, 'c, M> {
    fn new(context: &'a LoweringContext<'c>, block: &'a mut BlockBuilder) -> Lowering<'a, 'c, M> {
        Lowering { context, block, machine: PhantomData }
    }

    /// A general-purpose register that instructions use without naming it.
    fn implicit(register: RegisterId) -> OperandPlace {
        OperandPlace::Register { register, low: 0, whole: M::ADDRESS_WIDTH }
    }

    fn target(&self, i: &Instruction<M>) -> Result<ProgramTarget, Diagnostic> {
        assembly::lower::place(self.context, i.target(0), 1).map(ProgramTarget::Code)
    }

    /// Where an operand is.
    fn place(&mut self, operand: &Operand) -> OperandPlace {
        match operand {
            Operand::Register(register) => {
                let part = assembly::lower::part::<M>(self.context, register).expect("x86 has no zero register");
                let whole = if part.width == VECTOR_WIDTH { VECTOR_WIDTH } else { M::ADDRESS_WIDTH };
                OperandPlace::Register { register: part.register, low: part.low, whole }
            }
            Operand::Memory(memory) => OperandPlace::Memory(self.memory_address(memory)),
            Operand::Number(_)
            | Operand::Symbol(_)
            | Operand::List(_)
            | Operand::Address(_)
            | Operand::Target(_)
            | Operand::Choice(_)
            | Operand::ModifierBy { .. }
            | Operand::Modifier { .. } => unreachable!("{operand:?} in a slot for registers and memory"),
        }
    }

    /// Reads the low `width` bits.
    fn read(&mut self, place: OperandPlace, width: Width, tags: TagSet) -> Temp {
        match place {
            OperandPlace::Register { register, low, .. } => self.block.read(register, low, width),
            OperandPlace::Memory(address) => self.block.load(address, width, tags),
        }
    }

    /// Writes all bits of `value`. A general-purpose register that is written with 32 bits has its upper half cleared; with 8 or
    /// 16 bits, it keeps the others (SDM vol. 1, 3.4.1.1), and so does a vector register.
    fn write(&mut self, place: OperandPlace, value: Temp, tags: TagSet) {
        match place {
            OperandPlace::Register { register, low, whole } => {
                let clears = whole == 64 && self.block.width(value) == 32;
                let value = if clears { self.block.resize(value, whole) } else { value };
                self.block.write(register, low, value);
            }
            OperandPlace::Memory(address) => self.block.store(address, value, tags),
        }
    }

    /// The value of a source operand.
    fn value(&mut self, operand: &Operand, width: Width) -> Temp {
        match operand {
            Operand::Number(value) => self.block.constant(*value, width),
            Operand::Symbol(symbol) => {
                let address = self.location(&symbol.name, symbol.offset);
                self.block.resize(address, width)
            }
            Operand::Register(_)
            | Operand::Memory(_)
            | Operand::List(_)
            | Operand::Address(_)
            | Operand::Target(_)
            | Operand::Choice(_)
            | Operand::ModifierBy { .. }
            | Operand::Modifier { .. } => {
                let place = self.place(operand);
                self.read(place, width, PLAIN)
            }
        }
    }

    /// The address of a location, plus a number of bytes.
    fn location(&mut self, name: &str, offset: i64) -> Temp {
        let location = self.context.location(name);
        self.block.address(location, offset, M::ADDRESS_WIDTH)
    }
}
