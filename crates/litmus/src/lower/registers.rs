//! Registers by name, and the types that the initial state gives them.
//!
//! Beyond herd, `0:%x` is the symbolic register `%x` of P0 (herd takes it for a register called `x`), so two threads may use
//! one name.

use std::borrow::Cow;

use program::{Index, ThreadId, Width};
use rustc_hash::FxHashMap;
use source::{Diagnostic, Span, nearest};

use super::ctype;
use super::memory::unknown_type;
use crate::{Claim, Code, DeclaredType, Lvalue, NumberFormat, Place, RegisterPart, Shown, Test};

/// A register that was found, with the name that states show.
#[derive(Clone, Debug)]
pub(super) struct FoundRegister<'a> {
    pub(super) thread: ThreadId,
    pub(super) part: RegisterPart,
    pub(super) name: Cow<'a, str>,
}

/// Finds registers.
pub(super) struct Registers<'c> {
    code: &'c dyn Code,
    threads: usize,
    formats: FxHashMap<(ThreadId, RegisterPart), NumberFormat>,
}

impl<'c> Registers<'c> {
    pub(super) fn new(code: &'c dyn Code) -> Registers<'c> {
        Registers { code, threads: code.threads(), formats: FxHashMap::default() }
    }

    /// Takes over the types that the initial state gives to registers. An unknown one is a warning: it decides
    /// nothing but how numbers print.
    pub(super) fn read_types(&mut self, test: &Test, address_width: Width, warnings: &mut Vec<Diagnostic>) {
        for item in &test.init {
            let format = match &item.declared {
                DeclaredType::None => continue,
                DeclaredType::AnyPointer | DeclaredType::Pointer(_) => {
                    Some(NumberFormat { width: address_width, signed: false })
                }
                DeclaredType::Plain(name) | DeclaredType::Atomic(name) | DeclaredType::Array(name, _) => {
                    let element = ctype::element_type(name, address_width, self.code.long_width());
                    if element.is_none() && !matches!(item.place, Place::Global(_)) {
                        let mut warning = unknown_type(name, item.place_span);
                        warning.severity = source::Severity::Warning;
                        warnings.push(warning);
                    }
                    element.map(NumberFormat::from)
                }
            };
            // What is wrong with the register is reported where its value is set.
            if let (Some(format), Ok(found)) = (format, self.find(&item.place, item.place_span)) {
                self.formats.insert((found.thread, found.part), format);
            }
        }
    }

    /// How the numbers in a register print.
    pub(super) fn format(&self, found: &FoundRegister<'_>) -> NumberFormat {
        let declared = self.formats.get(&(found.thread, found.part)).copied();
        declared.or_else(|| self.code.number_format(found.thread, found.part)).unwrap_or(NumberFormat::INT)
    }

    /// The register that `place`, which is no memory, names.
    pub(super) fn find<'a>(&'a self, place: &'a Place, span: Span) -> Result<FoundRegister<'a>, Diagnostic> {
        match place {
            Place::Register { thread, name } => self.find_in(self.thread(*thread, span)?, Cow::Borrowed(name), span),
            Place::Symbolic { thread: Some(thread), name } => {
                self.find_in(self.thread(*thread, span)?, format!("%{name}").into(), span)
            }
            Place::Symbolic { thread: None, name } => self.find_symbolic(name, span),
            Place::Global(symbol) => {
                Err(Diagnostic::error("not-a-register", span, format!("`{symbol}` is no register")))
            }
        }
    }

    fn thread(&self, number: u32, span: Span) -> Result<ThreadId, Diagnostic> {
        if (number as usize) < self.threads {
            return Ok(ThreadId::from_number(number));
        }
        let message = format!("there is no thread P{number}");
        let diagnostic = Diagnostic::error("unknown-thread", span, message);
        Err(match self.threads {
            0 => diagnostic,
            1 => diagnostic.help("the only thread is P0"),
            2 => diagnostic.help("the threads are P0 and P1"),
            threads => diagnostic.help(format!("the threads are P0 to P{}", threads - 1)),
        })
    }

    fn find_in<'a>(
        &'a self,
        thread: ThreadId,
        name: Cow<'a, str>,
        span: Span,
    ) -> Result<FoundRegister<'a>, Diagnostic> {
        if let Some(part) = self.code.register(thread, &name) {
            return Ok(FoundRegister { thread, part, name: self.shown_name(part, name) });
        }
        let number = thread.number();
        if name.starts_with('%') {
            let message = format!("the symbolic register {name} does not appear in the code of P{number}");
            return Err(Diagnostic::error("unknown-register", span, message));
        }
        let known = self.code.register_names();
        let diagnostic = Diagnostic::error("unknown-register", span, format!("`{name}` is no register of P{number}"));
        Err(diagnostic.suggest(nearest(&name, known.iter().map(String::as_str))))
    }

    /// `%x` without a thread: the thread that uses it, which must be one.
    fn find_symbolic<'a>(&'a self, name: &str, span: Span) -> Result<FoundRegister<'a>, Diagnostic> {
        let written = format!("%{name}");
        let threads = (0..self.threads).map(ThreadId::new);
        let mut users = threads.filter(|&thread| self.code.register(thread, &written).is_some());
        let Some(first) = users.next() else {
            let message = format!("the symbolic register {written} does not appear in the code");
            return Err(Diagnostic::error("unknown-register", span, message));
        };
        if let Some(second) = users.next() {
            let (first, second) = (first.number(), second.number());
            let message = format!("{written} is ambiguous: P{first} and P{second} use it");
            let diagnostic = Diagnostic::error("ambiguous-register", span, message);
            return Err(diagnostic.help(format!("write `{first}:{written}` or `{second}:{written}`")));
        }
        self.find_in(first, written.into(), span)
    }

    /// A whole register has one name, whatever it was called; a part is shown as it was called.
    fn shown_name<'a>(&'a self, part: RegisterPart, written: Cow<'a, str>) -> Cow<'a, str> {
        let whole = self.code.registers().get(part.register);
        let whole = whole.filter(|register| part.low == 0 && part.width == register.width);
        whole.map_or(written, |register| Cow::Borrowed(&register.name))
    }
}

/// Informs the code which registers of the architecture the test names outside it.
pub(super) fn reserve_named(test: &Test<'_>, code: &mut dyn Code) {
    let threads = code.threads();
    let mut reserve = |place: &Place| {
        if let Place::Register { thread, name } = place
            && (*thread as usize) < threads
        {
            code.reserve(ThreadId::from_number(*thread), name);
        }
    };
    test.init.iter().for_each(|item| reserve(&item.place));
    for proposition in test.filter.iter().chain([&test.condition.proposition]) {
        proposition.visit(&mut |atom| match &atom.claim {
            Claim::Value(Lvalue::Whole(place), _) => reserve(place),
            Claim::Same(left, right) => [left, right].into_iter().for_each(&mut reserve),
            Claim::Value(Lvalue::Cell { .. }, _) | Claim::Fault(_) => {}
        });
    }
    for item in &test.locations {
        if let Shown::Place(Lvalue::Whole(place), _) = &item.what {
            reserve(place);
        }
    }
}
