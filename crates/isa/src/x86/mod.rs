//! x86: the litmus tests of x86-64 (`X86_64`), in AT&T syntax as herd reads it and as compilers write it, and of 32-bit x86 (`X86`), in
//! the order of Intel's syntax.
//!
//! - `table` lists the forms, `operation` what they do, `register` the registers.
//! - `lower` gives instructions their meaning.
//! - `accesses` says what an instruction of a program does to memory.
//!
//! The meaning is the manuals' (Intel SDM, AMD APM), not herd's where they differ; `lower` names its sources and what is left
//! open. In short, against herd:
//!
//! - Flags are those of the architecture. (herd has three of them, and there CF is always 0.)
//! - Sizes are respected, and checked: `movl $1,%rax` is a mistake, and `movl $-1,%eax` leaves 4294967295 in `rax`.
//! - A failed compare-and-exchange writes the old value back; conditional moves always read their source.
//! - `cmpxchg` and `cmovc` are read in the order of AT&T syntax, beside herd's own order, which has the destination first. With two
//!   registers the order of AT&T syntax counts.
//! - A bare number is an immediate, not an absolute address, and the `%` of a register may be missing, so that a location cannot
//!   have the name of a register; in this it is as herd has it.

mod accesses;
mod inline;
mod lower;
mod operation;
mod register;
mod table;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use litmus::{CodeText, Descriptor, LoweringContext};
use program::{BlockBuilder, MixedSizes, Width};
use source::{Cursor, Diagnostic};

use crate::assembly::operand::Instruction;
use crate::assembly::reader::{Reader, Spanned, Syntax};
use crate::assembly::register::Classes;
use crate::assembly::{Architecture, made_once};

pub use accesses::{MemoryAccess, MemoryOperand, memory_access};
use operation::Operation;

/// The assembly language of x86-64.
#[derive(Clone, Copy, Debug, Default)]
pub struct X86_64;

/// The assembly language of 32-bit x86.
#[derive(Clone, Copy, Debug, Default)]
pub struct X86;

/// What the two machines differ in beside the width of addresses, which is that of general-purpose registers.
trait Machine: Architecture<Operation = Operation> {
    /// How many general-purpose registers there are, and vector registers.
    const GENERAL_REGISTERS: u32;
    /// Whether its tests are written as Intel writes assembly: in capitals, the destination first.
    const IS_INTEL: bool;
}

impl Machine for X86_64 {
    const GENERAL_REGISTERS: u32 = 16;
    const IS_INTEL: bool = false;
}

impl Machine for X86 {
    const GENERAL_REGISTERS: u32 = 8;
    const IS_INTEL: bool = true;
}

/// Registers that are not modelled, by what comes before their numbers.
const UNSUPPORTED_REGISTERS: [&str; 8] = ["ymm", "zmm", "mm", "st", "cr", "dr", "k", "bnd"];

/// Reads the `%` of a symbolic register: of one that has no name of a register.
fn symbolic_prefix<M: Machine>(reader: &mut Reader<'_, '_, M>) -> Option<Classes> {
    let mark = reader.mark();
    if !reader.eat("%") {
        return None;
    }
    let is_symbolic = reader
        .peek_name()
        .is_some_and(|name| M::registers().find(name).is_none() && M::unknown_register(name).is_none());
    if is_symbolic {
        return Some(M::SYMBOLIC);
    }
    reader.reset(&mark);
    None
}

/// Reads the mnemonic; one with a `lock` prefix has it before its name.
fn mnemonic<'s, M: Machine>(reader: &mut Reader<'_, 's, M>) -> Result<Spanned<Cow<'s, str>>, Diagnostic> {
    let first = reader.name().ok_or_else(|| reader.expected("an instruction"))?;
    if !first.value.eq_ignore_ascii_case("lock") {
        return Ok(Spanned { value: Cow::Borrowed(first.value), span: first.span });
    }
    reader.eat(";");
    let name = reader.name().ok_or_else(|| reader.expected("an instruction"))?;
    let locked = format!("{}{}", table::LOCK, name.value);
    if M::forms().named(&locked).next().is_some() {
        return Ok(Spanned { value: Cow::Owned(locked), span: name.span });
    }
    let message = match M::forms().named(name.value).next() {
        Some(_) => format!("`{}` cannot have a `lock` prefix", name.value),
        None if name.value.eq_ignore_ascii_case("lock") => "a second `lock` prefix".to_owned(),
        None => return Ok(Spanned { value: Cow::Borrowed(name.value), span: name.span }),
    };
    Err(Diagnostic::error("lock-prefix", first.span, message).help("it raises an invalid-opcode exception (#UD)"))
}

