//! A pool of C litmus tests for mixing, the same for the same seed: `lakmus mix pool`.
//!
//! A test is a shape of the literature (store buffering, message passing and so on) in which each access is written in one of the forms that compilers are known to have gone
//! wrong with: the classes below. What is observed are all locations and results, so that no outcome has to be foreseen: mixing asks whether the code has one that the source has not.
//! Tests whose sources are racy do not come up, since every access is atomic; READ_ONCE and WRITE_ONCE count as that.

use std::fmt::Write;

use crate::trial::Random;

/// A class of tests.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Class {
    /// Its name.
    pub name: &'static str,
    /// What its tests have.
    pub summary: &'static str,
    forms: &'static [Form],
    types: &'static [&'static str],
}

/// How an access of a shape is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// `atomic_load`, `atomic_store`.
    Plain,
    /// A read-modify-write whose result is looked at.
    Used,
    /// One whose result nothing looks at.
    Discarded,
    /// A compare-exchange of a value that is never there.
    Fails,
    /// A compare-exchange of the value that is there at the start.
    Succeeds,
    /// An update that leaves what is there.
    Idempotent,
    /// A relaxed access with a fence beside it.
    Fenced,
    /// A load of which the lower half is looked at.
    Narrowed,
    /// `*x = 1`, `(*x)++`.
    Operator,
    /// GCC's `__sync` and `__atomic` functions.
    Builtin,
    /// The Linux kernel's `READ_ONCE` and `WRITE_ONCE`.
    Once,
    /// A load of a constant beside the access.
    Constant,
}

use Form::{Builtin, Constant, Discarded, Fails, Fenced, Idempotent, Narrowed, Once, Operator, Plain, Succeeds, Used};

const WORDS: &[&str] = &["int32_t", "uint32_t", "int64_t", "uint64_t"];

/// The classes.
pub const CLASSES: [Class; 13] = [
    class("plain", "loads, stores and read-modify-writes of all orders", &[Plain, Used], WORDS),
    class("discarded", "read-modify-writes whose results nothing looks at", &[Discarded], WORDS),
    class("failing", "compare-exchanges that fail, and such that succeed", &[Fails, Fails, Succeeds], WORDS),
    class("idempotent", "updates that leave what is there: fetch_or(0), fetch_add(0)", &[Idempotent], WORDS),
    class("fences", "fences between relaxed accesses and updates", &[Fenced], WORDS),
    class("wide", "128 bits", &[Plain, Used, Discarded, Fails, Succeeds], &["__int128"]),
    class(
        "narrow",
        "8 and 16 bits, with a sign and without",
        &[Plain, Used, Discarded, Fails],
        &["int8_t", "uint8_t", "int16_t", "uint16_t"],
    ),
    class("sizes", "locations of different sizes in one test", &[Plain, Used, Discarded], &[]),
    class("narrowed", "loads of 64 bits of which 32 are looked at", &[Narrowed], &["uint64_t"]),
    class("const", "loads of constants beside the others", &[Constant], WORDS),
    class("volatile", "volatile atomics", &[Plain, Used, Discarded, Fails], WORDS),
    class("operators", "C's operators on atomics", &[Operator], WORDS),
    class("builtins", "GCC's built-in functions, READ_ONCE and WRITE_ONCE", &[Builtin, Once], WORDS),
];

const fn class(
    name: &'static str,
    summary: &'static str,
    forms: &'static [Form],
    types: &'static [&'static str],
) -> Class {
    Class { name, summary, forms, types }
}

/// The classes as lines of a help text.
pub fn class_list() -> String {
    CLASSES.iter().map(|class| format!("  {:11}{}\n", class.name, class.summary)).collect()
}

/// A test of the pool.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PoolTest {
    /// Its name: shape, class and number.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A shape: its name, and by thread which location is written or read.
