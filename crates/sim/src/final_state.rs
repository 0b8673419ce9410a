//! Final states: what those places hold at the end of an execution that a test looks at.
//!
//! Expressions are equal when their numbers are, so states are distinguished by numbers, whatever the values; each different one is judged
//! by the condition once, and becomes a line of the log once.

use std::cell::{Cell as Flag, RefCell};

use execution::{Answers, Candidate, Cell, EventStructure, FinalWrites, Pieces};
use litmus::{
    Base, FinalAtom, FinalPlace, FinalState, FinalValue, LoweredTest, Outcomes, Proposition, Quantifier, RegisterPart,
    ShownPlace,
};
use program::{CodePlace, ExprId, Expressions, LocationId, Node, SymbolId, ThreadId, Width};
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use crate::free_values::{self, Assignment, Free};

/// Small tests look at no more places.
const USUAL_VALUES: usize = 8;

/// The places whose final values matter.
///
/// A state is a list of values: those of the registers, then those of the cells.
#[derive(Debug)]
pub(crate) struct Observed {
    pub(crate) registers: SmallVec<[(ThreadId, RegisterPart); USUAL_VALUES]>,
    /// Ascending, without duplicates.
    pub(crate) cells: SmallVec<[Cell; USUAL_VALUES]>,
    /// Where memory is divided: the pieces of all cells, and of how many each consists.
    divided: Option<(Vec<Cell>, Vec<usize>)>,
}

impl Observed {
    /// What `test` looks at, its memory divided into `pieces`, if it is.
    pub(crate) fn new(test: &LoweredTest, pieces: Option<&Pieces>) -> Observed {
        let mut observed = Observed { registers: SmallVec::new(), cells: SmallVec::new(), divided: None };
        for place in &test.observed {
            match *place {
                FinalPlace::Register(thread, part) => observed.registers.push((thread, part)),
                FinalPlace::Cell(location, index) => observed.cells.push(Cell { location, index }),
                FinalPlace::Whole(location) => {
                    let all = 0..test.program.locations[location].cells.len() as u32;
                    observed.cells.extend(all.map(|index| Cell { location, index }));
                }
            }
        }
        observed.cells.sort();
        observed.cells.dedup();
        observed.divided = pieces.map(|pieces| {
            let (mut all, mut counts) = (Vec::new(), Vec::new());
            for &Cell { location, index } in &observed.cells {
                let own = pieces.of_cell(location, index);
                counts.push(own.len());
                all.extend(own.map(|index| Cell { location, index }));
            }
            (all, counts)
        });
        observed
    }

    /// The cells, each with its pieces; where memory is not divided, each is one.
    pub(crate) fn cells_with_pieces(&self) -> Vec<(Cell, Vec<Cell>)> {
        let Some((pieces, counts)) = &self.divided else {
            return self.cells.iter().map(|&cell| (cell, vec![cell])).collect();
        };
        let mut pieces = pieces.iter().copied();
        self.cells.iter().zip(counts).map(|(&cell, &count)| (cell, pieces.by_ref().take(count).collect())).collect()
    }

    /// The cells, or their pieces, whose final writes matter.
    pub(crate) fn final_cells(&self) -> &[Cell] {
        self.divided.as_ref().map_or(&self.cells, |(pieces, _)| pieces)
    }

    /// What the registers hold at the ends of the paths.
    pub(crate) fn registers_at_end(&self, structure: &EventStructure<'_>, x: &mut Expressions) -> Answers {
        let value = |&(thread, part): &(ThreadId, RegisterPart)| {
            structure.paths[thread].register(x, part.register, part.low, part.width)
        };
        self.registers.iter().map(value).collect()
    }

    /// Where the value of a register stands in a state.
    fn register(&self, thread: ThreadId, part: RegisterPart) -> usize {
        let found = self.registers.iter().position(|&register| register == (thread, part));
        found.expect("what is shown is observed")
    }

    /// Where the value of a cell stands in a state.
    fn cell(&self, location: LocationId, index: u32) -> usize {
        let found = self.cells.binary_search(&Cell { location, index });
        self.registers.len() + found.expect("what is shown is observed")
    }

    /// Where the values of a place stand, an array's one after the other.
    fn places(&self, shown: &ShownPlace) -> impl Iterator<Item = usize> {
        let place = shown.place;
        (0..shown.cells.unwrap_or(1)).map(move |index| match place {
            FinalPlace::Register(thread, part) => self.register(thread, part),
            FinalPlace::Whole(location) => self.cell(location, index),
            FinalPlace::Cell(location, cell) => self.cell(location, cell),
        })
    }
}

/// Small tests have fewer final states.
const USUAL_STATES: usize = 14;

/// What the places hold that are observed, in the order of [`Observed`].
type State = SmallVec<[ExprId; USUAL_VALUES]>;

