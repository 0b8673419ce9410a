//! Programs as LLVM IR, so that no compiler is needed.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::program::{Access, Dependent, Operation, Order, Place, Program, Step, UNREAD};

/// What `main` does when the threads have ended.
#[derive(Clone, Copy)]
pub(crate) enum Main<'a> {
    /// It does not wait for them, and nothing keeps what they have read.
    Nothing,
    /// It waits; final states are what the global variables are.
    Wait,
    /// It waits, and the outcome is one of these, or it fails.
    IsOneOf(&'a BTreeSet<Vec<u32>>),
    /// It waits, and fails if this is the outcome.
    IsNot(&'a [u32]),
}

/// Where a fence may be put: right before a step of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Anchor {
    pub(crate) thread: usize,
    pub(crate) step: usize,
    pub(crate) block: u32,
    pub(crate) index: u32,
}

pub(crate) fn name(place: Place) -> String {
    match place {
        Place::Location(location) => location.to_string(),
        Place::Read(thread, read) => format!("r{thread}{read}"),
    }
}

fn order(order: Order) -> &'static str {
    match order {
        Order::Plain | Order::Relaxed => "monotonic",
        Order::Acquire => "acquire",
        Order::Release => "release",
        Order::AcquireRelease => "acq_rel",
        Order::SeqCst => "seq_cst",
    }
}

/// The order of a compare-exchange that fails: that of the one that succeeds without its release.
fn order_of_failure(success: Order) -> &'static str {
    match success {
        Order::Plain | Order::Relaxed | Order::Release => "monotonic",
        Order::Acquire | Order::AcquireRelease => "acquire",
        Order::SeqCst => "seq_cst",
    }
}

/// The program, and where fences may be put.
pub(crate) fn ir(program: &Program, main: Main<'_>) -> (String, Vec<Anchor>) {
    let mut text = String::new();
    let mut anchors = Vec::new();
    let keeps_reads = !matches!(main, Main::Nothing);
    for place in program.places() {
        match place {
            Place::Location(_) => _ = writeln!(text, "@{} = global i32 0, align 4", name(place)),
            Place::Read(..) if keeps_reads => _ = writeln!(text, "@{} = global i32 {UNREAD}, align 4", name(place)),
            Place::Read(..) => {}
        }
    }
    for (thread, steps) in program.threads.iter().enumerate() {
        let (body, block, index) = (String::new(), 0, 0);
        let mut writer = ThreadWriter { text: body, thread, block, index, reads: 0, fresh: 0, keeps_reads };
        for (step, what) in steps.iter().enumerate() {
            let anchor = writer.step(what);
            anchors.push(Anchor { step, ..anchor });
        }
        writer.keep();
        let _ = writeln!(
            text,
            "define ptr @t{thread}(ptr %unused) {{\nentry:\n{}  br label %end\nend:\n  ret ptr null\n}}",
            writer.text
        );
    }
    main_function(program, main, &mut text);
    text.push_str("declare i32 @pthread_create(ptr, ptr, ptr, ptr)\ndeclare i32 @pthread_join(i64, ptr)\n");
    text.push_str("declare void @__assert_fail(ptr, ptr, i32, ptr)\n");
    (text, anchors)
}

fn main_function(program: &Program, main: Main<'_>, text: &mut String) {
    let threads = 0..program.threads.len();
    text.push_str("define i32 @main() {\nentry:\n");
    for thread in threads.clone() {
        let _ = writeln!(text, "  %h{thread} = alloca i64, align 8");
    }
    for thread in threads.clone() {
        let _ = writeln!(
            text,
            "  %c{thread} = call i32 @pthread_create(ptr %h{thread}, ptr null, ptr @t{thread}, ptr null)"
        );
    }
    if !matches!(main, Main::Nothing) {
        for thread in threads {
            let _ = writeln!(text, "  %l{thread} = load i64, ptr %h{thread}, align 8");
            let _ = writeln!(text, "  %j{thread} = call i32 @pthread_join(i64 %l{thread}, ptr null)");
        }
    }
    let places = program.places();
    let load = |text: &mut String| {
        for (index, place) in places.iter().enumerate() {
            let _ = writeln!(text, "  %f{index} = load i32, ptr @{}, align 4", name(*place));
        }
    };
    let failure = "bad:\n  call void @__assert_fail(ptr null, ptr null, i32 0, ptr null)\n  unreachable\n";
    match main {
        Main::Nothing | Main::Wait => text.push_str("  ret i32 0\n}\n"),
        Main::IsOneOf(outcomes) => {
            load(text);
            text.push_str("  br label %o0\n");
            for (number, outcome) in outcomes.iter().enumerate() {
                let next = if number + 1 == outcomes.len() { "bad".to_owned() } else { format!("o{}", number + 1) };
                let _ = writeln!(text, "o{number}:");
                let all = is_outcome(outcome, &format!("o{number}"), text);
                let _ = writeln!(text, "  br i1 {all}, label %good, label %{next}");
            }
            let _ = write!(text, "{failure}good:\n  ret i32 0\n}}\n");
        }
        Main::IsNot(outcome) => {
            load(text);
            let all = is_outcome(outcome, "is", text);
            let _ = write!(text, "  br i1 {all}, label %bad, label %good\n{failure}good:\n  ret i32 0\n}}\n");
        }
    }
}

