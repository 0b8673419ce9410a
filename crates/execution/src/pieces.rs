//! Memory in pieces, for accesses that overlap without being equal.
//!
//! Ordinarily a cell of memory is read and written as a whole, and nothing here is used. Where accesses to a location differ in size or do not
//! begin where a cell does, its memory is divided into pieces so small that each access takes a number of whole ones. An access is then an
//! event for each of its pieces, all of one instance; an initial write is one for each piece of its cell. Which pieces are accessed at once
//! (single-copy atomicity) is what the architecture says ([`program::MixedSizes`]); models see it as the relation `si`.
//!
//! Source: S. Flur, S. Sarkar, C. Pulte, K. Nienhuis, L. Maranget, K. Gray, A. Sezgin, M. Batty, P. Sewell: Mixed-size concurrency: ARM, POWER,
//! C/C++11, and SC, POPL 2017; J. Alglave, W. Deacon, R. Grisenthwaite, A. Hacquard, L. Maranget: Armed Cats, TOPLAS 43(2), 2021, section 5. Against
//! herd, which has pieces of one size in the whole test (the variant `mixed`): each location has pieces as large as its accesses let them be,
//! where it is known which accesses go there.

use std::ops::Range;

use program::{Computation, ExprId, Expressions, IdVec, Index, LocationId, MixedSizes, Program, TagSet, Width};
use smallvec::SmallVec;

use crate::event::{Action, Cell};
use crate::{EventStructure, Fault, ThreadPaths};

/// Locations begin at multiples of so many bytes, and no access is larger.
const LARGEST: u32 = 16;

/// How the memory of a program is divided into pieces. Numbers of cells count pieces then: a [`Cell`] is a piece.
#[derive(Clone, Debug)]
pub struct Pieces {
    rules: MixedSizes,
    locations: IdVec<LocationId, Shape>,
    /// The size of the pieces of an access of which it is not known where it goes, in bytes; no piece is larger when there is one.
    anywhere: u32,
}

/// How a location is divided; sizes are in bytes.
#[derive(Clone, Copy, Debug)]
struct Shape {
    piece: u32,
    /// Of a cell of the location as it is declared; a multiple of `piece`.
    cell: u32,
    /// How many such cells.
    cells: u32,
}

/// A memory access that is several events, on the path of a thread.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    /// The index of its first event in the path. The others follow, by ascending addresses.
    pub first: u32,
    /// How many events it has.
    pub count: u32,
    /// So many neighbouring events at a time are single-copy atomic; divides `count`.
    pub atomic: u32,
    /// Whether it was not known where the access goes, so that it was taken to be aligned.
    pub(crate) is_supposed: bool,
}

/// An access as its instruction makes it: where it begins, if that is known, and how many bytes it has.
type Access = (Option<(LocationId, i64)>, u32, TagSet);

/// An access that raises an alignment fault: where it begins, and how it would be divided.
pub(crate) struct Misaligned {
    pub(crate) at: (LocationId, i64),
    pub(crate) pieces: [u32; 2],
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn bytes_of(width: Width) -> u32 {
    u32::from(width.div_ceil(8))
}

/// The accesses of all paths.
fn accesses(paths: &ThreadPaths) -> impl Iterator<Item = Access> {
    let x = &paths.expressions;
    let events = paths.threads.iter().flatten().flat_map(|path| &path.events);
    events.filter_map(|event| {
        let (address, width) = match event.action {
            Action::Read { address, width, .. } | Action::ReadModifyWrite { address, width, .. } => (address, width),
            Action::Write { address, value } => (address, x.width(value)),
            Action::InitialWrite { .. }
            | Action::Synchronize { .. }
            | Action::RegisterRead { .. }
            | Action::RegisterWrite { .. }
            | Action::Fence
            | Action::Branch
            | Action::Predicate => return None,
        };
        Some((x.as_address(address), bytes_of(width), event.tags))
    })
}

/// How large the cells of a location are: as its type says, or, where it has none, an `int`, an address that it holds, or the largest access to
/// its begin.
fn cell_bytes(program: &Program, location: LocationId, accesses: &[Access]) -> u32 {
    let memory = &program.locations[location];
    if let Some(element) = memory.element {
        return bytes_of(element.width);
    }
    let holds_address =
        memory.cells.iter().any(|initial| matches!(initial, Computation::Address(..) | Computation::Code(_)));
    let held = if holds_address { bytes_of(program.address_width) } else { 4 };
    let at_begin = accesses.iter().filter(|(place, ..)| *place == Some((location, 0)));
    at_begin.map(|&(_, bytes, _)| bytes).chain([held]).max().unwrap_or(held)
}

/// How many bytes the cells of each location have that are accessed on `paths`: as its type says, or, where it has none, as many as an `int`, an address
/// that it holds, or the largest access to its begin.
pub fn sizes_of_cells(program: &Program, paths: &ThreadPaths) -> IdVec<LocationId, u32> {
    let all: Vec<Access> = accesses(paths).collect();
    program.locations.ids().map(|location| cell_bytes(program, location, &all)).collect::<Vec<_>>().into()
}

impl Pieces {
    /// The pieces that a program needs some of whose accesses are at known places and overlap without being equal; `None` where there are none such,
    /// or where the architecture says nothing of them. `paths` are those of the undivided program.
    pub fn needed(program: &Program, paths: &ThreadPaths) -> Option<Pieces> {
        let rules = program.mixed_sizes?;
        // For each location the size of its accesses, as far as it has been met.
        let memory = program.locations.iter();
        let mut usual: SmallVec<[Option<u32>; 8]> =
            memory.map(|memory| memory.element.map(|element| bytes_of(element.width))).collect();
        let is_mixed = |(place, bytes, _): Access| {
            let Some((location, offset)) = place else { return false };
            let memory = &program.locations[location];
            let is_usual = *usual[location.index()].get_or_insert(bytes) == bytes && memory.cell_at(offset).is_some();
            // What is accessed outside is a fault, however memory is divided.
            let cell = memory.element.map_or(i64::from(LARGEST), |_| memory.cell_bytes());
            !is_usual && (0..cell * memory.cells.len() as i64).contains(&offset)
        };
        accesses(paths).any(is_mixed).then(|| Pieces::divide(program, paths, rules, LARGEST))
    }

