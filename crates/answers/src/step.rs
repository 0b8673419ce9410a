//! An execution built by choices: the path of each thread, what each read reads from, the coherence of each location.
//!
//! All candidate executions are gone through, those that agree with the choices so far are kept, and what they have in common is what is decided. So a
//! choice that forces others shows these, and what the model says is said of all completions.

use std::collections::BTreeMap;

use lakmus::drawing::Layout;
use lakmus::sim::{Describer, EventKind, Execution, Picture, RunError, Selection, Simulation};
use lakmus::{Error, Session};
use relation::{EventId, Index, Relation};
use serde::{Deserialize, Serialize};

use crate::shown::{Drawn, Shown};
use crate::texts::{ModelText, TestText, loaded, options, refuse};
use crate::{Done, Out};

/// Executions that are gone through.
const MOST: u64 = 200_000;

/// What is left when some choices are made.
#[derive(Debug, Deserialize)]
pub(crate) struct Step {
    test: TestText,
    model: ModelText,
    choices: Vec<Choice>,
}

/// A choice: of what, and which.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
struct Choice {
    of: String,
    is: String,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Answer {
    Step {
        /// What can be chosen; paths first, and only these while some thread has several.
        open: Vec<Open>,
        /// What follows from the choices that were made.
        forced: Vec<Choice>,
        remaining: u64,
        allowed: u64,
        /// Final states of what remains, with how many executions of each are allowed and forbidden.
        states: Vec<(String, u64, u64)>,
        /// Checks that fail in some of what remains: name, place in the model's text, in how many.
        failing: Vec<(String, crate::places::Place, u64)>,
        is_complete: bool,
        /// What the executions that remain have in common.
        execution: Option<Box<Shown>>,
    },
}

/// Something that is not decided yet.
#[derive(Debug, Serialize)]
struct Open {
    of: String,
    question: String,
    options: Vec<Possible>,
}

/// One way to decide it.
#[derive(Debug, Serialize)]
struct Possible {
    is: String,
    remaining: u64,
    allowed: u64,
}

impl Step {
    pub(crate) fn answer(&self, out: &mut Out<'_>) -> Done {
        let mut session = Session::new();
        let Some((test, model)) = loaded(out, &mut session, &self.test, &self.model)? else { return Ok(()) };
        let options = options(out);
        let describer = session.describer(&test, &model);
        let left = Simulation::new(&test, &model, &options).and_then(|simulation| {
            let mut left = self.left(&simulation, &describer, out, false)?;
            // Why the one that is left is forbidden takes long to find out, and is wanted of no other.
            if left.remaining == 1 && left.allowed == 0 {
                left = self.left(&simulation, &describer, out, true)?;
            }
            Ok(left)
        });
        match left {
            Ok(left) => {
                let answer = left.answer(&describer);
                out.say(&answer)
            }
            Err(error) => refuse(out, Some(0), &Error::of_run(error, session.sources()), &session),
        }
    }

