//! Blocks of the heap: those that the program has, and those that it has given back.
//!
//! What is given back does not go to the allocator at once. It is kept, up to [`MOST_BYTES`] bytes in [`MOST_BLOCKS`] blocks, so that no later block lies there and a use of it is seen. When the
//! program asks for as many bytes as a block has that is kept, it is a choice whether it gets that block or another one: programs that compare addresses may take the one for the other (ABA).
//!
//! Giving a block back synchronises with the allocation that gets its memory (C11 7.22.3p2), through the allocator as well. A thread that allocates often, as each new one of C++ and Rust does,
//! would be ordered behind almost all others, and races would hide behind that. So it is a choice of the execution, too: in one half of them no block is given out again.

use std::collections::{BTreeMap, VecDeque};

use c11::{Choice, SyncObject};
use rustc_hash::FxHashMap;
use wire::{Access, AccessKind, Finding, Memory};

use crate::runtime::Runtime;
use crate::stacks::StackId;

/// How many bytes are kept, and in how many blocks.
const MOST_BYTES: usize = 1 << 20;
const MOST_BLOCKS: usize = 1 << 12;
/// Larger blocks are not kept.
const LARGEST: usize = 1 << 17;

/// A block that the program has, or has had.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    /// The bytes that were asked for.
    pub(crate) asked: usize,
    /// The bytes that it has.
    pub(crate) size: usize,
    /// Who has allocated it, and where.
    pub(crate) thread: usize,
    pub(crate) place: StackId,
}

/// A block that was given back.
#[derive(Debug)]
struct Returned {
    block: Block,
    /// Who has given it back, and where.
    thread: usize,
    place: StackId,
    /// From that to the allocation that gets the memory.
    sync: SyncObject,
    /// Its number among those that are kept; none where the allocator has it.
    kept: Option<u64>,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    held: FxHashMap<usize, Block>,
    returned: BTreeMap<usize, Returned>,
    /// Those that are kept, oldest first, with some that are not any more.
    kept: VecDeque<(usize, u64)>,
    /// Those that are kept by the bytes that were asked for.
    by_size: FxHashMap<usize, Vec<usize>>,
    bytes: usize,
    count: u64,
    /// Whether blocks are given out again in this execution; none as long as none could be.
    gives_again: Option<bool>,
}

/// What becomes of memory that the program gives back.
#[derive(Debug)]
pub(crate) enum Fate {
    /// The allocator gets it.
    Passed,
    /// It is kept, and the allocator gets these.
    Kept(Vec<usize>),
    /// It must not be given back, which has been reported.
    Refused,
}

impl Blocks {
    /// The block at an address that the program has.
    pub(crate) fn get(&self, start: usize) -> Option<Block> {
        self.held.get(&start).copied()
    }

    /// Those that the program has.
    pub(crate) fn held(&self) -> impl Iterator<Item = (usize, Block)> {
        self.held.iter().map(|(&start, &block)| (start, block))
    }

    /// The end of the memory around this byte that was given back.
    pub(crate) fn end_of_returned(&self, address: usize) -> Option<usize> {
        let (&start, returned) = self.returned.range(..=address).next_back()?;
        Some(start + returned.block.size).filter(|end| *end > address)
    }

    /// The program does not have this block any more. None if it did not have it.
    pub(crate) fn take(&mut self, start: usize) -> Option<Block> {
        self.held.remove(&start)
    }

    /// The block that has this byte, also one that was given back, with its first address.
    fn around(&self, address: usize) -> Option<(usize, Block)> {
        let has = |start: usize, block: &Block| (start..start + block.size.max(1)).contains(&address);
        if let Some((&start, block)) = self.held.iter().find(|(start, block)| has(**start, block)) {
            return Some((start, *block));
        }
        let (&start, returned) = self.returned.range(..=address).next_back()?;
        has(start, &returned.block).then_some((start, returned.block))
    }

    /// Whether the program has a block that has this byte, but does not begin with it.
    fn is_inside(&self, address: usize) -> bool {
        self.held.iter().any(|(&start, block)| start < address && address < start + block.size)
    }

