//! The weakest orders and fences with which something still holds that is verified of a program.
//!
//! What FenSying, VSync and Dartagnan's users do (Oberhauser et al., "VSync: push-button verification and optimization for synchronization primitives on weak memory models", ASPLOS 2021): begin with orders with which the program is
//! verified, make each weaker in turn, the dearest first, and keep what the verifier needs. Weaker orders allow more executions, so that one pass over all accesses ends with orders of which none can be made weaker by
//! itself. That is a least choice, and not always the cheapest of all.

use std::collections::BTreeMap;
use std::ops::Range;

use aeg::model::{AtomicOperation, AtomicOrder, Model, fence_of_c11};
use cprog::ir::{FunctionId, Operation, Order, Point, Program, SourcePlace};
use relation::{IdVec, Index};

use crate::accesses::{self, sites};
use crate::slots::Text;

/// For each of several choices the least of its levels, such that all together still hold; the choices are taken in their order. `strongest` are the levels with which they hold, 0 is the weakest one of each. `holds` is asked of
/// levels, and must say yes to stronger ones where it does to weaker ones.
///
/// # Errors
/// Those of `holds`.
pub fn weakest<E>(strongest: &[usize], holds: &mut dyn FnMut(&[usize]) -> Result<bool, E>) -> Result<Vec<usize>, E> {
    let mut levels = strongest.to_vec();
    for at in 0..levels.len() {
        for level in 0..strongest[at] {
            levels[at] = level;
            if holds(&levels)? {
                break;
            }
            levels[at] = strongest[at];
        }
    }
    Ok(levels)
}

/// With which orders to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Begin {
    /// All accesses and fences are sequentially consistent.
    SequentiallyConsistent,
    /// Those of the program.
    Own,
}

/// What an order belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Ordered {
    /// A fence.
    Fence,
    /// A read-modify-write.
    Update,
    /// A compare-and-exchange.
    CompareExchange,
    /// One that fails.
    Failure,
    /// A store.
    Store,
    /// A load.
    Load,
}

impl Ordered {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Ordered::Fence => "fence",
            Ordered::Update => "read-modify-write",
            Ordered::CompareExchange => "compare-and-exchange",
            Ordered::Failure => "compare-and-exchange that fails",
            Ordered::Store => "store",
            Ordered::Load => "load",
        }
    }

    /// Its orders, from the weakest one on; none where a fence is left out.
    fn orders(self) -> &'static [Option<Order>] {
        use Order::{Acquire, AcquireRelease, Relaxed, Release, SeqCst};
        match self {
            Ordered::Fence => &[None, Some(Acquire), Some(Release), Some(AcquireRelease), Some(SeqCst)],
            Ordered::Update | Ordered::CompareExchange => {
                &[Some(Relaxed), Some(Acquire), Some(Release), Some(AcquireRelease), Some(SeqCst)]
            }
            Ordered::Store => &[Some(Relaxed), Some(Release), Some(SeqCst)],
            Ordered::Load | Ordered::Failure => &[Some(Relaxed), Some(Acquire), Some(SeqCst)],
        }
    }

    /// What an order of it costs: that of the code on a machine, and that of its name in C11.
    fn cost(self, model: Option<Model>, order: Order) -> f64 {
        let Some(model) = model else {
            let of_order = [Order::Relaxed, Order::Acquire, Order::Release, Order::AcquireRelease, Order::SeqCst];
            let position = of_order.iter().position(|known| *known == order).unwrap_or(0);
            return position as f64 + if self == Ordered::Fence { 1.0 } else { 0.0 };
        };
        let operation = match self {
            Ordered::Fence => {
                let before = fence_of_c11(model, order);
                return AtomicOrder { before, ..AtomicOrder::default() }.cost(model);
            }
            Ordered::Update => AtomicOperation::ReadModifyWrite,
            Ordered::CompareExchange | Ordered::Failure => AtomicOperation::CompareExchange,
            Ordered::Store => AtomicOperation::Store,
            Ordered::Load => AtomicOperation::Load,
        };
        AtomicOrder::of(model, operation, order).cost(model)
    }
}