    fn left(
        &self,
        simulation: &Simulation<'_>,
        describer: &Describer<'_>,
        out: &Out<'_>,
        evidence: bool,
    ) -> Result<Left, RunError> {
        let mut left = Left { is_complete: true, ..Left::default() };
        for (number, execution) in
            simulation.executions(Selection::default().with(|set| set.evidence = evidence)).enumerate()
        {
            let execution = match execution {
                Ok(_) if number as u64 == MOST || out.is_half_over() => {
                    left.is_complete = false;
                    break;
                }
                Ok(execution) => execution,
                Err(_) if out.is_over() => {
                    left.is_complete = false;
                    break;
                }
                Err(error) => return Err(error),
            };
            let decided = decisions(describer, &execution);
            let agrees = |choice: &Choice| decided.iter().any(|one| one == choice);
            if self.choices.iter().all(agrees) {
                left.take(describer, execution, decided);
            }
        }
        left.forced(&self.choices);
        Ok(left)
    }
}

/// One way to decide something: its name, in how many executions, and in how many that are allowed.
type Way = (String, u64, u64);

/// What the executions that remain come to.
#[derive(Default)]
struct Left {
    remaining: u64,
    allowed: u64,
    states: BTreeMap<String, (u64, u64)>,
    failing: BTreeMap<String, (Option<lakmus::source::Span>, u64)>,
    /// By what is decided, in the order in which it is met: how it is decided, in how many executions, and in how many that are allowed.
    ways: Vec<(String, Vec<Way>)>,
    forced: Vec<Choice>,
    common: Option<Execution>,
    is_complete: bool,
}

impl Left {
    fn take(&mut self, describer: &Describer<'_>, execution: Execution, decided: Vec<Choice>) {
        let is_allowed = u64::from(execution.is_allowed());
        self.remaining += 1;
        self.allowed += is_allowed;
        let state = self.states.entry(execution.final_state.clone()).or_default();
        *state = (state.0 + is_allowed, state.1 + 1 - is_allowed);
        for violation in &execution.violations {
            let failing = self.failing.entry(describer.check_name(violation)).or_insert((Some(violation.span), 0));
            failing.1 += 1;
        }
        for Choice { of, is } in decided {
            let place = match self.ways.iter().position(|(known, _)| *known == of) {
                Some(place) => place,
                None => {
                    self.ways.push((of, Vec::new()));
                    self.ways.len() - 1
                }
            };
            let ways = &mut self.ways[place].1;
            match ways.iter_mut().find(|way| way.0 == is) {
                Some(way) => *way = (is, way.1 + 1, way.2 + is_allowed),
                None => ways.push((is, 1, is_allowed)),
            }
        }
        match &mut self.common {
            None => self.common = Some(execution),
            Some(common) => meet(common, &execution),
        }
    }

    /// Notes what is decided though it was not chosen.
    fn forced(&mut self, choices: &[Choice]) {
        for (of, ways) in &self.ways {
            if let [(is, count, _)] = ways.as_slice()
                && *count == self.remaining
            {
                let choice = Choice { of: of.clone(), is: is.clone() };
                if !choices.contains(&choice) {
                    self.forced.push(choice);
                }
            }
        }
    }

