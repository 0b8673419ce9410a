//! Values of a graph: what follows from who reads from whom.
//!
//! A read has the value of its write; what a write writes is an expression over reads. Where reads-from and these expressions have
//! no cycle everything follows. In a cycle, one of the reads that sees a write which does not happen before it takes a value that this
//! write has in some other execution.
//!
//! **Why that is enough.** In a justification sequence a read that is not committed sees a write that happens before it (condition 6), and one
//! that is committed has the value that its write was committed with, in an earlier stage (conditions 4, 5, 7). So by induction on the stages all
//! values of a stage follow from values that committed writes had in earlier stages. After as many rounds as there are events, every value
//! is found that a stage can have. A cycle always has a read whose write does not happen before it, since program
//! order and the other reads-from edges are within happens-before.

use std::collections::BTreeSet;

use program::{ExprId, Expressions, IdVec, Index, SymbolId};
use relation::{EventId, Relation};

use crate::actions::ActionId;
use crate::structure::Structure;

/// What symbols stand for, as far as it is known.
#[derive(Clone, Debug)]
pub(crate) struct Environment(Vec<Option<ExprId>>);

impl Environment {
    pub(crate) fn new(symbols: usize) -> Environment {
        Environment(vec![None; symbols])
    }

    pub(crate) fn get(&self, symbol: SymbolId) -> Option<ExprId> {
        self.0[symbol.index()]
    }

    pub(crate) fn set(&mut self, symbol: SymbolId, value: ExprId) {
        self.0[symbol.index()] = Some(value);
    }

    pub(crate) fn constant(&self, x: &mut Expressions, expr: ExprId) -> Option<u128> {
        let value = self.evaluate(x, expr);
        x.as_constant(value)
    }

    pub(crate) fn evaluate(&self, x: &mut Expressions, expr: ExprId) -> ExprId {
        if x.as_constant(expr).is_some() {
            return expr;
        }
        x.substitute(expr, &|symbol| self.0[symbol.index()])
    }
}

/// The value that each write action has in some execution.
pub(crate) type KnownValues = IdVec<ActionId, BTreeSet<u128>>;

/// Lets values follow from `reads_from`, as far as they do.
pub(crate) fn propagate(
    x: &mut Expressions,
    structure: &Structure,
    reads_from: &IdVec<EventId, Option<EventId>>,
    environment: &mut Environment,
) {
    loop {
        let mut changed = false;
        for (read, write) in reads_from.iter_enumerated() {
            let (Some(write), Some((symbol, width))) = (*write, structure.events[read].read) else { continue };
            let Some(written) = structure.events[write].written else { continue };
            if environment.get(symbol).is_some() {
                continue;
            }
            let value = environment.evaluate(x, written);
            if x.as_constant(value).is_some() {
                environment.set(symbol, x.resize(value, width));
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// Whether a condition of the paths is known not to hold.
pub(crate) fn is_contradictory(x: &mut Expressions, structure: &Structure, environment: &Environment) -> bool {
    structure.conditions.iter().any(|&(bit, wanted)| {
        let value = environment.evaluate(x, bit);
        x.as_constant(value).is_some_and(|value| (value == 1) != wanted)
    })
}

/// All ways to give values to the reads of a graph.
pub(crate) struct Solver<'a> {
    pub(crate) x: &'a mut Expressions,
    pub(crate) structure: &'a Structure,
    pub(crate) reads_from: &'a IdVec<EventId, Option<EventId>>,
    /// Happens-before: reads within it are not taken values for.
    pub(crate) hb: Option<&'a Relation>,
    pub(crate) known: &'a KnownValues,
    /// Values that any read of a cycle may take.
    pub(crate) seeds: &'a BTreeSet<u128>,
}

impl Solver<'_> {
    /// Visits each way. Gives whether there was a cycle.
    pub(crate) fn solve(
        &mut self,
        environment: Environment,
        visit: &mut dyn FnMut(&mut Expressions, &Environment),
    ) -> bool {
        let mut environment = environment;
        propagate(self.x, self.structure, self.reads_from, &mut environment);
        if is_contradictory(self.x, self.structure, &environment) {
            return false;
        }
        let Some((read, write)) = self.open_read(&environment) else {
            if self.is_consistent(&environment) {
                visit(self.x, &environment);
            }
            return false;
        };
        let Some((symbol, width)) = self.structure.events[read].read else { return false };
        let action = self.structure.events[write].write;
        let candidates: BTreeSet<u128> = self.known[action].union(self.seeds).copied().collect();
        for value in candidates {
            let mut environment = environment.clone();
            let value = self.x.constant(program::truncate(value, width), width);
            environment.set(symbol, value);
            self.solve(environment, visit);
        }
        true
    }

    /// A read in a cycle of values, with its write; one whose write does not happen before it, if there is one. `None` when all values
    /// are known.
    fn open_read(&self, environment: &Environment) -> Option<(EventId, EventId)> {
        let open: Vec<(EventId, EventId)> = (self.reads_from.iter_enumerated())
            .filter_map(|(read, write)| Some((read, (*write)?)))
            .filter(|&(read, _)| {
                self.structure.events[read].read.is_some_and(|(symbol, _)| environment.get(symbol).is_none())
            })
            .collect();
        // Which open reads the value of each open read depends on.
        let depends = |from: EventId| -> Vec<usize> {
            let mut symbols = Vec::new();
            if let Some(written) = self.structure.events[from].written {
                self.x.visit_symbols(written, &mut |symbol| symbols.push(symbol));
            }
            let is_of =
                |read: EventId| self.structure.events[read].read.is_some_and(|(symbol, _)| symbols.contains(&symbol));
            open.iter().enumerate().filter(|(_, (read, _))| is_of(*read)).map(|(at, _)| at).collect()
        };
        let edges: Vec<Vec<usize>> = open.iter().map(|&(_, write)| depends(write)).collect();
        let in_cycle = |start: usize| {
            let mut seen = vec![false; open.len()];
            let mut pending = edges[start].clone();
            while let Some(at) = pending.pop() {
                if at == start {
                    return true;
                }
                if !std::mem::replace(&mut seen[at], true) {
                    pending.extend(&edges[at]);
                }
            }
            false
        };
        let within_hb = |&(read, write): &(EventId, EventId)| self.hb.is_some_and(|hb| hb.contains(write, read));
        let cycle: Vec<(EventId, EventId)> =
            open.iter().enumerate().filter(|(at, _)| in_cycle(*at)).map(|(_, pair)| *pair).collect();
        cycle.iter().find(|pair| !within_hb(pair)).or(cycle.first()).or(open.first()).copied()
    }

    /// Whether each read has the value of its write, and all conditions hold.
    fn is_consistent(&mut self, environment: &Environment) -> bool {
        for (read, write) in self.reads_from.iter_enumerated() {
            let (Some(write), Some((symbol, width))) = (*write, self.structure.events[read].read) else { continue };
            let Some(written) = self.structure.events[write].written else { continue };
            let value = environment.evaluate(self.x, written);
            let value = self.x.resize(value, width);
            if environment.get(symbol) != Some(value) {
                return false;
            }
        }
        self.structure.conditions.iter().all(|&(bit, wanted)| {
            let value = environment.evaluate(self.x, bit);
            self.x.as_constant(value).is_some_and(|value| (value == 1) == wanted)
        })
    }
}
