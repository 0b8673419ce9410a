//! Which accesses a transformed program delays.
//!
//! Section 3.2 of the paper: an execution that is not sequentially consistent has a critical cycle, and each such cycle has a pair of accesses of one thread that
//! the model lets change places. Delaying one of them a cycle shows all executions. An access is delayed (tag *dpo*) as the earlier one of a pair.
//!
//! The cycles are those of the abstract event graph ([`cycles`]), which has more than the executions do. That a pair *may* be reordered is not enough to choose it: where a
//! path has a fence, or a dependency that the graph does not know of, the cycle of an execution rests on another of its pairs. So pairs are chosen that no path
//! orders ([`certain`]); of a cycle without such a pair all are delayed.
//!
//! That is not enough for every execution, as cycles that are not critical can remain ([`remaining`]): further accesses are delayed until there is none. And an access that
//! lies on no cycle at all is delayed where it would hold up its thread ([`uncontended`]).
//!
//! The pairs of the paper that are from a write to a read of another thread (*drfs*, *drft*) are none where writes reach all threads at once. Elsewhere a write is delayed that
//! may be read by one thread before it reaches another one: those of each cycle that no pair of accesses alone explains. All cycles count there that some pair of
//! accesses may let happen which is not ordered for all threads.

mod certain;
mod cover;
mod cycles;
mod remaining;
#[cfg(test)]
mod tests;
mod uncontended;

use aeg::delays::Delays as Pairs;
use aeg::dependencies::Dependencies;
use aeg::graph::{Aeg, EventId, Options};
use aeg::model::{Direction, Model as Reordering};
use aeg::walk::{Slots, Walker};
use arch::Locks;
use cprog::ir::{FunctionId, Point, Program};
use cprog::points_to;
use cprog::threads::{self, Roots};
use relation::Index;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::checker::analysis::read_loops::predecessors;
use crate::checker::code::address::{self, ObjectNumber};
use crate::checker::code::compute::Compute;
use crate::checker::code::effect::AccessKind;
use crate::checker::code::{Code, Fence, SlotId, Step, StepId, Value};
use crate::checker::target::CompileTarget;
use crate::checker::transform::model::TransformModel;
use certain::Certainty;
use cycles::{CriticalCycle, Cycles};
use remaining::Remaining;
use uncontended::Uncontended;

/// How far an address is followed through computations.
const MOST_DERIVED: usize = 32;

/// How many accesses are delayed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Delays {
    /// One pair of each critical cycle, few in all (theorem 3.2).
    #[default]
    OneACycle,
    /// All pairs of all critical cycles.
    All,
    /// All accesses that the model lets be delayed, whether they are on a cycle or not (theorem 3.1).
    Every,
}

/// The accesses that are delayed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DelayedAccesses {
    steps: FxHashSet<StepId>,
    /// Accesses to what threads compete for, and all whose object is not known; none where that was not looked for.
    shared: Option<FxHashSet<StepId>>,
    /// How many critical cycles there are; none where they were not looked for, or are too many to count.
    pub cycles: Option<usize>,
    /// What is delayed, with its place in the source: `the write of line 8`.
    pub accesses: Vec<String>,
    /// What the thread library does.
    of_library: FxHashSet<StepId>,
}

/// How much [`Limits::delays`](crate::checker::Limits::delays) came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Chosen {
    /// Accesses that may be delayed.
    pub accesses: usize,
    /// Critical cycles; none where there are too many to count.
    pub cycles: Option<usize>,
}

