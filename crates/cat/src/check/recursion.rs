//! Recursive definitions of values that are not what they look like.
//!
//! `let rec` gives the value that iteration from the empty set comes to. That is the least solution where a definition grows with the names that it
//! defines, and anything where it does not; and it is empty where every way to a pair needs another one first.

use source::Diagnostic;

use crate::ast::{Operator, UnaryOperator};
use crate::ir::{BindingId, Definition, ExprId, ExprKind, Model, Target};

impl Model {
    /// Warnings of recursive definitions that shrink with what they define, and of those that are empty whatever the candidate.
    pub fn suspicious_recursion(&self) -> Vec<Diagnostic> {
        self.groups
            .iter()
            .flat_map(|group| RecursiveValues { model: self, names: names(&group.values) }.check(&group.values))
            .collect()
    }
}

/// What definitions define.
fn names(definitions: &[Definition]) -> Vec<BindingId> {
    let defined = |definition: &Definition| match &definition.target {
        Target::One(Some(place)) => Some(place.binding),
        Target::One(None) | Target::Tuple { .. } => None,
    };
    definitions.iter().filter_map(defined).collect()
}

struct RecursiveValues<'m> {
    model: &'m Model,
    /// What the group defines.
    names: Vec<BindingId>,
}

impl RecursiveValues<'_> {
    fn check(&self, definitions: &[Definition]) -> Vec<Diagnostic> {
        let shrinking = definitions.iter().filter_map(|definition| self.shrinks(definition.value, false));
        let mut found: Vec<Diagnostic> = shrinking.map(|place| self.not_monotone(place)).collect();
        if found.is_empty()
            && let Some(first) = definitions.first()
            && definitions.iter().any(|definition| self.mentions(definition.value))
            && definitions.iter().all(|definition| self.is_empty(definition.value))
        {
            let message = format!("`{}` is always empty: it is made of nothing but itself", self.name_of(first));
            let span = self.model.exprs[first.value].span;
            found.push(
                Diagnostic::warning("empty-recursion", span, message).help("iteration begins with the empty set"),
            );
        }
        found
    }

    fn name_of(&self, definition: &Definition) -> &str {
        match &definition.target {
            Target::One(Some(place)) => &self.model.bindings[place.binding].name,
            Target::One(None) | Target::Tuple { .. } => "_",
        }
    }

    fn not_monotone(&self, place: ExprId) -> Diagnostic {
        let message = "a recursive definition that shrinks when this grows has no least solution";
        let span = self.model.exprs[place].span;
        Diagnostic::warning("not-monotone", span, message)
            .label(span, "behind `\\` or `~`, in its own definition")
            .help("its value is what iteration from the empty set comes to when nothing is added")
    }

    fn is_own(&self, expr: ExprId) -> bool {
        matches!(&self.model.exprs[expr].kind, ExprKind::Local { binding, .. } if self.names.contains(binding))
    }

    /// The first place where the group's own names stand behind `\` or `~`, an odd number of times.
    fn shrinks(&self, expr: ExprId, is_negative: bool) -> Option<ExprId> {
        match &self.model.exprs[expr].kind {
            ExprKind::Local { .. } => (is_negative && self.is_own(expr)).then_some(expr),
            ExprKind::Operation(Operator::Difference, parts) => {
                let (first, rest) = parts.split_first()?;
                let behind = || rest.iter().find_map(|&part| self.shrinks(part, !is_negative));
                self.shrinks(*first, is_negative).or_else(behind)
            }
            ExprKind::Operation(_, parts) | ExprKind::Set(parts) | ExprKind::Tuple(parts) => {
                parts.iter().find_map(|&part| self.shrinks(part, is_negative))
            }
            &ExprKind::Unary(operator, operand) => {
                self.shrinks(operand, is_negative != (operator == UnaryOperator::Complement))
            }
            _ => None,
        }
    }

    /// Whether the group's own names stand in it where [`RecursiveValues::is_empty`] looks.
    fn mentions(&self, expr: ExprId) -> bool {
        match &self.model.exprs[expr].kind {
            ExprKind::Local { .. } => self.is_own(expr),
            ExprKind::Operation(_, parts) => parts.iter().any(|&part| self.mentions(part)),
            &ExprKind::Unary(_, operand) => self.mentions(operand),
            _ => false,
        }
    }

    /// Whether it is empty while the group's own names are.
    fn is_empty(&self, expr: ExprId) -> bool {
        match &self.model.exprs[expr].kind {
            ExprKind::Zero | ExprKind::Empty => true,
            ExprKind::Local { .. } => self.is_own(expr),
            ExprKind::Operation(operator, parts) => match operator {
                Operator::Union => parts.iter().all(|&part| self.is_empty(part)),
                Operator::Sequence | Operator::Intersection | Operator::Product => {
                    parts.iter().any(|&part| self.is_empty(part))
                }
                Operator::Difference => parts.first().is_some_and(|&part| self.is_empty(part)),
                Operator::Add => false,
            },
            &ExprKind::Unary(operator, operand) => match operator {
                UnaryOperator::Identity | UnaryOperator::Closure | UnaryOperator::Inverse => self.is_empty(operand),
                UnaryOperator::Complement | UnaryOperator::ReflexiveClosure | UnaryOperator::Reflexive => false,
            },
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use source::Sources;

    use crate::{Model, NoFiles, Phase, Vocabulary};

    /// The codes of what is said about a model.
    fn codes(text: &str) -> Vec<&'static str> {
        let mut vocabulary = Vocabulary::new();
        ["po", "rf"].iter().for_each(|word| _ = vocabulary.relation(*word, Phase::Structure));
        let mut sources = Sources::new();
        let source = sources.add("model.cat", text);
        let loaded = Model::load(&mut sources, source, None, &mut NoFiles, &vocabulary, &|_| false);
        loaded.diagnostics.iter().map(|found| found.code).collect()
    }

    #[test]
    fn a_definition_that_shrinks_with_itself_is_reported() {
        assert_eq!(codes("let rec r = po \\ r\nacyclic r"), ["not-monotone"]);
        assert_eq!(codes("let rec r = po | ~(rf; s) and s = r\nacyclic r"), ["not-monotone"]);
        assert_eq!(codes("let rec r = po | ~(rf; ~r)\nacyclic r"), [""; 0]);
        assert_eq!(codes("let rec r = po \\ (rf \\ r)\nacyclic r"), [""; 0]);
    }

    #[test]
    fn a_definition_of_nothing_but_itself_is_reported() {
        assert_eq!(codes("let rec r = r \\ po\nacyclic r"), ["empty-recursion"]);
        assert_eq!(codes("let rec r = (r; po) | s and s = rf; r+\nacyclic r"), ["empty-recursion"]);
        assert_eq!(codes("let rec r = po | r; r\nacyclic r"), [""; 0]);
        assert_eq!(codes("let rec r = r?; po\nacyclic r"), [""; 0]);
    }
}
