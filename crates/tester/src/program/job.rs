//! A share of the executions: one process after the other until all are done.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use wire::{Arena, Finding, Header, LOG_START, Record, SETTINGS_VARIABLE, Settings, ThreadPlace};

use super::{Execution, RawFinding, Request, Results, RunError};

/// How many executions one process forks at most: its arena has room for what they tell.
const BATCH: u64 = 2000;
/// Bytes of an arena. The file is sparse: it takes what is written.
const CAPACITY: u64 = 1 << 28;

/// See the module.
pub(super) struct Job<'r> {
    request: &'r Request,
    program: PathBuf,
    directory: PathBuf,
    arena: PathBuf,
    output: PathBuf,
    /// The arena itself, once there is one.
    file: Option<File>,
    /// Whether the files have names: until the runtime has opened them. After that nothing is left of them if all is killed.
    is_named: bool,
    /// The number of the next execution.
    next: u64,
    stride: u64,
    /// No execution has this number or a greater one.
    end: u64,
    deadline: Option<Instant>,
    /// The process that forks the executions.
    child: Option<Child>,
    started: Instant,
}

impl<'r> Job<'r> {
    /// Starts the job `number` of `stride`.
    pub(super) fn new(
        request: &'r Request,
        program: &Path,
        directory: &Path,
        number: u64,
        stride: u64,
        end: u64,
        deadline: Option<Instant>,
    ) -> Result<Job<'r>, RunError> {
        let mut job = Job {
            request,
            program: program.to_owned(),
            directory: directory.to_owned(),
            arena: directory.join(format!("arena-{number}")),
            output: directory.join(format!("output-{number}")),
            file: None,
            is_named: false,
            next: request.first + number,
            stride,
            end,
            deadline,
            child: None,
            started: Instant::now(),
        };
        job.start()?;
        Ok(job)
    }

    /// Whether output goes through to ours: there is one execution only.
    fn is_shown(&self) -> bool {
        self.end - self.request.first == 1
    }

    fn settings(&self) -> Settings {
        let left = (self.end - self.next).div_ceil(self.stride);
        let time = self
            .deadline
            .map_or(0, |deadline| (deadline.saturating_duration_since(Instant::now()).as_millis() as u64).max(1));
        Settings {
            seed: self.request.seed,
            first: self.next,
            stride: self.stride,
            executions: left.min(BATCH),
            time,
            timeout: self.request.timeout.as_millis() as u64,
            bound: self.request.bound,
            carriers: self.request.carriers,
            strategy: self.request.strategy.clone(),
            capacity: CAPACITY,
            arena: self.arena.to_string_lossy().into_owned(),
            output: if self.is_shown() { String::new() } else { self.output.to_string_lossy().into_owned() },
        }
    }

    /// Starts a process with a fresh arena.
    fn start(&mut self) -> Result<(), RunError> {
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(&self.arena);
        let arena = open.and_then(|file| file.set_len(CAPACITY).map(|()| file));
        self.file = Some(arena.map_err(RunError::system("make an arena"))?);
        self.is_named = true;
        let mut command = Command::new(&self.program);
        command.args(&self.request.arguments).env(SETTINGS_VARIABLE, self.settings().to_string());
        command.env("LD_LIBRARY_PATH", self.library_path());
        // Functions are looked up once, not again in each execution.
        command.env("LD_BIND_NOW", "1");
        // A process group of its own: the program may kill its group.
        command.process_group(0);
        if !self.is_shown() {
            let open = || OpenOptions::new().create(true).append(true).open(&self.output);
            command.stdin(Stdio::null());
            command.stdout(open().map_err(RunError::system("make a file for the output"))?);
            command.stderr(open().map_err(RunError::system("make a file for the output"))?);
        }
        let what = format!("run `{}`", self.program.display());
        self.child = Some(command.spawn().map_err(RunError::system(what))?);
        self.started = Instant::now();
        Ok(())
    }

    fn library_path(&self) -> std::ffi::OsString {
        let mut path = self.directory.clone().into_os_string();
        if let Some(more) = std::env::var_os("LD_LIBRARY_PATH") {
            path.push(":");
            path.push(more);
        }
        path
    }

    /// Looks after the process. Gives whether there is more to do.
    pub(super) fn poll(&mut self, results: &mut Results) -> Result<bool, RunError> {
        let Some(child) = &mut self.child else { return Ok(false) };
        let status = child.try_wait().map_err(RunError::system("wait for a process"))?;
        let Some(status) = status else {
            return self.check_start(results);
        };
        let arena = self.read()?;
        self.conclude(&arena, status, results)
    }

    /// A program that does not come to its first thread has no runtime that would see to the time limit.
    fn check_start(&mut self, results: &mut Results) -> Result<bool, RunError> {
        if !self.is_named {
            return Ok(true);
        }
        if self.is_under_way()? {
            self.remove_names();
            return Ok(true);
        }
        let grace = self.request.timeout + Duration::from_millis(500);
        if self.request.timeout.is_zero() || self.started.elapsed() < grace {
            return Ok(true);
        }
        self.end_child().map_err(RunError::system("end a process"))?;
        let arena = self.read()?;
        self.collect(&arena, results);
        let milliseconds = self.request.timeout.as_millis() as u64;
        self.add(results, self.next, Finding::Timeout { milliseconds });
        results.is_single_threaded = true;
        Ok(false)
    }

    fn end_child(&mut self) -> std::io::Result<()> {
        if let Some(mut child) = self.child.take() {
            child.kill()?;
            child.wait()?;
        }
        Ok(())
    }

    fn remove_names(&mut self) {
        self.is_named = false;
        // If they cannot be removed they are so with their directory.
        let _ = std::fs::remove_file(&self.arena);
        let _ = std::fs::remove_file(&self.output);
    }

    fn is_under_way(&self) -> Result<bool, RunError> {
        Ok(Arena::used(&self.read_header()?) > LOG_START as u64)
    }

    fn read_header(&self) -> Result<Vec<u8>, RunError> {
        let mut bytes = vec![0; LOG_START];
        if let Some(file) = &self.file {
            file.read_exact_at(&mut bytes, 0).map_err(RunError::system("read an arena"))?;
        }
        Ok(bytes)
    }

    fn read(&self) -> Result<Arena, RunError> {
        let mut bytes = self.read_header()?;
        let used = Arena::used(&bytes).min(CAPACITY) as usize;
        bytes.resize(used, 0);
        if let Some(file) = &self.file {
            let rest = &mut bytes[LOG_START..];
            file.read_exact_at(rest, LOG_START as u64).map_err(RunError::system("read an arena"))?;
        }
        Ok(Arena::new(bytes))
    }

    /// The process has ended.
    fn conclude(&mut self, arena: &Arena, status: ExitStatus, results: &mut Results) -> Result<bool, RunError> {
        if arena.header(Header::Attached) == 0 {
            return Err(RunError::NotAttached { program: self.program.clone(), status: Some(status) });
        }
        let told = self.collect(arena, results);
        match told {
            // No execution was begun: the program has ended before its first thread.
            Told { last: None, .. } => {
                results.is_single_threaded = true;
                self.add_ending(results, 0, arena, status);
                let (number, seed) = (0, self.request.seed);
                let findings = results.findings.iter().filter(|finding| finding.execution == 0).count() as u64;
                results.executions.push(Execution { number, seed, findings, threads: 1, operations: 0, digest: 0 });
                Ok(false)
            }
            Told { last: Some(last), is_done } => {
                if !is_done {
                    // What forks the executions is gone, by what the execution did that ran then.
                    let message = format!("the program ended the process that starts its executions ({status})");
                    self.add(results, last, Finding::Internal { message });
                    let findings = results.findings.iter().filter(|finding| finding.execution == last).count() as u64;
                    let [threads, operations, digest] =
                        [Header::Threads, Header::Operations, Header::Digest].map(|which| arena.header(which));
                    let (number, seed) = (last, self.seed(last));
                    results.executions.push(Execution { number, seed, findings, threads, operations, digest });
                }
                self.next = last.saturating_add(self.stride);
                let is_over = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
                if self.next >= self.end || is_over {
                    return Ok(false);
                }
                self.start()?;
                Ok(true)
            }
        }
    }

    /// What the end of a process without executions says.
    fn add_ending(&self, results: &mut Results, number: u64, arena: &Arena, status: ExitStatus) {
        if arena.header(Header::Stopped) == 1 {
            return;
        }
        let told = arena.header(Header::Signal);
        match (status.signal(), status.code()) {
            (Some(signal), _) if told != signal as u64 => {
                let (number_of_signal, address) = (signal as u64, 0);
                let place = ThreadPlace::default();
                self.add(results, number, Finding::Signal { number: number_of_signal, address, place });
            }
            (None, Some(code)) if code != 0 => self.add(results, number, Finding::Exit { status: code as u64 }),
            _ => {}
        }
    }

    fn seed(&self, execution: u64) -> u64 {
        self.request.seed.wrapping_add(execution)
    }

    fn add(&self, results: &mut Results, execution: u64, finding: Finding) {
        let seed = self.seed(execution);
        results.findings.push(RawFinding { execution, seed, finding, modules: Rc::from([]), output: Rc::from([]) });
    }

    /// Takes the records of an arena into the results.
    fn collect(&self, arena: &Arena, results: &mut Results) -> Told {
        let mut told = Told { last: None, is_done: false };
        let mut modules: Rc<[u8]> = Rc::from([]);
        let mut of_this = results.findings.len();
        let mut log = arena.log();
        for stamped in log.by_ref() {
            let (execution, seed) = (stamped.execution, self.seed(stamped.execution));
            match stamped.record {
                Record::Begin { .. } => {
                    told.last = Some(execution);
                    of_this = results.findings.len();
                }
                Record::Modules(lines) => modules = Rc::from(lines),
                Record::Found(finding) => {
                    let (modules, output) = (modules.clone(), Rc::from([]));
                    results.findings.push(RawFinding { execution, seed, finding, modules, output });
                }
                Record::Unmodelled(what) => results.unmodelled.push(what),
                Record::Output(text) => {
                    let output: Rc<[u8]> = Rc::from(text);
                    for finding in &mut results.findings[of_this..] {
                        finding.output = output.clone();
                    }
                }
                Record::End { threads, operations, digest, .. } => {
                    let findings = (results.findings.len() - of_this) as u64;
                    let number = execution;
                    results.executions.push(Execution { number, seed, findings, threads, operations, digest });
                }
                Record::Done => told.is_done = true,
            }
        }
        results.lost += log.damaged + arena.header(Header::Dropped);
        told
    }
}

/// What the log of a process says about its executions.
struct Told {
    /// The number of the last one that was begun.
    last: Option<u64>,
    /// Whether all were done.
    is_done: bool,
}

impl Drop for Job<'_> {
    fn drop(&mut self) {
        // When another job has failed: executions die with the process that forked them.
        let _ = self.end_child();
    }
}
