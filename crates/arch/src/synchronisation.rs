//! What the operations of a thread library order: by what they are usually made of.
//!
//! POSIX (2017, section 4.12) has them "synchronize memory", which is stronger than what C libraries do: in glibc a lock is taken by a compare-and-exchange that acquires and given back by an exchange that releases
//! (`nptl/lowlevellock.h`), a semaphore is waited for by one that acquires and posted by one that releases (`nptl/sem_waitcommon.c`, `nptl/sem_post.c`), the word by which a thread's end is known is read by a load that acquires
//! (`nptl/pthread_join_common.c`). musl's and the BSDs' order no less. So what a lock orders is what the mapping of the target makes of such an operation: on x86 everything, on Arm and Power not.
//!
//! No row says more than acquire or release. Where a C library does more (a system call on the way), it is not said that it does on every way.

use crate::barrier::{Barrier, Pairs};
use crate::c11::{Compiled, Mapping, Operation, Order};
use crate::model::Model;

/// What an operation of a thread library does for the order of accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Synchronisation {
    /// A mutex or a lock of readers and writers is taken, waited for or not.
    Lock,
    /// It is given back.
    Unlock,
    /// A spin lock is given back.
    SpinUnlock,
    /// A thread is started.
    Start,
    /// A started thread begins.
    Begin,
    /// A thread ends.
    End,
    /// The end of a thread has been waited for.
    Join,
    /// One is taken from a semaphore.
    SemaphoreWait,
    /// One is added to a semaphore.
    SemaphorePost,
    /// A thread arrives at a barrier, and
    BarrierArrive,
    /// goes on from it.
    BarrierLeave,
    /// A condition variable is signalled. Where no thread waits, that is a look at a word.
    Signal,
    /// A thread is woken at a condition variable. (Its mutex is given back before, and taken behind that.)
    Wake,
}

impl Synchronisation {
    /// All of them.
    pub const ALL: [Synchronisation; 13] = [
        Synchronisation::Lock,
        Synchronisation::Unlock,
        Synchronisation::SpinUnlock,
        Synchronisation::Start,
        Synchronisation::Begin,
        Synchronisation::End,
        Synchronisation::Join,
        Synchronisation::SemaphoreWait,
        Synchronisation::SemaphorePost,
        Synchronisation::BarrierArrive,
        Synchronisation::BarrierLeave,
        Synchronisation::Signal,
        Synchronisation::Wake,
    ];

    /// The atomic operation that it usually is.
    pub const fn operation(self) -> (Operation, Order) {
        match self {
            Synchronisation::Lock | Synchronisation::SemaphoreWait => (Operation::Exchange, Order::Acquire),
            Synchronisation::Unlock | Synchronisation::SemaphorePost => (Operation::Exchange, Order::Release),
            Synchronisation::SpinUnlock | Synchronisation::Start | Synchronisation::End => {
                (Operation::Store, Order::Release)
            }
            Synchronisation::Begin | Synchronisation::Join => (Operation::Load, Order::Acquire),
            Synchronisation::BarrierArrive => (Operation::FetchAdd, Order::AcquireRelease),
            Synchronisation::BarrierLeave | Synchronisation::Wake => (Operation::Load, Order::Acquire),
            Synchronisation::Signal => (Operation::Load, Order::Relaxed),
        }
    }
}

/// How much the operations of a thread library order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Locks {
    /// What they usually are: acquires and releases, by the mapping of the target.
    #[default]
    Usual,
    /// Everything, as POSIX has it.
    Full,
}

impl Model {
    /// What an operation of a thread library orders by the mapping that programs are explored by.
    pub fn synchronisation(self, of: Synchronisation, locks: Locks) -> Compiled {
        self.synchronisation_by(self.mapping, of, locks)
    }

    /// What an operation of a thread library orders that is compiled by a mapping.
    pub fn synchronisation_by(self, mapping: &Mapping, of: Synchronisation, locks: Locks) -> Compiled {
        let (operation, order) = of.operation();
        match locks {
            Locks::Usual => self.compiled_by(mapping, operation, order),
            Locks::Full => Compiled { before: Barrier::FULL, after: Barrier::FULL, ..Compiled::default() },
        }
    }

    /// What an operation of a thread library orders whichever of the usual mappings its library is compiled by.
    pub fn weakest_synchronisation(self, of: Synchronisation, locks: Locks) -> Compiled {
        let (operation, order) = of.operation();
        match locks {
            Locks::Usual => self.weakest(operation, order),
            Locks::Full => self.synchronisation(of, locks),
        }
    }
}

impl Compiled {
    /// The pairs of accesses, one before an operation and one behind it, that its code keeps in order by itself: by barriers, or as it is one.
    pub fn pairs(self) -> Pairs {
        if self.access.is_locked {
            return Pairs::ALL;
        }
        // An acquire orders its own read with what is behind it, and a release what is before it with its own write: neither says anything of accesses on both sides. Barriers do.
        self.before.pairs.or(self.after.pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locks_are_full_fences_on_x86_and_acquires_and_releases_on_arm() {
        let of = |model: Model, what| model.synchronisation(what, Locks::Usual);
        assert!(of(Model::TSO, Synchronisation::Lock).access.is_locked);
        assert!(of(Model::TSO, Synchronisation::Unlock).access.is_locked);
        assert!(!of(Model::TSO, Synchronisation::SpinUnlock).access.is_locked);
        let (lock, unlock) = (of(Model::ARMV8, Synchronisation::Lock), of(Model::ARMV8, Synchronisation::Unlock));
        assert!(lock.acquires() && !lock.releases() && lock.pairs().is_empty());
        assert!(unlock.releases() && !unlock.acquires() && unlock.pairs().is_empty());
        assert_eq!(of(Model::POWER, Synchronisation::Unlock).before, Barrier::lightweight(Pairs::LIGHTWEIGHT));
        assert_eq!(of(Model::ARMV7, Synchronisation::Unlock).before, Barrier::FULL);
    }

    #[test]
    fn whoever_takes_something_over_acquires_it_and_whoever_hands_it_on_releases_it() {
        use Synchronisation::{
            BarrierArrive, BarrierLeave, Begin, End, Join, Lock, SemaphorePost, SemaphoreWait, SpinUnlock, Start,
            Unlock, Wake,
        };
        for model in Model::all() {
            for what in [Lock, Begin, Join, SemaphoreWait, BarrierLeave, Wake] {
                let compiled = model.synchronisation(what, Locks::Usual);
                assert!(
                    !model.relaxes(crate::Direction::Read, crate::Direction::Read) || compiled.acquires(),
                    "{model} {what:?}"
                );
            }
            for what in [Unlock, SpinUnlock, Start, End, SemaphorePost, BarrierArrive] {
                let compiled = model.synchronisation(what, Locks::Usual);
                assert!(
                    !model.relaxes(crate::Direction::Write, crate::Direction::Write) || compiled.releases(),
                    "{model} {what:?}"
                );
            }
            for what in Synchronisation::ALL {
                assert_eq!(model.synchronisation(what, Locks::Full).pairs(), Pairs::ALL, "{model} {what:?}");
            }
        }
    }
}
