//! Giving every read a write to read from.
//!
//! Reads choose one after the other. A choice says that two addresses are equal and what the read's symbol stands for; everything
//! that becomes known by it is checked and computed at once (module `agenda`), so that it is done once for each choice, and a complete
//! candidate is there without further work. Mostly all values are numbers as soon as they are chosen. Where a read reads what depends
//! on reads to come, values stay symbolic, and are found when all have chosen.
//!
//! Two kinds of reads return a value that nothing determines; their symbols stay free in the candidate:
//! - one that reads what is, through other reads, its own value (out of thin air). herd counts such an execution, too. Where the
//!   value would have to be a function of itself other than itself, the candidate is dropped if the equation has no solution for
//!   all that is known (x = x + 1), and is a fault otherwise (herd drops it);
//! - one whose address turns out to be no location, which is a fault. No condition contradicts such a candidate: what the read
//!   returns, if it returns, may be anything, and a fault must not vanish because some value was supposed.

use std::ops::{ControlFlow, Range};

use program::{BinaryOperator, ExprId, Expressions, IdVec, Node};
use relation::EventId;

use crate::agenda::{Agenda, Purpose, ShownState};
use crate::candidate::{Answers, KnownAfter};
use crate::first_choices::FirstChoices;
use crate::locate::{locate_all, undecided, undefined_behaviour};
use crate::solution::Solution;
use crate::{Candidate, EventStructure, ExecutionError, Fault, Limits};

/// Who is shown the candidates.
pub trait Visitor {
    /// What the search ends with when the visitor ends it.
    type Break;

    /// Asked once for each part of a divided search ([`Candidates::divide`]), in the order of their numbers: whether it is wanted.
    fn wants(&mut self, part: u64) -> bool {
        let _ = part;
        true
    }

    /// Asked before a read chooses a write, `depth` reads having chosen before it: whether it is worth trying. What was chosen at this depth or beyond is
    /// taken back.
    fn may_read(&mut self, depth: usize, read: EventId, write: EventId) -> bool {
        let _ = (depth, read, write);
        true
    }

    /// Asked after reads that choose, while others have several ways to choose: whether it is worth going on. Of `candidate`, which comes about, it is
    /// known what the first `depth` reads read from; of values, [`Candidates::note_when_known`] says which.
    fn may_extend(&mut self, x: &mut Expressions, candidate: &Candidate<'_, '_>, depth: usize) -> bool {
        let _ = (x, candidate, depth);
        true
    }

    /// A candidate; values are expressions of the arena.
    fn candidate(&mut self, x: &mut Expressions, candidate: &Candidate<'_, '_>) -> ControlFlow<Self::Break>;
}

/// The search for all candidates of one event structure.
pub struct Candidates<'a, 's, 'p> {
    x: &'a mut Expressions,
    limits: &'a Limits<'a>,
    agenda: Agenda,
    asked: Answers,
    solution: Solution,
    /// What is not decided yet, and was not at earlier levels; see [`Level`].
    open: Vec<Open>,
    /// Invariant: up to date wherever what is read is known; where a level is symbolic, after [`Candidates::resolve_all`].
    candidate: Candidate<'s, 'p>,
    /// Where all addresses are known before anything is read: what is wrong with them in all candidates.
    fault: Option<Fault>,
    /// What divides the search.
    part: Option<FirstChoices>,
}

/// Something that is not decided yet.
#[derive(Clone, Copy)]
enum Open {
    /// A bit and the value that it must have.
    Condition(ExprId, bool),
    /// Addresses that must be equal.
    Equal(ExprId, ExprId),
    /// An address that must turn out to be none.
    NotAddress(ExprId),
    /// A bit that must be 1: that a value is a certain function of itself.
    OfItself(ExprId),
}

/// Where the search is, beside what has chosen: on the way back the earlier level is right again.
#[derive(Clone)]
struct Level {
    /// Which of [`Candidates::open`] are open here; those of the levels above lie before.
    open: Range<usize>,
    /// Whether some read has read what is not known yet.
    is_symbolic: bool,
}

/// Where fewer candidates are left, to go through them costs less than to ask whether that is worth it.
const WORTH_ASKING: u32 = 4;

impl<'a, 's, 'p> Candidates<'a, 's, 'p> {
    /// A search; `symbols` is [`ThreadPaths::symbols`](crate::ThreadPaths::symbols).
    pub fn new(
        structure: &'s EventStructure<'p>,
        x: &'a mut Expressions,
        symbols: usize,
        limits: &'a Limits<'a>,
    ) -> Self {
        Candidates::showing(structure, x, symbols, limits, None)
    }

