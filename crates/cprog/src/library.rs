//! Models of library functions that programs call without defining them.
//!
//! A function that is not listed may do anything to every object that it can reach, and orders nothing. The table says what the listed ones do to
//! memory *of the program*; what they do to their own is not seen. Sources: POSIX.1-2017 and ISO C11 for their functions, the manuals of
//! gcc and clang for builtins, CBMC and SV-COMP for `__CPROVER_*` and `__VERIFIER_*`.

/// What a call becomes, with the positions of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Starts a thread: handle, function, argument.
    StartThread(usize, usize, usize),
    /// Waits for the thread of argument 0.
    JoinThread,
    /// Takes the lock of argument 0.
    Lock,
    /// Tries to.
    TryLock,
    /// Gives the lock of argument 0 back.
    Unlock,
    /// Waits on a condition variable with a lock.
    Wait,
    /// Begins an atomic section.
    AtomicBegin,
    /// Ends one.
    AtomicEnd,
    /// Assumes argument 0.
    Assume,
    /// Asserts argument 0.
    Assert,
    /// A violation, if reached.
    Violation,
    /// Ends the thread or the process: nothing after it is reached.
    End,
    /// Any value.
    Nondeterministic,
    /// Has these effects on memory.
    Effects(Effects),
}

/// What a function does to the program's memory: bit `i` of a mask stands for argument `i`, all bits from 7 on for bit 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Effects {
    /// Reads objects that these arguments point to.
    pub reads: u8,
    /// Writes objects that these arguments point to.
    pub writes: u8,
    /// Copies memory (with the pointers in it) from the second object to the first: `memcpy(to, from, ...)`.
    pub copies: bool,
    /// The result may point where these arguments point.
    pub returns: u8,
    /// The result is a new object.
    pub allocates: bool,
    /// The object of argument 0 is moved to the new one: `realloc`.
    pub reallocates: bool,
    /// The result points to an object of the library, one for all calls.
    pub returns_library_object: bool,
    /// Calls these arguments back, with any argument that it was given.
    pub calls: u8,
    /// A pointer to a new object is stored where argument 0 points: `posix_memalign`.
    pub allocates_into_first: bool,
}

impl Effects {
    /// Whether argument `index` is in `mask`.
    pub fn has(mask: u8, index: usize) -> bool {
        mask & (1 << index.min(7)) != 0
    }
}

const ALL: u8 = 0xff;

const fn reads(mask: u8) -> Role {
    Role::Effects(Effects { reads: mask, ..NOTHING })
}

const fn writes(mask: u8, reads: u8) -> Role {
    Role::Effects(Effects { reads, writes: mask, ..NOTHING })
}

const NOTHING: Effects = Effects {
    reads: 0,
    writes: 0,
    copies: false,
    returns: 0,
    allocates: false,
    reallocates: false,
    returns_library_object: false,
    calls: 0,
    allocates_into_first: false,
};

/// The model of the function of a name; none when it is not known.
pub fn role(name: &str) -> Option<Role> {
    threads(name)
        .or_else(|| verification(name))
        .or_else(|| memory(name))
        .or_else(|| effects(name))
        .or_else(|| intrinsic(name))
}

fn threads(name: &str) -> Option<Role> {
    Some(match name {
        "pthread_create" => Role::StartThread(0, 2, 3),
        "thrd_create" => Role::StartThread(0, 1, 2),
        "pthread_join" | "thrd_join" | "_ZNSt6thread4joinEv" => Role::JoinThread,
        "pthread_mutex_lock" | "pthread_spin_lock" | "pthread_rwlock_rdlock" | "pthread_rwlock_wrlock" | "mtx_lock" => {
            Role::Lock
        }
        "pthread_mutex_trylock"
        | "pthread_spin_trylock"
        | "pthread_mutex_timedlock"
        | "pthread_rwlock_tryrdlock"
        | "pthread_rwlock_trywrlock"
        | "mtx_trylock"
        | "mtx_timedlock" => Role::TryLock,
        "pthread_mutex_unlock" | "pthread_spin_unlock" | "pthread_rwlock_unlock" | "mtx_unlock" => Role::Unlock,
        "pthread_cond_wait" | "pthread_cond_timedwait" | "cnd_wait" | "cnd_timedwait" => Role::Wait,
        "pthread_exit" | "thrd_exit" | "exit" | "_exit" | "_Exit" | "abort" | "quick_exit" | "err" | "errx"
        | "verr" | "verrx" | "__longjmp_chk" | "longjmp" | "siglongjmp" | "__cxa_throw" | "__cxa_rethrow"
        | "_Unwind_Resume" | "_ZSt9terminatev" | "__stack_chk_fail" | "__cxa_bad_cast" => Role::End,
        _ => return None,
    })
}

