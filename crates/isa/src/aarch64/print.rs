//! Instructions to text.
//!
//! The text is canonical: aliases are printed where herd prints them, in herd's form, and what is printed reads back as
//! the same instruction. Where herd's own text does not (it prints `LDUR` and `SBFM` with 64-bit names whatever the size, two commas in
//! `MOVZ`, no comma in post-indexed addresses when it hashes), the text for people is right and the text for the hash is herd's.

use litmus::CodeText;

use super::instruction::{CompareWith, Instruction, Operation, Right, ShiftBy};
use super::kind::{Access, Arithmetic, BARRIER_NAMES, LoadKind, MoveWide, Select, barrier_index};
use super::operand::{Address, Condition, Extend, Mode, Name, Register, Size, Symbol, Target};
use super::table;
use crate::put::{Put, Signed, put};

impl Put for Instruction {
    fn put(&self, text: &mut CodeText<'_>) {
        let operation = &self.0;
        let is_printed = jump(operation, text)
            || memory(operation, text)
            || atomic(operation, text)
            || arithmetic(operation, text)
            || data(operation, text);
        if !is_printed {
            other(operation, text);
        }
    }
}

/// A register by its 64-bit name.
struct X<'a>(&'a Name);

impl Put for X<'_> {
    fn put(&self, text: &mut CodeText<'_>) {
        match self.0 {
            Name::Numbered(number) => put!(text; "X", *number),
            Name::Zero => text.push_str("XZR"),
            Name::Symbolic(name) => put!(text; "X%", name),
            Name::StackPointer => text.push_str("SP"),
        }
    }
}

/// A register by its 32-bit name.
struct W<'a>(&'a Name);

impl Put for W<'_> {
    fn put(&self, text: &mut CodeText<'_>) {
        match self.0 {
            Name::Numbered(number) => put!(text; "W", *number),
            Name::Zero => text.push_str("WZR"),
            Name::Symbolic(name) => put!(text; "W%", name),
            Name::StackPointer => text.push_str("WSP"),
        }
    }
}

impl Put for Register {
    fn put(&self, text: &mut CodeText<'_>) {
        match self.size {
            Size::X => X(&self.name).put(text),
            Size::W => W(&self.name).put(text),
        }
    }
}

/// Two registers, a comma between.
impl Put for [Register; 2] {
    fn put(&self, text: &mut CodeText<'_>) {
        let [first, second] = self;
        put!(text; first, ",", second);
    }
}

impl Put for Symbol {
    fn put(&self, text: &mut CodeText<'_>) {
        self.name.put(text);
        if self.offset != 0 {
            Signed(self.offset).put(text);
        }
    }
}

impl Put for Target {
    fn put(&self, text: &mut CodeText<'_>) {
        match self {
            Target::Label(name) => text.push_label(name),
            Target::Offset(offset) => put!(text; ".", Signed(*offset)),
        }
    }
}

/// The address of an access to a pair.
struct OfPair<'a>(&'a Address);

impl Put for OfPair<'_> {
    fn put(&self, text: &mut CodeText<'_>) {
        if text.is_hashed() && matches!(self.0.mode, Mode::PostIndexed(_)) {
            text.push_str(" ");
        }
        self.0.put(text);
    }
}

impl Put for Address {
    fn put(&self, text: &mut CodeText<'_>) {
        let base = X(&self.base);
        match &self.mode {
            Mode::Offset(0) => put!(text; "[", base, "]"),
            Mode::Offset(offset) => put!(text; "[", base, ",#", *offset, "]"),
            Mode::PreIndexed(offset) => put!(text; "[", base, ",#", *offset, "]!"),
            Mode::PostIndexed(offset) if text.is_hashed() => put!(text; "[", base, "]#", *offset),
            Mode::PostIndexed(offset) => put!(text; "[", base, "],#", *offset),
            Mode::Indexed(index, Extend::SHIFT, 0) => put!(text; "[", base, ",", index, "]"),
            Mode::Indexed(index, extend, 0) => put!(text; "[", base, ",", index, ",", extend.name(), "]"),
            Mode::Indexed(index, extend, amount) => {
                put!(text; "[", base, ",", index, ",", extend.name(), " #", *amount, "]");
            }
            Mode::Low12(symbol) => put!(text; "[", base, ",:lo12:", symbol, "]"),
        }
    }
}

