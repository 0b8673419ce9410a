//! Random programs under each strategy of delays: all of them find the same final states and the same violations (theorem 3.2 of the transformation paper).
//!
//! Threads write and read a few variables, some of which lie on no critical cycle: an access that is delayed past such a one needs that delayed, too. What a thread has read is written to
//! variables of its own, and `main` says of some values that they are never seen together. Half of the programs keep what they read in temporaries up to the end of the thread. The others
//! have their registers in memory, which is written at once and read back for each use: these accesses compete with no thread but `main`, which as a rule waits for a counter instead
//! of joining the threads.
//!
//! `LAKMUS_DELAYS=5000` tries so many programs of each kind, `LAKMUS_SEED=N` begins with program N.

use crate::random;

use std::fmt::Write;

use lakmus_weaken::checker::{Check, Checks, Delays, Limits, Report, Verdict, check, check_propagating};
use lakmus_weaken::{Model, Propagating};
use random::{Random, asked_for};

const VARIABLES: [&str; 5] = ["x", "y", "z", "v", "w"];

/// Where a thread keeps what it has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Registers {
    Temporaries,
    Memory,
}

/// A thread, as IR.
struct Thread<'r> {
    random: &'r mut Random,
    number: usize,
    variables: usize,
    registers: Registers,
    text: String,
    temporaries: usize,
    /// The temporaries that hold what was read.
    reads: Vec<usize>,
    blocks: usize,
}

impl Thread<'_> {
    fn temporary(&mut self, what: &str) -> usize {
        let number = self.temporaries;
        self.temporaries += 1;
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "  %t{number} = {what}");
        number
    }

    /// One of the reads before, by its number.
    fn read_before(&mut self) -> Option<usize> {
        (!self.reads.is_empty()).then(|| self.random.below(self.reads.len()))
    }

    /// The temporary that has what was read.
    fn value_of(&mut self, read: usize) -> usize {
        match self.registers {
            Registers::Temporaries => self.reads[read],
            Registers::Memory => self.temporary(&format!("load volatile i32, ptr @r{}_{read}", self.number)),
        }
    }

    /// Notes what was read.
    fn keep(&mut self, read: usize) {
        let index = self.reads.len();
        self.reads.push(read);
        if self.registers == Registers::Memory {
            let _ = writeln!(self.text, "  store volatile i32 %t{read}, ptr @r{}_{index}", self.number);
            if self.random.below(2) == 0 {
                let copy = self.value_of(index);
                let _ = writeln!(self.text, "  store volatile i32 %t{copy}, ptr @copy{}", self.number);
            }
        }
    }

    /// 0, computed of what was read.
    fn nothing_of(&mut self, read: usize) -> usize {
        let value = self.value_of(read);
        self.temporary(&format!("xor i32 %t{value}, %t{value}"))
    }

    fn write(&mut self) {
        let (variable, value) = (VARIABLES[self.random.below(self.variables)], 1 + self.random.below(2));
        let _ = writeln!(self.text, "  store volatile i32 {value}, ptr @{variable}");
    }

    fn statement(&mut self) {
        let variable = VARIABLES[self.random.below(self.variables)];
        let value = 1 + self.random.below(2);
        match (self.random.below(16), self.read_before()) {
            (0..=4, _) | (10..=12, None) => self.write(),
            (5..=9, _) => {
                let read = self.temporary(&format!("load volatile i32, ptr @{variable}"));
                self.keep(read);
            }
            (10, Some(read)) => {
                let nothing = self.nothing_of(read);
                let sum = self.temporary(&format!("add i32 %t{nothing}, {value}"));
                let _ = writeln!(self.text, "  store volatile i32 %t{sum}, ptr @{variable}");
            }
            (11, Some(read)) => {
                let nothing = self.nothing_of(read);
                let place = self.temporary(&format!("getelementptr i32, ptr @{variable}, i32 %t{nothing}"));
                let read = self.temporary(&format!("load volatile i32, ptr %t{place}"));
                self.keep(read);
            }
            (12, Some(read)) => {
                let value = self.value_of(read);
                let condition = self.temporary(&format!("icmp eq i32 %t{value}, 1"));
                let block = self.blocks;
                self.blocks += 1;
                let _ =
                    writeln!(self.text, "  br i1 %t{condition}, label %then{block}, label %join{block}\nthen{block}:");
                self.write();
                let _ = writeln!(self.text, "  br label %join{block}\njoin{block}:");
            }
            (13, _) => {
                // What was read, handed on in memory.
                match self.read_before() {
                    Some(read) => {
                        let value = self.value_of(read);
                        let _ = writeln!(self.text, "  store volatile i32 %t{value}, ptr @{variable}");
                    }
                    None => self.write(),
                }
            }
            (14, _) => {
                let kind = ["seq_cst", "acquire", "release", "acq_rel"][self.random.below(4)];
                let _ = writeln!(self.text, "  fence {kind}");
            }
            (_, _) => {
                let order = ["monotonic", "acq_rel", "seq_cst"][self.random.below(3)];
                let read = self.temporary(&format!("atomicrmw add ptr @{variable}, i32 1 {order}"));
                self.keep(read);
            }
        }
    }

    /// A loop that reads twice or more in each turn until what it has read fits together, and what it has read last.
    fn wait_in_a_loop(&mut self) {
        let block = self.blocks;
        self.blocks += 1;
        let _ = writeln!(self.text, "  br label %loop{block}\nloop{block}:");
        let all: Vec<usize> = (0..2 + self.random.below(2))
            .map(|_| {
                let variable = VARIABLES[self.random.below(self.variables)];
                self.temporary(&format!("load volatile i32, ptr @{variable}"))
            })
            .collect();
        let (first, last) = (all[0], all[all.len() - 1]);
        let difference = self.temporary(&format!("sub i32 %t{first}, %t{last}"));
        let relation = ["sge", "eq", "ne"][self.random.below(3)];
        let value = self.random.below(2);
        let goes_on = self.temporary(&format!("icmp {relation} i32 %t{difference}, {value}"));
        let _ = writeln!(self.text, "  br i1 %t{goes_on}, label %loop{block}, label %done{block}\ndone{block}:");
        self.keep(last);
    }

    /// The thread as a function, and how many variables it keeps. One that is counted adds itself to the counter behind a fence.
    fn finish(mut self, is_counted: bool) -> (String, usize) {
        if self.registers == Registers::Temporaries {
            for (index, read) in self.reads.iter().enumerate() {
                let _ = writeln!(self.text, "  store i32 %t{read}, ptr @r{}_{index}", self.number);
            }
        }
        if is_counted {
            self.text.push_str(
                "  fence seq_cst\n  %before = load volatile i32, ptr @ended\n  %ended = add i32 %before, 1\n  \
                 store volatile i32 %ended, ptr @ended\n",
            );
        }
        let text = format!("define ptr @t{}(ptr %a) {{\nentry:\n{}  ret ptr null\n}}\n", self.number, self.text);
        (text, self.reads.len())
    }
}

