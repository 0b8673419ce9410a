//! `let rec` of sets and relations: from the empty set, one definition after the other, until a round adds nothing.
//!
//! The functions of the group see the values of the round. A round that takes away what an earlier one added ends the iteration as well,
//! with its own values: `let rec r = a \ r` is empty, whatever `a` is.

use std::rc::Rc;

use super::binding::{part, put, wrong_arity};
use super::machine::{Fixpoint, Machine, Outcome, Task};
use super::value::{Frame, Value};
use crate::ir::{Definition, ExprId, GroupId, SlotState, Target};

impl Machine<'_> {
    pub(super) fn fixpoint(&mut self, expr: ExprId, group: GroupId, body: ExprId) -> Outcome<()> {
        let old = self.begin_group(group, &self.frame.clone());
        match self.model.groups[group].values.first() {
            None => self.eval(body),
            Some(first) => {
                let fixpoint = Fixpoint { expr, group, body, old, new: Vec::new() };
                self.tasks.push(Task::Fixpoint(Box::new(fixpoint)));
                self.eval(first.value)
            }
        }
    }

    /// Binds the functions of a group, and its other names to the empty set, where the iteration begins.
    pub(super) fn begin_group(&mut self, group: GroupId, frame: &Rc<Frame>) -> Vec<Value> {
        let group = &self.model.groups[group];
        for &(place, function) in &group.functions {
            frame.put(place.slot, SlotState::Function(function));
        }
        let begin = |definition: &Definition| match &definition.target {
            Target::One(place) => {
                put(frame, *place, Value::Empty);
                Value::Empty
            }
            Target::Tuple { parts, .. } => {
                parts.iter().for_each(|place| put(frame, *place, Value::Empty));
                Value::tuple(vec![Value::Empty; parts.len()])
            }
        };
        group.values.iter().map(begin).collect()
    }

    /// Gives a name of a group its value for the rest of the round and the next one.
    pub(super) fn assign(&mut self, definition: &Definition, value: &Value, frame: &Rc<Frame>) -> Outcome<()> {
        match &definition.target {
            Target::One(place) => put(frame, *place, value.clone()),
            Target::Tuple { parts, .. } => {
                for (index, place) in parts.iter().enumerate() {
                    let part = part(value, index);
                    let part = part.ok_or_else(|| self.error(definition.value, wrong_arity(value, parts.len())))?;
                    put(frame, *place, part);
                }
            }
        }
        Ok(())
    }

    /// Whether a round has added nothing to any of the values.
    pub(super) fn is_stable(&self, group: GroupId, old: &[Value], new: &[Value]) -> Outcome<bool> {
        for ((old, new), definition) in old.iter().zip(new).zip(&self.model.groups[group].values) {
            let stable = self.algebra.is_stable(old, new);
            if !self.at_operand(definition.value, &[], stable)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) fn fixpoint_round(&mut self, mut fixpoint: Box<Fixpoint>) -> Outcome<()> {
        self.at = fixpoint.expr;
        let definitions = &self.model.groups[fixpoint.group].values;
        let value = self.pop();
        self.check_size(&value)?;
        self.assign(&definitions[fixpoint.new.len()], &value, &self.frame.clone())?;
        fixpoint.new.push(value);
        if fixpoint.new.len() == definitions.len() {
            if self.is_stable(fixpoint.group, &fixpoint.old, &fixpoint.new)? {
                return self.eval(fixpoint.body);
            }
            fixpoint.old = std::mem::take(&mut fixpoint.new);
        }
        let next = definitions[fixpoint.new.len()].value;
        self.tasks.push(Task::Fixpoint(fixpoint));
        self.eval(next)
    }
}
