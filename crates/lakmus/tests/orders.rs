//! The memory orders of C11 under the models of `lakmus verify`, held to the simulator: what compilers make of each operation is written out here as instructions, the litmus test
//! of these is simulated under the architecture's model, and the program with the orders must be violated exactly if that allows the outcome.
//!
//! The instructions are those of gcc and clang, and of P. Sewell and others, C/C++11 mappings to processors (for Power with leading barriers). Programs are written as LLVM IR, so that no
//! compiler is needed.

use std::fmt::Write;

use ::cprog;
use lakmus::shipped_model;
use sim::{Options, Test, simulate};
use source::Sources;
use weaken::checker::{Delays, Limits, Verdict, check, check_propagating};
use weaken::{LitmusModel, Model, Propagating};

/// Threads with their accesses: `Wx1` writes, `Rx1` reads 1, `Xx2=1` exchanges 1 for 2. Behind the stroke the final values that the outcome has, too.
const SHAPES: [&str; 12] = [
    "Wx1 Ry0 | Wy1 Rx0 /",
    "Wx1 Wy1 | Ry1 Rx0 /",
    "Rx1 Wy1 | Ry1 Wx1 /",
    "Wx2 Wy1 | Ry1 Wx1 / x=2",
    "Wx1 Wy1 | Wy2 Rx0 / y=2",
    "Wx2 Wy1 | Wy2 Wx1 / x=2 y=2",
    "Wx1 | Rx1 Wy1 | Ry1 Rx0 /",
    "Wx1 | Rx1 Ry0 | Wy1 Rx0 /",
    "Wx1 Wy1 | Ry1 Wz1 | Rz1 Rx0 /",
    "Wx1 | Wy1 | Rx1 Ry0 | Ry1 Rx0 /",
    "Xx1=0 Ry0 | Xy1=0 Rx0 /",
    "Wx1 Xy1=0 | Xy2=1 Rx0 / y=2",
];

/// So many choices of orders of each shape, and of those of four threads, which have some ten thousand states each.
const CHOICES: usize = 81;
const CHOICES_OF_FOUR_THREADS: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Relaxed,
    Acquire,
    Release,
    AcquireRelease,
    SeqCst,
}

use Order::{Acquire, AcquireRelease, Relaxed, Release, SeqCst};

impl Order {
    fn acquires(self) -> bool {
        matches!(self, Acquire | AcquireRelease | SeqCst)
    }

    fn releases(self) -> bool {
        matches!(self, Release | AcquireRelease | SeqCst)
    }

    /// Its name in LLVM IR.
    fn name(self) -> &'static str {
        match self {
            Relaxed => "monotonic",
            Acquire => "acquire",
            Release => "release",
            AcquireRelease => "acq_rel",
            SeqCst => "seq_cst",
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    Write(u32),
    /// What the outcome has.
    Read(u32),
    Exchange {
        writes: u32,
        reads: u32,
    },
}

/// An access, or the fence before one.
#[derive(Clone, Copy, Debug)]
enum Step {
    Access { operation: Operation, location: char, order: Order },
    Fence(Order),
}

/// A program with an outcome.
#[derive(Clone, Debug)]
struct Program {
    threads: Vec<Vec<Step>>,
    finals: Vec<(char, u32)>,
}

impl Program {
    /// A shape, all of it relaxed.
    fn of(shape: &str) -> Program {
        let number = |text: &str| text.parse().expect("a number");
        let access = |text: &str| {
            let (kind, rest) = text.split_at(1);
            let (location, values) = rest.split_at(1);
            let operation = match (kind, values.split_once('=')) {
                ("W", None) => Operation::Write(number(values)),
                ("R", None) => Operation::Read(number(values)),
                ("X", Some((writes, reads))) => Operation::Exchange { writes: number(writes), reads: number(reads) },
                other => panic!("no access: {other:?}"),
            };
            Step::Access { operation, location: location.chars().next().expect("a location"), order: Relaxed }
        };
        let (threads, finals) = shape.split_once('/').expect("an outcome");
        let threads = threads.split('|').map(|thread| thread.split_whitespace().map(access).collect()).collect();
        let finals = finals.split_whitespace().map(|value| {
            let (location, value) = value.split_once('=').expect("a value");
            (location.chars().next().expect("a location"), number(value))
        });
        Program { threads, finals: finals.collect() }
    }

