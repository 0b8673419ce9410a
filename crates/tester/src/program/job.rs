//! A share of the executions: one process after the other until all are done.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use wire::{
    Arena, Ending, Finding, Header, LOG_START, Record, SEARCH_PATH, SETTINGS_VARIABLE, SearchFile, Settings,
    ThreadPlace, Wait, WaitFor, Watch,
};

use super::environment::Environment;
use super::scratch::Scratch;
use super::{Execution, RawFinding, Request, Results, RunError, RustLibrary, WatchedExecution, WatchedItem};

/// How many executions one process forks at most: its arena has room for their records.
const BATCH: u64 = 2000;
/// Bytes of an arena. The file is sparse: it takes what is written.
const CAPACITY: u64 = 1 << 28;

/// Bytes of the end of a program's output that are kept, as many as the runtime keeps of an execution's.
const MOST_OUTPUT: u64 = 1 << 14;

/// The signal by which a program is asked where it is; the runtime answers it.
const REPORT: Signal = Signal::SIGXCPU;
/// How long it has to say so.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A file in memory without a name: nothing is left of it when all processes that have it are gone.
struct MemoryFile {
    file: File,
    /// Where others can open it as long as this process has it open.
    path: PathBuf,
}

impl MemoryFile {
    fn new(what: &'static str) -> Result<MemoryFile, RunError> {
        let made: Result<OwnedFd, _> = memfd_create(what, MFdFlags::MFD_CLOEXEC);
        let file = File::from(made.map_err(|error| RunError::System {
            what: format!("make a file in memory for the {what}"),
            error: error.into(),
        })?);
        let path = PathBuf::from(format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd()));
        Ok(MemoryFile { file, path })
    }
}

/// See the module.
pub(super) struct Job<'r> {
    request: &'r Request,
    program: PathBuf,
    rust: Option<RustLibrary>,
    directory: PathBuf,
    arena: MemoryFile,
    output: MemoryFile,
    schedules: Option<MemoryFile>,
    search: Option<MemoryFile>,
    scratch: Option<Scratch>,
    /// Whether an execution has begun since the process was started.
    is_under_way: bool,
    /// When the process was asked where it is, as it has not come to its first thread in time.
    asked: Option<Instant>,
    /// The number of the job.
    number: u64,
    /// How many executions have taken too long, as far as that has been said.
    announced: u64,
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

/// A file with the schedules of all executions, one a line.
fn schedules(request: &Request) -> Result<Option<MemoryFile>, RunError> {
    if request.schedules.is_empty() {
        return Ok(None);
    }
    let text: String = request.schedules.iter().map(|schedule| format!("{schedule}\n")).collect();
    let file = MemoryFile::new("schedules")?;
    file.file.write_all_at(text.as_bytes(), 0).map_err(RunError::system("write schedules"))?;
    Ok(Some(file))
}

/// The file of a search.
fn search(request: &Request) -> Result<Option<MemoryFile>, RunError> {
    if !request.is_search() {
        return Ok(None);
    }
    let file = MemoryFile::new("search")?;
    file.file.set_len(SearchFile::SIZE).map_err(RunError::system("make the file of a search"))?;
    Ok(Some(file))
}

/// What all jobs of a run have in common.
pub(super) struct Common<'r> {
    pub(super) request: &'r Request,
    pub(super) program: &'r Path,
    pub(super) rust: Option<RustLibrary>,
    /// Where files of the run are, and the names of the runtime library.
    pub(super) directory: &'r Path,
    /// No execution has this number or a greater one.
    pub(super) end: u64,
    pub(super) deadline: Option<Instant>,
}

