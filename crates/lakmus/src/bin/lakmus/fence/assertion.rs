//! `lakmus fence --verify`: the weakest orders and fences with which a program is still verified.
//!
//! The verifier is `lakmus verify --engine bmc`: loops are unrolled to a bound that is raised until no execution needs more, and the program with a cat model is one formula.

use std::fmt::Write;
use std::time::Duration;

use ::fence::assertion::{self, Begin, Place};
use ::fence::diff;
use ::fence::pipeline;
use ::fence::slots::Text;
use ::fence::source_text::SourceText;
use aeg::model::Model as Facts;
use arch::Mapping;
use bmc::Limits;
use bmc::violations::Wrong;
use cprog::ir::{FileId, FunctionId, Order, Program};
use cprog::threads::{self, Roots};
use cprog::{link, ll, points_to, promote};
use lakmus::clang::Units;
use relation::IdVec;
use serde::Serialize;
use sim::Model;
use source::Sources;
use unroll::{Target, Unrolling};

use super::args::{BeginName, FenceArgs};
use super::name_for_diff;
use crate::output::{complain, print, write};
use crate::render::Render;
use crate::verify::unrolled::{self, Failure, Outcome, Search, Verdict};
use crate::{Status, clock};

/// The most turns of a loop, one bound after the other. Loops that wait need one.
const BOUNDS: &[u32] = &[1, 2, 3, 4, 6, 8];

/// What is known of a program with some orders.
enum Answer {
    Holds,
    Violated(String),
    Unknown(String),
}

/// What programs are verified by.
struct Verifier<'a> {
    name: &'a str,
    /// What programs are compiled for, by each mapping that all must hold by, and the model.
    compiled: Vec<(Target, Model)>,
    sources: Sources,
    /// For one question.
    timeout: Option<Duration>,
    asked: usize,
    without_verdict: usize,
}

/// Does what is asked.
pub(super) fn run(args: &FenceArgs, units: &mut Units) -> Result<Status, String> {
    if !args.entry.is_empty() {
        return Err("--verify: a library has no execution by itself; verify a program that calls it".to_owned());
    }
    let (name, facts) = model(args);
    let timeout = args.timeout.limit();
    let mappings = mappings(args, facts)?;
    let program = units.program_to_run(&[]).map_err(|error| super::message(error.into()))?;
    let (mut sources, mut compiled) = (Sources::new(), Vec::new());
    let locks = if args.locks == super::LockOrder::Full { arch::Locks::Full } else { arch::Locks::Usual };
    for mapping in mappings {
        let prepared = unrolled::prepare(&program, (&name, mapping), locks, &mut sources);
        compiled.push(prepared.map_err(|failure| in_text(failure, &sources))?);
    }
    let mut verifier = Verifier { name: &name, compiled, sources, timeout, asked: 0, without_verdict: 0 };
    let begin = match args.start {
        BeginName::Sc => Begin::SequentiallyConsistent,
        BeginName::Own => Begin::Own,
    };
    let places = assertion::places(&program, &executed(&program, units)?, begin, facts);
    // What there is to say of the orders to begin with is said before any is made weaker.
    let strongest: Vec<usize> = places.iter().map(|place| place.orders.len() - 1).collect();
    match verifier.ask(&assertion::with_orders(&program, &places, &strongest))? {
        Answer::Holds => {}
        Answer::Violated(what) => {
            complain(&format!("under {name} the program is violated {}: {what}", in_words(begin)));
            return Ok(Status::Found);
        }
        Answer::Unknown(why) => {
            complain(&format!("under {name} there is no verdict {}: {why}", in_words(begin)));
            return Ok(Status::Incomplete);
        }
    }
    let levels = assertion::weakest_orders(&program, &places, &mut |program| verifier.holds(program))?;
    let levels = levels.unwrap_or(strongest);
    let orders = assertion::orders(&places, &levels);
    let found = Found { program: &program, places: &places, orders: &orders };
    let texts = pipeline::sources(&program, units);
    found.print(args, &verifier, &texts)
}

fn in_words(begin: Begin) -> &'static str {
    match begin {
        Begin::SequentiallyConsistent => "even where all its atomic accesses and fences are sequentially consistent",
        _ => "with its own orders",
    }
}

/// The cat model that is asked for, and the machine that it is one of.
fn model(args: &FenceArgs) -> (String, Option<Facts>) {
    let asked = args.verify.as_deref().unwrap_or_default();
    if asked.is_empty() {
        return (args.model.name.to_owned(), Some(args.model));
    }
    (asked.to_owned(), Facts::all().find(|facts| facts.name == asked))
}