impl Put for Right {
    fn put(&self, text: &mut CodeText<'_>) {
        match self {
            Right::Immediate { value, shift: 0 } => put!(text; "#", *value),
            Right::Immediate { value, shift } => put!(text; "#", *value, ",LSL #", *shift),
            Right::Shifted { register, amount: 0, .. } => register.put(text),
            Right::Shifted { register, shift, amount } => put!(text; register, ",", shift.name(), " #", *amount),
            Right::Extended { register, extend, amount: None } => put!(text; register, ",", extend.name()),
            Right::Extended { register, extend, amount: Some(amount) } => {
                put!(text; register, ",", extend.name(), " #", *amount);
            }
            Right::Low12(symbol) => put!(text; ":lo12:", symbol),
        }
    }
}

/// Writes a jump and what else names code; here and below, gives whether the operation is one.
fn jump(operation: &Operation, text: &mut CodeText<'_>) -> bool {
    match operation {
        Operation::Jump(to) => put!(text; "B ", to),
        Operation::JumpIf(condition, to) => put!(text; "B.", condition.name(), " ", to),
        Operation::CompareBranch { when_zero, register, target } => {
            let name = if *when_zero { "CBZ " } else { "CBNZ " };
            put!(text; name, register, ",", target);
        }
        Operation::TestBranch { when_zero, register, bit, target } => {
            let name = if *when_zero { "TBZ " } else { "TBNZ " };
            put!(text; name, register, ",#", *bit, ",", target);
        }
        Operation::Call(to) => put!(text; "BL ", to),
        Operation::JumpRegister { link, to } => put!(text; if *link { "BLR " } else { "BR " }, X(to)),
        Operation::Return(None) => text.push_str("RET"),
        Operation::Return(Some(to)) => put!(text; "RET ", X(to)),
        Operation::CodeAddress { to, target } => {
            let name = if text.is_hashed() { "ADDR " } else { "ADR " };
            put!(text; name, X(to), ",", target);
        }
        Operation::Page { to, symbol } => put!(text; "ADRP ", X(to), ",", symbol),
        _ => return false,
    }
    true
}

fn memory(operation: &Operation, text: &mut CodeText<'_>) -> bool {
    match operation {
        Operation::Load { kind: LoadKind::Unscaled, access: Access::Whole, to, address } if text.is_hashed() => {
            put!(text; "LDUR ", X(&to.name), ", ", address);
        }
        Operation::Load { kind, access, to, address } => {
            put!(text; table::load_stem(*kind), table::access_letters(*access), " ", to, ",", address);
        }
        Operation::Store { kind, access, from, address } => {
            put!(text; table::store_stem(*kind), table::access_letters(*access), " ", from, ",", address);
        }
        Operation::StoreExclusive { release, access, status, from, base } => {
            let stem = if *release { "STLXR" } else { "STXR" };
            put!(text; stem, table::access_letters(*access), " ", W(status), ",", from, ",[", X(base), "]");
        }
        Operation::LoadPair { kind, to, address } => {
            put!(text; table::load_pair_name(*kind), " ", to, ",", OfPair(address));
        }
        Operation::StorePair { kind, from, address } => {
            put!(text; table::store_pair_name(*kind), " ", from, ",", OfPair(address));
        }
        Operation::LoadExclusivePair { acquire, to: [first, second], base } => {
            text.push_str(if *acquire { "LDAXP " } else { "LDXP " });
            if text.is_hashed() {
                W(&first.name).put(text)
            } else {
                first.put(text)
            }
            put!(text; ",", second, ",[", X(base), "]");
        }
        Operation::StoreExclusivePair { release, status, from, base } => {
            let name = if *release { "STLXP " } else { "STXP " };
            put!(text; name, W(status), ",", from, ",[", X(base), "]");
        }
        _ => return false,
    }
    true
}

