//! What lies in the kernel behind a descriptor: the bytes in a pipe, the count of an `eventfd`, a timer, the descriptors that an epoll set watches, and
//! the status flags of each open file.
//!
//! A fork copies the table of descriptors and not what its entries lead to. A byte that one execution leaves in a pipe would wake the next one, so
//! all of it is emptied and filled again as it was. No execution runs meanwhile, nor any process that one has left behind.
#![allow(unsafe_code)]

use super::super::process::read_file;
use super::super::syscall::raw;

/// What the program had when it was about to create its first thread.
pub(super) struct KernelObjects {
    /// Descriptors with the flags that `fcntl(F_SETFL)` changes.
    flags: Vec<(i32, usize)>,
    pipes: Vec<Pipe>,
    /// Descriptors of `eventfd` and their counts.
    counters: Vec<(i32, u64)>,
    /// Descriptors of `timerfd`, and when and how often they expire, from when they were kept on.
    timers: Vec<(i32, libc::itimerspec)>,
    sockets: Vec<Socket>,
    watchers: Vec<Watcher>,
}

/// A pipe of which the program has both ends.
struct Pipe {
    read: i32,
    write: i32,
    bytes: Vec<u8>,
}

struct Socket {
    descriptor: i32,
    is_listening: bool,
}

/// An epoll set.
struct Watcher {
    descriptor: i32,
    watched: Vec<Watched>,
}

/// A descriptor in an epoll set, and for what it is watched.
#[derive(Clone, Copy, PartialEq)]
struct Watched {
    descriptor: i32,
    events: u32,
    data: u64,
}

impl KernelObjects {
    /// Keeps what the descriptors lead to. What cannot be put back is added to `unmodelled`.
    pub(super) fn keep(descriptors: &[i32], unmodelled: &mut Vec<String>) -> KernelObjects {
        let mut kept = KernelObjects {
            flags: Vec::new(),
            pipes: Vec::new(),
            counters: Vec::new(),
            timers: Vec::new(),
            sockets: Vec::new(),
            watchers: Vec::new(),
        };
        // Ends of pipes: the number of the pipe, the descriptor, whether it is the one to write to.
        let mut ends = Vec::new();
        for &descriptor in descriptors {
            let Some(flags) = status_flags(descriptor) else { continue };
            kept.flags.push((descriptor, flags));
            let link = std::fs::read_link(format!("/proc/self/fd/{descriptor}")).unwrap_or_default();
            let link = link.to_string_lossy();
            if link.starts_with("pipe:") {
                ends.push((link.into_owned(), descriptor, flags & libc::O_ACCMODE as usize == libc::O_WRONLY as usize));
            } else if link == "anon_inode:[eventfd]" {
                kept.counters.extend(information(descriptor, "eventfd-count:").map(|count| (descriptor, count)));
            } else if link == "anon_inode:[timerfd]" {
                kept.timers.extend(remaining(descriptor).map(|time| (descriptor, time)));
            } else if link == "anon_inode:[eventpoll]" {
                kept.watchers.push(Watcher { descriptor, watched: watched_by(descriptor) });
            } else if link.starts_with("socket:") {
                if waiting(descriptor) > 0 {
                    unmodelled.push("data that lay in a socket when the first thread was created".to_owned());
                }
                kept.sockets.push(Socket { descriptor, is_listening: is_listening(descriptor) });
            }
        }
        for (pipe, read, _) in ends.iter().filter(|(_, _, writes)| !writes) {
            // A pipe may have several descriptors for reading: it is emptied by the first alone.
            let is_new =
                ends.iter().find(|(other, _, writes)| other == pipe && !writes).is_some_and(|end| end.1 == *read);
            let write = ends.iter().find(|(other, _, writes)| other == pipe && *writes);
            if let (true, Some(&(_, write, _))) = (is_new, write) {
                let mut pipe = Pipe { read: *read, write, bytes: Vec::new() };
                pipe.bytes = pipe.empty();
                pipe.fill();
                kept.pipes.push(pipe);
            }
        }
        kept
    }

