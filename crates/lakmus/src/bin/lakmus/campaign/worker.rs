//! `lakmus campaign worker`: the process that answers units. It reads entries of a shard and writes a line for each unit.

use std::ffi::OsString;
use std::io::{BufReader, BufWriter, StdinLock, StdoutLock, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use ::campaign::{Entry, Layout, Manifest, ModelEntry, UnitOutcome};

use super::Refusal;
use super::kinds::kind;
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
    bound_memory(manifest.options.memory);
    let mut exchange = Exchange::new(layout, is_careful);
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

/// Where units come from, and where answers go.
pub(super) struct Exchange {
    input: BufReader<StdinLock<'static>>,
    out: BufWriter<StdoutLock<'static>>,
    is_careful: bool,
    is_ready: bool,
    flushed: Instant,
    layout: Layout,
}

impl Exchange {
    fn new(layout: Layout, is_careful: bool) -> Exchange {
        let input = BufReader::with_capacity(1 << 16, std::io::stdin().lock());
        let out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
        Exchange { input, out, is_careful, is_ready: false, flushed: Instant::now(), layout }
    }

    /// The campaign.
    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The next test; none at the end. That there is somebody for it is said with the first call.
    ///
    /// # Errors
    /// When there is nothing to read from or write to any more.
    pub(super) fn next(&mut self) -> std::io::Result<Option<Entry>> {
        if !self.is_ready {
            self.is_ready = true;
            self.out.write_all(b"ready\n")?;
            self.out.flush()?;
        }
        Entry::read(&mut self.input)
    }

    /// The next tests, `most` at most, for what is done sooner for several together; none at the end. Where this process is careful it is one: the next comes when that is answered.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    pub(super) fn several(&mut self, most: usize) -> std::io::Result<Vec<Entry>> {
        let most = if self.is_careful { 1 } else { most };
        let mut entries = Vec::new();
        while entries.len() < most
            && let Some(entry) = self.next()?
        {
            entries.push(entry);
        }
        Ok(entries)
    }

    /// Hands on what came of a unit.
    ///
    /// # Errors
    /// When nobody takes it any more.
    pub(super) fn take(&mut self, outcome: &UnitOutcome) -> std::io::Result<()> {
        self.out.write_all(outcome.line().as_bytes())?;
        if self.is_careful || self.flushed.elapsed() >= TOGETHER {
            self.out.flush()?;
            self.flushed = Instant::now();
        }
        Ok(())
    }

    /// Hands on all that is held back.
    ///
    /// # Errors
    /// As [`take`](Self::take).
    pub(super) fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }

    /// Has all tests answered, one after the other.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    pub(super) fn serve(&mut self, answer: &mut Answer<'_>) -> std::io::Result<()> {
        while let Some(entry) = self.next()? {
            answer(&entry, &mut |outcome| self.take(&outcome))?;
        }
        self.flush()
    }
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
