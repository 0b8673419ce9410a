//! Operands and instructions as data, and how they are printed.

use litmus::{CodeText, Mention};
use program::{Name, Width};

use super::Architecture;
use super::address::{Address, AddressKind, AddressText, Displacement, Mode};
use super::form::{Form, Operands, Order, Role, Slot, SlotKind, Source, Zero, width_at};
use super::memory::Memory;
use super::put::{Put, Signed, put};
use super::register::{Classes, NameId};

/// A register as an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RegisterOperand {
    /// One of the architecture; its class comes with the name.
    Named(NameId, Classes),
    /// A symbolic register, without its sigil. It stands for a whole register, of which the instruction takes `width` bits.
    Symbolic { name: Name, class: Classes, width: Width },
}

impl RegisterOperand {
    /// Whether it is of one of these classes.
    pub(crate) fn is_in(&self, classes: Classes) -> bool {
        match self {
            RegisterOperand::Named(_, class) | RegisterOperand::Symbolic { class, .. } => class.meets(classes),
        }
    }

    /// How many bits it has.
    pub(crate) fn width<A: Architecture>(&self) -> Width {
        match self {
            RegisterOperand::Named(name, _) => A::registers().get(*name).width,
            RegisterOperand::Symbolic { width, .. } => *width,
        }
    }

    /// Whether it is the zero register.
    pub(crate) fn is_zero<A: Architecture>(&self) -> bool {
        matches!(self, RegisterOperand::Named(name, _) if A::registers().get(*name).part.is_none())
    }

    /// Writes its name.
    pub(crate) fn put<A: Architecture>(&self, text: &mut CodeText<'_>) {
        match self {
            RegisterOperand::Named(name, class) => {
                put!(text; A::register_sigil(*class, text.is_hashed()), A::registers().get(*name).text);
            }
            RegisterOperand::Symbolic { name, class, .. } => put!(text; A::symbolic_letters(*class), name),
        }
    }

    fn mention<A: Architecture>(&self, visit: &mut dyn FnMut(Mention<'_>)) {
        match self {
            RegisterOperand::Named(name, _) => {
                if let Some(part) = A::registers().get(*name).part {
                    visit(Mention::Register(part.register));
                }
            }
            RegisterOperand::Symbolic { name, .. } => visit(Mention::Symbolic(name)),
        }
    }
}

/// A symbol plus an offset in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Symbol {
    /// The location's name.
    pub(crate) name: Name,
    /// Bytes from its beginning.
    pub(crate) offset: i64,
}

impl Put for Symbol {
    fn put(&self, text: &mut CodeText<'_>) {
        self.name.put(text);
        if self.offset != 0 {
            Signed(self.offset).put(text);
        }
    }
}

/// Where a jump goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// To a label.
    Label(Name),
    /// `.+8`: so many bytes from the jump.
    Offset(i64),
}

/// An operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    Register(RegisterOperand),
    /// Registers in braces, in ascending order.
    List(Vec<RegisterOperand>),
    /// Between -2^63 and 2^64 - 1.
    Number(i128),
    Address(Box<Address>),
    Memory(Box<Memory>),
    Target(Target),
    Symbol(Symbol),
    /// A word, by its number in the slot's choice.
    Choice(u8),
    /// A word and a register.
    ModifierBy {
        word: u8,
        by: RegisterOperand,
    },
    /// A word and an amount. One that vanishes is not there when the amount is 0.
    Modifier {
        word: u8,
        amount: Option<u8>,
        vanishes: bool,
    },
}

impl Operand {
    /// Whether it may stand in a slot of this kind, among `operands`.
    pub(crate) fn is_of<A: Architecture>(&self, kind: SlotKind, operands: &[Operand]) -> bool {
        match (kind, self) {
            (SlotKind::Register(classes) | SlotKind::Moved(classes), Operand::Register(register)) => {
                register.is_in(classes)
            }
            (SlotKind::Like(place, classes), Operand::Register(register)) => {
                register.is_in(classes) && register.width::<A>() == width_at::<A>(operands, place)
            }
            (SlotKind::Number(range), Operand::Number(number)) => range.has::<A>(*number, operands),
            (SlotKind::Address(kind), Operand::Address(address)) => kind.has(address),
            (SlotKind::Memory(_), Operand::Memory(_)) => true,
            (SlotKind::OneOf(kinds), _) => kinds.iter().any(|kind| self.is_of::<A>(*kind, operands)),
            (SlotKind::Target, Operand::Target(_))
            | (SlotKind::Symbol | SlotKind::Relocated(_), Operand::Symbol(_)) => true,
            (SlotKind::Choice(words), Operand::Choice(number)) => words.word(*number).is_some(),
            (SlotKind::Modifier { words, amounts, zero }, Operand::Modifier { word, amount, .. }) => {
                let fits = |amount: u8| amounts.has::<A>(i128::from(amount), operands);
                words.word(*word).is_some() && amount.map_or(zero == Zero::Optional, fits)
            }
            (SlotKind::ModifierBy { words, by: classes }, Operand::ModifierBy { word, by }) => {
                words.word(*word).is_some() && by.is_in(classes)
            }
            (SlotKind::List(classes), Operand::List(registers)) => {
                registers.iter().all(|register| register.is_in(classes))
            }
            _ => false,
        }
    }

