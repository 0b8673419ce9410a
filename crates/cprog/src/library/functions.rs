//! What the functions of the C library, and of others, do to the memory of a program.
//!
//! Sources: ISO C11, POSIX.1-2017, the manual of glibc for what is its own, and those of libevent 2.1, OpenSSL 3.0, Cyrus SASL 2.1, libpcap 1.10 and libmagic 5.44. There is a table for each. A line names functions and, behind the colon, what they do:
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
//! | `lib` | return an object of the library, one for all calls |
//! | `unknown` | return a function, or an object, of code that is not there |
//! | `calls2` | call argument 2, with arguments that were given |
//! | `acquires`, `releases` | order memory as taking and giving back a lock do (POSIX.1-2017, 4.12) |
//! | `keeps1`, `kept` | keep argument 1, return what was kept |
//! | `specific1`, `specific` | keep argument 1 as data of threads, return such data |
//! | `destroys1` | call argument 1 with data of threads |
//! | `later3` | have argument 3 called in an event loop, with argument 4 as its third |
//! | `holds0` | have functions that the object of argument 0 holds called in an event loop, with what else it holds: a table of callbacks |
//! | `runs` | call what is to be called in an event loop, any number of times |
//!
//! What a stream, a lock, a directory or the like holds belongs to the library: no access of the program is to it, so its functions do not read or write it
//! here. Functions that may block or send signals do nothing else to memory.

mod c;
mod compilers;
mod libevent;
mod magic;
mod openssl;
mod pcap;
mod posix;
mod sasl;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::Effects;
use c::{MATHEMATICS, MATHEMATICS_WITH_RESULTS};

/// The tables, by the libraries that define the functions.
const TABLES: [&str; 8] = [
    c::FUNCTIONS,
    posix::FUNCTIONS,
    compilers::FUNCTIONS,
    libevent::FUNCTIONS,
    magic::FUNCTIONS,
    openssl::FUNCTIONS,
    pcap::FUNCTIONS,
    sasl::FUNCTIONS,
];

/// The lines of all tables that are neither empty nor comments.
fn lines() -> impl Iterator<Item = &'static str> {
    TABLES.iter().flat_map(|table| table.lines()).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

static TABLE: LazyLock<FxHashMap<&str, Effects>> = LazyLock::new(|| {
    let mut table = FxHashMap::default();
    for line in lines() {
        let (names, words) = line.split_once(':').expect("a line of the table has a colon");
        let mut effects = Effects::default();
        for word in words.split_whitespace() {
            apply(word, &mut effects).unwrap_or_else(|| panic!("the table has no word `{word}`"));
        }
        table.extend(names.split_whitespace().map(|name| (name, effects)));
    }
    table.extend(MATHEMATICS.split_whitespace().map(|name| (name, Effects::default())));
    let with_results = |writes| Effects { writes, ..Effects::default() };
    table.extend(MATHEMATICS_WITH_RESULTS.iter().map(|(name, writes)| (*name, with_results(*writes))));
    table
});

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

fn apply(word: &str, effects: &mut Effects) -> Option<()> {
    let arguments = |prefix: &str| word.strip_prefix(prefix).and_then(mask);
    match word {
        "none" => {}
        "new" => effects.allocates = true,
        "list" => effects.linked = true,
        "moves" => effects.reallocates = true,
        "copies" => effects.copies = true,
        "lib" => effects.returns_library_object = true,
        "unknown" => effects.returns_unknown = true,
        "kept" => effects.returns_kept = true,
        "runs" => effects.runs = true,
        "specific" => effects.returns_specific = true,
        "deep" => effects.deep = true,
        "acquires" => effects.acquires = true,
        "releases" => effects.releases = true,
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

/// What the function of a name does; none when it is not in the table. Names for large files (`open64`) and newer standards (`__isoc99_sscanf`)
/// stand for the plain ones.
pub(super) fn effects(name: &str) -> Option<Effects> {
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

    #[test]
    fn each_function_is_in_the_table_once() {
        let mut seen = rustc_hash::FxHashSet::default();
        for line in lines() {
            let (names, _) = line.split_once(':').expect("a colon");
            for name in names.split_whitespace() {
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