    /// Pieces of `bytes` bytes, or of less where the accesses need it; `None` where the architecture says nothing of accesses of mixed sizes.
    pub fn of_size(program: &Program, paths: &ThreadPaths, bytes: u32) -> Option<Pieces> {
        let mut pieces = Pieces::divide(program, paths, program.mixed_sizes?, bytes);
        let least = pieces.locations.iter().fold(pieces.anywhere, |least, shape| gcd(least, shape.piece));
        let undivided = program.locations.iter().map(|memory| memory.code.is_some());
        pieces.anywhere = least;
        for (shape, _) in pieces.locations.iter_mut().zip(undivided).filter(|(_, is_code)| !is_code) {
            shape.piece = least;
        }
        Some(pieces)
    }

    /// The size of the pieces that herd's variant `mixed` has: that of the smallest access or type of a location, or half of it where
    /// there is one size only.
    pub fn usual_size(program: &Program, paths: &ThreadPaths) -> u32 {
        let all: Vec<Access> = accesses(paths).collect();
        let cells = program.locations.iter_enumerated().filter(|(_, memory)| memory.code.is_none());
        let cells = cells.map(|(location, _)| cell_bytes(program, location, &[]));
        let sizes: Vec<u32> = all.iter().map(|&(_, bytes, _)| bytes).chain(cells).collect();
        match (sizes.iter().min(), sizes.iter().max()) {
            (Some(&least), Some(&most)) if least == most => (least / 2).max(1),
            (Some(&least), _) => least,
            (None, _) => 1,
        }
    }

    /// As large pieces as the accesses let them be, and not larger than `bytes`.
    fn divide(program: &Program, paths: &ThreadPaths, rules: MixedSizes, bytes: u32) -> Pieces {
        let all: Vec<Access> = accesses(paths).collect();
        let mut locations: IdVec<LocationId, Shape> = IdVec::new();
        for (location, memory) in program.locations.iter_enumerated() {
            let cell = cell_bytes(program, location, &all);
            locations.push(Shape { piece: gcd(cell, bytes), cell, cells: memory.cells.len() as u32 });
        }
        let mut anywhere = None;
        for &(place, size, tags) in &all {
            match place {
                Some((location, offset)) => {
                    let atomic = rules.atomic_bytes(offset, size, tags).unwrap_or(size);
                    let offset = u32::try_from(offset.unsigned_abs() % u64::from(LARGEST)).unwrap_or(0);
                    let piece = &mut locations[location].piece;
                    *piece = [size, atomic, offset].into_iter().fold(*piece, gcd);
                }
                None => anywhere = Some(gcd(anywhere.unwrap_or(LARGEST), size)),
            }
        }
        if let Some(size) = anywhere {
            let least = locations.iter().fold(size, |least, shape| gcd(least, shape.piece));
            locations.iter_mut().for_each(|shape| shape.piece = least);
            anywhere = Some(least);
        }
        for (location, memory) in program.locations.iter_enumerated() {
            if memory.code.is_some() {
                // An instruction is a value of which there are no parts.
                locations[location].piece = locations[location].cell;
            }
        }
        Pieces { rules, locations, anywhere: anywhere.unwrap_or(bytes) }
    }

    /// The size of the smallest piece, in bytes.
    pub fn smallest(&self) -> u32 {
        self.locations.iter().map(|shape| shape.piece).min().unwrap_or(self.anywhere)
    }

    /// How many pieces a location has.
    pub(crate) fn count(&self, location: LocationId) -> u32 {
        let Shape { piece, cell, cells } = self.locations[location];
        cells * (cell / piece)
    }

    /// The size of the pieces of a location, in bytes.
    pub fn piece_bytes(&self, location: LocationId) -> u32 {
        self.locations[location].piece
    }