    /// Puts everything back.
    pub(super) fn restore(&self) {
        for pipe in &self.pipes {
            pipe.empty();
            pipe.fill();
        }
        for &(descriptor, count) in &self.counters {
            set_counter(descriptor, count);
        }
        for (descriptor, time) in &self.timers {
            let arguments = [*descriptor as usize, 0, std::ptr::from_ref(time).addr(), 0, 0, 0];
            // SAFETY: the time is good for reading, and the old one is not asked for.
            unsafe { raw(libc::SYS_timerfd_settime, arguments) };
        }
        for socket in &self.sockets {
            socket.empty();
        }
        for watcher in &self.watchers {
            watcher.restore();
        }
        for &(descriptor, flags) in &self.flags {
            if status_flags(descriptor) != Some(flags) {
                // SAFETY: takes no pointers.
                unsafe { raw(libc::SYS_fcntl, [descriptor as usize, libc::F_SETFL as usize, flags, 0, 0, 0]) };
            }
        }
    }
}

fn status_flags(descriptor: i32) -> Option<usize> {
    // SAFETY: takes no pointers.
    let flags = unsafe { raw(libc::SYS_fcntl, [descriptor as usize, libc::F_GETFL as usize, 0, 0, 0, 0]) };
    usize::try_from(flags).ok()
}

/// How many bytes can be read from a pipe or socket.
fn waiting(descriptor: i32) -> usize {
    let mut count: libc::c_int = 0;
    let arguments = [descriptor as usize, libc::FIONREAD as usize, (&raw mut count).addr(), 0, 0, 0];
    // SAFETY: the kernel writes a number to a live variable.
    let result = unsafe { raw(libc::SYS_ioctl, arguments) };
    if result < 0 { 0 } else { count.max(0) as usize }
}

/// A line of the kernel's description of a descriptor, as a hexadecimal number.
fn information(descriptor: i32, name: &str) -> Option<u64> {
    let text = read_file(&format!("/proc/self/fdinfo/{descriptor}"));
    let text = String::from_utf8_lossy(&text);
    let value = text.lines().find_map(|line| line.strip_prefix(name))?;
    u64::from_str_radix(value.trim(), 16).ok()
}

impl Pipe {
    /// Takes out what there is.
    fn empty(&self) -> Vec<u8> {
        let mut taken = Vec::new();
        loop {
            let count = waiting(self.read);
            if count == 0 {
                return taken;
            }
            let mut bytes = vec![0u8; count];
            // SAFETY: the kernel writes at most as many bytes as there are.
            let read =
                unsafe { raw(libc::SYS_read, [self.read as usize, bytes.as_mut_ptr().addr(), bytes.len(), 0, 0, 0]) };
            if read <= 0 {
                return taken;
            }
            taken.extend_from_slice(&bytes[..read as usize]);
        }
    }

    fn fill(&self) {
        let mut rest = &self.bytes[..];
        while !rest.is_empty() {
            // SAFETY: the kernel reads as many bytes as there are. They fitted into this pipe before, so that it does not wait.
            let written =
                unsafe { raw(libc::SYS_write, [self.write as usize, rest.as_ptr().addr(), rest.len(), 0, 0, 0]) };
            if written <= 0 {
                return;
            }
            rest = &rest[written as usize..];
        }
    }
}

fn set_counter(descriptor: i32, count: u64) {
    // One that counts down by one gives the rest in as many turns.
    while information(descriptor, "eventfd-count:").is_some_and(|now| now > 0) {
        let mut taken = 0u64;
        // SAFETY: the kernel writes eight bytes to a live variable; the count is not zero, so that it does not wait.
        let read = unsafe { raw(libc::SYS_read, [descriptor as usize, (&raw mut taken).addr(), 8, 0, 0, 0]) };
        if read < 0 {
            return;
        }
    }
    if count > 0 {
        // SAFETY: the kernel reads eight bytes of a live variable; the counter is zero, so that it does not wait.
        unsafe { raw(libc::SYS_write, [descriptor as usize, (&raw const count).addr(), 8, 0, 0, 0]) };
    }
}

fn remaining(descriptor: i32) -> Option<libc::itimerspec> {
    let zero = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    let mut time = libc::itimerspec { it_interval: zero, it_value: zero };
    let arguments = [descriptor as usize, (&raw mut time).addr(), 0, 0, 0, 0];
    // SAFETY: the kernel writes the time to a live variable.
    (unsafe { raw(libc::SYS_timerfd_gettime, arguments) } >= 0).then_some(time)
}

