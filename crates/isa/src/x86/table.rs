//! The table of forms. A new instruction is a row here and, when it does something new, an [`Opcode`] with its lowering.
//!
//! Operands stand in the order of AT&T syntax, the destination last. A row of integer instructions is several forms: for each size with
//! the letter of AT&T syntax, and without it. Without a letter the first size counts that the registers have; where none is named it
//! is 32 bits, and with symbolic registers alone the whole register.

use litmus::CodeText;
use program::{BinaryOperator, RegisterId, Width};

use super::Machine;
use super::operation::{Arithmetic, BitChange, Condition, Fence, FlagTest, Flush, Opcode, Operation, Shift};
use super::register::{BASE, COUNT, INDEX, INSTRUCTION_POINTER, RAX, RBX, RCX, RDX, VECTOR, general};
use crate::assembly::form::{Check, Complaint, Form, Forms, Order, Range, Relocation, Role, Slot, SlotKind};
use crate::assembly::memory::MemoryKind;
use crate::assembly::operand::{Instruction, Operand, RegisterOperand};

/// What the names of forms with a `lock` prefix begin with, as it is printed.
pub(super) const LOCK: &str = "lock; ";

/// The sizes of integer operands in the order in which they are tried, and their letters.
const SIZES: [(Width, &str); 4] = [(32, "l"), (64, "q"), (16, "w"), (8, "b")];

const ANY: &[Width] = &[32, 64, 16, 8];
const WLQ: &[Width] = &[32, 64, 16];
const LQ: &[Width] = &[32, 64];
const Q: &[Width] = &[64];

static ADDRESS: MemoryKind = MemoryKind {
    base: BASE,
    index: INDEX,
    instruction_pointer: INSTRUCTION_POINTER,
    // Their base is 0 in 64-bit mode (SDM vol. 1, 3.4.2.1), and in that of all systems in 32-bit mode.
    flat_segments: &["cs", "ds", "es", "ss"],
    is_ignored: false,
};
static PADDING: MemoryKind = MemoryKind { is_ignored: true, ..ADDRESS };
static IMMEDIATE_ADDRESS: Relocation = Relocation { prefix: "$", suffix: "" };

const MEMORY: SlotKind = SlotKind::Memory(&ADDRESS);
const VECTOR_REGISTER: SlotKind = SlotKind::Register(VECTOR);

/// The kinds of operands of one size.
struct Kinds {
    register: SlotKind,
    register_or_immediate: [SlotKind; 3],
    register_or_memory: [SlotKind; 2],
    any: [SlotKind; 4],
}

impl Kinds {
    const fn of(width: Width) -> Kinds {
        let register = SlotKind::Register(general(width));
        let (number, address) = (SlotKind::Number(Range::Bits(width)), SlotKind::Relocated(&IMMEDIATE_ADDRESS));
        Kinds {
            register,
            register_or_immediate: [register, number, address],
            register_or_memory: [MEMORY, register],
            any: [MEMORY, register, number, address],
        }
    }
}

static KINDS: [Kinds; 4] = [Kinds::of(8), Kinds::of(16), Kinds::of(32), Kinds::of(64)];

fn kinds(width: Width) -> &'static Kinds {
    &KINDS[width.ilog2() as usize - 3]
}

// The slots of integer instructions: Register, Memory, Immediate.
fn r(width: Width) -> Slot {
    Slot::of(kinds(width).register)
}

fn ri(width: Width) -> Slot {
    Slot::of(SlotKind::OneOf(&kinds(width).register_or_immediate))
}

fn rm(width: Width) -> Slot {
    Slot::of(SlotKind::OneOf(&kinds(width).register_or_memory))
}

fn rmi(width: Width) -> Slot {
    Slot::of(SlotKind::OneOf(&kinds(width).any))
}

