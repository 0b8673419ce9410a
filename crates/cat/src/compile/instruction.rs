//! Instructions: what is checked, and what is chosen.

use std::rc::Rc;

use super::plan::{Check, Choice, FlagId, Flagging, Level, NodeId, Question};
use super::value::{Frame, Value};
use super::{Compiler, Outcome, Outside, Stop};
use crate::BaseKind::Relation;
use crate::UNDEFINED;
use crate::ast::{CheckMode, Property};
use crate::ir::{BlockId, BoundSlot, Call, CheckId, Clause, Instruction, InstructionKind, SlotState};

impl Compiler<'_> {
    pub(super) fn block(&mut self, block: BlockId) -> Outcome<()> {
        let model = self.model;
        for instruction in &model.blocks[block] {
            self.instruction(instruction)?;
        }
        Ok(())
    }

    fn instruction(&mut self, instruction: &Instruction) -> Outcome<()> {
        match &instruction.kind {
            InstructionKind::Let(definitions) => {
                self.define(definitions);
                Ok(())
            }
            InstructionKind::LetRec { group, when: None } => {
                let at = self.model.groups[*group].values.first().map(|definition| definition.value);
                match at {
                    Some(at) => self.let_rec(at, *group),
                    None => self.functions_only(*group),
                }
            }
            InstructionKind::LetRec { .. } => self.outside_at(instruction, "a recursive definition with a check"),
            InstructionKind::Check(check) => self.check(*check),
            // Nothing is shown by what is compiled.
            InstructionKind::Show(_) | InstructionKind::Unshow(_) => Ok(()),
            InstructionKind::Procedure(place, procedure) => {
                self.frame.put(place.slot, SlotState::Procedure(*procedure));
                Ok(())
            }
            InstructionKind::Call(call) => self.procedure(call),
            InstructionKind::Forall { place, set, body, frame_size } => {
                let value = self.eval(*set)?;
                self.forall(instruction, *place, value, *body, *frame_size)
            }
            InstructionKind::With { place, set } => {
                let value = self.eval(*set)?;
                self.with(instruction, *place, value)
            }
            InstructionKind::Match { subject, clauses, default } => match self.eval(*subject)? {
                Value::Tag(_, tag) => match Clause::choose(tag, clauses, *default) {
                    Some(body) => self.block(body),
                    None => self.error(*subject, "no clause matches"),
                },
                other => self.misfit(*subject, "a tag", &other),
            },
            // The declarations of a bell file concern readers of tests.
            InstructionKind::Annotations(_) => Ok(()),
        }
    }

    fn outside_at<T>(&self, instruction: &Instruction, reason: &str) -> Outcome<T> {
        Err(Stop::Outside(Outside { span: instruction.span, reason: reason.to_owned() }))
    }

    fn functions_only(&mut self, group: crate::ir::GroupId) -> Outcome<()> {
        for &(place, function) in &self.model.groups[group].functions {
            self.frame.put(place.slot, SlotState::Function(function));
        }
        Ok(())
    }

    fn procedure(&mut self, call: &Call) -> Outcome<()> {
        let Value::Procedure(id, environment) = self.eval(call.procedure)? else {
            return self.error(call.procedure, "expected a procedure");
        };
        let argument = self.eval(call.argument)?;
        let procedure = &self.model.procedures[id];
        let frame = Frame::new(Some(environment), procedure.frame_size);
        self.bind_parameter(&frame, &procedure.parameter, argument, call.argument)?;
        self.enter(call.procedure)?;
        let outer = std::mem::replace(&mut self.frame, frame);
        let result = self.block(procedure.body);
        self.frame = outer;
        self.leave();
        result
    }

    fn forall(
        &mut self,
        instruction: &Instruction,
        place: BoundSlot,
        value: Value,
        body: BlockId,
        frame_size: usize,
    ) -> Outcome<()> {
        let elements: Vec<Value> = match value {
            Value::Empty => Vec::new(),
            tag @ Value::Tag(..) => vec![tag],
            Value::Tags(of, tags) => tags.iter().map(|&tag| Value::Tag(of, tag)).collect(),
            Value::Singleton(element) => vec![(*element).clone()],
            _ => return self.outside_at(instruction, "a `forall` over what depends on the candidate"),
        };
        for element in elements {
            let frame = Frame::new(Some(self.frame.clone()), frame_size);
            frame.put(place.slot, SlotState::Ready(element));
            let outer: Rc<Frame> = std::mem::replace(&mut self.frame, frame);
            let result = self.block(body);
            self.frame = outer;
            result?;
        }
        Ok(())
    }

    fn with(&mut self, instruction: &Instruction, place: BoundSlot, value: Value) -> Outcome<()> {
        let choice = match value {
            // One element leaves nothing to choose.
            Value::Singleton(element) => match *element {
                Value::Empty => {
                    self.frame.put(place.slot, SlotState::Ready(Value::Empty));
                    return Ok(());
                }
                Value::Node(node) if self.builder.kind(node) == Relation => {
                    self.frame.put(place.slot, SlotState::Ready(Value::Node(node)));
                    return Ok(());
                }
                _ => return self.outside_at(instruction, "a choice among values that are not relations"),
            },
            Value::Orders { set, known, of_class: false } => Choice { set, known, by_location: false },
            Value::OrdersByLocation { set, known } => Choice { set, known, by_location: true },
            other => {
                let reason = format!("a choice among {}", other.kind());
                return self.outside_at(instruction, &reason);
            }
        };
        let id = self.builder.plan.choices.push(choice);
        self.builder.plan.choice_names.push(self.model.bindings[place.binding].name.clone());
        let chosen = self.builder.chosen(id);
        self.frame.put(place.slot, SlotState::Ready(Value::Node(chosen)));
        Ok(())
    }

    fn check(&mut self, id: CheckId) -> Outcome<()> {
        let site = &self.model.checks[id];
        let value = self.eval(site.argument)?;
        let node = match (&value, site.property) {
            // Sets can be empty as relations can; the other properties are of relations alone.
            (&Value::Node(node), Property::Empty) => node,
            (Value::Empty, _) => self.builder.empty(Relation),
            (Value::Universe, _) => self.builder.full(Relation),
            (value, _) => self.as_node(site.argument, value, Relation)?,
        };
        match site.mode {
            CheckMode::Assert => {
                let check = self.question(id, Question::Property(site.property, node));
                if !check.level.is_static() || site.negated {
                    return self.outside(site.argument, "an assertion about more than the event structure");
                }
                self.builder.plan.assertions.push(check);
                Ok(())
            }
            CheckMode::Require if site.negated => {
                let check = self.question(id, Question::Property(site.property, node));
                self.builder.plan.refused.push(check);
                Ok(())
            }
            CheckMode::Require => {
                self.require(id, site.property, node);
                Ok(())
            }
            CheckMode::Flag => {
                if let Some(name) = &site.name {
                    self.flag(id, name, !site.negated, Question::Property(site.property, node));
                }
                Ok(())
            }
            CheckMode::UndefinedUnless => {
                self.flag(id, UNDEFINED, site.negated, Question::Property(site.property, node));
                Ok(())
            }
        }
    }

    fn flag(&mut self, site: CheckId, name: &str, when: bool, question: Question) {
        // Several checks can raise one flag.
        let number = self.flags.iter().position(|known| known == name).unwrap_or_else(|| {
            self.flags.push(name.to_owned());
            self.builder.plan.flags.push(name.to_owned());
            self.flags.len() - 1
        });
        let check = self.question(site, question);
        let flag = FlagId::from_number(number as u32);
        self.builder.plan.flagging.push(Flagging { flag, when, check });
    }

    fn question(&self, site: CheckId, question: Question) -> Check {
        let mut level = Level::STRUCTURE;
        question.for_each_node(&mut |node| level = level.max(self.builder.plan.level(node)));
        Check { site, question, level }
    }

    /// A check that must hold, in parts that can each be asked as early as possible.
    fn require(&mut self, site: CheckId, property: Property, node: NodeId) {
        let is_closure = matches!(self.builder.op(node), super::plan::Op::Closure { .. });
        let questions: Vec<Question> = match property {
            // A union is irreflexive exactly if its parts are, and some parts may be known earlier.
            Property::Irreflexive if !is_closure => {
                let parts = self.builder.parts(node);
                parts.into_iter().map(|part| Question::Property(property, part)).collect()
            }
            Property::Empty => {
                let parts = self.builder.parts(node);
                parts.into_iter().map(|part| Question::Property(property, part)).collect()
            }
            // A closure is irreflexive exactly if what it closes has no cycle.
            Property::Acyclic | Property::Irreflexive => {
                let parts = self.builder.acyclic_parts(node);
                parts.into_iter().map(|(closed, rest)| Question::AcyclicUnion { closed, rest: rest.into() }).collect()
            }
        };
        for question in questions {
            let check = self.question(site, question);
            self.builder.plan.required.push(check);
        }
    }
}
