//! Reading, writing, and waiting for descriptors.
//!
//! A call that would wait lets other threads go on until it would not; then it is made. The memory that it reads or writes is accessed by the calling thread. What
//! goes through pipes, sockets and event counters orders those who send before those who receive: each pipe by itself, all sockets together, and all counters,
//! as neither reports which is the other end.
#![allow(unsafe_code)]

use c11::PendingOperation;
use libc::{c_int, c_void, iovec, msghdr, nfds_t, pollfd, size_t, sockaddr, socklen_t, ssize_t, timespec, timeval};
use wire::WaitFor;

use super::entry;
use super::plain::access;
use super::time::nanoseconds;
use crate::interrupts::{self, begin_wait, end_wait};
use crate::runtime::Blocked;
use crate::stacks::Frame;
use crate::sync::{acquire_at, release_at};
use crate::sys::cell::enter;
use crate::sys::next::real;
use crate::sys::outside::{Awaited, DescriptorKind, kind, waits};
use crate::threads::step_when;

entry! { rsi:
    close(c_int) -> c_int => close_here;
}

entry! { rdx:
    shutdown(c_int, c_int) -> c_int => shut_down;
}

entry! { rcx:
    read(c_int, *mut c_void, size_t) -> ssize_t => read_here;
    readv(c_int, *const iovec, c_int) -> ssize_t => read_vector;
    recvmsg(c_int, *mut msghdr, c_int) -> ssize_t => receive_message;
    write(c_int, *const c_void, size_t) -> ssize_t => write_here;
    writev(c_int, *const iovec, c_int) -> ssize_t => write_vector;
    sendmsg(c_int, *const msghdr, c_int) -> ssize_t => send_message;
    accept(c_int, *mut sockaddr, *mut socklen_t) -> c_int => accept_here;
    poll(*mut pollfd, nfds_t, c_int) -> c_int => poll_here;
}

entry! { r8:
    pread(c_int, *mut c_void, size_t, i64) -> ssize_t => read_at;
    pread64(c_int, *mut c_void, size_t, i64) -> ssize_t => read_at;
    pwrite(c_int, *const c_void, size_t, i64) -> ssize_t => write_at;
    pwrite64(c_int, *const c_void, size_t, i64) -> ssize_t => write_at;
    recv(c_int, *mut c_void, size_t, c_int) -> ssize_t => receive;
    send(c_int, *const c_void, size_t, c_int) -> ssize_t => send_here;
    accept4(c_int, *mut sockaddr, *mut socklen_t, c_int) -> c_int => accept_with;
    ppoll(*mut pollfd, nfds_t, *const timespec, *const c_void) -> c_int => poll_precisely;
    epoll_wait(c_int, *mut c_void, c_int, c_int) -> c_int => wait_for_events;
    epoll_ctl(c_int, c_int, c_int, *mut c_void) -> c_int => control_events;
}

entry! { r9:
    select(c_int, *mut libc::fd_set, *mut libc::fd_set, *mut libc::fd_set, *mut timeval) -> c_int => select_here;
    epoll_pwait(c_int, *mut c_void, c_int, c_int, *const c_void) -> c_int => wait_for_events_masked;
}

/// Where order between threads through such a descriptor is kept, in the place of an address.
fn key(descriptor: c_int) -> Option<usize> {
    const SOCKETS: usize = usize::MAX;
    const COUNTERS: usize = usize::MAX - 1;
    const PIPES: usize = 1 << 63;
    match kind(descriptor) {
        DescriptorKind::Pipe(number) => Some(PIPES | number as usize),
        DescriptorKind::Socket => Some(SOCKETS),
        DescriptorKind::Counter(_) => Some(COUNTERS),
        DescriptorKind::Device | DescriptorKind::Other => None,
    }
}

/// What a thread has done happens before what another does that receives from the descriptor.
fn sends(descriptor: c_int) {
    if let Some(mut entered) = enter()
        && entered.runtime().live.is_some()
        && let Some(key) = key(descriptor)
    {
        release_at(entered.runtime(), key);
        entered.runtime().descriptors_changed();
    }
}

/// See [`sends`].
fn has_received(descriptor: c_int) {
    if let Some(mut entered) = enter()
        && entered.runtime().live.is_some()
        && let Some(key) = key(descriptor)
    {
        acquire_at(entered.runtime(), key);
        // There is room for those who send.
        entered.runtime().descriptors_changed();
    }
}

