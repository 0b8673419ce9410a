//! What a thread can wait for that comes from outside the runtime: data on a file descriptor, the end of a process.
#![allow(unsafe_code)]

use super::process::{children, close, is_asleep, open_process, poll};
use super::syscall::raw;

/// One of the things that a thread waits for; one is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Awaited {
    /// Events of a descriptor, as for `poll`.
    Descriptor {
        /// Its number.
        descriptor: i32,
        /// The events.
        events: i16,
    },
    /// The end of a child: its number, or what else `waitpid` takes.
    Child(i32),
}

impl Awaited {
    /// Whether it has come.
    pub(crate) fn is_ready(self) -> bool {
        match self {
            Awaited::Descriptor { descriptor, events } => {
                let mut polls = [libc::pollfd { fd: descriptor, events, revents: 0 }];
                poll(&mut polls, 0) != 0
            }
            Awaited::Child(child) => has_ended(child),
        }
    }
}

/// Whether a child has ended, or there is none to wait for.
fn has_ended(child: i32) -> bool {
    let (kind, id) = match child {
        -1 => (libc::P_ALL, 0),
        0 => (libc::P_PGID, 0),
        group if group < 0 => (libc::P_PGID, group.unsigned_abs()),
        process => (libc::P_PID, process as u32),
    };
    // `WNOWAIT` leaves the child for the program's own wait.
    let options = (libc::WEXITED | libc::WNOHANG | libc::WNOWAIT) as usize;
    // SAFETY: the result goes to a live variable, of which all bytes may be zero.
    unsafe {
        let mut found: libc::siginfo_t = std::mem::zeroed();
        let at = (&raw mut found).addr();
        raw(libc::SYS_waitid, [kind as usize, id as usize, at, options, 0, 0]) < 0 || found.si_pid() != 0
    }
}

/// For how many milliseconds in all a child may sleep while its end is waited for.
const PATIENCE: i32 = 500;
/// How often that is looked at, in milliseconds.
const LOOK: i32 = 5;

/// Waits until a child has ended, or all that the number stands for; unless one of them only sleeps: then it waits for something itself, which may be for
/// this process to do. Gives those that have not ended; of those `known` to sleep already nothing is waited for.
pub(crate) fn settle(child: i32, known: &[i32]) -> Vec<i32> {
    let all = if child > 0 { vec![child] } else { children() };
    let mut left: Vec<(i32, i32)> =
        all.into_iter().filter(|child| !known.contains(child)).map(|child| (child, open_process(child))).collect();
    let mut asleep = 0;
    loop {
        // What cannot be opened is gone.
        left.retain(|&(child, descriptor)| {
            let is_there = descriptor >= 0 && !Awaited::Child(child).is_ready();
            if !is_there && descriptor >= 0 {
                close(descriptor);
            }
            is_there
        });
        if left.is_empty() || asleep >= PATIENCE {
            break;
        }
        let mut polls = [libc::pollfd { fd: left[0].1, events: libc::POLLIN, revents: 0 }];
        if poll(&mut polls, LOOK) == 0 && left.iter().all(|&(child, _)| is_asleep(child)) {
            asleep += LOOK;
        }
    }
    for &(_, descriptor) in &left {
        close(descriptor);
    }
    left.into_iter().map(|(child, _)| child).collect()
}

/// How long, in milliseconds, the end of any child, of which there is no descriptor, goes unnoticed.
const NAP: i32 = 1;

/// Waits until one of them has come, for at most so many milliseconds (-1: without limit).
pub(crate) fn wait(awaited: &[Awaited], milliseconds: i32) {
    let mut polls = Vec::new();
    let mut opened = Vec::new();
    let mut must_look = false;
    for one in awaited {
        let (descriptor, events) = match *one {
            Awaited::Descriptor { descriptor, events } => (descriptor, events),
            Awaited::Child(child) => {
                let descriptor = if child > 0 { open_process(child) } else { -1 };
                must_look |= descriptor < 0;
                opened.push(descriptor);
                (descriptor, libc::POLLIN)
            }
        };
        polls.push(libc::pollfd { fd: descriptor, events, revents: 0 });
    }
    let mut left = milliseconds;
    loop {
        // What has no descriptor to poll for is looked at again and again.
        let nap = if must_look && !(0..=NAP).contains(&left) { NAP } else { left };
        let found = poll(&mut polls, nap);
        left = if left < 0 { left } else { left - nap };
        if found != 0 || left == 0 || awaited.iter().any(|one| one.is_ready()) {
            break;
        }
    }
    for descriptor in opened.into_iter().filter(|descriptor| *descriptor >= 0) {
        close(descriptor);
    }
}

/// What a descriptor is, as far as order between threads goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DescriptorKind {
    /// A pipe, by its number.
    Pipe(u64),
    /// A socket.
    Socket,
    /// Something that the kernel has made without a file system: an event counter, a timer.
    Counter(u64),
    /// A terminal or another device.
    Device,
    /// A file, a directory, or nothing at all.
    Other,
}

/// What this descriptor is.
pub(crate) fn kind(descriptor: i32) -> DescriptorKind {
    // SAFETY: the result goes to a live variable, of which all bytes may be zero.
    let status = unsafe {
        let mut status: libc::stat = std::mem::zeroed();
        let at = (&raw mut status).addr();
        if raw(libc::SYS_fstat, [descriptor as usize, at, 0, 0, 0, 0]) < 0 {
            return DescriptorKind::Other;
        }
        status
    };
    match status.st_mode & libc::S_IFMT {
        libc::S_IFIFO => DescriptorKind::Pipe(status.st_ino),
        libc::S_IFSOCK => DescriptorKind::Socket,
        libc::S_IFCHR => DescriptorKind::Device,
        0 => DescriptorKind::Counter(status.st_ino),
        _ => DescriptorKind::Other,
    }
}

/// Whether operations on the descriptor wait for what they need.
pub(crate) fn waits(descriptor: i32) -> bool {
    // SAFETY: takes no pointers.
    let flags = unsafe { raw(libc::SYS_fcntl, [descriptor as usize, libc::F_GETFL as usize, 0, 0, 0, 0]) };
    flags >= 0 && flags as i32 & libc::O_NONBLOCK == 0
}
