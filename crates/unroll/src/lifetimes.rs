//! Memory that is no more: what was given back, and local variables of calls that have returned.
//!
//! Of memory that one thread accesses it is known, place by place, when it is no more: an access then is a violation. What several threads access is ended by *writes*, one to each place of the
//! object that is accessed. An access that reads from such a write, or writes behind it in the order of writes to the place, comes too late. So it is said under each model, by that model's own
//! order: a thread that gives back the last reference to an object has, where the count orders enough, all accesses of the others before its writes, and has not where it does not.
//!
//! Which places are accessed is known when all threads have been executed: the writes come in a pass of their own.

use std::collections::{BTreeMap, BTreeSet};

use arch::c11::Operation;
use bmc::guards::Guard;
use bmc::unrolled::InThread;
use program::{ThreadId, Width};

use crate::memory::{Access, Asked, Operands};
use crate::objects::{ObjectId, ObjectKind, Place};
use crate::value::Scalar;
use crate::{Execution, Flow, Refused};

/// The most places of an object that are written when it ends.
const MOST_PLACES: usize = 32;

/// What has ended.
#[derive(Default)]
pub(crate) struct Lifetimes {
    /// By object when it is no more as the first other thread is started.
    before: BTreeMap<ObjectId, Guard>,
    /// By object and thread when that thread has ended it. What other threads have ended is no condition of this one: the formula says how the two come together.
    by: BTreeMap<(ObjectId, ThreadId), Guard>,
    /// Objects that several threads access, and that end.
    ending: BTreeSet<ObjectId>,
    /// The writes that end objects.
    pub(crate) ends: Vec<InThread>,
    /// Whether an object that ends has places that overlap, or too many of them: accesses to it that come too late are not seen.
    pub(crate) is_blind: bool,
}

impl Lifetimes {
    /// Whether the places of some object are asked for that ends.
    pub(crate) fn asks_for_places(&self) -> bool {
        !self.ending.is_empty()
    }
}

/// Whether some of these places, in order, have bytes in common.
fn overlap(places: &BTreeSet<Place>) -> bool {
    places.iter().zip(places.iter().skip(1)).any(|(&(offset, bytes), &(next, _))| next < offset + bytes)
}

