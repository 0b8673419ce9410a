//! Conditions under which something happens: Boolean functions of one-bit expressions.
//!
//! A function is a reduced ordered binary decision diagram (R. E. Bryant: *Graph-Based Algorithms for Boolean Function Manipulation*, IEEE Transactions on Computers 35(8), 1986), so that
//! equal conditions are one, and a branch whose ways come together again leaves no trace in what follows. Variables are ordered as they come up.

use program::{ExprId, Expressions, IdVec, Node, UnaryOperator};
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
    of_expression: FxHashMap<ExprId, Decision>,
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
    pub fn of(&mut self, x: &Expressions, bit: ExprId) -> Guard {
        if let Some(value) = x.as_constant(bit) {
            return if value == 1 { Guard::ALWAYS } else { Guard::NEVER };
        }
        if let Node::Unary(UnaryOperator::Not, inner) = x.node(bit) {
            let inner = self.of(x, inner);
            return self.not(inner);
        }
        let decision = match self.of_expression.get(&bit) {
            Some(&known) => known,
            None => {
                let new = self.decisions.push(bit);
                self.of_expression.insert(bit, new);
                new
            }
        };
        self.choice(Choice { decision, then: Guard::ALWAYS, otherwise: Guard::NEVER })
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

#[cfg(test)]
mod tests {
    use super::*;
    use program::SymbolId;
    use relation::Index;

    #[test]
    fn ways_that_come_together_leave_no_trace() {
        let (mut x, mut guards) = (Expressions::new(), Guards::default());
        let bits: Vec<ExprId> = (0..3).map(|number| x.symbol(SymbolId::new(number), 1)).collect();
        let [a, b, c] = [0, 1, 2].map(|number| guards.of(&x, bits[number]));
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
