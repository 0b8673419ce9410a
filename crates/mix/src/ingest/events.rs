//! What a body may do, as models see it: the event structures of all its paths, in a canonical text. Bodies with equal texts have the same outcomes
//! in every combined test.
//!
//! The body is executed symbolically by the crate `execution`, as the simulator does it. Before it stand loads that give each value argument a symbol
//! of its own; pointers are addresses of distinct locations. Behind it stand a store of each result and a fence. So everything that connects the body
//! with what comes before and behind is in the path: values of results as terms over arguments and reads, dependencies that go through arguments, that
//! results carry on, and control dependencies of whatever follows.
//!
//! Why equal texts mean equal outcomes: symbolic execution of a combined thread composes that of its pieces. A path of the thread is a path of each
//! piece, with the values of the arguments in place of the symbols, and with the reads that these come from in place of the loads. What the simulator
//! looks at besides (tags, sizes, instances, intra-instruction causality, conditions) is written down here event by event. Left out is only what it
//! does not look at: instructions without events, names of registers and labels, and the order in which paths were found.
//!
//! Two things are not composed in this way, and have no text. Rounds of loops are counted over the whole thread: bodies whose loops do more than to
//! retry a store are compared by their code. (Rounds of the others have no effect but for the last; see `Lowered::retries`.) And models that
//! compute dependencies themselves see registers. For the shipped ones `register_flow` writes down what they make of them; where another one judges, all
//! bodies are compared by their code.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::lowered::Lowered;
use super::outline::{Outline, OutlinePath, Substitutes};
use super::path_text::{self, PathText, Seen};
use super::weakening::{may_follow_idle_writes, weakenings, without_guesses};
use crate::Architecture;
use crate::fragment::Passed;
use execution::{Action, Event, Limits, ThreadPath, ThreadPaths, Visible};
use program::{
    Block, CodePlace, Computation, Expressions, IdVec, Index, InitialRegister, Instruction, InstructionId, LocationId,
    MicroOp, Node, Program, RegisterId, TagSet, Target, Temp, Thread, ThreadId, ThreadRelations, Width, operations,
};
use rustc_hash::FxHashSet;

/// A body has no more paths: LL/SC loops of 128 bits have a dozen.
const MOST_PATHS: usize = 512;

/// Where what a register held before the body is loaded from, if it is no argument. Nothing else is there.
const NO_ARGUMENT: u32 = u32::MAX >> 1;

/// What a body may do.
pub(super) struct Meaning {
    /// Its event structures as text.
    pub(super) text: String,
    /// The same without what only orders.
    pub(super) outline: Outline,
    /// The instructions of the body that read nothing but what a later read finds again, on every path (see `weakening`).
    pub(super) guesses: BTreeSet<usize>,
    /// By location, those of arguments first, one for each register: the sizes of its accesses.
    pub(super) sizes: BTreeMap<u32, BTreeSet<Width>>,
}

impl Meaning {
    /// Two views of one body.
    pub(super) fn and(self, other: Meaning) -> Meaning {
        let mut sizes = self.sizes;
        for (location, all) in other.sizes {
            sizes.entry(location).or_default().extend(all);
        }
        let guesses = self.guesses.intersection(&other.guesses).copied().collect();
        Meaning { text: self.text + &other.text, outline: self.outline.and(other.outline), guesses, sizes }
    }
}

/// The event structures of a body; none where bodies like it are compared by their code.
///
/// `arguments` and `results` are the registers of each argument and each result.
pub(super) fn meaning(
    lowered: &Lowered,
    architecture: Architecture,
    arguments: &[(Passed, Vec<&str>)],
    results: &[&str],
) -> Option<Meaning> {
    if lowered.retries().1 {
        return None;
    }
    let frame = Frame::new(lowered, architecture, arguments, results);
    let found = frame.found.clone();
    let callers = frame.before.len() as u32;
    let end = frame.before.len() + lowered.thread.instructions.len();
    let program = frame.program()?;
    let of = Seen { architecture, found: &found, callers, end };
    // Bodies are equal only where all models of the architecture see the same.
    let views = architecture.views().iter().map(|&visible| paths(&program, &of, visible));
    views.collect::<Option<Vec<Meaning>>>()?.into_iter().reduce(Meaning::and)
}

