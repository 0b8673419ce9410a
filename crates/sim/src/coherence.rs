//! What reads-from says of coherence while reads still choose, and which choices it leaves.
//!
//! For each location this keeps what is certain of the order of its writes, closed under transitivity. It begins with what holds before
//! anything is read; each read that chooses adds what follows from the write it reads from, from that and an earlier read of its thread, and
//! from writes that cannot come between what a read-modify-write reads and what it writes. A choice that would close a cycle has no allowed candidate below
//! it, and dies before values are computed. So the number of choices that are tried grows with the executions that are allowed: two
//! threads with eight read-modify-writes each of one location have 12,870 of them, of 2^64 ways to read.
//!
//! No rule is written down here. What follows from one or two reads is asked of the model, event by event, when it is first needed
//! ([`Evaluator::refutes`](cat::Evaluator::refutes)), and remembered for the event structure. A model whose checks imply nothing gives nothing away.
//!
//! Gained: see docs/performance.md, "Few accepted".

use execution::EventStructure;
use program::{IdVec, ThreadId};
use relation::EventId;
use rustc_hash::FxHashMap;

/// Whether nothing is allowed in which some reads read from some writes (pairs, writes first), and some writes come in some order.
pub(crate) trait Refute {
    fn refutes(&mut self, reads: &[(EventId, EventId)], ordered: &[(EventId, EventId)]) -> bool;

    /// From now on these pairs of writes count as ordered so, which they are in all that is allowed.
    fn suppose_always(&mut self, ordered: &[(EventId, EventId)]);

    /// Whether the model orders all of these writes, which are to one location, one after the other.
    fn orders_all(&self, writes: &[EventId]) -> bool;
}

/// Locations with more writes are left alone: a row is one word.
const MOST_WRITES: usize = 64;

/// An event structure with fewer ways to read is over before anything is found out. A build with debug assertions looks at once, so that small
/// tests test this, too.
const WORTH_LOOKING: u64 = if cfg!(debug_assertions) { 4 } else { 4096 };

/// Nor before so many choices were tried: mostly values contradict each other soon.
const FIRST_LOOK: u32 = if cfg!(debug_assertions) { 3 } else { 1024 };

/// Where executions are not counted, few choices are tried, and for each candidate the model goes through orders that what is certain leaves out: nine loads beside nine stores took 2.3 s,
/// and 0.14 s to count.
const FIRST_LOOK_UNCOUNTED: u32 = if cfg!(debug_assertions) { 3 } else { 32 };

/// A set of writes to one location, by their numbers there.
pub(crate) type Writes = u64;

fn each(writes: Writes) -> impl Iterator<Item = usize> {
    let mut rest = writes;
    std::iter::from_fn(move || {
        let first = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(first)
    })
}

fn bit(write: usize) -> Writes {
    1 << write
}

/// A read of a location.
#[derive(Clone, Copy, Debug)]
struct Read {
    event: EventId,
    thread: Option<ThreadId>,
    /// The first write of its thread to the location from the read on, which a read-modify-write may be about.
    next_write: Option<usize>,
}

/// What follows when a certain read reads from a certain write.
#[derive(Clone, Copy, Debug)]
struct Implied {
    /// Whether anything is allowed then.
    is_possible: bool,
    /// What must come after the write.
    after: Writes,
    /// What must come before it.
    before: Writes,
    /// What cannot come between it and the next write of the read's thread.
    never_between: Writes,
}

/// What follows when two reads read from two writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pair {
    Nothing,
    FirstBefore,
    SecondBefore,
    Impossible,
}

/// So many bytes what is known of pairs takes at most where it is a table.
const LARGEST_TABLE: usize = 1 << 18;

/// What follows when two reads of a location read from two writes, as far as it was asked; each read with its write has a number.
#[derive(Debug)]
enum KnownPairs {
    /// A row for each number of the first read: 0 where nothing is known.
    Table {
        side: usize,
        rows: Vec<u8>,
    },
    Hashed(FxHashMap<(u32, u32), Pair>),
}

impl KnownPairs {
    /// Nothing is known, of numbers below `side`.
    fn new(side: usize) -> KnownPairs {
        match side.checked_mul(side) {
            Some(bytes) if bytes <= LARGEST_TABLE => KnownPairs::Table { side, rows: vec![0; bytes] },
            _ => KnownPairs::Hashed(FxHashMap::default()),
        }
    }

