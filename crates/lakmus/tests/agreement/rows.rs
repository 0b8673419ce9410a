//! Each row of `arch` against the cat model: what it claims to order is ordered in every shape of up to three threads when nothing else there is left open, and what it does not claim is not:
//! some shape shows the two accesses the other way round.

use std::collections::BTreeSet;

use arch::{self, Barrier, Cumulativity, Direction, Model};

use crate::instructions::Machine;
use crate::litmus::Litmus;
use crate::program::{Access, Dependent, Operation, Order, Program, Step};
use crate::shapes::SHAPES;
use crate::targets::{Target, is_known};
use libtest_mimic::Trial;

/// A place for a barrier: between the accesses of a thread of a shape.
struct Gap {
    name: &'static str,
    shape: Program,
    thread: usize,
    before: Direction,
    behind: Direction,
}

/// Shapes in which threads hear of each other by what they read, all but once: there a lightweight barrier is as good as a full one.
const LIGHTWEIGHT_IS_ENOUGH: [&str; 8] = ["MP", "LB", "S", "2+2W", "WRC", "WWC", "ISA2", "3.LB"];

/// All of them: between two accesses to different locations, in shapes of up to three threads that have no thread longer than that.
fn gaps() -> Vec<Gap> {
    let mut all = Vec::new();
    for (name, text) in SHAPES {
        let shape = Program::parse(text);
        let accesses = |thread: &Vec<Step>| thread.iter().filter_map(Step::access).copied().collect::<Vec<Access>>();
        let is_plain = |thread: &Vec<Step>| {
            let accesses = accesses(thread);
            accesses.len() <= 2 && accesses.iter().all(|access| !access.operation.is_update())
        };
        if shape.threads.len() > 3 || !shape.threads.iter().all(is_plain) {
            continue;
        }
        for (thread, steps) in shape.threads.iter().enumerate() {
            if let [first, second] = accesses(steps).as_slice()
                && first.location != second.location
            {
                let (before, behind) = (direction(first), direction(second));
                all.push(Gap { name, shape: shape.clone(), thread, before, behind });
            }
        }
    }
    all
}

fn direction(access: &Access) -> Direction {
    if access.operation.reads() { Direction::Read } else { Direction::Write }
}

/// What is claimed of a pair of accesses: nothing where it is not ordered.
type Claims<'c> = dyn Fn(Direction, Direction) -> Option<Cumulativity> + 'c;

/// What the shapes show of a pair of accesses.
struct Shown {
    before: Direction,
    behind: Direction,
    /// The shapes that have the pair.
    tried: BTreeSet<&'static str>,
    /// The shapes that have other outcomes than those of sequential consistency.
    open: BTreeSet<&'static str>,
}

/// A model with its machine.
#[derive(Clone, Copy)]
pub(crate) struct Judge {
    pub(crate) model: Model,
    pub(crate) cat: &'static str,
    pub(crate) machine: &'static Machine,
}

impl Judge {
    /// A barrier that orders everything.
    fn full(&self) -> String {
        let architecture = self.model.architecture().expect("a model's architecture");
        let (full, _) =
            architecture.instructions().find(|(_, barrier)| *barrier == Barrier::FULL).expect("a full barrier");
        full
    }

    /// Whether only outcomes of sequential consistency are left when the steps of a thread are these, and all others have full barriers.
    fn is_sequential(&self, gap: &Gap, steps: Vec<Step>) -> bool {
        let mut program = gap.shape.clone();
        for (number, thread) in program.threads.iter_mut().enumerate() {
            if number == gap.thread {
                thread.clone_from(&steps);
            } else if thread.len() == 2 {
                thread.insert(1, Step::Barrier(self.full()));
            }
        }
        let litmus = Litmus::of(&program, self.machine, self.model.mapping, &[]);
        litmus.outcomes(self.cat) == litmus.outcomes("sc")
    }

    /// The accesses of a gap with steps between them.
    fn with(&self, gap: &Gap, between: &[Step]) -> Vec<Step> {
        let accesses = &gap.shape.threads[gap.thread];
        [&accesses[..1], between, &accesses[1..]].concat()
    }

