//! The types of expressions, and what is wrong with them.
//!
//! Source: The Java Language Specification, 4.2, 4.3 (types), 5.2 (assignment), 8.3.1.2 (final fields), 15.21 (equality). Numbers and truth values are one type here, as in herd.

use std::collections::BTreeMap;

use source::{Diagnostic, Span, nearest};

use super::ast::{
    Access, AccessMethod, Binary, Expr, ExprKind, Name, ProgramText, Statement, StatementKind, Unary, Update,
};
use super::class::{Class, Constructor, Exception, Field, Type};
use super::hierarchy::OBJECT;

/// What names stand for at a place in the program.
#[derive(Clone, Debug)]
pub(super) struct Scope<'p> {
    pub(super) program: &'p ProgramText,
    /// Local variables that are declared, and parameters.
    pub(super) locals: BTreeMap<&'p str, &'p Type>,
    /// In a constructor, the class.
    pub(super) this: Option<&'p Class>,
    /// In the initialiser of a class, that class.
    pub(super) initialises: Option<&'p Class>,
}

impl<'p> Scope<'p> {
    /// That of a thread.
    pub(super) fn of_thread(program: &'p ProgramText, types: &'p [(Name, Type)]) -> Scope<'p> {
        let locals = types.iter().map(|(name, ty)| (&*name.text, ty)).collect();
        Scope { program, locals, this: None, initialises: None }
    }

    /// That of a constructor.
    pub(super) fn of_constructor(
        program: &'p ProgramText,
        class: &'p Class,
        constructor: Option<&'p Constructor>,
    ) -> Scope<'p> {
        let named = constructor.into_iter().flat_map(|one| one.parameters.iter().chain(&one.types));
        let locals = named.map(|(name, ty)| (&*name.text, ty)).collect();
        Scope { program, locals, this: Some(class), initialises: None }
    }

    /// That of the initialiser of a class.
    pub(super) fn of_initialiser(program: &'p ProgramText, class: &'p Class) -> Scope<'p> {
        let locals = class.initialiser_types.iter().map(|(name, ty)| (&*name.text, ty)).collect();
        Scope { program, locals, this: None, initialises: Some(class) }
    }

    /// Whether a name is that of a class here, as it stands before static fields.
    pub(super) fn is_class_name(&self, name: &str) -> bool {
        !self.locals.contains_key(name)
            && self.own_field(name).is_none()
            && self.first_object(name).is_none()
            && self.program.class(name).is_some_and(|class| !class.statics.is_empty() || !class.bases.is_empty())
    }

    /// The static field that `object.name` is, with the class that declares it.
    pub(super) fn static_field(&self, object: &Expr, name: &str) -> Option<(&'p Class, &'p Field)> {
        match &object.kind {
            ExprKind::Local(class) if self.is_class_name(class) => self.program.static_in(class, name),
            _ => None,
        }
    }

    pub(super) fn class(&self, name: &str) -> Option<&'p Class> {
        self.program.class(name)
    }

    /// The field of the constructed object that a simple name stands for.
    pub(super) fn own_field(&self, name: &str) -> Option<&'p Field> {
        if self.locals.contains_key(name) {
            return None;
        }
        self.program.field_in(&self.this?.name.text, name).map(|(_, field)| field)
    }

    /// The object of the beginning that a simple name stands for: its number among them.
    pub(super) fn first_object(&self, name: &str) -> Option<usize> {
        if self.locals.contains_key(name) || self.own_field(name).is_some() {
            return None;
        }
        self.program.objects.iter().position(|object| object.name.text == name)
    }

    /// The field that a handle of a class is for.
    pub(super) fn field_handle(&self, name: &str) -> Option<(&'p Class, &'p Field)> {
        self.program.classes.iter().find_map(|class| {
            let (_, field) = class.handles.iter().find(|(handle, _)| handle.text == name)?;
            Some((class, class.field(&field.text)?))
        })
    }

    /// The type of the elements that a handle is for.
    pub(super) fn element_handle(&self, name: &str) -> Option<&'p Type> {
        self.program.element_handles.iter().find(|(handle, _)| handle.text == name).map(|(_, ty)| ty)
    }

    /// The type of a variable.
    pub(super) fn type_of_name(&self, name: &str) -> Type {
        if name == "this"
            && let Some(class) = self.this
        {
            return Type::Class(class.name.text.clone());
        }
        if let Some(ty) = self.locals.get(name) {
            return (*ty).clone();
        }
        match (self.own_field(name), self.first_object(name)) {
            (Some(field), _) => field.ty.clone(),
            (None, Some(object)) => self.program.objects[object].ty.clone(),
            (None, None) => Type::Int,
        }
    }

    /// The field that `object.name` is.
    pub(super) fn field_of(&self, object: &Expr, name: &str) -> Option<&'p Field> {
        if let Some((_, field)) = self.static_field(object, name) {
            return Some(field);
        }
        match self.type_of(object)? {
            Type::Class(class) => self.program.field_in(&class, name).map(|(_, field)| field),
            _ => None,
        }
    }

    /// The type of an expression; `None` where it fits several: `null`, and what a handle on a location of the initial state gives.
    pub(super) fn type_of(&self, expr: &Expr) -> Option<Type> {
        match &expr.kind {
            ExprKind::Null => None,
            ExprKind::Local(name) => Some(self.type_of_name(name)),
            ExprKind::New { class, .. } => Some(Type::Class(class.text.clone())),
            ExprKind::NewArray { element, .. } => Some(Type::Array(Box::new(element.clone()))),
            ExprKind::Cast(ty, _) => Some(ty.clone()),
            ExprKind::Bits(function, _) => Some(function.types()[1].clone()),
            ExprKind::Field(object, name) => {
                Some(self.field_of(object, &name.text).map_or(Type::Int, |field| field.ty.clone()))
            }
            ExprKind::Element(parts) => match self.type_of(&parts[0]) {
                Some(Type::Array(element)) => Some(*element),
                _ => Some(Type::Int),
            },
            ExprKind::Access(access) => match access.method.operation {
                AccessMethod::CompareAndSet { .. } | AccessMethod::Set => Some(Type::Int),
                AccessMethod::Get | AccessMethod::GetAnd(_) | AccessMethod::CompareAndExchange => {
                    let typed = self.program.typed_handles.get(&access.handle.text);
                    let field = self.field_handle(&access.handle.text).map(|(_, field)| &field.ty);
                    let known = field.or_else(|| self.element_handle(&access.handle.text));
                    known.or(typed).cloned()
                }
            },
            ExprKind::Conditional(parts) => match [&parts[1], &parts[2]].map(|part| self.type_of(part)) {
                [Some(then), Some(otherwise)] if Type::promoted([&then, &otherwise]) != Type::Int => {
                    Some(Type::promoted([&then, &otherwise]))
                }
                [Some(then), Some(otherwise)] if self.program.is_subtype(&then, &otherwise) => Some(otherwise),
                [then, otherwise] => then.or(otherwise),
            },
            ExprKind::Number(_) | ExprKind::InstanceOf(..) | ExprKind::Interrupted { .. } => Some(Type::Int),
            ExprKind::Floating { is_double, .. } => Some(if *is_double { Type::Double } else { Type::Float }),
            ExprKind::Unary(Unary::Not, _) => Some(Type::Int),
            ExprKind::Unary(Unary::Negate | Unary::Complement, inner) => Some(self.computed([inner])),
            // JLS 15.19: a shift has the type of what is shifted.
            ExprKind::Binary(Binary::ShiftLeft | Binary::ShiftRight | Binary::ShiftRightUnsigned, left, _) => {
                Some(self.computed([left]))
            }
            ExprKind::Binary(Binary::AndThen | Binary::OrElse, ..) => Some(Type::Int),
            ExprKind::Binary(operator, ..) if operator.is_comparison() => Some(Type::Int),
            ExprKind::Binary(_, left, right) => Some(self.computed([left, right])),
        }
    }

    /// The type of what is computed of these.
    pub(super) fn computed<const N: usize>(&self, operands: [&Expr; N]) -> Type {
        let types: Vec<Type> = operands.into_iter().filter_map(|operand| self.type_of(operand)).collect();
        Type::promoted(&types)
    }
}

