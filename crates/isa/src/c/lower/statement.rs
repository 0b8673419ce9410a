//! Statements and control flow.

use program::{Block, IdVec, Index, Instruction, InstructionId, MicroOp, Target};
use relation::newtype_index;
use source::Span;

use super::registers::Hidden;
use super::steps::{Steps, Value};
use crate::c::typed::{Expr, ExprKind, Loop, Statement, StatementKind, Thread};

newtype_index! {
    /// A place in the code that jumps go to.
    pub(super) struct LabelId("L");
}

/// What herd calls the beginning of a loop when it is cut.
const LOOP_LABEL: &str = "While";

/// The lowering of one thread.
pub(super) struct ThreadLowering<'a, 'r> {
    pub(super) number: usize,
    pub(super) thread: &'a Thread<'a>,
    pub(super) registers: &'a mut Hidden<'r>,
    /// None is open before a thread and behind it.
    pub(super) steps: &'a mut Steps,
    done: Vec<Instruction>,
    /// The instruction that a label stands before, once it is known.
    labels: IdVec<LabelId, Option<usize>>,
    /// Instructions that end with a jump to a label.
    jumps: Vec<(usize, LabelId)>,
    /// Where `continue` and `break` go, the innermost loop last.
    loops: Vec<(LabelId, LabelId)>,
    /// Labels that loops begin with.
    beginnings: Vec<LabelId>,
    /// How many statements around choose a way.
    choices: u16,
    /// The place of the statement.
    span: Span,
}

impl<'a, 'r> ThreadLowering<'a, 'r> {
    pub(super) fn new(
        number: usize,
        thread: &'a Thread<'a>,
        registers: &'a mut Hidden<'r>,
        steps: &'a mut Steps,
    ) -> ThreadLowering<'a, 'r> {
        ThreadLowering {
            number,
            thread,
            registers,
            steps,
            // Most statements become one instruction.
            done: Vec::with_capacity(thread.body.len()),
            labels: IdVec::new(),
            jumps: Vec::new(),
            loops: Vec::new(),
            beginnings: Vec::new(),
            choices: 0,
            span: thread.heading,
        }
    }

