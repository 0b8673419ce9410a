//! C with C11 atomics. A location is atomic where one access of it is annotated, and then all must be.
//!
//! Beside diy's `Exch` and `Fetch.Add`, all operations of `<stdatomic.h>`; compare-exchanges find what they expect in a location of its own (`e00`).
//! Reads annotated `AcqCf`, `ScCf` and `RlxCf` are compare-exchanges that fail, writes annotated `RlxX`, `RelX` and `ScX` are exchanges whose result is not used.
//! A control dependency puts the rest of its thread under an `if`.

use std::fmt::{self, Display};

use crate::architecture::{Architecture, DependsOn, Emitted};
use crate::cycle::{Access, Location};
use crate::edge::{AccessId, DependencyId, Direction, FenceId, Size, UpdateId};
use crate::emitter::{Emitter, Register};
use crate::options::Options;
use crate::refusal::Refusal;
use crate::vocabulary::{AccessWord, Dependence, DependencyWord, FenceWord, UpdateOperation, UpdateWord, Vocabulary};

pub(crate) struct C;

const fn fence(name: &'static str, text: &'static str) -> FenceWord {
    FenceWord { name, text, is_common: true }
}

const fn update(name: &'static str, short: &'static str, operation: UpdateOperation, is_discarded: bool) -> UpdateWord {
    UpdateWord { name, short, operation, shows_register: !is_discarded, is_discarded }
}

const fn access(name: &'static str, reads: bool, writes: bool) -> AccessWord {
    AccessWord { name, reads, writes, is_update: false }
}

/// A write by an exchange.
const fn exchange(name: &'static str) -> AccessWord {
    AccessWord { name, reads: false, writes: true, is_update: true }
}

static VOCABULARY: Vocabulary = Vocabulary {
    architecture: "C",
    fences: &[
        fence("FenceAcq", "atomic_thread_fence(memory_order_acquire);"),
        fence("FenceRel", "atomic_thread_fence(memory_order_release);"),
        fence("FenceAR", "atomic_thread_fence(memory_order_acq_rel);"),
        fence("FenceSc", "atomic_thread_fence(memory_order_seq_cst);"),
        fence("FenceRlx", "atomic_thread_fence(memory_order_relaxed);"),
        fence("FenceCon", "atomic_thread_fence(memory_order_consume);"),
    ],
    strong_fence: FenceId(3),
    dependencies: &[
        DependencyWord { name: "Addr", dependence: Dependence::Address, is_pick: false },
        DependencyWord { name: "Data", dependence: Dependence::Data, is_pick: false },
        DependencyWord { name: "Ctrl", dependence: Dependence::Control, is_pick: false },
    ],
    default_dependency: [Some(DependencyId(0)), Some(DependencyId(1))],
    default_control: [Some(DependencyId(2)), Some(DependencyId(2))],
    updates: &[
        update("Exch", "rmw", UpdateOperation::Exchange, false),
        update("Fetch.Add", "fetch.add", UpdateOperation::Add, false),
        update("Fetch.Sub", "fetch.sub", UpdateOperation::Subtract, false),
        update("Fetch.And", "fetch.and", UpdateOperation::And, false),
        update("Fetch.Or", "fetch.or", UpdateOperation::Or, false),
        update("Fetch.Xor", "fetch.xor", UpdateOperation::Xor, false),
        update("Cas", "cas", UpdateOperation::CompareExchange { fails: false }, false),
        update("CasWeak", "casweak", UpdateOperation::CompareExchange { fails: false }, false),
        update("ExchNoRet", "exchnoret", UpdateOperation::Exchange, true),
        update("Fetch.AddNoRet", "fetch.addnoret", UpdateOperation::Add, true),
        update("Fetch.SubNoRet", "fetch.subnoret", UpdateOperation::Subtract, true),
        update("Fetch.AndNoRet", "fetch.andnoret", UpdateOperation::And, true),
        update("Fetch.OrNoRet", "fetch.ornoret", UpdateOperation::Or, true),
        update("Fetch.XorNoRet", "fetch.xornoret", UpdateOperation::Xor, true),
    ],
    default_update: Some(UpdateId(0)),
    update_groups: &[("Fetch", &[UpdateId(1), UpdateId(2), UpdateId(3), UpdateId(4), UpdateId(5)])],
    accesses: &[
        access("Na", true, true),
        access("Acq", true, false),
        access("Rel", false, true),
        access("AR", false, false),
        access("Sc", true, true),
        access("Rlx", true, true),
        access("Con", true, false),
        access("AcqCf", true, false),
        access("ScCf", true, false),
        access("RlxCf", true, false),
        exchange("RlxX"),
        exchange("RelX"),
        exchange("ScX"),
    ],
    has_parts: false,
    part_separator: "",
};

