//! A program as the rest of Lakmus sees it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use litmus::{
    Cells, Code, DeclaredType, InitItem, LoweredCode, NumberFormat, Place, RegisterPart, Spelling, Symbol, Test, Value,
};
use program::{ElementType, IdVec, Index, LocationId, Program, Register, RegisterId, ThreadId, Width};
use source::{Diagnostic, Span};

use super::ast::{ExprKind, ProgramText, Statement, StatementKind, ThreadText};
use super::class::{Class, Exception, MONITOR, Object, STATUS, Type};
use super::types::{self, HandleUse, Scope};
use super::{ADDRESS_WIDTH, CONSOLE, Dialect, LONG_WIDTH, flow, interrupt_status_of, lifetime_of, lower};

/// What a name stands for in a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Local,
    Handle,
}

/// The threads of a Java test.
#[derive(Debug)]
pub(super) struct JavaCode<'s> {
    /// The whole source.
    text: &'s str,
    pub(super) program: ProgramText,
    /// All objects that it can have.
    pub(super) objects: Vec<Object>,
    /// The handles on locations whose values are references.
    pub(super) reference_handles: BTreeSet<String>,
    /// The threads that others interrupt.
    pub(super) interrupted: BTreeSet<u32>,
    /// What the threads do with handles on locations.
    uses: Vec<HandleUse>,
    pub(super) dialect: Dialect,
    /// Local variables in the order of their names, then VarHandles, then one that stands for all VarHandles that no thread uses.
    registers: Arc<IdVec<RegisterId, Register>>,
    /// What each thread names, with the place where it does so first.
    names: Vec<BTreeMap<String, (RegisterId, Span)>>,
    /// The registers that the initial state or a condition names.
    named_outside: BTreeSet<(ThreadId, RegisterId)>,
}

impl<'s> JavaCode<'s> {
    /// The program; `text` is the whole source.
    ///
    /// # Errors
    /// Names that are used both as variables and as VarHandles, and wrong types.
    pub(super) fn new(program: ProgramText, text: &'s str, dialect: Dialect) -> Result<JavaCode<'s>, Vec<Diagnostic>> {
        let mut errors = Vec::new();
        let uses = types::check(&program, &mut errors);
        let used: Vec<_> = program.threads.iter().map(|thread| names_in(&program, thread, &mut errors)).collect();
        if !errors.is_empty() {
            return Err(errors);
        }
        let mut all: BTreeSet<(bool, &str)> = BTreeSet::new();
        for names in &used {
            all.extend(names.iter().map(|(name, (meaning, _))| (*meaning == Meaning::Handle, &**name)));
        }
        let mut registers: IdVec<RegisterId, Register> = IdVec::new();
        let mut ids: BTreeMap<(bool, &str), RegisterId> = BTreeMap::new();
        for &(is_handle, name) in &all {
            let is_wide = program.threads.iter().any(|thread| type_in(thread, name).is_some_and(Type::is_wide));
            let width = match (is_handle, is_wide) {
                (true, _) => ADDRESS_WIDTH,
                (false, true) => LONG_WIDTH,
                (false, false) => dialect.int_width(),
            };
            ids.insert((is_handle, name), registers.push(Register { name: name.to_owned(), width }));
        }
        registers.push(Register { name: "(unused)".to_owned(), width: ADDRESS_WIDTH });
        let id = |(name, &(meaning, span)): (&String, &(Meaning, Span))| {
            (name.clone(), (ids[&(meaning == Meaning::Handle, &**name)], span))
        };
        let names = used.iter().map(|names| names.iter().map(id).collect()).collect();
        let registers = Arc::new(registers);
        let reference_handles = uses.iter().filter(|one| one.is_reference).map(|one| one.handle.clone()).collect();
        let objects = program.objects.iter().enumerate().map(|(at, first)| Object::first(at, first)).collect();
        let named_outside = BTreeSet::new();
        let interrupted = interrupted_in(&program);
        let mut code = JavaCode {
            text,
            program,
            objects,
            reference_handles,
            interrupted,
            uses,
            dialect,
            registers,
            names,
            named_outside,
        };
        let made = lower::objects(&code).map_err(|error| vec![error])?;
        code.objects.extend(made);
        Ok(code)
    }

    /// The register of a name that the thread uses.
    pub(super) fn register_of(&self, thread: ThreadId, name: &str) -> RegisterId {
        self.names[thread.index()][name].0
    }

    /// Whether a register is a variable of 64 bits in a thread.
    pub(super) fn is_wide(&self, thread: ThreadId, register: RegisterId) -> bool {
        self.type_of(thread, register).is_some_and(Type::is_wide)
    }

    /// The type that a thread declares a register with.
    fn type_of(&self, thread: ThreadId, register: RegisterId) -> Option<&Type> {
        type_in(&self.program.threads[thread.index()], &self.registers[register].name)
    }

    /// The locations of all objects: fields, elements, and monitors where some are used.
    fn cells_of_objects(&self) -> Vec<String> {
        let has_monitors = self.program.has_monitors_of_objects();
        let mut all = Vec::new();
        for object in &self.objects {
            let fields = match &object.ty {
                Type::Class(name) => self.program.fields_of(name),
                _ => Vec::new(),
            };
            all.extend(fields.iter().map(|field| object.location(&field.name.text)));
            all.extend((0..object.length.unwrap_or(0)).map(|element| object.location(&element.to_string())));
            all.extend(has_monitors.then(|| object.location(MONITOR)));
        }
        for class in &self.program.classes {
            all.extend(class.statics.iter().map(|field| class.static_location(&field.name.text)));
            all.extend((!class.initialiser.is_empty()).then(|| class.static_location(STATUS)));
        }
        all
    }

    /// VarHandles that are used and not bound.
    fn unbound(&self) -> Vec<Diagnostic> {
        let mut errors = Vec::new();
        for (number, thread) in self.program.threads.iter().enumerate() {
            let id = ThreadId::new(number);
            for (name, span) in handles_in(&self.program, thread) {
                let register = self.register_of(id, &name);
                if !self.named_outside.contains(&(id, register)) {
                    let kind = if is_monitor(&thread.body, &name) { "monitor" } else { "VarHandle" };
                    let message = format!("the {kind} `{name}` of thread {number} stands for no location");
                    let help = format!("bind it in the initial state: `{number}:{name}={};`", name.to_lowercase());
                    errors.push(Diagnostic::error("unbound-varhandle", span, message).help(help));
                }
            }
        }
        errors
    }
}

/// The type that a thread declares a variable with.
fn type_in<'t>(thread: &'t ThreadText, name: &str) -> Option<&'t Type> {
    thread.types.iter().find(|(known, _)| known.text == name).map(|(_, ty)| ty)
}

