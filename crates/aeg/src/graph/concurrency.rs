//! What may be executed while a thread runs: not what comes before its start, nor what comes after a wait for its end.

use cprog::ir::{FunctionId, Operand, Operation, Point, Program};
use cprog::threads::ThreadId;
use relation::IdVec;
use rustc_hash::FxHashMap;

use super::{Aeg, Node, NodeId, NodeKind};

/// What of a root thread's nodes may be executed while another thread runs.
#[derive(Clone, Debug)]
pub(super) enum Concurrent {
    /// All of them.
    Everything,
    /// These.
    Nodes(IdVec<NodeId, bool>),
}

impl Concurrent {
    pub(super) fn has(&self, node: NodeId) -> bool {
        match self {
            Concurrent::Everything => true,
            Concurrent::Nodes(nodes) => nodes[node],
        }
    }

    /// Adds what another has; returns whether that is new.
    fn unite(&mut self, other: &Concurrent) -> bool {
        match (&mut *self, other) {
            (Concurrent::Everything, _) => false,
            (Concurrent::Nodes(_), Concurrent::Everything) => {
                *self = Concurrent::Everything;
                true
            }
            (Concurrent::Nodes(mine), Concurrent::Nodes(others)) => unite(mine, others),
        }
    }
}

/// Adds nodes; returns whether any is new.
fn unite(mine: &mut IdVec<NodeId, bool>, others: &IdVec<NodeId, bool>) -> bool {
    let mut changed = false;
    for (mine, other) in mine.iter_mut().zip(others.iter()) {
        changed |= *other && !*mine;
        *mine |= *other;
    }
    changed
}

impl Aeg {
    /// For each thread: the nodes of a root thread with one instance that may be executed while it runs.
    ///
    /// A thread that a root starts runs with what the root executes after the start, up to a wait for its end. One that another started thread starts, too: its start comes
    /// after the other's, but it may still run when the other has ended. Sets grow until nothing changes, as threads may start each other.
    pub(super) fn find_concurrent(&mut self, program: &Program) {
        let count = self.threads.threads.len();
        let none = IdVec::from_elem(false, self.nodes.len());
        let mut since_start = IdVec::from_elem(Concurrent::Nodes(none), count);
        // Started threads that start each thread.
        let mut starters: IdVec<ThreadId, Vec<ThreadId>> = IdVec::from_elem(Vec::new(), count);
        // A start through a pointer may start as many threads as there are functions.
        let mut after_start: FxHashMap<Point, IdVec<NodeId, bool>> = FxHashMap::default();
        let returns = self.may_return(&[]);
        for (id, thread) in self.threads.threads.iter_enumerated() {
            // A root may run beside anything, and what is done when a signal comes.
            if thread.starts.is_empty() || thread.is_handler {
                since_start[id] = Concurrent::Everything;
            }
            // The threads of a team have ended when the one that started them goes on, and what it does meanwhile is done by them.
            for start in thread.starts.iter().filter(|start| !self.threads.teams.contains(*start)) {
                for by in &self.threads.of_function[start.function] {
                    let starter = &self.threads.threads[*by];
                    if !starter.is_root {
                        starters[id].push(*by);
                    } else if starter.many {
                        since_start[id] = Concurrent::Everything;
                    } else if let Concurrent::Nodes(nodes) = &mut since_start[id] {
                        let after = after_start
                            .entry(*start)
                            .or_insert_with(|| self.after(&self.start_nodes(*start), &[], &returns));
                        unite(nodes, after);
                    }
                }
            }
        }
        loop {
            let mut changed = false;
            for (id, starters) in starters.iter_enumerated() {
                for starter in starters {
                    let theirs = since_start[*starter].clone();
                    changed |= since_start[id].unite(&theirs);
                }
            }
            if !changed {
                break;
            }
        }
        // Only now: a thread that the joined one has started may outlive the join, and has taken over what runs behind it.
        for id in self.threads.threads.ids() {
            // A join ends a thread only where it is the one start of it: of several instances the join waits for one.
            let joins = self.join_of(program, id);
            if let ([start], [], [_, ..]) =
                (self.threads.threads[id].starts.as_slice(), starters[id].as_slice(), joins.as_slice())
                && let Concurrent::Nodes(nodes) = &mut since_start[id]
            {
                *nodes = self.after(&self.start_nodes(*start), &joins, &self.may_return(&joins));
            }
        }
        self.concurrent = since_start;
    }

