//! A shard answered by a process of its own, which may end at any time.
//!
//! The process reads entries of the shard ([`Entry`]) and writes a line for each unit, in their order. Where it ends early, the first unit without an answer is the one that it was at,
//! if it hands on each answer at once. That takes a few microseconds a unit, so that it is not asked to until it has ended early: the process that is started then is
//! *careful*, and a unit counts as tried where a careful one ends at it. What was answered before is not asked again.
//!
//! A unit may end this process too (the system ends all that belong together where memory is short). So one that finds what another has left here begins with units that it *notes*: a line in the file of
//! results that says which is begun, synchronised before the process gets to see it. A unit that was noted as often as it may be tried, and has no answer, is given up. What a process had not handed on when it
//! ended is less than [`SUSPECTED`]: behind that nothing is noted, since it takes a disk some milliseconds a unit.

use std::collections::{HashMap, HashSet};
use std::io::{BufRead, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, sync_channel};
use std::time::{Duration, Instant};

use crate::layout::{Beside, is_being_written, parts_of};
use crate::results::{ResultsReader, results_head, try_line};
use crate::shard::{Entry, ShardReader, UnitRef};
use crate::{Error, Identity, Layout, Manifest, OutcomeKind, UnitOutcome, control};

/// How the process is started that answers units.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<std::ffi::OsString>,
    /// The word that makes it careful.
    pub careful: std::ffi::OsString,
    /// It is ended where nothing is heard of it for so long.
    pub patience: Duration,
}

impl WorkerCommand {
    /// This program with these arguments; it is careful with `careful` behind them.
    pub fn new(
        program: PathBuf,
        arguments: Vec<std::ffi::OsString>,
        careful: std::ffi::OsString,
        patience: Duration,
    ) -> WorkerCommand {
        WorkerCommand { program, arguments, careful, patience }
    }
}

/// How the work on a shard ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShardEnd {
    /// Its results were there already, or came meanwhile from elsewhere.
    WasThere,
    /// They are there now.
    Done,
}

/// The time between two looks at what else happens in the campaign's directory.
const PAUSE: Duration = Duration::from_millis(500);

/// CPU time of the units that are noted behind the last answer that another process has left. It hands on answers every tenth of a second, or half a second where there are none; what answers units, every fiftieth.
const SUSPECTED: Duration = Duration::from_secs(1);

/// How often a process may end before its first word.
const STARTS: u32 = 5;

/// The line that a process writes when it is ready for units.
const READY: &[u8] = b"ready\n";

/// Answers the units of a shard and puts the results in place. `answered` is called with a number of units that were.
///
/// # Errors
/// When files cannot be read or written, the process cannot be started, or the campaign is cancelled. What was answered is kept, and found by the next who runs the shard.
pub fn run_shard(
    layout: &Layout,
    manifest: &Manifest,
    number: usize,
    worker: &WorkerCommand,
    answered: &(dyn Fn(u64) + Sync),
) -> Result<ShardEnd, Error> {
    if number >= manifest.shards.len() {
        return Err(Error::NoShard { number, count: manifest.shards.len() });
    }
    let place = layout.results(number);
    if place.exists() {
        return Ok(ShardEnd::WasThere);
    }
    if control::is_cancelled(layout) {
        return Err(Error::Cancelled);
    }
    let began = Instant::now();
    let shard = layout.shard(number);
    let Kept { outcomes, tries, is_left } = kept(&place, &shard, manifest, number)?;
    let beside = Beside::new(&place)?;
    let mut work = Work {
        layout,
        manifest,
        worker,
        answered,
        place: &place,
        shard: &shard,
        results: Results::new(beside, &results_head(manifest, number))?,
        done: HashSet::new(),
        suspected: if is_left { SUSPECTED } else { Duration::ZERO },
        tries: HashMap::new(),
    };
    for outcome in outcomes {
        work.done.insert(outcome.id.number());
        work.results.take(&outcome)?;
    }
    answered(work.done.len() as u64);
    work.give_up(tries)?;
    let end = match work.all() {
        Ok(end) => end,
        Err(error) => {
            work.results.leave();
            return Err(error);
        }
    };
    if end == ShardEnd::WasThere {
        let _ = std::fs::remove_file(&work.results.path);
        return Ok(ShardEnd::WasThere);
    }
    work.results.finish(began.elapsed())?;
    for part in parts_of(&place) {
        // Another process that is still at it finds the results in place.
        let _ = std::fs::remove_file(part);
    }
    Ok(ShardEnd::Done)
}

