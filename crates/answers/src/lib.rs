//! What the page of `lakmus explore` asks, and the answers: lines of JSON.
//!
//! A question has everything in it that its answer depends on: who answers knows nothing else, and keeps nothing. So the page is the same whether a process of the server answers, or
//! this crate as a program of WebAssembly within the page (`main.rs`).

mod compare;
mod examples;
mod executions;
mod generate;
mod language;
mod layout;
mod library;
#[cfg(feature = "compilers")]
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

pub use library::{FileKind, Library, drawing_style};

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
    #[cfg(feature = "compilers")]
    Profiles(machine::Profiles),
    /// A C test as some of them compile it.
    #[cfg(feature = "compilers")]
    Compile(machine::Compile),
    /// What comes of it when they compile it together.
    #[cfg(feature = "compilers")]
    Mix(machine::Mix),
    /// Drawings of a report, laid out.
    LayOut(layout::LayOut),
    /// What there is to choose from, and what drawings look like.
    Library(library::Wanted),
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
    /// Set when half of the time is over.
    half: &'static AtomicBool,
    /// Set when the time is over.
    over: &'static AtomicBool,
    begin: Instant,
    time: Duration,
}

/// Answers a question, and stops by itself after `time` with what it has. Where there are no threads, a search that finds nothing is not interrupted: who started this ends it.
///
/// # Errors
/// When it is no question, or the answers cannot be written; in words.
pub fn answer(question: &str, time: Duration, out: &mut dyn Write) -> Result<(), String> {
    let question: Question = serde_json::from_str(question).map_err(|error| format!("no question: {error}"))?;
    let flag = || -> &'static AtomicBool { Box::leak(Box::new(AtomicBool::new(false))) };
    let (half, over) = (flag(), flag());
    let clock = move || {
        for flag in [half, over] {
            std::thread::sleep(time / 2);
            flag.store(true, Ordering::Relaxed);
        }
    };
    // Without threads the flags are set where time is looked at.
    let _ = std::thread::Builder::new().spawn(clock);
    let mut out = Out { out, half, over, begin: Instant::now(), time };
    out.look();
    question.answer(&mut out).map_err(|error| format!("cannot answer: {error}"))
}

impl Question {
    fn answer(&self, out: &mut Out<'_>) -> Done {
        match self {
            Question::Run(run) => run.answer(out),
            Question::Executions(executions) => executions.answer(out),
            Question::Draw(draw) => draw.answer(out),
            Question::Step(step) => step.answer(out),
            Question::Clauses(clauses) => clauses.answer(out),
            Question::Distinguish(distinguish) => distinguish.answer(out),
            #[cfg(feature = "compilers")]
            Question::Profiles(profiles) => profiles.answer(out),
            #[cfg(feature = "compilers")]
            Question::Compile(compile) => compile.answer(out),
            #[cfg(feature = "compilers")]
            Question::Mix(mix) => mix.answer(out),
            Question::LayOut(drawings) => drawings.answer(out),
            Question::Library(wanted) => wanted.answer(out),
            Question::Generate(generate) => generate.answer(out),
            Question::File(file) => file.answer(out),
            Question::Edit(edit) => edit.answer(out),
            Question::Complete(complete) => complete.answer(out),
            Question::Hover(hover) => hover.answer(out),
        }
    }
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
        self.look();
        self.half.load(Ordering::Relaxed)
    }

    /// Whether the time is over.
    fn is_over(&self) -> bool {
        self.look();
        self.over.load(Ordering::Relaxed)
    }

    /// Sets the flags as the clock has it.
    fn look(&self) {
        let spent = self.begin.elapsed();
        self.half.fetch_or(spent >= self.time / 2, Ordering::Relaxed);
        self.over.fetch_or(spent >= self.time, Ordering::Relaxed);
    }
}
