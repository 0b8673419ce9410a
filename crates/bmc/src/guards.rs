//! Conditions under which something happens: Boolean functions of one-bit expressions.
//!
//! A function is a reduced ordered binary decision diagram (R. E. Bryant: *Graph-Based Algorithms for Boolean Function Manipulation*, IEEE Transactions on Computers 35(8), 1986), so that
//! equal conditions are one, and a branch whose ways come together again leaves no trace in what follows. Variables are ordered as they come up.

use program::{BinaryOperator, ExprId, Expressions, IdVec, Node, UnaryOperator};
use relation::newtype_index;
use rustc_hash::FxHashMap;

newtype_index! {
    /// A condition, in [`Guards`]. Equal conditions have equal numbers.
    pub struct Guard("g");
    /// A one-bit expression that conditions are made of.
    pub(crate) struct Decision("d");
}

impl Guard {
    /// Never.
    pub const NEVER: Guard = Guard::from_number(0);
    /// Always.
    pub const ALWAYS: Guard = Guard::from_number(1);
}

/// The most values that selections in an expression are drawn out to.
const MOST_WAYS: usize = 4;

/// The most cases of a condition that are looked at for contradictions.
const MOST_CASES: usize = 2_000;

/// A choice by one expression between two conditions.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Choice {
    pub(crate) decision: Decision,
    pub(crate) then: Guard,
    pub(crate) otherwise: Guard,
}

/// The conditions of a program.
#[derive(Clone)]
pub struct Guards {
    /// The first two are no choices.
    choices: IdVec<Guard, Choice>,
    numbers: FxHashMap<Choice, Guard>,
    pub(crate) decisions: IdVec<Decision, ExprId>,
    of_expression: FxHashMap<ExprId, Guard>,
    chosen: FxHashMap<(Guard, Guard, Guard), Guard>,
    restricted: FxHashMap<(Guard, Guard), Guard>,
}

impl Default for Guards {
    fn default() -> Guards {
        let end = Choice { decision: Decision::from_number(u32::MAX), then: Guard::NEVER, otherwise: Guard::NEVER };
        Guards {
            choices: vec![end, Choice { then: Guard::ALWAYS, ..end }].into(),
            numbers: FxHashMap::default(),
            decisions: IdVec::new(),
            of_expression: FxHashMap::default(),
            chosen: FxHashMap::default(),
            restricted: FxHashMap::default(),
        }
    }
}

impl Guards {
    /// That a one-bit expression is 1.
    pub fn of(&mut self, x: &mut Expressions, bit: ExprId) -> Guard {
        if let Some(value) = x.as_constant(bit) {
            return if value == 1 { Guard::ALWAYS } else { Guard::NEVER };
        }
        if let Some(&known) = self.of_expression.get(&bit) {
            return known;
        }
        let guard = match x.node(bit) {
            Node::Unary(UnaryOperator::Not, inner) => {
                let inner = self.of(x, inner);
                self.not(inner)
            }
            Node::Binary(BinaryOperator::Xor, inner, other) if x.as_constant(other) == Some(1) => {
                let inner = self.of(x, inner);
                self.not(inner)
            }
            // One decision, whichever way it is written.
            Node::Binary(BinaryOperator::Equal, one, other)
                if x.as_constant(one).is_some() && x.as_constant(other).is_none()
                    || x.as_constant(other).is_none() && other < one =>
            {
                let bit = x.binary(BinaryOperator::Equal, other, one);
                self.of(x, bit)
            }
            // A number with its sign that is compared with one: as narrow as it was. The low word of an address may be the address, and stays.
            Node::Binary(BinaryOperator::Equal, one, other)
                if let (Node::SignExtend(inner), Some(number)) = (x.node(one), x.as_constant(other))
                    && !matches!(x.node(inner), Node::Extract(..)) =>
            {
                let narrow = x.constant(program::truncate(number, x.width(inner)), x.width(inner));
                let again = x.sign_extend(narrow, x.width(one));
                match again == other {
                    true => {
                        let bit = x.binary(BinaryOperator::Equal, inner, narrow);
                        self.of(x, bit)
                    }
                    false => Guard::NEVER,
                }
            }
            _ => match self.drawn_out(x, bit) {
                // Where none of the ways is known, the whole is one decision, and not several.
                Some(ways) if ways.len() > 1 && ways.iter().any(|&(_, value)| x.as_constant(value).is_some()) => {
                    let mut all = Guard::NEVER;
                    for (when, value) in ways {
                        let holds = self.of(x, value);
                        let both = self.and(when, holds);
                        all = self.or(all, both);
                    }
                    all
                }
                _ => {
                    let decision = self.decisions.push(bit);
                    self.choice(Choice { decision, then: Guard::ALWAYS, otherwise: Guard::NEVER })
                }
            },
        };
        self.of_expression.insert(bit, guard);
        guard
    }

