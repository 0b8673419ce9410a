//! What `lakmus test -- PROG` prints for other programs: JSON, SARIF 2.1.0 (OASIS), and JUnit's XML. `docs/json.md` describes the first; fields may grow in
//! number and do not change.

use std::ffi::OsString;
use std::fmt::Write;

use serde_json::{Value, json};
use tester::program::{Request, Results, Searched};
use tester::report::{Conflict, FindingKind, Frame, RacingMemory, Report, Side, Trace, Waiting, notes};
use tester::trace::{Line, Shrinking, Turn};
use tester::weakening::{Outcome, Trials, Weaker};

/// What a run was and what came of it.
pub(super) struct Run<'a> {
    pub(super) request: &'a Request,
    pub(super) results: &'a Results,
    pub(super) reports: &'a [Report],
    /// How many findings there are besides, that are suppressed.
    pub(super) suppressed: usize,
    /// The test that was done, where each is by itself.
    pub(super) test: Option<&'a str>,
}

impl Run<'_> {
    /// One JSON object, in a line.
    pub(super) fn json(&self) -> String {
        let executions: Vec<Value> = self
            .results
            .executions
            .iter()
            .map(|execution| {
                json!({
                    "number": execution.number,
                    "seed": execution.seed,
                    "findings": execution.findings,
                    "threads": execution.threads,
                    "operations": execution.operations,
                    "trace": format!("{:016x}", execution.digest),
                })
            })
            .collect();
        let whole = json!({
            "program": command(self.request),
            "strategy": self.request.strategy,
            "seed": self.request.seed,
            "findings": self.reports.iter().map(finding).collect::<Vec<Value>>(),
            "executions": executions,
            "suppressed": self.suppressed,
            "notes": notes(self.results),
            "complete": !self.results.is_cancelled && !self.results.has_given_up && self.results.lost == 0,
        });
        let mut whole = whole;
        if let (Some(searched), Value::Object(whole)) = (&self.results.searched, &mut whole) {
            whole.insert("exhaustive".to_owned(), searched_of(searched));
            let is_complete = whole["complete"] == json!(true) && searched.is_complete();
            whole.insert("complete".to_owned(), json!(is_complete));
        }
        format!("{whole}\n")
    }

    /// JUnit's XML: a test case, which fails with each finding.
    fn test_case(&self) -> String {
        let command = command(self.request).join(" ");
        let name = escaped(self.test.unwrap_or(&command));
        // Writing into a string cannot fail.
        let mut text = format!("    <testcase classname=\"lakmus test\" name=\"{name}\">\n");
        for report in self.reports {
            let (kind, message) = (rule(report), escaped(&report.headline()));
            let _ = writeln!(text, "      <failure type=\"{kind}\" message=\"{message}\">");
            let _ = write!(text, "{}", escaped(&report.to_string()));
            text += "      </failure>\n";
        }
        for note in notes(self.results) {
            let _ = writeln!(text, "      <system-out>{}</system-out>", escaped(&note));
        }
        text + "    </testcase>\n"
    }
}

/// SARIF 2.1.0: a result for each finding, at the innermost frame that has a source line.
pub(super) fn sarif(runs: &[Run<'_>]) -> String {
    let results = runs.iter().flat_map(|run| run.reports).map(sarif_result).collect();
    sarif_log(results, &RULES, runs.iter().all(|run| !run.results.is_cancelled))
}

/// JUnit's XML: a test case for each run.
pub(super) fn junit(runs: &[Run<'_>]) -> String {
    let (tests, failures) = (runs.len(), runs.iter().filter(|run| !run.reports.is_empty()).count());
    let cases: String = runs.iter().map(Run::test_case).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"{tests}\" failures=\"{failures}\">\n  \
         <testsuite name=\"lakmus test\" tests=\"{tests}\" failures=\"{failures}\">\n{cases}  </testsuite>\n</testsuites>\n"
    )
}

/// The program and its arguments.
fn command(request: &Request) -> Vec<String> {
    let words = std::iter::once(&request.program).chain(&request.arguments);
    words.map(|word: &OsString| word.to_string_lossy().into_owned()).collect()
}

/// A SARIF log with these results.
fn sarif_log(results: Vec<Value>, rules: &[(&str, &str)], is_whole: bool) -> String {
    let rules: Vec<Value> =
        rules.iter().map(|(id, text)| json!({ "id": id, "shortDescription": { "text": text } })).collect();
    let whole = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "lakmus test", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            // A run that was ended early has not succeeded: others may be found.
            "invocations": [{ "executionSuccessful": is_whole }],
            "results": results,
        }],
    });
    format!("{whole:#}\n")
}

/// A finding as SARIF has it.
fn sarif_result(report: &Report) -> Value {
    let stacks: Vec<Value> = report.traces().into_iter().map(stack).collect();
    let mut places = report.traces().into_iter().filter_map(|trace| trace.iter().find_map(location));
    let place: Vec<Value> = places.next().into_iter().collect();
    let related: Vec<Value> = places.collect();
    json!({
        "ruleId": rule(report),
        "level": "error",
        "message": { "text": report.to_string() },
        "locations": place,
        "relatedLocations": related,
        "stacks": stacks,
    })
}

