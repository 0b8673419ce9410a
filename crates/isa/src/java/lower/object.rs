//! Objects: `new`, fields, elements, monitors of objects, and exceptions. See `class` for the design.

use program::{BinaryOperator, Index, RegisterId, TagSet, Temp};

use super::access::At;
use super::expression::Value;
use super::{LabelId, Operation, ThreadLowering};
use crate::java::ast::{AccessMethod, Binary, Expr, ExprKind, METHODS, Method, Name};
use crate::java::class::{Class, Exception, Field, MONITOR, Object, Type};
use crate::java::tags;
use crate::java::types::Scope;

/// How often a `new` in a loop makes an object of its own; what goes on longer is cut, as loops are.
const MOST_OBJECTS: usize = 8;

/// How deep constructors call each other.
const MOST_FRAMES: usize = 16;

/// What names stand for in a constructor that is written out.
pub(super) struct Frame<'s> {
    pub(super) scope: Scope<'s>,
    /// The object that is made.
    pub(super) this: RegisterId,
    /// Parameters and local variables.
    pub(super) names: Vec<(String, RegisterId)>,
}

/// A monitor that is held.
#[derive(Clone)]
pub(super) enum Held {
    /// Of a location.
    Location(Name),
    /// Of the object that a register refers to, as the variable `name` did when it was entered.
    Object { name: String, reference: RegisterId, ty: Type },
}

impl Held {
    /// What it was called.
    pub(super) fn name(&self) -> &str {
        match self {
            Held::Location(name) => &name.text,
            Held::Object { name, .. } => name,
        }
    }
}

/// What a simple name stands for.
pub(super) enum Meaning<'s> {
    Register(RegisterId),
    /// A field of the object that is made.
    Field(RegisterId, &'s Field),
    /// An object of the beginning.
    First(i64),
}

/// What is done with the object that a reference refers to, where it is known which; the register depends on a read that saw it.
type OneObject<'o, 'a, 't> = dyn FnMut(&mut ThreadLowering<'a, 't>, &Object, Option<RegisterId>) + 'o;

