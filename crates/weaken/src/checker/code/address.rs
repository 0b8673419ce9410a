//! Addresses: an object and an offset, as numbers of 64 bits that programs can compute with.

use cprog::ir::FunctionId;
use relation::Index;

/// The bits of the offset within an object.
pub(crate) const OFFSET_BITS: u32 = 32;

/// The first number of an object that stands for a function.
const FIRST_FUNCTION: u64 = 0x4000_0000;

/// The number of an object: static ones first, then what is allocated, in the order of the table of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ObjectNumber(pub(crate) u32);

/// The address of byte `offset` of an object. Object 0 is at a distance from 0, so that null and small numbers are no addresses.
pub(crate) fn address(object: ObjectNumber, offset: u64) -> u64 {
    // An offset below zero borrows from the number, as addresses do that programs compute with.
    ((u64::from(object.0) + 1) << OFFSET_BITS).wrapping_add(offset)
}

/// Which object an address points into, and how far; `None` for small numbers and functions. Offsets may be outside of the object.
pub(crate) fn split(address: u64) -> Option<(ObjectNumber, u64)> {
    let number = address >> OFFSET_BITS;
    let offset = address & ((1 << OFFSET_BITS) - 1);
    (1..FIRST_FUNCTION).contains(&number).then(|| (ObjectNumber((number - 1) as u32), offset))
}

/// The address of a function.
pub(crate) fn of_function(function: FunctionId) -> u64 {
    (FIRST_FUNCTION + function.index() as u64) << OFFSET_BITS
}

/// The function at an address.
pub(crate) fn function(address: u64) -> Option<FunctionId> {
    let number = (address >> OFFSET_BITS).checked_sub(FIRST_FUNCTION)?;
    // An address within a function is none of a function, nor is one above all of them.
    let is_exact = address & ((1 << OFFSET_BITS) - 1) == 0 && number < FIRST_FUNCTION;
    is_exact.then(|| FunctionId::new(number as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_split_as_they_were_made() {
        assert_eq!(split(address(ObjectNumber(3), 17)), Some((ObjectNumber(3), 17)));
        assert_eq!(split(0), None);
        assert_eq!(split(4096), None);
        assert_eq!(function(of_function(FunctionId::new(5))), Some(FunctionId::new(5)));
        assert_eq!(split(of_function(FunctionId::new(5))), None);
        assert_eq!(function(address(ObjectNumber(1), 0)), None);
    }
}
