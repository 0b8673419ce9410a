//! Instructions as data.

use litmus::Mention;

use super::kind::{
    Access, Accesses, Arithmetic, BitField, Domain, Fetch, FetchPair, LoadKind, LoadPairKind, MoveWide, Order, Select,
    StoreKind, StorePairKind, Unary,
};
use super::operand::{Address, Condition, Extend, Mode, Name, Register, Shift, Symbol, Target};
use super::register::{LINK, STACK_POINTER, SystemRegister, general};

/// An instruction that has been checked: its operands have the sizes and ranges that it needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Instruction(pub(super) Operation);

/// What an instruction does, with its operands. Aliases of the manual are the instruction that they stand for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Operation {
    /// `NOP`, and hints that change nothing.
    Nop,
    /// `B`.
    Jump(Target),
    /// `B.EQ`.
    JumpIf(Condition, Target),
    /// `CBZ`, `CBNZ`.
    CompareBranch { when_zero: bool, register: Register, target: Target },
    /// `TBZ`, `TBNZ`.
    TestBranch { when_zero: bool, register: Register, bit: u8, target: Target },
    /// `BL`.
    Call(Target),
    /// `BR`, `BLR`.
    JumpRegister { link: bool, to: Name },
    /// `RET`; without an operand the link register is meant.
    Return(Option<Name>),
    /// `LDR`, `LDAR`, `LDXR`, ...
    Load { kind: LoadKind, access: Access, to: Register, address: Address },
    /// `STR`, `STLR`, ...
    Store { kind: StoreKind, access: Access, from: Register, address: Address },
    /// `STXR`, `STLXR`; the status register is a W register.
    StoreExclusive { release: bool, access: Access, status: Name, from: Register, base: Name },
    /// `LDP`, ...; the registers are of one size.
    LoadPair { kind: LoadPairKind, to: [Register; 2], address: Address },
    /// `STP`, ...
    StorePair { kind: StorePairKind, from: [Register; 2], address: Address },
    /// `LDXP`, `LDAXP`.
    LoadExclusivePair { acquire: bool, to: [Register; 2], base: Name },
    /// `STXP`, `STLXP`.
    StoreExclusivePair { release: bool, status: Name, from: [Register; 2], base: Name },
    /// `CAS`, ...
    CompareSwap { order: Order, access: Access, expected: Register, new: Register, base: Name },
    /// `CASP`, ...
    CompareSwapPair { order: Order, expected: [Register; 2], new: [Register; 2], base: Name },
    /// `SWP`, ...
    Swap { order: Order, access: Access, new: Register, old: Register, base: Name },
    /// `LDADD`, ...; without `old` it is `STADD`, ...
    Fetch { operator: Fetch, order: Order, access: Access, operand: Register, old: Option<Register>, base: Name },
    /// `SWPP`, `LDCLRP`, `LDSETP`: 128 bits; both registers are 64 bits wide and take the old value.
    FetchPair { operator: FetchPair, order: Order, registers: [Name; 2], base: Name },
    /// `MOV` from a register.
    Move { to: Register, from: Register },
    /// `MOV` of an immediate, cut to the size of the register.
    MoveImmediate { to: Register, value: i128 },
    /// `MOVZ`, `MOVN`, `MOVK`.
    MoveWide { kind: MoveWide, to: Register, value: u16, shift: Option<u8> },
    /// `ADD`, `ANDS`, ... with their aliases `CMP`, `TST`, `NEG`, `MVN`.
    Arithmetic { operator: Arithmetic, to: Register, left: Register, right: Right },
    /// `LSL`, ... by an immediate or a register.
    Shift { shift: Shift, to: Register, from: Register, by: ShiftBy },
    /// `ADC`, `SBC`, ... with the aliases `NGC`, `NGCS`.
    WithCarry { subtract: bool, set_flags: bool, to: Register, left: Register, right: Register },
    /// `MADD`, `MSUB` with their aliases `MUL`, `MNEG`.
    Multiply { subtract: bool, to: Register, factors: [Register; 2], addend: Register },
    /// `SMADDL`, ... with their aliases `SMULL`, ...
    MultiplyLong { signed: bool, subtract: bool, to: Name, factors: [Name; 2], addend: Name },
    /// `SBFM`, `UBFM`, `BFM`.
    BitField { kind: BitField, to: Register, from: Register, rotate: u8, last: u8 },
    /// `EXTR`.
    Extract { to: Register, high: Register, low: Register, from: u8 },
    /// `SXTB`, `UXTH`, ...: the source is a W register.
    ExtendRegister { extend: Extend, to: Register, from: Name },
    /// `RBIT`, `REV`, `ABS`, ...
    Unary { operator: Unary, to: Register, from: Register },
    /// `CSEL`, ... with their aliases `CSET`, `CINC`, ...
    Select { kind: Select, to: Register, then: Register, otherwise: Register, condition: Condition },
    /// `CCMP`, `CCMN`.
    CompareIf { negative: bool, left: Register, right: CompareWith, flags: u8, condition: Condition },
    /// `ADR`.
    CodeAddress { to: Name, target: Target },
    /// `ADRP`: with `:lo12:` of the same symbol added it is the symbol's address.
    Page { to: Name, symbol: Symbol },
    /// `MRS`.
    ReadSystem { to: Name, from: SystemRegister },
    /// `MSR`.
    WriteSystem { to: SystemRegister, from: Name },
    /// `DMB`, `DSB`.
    Barrier { synchronization: bool, domain: Domain, accesses: Accesses },
    /// `ISB`.
    InstructionBarrier,
    /// `CLREX`.
    ClearExclusive,
}

