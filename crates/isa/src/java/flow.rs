//! What is wrong with a thread as a whole, where the initial state is known: local variables that have no value yet, names that stand for two things, monitors that
//! are not held, indices of what is no array.
//!
//! Source: The Java Language Specification, chapter 16 (definite assignment), and 17.1 with `java.lang.IllegalMonitorStateException`.

mod halves;

use std::collections::{BTreeMap, BTreeSet};

use program::{Computation, Index, LocationId, Program, ThreadId};
use source::{Diagnostic, Span};

use super::ast::{Access, Binary, Catch, Expr, ExprKind, Name, ProgramText, Statement, StatementKind, ThreadText};
use super::class::{Constructor, Type};
use super::types::{HandleUse, Scope};

/// Looks at the threads of a program.
pub(super) fn check(text: &ProgramText, uses: &[HandleUse], program: &Program) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    check_kinds(text, uses, program, &mut errors);
    let classes: BTreeSet<String> = text.classes.iter().map(|class| class.name.text.clone()).collect();
    check_constructors(text, &classes, &mut errors);
    halves::check(text, program, &mut errors);
    for (number, thread) in text.threads.iter().enumerate() {
        let mut start = Start::of(ThreadId::new(number), program);
        let scope = Scope::of_thread(text, &thread.types);
        start.assigned.extend(text.objects.iter().map(|object| object.name.text.clone()));
        check_names(thread, number, program, &start, &mut errors);
        let mut flow = Flow { errors: &mut errors, known: BTreeSet::new(), left: Vec::new(), classes: &classes };
        flow.statements(&thread.body, &mut start.assigned.clone());
        let mut held = BTreeMap::new();
        let counted = text.counted_monitors(thread);
        let mut sections = Sections {
            start: &start,
            scope: &scope,
            errors: &mut errors,
            entered: Vec::new(),
            counted,
            locked: BTreeSet::new(),
        };
        sections.statements(&thread.body, &mut held);
    }
    errors
}

/// Local variables of constructors have values where they are read, and constructors give their final fields values.
fn check_constructors(text: &ProgramText, classes: &BTreeSet<String>, errors: &mut Vec<Diagnostic>) {
    for class in &text.classes {
        let fields = class.fields.iter().map(|field| &field.name.text);
        let objects = text.objects.iter().map(|object| &object.name.text);
        let known: BTreeSet<String> = fields.chain(objects).cloned().chain(["this".to_owned()]).collect();
        let mut flow = Flow { errors: &mut *errors, known: BTreeSet::new(), left: Vec::new(), classes };
        flow.statements(&class.initialiser, &mut known.clone());
        for constructor in &class.constructors {
            let mut assigned = known.clone();
            assigned.extend(constructor.parameters.iter().map(|(name, _)| name.text.clone()));
            let mut flow = Flow { errors: &mut *errors, known: BTreeSet::new(), left: Vec::new(), classes };
            flow.statements(&constructor.body, &mut assigned);
        }
        for field in class.fields.iter().filter(|field| field.is_final && field.initial.is_none()) {
            let is_written = |body: &[Statement]| {
                let mut is_written = false;
                body.iter()
                    .for_each(|outer| outer.visit(&mut |statement| is_written |= writes(statement, &field.name.text)));
                is_written
            };
            if text.is_written_out(class) && (is_frozen(text, &class.name.text) || !is_made(text, &class.name.text)) {
                continue;
            }
            if class.constructors.is_empty() || !class.constructors.iter().all(|one| is_written(&one.body)) {
                let message = format!("the final field `{}` gets no value in a constructor", field.name.text);
                errors.push(Diagnostic::error("final-field", field.name.span, message));
            }
        }
    }
}

/// Whether objects of this class, or of one that extends it, are made.
fn is_made(text: &ProgramText, class: &str) -> bool {
    let wanted = Type::Class(class.to_owned());
    let mut is_made = false;
    let constructors = text.classes.iter().flat_map(|class| &class.constructors).map(|one| &one.body);
    let initialisers = text.classes.iter().map(|class| &class.initialiser);
    for outer in text.threads.iter().map(|thread| &thread.body).chain(constructors).chain(initialisers).flatten() {
        outer.visit(&mut |statement| {
            statement.visit_expressions(&mut |expr| {
                if let ExprKind::New { class, .. } = &expr.kind {
                    is_made |= text.is_subtype(&Type::Class(class.text.clone()), &wanted);
                }
            });
        });
    }
    is_made
}

