//! States as components: each thread, memory, what is known, and all the rest. Few of them differ from one state to the next, so each is stored once
//! (`components`), and a state is the numbers of its components (G. J. Holzmann: *State compression in SPIN*, 1997).
//!
//! Components are bytes: what follows from something else is left out, and numbers take as many bytes as they need. Equal states have equal components, and from them the state
//! is made again. Of registers only those are kept that matter where their frame stands; memory is
//! written in groups of eight bytes, a bit for each that is not zero; knowledge as what is not known, of the objects that there are.

use relation::Index;

use super::components::{ComponentId, Components};
use crate::checker::checks::Check;
use crate::checker::code::{ClassId, SlotId, StepId};
use crate::checker::state::happens_before::{CellOrder, DataRace, HappensBefore, Kind, Record, Records, ThreadOrder};
use crate::checker::state::knowledge::Knowledge;
use crate::checker::state::knowledge_state::{Cell, KnowledgeState, ThreadKnowledge};
use crate::checker::state::objects::FORMER;
use crate::checker::state::{
    Direction, Doubt, Doubted, Exclusive, Frame, Iteration, Object, Pending, Range, State, Supposed, Thread,
};
use crate::checker::transition::machine::Machine;

const ENDED: u8 = 1;
const DEPENDS: u8 = 2;
const PENDS: u8 = 4;
const SUPPOSES: u8 = 8;
const RETURNED: u8 = 16;
const ITERATES: u8 = 32;
const READS: u8 = 64;
const NOT_BEGUN: u8 = 128;

const PLAIN: u8 = 1;
const DOUBTS: u8 = 2;

const UNSETTLED: u8 = 1;
const LOOSE: u8 = 2;

/// Where the components of a state stand: those of the threads from the last on.
pub(crate) const FRAME: usize = 0;
pub(crate) const KNOWN: usize = 1;
pub(crate) const MEMORY: usize = 2;
pub(crate) const THREADS: usize = 3;

fn encode_number(mut value: u64, into: &mut Vec<u8>) {
    while value >= 0x80 {
        into.push(value as u8 | 0x80);
        value >>= 7;
    }
    into.push(value as u8);
}

/// Reads what [`encode_number`] has written.
struct Reader<'b> {
    bytes: &'b [u8],
}

impl Reader<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        *first
    }

    fn number(&mut self) -> u64 {
        let mut value = 0;
        let mut shift = 0;
        loop {
            let byte = self.byte();
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return value;
            }
            shift += 7;
        }
    }

    fn range(&mut self) -> Range {
        let (object, offset, bytes) = (self.number(), self.number(), self.byte());
        Range { address: object << 32 | offset, bytes }
    }
}

pub(crate) fn encode_memory(memory: &[u8], into: &mut Vec<u8>) {
    encode_number(memory.len() as u64, into);
    for group in memory.chunks(8) {
        let at = into.len();
        into.push(0);
        let mut present = 0;
        for (bit, byte) in group.iter().enumerate().filter(|(_, byte)| **byte != 0) {
            present |= 1 << bit;
            into.push(*byte);
        }
        into[at] = present;
    }
}

/// Whether, by its bytes, nothing out of the ordinary is in a frame.
pub(crate) fn is_plain(frame: &[u8]) -> bool {
    frame.first() == Some(&PLAIN)
}

/// Whether, by the bytes of its frame, a process has ended.
pub(crate) fn has_exited(frame: &[u8]) -> bool {
    frame.get(1).is_some_and(|flags| flags & 1 != 0)
}

/// Whether, by its bytes, a frame has races that are none unless reads prove right.
pub(crate) fn has_doubts(frame: &[u8]) -> bool {
    frame.first().is_some_and(|flags| flags & DOUBTS != 0)
}

/// Whether, by its bytes, a thread has read something that has to prove right.
pub(crate) fn has_suppositions(thread: &[u8]) -> bool {
    thread.get(1).is_some_and(|flags| flags & READS != 0)
}

