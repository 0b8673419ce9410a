//! Memory: where addresses are, and objects that come and go.

use super::event::Action;
use super::machine::{Fault, Findings, Machine, Stop};
use crate::checker::code::address::{self, ObjectNumber};
use crate::checker::code::{ClassId, Step, StepId, Value};
use crate::checker::state::bytes::read_bytes;
use crate::checker::state::knowledge::Knowledge;
use crate::checker::state::{Object, Range, State};

/// The words by which threads begin and are known to have ended: no memory of the program, and each its own.
pub(crate) const FLAG: Range = Range { address: 1, bytes: 0 };

/// The largest object that is allocated.
const MOST_ALLOCATED: u64 = 1 << 20;

/// The most objects that are there at once, with the places of those that are no more.
const MOST_OBJECTS: usize = 1 << 16;

/// The most bytes that objects take which come and go.
const MOST_MEMORY: usize = 1 << 26;

/// Where an address is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Storage {
    Constant(usize),
    /// Its first byte in the memory of the state, and the bit of the object where it is tracked.
    Memory {
        start: usize,
        class: ClassId,
        bit: Option<u64>,
    },
}

impl Machine<'_> {
    pub(crate) fn resolve(&self, state: &State, range: Range) -> Option<Storage> {
        let (object, offset) = address::split(range.address)?;
        let statics = self.code.statics.len();
        let index = object.0 as usize;
        // An access lies within one object as a whole, or is none.
        let end = offset + u64::from(range.bytes);
        if let Some(of) = self.code.statics.get(index) {
            let start = of.start as usize + offset as usize;
            return (end <= u64::from(of.bytes)).then(|| {
                if of.is_constant {
                    return Storage::Constant(start);
                }
                let bit = self.static_bits[index].map(|bit| 1 << bit);
                Storage::Memory { start, class: of.class, bit }
            });
        }
        // No static has this number, so that it is not below their count.
        let of = state.objects.get(index - statics)?;
        (of.is_live && end <= u64::from(of.bytes)).then(|| {
            let bit = self.bit_of_allocated(index - statics);
            Storage::Memory { start: of.start as usize + offset as usize, class: of.class, bit }
        })
    }

    pub(crate) fn bit_of_allocated(&self, index: usize) -> Option<u64> {
        // The bits behind those of the statics. From the 64th on, objects have none and are interleaved.
        let bit = self.static_bits.iter().flatten().count() + index;
        (self.tracks && bit < 64).then(|| 1 << bit)
    }

    pub(crate) fn read_memory(&self, state: &State, range: Range) -> Option<u64> {
        Some(match self.resolve(state, range)? {
            Storage::Constant(start) => read_bytes(&self.code.constants, start, range.bytes),
            Storage::Memory { start, .. } => state.memory.read(start, range.bytes),
        })
    }

    /// Allocates or frees. Where other threads may see it, that is a step which threads take in turn: what frees an object of a class that they race for; and what allocates
    /// where another object was, as that would be there again before an access that comes too late.
    pub(crate) fn object_step(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        findings: &mut Findings,
    ) -> Result<(), Stop> {
        let is_interleaved =
            |index: usize| self.is_interleaved(state.objects[index].class, self.bit_of_allocated(index));
        let is_alone = state.threads.len() == 1;
        let is_seen = match &self.code.steps[at] {
            // Local variables come and go with each call, and few are known to other threads.
            Step::Allocate { is_local: true, .. } => state.objects.free_place(true).is_some_and(is_interleaved),
            Step::Allocate { is_local: false, .. } => state.objects.free_place(false).is_some() && !is_alone,
            Step::Free { pointer } => {
                // For accesses that are on their way.
                findings.onlookers |= 1 << t;
                match self.freed(state, t, *pointer) {
                    Ok(freed) => freed.is_some_and(is_interleaved) && !is_alone,
                    Err(fault) => return Err(fault),
                }
            }
            _ => false,
        };
        if is_seen {
            return Err(Stop::Object);
        }
        self.object_now(state, t, at, findings)
    }

    /// Which object is to be freed, none for a null pointer; or why it cannot be.
    fn freed(&self, state: &State, t: usize, pointer: Value) -> Result<Option<usize>, Stop> {
        let thread = &state.threads[t];
        let (address, sources) = Self::get(thread, pointer);
        if address == 0 {
            return Ok(None);
        }
        let supposed = sources | thread.control;
        let fault = || Stop::Fault(Fault::Free(address), supposed);
        // Only the pointer that the allocation gave can be given back (C11 7.22.3.3p2).
        let Some((object, 0)) = address::split(address) else { return Err(fault()) };
        let index = (object.0 as usize).checked_sub(self.code.statics.len()).ok_or_else(fault)?;
        if !state.objects.get(index).is_some_and(|of| of.is_live && of.owner.is_none()) {
            return Err(fault());
        }
        match late_access(state, t, object) {
            Some((late, step)) => Err(Stop::Fault(Fault::Late(late, step), supposed)),
            None => Ok(Some(index)),
        }
    }

    /// Allocates or frees at once.
    pub(crate) fn object_now(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        findings: &mut Findings,
    ) -> Result<(), Stop> {
        let thread = &state.threads[t];
        match &self.code.steps[at] {
            Step::Allocate { result, bytes, times, class, is_local } => {
                let (bytes, times) = (Self::get(thread, *bytes), Self::get(thread, *times));
                let size = bytes.0.saturating_mul(times.0);
                if size > MOST_ALLOCATED {
                    return Err(Stop::Endless);
                }
                let owner = is_local.then(|| (t as u8, thread.frames.len() as u16));
                let is_full = state.objects.len() >= MOST_OBJECTS && state.objects.free_place(*is_local).is_none();
                if is_full || state.memory.bytes().len() + size as usize > MOST_MEMORY + self.static_bytes {
                    return Err(Stop::Endless);
                }
                let number = self.allocate(state, t, *class, size as u32, owner);
                if self.code.zeroed.contains(&at) {
                    self.note_written(state, Range { address: address::address(ObjectNumber(number), 0), bytes: 0 });
                }
                let pointer = address::address(ObjectNumber(number), 0);
                Self::set(&mut state.threads[t], *result, pointer, bytes.1 | times.1);
            }
            Step::Free { pointer } => match self.freed(state, t, *pointer) {
                Err(fault) => return Err(fault),
                Ok(None) => {}
                Ok(Some(index)) => {
                    let class = state.objects[index].class;
                    let bit = self.bit_of_allocated(index);
                    let object = ObjectNumber((self.code.statics.len() + index) as u32);
                    // Races are looked for while the object still has records: `forget` below drops them.
                    self.order_free(state, (t, at), object, findings);
                    if let Some(bit) = bit.filter(|_| !self.is_interleaved(class, bit))
                        && !self.touch_write(state, t, (class, bit), findings)
                    {
                        return Err(Stop::Dead);
                    }
                    state.objects.kill(index);
                    state.known.order.forget(object);
                    findings.record(t, at, Action::Frees(address::address(object, 0)));
                }
            },
            // No other step comes here; one that did must not be passed over.
            _ => return Err(Stop::Unsupported(at)),
        }
        Self::go_on(&mut state.threads[t]);
        Ok(())
    }

    /// Makes an object, in the first place that is free, and gives its number.
    fn allocate(&self, state: &mut State, t: usize, class: ClassId, bytes: u32, owner: Option<(u8, u16)>) -> u32 {
        let free = state.objects.free_place(owner.is_some());
        // What comes and goes in a loop takes no more memory each time.
        let former = free.map(|index| state.objects[index]).filter(|former| former.bytes == bytes && bytes > 0);
        let start = match former {
            Some(former) => {
                state.memory.clear(former.start as usize, former.room as usize);
                former.start
            }
            None => {
                let start = state.memory.bytes().len() as u32;
                state.memory.grow(self.room(bytes) as usize);
                start
            }
        };
        let object = Object { class, bytes, start, room: self.room(bytes), is_live: true, owner };
        let index = free.unwrap_or(state.objects.len());
        match free {
            Some(index) => state.objects.put(index, object),
            None => state.objects.push(object),
        }
        let number = ObjectNumber((self.code.statics.len() + index) as u32);
        // Writes to what was there before carry nothing to readers of this object.
        state.known.cells.retain(|cell| address::split(cell.range.address).is_none_or(|(of, _)| of != number));
        state.known.order.forget(number);
        if let Some(bit) = self.bit_of_allocated(index) {
            // No other thread can have its address yet.
            state.known.everywhere(t, &mut |known| known.forget(bit));
            let thread = &mut state.known.threads[t];
            thread.sure = thread.sure.with(Knowledge { writes: bit, reads: bit });
            thread.settled = thread.settled.with(Knowledge { writes: bit, reads: bit });
            // Its zeros are writes of the thread, which a later write to another location may overtake as any other.
            if self.model.delays_writes_past_writes() {
                thread.settled.forget(bit);
            }
        }
        number.0
    }
}