/// A use of a handle on a location of the initial state: what is there is a reference, or a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HandleUse {
    pub(super) thread: usize,
    pub(super) handle: String,
    pub(super) is_reference: bool,
    /// The type, where it is known.
    pub(super) ty: Option<Type>,
    pub(super) span: Span,
}

/// Checks a program; gives what it says of locations.
pub(super) fn check(program: &ProgramText, errors: &mut Vec<Diagnostic>) -> Vec<HandleUse> {
    let mut uses = Vec::new();
    for class in &program.classes {
        program.check_bases(class, errors);
    }
    if !errors.is_empty() {
        return uses;
    }
    for class in &program.classes {
        check_class(program, class, errors);
    }
    for object in &program.objects {
        if let Type::Class(name) = &object.ty
            && program.class(name).is_none()
            && name != OBJECT
        {
            errors.push(unknown_class(program, name, object.name.span));
        }
    }
    for (number, thread) in program.threads.iter().enumerate() {
        let scope = Scope::of_thread(program, &thread.types);
        let mut typing = Typing { scope: &scope, thread: number, errors, uses: &mut uses };
        thread.types.iter().for_each(|(name, ty)| typing.known_type(ty, name.span));
        typing.statements(&thread.body);
        let reserved = thread.types.iter().find(|(name, _)| name.text == Exception::VARIABLE && program.may_throw());
        if let Some((name, _)) = reserved {
            let message = format!("`{}` is the variable that says which exception ended the thread", name.text);
            errors.push(Diagnostic::error("two-meanings", name.span, message));
        }
        // What constructors do with locations is done by each thread that calls them, and initialisers by one that uses the class.
        for class in &program.classes {
            let scope = Scope::of_initialiser(program, class);
            let mut found = Vec::new();
            let mut typing = Typing { scope: &scope, thread: number, errors: &mut found, uses: &mut uses };
            typing.statements(&class.initialiser);
            if number == 0 {
                errors.append(&mut found);
            }
            for constructor in &class.constructors {
                let scope = Scope::of_constructor(program, class, Some(constructor));
                let mut found = Vec::new();
                Typing { scope: &scope, thread: number, errors: &mut found, uses: &mut uses }
                    .statements(&constructor.body);
            }
        }
    }
    uses
}

