//! `lakmus java check`: what a model allows, and whether that is what tests expect.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use lakmus::drawing::{Drawing, Theme};
use lakmus::java::{
    Behaviour, BuildOptions, Causality, Executions, Expectation, Furthest, GraphId, JavaError, Justification, Mrd,
    MultiExecutionModel, Observed, Outcome, OutcomeState, Question, Rules, Search, Show, Verdict, behaviours, validate,
};
use litmus::{Base, FileNames};
use sim::{Options, Simulation, Test};
use source::{Diagnostic, Severity};

use super::args::CheckArgs;
use super::batch::{Loaded, Semantics, Setting};
use super::compile::write;
use super::record::{CheckRecord, FailureRecord};
use crate::Status;

/// What became of a behaviour.
pub(super) struct Checked {
    pub(super) behaviour: Behaviour,
    pub(super) verdict: Verdict,
    pub(super) passes: bool,
    /// An outcome that shows it, or, of a behaviour that all executions are to show, one that does not.
    pub(super) witness: Option<String>,
}

/// What became of a test.
pub(super) struct Report {
    pub(super) behaviours: Vec<Checked>,
    /// The lines of all outcomes that were found.
    pub(super) outcomes: Vec<String>,
    /// Where a loop was cut.
    pub(super) cut_at: Option<String>,
}

/// Does what is asked.
pub(super) fn run(args: CheckArgs) -> Status {
    let Some(setting) = Setting::load(&args.model) else { return Status::Usage };
    crate::output::go_on_without_reader();
    let failed = |failed: &super::batch::Failed| args.json.then(|| FailureRecord::line(failed));
    let mut names = FileNames::default();
    setting.each(&args.tests, &failed, &mut |loaded| {
        let all = args.outcomes || args.json;
        let report = check(&setting, loaded, all)?;
        let passes = report.behaviours.iter().all(|checked| checked.passes);
        let mut text = if args.json { CheckRecord::line(loaded, &report) } else { print(loaded, &report, all) };
        if args.justify || args.stages {
            text += &explanation(&setting, loaded, &args, &mut names)?;
        }
        let status = match (passes, &report.cut_at) {
            (false, _) => Status::Found,
            (true, Some(_)) => Status::Incomplete,
            (true, None) => Status::Success,
        };
        Ok((text, status))
    })
}

/// Asks the model about a test.
pub(super) fn check(setting: &Setting, loaded: &Loaded, all: bool) -> Result<Report, JavaError> {
    match &setting.semantics {
        Semantics::Causality(rules) => under_requirements(setting, rules, loaded, all),
        Semantics::Dependencies => by_dependencies(setting, loaded),
        Semantics::Model => by_itself(setting, loaded),
    }
}

/// What modular relaxed dependencies allow.
fn by_dependencies(setting: &Setting, loaded: &Loaded) -> Result<Report, JavaError> {
    let test = &loaded.test;
    let observed = Observed::of(test.lowered())?;
    let answer = dependencies(setting).outcomes(test, &observed, Question::All)?;
    let judged = |behaviour: Behaviour| {
        let of = |holds: bool| {
            let shows =
                |outcome: &&Outcome| behaviour.condition.holds(&OutcomeState { observed: &observed, outcome }) == holds;
            let found = answer.allowed.iter().find(shows);
            found.map(|outcome| OutcomeState { observed: &observed, outcome }.print(test))
        };
        let (positive, negative) = (of(true), of(false));
        judge(behaviour, positive, negative)
    };
    let behaviours = behaviours(test, loaded.text()).into_iter().map(judged).collect();
    let outcomes = lines(test, &observed, &answer.allowed);
    Ok(Report { behaviours, outcomes, cut_at: answer.cut.map(|place| test.place_name(place)) })
}

/// The model of modular relaxed dependencies.
pub(super) fn dependencies(setting: &Setting) -> Mrd<'static> {
    Mrd { options: BuildOptions { unroll: setting.unroll, ..BuildOptions::default() }, values: None }
}

/// The stages of the construction, and justifications.
fn explanation(
    setting: &Setting,
    loaded: &Loaded,
    args: &CheckArgs,
    names: &mut FileNames,
) -> Result<String, JavaError> {
    let Semantics::Causality(rules) = &setting.semantics else {
        let message =
            "`--justify` and `--stages` need causality requirements; `--rules none` and `--rules mrd` have none";
        return Err(Diagnostic::new(Severity::Error, "no-requirements", message).into());
    };
    let test = &loaded.test;
    let observed = Observed::of(test.lowered())?;
    let executions = executions(setting, rules, test, &observed)?;
    let show = Show { test, executions: &executions };
    let mut text = String::new();
    if args.stages {
        text += &show.construction();
    }
    if args.justify {
        let mut drawn = 0;
        let name = names.take_or_number(test.name());
        for behaviour in behaviours(test, loaded.text()) {
            let (lines, drawings) = justification(rules, &show, &observed, &behaviour)?;
            text += &lines;
            for drawing in args.svg.iter().flat_map(|_| &drawings) {
                drawn += 1;
                let directory = args.svg.as_deref().unwrap_or(Path::new("."));
                write(&directory.join(format!("{name}-{drawn}.svg")), &drawing.to_svg(Theme::Light))?;
            }
        }
    }
    Ok(text)
}

