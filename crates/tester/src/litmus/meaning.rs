//! What the tags of C events mean to the machine.

use c11::Order;
use litmus::Language;
use program::TagSet;

/// What an access is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AccessMeaning {
    Plain,
    Atomic(Order),
}

/// What an event is that neither reads nor writes its location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LockMeaning {
    Lock,
    Unlock,
}

/// The tags that matter, as sets of one.
#[derive(Clone, Debug)]
pub(super) struct Meaning {
    atomic: TagSet,
    plain: TagSet,
    foreign: TagSet,
    lock: TagSet,
    /// The half of a lock of another kind.
    foreign_lock: TagSet,
    unlock: TagSet,
    orders: [(TagSet, Order); 6],
}

fn intersects(tags: TagSet, other: TagSet) -> bool {
    tags.0 & other.0 != 0
}

impl Meaning {
    pub(super) fn new(language: &dyn Language) -> Meaning {
        let tag = |name: &str| {
            let index = language.tags().iter().position(|known| known == name);
            index.map_or(TagSet::NONE, |index| TagSet::only(index as u32))
        };
        Meaning {
            atomic: tag("A"),
            plain: tag("NA"),
            foreign: tag("annot"),
            lock: tag("LK"),
            foreign_lock: tag("LKR").with(tag("LKW")),
            unlock: tag("UL"),
            orders: [
                (tag("RLX"), Order::Relaxed),
                (tag("CON"), Order::Acquire),
                (tag("ACQ"), Order::Acquire),
                (tag("REL"), Order::Release),
                (tag("ACQ_REL"), Order::AcquireRelease),
                (tag("SC"), Order::SeqCst),
            ],
        }
    }

    /// None for other events than accesses of C11.
    pub(super) fn access(&self, tags: TagSet) -> Option<AccessMeaning> {
        if intersects(tags, self.atomic) {
            return self.order(tags).map(AccessMeaning::Atomic);
        }
        (intersects(tags, self.plain) && !intersects(tags, self.foreign)).then_some(AccessMeaning::Plain)
    }

    /// None for other events than fences of C11.
    pub(super) fn fence(&self, tags: TagSet) -> Option<Order> {
        if intersects(tags, self.foreign) { None } else { self.order(tags) }
    }

    /// None for what is neither a lock of C11 nor its release.
    pub(super) fn lock(&self, tags: TagSet) -> Option<LockMeaning> {
        match tags {
            _ if intersects(tags, self.foreign) || intersects(tags, self.foreign_lock) => None,
            _ if intersects(tags, self.lock) => Some(LockMeaning::Lock),
            _ if intersects(tags, self.unlock) => Some(LockMeaning::Unlock),
            _ => None,
        }
    }

    fn order(&self, tags: TagSet) -> Option<Order> {
        self.orders.iter().find(|(tag, _)| intersects(tags, *tag)).map(|&(_, order)| order)
    }
}
