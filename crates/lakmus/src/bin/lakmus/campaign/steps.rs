//! The steps of a campaign that is planned: running shards, merging, and how far it has come.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ::campaign::{Layout, Manifest, Merged, Progress, Query, Store, WorkerCommand, run_missing, run_shard};
use indicatif::{ProgressBar, ProgressStyle};

use super::Refusal;
use super::commands::patience;
use super::kinds::kind;
use crate::{Status, output};

/// A campaign that is planned.
pub(super) struct Planned {
    pub(super) layout: Layout,
    pub(super) manifest: Manifest,
}

impl Planned {
    /// One that this version may go on with.
    pub(super) fn of_this_version(directory: &Path) -> Result<Planned, Refusal> {
        let layout = Planned::layout(directory)?;
        let manifest = Manifest::of_this_version(&layout)?;
        Ok(Planned { layout, manifest })
    }

    /// One of any version, to be looked at.
    pub(super) fn of_any_version(directory: &Path) -> Result<Planned, Refusal> {
        let layout = Planned::layout(directory)?;
        let manifest = Manifest::read(&layout)?;
        Ok(Planned { layout, manifest })
    }

    fn layout(directory: &Path) -> Result<Layout, Refusal> {
        // Scripts and processes that are started elsewhere name it too.
        let root = std::path::absolute(directory).map_err(|error| format!("`{}`: {error}", directory.display()))?;
        Ok(Layout::new(root))
    }

    /// What answers units, each by so many threads where it can be divided.
    fn worker(&self, threads: NonZero<usize>) -> Result<WorkerCommand, Refusal> {
        let threads = format!("--threads-a-test={threads}").into();
        let words = ["campaign".into(), "worker".into(), self.layout.root().as_os_str().to_owned(), threads];
        // A unit ends itself when it has used its CPU time; what does not is stuck, or has no processor.
        let patience = Duration::from_secs_f64(patience(self.manifest.options.timeout));
        Ok(WorkerCommand::new(own_program()?, words.into(), "--careful".into(), patience))
    }
}

/// The file of this program.
pub(super) fn own_program() -> Result<PathBuf, Refusal> {
    std::env::current_exe().map_err(|error| Refusal::Message(format!("the file of this program is not known: {error}")))
}

/// `lakmus campaign run`.
pub(super) fn run(directory: &Path, jobs: Option<NonZero<usize>>) -> Result<Status, Refusal> {
    let planned = Planned::of_this_version(directory)?;
    let jobs = jobs.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let missing = planned.manifest.missing(&planned.layout);
    let units = missing.iter().map(|number| planned.manifest.shards[*number].units).sum();
    // What few shards leave free may help with their units.
    let threads = NonZero::new(jobs / missing.len().max(1)).unwrap_or(NonZero::<usize>::MIN);
    let (worker, progress) = (planned.worker(threads)?, Progress::default());
    let end =
        shown(&progress, units, || run_missing(&planned.layout, &planned.manifest, &missing, jobs, &worker, &progress));
    let status = report_failures(end.failed.iter().map(|(number, error)| (*number, error.to_string())));
    let merged = merge_and_summarise(&planned)?;
    Ok(status.max(merged))
}

/// `lakmus campaign shard`.
pub(super) fn shards(directory: &Path, numbers: &[usize], threads: NonZero<usize>) -> Result<Status, Refusal> {
    let planned = Planned::of_this_version(directory)?;
    let worker = planned.worker(threads)?;
    let mut failed = Vec::new();
    for number in numbers {
        if let Err(error) = run_shard(&planned.layout, &planned.manifest, *number, &worker, &|_| ()) {
            failed.push((*number, error.to_string()));
        }
    }
    Ok(report_failures(failed.into_iter()))
}

/// Says once what is wrong with how many shards.
fn report_failures(failed: impl Iterator<Item = (usize, String)>) -> Status {
    let mut by_reason: Vec<(String, Vec<usize>)> = Vec::new();
    for (number, reason) in failed {
        match by_reason.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, numbers)) => numbers.push(number),
            None => by_reason.push((reason, vec![number])),
        }
    }
    for (reason, numbers) in &by_reason {
        let which = match numbers.as_slice() {
            [one] => format!("shard {one}"),
            [first, ..] => format!("{} shards, the first {first}", numbers.len()),
            [] => String::new(),
        };
        output::complain(&format!("error: {which}: {reason}"));
    }
    if by_reason.is_empty() { Status::Success } else { Status::Refused }
}

/// Does `work` with a bar on the standard error where that is a terminal.
fn shown<T>(progress: &Progress, units: u64, work: impl FnOnce() -> T) -> T {
    use std::io::IsTerminal;
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let bar = ProgressBar::new(units);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} units, {per_sec}, {eta} left") {
        bar.set_style(style);
    }
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                bar.set_position(progress.units.load(Ordering::Relaxed));
                std::thread::sleep(Duration::from_millis(100));
            }
        });
        let done = work();
        is_done.store(true, Ordering::Relaxed);
        bar.finish_and_clear();
        done
    })
}

