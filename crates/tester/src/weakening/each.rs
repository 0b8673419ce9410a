//! Every order weakened in turn: mutation testing of memory orders.
//!
//! A place of the source begins with the order that it has. A weaker order that is found is as far as that way goes: an even weaker one allows all that it does. From one that is not
//! found the next weaker ones are tried. So the result says of each place how weak its order can be before this program notices.
//!
//! The orders of a place are a set of what they demand: to acquire, to release, to be in the order of all sequentially consistent operations. The next weaker ones leave out one of these,
//! the last one first. Several kinds of operations at one place (a compare-exchange that fails, and one that does not) are weakened together.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;

use super::{Kind, Operated, name_of};
use crate::program::{Request, Results, RunError, Searched, Weakening, run};
use crate::report::{Report, Suppressions, reports};
use crate::run_in_rounds;

/// What an order demands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Strength {
    is_seq_cst: bool,
    acquires: bool,
    releases: bool,
}

impl Strength {
    /// That of an operation: a load releases nothing, and a store acquires nothing.
    fn of(kind: &Kind) -> Strength {
        let Kind { reads, writes, order, .. } = *kind;
        Strength {
            is_seq_cst: order == 5,
            acquires: reads && matches!(order, 2 | 4 | 5),
            releases: writes && matches!(order, 3..=5),
        }
    }

    fn union(self, other: Strength) -> Strength {
        Strength {
            is_seq_cst: self.is_seq_cst | other.is_seq_cst,
            acquires: self.acquires | other.acquires,
            releases: self.releases | other.releases,
        }
    }

    /// The strongest ones that are weaker.
    fn weaker(self) -> Vec<Strength> {
        match self {
            Strength { is_seq_cst: true, .. } => vec![Strength { is_seq_cst: false, ..self }],
            Strength { acquires: true, releases: true, .. } => {
                vec![Strength { releases: false, ..self }, Strength { acquires: false, ..self }]
            }
            Strength { acquires: false, releases: false, .. } => Vec::new(),
            Strength { .. } => vec![Strength::default()],
        }
    }

    /// The order that demands this, as compilers number it.
    fn order(self) -> u8 {
        match (self.is_seq_cst, self.acquires, self.releases) {
            (true, ..) => 5,
            (false, true, true) => 4,
            (false, false, true) => 3,
            (false, true, false) => 2,
            (false, false, false) => 0,
        }
    }
}

/// Which operations are weakened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// Those in files with one of these texts in their paths; all if there is none.
    pub files: Vec<String>,
}

impl Scope {
    fn covers(&self, file: &str) -> bool {
        self.files.is_empty() || self.files.iter().any(|text| file.contains(text))
    }
}

/// A place of the source with atomic operations whose orders can be weaker.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Site {
    kinds: BTreeSet<Kind>,
    calls: BTreeSet<Vec<u64>>,
}

/// A place of the source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourcePlace {
    /// The path of the file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 if it is not known.
    pub column: u32,
}

impl fmt::Display for SourcePlace {
    /// As `--weaken-order` takes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SourcePlace { file, line, column } = self;
        match column {
            0 => write!(f, "{file}:{line}"),
            _ => write!(f, "{file}:{line}:{column}"),
        }
    }
}

/// What has come of a weaker order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Something is found with it.
    Found {
        /// What.
        headline: String,
        /// The seed of the first execution that shows it; none if no seed stands for it.
        seed: Option<u64>,
    },
    /// Nothing is found.
    Survived {
        /// In so many executions.
        executions: u64,
        /// Whether these are all that there are.
        is_complete: bool,
    },
}

/// A weaker order that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weaker {
    /// Where it is.
    pub place: SourcePlace,
    /// The operations there with their orders.
    pub operations: String,
    /// The name of the weaker order.
    pub order: &'static str,
    /// What has come of it.
    pub outcome: Outcome,
}

impl fmt::Display for Weaker {
    /// In one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Weaker { place, operations, order, outcome } = self;
        write!(f, "{place}={order}: ")?;
        match outcome {
            Outcome::Found { headline, seed } => {
                write!(f, "found, {headline}")?;
                if let Some(seed) = seed {
                    write!(f, " (seed {seed})")?;
                }
            }
            Outcome::Survived { executions, is_complete: false } => write!(f, "not found in {executions} executions")?,
            Outcome::Survived { executions, is_complete: true } => {
                write!(f, "not found in all {executions} executions")?
            }
        }
        write!(f, "; {operations}")
    }
}

/// What has come of all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trials {
    /// What is found with the orders of the program: then none was weakened.
    pub own: Vec<Report>,
    /// How many places there are with an order that can be weaker.
    pub places: usize,
    /// What was tried, place by place.
    pub tried: Vec<Weaker>,
    /// Whether the run was ended early.
    pub is_cancelled: bool,
}

impl Trials {
    /// How many weaker orders nothing was found with.
    pub fn survivors(&self) -> usize {
        self.tried.iter().filter(|weaker| matches!(weaker.outcome, Outcome::Survived { .. })).count()
    }

    /// The sum of it, in one line.
    pub fn summary(&self) -> String {
        let (tried, survivors) = (self.tried.len(), self.survivors());
        format!("{tried} weaker orders at {} places: {} found, {survivors} not found", self.places, tried - survivors)
    }
}

