//! Instructions to text.
//!
//! The text is canonical: aliases are printed where herd prints them, in herd's form, and what is printed reads back as
//! the same instruction. Where herd's own text does not (it prints `LDUR` and `SBFM` with 64-bit names whatever the size, two commas in
//! `MOVZ`, no comma in post-indexed addresses when it hashes), the text for people is right and the text for the hash is herd's.

use super::instruction::{CompareWith, Instruction, Operation, Right, ShiftBy};
use super::kind::{Access, Arithmetic, BARRIER_NAMES, LoadKind, MoveWide, Select, barrier_index};
use super::operand::{Address, Condition, Extend, Mode, Name, Register, Size, Symbol, Target};
use super::table;

/// Prints an instruction; `hashing` asks for the text that herd hashes.
pub(super) fn instruction(instruction: &Instruction, hashing: bool, label: &mut dyn FnMut(&str) -> String) -> String {
    let printer = Printer { hashing };
    let operation = &instruction.0;
    let printed = printer.jump(operation, label);
    let printed = printed.or_else(|| printer.memory(operation)).or_else(|| printer.atomic(operation));
    printed.or_else(|| printer.arithmetic(operation)).unwrap_or_else(|| printer.other(operation))
}

impl Name {
    /// The text of the part with the given size; `None` when that part has no name.
    pub(super) fn text(&self, size: Size) -> Option<String> {
        let letter = match size {
            Size::W => 'W',
            Size::X => 'X',
        };
        Some(match self {
            Name::Numbered(number) => format!("{letter}{number}"),
            Name::Zero => format!("{letter}ZR"),
            Name::Symbolic(name) => format!("{letter}%{name}"),
            Name::StackPointer if size == Size::X => "SP".to_owned(),
            Name::StackPointer => return None,
        })
    }

    /// The 64-bit name.
    fn x(&self) -> String {
        self.text(Size::X).unwrap_or_default()
    }

    /// The 32-bit name.
    fn w(&self) -> String {
        self.text(Size::W).unwrap_or_else(|| "WSP".to_owned())
    }
}

impl Register {
    /// The text; `None` for the low part of the stack pointer.
    pub(super) fn text(&self) -> Option<String> {
        self.name.text(self.size)
    }

    fn print(&self) -> String {
        self.text().unwrap_or_else(|| "WSP".to_owned())
    }
}

impl Symbol {
    fn print(&self) -> String {
        match self.offset {
            0 => self.name.clone(),
            offset => format!("{}{offset:+}", self.name),
        }
    }
}

fn target(target: &Target, label: &mut dyn FnMut(&str) -> String) -> String {
    match target {
        Target::Label(name) => label(name),
        Target::Offset(offset) => format!(".{offset:+}"),
    }
}

fn pair([first, second]: &[Register; 2]) -> String {
    format!("{},{}", first.print(), second.print())
}

struct Printer {
    hashing: bool,
}

impl Printer {
    fn address(&self, address: &Address, of_pair: bool) -> String {
        let base = address.base.x();
        match &address.mode {
            Mode::Offset(0) => format!("[{base}]"),
            Mode::Offset(offset) => format!("[{base},#{offset}]"),
            Mode::PreIndexed(offset) => format!("[{base},#{offset}]!"),
            Mode::PostIndexed(offset) if !self.hashing => format!("[{base}],#{offset}"),
            Mode::PostIndexed(offset) if of_pair => format!(" [{base}]#{offset}"),
            Mode::PostIndexed(offset) => format!("[{base}]#{offset}"),
            Mode::Indexed(index, Extend::SHIFT, 0) => format!("[{base},{}]", index.print()),
            Mode::Indexed(index, extend, 0) => format!("[{base},{},{}]", index.print(), extend.name()),
            Mode::Indexed(index, extend, amount) => {
                format!("[{base},{},{} #{amount}]", index.print(), extend.name())
            }
            Mode::Low12(symbol) => format!("[{base},:lo12:{}]", symbol.print()),
        }
    }

    fn jump(&self, operation: &Operation, label: &mut dyn FnMut(&str) -> String) -> Option<String> {
        Some(match operation {
            Operation::Jump(to) => format!("B {}", target(to, label)),
            Operation::JumpIf(condition, to) => format!("B.{} {}", condition.name(), target(to, label)),
            Operation::CompareBranch { when_zero, register, target: to } => {
                let name = if *when_zero { "CBZ" } else { "CBNZ" };
                format!("{name} {},{}", register.print(), target(to, label))
            }
            Operation::TestBranch { when_zero, register, bit, target: to } => {
                let name = if *when_zero { "TBZ" } else { "TBNZ" };
                format!("{name} {},#{bit},{}", register.print(), target(to, label))
            }
            Operation::Call(to) => format!("BL {}", target(to, label)),
            Operation::JumpRegister { link, to } => format!("{} {}", if *link { "BLR" } else { "BR" }, to.x()),
            Operation::Return(None) => "RET".to_owned(),
            Operation::Return(Some(to)) => format!("RET {}", to.x()),
            Operation::CodeAddress { to, target: address } => {
                let name = if self.hashing { "ADDR" } else { "ADR" };
                format!("{name} {},{}", to.x(), target(address, label))
            }
            Operation::Page { to, symbol } => format!("ADRP {},{}", to.x(), symbol.print()),
            _ => return None,
        })
    }

