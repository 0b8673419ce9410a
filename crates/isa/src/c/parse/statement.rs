//! Statements (C11 6.8). `switch`, `goto` and labels are refused.

use source::{Diagnostic, Span};

use super::{Parsed, Parser, Reported};
use crate::c::ast::{For, Statement, StatementKind};
use crate::c::lexer::TokenKind;

impl<'n> Parser<'_, 'n> {
    /// Statements up to a closing brace (not read) or the end.
    pub(crate) fn statements(&mut self) -> Vec<Statement<'n>> {
        // Few blocks have more.
        let mut all = Vec::with_capacity(4);
        let known = self.references.len();
        while !self.is_sign("}") && !self.is_at_end() {
            let before = self.span();
            match self.statement() {
                Ok(statement) => all.push(statement),
                Err(Reported) => self.skip_statement(before),
            }
        }
        self.references.truncate(known);
        all
    }

    /// `{...}`, if a brace comes next.
    pub(crate) fn braced_statements(&mut self) -> Parsed<Option<Vec<Statement<'n>>>> {
        if !self.is_sign("{") {
            return Ok(None);
        }
        match self.block()? {
            StatementKind::Block(all) => Ok(Some(all)),
            _ => Ok(None),
        }
    }

    /// Goes to the end of a statement in which something was wrong: behind the next semicolon, or behind a block.
    fn skip_statement(&mut self, before: Span) {
        if self.span() == before && !self.is_sign("{") {
            self.bump();
        }
        let mut depth = 0_usize;
        loop {
            match self.peek() {
                TokenKind::End => return,
                TokenKind::Sign("}") if depth == 0 => return,
                TokenKind::Sign("{") => depth += 1,
                TokenKind::Sign("}") => depth -= 1,
                TokenKind::Sign(";") if depth == 0 => {
                    self.bump();
                    return;
                }
                _ => {}
            }
            if self.bump() == TokenKind::Sign("}") && depth == 0 {
                return;
            }
        }
    }

    /// One statement or declaration.
    fn statement(&mut self) -> Parsed<Statement<'n>> {
        self.nested(|parser| {
            let start = parser.span();
            let kind = parser.statement_kind()?;
            Ok(Statement { kind, span: parser.span_from(start) })
        })
    }

    fn statement_kind(&mut self) -> Parsed<StatementKind<'n>> {
        if self.eat_sign(";") {
            return Ok(StatementKind::Empty);
        }
        if self.is_sign("{") {
            return self.block();
        }
        if let TokenKind::Word(word) = self.peek() {
            match word {
                "if" => return self.if_statement(),
                "while" => return self.while_statement(),
                "do" => return self.do_statement(),
                "for" => return self.for_statement(),
                "return" => return self.return_statement(),
                "break" | "continue" => {
                    self.bump();
                    self.expect(";", &format!("behind `{word}`"))?;
                    return Ok(if word == "break" { StatementKind::Break } else { StatementKind::Continue });
                }
                "switch" | "goto" | "case" | "default" | "else" => return Err(self.refuse_keyword(word)),
                _ if self.peek_at(1) == TokenKind::Sign(":") => {
                    return Err(self.error("not-supported", self.span(), "labels are not supported"));
                }
                _ => {}
            }
        }
        if self.is_type() || self.is_word("register") {
            let declarators = self.declarators()?;
            self.end_of_statement("the declaration")?;
            return Ok(StatementKind::Declaration(declarators));
        }
        if let Some(reported) = self.misspelt_type() {
            return Err(reported);
        }
        let expr = self.expression()?;
        let is_declaration = std::mem::take(&mut self.has_declared);
        self.end_of_statement("the expression")?;
        Ok(if is_declaration { StatementKind::Empty } else { StatementKind::Expression(expr) })
    }

    fn end_of_statement(&mut self, what: &str) -> Parsed<()> {
        if self.eat_sign(";") {
            return Ok(());
        }
        // The place to look at is where the statement ends, not where the next one begins.
        let span = self.last.end_point();
        let diagnostic = Diagnostic::error("missing-semicolon", span, format!("`;` is missing behind {what}"));
        self.diagnostics.push(diagnostic);
        // When the next line begins a statement, only the semicolon is missing.
        if self.is_sign("}") || matches!(self.peek(), TokenKind::Word(_)) { Ok(()) } else { Err(Reported) }
    }

    fn refuse_keyword(&mut self, word: &str) -> Reported {
        if word == "else" {
            return self.error("unexpected-token", self.span(), "`else` without `if`");
        }
        let message = format!("`{word}` is not supported");
        let diagnostic = Diagnostic::error("not-supported", self.span(), message);
        self.report(diagnostic.help("write it with `if` and `while`"))
    }

    /// Two words where a statement begins: the first one was meant as a type.
    fn misspelt_type(&mut self) -> Option<Reported> {
        let two_words = matches!((self.peek(), self.peek_at(1)), (TokenKind::Word(_), TokenKind::Word(_)));
        if !two_words {
            return None;
        }
        self.base_with_qualifiers().err()
    }

    fn block(&mut self) -> Parsed<StatementKind<'n>> {
        let opening = self.span();
        self.bump();
        let all = self.statements();
        if self.eat_sign("}") {
            return Ok(StatementKind::Block(all));
        }
        Err(self.error("unclosed-brace", opening, "this brace is not closed"))
    }

    fn if_statement(&mut self) -> Parsed<StatementKind<'n>> {
        self.bump();
        self.expect("(", "behind `if`")?;
        let condition = self.expression()?;
        self.expect(")", "behind the condition")?;
        let then = Box::new(self.statement()?);
        let otherwise = if self.eat_word("else") { Some(Box::new(self.statement()?)) } else { None };
        Ok(StatementKind::If { condition, then, otherwise })
    }

    fn while_statement(&mut self) -> Parsed<StatementKind<'n>> {
        self.bump();
        self.expect("(", "behind `while`")?;
        let condition = self.expression()?;
        self.expect(")", "behind the condition")?;
        let body = Box::new(self.statement()?);
        Ok(StatementKind::While { condition, body })
    }

    fn do_statement(&mut self) -> Parsed<StatementKind<'n>> {
        self.bump();
        let body = Box::new(self.statement()?);
        if !self.eat_word("while") {
            return Err(self.unexpected("`while` behind the body of `do`"));
        }
        self.expect("(", "behind `while`")?;
        let condition = self.expression()?;
        self.expect(")", "behind the condition")?;
        self.end_of_statement("`do ... while`")?;
        Ok(StatementKind::DoWhile { body, condition })
    }

    fn for_statement(&mut self) -> Parsed<StatementKind<'n>> {
        self.bump();
        self.expect("(", "behind `for`")?;
        let start = self.span();
        let init = if self.is_sign(";") {
            None
        } else if self.is_type() {
            Some(StatementKind::Declaration(self.declarators()?))
        } else {
            Some(StatementKind::Expression(self.expression()?))
        };
        let init = init.map(|kind| Statement { kind, span: self.span_from(start) });
        self.expect(";", "behind the first part of `for`")?;
        let condition = if self.is_sign(";") { None } else { Some(self.expression()?) };
        self.expect(";", "behind the condition of `for`")?;
        let step = if self.is_sign(")") { None } else { Some(self.expression()?) };
        self.expect(")", "behind the last part of `for`")?;
        let body = self.statement()?;
        Ok(StatementKind::For(Box::new(For { init, condition, step, body })))
    }

    fn return_statement(&mut self) -> Parsed<StatementKind<'n>> {
        self.bump();
        let value = if self.is_sign(";") { None } else { Some(self.expression()?) };
        self.end_of_statement("`return`")?;
        Ok(StatementKind::Return(value))
    }
}