/// Lets other threads go on until one of these has come, or a virtual time is over.
fn await_any(awaited: Vec<Awaited>, object: usize, duration: Option<u64>, pc: usize) {
    let Some(mut entered) = enter() else { return };
    let runtime = entered.runtime();
    if runtime.live.is_none() {
        return;
    }
    let place = runtime.place(Frame::call(pc));
    let deadline = duration.map(|duration| runtime.time.saturating_add(duration));
    runtime.thread().outside.clone_from(&awaited);
    let blocked = Blocked { what: WaitFor::Descriptor, object, deadline };
    // When the time is over the call is made as well, and says so itself.
    begin_wait(&mut entered);
    let _timed_out = step_when(&mut entered, PendingOperation::Sync(object as u64), place, blocked, move |_| {
        awaited.iter().any(|one| one.is_ready())
    });
    end_wait(&mut entered);
}

/// Lets other threads go on until the descriptor is ready, if the call would wait for that.
fn await_ready(descriptor: c_int, events: i16, pc: usize) {
    let is_live = enter().is_some_and(|mut entered| {
        interrupts::test(&mut entered);
        entered.runtime().live.is_some()
    });
    if is_live && kind(descriptor) != DescriptorKind::Other && waits(descriptor) {
        await_any(vec![Awaited::Descriptor { descriptor, events }], descriptor as usize, None, pc);
    }
}

/// A buffer, or none, has been filled.
fn filled(buffer: *const c_void, count: ssize_t, pc: usize) {
    if count > 0 {
        access(buffer.addr(), count as usize, true, pc);
    }
}

/// # Safety
/// The vector has so many entries. (The program's promise, as elsewhere here.)
unsafe fn entries<'a>(vector: *const iovec, count: usize) -> &'a [iovec] {
    // SAFETY: the caller's promise.
    if vector.is_null() { &[] } else { unsafe { std::slice::from_raw_parts(vector, count) } }
}

fn filled_vector(entries: &[iovec], count: ssize_t, pc: usize) {
    let mut left = count.max(0) as usize;
    for entry in entries {
        let size = entry.iov_len.min(left);
        filled(entry.iov_base, size as ssize_t, pc);
        left -= size;
    }
}

fn taken_vector(entries: &[iovec], pc: usize) {
    for entry in entries.iter().filter(|entry| entry.iov_len > 0) {
        access(entry.iov_base.addr(), entry.iov_len, false, pc);
    }
}

// SAFETY (for the blocks below): the real functions get what the program gave, with its promises.

extern "C-unwind" fn read_here(descriptor: c_int, buffer: *mut c_void, size: size_t, pc: usize) -> ssize_t {
    await_ready(descriptor, libc::POLLIN, pc);
    let count = unsafe { real!(fn read(c_int, *mut c_void, size_t) -> ssize_t)(descriptor, buffer, size) };
    has_received(descriptor);
    filled(buffer, count, pc);
    count
}

extern "C-unwind" fn read_at(descriptor: c_int, buffer: *mut c_void, size: size_t, at: i64, pc: usize) -> ssize_t {
    let count = unsafe { real!(fn pread64(c_int, *mut c_void, size_t, i64) -> ssize_t)(descriptor, buffer, size, at) };
    filled(buffer, count, pc);
    count
}

extern "C-unwind" fn read_vector(descriptor: c_int, vector: *const iovec, entries_count: c_int, pc: usize) -> ssize_t {
    await_ready(descriptor, libc::POLLIN, pc);
    let count = unsafe { real!(fn readv(c_int, *const iovec, c_int) -> ssize_t)(descriptor, vector, entries_count) };
    has_received(descriptor);
    filled_vector(unsafe { entries(vector, entries_count.max(0) as usize) }, count, pc);
    count
}

extern "C-unwind" fn receive(descriptor: c_int, buffer: *mut c_void, size: size_t, flags: c_int, pc: usize) -> ssize_t {
    if flags & libc::MSG_DONTWAIT == 0 {
        await_ready(descriptor, libc::POLLIN, pc);
    }
    let count =
        unsafe { real!(fn recv(c_int, *mut c_void, size_t, c_int) -> ssize_t)(descriptor, buffer, size, flags) };
    has_received(descriptor);
    filled(buffer, count, pc);
    count
}

