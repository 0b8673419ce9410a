//! What can be said about a model without running it.
//!
//! Kinds (set, relation, tag, function, ...) are found by evaluating the model on kinds instead of values; a function is looked at anew for each
//! call, with the kinds of its arguments. What is not known is never complained about, so every error reported is one that an execution would
//! meet that gets there. Names are checked by the resolver's account of them.

mod infer;
mod names;
mod operators;
mod recursion;
mod value_kind;

use source::{Diagnostic, Span};

use crate::ir::{ExprKind, Model};

impl Model {
    /// What `show` names and nothing in the model or its vocabulary defines, however far from there.
    pub fn unknown_shown(&self) -> impl Iterator<Item = (&str, Span)> {
        let is_defined = |name: &str| self.bindings.iter().any(|binding| binding.name == name);
        let unbound = self.shown.iter().filter_map(|&shown| match &self.exprs[shown].kind {
            ExprKind::Unbound(unbound) => Some((unbound.name.as_str(), self.exprs[shown].span)),
            _ => None,
        });
        unbound.filter(move |(name, _)| !is_defined(name))
    }

    /// The mistakes of the model: errors where an operator, function or check is applied to the wrong kind of value; warnings for
    /// names that nothing defines (those that a `try` guards excepted), and, in the model's own file, for definitions that are never used
    /// or that hide another one.
    pub fn check(&self) -> Vec<Diagnostic> {
        let mut diagnostics = infer::infer(self);
        diagnostics.extend(names::check(self));
        diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(order_of));
        diagnostics
    }
}

/// Files as they were read, from top to bottom.
fn order_of(span: Span) -> (source::SourceId, u32) {
    (span.source, span.start)
}
