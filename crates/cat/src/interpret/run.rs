//! Execution of instructions.
//!
//! What comes after the instruction that is being executed is data: the rest of a block, and what follows the block. `with` keeps that
//! point and goes back to it for each further element. Definitions are written into slots that nothing older can reach, so going back
//! restores nothing but the point and the flags.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::rc::Rc;

use super::binding::define;
use super::explain::Explainer;
use super::failure::Limit;
use super::machine::{Machine, Outcome};
use super::value::{Frame, Value};
use super::value_set::ValueSet;
use super::{Accepted, CheckedValue, Limits, Options, Rejection, Run, Shown};
use relation::EventSet;

use crate::Base;
use crate::ir::{BlockId, BoundSlot, Call, Clause, ExprId, Instruction, InstructionKind, Model, SlotState};

/// How deep procedures may call procedures: what comes after them is a linked list.
const PROCEDURE_DEPTH: u32 = 2000;

/// A place in the text of the model, and what is known there.
#[derive(Clone)]
pub(super) struct Point<'m> {
    block: BlockId,
    next: usize,
    pub(super) frame: Rc<Frame>,
    then: Option<Rc<Then>>,
    pub(super) flags: Rc<BTreeSet<&'m str>>,
    pub(super) shown: Rc<BTreeMap<String, Shown>>,
    /// The choices of orders that were made up to what is observed.
    pub(super) orders: Rc<BTreeMap<String, EventSet>>,
    pub(super) skipped: Rc<BTreeSet<&'m str>>,
    /// With [`Options::all_checks`], the checks that failed, and those whose flags were raised.
    pub(super) failed: Rc<Vec<CheckedValue>>,
    pub(super) raised: Rc<Vec<CheckedValue>>,
    /// Likewise, the plain checks that hold.
    pub(super) held: Rc<Vec<CheckedValue>>,
}

/// What follows the end of a block.
struct Then {
    what: What,
    then: Option<Rc<Then>>,
    depth: u32,
}

enum What {
    /// The rest of the block that a call or a `match` is in.
    Resume { block: BlockId, next: usize, frame: Rc<Frame> },
    /// The next round of a `forall`.
    Round { body: BlockId, place: BoundSlot, frame_size: usize, frame: Rc<Frame>, rest: ValueSet },
}

/// A `with` that has elements left.
struct Choice<'m> {
    /// After the instruction.
    point: Point<'m>,
    place: BoundSlot,
    rest: ValueSet,
}

/// What an instruction leads to.
pub(super) enum Next {
    Go,
    /// Nowhere: all elements of an empty choice are tried.
    Dead,
    Reject(Verdict),
}

pub(super) enum Verdict {
    Check(CheckedValue),
    NoChoice(BoundSlot, source::Span),
}

/// Called with how a run ended, and what can explain it.
pub(super) type Report<'f> = dyn FnMut(Run<'_>, &mut Explainer<'_, '_>) -> ControlFlow<()> + 'f;

pub(super) fn run<'r>(
    model: &'r Model,
    base: &'r dyn Base,
    options: &'r Options,
    limits: &'r Limits<'r>,
    report: &mut Report<'_>,
) -> Outcome<()> {
    let frame = Rc::new(Frame::new(None, model.frame_size));
    let machine = Machine::new(model, base, limits, frame.clone());
    let mut runner = Runner { model, options, machine, choices: Vec::new() };
    let result = runner.main(frame.clone(), report);
    runner.machine.release();
    frame.clear();
    result
}

pub(super) struct Runner<'r> {
    pub(super) model: &'r Model,
    pub(super) options: &'r Options,
    pub(super) machine: Machine<'r>,
    choices: Vec<Choice<'r>>,
}

impl<'r> Runner<'r> {
    fn main(&mut self, frame: Rc<Frame>, report: &mut Report<'_>) -> Outcome<()> {
        let shown = self.shown_base_names()?;
        let mut point = Point {
            block: self.model.main,
            next: 0,
            frame,
            then: None,
            flags: Rc::default(),
            shown: Rc::new(shown),
            orders: Rc::default(),
            skipped: Rc::default(),
            failed: Rc::default(),
            raised: Rc::default(),
            held: Rc::default(),
        };
        loop {
            let flow = match self.advance(&mut point)? {
                Some(Next::Go) => continue,
                Some(Next::Dead) => ControlFlow::Continue(()),
                Some(Next::Reject(verdict)) => {
                    let rejection = rejection(self.model, &verdict);
                    report(Run::Rejected(rejection), &mut Explainer::new(&mut self.machine))
                }
                None => {
                    let Point { flags, shown, orders, skipped, failed, raised, held, .. } = &point;
                    let accepted = Accepted { flags, shown, orders, skipped, failed, raised, held };
                    report(Run::Accepted(accepted), &mut Explainer::new(&mut self.machine))
                }
            };
            if flow.is_break() {
                return Ok(());
            }
            // Steps are limited for each way by itself, as there can be very many ways.
            self.machine.begin_way();
            match self.backtrack() {
                Some(other) => point = other,
                None => return Ok(()),
            }
        }
    }

