//! Processes: forking executions, waiting for them, and what a process can see of itself.
#![allow(unsafe_code)]

use std::ffi::CString;

use super::syscall::raw;

/// What became of a process.
pub(crate) enum Ended {
    /// It called `exit`.
    Exited(u64),
    /// A signal ended it.
    Signalled(u64),
}

/// Sleeps until a signal has been handled.
pub(crate) fn pause() {
    // SAFETY: takes nothing.
    unsafe { raw(libc::SYS_pause, [0; 6]) };
}

/// The two sides of a fork.
pub(crate) enum Forked {
    /// This is the new process.
    Child,
    /// This is the old one; the number of the new one.
    Parent(i32),
    /// There is no new one.
    Failed,
}

/// Forks. The process must have one thread.
pub(crate) fn fork() -> Forked {
    unsafe extern "C" {
        fn __libc_fork() -> i32;
    }
    // SAFETY: with one thread a forked process is as good as the old one.
    match unsafe { __libc_fork() } {
        0 => Forked::Child,
        process if process > 0 => Forked::Parent(process),
        _ => Forked::Failed,
    }
}

/// Forks behind the C library's back: to it the new process has the same threads as this one. Its main thread, which must be the running one,
/// gets the number that the kernel writes to `tid_word` (see [`end_word`]).
///
/// The C library's own fork takes locks that other threads might hold, of which there are none, sets the loader's free, which no thread may hold,
/// and gives up what it believes to be threads of the old process only: [prepared](super::prepared) ones.
pub(crate) fn fork_with_threads(tid_word: *mut u32) -> Forked {
    let flags = libc::CLONE_CHILD_SETTID | libc::CLONE_CHILD_CLEARTID | libc::SIGCHLD;
    // SAFETY: without a stack and without `CLONE_VM` this is a fork: the new process goes on with a copy of the memory.
    let process = unsafe { raw(libc::SYS_clone, [flags as usize, 0, 0, tid_word.addr(), 0, 0]) };
    match process {
        0 => Forked::Child,
        process if process > 0 => Forked::Parent(process as i32),
        _ => Forked::Failed,
    }
}

/// What has happened first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Waited {
    /// The process has ended.
    Ended,
    /// The time is over.
    Late,
    /// The driver has ended.
    DriverGone,
}

/// A descriptor that is readable when the process has ended; -1 where there is none (Linux before 5.3, or no such process).
pub(crate) fn open_process(process: i32) -> i32 {
    // SAFETY: takes no pointers.
    unsafe { raw(libc::SYS_pidfd_open, [process as usize, 0, 0, 0, 0, 0]) }.max(-1) as i32
}

/// Closes a descriptor of ours.
pub(crate) fn close(descriptor: i32) {
    // SAFETY: takes no pointers.
    unsafe { raw(libc::SYS_close, [descriptor as usize, 0, 0, 0, 0, 0]) };
}

/// Waits until a child has ended, which is not taken notice of; for at most so many milliseconds (0: without limit), and while the driver lives, of
/// which this is a descriptor (-1: whatever becomes of it).
pub(crate) fn wait_for(process: i32, driver: i32, milliseconds: u64) -> Waited {
    let descriptor = open_process(process);
    if descriptor < 0 {
        // No limit can be kept here; the driver still has its own.
        return Waited::Ended;
    }
    let limit = now() + milliseconds;
    let entry = |fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
    let mut polls = [entry(descriptor), entry(driver)];
    let waited = loop {
        let left = if milliseconds == 0 { -1 } else { limit.saturating_sub(now()).min(i32::MAX as u64) as i32 };
        let found = poll(&mut polls, left);
        if found == -libc::EINTR as isize {
            continue;
        }
        break match polls.map(|poll| poll.revents != 0) {
            [true, _] => Waited::Ended,
            [_, true] => Waited::DriverGone,
            _ => Waited::Late,
        };
    };
    close(descriptor);
    waited
}

