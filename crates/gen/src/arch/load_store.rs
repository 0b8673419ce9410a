//! Load-store architectures that diy7 does not generate tests for: which register is given out when is Lakmus's own choice, and one order serves all of
//! them. What an architecture has of its own is its words and the text of a few instructions.

use std::fmt::Display;

use crate::architecture::{Architecture, DependsOn, Emitted};
use crate::cycle::{Access, Location};
use crate::edge::{AccessId, Direction, Size, UpdateId};
use crate::emitter::{Emitter, Register};
use crate::refusal::Refusal;
use crate::vocabulary::{Dependence, UpdateWord, Vocabulary};

/// A register by its name.
pub(super) type Name = &'static str;

/// The instructions of one architecture.
pub(super) trait Instructions: Sync {
    /// Its words.
    fn vocabulary(&self) -> &'static Vocabulary;

    /// The registers that tests use, in the order in which they are given out.
    fn registers(&self) -> &'static [Name];

    /// Whether locations can have this size.
    fn has_size(&self, size: Size) -> bool;

    /// Sets a register to a number below 2^12.
    fn constant(&self, emitter: &mut Emitter<'_>, to: Name, number: u64);

    /// Sets a register to 0 by way of another, so that it depends on that.
    fn zero(&self, emitter: &mut Emitter<'_>, to: Name, of: Name);

    /// Adds a register to another.
    fn add(&self, emitter: &mut Emitter<'_>, to: Name, by: Name);

    /// Adds a number below 2^12 to a register.
    fn add_number(&self, emitter: &mut Emitter<'_>, to: Name, number: u64);

    /// Branches to a label by what a register holds: where that is not 0.
    fn branch(&self, emitter: &mut Emitter<'_>, on: Name, label: &dyn Display);

    /// A plain load.
    fn load(&self, emitter: &mut Emitter<'_>, size: Size, to: Name, address: Name, offset: u8);

    /// A plain store.
    fn store(&self, emitter: &mut Emitter<'_>, size: Size, from: Name, address: Name, offset: u8);

    /// An atomic read-modify-write: the old value goes to `to`.
    fn update(
        &self,
        emitter: &mut Emitter<'_>,
        word: &UpdateWord,
        to: Name,
        operand: Name,
        address: Name,
    ) -> Result<(), Refusal>;

    /// A load with a reservation and a store under it, where the architecture has these.
    fn exclusive(&self, emitter: &mut Emitter<'_>, to: Name, written: Name, address: Name) -> Result<(), Refusal> {
        let _ = (emitter, to, written, address);
        Err(Refusal::new("the architecture has no loads with reservations"))
    }
}

/// What makes an [`Architecture`] of the instructions.
pub(super) struct LoadStore<T>(pub(super) T);

/// The manner of an access that is an exclusive pair by itself. The plain manner is number 0.
const EXCLUSIVE: AccessId = AccessId(1);

/// Where an access goes.
struct Place {
    size: Size,
    address: Name,
    offset: u8,
}

impl<T: Instructions> LoadStore<T> {
    fn name(&self, register: Register) -> Name {
        self.0.registers()[usize::from(register.0)]
    }

    /// A register that holds a number.
    fn number(&self, emitter: &mut Emitter<'_>, number: u64) -> Result<Register, Refusal> {
        if let Some(register) = emitter.large_constant(number)? {
            return Ok(register);
        }
        let register = emitter.fresh()?;
        self.0.constant(emitter, self.name(register), number);
        Ok(register)
    }

    /// A register that holds a number and depends on another register.
    fn dependent_number(&self, emitter: &mut Emitter<'_>, number: u64, of: Register) -> Result<Register, Refusal> {
        let register = emitter.fresh()?;
        self.0.zero(emitter, self.name(register), self.name(of));
        match emitter.large_constant(number)? {
            None => self.0.add_number(emitter, self.name(register), number),
            Some(constant) => self.0.add(emitter, self.name(register), self.name(constant)),
        }
        Ok(register)
    }

    /// A register with the address of a location; a new one where that is to depend on another register.
    fn address(
        &self,
        emitter: &mut Emitter<'_>,
        location: Location,
        depends_on: Option<Register>,
    ) -> Result<Name, Refusal> {
        let base = emitter.address(location)?;
        let Some(on) = depends_on else { return Ok(self.name(base)) };
        let sum = emitter.fresh()?;
        self.0.zero(emitter, self.name(sum), self.name(on));
        self.0.add(emitter, self.name(sum), self.name(base));
        Ok(self.name(sum))
    }

    fn place(
        &self,
        emitter: &mut Emitter<'_>,
        access: &Access,
        depends_on: Option<Register>,
    ) -> Result<Place, Refusal> {
        let address = self.address(emitter, access.location, depends_on)?;
        let part = access.part();
        let size = part.map_or(emitter.style.natural, |part| part.size);
        Ok(Place { size, address, offset: part.map_or(0, |part| part.offset) })
    }

    fn branch_on(&self, emitter: &mut Emitter<'_>, from: DependsOn<'_>) {
        let label = emitter.label("LC");
        self.0.branch(emitter, self.name(from.register), &label);
        emitter.line(format_args!("{label}:"));
    }

    /// An access; what it reads, or what it writes.
    fn read(&self, emitter: &mut Emitter<'_>, access: &Access, depends_on: Option<Register>) -> Emitted {
        let place = self.place(emitter, access, depends_on)?;
        let read = emitter.fresh()?;
        match is_exclusive(access) {
            true => self.0.exclusive(emitter, self.name(read), self.name(read), place.address)?,
            false => self.0.load(emitter, place.size, self.name(read), place.address, place.offset),
        }
        Ok(Some(read))
    }

    fn write(
        &self,
        emitter: &mut Emitter<'_>,
        access: &Access,
        written: Register,
        depends_on: Option<Register>,
    ) -> Emitted {
        let place = self.place(emitter, access, depends_on)?;
        if is_exclusive(access) {
            let read = emitter.fresh()?;
            self.0.exclusive(emitter, self.name(read), self.name(written), place.address)?;
            return Ok(Some(read));
        }
        self.0.store(emitter, place.size, self.name(written), place.address, place.offset);
        Ok(None)
    }
}

fn is_exclusive(access: &Access) -> bool {
    access.annotation.is_some_and(|annotation| annotation.access == EXCLUSIVE)
}

impl<T: Instructions> Architecture for LoadStore<T> {
    fn vocabulary(&self) -> &'static Vocabulary {
        self.0.vocabulary()
    }

    fn registers(&self) -> u8 {
        self.0.registers().len() as u8
    }

    fn register_name(&self, register: Register) -> &'static str {
        self.name(register)
    }

    fn access(&self, emitter: &mut Emitter<'_>, access: &Access, from: Option<DependsOn<'_>>) -> Emitted {
        let dependence = from.map(|from| (self.vocabulary().dependency(from.dependency).dependence, from));
        let (mut address_on, mut value_on) = (None, None);
        match dependence {
            Some((Dependence::Address, from)) => address_on = Some(from.register),
            Some((Dependence::Data, from)) => value_on = Some(from.register),
            Some((Dependence::Control | Dependence::ControlFence, from)) => self.branch_on(emitter, from),
            None => {}
        }
        match (access.direction, value_on) {
            (Direction::Read, _) => self.read(emitter, access, address_on),
            (Direction::Write, None) => {
                let written = self.number(emitter, access.value)?;
                self.write(emitter, access, written, address_on)
            }
            (Direction::Write, Some(on)) => {
                let written = self.dependent_number(emitter, access.value, on)?;
                self.write(emitter, access, written, address_on)
            }
        }
    }

    fn update(
        &self,
        emitter: &mut Emitter<'_>,
        update: UpdateId,
        [read, write]: [&Access; 2],
        from: Option<DependsOn<'_>>,
    ) -> Emitted {
        let word = self.vocabulary().update(update);
        if read.part().or(write.part()).is_some() {
            return Err(Refusal::new("atomic instructions of pieces of locations are not generated"));
        }
        let dependence = from.map(|from| (self.vocabulary().dependency(from.dependency).dependence, from));
        let mut address_on = None;
        match dependence {
            Some((Dependence::Data, _)) => {
                return Err(Refusal::new("a data dependency to a read-modify-write is not generated"));
            }
            Some((Dependence::Address, from)) => address_on = Some(from.register),
            Some((Dependence::Control | Dependence::ControlFence, from)) => self.branch_on(emitter, from),
            None => {}
        }
        let address = self.address(emitter, write.location, address_on)?;
        let operand = self.number(emitter, write.value)?;
        let old = emitter.fresh()?;
        self.0.update(emitter, word, self.name(old), self.name(operand), address)?;
        Ok((!word.is_discarded).then_some(old))
    }

    fn branch(&self, _: &mut Emitter<'_>, _: DependsOn<'_>) -> Result<bool, Refusal> {
        Ok(false)
    }

    fn observe(&self, emitter: &mut Emitter<'_>, location: Location) -> Result<Register, Refusal> {
        let read = emitter.fresh()?;
        let address = self.address(emitter, location, None)?;
        self.0.load(emitter, emitter.style.natural, self.name(read), address, 0);
        Ok(read)
    }

    fn store_checks(&self, emitter: &mut Emitter<'_>, count: Register, address: Register) -> Result<(), Refusal> {
        self.0.store(emitter, Size::Word, self.name(count), self.name(address), 0);
        Ok(())
    }

    fn has_size(&self, size: Size) -> bool {
        self.0.has_size(size)
    }
}
