//! X86_64. An atomic write is an exchange; there are no dependencies to speak of, since TSO keeps the order anyway.

use std::fmt::{self, Display};

use crate::architecture::{Architecture, DependsOn, Emitted};
use crate::cycle::{Access, Location};
use crate::edge::{AccessId, Direction, FenceId, Part, Size, UpdateId};
use crate::emitter::{Emitter, Register};
use crate::refusal::Refusal;
use crate::vocabulary::{AccessWord, FenceWord, UpdateOperation, UpdateWord, Vocabulary};

pub(crate) struct X86_64;

const ATOMIC: AccessId = AccessId(1);
const NON_TEMPORAL: AccessId = AccessId(2);

static VOCABULARY: Vocabulary = Vocabulary {
    architecture: "X86_64",
    fences: &[
        FenceWord { name: "MFence", text: "mfence", is_common: true },
        FenceWord { name: "SFence", text: "sfence", is_common: false },
        FenceWord { name: "LFence", text: "lfence", is_common: false },
    ],
    strong_fence: FenceId(0),
    dependencies: &[],
    default_dependency: [None; 2],
    default_control: [None; 2],
    updates: &[
        update("Exch", "rmw", UpdateOperation::Exchange, false),
        update("Xadd", "xadd", UpdateOperation::Add, false),
        update("Cas", "cas", UpdateOperation::CompareExchange { fails: false }, false),
        update("Add", "add", UpdateOperation::Add, true),
        update("Or", "or", UpdateOperation::Or, true),
        update("Xor", "xor", UpdateOperation::Xor, true),
    ],
    default_update: Some(UpdateId(0)),
    update_groups: &[],
    accesses: &[
        AccessWord { name: "Na", reads: true, writes: true, is_update: false },
        AccessWord { name: "A", reads: false, writes: true, is_update: true },
        AccessWord { name: "NT", reads: false, writes: true, is_update: false },
    ],
    has_parts: true,
    part_separator: "",
};

const fn update(name: &'static str, short: &'static str, operation: UpdateOperation, is_discarded: bool) -> UpdateWord {
    UpdateWord { name, short, operation, shows_register: false, is_discarded }
}

/// The registers in the order in which they are given out, by size: 8 bit first.
static REGISTERS: [[&str; 4]; 15] = [
    ["al", "ax", "eax", "rax"],
    ["bl", "bx", "ebx", "rbx"],
    ["cl", "cx", "ecx", "rcx"],
    ["dl", "dx", "edx", "rdx"],
    ["sil", "si", "esi", "rsi"],
    ["dil", "di", "edi", "rdi"],
    ["bpl", "bp", "ebp", "rbp"],
    ["r8b", "r8w", "r8d", "r8"],
    ["r9b", "r9w", "r9d", "r9"],
    ["r10b", "r10w", "r10d", "r10"],
    ["r11b", "r11w", "r11d", "r11"],
    ["r12b", "r12w", "r12d", "r12"],
    ["r13b", "r13w", "r13d", "r13"],
    ["r14b", "r14w", "r14d", "r14"],
    ["r15b", "r15w", "r15d", "r15"],
];

fn name(register: Register, size: Size) -> &'static str {
    REGISTERS[usize::from(register.0)][size as usize]
}

fn suffix(size: Size) -> char {
    ['b', 'w', 'l', 'q'][size as usize]
}

/// A place in memory as an operand.
enum Memory {
    Absolute(Location),
    Behind(Register, u8),
}

impl Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Memory::Absolute(location) => write!(f, "({location})"),
            Memory::Behind(register, 0) => write!(f, "(%{})", name(*register, Size::Quad)),
            Memory::Behind(register, offset) => write!(f, "{offset}(%{})", name(*register, Size::Quad)),
        }
    }
}

fn size_of(emitter: &Emitter<'_>, part: Option<Part>) -> Size {
    part.map_or(emitter.style.natural, |part| part.size)
}

/// The operand of an access; only a piece that does not begin where its location does needs a register.
fn memory(emitter: &mut Emitter<'_>, access: &Access) -> Result<Memory, Refusal> {
    match access.part() {
        Some(part) if part.offset > 0 => Ok(Memory::Behind(emitter.address(access.location)?, part.offset)),
        _ => Ok(Memory::Absolute(access.location)),
    }
}

fn store(emitter: &mut Emitter<'_>, access: &Access) -> Emitted {
    let size = size_of(emitter, access.part());
    let memory = memory(emitter, access)?;
    let s = suffix(size);
    match emitter.large_constant(access.value)? {
        None => emitter.line(format_args!("mov{s} ${},{memory}", access.value)),
        Some(register) => emitter.line(format_args!("mov{s} %{},{memory}", name(register, size))),
    }
    Ok(None)
}

