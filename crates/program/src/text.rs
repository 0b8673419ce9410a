//! A program: threads of instructions, and what they name.

use std::sync::Arc;

use relation::{IdVec, newtype_index};
use smallvec::SmallVec;
use source::Span;

use crate::{Block, Computation, MicroOp, Name, TagSet, Width, WordId, operations};

newtype_index! {
    /// A thread; the number is that of `P0`, `P1`, ... in the test.
    pub struct ThreadId("P");
    /// An instruction of one thread, by its place in the text.
    pub struct InstructionId("i");
    /// A register. Registers are private to a thread; the same index in two threads means the same name.
    pub struct RegisterId("r");
    /// A named memory location: a scalar or an array.
    pub struct LocationId("l");
}

/// A place in the code: an instruction of some thread. One past the last instruction is the thread's end.
///
/// It is what a label stands for, and what the address of code is as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CodePlace {
    /// The thread in whose column the instruction stands. Any thread may execute it.
    pub thread: ThreadId,
    /// The instruction.
    pub instruction: InstructionId,
}

/// A register (in C: a local variable).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// The name that states show: `rax`, `X1`, `r0`.
    pub name: String,
    /// How many bits it has.
    pub width: Width,
}

/// The type of a location's cells, as far as it decides sizes and how values print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ElementType {
    /// Size of one cell.
    pub width: Width,
    /// Whether values print as signed numbers.
    pub signed: bool,
}

/// A named piece of memory: `cells.len()` consecutive cells of one type. A scalar is one cell.
#[derive(Clone, Debug)]
pub struct Location {
    /// Its name in the test.
    pub name: Name,
    /// Type of a cell; `None` when the test does not say.
    pub element: Option<ElementType>,
    /// Whether it was declared as an array.
    pub is_array: bool,
    /// Initial values, as operations without operands ([`Computation::Constant`](crate::Computation::Constant),
    /// [`Computation::Address`](crate::Computation::Address), [`Computation::Code`](crate::Computation::Code) or
    /// [`Computation::Word`](crate::Computation::Word)), cell by cell; at least one.
    pub cells: SmallVec<[Computation; 1]>,
    /// The instruction whose encoding the location holds; it has the address of that code then, and is only read.
    pub code: Option<CodePlace>,
}

impl Location {
    /// The size of a cell in bytes. Cells whose type is not known have the size of an `int`, 4.
    pub fn cell_bytes(&self) -> i64 {
        self.element.map_or(4, |element| i64::from(element.width.div_ceil(8)))
    }

    /// The index of the cell that begins `offset` bytes after the first one.
    pub fn cell_at(&self, offset: i64) -> Option<u32> {
        let size = self.cell_bytes();
        let index = usize::try_from(offset / size).ok()?;
        (offset >= 0 && offset % size == 0 && index < self.cells.len()).then_some(index as u32)
    }
}

/// What a register holds when its thread starts. Registers without one start as 0.
#[derive(Clone, Debug)]
pub struct InitialRegister {
    /// Whose register.
    pub thread: ThreadId,
    /// The register.
    pub register: RegisterId,
    /// First bit set.
    pub low: u16,
    /// The value: an operation without operands.
    pub value: Computation,
}

/// One instruction, lowered.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// Its place in the source.
    pub span: Span,
    /// What it does. Falls through to the next instruction where no jump is taken.
    pub block: Block,
    /// The labels that stand before it.
    pub labels: Vec<Name>,
}

/// One thread.
#[derive(Clone, Debug, Default)]
pub struct Thread {
    /// In the order of the text.
    pub instructions: IdVec<InstructionId, Instruction>,
    /// The labels behind the last instruction.
    pub end_labels: Vec<Name>,
}

/// What an architecture says of accesses that overlap without being equal, and of those that are not aligned to their size.
///
/// Aligned accesses are single-copy atomic. Locations are taken to begin at multiples of 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MixedSizes {
    /// An unaligned access is single-copy atomic where it lies within a block of so many bytes that is aligned to its size; 1 where no
    /// unaligned access is. Elsewhere each of its bytes is accessed on its own, but of 16 bytes that are aligned to 8 each half.
    pub atomic_within: u32,
    /// Unaligned accesses with one of these tags raise an exception where they are not single-copy atomic.
    pub faulting: TagSet,
    /// Accesses with one of these tags are single-copy atomic, aligned or not.
    pub always_atomic: TagSet,
}