/// Makes `memory` what [`encode_memory`] has written.
pub(crate) fn decode_memory(bytes: &[u8], memory: &mut Vec<u8>) {
    let mut from = Reader { bytes };
    let length = from.number() as usize;
    memory.clear();
    memory.resize(length, 0);
    for group in memory.chunks_mut(8) {
        let mut present = from.byte();
        while present != 0 {
            group[present.trailing_zeros() as usize] = from.byte();
            present &= present - 1;
        }
    }
}

fn encode_range(range: Range, into: &mut Vec<u8>) {
    encode_number(range.address >> 32, into);
    encode_number(range.address & 0xffff_ffff, into);
    into.push(range.bytes);
}

impl Machine<'_> {
    /// The bits of all objects that are tracked.
    fn tracked(&self, objects: usize) -> u64 {
        if !self.tracks {
            return 0;
        }
        let count = self.static_bits.iter().flatten().count();
        let all = count + if count < 64 { objects } else { 0 };
        if all >= 64 { u64::MAX } else { (1 << all) - 1 }
    }

    /// Makes a state of its components: puts their numbers behind what `into` holds.
    pub(crate) fn pack(
        &self,
        state: &State,
        components: &Components,
        bytes: &mut Vec<u8>,
        into: &mut Vec<ComponentId>,
    ) {
        let mut add = |write: &dyn Fn(&mut Vec<u8>)| {
            bytes.clear();
            write(bytes);
            into.push(components.intern(bytes));
        };
        add(&|bytes| self.encode_frame(state, bytes));
        add(&|bytes| encode_known(&state.known, self.tracked(state.objects.len()), bytes));
        add(&|bytes| self.encode_memory(state, bytes));
        // The order is that of `FRAME`, `KNOWN`, `MEMORY` and `THREADS`.
        for (number, thread) in state.threads.iter().enumerate() {
            add(&|bytes| self.encode_thread(number, thread, bytes));
        }
    }

    /// What is neither memory nor a thread's, and is mostly the same: objects, doubts, who is in an atomic section.
    fn encode_frame(&self, state: &State, into: &mut Vec<u8>) {
        let is_plain = !state.has_exited && state.atomic.is_none() && state.doubts.is_empty();
        let doubts = if state.doubts.is_empty() { 0 } else { DOUBTS };
        into.push(doubts | if is_plain { PLAIN } else { 0 });
        into.push(u8::from(state.has_exited) | state.atomic.map_or(0, |thread| (thread + 1) << 1));
        encode_number(state.objects.len() as u64, into);
        for object in state.objects.iter() {
            // Its number stays taken, as addresses are made of numbers.
            if !object.is_live {
                into.extend([0, u8::from(object.owner.is_some())]);
                encode_number(object.class.index() as u64, into);
                continue;
            }
            into.push(1 + object.owner.map_or(0, |(thread, _)| thread + 1));
            encode_number(object.class.index() as u64, into);
            encode_number(u64::from(object.bytes), into);
            if let Some((_, depth)) = object.owner {
                encode_number(u64::from(depth), into);
            }
        }
        // Not read back: footprints go by the frame, and what some steps do depends on whether the thread is alone.
        encode_number(state.threads.len() as u64, into);
        encode_number(state.doubts.len() as u64, into);
        for doubt in &state.doubts {
            encode_number(doubt.class.index() as u64, into);
            encode_number(doubt.reads.len() as u64, into);
            doubt.reads.iter().for_each(|reads| encode_number(*reads, into));
            encode_doubted(doubt.fault, into);
        }
    }

    /// Memory without what objects have left behind that are no more.
    fn encode_memory(&self, state: &State, into: &mut Vec<u8>) {
        let memory = state.memory.bytes();
        let statics = self.code.initial.len();
        let live = || state.objects.iter().filter(|object| object.is_live);
        let is_packed = live().try_fold(statics, |end, object| {
            (object.start as usize == end || object.bytes == 0).then_some(end + object.room as usize)
        });
        if is_packed == Some(memory.len()) {
            return encode_memory(memory, into);
        }
        let mut packed = memory[..statics].to_vec();
        for object in live() {
            packed.extend_from_slice(&memory[object.start as usize..(object.start + object.room) as usize]);
        }
        encode_memory(&packed, into);
    }

    fn encode_thread(&self, number: usize, thread: &Thread, into: &mut Vec<u8>) {
        // Of registers, what no longer matters says nothing, here as well.
        let mut depends = thread.control != 0 || thread.addresses != 0;
        self.visit_live(thread, &mut |register| depends |= thread.sources[register] != 0);
        let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
        let flags = flag(thread.has_ended(), ENDED)
            | flag(depends, DEPENDS)
            | flag(!thread.pending.is_empty(), PENDS)
            | flag(!thread.supposed.is_empty(), SUPPOSES)
            | flag(thread.returned != 0, RETURNED)
            | flag(!thread.iterations.is_empty(), ITERATES)
            | flag(thread.reads() != 0, READS)
            | flag(thread.is_not_begun, NOT_BEGUN);
        // Threads that stand alike are different components all the same, as what they do differs.
        into.push(number as u8);
        into.push(flags);
        if thread.returned != 0 {
            encode_number(thread.returned, into);
        }
        if !thread.has_ended() {
            self.encode_frames(thread, depends, into);
        }
        if depends {
            encode_number(thread.control, into);
            encode_number(thread.addresses, into);
        }
        if !thread.pending.is_empty() {
            encode_number(thread.pending.len() as u64, into);
            thread.pending.iter().for_each(|pending| encode_pending(pending, into));
        }
        if !thread.supposed.is_empty() {
            encode_number(thread.supposed.len() as u64, into);
            for cell in &thread.supposed {
                encode_range(cell.range, into);
                encode_number(cell.sources, into);
            }
        }
        if !thread.iterations.is_empty() {
            encode_number(thread.iterations.len() as u64, into);
            thread.iterations.iter().for_each(|iteration| encode_iteration(iteration, into));
        }
    }

    /// Writes where the frames stand and the registers that matter, with what these depend on if asked for.
    pub(crate) fn encode_frames(&self, thread: &Thread, depends: bool, into: &mut Vec<u8>) {
        encode_number(thread.frames.len() as u64, into);
        for (depth, frame) in thread.frames.iter().enumerate() {
            encode_number(frame.at.index() as u64, into);
            for slot in self.live_of(thread, depth, frame.at) {
                encode_number(thread.registers[frame.base as usize + slot.index()], into);
                if depends {
                    encode_number(thread.sources[frame.base as usize + slot.index()], into);
                }
            }
        }
    }

    fn live_of(&self, thread: &Thread, depth: usize, at: StepId) -> &[SlotId] {
        if depth + 1 == thread.frames.len() { self.live.before(at) } else { self.live.across(at) }
    }

    /// Calls `visit` with the place of each register that matters.
    pub(crate) fn visit_live(&self, thread: &Thread, visit: &mut dyn FnMut(usize)) {
        for (depth, frame) in thread.frames.iter().enumerate() {
            let live = self.live_of(thread, depth, frame.at);
            live.iter().for_each(|slot| visit(frame.base as usize + slot.index()));
        }
    }

    /// Makes `state` the one with these components.
    pub(crate) fn unpack(&self, packed: &[ComponentId], components: &Components, state: &mut State) {
        self.decode_frame(components.get(packed[FRAME]), state);
        state.threads.resize_with(packed.len() - THREADS, Thread::default);
        for (thread, id) in state.threads.iter_mut().zip(&packed[THREADS..]) {
            self.decode_thread(&mut Reader { bytes: components.get(*id) }, thread);
        }
        state.known.threads.resize_with(state.threads.len(), ThreadKnowledge::default);
        for (known, thread) in state.known.threads.iter_mut().zip(&state.threads) {
            known.pending.clear();
            known.pending.resize(thread.pending.len(), Knowledge::default());
        }
        // Before the components are read: it says whether they begin with the order.
        state.known.order.is_wanted = self.checks.has(Check::Race);
        decode_known(components.get(packed[KNOWN]), &mut state.known);
        state.memory.refill(|memory| decode_memory(components.get(packed[MEMORY]), memory));
    }

    fn decode_frame(&self, bytes: &[u8], state: &mut State) {
        let mut from = Reader { bytes };
        let _is_plain = from.byte();
        let flags = from.byte();
        state.has_exited = flags & 1 != 0;
        state.atomic = (flags >> 1).checked_sub(1);
        state.objects.clear();
        // Where objects lie follows from their order and sizes, as memory was packed.
        let mut start = self.code.initial.len() as u32;
        for _ in 0..from.number() {
            let object = match from.byte() {
                0 => {
                    let owner = (from.byte() != 0).then_some(FORMER);
                    let class = ClassId::new(from.number() as usize);
                    Object { class, bytes: 0, start: 0, room: 0, is_live: false, owner }
                }
                owner => {
                    let (class, bytes) = (ClassId::new(from.number() as usize), from.number() as u32);
                    let owner = owner.checked_sub(2).map(|thread| (thread, from.number() as u16));
                    let object = Object { class, bytes, start, room: self.room(bytes), is_live: true, owner };
                    start += object.room;
                    object
                }
            };
            state.objects.push(object);
        }
        let _threads = from.number();
        state.doubts.clear();
        for _ in 0..from.number() {
            let class = ClassId::new(from.number() as usize);
            let reads = (0..from.number()).map(|_| from.number()).collect();
            let fault = decode_doubted(&mut from);
            state.doubts.push(Doubt { class, reads, fault });
        }
    }

    fn decode_thread(&self, from: &mut Reader<'_>, thread: &mut Thread) {
        let _number = from.byte();
        let flags = from.byte();
        thread.returned = if flags & RETURNED != 0 { from.number() } else { 0 };
        thread.is_not_begun = flags & NOT_BEGUN != 0;
        thread.frames.clear();
        thread.registers.clear();
        thread.sources.clear();
        let depends = flags & DEPENDS != 0;
        if flags & ENDED == 0 {
            self.decode_frames(from, thread, depends);
        }
        (thread.control, thread.addresses) = if depends { (from.number(), from.number()) } else { (0, 0) };
        thread.pending.clear();
        if flags & PENDS != 0 {
            for _ in 0..from.number() {
                thread.pending.push(decode_pending(from));
            }
        }
        thread.supposed.clear();
        if flags & SUPPOSES != 0 {
            for _ in 0..from.number() {
                let range = from.range();
                thread.supposed.push(Supposed { range, sources: from.number() });
            }
        }
        thread.iterations.clear();
        if flags & ITERATES != 0 {
            for _ in 0..from.number() {
                thread.iterations.push(decode_iteration(from));
            }
        }
    }

    fn decode_frames(&self, from: &mut Reader<'_>, thread: &mut Thread, depends: bool) {
        let count = from.number() as usize;
        for depth in 0..count {
            let at = StepId::new(from.number() as usize);
            let base = thread.registers.len();
            thread.frames.push(Frame { at, base: base as u32 });
            let slots = self.code.bodies[self.code.functions[at]].map_or(0, |body| body.slots) as usize;
            thread.registers.resize(base + slots, 0);
            thread.sources.resize(base + slots, 0);
            // All other registers are 0, as they were when the frame was made: nothing reads them before they are set.
            let live = if depth + 1 == count { self.live.before(at) } else { self.live.across(at) };
            for slot in live {
                thread.registers[base + slot.index()] = from.number();
                if depends {
                    thread.sources[base + slot.index()] = from.number();
                }
            }
        }
    }
}