    fn memory(&self, operation: &Operation) -> Option<String> {
        Some(match operation {
            Operation::Load { kind: LoadKind::Unscaled, access: Access::Whole, to, address } if self.hashing => {
                format!("LDUR {}, {}", to.name.x(), self.address(address, false))
            }
            Operation::Load { kind, access, to, address } => {
                let (stem, letters) = (table::load_stem(*kind), table::access_letters(*access));
                format!("{stem}{letters} {},{}", to.print(), self.address(address, false))
            }
            Operation::Store { kind, access, from, address } => {
                let (stem, letters) = (table::store_stem(*kind), table::access_letters(*access));
                format!("{stem}{letters} {},{}", from.print(), self.address(address, false))
            }
            Operation::StoreExclusive { release, access, status, from, base } => {
                let stem = if *release { "STLXR" } else { "STXR" };
                let letters = table::access_letters(*access);
                format!("{stem}{letters} {},{},[{}]", status.w(), from.print(), base.x())
            }
            Operation::LoadPair { kind, to, address } => {
                format!("{} {},{}", table::load_pair_name(*kind), pair(to), self.address(address, true))
            }
            Operation::StorePair { kind, from, address } => {
                format!("{} {},{}", table::store_pair_name(*kind), pair(from), self.address(address, true))
            }
            Operation::LoadExclusivePair { acquire, to: [first, second], base } => {
                let name = if *acquire { "LDAXP" } else { "LDXP" };
                let first = if self.hashing { first.name.w() } else { first.print() };
                format!("{name} {first},{},[{}]", second.print(), base.x())
            }
            Operation::StoreExclusivePair { release, status, from, base } => {
                let name = if *release { "STLXP" } else { "STXP" };
                format!("{name} {},{},[{}]", status.w(), pair(from), base.x())
            }
            _ => return None,
        })
    }

    fn atomic(&self, operation: &Operation) -> Option<String> {
        Some(match operation {
            Operation::CompareSwap { order, access, expected, new, base } => {
                let letters = format!("{}{}", order.letters(), table::access_letters(*access));
                format!("CAS{letters} {},{},[{}]", expected.print(), new.print(), base.x())
            }
            Operation::CompareSwapPair { order, expected, new, base } => {
                format!("CASP{} {},{},[{}]", order.letters(), pair(expected), pair(new), base.x())
            }
            Operation::Swap { order, access, new, old, base } => {
                let letters = format!("{}{}", order.letters(), table::access_letters(*access));
                format!("SWP{letters} {},{},[{}]", new.print(), old.print(), base.x())
            }
            Operation::Fetch { operator, order, access, operand, old, base } => {
                let letters = format!("{}{}{}", operator.name(), order.letters(), table::access_letters(*access));
                let operand = operand.print();
                match old {
                    Some(old) => format!("LD{letters} {operand},{},[{}]", old.print(), base.x()),
                    None => format!("ST{letters} {operand},[{}]", base.x()),
                }
            }
            Operation::FetchPair { operator, order, registers: [first, second], base } => {
                format!("{}{} {},{},[{}]", operator.name(), order.letters(), first.x(), second.x(), base.x())
            }
            _ => return None,
        })
    }

    fn arithmetic(&self, operation: &Operation) -> Option<String> {
        Some(match operation {
            Operation::Arithmetic { operator, to, left, right } => self.arithmetic_alias(*operator, to, left, right),
            Operation::Shift { shift, to, from, by } => {
                let by = match by {
                    ShiftBy::Immediate(amount) => format!("#{amount}"),
                    ShiftBy::Register(register) => register.print(),
                };
                format!("{} {},{},{by}", shift.name(), to.print(), from.print())
            }
            Operation::WithCarry { subtract, set_flags, to, left, right } => {
                let suffix = if *set_flags { "S" } else { "" };
                if *subtract && left.is_zero() {
                    return Some(format!("NGC{suffix} {},{}", to.print(), right.print()));
                }
                let stem = if *subtract { "SBC" } else { "ADC" };
                format!("{stem}{suffix} {},{},{}", to.print(), left.print(), right.print())
            }
            Operation::Multiply { subtract, to, factors, addend } => {
                let name = table::multiply_name(*subtract, !addend.is_zero());
                let addend = if addend.is_zero() { String::new() } else { format!(",{}", addend.print()) };
                format!("{name} {},{}{addend}", to.print(), pair(factors))
            }
            Operation::MultiplyLong { signed, subtract, to, factors: [left, right], addend } => {
                let name = table::multiply_long_name(*signed, *subtract, *addend != Name::Zero);
                let addend = if *addend == Name::Zero { String::new() } else { format!(",{}", addend.x()) };
                format!("{name} {},{},{}{addend}", to.x(), left.w(), right.w())
            }
            Operation::Select { kind, to, then, otherwise, condition } => {
                self.select_alias(*kind, to, then, otherwise, *condition)
            }
            _ => return None,
        })
    }

