//! What the functions of the C library, and of others, do to the memory of a program.
//!
//! Sources: ISO C11, POSIX.1-2017, the manual of glibc for what is its own, and those of libevent 2.1, OpenSSL 3.0, Cyrus SASL 2.1, libpcap 1.10, libmagic 5.44, libbzip2 1.0.8 and libstdc++ (gcc 12). There is a table for each. A line names functions and, behind the colon, what they do:
//!
//! | word | meaning |
//! | --- | --- |
//! | `r0`, `r1+`, `r*` | read what argument 0, arguments from 1 on, all arguments point to |
//! | `w0` ... | write it |
//! | `>0` ... | return a pointer into the object of argument 0 |
//! | `new` | return a new object |
//! | `new@1` | store a pointer to a new object where argument 1 points |
//! | `list` | such a new object holds pointers into itself |
//! | `into@1` | store a pointer into the object of argument 0 where argument 1 points |
//! | `deep` | read and write also what these objects lead to: vectors of buffers |
//! | `moves` | `realloc`: move the object of argument 0 |
//! | `copies` | copy memory with the pointers in it from the second object to the first |
//! | `held0` ... | return a pointer into what the pointer at the begin of the object of argument 0 leads to |
//! | `fills` | copy memory with the pointers in it from the second object, and from what the pointer at its begin leads to, to what the pointer at the begin of the first one leads to: buffers that objects own |
//! | `lib` | return an object of the library, one for all calls |
//! | `unknown` | return a function, or an object, of code that is not there |
//! | `calls2` | call argument 2, with arguments that were given |
//! | `acquires`, `releases` | order memory as taking and giving back a lock do (POSIX.1-2017, 4.12) |
//! | `keeps1`, `kept` | keep argument 1, return what was kept |
//! | `specific1`, `specific` | keep argument 1 as data of threads, return such data |
//! | `destroys1` | call argument 1 with data of threads where threads end |
//! | `at-exit0`, `at-fork0+` | call argument 0, arguments from 0 on, where the process ends, where it is copied |
//! | `forks` | copy the process |
//! | `starts0`, `starts-held1` | start argument 0 as a thread, functions in the object of argument 1 as threads, any number of times |
//! | `team2` | start argument 2 in several threads that end before the call does, with two pointers to numbers and the arguments behind it |
//! | `handles1`, `handles-held1` | call argument 1, functions in the object of argument 1, when a signal comes |
//! | `later3` | have argument 3 called in an event loop, with argument 4 as its third |
//! | `holds0` | have functions that the object of argument 0 holds called in an event loop, with what else it holds: a table of callbacks |
//! | `runs` | call what is to be called in an event loop, any number of times |
//! | `base1` | do so in loops of the object that argument 1 points to alone |
//! | `setsbase` | have what is called for the object of argument 1 be called in loops of that of argument 0 alone |
//! | `usualbase` | give a new object, in loops of which is called what has no other one |
//! | `unbased` | have something called for the object of argument 0, whose loop is chosen elsewhere |
//!
//! Functions that are more than effects on memory have instead one of the words of [`Role`]: `start=0,2,3`, `join=8`, `leave`, `join-and-leave`, `lock`, `lock-shared`, `trylock=16`,
//! `trylock-shared=16`, `trylock-bool`, `trylock-shared-bool`, `unlock`, `wait`, `wait=110`, `atomic-begin`, `atomic-end`, `assume`, `assert`, `violation`, `end`, `end-process`, `end-thread`, `any`.
//!
//! Behind `|` stands what `verify` makes of a call, as [`Meaning`] lists it. A `*` behind a name says that `test` puts a function of its own in its place.
//! So a function is one row, for all that know it; a test compares the rows with what `rt` exports.
//!
//! What a stream, a lock, a directory or the like holds belongs to the library: no access of the program is to it, so its functions do not read or write it
//! here. Functions that may block or send signals do nothing else to memory.

