//! Static fields, and the initialisation of classes by their first use.
//!
//! Source: The Java Language Specification, 8.3.1.1, 8.7 (static fields and initialisers), 12.4.1 (when a class is initialised), 12.4.2 (how).
//!
//! 12.4.2 has a lock for each class: the thread that takes it first initialises the class, others wait, and what it has done happens before what they do then. Here the class has a status, a volatile
//! location: the thread whose compare-and-exchange finds 0 initialises the class and writes that it is done; others read that. A thread that waits goes on when it is done, so that its rounds before
//! are left out: they would add happens-before, and so allow nothing new. A thread that comes while it initialises the class itself goes on (step 3).
//!
//! **Model choice.** Read literally, 12.4.2 has every use of a class take the lock, also when it is initialised, and asks that orderings of that kind exist where an implementation leaves the lock out:
//! all threads that use a class would be ordered by that. No implementation does so; here initialisation happens before each use, and uses are not ordered.
//!
//! A class without an initialiser and without values for its static fields needs no initialisation that something could see.

use super::access::At;
use super::expression::Value;
use super::object::Frame;
use super::{Operation, RegisterId, ThreadLowering};
use crate::java::ast::{Binary, METHODS};
use crate::java::class::{Class, Field, STATUS, Type};
use crate::java::types::Scope;

/// The status of a class that is initialised. Below are the numbers of threads that do it, plus one.
const DONE: i64 = 1000;

impl<'s> ThreadLowering<'s, '_> {
    /// Reads a static field.
    pub(super) fn get_static(&mut self, class: &'s Class, field: &'s Field) -> Value {
        self.initialise(class);
        let result = self.fresh_of(&field.ty);
        let at = At::Cell { location: (self.location)(&class.static_location(&field.name.text)), read: None };
        self.operate(&of_static(false, field), &at, &[], result);
        self.flush();
        self.note_read(&field.ty, result);
        Value::Register(result)
    }

    /// Writes a static field.
    pub(super) fn set_static(&mut self, class: &'s Class, field: &'s Field, value: &Value) {
        self.initialise(class);
        let (value, result) = (self.keep(value), self.fresh());
        self.with_reference(value, &field.ty, &mut |lowering, value| {
            let location = (lowering.location)(&class.static_location(&field.name.text));
            lowering.operate(&of_static(true, field), &At::Cell { location, read: None }, &[value], result);
            lowering.flush();
        });
    }

    /// A class is used.
    pub(super) fn initialise(&mut self, class: &'s Class) {
        if class.initialiser.is_empty() {
            return self.super_class(class);
        }
        if self.initialising.contains(&class.name.text.as_str()) {
            return;
        }
        self.flush();
        let (done, first) = (self.label(), self.label());
        let found = self.fresh();
        let own = Value::Number(i64::from(self.thread.number()) + 1);
        self.on_class(class, "compareAndExchange", &[Value::Number(0), own], found);
        let is =
            |number| Value::Binary(Binary::Equal, Box::new(Value::Register(found)), Box::new(Value::Number(number)));
        self.branch(is(0), first, true);
        let bit = self.bit(&is(DONE));
        self.block.assume(bit);
        self.jump(done);
        self.place(first);
        self.initialising.push(&class.name.text);
        self.super_class(class);
        let names = class.initialiser_types.iter().map(|(name, ty)| (name.text.clone(), self.fresh_of(ty))).collect();
        let (scope, this, span) = (Scope::of_initialiser(self.program, class), self.fresh(), self.span);
        self.frames.push(Frame { scope, this, names });
        self.statements(&class.initialiser);
        self.frames.pop();
        self.span = span;
        self.initialising.pop();
        let result = self.fresh();
        self.on_class(class, "setVolatile", &[Value::Number(DONE)], result);
        self.place(done);
    }

    /// The class that it extends is initialised before (12.4.2, step 7); those that it implements are not.
    fn super_class(&mut self, class: &'s Class) {
        if let Some(base) = class.bases.first().and_then(|base| self.program.class(&base.text)) {
            self.initialise(base);
        }
    }

    fn on_class(&mut self, class: &Class, method: &str, arguments: &[Value], result: RegisterId) {
        let method = METHODS.iter().find(|known| known.name == method).expect("is a method");
        let at = At::Cell { location: (self.location)(&class.static_location(STATUS)), read: None };
        self.operate(&Operation::by(*method, &Type::Int), &at, arguments, result);
        self.flush();
    }
}

/// An access to a static field. What 17.5 says of final fields is about those of objects.
fn of_static(writes: bool, field: &Field) -> Operation {
    Operation { tags: Operation::tags_of(&field.ty), ..Operation::of_field(writes, field) }
}
