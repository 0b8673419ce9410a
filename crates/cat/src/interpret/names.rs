//! Names, calls and delayed values.

use std::rc::Rc;

use super::binding::{arity, part, put, wrong_arity};
use super::failure::Limit;
use super::machine::{Machine, Outcome, Task, VALUE_DEPTH};
use super::value::{Frame, Value};
use crate::ir::{ExprId, ExprKind, Parameter, Slot, SlotState};
use crate::{BaseId, BaseKind};

impl Machine<'_> {
    pub(super) fn base_value(&mut self, id: BaseId) -> Value {
        if let Some(value) = &self.base_values[id] {
            return value.clone();
        }
        let value = match self.model.vocabulary.get(id).kind {
            BaseKind::Set => Value::set(self.base.set(id)),
            BaseKind::Relation => Value::relation(self.base.relation(id)),
        };
        self.base_values[id] = Some(value.clone());
        value
    }

    pub(super) fn local(&mut self, expr: ExprId, depth: u32, slot: Slot) -> Outcome<()> {
        let mut owner = self.frame.clone();
        for _ in 0..depth {
            owner = owner.outer.clone().expect("a name is as many frames out as the resolver says");
        }
        self.slot(expr, &owner, slot)
    }

    fn slot(&mut self, expr: ExprId, owner: &Rc<Frame>, slot: Slot) -> Outcome<()> {
        match owner.get(slot) {
            SlotState::Ready(value) => self.push(value),
            SlotState::Function(function) => self.push(Value::Closure(function, owner.clone())),
            SlotState::Procedure(procedure) => self.push(Value::Procedure(procedure, owner.clone())),
            SlotState::Delayed(delayed) => {
                self.enter(owner.clone(), expr);
                self.tasks.push(Task::Memoise { frame: owner.clone(), slot });
                self.eval(delayed)
            }
            SlotState::Part { whole, index } => {
                self.tasks.push(Task::Part { index, of: expr });
                self.slot(expr, owner, whole)
            }
            SlotState::Unset => unreachable!("a name is resolved after its definition"),
        }
    }

    /// Makes `frame` the current one until what is pushed on top of this is done.
    fn enter(&mut self, frame: Rc<Frame>, call: ExprId) {
        let current = std::mem::replace(&mut self.frame, frame);
        // In tail position the frame to go back to is on the stack already; what is asked for within one frame leaves
        // none.
        if !matches!(self.tasks.last(), Some(Task::Return { .. })) && !Rc::ptr_eq(&current, &self.frame) {
            self.tasks.push(Task::Return { frame: current, call });
        }
    }

    pub(super) fn memoise(&mut self, frame: &Rc<Frame>, slot: Slot, value: Value) -> Outcome<()> {
        // The closure may hold this frame, which holds it from now on: `release` breaks the cycle.
        if holds_closure(&value) {
            self.holding_closures.push(frame.clone());
        }
        frame.put(slot, SlotState::Ready(value));
        if frame.depth() > VALUE_DEPTH { Err(self.limit(Limit::Depth)) } else { Ok(()) }
    }

    pub(super) fn call(&mut self, expr: ExprId) -> Outcome<()> {
        let ExprKind::Apply(function_expr, argument_expr) = *self.kind(expr) else { unreachable!("an application") };
        let (argument, function) = (self.pop(), self.pop());
        match function {
            Value::Closure(id, environment) => {
                let function = &self.model.functions[id];
                let frame = Rc::new(Frame::new(Some(environment), function.frame_size));
                self.bind_parameter(&frame, &function.parameter, argument, argument_expr)?;
                self.enter(frame, expr);
                self.eval(function.body)
            }
            Value::Primitive(primitive) => {
                let result = self.primitive(primitive, argument, expr)?;
                self.push_checked(result)
            }
            other => Err(self.expected(function_expr, "a function", &other)),
        }
    }

    /// Binds the argument of a call; a tuple pattern takes exactly as many parts as it has names.
    pub(super) fn bind_parameter(
        &mut self,
        frame: &Rc<Frame>,
        parameter: &Parameter,
        argument: Value,
        at: ExprId,
    ) -> Outcome<()> {
        match parameter {
            Parameter::One(place) => put(frame, *place, argument),
            Parameter::Tuple(places) => {
                if arity(&argument) != places.len() {
                    return Err(self.error(at, wrong_arity(&argument, places.len())));
                }
                for (index, place) in places.iter().enumerate() {
                    put(frame, *place, part(&argument, index).unwrap_or(Value::Empty));
                }
            }
        }
        if frame.depth() > VALUE_DEPTH { Err(self.limit(Limit::Depth)) } else { Ok(()) }
    }

    /// Breaks the cycles of frames and closures that this run made.
    pub(super) fn release(&mut self) {
        self.tasks.clear();
        self.values.clear();
        for frame in self.holding_closures.drain(..) {
            frame.clear();
        }
    }
}

fn holds_closure(value: &Value) -> bool {
    match value {
        Value::Closure(..) | Value::Procedure(..) => true,
        Value::Tuple(tuple) => tuple.parts.iter().any(holds_closure),
        _ => false,
    }
}
