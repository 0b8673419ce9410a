//! Which accesses surely depend on which reads.
//!
//! A dependency counts only when it is there on every path, so this under-approximates. Within one function, through registers and through variables that one thread has for itself (`private`): a value depends on a
//! read if it is computed of it; a phi, if all its values do. Sources of
//! the three kinds: "Herding cats", section 4.3 (address, data, control).

mod overwritten;
mod private;

use cprog::ir::{
    BlockId, Effect, Function, FunctionId, Instruction, Operand, Operation, Point, Program, RegisterId, Terminator,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::{Aeg, EventId, NodeId, NodeKind};
use crate::model::{Direction, data_is_before_later_writes};
use private::Private;

/// The dependencies of a graph.
#[derive(Debug, Default)]
pub struct Dependencies {
    /// Read and access whose address or data is computed of it.
    pairs: FxHashSet<(EventId, EventId)>,
    /// Read and branch whose condition is computed of it.
    branches: FxHashSet<(EventId, NodeId)>,
    /// The accesses that depend on each read.
    dependent: FxHashMap<EventId, Vec<EventId>>,
    /// Reads that branches depend on.
    branching: FxHashSet<EventId>,
    /// Read and access whose address is computed of it, on models where writes wait for the addresses of what comes before; the access may be to memory that one thread has for itself.
    addresses: FxHashSet<(EventId, NodeId)>,
    /// Of these, the accesses, and the reads.
    addressed: FxHashSet<NodeId>,
    addressing: FxHashSet<EventId>,
}

/// Reads that each register of a function surely depends on.
type Known = FxHashMap<RegisterId, Vec<EventId>>;

impl Dependencies {
    /// Finds them; none when the graph's options say so.
    pub fn find(program: &Program, aeg: &Aeg) -> Dependencies {
        let mut found = Dependencies::default();
        if !aeg.options.dependencies || !aeg.options.model.has_dependencies {
            return found;
        }
        let mut of_point: FxHashMap<Point, Vec<EventId>> = FxHashMap::default();
        let mut functions: FxHashSet<FunctionId> = FxHashSet::default();
        for (id, event) in aeg.events.iter_enumerated() {
            of_point.entry(event.point).or_default().push(id);
            functions.insert(event.point.function);
        }
        let mut functions: Vec<FunctionId> = functions.into_iter().collect();
        functions.sort_unstable();
        let mut known: FxHashMap<FunctionId, Known> = FxHashMap::default();
        for function in &functions {
            known.insert(*function, registers(program, aeg, *function, &of_point));
        }
        for (id, event) in aeg.events.iter_enumerated() {
            let Some(instruction) = program.instruction(event.point) else { continue };
            let known = &known[&event.point.function];
            found.access(id, event.direction, &instruction.operation, known);
        }
        if aeg.options.model.local.knows_addresses {
            found.find_addresses(program, aeg, &known);
        }
        if data_is_before_later_writes(aeg.options.model) {
            overwritten::add(program, aeg, &mut found);
        }
        for (id, node) in aeg.nodes.iter_enumerated() {
            let (NodeKind::Branch, Some(known)) = (&node.kind, known.get(&node.point.function)) else { continue };
            let block = &program.functions[node.point.function].blocks[node.point.block];
            let Some(Operand::Register(register)) = block.terminator.condition() else { continue };
            let function = &program.functions[node.point.function];
            let arrivals = Arrivals { aeg, function, known };
            let mut reads: Vec<EventId> = known.get(register).into_iter().flatten().copied().collect();
            arrivals.reads(*register, node.point.block, 0, &mut reads);
            for read in reads {
                found.branches.insert((read, id));
                found.branching.insert(read);
            }
        }
        for (read, access) in &found.pairs {
            found.dependent.entry(*read).or_default().push(*access);
        }
        found
    }

    fn access(&mut self, event: EventId, direction: Direction, operation: &Operation, known: &Known) {
        let mut depends = |operand: &Operand| {
            if let Operand::Register(register) = operand {
                for read in known.get(register).into_iter().flatten() {
                    self.pairs.insert((*read, event));
                }
            }
        };
        match operation {
            Operation::Load { pointer, .. } => depends(pointer),
            Operation::Store { pointer, value, .. } => {
                depends(pointer);
                depends(value);
            }
            Operation::ReadModifyWrite { pointer, value, .. } => {
                depends(pointer);
                if direction == Direction::Write {
                    depends(value);
                }
            }
            Operation::CompareExchange { pointer, new, .. } => {
                depends(pointer);
                if direction == Direction::Write {
                    depends(new);
                }
            }
            // Library functions may read and write what they like in any order.
            _ => {}
        }
    }

    /// Finds the accesses for whose addresses later writes wait.
    fn find_addresses(&mut self, program: &Program, aeg: &Aeg, known: &FxHashMap<FunctionId, Known>) {
        for (id, node) in aeg.nodes.iter_enumerated() {
            let (NodeKind::Plain | NodeKind::Event(_)) = &node.kind else { continue };
            let Some(known) = known.get(&node.point.function) else { continue };
            let Some(instruction) = program.instruction(node.point) else { continue };
            let Effect::Access { pointer: Operand::Register(pointer), .. } = instruction.operation.effect() else {
                continue;
            };
            for read in known.get(pointer).into_iter().flatten() {
                self.addresses.insert((*read, id));
                self.addressed.insert(id);
                self.addressing.insert(*read);
            }
        }
    }

    /// Whether the address of the access at a node is computed of a read, and later writes wait for it.
    pub fn addresses(&self, read: EventId, node: NodeId) -> bool {
        self.addresses.contains(&(read, node))
    }

    /// Whether later writes wait for the address of the access at a node, which is computed of some read.
    pub(crate) fn is_addressed(&self, node: NodeId) -> bool {
        self.addressed.contains(&node)
    }

    /// Whether later writes wait for an address that is computed of a read.
    pub fn has_addresses(&self, read: EventId) -> bool {
        self.addressing.contains(&read)
    }

    /// Whether an access depends on a read by address or data.
    pub fn has(&self, read: EventId, access: EventId) -> bool {
        self.pairs.contains(&(read, access))
    }

    /// The accesses that depend on a read by address or data, in no order.
    pub fn dependent(&self, read: EventId) -> &[EventId] {
        self.dependent.get(&read).map_or(&[], Vec::as_slice)
    }

    /// Whether any branch depends on a read.
    pub fn has_branches(&self, read: EventId) -> bool {
        self.branching.contains(&read)
    }

    /// Whether a branch depends on a read.
    pub fn branches(&self, read: EventId, branch: NodeId) -> bool {
        self.branches.contains(&(read, branch))
    }
}

/// What each register surely depends on. A phi depends on what all its values do; one that is not known yet depends on nothing.
fn registers(program: &Program, aeg: &Aeg, id: FunctionId, of_point: &FxHashMap<Point, Vec<EventId>>) -> Known {
    let function = &program.functions[id];
    let mut known = Known::default();
    let mut private = Private::new(program, function);
    // Registers that are not known yet are only those of phis in loops; twice through settles what is no loop, the rest is given up.
    for _ in 0..2 {
        for (block_id, block) in function.blocks.iter_enumerated() {
            let mut held = private.at_start(block_id);
            for (index, instruction) in block.instructions.iter().enumerate() {
                private.pass(&mut held, instruction.result, &instruction.operation, &known);
                let Some(result) = instruction.result else { continue };
                let point = Point { function: id, block: block_id, index: index as u32 };
                let of = match &instruction.operation {
                    // An access that competes is an event: another thread may have stored what it reads.
                    Operation::Load { ty, pointer, .. } if !of_point.contains_key(&point) => {
                        private.loaded(&held, ty, pointer)
                    }
                    Operation::Load { .. } | Operation::ReadModifyWrite { .. } | Operation::CompareExchange { .. } => {
                        let reads = of_point.get(&point).into_iter().flatten();
                        reads.copied().filter(|event| aeg.events[*event].direction == Direction::Read).collect()
                    }
                    Operation::Phi { incoming, .. } => all_of(incoming.iter().map(|(_, value)| value), &known),
                    // Only the condition is sure to count; compilers make a branch of it.
                    Operation::Select { condition, .. } => any_of(&[condition], &known),
                    Operation::Call { .. }
                    | Operation::Any(_)
                    | Operation::Assembly { .. }
                    | Operation::Havoc(_)
                    | Operation::StartThread { .. } => Vec::new(),
                    other => {
                        let mut operands = Vec::new();
                        other.operands(&mut |operand| operands.push(operand.clone()));
                        any_of(&operands.iter().collect::<Vec<_>>(), &known)
                    }
                };
                known.insert(result, of);
            }
            private.end(block_id, held);
        }
    }
    known
}

/// Conditions nest no deeper than this, or dependencies are missed.
const MAX_DEPTH: usize = 16;

/// What a branch depends on that comes by a phi of its own block: `a || b` is true by `b` only where control comes from `b`. A read from which control comes to the block over that edge alone
/// has decided the branch when it is passed the first time, whatever other edges bring.
struct Arrivals<'a> {
    aeg: &'a Aeg,
    function: &'a Function,
    known: &'a Known,
}

