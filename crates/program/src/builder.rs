//! Writing micro-operations down with few words.

use smallvec::SmallVec;

use crate::{
    BinaryOperator, Block, CodePlace, Computation, LocationId, Mark, MicroOp, RegisterId, TagSet, Target, Temp,
    UnaryOperator, UndefinedBehaviour, Width,
};

/// Builds a [`Block`]: each method appends a micro-operation and gives the temporary that holds its result.
///
/// It keeps the width of every temporary and checks, in debug builds, that operands agree.
#[derive(Debug, Default)]
pub struct BlockBuilder {
    /// Its room is kept from one block to the next.
    block: Block,
    /// By the number of the temporary.
    widths: SmallVec<[Width; 16]>,
}

impl BlockBuilder {
    /// An empty block.
    pub fn new() -> BlockBuilder {
        BlockBuilder::default()
    }

    /// Makes room for `operations` more.
    pub fn reserve(&mut self, operations: usize) {
        self.block.reserve(operations);
        self.widths.reserve(operations);
    }

    /// The micro-operations so far, with no room for more; then it begins anew.
    pub fn take(&mut self) -> Block {
        self.widths.clear();
        let mut block = Vec::with_capacity(self.block.len());
        block.append(&mut self.block);
        block
    }

    /// The micro-operations so far.
    pub fn finish(self) -> Block {
        self.block
    }

    /// The micro-operations so far, to be looked at.
    pub fn operations(&self) -> &[MicroOp] {
        &self.block
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.block.is_empty()
    }

    /// How many bits `temp` has.
    pub fn width(&self, temp: Temp) -> Width {
        self.widths[usize::from(temp.0)]
    }

    fn push(&mut self, operation: MicroOp) {
        self.block.push(operation);
    }

    fn define(&mut self, width: Width) -> Temp {
        let temp = Temp(self.widths.len() as u16);
        self.widths.push(width);
        temp
    }

    fn operation(&mut self, operation: Computation, width: Width) -> Temp {
        let result = self.define(width);
        self.push(MicroOp::Let { result, operation });
        result
    }

    /// The number `value`, cut to `width` bits.
    pub fn constant(&mut self, value: i128, width: Width) -> Temp {
        self.operation(Computation::Constant(crate::truncate(value as u128, width), width), width)
    }

    /// The address of `location` plus `offset` bytes.
    pub fn address(&mut self, location: LocationId, offset: i64, width: Width) -> Temp {
        self.operation(Computation::Address(location, offset), width)
    }

    /// The address of a place in the code.
    pub fn code(&mut self, place: CodePlace, width: Width) -> Temp {
        self.operation(Computation::Code(place), width)
    }

    /// `operator operand`.
    pub fn unary(&mut self, operator: UnaryOperator, operand: Temp) -> Temp {
        let width = self.width(operand);
        self.operation(Computation::Unary(operator, operand), width)
    }

    /// `left operator right`.
    pub fn binary(&mut self, operator: BinaryOperator, left: Temp, right: Temp) -> Temp {
        debug_assert_eq!(self.width(left), self.width(right));
        let width = if operator.is_comparison() { 1 } else { self.width(left) };
        self.operation(Computation::Binary(operator, left, right), width)
    }

    /// `left = right`, one bit.
    pub fn equal(&mut self, left: Temp, right: Temp) -> Temp {
        self.binary(BinaryOperator::Equal, left, right)
    }

    /// The negation of one bit.
    pub fn not(&mut self, bit: Temp) -> Temp {
        self.unary(UnaryOperator::Not, bit)
    }

    /// The bits `low .. low + width` of `from`.
    pub fn extract(&mut self, from: Temp, low: u16, width: Width) -> Temp {
        self.operation(Computation::Extract { from, low, width }, width)
    }

    /// `operand` cut, or widened with zeros, to `width` bits.
    pub fn resize(&mut self, operand: Temp, width: Width) -> Temp {
        let from = self.width(operand);
        match width.cmp(&from) {
            std::cmp::Ordering::Less => self.extract(operand, 0, width),
            std::cmp::Ordering::Equal => operand,
            std::cmp::Ordering::Greater => self.operation(Computation::ZeroExtend(operand, width), width),
        }
    }

    /// `operand` widened to `width` bits with copies of its sign.
    pub fn sign_extend(&mut self, operand: Temp, width: Width) -> Temp {
        self.operation(Computation::SignExtend(operand, width), width)
    }

    /// The bits of `above` above those of `below`.
    pub fn concatenate(&mut self, above: Temp, below: Temp) -> Temp {
        let width = self.width(above) + self.width(below);
        self.operation(Computation::Concatenate(above, below), width)
    }

    /// `then` where the bit `condition` is 1, else `otherwise`.
    pub fn select(&mut self, condition: Temp, then: Temp, otherwise: Temp) -> Temp {
        let width = self.width(then);
        self.operation(Computation::Select(condition, then, otherwise), width)
    }

    /// Reads the bits `low .. low + width` of a register.
    pub fn read(&mut self, register: RegisterId, low: u16, width: Width) -> Temp {
        let result = self.define(width);
        self.push(MicroOp::ReadRegister { result, register, low, width });
        result
    }

