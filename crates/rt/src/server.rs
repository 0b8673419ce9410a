//! Executions by fork.
//!
//! When the program is about to create its first thread, the process becomes a server: it forks a process for each execution, waits
//! for it, and reports how it ended. The children return from here and go on with the program. So whatever an execution does to its
//! memory, or to itself, the next one starts from the same state; and what an execution has found is in the arena, which it
//! shares with the server, whether it ends well or not.
//!
//! What a fork does not copy, the server puts back ([`Inherited`], [`Scratch`]). Processes that an execution leaves behind become children of the server,
//! which ends them; when the driver ends, the server ends everything.

use c11::{Rules, StrategyKind};
use wire::{Ending, Finding, Header, Model, Wait, WaitFor};

use crate::live::Live;
use crate::report::Reporter;
use crate::runtime::Runtime;
use crate::scratch::Scratch;
use crate::search::{Search, SearchEnd};
use crate::sys::inherited::Inherited;
use crate::sys::prepared::Prepared;
use crate::sys::process::{self, Ended, Forked, Output, Waited};
use crate::sys::user_strategy::UserStrategy;
use crate::sys::{next, signals, syscall};

/// How much of what the program prints is kept.
const MOST_OUTPUT: usize = 1 << 14;

/// After so many executions in a row that take too long there are no more: the next ones would be no different.
const MOST_LATE: u32 = 3;

/// How long an execution has, in milliseconds, to say where it is.
const LAST_WORDS: u64 = 1000;

/// From here on there are several threads. Returns in each execution.
pub(crate) fn begin_executions(runtime: &mut Runtime) {
    let Some(kind) = strategy(runtime) else {
        let message = format!("there is no strategy `{}`", runtime.settings.strategy);
        runtime.reporter.found(Finding::Internal { message });
        runtime.reporter.stop();
    };
    // Here and not in each execution: the C library reads a long file to find it.
    runtime.thread().memory = crate::sys::threads::own_stack();
    let rules = match runtime.settings.model {
        Model::Cxx11 => Rules::Cxx11,
        Model::Cxx20 => Rules::Cxx20,
    };
    let mut live = Live::new(kind, rules);
    live.execution.set_unwatched(runtime.settings.unwatched);
    live.execution.set_window(Some(runtime.settings.window).filter(|window| *window > 0));
    runtime.read_schedules();
    open_search(runtime, rules);
    load_strategy(runtime);
    if runtime.settings.unwatched {
        runtime.reporter.note(
            "Rust's standard library is not instrumented: what it does is worked out, so that races that only it seems to order, and old values that it would let through, may be missed",
        );
    }
    // A process that the program has forked itself is part of the execution that it was forked in.
    let is_first = process::id() == runtime.process;
    let serves = !runtime.settings.arena.is_empty() && is_first;
    if !is_first && !runtime.settings.arena.is_empty() {
        runtime.reporter.note("a process that the program has started creates threads; it has one execution");
    }
    let seed = if serves { serve(runtime) } else { runtime.settings.seed };
    if let Some(search) = runtime.exploring.as_ref().and_then(|exploring| exploring.search.as_ref()) {
        live.strategy = search.strategy();
    }
    if let Some(strategy) = &runtime.user_strategy {
        live.strategy = strategy.for_execution(runtime.reporter.execution());
    }
    live.strategy.begin(seed);
    live.strategy = runtime.watched(live.strategy);
    runtime.live = Some(live);
    runtime.reporter.set(Header::Threads, 1);
}

/// Opens the search that decides, if one does. Ends the process where that is impossible.
fn open_search(runtime: &mut Runtime, rules: Rules) {
    let path = runtime.settings.search.clone();
    let Some(exploring) = runtime.exploring.as_mut().filter(|_| !path.is_empty()) else { return };
    exploring.search = Search::open(&path, rules);
    if exploring.search.is_none() {
        runtime.reporter.refuse("the file of the search cannot be read");
    }
    if runtime.settings.unwatched {
        runtime.note_incomplete(
            "code that is not instrumented takes part in the synchronisation (Rust's standard library)",
        );
    }
}

