//! 32-bit ARM (ARMv7).

use super::attempts::Attempts;
use crate::architecture::{Architecture, DependsOn, Emitted};
use crate::cycle::{Access, Location};
use crate::edge::{AccessId, DependencyId, Direction, FenceId, Size, UpdateId};
use crate::emitter::{Emitter, Register};
use crate::refusal::Refusal;
use crate::vocabulary::{AccessWord, Dependence, DependencyWord, FenceWord, UpdateOperation, UpdateWord, Vocabulary};

pub(crate) struct Arm;

const ATOMIC: AccessId = AccessId(1);
const RESERVE: AccessId = AccessId(2);

static VOCABULARY: Vocabulary = Vocabulary {
    architecture: "ARM",
    fences: &[
        FenceWord { name: "ISB", text: "ISB", is_common: true },
        FenceWord { name: "DMB", text: "DMB", is_common: true },
        FenceWord { name: "DMB.ST", text: "DMB ST", is_common: true },
        FenceWord { name: "DSB", text: "DSB", is_common: false },
        FenceWord { name: "DSB.ST", text: "DSB ST", is_common: false },
    ],
    strong_fence: FenceId(1),
    dependencies: &[
        DependencyWord { name: "Addr", dependence: Dependence::Address, is_pick: false },
        DependencyWord { name: "Data", dependence: Dependence::Data, is_pick: false },
        DependencyWord { name: "Ctrl", dependence: Dependence::Control, is_pick: false },
        DependencyWord { name: "CtrlIsb", dependence: Dependence::ControlFence, is_pick: false },
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
    has_parts: false,
    part_separator: "",
};

static REGISTERS: [&str; 13] = ["R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12"];

/// The symbolic registers of addresses and of the results of store-conditionals.
const ADDRESS: &str = "%T1";
const STATUS: &str = "%T2";

fn r(register: Register) -> &'static str {
    REGISTERS[usize::from(register.0)]
}

fn manner(access: &Access) -> AccessId {
    access.annotation.map_or(AccessId::PLAIN, |annotation| annotation.access)
}

fn constant(emitter: &mut Emitter<'_>, number: u64) -> Result<Register, Refusal> {
    let register = emitter.fresh()?;
    emitter.line(format_args!("MOV {},#{number}", r(register)));
    Ok(register)
}

fn compute_zero(emitter: &mut Emitter<'_>, target: &str, of: Register) {
    match emitter.style.real_dependencies {
        true => emitter.line(format_args!("AND {target},{},#128", r(of))),
        false => emitter.line(format_args!("EOR {target},{},{}", r(of), r(of))),
    }
}

/// A load-exclusive and a store-exclusive.
fn pair(emitter: &mut Emitter<'_>, read: Register, written: Register, address: &str) -> Result<(), Refusal> {
    let tried = |emitter: &mut Emitter<'_>| {
        emitter.line(format_args!("LDREX {},[{address}]", r(read)));
        emitter.line(format_args!("STREX {STATUS},{},[{address}]", r(written)));
    };
    Attempts {
        tried: &tried,
        if_failed: &|emitter, label| {
            emitter.line(format_args!("CMP {STATUS},#0"));
            emitter.line(format_args!("BNE {label}"));
        },
        if_stored: &|emitter, label| {
            emitter.line(format_args!("CMP {STATUS},#0"));
            emitter.line(format_args!("BEQ {label}"));
        },
        count: |emitter, checked| emitter.line(format_args!("ADD {0},{0},#1", r(checked))),
    }
    .put(emitter)
}

fn branch_on(emitter: &mut Emitter<'_>, from: DependsOn<'_>) {
    let label = emitter.label("LC");
    let tested = r(from.register);
    emitter.line(format_args!("CMP {tested},{tested}"));
    emitter.line(format_args!("BNE {label}"));
    emitter.line(format_args!("{label}:"));
    if VOCABULARY.dependency(from.dependency).dependence == Dependence::ControlFence {
        emitter.line(format_args!("ISB"));
    }
}