    /// As [`Candidates::new`], in an order of the reads in which what is `shown` of a final state is known early.
    pub fn showing(
        structure: &'s EventStructure<'p>,
        x: &'a mut Expressions,
        symbols: usize,
        limits: &'a Limits<'a>,
        shown: Option<ShownState<'_>>,
    ) -> Self {
        let agenda = Agenda::new(structure, x, shown);
        let solution = Solution::new(symbols);
        let mut candidate = Candidate::new(structure);
        for write in &agenda.writes {
            candidate.values[write.event] = Some(write.value);
        }
        let mut fault = None;
        candidate.has_fixed_cells = agenda.has_known_addresses;
        if agenda.has_known_addresses {
            fault = locate_all(x, structure, &agenda, &solution, &mut candidate.cells);
        }
        Candidates {
            x,
            limits,
            agenda,
            asked: Answers::new(),
            solution,
            open: Vec::new(),
            candidate,
            fault,
            part: None,
        }
    }

    /// Asks for the values of expressions in each candidate: [`Candidate::answers`], in the order of the questions.
    pub fn ask(&mut self, expressions: impl IntoIterator<Item = ExprId>) {
        for expr in expressions {
            self.agenda.add(self.x, expr, Purpose::Asked(self.asked.len()));
            self.asked.push(expr);
            self.candidate.answers.push(expr);
        }
    }

    /// Divides the search by what the first reads read from, so that there are about `wanted` parts or more; only those parts are
    /// searched that the visitor wants. Parts and their numbers depend on nothing but the event structure and `wanted`.
    /// Gives the number of parts; it is less than `wanted` where there are too few choices.
    pub fn divide(&mut self, wanted: u64) -> u64 {
        self.part.insert(FirstChoices::new(&self.agenda, wanted)).combinations()
    }

    /// Notes in the candidates how many reads must have chosen for their values to be right ([`Candidate::known_after`]).
    pub fn note_when_known(&mut self) {
        let Candidates { x, agenda, asked, candidate, .. } = self;
        let reads = |expr| agenda.reads_in(x, expr).last().map_or(0, |last| last + 1);
        let mut values = IdVec::from_elem(0, candidate.structure.universe());
        for write in &agenda.writes {
            values[write.event] = reads(write.value);
        }
        candidate.known_after = Some(KnownAfter { answers: asked.iter().map(|&expr| reads(expr)).collect(), values });
    }

    /// The reads, in the order in which they choose.
    pub fn reads(&self) -> impl Iterator<Item = EventId> {
        self.agenda.reads.iter().map(|read| read.event)
    }

    /// In how many ways the reads can choose at most, as far as this follows from addresses that are known before anything is read; saturates.
    pub fn ways(&self) -> u64 {
        self.agenda.reads.iter().fold(1, |ways: u64, read| ways.saturating_mul(read.options.len() as u64))
    }

    /// What the numbers of the parts of a divided search are less than; some numbers belong to no part. 1 when it is not divided.
    pub fn part_numbers(&self) -> u64 {
        self.part.as_ref().map_or(1, FirstChoices::numbers)
    }

    /// Visits every candidate that the visitor does not give up, in a deterministic order, until it breaks.
    ///
    /// # Errors
    /// On cancellation.
    pub fn visit<V: Visitor>(mut self, visitor: &mut V) -> Result<ControlFlow<V::Break>, ExecutionError> {
        self.agenda.finish();
        self.open.extend(self.agenda.undecided.iter().map(|&(bit, wanted)| Open::Condition(bit, wanted)));
        if !self.settle(0..self.open.len()) {
            return Ok(ControlFlow::Continue(()));
        }
        let start = Level { open: self.agenda.undecided.len()..self.open.len(), is_symbolic: false };
        self.choose(0, &start, visitor)
    }

