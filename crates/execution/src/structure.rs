//! Event structures: one path for each thread, put together.

use program::{Computation, ExprId, Expressions, IdVec, Index, LocationId, Program, TagSet, ThreadId, Width};
use relation::{EventId, EventSet, Relation};

use crate::event::{Action, Cell, Event, neighbours};
use crate::{ExecutionError, Limits, Pieces, Split, ThreadPath};

/// One path for each thread with everything that follows from that choice alone.
///
/// Events are numbered: first the initial writes by cell, then thread by thread in program order.
#[derive(Debug)]
pub struct EventStructure<'p> {
    /// The program.
    pub program: &'p Program,
    /// How memory is divided into pieces, where it is; cells are pieces then.
    pub pieces: Option<&'p Pieces>,
    /// The chosen path of each thread.
    pub paths: IdVec<ThreadId, &'p ThreadPath>,
    /// The events.
    pub events: IdVec<EventId, Event>,
    /// All tags that they carry.
    pub tags: TagSet,
    /// What each event accesses, when all addresses are known before it is known what is read, and all are of locations. `None` otherwise.
    pub known_cells: Option<IdVec<EventId, Option<Cell>>>,
    /// For each location the number of its first cell; the others follow.
    first_cells: IdVec<LocationId, usize>,
}

/// The value of an operation without operands.
pub(crate) fn initial_value(x: &mut Expressions, operation: &Computation, address_width: Width) -> ExprId {
    match *operation {
        Computation::Constant(value, width) => x.constant(value, width),
        Computation::Address(location, offset) => x.address(location, offset, address_width),
        Computation::Code(place) => x.code(place, address_width),
        Computation::Word(word, width) => x.word(word, width),
        _ => unreachable!("an initial value has no operands"),
    }
}

/// The cell, or the piece, that begins `offset` bytes after a location's begin.
#[inline]
fn cell_at(program: &Program, pieces: Option<&Pieces>, location: LocationId, offset: i64) -> Option<Cell> {
    let index = match pieces {
        None => program.locations[location].cell_at(offset)?,
        Some(pieces) => pieces.piece_at(location, offset)?,
    };
    Some(Cell { location, index })
}

/// See [`EventStructure::known_cells`].
fn known_cells(
    program: &Program,
    pieces: Option<&Pieces>,
    events: &[Event],
    x: &Expressions,
) -> Option<IdVec<EventId, Option<Cell>>> {
    let mut cells = Vec::with_capacity(events.len());
    for event in events {
        cells.push(match event.action {
            Action::InitialWrite { cell, .. } => Some(cell),
            Action::Read { address, .. }
            | Action::Write { address, .. }
            | Action::ReadModifyWrite { address, .. }
            | Action::Synchronize { address } => {
                let (location, offset) = x.as_address(address)?;
                Some(cell_at(program, pieces, location, offset)?)
            }
            Action::RegisterRead { .. }
            | Action::RegisterWrite { .. }
            | Action::Fence
            | Action::Branch
            | Action::Predicate => None,
        });
    }
    Some(cells.into())
}