/// Loads the strategy of the user's own, if there is one. Ends the process where that is impossible.
fn load_strategy(runtime: &mut Runtime) {
    let path = runtime.settings.strategy_library.clone();
    if path.is_empty() {
        return;
    }
    match UserStrategy::load(&path) {
        Ok(strategy) => runtime.user_strategy = Some(strategy),
        Err(reason) => runtime.reporter.refuse(&format!("the strategy `{path}` cannot be used: {reason}")),
    }
}

/// The strategy asked for.
fn strategy(runtime: &Runtime) -> Option<StrategyKind> {
    let name = &runtime.settings.strategy;
    StrategyKind::from_name(if name.is_empty() { "portfolio" } else { name })
}

/// What executions do not copy.
struct State {
    inherited: Inherited,
    scratch: Option<Scratch>,
}

impl State {
    /// Keeps it; ends the process where that is impossible.
    fn keep(runtime: &mut Runtime, output: Option<&Output>) -> State {
        let scratch = &runtime.settings.scratch;
        let search = runtime.exploring.as_ref().and_then(|exploring| exploring.search.as_ref());
        let strategy = runtime.user_strategy.as_ref().map_or(0..0, UserStrategy::memory);
        let ours = [runtime.reporter.memory(), search.map_or(0..0, Search::memory), strategy];
        let kept = Inherited::keep(&ours, output.map(Output::identity), scratch);
        let inherited = kept.unwrap_or_else(|refusal| runtime.reporter.refuse(&refusal.0));
        for what in &inherited.unmodelled {
            runtime.reporter.unmodelled(what);
        }
        let scratch = (!scratch.is_empty()).then(|| {
            Scratch::keep(scratch)
                .unwrap_or_else(|error| runtime.reporter.refuse(&format!("cannot keep the scratch directory: {error}")))
        });
        State { inherited, scratch }
    }

    fn restore(&self, reporter: &mut Reporter) {
        self.inherited.restore();
        if let Some(Err(error)) = self.scratch.as_ref().map(Scratch::restore) {
            reporter.refuse(&format!("cannot put the scratch directory back: {error}"));
        }
    }
}

/// Runs all executions. Returns in each with its seed, and never in the server.
fn serve(runtime: &mut Runtime) -> u64 {
    let settings = runtime.settings.clone();
    process::adopt_orphans();
    // These were there before: they are not what an execution leaves behind.
    let kept = process::children();
    let driver = if settings.driver == 0 { -1 } else { process::open_process(settings.driver as i32) };
    // What executions inherit need not be done by each.
    process::leave_no_core_file();
    signals::watch();
    next::look_up();
    runtime.prepared = Prepared::for_executions(runtime.carrier);
    let start = process::now();
    let output = (!settings.output.is_empty()).then(|| Output::open(&settings.output)).flatten();
    if let Some(output) = &output {
        output.redirect();
    }
    let state = State::keep(runtime, output.as_ref());
    let mut late_in_a_row = 0;
    for index in 0..settings.executions {
        if settings.time > 0 && process::now() - start >= settings.time {
            break;
        }
        if index > 0 {
            state.restore(&mut runtime.reporter);
        }
        let execution = settings.first + index * settings.stride;
        let seed = settings.seed.wrapping_add(execution);
        if let Some(output) = &output {
            output.clear();
        }
        runtime.reporter.begin(execution, seed);
        match runtime.prepared.fork() {
            Forked::Child => {
                process::end_with_parent();
                return seed;
            }
            Forked::Parent(child) => {
                let is_late = see_to_end(runtime, child, driver, &kept, output.as_ref());
                late_in_a_row = if is_late { late_in_a_row + 1 } else { 0 };
            }
            Forked::Failed => {
                runtime.reporter.found(Finding::Internal { message: "cannot fork".to_owned() });
                break;
            }
        }
        if let Some(strategy) = &runtime.user_strategy {
            strategy.end(execution, runtime.reporter.get(Header::Findings));
        }
        if !advance_search(runtime) {
            break;
        }
        if late_in_a_row == MOST_LATE {
            runtime.reporter.give_up();
            break;
        }
    }
    runtime.reporter.done();
    syscall::exit_now(0);
}