const M: Slot = Slot::of(MEMORY);
const X: Slot = Slot::of(VECTOR_REGISTER);
const XM: Slot = Slot::of(SlotKind::OneOf(&[MEMORY, VECTOR_REGISTER]));
const BYTE: Slot = Slot::of(SlotKind::Number(Range::Bits(8)));
const SHIFT_COUNT: Slot = Slot::of(SlotKind::OneOf(&[SlotKind::Register(COUNT), SlotKind::Number(Range::Bits(8))]));
const LABEL: Slot = Slot::of(SlotKind::Target);

const W: Role = Role::Write;
const RW: Role = Role::ReadWrite;

fn is_memory(operand: &Operand) -> bool {
    matches!(operand, Operand::Memory(_))
}

fn one_in_memory(operands: &[Operand]) -> Option<Complaint> {
    let mut memory = (0..).zip(operands).filter(|(_, operand)| is_memory(operand)).map(|(place, _)| place);
    memory.nth(1).map(|place| (place, place, "an instruction cannot have two operands in memory"))
}

const NO_DESTINATION: &str =
    "`lock` needs a destination in memory: without, it raises an invalid-opcode exception (#UD)";

fn writes_memory(operands: &[Operand]) -> Option<Complaint> {
    let last = operands.len() - 1;
    (!is_memory(&operands[last])).then_some((last, last, NO_DESTINATION))
}

/// The destination of an exchange is either operand.
fn exchanges_memory(operands: &[Operand]) -> Option<Complaint> {
    (!operands.iter().any(is_memory)).then_some((0, 1, NO_DESTINATION))
}

/// With the number in a register it is not taken modulo the size.
fn bit_is_inside(operands: &[Operand]) -> Option<Complaint> {
    let may_lie_outside = matches!(operands[0], Operand::Register(_)) && is_memory(&operands[1]);
    let message =
        "the bit may lie outside the operand: in memory, only bits whose number is an immediate are supported";
    may_lie_outside.then_some((0, 1, message))
}

/// Symbolic registers alone are whole ones.
fn registers_have_a_size(operands: &[Operand]) -> Option<Complaint> {
    let mut registers = operands.iter().filter_map(|operand| match operand {
        Operand::Register(register) => Some(matches!(register, RegisterOperand::Named(..))),
        _ => None,
    });
    let mut symbolic = registers.clone().filter(|is_named| !is_named);
    (symbolic.next().is_some() && !registers.any(|is_named| is_named)).then_some((
        0,
        operands.len() - 1,
        "symbolic registers have no size",
    ))
}

/// As [`registers_have_a_size`] where the other operands have sizes of their own.
fn last_has_a_size(operands: &[Operand]) -> Option<Complaint> {
    registers_have_a_size(&operands[operands.len() - 1..]).map(|_| (0, operands.len() - 1, "it has no size"))
}

/// A row of integer instructions.
#[derive(Clone, Copy)]
struct Row<'r, N> {
    /// The first name is printed.
    names: &'r [N],
    opcode: Opcode,
    sizes: &'r [Width],
    /// How it is found out that symbolic registers alone determine no size.
    sized: Check,
    order: Order,
    /// What must hold of the operands.
    checks: &'r [Check],
    /// What must hold where there is a `lock` prefix, if there can be one.
    lock: Option<Check>,
    implicit: &'static [(RegisterId, Role)],
}

fn row<N: AsRef<str>>(names: &[N], opcode: Opcode) -> Row<'_, N> {
    let (sizes, sized, order) = (ANY, registers_have_a_size as Check, Order::Forward);
    Row { names, opcode, sizes, sized, order, checks: &[], lock: None, implicit: &[] }
}

impl<'r, N> Row<'r, N> {
    fn sizes(self, sizes: &'r [Width]) -> Row<'r, N> {
        Row { sizes, ..self }
    }

    fn sized_by_last(self) -> Row<'r, N> {
        Row { sized: last_has_a_size, ..self }
    }

    fn checked(self, checks: &'r [Check]) -> Row<'r, N> {
        Row { checks, ..self }
    }

    /// The destination is written first, though the other order is read, too.
    fn destination_first(self) -> Row<'r, N> {
        Row { order: Order::PrintedBackward, ..self }
    }

