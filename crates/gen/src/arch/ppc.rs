//! Power.

use super::attempts::Attempts;
use crate::architecture::{Architecture, DependsOn, Emitted};
use crate::cycle::{Access, Location};
use crate::edge::{AccessId, DependencyId, Direction, FenceId, Size, UpdateId};
use crate::emitter::{Emitter, Register};
use crate::refusal::Refusal;
use crate::vocabulary::{AccessWord, Dependence, DependencyWord, FenceWord, UpdateOperation, UpdateWord, Vocabulary};

pub(crate) struct Ppc;

const ATOMIC: AccessId = AccessId(1);
const RESERVE: AccessId = AccessId(2);

static VOCABULARY: Vocabulary = Vocabulary {
    architecture: "PPC",
    fences: &[
        FenceWord { name: "Sync", text: "sync", is_common: true },
        FenceWord { name: "LwSync", text: "lwsync", is_common: true },
        FenceWord { name: "ISync", text: "isync", is_common: false },
        FenceWord { name: "Eieio", text: "eieio", is_common: true },
    ],
    strong_fence: FenceId(0),
    dependencies: &[
        DependencyWord { name: "Addr", dependence: Dependence::Address, is_pick: false },
        DependencyWord { name: "Data", dependence: Dependence::Data, is_pick: false },
        DependencyWord { name: "Ctrl", dependence: Dependence::Control, is_pick: false },
        DependencyWord { name: "CtrlIsync", dependence: Dependence::ControlFence, is_pick: false },
    ],
    default_dependency: [Some(DependencyId(0)), Some(DependencyId(1))],
    default_control: [Some(DependencyId(3)), Some(DependencyId(2))],
    updates: &[UpdateWord {
        name: "LxSx",
        short: "rmw",
        operation: UpdateOperation::Exchange,
        shows_register: false,
        is_discarded: false,
    }],
    default_update: Some(UpdateId(0)),
    update_groups: &[],
    accesses: &[
        AccessWord { name: "Na", reads: true, writes: true, is_update: false },
        AccessWord { name: "A", reads: true, writes: true, is_update: true },
        AccessWord { name: "R", reads: true, writes: false, is_update: false },
    ],
    has_parts: true,
    part_separator: "",
};

/// r0 is not given out: as a base it means 0.
static REGISTERS: [&str; 31] = [
    "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "r16", "r17",
    "r18", "r19", "r20", "r21", "r22", "r23", "r24", "r25", "r26", "r27", "r28", "r29", "r30", "r31",
];

fn r(register: Register) -> &'static str {
    REGISTERS[usize::from(register.0)]
}

/// The letter of a size in the names of loads and stores.
fn letter(size: Size) -> char {
    ['b', 'h', 'w', 'd'][size as usize]
}

/// What a load's name ends with behind its letter: the rest of the register is zeroed.
fn zeroing(size: Size) -> &'static str {
    if size == Size::Quad { "" } else { "z" }
}

fn size_of(emitter: &Emitter<'_>, access: &Access) -> Size {
    access.part().map_or(emitter.style.natural, |part| part.size)
}

fn manner(access: &Access) -> AccessId {
    access.annotation.map_or(AccessId::PLAIN, |annotation| annotation.access)
}

fn constant(emitter: &mut Emitter<'_>, number: u64) -> Result<Register, Refusal> {
    if let Some(register) = emitter.large_constant(number)? {
        return Ok(register);
    }
    let register = emitter.fresh()?;
    emitter.line(format_args!("li {},{number}", r(register)));
    Ok(register)
}

fn compute_zero(emitter: &mut Emitter<'_>, target: Register, of: Register) {
    match emitter.style.real_dependencies {
        true => emitter.line(format_args!("andi. {},{},128", r(target), r(of))),
        false => emitter.line(format_args!("xor {},{},{}", r(target), r(of), r(of))),
    }
}

/// A load-reserve and a store-conditional.
fn pair(
    emitter: &mut Emitter<'_>,
    read: Register,
    written: Register,
    index: Option<Register>,
    base: Register,
) -> Result<(), Refusal> {
    let index = index.map_or("r0", r);
    let tried = |emitter: &mut Emitter<'_>| {
        emitter.line(format_args!("lwarx {},{index},{}", r(read), r(base)));
        emitter.line(format_args!("stwcx. {},{index},{}", r(written), r(base)));
    };
    Attempts {
        tried: &tried,
        if_failed: &|emitter, label| emitter.line(format_args!("bne  {label}")),
        if_stored: &|emitter, label| emitter.line(format_args!("beq  {label}")),
        count: |emitter, checked| emitter.line(format_args!("addi {0},{0},1", r(checked))),
    }
    .put(emitter)
}

fn branch_on(emitter: &mut Emitter<'_>, from: DependsOn<'_>) {
    let label = emitter.label("LC");
    let tested = r(from.register);
    emitter.line(format_args!("cmpw {tested},{tested}"));
    emitter.line(format_args!("beq  {label}"));
    emitter.line(format_args!("{label}:"));
    if VOCABULARY.dependency(from.dependency).dependence == Dependence::ControlFence {
        emitter.line(format_args!("isync"));
    }
}

