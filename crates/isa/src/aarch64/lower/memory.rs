//! Loads and stores, of one register and of pairs.

use program::{BinaryOperator, BlockBuilder, TagSet, Temp, Width};

use super::{ACQUIRE, ACQUIRE_PC, EXCLUSIVE, Lowering, NON_TEMPORAL, PLAIN, Pairs, RELEASE, Register, tie, width};
use crate::aarch64::kind::{Access, LoadKind, LoadPairKind, StoreKind, StorePairKind};
use crate::aarch64::operand::Extend;
use crate::aarch64::register::RESERVATION;
use crate::assembly::address::{Address, Displacement, Mode};
use crate::assembly::lower::offset;

impl LoadKind {
    fn tags(self) -> TagSet {
        match self {
            LoadKind::Plain | LoadKind::Unscaled => PLAIN,
            LoadKind::Acquire => ACQUIRE,
            LoadKind::AcquirePc | LoadKind::AcquirePcUnscaled => ACQUIRE_PC,
            LoadKind::Exclusive => EXCLUSIVE,
            LoadKind::AcquireExclusive => EXCLUSIVE.with(ACQUIRE),
        }
    }

    fn reserves(self) -> bool {
        matches!(self, LoadKind::Exclusive | LoadKind::AcquireExclusive)
    }
}

impl StoreKind {
    fn tags(self) -> TagSet {
        match self {
            StoreKind::Plain | StoreKind::Unscaled => PLAIN,
            StoreKind::Release | StoreKind::ReleaseUnscaled => RELEASE,
        }
    }
}

impl LoadPairKind {
    fn tags(self) -> TagSet {
        match self {
            LoadPairKind::Plain | LoadPairKind::SignedWords => PLAIN,
            LoadPairKind::NonTemporal => NON_TEMPORAL,
            LoadPairKind::AcquirePcOrdered => ACQUIRE_PC,
            LoadPairKind::Acquire => ACQUIRE,
        }
    }
}

impl StorePairKind {
    fn tags(self) -> TagSet {
        match self {
            StorePairKind::Plain => PLAIN,
            StorePairKind::NonTemporal => NON_TEMPORAL,
            StorePairKind::ReleaseOrdered | StorePairKind::Release => RELEASE,
        }
    }
}

impl Access {
    /// How many bits it accesses when the register has so many.
    pub(super) fn bits(self, register: Width) -> Width {
        match self {
            Access::Whole => register,
            Access::Byte | Access::SignedByte => 8,
            Access::Half | Access::SignedHalf => 16,
            Access::SignedWord => 32,
        }
    }

    fn is_signed(self) -> bool {
        matches!(self, Access::SignedByte | Access::SignedHalf | Access::SignedWord)
    }
}

/// An address that has been computed.
#[derive(Clone, Copy)]
struct Effective<'a> {
    address: Temp,
    /// The base register, and what it becomes.
    write_back: Option<(&'a Register, Temp)>,
    /// Whether the base register is moved after the access.
    post: bool,
}

/// In which order the two elements of a pair are accessed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ElementOrder {
    /// In none.
    Any,
    /// The lower address before the higher.
    Ascending,
    /// The higher address before the lower.
    Descending,
}

impl ElementOrder {
    fn of_load(kind: LoadPairKind) -> ElementOrder {
        if kind == LoadPairKind::AcquirePcOrdered { ElementOrder::Ascending } else { ElementOrder::Any }
    }

    /// C6.2, `STILP`: the access descriptor asks for the highest address first when the offset is negative, as that of the
    /// pre-indexed form is.
    fn of_store(kind: StorePairKind, mode: Mode) -> ElementOrder {
        match (kind, mode) {
            (StorePairKind::ReleaseOrdered, Mode::PreIndexed) => ElementOrder::Descending,
            (StorePairKind::ReleaseOrdered, Mode::Offset | Mode::PostIndexed) => ElementOrder::Ascending,
            (StorePairKind::Plain | StorePairKind::NonTemporal | StorePairKind::Release, _) => ElementOrder::Any,
        }
    }
}

/// `value`, extended from some of its low bits to `width`, and shifted to the left.
pub(super) fn extended(value: Temp, extend: Extend, amount: u8, width: Width, block: &mut BlockBuilder) -> Temp {
    let low = block.resize(value, extend.from.min(block.width(value)));
    let low = block.resize(low, width.min(block.width(low)));
    let extended = if extend.signed { block.sign_extend(low, width) } else { block.resize(low, width) };
    if amount == 0 {
        return extended;
    }
    let amount = block.constant(i128::from(amount), width);
    block.binary(BinaryOperator::ShiftLeft, extended, amount)
}