fn access(emitter: &mut Emitter<'_>, access: &Access, index: Option<Register>) -> Emitted {
    match (access.direction, manner(access)) {
        (Direction::Read, ATOMIC) => {
            let base = emitter.address(access.location)?;
            let read = emitter.fresh()?;
            let address = indexed(emitter, base, index);
            pair(emitter, read, read, address)?;
            Ok(Some(read))
        }
        (Direction::Read, manner) => {
            let read = emitter.fresh()?;
            let base = emitter.address(access.location)?;
            if manner == RESERVE {
                let address = indexed(emitter, base, index);
                emitter.line(format_args!("LDREX {},[{address}]", r(read)));
            } else {
                match index {
                    None => emitter.line(format_args!("LDR {},[{}]", r(read), r(base))),
                    Some(index) => emitter.line(format_args!("LDR {},[{},{}]", r(read), r(index), r(base))),
                }
            }
            Ok(Some(read))
        }
        (Direction::Write, ATOMIC) if index.is_some() => {
            let base = emitter.address(access.location)?;
            let written = constant(emitter, access.value)?;
            let read = emitter.fresh()?;
            let address = indexed(emitter, base, index);
            pair(emitter, read, written, address)?;
            Ok(Some(read))
        }
        (Direction::Write, manner) => {
            let written = constant(emitter, access.value)?;
            write(emitter, access, manner, written, index)
        }
    }
}

fn write(
    emitter: &mut Emitter<'_>,
    access: &Access,
    manner: AccessId,
    written: Register,
    index: Option<Register>,
) -> Emitted {
    let base = emitter.address(access.location)?;
    if manner == ATOMIC {
        let read = emitter.fresh()?;
        pair(emitter, read, written, r(base))?;
        return Ok(Some(read));
    }
    match index {
        None => emitter.line(format_args!("STR {},[{}]", r(written), r(base))),
        Some(index) => emitter.line(format_args!("STR {},[{},{}]", r(written), r(index), r(base))),
    }
    Ok(None)
}

fn indexed(emitter: &mut Emitter<'_>, base: Register, index: Option<Register>) -> &'static str {
    let Some(index) = index else { return r(base) };
    emitter.line(format_args!("ADD {ADDRESS},{},{}", r(index), r(base)));
    ADDRESS
}

impl Architecture for Arm {
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
                compute_zero(emitter, r(index), from.register);
                access(emitter, what, Some(index))
            }
            Dependence::Data => {
                let value = emitter.fresh()?;
                compute_zero(emitter, r(value), from.register);
                emitter.line(format_args!("ADD {},{},#{}", r(value), r(value), what.value));
                write(emitter, what, manner(what), value, None)
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
        let dependence = from.map(|from| (VOCABULARY.dependency(from.dependency).dependence, from));
        match dependence {
            Some((Dependence::Data, _)) => {
                return Err(Refusal::new("a data dependency to a read-modify-write is not generated"));
            }
            Some((Dependence::Address, from)) => {
                let base = emitter.address(to.location)?;
                compute_zero(emitter, ADDRESS, from.register);
                emitter.line(format_args!("ADD {ADDRESS},{},{ADDRESS}", r(base)));
                let written = constant(emitter, to.value)?;
                let read = emitter.fresh()?;
                pair(emitter, read, written, ADDRESS)?;
                return Ok(Some(read));
            }
            Some((Dependence::Control | Dependence::ControlFence, from)) => branch_on(emitter, from),
            None => {}
        }
        let base = emitter.address(to.location)?;
        let written = constant(emitter, to.value)?;
        let read = emitter.fresh()?;
        pair(emitter, read, written, r(base))?;
        Ok(Some(read))
    }

    fn branch(&self, _: &mut Emitter<'_>, _: DependsOn<'_>) -> Result<bool, Refusal> {
        Ok(false)
    }

    fn observe(&self, emitter: &mut Emitter<'_>, location: Location) -> Result<Register, Refusal> {
        let read = emitter.fresh()?;
        let base = emitter.address(location)?;
        emitter.line(format_args!("LDR {},[{}]", r(read), r(base)));
        Ok(read)
    }

    fn store_checks(&self, emitter: &mut Emitter<'_>, count: Register, address: Register) -> Result<(), Refusal> {
        emitter.line(format_args!("STR {},[{}]", r(count), r(address)));
        Ok(())
    }

    fn has_size(&self, size: Size) -> bool {
        size == Size::Word
    }
}