/// Compares what was loaded with an outcome; the name of what it came to.
fn is_outcome(outcome: &[u32], prefix: &str, text: &mut String) -> String {
    let mut all = "true".to_owned();
    for (index, value) in outcome.iter().enumerate() {
        let _ = writeln!(text, "  %{prefix}e{index} = icmp eq i32 %f{index}, {value}");
        let _ = writeln!(text, "  %{prefix}a{index} = and i1 {all}, %{prefix}e{index}");
        all = format!("%{prefix}a{index}");
    }
    all
}

struct ThreadWriter {
    text: String,
    thread: usize,
    block: u32,
    index: u32,
    reads: usize,
    fresh: u32,
    keeps_reads: bool,
}

impl ThreadWriter {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
        self.index += 1;
    }

    fn fresh(&mut self) -> u32 {
        self.fresh += 1;
        self.fresh
    }

    fn here(&self) -> Anchor {
        Anchor { thread: self.thread, step: 0, block: self.block, index: self.index }
    }

    /// Stores what was read, behind all else that the thread does: such a store would be ordered by fences as the read is not.
    fn keep(&mut self) {
        for read in 0..if self.keeps_reads { self.reads } else { 0 } {
            self.line(&format!("store i32 %v{read}, ptr @r{}{read}, align 4", self.thread));
        }
    }

    /// Writes a step; where a fence before it would stand.
    fn step(&mut self, step: &Step) -> Anchor {
        let here = self.here();
        match step {
            Step::Fence(kind) => self.line(&format!("fence {}", order(*kind))),
            Step::Barrier(assembly) => {
                self.line(&format!("call void asm sideeffect \"{assembly}\", \"~{{memory}}\"()"));
            }
            Step::Branch(read) => {
                let number = self.fresh();
                self.line(&format!("%b{number} = icmp ne i32 %v{read}, 0"));
                self.line(&format!("br i1 %b{number}, label %go{number}, label %out{number}"));
                let _ = writeln!(self.text, "out{number}:");
                self.keep();
                let _ = writeln!(self.text, "  br label %end\ngo{number}:");
                (self.block, self.index) = (self.block + 2, 0);
            }
            Step::Access(access) => return self.access(access),
        }
        here
    }

    fn access(&mut self, access: &Access) -> Anchor {
        let Access { operation, location, order: kind, dependency } = *access;
        let (mut pointer, mut written) = (format!("@{location}"), None);
        if let Some((how, read)) = dependency {
            let number = self.fresh();
            self.line(&format!("%d{number} = xor i32 %v{read}, %v{read}"));
            match how {
                Dependent::Address => {
                    self.line(&format!("%i{number} = sext i32 %d{number} to i64"));
                    self.line(&format!("%p{number} = getelementptr i32, ptr {pointer}, i64 %i{number}"));
                    pointer = format!("%p{number}");
                }
                Dependent::Value => {
                    let Operation::Write(value) = operation else { panic!("only a write's value depends") };
                    self.line(&format!("%w{number} = add i32 %d{number}, {value}"));
                    written = Some(format!("%w{number}"));
                }
            }
        }
        let here = self.here();
        let (how, behind) = match kind {
            Order::Plain => ("volatile", String::new()),
            _ => ("atomic", format!(" {}", order(kind))),
        };
        let read = self.reads;
        match operation {
            Operation::Write(value) => {
                let value = written.unwrap_or_else(|| value.to_string());
                self.line(&format!("store {how} i32 {value}, ptr {pointer}{behind}, align 4"));
            }
            Operation::Read => self.line(&format!("%v{read} = load {how} i32, ptr {pointer}{behind}, align 4")),
            Operation::Exchange(value) => {
                self.line(&format!("%v{read} = atomicrmw xchg ptr {pointer}, i32 {value} {}, align 4", order(kind)));
            }
            Operation::Add(value) => {
                self.line(&format!("%v{read} = atomicrmw add ptr {pointer}, i32 {value} {}, align 4", order(kind)));
            }
            Operation::CompareExchange { expected, new } => {
                let orders = format!("{} {}", order(kind), order_of_failure(kind));
                self.line(&format!("%x{read} = cmpxchg ptr {pointer}, i32 {expected}, i32 {new} {orders}, align 4"));
                self.line(&format!("%v{read} = extractvalue {{ i32, i1 }} %x{read}, 0"));
            }
        }
        self.reads += usize::from(operation.reads());
        here
    }
}
