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

use litmus::LoweringContext;
use program::{BlockBuilder, RegisterId, TagSet, Target, Temp};
use source::Diagnostic;

use super::instruction::{Fence, Flush, Instruction, Opcode};
use super::operand::{Displacement, Operand, RegisterOperand, Symbol};
use super::size::Size;

/// The names of the tags, herd's.
pub(super) const TAGS: &[&str] = &["X", "NT", "MFENCE", "SFENCE", "LFENCE", "ClFlush", "ClFlushOpt"];

const PLAIN: TagSet = TagSet::NONE;
const ATOMIC: TagSet = TagSet::only(0);
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
pub(super) fn lower(
    instruction: &Instruction,
    context: &LoweringContext<'_>,
    block: &mut BlockBuilder,
) -> Result<(), Diagnostic> {
    Lowering { context, block }.instruction(instruction)
}

/// An instruction being lowered.
struct Lowering<'a, 'c> {
    context: &'a LoweringContext<'c>,
    block: &'a mut BlockBuilder,
}

/// Where an operand is, its address computed.
#[derive(Clone, Copy)]
enum Place {
    /// Bits of a general-purpose register.
    Register { register: RegisterId, low: u16 },
    /// A vector register.
    Vector(RegisterId),
    /// Memory at an address.
    Memory(Temp),
}

impl Place {
    /// The tags of the accesses of an exchange whose lock is implied.
    fn implied_lock(self) -> TagSet {
        match self {
            Place::Memory(_) => ATOMIC,
            Place::Register { .. } | Place::Vector(_) => PLAIN,
        }
    }
}

impl Lowering<'_, '_> {
    fn instruction(mut self, instruction: &Instruction) -> Result<(), Diagnostic> {
        if let Some(done) = self.control(instruction) {
            return done;
        }
        let size = instruction.size;
        let tags = if instruction.lock { ATOMIC } else { PLAIN };
        match (instruction.form.opcode, instruction.operands.as_slice()) {
            (Opcode::SetIf(condition), [to]) => self.set_if(condition, to),
            (Opcode::MoveIf(condition), [from, to]) => self.move_if(condition, from, to, size),
            (Opcode::Move, [from, to]) => self.move_(from, to, size, PLAIN),
            (Opcode::MoveNonTemporal, [from, to]) => self.move_(from, to, size, NON_TEMPORAL),
            (Opcode::MoveZeroExtended(from_size), [from, to]) => self.move_extended(from, from_size, to, size, false),
            (Opcode::MoveSignExtended(from_size), [from, to]) => self.move_extended(from, from_size, to, size, true),
            (Opcode::WidenAccumulator, _) => self.widen_accumulator(size),
            (Opcode::SpreadAccumulator, _) => self.spread_accumulator(size),
            (Opcode::LoadAddress, [from, to]) => self.load_address(from, to, size),
            (Opcode::Arithmetic(operator), [from, to]) => self.arithmetic(operator, from, to, size, tags),
            (Opcode::Compare, [from, to]) => self.compare(from, to, size),
            (Opcode::Test, [from, to]) => self.test(from, to, size),
            (Opcode::Increment, [to]) => self.count(to, size, tags, false),
            (Opcode::Decrement, [to]) => self.count(to, size, tags, true),
            (Opcode::Negate, [to]) => self.negate(to, size, tags),
            (Opcode::Not, [to]) => self.complement(to, size, tags),
            (Opcode::Shift(shift), [to]) => self.shift(shift, None, to, size),
            (Opcode::Shift(shift), [count, to]) => self.shift(shift, Some(count), to, size),
            (Opcode::BitTest(change), [number, to]) => self.bit_test(change, number, to, size, tags),
            (Opcode::Exchange, [first, second]) => self.exchange(first, second, size),
            (Opcode::ExchangeAdd, [from, to]) => self.exchange_add(from, to, size, tags),
            (Opcode::CompareExchange, [from, to]) => self.compare_exchange(from, to, size, tags),
            (Opcode::CompareExchangePair, [to]) => self.compare_exchange_pair(to, size, tags),
            (opcode, operands) => self.vector(opcode, operands, size),
        }
    }

