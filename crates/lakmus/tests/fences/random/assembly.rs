//! Random programs as litmus tests: how statements are written for each architecture.

use super::{Item, LOCKS, MAX_SECTIONS, Order, VARIABLES};

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

/// Writes the statements of a thread for an architecture.
pub(super) struct AssemblyWriter<'a> {
    lines: Vec<String>,
    target: &'a Target,
    thread: usize,
    statement: usize,
    labels: usize,
    /// The statement of each line.
    statements: Vec<usize>,
    fences: &'a dyn Fn(usize, usize) -> Vec<&'static str>,
}

impl AssemblyWriter<'_> {
    /// The lines of a thread; `fences` gives those before a statement of a thread.
    pub(super) fn lines_of(
        items: &[Item],
        target: &Target,
        thread: usize,
        fences: &dyn Fn(usize, usize) -> Vec<&'static str>,
    ) -> Vec<String> {
        AssemblyWriter::written(items, target, thread, fences).lines
    }

    /// For each instruction without fences, the statement that it belongs to. Those that compare and branch may count as the next one's.
    pub(super) fn statements_of(items: &[Item], target: &Target, thread: usize) -> Vec<usize> {
        let writer = AssemblyWriter::written(items, target, thread, &|_, _| Vec::new());
        let lines = writer.lines.iter().zip(&writer.statements);
        lines.filter(|(line, _)| !line.ends_with(':')).map(|(_, statement)| *statement).collect()
    }

    fn written<'a>(
        items: &[Item],
        target: &'a Target,
        thread: usize,
        fences: &'a dyn Fn(usize, usize) -> Vec<&'static str>,
    ) -> AssemblyWriter<'a> {
        let (lines, statements) = (Vec::new(), Vec::new());
        let mut writer = AssemblyWriter { lines, target, thread, statement: 0, labels: 0, statements, fences };
        writer.items(items);
        writer
    }

    fn line(&mut self, line: String) {
        self.lines.push(line);
    }

    fn w(&self, register: usize) -> String {
        self.target.registers[register].replace('X', "W")
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            if let Item::Loop { body } = item {
                self.items(body);
                continue;
            }
            let statement = self.statement;
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
            self.statements.resize(self.lines.len(), statement);
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
            Item::Write { variable, value, order } => {
                self.line(format!("movq ${value},({})", VARIABLES[*variable]));
                if *order == Order::Sequential {
                    self.line("mfence".to_owned());
                }
            }
            Item::DataWrite { variable, value, .. } => {
                self.line(format!("movq ${value},({})", VARIABLES[*variable]));
            }
            Item::Read { variable, register, .. } | Item::AddressRead { variable, register, .. } => {
                self.line(format!("movq ({}),%{}", VARIABLES[*variable], self.target.registers[*register]));
            }
            Item::Fence => self.line("mfence".to_owned()),
            // It compiles to nothing.
            Item::LightFence => {}
            Item::Section { .. } | Item::Loop { .. } => unreachable!("sections and loops are written by `items`"),
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
            Item::Write { variable, value, order } => {
                let store = if *order == Order::Plain { "STR" } else { "STLR" };
                self.line(format!("MOV W10,#{value}"));
                self.line(format!("{store} W10,[{}]", self.target.pointers[*variable]));
            }
            Item::Read { variable, register, order } => {
                let load = if *order == Order::Plain { "LDR" } else { "LDAR" };
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
            Item::Section { .. } | Item::Loop { .. } => unreachable!("sections and loops are written by `items`"),
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
            Item::Write { variable, value, order } => {
                let store = [format!("li r10,{value}"), format!("stw r10,0({})", pointer(variable))];
                let fence = match order {
                    Order::Plain => None,
                    Order::Synchronising => Some("lwsync".to_owned()),
                    Order::Sequential => Some("sync".to_owned()),
                };
                fence.into_iter().chain(store).collect()
            }
            Item::Read { variable, register: to, order } => {
                let mut lines = Vec::new();
                if *order == Order::Sequential {
                    lines.push("sync".to_owned());
                }
                lines.push(format!("lwz {},0({})", register(to), pointer(variable)));
                if *order != Order::Plain {
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
            Item::Section { .. } | Item::Loop { .. } => unreachable!("sections and loops are written by `items`"),
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
            Item::Write { variable, value, order } => {
                let store = [format!("MOV R10,#{value}"), format!("STR R10,[{}]", pointer(variable))];
                let fence = |is_there: bool| is_there.then(|| "DMB".to_owned());
                let (before, after) = (fence(*order != Order::Plain), fence(*order == Order::Sequential));
                before.into_iter().chain(store).chain(after).collect()
            }
            Item::Read { variable, register: to, order } => {
                let mut lines = vec![format!("LDR {},[{}]", register(to), pointer(variable))];
                match order {
                    Order::Plain => {}
                    // Both gcc and LLVM write the barrier, and neither a branch with ISB (`arch`, armv7-abi and armv7-llvm).
                    Order::Synchronising | Order::Sequential => lines.push("DMB".to_owned()),
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
            Item::Section { .. } | Item::Loop { .. } => unreachable!("sections and loops are written by `items`"),
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
            Item::Write { variable, value, order } => {
                let store = [format!("ori x10,x0,{value}"), format!("sw x10,0({})", pointer(variable))];
                let fence = (*order != Order::Plain).then(|| "fence rw,w".to_owned());
                fence.into_iter().chain(store).collect()
            }
            Item::Read { variable, register: to, order } => {
                let before = (*order == Order::Sequential).then(|| "fence rw,rw".to_owned());
                let after = (*order != Order::Plain).then(|| "fence r,rw".to_owned());
                let load = format!("lw {},0({})", register(to), pointer(variable));
                before.into_iter().chain([load]).chain(after).collect()
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
            Item::Section { .. } | Item::Loop { .. } => unreachable!("sections and loops are written by `items`"),
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
