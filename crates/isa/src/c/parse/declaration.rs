//! Threads, their parameters, and types.

use source::{Diagnostic, Span, nearest};

use super::{Parsed, Parser, Reported};
use crate::c::ast::{Declarator, Function, Parameter};
use crate::c::ctype::{ATOMIC, Around, CType, NAMED, OPAQUE, TYPE_WORDS, is_type_word, named_type};
use crate::c::lexer::TokenKind;

/// What may stand behind the threads and says nothing about them.
const LAYOUT: [&str; 3] = ["scopes", "regions", "levels"];

/// The words of a base type, counted.
#[derive(Default)]
struct BaseWords {
    long: usize,
    signed: bool,
    unsigned: bool,
    /// `char`, `int` and the like.
    main: Option<&'static str>,
    /// A type that is one word.
    whole: Option<CType>,
}

impl<'n> Parser<'_, 'n> {
    /// `void P0(...) {...}`; `None` when something else was read that may be ignored.
    pub(super) fn function(&mut self) -> Parsed<Option<Function<'n>>> {
        if let (TokenKind::Word(word), TokenKind::Sign(":")) = (self.peek(), self.peek_at(1))
            && LAYOUT.contains(&word)
        {
            self.skip_to_end();
            return Ok(None);
        }
        if self.eat_sign(";") {
            return Ok(None);
        }
        if self.is_type() {
            self.type_name()?;
        }
        let heading = self.name("a thread such as `P0 (int* x) { }`")?;
        let digits = heading.text.strip_prefix('P').unwrap_or("");
        let number = digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()));
        let Some(number) = number else {
            let message = format!("`{}` is no thread: only threads `P0`, `P1`, ... are functions", heading.text);
            return Err(self.error("not-a-thread", heading.span, message));
        };
        self.expect("(", "behind the thread's name")?;
        let parameters = self.parameters()?;
        let named = |parameter: &Parameter<'n>| (parameter.name.text.clone(), parameter.ctype.clone());
        self.parameters = parameters.iter().map(named).collect();
        self.references.clear();
        let opening = self.span();
        self.expect("{", "behind the parameters")?;
        let body = self.statements();
        let closing = self.span();
        if !self.eat_sign("}") {
            let diagnostic = Diagnostic::error("unclosed-brace", opening, "this brace is not closed");
            return Err(self.report(diagnostic));
        }
        let body_span = Span { start: opening.end, end: closing.start, ..opening };
        Ok(Some(Function { number, heading: heading.span, parameters, body_span, body }))
    }

    /// `NAME(X,Y)`, the head of a macro.
    pub(crate) fn macro_head(&mut self) -> Parsed<(String, Vec<String>)> {
        let name = self.name("the name of a macro")?;
        self.expect("(", "behind the macro's name")?;
        let mut formals = Vec::new();
        if self.eat_sign(")") {
            return Ok((name.text.into_owned(), formals));
        }
        loop {
            formals.push(self.name("the name of an argument")?.text.into_owned());
            if self.eat_sign(")") {
                return Ok((name.text.into_owned(), formals));
            }
            self.expect(",", "between arguments")?;
        }
    }

    /// Up to what looks like the beginning of the next thread.
    pub(super) fn skip_to_function(&mut self) {
        let mut depth = 0_usize;
        while !self.is_at_end() {
            if let (TokenKind::Word(word), TokenKind::Sign("(")) = (self.peek(), self.peek_at(1)) {
                let digits = word.strip_prefix('P').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
                if depth == 0 && digits.is_some_and(|digits| !digits.is_empty()) {
                    return;
                }
            }
            match self.bump() {
                TokenKind::Sign("{") => depth += 1,
                TokenKind::Sign("}") => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
    }

    /// Threads must be P0, P1, ... in this order.
    pub(super) fn check_order(&mut self, functions: &[Function<'_>]) {
        for (expected, function) in functions.iter().enumerate() {
            if function.number as usize != expected {
                let message = format!("thread P{} where P{expected} is expected", function.number);
                let diagnostic = Diagnostic::error("thread-order", function.heading, message);
                self.report(diagnostic.help("threads are written in the order P0, P1, ..."));
                return;
            }
        }
        if functions.is_empty() && self.diagnostics.is_empty() && self.lexer.diagnostics.is_empty() {
            self.error("no-threads", self.span(), "the program has no thread");
        }
    }

    /// Up to and with the closing parenthesis.
    fn parameters(&mut self) -> Parsed<Vec<Parameter<'n>>> {
        if self.eat_sign(")") {
            return Ok(Vec::new());
        }
        if self.is_word("void") && self.peek_at(1) == TokenKind::Sign(")") {
            self.advance();
            self.advance();
            return Ok(Vec::new());
        }
        let mut parameters: Vec<Parameter<'_>> = Vec::with_capacity(4);
        loop {
            let parameter = self.parameter()?;
            if let Some(first) = parameters.iter().find(|other| other.name.text == parameter.name.text) {
                let message = format!("two parameters are called `{}`", parameter.name.text);
                let diagnostic = Diagnostic::error("duplicate-parameter", parameter.name.span, message);
                let diagnostic = diagnostic.label(first.name.span, "the first one");
                self.report(diagnostic);
            }
            parameters.push(parameter);
            if self.eat_sign(")") {
                return Ok(parameters);
            }
            self.expect(",", "between parameters")?;
        }
    }

    fn parameter(&mut self) -> Parsed<Parameter<'n>> {
        let start = self.span();
        let mut ctype = self.type_name()?;
        let name = self.name("the parameter's name")?;
        if self.eat_sign("[") {
            if matches!(self.peek(), TokenKind::Number(..)) {
                self.bump();
            }
            self.expect("]", "behind the size of the array")?;
            ctype = ctype.pointer();
        }
        let meaning = ctype.meaning();
        if !meaning.is_pointer() {
            let message = format!("the parameter `{}` is no pointer", name.text);
            let diagnostic = Diagnostic::error("bad-parameter", self.span_from(start), message);
            let mut written = String::new();
            ctype.print(&mut written);
            let help =
                format!("parameters are the addresses of the test's locations: write `{written}* {}`", name.text);
            self.report(diagnostic.help(help));
        }
        Ok(Parameter { ctype, meaning, name })
    }

    /// Whether a type comes next.
    pub(super) fn is_type(&self) -> bool {
        self.is_type_at(0)
    }

    /// Whether the `ahead`-th of the tokens not yet read begins a type.
    pub(super) fn is_type_at(&self, ahead: usize) -> bool {
        match self.peek_at(ahead) {
            TokenKind::Word("atomic") => self.peek_at(ahead + 1) == TokenKind::Sign("<"),
            TokenKind::Word("std") if self.peek_at(ahead + 1) == TokenKind::Sign("::") => match self.peek_at(ahead + 2)
            {
                TokenKind::Word("atomic") => true,
                TokenKind::Word(word) => is_type_word(word),
                _ => false,
            },
            TokenKind::Word(word) => is_type_word(word),
            _ => false,
        }
    }

    /// A type: qualifiers, a base type, stars.
    pub(crate) fn type_name(&mut self) -> Parsed<CType> {
        let base = self.base_with_qualifiers()?;
        self.stars(base)
    }

    /// Stars, each with its qualifiers.
    pub(super) fn stars(&mut self, base: CType) -> Parsed<CType> {
        let mut ctype = base;
        for _ in 0..super::MAX_NESTING {
            if self.eat_sign("*") {
                ctype = ctype.pointer();
            } else if let Some(qualifier) = self.qualifier() {
                ctype = ctype.within(qualifier);
            } else {
                return Ok(ctype);
            }
        }
        Err(self.error("too-deep", self.span(), "a type of too many stars and qualifiers"))
    }

    /// `const`, `volatile` or `_Atomic` without parentheses; `restrict` is skipped.
    fn qualifier(&mut self) -> Option<Around> {
        while let TokenKind::Word(word) = self.peek() {
            let qualifier = match word {
                "restrict" | "__restrict" => None,
                "const" => Some(Around::Const),
                "volatile" => Some(Around::Volatile),
                "_Atomic" if self.peek_at(1) != TokenKind::Sign("(") => Some(Around::Atomic),
                _ => return None,
            };
            self.advance();
            if qualifier.is_some() {
                return qualifier;
            }
        }
        None
    }

    /// Qualifiers and a base type in any order.
    pub(super) fn base_with_qualifiers(&mut self) -> Parsed<CType> {
        let start = self.span();
        // In the order in which they are written.
        let (mut before, mut behind) = (Vec::new(), Vec::new());
        let mut words = BaseWords::default();
        loop {
            if let Some(qualifier) = self.qualifier() {
                if words.is_empty() { before.push(qualifier) } else { behind.push(qualifier) }
            } else if !self.base_word(&mut words)? {
                break;
            }
        }
        let is_missing = words.is_empty();
        let base = match words.finish() {
            Some(base) => base,
            None if is_missing => return Err(self.unknown_type()),
            None => {
                let message = "these words make no type";
                return Err(self.error("unknown-type", self.span_from(start), message));
            }
        };
        let inner = before.into_iter().rev().fold(base, CType::within);
        Ok(behind.into_iter().fold(inner, CType::within))
    }

    /// Takes a word of a base type in, if one comes next.
    fn base_word(&mut self, words: &mut BaseWords) -> Parsed<bool> {
        if self.is_word("std") && words.is_empty() && self.is_type() {
            self.advance();
            self.advance();
        }
        let TokenKind::Word(word) = self.peek() else { return Ok(false) };
        match word {
            "long" => words.long += 1,
            "signed" => words.signed = true,
            "unsigned" => words.unsigned = true,
            _ if !words.is_complete() => {
                let main = ["void", "char", "short", "int", "_Bool"].into_iter().find(|main| *main == word);
                match main.or((word == "bool").then_some("_Bool")) {
                    Some(main) => words.main = Some(main),
                    None => return self.one_word_type(word, words),
                }
            }
            // `short int`, `int short`
            "int" if words.main == Some("short") => {}
            "short" if words.main == Some("int") => words.main = Some("short"),
            _ => return Ok(false),
        }
        self.advance();
        Ok(true)
    }

    /// A type that is one word, or begins with `_Atomic`, `atomic` or `struct`.
    fn one_word_type(&mut self, word: &str, words: &mut BaseWords) -> Parsed<bool> {
        if !words.is_empty() {
            return Ok(false);
        }
        let found = match word {
            "_Atomic" => self.wrapped_type("(", ")")?,
            "atomic" if self.peek_at(1) == TokenKind::Sign("<") => self.wrapped_type("<", ">")?,
            "struct" => {
                self.advance();
                let name = self.name("the name of the structure")?;
                words.whole = Some(CType::base(format!("struct {}", name.text)));
                return Ok(true);
            }
            "union" | "enum" | "float" | "double" => {
                let message = format!("the type `{word}` is not supported");
                return Err(self.error("not-supported", self.span(), message));
            }
            _ => match named_type(word) {
                Some(found) => {
                    self.advance();
                    found
                }
                None => return Ok(false),
            },
        };
        words.whole = Some(found);
        Ok(true)
    }

    /// `_Atomic(int)` and `atomic<int>`.
    fn wrapped_type(&mut self, opening: &str, closing: &str) -> Parsed<CType> {
        self.advance();
        self.expect(opening, "before the atomic type")?;
        let inner = self.nested(Parser::type_name)?;
        self.expect(closing, "behind the atomic type")?;
        Ok(inner.within(Around::Atomic))
    }

    fn unknown_type(&mut self) -> Reported {
        let TokenKind::Word(word) = self.peek() else { return self.unexpected("a type") };
        let atomic = ATOMIC.iter().map(|(name, _)| format!("atomic_{name}")).collect::<Vec<_>>();
        let names = NAMED.iter().map(|(name, ..)| *name).chain(OPAQUE).chain(TYPE_WORDS);
        let names = names.chain(atomic.iter().map(String::as_str));
        let diagnostic = Diagnostic::error("unknown-type", self.span(), format!("`{word}` is not a type"));
        let diagnostic = diagnostic.suggest(nearest(word, names));
        self.report(diagnostic)
    }

    /// `int a = 1, *b;` without the semicolon.
    pub(super) fn declarators(&mut self) -> Parsed<Vec<Declarator<'n>>> {
        while self.eat_word("register") {}
        let base = self.base_with_qualifiers()?;
        let mut all = Vec::with_capacity(1);
        loop {
            let ctype = self.stars(base.clone())?;
            let name = self.name("the variable's name")?;
            if self.is_sign("[") {
                let message = format!("`{}` is an array: local arrays are not supported", name.text);
                let diagnostic = Diagnostic::error("not-supported", name.span, message);
                let help = "make it a location of the test and a parameter of the thread";
                return Err(self.report(diagnostic.help(help)));
            }
            let value = if self.eat_sign("=") { Some(self.assignment_expression()?) } else { None };
            all.push(Declarator { ctype, name, value });
            if !self.eat_sign(",") {
                return Ok(all);
            }
        }
    }
}

