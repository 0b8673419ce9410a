//! `lakmus run --why-differ`: why one of two models allows an outcome that the other forbids.
//!
//! What threads see of each other (rf, co, fr) is the same for both. So where one forbids a cycle and the other does not, there is a piece of the cycle
//! within a thread that the one keeps in order and the other does not: those pieces are named.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;

use relation::EventId;
use sim::{Describer, Evidence, Execution, Explanation, Step, Why};

use crate::batch::Done;
use crate::inputs::Unusable;
use crate::one_test::{BatchContext, Loaded, Outcome, Subject};
use crate::output::{self, Closed};

/// What a model says about an outcome.
enum Says {
    Allows {
        state: String,
        /// Pairs of events, by their letters, that the model orders in the execution that shows it.
        ordered: BTreeSet<(String, String)>,
    },
    Forbids {
        words: String,
        pieces: Vec<Piece>,
    },
    Nothing,
    /// Nothing was found as far as was looked.
    NotFound,
}

/// A piece of a cycle that lies within a thread.
struct Piece {
    thread: String,
    first: String,
    last: String,
    /// The letters of both.
    letters: (String, String),
    chain: String,
}

/// All tests under two models.
///
/// # Errors
/// When the standard output takes nothing more.
pub(crate) fn all(context: &BatchContext<'_>, inputs: &[Result<PathBuf, Unusable>]) -> Result<Done, Closed> {
    let mut done = Done::default();
    for input in inputs {
        let outcome = match input {
            Err(Unusable { path, error }) => context.unusable(path, error),
            Ok(path) => match context.read(path) {
                Err(outcome) => outcome,
                Ok(loaded) => one(context, &loaded),
            },
        };
        outcome.notes.iter().for_each(|note| output::complain(note));
        if let Some(kind) = outcome.failed {
            done.status = done.status.max(kind.status());
            done.failed += 1;
        } else {
            done.complete += 1;
        }
        if let Some(text) = outcome.log {
            output::write(text.as_bytes()).map_err(|closed| closed.after(done.status))?;
        }
    }
    Ok(done)
}

fn one(context: &BatchContext<'_>, loaded: &Loaded) -> Outcome {
    let names: Vec<String> = (0..2).map(|model| context.model_name(loaded, model)).collect();
    let mut said = Vec::new();
    for (model, name) in names.iter().enumerate() {
        match context.why(loaded, model, says) {
            Ok(says) => said.push(says),
            Err(failure) => {
                let subject = Subject { file: &loaded.file, test: Some(&loaded.test), model: Some(name) };
                return context.failed_test(loaded, &subject, failure);
            }
        }
    }
    let mut text = format!("Test {}\n", loaded.test.name());
    // Writing into a string cannot fail.
    let _ = match (&said[0], &said[1]) {
        (Says::Allows { state, ordered }, Says::Forbids { words, pieces }) => {
            differ(&names[0], &names[1], state, ordered, words, pieces, &mut text)
        }
        (Says::Forbids { words, pieces }, Says::Allows { state, ordered }) => {
            differ(&names[1], &names[0], state, ordered, words, pieces, &mut text)
        }
        (Says::Allows { state, .. }, Says::Allows { .. }) => {
            writeln!(text, "Both `{}` and `{}` allow {state}", names[0], names[1])
        }
        (Says::Forbids { .. }, Says::Forbids { .. }) => {
            writeln!(text, "Both `{}` and `{}` forbid the outcome.", names[0], names[1])
        }
        (Says::Nothing, _) | (_, Says::Nothing) => writeln!(text, "No candidate execution has the outcome."),
        (Says::NotFound, _) | (_, Says::NotFound) => {
            writeln!(text, "No execution with the outcome was found among the first candidates; there are more.")
        }
    };
    text.push('\n');
    Outcome { log: Some(text), ..Outcome::default() }
}

fn differ(
    allows: &str,
    forbids: &str,
    state: &str,
    ordered: &BTreeSet<(String, String)>,
    words: &str,
    pieces: &[Piece],
    out: &mut String,
) -> std::fmt::Result {
    writeln!(out, "`{allows}` allows {state} and `{forbids}` forbids it:")?;
    words.lines().try_for_each(|line| writeln!(out, "  {line}"))?;
    let mut missing = pieces.iter().filter(|piece| !ordered.contains(&piece.letters)).peekable();
    if missing.peek().is_none() {
        return writeln!(
            out,
            "`{allows}` has all these orders within threads, and does not ask for this cycle to be absent."
        );
    }
    for Piece { thread, first, last, chain, .. } in missing {
        writeln!(out, "In {thread}, `{forbids}` keeps {first} before {last} ({chain}); `{allows}` does not.")?;
    }
    Ok(())
}

fn says(why: &Why, describer: &Describer<'_>) -> Says {
    match why {
        Why::Allowed(execution) => {
            let name = |event: EventId| execution.events[event].name.clone();
            let ordered = execution.order.iter().map(|(a, b)| (name(a), name(b))).collect();
            Says::Allows { state: execution.final_state.clone(), ordered }
        }
        Why::Forbidden(explanation) => {
            let words = describer.explanation(explanation, false);
            Says::Forbids { words, pieces: pieces(explanation, describer) }
        }
        Why::NoCandidate => Says::Nothing,
        Why::NotFound => Says::NotFound,
    }
}

/// The pieces of the cycle that lie within threads.
fn pieces(explanation: &Explanation, describer: &Describer<'_>) -> Vec<Piece> {
    let execution = &explanation.execution;
    let first = execution.violations.first().and_then(|violation| violation.evidence.as_ref());
    let Some(Evidence::Cycle(steps)) = first else { return Vec::new() };
    let base: Vec<&Step> = steps.iter().flat_map(Step::base_steps).collect();
    let is_inside = |step: &Step| {
        let threads = [step.source, step.target].map(|event| execution.events[event].thread);
        threads[0].is_some() && threads[0] == threads[1]
    };
    // Begin where a piece begins, so that none is cut in two.
    let start = base.iter().position(|step| !is_inside(step)).map_or(0, |outside| outside + 1);
    let round: Vec<&Step> = base.iter().cycle().skip(start).take(base.len()).copied().collect();
    let runs = round.chunk_by(|a, b| is_inside(a) && is_inside(b));
    runs.filter(|run| is_inside(run[0])).map(|run| piece(execution, describer, run)).collect()
}

fn piece(execution: &Execution, describer: &Describer<'_>, run: &[&Step]) -> Piece {
    let (first, last) = (run[0].source, run[run.len() - 1].target);
    let (from, to) = (&execution.events[first], &execution.events[last]);
    Piece {
        thread: from.thread.map_or(String::new(), |thread| format!("P{}", thread.number())),
        first: from.named_text(),
        last: to.named_text(),
        letters: (from.name.clone(), to.name.clone()),
        chain: describer.chain(execution, run),
    }
}
