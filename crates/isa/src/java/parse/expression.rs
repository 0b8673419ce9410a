//! Expressions.

use source::{Diagnostic, Span, nearest};

use super::{Parsed, Parser, TokenKind};
use crate::java::Dialect;
use crate::java::ast::{Access, Binary, Expr, ExprKind, METHODS, Name, Reinterpret, Unary};
use crate::java::class::Type;

/// The binary operators of Java by precedence, the weakest first (JLS 15.17 to 15.24). All associate to the left.
const JAVA: [&[Binary]; 10] = [
    &[Binary::OrElse],
    &[Binary::AndThen],
    &[Binary::Or],
    &[Binary::Xor],
    &[Binary::And],
    &[Binary::Equal, Binary::NotEqual],
    &[Binary::LessEqual, Binary::GreaterEqual, Binary::Less, Binary::Greater],
    &[Binary::ShiftLeft, Binary::ShiftRightUnsigned, Binary::ShiftRight],
    &[Binary::Add, Binary::Subtract],
    &[Binary::Multiply, Binary::Divide, Binary::Remainder],
];

/// Those of herd's Java, with the ones that herd does not know beside those of their kind.
const HERD: [&[Binary]; 6] = [
    &[Binary::OrElse, Binary::Or],
    &[Binary::Xor],
    &[Binary::AndThen, Binary::And],
    &[Binary::Equal, Binary::NotEqual, Binary::LessEqual, Binary::GreaterEqual, Binary::Less, Binary::Greater],
    &[Binary::Add, Binary::Subtract],
    &[
        Binary::Multiply,
        Binary::Divide,
        Binary::Remainder,
        Binary::ShiftLeft,
        Binary::ShiftRightUnsigned,
        Binary::ShiftRight,
    ],
];

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        self.nested(|parser| {
            let start = parser.span();
            let condition = parser.binary(0)?;
            if !parser.eat_sign("?") {
                return Ok(condition);
            }
            let then = parser.expression()?;
            parser.expect(":", "in a conditional expression")?;
            let otherwise = parser.expression()?;
            let kind = ExprKind::Conditional(Box::new([condition, then, otherwise]));
            Ok(Expr { kind, span: parser.span_from(start) })
        })
    }

    fn binary(&mut self, level: usize) -> Parsed<Expr> {
        let levels: &[&[Binary]] = match self.dialect {
            Dialect::Java => &JAVA,
            Dialect::Herd => &HERD,
        };
        let Some(operators) = levels.get(level) else { return self.unary() };
        let start = self.span();
        let mut left = self.binary(level + 1)?;
        if self.dialect == Dialect::Java && operators.contains(&Binary::LessEqual) && self.eat_word("instanceof") {
            let class = self.name("a class")?;
            let span = self.span_from(start);
            left = Expr { kind: ExprKind::InstanceOf(Box::new(left), class), span };
        }
        while let TokenKind::Sign(sign) = self.peek()
            && let Some(&operator) = operators.iter().find(|operator| operator.sign() == sign)
        {
            self.bump();
            let right = self.binary(level + 1)?;
            let span = self.span_from(start);
            left = Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), span };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let operator = match self.peek() {
            TokenKind::Sign("-") => Unary::Negate,
            TokenKind::Sign("~") => Unary::Complement,
            TokenKind::Sign("!") => Unary::Not,
            _ => return self.primary(),
        };
        self.bump();
        if let (Unary::Negate, TokenKind::Number(number)) = (operator, self.peek()) {
            self.bump();
            let span = self.span_from(start);
            self.check_range(-number, span)?;
            return Ok(Expr { kind: ExprKind::Number(-number), span });
        }
        if let (Unary::Negate, TokenKind::Long(number)) = (operator, self.peek()) {
            self.bump();
            return Ok(long(number.wrapping_neg(), self.span_from(start)));
        }
        let inner = self.nested(Self::unary)?;
        Ok(Expr { kind: ExprKind::Unary(operator, Box::new(inner)), span: self.span_from(start) })
    }

    /// Fields and elements behind an operand.
    pub(super) fn primary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let mut all = self.operand()?;
        loop {
            let kind = if self.is_sign(".") {
                self.bump();
                ExprKind::Field(Box::new(all), self.name("the name of a field")?)
            } else if self.eat_sign("[") {
                let index = self.expression()?;
                self.expect("]", "behind an index")?;
                ExprKind::Element(Box::new([all, index]))
            } else {
                return Ok(all);
            };
            all = Expr { kind, span: self.span_from(start) };
        }
    }

    /// The type in parentheses, where a cast comes next: nothing but that stands before an operand.
    fn cast(&mut self) -> Option<Type> {
        if let (
            TokenKind::Sign("("),
            TokenKind::Word(_),
            TokenKind::Sign("["),
            TokenKind::Sign("]"),
            TokenKind::Sign(")"),
        ) = (self.peek(), self.peek_at(1), self.peek_at(2), self.peek_at(3), self.peek_at(4))
        {
            self.bump();
            let ty = self.array_type().ok()?;
            self.bump();
            return Some(ty);
        }
        let (TokenKind::Sign("("), TokenKind::Word(word), TokenKind::Sign(")")) =
            (self.peek(), self.peek_at(1), self.peek_at(2))
        else {
            return None;
        };
        let is_operand = matches!(
            self.peek_at(3),
            TokenKind::Word(_)
                | TokenKind::Number(_)
                | TokenKind::Long(_)
                | TokenKind::Floating(..)
                | TokenKind::Sign("(" | "~" | "!")
        );
        let ty = Type::primitive(word)
            .or_else(|| (is_operand && !super::is_keyword(word)).then(|| Type::Class(word.to_owned())))?;
        (0..3).for_each(|_| _ = self.bump());
        Some(ty)
    }

    /// `new C(e)`, `new int[3]`.
    fn new_object(&mut self) -> Parsed<ExprKind> {
        self.bump();
        let span = self.span();
        let ty = self.type_name()?;
        if self.eat_sign("[") {
            let length = self.length()?;
            self.expect("]", "behind the length of an array")?;
            return Ok(ExprKind::NewArray { element: ty, length });
        }
        let Type::Class(text) = ty else { return Err(self.unexpected("`[` and the length of an array")) };
        self.expect("(", "behind the class")?;
        let mut arguments = Vec::new();
        while !self.eat_sign(")") {
            if !arguments.is_empty() {
                self.expect(",", "between arguments")?;
            }
            arguments.push(self.expression()?);
        }
        Ok(ExprKind::New { class: Name { text, span }, arguments })
    }

    fn operand(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if let Some(ty) = self.cast() {
            let inner = self.nested(Self::unary)?;
            return Ok(Expr { kind: ExprKind::Cast(ty, Box::new(inner)), span: self.span_from(start) });
        }
        let kind = match self.peek() {
            TokenKind::Number(number) => {
                self.bump();
                self.check_range(number, start)?;
                ExprKind::Number(number)
            }
            TokenKind::Long(number) => {
                self.bump();
                return Ok(long(number, self.span_from(start)));
            }
            TokenKind::Floating(bits, is_double) => {
                self.bump();
                self.floating(bits, is_double, start)?
            }
            TokenKind::Sign("(") => {
                self.bump();
                let inner = self.expression()?;
                self.expect(")", "behind an expression in parentheses")?;
                return Ok(Expr { span: self.span_from(start), ..inner });
            }
            TokenKind::Word(word @ ("true" | "false")) => {
                self.bump();
                ExprKind::Number(i64::from(word == "true"))
            }
            TokenKind::Word("null") => {
                self.bump();
                ExprKind::Null
            }
            TokenKind::Word("new") => self.new_object()?,
            TokenKind::Word(word @ ("interrupted" | "isInterrupted"))
                if self.dialect == Dialect::Java && self.peek_at(1) == TokenKind::Sign("(") =>
            {
                self.interrupted(word == "interrupted", start)?
            }
            TokenKind::Word("Double" | "Float")
                if self.peek_at(1) == TokenKind::Sign(".") && self.function_of_bits(2).is_some() =>
            {
                self.bump();
                self.bump();
                self.bits()?
            }
            TokenKind::Word(_) if self.function_of_bits(0).is_some() => self.bits()?,
            TokenKind::Word(_)
                if self.peek_at(1) == TokenKind::Sign(".") && self.peek_at(3) == TokenKind::Sign("(") =>
            {
                self.access_with_value()?
            }
            _ => ExprKind::Local(self.name("an expression")?.text),
        };
        Ok(Expr { kind, span: self.span_from(start) })
    }

    fn access_with_value(&mut self) -> Parsed<ExprKind> {
        let access = self.access()?;
        if !access.method.has_value() {
            let message = format!("`{}` has no value", access.method.name);
            return Err(Diagnostic::error("no-value", access.span, message));
        }
        Ok(ExprKind::Access(Box::new(access)))
    }

    /// A number with a point, which herd's Java has not.
    fn floating(&self, bits: u64, is_double: bool, at: Span) -> Parsed<ExprKind> {
        match self.dialect {
            Dialect::Java => Ok(ExprKind::Floating { bits, is_double }),
            Dialect::Herd => {
                Err(Diagnostic::error("outside-language", at, "herd's Java has no floating-point numbers"))
            }
        }
    }

    /// A call that asks whether a thread was interrupted: the own one, or one that has a number.
    fn interrupted(&mut self, is_own: bool, start: Span) -> Parsed<ExprKind> {
        self.bump();
        self.bump();
        let thread = if is_own { None } else { Some(self.number("the number of a thread")?.0) };
        self.expect(")", "behind a call")?;
        let unknown = || Diagnostic::error("unknown-thread", start, "there is no such thread");
        let thread = thread.map(u32::try_from).transpose().map_err(|_| unknown())?;
        Ok(ExprKind::Interrupted { thread, span: self.span_from(start) })
    }

    /// The function of the bits of a number that is called so far ahead.
    fn function_of_bits(&self, ahead: usize) -> Option<Reinterpret> {
        let is_call = self.dialect == Dialect::Java && self.peek_at(ahead + 1) == TokenKind::Sign("(");
        Reinterpret::ALL.into_iter().find(|function| is_call && self.peek_at(ahead) == TokenKind::Word(function.name()))
    }

    /// `longBitsToDouble(e)`.
    fn bits(&mut self) -> Parsed<ExprKind> {
        let function = self.function_of_bits(0).ok_or_else(|| self.unexpected("a function of the bits of a number"))?;
        self.bump();
        self.bump();
        let inner = self.expression()?;
        self.expect(")", "behind the argument")?;
        Ok(ExprKind::Bits(function, Box::new(inner)))
    }

    fn check_range(&self, number: i64, span: source::Span) -> Parsed<()> {
        if self.dialect == Dialect::Herd || i32::try_from(number).is_ok() {
            return Ok(());
        }
        let error = Diagnostic::error("bad-number", span, format!("`{number}` does not fit into an `int`"));
        Err(error.help(format!("write `{number}L` for a `long`")))
    }

    /// `X.compareAndSet(0, 1)`; for a handle on an array the index of the cell comes first.
    pub(super) fn access(&mut self) -> Parsed<Access> {
        let start = self.span();
        let handle = self.name("a VarHandle")?;
        self.expect(".", "behind a VarHandle")?;
        let Name { text, span } = self.name("a method")?;
        let Some(&method) = METHODS.iter().find(|method| method.name == text) else {
            let known = METHODS.iter().map(|method| method.name);
            let error = Diagnostic::error("unknown-method", span, format!("VarHandles have no method `{text}` here"));
            let help = "known are get, set, compareAndSet, weakCompareAndSet, compareAndExchange, getAndSet, getAndAdd \
                        and getAndBitwiseOr, -And, -Xor in their modes";
            return Err(error.suggest(nearest(&text, known)).help(help));
        };
        self.expect("(", "behind a method")?;
        let mut arguments = Vec::new();
        while !self.is_sign(")") {
            arguments.push(self.expression()?);
            if !self.is_sign(")") {
                self.expect(",", "between arguments")?;
            }
        }
        self.bump();
        let whole = self.span_from(start);
        let (given, wanted) = (arguments.len(), method.arguments());
        let index = (given == wanted + 1 || given == wanted + 2).then(|| arguments.remove(0));
        let element = (given == wanted + 2).then(|| arguments.remove(0));
        if arguments.len() != wanted {
            let plural = if wanted == 1 { "" } else { "s" };
            let message = format!("`{}` takes {wanted} argument{plural}, not {given}", method.name);
            let error = Diagnostic::error("wrong-arguments", whole, message);
            return Err(error.help("one argument more, in front, is the index of an array's cell"));
        }
        Ok(Access { handle, index, element, method, arguments, span: whole })
    }
}

/// A number of type `long`.
fn long(number: i64, span: source::Span) -> Expr {
    let number = Expr { kind: ExprKind::Number(number), span };
    Expr { kind: ExprKind::Cast(Type::Long, Box::new(number)), span }
}
