//! Random instructions of machines whose only accesses to memory are loads and stores, with exclusives: ARM, Power, RISC-V, MIPS.

use std::fmt::Write;

use crate::engines_agree::choices::Choices;
use crate::engines_agree::program::{DATA, Program, columns};

/// A machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Machine {
    Arm,
    Ppc,
    RiscV,
    Mips,
}

/// The registers that hold addresses: of the data locations, of the pointer, and of what the pointer may point to.
const ADDRESSES: [[&str; 5]; 4] = [
    ["R1", "R2", "R3", "R4", "R5"],
    ["r21", "r22", "r23", "r24", "r25"],
    ["x21", "x22", "x23", "x24", "x25"],
    ["$21", "$22", "$23", "$24", "$25"],
];
/// The registers that are loaded, and those of a value, an index, a status and a pointer.
const OTHERS: [[&str; 7]; 4] = [
    ["R6", "R7", "R8", "R9", "R10", "R11", "R12"],
    ["r10", "r11", "r12", "r14", "r15", "r16", "r17"],
    ["x10", "x11", "x12", "x13", "x14", "x15", "x16"],
    ["$10", "$11", "$12", "$13", "$14", "$15", "$16"],
];

impl Machine {
    fn address(self, place: usize) -> &'static str {
        ADDRESSES[self as usize][place]
    }

    fn loaded(self, choices: &mut Choices<'_>) -> &'static str {
        choices.pick(&OTHERS[self as usize][..3])
    }

    fn value(self) -> &'static str {
        OTHERS[self as usize][3]
    }

    fn index(self) -> &'static str {
        OTHERS[self as usize][4]
    }

    fn status(self) -> &'static str {
        OTHERS[self as usize][5]
    }

    fn pointer(self) -> &'static str {
        OTHERS[self as usize][6]
    }

    fn fences(self) -> &'static [&'static str] {
        match self {
            Machine::Arm => &["DMB", "DMB ST", "DSB", "ISB"],
            Machine::Ppc => &["sync", "lwsync", "eieio", "isync"],
            Machine::RiscV => &["fence rw,rw", "fence w,w", "fence r,rw", "fence.tso"],
            Machine::Mips => &["sync", "sync 4", "sync 17", "sync 19"],
        }
    }

    fn constant(self, program: &mut Program, register: &str, value: usize) {
        program.line(match self {
            Machine::Arm => format!("MOV {register},#{value}"),
            Machine::Ppc | Machine::RiscV | Machine::Mips => format!("li {register},{value}"),
        });
    }

    fn load(self, choices: &mut Choices<'_>, program: &mut Program, register: &str, base: &str) {
        program.observe(register);
        program.line(match self {
            Machine::Arm => format!("{} {register},[{base}]", choices.pick(&["LDR", "LDR", "LDA"])),
            Machine::Ppc => format!("lwz {register},0({base})"),
            Machine::RiscV => format!("{} {register},0({base})", choices.pick(&["lw", "lw", "lw.aq"])),
            Machine::Mips => format!("lw {register},0({base})"),
        });
    }

    fn store(self, choices: &mut Choices<'_>, program: &mut Program, register: &str, base: &str) {
        program.line(match self {
            Machine::Arm => format!("{} {register},[{base}]", choices.pick(&["STR", "STR", "STL"])),
            Machine::Ppc => format!("stw {register},0({base})"),
            Machine::RiscV => format!("{} {register},0({base})", choices.pick(&["sw", "sw", "sw.rl"])),
            Machine::Mips => format!("sw {register},0({base})"),
        });
    }

    /// A load whose address depends on `from`.
    fn dependent_load(self, program: &mut Program, register: &str, from: &str, base: &str) {
        let index = self.index();
        program.observe(register);
        match self {
            Machine::Arm => {
                program.line(format!("EOR {index},{from},{from}"));
                program.line(format!("LDR {register},[{base},{index}]"));
            }
            Machine::Ppc => {
                program.line(format!("xor {index},{from},{from}"));
                program.line(format!("lwzx {register},{index},{base}"));
            }
            Machine::RiscV | Machine::Mips => {
                let add = if self == Machine::RiscV { "add" } else { "addu" };
                program.line(format!("xor {index},{from},{from}"));
                program.line(format!("{add} {index},{index},{base}"));
                program.line(format!("lw {register},0({index})"));
            }
        }
    }

    /// A jump to a label when a register is 0.
    fn branch(self, program: &mut Program, register: &str, label: usize) {
        match self {
            Machine::Arm => {
                program.line(format!("CMP {register},#0"));
                program.line(format!("BEQ L{label}"));
            }
            Machine::Ppc => {
                program.line(format!("cmpwi {register},0"));
                program.line(format!("beq L{label}"));
            }
            Machine::RiscV => program.line(format!("beq {register},x0,L{label}")),
            Machine::Mips => program.line(format!("beq {register},$0,L{label}")),
        }
    }

    /// A load with a reservation and a store on its condition, which may fail.
    fn exclusives(self, choices: &mut Choices<'_>, program: &mut Program, register: &str, base: &str, value: usize) {
        let (new, status) = (self.value(), self.status());
        program.observe(register);
        match self {
            Machine::Arm => {
                program.observe(status);
                program.line(format!("{} {register},[{base}]", choices.pick(&["LDREX", "LDAEX"])));
                self.constant(program, new, value);
                program.line(format!("{} {status},{new},[{base}]", choices.pick(&["STREX", "STLEX"])));
            }
            Machine::Ppc => {
                program.line(format!("lwarx {register},0,{base}"));
                self.constant(program, new, value);
                program.line(format!("stwcx. {new},0,{base}"));
            }
            Machine::RiscV => {
                program.observe(status);
                let (read, write) = (choices.pick(&["lr.w", "lr.w.aq"]), choices.pick(&["sc.w", "sc.w.rl"]));
                program.line(format!("{read} {register},({base})"));
                self.constant(program, new, value);
                program.line(format!("{write} {status},{new},({base})"));
            }
            Machine::Mips => {
                program.observe(new);
                program.line(format!("ll {register},0({base})"));
                self.constant(program, new, value);
                program.line(format!("sc {new},0({base})"));
            }
        }
    }

    /// A load or store of a whole address.
    fn whole(self, loads: bool, register: &str, base: &str) -> String {
        match (self, loads) {
            (Machine::Arm, true) => format!("LDR {register},[{base}]"),
            (Machine::Arm, false) => format!("STR {register},[{base}]"),
            (Machine::Ppc | Machine::RiscV | Machine::Mips, true) => format!("ld {register},0({base})"),
            (Machine::Ppc, false) => format!("std {register},0({base})"),
            (Machine::RiscV | Machine::Mips, false) => format!("sd {register},0({base})"),
        }
    }

    /// Adds an instruction, or a few that belong together, to the last thread.
    pub(crate) fn instruction(self, choices: &mut Choices<'_>, program: &mut Program) {
        let kind = choices.below(17);
        let value = 1 + choices.below(2);
        let register = self.loaded(choices);
        let cost = match kind {
            0..=5 => 1,
            6..=7 => 0,
            _ => 2,
        };
        if !program.takes(cost) {
            return;
        }
        match kind {
            0 | 1 => {
                self.constant(program, self.value(), value);
                let base = self.location(choices, program);
                self.store(choices, program, self.value(), base);
            }
            2..=4 => {
                let base = self.location(choices, program);
                self.load(choices, program, register, base);
            }
            5 => {
                let base = self.location(choices, program);
                self.store(choices, program, register, base);
            }
            6 | 7 => program.fence(choices.pick(self.fences())),
            8 | 9 => {
                let base = self.location(choices, program);
                self.load(choices, program, register, base);
                let (base, other) = (self.location(choices, program), self.loaded(choices));
                self.dependent_load(program, other, register, base);
            }
            10 | 11 => {
                let base = self.location(choices, program);
                self.load(choices, program, register, base);
                let label = program.fresh();
                self.branch(program, register, label);
                if choices.one_in(3) {
                    program.fence(choices.pick(self.fences()));
                }
                self.constant(program, self.value(), value);
                let base = self.location(choices, program);
                self.store(choices, program, self.value(), base);
                program.line(format!("L{label}:"));
            }
            12 | 13 => {
                let base = self.location(choices, program);
                if self == Machine::RiscV && choices.one_in(2) {
                    let operation = choices.pick(&["amoswap.w", "amoadd.w.aq", "amoor.w.aqrl", "amocas.w"]);
                    program.observe(register);
                    self.constant(program, self.value(), value);
                    program.line(format!("{operation} {register},{},({base})", self.value()));
                } else {
                    self.exclusives(choices, program, register, base, value);
                }
            }
            14 => {
                let base = self.location(choices, program);
                let label = program.fresh();
                program.line(format!("L{label}:"));
                self.load(choices, program, register, base);
                self.branch(program, register, label);
            }
            15 => {
                program.mention("p");
                program.line(self.whole(true, self.pointer(), self.address(3)));
                if choices.one_in(2) {
                    self.load(choices, program, register, self.pointer());
                } else {
                    self.constant(program, self.value(), value);
                    self.store(choices, program, self.value(), self.pointer());
                }
            }
            _ => {
                program.mention("p");
                program.mention("y");
                // Rarely a value that is not an address: an access by it faults.
                let register = if choices.one_in(6) { self.value() } else { self.address(4) };
                program.line(self.whole(false, register, self.address(3)));
            }
        }
    }

    /// The register with the address of some data location.
    fn location(self, choices: &mut Choices<'_>, program: &mut Program) -> &'static str {
        let location = program.location(choices);
        self.address(DATA.iter().position(|name| *name == location).unwrap_or_default())
    }

    /// The test without its condition.
    pub(crate) fn table(self, program: &Program) -> String {
        let word = match self {
            Machine::Arm => "ARM",
            Machine::Ppc => "PPC",
            Machine::RiscV => "RISCV",
            Machine::Mips => "MIPS",
        };
        let mut text = format!("{word} random\n{{ ");
        if program.locations().contains("p") {
            text += if self == Machine::Arm { "int *p=x; " } else { "int64_t p=x; " };
        }
        for (thread, mentioned) in program.mentioned.iter().enumerate() {
            for location in mentioned {
                let at = DATA.iter().position(|name| name == location).unwrap_or(DATA.len());
                let _ = write!(text, "{thread}:{}={location}; ", self.address(at));
            }
            if mentioned.contains("p") {
                let _ = write!(text, "{thread}:{}=y; ", self.address(4));
            }
        }
        text + "}\n" + &columns(program)
    }
}
