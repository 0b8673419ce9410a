//! An architecture of ten instructions, added by the recipe in `docs/recipes/add-an-architecture.md`: all that it takes, in one file. It is
//! there for the tests only; a real one would have a line in [`languages`](crate::languages) and its word among those of the crate `litmus`.
//!
//! Eight registers `t0` to `t7` of 32 bits, all of them general; accesses of words by a base register and an offset; one fence.

use litmus::{Descriptor, LoweringContext};
use program::{BinaryOperator, BlockBuilder, TagSet, Target as ProgramTarget, Width};
use source::Diagnostic;

use crate::assembly::address::{AddressKind, AddressSyntax, Displacement};
use crate::assembly::form::{Forms, Range, Slot, SlotKind};
use crate::assembly::lower::{offset, place, read, write};
use crate::assembly::operand::Instruction;
use crate::assembly::reader::Syntax;
use crate::assembly::register::{Classes, RegisterFile};
use crate::assembly::{Architecture, made_once};

#[derive(Clone, Copy, Debug, Default)]
struct Toy;

const BITS: Width = 32;
const T: Classes = Classes::only(0);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Operation {
    Nop,
    /// `set`: to a number.
    Set,
    Move,
    Compute(BinaryOperator),
    Load,
    Store,
    Jump,
    /// `jz`: when the register is 0.
    JumpIfZero,
    Fence,
}

fn file() -> RegisterFile {
    let mut file = RegisterFile::default();
    let first = file.numbered("t", 8, BITS, T);
    file.allocate([first]);
    file
}

fn rows(table: &mut Forms<Toy>) {
    static ADDRESS: AddressKind = AddressKind::offset(T);
    let (to, from, target) = (Slot::write(T), Slot::read(T), Slot::of(SlotKind::Target));
    let address = Slot::of(SlotKind::Address(&ADDRESS));
    table.add("nop", Operation::Nop, &[]);
    table.add("set", Operation::Set, &[to, Slot::of(SlotKind::Number(Range::Bits(BITS)))]);
    table.add("move", Operation::Move, &[to, from]);
    table.add("add", Operation::Compute(BinaryOperator::Add), &[to, from, from]);
    table.add("xor", Operation::Compute(BinaryOperator::Xor), &[to, from, from]);
    table.add("load", Operation::Load, &[to, address]);
    table.add("store", Operation::Store, &[from, address]);
    table.add("jump", Operation::Jump, &[target]);
    table.add("jz", Operation::JumpIfZero, &[from, target]);
    table.add("fence", Operation::Fence, &[]);
}

impl Syntax for Toy {
    const LINE_COMMENTS: &'static [&'static str] = &["!"];
    const NUMBER_SIGIL: &'static str = "";
}

impl Architecture for Toy {
    type Operation = Operation;

    const DESCRIPTOR: &'static Descriptor =
        &Descriptor { name: "Toy", sample: "", default_model: Some("sc"), inline_assembly: None };
    const ADDRESSES: AddressSyntax = AddressSyntax::Brackets;
    const SYMBOLIC: Classes = T;
    const ADDRESS_WIDTH: Width = BITS;
    const TAGS: &'static [&'static str] = &["FENCE"];

    made_once!(Toy: file, rows);

    fn lower(
        &self,
        i: &Instruction<Self>,
        context: &LoweringContext<'_>,
        block: &mut BlockBuilder,
    ) -> Result<(), Diagnostic> {
        let target = |at| place(context, i.target(at), 4).map(ProgramTarget::Code);
        let address = |block: &mut BlockBuilder| {
            let base = read::<Toy>(context, &i.address(1).base, block);
            match i.address(1).displacement {
                Displacement::Number(by) => offset(base, by, block),
                Displacement::Symbol(..) | Displacement::Index(_) => base,
            }
        };
        match i.operation() {
            Operation::Nop => {}
            Operation::Set => {
                let value = block.constant(*i.number(1), BITS);
                write::<Toy>(context, i.register(0), value, block);
            }
            Operation::Move => {
                let value = read::<Toy>(context, i.register(1), block);
                write::<Toy>(context, i.register(0), value, block);
            }
            Operation::Compute(operator) => {
                let [left, right] = [1, 2].map(|at| read::<Toy>(context, i.register(at), block));
                let value = block.binary(operator, left, right);
                write::<Toy>(context, i.register(0), value, block);
            }
            Operation::Load => {
                let address = address(block);
                let value = block.load(address, BITS, TagSet::NONE);
                write::<Toy>(context, i.register(0), value, block);
            }
            Operation::Store => {
                let address = address(block);
                let value = read::<Toy>(context, i.register(0), block);
                block.store(address, value, TagSet::NONE);
            }
            Operation::Jump => block.jump(target(0)?),
            Operation::JumpIfZero => {
                let target = target(1)?;
                let value = read::<Toy>(context, i.register(0), block);
                let zero = block.constant(0, BITS);
                let is_zero = block.equal(value, zero);
                block.branch(is_zero, target);
            }
            Operation::Fence => block.fence(TagSet::only(0)),
        }
        Ok(())
    }
}

mod tests {
    use super::{Operation, Toy};
    use crate::assembly::testing::machine::{Machine, address_of};
    use crate::assembly::testing::{every_form_is_complete, no_text_is_fatal, parse, print};

    #[test]
    fn every_form_is_read_printed_and_lowered() {
        every_form_is_complete::<Toy>(&[Operation::Nop], &[]);
        no_text_is_fatal::<Toy>(1);
    }

    #[test]
    fn instructions_compute() {
        let mut machine = Machine::<Toy>::new();
        machine.set("t7", address_of(0).into());
        machine.run(&[
            "set t0,5",
            "L0: jz t0,L1",
            "add t1,t1,t0",
            "set t2,-1 ! a comment",
            "add t0,t0,t2",
            "jump L0",
            "L1: store t1,[t7,4]",
            "fence",
            "load t3,[t7,4]",
            "xor t4,t3,t1",
            "move t5,t3",
        ]);
        assert_eq!((machine.get("t5"), machine.get("t4"), machine.peek(address_of(0) + 4, 32)), (15, 0, 15));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let printed = parse::<Toy>("LOAD T1, [t2]").map(|read| print(&read)).map_err(|found| found.message);
        assert_eq!(printed.as_deref(), Ok("load t1,[t2]"));
        for (text, message) in [
            ("lode t1,[t2]", "`lode` is not an instruction known here"),
            ("load t8,[t2]", "`t8` is no register"),
            ("set t1,4294967296", "4294967296 does not fit in 32 bits"),
        ] {
            assert_eq!(parse::<Toy>(text).err().map(|found| found.message).as_deref(), Some(message), "{text}");
        }
    }
}