fn access(emitter: &mut Emitter<'_>, access: &Access, index: Option<Register>) -> Emitted {
    if index.is_some() && access.part().is_some() {
        return Err(Refusal::new("an address dependency to a piece of a location is not generated"));
    }
    match (access.direction, manner(access)) {
        (Direction::Read, ATOMIC) => {
            let base = emitter.address(access.location)?;
            let read = emitter.fresh()?;
            pair(emitter, read, read, index, base)?;
            Ok(Some(read))
        }
        (Direction::Read, manner) => {
            let read = emitter.fresh()?;
            let base = emitter.address(access.location)?;
            let size = size_of(emitter, access);
            let (letter, zeroing) = (letter(size), zeroing(size));
            let offset = access.part().map_or(0, |part| part.offset);
            match (manner, index) {
                (RESERVE, index) => {
                    emitter.line(format_args!("lwarx {},{},{}", r(read), index.map_or("r0", r), r(base)));
                }
                (_, None) => emitter.line(format_args!("l{letter}{zeroing} {},{offset}({})", r(read), r(base))),
                (_, Some(index)) => {
                    emitter.line(format_args!("l{letter}{zeroing}x {},{},{}", r(read), r(index), r(base)));
                }
            }
            Ok(Some(read))
        }
        (Direction::Write, _) => {
            let written = constant(emitter, access.value)?;
            write(emitter, access, written, index)
        }
    }
}

fn write(emitter: &mut Emitter<'_>, access: &Access, written: Register, index: Option<Register>) -> Emitted {
    let base = emitter.address(access.location)?;
    if manner(access) == ATOMIC {
        let read = emitter.fresh()?;
        pair(emitter, read, written, index, base)?;
        return Ok(Some(read));
    }
    let letter = letter(size_of(emitter, access));
    let offset = access.part().map_or(0, |part| part.offset);
    match index {
        None => emitter.line(format_args!("st{letter} {},{offset}({})", r(written), r(base))),
        Some(index) => emitter.line(format_args!("st{letter}x {},{},{}", r(written), r(index), r(base))),
    }
    Ok(None)
}

impl Architecture for Ppc {
    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn registers(&self) -> u8 {
        REGISTERS.len() as u8
    }

    fn register_name(&self, register: Register) -> &'static str {
        r(register)
    }

    fn access(&self, emitter: &mut Emitter<'_>, what: &Access, from: Option<DependsOn<'_>>) -> Emitted {
        let Some(from) = from else { return access(emitter, what, None) };
        match VOCABULARY.dependency(from.dependency).dependence {
            Dependence::Address => {
                let index = emitter.fresh()?;
                compute_zero(emitter, index, from.register);
                access(emitter, what, Some(index))
            }
            Dependence::Data => {
                let value = emitter.fresh()?;
                let constant = emitter.large_constant(what.value)?;
                compute_zero(emitter, value, from.register);
                match constant {
                    None => emitter.line(format_args!("addi {},{},{}", r(value), r(value), what.value)),
                    Some(constant) => emitter.line(format_args!("add {},{},{}", r(value), r(value), r(constant))),
                }
                write(emitter, what, value, None)
            }
            Dependence::Control | Dependence::ControlFence => {
                branch_on(emitter, from);
                access(emitter, what, None)
            }
        }
    }

    fn update(
        &self,
        emitter: &mut Emitter<'_>,
        _: UpdateId,
        [_, to]: [&Access; 2],
        from: Option<DependsOn<'_>>,
    ) -> Emitted {
        let mut index = None;
        if let Some(from) = from {
            match VOCABULARY.dependency(from.dependency).dependence {
                Dependence::Data => {
                    return Err(Refusal::new("a data dependency to a read-modify-write is not generated"));
                }
                Dependence::Address => {
                    let zero = emitter.fresh()?;
                    compute_zero(emitter, zero, from.register);
                    index = Some(zero);
                }
                Dependence::Control | Dependence::ControlFence => branch_on(emitter, from),
            }
        }
        let base = emitter.address(to.location)?;
        let read = emitter.fresh()?;
        let written = constant(emitter, to.value)?;
        pair(emitter, read, written, index, base)?;
        Ok(Some(read))
    }

    fn branch(&self, _: &mut Emitter<'_>, _: DependsOn<'_>) -> Result<bool, Refusal> {
        Ok(false)
    }

    fn observe(&self, emitter: &mut Emitter<'_>, location: Location) -> Result<Register, Refusal> {
        let read = emitter.fresh()?;
        let base = emitter.address(location)?;
        let size = emitter.style.natural;
        emitter.line(format_args!("l{}{} {},0({})", letter(size), zeroing(size), r(read), r(base)));
        Ok(read)
    }

    fn store_checks(&self, emitter: &mut Emitter<'_>, count: Register, address: Register) -> Result<(), Refusal> {
        emitter.line(format_args!("stw {},0({})", r(count), r(address)));
        Ok(())
    }

    fn has_size(&self, _: Size) -> bool {
        true
    }
}
