//! Misuse of mutexes: given back by a thread that does not hold them, used when they were destroyed, made or destroyed while a thread holds them (POSIX.1-2017, pthread_mutex_lock and
//! pthread_mutex_destroy; C11 7.26.4).
//!
//! Which locks a thread holds is known from its own text, condition by condition. That a lock was destroyed is in its word, as that it is taken.

use std::collections::BTreeMap;

use arch::c11::Order;
use bmc::guards::Guard;
use program::ThreadId;

use crate::memory::Access;
use crate::objects::ObjectId;
use crate::threads::WORD;
use crate::value::Scalar;
use crate::{Execution, Flow, Refused};

/// The most places that a lock given by a pointer is looked for at.
const MOST_PLACES: usize = 64;

/// What the word of a lock is that was destroyed: no number of readers.
pub(crate) const DESTROYED: u128 = 1 << 31;

/// A lock: an offset in an object.
type Place = (ObjectId, u64);

/// Which locks are held.
#[derive(Default)]
pub(crate) struct Held {
    /// By thread and lock when the thread holds it, at the place that is being executed.
    by: BTreeMap<(ThreadId, Place), Guard>,
    /// When it has taken it with others, how often is not counted.
    shared: BTreeMap<(ThreadId, Place), Guard>,
    /// Whether a lock may be at too many places: that it is not held is not seen.
    pub(crate) is_blind: bool,
}

impl Execution<'_> {
    /// Where a lock may be, each with when it is there; none where that is too many places.
    fn locks_at(&mut self, pointer: &Scalar) -> Option<Vec<(Place, Guard)>> {
        let places: Vec<Place> = match self.places(pointer) {
            Access::Nowhere => Vec::new(),
            Access::Place(object, offset) => return Some(vec![((object, offset), Guard::ALWAYS)]),
            Access::Among(objects) => {
                let bytes = u64::from(WORD) / 8;
                let mut places = Vec::new();
                for object in objects {
                    let stride = self.stride(pointer.expr, object, bytes);
                    let Some(last) = self.objects.all[object].bytes.checked_sub(bytes) else { continue };
                    places.extend(stride.within(last).take(MOST_PLACES + 1).map(|offset| (object, offset)));
                }
                places
            }
        };
        if places.len() > MOST_PLACES {
            return None;
        }
        let mut all = Vec::new();
        for (object, offset) in places {
            let when = self.is_place(pointer.expr, (object, offset));
            if when != Guard::NEVER {
                all.push(((object, offset), when));
            }
        }
        Some(all)
    }

    /// The thread holds a lock from here on where `guard` holds.
    pub(crate) fn takes(&mut self, guard: Guard, lock: &Scalar, is_shared: bool) {
        let Some(places) = self.locks_at(lock) else {
            self.held.is_blind = true;
            return;
        };
        let thread = self.current;
        for (place, when) in places {
            let taken = self.guards.and(guard, when);
            let held = if is_shared { &mut self.held.shared } else { &mut self.held.by };
            let known = held.entry((thread, place)).or_insert(Guard::NEVER);
            *known = self.guards.or(*known, taken);
        }
    }

    /// The thread gives a lock back: a violation where it does not hold it.
    pub(crate) fn gives_back(&mut self, flow: &mut Flow, lock: &Scalar) {
        if self.held.is_blind {
            return;
        }
        let Some(places) = self.locks_at(lock) else {
            self.held.is_blind = true;
            return;
        };
        let thread = self.current;
        for ((object, offset), when) in places {
            let key = (thread, (object, offset));
            let given = self.guards.and(flow.guard, when);
            let held = self.held.by.get(&key).copied().unwrap_or(Guard::NEVER);
            let shared = self.held.shared.get(&key).copied().unwrap_or(Guard::NEVER);
            let either = self.guards.or(held, shared);
            let not = self.guards.not(either);
            let wrong = self.guards.and(given, not);
            let name = self.objects.all[object].name.clone();
            self.goes_on_only_without(flow, wrong, format!("`{name}` is given back by a thread that does not hold it"));
            let stays = self.guards.not(given);
            let held = self.guards.and(held, stays);
            self.held.by.insert(key, held);
        }
    }

    /// A lock is made, or destroyed: its word says that no thread holds it, or that it is no more.
    pub(crate) fn set_lock(&mut self, flow: &mut Flow, lock: &Scalar, is_destroyed: bool) -> Result<(), Refused> {
        let word = self.load(flow, lock, WORD, Some(Order::Relaxed))?;
        let (is_free, is_over) = (self.is_number(word.expr, 0), self.is_number(word.expr, DESTROYED));
        let either = self.guards.or(is_free, is_over);
        if is_destroyed {
            self.goes_on_only_without(flow, is_over, "a lock is destroyed that was destroyed");
            self.goes_on_only_where(flow, either, "a lock is destroyed while a thread holds it");
        } else {
            self.goes_on_only_where(flow, either, "a lock is made while a thread holds it");
        }
        if flow.guard == Guard::NEVER {
            return Ok(());
        }
        let number = if is_destroyed { DESTROYED } else { 0 };
        let value = Scalar::of(self.x.constant(number, WORD));
        self.store(flow, lock, &value, Some(Order::Relaxed))
    }

    /// A lock whose word has been read is used: a violation where it was destroyed.
    pub(crate) fn is_no_more(&mut self, flow: &mut Flow, word: &Scalar) {
        if !self.destroys_locks {
            return;
        }
        let is_over = self.is_number(word.expr, DESTROYED);
        self.goes_on_only_without(flow, is_over, "a lock is used after it was destroyed");
    }
}