fn verification(name: &str) -> Option<Role> {
    Some(match name {
        "__CPROVER_atomic_begin" | "__VERIFIER_atomic_begin" => Role::AtomicBegin,
        "__CPROVER_atomic_end" | "__VERIFIER_atomic_end" => Role::AtomicEnd,
        "__CPROVER_assume" | "__VERIFIER_assume" => Role::Assume,
        "__CPROVER_assert" | "__VERIFIER_assert" => Role::Assert,
        "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_perror_fail" | "reach_error" | "__VERIFIER_error" => {
            Role::Violation
        }
        _ if name.starts_with("__VERIFIER_nondet_") || name.starts_with("nondet_") => Role::Nondeterministic,
        _ => return None,
    })
}

fn memory(name: &str) -> Option<Role> {
    let allocation = Effects { allocates: true, ..NOTHING };
    Some(match name {
        "malloc"
        | "calloc"
        | "valloc"
        | "memalign"
        | "aligned_alloc"
        | "alloca"
        | "mmap"
        | "mmap64"
        | "fopen"
        | "fopen64"
        | "fdopen"
        | "opendir"
        | "popen"
        | "tmpfile"
        | "_Znwm"
        | "_Znam"
        | "_ZnwmRKSt9nothrow_t"
        | "_ZnamRKSt9nothrow_t"
        | "_ZnwmSt11align_val_t"
        | "__cxa_allocate_exception"
        | "__rust_alloc"
        | "__rust_alloc_zeroed" => Role::Effects(allocation),
        "strdup" | "strndup" | "__strdup" | "realpath" => Role::Effects(Effects { reads: 1, ..allocation }),
        "realloc" | "reallocarray" | "__rust_realloc" => Role::Effects(Effects { reallocates: true, ..allocation }),
        "posix_memalign" => Role::Effects(Effects { allocates_into_first: true, ..NOTHING }),
        "asprintf" | "vasprintf" | "__asprintf_chk" | "__vasprintf_chk" => {
            Role::Effects(Effects { allocates_into_first: true, reads: !1, ..NOTHING })
        }
        // Access after free is undefined: what free does to the object is not an access that counts.
        "free"
        | "cfree"
        | "_ZdlPv"
        | "_ZdlPvm"
        | "_ZdaPv"
        | "_ZdaPvm"
        | "__rust_dealloc"
        | "munmap"
        | "__cxa_free_exception" => Role::Effects(NOTHING),
        "memcpy" | "memmove" | "__memcpy_chk" | "__memmove_chk" | "mempcpy" | "bcopy" => {
            Role::Effects(Effects { reads: 2, writes: 1, copies: true, returns: 1, ..NOTHING })
        }
        "memset" | "__memset_chk" | "bzero" | "explicit_bzero" => {
            Role::Effects(Effects { writes: 1, returns: 1, ..NOTHING })
        }
        "strcpy" | "strncpy" | "strcat" | "strncat" | "stpcpy" | "stpncpy" | "__strcpy_chk" | "__strncpy_chk"
        | "__strcat_chk" | "__strncat_chk" | "__stpcpy_chk" => {
            Role::Effects(Effects { reads: 3, writes: 1, returns: 1, ..NOTHING })
        }
        "strchr" | "strrchr" | "strstr" | "strpbrk" | "memchr" | "memrchr" | "strcasestr" | "strchrnul" | "index"
        | "rindex" | "memmem" | "basename" | "dirname" | "__rawmemchr" | "rawmemchr" => {
            Role::Effects(Effects { reads: 3, returns: 1, ..NOTHING })
        }
        "strtok" | "strtok_r" | "__strtok_r" | "strsep" => {
            Role::Effects(Effects { reads: 7, writes: 5, returns: 1, ..NOTHING })
        }
        "fgets" | "fgets_unlocked" | "__fgets_chk" | "gets" | "getcwd" | "inet_ntop" | "strerror_r" | "ctime_r"
        | "asctime_r" | "gmtime_r" | "localtime_r" | "__xpg_strerror_r" => {
            Role::Effects(Effects { writes: 3, reads: 7, returns: 7, ..NOTHING })
        }
        "qsort" | "qsort_r" => Role::Effects(Effects { reads: 1, writes: 1, calls: 8, ..NOTHING }),
        "bsearch" => Role::Effects(Effects { reads: 3, returns: 2, calls: 16, ..NOTHING }),
        "atexit" | "on_exit" | "signal" | "bsd_signal" | "__cxa_atexit" => {
            Role::Effects(Effects { calls: 3, ..NOTHING })
        }
        "pthread_once" | "call_once" | "pthread_key_create" => Role::Effects(Effects { calls: 2, ..NOTHING }),
        "pthread_getspecific" | "pthread_setspecific" => return None,
        _ => return None,
    })
}