    fn get(&self, first: usize, second: usize) -> Option<Pair> {
        match self {
            KnownPairs::Table { side, rows } => match rows[first * side + second] {
                0 => None,
                1 => Some(Pair::Nothing),
                2 => Some(Pair::FirstBefore),
                3 => Some(Pair::SecondBefore),
                _ => Some(Pair::Impossible),
            },
            KnownPairs::Hashed(known) => known.get(&(first as u32, second as u32)).copied(),
        }
    }

    fn insert(&mut self, first: usize, second: usize, pair: Pair) {
        match self {
            KnownPairs::Table { side, rows } => {
                rows[first * *side + second] = match pair {
                    Pair::Nothing => 1,
                    Pair::FirstBefore => 2,
                    Pair::SecondBefore => 3,
                    Pair::Impossible => 4,
                };
            }
            KnownPairs::Hashed(known) => _ = known.insert((first as u32, second as u32), pair),
        }
    }
}

/// A location: what reads and writes it, and what is known of that.
#[derive(Debug)]
struct Location {
    writes: Vec<EventId>,
    reads: Vec<Read>,
    /// For each read and each write.
    implied: Vec<Option<Implied>>,
    /// The first read comes first.
    pairs: KnownPairs,
    /// Where its rows begin in [`Coherence::orders`].
    start: usize,
}

impl Location {
    fn implied(&mut self, read: usize, write: usize, model: &mut dyn Refute) -> Implied {
        let at = read * self.writes.len() + write;
        if let Some(known) = self.implied[at] {
            return known;
        }
        let found = self.find_implied(read, write, model);
        self.implied[at] = Some(found);
        found
    }

    fn find_implied(&self, read: usize, write: usize, model: &mut dyn Refute) -> Implied {
        let mut found = Implied { is_possible: true, after: 0, before: 0, never_between: 0 };
        let from = self.writes[write];
        let Read { event, next_write, .. } = self.reads[read];
        let reads = [(from, event)];
        found.is_possible = !model.refutes(&reads, &[]);
        if !found.is_possible {
            return found;
        }
        for (other, &event) in self.writes.iter().enumerate().filter(|&(other, _)| other != write) {
            if model.refutes(&reads, &[(event, from)]) {
                found.after |= bit(other);
            }
            if model.refutes(&reads, &[(from, event)]) {
                found.before |= bit(other);
            }
        }
        found.is_possible = found.after & found.before == 0;
        let Some(next) = next_write.filter(|&next| next != write) else { return found };
        let mut ordered: Vec<(EventId, EventId)> = each(found.after).map(|other| (from, self.writes[other])).collect();
        ordered.extend(each(found.before).map(|other| (self.writes[other], from)));
        let known = ordered.len();
        for (other, &event) in self.writes.iter().enumerate() {
            // What must come before it does not come between.
            let is_open = other != write && other != next && found.before & bit(other) == 0;
            ordered.truncate(known);
            ordered.extend([(from, event), (event, self.writes[next])]);
            if is_open && model.refutes(&reads, &ordered) {
                found.never_between |= bit(other);
            }
        }
        found
    }

    /// What follows when `first` and `second` (a read and a write each) are chosen.
    fn pair(&mut self, first: (usize, usize), second: (usize, usize), model: &mut dyn Refute) -> Pair {
        let count = self.writes.len();
        let [first_number, second_number] = [first, second].map(|(read, write)| read * count + write);
        if let Some(known) = self.pairs.get(first_number, second_number) {
            return known;
        }
        let [one, other] = [first.1, second.1].map(|write| self.writes[write]);
        let reads = [(one, self.reads[first.0].event), (other, self.reads[second.0].event)];
        let found = match [[(one, other)], [(other, one)]].map(|ordered| model.refutes(&reads, &ordered)) {
            [false, false] => Pair::Nothing,
            [false, true] => Pair::FirstBefore,
            [true, false] => Pair::SecondBefore,
            [true, true] => Pair::Impossible,
        };
        self.pairs.insert(first_number, second_number, found);
        found
    }
}

/// Where an event is: its location, and its number among the reads or writes there.
type AccessIndex = (usize, usize);