    /// Executes one instruction; `None` at the end of the model.
    fn advance(&mut self, point: &mut Point<'r>) -> Outcome<Option<Next>> {
        self.machine.step()?;
        let model = self.model;
        match model.blocks[point.block].get(point.next) {
            Some(instruction) => {
                point.next += 1;
                self.execute(instruction, point).map(Some)
            }
            None => Ok(leave_block(point).then_some(Next::Go)),
        }
    }

    /// The rest of the model for the next element of the last choice that has one.
    fn backtrack(&mut self) -> Option<Point<'r>> {
        while let Some(choice) = self.choices.last_mut() {
            if let Some((element, rest)) = choice.rest.take_first() {
                choice.rest = rest;
                let mut point = choice.point.clone();
                let name = &self.model.bindings[choice.place.binding].name;
                if self.options.show && self.options.also_show.contains(name) {
                    let shown = self.machine.algebra.shown(&element);
                    Rc::make_mut(&mut point.shown).extend(shown.map(|shown| (name.clone(), shown)));
                }
                point.frame.put(choice.place.slot, SlotState::Ready(element));
                return Some(point);
            }
            self.choices.pop();
        }
        None
    }

    fn execute(&mut self, instruction: &'r Instruction, point: &mut Point<'r>) -> Outcome<Next> {
        match &instruction.kind {
            InstructionKind::Let(definitions) => {
                define(&point.frame, self.model, definitions);
                self.show_definitions(definitions, point)?;
                Ok(Next::Go)
            }
            InstructionKind::LetRec { group, when } => {
                let next = self.let_rec(*group, *when, point)?;
                self.show_definitions(&self.model.groups[*group].values, point)?;
                Ok(next)
            }
            InstructionKind::Check(check) => self.check(*check, point),
            InstructionKind::Show(items) => {
                for (name, value) in items {
                    self.show(name, *value, point)?;
                }
                Ok(Next::Go)
            }
            InstructionKind::Unshow(names) => {
                if self.options.show {
                    let shown = Rc::make_mut(&mut point.shown);
                    shown.retain(|name, _| !names.contains(name) || self.options.also_show.contains(name));
                }
                Ok(Next::Go)
            }
            InstructionKind::Procedure(place, procedure) => {
                point.frame.put(place.slot, SlotState::Procedure(*procedure));
                Ok(Next::Go)
            }
            InstructionKind::Call(call) => self.call(call, point),
            InstructionKind::Forall { place, set, body, frame_size } => {
                self.forall(*place, *set, *body, *frame_size, point)
            }
            InstructionKind::With { place, set } => self.with(instruction, *place, *set, point),
            InstructionKind::Match { subject, clauses, default } => self.match_tag(*subject, clauses, *default, point),
            // The declarations of a bell file concern readers of tests.
            InstructionKind::Annotations(_) => Ok(Next::Go),
        }
    }

    fn forall(
        &mut self,
        place: BoundSlot,
        set: ExprId,
        body: BlockId,
        frame_size: usize,
        point: &mut Point<'r>,
    ) -> Outcome<Next> {
        let value = self.machine.evaluate(set, &point.frame)?;
        let rest = match value {
            Value::Empty | Value::Zero => return Ok(Next::Go),
            Value::Values(set) | Value::Tags(_, set) => set,
            tag @ Value::Tag(..) => ValueSet::singleton(tag),
            other => return Err(self.machine.expected(set, "a set of sets, relations, tuples or tags", &other)),
        };
        let (block, next, frame) = (point.block, point.next, point.frame.clone());
        self.push_then(point, What::Resume { block, next, frame: frame.clone() })?;
        // To leave a block is to begin the next round, the first one included.
        self.push_then(point, What::Round { body, place, frame_size, frame, rest })?;
        leave_block(point);
        Ok(Next::Go)
    }

    fn match_tag(
        &mut self,
        subject: ExprId,
        clauses: &[Clause<BlockId>],
        default: Option<BlockId>,
        point: &mut Point<'r>,
    ) -> Outcome<Next> {
        let body = self.machine.chosen_block(subject, clauses, default, &point.frame)?;
        let (block, next, frame) = (point.block, point.next, point.frame.clone());
        self.push_then(point, What::Resume { block, next, frame })?;
        (point.block, point.next) = (body, 0);
        Ok(Next::Go)
    }

    fn push_then(&mut self, point: &mut Point<'r>, what: What) -> Outcome<()> {
        let depth = point.then.as_ref().map_or(0, |then| then.depth) + 1;
        if depth > PROCEDURE_DEPTH {
            return Err(self.machine.limit(Limit::Depth));
        }
        point.then = Some(Rc::new(Then { what, then: point.then.take(), depth }));
        Ok(())
    }

    fn with(
        &mut self,
        instruction: &Instruction,
        place: BoundSlot,
        set: ExprId,
        point: &mut Point<'r>,
    ) -> Outcome<Next> {
        if self.options.order_classes
            && let Some((set, classes)) = self.order_classes(place, set, &point.frame)?
        {
            let name = self.model.bindings[place.binding].name.clone();
            Rc::make_mut(&mut point.orders).insert(name, set);
            self.choices.push(Choice { point: point.clone(), place, rest: classes });
            return Ok(Next::Dead);
        }
        let value = self.machine.evaluate(set, &point.frame)?;
        let set = match value {
            Value::Empty | Value::Zero => return Ok(Next::Reject(Verdict::NoChoice(place, instruction.span))),
            Value::Values(set) | Value::Tags(_, set) => set,
            other => return Err(self.machine.expected(set, "a set of sets, relations, tuples or tags", &other)),
        };
        // The first element is taken up as all others are, by going back.
        self.choices.push(Choice { point: point.clone(), place, rest: set });
        Ok(Next::Dead)
    }
}

