//! `lakmus java check`: what a model allows, and whether that is what tests expect.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use drawing::Theme;
use java::{Explain, JavaError, Report, Verdict, check, explain, justify};
use litmus::FileNames;

use super::args::CheckArgs;
use super::batch::{Loaded, Setting};
use super::compile::write;
use super::record::{self, FailureRecord};
use super::sources;
use crate::{Status, timeout};

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
    let limit = crate::quantities::limit(args.timeout);
    let before = sources::run(&setting, &of_jcstress, limit);
    if tests.is_empty() {
        return before;
    }
    let status = setting.each(&tests, &failed, &mut |loaded| {
        let all = args.outcomes || args.json;
        let report =
            limited(limit, |flag| check(&loaded.test, loaded.text(), setting.of_tests(all).with_cancel(flag)))?;
        let is_explained = !report.is_cancelled;
        let text = if args.json {
            let setting = setting.of_tests(false);
            let justified = match args.justify && is_explained {
                true => limited(limit, |flag| justify(&loaded.test, loaded.text(), setting.with_cancel(flag)))?,
                false => Vec::new(),
            };
            record::line(loaded, &report, &justified)
        } else {
            let mut text = print(loaded, &report, all);
            if (args.justify || args.stages) && is_explained {
                text += &limited(limit, |flag| explanation(&setting, loaded, &args, &mut names, flag))?;
            }
            text
        };
        let status = match (report.fails(), report.is_cancelled || report.cut_at.is_some()) {
            (true, _) => Status::Found,
            (false, true) => Status::Incomplete,
            (false, false) => Status::Success,
        };
        Ok((text, status))
    });
    before.max(status)
}

/// Does `work` with a flag that is set when it has taken so long.
pub(super) fn limited<T>(limit: Option<Duration>, work: impl FnOnce(&AtomicBool) -> T) -> T {
    timeout::watched(limit, |watch| watch.limited(|limited| work(limited.flag())))
}

/// The stages of the construction, and justifications.
fn explanation(
    setting: &Setting,
    loaded: &Loaded,
    args: &CheckArgs,
    names: &mut FileNames,
    cancel: &AtomicBool,
) -> Result<String, JavaError> {
    let mut what = Explain::default();
    (what.stages, what.justify) = (args.stages, args.justify);
    let (text, drawings) = explain(&loaded.test, loaded.text(), setting.of_tests(false).with_cancel(cancel), what)?;
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
        let is_unknown = checked.verdict == Verdict::Unknown;
        let result = match (checked.behaviour.expected, checked.passes) {
            (None, _) => String::new(),
            (Some(_), false) if is_unknown => String::new(),
            (Some(expected), true) => format!(", as expected ({})", expected.word()),
            (Some(expected), false) => format!(", but expected is {}", expected.word()),
        };
        let word = if checked.passes || is_unknown { "" } else { "FAIL " };
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
    if report.is_cancelled {
        let _ = writeln!(text, "  given up after the time that --timeout allows, outcomes may be missing");
    }
    if let Some(rounds) = report.settled_at {
        let _ = writeln!(text, "  loops: {rounds} rounds, one more changes nothing");
    }
    if let Some(place) = &report.cut_at {
        let _ = writeln!(text, "  unrolling limit exceeded at {place}, outcomes may be missing; see --unroll");
    }
    text
}