fn atomic(operation: &Operation, text: &mut CodeText<'_>) -> bool {
    match operation {
        Operation::CompareSwap { order, access, expected, new, base } => {
            put!(text; "CAS", order.letters(), table::access_letters(*access));
            put!(text; " ", expected, ",", new, ",[", X(base), "]");
        }
        Operation::CompareSwapPair { order, expected, new, base } => {
            put!(text; "CASP", order.letters(), " ", expected, ",", new, ",[", X(base), "]");
        }
        Operation::Swap { order, access, new, old, base } => {
            put!(text; "SWP", order.letters(), table::access_letters(*access));
            put!(text; " ", new, ",", old, ",[", X(base), "]");
        }
        Operation::Fetch { operator, order, access, operand, old, base } => {
            text.push_str(if old.is_some() { "LD" } else { "ST" });
            put!(text; operator.name(), order.letters(), table::access_letters(*access), " ", operand);
            if let Some(old) = old {
                put!(text; ",", old);
            }
            put!(text; ",[", X(base), "]");
        }
        Operation::FetchPair { operator, order, registers: [first, second], base } => {
            put!(text; operator.name(), order.letters(), " ", X(first), ",", X(second), ",[", X(base), "]");
        }
        _ => return false,
    }
    true
}

fn arithmetic(operation: &Operation, text: &mut CodeText<'_>) -> bool {
    match operation {
        Operation::Arithmetic { operator, to, left, right } => arithmetic_alias(*operator, to, left, right, text),
        Operation::Shift { shift, to, from, by } => {
            put!(text; shift.name(), " ", to, ",", from, ",");
            match by {
                ShiftBy::Immediate(amount) => put!(text; "#", *amount),
                ShiftBy::Register(register) => register.put(text),
            }
        }
        Operation::WithCarry { subtract, set_flags, to, left, right } => {
            let suffix = if *set_flags { "S " } else { " " };
            match (*subtract, left.is_zero()) {
                (true, true) => put!(text; "NGC", suffix, to, ",", right),
                (true, false) => put!(text; "SBC", suffix, to, ",", left, ",", right),
                (false, _) => put!(text; "ADC", suffix, to, ",", left, ",", right),
            }
        }
        Operation::Multiply { subtract, to, factors, addend } => {
            put!(text; table::multiply_name(*subtract, !addend.is_zero()), " ", to, ",", factors);
            if !addend.is_zero() {
                put!(text; ",", addend);
            }
        }
        Operation::MultiplyLong { signed, subtract, to, factors: [left, right], addend } => {
            let name = table::multiply_long_name(*signed, *subtract, *addend != Name::Zero);
            put!(text; name, " ", X(to), ",", W(left), ",", W(right));
            if *addend != Name::Zero {
                put!(text; ",", X(addend));
            }
        }
        Operation::Select { kind, to, then, otherwise, condition } => {
            select_alias(*kind, to, then, otherwise, *condition, text);
        }
        _ => return false,
    }
    true
}

/// With the aliases that herd prints.
fn arithmetic_alias(operator: Arithmetic, to: &Register, left: &Register, right: &Right, text: &mut CodeText<'_>) {
    let shifted = matches!(right, Right::Shifted { .. });
    let extended = matches!(right, Right::Extended { .. });
    let (name, register) = match operator {
        Arithmetic::Subs if to.is_zero() && !extended => ("CMP", left),
        Arithmetic::Ands if to.is_zero() => ("TST", left),
        Arithmetic::Sub if left.is_zero() && shifted && !text.is_hashed() => ("NEG", to),
        Arithmetic::Subs if left.is_zero() && shifted && !text.is_hashed() => ("NEGS", to),
        Arithmetic::Orn if left.is_zero() => ("MVN", to),
        _ => return put!(text; operator.name(), " ", to, ",", left, ",", right),
    };
    put!(text; name, " ", register, ",", right);
}