    fn lockable(self) -> Row<'r, N> {
        Row { lock: Some(writes_memory), ..self }
    }

    fn using(self, implicit: &'static [(RegisterId, Role)]) -> Row<'r, N> {
        Row { implicit, ..self }
    }
}

/// The table being filled in.
struct Rows<'t, A: Machine>(&'t mut Forms<A>);

impl<A: Machine> Rows<'_, A> {
    /// A form with the size that its name says.
    fn fixed(&mut self, names: &[impl AsRef<str>], opcode: Opcode, width: Width, slots: &[Slot]) -> &mut Form<A> {
        self.form(names, "", Operation { opcode, width, locked: false }, slots)
    }

    fn form<N: AsRef<str>>(&mut self, names: &[N], letter: &str, operation: Operation, slots: &[Slot]) -> &mut Form<A> {
        let spelled = |name: &N| {
            // There are many hundreds: formatted, they took a quarter of the time that the table takes.
            let name = [if operation.locked { LOCK } else { "" }, name.as_ref(), letter].concat();
            if A::IS_INTEL { name.to_uppercase() } else { name }
        };
        let mut names = names.iter().map(spelled);
        let form = self.0.add(names.next().unwrap_or_default(), operation, slots);
        form.written(if A::IS_INTEL { Order::Backward } else { Order::Forward });
        names.for_each(|name| _ = form.or(name));
        form
    }

    /// The forms of a row, with the letter of the size and without, with a `lock` prefix and without.
    fn row<N: AsRef<str>, const SLOTS: usize>(&mut self, row: Row<'_, N>, slots: impl Fn(Width) -> [Slot; SLOTS]) {
        let sizes = SIZES.into_iter().filter(|(width, _)| row.sizes.contains(width) && *width <= A::ADDRESS_WIDTH);
        for (width, letter) in sizes {
            for locked in [false, true].into_iter().take(if row.lock.is_some() { 2 } else { 1 }) {
                let operation = Operation { opcode: row.opcode, width, locked };
                for letter in [letter, ""] {
                    let form = self.form(row.names, letter, operation, &slots(width)).using(row.implicit);
                    row.checks
                        .iter()
                        .chain(row.lock.iter().filter(|_| locked))
                        .for_each(|check| _ = form.checked(*check));
                    if letter.is_empty() && width < A::ADDRESS_WIDTH {
                        form.checked(row.sized);
                    }
                    // Intel's order is the opposite one in any case.
                    if !A::IS_INTEL {
                        form.written(row.order);
                    }
                }
            }
        }
    }
}

/// Every form; where several fit, the first one counts.
pub(super) fn rows<A: Machine>(table: &mut Forms<A>) {
    let mut rows = Rows(table);
    control(&mut rows);
    moves(&mut rows);
    integers(&mut rows);
    exchanges(&mut rows);
    conditionals(&mut rows);
    vector_moves(&mut rows);
    vector_operations(&mut rows);
    let calls = [
        "call", "callq", "push", "pushq", "pop", "popq", "pushf", "pushfq", "popf", "popfq", "enter", "leave", "leaveq",
    ];
    table.unsupported("calls and stack frames are not supported yet", &calls);
    let repeated = ["rep", "repz", "repe", "repnz", "repne"];
    table.unsupported("repeated string instructions are not supported", &repeated);
}

/// For forms without operands of a size.
const NO_SIZE: Width = 64;

