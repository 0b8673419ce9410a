//! The Linux kernel's dialect of C: C with the kernel's primitives as macros.
//!
//! A test is in this dialect when its program calls one of the macros that is no function of C, such as `READ_ONCE` or `smp_mb`, or an access or a fence
//! with annotations, which is what they become. So a test needs no option to be read, and its default model is the kernel's.

use litmus::{Code, Descriptor, Language, ProgramWords, RawProgram, TagNames};
use program::{TagSet, Width};
use source::{Cursor, Diagnostic, Span};

use super::ast::{Call, Function};
use super::lexer::{IN_WORD, Lexer, TokenKind};
use super::primitives::{self, Shape};
use super::{C, MacroFile, macros, parse, read, tags};

/// C with the primitives of the Linux kernel, for one test.
#[derive(Clone, Copy, Debug)]
pub struct KernelC {
    pub(super) macros: &'static MacroFile,
    /// Whether the program looks at locks: only then events can have the tags [`tags::LOOKS`]. Models have a choice to make for each such event,
    /// and are simpler where they know that there is none.
    looks_at_locks: bool,
}

pub(super) static DESCRIPTOR: Descriptor =
    Descriptor { name: "C", sample: include_str!("kernel.litmus"), default_model: Some("lkmm"), inline_assembly: None };

impl KernelC {
    /// The dialect, if a program is in it. `macros` gives the kernel's macros, if there is need.
    pub fn of(macros: impl FnOnce() -> &'static MacroFile, program: &RawProgram, text: &str) -> Option<KernelC> {
        let RawProgram::Text(span) = *program else { return None };
        if !may_call_the_kernel(Cursor::new(text, span).rest()) {
            return None;
        }
        let macros = macros();
        let is_of_the_kernel = |name: &str| match primitives::find(name) {
            Some(shape) => is_primitive(shape),
            None => macros.has(name),
        };
        let is_surely = calls(text, span).any(is_of_the_kernel);
        let may_be = || calls(text, span).any(|name| primitives::find(name).is_some_and(is_once));
        if !is_surely && !may_be() {
            return None;
        }
        // Whatever is wrong is reported when the program is read.
        let functions = parse::parse(text, span).0;
        if !is_surely && is_of_c11(macros, functions.clone()) {
            return None;
        }
        let functions = macros.expand(functions, &mut Vec::new());
        let looks = |call: &Call<'_>| matches!(call.known, Some(Shape::SpinTryLock | Shape::SpinIsLocked));
        let looks_at_locks = functions.into_iter().any(|function| macros::any_call(function.body, None, looks));
        Some(KernelC { macros, looks_at_locks })
    }
}

impl KernelC {
    /// The dialect of a program that is known to be in it.
    pub fn new(macros: &'static MacroFile, looks_at_locks: bool) -> KernelC {
        KernelC { macros, looks_at_locks }
    }

    /// Whether a language is this dialect.
    pub fn is(language: &dyn Language) -> bool {
        std::ptr::eq(language.descriptor(), &DESCRIPTOR)
    }
}

/// The words of a program that stand before a bracket or a brace as in calls: functions, threads, keywords.
fn calls(text: &str, span: Span) -> impl Iterator<Item = &str> {
    let mut lexer = Lexer::new(Cursor::new(text, span));
    let mut next = lexer.token().kind;
    std::iter::from_fn(move || {
        loop {
            let word = std::mem::replace(&mut next, lexer.token().kind);
            match (word, next) {
                (TokenKind::End, _) => return None,
                (TokenKind::Word(word), TokenKind::Sign("(" | "{")) => return Some(word),
                (TokenKind::Word(_) | TokenKind::Number(_) | TokenKind::Sign(_), _) => {}
            }
        }
    })
}

/// Whether a program may call the kernel's macros: mostly, it takes neither tokens nor macros to know that a test is in C (they cost 4 % of a batch of
/// small tests). Looks at the word before each bracket and brace; where there may be comments, tokens have to decide.
fn may_call_the_kernel(program: &str) -> bool {
    let bytes = program.as_bytes();
    memchr::memchr3_iter(b'(', b'{', b'/', bytes).any(|index| {
        let before = bytes[..index].trim_ascii_end();
        let length = before.iter().rev().take_while(|&&byte| IN_WORD.has(byte)).count();
        let word = || &program[before.len() - length..before.len()];
        bytes[index] == b'/' || (length > 0 && may_be_of_the_kernel(word()))
    })
}

/// Whether the name is no function of C, no keyword and no thread.
fn may_be_of_the_kernel(name: &str) -> bool {
    let is_thread = || name.strip_prefix('P').is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()));
    let is_keyword = || matches!(name, "if" | "else" | "while" | "for" | "do" | "return" | "sizeof");
    let is_known = |shape| is_primitive(shape) || is_once(shape);
    !is_thread() && !is_keyword() && primitives::find(name).is_none_or(is_known)
}

/// `READ_ONCE` and `WRITE_ONCE`: of the kernel, and in C beside atomic operations of C11 or GCC.
fn is_once(shape: Shape) -> bool {
    matches!(shape, Shape::ReadOnce | Shape::WriteOnce)
}

/// Whether functions call an atomic operation that is not the kernel's. Some have one name in both: C11's have the object first, the kernel's the number.
fn is_of_c11(macros: &MacroFile, functions: Vec<Function<'_>>) -> bool {
    functions.into_iter().any(|function| {
        let parameters: Vec<String> = function.parameters.iter().map(|it| it.name.text.to_string()).collect();
        let is_other = |call: &Call<'_>| {
            let first = call.arguments.first().and_then(|argument| argument.expr()).and_then(|expr| expr.as_name());
            let has_object_first = || first.is_some_and(|name| parameters.iter().any(|known| known == name));
            call.known.is_some_and(|shape| !is_once(shape)) && (!macros.has(&call.name.text) || has_object_first())
        };
        macros::any_call(function.body, None, is_other)
    })
}

/// Whether a function is one of those that the kernel's macros become.
fn is_primitive(shape: Shape) -> bool {
    let is_lock = matches!(shape, Shape::SpinLock | Shape::SpinUnlock | Shape::SpinTryLock | Shape::SpinIsLocked);
    is_lock || shape.is_annotated()
}

impl Language for KernelC {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn program_words(&self) -> Option<&dyn ProgramWords> {
        Some(self)
    }

    fn tags(&self) -> TagNames<'_> {
        TagNames::Fixed(if self.looks_at_locks { &tags::TAGS } else { tags::NO_LOOKS })
    }

    fn absent_tags(&self) -> TagNames<'_> {
        TagNames::Fixed(if self.looks_at_locks { &[] } else { tags::LOOKS })
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
        read(raw, text, Some(self.macros))
    }
}
