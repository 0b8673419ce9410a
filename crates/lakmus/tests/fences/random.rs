//! Random small programs, written twice: as LLVM IR for the fence analysis, and as litmus tests for the simulator.

use std::fmt::Write;

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
        release: bool,
    },
    Read {
        variable: usize,
        register: usize,
        acquire: bool,
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
    /// What is done with a lock held. `number` counts the sections of the thread.
    Section {
        lock: usize,
        number: usize,
        body: Vec<Item>,
    },
}

/// How the variables are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Each is a global variable.
    Apart,
    /// They are elements of one array, which threads are given a pointer to: the analysis does not tell them apart but by the distance from that pointer.
    Array,
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

fn items(random: &mut Random, variables: usize, count: u64, registers: &mut usize, depth: u32) -> Vec<Item> {
    let mut list = Vec::new();
    for _ in 0..count {
        let variable = random.below(variables as u64) as usize;
        let value = 1 + random.below(2);
        let of = if *registers > 0 { Some(random.below(*registers as u64) as usize) } else { None };
        let mut next = || {
            *registers += 1;
            *registers - 1
        };
        let item = match (random.below(20), of) {
            (0..=5, _) => Item::Write { variable, value, release: false },
            (6..=12, _) => Item::Read { variable, register: next(), acquire: false },
            (13, Some(of)) => Item::DataWrite { variable, value, of },
            (14, Some(of)) => Item::AddressRead { variable, register: next(), of },
            (15, _) => Item::Write { variable, value, release: true },
            (16, _) => Item::Read { variable, register: next(), acquire: true },
            (17, _) => Item::Fence,
            (_, Some(register)) if depth == 0 => {
                let count = 1 + random.below(2);
                Item::If { register, body: items(random, variables, count, registers, 1) }
            }
            _ => Item::Write { variable, value, release: false },
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
                let mut registers = 0;
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
                let (mut list, mut registers, mut number) = (Vec::new(), 0, 0);
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

    /// The program as LLVM IR, and the anchors in it.
    pub(crate) fn ir(&self) -> (String, Vec<Anchor>) {
        let mut text = String::new();
        for name in &VARIABLES[..self.variables] {
            let _ = writeln!(text, "@{name} = global i32 0");
        }
        for name in LOCKS {
            let _ = writeln!(text, "@{name} = global i64 0");
        }
        text.push_str("@all = global [4 x i32] zeroinitializer\n");
        let mut anchors = Vec::new();
        for (thread, items) in self.threads.iter().enumerate() {
            let mut writer = IrWriter {
                text: String::new(),
                thread,
                block: 0,
                index: 0,
                fresh: 0,
                statement: 0,
                layout: self.layout,
                anchors: &mut anchors,
            };
            if self.layout == Layout::Array {
                for (index, name) in VARIABLES[..self.variables].iter().enumerate() {
                    writer.line(&format!("%{name} = getelementptr i8, ptr %a, i64 {}", 4 * index));
                }
            }
            writer.items(items);
            let _ = write!(text, "define ptr @t{thread}(ptr %a) {{\nentry:\n{}  ret ptr null\n}}\n", writer.text);
        }
        text.push_str("declare i32 @pthread_mutex_lock(ptr)\ndeclare i32 @pthread_mutex_unlock(ptr)\n");
        text.push_str("declare i32 @pthread_create(ptr, ptr, ptr, ptr)\ndefine i32 @main() {\nentry:\n");
        for thread in 0..self.threads.len() {
            let _ = writeln!(
                text,
                "  %h{thread} = alloca i64\n  %c{thread} = call i32 @pthread_create(ptr %h{thread}, ptr null, ptr @t{thread}, ptr @all)"
            );
        }
        text.push_str("  ret i32 0\n}\n");
        (text, anchors)
    }

    fn registers(&self, thread: usize) -> usize {
        fn count(items: &[Item]) -> usize {
            items
                .iter()
                .map(|item| match item {
                    Item::Read { .. } | Item::AddressRead { .. } => 1,
                    Item::If { body, .. } | Item::Section { body, .. } => count(body),
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

    /// The program as a litmus test that shows all registers and variables; `fences` gives the fence before a statement of a thread.
    pub(crate) fn litmus(&self, target: &Target, fences: &dyn Fn(usize, usize) -> Vec<&'static str>) -> String {
        let mut columns = Vec::new();
        for (thread, items) in self.threads.iter().enumerate() {
            let mut writer = AssemblyWriter { lines: Vec::new(), target, thread, statement: 0, labels: 0, fences };
            writer.items(items);
            columns.push(writer.lines);
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

struct IrWriter<'a> {
    text: String,
    thread: usize,
    block: u32,
    index: u32,
    fresh: u32,
    statement: usize,
    layout: Layout,
    anchors: &'a mut Vec<Anchor>,
}

impl IrWriter<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
        self.index += 1;
    }

    fn pointer(&self, variable: usize) -> String {
        match self.layout {
            Layout::Apart => format!("@{}", VARIABLES[variable]),
            Layout::Array => format!("%{}", VARIABLES[variable]),
        }
    }

    fn fresh(&mut self) -> u32 {
        self.fresh += 1;
        self.fresh
    }

    fn anchor(&mut self) {
        self.anchors.push(Anchor {
            thread: self.thread,
            statement: self.statement,
            block: self.block,
            index: self.index,
        });
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Write { variable, value, release } => {
                    self.anchor();
                    let (atomic, order) = if *release { ("atomic ", " release") } else { ("", "") };
                    let pointer = self.pointer(*variable);
                    self.line(&format!("store {atomic}i32 {value}, ptr {pointer}{order}, align 4"));
                }
                Item::Read { variable, register, acquire } => {
                    self.anchor();
                    let (atomic, order) = if *acquire { ("atomic ", " acquire") } else { ("", "") };
                    let pointer = self.pointer(*variable);
                    self.line(&format!("%r{register} = load {atomic}i32, ptr {pointer}{order}, align 4"));
                }
                Item::DataWrite { variable, value, of } => {
                    let name = self.fresh();
                    self.line(&format!("%d{name} = xor i32 %r{of}, %r{of}"));
                    self.line(&format!("%v{name} = add i32 %d{name}, {value}"));
                    self.anchor();
                    let pointer = self.pointer(*variable);
                    self.line(&format!("store i32 %v{name}, ptr {pointer}, align 4"));
                }
                Item::AddressRead { variable, register, of } => {
                    let name = self.fresh();
                    self.line(&format!("%d{name} = xor i32 %r{of}, %r{of}"));
                    self.line(&format!("%i{name} = sext i32 %d{name} to i64"));
                    let pointer = self.pointer(*variable);
                    self.line(&format!("%p{name} = getelementptr i32, ptr {pointer}, i64 %i{name}"));
                    self.anchor();
                    self.line(&format!("%r{register} = load i32, ptr %p{name}, align 4"));
                }
                Item::Fence => {
                    self.anchor();
                    self.line("fence seq_cst");
                }
                Item::LightFence => {
                    self.anchor();
                    self.line("fence acq_rel");
                }
                Item::Section { lock, number, body } => {
                    self.anchor();
                    self.line(&format!("%k{number} = call i32 @pthread_mutex_lock(ptr @{})", LOCKS[*lock]));
                    self.statement += 1;
                    self.items(body);
                    self.line(&format!("%u{number} = call i32 @pthread_mutex_unlock(ptr @{})", LOCKS[*lock]));
                    continue;
                }
                Item::If { register, body } => {
                    let name = self.fresh();
                    self.line(&format!("%b{name} = icmp ne i32 %r{register}, 0"));
                    self.line(&format!("br i1 %b{name}, label %then{name}, label %end{name}"));
                    let _ = writeln!(self.text, "then{name}:");
                    (self.block, self.index) = (self.block + 1, 0);
                    self.statement += 1;
                    self.items(body);
                    let _ = writeln!(self.text, "  br label %end{name}\nend{name}:");
                    (self.block, self.index) = (self.block + 1, 0);
                    continue;
                }
            }
            self.statement += 1;
        }
    }
}

/// How a statement is written for an architecture.
pub(crate) struct Target {
    pub(crate) name: &'static str,
    /// Registers that hold the addresses of the variables.
    pub(crate) pointers: &'static [&'static str],
    /// Registers that are read into.
    pub(crate) registers: &'static [&'static str],
    /// Registers that hold the addresses of the locks.
    pub(crate) lock_pointers: &'static [&'static str],
    /// A register for each section of a thread, which is 0 in the end if the lock was found free.
    pub(crate) sections: [&'static str; MAX_SECTIONS],
    pub(crate) family: Family,
}

/// Which assembly language a target has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    X86,
    AArch64,
    Power,
    Arm,
    RiscV,
}

pub(crate) const X86: Target = Target {
    name: "X86_64",
    pointers: &[],
    registers: &["rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11"],
    lock_pointers: &[],
    sections: ["r12", "r13"],
    family: Family::X86,
};

pub(crate) const ARM: Target = Target {
    name: "AArch64",
    pointers: &["X20", "X21", "X22"],
    registers: &["X1", "X2", "X3", "X4", "X5", "X6", "X7", "X8"],
    lock_pointers: &["X23", "X24"],
    sections: ["X15", "X16"],
    family: Family::AArch64,
};

pub(crate) const POWER: Target = Target {
    name: "PPC",
    pointers: &["r20", "r21", "r22"],
    registers: &["r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8"],
    lock_pointers: &["r23", "r24"],
    sections: ["r25", "r26"],
    family: Family::Power,
};

pub(crate) const ARM32: Target = Target {
    name: "ARM",
    pointers: &["R8", "R9", "R12"],
    registers: &["R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7"],
    lock_pointers: &[],
    sections: ["R10", "R11"],
    family: Family::Arm,
};

pub(crate) const RISCV: Target = Target {
    name: "RISCV",
    pointers: &["x20", "x21", "x22"],
    registers: &["x5", "x6", "x7", "x8", "x9", "x13", "x14", "x15"],
    lock_pointers: &["x23", "x24"],
    sections: ["x25", "x26"],
    family: Family::RiscV,
};

struct AssemblyWriter<'a> {
    lines: Vec<String>,
    target: &'a Target,
    thread: usize,
    statement: usize,
    labels: usize,
    fences: &'a dyn Fn(usize, usize) -> Vec<&'static str>,
}