mod bzip2;
mod c;
mod compilers;
mod libevent;
mod libstdcxx;
mod magic;
mod openssl;
mod pcap;
mod posix;
mod sasl;
mod threads;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::{Effects, Function, Meaning, Moment, Role};
use c::{MATHEMATICS, MATHEMATICS_WITH_RESULTS};

/// The tables, by the libraries that define the functions.
const TABLES: [&str; 11] = [
    bzip2::FUNCTIONS,
    c::FUNCTIONS,
    posix::FUNCTIONS,
    compilers::FUNCTIONS,
    libevent::FUNCTIONS,
    libstdcxx::FUNCTIONS,
    magic::FUNCTIONS,
    openssl::FUNCTIONS,
    pcap::FUNCTIONS,
    sasl::FUNCTIONS,
    threads::FUNCTIONS,
];

/// The lines of all tables that are neither empty nor comments.
fn lines() -> impl Iterator<Item = &'static str> {
    TABLES.iter().flat_map(|table| table.lines()).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

static TABLE: LazyLock<FxHashMap<&str, Function>> = LazyLock::new(|| {
    let mut table = FxHashMap::default();
    for line in lines() {
        let (names, words) = line.split_once(':').expect("a line of the table has a colon");
        let (words, meaning) = match words.split_once('|') {
            Some((words, meaning)) => (words, Some(meaning.trim())),
            None => (words, None),
        };
        let meaning = meaning.map(|word| meaning_of(word).unwrap_or_else(|| panic!("no meaning is called `{word}`")));
        let role = role_of(words.trim()).unwrap_or_else(|| Role::Effects(effects_of(words)));
        for name in names.split_whitespace() {
            let (name, is_interposed) = name.strip_suffix('*').map_or((name, false), |name| (name, true));
            table.insert(name, Function { role, meaning, is_interposed });
        }
    }
    let computes = |effects| Function { role: Role::Effects(effects), meaning: None, is_interposed: false };
    table.extend(MATHEMATICS.split_whitespace().map(|name| (name, computes(Effects::default()))));
    let with_results = |writes| computes(Effects { writes, ..Effects::default() });
    table.extend(MATHEMATICS_WITH_RESULTS.iter().map(|(name, writes)| (*name, with_results(*writes))));
    table
});

/// The effects that a line names.
fn effects_of(words: &str) -> Effects {
    let mut effects = Effects::default();
    for word in words.split_whitespace() {
        apply(word, &mut effects).unwrap_or_else(|| panic!("the table has no word `{word}`"));
    }
    effects
}

/// The role of a word, if it is more than effects.
fn role_of(word: &str) -> Option<Role> {
    let (word, numbers) = word.split_once('=').map_or((word, Vec::new()), |(word, numbers)| {
        (word, numbers.split(',').map(|number| number.parse().expect("a number")).collect::<Vec<u32>>())
    });
    Some(match (word, numbers.as_slice()) {
        ("start", [handle, function, argument]) => {
            Role::StartThread(*handle as usize, *function as usize, *argument as usize)
        }
        ("join", [bytes]) => Role::JoinThread(*bytes as u8),
        ("leave", []) => Role::LeaveThread { joins: false },
        ("join-and-leave", []) => Role::LeaveThread { joins: true },
        ("lock", []) => Role::Lock,
        ("lock-shared", []) => Role::SharedLock,
        ("trylock", [taken]) => Role::TryLock(*taken),
        ("trylock-shared", [taken]) => Role::TrySharedLock(*taken),
        ("trylock-bool", []) => Role::TryLockAsBool { shared: false },
        ("trylock-shared-bool", []) => Role::TryLockAsBool { shared: true },
        ("unlock", []) => Role::Unlock,
        ("wait", []) => Role::Wait(None),
        ("wait", [late]) => Role::Wait(Some(*late)),
        ("atomic-begin", []) => Role::AtomicBegin,
        ("atomic-end", []) => Role::AtomicEnd,
        ("assume", []) => Role::Assume,
        ("assert", []) => Role::Assert,
        ("violation", []) => Role::Violation,
        ("end", []) => Role::End(None),
        ("end-process", []) => Role::End(Some(Moment::ProcessEnd)),
        ("end-thread", []) => Role::End(Some(Moment::ThreadEnd)),
        ("any", []) => Role::Nondeterministic,
        _ => return None,
    })
}

