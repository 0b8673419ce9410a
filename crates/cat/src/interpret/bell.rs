//! What a bell file declares: which annotations instructions may carry.
//!
//! Bell is cat read for another purpose. Definitions mean the same; checks, `show`, `call`, `forall` and `with` are passed over, since there
//! is no execution, and for the same reason no fixpoint is computed.

use std::rc::Rc;

use relation::{EventSet, Relation};

use super::binding::define;
use super::machine::{Machine, Outcome};
use super::value::{Frame, Value};
use super::{Failure, Limits};
use crate::ir::{Annotations, BlockId, ExprId, InstructionKind, Model, SlotState};
use crate::{Base, BaseId};

/// The kinds of instructions that bell files speak about.
const INSTRUCTIONS: [&str; 7] = ["R", "W", "F", "RMW", "B", "CALL", "SRCU"];

/// What a bell file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BellDeclarations {
    /// `enum` by `enum` its name and tags.
    pub enumerations: Vec<(String, Vec<String>)>,
    /// What annotations instructions may carry; several declarations for one kind of instruction are alternatives.
    pub instructions: Vec<AnnotationRule>,
    /// What is meant where an instruction carries no annotation: each place has one tag.
    pub defaults: Vec<AnnotationRule>,
}

/// `instructions R[{'once,'acquire}]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnotationRule {
    /// The kind of instruction: `R`, `W`, `F`, `RMW`, `B`, `CALL` or `SRCU`.
    pub instruction: String,
    /// For each place the tags that may stand there, sorted.
    pub places: Vec<Vec<String>>,
}

/// A candidate without events.
struct NoEvents;

impl Base for NoEvents {
    fn universe(&self) -> usize {
        0
    }

    fn set(&self, _: BaseId) -> EventSet {
        EventSet::empty(0)
    }

    fn relation(&self, _: BaseId) -> Relation {
        Relation::empty(0)
    }
}

impl Model {
    /// Reads this model as a bell file.
    ///
    /// # Errors
    /// When a declaration is about no kind of instruction, names no tags, or is an ambiguous default.
    pub fn declarations(&self, limits: &Limits<'_>) -> Result<BellDeclarations, Failure> {
        let frame = Rc::new(Frame::new(None, self.frame_size));
        let mut reader = Reader {
            model: self,
            machine: Machine::new(self, &NoEvents, limits, frame.clone()),
            found: BellDeclarations::default(),
        };
        let result = reader.block(self.main, &frame);
        reader.machine.release();
        frame.clear();
        result.map_err(|failure| *failure)?;
        let tags = |of: &crate::ir::Enum| of.tags.iter().map(|&tag| self.tags[tag].name.clone()).collect();
        reader.found.enumerations = self.enums.iter().map(|of| (of.name.clone(), tags(of))).collect();
        Ok(reader.found)
    }
}

struct Reader<'m> {
    model: &'m Model,
    machine: Machine<'m>,
    found: BellDeclarations,
}

impl<'m> Reader<'m> {
    fn block(&mut self, block: BlockId, frame: &Rc<Frame>) -> Outcome<()> {
        let model = self.model;
        for instruction in &model.blocks[block] {
            match &instruction.kind {
                InstructionKind::Let(definitions) => define(frame, model, definitions),
                InstructionKind::LetRec { group, .. } => {
                    self.machine.begin_group(*group, frame);
                }
                InstructionKind::Procedure(place, procedure) => {
                    frame.put(place.slot, SlotState::Procedure(*procedure));
                }
                InstructionKind::Match { subject, clauses, default } => {
                    let body = self.machine.chosen_block(*subject, clauses, *default, frame)?;
                    self.block(body, frame)?;
                }
                InstructionKind::Annotations(annotations) => self.annotations(instruction.span, annotations, frame)?,
                // A name that `with` binds is unknown here: whatever uses it has no value.
                InstructionKind::With { place, .. } => frame.put(place.slot, SlotState::Ready(Value::Empty)),
                InstructionKind::Check(_)
                | InstructionKind::Show(_)
                | InstructionKind::Unshow(_)
                | InstructionKind::Call(_)
                | InstructionKind::Forall { .. } => {}
            }
        }
        Ok(())
    }

    fn annotations(&mut self, span: source::Span, annotations: &'m Annotations, frame: &Rc<Frame>) -> Outcome<()> {
        let instruction = &annotations.instruction;
        if !INSTRUCTIONS.contains(&instruction.as_str()) {
            let message = format!("`{instruction}` is no kind of instruction; there are {}", INSTRUCTIONS.join(", "));
            return Err(self.machine.error_at(span, message));
        }
        let mut places = Vec::new();
        for &place in &annotations.places {
            let tags = self.tags(place, frame)?;
            if annotations.default && tags.len() != 1 {
                let message = "a default is one tag for each place".to_owned();
                return Err(self.machine.error_at(self.machine.span(place), message));
            }
            places.push(tags);
        }
        let rule = AnnotationRule { instruction: instruction.clone(), places };
        if annotations.default {
            self.found.defaults.push(rule)
        } else {
            self.found.instructions.push(rule)
        }
        Ok(())
    }

    fn tags(&mut self, place: ExprId, frame: &Rc<Frame>) -> Outcome<Vec<String>> {
        let value = self.machine.evaluate(place, frame)?;
        let name = |tag: &Value| match tag {
            Value::Tag(_, tag) => Some(self.model.tags[*tag].name.clone()),
            _ => None,
        };
        let names = match &value {
            Value::Tags(_, set) => set.iter().map(name).collect(),
            Value::Empty => Some(Vec::new()),
            other => name(other).map(|name| vec![name]),
        };
        names.ok_or_else(|| self.machine.expected(place, "a set of tags", &value))
    }
}