/// What processes left that did not come to the end of the shard.
struct Kept {
    /// What they found.
    outcomes: Vec<UnitOutcome>,
    /// The units without an answer that they noted, each with how often.
    tries: Vec<(Identity, u32)>,
    /// Whether one was at the shard that is not any more.
    is_left: bool,
}

fn kept(place: &Path, shard: &Path, manifest: &Manifest, number: usize) -> Result<Kept, Error> {
    let mut kept = Kept { outcomes: Vec::new(), tries: Vec::new(), is_left: false };
    let parts = parts_of(place);
    if parts.is_empty() {
        return Ok(kept);
    }
    let (mut own, mut order) = (HashSet::new(), Vec::new());
    let mut reader = ShardReader::open(shard)?;
    while let Some(entry) = reader.next_head()? {
        let to_run = entry.units.iter().filter(|unit| unit.is_to_run).map(|unit| unit.id);
        order.extend(to_run.filter(|id| own.insert(id.number())));
    }
    let mut noted = HashMap::<u128, u32>::new();
    for part in parts {
        // It may have been removed by now. A line that was cut off is not whole, and with it ends what is of use.
        let Ok(Some(mut lines)) = ResultsReader::open(&part, &results_head(manifest, number)) else { continue };
        while let Ok(Some(outcome)) = lines.next_outcome() {
            // What a limit ended is tried again: by chance it may be another machine's limit.
            if own.remove(&outcome.id.number()) {
                kept.outcomes.push(outcome);
            }
        }
        // What another process is at is not lost yet.
        if !is_being_written(&part) {
            kept.is_left = true;
            lines.tries.iter().for_each(|id| *noted.entry(id.number()).or_default() += 1);
        }
    }
    let without_answer = order.into_iter().filter(|id| own.contains(&id.number()));
    kept.tries = without_answer.filter_map(|id| Some((id, *noted.get(&id.number())?))).collect();
    Ok(kept)
}

/// The results of a shard on their way.
struct Results {
    out: BufWriter<Beside>,
    path: PathBuf,
    units: u64,
    micros: u64,
    by_kind: [u64; OutcomeKind::ALL.len()],
    flushed: Instant,
    /// How long the file was, in bytes, before the note on the unit that has no answer yet.
    noted_at: Option<u64>,
}

impl Results {
    fn new(beside: Beside, head: &str) -> Result<Results, Error> {
        let path = beside.path.clone();
        let mut out = BufWriter::with_capacity(1 << 16, beside);
        out.write_all(head.as_bytes()).and_then(|()| out.flush()).map_err(Error::write(&path))?;
        let by_kind = [0; OutcomeKind::ALL.len()];
        Ok(Results { out, path, units: 0, micros: 0, by_kind, flushed: Instant::now(), noted_at: None })
    }

    fn take(&mut self, outcome: &UnitOutcome) -> Result<(), Error> {
        self.count(outcome);
        self.noted_at = None;
        self.out.write_all(outcome.line().as_bytes()).map_err(Error::write(&self.path))
    }

    /// Notes that a unit is begun, where that is found after a loss of power too.
    fn note(&mut self, id: Identity) -> Result<(), Error> {
        self.noted_at = Some(self.out.stream_position().map_err(Error::write(&self.path))?);
        let noted = self.out.write_all(try_line(id).as_bytes()).and_then(|()| self.out.flush());
        noted.and_then(|()| self.out.get_ref().file.sync_data()).map_err(Error::write(&self.path))
    }

    /// Takes back the last note: that this process goes has nothing to do with the unit. It needs no room on the disk.
    fn leave(self) {
        let (Some(length), (beside, _)) = (self.noted_at, self.out.into_parts()) else { return };
        // Where it fails, the unit counts as tried once more.
        let _ = beside.file.set_len(length);
    }

    fn count(&mut self, outcome: &UnitOutcome) {
        self.units += 1;
        self.micros += outcome.micros;
        let kind = OutcomeKind::ALL.iter().position(|kind| *kind == outcome.kind).expect("all kinds are listed");
        self.by_kind[kind] += 1;
    }

    /// Hands on what was taken, when that was not done just now: as much as this is lost when the process is killed.
    fn flush_now_and_then(&mut self) -> Result<(), Error> {
        if self.flushed.elapsed() < Duration::from_millis(100) {
            return Ok(());
        }
        self.flushed = Instant::now();
        self.out.flush().map_err(Error::write(&self.path))
    }