/// A justification of an execution that shows a behaviour, in words and drawn; or how far one gets.
fn justification(
    rules: &Rules,
    show: &Show<'_>,
    observed: &Observed,
    behaviour: &Behaviour,
) -> Result<(String, Vec<Drawing>), JavaError> {
    let executions = show.executions;
    let mut search = Search::new(executions, rules);
    let mut furthest: Option<Furthest> = None;
    for (outcome, targets) in executions.by_outcome() {
        let state = OutcomeState { observed, outcome };
        if !behaviour.condition.holds(&state) {
            continue;
        }
        for target in targets {
            match search.justify(target) {
                Ok(justification) => {
                    check_sequence(rules, show, &justification)?;
                    let line = state.print(show.test);
                    let text = format!("justification of {line}\n{}", show.justification(&justification));
                    return Ok((text, show.drawings(&justification)));
                }
                Err(other) => {
                    let committed = |found: &Furthest| found.stages.last().map_or(0, |stage| stage.committed.len());
                    if furthest.as_ref().is_none_or(|best| committed(&other) > committed(best)) {
                        furthest = Some(other);
                    }
                }
            }
        }
    }
    let text = match furthest {
        None => format!("no well-formed execution shows {}\n", behaviour.text),
        Some(furthest) => {
            let blocked = search.blocked(&furthest);
            format!("no justification for {}\n{}", behaviour.text, show.furthest(&furthest, &blocked))
        }
    };
    Ok((text, Vec::new()))
}

/// What is printed has passed the checker that shares nothing with the search.
fn check_sequence(rules: &Rules, show: &Show<'_>, justification: &Justification) -> Result<(), JavaError> {
    let external = show.test.language().tags().iter().zip(0..).find(|(tag, _)| tag == "EXT").map(|(_, number)| number);
    let events = || show.executions.structures.iter().flat_map(|structure| structure.events.iter());
    let actions: BTreeSet<_> = events()
        .filter(|event| external.is_some_and(|tag| event.tags.contains(tag)))
        .map(|event| *show.executions.actions.key(event.action))
        .map(|key| format!("{key:?}"))
        .collect();
    let result = validate(show.executions, rules, justification, &|key| actions.contains(&format!("{key:?}")));
    result.map_err(|violation| {
        let message = format!(
            "a mistake of ours: the justification that was found fails its check in stage {}, condition {}: {}",
            violation.stage, violation.condition, violation.message
        );
        Diagnostic::new(Severity::Error, "internal", message).into()
    })
}

/// The values that cycles may take where nothing else says it: those that conditions name.
fn seeds(rules: &Rules, test: &Test) -> BTreeSet<u128> {
    let mut seeds = BTreeSet::new();
    if !rules.uncommitted_reads || !rules.values || !rules.reads_from {
        let lowered = test.lowered();
        let conditions = lowered.further_conditions.iter().map(|(_, condition)| condition);
        for condition in conditions.chain([&lowered.condition]) {
            for atom in condition.atoms() {
                if let litmus::FinalAtom::Holds { expected: litmus::Expected::Scalar(value), .. } = atom
                    && let litmus::FinalValue::Number(number, _) = value
                {
                    seeds.insert(*number);
                }
            }
        }
    }
    seeds
}

/// The well-formed executions of a test.
pub(super) fn executions(
    setting: &Setting,
    rules: &Rules,
    test: &Test,
    observed: &Observed,
) -> Result<Executions, JavaError> {
    let options = BuildOptions { unroll: setting.unroll, seeds: seeds(rules, test), ..BuildOptions::default() };
    Causality { model: &setting.model, rules, options }.executions(test, observed)
}

