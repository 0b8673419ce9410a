//! `lakmus campaign worker`: the process that answers units. It reads entries of a shard and writes a line for each unit.

use std::io::{BufReader, BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use ::campaign::{Entry, KindName, Layout, Manifest, UnitOutcome};

use super::{Refusal, java_units, model_texts, run_units};
use crate::Status;
use crate::files::SearchPath;

/// Answers are handed on together for so long, unless the process is careful.
const TOGETHER: Duration = Duration::from_millis(20);

/// Takes the units of an entry and hands on what comes of each; no more is wanted where that gives an error.
pub(super) type Answer<'a> =
    dyn FnMut(&Entry, &mut dyn FnMut(UnitOutcome) -> std::io::Result<()>) -> std::io::Result<()> + 'a;

/// Answers units until there are no more.
pub(super) fn run(directory: &Path, is_careful: bool) -> Result<Status, Refusal> {
    end_with_parent();
    let layout = Layout::new(directory);
    let manifest = Manifest::of_this_version(&layout)?;
    std::env::set_current_dir(&manifest.directory)
        .map_err(|error| format!("cannot change to `{}`: {error}", manifest.directory.display()))?;
    check_models(&manifest)?;
    bound_memory(&manifest);
    let serve = |answer: &mut Answer<'_>| serve(answer, is_careful);
    let ended = match manifest.kind {
        KindName::Run => run_units::with(&manifest, serve)?,
        KindName::Java => java_units::with(&manifest, serve)?,
        other => return Err(Refusal::Message(format!("units of the kind `{}` cannot be run yet", other.name()))),
    };
    // Who asks has ended.
    ended.map_err(|error| Refusal::Message(format!("units are not taken any more: {error}")))?;
    Ok(Status::Success)
}

fn serve(answer: &mut Answer<'_>, is_careful: bool) -> std::io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, std::io::stdin().lock());
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    out.write_all(b"ready\n")?;
    out.flush()?;
    let mut flushed = Instant::now();
    while let Some(entry) = Entry::read(&mut input)? {
        answer(&entry, &mut |outcome| {
            out.write_all(outcome.line().as_bytes())?;
            if is_careful || flushed.elapsed() >= TOGETHER {
                out.flush()?;
                flushed = Instant::now();
            }
            Ok(())
        })?;
    }
    out.flush()
}

/// That the models say what they said when the campaign was planned.
fn check_models(manifest: &Manifest) -> Result<(), String> {
    let search = SearchPath::new(manifest.options.include.clone());
    for model in &manifest.models {
        let text = model_texts::of_unit(manifest.kind, &model.name, &search).map_err(|error| error.message)?;
        if text.to_string() != model.text {
            return Err(format!(
                "the model `{}` is not what it was when the campaign was planned: plan again into another directory, with `--reuse` of this one",
                model.name
            ));
        }
    }
    Ok(())
}

/// This process ends when the one does that has started it.
fn end_with_parent() {
    #[cfg(target_os = "linux")]
    {
        // Where it is not granted, the process ends when it has answered its unit.
        let _ = nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL);
    }
}

/// No allocation goes far beyond the limit, so that a unit that passes it between two looks ends this process and not others.
fn bound_memory(manifest: &Manifest) {
    #[cfg(unix)]
    if let Some(megabytes) = manifest.options.memory {
        use nix::sys::resource::{Resource, setrlimit};
        // Address space: stacks and what is reserved count too.
        let bytes = megabytes.saturating_mul(2).saturating_add(1024).saturating_mul(1 << 20);
        let _ = setrlimit(Resource::RLIMIT_AS, bytes, bytes);
    }
}
