//! The rules by which pairs of accesses are no race, by name. What each says is in [`crate::exclusion`].

use cprog::points_to::Calls;

/// A rule by which pairs are no race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// Both accesses have one lock held.
    Lock,
    /// Both have a lock of their object held.
    ObjectLock,
    /// A flag hands over what the one has accessed to the other.
    HandOver,
    /// The one is to an object that no other thread knows yet.
    Fresh,
    /// A thread does not execute the one, as it would have to call a function by a pointer of another type.
    CallType,
}

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 5] = [Rule::Lock, Rule::ObjectLock, Rule::HandOver, Rule::Fresh, Rule::CallType];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Lock => "lock",
            Rule::ObjectLock => "object-lock",
            Rule::HandOver => "hand-over",
            Rule::Fresh => "fresh",
            Rule::CallType => "call-type",
        }
    }
}

/// A set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    is_on: [bool; Rule::ALL.len()],
    /// The rule that is taken too wide: for tests that show that this is noticed.
    pub(crate) too_wide: Option<Rule>,
}

impl Default for Rules {
    /// All of them.
    fn default() -> Rules {
        Rules { is_on: [true; Rule::ALL.len()], too_wide: None }
    }
}

impl Rules {
    /// Whether a rule is among them.
    pub fn has(self, rule: Rule) -> bool {
        self.is_on[rule as usize]
    }

    /// The set without a rule.
    #[must_use]
    pub fn without(mut self, rule: Rule) -> Rules {
        self.is_on[rule as usize] = false;
        self
    }

    /// The set with a rule that is wider than it may be, so that a referee can show that it notices: single locks and those of objects also where only one of two accesses has them, hand-over and fresh objects also where
    /// the pointer or flag is passed on without order.
    #[doc(hidden)]
    #[must_use]
    pub fn too_wide(mut self, rule: Rule) -> Rules {
        self.too_wide = Some(rule);
        self
    }

    /// What calls by pointers are of.
    pub fn calls(self) -> Calls {
        match self.has(Rule::CallType) {
            true if self.is_too_wide(Rule::CallType) => Calls::TooNarrow,
            true => Calls::OfTheirType,
            false => Calls::OfAnyType,
        }
    }

    pub(crate) fn is_too_wide(self, rule: Rule) -> bool {
        self.too_wide == Some(rule)
    }
}
