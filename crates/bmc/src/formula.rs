//! Formulas: literals, gates that simplify as they are built, clauses, and the search for an assignment.

use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, lbool};
use rustc_hash::FxHashMap;

use crate::acyclicity::{Acyclicity, GraphNode};

/// What a conflict takes, in decisions (measured on four threads that count by compare-and-swap, and on three threads at a lock).
const CONFLICT: u64 = 90;

/// Asked now and then whether to stop.
pub(crate) struct Stop<'a> {
    cancelled: &'a dyn Fn() -> bool,
    /// How much effort there may be, and how much there was.
    most: Option<u64>,
    effort: Cell<u64>,
}

impl Callbacks for Stop<'_> {
    fn on_new_clause(&mut self, _: &[Lit], _: ClauseKind) {
        self.effort.set(self.effort.get() + CONFLICT);
    }

    fn stop(&self) -> bool {
        self.effort.set(self.effort.get() + 1);
        self.most.is_some_and(|most| self.effort.get() > most) || (self.cancelled)()
    }
}

/// What a search for an assignment ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Assignment,
    None,
    Cancelled,
}

/// Which half of a conjunction is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Way {
    /// From all of its members to the whole.
    FromAll,
    /// From the whole to each of its members.
    ToAll,
}

/// A formula over literals, with graphs that must have no cycle.
pub(crate) struct Formula<'a> {
    solver: Solver<Stop<'a>>,
    graphs: Acyclicity,
    yes: Lit,
    /// Conjunctions of two literals, the smaller one first.
    ands: FxHashMap<(Lit, Lit), Lit>,
    /// Exclusive disjunctions of two positive literals.
    xors: FxHashMap<(Lit, Lit), Lit>,
    /// Disjunctions of more, ascending.
    ors: FxHashMap<Box<[Lit]>, Lit>,
    /// Halves of conjunctions, ascending.
    halves: FxHashMap<(Way, Box<[Lit]>), Lit>,
    scratch: Vec<Lit>,
    clauses: usize,
    cancelled: &'a dyn Fn() -> bool,
    /// How often it was asked whether to stop; it is asked in earnest now and then.
    asked: u32,
    is_stopped: bool,
}

impl<'a> Formula<'a> {
    pub(crate) fn new(cancelled: &'a dyn Fn() -> bool) -> Formula<'a> {
        Formula::limited(cancelled, None)
    }

    /// With so much effort at most.
    pub(crate) fn limited(cancelled: &'a dyn Fn() -> bool, most: Option<u64>) -> Formula<'a> {
        let mut solver = Solver::new(SolverOpts::default(), Stop { cancelled, most, effort: Cell::new(0) });
        let yes = Lit::new(solver.new_var_default(), true);
        solver.add_clause_reuse(&mut vec![yes]);
        Formula {
            solver,
            graphs: Acyclicity::default(),
            yes,
            ands: FxHashMap::default(),
            xors: FxHashMap::default(),
            ors: FxHashMap::default(),
            halves: FxHashMap::default(),
            scratch: Vec::new(),
            clauses: 0,
            cancelled,
            asked: 0,
            is_stopped: false,
        }
    }

    /// Whether to stop while the formula is being built.
    pub(crate) fn is_stopped(&mut self) -> bool {
        self.asked = self.asked.wrapping_add(1);
        // The question may read a clock.
        if self.asked.is_multiple_of(512) {
            self.is_stopped |= (self.cancelled)();
        }
        self.is_stopped
    }

    pub(crate) fn yes(&self) -> Lit {
        self.yes
    }

    pub(crate) fn no(&self) -> Lit {
        !self.yes
    }

    pub(crate) fn constant(&self, value: bool) -> Lit {
        if value { self.yes } else { !self.yes }
    }

    /// The truth of a literal, where it is a constant.
    pub(crate) fn known(&self, literal: Lit) -> Option<bool> {
        (literal.var() == self.yes.var()).then_some(literal == self.yes)
    }

    pub(crate) fn fresh(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    /// How many variables and clauses there are.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.solver.num_vars() as usize, self.clauses)
    }

    /// How many conflicts the searches have met.
    pub(crate) fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }

    /// One of the literals holds.
    pub(crate) fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) {
        let mut clause = std::mem::take(&mut self.scratch);
        clause.clear();
        let mut is_true = false;
        for literal in literals {
            match self.known(literal) {
                Some(true) => is_true = true,
                Some(false) => {}
                None => clause.push(literal),
            }
        }
        if !is_true {
            self.clauses += 1;
            self.solver.add_clause_reuse(&mut clause);
        }
        self.scratch = clause;
    }

