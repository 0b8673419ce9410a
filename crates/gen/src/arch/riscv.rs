//! RISC-V (RV64 with the A extension).

use super::attempts::Attempts;
use crate::architecture::{Architecture, DependsOn, Emitted};
use crate::cycle::{Access, Location};
use crate::edge::{AccessId, DependencyId, Direction, FenceId, Size, UpdateId};
use crate::emitter::{Atomics, Emitter, Register};
use crate::refusal::Refusal;
use crate::vocabulary::{AccessWord, Dependence, DependencyWord, FenceWord, UpdateOperation, UpdateWord, Vocabulary};

pub(crate) struct RiscV;

const fn fence(name: &'static str, text: &'static str, is_common: bool) -> FenceWord {
    FenceWord { name, text, is_common }
}

const fn update(name: &'static str, short: &'static str, operation: UpdateOperation, is_discarded: bool) -> UpdateWord {
    UpdateWord { name, short, operation, shows_register: false, is_discarded }
}

const fn manner_word(name: &'static str, reads: bool, writes: bool, is_update: bool) -> AccessWord {
    AccessWord { name, reads, writes, is_update }
}

static VOCABULARY: Vocabulary = Vocabulary {
    architecture: "RISCV",
    fences: &[
        fence("Fence.i", "fence.i", false),
        fence("Fence.tso", "fence.tso", true),
        fence("Fence.r.r", "fence r,r", true),
        fence("Fence.r.w", "fence r,w", true),
        fence("Fence.r.rw", "fence r,rw", true),
        fence("Fence.w.r", "fence w,r", true),
        fence("Fence.w.w", "fence w,w", true),
        fence("Fence.w.rw", "fence w,rw", true),
        fence("Fence.rw.r", "fence rw,r", true),
        fence("Fence.rw.w", "fence rw,w", true),
        fence("Fence.rw.rw", "fence rw,rw", true),
        fence("Fence.iorw.iorw", "fence iorw,iorw", false),
    ],
    strong_fence: FenceId(11),
    dependencies: &[
        DependencyWord { name: "Addr", dependence: Dependence::Address, is_pick: false },
        DependencyWord { name: "Data", dependence: Dependence::Data, is_pick: false },
        DependencyWord { name: "Ctrl", dependence: Dependence::Control, is_pick: false },
        DependencyWord { name: "CtrlFenceI", dependence: Dependence::ControlFence, is_pick: false },
    ],
    default_dependency: [Some(DependencyId(0)), Some(DependencyId(1))],
    default_control: [Some(DependencyId(3)), Some(DependencyId(2))],
    updates: &[
        update("Exch", "rmw", UpdateOperation::Exchange, false),
        update("Amo.Add", "amo.add", UpdateOperation::Add, false),
        update("Amo.And", "amo.and", UpdateOperation::And, false),
        update("Amo.Or", "amo.or", UpdateOperation::Or, false),
        update("Amo.Xor", "amo.xor", UpdateOperation::Xor, false),
        update("ExchNoRet", "exchnoret", UpdateOperation::Exchange, true),
        update("Amo.AddNoRet", "amo.addnoret", UpdateOperation::Add, true),
        update("LxSx", "lxsx", UpdateOperation::Exchange, false),
    ],
    default_update: Some(UpdateId(0)),
    update_groups: &[("Amo", &[UpdateId(0), UpdateId(1), UpdateId(2), UpdateId(3), UpdateId(4)])],
    accesses: &[
        manner_word("P", true, true, false),
        manner_word("Aq", true, false, false),
        manner_word("Rl", false, true, false),
        manner_word("AR", true, true, false),
        manner_word("X", true, true, true),
        manner_word("XPAq", true, true, true),
        manner_word("XPRl", true, true, true),
        manner_word("XPAR", true, true, true),
        manner_word("XAqP", true, true, true),
        manner_word("XAqAq", true, true, true),
        manner_word("XAqRl", true, true, true),
        manner_word("XAqAR", true, true, true),
        manner_word("XRlP", true, true, true),
        manner_word("XRlAq", true, true, true),
        manner_word("XRlRl", true, true, true),
        manner_word("XRlAR", true, true, true),
        manner_word("XARP", true, true, true),
        manner_word("XARAq", true, true, true),
        manner_word("XARRl", true, true, true),
        manner_word("XARAR", true, true, true),
    ],
    has_parts: true,
    part_separator: ".",
};

/// The first access that is an exclusive pair by itself; behind it, four times what the load has, and what the store has.
const FIRST_PAIR: u8 = 4;

static REGISTERS: [&str; 27] = [
    "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21",
    "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29", "x30", "x31",
];

/// What the names of instructions end with: nothing, acquire, release, both.
static ORDERS: [&str; 4] = ["", ".aq", ".rl", ".aq.rl"];

fn r(register: Register) -> &'static str {
    REGISTERS[usize::from(register.0)]
}

