//! Executions by fork.
//!
//! When the program is about to create its first thread, the process becomes a server: it forks a process for each execution, waits
//! for it, and tells how it ended. The children return from here and go on with the program. So whatever an execution does to its
//! memory, or to itself, the next one starts from the same state; and what an execution has found is in the arena, which it
//! shares with the server, whether it ends well or not.

use c11::StrategyKind;
use wire::{Ending, Finding, Header};

use crate::live::Live;
use crate::runtime::Runtime;
use crate::sys::prepared::Prepared;
use crate::sys::process::{self, Ended, Forked, Output};
use crate::sys::{next, signals, syscall};

/// How much of what the program prints is kept.
const MOST_OUTPUT: usize = 1 << 14;

/// From here on there are several threads. Returns in each execution.
pub(crate) fn begin_executions(runtime: &mut Runtime) {
    let Some(kind) = strategy(runtime) else {
        let message = format!("there is no strategy `{}`", runtime.settings.strategy);
        runtime.reporter.found(Finding::Internal { message });
        runtime.reporter.stop();
    };
    // Here and not in each execution: the C library reads a long file to tell it.
    runtime.thread().memory = crate::sys::threads::own_stack();
    let mut live = Live::new(kind);
    // A process that the program has forked itself is part of the execution that it was forked in.
    let serves = !runtime.settings.arena.is_empty() && process::id() == runtime.process;
    let seed = if serves { serve(runtime) } else { runtime.settings.seed };
    live.strategy.begin(seed);
    runtime.live = Some(live);
    runtime.reporter.set(Header::Threads, 1);
}

/// The strategy asked for.
fn strategy(runtime: &Runtime) -> Option<StrategyKind> {
    let name = &runtime.settings.strategy;
    StrategyKind::from_name(if name.is_empty() { "portfolio" } else { name })
}

/// Runs all executions. Returns in each with its seed, and never in the server.
fn serve(runtime: &mut Runtime) -> u64 {
    let settings = runtime.settings.clone();
    process::end_with_parent();
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
    for index in 0..settings.executions {
        if settings.time > 0 && process::now() - start >= settings.time {
            break;
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
                let ended = process::wait(child, settings.timeout);
                conclude(runtime, ended, output.as_ref());
            }
            Forked::Failed => {
                runtime.reporter.found(Finding::Internal { message: "cannot fork".to_owned() });
                break;
            }
        }
    }
    runtime.reporter.done();
    syscall::exit_now(0);
}

/// Tells how an execution ended, and what that says about the program.
fn conclude(runtime: &mut Runtime, ended: Ended, output: Option<&Output>) {
    runtime.reporter.resume();
    let is_stopped = runtime.reporter.get(Header::Stopped) == 1;
    let ending = match ended {
        Ended::Exited(status) => {
            if status != 0 && !is_stopped {
                runtime.reporter.found(Finding::Exit { status });
            }
            Ending::Exited(status)
        }
        Ended::Signalled(number) => {
            let is_told = runtime.reporter.get(Header::Signal) == number;
            if !is_stopped && !is_told {
                let place = wire::ThreadPlace::default();
                runtime.reporter.found(Finding::Signal { number, address: 0, place });
            }
            Ending::Signalled(number)
        }
        Ended::TimedOut => {
            let milliseconds = runtime.settings.timeout;
            runtime.reporter.found(Finding::Timeout { milliseconds });
            Ending::TimedOut
        }
    };
    if let Some(output) = output
        && runtime.reporter.get(Header::Findings) > 0
    {
        runtime.reporter.output(output.tail(MOST_OUTPUT));
    }
    runtime.reporter.end(ending);
}
