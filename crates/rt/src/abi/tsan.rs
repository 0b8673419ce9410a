//! The start, function calls, and failed assertions.
#![allow(unsafe_code)]

use wire::{Header, SETTINGS_VARIABLE, Settings};

use super::entry;
use crate::report::{Reporter, say};
use crate::runtime::Runtime;
use crate::stacks::Frame;
use crate::sys::arena::Arena;
use crate::sys::carrier::carrier;
use crate::sys::cell::{begin, enter};
use crate::sys::{process, signals, syscall};

/// Called by a constructor of every instrumented file.
///
/// With gcc also before all constructors, when not even the C library is set up: that is too early.
// SAFETY: the name is ThreadSanitizer's for this.
#[cfg_attr(not(test), unsafe(no_mangle))]
pub(super) extern "C" fn __tsan_init() {
    if !process::has_environment() {
        return;
    }
    begin(|| {
        super::assembly::prepare();
        let mut settings = settings();
        let arena = open_arena(&settings);
        if arena.is_none() && !settings.arena.is_empty() {
            // It is another process that the driver drives.
            settings = Settings {
                arena: String::new(),
                output: String::new(),
                scratch: String::new(),
                schedules: String::new(),
                watch: wire::Watch::Nothing,
                ..settings
            };
        } else {
            signals::watch_time();
        }
        std::panic::set_hook(Box::new(|panic| {
            say(&format!("lakmus: internal error: {panic}\n"));
            if let Some(mut entered) = crate::sys::cell::enter_to_die() {
                let reporter = &mut entered.runtime().reporter;
                reporter.found(wire::Finding::Internal { message: panic.to_string() });
                reporter.stop();
            }
        }));
        // The first of the handlers that a forked process runs: the others may already be interrupted by threads, were there any.
        process::call_in_children(super::processes::begin_child);
        let carrier = carrier(settings.carriers);
        let watch = crate::watch::Watch::new(&settings, arena.clone());
        let mut reporter = Reporter::new(arena, watch);
        if let Some(file) = crate::sys::next::stands_before_us() {
            reporter.refuse(&format!(
                "`pthread_create` is that of `{file}`, not that of the runtime library: link the program so that the runtime library comes first"
            ));
        }
        Runtime::new(settings, reporter, carrier)
    });
}

// Where a debugger stops: a thread goes on in the place of another, in an execution that follows a schedule; something is found.
// SAFETY: the names are ours.
#[cfg_attr(not(test), unsafe(no_mangle))]
#[inline(never)]
extern "C" fn lakmus_turn(thread: u64) {
    // Not what the other one does: equal functions become one, and a debugger would stop in both.
    std::hint::black_box(thread + 1);
}

#[cfg_attr(not(test), unsafe(no_mangle))]
#[inline(never)]
extern "C" fn lakmus_found(what: Text) {
    std::hint::black_box(what);
}

/// A thread goes on in the place of another.
pub(crate) fn show_turn(thread: u64) {
    lakmus_turn(thread);
}

/// Something is found, and there is no driver to report to.
pub(crate) fn show_found(what: &str) {
    let what = std::ffi::CString::new(what.replace('\0', " ")).unwrap_or_default();
    lakmus_found(what.as_ptr());
}

/// What the driver asks for.
fn settings() -> Settings {
    let text = process::variable(SETTINGS_VARIABLE).unwrap_or_default();
    text.parse().unwrap_or_else(|error| {
        say(&format!("lakmus: {error}\n"));
        syscall::exit_now(2)
    })
}

/// The arena, unless it belongs to another process. The first to come has it, and keeps it when it executes another program, or itself again: processes that it
/// starts are not what is tested, although they find the same settings.
fn open_arena(settings: &Settings) -> Option<Arena> {
    if settings.arena.is_empty() {
        return None;
    }
    let own = process::id() as u64;
    let arena = Arena::open(&settings.arena, settings.capacity)?;
    match arena.get(Header::Attached) {
        0 => arena.set(Header::Attached, own),
        owner if owner == own => {}
        _ => return None,
    }
    Some(arena)
}

/// A function is entered; `pc` is where it was called.
// SAFETY: the name is ThreadSanitizer's for this.
#[cfg_attr(not(test), unsafe(no_mangle))]
extern "C" fn __tsan_func_entry(pc: usize) {
    if let Some(mut entered) = enter() {
        let runtime = entered.runtime();
        let stack = runtime.place(Frame::call(pc));
        runtime.thread().stack = stack;
    }
}

/// A function is left.
// SAFETY: the name is ThreadSanitizer's for this.
#[cfg_attr(not(test), unsafe(no_mangle))]
extern "C" fn __tsan_func_exit() {
    if let Some(mut entered) = enter() {
        let runtime = entered.runtime();
        let stack = runtime.thread().stack;
        runtime.thread().stack = runtime.stacks.parent(stack);
    }
}

/// Called when the process exits, behind what the program and the libraries that need the runtime do then.
extern "C" fn at_exit() {
    if let Some(mut entered) = enter() {
        entered.runtime().note_leaks();
    }
}

// SAFETY: the loader calls the functions of this section, without arguments that matter, when the process exits.
#[cfg(not(test))]
#[used]
#[unsafe(link_section = ".fini_array")]
static AT_EXIT: extern "C" fn() = at_exit;

// What the C library calls when an assertion fails: message, file, line, function.
type Text = *const libc::c_char;
entry! { r8:
    __assert_fail(Text, Text, u32, Text) => assertion_failed;
}

extern "C-unwind" fn assertion_failed(assertion: Text, file: Text, line: u32, function: Text, pc: usize) {
    let text = |text: Text| {
        // SAFETY: the C library's macro passes C strings, or null for an unknown function.
        let text = (!text.is_null()).then(|| unsafe { std::ffi::CStr::from_ptr(text) });
        text.map(|text| text.to_string_lossy().into_owned()).unwrap_or_default()
    };
    if let Some(mut entered) = enter() {
        let runtime = entered.runtime();
        let stack = runtime.place(Frame::call(pc));
        let place = runtime.thread_place(runtime.current, stack);
        let message = format!("assertion `{}` failed", text(assertion));
        runtime.reporter.found(wire::Finding::Assertion { message, place });
        runtime.reporter.set(wire::Header::Signal, libc::SIGABRT as u64);
    }
    // SAFETY: the real function takes what we were given.
    unsafe { crate::sys::next::real!(fn __assert_fail(Text, Text, u32, Text))(assertion, file, line, function) };
}