/// A program of two or three threads, in which each has a loop where asked for.
fn program(seed: u64, registers: Registers, has_loops: bool) -> String {
    let random = &mut Random(seed);
    let variables = 3 + random.below(3);
    let threads = 2 + usize::from(random.below(3) == 0);
    // With registers in memory, a statement is up to four accesses.
    let longest = 4 - usize::from(threads == 3) - usize::from(registers == Registers::Memory);
    let is_counted = registers == Registers::Memory && !seed.is_multiple_of(4);
    let mut text = String::new();
    let mut observed: Vec<String> = VARIABLES[..variables].iter().map(|name| (*name).to_owned()).collect();
    for number in 0..threads {
        let statements = 2 + random.below(longest - 1);
        let (temporaries, blocks) = (0, 0);
        let mut thread = Thread {
            random,
            number,
            variables,
            registers,
            text: String::new(),
            temporaries,
            reads: Vec::new(),
            blocks,
        };
        let loop_at = has_loops.then(|| thread.random.below(statements));
        for at in 0..statements {
            if loop_at == Some(at) {
                thread.wait_in_a_loop();
            }
            thread.statement();
        }
        let (body, reads) = thread.finish(is_counted);
        text.push_str(&body);
        observed.extend((0..reads).map(|index| format!("r{number}_{index}")));
    }
    let copies = (0..threads).map(|number| format!("copy{number}"));
    for name in observed.iter().cloned().chain(copies).chain(["ended".to_owned()]) {
        let _ = writeln!(text, "@{name} = global i32 0");
    }
    text.push_str(
        "declare void @__VERIFIER_assume(i32)\ndeclare i32 @pthread_create(ptr, ptr, ptr, ptr)\ndeclare i32 @pthread_join(i64, ptr)\ndeclare void @reach_error()\n\
         define i32 @main() {\nentry:\n",
    );
    for number in 0..threads {
        let _ = writeln!(text, "  %h{number} = alloca i64");
    }
    for number in 0..threads {
        let _ = writeln!(text, "  call i32 @pthread_create(ptr %h{number}, ptr null, ptr @t{number}, ptr null)");
    }
    text.push_str(&wait_for(threads, is_counted));
    let _ = writeln!(text, "  %c0 = icmp eq i32 0, 0");
    let mut last = 0;
    for _ in 0..2 + random.below(2) {
        let (name, value) = (&observed[random.below(observed.len())], random.below(3));
        let next = last + 1;
        let _ = writeln!(
            text,
            "  %o{next} = load i32, ptr @{name}\n  %e{next} = icmp eq i32 %o{next}, {value}\n  %c{next} = and i1 %c{last}, %e{next}"
        );
        last = next;
    }
    let _ = writeln!(
        text,
        "  br i1 %c{last}, label %wrong, label %right\nwrong:\n  call void @reach_error()\n  br label %right\nright:\n  ret i32 0\n}}"
    );
    text
}

