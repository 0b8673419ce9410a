//! How atomics are passed by value, as a function that looks at one shows it.
//!
//! Documents of calls say nothing of `_Atomic`, and compilers differ (LLVM 222104). The function reads the first byte of its parameter; where that comes from
//! is in its text. Followed are AArch64 and x86-64.

use crate::Architecture;
use crate::listing::Line;

/// Types that are passed by value: a name, and the C declaration.
pub(super) const TYPES: [(&str, &str); 5] = [
    ("f", "_Atomic(float)"),
    ("ff", "struct { _Atomic(float) a, b; }"),
    ("ii", "struct { _Atomic(int) a, b; }"),
    ("s8", "_Atomic(struct { char a[8]; })"),
    ("s16l", "_Atomic(struct { long a, b; })"),
];

/// What the text of a function that looks at its first parameter says of where that is, on one architecture.
#[derive(Debug)]
pub(crate) struct PassingRegisters {
    /// The names of the first vector register.
    pub(crate) vector: &'static [&'static str],
    /// Those of the first general-purpose one.
    pub(crate) integer: &'static [&'static str],
    /// How memory begins that the first general-purpose register points to.
    pub(crate) reference: &'static str,
    /// How memory begins that is on the stack.
    pub(crate) stack: &'static str,
    /// Whether the result is in the register of the first argument.
    pub(crate) results_are_arguments: bool,
}

/// What C passes a parameter in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Vector,
    Integer,
    Reference,
    Stack,
}

impl Place {
    fn name(self) -> &'static str {
        match self {
            Place::Vector => "in vector registers",
            Place::Integer => "in general-purpose registers",
            Place::Reference => "by reference",
            Place::Stack => "on the stack",
        }
    }
}

/// The functions, for a translation unit.
pub(super) fn unit() -> String {
    let one = |(name, ctype): (&str, &str)| {
        format!("typedef {ctype} V{name};\nchar first_{name}(V{name} v) {{ return *(volatile char *)&v; }}\n")
    };
    TYPES.into_iter().map(one).collect()
}

/// How a parameter of the type `name` is passed; none where that is not followed.
pub(super) fn of(lines: &[Line], architecture: Architecture) -> Option<&'static str> {
    let texts: Vec<&str> = lines
        .iter()
        .filter_map(|line| match line {
            Line::Instruction(text) => Some(text.as_str()),
            Line::Label(_) => None,
        })
        .collect();
    let of = architecture.dialect().passing()?;
    let mut found = None;
    for text in texts {
        let (_, operands) = text.split_once(' ').unwrap_or((text, ""));
        // What only writes the register takes nothing from it.
        let operands = match operands.split_once(',') {
            Some((_, rest)) if of.results_are_arguments && (text.starts_with("ld") || text.starts_with("mov")) => rest,
            Some(_) | None => operands,
        };
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '%';
        let names = |all: &[&str]| operands.split(|c| !is_word(c)).any(|word| all.contains(&word));
        let place = if names(of.vector) {
            Some(Place::Vector)
        } else if operands.contains(of.reference) {
            Some(Place::Reference)
        } else if names(of.integer) {
            Some(Place::Integer)
        } else {
            operands.contains(of.stack).then_some(Place::Stack)
        };
        // A parameter in registers is stored before its byte is loaded: what is first counts, but for the stack pointer's.
        if place.is_some() && matches!(found, None | Some(Place::Stack)) {
            found = place;
        }
        if found.is_some_and(|found| found != Place::Stack) {
            break;
        }
    }
    found.map(Place::name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(architecture: Architecture, texts: &[&str]) -> Option<&'static str> {
        let lines: Vec<Line> = texts.iter().map(|text| Line::Instruction((*text).to_owned())).collect();
        of(&lines, architecture)
    }

    #[test]
    fn places_of_parameters() {
        let x86 = |texts: &[&str]| place(Architecture::X86_64, texts);
        assert_eq!(x86(&["movsbl 8(%rsp), %eax", "ret"]), Some("on the stack"));
        assert_eq!(x86(&["movq %xmm0, -8(%rsp)", "movsbl -8(%rsp), %eax", "ret"]), Some("in vector registers"));
        assert_eq!(x86(&["movl %edi, -4(%rsp)", "movsbl -4(%rsp), %eax", "ret"]), Some("in general-purpose registers"));
        let arm = |texts: &[&str]| place(Architecture::AArch64, texts);
        assert_eq!(
            arm(&["sub sp, sp, #16", "str x0, [sp, #8]", "ldrb w0, [sp, #8]"]),
            Some("in general-purpose registers")
        );
        assert_eq!(arm(&["ldrb w0, [x0]", "ret"]), Some("by reference"));
        assert_eq!(arm(&["sub sp, sp, #16", "stp s0, s1, [sp, #8]", "ldrb w0, [sp, #8]"]), Some("in vector registers"));
    }
}
