//! The tags of C events: herd's set names (herdtools7, `herd/CAction.ml`), and those of the Linux kernel's annotations.
//!
//! Which event carries what (seen in herd's pictures): an access with a memory order carries `A` and the order; every other event (plain
//! accesses, annotated accesses, fences, locks) carries `NA`. A fence carries its order too: an acquire fence is in `ACQ`. A
//! read-modify-write is one event with `X`, `RMW`, `A` and its order; the read of a compare-exchange that fails is an ordinary
//! read with the failure order.

use program::TagSet;

/// The names, by the bit of a [`TagSet`].
pub(crate) const TAGS: [&str; 52] = [
    "X",
    "RMW",
    "LK",
    "LKR",
    "LKW",
    "LS",
    "UL",
    "ACQ",
    "SC",
    "REL",
    "ACQ_REL",
    "RLX",
    "CON",
    "A",
    "NA",
    "annot",
    // The annotations of Linux tests; bell files give the sets these names.
    "Once",
    "Acquire",
    "Release",
    "Noreturn",
    "Mb",
    "Wmb",
    "Rmb",
    "Barrier",
    "Rcu-lock",
    "Rcu-unlock",
    "Sync-rcu",
    "Before-atomic",
    "After-atomic",
    "After-spinlock",
    "After-unlock-lock",
    "After-srcu-read-unlock",
    "Srcu-lock",
    "Srcu-unlock",
    "Sync-srcu",
    "Deref",
    "Lderef",
    "Rb_dep",
    "Relaxed",
    "Before_atomic",
    "After_atomic",
    "After_spinlock",
    "Sync",
    "Full",
    // The same where the kernel's own bell file has capitals.
    "ONCE",
    "ACQUIRE",
    "RELEASE",
    "NORETURN",
    "MB",
    // The looks at locks, last: see `LOOKS`.
    "LF",
    "RL",
    "RU",
];

/// The tags of events that look at a lock without taking it: a trylock that fails, and both answers of `spin_is_locked`.
pub(crate) const LOOKS: &[&str] = TAGS.split_at(FIRST_LOOK).1;
/// All other tags.
pub(crate) const NO_LOOKS: &[&str] = TAGS.split_at(FIRST_LOOK).0;
const FIRST_LOOK: usize = TAGS.len() - 3;

const fn tag(name: &str) -> TagSet {
    let mut index = 0;
    while index < TAGS.len() {
        if same(TAGS[index].as_bytes(), name.as_bytes()) {
            return TagSet::only(index as u32);
        }
        index += 1;
    }
    panic!("not a tag")
}

const fn same(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let mut index = 0;
    while index < left.len() {
        if left[index] != right[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// A plain access or anything else that is not atomic.
pub(crate) const PLAIN: TagSet = tag("NA");
/// A read-modify-write; the order comes in addition.
pub(crate) const RMW: TagSet = tag("X").with(tag("RMW"));
/// An access with an order.
pub(crate) const ATOMIC: TagSet = tag("A");
/// `memory_order_relaxed`.
pub(crate) const RELAXED: TagSet = tag("RLX");
/// `memory_order_consume`.
pub(crate) const CONSUME: TagSet = tag("CON");
/// `memory_order_acquire`.
pub(crate) const ACQUIRE: TagSet = tag("ACQ");
/// `memory_order_release`.
pub(crate) const RELEASE: TagSet = tag("REL");
/// `memory_order_acq_rel`.
pub(crate) const ACQUIRE_RELEASE: TagSet = tag("ACQ_REL");
/// `memory_order_seq_cst`.
pub(crate) const SEQUENTIAL: TagSet = tag("SC");
/// What herd makes of C11's lock: among failed locks, although it always succeeds.
pub(crate) const LOCK: TagSet = PLAIN.with(tag("LK")).with(tag("LF"));
/// An unlock.
pub(crate) const UNLOCK: TagSet = PLAIN.with(tag("UL"));
/// The reading half of Linux' lock.
pub(crate) const LOCK_READ: TagSet = PLAIN.with(tag("LK")).with(tag("LKR"));
/// The writing half of Linux' lock.
pub(crate) const LOCK_WRITE: TagSet = PLAIN.with(tag("LK")).with(tag("LKW"));
/// A trylock that fails.
pub(crate) const LOCK_FAILED: TagSet = PLAIN.with(tag("LF"));
/// A look at a lock that finds it locked.
pub(crate) const READ_LOCKED: TagSet = PLAIN.with(tag("RL"));
/// A look at a lock that finds it free.
pub(crate) const READ_UNLOCKED: TagSet = PLAIN.with(tag("RU"));

/// An access or a fence with annotations.
pub(crate) const ANNOT: TagSet = tag("annot");

/// The tags of an event annotated so.
pub(crate) const ANNOTATED: TagSet = PLAIN.with(ANNOT);

/// The tag of an annotation: `once` is in the set `Once`.
pub(crate) fn annotation(word: &str) -> Option<TagSet> {
    let first_annotation = NO_LOOKS.iter().position(|name| *name == "Once")?;
    let index = NO_LOOKS.iter().skip(first_annotation).position(|name| {
        let mut written = word.chars();
        let mut known = name.chars();
        let first = (written.next(), known.next());
        matches!(first, (Some(w), Some(k)) if w.to_ascii_uppercase() == k) && written.eq(known)
    })?;
    Some(TagSet::only((first_annotation + index) as u32))
}

/// The annotations that are known, to suggest one.
pub(crate) fn annotations() -> impl Iterator<Item = String> {
    NO_LOOKS.iter().skip_while(|name| **name != "Once").map(|name| name.to_ascii_lowercase())
}
