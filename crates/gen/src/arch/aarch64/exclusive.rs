//! Read-modify-writes of AArch64: pairs of exclusives, and the instructions that do all at once.

use super::{Index, compute_zero, constant, displaced, index, offset_of, size_of, suffix, sum, value, x};
use crate::arch::attempts::Attempts;
use crate::architecture::{DependsOn, Emitted};
use crate::cycle::Access;
use crate::edge::{AccessId, Direction};
use crate::emitter::{Atomics, Emitter, Register};
use crate::refusal::Refusal;
use crate::vocabulary::{UpdateOperation, UpdateWord};

/// Whether the read acquires and the write releases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Order {
    acquires: bool,
    releases: bool,
}

impl Order {
    /// The order of an access that is an exclusive pair by itself.
    pub(super) fn of(manner: AccessId) -> Option<Order> {
        let (acquires, releases) = match manner.0 {
            4 => (false, false),
            5 => (false, true),
            6 => (true, false),
            7 => (true, true),
            _ => return None,
        };
        Some(Order { acquires, releases })
    }

    /// That of a read-modify-write whose halves are annotated.
    fn between(read: &Access, write: &Access) -> Result<Order, Refusal> {
        let manner = |access: &Access| access.annotation.map_or(AccessId::PLAIN, |annotation| annotation.access);
        let (read, write) = (manner(read), manner(write));
        let is_fine =
            matches!(read, AccessId::PLAIN | super::ACQUIRE) && matches!(write, AccessId::PLAIN | super::RELEASE);
        if !is_fine {
            return Err(Refusal::new(
                "the read of a read-modify-write may acquire, and its write release; nothing else",
            ));
        }
        Ok(Order { acquires: read != AccessId::PLAIN, releases: write != AccessId::PLAIN })
    }
}

/// What an exclusive pair goes through.
struct Pair<'a> {
    access: &'a Access,
    order: Order,
    read: Register,
    written: Register,
    address: Register,
}

impl Pair<'_> {
    fn tried(&self, emitter: &mut Emitter<'_>, status: Register) {
        let size = size_of(emitter, self.access);
        let suffix = suffix(size);
        let load = if self.order.acquires { "LDAXR" } else { "LDXR" };
        let store = if self.order.releases { "STLXR" } else { "STXR" };
        let (read, written, address) = (value(self.read, size), value(self.written, size), x(self.address));
        emitter.line(format_args!("{load}{suffix} {read},[{address}]"));
        emitter.line(format_args!("{store}{suffix} {},{written},[{address}]", super::W[usize::from(status.0)]));
    }

    fn put(&self, emitter: &mut Emitter<'_>) -> Result<(), Refusal> {
        if emitter.style.atomics == Atomics::Unroll(0) {
            let status = emitter.fresh()?;
            self.tried(emitter, status);
            emitter.must_be_zero.push(status);
            return Ok(());
        }
        let status = emitter.scratch("status")?;
        let tested = super::W[usize::from(status.0)];
        Attempts {
            tried: &|emitter| self.tried(emitter, status),
            if_failed: &|emitter, label| emitter.line(format_args!("CBNZ {tested},{label}")),
            if_stored: &|emitter, label| emitter.line(format_args!("CBZ {tested},{label}")),
            count: |emitter, checked| emitter.line(format_args!("ADD {0},{0},#1", super::W[usize::from(checked.0)])),
        }
        .put(emitter)
    }
}

/// An access that is an exclusive pair by itself: a read writes back what it read, a write reads before.
pub(super) fn access(emitter: &mut Emitter<'_>, access: &Access, order: Order, index: Option<Index>) -> Emitted {
    let base = emitter.address(access.location)?;
    match access.direction {
        Direction::Read => {
            let mut address = base;
            if let Some(index) = index {
                address = sum(emitter, base, index)?;
            }
            let read = emitter.fresh()?;
            let address = displaced(emitter, address, offset_of(access))?;
            Pair { access, order, read, written: read, address }.put(emitter)?;
            Ok(Some(read))
        }
        Direction::Write => {
            // The sum is given its register before the value is, and computed behind it.
            let scratch = index.map(|_| emitter.scratch("sum")).transpose()?;
            let written = constant(emitter, access.value, size_of(emitter, access))?;
            let address = match (index, scratch) {
                (Some(index), Some(_)) => sum(emitter, base, index)?,
                _ => base,
            };
            let read = emitter.fresh()?;
            let address = displaced(emitter, address, offset_of(access))?;
            Pair { access, order, read, written, address }.put(emitter)?;
            Ok(Some(read))
        }
    }
}