    /// The pieces of a cell of a location as it is declared.
    pub fn of_cell(&self, location: LocationId, index: u32) -> Range<u32> {
        let Shape { piece, cell, .. } = self.locations[location];
        let each = cell / piece;
        index * each..(index + 1) * each
    }

    /// The piece that begins `offset` bytes after the location's begin.
    pub(crate) fn piece_at(&self, location: LocationId, offset: i64) -> Option<u32> {
        let piece = i64::from(self.locations[location].piece);
        let index = u32::try_from(offset / piece).ok()?;
        (offset >= 0 && offset % piece == 0 && index < self.count(location)).then_some(index)
    }

    /// Whether a byte is one of the location's.
    pub(crate) fn has_byte(&self, location: LocationId, offset: i64) -> bool {
        let Shape { cell, cells, .. } = self.locations[location];
        (0..i64::from(cell * cells)).contains(&offset)
    }

    /// How an access to `address` is divided: the size of its pieces, and of what is accessed at once, in bytes.
    ///
    /// # Errors
    /// When it raises an alignment fault.
    pub(crate) fn of_access(
        &self,
        x: &Expressions,
        address: ExprId,
        width: Width,
        tags: TagSet,
    ) -> Result<[u32; 2], Misaligned> {
        let bytes = bytes_of(width);
        match x.as_address(address) {
            Some((location, offset)) => {
                // Beside its location it is a fault, and may be of any size.
                let piece = gcd(self.locations[location].piece, bytes);
                match self.rules.atomic_bytes(offset, bytes, tags) {
                    Some(atomic) => Ok([gcd(piece, atomic), atomic]),
                    None => Err(Misaligned { at: (location, offset), pieces: [piece, piece] }),
                }
            }
            None => Ok([gcd(self.anywhere, bytes), bytes]),
        }
    }
}

/// What an architecture says of one access.
trait Atomicity {
    /// So many bytes of an access are accessed at once; `None` where it raises an alignment fault.
    fn atomic_bytes(&self, offset: i64, bytes: u32, tags: TagSet) -> Option<u32>;
}

impl Atomicity for MixedSizes {
    fn atomic_bytes(&self, offset: i64, bytes: u32, tags: TagSet) -> Option<u32> {
        let (size, block) = (i64::from(bytes), i64::from(self.atomic_within));
        let is_aligned = offset.rem_euclid(size) == 0;
        let is_within = offset.div_euclid(block) == (offset + size - 1).div_euclid(block);
        if is_aligned || is_within || tags.0 & self.always_atomic.0 != 0 {
            return Some(bytes);
        }
        if tags.0 & self.faulting.0 != 0 {
            return None;
        }
        Some(if bytes == LARGEST && offset % 8 == 0 { 8 } else { 1 })
    }
}

/// The accesses of a candidate that were taken to be aligned and are not.
pub(crate) fn unforeseen(
    structure: &EventStructure<'_>,
    pieces: &Pieces,
    cells: &IdVec<relation::EventId, Option<Cell>>,
) -> Option<Fault> {
    structure.splits().filter(|(_, split)| split.is_supposed).find_map(|(first, split)| {
        let (event, cell) = (&structure.events[first], cells[first]?);
        let piece = pieces.piece_bytes(cell.location);
        let (offset, bytes) = (i64::from(cell.index * piece), split.count * piece);
        let is_atomic = pieces.rules.atomic_bytes(offset, bytes, event.tags) == Some(bytes);
        let location = structure.program.locations[cell.location].name.to_string();
        let instruction = event.instruction?;
        (!is_atomic).then_some(Fault::Unaligned { instruction, location, offset })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARM: MixedSizes = MixedSizes { atomic_within: 1, faulting: TagSet::only(0), always_atomic: TagSet::NONE };
    const X86: MixedSizes = MixedSizes { atomic_within: 8, faulting: TagSet::NONE, always_atomic: TagSet::only(0) };

    #[test]
    fn aligned_accesses_are_atomic_everywhere() {
        for rules in [ARM, X86] {
            for bytes in [1, 2, 4, 8, 16] {
                for offset in [0, 16, -16, 48] {
                    assert_eq!(rules.atomic_bytes(offset, bytes, TagSet::only(0)), Some(bytes));
                }
            }
        }
    }

    #[test]
    fn unaligned_accesses_are_what_the_architecture_says() {
        let (plain, tagged) = (TagSet::NONE, TagSet::only(0));
        assert_eq!(ARM.atomic_bytes(2, 4, plain), Some(1));
        assert_eq!(ARM.atomic_bytes(2, 4, tagged), None);
        assert_eq!(ARM.atomic_bytes(8, 16, plain), Some(8));
        assert_eq!(X86.atomic_bytes(2, 4, plain), Some(4));
        assert_eq!(X86.atomic_bytes(6, 4, plain), Some(1));
        assert_eq!(X86.atomic_bytes(6, 4, tagged), Some(4));
        let whole_pairs = MixedSizes { atomic_within: 16, ..ARM };
        assert_eq!(whole_pairs.atomic_bytes(5, 8, tagged), Some(8));
        assert_eq!(whole_pairs.atomic_bytes(12, 8, tagged), None);
    }
}
