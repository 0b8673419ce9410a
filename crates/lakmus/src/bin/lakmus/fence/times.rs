//! What the phases of an analysis take.

use std::time::{Duration, Instant};

use lakmus::fence::Event;

/// The wall-clock time of each phase.
pub(super) struct Times {
    laps: Vec<(&'static str, Duration)>,
    /// Where the phase at hand began.
    clock: Instant,
    /// How many phases there were before the part at hand, and where it began.
    part: Option<(usize, Instant)>,
}

impl Times {
    /// From here on.
    pub(super) fn begin() -> Times {
        Times { laps: Vec::new(), clock: Instant::now(), part: None }
    }

    /// All of them.
    pub(super) fn laps(&self) -> &[(&'static str, Duration)] {
        &self.laps
    }

    /// A phase is over.
    pub(super) fn lap(&mut self, name: &'static str) {
        let now = Instant::now();
        self.laps.push((name, now - self.clock));
        self.clock = now;
    }

    /// Something has happened in an analysis. Parts with analyses of their own count as one phase.
    pub(super) fn add(&mut self, event: &Event) {
        match event {
            Event::Done(phase) => self.lap(phase.name()),
            Event::Begins(_) => self.part = Some((self.laps.len(), Instant::now())),
            Event::Ends(part) => {
                if let Some((laps, begin)) = self.part.take() {
                    self.laps.truncate(laps);
                    self.clock = begin;
                    self.lap(part.name());
                }
            }
            // Nothing else takes time.
            _ => {}
        }
    }
}
