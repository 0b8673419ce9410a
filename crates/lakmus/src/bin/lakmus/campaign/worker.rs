//! `lakmus campaign worker`: the process that answers units. It reads entries of a shard and writes a line for each unit.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::Path;

use ::campaign::{Layout, Manifest, ModelEntry};

use super::Refusal;
use super::exchange::Exchange;
use super::kinds::kind;
use crate::Status;
use crate::files::SearchPath;

/// Answers units until there are no more.
pub(super) fn run(directory: &Path, is_careful: bool, threads: NonZero<usize>) -> Result<Status, Refusal> {
    end_with_parent();
    let layout = Layout::new(directory);
    let manifest = Manifest::of_this_version(&layout)?;
    std::env::set_current_dir(&manifest.directory)
        .map_err(|error| format!("cannot change to `{}`: {error}", manifest.directory.display()))?;
    check_models(&manifest)?;
    bound_memory(manifest.options.memory);
    let mut exchange = Exchange::new(layout, is_careful, threads);
    let ended = kind(manifest.kind).serve(&manifest, &mut exchange)?;
    // Who asks has ended.
    ended.map_err(|error| Refusal::Message(format!("units are not taken any more: {error}")))?;
    Ok(Status::Success)
}

/// `lakmus campaign unit`: a command that a process runs which answers units, and that ends with it.
pub(super) fn command(words: Vec<OsString>) -> Result<Status, Refusal> {
    end_with_parent();
    let words = std::iter::once("lakmus".into()).chain(words);
    let args = <crate::args::Args as clap::Parser>::try_parse_from(words).map_err(|error| error.to_string())?;
    Ok(crate::dispatch(args))
}

/// That the models say what they said when the campaign was planned.
fn check_models(manifest: &Manifest) -> Result<(), String> {
    let search = SearchPath::new(manifest.options.include.clone());
    for ModelEntry { name, text, arguments, .. } in &manifest.models {
        let now = kind(manifest.kind).identity(name, arguments, &manifest.options, &search)?;
        if now.to_string() != *text {
            return Err(format!(
                "the model `{name}` is not what it was when the campaign was planned: plan again into another directory, with `--reuse` of this one"
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
fn bound_memory(megabytes: Option<u64>) {
    #[cfg(unix)]
    if let Some(megabytes) = megabytes {
        use nix::sys::resource::{Resource, setrlimit};
        // Address space: stacks and what is reserved count too.
        let bytes = megabytes.saturating_mul(2).saturating_add(1024).saturating_mul(1 << 20);
        let _ = setrlimit(Resource::RLIMIT_AS, bytes, bytes);
    }
}