    /// Those that were given back, and have bytes in common with this memory, are forgotten. Gives what orders them before its new use.
    fn renew(&mut self, start: usize, size: usize) -> Vec<SyncObject> {
        let mut found = Vec::new();
        while let Some((&at, returned)) = self.returned.range(..start + size.max(1)).next_back()
            && at + returned.block.size.max(1) > start
        {
            let Some(returned) = self.returned.remove(&at) else { break };
            self.unkeep(at, &returned);
            found.push(returned.sync);
        }
        found
    }

    /// A block that was kept is kept no more.
    fn unkeep(&mut self, start: usize, returned: &Returned) {
        if returned.kept.is_some() {
            self.bytes -= returned.block.size;
            if let Some(same) = self.by_size.get_mut(&returned.block.asked) {
                same.retain(|other| *other != start);
            }
        }
    }

    /// The allocator gets a block that was kept.
    pub(crate) fn pass_on(&mut self, start: usize) {
        if let Some(mut returned) = self.returned.remove(&start) {
            self.unkeep(start, &returned);
            returned.kept = None;
            self.returned.insert(start, returned);
        }
    }

    /// Keeps a block that was given back, if it is not too large. Gives those that the allocator gets, if so.
    fn keep(&mut self, start: usize, mut returned: Returned) -> Option<Vec<usize>> {
        let Block { asked, size, .. } = returned.block;
        self.count += 1;
        returned.kept = (size <= LARGEST).then_some(self.count);
        let is_kept = returned.kept.is_some();
        self.returned.insert(start, returned);
        if !is_kept {
            return None;
        }
        self.bytes += size;
        self.kept.push_back((start, self.count));
        self.by_size.entry(asked).or_default().push(start);
        let mut given = Vec::new();
        while self.bytes > MOST_BYTES || self.kept.len() > MOST_BLOCKS {
            let Some((oldest, number)) = self.kept.pop_front() else { break };
            let is_it = self.returned.get(&oldest).is_some_and(|returned| returned.kept == Some(number));
            if is_it {
                self.pass_on(oldest);
                given.push(oldest);
            }
        }
        Some(given)
    }
}

/// In a search no block is given out again. That leaves out executions in which an allocation is ordered behind what came before a block was given back, which do nothing that others do not, and those in
/// which an address is taken for another one that was the same before. For the latter the program has to look at an address of a block that was given back: in an atomic object, as plain
/// pointers to such a block have no value (C11 6.2.4p2).
const REUSE: &str = "a block of the heap may lie where another one was given back, whose address the program has in an atomic object: which one an allocation gets is not explored";

/// Bits of an address; programs put numbers into those above.
const ADDRESS: u64 = (1 << 48) - 1;

impl Runtime {
    /// The program asks for so many bytes: a block that it has given back, if that is what the strategy chooses.
    pub(crate) fn reuse(&mut self, asked: usize) -> Option<usize> {
        self.live.as_ref()?;
        if self.exploring.is_some() {
            return None;
        }
        let last = *self.blocks.by_size.get(&asked)?.last()?;
        let me = self.me();
        // One choice at a time: two at one step of a thread could not be distinguished in a schedule.
        let options = match self.blocks.gives_again {
            None => 4,
            Some(true) => 2,
            Some(false) => return None,
        };
        let picked = self.live.as_mut().map_or(0, |live| live.strategy.pick(me, Choice::Other, options));
        self.blocks.gives_again.get_or_insert(picked >= 2);
        (picked == options - 1).then_some(last)
    }

    /// A block is new.
    pub(crate) fn add_block(&mut self, start: usize, asked: usize, size: usize, place: StackId) {
        if !self.blocks.returned.is_empty() {
            let me = self.me();
            let before = self.blocks.renew(start, size);
            if self.exploring.is_some() && !before.is_empty() {
                self.note_incomplete(
                    "more memory was given back than is kept: which of it an allocation gets is not explored",
                );
            }
            for sync in before {
                if let Some(live) = &mut self.live {
                    live.execution.acquire(me, &sync);
                }
            }
        }
        let thread = self.current;
        self.blocks.held.insert(start, Block { asked, size, thread, place });
    }

