//! Models of library functions that programs call without defining them.
//!
//! A function that is not listed may do anything to every object that it can reach, and orders nothing. The table says what the listed ones do to
//! memory *of the program*; what they do to their own is not seen. Sources: POSIX.1-2017 and ISO C11 for their functions, the manuals of
//! gcc and clang for builtins, CBMC and SV-COMP for `__CPROVER_*` and `__VERIFIER_*`.

mod functions;

/// What a call becomes, with the positions of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Starts a thread: handle, function, argument.
    StartThread(usize, usize, usize),
    /// Waits for the thread of argument 0.
    /// Writes what it returned, if it is to, as so many bytes: a pointer, or the `int` of C11's threads.
    JoinThread(u8),
    /// Takes the lock of argument 0.
    Lock,
    /// Takes the lock of argument 0 beside other readers.
    SharedLock,
    /// Tries to take it, and gives this number where it is taken.
    TryLock(u32),
    /// Tries to take it beside other readers.
    TrySharedLock(u32),
    /// Gives the lock of argument 0 back.
    Unlock,
    /// Waits on a condition variable with a lock; a timed wait gives this number when its time is over.
    Wait(Option<u32>),
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
    /// A fence whose order is argument 0, numbered as C11 lists the orders; or one for the compiler alone.
    Fence {
        /// A signal fence.
        compiler_only: bool,
    },
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
    /// The result may be a function, or an object, of code that is not there: `dlsym`.
    pub returns_unknown: bool,
    /// Calls these arguments back, with any argument that it was given.
    pub calls: u8,
    /// A pointer to a new object is stored where argument 0 points: `posix_memalign`. Argument 0 is then also in `stores_new`.
    pub allocates_into_first: bool,
    /// Pointers to a new object are stored where these arguments point: `getaddrinfo`.
    pub stores_new: u8,
    /// Pointers into the object of argument 0 are stored where these arguments point: `strtol`.
    pub stores_first: u8,
    /// The variable arguments of the caller can be fetched through what argument 0 points to: `va_start`.
    pub starts_arguments: bool,
    /// A new object of the call holds pointers into itself: a linked list.
    pub linked: bool,
    /// What is read and written are also the objects that those of the arguments lead to: `readv`.
    pub deep: bool,
    /// The library keeps these arguments: `strtok`.
    pub keeps: u8,
    /// The result is something that was kept.
    pub returns_kept: bool,
    /// The library keeps these arguments as data of threads: `pthread_setspecific`.
    pub keeps_specific: u8,
    /// The result is data of a thread: `pthread_getspecific`.
    pub returns_specific: bool,
    /// Calls these arguments back with data of threads: `pthread_key_create`.
    pub destroys: u8,
    /// These arguments are called in an event loop, each with the argument behind it as its third one: `event_set`.
    pub calls_later: u8,
    /// Functions that the objects of these arguments hold are called in an event loop, with what else is there: `sasl_server_init`.
    pub holds_callbacks: u8,
    /// Calls functions that are to be called later, any number of times: `event_base_loop`.
    pub runs: bool,
    /// Orders memory as taking a lock does: `sem_wait`.
    pub acquires: bool,
    /// Orders memory as giving a lock back does: `sem_post`.
    pub releases: bool,
}

impl Effects {
    /// Whether argument `index` is in `mask`.
    pub fn has(mask: u8, index: usize) -> bool {
        mask & (1 << index.min(7)) != 0
    }
}

/// Whether a variable that no unit of the program defines is the C library's own (POSIX.1-2017, glibc): it holds pointers to the library's objects or to the arguments of
/// the program.
pub fn is_variable(name: &str) -> bool {
    matches!(
        name,
        "stdin"
            | "stdout"
            | "stderr"
            | "environ"
            | "__environ"
            | "_environ"
            | "optarg"
            | "optind"
            | "opterr"
            | "optopt"
            | "timezone"
            | "daylight"
            | "tzname"
            | "signgam"
            | "in6addr_any"
            | "in6addr_loopback"
            | "program_invocation_name"
            | "program_invocation_short_name"
    )
}

/// The model of the function of a name; none when it is not known.
pub fn role(name: &str) -> Option<Role> {
    threads(name)
        .or_else(|| fence(name))
        .or_else(|| verification(name))
        .or_else(|| functions::effects(name).map(Role::Effects))
        .or_else(|| intrinsic(name))
}

/// Numbers of errors, as Linux has them.
const EBUSY: u32 = 16;
const ETIMEDOUT: u32 = 110;
/// Results of C11's functions, as the GNU C library has them.
const THRD_BUSY: u32 = 1;
const THRD_TIMEDOUT: u32 = 4;

