//! Models of library functions that programs call without defining them.
//!
//! A function that is not listed may do anything to every object that it can reach, and orders nothing. The table says what the listed ones do to
//! memory *of the program*; what they do to their own is not seen. Sources: POSIX.1-2017 and ISO C11 for their functions, the manuals of
//! gcc and clang for builtins, CBMC and SV-COMP for `__CPROVER_*` and `__VERIFIER_*`.

pub mod definitions;
mod functions;

/// What a call becomes, with the positions of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Starts a thread: handle, function, argument.
    StartThread(usize, usize, usize),
    /// Waits for the thread of argument 0.
    /// Writes what it returned, if it is to, as so many bytes: a pointer, or the `int` of C11's threads.
    JoinThread(u8),
    /// The object of argument 0, a `std::thread`, stands for no thread any more.
    LeaveThread {
        /// Whether the thread is waited for.
        joins: bool,
    },
    /// Takes the lock of argument 0.
    Lock,
    /// Takes the lock of argument 0 beside other readers.
    SharedLock,
    /// Tries to take it, and gives this number where it is taken.
    TryLock(u32),
    /// Tries to take it beside other readers.
    TrySharedLock(u32),
    /// Tries to take it, and gives true where it does: `std::mutex::try_lock`.
    TryLockAsBool {
        /// Whether it is taken beside other readers.
        shared: bool,
    },
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
    /// Ends the thread or the process: nothing after it is reached. What is called at this moment is, before.
    End(Option<Moment>),
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

/// When the library calls functions that it was given for later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// The process ends by `exit`, or as `main` returns: `atexit`, destructors of objects with static storage.
    ProcessEnd,
    /// A thread ends: `pthread_key_create`.
    ThreadEnd,
    /// A process is copied: `pthread_atfork`.
    Fork,
}

/// How a library starts a function beside the thread that calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Start {
    /// In one thread: `clone`.
    Once,
    /// In a thread of its own each time that something happens: a timer of POSIX.
    Repeatedly,
    /// In several threads, which have ended when the call returns: OpenMP.
    Team,
    /// In whatever thread a signal is delivered to.
    Handler,
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
    /// The result may point into what the pointers at the begin of these arguments' objects lead to: `std::string::c_str`.
    pub returns_held: u8,
    /// Copies memory (with the pointers in it) to what the pointer at the begin of the first object leads to, from the second object and from what the pointer at its begin leads to: `std::string::append`.
    pub fills: bool,
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
    /// Calls these arguments back with data of threads where threads end: `pthread_key_create`.
    pub destroys: u8,
    /// Calls these arguments back where the process ends, with others that it was given: `atexit`.
    pub at_exit: u8,
    /// Calls these arguments back where the process is copied: `pthread_atfork`.
    pub at_fork: u8,
    /// Copies the process: `fork`.
    pub forks: bool,
    /// Starts these arguments as threads, with others that it was given: `clone`.
    pub starts: u8,
    /// Starts functions that the objects of these arguments hold as threads, each time that something happens: `timer_create`.
    pub starts_held: u8,
    /// Starts these arguments in several threads, with pointers to numbers of threads and what stands behind: `__kmpc_fork_call`.
    pub starts_team: u8,
    /// Calls these arguments back when a signal comes: `signal`.
    pub handles: u8,
    /// Calls functions that the objects of these arguments hold back when a signal comes: `sigaction`.
    pub handles_held: u8,
    /// These arguments are called in an event loop, each with the argument behind it as its third one: `event_set`.
    pub calls_later: u8,
    /// Functions that the objects of these arguments hold are called in an event loop, with what else is there: `sasl_server_init`.
    pub holds_callbacks: u8,
    /// Calls functions that are to be called later, any number of times: `event_base_loop`.
    pub runs: bool,
    /// What is called later is called in loops of the object that this argument points to alone, and what runs is a loop of it: `event_base_loop`.
    pub base: Option<u8>,
    /// What is called for the object that argument 1 points to is called in loops of the object that argument 0 points to: `event_base_set`.
    pub sets_base: bool,
    /// A new object is the base of what is given none: `event_init`.
    pub usual_base: bool,
    /// What is called later is called for the object that argument 0 points to, whose base is set elsewhere: `event_set`.
    pub base_set_later: bool,
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
    is_cxx_variable(name)
        || matches!(
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

/// Whether a name is that of a variable of the C++ library (Itanium C++ ABI, 5.1.4): tables of virtual functions and type information of what is in `std` or the ABI's own, streams,
/// `std::nothrow`, and what stands for the shared object.
fn is_cxx_variable(name: &str) -> bool {
    let of_type = name.strip_prefix("_ZTV").or_else(|| name.strip_prefix("_ZTI")).or_else(|| name.strip_prefix("_ZTS"));
    let is_of_library = |ty: &str| {
        let ty = ty.trim_start_matches(['P', 'K']).trim_start_matches('N');
        ty.starts_with("St") || ty.starts_with("S") && ty.len() == 2 || ty.starts_with("10__cxxabiv1") || ty.len() == 1
    };
    match of_type {
        Some(ty) => is_of_library(ty),
        None => name == "__dso_handle" || name.starts_with("_ZSt") && !name.contains("Ev"),
    }
}

/// Whether what a call of a function gives may be memory that other processes have, too (POSIX.1-2017, mmap and shmat). `flags`: its argument 3, if that is a constant.
pub fn maps_shared_memory(name: &str, flags: Option<i128>) -> bool {
    /// `MAP_SHARED` and `MAP_SHARED_VALIDATE` of Linux have this bit, `MAP_PRIVATE` has not.
    const SHARED: i128 = 1;
    match name {
        "mmap" | "mmap64" => flags.is_none_or(|flags| flags & SHARED != 0),
        _ => name == "shmat",
    }
}

/// What is known of a library's function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    /// What a call becomes: for `fence`, and for all that reads programs.
    pub role: Role,
    /// What a call does, for `verify`; none where it cannot execute one, or its role says all.
    pub meaning: Option<Meaning>,
    /// Whether `test` puts a function of its own in its place.
    pub is_interposed: bool,
}