    /// What an expression may be, each with when it is: selections in it are drawn out, as far as these are few. Nothing where they are not.
    ///
    /// The success of an exchange, as a number that is looked at again, is so the condition that it was, and no new decision.
    fn drawn_out(&mut self, x: &mut Expressions, expr: ExprId) -> Option<Vec<(Guard, ExprId)>> {
        let width = x.width(expr);
        let ways = match x.node(expr) {
            Node::Select(condition, then, otherwise) => {
                let (then, otherwise) = (self.drawn_out(x, then)?, self.drawn_out(x, otherwise)?);
                let holds = self.of(x, condition);
                let not = self.not(holds);
                let all = then.into_iter().map(|way| (holds, way)).chain(otherwise.into_iter().map(|way| (not, way)));
                all.map(|(way, (when, value))| (self.and(way, when), value)).collect()
            }
            Node::Extract(of, low) => self.of_each(x, of, |x, value| x.extract(value, low, width))?,
            Node::ZeroExtend(of) => self.of_each(x, of, |x, value| x.zero_extend(value, width))?,
            Node::Unary(operator, of) => self.of_each(x, of, |x, value| x.unary(operator, value))?,
            Node::Binary(operator @ (BinaryOperator::Equal | BinaryOperator::Xor), a, b) => {
                let (ones, others) = (self.drawn_out(x, a)?, self.drawn_out(x, b)?);
                if ones.len() * others.len() > MOST_WAYS {
                    return None;
                }
                let mut all = Vec::with_capacity(ones.len() * others.len());
                for &(when, one) in &ones {
                    for &(and, other) in &others {
                        all.push((self.and(when, and), x.binary(operator, one, other)));
                    }
                }
                all
            }
            _ => return Some(vec![(Guard::ALWAYS, expr)]),
        };
        let mut merged: Vec<(Guard, ExprId)> = Vec::new();
        for (when, value) in ways {
            match merged.iter_mut().find(|(_, known)| *known == value) {
                Some((known, _)) => *known = self.or(*known, when),
                None => merged.push((when, value)),
            }
        }
        (merged.len() <= MOST_WAYS).then_some(merged)
    }

    fn of_each(
        &mut self,
        x: &mut Expressions,
        of: ExprId,
        change: impl Fn(&mut Expressions, ExprId) -> ExprId,
    ) -> Option<Vec<(Guard, ExprId)>> {
        let ways = self.drawn_out(x, of)?;
        Some(ways.into_iter().map(|(when, value)| (when, change(x, value))).collect())
    }

    fn choice(&mut self, choice: Choice) -> Guard {
        if choice.then == choice.otherwise {
            return choice.then;
        }
        if let Some(&known) = self.numbers.get(&choice) {
            return known;
        }
        let new = self.choices.push(choice);
        self.numbers.insert(choice, new);
        new
    }

    /// What a condition is made of; nothing where it is constant.
    pub(crate) fn parts(&self, guard: Guard) -> Option<Choice> {
        (guard > Guard::ALWAYS).then(|| self.choices[guard])
    }

    /// The one-bit expression that decides a condition first, and what the condition is where it is 1 and where it is 0; nothing where it is constant.
    pub fn decision(&self, guard: Guard) -> Option<(ExprId, Guard, Guard)> {
        self.parts(guard).map(|choice| (self.decisions[choice.decision], choice.then, choice.otherwise))
    }

    fn ways(&self, guard: Guard, decision: Decision) -> (Guard, Guard) {
        let choice = self.choices[guard];
        if guard > Guard::ALWAYS && choice.decision == decision {
            (choice.then, choice.otherwise)
        } else {
            (guard, guard)
        }
    }