impl<'s, 't> ThreadLowering<'s, 't> {
    /// What names stand for here.
    pub(super) fn scope(&self) -> &Scope<'s> {
        self.frames.last().map_or(&self.outer, |frame| &frame.scope)
    }

    pub(super) fn meaning(&self, name: &str) -> Meaning<'s> {
        if let Some(frame) = self.frames.last() {
            if name == "this" {
                return Meaning::Register(frame.this);
            }
            if let Some((_, register)) = frame.names.iter().find(|(known, _)| known == name) {
                return Meaning::Register(*register);
            }
        }
        let scope = self.scope();
        match (scope.own_field(name), scope.first_object(name), self.frames.last()) {
            (Some(field), _, Some(frame)) => Meaning::Field(frame.this, field),
            (_, Some(at), _) => Meaning::First(at as i64 + 1),
            _ => Meaning::Register(self.code.register_of(self.thread, name)),
        }
    }

    /// Keeps a value that may be needed on several paths.
    pub(super) fn keep(&mut self, value: &Value) -> RegisterId {
        if let Value::Register(register) = value {
            return *register;
        }
        let register = self.fresh();
        if self.width(value) > self.int_width() {
            self.wide.insert(register);
        }
        self.put(register, value);
        self.flush_access();
        register
    }

    /// Makes an object, and gives the register with the reference to it.
    pub(super) fn made(&mut self, class: &'s Class, arguments: &[Expr]) -> RegisterId {
        let constructor = class.constructors.iter().find(|one| one.parameters.len() == arguments.len());
        let parameters = constructor.map_or(&[][..], |constructor| &constructor.parameters);
        let arguments: Vec<RegisterId> = arguments
            .iter()
            .enumerate()
            .map(|(at, argument)| {
                let ty = parameters.get(at).map_or(&Type::Int, |(_, ty)| ty);
                let value = self.value_as(argument, ty);
                // A copy: the parameter is a variable of its own.
                let copy = self.fresh_of(ty);
                self.put(copy, &value);
                self.flush_access();
                copy
            })
            .collect();
        self.initialise(class);
        let this = self.fresh_object(Type::Class(class.name.text.clone()), None);
        if self.frames.len() == MOST_FRAMES {
            self.too_deep = true;
            return this;
        }
        let scope = Scope::of_constructor(self.program, class, constructor);
        let mut names = Vec::new();
        if let Some(constructor) = constructor {
            names.extend(
                constructor.parameters.iter().zip(arguments).map(|((name, _), value)| (name.text.clone(), value)),
            );
            for (name, ty) in &constructor.types {
                names.push((name.text.clone(), self.fresh_of(ty)));
            }
        }
        self.frames.push(Frame { scope, this, names });
        for base in self.program.lineage(&class.name.text).into_iter().rev() {
            for field in &base.fields {
                if let Some(initial) = &field.initial {
                    let value = self.value_as(initial, &field.ty);
                    self.set_field(this, class, field, &value);
                }
            }
        }
        let span = self.span;
        if let Some(constructor) = constructor {
            self.statements(&constructor.body);
        }
        self.span = span;
        // Of a class whose constructors are written out in the threads, these end with a freeze of their own.
        if !self.program.is_written_out(class) {
            self.freeze(this, &class.name.text);
        }
        self.frames.pop();
        this
    }

    /// The end of the construction of an object: a freeze for each of its final fields (JLS 17.5).
    fn freeze(&mut self, this: RegisterId, class: &str) {
        for field in self.program.fields_of(class).into_iter().filter(|field| field.is_final) {
            self.on_object(this, &Type::Class(class.to_owned()), &mut |lowering, object, _| {
                let location = (lowering.location)(&object.location(&field.name.text));
                let address = lowering.block.address(location, 0, super::ADDRESS_WIDTH);
                lowering.block.synchronize(address, tags::FREEZE);
                lowering.flush();
            });
        }
    }

    pub(super) fn freeze_named(&mut self, name: &Name) {
        if let Type::Class(class) = self.scope().type_of_name(&name.text) {
            let value = self.value(&Expr { kind: ExprKind::Local(name.text.clone()), span: name.span });
            let reference = self.keep(&value);
            self.freeze(reference, &class);
        }
    }

    /// The reference to an object that is made here.
    pub(super) fn fresh_object(&mut self, ty: Type, length: Option<u32>) -> RegisterId {
        self.sites += 1;
        let most = if self.loops > 0 { MOST_OBJECTS } else { 1 };
        let all: Vec<Object> =
            (1..=most).map(|count| Object::made(&ty, length, self.thread.index(), self.sites, count)).collect();
        let first = all[0].number;
        self.made.extend(all);
        let result = self.fresh();
        if most == 1 {
            self.put(result, &Value::Number(first));
            self.flush();
            return result;
        }
        let count = self.fresh();
        let (going_on, for_ever) = (self.label(), self.label());
        let is_left =
            Value::Binary(Binary::Less, Box::new(Value::Register(count)), Box::new(Value::Number(most as i64)));
        self.branch(is_left, going_on, true);
        self.place(for_ever);
        self.jump(for_ever);
        self.place(going_on);
        let plus =
            |number: i64| Value::Binary(Binary::Add, Box::new(Value::Register(count)), Box::new(Value::Number(number)));
        self.put(result, &plus(first));
        self.put(count, &plus(1));
        self.flush();
        result
    }

    /// Does something with the object that the register refers to, on a path for each; through null it is an exception.
    pub(super) fn on_object(&mut self, reference: RegisterId, ty: &Type, one: &mut OneObject<'_, 's, 't>) {
        self.flush();
        let end = self.label();
        let objects = self.objects;
        let program = self.program;
        for object in objects.iter().filter(|object| program.is_subtype(&object.ty, ty)) {
            let next = self.label();
            self.branch(self.refers_to(reference, object.number), next, false);
            self.seen_by_some_read(object, end, one);
            self.place(next);
        }
        self.assume_null(reference);
        self.throw(Exception::NULL_POINTER);
        self.place(end);
    }

    fn refers_to(&self, reference: RegisterId, number: i64) -> Value {
        Value::Binary(Binary::Equal, Box::new(Value::Register(reference)), Box::new(Value::Number(number)))
    }

    /// References refer to objects of their class; a path on which one does not is none.
    fn assume_null(&mut self, reference: RegisterId) {
        let is_null = self.refers_to(reference, 0);
        let bit = self.bit(&is_null);
        self.block.assume(bit);
        self.flush();
    }

    /// The thread has seen the object's address by some read, unless it made it (JLS 17.5.1): a path for each read that may have.
    fn seen_by_some_read(&mut self, object: &Object, end: LabelId, one: &mut OneObject<'_, 's, 't>) {
        let is_own = object.thread.is_none_or(|thread| thread == self.thread.index());
        let reads = if is_own || !self.has_final_fields { Vec::new() } else { self.reads.clone() };
        let Some((last, others)) = reads.split_last() else {
            one(self, object, None);
            return self.jump(end);
        };
        for &read in others {
            let next = self.label();
            let bit = self.block.nondeterministic_bit();
            let result = self.fresh();
            let wide = self.block.resize(bit, self.int_width());
            self.block.write(result, 0, wide);
            self.flush();
            self.branch(Value::Register(result), next, false);
            self.seen_by(read, object, end, one);
            self.place(next);
        }
        self.seen_by(*last, object, end, one);
    }

    fn seen_by(&mut self, read: RegisterId, object: &Object, end: LabelId, one: &mut OneObject<'_, 's, 't>) {
        let saw_it = self.refers_to(read, object.number);
        let bit = self.bit(&saw_it);
        self.block.assume(bit);
        self.flush();
        one(self, object, Some(read));
        self.jump(end);
    }

    /// A value that is 0 and depends on what the register does.
    pub(super) fn nothing_of(&mut self, register: RegisterId, width: program::Width) -> Temp {
        let value = self.block.read(register, 0, self.width_of(register));
        let value = self.block.resize(value, width);
        self.block.binary(BinaryOperator::Xor, value, value)
    }

    /// `r instanceof C`: 1 or 0.
    pub(super) fn is_instance(&mut self, reference: RegisterId, class: &str) -> Value {
        let wanted = Type::Class(class.to_owned());
        let program = self.program;
        let all = self.objects.iter().filter(|object| program.is_subtype(&object.ty, &wanted));
        let each = all.map(|object| self.refers_to(reference, object.number));
        each.reduce(|one, other| Value::Binary(Binary::OrElse, Box::new(one), Box::new(other)))
            .unwrap_or(Value::Number(0))
    }

    pub(super) fn object_monitor(&mut self, reference: RegisterId, ty: &Type, tags: TagSet) {
        // The monitor of null is never held.
        self.on_object(reference, ty, &mut |lowering, object, _| {
            let address =
                lowering.block.address((lowering.location)(&object.location(MONITOR)), 0, super::ADDRESS_WIDTH);
            lowering.block.synchronize(address, tags);
            lowering.flush();
        });
    }

    /// `r.f` or `a[i]`, as the value of an expression.
    pub(super) fn read_place(&mut self, place: &Expr) -> Value {
        match &place.kind {
            ExprKind::Field(object, name) => {
                if let Some((class, field)) = self.scope().static_field(object, &name.text) {
                    return self.get_static(class, field);
                }
                let ty = self.scope().type_of(object).unwrap_or(Type::Int);
                let reference = self.value(object);
                let reference = self.keep(&reference);
                match ty {
                    Type::Class(class) => self.get_field(reference, &class, &name.text),
                    other => self.length(reference, &other),
                }
            }
            ExprKind::Element(parts) => {
                let ty = self.scope().type_of(&parts[0]).unwrap_or(Type::Int);
                let (reference, index) = self.array_and_index(parts);
                let operation = Operation::plain(false, &element_of(&ty));
                let result = self.fresh_of(&element_of(&ty));
                self.element(reference, &ty, index, &operation, &[], result);
                self.note_read(&element_of(&ty), result);
                Value::Register(result)
            }
            _ => unreachable!("no place: {place:?}"),
        }
    }

    pub(super) fn get_field(&mut self, reference: RegisterId, class: &str, name: &str) -> Value {
        let (_, field) = self.program.field_in(class, name).expect("types were checked");
        let result = self.fresh_of(&field.ty);
        let operation = Operation::of_field(false, field);
        self.field(reference, class, name, &operation, &[], result);
        self.note_read(&field.ty, result);
        Value::Register(result)
    }

    /// `r.f = v` or `a[i] = v`.
    pub(super) fn write_place(&mut self, place: &Expr, value: &Expr) {
        match &place.kind {
            ExprKind::Field(object, name) => {
                if let Some((class, field)) = self.scope().static_field(object, &name.text) {
                    let value = self.value_as(value, &field.ty);
                    return self.set_static(class, field, &value);
                }
                let ty = self.scope().type_of(object);
                let reference = self.value(object);
                let reference = self.keep(&reference);
                let class = match ty {
                    Some(Type::Class(class)) => self.scope().class(&class),
                    _ => None,
                };
                let class = class.expect("types were checked");
                let (_, field) = self.program.field_in(&class.name.text, &name.text).expect("types were checked");
                let value = self.value_as(value, &field.ty);
                self.set_field(reference, class, field, &value);
            }
            ExprKind::Element(parts) => {
                let ty = self.scope().type_of(&parts[0]).unwrap_or(Type::Int);
                let (reference, index) = self.array_and_index(parts);
                let element = element_of(&ty);
                let value = self.value_as(value, &element);
                let value = self.keep(&value);
                let result = self.fresh();
                self.with_reference(value, &element, &mut |lowering, value| {
                    let operation = Operation::plain(true, &element);
                    lowering.element(reference, &ty, index, &operation, &[value], result);
                });
            }
            _ => unreachable!("no place: {place:?}"),
        }
    }

    pub(super) fn set_field(&mut self, reference: RegisterId, class: &'s Class, field: &'s Field, value: &Value) {
        let value = self.keep(value);
        let result = self.fresh();
        self.with_reference(value, &field.ty, &mut |lowering, value| {
            let operation = Operation::of_field(true, field);
            lowering.field(reference, &class.name.text, &field.name.text, &operation, &[value], result);
        });
    }

    fn array_and_index(&mut self, parts: &[Expr; 2]) -> (RegisterId, RegisterId) {
        let reference = self.value(&parts[0]);
        let reference = self.keep(&reference);
        let index = self.value(&parts[1]);
        (reference, self.keep(&index))
    }

    /// What a read gives may be dereferenced.
    pub(super) fn note_read(&mut self, ty: &Type, result: RegisterId) {
        if self.has_final_fields && ty.is_reference() && !self.reads.contains(&result) {
            self.reads.push(result);
        }
    }

    /// Writes a reference: of an object that another thread made, one that depends on a read that saw it (JLS 17.5.1: the memory chain).
    pub(super) fn with_reference(&mut self, value: RegisterId, ty: &Type, write: &mut dyn FnMut(&mut Self, Value)) {
        if !self.has_final_fields || !ty.is_reference() {
            return write(self, Value::Register(value));
        }
        let (program, objects) = (self.program, self.objects);
        let (foreign, own): (Vec<&Object>, Vec<&Object>) = objects
            .iter()
            .filter(|object| program.is_subtype(&object.ty, ty))
            .partition(|object| object.thread.is_some_and(|thread| thread != self.thread.index()));
        if foreign.is_empty() || self.reads.is_empty() {
            return write(self, Value::Register(value));
        }
        self.flush();
        let end = self.label();
        for object in foreign {
            let next = self.label();
            self.branch(self.refers_to(value, object.number), next, false);
            self.seen_by_some_read(object, end, &mut |lowering, object, read| {
                let number = Value::Number(object.number);
                write(
                    lowering,
                    match read {
                        Some(read) => Value::Depending(Box::new(number), read),
                        None => number,
                    },
                );
                lowering.flush();
            });
            self.place(next);
        }
        // References refer to objects of their class: else it is one of the thread's own, or null.
        let known = own.iter().map(|object| self.refers_to(value, object.number));
        let one_of_them = known
            .fold(self.refers_to(value, 0), |one, other| Value::Binary(Binary::OrElse, Box::new(one), Box::new(other)));
        let bit = self.bit(&one_of_them);
        self.block.assume(bit);
        self.flush();
        write(self, Value::Register(value));
        self.place(end);
    }

    /// Accesses a field of the object that a register refers to.
    pub(super) fn field(
        &mut self,
        reference: RegisterId,
        class: &str,
        name: &str,
        operation: &Operation,
        arguments: &[Value],
        result: RegisterId,
    ) {
        self.on_object(reference, &Type::Class(class.to_owned()), &mut |lowering, object, read| {
            let at = At::Cell { location: (lowering.location)(&object.location(name)), read };
            lowering.operate(operation, &at, arguments, result);
            lowering.flush();
        });
    }

    pub(super) fn element(
        &mut self,
        reference: RegisterId,
        ty: &Type,
        index: RegisterId,
        operation: &Operation,
        arguments: &[Value],
        result: RegisterId,
    ) {
        self.on_object(reference, ty, &mut |lowering, object, read| {
            let behind = lowering.label();
            for number in 0..object.length.unwrap_or(0) {
                let next = lowering.label();
                lowering.branch(lowering.refers_to(index, i64::from(number)), next, false);
                let at = At::Cell { location: (lowering.location)(&object.location(&number.to_string())), read };
                lowering.operate(operation, &at, arguments, result);
                lowering.jump(behind);
                lowering.place(next);
            }
            lowering.throw(Exception::INDEX_OUT_OF_BOUNDS);
            lowering.place(behind);
        });
    }

    fn length(&mut self, reference: RegisterId, ty: &Type) -> Value {
        let result = self.fresh();
        self.on_object(reference, ty, &mut |lowering, object, _| {
            lowering.put(result, &Value::Number(i64::from(object.length.unwrap_or(0))));
            lowering.flush();
        });
        Value::Register(result)
    }
}