fn store_non_temporal(emitter: &mut Emitter<'_>, access: &Access) -> Emitted {
    let size = size_of(emitter, access.part());
    if size < Size::Word || access.part().is_some_and(|part| part.offset > 0) {
        return Err(Refusal::new("non-temporal writes are of whole words"));
    }
    let address = emitter.address(access.location)?;
    let value = match emitter.large_constant(access.value)? {
        Some(register) => register,
        None => {
            let register = emitter.fresh()?;
            emitter.line(format_args!("mov{} ${},%{}", suffix(size), access.value, name(register, size)));
            register
        }
    };
    let (s, value) = (suffix(size), name(value, size));
    emitter.line(format_args!("movnti{s} %{value},(%{})", name(address, Size::Quad)));
    Ok(None)
}

/// The value to write goes into a register, which then holds what was there.
fn exchange(emitter: &mut Emitter<'_>, access: &Access) -> Emitted {
    let size = size_of(emitter, access.part());
    let s = suffix(size);
    let constant = emitter.large_constant(access.value)?;
    let register = emitter.fresh()?;
    let value = name(register, size);
    match constant {
        None => emitter.line(format_args!("mov{s} ${},%{value}", access.value)),
        Some(constant) => emitter.line(format_args!("mov{s} %{},%{value}", name(constant, size))),
    }
    let memory = memory(emitter, access)?;
    emitter.line(format_args!("xchg{s} {memory},%{value}"));
    Ok(Some(register))
}

impl Architecture for X86_64 {
    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn registers(&self) -> u8 {
        REGISTERS.len() as u8
    }

    fn register_name(&self, register: Register) -> &'static str {
        name(register, Size::Quad)
    }

    fn access(&self, emitter: &mut Emitter<'_>, access: &Access, _: Option<DependsOn<'_>>) -> Emitted {
        let manner = access.annotation.map_or(AccessId::PLAIN, |annotation| annotation.access);
        match (access.direction, manner) {
            (Direction::Write, ATOMIC) => exchange(emitter, access),
            (Direction::Write, NON_TEMPORAL) => store_non_temporal(emitter, access),
            (Direction::Write, _) => store(emitter, access),
            (Direction::Read, _) => {
                let size = size_of(emitter, access.part());
                let register = emitter.fresh()?;
                let memory = memory(emitter, access)?;
                emitter.line(format_args!("mov{} {memory},%{}", suffix(size), name(register, size)));
                Ok(Some(register))
            }
        }
    }

    fn update(
        &self,
        emitter: &mut Emitter<'_>,
        update: UpdateId,
        [read, write]: [&Access; 2],
        _: Option<DependsOn<'_>>,
    ) -> Emitted {
        if read.part() != write.part() {
            return Err(Refusal::new("a read-modify-write reads and writes the same bytes"));
        }
        let word = VOCABULARY.update(update);
        let size = size_of(emitter, write.part());
        let s = suffix(size);
        if word.is_discarded {
            let memory = memory(emitter, write)?;
            emitter.line(format_args!("lock {}{s} ${},{memory}", word.short, write.value));
            return Ok(None);
        }
        match word.operation {
            UpdateOperation::Exchange => exchange(emitter, write),
            UpdateOperation::CompareExchange { .. } => {
                // The comparison is always with %rax, the first register to be given out.
                let expected = emitter.fresh()?;
                if expected.0 != 0 {
                    return Err(Refusal::new("%rax, which a compare-exchange needs, is taken"));
                }
                let new = emitter.fresh()?;
                emitter.line(format_args!("mov{s} ${},%{}", read.value, name(expected, size)));
                emitter.line(format_args!("mov{s} ${},%{}", write.value, name(new, size)));
                let memory = memory(emitter, write)?;
                emitter.line(format_args!("lock cmpxchg{s} %{},{memory}", name(new, size)));
                Ok(Some(expected))
            }
            _ => {
                let register = emitter.fresh()?;
                emitter.line(format_args!("mov{s} ${},%{}", write.value, name(register, size)));
                let memory = memory(emitter, write)?;
                emitter.line(format_args!("lock xadd{s} %{},{memory}", name(register, size)));
                Ok(Some(register))
            }
        }
    }

    fn branch(&self, _: &mut Emitter<'_>, _: DependsOn<'_>) -> Result<bool, Refusal> {
        Ok(false)
    }

    fn observe(&self, emitter: &mut Emitter<'_>, location: Location) -> Result<Register, Refusal> {
        let size = emitter.style.natural;
        let register = emitter.fresh()?;
        emitter.line(format_args!("mov{} ({location}),%{}", suffix(size), name(register, size)));
        Ok(register)
    }

    fn has_size(&self, _: Size) -> bool {
        true
    }
}
