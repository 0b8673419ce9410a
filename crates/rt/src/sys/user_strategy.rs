//! Strategies of the user's own: shared libraries with the interface of `include/lakmus/strategy.h`.
//!
//! The library is loaded once, before executions are forked. Its functions run inside the runtime: what they call of the C library is not the program's doing, and not seen.
#![allow(unsafe_code)]

use std::ffi::{CStr, CString};
use std::ptr::null_mut;

use c11::{Candidates, Choice, Order, Pending, PendingOperation, Strategy, ThreadId};
use libc::c_void;

use super::memory::map_shared;
use super::syscall::raw;

/// The version of the interface.
const VERSION: u32 = 1;
/// The most that a strategy may have to remember.
const MOST_SHARED: u64 = 1 << 30;
const NO_THREAD: u32 = u32::MAX;

#[repr(C)]
#[derive(Clone, Copy)]
struct Step {
    thread: u32,
    operation: u32,
    order: u32,
    reserved: u32,
    address: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Store {
    thread: u32,
    event: u32,
    time: u64,
    value: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Interface {
    version: u32,
    reserved: u32,
    shared_size: u64,
    begin: Option<extern "C" fn(*mut c_void, u64, u64)>,
    pick_thread: Option<extern "C" fn(u32, *const Step, usize) -> usize>,
    pick_store: Option<extern "C" fn(u32, *const Store, usize, usize) -> usize>,
    pick: Option<extern "C" fn(u32, u32, usize) -> usize>,
    end: Option<extern "C" fn(*mut c_void, u64, u64)>,
}

/// A strategy that has been loaded.
pub(crate) struct UserStrategy {
    interface: Interface,
    /// What executions have in common.
    shared: *mut c_void,
    /// The number of the execution.
    number: u64,
    steps: Vec<Step>,
    stores: Vec<Store>,
}

impl UserStrategy {
    /// Loads the library.
    ///
    /// # Errors
    /// Why that is not possible, as a sentence.
    pub(crate) fn load(path: &str) -> Result<UserStrategy, String> {
        let file = CString::new(path).map_err(|_| "its name has a null byte".to_owned())?;
        // SAFETY: the path and the name are C strings; constructors of the library are the user's code.
        let symbol = unsafe {
            let library = libc::dlopen(file.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL);
            if library.is_null() {
                return Err(last_error());
            }
            libc::dlsym(library, c"lakmus_strategy".as_ptr())
        };
        if symbol.is_null() {
            return Err("it does not define `lakmus_strategy`".to_owned());
        }
        // SAFETY: the symbol is a structure that begins with its version, whatever the version is.
        let version = unsafe { symbol.cast::<u32>().read() };
        if version != VERSION {
            return Err(format!("it has version {version} of the interface, and version {VERSION} is known here"));
        }
        // SAFETY: in this version the structure is this one.
        let interface = unsafe { symbol.cast::<Interface>().read() };
        if interface.shared_size > MOST_SHARED {
            return Err("it asks for more than a gibibyte of shared memory".to_owned());
        }
        let shared = shared_memory(interface.shared_size as usize);
        if interface.shared_size > 0 && shared.is_null() {
            return Err("there is no memory that executions could share".to_owned());
        }
        Ok(UserStrategy { interface, shared, number: 0, steps: Vec::new(), stores: Vec::new() })
    }

    /// The same for an execution with this number.
    pub(crate) fn for_execution(&self, number: u64) -> Box<dyn Strategy> {
        Box::new(UserStrategy { number, steps: Vec::new(), stores: Vec::new(), ..*self })
    }

    /// An execution has ended.
    pub(crate) fn end(&self, number: u64, findings: u64) {
        if let Some(end) = self.interface.end {
            end(self.shared, number, findings);
        }
    }

    /// The memory that executions share.
    pub(crate) fn memory(&self) -> std::ops::Range<usize> {
        self.shared.addr()..self.shared.addr() + self.interface.shared_size as usize
    }
}

/// Why the loader has refused something.
fn last_error() -> String {
    // SAFETY: the loader gives a C string that lives until it is asked for something else, or null.
    unsafe {
        let text = libc::dlerror();
        if text.is_null() {
            "the loader does not say why".to_owned()
        } else {
            CStr::from_ptr(text).to_string_lossy().into_owned()
        }
    }
}

/// Zeroed memory that processes share which are forked from this one; null where there is none.
fn shared_memory(size: usize) -> *mut c_void {
    if size == 0 {
        return null_mut();
    }
    // SAFETY: a file in memory of our own, mapped at a new place.
    unsafe {
        let descriptor =
            raw(libc::SYS_memfd_create, [c"strategy".as_ptr().addr(), libc::MFD_CLOEXEC as usize, 0, 0, 0, 0]);
        if descriptor < 0 {
            return null_mut();
        }
        raw(libc::SYS_ftruncate, [descriptor as usize, size, 0, 0, 0, 0]);
        let memory = map_shared(descriptor as i32, size);
        raw(libc::SYS_close, [descriptor as usize, 0, 0, 0, 0, 0]);
        memory.cast()
    }
}

fn number_of(order: Order) -> u32 {
    match order {
        Order::Relaxed => 0,
        Order::Acquire => 1,
        Order::Release => 2,
        Order::AcquireRelease => 3,
        Order::SeqCst => 4,
    }
}

fn step(pending: &Pending) -> Step {
    let (operation, order, address) = match pending.operation() {
        PendingOperation::Load(address, order) => (0, order, address),
        PendingOperation::Store(address, order) => (1, order, address),
        PendingOperation::ReadModifyWrite(address, order) => (2, order, address),
        PendingOperation::Fence(order) => (3, order, 0),
        PendingOperation::Start => (4, Order::Relaxed, 0),
        PendingOperation::Finish => (5, Order::Relaxed, 0),
        PendingOperation::Create => (6, Order::Relaxed, 0),
        PendingOperation::Join(_) => (7, Order::Relaxed, 0),
        PendingOperation::Lock(address) => (8, Order::Relaxed, address),
        PendingOperation::Unlock(address) => (9, Order::Relaxed, address),
        PendingOperation::Sync(address) => (10, Order::Relaxed, address),
        PendingOperation::Yield => (11, Order::Relaxed, 0),
    };
    Step { thread: pending.thread().number(), operation, order: number_of(order), reserved: 0, address }
}

impl Strategy for UserStrategy {
    fn begin(&mut self, seed: u64) {
        if let Some(begin) = self.interface.begin {
            begin(self.shared, self.number, seed);
        }
    }

    fn pick_thread(&mut self, current: ThreadId, enabled: &[Pending]) -> usize {
        let Some(pick) = self.interface.pick_thread else { return crate::watch::by_itself(current, enabled) };
        self.steps.clear();
        self.steps.extend(enabled.iter().map(step));
        pick(current.number(), self.steps.as_ptr(), self.steps.len()).min(enabled.len() - 1)
    }

    fn pick_store(&mut self, thread: ThreadId, candidates: &dyn Candidates) -> usize {
        let latest = candidates.latest();
        let Some(pick) = self.interface.pick_store else { return latest };
        self.stores.clear();
        self.stores.extend((0..candidates.count()).map(|index| {
            let store = candidates.get(index);
            let thread = store.thread.map_or(NO_THREAD, |thread| thread.number());
            Store { thread, event: store.event, time: store.time, value: store.value as u64 }
        }));
        pick(thread.number(), self.stores.as_ptr(), self.stores.len(), latest).min(self.stores.len() - 1)
    }

    fn pick(&mut self, thread: ThreadId, choice: Choice, options: usize) -> usize {
        let choice = match choice {
            Choice::SpuriousFailure => 0,
            Choice::Wake => 1,
            Choice::Other => 2,
        };
        let pick = self.interface.pick;
        pick.map_or(0, |pick| pick(thread.number(), choice, options)).min(options.saturating_sub(1))
    }
}