impl AssemblyWriter<'_> {
    fn line(&mut self, line: String) {
        self.lines.push(line);
    }

    fn w(&self, register: usize) -> String {
        self.target.registers[register].replace('X', "W")
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            if !matches!(item, Item::If { .. }) {
                for fence in (self.fences)(self.thread, self.statement) {
                    self.line(fence.to_owned());
                }
            }
            if let Item::Section { lock, number, body } = item {
                let (take, give) = self.section(*lock, *number);
                self.lines.extend(take);
                self.statement += 1;
                self.items(body);
                self.lines.extend(give);
                continue;
            }
            match self.target.family {
                Family::X86 => self.x86(item),
                Family::AArch64 => self.aarch64(item),
                Family::Power => self.power(item),
                Family::Arm => self.arm(item),
                Family::RiscV => self.risc_v(item),
            }
        }
    }

    /// What takes a lock, and what gives it back: no more than that and a full fence behind and before it.
    fn section(&mut self, lock: usize, number: usize) -> (Vec<String>, Vec<String>) {
        let status = self.target.sections[number];
        let lines = |list: &[String]| list.to_vec();
        match self.target.family {
            Family::X86 => (
                lines(&[format!("movq $1,%{status}"), format!("xchgq %{status},({})", LOCKS[lock])]),
                lines(&["mfence".to_owned(), format!("movq $0,({})", LOCKS[lock])]),
            ),
            Family::AArch64 => {
                let (status, pointer) = (status.replace('X', "W"), self.target.lock_pointers[lock]);
                (
                    lines(&["MOV W14,#1".to_owned(), format!("SWP W14,{status},[{pointer}]"), "DMB SY".to_owned()]),
                    lines(&["DMB SY".to_owned(), "MOV W14,#0".to_owned(), format!("STR W14,[{pointer}]")]),
                )
            }
            Family::Power => {
                let (pointer, label) = (self.target.lock_pointers[lock], self.label());
                (
                    // What was found is moved to the status only when the reservation was not lost.
                    lines(&[
                        format!("li {status},1"),
                        "li r12,1".to_owned(),
                        format!("lwarx r14,r0,{pointer}"),
                        format!("stwcx. r12,r0,{pointer}"),
                        format!("bne {label}"),
                        format!("mr {status},r14"),
                        format!("{label}:"),
                        "sync".to_owned(),
                    ]),
                    lines(&["sync".to_owned(), "li r12,0".to_owned(), format!("stw r12,0({pointer})")]),
                )
            }
            Family::RiscV => {
                let pointer = self.target.lock_pointers[lock];
                (
                    lines(&[
                        "ori x12,x0,1".to_owned(),
                        format!("amoswap.w {status},x12,({pointer})"),
                        "fence rw,rw".to_owned(),
                    ]),
                    lines(&["fence rw,rw".to_owned(), format!("sw x0,0({pointer})")]),
                )
            }
            Family::Arm => panic!("no test with locks is made for Arm before version 8"),
        }
    }

    fn x86(&mut self, item: &Item) {
        match item {
            Item::Write { variable, value, .. } | Item::DataWrite { variable, value, .. } => {
                self.line(format!("movq ${value},({})", VARIABLES[*variable]));
            }
            Item::Read { variable, register, .. } | Item::AddressRead { variable, register, .. } => {
                self.line(format!("movq ({}),%{}", VARIABLES[*variable], self.target.registers[*register]));
            }
            Item::Fence => self.line("mfence".to_owned()),
            // It compiles to nothing.
            Item::LightFence => {}
            Item::Section { .. } => unreachable!("sections are written by `items`"),
            Item::If { register, body } => {
                let label = format!("L{}{}", self.thread, self.labels);
                self.labels += 1;
                self.line(format!("cmpq $0,%{}", self.target.registers[*register]));
                self.line(format!("je {label}"));
                self.statement += 1;
                self.items(body);
                self.line(format!("{label}:"));
                return;
            }
        }
        self.statement += 1;
    }

    fn aarch64(&mut self, item: &Item) {
        match item {
            Item::Write { variable, value, release } => {
                self.line(format!("MOV W10,#{value}"));
                self.line(format!(
                    "{} W10,[{}]",
                    if *release { "STLR" } else { "STR" },
                    self.target.pointers[*variable]
                ));
            }
            Item::Read { variable, register, acquire } => {
                let load = if *acquire { "LDAR" } else { "LDR" };
                self.line(format!("{load} {},[{}]", self.w(*register), self.target.pointers[*variable]));
            }
            Item::DataWrite { variable, value, of } => {
                self.line(format!("EOR W11,{0},{0}", self.w(*of)));
                self.line(format!("ADD W11,W11,#{value}"));
                self.line(format!("STR W11,[{}]", self.target.pointers[*variable]));
            }
            Item::AddressRead { variable, register, of } => {
                self.line(format!("EOR W11,{0},{0}", self.w(*of)));
                self.line(format!("LDR {},[{},W11,SXTW]", self.w(*register), self.target.pointers[*variable]));
            }
            Item::Section { .. } => unreachable!("sections are written by `items`"),
            Item::Fence | Item::LightFence => self.line("DMB SY".to_owned()),
            Item::If { register, body } => {
                let label = format!("L{}{}", self.thread, self.labels);
                self.labels += 1;
                self.line(format!("CBZ {},{label}", self.w(*register)));
                self.statement += 1;
                self.items(body);
                self.line(format!("{label}:"));
                return;
            }
        }
        self.statement += 1;
    }

    fn label(&mut self) -> String {
        self.labels += 1;
        format!("L{}{}", self.thread, self.labels - 1)
    }

    /// A branch over a body: the comparison is written, and the line that jumps to the label.
    fn branch_over(&mut self, lines: &[String], label: &str, body: &[Item]) {
        for line in lines {
            self.line(line.clone());
        }
        self.statement += 1;
        self.items(body);
        self.line(format!("{label}:"));
    }

    fn power(&mut self, item: &Item) {
        let target = self.target;
        let pointer = |variable: &usize| target.pointers[*variable];
        let register = |register: &usize| target.registers[*register];
        let lines: Vec<String> = match item {
            Item::Write { variable, value, release } => {
                let store = [format!("li r10,{value}"), format!("stw r10,0({})", pointer(variable))];
                let fence = release.then(|| "lwsync".to_owned());
                fence.into_iter().chain(store).collect()
            }
            Item::Read { variable, register: to, acquire } => {
                let mut lines = vec![format!("lwz {},0({})", register(to), pointer(variable))];
                if *acquire {
                    let compare = format!("cmpw {0},{0}", register(to));
                    let label = self.label();
                    lines.extend([compare, format!("bne {label}"), format!("{label}:"), "isync".to_owned()]);
                }
                lines
            }
            Item::DataWrite { variable, value, of } => vec![
                format!("xor r11,{0},{0}", register(of)),
                format!("addi r11,r11,{value}"),
                format!("stw r11,0({})", pointer(variable)),
            ],
            Item::AddressRead { variable, register: to, of } => vec![
                format!("xor r11,{0},{0}", register(of)),
                format!("lwzx {},r11,{}", register(to), pointer(variable)),
            ],
            Item::Section { .. } => unreachable!("sections are written by `items`"),
            Item::Fence => vec!["sync".to_owned()],
            Item::LightFence => vec!["lwsync".to_owned()],
            Item::If { register: of, body } => {
                let compare = format!("cmpwi {},0", register(of));
                let label = self.label();
                return self.branch_over(&[compare, format!("beq {label}")], &label, body);
            }
        };
        self.lines.extend(lines);
        self.statement += 1;
    }

    fn arm(&mut self, item: &Item) {
        let target = self.target;
        let pointer = |variable: &usize| target.pointers[*variable];
        let register = |register: &usize| target.registers[*register];
        let lines: Vec<String> = match item {
            Item::Write { variable, value, release } => {
                let store = [format!("MOV R10,#{value}"), format!("STR R10,[{}]", pointer(variable))];
                let fence = release.then(|| "DMB".to_owned());
                fence.into_iter().chain(store).collect()
            }
            Item::Read { variable, register: to, acquire } => {
                let mut lines = vec![format!("LDR {},[{}]", register(to), pointer(variable))];
                if *acquire {
                    let compare = format!("CMP {0},{0}", register(to));
                    let label = self.label();
                    lines.extend([compare, format!("BNE {label}"), format!("{label}:"), "ISB".to_owned()]);
                }
                lines
            }
            Item::DataWrite { variable, value, of } => vec![
                format!("EOR R11,{0},{0}", register(of)),
                format!("ADD R11,R11,#{value}"),
                format!("STR R11,[{}]", pointer(variable)),
            ],
            Item::AddressRead { variable, register: to, of } => vec![
                format!("EOR R11,{0},{0}", register(of)),
                format!("LDR {},[R11,{}]", register(to), pointer(variable)),
            ],
            Item::Section { .. } => unreachable!("sections are written by `items`"),
            Item::Fence | Item::LightFence => vec!["DMB".to_owned()],
            Item::If { register: of, body } => {
                let compare = format!("CMP {},#0", register(of));
                let label = self.label();
                return self.branch_over(&[compare, format!("BEQ {label}")], &label, body);
            }
        };
        self.lines.extend(lines);
        self.statement += 1;
    }

    fn risc_v(&mut self, item: &Item) {
        let target = self.target;
        let pointer = |variable: &usize| target.pointers[*variable];
        let register = |register: &usize| target.registers[*register];
        let lines: Vec<String> = match item {
            Item::Write { variable, value, release } => {
                let store = [format!("ori x10,x0,{value}"), format!("sw x10,0({})", pointer(variable))];
                let fence = release.then(|| "fence rw,w".to_owned());
                fence.into_iter().chain(store).collect()
            }
            Item::Read { variable, register: to, acquire } => {
                let fence = acquire.then(|| "fence r,rw".to_owned());
                std::iter::once(format!("lw {},0({})", register(to), pointer(variable))).chain(fence).collect()
            }
            Item::DataWrite { variable, value, of } => vec![
                format!("xor x11,{0},{0}", register(of)),
                format!("addi x11,x11,{value}"),
                format!("sw x11,0({})", pointer(variable)),
            ],
            Item::AddressRead { variable, register: to, of } => vec![
                format!("xor x11,{0},{0}", register(of)),
                format!("add x12,x11,{}", pointer(variable)),
                format!("lw {},0(x12)", register(to)),
            ],
            Item::Section { .. } => unreachable!("sections are written by `items`"),
            Item::Fence => vec!["fence rw,rw".to_owned()],
            Item::LightFence => vec!["fence.tso".to_owned()],
            Item::If { register: of, body } => {
                let label = self.label();
                return self.branch_over(&[format!("beq {},x0,{label}", register(of))], &label, body);
            }
        };
        self.lines.extend(lines);
        self.statement += 1;
    }
}
