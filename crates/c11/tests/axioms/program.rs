//! Small programs: straight lines of atomic operations on few locations.

use lakmus_c11::Order;
use proptest::collection::vec;
use proptest::prelude::*;

/// An operation; locations and values are small numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Load(usize, Order),
    Store(usize, Order, u8),
    /// Adds.
    Update(usize, Order, u8),
    CompareExchange {
        location: usize,
        expected: u8,
        desired: u8,
        success: Order,
        failure: Order,
        is_weak: bool,
    },
    Fence(Order),
    /// An access, a write or not, to a variable that is not atomic; its value is not looked at.
    Plain(bool),
}

/// What the threads do; all locations are 0 at the beginning.
pub(crate) type Program = Vec<Vec<Op>>;

/// What can be seen of an execution: by thread the values read (with 256 added where a compare-exchange succeeded), the final values, and whether there
/// was a data race.
pub(crate) type Outcome = (Vec<Vec<u16>>, Vec<u16>, bool);

pub(crate) const LOCATIONS: usize = 2;

fn load_order() -> impl Strategy<Value = Order> {
    prop_oneof![Just(Order::Relaxed), Just(Order::Acquire), Just(Order::SeqCst)]
}

fn store_order() -> impl Strategy<Value = Order> {
    prop_oneof![Just(Order::Relaxed), Just(Order::Release), Just(Order::SeqCst)]
}

fn any_order() -> impl Strategy<Value = Order> {
    prop_oneof![
        Just(Order::Relaxed),
        Just(Order::Acquire),
        Just(Order::Release),
        Just(Order::AcquireRelease),
        Just(Order::SeqCst)
    ]
}

fn fence_order() -> impl Strategy<Value = Order> {
    prop_oneof![1 => Just(Order::Acquire), 1 => Just(Order::Release), 3 => Just(Order::SeqCst)]
}

fn op() -> impl Strategy<Value = Op> {
    let location = || 0..LOCATIONS;
    let exchange = (location(), 0u8..3, 1u8..4, any_order(), load_order(), any::<bool>());
    prop_oneof![
        4 => (location(), load_order()).prop_map(|(at, order)| Op::Load(at, order)),
        4 => (location(), store_order(), 1u8..4).prop_map(|(at, order, value)| Op::Store(at, order, value)),
        2 => (location(), any_order(), 1u8..4).prop_map(|(at, order, value)| Op::Update(at, order, value)),
        1 => exchange.prop_map(|(location, expected, desired, success, failure, is_weak)| {
            Op::CompareExchange { location, expected, desired, success, failure, is_weak }
        }),
        2 => fence_order().prop_map(Op::Fence),
        2 => any::<bool>().prop_map(Op::Plain),
    ]
}

/// Programs of two to four threads with at most `operations` operations in all.
pub(crate) fn programs(operations: usize) -> impl Strategy<Value = Program> {
    (2usize..=4, vec((any::<prop::sample::Index>(), op()), 2..=operations)).prop_map(|(threads, ops)| {
        let mut program = vec![Vec::new(); threads];
        for (thread, op) in ops {
            program[thread.index(threads)].push(op);
        }
        program
    })
}
