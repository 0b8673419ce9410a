//! Where walks jump, and where they fork: jumps, branches, and choices within an instruction.

use program::{BinaryOperator, Block, CodePlace, ExprId, Node, TagSet, Target, Temp, UnaryOperator};

use super::{Explorer, Step};
use crate::dependency::SetId;
use crate::event::Action;
use crate::waits::Arrival;
use crate::walk::{Frame, Walk};
use crate::{Cut, Fault};

/// Whether a jump back counts against the unroll bound.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rounds {
    Counted,
    /// Its condition is known.
    Free,
}

impl<'p> Explorer<'_, 'p> {
    pub(super) fn jump(&mut self, walk: &mut Walk<'p>, target: Target, rounds: Rounds) -> Step {
        let target = match target {
            Target::Code(target) => target,
            Target::Instruction(instruction) => CodePlace { instruction, ..walk.place },
            Target::Exit => return Step::Ended,
        };
        if self.program.instruction(target).is_none() {
            return Step::Ended;
        }
        let goes_back = target.thread == walk.place.thread && target.instruction <= walk.place.instruction;
        let arrival = self.arrive(walk, target);
        if arrival == Arrival::Unchanged {
            return Step::Dropped;
        }
        if goes_back && rounds == Rounds::Free {
            self.known_jumps += 1;
            walk.known_jumps += 1;
            // Each jump comes with an event: a path with more of them would have too many of these. Its loop may have no end.
            let events = walk.path.events.len() + walk.left_out;
            if walk.known_jumps > self.limits.events
                || events > 4 * self.limits.events
                || self.known_jumps > self.limits.known_jumps
            {
                walk.path.cut = Some(Cut { target });
                return Step::Ended;
            }
        } else if goes_back && arrival != Arrival::Spared {
            let taken = walk.jumps.entry(target).or_default();
            *taken += 1;
            if *taken > self.limits.unroll {
                walk.path.cut = Some(Cut { target });
                return Step::Ended;
            }
        }
        walk.instance += 1;
        self.enter(walk, target);
        Step::On
    }

    /// An indirect jump: forks to every place whose address is a value somewhere, on the condition that it is this one; where it is none of them, the jump is
    /// a fault. A return to 0 ends the thread.
    pub(super) fn jump_to(&mut self, walk: &mut Walk<'p>, address: Temp, is_return: bool) -> Step {
        let address = walk.value(address);
        walk.emit(self.sets, Action::Branch, TagSet::NONE, address.producers);
        walk.control = walk.control.with(address.origin, self.sets);
        match self.x.node(address.expr) {
            Node::Code(place) => return self.jump(walk, Target::Code(place), Rounds::Counted),
            Node::Constant(0) if is_return => return Step::Ended,
            Node::Constant(_) | Node::Address(..) | Node::Word(_) => {
                walk.path.fault = Some(Fault::NotCode { instruction: walk.place });
                return Step::Ended;
            }
            _ => {}
        }
        let outside = is_return.then(|| (self.x.constant(0, self.x.width(address.expr)), Target::Exit));
        let places = self.program.code_addresses().into_iter();
        let places = places.map(|place| (self.x.code(place, self.program.address_width), Target::Code(place)));
        let targets: Vec<(ExprId, Target)> = places.collect::<Vec<_>>().into_iter().chain(outside).collect();
        for (target, to) in targets {
            let is_there = self.x.binary(BinaryOperator::Equal, address.expr, target);
            let (bit, value) = match self.decide(walk, is_there) {
                Ok(false) => continue,
                Ok(true) => return self.jump(walk, to, Rounds::Counted),
                Err(wanted) => wanted,
            };
            let mut other = walk.clone();
            other.path.suppose(bit, value);
            match self.jump(&mut other, to, Rounds::Counted) {
                Step::On => self.pending.push(other),
                Step::Ended => self.done.push(other.path),
                Step::Dropped => {}
            }
            // What comes next is about other addresses.
            walk.path.suppose(bit, !value);
        }
        walk.path.fault = Some(Fault::NotCode { instruction: walk.place });
        Step::Ended
    }

    pub(super) fn branch(&mut self, walk: &mut Walk<'p>, condition: Temp, target: Target, is_event: bool) -> Step {
        let condition = walk.value(condition);
        if is_event {
            walk.emit(self.sets, Action::Branch, TagSet::NONE, condition.producers);
        }
        walk.control = walk.control.with(condition.origin, self.sets);
        let is_known = self.x.as_constant(condition.expr).is_some() && !condition.origin.is_chosen;
        let rounds = if is_known && self.program.follows_known_branches { Rounds::Free } else { Rounds::Counted };
        let (is_taken, other) = self.split(walk, condition.expr);
        self.pending.extend(other);
        if is_taken { self.jump(walk, target, rounds) } else { Step::On }
    }

    pub(super) fn choose(&mut self, walk: &mut Walk<'p>, condition: Temp, is_event: bool, blocks: [&'p Block; 2]) {
        let condition = walk.value(condition);
        let (deciding, read) = match is_event {
            true => {
                let event = walk.emit(self.sets, Action::Predicate, TagSet::NONE, condition.producers);
                (self.sets.only(event), condition.origin.reads)
            }
            false => (condition.producers, SetId::EMPTY),
        };
        let control = self.sets.union(walk.deciding(), deciding);
        let reads = self.sets.union(walk.deciding_reads(), read);
        let [then, otherwise] = blocks;
        let (holds, other) = self.split(walk, condition.expr);
        if let Some(mut other) = other {
            other.frames.push(Frame { rest: otherwise, control, reads });
            self.pending.push(other);
        }
        let rest = if holds { then } else { otherwise };
        walk.frames.push(Frame { rest, control, reads });
    }

    /// Whether a one-bit expression is 1 on `walk`. Where it is open `walk` goes on with 1, and the walk that goes on with 0 is given
    /// back.
    fn split(&self, walk: &mut Walk<'p>, expr: ExprId) -> (bool, Option<Walk<'p>>) {
        match self.decide(walk, expr) {
            Ok(value) => (value, None),
            Err((bit, value)) => {
                let mut other = walk.clone();
                other.path.suppose(bit, !value);
                walk.path.suppose(bit, value);
                (true, Some(other))
            }
        }
    }

    /// The value of a one-bit expression on this path; when it is open, the bit to fork on and its value where the
    /// expression is 1.
    pub(super) fn decide(&self, walk: &Walk<'p>, expr: ExprId) -> Result<bool, (ExprId, bool)> {
        let (mut bit, mut value) = (expr, true);
        while let Node::Unary(UnaryOperator::Not, inner) = self.x.node(bit) {
            (bit, value) = (inner, !value);
        }
        if let Some(known) = self.x.as_constant(bit) {
            return Ok((known == 1) == value);
        }
        match self.implied(&walk.path.conditions, bit) {
            Some(known) => Ok(known == value),
            None => Err((bit, value)),
        }
    }

    /// The value of a one-bit expression where these bits have these values, as far as conjunctions decide it: compare-and-swap of pairs compares them as a whole, and the code behind it
    /// half by half.
    fn implied(&self, conditions: &[(ExprId, bool)], bit: ExprId) -> Option<bool> {
        let known = |bit: ExprId| conditions.iter().find(|&&(decided, _)| decided == bit).map(|&(_, value)| value);
        if let Some(value) = known(bit) {
            return Some(value);
        }
        let halves = |whole: ExprId| match self.x.node(whole) {
            Node::Binary(BinaryOperator::And, left, right) if self.x.width(whole) == 1 => Some([left, right]),
            _ => None,
        };
        for &(decided, value) in conditions {
            match halves(decided) {
                Some([left, right]) if bit == left || bit == right => {
                    let other = if bit == left { right } else { left };
                    if value {
                        return Some(true);
                    }
                    if known(other) == Some(true) {
                        return Some(false);
                    }
                }
                Some(_) | None => {}
            }
        }
        match halves(bit)?.map(known) {
            [Some(false), _] | [_, Some(false)] => Some(false),
            [Some(true), Some(true)] => Some(true),
            [Some(true) | None, Some(true) | None] => None,
        }
    }
}