fn check_class(program: &ProgramText, class: &Class, errors: &mut Vec<Diagnostic>) {
    let mut unused = Vec::new();
    let bare = Scope::of_constructor(program, class, None);
    for (at, field) in class.fields.iter().enumerate() {
        if class.fields[..at].iter().any(|other| other.name.text == field.name.text) {
            errors.push(Diagnostic::error(
                "two-meanings",
                field.name.span,
                format!("a second field `{}`", field.name.text),
            ));
        }
        if field.is_final && field.is_volatile {
            let message = format!("`{}` is final and volatile", field.name.text);
            errors.push(Diagnostic::error("final-field", field.name.span, message));
        }
        let mut typing = Typing { scope: &bare, thread: 0, errors, uses: &mut unused };
        typing.known_type(&field.ty, field.name.span);
        if let Some(initial) = &field.initial {
            typing.value(initial, &field.ty);
        }
    }
    for field in &class.statics {
        let mut typing = Typing { scope: &bare, thread: 0, errors, uses: &mut unused };
        typing.known_type(&field.ty, field.name.span);
        if class.field(&field.name.text).is_some() {
            let message = format!("a second field `{}`", field.name.text);
            errors.push(Diagnostic::error("two-meanings", field.name.span, message));
        }
    }
    for (handle, field) in &class.handles {
        match class.field(&field.text) {
            None => errors.push(no_field(class, field)),
            Some(found) if found.is_final => {
                let message = format!("`{}` is final: handles cannot write it", field.text);
                errors.push(Diagnostic::error("final-field", handle.span, message).help("read it as a field"));
            }
            Some(_) => {}
        }
    }
    for constructor in &class.constructors {
        let scope = Scope::of_constructor(program, class, Some(constructor));
        let mut typing = Typing { scope: &scope, thread: 0, errors, uses: &mut unused };
        constructor.parameters.iter().chain(&constructor.types).for_each(|(name, ty)| typing.known_type(ty, name.span));
        typing.statements(&constructor.body);
    }
}

