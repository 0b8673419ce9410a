//! Random small programs, written twice: as LLVM IR for the fence analysis, and as litmus tests for the simulator.

mod assembly;
mod ir;

use std::collections::BTreeMap;
use std::fmt::Write;

use assembly::AssemblyWriter;
pub(crate) use assembly::{ARM, ARM32, Family, POWER, RISCV, Target, X86};
use ir::IrWriter;

/// Numbers from a seed (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) % bound
    }
}

/// A statement of a thread. Registers count from 0 in their thread.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    Write {
        variable: usize,
        value: u64,
        order: Order,
    },
    Read {
        variable: usize,
        register: usize,
        order: Order,
    },
    /// The value is computed of a register, which does not change it.
    DataWrite {
        variable: usize,
        value: u64,
        of: usize,
    },
    /// The address is computed of a register, which does not change it.
    AddressRead {
        variable: usize,
        register: usize,
        of: usize,
    },
    Fence,
    /// `fence acq_rel`.
    LightFence,
    If {
        register: usize,
        body: Vec<Item>,
    },
    /// A loop that is left after its first turn, which the analysis does not know.
    Loop {
        body: Vec<Item>,
    },
    /// What is done with a lock held. `number` counts the sections of the thread.
    Section {
        lock: usize,
        number: usize,
        body: Vec<Item>,
    },
}

/// The order of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Plain,
    /// Acquire for a read, release for a write.
    Synchronising,
    Sequential,
}

/// How the variables are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Each is a global variable.
    Apart,
    /// They are elements of one array, which threads are given a pointer to: the analysis distinguishes them only by the distance from that pointer.
    Array,
    /// They and the locks are parts of one object on the heap, which threads are given a pointer to.
    Object,
    /// Each is a global variable, and the locks are on the heap: variables point to them, and functions take and give back what they are given. Each is allocated at a place of its own.
    Made,
    /// The same; one place allocates all locks.
    MadeAlike,
    /// Each is a global variable, and threads call what they do by pointers, in whose variables functions of another type have been.
    Called,
}

/// An anchor: where a fence may be put, right before the statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Anchor {
    pub(crate) thread: usize,
    /// Number of the statement in its thread.
    pub(crate) statement: usize,
    pub(crate) block: u32,
    pub(crate) index: u32,
}

pub(crate) struct Sample {
    pub(crate) threads: Vec<Vec<Item>>,
    pub(crate) variables: usize,
    pub(crate) layout: Layout,
}

const VARIABLES: &[&str] = &["x", "y", "z"];
const LOCKS: &[&str] = &["m", "n"];
/// Sections that a thread may have.
const MAX_SECTIONS: usize = 2;

/// The registers of a thread: how many there are, and which have their values where the next statement stands, whatever path leads there.
#[derive(Default)]
struct Registers {
    count: usize,
    known: Vec<usize>,
}

fn items(random: &mut Random, variables: usize, count: u64, registers: &mut Registers, depth: u32) -> Vec<Item> {
    let mut list = Vec::new();
    for _ in 0..count {
        let variable = random.below(variables as u64) as usize;
        let value = 1 + random.below(2);
        let known = registers.known.len();
        let of = if known > 0 { Some(registers.known[random.below(known as u64) as usize]) } else { None };
        let mut next = || {
            registers.known.push(registers.count);
            registers.count += 1;
            registers.count - 1
        };
        let item = match (random.below(24), of) {
            (0..=5, _) => Item::Write { variable, value, order: Order::Plain },
            (6..=12, _) => Item::Read { variable, register: next(), order: Order::Plain },
            (13, Some(of)) => Item::DataWrite { variable, value, of },
            (14, Some(of)) => Item::AddressRead { variable, register: next(), of },
            (15, _) => Item::Write { variable, value, order: Order::Synchronising },
            (16, _) => Item::Read { variable, register: next(), order: Order::Synchronising },
            (17, _) => Item::Fence,
            (18, _) => Item::Write { variable, value, order: Order::Sequential },
            (19, _) => Item::Read { variable, register: next(), order: Order::Sequential },
            (20 | 21, Some(register)) if depth == 0 => {
                let count = 1 + random.below(2);
                let body = items(random, variables, count, registers, 1);
                // What is read there has no value where the branch was not taken.
                registers.known.truncate(known);
                Item::If { register, body }
            }
            (22 | 23, _) if depth == 0 => {
                let count = 1 + random.below(2);
                Item::Loop { body: items(random, variables, count, registers, 1) }
            }
            _ => Item::Write { variable, value, order: Order::Plain },
        };
        list.push(item);
    }
    list
}

