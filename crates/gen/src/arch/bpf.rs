//! BPF. diy7 does not generate tests for it: the words are Lakmus's own, and the text is what herd7 reads.

use crate::architecture::{Architecture, DependsOn, Emitted};
use crate::cycle::{Access, Location};
use crate::edge::{AccessId, DependencyId, Direction, FenceId, Size, UpdateId};
use crate::emitter::{Emitter, Register};
use crate::refusal::Refusal;
use crate::vocabulary::{AccessWord, Dependence, DependencyWord, FenceWord, UpdateOperation, UpdateWord, Vocabulary};

pub(crate) struct Bpf;

const fn update(name: &'static str, short: &'static str, operation: UpdateOperation, is_discarded: bool) -> UpdateWord {
    UpdateWord { name, short, operation, shows_register: false, is_discarded }
}

const fn dependency(name: &'static str, dependence: Dependence) -> DependencyWord {
    DependencyWord { name, dependence, is_pick: false }
}

static VOCABULARY: Vocabulary = Vocabulary {
    architecture: "BPF",
    // BPF has no fences: an atomic operation with a result, on a location of the thread's own, stands for one.
    fences: &[FenceWord { name: "Mb", text: "r1 = atomic_fetch_add((u64 *)(r2 + 0), r1)", is_common: true }],
    strong_fence: FenceId(0),
    dependencies: &[
        dependency("Addr", Dependence::Address),
        dependency("Data", Dependence::Data),
        dependency("Ctrl", Dependence::Control),
    ],
    default_dependency: [Some(DependencyId(0)), Some(DependencyId(1))],
    default_control: [Some(DependencyId(2)), Some(DependencyId(2))],
    updates: &[
        update("Exch", "rmw", UpdateOperation::Exchange, false),
        update("Cas", "cas", UpdateOperation::CompareExchange { fails: false }, false),
        update("Fetch.Add", "fetch.add", UpdateOperation::Add, false),
        update("Fetch.And", "fetch.and", UpdateOperation::And, false),
        update("Fetch.Or", "fetch.or", UpdateOperation::Or, false),
        update("Fetch.Xor", "fetch.xor", UpdateOperation::Xor, false),
        update("Lock.Add", "lock.add", UpdateOperation::Add, true),
        update("Lock.And", "lock.and", UpdateOperation::And, true),
        update("Lock.Or", "lock.or", UpdateOperation::Or, true),
        update("Lock.Xor", "lock.xor", UpdateOperation::Xor, true),
    ],
    default_update: Some(UpdateId(0)),
    update_groups: &[
        ("Fetch", &[UpdateId(2), UpdateId(3), UpdateId(4), UpdateId(5)]),
        ("Lock", &[UpdateId(6), UpdateId(7), UpdateId(8), UpdateId(9)]),
    ],
    accesses: &[
        AccessWord { name: "P", reads: true, writes: true, is_update: false },
        AccessWord { name: "Aq", reads: true, writes: false, is_update: false },
        AccessWord { name: "Rl", reads: false, writes: true, is_update: false },
    ],
    has_parts: true,
    part_separator: ".",
};

/// `r0` is left to compare-and-exchange, which compares with it; `r10` cannot be written.
static REGISTERS: [&str; 9] = ["r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9"];

fn r(register: Register) -> &'static str {
    REGISTERS[usize::from(register.0)]
}

fn bits(size: Size) -> u8 {
    8 * size.bytes()
}

/// What an access goes to, without `*` in front: `(u32 *)(r1 + 0)`.
fn place(emitter: &Emitter<'_>, access: &Access, address: Register) -> String {
    let part = access.part();
    let size = part.map_or(emitter.style.natural, |part| part.size);
    format!("(u{} *)({} + {})", bits(size), r(address), part.map_or(0, |part| part.offset))
}

fn is_annotated(access: &Access) -> bool {
    access.annotation.is_some_and(|annotation| annotation.access != AccessId::PLAIN)
}

fn constant(emitter: &mut Emitter<'_>, number: u64) -> Result<Register, Refusal> {
    if let Some(register) = emitter.large_constant(number)? {
        return Ok(register);
    }
    let register = emitter.fresh()?;
    emitter.line(format_args!("{} = {number}", r(register)));
    Ok(register)
}

/// A new register with 0 that depends on another one.
fn zero(emitter: &mut Emitter<'_>, of: Register) -> Result<Register, Refusal> {
    let register = emitter.fresh()?;
    emitter.line(format_args!("{} = {}", r(register), r(of)));
    match emitter.style.real_dependencies {
        true => emitter.line(format_args!("{} &= 128", r(register))),
        false => emitter.line(format_args!("{0} ^= {0}", r(register))),
    }
    Ok(register)
}

/// The register with the address of a location; a new one where that is to depend on another register.
fn address(emitter: &mut Emitter<'_>, location: Location, on: Option<Register>) -> Result<Register, Refusal> {
    let base = emitter.address(location)?;
    let Some(on) = on else { return Ok(base) };
    let sum = zero(emitter, on)?;
    emitter.line(format_args!("{} += {}", r(sum), r(base)));
    Ok(sum)
}

fn branch_on(emitter: &mut Emitter<'_>, from: DependsOn<'_>) {
    let label = emitter.label("LC");
    emitter.line(format_args!("if {} != 0 goto {label}", r(from.register)));
    emitter.line(format_args!("{label}:"));
}

