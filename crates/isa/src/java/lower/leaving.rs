//! Ways out of statements: `break`, exceptions, and what is done on the way.
//!
//! Source: The Java Language Specification, 11.3 (exceptions), 14.15 (`break`), 14.18 (`throw`), 14.19 (`synchronized`), 14.20 (`try`).
//!
//! Of an exception only its class matters, and each place that throws says which. So who catches it is known before the program runs.

use super::object::Held;
use super::{LabelId, ThreadLowering, tags};
use crate::java::ast::{Catch, Name, Statement};
use crate::java::class::Exception;
use crate::java::interrupt_status_of;

use super::access::At;
use super::expression::Value;
use super::{Operation, RegisterId};
use crate::java::ast::METHODS;
use crate::java::class::Type;

/// A statement that control is in.
#[derive(Clone)]
pub(super) enum Around<'s> {
    /// `synchronized`, with the monitor that it holds.
    Monitor(Held),
    /// A label, and the place behind its statement.
    Label(&'s str, LabelId),
    /// The part of a `try` whose exceptions are caught, and where each catch begins.
    Catches(&'s [Catch], Vec<LabelId>),
    /// What is done when a `try` is left; in so many constructors.
    Finally(&'s [Statement], usize),
}

impl<'s> ThreadLowering<'s, '_> {
    /// Does what is done on the way out of the statements that are in `depth` others.
    fn unwind(&mut self, depth: usize) {
        let left = self.around.split_off(depth);
        let span = self.span;
        for (at, one) in left.iter().enumerate().rev() {
            // What it does is in those around it.
            self.around.extend_from_slice(&left[..at]);
            match one {
                Around::Monitor(held) => self.change(held, tags::UNLOCK),
                Around::Finally(body, frames) => {
                    let inner = self.frames.split_off(*frames);
                    self.statements(body);
                    self.frames.extend(inner);
                }
                Around::Label(..) | Around::Catches(..) => {}
            }
            self.around.truncate(depth);
        }
        self.around.extend(left);
        self.span = span;
    }

    /// Goes on where an exception is caught, or ends the thread.
    pub(super) fn throw(&mut self, exception: Exception) {
        let classes = &self.program.classes;
        let handler = self.around.iter().enumerate().rev().find_map(|(depth, one)| {
            let Around::Catches(catches, labels) = one else { return None };
            let is_for = |one: &Catch| one.classes.iter().any(|class| exception.is_a(&class.text, classes));
            catches.iter().position(is_for).map(|at| (depth, labels[at]))
        });
        if let Some((depth, label)) = handler {
            self.unwind(depth);
            return self.jump(label);
        }
        self.unwind(0);
        let register = self.code.register_of(self.thread, Exception::VARIABLE);
        self.put(register, &Value::Number(exception.number()));
        self.jump(self.end);
    }

    pub(super) fn throw_named(&mut self, class: &Name) {
        let exception = Exception::of_class(&class.text, &self.program.classes).expect("types were checked");
        self.throw(exception);
    }

    pub(super) fn labelled(&mut self, label: &'s Name, body: &'s [Statement]) {
        let behind = self.label();
        self.around.push(Around::Label(&label.text, behind));
        self.statements(body);
        self.around.pop();
        self.place(behind);
    }

    pub(super) fn leave(&mut self, wanted: &Name) {
        let found = self.around.iter().enumerate().rev().find_map(|(depth, one)| match one {
            Around::Label(label, behind) if *label == wanted.text => Some((depth, *behind)),
            _ => None,
        });
        let (depth, behind) = found.expect("labels were checked by the parser");
        self.unwind(depth);
        self.jump(behind);
    }

    pub(super) fn attempt(&mut self, body: &'s [Statement], catches: &'s [Catch], finally: &'s [Statement]) {
        let behind = self.label();
        let labels: Vec<LabelId> = catches.iter().map(|_| self.label()).collect();
        if !finally.is_empty() {
            self.around.push(Around::Finally(finally, self.frames.len()));
        }
        self.around.push(Around::Catches(catches, labels.clone()));
        self.statements(body);
        self.around.pop();
        self.jump(behind);
        for (one, label) in catches.iter().zip(labels) {
            self.place(label);
            self.statements(&one.body);
            self.jump(behind);
        }
        self.place(behind);
        if !finally.is_empty() {
            self.around.pop();
            self.statements(finally);
        }
    }

    /// The interrupt status of a thread is a volatile location: 17.4.4 wants an interrupt to synchronize with whatever finds out about it.
    pub(super) fn interrupt(&mut self, thread: u32) {
        let result = self.fresh();
        self.on_status(thread, "setVolatile", &[Value::Number(1)], result);
    }

    /// Whether a thread is interrupted; the thread itself, where `thread` is `None`, is not any more then.
    pub(super) fn interrupted(&mut self, thread: Option<u32>) -> RegisterId {
        let result = self.fresh();
        match thread {
            Some(thread) => self.on_status(thread, "getVolatile", &[], result),
            None => self.on_status(self.own_number(), "getAndSet", &[Value::Number(0)], result),
        }
        result
    }

    fn own_number(&self) -> u32 {
        self.thread.number()
    }

    fn on_status(&mut self, thread: u32, method: &str, arguments: &[Value], result: RegisterId) {
        let method = METHODS.iter().find(|known| known.name == method).expect("is a method");
        let operation = Operation::by(*method, &Type::Int);
        let at = At::Cell { location: (self.location)(&interrupt_status_of(thread)), read: None };
        self.operate(&operation, &at, arguments, result);
        self.flush();
    }

    /// A thread that waits, or is about to, and is interrupted, goes on with an exception and is not interrupted any more (17.2.1, 17.2.3).
    pub(super) fn throw_if_interrupted(&mut self) {
        if !self.code.interrupted.contains(&self.own_number()) {
            return;
        }
        let behind = self.label();
        let found = self.interrupted(None);
        self.branch(Value::Register(found), behind, false);
        self.throw(Exception::INTERRUPTED);
        self.place(behind);
    }

    /// The same for what comes to a thread that waits already: whether that ends the wait is open, as something else may.
    pub(super) fn throw_if_interrupted_meanwhile(&mut self) {
        if !self.code.interrupted.contains(&self.own_number()) {
            return;
        }
        let behind = self.label();
        let bit = self.block.nondeterministic_bit();
        let (wide, ends) = (self.block.resize(bit, self.int_width()), self.fresh());
        self.block.write(ends, 0, wide);
        self.flush();
        self.branch(Value::Register(ends), behind, false);
        let found = self.interrupted(None);
        let is_so = self.bit(&Value::Register(found));
        self.block.assume(is_so);
        self.flush();
        self.throw(Exception::INTERRUPTED);
        self.place(behind);
    }
}