/// What `main` waits with: it joins the threads, or sees that the counter has come to as many.
fn wait_for(threads: usize, is_counted: bool) -> String {
    if is_counted {
        return format!(
            "  %n = load volatile i32, ptr @ended\n  %all = icmp eq i32 %n, {threads}\n  %are = zext i1 %all to i32\n  \
             call void @__VERIFIER_assume(i32 %are)\n  fence seq_cst\n"
        );
    }
    let join = |number: usize| {
        format!("  %j{number} = load i64, ptr %h{number}\n  call i32 @pthread_join(i64 %j{number}, ptr null)\n")
    };
    (0..threads).map(join).collect()
}

fn is_violated(report: &Report, what: &str) -> bool {
    match &report.verdict {
        Verdict::Holds => false,
        Verdict::Violated(_) => true,
        Verdict::Unknown(why) => panic!("{what}: {why}"),
    }
}

/// What there are of programs: those with a violation under the model, and those in which something is left undelayed.
#[derive(Debug, Default)]
struct Counts {
    violated: usize,
    fewer: usize,
}

/// Programs with registers in temporaries that once did not agree, by their seeds: both critical cycles of 7388 are met by one delay, and a third one remains; in 3242 and 9754, values of read-modify-writes were not known.
const ONCE_WRONG: [u64; 3] = [3242, 7388, 9754];

fn compare(model: &str, number: u64, run: &dyn Fn(&cprog::ir::Program, Delays) -> Report) {
    let mut counts = Counts::default();
    let programs = asked_for("LAKMUS_DELAYS", number);
    let tried = programs.end - programs.start;
    let in_temporaries = programs.clone().chain(ONCE_WRONG).map(|seed| (seed, Registers::Temporaries));
    let in_memory = programs.map(|seed| (seed, Registers::Memory));
    for (seed, registers) in in_temporaries.chain(in_memory) {
        let text = program(seed, registers, false);
        let program = cprog::read([text.as_str()]).expect("LLVM IR that LLVM takes");
        assert_eq!(program.gaps, [], "{text}");
        let every = run(&program, Delays::Every);
        let is_wrong = is_violated(&every, &format!("program {seed}, {registers:?}, under {model}"));
        counts.violated += usize::from(is_wrong);
        for delays in [Delays::All, Delays::OneACycle] {
            let what = format!("program {seed}, {registers:?}, under {model}, {delays:?}");
            let report = run(&program, delays);
            let chosen = report.statistics.chosen.unwrap_or_else(|| panic!("{what}: nothing was chosen"));
            assert!(chosen.cycles.is_some(), "{what}: too many cycles");
            assert_eq!(is_violated(&report, &what), is_wrong, "{what}:\n{text}");
            assert_eq!(report.finals, every.finals, "{what}: {chosen:?}\n{text}");
            counts.fewer +=
                usize::from(delays == Delays::OneACycle && report.statistics.states < every.statistics.states);
        }
    }
    println!(
        "{model}: {tried} programs of each kind, {} violated, {} with fewer states with one delay a cycle",
        counts.violated, counts.fewer
    );
    assert!(counts.violated > 0 && counts.fewer > 0, "the programs show nothing: {counts:?} of {tried}");
}

