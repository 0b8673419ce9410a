//! The start, function calls, and annotations.
#![allow(unsafe_code)]

use wire::{SETTINGS_VARIABLE, Settings};

use super::entry;
use crate::report::{Reporter, say};
use crate::runtime::Runtime;
use crate::stacks::Frame;
use crate::sync::{acquire_at, release_at};
use crate::sys::arena::Arena;
use crate::sys::carrier::carrier;
use crate::sys::cell::{begin, enter};
use crate::sys::{process, syscall};

/// Called by a constructor of every instrumented file.
///
/// With gcc also before all constructors, when not even the C library is set up: that is too early.
// SAFETY: the name is ThreadSanitizer's for this.
#[cfg_attr(not(test), unsafe(no_mangle))]
extern "C" fn __tsan_init() {
    if !process::has_environment() {
        return;
    }
    begin(|| {
        let settings = settings();
        let arena = open_arena(&settings);
        std::panic::set_hook(Box::new(|panic| {
            say(&format!("lakmus: internal error: {panic}\n"));
            if let Some(mut entered) = crate::sys::cell::enter_to_die() {
                let reporter = &mut entered.runtime().reporter;
                reporter.found(wire::Finding::Internal { message: panic.to_string() });
                reporter.stop();
            }
        }));
        let carrier = carrier(settings.carriers);
        Runtime::new(settings, Reporter::new(arena), carrier)
    });
}

/// What the driver asks for. Programs that this one starts are not asked.
fn settings() -> Settings {
    let text = process::variable(SETTINGS_VARIABLE).unwrap_or_default();
    process::remove_variable(SETTINGS_VARIABLE);
    text.parse().unwrap_or_else(|error| {
        say(&format!("lakmus: {error}\n"));
        syscall::exit_now(2)
    })
}

fn open_arena(settings: &Settings) -> Option<Arena> {
    if settings.arena.is_empty() {
        return None;
    }
    let arena = Arena::open(&settings.arena, settings.capacity);
    if arena.is_none() {
        say(&format!("lakmus: cannot use the arena `{}`\n", settings.arena));
        syscall::exit_now(2);
    }
    arena
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

// Annotations: what programs say about synchronisation of their own making.
entry! { rsi:
    __tsan_acquire(usize) => annotated_acquire;
    __tsan_release(usize) => annotated_release;
}

extern "C-unwind" fn annotated_acquire(address: usize, _pc: usize) {
    if let Some(mut entered) = enter() {
        acquire_at(entered.runtime(), address);
    }
}

extern "C-unwind" fn annotated_release(address: usize, _pc: usize) {
    if let Some(mut entered) = enter() {
        release_at(entered.runtime(), address);
    }
}

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