fn select_alias(
    kind: Select,
    to: &Register,
    then: &Register,
    otherwise: &Register,
    condition: Condition,
    text: &mut CodeText<'_>,
) {
    let inverse = if text.is_hashed() { herd_inverse(condition) } else { condition.inverse() };
    let has_inverse = condition != Condition::Al || text.is_hashed();
    let zeros = then.is_zero() && otherwise.is_zero() && has_inverse;
    let same = then == otherwise && has_inverse;
    match kind {
        Select::Increment if zeros => put!(text; "CSET ", to, ",", inverse.name()),
        Select::Invert if zeros => put!(text; "CSETM ", to, ",", inverse.name()),
        Select::Increment if same => put!(text; "CINC ", to, ",", then, ",", inverse.name()),
        _ => put!(text; kind.name(), " ", to, ",", then, ",", otherwise, ",", condition.name()),
    }
}

fn data(operation: &Operation, text: &mut CodeText<'_>) -> bool {
    match operation {
        Operation::Move { to, from } => put!(text; "MOV ", to, ",", from),
        Operation::MoveImmediate { to, value } => put!(text; "MOV ", to, ",#", *value),
        Operation::MoveWide { kind, to, value, shift } => {
            let name = match kind {
                MoveWide::Zero => "MOVZ ",
                MoveWide::Not => "MOVN ",
                MoveWide::Keep => "MOVK ",
            };
            put!(text; name, to, ",#", i64::from(*value));
            if let Some(shift) = shift {
                put!(text; if text.is_hashed() { ",," } else { "," }, "LSL #", *shift);
            }
        }
        Operation::BitField { kind, to, from, rotate, last } => {
            put!(text; kind.name(), " ");
            if text.is_hashed() {
                put!(text; X(&to.name), ",", X(&from.name));
            } else {
                put!(text; to, ",", from);
            }
            put!(text; ",#", *rotate, ",#", *last);
        }
        Operation::Extract { to, high, low, from } => put!(text; "EXTR ", to, ",", high, ",", low, ",#", *from),
        Operation::ExtendRegister { extend, to, from } => put!(text; extend.name(), " ", to, ",", W(from)),
        Operation::Unary { operator, to, from } => put!(text; operator.name(), " ", to, ",", from),
        Operation::CompareIf { negative, left, right, flags, condition } => {
            put!(text; if *negative { "CCMN " } else { "CCMP " }, left, ",");
            match right {
                CompareWith::Immediate(value) => put!(text; "#", *value),
                CompareWith::Register(register) => register.put(text),
            }
            put!(text; ",#", *flags, ",", condition.name());
        }
        _ => return false,
    }
    true
}

/// What is left: the system.
fn other(operation: &Operation, text: &mut CodeText<'_>) {
    match operation {
        Operation::ReadSystem { to, from } => put!(text; "MRS ", X(to), ",", from.name()),
        Operation::WriteSystem { to, from } => put!(text; "MSR ", to.name(), ",", X(from)),
        Operation::Barrier { synchronization, domain, accesses } => {
            let name = if *synchronization { "DSB " } else { "DMB " };
            put!(text; name, BARRIER_NAMES[barrier_index(*domain, *accesses)].0);
        }
        Operation::InstructionBarrier => text.push_str("ISB"),
        Operation::ClearExclusive => text.push_str("CLREX"),
        _ => text.push_str("NOP"),
    }
}

/// What herd prints as the inverse of a condition. It takes `GT` for the inverse of `GE`, when it reads `CSET` as well as when it
/// prints it, so that `CSET X0,GE` is hashed as `CSET X0,LE`. (`CSINC X0,XZR,XZR,LT`, which is hashed as `CSET X0,GE`, is not told apart.)
fn herd_inverse(condition: Condition) -> Condition {
    match condition {
        Condition::Ge => Condition::Gt,
        Condition::Lt => Condition::Le,
        other => other.inverse(),
    }
}