/// Polls descriptors for so many milliseconds, -1 for without limit.
pub(crate) fn poll(polls: &mut [libc::pollfd], milliseconds: i32) -> isize {
    // SAFETY: the kernel reads and writes as many entries as there are.
    unsafe { raw(libc::SYS_poll, [polls.as_mut_ptr().addr(), polls.len(), milliseconds as usize, 0, 0, 0]) }
}

/// Sends a signal to a process.
pub(crate) fn send(process: i32, signal: i32) {
    // SAFETY: takes no pointers.
    unsafe { raw(libc::SYS_kill, [process as usize, signal as usize, 0, 0, 0, 0]) };
}

/// Sends a signal to the running thread, which gets it at once, whether the kernel blocks it or not.
pub(crate) fn raise(signal: i32) {
    let before = mask();
    // Behind the back of the program's own calls for that, which are the runtime's.
    set_mask(before & !(1 << (signal - 1)));
    // SAFETY: takes no pointers.
    unsafe { raw(libc::SYS_tgkill, [id() as usize, thread_id() as usize, signal as usize, 0, 0, 0]) };
    set_mask(before);
}

/// A set of signals as a number with a bit for each, from the lowest on.
///
/// # Safety
/// `set` can be read.
pub(crate) unsafe fn bits_of(set: *const libc::sigset_t) -> u64 {
    // SAFETY: the caller's promise; the kernel's part of the set is its first 64 bits.
    unsafe { set.cast::<u64>().read_unaligned() }
}

/// The signals that the kernel blocks for the running kernel thread.
pub(crate) fn mask() -> u64 {
    let mut mask = 0u64;
    // SAFETY: the kernel writes as many bytes as it is asked for.
    unsafe { raw(libc::SYS_rt_sigprocmask, [libc::SIG_BLOCK as usize, 0, (&raw mut mask).addr(), 8, 0, 0]) };
    mask
}

/// Sets them.
pub(crate) fn set_mask(mask: u64) {
    // SAFETY: the kernel reads as many bytes as it is given.
    unsafe { raw(libc::SYS_rt_sigprocmask, [libc::SIG_SETMASK as usize, (&raw const mask).addr(), 0, 8, 0, 0]) };
}

/// The signals that wait for the process to take them.
pub(crate) fn pending_signals() -> u64 {
    let mut pending = 0u64;
    // SAFETY: the kernel writes as many bytes as it is asked for.
    unsafe { raw(libc::SYS_rt_sigpending, [(&raw mut pending).addr(), 8, 0, 0, 0, 0]) };
    pending
}

/// Takes one of these signals that waits for the process, if there is one.
pub(crate) fn take_signal(set: u64) -> Option<i32> {
    let none = [0u64; 2];
    let arguments = [(&raw const set).addr(), 0, (&raw const none).addr(), 8, 0, 0];
    // SAFETY: the kernel reads as many bytes as it is given, and the time limit, which is zero.
    let taken = unsafe { raw(libc::SYS_rt_sigtimedwait, arguments) };
    (taken > 0).then_some(taken as i32)
}

/// Whether the program has a handler for a signal.
pub(crate) fn has_handler(signal: i32) -> bool {
    // SAFETY: the result goes to a live variable, of which all bytes may be zero.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &mut action) == 0
            && action.sa_sigaction != libc::SIG_DFL
            && action.sa_sigaction != libc::SIG_IGN
    }
}

/// Has a function called in each process that this one forks by the C library, before what is asked for later.
pub(crate) fn call_in_children(handler: extern "C" fn()) {
    unsafe extern "C" {
        fn pthread_atfork(
            before: Option<extern "C" fn()>,
            parent: Option<extern "C" fn()>,
            child: Option<extern "C" fn()>,
        ) -> libc::c_int;
    }
    // SAFETY: the function stays as long as the library is loaded, which is as long as the process lives.
    unsafe { pthread_atfork(None, None, Some(handler)) };
}

