//! The operands of instructions that access memory.

use source::Diagnostic;

use crate::aarch64::instruction::Operation;
use crate::aarch64::kind::{Access, LoadKind, LoadPairKind, StoreKind, StorePairKind};
use crate::aarch64::operand::{Address, Mode, Name, Register, Size};
use crate::aarch64::reader::Reader;
use crate::aarch64::table::Shape;

/// Reads what follows a mnemonic of the shape; `None` when the shape accesses no memory.
pub(super) fn operation(reader: &mut Reader<'_, '_>, shape: Shape) -> Option<Result<Operation, Diagnostic>> {
    Some(match shape {
        Shape::Load(kind, access) => load(reader, kind, access),
        Shape::Store(kind, access) => store(reader, kind, access),
        Shape::StoreExclusive { release, access } => store_exclusive(reader, release, access),
        Shape::LoadPair(kind) => load_pair(reader, kind),
        Shape::StorePair(kind) => store_pair(reader, kind),
        Shape::LoadExclusivePair { .. } | Shape::StoreExclusivePair { .. } => exclusive_pair(reader, shape),
        Shape::CompareSwap(..) | Shape::Swap(..) | Shape::Fetch(..) | Shape::StoreFetch(..) => atomic(reader, shape),
        Shape::CompareSwapPair(_) | Shape::FetchPair(..) => atomic_pair(reader, shape),
        _ => return None,
    })
}

/// Reads the register for the data, of a size that the access allows.
fn data_register(reader: &mut Reader<'_, '_>, access: Access) -> Result<Register, Diagnostic> {
    match access {
        Access::Whole | Access::SignedByte | Access::SignedHalf => reader.register(),
        Access::Byte | Access::Half => reader.register_of(Size::W),
        Access::SignedWord => reader.register_of(Size::X),
    }
}

fn load(reader: &mut Reader<'_, '_>, kind: LoadKind, access: Access) -> Result<Operation, Diagnostic> {
    let to = data_register(reader, access)?;
    reader.comma()?;
    let address = match kind {
        LoadKind::Plain => reader.any_address()?,
        LoadKind::Unscaled | LoadKind::AcquirePcUnscaled => reader.offset_address()?,
        LoadKind::Acquire | LoadKind::AcquirePc | LoadKind::Exclusive | LoadKind::AcquireExclusive => {
            Address { base: reader.base_only()?, mode: Mode::Offset(0) }
        }
    };
    Ok(Operation::Load { kind, access, to, address })
}

fn store(reader: &mut Reader<'_, '_>, kind: StoreKind, access: Access) -> Result<Operation, Diagnostic> {
    let from = data_register(reader, access)?;
    reader.comma()?;
    let address = match kind {
        StoreKind::Plain => reader.any_address()?,
        StoreKind::Unscaled | StoreKind::ReleaseUnscaled => reader.offset_address()?,
        StoreKind::Release => Address { base: reader.base_only()?, mode: Mode::Offset(0) },
    };
    Ok(Operation::Store { kind, access, from, address })
}

fn store_exclusive(reader: &mut Reader<'_, '_>, release: bool, access: Access) -> Result<Operation, Diagnostic> {
    let status = reader.name_of(Size::W)?;
    reader.comma()?;
    let from = data_register(reader, access)?;
    reader.comma()?;
    Ok(Operation::StoreExclusive { release, access, status, from, base: reader.base_only()? })
}

fn load_pair(reader: &mut Reader<'_, '_>, kind: LoadPairKind) -> Result<Operation, Diagnostic> {
    let to = match kind {
        LoadPairKind::SignedWords | LoadPairKind::Acquire => reader.pair_of(Size::X)?,
        _ => reader.pair()?,
    };
    reader.comma()?;
    let start = reader.offset();
    let address = reader.address()?;
    let both = 2 * i64::from(to[0].size.bits() / 8);
    let fits = match (kind, &address.mode) {
        (LoadPairKind::Acquire | LoadPairKind::AcquirePcOrdered, Mode::Offset(0)) => true,
        (LoadPairKind::AcquirePcOrdered, Mode::PostIndexed(by)) => *by == both,
        (LoadPairKind::Acquire | LoadPairKind::AcquirePcOrdered, _) => false,
        (LoadPairKind::NonTemporal, Mode::PreIndexed(_) | Mode::PostIndexed(_)) => false,
        _ => true,
    };
    if fits { Ok(Operation::LoadPair { kind, to, address }) } else { Err(wrong_address(reader, start)) }
}