impl Execution<'_> {
    /// Gives memory back that was allocated; of a null pointer nothing is.
    pub(crate) fn give_back(&mut self, flow: &mut Flow, pointer: &Scalar) -> Result<(), Refused> {
        let is_null = self.is_number(pointer.expr, 0);
        let is_not = self.guards.not(is_null);
        let mut wrong = self.guards.and(flow.guard, is_not);
        let objects = match self.places(pointer) {
            Access::Nowhere => Vec::new(),
            Access::Place(object, _) => vec![object],
            Access::Among(objects) => objects,
        };
        let mut all = flow.guard;
        for object in objects {
            if self.objects.all[object].kind != ObjectKind::Heap {
                continue;
            }
            let is_base = self.is_place(pointer.expr, (object, 0));
            let guard = self.guards.and(wrong, is_base);
            let is_other = self.guards.not(is_base);
            wrong = self.guards.and(wrong, is_other);
            if guard == Guard::NEVER {
                continue;
            }
            let over = self.over(object);
            let twice = self.guards.and(guard, over);
            let name = self.objects.all[object].name.clone();
            self.violation(twice, format!("`{name}` is given back, which was given back"));
            let once = self.guards.not(over);
            let guard = self.guards.and(guard, once);
            let is_not_twice = self.guards.not(twice);
            all = self.guards.and(all, is_not_twice);
            self.gives_back_once(flow, object, guard)?;
            self.end(flow, object, (guard, pointer))?;
        }
        self.violation(wrong, "memory is given back that was not allocated");
        let right = self.guards.not(wrong);
        flow.guard = self.guards.and(all, right);
        Ok(())
    }

    /// When an object is no more for the current thread, by what it has done itself, and what was done before there was another one.
    fn over(&mut self, object: ObjectId) -> Guard {
        let before = self.lifetimes.before.get(&object).copied().unwrap_or(Guard::NEVER);
        let own = self.lifetimes.by.get(&(object, self.current)).copied().unwrap_or(Guard::NEVER);
        self.guards.or(before, own)
    }

    /// Where several threads give an object back, each of them writes to a word that only those write to: of two of them one is the second.
    fn gives_back_once(&mut self, flow: &Flow, object: ObjectId, guard: Guard) -> Result<(), Refused> {
        if flow.is_alone || guard == Guard::NEVER {
            return Ok(());
        }
        let thread = self.current;
        self.found.enders.entry(object).or_default().insert(thread);
        if self.sharing.enders.get(&object).is_none_or(|threads| threads.len() < 2) {
            return Ok(());
        }
        let name = format!("the end of `{}`", self.objects.all[object].name);
        let word = self.word(format!("end of object {}", object.number()), name);
        let pointer = Scalar::of(self.x.address(word, 0, 64));
        self.write_end(flow, (&pointer, 32), guard)
    }

    /// An object is no more where a condition holds. `pointer` is by what it is known there.
    pub(crate) fn end(
        &mut self,
        flow: &Flow,
        object: ObjectId,
        (guard, pointer): (Guard, &Scalar),
    ) -> Result<(), Refused> {
        if guard == Guard::NEVER {
            return Ok(());
        }
        let thread = self.current;
        let over = match flow.is_alone {
            true => self.lifetimes.before.entry(object).or_insert(Guard::NEVER),
            false => self.lifetimes.by.entry((object, thread)).or_insert(Guard::NEVER),
        };
        *over = self.guards.or(*over, guard);
        match flow.is_alone {
            // Should it be one of several threads': when the first of them is started.
            true => Ok(()),
            false => {
                self.found.accessors.entry(object).or_default().insert(thread);
                self.end_by_writes(flow, object, (guard, pointer))
            }
        }
    }

    /// A local variable is no more where its call has ended.
    pub(crate) fn end_local(&mut self, flow: &Flow, object: ObjectId) -> Result<(), Refused> {
        let pointer = Scalar::of(self.x.address(object, 0, 64));
        self.end(flow, object, (flow.guard, &pointer))
    }

    /// Objects that have ended before the first other thread is started.
    pub(crate) fn end_what_is_over(&mut self, flow: &Flow) -> Result<(), Refused> {
        for (object, when) in self.lifetimes.before.clone() {
            let guard = self.guards.and(flow.guard, when);
            let pointer = Scalar::of(self.x.address(object, 0, 64));
            self.end_by_writes(flow, object, (guard, &pointer))?;
        }
        Ok(())
    }

    fn end_by_writes(
        &mut self,
        flow: &Flow,
        object: ObjectId,
        (guard, pointer): (Guard, &Scalar),
    ) -> Result<(), Refused> {
        if guard == Guard::NEVER || self.is_private(flow, object) {
            return Ok(());
        }
        self.lifetimes.ending.insert(object);
        // What is read there is read from memory.
        self.found.written.insert(object);
        let Some(places) = self.sharing.places.as_ref().and_then(|places| places.get(&object)).cloned() else {
            return Ok(());
        };
        if overlap(&places) || places.len() > MOST_PLACES {
            self.lifetimes.is_blind = true;
            return Ok(());
        }
        for (offset, bytes) in places {
            let address = Scalar { expr: self.x.address(object, offset as i64, 64), ..pointer.clone() };
            self.write_end(flow, (&address, (bytes * 8) as Width), guard)?;
        }
        Ok(())
    }

    /// A write with which memory ends.
    fn write_end(&mut self, flow: &Flow, (address, bits): (&Scalar, Width), guard: Guard) -> Result<(), Refused> {
        let before = self.own().path.events.len();
        let nothing = Scalar::of(self.x.constant(0, bits));
        let asked = Asked { operation: Operation::Store, order: None, failure: None, bits, primitive: None };
        let operands = Operands { operand: Some(&nothing), expected: None };
        let mut way = Flow { guard, ..flow.clone() };
        self.by_row(&mut way, address, asked, operands)?;
        let thread = self.current;
        let events = self.own().path.events.iter().enumerate().skip(before);
        let writes: Vec<InThread> =
            events.filter(|(_, event)| event.is_write()).map(|(at, _)| (thread, at as u32)).collect();
        self.lifetimes.ends.extend(writes);
        Ok(())
    }

    /// An access to what only this thread accesses: a violation where the object is no more.
    pub(crate) fn is_there(&mut self, flow: &mut Flow, object: ObjectId) {
        let over = self.over(object);
        let late = self.guards.and(flow.guard, over);
        if late != Guard::NEVER {
            let what = format!("an access to `{}`, which is no more", self.objects.all[object].name);
            self.goes_on_only_without(flow, over, what);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::overlap;

    #[test]
    fn places_overlap_where_they_have_bytes_in_common() {
        assert!(!overlap(&[(0, 4), (4, 4), (8, 8)].into()));
        assert!(overlap(&[(0, 4), (0, 8)].into()));
        assert!(overlap(&[(0, 8), (4, 4)].into()));
    }
}