/// Takes notice of the end of a child, for which it waits.
pub(crate) fn reap(process: i32) -> Ended {
    let mut status = 0i32;
    loop {
        // SAFETY: the kernel writes the status to a live variable.
        let found =
            unsafe { raw(libc::SYS_wait4, [process as usize, std::ptr::from_mut(&mut status).addr(), 0, 0, 0, 0]) };
        if found != -libc::EINTR as isize {
            break;
        }
    }
    if libc::WIFSIGNALED(status) {
        Ended::Signalled(libc::WTERMSIG(status) as u64)
    } else {
        Ended::Exited(libc::WEXITSTATUS(status) as u64)
    }
}

/// Waits for the end of a child, and ends in the same way as far as a status can express it.
pub(crate) fn end_as(child: i32) -> ! {
    match reap(child) {
        Ended::Exited(status) => super::syscall::exit_now(status as i32),
        Ended::Signalled(signal) => {
            // By the same signal, as who started this looks at the status. Where that does not end it, by what a shell would report.
            send(id(), signal as i32);
            super::syscall::exit_now(128 + signal as i32)
        }
    }
}

/// Memory that the program may read and write, but for the runtime's own, and of the running thread's stack what is in use.
pub(crate) fn writable_mappings() -> Vec<std::ops::Range<usize>> {
    let text = read_file("/proc/self/maps");
    let here = (&raw const text).addr();
    let mapping = |line: &[u8]| {
        let line = std::str::from_utf8(line).ok()?;
        let mut words = line.split_ascii_whitespace();
        let (start, end) = words.next()?.split_once('-')?;
        let [start, end] = [start, end].map(|text| usize::from_str_radix(text, 16));
        let (start, end, rights) = (start.ok()?, end.ok()?, words.next()?);
        let name = words.nth(3).unwrap_or_default();
        // Devices and what is shared with the driver are no memory of the program's.
        let is_private = rights.starts_with("rw") && rights.ends_with('p') && !name.starts_with("[v");
        if !is_private || super::memory::is_own(start) || name.ends_with(RUNTIME) {
            return None;
        }
        // Below the running frame there is what returned functions have left.
        Some(if (start..end).contains(&here) { here & !7..end } else { start..end })
    };
    text.split(|byte| *byte == b'\n').filter_map(mapping).collect()
}

/// How the file of the runtime is called: see `Cargo.toml`.
const RUNTIME: &str = "liblakmus_rt.so";

/// Processes whose parent ends before them become children of this one.
pub(crate) fn adopt_orphans() {
    // SAFETY: takes numbers.
    unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1) };
}

/// The children of this process, which must have one thread; none where the kernel does not list them.
pub(crate) fn children() -> Vec<i32> {
    let path = format!("/proc/self/task/{}/children", thread_id());
    let text = read_file(&path);
    let words = text.split(|byte| byte.is_ascii_whitespace());
    words.filter_map(|word| std::str::from_utf8(word).ok()?.parse().ok()).collect()
}

/// Ends all descendants of this process, which adopts orphans, but for the children `kept` and theirs. Gives whether there was one.
pub(crate) fn end_descendants(kept: &[i32]) -> bool {
    /// Not waiting for a child that is none of ours is an error; a process that forks for ever is not followed for ever.
    const MOST_ROUNDS: usize = 1000;
    let mut found_one = false;
    for _ in 0..MOST_ROUNDS {
        // SAFETY: no status is asked for.
        let found = unsafe { raw(libc::SYS_wait4, [usize::MAX, 0, (libc::WNOHANG | libc::__WALL) as usize, 0, 0, 0]) };
        if found == -libc::ECHILD as isize {
            break;
        }
        // One that had ended has been reaped. There may be more, and it may have left its children to this process.
        if found > 0 {
            continue;
        }
        let others: Vec<i32> = children().into_iter().filter(|child| !kept.contains(child)).collect();
        if others.is_empty() {
            break;
        }
        found_one = true;
        for child in others {
            send(child, libc::SIGKILL);
            reap(child);
        }
    }
    found_one
}

