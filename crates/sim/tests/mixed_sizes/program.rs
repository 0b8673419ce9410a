//! Random programs of a few loads, stores and fences.

use std::fmt::Write;
use std::ops::Range;

use proptest::collection::vec;
use proptest::prelude::*;

/// The languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Architecture {
    X86,
    RiscV,
}

/// Where the second location, of 4 bytes, begins in the memory of the evaluators; before it lies the first, an array of two cells of 8 bytes.
const SECOND: usize = 16;

/// How many bytes of memory there are.
pub(crate) const MEMORY: usize = SECOND + 4;

/// Which accesses a fence is between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fence {
    pub(crate) text: &'static str,
    /// Whether it orders reads and writes before it, and behind it.
    pub(crate) before: [bool; 2],
    pub(crate) behind: [bool; 2],
}

const FENCES: [Fence; 4] = [
    Fence { text: "fence rw,rw", before: [true, true], behind: [true, true] },
    Fence { text: "fence r,rw", before: [true, false], behind: [true, true] },
    Fence { text: "fence w,w", before: [false, true], behind: [false, true] },
    Fence { text: "fence r,r", before: [true, false], behind: [true, false] },
];

#[derive(Clone, Copy, Debug)]
pub(crate) enum Instruction {
    Load {
        begin: usize,
        bytes: usize,
    },
    /// Of a number, or of what the load of this number in its thread has loaded.
    Store {
        begin: usize,
        bytes: usize,
        value: Value,
    },
    Fence(Fence),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    Number(u64),
    Loaded(usize),
}

/// A single-copy atomic part of an access.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    /// The instruction in its thread.
    pub(crate) instruction: usize,
    /// The bytes of memory.
    pub(crate) place: Range<usize>,
    /// The first of them among the bytes of the access.
    pub(crate) low: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) architecture: Architecture,
    pub(crate) threads: Vec<Vec<Instruction>>,
}

/// No more parts of accesses are in a program: all their orders are looked at.
const PARTS: usize = 7;

pub(crate) fn programs(architecture: Architecture) -> impl Strategy<Value = Program> {
    let instruction = (0..8u32, 0..4u32, any::<u32>(), any::<u32>());
    vec(vec(instruction, 1..=4), 2..=3).prop_map(move |threads| {
        let mut program = Program { architecture, threads: Vec::new() };
        let mut stores = 0;
        for choices in threads {
            program.threads.push(Vec::new());
            for (kind, size, offset, value) in choices {
                let thread = program.threads.last().expect("a thread");
                let loads = thread.iter().filter(|one| matches!(one, Instruction::Load { .. })).count();
                let (begin, bytes) = place(size, offset);
                let next = match kind {
                    0..3 if loads < 3 => Instruction::Load { begin, bytes },
                    0..7 => {
                        stores += 1;
                        let repeated = 0x0101_0101_0101_0101u64 * stores;
                        let is_loaded = architecture == Architecture::RiscV && loads > 0 && value % 3 == 0;
                        let number =
                            Value::Number(if bytes == 8 { repeated } else { repeated & ((1 << (8 * bytes)) - 1) });
                        Instruction::Store {
                            begin,
                            bytes,
                            value: if is_loaded { Value::Loaded(loads - 1) } else { number },
                        }
                    }
                    _ if architecture == Architecture::X86 => Instruction::Fence(Fence { text: "mfence", ..FENCES[0] }),
                    _ => Instruction::Fence(FENCES[value as usize % FENCES.len()]),
                };
                let number = program.threads.len() - 1;
                program.threads[number].push(next);
                let parts: usize = (0..=number).map(|thread| program.units(thread).len()).sum();
                if parts > PARTS {
                    program.threads[number].pop();
                }
            }
        }
        program
    })
}

/// Where an access begins, and its size. Most are in the first cell, and aligned; some are half in the first cell and half in the second.
fn place(size: u32, choice: u32) -> (usize, usize) {
    let (bytes, choice) = (1 << size, choice as usize);
    let step = if choice / 8 % 4 == 0 { 1 } else { bytes };
    let (first, length) = match choice % 8 {
        0 if bytes < 8 => (SECOND, 4),
        1 | 2 => (8 - bytes / 2, bytes),
        _ => (0, 8),
    };
    let places = (length - bytes) / step + 1;
    (first + choice / 32 % places * step, bytes)
}

impl Program {
    /// The single-copy atomic parts of the accesses of a thread, in program order, those of one access by ascending addresses.
    pub(crate) fn units(&self, thread: usize) -> Vec<Unit> {
        let mut units = Vec::new();
        for (instruction, one) in self.threads[thread].iter().enumerate() {
            let (Instruction::Load { begin, bytes } | Instruction::Store { begin, bytes, .. }) = *one else { continue };
            // Both locations begin at multiples of 8.
            let is_whole =
                begin % bytes == 0 || self.architecture == Architecture::X86 && begin / 8 == (begin + bytes - 1) / 8;
            let step = if is_whole { bytes } else { 1 };
            let parts = (0..bytes).step_by(step);
            units.extend(parts.map(|low| Unit { instruction, place: begin + low..begin + low + step, low }));
        }
        units
    }