fn unknown_class(program: &ProgramText, name: &str, span: Span) -> Diagnostic {
    program.unknown_class(&Name { text: name.to_owned(), span })
}

fn no_field(class: &Class, field: &Name) -> Diagnostic {
    let known = class.fields.iter().map(|field| &*field.name.text);
    let message = format!("`{}` has no field `{}`", class.name.text, field.text);
    Diagnostic::error("no-field", field.span, message).suggest(nearest(&field.text, known))
}

struct Typing<'a, 'p> {
    scope: &'a Scope<'p>,
    thread: usize,
    errors: &'a mut Vec<Diagnostic>,
    uses: &'a mut Vec<HandleUse>,
}

impl Typing<'_, '_> {
    fn error(&mut self, code: &'static str, span: Span, message: String) {
        self.errors.push(Diagnostic::error(code, span, message));
    }

    fn known_type(&mut self, ty: &Type, span: Span) {
        match ty {
            Type::Class(name) if self.scope.class(name).is_none() && name != OBJECT => {
                self.errors.push(unknown_class(self.scope.program, name, span));
            }
            Type::Array(element) => self.known_type(element, span),
            Type::Class(_)
            | Type::Int
            | Type::Boolean
            | Type::Byte
            | Type::Short
            | Type::Char
            | Type::Long
            | Type::Float
            | Type::Double => {}
        }
    }