/// Whether the construction of an object of this class, or of one that extends it, ends somewhere: in a thread, a constructor, or the initialiser of a class.
fn is_frozen(text: &ProgramText, class: &str) -> bool {
    let wanted = Type::Class(class.to_owned());
    let is_one = |body: &[Statement], scope: Scope<'_>| {
        let mut is_frozen = false;
        body.iter().for_each(|outer| {
            outer.visit(&mut |statement| {
                if let StatementKind::Freeze(name) = &statement.kind {
                    is_frozen |= text.is_subtype(&scope.type_of_name(&name.text), &wanted);
                }
            });
        });
        is_frozen
    };
    text.objects.iter().any(|object| text.is_subtype(&object.ty, &wanted))
        || text.threads.iter().any(|thread| is_one(&thread.body, Scope::of_thread(text, &thread.types)))
        || text.classes.iter().any(|class| {
            let constructor = |one: &Constructor| is_one(&one.body, Scope::of_constructor(text, class, Some(one)));
            is_one(&class.initialiser, Scope::of_initialiser(text, class)) || class.constructors.iter().any(constructor)
        })
}

/// Whether a statement of a constructor writes the field.
fn writes(statement: &Statement, field: &str) -> bool {
    match &statement.kind {
        StatementKind::Assign { target, .. } => target.text == field,
        StatementKind::Store { place, .. } => {
            matches!(&place.kind, ExprKind::Field(object, name) if name.text == field && matches!(&object.kind, ExprKind::Local(this) if this == "this"))
        }
        _ => false,
    }
}

/// What a location holds is a reference, of one class, or a number, for all threads.
fn check_kinds(text: &ProgramText, uses: &[HandleUse], program: &Program, errors: &mut Vec<Diagnostic>) {
    let mut first: BTreeMap<LocationId, Vec<&HandleUse>> = BTreeMap::new();
    let starts: Vec<Start> =
        (0..program.threads.len()).map(|thread| Start::of(ThreadId::new(thread), program)).collect();
    for one in uses {
        let Some(&location) = starts[one.thread].handles.get(&one.handle) else { continue };
        let known = first.entry(location).or_default();
        let differs = |other: &&&HandleUse| {
            let are_related = match (&one.ty, &other.ty) {
                (Some(one), Some(other)) => text.is_subtype(one, other) || text.is_subtype(other, one),
                _ => true,
            };
            other.is_reference != one.is_reference || !are_related
        };
        let what = |one: &HandleUse| match (&one.ty, one.is_reference) {
            (Some(ty), _) => format!("a `{ty}`"),
            (None, true) => "a reference".to_owned(),
            (None, false) => "a number".to_owned(),
        };
        if let Some(other) = known.iter().find(differs) {
            let name = &program.locations[location].name;
            let message = format!("`{name}` holds {} here, and {} elsewhere", what(one), what(other));
            return errors.push(Diagnostic::error("two-types", one.span, message).label(other.span, "there"));
        }
        known.push(one);
    }
}

/// What names stand for when a thread begins.
struct Start {
    assigned: BTreeSet<String>,
    handles: BTreeMap<String, LocationId>,
}

impl Start {
    fn of(thread: ThreadId, program: &Program) -> Start {
        let mut start = Start { assigned: BTreeSet::new(), handles: BTreeMap::new() };
        for initial in program.initial_registers.iter().filter(|initial| initial.thread == thread) {
            let name = program.registers[initial.register].name.clone();
            if let Computation::Address(location, _) = initial.value {
                start.handles.insert(name, location);
            } else {
                start.assigned.insert(name);
            }
        }
        start
    }
}

