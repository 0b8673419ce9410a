//! Register files: the registers of an architecture by patterns, and the names that stand for them or for parts of them.

use std::sync::Arc;

use litmus::RegisterPart;
use program::{IdVec, Register, RegisterId, Width};
use rustc_hash::FxHashMap;

use super::word::Word;

/// A set of classes of registers; each architecture has its own. A slot says which classes may stand in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes(u16);

impl Classes {
    /// No class.
    pub(crate) const NONE: Classes = Classes(0);

    /// The class with a number below 16.
    pub(crate) const fn only(number: u32) -> Classes {
        Classes(1 << number)
    }

    /// The classes in either.
    pub(crate) const fn or(self, other: Classes) -> Classes {
        Classes(self.0 | other.0)
    }

    /// The classes in both.
    pub(crate) const fn and(self, other: Classes) -> Classes {
        Classes(self.0 & other.0)
    }

    /// Whether they have a class in common.
    pub(crate) const fn meets(self, other: Classes) -> bool {
        self.0 & other.0 != 0
    }
}

/// A name in a [`RegisterFile`], by its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NameId(u16);

impl NameId {
    /// The name that was added behind this one.
    pub(crate) fn next(self) -> NameId {
        NameId(self.0 + 1)
    }

    /// Its place in [`RegisterFile::names`].
    pub(crate) fn number(self) -> usize {
        usize::from(self.0)
    }

    /// The names from this one to another, in the order in which they were added.
    pub(crate) fn to(self, last: NameId) -> impl Iterator<Item = NameId> {
        (self.0..=last.0).map(NameId)
    }
}

/// A name that instructions or states have for a register or a part of one.
#[derive(Clone, Debug)]
pub(crate) struct RegisterName {
    /// As it is printed.
    pub(crate) text: String,
    /// What it stands for; a zero register stands for none.
    pub(crate) part: Option<RegisterPart>,
    /// How many bits it has.
    pub(crate) width: Width,
    pub(crate) class: Classes,
    /// What it stands for in initial states and conditions.
    in_states: Option<RegisterPart>,
}

/// The registers of an architecture.
#[derive(Debug, Default)]
pub struct RegisterFile {
    registers: Arc<IdVec<RegisterId, Register>>,
    names: Vec<RegisterName>,
    by_name: FxHashMap<Word, NameId>,
    /// Registers that have names in initial states and conditions only.
    only_in_states: Vec<RegisterId>,
    allocatable: Vec<RegisterId>,
}

impl RegisterFile {
    /// Adds a register that has no name in instructions.
    pub(crate) fn hidden(&mut self, name: &str, width: Width) -> RegisterId {
        let registers = Arc::get_mut(&mut self.registers).expect("shared after it is built");
        registers.push(Register { name: name.to_owned(), width })
    }

    /// Adds a register that has a name in initial states and conditions, and none in instructions.
    pub(crate) fn in_states_only(&mut self, name: &str, width: Width) -> RegisterId {
        let register = self.hidden(name, width);
        self.only_in_states.push(register);
        register
    }

    /// Adds a register, and its name.
    pub(crate) fn register(&mut self, name: &str, width: Width, class: Classes) -> RegisterId {
        let register = self.hidden(name, width);
        self.name(name, RegisterPart { register, low: 0, width }, class);
        register
    }

    /// Adds the registers `<letters>0` and so on, `count` of them; gives the first.
    pub(crate) fn numbered(&mut self, letters: &str, count: u32, width: Width, class: Classes) -> RegisterId {
        let first = self.registers.next_id();
        (0..count).for_each(|number| _ = self.register(&format!("{letters}{number}"), width, class));
        first
    }

    /// Adds a name for a part of a register. The first name of a part with a class is the one that is printed.
    pub(crate) fn name(&mut self, text: &str, part: RegisterPart, class: Classes) {
        self.add(text, part.width, Some(part), class, Some(part));
    }

    /// Adds a name that only instructions have, not initial states and conditions.
    pub(crate) fn name_in_code(&mut self, text: &str, part: RegisterPart, class: Classes) {
        self.add(text, part.width, Some(part), class, None);
    }

