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

use relation::IdVec;
use source::{Diagnostic, Span};

use crate::ir::{BindingId, ExprId, ExprKind, InstructionKind, Model, Unbound};

/// What is known of a binding's values, as messages name it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Described {
    /// What they are.
    pub(crate) kind: Option<&'static str>,
    /// Of a function: what it gives.
    pub(crate) result: Option<&'static str>,
}

/// What is known of each binding of a model.
pub(crate) fn described(model: &Model) -> IdVec<BindingId, Described> {
    infer::infer(model).described
}

impl Model {
    /// The names that nothing in the model or its vocabulary defines, each with an error at its first place: in all of the model's own file, and after `show`
    /// and `unshow`. Included files are for many models, and name what some of them have: there a name is an error when an execution comes to it. What a `try`
    /// guards is left out, as are the sets of events that declared tags stand for.
    pub fn undefined(&self) -> Vec<(String, Diagnostic)> {
        let has_unbound = self.exprs.iter().any(|expr| matches!(expr.kind, ExprKind::Unbound(_)));
        let mut undefined = if has_unbound { self.undefined_in_expressions() } else { Vec::new() };
        let unshown = self.unshown.iter().filter(|(name, _)| !self.is_known(name));
        undefined.extend(unshown.map(|(name, span)| (name.clone(), not_defined(name, *span))));
        undefined.sort_by_key(|(_, error)| error.span().map(order_of));
        undefined
    }

    fn undefined_in_expressions(&self) -> Vec<(String, Diagnostic)> {
        let unbound = |place: ExprId| match &self.exprs[place].kind {
            ExprKind::Unbound(unbound) => Some((unbound, self.exprs[place].span)),
            _ => None,
        };
        let used = infer::infer(self).undefined;
        let used = used.into_iter().filter_map(unbound);
        let used = used.filter(|(unbound, span)| span.source == self.source && !self.is_for_a_tag(&unbound.name));
        let help = "`try ... with ...` gives it a value for where it does not exist";
        let error = |unbound: &Unbound, span| unbound.advise(not_defined(&unbound.name, span)).help(help);
        let mut undefined: Vec<_> = used.map(|(unbound, span)| (unbound.name.clone(), error(unbound, span))).collect();
        // What is shown may be defined where `show` does not see it.
        let shown = self.shown.iter().filter_map(|&shown| unbound(shown));
        let shown = shown.filter(|(unbound, _)| !self.is_bound(&unbound.name) && !self.is_for_a_tag(&unbound.name));
        undefined.extend(shown.map(|(unbound, span)| (unbound.name.clone(), not_defined(&unbound.name, span))));
        undefined
    }

    fn is_bound(&self, name: &str) -> bool {
        self.bindings.iter().any(|binding| binding.name == name)
    }

    /// Whether something has this name, however far from where it is written.
    fn is_known(&self, name: &str) -> bool {
        let is_shown = || {
            let all = self.blocks.iter().flatten();
            all.filter_map(|instruction| match &instruction.kind {
                InstructionKind::Show(shown) => Some(shown),
                _ => None,
            })
            .any(|shown| shown.iter().any(|(shown, _)| shown == name))
        };
        self.vocabulary.find(name).is_some() || self.is_bound(name) || self.is_for_a_tag(name) || is_shown()
    }

    /// Whether this is the set of events, or the relation, that a declared tag stands for in a language that has the annotation.
    fn is_for_a_tag(&self, name: &str) -> bool {
        self.tags.iter().any(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// The mistakes of the model: errors where an operator, function or check is applied to the wrong kind of value; warnings for
    /// names that nothing defines (those that a `try` guards excepted), and, in the model's own file, for definitions that are never used
    /// or that hide another one.
    pub fn check(&self) -> Vec<Diagnostic> {
        let mut diagnostics = infer::infer(self).diagnostics;
        diagnostics.extend(names::check(self));
        diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(order_of));
        diagnostics
    }
}

fn not_defined(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("unbound-name", span, format!("`{name}` is not defined"))
}

/// Files as they were read, from top to bottom.
fn order_of(span: Span) -> (source::SourceId, u32) {
    (span.source, span.start)
}