fn threads(name: &str) -> Option<Role> {
    Some(match name {
        "pthread_create" => Role::StartThread(0, 2, 3),
        "thrd_create" => Role::StartThread(0, 1, 2),
        "pthread_join" | "_ZNSt6thread4joinEv" => Role::JoinThread(8),
        "thrd_join" => Role::JoinThread(4),
        "pthread_mutex_lock" | "pthread_spin_lock" | "pthread_rwlock_wrlock" | "mtx_lock" => Role::Lock,
        "pthread_rwlock_rdlock" => Role::SharedLock,
        "pthread_rwlock_tryrdlock" => Role::TrySharedLock(EBUSY),
        "pthread_mutex_trylock" | "pthread_spin_trylock" | "pthread_rwlock_trywrlock" => Role::TryLock(EBUSY),
        "pthread_mutex_timedlock" => Role::TryLock(ETIMEDOUT),
        "mtx_trylock" => Role::TryLock(THRD_BUSY),
        "mtx_timedlock" => Role::TryLock(THRD_TIMEDOUT),
        "pthread_mutex_unlock" | "pthread_spin_unlock" | "pthread_rwlock_unlock" | "mtx_unlock" => Role::Unlock,
        "pthread_cond_wait" | "cnd_wait" => Role::Wait(None),
        "pthread_cond_timedwait" => Role::Wait(Some(ETIMEDOUT)),
        "cnd_timedwait" => Role::Wait(Some(THRD_TIMEDOUT)),
        "pthread_exit" | "thrd_exit" | "exit" | "_exit" | "_Exit" | "abort" | "quick_exit" | "err" | "errx"
        | "verr" | "verrx" | "__longjmp_chk" | "longjmp" | "siglongjmp" | "__cxa_throw" | "__cxa_rethrow"
        | "_Unwind_Resume" | "_ZSt9terminatev" | "__stack_chk_fail" | "__cxa_bad_cast" => Role::End,
        _ => return None,
    })
}

/// The fences of `<atomic>` in libstdc++ and libc++ (with its tags of versions behind the name): functions that switch on their parameter.
fn fence(name: &str) -> Option<Role> {
    let rest = name.strip_prefix("_ZSt").or_else(|| name.strip_prefix("_ZNSt3__1"))?;
    if rest.starts_with("19atomic_thread_fence") {
        Some(Role::Fence { compiler_only: false })
    } else if rest.starts_with("19atomic_signal_fence") {
        Some(Role::Fence { compiler_only: true })
    } else {
        None
    }
}

fn verification(name: &str) -> Option<Role> {
    Some(match name {
        "__CPROVER_atomic_begin" | "__VERIFIER_atomic_begin" | "__ESBMC_atomic_begin" => Role::AtomicBegin,
        "__CPROVER_atomic_end" | "__VERIFIER_atomic_end" | "__ESBMC_atomic_end" => Role::AtomicEnd,
        "__CPROVER_assume" | "__VERIFIER_assume" | "__ESBMC_assume" => Role::Assume,
        // A program that does not include `<assert.h>` calls a function.
        "__CPROVER_assert" | "__VERIFIER_assert" | "__ESBMC_assert" | "assert" => Role::Assert,
        "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_perror_fail" | "reach_error" | "__VERIFIER_error" => {
            Role::Violation
        }
        // What this one gives is in memory.
        "__VERIFIER_nondet_memory" => Role::Effects(Effects { writes: 1, ..Effects::default() }),
        _ if name.starts_with("__VERIFIER_nondet_") || name.starts_with("nondet_") => Role::Nondeterministic,
        _ => return None,
    })
}

/// Vector instructions of x86, by how their names begin, that only compute.
const VECTOR_ARITHMETIC: &[&str] = &[
    "psll",
    "psrl",
    "psra",
    "packss",
    "packus",
    "pmadd",
    "psad",
    "pmul",
    "pshuf",
    "pavg",
    "pmovmskb",
    "movmsk",
    "ptest",
    "phadd",
    "phsub",
    "psign",
    "comi",
    "ucomi",
    "addsub",
    "hadd",
    "hsub",
    "crc32",
    "aes",
    "pclmulqdq",
    "rcp",
    "rsqrt",
];

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
    if rest.split('.').any(|word| VECTOR_ARITHMETIC.iter().any(|operation| word.starts_with(operation))) {
        return Some(Role::Effects(Effects::default()));
    }
    if touches_memory.iter().any(|prefix| rest.starts_with(prefix)) {
        return None;
    }
    match rest.split('.').next() {
        Some("trap" | "debugtrap" | "ubsantrap") => Some(Role::End),
        Some("assume") => Some(Role::Effects(Effects::default())),
        Some("va_start") => Some(Role::Effects(Effects { writes: 1, starts_arguments: true, ..Effects::default() })),
        Some("va_copy") => Some(Role::Effects(Effects { reads: 2, writes: 1, copies: true, ..Effects::default() })),
        Some("ptr" | "launder" | "strip" | "expect" | "threadlocal") => {
            Some(Role::Effects(Effects { returns: 1, ..Effects::default() }))
        }
        _ => Some(Role::Effects(Effects::default())),
    }
}