    fn statements(&mut self, statements: &[Statement]) {
        statements.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Assign { target, value } => {
                if self.scope.first_object(&target.text).is_some() {
                    let message = format!("`{}` is an object of the beginning, and no variable", target.text);
                    self.error("no-variable", target.span, message);
                }
                let ty = self.scope.type_of_name(&target.text);
                self.value(value, &ty);
            }
            StatementKind::Store { place, value } => self.store(place, value),
            StatementKind::Evaluate(value) | StatementKind::Print(value) => self.number_or_any(value, &statement.kind),
            StatementKind::Access(access) => self.access(access),
            StatementKind::If { condition, then, otherwise } => {
                self.truth(condition);
                self.statements(then);
                self.statements(otherwise);
            }
            StatementKind::Loop { condition, body, .. } => {
                self.truth(condition);
                self.statements(body);
            }
            StatementKind::Block(body)
            | StatementKind::Labelled { body, .. }
            | StatementKind::Synchronized { body, .. } => self.statements(body),
            StatementKind::Try { body, catches, finally } => {
                self.statements(body);
                for one in catches {
                    one.classes.iter().for_each(|class| self.exception(class));
                    self.statements(&one.body);
                }
                self.statements(finally);
            }
            StatementKind::Throw(class) => self.exception(class),
            StatementKind::Freeze(name) => {
                if !matches!(self.scope.type_of_name(&name.text), Type::Class(_)) {
                    self.error("no-object", name.span, format!("`{}` refers to no object", name.text));
                }
            }
            StatementKind::Declare(_)
            | StatementKind::Break(_)
            | StatementKind::Interrupt { .. }
            | StatementKind::Fence(_)
            | StatementKind::Monitor { .. }
            | StatementKind::WaitSet { .. }
            | StatementKind::Lifetime { .. } => {}
        }
    }

    /// A class of exceptions.
    fn exception(&mut self, class: &Name) {
        let classes = &self.scope.program.classes;
        if !Exception::of_class(&class.text, classes).is_some_and(|one| one.is_a("Throwable", classes)) {
            self.error("no-exception", class.span, format!("`{}` is no class of exceptions", class.text));
        }
    }

    fn number_or_any(&mut self, value: &Expr, kind: &StatementKind) {
        if matches!(kind, StatementKind::Print(_)) { self.number(value) } else { self.inside(value) }
    }

    fn store(&mut self, place: &Expr, value: &Expr) {
        self.inside(place);
        if let ExprKind::Field(object, name) = &place.kind {
            let field = self.scope.field_of(object, &name.text);
            let is_own = matches!(&object.kind, ExprKind::Local(this) if this == "this") && self.scope.this.is_some()
                || self.scope.static_field(object, &name.text).is_some_and(|(class, _)| {
                    self.scope.initialises.is_some_and(|known| known.name.text == class.name.text)
                });
            let is_written_out = || match self.scope.type_of(object) {
                Some(Type::Class(class)) => {
                    self.scope.class(&class).is_some_and(|class| self.scope.program.is_written_out(class))
                }
                _ => false,
            };
            if field.is_some_and(|field| field.is_final) && !is_own && !is_written_out() {
                let message = format!("`{}` is final: it is written by the constructor alone", name.text);
                self.error("final-field", name.span, message);
            }
            if name.text == "length" && field.is_none() {
                self.error("final-field", name.span, "the length of an array cannot be written".to_owned());
            }
        }
        let ty = self.scope.type_of(place).unwrap_or(Type::Int);
        self.value(value, &ty);
    }

    /// A value that goes to a place of this type.
    fn value(&mut self, value: &Expr, wanted: &Type) {
        match &value.kind {
            ExprKind::Conditional(parts) => {
                self.truth(&parts[0]);
                self.value(&parts[1], wanted);
                return self.value(&parts[2], wanted);
            }
            ExprKind::Access(access) => self.note_result(access, wanted.is_reference(), Some(wanted)),
            _ => {}
        }
        self.inside(value);
        let fits = match (self.scope.type_of(value), &value.kind) {
            (_, ExprKind::Null) => wanted.is_reference(),
            (None, _) => true,
            (Some(found), _) if self.scope.program.is_subtype(&found, wanted) => true,
            (Some(found), _) if found.is_reference() || wanted.is_reference() => false,
            (Some(found), kind) => fits(&found, wanted, kind),
        };
        if !fits {
            let found = self.scope.type_of(value).map_or("null".to_owned(), |ty| format!("a value of type `{ty}`"));
            let message = format!("{found} does not go to a place of type `{wanted}`");
            let error = Diagnostic::error("wrong-type", value.span, message);
            let is_narrowing = !wanted.is_reference() && self.scope.type_of(value).is_some_and(|ty| !ty.is_reference());
            self.errors.push(if is_narrowing { error.help(format!("cast it: `({wanted}) (...)`")) } else { error });
        }
    }

    /// A value that is computed with.
    fn number(&mut self, value: &Expr) {
        self.value(value, &self.scope.computed([value]));
    }

    /// What decides, or is an operand of an operator on bits.
    fn truth(&mut self, value: &Expr) {
        self.number(value);
        if let Some(ty) = self.scope.type_of(value).filter(Type::is_floating) {
            let message = format!("a `{ty}` is no truth value, and has no bits that are computed with");
            self.errors.push(Diagnostic::error("wrong-type", value.span, message).help("compare it: `... != 0`"));
        }
    }

    /// What a handle on a location gives is used as a reference, or as a number.
    fn note_result(&mut self, access: &Access, is_reference: bool, ty: Option<&Type>) {
        let gives_value = matches!(
            access.method.operation,
            AccessMethod::Get | AccessMethod::GetAnd(_) | AccessMethod::CompareAndExchange
        );
        if gives_value {
            self.note(access, is_reference, ty.filter(|ty| ty.is_reference()).cloned());
        }
    }

    fn note(&mut self, access: &Access, is_reference: bool, ty: Option<Type>) {
        if self.scope.field_handle(&access.handle.text).is_none() {
            let (thread, handle, span) = (self.thread, access.handle.text.clone(), access.span);
            self.uses.push(HandleUse { thread, handle, is_reference, ty, span });
        }
    }

    /// What is within an expression.
    fn inside(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Number(_)
            | ExprKind::Floating { .. }
            | ExprKind::Local(_)
            | ExprKind::Null
            | ExprKind::Interrupted { .. } => {}
            ExprKind::InstanceOf(inner, class) => {
                self.known_type(&Type::Class(class.text.clone()), class.span);
                self.value(inner, &Type::Class(OBJECT.to_owned()));
            }
            ExprKind::Access(access) => self.access(access),
            ExprKind::Unary(Unary::Negate, inner) => self.number(inner),
            ExprKind::Unary(Unary::Not | Unary::Complement, inner) => self.truth(inner),
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right, expr.span),
            ExprKind::Conditional(parts) => {
                self.truth(&parts[0]);
                self.inside(&parts[1]);
                self.inside(&parts[2]);
            }
            ExprKind::New { class, arguments } => self.made(class, arguments),
            ExprKind::NewArray { element, .. } => self.known_type(element, expr.span),
            ExprKind::Cast(ty, inner) => {
                self.known_type(ty, expr.span);
                match (ty.is_reference(), self.scope.type_of(inner)) {
                    // To a class that extends that of the value.
                    (true, Some(found)) if self.scope.program.is_subtype(ty, &found) => self.inside(inner),
                    (true, _) => self.value(inner, ty),
                    (false, _) => self.number(inner),
                }
            }
            ExprKind::Bits(function, inner) => self.value(inner, &function.types()[0]),
            ExprKind::Field(object, name) => self.field(object, name),
            ExprKind::Element(parts) => {
                self.inside(&parts[0]);
                self.value(&parts[1], &Type::Int);
                if !matches!(self.scope.type_of(&parts[0]), Some(Type::Array(_))) {
                    let message = "this is no array".to_owned();
                    self.error("no-array", parts[0].span, message);
                }
            }
        }
    }

    fn binary(&mut self, operator: Binary, left: &Expr, right: &Expr, span: Span) {
        let is_reference = |expr: &Expr| {
            matches!(expr.kind, ExprKind::Null) || self.scope.type_of(expr).is_some_and(|ty| ty.is_reference())
        };
        let are_compared = matches!(operator, Binary::Equal | Binary::NotEqual);
        if !are_compared || !(is_reference(left) || is_reference(right)) {
            let check = if operator.is_arithmetic() { Self::number } else { Self::truth };
            check(self, left);
            return check(self, right);
        }
        let types = [left, right].map(|side| self.scope.type_of(side));
        for side in [left, right] {
            if let ExprKind::Access(access) = &side.kind {
                self.note_result(access, true, types.iter().flatten().find(|ty| ty.is_reference()));
            }
            self.inside(side);
        }
        if let [Some(first), Some(second)] = &types
            && !self.scope.program.is_subtype(first, second)
            && !self.scope.program.is_subtype(second, first)
        {
            self.error("wrong-type", span, format!("a `{first}` and a `{second}` are compared"));
        } else if types.iter().flatten().any(|ty| !ty.is_reference()) {
            self.error("wrong-type", span, "a number is compared with null".to_owned());
        }
    }

    fn made(&mut self, class: &Name, arguments: &[Expr]) {
        let Some(found) = self.scope.class(&class.text) else {
            return self.errors.push(unknown_class(self.scope.program, &class.text, class.span));
        };
        let constructor = found.constructors.iter().find(|one| one.parameters.len() == arguments.len());
        match constructor {
            Some(constructor) => {
                arguments.iter().zip(&constructor.parameters).for_each(|(argument, (_, ty))| self.value(argument, ty));
            }
            None if found.constructors.is_empty() && arguments.is_empty() => {}
            None => {
                let message = format!("`{}` has no constructor with {} arguments", class.text, arguments.len());
                self.error("wrong-arguments", class.span, message);
            }
        }
    }

    fn field(&mut self, object: &Expr, name: &Name) {
        if self.scope.static_field(object, &name.text).is_some() {
            return;
        }
        self.inside(object);
        match self.scope.type_of(object) {
            Some(Type::Array(_)) if name.text == "length" => {}
            Some(Type::Class(class)) => {
                if let Some(class) = self.scope.class(&class)
                    && self.scope.program.field_in(&class.name.text, &name.text).is_none()
                {
                    self.errors.push(no_field(class, name));
                }
            }
            Some(other) => {
                self.error("no-object", object.span, format!("a value of type `{other}` has no field `{}`", name.text))
            }
            None => {
                let message = format!("it is not known of which class the object with the field `{}` is", name.text);
                let error = Diagnostic::error("no-object", object.span, message);
                self.errors.push(error.help("assign it to a variable first: `Node r = P.get();`"));
            }
        }
    }

    fn access(&mut self, access: &Access) {
        if let Some(element) = self.scope.element_handle(&access.handle.text) {
            return self.element_access(access, element);
        }
        if access.element.is_some() {
            let (method, wanted) = (access.method.name, access.method.arguments());
            let message = format!("`{method}` takes {wanted} arguments here, or one more, not {}", wanted + 2);
            return self.error("wrong-arguments", access.span, message);
        }
        let Some((class, field)) = self.scope.field_handle(&access.handle.text) else {
            access.index.iter().for_each(|index| self.value(index, &Type::Int));
            if let Some(ty) = self.scope.program.typed_handles.get(&access.handle.text).filter(|ty| ty.is_floating()) {
                return self.new_values(access, ty, "a location");
            }
            for argument in &access.arguments {
                let ty = self.scope.type_of(argument);
                let is_null = matches!(argument.kind, ExprKind::Null);
                let is_reference = is_null || ty.as_ref().is_some_and(|ty| ty.is_reference());
                if is_null || ty.is_some() {
                    self.note(access, is_reference, ty.filter(|_| is_reference));
                }
                // Whether a `long` fits is known with the initial state (`flow`).
                self.inside(argument);
            }
            return;
        };
        let Some(receiver) = &access.index else {
            let message = format!("`{}` is a handle on a field: the object comes first", access.handle.text);
            return self.error("wrong-arguments", access.span, message);
        };
        self.value(receiver, &Type::Class(class.name.text.clone()));
        self.new_values(access, &field.ty, "a field");
    }

    /// An access by a handle on elements of arrays.
    fn element_access(&mut self, access: &Access, element: &Type) {
        let (Some(array), Some(index)) = (&access.index, &access.element) else {
            let message =
                format!("`{}` is a handle on elements: the array and the index come first", access.handle.text);
            return self.error("wrong-arguments", access.span, message);
        };
        self.value(array, &Type::Array(Box::new(element.clone())));
        self.value(index, &Type::Int);
        self.new_values(access, element, "an element");
    }

    /// What an access by a handle is given.
    fn new_values(&mut self, access: &Access, ty: &Type, place: &str) {
        access.arguments.iter().for_each(|argument| self.value(argument, ty));
        let computes = matches!(access.method.operation, AccessMethod::GetAnd(update) if update != Update::Set);
        let adds = matches!(access.method.operation, AccessMethod::GetAnd(Update::Add));
        if computes && !matches!(ty, Type::Int | Type::Boolean | Type::Long) && !(adds && ty.is_floating()) {
            let message = format!("`{}` of {place} of type `{ty}` is not supported", access.method.name);
            self.error("wrong-type", access.span, message);
        }
    }
}

/// Whether a number of one type goes to a place of another without a cast (JLS 5.1.2, 5.2).
fn fits(found: &Type, wanted: &Type, kind: &ExprKind) -> bool {
    let range = match wanted {
        Type::Byte => i64::from(i8::MIN)..=i64::from(i8::MAX),
        Type::Short => i64::from(i16::MIN)..=i64::from(i16::MAX),
        Type::Char => 0..=i64::from(u16::MAX),
        Type::Int | Type::Boolean => return *found != Type::Long && !found.is_floating(),
        Type::Long => return !found.is_floating(),
        Type::Float => return *found != Type::Double,
        Type::Double | Type::Class(_) | Type::Array(_) => return true,
    };
    match (kind, found) {
        (ExprKind::Number(number), _) => range.contains(number),
        (_, Type::Boolean) => true,
        (_, Type::Byte) => *wanted == Type::Short,
        _ => false,
    }
}
