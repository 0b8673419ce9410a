//! The registers of one thread during symbolic execution: for each bit its value and who wrote it.

use std::sync::Arc;

use program::{ExprId, Expressions, IdVec, Register, RegisterId, Width};
use smallvec::SmallVec;

use crate::dependency::{Origin, Sets};

/// Some neighbouring bits of a register that one write wrote.
#[derive(Clone, Copy, Debug)]
struct Slice {
    low: u16,
    value: ExprId,
    /// Index in the path of the register write event; `None` for the initial value, and where register accesses are no events.
    writer: Option<u32>,
    /// Where the value comes from.
    origin: Origin,
}

/// What a register read finds.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) writers: SmallVec<[u32; 4]>,
    pub(crate) origin: Origin,
}

/// Threads of small tests write fewer registers.
const USUAL_REGISTERS: usize = 4;

/// Most registers are accessed only as a whole.
type Slices = SmallVec<[Slice; 1]>;

/// The registers of one thread, 0 where nothing wrote. Most of a language's registers are never touched.
///
/// Invariant: the slices of a register are ascending, do not overlap and cover it.
#[derive(Clone, Debug)]
pub(crate) struct RegisterFile {
    registers: Arc<IdVec<RegisterId, Register>>,
    /// Those that were written, in no order.
    written: SmallVec<[(RegisterId, Slices); USUAL_REGISTERS]>,
}

impl RegisterFile {
    /// All registers 0.
    pub(crate) fn new(registers: &Arc<IdVec<RegisterId, Register>>) -> RegisterFile {
        RegisterFile { registers: Arc::clone(registers), written: SmallVec::new() }
    }

    /// How many bytes are allocated for it, about.
    pub(crate) fn bytes(&self) -> usize {
        let spilled =
            if self.written.spilled() { self.written.capacity() * size_of::<(RegisterId, Slices)>() } else { 0 };
        let slices = self.written.iter().filter(|(_, slices)| slices.spilled());
        spilled + slices.map(|(_, slices)| slices.capacity() * size_of::<Slice>()).sum::<usize>()
    }

    /// The slices of a register that was written.
    fn slices(&self, register: RegisterId) -> Option<&Slices> {
        self.written.iter().find(|(written, _)| *written == register).map(|(_, slices)| slices)
    }

    /// The value of the bits `low .. low + width`.
    pub(crate) fn value(&self, x: &mut Expressions, register: RegisterId, low: u16, width: Width) -> ExprId {
        let Some(slices) = self.slices(register) else { return x.constant(0, width) };
        let high = low + width;
        let mut value = None;
        for slice in slices {
            let slice_width = x.width(slice.value);
            let (from, to) = (slice.low.max(low), (slice.low + slice_width).min(high));
            if from < to {
                let piece = x.extract(slice.value, from - slice.low, to - from);
                value = Some(value.map_or(piece, |below| x.concatenate(piece, below)));
            }
        }
        value.expect("the slices cover the register")
    }

    /// Whether bits of a register hold the same here and there, from the same events. (All bits above the 128th count as one more.)
    pub(crate) fn is_same(
        &self,
        x: &Expressions,
        other: &RegisterFile,
        (register, mask): (RegisterId, u128),
        sets: &Sets,
    ) -> bool {
        let (here, there) = match (self.slices(register), other.slices(register)) {
            (Some(here), Some(there)) => (here, there),
            (here, there) => return here.is_none() && there.is_none(),
        };
        let is_meant = |slice: &&Slice| {
            let high = slice.low + x.width(slice.value);
            high > 127 || (slice.low..high).any(|bit| mask >> bit & 1 == 1)
        };
        let same_origin = |a: Origin, b: Origin| {
            a.is_chosen == b.is_chosen && (a.reads == b.reads || sets.events(a.reads) == sets.events(b.reads))
        };
        let same = |(a, b): (&Slice, &Slice)| {
            (a.low, a.value, a.writer) == (b.low, b.value, b.writer) && same_origin(a.origin, b.origin)
        };
        let count = |slices: &Slices| slices.iter().filter(is_meant).count();
        count(here) == count(there) && here.iter().filter(is_meant).zip(there.iter().filter(is_meant)).all(same)
    }

    /// Reads bits: their value, and who wrote them.
    pub(crate) fn read(
        &self,
        x: &mut Expressions,
        sets: &mut Sets,
        (register, low, width): (RegisterId, u16, Width),
    ) -> (ExprId, Found) {
        let slices = self.slices(register).map_or(&[][..], |slices| slices.as_slice());
        if let [slice] = slices
            && (slice.low, x.width(slice.value)) == (low, width)
        {
            let writers = slice.writer.into_iter().collect();
            return (slice.value, Found { writers, origin: slice.origin });
        }
        let mut found = Found { writers: SmallVec::new(), origin: Origin::NONE };
        for slice in slices {
            if slice.low < low + width && low < slice.low + x.width(slice.value) {
                found.origin = found.origin.with(slice.origin, sets);
                found.writers.extend(slice.writer.filter(|writer| !found.writers.contains(writer)));
            }
        }
        (self.value(x, register, low, width), found)
    }

    /// Writes the bits from `low` on; the others keep their values and writers.
    pub(crate) fn write(
        &mut self,
        x: &mut Expressions,
        (register, low): (RegisterId, u16),
        value: ExprId,
        writer: Option<u32>,
        origin: Origin,
    ) {
        let width = self.registers[register].width;
        let new = Slice { low, value, writer, origin };
        let found = self.written.iter().position(|(written, _)| *written == register);
        let at = found.unwrap_or_else(|| {
            self.written.push((register, Slices::new()));
            self.written.len() - 1
        });
        let slices = &mut self.written[at].1;
        if low == 0 && x.width(value) == width {
            slices.clear();
            slices.push(new);
            return;
        }
        if slices.is_empty() {
            let value = x.constant(0, width);
            slices.push(Slice { low: 0, value, writer: None, origin: Origin::NONE });
        }
        *slices = replaced(x, slices, new);
    }
}

/// The slices `old`, but `new` where that is.
fn replaced(x: &mut Expressions, old: &Slices, new: Slice) -> Slices {
    let (low, high) = (new.low, new.low + x.width(new.value));
    let mut slices = Slices::new();
    for slice in old {
        let slice_high = slice.low + x.width(slice.value);
        if slice.low < low {
            let value = x.extract(slice.value, 0, low.min(slice_high) - slice.low);
            slices.push(Slice { value, ..*slice });
        }
        if slice_high > high {
            let from = high.max(slice.low);
            let value = x.extract(slice.value, from - slice.low, slice_high - from);
            slices.push(Slice { low: from, value, ..*slice });
        }
    }
    slices.push(new);
    slices.sort_by_key(|slice| slice.low);
    slices
}