/// After an execution: whether there is another one, as far as a search knows.
fn advance_search(runtime: &mut Runtime) -> bool {
    let Some(search) = runtime.exploring.as_mut().and_then(|exploring| exploring.search.as_mut()) else { return true };
    let is_more = search.advance();
    if let Some(reason) = search.loss() {
        runtime.reporter.incomplete(reason);
    }
    is_more
}

/// Waits for the end of an execution, and for no longer than the limit. Gives whether that was reached.
fn see_to_end(runtime: &mut Runtime, child: i32, driver: i32, kept: &[i32], output: Option<&Output>) -> bool {
    let waited = process::wait_for(child, driver, runtime.settings.timeout);
    let mut place = None;
    match waited {
        Waited::Ended => {}
        Waited::Late => {
            // Before the signal: its handler makes system calls of its own.
            place = process::system_call(child);
            runtime.reporter.set(Header::SystemCall, place.map_or(0, |(number, _)| number + 1));
            process::send(child, signals::REPORT);
            if process::wait_for(child, driver, LAST_WORDS) != Waited::Ended {
                process::send(child, libc::SIGKILL);
            }
        }
        Waited::DriverGone => process::send(child, libc::SIGKILL),
    }
    let ended = process::reap(child);
    if process::end_descendants(kept) && waited == Waited::Ended {
        runtime.reporter.note("processes that the program had started were still there when it ended; they were ended");
    }
    // No driver reads what would be reported.
    if waited == Waited::DriverGone {
        syscall::exit_now(0);
    }
    runtime.reporter.resume();
    let is_late = waited == Waited::Late;
    if is_late {
        conclude_late(runtime, place);
    }
    conclude(runtime, ended, is_late, output);
    is_late
}

/// An execution that has taken too long: if it has not said where it is, what the kernel says.
fn conclude_late(runtime: &mut Runtime, place: Option<(u64, u64)>) {
    runtime.reporter.set(Header::TimedOut, runtime.reporter.get(Header::TimedOut) + 1);
    if runtime.reporter.get(Header::Stopped) == 1 {
        return;
    }
    let wait = place.map(|(number, address)| {
        let place = wire::ThreadPlace { stack: wire::Stack(vec![address]), ..wire::ThreadPlace::default() };
        Wait { what: WaitFor::SystemCall, object: number, place }
    });
    let (milliseconds, threads) = (runtime.settings.timeout, wait.into_iter().collect());
    runtime.reporter.found(Finding::Timeout { milliseconds, threads });
}

/// Reports how an execution ended, and what that says about the program.
fn conclude(runtime: &mut Runtime, ended: Ended, is_late: bool, output: Option<&Output>) {
    let is_stopped = runtime.reporter.get(Header::Stopped) == 1;
    let search = runtime.exploring.as_ref().and_then(|exploring| exploring.search.as_ref());
    let end = search.map_or(SearchEnd::Itself, Search::end);
    if is_late {
        runtime.note_incomplete("an execution takes too long");
    }
    if end == SearchEnd::Cut {
        runtime.note_incomplete("executions are cut in which a thread comes to one place too often (--unroll)");
    }
    let ending = match ended {
        _ if is_late => Ending::TimedOut,
        _ if end == SearchEnd::Redundant => Ending::Redundant,
        _ if end == SearchEnd::Cut => Ending::Cut,
        Ended::Exited(status) => {
            if status != 0 && !is_stopped {
                runtime.reporter.found(Finding::Exit { status });
            }
            Ending::Exited(status)
        }
        Ended::Signalled(number) => {
            let is_reported = runtime.reporter.get(Header::Signal) == number;
            if !is_stopped && !is_reported {
                let place = wire::ThreadPlace::default();
                runtime.reporter.found(Finding::Signal { number, address: 0, place });
            }
            Ending::Signalled(number)
        }
    };
    if let Some(output) = output
        && runtime.reporter.get(Header::Findings) > 0
    {
        runtime.reporter.output(output.tail(MOST_OUTPUT));
    }
    runtime.reporter.end(ending);
}