extern "C-unwind" fn receive_message(descriptor: c_int, message: *mut msghdr, flags: c_int, pc: usize) -> ssize_t {
    if flags & libc::MSG_DONTWAIT == 0 {
        await_ready(descriptor, libc::POLLIN, pc);
    }
    let count = unsafe { real!(fn recvmsg(c_int, *mut msghdr, c_int) -> ssize_t)(descriptor, message, flags) };
    has_received(descriptor);
    if count > 0 {
        let vector = unsafe { entries((*message).msg_iov, (*message).msg_iovlen) };
        filled_vector(vector, count, pc);
    }
    count
}

/// What goes into a pipe in one piece. A larger write waits for room with part of it written, so that other threads must go on in between.
const PIECE: size_t = libc::PIPE_BUF;

extern "C-unwind" fn write_here(descriptor: c_int, buffer: *const c_void, size: size_t, pc: usize) -> ssize_t {
    if size > 0 {
        access(buffer.addr(), size, false, pc);
    }
    let write = |buffer: *const c_void, size: size_t| {
        await_ready(descriptor, libc::POLLOUT, pc);
        sends(descriptor);
        unsafe { real!(fn write(c_int, *const c_void, size_t) -> ssize_t)(descriptor, buffer, size) }
    };
    let is_live = enter().is_some_and(|mut entered| entered.runtime().live.is_some());
    let is_divided =
        size > PIECE && is_live && matches!(kind(descriptor), DescriptorKind::Pipe(_)) && waits(descriptor);
    if !is_divided {
        return write(buffer, size);
    }
    let mut written = 0;
    while written < size {
        match write(buffer.wrapping_byte_add(written), PIECE.min(size - written)) {
            count if count > 0 => written += count as size_t,
            failed if written == 0 => return failed,
            _ => break,
        }
    }
    written as ssize_t
}

extern "C-unwind" fn write_at(descriptor: c_int, buffer: *const c_void, size: size_t, at: i64, pc: usize) -> ssize_t {
    if size > 0 {
        access(buffer.addr(), size, false, pc);
    }
    unsafe { real!(fn pwrite64(c_int, *const c_void, size_t, i64) -> ssize_t)(descriptor, buffer, size, at) }
}

extern "C-unwind" fn write_vector(descriptor: c_int, vector: *const iovec, count: c_int, pc: usize) -> ssize_t {
    taken_vector(unsafe { entries(vector, count.max(0) as usize) }, pc);
    await_ready(descriptor, libc::POLLOUT, pc);
    sends(descriptor);
    unsafe { real!(fn writev(c_int, *const iovec, c_int) -> ssize_t)(descriptor, vector, count) }
}

extern "C-unwind" fn send_here(
    descriptor: c_int,
    buffer: *const c_void,
    size: size_t,
    flags: c_int,
    pc: usize,
) -> ssize_t {
    if size > 0 {
        access(buffer.addr(), size, false, pc);
    }
    if flags & libc::MSG_DONTWAIT == 0 {
        await_ready(descriptor, libc::POLLOUT, pc);
    }
    sends(descriptor);
    unsafe { real!(fn send(c_int, *const c_void, size_t, c_int) -> ssize_t)(descriptor, buffer, size, flags) }
}

extern "C-unwind" fn send_message(descriptor: c_int, message: *const msghdr, flags: c_int, pc: usize) -> ssize_t {
    taken_vector(unsafe { entries((*message).msg_iov, (*message).msg_iovlen) }, pc);
    if flags & libc::MSG_DONTWAIT == 0 {
        await_ready(descriptor, libc::POLLOUT, pc);
    }
    sends(descriptor);
    unsafe { real!(fn sendmsg(c_int, *const msghdr, c_int) -> ssize_t)(descriptor, message, flags) }
}

// With six arguments there is no register left for the place of the call: that is the function that makes it.

