//! Instructions.

use super::{Parser, Result};
use crate::ast::{Check, CheckMode, ExprKind, Instruction, InstructionKind, Name, Pattern, Property};
use crate::lexer::{Keyword, Symbol, TokenKind};
use source::{Diagnostic, Span};

/// What is expected where an instruction begins.
pub(super) const INSTRUCTION: &str = "an instruction";

/// The words that an instruction can begin with.
pub(super) const BEGINNINGS: [Keyword; 20] = {
    use Keyword::{
        Acyclic, Assert, Call, Debug, Default, Empty, Enum, Flag, Forall, If, Include, Instructions, Irreflexive, Let,
        Match, Procedure, Show, UndefinedUnless, Unshow, With,
    };
    [
        Acyclic,
        Assert,
        Call,
        Debug,
        Default,
        Empty,
        Enum,
        Flag,
        Forall,
        If,
        Include,
        Instructions,
        Irreflexive,
        Let,
        Match,
        Procedure,
        Show,
        UndefinedUnless,
        Unshow,
        With,
    ]
};

/// Whether an instruction can begin with a token of this kind.
pub(super) fn begins_instruction(kind: TokenKind) -> bool {
    match kind {
        TokenKind::Symbol(symbol) => symbol == Symbol::Tilde,
        TokenKind::Keyword(keyword) => BEGINNINGS.contains(&keyword),
        _ => false,
    }
}