/// Programs with loops that read twice and more. A loop may have no end, and what it reads again and again may be delayed: programs of more states are passed over.
fn compare_loops(model: &str, number: u64, run: &dyn Fn(&cprog::ir::Program, Delays) -> Report) {
    let (mut compared, mut violated) = (0, 0);
    let programs = asked_for("LAKMUS_DELAYS", number);
    let tried = programs.end - programs.start;
    for seed in programs {
        let text = program(seed, Registers::Temporaries, true);
        let program = cprog::read([text.as_str()]).expect("LLVM IR that LLVM takes");
        let reports = [Delays::Every, Delays::All, Delays::OneACycle].map(|delays| run(&program, delays));
        let is_cut = |report: &Report| matches!(report.verdict, Verdict::Unknown(_));
        if reports.iter().any(is_cut) {
            continue;
        }
        compared += 1;
        let [every, others @ ..] = &reports;
        let what = format!("program {seed} with loops, under {model}");
        violated += usize::from(is_violated(every, &what));
        for other in others {
            assert_eq!(is_violated(other, &what), is_violated(every, &what), "{what}:\n{text}");
            assert_eq!(other.finals, every.finals, "{what}:\n{text}");
        }
    }
    println!("{model}: {compared} of {tried} programs with loops, {violated} violated");
    assert!(6 * compared > tried, "the programs show nothing: {compared} of {tried}, {violated}");
}

/// Which state is the first from which a loop has no end depends on the search.
const WITHOUT_PROGRESS: Checks = Checks::DEFAULT.without(Check::Progress);

fn compare_under(model: Model) {
    compare_loops(model.name(), 60, &|program, delays| {
        let (states, checks) = (30_000, WITHOUT_PROGRESS);
        let limits = Limits { states, all: true, delays, checks, ..Limits::default() };
        check(program, model, &limits).expect("a program with main")
    });
    compare(model.name(), 300, &|program, delays| {
        let limits = Limits { states: 2_000_000, all: true, delays, ..Limits::default() };
        check(program, model, &limits).expect("a program with main")
    });
}

#[test]
fn strategies_agree_under_tso() {
    compare_under(Model::TSO);
}

#[test]
fn strategies_agree_under_pso() {
    compare_under(Model::PSO);
}

#[test]
fn strategies_agree_under_rmo() {
    compare_under(Model::RMO);
}

#[test]
fn strategies_agree_under_armv8() {
    compare_under(Model::ARMV8);
}

#[test]
fn strategies_agree_under_power() {
    // A state of this machine takes ten times as long.
    let is_thorough = testing::is_thorough();
    compare_loops("power", if is_thorough { 60 } else { 8 }, &|program, delays| {
        let limits = Limits { states: 30_000, delays, checks: WITHOUT_PROGRESS, ..Limits::default() };
        check_propagating(program, Propagating::Power, &limits).expect("a program with main")
    });
    compare("power", if is_thorough { 300 } else { 20 }, &|program, delays| {
        let limits = Limits { states: 2_000_000, delays, ..Limits::default() };
        check_propagating(program, Propagating::Power, &limits).expect("a program with main")
    });
}

/// The read of x overtakes nothing but the addition to z. That x is 2 then is what a read-modify-write has made of it, and no other thread looks at x.
const ADDED: &str = "\
@x = global i32 0
@z = global i32 0
define ptr @t0(ptr %a) {
  %1 = atomicrmw add ptr @x, i32 1 seq_cst
  ret ptr null
}
define ptr @t1(ptr %a) {
entry:
  %x = load volatile i32, ptr @x
  %z = atomicrmw add ptr @z, i32 1 monotonic
  %two = icmp eq i32 %x, 2
  br i1 %two, label %wrong, label %right
wrong:
  call void @reach_error()
  ret ptr null
right:
  ret ptr null
}
define ptr @t2(ptr %a) {
entry:
  %z = load volatile i32, ptr @z
  %one = icmp eq i32 %z, 1
  br i1 %one, label %then, label %end
then:
  store volatile i32 1, ptr @x
  ret ptr null
end:
  ret ptr null
}
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare void @reach_error()
define i32 @main() {
entry:
  %h0 = alloca i64
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h0, ptr null, ptr @t0, ptr null)
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %j0 = load i64, ptr %h0
  call i32 @pthread_join(i64 %j0, ptr null)
  %j1 = load i64, ptr %h1
  call i32 @pthread_join(i64 %j1, ptr null)
  %j2 = load i64, ptr %h2
  call i32 @pthread_join(i64 %j2, ptr null)
  ret i32 0
}
";

/// The values that delayed reads may return were once those alone of writes that had been delayed.
#[test]
fn a_delayed_read_may_return_what_a_read_modify_write_has_written_at_once() {
    let program = cprog::read([ADDED]).expect("LLVM IR that LLVM takes");
    assert_eq!(program.gaps, []);
    for delays in [Delays::Every, Delays::All, Delays::OneACycle] {
        for (model, is_wrong) in [(Model::SC, false), (Model::TSO, false), (Model::RMO, true), (Model::ARMV8, true)] {
            let report = check(&program, model, &Limits { delays, ..Limits::default() }).expect("a program with main");
            assert_eq!(is_violated(&report, "an addition"), is_wrong, "{model}, {delays:?}");
        }
    }
}
