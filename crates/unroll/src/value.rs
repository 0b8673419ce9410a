//! Values with where they come from.

use bmc::guards::{Guard, Guards};
use program::{ExprId, Expressions};

/// Events of the current thread, ascending, each with the condition under which it counts where it happens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Origins(Vec<(u32, Guard)>);

impl Origins {
    /// None.
    pub(crate) const NONE: Origins = Origins(Vec::new());

    /// One event, always.
    pub(crate) fn only(event: u32) -> Origins {
        Origins(vec![(event, Guard::ALWAYS)])
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, Guard)> + '_ {
        self.0.iter().copied()
    }

    /// When an event counts.
    pub(crate) fn when(&self, event: u32) -> Guard {
        self.0.binary_search_by_key(&event, |&(known, _)| known).map_or(Guard::NEVER, |at| self.0[at].1)
    }

    /// The same, but that an event counts where a condition holds.
    pub(crate) fn set(&mut self, event: u32, when: Guard) {
        match (self.0.binary_search_by_key(&event, |&(known, _)| known), when) {
            (Ok(at), Guard::NEVER) => _ = self.0.remove(at),
            (Ok(at), _) => self.0[at].1 = when,
            (Err(_), Guard::NEVER) => {}
            (Err(at), _) => self.0.insert(at, (event, when)),
        }
    }

    /// Those of both.
    pub(crate) fn with(&self, other: &Origins, guards: &mut Guards) -> Origins {
        if other.is_empty() || self == other {
            return self.clone();
        }
        if self.is_empty() {
            return other.clone();
        }
        self.combine(other, &mut |a, b| guards.or(a, b))
    }

    /// Those of `self` where `condition` holds, else those of `other`.
    pub(crate) fn choose(&self, condition: Guard, other: &Origins, guards: &mut Guards) -> Origins {
        if self == other {
            return self.clone();
        }
        self.combine(other, &mut |a, b| guards.choose(condition, a, b))
    }

    fn combine(&self, other: &Origins, both: &mut dyn FnMut(Guard, Guard) -> Guard) -> Origins {
        let mut all = Vec::with_capacity(self.0.len() + other.0.len());
        let (mut left, mut right) = (self.0.iter().peekable(), other.0.iter().peekable());
        loop {
            let (event, a, b) = match (left.peek(), right.peek()) {
                (Some(&&(event, a)), Some(&&(other, b))) if event == other => {
                    left.next();
                    right.next();
                    (event, a, b)
                }
                (Some(&&(event, a)), Some(&&(other, _))) if event < other => {
                    left.next();
                    (event, a, Guard::NEVER)
                }
                (Some(&&(event, a)), None) => {
                    left.next();
                    (event, a, Guard::NEVER)
                }
                (_, Some(&&(event, b))) => {
                    right.next();
                    (event, Guard::NEVER, b)
                }
                (None, None) => return Origins(all),
            };
            let when = both(a, b);
            if when != Guard::NEVER {
                all.push((event, when));
            }
        }
    }
}

/// A number or an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scalar {
    pub(crate) expr: ExprId,
    /// The reads that it depends on.
    pub(crate) reads: Origins,
    /// The register writes that it comes from, where these are events.
    pub(crate) writers: Origins,
}

impl Scalar {
    /// What depends on nothing.
    pub(crate) fn of(expr: ExprId) -> Scalar {
        Scalar { expr, reads: Origins::NONE, writers: Origins::NONE }
    }

    /// The same for another thread: what it depends on there are no events of that one.
    pub(crate) fn elsewhere(&self) -> Scalar {
        Scalar::of(self.expr)
    }

    /// `expr`, computed of operands.
    pub(crate) fn computed(expr: ExprId, operands: &[&Scalar], guards: &mut Guards) -> Scalar {
        let mut scalar = Scalar::of(expr);
        for operand in operands {
            scalar.reads = scalar.reads.with(&operand.reads, guards);
            scalar.writers = scalar.writers.with(&operand.writers, guards);
        }
        scalar
    }

    /// `self` where `condition` holds, else `other`: one of two ways was taken.
    pub(crate) fn choose(&self, condition: Guard, other: &Scalar, x: &mut Expressions, guards: &mut Guards) -> Scalar {
        if self == other {
            return self.clone();
        }
        let expr = if self.expr == other.expr {
            self.expr
        } else {
            let bit = guards.expression(x, condition);
            x.select(bit, self.expr, other.expr)
        };
        Scalar {
            expr,
            reads: self.reads.choose(condition, &other.reads, guards),
            writers: self.writers.choose(condition, &other.writers, guards),
        }
    }
}

/// What a register of the program holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Scalar(Scalar),
    Aggregate(Vec<Value>),
}

impl Value {
    pub(crate) fn choose(&self, condition: Guard, other: &Value, x: &mut Expressions, guards: &mut Guards) -> Value {
        match (self, other) {
            (Value::Scalar(one), Value::Scalar(other)) if x.width(one.expr) == x.width(other.expr) => {
                Value::Scalar(one.choose(condition, other, x, guards))
            }
            (Value::Aggregate(one), Value::Aggregate(other)) if one.len() == other.len() => Value::Aggregate(
                one.iter().zip(other).map(|(one, other)| one.choose(condition, other, x, guards)).collect(),
            ),
            // Values of different types are never both looked at.
            _ => self.clone(),
        }
    }

    /// The same for another thread.
    pub(crate) fn elsewhere(&self) -> Value {
        match self {
            Value::Scalar(scalar) => Value::Scalar(scalar.elsewhere()),
            Value::Aggregate(parts) => Value::Aggregate(parts.iter().map(Value::elsewhere).collect()),
        }
    }
}
