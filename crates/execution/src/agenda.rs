//! What becomes known when: found once for an event structure, before anything is read.
//!
//! Reads choose in a fixed order. An expression is known at the latest when the last read that it mentions has chosen, so that is
//! when it is looked at: once for each choice of that read, not for each candidate.

use std::ops::Range;

use program::{ExprId, Expressions, SymbolId, Width};
use relation::EventId;
use smallvec::SmallVec;

use crate::EventStructure;
use crate::event::{Action, Cell, Event};

/// What of a final state is looked at.
#[derive(Clone, Copy, Debug)]
pub struct ShownState<'a> {
    /// The values of registers at the end.
    pub answers: &'a [ExprId],
    /// The cells whose final writes are looked at.
    pub cells: &'a [Cell],
}

/// A read that chooses what it reads from.
#[derive(Clone, Debug)]
pub(crate) struct Read {
    pub(crate) event: EventId,
    pub(crate) address: ExprId,
    pub(crate) symbol: SymbolId,
    pub(crate) width: Width,
    /// Whether it writes, too, in the same event.
    pub(crate) is_update: bool,
    /// Those of [`Agenda::options`] that it may read from, as far as this follows from addresses that are known before anything is read.
    pub(crate) options: Range<usize>,
    /// In how many ways the reads after it may choose, as far as this follows from known addresses.
    pub(crate) below: u32,
    /// What to look at after it has chosen: places for [`Agenda::look`].
    pub(crate) looks: Range<usize>,
    /// Where [`Agenda::found`] begins for it.
    found: usize,
}

/// A write that may be read from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Write {
    pub(crate) event: EventId,
    pub(crate) address: ExprId,
    pub(crate) value: ExprId,
}

/// What an expression is looked at for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    /// A bit that has this value on the paths; `is_last` at the last read that it mentions.
    Condition { wanted: bool, is_last: bool },
    /// What an event writes.
    Written(EventId),
    /// The expression of this number that the visitor asks for.
    Asked(usize),
}

/// Small tests look at fewer expressions.
const USUAL_LOOKS: usize = 16;

/// The accesses of an event structure, and what to look at when.
pub(crate) struct Agenda {
    /// In the order in which they choose.
    pub(crate) reads: Vec<Read>,
    /// Where that is not the order of their symbols: the symbols, ascending, each with the place of its read.
    places: Option<Vec<(SymbolId, usize)>>,
    pub(crate) writes: Vec<Write>,
    /// For each read the writes that it may read from, ascending. Values that are known are as wide as what is read.
    pub(crate) options: Vec<Write>,
    pub(crate) synchronizations: Vec<(EventId, ExprId)>,
    /// Whether all addresses are known before anything is read.
    pub(crate) has_known_addresses: bool,
    /// In the order of the reads after which they are looked at.
    looks: Vec<Look>,
    /// For each read, for each of its options, for each of its looks, what that is then, where it has been found out.
    found: Vec<Option<ExprId>>,
    /// Conditions that mention no read and yet are not decided.
    pub(crate) undecided: Vec<(ExprId, bool)>,
}

struct Look {
    after: usize,
    expr: ExprId,
    purpose: Purpose,
    /// Whether it mentions no other read.
    is_of_one: bool,
}

