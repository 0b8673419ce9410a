//! What the page asks, and the answers: lines of JSON.
//!
//! A question has everything in it that its answer depends on: the process that answers knows nothing else, and keeps nothing.

mod compare;
mod executions;
mod generate;
mod language;
mod machine;
mod places;
mod run;
mod shown;
mod step;
mod texts;

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// A question of the page.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
enum Question {
    /// The outcomes of a test under models.
    Run(run::Run),
    /// The executions that have an outcome.
    Executions(executions::Executions),
    /// One of them in another format.
    Draw(executions::Draw),
    /// What is left of the executions when some choices are made.
    Step(step::Step),
    /// The clauses of a model that forbid an outcome.
    Clauses(compare::Clauses),
    /// The smallest test about which two models differ.
    Distinguish(compare::Distinguish),
    /// The compilers that this machine has.
    Profiles(machine::Profiles),
    /// A C test as some of them compile it.
    Compile(machine::Compile),
    /// What comes of it when they compile it together.
    Mix(machine::Mix),
    /// The test of a cycle.
    Generate(generate::Generate),
    /// The text of a file that ships.
    File(texts::File),
    /// The colours of a text that is edited, and what is wrong with it.
    Edit(language::Edit),
    /// What can stand at a place of it.
    Complete(language::Complete),
    /// What the word at a place of it means.
    Hover(language::Hover),
}

/// Where answers go.
struct Out<'o> {
    out: &'o mut dyn Write,
    /// Set when the time is nearly over.
    over: &'static AtomicBool,
    begin: Instant,
    time: Duration,
}

/// Answers a question, for as long as `time`.
///
/// # Errors
/// When it is no question, or the answers cannot be written.
pub(crate) fn answer(question: &str, time: Duration, out: &mut dyn Write) -> Result<(), String> {
    let question: Question = serde_json::from_str(question).map_err(|error| format!("no question: {error}"))?;
    let over: &'static AtomicBool = Box::leak(Box::new(AtomicBool::new(false)));
    std::thread::spawn(move || {
        std::thread::sleep(time);
        over.store(true, Ordering::Relaxed);
    });
    let mut out = Out { out, over, begin: Instant::now(), time };
    let done = match question {
        Question::Run(run) => run.answer(&mut out),
        Question::Executions(executions) => executions.answer(&mut out),
        Question::Draw(draw) => draw.answer(&mut out),
        Question::Step(step) => step.answer(&mut out),
        Question::Clauses(clauses) => clauses.answer(&mut out),
        Question::Distinguish(distinguish) => distinguish.answer(&mut out),
        Question::Profiles(profiles) => profiles.answer(&mut out),
        Question::Compile(compile) => compile.answer(&mut out),
        Question::Mix(mix) => mix.answer(&mut out),
        Question::Generate(generate) => generate.answer(&mut out),
        Question::File(file) => file.answer(&mut out),
        Question::Edit(edit) => edit.answer(&mut out),
        Question::Complete(complete) => complete.answer(&mut out),
        Question::Hover(hover) => hover.answer(&mut out),
    };
    done.map_err(|error| format!("cannot answer: {error}"))
}

/// Whether all answers could be written.
type Done = std::io::Result<()>;

impl Out<'_> {
    /// Writes an answer.
    fn say(&mut self, answer: &impl Serialize) -> Done {
        serde_json::to_writer(&mut *self.out, answer)?;
        self.out.write_all(b"\n")?;
        self.out.flush()
    }

    /// Whether half of the time is over: what is found is to be drawn, too.
    fn is_half_over(&self) -> bool {
        self.begin.elapsed() > self.time / 2
    }

    /// Whether the time is nearly over.
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}