    /// `then` where `condition` holds, else `otherwise`.
    pub fn choose(&mut self, condition: Guard, then: Guard, otherwise: Guard) -> Guard {
        match condition {
            Guard::ALWAYS => return then,
            Guard::NEVER => return otherwise,
            _ if then == otherwise => return then,
            _ if (then, otherwise) == (Guard::ALWAYS, Guard::NEVER) => return condition,
            _ => {}
        }
        if let Some(&known) = self.chosen.get(&(condition, then, otherwise)) {
            return known;
        }
        let all = [condition, then, otherwise];
        // The ends stand behind all decisions.
        let decision =
            all.map(|guard| self.choices[guard].decision).into_iter().min().unwrap_or(self.choices[condition].decision);
        let [a, b, c] = all.map(|guard| self.ways(guard, decision));
        let high = self.choose(a.0, b.0, c.0);
        let low = self.choose(a.1, b.1, c.1);
        let result = self.choice(Choice { decision, then: high, otherwise: low });
        self.chosen.insert((condition, then, otherwise), result);
        result
    }

    /// Both.
    pub fn and(&mut self, a: Guard, b: Guard) -> Guard {
        self.choose(a, b, Guard::NEVER)
    }

    /// Either, or both.
    pub fn or(&mut self, a: Guard, b: Guard) -> Guard {
        self.choose(a, Guard::ALWAYS, b)
    }

    /// The contrary.
    pub fn not(&mut self, a: Guard) -> Guard {
        self.choose(a, Guard::NEVER, Guard::ALWAYS)
    }

    /// Whether the second holds wherever the first one does.
    pub fn implies(&mut self, a: Guard, b: Guard) -> bool {
        self.choose(a, b, Guard::ALWAYS) == Guard::ALWAYS
    }

    /// A condition that is as `guard` wherever `within` holds, and as simple as that allows (O. Coudert, J. C. Madre: *A Unified Framework for the Formal Verification of Sequential Circuits*,
    /// ICCAD 1990).
    pub fn restrict(&mut self, guard: Guard, within: Guard) -> Guard {
        if within == Guard::ALWAYS || within == Guard::NEVER || guard <= Guard::ALWAYS {
            return guard;
        }
        if let Some(&known) = self.restricted.get(&(guard, within)) {
            return known;
        }
        let (own, other) = (self.choices[guard].decision, self.choices[within].decision);
        let result = if other < own {
            let (then, otherwise) = self.ways(within, other);
            let either = self.or(then, otherwise);
            self.restrict(guard, either)
        } else {
            let ((then, otherwise), (inner_then, inner_otherwise)) = (self.ways(guard, own), self.ways(within, own));
            if inner_then == Guard::NEVER {
                self.restrict(otherwise, inner_otherwise)
            } else if inner_otherwise == Guard::NEVER {
                self.restrict(then, inner_then)
            } else {
                let high = self.restrict(then, inner_then);
                let low = self.restrict(otherwise, inner_otherwise);
                self.choice(Choice { decision: own, then: high, otherwise: low })
            }
        };
        self.restricted.insert((guard, within), result);
        result
    }

    /// An expression of the value that `expr` has wherever `within` holds: without the selections that `within` decides.
    pub fn value_within(&mut self, x: &mut Expressions, expr: ExprId, within: Guard) -> ExprId {
        self.selected(x, expr, within, &mut FxHashMap::default())
    }