/// Writes what is known. Nothing is, where nothing is tracked.
pub(crate) fn encode_known(known: &KnowledgeState, tracked: u64, into: &mut Vec<u8>) {
    if known.order.is_wanted {
        encode_order(&known.order, into);
        if tracked == 0 {
            encode_number(0, into);
        }
    }
    if tracked == 0 {
        return;
    }
    let same = |one: Knowledge, other: Knowledge| {
        (one.writes ^ other.writes) & tracked == 0 && (one.reads ^ other.reads) & tracked == 0
    };
    encode_number(tracked, into);
    encode_number(known.threads.len() as u64, into);
    for thread in &known.threads {
        let is_settled = same(thread.settled, thread.sure);
        // What is settled is carried by each write and made certain by each fence already, and what takes from it takes from this, too.
        let settled = thread.settled;
        let is_new = |cell: &&Cell| !same(cell.known.with(settled), settled);
        let loose = || thread.loose.iter().filter(is_new);
        let has_loose = loose().next().is_some();
        into.push(if is_settled { 0 } else { UNSETTLED } | if has_loose { LOOSE } else { 0 });
        encode_knowledge(thread.sure, tracked, into);
        if !is_settled {
            encode_knowledge(thread.settled, tracked, into);
        }
        if has_loose {
            encode_number(loose().count() as u64, into);
            loose().for_each(|cell| encode_cell(cell.range, cell.known.without(settled), tracked, into));
        }
        encode_number(thread.pending.len() as u64, into);
        thread.pending.iter().for_each(|known| encode_knowledge(*known, tracked, into));
    }
    encode_number(known.cells.len() as u64, into);
    known.cells.iter().for_each(|cell| encode_cell(cell.range, cell.known, tracked, into));
}