    /// The register behind this one, if it is a register with an even number. A zero register is followed by itself.
    pub(crate) fn next_register<A: Architecture>(&self) -> Operand {
        let file = A::registers();
        if let Operand::Register(RegisterOperand::Named(name, class)) = self
            && let Some(part) = file.get(*name).part
            && part.register.number() % 2 == 0
            && file.names().get(name.next().number()).is_some_and(|next| next.class == *class)
        {
            return Operand::Register(RegisterOperand::Named(name.next(), *class));
        }
        self.clone()
    }

    pub(crate) fn put<A: Architecture>(&self, kind: SlotKind, text: &mut CodeText<'_>) {
        match (self, kind) {
            // How these are written does not depend on the slot.
            (Operand::Number(number), _) => put!(text; A::NUMBER_SIGIL, *number),
            (Operand::Memory(memory), _) => memory.put::<A>(text),
            (Operand::Target(Target::Label(name)), _) => text.push_label(name),
            (Operand::Target(Target::Offset(offset)), _) => put!(text; ".", Signed(*offset)),
            (_, SlotKind::OneOf(kinds)) => {
                let kind = kinds.iter().find(|kind| self.is_of::<A>(**kind, &[]));
                self.put::<A>(*kind.expect("one of the kinds of its slot"), text);
            }
            (Operand::Register(register), SlotKind::Moved(_)) => {
                register.put::<A>(text);
                text.push_str("!");
            }
            (Operand::Register(register), _) => register.put::<A>(text),
            (Operand::List(registers), _) => {
                for (number, register) in registers.iter().enumerate() {
                    text.push_str(if number == 0 { "{" } else { "," });
                    register.put::<A>(text);
                }
                text.push_str("}");
            }
            (Operand::Address(address), SlotKind::Address(kind)) => AddressText { address, kind }.put::<A>(text),
            (Operand::Symbol(symbol), SlotKind::Relocated(relocation)) => {
                put!(text; relocation.prefix, symbol, relocation.suffix);
            }
            (Operand::Symbol(symbol), _) => symbol.put(text),
            (Operand::Choice(number), SlotKind::Choice(words)) => put!(text; words.word(*number).unwrap_or_default()),
            (Operand::Modifier { word, amount, .. }, SlotKind::Modifier { words, .. }) => {
                put!(text; words.word(*word).unwrap_or_default());
                if let Some(amount) = amount {
                    put!(text; " ", A::NUMBER_SIGIL, *amount);
                }
            }
            (Operand::ModifierBy { word, by }, SlotKind::ModifierBy { words, .. }) => {
                put!(text; words.word(*word).unwrap_or_default(), " ");
                by.put::<A>(text);
            }
            (
                Operand::Address(_) | Operand::Choice(_) | Operand::Modifier { .. } | Operand::ModifierBy { .. },
                kind,
            ) => {
                unreachable!("an operand in a slot of another kind: {kind:?}")
            }
        }
    }
}

/// An instruction that has been checked: its operands fit the slots of its form.
#[derive(Debug)]
pub struct Instruction<A: Architecture> {
    /// The row of the table: the one that is printed for the operation and the operands.
    pub(crate) form: &'static Form<A>,
    /// One for each slot that is not dropped.
    pub(crate) operands: Operands,
    /// What is written behind the mnemonic, by its number in [`Architecture::SUFFIXES`].
    pub(crate) suffix: Option<u8>,
}

impl<A: Architecture> Clone for Instruction<A> {
    fn clone(&self) -> Self {
        Instruction { form: self.form, operands: self.operands.clone(), suffix: self.suffix }
    }
}

impl<A: Architecture> PartialEq for Instruction<A> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.form, other.form) && self.operands == other.operands && self.suffix == other.suffix
    }
}