fn element_of(ty: &Type) -> Type {
    match ty {
        Type::Array(element) => (**element).clone(),
        other => other.clone(),
    }
}

impl Operation {
    /// A plain read or write.
    pub(super) fn plain(writes: bool, ty: &Type) -> Operation {
        Operation::named(if writes { "set" } else { "get" }, ty)
    }

    /// As a field is read or written where it is named.
    pub(super) fn of_field(writes: bool, field: &Field) -> Operation {
        let name = match (writes, field.is_volatile) {
            (false, false) => "get",
            (false, true) => "getVolatile",
            (true, false) => "set",
            (true, true) => "setVolatile",
        };
        let operation = Operation::named(name, &field.ty);
        let tags = if field.is_final { operation.tags.with(tags::FINAL) } else { operation.tags };
        Operation { tags, ..operation }
    }

    fn named(name: &str, ty: &Type) -> Operation {
        let method = METHODS.iter().find(|method| method.name == name).expect("is a method");
        Operation::by(*method, ty)
    }

    /// By this method, on a place of this type.
    pub(super) fn by(method: Method, ty: &Type) -> Operation {
        Operation { method, tags: Operation::tags_of(ty), is_wide: ty.is_wide(), is_floating: ty.is_floating() }
    }

    /// The type of what it gives, as far as its size goes.
    pub(super) fn result(&self) -> Type {
        if self.is_wide && self.gives_what_it_read() { Type::Long } else { Type::Int }
    }

    /// The tags that say what is in a place of this type.
    pub(super) fn tags_of(ty: &Type) -> TagSet {
        if ty.is_reference() { tags::REFERENCE } else { TagSet::NONE }
    }

    /// Whether its value is what was there.
    pub(super) fn gives_what_it_read(&self) -> bool {
        matches!(self.method.operation, AccessMethod::Get | AccessMethod::GetAnd(_) | AccessMethod::CompareAndExchange)
    }

    /// Whether it writes what it is given, and reads nothing.
    pub(super) fn only_writes(&self) -> bool {
        self.method.operation == AccessMethod::Set
    }
}
