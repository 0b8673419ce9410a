//! The registers of a program: its variables, then what the lowering needs.

use std::collections::BTreeMap;

use litmus::RegisterPart;
use program::{IdVec, Register, RegisterId, Width};

use crate::c::typed::{Local, LocalId, Thread};

/// The registers of all threads.
///
/// Variables that conditions can name come first, in the order of their names, as states show them. Registers of the same name in two threads
/// share an index, and the greater width.
#[derive(Clone, Debug)]
pub(crate) struct Registers {
    all: IdVec<RegisterId, Register>,
    /// The register of each variable, thread by thread.
    locals: Vec<IdVec<LocalId, RegisterPart>>,
    /// Registers without a name, by their width.
    hidden: BTreeMap<Width, Vec<RegisterId>>,
}

impl Registers {
    /// Registers for the variables of `threads`.
    pub(crate) fn new(threads: &[Thread]) -> Registers {
        let mut widths: BTreeMap<&str, Width> = BTreeMap::new();
        for local in threads.iter().flat_map(|thread| &thread.locals).filter(|local| local.visible) {
            let width = widths.entry(&local.name).or_default();
            *width = local.ctype.width().max(*width);
        }
        let mut all = IdVec::new();
        let mut by_name = BTreeMap::new();
        for (name, width) in widths {
            by_name.insert(name, all.push(Register { name: name.to_owned(), width }));
        }
        let mut locals = Vec::new();
        for thread in threads {
            let registers = thread.locals.iter().map(|local| {
                let width = local.ctype.width();
                let named = by_name.get(local.name.as_str()).filter(|_| local.visible);
                let register = named
                    .copied()
                    .unwrap_or_else(|| all.push(Register { name: format!("{} (hidden)", local.name), width }));
                RegisterPart { register, low: 0, width }
            });
            locals.push(registers.collect());
        }
        Registers { all, locals, hidden: BTreeMap::new() }
    }

    /// All registers, when all is lowered.
    pub(crate) fn take_all(&mut self) -> IdVec<RegisterId, Register> {
        std::mem::take(&mut self.all)
    }

    /// Where a variable of the thread number `thread` is kept.
    pub(super) fn local(&self, thread: usize, local: LocalId) -> RegisterPart {
        self.locals[thread][local]
    }

    /// Where the variable called `name` is kept, as conditions name it.
    pub(crate) fn find(&self, threads: &[Thread], thread: usize, name: &str) -> Option<RegisterPart> {
        let locals = &threads.get(thread)?.locals;
        let (id, _) = locals.iter_enumerated().find(|(_, local)| local.visible && local.name == name)?;
        Some(self.locals[thread][id])
    }

    /// The variable that conditions name, kept in `part`.
    pub(crate) fn variable<'t>(&self, threads: &'t [Thread], thread: usize, part: RegisterPart) -> Option<&'t Local> {
        let mut locals = threads.get(thread)?.locals.iter_enumerated();
        locals.find(|(id, local)| local.visible && self.locals[thread][*id] == part).map(|(_, local)| local)
    }

    /// The `index`-th register without a name that has `width` bits.
    pub(super) fn hidden(&mut self, width: Width, index: usize) -> RegisterId {
        let pool = self.hidden.entry(width).or_default();
        while pool.len() <= index {
            let name = format!("{width} bits, {}", pool.len());
            pool.push(self.all.push(Register { name, width }));
        }
        pool[index]
    }
}