/// Values that were met at one place, each with its number.
type Numbered = SmallVec<[(ExprId, u32); 4]>;

/// The final states of the executions that are allowed.
pub(crate) struct FinalStates<'a> {
    test: &'a LoweredTest,
    observed: &'a Observed,
    /// Where the values of an outcome stand in a state.
    shown: SmallVec<[usize; USUAL_VALUES]>,
    /// The state that is looked at.
    state: Vec<ExprId>,
    /// Those counted, each with whether the condition holds there.
    counted: FxHashMap<State, bool>,
    /// Whether the condition holds in states that were looked at. Conditions of combined tests (`lakmus mix`) name all outcomes of their source, and to judge the same
    /// few states again and again took half of the time.
    held: RefCell<FxHashMap<State, bool>>,
    /// How many executions were counted in which the condition holds.
    positive: u64,
    /// How many others.
    negative: u64,
}

/// A final value is not known, and is not just any value.
pub(crate) enum UnknownValue {
    /// It depends on the bits of an address.
    AddressBits,
    /// It is computed from a value out of thin air.
    ThinAir,
}

impl<'a> FinalStates<'a> {
    /// None yet.
    pub(crate) fn new(test: &'a LoweredTest, observed: &'a Observed) -> FinalStates<'a> {
        let shown = test.displayed.iter().flat_map(|place| observed.places(place)).collect();
        let state = Vec::with_capacity(USUAL_VALUES);
        let counted = FxHashMap::with_capacity_and_hasher(USUAL_STATES, FxBuildHasher);
        let held = RefCell::default();
        FinalStates { test, observed, shown, state, counted, held, positive: 0, negative: 0 }
    }

    /// Looks at the final state of `candidate`, which was asked for the registers, with these final writes.
    pub(crate) fn look_at(&mut self, x: &mut Expressions, candidate: &Candidate<'_, '_>, finals: &FinalWrites) {
        self.state.clear();
        self.state.extend_from_slice(&candidate.answers);
        let mut written =
            finals.by_cell.iter().map(|&(_, write)| candidate.values[write].expect("a write writes something"));
        match &self.observed.divided {
            None => self.state.extend(written),
            Some((_, counts)) => self.state.extend(counts.iter().map(|&count| {
                // The lowest piece comes first.
                let pieces = written.by_ref().take(count);
                pieces.reduce(|below, above| x.concatenate(above, below)).expect("a cell has pieces")
            })),
        }
    }

    /// Whether executions that end in this state are left out.
    pub(crate) fn is_left_out(&self, x: &Expressions) -> bool {
        let Some(filter) = &self.test.filter else { return false };
        let view = self.view(x);
        let holds = filter.holds(&view);
        if !view.met_unknown.get() {
            return !holds;
        }
        // What is not known is left out only where no value is let in.
        self.satisfied(x, &Proposition::True).is_ok_and(|[may_hold, may_fail]| !may_hold && !may_fail)
    }

    /// Counts so many executions that end in this state.
    pub(crate) fn count(&mut self, x: &Expressions, executions: u64) -> Result<(), UnknownValue> {
        match self.counted.get(self.state.as_slice()) {
            Some(&holds) => {
                self.add(holds, executions);
                Ok(())
            }
            None => self.count_first(x, executions),
        }
    }

    /// Counts so many executions that end in this state, in which none ends that is counted already.
    pub(crate) fn count_first(&mut self, x: &Expressions, executions: u64) -> Result<(), UnknownValue> {
        let holds = self.judge(x)?;
        self.counted.insert(SmallVec::from_slice(&self.state), holds);
        self.add(holds, executions);
        Ok(())
    }

    fn add(&mut self, holds: bool, executions: u64) {
        *(if holds { &mut self.positive } else { &mut self.negative }) += executions;
    }

    /// Whether the condition holds in the state.
    fn judge(&self, x: &Expressions) -> Result<bool, UnknownValue> {
        let view = self.view(x);
        let holds = self.test.condition.holds(&view);
        // The condition may not have looked at all of it, and the filter may have looked at more.
        let shows_unknown = self.shown.iter().any(|&at| !is_plain(x, self.state[at]));
        let _ = self.test.filter.as_ref().is_some_and(|filter| filter.holds(&view));
        if !shows_unknown && !view.met_unknown.get() {
            return Ok(holds);
        }
        let [may_hold, may_fail] = self.satisfied(x, &self.test.condition)?;
        Ok(match self.test.quantifier {
            Quantifier::Exists | Quantifier::NotExists => may_hold,
            Quantifier::Forall => !may_fail,
        })
    }

    /// Whether, for some values of the free symbols in the state that the filter lets in, `condition` holds; and whether, for some, it does
    /// not.
    fn satisfied(&self, x: &Expressions, condition: &Proposition<FinalAtom>) -> Result<[bool; 2], UnknownValue> {
        let is_unclear = |&&value: &&ExprId| !is_plain(x, value) && !free_values::mentions_free(x, value);
        if self.state.iter().find(is_unclear).is_some() {
            return Err(UnknownValue::AddressBits);
        }
        let symbols = free_values::symbols(x, &self.state).ok_or(UnknownValue::ThinAir)?;
        let view = self.view(x);
        let plain = self.state.iter().enumerate().filter(|&(_, &value)| is_plain(x, value));
        let mut values: Vec<FinalValue> = plain.map(|(at, &value)| view.final_value(at, value)).collect();
        for proposition in [Some(condition), self.test.filter.as_ref()].into_iter().flatten() {
            free_values::add_mentioned(proposition, &mut values);
        }
        let mut found = [false; 2];
        let tried = free_values::each_assignment(&symbols, values, |assignment| {
            let view = StateView { assignment: Some(assignment), ..self.view(x) };
            if self.test.filter.as_ref().is_none_or(|filter| filter.holds(&view)) {
                found[usize::from(!condition.holds(&view))] = true;
            }
            found != [true; 2]
        });
        tried.map(|()| found).ok_or(UnknownValue::ThinAir)
    }

    /// Whether the condition holds in the state that is looked at.
    pub(crate) fn holds(&self, x: &Expressions) -> bool {
        if let Some(&known) = self.held.borrow().get(self.state.as_slice()) {
            return known;
        }
        // Where that cannot be decided, counting refuses the test.
        let holds = self.judge(x).unwrap_or(false);
        self.held.borrow_mut().insert(SmallVec::from_slice(&self.state), holds);
        holds
    }

    /// The line of a log that shows the state that is looked at.
    pub(crate) fn line(&self, x: &Expressions, base: Base) -> String {
        self.test.print_outcome(&self.test.outcome(&self.view(x)), base)
    }

    fn view<'v>(&'v self, x: &'v Expressions) -> StateView<'v> {
        StateView {
            x,
            test: self.test,
            observed: self.observed,
            state: &self.state,
            assignment: None,
            met_unknown: Flag::new(false),
        }
    }

    /// Whether an execution that ends in the state that is looked at was counted.
    pub(crate) fn is_counted(&self) -> bool {
        self.counted.contains_key(self.state.as_slice())
    }

    /// How many different states were counted.
    pub(crate) fn number(&self) -> usize {
        self.counted.len()
    }

    /// Whether any execution was counted.
    pub(crate) fn is_empty(&self) -> bool {
        self.counted.is_empty()
    }

    /// Looks at a state that was put together elsewhere: the values of the registers, then those of the cells.
    pub(crate) fn look_at_values(&mut self, values: impl Iterator<Item = ExprId>) {
        self.state.clear();
        self.state.extend(values);
    }

    /// Counts, with each state that was counted, those in which the registers of two threads are exchanged, for all `exchanges`.
    pub(crate) fn close(&mut self, x: &Expressions, exchanges: &[(ThreadId, ThreadId)]) -> Result<(), UnknownValue> {
        if exchanges.is_empty() {
            return Ok(());
        }
        let registers = &self.observed.registers;
        let place = |thread, part| registers.iter().position(|&register| register == (thread, part));
        let permutations: Vec<Vec<usize>> = exchanges
            .iter()
            .map(|&(one, other)| {
                let from = registers.iter().enumerate().map(|(at, &(thread, part))| {
                    let partner = match thread {
                        _ if thread == one => other,
                        _ if thread == other => one,
                        _ => return at,
                    };
                    place(partner, part).expect("states show the same of both")
                });
                from.collect()
            })
            .collect();
        let mut todo: Vec<State> = self.counted.keys().cloned().collect();
        while let Some(state) = todo.pop() {
            for permutation in &permutations {
                self.state.clear();
                self.state.extend(permutation.iter().map(|&from| state[from]));
                self.state.extend_from_slice(&state[permutation.len()..]);
                if !self.is_counted() {
                    self.count_first(x, 1)?;
                    todo.push(SmallVec::from_slice(&self.state));
                }
            }
        }
        Ok(())
    }

    /// How many executions were counted in which the condition holds, how many others, and what the ones show and the others; where
    /// that does not matter, what all of them show comes with the ones.
    pub(crate) fn finish(self, x: &Expressions, tells_apart: bool) -> (u64, u64, [Outcomes; 2]) {
        let outcomes = match tells_apart {
            true => [true, false].map(|wanted| self.outcomes(x, |holds| holds == wanted)),
            false => [self.outcomes(x, |_| true), Outcomes::default()],
        };
        (self.positive, self.negative, outcomes)
    }

    /// What is shown of the states that were counted and that are wanted, by whether the condition holds there.
    pub(crate) fn outcomes(&self, x: &Expressions, is_wanted: impl Fn(bool) -> bool) -> Outcomes {
        let view = self.view(x);
        let mut outcomes = Outcomes::with_capacity(self.shown.len(), self.counted.len());
        // For each place the numbers of the values that were met there.
        let mut known: SmallVec<[Numbered; USUAL_VALUES]> = self.shown.iter().map(|_| Numbered::new()).collect();
        let mut row: SmallVec<[u32; USUAL_VALUES]> = SmallVec::new();
        for state in self.counted.iter().filter(|&(_, &holds)| is_wanted(holds)).map(|(state, _)| state) {
            row.clear();
            let mut free: SmallVec<[SymbolId; 2]> = SmallVec::new();
            for (place, (&at, known)) in self.shown.iter().zip(&mut known).enumerate() {
                let value = state[at];
                if let Some(Free { symbol, .. }) = Free::of(x, value) {
                    let before = free.iter().position(|&other| other == symbol);
                    let number = before.unwrap_or_else(|| {
                        free.push(symbol);
                        free.len() - 1
                    });
                    row.push(outcomes.number(place, free_values::name(number)));
                    continue;
                }
                let before = known.iter().find(|&&(other, _)| other == value);
                let number = before.map(|&(_, number)| number).unwrap_or_else(|| {
                    let number = outcomes.number(place, view.final_value(at, value));
                    known.push((value, number));
                    number
                });
                row.push(number);
            }
            outcomes.push(row.iter().copied());
        }
        outcomes
    }
}

