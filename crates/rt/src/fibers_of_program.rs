//! Fibers that the program makes itself and announces (`__tsan_switch_to_fiber`).
//!
//! A fiber is a call stack that threads take turns with. To the model the thread goes on: all that it does is in its program order, which may order more than the
//! fibers do; what a fiber has done on one thread happens before what it does on the next.

use rustc_hash::FxHashMap;

use c11::SyncObject;

use crate::runtime::Runtime;
use crate::stacks::StackId;

/// The fibers, by number; a thread's own has the number of the thread with the highest bit set.
#[derive(Debug, Default)]
pub(crate) struct Fibers {
    made: usize,
    all: FxHashMap<usize, Fiber>,
    /// By thread: which one it runs, if not its own.
    running: FxHashMap<usize, usize>,
}

#[derive(Debug)]
struct Fiber {
    stack: StackId,
    sync: SyncObject,
}

const OWN: usize = 1 << 63;

impl Runtime {
    /// The fiber that the running thread runs.
    pub(crate) fn current_fiber(&mut self) -> usize {
        self.fibers.running.get(&self.current).copied().unwrap_or(OWN | self.current)
    }

    /// A new fiber.
    pub(crate) fn create_fiber(&mut self) -> usize {
        self.fibers.made += 1;
        let fiber = self.fibers.made;
        self.fibers.all.insert(fiber, Fiber { stack: StackId::EMPTY, sync: SyncObject::new() });
        self.release_fiber(fiber);
        fiber
    }

    /// It is not used any more.
    pub(crate) fn destroy_fiber(&mut self, fiber: usize) {
        self.fibers.all.remove(&fiber);
    }

    /// The running thread goes on with this fiber.
    pub(crate) fn switch_to_fiber(&mut self, fiber: usize) {
        let (left, stack) = (self.current_fiber(), self.thread().stack);
        let old = self.fibers.all.entry(left).or_insert_with(|| Fiber { stack, sync: SyncObject::new() });
        old.stack = stack;
        self.release_fiber(left);
        self.fibers.running.insert(self.current, fiber);
        let me = self.me();
        if let Some(entered) = self.fibers.all.get(&fiber) {
            if let Some(live) = &mut self.live {
                live.execution.acquire(me, &entered.sync);
            }
            let stack = entered.stack;
            self.thread().stack = stack;
        }
    }

    fn release_fiber(&mut self, fiber: usize) {
        let me = self.me();
        if let (Some(live), Some(fiber)) = (&mut self.live, self.fibers.all.get_mut(&fiber)) {
            live.execution.release(me, &mut fiber.sync);
        }
    }
}