/// The memory orders of the accesses by their numbers.
static ORDERS: [&str; 13] = [
    "",
    "memory_order_acquire",
    "memory_order_release",
    "memory_order_acq_rel",
    "memory_order_seq_cst",
    "memory_order_relaxed",
    "memory_order_consume",
    "memory_order_acquire",
    "memory_order_seq_cst",
    "memory_order_relaxed",
    "memory_order_relaxed",
    "memory_order_release",
    "memory_order_seq_cst",
];

const ACQUIRE: u8 = 1;
const RELEASE: u8 = 2;
const ACQUIRE_RELEASE: u8 = 3;
const SEQUENTIAL: u8 = 4;
const RELAXED: u8 = 5;

/// The first access that is a compare-exchange that fails.
const FIRST_FAILING: u8 = 7;

/// The first access that is an exchange whose result is not used.
const FIRST_EXCHANGE: u8 = 10;

/// What a compare-exchange that is to fail expects and would write: nothing else writes it.
const NEVER: u64 = 99;

static REGISTERS: [&str; 32] = [
    "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "r16", "r17",
    "r18", "r19", "r20", "r21", "r22", "r23", "r24", "r25", "r26", "r27", "r28", "r29", "r30", "r31",
];

fn r(register: Register) -> &'static str {
    REGISTERS[usize::from(register.0)]
}

fn manner(access: &Access) -> u8 {
    access.annotation.map_or(AccessId::PLAIN, |annotation| annotation.access).0
}

/// A location, or a value, that a value read is added to in a way that adds nothing.
struct Sum<T>(T, Option<Register>);

impl<T: Display> Display for Sum<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            None => self.0.fmt(f),
            Some(register) => write!(f, "{} + ({} & 128)", self.0, r(register)),
        }
    }
}

/// As the operand of a star.
struct Starred(Sum<Location>);

impl Display for Starred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.1.is_some() { write!(f, "*({})", self.0) } else { write!(f, "*{}", self.0) }
    }
}

/// The registers that address and value depend on.
#[derive(Clone, Copy, Default)]
struct Inputs {
    address: Option<Register>,
    data: Option<Register>,
}

/// Opens the `if` of a control dependency, or says what depends on what.
fn inputs(emitter: &mut Emitter<'_>, from: Option<DependsOn<'_>>) -> Inputs {
    let Some(from) = from else { return Inputs::default() };
    match VOCABULARY.dependency(from.dependency).dependence {
        Dependence::Address => Inputs { address: Some(from.register), data: None },
        Dependence::Data => Inputs { address: None, data: Some(from.register) },
        Dependence::Control | Dependence::ControlFence => {
            open(emitter, from);
            Inputs::default()
        }
    }
}

fn open(emitter: &mut Emitter<'_>, from: DependsOn<'_>) {
    let value = Options::number_in_c(emitter.type_name(), from.value);
    emitter.line(format_args!("if ({} == {value}) {{", r(from.register)));
    emitter.indentation += 2;
}

/// The order of a read-modify-write, from that of its read and that of its write.
fn update_order(read: &Access, write: &Access) -> Result<u8, Refusal> {
    match (manner(read), manner(write)) {
        (SEQUENTIAL, SEQUENTIAL) => Ok(SEQUENTIAL),
        (RELAXED, RELAXED) => Ok(RELAXED),
        (ACQUIRE, RELEASE) => Ok(ACQUIRE_RELEASE),
        (ACQUIRE, RELAXED) => Ok(ACQUIRE),
        (RELAXED, RELEASE) => Ok(RELEASE),
        _ => Err(Refusal::new(
            "C has no such read-modify-write: the orders of its read and its write are ScSc, RlxRlx, AcqRel, AcqRlx or RlxRel",
        )),
    }
}

/// The order of the read where a compare-exchange fails.
fn failure_order(order: u8) -> u8 {
    match order {
        ACQUIRE_RELEASE => ACQUIRE,
        RELEASE => RELAXED,
        order => order,
    }
}