/// Orders weakened in turn, as SARIF: a result for each weaker order that is not found, and what is found with the program's own orders.
pub(super) fn trials_sarif(trials: &Trials) -> String {
    let not_found = |weaker: &Weaker| match weaker.outcome {
        Outcome::Found { .. } => None,
        Outcome::Survived { .. } => Some(json!({
            "ruleId": NOT_FOUND.0,
            "level": "warning",
            "message": { "text": weaker.to_string() },
            "locations": [physical_location(&weaker.place.file, weaker.place.line, weaker.place.column)],
        })),
    };
    let own = trials.own.iter().map(sarif_result);
    let results = own.chain(trials.tried.iter().filter_map(not_found)).collect();
    let rules: Vec<(&str, &str)> = RULES.into_iter().chain([NOT_FOUND]).collect();
    sarif_log(results, &rules, !trials.is_cancelled)
}

/// Orders weakened in turn: one JSON object, in a line.
pub(super) fn trials_json(request: &Request, trials: &Trials) -> String {
    let weaker = |Weaker { place, operations, order, outcome }: &Weaker| {
        let (message, seed, executions, is_complete) = match outcome {
            Outcome::Found { headline, seed } => (Some(headline), *seed, None, None),
            Outcome::Survived { executions, is_complete } => (None, None, Some(executions), Some(is_complete)),
        };
        json!({
            "place": place.to_string(),
            "operations": operations,
            "order": order,
            "found": message.is_some(),
            "message": message,
            "seed": seed,
            "executions": executions,
            "all_executions": is_complete,
        })
    };
    let whole = json!({
        "program": command(request),
        "strategy": request.strategy,
        "seed": request.seed,
        "findings": trials.own.iter().map(finding).collect::<Vec<Value>>(),
        "places": trials.places,
        "weaker": trials.tried.iter().map(weaker).collect::<Vec<Value>>(),
        "complete": !trials.is_cancelled,
    });
    format!("{whole}\n")
}

/// Orders weakened in turn, in JUnit's XML: a test case for each weaker order, which fails if it is not found, and one for the program as it is.
pub(super) fn trials_junit(request: &Request, trials: &Trials) -> String {
    let mut cases = String::new();
    let mut add = |name: &str, failures: &[(&str, String)]| {
        // Writing into a string cannot fail.
        let _ = writeln!(cases, "    <testcase classname=\"lakmus test --weaken-order\" name=\"{}\">", escaped(name));
        for (kind, message) in failures {
            let _ = writeln!(cases, "      <failure type=\"{kind}\" message=\"{}\"/>", escaped(message));
        }
        cases += "    </testcase>\n";
    };
    let own: Vec<(&str, String)> = trials.own.iter().map(|report| (rule(report), report.headline())).collect();
    add(&command(request).join(" "), &own);
    for weaker in &trials.tried {
        let name = format!("{}={}", weaker.place, weaker.order);
        match &weaker.outcome {
            Outcome::Found { .. } => add(&name, &[]),
            Outcome::Survived { .. } => add(&name, &[("not-found", weaker.to_string())]),
        }
    }
    let (tests, failures) = (trials.tried.len() + 1, trials.survivors() + usize::from(!trials.own.is_empty()));
    let numbers = format!("tests=\"{tests}\" failures=\"{failures}\"");
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {numbers}>\n  <testsuite name=\"lakmus test --weaken-order\" {numbers}>\n{cases}  \
         </testsuite>\n</testsuites>\n"
    )
}

/// What a search through all executions has come to.
fn searched_of(searched: &Searched) -> Value {
    json!({
        "complete": searched.is_complete(),
        "redundant": searched.redundant,
        "cut": searched.cut,
        "incomplete": searched.incomplete,
    })
}

/// Kinds of findings: names, and what they mean.
const RULES: [(&str, &str); 4] = [
    ("data-race", "Two accesses to the same bytes, one of them a write and one of them plain, are unordered"),
    (
        "memory",
        "Memory is used after it was given back, or is given back twice; or a stack is used whose thread has ended",
    ),
    ("failure", "The program fails an assertion, is ended by a signal or with an error, or misuses an object"),
    ("stuck", "Threads do not go on: a deadlock, a livelock, or an execution that takes too long"),
];

/// The same of `--weaken-order each`.
const NOT_FOUND: (&str, &str) = (
    "not-found",
    "Nothing is found with a weaker memory order: either the order is stronger than it has to be, or what is run does not see the difference",
);

fn rule(report: &Report) -> &'static str {
    let [race, memory, failure, stuck] = RULES.map(|(id, _)| id);
    match report.kind {
        FindingKind::Race { conflict: Conflict::DataRace, .. } => race,
        FindingKind::Race { .. } => memory,
        FindingKind::Event { .. } => failure,
        FindingKind::Stuck { .. } => stuck,
    }
}