    /// Writes the bits of a register from `low` on.
    pub fn write(&mut self, register: RegisterId, low: u16, value: Temp) {
        self.push(MicroOp::WriteRegister { register, low, value });
    }

    /// Reads `width` bits of memory.
    pub fn load(&mut self, address: Temp, width: Width, tags: TagSet) -> Temp {
        let result = self.define(width);
        self.push(MicroOp::Load { result, address, width, tags });
        result
    }

    /// Writes memory, as many bits as `value` has.
    pub fn store(&mut self, address: Temp, value: Temp, tags: TagSet) {
        self.push(MicroOp::Store { address, value, tags });
    }

    /// The bit 1, which depends on the write, or the event at a lock, before it.
    pub fn written(&mut self) -> Temp {
        let result = self.define(1);
        self.push(MicroOp::Written { result });
        result
    }

    /// Reads `width` bits of memory and writes what `update` makes of them, in one event. Gives the value read.
    pub fn read_modify_write(
        &mut self,
        address: Temp,
        width: Width,
        tags: TagSet,
        update: impl FnOnce(&mut BlockBuilder, Temp) -> Temp,
    ) -> Temp {
        let result = self.define(width);
        let mut value = result;
        let update = self.inside(|block| value = update(block, result));
        self.push(MicroOp::ReadModifyWrite { result, address, width, update, value, tags });
        result
    }

    /// An event at a location that it neither reads nor writes.
    pub fn synchronize(&mut self, address: Temp, tags: TagSet) {
        self.push(MicroOp::Synchronize { address, tags });
    }

    /// A bit that nothing constrains.
    pub fn nondeterministic_bit(&mut self) -> Temp {
        let result = self.define(1);
        self.push(MicroOp::Nondeterministic { result });
        result
    }

    /// Gives up executions in which the bit `condition` is 0.
    pub fn assume(&mut self, condition: Temp) {
        self.push(MicroOp::Assume { condition });
    }

    /// The program has undefined behaviour in executions in which the bit `condition` is 0.
    pub fn require(&mut self, condition: Temp, behaviour: UndefinedBehaviour) {
        self.push(MicroOp::Require { condition, behaviour });
    }

    /// The accesses so far come before those that follow.
    pub fn in_order(&mut self) {
        self.push(MicroOp::Mark(Mark::InOrder));
    }

    /// The last access comes before the next one in program order.
    pub fn in_program_order(&mut self) {
        self.push(MicroOp::Mark(Mark::InProgramOrder));
    }

    /// A choice begins, nested in so many others.
    pub fn begin_choice(&mut self, depth: u16) {
        self.push(MicroOp::Mark(Mark::Choice(depth)));
    }

    /// The ways of the choice of this depth come together.
    pub fn join(&mut self, depth: u16) {
        self.push(MicroOp::Mark(Mark::Join(depth)));
    }

    /// The reads that follow, and the writes, are each one single-copy atomic access.
    pub fn one_access(&mut self) {
        self.push(MicroOp::Mark(Mark::OneAccess));
    }

    /// A fence.
    pub fn fence(&mut self, tags: TagSet) {
        self.push(MicroOp::Fence { tags });
    }

    /// An unconditional jump; the last thing in a block.
    pub fn jump(&mut self, target: Target) {
        self.push(MicroOp::Jump(target));
    }

    /// A jump to an address of code; the last thing in a block.
    pub fn jump_to(&mut self, address: Temp) {
        self.push(MicroOp::JumpTo { address, is_return: false });
    }

    /// The same to the address that a call has left behind: 0, which the link register is before any call, ends the thread.
    pub fn return_to(&mut self, address: Temp) {
        self.push(MicroOp::JumpTo { address, is_return: true });
    }

    /// A jump taken when the bit `condition` is 1, as a branch event; what follows in the block is done when it is not.
    pub fn branch(&mut self, condition: Temp, target: Target) {
        self.push(MicroOp::Branch { condition, target, is_event: true });
    }

    /// As [`BlockBuilder::branch`], but no event: for architectures whose models do not see branches.
    pub fn branch_unseen(&mut self, condition: Temp, target: Target) {
        self.push(MicroOp::Branch { condition, target, is_event: false });
    }

    /// A choice within the instruction: `then` when the bit `condition` is 1, else `otherwise`. No event.
    pub fn choose(
        &mut self,
        condition: Temp,
        then: impl FnOnce(&mut BlockBuilder),
        otherwise: impl FnOnce(&mut BlockBuilder),
    ) {
        let (then, otherwise) = (self.inside(then), self.inside(otherwise));
        self.push(MicroOp::If { condition, is_event: false, then, otherwise });
    }

    /// As [`BlockBuilder::choose`], but the choice is an event (herd's `Branching(pred)`).
    pub fn predicate(
        &mut self,
        condition: Temp,
        then: impl FnOnce(&mut BlockBuilder),
        otherwise: impl FnOnce(&mut BlockBuilder),
    ) {
        let (then, otherwise) = (self.inside(then), self.inside(otherwise));
        self.push(MicroOp::If { condition, is_event: true, then, otherwise });
    }

    fn inside(&mut self, build: impl FnOnce(&mut BlockBuilder)) -> Block {
        let outer = std::mem::take(&mut self.block);
        build(self);
        std::mem::replace(&mut self.block, outer)
    }
}
