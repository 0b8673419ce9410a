//! What mixing has to know of an architecture: its procedure-call standard, how its assembly text differs from that of litmus tests, and a few
//! instructions to put pieces together with. What instructions mean is the business of `isa`.
//!
//! Sources: AAPCS64 (Procedure Call Standard for the Arm 64-bit Architecture, IHI 0055), sections 6.1 and 6.8; System V ABI, AMD64 supplement, section 3.2.

mod aarch64;
mod x86_64;

use litmus::Language;

/// An architecture that pieces are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Architecture {
    /// Armv8-A and later, 64-bit.
    AArch64,
    /// x86 with 64 bits, System V calls.
    X86_64,
}

/// The registers of a procedure call, by their 64-bit names.
#[derive(Debug)]
pub(crate) struct Convention {
    /// What arguments are passed in, in order.
    pub(crate) arguments: &'static [&'static str],
    /// Whether an argument of two registers begins with an even one.
    pub(crate) pairs_are_even: bool,
    /// What results are given in.
    pub(crate) results: [&'static str; 2],
    /// What a function must leave as it was.
    pub(crate) preserved: &'static [&'static str],
    /// The stack pointer.
    pub(crate) stack_pointer: &'static str,
    /// What glue may use, the preferred ones first.
    pub(crate) glue: &'static [&'static str],
}

/// What a line of assembly does to the flow of control between functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// The function ends.
    Return,
    /// A call of a function outside.
    Call(String),
    /// A jump to a function outside, which returns in place of this one.
    TailCall(String),
    /// Nothing: it marks or pads.
    Nothing,
    /// Something else, as litmus tests write it; one line or several.
    Instructions(Vec<String>),
}

impl Architecture {
    /// All.
    pub const ALL: [Architecture; 2] = [Architecture::AArch64, Architecture::X86_64];

    /// The word that begins a litmus test.
    pub fn word(self) -> &'static str {
        match self {
            Architecture::AArch64 => "AArch64",
            Architecture::X86_64 => "X86_64",
        }
    }

    /// The name that profiles have for it, which is that of target triples.
    pub fn name(self) -> &'static str {
        match self {
            Architecture::AArch64 => "aarch64",
            Architecture::X86_64 => "x86_64",
        }
    }

    /// The architecture of a name or a target triple.
    pub fn find(name: &str) -> Option<Architecture> {
        match name.split('-').next().unwrap_or_default() {
            "aarch64" | "arm64" | "AArch64" => Some(Architecture::AArch64),
            "x86_64" | "amd64" | "X86_64" => Some(Architecture::X86_64),
            _ => None,
        }
    }

    /// The model that compiled tests are judged under where none is named.
    pub fn model(self) -> &'static str {
        match self {
            Architecture::AArch64 => "aarch64",
            Architecture::X86_64 => "x86tso",
        }
    }

    /// Options for a compiler that keep out of the code what pieces have no use for.
    pub(crate) fn plain_code(self) -> &'static [&'static str] {
        match self {
            Architecture::AArch64 => &["-mbranch-protection=none"],
            Architecture::X86_64 => &["-fcf-protection=none"],
        }
    }

    /// The language of its tests.
    ///
    /// # Panics
    /// Never: `isa` has all of them.
    pub fn language(self) -> &'static dyn Language {
        let found = isa::language(self.word());
        found.unwrap_or_else(|| panic!("no language {}", self.word()))
    }

    pub(crate) fn convention(self) -> &'static Convention {
        match self {
            Architecture::AArch64 => &aarch64::CONVENTION,
            Architecture::X86_64 => &x86_64::CONVENTION,
        }
    }

    /// What begins a comment that goes to the end of the line.
    pub(crate) fn comment(self) -> &'static str {
        match self {
            Architecture::AArch64 => "//",
            Architecture::X86_64 => "#",
        }
    }

    /// What an instruction of a compiler's output is. `is_local` tells the labels of its function.
    pub(crate) fn flow(self, instruction: &str, is_local: &dyn Fn(&str) -> bool) -> Flow {
        match self {
            Architecture::AArch64 => aarch64::flow(instruction, is_local),
            Architecture::X86_64 => x86_64::flow(instruction, is_local),
        }
    }

    /// A register copied.
    pub(crate) fn copy(self, to: &str, from: &str) -> String {
        match self {
            Architecture::AArch64 => format!("MOV {},{}", aarch64::whole(to), aarch64::whole(from)),
            Architecture::X86_64 => format!("movq {},{}", x86_64::whole(from), x86_64::whole(to)),
        }
    }

    /// A register set to 0.
    pub(crate) fn clear(self, to: &str) -> String {
        match self {
            Architecture::AArch64 => format!("MOV {},#0", aarch64::whole(to)),
            Architecture::X86_64 => format!("movq $0,{}", x86_64::whole(to)),
        }
    }

    /// The low bits of a register copied, the others becoming 0; `width` is 32 or 64. None where there is no such instruction.
    pub(crate) fn copy_part(self, to: &str, from: &str, low: u16, width: u16) -> Option<Vec<String>> {
        match self {
            Architecture::AArch64 => aarch64::copy_part(to, from, low, width),
            Architecture::X86_64 => x86_64::copy_part(to, from, low, width),
        }
    }

    /// A jump.
    pub(crate) fn jump(self, label: &str) -> String {
        match self {
            Architecture::AArch64 => format!("B {label}"),
            Architecture::X86_64 => format!("jmp {label}"),
        }
    }

    /// A jump where the low 32 bits of a result are 0, or are not.
    pub(crate) fn branch(self, register: &str, when_zero: bool, label: &str) -> Vec<String> {
        match self {
            Architecture::AArch64 => {
                let name = if when_zero { "CBZ" } else { "CBNZ" };
                vec![format!("{name} {},{label}", aarch64::half(register))]
            }
            Architecture::X86_64 => {
                let half = x86_64::half(register);
                vec![format!("testl {half},{half}"), format!("{} {label}", if when_zero { "je" } else { "jne" })]
            }
        }
    }

    /// The instructions that only some machines have, by what has them: code with different ones may not meet on one machine.
    pub(crate) fn extension_of(self, instruction: &str) -> Option<&'static str> {
        match self {
            Architecture::AArch64 => aarch64::extension_of(instruction),
            Architecture::X86_64 => None,
        }
    }
}

/// The name of the part of an x86-64 register that has so many bits, with its sigil.
pub(crate) fn x86_64_part(register: &str, width: u16) -> String {
    x86_64::part(register, width)
}