fn is_listening(descriptor: i32) -> bool {
    let (mut value, mut size): (libc::c_int, libc::socklen_t) = (0, size_of::<libc::c_int>() as libc::socklen_t);
    let option = [libc::SOL_SOCKET as usize, libc::SO_ACCEPTCONN as usize];
    let arguments = [descriptor as usize, option[0], option[1], (&raw mut value).addr(), (&raw mut size).addr(), 0];
    // SAFETY: the kernel writes a number and its size to live variables.
    unsafe { raw(libc::SYS_getsockopt, arguments) >= 0 && value != 0 }
}

impl Socket {
    /// Drains it: connections that have not been accepted, or data.
    fn empty(&self) {
        let mut bytes = [0u8; 4096];
        loop {
            if self.is_listening {
                let mut entry = libc::pollfd { fd: self.descriptor, events: libc::POLLIN, revents: 0 };
                // SAFETY: one entry is there; the call to accept asks for no address, and its result is closed once.
                unsafe {
                    if raw(libc::SYS_poll, [(&raw mut entry).addr(), 1, 0, 0, 0, 0]) != 1 {
                        return;
                    }
                    let connection = raw(libc::SYS_accept4, [self.descriptor as usize, 0, 0, 0, 0, 0]);
                    if connection < 0 {
                        return;
                    }
                    raw(libc::SYS_close, [connection as usize, 0, 0, 0, 0, 0]);
                }
            } else {
                let flags = (libc::MSG_DONTWAIT | libc::MSG_TRUNC) as usize;
                let arguments = [self.descriptor as usize, bytes.as_mut_ptr().addr(), bytes.len(), flags, 0, 0];
                // SAFETY: the kernel writes at most as many bytes as there are.
                if unsafe { raw(libc::SYS_recvfrom, arguments) } <= 0 {
                    return;
                }
            }
        }
    }
}

/// What an epoll set watches.
fn watched_by(descriptor: i32) -> Vec<Watched> {
    let text = read_file(&format!("/proc/self/fdinfo/{descriptor}"));
    String::from_utf8_lossy(&text).lines().filter_map(Watched::parse).collect()
}

impl Watched {
    /// Reads a line like `tfd:        5 events:       19 data:                5  pos:0 ino:61 sdev:5`.
    fn parse(line: &str) -> Option<Watched> {
        let mut words = line.strip_prefix("tfd:")?.split_whitespace();
        let descriptor = words.next()?.parse().ok()?;
        let mut field = |name: &str| words.next().filter(|word| *word == name).and_then(|_| words.next());
        let events = u32::from_str_radix(field("events:")?, 16).ok()?;
        let data = u64::from_str_radix(field("data:")?, 16).ok()?;
        Some(Watched { descriptor, events, data })
    }
}

impl Watcher {
    fn restore(&self) {
        let now = watched_by(self.descriptor);
        for added in now.iter().filter(|watched| !self.has(watched.descriptor)) {
            self.control(libc::EPOLL_CTL_DEL, added);
        }
        for kept in &self.watched {
            let is_there = now.iter().any(|watched| watched.descriptor == kept.descriptor);
            self.control(if is_there { libc::EPOLL_CTL_MOD } else { libc::EPOLL_CTL_ADD }, kept);
        }
    }

    fn has(&self, descriptor: i32) -> bool {
        self.watched.iter().any(|watched| watched.descriptor == descriptor)
    }

    fn control(&self, operation: i32, watched: &Watched) {
        let mut event = libc::epoll_event { events: watched.events, u64: watched.data };
        let arguments =
            [self.descriptor as usize, operation as usize, watched.descriptor as usize, (&raw mut event).addr(), 0, 0];
        // SAFETY: the event is good for reading.
        unsafe { raw(libc::SYS_epoll_ctl, arguments) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_of_an_epoll_set_is_read() {
        let line = "tfd:        5 events:       19 data:       7fff00000005  pos:0 ino:61 sdev:5";
        let expected = Watched { descriptor: 5, events: 0x19, data: 0x7fff_0000_0005 };
        assert!(Watched::parse(line) == Some(expected));
        assert!(Watched::parse("flags:\t02").is_none());
    }
}
