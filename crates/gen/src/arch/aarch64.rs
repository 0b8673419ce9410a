//! AArch64: acquire and release, exclusives, the atomic instructions of LSE, and all fences.

mod exclusive;

use crate::architecture::{Architecture, DependsOn, Emitted};
use crate::cycle::{Access, Location};
use crate::edge::{AccessId, DependencyId, Direction, FenceId, Size, UpdateId};
use crate::emitter::{Emitter, Register};
use crate::refusal::Refusal;
use crate::vocabulary::{AccessWord, Dependence, DependencyWord, FenceWord, UpdateOperation, UpdateWord, Vocabulary};

pub(crate) struct AArch64;

const ACQUIRE: AccessId = AccessId(1);
const ACQUIRE_PC: AccessId = AccessId(2);
const RELEASE: AccessId = AccessId(3);

const fn fence(name: &'static str, text: &'static str, is_common: bool) -> FenceWord {
    FenceWord { name, text, is_common }
}

const fn dependency(name: &'static str, dependence: Dependence, is_pick: bool) -> DependencyWord {
    DependencyWord { name, dependence, is_pick }
}

const fn update(name: &'static str, short: &'static str, operation: UpdateOperation, is_discarded: bool) -> UpdateWord {
    UpdateWord { name, short, operation, shows_register: !is_discarded, is_discarded }
}

const fn access(name: &'static str, reads: bool, writes: bool, is_update: bool) -> AccessWord {
    AccessWord { name, reads, writes, is_update }
}

static VOCABULARY: Vocabulary = Vocabulary {
    architecture: "AArch64",
    fences: &[
        fence("ISB", "ISB", true),
        fence("DMB.NSHLD", "DMB NSHLD", false),
        fence("DMB.NSHST", "DMB NSHST", false),
        fence("DMB.NSH", "DMB NSH", false),
        fence("DMB.ISHLD", "DMB ISHLD", false),
        fence("DMB.ISHST", "DMB ISHST", false),
        fence("DMB.ISH", "DMB ISH", false),
        fence("DMB.OSHLD", "DMB OSHLD", false),
        fence("DMB.OSHST", "DMB OSHST", false),
        fence("DMB.OSH", "DMB OSH", false),
        fence("DMB.LD", "DMB LD", true),
        fence("DMB.ST", "DMB ST", true),
        fence("DMB.SY", "DMB SY", true),
        fence("DSB.NSHLD", "DSB NSHLD", false),
        fence("DSB.NSHST", "DSB NSHST", false),
        fence("DSB.NSH", "DSB NSH", false),
        fence("DSB.ISHLD", "DSB ISHLD", false),
        fence("DSB.ISHST", "DSB ISHST", false),
        fence("DSB.ISH", "DSB ISH", false),
        fence("DSB.OSHLD", "DSB OSHLD", false),
        fence("DSB.OSHST", "DSB OSHST", false),
        fence("DSB.OSH", "DSB OSH", false),
        fence("DSB.LD", "DSB LD", false),
        fence("DSB.ST", "DSB ST", false),
        fence("DSB.SY", "DSB SY", false),
    ],
    strong_fence: FenceId(12),
    dependencies: &[
        dependency("Addr", Dependence::Address, false),
        dependency("Data", Dependence::Data, false),
        dependency("Ctrl", Dependence::Control, false),
        dependency("CtrlIsb", Dependence::ControlFence, false),
        dependency("AddrCsel", Dependence::Address, true),
        dependency("DataCsel", Dependence::Data, true),
        dependency("CtrlCsel", Dependence::Control, true),
        dependency("CtrlIsbCsel", Dependence::ControlFence, true),
    ],
    default_dependency: [Some(DependencyId(0)), Some(DependencyId(1))],
    default_control: [Some(DependencyId(3)), Some(DependencyId(2))],
    updates: &[
        update("LxSx", "rmw", UpdateOperation::Exchange, false),
        update("Amo.LdAdd", "amo.ldadd", UpdateOperation::Add, false),
        update("Amo.LdEor", "amo.ldeor", UpdateOperation::Xor, false),
        update("Amo.LdSet", "amo.ldset", UpdateOperation::Or, false),
        update("Amo.LdClr", "amo.ldclr", UpdateOperation::Clear, false),
        update("Amo.StAdd", "amo.stadd", UpdateOperation::Add, true),
        update("Amo.StEor", "amo.steor", UpdateOperation::Xor, true),
        update("Amo.StSet", "amo.stset", UpdateOperation::Or, true),
        update("Amo.StClr", "amo.stclr", UpdateOperation::Clear, true),
        update("Amo.Swp", "amo.swp", UpdateOperation::Exchange, false),
        update("Amo.Cas", "amo.cas", UpdateOperation::CompareExchange { fails: false }, false),
        update("Amo.SwpNoRet", "amo.swpnoret", UpdateOperation::Exchange, true),
    ],
    default_update: Some(UpdateId(0)),
    update_groups: &[
        (
            "Amo",
            &[
                UpdateId(9),
                UpdateId(10),
                UpdateId(1),
                UpdateId(2),
                UpdateId(3),
                UpdateId(4),
                UpdateId(5),
                UpdateId(6),
                UpdateId(7),
                UpdateId(8),
            ],
        ),
        ("Amo.Safe", &[UpdateId(9), UpdateId(10), UpdateId(1), UpdateId(5)]),
    ],
    accesses: &[
        access("P", true, true, false),
        access("A", true, false, false),
        access("Q", true, false, false),
        access("L", false, true, false),
        access("X", true, true, true),
        access("XL", true, true, true),
        access("XA", true, true, true),
        access("XAL", true, true, true),
    ],
    has_parts: true,
    part_separator: ".",
};