    /// What the shapes show of each pair of accesses with these steps.
    fn shown(&self, steps: &dyn Fn(&Gap) -> Option<Vec<Step>>) -> Vec<Shown> {
        let all = gaps();
        let pairs = Direction::ALL.into_iter().flat_map(|before| Direction::ALL.map(|behind| (before, behind)));
        pairs
            .map(|(before, behind)| {
                let of_pair = all.iter().filter(|gap| (gap.before, gap.behind) == (before, behind));
                let tried: Vec<(&str, bool)> =
                    of_pair.filter_map(|gap| Some((gap.name, self.is_sequential(gap, steps(gap)?)))).collect();
                let open = tried.iter().filter(|(_, holds)| !holds).map(|(name, _)| *name).collect();
                Shown { before, behind, tried: tried.iter().map(|(name, _)| *name).collect(), open }
            })
            .filter(|shown| !shown.tried.is_empty())
            .collect()
    }

    /// What is wrong with a claim, by what the shapes show.
    fn wrong(&self, what: &str, claims: &Claims<'_>, shown: &[Shown]) -> Vec<String> {
        let mut wrong = Vec::new();
        for Shown { before, behind, tried, open } in shown {
            let pair = format!("{what}, {}{}", before.letter(), behind.letter());
            let is_light = |name: &&&str| LIGHTWEIGHT_IS_ENOUGH.contains(name);
            // What a lightweight barrier leaves open elsewhere is no reason to claim nothing.
            let decide = |name: &&&str| is_light(name) || !tried.iter().any(|name| is_light(&name));
            match claims(*before, *behind) {
                Some(Cumulativity::Full) if !open.is_empty() => wrong.push(format!("{pair}: not ordered in {open:?}")),
                Some(Cumulativity::Lightweight) if open.iter().any(|name| is_light(&name)) => {
                    wrong.push(format!("{pair}: not ordered in {open:?}"));
                }
                Some(Cumulativity::None) if open.contains("LB") || open.contains("MP") => {
                    wrong.push(format!("{pair}: not ordered in {open:?}"));
                }
                None if !open.iter().any(|name| decide(&name)) && self.model.relaxes(*before, *behind) => {
                    wrong.push(format!("{pair}: ordered, and not claimed"));
                }
                Some(_) | None => {}
            }
        }
        wrong
    }

    /// Compares a claim with what the shapes show.
    fn check(&self, what: &str, claims: &Claims<'_>, steps: &dyn Fn(&Gap) -> Option<Vec<Step>>) -> Vec<String> {
        self.wrong(what, claims, &self.shown(steps))
    }
}

/// Every barrier of the model's architecture.
pub(crate) fn barriers(judge: Judge) -> Result<(), String> {
    let architecture = judge.model.architecture().expect("a model's architecture");
    let mut wrong = Vec::new();
    let simulated = architecture.instructions().filter(|(text, _)| is_known(judge.machine, judge.model.mapping, text));
    for (text, barrier) in simulated {
        let claims = |before, behind| {
            (!barrier.needs_branch && barrier.pairs.has(before, behind)).then_some(barrier.cumulativity)
        };
        wrong.extend(judge.check(&text, &claims, &|gap| Some(judge.with(gap, &[Step::Barrier(text.clone())]))));
        if barrier.needs_branch && judge.model.has_dependencies {
            let claims = |before, behind| barrier.pairs.has(before, behind).then_some(barrier.cumulativity);
            let behind_branch = |gap: &Gap| {
                let between = [Step::Branch(0), Step::Barrier(text.clone())];
                (gap.before == Direction::Read).then(|| judge.with(gap, &between))
            };
            wrong.extend(judge.check(&format!("a branch and {text}"), &claims, &behind_branch));
        }
    }
    report(&wrong)
}

/// Every row that says something else of one pair than `arch` does is found out: else the test of the rows could not fail.
pub(crate) fn mutants(judge: Judge) -> Result<(), String> {
    let architecture = judge.model.architecture().expect("a model's architecture");
    let simulated = architecture
        .instructions()
        .filter(|(text, barrier)| !barrier.needs_branch && is_known(judge.machine, judge.model.mapping, text));
    let mut unnoticed = Vec::new();
    for (text, barrier) in simulated {
        let shown = judge.shown(&|gap| Some(judge.with(gap, &[Step::Barrier(text.clone())])));
        for pair in shown.iter().map(|shown| (shown.before, shown.behind)) {
            let claims = |before, behind| {
                let is_claimed = barrier.pairs.has(before, behind);
                let is_changed = (before, behind) == pair;
                (is_claimed != is_changed).then_some(if is_changed { Cumulativity::Full } else { barrier.cumulativity })
            };
            if judge.model.relaxes(pair.0, pair.1) && judge.wrong(&text, &claims, &shown).is_empty() {
                unnoticed.push(format!("{text}, {}{}: the opposite fits, too", pair.0.letter(), pair.1.letter()));
            }
        }
    }
    report(&unnoticed)
}

