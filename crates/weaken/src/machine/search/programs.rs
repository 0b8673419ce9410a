//! Programs that no language of litmus tests has made, under models whose writes reach threads at different times.

use std::collections::BTreeMap;

use program::{CodePlace, Program};

use super::explore::{End, Found, Hang, Limits, Statistics, TraceStep, Unknown, Verdict, Wrong, explore};
use crate::Propagating;
use crate::machine::flat::{Code, Unsupported};
use crate::machine::front::FaultKind;
use crate::machine::memory::Layout;
use crate::machine::power::{self, Power};
use crate::machine::waits::Wait;

/// Looks for a state of `program`, which no language has made, in which something happens that has no meaning: an address outside of all locations, or a
/// requirement that fails; or in which threads wait for good, or spin for ever. `waits` are the instructions at which they wait. Reads happen late only
/// where `may_be_late`.
///
/// # Errors
/// When the program does something that no machine knows.
pub(crate) fn explore_program(
    program: &Program,
    model: Propagating,
    waits: &BTreeMap<CodePlace, Wait>,
    may_be_late: &dyn Fn(CodePlace) -> bool,
    limits: &Limits<'_>,
) -> Result<ProgramReport, Unsupported> {
    let code = Code::new(program, [])?;
    let layout = Layout::new(program);
    let meaning = power::Meaning::of_programs(model);
    let machine = Power::new(program, code, layout, meaning, limits.reduction).with_late(may_be_late);
    let hang = |state: &_, stops: &Vec<_>| machine.hang(state, stops, waits, limits.progress_is_checked);
    let (found, mut statistics, transitions) = explore(program, End::Hang(&hang), &machine, limits);
    statistics.transitions = transitions;
    Ok(match found {
        Found::Verdict(Verdict::Unknown(unknown), _) => {
            ProgramReport { found: ProgramFound::Unknown(unknown), statistics }
        }
        Found::Verdict(Verdict::Holds | Verdict::Violated { .. }, _) => {
            ProgramReport { found: ProgramFound::Nothing, statistics }
        }
        Found::Wrong { trace, wrong: Wrong::Fault(place, kind) } => {
            ProgramReport { found: ProgramFound::Fault { trace, place, kind }, statistics }
        }
        Found::Wrong { trace, wrong: Wrong::Hang(hang) } => {
            ProgramReport { found: ProgramFound::Hang { trace, hang }, statistics }
        }
    })
}

/// What there is to say of a program.
pub(crate) struct ProgramReport {
    pub(crate) found: ProgramFound,
    pub(crate) statistics: Statistics,
}

/// What was found in a program.
pub(crate) enum ProgramFound {
    /// Nothing is wrong.
    Nothing,
    /// Something that has no meaning happens there.
    Fault { trace: Vec<TraceStep>, place: CodePlace, kind: FaultKind },
    /// Threads wait or spin, and nothing that is on its way ends that.
    Hang { trace: Vec<TraceStep>, hang: Hang },
    /// Neither is certain.
    Unknown(Unknown),
}