static X: [&str; 30] = [
    "X0", "X1", "X2", "X3", "X4", "X5", "X6", "X7", "X8", "X9", "X10", "X11", "X12", "X13", "X14", "X15", "X16", "X17",
    "X18", "X19", "X20", "X21", "X22", "X23", "X24", "X25", "X26", "X27", "X28", "X29",
];

static W: [&str; 30] = [
    "W0", "W1", "W2", "W3", "W4", "W5", "W6", "W7", "W8", "W9", "W10", "W11", "W12", "W13", "W14", "W15", "W16", "W17",
    "W18", "W19", "W20", "W21", "W22", "W23", "W24", "W25", "W26", "W27", "W28", "W29",
];

fn x(register: Register) -> &'static str {
    X[usize::from(register.0)]
}

/// A register that holds a value of this size.
fn value(register: Register, size: Size) -> &'static str {
    if size == Size::Quad { x(register) } else { W[usize::from(register.0)] }
}

/// What ends the names of instructions that access so many bytes.
fn suffix(size: Size) -> &'static str {
    match size {
        Size::Byte => "B",
        Size::Short => "H",
        Size::Word | Size::Quad => "",
    }
}

fn size_of(emitter: &Emitter<'_>, access: &Access) -> Size {
    access.part().map_or(emitter.style.natural, |part| part.size)
}

fn offset_of(access: &Access) -> u8 {
    access.part().map_or(0, |part| part.offset)
}

fn manner(access: &Access) -> AccessId {
    access.annotation.map_or(AccessId::PLAIN, |annotation| annotation.access)
}

/// A value in a register.
fn constant(emitter: &mut Emitter<'_>, number: u64, size: Size) -> Result<Register, Refusal> {
    if let Some(register) = emitter.large_constant(number)? {
        return Ok(register);
    }
    let register = emitter.fresh()?;
    emitter.line(format_args!("MOV {},#{number}", value(register, size)));
    Ok(register)
}

/// An index computed from a value read: always 0.
#[derive(Clone, Copy)]
struct Index {
    register: Register,
    size: Size,
}

/// Computes 0 from the value read, into `target`.
fn compute_zero(emitter: &mut Emitter<'_>, target: Register, from: DependsOn<'_>) {
    let size = size_of(emitter, from.read);
    let (to, of) = (value(target, size), value(from.register, size));
    if VOCABULARY.dependency(from.dependency).is_pick {
        let zero = if size == Size::Quad { "XZR" } else { "WZR" };
        // Both sources of the selection are the zero register, so that the flags, and by them the value read, are
        // the only way for a dependency.
        emitter.line(format_args!("CMP {of},{of}"));
        emitter.line(format_args!("CSEL {to},{zero},{zero},EQ"));
    } else if emitter.style.real_dependencies {
        // No value of a test has bit 7, which the hardware cannot know; of `EOR` it could know that nothing comes of it.
        emitter.line(format_args!("AND {to},{of},#128"));
    } else {
        emitter.line(format_args!("EOR {to},{of},{of}"));
    }
}