/// What is certain of coherence at each depth of the search for reads-from.
#[derive(Debug)]
pub(crate) struct Coherence {
    locations: Vec<Location>,
    reads: IdVec<EventId, Option<AccessIndex>>,
    writes: IdVec<EventId, Option<AccessIndex>>,
    /// How many rows there are at one depth.
    rows: usize,
    /// For each depth and each write what comes after it, then what comes before it.
    orders: Vec<Writes>,
    /// For each depth but the last the read that chose there and the write it reads from, if they count here.
    chosen: Vec<Option<(usize, usize, usize)>>,
    /// A depth at which what was chosen is contradicted, where that was found out later.
    contradicted: Option<usize>,
}

/// The search for reads-from before it is worth asking what follows from it, and after.
#[derive(Debug)]
pub(crate) enum Watch {
    /// Nothing is to be asked.
    Never,
    /// So many choices were tried; what is chosen (a read and a write each).
    Waiting {
        tried: u32,
        first_look: u32,
        chosen: Vec<(EventId, EventId)>,
    },
    Watching(Coherence),
}

impl Watch {
    /// For an event structure with so many ways to read.
    pub(crate) fn new(ways: u64, is_counting: bool) -> Watch {
        let first_look = if is_counting { FIRST_LOOK } else { FIRST_LOOK_UNCOUNTED };
        match ways < WORTH_LOOKING {
            true => Watch::Never,
            false => Watch::Waiting { tried: 0, first_look, chosen: Vec::new() },
        }
    }

    /// As [`Watch::coherence`], to ask for more.
    pub(crate) fn coherence_mut(&mut self) -> Option<&mut Coherence> {
        match self {
            Watch::Watching(coherence) => Some(coherence),
            Watch::Never | Watch::Waiting { .. } => None,
        }
    }

    /// What is certain, where that was looked for.
    pub(crate) fn coherence(&self) -> Option<&Coherence> {
        match self {
            Watch::Watching(coherence) => Some(coherence),
            Watch::Never | Watch::Waiting { .. } => None,
        }
    }

    /// As [`Coherence::choose`].
    pub(crate) fn choose(
        &mut self,
        depth: usize,
        read: EventId,
        write: EventId,
        structure: &EventStructure<'_>,
        model: &mut dyn Refute,
    ) -> bool {
        match self {
            Watch::Never => true,
            Watch::Watching(coherence) => coherence.choose(depth, read, write, model),
            Watch::Waiting { tried, first_look, chosen } => {
                chosen.truncate(depth);
                chosen.push((read, write));
                *tried += 1;
                if *tried < *first_look {
                    return true;
                }
                let Some(mut coherence) = Coherence::new(structure, model) else {
                    *self = Watch::Never;
                    return true;
                };
                let is_possible = coherence.take_up(chosen, model);
                *self = Watch::Watching(coherence);
                is_possible
            }
        }
    }
}

impl Coherence {
    /// For an event structure; nothing if not all of its addresses are known, or there is nothing to say.
    fn new(structure: &EventStructure<'_>, model: &mut dyn Refute) -> Option<Coherence> {
        let cells = structure.known_cells.as_ref()?;
        let mut by_cell: Vec<Vec<EventId>> = Vec::new();
        for (event, &cell) in cells.iter_enumerated() {
            let Some(cell) = cell else { continue };
            let number = structure.cell_index(cell);
            by_cell.resize_with(by_cell.len().max(number + 1), Vec::new);
            by_cell[number].push(event);
        }
        let universe = structure.universe();
        let mut coherence = Coherence {
            locations: Vec::new(),
            reads: IdVec::from_elem(None, universe),
            writes: IdVec::from_elem(None, universe),
            rows: 0,
            orders: Vec::new(),
            chosen: Vec::new(),
            contradicted: None,
        };
        for events in by_cell {
            coherence.add(structure, &events, model);
        }
        coherence.orders.resize(coherence.rows, 0);
        coherence.order_all(model);
        (!coherence.locations.is_empty()).then_some(coherence)
    }