    fn selected(
        &mut self,
        x: &mut Expressions,
        expr: ExprId,
        within: Guard,
        known: &mut FxHashMap<(ExprId, Guard), ExprId>,
    ) -> ExprId {
        if let Some(&known) = known.get(&(expr, within)) {
            return known;
        }
        let width = x.width(expr);
        let new = match x.node(expr) {
            Node::Constant(_) | Node::Address(..) | Node::Code(_) | Node::Word(_) | Node::Symbol(_) => expr,
            Node::Select(bit, then, otherwise) => {
                let holds = self.of(x, bit);
                let (yes, no) = (self.and(within, holds), self.and_not(within, holds));
                match (yes, no) {
                    (Guard::NEVER, _) => self.selected(x, otherwise, within, known),
                    (_, Guard::NEVER) => self.selected(x, then, within, known),
                    _ => {
                        let then = self.selected(x, then, yes, known);
                        let otherwise = self.selected(x, otherwise, no, known);
                        if then == otherwise { then } else { x.select(bit, then, otherwise) }
                    }
                }
            }
            Node::Unary(operator, a) => {
                let a = self.selected(x, a, within, known);
                x.unary(operator, a)
            }
            Node::Binary(operator, a, b) => {
                let (a, b) = (self.selected(x, a, within, known), self.selected(x, b, within, known));
                x.binary(operator, a, b)
            }
            Node::Extract(a, low) => {
                let a = self.selected(x, a, within, known);
                x.extract(a, low, width)
            }
            Node::ZeroExtend(a) => {
                let a = self.selected(x, a, within, known);
                x.zero_extend(a, width)
            }
            Node::SignExtend(a) => {
                let a = self.selected(x, a, within, known);
                x.sign_extend(a, width)
            }
            Node::Concatenate(a, b) => {
                let (a, b) = (self.selected(x, a, within, known), self.selected(x, b, within, known));
                x.concatenate(a, b)
            }
        };
        known.insert((expr, within), new);
        new
    }

    /// Whether a condition never holds since equality is transitive. Not all that never hold are found: other decisions are taken to be free, and of conditions with many ways nothing is known.
    pub fn contradicts_equality(&self, x: &Expressions, guard: Guard) -> bool {
        let mut open = vec![(guard, Vec::new())];
        let mut seen = 0;
        while let Some((guard, known)) = open.pop() {
            seen += 1;
            match self.decision(guard) {
                None if guard == Guard::NEVER => continue,
                None => return false,
                Some(_) if seen > MOST_CASES => return false,
                Some((bit, then, otherwise)) => {
                    for (holds, next) in [(true, then), (false, otherwise)] {
                        let mut known: Vec<(ExprId, ExprId, bool)> = known.clone();
                        if let Node::Binary(BinaryOperator::Equal, one, other) = x.node(bit) {
                            known.push((one, other, holds));
                        }
                        if are_equalities_possible(x, &known) {
                            open.push((next, known));
                        }
                    }
                }
            }
        }
        true
    }

    fn and_not(&mut self, a: Guard, b: Guard) -> Guard {
        let not = self.not(b);
        self.and(a, not)
    }

    /// The condition as a one-bit expression.
    pub fn expression(&self, x: &mut Expressions, guard: Guard) -> ExprId {
        match self.parts(guard) {
            None => x.bit(guard == Guard::ALWAYS),
            Some(Choice { decision, then, otherwise }) => {
                let (then, otherwise) = (self.expression(x, then), self.expression(x, otherwise));
                x.select(self.decisions[decision], then, otherwise)
            }
        }
    }
}