impl<'s> Parser<'s> {
    pub(super) fn instruction(&mut self) -> Result<Instruction<'s>> {
        let start = self.token().span;
        if !begins_instruction(self.kind()) {
            return Err(self.expected(INSTRUCTION));
        }
        let kind = match self.kind() {
            TokenKind::Keyword(Keyword::Let) => self.let_instruction()?,
            TokenKind::Keyword(Keyword::Show) => self.show()?,
            TokenKind::Keyword(Keyword::Unshow) => {
                self.bump();
                InstructionKind::Unshow(self.names()?)
            }
            TokenKind::Keyword(Keyword::Include) => self.include()?,
            TokenKind::Keyword(Keyword::Procedure) => self.procedure(start)?,
            TokenKind::Keyword(Keyword::Call) => self.call()?,
            TokenKind::Keyword(Keyword::Debug) => {
                self.bump();
                InstructionKind::Debug(self.expression()?)
            }
            TokenKind::Keyword(Keyword::Forall) => self.forall(start)?,
            TokenKind::Keyword(Keyword::With) => self.with_from()?,
            TokenKind::Keyword(Keyword::If) => self.if_variant(start)?,
            TokenKind::Keyword(Keyword::Match) => self.match_instruction(start)?,
            TokenKind::Keyword(Keyword::Enum) => self.enumeration()?,
            TokenKind::Keyword(Keyword::Instructions) => self.annotations(false)?,
            TokenKind::Keyword(Keyword::Default) => self.annotations(true)?,
            _ => self.check_instruction()?,
        };
        Ok(Instruction { span: self.span_from(start), kind })
    }

    /// Instructions up to `end`, `else`, `||` or the end of the file.
    fn block(&mut self) -> Result<Vec<Instruction<'s>>> {
        self.nested(|parser| {
            let mut instructions = Vec::new();
            loop {
                match parser.kind() {
                    TokenKind::Keyword(Keyword::End | Keyword::Else)
                    | TokenKind::Symbol(Symbol::DoubleBar)
                    | TokenKind::End => {
                        return Ok(instructions);
                    }
                    TokenKind::Keyword(Keyword::Enum) => {
                        let message = "an enumeration cannot stand inside another instruction";
                        let diagnostic = Diagnostic::error("inner-enum", parser.token().span, message);
                        return Err(parser.abandon(diagnostic.help("declare it before, at the top of the file")));
                    }
                    _ => instructions.push(parser.instruction()?),
                }
            }
        })
    }

    fn let_instruction(&mut self) -> Result<InstructionKind<'s>> {
        self.bump();
        let kind = if self.eat_keyword(Keyword::Rec) {
            let bindings = self.bindings()?;
            let when = if self.eat_keyword(Keyword::When) { Some(self.check()?) } else { None };
            InstructionKind::LetRec { bindings, when }
        } else {
            InstructionKind::Let(self.bindings()?)
        };
        self.eat_keyword(Keyword::In);
        Ok(kind)
    }

    fn check_instruction(&mut self) -> Result<InstructionKind<'s>> {
        let mode = match self.kind() {
            TokenKind::Keyword(Keyword::Flag) => CheckMode::Flag,
            TokenKind::Keyword(Keyword::UndefinedUnless) => CheckMode::UndefinedUnless,
            TokenKind::Keyword(Keyword::Assert) => CheckMode::Assert,
            _ => CheckMode::Require,
        };
        if mode != CheckMode::Require {
            self.bump();
        }
        Ok(InstructionKind::Check { mode, check: self.check()? })
    }

    /// `[~] property e [as name]`.
    fn check(&mut self) -> Result<Check<'s>> {
        let start = self.token().span;
        let negated = self.eat_symbol(Symbol::Tilde);
        let property = match self.kind() {
            TokenKind::Keyword(Keyword::Acyclic) => Property::Acyclic,
            TokenKind::Keyword(Keyword::Irreflexive) => Property::Irreflexive,
            TokenKind::Keyword(Keyword::Empty) => Property::Empty,
            _ => return Err(self.expected("`acyclic`, `irreflexive` or `empty`")),
        };
        self.bump();
        let argument = self.expression()?;
        let name = self.optional_name()?;
        Ok(Check { span: self.span_from(start), negated, property, argument, name })
    }

    fn optional_name(&mut self) -> Result<Option<Name<'s>>> {
        if self.eat_keyword(Keyword::As) { self.name("a name").map(Some) } else { Ok(None) }
    }

    fn names(&mut self) -> Result<Vec<Name<'s>>> {
        let mut names = vec![self.name("a name")?];
        while self.eat_symbol(Symbol::Comma) {
            names.push(self.name("a name")?);
        }
        Ok(names)
    }

    /// `show a, b` or `show e as n`: the same up to the first `,` or `as`.
    fn show(&mut self) -> Result<InstructionKind<'s>> {
        self.bump();
        let value = self.operation()?;
        if self.eat_keyword(Keyword::As) {
            return Ok(InstructionKind::ShowAs { value, name: self.name("a name")? });
        }
        let ExprKind::Name(first) = value.kind else { return Err(self.expected("`as` and a name to show it under")) };
        let mut names = vec![first];
        while self.eat_symbol(Symbol::Comma) {
            names.push(self.name("a name")?);
        }
        Ok(InstructionKind::Show(names))
    }

    fn include(&mut self) -> Result<InstructionKind<'s>> {
        self.bump();
        if self.is_at(TokenKind::Text) {
            Ok(InstructionKind::Include(self.take_text()))
        } else {
            Err(self.expected("a file in double quotes"))
        }
    }

    fn procedure(&mut self, start: Span) -> Result<InstructionKind<'s>> {
        self.bump();
        let recursive = self.eat_keyword(Keyword::Rec);
        let name = self.name("the name of a procedure")?;
        let parameter: Pattern = self.parameter()?;
        self.symbol(Symbol::Equal)?;
        let body = self.block()?;
        self.close_block("procedure", start)?;
        Ok(InstructionKind::Procedure { recursive, name, parameter, body })
    }

    fn call(&mut self) -> Result<InstructionKind<'s>> {
        self.bump();
        let procedure = self.name("the name of a procedure")?;
        let argument = self.enclosed("an argument, `()` if there is none")?;
        Ok(InstructionKind::Call { procedure, argument, name: self.optional_name()? })
    }

    fn forall(&mut self, start: Span) -> Result<InstructionKind<'s>> {
        self.bump();
        let name = self.name("a name")?;
        self.keyword(Keyword::In)?;
        let set = self.expression()?;
        self.keyword(Keyword::Do)?;
        let body = self.block()?;
        self.close_block("forall", start)?;
        Ok(InstructionKind::Forall { name, set, body })
    }

    fn with_from(&mut self) -> Result<InstructionKind<'s>> {
        self.bump();
        let name = self.name("a name")?;
        self.keyword(Keyword::From)?;
        Ok(InstructionKind::With { name, set: self.expression()? })
    }

    fn if_variant(&mut self, start: Span) -> Result<InstructionKind<'s>> {
        self.bump();
        let condition = self.variant_condition()?;
        let then = self.block()?;
        let otherwise = if self.eat_keyword(Keyword::Else) { self.block()? } else { Vec::new() };
        self.close_block("if", start)?;
        Ok(InstructionKind::If { condition, then, otherwise })
    }

    fn match_instruction(&mut self, start: Span) -> Result<InstructionKind<'s>> {
        self.bump();
        let subject = self.expression()?;
        self.keyword(Keyword::With)?;
        self.eat_symbol(Symbol::DoubleBar);
        let mut clauses = Vec::new();
        let mut default = None;
        loop {
            if self.eat_symbol(Symbol::Underscore) {
                self.symbol(Symbol::Arrow)?;
                default = Some(self.block()?);
            } else if self.is_at(TokenKind::Tag) {
                let tag = self.take_tag();
                self.symbol(Symbol::Arrow)?;
                clauses.push((tag, self.block()?));
            } else {
                return Err(self.expected("a tag or `_`"));
            }
            if default.is_some() || !self.eat_symbol(Symbol::DoubleBar) {
                break;
            }
        }
        self.close_block("match", start)?;
        Ok(InstructionKind::Match { subject, clauses, default })
    }

    fn enumeration(&mut self) -> Result<InstructionKind<'s>> {
        self.bump();
        let name = self.name("the name of the enumeration")?;
        self.symbol(Symbol::Equal)?;
        self.eat_symbol(Symbol::DoubleBar);
        let mut tags = Vec::new();
        loop {
            if !self.is_at(TokenKind::Tag) {
                return Err(self.expected("a tag"));
            }
            tags.push(self.take_tag());
            if !self.eat_symbol(Symbol::DoubleBar) {
                return Ok(InstructionKind::Enum { name, tags });
            }
        }
    }

    fn annotations(&mut self, default: bool) -> Result<InstructionKind<'s>> {
        self.bump();
        let instruction = self.name("a kind of instruction")?;
        self.symbol(Symbol::OpenBracket)?;
        let places = self.elements()?;
        self.symbol(Symbol::CloseBracket)?;
        Ok(InstructionKind::Annotations { instruction, places, default })
    }
}