fn control<A: Machine>(rows: &mut Rows<'_, A>) {
    let padding = ["NOP", "nopw", "nopl", "nopq"];
    rows.fixed(&["NOP", "nopw", "nopl", "nopq", "endbr64", "endbr32"], Opcode::Nop, NO_SIZE, &[]);
    for width in [32, 64, 16].into_iter().filter(|width| *width <= A::ADDRESS_WIDTH) {
        rows.fixed(&padding, Opcode::Nop, NO_SIZE, &[Slot::dropped(kinds(width).register)]).read_only();
    }
    rows.fixed(&padding, Opcode::Nop, NO_SIZE, &[Slot::dropped(SlotKind::Memory(&PADDING))]).read_only();
    rows.fixed(&["pause"], Opcode::Pause, NO_SIZE, &[]);
    rows.fixed(&["ret", "retq", "retl"], Opcode::Return, NO_SIZE, &[]);
    rows.fixed(&["jmp", "jmpq"], Opcode::Jump, NO_SIZE, &[LABEL]);
    rows.fixed(&["mfence"], Opcode::Fence(Fence::Memory), NO_SIZE, &[]);
    rows.fixed(&["sfence"], Opcode::Fence(Fence::Store), NO_SIZE, &[]);
    rows.fixed(&["lfence"], Opcode::Fence(Fence::Load), NO_SIZE, &[]);
    rows.fixed(&["clflush"], Opcode::FlushLine(Flush::Ordered), NO_SIZE, &[M]);
    rows.fixed(&["clflushopt"], Opcode::FlushLine(Flush::Optimized), NO_SIZE, &[M]);
}

fn moves<A: Machine>(rows: &mut Rows<'_, A>) {
    rows.row(row(&["mov", "movabs"], Opcode::Move).checked(&[one_in_memory]), |w| [rmi(w), rm(w).with_role(W)]);
    rows.row(row(&["movnti"], Opcode::MoveNonTemporal).sizes(LQ), |w| [r(w), M]);
    for (name, opcode, from, sizes) in [
        ("movzb", Opcode::MoveZeroExtended(8), 8, WLQ),
        ("movzw", Opcode::MoveZeroExtended(16), 16, LQ),
        ("movsb", Opcode::MoveSignExtended(8), 8, WLQ),
        ("movsw", Opcode::MoveSignExtended(16), 16, LQ),
        ("movsl", Opcode::MoveSignExtended(32), 32, Q),
    ] {
        let names = [name];
        let row = row(&names, opcode).sizes(sizes).sized_by_last();
        rows.row(row, |w| [rm(from), r(w).with_role(W)]);
    }
    for (widen, spread, width) in [("cbtw", "cwtd", 16), ("cwtl", "cltd", 32), ("cltq", "cqto", 64)] {
        if width <= A::ADDRESS_WIDTH {
            rows.fixed(&[widen], Opcode::WidenAccumulator, width, &[]).using(&[(RAX, RW)]);
            rows.fixed(&[spread], Opcode::SpreadAccumulator, width, &[]).using(&[(RAX, Role::Read), (RDX, W)]);
        }
    }
    rows.row(row(&["lea"], Opcode::LoadAddress).sizes(WLQ), |w| [M, r(w).with_role(W)]);
}