/// The locations that the initial state declares as `long`, `float` or `double`.
fn typed_locations<'t>(test: &'t Test<'_>) -> BTreeMap<&'t str, Type> {
    let type_of = |item: &InitItem| match &item.declared {
        DeclaredType::Plain(name) | DeclaredType::Array(name, _) => {
            Type::primitive(name).filter(|ty| ty.is_wide() || ty.is_floating())
        }
        DeclaredType::None | DeclaredType::Atomic(_) | DeclaredType::Pointer(_) | DeclaredType::AnyPointer => None,
    };
    let name = |item: &'t InitItem| match &item.place {
        Place::Global(Symbol::Named(name)) => Some(&**name),
        Place::Global(_) | Place::Register { .. } | Place::Symbolic { .. } => None,
    };
    test.init.iter().filter_map(|item| Some((name(item)?, type_of(item)?))).collect()
}

/// The VarHandles and monitors of a thread, each with its first place.
fn handles_in(program: &ProgramText, thread: &ThreadText) -> BTreeMap<String, Span> {
    let mut errors = Vec::new();
    let names = names_in(program, thread, &mut errors);
    names
        .into_iter()
        .filter(|(_, (meaning, _))| *meaning == Meaning::Handle)
        .map(|(name, (_, span))| (name, span))
        .collect()
}

/// Whether a name is only that of a monitor.
fn is_monitor(body: &[Statement], name: &str) -> bool {
    let (mut is_monitor, mut is_handle) = (false, false);
    for outer in body {
        outer.visit(&mut |statement| {
            if let StatementKind::Synchronized { monitor, .. }
            | StatementKind::Monitor { monitor, .. }
            | StatementKind::WaitSet { monitor, .. } = &statement.kind
            {
                is_monitor |= monitor.text == name;
            }
            statement.visit_accesses(&mut |access| is_handle |= access.handle.text == name);
        });
    }
    is_monitor && !is_handle
}

/// What the names of a thread stand for; of the constructors that it calls, those of handles.
fn names_in(
    program: &ProgramText,
    thread: &ThreadText,
    errors: &mut Vec<Diagnostic>,
) -> BTreeMap<String, (Meaning, Span)> {
    let mut names: BTreeMap<String, (Meaning, Span)> = BTreeMap::new();
    let mut note = |name: &str, meaning: Meaning, span: Span| {
        let &mut (first, place) = names.entry(name.to_owned()).or_insert((meaning, span));
        if first != meaning {
            let message = format!("`{name}` is both a variable and a VarHandle");
            errors.push(Diagnostic::error("two-meanings", span, message).label(place, "first here"));
        }
    };
    let scope = Scope::of_thread(program, &thread.types);
    names_of(&thread.body, &scope, &mut note);
    for class in constructed(program, thread) {
        for constructor in &class.constructors {
            let scope = Scope::of_constructor(program, class, Some(constructor));
            let mut handles_only = |name: &str, meaning: Meaning, span: Span| {
                if meaning == Meaning::Handle {
                    note(name, meaning, span);
                }
            };
            names_of(&constructor.body, &scope, &mut handles_only);
        }
    }
    for class in &program.classes {
        let scope = Scope::of_initialiser(program, class);
        let mut handles_only = |name: &str, meaning: Meaning, span: Span| {
            if meaning == Meaning::Handle {
                note(name, meaning, span);
            }
        };
        names_of(&class.initialiser, &scope, &mut handles_only);
    }
    if program.may_throw() {
        note(Exception::VARIABLE, Meaning::Local, thread.heading);
    }
    names
}