fn rejection<'v>(model: &'v Model, verdict: &'v Verdict) -> Rejection<'v> {
    match verdict {
        Verdict::Check(check) => {
            Rejection::Check { id: check.id, site: &model.checks[check.id], value: &check.value, check }
        }
        Verdict::NoChoice(place, span) => {
            Rejection::NoChoice { name: &model.bindings[place.binding].name, span: *span }
        }
    }
}

/// Goes to what follows the end of a block; returns whether anything does.
fn leave_block(point: &mut Point<'_>) -> bool {
    let Some(then) = point.then.clone() else { return false };
    match &then.what {
        What::Resume { block, next, frame } => {
            (point.block, point.next, point.frame) = (*block, *next, frame.clone());
            point.then = then.then.clone();
        }
        What::Round { body, place, frame_size, frame, rest } => match rest.take_first() {
            None => {
                point.then = then.then.clone();
                return leave_block(point);
            }
            Some((element, rest)) => {
                let inner = Rc::new(Frame::new(Some(frame.clone()), *frame_size));
                inner.put(place.slot, SlotState::Ready(element));
                (point.block, point.next, point.frame) = (*body, 0, inner);
                let (body, place, frame_size, frame) = (*body, *place, *frame_size, frame.clone());
                let what = What::Round { body, place, frame_size, frame, rest };
                point.then = Some(Rc::new(Then { what, then: then.then.clone(), depth: then.depth }));
            }
        },
    }
    true
}

/// Procedures.
impl<'r> Runner<'r> {
    fn call(&mut self, call: &'r Call, point: &mut Point<'r>) -> Outcome<Next> {
        let skip = self.skips(call.label.as_deref()) || self.skips(Some(&call.name));
        if skip && !self.options.strict_skip {
            return Ok(Next::Go);
        }
        let callee = self.machine.evaluate(call.procedure, &point.frame)?;
        let Value::Procedure(procedure, environment) = callee else {
            return Err(self.machine.expected(call.procedure, "a procedure", &callee));
        };
        let argument = self.machine.evaluate(call.argument, &point.frame)?;
        let procedure = &self.model.procedures[procedure];
        let frame = Rc::new(Frame::new(Some(environment), procedure.frame_size));
        self.machine.bind_parameter(&frame, &procedure.parameter, argument, call.argument)?;
        if skip {
            let body = Point { block: procedure.body, next: 0, frame, then: None, ..point.clone() };
            if !self.can_end(body)? {
                let name = call.label.as_deref().unwrap_or(&call.name);
                Rc::make_mut(&mut point.skipped).insert(name);
            }
            return Ok(Next::Go);
        }
        // (Models loop by calling themselves at the end; the stack must not grow with that.)
        // A call in the place of the last instruction leaves nothing to come back to.
        if point.next < self.model.blocks[point.block].len() {
            let (block, next, frame) = (point.block, point.next, point.frame.clone());
            self.push_then(point, What::Resume { block, next, frame })?;
        }
        (point.block, point.next, point.frame) = (procedure.body, 0, frame);
        Ok(Next::Go)
    }

    /// Whether some way through the instructions from `point` on rejects nothing.
    fn can_end(&mut self, mut point: Point<'r>) -> Outcome<bool> {
        // Going back must not lead to choices from before the call.
        let outer = std::mem::take(&mut self.choices);
        let found = loop {
            match self.advance(&mut point)? {
                Some(Next::Go) => {}
                Some(Next::Dead | Next::Reject(_)) => match self.backtrack() {
                    Some(other) => point = other,
                    None => break false,
                },
                None => break true,
            }
        };
        self.choices = outer;
        Ok(found)
    }
}