fn integers<A: Machine>(rows: &mut Rows<'_, A>) {
    for (name, operator) in [
        ("add", Arithmetic::Add),
        ("adc", Arithmetic::AddWithCarry),
        ("sub", Arithmetic::Subtract),
        ("sbb", Arithmetic::SubtractWithBorrow),
        ("and", Arithmetic::And),
        ("or", Arithmetic::Or),
        ("xor", Arithmetic::Xor),
    ] {
        let names = [name];
        let row = row(&names, Opcode::Arithmetic(operator)).checked(&[one_in_memory]).lockable();
        rows.row(row, |w| [rmi(w), rm(w).with_role(RW)]);
    }
    let multiply = row(&["imul"], Opcode::Multiply).sizes(WLQ);
    rows.row(multiply, |w| [rm(w), r(w).with_role(RW)]);
    rows.row(multiply, |w| [Slot::of(SlotKind::Number(Range::Bits(w))), rm(w), r(w).with_role(W)]);
    for (name, opcode) in [("cmp", Opcode::Compare), ("test", Opcode::Test)] {
        rows.row(row(&[name], opcode).checked(&[one_in_memory]), |w| [rmi(w), rm(w)]);
    }
    for (name, opcode) in
        [("inc", Opcode::Increment), ("dec", Opcode::Decrement), ("neg", Opcode::Negate), ("not", Opcode::Not)]
    {
        rows.row(row(&[name], opcode).lockable(), |w| [rm(w).with_role(RW)]);
    }
    for (names, shift) in [(&["shl", "sal"][..], Shift::Left), (&["shr"], Shift::Right), (&["sar"], Shift::RightSigned)]
    {
        let row = row(names, Opcode::Shift(shift)).sized_by_last();
        rows.row(row, |w| [SHIFT_COUNT, rm(w).with_role(RW)]);
        rows.row(row, |w| [rm(w).with_role(RW)]);
    }
    rows.row(row(&["bt"], Opcode::BitTest(BitChange::Keep)).sizes(WLQ).checked(&[bit_is_inside]), |w| [ri(w), rm(w)]);
    for (name, change) in [("bts", BitChange::Set), ("btr", BitChange::Reset), ("btc", BitChange::Complement)] {
        let names = [name];
        let row = row(&names, Opcode::BitTest(change)).sizes(WLQ).checked(&[bit_is_inside]).lockable();
        rows.row(row, |w| [ri(w), rm(w).with_role(RW)]);
    }
}

fn exchanges<A: Machine>(rows: &mut Rows<'_, A>) {
    // `uxch` is herd's name for an exchange without the implied lock; its meaning there is that of `xchg`, and so it is here.
    for name in ["xchg", "uxch"] {
        let names = [name];
        let row = Row { lock: Some(exchanges_memory), ..row(&names, Opcode::Exchange).checked(&[one_in_memory]) };
        rows.row(row, |w| [rm(w).with_role(RW), rm(w).with_role(RW)]);
    }
    rows.row(row(&["xadd"], Opcode::ExchangeAdd).lockable(), |w| [r(w).with_role(RW), rm(w).with_role(RW)]);
    // With an operand in memory herd writes the destination first; both orders are read.
    let compare = row(&["cmpxchg"], Opcode::CompareExchange).lockable().using(&[(RAX, RW)]);
    rows.row(compare, |w| [r(w), r(w).with_role(RW)]);
    rows.row(compare.destination_first(), |w| [r(w), M]);
    const PAIR: &[(RegisterId, Role)] = &[(RAX, RW), (RDX, RW), (RBX, Role::Read), (RCX, Role::Read)];
    for (name, width) in [("cmpxchg8b", 32), ("cmpxchg16b", 64)] {
        for locked in [false, true].into_iter().filter(|_| width <= A::ADDRESS_WIDTH) {
            let operation = Operation { opcode: Opcode::CompareExchangePair, width, locked };
            rows.form(&[name], "", operation, &[M]).using(PAIR);
        }
    }
}

/// The tests that conditions make, with their names and those of their negations. The first name is printed.
const CONDITIONS: [(FlagTest, &[&str], &[&str]); 8] = [
    (FlagTest::Overflow, &["o"], &["no"]),
    (FlagTest::Below, &["b", "c", "nae"], &["ae", "nb", "nc"]),
    (FlagTest::Equal, &["e", "z"], &["ne", "nz"]),
    (FlagTest::BelowOrEqual, &["be", "na"], &["a", "nbe"]),
    (FlagTest::Sign, &["s"], &["ns"]),
    (FlagTest::Parity, &["p", "pe"], &["np", "po"]),
    (FlagTest::Less, &["l", "nge"], &["ge", "nl"]),
    (FlagTest::LessOrEqual, &["le", "ng"], &["g", "nle"]),
];