/// `lakmus campaign merge`.
pub(super) fn merge(directory: &Path) -> Result<Status, Refusal> {
    let planned = Planned::of_this_version(directory)?;
    merge_and_summarise(&planned)
}

fn merge_and_summarise(planned: &Planned) -> Result<Status, Refusal> {
    let Planned { layout, manifest } = planned;
    let mut store = Store::of_campaign(layout, manifest)?;
    let merged = store.merge(layout, manifest, &|_| ())?;
    let (text, status) = summary(&store, &merged, manifest)?;
    output::write(text.as_bytes()).map_err(|closed| closed.after(status))?;
    Ok(status)
}

/// What there is, and what it comes to.
fn summary(store: &Store, merged: &Merged, manifest: &Manifest) -> Result<(String, Status), Refusal> {
    let kinds = store.ask(Query::of_name("kinds").expect("it is listed"))?;
    let (mut counts, mut alarms) = (std::collections::BTreeMap::<&str, u64>::new(), 0);
    for row in &kinds.rows {
        let [_, kind, units, found, _] = row.as_slice() else { continue };
        *counts.entry(kind).or_default() += units.parse::<u64>().unwrap_or_default();
        alarms += found.parse::<u64>().unwrap_or_default();
    }
    let rest = counts.remove("not run").unwrap_or_default();
    let complete = counts.remove("complete").unwrap_or_default();
    let mut parts = vec![format!("{complete} complete")];
    parts.extend(counts.iter().map(|(kind, count)| format!("{count} {kind}")));
    let mut text = format!("{} units: {}", manifest.units, parts.join(", "));
    if rest > 0 {
        let shards = merged.missing.len();
        text += &format!(", {rest} in {shards} {} without results", if shards == 1 { "shard" } else { "shards" });
    }
    text += &match (alarms, kind(manifest.kind).reservation()) {
        (0, None) => "; no alarm\n".to_owned(),
        (0, Some(reservation)) => format!("; no alarm ({reservation})\n"),
        (1, _) => "; 1 alarm\n".to_owned(),
        (more, _) => format!("; {more} alarms\n"),
    };
    let status = match (alarms, complete == manifest.units) {
        (1.., _) => Status::Found,
        (0, true) => Status::Success,
        (0, false) => Status::Incomplete,
    };
    Ok((text, status))
}

/// What a store that is there comes to, for the exit status of a report.
pub(super) fn status_of(store: &Store) -> Result<Status, Refusal> {
    let kinds = store.ask(Query::of_name("kinds").expect("it is listed"))?;
    let (mut status, mut has_alarm) = (Status::Success, false);
    for row in &kinds.rows {
        let [_, kind, _, found, _] = row.as_slice() else { continue };
        has_alarm |= found.parse::<u64>().unwrap_or_default() > 0;
        if kind != "complete" {
            status = Status::Incomplete;
        }
    }
    Ok(if has_alarm { Status::Found } else { status })
}

/// `lakmus campaign status`.
pub(super) fn status(directory: &Path, is_json: bool) -> Result<Status, Refusal> {
    let Planned { layout, manifest } = Planned::of_any_version(directory)?;
    let found = ::campaign::Status::of(&layout, &manifest)?;
    let left = manifest.missing(&layout).len();
    let rate =
        if found.seconds_done > 0.0 { found.by_kind.values().sum::<u64>() as f64 / found.seconds_done } else { 0.0 };
    let text = if is_json {
        let object = serde_json::json!({
            "shards": { "done": found.shards_done, "begun": found.shards_begun, "all": found.shards },
            "units": { "done": found.units_done, "all": found.units },
            "kinds": found.by_kind,
            "units_per_second": rate,
            "seconds_left": found.seconds_left,
            "cancelled": found.is_cancelled,
        });
        format!("{object}\n")
    } else {
        let kinds: Vec<String> = found.by_kind.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        let mut text = format!(
            "shards  {} of {} done, {} begun\nunits   {} of {} done\n",
            found.shards_done, found.shards, found.shards_begun, found.units_done, found.units
        );
        if !kinds.is_empty() {
            text += &format!("ended   {}\n", kinds.join(", "));
            text += &format!("rate    {rate:.0} units a second and process\n");
        }
        if left > 0 {
            text += &format!("left    about {:.0} s in one process\n", found.seconds_left);
        }
        if found.is_cancelled {
            text += "cancelled; `lakmus campaign cancel --undo` takes it up again\n";
        }
        text
    };
    output::write(text.as_bytes())?;
    Ok(Status::Success)
}

/// `lakmus campaign missing`.
pub(super) fn missing(directory: &Path) -> Result<Status, Refusal> {
    let Planned { layout, manifest } = Planned::of_any_version(directory)?;
    let text: String = manifest.missing(&layout).iter().map(|number| format!("{number}\n")).collect();
    output::write(text.as_bytes())?;
    Ok(Status::Success)
}