/// An atomic access or a fence of the source, and its order.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// What it is.
    pub ordered: Ordered,
    /// Where it stands in the source.
    pub source: Option<SourcePlace>,
    /// The order that the program has.
    pub own: Order,
    /// The orders to choose from, the weakest first; none where a fence is left out. The last one is that to begin with.
    pub orders: Vec<Option<Order>>,
    /// What each of these costs.
    costs: Vec<f64>,
    /// The instructions that stand for it: several where an inline function or a template is there more than once.
    points: Vec<Point>,
}

/// The order of an instruction, and what it belongs to. A compare-and-exchange has two.
fn orders_of(operation: &Operation) -> Vec<(Ordered, Order)> {
    match operation {
        Operation::Load { access, .. } => vec![(Ordered::Load, access.order)],
        Operation::Store { access, .. } => vec![(Ordered::Store, access.order)],
        Operation::ReadModifyWrite { access, .. } => vec![(Ordered::Update, access.order)],
        Operation::CompareExchange { access, failure, .. } => {
            vec![(Ordered::CompareExchange, access.order), (Ordered::Failure, *failure)]
        }
        Operation::Fence { order, compiler_only: false } => vec![(Ordered::Fence, *order)],
        _ => Vec::new(),
    }
}

/// What is one place: what it is, and file, line and column, or else the instruction.
type Key = (Ordered, Option<(u32, u32, u32)>, Option<Point>);

/// The atomic accesses and fences of the functions that are executed, the dearest first. `model`: the machine whose code counts, if it is not C11 itself that is verified.
pub fn places(program: &Program, executed: &IdVec<FunctionId, bool>, begin: Begin, model: Option<Model>) -> Vec<Place> {
    let mut found: BTreeMap<Key, Place> = BTreeMap::new();
    for (function, body) in program.functions.iter_enumerated().filter(|(id, _)| executed[*id]) {
        for (block, instructions) in body.blocks.iter_enumerated() {
            for (index, instruction) in instructions.instructions.iter().enumerate() {
                let point = Point { function, block, index: index as u32 };
                for (ordered, own) in orders_of(&instruction.operation) {
                    if matches!(own, Order::Plain | Order::Unordered) {
                        continue;
                    }
                    let source = instruction.place;
                    let key = source.map(|place| (place.file.index() as u32, place.line, place.column));
                    // What has no place is one by itself.
                    let alone = if key.is_none() { Some(point) } else { None };
                    let last = if begin == Begin::Own { own } else { Order::SeqCst };
                    let place = || {
                        let orders = up_to(ordered, last);
                        let cost = |order: &Option<Order>| order.map_or(0.0, |order| ordered.cost(model, order));
                        let costs = orders.iter().map(cost).collect();
                        Place { ordered, source, own, orders, costs, points: Vec::new() }
                    };
                    found.entry((ordered, key, alone)).or_insert_with(place).points.push(point);
                }
            }
        }
    }
    let mut places: Vec<Place> = found.into_values().collect();
    let dearest = |place: &Place| place.costs.last().copied().unwrap_or(0.0);
    places.sort_by(|one, other| dearest(other).total_cmp(&dearest(one)));
    places
}

/// The orders up to one.
fn up_to(ordered: Ordered, last: Order) -> Vec<Option<Order>> {
    let is_weaker = |order: &Option<Order>| match (order, last) {
        (Some(Order::Acquire), Order::Release) => false,
        (Some(order), last) => strength(*order) < strength(last),
        (None, _) => true,
    };
    ordered.orders().iter().copied().filter(is_weaker).chain(std::iter::once(Some(last))).collect()
}

/// A number that is greater for stronger orders; acquire and release do not compare.
fn strength(order: Order) -> u8 {
    match order {
        Order::Plain | Order::Unordered | Order::Relaxed => 0,
        Order::Acquire => 1,
        Order::Release => 2,
        Order::AcquireRelease => 3,
        Order::SeqCst => 4,
    }
}

