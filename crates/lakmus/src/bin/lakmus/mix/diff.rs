//! `lakmus mix diff`: what changed between two builds of a compiler, and whether their code fits together.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use mix::classes::{self, Change};
use mix::{Fragments, Options, Profile, ProfileId, Split, TestResult};
use serde_json::{Value, json};
use source::Sources;

use crate::accepted::Accepted;
use crate::cases::{self, Case, Finding};
use crate::render::Render;
use crate::{Status, output};

use super::args::{FormatName, MixDiffArgs};
use super::report::Report;
use super::run_cases::{Cases, RULES};
use super::{Batch, Caches, profiles};

/// Compares, and mixes what changed.
pub(super) fn run(args: &MixDiffArgs) -> Status {
    let chosen = match chosen(args) {
        Ok(chosen) => chosen,
        Err(message) => return crate::usage(&message),
    };
    let accepted = match Accepted::read(args.report.accepted.as_deref(), &chosen) {
        Ok(accepted) => accepted,
        Err(message) => return crate::usage(&message),
    };
    let caches = match Caches::of(args.report.cache.as_deref()) {
        Ok(caches) => caches,
        Err(message) => return crate::usage(&message),
    };
    let timeout = args.timeout.limit();
    let render = Render::for_stderr();
    let mut batch = Batch::load(&args.tests, Split::Statement, &render);
    let mut sources = Sources::new();
    let Ok(models) = super::target_models(&mut sources) else { return crate::usage("a shipped model cannot be read") };
    let code = classes::classes(&chosen, &batch.fragments, classes::Sameness::Code, super::processors(), &caches.code);
    if let Some((id, reason)) = code.refused.first() {
        return crate::usage(&format!("`{}`: {reason}", chosen[id.number() as usize].name));
    }
    let changes = code.changes(ProfileId::from_number(0), ProfileId::from_number(1));
    let before = batch.tests.len();
    batch.tests.retain(|test| changes.iter().any(|change| test.has(change.fragment)));
    let cancel = AtomicBool::new(false);
    let options = options(timeout, &caches, &cancel);
    let summary = mix::run(&batch.tests, &batch.fragments, &chosen, &code, &models, &options);
    let makes_cases = Cases::new(&batch, &chosen, &code, false);
    let of_test = |(number, result): (usize, &TestResult)| makes_cases.test(number, result, findings(result, &chosen));
    let mut all: Vec<Case> = summary.results.iter().enumerate().map(of_test).collect();
    all.extend(makes_cases.others());
    all.iter_mut().for_each(|case| accepted.apply(case));
    let counts = Counts { functions: batch.fragments.len(), mixed: batch.tests.len(), before };
    let text = match args.report.format.chosen() {
        FormatName::Text => {
            text(&changes, &batch.fragments, &all, &counts) + &cases::accepted_text(&all, &accepted.unused())
        }
        FormatName::Json => json(&changes, &batch.fragments, &all, &counts),
        FormatName::Junit => cases::junit(&all),
        FormatName::Sarif => cases::sarif("lakmus mix diff", &RULES, &all),
    };
    let status = super::status(&all, &summary, &batch, false);
    output::print(text.as_bytes()).max(status)
}

/// The two profiles that are compared.
fn chosen(args: &MixDiffArgs) -> Result<Vec<Profile>, String> {
    let all = profiles::chosen(&args.profiles)?;
    let mut chosen: Vec<Profile> = Vec::new();
    for name in [&args.old, &args.new] {
        let found = all.iter().find(|profile| profile.name == *name).cloned();
        chosen.push(found.ok_or_else(|| {
            let near = source::nearest(name, all.iter().map(|profile| profile.name.as_str()));
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            format!("there is no profile `{name}`{near}")
        })?);
    }
    match chosen[0].architecture == chosen[1].architecture {
        true => Ok(chosen),
        false => Err("the two profiles are for different architectures".to_owned()),
    }
}

fn options<'a>(timeout: Option<Duration>, caches: &'a Caches, cancel: &'a AtomicBool) -> Options<'a> {
    Options {
        split: Split::Statement,
        jobs: super::processors(),
        limit: 4096,
        fixes: Vec::new(),
        timeout,
        checks_classes: false,
        kept: caches.outcomes.as_ref(),
        cancel,
    }
}

/// The bugs of a test.
fn findings(result: &TestResult, chosen: &[Profile]) -> Vec<Finding> {
    let one = |bug: &mix::Bug| {
        let outcomes: Vec<String> = bug.extra.iter().map(|values| Report::outcome(result, values)).collect();
        let culprit = |culprit: &mix::Culprit| {
            let names = culprit.members.iter().map(|member| chosen[member.profile.number() as usize].name.as_str());
            format!("{} by {}", result.pieces[culprit.piece].0, names.collect::<Vec<_>>().join(" or "))
        };
        let pieces: Vec<String> = bug.culprits.iter().map(culprit).collect();
        let members = |culprit: &mix::Culprit| {
            culprit.members.iter().map(|member| chosen[member.profile.number() as usize].name.clone()).collect()
        };
        Finding {
            rule: RULES[0].0,
            is_note: false,
            message: format!("bug in {}: {} with {}", result.name, outcomes.join(" "), pieces.join("; ")),
            details: bug.litmus.clone(),
            places: Vec::new(),
            blamed: bug.culprits.iter().map(members).collect(),
            accepted: None,
        }
    };
    result.bugs.iter().filter(|bug| !bug.is_load_buffering).map(one).collect()
}

/// How many there were.
struct Counts {
    functions: usize,
    /// Tests whose code changed.
    mixed: usize,
    /// All tests.
    before: usize,
}

fn text(changes: &[Change], fragments: &Fragments, all: &[Case], counts: &Counts) -> String {
    let mut text = String::new();
    for change in changes {
        let _ = writeln!(text, "{}", fragments.text(change.fragment).trim_end());
        for (sign, lines) in [('-', &change.old), ('+', &change.new)] {
            match lines {
                Some(lines) => lines.iter().for_each(|line| {
                    let _ = writeln!(text, "{sign} {line}");
                }),
                None => {
                    let _ = writeln!(text, "{sign} (no code)");
                }
            }
        }
        text.push('\n');
    }
    for case in all {
        for finding in &case.findings {
            let _ = writeln!(text, "{}", finding.message);
        }
        for gap in &case.gaps {
            let _ = writeln!(text, "{}: {} {}: {}", gap.outcome.word(), case.suite, case.name, gap.reason);
        }
    }
    let Counts { functions, mixed, before } = counts;
    let _ = writeln!(text, "{} of {functions} functions changed; {mixed} of {before} tests mixed again", changes.len());
    text + &cases::summary(all)
}

fn json(changes: &[Change], fragments: &Fragments, all: &[Case], counts: &Counts) -> String {
    let change = |change: &Change| json!({ "function": fragments.text(change.fragment).trim_end(), "old": change.old, "new": change.new });
    let whole = json!({
        "functions": counts.functions,
        "changes": changes.iter().map(change).collect::<Vec<Value>>(),
        "tests": counts.before,
        "tests_mixed": counts.mixed,
        "cases": all.iter().map(Case::value).collect::<Vec<Value>>(),
        "counts": cases::counts_value(all),
    });
    format!("{}\n", serde_json::to_string_pretty(&whole).unwrap_or_default())
}