    fn answer(self, describer: &Describer<'_>) -> Answer {
        let mut open: Vec<Open> = self
            .ways
            .into_iter()
            .filter(|(_, ways)| ways.len() > 1)
            .map(|(of, mut ways)| {
                ways.sort();
                let options = ways.into_iter().map(|(is, remaining, allowed)| Possible { is, remaining, allowed });
                Open { question: question(&of), of, options: options.collect() }
            })
            .collect();
        // What reads there are depends on the paths.
        if open.iter().any(|one| one.of.starts_with(PATH)) {
            open.retain(|one| one.of.starts_with(PATH));
        }
        let execution = self.common.map(|mut common| {
            if self.remaining > 1 {
                common.final_state.clear();
                common.violations.clear();
                common.flags.clear();
            }
            let drawn = Drawn::new(0, describer, &common, &Picture::default().with(|set| set.initial_writes = true));
            let layout = Layout::new(&drawn.drawing);
            Box::new(drawn.laid_out(0, &layout))
        });
        let place = |span: Option<lakmus::source::Span>| span.map(|span| crate::places::place(span, describer.sources));
        Answer::Step {
            open,
            forced: self.forced,
            remaining: self.remaining,
            allowed: self.allowed,
            states: self.states.into_iter().map(|(state, (allowed, forbidden))| (state, allowed, forbidden)).collect(),
            failing: self
                .failing
                .into_iter()
                .filter_map(|(name, (span, count))| Some((name, place(span)?, count)))
                .collect(),
            is_complete: self.is_complete,
            execution,
        }
    }
}

/// What the name of a choice of a path begins with.
const PATH: &str = "path of ";
/// Of what a read reads from.
const READ: &str = "read ";
/// Of the order of writes to a location.
const ORDER: &str = "order of ";

fn question(of: &str) -> String {
    match (of.strip_prefix(READ), of.strip_prefix(ORDER), of.strip_prefix(PATH)) {
        (Some(read), ..) => format!("{read} reads from"),
        (_, Some(location), _) => format!("coherence of {location}"),
        (_, _, Some(thread)) => format!("{thread} executes"),
        _ => of.to_owned(),
    }
}

/// How everything is decided in an execution.
fn decisions(describer: &Describer<'_>, execution: &Execution) -> Vec<Choice> {
    let mut decided = paths(describer, execution);
    let events = &execution.events;
    for (write, read) in execution.rf.iter() {
        if !events[read].name.is_empty() {
            let of = format!("{READ}{}: R{}", events[read].name, events[read].location);
            decided.push(Choice { of, is: source(execution, write) });
        }
    }
    let mut writes: BTreeMap<&str, Vec<EventId>> = BTreeMap::new();
    for (id, event) in events.iter_enumerated() {
        if event.thread.is_some() && matches!(event.kind, EventKind::Write | EventKind::ReadModifyWrite) {
            writes.entry(event.location.as_str()).or_default().push(id);
        }
    }
    for (location, mut all) in writes.into_iter().filter(|(_, all)| all.len() > 1) {
        all.sort_by_key(|&write| all_before(execution, write));
        let names: Vec<&str> = all.iter().map(|&write| events[write].name.as_str()).collect();
        decided.push(Choice { of: format!("{ORDER}{location}"), is: names.join(" → ") });
    }
    decided
}

/// How many writes are before a write in coherence.
fn all_before(execution: &Execution, write: EventId) -> usize {
    execution.co.iter().filter(|&(_, after)| after == write).count()
}

/// The write that a read reads from, without its value, which may depend on other choices.
fn source(execution: &Execution, write: EventId) -> String {
    let event = &execution.events[write];
    match event.thread {
        None => format!("the initial {}", event.location),
        Some(thread) => format!("{} (P{})", event.name, thread.number()),
    }
}

/// The instructions that each thread executes, as ranges of lines where the test has lines.
fn paths(describer: &Describer<'_>, execution: &Execution) -> Vec<Choice> {
    let mut by_thread: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut last = None;
    for event in execution.events.iter() {
        let (Some(thread), Some(text)) = (event.thread, describer.instruction(event)) else { continue };
        let here = (thread, event.instance);
        if last != Some(here) {
            by_thread.entry(thread.index()).or_default().push(text);
        }
        last = Some(here);
    }
    by_thread
        .into_iter()
        .map(|(thread, instructions)| Choice { of: format!("{PATH}P{thread}"), is: instructions.join("; ") })
        .collect()
}

/// Leaves of `common` what `other` has, too.
fn meet(common: &mut Execution, other: &Execution) {
    let is_same = common.events.len() == other.events.len()
        && common
            .events
            .iter()
            .zip(other.events.iter())
            .all(|(a, b)| (a.thread, a.instruction, a.kind) == (b.thread, b.instruction, b.kind));
    if !is_same {
        // Other paths: no relation can be compared.
        for relation in [&mut common.rf, &mut common.co, &mut common.fr] {
            *relation = Relation::empty(relation.universe());
        }
        common.shown.clear();
        return;
    }
    common.rf = common.rf.intersection(&other.rf);
    common.co = common.co.intersection(&other.co);
    common.fr = common.fr.intersection(&other.fr);
    common.shown.clear();
    for (event, same) in common.events.iter_mut().zip(other.events.iter()) {
        for (text, known) in [
            (&mut event.value, &same.value),
            (&mut event.new_value, &same.new_value),
            (&mut event.location, &same.location),
        ] {
            if text != known {
                "?".clone_into(text);
            }
        }
    }
}