fn encode_doubted(fault: Option<(u8, StepId, Doubted)>, into: &mut Vec<u8>) {
    let Some((thread, at, what)) = fault else { return into.push(0) };
    let (number, address) = match what {
        Doubted::Race(race) => (1, race.address),
        Doubted::Unwritten(address) => (2, address),
        Doubted::NotInitialised(address) => (3, address),
        Doubted::Destroyed(address) => (4, address),
        Doubted::NotHeld(address) => (5, address),
    };
    into.extend([number, thread]);
    encode_number(at.index() as u64, into);
    encode_number(address, into);
    if let Doubted::Race(DataRace { thread, step, kind, other, .. }) = what {
        into.extend([thread, encode_kind(kind)]);
        encode_number(step.index() as u64, into);
        encode_record(&other, into);
    }
}

fn decode_doubted(from: &mut Reader<'_>) -> Option<(u8, StepId, Doubted)> {
    let number = from.byte();
    if number == 0 {
        return None;
    }
    let (thread, at, address) = (from.byte(), StepId::new(from.number() as usize), from.number());
    let what = match number {
        1 => {
            let (thread, kind) = (from.byte(), decode_kind(from.byte()));
            let step = StepId::new(from.number() as usize);
            Doubted::Race(DataRace { thread, step, address, kind, other: decode_record(from) })
        }
        2 => Doubted::Unwritten(address),
        3 => Doubted::NotInitialised(address),
        4 => Doubted::Destroyed(address),
        _ => Doubted::NotHeld(address),
    };
    Some((thread, at, what))
}

