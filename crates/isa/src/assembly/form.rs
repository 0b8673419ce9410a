//! Forms and their slots, and the table of all forms of an architecture.

use std::borrow::Cow;

use program::{RegisterId, Width};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use source::nearest;

use super::Architecture;
use super::address::AddressKind;
use super::memory::MemoryKind;
use super::operand::Operand;
use super::register::Classes;
use super::word::Word;

/// What an instruction does with a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Read,
    Write,
    ReadWrite,
}

/// The operands of an instruction, each at the place of its slot. Few instructions have more.
pub(crate) type Operands = SmallVec<[Operand; 2]>;

/// Words that may stand in a place, each with the number that an operand holds for it. Of several words with one number the first
/// is printed.
#[derive(Debug)]
pub(crate) struct Choice {
    /// What a word is: "a condition (`EQ`, `NE`, ...)".
    pub(crate) what: &'static str,
    pub(crate) words: &'static [(&'static str, u8)],
}

impl Choice {
    /// The number of a word, letter case counting for nothing.
    pub(crate) fn number(&self, word: &str) -> Option<u8> {
        self.words.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, number)| *number)
    }

    /// The word for a number.
    pub(crate) fn word(&self, number: u8) -> Option<&'static str> {
        self.words.iter().find(|(_, known)| *known == number).map(|(word, _)| *word)
    }
}

/// What a number may be.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Range {
    /// Between two numbers, and a multiple of a third.
    Within { what: &'static str, low: i64, high: i64, step: i64 },
    /// Whatever so many bits can hold, as a signed or an unsigned number. That encodings have no place for most of them is no
    /// concern of ours.
    Bits(Width),
    /// The same for as many bits as the register at this place has.
    BitsOf(usize),
    /// From 0 to below the number of bits of the register at the place `of`, and a multiple of `step`.
    BelowWidth { what: &'static str, of: usize, step: i64 },
}

impl Range {
    /// Between `low` and `high`.
    pub(crate) const fn within(what: &'static str, low: i64, high: i64) -> Range {
        Range::Within { what, low, high, step: 1 }
    }

    /// The same range, given the operands before.
    pub(crate) fn known<A: Architecture>(self, operands: &[Operand]) -> Range {
        match self {
            Range::Within { .. } | Range::Bits(_) => self,
            Range::BitsOf(place) => Range::Bits(width_at::<A>(operands, place)),
            Range::BelowWidth { what, of, step } => {
                Range::Within { what, low: 0, high: i64::from(width_at::<A>(operands, of)) - 1, step }
            }
        }
    }

    /// Whether a number is in it, given the operands before.
    pub(crate) fn has<A: Architecture>(self, number: i128, operands: &[Operand]) -> bool {
        match self {
            Range::Within { low, high, step, .. } => {
                i64::try_from(number).is_ok_and(|number| (low..=high).contains(&number) && number % step == 0)
            }
            Range::Bits(bits) => (-(1i128 << (bits - 1))..1i128 << bits).contains(&number),
            Range::BitsOf(_) | Range::BelowWidth { .. } => self.known::<A>(operands).has::<A>(number, operands),
        }
    }
}

/// How many bits the register at a place has; 64 where it is something else.
pub(crate) fn width_at<A: Architecture>(operands: &[Operand], place: usize) -> Width {
    match operands.get(place) {
        Some(Operand::Register(register)) => register.width::<A>(),
        _ => 64,
    }
}

/// How the address of a symbol is written where an instruction takes a part of it, such as `:lo12:x` or `%lo(x)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Relocation {
    pub(crate) prefix: &'static str,
    pub(crate) suffix: &'static str,
}