/// Local variables that are called as a location, and indices of what is no array.
fn check_names(thread: &ThreadText, number: usize, program: &Program, start: &Start, errors: &mut Vec<Diagnostic>) {
    let mut noted: BTreeSet<String> = BTreeSet::new();
    let mut declared: BTreeSet<String> = start.assigned.clone();
    let mut shared = |name: &str, span: Span| {
        let is_location = program.locations.iter().any(|location| *location.name == *name);
        if is_location && noted.insert(name.to_owned()) {
            let message = format!("`{name}` is a location, and would be a local variable of thread {number} here");
            let capital = name.to_uppercase();
            let help = format!(
                "access it by a VarHandle that the initial state binds, `{number}:{capital}={name};` and `{capital}.set(...)`; a local variable of \
                 that name is declared: `int {name} = ...;`"
            );
            errors.push(Diagnostic::error("shared-variable", span, message).help(help));
        }
    };
    for outer in &thread.body {
        outer.visit(&mut |statement| {
            match &statement.kind {
                StatementKind::Declare(Some(target)) => _ = declared.insert(target.text.clone()),
                StatementKind::Assign { target, .. } if statement.span.start < target.span.start => {
                    declared.insert(target.text.clone());
                }
                StatementKind::Assign { target, .. } if !declared.contains(&target.text) => {
                    shared(&target.text, target.span);
                }
                _ => {}
            }
            statement.visit_expressions(&mut |expr| {
                if let ExprKind::Local(name) = &expr.kind
                    && !declared.contains(name)
                {
                    shared(name, expr.span);
                }
            });
        });
    }
    let mut access = |access: &Access| {
        let Some(&location) = start.handles.get(&access.handle.text) else { return };
        let location = &program.locations[location];
        if let (Some(index), false) = (&access.index, location.is_array) {
            let message = format!("`{}` stands for `{}`, which is no array", access.handle.text, location.name);
            let help = format!("declare it in the initial state: `int {}[2];`", location.name);
            errors.push(Diagnostic::error("no-array", index.span, message).help(help));
        }
    };
    thread.body.iter().for_each(|outer| outer.visit(&mut |statement| statement.visit_accesses(&mut access)));
}

/// Definite assignment: `assigned` are the variables that have a value on all paths to a place.
struct Flow<'e> {
    errors: &'e mut Vec<Diagnostic>,
    /// What has a value where control goes on behind each labelled statement that it is in; `None` before a `break` was seen.
    left: Vec<(String, Option<BTreeSet<String>>)>,
    /// Names that were reported.
    known: BTreeSet<String>,
    /// The names of classes, which stand before static fields.
    classes: &'e BTreeSet<String>,
}

/// In a set of variables with values: control does not come here, where every variable may be said to have one (JLS 16).
const NEVER: &str = "(never)";

/// What has a value where two ways come together.
fn meet(one: &mut BTreeSet<String>, other: BTreeSet<String>) {
    match (one.contains(NEVER), other.contains(NEVER)) {
        (_, true) => {}
        (true, false) => *one = other,
        (false, false) => one.retain(|name| other.contains(name)),
    }
}

