//! A resolved cycle as memory accesses: with locations, values and threads.
//!
//! The source of edge number i is access number i. Which location is `x`, where values begin to count, and which thread is number 0 follow
//! diy's conventions, so that a cycle gives the test that people know; each is said where it is decided.

use smallvec::SmallVec;

use crate::edge::{Annotation, Direction, Edge, EdgeKind, FenceId, Part, Sameness, Size, UpdateId};
use crate::refusal::Refusal;
use crate::vocabulary::Vocabulary;

/// An access of a cycle, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct AccessNumber(pub(crate) u8);

impl AccessNumber {
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Some accesses, in an order.
pub(crate) type AccessList = SmallVec<[AccessNumber; 8]>;

/// A location of a test, by its number. The names are `x`, `y`, `z`, `a` to `w`, then `x00`, `x01`, ...
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Location(pub(crate) u8);

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            number @ 0..3 => write!(f, "{}", char::from(b'x' + number)),
            number @ 3..26 => write!(f, "{}", char::from(b'a' + number - 3)),
            number => write!(f, "x{:02}", number - 26),
        }
    }
}

impl Location {
    /// What locations are sorted by in texts: their names.
    pub(crate) fn name_order(self) -> u8 {
        match self.0 {
            number @ 0..3 => 100 + number * 50,
            number @ 3..26 => number,
            // Behind `x` and before `y`.
            number => 101 + (number - 26),
        }
    }
}

/// Cycles are shorter.
const MOST_ACCESSES: usize = 60;

/// A memory access.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    pub(crate) direction: Direction,
    pub(crate) annotation: Option<Annotation>,
    pub(crate) location: Location,
    /// The number of its thread, from 0, observers not counted.
    pub(crate) thread: u8,
    /// What it reads, or what it is to write: the operand of a read-modify-write.
    pub(crate) value: u64,
    /// What is in the location after it.
    pub(crate) content: u64,
    /// Whether it is one half of a read-modify-write.
    pub(crate) is_update: bool,
    /// Whether the cycle writes its location at all.
    pub(crate) is_written: bool,
}

impl Access {
    /// Which piece of its location it accesses, if not all of it.
    pub(crate) fn part(&self) -> Option<Part> {
        self.annotation.and_then(|annotation| annotation.part)
    }
}

/// A cycle whose accesses are known.
#[derive(Debug)]
pub(crate) struct Cycle {
    /// The edges that lead from access to access; edge i begins at access i.
    pub(crate) steps: SmallVec<[Edge; 16]>,
    /// The fences inserted behind each access (and behind the fence of its edge).
    pub(crate) inserts: SmallVec<[(AccessNumber, FenceId); 2]>,
    pub(crate) accesses: SmallVec<[Access; 16]>,
    /// The accesses of each thread, in program order: consecutive ones of the cycle, as first and length.
    pub(crate) threads: SmallVec<[(AccessNumber, u8); 8]>,
    /// For each location its accesses, in the order of the cycle from where its values begin to count.
    pub(crate) by_location: SmallVec<[(Location, AccessList); 8]>,
}

impl Cycle {
    /// Gives the accesses of a resolved cycle locations, values and threads. `natural` is the size of locations.
    ///
    /// # Errors
    /// When it has no test, with the reason.
    pub(crate) fn new(vocabulary: &Vocabulary, edges: &[Edge], natural: Size) -> Result<Cycle, Refusal> {
        let mut cycle = Cycle::bare(edges)?;
        let first = cycle.set_locations(vocabulary)?;
        let start = cycle.set_values(vocabulary, first, natural)?;
        cycle.set_threads(start)?;
        Ok(cycle)
    }

    fn bare(edges: &[Edge]) -> Result<Cycle, Refusal> {
        let steps: SmallVec<[Edge; 16]> = edges.iter().copied().filter(Edge::is_step).collect();
        if steps.len() > MOST_ACCESSES {
            return Err(Refusal::new(format!("a cycle of {} accesses; {MOST_ACCESSES} are the most", steps.len())));
        }
        let last = AccessNumber(steps.len() as u8 - 1);
        let mut inserts = SmallVec::new();
        let mut seen: Option<u8> = None;
        for edge in edges {
            match edge.kind {
                // A fence before the first access stands behind the last one: the edges are a cycle.
                EdgeKind::Insert(fence) => inserts.push((seen.map_or(last, AccessNumber), fence)),
                _ if edge.is_step() => seen = Some(seen.map_or(0, |number| number + 1)),
                _ => {}
            }
        }
        let mut accesses: SmallVec<[Access; 16]> = SmallVec::new();
        for (index, edge) in steps.iter().enumerate() {
            let before = steps[(index + steps.len() - 1) % steps.len()].kind;
            let direction = edge.source_direction().ok_or_else(|| Refusal::new("a direction is open"))?;
            accesses.push(Access {
                direction,
                annotation: edge.source,
                location: Location(0),
                thread: 0,
                value: 0,
                content: 0,
                is_update: matches!(edge.kind, EdgeKind::Update(_)) || matches!(before, EdgeKind::Update(_)),
                is_written: false,
            });
        }
        Ok(Cycle { steps, inserts, accesses, threads: SmallVec::new(), by_location: SmallVec::new() })
    }

    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    pub(crate) fn next(&self, index: usize) -> usize {
        if index + 1 == self.len() { 0 } else { index + 1 }
    }