/// What may stand in a slot.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SlotKind {
    Register(Classes),
    /// A register of one of the classes, with as many bits as the one at the place.
    Like(usize, Classes),
    Number(Range),
    Address(&'static AddressKind),
    Memory(&'static MemoryKind),
    /// The target of a jump.
    Target,
    /// The name of a location, maybe with an offset.
    Symbol,
    /// A part of the address of a location.
    Relocated(&'static Relocation),
    Choice(&'static Choice),
    /// A word and an amount, such as `LSL #2`. Where the amount may be missing, so it is printed.
    Modifier {
        words: &'static Choice,
        amounts: Range,
        zero: Zero,
    },
    /// A word and a register, such as `LSL R3`.
    ModifierBy {
        words: &'static Choice,
        by: Classes,
    },
    /// Registers in braces.
    List(Classes),
    /// A register with a `!` behind it: the instruction moves it.
    Moved(Classes),
    /// One of these, which are distinguished by how they begin; the first that may begin so.
    OneOf(&'static [SlotKind]),
}

/// What an amount of 0 in a [`SlotKind::Modifier`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zero {
    /// An amount like others.
    Kept,
    /// As if there were no modifier.
    Vanishes,
    /// An amount like others, and there may be none at all.
    Optional,
}

/// Where the operand of a slot comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// From the text.
    Text(SlotKind),
    /// From the text, and does not matter.
    Dropped(SlotKind),
    /// It is not in the text: the zero register of the size of the operand at this place.
    Zero(usize),
    /// It is not in the text: the operand at this place once more.
    Same(usize),
    /// It is not in the text: the register behind the one at this place, if that is one with an even number; else that register.
    Next(usize),
}

/// The place of an operand in a form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub(crate) source: Source,
    /// What becomes of a register that stands here.
    pub(crate) role: Role,
}

impl Slot {
    const fn new(source: Source, role: Role) -> Slot {
        Slot { source, role }
    }

    /// A register that is read.
    pub(crate) const fn read(classes: Classes) -> Slot {
        Slot::new(Source::Text(SlotKind::Register(classes)), Role::Read)
    }

    /// A register that is written.
    pub(crate) const fn write(classes: Classes) -> Slot {
        Slot::new(Source::Text(SlotKind::Register(classes)), Role::Write)
    }

    /// A register that is read and written.
    pub(crate) const fn read_write(classes: Classes) -> Slot {
        Slot::new(Source::Text(SlotKind::Register(classes)), Role::ReadWrite)
    }

    /// Something else; registers in it are read.
    pub(crate) const fn of(kind: SlotKind) -> Slot {
        Slot::new(Source::Text(kind), Role::Read)
    }

    /// A number between `low` and `high`.
    pub(crate) const fn number(what: &'static str, low: i64, high: i64) -> Slot {
        Slot::of(SlotKind::Number(Range::within(what, low, high)))
    }

    /// The zero register of the size of the operand at `place`; it is not in the text.
    pub(crate) const fn zero(place: usize) -> Slot {
        Slot::new(Source::Zero(place), Role::Read)
    }

    /// The operand at `place` once more.
    pub(crate) const fn same(place: usize) -> Slot {
        Slot::new(Source::Same(place), Role::Read)
    }

    /// The register behind the one at `place`, for pairs.
    pub(crate) const fn next(place: usize) -> Slot {
        Slot::new(Source::Next(place), Role::Read)
    }

    /// Something that is read and does not matter.
    pub(crate) const fn dropped(kind: SlotKind) -> Slot {
        Slot::new(Source::Dropped(kind), Role::Read)
    }

    /// Whether it may be that another form of the operation is printed where it stands.
    fn decides_what_is_printed(&self) -> bool {
        match self.source {
            Source::Text(SlotKind::Modifier { zero, .. }) => zero == Zero::Vanishes,
            Source::Text(_) => false,
            Source::Dropped(_) | Source::Zero(_) | Source::Same(_) | Source::Next(_) => true,
        }
    }

    /// The same with another role.
    #[must_use]
    pub(crate) const fn with_role(self, role: Role) -> Slot {
        Slot { role, ..self }
    }
}

/// What is wrong with operands that fit their slots one by one: the first and the last operand concerned, and a message.
pub(crate) type Complaint = (usize, usize, &'static str);

/// Looks at all operands of an instruction together.
pub(crate) type Check = fn(&[Operand]) -> Option<Complaint>;

/// In which order the operands of a form are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// That of the slots.
    Forward,
    /// The opposite one.
    Backward,
    /// Either; they are printed in the opposite one.
    PrintedBackward,
}

/// A form: a mnemonic with its other names, an operation, and the slots of its operands. It is kept small: some architectures have many hundreds of
/// forms, all made when the first instruction is read.
#[derive(Debug)]
pub(crate) struct Form<A: Architecture> {
    /// The first one is printed.
    pub(crate) names: SmallVec<[Cow<'static, str>; 1]>,
    pub(crate) operation: A::Operation,
    pub(crate) slots: Box<[Slot]>,
    /// Registers that it uses without naming them, and what it does with them.
    pub(crate) implicit: &'static [(RegisterId, Role)],
    pub(crate) order: Order,
    /// What must hold of all operands together.
    pub(crate) checks: SmallVec<[Check; 1]>,
    /// Turns operands as they are written into those that the operation takes.
    pub(crate) rewrite: Option<fn(&mut Operands)>,
    /// Whether another form is printed in its place.
    read_only: bool,
    /// The forms of the same operation, in the order of the table, when there are others and one may have to be printed in place of
    /// another.
    alternatives: Vec<u16>,
}

impl<A: Architecture> Form<A> {
    /// The mnemonic that is printed.
    pub(crate) fn name(&self) -> &str {
        &self.names[0]
    }

    /// Adds another name.
    pub(crate) fn or(&mut self, name: impl Into<Cow<'static, str>>) -> &mut Form<A> {
        self.names.push(name.into());
        self
    }

    /// Says which registers it uses without naming them.
    pub(crate) fn using(&mut self, implicit: &'static [(RegisterId, Role)]) -> &mut Form<A> {
        self.implicit = implicit;
        self
    }

    /// Says in which order its operands are written.
    pub(crate) fn written(&mut self, order: Order) -> &mut Form<A> {
        self.order = order;
        self
    }

    /// Says what must hold of its operands together.
    pub(crate) fn checked(&mut self, check: Check) -> &mut Form<A> {
        self.checks.push(check);
        self
    }

    /// Says how its operands become those of the operation, another form of which is printed.
    pub(crate) fn rewritten(&mut self, rewrite: fn(&mut Operands)) -> &mut Form<A> {
        self.rewrite = Some(rewrite);
        self.read_only()
    }

    /// Another form of the operation is printed.
    pub(crate) fn read_only(&mut self) -> &mut Form<A> {
        self.read_only = true;
        self
    }

    /// Whether it may be that another form of its operation is printed in its place.
    fn decides(&self) -> bool {
        self.read_only || self.slots.iter().any(Slot::decides_what_is_printed)
    }

    /// The slots that operands are kept of, in their order.
    pub(crate) fn kept_slots(&self) -> impl DoubleEndedIterator<Item = &Slot> {
        self.slots.iter().filter(|slot| !matches!(slot.source, Source::Dropped(_)))
    }

    /// Whether these operands may stand in its slots.
    pub(crate) fn takes(&self, operands: &[Operand]) -> bool {
        self.kept_slots().count() == operands.len()
            && self.kept_slots().zip(operands).all(|(slot, operand)| match slot.source {
                Source::Text(kind) => operand.is_of::<A>(kind, operands),
                Source::Zero(place) => {
                    matches!(operand, Operand::Register(register)
                        if register.is_zero::<A>() && register.width::<A>() == width_at::<A>(operands, place))
                }
                Source::Same(place) => operands.get(place) == Some(operand),
                Source::Next(place) => operands.get(place).is_some_and(|first| first.next_register::<A>() == *operand),
                Source::Dropped(_) => true,
            })
    }
}

/// All forms of an architecture.
#[derive(Debug)]
pub struct Forms<A: Architecture> {
    forms: Vec<Form<A>>,
    by_name: FxHashMap<Word, SmallVec<[u16; 2]>>,
    /// Mnemonics that are known and not supported, in lower case, with the reason.
    unsupported: FxHashMap<&'static str, &'static str>,
}

impl<A: Architecture> Forms<A> {
    /// The table that `rows` fills in.
    pub(crate) fn new(rows: impl FnOnce(&mut Forms<A>)) -> Forms<A> {
        let mut table = Forms { forms: Vec::new(), by_name: FxHashMap::default(), unsupported: FxHashMap::default() };
        rows(&mut table);
        table.index();
        table
    }

    /// Adds a form.
    pub(crate) fn add(
        &mut self,
        name: impl Into<Cow<'static, str>>,
        operation: A::Operation,
        slots: &[Slot],
    ) -> &mut Form<A> {
        self.forms.push(Form {
            names: SmallVec::from_iter([name.into()]),
            operation,
            slots: slots.into(),
            implicit: &[],
            order: Order::Forward,
            checks: SmallVec::new(),
            rewrite: None,
            read_only: false,
            alternatives: Vec::new(),
        });
        self.forms.last_mut().expect("it was added")
    }

    /// Adds mnemonics that are known and not supported.
    pub(crate) fn unsupported(&mut self, reason: &'static str, names: &[&'static str]) {
        self.unsupported.extend(names.iter().map(|&name| (name, reason)));
    }

    fn index(&mut self) {
        self.by_name.reserve(self.forms.len());
        for (number, form) in (0..).zip(&self.forms) {
            for name in &form.names {
                self.by_name.entry(Word::known(name.trim_end())).or_default().push(number);
            }
        }
        let decide: Vec<A::Operation> =
            self.forms.iter().filter(|form| form.decides()).map(|form| form.operation).collect();
        for number in 0..self.forms.len() {
            let operation = self.forms[number].operation;
            if decide.contains(&operation) {
                self.forms[number].alternatives = self.printed_for(operation);
            }
        }
    }

    /// The forms that are printed for an operation.
    fn printed_for(&self, operation: A::Operation) -> Vec<u16> {
        let same = (0..).zip(&self.forms).filter(|(_, form)| form.operation == operation && !form.read_only);
        same.map(|(number, _)| number).collect()
    }

    /// The forms that a mnemonic as written may mean, in the order of the table.
    pub(crate) fn named(&'static self, mnemonic: &str) -> impl Iterator<Item = &'static Form<A>> + Clone + use<A> {
        let found = Word::new(mnemonic).and_then(|word| self.by_name.get(&word));
        found.map_or(&[][..], |numbers| numbers.as_slice()).iter().map(|&number| &self.forms[usize::from(number)])
    }

    /// Why a mnemonic is not supported, if it is known.
    pub(crate) fn why_unsupported(&self, mnemonic: &str) -> Option<&'static str> {
        self.unsupported.get(&*mnemonic.to_ascii_lowercase()).copied()
    }

    /// The mnemonic that is nearest to one that is not known.
    pub(crate) fn nearest(&self, mnemonic: &str) -> Option<&str> {
        let mut names: Vec<&str> = self.forms.iter().flat_map(|form| &form.names).map(|name| name.trim_end()).collect();
        names.sort_unstable();
        nearest(mnemonic, names)
    }

    /// The form that is printed for an instruction: the first of its operation that takes the operands. A shift by nothing is left
    /// out.
    pub(crate) fn canonical(&'static self, form: &'static Form<A>, operands: &mut Operands) -> &'static Form<A> {
        if form.alternatives.is_empty() {
            return form;
        }
        if matches!(operands.last(), Some(Operand::Modifier { amount: Some(0), vanishes: true, .. })) {
            operands.pop();
        }
        let forms = form.alternatives.iter().map(|&number| &self.forms[usize::from(number)]);
        forms.into_iter().find(|form| form.takes(operands)).unwrap_or(form)
    }

    /// All of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Form<A>> {
        self.forms.iter()
    }
}