impl Arrivals<'_> {
    /// Adds the reads that a register, computed in a block, depends on when control arrives from them. `depth`: how many registers led to this one.
    fn reads(&self, register: RegisterId, block: BlockId, depth: usize, reads: &mut Vec<EventId>) {
        if depth > MAX_DEPTH {
            return;
        }
        let instructions = &self.function.blocks[block].instructions;
        let Some(instruction) = instructions.iter().find(|instruction| instruction.result == Some(register)) else {
            return;
        };
        match &instruction.operation {
            Operation::Phi { incoming, .. } => {
                for (from, value) in incoming {
                    let Operand::Register(value) = value else { continue };
                    let mut of_value: Vec<EventId> = self.known.get(value).into_iter().flatten().copied().collect();
                    self.reads(*value, *from, depth + 1, &mut of_value);
                    reads.extend(of_value.into_iter().filter(|read| self.leads_to(*read, *from, block)));
                }
            }
            Operation::Compare { .. }
            | Operation::Cast { .. }
            | Operation::Binary { .. }
            | Operation::Negate { .. }
            | Operation::Copy(_) => instruction.operation.operands(&mut |operand| {
                if let Operand::Register(operand) = operand {
                    self.reads(*operand, block, depth + 1, reads);
                }
            }),
            _ => {}
        }
    }

    /// Whether control goes from a read to a block over the edge from `last`, and nowhere else.
    fn leads_to(&self, read: EventId, last: BlockId, block: BlockId) -> bool {
        let mut at = self.aeg.events[read].point.block;
        // A chain of jumps that is longer comes back to where it was.
        for _ in 0..self.function.blocks.len() {
            let body = &self.function.blocks[at];
            // What is called may come to the block itself, in an activation of its own.
            let calls = |instruction: &Instruction| matches!(instruction.operation, Operation::Call { .. });
            let Terminator::Jump(next) = body.terminator else { return false };
            if body.instructions.iter().any(calls) {
                return false;
            }
            if next == block {
                return at == last;
            }
            at = next;
        }
        false
    }
}

fn any_of(operands: &[&Operand], known: &Known) -> Vec<EventId> {
    let mut all: Vec<EventId> = Vec::new();
    for operand in operands {
        if let Operand::Register(register) = operand {
            all.extend(known.get(register).into_iter().flatten());
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

fn all_of<'o>(operands: impl Iterator<Item = &'o Operand>, known: &Known) -> Vec<EventId> {
    let mut common: Option<Vec<EventId>> = None;
    for operand in operands {
        let of = match operand {
            Operand::Register(register) => known.get(register).cloned().unwrap_or_default(),
            _ => Vec::new(),
        };
        common = Some(match common {
            None => of,
            Some(common) => common.into_iter().filter(|event| of.contains(event)).collect(),
        });
    }
    common.unwrap_or_default()
}
