//! Accesses of `long`s and `double`s: those that know of the initial state what they are for, and that what plain writes leave in halves is read in halves.
//!
//! Source: The Java Language Specification, 17.7, and java.lang.invoke.VarHandle: all accesses but plain ones are of the whole. Of several plain writes a read of the whole may find
//! a half of each. A write is one event here (see `lower`), so that this cannot be shown.

use std::collections::BTreeMap;

use program::{Index, LocationId, Program, ThreadId};
use source::{Diagnostic, Span};

use super::Start;
use crate::java::ast::{Access, AccessMethod, Expr, ExprKind, Mode, ProgramText, Statement, StatementKind};
use crate::java::class::{Class, Field, Type};
use crate::java::types::Scope;

/// A place of 64 bits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Location(LocationId),
    /// A field, of any object of its class.
    Field(String, String),
    /// Any element of an array.
    Element,
}

/// Where a place is written plainly, and where it is read as a whole.
#[derive(Clone, Copy, Debug, Default)]
struct Uses {
    plain_write: Option<Span>,
    whole_read: Option<Span>,
}

/// Refuses programs in which one place is written plainly and read as a whole.
pub(super) fn check(text: &ProgramText, program: &Program, errors: &mut Vec<Diagnostic>) {
    let mut uses: BTreeMap<Place, Uses> = BTreeMap::new();
    for (number, thread) in text.threads.iter().enumerate() {
        let start = Start::of(ThreadId::new(number), program);
        let mut finder =
            Finder { scope: Scope::of_thread(text, &thread.types), start: &start, uses: &mut uses, errors };
        finder.statements(&thread.body);
        for class in &text.classes {
            for constructor in &class.constructors {
                let scope = Scope::of_constructor(text, class, Some(constructor));
                Finder { scope, start: &start, uses: &mut uses, errors }.statements(&constructor.body);
            }
        }
    }
    for found in uses.values() {
        let (Some(write), Some(read)) = (found.plain_write, found.whole_read) else { continue };
        let message =
            "a `long` or `double` that is read as a whole here is written plainly elsewhere, in halves (JLS 17.7)";
        let error = Diagnostic::error("halves", read, message).label(write, "there");
        errors.push(error.help("write it by `setOpaque` or a stronger method, or read it by `get`"));
    }
}

struct Finder<'a, 'p> {
    scope: Scope<'p>,
    start: &'a Start,
    uses: &'a mut BTreeMap<Place, Uses>,
    errors: &'a mut Vec<Diagnostic>,
}

impl<'p> Finder<'_, 'p> {
    fn statements(&mut self, body: &'p [Statement]) {
        for outer in body {
            outer.visit(&mut |statement| {
                match &statement.kind {
                    StatementKind::Store { place, .. } => self.field(place, statement.span, true),
                    StatementKind::Assign { target, .. } => {
                        if let (Some(field), Some(class)) = (self.scope.own_field(&target.text), self.scope.this) {
                            self.use_of_field(class, field, statement.span, true);
                        }
                    }
                    _ => {}
                }
                statement.visit_accesses(&mut |access| self.access(access));
                statement.visit_expressions(&mut |expr| self.field(expr, expr.span, false));
            });
        }
    }

    fn field(&mut self, place: &Expr, span: Span, writes: bool) {
        if let ExprKind::Element(parts) = &place.kind
            && writes
            && matches!(self.scope.type_of(&parts[0]), Some(Type::Array(element)) if element.is_wide())
        {
            return self.note(Place::Element, span, true);
        }
        let ExprKind::Field(object, name) = &place.kind else { return };
        let Some(Type::Class(class)) = self.scope.type_of(object) else { return };
        if let Some((class, field)) = self.scope.program.field_in(&class, &name.text) {
            self.use_of_field(class, field, span, writes);
        }
    }

    fn use_of_field(&mut self, class: &Class, field: &Field, span: Span, writes: bool) {
        let place = Place::Field(class.name.text.clone(), field.name.text.clone());
        if field.ty.is_wide() && writes != field.is_volatile {
            self.note(place, span, writes);
        }
    }

    fn access(&mut self, access: &Access) {
        let handle = &access.handle.text;
        let place = match self.scope.field_handle(handle) {
            Some((class, field)) if field.ty.is_wide() => {
                Place::Field(class.name.text.clone(), field.name.text.clone())
            }
            None if self.scope.element_handle(handle).is_some_and(Type::is_wide) => Place::Element,
            None if self.scope.element_handle(handle).is_some() => return,
            None if self.scope.program.typed_handles.get(handle).is_some_and(Type::is_wide) => {
                let Some(&location) = self.start.handles.get(handle) else { return };
                Place::Location(location)
            }
            Some(_) => return,
            // A `float`: what it is given was checked with the types.
            None if self.scope.program.typed_handles.contains_key(handle) => return,
            None => {
                let type_of = |argument| self.scope.type_of(argument).filter(|ty| ty.is_wide() || ty.is_floating());
                let found = access.arguments.iter().find_map(|argument| Some((argument, type_of(argument)?)));
                if let Some((argument, ty)) = found {
                    let message = format!("a value of type `{ty}` does not go to what `{handle}` stands for");
                    let error = Diagnostic::error("wrong-type", argument.span, message);
                    let help = format!(
                        "cast it, `(int) (...)`, or declare the location as one in the initial state: `{ty} x=0;`"
                    );
                    self.errors.push(error.help(help));
                }
                return;
            }
        };
        let is_plain = access.method.mode == Mode::Plain;
        match access.method.operation {
            AccessMethod::Set if is_plain => self.note(place, access.span, true),
            AccessMethod::Set => {}
            AccessMethod::Get if is_plain => {}
            AccessMethod::Get
            | AccessMethod::GetAnd(_)
            | AccessMethod::CompareAndSet { .. }
            | AccessMethod::CompareAndExchange => self.note(place, access.span, false),
        }
    }

    fn note(&mut self, place: Place, span: Span, writes: bool) {
        let uses = self.uses.entry(place).or_default();
        let known = if writes { &mut uses.plain_write } else { &mut uses.whole_read };
        known.get_or_insert(span);
    }
}