    /// With the aliases that herd prints.
    fn arithmetic_alias(&self, operator: Arithmetic, to: &Register, left: &Register, right: &Right) -> String {
        let shifted = matches!(right, Right::Shifted { .. });
        let extended = matches!(right, Right::Extended { .. });
        let printed = right_operand(right);
        let two = |name: &str, register: &Register| format!("{name} {},{printed}", register.print());
        match operator {
            Arithmetic::Subs if to.is_zero() && !extended => two("CMP", left),
            Arithmetic::Ands if to.is_zero() => two("TST", left),
            Arithmetic::Sub if left.is_zero() && shifted && !self.hashing => two("NEG", to),
            Arithmetic::Subs if left.is_zero() && shifted && !self.hashing => two("NEGS", to),
            Arithmetic::Orn if left.is_zero() => two("MVN", to),
            _ => format!("{} {},{},{printed}", operator.name(), to.print(), left.print()),
        }
    }

    fn select_alias(
        &self,
        kind: Select,
        to: &Register,
        then: &Register,
        otherwise: &Register,
        condition: Condition,
    ) -> String {
        let inverse = if self.hashing { herd_inverse(condition) } else { condition.inverse() };
        let has_inverse = condition != Condition::Al || self.hashing;
        let to = to.print();
        let zeros = then.is_zero() && otherwise.is_zero() && has_inverse;
        let same = then == otherwise && has_inverse;
        match kind {
            Select::Increment if zeros => format!("CSET {to},{}", inverse.name()),
            Select::Invert if zeros => format!("CSETM {to},{}", inverse.name()),
            Select::Increment if same => format!("CINC {to},{},{}", then.print(), inverse.name()),
            _ => {
                let name = kind.name();
                format!("{name} {to},{},{},{}", then.print(), otherwise.print(), condition.name())
            }
        }
    }

    fn other(&self, operation: &Operation) -> String {
        match operation {
            Operation::Move { to, from } => format!("MOV {},{}", to.print(), from.print()),
            Operation::MoveImmediate { to, value } => format!("MOV {},#{value}", to.print()),
            Operation::MoveWide { kind, to, value, shift } => {
                let name = match kind {
                    MoveWide::Zero => "MOVZ",
                    MoveWide::Not => "MOVN",
                    MoveWide::Keep => "MOVK",
                };
                let comma = if self.hashing { ",," } else { "," };
                let shift = shift.map(|shift| format!("{comma}LSL #{shift}")).unwrap_or_default();
                format!("{name} {},#{value}{shift}", to.print())
            }
            Operation::BitField { kind, to, from, rotate, last } => {
                let text = |register: &Register| if self.hashing { register.name.x() } else { register.print() };
                format!("{} {},{},#{rotate},#{last}", kind.name(), text(to), text(from))
            }
            Operation::Extract { to, high, low, from } => {
                format!("EXTR {},{},{},#{from}", to.print(), high.print(), low.print())
            }
            Operation::ExtendRegister { extend, to, from } => {
                format!("{} {},{}", extend.name(), to.print(), from.w())
            }
            Operation::Unary { operator, to, from } => {
                format!("{} {},{}", operator.name(), to.print(), from.print())
            }
            Operation::CompareIf { negative, left, right, flags, condition } => {
                let name = if *negative { "CCMN" } else { "CCMP" };
                let right = match right {
                    CompareWith::Immediate(value) => format!("#{value}"),
                    CompareWith::Register(register) => register.print(),
                };
                format!("{name} {},{right},#{flags},{}", left.print(), condition.name())
            }
            Operation::ReadSystem { to, from } => format!("MRS {},{}", to.x(), from.name()),
            Operation::WriteSystem { to, from } => format!("MSR {},{}", to.name(), from.x()),
            Operation::Barrier { synchronization, domain, accesses } => {
                let name = if *synchronization { "DSB" } else { "DMB" };
                format!("{name} {}", BARRIER_NAMES[barrier_index(*domain, *accesses)].0)
            }
            Operation::InstructionBarrier => "ISB".to_owned(),
            Operation::ClearExclusive => "CLREX".to_owned(),
            _ => "NOP".to_owned(),
        }
    }
}

fn right_operand(right: &Right) -> String {
    match right {
        Right::Immediate { value, shift: 0 } => format!("#{value}"),
        Right::Immediate { value, shift } => format!("#{value},LSL #{shift}"),
        Right::Shifted { register, amount: 0, .. } => register.print(),
        Right::Shifted { register, shift, amount } => format!("{},{} #{amount}", register.print(), shift.name()),
        Right::Extended { register, extend, amount: None } => format!("{},{}", register.print(), extend.name()),
        Right::Extended { register, extend, amount: Some(amount) } => {
            format!("{},{} #{amount}", register.print(), extend.name())
        }
        Right::Low12(symbol) => format!(":lo12:{}", symbol.print()),
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