    /// The last line says what there is, so that the rest need not be read for that.
    fn finish(mut self, took: Duration) -> Result<(), Error> {
        let kinds = OutcomeKind::ALL.iter().zip(self.by_kind).filter(|(_, count)| *count > 0);
        let kinds: Vec<String> = kinds.map(|(kind, count)| format!("{}={count}", kind.name())).collect();
        let line = format!("end\t{}\t{}\t{}\t{}\n", self.units, kinds.join(","), self.micros, took.as_millis());
        self.out.write_all(line.as_bytes()).map_err(Error::write(&self.path))?;
        let beside = self.out.into_inner().map_err(|error| Error::write(&self.path)(error.into_error()))?;
        beside.put_in_place()
    }
}

/// A shard on its way.
struct Work<'a> {
    layout: &'a Layout,
    manifest: &'a Manifest,
    worker: &'a WorkerCommand,
    answered: &'a (dyn Fn(u64) + Sync),
    place: &'a Path,
    shard: &'a Path,
    results: Results,
    done: HashSet<u128>,
    /// CPU time of units that are noted yet.
    suspected: Duration,
    /// How often units were tried that have no answer.
    tries: HashMap<u128, u32>,
}

/// Why a process answers no more.
enum Stop {
    /// All units are answered.
    End,
    /// The results came from elsewhere.
    WasThere,
    /// It ended, before it was ready or behind that.
    Ended { status: ExitStatus, was_ready: bool, said: String },
    /// Nothing was heard of it for too long.
    Silent,
    /// It wrote something that is no answer.
    Garbled,
    /// Units need not be noted any more.
    Passed,
}