/// Functions that only read or write what their arguments point to.
fn effects(name: &str) -> Option<Role> {
    Some(match name {
        "printf" | "fprintf" | "dprintf" | "vprintf" | "vfprintf" | "vdprintf" | "puts" | "fputs" | "fputc"
        | "putc" | "putchar" | "perror" | "fwrite" | "write" | "send" | "sendto" | "sendmsg" | "writev" | "pwrite"
        | "syslog" | "vsyslog" | "openlog" | "warn" | "warnx" | "vwarn" | "vwarnx" | "error" | "fflush"
        | "__printf_chk" | "__fprintf_chk" | "__vfprintf_chk" | "__vprintf_chk" | "__syslog_chk" | "fputs_unlocked"
        | "fwrite_unlocked" | "fputc_unlocked" | "putchar_unlocked" | "psignal" | "sendmmsg" | "sendfile" => reads(ALL),
        "strlen" | "strnlen" | "strcmp" | "strncmp" | "strcasecmp" | "strncasecmp" | "memcmp" | "bcmp" | "strspn"
        | "strcspn" | "strcoll" | "atoi" | "atol" | "atoll" | "atof" | "access" | "chdir" | "chmod" | "chown"
        | "mkdir" | "rmdir" | "unlink" | "rename" | "link" | "symlink" | "open" | "open64" | "openat" | "creat"
        | "execv" | "execve" | "execvp" | "execl" | "execlp" | "system" | "inet_addr" | "bind" | "connect"
        | "setsockopt" | "kill" | "setenv" | "unsetenv" | "putenv" | "remove" | "utime" | "utimes" | "truncate"
        | "mktime" | "sem_post" | "timegm" | "wcslen" | "chroot" | "lchown" | "mkfifo" | "inet_ntoa"
        | "if_nametoindex" => reads(ALL),
        "sprintf" | "snprintf" | "vsprintf" | "vsnprintf" | "__sprintf_chk" | "__snprintf_chk" | "__vsprintf_chk"
        | "__vsnprintf_chk" | "strftime" => writes(1, ALL),
        "read" | "recv" | "readv" | "pread" | "readlink" | "recvfrom" | "recvmsg" | "getsockopt" | "getsockname"
        | "getpeername" | "accept" | "accept4" => writes(ALL, ALL),
        "fread" | "fread_unlocked" | "gettimeofday" | "clock_gettime" | "time" | "times" | "pipe" | "pipe2"
        | "stat" | "fstat" | "lstat" | "stat64" | "fstat64" | "lstat64" | "__xstat" | "__fxstat" | "__lxstat"
        | "fstatat" | "statvfs" | "statfs" | "getrlimit" | "getrusage" | "sscanf" | "fscanf" | "scanf"
        | "__isoc99_sscanf" | "__isoc99_fscanf" | "__isoc99_scanf" | "vsscanf" | "strtol" | "strtoul" | "strtoll"
        | "strtoull" | "strtod" | "strtof" | "strtold" | "strtoimax" | "strtoumax" | "sigemptyset" | "sigfillset"
        | "sigaddset" | "sigdelset" | "sigismember" | "inet_aton" | "inet_pton" | "poll" | "ppoll" | "select"
        | "pselect" | "epoll_wait" | "epoll_ctl" | "nanosleep" | "clock_nanosleep" | "waitpid" | "wait" | "wait4"
        | "socketpair" | "uname" | "gethostname" | "sysinfo" | "getgroups" | "regcomp" | "regexec"
        | "sched_getparam" | "sched_setscheduler" | "sched_getaffinity" | "sched_setaffinity" | "setitimer"
        | "getitimer" | "timerfd_settime" | "sem_init" | "sem_destroy" | "sem_wait" | "sem_trywait"
        | "sem_getvalue" | "mkstemp" | "mkdtemp" | "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp"
        | "pthread_sigmask" | "sigprocmask" | "sigwait" | "frexp" | "modf" | "getline" | "getdelim" | "wcstombs"
        | "mbstowcs" | "mbrtowc" | "wcrtomb" | "regfree" | "regerror" | "fgetpos" | "ioctl" | "tcgetattr"
        | "tcsetattr" | "cfmakeraw" | "random_r" | "rand_r" | "getrandom" | "sem_timedwait" => writes(ALL, ALL),
        "fclose" | "feof" | "ferror" | "fileno" | "fgetc" | "getc" | "ungetc" | "fseek" | "fseeko" | "ftell"
        | "ftello" | "rewind" | "setvbuf" | "setbuf" | "setlinebuf" | "clearerr" | "pclose" | "closedir"
        | "flockfile" | "funlockfile" | "getc_unlocked" | "putc_unlocked" | "getchar" => Role::Effects(NOTHING),
        "close" | "socket" | "listen" | "shutdown" | "dup" | "dup2" | "fcntl" | "fcntl64" | "lseek" | "lseek64"
        | "fsync" | "fdatasync" | "ftruncate" | "fchmod" | "fchown" | "umask" | "getpid" | "getppid" | "getuid"
        | "geteuid" | "getgid" | "getegid" | "setuid" | "setgid" | "seteuid" | "setegid" | "setsid" | "setpgid"
        | "fork" | "vfork" | "sleep" | "usleep" | "alarm" | "pause" | "sched_yield" | "rand" | "srand" | "random"
        | "srandom" | "drand48" | "srand48" | "lrand48" | "clock" | "isatty" | "sysconf" | "getpagesize" | "nice"
        | "raise" | "madvise" | "mlock" | "mlockall" | "munlockall" | "mprotect" | "msync" | "closelog" | "abs"
        | "labs" | "toupper" | "tolower" | "isalpha" | "isdigit" | "isspace" | "isalnum" | "isprint" | "isupper"
        | "islower" | "isxdigit" | "ispunct" | "htons" | "htonl" | "ntohs" | "ntohl" | "difftime" | "epoll_create"
        | "epoll_create1" | "eventfd" | "timerfd_create" | "setpriority" | "getpriority" | "tzset" | "sync"
        | "flock" | "posix_fadvise" | "posix_fallocate" | "fallocate" | "getdtablesize" | "thrd_yield" | "prctl"
        | "inotify_init" => Role::Effects(NOTHING),
        "pthread_self"
        | "pthread_equal"
        | "pthread_detach"
        | "thrd_detach"
        | "thrd_current"
        | "pthread_cancel"
        | "pthread_kill"
        | "pthread_yield"
        | "pthread_mutex_init"
        | "pthread_mutex_destroy"
        | "pthread_mutexattr_init"
        | "pthread_mutexattr_settype"
        | "pthread_mutexattr_destroy"
        | "pthread_mutexattr_setpshared"
        | "pthread_cond_init"
        | "pthread_cond_destroy"
        | "pthread_cond_signal"
        | "pthread_cond_broadcast"
        | "pthread_condattr_init"
        | "pthread_condattr_setclock"
        | "pthread_condattr_destroy"
        | "pthread_rwlock_init"
        | "pthread_rwlock_destroy"
        | "pthread_spin_init"
        | "pthread_spin_destroy"
        | "pthread_attr_init"
        | "pthread_attr_destroy"
        | "pthread_attr_setdetachstate"
        | "pthread_attr_setstacksize"
        | "pthread_attr_getstacksize"
        | "pthread_attr_setscope"
        | "pthread_attr_setschedparam"
        | "pthread_attr_setschedpolicy"
        | "pthread_attr_setinheritsched"
        | "pthread_setcancelstate"
        | "pthread_setcanceltype"
        | "pthread_testcancel"
        | "pthread_setname_np"
        | "pthread_setschedparam"
        | "pthread_getschedparam"
        | "pthread_barrier_init"
        | "pthread_barrier_destroy"
        | "pthread_setaffinity_np"
        | "pthread_getaffinity_np"
        | "pthread_attr_setaffinity_np"
        | "mtx_init"
        | "mtx_destroy"
        | "cnd_init"
        | "cnd_signal"
        | "cnd_broadcast"
        | "cnd_destroy"
        | "pthread_atfork"
        | "pthread_key_delete" => Role::Effects(NOTHING),
        "__errno_location" | "__error" => Role::Effects(Effects { allocates: true, ..NOTHING }),
        "strerror"
        | "getenv"
        | "secure_getenv"
        | "ctime"
        | "asctime"
        | "localtime"
        | "gmtime"
        | "getpwnam"
        | "getpwuid"
        | "getgrnam"
        | "getgrgid"
        | "gethostbyname"
        | "gethostbyaddr"
        | "getservbyname"
        | "getprotobyname"
        | "readdir"
        | "readdir64"
        | "setlocale"
        | "gai_strerror"
        | "strsignal"
        | "dlerror"
        | "dlsym"
        | "dlopen"
        | "getlogin"
        | "ttyname"
        | "nl_langinfo"
        | "__ctype_b_loc"
        | "__ctype_toupper_loc"
        | "__ctype_tolower_loc"
        | "hstrerror"
        | "gettext"
        | "dcgettext"
        | "ngettext"
        | "textdomain"
        | "bindtextdomain"
        | "crypt"
        | "localeconv" => Role::Effects(Effects { reads: ALL, returns_library_object: true, ..NOTHING }),
        "getopt" | "getopt_long" | "getopt_long_only" => Role::Effects(Effects { reads: ALL, writes: 0x10, ..NOTHING }),
        "getaddrinfo" => Role::Effects(Effects { reads: ALL, writes: 8, ..NOTHING }),
        "freeaddrinfo" | "freeifaddrs" | "globfree" | "endpwent" | "endgrent" => Role::Effects(NOTHING),
        "sigaction" => Role::Effects(Effects { reads: 2, writes: 4, ..NOTHING }),
        "floor" | "ceil" | "sqrt" | "sqrtf" | "pow" | "exp" | "log" | "log2" | "log10" | "sin" | "cos" | "tan"
        | "fabs" | "fmod" | "round" | "lround" | "rint" | "atan2" | "atan" | "floorf" | "ceilf" | "powf" | "fabsf"
        | "exp2" | "cbrt" | "hypot" | "trunc" | "asin" | "acos" | "sinf" | "cosf" | "expf" | "logf" | "ldexp" => {
            Role::Effects(NOTHING)
        }
        "__cxa_begin_catch" => Role::Effects(Effects { returns: 1, ..NOTHING }),
        "__cxa_end_catch"
        | "__gxx_personality_v0"
        | "__cxa_guard_abort"
        | "_ZNSt6threadC1Ev"
        | "_ZNSt6thread20hardware_concurrencyEv" => Role::Effects(NOTHING),
        "_ZNSt6thread6detachEv" => Role::Effects(NOTHING),
        _ => return None,
    })
}

/// LLVM's own functions: those that touch memory are operations of the IR; the rest compute.
fn intrinsic(name: &str) -> Option<Role> {
    let rest = name.strip_prefix("llvm.")?;
    let touches_memory = [
        "memcpy",
        "memmove",
        "memset",
        "masked",
        "gc",
        "init.trampoline",
        "coro",
        "matrix",
        "vp.",
        "sse",
        "avx",
        "x86",
        "aarch64",
        "arm",
        "ppc",
    ];
    if touches_memory.iter().any(|prefix| rest.starts_with(prefix)) {
        return None;
    }
    match rest.split('.').next() {
        Some("trap" | "debugtrap" | "ubsantrap") => Some(Role::End),
        Some("assume") => Some(Role::Effects(NOTHING)),
        Some("va_copy") => Some(Role::Effects(Effects { reads: 2, writes: 1, copies: true, ..NOTHING })),
        Some("ptr" | "launder" | "strip" | "expect" | "threadlocal") => {
            Some(Role::Effects(Effects { returns: 1, ..NOTHING }))
        }
        _ => Some(Role::Effects(NOTHING)),
    }
}
