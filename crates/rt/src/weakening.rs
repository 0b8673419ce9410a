//! Atomic operations that have another order than the program gives them: to find out whether a test notices a weaker one.

use std::ffi::c_int;

use c11::Order;
use wire::Weakening;

use crate::runtime::Runtime;
use crate::stacks::{Frame, StackId, Stacks};

/// The operations in question.
pub(crate) struct Weakened {
    list: Vec<Weakening>,
    /// By the number of the stack: what is known of it. Stacks mean the same throughout an execution.
    known: Vec<Known>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Nothing,
    AsIs,
    Order(u8),
}

impl Weakened {
    /// None if all operations have the orders of the program.
    pub(crate) fn new(list: &[Weakening]) -> Option<Weakened> {
        (!list.is_empty()).then(|| Weakened { list: list.to_vec(), known: Vec::new() })
    }

    /// The order of the operation at this place, if it is one of those.
    fn order_at(&mut self, stacks: &Stacks, place: StackId) -> Option<u8> {
        let index = place.0 as usize;
        if index >= self.known.len() {
            self.known.resize(index + 1, Known::Nothing);
        }
        // Frames are compared once a stack: each atomic operation comes by here.
        if self.known[index] == Known::Nothing {
            let is_at = |weakening: &&Weakening| {
                let mut frames = stacks.frames(place);
                weakening.calls.iter().all(|call| frames.next().is_some_and(|frame| frame.pc == *call))
            };
            self.known[index] = self.list.iter().find(is_at).map_or(Known::AsIs, |found| Known::Order(found.order));
        }
        match self.known[index] {
            Known::Order(order) => Some(order),
            Known::AsIs | Known::Nothing => None,
        }
    }
}

impl Runtime {
    /// The order that this number of the program's stands for, or the weaker one that it is to be, for an operation that is this frame of the thread whose turn it is.
    #[inline]
    pub(crate) fn order(&mut self, number: c_int, frame: Frame) -> Order {
        if self.weakened.is_none() { Order::from_abi(number) } else { self.order_of_some(number, frame) }
    }

    #[cold]
    fn order_of_some(&mut self, number: c_int, frame: Frame) -> Order {
        let place = self.place(frame);
        let weakened = self.weakened.as_mut().and_then(|weakened| weakened.order_at(&self.stacks, place));
        let own = Order::from_abi(number);
        weakened.map_or(own, |weakened| weaker(own, Order::from_abi(weakened.into())))
    }
}

/// What both orders demand: the failure of a compare-exchange may be weaker than the exchange is to be.
fn weaker(one: Order, other: Order) -> Order {
    if one.is_seq_cst() && other.is_seq_cst() {
        return Order::SeqCst;
    }
    match (one.acquires() && other.acquires(), one.releases() && other.releases()) {
        (true, true) => Order::AcquireRelease,
        (true, false) => Order::Acquire,
        (false, true) => Order::Release,
        (false, false) => Order::Relaxed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_order_becomes_stronger() {
        use Order::{Acquire, AcquireRelease, Relaxed, Release, SeqCst};
        for order in [Relaxed, Acquire, Release, AcquireRelease, SeqCst] {
            assert_eq!([weaker(order, SeqCst), weaker(SeqCst, order), weaker(order, Relaxed)], [order, order, Relaxed]);
        }
        assert_eq!([weaker(Acquire, Release), weaker(Acquire, AcquireRelease)], [Relaxed, Acquire]);
    }

    #[test]
    fn an_operation_is_distinguished_by_its_callers() {
        let mut stacks = Stacks::new();
        let mut of_calls = |pcs: &[u64]| {
            let frames = pcs.iter().map(|pc| Frame { pc: *pc, size: 0 });
            frames.fold(StackId::EMPTY, |below, frame| stacks.push(below, frame))
        };
        let (here, elsewhere, outermost) = (of_calls(&[1, 2, 3]), of_calls(&[1, 4, 3]), of_calls(&[3]));
        let list = [Weakening { order: 0, calls: vec![3, 2] }, Weakening { order: 2, calls: vec![4] }];
        let mut weakened = Weakened::new(&list).expect("there are some");
        for _ in 0..2 {
            assert_eq!(weakened.order_at(&stacks, here), Some(0));
            assert_eq!(weakened.order_at(&stacks, elsewhere), None);
            assert_eq!(weakened.order_at(&stacks, outermost), None);
        }
        assert!(Weakened::new(&[]).is_none());
    }
}
