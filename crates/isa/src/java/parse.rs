//! Tokens to trees.
//!
//! A mistake in a statement is reported and ends the reading of its thread; the next thread is read.

mod class;
mod expression;

use source::{Cursor, Diagnostic, Span, nearest};

use super::Dialect;
use super::ast::{Catch, Expr, ExprKind, Fence, Name, ProgramText, Statement, StatementKind, ThreadText};
use super::class::Type;
use super::lexer::{Token, TokenKind, tokens};

/// How deep statements and brackets may be nested.
const MAX_NESTING: u16 = 200;

type Parsed<T> = Result<T, Diagnostic>;

pub(super) struct Parser<'s> {
    tokens: Vec<Token<'s>>,
    at: usize,
    dialect: Dialect,
    nesting: u16,
    /// The local variables that were declared so far in a thread or constructor.
    types: Vec<(Name, Type)>,
    /// The labels of the statements that it is in.
    labels: Vec<String>,
}

/// Reads the program in the piece `span` of `text`, and what is wrong with it.
pub(super) fn parse(text: &str, span: Span, dialect: Dialect) -> (ProgramText, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let tokens = tokens(Cursor::new(text, span), &mut diagnostics);
    let mut parser = Parser { tokens, at: 0, dialect, nesting: 0, types: Vec::new(), labels: Vec::new() };
    let mut program = ProgramText::default();
    while parser.peek() != TokenKind::End {
        let declared = parser.declaration_outside(&mut program);
        match declared.and_then(|is_one| if is_one { Ok(None) } else { parser.thread().map(Some) }) {
            Ok(thread) => program.threads.extend(thread),
            Err(error) => {
                diagnostics.push(error);
                parser.skip_to_thread();
            }
        }
    }
    let threads = &program.threads;
    for (expected, thread) in threads.iter().enumerate() {
        if thread.number as usize != expected && diagnostics.is_empty() {
            let message = format!("`Thread{}` stands where `Thread{expected}` must", thread.number);
            let error = Diagnostic::error("bad-thread-number", thread.heading, message);
            diagnostics.push(error.help("threads are numbered from 0, in order and without a gap"));
        }
    }
    if threads.is_empty() && diagnostics.is_empty() {
        let message = "the program has no thread";
        diagnostics.push(Diagnostic::error("no-threads", span, message).help("write `Thread0 { ... }`"));
    }
    (program, diagnostics)
}