fn read(emitter: &mut Emitter<'_>, access: &Access, inputs: Inputs) -> Emitted {
    let register = emitter.fresh()?;
    let (name, order) = (r(register), manner(access));
    let ty = emitter.type_name();
    let address = Sum(access.location, inputs.address);
    match order {
        0 => emitter.line(format_args!("{ty} {name} = {};", Starred(address))),
        FIRST_FAILING.. => {
            let expected = emitter.expected(NEVER);
            let (order, new) = (ORDERS[usize::from(order)], NEVER + 1);
            emitter.line(format_args!(
                "atomic_compare_exchange_strong_explicit({address},{expected},{new},{order},{order});"
            ));
            emitter.line(format_args!("{ty} {name} = *{expected};"));
        }
        order => {
            let order = ORDERS[usize::from(order)];
            emitter.line(format_args!("{ty} {name} = atomic_load_explicit({address},{order});"));
        }
    }
    Ok(Some(register))
}

fn write(emitter: &mut Emitter<'_>, access: &Access, inputs: Inputs) {
    let value = Options::number_in_c(emitter.type_name(), access.value);
    let (address, value) = (Sum(access.location, inputs.address), Sum(value, inputs.data));
    match manner(access) {
        0 => emitter.line(format_args!("{} = {value};", Starred(address))),
        order @ FIRST_EXCHANGE.. => {
            let order = ORDERS[usize::from(order)];
            emitter.line(format_args!("atomic_exchange_explicit({address},{value},{order});"));
        }
        order => {
            let order = ORDERS[usize::from(order)];
            emitter.line(format_args!("atomic_store_explicit({address},{value},{order});"));
        }
    }
}

impl Architecture for C {
    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn registers(&self) -> u8 {
        REGISTERS.len() as u8
    }

    fn register_name(&self, register: Register) -> &'static str {
        r(register)
    }

    fn access(&self, emitter: &mut Emitter<'_>, access: &Access, from: Option<DependsOn<'_>>) -> Emitted {
        let inputs = inputs(emitter, from);
        match access.direction {
            Direction::Read => read(emitter, access, inputs),
            Direction::Write => {
                write(emitter, access, inputs);
                Ok(None)
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
        let order = update_order(from_read, to)?;
        let inputs = inputs(emitter, from);
        let value = Options::number_in_c(emitter.type_name(), to.value);
        let (address, value) = (Sum(to.location, inputs.address), Sum(value, inputs.data));
        let text = ORDERS[usize::from(order)];
        let ty = emitter.type_name();
        let name = match word.operation {
            UpdateOperation::Exchange => "exchange",
            UpdateOperation::Add => "fetch_add",
            UpdateOperation::Subtract => "fetch_sub",
            UpdateOperation::And => "fetch_and",
            UpdateOperation::Or => "fetch_or",
            UpdateOperation::Xor => "fetch_xor",
            UpdateOperation::Clear => return Err(Refusal::new("C has no such operation")),
            UpdateOperation::CompareExchange { .. } => {
                let strength = if word.name == "Cas" { "strong" } else { "weak" };
                let (expected, failure) =
                    (emitter.expected(from_read.value), ORDERS[usize::from(failure_order(order))]);
                let register = emitter.fresh()?;
                emitter.line(format_args!(
                    "{ty} {} = atomic_compare_exchange_{strength}_explicit({address},{expected},{value},{text},{failure});",
                    r(register)
                ));
                // What it gives is whether it succeeded, and only what is expected lets it.
                emitter.shown_value = Some(1);
                return Ok(Some(register));
            }
        };
        if word.is_discarded {
            emitter.line(format_args!("atomic_{name}_explicit({address},{value},{text});"));
            return Ok(None);
        }
        let register = emitter.fresh()?;
        emitter.line(format_args!("{ty} {} = atomic_{name}_explicit({address},{value},{text});", r(register)));
        Ok(Some(register))
    }

    fn branch(&self, emitter: &mut Emitter<'_>, from: DependsOn<'_>) -> Result<bool, Refusal> {
        match VOCABULARY.dependency(from.dependency).dependence {
            Dependence::Address | Dependence::Data => Ok(false),
            Dependence::Control | Dependence::ControlFence => {
                open(emitter, from);
                Ok(true)
            }
        }
    }

    fn observe(&self, emitter: &mut Emitter<'_>, location: Location) -> Result<Register, Refusal> {
        let register = emitter.fresh()?;
        let ty = emitter.type_name();
        match emitter.is_atomic(location) {
            true => emitter
                .line(format_args!("{ty} {} = atomic_load_explicit({location},memory_order_relaxed);", r(register))),
            false => emitter.line(format_args!("{ty} {} = *{location};", r(register))),
        }
        Ok(register)
    }

    fn has_size(&self, _: Size) -> bool {
        true
    }
}
