//! Compiling a model: running it when no candidate is known yet.
//!
//! A model is evaluated once, with nodes of a graph (a [`plan::Plan`]) in the place of sets and relations. Functions are applied, variants and matches on
//! tags decided, recursion on known sets unrolled, `let rec` made a fixpoint or a closure; what is left are operators on events, the checks on
//! their results, and the choices of `with`. Definitions stay lazy: what nothing asks for is not compiled.
//!
//! Not every model can be compiled. What the text of a model does not decide (a `match` on events, sets of sets other than the orders
//! below, an error that some candidates reach) is left to the interpreter, as is the whole model then: [`Outside`] names what and where.
//! The choices that can be compiled are those from total orders, `linearisations(s, r)`, and from the product of such orders over the
//! locations. The latter is a program in cat; it is known by what it computes ([`shape`]), never by its name.
//!
//! Deviation from the interpreter: none in verdicts and flags. Limits on steps do not apply, since compiled models have no loops but closures
//! and fixpoints over events.

mod apply;
mod builder;
mod expression;
pub(crate) mod forced;
mod instruction;
mod kindless;
pub mod plan;
mod products;
mod shape;
#[cfg(test)]
mod simplification;
mod value;

use std::rc::Rc;

use source::Span;

use crate::ir::{ExprId, Model};
use crate::{BaseId, Phase};
use builder::Builder;
use plan::Plan;
use value::{Frame, Value};

/// Why a model is not compiled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Outside {
    /// What in the model is in the way.
    pub span: Span,
    /// What it does that cannot be compiled.
    pub reason: String,
}

/// How deep calls may be in calls while a model is compiled; a recursion that the model's text does not end goes deeper.
const DEPTH: usize = 150;

/// How many expressions may be evaluated while a model is compiled.
const STEPS: usize = 1_000_000;

/// Why an expression has no value here.
#[derive(Clone, Debug)]
enum Stop {
    /// Its evaluation fails, whatever the candidate is.
    Error(Outside),
    /// That depends on the candidate, or is beyond this compiler.
    Outside(Outside),
}

type Outcome<T> = Result<T, Stop>;

/// Compiles `model`; `phase` says when a word of the vocabulary is known.
pub(crate) fn compile(model: &Model, phase: &dyn Fn(BaseId) -> Phase) -> Result<Plan, Outside> {
    let mut compiler = Compiler {
        model,
        phase,
        builder: Builder::new(),
        frame: Frame::new(None, model.frame_size),
        depth: 0,
        steps: 0,
        flags: Vec::new(),
    };
    match compiler.block(model.main) {
        Ok(()) => Ok(compiler.builder.plan),
        Err(Stop::Error(outside) | Stop::Outside(outside)) => Err(outside),
    }
}

struct Compiler<'m> {
    model: &'m Model,
    phase: &'m dyn Fn(BaseId) -> Phase,
    builder: Builder,
    /// The names that the expression at hand can see.
    frame: Rc<Frame>,
    depth: usize,
    steps: usize,
    /// The names of flags, by number.
    flags: Vec<String>,
}

impl Compiler<'_> {
    fn span(&self, expr: ExprId) -> Span {
        self.model.exprs[expr].span
    }

    /// The interpreter fails here on every candidate that gets this far.
    fn error<T>(&self, expr: ExprId, reason: impl Into<String>) -> Outcome<T> {
        Err(Stop::Error(Outside { span: self.span(expr), reason: reason.into() }))
    }

    fn outside<T>(&self, expr: ExprId, reason: impl Into<String>) -> Outcome<T> {
        Err(Stop::Outside(Outside { span: self.span(expr), reason: reason.into() }))
    }

    /// A value of the wrong kind: an error, unless it may be an empty sequence, which fits everywhere, or is not what it stands for.
    fn misfit<T>(&self, expr: ExprId, expected: &str, found: &Value) -> Outcome<T> {
        let reason = format!("expected {expected}, found {}", found.kind());
        match found {
            Value::Node(_) | Value::Class(_) => self.outside(expr, reason),
            _ => self.error(expr, reason),
        }
    }

    /// Counts one more evaluation inside the current one; [`Compiler::leave`] ends it.
    fn enter(&mut self, expr: ExprId) -> Outcome<()> {
        self.depth += 1;
        self.steps += 1;
        // Depth counts expressions, of which a call has several within one another.
        if self.depth > DEPTH * 8 || self.steps > STEPS {
            return self.outside(expr, "a recursion whose end depends on the candidate");
        }
        Ok(())
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }
}
