//! Where the events of an unrolled program may access memory.

use execution::EventStructure;
use program::{IdVec, LocationId, ThreadId};

use crate::Refusal;
use crate::possible::{Analysis, Kinds};
use crate::unrolled::Unrolled;

/// Bytes of a location that an event may access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Place {
    /// The location.
    pub location: LocationId,
    /// The first byte.
    pub offset: u64,
    /// How many.
    pub bytes: u64,
}

/// All places that accesses of threads may be to, in order: no execution has another one, whatever the model. Accesses to what is no memory have none.
///
/// # Errors
/// When there are more locations than the formula has kinds of values for.
pub fn places(unrolled: &Unrolled) -> Result<Vec<Place>, Refusal> {
    let mut x = unrolled.expressions.clone();
    let threads: IdVec<ThreadId, &execution::ThreadPath> = unrolled.threads.iter().collect::<Vec<_>>().into();
    let all = execution::Limits { events: usize::MAX, ..execution::Limits::default() };
    let structure = EventStructure::new(&unrolled.program, threads, &mut x, &all).map_err(sim::RunError::from)?;
    let kinds = Kinds::new(&unrolled.program)?;
    let mut analysis = Analysis::new(&kinds, &structure, &x, unrolled.symbols, &unrolled.free);
    let mut places = Vec::new();
    for (event, description) in structure.events.iter_enumerated().filter(|(_, event)| event.thread.is_some()) {
        let Some(bits) = structure.size(&x, description) else { continue };
        places.extend(analysis.cells(event).into_iter().filter_map(|cell| {
            let offset = u64::try_from(structure.offset(cell)).ok()?;
            Some(Place { location: cell.location, offset, bytes: u64::from(bits / 8) })
        }));
    }
    places.sort_unstable();
    places.dedup();
    Ok(places)
}