impl Work<'_> {
    /// Answers all units, with as many processes as that takes.
    fn all(&mut self) -> Result<ShardEnd, Error> {
        let (mut is_careful, mut starts) = (false, 0);
        let mut pending = Pending::new(self.shard)?;
        while let Some(unit) = pending.next(&self.done)? {
            let stop = self.one_process(&mut pending, is_careful)?;
            let culprit = pending.current;
            let (kind, message) = match stop {
                Stop::End => continue,
                Stop::WasThere => return Ok(ShardEnd::WasThere),
                Stop::Passed => {
                    self.suspected = Duration::ZERO;
                    continue;
                }
                Stop::Ended { status, was_ready: false, said } => {
                    starts += 1;
                    // A signal has nothing to do with the campaign; a process that refuses its work will do so again.
                    if status.code().is_some() || starts >= STARTS {
                        let said = if said.trim().is_empty() { status.to_string() } else { said.trim().to_owned() };
                        return Err(Error::NoWork(said));
                    }
                    continue;
                }
                Stop::Ended { status, said, .. } if said.contains("memory allocation of") => {
                    (OutcomeKind::Memory, format!("its process got no more memory ({status})"))
                }
                Stop::Ended { status, .. } => (OutcomeKind::Crash, format!("its process ended: {status}")),
                Stop::Garbled => (OutcomeKind::Crash, "its process wrote something that is no answer".to_owned()),
                Stop::Silent => {
                    let seconds = self.worker.patience.as_secs();
                    (OutcomeKind::Timeout, format!("nothing was heard of its process for {seconds} s"))
                }
            };
            starts = 0;
            // One whose units are noted is careful too.
            if !is_careful && self.suspected.is_zero() {
                is_careful = true;
                continue;
            }
            // (Behind the last answer there is nothing to try again.)
            let Some(culprit) = culprit.or(Some(unit)) else { continue };
            let tries = self.tries.entry(culprit.id.number()).or_default();
            *tries += 1;
            let tries = *tries;
            if tries >= self.manifest.options.attempts {
                let message = format!("{message}; given up at try {tries}");
                self.take(&UnitOutcome::given_up(culprit.id, kind, &message))?;
            }
        }
        Ok(ShardEnd::Done)
    }

    fn take(&mut self, outcome: &UnitOutcome) -> Result<(), Error> {
        self.results.take(outcome)?;
        self.done.insert(outcome.id.number());
        (self.answered)(1);
        Ok(())
    }

    /// Takes over how often processes noted units, and gives up those that were tried often enough.
    fn give_up(&mut self, tries: Vec<(Identity, u32)>) -> Result<(), Error> {
        for (id, tries) in tries {
            self.tries.insert(id.number(), tries);
            if tries >= self.manifest.options.attempts {
                let message = format!(
                    "the process that ran the shard ended each time that it was at it; given up at try {tries}"
                );
                self.take(&UnitOutcome::given_up(id, OutcomeKind::Crash, &message))?;
            }
        }
        Ok(())
    }

    /// Starts a process and takes its answers. `pending` is at the first unit that has none, before and behind that.
    fn one_process(&mut self, pending: &mut Pending, is_careful: bool) -> Result<Stop, Error> {
        let is_noting = !self.suspected.is_zero();
        let mut process = Process::start(self.worker, is_careful || is_noting)?;
        let (permit, permits) = is_noting.then(std::sync::mpsc::channel).unzip();
        let (mut stdin, stdout) = (process.child.stdin.take(), process.child.stdout.take());
        let (Some(input), Some(output), Some(errors)) = (stdin.take(), stdout, process.child.stderr.take()) else {
            unreachable!("all three are pipes");
        };
        let (shard, position) = (self.shard.to_owned(), pending.position);
        let feeding = Feeding { shard, position, done: self.done.clone(), permits };
        // All three end when the process does.
        std::thread::scope(|scope| {
            let feeder = scope.spawn(move || feeding.run(input));
            let errors = scope.spawn(move || tail(errors));
            let (send, receive) = sync_channel::<Vec<u8>>(16);
            scope.spawn(move || {
                let mut output = BufReader::with_capacity(1 << 16, output);
                loop {
                    let Ok(bytes) = output.fill_buf() else { return };
                    let (piece, length) = (bytes.to_vec(), bytes.len());
                    if length == 0 || send.send(piece).is_err() {
                        return;
                    }
                    output.consume(length);
                }
            });
            let heard = self.hear(&receive, pending, permit.as_ref());
            // What waits for a permit ends.
            drop(permit);
            // Also where this end has an error: the threads wait for the process.
            if !matches!(heard, Ok(Heard::Closed { .. })) {
                let _ = process.child.kill();
            }
            drop(receive);
            let status =
                process.child.wait().map_err(|error| Error::Worker { program: self.worker.program.clone(), error })?;
            let said = errors.join().unwrap_or_default();
            let fed = feeder.join().unwrap_or(Ok(()));
            match heard? {
                Heard::All => {
                    fed?;
                    Ok(Stop::End)
                }
                Heard::Closed { was_ready } => {
                    fed?;
                    Ok(Stop::Ended { status, was_ready, said })
                }
                Heard::Silent => Ok(Stop::Silent),
                Heard::Garbled => Ok(Stop::Garbled),
                Heard::WasThere => Ok(Stop::WasThere),
                Heard::Passed => Ok(Stop::Passed),
            }
        })
    }

    /// Notes a unit and lets the process have it.
    fn permit(&mut self, unit: Option<UnitRef>, permit: Option<&Sender<()>>) -> Result<(), Error> {
        if let (Some(unit), Some(permit)) = (unit, permit) {
            self.results.note(unit.id)?;
            // Where it has ended, that is heard.
            let _ = permit.send(());
        }
        Ok(())
    }

    /// Whether the results came from elsewhere.
    fn is_over(&mut self) -> Result<bool, Error> {
        if !control::is_cancelled(self.layout) {
            return Ok(self.place.exists());
        }
        self.results.out.flush().map_err(Error::write(&self.results.path))?;
        Err(Error::Cancelled)
    }

    fn hear(
        &mut self,
        receive: &Receiver<Vec<u8>>,
        pending: &mut Pending,
        permit: Option<&Sender<()>>,
    ) -> Result<Heard, Error> {
        let (mut rest, mut is_ready) = (Vec::new(), false);
        let (mut heard, mut looked) = (Instant::now(), Instant::now());
        loop {
            let piece = match receive.recv_timeout(PAUSE) {
                Ok(piece) => Some(piece),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return Ok(Heard::Closed { was_ready: is_ready }),
            };
            if looked.elapsed() >= PAUSE {
                looked = Instant::now();
                if self.is_over()? {
                    return Ok(Heard::WasThere);
                }
            }
            let Some(piece) = piece else {
                if heard.elapsed() >= self.worker.patience {
                    return Ok(Heard::Silent);
                }
                self.results.flush_now_and_then()?;
                continue;
            };
            heard = Instant::now();
            rest.extend_from_slice(&piece);
            let whole = rest.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
            let mut answers = 0;
            for line in rest[..whole].split_inclusive(|byte| *byte == b'\n') {
                if !is_ready && line == READY {
                    is_ready = true;
                    self.permit(pending.current, permit)?;
                    continue;
                }
                let outcome =
                    std::str::from_utf8(line).ok().and_then(|line| UnitOutcome::read(line.trim_end_matches('\n')));
                let is_asked = |outcome: &UnitOutcome| pending.current.is_some_and(|unit| unit.id == outcome.id);
                let Some(outcome) = outcome.filter(is_asked) else {
                    // Something else has written to its output: as good as an end.
                    return Ok(Heard::Garbled);
                };
                self.results.take(&outcome)?;
                self.done.insert(outcome.id.number());
                answers += 1;
                self.suspected = self.suspected.saturating_sub(Duration::from_micros(outcome.micros));
                let next = pending.next(&self.done)?;
                if next.is_none() || permit.is_some() && self.suspected.is_zero() {
                    (self.answered)(answers);
                    return Ok(if next.is_none() { Heard::All } else { Heard::Passed });
                }
                self.permit(next, permit)?;
            }
            rest.drain(..whole);
            (self.answered)(answers);
            self.results.flush_now_and_then()?;
        }
    }
}