impl Lowering<'_, '_> {
    /// Reads the registers of an address.
    fn effective<'a>(self, address: &'a Address, block: &mut BlockBuilder) -> Effective<'a> {
        let base = self.read(&address.base, block);
        let moved = match &address.displacement {
            Displacement::Number(by) => offset(base, *by, block),
            // The register holds the address of the whole symbol.
            Displacement::Symbol(_, symbol) => offset(base, symbol.offset, block),
            Displacement::Index(index) => {
                let value = self.read(&index.register, block);
                let value = extended(value, Extend::of_index(index.extend), index.amount, 64, block);
                block.binary(BinaryOperator::Add, base, value)
            }
        };
        match address.mode {
            Mode::Offset => Effective { address: moved, write_back: None, post: false },
            Mode::PreIndexed => Effective { address: moved, write_back: Some((&address.base, moved)), post: false },
            Mode::PostIndexed => Effective { address: base, write_back: Some((&address.base, moved)), post: true },
        }
    }

    fn write_back(self, place: Effective<'_>, block: &mut BlockBuilder) {
        if let Some((base, moved)) = place.write_back {
            self.write(base, moved, block);
        }
    }

    pub(super) fn load(
        self,
        kind: LoadKind,
        access: Access,
        to: &Register,
        address: &Address,
        block: &mut BlockBuilder,
    ) {
        let place = self.effective(address, block);
        let bits = access.bits(width(to));
        if kind.reserves() {
            RESERVATION.reserve(place.address, bits, block);
        }
        let value = block.load(place.address, bits, kind.tags());
        self.write_back(place, block);
        let value = if access.is_signed() { block.sign_extend(value, width(to)) } else { value };
        self.write(to, value, block);
    }

    pub(super) fn store(
        self,
        kind: StoreKind,
        access: Access,
        from: &Register,
        address: &Address,
        block: &mut BlockBuilder,
    ) {
        let mut place = self.effective(address, block);
        let value = self.read(from, block);
        if let Some((base, moved)) = place.write_back
            && place.post
        {
            // herd: in the post-indexed form the base register depends on the value stored.
            place.write_back = Some((base, tie(moved, &[value], block)));
        }
        let value = block.resize(value, access.bits(width(from)));
        block.store(place.address, value, kind.tags());
        self.write_back(place, block);
    }

    pub(super) fn load_pair(self, kind: LoadPairKind, to: [&Register; 2], address: &Address, block: &mut BlockBuilder) {
        let place = self.effective(address, block);
        let signed = kind == LoadPairKind::SignedWords;
        let bits = if signed { 32 } else { width(to[0]) };
        let values = self.load_elements(place.address, bits, (kind.tags(), ElementOrder::of_load(kind)), block);
        self.write_back(place, block);
        for (register, value) in to.into_iter().zip(values) {
            let value = if signed { block.sign_extend(value, 64) } else { value };
            self.write(register, value, block);
        }
    }

    pub(super) fn store_pair(
        self,
        kind: StorePairKind,
        from: [&Register; 2],
        address: &Address,
        block: &mut BlockBuilder,
    ) {
        let place = self.effective(address, block);
        let values = [self.read(from[0], block), self.read(from[1], block)];
        let order = ElementOrder::of_store(kind, address.mode);
        self.store_elements(place.address, values, (kind.tags(), order), block);
        self.write_back(place, block);
    }

    /// Loads two elements of `bits` each, in ascending order or in any.
    pub(super) fn load_elements(
        self,
        address: Temp,
        bits: Width,
        (tags, order): (TagSet, ElementOrder),
        block: &mut BlockBuilder,
    ) -> [Temp; 2] {
        match self.machine.pairs {
            Pairs::Elements => {
                let second = offset(address, i64::from(bits / 8), block);
                let first = block.load(address, bits, tags);
                if order != ElementOrder::Any {
                    block.in_order();
                }
                [first, block.load(second, bits, tags)]
            }
            Pairs::Whole => {
                let both = block.load(address, 2 * bits, tags);
                [block.extract(both, 0, bits), block.extract(both, bits, bits)]
            }
        }
    }

    /// Stores two elements.
    pub(super) fn store_elements(
        self,
        address: Temp,
        values: [Temp; 2],
        (tags, order): (TagSet, ElementOrder),
        block: &mut BlockBuilder,
    ) {
        let [first, second] = values;
        match self.machine.pairs {
            Pairs::Elements => {
                let behind = offset(address, i64::from(block.width(first) / 8), block);
                let mut elements = [(address, first), (behind, second)];
                if order == ElementOrder::Descending {
                    elements.reverse();
                }
                let [(address, value), (next_address, next_value)] = elements;
                block.store(address, value, tags);
                if order != ElementOrder::Any {
                    block.in_order();
                }
                block.store(next_address, next_value, tags);
            }
            Pairs::Whole => {
                let both = block.concatenate(second, first);
                block.store(address, both, tags);
            }
        }
    }
}