impl DelayedAccesses {
    /// Finds them.
    pub(crate) fn find(program: &Program, code: &Code, model: TransformModel, delays: Delays) -> DelayedAccesses {
        let Some(reordering) = model.facts() else {
            return DelayedAccesses { cycles: Some(0), ..DelayedAccesses::default() };
        };
        let found = match delays {
            // The list of a thread has no room for what no other thread looks at.
            Delays::Every if model.propagates() => of_cycles(program, code, (model, reordering), false)
                .map(|found| OfCycles { late: code.steps.ids().collect(), ..found }),
            Delays::Every => None,
            Delays::All | Delays::OneACycle => {
                of_cycles(program, code, (model, reordering), delays == Delays::OneACycle)
            }
        };
        let (steps, shared, cycles) = match found {
            Some(OfCycles { late, shared, cycles }) => (late, Some(shared), cycles),
            None => (code.steps.ids().collect(), None, None),
        };
        // Where all steps are given, most are no accesses, or none that the model delays.
        let steps: FxHashSet<StepId> = steps.into_iter().filter(|step| model.delays(&code.steps[*step])).collect();
        let mut sorted: Vec<StepId> = steps.iter().copied().collect();
        sorted.sort_unstable();
        let accesses = sorted.into_iter().map(|step| describe(program, code, step)).collect();
        DelayedAccesses { steps, shared, cycles, accesses, of_library: FxHashSet::default() }
    }

    /// The same for a search, which needs to look for cycles only where not every access may be delayed.
    pub(crate) fn choose(
        program: &Program,
        code: &Code,
        model: TransformModel,
        (delays, target): (Delays, Option<CompileTarget>),
    ) -> Option<DelayedAccesses> {
        // No critical cycle has two reads of one location, as if they were always in order.
        let are_reads_ordered = model.facts().is_none_or(|facts| facts.local.reads_ordered_by.is_none());
        if delays == Delays::Every || !are_reads_ordered {
            return None;
        }
        let mut found = DelayedAccesses::find(program, code, model, delays);
        if target.is_some_and(|target| target.locks == Some(Locks::Usual)) {
            found.delay_past_library(code, model);
        }
        Some(found)
    }

    /// The graph has what the thread library does as fences. Where that orders less, what may be pending there is delayed, whether it is on a cycle or not, and the library's own accesses are.
    fn delay_past_library(&mut self, code: &Code, model: TransformModel) {
        let before = predecessors(code);
        let is_of_library = |step: &Step| {
            matches!(step, Step::Lock { .. } | Step::Unlock { .. } | Step::Start { .. } | Step::Join { .. })
        };
        let of_library = || code.steps.ids().filter(|step| is_of_library(&code.steps[*step]));
        self.of_library = of_library().collect();
        let mut visited: FxHashSet<StepId> = FxHashSet::default();
        let mut open: Vec<StepId> = of_library().collect();
        while let Some(at) = open.pop() {
            for &step in &before[at] {
                let waits = matches!(code.steps[step], Step::Fence(Fence::Full) | Step::AtomicBegin | Step::AtomicEnd);
                if !waits && visited.insert(step) {
                    open.push(step);
                }
            }
        }
        self.steps.extend(visited.into_iter().filter(|step| model.delays(&code.steps[*step])));
    }

    pub(crate) fn chosen(&self) -> Chosen {
        Chosen { accesses: self.steps.len(), cycles: self.cycles }
    }

    pub(crate) fn is_delayed(&self, step: StepId) -> bool {
        self.steps.contains(&step)
    }

    /// Whether an access may take effect late: one that is to be delayed, and one that no other thread competes with, as no other access has to wait for that.
    pub(crate) fn may_be_delayed(&self, step: StepId) -> bool {
        self.is_delayed(step) || self.is_private(step) || self.of_library.contains(&step)
    }

    /// Whether no other thread competes with an access.
    pub(crate) fn is_private(&self, step: StepId) -> bool {
        self.shared.as_ref().is_some_and(|shared| !shared.contains(&step))
    }