/// Every access of the mapping that programs are explored by, as the first and as the second of a pair.
pub(crate) fn accesses(judge: Judge) -> Result<(), String> {
    let mut wrong = Vec::new();
    for order in [Order::Relaxed, Order::Acquire, Order::Release, Order::SeqCst] {
        for (is_first, end) in [(true, "first"), (false, "second")] {
            let claims = |before, behind| claim(judge, order, is_first, before, behind);
            let steps = |gap: &Gap| {
                let mut steps = judge.with(gap, &[]);
                let place = if is_first { 0 } else { 1 };
                let Step::Access(access) = &mut steps[place] else { return None };
                access.order = order;
                access.operation.orders().contains(&order).then_some(steps)
            };
            wrong.extend(judge.check(&format!("{order:?}, {end}"), &claims, &steps));
        }
    }
    report(&wrong)
}

/// What the mapping's code for an access claims to order.
fn claim(judge: Judge, order: Order, is_first: bool, before: Direction, behind: Direction) -> Option<Cumulativity> {
    let operation = |direction| match direction {
        Direction::Read => arch::c11::Operation::Load,
        Direction::Write => arch::c11::Operation::Store,
    };
    let mine = if is_first { before } else { behind };
    let compiled = judge.model.compiled(operation(mine), crate::instructions::c11_order(order));
    let barrier = if is_first { compiled.after } else { compiled.before };
    if barrier.pairs.has(before, behind) {
        return Some(barrier.cumulativity);
    }
    let is_multi_copy_atomic = judge.model.is_multi_copy_atomic;
    let local = Some(if is_multi_copy_atomic { Cumulativity::Full } else { Cumulativity::None });
    match (is_first, mine) {
        (true, Direction::Read) if compiled.acquires() => local,
        (false, Direction::Write) if compiled.releases() => local,
        (true | false, Direction::Read | Direction::Write) => None,
    }
}

/// What dependencies order where the model has them.
pub(crate) fn dependencies(judge: Judge) -> Result<(), String> {
    if !judge.model.has_dependencies {
        return Ok(());
    }
    let local = Some(if judge.model.is_multi_copy_atomic { Cumulativity::Full } else { Cumulativity::None });
    let mut wrong = Vec::new();
    for (what, how) in [("address", Dependent::Address), ("value", Dependent::Value)] {
        let steps = |gap: &Gap| {
            let mut steps = judge.with(gap, &[]);
            let Step::Access(access) = &mut steps[1] else { return None };
            access.dependency = Some((how, 0));
            let is_there =
                gap.before == Direction::Read && (how == Dependent::Address || gap.behind == Direction::Write);
            (is_there && matches!(access.operation, Operation::Read | Operation::Write(_))).then_some(steps)
        };
        wrong.extend(judge.check(what, &|_, _| local, &steps));
    }
    let branch = |gap: &Gap| (gap.before == Direction::Read).then(|| judge.with(gap, &[Step::Branch(0)]));
    wrong.extend(judge.check("a branch", &|_, behind| local.filter(|_| behind == Direction::Write), &branch));
    report(&wrong)
}

fn report(wrong: &[String]) -> Result<(), String> {
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// The trials of a target's rows: SPARC's and x86's models are judged on the machine of their architecture.
pub(crate) fn trials(target: &'static Target) -> Vec<Trial> {
    let Some(model) = target.fence.filter(|model| model.architecture() == Some(target.architecture)) else {
        return Vec::new();
    };
    let judge = Judge { model, cat: target.cat, machine: target.machine };
    let trial = |what: &str, check: fn(Judge) -> Result<(), String>| {
        Trial::test(format!("rows::{}::{what}", target.name), move || check(judge).map_err(Into::into))
    };
    vec![
        trial("barriers", barriers),
        trial("mutants", mutants),
        trial("accesses", accesses),
        trial("dependencies", dependencies),
    ]
}