/// Writes a branch if that is the dependency; gives the registers that the address and the value depend on.
fn dependence(emitter: &mut Emitter<'_>, from: Option<DependsOn<'_>>) -> [Option<Register>; 2] {
    let Some(from) = from else { return [None, None] };
    match VOCABULARY.dependency(from.dependency).dependence {
        Dependence::Address => [Some(from.register), None],
        Dependence::Data => [None, Some(from.register)],
        Dependence::Control | Dependence::ControlFence => {
            branch_on(emitter, from);
            [None, None]
        }
    }
}

/// What the names of exchanges say of the size, as herd7 reads them.
fn suffix(size: Size) -> Result<[&'static str; 2], Refusal> {
    match size {
        Size::Word => Ok(["_32_32", "32_32"]),
        Size::Quad => Ok(["_64", "_64"]),
        Size::Byte | Size::Short => Err(Refusal::new("atomic operations of BPF are on 32 or 64 bits")),
    }
}

impl Architecture for Bpf {
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
        let [address_on, value_on] = dependence(emitter, from);
        let at = address(emitter, access.location, address_on)?;
        let place = place(emitter, access, at);
        if access.direction == Direction::Read {
            let read = emitter.fresh()?;
            match is_annotated(access) {
                true => emitter.line(format_args!("{} = load_acquire({place})", r(read))),
                false => emitter.line(format_args!("{} = *{place}", r(read))),
            }
            return Ok(Some(read));
        }
        let large = emitter.large_constant(access.value)?;
        let value = match (value_on, large) {
            (Some(on), None) => {
                let value = zero(emitter, on)?;
                emitter.line(format_args!("{} += {}", r(value), access.value));
                Some(value)
            }
            (Some(on), Some(constant)) => {
                let value = zero(emitter, on)?;
                emitter.line(format_args!("{} += {}", r(value), r(constant)));
                Some(value)
            }
            (None, Some(constant)) => Some(constant),
            (None, None) if is_annotated(access) => Some(constant(emitter, access.value)?),
            (None, None) => None,
        };
        match value {
            None => emitter.line(format_args!("*{place} = {}", access.value)),
            Some(value) if is_annotated(access) => emitter.line(format_args!("store_release({place}, {})", r(value))),
            Some(value) => emitter.line(format_args!("*{place} = {}", r(value))),
        }
        Ok(None)
    }

    fn update(
        &self,
        emitter: &mut Emitter<'_>,
        update: UpdateId,
        [read, write]: [&Access; 2],
        from: Option<DependsOn<'_>>,
    ) -> Emitted {
        let word = VOCABULARY.update(update);
        if read.part().or(write.part()).is_some() {
            return Err(Refusal::new("atomic instructions of pieces of locations are not generated"));
        }
        if is_annotated(read) || is_annotated(write) {
            return Err(Refusal::new(
                "atomic operations of BPF have no annotations: those with a result are fully ordered",
            ));
        }
        let [address_on, None] = dependence(emitter, from) else {
            return Err(Refusal::new("a data dependency to a read-modify-write is not generated"));
        };
        let suffix = suffix(emitter.style.natural)?;
        let at = address(emitter, write.location, address_on)?;
        let place = place(emitter, write, at);
        // What was there comes into the register of the operand, so that a constant that others use is copied.
        let operand = match emitter.large_constant(write.value)? {
            None => constant(emitter, write.value)?,
            Some(large) if word.is_discarded => large,
            Some(large) => {
                let copy = emitter.fresh()?;
                emitter.line(format_args!("{} = {}", r(copy), r(large)));
                copy
            }
        };
        let (name, symbol) = match word.operation {
            UpdateOperation::Add => ("add", "+="),
            UpdateOperation::And => ("and", "&="),
            UpdateOperation::Or => ("or", "|="),
            UpdateOperation::Xor => ("xor", "^="),
            UpdateOperation::Exchange => {
                let name = suffix[0];
                emitter.line(format_args!("{0} = xchg{name}({1} + 0, {0})", r(operand), r(at)));
                return Ok(Some(operand));
            }
            UpdateOperation::CompareExchange { .. } => {
                let name = suffix[1];
                emitter.line(format_args!("r0 = {}", read.value));
                emitter.line(format_args!("r0 = cmpxchg{name}({} + 0, r0, {})", r(at), r(operand)));
                let found = emitter.fresh()?;
                emitter.line(format_args!("{} = r0", r(found)));
                return Ok(Some(found));
            }
            UpdateOperation::Subtract | UpdateOperation::Clear => {
                return Err(Refusal::new("BPF has no such instruction"));
            }
        };
        if word.is_discarded {
            emitter.line(format_args!("lock *{place} {symbol} {}", r(operand)));
            return Ok(None);
        }
        emitter.line(format_args!("{0} = atomic_fetch_{name}({place}, {0})", r(operand)));
        Ok(Some(operand))
    }

    fn fence(&self, emitter: &mut Emitter<'_>, _: FenceId) -> Result<(), Refusal> {
        let own = emitter.own_address()?;
        let operand = emitter.scratch("operand of a fence")?;
        emitter.line(format_args!("{0} = atomic_fetch_add((u64 *)({1} + 0), {0})", r(operand), r(own)));
        Ok(())
    }

    fn branch(&self, _: &mut Emitter<'_>, _: DependsOn<'_>) -> Result<bool, Refusal> {
        Ok(false)
    }

    fn observe(&self, emitter: &mut Emitter<'_>, location: Location) -> Result<Register, Refusal> {
        let read = emitter.fresh()?;
        let at = address(emitter, location, None)?;
        let bits = bits(emitter.style.natural);
        emitter.line(format_args!("{} = *(u{bits} *)({} + 0)", r(read), r(at)));
        Ok(read)
    }

    fn has_size(&self, size: Size) -> bool {
        size >= Size::Word
    }
}
