//! What an instruction of a program does to memory, for those who have no litmus test around it.

use litmus::{Assembly, LoweringContext};
use program::{BlockBuilder, MicroOp, Width};
use source::{Cursor, Diagnostic, Sources, Span};

use super::X86_64;
use super::lower::ATOMIC;
use crate::assembly::operand::{Operand, RegisterOperand};
use crate::assembly::{Architecture, Assembler};

/// An access to memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryAccess {
    /// How many bits are read, if any are.
    pub read: Option<Width>,
    /// How many bits are written.
    pub written: Option<Width>,
    /// Whether it is a locked instruction, and so a barrier.
    pub is_locked: bool,
    /// Where.
    pub operand: MemoryOperand,
}

/// A memory operand: a symbol plus a number of bytes plus base plus index times scale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryOperand {
    /// The symbol, if there is one.
    pub symbol: Option<String>,
    /// The number of bytes.
    pub offset: i64,
    /// The base register, by its name.
    pub base: Option<String>,
    /// The index register, by its name, and its scale.
    pub index: Option<(String, u8)>,
}

/// What an instruction of x86-64 in AT&T syntax reads and writes in memory; none if it does not touch any.
///
/// # Errors
/// When the instruction is not known here, or one of its operands is not.
///
/// ```
/// let access = lakmus_isa::x86::memory_access("lock xaddl %eax, 8(%rdi)").unwrap().unwrap();
/// assert_eq!((access.read, access.written, access.is_locked), (Some(32), Some(32), true));
/// assert_eq!((access.operand.base.as_deref(), access.operand.offset), (Some("rdi"), 8));
/// ```
pub fn memory_access(instruction: &str) -> Result<Option<MemoryAccess>, Diagnostic> {
    let mut sources = Sources::new();
    let source = sources.add("instruction", instruction);
    let span = Span::new(source, 0, instruction.len());
    let language = Assembler(X86_64);
    let read = language.parse(&mut Cursor::new(instruction, span))?;
    let mut block = BlockBuilder::new();
    LoweringContext::alone(span, |context| language.lower(&read, context, &mut block))?;
    let mut found = Found::default();
    found.look(&block);
    if found.read.is_none() && found.written.is_none() {
        return Ok(None);
    }
    let operand = read.operands.iter().find_map(|operand| match operand {
        Operand::Memory(memory) => Some(MemoryOperand {
            symbol: memory.location.as_ref().map(|name| name.to_string()),
            offset: memory.offset,
            base: memory.base.as_ref().map(name),
            index: memory.index.as_ref().map(|(index, scale)| (name(index), *scale)),
        }),
        _ => None,
    });
    let Some(operand) = operand else {
        return Err(Diagnostic::error("unsupported-operand", span, "it accesses memory that it does not name"));
    };
    Ok(Some(MemoryAccess { read: found.read, written: found.written, is_locked: found.is_locked, operand }))
}

/// The name of a register, without a sigil.
fn name(register: &RegisterOperand) -> String {
    match register {
        RegisterOperand::Named(name, _) => X86_64::registers().get(*name).text.to_lowercase(),
        RegisterOperand::Symbolic { name, .. } => name.to_string(),
    }
}

/// What has been found among micro-operations.
#[derive(Default)]
struct Found {
    read: Option<Width>,
    written: Option<Width>,
    is_locked: bool,
}

impl Found {
    fn look(&mut self, block: &BlockBuilder) {
        for operation in program::operations(block.operations()) {
            match operation {
                MicroOp::Load { width, tags, .. } => {
                    self.read = Some(*width);
                    self.is_locked |= *tags == ATOMIC;
                }
                MicroOp::Store { value, tags, .. } => {
                    self.written = Some(block.width(*value));
                    self.is_locked |= *tags == ATOMIC;
                }
                MicroOp::ReadModifyWrite { width, .. } => {
                    (self.read, self.written, self.is_locked) = (Some(*width), Some(*width), true);
                }
                // What belongs to no access to memory.
                MicroOp::Let { .. }
                | MicroOp::ReadRegister { .. }
                | MicroOp::WriteRegister { .. }
                | MicroOp::Written { .. }
                | MicroOp::Synchronize { .. }
                | MicroOp::Nondeterministic { .. }
                | MicroOp::Assume { .. }
                | MicroOp::Require { .. }
                | MicroOp::Mark(_)
                | MicroOp::Fence { .. }
                | MicroOp::Jump(_)
                | MicroOp::JumpTo { .. }
                | MicroOp::Branch { .. }
                | MicroOp::If { .. } => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(instruction: &str) -> MemoryAccess {
        memory_access(instruction).expect(instruction).expect(instruction)
    }

    #[test]
    fn accesses_have_their_sizes_and_directions() {
        for (instruction, read, written, is_locked) in [
            ("movl (%rdi), %eax", Some(32), None, false),
            ("movq %rax, y+8(%rip)", None, Some(64), false),
            ("movzbl 3(%rsi), %eax", Some(8), None, false),
            ("lock addl $1, (%rdx,%rsi,4)", Some(32), Some(32), true),
            ("incq (%rax)", Some(64), Some(64), false),
            ("xchgb %al, (%rcx)", Some(8), Some(8), true),
            ("lock cmpxchgw %cx, (%rdx)", Some(16), Some(16), true),
            ("lock cmpxchg16b (%rdi)", Some(128), Some(128), true),
            ("movups %xmm1, (%rdi)", None, Some(128), false),
            ("sete 5(%rdi)", None, Some(8), false),
            ("cmpl $0, (%rdi)", Some(32), None, false),
            ("lock btsq $3, (%rdi)", Some(64), Some(64), true),
        ] {
            let found = access(instruction);
            assert_eq!((found.read, found.written, found.is_locked), (read, written, is_locked), "{instruction}");
        }
    }

    #[test]
    fn operands_are_sums() {
        let found = access("lock xaddl %eax, x+4(%rip)").operand;
        assert_eq!((found.symbol.as_deref(), found.offset, found.base, found.index), (Some("x"), 4, None, None));
        let found = access("movl -8(%rdx,%rsi,4), %eax").operand;
        assert_eq!((found.base.as_deref(), found.offset), (Some("rdx"), -8));
        assert_eq!(found.index, Some(("rsi".to_owned(), 4)));
    }

    #[test]
    fn registers_and_addresses_are_no_accesses() {
        for instruction in
            ["movl %eax, %ebx", "leaq 8(%rdi), %rax", "mfence", "nopl (%rax)", "pause", "xchgl %eax, %ebx"]
        {
            assert_eq!(memory_access(instruction).expect(instruction), None, "{instruction}");
        }
        assert!(memory_access("movl %fs:0, %eax").is_err());
        assert!(memory_access("vmovdqu (%rdi), %ymm0").is_err());
    }
}
