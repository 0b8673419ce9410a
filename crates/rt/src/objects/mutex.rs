//! Mutexes of every type, and spin locks.

use c11::SyncObject;

/// What happens when the owner locks again, or another unlocks (`pthread_mutexattr_settype`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MutexKind {
    /// It waits for itself; unlocking another's is undefined.
    Normal,
    /// It is counted.
    Recursive,
    /// Both are errors.
    ErrorCheck,
}

/// What an unlock does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unlock {
    /// The mutex is free now.
    Freed,
    /// It is still held: it had been taken more than once.
    StillHeld,
    /// The thread does not hold it.
    NotOwner,
}

/// What has become of a robust mutex (`pthread_mutexattr_setrobust`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Soundness {
    /// It is as it should be.
    #[default]
    Sound,
    /// Its owner has ended: who takes it next is informed of that.
    Abandoned,
    /// Who has it was informed, and has not said yet that all is well again (`pthread_mutex_consistent`).
    Doubtful,
    /// It was given back without that: no thread can have it any more.
    Lost,
}

/// A mutex.
#[derive(Debug, Default)]
pub(crate) struct Mutex {
    /// Whether the end of its owner gives it back.
    pub(crate) is_robust: bool,
    pub(crate) soundness: Soundness,
    /// Who holds it, and how often it has been taken.
    owner: Option<(usize, u32)>,
    /// From unlock to lock.
    pub(crate) sync: SyncObject,
}

impl Mutex {
    /// Whether the thread can take it now.
    pub(crate) fn can_take(&self, thread: usize, kind: MutexKind) -> bool {
        match self.owner {
            None => true,
            // Who waits for it must learn that it is lost (ENOTRECOVERABLE).
            Some(_) if self.soundness == Soundness::Lost => true,
            Some((owner, _)) => owner == thread && kind == MutexKind::Recursive,
        }
    }

    /// Whether the thread holds it.
    pub(crate) fn is_held_by(&self, thread: usize) -> bool {
        self.owner.is_some_and(|(owner, _)| owner == thread)
    }

    /// Whether a thread holds it.
    pub(crate) fn is_held(&self) -> bool {
        self.owner.is_some()
    }

    /// How often it has been taken.
    pub(crate) fn depth(&self) -> u32 {
        self.owner.map_or(0, |(_, depth)| depth)
    }

    /// Takes it, which must be possible. Gives whether it was free before.
    pub(crate) fn take(&mut self, thread: usize) -> bool {
        let depth = self.owner.map_or(0, |(_, depth)| depth);
        self.owner = Some((thread, depth + 1));
        depth == 0
    }

    /// Gives it back once.
    pub(crate) fn unlock(&mut self, thread: usize) -> Unlock {
        match self.owner {
            Some((owner, 1)) if owner == thread => {
                self.owner = None;
                // POSIX, pthread_mutex_consistent: given back without that call, the mutex is not recoverable.
                if self.soundness == Soundness::Doubtful {
                    self.soundness = Soundness::Lost;
                }
                Unlock::Freed
            }
            Some((owner, depth)) if owner == thread => {
                self.owner = Some((owner, depth - 1));
                Unlock::StillHeld
            }
            _ => Unlock::NotOwner,
        }
    }

    /// Its owner has ended. Gives whether that gives it back.
    pub(crate) fn abandon(&mut self) -> bool {
        if self.is_robust {
            (self.owner, self.soundness) = (None, Soundness::Abandoned);
        }
        self.is_robust
    }

    /// Gives it back however often it has been taken and whichever thread holds it. Gives how often that was.
    pub(crate) fn free(&mut self) -> u32 {
        self.owner.take().map_or(0, |(_, depth)| depth)
    }

    /// Takes it again as often as before.
    pub(crate) fn restore(&mut self, thread: usize, depth: u32) {
        self.owner = Some((thread, depth.max(1)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recursive_mutex_counts() {
        let mut mutex = Mutex::default();
        assert!(mutex.take(1));
        assert!(mutex.can_take(1, MutexKind::Recursive) && !mutex.can_take(1, MutexKind::Normal));
        assert!(!mutex.can_take(2, MutexKind::Recursive));
        assert!(!mutex.take(1));
        assert_eq!(mutex.unlock(2), Unlock::NotOwner);
        assert_eq!(mutex.unlock(1), Unlock::StillHeld);
        assert_eq!(mutex.unlock(1), Unlock::Freed);
        assert_eq!(mutex.unlock(1), Unlock::NotOwner);
        assert!(mutex.can_take(2, MutexKind::ErrorCheck));
    }

    #[test]
    fn a_robust_mutex_outlives_its_owner() {
        let mut mutex = Mutex { is_robust: true, ..Mutex::default() };
        mutex.take(1);
        assert!(mutex.abandon() && mutex.can_take(2, MutexKind::Normal));
        assert_eq!(mutex.soundness, Soundness::Abandoned);
        mutex.take(2);
        mutex.soundness = Soundness::Doubtful;
        assert_eq!((mutex.unlock(2), mutex.soundness), (Unlock::Freed, Soundness::Lost));
        let mut other = Mutex::default();
        other.take(1);
        assert!(!other.abandon() && other.is_held());
    }

    #[test]
    fn a_wait_gives_back_all_and_takes_all_again() {
        let mut mutex = Mutex::default();
        mutex.take(1);
        mutex.take(1);
        let depth = mutex.free();
        assert!(!mutex.is_held());
        mutex.restore(1, depth);
        assert_eq!((mutex.unlock(1), mutex.unlock(1)), (Unlock::StillHeld, Unlock::Freed));
    }
}
