//! LISA: the assembly of no machine, in which models are tried out before there is one.
//!
//! Instructions carry annotations (`r[once] r0 x`), and what annotations there are is said by a bell file: [`Annotations`]. Without one, instructions have
//! none. An annotation becomes the tag of the instruction's events.
//!
//! Source: J. Alglave, P. Cousot, L. Maranget: Syntax and semantics of the weak consistency model specification language cat, 2016; herd7's behaviour
//! where that says nothing.
//!
//! Against herd: a read-modify-write is in `X`, and thus in `rmw`, without a bell file too. Refused: fences between sets of labels, calls, regions, and trees of scopes
//! that are not written out. Without a bell file such trees mean nothing.

mod annotations;
mod instruction;
mod lower;
mod parse;
#[cfg(test)]
mod tests;

use std::sync::{Arc, LazyLock};

use litmus::{
    Assembly, CodeText, Descriptor, Hierarchy, InstructionForm, LoweringContext, Mention, RegisterPart, TagNames,
};
use program::{BlockBuilder, IdVec, Register, RegisterId, Width};
use source::{Cursor, Diagnostic};

pub use annotations::Annotations;
use instruction::Instruction;

/// Bits of registers, addresses and accesses.
const WIDTH: Width = 64;

/// `r0` to `r127`; herd sets no limit.
const REGISTERS: u32 = 128;

/// Symbolic registers are given one of the first hundred.
const ALLOCATABLE: u32 = 100;

/// LISA with the annotations of a bell file, or with none.
#[derive(Clone, Debug, Default)]
pub struct Lisa {
    annotations: Option<Arc<Annotations>>,
    hierarchy: Option<Arc<Hierarchy>>,
}

impl Lisa {
    /// Without a bell file.
    pub const PLAIN: Lisa = Lisa { annotations: None, hierarchy: None };

    /// With what a bell file declares.
    pub fn new(annotations: Annotations, hierarchy: Hierarchy) -> Lisa {
        Lisa { annotations: Some(Arc::new(annotations)), hierarchy: Some(Arc::new(hierarchy)) }
    }
}

static DESCRIPTOR: Descriptor =
    Descriptor { name: "LISA", sample: include_str!("sample.litmus"), default_model: None, inline_assembly: None };

impl Assembly for Lisa {
    type Instruction = Instruction;

    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn tags(&self) -> TagNames<'_> {
        match &self.annotations {
            Some(annotations) => TagNames::Given(annotations.tags()),
            None => TagNames::Fixed(&Annotations::TAGS),
        }
    }

    fn hierarchy(&self) -> Option<&Hierarchy> {
        self.hierarchy.as_deref()
    }

    fn address_width(&self) -> Width {
        WIDTH
    }

    fn types_are_sizes(&self) -> bool {
        // Whatever a location is declared as, its cell holds what instructions store; a type says how numbers are shown.
        false
    }

    fn registers(&self) -> Arc<IdVec<RegisterId, Register>> {
        static ALL: LazyLock<Arc<IdVec<RegisterId, Register>>> = LazyLock::new(|| {
            let all = (0..REGISTERS).map(|number| Register { name: format!("r{number}"), width: WIDTH });
            Arc::new(all.collect())
        });
        Arc::clone(&ALL)
    }

    fn register(&self, name: &str) -> Option<RegisterPart> {
        let number: u32 = name.strip_prefix('r')?.parse().ok().filter(|&number| number < REGISTERS)?;
        Some(RegisterPart { register: RegisterId::from_number(number), low: 0, width: WIDTH })
    }

    fn register_names(&self) -> Vec<String> {
        (0..REGISTERS).map(|number| format!("r{number}")).collect()
    }

    fn forms(&self) -> Vec<InstructionForm> {
        parse::forms()
    }

    fn allocatable(&self) -> Vec<RegisterId> {
        (0..ALLOCATABLE).map(RegisterId::from_number).collect()
    }

    fn parse(&self, cell: &mut Cursor<'_>) -> Result<Instruction, Diagnostic> {
        parse::instruction(cell, self.annotations.as_deref())
    }

    fn print(&self, instruction: &Instruction, text: &mut CodeText<'_>) {
        instruction.put(text);
    }

    fn mentions(&self, instruction: &Instruction, visit: &mut dyn FnMut(Mention<'_>)) {
        instruction.mentions(visit);
    }

    fn lower(
        &self,
        instruction: &Instruction,
        context: &LoweringContext<'_>,
        block: &mut BlockBuilder,
    ) -> Result<(), Diagnostic> {
        lower::instruction(instruction, context, block);
        Ok(())
    }
}