impl Agenda {
    /// Reads choose in the order of the program; where there is a `shown` state, those first that it depends on, so that what comes of a choice is known early.
    pub(crate) fn new(structure: &EventStructure<'_>, x: &mut Expressions, shown: Option<ShownState<'_>>) -> Agenda {
        let count = |is_one: fn(&Event) -> bool| structure.events.iter().filter(|event| is_one(event)).count();
        let mut agenda = Agenda {
            reads: Vec::with_capacity(count(Event::is_read)),
            places: None,
            writes: Vec::with_capacity(count(Event::is_write)),
            options: Vec::new(),
            synchronizations: Vec::new(),
            has_known_addresses: true,
            looks: Vec::with_capacity(USUAL_LOOKS),
            found: Vec::new(),
            undecided: Vec::new(),
        };
        agenda.collect_accesses(structure, x);
        // Symbols are numbered thread by thread as each path meets its reads.
        debug_assert!(agenda.reads.is_sorted_by_key(|read| read.symbol));
        agenda.find_options(structure, x);
        if let Some(shown) = shown.filter(|_| agenda.has_known_addresses) {
            agenda.put_first(structure, x, shown);
        }
        agenda.count_ways();
        for &(bit, wanted) in structure.paths.iter().flat_map(|path| &path.conditions) {
            let reads = agenda.reads_in(x, bit);
            let last = reads.last().copied();
            if last.is_none() {
                agenda.undecided.push((bit, wanted));
            }
            let is_of_one = reads.len() == 1;
            agenda.looks.extend(reads.into_iter().map(|after| {
                let purpose = Purpose::Condition { wanted, is_last: Some(after) == last };
                Look { after, expr: bit, purpose, is_of_one }
            }));
        }
        for at in 0..agenda.writes.len() {
            let Write { event, value, .. } = agenda.writes[at];
            agenda.add(x, value, Purpose::Written(event));
        }
        agenda
    }

    /// Looks at `expr` when all reads that it mentions have chosen, if it mentions one.
    pub(crate) fn add(&mut self, x: &Expressions, expr: ExprId, purpose: Purpose) {
        if x.is_known(expr) {
            return;
        }
        let reads = self.reads_in(x, expr);
        if let Some(&after) = reads.last() {
            self.looks.push(Look { after, expr, purpose, is_of_one: reads.len() == 1 });
        }
    }

    /// Nothing more is added.
    pub(crate) fn finish(&mut self) {
        self.looks.sort_by_key(|look| look.after);
        let (mut start, mut found) = (0, 0);
        for (number, read) in self.reads.iter_mut().enumerate() {
            let end = start + self.looks[start..].iter().take_while(|look| look.after == number).count();
            read.looks = std::mem::replace(&mut start, end)..end;
            read.found = found;
            found += read.looks.len() * read.options.len();
        }
        self.found.resize(found, None);
    }

    fn collect_accesses(&mut self, structure: &EventStructure<'_>, x: &mut Expressions) {
        let mut read = |event, address, symbol, width, is_update| {
            self.reads.push(Read {
                event,
                address,
                symbol,
                width,
                is_update,
                options: 0..0,
                below: 1,
                looks: 0..0,
                found: 0,
            });
        };
        for (event, description) in structure.events.iter_enumerated() {
            let address = match description.action {
                Action::Read { address, symbol, width } => {
                    read(event, address, symbol, width, false);
                    address
                }
                Action::Write { address, value } => {
                    self.writes.push(Write { event, address, value });
                    address
                }
                Action::ReadModifyWrite { address, symbol, width, value } => {
                    read(event, address, symbol, width, true);
                    self.writes.push(Write { event, address, value });
                    address
                }
                Action::Synchronize { address } => {
                    self.synchronizations.push((event, address));
                    address
                }
                Action::InitialWrite { cell, value } => {
                    let address = address_of(x, structure, cell);
                    self.writes.push(Write { event, address, value });
                    address
                }
                _ => continue,
            };
            self.has_known_addresses &= x.is_known(address);
        }
    }

    fn find_options(&mut self, structure: &EventStructure<'_>, x: &mut Expressions) {
        self.options.reserve(self.reads.len() * self.writes.len());
        for read in &mut self.reads {
            let is_known = x.is_known(read.address);
            let start = self.options.len();
            for &write in &self.writes {
                // An instruction reads before it writes.
                if !structure.same_instance(read.event, write.event)
                    && (read.address == write.address || !is_known || !x.is_known(write.address))
                {
                    let is_known = x.is_known(write.value);
                    let value = if is_known { x.resize(write.value, read.width) } else { write.value };
                    self.options.push(Write { value, ..write });
                }
            }
            read.options = start..self.options.len();
        }
    }

