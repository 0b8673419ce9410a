//! Expressions (C11 6.5), by precedence climbing.

use source::Span;

use super::{Parsed, Parser, Reported};
use crate::c::ast::{Argument, AtomicOperator, Binary, Call, Expr, ExprKind, Name, Unary};
use crate::c::ctype::CType;
use crate::c::lexer::{TokenKind, constant};

/// What an infix operator builds.
#[derive(Clone, Copy)]
enum Infix {
    Binary(Binary),
    Logical { and: bool },
}

/// Infix operators with their precedences; a higher one binds tighter. All associate to the left.
const INFIX: [(&str, u8, Infix); 18] = [
    ("||", 1, Infix::Logical { and: false }),
    ("&&", 2, Infix::Logical { and: true }),
    ("|", 3, Infix::Binary(Binary::Or)),
    ("^", 4, Infix::Binary(Binary::Xor)),
    ("&", 5, Infix::Binary(Binary::And)),
    ("==", 6, Infix::Binary(Binary::Equal)),
    ("!=", 6, Infix::Binary(Binary::NotEqual)),
    ("<", 7, Infix::Binary(Binary::Less)),
    (">", 7, Infix::Binary(Binary::Greater)),
    ("<=", 7, Infix::Binary(Binary::LessEqual)),
    (">=", 7, Infix::Binary(Binary::GreaterEqual)),
    ("<<", 8, Infix::Binary(Binary::ShiftLeft)),
    (">>", 8, Infix::Binary(Binary::ShiftRight)),
    ("+", 9, Infix::Binary(Binary::Add)),
    ("-", 9, Infix::Binary(Binary::Subtract)),
    ("*", 10, Infix::Binary(Binary::Multiply)),
    ("/", 10, Infix::Binary(Binary::Divide)),
    ("%", 10, Infix::Binary(Binary::Remainder)),
];

/// Assignment operators; `None` is `=`.
const ASSIGN: [(&str, Option<Binary>); 11] = [
    ("=", None),
    ("*=", Some(Binary::Multiply)),
    ("/=", Some(Binary::Divide)),
    ("%=", Some(Binary::Remainder)),
    ("+=", Some(Binary::Add)),
    ("-=", Some(Binary::Subtract)),
    ("<<=", Some(Binary::ShiftLeft)),
    (">>=", Some(Binary::ShiftRight)),
    ("&=", Some(Binary::And)),
    ("^=", Some(Binary::Xor)),
    ("|=", Some(Binary::Or)),
];

/// Operators that stand as arguments of the `__atomic_...` primitives.
const ATOMIC_OPERATORS: [(&str, AtomicOperator); 5] = [
    ("+", AtomicOperator::Add),
    ("-", AtomicOperator::Subtract),
    ("&", AtomicOperator::And),
    ("|", AtomicOperator::Or),
    ("^", AtomicOperator::Xor),
];