fn index(emitter: &mut Emitter<'_>, from: DependsOn<'_>) -> Result<Index, Refusal> {
    let register = emitter.fresh()?;
    compute_zero(emitter, register, from);
    Ok(Index { register, size: size_of(emitter, from.read) })
}

/// `base` plus `index`, in the scratch register.
fn sum(emitter: &mut Emitter<'_>, base: Register, index: Index) -> Result<Register, Refusal> {
    let sum = emitter.scratch("sum")?;
    let (extension, of) =
        if index.size == Size::Quad { ("", x(index.register)) } else { (",SXTW", value(index.register, index.size)) };
    emitter.line(format_args!("ADD {},{},{of}{extension}", x(sum), x(base)));
    Ok(sum)
}

/// `base` plus `offset`, in the scratch register where that is not `base`.
fn displaced(emitter: &mut Emitter<'_>, base: Register, offset: u8) -> Result<Register, Refusal> {
    if offset == 0 {
        return Ok(base);
    }
    let sum = emitter.scratch("sum")?;
    emitter.line(format_args!("ADD {},{},#{offset}", x(sum), x(base)));
    Ok(sum)
}

/// A plain access takes an offset or an index with it; the others take an address.
fn transfer(
    emitter: &mut Emitter<'_>,
    access: &Access,
    register: Register,
    base: Register,
    index: Option<Index>,
) -> Result<(), Refusal> {
    let (size, offset) = (size_of(emitter, access), offset_of(access));
    let (held, suffix) = (value(register, size), suffix(size));
    let name = match (access.direction, manner(access)) {
        (Direction::Read, ACQUIRE) => "LDAR",
        (Direction::Read, ACQUIRE_PC) => "LDAPR",
        (Direction::Write, RELEASE) => "STLR",
        (Direction::Read, _) => "LDR",
        (Direction::Write, _) => "STR",
    };
    // Instructions that acquire or release know no address but a bare register.
    if !matches!(name, "LDR" | "STR") {
        let mut base = displaced(emitter, base, offset)?;
        if let Some(index) = index {
            base = sum(emitter, base, index)?;
        }
        emitter.line(format_args!("{name}{suffix} {held},[{}]", x(base)));
        return Ok(());
    }
    match index {
        None if offset == 0 => emitter.line(format_args!("{name}{suffix} {held},[{}]", x(base))),
        None => emitter.line(format_args!("{name}{suffix} {held},[{},#{offset}]", x(base))),
        Some(index) => {
            let (extension, of) = if index.size == Size::Quad {
                ("", x(index.register))
            } else {
                (",SXTW", value(index.register, index.size))
            };
            if offset > 0 {
                emitter.line(format_args!("ADD {of},{of},#{offset}"));
            }
            emitter.line(format_args!("{name}{suffix} {held},[{},{of}{extension}]", x(base)));
        }
    }
    Ok(())
}

/// A value to write that is computed from one that was read.
fn dependent_value(emitter: &mut Emitter<'_>, access: &Access, from: DependsOn<'_>) -> Result<Register, Refusal> {
    let (size, read_size) = (size_of(emitter, access), size_of(emitter, from.read));
    let register = emitter.fresh()?;
    let target = value(register, size);
    if access.part().is_some() {
        let constant = constant(emitter, access.value, size)?;
        compute_zero(emitter, register, from);
        emitter.line(format_args!("ADD {target},{target},{}", value(constant, size)));
        return Ok(register);
    }
    if size == Size::Quad && read_size != Size::Quad {
        let narrow = emitter.scratch("sum")?;
        compute_zero(emitter, narrow, from);
        emitter.line(format_args!("SXTW {target},{}", value(narrow, Size::Word)));
    } else {
        compute_zero(emitter, register, from);
    }
    emitter.line(format_args!("ADD {target},{target},#{}", access.value));
    Ok(register)
}

fn branch_on(emitter: &mut Emitter<'_>, from: DependsOn<'_>) -> Result<(), Refusal> {
    let word = VOCABULARY.dependency(from.dependency);
    let label = emitter.label("LC");
    let size = size_of(emitter, from.read);
    let mut tested = from.register;
    if word.is_pick {
        tested = emitter.fresh()?;
        compute_zero(emitter, tested, from);
    }
    // The target is the next line: whichever way it goes the same follows, and yet what follows depends on the
    // branch.
    emitter.line(format_args!("CBNZ {},{label}", value(tested, size)));
    emitter.line(format_args!("{label}:"));
    if word.dependence == Dependence::ControlFence {
        emitter.line(format_args!("ISB"));
    }
    Ok(())
}