impl Sample {
    pub(crate) fn new(random: &mut Random) -> Sample {
        let variables = 2 + random.below(2) as usize;
        let threads = 2 + usize::from(random.below(4) == 0);
        let longest = if threads == 2 { 3 } else { 2 };
        let threads = (0..threads)
            .map(|_| {
                let count = 1 + random.below(longest) + u64::from(threads == 2);
                let mut registers = Registers::default();
                items(random, variables, count, &mut registers, 0)
            })
            .collect();
        Sample { threads, variables, layout: Layout::Apart }
    }

    /// One whose variables are in an array.
    pub(crate) fn in_array(random: &mut Random) -> Sample {
        Sample { layout: Layout::Array, ..Sample::new(random) }
    }

    /// One of two threads, in which statements are made with a lock held: mostly the same one.
    pub(crate) fn with_locks(random: &mut Random) -> Sample {
        let variables = 2;
        let threads = (0..2)
            .map(|_| {
                let (mut list, mut registers, mut number) = (Vec::new(), Registers::default(), 0);
                for _ in 0..1 + random.below(2) {
                    let count = 1 + random.below(3);
                    if number < MAX_SECTIONS && random.below(2) == 0 {
                        let lock = usize::from(random.below(6) == 0);
                        let body = items(random, variables, count, &mut registers, 1);
                        list.push(Item::Section { lock, number, body });
                        number += 1;
                    } else {
                        list.extend(items(random, variables, count, &mut registers, 0));
                    }
                }
                list
            })
            .collect();
        Sample { threads, variables, layout: Layout::Apart }
    }

    /// One of two threads with locks, which are parts of the object that they protect.
    pub(crate) fn with_objects(random: &mut Random) -> Sample {
        Sample { layout: Layout::Object, ..Sample::with_locks(random) }
    }

    /// One of two threads with locks that are allocated when the program begins.
    pub(crate) fn with_made_locks(random: &mut Random) -> Sample {
        let layout = if random.below(2) == 0 { Layout::Made } else { Layout::MadeAlike };
        Sample { layout, ..Sample::with_locks(random) }
    }

    /// One whose threads call what they do by pointers.
    pub(crate) fn called(random: &mut Random) -> Sample {
        Sample { layout: Layout::Called, ..Sample::new(random) }
    }

    /// The program as LLVM IR, and the anchors in it.
    pub(crate) fn ir(&self) -> (String, Vec<Anchor>) {
        let mut text = String::new();
        for name in &VARIABLES[..self.variables] {
            let _ = writeln!(text, "@{name} = global i32 0");
        }
        for name in LOCKS {
            let _ = writeln!(text, "@{name} = global i64 0");
        }
        for name in LOCKS {
            let _ = writeln!(text, "@{name}.at = global ptr null");
        }
        text.push_str("@all = global [4 x i32] zeroinitializer\n");
        let mut anchors = Vec::new();
        for (thread, items) in self.threads.iter().enumerate() {
            let body = IrWriter::text_of(items, thread, &VARIABLES[..self.variables], self.layout, &mut anchors);
            let _ = write!(text, "define ptr @t{thread}(ptr %a) {{\nentry:\n{}  ret ptr null\n}}\n", body);
        }
        text.push_str("declare i32 @pthread_mutex_lock(ptr)\ndeclare i32 @pthread_mutex_unlock(ptr)\n");
        text.push_str(
            "define i32 @take(ptr %lock) {\n  %taken = call i32 @pthread_mutex_lock(ptr %lock)\n  ret i32 %taken\n}\n\
             define i32 @give(ptr %lock) {\n  %given = call i32 @pthread_mutex_unlock(ptr %lock)\n  ret i32 %given\n}\n\
             define ptr @make() {\n  %made = call ptr @malloc(i64 8)\n  ret ptr %made\n}\n",
        );
        text.push_str(
            "declare i32 @pthread_create(ptr, ptr, ptr, ptr)\ndeclare ptr @malloc(i64)\ndefine i32 @main() {\nentry:\n",
        );
        let all = match self.layout {
            Layout::Apart | Layout::Array | Layout::Called => "@all",
            Layout::Made | Layout::MadeAlike => {
                for name in LOCKS {
                    let make = if self.layout == Layout::Made { "@malloc(i64 8)" } else { "@make()" };
                    let _ = writeln!(text, "  %{name} = call ptr {make}\n  store ptr %{name}, ptr @{name}.at");
                }
                "@all"
            }
            Layout::Object => {
                text.push_str("  %all = call ptr @malloc(i64 64)\n");
                "%all"
            }
        };
        let is_called = self.layout == Layout::Called;
        for thread in 0..self.threads.len() {
            let begin = if is_called { "s" } else { "t" };
            if is_called {
                let _ =
                    writeln!(text, "  store ptr @other, ptr @t{thread}.at\n  store ptr @t{thread}, ptr @t{thread}.at");
            }
            let _ = writeln!(
                text,
                "  %h{thread} = alloca i64\n  %c{thread} = call i32 @pthread_create(ptr %h{thread}, ptr null, ptr @{begin}{thread}, ptr {all})"
            );
        }
        text.push_str("  ret i32 0\n}\n");
        if is_called {
            // It writes what the threads do not, in an order of its own.
            text.push_str("define ptr @other(ptr %a, i32 %n) {\n  store i32 7, ptr @x\n  %r = load i32, ptr @y\n  ret ptr null\n}\n");
            for thread in 0..self.threads.len() {
                let _ = writeln!(
                    text,
                    "@t{thread}.at = global ptr null\ndefine ptr @s{thread}(ptr %a) {{\n  %f = load ptr, ptr @t{thread}.at\n  %r = call ptr %f(ptr %a)\n  ret ptr %r\n}}"
                );
            }
        }
        (text, anchors)
    }