/// Where a process is that does not run: the number of its system call, and the address behind that.
pub(crate) fn system_call(process: i32) -> Option<(u64, u64)> {
    let text = String::from_utf8(read_file(&format!("/proc/{process}/syscall"))).ok()?;
    let mut words = text.split_whitespace();
    let number = words.next()?.parse().ok()?;
    let address = u64::from_str_radix(words.last()?.trim_start_matches("0x"), 16).ok()?;
    Some((number, address))
}

/// Whether a process neither runs nor waits for a disk: it waits for something else.
pub(crate) fn is_asleep(process: i32) -> bool {
    let text = read_file(&format!("/proc/{process}/stat"));
    // The name before the state is in parentheses, and may have some itself.
    let state = text.iter().rposition(|byte| *byte == b')').and_then(|end| text.get(end + 2));
    matches!(state, Some(b'S' | b'T' | b't'))
}

/// The bytes of a file; none if it cannot be read.
pub(crate) fn read_file(path: &str) -> Vec<u8> {
    let mut text = Vec::new();
    let Ok(path) = CString::new(path) else { return text };
    // SAFETY: the path is a C string, the buffer has the size that is given, and the descriptor is closed once.
    unsafe {
        let descriptor = libc::open(path.as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC);
        if descriptor < 0 {
            return text;
        }
        let mut buffer = [0u8; 4096];
        loop {
            let read = libc::read(descriptor, buffer.as_mut_ptr().cast(), buffer.len());
            if read <= 0 {
                break;
            }
            text.extend_from_slice(&buffer[..read as usize]);
        }
        libc::close(descriptor);
    }
    text
}

/// Milliseconds of a clock that only goes forward. For limits; the program sees another one.
pub(crate) fn now() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    let clock = libc::CLOCK_MONOTONIC as usize;
    // SAFETY: the kernel writes to a live variable.
    unsafe { raw(libc::SYS_clock_gettime, [clock, std::ptr::from_mut(&mut time).addr(), 0, 0, 0, 0]) };
    time.tv_sec as u64 * 1000 + time.tv_nsec as u64 / 1_000_000
}

/// The number of this process.
pub(crate) fn id() -> i32 {
    // SAFETY: takes no pointers.
    unsafe { raw(libc::SYS_getpid, [0; 6]) as i32 }
}

/// The kernel's number of the running thread.
pub(crate) fn thread_id() -> u32 {
    // SAFETY: takes no pointers.
    unsafe { raw(libc::SYS_gettid, [0; 6]) as u32 }
}

/// The word that the kernel sets to 0, waking who waits for it, when the running thread has ended (`set_tid_address(2)`; the C library's
/// threads all have one, and count as ended by it). Null where the kernel does not report it (`PR_GET_TID_ADDRESS`).
pub(crate) fn end_word() -> *mut u32 {
    const PR_GET_TID_ADDRESS: usize = 40;
    let mut address: *mut u32 = std::ptr::null_mut();
    // SAFETY: the kernel writes a pointer to a live variable.
    unsafe { raw(libc::SYS_prctl, [PR_GET_TID_ADDRESS, (&raw mut address).addr(), 0, 0, 0, 0]) };
    address
}

/// Whether the C library keeps the number of a thread in that word, as long as the thread lives.
pub(crate) fn end_word_is_number() -> bool {
    let word = end_word();
    // SAFETY: the word of the running thread is in the C library's description of it.
    !word.is_null() && unsafe { word.read_volatile() } == thread_id()
}

/// Ends the running thread now, without the C library.
pub(crate) fn end_thread() -> ! {
    loop {
        // SAFETY: takes no pointers and does not return.
        unsafe { raw(libc::SYS_exit, [0; 6]) };
    }
}