type Shape = (&'static str, &'static [&'static [(bool, usize)]]);

const W: bool = true;
const R: bool = false;

/// Shapes of two and three threads.
const SHAPES: [Shape; 11] = [
    ("SB", &[&[(W, 0), (R, 1)], &[(W, 1), (R, 0)]]),
    ("MP", &[&[(W, 0), (W, 1)], &[(R, 1), (R, 0)]]),
    ("LB", &[&[(R, 0), (W, 1)], &[(R, 1), (W, 0)]]),
    ("S", &[&[(W, 0), (W, 1)], &[(R, 1), (W, 0)]]),
    ("R", &[&[(W, 0), (W, 1)], &[(W, 1), (R, 0)]]),
    ("2+2W", &[&[(W, 0), (W, 1)], &[(W, 1), (W, 0)]]),
    ("CoRR", &[&[(W, 0)], &[(R, 0), (R, 0)]]),
    // A third location between the two accesses, which both threads update: what fences are not needed for where it is an update.
    ("SBz", &[&[(W, 0), (W, 2), (R, 1)], &[(W, 1), (W, 2), (R, 0)]]),
    ("MPz", &[&[(W, 0), (W, 2), (W, 1)], &[(R, 1), (W, 2), (R, 0)]]),
    ("WRC", &[&[(W, 0)], &[(R, 0), (W, 1)], &[(R, 1), (R, 0)]]),
    ("IRIW", &[&[(W, 0)], &[(W, 1)], &[(R, 0), (R, 1)], &[(R, 1), (R, 0)]]),
];

const LOCATIONS: [&str; 3] = ["x", "y", "z"];

/// `count` tests of these classes, the first of each class in turn.
pub fn pool(classes: &[Class], count: u32, seed: u64) -> Vec<PoolTest> {
    let one = |number: u32| {
        // Each test has numbers of its own, so that a longer pool begins as a shorter one.
        let mut random = Random(seed ^ u64::from(number).wrapping_mul(0x2545_f491_4f6c_dd1d));
        random.next();
        let class = classes[number as usize % classes.len()];
        let shape = SHAPES[random.below(SHAPES.len() as u64) as usize];
        Writer::new(class, random).test(shape, number)
    };
    (0..count).map(one).collect()
}

/// Writes one test.
struct Writer {
    class: Class,
    random: Random,
    /// By location.
    types: [&'static str; 3],
    /// The statements of the thread that is written.
    body: String,
    /// The results of that thread.
    results: Vec<String>,
    has_constant: bool,
}

impl Writer {
    fn new(class: Class, mut random: Random) -> Writer {
        const SIZES: [&str; 5] = ["uint8_t", "uint16_t", "uint32_t", "uint64_t", "int64_t"];
        let all = if class.types.is_empty() { &SIZES[..] } else { class.types };
        let first = all[random.below(all.len() as u64) as usize];
        let types = match class.types {
            [] => [first, all[random.below(5) as usize], all[random.below(5) as usize]],
            [..] => [first; 3],
        };
        Writer { class, random, types, body: String::new(), results: Vec::new(), has_constant: false }
    }

    fn test(mut self, (shape, threads): Shape, number: u32) -> PoolTest {
        let name = format!("{shape}+{}+{number:05}", self.class.name);
        let qualifier = if self.class.name == "volatile" { "volatile " } else { "" };
        let mut text = String::new();
        let mut shown: Vec<String> = Vec::new();
        let mut used: Vec<usize> = threads.iter().flat_map(|thread| thread.iter().map(|(_, at)| *at)).collect();
        used.sort_unstable();
        used.dedup();
        for (thread, accesses) in threads.iter().enumerate() {
            self.body.clear();
            self.results.clear();
            self.has_constant = false;
            for (place, (is_write, location)) in accesses.iter().enumerate() {
                // One in three is as in any program, so that the class meets that as well; the first never is.
                let is_plain = (thread, place) != (0, 0) && self.random.below(3) == 0;
                let form = if is_plain { Plain } else { self.one_of(self.class.forms) };
                // Two threads write different values.
                let value = 1 + thread % 2;
                if *is_write { self.write(form, *location, value) } else { self.read(form, *location) }
            }
            let mut parameters: Vec<String> =
                used.iter().map(|&at| format!("{qualifier}_Atomic {} *{}", self.types[at], LOCATIONS[at])).collect();
            if self.has_constant {
                parameters.push(format!("const _Atomic {} *c", self.types[0]));
            }
            let _ = write!(text, "P{thread}({}) {{\n{}}}\n", parameters.join(", "), self.body);
            shown.extend(self.results.iter().map(|result| format!("{thread}:{result};")));
        }
        shown.extend(used.iter().map(|&at| format!("{};", LOCATIONS[at])));
        let text = format!("C {name}\n{{ }}\n{text}locations [{}]\nexists (true)\n", shown.join(" "));
        PoolTest { name, text }
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.random.below(all.len() as u64) as usize]
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.body, "  {text}");
    }

    /// A new variable for a result.
    fn result(&mut self) -> String {
        let name = format!("r{}", self.results.len());
        self.results.push(name.clone());
        name
    }

    fn load_order(&mut self) -> &'static str {
        self.one_of(&["relaxed", "acquire", "seq_cst"])
    }

    fn store_order(&mut self) -> &'static str {
        self.one_of(&["relaxed", "release", "seq_cst"])
    }

    fn update_order(&mut self) -> &'static str {
        self.one_of(&["relaxed", "acquire", "release", "acq_rel", "seq_cst"])
    }

    fn write(&mut self, form: Form, at: usize, value: usize) {
        let (x, ctype) = (LOCATIONS[at], self.types[at]);
        match form {
            Plain | Narrowed => {
                let order = self.store_order();
                self.line(&format!("atomic_store_explicit({x}, {value}, memory_order_{order});"));
            }
            Used | Discarded => {
                let order = self.update_order();
                let update = self.one_of(&["exchange", "fetch_add", "fetch_or", "fetch_xor"]);
                let call = format!("atomic_{update}_explicit({x}, {value}, memory_order_{order});");
                let given = if form == Used { format!("{ctype} {} = ", self.result()) } else { String::new() };
                self.line(&format!("{given}{call}"));
            }
            Fails | Succeeds => self.compare_exchange(form, at, value),
            // An update of another kind beside the store that it is to keep in order.
            Idempotent => {
                self.line(&format!("atomic_store_explicit({x}, {value}, memory_order_relaxed);"));
                self.idempotent(at, false);
            }
            Fenced => {
                let order = self.one_of(&["acquire", "release", "acq_rel", "seq_cst"]);
                self.line(&format!("atomic_thread_fence(memory_order_{order});"));
                let access = self.one_of(&["atomic_store_explicit", "atomic_fetch_add_explicit"]);
                self.line(&format!("{access}({x}, {value}, memory_order_relaxed);"));
            }
            Operator => {
                let access = self.one_of(&["*@ = #;", "(*@)++;", "*@ += #;", "*@ |= #;", "*@ ^= #;"]);
                self.line(&access.replace('@', x).replace('#', &value.to_string()));
            }
            Builtin => {
                let access = self.one_of(&[
                    "__sync_fetch_and_add(@, #);",
                    "__sync_fetch_and_or(@, #);",
                    "__sync_lock_test_and_set(@, #);",
                    "__atomic_store_n(@, #, __ATOMIC_RELEASE);",
                    "__atomic_add_fetch(@, #, __ATOMIC_RELAXED);",
                    "__atomic_exchange_n(@, #, __ATOMIC_ACQ_REL);",
                ]);
                self.line(&access.replace('@', x).replace('#', &value.to_string()));
            }
            Once => self.line(&format!("WRITE_ONCE(*{x}, {value});")),
            Constant => {
                self.constant();
                self.write(Plain, at, value);
            }
        }
    }

    fn read(&mut self, form: Form, at: usize) {
        let (x, ctype) = (LOCATIONS[at], self.types[at]);
        match form {
            Plain => {
                let (order, result) = (self.load_order(), self.result());
                self.line(&format!("{ctype} {result} = atomic_load_explicit({x}, memory_order_{order});"));
            }
            Used => self.idempotent(at, true),
            // A read-modify-write before the load of the same location.
            Discarded => {
                let order = self.update_order();
                self.line(&format!("atomic_fetch_add_explicit({x}, 4, memory_order_{order});"));
                self.read(Plain, at);
            }
            Idempotent => {
                self.idempotent(at, false);
                self.read(Plain, at);
            }
            Fails | Succeeds => self.compare_exchange(Fails, at, 5),
            Fenced => {
                let (order, result) = (self.one_of(&["acquire", "release", "acq_rel", "seq_cst"]), self.result());
                self.line(&format!("{ctype} {result} = atomic_load_explicit({x}, memory_order_relaxed);"));
                self.line(&format!("atomic_thread_fence(memory_order_{order});"));
            }
            Narrowed => {
                let (order, result) = (self.load_order(), self.result());
                let narrow = self.one_of(&["int32_t", "uint8_t", "uint16_t"]);
                self.line(&format!("{narrow} {result} = atomic_load_explicit({x}, memory_order_{order});"));
            }
            Operator => {
                let result = self.result();
                self.line(&format!("{ctype} {result} = *{x};"));
            }
            Builtin => {
                let result = self.result();
                let access = self.one_of(&[
                    "@ # = __atomic_load_n(!, __ATOMIC_ACQUIRE);",
                    "@ #; __atomic_load(!, &#, __ATOMIC_SEQ_CST);",
                    "@ # = __sync_fetch_and_or(!, 0);",
                    "@ # = __sync_val_compare_and_swap(!, 9, 8);",
                ]);
                self.line(&access.replace('@', ctype).replace('#', &result).replace('!', x));
            }
            Once => {
                let result = self.result();
                self.line(&format!("{ctype} {result} = READ_ONCE(*{x});"));
            }
            Constant => {
                self.constant();
                self.read(Plain, at);
            }
        }
    }

    /// A compare-exchange that finds the value of the start or, failing, never what it expects. Of one that fails the value that it finds is looked at.
    fn compare_exchange(&mut self, form: Form, at: usize, value: usize) {
        let (x, ctype) = (LOCATIONS[at], self.types[at]);
        let (order, failure) = self.one_of(&[
            ("relaxed", "relaxed"),
            ("acquire", "acquire"),
            ("acq_rel", "relaxed"),
            ("acq_rel", "acquire"),
            ("release", "relaxed"),
            ("seq_cst", "seq_cst"),
            ("seq_cst", "relaxed"),
        ]);
        let expected = if form == Fails { 9 } else { 0 };
        let variable = self.result();
        self.line(&format!("{ctype} {variable} = {expected};"));
        // A weak one that fails for no reason would be another outcome of the source.
        let call = format!("atomic_compare_exchange_strong_explicit({x}, &{variable}, {value}, ");
        self.line(&format!("{call}memory_order_{order}, memory_order_{failure});"));
    }

    /// An update that leaves what is there; its result is looked at or not.
    fn idempotent(&mut self, at: usize, is_used: bool) {
        let (x, ctype, order) = (LOCATIONS[at], self.types[at], self.update_order());
        let (update, operand) = self.one_of(&[
            ("fetch_add", "0"),
            ("fetch_sub", "0"),
            ("fetch_or", "0"),
            ("fetch_xor", "0"),
            ("fetch_and", "-1"),
        ]);
        let given = if is_used { format!("{ctype} {} = ", self.result()) } else { String::new() };
        self.line(&format!("{given}atomic_{update}_explicit({x}, {operand}, memory_order_{order});"));
    }

    /// A load of a constant.
    fn constant(&mut self) {
        let (ctype, order, result) = (self.types[0], self.load_order(), self.result());
        self.has_constant = true;
        self.line(&format!("{ctype} {result} = atomic_load_explicit(c, memory_order_{order});"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fragments, SourceTest, Split};
    use source::Sources;

    /// Every test is read and split, of every class, and a pool is the same each time.
    #[test]
    fn tests_are_read_and_the_same_again() {
        let all = pool(&CLASSES, 400, 7);
        assert!(all.iter().zip(pool(&CLASSES, 500, 7)).all(|(one, other)| one.text == other.text));
        assert!(all.iter().zip(pool(&CLASSES, 400, 8)).any(|(one, other)| one.text != other.text));
        for test in all {
            let mut sources = Sources::new();
            let source = sources.add(&test.name, test.text.clone());
            let mut fragments = Fragments::default();
            let loaded = SourceTest::load(&sources, source, &test.name, Split::Statement, &mut fragments);
            assert!(loaded.is_ok_and(|loaded| loaded.pieces() > 0), "{}", test.text);
        }
    }
}