    pub(crate) fn has_torn_accesses(&self) -> bool {
        (0..self.threads.len()).any(|thread| {
            let units = self.units(thread);
            units.windows(2).any(|pair| pair[0].instruction == pair[1].instruction)
        })
    }

    /// The values that stand in states, from what the loads of all threads have loaded and the bytes of memory.
    pub(crate) fn state(loaded: &[Vec<u64>], memory: &[u8]) -> Vec<u64> {
        let mut state: Vec<u64> = loaded.iter().flatten().copied().collect();
        state.extend(memory.chunks(8).map(value_of));
        state
    }

    /// The litmus test.
    pub(crate) fn text(&self) -> String {
        let mut init = String::from("uint64_t x[2]; uint32_t y;\n");
        let mut shown = String::new();
        let mut columns = Vec::new();
        for (thread, instructions) in self.threads.iter().enumerate() {
            let _ = write!(init, "{thread}:{}=x; {thread}:{}=y; ", self.base(0), self.base(1));
            let mut lines = Vec::new();
            let mut loads = 0;
            for one in instructions {
                if matches!(one, Instruction::Load { .. }) {
                    let register = self.register(loads, 8);
                    let _ = write!(init, "uint64_t {thread}:{register}; ");
                    let _ = write!(shown, "{thread}:{register}; ");
                }
                lines.extend(self.lines(one, loads));
                loads += usize::from(matches!(one, Instruction::Load { .. }));
            }
            columns.push(lines);
        }
        let name = match self.architecture {
            Architecture::X86 => "X86_64",
            Architecture::RiscV => "RISCV",
        };
        let heads: Vec<String> = (0..columns.len()).map(|thread| format!(" P{thread}")).collect();
        let mut text = format!("{name} random\n{{\n{init}\n}}\n{} ;\n", heads.join(" |"));
        for row in 0..columns.iter().map(Vec::len).max().unwrap_or(0) {
            let cells: Vec<&str> = columns.iter().map(|lines| lines.get(row).map_or("", String::as_str)).collect();
            let _ = writeln!(text, " {} ;", cells.join(" | "));
        }
        let _ = writeln!(text, "locations [{shown}x; y;]\nexists (true)");
        text
    }

    fn base(&self, location: usize) -> &'static str {
        match self.architecture {
            Architecture::X86 => ["rsi", "rdi"][location],
            Architecture::RiscV => ["x10", "x11"][location],
        }
    }

    /// The part of so many bytes of the register of a load. States show registers in this order.
    fn register(&self, load: usize, bytes: usize) -> String {
        match (self.architecture, bytes) {
            (Architecture::X86, 1) => ["bl", "cl", "dl"][load].to_owned(),
            (Architecture::X86, 2) => ["bx", "cx", "dx"][load].to_owned(),
            (Architecture::X86, 4) => ["ebx", "ecx", "edx"][load].to_owned(),
            (Architecture::X86, _) => ["rbx", "rcx", "rdx"][load].to_owned(),
            (Architecture::RiscV, _) => format!("x{}", 12 + load),
        }
    }

    fn lines(&self, one: &Instruction, loads: usize) -> Vec<String> {
        let place = |begin: usize| match begin.checked_sub(SECOND) {
            Some(offset) => format!("{offset}({}{})", self.sigil(), self.base(1)),
            None => format!("{begin}({}{})", self.sigil(), self.base(0)),
        };
        let letter = |bytes: usize, letters: [&'static str; 4]| letters[bytes.trailing_zeros() as usize];
        match (*one, self.architecture) {
            (Instruction::Fence(fence), _) => vec![fence.text.to_owned()],
            (Instruction::Load { begin, bytes }, Architecture::X86) => {
                let (suffix, register) = (letter(bytes, ["b", "w", "l", "q"]), self.register(loads, bytes));
                vec![format!("mov{suffix} {},%{register}", place(begin))]
            }
            (Instruction::Store { begin, bytes, value: Value::Number(number) }, Architecture::X86) => {
                let (suffix, register) =
                    (letter(bytes, ["b", "w", "l", "q"]), letter(bytes, ["al", "ax", "eax", "rax"]));
                vec![format!("movabs ${number},%rax"), format!("mov{suffix} %{register},{}", place(begin))]
            }
            (Instruction::Load { begin, bytes }, Architecture::RiscV) => {
                let mnemonic = letter(bytes, ["lbu", "lhu", "lwu", "ld"]);
                vec![format!("{mnemonic} {},{}", self.register(loads, 8), place(begin))]
            }
            (Instruction::Store { begin, bytes, value }, Architecture::RiscV) => {
                let mnemonic = letter(bytes, ["sb", "sh", "sw", "sd"]);
                match value {
                    Value::Number(number) => {
                        vec![format!("li x20,{number}"), format!("{mnemonic} x20,{}", place(begin))]
                    }
                    Value::Loaded(load) => vec![format!("{mnemonic} {},{}", self.register(load, 8), place(begin))],
                }
            }
            (Instruction::Store { value: Value::Loaded(_), .. }, Architecture::X86) => {
                unreachable!("programs of x86 store numbers")
            }
        }
    }

    fn sigil(&self) -> &'static str {
        match self.architecture {
            Architecture::X86 => "%",
            Architecture::RiscV => "",
        }
    }
}

/// The number that bytes are, the lowest first.
pub(crate) fn value_of(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte))
}
