//! Random programs that hand variables on from thread to thread, with and without the reduction: it changes neither violations nor final states.
//!
//! Threads access variables before and behind accesses to cells: they count in a cell, add to it in one step, take what one cell has to another, set it, or wait for a value; with fences or without.
//! Half of the programs have loops that read two or three times in each turn until what was read fits together.
//! So some variables are ordered by what the program itself does, others only in some executions, and others not at all.
//!
//! `LAKMUS_REDUCTION=5000` tries so many programs, `LAKMUS_SEED=N` begins with program N.

use crate::random;

use std::fmt::Write;

use lakmus_weaken::Model;
use lakmus_weaken::checker::{Check, Checks, Limits, Report, Unknown, Verdict, check};
use random::{Random, asked_for};

const VARIABLES: [&str; 2] = ["u", "v"];
/// The first one is what most threads count in.
const CELLS: [&str; 3] = ["c", "c", "d"];

/// One of some texts.
fn one_of<'t>(random: &mut Random, texts: &[&'t str]) -> &'t str {
    texts[random.below(texts.len())]
}

/// The body of a function, as IR.
struct Body<'r> {
    random: &'r mut Random,
    text: String,
    temporaries: usize,
}

impl Body<'_> {
    fn temporary(&mut self, what: &str) -> usize {
        let number = self.temporaries;
        self.temporaries += 1;
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "  %t{number} = {what}");
        number
    }

    fn store(&mut self, value: &str, to: &str) {
        let _ = writeln!(self.text, "  store volatile i32 {value}, ptr @{to}");
    }

    /// An access to a variable, or one that takes it to the other.
    fn variable(&mut self) {
        let at = self.random.below(2);
        match self.random.below(3) {
            0 => {
                let read = self.temporary(&format!("load volatile i32, ptr @{}", VARIABLES[at]));
                self.store(&format!("%t{read}"), VARIABLES[1 - at]);
            }
            _ => {
                let value = one_of(self.random, &["1", "2"]);
                self.store(value, VARIABLES[at]);
            }
        }
    }

    fn fence(&mut self) {
        let kind = one_of(self.random, &["seq_cst", "seq_cst", "acquire", "release"]);
        let _ = writeln!(self.text, "  fence {kind}");
    }

    /// Waits until a cell has a value.
    fn wait(&mut self, cell: &str, value: usize) {
        let read = self.temporary(&format!("load volatile i32, ptr @{cell}"));
        let is_there = self.temporary(&format!("icmp eq i32 %t{read}, {value}"));
        let number = self.temporary(&format!("zext i1 %t{is_there} to i32"));
        let _ = writeln!(self.text, "  call void @__VERIFIER_assume(i32 %t{number})");
    }

    /// What orders threads, or does not.
    fn hand_on(&mut self) {
        let (cell, other) = (one_of(self.random, &CELLS), one_of(self.random, &CELLS));
        match self.random.below(10) {
            0..=3 => self.add_one(cell, cell),
            4..=5 => self.add_one(cell, other),
            6 => {
                let order = one_of(self.random, &["monotonic", "acq_rel"]);
                self.temporary(&format!("atomicrmw add ptr @{cell}, i32 1 {order}"));
            }
            7 => self.store("1", cell),
            _ => {
                let value = 1 + self.random.below(2);
                self.wait(cell, value);
                if self.random.below(2) == 0 {
                    self.fence();
                    self.add_one(cell, cell);
                }
            }
        }
    }

    fn add_one(&mut self, from: &str, to: &str) {
        let read = self.temporary(&format!("load volatile i32, ptr @{from}"));
        if self.random.below(3) == 0 {
            self.variable();
        }
        let sum = self.temporary(&format!("add i32 %t{read}, 1"));
        self.store(&format!("%t{sum}"), to);
    }

    /// A loop that reads twice or more until what it has read fits together, as threads wait for room in a ring.
    fn wait_in_a_loop(&mut self) {
        let (number, reads) = (self.temporaries, 2 + self.random.below(2));
        let _ = writeln!(self.text, "  br label %loop{number}\nloop{number}:");
        let mut all = Vec::new();
        for _ in 0..reads {
            let cell = one_of(self.random, &CELLS);
            all.push(self.temporary(&format!("load volatile i32, ptr @{cell}")));
        }
        let difference = self.temporary(&format!("sub i32 %t{}, %t{}", all[0], all[reads - 1]));
        let (relation, value) = (one_of(self.random, &["sge", "eq", "ne"]), self.random.below(2));
        let goes_on = self.temporary(&format!("icmp {relation} i32 %t{difference}, {value}"));
        let _ = writeln!(self.text, "  br i1 %t{goes_on}, label %loop{number}, label %done{number}\ndone{number}:");
    }

    fn maybe(&mut self, out_of: usize, what: fn(&mut Self)) {
        if self.random.below(out_of) != 0 {
            what(self);
        }
    }
}

