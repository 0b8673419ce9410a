//! Calls.

use std::rc::Rc;

use super::value::{Frame, Value};
use super::{Compiler, Outcome, Stop, shape};
use crate::BaseKind::{Relation, Set};
use crate::ir::{ExprId, FunctionId, Parameter, SlotState};
use crate::primitive::Primitive;

impl Compiler<'_> {
    pub(super) fn apply(&mut self, expr: ExprId, function: ExprId, argument: ExprId) -> Outcome<Value> {
        let (callee, value) = (self.eval(function)?, self.eval(argument)?);
        match callee {
            Value::Closure(id, environment) => self.call(id, &environment, value, argument),
            Value::Primitive(primitive) => self.primitive(expr, primitive, value),
            other => self.misfit(function, "a function", &other),
        }
    }

    fn call(&mut self, id: FunctionId, environment: &Rc<Frame>, argument: Value, at: ExprId) -> Outcome<Value> {
        // How many classes there are depends on the candidate, so that recursion over them cannot be run here.
        // Functions that amount to a product of orders are followed as a whole.
        match argument {
            Value::Classes(set) => {
                if let Some(image) = shape::image(self.model, id, environment) {
                    return self.map_over_classes(image, environment, id, set, at);
                }
            }
            Value::OrdersOfClasses { set, known } if shape::is_product(self.model, id, environment) => {
                return Ok(Value::OrdersByLocation { set, known });
            }
            _ => {}
        }
        let function = &self.model.functions[id];
        let frame = Frame::new(Some(environment.clone()), function.frame_size);
        self.bind_parameter(&frame, &function.parameter, argument, at)?;
        self.eval_in(function.body, frame)
    }

    /// The image of a set of classes under a function that takes them one by one.
    fn map_over_classes(
        &mut self,
        image: shape::Image,
        environment: &Rc<Frame>,
        id: FunctionId,
        set: super::plan::NodeId,
        at: ExprId,
    ) -> Outcome<Value> {
        let frame = Frame::new(Some(environment.clone()), self.model.functions[id].frame_size);
        frame.put(image.element.slot, SlotState::Ready(Value::Class(set)));
        // Where there are no classes, nothing fails.
        let of_element = self.eval_in(image.of_element, frame).map_err(|stop| match stop {
            Stop::Error(outside) | Stop::Outside(outside) => Stop::Outside(outside),
        })?;
        match of_element {
            Value::Orders { set: of, known, of_class: true } if of == set => Ok(Value::OrdersOfClasses { set, known }),
            other => self.outside(at, format!("{} for each location", other.kind())),
        }
    }

    /// Binds the argument of a call; a tuple pattern takes exactly as many parts as it has names.
    pub(super) fn bind_parameter(
        &mut self,
        frame: &Frame,
        parameter: &Parameter,
        argument: Value,
        at: ExprId,
    ) -> Outcome<()> {
        match parameter {
            Parameter::One(None) => {}
            Parameter::One(Some(place)) => frame.put(place.slot, SlotState::Ready(argument)),
            Parameter::Tuple(places) => {
                let parts: &[Value] = match &argument {
                    Value::Tuple(parts) => parts,
                    other => std::slice::from_ref(other),
                };
                if parts.len() != places.len() {
                    return self.error(at, format!("expected a tuple of {}, found {}", places.len(), argument.kind()));
                }
                for (place, part) in places.iter().zip(parts) {
                    if let Some(place) = place {
                        frame.put(place.slot, SlotState::Ready(part.clone()));
                    }
                }
            }
        }
        Ok(())
    }

    fn primitive(&mut self, expr: ExprId, primitive: Primitive, argument: Value) -> Outcome<Value> {
        match primitive {
            Primitive::Domain | Primitive::Range => {
                if matches!(argument, Value::Universe) {
                    return Ok(Value::Universe);
                }
                let relation = self.as_node(expr, &argument, Relation)?;
                let node = match primitive {
                    Primitive::Domain => self.builder.domain(relation),
                    _ => self.builder.range(relation),
                };
                Ok(Value::Node(node))
            }
            Primitive::ClassesLoc => Ok(Value::Classes(self.as_node(expr, &argument, Set)?)),
            Primitive::Linearisations => self.linearisations(expr, argument),
            Primitive::FromTo => {
                let set = self.as_node(expr, &argument, Set)?;
                if !self.builder.is_structural(set) {
                    return self.outside(expr, "fences that depend on the candidate");
                }
                let node = self.builder.ordered_by_fences(set);
                Ok(Value::Node(node))
            }
            Primitive::TagToEvents => match argument {
                Value::Tag(_, tag) => match self.model.tags[tag].events {
                    Some(word) => {
                        let level = super::plan::Level::of_phase((self.phase)(word));
                        let node = self.builder.base(&self.model.vocabulary, word, level);
                        Ok(Value::Node(node))
                    }
                    None => self.error(expr, "no set of events belongs to the tag"),
                },
                other => self.misfit(expr, "a tag as argument", &other),
            },
            Primitive::DifferentValues => {
                let relation = self.as_node(expr, &argument, Relation)?;
                if self.builder.is_open(relation) {
                    return self.outside(expr, "values compared inside a recursive definition");
                }
                let node = self.builder.different_values(relation);
                Ok(Value::Node(node))
            }
            Primitive::AsTransitive => {
                let relation = self.as_node(expr, &argument, Relation)?;
                let node = self.builder.closure(relation);
                Ok(Value::Node(node))
            }
            Primitive::Fail => self.error(expr, "`fail`"),
            other => self.outside(expr, format!("the primitive `{}`", other.name())),
        }
    }

    fn linearisations(&mut self, expr: ExprId, argument: Value) -> Outcome<Value> {
        let Value::Tuple(parts) = &argument else { return self.misfit(expr, "two arguments", &argument) };
        let [elements, order] = &parts[..] else { return self.misfit(expr, "two arguments", &argument) };
        let known = self.as_node(expr, order, Relation)?;
        // What is ordered by way of events outside the set is ordered, too.
        let known = self.builder.closure(known);
        match elements {
            &Value::Class(set) => Ok(Value::Orders { set, known, of_class: true }),
            elements => {
                let set = self.as_node(expr, elements, Set)?;
                Ok(Value::Orders { set, known, of_class: false })
            }
        }
    }
}