fn finding(report: &Report) -> Value {
    let mut value = json!({
        "kind": rule(report),
        "message": report.headline(),
        "executions": report.executions,
        "first_execution": report.first_execution,
        "seed": report.first_seed,
        "output": String::from_utf8_lossy(&report.output),
    });
    let more = match &report.kind {
        FindingKind::Race { conflict: _, address, memory: what, first, second } => {
            json!({ "address": format!("{address:#x}"), "memory": memory(what), "accesses": [side(first), side(second)] })
        }
        FindingKind::Event { thread, trace, created, .. } => {
            json!({ "threads": [{ "thread": thread, "stack": frames(trace), "created": frames(created) }] })
        }
        FindingKind::Stuck { threads, .. } => json!({ "threads": threads.iter().map(waiting).collect::<Vec<Value>>() }),
    };
    if let (Value::Object(value), Value::Object(more)) = (&mut value, more) {
        value.extend(more);
        if let Some(followed) = &report.followed {
            value.insert("replay".to_owned(), json!(followed.to_string()));
        }
        if let Some(trace) = &report.trace {
            value.insert("trace".to_owned(), trace_of(trace));
        }
        if let Some(reason) = &report.no_trace {
            value.insert("no_trace".to_owned(), json!(reason));
        }
    }
    value
}

fn side(side: &Side) -> Value {
    json!({
        "access": side.what,
        "size": side.size,
        "thread": side.thread,
        "stack": frames(&side.trace),
        "created": frames(&side.created),
        "locks": side.locks.iter().map(|lock| json!({ "lock": lock.what, "taken": frames(&lock.taken) })).collect::<Vec<Value>>(),
    })
}

/// What a race is about.
fn memory(memory: &RacingMemory) -> Value {
    match memory {
        RacingMemory::Unknown => json!({ "kind": "unknown" }),
        RacingMemory::Variable { name, offset } => json!({ "kind": "variable", "name": name, "offset": offset }),
        RacingMemory::Stack { thread } => json!({ "kind": "stack", "thread": thread }),
        RacingMemory::Block { offset, size, thread, allocated } => {
            json!({ "kind": "block", "offset": offset, "size": size, "thread": thread, "allocated": frames(allocated) })
        }
    }
}

/// What leads to a finding.
fn trace_of(trace: &tester::trace::Trace) -> Value {
    let (shrinking, executions) = match trace.shrinking {
        Shrinking::Whole => ("whole", 0),
        Shrinking::Minimal(executions) => ("minimal", executions),
        Shrinking::Cut(executions) => ("cut", executions),
    };
    let line = |line: &Line| {
        json!({
            "place": line.frame.as_ref().map(frame_of),
            "does": line.what,
            "times": line.times,
            "notes": line.notes,
            "decision": line.decision.map(|decision| decision.to_string()),
            "part": line.part,
        })
    };
    let turn = |turn: &Turn| {
        json!({
            "thread": turn.thread,
            "reason": turn.reason,
            "decision": turn.decision.map(|decision| decision.to_string()),
            "events": turn.lines.iter().map(line).collect::<Vec<Value>>(),
        })
    };
    json!({
        "replay": trace.schedule.to_string(),
        "replay_options": trace.replay_options.trim_end(),
        "shrinking": shrinking,
        "executions": executions,
        "switches": trace.schedule.switches(),
        "old_values": trace.schedule.stale_reads(),
        "turns": trace.turns.iter().map(turn).collect::<Vec<Value>>(),
    })
}

fn waiting(waiting: &Waiting) -> Value {
    json!({ "thread": waiting.thread, "does": waiting.what, "stack": frames(&waiting.trace) })
}

fn frames(trace: &Trace) -> Vec<Value> {
    trace.iter().map(frame_of).collect()
}

fn frame_of(frame: &Frame) -> Value {
    json!({
        "function": frame.name(),
        "file": frame.file,
        "line": frame.line,
        "column": frame.column,
        "inlined": frame.is_inlined,
    })
}

/// Where a frame is, as SARIF has it; none without a source line.
fn location(frame: &Frame) -> Option<Value> {
    let file = frame.file.as_ref()?;
    if frame.line == 0 {
        return None;
    }
    let mut location = physical_location(file, frame.line, frame.column);
    location["message"] = json!({ "text": frame.name() });
    Some(location)
}

/// A place of the source, as SARIF has it; column 0 if that is not known.
fn physical_location(file: &str, line: u32, column: u32) -> Value {
    let mut region = json!({ "startLine": line });
    if column > 0 {
        region["startColumn"] = json!(column);
    }
    json!({ "physicalLocation": { "artifactLocation": { "uri": file }, "region": region } })
}

fn stack(trace: &Trace) -> Value {
    let frame = |frame: &Frame| match location(frame) {
        Some(location) => json!({ "location": location }),
        None => json!({ "module": frame.module, "location": { "message": { "text": frame.name() } } }),
    };
    json!({ "frames": trace.iter().map(frame).collect::<Vec<Value>>() })
}

/// Text in XML. What XML cannot hold, control characters of a program's output, becomes a question mark.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' | '\t' | '\r' => escaped.push(character),
            other if other.is_control() || matches!(other, '\u{fffe}' | '\u{ffff}') => escaped.push('?'),
            other => escaped.push(other),
        }
    }
    escaped
}