fn program(seed: u64, has_loops: bool) -> String {
    let mut random = Random(seed);
    let threads = 2 + random.below(2);
    let mut text = String::new();
    let mut body = |text: &mut String, begin: &str, end: &str, fill: &dyn Fn(&mut Body<'_>)| {
        let mut body = Body { random: &mut random, text: String::new(), temporaries: 0 };
        fill(&mut body);
        let _ = write!(text, "{begin}{}{end}", body.text);
    };
    for number in 0..threads {
        body(&mut text, &format!("define ptr @t{number}(ptr %a) {{\nentry:\n"), "  ret ptr null\n}\n", &|body| {
            body.maybe(3, Body::variable);
            body.maybe(3, Body::fence);
            body.hand_on();
            if has_loops {
                body.maybe(3, Body::wait_in_a_loop);
            }
            body.maybe(2, Body::fence);
            body.maybe(2, Body::variable);
            if threads == 2 {
                body.maybe(2, Body::hand_on);
            }
        });
    }
    for name in VARIABLES.iter().chain(&CELLS[1..]) {
        let _ = writeln!(text, "@{name} = global i32 0");
    }
    text.push_str(
        "declare void @__VERIFIER_assume(i32)\ndeclare i32 @pthread_create(ptr, ptr, ptr, ptr)\ndeclare void @reach_error()\ndefine i32 @main() {\nentry:\n",
    );
    for number in 0..threads {
        let _ = writeln!(text, "  %h{number} = alloca i64");
    }
    for number in 0..threads {
        let _ = writeln!(text, "  call i32 @pthread_create(ptr %h{number}, ptr null, ptr @t{number}, ptr null)");
    }
    let end = "  br i1 %is_wrong, label %wrong, label %right\nwrong:\n  call void @reach_error()\n  br label %right\nright:\n  ret i32 0\n}\n";
    body(&mut text, "", end, &|body| {
        let value = threads - body.random.below(2);
        body.wait("c", value);
        body.maybe(4, Body::fence);
        let (variable, value) = (one_of(body.random, &VARIABLES), body.random.below(3));
        let read = body.temporary(&format!("load volatile i32, ptr @{variable}"));
        let _ = writeln!(body.text, "  %is_wrong = icmp eq i32 %t{read}, {value}");
    });
    text
}

/// Programs with more states are not compared.
const MOST_STATES: usize = 30_000;

fn run(program: &cprog::ir::Program, model: Model, reduction: bool) -> Report {
    // Which state is the first from which a loop has no end depends on the search.
    let checks = Checks::DEFAULT.without(Check::Progress);
    let limits = Limits { states: MOST_STATES, reduction, all: true, checks, ..Limits::default() };
    check(program, model, &limits).expect("a program with main")
}

/// What there are of programs: those that were compared, those of them that are violated, and those in which a variable is not interleaved.
#[derive(Debug, Default)]
struct Counts {
    compared: usize,
    violated: usize,
    ordered: usize,
}

/// Whether a search went through all states, rather than up to as many as are allowed.
fn is_complete(report: &Report) -> bool {
    match &report.verdict {
        Verdict::Unknown(Unknown::States(_)) => false,
        Verdict::Unknown(why) => panic!("{why}"),
        Verdict::Holds | Verdict::Violated(_) => report.statistics.states <= MOST_STATES,
    }
}

fn compare(model: Model) {
    compare_programs(model, false, 2);
    compare_programs(model, true, 8);
}

/// At least one program in `part` has few enough states to be compared.
fn compare_programs(model: Model, has_loops: bool, part: usize) {
    let mut counts = Counts::default();
    let programs = asked_for("LAKMUS_REDUCTION", if testing::is_thorough() { 100 } else { 20 });
    let tried = (programs.end - programs.start) as usize;
    for seed in programs {
        let text = program(seed, has_loops);
        let program = cprog::read([text.as_str()]).expect("LLVM IR that LLVM takes");
        assert_eq!(program.gaps, [], "{text}");
        let (with, without) = (run(&program, model, true), run(&program, model, false));
        if !is_complete(&with) || !is_complete(&without) {
            continue;
        }
        counts.compared += 1;
        assert_eq!(with.violations, without.violations, "program {seed} under {model}:\n{text}");
        assert_eq!(with.finals, without.finals, "program {seed} under {model}:\n{text}");
        counts.violated += usize::from(!with.violations.is_empty());
        let used = VARIABLES.iter().chain(&CELLS[1..]).filter(|name| text.contains(&format!("ptr @{name}")));
        counts.ordered += usize::from(with.statistics.interleaved < used.count());
    }
    println!("{model}: {tried} programs, {counts:?}");
    assert!(part * counts.compared > tried, "most have too many states: {counts:?} of {tried}");
    assert!(counts.violated > 0 && counts.ordered > 0, "the programs show nothing: {counts:?} of {tried}");
}

#[test]
fn the_reduction_changes_nothing_under_sc() {
    compare(Model::SC);
}

#[test]
fn the_reduction_changes_nothing_under_tso() {
    compare(Model::TSO);
}

#[test]
fn the_reduction_changes_nothing_under_pso() {
    compare(Model::PSO);
}

#[test]
fn the_reduction_changes_nothing_under_rmo() {
    compare(Model::RMO);
}

#[test]
fn the_reduction_changes_nothing_under_armv8() {
    compare(Model::ARMV8);
}