    /// Lets those reads choose first that `shown` depends on: through what writes to the cells write, and what reads may read. Those that decide which way threads
    /// go stay among them: most ways to read fail there, and late is dear (three threads at a lock would take half as long again).
    fn put_first(&mut self, structure: &EventStructure<'_>, x: &Expressions, shown: ShownState<'_>) {
        let mut is_first = vec![false; self.reads.len()];
        let mut open: Vec<usize> = shown.answers.iter().flat_map(|&answer| self.reads_in(x, answer)).collect();
        let conditions = structure.paths.iter().flat_map(|path| &path.conditions);
        open.extend(conditions.flat_map(|&(bit, _)| self.reads_in(x, bit)));
        if let Some(cells) = &structure.known_cells {
            let is_shown = |write: &&Write| cells[write.event].is_some_and(|cell| shown.cells.contains(&cell));
            open.extend(self.writes.iter().filter(is_shown).flat_map(|write| self.reads_in(x, write.value)));
        }
        while let Some(read) = open.pop() {
            if !std::mem::replace(&mut is_first[read], true) {
                let options = &self.options[self.reads[read].options.clone()];
                open.extend(options.iter().flat_map(|write| self.reads_in(x, write.value)));
            }
        }
        if is_first.is_sorted_by(|one, other| one >= other) {
            return;
        }
        let reads = std::mem::take(&mut self.reads).into_iter().zip(is_first);
        let (first, rest): (Vec<_>, Vec<_>) = reads.partition(|&(_, is_first)| is_first);
        self.reads = first.into_iter().chain(rest).map(|(read, _)| read).collect();
        let mut places: Vec<_> = self.reads.iter().enumerate().map(|(place, read)| (read.symbol, place)).collect();
        places.sort_unstable();
        self.places = Some(places);
    }

    /// Finds in how many ways the reads behind each may choose.
    fn count_ways(&mut self) {
        let mut below = 1u32;
        for read in self.reads.iter_mut().rev() {
            read.below = below;
            below = below.saturating_mul(read.options.len() as u32);
        }
    }

    /// The numbers of the reads that `expr` mentions, ascending.
    pub(crate) fn reads_in(&self, x: &Expressions, expr: ExprId) -> SmallVec<[usize; 4]> {
        let mut found = SmallVec::new();
        x.visit_symbols(expr, &mut |symbol| {
            let found_at = match &self.places {
                None => self.reads.binary_search_by_key(&symbol, |read| read.symbol),
                Some(places) => places.binary_search_by_key(&symbol, |&(known, _)| known).map(|at| places[at].1),
            };
            found.extend(found_at);
        });
        found.sort_unstable();
        found.dedup();
        found
    }

    pub(crate) fn look(&self, at: usize) -> (ExprId, Purpose) {
        (self.looks[at].expr, self.looks[at].purpose)
    }

    /// Where it is noted what is looked at when the `read`-th read has chosen its `option`-th option, whose value is known before anything is read; `None`
    /// if that depends on more.
    pub(crate) fn found(&mut self, at: usize, read: usize, option: usize) -> Option<&mut Option<ExprId>> {
        let Read { looks, found, .. } = &self.reads[read];
        let place = found + option * looks.len() + (at - looks.start);
        self.looks[at].is_of_one.then(|| &mut self.found[place])
    }
}

/// The address of a cell.
fn address_of(x: &mut Expressions, structure: &EventStructure<'_>, cell: Cell) -> ExprId {
    let memory = &structure.program.locations[cell.location];
    if let Some(place) = memory.code {
        return x.code(place, structure.program.address_width);
    }
    let offset = i64::from(cell.index) * structure.cell_bytes(cell.location);
    x.address(cell.location, offset, structure.program.address_width)
}