/// Each event of some threads with each event of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadProduct {
    /// The threads of the sources.
    pub sources: Vec<ThreadId>,
    /// The threads of the targets.
    pub targets: Vec<ThreadId>,
}

/// Relations between events that depend on their threads alone, as those of being in one scope.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThreadRelations {
    /// The number of the first among the words that models see behind the words of all languages; the others follow.
    pub first: u32,
    /// For each what it is the union of; none where the program does not say.
    pub products: Vec<Option<Vec<ThreadProduct>>>,
}

impl ThreadRelations {
    /// What the relation of this number is the union of: nothing where the program does not say. None for other numbers.
    pub fn get(&self, number: u32) -> Option<&[ThreadProduct]> {
        let products = self.products.get(number.checked_sub(self.first)? as usize)?;
        Some(products.as_deref().unwrap_or_default())
    }
}

/// A whole program with its initial state.
#[derive(Clone, Debug)]
pub struct Program {
    /// The threads.
    pub threads: IdVec<ThreadId, Thread>,
    /// The registers that the language or the test knows, in the order in which states show them.
    pub registers: Arc<IdVec<RegisterId, Register>>,
    /// The memory.
    pub locations: IdVec<LocationId, Location>,
    /// What registers hold at the start, as the test says it.
    pub initial_registers: Vec<InitialRegister>,
    /// What registers hold at the start where the test says nothing, or 0.
    pub default_registers: Vec<InitialRegister>,
    /// The width of an address.
    pub address_width: Width,
    /// What the initial writes are tagged with.
    pub initial_tags: TagSet,
    /// Whether a branch back whose condition is known is followed without counting against the unroll bound.
    pub follows_known_branches: bool,
    /// The words that values can be, as states show them.
    pub words: IdVec<WordId, String>,
    /// What the architecture says of accesses of mixed sizes; `None` where they are not supported.
    pub mixed_sizes: Option<MixedSizes>,
    /// How its threads lie in a hierarchy.
    pub thread_relations: ThreadRelations,
}

impl Program {
    /// The instruction at a place, `None` at a thread's end.
    pub fn instruction(&self, place: CodePlace) -> Option<&Instruction> {
        self.threads.get(place.thread)?.instructions.get(place.instruction)
    }

    /// What registers of a thread hold at the start; of several values for one register the last one counts.
    pub fn registers_at_start(&self, thread: ThreadId) -> impl Iterator<Item = &InitialRegister> {
        let is_of_thread = move |initial: &&InitialRegister| initial.thread == thread;
        let is_left_open = move |default: &&InitialRegister| {
            let register = (thread, default.register);
            let mut given =
                self.initial_registers.iter().filter(move |given| (given.thread, given.register) == register);
            given.all(|given| matches!(given.value, Computation::Constant(0, _)))
        };
        let defaults = self.default_registers.iter().filter(is_of_thread).filter(is_left_open);
        self.initial_registers.iter().filter(is_of_thread).chain(defaults)
    }

    /// The location that holds the instruction at a place, where code can be read.
    pub fn code_location(&self, place: CodePlace) -> Option<LocationId> {
        self.locations.iter_enumerated().find(|(_, location)| location.code == Some(place)).map(|(id, _)| id)
    }

    /// The labels that stand at a place.
    pub fn labels(&self, place: CodePlace) -> &[Name] {
        match (self.instruction(place), self.threads.get(place.thread)) {
            (Some(instruction), _) => &instruction.labels,
            (None, Some(thread)) => &thread.end_labels,
            (None, None) => &[],
        }
    }

    /// Every place in the code whose address the program uses as a value, initial values included; ascending.
    pub fn code_addresses(&self) -> Vec<CodePlace> {
        let mut places = Vec::new();
        let mut note = |operation: &Computation| {
            if let &Computation::Code(place) = operation {
                places.push(place);
            }
        };
        let registers = self.initial_registers.iter().chain(&self.default_registers);
        registers.for_each(|initial| note(&initial.value));
        self.locations.iter().flat_map(|location| &location.cells).for_each(&mut note);
        for instruction in self.threads.iter().flat_map(|thread| &thread.instructions) {
            for op in operations(&instruction.block) {
                if let MicroOp::Let { operation, .. } = op {
                    note(operation);
                }
            }
        }
        places.sort();
        places.dedup();
        places
    }
}
