//! C: the C of litmus tests.
//!
//! Meaning: C11 (ISO/IEC 9899:2011), 6.5 and 6.8 for expressions and statements, 7.17 for atomic operations; C17 and C23 say the
//! same of what is here. What events a test has, their tags and their order are herd's (herdtools7, `herd/CSem.ml` and
//! `herd/CAction.ml`, and its pictures).
//!
//! From text to micro-operations: `lexer`, `parse` to a tree (`ast`), `macros` replaced, `check` to a typed tree (`typed`; `flow`
//! finds integers that hold addresses), `lower`.
//!
//! # Where herd is followed and not the standard
//!
//! * Operands without a sequence point between them are not ordered in program order, be they accesses or calls.
//! * `lock` and `unlock` are events at the mutex that neither read nor write it (sets `LK`, `LF`, `UL`); what they order is the model's
//!   business.
//! * A compare-exchange reads the expected value from memory without being atomic, and writes it so when it fails. One that is weak may fail
//!   whatever it finds.
//! * A control dependency ends with its statement: what stands behind an `if` or a loop does not depend on the condition, unless a `return`, `break` or
//!   `continue` makes it do so.
//! * A loop's body is executed as often as the unroll bound says, and then the execution is cut.
//!
//! # Where the standard is followed and not herd
//!
//! * `*x` on an atomic type is an atomic access, sequentially consistent (6.3.2.1, 6.5.16), and `*x += 1` and `(*x)++` are one read-modify-write
//!   (6.5.16.2, 6.5.2.4). herd takes the former for a plain access, and rejects the latter. `*(int *)x` is a plain access here as there.
//!
//! # Where herd rejects a test and it is accepted here
//!
//! * `&&`, `||`, `!`, `?:`, the comma, `%`, `~`, `<<`, `>>`, unary `-` and `+`, `++`, `--` and all assignment operators, assignments within
//!   expressions, `a[i]`, `&a[i]`, `sizeof`, numbers with suffixes or not decimal, character constants.
//! * `for`, `do`, `break`, `continue`, `return`, empty blocks and statements, several variables in one declaration.
//! * `&r` of a local variable as the expected value of a compare-exchange.
//! * `atomic_load` and the like without `_explicit` (herd needs a macro file), `atomic_init`, `atomic_flag_...`, `atomic_signal_fence`,
//!   `kill_dependency`, `atomic_fetch_max` and `_min` (C++26), GCC's `__atomic_...` and `__sync_...` built-ins, the latter full barriers as its manual says,
//!   clang's `__c11_atomic_...`; memory orders as C++, GCC and Rust spell them.
//! * `READ_ONCE` and `WRITE_ONCE` without a macro file: relaxed accesses.
//! * C++'s members of atomics and `std::atomic_ref`; Rust's atomic types and their members (`parse::method`).
//! * All integer types of C and all `atomic_...` names; values have their widths, where herd computes with 32 bits. Variables of more
//!   than 32 bits print and compare by their types, all others as an `int`, as in herd.
//! * Parameters that the initial state sets: `0:p=x`.
//! * Pointer arithmetic counts in elements, as in C; herd counts in bytes.
//!
//! # What is refused
//!
//! `switch`, `goto`, labels, functions other than threads, structures, local arrays, addresses of local variables, strings, waiting and notifying,
//! floating-point numbers, the preprocessor (`#include` is skipped). A division by 0 in an allowed execution is an error of the test; herd
//! ends with an exception.
mod ast;
mod check;
mod code;
mod ctype;
mod flow;
mod kernel;
mod lexer;
mod lower;
mod macros;
mod parse;
mod primitives;
pub mod standalone;
mod tags;
mod typed;
mod words;

#[cfg(test)]
mod tests;

use litmus::{Code, Descriptor, Language, ProgramWords, RawProgram, TagNames};
use program::{TagSet, Width};
use source::Diagnostic;

use self::code::CCode;
pub use self::kernel::KernelC;
pub use self::macros::MacroFile;

/// The language C of litmus tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct C;

/// C with the macros of a file. They come before functions of the same name.
#[derive(Clone, Debug, Default)]
pub struct CWithMacros(pub MacroFile);

static DESCRIPTOR: Descriptor =
    Descriptor { name: "C", sample: include_str!("sample.litmus"), default_model: Some("rc11"), inline_assembly: None };

impl Language for C {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn program_words(&self) -> Option<&dyn ProgramWords> {
        Some(self)
    }

    fn tags(&self) -> TagNames<'_> {
        TagNames::Fixed(&tags::TAGS)
    }

    fn initial_tags(&self) -> TagSet {
        tags::PLAIN
    }

    fn address_width(&self) -> Width {
        ctype::ADDRESS_WIDTH
    }

    fn number_width(&self) -> Width {
        ctype::Integer::INT.width
    }

    fn parse<'t>(&self, raw: &RawProgram, text: &'t str) -> Result<Box<dyn Code + 't>, Vec<Diagnostic>> {
        read(raw, text, None)
    }
}

impl Language for CWithMacros {
    /// Where the macros become accesses with annotations, tests are of the Linux kernel.
    fn descriptor(&self) -> &'static Descriptor {
        if self.0.has_annotations() { &kernel::DESCRIPTOR } else { &DESCRIPTOR }
    }

    fn program_words(&self) -> Option<&dyn ProgramWords> {
        Some(self)
    }

    fn tags(&self) -> TagNames<'_> {
        TagNames::Fixed(&tags::TAGS)
    }

    fn initial_tags(&self) -> TagSet {
        C.initial_tags()
    }

    fn address_width(&self) -> Width {
        C.address_width()
    }

    fn number_width(&self) -> Width {
        C.number_width()
    }

    fn parse<'t>(&self, raw: &RawProgram, text: &'t str) -> Result<Box<dyn Code + 't>, Vec<Diagnostic>> {
        read(raw, text, Some(&self.0))
    }
}

/// Text, trees, trees without macros, typed trees.
fn read<'t>(
    raw: &RawProgram,
    text: &'t str,
    macros: Option<&MacroFile>,
) -> Result<Box<dyn Code + 't>, Vec<Diagnostic>> {
    let RawProgram::Text(span) = raw else {
        let message = "a C program is text, not a table";
        return Err(vec![Diagnostic::new(source::Severity::Error, "not-c", message)]);
    };
    let (mut functions, mut diagnostics) = parse::parse(text, *span);
    if let Some(macros) = macros {
        functions = macros.expand(functions, &mut diagnostics);
    }
    let threads = check::check(&functions, &[], &mut diagnostics);
    if !diagnostics.is_empty() {
        diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(|span| span.start));
        return Err(diagnostics);
    }
    Ok(Box::new(CCode::new(functions, threads, text)))
}
