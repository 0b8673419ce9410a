//! The real functions behind those that the runtime stands in for.
#![allow(unsafe_code)]

use std::ffi::CStr;
use std::sync::atomic::{AtomicPtr, Ordering};

use libc::{c_int, c_void, pthread_attr_t, pthread_t};

/// The next definition of a symbol after ours, looked up once.
pub(crate) struct Next {
    name: &'static CStr,
    found: AtomicPtr<c_void>,
}

impl Next {
    /// Of this name.
    pub(crate) const fn new(name: &'static CStr) -> Next {
        Next { name, found: AtomicPtr::new(std::ptr::null_mut()) }
    }

    /// Its address, or null if there is none.
    pub(crate) fn address(&self) -> *mut c_void {
        let found = self.found.load(Ordering::Relaxed);
        if !found.is_null() {
            return found;
        }
        // SAFETY: the name is a C string.
        let found = unsafe { libc::dlsym(libc::RTLD_NEXT, self.name.as_ptr()) };
        self.found.store(found, Ordering::Relaxed);
        found
    }
}

/// Calls the next definition of a function with this signature: `real!(fn close(c_int) -> c_int)(3)`.
///
/// The call is unsafe as that function is, and its signature must be the right one.
macro_rules! real {
    (fn $name:ident($($argument:ty),*) $(-> $result:ty)?) => {{
        static NEXT: $crate::sys::next::Next =
            $crate::sys::next::Next::new($crate::sys::next::name!(stringify!($name)));
        // SAFETY (for the unsafe block around the call): a function of the C library has the signature that its manual says.
        std::mem::transmute::<*mut libc::c_void, unsafe extern "C-unwind" fn($($argument),*) $(-> $result)?>(
            NEXT.address(),
        )
    }};
}

/// A C string of a name known when compiling.
macro_rules! name {
    ($name:expr) => {
        match std::ffi::CStr::from_bytes_with_nul(concat!($name, "\0").as_bytes()) {
            Ok(name) => name,
            Err(_) => panic!(),
        }
    };
}

pub(crate) use {name, real};

/// Where the file is in memory that has this code; 0 if none has.
pub(crate) fn code_base(address: *mut c_void) -> usize {
    // SAFETY: the result goes to a live variable, of which all bytes may be zero.
    unsafe {
        let mut found: libc::Dl_info = std::mem::zeroed();
        libc::dladdr(address, &mut found);
        found.dli_fbase.addr()
    }
}

/// The file whose `pthread_create` programs call, if it is not ours.
pub(crate) fn stands_before_us() -> Option<String> {
    let ours = code_base((code_base as fn(*mut c_void) -> usize as *mut c_void).cast());
    // SAFETY: the name is a C string, and the result goes to a live variable, of which all bytes may be zero.
    unsafe {
        let create = libc::dlsym(libc::RTLD_DEFAULT, c"pthread_create".as_ptr());
        let mut found: libc::Dl_info = std::mem::zeroed();
        if create.is_null() || libc::dladdr(create, &mut found) == 0 || found.dli_fbase.addr() == ours {
            return None;
        }
        Some(CStr::from_ptr(found.dli_fname).to_string_lossy().into_owned())
    }
}

static PTHREAD_CREATE: Next = Next::new(c"pthread_create");
static PTHREAD_JOIN: Next = Next::new(c"pthread_join");

/// Looks up what every execution calls, so that they need not do that each for itself.
pub(crate) fn look_up() {
    PTHREAD_CREATE.address();
    PTHREAD_JOIN.address();
}

/// The real `pthread_create`.
///
/// # Safety
/// As for the function.
pub(super) unsafe fn pthread_create(
    thread: *mut pthread_t,
    attributes: *const pthread_attr_t,
    start: extern "C-unwind" fn(*mut c_void) -> *mut c_void,
    argument: *mut c_void,
) -> c_int {
    type Start = extern "C-unwind" fn(*mut c_void) -> *mut c_void;
    type Create = unsafe extern "C-unwind" fn(*mut pthread_t, *const pthread_attr_t, Start, *mut c_void) -> c_int;
    // SAFETY: a function of the C library has the signature that its manual says; the rest is the caller's promise.
    unsafe {
        let create = std::mem::transmute::<*mut c_void, Create>(PTHREAD_CREATE.address());
        create(thread, attributes, start, argument)
    }
}

/// The real `pthread_join`.
///
/// # Safety
/// As for the function.
pub(crate) unsafe fn pthread_join(thread: pthread_t, result: *mut *mut c_void) -> c_int {
    type Join = unsafe extern "C-unwind" fn(pthread_t, *mut *mut c_void) -> c_int;
    // SAFETY: as above.
    unsafe { std::mem::transmute::<*mut c_void, Join>(PTHREAD_JOIN.address())(thread, result) }
}