    /// Whether a later read of the same location may take effect before a delayed one: each must read the same write then, or an older one.
    pub(crate) fn needs_pins(&self, code: &Code) -> bool {
        let address = |step: StepId| {
            let access = code.steps[step].access()?;
            access.kind.reads().then_some(access.address)
        };
        let late: Vec<_> = self.steps.iter().filter_map(|step| Some((*step, address(*step)?))).collect();
        let others = code.steps.ids().filter(|step| !self.is_private(*step));
        let all: Vec<_> = others.filter_map(|step| Some((step, address(step)?))).collect();
        let may_be_same = |left: Value, right: Value| match (left, right) {
            (Value::Constant(left), Value::Constant(right)) => left == right,
            (Value::Slot(_), _) | (_, Value::Slot(_)) => true,
        };
        // A read that is executed again, in a loop or another call, is a later read of itself.
        late.iter().any(|(first, of)| {
            let again = certain::reachable(code, *first);
            all.iter().any(|(second, at)| {
                let function = code.functions[*first];
                let is_of_thread =
                    function != code.functions[*second] || again.contains(second) || code.is_called(function);
                may_be_same(*of, *at) && is_of_thread
            })
        })
    }

    /// Whether any of them is a read-modify-write.
    pub(crate) fn any_update(&self, code: &Code) -> bool {
        self.steps.iter().any(|step| code.steps[*step].is_read_modify_write())
    }

    /// Whether any of them reads.
    pub(crate) fn any_read(&self, code: &Code) -> bool {
        self.steps.iter().any(|step| code.steps[*step].access().is_none_or(|access| access.kind.reads()))
    }
}

fn describe(program: &Program, code: &Code, step: StepId) -> String {
    let what = match code.steps[step].access().map(|access| access.kind) {
        Some(AccessKind::Write) => "write",
        Some(AccessKind::Read) => "read",
        Some(AccessKind::Update | AccessKind::CompareExchange) => "read-modify-write",
        None => "step",
    };
    match code.places[step] {
        Some(place) => format!("the {what} at {}", program.describe(place)),
        None => format!("a {what}"),
    }
}

/// What the critical cycles say.
struct OfCycles {
    late: FxHashSet<StepId>,
    shared: FxHashSet<StepId>,
    cycles: Option<usize>,
}

/// What it costs that an access is delayed. The value of a read has to be supposed until it takes effect; in a loop, such as one that waits for a flag, it is so each time, and what a tool for
/// sequential consistency has to look at grows with each: that is worse than several delayed writes.
fn weight(direction: Direction, is_again: bool) -> u32 {
    match (direction, is_again) {
        (Direction::Write, false) => 1,
        (Direction::Read, false) | (Direction::Write, true) => 2,
        (Direction::Read, true) => 8,
    }
}

