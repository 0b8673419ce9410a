//! A program as the rest of Lakmus sees it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use litmus::{Cells, Code, LoweredCode, RegisterPart, Spelling};
use program::{IdVec, Index, LocationId, Program, Register, RegisterId, ThreadId};
use source::{Diagnostic, Span};

use super::ast::{ExprKind, Statement, StatementKind, ThreadText};
use super::{ADDRESS_WIDTH, CONSOLE, Dialect, flow, lifetime_of, lower};

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
    pub(super) threads: Vec<ThreadText>,
    pub(super) dialect: Dialect,
    /// Local variables in the order of their names, then VarHandles, then one that stands for all VarHandles that no thread uses.
    registers: Arc<IdVec<RegisterId, Register>>,
    /// What each thread names, with the place where it does so first.
    names: Vec<BTreeMap<String, (RegisterId, Span)>>,
    /// The registers that the initial state or a condition names.
    named_outside: BTreeSet<(ThreadId, RegisterId)>,
}

impl<'s> JavaCode<'s> {
    /// The program made of `threads`; `text` is the whole source.
    ///
    /// # Errors
    /// Names that are used both as variables and as VarHandles.
    pub(super) fn new(
        threads: Vec<ThreadText>,
        text: &'s str,
        dialect: Dialect,
    ) -> Result<JavaCode<'s>, Vec<Diagnostic>> {
        let mut errors = Vec::new();
        let used: Vec<_> = threads.iter().map(|thread| names_in(&thread.body, &mut errors)).collect();
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
            let width = if is_handle { ADDRESS_WIDTH } else { dialect.int_width() };
            ids.insert((is_handle, name), registers.push(Register { name: name.to_owned(), width }));
        }
        registers.push(Register { name: "(unused)".to_owned(), width: ADDRESS_WIDTH });
        let id = |(name, &(meaning, span)): (&String, &(Meaning, Span))| {
            (name.clone(), (ids[&(meaning == Meaning::Handle, &**name)], span))
        };
        let names = used.iter().map(|names| names.iter().map(id).collect()).collect();
        let registers = Arc::new(registers);
        Ok(JavaCode { text, threads, dialect, registers, names, named_outside: BTreeSet::new() })
    }

    /// The register of a name that the thread uses.
    pub(super) fn register_of(&self, thread: ThreadId, name: &str) -> RegisterId {
        self.names[thread.index()][name].0
    }

    /// VarHandles that are used and not bound.
    fn unbound(&self) -> Vec<Diagnostic> {
        let mut errors = Vec::new();
        for (number, thread) in self.threads.iter().enumerate() {
            let id = ThreadId::new(number);
            for (name, span) in handles_in(&thread.body) {
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

/// The VarHandles and monitors of a thread, each with its first place.
fn handles_in(body: &[Statement]) -> BTreeMap<String, Span> {
    let mut errors = Vec::new();
    let names = names_in(body, &mut errors);
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
            if let StatementKind::Synchronized { monitor, .. } | StatementKind::Monitor { monitor, .. } =
                &statement.kind
            {
                is_monitor |= monitor.text == name;
            }
            statement.visit_accesses(&mut |access| is_handle |= access.handle.text == name);
        });
    }
    is_monitor && !is_handle
}

/// What the names in the statements stand for.
fn names_in(body: &[Statement], errors: &mut Vec<Diagnostic>) -> BTreeMap<String, (Meaning, Span)> {
    let mut names: BTreeMap<String, (Meaning, Span)> = BTreeMap::new();
    let mut note = |name: &str, meaning: Meaning, span: Span| {
        let &mut (first, place) = names.entry(name.to_owned()).or_insert((meaning, span));
        if first != meaning {
            let message = format!("`{name}` is both a variable and a VarHandle");
            errors.push(Diagnostic::error("two-meanings", span, message).label(place, "first here"));
        }
    };
    for outer in body {
        outer.visit(&mut |statement| {
            match &statement.kind {
                StatementKind::Assign { target, .. } | StatementKind::Declare(Some(target)) => {
                    note(&target.text, Meaning::Local, target.span);
                }
                StatementKind::Synchronized { monitor, .. } | StatementKind::Monitor { monitor, .. } => {
                    note(&monitor.text, Meaning::Handle, monitor.span);
                }
                _ => {}
            }
            statement.visit_accesses(&mut |access| note(&access.handle.text, Meaning::Handle, access.handle.span));
            statement.visit_expressions(&mut |expr| {
                if let ExprKind::Local(name) = &expr.kind {
                    note(name, Meaning::Local, expr.span);
                }
            });
        });
    }
    names
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
        self.threads.iter().map(cell).collect()
    }

    fn threads(&self) -> usize {
        self.threads.len()
    }

    fn registers(&self) -> &Arc<IdVec<RegisterId, Register>> {
        &self.registers
    }

    fn register(&self, thread: ThreadId, name: &str) -> Option<RegisterPart> {
        let known = self.names.get(thread.index())?.get(name).map(|&(register, _)| register);
        // Tests bind VarHandles that a thread does not use.
        let unused = || looks_like_handle(name).then(|| RegisterId::new(self.registers.len() - 1));
        let register = known.or_else(unused)?;
        Some(RegisterPart { register, low: 0, width: self.registers[register].width })
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
        for outer in self.threads.iter().flat_map(|thread| &thread.body) {
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
        if self.dialect == Dialect::Herd { Vec::new() } else { flow::check(&self.threads, program) }
    }
}