fn conditionals<A: Machine>(rows: &mut Rows<'_, A>) {
    let below = Condition { test: FlagTest::Below, negated: false };
    // Where herd prints another name than the first.
    rows.fixed(&["setnb"], Opcode::SetIf(Condition { negated: true, ..below }), 8, &[rm(8).with_role(W)]);
    let carry = row(&["cmovc"], Opcode::MoveIf(below)).sizes(WLQ);
    rows.row(carry, |w| [r(w), r(w).with_role(RW)]);
    rows.row(carry.destination_first(), |w| [M, r(w).with_role(RW)]);
    for (test, names, negations) in CONDITIONS {
        for (names, negated) in [(names, false), (negations, true)] {
            let condition = Condition { test, negated };
            let prefixed = |prefix: &str| names.iter().map(|name| format!("{prefix}{name}")).collect::<Vec<_>>();
            let jump = rows.fixed(&prefixed("j"), Opcode::JumpIf(condition), NO_SIZE, &[LABEL]);
            // herd has names of its own.
            match (test, negated) {
                (FlagTest::Less, false) => _ = jump.or("jlt"),
                (FlagTest::LessOrEqual, true) => _ = jump.or("jgt"),
                (..) => {}
            }
            rows.fixed(&prefixed("set"), Opcode::SetIf(condition), 8, &[rm(8).with_role(W)]);
            let moves = prefixed("cmov");
            rows.row(row(&moves, Opcode::MoveIf(condition)).sizes(WLQ), |w| [rm(w), r(w).with_role(RW)]);
        }
    }
}

/// Legacy and VEX names of moves of whole registers.
fn vector_moves<A: Machine>(rows: &mut Rows<'_, A>) {
    for name in ["movdqa", "movdqu", "movaps", "movups", "movapd", "movupd"] {
        for name in [name.to_owned(), format!("v{name}")] {
            rows.fixed(&[&name], Opcode::VectorMove, NO_SIZE, &[XM, X.with_role(W)]);
            rows.fixed(&[&name], Opcode::VectorMove, NO_SIZE, &[X, M]);
        }
    }
    for name in ["movntdq", "movntps", "movntpd", "vmovntdq", "vmovntps", "vmovntpd"] {
        rows.fixed(&[name], Opcode::VectorMoveNonTemporal, NO_SIZE, &[X, M]);
    }
    for name in ["movntdqa", "vmovntdqa"] {
        rows.fixed(&[name], Opcode::VectorMove, NO_SIZE, &[M, X.with_role(W)]);
    }
    for (name, width) in [("movd", 32), ("movq", 64), ("vmovd", 32), ("vmovq", 64)] {
        if width <= A::ADDRESS_WIDTH {
            rows.fixed(&[name], Opcode::ScalarMove, width, &[rm(width), X.with_role(W)]);
            rows.fixed(&[name], Opcode::ScalarMove, width, &[X, rm(width).with_role(W)]);
        } else {
            rows.fixed(&[name], Opcode::ScalarMove, width, &[M, X.with_role(W)]);
            rows.fixed(&[name], Opcode::ScalarMove, width, &[X, M]);
        }
    }
    for name in ["movq", "vmovq"] {
        rows.fixed(&[name], Opcode::ScalarMove, 64, &[X, X.with_role(W)]);
    }
    // The low half to memory, whatever the elements are.
    for name in ["movlps", "movlpd", "vmovlps", "vmovlpd"] {
        rows.fixed(&[name], Opcode::ScalarMove, 64, &[X, M]);
    }
    for (name, width) in [("movss", 32), ("movsd", 64)] {
        for name in [name.to_owned(), format!("v{name}")] {
            rows.fixed(&[&name], Opcode::ScalarMove, width, &[M, X.with_role(W)]);
            rows.fixed(&[&name], Opcode::ScalarMove, width, &[X, M]);
        }
        rows.fixed(&[name], Opcode::ScalarMerge, width, &[X, X.with_role(W)]);
    }
}