impl<'s> Parser<'s> {
    fn peek(&self) -> TokenKind<'s> {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> TokenKind<'s> {
        self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].kind
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    fn bump(&mut self) -> Token<'s> {
        let token = self.tokens[self.at];
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    /// From `start` to the last token read.
    fn span_from(&self, start: Span) -> Span {
        let last = self.tokens[self.at.saturating_sub(1)].span;
        if last.end >= start.start { start.to(last) } else { start }
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), TokenKind::Sign(found) if found == sign)
    }

    fn eat_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.bump();
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek() == TokenKind::Word(word);
        if found {
            self.bump();
        }
        found
    }

    fn expect(&mut self, sign: &str, what_for: &str) -> Parsed<()> {
        if self.eat_sign(sign) { Ok(()) } else { Err(self.unexpected(&format!("`{sign}` {what_for}"))) }
    }

    fn unexpected(&self, expected: &str) -> Diagnostic {
        let found = match self.peek() {
            TokenKind::Word(word) => format!("`{word}`"),
            TokenKind::Number(number) | TokenKind::Long(number) => format!("`{number}`"),
            TokenKind::Floating(bits, true) => format!("`{}`", f64::from_bits(bits)),
            TokenKind::Floating(bits, false) => format!("`{}`", f32::from_bits(bits as u32)),
            TokenKind::Sign(sign) => format!("`{sign}`"),
            TokenKind::End => "the end of the program".to_owned(),
        };
        Diagnostic::error("unexpected-token", self.span(), format!("expected {expected}, found {found}"))
    }

    fn name(&mut self, what: &str) -> Parsed<Name> {
        match self.peek() {
            TokenKind::Word(word) if !is_keyword(word) => {
                let span = self.bump().span;
                Ok(Name { text: word.to_owned(), span })
            }
            _ => Err(self.unexpected(what)),
        }
    }

    fn number(&mut self, what: &str) -> Parsed<(i64, Span)> {
        match self.peek() {
            TokenKind::Number(number) => Ok((number, self.bump().span)),
            _ => Err(self.unexpected(what)),
        }
    }

    fn nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting == MAX_NESTING {
            let message = format!("the program is nested deeper than {MAX_NESTING} levels");
            return Err(Diagnostic::error("too-deep", self.span(), message));
        }
        self.nesting += 1;
        let result = inside(self);
        self.nesting -= 1;
        result
    }

    fn skip_to_thread(&mut self) {
        while !(self.peek() == TokenKind::End
            || self.thread_number().is_some() && self.peek_at(1) == TokenKind::Sign("{"))
        {
            self.bump();
        }
    }

    /// The number of the heading that comes next.
    fn thread_number(&self) -> Option<u32> {
        let TokenKind::Word(word) = self.peek() else { return None };
        let digits = word.strip_prefix("Thread")?;
        (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.parse().ok())?
    }

    fn thread(&mut self) -> Parsed<ThreadText> {
        self.nesting = 0;
        self.types.clear();
        self.labels.clear();
        let heading = self.span();
        let Some(number) = self.thread_number() else {
            let error = self.unexpected("the heading of a thread, such as `Thread0`");
            self.bump();
            return Err(error);
        };
        self.bump();
        if self.eat_sign("(") {
            self.expect(")", "since threads have no parameters")?;
        }
        self.expect("{", "before the statements of the thread")?;
        let start = self.tokens[self.at - 1].span.end_point();
        let body = self.statements()?;
        let end = self.span();
        self.expect("}", "behind the statements of the thread")?;
        let text = Span { end: end.start, ..start };
        Ok(ThreadText { number, heading, text, body, types: std::mem::take(&mut self.types) })
    }

    /// Up to a closing brace.
    fn statements(&mut self) -> Parsed<Vec<Statement>> {
        let mut all = Vec::new();
        while !self.is_sign("}") && self.peek() != TokenKind::End {
            all.push(self.statement()?);
        }
        Ok(all)
    }

    fn block(&mut self) -> Parsed<Vec<Statement>> {
        self.expect("{", "before a block")?;
        let body = self.nested(Self::statements)?;
        self.expect("}", "behind a block")?;
        Ok(body)
    }

    fn statement(&mut self) -> Parsed<Statement> {
        let start = self.span();
        let kind = self.nested(Self::statement_kind)?;
        Ok(Statement { kind, span: self.span_from(start) })
    }

    fn body(&mut self) -> Parsed<Vec<Statement>> {
        let statement = self.statement()?;
        Ok(match statement.kind {
            StatementKind::Block(body) => body,
            _ => vec![statement],
        })
    }

    fn statement_kind(&mut self) -> Parsed<StatementKind> {
        if self.is_sign("{") {
            return Ok(StatementKind::Block(self.block()?));
        }
        if self.eat_sign(";") {
            return Ok(StatementKind::Declare(None));
        }
        if self.is_sign("(") {
            return self.store();
        }
        let TokenKind::Word(word) = self.peek() else { return Err(self.unexpected("a statement")) };
        if self.is_declaration() {
            return self.declaration();
        }
        match word {
            "if" => self.choice(),
            "while" => {
                self.bump();
                let condition = self.condition()?;
                Ok(StatementKind::Loop { condition, body: self.body()?, test_first: true })
            }
            "do" => {
                self.bump();
                let body = self.body()?;
                if !self.eat_word("while") {
                    return Err(self.unexpected("`while` behind the body of a `do`"));
                }
                let condition = self.condition()?;
                self.expect(";", "behind a `do` loop")?;
                Ok(StatementKind::Loop { condition, body, test_first: false })
            }
            "synchronized" => {
                self.bump();
                self.expect("(", "before the monitor")?;
                let monitor = self.name("the name of a monitor")?;
                self.expect(")", "behind the monitor")?;
                Ok(StatementKind::Synchronized { monitor, body: self.block()? })
            }
            "new" => {
                let made = self.expression()?;
                if let (ExprKind::Field(..) | ExprKind::Element(_), true) = (&made.kind, self.is_sign("=")) {
                    return self.stored(made);
                }
                self.expect(";", "behind `new`")?;
                Ok(StatementKind::Evaluate(made))
            }
            "break" if self.dialect == Dialect::Java => self.leave(),
            "try" if self.dialect == Dialect::Java => self.attempt(),
            "throw" if self.dialect == Dialect::Java => self.thrown(),
            _ if !is_keyword(word) && self.peek_at(1) == TokenKind::Sign(":") => self.labelled(),
            _ if is_keyword(word) => Err(outside(word, self.span())),
            _ if self.peek_at(1) == TokenKind::Sign("(") => self.call(word),
            _ if self.peek_at(1) == TokenKind::Sign(".") && self.peek_at(3) == TokenKind::Sign("(") => {
                self.method_statement()
            }
            _ if matches!(self.peek_at(1), TokenKind::Sign("." | "[")) => self.store(),
            _ => self.assignment(),
        }
    }

    fn declaration(&mut self) -> Parsed<StatementKind> {
        self.eat_word("final");
        let ty = if self.eat_word("var") { None } else { Some(self.array_type()?) };
        let target = self.name("the name of a variable")?;
        if let Some(ty) = &ty {
            self.declare(&target, ty.clone())?;
            if self.eat_sign(";") {
                return Ok(StatementKind::Declare(Some(target)));
            }
        }
        self.expect("=", "or `;` in a declaration")?;
        let value = self.expression()?;
        if ty.is_none() {
            let found = match &value.kind {
                ExprKind::New { class, .. } => Type::Class(class.text.clone()),
                ExprKind::NewArray { element, .. } => Type::Array(Box::new(element.clone())),
                ExprKind::Cast(ty, _) => ty.clone(),
                ExprKind::Floating { is_double: true, .. } => Type::Double,
                ExprKind::Floating { is_double: false, .. } => Type::Float,
                _ => Type::Int,
            };
            self.declare(&target, found)?;
        }
        self.expect(";", "behind a declaration")?;
        Ok(StatementKind::Assign { target, value })
    }

    /// `r.f = e;` and `a[i] = e;`.
    fn store(&mut self) -> Parsed<StatementKind> {
        let place = self.place()?;
        self.stored(place)
    }

    fn stored(&mut self, place: Expr) -> Parsed<StatementKind> {
        if let TokenKind::Sign(sign @ ("++" | "--" | "+=" | "-=")) = self.peek() {
            let message = format!("`{sign}` is outside the Java of litmus tests");
            return Err(
                Diagnostic::error("outside-language", self.span(), message).help("write the read and the write")
            );
        }
        self.expect("=", "in an assignment")?;
        let value = self.expression()?;
        self.expect(";", "behind an assignment")?;
        Ok(StatementKind::Store { place, value })
    }

    fn labelled(&mut self) -> Parsed<StatementKind> {
        let label = self.name("a label")?;
        self.bump();
        self.labels.push(label.text.clone());
        let body = self.body();
        self.labels.pop();
        Ok(StatementKind::Labelled { label, body: body? })
    }

    fn leave(&mut self) -> Parsed<StatementKind> {
        let span = self.bump().span;
        if self.is_sign(";") {
            let message = "`break` without a label is outside the Java of litmus tests";
            let help = "write the label of the statement that it leaves: `L: while (...) { ... break L; }`";
            return Err(Diagnostic::error("outside-language", span, message).help(help));
        }
        let label = self.name("the label of a statement")?;
        if !self.labels.contains(&label.text) {
            let known = self.labels.iter().map(|label| &**label);
            let message = format!("there is no label `{}` around this", label.text);
            return Err(Diagnostic::error("unknown-label", label.span, message).suggest(nearest(&label.text, known)));
        }
        self.expect(";", "behind `break`")?;
        Ok(StatementKind::Break(label))
    }

    fn attempt(&mut self) -> Parsed<StatementKind> {
        self.bump();
        let body = self.block()?;
        let mut catches = Vec::new();
        while self.eat_word("catch") {
            self.expect("(", "before the class of exceptions")?;
            let mut classes = vec![self.name("a class of exceptions")?];
            while self.eat_sign("|") {
                classes.push(self.name("a class of exceptions")?);
            }
            // The exception has a name in Java, and nothing is done with it here.
            if !self.is_sign(")") {
                self.name("the name of the exception")?;
            }
            self.expect(")", "behind the class of exceptions")?;
            catches.push(Catch { classes, body: self.block()? });
        }
        let finally = if self.eat_word("finally") { self.block()? } else { Vec::new() };
        Ok(StatementKind::Try { body, catches, finally })
    }

    fn thrown(&mut self) -> Parsed<StatementKind> {
        self.bump();
        if !self.eat_word("new") {
            let error = self.unexpected("`new` and a class of exceptions");
            return Err(error.help("what is thrown is a new exception: `throw new IllegalStateException();`"));
        }
        let class = self.name("a class of exceptions")?;
        self.expect("(", "behind the class of an exception")?;
        self.expect(")", "as exceptions hold nothing here")?;
        self.expect(";", "behind `throw`")?;
        Ok(StatementKind::Throw(class))
    }

    /// A field or an element.
    fn place(&mut self) -> Parsed<Expr> {
        let place = self.primary()?;
        match place.kind {
            ExprKind::Field(..) | ExprKind::Element(_) => Ok(place),
            _ => {
                Err(Diagnostic::error("no-place", place.span, "expected a field or an element of an array before `=`"))
            }
        }
    }

    fn assignment(&mut self) -> Parsed<StatementKind> {
        let target = self.name("a statement")?;
        if let TokenKind::Sign(sign @ ("++" | "--" | "+=" | "-=")) = self.peek() {
            let message = format!("`{sign}` is outside the Java of litmus tests");
            let error = Diagnostic::error("outside-language", self.span(), message);
            return Err(error.help(format!("write `{0} = {0} + ...;`", target.text)));
        }
        self.expect("=", "in an assignment")?;
        let value = self.expression()?;
        self.expect(";", "behind an assignment")?;
        Ok(StatementKind::Assign { target, value })
    }

    fn choice(&mut self) -> Parsed<StatementKind> {
        self.bump();
        let condition = self.condition()?;
        let then = self.body()?;
        let otherwise = if self.eat_word("else") { self.body()? } else { Vec::new() };
        Ok(StatementKind::If { condition, then, otherwise })
    }

    fn condition(&mut self) -> Parsed<super::ast::Expr> {
        self.expect("(", "before a condition")?;
        let condition = self.expression()?;
        self.expect(")", "behind a condition")?;
        Ok(condition)
    }

    /// `fullFence();`, `lock(M);`, `start(1);`, `print(e);`.
    fn call(&mut self, word: &str) -> Parsed<StatementKind> {
        let place = self.bump().span;
        self.bump();
        let kind = if let Some(fence) = Fence::ALL.into_iter().find(|fence| fence.name() == word) {
            StatementKind::Fence(fence)
        } else {
            match word {
                "lock" | "unlock" => {
                    let monitor = self.name("the name of a monitor")?;
                    StatementKind::Monitor { monitor, enters: word == "lock" }
                }
                "start" | "join" => {
                    let (thread, span) = self.number("the number of a thread")?;
                    let unknown = || Diagnostic::error("unknown-thread", span, format!("there is no thread {thread}"));
                    let thread = u32::try_from(thread).map_err(|_| unknown())?;
                    StatementKind::Lifetime { thread, span, starts: word == "start" }
                }
                "freeze" => StatementKind::Freeze(self.name("a variable")?),
                "interrupt" => self.interrupt()?,
                "wait" | "notify" | "notifyAll" => {
                    let monitor = self.name("the name of a monitor")?;
                    StatementKind::WaitSet { monitor, waits: word == "wait" }
                }
                // They may do nothing (java.lang.Thread).
                "yield" | "onSpinWait" => StatementKind::Declare(None),
                // It may return at any time, for no reason, and orders nothing (java.util.concurrent.locks.LockSupport). So permits decide nothing that an outcome shows.
                "park" => StatementKind::Declare(None),
                "unpark" => {
                    self.number("the number of a thread")?;
                    StatementKind::Declare(None)
                }
                "print" => StatementKind::Print(self.expression()?),
                _ => {
                    let known = Fence::ALL.map(Fence::name).into_iter();
                    let known = known.chain([
                        "lock",
                        "unlock",
                        "wait",
                        "notify",
                        "notifyAll",
                        "park",
                        "unpark",
                        "start",
                        "join",
                        "interrupt",
                        "freeze",
                        "print",
                    ]);
                    let error = Diagnostic::error("unknown-function", place, format!("there is no function `{word}`"));
                    return Err(error.suggest(nearest(word, known)).help(
                        "without a VarHandle can be called: the five fences, `lock`, `unlock`, `wait`, `notify`, `notifyAll`, `park`, `unpark`, `start`, `join`, `interrupt`, `freeze`, `print`",
                    ));
                }
            }
        };
        self.expect(")", "behind the argument")?;
        self.expect(";", "behind the call")?;
        Ok(kind)
    }

    fn interrupt(&mut self) -> Parsed<StatementKind> {
        let (thread, span) = self.number("the number of a thread")?;
        let unknown = |_| Diagnostic::error("unknown-thread", span, format!("there is no thread {thread}"));
        Ok(StatementKind::Interrupt { thread: u32::try_from(thread).map_err(unknown)?, span })
    }

    fn method_statement(&mut self) -> Parsed<StatementKind> {
        if self.peek() == TokenKind::Word("VarHandle") {
            self.bump();
            self.bump();
            return match self.peek() {
                TokenKind::Word(word) if self.peek_at(1) == TokenKind::Sign("(") => self.call(word),
                _ => Err(self.unexpected("a fence behind `VarHandle.`")),
            };
        }
        if self.peek() == TokenKind::Word("Thread")
            && matches!(self.peek_at(2), TokenKind::Word("yield" | "onSpinWait"))
            || self.peek() == TokenKind::Word("LockSupport")
        {
            self.bump();
            self.bump();
            let TokenKind::Word(word) = self.peek() else { return Err(self.unexpected("a method")) };
            return self.call(word);
        }
        let access = self.access()?;
        self.expect(";", "behind the call")?;
        Ok(StatementKind::Access(access))
    }
}