    /// The program looks at a value of an atomic object: see [`REUSE`].
    pub(crate) fn looks_at(&mut self, value: u128) {
        if self.exploring.is_none() || self.blocks.returned.is_empty() {
            return;
        }
        let halves = [value as u64, (value >> 64) as u64].map(|half| (half & ADDRESS) as usize);
        if halves.iter().any(|half| self.blocks.end_of_returned(*half).is_some()) {
            self.note_incomplete(REUSE);
        }
    }

    /// A block was given back, and its memory has ended.
    pub(crate) fn keep_block(&mut self, start: usize, block: Block, place: StackId) -> Fate {
        let mut sync = SyncObject::new();
        let (me, thread) = (self.me(), self.current);
        if let Some(live) = &mut self.live {
            live.execution.release(me, &mut sync);
        }
        match self.blocks.keep(start, Returned { block, thread, place, sync, kept: None }) {
            Some(given) => Fate::Kept(given),
            None => Fate::Passed,
        }
    }

    /// Memory is given back that the program does not have as a block. Reports why it must not be, if that is certain.
    pub(crate) fn refuse_to_free(&mut self, start: usize, place: StackId) -> bool {
        let before = self.blocks.returned.range(..=start).next_back();
        if let Some((&at, returned)) = before.filter(|(at, returned)| start < **at + returned.block.size.max(1)) {
            let place_of = |thread, stack| self.thread_place(thread, stack);
            let access = |place| Access { kind: AccessKind::Free, address: start as u64, size: 0, place };
            let Block { asked, thread, place: allocated, .. } = returned.block;
            let finding = Finding::Race {
                first: access(place_of(returned.thread, returned.place)),
                second: access(place_of(self.current, place)),
                memory: Memory::Block { start: at as u64, size: asked as u64, allocated: place_of(thread, allocated) },
                locks: [Vec::new(), Vec::new()],
                is_ordered: true,
            };
            self.reporter.found(finding);
            return true;
        }
        let is_on_stack = self.threads.iter().any(|thread| thread.memory.contains(&start));
        let reason = if self.blocks.is_inside(start) {
            "it lies inside of one"
        } else if is_on_stack {
            "it is on the stack of a thread"
        } else if crate::sys::heap::is_static(start) {
            "it is a variable or code of the program or a library"
        } else {
            return false;
        };
        self.thread().place = place;
        self.misuse(&format!("memory is given back that is no block of the heap: {reason}"));
        true
    }

    /// The block that has this byte, as far as is known: its first address, and what a report says of it.
    pub(crate) fn block_at(&self, address: usize) -> Option<Memory> {
        let (start, Block { asked, thread, place, .. }) = self.blocks.around(address)?;
        let allocated = self.thread_place(thread, place);
        Some(Memory::Block { start: start as u64, size: asked as u64, allocated })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn returned(asked: usize, size: usize) -> Returned {
        let block = Block { asked, size, thread: 0, place: StackId::EMPTY };
        Returned { block, thread: 0, place: StackId::EMPTY, sync: SyncObject::new(), kept: None }
    }

    #[test]
    fn the_oldest_blocks_go_to_the_allocator_when_there_are_too_many_bytes() {
        let mut blocks = Blocks::default();
        let count = MOST_BYTES / LARGEST;
        for index in 0..count {
            assert_eq!(blocks.keep(index * LARGEST, returned(LARGEST, LARGEST)), Some(Vec::new()));
        }
        assert_eq!(blocks.keep(count * LARGEST, returned(LARGEST, LARGEST)), Some(vec![0]));
        assert_eq!(blocks.by_size[&LARGEST].len(), count);
        // One that is too large goes at once, and is known all the same.
        assert_eq!(blocks.keep(1 << 40, returned(LARGEST + 1, LARGEST + 1)), None);
        assert!(blocks.around((1 << 40) + LARGEST).is_some() && blocks.around(5).is_some());
    }

    #[test]
    fn new_memory_comes_after_all_that_was_given_back_there() {
        let mut blocks = Blocks::default();
        for start in [0, 32, 64] {
            blocks.keep(start, returned(24, 24));
        }
        assert_eq!(blocks.renew(40, 40).len(), 2);
        assert_eq!((blocks.bytes, blocks.by_size[&24].as_slice()), (24, [0].as_slice()));
        assert!(blocks.around(40).is_none() && blocks.around(23).is_some() && blocks.around(24).is_none());
    }
}