    fn registers(&self, thread: usize) -> usize {
        fn count(items: &[Item]) -> usize {
            items
                .iter()
                .map(|item| match item {
                    Item::Read { .. } | Item::AddressRead { .. } => 1,
                    Item::If { body, .. } | Item::Loop { body } | Item::Section { body, .. } => count(body),
                    Item::Write { .. } | Item::DataWrite { .. } | Item::Fence | Item::LightFence => 0,
                })
                .sum()
        }
        count(&self.threads[thread])
    }

    /// How many sections each thread has.
    fn sections(&self, thread: usize) -> usize {
        self.threads[thread].iter().filter(|item| matches!(item, Item::Section { .. })).count()
    }

    /// For some statements of each thread that access memory and depend on nothing yet, a read that comes before on all paths, on which they can be made to depend: thread, and the statements of access and
    /// read.
    pub(crate) fn possible_dependencies(&self, random: &mut Random) -> Vec<(usize, usize, usize)> {
        fn visit(
            items: &[Item],
            statement: &mut usize,
            reads: &mut Vec<usize>,
            random: &mut Random,
            found: &mut Vec<(usize, usize)>,
        ) {
            for item in items {
                let here = *statement;
                let is_free = match item {
                    Item::Write { order, .. } | Item::Read { order, .. } => *order == Order::Plain,
                    Item::DataWrite { .. }
                    | Item::AddressRead { .. }
                    | Item::Fence
                    | Item::LightFence
                    | Item::If { .. }
                    | Item::Loop { .. }
                    | Item::Section { .. } => false,
                };
                if is_free && !reads.is_empty() {
                    found.push((here, reads[random.below(reads.len() as u64) as usize]));
                }
                *statement += usize::from(!matches!(item, Item::Loop { .. }));
                match item {
                    Item::Read { .. } | Item::AddressRead { .. } => reads.push(here),
                    Item::If { body, .. } => visit(body, statement, &mut reads.clone(), random, found),
                    Item::Loop { body } | Item::Section { body, .. } => visit(body, statement, reads, random, found),
                    Item::Write { .. } | Item::DataWrite { .. } | Item::Fence | Item::LightFence => {}
                }
            }
        }
        let mut all = Vec::new();
        for (thread, items) in self.threads.iter().enumerate() {
            let mut found = Vec::new();
            visit(items, &mut 0, &mut Vec::new(), random, &mut found);
            all.extend(found.into_iter().map(|(access, read)| (thread, access, read)));
        }
        all
    }