// SAFETY: the names and signatures are those of the C library.
#[cfg_attr(not(test), unsafe(no_mangle))]
extern "C-unwind" fn recvfrom(
    descriptor: c_int,
    buffer: *mut c_void,
    size: size_t,
    flags: c_int,
    address: *mut sockaddr,
    length: *mut socklen_t,
) -> ssize_t {
    if flags & libc::MSG_DONTWAIT == 0 {
        await_ready(descriptor, libc::POLLIN, recvfrom as *const () as usize + 1);
    }
    type Type =
        unsafe extern "C-unwind" fn(c_int, *mut c_void, size_t, c_int, *mut sockaddr, *mut socklen_t) -> ssize_t;
    let function: Type =
        unsafe { real!(fn recvfrom(c_int, *mut c_void, size_t, c_int, *mut sockaddr, *mut socklen_t) -> ssize_t) };
    let count = unsafe { function(descriptor, buffer, size, flags, address, length) };
    has_received(descriptor);
    filled(buffer, count, recvfrom as *const () as usize + 1);
    count
}

// SAFETY: as above.
#[cfg_attr(not(test), unsafe(no_mangle))]
extern "C-unwind" fn sendto(
    descriptor: c_int,
    buffer: *const c_void,
    size: size_t,
    flags: c_int,
    address: *const sockaddr,
    length: socklen_t,
) -> ssize_t {
    let pc = sendto as *const () as usize + 1;
    if size > 0 {
        access(buffer.addr(), size, false, pc);
    }
    if flags & libc::MSG_DONTWAIT == 0 {
        await_ready(descriptor, libc::POLLOUT, pc);
    }
    sends(descriptor);
    unsafe {
        real!(fn sendto(c_int, *const c_void, size_t, c_int, *const sockaddr, socklen_t) -> ssize_t)(
            descriptor, buffer, size, flags, address, length,
        )
    }
}

extern "C-unwind" fn accept_here(
    descriptor: c_int,
    address: *mut sockaddr,
    length: *mut socklen_t,
    pc: usize,
) -> c_int {
    await_ready(descriptor, libc::POLLIN, pc);
    let new = unsafe { real!(fn accept(c_int, *mut sockaddr, *mut socklen_t) -> c_int)(descriptor, address, length) };
    has_received(descriptor);
    new
}

extern "C-unwind" fn accept_with(
    descriptor: c_int,
    address: *mut sockaddr,
    length: *mut socklen_t,
    flags: c_int,
    pc: usize,
) -> c_int {
    await_ready(descriptor, libc::POLLIN, pc);
    let new = unsafe {
        real!(fn accept4(c_int, *mut sockaddr, *mut socklen_t, c_int) -> c_int)(descriptor, address, length, flags)
    };
    has_received(descriptor);
    new
}

extern "C-unwind" fn close_here(descriptor: c_int, _pc: usize) -> c_int {
    sends(descriptor);
    unsafe { real!(fn close(c_int) -> c_int)(descriptor) }
}

extern "C-unwind" fn shut_down(descriptor: c_int, how: c_int, _pc: usize) -> c_int {
    sends(descriptor);
    let result = unsafe { real!(fn shutdown(c_int, c_int) -> c_int)(descriptor, how) };
    sends(descriptor);
    result
}

/// A limit in milliseconds as calls of the `poll` kind take it: negative for none.
fn limit(milliseconds: c_int) -> Option<u64> {
    u64::try_from(milliseconds).ok().map(|milliseconds| milliseconds * 1_000_000)
}

/// Whether a call that may wait has to be turned into waiting here and a call that does not wait.
fn is_modelled() -> bool {
    enter().is_some_and(|mut entered| entered.runtime().live.is_some())
}

fn await_polls(polls: &[pollfd], duration: Option<u64>, pc: usize) {
    let these = polls.iter().filter(|poll| poll.fd >= 0);
    let awaited = these.map(|poll| Awaited::Descriptor { descriptor: poll.fd, events: poll.events }).collect();
    await_any(awaited, polls.first().map_or(0, |poll| poll.fd.max(0) as usize), duration, pc);
}

/// # Safety
/// There are so many entries.
unsafe fn polls<'a>(polls: *const pollfd, count: nfds_t) -> &'a [pollfd] {
    // SAFETY: the caller's promise.
    if polls.is_null() { &[] } else { unsafe { std::slice::from_raw_parts(polls, count as usize) } }
}

extern "C-unwind" fn poll_here(entries: *mut pollfd, count: nfds_t, milliseconds: c_int, pc: usize) -> c_int {
    type Type = unsafe extern "C-unwind" fn(*mut pollfd, nfds_t, c_int) -> c_int;
    let function: Type = unsafe { real!(fn poll(*mut pollfd, nfds_t, c_int) -> c_int) };
    if milliseconds == 0 || !is_modelled() {
        return unsafe { function(entries, count, milliseconds) };
    }
    await_polls(unsafe { polls(entries, count) }, limit(milliseconds), pc);
    unsafe { function(entries, count, 0) }
}