    /// Adds a name that instructions have for a register that reads as 0 and ignores writes; states may have a register there.
    pub(crate) fn zero(&mut self, text: &str, width: Width, class: Classes, in_states: Option<RegisterPart>) {
        self.add(text, width, None, class, in_states);
    }

    fn add(
        &mut self,
        text: &str,
        width: Width,
        part: Option<RegisterPart>,
        class: Classes,
        in_states: Option<RegisterPart>,
    ) {
        let id = NameId(self.names.len() as u16);
        self.by_name.insert(Word::known(text), id);
        self.names.push(RegisterName { text: text.to_owned(), part, width, class, in_states });
    }

    /// Another name for what `of` stands for; `of` is printed.
    pub(crate) fn alias(&mut self, text: &str, of: &str) {
        let id = self.find(of).expect("the name is there");
        self.by_name.insert(Word::known(text), id);
    }

    /// Says which registers symbolic registers may be given, the preferred ones first.
    pub(crate) fn allocate(&mut self, registers: impl IntoIterator<Item = RegisterId>) {
        self.allocatable.extend(registers);
    }

    /// The registers in the order of states.
    pub(crate) fn all(&self) -> Arc<IdVec<RegisterId, Register>> {
        Arc::clone(&self.registers)
    }

    /// The registers that symbolic registers may be given.
    pub(crate) fn allocatable(&self) -> &[RegisterId] {
        &self.allocatable
    }

    /// The name `text`, letter case counting for nothing.
    pub(crate) fn find(&self, text: &str) -> Option<NameId> {
        self.by_name.get(&Word::new(text)?).copied()
    }

    /// What a name is.
    pub(crate) fn get(&self, name: NameId) -> &RegisterName {
        &self.names[usize::from(name.0)]
    }

    /// The name of the same register (or of a zero register) that has one of `classes`.
    pub(crate) fn sibling_id(&self, name: NameId, classes: Classes) -> Option<NameId> {
        let of = |name: &RegisterName| name.part.map(|part| part.register);
        let known = of(self.get(name));
        let at = self.names.iter().position(|other| other.class.meets(classes) && of(other) == known)?;
        Some(NameId(at as u16))
    }

    /// The classes of the registers that have so many bits.
    pub(crate) fn classes_of_width(&self, width: Width) -> Classes {
        let names = self.names.iter().filter(|name| name.width == width);
        names.fold(Classes::NONE, |all, name| all.or(name.class))
    }

    /// The first zero register with so many bits.
    pub(crate) fn zero_of(&self, width: Width) -> Option<NameId> {
        let at = self.names.iter().position(|name| name.part.is_none() && name.width == width)?;
        Some(NameId(at as u16))
    }

    /// As [`RegisterFile::sibling_id`].
    pub(crate) fn sibling(&self, name: NameId, classes: Classes) -> Option<&RegisterName> {
        self.sibling_id(name, classes).map(|id| self.get(id))
    }

    /// What a name stands for in initial states and conditions.
    pub(crate) fn in_states(&self, name: &str) -> Option<RegisterPart> {
        match self.find(name) {
            Some(id) => self.get(id).in_states,
            None => {
                let named = |register: &&RegisterId| self.registers[**register].name.eq_ignore_ascii_case(name);
                let register = *self.only_in_states.iter().find(named)?;
                Some(RegisterPart { register, low: 0, width: self.registers[register].width })
            }
        }
    }

    /// The names that [`RegisterFile::in_states`] knows, but for aliases.
    pub(crate) fn names_in_states(&self) -> Vec<String> {
        let names = self.names.iter().filter(|name| name.in_states.is_some()).map(|name| name.text.clone());
        names.chain(self.only_in_states.iter().map(|register| self.registers[*register].name.clone())).collect()
    }

    /// All names.
    pub(crate) fn names(&self) -> &[RegisterName] {
        &self.names
    }
}

/// The register `count` places behind `first`.
pub(crate) const fn nth(first: RegisterId, count: u32) -> RegisterId {
    RegisterId::from_number(first.number() + count)
}