/// What a call does to a program that is executed step by step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Nothing that is seen; a number that it gives is 0.
    Nothing,
    /// Wakes a thread that waits on the condition variable of argument 0.
    Signal,
    /// Wakes all of them.
    Broadcast,
    /// Makes a barrier of argument 0 for as many threads as argument 2.
    BarrierInit,
    /// Ends the barrier of argument 0.
    BarrierDestroy,
    /// Waits at the barrier of argument 0.
    BarrierWait,
    /// Gives the semaphore of argument 0 the value of argument 2.
    SemaphoreInit,
    /// Waits until the semaphore of argument 0 is above 0, and takes 1 away.
    SemaphoreWait,
    /// Adds 1 to the semaphore of argument 0.
    SemaphorePost,
    /// Stores the value of the semaphore of argument 0 where argument 1 points.
    SemaphoreValue,
    /// Sets the type of mutexes in the attributes of argument 0 to argument 1.
    MutexType,
    /// Makes a mutex of argument 0 by the attributes of argument 1.
    MutexInit,
    /// Makes a lock of argument 0.
    LockInit,
    /// Makes a mutex of argument 0 of the type of argument 1 (C11).
    TypedLockInit,
    /// The lock of argument 0 is no more.
    LockDestroy,
    /// Makes an object of as many bytes as argument 0.
    Allocate,
    /// Makes an object of argument 0 times argument 1 bytes, all zero.
    AllocateArray,
    /// Makes an object of as many bytes as argument 1.
    AllocateAligned,
    /// The object of argument 0 is no more.
    Free,
    /// Copies memory from argument 1 to argument 0.
    Copy,
    /// Fills the memory of argument 0.
    Fill,
    /// Gives the thread.
    Identity,
    /// Ends the thread.
    EndThread,
    /// Ends the process.
    Exit,
    /// Gives any value.
    Choose,
    /// Puts any bytes into memory.
    ChooseMemory,
    /// Gives argument 0.
    Argument,
    /// Goes through variable arguments.
    VariableArguments,
}

/// What is known of the function of a name; none when nothing is.
pub fn function(name: &str) -> Option<Function> {
    let name = plain(name);
    functions::function(name).or_else(|| {
        let plain = |role| Function { role, meaning: None, is_interposed: false };
        let chosen = name.starts_with("__VERIFIER_nondet_") || name.starts_with("nondet_");
        if chosen {
            return Some(Function { meaning: Some(Meaning::Choose), ..plain(Role::Nondeterministic) });
        }
        if let Some(role) = fence(name) {
            return Some(plain(role));
        }
        intrinsic(name).map(|role| Function { meaning: intrinsic_meaning(name), ..plain(role) })
    })
}

/// The name that the program wrote, where it is compiled for macOS: there a symbol begins with a byte that stands for "as it is", and variants are named behind a dollar sign (`\01_pthread_join$UNIX2003`).
fn plain(name: &str) -> &str {
    match name.strip_prefix("\u{1}_") {
        Some(rest) => rest.split('$').next().unwrap_or(rest),
        None => name,
    }
}

/// What a call of the function of a name becomes; none when it is not known.
pub fn role(name: &str) -> Option<Role> {
    function(name).map(|function| function.role)
}

/// What a call of the function of a name does, for a checker that executes it; none when that is not known.
pub fn meaning(name: &str) -> Option<Meaning> {
    let name = plain(name);
    match name.strip_prefix("llvm.") {
        Some(_) => intrinsic_meaning(name),
        None => function(name)?.meaning,
    }
}

/// All functions of the table, by name, in alphabetical order.
pub fn functions() -> Vec<(&'static str, Function)> {
    functions::all()
}

/// What LLVM's own functions do that are no operations of the IR.
fn intrinsic_meaning(name: &str) -> Option<Meaning> {
    let rest = name.strip_prefix("llvm.")?;
    let begins = |prefixes: &[&str]| prefixes.iter().any(|prefix| rest.starts_with(prefix));
    // Clang since version 15 asks for the thread's copy; older ones name the variable itself.
    if begins(&["expect.", "threadlocal.address"]) {
        Some(Meaning::Argument)
    } else if begins(&["va_start", "va_copy"]) {
        Some(Meaning::VariableArguments)
    } else if begins(&["stack", "va_end", "assume"]) {
        Some(Meaning::Nothing)
    } else {
        None
    }
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
        Some("trap" | "debugtrap" | "ubsantrap") => Some(Role::End(None)),
        Some("assume") => Some(Role::Effects(Effects::default())),
        Some("va_start") => Some(Role::Effects(Effects { writes: 1, starts_arguments: true, ..Effects::default() })),
        Some("va_copy") => Some(Role::Effects(Effects { reads: 2, writes: 1, copies: true, ..Effects::default() })),
        Some("ptr" | "launder" | "strip" | "expect" | "threadlocal") => {
            Some(Role::Effects(Effects { returns: 1, ..Effects::default() }))
        }
        _ => Some(Role::Effects(Effects::default())),
    }
}