/// The operand at a place, where the slots of all forms of an operation agree on its kind.
macro_rules! operand {
    ($($name:ident: $variant:ident -> $type:ty, $what:literal;)*) => { $(
        #[doc = concat!("The operand at `place`, which is ", $what, " in every form of the operation.")]
        pub(crate) fn $name(&self, place: usize) -> &$type {
            match &self.operands[place] {
                Operand::$variant(found) => found,
                other => unreachable!("`{}` has {other:?} where {} is wanted", self.form.name(), $what),
            }
        }
    )* };
}

impl<A: Architecture> Instruction<A> {
    operand! {
        register: Register -> RegisterOperand, "a register";
        number: Number -> i128, "a number";
        address: Address -> Address, "an address";
        target: Target -> Target, "the target of a jump";
        symbol: Symbol -> Symbol, "a symbol";
        choice: Choice -> u8, "a word";
    }

    /// What it does.
    pub(crate) fn operation(&self) -> A::Operation {
        self.form.operation
    }

    /// As people see it, or for the hash.
    pub(crate) fn put(&self, text: &mut CodeText<'_>) {
        if text.is_hashed() && A::put_hashed(self, text) {
            return;
        }
        text.push_str(self.form.name());
        if let Some(suffix) = self.suffix.and_then(|suffix| A::SUFFIXES.word(suffix)) {
            text.push_str(suffix);
        }
        self.put_operands(text);
    }

    /// Its operands, a blank before them if there are any.
    pub(crate) fn put_operands(&self, text: &mut CodeText<'_>) {
        let mut separator = " ";
        let mut put = |(operand, slot): (&Operand, &Slot)| {
            if let Source::Text(kind) = slot.source {
                text.push_str(std::mem::replace(&mut separator, ","));
                operand.put::<A>(kind, text);
            }
        };
        match self.form.order {
            Order::Forward => self.operands.iter().zip(self.form.kept_slots()).for_each(put),
            Order::Backward | Order::PrintedBackward => {
                let reversed = self.operands.iter().rev().zip(self.form.kept_slots().rev());
                reversed.for_each(&mut put);
            }
        }
    }

    /// Its operands with their roles.
    fn with_roles(&self) -> impl Iterator<Item = (&Operand, Role)> {
        self.operands.iter().zip(self.form.kept_slots().map(|slot| slot.role))
    }

    /// Calls `visit` with each register that it names, and what it does with it.
    pub(crate) fn registers(&self, mut visit: impl FnMut(&RegisterOperand, Role)) {
        for (operand, role) in self.with_roles() {
            match operand {
                Operand::Register(register) => visit(register, role),
                Operand::List(registers) => registers.iter().for_each(|register| visit(register, role)),
                Operand::ModifierBy { by, .. } => visit(by, Role::Read),
                Operand::Address(address) => {
                    let moved = address.mode != Mode::Offset || role == Role::ReadWrite;
                    visit(&address.base, if moved { Role::ReadWrite } else { Role::Read });
                    if let Displacement::Index(index) = &address.displacement {
                        visit(&index.register, Role::Read);
                    }
                }
                Operand::Memory(memory) => memory.registers().for_each(|register| visit(register, Role::Read)),
                Operand::Number(_)
                | Operand::Target(_)
                | Operand::Symbol(_)
                | Operand::Choice(_)
                | Operand::Modifier { .. } => {}
            }
        }
    }

    /// Everything it names, and the registers that it uses without naming them.
    pub(crate) fn mentions(&self, visit: &mut dyn FnMut(Mention<'_>)) {
        self.registers(|register, _| register.mention::<A>(visit));
        for operand in &self.operands {
            match operand {
                Operand::Target(Target::Label(label)) => visit(Mention::Label(label)),
                Operand::Symbol(symbol) => visit(Mention::Location(&symbol.name)),
                Operand::Memory(memory) => {
                    if let Some(location) = &memory.location {
                        visit(Mention::Location(location));
                    }
                }
                Operand::Address(address) => {
                    if let Displacement::Symbol(_, symbol) = &address.displacement {
                        visit(Mention::Location(&symbol.name));
                    }
                }
                Operand::Register(_)
                | Operand::List(_)
                | Operand::Number(_)
                | Operand::Target(Target::Offset(_))
                | Operand::Choice(_)
                | Operand::ModifierBy { .. }
                | Operand::Modifier { .. } => {}
            }
        }
        self.form.implicit.iter().for_each(|(register, _)| visit(Mention::Register(*register)));
    }
}

/// The kind of address of the first slot that has one.
pub(crate) fn address_kind<A: Architecture>(form: &Form<A>) -> Option<&'static AddressKind> {
    form.slots.iter().find_map(|slot| match slot.source {
        Source::Text(SlotKind::Address(kind)) => Some(kind),
        _ => None,
    })
}