/// The classes whose constructors a thread may call.
fn constructed<'p>(program: &'p ProgramText, thread: &ThreadText) -> Vec<&'p Class> {
    let mut found: Vec<&Class> = Vec::new();
    let note = |statements: &[Statement], found: &mut Vec<&'p Class>| {
        for outer in statements {
            outer.visit(&mut |statement| {
                statement.visit_expressions(&mut |expr| {
                    if let ExprKind::New { class, .. } = &expr.kind
                        && let Some(class) = program.classes.iter().find(|known| known.name.text == class.text)
                        && !found.iter().any(|known| known.name.text == class.name.text)
                    {
                        found.push(class);
                    }
                });
            });
        }
    };
    note(&thread.body, &mut found);
    program.classes.iter().for_each(|class| note(&class.initialiser, &mut found));
    let mut at = 0;
    while at < found.len() {
        let class = found[at];
        class.constructors.iter().for_each(|constructor| note(&constructor.body, &mut found));
        for initial in program.fields_of(&class.name.text).into_iter().filter_map(|field| field.initial.as_ref()) {
            let statement = Statement { kind: StatementKind::Evaluate(initial.clone()), span: initial.span };
            note(&[statement], &mut found);
        }
        at += 1;
    }
    found
}

/// Visits the names of statements.
fn names_of(body: &[Statement], scope: &Scope<'_>, note: &mut dyn FnMut(&str, Meaning, Span)) {
    let is_local = |name: &str| {
        scope.own_field(name).is_none()
            && scope.first_object(name).is_none()
            && !scope.is_class_name(name)
            && !(name == "this" && scope.this.is_some())
    };
    for outer in body {
        outer.visit(&mut |statement| {
            match &statement.kind {
                StatementKind::Assign { target, .. } | StatementKind::Declare(Some(target))
                    if is_local(&target.text) =>
                {
                    note(&target.text, Meaning::Local, target.span);
                }
                StatementKind::Synchronized { monitor, .. }
                | StatementKind::Monitor { monitor, .. }
                | StatementKind::WaitSet { monitor, .. } => {
                    if !scope.type_of_name(&monitor.text).is_reference() {
                        note(&monitor.text, Meaning::Handle, monitor.span);
                    } else if is_local(&monitor.text) {
                        note(&monitor.text, Meaning::Local, monitor.span);
                    }
                }
                StatementKind::Freeze(name) if is_local(&name.text) => note(&name.text, Meaning::Local, name.span),
                _ => {}
            }
            statement.visit_accesses(&mut |access| {
                let handle = &access.handle.text;
                if scope.field_handle(handle).is_none() && scope.element_handle(handle).is_none() {
                    note(&access.handle.text, Meaning::Handle, access.handle.span);
                }
            });
            statement.visit_expressions(&mut |expr| {
                if let ExprKind::Local(name) = &expr.kind
                    && is_local(name)
                {
                    note(name, Meaning::Local, expr.span);
                }
            });
        });
    }
}

/// The threads that are interrupted by others.
fn interrupted_in(program: &ProgramText) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for outer in program.threads.iter().flat_map(|thread| &thread.body) {
        outer.visit(&mut |statement| {
            if let StatementKind::Interrupt { thread, .. } = statement.kind {
                found.insert(thread);
            }
        });
    }
    found
}

/// Whether a name is one that VarHandles have by custom.
fn looks_like_handle(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
}

