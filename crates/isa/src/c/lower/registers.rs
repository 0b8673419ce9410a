//! The registers of a program: its variables, then what the lowering needs.

use std::sync::Arc;

use litmus::RegisterPart;
use program::{IdVec, Index, Register, RegisterId, Width};
use smallvec::SmallVec;

use crate::c::typed::{Local, LocalId, Thread};

/// The registers of the variables of all threads.
///
/// Variables that conditions can name come first, in the order of their names, as states show them. Registers of the same name in two threads
/// share an index, and the greater width.
#[derive(Clone, Debug)]
pub(crate) struct Registers {
    all: Arc<IdVec<RegisterId, Register>>,
    /// The register of each variable ([`LocalId`]), thread by thread.
    locals: Vec<SmallVec<[RegisterPart; 8]>>,
}

impl Registers {
    /// Registers for the variables of `threads`.
    pub(crate) fn new(threads: &[Thread<'_>]) -> Registers {
        let visible = threads.iter().flat_map(|thread| &thread.locals).filter(|local| local.visible);
        let visible = visible.map(|local| (&*local.name, local.ctype.width()));
        let mut named: SmallVec<[(&str, Width); 16]> = visible.collect();
        // Of registers of one name the widest one comes first, and stays.
        named.sort_unstable_by(|left, right| left.0.cmp(right.0).then(right.1.cmp(&left.1)));
        named.dedup_by(|later, first| later.0 == first.0);
        let register = |name: &str, width| Register { name: name.to_owned(), width };
        let mut all: IdVec<RegisterId, Register> = named.iter().map(|&(name, width)| register(name, width)).collect();
        let mut locals = Vec::with_capacity(threads.len());
        for thread in threads {
            let registers = thread.locals.iter().map(|local| {
                let width = local.ctype.width();
                let register = if local.visible {
                    let found = named.binary_search_by_key(&&*local.name, |(name, _)| name);
                    RegisterId::new(found.expect("a visible variable is named"))
                } else {
                    all.push(Register { name: [&*local.name, " (hidden)"].concat(), width })
                };
                RegisterPart { register, low: 0, width }
            });
            locals.push(registers.collect());
        }
        Registers { all: Arc::new(all), locals }
    }

    /// All of them.
    pub(crate) fn all(&self) -> &Arc<IdVec<RegisterId, Register>> {
        &self.all
    }

    /// Where a variable of the thread number `thread` is kept.
    pub(super) fn local(&self, thread: usize, local: LocalId) -> RegisterPart {
        self.locals[thread][local.index()]
    }

    /// Where the variable called `name` is kept, as conditions name it.
    pub(crate) fn find(&self, threads: &[Thread<'_>], thread: usize, name: &str) -> Option<RegisterPart> {
        let locals = &threads.get(thread)?.locals;
        let (id, _) = locals.iter_enumerated().find(|(_, local)| local.visible && local.name == name)?;
        Some(self.local(thread, id))
    }

    /// The variable that conditions name, kept in `part`.
    pub(crate) fn variable<'t>(
        &self,
        threads: &'t [Thread<'t>],
        thread: usize,
        part: RegisterPart,
    ) -> Option<&'t Local<'t>> {
        let mut locals = threads.get(thread)?.locals.iter_enumerated();
        locals.find(|(id, local)| local.visible && self.local(thread, *id) == part).map(|(_, local)| local)
    }
}

/// Registers without names, which hold values between instructions.
#[derive(Debug)]
pub(super) struct Hidden<'a> {
    /// Those that come before.
    named: &'a Registers,
    added: Vec<Register>,
}

impl<'a> Hidden<'a> {
    /// None yet.
    pub(super) fn new(named: &'a Registers) -> Hidden<'a> {
        Hidden { named, added: Vec::new() }
    }

    /// Where a variable of the thread number `thread` is kept.
    pub(super) fn local(&self, thread: usize, local: LocalId) -> RegisterPart {
        self.named.local(thread, local)
    }

    /// The `index`-th register without a name that has `width` bits.
    pub(super) fn hidden(&mut self, width: Width, index: usize) -> RegisterId {
        let first = self.named.all.len();
        let mut known = self.added.iter().enumerate().filter(|(_, register)| register.width == width);
        let found = known.nth(index).map(|(number, _)| number);
        let number = found.unwrap_or_else(|| {
            // Registers are asked for in order, so only this one is missing.
            self.added.push(Register { name: format!("{width} bits, {index}"), width });
            self.added.len() - 1
        });
        RegisterId::new(first + number)
    }

    /// All registers, when all is lowered.
    pub(super) fn into_all(self) -> Arc<IdVec<RegisterId, Register>> {
        if self.added.is_empty() {
            return Arc::clone(&self.named.all);
        }
        Arc::new(self.named.all.iter().cloned().chain(self.added).collect())
    }
}