impl Flow<'_> {
    fn statements(&mut self, statements: &[Statement], assigned: &mut BTreeSet<String>) {
        statements.iter().for_each(|statement| self.statement(&statement.kind, assigned));
    }

    fn statement(&mut self, kind: &StatementKind, assigned: &mut BTreeSet<String>) {
        match kind {
            StatementKind::Assign { target, value } => {
                self.expression(value, assigned);
                assigned.insert(target.text.clone());
            }
            StatementKind::Store { place, value } => {
                self.expression(place, assigned);
                self.expression(value, assigned);
            }
            StatementKind::Evaluate(value) => self.expression(value, assigned),
            StatementKind::Access(access) => self.access(access, assigned),
            StatementKind::If { condition, then, otherwise } => {
                self.expression(condition, assigned);
                let mut other = assigned.clone();
                self.statements(then, assigned);
                self.statements(otherwise, &mut other);
                // A branch that is never taken leaves what the other one does.
                match constant(condition) {
                    Some(true) => {}
                    Some(false) => *assigned = other,
                    None => meet(assigned, other),
                }
            }
            StatementKind::Loop { condition, body, test_first: true } => {
                self.expression(condition, assigned);
                self.statements(body, &mut assigned.clone());
                if constant(condition) == Some(true) {
                    assigned.insert(NEVER.to_owned());
                }
            }
            StatementKind::Loop { condition, body, test_first: false } => {
                self.statements(body, assigned);
                self.expression(condition, assigned);
                if constant(condition) == Some(true) {
                    assigned.insert(NEVER.to_owned());
                }
            }
            StatementKind::Block(body) | StatementKind::Synchronized { body, .. } => self.statements(body, assigned),
            StatementKind::Labelled { label, body } => {
                self.left.push((label.text.clone(), None));
                self.statements(body, assigned);
                if let Some((_, Some(left))) = self.left.pop() {
                    meet(assigned, left);
                }
            }
            StatementKind::Break(label) => self.leave(label, assigned),
            StatementKind::Throw(_) => _ = assigned.insert(NEVER.to_owned()),
            StatementKind::Try { body, catches, finally } => self.attempt(body, catches, finally, assigned),
            StatementKind::Freeze(name) => self.name(&name.text, name.span, assigned),
            StatementKind::Print(value) => self.expression(value, assigned),
            StatementKind::Declare(_)
            | StatementKind::Fence(_)
            | StatementKind::Monitor { .. }
            | StatementKind::WaitSet { .. }
            | StatementKind::Interrupt { .. }
            | StatementKind::Lifetime { .. } => {}
        }
    }

    fn access(&mut self, access: &Access, assigned: &BTreeSet<String>) {
        access
            .index
            .iter()
            .chain(&access.element)
            .chain(&access.arguments)
            .for_each(|argument| self.expression(argument, assigned));
    }

    fn leave(&mut self, label: &Name, assigned: &mut BTreeSet<String>) {
        if let Some((_, left)) = self.left.iter_mut().rev().find(|(known, _)| *known == label.text) {
            match left {
                Some(left) => meet(left, assigned.clone()),
                None => *left = Some(assigned.clone()),
            }
        }
        assigned.insert(NEVER.to_owned());
    }

    /// What has a value before a `try` has one in its other parts.
    fn attempt(
        &mut self,
        body: &[Statement],
        catches: &[Catch],
        finally: &[Statement],
        assigned: &mut BTreeSet<String>,
    ) {
        let before = assigned.clone();
        self.statements(body, assigned);
        for one in catches {
            let mut other = before.clone();
            self.statements(&one.body, &mut other);
            meet(assigned, other);
        }
        let mut of_finally = before.clone();
        self.statements(finally, &mut of_finally);
        assigned.extend(of_finally.into_iter().filter(|name| !before.contains(name)));
    }

    /// A variable that is read.
    fn name(&mut self, name: &str, span: Span, assigned: &BTreeSet<String>) {
        let has_value = self.classes.contains(name) || assigned.contains(name) || assigned.contains(NEVER);
        if !has_value && self.known.insert(name.to_owned()) {
            let message = format!("`{name}` is read and may have no value yet");
            let help = format!("give it one on every path before, or at its declaration: `int {name} = 0;`");
            self.errors.push(Diagnostic::error("unassigned", span, message).help(help));
        }
    }

    fn expression(&mut self, expr: &Expr, assigned: &BTreeSet<String>) {
        match &expr.kind {
            ExprKind::Number(_)
            | ExprKind::Floating { .. }
            | ExprKind::Null
            | ExprKind::NewArray { .. }
            | ExprKind::Interrupted { .. } => {}
            ExprKind::InstanceOf(inner, _) => self.expression(inner, assigned),
            ExprKind::New { arguments, .. } => {
                arguments.iter().for_each(|argument| self.expression(argument, assigned));
            }
            ExprKind::Field(inner, _) | ExprKind::Cast(_, inner) | ExprKind::Bits(_, inner) => {
                self.expression(inner, assigned);
            }
            ExprKind::Element(parts) => parts.iter().for_each(|part| self.expression(part, assigned)),
            ExprKind::Local(name) => self.name(name, expr.span, assigned),
            ExprKind::Access(access) => self.access(access, assigned),
            ExprKind::Unary(_, inner) => self.expression(inner, assigned),
            ExprKind::Binary(_, left, right) => {
                self.expression(left, assigned);
                self.expression(right, assigned);
            }
            ExprKind::Conditional(parts) => parts.iter().for_each(|part| self.expression(part, assigned)),
        }
    }
}

/// Whether a condition is one of numbers alone that is clearly true, or false.
fn constant(expr: &Expr) -> Option<bool> {
    match &expr.kind {
        ExprKind::Number(number) => Some(*number != 0),
        ExprKind::Binary(Binary::Equal, left, right) => match (&left.kind, &right.kind) {
            (ExprKind::Number(left), ExprKind::Number(right)) => Some(left == right),
            _ => None,
        },
        ExprKind::Floating { .. }
        | ExprKind::Local(_)
        | ExprKind::Access(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Conditional(_)
        | ExprKind::Null
        | ExprKind::New { .. }
        | ExprKind::NewArray { .. }
        | ExprKind::Cast(..)
        | ExprKind::Bits(..)
        | ExprKind::InstanceOf(..)
        | ExprKind::Interrupted { .. }
        | ExprKind::Field(..)
        | ExprKind::Element(_) => None,
    }
}

/// How often each monitor is held.
struct Sections<'s> {
    start: &'s Start,
    scope: &'s Scope<'s>,
    errors: &'s mut Vec<Diagnostic>,
    /// The names of the monitors that `synchronized` holds here.
    entered: Vec<String>,
    /// The monitors whose holds are counted where the thread runs.
    counted: BTreeSet<&'s str>,
    /// Those that `lock` has entered on some path.
    locked: BTreeSet<String>,
}