/// The paths of a body, as models see them that are shown these events.
fn paths(program: &Program, seen: &Seen<'_>, visible: Visible) -> Option<Meaning> {
    // Loops that do more than retry have no meaning here, and of those that retry the last round is enough.
    let limits = Limits { unroll: 0, paths: MOST_PATHS, ..Limits::default() };
    let mut paths = ThreadPaths::explore(program, visible, &limits).ok()?;
    let threads = std::mem::take(&mut paths.threads);
    let x = &mut paths.expressions;
    let mut all: Vec<String> = Vec::new();
    let mut outline: Vec<Vec<OutlinePath>> = Vec::new();
    let mut may_follow = true;
    let mut sizes: BTreeMap<u32, BTreeSet<Width>> = BTreeMap::new();
    let mut guesses: Option<BTreeSet<usize>> = None;
    for path in threads.get(ThreadId::from_number(0))? {
        // A path is cut where a loop goes round again that only retries.
        if path.cut.is_some() {
            continue;
        }
        // Faults, and what the architecture requires of code, have no place in the text.
        if path.fault.is_some() || path.requirements().next().is_some() {
            return None;
        }
        all.push(PathText::whole(path, x, seen.found, visible));
        // A read that one path needs is no guess on the others.
        let of_path = guesses_of(path, x, seen.callers);
        guesses = Some(match guesses {
            Some(known) => known.intersection(&of_path).copied().collect(),
            None => of_path,
        });
        for event in path.events.iter().filter(|event| event.instance >= seen.callers) {
            if let Some((location, width)) = access(event, x) {
                sizes.entry(location).or_default().insert(width);
            }
        }
        may_follow &= may_follow_idle_writes(path, &path_text::flows(path, visible), seen);
        let ways = weakenings(path, x, seen.architecture, seen.callers);
        outline.push(ways.iter().map(|way| PathText::outline(way, x, seen, visible)).collect());
    }
    all.sort();
    all.dedup();
    // The order in which paths are found follows the layout of the code.
    outline.sort_by(|one, other| one[0].text.cmp(&other[0].text));
    outline.dedup();
    Some(Meaning {
        text: all.concat(),
        outline: Outline::new(outline, may_follow, Substitutes::of(seen.architecture)),
        guesses: guesses.unwrap_or_default(),
        sizes,
    })
}

/// The instructions whose reads a path finds again later.
fn guesses_of(path: &ThreadPath, x: &mut Expressions, callers: u32) -> BTreeSet<usize> {
    let left_out = without_guesses(path, x, callers).map(|found| found.left_out).unwrap_or_default();
    let places = left_out.iter().filter_map(|&number| path.events[number].instruction);
    places.filter_map(|place| place.instruction.index().checked_sub(callers as usize)).collect()
}

/// The location and the size of an access, where its address is that of a location plus a number.
fn access(event: &Event, x: &Expressions) -> Option<(u32, Width)> {
    let (address, width) = match event.action {
        Action::Read { address, width, .. } | Action::ReadModifyWrite { address, width, .. } => (address, width),
        Action::Write { address, value } => (address, x.width(value)),
        Action::Synchronize { .. }
        | Action::InitialWrite { .. }
        | Action::RegisterRead { .. }
        | Action::RegisterWrite { .. }
        | Action::Fence
        | Action::Branch
        | Action::Predicate => return None,
    };
    match x.node(address) {
        Node::Address(location, _) => Some((location.number(), width)),
        _ => None,
    }
}

/// A body between what stands for its caller.
struct Frame<'a> {
    lowered: &'a Lowered,
    architecture: Architecture,
    /// How many locations there are: one for each argument's register, and one for each result's.
    locations: u32,
    initial: Vec<InitialRegister>,
    /// Registers that the body reads and was not given. The loads that give them something come before all others.
    found: Vec<RegisterId>,
    before: Vec<Block>,
    after: Vec<Block>,
}

