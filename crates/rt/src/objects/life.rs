//! When a synchronisation object is set up, used, and given up.
//!
//! Who uses an object has to know that it was set up, and who gives it up has to know of all its uses: setting up and giving up are no synchronisation, but write to the object's memory like any assignment.

/// What a thread has done to an object, and when by the clock of its execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) thread: usize,
    pub(crate) time: u64,
}

/// The life of an object.
#[derive(Debug, Default)]
pub(crate) struct Life {
    /// When it was set up by a call, if it was.
    begin: Option<Moment>,
    /// When it was given up, if it is.
    end: Option<Moment>,
    /// The last use by each thread.
    uses: Vec<Moment>,
}

/// What is wrong with a use, or with the end of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It is used after its end, or it is not certain that it is not.
    UsedAfterEnd,
    /// It is used by a thread that does not know that it was set up.
    UsedBeforeBegin,
    /// It is given up, or set up anew, by a thread that does not know of a use.
    EndedInUse,
}

impl Life {
    /// It is set up. `knows` says whether what another thread has done then happens before this.
    pub(crate) fn begin(&mut self, now: Moment, knows: impl Fn(Moment) -> bool) -> Option<Fault> {
        let fault = self.check_end(now, knows);
        *self = Life { begin: Some(now), ..Life::default() };
        fault
    }

    /// It is given up.
    pub(crate) fn end(&mut self, now: Moment, knows: impl Fn(Moment) -> bool) -> Option<Fault> {
        let fault = self.check_end(now, knows);
        *self = Life { end: Some(now), ..Life::default() };
        fault
    }

    fn check_end(&self, now: Moment, knows: impl Fn(Moment) -> bool) -> Option<Fault> {
        let is_unknown = |used: &Moment| used.thread != now.thread && !knows(*used);
        self.uses.iter().any(is_unknown).then_some(Fault::EndedInUse)
    }

    /// It is used. An object that was given up may have been set up again by an assignment, which `is_still_ended` says: none if that is not known.
    pub(crate) fn use_it(
        &mut self,
        now: Moment,
        is_still_ended: Option<bool>,
        knows: impl Fn(Moment) -> bool,
    ) -> Option<Fault> {
        let is_other = |moment: Moment| moment.thread != now.thread && !knows(moment);
        let fault = match (self.begin, self.end) {
            // Where memory does not say it, a use that comes after the end in happens-before may follow an assignment that has set the object up again.
            (_, Some(end)) if is_still_ended.unwrap_or_else(|| is_other(end)) => Some(Fault::UsedAfterEnd),
            (Some(begin), _) if is_other(begin) => Some(Fault::UsedBeforeBegin),
            _ => None,
        };
        if fault.is_some() {
            // Once is enough.
            (self.begin, self.end) = (None, None);
        }
        match self.uses.iter_mut().find(|used| used.thread == now.thread) {
            Some(used) => *used = now,
            None => self.uses.push(now),
        }
        fault
    }
}

impl Fault {
    /// In words, of an object that is called so.
    pub(crate) fn describe(self, what: &str) -> String {
        match self {
            Fault::UsedAfterEnd => format!("a {what} is used that was destroyed"),
            Fault::UsedBeforeBegin => {
                format!("a {what} is used by a thread that is not ordered after its initialisation")
            }
            Fault::EndedInUse => format!("a {what} is destroyed by a thread that is not ordered after its use"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_has_to_know_of_all_uses() {
        let at = |thread, time| Moment { thread, time };
        let mut life = Life::default();
        assert_eq!(life.begin(at(0, 1), |_| false), None);
        assert_eq!(life.use_it(at(0, 2), None, |_| false), None);
        assert_eq!(life.use_it(at(1, 3), None, |moment| moment == at(0, 1)), None);
        assert_eq!(life.end(at(0, 4), |_| false), Some(Fault::EndedInUse));
        assert_eq!(life.use_it(at(1, 5), None, |_| false), Some(Fault::UsedAfterEnd));
        assert_eq!(life.use_it(at(1, 6), None, |_| false), None);
    }

    #[test]
    fn what_was_set_up_again_may_be_used() {
        let at = |thread, time| Moment { thread, time };
        let mut life = Life::default();
        assert_eq!(life.end(at(0, 1), |_| true), None);
        assert_eq!(life.use_it(at(0, 2), Some(false), |_| true), None);
        assert_eq!(life.use_it(at(1, 3), Some(true), |_| true), Some(Fault::UsedAfterEnd));
    }
}
