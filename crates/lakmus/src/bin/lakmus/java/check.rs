//! `lakmus java check`: what a model allows, and whether that is what tests expect.

use std::fmt::Write;
use std::path::PathBuf;

use drawing::Theme;
use java::{Explain, JavaError, Report, check, explain};
use litmus::FileNames;

use super::args::CheckArgs;
use super::batch::{Loaded, Setting};
use super::compile::write;
use super::record::{CheckRecord, FailureRecord};
use super::sources;
use crate::Status;

/// Runs `lakmus java check`.
pub(super) fn run(args: CheckArgs) -> Status {
    let Some(setting) = Setting::load(&args.model) else { return Status::Usage };
    crate::output::go_on_without_reader();
    let failed = |failed: &super::batch::Failed| args.json.then(|| FailureRecord::line(failed));
    let mut names = FileNames::default();
    let (of_jcstress, tests): (Vec<PathBuf>, Vec<PathBuf>) =
        args.tests.iter().cloned().partition(|path| sources::is_java(path));
    if !of_jcstress.is_empty() && (args.json || args.justify || args.stages) {
        return crate::usage("--json, --justify and --stages are for litmus tests, not for sources of jcstress");
    }
    let before = sources::run(&setting, &of_jcstress);
    if tests.is_empty() {
        return before;
    }
    let status = setting.each(&tests, &failed, &mut |loaded| {
        let all = args.outcomes || args.json;
        let report = check(&loaded.test, loaded.text(), setting.of_tests(all))?;
        let mut text = if args.json { CheckRecord::line(loaded, &report) } else { print(loaded, &report, all) };
        if args.justify || args.stages {
            text += &explanation(&setting, loaded, &args, &mut names)?;
        }
        let status = match (report.passes(), &report.cut_at) {
            (false, _) => Status::Found,
            (true, Some(_)) => Status::Incomplete,
            (true, None) => Status::Success,
        };
        Ok((text, status))
    });
    before.max(status)
}

/// The stages of the construction, and justifications.
fn explanation(
    setting: &Setting,
    loaded: &Loaded,
    args: &CheckArgs,
    names: &mut FileNames,
) -> Result<String, JavaError> {
    let mut what = Explain::default();
    (what.stages, what.justify) = (args.stages, args.justify);
    let (text, drawings) = explain(&loaded.test, loaded.text(), setting.of_tests(false), what)?;
    let name = names.take_or_number(loaded.test.name());
    if let Some(directory) = args.svg.as_deref() {
        for (number, drawing) in (1..).zip(&drawings) {
            write(&directory.join(format!("{name}-{number}.svg")), &drawing.to_svg(Theme::Light))?;
        }
    }
    Ok(text)
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
    if let Some(rounds) = report.settled_at {
        let _ = writeln!(text, "  loops: {rounds} rounds, one more changes nothing");
    }
    if let Some(place) = &report.cut_at {
        let _ = writeln!(text, "  unrolling limit exceeded at {place}, outcomes may be missing; see --unroll");
    }
    text
}