    /// The instructions that compute nothing; `None` for another one.
    fn control(&mut self, instruction: &Instruction) -> Option<Result<(), Diagnostic>> {
        match (instruction.form.opcode, instruction.operands.as_slice()) {
            (Opcode::Nop, _) => {}
            (Opcode::Fence(fence), _) => self.block.fence(fence.tags()),
            (Opcode::Return, _) => self.block.jump(Target::Exit),
            (Opcode::Jump, [Operand::Label(label)]) => self.block.jump(self.context.label(label)),
            (Opcode::JumpIf(condition), [Operand::Label(label)]) => {
                let taken = self.condition(condition);
                // As with herd, models of x86 see control dependencies but no branches.
                self.block.branch_unseen(taken, self.context.label(label));
            }
            (Opcode::FlushLine(flush), [Operand::Memory(memory)]) => {
                let address = match self.memory_address(memory) {
                    Ok(address) => address,
                    Err(refused) => return Some(Err(refused)),
                };
                // An event of its own kind: what it orders is the model's business.
                self.block.synchronize(address, flush.tags());
            }
            _ => return None,
        }
        Some(Ok(()))
    }

    fn unsupported(&self, message: &str, help: &str) -> Diagnostic {
        Diagnostic::error("unsupported-instruction", self.context.span(), message).help(help)
    }

    /// Where an operand is. Immediates and labels are nowhere.
    fn place(&mut self, operand: &Operand) -> Result<Place, Diagnostic> {
        match operand {
            Operand::Register(RegisterOperand::General(general)) => {
                let part = general.part();
                Ok(Place::Register { register: part.register, low: part.low })
            }
            Operand::Register(RegisterOperand::Symbolic(name)) => {
                Ok(Place::Register { register: self.symbolic(name)?, low: 0 })
            }
            Operand::Vector(vector) => Ok(Place::Vector(vector.id())),
            Operand::Memory(memory) => Ok(Place::Memory(self.memory_address(memory)?)),
            Operand::Immediate(_) | Operand::Address(_) | Operand::Label(_) => {
                Err(self.unsupported("an immediate has no place", "the destination must be a register or memory"))
            }
        }
    }

    fn symbolic(&self, name: &str) -> Result<RegisterId, Diagnostic> {
        self.context.symbolic(name).ok_or_else(|| {
            let message = format!("no register is left for the symbolic register `%{name}`");
            Diagnostic::error("symbolic-register", self.context.span(), message)
        })
    }

    /// Reads as many bits as `size` has.
    fn read(&mut self, place: Place, size: Size, tags: TagSet) -> Temp {
        match place {
            Place::Register { register, low } => self.block.read(register, low, size.bits()),
            Place::Vector(register) => self.block.read(register, 0, size.bits()),
            Place::Memory(address) => self.block.load(address, size.bits(), tags),
        }
    }

    /// Writes all bits of `value`. A general-purpose register that is written with 32 bits has its upper half cleared; with 8 or
    /// 16 bits, it keeps the others (SDM vol. 1, 3.4.1.1).
    fn write(&mut self, place: Place, value: Temp, tags: TagSet) {
        match place {
            Place::Register { register, low } => {
                let value = if self.block.width(value) == 32 { self.block.resize(value, 64) } else { value };
                self.block.write(register, low, value);
            }
            Place::Vector(register) => self.block.write(register, 0, value),
            Place::Memory(address) => self.block.store(address, value, tags),
        }
    }

    /// The value of a source operand.
    fn value(&mut self, operand: &Operand, size: Size) -> Result<Temp, Diagnostic> {
        match operand {
            Operand::Immediate(value) => Ok(self.block.constant(*value, size.bits())),
            Operand::Address(symbol) => {
                let address = self.symbol_address(symbol);
                Ok(self.block.resize(address, size.bits()))
            }
            _ => {
                let place = self.place(operand)?;
                Ok(self.read(place, size, PLAIN))
            }
        }
    }

    fn symbol_address(&mut self, symbol: &Symbol) -> Temp {
        let location = self.context.location(&symbol.name);
        self.block.address(location, symbol.offset, super::ADDRESS_WIDTH)
    }
}

/// Whether a displacement adds nothing.
fn adds_nothing(displacement: &Displacement) -> bool {
    *displacement == Displacement::Number(0)
}