    pub(crate) fn previous(&self, index: usize) -> usize {
        if index == 0 { self.len() - 1 } else { index - 1 }
    }

    /// The first index from `from` on, forwards, for which `holds`.
    fn forwards(&self, from: usize, mut holds: impl FnMut(usize) -> bool) -> Option<usize> {
        (0..self.len()).map(|steps| (from + steps) % self.len()).find(|index| holds(*index))
    }

    fn backwards(&self, from: usize, mut holds: impl FnMut(usize) -> bool) -> Option<usize> {
        (0..self.len()).map(|steps| (from + self.len() - steps) % self.len()).find(|index| holds(*index))
    }

    /// The read-modify-write that an access is the read of.
    pub(crate) fn update_from(&self, index: usize) -> Option<UpdateId> {
        match self.steps[index].kind {
            EdgeKind::Update(update) => Some(update),
            _ => None,
        }
    }

    /// Gives each run of edges on one location a new one. The access that begins the first run, which is given `x`, comes behind the last change of
    /// location before the first communication to another thread, looking backwards from access 0. Returns that access.
    fn set_locations(&mut self, vocabulary: &Vocabulary) -> Result<usize, Refusal> {
        let changes = |cycle: &Cycle, index: usize| cycle.steps[index].place() == Sameness::Different;
        let last_communication = self
            .backwards(0, |index| self.steps[index].is_external())
            .or_else(|| self.backwards(0, |index| self.steps[index].is_communication()));
        let change = last_communication.and_then(|from| self.backwards(from, |index| changes(self, index)));
        let Some(change) = change else { return Ok(0) };
        let first = self.forwards(change, |index| !changes(self, index));
        let first = first.ok_or_else(|| Refusal::new("the cycle changes location at each edge"))?;
        let mut number = 0;
        let mut index = first;
        loop {
            self.accesses[index].location = Location(number);
            let next = self.next(index);
            if next == first {
                break;
            }
            if changes(self, index) {
                number += 1;
            }
            index = next;
        }
        if number == 0 {
            let edge = vocabulary.cycle_text(std::slice::from_ref(&self.steps[index]));
            return Err(Refusal::new(format!("`{edge}` changes location, and nothing changes it back")));
        }
        Ok(first)
    }

    /// Where each location's values begin to count, and the values. Writes write 1, 2, 3, ... in the order of the cycle, which is the order of coherence.
    fn set_values(&mut self, vocabulary: &Vocabulary, first: usize, natural: Size) -> Result<usize, Refusal> {
        let location = |cycle: &Cycle, index: usize| cycle.accesses[index].location;
        let begins = |index: usize| {
            location(self, self.previous(index)) != location(self, index)
                && location(self, self.next(index)) == location(self, index)
        };
        let start = self.forwards(first, begins).or_else(|| self.only_start(first));
        let start = start.ok_or_else(|| Refusal::new("there is no communication in the cycle"))?;
        for steps in 0..self.len() {
            let index = (start + steps) % self.len();
            let number = AccessNumber(index as u8);
            let here = location(self, index);
            match self.by_location.last_mut() {
                Some((before, accesses)) if *before == here => accesses.push(number),
                _ => self.by_location.push((here, SmallVec::from_slice(&[number]))),
            }
        }
        let groups = std::mem::take(&mut self.by_location);
        for (_, accesses) in &groups {
            self.set_values_of(vocabulary, accesses, natural);
        }
        self.by_location = groups;
        Ok(start)
    }

    /// In a cycle on one location, values begin to count where communications (or read-modify-writes) begin, at a read if possible.
    fn only_start(&self, first: usize) -> Option<usize> {
        let communicates = |index: usize| self.steps[index].is_communication();
        let is_update = |index: usize| self.update_from(index).is_some();
        let reads = |index: usize| self.accesses[index].direction == Direction::Read;
        let either = |index: usize| communicates(index) || is_update(index);
        let to_either = |index: usize| !either(self.previous(index)) && either(index);
        let to_communication = |index: usize| !communicates(self.previous(index)) && communicates(index);
        self.forwards(first, |index| to_either(index) && reads(index))
            .or_else(|| self.forwards(first, to_either))
            .or_else(|| self.forwards(first, |index| to_communication(index) && reads(index)))
            .or_else(|| self.forwards(first, to_communication))
    }

