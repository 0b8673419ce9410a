//! Call stacks as small numbers.
//!
//! All stacks of an execution form a tree: a node is a return address, its parent the stack of the caller. A stack is the number of
//! its innermost node, so that entering a function and naming the place of an access are both one look-up. Nodes are never given
//! up: there are as many as distinct stacks.

use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A call stack, innermost frame first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct StackId(pub(crate) u32);

impl StackId {
    /// No frame at all.
    pub(crate) const EMPTY: StackId = StackId(0);
}

/// What a frame is, beside its return address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The return address.
    pub(crate) pc: u64,
    /// For a frame that is an access: its size in bytes, as far as it fits.
    pub(crate) size: u16,
}

/// Addresses of user code have 47 bits.
const PC_BITS: u32 = 48;

impl Frame {
    /// A size that says "more than fits".
    pub(crate) const LARGE: u16 = (1 << 14) - 1;
    /// Marks the release of memory.
    pub(crate) const FREE: u16 = 1 << 14;
    /// Marks its allocation; with [`Frame::FREE`], the end of a thread.
    pub(crate) const ALLOCATE: u16 = 1 << 15;

    /// A frame that is a call.
    pub(crate) fn call(pc: usize) -> Frame {
        Frame { pc: pc as u64, size: 0 }
    }

    /// A frame that is an access.
    pub(crate) fn access(pc: usize, size: usize) -> Frame {
        Frame { pc: pc as u64, size: size.min(usize::from(Frame::LARGE)) as u16 }
    }

    /// A frame that is an access and something more.
    pub(crate) fn marked(pc: usize, mark: u16) -> Frame {
        Frame { pc: pc as u64, size: mark }
    }

    fn word(self) -> u64 {
        (self.pc & ((1 << PC_BITS) - 1)) | (u64::from(self.size) << PC_BITS)
    }

    fn of_word(word: u64) -> Frame {
        Frame { pc: word & ((1 << PC_BITS) - 1), size: (word >> PC_BITS) as u16 }
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    depth: u32,
    word: u64,
}

/// The tree.
#[derive(Debug)]
pub(crate) struct Stacks {
    nodes: Vec<Node>,
    /// Open addressing: indices of nodes, 0 for free places. At most half of it is taken.
    table: Vec<u32>,
}

/// Deeper frames are not distinguished: recursion without end must not eat all memory before it overflows the stack.
const DEEPEST: u32 = 4096;

/// Places of the table to begin with. Each execution has to copy the pages of it that it changes.
const FIRST_TABLE: usize = 1 << 9;

impl Stacks {
    pub(crate) fn new() -> Stacks {
        Stacks { nodes: vec![Node { parent: 0, depth: 0, word: 0 }], table: vec![0; FIRST_TABLE] }
    }

    /// The stack with one more frame.
    #[inline]
    pub(crate) fn push(&mut self, below: StackId, frame: Frame) -> StackId {
        let word = frame.word();
        let mut at = place(below.0, word) & (self.table.len() - 1);
        loop {
            let found = self.table[at];
            if found == 0 {
                return self.add(below, word, at);
            }
            let node = self.nodes[found as usize];
            if node.word == word && node.parent == below.0 {
                return StackId(found);
            }
            at = (at + 1) & (self.table.len() - 1);
        }
    }

    #[cold]
    fn add(&mut self, below: StackId, word: u64, at: usize) -> StackId {
        let depth = self.nodes[below.0 as usize].depth + 1;
        // Accesses at the limit still have their own places.
        if depth > DEEPEST && Frame::of_word(word).size == 0 {
            return below;
        }
        let id = self.nodes.len() as u32;
        self.nodes.push(Node { parent: below.0, depth, word });
        self.table[at] = id;
        if self.nodes.len() * 2 > self.table.len() {
            self.grow();
        }
        StackId(id)
    }

    fn grow(&mut self) {
        let size = self.table.len() * 2;
        self.table = vec![0; size];
        for (id, node) in self.nodes.iter().enumerate().skip(1) {
            let mut at = place(node.parent, node.word) & (size - 1);
            while self.table[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.table[at] = id as u32;
        }
    }

    /// The stack without its innermost frame. Of the frames of an endless recursion those beyond the limit count as one.
    #[inline]
    pub(crate) fn parent(&self, stack: StackId) -> StackId {
        StackId(self.nodes[stack.0 as usize].parent)
    }

    /// The frames, innermost first.
    pub(crate) fn frames(&self, stack: StackId) -> impl Iterator<Item = Frame> {
        let mut at = stack.0;
        std::iter::from_fn(move || {
            let node = self.nodes.get(at as usize)?;
            (at != 0).then(|| {
                at = node.parent;
                Frame::of_word(node.word)
            })
        })
    }
}

fn place(parent: u32, word: u64) -> usize {
    let mut hasher = FxHasher::default();
    // The hash is a product, in which bits change those above them alone, and its highest are of no use here: so the size of an access, which is in the highest bits of the word, comes first. A program that
    // fills memory of many sizes at one place took a hundred looks for each.
    hasher.write_u64(word.rotate_left(u64::BITS - PC_BITS));
    hasher.write_u32(parent);
    hasher.finish() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accesses_of_many_sizes_at_one_place_are_spread_out() {
        let mut places: Vec<usize> =
            (1..=500).map(|size| place(7, Frame::access(0x5555_5555_1234, size).word()) % 1024).collect();
        places.sort_unstable();
        places.dedup();
        // At random it would be 395 of 1024.
        assert!(places.len() > 300, "{}", places.len());
    }

    #[test]
    fn equal_stacks_have_equal_numbers() {
        let mut stacks = Stacks::new();
        let mut found = Vec::new();
        for round in 0..2 {
            for outer in 1..100 {
                let below = stacks.push(StackId::EMPTY, Frame::call(outer));
                for inner in 1..100 {
                    let stack = stacks.push(below, Frame::access(inner, 4));
                    if round == 0 {
                        found.push(stack);
                    } else {
                        assert_eq!(stack, found[(outer - 1) * 99 + inner - 1]);
                    }
                }
            }
        }
        let frames: Vec<Frame> = stacks.frames(found[99]).collect();
        assert_eq!(frames, [Frame::access(1, 4), Frame::call(2)]);
    }

    #[test]
    fn endless_recursion_takes_bounded_memory() {
        let mut stacks = Stacks::new();
        let mut stack = StackId::EMPTY;
        for _ in 0..100_000 {
            stack = stacks.push(stack, Frame::call(7));
        }
        assert_eq!(stacks.frames(stack).count(), DEEPEST as usize);
    }
}