    pub(super) fn lower(mut self) -> program::Thread {
        self.statements(&self.thread.body);
        let Self { mut done, labels, .. } = self;
        for (at, label) in self.jumps {
            let to = labels[label].map_or(Target::Exit, |index| Target::Instruction(InstructionId::new(index)));
            retarget(&mut done[at].block, to);
        }
        for label in self.beginnings {
            let first = labels[label].and_then(|index| done.get_mut(index));
            if let Some(first) = first.filter(|first| first.labels.is_empty()) {
                first.labels.push(LOOP_LABEL.into());
            }
        }
        program::Thread { instructions: done.into(), end_labels: Vec::new() }
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.span = statement.span;
            self.statement(&statement.kind);
            self.flush();
            self.steps.forget();
        }
    }

    fn statement(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::Expression(expr) => {
                self.effect(expr);
            }
            StatementKind::If { condition, then, otherwise } => {
                let joins = !leaves(then, false) && !leaves(otherwise, false);
                self.begin_choice(joins);
                let (behind_then, end) = (self.label(), self.label());
                self.jump_if(condition, behind_then, false);
                self.statements(then);
                if !otherwise.is_empty() {
                    self.jump(end);
                }
                self.place(behind_then);
                self.statements(otherwise);
                self.place(end);
                self.end_choice(joins);
            }
            StatementKind::Loop(it) => self.repeat(it),
            StatementKind::Break | StatementKind::Continue => {
                // There is a loop, this is checked.
                if let Some(&(next, end)) = self.loops.last() {
                    self.jump(if matches!(kind, StatementKind::Break) { end } else { next });
                }
            }
            StatementKind::Return => {
                self.steps.last().jump(Target::Exit);
                self.flush();
            }
        }
    }

    /// The body stands before the condition: then the jump back is the jump into the body, and the bound on jumps back is
    /// the number of times that the body is executed, as in herd.
    fn repeat(&mut self, it: &Loop) {
        let joins = !leaves(&it.body, true);
        self.begin_choice(joins);
        let [body, next, test, end] = [(); 4].map(|()| self.label());
        if it.test_first && it.condition.is_some() {
            self.jump(test);
        }
        let span = self.span;
        self.place(body);
        self.beginnings.push(body);
        self.loops.push((next, end));
        self.statements(&it.body);
        self.loops.pop();
        self.span = span;
        self.place(next);
        if let Some(step) = &it.step {
            self.effect(step);
            self.flush();
        }
        self.place(test);
        match &it.condition {
            Some(condition) => self.jump_if(condition, body, true),
            None => self.jump(body),
        }
        self.place(end);
        self.end_choice(joins);
    }

    /// A statement begins that goes one of several ways. If all of them come together at its end, what stands behind does not depend on
    /// which it was.
    fn begin_choice(&mut self, joins: bool) {
        if joins {
            self.flush();
            self.steps.last().begin_choice(self.choices);
            self.flush();
            self.choices += 1;
        }
    }

    fn end_choice(&mut self, joins: bool) {
        if joins {
            self.choices -= 1;
            self.steps.last().join(self.choices);
            self.flush();
        }
    }

    /// A label that stands nowhere yet.
    pub(super) fn label(&mut self) -> LabelId {
        self.labels.push(None)
    }

    /// Puts the label here.
    pub(super) fn place(&mut self, label: LabelId) {
        self.flush();
        self.labels[label] = Some(self.done.len());
    }

    /// Ends the instructions that are open.
    pub(super) fn flush(&mut self) {
        let span = self.span;
        self.done.extend(self.steps.take().map(|block| Instruction { span, block, labels: Vec::new() }));
    }

    /// An unconditional jump.
    pub(super) fn jump(&mut self, label: LabelId) {
        self.flush();
        self.steps.last().jump(Target::Exit);
        self.flush();
        self.jumps.push((self.done.len() - 1, label));
    }

    /// Jumps when the condition is `when`.
    pub(super) fn jump_if(&mut self, condition: &Expr, label: LabelId, when: bool) {
        match &condition.kind {
            ExprKind::Not(inner) => self.jump_if(inner, label, !when),
            ExprKind::Constant(value) => {
                if (*value != 0) == when {
                    self.jump(label);
                }
            }
            ExprKind::Logical { and, left, right } if *and != when => {
                self.jump_if(left, label, when);
                self.jump_if(right, label, when);
            }
            ExprKind::Logical { left, right, .. } => {
                let behind = self.label();
                self.jump_if(left, behind, !when);
                self.jump_if(right, label, when);
                self.place(behind);
            }
            ExprKind::Comma(left, right) => {
                self.effect(left);
                self.flush();
                self.jump_if(right, label, when);
            }
            ExprKind::Local(_)
            | ExprKind::Convert(_)
            | ExprKind::Negate(_)
            | ExprKind::Complement(_)
            | ExprKind::Arithmetic(..)
            | ExprKind::Compare { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Assign { .. }
            | ExprKind::Modify(_)
            | ExprKind::Primitive(_) => {
                let bit = self.truth(condition);
                self.branch(bit, label, when);
            }
        }
    }

    /// Ends the instructions that are open with a branch, taken when `bit` is `when`.
    fn branch(&mut self, bit: Value, label: LabelId, when: bool) {
        let step = self.steps.last_step();
        let bit = self.steps.temp(self.registers, bit, step);
        self.steps.within(step, |block| {
            let taken = if when { bit } else { block.not(bit) };
            block.branch_unseen(taken, Target::Exit);
        });
        self.flush();
        self.jumps.push((self.done.len() - 1, label));
    }
}

/// Whether a way through the statements, which are the body of a loop or not, ends elsewhere than behind them.
fn leaves(statements: &[Statement], is_loop: bool) -> bool {
    statements.iter().any(|statement| match &statement.kind {
        StatementKind::Expression(_) => false,
        StatementKind::If { then, otherwise, .. } => leaves(then, is_loop) || leaves(otherwise, is_loop),
        StatementKind::Loop(inner) => leaves(&inner.body, true),
        StatementKind::Break | StatementKind::Continue => !is_loop,
        StatementKind::Return => true,
    })
}

/// Sets the target of the jump at the end of a block.
fn retarget(block: &mut Block, to: Target) {
    match block.last_mut() {
        Some(MicroOp::Jump(target) | MicroOp::Branch { target, .. }) => *target = to,
        _ => unreachable!("a block that was noted as a jump ends with one"),
    }
}
