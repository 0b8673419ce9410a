//! What may be executed while a thread runs: not what comes before its start, nor what comes after a wait for its end.

use cprog::ir::{Operand, Operation, Program};
use cprog::threads::ThreadId;
use rustc_hash::FxHashSet;

use super::{Aeg, NodeId, NodeKind};
use crate::model::FenceKind;

impl Aeg {
    /// For each thread with one start that is known: the nodes of others that may be executed while it runs.
    pub(super) fn find_concurrent(&mut self, program: &Program) {
        for thread in self.threads.threads.ids() {
            let starts = &self.threads.threads[thread].starts;
            // A root may run beside anything.
            if starts.is_empty() {
                continue;
            }
            let start_nodes: Vec<NodeId> = self
                .nodes
                .iter_enumerated()
                .filter(|(_, node)| starts.contains(&node.point) && node.kind == NodeKind::Fence(FenceKind::Full))
                .map(|(id, _)| id)
                .collect();
            let join = self.join_of(program, thread);
            self.concurrent[thread] = Some(self.after(&start_nodes, &join));
        }
        self.close_concurrent();
    }

    /// A thread that is started by one which runs with another runs with it, too: what is concurrent with a thread is concurrent with those that it
    /// starts, and all of a started thread is concurrent with what is so with its start.
    fn close_concurrent(&mut self) {
        for thread in self.threads.threads.ids() {
            // Only starts in root threads are placed in time; a thread that another started thread starts may run with anything.
            let by_root = self.threads.threads[thread].starts.iter().all(|start| {
                self.threads.of_function[start.function]
                    .iter()
                    .all(|by| self.threads.threads[*by].is_root && !self.threads.threads[*by].many)
            });
            if !by_root {
                self.concurrent[thread] = None;
            } else if let Some(nodes) = &mut self.concurrent[thread] {
                // All other started threads may run with it.
                for (function, entry) in self.entries.iter_enumerated() {
                    let by_started =
                        self.threads.of_function[function].iter().any(|by| !self.threads.threads[*by].is_root);
                    if entry.is_some() && by_started {
                        nodes.extend(
                            self.nodes
                                .iter_enumerated()
                                .filter(|(_, node)| node.point.function == function)
                                .map(|(id, _)| id),
                        );
                    }
                }
            }
        }
    }

    /// The joins that surely wait for a thread: it has one start, executed once, whose handle is a variable that nothing else writes, and
    /// the join reads it.
    fn join_of(&self, program: &Program, thread: ThreadId) -> Vec<NodeId> {
        let thread = &self.threads.threads[thread];
        let [start] = thread.starts.as_slice() else { return Vec::new() };
        if thread.many {
            return Vec::new();
        }
        let Some(Operation::StartThread { handle, .. }) =
            program.instruction(*start).map(|instruction| &instruction.operation)
        else {
            return Vec::new();
        };
        let function = &program.functions[start.function];
        let Operand::Register(handle) = handle else { return Vec::new() };
        let mut uses = 0;
        let mut loaded = Vec::new();
        for block in &function.blocks {
            for instruction in &block.instructions {
                let before = uses;
                instruction
                    .operation
                    .operands(&mut |operand| uses += usize::from(*operand == Operand::Register(*handle)));
                if let (Operation::Load { .. }, Some(result)) = (&instruction.operation, instruction.result)
                    && uses > before
                {
                    loaded.push(result);
                    uses = before;
                }
            }
        }
        let is_local = function.blocks.iter().flat_map(|block| &block.instructions).any(|instruction| {
            instruction.result == Some(*handle) && matches!(instruction.operation, Operation::Alloca { .. })
        });
        // Beside loads, the start alone may use the handle: else a join may wait for another thread by it.
        if uses != 1 || !is_local {
            return Vec::new();
        }
        self.nodes
            .iter_enumerated()
            .filter(|(_, node)| node.point.function == start.function)
            .filter(|(_, node)| match program.instruction(node.point).map(|instruction| &instruction.operation) {
                Some(Operation::JoinThread { handle: Operand::Register(register), .. }) => loaded.contains(register),
                _ => false,
            })
            .map(|(id, _)| id)
            .collect()
    }

    /// Nodes that may be executed after one of `starts` without passing one of `stops`, callees and callers included.
    fn after(&self, starts: &[NodeId], stops: &[NodeId]) -> FxHashSet<NodeId> {
        let mut seen: FxHashSet<NodeId> = FxHashSet::default();
        let mut work: Vec<NodeId> = Vec::new();
        for start in starts {
            work.extend(&self.nodes[*start].next);
        }
        while let Some(node) = work.pop() {
            if stops.contains(&node) || !seen.insert(node) {
                continue;
            }
            work.extend(&self.nodes[node].next);
            match &self.nodes[node].kind {
                NodeKind::Call { callees, .. } => {
                    work.extend(callees.iter().filter_map(|callee| self.entries[*callee]))
                }
                NodeKind::Return => {
                    for caller in &self.callers[self.nodes[node].point.function] {
                        work.extend(&self.nodes[*caller].next);
                    }
                }
                NodeKind::Plain | NodeKind::Event(_) | NodeKind::Fence(_) | NodeKind::Branch | NodeKind::Entry => {}
            }
        }
        seen
    }
}
