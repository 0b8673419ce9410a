//! Memory: the locations of a test one behind the other, and addresses as numbers.

use program::{CodePlace, Computation, LocationId, Name, Program, Width, WordId};
use relation::IdVec;

/// Bytes of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Range {
    /// The first one, from the beginning of the memory.
    pub(super) start: u32,
    /// How many, 1 to 16.
    pub(super) bytes: u8,
}

impl Range {
    pub(super) fn end(self) -> u32 {
        self.start + u32::from(self.bytes)
    }

    pub(super) fn overlaps(self, other: Range) -> bool {
        self.start < other.end() && other.start < self.end()
    }
}

/// Addresses are far from the numbers that tests compute with, and apart from each other, so that an address names its location.
const FIRST_ADDRESS: u128 = 0x4c00_0000;
const APART: u128 = 0x1_0000;
const FIRST_CODE: u128 = 0x6c00_0000;
const FIRST_WORD: u128 = 0x7c00_0000;

/// Where the locations of a test lie.
pub(super) struct Layout {
    /// First byte and size in bytes of each location.
    places: IdVec<LocationId, (u32, u32)>,
    names: IdVec<LocationId, Name>,
    /// The size of an element in bytes, of arrays.
    elements: IdVec<LocationId, Option<u32>>,
    pub(super) address_width: Width,
    bytes: u32,
}

/// What a number stands for.
pub(super) enum Named {
    Address(LocationId, i64),
    Code(CodePlace),
}

impl Layout {
    pub(super) fn new(program: &Program) -> Layout {
        let mut places = IdVec::new();
        let mut bytes = 0;
        for location in &program.locations {
            let size = location.cell_bytes() as u32 * location.cells.len() as u32;
            places.push((bytes, size));
            bytes += size;
        }
        let names = program.locations.iter().map(|location| location.name.clone()).collect::<Vec<_>>().into();
        let elements =
            program.locations.iter().map(|location| location.is_array.then_some(location.cell_bytes() as u32));
        let elements = elements.collect::<Vec<_>>().into();
        Layout { places, names, elements, address_width: program.address_width, bytes }
    }

    pub(super) fn address(&self, location: LocationId, offset: i64) -> u128 {
        let base = FIRST_ADDRESS + u128::from(location.number()) * APART;
        program::truncate(base.wrapping_add(offset as i128 as u128), self.address_width)
    }

    pub(super) fn code(&self, place: CodePlace) -> u128 {
        FIRST_CODE + u128::from(place.thread.number()) * APART + 4 * u128::from(place.instruction.number())
    }

    /// The value of an operation without operands.
    pub(super) fn constant(&self, operation: &Computation) -> Option<(u128, Width)> {
        match *operation {
            Computation::Constant(value, width) => Some((value, width)),
            Computation::Address(location, offset) => Some((self.address(location, offset), self.address_width)),
            Computation::Code(place) => Some((self.code(place), self.address_width)),
            Computation::Word(word, width) => Some((FIRST_WORD + u128::from(word.number()), width)),
            Computation::Unary(..)
            | Computation::Binary(..)
            | Computation::Extract { .. }
            | Computation::ZeroExtend(..)
            | Computation::SignExtend(..)
            | Computation::Concatenate(..)
            | Computation::Select(..) => None,
        }
    }

    /// What a number of the width of an address is, when it is not just a number.
    pub(super) fn name(&self, number: u128) -> Option<Named> {
        // Code lies above all locations, so that it is asked for first.
        if (FIRST_CODE..FIRST_WORD).contains(&number) {
            let (thread, bytes) = ((number - FIRST_CODE) / APART, (number - FIRST_CODE) % APART);
            return Some(Named::Code(CodePlace {
                thread: program::ThreadId::from_number(thread as u32),
                instruction: program::InstructionId::from_number((bytes / 4) as u32),
            }));
        }
        let behind = number.checked_sub(FIRST_ADDRESS)?;
        let location = LocationId::from_number((behind / APART).try_into().ok()?);
        self.places.get(location)?;
        Some(Named::Address(location, (behind % APART) as i64))
    }

    /// Which word of the program's a number would be.
    pub(super) fn word(&self, number: u128) -> Option<WordId> {
        number.checked_sub(FIRST_WORD)?.try_into().ok().map(WordId::from_number)
    }

    /// The bytes at an address; `None` where no location has all of them.
    pub(super) fn range(&self, address: u128, width: Width) -> Option<Range> {
        let Some(Named::Address(location, offset)) = self.name(address) else { return None };
        let (start, size) = self.places[location];
        let bytes = width.div_ceil(8);
        // An access that leaves its location is in none: what comes behind in the list of bytes is another location.
        let end = offset + i64::from(bytes);
        (end <= i64::from(size)).then(|| Range { start: start + offset as u32, bytes: bytes as u8 })
    }

    /// The bytes of a cell.
    pub(super) fn cell(&self, program: &Program, location: LocationId, index: u32) -> Range {
        let bytes = program.locations[location].cell_bytes() as u32;
        Range { start: self.places[location].0 + index * bytes, bytes: bytes as u8 }
    }

    /// What bytes are, for people: `x`, `a[1]`, `s+4`.
    pub(super) fn describe_range(&self, range: Range) -> String {
        match self.location(range) {
            Some((location, offset)) => self.describe_place(location, i64::from(offset)),
            None => format!("byte {}", range.start),
        }
    }

    /// Which location bytes are in, and how far.
    pub(super) fn location(&self, range: Range) -> Option<(LocationId, u32)> {
        let mut all = self.places.iter_enumerated();
        let (location, (start, _)) = all.find(|(_, (start, size))| (*start..start + size).contains(&range.start))?;
        Some((location, range.start - start))
    }

    fn describe_place(&self, location: LocationId, offset: i64) -> String {
        let name = &self.names[location];
        match self.elements[location].map(i64::from) {
            Some(element) if offset % element == 0 => format!("{name}[{}]", offset / element),
            Some(_) | None if offset == 0 => name.to_string(),
            Some(_) | None => format!("{name}{offset:+}"),
        }
    }

    /// Bytes and what they hold, for people: `x=1`.
    pub(super) fn describe(&self, range: Range, value: u128) -> String {
        let value = match self.name(value) {
            Some(Named::Address(location, 0)) => self.names[location].to_string(),
            Some(Named::Address(location, offset)) => self.describe_place(location, offset),
            Some(Named::Code(_)) | None => value.to_string(),
        };
        format!("{}={value}", self.describe_range(range))
    }

    /// Memory at the start.
    pub(super) fn initial(&self, program: &Program) -> Vec<u8> {
        let mut memory = vec![0; self.bytes as usize];
        for (location, declared) in program.locations.iter_enumerated() {
            for (index, cell) in (0..).zip(&declared.cells) {
                let (value, _) = self.constant(cell).unwrap_or_default();
                write(&mut memory, self.cell(program, location, index), value);
            }
        }
        memory
    }
}

/// The number in `range`, little-endian.
pub(super) fn read(memory: &[u8], range: Range) -> u128 {
    let bytes = &memory[range.start as usize..range.end() as usize];
    bytes.iter().rev().fold(0, |value, &byte| value << 8 | u128::from(byte))
}

/// Puts a number into `range`, little-endian.
pub(super) fn write(memory: &mut [u8], range: Range, value: u128) {
    let bytes = &mut memory[range.start as usize..range.end() as usize];
    for (byte, part) in bytes.iter_mut().zip(value.to_le_bytes()) {
        *byte = part;
    }
}
