//! What a program has lost when it exits: threads that it has neither joined nor detached, and blocks of the heap that no pointer leads to.
//!
//! A block is reachable from the program's variables and stacks, the memory of its libraries, and from other blocks that are. Whatever looks like an address of a byte of a block counts as a pointer to it:
//! blocks may be missed, but none is invented, unless its address is kept in a form that is none.

use std::collections::BTreeMap;

use wire::{Finding, ThreadPlace};

use crate::blocks::Block;
use crate::runtime::Runtime;
use crate::sys::{memory, process};

impl Runtime {
    /// The program exits.
    pub(crate) fn note_leaks(&mut self) {
        if self.live.is_none() {
            return;
        }
        let is_lost = |&number: &usize| {
            let thread = &self.threads[number];
            !thread.is_gone && !thread.is_detached
        };
        let threads: Vec<usize> = (1..self.threads.len()).filter(is_lost).collect();
        if !self.settings.leaks {
            if !threads.is_empty() {
                self.reporter.note(
                    "a thread is neither joined nor detached when the program exits; --leaks says where it was created",
                );
            }
            return;
        }
        for number in threads {
            let stack = crate::report::stack(&self.stacks, self.threads[number].created);
            self.lost("a thread is neither joined nor detached when the program exits", number, stack);
        }
        for block in self.lost_blocks() {
            let stack = crate::report::stack(&self.stacks, block.place);
            self.lost(
                "a block of the heap is lost: no pointer leads to it when the program exits",
                block.thread,
                stack,
            );
        }
    }

    fn lost(&mut self, message: &str, thread: usize, stack: wire::Stack) {
        let place = ThreadPlace { thread: thread as u64, stack, ..ThreadPlace::default() };
        self.reporter.found(Finding::Misuse { message: message.to_owned(), place });
    }

    fn lost_blocks(&self) -> Vec<Block> {
        let all: BTreeMap<usize, Block> = self.blocks.held().collect();
        // What lies in blocks leads on only from those that are reachable; what lies in memory that was given back, or on the stacks of threads that have ended, leads nowhere.
        let skipped = |at: usize| {
            let block = all.range(..=at).next_back().map(|(&start, block)| start + block.size);
            let thread = self.threads.iter().find(|thread| thread.is_finished && thread.memory.contains(&at));
            let end = block.filter(|end| *end > at).or_else(|| self.blocks.end_of_returned(at));
            end.or_else(|| thread.map(|thread| thread.memory.end))
        };
        let (mut unseen, mut found) = (all.clone(), Vec::new());
        for range in process::writable_mappings() {
            let mut at = range.start;
            while at < range.end {
                match skipped(at) {
                    Some(end) => at = end.next_multiple_of(8).max(at + 8),
                    None => {
                        reach(memory::word(at), &mut unseen, &mut found);
                        at += 8;
                    }
                }
            }
        }
        while let Some((start, size)) = found.pop() {
            for at in (start.next_multiple_of(8)..start + (size & !7)).step_by(8) {
                reach(memory::word(at), &mut unseen, &mut found);
            }
        }
        unseen.into_values().collect()
    }
}

/// A word of memory that can be reached: the block that it may point to can be, too.
fn reach(word: usize, unseen: &mut BTreeMap<usize, Block>, found: &mut Vec<(usize, usize)>) {
    let Some((&start, block)) = unseen.range(..=word).next_back() else { return };
    // A block of no bytes has an address, too.
    if word < start + block.size.max(1) {
        found.push((start, block.size));
        unseen.remove(&start);
    }
}