    /// Adds a location that these events access, if there is something to say about it.
    fn add(&mut self, structure: &EventStructure<'_>, events: &[EventId], model: &mut dyn Refute) {
        let is = |is_one: fn(&execution::Event) -> bool| {
            events.iter().copied().filter(move |&event| is_one(&structure.events[event]))
        };
        let writes: Vec<EventId> = is(execution::Event::is_write).collect();
        let is_worth_it = is(execution::Event::is_read).count() > 1 && writes.len() > 2;
        if !is_worth_it || writes.len() > MOST_WRITES || !model.orders_all(&writes) {
            return;
        }
        let read = |event: EventId| {
            let thread = structure.events[event].thread;
            let next = writes.iter().position(|&write| write >= event && structure.events[write].thread == thread);
            Read { event, thread, next_write: next }
        };
        let reads: Vec<Read> = is(execution::Event::is_read).map(read).collect();
        if reads.len() > usize::from(u8::MAX) {
            return;
        }
        let number = self.locations.len();
        reads.iter().enumerate().for_each(|(at, read)| self.reads[read.event] = Some((number, at)));
        writes.iter().enumerate().for_each(|(at, &write)| self.writes[write] = Some((number, at)));
        let implied = vec![None; reads.len() * writes.len()];
        let start = self.rows;
        self.rows += 2 * writes.len();
        let pairs = KnownPairs::new(implied.len());
        self.locations.push(Location { writes, reads, implied, pairs, start });
    }

    /// Orders what is ordered before anything is read.
    fn order_all(&mut self, model: &mut dyn Refute) {
        for location in &self.locations {
            let count = location.writes.len();
            let mut order = Order { rows: &mut self.orders[location.start..location.start + 2 * count], count };
            for (one, &event) in location.writes.iter().enumerate() {
                for (other, &later) in location.writes.iter().enumerate().filter(|&(other, _)| other != one) {
                    // What both ways are impossible for is allowed nothing; the model will say so itself.
                    if order.after(one) & bit(other) == 0 && model.refutes(&[], &[(later, event)]) {
                        _ = order.add(one, other);
                    }
                }
            }
            let pairs = location
                .writes
                .iter()
                .enumerate()
                .flat_map(|(one, &event)| each(order.after(one)).map(move |other| (event, location.writes[other])));
            model.suppose_always(&pairs.collect::<Vec<_>>());
        }
    }

    /// Takes up what was chosen before. Gives whether nothing is contradicted.
    fn take_up(&mut self, chosen: &[(EventId, EventId)], model: &mut dyn Refute) -> bool {
        for (depth, &(read, write)) in chosen.iter().enumerate() {
            if !self.choose(depth, read, write, model) {
                self.contradicted = Some(depth);
                return false;
            }
        }
        true
    }

    /// Lets `read`, the one after `depth` others, read from `write`. When the answer is no, no candidate is allowed in which it does, with what the others before
    /// it read from. What was chosen at this depth or beyond is forgotten.
    pub(crate) fn choose(&mut self, depth: usize, read: EventId, write: EventId, model: &mut dyn Refute) -> bool {
        match self.contradicted {
            Some(at) if at < depth => return false,
            _ => self.contradicted = None,
        }
        self.chosen.truncate(depth);
        self.orders.truncate((depth + 1) * self.rows);
        let (Some((number, read)), Some((_, write))) = (self.reads[read], self.writes[write]) else {
            self.chosen.push(None);
            self.orders.extend_from_within(depth * self.rows..);
            return true;
        };
        let location = &mut self.locations[number];
        let implied = location.implied(read, write, model);
        if !implied.is_possible {
            return false;
        }
        let count = location.writes.len();
        let before = self.orders.len() - self.rows + location.start;
        let rows = &self.orders[before..before + 2 * count];
        // Mostly it is as simple as that.
        if rows[write] & implied.before != 0 || rows[count + write] & implied.after != 0 {
            return false;
        }
        self.orders.extend_from_within(depth * self.rows..);
        self.chosen.push(Some((number, read, write)));
        let start = self.orders.len() - self.rows + location.start;
        let mut order = Order { rows: &mut self.orders[start..start + 2 * count], count };
        let thread = location.reads[read].thread;
        let added = each(implied.after).all(|other| order.add(write, other))
            && each(implied.before).all(|other| order.add(other, write));
        let is_possible = added
            && self.chosen[..depth].iter().flatten().all(|&(other, earlier, from)| {
                if other != number || from == write || location.reads[earlier].thread != thread {
                    return true;
                }
                match location.pair((earlier, from), (read, write), model) {
                    Pair::Nothing => true,
                    Pair::FirstBefore => order.add(from, write),
                    Pair::SecondBefore => order.add(write, from),
                    Pair::Impossible => false,
                }
            })
            && keep_together(location, &self.chosen, number, &mut order);
        if !is_possible {
            self.chosen.truncate(depth);
            self.orders.truncate((depth + 1) * self.rows);
        }
        is_possible
    }