/// Words of Java that are no names here.
pub(super) const KEYWORDS: [&str; 31] = [
    "int",
    "boolean",
    "final",
    "var",
    "if",
    "else",
    "while",
    "do",
    "for",
    "break",
    "continue",
    "return",
    "switch",
    "case",
    "try",
    "catch",
    "throw",
    "finally",
    "new",
    "long",
    "byte",
    "short",
    "char",
    "float",
    "double",
    "synchronized",
    "volatile",
    "static",
    "class",
    "null",
    "instanceof",
];

/// Whether a word is none of the names here.
fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// Java that is outside the language, with what is possible instead.
fn outside(word: &str, span: Span) -> Diagnostic {
    let instead = match word {
        "for" => "write it as a `while` loop",
        "break" | "continue" => {
            "put the condition into that of the loop, or leave a statement with a label: `break L;`"
        }
        "return" => "put the rest of the thread into an `else`",
        "switch" | "case" => "write it as `if` and `else`",
        "volatile" | "static" => "locations are declared in the initial state; use `getVolatile` and `setVolatile`",
        _ => "statements are assignments, accesses by VarHandles, fences, `if`, `while`, `do` and `synchronized`",
    };
    Diagnostic::error("outside-language", span, format!("`{word}` is outside the Java of litmus tests")).help(instead)
}
