//! Truth values as propositions on final states.
//!
//! What compares a place with a constant is an atom. Anything else is written out over the values that the places in it can have: as each write is executed at most once, these are
//! found by going through all writes as often as there are some.

use std::collections::{BTreeMap, BTreeSet};

use super::value::{Cell, Operator, Value, Variable};
use super::{Execution, MAIN, Source};

/// The most values that a place may have.
const MOST_VALUES: usize = 64;

/// The most combinations of values that are looked at.
const MOST_COMBINATIONS: usize = 4096;

/// The values that places can have; none when that is not known.
type Domain = Option<BTreeSet<u64>>;

/// Propositions as text.
pub(super) struct Conditions<'e, 'p> {
    execution: &'e Execution<'p>,
    domains: BTreeMap<Value, Domain>,
    /// What a variable or location is called, and how a number in it is written.
    name: &'e dyn Fn(&Value) -> Option<String>,
    address: &'e dyn Fn(&Value) -> Option<String>,
}

impl<'e, 'p> Conditions<'e, 'p> {
    pub(super) fn new(
        execution: &'e Execution<'p>,
        name: &'e dyn Fn(&Value) -> Option<String>,
        address: &'e dyn Fn(&Value) -> Option<String>,
    ) -> Conditions<'e, 'p> {
        let mut conditions = Conditions { execution, domains: BTreeMap::new(), name, address };
        conditions.find_domains();
        conditions
    }

    fn place(variable: usize, width: Option<u32>) -> Value {
        Value::Variable(Variable(variable), width)
    }

    /// The widths of the variables of the test, as far as some value uses them.
    fn widths(&self) -> BTreeMap<usize, u32> {
        let execution = self.execution;
        let mut widths: BTreeMap<usize, u32> = BTreeMap::new();
        let mut note = |value: &Value| {
            value.visit(&mut |part| {
                if let Value::Variable(variable, Some(width)) = part {
                    widths.insert(variable.0, *width);
                }
            });
        };
        execution.writes.values().flatten().for_each(&mut note);
        execution.violations.iter().for_each(|(value, _)| note(value));
        for data in &execution.variables {
            for source in &data.sources {
                if let Source::Value(value) = source {
                    note(value);
                }
            }
        }
        widths
    }

    /// Finds the values that variables and final memory can have: from the initial ones on, with what is written, until no more are found.
    fn find_domains(&mut self) {
        let execution = self.execution;
        let initial = |cell: &Cell, width: u32| {
            let value = execution.initial.as_ref().and_then(|memory| memory.read(*cell, u64::from(width) / 8, width));
            match value {
                Some(Value::Number(bits, _)) => Some(BTreeSet::from([bits])),
                _ => None,
            }
        };
        let mut locations: BTreeMap<Cell, (u32, Domain)> = BTreeMap::new();
        for (cell, usage) in &execution.usages {
            if let Some(Some(width)) = usage.width {
                // A write through an address that was read may be to any location.
                let is_known = !execution.writes_anywhere && !execution.objects.sharing.indexed.contains(&cell.object);
                let domain = if is_known { initial(cell, width) } else { None };
                locations.insert(*cell, (width, domain));
            }
        }
        let widths = self.widths();
        for (variable, width) in &widths {
            // A thread that stops before leaves 0, and so does a path that does not come there.
            let values = if *width == 1 { BTreeSet::from([0, 1]) } else { BTreeSet::from([0]) };
            self.domains.insert(Self::place(*variable, Some(*width)), Some(values));
        }
        // Each write is executed once, so that a value passes through each of them once at most.
        let rounds = execution.writes.values().map(Vec::len).sum::<usize>() + execution.variables.len() + 1;
        for _ in 0..rounds {
            let before = (self.domains.clone(), locations.clone());
            for (variable, width) in &widths {
                let mut domain = self.domains.get(&Self::place(*variable, Some(*width))).cloned().flatten();
                for source in &execution.variables[*variable].sources {
                    let more = match source {
                        Source::Location(cell) => locations.get(cell).and_then(|(_, domain)| domain.clone()),
                        Source::Anywhere => None,
                        Source::Value(value) => self.values(value),
                    };
                    domain = union(domain, more);
                }
                self.domains.insert(Self::place(*variable, Some(*width)), domain);
            }
            for (cell, (_, domain)) in &mut locations {
                for value in execution.writes.get(cell).into_iter().flatten() {
                    *domain = union(domain.take(), self.values(value));
                }
            }
            if before == (self.domains.clone(), locations.clone()) {
                break;
            }
        }
        for (cell, (width, domain)) in locations {
            self.domains.insert(Value::Final(cell, Some(width)), domain);
        }
    }

