//! MIPS.

use super::attempts::Attempts;
use crate::architecture::{Architecture, DependsOn, Emitted};
use crate::cycle::{Access, Location};
use crate::edge::{AccessId, DependencyId, Direction, FenceId, Size, UpdateId};
use crate::emitter::{Emitter, Register};
use crate::refusal::Refusal;
use crate::vocabulary::{AccessWord, Dependence, DependencyWord, FenceWord, UpdateOperation, UpdateWord, Vocabulary};

pub(crate) struct Mips;

const ATOMIC: AccessId = AccessId(1);
const RESERVE: AccessId = AccessId(2);

static VOCABULARY: Vocabulary = Vocabulary {
    architecture: "MIPS",
    fences: &[FenceWord { name: "Sync", text: "sync", is_common: true }],
    strong_fence: FenceId(0),
    dependencies: &[
        DependencyWord { name: "Addr", dependence: Dependence::Address, is_pick: false },
        DependencyWord { name: "Data", dependence: Dependence::Data, is_pick: false },
        DependencyWord { name: "Ctrl", dependence: Dependence::Control, is_pick: false },
    ],
    default_dependency: [Some(DependencyId(0)), Some(DependencyId(1))],
    default_control: [Some(DependencyId(2)), Some(DependencyId(2))],
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

static REGISTERS: [&str; 24] = [
    "$2", "$3", "$4", "$5", "$6", "$7", "$8", "$9", "$10", "$11", "$12", "$13", "$14", "$15", "$16", "$17", "$18",
    "$19", "$20", "$21", "$22", "$23", "$24", "$25",
];

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
    emitter.line(format_args!("ori {},$0,{number}", r(register)));
    Ok(register)
}

fn compute_zero(emitter: &mut Emitter<'_>, target: &str, of: Register) {
    emitter.line(format_args!("xor {target},{},{}", r(of), r(of)));
}

/// A load-linked and a store-conditional, which overwrites the register that it stores.
fn pair(emitter: &mut Emitter<'_>, read: Register, written: Register, address: &str) -> Result<(), Refusal> {
    let tried = |emitter: &mut Emitter<'_>| {
        emitter.line(format_args!("ll {},0({address})", r(read)));
        emitter.line(format_args!("ori {STATUS},{},0", r(written)));
        emitter.line(format_args!("sc {STATUS},0({address})"));
    };
    Attempts {
        tried: &tried,
        if_failed: &|emitter, label| emitter.line(format_args!("beq {STATUS},$0,{label}")),
        if_stored: &|emitter, label| emitter.line(format_args!("bne {STATUS},$0,{label}")),
        count: |emitter, checked| emitter.line(format_args!("addi {0},{0},1", r(checked))),
    }
    .put(emitter)
}

fn branch_on(emitter: &mut Emitter<'_>, from: DependsOn<'_>) {
    let label = emitter.label("LC");
    let tested = r(from.register);
    emitter.line(format_args!("bne {tested},{tested},{label}"));
    emitter.line(format_args!("{label}:"));
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
            let address = indexed(emitter, base, index);
            let name = if manner == RESERVE { "ll" } else { "lw" };
            emitter.line(format_args!("{name} {},0({address})", r(read)));
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
    let address = indexed(emitter, base, index);
    emitter.line(format_args!("sw {},0({address})", r(written)));
    Ok(None)
}

fn indexed(emitter: &mut Emitter<'_>, base: Register, index: Option<Register>) -> &'static str {
    let Some(index) = index else { return r(base) };
    emitter.line(format_args!("addu {ADDRESS},{},{}", r(index), r(base)));
    ADDRESS
}

impl Architecture for Mips {
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
                emitter.line(format_args!("addiu {},{},{}", r(value), r(value), what.value));
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
            Some((Dependence::Control | Dependence::ControlFence, from)) => branch_on(emitter, from),
            Some((Dependence::Address, _)) | None => {}
        }
        let base = emitter.address(to.location)?;
        let read = emitter.fresh()?;
        let written = constant(emitter, to.value)?;
        let mut address = r(base);
        if let Some((Dependence::Address, from)) = dependence {
            compute_zero(emitter, ADDRESS, from.register);
            emitter.line(format_args!("addu {ADDRESS},{},{ADDRESS}", r(base)));
            address = ADDRESS;
        }
        pair(emitter, read, written, address)?;
        Ok(Some(read))
    }

    fn branch(&self, _: &mut Emitter<'_>, _: DependsOn<'_>) -> Result<bool, Refusal> {
        Ok(false)
    }

    fn observe(&self, emitter: &mut Emitter<'_>, location: Location) -> Result<Register, Refusal> {
        let read = emitter.fresh()?;
        let base = emitter.address(location)?;
        emitter.line(format_args!("lw {},0({})", r(read), r(base)));
        Ok(read)
    }

    fn store_checks(&self, emitter: &mut Emitter<'_>, count: Register, address: Register) -> Result<(), Refusal> {
        emitter.line(format_args!("sw {},0({})", r(count), r(address)));
        Ok(())
    }

    fn has_size(&self, size: Size) -> bool {
        size == Size::Word
    }
}