/// The right operand of [`Operation::Arithmetic`].
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Right {
    /// `#5`, `#5,LSL #12`.
    Immediate { value: i128, shift: u8 },
    /// `X1`, `X1,LSL #2`.
    Shifted { register: Register, shift: Shift, amount: u8 },
    /// `W1,SXTW`, `W1,UXTB #2`.
    Extended { register: Register, extend: Extend, amount: Option<u8> },
    /// `:lo12:x`.
    Low12(Symbol),
}

/// By how much to shift.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ShiftBy {
    Immediate(u8),
    /// Modulo the size.
    Register(Register),
}

/// The right operand of a conditional compare.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CompareWith {
    Immediate(u8),
    Register(Register),
}

impl Operation {
    /// Calls `visit` with every general-purpose register that the instruction names.
    fn visit_names<'a>(&'a self, visit: &mut dyn FnMut(&'a Name)) {
        use Operation as O;
        match self {
            O::CompareBranch { register, .. } | O::TestBranch { register, .. } => visit(&register.name),
            O::JumpRegister { to: name, .. }
            | O::Return(Some(name))
            | O::CodeAddress { to: name, .. }
            | O::Page { to: name, .. }
            | O::ReadSystem { to: name, .. }
            | O::WriteSystem { from: name, .. } => visit(name),
            O::Load { to: register, address, .. } | O::Store { from: register, address, .. } => {
                visit(&register.name);
                visit_address(address, visit);
            }
            O::LoadPair { to: pair, address, .. } | O::StorePair { from: pair, address, .. } => {
                visit_all(pair, visit);
                visit_address(address, visit);
            }
            O::StoreExclusive { status, from, base, .. } => [status, &from.name, base].into_iter().for_each(visit),
            O::LoadExclusivePair { to: pair, base, .. } => {
                visit_all(pair, visit);
                visit(base);
            }
            O::StoreExclusivePair { status, from, base, .. } => {
                visit_all(from, visit);
                visit(status);
                visit(base);
            }
            O::CompareSwap { expected: first, new: second, base, .. }
            | O::Swap { new: first, old: second, base, .. } => {
                [&first.name, &second.name, base].into_iter().for_each(visit);
            }
            O::CompareSwapPair { expected, new, base, .. } => {
                visit_all(expected, visit);
                visit_all(new, visit);
                visit(base);
            }
            O::Fetch { operand, old, base, .. } => {
                [&operand.name, base].into_iter().chain(old.iter().map(|old| &old.name)).for_each(visit);
            }
            O::FetchPair { registers, base, .. } => registers.iter().chain([base]).for_each(visit),
            _ => self.visit_names_of_data(visit),
        }
    }