impl<'a> Frame<'a> {
    fn new(
        lowered: &'a Lowered,
        architecture: Architecture,
        arguments: &[(Passed, Vec<&str>)],
        results: &[&str],
    ) -> Frame<'a> {
        let mut frame = Frame {
            lowered,
            architecture,
            locations: 0,
            initial: Vec::new(),
            found: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
        };
        let mut given: FxHashSet<RegisterId> = FxHashSet::default();
        for (passed, registers) in arguments {
            for name in registers {
                // Every argument has its number, whether the body names its register or not.
                let location = frame.location();
                let Some(register) = lowered.find(name) else { continue };
                given.insert(register);
                match passed {
                    Passed::Address => frame.points_to(register, location),
                    Passed::Number(_) => frame.holds_any(register, location),
                }
            }
        }
        let loads_of_arguments = std::mem::take(&mut frame.before);
        frame.found = frame.others_that_are_read(&given);
        for register in frame.found.clone() {
            frame.holds_any(register, LocationId::from_number(NO_ARGUMENT));
        }
        frame.before.extend(loads_of_arguments);
        for name in results {
            let location = frame.location();
            if let Some(register) = lowered.find(name) {
                frame.gives(register, location);
            }
        }
        frame.after.push(vec![MicroOp::Fence { tags: TagSet::NONE }]);
        frame
    }

    fn location(&mut self) -> LocationId {
        self.locations += 1;
        LocationId::from_number(self.locations - 1)
    }

    fn points_to(&mut self, register: RegisterId, location: LocationId) {
        let value = Computation::Address(location, 0);
        self.initial.push(InitialRegister { thread: ThreadId::from_number(0), register, low: 0, value });
    }

    /// The register holds a value of which nothing is known, and which has its own origin.
    fn holds_any(&mut self, register: RegisterId, location: LocationId) {
        let width = self.lowered.registers[register].width;
        let [address, value] = [Temp(0), Temp(1)];
        self.before.push(vec![
            MicroOp::Let { result: address, operation: Computation::Address(location, 0) },
            MicroOp::Load { result: value, address, width, tags: TagSet::NONE },
            MicroOp::WriteRegister { register, low: 0, value },
        ]);
    }

    /// What the register holds at the end is looked at.
    fn gives(&mut self, register: RegisterId, location: LocationId) {
        let width = self.lowered.registers[register].width;
        let [address, value] = [Temp(0), Temp(1)];
        self.after.push(vec![
            MicroOp::Let { result: address, operation: Computation::Address(location, 0) },
            MicroOp::ReadRegister { result: value, register, low: 0, width },
            MicroOp::Store { address, value, tags: TagSet::NONE },
        ]);
    }

    /// Registers that the body reads and that it was not given. That it has written them before is not looked into: what it reads of the caller's shows as
    /// a symbol. Those that it never writes and that are no general ones hold nothing: zero registers, and the stack pointer.
    fn others_that_are_read(&self, given: &FxHashSet<RegisterId>) -> Vec<RegisterId> {
        let convention = self.architecture.convention();
        let names = convention.arguments.iter().chain(convention.preserved).chain(convention.glue);
        let mut candidates: FxHashSet<RegisterId> =
            names.chain(convention.results).filter_map(|name| self.lowered.register(name)).collect();
        let mut read: FxHashSet<RegisterId> = FxHashSet::default();
        for instruction in &self.lowered.thread.instructions {
            for op in operations(&instruction.block) {
                match op {
                    MicroOp::ReadRegister { register, .. } => _ = read.insert(*register),
                    MicroOp::WriteRegister { register, .. } => _ = candidates.insert(*register),
                    _ => {}
                }
            }
        }
        let is_meant = |register: &RegisterId| {
            let width = self.lowered.registers[*register].width;
            candidates.contains(register) && !given.contains(register) && (1..=128).contains(&width)
        };
        let mut all: Vec<RegisterId> = read.into_iter().filter(is_meant).collect();
        all.sort_unstable();
        all
    }

    /// The program; none where the body knows addresses of code.
    fn program(self) -> Option<Program> {
        let language = self.architecture.language();
        let count = self.lowered.thread.instructions.len();
        let first = self.before.len();
        let end = first + count;
        let mut blocks = self.before;
        for instruction in &self.lowered.thread.instructions {
            blocks.push(moved(&instruction.block, first, end)?);
        }
        blocks.extend(self.after);
        let span = self.lowered.span;
        let instruction = |block: Block| Instruction { span, block, labels: Vec::new() };
        let instructions: Vec<Instruction> = blocks.into_iter().map(instruction).collect();
        let thread = Thread { instructions: instructions.into(), end_labels: Vec::new() };
        Some(Program {
            threads: vec![thread].into(),
            registers: Arc::clone(&self.lowered.registers),
            locations: IdVec::new(),
            initial_registers: self.initial,
            default_registers: Vec::new(),
            address_width: language.address_width(),
            initial_tags: language.initial_tags(),
            follows_known_branches: false,
            words: IdVec::new(),
            mixed_sizes: language.mixed_sizes(),
            thread_relations: ThreadRelations::default(),
        })
    }
}

/// The block behind so many other instructions; what goes to the end goes to `end`. None where it knows addresses of code.
fn moved(block: &Block, by: usize, end: usize) -> Option<Block> {
    let target = |target: Target| match target {
        Target::Instruction(id) => Target::Instruction(InstructionId::new((id.index() + by).min(end))),
        Target::Code(CodePlace { instruction, .. }) => {
            Target::Instruction(InstructionId::new((instruction.index() + by).min(end)))
        }
        Target::Exit => Target::Instruction(InstructionId::new(end)),
    };
    let one = |op: &MicroOp| -> Option<MicroOp> {
        Some(match op {
            MicroOp::Jump(to) => MicroOp::Jump(target(*to)),
            MicroOp::Branch { condition, target: to, is_event } => {
                MicroOp::Branch { condition: *condition, target: target(*to), is_event: *is_event }
            }
            MicroOp::If { condition, is_event, then, otherwise } => MicroOp::If {
                condition: *condition,
                is_event: *is_event,
                then: moved(then, by, end)?,
                otherwise: moved(otherwise, by, end)?,
            },
            MicroOp::JumpTo { .. } | MicroOp::Let { operation: Computation::Code(_), .. } => return None,
            MicroOp::Let { .. }
            | MicroOp::ReadRegister { .. }
            | MicroOp::WriteRegister { .. }
            | MicroOp::Load { .. }
            | MicroOp::Store { .. }
            | MicroOp::Written { .. }
            | MicroOp::ReadModifyWrite { .. }
            | MicroOp::Synchronize { .. }
            | MicroOp::Nondeterministic { .. }
            | MicroOp::Assume { .. }
            | MicroOp::Require { .. }
            | MicroOp::Mark(_)
            | MicroOp::Fence { .. } => op.clone(),
        })
    };
    block.iter().map(one).collect()
}