/// By the location, or by the variable that refers to the object.
type Held = BTreeMap<Result<LocationId, String>, u32>;

/// What is held whichever of two ways control came.
fn keep_smaller(held: &mut Held, other: &Held) {
    held.iter_mut().for_each(|(location, count)| *count = (*count).min(other.get(location).copied().unwrap_or(0)));
}

impl Sections<'_> {
    fn statements(&mut self, statements: &[Statement], held: &mut Held) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Monitor { monitor, enters } => self.monitor(monitor, *enters, held),
                StatementKind::Synchronized { monitor, body } => {
                    self.monitor(monitor, true, held);
                    self.entered.push(monitor.text.clone());
                    self.statements(body, held);
                    self.entered.pop();
                    self.monitor(monitor, false, held);
                }
                StatementKind::WaitSet { monitor, waits } => self.wait_set(monitor, *waits, held),
                StatementKind::If { then, otherwise, .. } => {
                    let mut other = held.clone();
                    self.statements(then, held);
                    self.statements(otherwise, &mut other);
                    // Held for sure is what both branches hold.
                    keep_smaller(held, &other);
                }
                StatementKind::Loop { body, test_first, .. } => {
                    let mut inside = held.clone();
                    self.statements(body, &mut inside);
                    if !test_first {
                        *held = inside;
                    }
                }
                StatementKind::Block(body) => self.statements(body, held),
                // Control may leave these in the middle: held behind them is what is held before and at the end.
                StatementKind::Labelled { body, .. } => {
                    let before = held.clone();
                    self.statements(body, held);
                    keep_smaller(held, &before);
                }
                StatementKind::Try { body, catches, finally } => {
                    let before = held.clone();
                    self.statements(body, held);
                    for one in catches {
                        self.statements(&one.body, &mut before.clone());
                    }
                    self.statements(finally, held);
                }
                StatementKind::Declare(_)
                | StatementKind::Assign { .. }
                | StatementKind::Store { .. }
                | StatementKind::Evaluate(_)
                | StatementKind::Access(_)
                | StatementKind::Fence(_)
                | StatementKind::Lifetime { .. }
                | StatementKind::Break(_)
                | StatementKind::Throw(_)
                | StatementKind::Freeze(_)
                | StatementKind::Interrupt { .. }
                | StatementKind::Print(_) => {}
            }
        }
    }

    /// What a monitor is held by.
    fn which(&self, monitor: &Name) -> Option<Result<LocationId, String>> {
        match self.start.handles.get(&monitor.text) {
            _ if self.scope.type_of_name(&monitor.text).is_reference() => Some(Err(monitor.text.clone())),
            Some(&location) => Some(Ok(location)),
            None => None,
        }
    }

    /// Who waits or wakes holds the monitor; who waits leaves it as often as `synchronized` entered it, or once.
    fn wait_set(&mut self, monitor: &Name, waits: bool, held: &Held) {
        let Some(which) = self.which(monitor) else { return };
        let count = held.get(&which).copied().unwrap_or(0);
        let entered = self.entered.iter().filter(|name| **name == monitor.text).count().max(1);
        let word = if waits { "wait" } else { "notify" };
        if count == 0 {
            let message = format!("`{word}` for the monitor `{}`, which is not held on every path", monitor.text);
            let help = "Java throws an IllegalMonitorStateException (JLS 17.2): enter it before, in the same thread";
            self.errors.push(Diagnostic::error("not-held", monitor.span, message).help(help));
        } else if waits && count as usize != entered {
            let message = format!("`wait` for the monitor `{}`, which is entered in several ways here", monitor.text);
            let help = "enter it by `synchronized` under one name alone, or by one `lock`";
            self.errors.push(Diagnostic::error("outside-language", monitor.span, message).help(help));
        }
    }

    fn monitor(&mut self, monitor: &Name, enters: bool, held: &mut Held) {
        let Some(which) = self.which(monitor) else { return };
        let count = held.entry(which).or_insert(0);
        if enters {
            *count += 1;
            self.locked.insert(monitor.text.clone());
        } else if *count == 0 && self.counted.contains(&*monitor.text) && self.locked.contains(&monitor.text) {
            // It is held on some path: where it is not, the thread finds that out.
        } else if *count == 0 {
            let message = format!("the monitor `{}` is left here and is not held on every path", monitor.text);
            let help = "Java throws an IllegalMonitorStateException (JLS 17.1): enter it before, in the same thread";
            self.errors.push(Diagnostic::error("not-held", monitor.span, message).help(help));
        } else {
            *count -= 1;
        }
    }
}