extern "C-unwind" fn poll_precisely(
    entries: *mut pollfd,
    count: nfds_t,
    time: *const timespec,
    mask: *const c_void,
    pc: usize,
) -> c_int {
    type Type = unsafe extern "C-unwind" fn(*mut pollfd, nfds_t, *const timespec, *const c_void) -> c_int;
    let function: Type = unsafe { real!(fn ppoll(*mut pollfd, nfds_t, *const timespec, *const c_void) -> c_int) };
    if !is_modelled() {
        return unsafe { function(entries, count, time, mask) };
    }
    await_polls(unsafe { polls(entries, count) }, unsafe { time.as_ref() }.map(nanoseconds), pc);
    let none = timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { function(entries, count, &none, mask) }
}

extern "C-unwind" fn select_here(
    count: c_int,
    reading: *mut libc::fd_set,
    writing: *mut libc::fd_set,
    exceptions: *mut libc::fd_set,
    time: *mut timeval,
    pc: usize,
) -> c_int {
    type Set = *mut libc::fd_set;
    type Type = unsafe extern "C-unwind" fn(c_int, Set, Set, Set, *mut timeval) -> c_int;
    let function: Type = unsafe { real!(fn select(c_int, Set, Set, Set, *mut timeval) -> c_int) };
    if !is_modelled() {
        return unsafe { function(count, reading, writing, exceptions, time) };
    }
    let sets = [(reading, libc::POLLIN), (writing, libc::POLLOUT), (exceptions, libc::POLLPRI)];
    let mut awaited = Vec::new();
    for (set, events) in sets.into_iter().filter(|(set, _)| !set.is_null()) {
        for descriptor in 0..count.clamp(0, libc::FD_SETSIZE as c_int) {
            if unsafe { libc::FD_ISSET(descriptor, set) } {
                awaited.push(Awaited::Descriptor { descriptor, events });
            }
        }
    }
    let duration = unsafe { time.as_ref() }
        .map(|time| (time.tv_sec.max(0) as u64) * 1_000_000_000 + (time.tv_usec.max(0) as u64) * 1000);
    await_any(awaited, 0, duration, pc);
    let mut none = timeval { tv_sec: 0, tv_usec: 0 };
    unsafe { function(count, reading, writing, exceptions, &mut none) }
}

fn await_events(descriptor: c_int, milliseconds: c_int, pc: usize) -> c_int {
    if milliseconds == 0 || !is_modelled() {
        return milliseconds;
    }
    let awaited = vec![Awaited::Descriptor { descriptor, events: libc::POLLIN }];
    await_any(awaited, descriptor as usize, limit(milliseconds), pc);
    0
}

extern "C-unwind" fn wait_for_events(
    descriptor: c_int,
    events: *mut c_void,
    most: c_int,
    milliseconds: c_int,
    pc: usize,
) -> c_int {
    let milliseconds = await_events(descriptor, milliseconds, pc);
    let count = unsafe {
        real!(fn epoll_wait(c_int, *mut c_void, c_int, c_int) -> c_int)(descriptor, events, most, milliseconds)
    };
    has_received(descriptor);
    count
}

extern "C-unwind" fn wait_for_events_masked(
    descriptor: c_int,
    events: *mut c_void,
    most: c_int,
    milliseconds: c_int,
    mask: *const c_void,
    pc: usize,
) -> c_int {
    let milliseconds = await_events(descriptor, milliseconds, pc);
    let count = unsafe {
        real!(fn epoll_pwait(c_int, *mut c_void, c_int, c_int, *const c_void) -> c_int)(
            descriptor,
            events,
            most,
            milliseconds,
            mask,
        )
    };
    has_received(descriptor);
    count
}

extern "C-unwind" fn control_events(
    descriptor: c_int,
    operation: c_int,
    of: c_int,
    event: *mut c_void,
    _pc: usize,
) -> c_int {
    sends(descriptor);
    unsafe { real!(fn epoll_ctl(c_int, c_int, c_int, *mut c_void) -> c_int)(descriptor, operation, of, event) }
}