    /// The writes to the location of `write`, if there is something to say about it: a model orders them all.
    pub(crate) fn writes_beside(&self, write: EventId) -> Option<&[EventId]> {
        let (number, _) = self.writes[write]?;
        Some(&self.locations[number].writes)
    }

    /// What comes before `write` before anything is read, a bit for each of [`Coherence::writes_beside`].
    pub(crate) fn certainly_before(&self, write: EventId) -> Writes {
        let Some((number, write)) = self.writes[write] else { return 0 };
        let location = &self.locations[number];
        self.orders[location.start + location.writes.len() + write]
    }

    /// Whether, in all that is allowed, `read` reads from the write that comes directly before `write`, which is of the same location.
    pub(crate) fn reads_before(&mut self, read: EventId, write: EventId, model: &mut dyn Refute) -> bool {
        let (Some((number, read)), Some((other, write))) = (self.reads[read], self.writes[write]) else { return false };
        let certain = self.certainly_before(self.locations[other].writes[write]);
        let location = &mut self.locations[number];
        if number != other || location.reads[read].next_write != Some(write) {
            return false;
        }
        let count = location.writes.len();
        let all = Writes::MAX >> (Writes::BITS as usize - count);
        (0..count).filter(|&from| from != write).all(|from| {
            let Implied { is_possible, after, before, never_between } = location.implied(read, from, model);
            // What it reads from comes before what it writes, with nothing between.
            let is_before = after & bit(write) != 0 || certain & bit(from) != 0;
            !is_possible || is_before && (never_between | before | bit(from) | bit(write)) == all
        }) && !location.implied(read, write, model).is_possible
    }

    /// Calls `visit` with all pairs of writes whose order is certain, all reads having chosen.
    pub(crate) fn for_each_pair(&self, visit: &mut dyn FnMut(EventId, EventId)) {
        let last = self.orders.len() - self.rows;
        for location in &self.locations {
            let rows = &self.orders[last + location.start..][..location.writes.len()];
            for (&event, &later) in location.writes.iter().zip(rows) {
                each(later).for_each(|other| visit(event, location.writes[other]));
            }
        }
    }

    /// Whether `write` may be the last to its location, all reads having chosen.
    pub(crate) fn may_be_last(&self, write: EventId) -> bool {
        let Some((number, write)) = self.writes[write] else { return true };
        let last = self.orders.len() - self.rows;
        self.orders[last + self.locations[number].start + write] == 0
    }
}

/// Draws all conclusions from the writes that cannot come between what is read and what is written then. Gives whether nothing is contradicted.
fn keep_together(
    location: &Location,
    chosen: &[Option<(usize, usize, usize)>],
    number: usize,
    order: &mut Order<'_>,
) -> bool {
    loop {
        let mut is_settled = true;
        for &(_, read, write) in chosen.iter().flatten().filter(|&&(other, ..)| other == number) {
            let Some(implied) = location.implied[read * location.writes.len() + write] else { continue };
            let Some(next) = location.reads[read].next_write.filter(|_| implied.never_between != 0) else { continue };
            let later = order.after(write) & implied.never_between & !order.after(next);
            let earlier = order.before(next) & implied.never_between & !order.before(write);
            is_settled &= later | earlier == 0;
            if !each(later).all(|other| order.add(next, other)) || !each(earlier).all(|other| order.add(other, write)) {
                return false;
            }
        }
        if is_settled {
            return true;
        }
    }
}

/// What is certain of the order of the writes to one location: for each what comes after it, then for each what comes before it.
struct Order<'o> {
    rows: &'o mut [Writes],
    count: usize,
}

impl Order<'_> {
    fn after(&self, write: usize) -> Writes {
        self.rows[write]
    }

    fn before(&self, write: usize) -> Writes {
        self.rows[self.count + write]
    }

    /// Puts a write before another one, with what follows from that. Gives whether that contradicts nothing.
    fn add(&mut self, first: usize, second: usize) -> bool {
        if first == second || self.before(first) & bit(second) != 0 {
            return false;
        }
        if self.after(first) & bit(second) != 0 {
            return true;
        }
        let earlier = self.before(first) | bit(first);
        let later = self.after(second) | bit(second);
        each(earlier).for_each(|write| self.rows[write] |= later);
        each(later).for_each(|write| self.rows[self.count + write] |= earlier);
        true
    }
}