/// What atomic operations become: what is asked for, or whatever compilers write.
fn mappings(args: &FenceArgs, facts: Option<Facts>) -> Result<Vec<Option<&'static Mapping>>, String> {
    match (&args.mapping, facts) {
        (Some(name), Some(facts)) => Ok(vec![Some(super::named_mapping(facts, name)?)]),
        (Some(name), None) => Err(format!("--mapping {name}: in C, atomic operations are what they are")),
        (None, None) => Ok(vec![None]),
        (None, Some(facts)) => {
            let options: Vec<&str> = args.cflags.iter().map(String::as_str).collect();
            Ok(facts.mappings_by(&options).into_iter().map(Some).collect())
        }
    }
}

/// The functions of the program that threads execute. What belongs to the C library is none of them.
fn executed(program: &Program, units: &Units) -> Result<IdVec<FunctionId, bool>, String> {
    let texts = units.texts().map_err(|error| super::message(error.into()))?;
    let mut modules = Vec::new();
    for text in &texts {
        modules.push(
            ll::parse("the source", text).map_err(|error| super::message(lakmus::clang::Error::from(error).into()))?,
        );
    }
    let mut own = link(&modules, &|path| path.to_owned());
    promote(&mut own);
    let main = program.function("main").ok_or("no file defines `main`: what is verified is a program")?;
    let points_to = points_to::analyse(program, &[main]);
    let threads = threads::find(program, &points_to, &Roots::Main(main));
    let is_own =
        |id: FunctionId| own.function(&program.functions[id].name).is_some_and(|f| own.functions[f].is_defined());
    Ok(program.functions.ids().map(|id| is_own(id) && !threads.of_function[id].is_empty()).collect())
}

impl Verifier<'_> {
    fn holds(&mut self, program: &Program) -> Result<bool, String> {
        match self.ask(program)? {
            Answer::Holds => Ok(true),
            Answer::Violated(_) => Ok(false),
            Answer::Unknown(_) => {
                self.without_verdict += 1;
                Ok(false)
            }
        }
    }

    /// Verifies a program by each mapping.
    fn ask(&mut self, program: &Program) -> Result<Answer, String> {
        self.asked += 1;
        for (target, model) in &self.compiled {
            let begin = clock::thread_time();
            let cancelled = || self.timeout.is_some_and(|limit| clock::thread_time().saturating_sub(begin) >= limit);
            let search = Search { bounds: BOUNDS, variables: Limits::default().variables, cancelled: &cancelled };
            let outcome = unrolled::raise(program, target, model, &search);
            match answered(outcome.map_err(|failure| in_text(failure, &self.sources))?, program) {
                Answer::Holds => {}
                other => return Ok(other),
            }
        }
        Ok(Answer::Holds)
    }
}

/// Why there is no answer.
fn in_text(failure: Failure, sources: &Sources) -> String {
    match failure {
        Failure::Message(message) => message,
        Failure::NotUnderstood(what) => format!("{what} is not understood by the verifier"),
        Failure::Found(found) => {
            found.iter().map(|error| Render::for_stderr().diagnostic(error, sources)).collect::<String>()
        }
    }
}

/// What an outcome says.
fn answered(outcome: Outcome, program: &Program) -> Answer {
    if outcome.is_undefined() {
        return Answer::Violated("a data race, or something else that has no meaning".to_owned());
    }
    match outcome.verdict {
        Verdict::Holds => Answer::Holds,
        Verdict::Violated(found) => Answer::Violated(wrong(&found.0.wrong, &found.1)),
        Verdict::NeverEnds => Answer::Violated("no execution comes to the end of the program".to_owned()),
        Verdict::HoldsSoFar(what, place) => {
            let place = place.map_or(String::new(), |place| format!("{}: ", program.describe(place)));
            Answer::Unknown(format!("{place}{what} goes on beyond {} turns", outcome.turns))
        }
        Verdict::Unknown(why) => Answer::Unknown(why),
    }
}

/// What is wrong with an execution, in words.
fn wrong(wrong: &Wrong, unrolling: &Unrolling) -> String {
    match wrong {
        Wrong::Violation(number) => {
            unrolling.violations.get(*number).map_or_else(String::new, |violation| violation.what.clone())
        }
        Wrong::Outside(_) => "an access outside of all objects".to_owned(),
        Wrong::TooLate { .. } => "an access to memory that is no more".to_owned(),
        Wrong::NoProgress(_) => "threads wait for ever".to_owned(),
        _ => String::new(),
    }
}

/// What was found.
struct Found<'a> {
    program: &'a Program,
    places: &'a [Place],
    orders: &'a [Option<Order>],
}

#[derive(Serialize)]
struct PlaceRecord {
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    what: &'static str,
    /// The order of the program.
    own: String,
    /// The one that is needed; none where a fence is not.
    needed: Option<String>,
}

#[derive(Serialize)]
struct Record<'a> {
    model: &'a str,
    start: &'static str,
    places: Vec<PlaceRecord>,
    /// How often the program was verified.
    verified: usize,
    /// How often without a verdict: what may have been weaker was kept.
    without_verdict: usize,
}