    /// If the first holds, so does the second.
    pub(crate) fn implies(&mut self, a: Lit, b: Lit) {
        if a != b {
            self.clause([!a, b]);
        }
    }

    pub(crate) fn require(&mut self, literal: Lit) {
        self.clause([literal]);
    }

    pub(crate) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        match (self.known(a), self.known(b)) {
            (Some(true), _) => return b,
            (_, Some(true)) => return a,
            (Some(false), _) | (_, Some(false)) => return self.no(),
            (None, None) if a == b => return a,
            (None, None) if a == !b => return self.no(),
            (None, None) => {}
        }
        // Equal gates are one variable: models compute the same conjunction in many places.
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.ands.get(&key) {
            return known;
        }
        let both = self.fresh();
        self.clause([!both, a]);
        self.clause([!both, b]);
        self.clause([both, !a, !b]);
        self.ands.insert(key, both);
        both
    }

    pub(crate) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub(crate) fn and_all(&mut self, literals: impl IntoIterator<Item = Lit>) -> Lit {
        let negated: Vec<Lit> = literals.into_iter().map(|literal| !literal).collect();
        !self.or_all(negated)
    }

    pub(crate) fn or_all(&mut self, literals: impl IntoIterator<Item = Lit>) -> Lit {
        let mut all: Vec<Lit> = Vec::new();
        for literal in literals {
            match self.known(literal) {
                Some(true) => return self.yes,
                Some(false) => {}
                None => all.push(literal),
            }
        }
        all.sort_unstable();
        all.dedup();
        // Literals of one variable are next to each other in this order.
        if all.windows(2).any(|pair| pair[0] == !pair[1]) {
            return self.yes;
        }
        match all[..] {
            [] => return self.no(),
            [only] => return only,
            [a, b] => return self.or(a, b),
            _ => {}
        }
        let all = all.into_boxed_slice();
        if let Some(&known) = self.ors.get(&all) {
            return known;
        }
        let any = self.fresh();
        for &literal in &all {
            self.clause([any, !literal]);
        }
        self.clause(all.iter().copied().chain([!any]));
        self.ors.insert(all, any);
        any
    }

    pub(crate) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        match (self.known(a), self.known(b)) {
            (Some(value), _) => return if value { !b } else { b },
            (_, Some(value)) => return if value { !a } else { a },
            (None, None) => {}
        }
        let positive = |literal: Lit| if literal.sign() { literal } else { !literal };
        // Signs are taken out, so that all four gates of two variables share one.
        let flips = a.sign() != b.sign();
        let (a, b) = (positive(a), positive(b));
        if a == b {
            return self.constant(flips);
        }
        let key = (a.min(b), a.max(b));
        let result = match self.xors.get(&key) {
            Some(&known) => known,
            None => {
                let result = self.fresh();
                self.clause([!result, a, b]);
                self.clause([!result, !a, !b]);
                self.clause([result, !a, b]);
                self.clause([result, a, !b]);
                self.xors.insert(key, result);
                result
            }
        };
        if flips { !result } else { result }
    }

    pub(crate) fn same(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// `then` where `condition` holds, else `otherwise`.
    pub(crate) fn choose(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        match self.known(condition) {
            Some(true) => return then,
            Some(false) => return otherwise,
            None if then == otherwise => return then,
            None => {}
        }
        let first = self.and(condition, then);
        let second = self.and(!condition, otherwise);
        self.or(first, second)
    }

    /// A literal that holds wherever all of these do; nothing else is said of it.
    pub(crate) fn at_least_all(&mut self, literals: impl IntoIterator<Item = Lit>) -> Lit {
        self.one_way(literals, Way::FromAll)
    }

    /// A literal that holds wherever one of these does; nothing else is said of it.
    pub(crate) fn at_least_any(&mut self, literals: impl IntoIterator<Item = Lit>) -> Lit {
        let negated: Vec<Lit> = literals.into_iter().map(|literal| !literal).collect();
        !self.one_way(negated, Way::ToAll)
    }

    /// A literal that holds nowhere but where all of these do.
    pub(crate) fn at_most_all(&mut self, literals: impl IntoIterator<Item = Lit>) -> Lit {
        self.one_way(literals, Way::ToAll)
    }

    /// A literal that holds nowhere but where one of these does.
    pub(crate) fn at_most_any(&mut self, literals: impl IntoIterator<Item = Lit>) -> Lit {
        let negated: Vec<Lit> = literals.into_iter().map(|literal| !literal).collect();
        !self.one_way(negated, Way::FromAll)
    }

    /// One half of what makes a literal the conjunction of others.
    fn one_way(&mut self, literals: impl IntoIterator<Item = Lit>, way: Way) -> Lit {
        let mut all: Vec<Lit> = Vec::new();
        for literal in literals {
            match self.known(literal) {
                Some(false) => return self.no(),
                Some(true) => {}
                None => all.push(literal),
            }
        }
        all.sort_unstable();
        all.dedup();
        if all.windows(2).any(|pair| pair[0] == !pair[1]) {
            return self.no();
        }
        match all[..] {
            [] => return self.yes,
            [only] => return only,
            _ => {}
        }
        let key = (way, all.into_boxed_slice());
        if let Some(&known) = self.halves.get(&key) {
            return known;
        }
        let whole = self.fresh();
        match way {
            Way::FromAll => self.clause(key.1.iter().map(|&literal| !literal).chain([whole])),
            Way::ToAll => key.1.iter().for_each(|&literal| self.implies(whole, literal)),
        }
        self.halves.insert(key, whole);
        whole
    }

    /// Exactly one of the literals holds where `condition` does, and none where it does not.
    pub(crate) fn one_of(&mut self, condition: Lit, literals: &[Lit]) {
        self.clause(literals.iter().copied().chain([!condition]));
        for &literal in literals {
            self.implies(literal, condition);
        }
        self.at_most_one(literals);
    }

    /// Pair by pair for few literals, by a ladder for many.
    fn at_most_one(&mut self, literals: &[Lit]) {
        if literals.len() <= 8 {
            for (at, &a) in literals.iter().enumerate() {
                for &b in &literals[at + 1..] {
                    self.clause([!a, !b]);
                }
            }
            return;
        }
        let mut before = literals[0];
        for &literal in &literals[1..] {
            self.clause([!before, !literal]);
            let so_far = self.fresh();
            self.implies(before, so_far);
            self.implies(literal, so_far);
            before = so_far;
        }
    }

    pub(crate) fn node(&mut self) -> GraphNode {
        self.graphs.node()
    }

    /// An edge of a graph that must have no cycle, where `literal` holds.
    pub(crate) fn edge(&mut self, source: GraphNode, target: GraphNode, literal: Lit) {
        if self.known(literal) != Some(false) {
            self.graphs.edge(source, target, literal);
        }
    }

    /// Looks for an assignment in which `assumed` hold.
    pub(crate) fn solve(&mut self, assumed: &[Lit]) -> Found {
        self.graphs.restart();
        match self.solver.solve_limited_th(&mut self.graphs, assumed) {
            found if found == lbool::TRUE => Found::Assignment,
            found if found == lbool::FALSE => Found::None,
            _ => Found::Cancelled,
        }
    }

    /// The value of a literal in the assignment that was found last.
    pub(crate) fn value(&self, literal: Lit) -> bool {
        self.known(literal).unwrap_or_else(|| self.solver.value_lit(literal) == lbool::TRUE)
    }
}