fn size_of(emitter: &Emitter<'_>, access: &Access) -> Size {
    access.part().map_or(emitter.style.natural, |part| part.size)
}

fn letter(size: Size) -> char {
    ['b', 'h', 'w', 'd'][size as usize]
}

fn manner(access: &Access) -> u8 {
    access.annotation.map_or(AccessId::PLAIN, |annotation| annotation.access).0
}

/// The orders of load and store of an access that is an exclusive pair by itself.
fn pair_of(access: &Access) -> Option<[&'static str; 2]> {
    let number = usize::from(manner(access).checked_sub(FIRST_PAIR)?);
    Some([ORDERS[number / 4], ORDERS[number % 4]])
}

fn constant(emitter: &mut Emitter<'_>, number: u64) -> Result<Register, Refusal> {
    if let Some(register) = emitter.large_constant(number)? {
        return Ok(register);
    }
    let register = emitter.fresh()?;
    emitter.line(format_args!("ori {},x0,{number}", r(register)));
    Ok(register)
}

fn compute_zero(emitter: &mut Emitter<'_>, target: Register, of: Register) {
    match emitter.style.real_dependencies {
        true => emitter.line(format_args!("andi {},{},128", r(target), r(of))),
        false => emitter.line(format_args!("xor {},{},{}", r(target), r(of), r(of))),
    }
}

/// A load-reserve and a store-conditional.
fn pair(
    emitter: &mut Emitter<'_>,
    [load, store]: [&str; 2],
    read: Register,
    written: Register,
    address: Register,
) -> Result<(), Refusal> {
    let size = letter(emitter.style.natural);
    let (read, written, address) = (r(read), r(written), r(address));
    let tried = |emitter: &mut Emitter<'_>, label: &dyn std::fmt::Display, status: Register| {
        emitter.line(format_args!("{label}lr.{size}{load} {read},0({address})"));
        emitter.line(format_args!("sc.{size}{store} {},{written},0({address})", r(status)));
    };
    match emitter.style.atomics {
        Atomics::Loop => {
            let label = emitter.label("Loop");
            let status = emitter.scratch("status")?;
            tried(emitter, &format_args!("{label}: "), status);
            emitter.line(format_args!("bne {},x0,{label}", r(status)));
        }
        Atomics::Unroll(0) => {
            let status = emitter.fresh()?;
            tried(emitter, &"", status);
            emitter.must_be_zero.push(status);
        }
        Atomics::Unroll(times) => {
            let status = emitter.scratch("status")?;
            Attempts {
                tried: &|emitter| tried(emitter, &"", status),
                if_failed: &|emitter, label| emitter.line(format_args!("bne {},x0,{label}", r(status))),
                if_stored: &|emitter, label| emitter.line(format_args!("beq {},x0,{label}", r(status))),
                count: |emitter, checked| emitter.line(format_args!("addi {0},{0},1", r(checked))),
            }
            .unrolled(emitter, times)?;
        }
    }
    Ok(())
}

fn branch_on(emitter: &mut Emitter<'_>, from: DependsOn<'_>) {
    let label = emitter.label("LC");
    emitter.line(format_args!("bne {},x0,{label}", r(from.register)));
    emitter.line(format_args!("{label}:"));
    if VOCABULARY.dependency(from.dependency).dependence == Dependence::ControlFence {
        emitter.line(format_args!("fence.i"));
    }
}

/// `base`, or the sum of it and an index in a new register.
fn indexed(emitter: &mut Emitter<'_>, base: Register, index: Option<Register>) -> Result<Register, Refusal> {
    let Some(index) = index else { return Ok(base) };
    let sum = emitter.fresh()?;
    emitter.line(format_args!("add {},{},{}", r(sum), r(base), r(index)));
    Ok(sum)
}

fn access(emitter: &mut Emitter<'_>, access: &Access, index: Option<Register>) -> Emitted {
    match (access.direction, pair_of(access)) {
        (Direction::Read, Some(orders)) => {
            let base = emitter.address(access.location)?;
            let address = indexed(emitter, base, index)?;
            let read = emitter.fresh()?;
            pair(emitter, orders, read, read, address)?;
            Ok(Some(read))
        }
        (Direction::Read, None) => {
            let read = emitter.fresh()?;
            let base = emitter.address(access.location)?;
            let address = indexed(emitter, base, index)?;
            let (letter, order) = (letter(size_of(emitter, access)), ORDERS[usize::from(manner(access))]);
            let offset = access.part().map_or(0, |part| part.offset);
            emitter.line(format_args!("l{letter}{order} {},{offset}({})", r(read), r(address)));
            Ok(Some(read))
        }
        // Which register is given out when is part of how the test looks: it is not in the order of the instructions.
        (Direction::Write, Some(orders)) => {
            let base = emitter.address(access.location)?;
            let sum = index.map(|_| emitter.fresh()).transpose()?;
            let written = constant(emitter, access.value)?;
            let address = match (index, sum) {
                (Some(index), Some(sum)) => {
                    emitter.line(format_args!("add {},{},{}", r(sum), r(base), r(index)));
                    sum
                }
                _ => base,
            };
            let read = emitter.fresh()?;
            pair(emitter, orders, read, written, address)?;
            Ok(Some(read))
        }
        (Direction::Write, None) => {
            let written = constant(emitter, access.value)?;
            let base = emitter.address(access.location)?;
            let address = indexed(emitter, base, index)?;
            store(emitter, access, written, address);
            Ok(None)
        }
    }
}