/// A legacy name has two operands, the second of which is read and written, a VEX name three.
fn vector_operations<A: Machine>(rows: &mut Rows<'_, A>) {
    const AND: Opcode = Opcode::VectorBitwise(BinaryOperator::And);
    const OR: Opcode = Opcode::VectorBitwise(BinaryOperator::Or);
    const XOR: Opcode = Opcode::VectorBitwise(BinaryOperator::Xor);
    for (names, opcode) in [
        (&["pand", "andps", "andpd"][..], AND),
        (&["por", "orps", "orpd"], OR),
        (&["pxor", "xorps", "xorpd"], XOR),
        (&["punpcklqdq"], Opcode::Unpack { high: false }),
        (&["punpckhqdq"], Opcode::Unpack { high: true }),
    ] {
        for name in names {
            rows.fixed(&[name], opcode, NO_SIZE, &[XM, X.with_role(RW)]);
            rows.fixed(&[&format!("v{name}")], opcode, NO_SIZE, &[XM, X, X.with_role(W)]);
        }
    }
    for (names, opcode) in
        [(["punpckldq", "vpunpckldq"], Opcode::InterleaveDoubles), (["paddq", "vpaddq"], Opcode::AddQuads)]
    {
        let [legacy, vex] = names;
        rows.fixed(&[legacy], opcode, NO_SIZE, &[XM, X.with_role(RW)]);
        rows.fixed(&[vex], opcode, NO_SIZE, &[XM, X, X.with_role(W)]);
    }
    rows.fixed(&["psrlq"], Opcode::ShiftQuadsRight, NO_SIZE, &[BYTE, X.with_role(RW)]);
    rows.fixed(&["vpsrlq"], Opcode::ShiftQuadsRight, NO_SIZE, &[BYTE, X, X.with_role(W)]);
    for name in ["pshufd", "vpshufd"] {
        rows.fixed(&[name], Opcode::ShuffleDoubles, NO_SIZE, &[BYTE, XM, X.with_role(W)]);
    }
    for (letter, width) in [("d", 32), ("q", 64)] {
        if width > A::ADDRESS_WIDTH {
            continue;
        }
        for vex in ["", "v"] {
            rows.fixed(
                &[format!("{vex}pextr{letter}")],
                Opcode::ExtractLane,
                width,
                &[BYTE, X, rm(width).with_role(W)],
            );
        }
        rows.fixed(&[format!("pinsr{letter}")], Opcode::InsertLane, width, &[BYTE, rm(width), X.with_role(RW)]);
        rows.fixed(&[format!("vpinsr{letter}")], Opcode::InsertLane, width, &[BYTE, rm(width), X, X.with_role(W)]);
    }
}

/// Writes an instruction of 32-bit x86 for herd's hash, which does not distinguish moves by their sizes; returns whether it did.
pub(super) fn put_folded<A: Machine>(instruction: &Instruction<A>, text: &mut CodeText<'_>) -> bool {
    let is_move = instruction.operation().opcode == Opcode::Move;
    if is_move {
        text.push_str("MOV");
        instruction.put_operands(text);
    }
    is_move
}

#[cfg(test)]
mod tests {
    use super::super::X86_64;
    use crate::assembly::Architecture;

    #[test]
    fn a_mnemonic_as_it_stands_comes_before_one_with_a_letter() {
        let first = |mnemonic| {
            let form = X86_64::forms().named(mnemonic).next();
            form.map(|form| (form.name(), form.operation.width))
        };
        assert_eq!(first("cmovl"), Some(("cmovl", 32)));
        assert_eq!(first("cmovll"), Some(("cmovll", 32)));
        assert_eq!(first("cmoveq"), Some(("cmoveq", 64)));
        assert_eq!(first("setb"), Some(("setb", 8)));
        assert_eq!(first("movslq"), Some(("movslq", 64)));
        assert_eq!(first("movntib"), None, "movnti has no byte form");
    }

    #[test]
    fn forms_under_one_name_agree_on_the_name_that_is_printed() {
        for form in X86_64::forms().iter() {
            let first = X86_64::forms().named(&form.name().to_lowercase()).next();
            assert_eq!(first.map(|form| form.name()), Some(form.name()), "{form:?}");
        }
    }
}
