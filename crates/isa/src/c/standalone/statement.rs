//! Statements.

use rustc_hash::FxHashMap;

use super::{Writer, Written};
use crate::c::ast::{Expr, For, Statement, StatementKind};

impl Writer<'_> {
    pub(super) fn statement(&mut self, statement: &Statement<'_>) -> Written<()> {
        match &statement.kind {
            StatementKind::Empty => {}
            StatementKind::Expression(expr) => {
                let text = self.expr(expr)?;
                self.line(&format!("{text};"));
            }
            StatementKind::Declaration(declarators) => {
                for declarator in declarators {
                    let local = self.add_local(&declarator.name.text, &declarator.ctype, declarator.name.span)?;
                    if let Some(value) = &declarator.value {
                        let ctype = self.locals[local].ctype.clone();
                        let value = self.converted(&ctype.value(), value)?;
                        self.line(&format!("{} = {value};", self.locals[local].identifier));
                    }
                }
            }
            StatementKind::Block(_) => {
                self.line("{");
                self.inner(statement)?;
                self.line("}");
            }
            StatementKind::If { condition, then, otherwise } => {
                let condition = self.expr(condition)?;
                self.line(&format!("if ({condition}) {{"));
                self.inner(then)?;
                if let Some(otherwise) = otherwise {
                    self.line("} else {");
                    self.inner(otherwise)?;
                }
                self.line("}");
            }
            StatementKind::While { condition, body } => {
                let condition = self.expr(condition)?;
                self.line(&format!("while ({condition}) {{"));
                self.inner(body)?;
                self.line("}");
            }
            StatementKind::DoWhile { body, condition } => {
                self.line("do {");
                self.inner(body)?;
                let condition = self.expr(condition)?;
                self.line(&format!("}} while ({condition});"));
            }
            StatementKind::For(it) => {
                self.scopes.push(FxHashMap::default());
                let written = self.for_loop(it);
                self.scopes.pop();
                written?;
            }
            StatementKind::Break => self.line("break;"),
            StatementKind::Continue => self.line("continue;"),
            StatementKind::Return(value) => {
                if let Some(value) = value {
                    let value = self.expr(value)?;
                    self.line(&format!("{value};"));
                }
                self.line("goto done;");
                self.jumps_to_end = true;
            }
        }
        Ok(())
    }

    fn for_loop(&mut self, it: &For<'_>) -> Written<()> {
        let For { init, condition, step, body } = it;
        // What a declaration there sets is set before the loop.
        if let Some(init) = init {
            self.statement(init)?;
        }
        let mut optional = |expr: &Option<Expr>| expr.as_ref().map_or(Ok(String::new()), |expr| self.expr(expr));
        let (condition, step) = (optional(condition)?, optional(step)?);
        self.line(&format!("for (; {condition}; {step}) {{"));
        self.inner(body)?;
        self.line("}");
        Ok(())
    }

    /// A statement with a block of its own around it, whose braces stand already.
    fn inner(&mut self, statement: &Statement<'_>) -> Written<()> {
        self.scopes.push(FxHashMap::default());
        self.depth += 1;
        let written = match &statement.kind {
            StatementKind::Block(all) => all.iter().try_for_each(|inner| self.statement(inner)),
            _ => self.statement(statement),
        };
        self.depth -= 1;
        self.scopes.pop();
        written
    }

    fn line(&mut self, text: &str) {
        self.body.push_str(&"  ".repeat(self.depth));
        self.body.push_str(text);
        self.body.push('\n');
    }
}