    /// The orders that each access can have.
    fn orders(&self) -> Vec<&'static [Order]> {
        let orders = |step: &Step| -> Option<&'static [Order]> {
            match step {
                Step::Fence(_) => None,
                Step::Access { operation: Operation::Write(_), .. } => Some(&[Relaxed, Release, SeqCst]),
                Step::Access { operation: Operation::Read(_), .. } => Some(&[Relaxed, Acquire, SeqCst]),
                Step::Access { operation: Operation::Exchange { .. }, .. } => {
                    Some(&[Relaxed, Acquire, Release, AcquireRelease, SeqCst])
                }
            }
        };
        self.threads.iter().flatten().filter_map(orders).collect()
    }

    /// With these orders, one for each access.
    fn ordered(mut self, orders: &[Order]) -> Program {
        let mut orders = orders.iter();
        for step in self.threads.iter_mut().flatten() {
            if let Step::Access { order, .. } = step {
                *order = *orders.next().expect("an order for each access");
            }
        }
        self
    }

    /// With these fences, one between the accesses of each thread that has two.
    fn fenced(mut self, fences: &[Option<Order>]) -> Program {
        let threads = self.threads.iter_mut().filter(|thread| thread.len() == 2);
        threads.zip(fences).for_each(|(thread, fence)| {
            if let Some(order) = fence {
                thread.insert(1, Step::Fence(*order));
            }
        });
        self
    }

    /// In each thread what the reads return in the outcome.
    fn results(&self, thread: usize) -> Vec<u32> {
        let result = |step: &Step| match step {
            Step::Access { operation: Operation::Read(value) | Operation::Exchange { reads: value, .. }, .. } => {
                Some(*value)
            }
            Step::Access { operation: Operation::Write(_), .. } | Step::Fence(_) => None,
        };
        self.threads[thread].iter().filter_map(result).collect()
    }

    /// The program as LLVM IR, with an assertion that the outcome fails.
    fn as_ir(&self) -> String {
        let mut text =
            String::from("@x = global i32 0, align 4\n@y = global i32 0, align 4\n@z = global i32 0, align 4\n");
        let mut observed: Vec<(String, u32)> = Vec::new();
        for (number, thread) in self.threads.iter().enumerate() {
            let mut body = String::new();
            let mut reads = 0;
            for step in thread {
                let (what, is_read) = match step {
                    Step::Fence(order) => (format!("fence {}", order.name()), false),
                    Step::Access { operation: Operation::Write(value), location, order } => {
                        (format!("store atomic i32 {value}, ptr @{location} {}, align 4", order.name()), false)
                    }
                    Step::Access { operation: Operation::Read(_), location, order } => {
                        (format!("%v{reads} = load atomic i32, ptr @{location} {}, align 4", order.name()), true)
                    }
                    Step::Access { operation: Operation::Exchange { writes, .. }, location, order } => {
                        let order = order.name();
                        (format!("%v{reads} = atomicrmw xchg ptr @{location}, i32 {writes} {order}, align 4"), true)
                    }
                };
                let _ = writeln!(body, "  {what}");
                if is_read {
                    let _ = writeln!(body, "  store i32 %v{reads}, ptr @r{number}{reads}, align 4");
                    reads += 1;
                }
            }
            for (read, value) in self.results(number).into_iter().enumerate() {
                let _ = writeln!(text, "@r{number}{read} = global i32 9, align 4");
                observed.push((format!("r{number}{read}"), value));
            }
            let _ = writeln!(text, "define ptr @t{number}(ptr %unused) {{\nentry:\n{body}  ret ptr null\n}}");
        }
        observed.extend(self.finals.iter().map(|(location, value)| (location.to_string(), *value)));
        let threads = 0..self.threads.len();
        text.push_str("define i32 @main() {\nentry:\n");
        threads.clone().for_each(|thread| _ = writeln!(text, "  %h{thread} = alloca i64, align 8"));
        for thread in threads.clone() {
            let _ = writeln!(
                text,
                "  %c{thread} = call i32 @pthread_create(ptr %h{thread}, ptr null, ptr @t{thread}, ptr null)"
            );
        }
        for thread in threads {
            let _ = writeln!(text, "  %l{thread} = load i64, ptr %h{thread}, align 8");
            let _ = writeln!(text, "  %j{thread} = call i32 @pthread_join(i64 %l{thread}, ptr null)");
        }
        let mut all = "true".to_owned();
        for (index, (place, value)) in observed.iter().enumerate() {
            let _ = writeln!(
                text,
                "  %f{index} = load i32, ptr @{place}, align 4\n  %e{index} = icmp eq i32 %f{index}, {value}"
            );
            let _ = writeln!(text, "  %a{index} = and i1 {all}, %e{index}");
            all = format!("%a{index}");
        }
        let _ = writeln!(text, "  br i1 {all}, label %bad, label %good");
        text.push_str("bad:\n  call void @__assert_fail(ptr null, ptr null, i32 0, ptr null)\n  unreachable\ngood:\n  ret i32 0\n}\n");
        text.push_str("declare i32 @pthread_create(ptr, ptr, ptr, ptr)\ndeclare i32 @pthread_join(i64, ptr)\n");
        text.push_str("declare void @__assert_fail(ptr, ptr, i32, ptr)\n");
        text
    }

    /// The program as a litmus test of a machine.
    fn as_litmus(&self, machine: &Machine) -> String {
        let mut columns: Vec<Vec<String>> = Vec::new();
        let mut initial = String::new();
        let mut condition: Vec<String> = Vec::new();
        for (number, thread) in self.threads.iter().enumerate() {
            let mut lines = vec![format!("P{number}")];
            let mut reads = 0;
            for step in thread {
                lines.extend((machine.code)(step, reads).iter().map(|line| line.replace('@', &number.to_string())));
                if let Step::Access { operation: Operation::Read(_) | Operation::Exchange { .. }, .. } = step {
                    reads += 1;
                }
            }
            lines.push(format!("END{number}:"));
            columns.push(lines);
            for (location, register) in ['x', 'y', 'z'].into_iter().zip(machine.addresses) {
                if !register.is_empty() {
                    let _ = write!(initial, "{number}:{register}={location}; ");
                }
            }
            for (value, register) in self.results(number).into_iter().zip(machine.results) {
                // Where a store-conditional fails, the thread ends, and the outcome is another one.
                let _ = write!(initial, "{number}:{}=9; ", register.trim_start_matches('%'));
                condition.push(format!("{number}:{}={value}", register.trim_start_matches('%')));
            }
        }
        condition.extend(self.finals.iter().map(|(location, value)| format!("{location}={value}")));
        let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
        let row = |row: usize| {
            let cells: Vec<&str> =
                columns.iter().map(|column| column.get(row).map(String::as_str).unwrap_or_default()).collect();
            cells.join(" | ") + " ;\n"
        };
        let body: String = (0..rows).map(row).collect();
        format!("{} T\n{{ {initial}}}\n{body}exists ({})\n", machine.language, condition.join(" /\\ "))
    }
}