    /// The places in a value, with the values that each can have.
    fn places(&self, value: &Value) -> Option<Vec<(Value, Vec<u64>)>> {
        let mut places = BTreeSet::new();
        value.visit(&mut |part| {
            if matches!(part, Value::Variable(..) | Value::Final(..)) {
                places.insert(part.clone());
            }
        });
        let mut combinations: usize = 1;
        let mut all = Vec::new();
        for place in places {
            let values: Vec<u64> = self.domains.get(&place)?.as_ref()?.iter().copied().collect();
            combinations = combinations.saturating_mul(values.len());
            all.push((place, values));
        }
        (combinations <= MOST_COMBINATIONS).then_some(all)
    }

    /// The values that `value` can have.
    fn values(&self, value: &Value) -> Domain {
        let places = self.places(value)?;
        let mut values = BTreeSet::new();
        for combination in combinations(&places) {
            values.insert(value.evaluate(&|place| combination.get(place).copied())?);
        }
        (values.len() <= MOST_VALUES).then_some(values)
    }

    /// The proposition that a truth value holds; none when it has no such form.
    pub(super) fn proposition(&self, value: &Value) -> Option<String> {
        match value {
            Value::Number(bit, _) => Some(if *bit != 0 { "true" } else { "false" }.to_owned()),
            Value::Variable(..) | Value::Final(..) => self.atom(value, &Value::Number(1, 1)),
            // `Value::not` makes these.
            Value::Binary(Operator::Xor, inner, one) if **one == Value::TRUE => {
                Some(format!("not ({})", self.proposition(inner)?))
            }
            Value::Binary(Operator::And, left, right) => {
                Some(format!("{} /\\ {}", self.grouped(left)?, self.grouped(right)?))
            }
            Value::Binary(Operator::Or, left, right) => {
                Some(format!("{} \\/ {}", self.grouped(left)?, self.grouped(right)?))
            }
            Value::Select(condition, then, otherwise) => {
                let (condition, then, otherwise) =
                    (self.grouped(condition)?, self.grouped(then)?, self.grouped(otherwise)?);
                Some(format!("({condition} /\\ {then}) \\/ (not {condition} /\\ {otherwise})"))
            }
            Value::Binary(Operator::Equal, left, right) => {
                self.atom(left, right).or_else(|| self.atom(right, left)).or_else(|| self.written_out(value))
            }
            _ => self.written_out(value),
        }
    }

    fn grouped(&self, value: &Value) -> Option<String> {
        let text = self.proposition(value)?;
        Some(if text.contains(' ') { format!("({text})") } else { text })
    }

    fn atom(&self, place: &Value, value: &Value) -> Option<String> {
        let name = (self.name)(place)?;
        let value = match value {
            Value::Number(bits, width) => signed(*bits, *width).to_string(),
            Value::Pointer(..) => (self.address)(value)?,
            _ => return None,
        };
        Some(format!("{name}={value}"))
    }

    fn written_out(&self, value: &Value) -> Option<String> {
        let places = self.places(value)?;
        let mut cases = Vec::new();
        for combination in combinations(&places) {
            if value.evaluate(&|place| combination.get(place).copied())? != 0 {
                let atoms: Option<Vec<String>> = combination
                    .iter()
                    .map(|(place, bits)| self.atom(place, &Value::Number(*bits, place.width().unwrap_or(64))))
                    .collect();
                let atoms = atoms?;
                cases.push(if let [atom] = &atoms[..] { atom.clone() } else { format!("({})", atoms.join(" /\\ ")) });
            }
        }
        Some(if cases.is_empty() { "false".to_owned() } else { cases.join(" \\/ ") })
    }
}

fn union(one: Domain, other: Domain) -> Domain {
    let mut one = one?;
    one.extend(other?);
    (one.len() <= MOST_VALUES).then_some(one)
}

fn combinations(places: &[(Value, Vec<u64>)]) -> Vec<BTreeMap<Value, u64>> {
    let mut all = vec![BTreeMap::new()];
    for (place, values) in places {
        let with = |before: &BTreeMap<Value, u64>, value: u64| {
            let mut one = before.clone();
            one.insert(place.clone(), value);
            one
        };
        all =
            all.iter().flat_map(|before| values.iter().map(|value| with(before, *value)).collect::<Vec<_>>()).collect();
    }
    all
}

pub(super) fn signed(bits: u64, width: u32) -> i64 {
    // A truth value is written as 0 or 1.
    if width == 1 {
        return bits as i64;
    }
    let above = 64_u32.saturating_sub(width);
    (bits << above) as i64 >> above
}

/// The number of a thread as the test has it.
pub(super) fn thread_number(execution: &Execution<'_>, thread: usize) -> usize {
    if thread == MAIN { execution.threads.len() } else { thread }
}