fn store_pair(reader: &mut Reader<'_, '_>, kind: StorePairKind) -> Result<Operation, Diagnostic> {
    let from = match kind {
        StorePairKind::Release => reader.pair_of(Size::X)?,
        _ => reader.pair()?,
    };
    reader.comma()?;
    let start = reader.offset();
    let address = reader.address()?;
    let both = 2 * i64::from(from[0].size.bits() / 8);
    let fits = match (kind, &address.mode) {
        (StorePairKind::Release | StorePairKind::ReleaseOrdered, Mode::Offset(0)) => true,
        (StorePairKind::ReleaseOrdered, Mode::PreIndexed(by)) => *by == -both,
        (StorePairKind::Release | StorePairKind::ReleaseOrdered, _) => false,
        (StorePairKind::NonTemporal, Mode::PreIndexed(_) | Mode::PostIndexed(_)) => false,
        _ => true,
    };
    if fits { Ok(Operation::StorePair { kind, from, address }) } else { Err(wrong_address(reader, start)) }
}

fn wrong_address(reader: &Reader<'_, '_>, start: usize) -> Diagnostic {
    Diagnostic::error("operand", reader.span_from(start), "this instruction has no such form of address")
}

fn exclusive_pair(reader: &mut Reader<'_, '_>, shape: Shape) -> Result<Operation, Diagnostic> {
    if let Shape::StoreExclusivePair { release } = shape {
        let status = reader.name_of(Size::W)?;
        reader.comma()?;
        let from = reader.pair()?;
        reader.comma()?;
        return Ok(Operation::StoreExclusivePair { release, status, from, base: reader.base_only()? });
    }
    let acquire = shape == Shape::LoadExclusivePair { acquire: true };
    let to = reader.pair()?;
    reader.comma()?;
    Ok(Operation::LoadExclusivePair { acquire, to, base: reader.base_only()? })
}

fn atomic(reader: &mut Reader<'_, '_>, shape: Shape) -> Result<Operation, Diagnostic> {
    let (Shape::CompareSwap(order, access)
    | Shape::Swap(order, access)
    | Shape::Fetch(_, order, access)
    | Shape::StoreFetch(_, order, access)) = shape
    else {
        return Err(reader.expected("an atomic instruction"));
    };
    let first = data_register(reader, access)?;
    reader.comma()?;
    if let Shape::StoreFetch(operator, ..) = shape {
        let base = reader.base_only()?;
        return Ok(Operation::Fetch { operator, order, access, operand: first, old: None, base });
    }
    let second = reader.register_of(first.size)?;
    reader.comma()?;
    let base = reader.base_only()?;
    Ok(match shape {
        Shape::CompareSwap(..) => Operation::CompareSwap { order, access, expected: first, new: second, base },
        Shape::Fetch(operator, ..) => {
            Operation::Fetch { operator, order, access, operand: first, old: Some(second), base }
        }
        _ => Operation::Swap { order, access, new: first, old: second, base },
    })
}

fn atomic_pair(reader: &mut Reader<'_, '_>, shape: Shape) -> Result<Operation, Diagnostic> {
    if let Shape::FetchPair(operator, order) = shape {
        let start = reader.offset();
        let registers = reader.pair_of(Size::X)?.map(|register| register.name);
        if registers.contains(&Name::Zero) || registers[0] == registers[1] {
            let message = "the two registers must be different ones, and not the zero register";
            return Err(Diagnostic::error("operand", reader.span_from(start), message));
        }
        reader.comma()?;
        return Ok(Operation::FetchPair { operator, order, registers, base: reader.base_only()? });
    }
    let Shape::CompareSwapPair(order) = shape else { return Err(reader.expected("an atomic instruction")) };
    let expected = consecutive(reader, None)?;
    reader.comma()?;
    let new = consecutive(reader, Some(expected[0].size))?;
    reader.comma()?;
    Ok(Operation::CompareSwapPair { order, expected, new, base: reader.base_only()? })
}

/// Reads two registers whose numbers follow each other, the first one even. (Symbolic registers are believed.)
fn consecutive(reader: &mut Reader<'_, '_>, size: Option<Size>) -> Result<[Register; 2], Diagnostic> {
    let start = reader.offset();
    let pair = match size {
        Some(size) => reader.pair_of(size)?,
        None => reader.pair()?,
    };
    let fits = match (&pair[0].name, &pair[1].name) {
        (Name::Numbered(first), Name::Numbered(second)) => first % 2 == 0 && *second == first + 1,
        (Name::Numbered(first), Name::Zero) => *first == 30,
        (Name::Symbolic(_), _) | (_, Name::Symbolic(_)) => true,
        _ => false,
    };
    if fits {
        return Ok(pair);
    }
    let message = "the two registers must follow each other, the first one with an even number";
    Err(Diagnostic::error("operand", reader.span_from(start), message))
}