fn under_requirements(setting: &Setting, rules: &Rules, loaded: &Loaded, all: bool) -> Result<Report, JavaError> {
    let test = &loaded.test;
    let observed = Observed::of(test.lowered())?;
    let executions = executions(setting, rules, test, &observed)?;
    let mut found: Vec<(Outcome, GraphId)> = Vec::new();
    if all {
        found = executions.justified(test, rules, Question::All)?;
    }
    let mut checked = Vec::new();
    for behaviour in behaviours(test, loaded.text()) {
        let shows = |outcome: &Outcome| behaviour.condition.holds(&OutcomeState { observed: &observed, outcome });
        let mut first = |wanted: bool| -> Result<Option<Outcome>, JavaError> {
            if !all {
                let keep = |outcome: &Outcome| shows(outcome) == wanted;
                found.extend(executions.justified(test, rules, Question::OneWith(&keep))?);
            }
            Ok(found.iter().map(|(outcome, _)| outcome).find(|outcome| shows(outcome) == wanted).cloned())
        };
        let (positive, negative) = match behaviour.expected {
            Some(Expectation::Always) => (first(true)?, first(false)?),
            _ => (first(true)?, None),
        };
        let print = |outcome: Option<&Outcome>| {
            outcome.map(|outcome| OutcomeState { observed: &observed, outcome }.print(test))
        };
        checked.push(judge(behaviour, print(positive.as_ref()), print(negative.as_ref())));
    }
    let outcomes: BTreeSet<&Outcome> = found.iter().map(|(outcome, _)| outcome).collect();
    let outcomes = lines(test, &observed, outcomes);
    let cut_at = executions.cut.map(|place| test.place_name(place));
    Ok(Report { behaviours: checked, outcomes, cut_at })
}

/// Outcomes in the order of logs.
pub(super) fn lines<'a>(
    test: &Test,
    observed: &Observed,
    outcomes: impl IntoIterator<Item = &'a Outcome>,
) -> Vec<String> {
    let lowered = test.lowered();
    let mut all: Vec<litmus::Outcome> =
        outcomes.into_iter().map(|outcome| lowered.outcome(&OutcomeState { observed, outcome })).collect();
    lowered.sort_outcomes(&mut all);
    all.dedup();
    all.iter().map(|outcome| lowered.print_outcome(outcome, Base::Decimal)).collect()
}

/// A model that needs no requirements: the simulator's answer.
fn by_itself(setting: &Setting, loaded: &Loaded) -> Result<Report, JavaError> {
    let test = &loaded.test;
    // As herd does, so that verdicts compare with its.
    let options = Options { unroll: setting.unroll, without_thin_air: true, ..Options::default() };
    let mut checked = Vec::new();
    let (mut outcomes, mut cut_at) = (Vec::new(), None);
    for (number, behaviour) in behaviours(test, loaded.text()).into_iter().enumerate() {
        let test = test.with_condition(number);
        let report = Simulation::new(&test, &setting.model, &options)?.run()?;
        let shown = (report.positive > 0).then(String::new);
        let other = (report.negative > 0).then(String::new);
        let mut checked_one = judge(behaviour, shown, other);
        checked_one.witness = None;
        checked.push(checked_one);
        (outcomes, cut_at) = (report.states, report.cut_at);
    }
    Ok(Report { behaviours: checked, outcomes, cut_at })
}

fn judge(behaviour: Behaviour, positive: Option<String>, negative: Option<String>) -> Checked {
    let verdict = if positive.is_some() { Verdict::Allowed } else { Verdict::Forbidden };
    let passes = match behaviour.expected {
        None => true,
        Some(Expectation::Allowed) => positive.is_some(),
        Some(Expectation::Forbidden) => positive.is_none(),
        Some(Expectation::Always) => positive.is_some() && negative.is_none(),
    };
    let witness = negative.or(positive);
    Checked { behaviour, verdict, passes, witness }
}

fn print(loaded: &Loaded, report: &Report, all: bool) -> String {
    let mut text = String::new();
    for checked in &report.behaviours {
        let result = match (checked.behaviour.expected, checked.passes) {
            (None, _) => String::new(),
            (Some(expected), true) => format!(", as expected ({})", expected.word()),
            (Some(expected), false) => format!(", but expected is {}", expected.word()),
        };
        let word = if checked.passes { "" } else { "FAIL " };
        // Writing into a string cannot fail.
        let _ = writeln!(text, "{word}{}: {}{result}", loaded.test.name(), checked.verdict.word());
        if report.behaviours.len() > 1 || !checked.passes {
            let _ = writeln!(text, "  {}", checked.behaviour.text);
        }
        if !checked.passes
            && let Some(witness) = &checked.witness
        {
            let _ = writeln!(text, "  witness: {witness}");
        }
    }
    if all {
        report.outcomes.iter().for_each(|line| _ = writeln!(text, "  {line}"));
    }
    if let Some(place) = &report.cut_at {
        let _ = writeln!(text, "  unrolling limit exceeded at {place}, outcomes may be missing; see --unroll");
    }
    text
}