/// A machine, and what compilers make of operations for it.
struct Machine {
    language: &'static str,
    /// The simulator's model.
    cat: &'static str,
    model: LitmusModel,
    /// The registers with the addresses of `x`, `y` and `z`; none where instructions name locations.
    addresses: [&'static str; 3],
    /// Those that reads write, the first read's first.
    results: [&'static str; 3],
    /// The instructions of a step, before which a thread has read so often; `@` stands for the number of the thread.
    code: fn(&Step, usize) -> Vec<String>,
}

/// The instructions that there are, each with whether it is wanted.
fn lines<const N: usize>(all: [(bool, String); N]) -> Vec<String> {
    all.into_iter().filter(|(is_wanted, _)| *is_wanted).map(|(_, line)| line).collect()
}

const X86_64: Machine = Machine {
    language: "X86_64",
    cat: "x86tso",
    model: LitmusModel::MultiCopyAtomic(Model::Tso),
    addresses: [""; 3],
    results: ["%eax", "%ebx", "%ecx"],
    code: |step, reads| {
        let result = X86_64.results[reads];
        match *step {
            Step::Fence(order) => lines([(order == SeqCst, "mfence".to_owned())]),
            Step::Access { operation: Operation::Write(value), location, order } => {
                lines([(true, format!("movl ${value},({location})")), (order == SeqCst, "mfence".to_owned())])
            }
            Step::Access { operation: Operation::Read(_), location, .. } => vec![format!("movl ({location}),{result}")],
            Step::Access { operation: Operation::Exchange { writes, .. }, location, .. } => {
                vec![format!("movl ${writes},{result}"), format!("xchgl ({location}),{result}")]
            }
        }
    },
};

/// Where an address is.
fn address(machine: &Machine, location: char) -> &'static str {
    machine.addresses[(location as usize) - ('x' as usize)]
}

const AARCH64: Machine = Machine {
    language: "AArch64",
    cat: "aarch64",
    model: LitmusModel::MultiCopyAtomic(Model::Armv8),
    addresses: ["X10", "X11", "X12"],
    results: ["X1", "X2", "X3"],
    code: |step, reads| {
        let result = AARCH64.results[reads].replace('X', "W");
        match *step {
            Step::Fence(Acquire) => vec!["DMB ISHLD".to_owned()],
            Step::Fence(_) => vec!["DMB ISH".to_owned()],
            Step::Access { operation: Operation::Write(value), location, order } => {
                let store = if order.releases() { "STLR" } else { "STR" };
                vec![format!("MOV W8,#{value}"), format!("{store} W8,[{}]", address(&AARCH64, location))]
            }
            Step::Access { operation: Operation::Read(_), location, order } => {
                let load = if order.acquires() { "LDAR" } else { "LDR" };
                vec![format!("{load} {result},[{}]", address(&AARCH64, location))]
            }
            Step::Access { operation: Operation::Exchange { writes, .. }, location, order } => {
                let (acquires, releases) =
                    (if order.acquires() { "A" } else { "" }, if order.releases() { "L" } else { "" });
                let swap = format!("SWP{acquires}{releases} W8,{result},[{}]", address(&AARCH64, location));
                vec![format!("MOV W8,#{writes}"), swap]
            }
        }
    },
};

const POWER: Machine = Machine {
    language: "PPC",
    cat: "power",
    model: LitmusModel::Propagating(Propagating::Power),
    addresses: ["r10", "r11", "r12"],
    results: ["r1", "r2", "r3"],
    code: |step, reads| {
        let result = POWER.results[reads];
        let sync = |order: Order| (order == SeqCst, "sync".to_owned());
        let lwsync = |is_wanted: bool| (is_wanted, "lwsync".to_owned());
        let releases = |order: Order| lwsync(order.releases() && order != SeqCst);
        match *step {
            Step::Fence(SeqCst) => vec!["sync".to_owned()],
            Step::Fence(_) => vec!["lwsync".to_owned()],
            Step::Access { operation: Operation::Write(value), location, order } => lines([
                (true, format!("li r20,{value}")),
                sync(order),
                releases(order),
                (true, format!("stw r20,0({})", address(&POWER, location))),
            ]),
            Step::Access { operation: Operation::Read(_), location, order } => lines([
                sync(order),
                (true, format!("lwz {result},0({})", address(&POWER, location))),
                (order.acquires(), format!("cmpw {result},{result}")),
                (order.acquires(), format!("bne L{reads}@")),
                (order.acquires(), format!("L{reads}@:")),
                (order.acquires(), "isync".to_owned()),
            ]),
            Step::Access { operation: Operation::Exchange { writes, .. }, location, order } => lines([
                (true, format!("li r20,{writes}")),
                sync(order),
                releases(order),
                (true, format!("lwarx {result},0,{}", address(&POWER, location))),
                (true, format!("stwcx. r20,0,{}", address(&POWER, location))),
                (true, "bne END@".to_owned()),
                lwsync(order.acquires()),
            ]),
        }
    },
};

const ARMV7: Machine = Machine {
    language: "ARM",
    cat: "arm",
    model: LitmusModel::Propagating(Propagating::Armv7),
    addresses: ["R10", "R11", "R12"],
    results: ["R1", "R2", "R3"],
    code: |step, reads| {
        let result = ARMV7.results[reads];
        let dmb = |is_wanted: bool| (is_wanted, "DMB ISH".to_owned());
        match *step {
            Step::Fence(_) => vec!["DMB ISH".to_owned()],
            Step::Access { operation: Operation::Write(value), location, order } => lines([
                (true, format!("MOV R5,#{value}")),
                dmb(order.releases()),
                (true, format!("STR R5,[{}]", address(&ARMV7, location))),
                dmb(order == SeqCst),
            ]),
            Step::Access { operation: Operation::Read(_), location, order } => {
                lines([(true, format!("LDR {result},[{}]", address(&ARMV7, location))), dmb(order.acquires())])
            }
            Step::Access { operation: Operation::Exchange { writes, .. }, location, order } => lines([
                (true, format!("MOV R5,#{writes}")),
                dmb(order.releases()),
                (true, format!("LDREX {result},[{}]", address(&ARMV7, location))),
                (true, format!("STREX R6,R5,[{}]", address(&ARMV7, location))),
                (true, "CMP R6,#0".to_owned()),
                (true, "BNE END@".to_owned()),
                dmb(order.acquires()),
            ]),
        }
    },
};

/// Whether the machine's litmus test has the outcome.
fn is_allowed(program: &Program, machine: &Machine) -> bool {
    let text = program.as_litmus(machine);
    let mut sources = Sources::new();
    let source = sources.add("orders.litmus", text.clone());
    let test = Test::load(&sources, source, "T").unwrap_or_else(|found| panic!("{found:?}\n{text}"));
    let model = shipped_model(machine.cat, test.language(), &mut sources).expect("a model that ships");
    let report = simulate(&test, &model, &Options::default()).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    report.positive > 0
}

fn compare(program: &Program, machine: &Machine) {
    let is_allowed = is_allowed(program, machine);
    let ir = program.as_ir();
    let read = cprog::read([ir.as_str()]);
    for delays in [Delays::Every, Delays::OneACycle] {
        let limits = Limits { delays, ..Limits::default() };
        let report = match machine.model {
            LitmusModel::MultiCopyAtomic(model) => check(&read, model, &limits),
            LitmusModel::Propagating(model) => check_propagating(&read, model, &limits),
        };
        match (report.expect("a program with main").verdict, is_allowed) {
            (Verdict::Violated(_), true) | (Verdict::Holds, false) => {}
            (verdict, _) => {
                let says = if is_allowed { "allows" } else { "forbids" };
                panic!(
                    "{delays:?}: {} {says} it, and the verdict is {verdict:?}\n{}\n{ir}",
                    machine.cat,
                    program.as_litmus(machine)
                );
            }
        }
    }
}

/// All choices of one of each, the last ones first, or some of them, spread evenly.
fn choices<T: Copy>(of: &[&[T]], threads: usize) -> impl Iterator<Item = Vec<T>> {
    let all: usize = of.iter().map(|some| some.len()).product();
    let most = if threads < 4 { CHOICES } else { CHOICES_OF_FOUR_THREADS };
    (0..all).rev().step_by(all.div_ceil(most)).map(|number| {
        let mut rest = number;
        let one = |some: &&[T]| {
            let index = rest % some.len();
            rest /= some.len();
            some[index]
        };
        of.iter().map(one).collect()
    })
}

fn accesses(machine: &Machine) {
    for shape in SHAPES {
        let program = Program::of(shape);
        choices(&program.orders(), program.threads.len())
            .for_each(|orders| compare(&program.clone().ordered(&orders), machine));
    }
}

fn fences(machine: &Machine) {
    const FENCES: &[Option<Order>] = &[None, Some(Acquire), Some(Release), Some(AcquireRelease), Some(SeqCst)];
    for shape in SHAPES {
        let program = Program::of(shape);
        let between = program.threads.iter().filter(|thread| thread.len() == 2).count();
        choices(&vec![FENCES; between], program.threads.len())
            .for_each(|fences| compare(&program.clone().fenced(&fences), machine));
    }
}

#[test]
fn accesses_on_x86_64() {
    accesses(&X86_64);
}

#[test]
fn accesses_on_aarch64() {
    accesses(&AARCH64);
}

/// A sequentially consistent load has a `sync` before it, without which independent reads may disagree; a load that acquires passes nothing on.
#[test]
fn accesses_on_power() {
    accesses(&POWER);
}

#[test]
fn accesses_on_armv7() {
    accesses(&ARMV7);
}

#[test]
fn fences_on_x86_64() {
    fences(&X86_64);
}

#[test]
fn fences_on_aarch64() {
    fences(&AARCH64);
}

#[test]
fn fences_on_power() {
    fences(&POWER);
}

#[test]
fn fences_on_armv7() {
    fences(&ARMV7);
}