fn encode_kind(kind: Kind) -> u8 {
    u8::from(kind.writes) | u8::from(kind.is_atomic) << 1
}

fn decode_kind(byte: u8) -> Kind {
    Kind { writes: byte & 1 != 0, is_atomic: byte & 2 != 0 }
}

fn encode_record(record: &Record, into: &mut Vec<u8>) {
    encode_range(record.range, into);
    into.extend([record.thread, encode_kind(record.kind)]);
    encode_number(record.step.index() as u64, into);
}

fn decode_record(from: &mut Reader<'_>) -> Record {
    let range = from.range();
    let (thread, kind) = (from.byte(), decode_kind(from.byte()));
    Record { range, thread, kind, step: StepId::new(from.number() as usize) }
}

fn encode_records(records: Records, into: &mut Vec<u8>) {
    encode_number(records as u64, into);
    encode_number((records >> 64) as u64, into);
}

fn decode_records(from: &mut Reader<'_>) -> Records {
    let low = from.number();
    Records::from(low) | Records::from(from.number()) << 64
}

/// Writes who comes after what.
fn encode_order(order: &HappensBefore, into: &mut Vec<u8>) {
    encode_number(order.records.len() as u64, into);
    order.records.iter().for_each(|record| encode_record(record, into));
    encode_number(order.threads.len() as u64, into);
    for thread in &order.threads {
        into.push(u8::from(thread.has_ended));
        encode_records(thread.known, into);
        // What is known already is no news.
        encode_records(thread.read & !thread.known, into);
        encode_records(thread.released, into);
        encode_number(thread.pending.len() as u64, into);
        thread.pending.iter().for_each(|records| encode_records(*records, into));
    }
    encode_number(order.cells.len() as u64, into);
    for cell in &order.cells {
        encode_range(cell.range, into);
        encode_number(cell.heads.len() as u64, into);
        for (head, records) in &cell.heads {
            into.push(*head);
            encode_records(*records, into);
        }
    }
}