fn meaning_of(word: &str) -> Option<Meaning> {
    Some(match word {
        "nothing" => Meaning::Nothing,
        "signal" => Meaning::Signal,
        "broadcast" => Meaning::Broadcast,
        "barrier-init" => Meaning::BarrierInit,
        "barrier-destroy" => Meaning::BarrierDestroy,
        "barrier-wait" => Meaning::BarrierWait,
        "semaphore-init" => Meaning::SemaphoreInit,
        "semaphore-wait" => Meaning::SemaphoreWait,
        "semaphore-post" => Meaning::SemaphorePost,
        "semaphore-value" => Meaning::SemaphoreValue,
        "mutex-type" => Meaning::MutexType,
        "mutex-init" => Meaning::MutexInit,
        "lock-init" => Meaning::LockInit,
        "typed-lock-init" => Meaning::TypedLockInit,
        "lock-destroy" => Meaning::LockDestroy,
        "allocate" => Meaning::Allocate,
        "allocate-array" => Meaning::AllocateArray,
        "allocate-aligned" => Meaning::AllocateAligned,
        "free" => Meaning::Free,
        "copy" => Meaning::Copy,
        "fill" => Meaning::Fill,
        "identity" => Meaning::Identity,
        "end-thread" => Meaning::EndThread,
        "exit" => Meaning::Exit,
        "choose" => Meaning::Choose,
        "choose-memory" => Meaning::ChooseMemory,
        _ => return None,
    })
}

/// All functions, by name.
pub(super) fn all() -> Vec<(&'static str, Function)> {
    let mut all: Vec<(&str, Function)> = TABLE.iter().map(|(name, function)| (*name, *function)).collect();
    all.sort_unstable_by_key(|(name, _)| *name);
    all
}

/// A mask of arguments: `2`, `2+` or `*`.
fn mask(word: &str) -> Option<u8> {
    if word == "*" {
        return Some(0xff);
    }
    match word.strip_suffix('+') {
        Some(first) => Some(0xff << first.parse::<u32>().ok().filter(|first| *first < 8)?),
        None => Some(1 << word.parse::<u32>().ok().filter(|argument| *argument < 8)?),
    }
}

/// Words about event loops.
fn apply_loop(word: &str, effects: &mut Effects) -> Option<()> {
    match word {
        "runs" => effects.runs = true,
        "setsbase" => effects.sets_base = true,
        "usualbase" => effects.usual_base = true,
        "unbased" => effects.base_set_later = true,
        "base0" => effects.base = Some(0),
        "base1" => effects.base = Some(1),
        _ => return None,
    }
    Some(())
}

/// Words about buffers that objects own.
fn apply_owned(word: &str, effects: &mut Effects) -> Option<()> {
    match word {
        "fills" => effects.fills = true,
        _ => effects.returns_held |= word.strip_prefix("held").and_then(mask)?,
    }
    Some(())
}