impl Place {
    /// The function that it is in; one of them, where it is in several.
    pub fn function(&self) -> Option<FunctionId> {
        self.points.first().map(|point| point.function)
    }

    /// The order of a level.
    pub fn order(&self, level: usize) -> Option<Order> {
        self.orders[level.min(self.orders.len() - 1)]
    }

    /// Gives the program's instructions this order.
    fn set(&self, program: &mut Program, order: Option<Order>) {
        for point in &self.points {
            let block = &mut program.functions[point.function].blocks[point.block];
            let operation = &mut block.instructions[point.index as usize].operation;
            match (operation, self.ordered, order) {
                (Operation::Load { access, .. }, Ordered::Load, Some(order))
                | (Operation::Store { access, .. }, Ordered::Store, Some(order))
                | (Operation::ReadModifyWrite { access, .. }, Ordered::Update, Some(order)) => access.order = order,
                (Operation::CompareExchange { access, failure, .. }, Ordered::CompareExchange, Some(order)) => {
                    access.order = order;
                    *failure = of_failure(*failure, order);
                }
                (Operation::CompareExchange { access, failure, .. }, Ordered::Failure, Some(new)) => {
                    *failure = of_failure(new, access.order);
                }
                (Operation::Fence { order: old, .. }, Ordered::Fence, Some(order)) => *old = order,
                (Operation::Fence { compiler_only, .. }, Ordered::Fence, None) => *compiler_only = true,
                // A place is made of such instructions, and only fences may be left out.
                _ => {}
            }
        }
    }
}

/// The order of a compare-and-exchange that fails, where it has this one when it succeeds: C11 has none that is stronger.
fn of_failure(failure: Order, success: Order) -> Order {
    let most = match success {
        Order::SeqCst => Order::SeqCst,
        Order::Acquire | Order::AcquireRelease => Order::Acquire,
        Order::Release | Order::Relaxed | Order::Plain | Order::Unordered => Order::Relaxed,
    };
    if strength(failure) > strength(most) { most } else { failure }
}

/// The order of each place, by its level: that of a compare-and-exchange that fails is no stronger than that of one that succeeds.
pub fn orders(places: &[Place], levels: &[usize]) -> Vec<Option<Order>> {
    let chosen: Vec<Option<Order>> = places.iter().zip(levels).map(|(place, level)| place.order(*level)).collect();
    let success = |place: &Place| {
        let is_same = |other: &Place| other.ordered == Ordered::CompareExchange && other.points == place.points;
        places.iter().zip(&chosen).find(|(other, _)| is_same(other)).and_then(|(_, order)| *order)
    };
    let limited = |(place, order): (&Place, &Option<Order>)| match (place.ordered, order, success(place)) {
        (Ordered::Failure, Some(failure), Some(success)) => Some(of_failure(*failure, success)),
        (_, order, _) => *order,
    };
    places.iter().zip(&chosen).map(limited).collect()
}

/// The program with an order of each place.
pub fn with_orders(program: &Program, places: &[Place], levels: &[usize]) -> Program {
    let mut changed = program.clone();
    for (place, level) in places.iter().zip(levels) {
        place.set(&mut changed, place.order(*level));
    }
    changed
}