impl<'n> Parser<'_, 'n> {
    /// An expression with commas.
    pub(crate) fn expression(&mut self) -> Parsed<Expr<'n>> {
        let mut left = self.assignment_expression()?;
        while self.eat_sign(",") {
            let right = self.assignment_expression()?;
            let span = left.span.to(right.span);
            left = self.expr(ExprKind::Comma(Box::new(left), Box::new(right)), span)?;
        }
        Ok(left)
    }

    /// An expression without commas outside parentheses.
    pub(super) fn assignment_expression(&mut self) -> Parsed<Expr<'n>> {
        self.nested(|parser| {
            if parser.is_operand_alone() {
                return parser.primary();
            }
            let left = parser.conditional()?;
            let TokenKind::Sign(sign) = parser.peek() else { return Ok(left) };
            if !sign.ends_with('=') {
                return Ok(left);
            }
            let Some(&(_, operator)) = ASSIGN.iter().find(|(text, _)| *text == sign) else { return Ok(left) };
            parser.bump();
            let value = parser.assignment_expression()?;
            let span = left.span.to(value.span);
            let kind = ExprKind::Assign { operator, target: Box::new(left), value: Box::new(value) };
            parser.expr(kind, span)
        })
    }

    /// Whether a name or a number comes and nothing behind it, as in most arguments: then no operator is looked for.
    fn is_operand_alone(&self) -> bool {
        let is_operand = match self.peek() {
            TokenKind::Word(word) => !matches!(word, "sizeof" | "_Alignof"),
            kind => matches!(kind, TokenKind::Number(..)),
        };
        is_operand && matches!(self.peek_at(1), TokenKind::Sign("," | ")" | ";"))
    }

    fn conditional(&mut self) -> Parsed<Expr<'n>> {
        let condition = self.infix(1);
        if condition.is_err() || !self.eat_sign("?") {
            return condition;
        }
        let condition = condition?;
        let then = self.nested(Parser::expression)?;
        self.expect(":", "between the branches of `?`")?;
        let otherwise = self.nested(Parser::conditional)?;
        let span = condition.span.to(otherwise.span);
        let kind = ExprKind::Conditional {
            condition: Box::new(condition),
            then: Box::new(then),
            otherwise: Box::new(otherwise),
        };
        self.expr(kind, span)
    }

    /// Operators that bind at least as tight as `least`.
    fn infix(&mut self, least: u8) -> Parsed<Expr<'n>> {
        let mut left = self.prefix()?;
        while let TokenKind::Sign(sign) = self.peek() {
            // What mostly ends an expression needs no search.
            if matches!(sign, ")" | "," | ";") {
                break;
            }
            let found = INFIX.iter().find(|(text, precedence, _)| *text == sign && *precedence >= least);
            let Some(&(_, precedence, infix)) = found else { break };
            self.bump();
            let right = self.infix(precedence + 1)?;
            let span = left.span.to(right.span);
            let (left_side, right) = (Box::new(left), Box::new(right));
            let kind = match infix {
                Infix::Binary(operator) => ExprKind::Binary(operator, left_side, right),
                Infix::Logical { and } => ExprKind::Logical { and, left: left_side, right },
            };
            left = self.expr(kind, span)?;
        }
        Ok(left)
    }

    fn prefix(&mut self) -> Parsed<Expr<'n>> {
        self.nested(|parser| {
            let start = parser.span();
            let sign = match parser.peek() {
                TokenKind::Sign(sign) => sign,
                TokenKind::Word("sizeof" | "_Alignof") => return parser.size_of(),
                _ => return parser.postfix(),
            };
            if sign == "(" && parser.is_type_at(1) {
                return parser.cast();
            }
            if !matches!(sign, "+" | "-" | "!" | "~" | "*" | "&" | "++" | "--") {
                return parser.postfix();
            }
            parser.bump();
            let inner = Box::new(parser.prefix()?);
            let span = start.to(inner.span);
            let kind = match sign {
                "+" => ExprKind::Unary(Unary::Plus, inner),
                "-" => ExprKind::Unary(Unary::Minus, inner),
                "!" => ExprKind::Unary(Unary::Not, inner),
                "~" => ExprKind::Unary(Unary::Complement, inner),
                "*" => ExprKind::Dereference(inner),
                "&" => ExprKind::AddressOf(inner),
                sign => ExprKind::Step { increment: sign == "++", prefix: true, target: inner },
            };
            parser.expr(kind, span)
        })
    }

    fn cast(&mut self) -> Parsed<Expr<'n>> {
        let start = self.span();
        self.bump();
        let ctype = self.type_name()?;
        self.expect(")", "behind the type")?;
        let inner = self.prefix()?;
        let span = start.to(inner.span);
        self.expr(ExprKind::Cast(Box::new(ctype), Box::new(inner)), span)
    }

    /// `sizeof (int)`; of an expression only where it is a type in parentheses.
    fn size_of(&mut self) -> Parsed<Expr<'n>> {
        let start = self.span();
        self.bump();
        if !self.is_sign("(") || !self.is_type_at(1) {
            return Err(self.unexpected("a type in parentheses behind `sizeof`"));
        }
        self.bump();
        let ctype: CType = self.type_name()?;
        self.expect(")", "behind the type")?;
        let span = self.span_from(start);
        self.expr(ExprKind::SizeOfType(Box::new(ctype)), span)
    }

    fn postfix(&mut self) -> Parsed<Expr<'n>> {
        let mut left = self.primary()?;
        loop {
            let start = left.span;
            let kind = if self.eat_sign("[") {
                let index = self.nested(Parser::expression)?;
                self.expect("]", "behind the index")?;
                ExprKind::Index(Box::new(left), Box::new(index))
            } else if self.is_sign("++") || self.is_sign("--") {
                let increment = self.bump() == TokenKind::Sign("++");
                ExprKind::Step { increment, prefix: false, target: Box::new(left) }
            } else if self.is_sign(".") || self.is_sign("->") {
                left = self.member(left)?;
                continue;
            } else {
                return Ok(left);
            };
            let span = self.span_from(start);
            left = self.expr(kind, span)?;
        }
    }

    fn primary(&mut self) -> Parsed<Expr<'n>> {
        let start = self.span();
        match self.peek() {
            TokenKind::Number(text) => {
                self.advance();
                // A wrong number is no token.
                let number = constant(text).map_err(|_| Reported)?;
                Ok(Expr::leaf(ExprKind::Number(number), start))
            }
            TokenKind::Sign("(") => {
                self.bump();
                let inner = self.nested(Parser::expression)?;
                self.expect(")", "to close the parenthesis")?;
                let span = self.span_from(start);
                Ok(Expr { span, ..inner })
            }
            TokenKind::Word(_) => self.named(start),
            _ => Err(self.unexpected("an expression")),
        }
    }

    /// A name, qualified or not, or a call.
    fn named(&mut self, start: Span) -> Parsed<Expr<'n>> {
        let mut name = self.name("a name")?;
        while self.eat_sign("::") {
            let next = self.name("a name behind `::`")?;
            name = Name { text: format!("{}::{}", name.text, next.text).into(), span: name.span.to(next.span) };
        }
        if matches!(&*name.text, "std::atomic_ref" | "atomic_ref") {
            return self.reference(name.span);
        }
        let annotations =
            if name.text.starts_with("__") && self.eat_sign("{") { Some(self.annotations()?) } else { None };
        if annotations.is_some() && !self.is_sign("(") {
            // `__fence{mb};`
            let span = self.span_from(start);
            return self.expr(ExprKind::Call(Box::new(Call::new(name, annotations, Vec::new()))), span);
        }
        if let Some((_, known)) = self.references.iter().rev().find(|(known, _)| *known == name.text) {
            return Ok(known.clone());
        }
        if !self.eat_sign("(") {
            return Ok(Expr::leaf(ExprKind::Name(name.text), name.span));
        }
        let arguments = self.nested(Parser::arguments)?;
        let span = self.span_from(start);
        self.expr(ExprKind::Call(Box::new(Call::new(name, annotations, arguments))), span)
    }

    /// `once, release}`: words that may be joined by hyphens.
    fn annotations(&mut self) -> Parsed<Vec<Name<'n>>> {
        let mut all = Vec::new();
        loop {
            let mut word = self.name("an annotation")?;
            while self.eat_sign("-") {
                let next = self.name("the rest of the annotation")?;
                word = Name { text: format!("{}-{}", word.text, next.text).into(), span: word.span.to(next.span) };
            }
            all.push(word);
            if self.eat_sign("}") {
                return Ok(all);
            }
            self.expect(",", "between annotations")?;
        }
    }

    /// Up to and with the closing parenthesis.
    pub(super) fn arguments(&mut self) -> Parsed<Vec<Argument<'n>>> {
        if self.eat_sign(")") {
            return Ok(Vec::new());
        }
        let mut all = Vec::with_capacity(4);
        loop {
            all.push(match self.operator_argument() {
                Some(operator) => operator,
                None => Argument::Expr(self.assignment_expression()?),
            });
            if self.eat_sign(")") {
                return Ok(all);
            }
            self.expect(",", "between arguments")?;
        }
    }

    /// An operator that is an argument all by itself.
    fn operator_argument(&mut self) -> Option<Argument<'n>> {
        let TokenKind::Sign(sign) = self.peek() else { return None };
        let &(_, operator) = ATOMIC_OPERATORS.iter().find(|(text, _)| *text == sign)?;
        let span = self.span();
        let ends = |token| matches!(token, TokenKind::Sign("," | ")"));
        if ends(self.peek_at(1)) {
            self.advance();
            return Some(Argument::Operator(operator, span));
        }
        if sign == "&" && self.peek_at(1) == TokenKind::Sign("~") && ends(self.peek_at(2)) {
            self.advance();
            self.advance();
            let span = self.span_from(span);
            return Some(Argument::Operator(AtomicOperator::AndNot, span));
        }
        None
    }
}