fn apply(word: &str, effects: &mut Effects) -> Option<()> {
    let arguments = |prefix: &str| word.strip_prefix(prefix).and_then(mask);
    match word {
        "none" => {}
        _ if apply_loop(word, effects).is_some() || apply_owned(word, effects).is_some() => {}
        "new" => effects.allocates = true,
        "list" => effects.linked = true,
        "moves" => effects.reallocates = true,
        "copies" => effects.copies = true,
        "lib" => effects.returns_library_object = true,
        "unknown" => effects.returns_unknown = true,
        "kept" => effects.returns_kept = true,
        "specific" => effects.returns_specific = true,
        "deep" => effects.deep = true,
        "acquires" => effects.acquires = true,
        "releases" => effects.releases = true,
        "forks" => effects.forks = true,
        _ => {
            if let Some(arguments) = arguments("new@") {
                effects.stores_new |= arguments;
                effects.allocates_into_first |= arguments & 1 != 0;
            } else if let Some(arguments) = arguments("into@") {
                effects.stores_first |= arguments;
            } else if let Some(arguments) = arguments("calls") {
                effects.calls |= arguments;
            } else if let Some(arguments) = arguments("keeps") {
                effects.keeps |= arguments;
            } else if let Some(arguments) = arguments("specific") {
                effects.keeps_specific |= arguments;
            } else if let Some(arguments) = arguments("destroys") {
                effects.destroys |= arguments;
            } else if let Some(arguments) = arguments("at-exit") {
                effects.at_exit |= arguments;
            } else if let Some(arguments) = arguments("at-fork") {
                effects.at_fork |= arguments;
            } else if let Some(arguments) = arguments("starts-held") {
                effects.starts_held |= arguments;
            } else if let Some(arguments) = arguments("starts") {
                effects.starts |= arguments;
            } else if let Some(arguments) = arguments("team") {
                effects.starts_team |= arguments;
            } else if let Some(arguments) = arguments("handles-held") {
                effects.handles_held |= arguments;
            } else if let Some(arguments) = arguments("handles") {
                effects.handles |= arguments;
            } else if let Some(arguments) = arguments("holds") {
                effects.holds_callbacks |= arguments;
            } else if let Some(arguments) = arguments("later") {
                effects.calls_later |= arguments;
            } else if let Some(arguments) = arguments(">") {
                effects.returns |= arguments;
            } else if let Some(arguments) = arguments("r") {
                effects.reads |= arguments;
            } else {
                effects.writes |= arguments("w")?;
            }
        }
    }
    Some(())
}

/// What is known of the function of a name; none when it is not in the table. Names for large files (`open64`) and newer standards (`__isoc99_sscanf`)
/// stand for the plain ones.
pub(super) fn function(name: &str) -> Option<Function> {
    let plain = name.strip_prefix("__isoc99_").or_else(|| name.strip_prefix("__isoc23_")).unwrap_or(name);
    let plain = plain.strip_suffix("64").unwrap_or(plain);
    let variant = || {
        let base = plain.strip_suffix(['f', 'l'])?;
        let is_mathematics = MATHEMATICS.split_whitespace().any(|known| known == base)
            || MATHEMATICS_WITH_RESULTS.iter().any(|(known, _)| *known == base);
        is_mathematics.then(|| TABLE.get(base)).flatten()
    };
    TABLE.get(name).or_else(|| TABLE.get(plain)).or_else(variant).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effects(name: &str) -> Option<Effects> {
        match function(name)?.role {
            Role::Effects(effects) => Some(effects),
            role => panic!("{name} has the role {role:?}"),
        }
    }

    #[test]
    fn each_function_is_in_the_table_once() {
        let mut seen = rustc_hash::FxHashSet::default();
        for line in lines() {
            let (names, _) = line.split_once(':').expect("a colon");
            for name in names.split_whitespace().map(|name| name.trim_end_matches('*')) {
                assert!(seen.insert(name), "{name} is there twice");
            }
        }
        assert!(seen.len() > 900, "{}", seen.len());
    }

    #[test]
    fn words_mean_what_the_manual_says() {
        let fread = effects("fread").expect("fread");
        assert_eq!((fread.reads, fread.writes), (0, 1));
        let fprintf = effects("fprintf").expect("fprintf");
        assert!(!Effects::has(fprintf.reads, 0) && Effects::has(fprintf.reads, 1) && Effects::has(fprintf.reads, 9));
        assert_eq!(effects("open64"), effects("open"));
        assert_eq!(effects("__isoc99_sscanf").map(|effects| effects.writes), Some(0xfc));
        assert_eq!(effects("sqrtf"), Some(Effects::default()));
        assert_eq!(effects("frexpl").map(|effects| effects.writes), Some(2));
        assert_eq!(effects("no_such_function"), None);
        assert_eq!(effects("half"), None);
    }
}