    /// The program with dependencies: thread, and the statements of access and read. Each access has one at most.
    pub(crate) fn with_dependencies(&self, dependencies: &[(usize, usize, usize)]) -> Sample {
        fn registers(items: &[Item], statement: &mut usize, known: &mut BTreeMap<usize, usize>) {
            for item in items {
                if let Item::Read { register, .. } | Item::AddressRead { register, .. } = item {
                    known.insert(*statement, *register);
                }
                *statement += usize::from(!matches!(item, Item::Loop { .. }));
                if let Item::If { body, .. } | Item::Loop { body } | Item::Section { body, .. } = item {
                    registers(body, statement, known);
                }
            }
        }
        fn changed(items: &[Item], statement: &mut usize, of: &dyn Fn(usize) -> Option<usize>) -> Vec<Item> {
            let mut list = Vec::new();
            for item in items {
                let read = of(*statement);
                *statement += usize::from(!matches!(item, Item::Loop { .. }));
                list.push(match (item, read) {
                    (Item::Write { variable, value, .. }, Some(of)) => {
                        Item::DataWrite { variable: *variable, value: *value, of }
                    }
                    (Item::Read { variable, register, .. }, Some(of)) => {
                        Item::AddressRead { variable: *variable, register: *register, of }
                    }
                    (Item::If { register, body }, _) => {
                        Item::If { register: *register, body: changed(body, statement, of) }
                    }
                    (Item::Loop { body }, _) => Item::Loop { body: changed(body, statement, of) },
                    (Item::Section { lock, number, body }, _) => {
                        Item::Section { lock: *lock, number: *number, body: changed(body, statement, of) }
                    }
                    (item, _) => item.clone(),
                });
            }
            list
        }
        let change = |(thread, items): (usize, &Vec<Item>)| {
            let mut known = BTreeMap::new();
            registers(items, &mut 0, &mut known);
            let of = |statement: usize| {
                let mine = dependencies.iter().find(|(of, access, _)| (*of, *access) == (thread, statement));
                mine.map(|(_, _, read)| known[read])
            };
            changed(items, &mut 0, &of)
        };
        Sample { threads: self.threads.iter().enumerate().map(change).collect(), ..*self }
    }

    /// For each instruction of a thread in the litmus test without fences, the statement that it belongs to.
    pub(crate) fn statements(&self, target: &Target, thread: usize) -> Vec<usize> {
        AssemblyWriter::statements_of(&self.threads[thread], target, thread)
    }

    /// The program as a litmus test that shows all registers and variables; `fences` gives the fence before a statement of a thread.
    pub(crate) fn litmus(&self, target: &Target, fences: &dyn Fn(usize, usize) -> Vec<&'static str>) -> String {
        let mut columns = Vec::new();
        for (thread, items) in self.threads.iter().enumerate() {
            columns.push(AssemblyWriter::lines_of(items, target, thread, fences));
        }
        let mut text = format!("{} random\n{{ ", target.name);
        for name in &VARIABLES[..self.variables] {
            let _ = write!(text, "{name}=0; ");
        }
        for thread in 0..self.threads.len() {
            for (index, name) in VARIABLES[..self.variables].iter().enumerate() {
                if let Some(register) = target.pointers.get(index) {
                    let _ = write!(text, "{thread}:{register}={name}; ");
                }
            }
            for register in 0..self.registers(thread) {
                let _ = write!(text, "{thread}:{}=0; ", target.registers[register]);
            }
            if self.sections(thread) > 0 {
                for (name, register) in LOCKS.iter().zip(target.lock_pointers) {
                    let _ = write!(text, "{thread}:{register}={name}; ");
                }
            }
        }
        if (0..self.threads.len()).any(|thread| self.sections(thread) > 0) {
            for name in LOCKS {
                let _ = write!(text, "{name}=0; ");
            }
        }
        text.push_str("}\n");
        let heads: Vec<String> = (0..columns.len()).map(|thread| format!("P{thread}")).collect();
        let _ = writeln!(text, " {} ;", heads.join(" | "));
        for row in 0..columns.iter().map(Vec::len).max().unwrap_or(0) {
            let cells: Vec<&str> = columns.iter().map(|lines| lines.get(row).map_or("", String::as_str)).collect();
            let _ = writeln!(text, " {} ;", cells.join(" | "));
        }
        text.push_str("locations [");
        for name in &VARIABLES[..self.variables] {
            let _ = write!(text, "{name}; ");
        }
        for thread in 0..self.threads.len() {
            for register in 0..self.registers(thread) {
                let _ = write!(text, "{thread}:{}; ", target.registers[register]);
            }
        }
        text.push_str("]\n");
        // A lock is an exchange that waits no longer than until it has found the lock free.
        let sections =
            (0..self.threads.len()).flat_map(|thread| (0..self.sections(thread)).map(move |number| (thread, number)));
        let free: Vec<String> =
            sections.map(|(thread, number)| format!("{thread}:{}=0", target.sections[number])).collect();
        if !free.is_empty() {
            let _ = writeln!(text, "filter ({})", free.join(" /\\ "));
        }
        text.push_str("exists (x=7)\n");
        text
    }
}