/// What was heard of a process.
enum Heard {
    /// All answers.
    All,
    /// No more will come.
    Closed { was_ready: bool },
    /// Nothing, for too long.
    Silent,
    /// Something that is no answer.
    Garbled,
    /// The results came from elsewhere.
    WasThere,
    /// Enough answers to units that were noted.
    Passed,
}

/// A process that does not outlive this value.
struct Process {
    child: Child,
}

impl Process {
    fn start(worker: &WorkerCommand, is_careful: bool) -> Result<Process, Error> {
        let mut command = Command::new(&worker.program);
        command.args(&worker.arguments);
        if is_careful {
            command.arg(&worker.careful);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().map_err(|error| Error::Worker { program: worker.program.clone(), error })?;
        Ok(Process { child })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Nothing else can be done where this fails; mostly it has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The last words of a process.
fn tail(mut errors: impl Read) -> String {
    const KEPT: usize = 4096;
    let (mut all, mut piece) = (Vec::new(), [0; KEPT]);
    while let Ok(length @ 1..) = errors.read(&mut piece) {
        all.extend_from_slice(&piece[..length]);
        if all.len() > 2 * KEPT {
            all.drain(..all.len() - KEPT);
        }
    }
    String::from_utf8_lossy(&all).into_owned()
}

/// What is written to a process.
struct Feeding {
    shard: PathBuf,
    position: u64,
    done: HashSet<u128>,
    /// Where it waits for one before each unit.
    permits: Option<Receiver<()>>,
}

impl Feeding {
    fn run(self, input: impl Write) -> Result<(), Error> {
        let mut reader = ShardReader::open_at(&self.shard, self.position)?;
        let mut input = BufWriter::with_capacity(1 << 16, input);
        while let Some(mut entry) = reader.next_entry()? {
            entry.units.retain(|unit| unit.is_to_run && !self.done.contains(&unit.id.number()));
            let Some(permits) = &self.permits else {
                if !entry.units.is_empty() && entry.write(&mut input).is_err() {
                    // It has ended.
                    return Ok(());
                }
                continue;
            };
            for unit in std::mem::take(&mut entry.units) {
                entry.units = vec![unit];
                let is_written = permits.recv().is_ok() && entry.write(&mut input).is_ok() && input.flush().is_ok();
                if !is_written {
                    return Ok(());
                }
            }
        }
        let _ = input.flush();
        Ok(())
    }
}

/// The units of a shard that have no answer yet, one after the other.
struct Pending {
    reader: ShardReader,
    /// Where the entry of the current unit begins.
    position: u64,
    entry: Option<Entry>,
    index: usize,
    /// The unit whose answer is next.
    current: Option<UnitRef>,
}

impl Pending {
    fn new(shard: &Path) -> Result<Pending, Error> {
        let reader = ShardReader::open(shard)?;
        Ok(Pending { reader, position: 0, entry: None, index: 0, current: None })
    }

    /// The current unit if it has no answer, else the next one that has none.
    fn next(&mut self, done: &HashSet<u128>) -> Result<Option<UnitRef>, Error> {
        loop {
            if let Some(entry) = &self.entry {
                let rest = entry.units[self.index..].iter();
                let found = rest.enumerate().find(|(_, unit)| unit.is_to_run && !done.contains(&unit.id.number()));
                if let Some((offset, unit)) = found {
                    self.index += offset;
                    self.current = Some(*unit);
                    return Ok(self.current);
                }
            }
            self.position = self.reader.position()?;
            self.entry = self.reader.next_head()?;
            self.index = 0;
            if self.entry.is_none() {
                self.current = None;
                return Ok(None);
            }
        }
    }
}