/// Reads to behind the end of the comment inside which `cursor` stands; comments nest.
fn end_comment(cursor: &mut Cursor<'_>) {
    let mut depth = 1usize;
    while depth > 0 && !cursor.is_at_end() {
        if cursor.eat("(*") {
            depth += 1;
        } else if cursor.eat("*)") {
            depth -= 1;
        } else {
            cursor.bump();
        }
    }
}

/// The two languages, but for their descriptors.
macro_rules! machine {
    ($machine:ident, $descriptor:expr, $width:expr) => {
        impl Syntax for $machine {
            const LINE_COMMENTS: &'static [&'static str] = &["#"];
            const NUMBER_SIGIL: &'static str = "$";
            const DASHED_NAMES: bool = true;

            fn eat_comment(cursor: &mut Cursor<'_>) -> bool {
                let nested = cursor.eat("(*");
                if nested {
                    end_comment(cursor);
                }
                nested || Self::eat_line_comment(cursor)
            }
        }

        impl Architecture for $machine {
            type Operation = Operation;

            const DESCRIPTOR: &'static Descriptor = $descriptor;
            const SYMBOLIC: Classes = register::SYMBOLIC;
            const REGISTER_SIGIL: &'static str = "%";
            const UNSUPPORTED_OPERANDS: &'static [(&'static str, &'static str)] = &[
                ("*", "indirect jumps and calls are not supported"),
                ("@", "jumps to other functions, and addresses in tables of the linker (`@GOTPCREL`), are not supported"),
            ];
            const MEMORY_BRACKETS: (&'static str, &'static str) = if Self::IS_INTEL { ("[", "]") } else { ("(", ")") };
            const ADDRESS_WIDTH: Width = $width;
            const TAGS: &'static [&'static str] = lower::TAGS;

            made_once!($machine: register::file::<$machine>, table::rows::<$machine>);

            fn mixed_sizes(&self) -> Option<MixedSizes> {
                Some(lower::MIXED_SIZES)
            }

            fn symbolic_prefix(reader: &mut Reader<'_, '_, Self>) -> Option<Classes> {
                symbolic_prefix(reader)
            }

            /// herd's hash has vector registers without a sigil.
            fn register_sigil(class: Classes, hashed: bool) -> &'static str {
                if Self::IS_INTEL || hashed && class == register::VECTOR { "" } else { "%" }
            }

            fn mnemonic<'s>(reader: &mut Reader<'_, 's, Self>) -> Result<Spanned<Cow<'s, str>>, Diagnostic> {
                mnemonic(reader)
            }

            fn unknown_register(name: &str) -> Option<(&'static str, String)> {
                let lower = name.to_ascii_lowercase();
                let letters = lower.trim_end_matches(|c: char| c.is_ascii_digit());
                let is_known = letters.len() < lower.len() || letters == "st";
                (is_known && UNSUPPORTED_REGISTERS.contains(&letters))
                    .then(|| ("unknown-register", format!("the register `%{lower}` is not supported")))
            }

            fn put_hashed(instruction: &Instruction<Self>, text: &mut CodeText<'_>) -> bool {
                Self::IS_INTEL && table::put_folded(instruction, text)
            }

            fn lower(
                &self,
                instruction: &Instruction<Self>,
                context: &LoweringContext<'_>,
                block: &mut BlockBuilder,
            ) -> Result<(), Diagnostic> {
                lower::instruction(instruction, context, block)
            }
        }
    };
}

machine!(
    X86_64,
    &Descriptor {
        name: "X86_64",
        sample: include_str!("sample.litmus"),
        default_model: arch::x86::X86_64.default_model,
        inline_assembly: Some(&inline::X86_64),
    },
    64
);

machine!(
    X86,
    &Descriptor {
        name: "X86",
        sample: include_str!("sample32.litmus"),
        default_model: arch::x86::X86.default_model,
        inline_assembly: None,
    },
    32
);