/// Whether there are values such that those pairs are equal, and those different, that shall be.
fn are_equalities_possible(x: &Expressions, known: &[(ExprId, ExprId, bool)]) -> bool {
    let mut class: FxHashMap<ExprId, ExprId> = FxHashMap::default();
    let of = |class: &FxHashMap<ExprId, ExprId>, expr: ExprId| class.get(&expr).copied().unwrap_or(expr);
    for &(one, other, _) in known.iter().filter(|(.., holds)| *holds) {
        let (from, to) = (of(&class, one), of(&class, other));
        // Numbers stand for their classes.
        let (from, to) = if x.as_constant(from).is_some() { (to, from) } else { (from, to) };
        if from != to && x.as_constant(from).is_some() {
            return false;
        }
        class.values_mut().filter(|class| **class == from).for_each(|class| *class = to);
        class.insert(from, to);
    }
    known.iter().all(|&(one, other, holds)| holds || of(&class, one) != of(&class, other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::SymbolId;
    use relation::Index;

    #[test]
    fn equality_is_transitive() {
        let (mut x, mut guards) = (Expressions::new(), Guards::default());
        let [a, b, c] = [0, 1, 2].map(|number| x.symbol(SymbolId::from_number(number), 32));
        let mut equal = |one, other| {
            let bit = x.binary(BinaryOperator::Equal, one, other);
            guards.of(&mut x, bit)
        };
        let (first, second, third) = (equal(a, b), equal(c, b), equal(c, a));
        let both = guards.and(first, second);
        assert!(!guards.contradicts_equality(&x, both));
        let neither = guards.and_not(both, third);
        assert!(guards.contradicts_equality(&x, neither));
        let one = guards.and_not(first, third);
        assert!(!guards.contradicts_equality(&x, one));
        let [two, three] = [2, 3].map(|number| x.constant(number, 32));
        let [of_two, of_three] = [two, three].map(|number| {
            let bit = x.binary(BinaryOperator::Equal, a, number);
            guards.of(&mut x, bit)
        });
        let two_numbers = guards.and(of_two, of_three);
        assert!(guards.contradicts_equality(&x, two_numbers));
    }

    #[test]
    fn selections_that_are_decided_are_left_out() {
        let (mut x, mut guards) = (Expressions::new(), Guards::default());
        let [a, b, bit] =
            [(0, 32), (1, 32), (2, 1)].map(|(number, width)| x.symbol(SymbolId::from_number(number), width));
        let (long_a, long_b) = (x.zero_extend(a, 64), x.zero_extend(b, 64));
        let long = x.select(bit, long_a, long_b);
        let low = x.extract(long, 0, 32);
        let holds = guards.of(&mut x, bit);
        let not = guards.not(holds);
        assert_eq!(guards.value_within(&mut x, low, holds), a);
        assert_eq!(guards.value_within(&mut x, low, not), b);
        assert_ne!(guards.value_within(&mut x, low, Guard::ALWAYS), a);
    }

    #[test]
    fn what_is_looked_at_again_is_no_new_decision() {
        let (mut x, mut guards) = (Expressions::new(), Guards::default());
        let bit = x.symbol(SymbolId::new(0), 1);
        let has_succeeded = guards.of(&mut x, bit);
        let (one, zero) = (x.constant(1, 32), x.constant(0, 32));
        let number = x.select(bit, one, zero);
        let low = x.extract(number, 0, 1);
        assert_eq!(guards.of(&mut x, low), has_succeeded);
        let is_zero = x.binary(BinaryOperator::Equal, number, zero);
        let has_failed = guards.not(has_succeeded);
        assert_eq!(guards.of(&mut x, is_zero), has_failed);
        // What was read where it has not succeeded is looked at there.
        let read = x.symbol(SymbolId::new(1), 32);
        let found = x.select(bit, one, read);
        let is_one = x.binary(BinaryOperator::Equal, found, one);
        let (either, of_read) = (guards.of(&mut x, is_one), x.binary(BinaryOperator::Equal, read, one));
        let of_read = guards.of(&mut x, of_read);
        assert_eq!(guards.or(has_succeeded, of_read), either);
        assert_eq!(guards.decisions.len(), 2);
    }

    #[test]
    fn ways_that_come_together_leave_no_trace() {
        let (mut x, mut guards) = (Expressions::new(), Guards::default());
        let bits: Vec<ExprId> = (0..3).map(|number| x.symbol(SymbolId::new(number), 1)).collect();
        let [a, b, c] = [0, 1, 2].map(|number| guards.of(&mut x, bits[number]));
        let ab = guards.and(a, b);
        let not_b = guards.not(b);
        let rest = guards.and(a, not_b);
        assert_eq!(guards.or(ab, rest), a);
        assert!(guards.implies(ab, a) && !guards.implies(a, ab));
        assert_eq!(guards.and(ab, rest), Guard::NEVER);
        assert_eq!(guards.restrict(ab, a), b);
        let either = guards.or(ab, c);
        let again = guards.expression(&mut x, either);
        let known = |values: [bool; 3]| {
            let mut x = x.clone();
            let constants = values.map(|value| x.bit(value));
            let value = x.substitute(again, &|symbol: SymbolId| Some(constants[symbol.index()]));
            x.as_constant(value) == Some(1)
        };
        for number in 0..8 {
            let values = [number & 1 == 1, number & 2 == 2, number & 4 == 4];
            assert_eq!(known(values), values[0] && values[1] || values[2], "{values:?}");
        }
    }
}
