//! A load-reserve and a store-conditional, tried until the store succeeds: what surrounds the two instructions on every architecture.

use std::fmt::Display;

use crate::emitter::{Atomics, Emitter, Register};
use crate::refusal::Refusal;

/// What one architecture writes for it.
pub(super) struct Attempts<'t> {
    /// The two instructions.
    pub(super) tried: &'t dyn Fn(&mut Emitter<'_>),
    /// A jump to a label where the store has failed.
    pub(super) if_failed: &'t dyn Fn(&mut Emitter<'_>, &dyn Display),
    /// A jump to a label where it has succeeded.
    pub(super) if_stored: &'t dyn Fn(&mut Emitter<'_>, &dyn Display),
    /// Adds one to a register.
    pub(super) count: fn(&mut Emitter<'_>, Register),
}

impl Attempts<'_> {
    /// In the style of the test.
    pub(super) fn put(&self, emitter: &mut Emitter<'_>) -> Result<(), Refusal> {
        match emitter.style.atomics {
            Atomics::Loop => self.looped(emitter),
            Atomics::Unroll(0) => (self.tried)(emitter),
            Atomics::Unroll(times) => self.unrolled(emitter, times)?,
        }
        Ok(())
    }

    /// Without end, the label in a line of its own.
    fn looped(&self, emitter: &mut Emitter<'_>) {
        let label = emitter.label("Loop");
        emitter.line(format_args!("{label}:"));
        (self.tried)(emitter);
        (self.if_failed)(emitter, &label);
    }

    /// So many attempts; a register counts what has succeeded, and the thread ends early where nothing has.
    pub(super) fn unrolled(&self, emitter: &mut Emitter<'_>, times: u32) -> Result<(), Refusal> {
        let out = (times > 1).then(|| emitter.label("Go"));
        for _ in 1..times {
            (self.tried)(emitter);
            if let Some(out) = out {
                (self.if_stored)(emitter, &out);
            }
        }
        let (checked, thread) = (emitter.scratch("checked")?, emitter.thread);
        emitter.checks += 1;
        (self.tried)(emitter);
        (self.if_failed)(emitter, &format_args!("End{thread}"));
        if let Some(out) = out {
            emitter.line(format_args!("{out}:"));
        }
        (self.count)(emitter, checked);
        Ok(())
    }
}