impl<'r> Job<'r> {
    /// Starts the job `number` of `stride`.
    pub(super) fn new(common: &Common<'r>, number: u64, stride: u64) -> Result<Job<'r>, RunError> {
        let Common { request, program, rust, directory, end, deadline } = *common;
        let copy = |original: &PathBuf| Scratch::new(original, &directory.join(format!("scratch-{number}")));
        let mut job = Job {
            request,
            program: program.to_owned(),
            rust,
            directory: directory.to_owned(),
            arena: MemoryFile::new("arena")?,
            output: MemoryFile::new("output")?,
            schedules: schedules(request)?,
            search: search(request)?,
            scratch: request
                .scratch
                .as_ref()
                .map(copy)
                .transpose()
                .map_err(RunError::system("copy the scratch directory"))?,
            is_under_way: false,
            asked: None,
            number,
            announced: 0,
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
        self.request.shows_output && self.end - self.request.first == 1
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
            model: self.request.model_of(self.rust),
            leaks: self.request.leaks,
            follows: String::new(),
            volatiles: self.request.volatiles,
            weakened: self.request.weakened.clone(),
            window: self.request.window.unwrap_or(0),
            unwatched: self.rust == Some(RustLibrary::Prebuilt),
            watch: match self.request.watch {
                Watch::Nothing if self.request.is_decided() => Watch::Decisions,
                watch => watch,
            },
            racing: self.request.racing.clone(),
            driver: u64::from(std::process::id()),
            capacity: CAPACITY,
            arena: self.arena.path.to_string_lossy().into_owned(),
            output: if self.is_shown() { String::new() } else { self.output.path.to_string_lossy().into_owned() },
            scratch: self.scratch.as_ref().map_or(String::new(), |scratch| scratch.copy.to_string_lossy().into_owned()),
            schedules: self.schedules.as_ref().map_or(String::new(), |file| file.path.to_string_lossy().into_owned()),
            exhaustive: self.request.exhaustive.is_some(),
            unroll: self.request.exhaustive.and_then(|exhaustive| exhaustive.unroll).unwrap_or(0),
            strategy_library: match &self.request.strategy_library {
                Some(library) if self.schedules.is_none() => library.to_string_lossy().into_owned(),
                Some(_) | None => String::new(),
            },
            search: self.search.as_ref().map_or(String::new(), |file| file.path.to_string_lossy().into_owned()),
        }
    }

    /// Whether there is a search, and it is over.
    fn search_is_over(&self) -> Result<bool, RunError> {
        let Some(search) = &self.search else { return Ok(false) };
        let mut beginning = [0; 8 * SEARCH_PATH];
        search.file.read_exact_at(&mut beginning, 0).map_err(RunError::system("read the file of a search"))?;
        Ok(SearchFile::is_over(&beginning))
    }

    /// Starts a process with a fresh arena.
    fn start(&mut self) -> Result<(), RunError> {
        let emptied = self.arena.file.set_len(0).and_then(|()| self.arena.file.set_len(CAPACITY));
        emptied.map_err(RunError::system("make an arena"))?;
        // What an earlier process has printed says nothing of this one.
        self.output.file.set_len(0).map_err(RunError::system("empty the file for the output"))?;
        (self.is_under_way, self.asked, self.announced) = (false, None, 0);
        let mut command = Command::new(&self.program);
        let argument = |argument: &OsString| match &self.scratch {
            Some(scratch) => scratch.moved(argument),
            None => argument.clone(),
        };
        let arguments: Vec<OsString> = self.request.arguments.iter().map(argument).collect();
        let mut environment = Environment::inherited();
        if let Some(scratch) = &mut self.scratch {
            scratch.refresh().map_err(RunError::system("copy the scratch directory"))?;
            environment.set("LAKMUS_SCRATCH", &scratch.copy);
            if let Some(place) = scratch.working_directory() {
                command.current_dir(place);
            }
        }
        environment.set("LD_LIBRARY_PATH", self.before("LD_LIBRARY_PATH", self.directory.clone()));
        // Before all other libraries: an allocator, say, would stand before it otherwise.
        environment.set("LD_PRELOAD", self.before("LD_PRELOAD", self.directory.join(crate::library::FILE_NAME)));
        // Functions are looked up once, not again in each execution.
        environment.set("LD_BIND_NOW", "1");
        environment.set(SETTINGS_VARIABLE, self.settings().to_string());
        environment.fill(SETTINGS_VARIABLE, self.program.as_os_str(), &arguments);
        command.args(arguments).env_clear().envs(environment.variables());
        // A process group of its own: the program may kill its group.
        command.process_group(0);
        if !self.is_shown() {
            let open = || OpenOptions::new().append(true).open(&self.output.path);
            command.stdin(Stdio::null());
            command.stdout(open().map_err(RunError::system("open the file for the output"))?);
            command.stderr(open().map_err(RunError::system("open the file for the output"))?);
        }
        let what = format!("run `{}`", self.program.display());
        self.child = Some(command.spawn().map_err(RunError::system(what))?);
        self.started = Instant::now();
        Ok(())
    }

    /// A path in front of what a variable has already.
    fn before(&self, variable: &str, path: PathBuf) -> OsString {
        let mut paths = path.into_os_string();
        if let Some(more) = std::env::var_os(variable) {
            paths.push(":");
            paths.push(more);
        }
        paths
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

    /// A program that does not come to its first thread has no server that would see to the time limit.
    fn check_start(&mut self, results: &mut Results) -> Result<bool, RunError> {
        let header = Arena::new(self.read_header()?);
        self.announce(header.header(Header::TimedOut));
        if self.is_under_way || Arena::used(&self.read_header()?) > LOG_START as u64 && self.asked.is_none() {
            self.is_under_way = true;
            return Ok(true);
        }
        let grace = self.request.timeout + Duration::from_millis(500);
        if self.request.timeout.is_zero() || self.started.elapsed() < grace {
            return Ok(true);
        }
        let process = header.header(Header::Attached);
        match self.asked {
            None if process > 0 => {
                self.asked = Some(Instant::now());
                self.ask(process)?;
                return Ok(true);
            }
            Some(asked) if asked.elapsed() < LAST_WORDS => return Ok(true),
            _ => {}
        }
        let place = system_call(process);
        self.end_child().map_err(RunError::system("end a process"))?;
        let arena = self.read()?;
        let known = results.findings.len();
        self.collect(&arena, results);
        if !results.findings.iter().any(|finding| matches!(finding.finding, Finding::Timeout { .. })) {
            let milliseconds = self.request.timeout.as_millis() as u64;
            let wait = |object| Wait { what: WaitFor::SystemCall, object, place: ThreadPlace::default() };
            let threads = place.map(wait).into_iter().collect();
            self.add(results, self.next, Finding::Timeout { milliseconds, threads });
        }
        self.add_output(results, known)?;
        results.is_single_threaded = true;
        Ok(false)
    }

    /// Asks a process that has no server where it is.
    fn ask(&self, process: u64) -> Result<(), RunError> {
        let number = system_call(process).map_or(0, |number| number + 1);
        let at = 8 * Header::SystemCall as u64;
        self.arena.file.write_all_at(&number.to_le_bytes(), at).map_err(RunError::system("write to an arena"))?;
        // If the process is gone there is nothing to ask.
        let _ = kill(Pid::from_raw(process as i32), REPORT);
        Ok(())
    }

    /// Says that executions take too long, when the first one does.
    fn announce(&mut self, late: u64) {
        if late > 0 && self.announced == 0 {
            self.announced = late;
            if self.number > 0 {
                return; // The first job says so for all.
            }
            let seconds = self.request.timeout.as_secs_f64();
            let announce = self.request.announce;
            announce(&format!(
                "an execution takes longer than {seconds} s (--timeout); after 3 in a row there are no more"
            ));
        }
    }

    /// Ends the process with all its executions, and takes what they have collected.
    pub(super) fn stop(&mut self, results: &mut Results) -> Result<(), RunError> {
        if self.child.is_some() {
            self.end_child().map_err(RunError::system("end a process"))?;
            let arena = self.read()?;
            self.collect(&arena, results);
        }
        Ok(())
    }

    fn end_child(&mut self) -> std::io::Result<()> {
        if let Some(mut child) = self.child.take() {
            child.kill()?;
            child.wait()?;
        }
        Ok(())
    }

    /// How many executions the process has begun, and how many findings they have reported: what is not in the results yet.
    pub(super) fn under_way(&self) -> Result<(u64, u64), RunError> {
        let header = Arena::new(self.read_header()?);
        if self.child.is_none() || !self.is_under_way {
            return Ok((0, 0));
        }
        let begun = header.header(Header::Execution).saturating_sub(self.next) / self.stride + 1;
        Ok((begun, header.header(Header::AllFindings)))
    }

    fn read_header(&self) -> Result<Vec<u8>, RunError> {
        let mut bytes = vec![0; LOG_START];
        self.arena.file.read_exact_at(&mut bytes, 0).map_err(RunError::system("read an arena"))?;
        Ok(bytes)
    }

    fn read(&self) -> Result<Arena, RunError> {
        let mut bytes = self.read_header()?;
        let used = Arena::used(&bytes).min(CAPACITY) as usize;
        bytes.resize(used, 0);
        let rest = &mut bytes[LOG_START..];
        self.arena.file.read_exact_at(rest, LOG_START as u64).map_err(RunError::system("read an arena"))?;
        Ok(Arena::new(bytes))
    }

    /// The process has ended.
    fn conclude(&mut self, arena: &Arena, status: ExitStatus, results: &mut Results) -> Result<bool, RunError> {
        if arena.header(Header::Attached) == 0 {
            return Err(RunError::NotAttached { program: self.program.clone(), status: Some(status) });
        }
        let known = results.findings.len();
        let collected = self.collect(arena, results);
        if self.search.is_some() {
            results.searched.get_or_insert_default().is_over |= self.search_is_over()?;
        }
        if let Some(reason) = collected.refused {
            return Err(RunError::Refused { program: self.program.clone(), reason });
        }
        if collected.has_given_up {
            return Ok(false);
        }
        match collected {
            // What could be read says nothing of the executions.
            Collected { last: None, is_damaged: true, .. } => {
                let (number, seed) = (self.next, self.seed(self.next));
                results.executions.push(Execution { number, seed, findings: 1, threads: 0, operations: 0, digest: 0 });
                Ok(false)
            }
            // No execution was begun: the program has ended before its first thread.
            Collected { last: None, .. } => {
                results.is_single_threaded = true;
                self.add_ending(results, 0, arena, status);
                self.add_output(results, known)?;
                let (number, seed) = (0, self.request.seed);
                let findings = results.findings.iter().filter(|finding| finding.execution == 0).count() as u64;
                results.executions.push(Execution { number, seed, findings, threads: 1, operations: 0, digest: 0 });
                Ok(false)
            }
            Collected { last: Some(last), is_done, .. } => {
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
                if self.next >= self.end || is_over || self.search_is_over()? {
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
        let reported = arena.header(Header::Signal);
        match (status.signal(), status.code()) {
            (Some(signal), _) if reported != signal as u64 => {
                let (number_of_signal, address) = (signal as u64, 0);
                let place = ThreadPlace::default();
                self.add(results, number, Finding::Signal { number: number_of_signal, address, place });
            }
            (None, Some(code)) if code != 0 => self.add(results, number, Finding::Exit { status: code as u64 }),
            _ => {}
        }
    }

    /// Adds what the program has printed to what was found behind the first `known` findings, before its first thread: the server, which keeps the output of executions, is not
    /// there yet then.
    fn add_output(&self, results: &mut Results, known: usize) -> Result<(), RunError> {
        let printed = || -> std::io::Result<Vec<u8>> {
            let length = self.output.file.metadata()?.len();
            let start = length.saturating_sub(MOST_OUTPUT);
            let mut bytes = vec![0; (length - start) as usize];
            self.output.file.read_exact_at(&mut bytes, start)?;
            Ok(bytes)
        };
        let output: Rc<[u8]> = Rc::from(printed().map_err(RunError::system("read the program's output"))?);
        for finding in &mut results.findings[known..] {
            finding.output = output.clone();
        }
        Ok(())
    }

    fn seed(&self, execution: u64) -> u64 {
        self.request.seed.wrapping_add(execution)
    }

    fn add(&self, results: &mut Results, execution: u64, finding: Finding) {
        let seed = self.seed(execution);
        results.findings.push(RawFinding { execution, seed, finding, modules: Rc::from([]), output: Rc::from([]) });
    }

    /// Takes the records of an arena into the results.
    fn collect(&self, arena: &Arena, results: &mut Results) -> Collected {
        let mut collected =
            Collected { last: None, is_done: false, has_given_up: false, is_damaged: false, refused: None };
        let mut modules: Rc<[u8]> = Rc::from([]);
        let mut of_this = results.findings.len();
        let mut log = arena.log();
        for stamped in log.by_ref() {
            let (execution, seed) = (stamped.execution, self.seed(stamped.execution));
            match stamped.record {
                Record::Begin { .. } => {
                    if self.request.watch != Watch::Nothing || self.request.is_decided() {
                        let (number, modules) = (execution, Rc::from([]));
                        results.watched.push(WatchedExecution { number, items: Vec::new(), modules });
                    }
                    collected.last = Some(execution);
                    of_this = results.findings.len();
                }
                Record::Modules(lines) => {
                    modules = Rc::from(lines);
                    if let Some(watched) = results.watched.last_mut() {
                        watched.modules = modules.clone();
                    }
                }
                Record::Decided(decision) => watched(results, execution, WatchedItem::Decided(decision)),
                Record::Event(event) => watched(results, execution, WatchedItem::Event(event)),
                Record::Found(finding) => {
                    watched(results, execution, WatchedItem::Found(finding.clone()));
                    let (modules, output) = (modules.clone(), Rc::from([]));
                    results.findings.push(RawFinding { execution, seed, finding, modules, output });
                }
                Record::Unmodelled(what) => results.unmodelled.push(what),
                Record::Unseen(place) => results.unseen.push(place),
                Record::Output(text) => add_output(&mut results.findings[of_this..], text),
                Record::End { ending, threads, operations, digest } => {
                    let findings = (results.findings.len() - of_this) as u64;
                    let number = execution;
                    // What was decided where nothing is found is of no use, and there are many of these; but that of a single execution says whether it has followed its schedule.
                    let is_one_of_many = self.request.executions != Some(1);
                    let is_watched_by_itself = self.request.is_decided() && self.request.watch == Watch::Nothing;
                    if is_watched_by_itself && is_one_of_many && findings == 0 {
                        results.watched.pop();
                    }
                    if !end_of_search(results, ending) || findings > 0 {
                        results.executions.push(Execution { number, seed, findings, threads, operations, digest });
                    }
                }
                Record::Incomplete(reason) => {
                    let incomplete = &mut results.searched.get_or_insert_default().incomplete;
                    if !incomplete.contains(&reason) {
                        incomplete.push(reason);
                    }
                }
                Record::Done => collected.is_done = true,
                Record::Note(text) => results.notes.push(text),
                Record::Refused(reason) => collected.refused = Some(reason),
                Record::GivenUp => {
                    collected.has_given_up = true;
                    results.has_given_up = true;
                }
            }
        }
        collected.is_damaged = log.damaged > 0;
        // The numbers beside damaged records say nothing either.
        results.lost += if collected.is_damaged { log.damaged } else { arena.header(Header::Dropped) };
        if collected.is_damaged {
            let message =
                "the program has overwritten the memory in which its executions report what they find".to_owned();
            self.add(results, collected.last.unwrap_or(self.next), Finding::Internal { message });
        }
        collected
    }
}

/// The end of what the execution with these findings has printed.
fn add_output(findings: &mut [RawFinding], text: Vec<u8>) {
    let output: Rc<[u8]> = Rc::from(text);
    for finding in findings {
        finding.output = output.clone();
    }
}

/// Takes the records of an execution, if it is one that is watched.
fn watched(results: &mut Results, execution: u64, item: WatchedItem) {
    if let Some(watched) = results.watched.last_mut().filter(|watched| watched.number == execution) {
        watched.items.push(item);
    }
}

/// Whether a search has ended an execution early, which is counted then.
fn end_of_search(results: &mut Results, ending: Ending) -> bool {
    let count = match ending {
        Ending::Redundant => &mut results.searched.get_or_insert_default().redundant,
        Ending::Cut => &mut results.searched.get_or_insert_default().cut,
        Ending::Exited(_) | Ending::Signalled(_) | Ending::TimedOut | Ending::Stopped => return false,
    };
    *count += 1;
    true
}

/// What the log of a process says about its executions.
struct Collected {
    /// The number of the last one that was begun.
    last: Option<u64>,
    /// Whether all were done.
    is_done: bool,
    /// Whether there are no more, as the last ones took too long.
    has_given_up: bool,
    /// Whether some records cannot be read.
    is_damaged: bool,
    /// Why there are none.
    refused: Option<String>,
}

/// The number of the system call that a process is in; none if it runs, or is gone.
fn system_call(process: u64) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/syscall")).ok()?;
    text.split_whitespace().next()?.parse().ok()
}

impl Drop for Job<'_> {
    fn drop(&mut self) {
        // When another job has failed: executions die with the process that forked them.
        let _ = self.end_child();
    }
}