impl<'p> EventStructure<'p> {
    /// Puts `paths` together, one for each thread.
    ///
    /// # Errors
    /// When there are more events than `limits` allow.
    pub fn new(
        program: &'p Program,
        paths: IdVec<ThreadId, &'p ThreadPath>,
        x: &mut Expressions,
        limits: &Limits<'_>,
    ) -> Result<EventStructure<'p>, ExecutionError> {
        EventStructure::divided(program, None, paths, x, limits)
    }

    /// As [`EventStructure::new`], of paths whose accesses are divided into `pieces`, if there are any.
    ///
    /// # Errors
    /// As [`EventStructure::new`].
    pub fn divided(
        program: &'p Program,
        pieces: Option<&'p Pieces>,
        paths: IdVec<ThreadId, &'p ThreadPath>,
        x: &mut Expressions,
        limits: &Limits<'_>,
    ) -> Result<EventStructure<'p>, ExecutionError> {
        let initial_writes = match pieces {
            None => program.locations.iter().map(|memory| memory.cells.len()).sum::<usize>(),
            Some(pieces) => program.locations.ids().map(|location| pieces.count(location) as usize).sum(),
        };
        let universe = initial_writes + paths.iter().map(|path| path.events.len()).sum::<usize>();
        if universe > limits.events {
            return Err(ExecutionError::TooManyEvents { events: universe, limit: limits.events });
        }
        let mut events = Vec::with_capacity(universe);
        let mut first_cells: IdVec<LocationId, usize> = Vec::with_capacity(program.locations.len()).into();
        for (location, memory) in program.locations.iter_enumerated() {
            first_cells.push(events.len());
            for (index, initial) in memory.cells.iter().enumerate() {
                let value = initial_value(x, initial, program.address_width);
                let mut initialise = |cell, value| {
                    let (action, tags) = (Action::InitialWrite { cell, value }, program.initial_tags);
                    events.push(Event { thread: None, instance: 0, instruction: None, tags, action });
                };
                let Some(pieces) = pieces else {
                    initialise(Cell { location, index: index as u32 }, value);
                    continue;
                };
                let size = (pieces.piece_bytes(location) * 8) as Width;
                let all = pieces.of_cell(location, index as u32);
                let value = x.resize(value, size * all.len() as Width);
                for (number, index) in all.enumerate() {
                    let piece = x.extract(value, number as Width * size, size);
                    initialise(Cell { location, index }, piece);
                }
            }
        }
        paths.iter().for_each(|path| events.extend_from_slice(&path.events));
        let tags = events.iter().fold(TagSet::NONE, |tags, event| tags.with(event.tags));
        let known_cells = known_cells(program, pieces, &events, x);
        Ok(EventStructure { program, pieces, paths, events: events.into(), tags, known_cells, first_cells })
    }

    /// The cell that begins `offset` bytes after a location's begin.
    #[inline]
    pub(crate) fn cell_at(&self, location: LocationId, offset: i64) -> Option<Cell> {
        cell_at(self.program, self.pieces, location, offset)
    }

    /// How many cells, or pieces, a location has.
    pub fn cells_of(&self, location: LocationId) -> u32 {
        match self.pieces {
            None => self.program.locations[location].cells.len() as u32,
            Some(pieces) => pieces.count(location),
        }
    }

    /// Where a cell begins, in bytes after its location's begin.
    pub fn offset(&self, cell: Cell) -> i64 {
        self.cell_bytes(cell.location) * i64::from(cell.index)
    }

    /// How many bits an event accesses; `None` for what accesses nothing, and for an initial write that fits cells of any size.
    pub fn size(&self, x: &Expressions, event: &Event) -> Option<Width> {
        crate::sizes::size(x, self, event)
    }

    /// Whether a byte is one of the location's.
    pub(crate) fn has_byte(&self, location: LocationId, offset: i64) -> bool {
        let memory = &self.program.locations[location];
        match self.pieces {
            None => (0..memory.cell_bytes() * memory.cells.len() as i64).contains(&offset),
            Some(pieces) => pieces.has_byte(location, offset),
        }
    }

    /// The size of a cell in bytes, as accesses have it.
    pub(crate) fn cell_bytes(&self, location: LocationId) -> i64 {
        match self.pieces {
            None => self.program.locations[location].cell_bytes(),
            Some(pieces) => i64::from(pieces.piece_bytes(location)),
        }
    }

    /// The accesses that are several events, each with the first of them.
    pub fn splits(&self) -> impl Iterator<Item = (EventId, &'p Split)> {
        let mut end = self.universe() - self.paths.iter().map(|path| path.events.len()).sum::<usize>();
        self.paths.iter().flat_map(move |path| {
            let first = end;
            end += path.events.len();
            path.splits.iter().map(move |split| (EventId::new(first + split.first as usize), split))
        })
    }

    /// How many events there are.
    pub fn universe(&self) -> usize {
        self.events.len()
    }

    /// The number of `cell`: cells are numbered in the order of their initial writes.
    pub fn cell_index(&self, cell: Cell) -> usize {
        self.first_cells[cell.location] + cell.index as usize
    }

    /// The initial write of the cell of this number.
    pub fn initial_write(&self, index: usize) -> EventId {
        EventId::new(index)
    }

    /// The events that satisfy `keep`.
    pub fn select(&self, keep: impl Fn(&Event) -> bool) -> EventSet {
        let mut set = EventSet::empty(self.universe());
        let kept = self.events.iter_enumerated().filter(|(_, event)| keep(event));
        kept.for_each(|(event, _)| _ = set.insert(event));
        set
    }

    /// The pairs of a relation that each path has.
    pub fn relation(&self, pairs: impl Fn(&ThreadPath) -> &[(u32, u32)]) -> Relation {
        Relation::from_pairs(self.universe(), self.pairs(pairs))
    }

    /// The events that a relation that each path has begins with.
    pub fn sources(&self, pairs: impl Fn(&ThreadPath) -> &[(u32, u32)]) -> EventSet {
        let mut sources = EventSet::empty(self.universe());
        self.pairs(pairs).for_each(|(source, _)| _ = sources.insert(source));
        sources
    }

    fn pairs(&self, pairs: impl Fn(&ThreadPath) -> &[(u32, u32)]) -> impl Iterator<Item = (EventId, EventId)> {
        // The events of a path follow those of the path before.
        let mut end = self.universe() - self.paths.iter().map(|path| path.events.len()).sum::<usize>();
        self.paths.iter().flat_map(move |path| {
            let first = end;
            end += path.events.len();
            let event = move |index: u32| EventId::new(first + index as usize);
            pairs(path).iter().map(move |&(source, target)| (event(source), event(target)))
        })
    }

    /// Program order: between events of one thread, instance before instance. Events of one instance are not ordered, but for those
    /// that a [`Mark::InProgramOrder`](program::Mark) stands between.
    pub fn po(&self) -> Relation {
        let universe = self.universe();
        let mut po = Relation::empty(universe);
        // A thread's events are neighbours, and so are those of an instance.
        for (thread, own) in neighbours(self.events.as_slice(), |a, b| a.thread == b.thread) {
            if own[0].thread.is_none() {
                continue;
            }
            for (instance, _) in neighbours(own, |a, b| a.instance == b.instance) {
                let [start, end] = [instance.start, instance.end].map(|event| thread.start + event);
                po.set_targets_of_all(start..end, &EventSet::from_range(universe, end..thread.end));
            }
        }
        self.pairs(|path| &path.po_within).for_each(|(before, after)| _ = po.insert(before, after));
        po
    }

    /// Whether two events belong to one execution of one instruction.
    pub fn same_instance(&self, a: EventId, b: EventId) -> bool {
        self.events[a].same_instance(&self.events[b])
    }
}