    fn start_nodes(&self, start: Point) -> Vec<NodeId> {
        let is_start = |node: &Node| node.point == start && node.kind != NodeKind::Entry;
        self.nodes.iter_enumerated().filter(|(_, node)| is_start(node)).map(|(id, _)| id).collect()
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
                    // A load reads the name of the thread, which is what the join is given, and changes no handle.
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

    /// Nodes that may be executed after one of `starts` without passing one of `stops`, callees and callers included. Calls and returns are matched: what was entered on
    /// the way comes back to where it was called, so that a function which is called everywhere does not lead back to the program's beginning. `returns`: the functions that
    /// [`Aeg::may_return`] past none of `stops`.
    pub(crate) fn after(
        &self,
        starts: &[NodeId],
        stops: &[NodeId],
        returns: &IdVec<FunctionId, bool>,
    ) -> IdVec<NodeId, bool> {
        // Whether a node was reached, and whether it was in a call that was entered on the way.
        let mut seen: IdVec<NodeId, [bool; 2]> = IdVec::from_elem([false; 2], self.nodes.len());
        let mut work: Vec<(NodeId, bool)> = Vec::new();
        for start in starts {
            // A start is executed before what follows it, and is in the result only if a path comes back to it.
            work.extend(self.nodes[*start].next.iter().map(|next| (*next, false)));
        }
        while let Some((node, entered)) = work.pop() {
            if stops.contains(&node) || std::mem::replace(&mut seen[node][usize::from(entered)], true) {
                continue;
            }
            let next = self.nodes[node].next.iter().map(|next| (*next, entered));
            match &self.nodes[node].kind {
                NodeKind::Call { callees, optional } => {
                    if *optional || callees.iter().any(|callee| returns[*callee]) {
                        work.extend(next);
                    }
                    work.extend(callees.iter().filter_map(|callee| self.entries[*callee]).map(|entry| (entry, true)));
                }
                // Where the call was met, it went on behind itself already, if a callee returns.
                NodeKind::Return if entered => {}
                NodeKind::Return => {
                    for caller in &self.callers[self.nodes[node].point.function] {
                        work.extend(self.nodes[*caller].next.iter().map(|next| (*next, false)));
                    }
                }
                NodeKind::Plain | NodeKind::Event(_) | NodeKind::Fence(_) | NodeKind::Branch | NodeKind::Entry => {
                    work.extend(next);
                }
            }
        }
        seen.iter().map(|[outside, entered]| *outside || *entered).collect()
    }

    /// Functions with a path from their entry to a return, past none of `stops`.
    pub(crate) fn may_return(&self, stops: &[NodeId]) -> IdVec<FunctionId, bool> {
        let mut returns = IdVec::from_elem(false, self.entries.len());
        // Callees stand mostly before their callers in a text.
        let mut work: Vec<FunctionId> = self.entries.ids().rev().collect();
        let mut searches = IdVec::from_elem(0, self.nodes.len());
        let mut search = 0;
        while let Some(function) = work.pop() {
            let Some(entry) = self.entries[function] else { continue };
            search += 1;
            if !returns[function] && self.reaches_return(entry, stops, &returns, (&mut searches, search)) {
                returns[function] = true;
                let callers = self.callers[function].iter().map(|call| self.nodes[*call].point.function);
                // Callers that were looked at before may have failed at the call of this function alone.
                work.extend(callers.filter(|caller| !returns[*caller]));
            }
        }
        returns
    }

    /// Whether a path leads from a function's entry to a return of it, through calls of functions that are known to return. `searches`: the last search that came to each node, and the
    /// number of this one.
    fn reaches_return(
        &self,
        entry: NodeId,
        stops: &[NodeId],
        returns: &IdVec<FunctionId, bool>,
        (searches, search): (&mut IdVec<NodeId, u32>, u32),
    ) -> bool {
        let mut work = vec![entry];
        while let Some(node) = work.pop() {
            if stops.contains(&node) || std::mem::replace(&mut searches[node], search) == search {
                continue;
            }
            match &self.nodes[node].kind {
                NodeKind::Return => return true,
                NodeKind::Call { callees, optional } if !optional && !callees.iter().any(|callee| returns[*callee]) => {
                }
                NodeKind::Call { .. }
                | NodeKind::Plain
                | NodeKind::Event(_)
                | NodeKind::Fence(_)
                | NodeKind::Branch
                | NodeKind::Entry => work.extend(&self.nodes[node].next),
            }
        }
        false
    }
}