    /// Lets the `index`-th read and all after it choose.
    fn choose<V: Visitor>(
        &mut self,
        index: usize,
        level: &Level,
        visitor: &mut V,
    ) -> Result<ControlFlow<V::Break>, ExecutionError> {
        if let Some(first) = &self.part
            && first.len() == index
            && !visitor.wants(first.number(&self.candidate.reads_from))
        {
            return Ok(ControlFlow::Continue(()));
        }
        let Some(read) = self.agenda.reads.get(index) else { return Ok(self.complete(level, visitor)) };
        self.limits.check_cancelled()?;
        let (event, address) = (read.event, self.solution.resolve(self.x, read.address));
        for option in read.options.clone() {
            let write = self.agenda.options[option];
            let is_torn = self
                .candidate
                .atomic
                .as_ref()
                .is_some_and(|atomic| atomic.is_torn(&self.candidate.reads_from, event, write.event));
            if is_torn || !visitor.may_read(index, event, write.event) {
                continue;
            }
            let Some(below) = self.read_from(index, address, option, level) else { continue };
            self.candidate.reads_from[event] = Some(write.event);
            self.candidate.has_open_values = below.is_symbolic;
            // Asking costs about as much as a few candidates.
            let is_nearly_done = self.agenda.reads[index].below < WORTH_ASKING;
            if (is_nearly_done || visitor.may_extend(self.x, &self.candidate, index + 1))
                && let ControlFlow::Break(end) = self.choose(index + 1, &below, visitor)?
            {
                return Ok(ControlFlow::Break(end));
            }
            self.retract(index, level);
        }
        self.candidate.reads_from[event] = None;
        if !self.is_location(address) {
            return self.read_nowhere(index, address, level, visitor);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Whether `address` is known to be that of a cell of memory, or of code that can be read. An address beside its location, or
    /// between two cells, is none.
    fn is_location(&self, address: ExprId) -> bool {
        let structure = self.candidate.structure;
        match self.x.node(address) {
            Node::Address(location, offset) => structure.cell_at(location, offset).is_some(),
            Node::Code(place) => structure.program.code_location(place).is_some(),
            Node::Constant(_)
            | Node::Word(_)
            | Node::Symbol(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Extract(..)
            | Node::ZeroExtend(_)
            | Node::SignExtend(_)
            | Node::Concatenate(..)
            | Node::Select(..) => false,
        }
    }

    /// Makes the `index`-th read choose `option`, of all options. `None`, and nothing changed, when that contradicts something.
    fn read_from(&mut self, index: usize, address: ExprId, option: usize, level: &Level) -> Option<Level> {
        let write = self.agenda.options[option];
        let (symbol, width) = (self.agenda.reads[index].symbol, self.agenda.reads[index].width);
        if address != write.address {
            let write_address = self.solution.resolve(self.x, write.address);
            if address != write_address {
                if self.x.is_known(address) && self.x.is_known(write_address) {
                    return None;
                }
                self.open.push(Open::Equal(address, write_address));
            }
        }
        if self.x.is_known(write.value) {
            let option = option - self.agenda.reads[index].options.start;
            return self.take_value(index, Some(write.value), Some(option), level);
        }
        let value = self.solution.resolve(self.x, write.value);
        let value = self.x.resize(value, width);
        if self.x.mentions(value, symbol) {
            return self.read_itself(index, value, level);
        }
        self.take_value(index, Some(value), None, level)
    }

    /// Makes the `index`-th read return `value`, which mentions what it returns.
    fn read_itself(&mut self, index: usize, value: ExprId, level: &Level) -> Option<Level> {
        let own = self.x.symbol(self.agenda.reads[index].symbol, self.agenda.reads[index].width);
        let is_solved = self.x.binary(BinaryOperator::Equal, own, value);
        if self.x.as_constant(is_solved) != Some(1) {
            self.open.push(Open::OfItself(is_solved));
        }
        self.take_value(index, None, None, level)
    }

    /// Lets the `index`-th read read from no write: right when its address turns out to be none, which is a fault.
    fn read_nowhere<V: Visitor>(
        &mut self,
        index: usize,
        address: ExprId,
        level: &Level,
        visitor: &mut V,
    ) -> Result<ControlFlow<V::Break>, ExecutionError> {
        self.open.push(Open::NotAddress(address));
        let Some(below) = self.take_value(index, None, None, level) else { return Ok(ControlFlow::Continue(())) };
        let flow = self.choose(index + 1, &below, visitor)?;
        self.retract(index, level);
        Ok(flow)
    }

    /// Makes the `index`-th read return `value`, or what is free; what it supposes was added to `open`. `None` as the result, and
    /// nothing changed from `level`, when that contradicts something. `option` is the number of the option among those of the read, where its value is
    /// known before anything is read.
    fn take_value(
        &mut self,
        index: usize,
        value: Option<ExprId>,
        option: Option<usize>,
        level: &Level,
    ) -> Option<Level> {
        let read = &self.agenda.reads[index];
        self.solution.set(read.symbol, value);
        if !read.is_update {
            self.candidate.values[read.event] = Some(value.unwrap_or_else(|| self.x.symbol(read.symbol, read.width)));
        }
        let is_symbolic = level.is_symbolic || !value.is_some_and(|value| self.x.is_known(value));
        let end = self.open.len();
        if self.settle(level.open.start..end) && self.look(index, option) {
            return Some(Level { open: end..self.open.len(), is_symbolic });
        }
        self.retract(index, level);
        None
    }

    /// Takes back what the `index`-th read has chosen.
    fn retract(&mut self, index: usize, level: &Level) {
        self.solution.set(self.agenda.reads[index].symbol, None);
        self.open.truncate(level.open.end);
    }

    /// Looks at what the `index`-th read is the last to give a value; `option` as for [`Candidates::take_value`]. Gives whether nothing is contradicted.
    fn look(&mut self, index: usize, option: Option<usize>) -> bool {
        for at in self.agenda.reads[index].looks.clone() {
            let (expr, purpose) = self.agenda.look(at);
            let found = option.and_then(|option| self.agenda.found(at, index, option));
            let value = match found {
                Some(found) => *found.get_or_insert_with(|| self.solution.resolve(self.x, expr)),
                None => self.solution.resolve(self.x, expr),
            };
            match purpose {
                Purpose::Condition { wanted, is_last } => match self.is_bit(value, wanted) {
                    Some(false) => return false,
                    None if is_last => self.open.push(Open::Condition(value, wanted)),
                    _ => {}
                },
                Purpose::Written(_) | Purpose::Asked(_) => self.candidate.note(purpose, value),
            }
        }
        true
    }

    /// Whether a bit has the value `wanted`, if that is known.
    fn is_bit(&self, bit: ExprId, wanted: bool) -> Option<bool> {
        self.x.as_constant(bit).map(|value| (value == 1) == wanted)
    }

    /// Decides what can be decided by now of those of `open`, and opens the rest of them again. Gives whether nothing is contradicted.
    fn settle(&mut self, open: Range<usize>) -> bool {
        for at in open {
            let rest = match self.open[at] {
                Open::Condition(bit, wanted) => {
                    let bit = self.solution.resolve(self.x, bit);
                    match self.is_bit(bit, wanted) {
                        Some(false) => return false,
                        Some(true) => continue,
                        None => Open::Condition(bit, wanted),
                    }
                }
                Open::Equal(a, b) => {
                    let (a, b) = (self.solution.resolve(self.x, a), self.solution.resolve(self.x, b));
                    if a == b {
                        continue;
                    }
                    if self.x.is_known(a) && self.x.is_known(b) {
                        return false;
                    }
                    Open::Equal(a, b)
                }
                Open::NotAddress(address) => {
                    let address = self.solution.resolve(self.x, address);
                    if self.is_location(address) {
                        return false;
                    }
                    if self.x.is_known(address) {
                        continue;
                    }
                    Open::NotAddress(address)
                }
                Open::OfItself(bit) => {
                    let bit = self.solution.resolve(self.x, bit);
                    match self.x.as_constant(bit) {
                        Some(0) => return false,
                        Some(_) => continue,
                        None => Open::OfItself(bit),
                    }
                }
            };
            self.open.push(rest);
        }
        true
    }

    /// All reads have chosen.
    fn complete<V: Visitor>(&mut self, level: &Level, visitor: &mut V) -> ControlFlow<V::Break> {
        let open = &self.open[level.open.clone()];
        if open.iter().any(|open| matches!(open, Open::Equal(..))) {
            // Two addresses that are not the same expression and cannot be compared: neither is a location's.
            return ControlFlow::Continue(());
        }
        let undecided = open.iter().find_map(|open| match *open {
            Open::Condition(bit, _) => Some(undecided(self.x, bit, None, "a branch")),
            Open::OfItself(_) => Some(Fault::ThinAir { instruction: None, what: "a value" }),
            Open::Equal(..) | Open::NotAddress(_) => None,
        });
        if level.is_symbolic {
            self.resolve_all();
        }
        let Candidates { x, agenda, solution, candidate, .. } = self;
        let structure = candidate.structure;
        let fault = match agenda.has_known_addresses {
            true => self.fault.clone(),
            false => locate_all(x, structure, agenda, solution, &mut candidate.cells),
        };
        candidate.fault = fault.or(undecided).or_else(|| undefined_behaviour(x, structure, solution));
        visitor.candidate(x, candidate)
    }

    /// All values, where some were chosen before they were known.
    fn resolve_all(&mut self) {
        let Candidates { x, agenda, solution, candidate, .. } = self;
        for read in &agenda.reads {
            let value = solution.get(read.symbol).unwrap_or_else(|| x.symbol(read.symbol, read.width));
            candidate.values[read.event] = Some(solution.resolve(x, value));
        }
        for write in &agenda.writes {
            candidate.values[write.event] = Some(solution.resolve(x, write.value));
        }
        for (answer, &expr) in candidate.answers.iter_mut().zip(&self.asked) {
            *answer = solution.resolve(x, expr);
        }
    }
}