fn decode_order(from: &mut Reader<'_>, order: &mut HappensBefore) {
    order.clear();
    for _ in 0..from.number() {
        order.records.push(decode_record(from));
    }
    for _ in 0..from.number() {
        let has_ended = from.byte() != 0;
        let (known, read, released) = (decode_records(from), decode_records(from), decode_records(from));
        let pending = (0..from.number()).map(|_| decode_records(from)).collect();
        order.threads.push(ThreadOrder { known, read, released, pending, has_ended });
    }
    for _ in 0..from.number() {
        let range = from.range();
        let heads = (0..from.number()).map(|_| (from.byte(), decode_records(from))).collect();
        order.cells.push(CellOrder { range, heads });
    }
}

fn encode_cell(range: Range, known: Knowledge, tracked: u64, into: &mut Vec<u8>) {
    encode_range(range, into);
    encode_knowledge(known, tracked, into);
}

fn decode_cell(from: &mut Reader<'_>, tracked: u64) -> Cell {
    let range = from.range();
    Cell { range, known: decode_knowledge(from, tracked) }
}

/// Makes `known` what [`encode_known`] has written, and says what was tracked.
pub(crate) fn decode_known(bytes: &[u8], known: &mut KnowledgeState) -> u64 {
    let mut from = Reader { bytes };
    known.cells.clear();
    if known.order.is_wanted {
        decode_order(&mut from, &mut known.order);
    }
    let tracked = if from.bytes.is_empty() { 0 } else { from.number() };
    if tracked == 0 {
        if known.order.is_wanted {
            known.threads.resize_with(known.order.threads.len(), ThreadKnowledge::default);
            for (thread, order) in known.threads.iter_mut().zip(&known.order.threads) {
                thread.pending.clear();
                thread.pending.resize(order.pending.len(), Knowledge::default());
            }
        }
        for thread in &mut known.threads {
            (thread.sure, thread.settled) = (Knowledge::ALL, Knowledge::ALL);
            thread.loose.clear();
        }
        return 0;
    }
    known.threads.resize_with(from.number() as usize, ThreadKnowledge::default);
    for thread in &mut known.threads {
        let flags = from.byte();
        thread.sure = decode_knowledge(&mut from, tracked);
        thread.settled = if flags & UNSETTLED != 0 { decode_knowledge(&mut from, tracked) } else { thread.sure };
        thread.loose.clear();
        if flags & LOOSE != 0 {
            let count = from.number();
            thread.loose.extend((0..count).map(|_| decode_cell(&mut from, tracked)));
        }
        thread.pending.clear();
        for _ in 0..from.number() {
            thread.pending.push(decode_knowledge(&mut from, tracked));
        }
    }
    for _ in 0..from.number() {
        known.cells.push(decode_cell(&mut from, tracked));
    }
    tracked
}