impl Operated {
    /// Runs the program as the request says: as it is, and then, if nothing is found, with each of these weaker orders until something is. `notify` is called with each when it is done.
    ///
    /// # Errors
    /// When the program cannot be run.
    pub fn weaken_each(
        &self,
        request: &Request,
        scope: &Scope,
        suppressions: &Suppressions,
        mut notify: impl FnMut(&Weaker),
    ) -> Result<Trials, RunError> {
        let sites = self.sites(scope);
        let mut trials = Trials { places: sites.len(), ..Trials::default() };
        let as_it_is = executed(request, Vec::new(), suppressions)?;
        trials.own = reports(&as_it_is, suppressions).0;
        trials.is_cancelled = as_it_is.is_cancelled;
        for (place, site) in &sites {
            let own = site.kinds.iter().map(Strength::of).fold(Strength::default(), Strength::union);
            let mut next = VecDeque::from(own.weaker());
            let mut known: BTreeSet<Strength> = next.iter().copied().collect();
            while let Some(strength) = next.pop_front() {
                if trials.is_cancelled || !trials.own.is_empty() {
                    return Ok(trials);
                }
                let order = strength.order();
                let weakened = site.calls.iter().map(|calls| Weakening { order, calls: calls.clone() }).collect();
                let results = executed(request, weakened, suppressions)?;
                trials.is_cancelled = results.is_cancelled;
                let outcome = outcome(&results, suppressions);
                if matches!(outcome, Outcome::Survived { .. }) {
                    next.extend(strength.weaker().into_iter().filter(|weaker| known.insert(*weaker)));
                }
                if trials.is_cancelled && matches!(outcome, Outcome::Survived { .. }) {
                    // It has not had its executions: nothing can be said of it.
                    return Ok(trials);
                }
                let kinds: Vec<String> = site.kinds.iter().map(Kind::to_string).collect();
                let (place, operations) = (place.clone(), kinds.join(", "));
                trials.tried.push(Weaker { place, operations, order: name_of(order), outcome });
                trials.tried.last().into_iter().for_each(&mut notify);
            }
        }
        Ok(trials)
    }

    /// The places whose orders can be weaker. Instances of one function are one.
    fn sites(&self, scope: &Scope) -> BTreeMap<SourcePlace, Site> {
        let mut sites: BTreeMap<SourcePlace, Site> = BTreeMap::new();
        for (frame, operations) in &self.0 {
            let Some(file) = frame.file.as_ref().filter(|file| scope.covers(file)) else { continue };
            let place = SourcePlace { file: file.clone(), line: frame.line, column: frame.column };
            let site = sites.entry(place).or_insert(Site { kinds: BTreeSet::new(), calls: BTreeSet::new() });
            site.kinds.extend(&operations.kinds);
            site.calls.extend(operations.calls.iter().cloned());
        }
        sites.retain(|_, site| site.kinds.iter().any(|kind| !Strength::of(kind).weaker().is_empty()));
        sites
    }
}

/// As many executions as are asked for, or until something is found.
fn executed(request: &Request, weakened: Vec<Weakening>, suppressions: &Suppressions) -> Result<Results, RunError> {
    let request = Request { weakened, shows_output: false, announce: |_| (), progress: None, ..request.clone() };
    match request.exhaustive {
        Some(_) => run(&request),
        None => run_in_rounds(&request, Some(suppressions), None),
    }
}

fn outcome(results: &Results, suppressions: &Suppressions) -> Outcome {
    match reports(results, suppressions).0.first() {
        Some(report) => {
            Outcome::Found { headline: report.headline(), seed: report.followed.is_none().then_some(report.first_seed) }
        }
        None => Outcome::Survived {
            executions: results.executions.len() as u64,
            is_complete: results.searched.as_ref().is_some_and(Searched::is_complete),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(name: &'static str, order: u8) -> Kind {
        Kind { name, reads: name != "store", writes: name != "load", order }
    }

    /// The names of the orders that are tried if none is found.
    fn tried(kinds: &[Kind]) -> Vec<&'static str> {
        let own = kinds.iter().map(Strength::of).fold(Strength::default(), Strength::union);
        let mut next = VecDeque::from(own.weaker());
        let mut known: BTreeSet<Strength> = next.iter().copied().collect();
        let mut names = Vec::new();
        while let Some(strength) = next.pop_front() {
            names.push(name_of(strength.order()));
            next.extend(strength.weaker().into_iter().filter(|weaker| known.insert(*weaker)));
        }
        names
    }

    #[test]
    fn orders_become_weaker_step_by_step() {
        assert_eq!(tried(&[kind("load", 5)]), ["acquire", "relaxed"]);
        assert_eq!(tried(&[kind("store", 5)]), ["release", "relaxed"]);
        assert_eq!(tried(&[kind("store", 3)]), ["relaxed"]);
        assert_eq!(tried(&[kind("read-modify-write", 4)]), ["acquire", "release", "relaxed"]);
        assert_eq!(tried(&[kind("fence", 5)]), ["acq_rel", "acquire", "release", "relaxed"]);
        assert!(tried(&[kind("load", 0)]).is_empty());
        // A compare-exchange that succeeds by release and fails by acquire.
        assert_eq!(tried(&[kind("exchange", 3), kind("load", 2)]), ["acquire", "release", "relaxed"]);
    }
}
