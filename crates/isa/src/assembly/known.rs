//! Instructions that were read before, by their text.
//!
//! Many small tests are written with few instructions: the 8,104 lines of the generated x86 tests have 34 different texts, the 20,054
//! of the AArch64 ones 279. To look one up takes a tenth of what it takes to read it, and its text for the hash is kept with it: loading
//! such tests takes a quarter fewer instructions.
//!
//! What an instruction is depends on nothing but its text. Mistakes have places, and are not kept.

use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::sync::Arc;

use litmus::{CodeText, Mention, Spelling};
use rustc_hash::{FxBuildHasher, FxHashMap};
use source::{Cursor, Diagnostic};

use super::operand::Instruction;
use super::{Architecture, parse};

/// So many are kept at most: few batches have more, and those begin anew.
const MOST: usize = 4096;

/// An instruction as it is kept.
#[derive(Debug)]
pub struct KnownInstruction<A: Architecture> {
    instruction: Instruction<A>,
    /// Its text for the hash, unless that has a label in it: the hash has other names for those of each test.
    hashed: Option<Box<str>>,
    names_only_registers: bool,
}

impl<A: Architecture> KnownInstruction<A> {
    fn new(instruction: Instruction<A>) -> KnownInstruction<A> {
        let (mut hashed, has_label) = (String::new(), Cell::new(false));
        instruction.put(&mut CodeText::new(&mut hashed, Spelling::Hashed, &|_, _| has_label.set(true)));
        let hashed = (!has_label.get()).then(|| hashed.into());
        let mut names_only_registers = true;
        instruction.mentions(&mut |mention| names_only_registers &= matches!(mention, Mention::Register(_)));
        KnownInstruction { instruction, hashed, names_only_registers }
    }

    /// As [`Assembly::names_only_registers`](litmus::Assembly::names_only_registers).
    pub(crate) fn names_only_registers(&self) -> bool {
        self.names_only_registers
    }

    /// As [`Instruction::put`].
    pub(crate) fn put(&self, text: &mut CodeText<'_>) {
        match &self.hashed {
            Some(hashed) if text.is_hashed() => text.push_str(hashed),
            Some(_) | None => self.instruction.put(text),
        }
    }
}

impl<A: Architecture> Deref for KnownInstruction<A> {
    type Target = Instruction<A>;

    fn deref(&self) -> &Instruction<A> {
        &self.instruction
    }
}

impl<A: Architecture> PartialEq for KnownInstruction<A> {
    fn eq(&self, other: &Self) -> bool {
        self.instruction == other.instruction
    }
}

/// Those of one thread: nothing is gained by what threads would have to wait for.
#[derive(Debug)]
pub struct Known<A: Architecture>(RefCell<FxHashMap<Box<str>, Arc<KnownInstruction<A>>>>);

impl<A: Architecture> Known<A> {
    /// None yet.
    pub(crate) const fn new() -> Known<A> {
        Known(RefCell::new(FxHashMap::with_hasher(FxBuildHasher)))
    }

    /// Reads one instruction to the end of `cell`.
    ///
    /// # Errors
    /// As [`parse::instruction`].
    pub(crate) fn read(&self, cell: &mut Cursor<'_>) -> Result<Arc<KnownInstruction<A>>, Diagnostic> {
        let text = cell.rest();
        let mut known = self.0.borrow_mut();
        if let Some(found) = known.get(text) {
            cell.advance(text.len());
            return Ok(Arc::clone(found));
        }
        let read = Arc::new(KnownInstruction::new(parse::instruction(cell)?));
        if known.len() == MOST {
            known.clear();
        }
        known.insert(text.into(), Arc::clone(&read));
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use source::Sources;

    use super::*;
    use crate::X86_64;

    /// Reads what lies behind the first `from` bytes of `text`, to its end.
    fn read(known: &Known<X86_64>, text: &str, from: usize) -> Result<Arc<KnownInstruction<X86_64>>, Diagnostic> {
        let mut sources = Sources::new();
        let source = sources.add("test", text);
        let mut cell = Cursor::new(text, sources.whole(source).slice(from, text.len()));
        let read = known.read(&mut cell);
        assert!(read.is_err() || cell.is_at_end());
        read
    }

    #[test]
    fn one_text_is_one_instruction() {
        let known = Known::new();
        let first = read(&known, "movl $1,%eax", 0).expect("an instruction");
        let again = read(&known, "L0: movl $1,%eax", 4).expect("the same");
        assert!(Arc::ptr_eq(&first, &again));
        let other = read(&known, "movl $1,%ebx", 0).expect("another");
        assert!(first != other);
    }

    #[test]
    fn a_mistake_has_its_own_place_each_time() {
        let known = Known::new();
        let starts = [("movx $1,%eax", 0), ("L0: movx $1,%eax", 4)].map(|(text, from)| {
            let mistake = read(&known, text, from).expect_err("no instruction");
            mistake.span().map(|span| span.start)
        });
        assert_eq!(starts, [Some(0), Some(4)]);
    }

    #[test]
    fn the_hash_names_labels_itself() {
        let known = Known::new();
        let jump = read(&known, "jmp L0", 0).expect("a jump");
        let mut text = String::new();
        jump.put(&mut CodeText::new(&mut text, Spelling::Hashed, &|_, out| out.push_str("L00")));
        assert_eq!(text, "jmp L00");
    }

    #[test]
    fn not_everything_is_kept() {
        let known = Known::new();
        for number in 0..=MOST {
            read(&known, &format!("movl ${number},%eax"), 0).expect("an instruction");
        }
        assert_eq!(known.0.borrow().len(), 1);
    }
}