/// The delayed accesses of cycles; none when there are too many accesses to look at.
fn of_cycles(
    program: &Program,
    code: &Code,
    (model, reordering): (TransformModel, Reordering),
    is_one: bool,
) -> Option<OfCycles> {
    let roots = Roots::Main(code.main);
    let points_to = points_to::analyse(program, roots.functions());
    let threads = threads::find(program, &points_to, &roots);
    let aeg = Aeg::build(program, &points_to, threads, Options::new(reordering));
    let dependencies = Dependencies::find(program, &aeg);
    let pairs = Pairs::find(program, &points_to, &aeg, &dependencies, 0);
    let search = Cycles { program, points_to: &points_to, aeg: &aeg, order: &pairs.order, open: &pairs.open, model };
    // Where there are too many to count, all are left to be met below.
    let cycles = search.find(&dependencies);
    let mut steps: FxHashMap<Point, Vec<StepId>> = FxHashMap::default();
    for (step, point) in code.points.iter_enumerated() {
        if let Some(point) = point {
            steps.entry(*point).or_default().push(step);
        }
    }
    let certainty = Certainty { code };
    let of_event = |event| steps.get(&aeg.events[event].point).map_or(&[][..], Vec::as_slice);
    let are_free = |first, second| certainty.are_free(of_event(first), of_event(second));
    let mut late = vec![false; aeg.events.len()];
    // Cycles with certain pairs: the earlier accesses of those.
    let mut choices: Vec<Vec<usize>> = Vec::new();
    for CriticalCycle { open, writes } in cycles.iter().flatten() {
        let certain = open.iter().filter(|(first, second)| are_free(*first, *second));
        let mut certain: Vec<usize> = certain.map(|(first, _)| first.index()).collect();
        certain.sort_unstable();
        certain.dedup();
        // A pair that is not certain may be ordered on the path of an execution, and then another pair of the cycle has to be delayed: all are.
        if is_one && !certain.is_empty() {
            choices.push(certain);
        } else {
            open.iter().map(|(first, _)| first).chain(writes).for_each(|event| late[event.index()] = true);
        }
    }
    let weight = |event: usize| {
        let event = EventId::new(event);
        let is_again = of_event(event).iter().any(|step| code.is_in_loop(*step));
        weight(aeg.events[event].direction, is_again)
    };
    let weights: FxHashMap<usize, u32> = choices.iter().flatten().map(|event| (*event, weight(*event))).collect();
    cover::cover(&choices, &|event| weights[&event]).into_iter().for_each(|event| late[event] = true);
    let slots = Slots::default();
    let mut walker = Walker::new(&aeg, &dependencies, &slots);
    let remaining = Remaining::new(&search, &pairs.competing, &mut walker, &are_free)?;
    // Behind the critical cycles: it sees what is delayed for these, and adds only what they leave.
    remaining.meet(&mut late, is_one);
    let mut events: FxHashMap<StepId, Vec<EventId>> = FxHashMap::default();
    for event in aeg.events.ids() {
        of_event(event).iter().for_each(|step| events.entry(*step).or_default().push(event));
    }
    let shared = with_same_objects(code, &events.keys().copied().collect());
    let uncontended: Vec<StepId> = shared.iter().copied().filter(|step| !events.contains_key(step)).collect();
    let held_up = Uncontended::new(code, (model, reordering), &events).held_up(&uncontended, &late, &remaining);
    let is_delayed = |(_, events): &(&StepId, &Vec<EventId>)| events.iter().any(|event| late[event.index()]);
    let late = events.iter().filter(is_delayed).map(|(step, _)| *step).chain(held_up).collect();
    Some(OfCycles { late, shared, cycles: cycles.map(|cycles| cycles.len()) })
}

/// What an access is to, as far as its function says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Object {
    /// A variable of the program.
    Global(ObjectNumber),
    /// What is allocated into a register, in one place or, where paths join, in several.
    Allocated(FunctionId, SlotId),
}

/// These accesses with all others that may be to the same objects: an access that no other thread competes with may read what its own thread has delayed.
fn with_same_objects(code: &Code, competing: &FxHashSet<StepId>) -> FxHashSet<StepId> {
    let mut definitions: FxHashMap<(FunctionId, SlotId), Option<Value>> = FxHashMap::default();
    let mut allocated: FxHashSet<(FunctionId, SlotId)> = FxHashSet::default();
    for (at, step) in code.steps.iter_enumerated() {
        let base = match step {
            Step::Compute { how: Compute::Element { base, .. } | Compute::Copy(base), .. } => Some(*base),
            _ => None,
        };
        if let Step::Allocate { result, .. } = step {
            allocated.insert((code.functions[at], *result));
        }
        step.visit_definitions(&mut |slot| {
            // What has several definitions is not known.
            definitions.entry((code.functions[at], slot)).and_modify(|known| *known = None).or_insert(base);
        });
    }
    let object = |step: StepId| {
        let mut address = code.steps[step].access()?.address;
        for _ in 0..MOST_DERIVED {
            match address {
                Value::Constant(number) => return address::split(number).map(|(object, _)| Object::Global(object)),
                Value::Slot(slot) if allocated.contains(&(code.functions[step], slot)) => {
                    return Some(Object::Allocated(code.functions[step], slot));
                }
                Value::Slot(slot) => address = definitions.get(&(code.functions[step], slot)).copied().flatten()?,
            }
        }
        None
    };
    let objects: FxHashSet<Option<Object>> = competing.iter().map(|step| object(*step)).collect();
    // A competing access whose object is not known may be to any.
    if objects.contains(&None) {
        return code.steps.ids().collect();
    }
    let may_be_shared = |step: &StepId| {
        let of = object(*step);
        of.is_none() || objects.contains(&of)
    };
    code.steps.ids().filter(|step| competing.contains(step) || may_be_shared(step)).collect()
}
