//! `match` and `if`.

use std::rc::Rc;

use relation::{EventSet, Relation};

use super::binding::put;
use super::failure::Complaint;
use super::machine::{Machine, Outcome};
use super::value::{Frame, Value};
use crate::ir::{BlockId, Clause, ExprId, ExprKind, MatchSet, TagId};

impl Machine<'_> {
    pub(super) fn match_tag(&mut self, expr: ExprId) -> Outcome<()> {
        let ExprKind::MatchTag { subject, clauses, default } = self.kind(expr) else { unreachable!("a match") };
        let value = self.pop();
        let Value::Tag(_, tag) = value else { return Err(self.expected(*subject, "a tag", &value)) };
        match Clause::choose(tag, clauses, *default) {
            Some(body) => self.eval(body),
            None => Err(self.error(expr, self.no_clause(tag))),
        }
    }

    /// The clause of a `match` among instructions that its subject chooses.
    pub(super) fn chosen_block(
        &mut self,
        subject: ExprId,
        clauses: &[Clause<BlockId>],
        default: Option<BlockId>,
        frame: &Rc<Frame>,
    ) -> Outcome<BlockId> {
        let value = self.evaluate(subject, frame)?;
        let Value::Tag(_, tag) = value else { return Err(self.expected(subject, "a tag", &value)) };
        Clause::choose(tag, clauses, default).ok_or_else(|| self.error(subject, self.no_clause(tag)))
    }

    fn no_clause(&self, tag: TagId) -> Complaint {
        Complaint::Other(format!("no clause matches the tag `'{}`", self.model.tags[tag].name))
    }

    pub(super) fn match_set(&mut self, expr: ExprId) -> Outcome<()> {
        let ExprKind::MatchSet(matching) = self.kind(expr) else { unreachable!("a match") };
        let value = self.pop();
        let taken = match &value {
            Value::Empty | Value::Zero => None,
            Value::Set(set) => set.first().map(|first| {
                let mut rest = (**set).clone();
                rest.remove(first);
                let before = EventSet::empty(set.universe());
                (Value::set(before), Value::Event(first), Value::set(rest))
            }),
            Value::Relation(relation) => {
                let first = relation.iter().next();
                first.map(|(source, target)| {
                    let mut rest = (**relation).clone();
                    rest.remove(source, target);
                    let before = Relation::empty(relation.universe());
                    (Value::relation(before), Value::Pair(source, target), Value::relation(rest))
                })
            }
            Value::Tags(of, set) => set
                .take_first()
                .map(|(first, rest)| (Value::Tags(*of, Default::default()), first, Value::Tags(*of, rest))),
            Value::Values(set) => {
                set.take_first().map(|(first, rest)| (Value::Values(Default::default()), first, Value::Values(rest)))
            }
            _ => return Err(self.expected(matching.subject, "a set or relation", &value)),
        };
        let MatchSet { empty, splits, before, element, rest, body, .. } = **matching;
        let Some((none_before, first, others)) = taken else { return self.eval(empty) };
        if splits {
            put(&self.frame, before, none_before);
        }
        put(&self.frame, element, first);
        put(&self.frame, rest, others);
        self.eval(body)
    }

    pub(super) fn branch(&mut self, expr: ExprId) -> Outcome<()> {
        let ExprKind::If(condition, then, otherwise) = *self.kind(expr) else { unreachable!("a condition") };
        let (right, left) = (self.pop(), self.pop());
        let holds = self.algebra.compare(condition.relation, &left, &right);
        let holds = self.at_operand(condition.left, &[condition.left, condition.right], holds)?;
        self.eval(if holds { then } else { otherwise })
    }
}