fn store(emitter: &mut Emitter<'_>, access: &Access, written: Register, address: Register) {
    let (letter, order) = (letter(size_of(emitter, access)), ORDERS[usize::from(manner(access))]);
    let offset = access.part().map_or(0, |part| part.offset);
    emitter.line(format_args!("s{letter}{order} {},{offset}({})", r(written), r(address)));
}

/// The order that an atomic instruction has, from that of its read and that of its write.
fn amo_order(read: &Access, write: &Access) -> Result<&'static str, Refusal> {
    match (manner(read), manner(write)) {
        (0, one @ 0..=3) | (one @ (1 | 3), 0) => Ok(ORDERS[usize::from(one)]),
        (1, 2) | (3, 0..=3) | (0..=3, 3) => Ok(ORDERS[3]),
        _ => Err(Refusal::new("the read of a read-modify-write may acquire, and its write release; nothing else")),
    }
}

impl Architecture for RiscV {
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
                compute_zero(emitter, value, from.register);
                match emitter.large_constant(what.value)? {
                    None => emitter.line(format_args!("ori {},{},{}", r(value), r(value), what.value)),
                    Some(constant) => emitter.line(format_args!("or {},{},{}", r(value), r(value), r(constant))),
                }
                let base = emitter.address(what.location)?;
                if let Some(orders) = pair_of(what) {
                    let read = emitter.fresh()?;
                    pair(emitter, orders, read, value, base)?;
                    return Ok(Some(read));
                }
                store(emitter, what, value, base);
                Ok(None)
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
        update: UpdateId,
        [from_read, to]: [&Access; 2],
        from: Option<DependsOn<'_>>,
    ) -> Emitted {
        let word = VOCABULARY.update(update);
        if from_read.part().or(to.part()).is_some() {
            return Err(Refusal::new("atomic instructions of pieces of locations are not generated"));
        }
        let is_pair = word.name == "LxSx";
        let order = if is_pair { "" } else { amo_order(from_read, to)? };
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
        let (read, written, address);
        if index.is_some() {
            // The value's register is given out first here, and its instruction comes behind that of the address.
            let value = match emitter.large_constant(to.value)? {
                Some(register) => (register, false),
                None => (emitter.fresh()?, true),
            };
            read = emitter.fresh()?;
            address = indexed(emitter, base, index)?;
            written = value.0;
            if value.1 {
                emitter.line(format_args!("ori {},x0,{}", r(written), to.value));
            }
        } else {
            address = base;
            read = emitter.fresh()?;
            written = constant(emitter, to.value)?;
        }
        if is_pair {
            // A pair has its orders in the two halves; an instruction has one for both, which `amo_order` makes of
            // them.
            let halves = [ORDERS[usize::from(manner(from_read) & 3)], ORDERS[usize::from(manner(to) & 3)]];
            pair(emitter, halves, read, written, address)?;
            return Ok(Some(read));
        }
        let name = match word.operation {
            UpdateOperation::Exchange => "swap",
            UpdateOperation::Add => "add",
            UpdateOperation::And => "and",
            UpdateOperation::Or => "or",
            UpdateOperation::Xor => "xor",
            UpdateOperation::CompareExchange { .. } | UpdateOperation::Subtract | UpdateOperation::Clear => {
                return Err(Refusal::new("RISC-V has no such instruction"));
            }
        };
        let size = letter(emitter.style.natural);
        // With `x0` as its target the instruction has no read that anything could depend on.
        let result = if word.is_discarded { "x0" } else { r(read) };
        emitter.line(format_args!("amo{name}.{size}{order} {result},{},({})", r(written), r(address)));
        Ok((!word.is_discarded).then_some(read))
    }

    fn branch(&self, _: &mut Emitter<'_>, _: DependsOn<'_>) -> Result<bool, Refusal> {
        Ok(false)
    }

    fn observe(&self, emitter: &mut Emitter<'_>, location: Location) -> Result<Register, Refusal> {
        let read = emitter.fresh()?;
        let base = emitter.address(location)?;
        emitter.line(format_args!("l{} {},0({})", letter(emitter.style.natural), r(read), r(base)));
        Ok(read)
    }

    fn store_checks(&self, emitter: &mut Emitter<'_>, count: Register, address: Register) -> Result<(), Refusal> {
        emitter.line(format_args!("sw {},0({})", r(count), r(address)));
        Ok(())
    }

    fn has_size(&self, size: Size) -> bool {
        size >= Size::Word
    }
}