impl Code for JavaCode<'_> {
    fn cells(&self, _: Spelling, _: &dyn Fn(&str, &mut String)) -> Vec<Cells> {
        let cell = |thread: &ThreadText| {
            let body = &self.text[thread.text.start as usize..thread.text.end as usize];
            let mut cells = Cells::with_capacity(1, body.len() + 16);
            cells.push(|out| {
                out.push_str(&format!("Thread{} {{", thread.number));
                out.push_str(body);
                out.push_str("}\n");
            });
            cells
        };
        self.program.threads.iter().map(cell).collect()
    }

    fn threads(&self) -> usize {
        self.program.threads.len()
    }

    fn registers(&self) -> &Arc<IdVec<RegisterId, Register>> {
        &self.registers
    }

    fn register(&self, thread: ThreadId, name: &str) -> Option<RegisterPart> {
        let known = self.names.get(thread.index())?.get(name).map(|&(register, _)| register);
        // Tests bind VarHandles that a thread does not use.
        let unused = || looks_like_handle(name).then(|| RegisterId::new(self.registers.len() - 1));
        let register = known.or_else(unused)?;
        // Another thread may have a `long` or `double` of that name.
        let is_narrow = self.registers[register].width == LONG_WIDTH
            && self.program.threads.iter().any(|text| type_in(text, name).is_some_and(Type::is_wide))
            && !self.is_wide(thread, register);
        let width = if is_narrow { self.dialect.int_width() } else { self.registers[register].width };
        Some(RegisterPart { register, low: 0, width })
    }

    fn number_format(&self, thread: ThreadId, part: RegisterPart) -> Option<NumberFormat> {
        let ty = self.type_of(thread, part.register).filter(|_| self.dialect == Dialect::Java)?;
        // Of a floating-point number the bits are shown.
        ty.is_wide().then_some(NumberFormat { width: LONG_WIDTH, signed: true })
    }

    fn long_width(&self) -> Width {
        if self.dialect == Dialect::Java { LONG_WIDTH } else { 32 }
    }

    fn element_type(&self, name: &str) -> Option<ElementType> {
        let ty = Type::primitive(name).filter(|ty| self.dialect == Dialect::Java && ty.is_floating())?;
        Some(ElementType { width: if ty.is_wide() { LONG_WIDTH } else { 32 }, signed: true })
    }

    fn learn(&mut self, test: &Test<'_>) -> Result<(), Vec<Diagnostic>> {
        let typed = typed_locations(test);
        if self.dialect == Dialect::Herd || typed.is_empty() {
            return Ok(());
        }
        let mut program = std::mem::take(&mut self.program);
        let mut others: BTreeMap<String, Option<Type>> = BTreeMap::new();
        for item in &test.init {
            let Place::Register { name, .. } = &item.place else { continue };
            let location = match &item.value {
                Value::Address(Symbol::Named(location)) => location,
                Value::Element { name, .. } => name,
                _ => continue,
            };
            let ty = typed.get(&**location).cloned();
            let known = others.entry(name.to_string()).or_insert_with(|| ty.clone());
            if let (false, Some(first)) = (*known == ty, known.as_ref().or(ty.as_ref())) {
                let message = format!(
                    "the handle `{name}` stands for a `{first}` in one thread, and for something else in another"
                );
                let error = Diagnostic::error("two-types", item.place_span, message);
                return Err(vec![error.help("give it another name")]);
            }
            program.typed_handles.extend(ty.map(|ty| (name.to_string(), ty)));
        }
        *self = JavaCode::new(program, self.text, self.dialect)?;
        Ok(())
    }

    fn reserve(&mut self, thread: ThreadId, name: &str) {
        self.named_outside.extend(self.register(thread, name).map(|part| (thread, part.register)));
    }

    fn register_names(&self) -> Vec<String> {
        let names = self.names.iter().flat_map(|names| names.keys().cloned());
        names.collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn locations(&self) -> Vec<Cow<'_, str>> {
        let mut locations: Vec<Cow<'_, str>> = Vec::new();
        locations.extend(self.cells_of_objects().into_iter().map(Cow::from));
        let mut statuses = self.interrupted.clone();
        for thread in &self.program.threads {
            thread.body.iter().for_each(|outer| {
                outer.visit(&mut |statement| {
                    statement.visit_expressions(&mut |expr| {
                        if let ExprKind::Interrupted { thread: other, .. } = expr.kind {
                            statuses.insert(other.unwrap_or(thread.number));
                        }
                    });
                });
            });
        }
        locations.extend(statuses.into_iter().map(|thread| Cow::from(interrupt_status_of(thread))));
        for outer in self.program.threads.iter().flat_map(|thread| &thread.body) {
            outer.visit(&mut |statement| {
                let location = match &statement.kind {
                    StatementKind::Lifetime { thread, .. } => lifetime_of(*thread).into(),
                    StatementKind::Print(_) => CONSOLE.into(),
                    _ => return,
                };
                if !locations.contains(&location) {
                    locations.push(location);
                }
            });
        }
        locations
    }

    fn lower(&self, location: &dyn Fn(&str) -> LocationId) -> Result<LoweredCode, Vec<Diagnostic>> {
        let errors = self.unbound();
        if !errors.is_empty() {
            return Err(errors);
        }
        lower::lower(self, location)
    }

    fn check(&self, program: &Program) -> Vec<Diagnostic> {
        // herd gives variables without a value 0.
        if self.dialect == Dialect::Herd { Vec::new() } else { flow::check(&self.program, &self.uses, program) }
    }
}