/// An order as reports call it.
fn named(order: Option<Order>) -> String {
    order.map_or_else(|| "none".to_owned(), |order| ::fence::accesses::name(order, Some("memory_order")))
}

impl Found<'_> {
    fn print(&self, args: &FenceArgs, verifier: &Verifier<'_>, texts: &[SourceText]) -> Result<Status, String> {
        let is_changed = self.found().any(|(place, needed)| needed != Some(place.own));
        let status = match (is_changed, verifier.without_verdict > 0) {
            (true, _) => Status::Found,
            (false, true) => Status::Incomplete,
            (false, false) => Status::Success,
        };
        if args.json {
            let text = serde_json::to_string(&self.record(args, verifier)).map_err(|error| error.to_string())?;
            let printed = print(format!("{text}\n").as_bytes());
            return Ok(if printed == Status::Success { status } else { printed });
        }
        complain(self.text(verifier).trim_end());
        let changed = self.changed(texts);
        if args.in_place {
            let files = changed.iter().map(|(source, text)| (source.path.as_path(), source.encode(text)));
            super::in_place::replace_all(&files.collect::<Vec<_>>())?;
            return Ok(status);
        }
        for (source, text) in &changed {
            let diff = diff::unified_diff(&name_for_diff(&source.path), &source.text, text);
            if let Err(closed) = write(&source.encode(&diff)) {
                return Ok(closed.status());
            }
        }
        Ok(status)
    }

    /// Each place with what it needs.
    fn found(&self) -> impl Iterator<Item = (&Place, Option<Order>)> {
        self.places.iter().zip(self.orders.iter().copied())
    }

    /// By where they stand.
    fn sorted(&self) -> Vec<(&Place, Option<Order>)> {
        let mut all: Vec<_> = self.found().collect();
        all.sort_by_key(|(place, _)| {
            let at = place.source.map(|at| (self.file(at.file), at.line, at.column));
            (at, place.ordered)
        });
        all
    }

    fn file(&self, file: FileId) -> &str {
        &self.program.files[file].name
    }

    fn record<'r>(&self, args: &FenceArgs, verifier: &'r Verifier<'_>) -> Record<'r> {
        let places = self.sorted().into_iter().map(|(place, needed)| PlaceRecord {
            file: place.source.map(|at| self.file(at.file).to_owned()),
            line: place.source.map(|at| at.line),
            column: place.source.map(|at| at.column),
            what: place.ordered.name(),
            own: named(Some(place.own)),
            needed: needed.map(|order| named(Some(order))),
        });
        Record {
            model: verifier.name,
            start: if args.start == BeginName::Sc { "sc" } else { "own" },
            places: places.collect(),
            verified: verifier.asked,
            without_verdict: verifier.without_verdict,
        }
    }

    /// What a person reads.
    fn text(&self, verifier: &Verifier<'_>) -> String {
        let mut text = String::new();
        for (place, needed) in self.sorted() {
            let function = || place.function().map_or("", |function| self.program.functions[function].name.as_str());
            let at = place
                .source
                .map_or_else(|| format!("{}: ", function()), |at| format!("{}: ", self.program.describe(at)));
            let what = place.ordered.name();
            let own = named(Some(place.own));
            let _ = match needed {
                Some(order) if order == place.own => writeln!(text, "{at}{what}: {own} stays"),
                Some(order) => writeln!(text, "{at}{what}: {own} becomes {}", named(Some(order))),
                None => writeln!(text, "{at}{what}: {own}, and is not needed"),
            };
        }
        let _ = write!(text, "verified under {}: {} times", verifier.name, verifier.asked);
        if verifier.without_verdict > 0 {
            let _ = write!(text, ", {} without a verdict: what was asked then was kept", verifier.without_verdict);
        }
        text.push_str("; none of these can be weaker by itself\n");
        text
    }

    /// The texts with these orders, as far as orders are written there.
    fn changed<'t>(&self, texts: &'t [SourceText]) -> Vec<(&'t SourceText, String)> {
        let mut all = Vec::new();
        for source in texts {
            let text = Text::new(&source.text, source.byte_characters);
            let here = |place: &Place| place.source.is_some_and(|at| at.file == source.file);
            let mut changes: Vec<_> = self
                .found()
                .filter(|(place, needed)| here(place) && *needed != Some(place.own))
                .filter_map(|(place, needed)| assertion::rewritten(&text, place, needed))
                .collect();
            changes.sort_by_key(|(range, _)| range.start);
            changes.dedup();
            let mut new = source.text.clone();
            for (range, with) in changes.into_iter().rev() {
                new.replace_range(range, &with);
            }
            if new != source.text {
                all.push((source, new));
            }
        }
        all
    }
}