/// A write that is an exclusive pair by itself, of a value that is there.
pub(super) fn write(emitter: &mut Emitter<'_>, access: &Access, order: Order, written: Register) -> Emitted {
    let base = emitter.address(access.location)?;
    let read = emitter.fresh()?;
    let address = displaced(emitter, base, offset_of(access))?;
    Pair { access, order, read, written, address }.put(emitter)?;
    Ok(Some(read))
}

/// A read-modify-write, its address perhaps computed from a value read.
pub(super) fn update(
    emitter: &mut Emitter<'_>,
    word: &UpdateWord,
    [read, write]: [&Access; 2],
    from: Option<DependsOn<'_>>,
) -> Emitted {
    if read.part() != write.part() {
        return Err(Refusal::new("a read-modify-write reads and writes the same bytes"));
    }
    let order = Order::between(read, write)?;
    if word.short == "rmw" {
        return exclusives(emitter, order, [read, write], from);
    }
    let address = match from {
        None => emitter.address(write.location)?,
        Some(from) => {
            let index = index(emitter, from)?;
            let base = emitter.address(write.location)?;
            sum(emitter, base, index)?
        }
    };
    let size = size_of(emitter, write);
    let order = match order {
        Order { acquires: false, releases: false } => "",
        Order { acquires: true, releases: false } => "A",
        Order { acquires: false, releases: true } => "L",
        Order { acquires: true, releases: true } => "AL",
    };
    if order.starts_with('A') && word.is_discarded {
        return Err(Refusal::new("an atomic instruction without a result cannot acquire"));
    }
    let compares = matches!(word.operation, UpdateOperation::CompareExchange { .. });
    // The result's register is given out before that of the operand; a compare-exchange has what it expects there.
    let result = match (word.is_discarded, compares) {
        (true, _) => None,
        (false, false) => Some(emitter.fresh()?),
        (false, true) => {
            let expected = emitter.fresh()?;
            emitter.line(format_args!("MOV {},#{}", value(expected, size), read.value));
            Some(expected)
        }
    };
    let operand = constant(emitter, write.value, size)?;
    let address = displaced(emitter, address, offset_of(write))?;
    let name = match word.operation {
        UpdateOperation::Exchange => "SWP",
        UpdateOperation::CompareExchange { .. } => "CAS",
        UpdateOperation::Add => "ADD",
        UpdateOperation::Or => "SET",
        UpdateOperation::Xor => "EOR",
        UpdateOperation::Clear => "CLR",
        UpdateOperation::Subtract | UpdateOperation::And => {
            return Err(Refusal::new("AArch64 has no such instruction"));
        }
    };
    let (suffix, operand, address) = (suffix(size), value(operand, size), x(address));
    match (name, result) {
        ("CAS", Some(result)) => {
            emitter.line(format_args!("CAS{order}{suffix} {},{operand},[{address}]", value(result, size)));
        }
        ("SWP", Some(result)) => {
            emitter.line(format_args!("SWP{order}{suffix} {operand},{},[{address}]", value(result, size)));
        }
        ("SWP", None) => {
            let zero = if suffix.is_empty() && operand.starts_with('X') { "XZR" } else { "WZR" };
            emitter.line(format_args!("SWP{order}{suffix} {operand},{zero},[{address}]"));
        }
        (name, Some(result)) => {
            emitter.line(format_args!("LD{name}{order}{suffix} {operand},{},[{address}]", value(result, size)));
        }
        (name, None) => emitter.line(format_args!("ST{name}{order}{suffix} {operand},[{address}]")),
    }
    Ok(result)
}

/// A read-modify-write by exclusives. The value to write stands before an address that is computed.
fn exclusives(
    emitter: &mut Emitter<'_>,
    order: Order,
    [_, write]: [&Access; 2],
    from: Option<DependsOn<'_>>,
) -> Emitted {
    let (address, read) = match from {
        None => (emitter.address(write.location)?, emitter.fresh()?),
        Some(from) => {
            let zero = emitter.fresh()?;
            let base = emitter.address(write.location)?;
            let scratch = emitter.scratch("sum")?;
            let read = emitter.fresh()?;
            let written = constant(emitter, write.value, size_of(emitter, write))?;
            compute_zero(emitter, zero, from);
            let address = sum(emitter, base, Index { register: zero, size: size_of(emitter, from.read) })?;
            debug_assert_eq!(address, scratch);
            Pair { access: write, order, read, written, address }.put(emitter)?;
            return Ok(Some(read));
        }
    };
    let written = constant(emitter, write.value, size_of(emitter, write))?;
    let address = displaced(emitter, address, offset_of(write))?;
    Pair { access: write, order, read, written, address }.put(emitter)?;
    Ok(Some(read))
}
