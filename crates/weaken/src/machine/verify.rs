//! Litmus tests, verified by the machine of their model.

use std::collections::BTreeSet;

use litmus::{FinalPlace, Language, LoweredTest, Outcome};
use program::{CodePlace, RegisterId, ThreadId};
use relation::Index;
use source::Diagnostic;

use super::flat::Code;
use super::front::FaultKind;
use super::memory::{self, Layout};
use super::multi_copy_atomic::advance::Machine;
use super::multi_copy_atomic::foreseen::Foreseen;
use super::power::{self, Power};
use super::search::explore::{End, Explored, Found, Limits, Statistics, Verdict, Wrong, explore};
use super::tags::Meaning;
use crate::LitmusModel;

/// Why a test cannot be verified.
#[derive(Clone, Debug, thiserror::Error)]
pub enum VerifyError {
    /// There is no machine for its language under the model.
    #[error("there is no machine for {language} under {model} yet")]
    Machine {
        /// The language.
        language: String,
        /// The model.
        model: LitmusModel,
    },
    /// Something that it does, with its place.
    #[error("{}", .0.message)]
    Test(Box<Diagnostic>),
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Whether a state that is looked for is reached.
    pub verdict: Verdict,
    /// The outcomes met, in the order of logs. All of them where the search was not stopped.
    pub outcomes: Vec<Outcome>,
    /// How much was done.
    pub statistics: Statistics,
}

/// Looks for an execution of `test` under `model` that ends in a violation: in a state that satisfies the condition, or, of a `forall`,
/// does not.
///
/// # Errors
/// When the machine does not know the language or something that the test does.
pub fn verify(
    test: &LoweredTest,
    language: &dyn Language,
    model: impl Into<LitmusModel>,
    limits: &Limits<'_>,
) -> Result<Report, VerifyError> {
    let model = model.into();
    let observed: BTreeSet<(ThreadId, RegisterId)> =
        test.observed
            .iter()
            .filter_map(|place| match place {
                FinalPlace::Register(thread, part) => Some((*thread, part.register)),
                _ => None,
            })
            // A register with an initial value needs a slot, whether its thread uses it or not.
            .chain(test.program.threads.ids().flat_map(|thread| {
                test.program.registers_at_start(thread).map(move |initial| (thread, initial.register))
            }))
            .collect();
    let code = Code::new(&test.program, observed)
        .map_err(|unsupported| refuse(test, unsupported.place, "not-supported", unsupported.to_string()))?;
    let layout = Layout::new(&test.program);
    let unknown = || VerifyError::Machine { language: language.name().to_owned(), model };
    match model {
        LitmusModel::MultiCopyAtomic(model) => {
            let meaning = Meaning::of(language, model).ok_or_else(unknown)?;
            let foreseen = Foreseen::new(&code, &test.program);
            let machine = Machine { model, code, layout, meaning, foreseen, is_reduced: limits.reduction };
            explore_test(test, &machine, limits)
        }
        LitmusModel::Propagating(model) => {
            let meaning = power::Meaning::of(language, model).ok_or_else(unknown)?;
            let machine = Power::new(&test.program, code, layout, meaning, limits.reduction);
            explore_test(test, &machine, limits)
        }
    }
}

fn explore_test<M: Explored>(test: &LoweredTest, machine: &M, limits: &Limits<'_>) -> Result<Report, VerifyError> {
    let (found, mut statistics, transitions) = explore(&test.program, End::Test(test), machine, limits);
    statistics.transitions = transitions;
    match found {
        Found::Verdict(verdict, outcomes) => {
            let mut outcomes: Vec<Outcome> = outcomes.into_iter().collect();
            test.sort_outcomes(&mut outcomes);
            Ok(Report { verdict, outcomes, statistics })
        }
        Found::Wrong { wrong: Wrong::Fault(place, kind), .. } => Err(fault(test, machine.layout(), place, kind)),
        Found::Wrong { wrong: Wrong::Hang(hang), .. } => {
            let what = "threads wait for each other".to_owned();
            Err(match hang.waits.first() {
                Some(place) => refuse(test, *place, "deadlock", what),
                None => VerifyError::Test(Box::new(Diagnostic::new(source::Severity::Error, "deadlock", what))),
            })
        }
    }
}

fn refuse(test: &LoweredTest, place: CodePlace, code: &'static str, message: String) -> VerifyError {
    let diagnostic = match test.program.instruction(place) {
        Some(instruction) => Diagnostic::error(code, instruction.span, message),
        None => Diagnostic::new(source::Severity::Error, code, message),
    };
    VerifyError::Test(Box::new(diagnostic))
}

/// What has no meaning, as a refusal of the test.
fn fault(test: &LoweredTest, layout: &Layout, place: CodePlace, kind: FaultKind) -> VerifyError {
    let (code, message) = match kind {
        FaultKind::Address(number) => {
            let what = match layout.name(number) {
                Some(memory::Named::Address(location, offset)) => {
                    format!("{}{offset:+}", test.program.locations[location].name)
                }
                Some(memory::Named::Code(_)) => "code".to_owned(),
                None => format!("{number:#x}"),
            };
            ("bad-address", format!("this accesses {what}, which is not in memory"))
        }
        FaultKind::Overlap => {
            let message = "this access overlaps another without being equal to it, which cannot be verified yet";
            ("not-supported", message.to_owned())
        }
        FaultKind::Division => ("division-by-zero", "this divides by 0".to_owned()),
        FaultKind::NotCode(number) => ("bad-jump", format!("this jumps to {number:#x}, which is no code")),
    };
    let mut refusal = refuse(test, place, code, message);
    if let VerifyError::Test(diagnostic) = &mut refusal {
        let thread = place.thread.index();
        diagnostic.help.push(format!("thread P{thread} does it in an execution that the model allows"));
    }
    refusal
}