/// Whether this process has a thread with this number.
pub(crate) fn has_thread(thread: u32) -> bool {
    // SAFETY: signal 0 is not sent; it is only checked whether it could be.
    unsafe { raw(libc::SYS_tgkill, [id() as usize, thread as usize, 0, 0, 0, 0]) == 0 }
}

/// Gives the processor to another kernel thread.
pub(crate) fn let_others_run() {
    // SAFETY: takes no pointers.
    unsafe { raw(libc::SYS_sched_yield, [0; 6]) };
}

/// This process and those that it forks leave no core files.
pub(crate) fn leave_no_core_file() {
    let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the limit is a live variable.
    unsafe { libc::setrlimit(libc::RLIMIT_CORE, &none) };
}

/// This process is to be killed when the one that started it ends.
pub(crate) fn end_with_parent() {
    // SAFETY: takes numbers.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
}

/// Whether the C library knows its environment yet.
pub(crate) fn has_environment() -> bool {
    unsafe extern "C" {
        static environ: *const *const libc::c_char;
    }
    // SAFETY: a variable of the C library, read as it is now.
    !unsafe { (&raw const environ).read_volatile() }.is_null()
}

/// An environment variable.
pub(crate) fn variable(name: &str) -> Option<String> {
    let name = CString::new(name).ok()?;
    // SAFETY: the name is a C string; the value is copied before anything can change it.
    unsafe {
        let value = libc::getenv(name.as_ptr());
        (!value.is_null()).then(|| std::ffi::CStr::from_ptr(value).to_string_lossy().into_owned())
    }
}

/// The file that takes the program's output.
pub(crate) struct Output(i32);

impl Output {
    /// Opens it.
    pub(crate) fn open(path: &str) -> Option<Output> {
        let path = CString::new(path).ok()?;
        // SAFETY: the path is a C string.
        let descriptor = unsafe {
            libc::open(path.as_ptr(), libc::O_RDWR | libc::O_CREAT | libc::O_CLOEXEC | libc::O_APPEND, 0o600)
        };
        (descriptor >= 0).then_some(Output(descriptor))
    }

    /// The device and the number of the file.
    pub(crate) fn identity(&self) -> (u64, u64) {
        // SAFETY: all bytes of the result may be zero, and the descriptor is ours.
        unsafe {
            let mut found: libc::stat = std::mem::zeroed();
            libc::fstat(self.0, &mut found);
            (found.st_dev, found.st_ino)
        }
    }

    /// Empties it.
    pub(crate) fn clear(&self) {
        // SAFETY: the descriptor is ours.
        unsafe { libc::ftruncate(self.0, 0) };
    }

    /// Lets standard output and standard error go there.
    pub(crate) fn redirect(&self) {
        // SAFETY: all three are descriptors of this process.
        unsafe {
            libc::dup2(self.0, 1);
            libc::dup2(self.0, 2);
        }
    }

    /// At most so many bytes from its end.
    pub(crate) fn tail(&self, limit: usize) -> Vec<u8> {
        // SAFETY: the descriptor is ours.
        let end = unsafe { libc::lseek(self.0, 0, libc::SEEK_END) }.max(0) as usize;
        let start = end.saturating_sub(limit);
        let mut bytes = vec![0; end - start];
        // SAFETY: the buffer has that size.
        let read = unsafe { libc::pread(self.0, bytes.as_mut_ptr().cast(), bytes.len(), start as libc::off_t) };
        bytes.truncate(read.max(0) as usize);
        bytes
    }
}

/// The lines of `/proc/self/maps` that are code.
pub(crate) fn code_mappings() -> Vec<u8> {
    let text = read_file("/proc/self/maps");
    let is_code = |line: &&[u8]| line.split(|byte| *byte == b' ').nth(1).is_some_and(|rights| rights.contains(&b'x'));
    text.split_inclusive(|byte| *byte == b'\n').filter(is_code).flatten().copied().collect()
}