    /// The same for instructions that only compute.
    fn visit_names_of_data<'a>(&'a self, visit: &mut dyn FnMut(&'a Name)) {
        use Operation as O;
        match self {
            O::MoveImmediate { to, .. } | O::MoveWide { to, .. } => visit(&to.name),
            O::Move { to, from } | O::BitField { to, from, .. } | O::Unary { to, from, .. } => {
                [&to.name, &from.name].into_iter().for_each(visit);
            }
            O::Arithmetic { to, left, right, .. } => {
                [&to.name, &left.name].into_iter().for_each(&mut *visit);
                if let Right::Shifted { register, .. } | Right::Extended { register, .. } = right {
                    visit(&register.name);
                }
            }
            O::Shift { to, from, by, .. } => {
                [&to.name, &from.name].into_iter().for_each(&mut *visit);
                if let ShiftBy::Register(by) = by {
                    visit(&by.name);
                }
            }
            O::WithCarry { to: a, left: b, right: c, .. }
            | O::Extract { to: a, high: b, low: c, .. }
            | O::Select { to: a, then: b, otherwise: c, .. } => {
                [&a.name, &b.name, &c.name].into_iter().for_each(visit);
            }
            O::Multiply { to, factors, addend, .. } => {
                visit_all(factors, visit);
                [&to.name, &addend.name].into_iter().for_each(visit);
            }
            O::MultiplyLong { to, factors, addend, .. } => factors.iter().chain([to, addend]).for_each(visit),
            O::ExtendRegister { to, from, .. } => [&to.name, from].into_iter().for_each(visit),
            O::CompareIf { left, right, .. } => {
                visit(&left.name);
                if let CompareWith::Register(right) = right {
                    visit(&right.name);
                }
            }
            _ => {}
        }
    }

    /// The label that it names.
    fn label(&self) -> Option<&str> {
        use Operation as O;
        match self {
            O::Jump(target)
            | O::JumpIf(_, target)
            | O::CompareBranch { target, .. }
            | O::TestBranch { target, .. }
            | O::Call(target)
            | O::CodeAddress { target, .. } => match target {
                Target::Label(label) => Some(label),
                Target::Offset(_) => None,
            },
            _ => None,
        }
    }

    /// The location that it names.
    fn symbol(&self) -> Option<&Symbol> {
        match self {
            Operation::Page { symbol, .. } | Operation::Arithmetic { right: Right::Low12(symbol), .. } => Some(symbol),
            Operation::Load { address, .. }
            | Operation::Store { address, .. }
            | Operation::LoadPair { address, .. }
            | Operation::StorePair { address, .. } => match &address.mode {
                Mode::Low12(symbol) => Some(symbol),
                _ => None,
            },
            _ => None,
        }
    }
}

fn visit_all<'a>(registers: &'a [Register], visit: &mut dyn FnMut(&'a Name)) {
    registers.iter().for_each(|register| visit(&register.name));
}

fn visit_address<'a>(address: &'a Address, visit: &mut dyn FnMut(&'a Name)) {
    visit(&address.base);
    if let Mode::Indexed(index, ..) = &address.mode {
        visit(&index.name);
    }
}

impl Instruction {
    /// Everything it names, and the link register where it uses that without naming it.
    pub(super) fn mentions(&self, visit: &mut dyn FnMut(Mention<'_>)) {
        self.0.visit_names(&mut |name| match name {
            Name::Numbered(number) => visit(Mention::Register(general(*number))),
            Name::StackPointer => visit(Mention::Register(STACK_POINTER)),
            Name::Symbolic(name) => visit(Mention::Symbolic(name)),
            Name::Zero => {}
        });
        if matches!(self.0, Operation::Call(_) | Operation::JumpRegister { link: true, .. } | Operation::Return(None)) {
            visit(Mention::Register(general(LINK)));
        }
        if let Some(label) = self.0.label() {
            visit(Mention::Label(label));
        }
        if let Some(symbol) = self.0.symbol() {
            visit(Mention::Location(&symbol.name));
        }
    }
}