fn encode_knowledge(known: Knowledge, tracked: u64, into: &mut Vec<u8>) {
    // What is not known is little, and small numbers take few bytes.
    encode_number(!known.writes & tracked, into);
    encode_number(!known.reads & tracked, into);
}

fn decode_knowledge(from: &mut Reader<'_>, tracked: u64) -> Knowledge {
    let (writes, reads) = (from.number(), from.number());
    // Of objects that are not there, all is known, so that equal states have equal knowledge.
    Knowledge { writes: !writes | !tracked, reads: !reads | !tracked }
}

fn encode_iteration(iteration: &Iteration, into: &mut Vec<u8>) {
    into.push(iteration.slot);
    encode_number(iteration.step.index() as u64, into);
    encode_number(iteration.frames.len() as u64, into);
    into.extend_from_slice(&iteration.frames);
    encode_number(iteration.sources.len() as u64, into);
    for (register, sources) in &iteration.sources {
        encode_number(u64::from(*register), into);
        encode_number(*sources, into);
    }
}

fn decode_iteration(from: &mut Reader<'_>) -> Iteration {
    let slot = from.byte();
    let step = StepId::new(from.number() as usize);
    let frames = (0..from.number()).map(|_| from.byte()).collect();
    let sources = (0..from.number()).map(|_| (from.number() as u32, from.number())).collect();
    Iteration { slot, step, frames, sources }
}

fn encode_pending(pending: &Pending, into: &mut Vec<u8>) {
    let direction = match pending.direction {
        Direction::Read if pending.precedes_its_reads => 3,
        Direction::Read => 0,
        Direction::Write => 1,
        Direction::Update => 2,
    };
    let exclusive = match pending.exclusive {
        Exclusive::No => 0,
        Exclusive::Entered => 1,
        Exclusive::Reserved => 2,
    };
    into.push(
        direction
            | u8::from(pending.precedes_writes) << 2
            | u8::from(pending.is_release) << 3
            | u8::from(pending.is_pinned) << 4
            | exclusive << 5
            | u8::from(pending.precedes_reads) << 7,
    );
    into.push(pending.slot);
    encode_number(pending.step.index() as u64, into);
    encode_range(pending.range, into);
    encode_number(pending.value, into);
    // A write is supposed to read nothing.
    if direction != 1 {
        encode_number(pending.expected, into);
    }
    encode_number(pending.waits, into);
    encode_number(pending.sources, into);
}

fn decode_pending(from: &mut Reader<'_>) -> Pending {
    let flags = from.byte();
    let direction = match flags & 3 {
        0 | 3 => Direction::Read,
        1 => Direction::Write,
        _ => Direction::Update,
    };
    let exclusive = match flags >> 5 & 3 {
        0 => Exclusive::No,
        1 => Exclusive::Entered,
        _ => Exclusive::Reserved,
    };
    let slot = from.byte();
    let step = StepId::new(from.number() as usize);
    let range = from.range();
    let value = from.number();
    let expected = if direction == Direction::Write { 0 } else { from.number() };
    let (waits, sources) = (from.number(), from.number());
    Pending {
        slot,
        direction,
        step,
        range,
        value,
        expected,
        waits,
        sources,
        precedes_writes: flags & 4 != 0,
        precedes_reads: flags & 128 != 0,
        precedes_its_reads: flags & 3 == 3,
        is_release: flags & 8 != 0,
        is_pinned: flags & 16 != 0,
        exclusive,
    }
}
