//! Accesses to memory that is no more.
//!
//! Memory that several threads access ends with a write to each of its places. What comes too late reads from such a write, or writes behind one in the order of writes to the place, which the model
//! chooses. Whether that can be is the model's to say, as of any other write.

use batsat::Lit;
use cat::plan::ChoiceId;
use relation::EventId;

use crate::encoder::Encoder;
use crate::unrolled::InThread;

/// An access that comes too late.
#[derive(Clone, Copy)]
pub(crate) struct LateAccess {
    pub(crate) access: EventId,
    /// The write with which the memory ended.
    pub(crate) end: EventId,
}

/// The accesses that may come too late, each with when it does.
#[derive(Default)]
pub(crate) struct Late {
    pub(crate) accesses: Vec<(LateAccess, Lit)>,
    /// Whether writes are among them: the model has an order of all writes to a place.
    pub(crate) has_writes: bool,
}

/// The accesses that come too late for these ends, writes among them where the model has an order of all writes to a place.
pub(crate) fn late(encoder: &mut Encoder<'_, '_, '_, '_>, choice: Option<ChoiceId>, ends: &[InThread]) -> Late {
    let ends: Vec<EventId> = ends.iter().map(|&end| encoder.ground.skeleton.event(end)).collect();
    let mut late = Late { accesses: Vec::new(), has_writes: choice.is_some() };
    if ends.is_empty() {
        return late;
    }
    let reads = encoder.memory.reads_from.iter().filter(|((write, _), _)| ends.contains(write));
    late.accesses.extend(reads.map(|(&(end, access), &literal)| (LateAccess { access, end }, literal)));
    // As the map has no order of its own.
    late.accesses.sort_unstable_by_key(|&(LateAccess { access, end }, _)| (access, end));
    let Some(choice) = choice else { return late };
    let writes = encoder.ground.structure.select(|event| event.is_write() && event.thread.is_some());
    for &end in &ends {
        // The second of two ends is one of them.
        for access in writes.iter().filter(|&access| access != end) {
            let is_behind = encoder.chosen(choice, end, access);
            if encoder.ground.formula.known(is_behind) != Some(false) {
                late.accesses.push((LateAccess { access, end }, is_behind));
            }
        }
    }
    late
}