/// For each place the level of the weakest order with which `holds` still says yes; it is asked of the program with other orders. None where it says no to those to begin with.
///
/// Which least choice is found depends on what is made weaker first: a sequentially consistent access may stand for a fence, and the other way round. Both are tried, and the cheaper one is taken.
///
/// # Errors
/// Those of `holds`.
pub fn weakest_orders<E>(
    program: &Program,
    places: &[Place],
    holds: &mut dyn FnMut(&Program) -> Result<bool, E>,
) -> Result<Option<Vec<usize>>, E> {
    let strongest: Vec<usize> = places.iter().map(|place| place.orders.len() - 1).collect();
    if !holds(&with_orders(program, places, &strongest))? {
        return Ok(None);
    }
    let is_fence = |place: &usize| places[*place].ordered == Ordered::Fence;
    let (fences, accesses): (Vec<usize>, Vec<usize>) = (0..places.len()).partition(is_fence);
    let mut best: Option<(f64, Vec<usize>)> = None;
    let ways = if fences.is_empty() || accesses.is_empty() { 1 } else { 2 };
    for turn in [[&fences, &accesses], [&accesses, &fences]].into_iter().take(ways) {
        let turn: Vec<usize> = turn.into_iter().flatten().copied().collect();
        let in_turn: Vec<usize> = turn.iter().map(|place| strongest[*place]).collect();
        let placed = |levels: &[usize]| {
            let mut of_places = strongest.clone();
            turn.iter().zip(levels).for_each(|(place, level)| of_places[*place] = *level);
            of_places
        };
        let found = weakest(&in_turn, &mut |levels| holds(&with_orders(program, places, &placed(levels))))?;
        let levels = placed(&found);
        let cost: f64 = places.iter().zip(&levels).map(|(place, level)| place.costs[*level]).sum();
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, levels));
        }
    }
    Ok(best.map(|(_, levels)| levels))
}

/// Functions that make a fence.
const FENCES: &[&str] = &["atomic_thread_fence", "__atomic_thread_fence"];

/// What is written in the place of what, for a place to have another order. None where the text has no name of the order there: a macro, or an access that is sequentially consistent without saying so.
pub fn rewritten(text: &Text, place: &Place, order: Option<Order>) -> Option<(Range<usize>, String)> {
    let offset = text.offset(place.source?)?;
    let call = text.from(offset, sites::call)?;
    let is_fence = FENCES.contains(&call.name);
    let from_end = match place.ordered {
        Ordered::Fence if is_fence => 1,
        Ordered::CompareExchange if call.name.contains("compare_exchange") => 2,
        Ordered::Failure if call.name.contains("compare_exchange") => 1,
        Ordered::Store | Ordered::Load | Ordered::Update if !is_fence => 1,
        Ordered::Fence
        | Ordered::CompareExchange
        | Ordered::Failure
        | Ordered::Store
        | Ordered::Load
        | Ordered::Update => {
            return None;
        }
    };
    let argument = call.arguments.get(call.arguments.len().checked_sub(from_end)?)?.clone();
    let written = text.slice(argument.clone());
    if !accesses::is_name_of(written, place.own) {
        return None;
    }
    match order {
        Some(order) => Some((argument, accesses::name(order, Some(written)))),
        None => Some((call.range, "((void)0)".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// What is found holds, and nothing of it can be made weaker by itself, whatever upwards closed set of levels holds.
        #[test]
        fn nothing_of_what_is_found_can_be_weaker(least in prop::collection::vec(prop::collection::vec(0..4usize, 4), 1..4)) {
            let holds = |levels: &[usize]| least.iter().any(|one| one.iter().zip(levels).all(|(least, level)| least <= level));
            let found = weakest(&[4; 4], &mut |levels| Ok::<bool, ()>(holds(levels))).expect("no error");
            prop_assert!(holds(&found));
            for at in 0..4 {
                for level in 0..found[at] {
                    let mut weaker = found.clone();
                    weaker[at] = level;
                    prop_assert!(!holds(&weaker), "{found:?} and {weaker:?}");
                }
            }
        }
    }

    #[test]
    fn a_release_is_not_made_an_acquire() {
        use Order::{Acquire, Relaxed, Release};
        assert_eq!(up_to(Ordered::Update, Release), [Some(Relaxed), Some(Release)]);
        assert_eq!(up_to(Ordered::Update, Acquire), [Some(Relaxed), Some(Acquire)]);
        assert_eq!(up_to(Ordered::Fence, Release), [None, Some(Release)]);
        assert_eq!(up_to(Ordered::Load, Relaxed), [Some(Relaxed)]);
    }
}
