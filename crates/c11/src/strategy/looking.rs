//! Threads that go round in a loop and wait for another to change something.

use super::PendingOperation;

/// What a thread has looked at since it last changed anything.
///
/// Who waits looks at the same addresses again and again; who goes through a table looks at one after the other, and is not to be taken off before it is done. So it is
/// counted how often an address comes again that is remembered. Which one that is changes after 16, 32, 64, ... looks, so that after a while it is one of the
/// loop's (R. Brent: *An improved Monte Carlo factorization algorithm*. BIT 20, 1980). A thread that changes something more often than that costs no more than a count.
#[derive(Clone, Copy, Debug, Default)]
pub struct Looking {
    looks: u32,
    returns: u32,
    remembered: u64,
}

/// The first look of which the address is remembered: a power of two.
const FIRST: u32 = 16;

/// How often an address has to come again.
const RETURNS: u32 = 4;

impl Looking {
    /// The thread looks once more, or yields.
    #[inline]
    pub fn look(&mut self, operation: PendingOperation) {
        self.looks = self.looks.saturating_add(1);
        if self.looks >= FIRST {
            self.look_closely(operation);
        }
    }

    fn look_closely(&mut self, operation: PendingOperation) {
        match operation.address() {
            Some(address) if self.looks > FIRST && address == self.remembered => self.returns += 1,
            Some(address) if self.looks.is_power_of_two() => self.remembered = address,
            Some(_) | None => {}
        }
    }

    /// The thread changes something.
    #[inline]
    pub fn reset(&mut self) {
        (self.looks, self.returns) = (0, 0);
    }

    /// Whether it goes round in a loop, and has looked at least so often.
    #[inline]
    pub fn is_spinning(&self, patience: u32) -> bool {
        self.looks >= patience && self.returns >= RETURNS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Order;

    /// After how many looks a thread counts as spinning that goes through so many addresses again and again.
    fn spins_after(period: u64) -> Option<u32> {
        let mut looking = Looking::default();
        let address = |look: u32| 64 + 8 * (u64::from(look) % period);
        (1..100_000).find(|&look| {
            looking.look(PendingOperation::Load(address(look), Order::Acquire));
            looking.is_spinning(48)
        })
    }

    #[test]
    fn short_loops_are_noticed_at_once_and_long_ones_in_time() {
        for period in 1..=8 {
            assert_eq!(spins_after(period), Some(48), "a loop of {period} addresses");
        }
        for period in 9..2000 {
            let looks = spins_after(period).map(u64::from);
            assert!(looks.is_some_and(|looks| looks > 2 * period && looks < 16 * period), "{period}: {looks:?}");
        }
    }

    #[test]
    fn what_changes_something_does_not_spin() {
        let mut looking = Looking::default();
        for _ in 0..1000 {
            looking.look(PendingOperation::Load(64, Order::Acquire));
            looking.look(PendingOperation::Load(64, Order::Acquire));
            assert!(!looking.is_spinning(2));
            looking.reset();
        }
    }
}