/// A final state, as conditions look at it.
struct StateView<'a> {
    x: &'a Expressions,
    test: &'a LoweredTest,
    observed: &'a Observed,
    state: &'a [ExprId],
    /// What free symbols stand for, where that is supposed.
    assignment: Option<&'a Assignment>,
    /// Whether something that was looked at depends on the bits of an address, or on a free symbol.
    met_unknown: Flag<bool>,
}

impl FinalState for StateView<'_> {
    fn register(&self, thread: ThreadId, part: RegisterPart) -> FinalValue {
        let at = self.observed.register(thread, part);
        self.final_value(at, self.state[at])
    }

    fn cell(&self, location: LocationId, index: u32) -> FinalValue {
        let at = self.observed.cell(location, index);
        self.final_value(at, self.state[at])
    }
}

impl StateView<'_> {
    /// What `value` is as the value of the place that stands at `at` in a state.
    fn final_value(&self, at: usize, value: ExprId) -> FinalValue {
        let found = self.convert(value);
        match at.checked_sub(self.observed.registers.len()) {
            None => found,
            Some(cell) => {
                let location = self.observed.cells[cell].location;
                at_width(found, self.test.program.locations[location].element.map(|element| element.width))
            }
        }
    }

    fn convert(&self, value: ExprId) -> FinalValue {
        match self.x.node(value) {
            Node::Constant(number) => FinalValue::Number(number, self.x.width(value)),
            Node::Address(location, offset) => FinalValue::Address(location, offset),
            Node::Code(place) => self.code_value(place),
            Node::Word(word) => FinalValue::Text(self.test.program.words[word].clone()),
            Node::ZeroExtend(inner) if is_plain(self.x, value) => self.convert(inner),
            _ => {
                let supposed = self.assignment.zip(Free::of(self.x, value));
                if let Some(value) = supposed.and_then(|(assignment, free)| free.value(assignment)) {
                    return value;
                }
                self.met_unknown.set(true);
                FinalValue::Text("?".into())
            }
        }
    }

    /// The address of code, by the first label in the order of names that stands there, as herd has it; where none does, by the number
    /// of the instruction.
    fn code_value(&self, place: CodePlace) -> FinalValue {
        match self.test.program.labels(place).iter().min() {
            Some(label) => FinalValue::Label(place, label.clone()),
            None => FinalValue::Text(format!("P{}+{}", place.thread.number(), place.instruction.number())),
        }
    }
}

/// Whether a final value says what it is: does not depend on the bits of an address.
fn is_plain(x: &Expressions, value: ExprId) -> bool {
    match x.node(value) {
        // In a wider register.
        Node::ZeroExtend(inner) => matches!(x.node(inner), Node::Word(_)),
        _ => x.is_known(value),
    }
}

/// The same value with the width of its cell, so that what accesses of several widths leave behind compares. A cell without a
/// type is as wide as the value needs, at least an `int`.
fn at_width(value: FinalValue, width: Option<Width>) -> FinalValue {
    match value {
        FinalValue::Number(bits, _) => {
            let needed = [32, 64].into_iter().find(|&width| bits >> width == 0).unwrap_or(128);
            FinalValue::Number(bits, width.unwrap_or(needed)).cut(width.unwrap_or(needed))
        }
        other => other,
    }
}