    fn set_values_of(&mut self, vocabulary: &Vocabulary, accesses: &[AccessNumber], natural: Size) {
        let is_written = accesses.iter().any(|number| self.accesses[number.index()].direction == Direction::Write);
        let (mut counter, mut content) = (0_u64, 0_u64);
        for number in accesses {
            let index = number.index();
            let update = self.update_from(self.previous(index));
            let access = &mut self.accesses[index];
            access.is_written = is_written;
            let part = access.part();
            match access.direction {
                Direction::Read => access.value = extract(content, part, natural),
                Direction::Write => {
                    counter += 1;
                    access.value = repeated(counter, part);
                    let written = match update {
                        // What stands in memory behind it depends on what stood there before, unlike with a plain
                        // write.
                        Some(update) => {
                            let old = extract(content, part, natural);
                            vocabulary.update(update).operation.apply(old, access.value)
                        }
                        None => access.value,
                    };
                    content = overwrite(content, part, natural, written);
                }
            }
            access.content = content;
        }
    }

    /// Cuts the cycle into threads. Thread 0 begins at `start` if a communication from another thread leads there; else behind the next such
    /// communication that begins a thread of at least two accesses.
    fn set_threads(&mut self, start: usize) -> Result<(), Refusal> {
        let is_external = |index: usize| self.steps[index].is_external();
        let external = (0..self.len()).filter(|index| is_external(*index)).count();
        if external == 1 {
            return Err(Refusal::new("only one communication between threads: a cycle has none, or two at least"));
        }
        let first = if is_external(self.previous(start)) {
            start
        } else if external == 0 {
            let internal = self.forwards(start, |index| self.steps[index].is_communication());
            self.next(internal.ok_or_else(|| Refusal::new("there is no communication in the cycle"))?)
        } else {
            // The thread that ends there may have this one access only; the first one is to have more, if any has.
            let begin = self.forwards(start, is_external).unwrap_or(start);
            self.forwards(begin, |index| !is_external(index)).unwrap_or(begin)
        };
        let (mut thread, mut begin, mut length) = (0_u8, first, 0_u8);
        for steps in 0..self.len() {
            let index = (first + steps) % self.len();
            self.accesses[index].thread = thread;
            length += 1;
            // Without communication to other threads the end of the list is the end of the only thread.
            if self.steps[index].is_external() || steps + 1 == self.len() {
                self.threads.push((AccessNumber(begin as u8), length));
                (thread, begin, length) = (thread + 1, self.next(index), 0);
            }
        }
        Ok(())
    }

    /// The accesses of a thread, in program order.
    pub(crate) fn accesses_of(&self, thread: usize) -> impl Iterator<Item = usize> + use<> {
        let (first, length) = self.threads[thread];
        let len = self.len();
        (0..usize::from(length)).map(move |steps| (first.index() + steps) % len)
    }

    /// Whether a thread's last access comes before its first one in the coherence of one location, so that coherence alone forbids the cycle.
    pub(crate) fn goes_back(&self) -> bool {
        self.threads.iter().any(|(first, length)| {
            let last = (first.index() + usize::from(*length) - 1) % self.len();
            let (first, last) = (&self.accesses[first.index()], &self.accesses[last]);
            *length > 1 && first.location == last.location && last.value < first.value
        })
    }

    /// The writes of each location in coherence order, locations by their names.
    pub(crate) fn coherence(&self) -> SmallVec<[(Location, AccessList); 8]> {
        let mut all: SmallVec<[(Location, AccessList); 8]> = SmallVec::new();
        for (location, accesses) in &self.by_location {
            let writes = accesses.iter().copied();
            let writes: AccessList =
                writes.filter(|number| self.accesses[number.index()].direction == Direction::Write).collect();
            if !writes.is_empty() {
                all.push((*location, writes));
            }
        }
        all.sort_by_key(|(location, _)| location.name_order());
        all
    }
}

/// The number in each byte of the piece, so that each piece of it can be distinguished from the others'.
fn repeated(number: u64, part: Option<Part>) -> u64 {
    let Some(part) = part else { return number };
    let bytes = (0..u32::from(part.size.bytes())).map(|byte| number << (8 * byte));
    bytes.fold(0, u64::wrapping_add) & part.size.mask()
}

fn extract(content: u64, part: Option<Part>, natural: Size) -> u64 {
    match part {
        None => content & natural.mask(),
        Some(part) => content >> (8 * u32::from(part.offset)) & part.size.mask(),
    }
}

fn overwrite(content: u64, part: Option<Part>, natural: Size, value: u64) -> u64 {
    match part {
        None => value & natural.mask(),
        Some(part) => {
            let shift = 8 * u32::from(part.offset);
            let mask = part.size.mask() << shift;
            content & !mask | (value << shift) & mask
        }
    }
}