/// An access of another thread to an object that is on its way, certainly: it might as well come after what `t` does now.
fn late_access(state: &State, t: usize, object: ObjectNumber) -> Option<(u64, StepId)> {
    let others = state.threads.iter().enumerate().filter(|(other, _)| *other != t);
    others.flat_map(|(_, thread)| thread.pending.iter().map(move |pending| (thread, pending))).find_map(
        |(thread, pending)| {
            let is_certain = (pending.sources | thread.control) & thread.reads() & !(1 << pending.slot) == 0;
            let is_there = address::split(pending.range.address).is_some_and(|(of, _)| of == object);
            (is_certain && is_there).then_some((pending.range.address, pending.step))
        },
    )
}

/// Local variables whose frame is left. `is_shared` says of the class of an object whether threads race for it.
pub(crate) fn drop_objects(
    state: &mut State,
    is_left: &dyn Fn((u8, u16)) -> bool,
    is_shared: &dyn Fn(ClassId) -> bool,
    statics: usize,
) {
    for index in 0..state.objects.len() {
        if state.objects[index].is_live && state.objects[index].owner.is_some_and(is_left) {
            state.objects.kill(index);
            state.known.order.forget(ObjectNumber((statics + index) as u32));
        }
    }
    // Dead local variables at the end have no number to keep, and would only make states differ. Of the heap, and of what threads share, an access may come too late.
    let is_forgotten = |object: &Object| !object.is_live && object.owner.is_some() && !is_shared(object.class);
    while let Some(object) = state.objects.pop_if(is_forgotten) {
        state.memory.shrink(object.start as usize, object.room as usize);
    }
}