/// An access that is no exclusive pair; its address may be indexed.
fn ordinary(emitter: &mut Emitter<'_>, access: &Access, index: Option<Index>) -> Emitted {
    match access.direction {
        Direction::Read => {
            // Which of the two is given its register first depends on whether there is an index.
            let (register, base) = match index {
                Some(_) => (emitter.fresh()?, emitter.address(access.location)?),
                None => {
                    let base = emitter.address(access.location)?;
                    (emitter.fresh()?, base)
                }
            };
            transfer(emitter, access, register, base, index)?;
            Ok(Some(register))
        }
        Direction::Write => {
            let register = constant(emitter, access.value, size_of(emitter, access))?;
            let base = emitter.address(access.location)?;
            transfer(emitter, access, register, base, index)?;
            Ok(None)
        }
    }
}

impl Architecture for AArch64 {
    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn registers(&self) -> u8 {
        X.len() as u8
    }

    fn register_name(&self, register: Register) -> &'static str {
        x(register)
    }

    fn access(&self, emitter: &mut Emitter<'_>, access: &Access, from: Option<DependsOn<'_>>) -> Emitted {
        let order = exclusive::Order::of(manner(access));
        let Some(from) = from else {
            return match order {
                None => ordinary(emitter, access, None),
                Some(order) => exclusive::access(emitter, access, order, None),
            };
        };
        match VOCABULARY.dependency(from.dependency).dependence {
            Dependence::Address => {
                let index = Some(index(emitter, from)?);
                match order {
                    None => ordinary(emitter, access, index),
                    Some(order) => exclusive::access(emitter, access, order, index),
                }
            }
            Dependence::Data => {
                if access.direction == Direction::Read {
                    return Err(Refusal::new("a data dependency leads to a write"));
                }
                let register = dependent_value(emitter, access, from)?;
                match order {
                    Some(order) => exclusive::write(emitter, access, order, register),
                    None => {
                        let base = emitter.address(access.location)?;
                        transfer(emitter, access, register, base, None)?;
                        Ok(None)
                    }
                }
            }
            Dependence::Control | Dependence::ControlFence => {
                branch_on(emitter, from)?;
                self.access(emitter, access, None)
            }
        }
    }

    fn update(
        &self,
        emitter: &mut Emitter<'_>,
        update: UpdateId,
        both: [&Access; 2],
        from: Option<DependsOn<'_>>,
    ) -> Emitted {
        let word = VOCABULARY.update(update);
        let dependence = from.map(|from| VOCABULARY.dependency(from.dependency).dependence);
        match (dependence, from) {
            (Some(Dependence::Data), _) => {
                return Err(Refusal::new("a data dependency to a read-modify-write is not generated"));
            }
            (Some(Dependence::Control | Dependence::ControlFence), Some(from)) => branch_on(emitter, from)?,
            _ => {}
        }
        let from = from.filter(|_| dependence == Some(Dependence::Address));
        exclusive::update(emitter, word, both, from)
    }

    fn branch(&self, emitter: &mut Emitter<'_>, from: DependsOn<'_>) -> Result<bool, Refusal> {
        match VOCABULARY.dependency(from.dependency).dependence {
            Dependence::Address => Err(Refusal::new("an address dependency leads to an access, not to a fence")),
            Dependence::Data => Ok(false),
            Dependence::Control | Dependence::ControlFence => branch_on(emitter, from).map(|()| true),
        }
    }

    fn observe(&self, emitter: &mut Emitter<'_>, location: Location) -> Result<Register, Refusal> {
        let size = emitter.style.natural;
        let register = emitter.fresh()?;
        let base = emitter.address(location)?;
        emitter.line(format_args!("LDR{} {},[{}]", suffix(size), value(register, size), x(base)));
        Ok(register)
    }

    fn store_checks(&self, emitter: &mut Emitter<'_>, count: Register, address: Register) -> Result<(), Refusal> {
        emitter.line(format_args!("STR {},[{}]", W[usize::from(count.0)], x(address)));
        Ok(())
    }

    fn has_size(&self, _: Size) -> bool {
        true
    }
}