impl BaseWords {
    fn is_empty(&self) -> bool {
        self.long == 0 && !self.signed && !self.unsigned && self.main.is_none() && self.whole.is_none()
    }

    /// Whether `char`, `int` or the like has come.
    fn is_complete(&self) -> bool {
        self.main.is_some() || self.whole.is_some()
    }

    /// The type; `None` when the words do not go together.
    fn finish(self) -> Option<CType> {
        let unsigned = |name: &'static str| match name {
            _ if !self.unsigned => CType::base(name),
            "char" => CType::base("unsigned char"),
            "short" => CType::base("unsigned short"),
            "int" => CType::base("unsigned int"),
            "long" => CType::base("unsigned long"),
            _ => CType::base("unsigned long long"),
        };
        let plain = self.long == 0 && !self.signed && !self.unsigned;
        if self.signed && self.unsigned {
            return None;
        }
        match (self.whole, self.main, self.long) {
            (Some(whole), None, 0) if plain => Some(whole),
            (Some(whole), None, 0) if self.unsigned => match whole.as_base()? {
                "__int128" => Some(CType::base("__uint128")),
                name if name.starts_with("__int128") => Some(CType::base("__uint128_t")),
                _ => None,
            },
            (None, Some("int") | None, 1) => Some(unsigned("long")),
            (None, Some("int") | None, 2) => Some(unsigned("long long")),
            (None, Some("char"), 0) if self.signed => Some(CType::base("signed char")),
            (None, Some(main @ ("char" | "short" | "int")), 0) => Some(unsigned(main)),
            (None, Some(main), 0) if plain => Some(CType::base(main)),
            (None, None, 0) if !plain => Some(unsigned("int")),
            _ => None,
        }
    }
}
