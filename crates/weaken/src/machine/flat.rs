//! The code of a test as one list of steps: blocks within blocks are jumps.

use program::{CodePlace, Computation, IdVec, MicroOp, Program, RegisterId, TagSet, Target, Temp, ThreadId, Width};
use relation::newtype_index;

newtype_index! {
    /// A step of the code.
    pub(super) struct StepId("pc");
    /// A register that the program uses, by its place in a thread's state.
    pub(super) struct Slot("reg");
}

/// What is done in one step.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// The first step of an instruction: its temporaries begin anew.
    Begin,
    Let {
        result: Temp,
        operation: Computation,
    },
    ReadRegister {
        result: Temp,
        register: Slot,
        low: u16,
        width: Width,
    },
    WriteRegister {
        register: Slot,
        low: u16,
        value: Temp,
    },
    Load {
        result: Temp,
        address: Temp,
        width: Width,
        tags: TagSet,
    },
    Store {
        address: Temp,
        value: Temp,
        tags: TagSet,
    },
    /// The bit 1, which depends on the last write.
    Written {
        result: Temp,
    },
    Fence {
        tags: TagSet,
    },
    Nondeterministic {
        result: Temp,
    },
    Assume {
        condition: Temp,
    },
    Require {
        condition: Temp,
    },
    Jump(StepId),
    /// A jump to the address of code; a return to 0 ends the thread.
    JumpTo {
        address: Temp,
        is_return: bool,
    },
    /// Jumps when the condition is 1; what follows depends on it by control.
    Branch {
        condition: Temp,
        target: StepId,
    },
    /// Jumps when the condition is 0; until the matching [`Step::Leave`] all depends on the condition.
    Enter {
        condition: Temp,
        otherwise: StepId,
    },
    /// The end of a choice within an instruction.
    Leave,
    /// The end of the thread.
    End,
}

/// What a step does: the classification by which analyses of the code look at it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Effect {
    /// It changes temporaries and registers of its thread alone.
    Local,
    Read {
        address: Temp,
    },
    Write {
        address: Temp,
        tags: TagSet,
    },
    Fence(TagSet),
    /// The execution goes on where a condition holds.
    Assume,
    /// The thread goes on here,
    Jump(StepId),
    /// or here when a condition holds, else behind the step;
    Branch {
        condition: Temp,
        target: StepId,
    },
    /// likewise, within an instruction.
    Choice {
        otherwise: StepId,
    },
    /// There both ways meet.
    ChoiceEnd,
    /// The thread goes on where a value says, which is not known.
    JumpToValue,
    End,
}

/// How a step hands values on.
#[derive(Clone, Copy, Debug)]
pub(super) enum DataFlow<'s> {
    /// An instruction begins: no temporary is used again.
    Begin,
    /// A temporary gets a value,
    Define(Temp, ValueSource<'s>),
    /// a register from its bit `low` on that of a temporary,
    WriteRegister { register: Slot, low: u16, value: Temp },
    /// or neither.
    None,
}

/// Where a temporary gets its value.
#[derive(Clone, Copy, Debug)]
pub(super) enum ValueSource<'s> {
    Computation(&'s Computation),
    Register(Slot),
    Memory,
    /// A bit that no value of the thread goes into.
    Bit,
}

impl Step {
    pub(super) fn effect(&self) -> Effect {
        match *self {
            Step::Begin
            | Step::Let { .. }
            | Step::ReadRegister { .. }
            | Step::WriteRegister { .. }
            | Step::Written { .. }
            | Step::Nondeterministic { .. }
            | Step::Require { .. } => Effect::Local,
            Step::Leave => Effect::ChoiceEnd,
            Step::Load { address, .. } => Effect::Read { address },
            Step::Store { address, tags, .. } => Effect::Write { address, tags },
            Step::Fence { tags } => Effect::Fence(tags),
            Step::Assume { .. } => Effect::Assume,
            Step::Jump(target) => Effect::Jump(target),
            Step::Branch { condition, target } => Effect::Branch { condition, target },
            Step::Enter { otherwise, .. } => Effect::Choice { otherwise },
            Step::JumpTo { .. } => Effect::JumpToValue,
            Step::End => Effect::End,
        }
    }

    pub(super) fn data_flow(&self) -> DataFlow<'_> {
        match *self {
            Step::Begin => DataFlow::Begin,
            Step::Let { result, ref operation } => DataFlow::Define(result, ValueSource::Computation(operation)),
            Step::ReadRegister { result, register, .. } => DataFlow::Define(result, ValueSource::Register(register)),
            Step::Load { result, .. } => DataFlow::Define(result, ValueSource::Memory),
            Step::Written { result } | Step::Nondeterministic { result } => DataFlow::Define(result, ValueSource::Bit),
            Step::WriteRegister { register, low, value } => DataFlow::WriteRegister { register, low, value },
            Step::Store { .. } | Step::Fence { .. } | Step::Assume { .. } | Step::Require { .. } => DataFlow::None,
            Step::Jump(_) | Step::JumpTo { .. } | Step::Branch { .. } | Step::Enter { .. } => DataFlow::None,
            Step::Leave | Step::End => DataFlow::None,
        }
    }
}

/// Why a test's code cannot be executed here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} cannot be verified yet")]
pub(crate) struct Unsupported {
    /// What it is.
    pub(crate) what: &'static str,
    /// Whose instruction.
    pub(crate) place: CodePlace,
}

/// All threads' code.
pub(super) struct Code {
    pub(super) steps: IdVec<StepId, Step>,
    /// Which instruction each step belongs to.
    pub(super) places: IdVec<StepId, CodePlace>,
    /// The first step of each instruction, and the end behind the last one.
    starts: IdVec<ThreadId, Vec<StepId>>,
    /// The registers that each thread uses.
    pub(super) registers: IdVec<ThreadId, IdVec<Slot, RegisterId>>,
    /// How many temporaries the largest instruction has.
    pub(super) temps: usize,
}

impl Code {
    /// Lists the steps of `program`. `observed` are registers of threads that final states look at.
    pub(super) fn new(
        program: &Program,
        observed: impl IntoIterator<Item = (ThreadId, RegisterId)>,
    ) -> Result<Code, Unsupported> {
        let mut builder = Builder {
            code: Code {
                steps: IdVec::new(),
                places: IdVec::new(),
                starts: IdVec::new(),
                registers: IdVec::from_elem(IdVec::new(), program.threads.len()),
                temps: 0,
            },
            open: Vec::new(),
        };
        // Observed registers come first, and have a slot even where no instruction of the thread uses them.
        for (thread, register) in observed {
            builder.code.slot(thread, register);
        }
        for (thread, code) in program.threads.iter_enumerated() {
            let mut starts = Vec::new();
            for (instruction, lowered) in code.instructions.iter_enumerated() {
                let place = CodePlace { thread, instruction };
                starts.push(builder.code.steps.next_id());
                builder.push(Step::Begin, place);
                builder.block(&lowered.block, place)?;
            }
            let end = CodePlace { thread, instruction: code.instructions.next_id() };
            starts.push(builder.code.steps.next_id());
            builder.push(Step::End, end);
            builder.code.starts.push(starts);
        }
        builder.link();
        Ok(builder.code)
    }

    /// Where an instruction begins; behind the last one, where its thread ends.
    pub(super) fn start(&self, place: CodePlace) -> Option<StepId> {
        self.starts.get(place.thread)?.get(place.instruction.number() as usize).copied()
    }

    /// The end of the thread whose step this is.
    pub(super) fn end(&self, step: StepId) -> StepId {
        let starts = &self.starts[self.places[step].thread];
        starts[starts.len() - 1]
    }

    /// Where a register of a thread is kept; none when the thread does not use it.
    pub(super) fn find_slot(&self, thread: ThreadId, register: RegisterId) -> Option<Slot> {
        self.registers[thread].iter_enumerated().find(|&(_, &known)| known == register).map(|(slot, _)| slot)
    }

    /// Where a thread may go from a step; nothing where that is not known, and at the end.
    pub(super) fn successors(&self, at: StepId) -> Vec<StepId> {
        match self.steps[at].effect() {
            Effect::Jump(target) => vec![target],
            Effect::Branch { target, .. } | Effect::Choice { otherwise: target } => vec![behind(at), target],
            Effect::JumpToValue | Effect::End => Vec::new(),
            Effect::Local | Effect::Read { .. } | Effect::Write { .. } | Effect::Fence(_) => vec![behind(at)],
            Effect::Assume | Effect::ChoiceEnd => vec![behind(at)],
        }
    }

    fn slot(&mut self, thread: ThreadId, register: RegisterId) -> Slot {
        self.find_slot(thread, register).unwrap_or_else(|| self.registers[thread].push(register))
    }
}

/// The step after one that does not jump.
pub(super) fn behind(step: StepId) -> StepId {
    StepId::from_number(step.number() + 1)
}

struct Builder {
    code: Code,
    /// Jumps whose targets have no steps yet.
    open: Vec<(StepId, Target, ThreadId)>,
}

impl Builder {
    fn push(&mut self, step: Step, place: CodePlace) -> StepId {
        self.code.places.push(place);
        self.code.steps.push(step)
    }

    fn define(&mut self, temp: Temp) {
        self.code.temps = self.code.temps.max(usize::from(temp.0) + 1);
    }

    fn block(&mut self, block: &[MicroOp], place: CodePlace) -> Result<(), Unsupported> {
        block.iter().try_for_each(|op| self.op(op, place))
    }

    fn op(&mut self, op: &MicroOp, place: CodePlace) -> Result<(), Unsupported> {
        let step = match *op {
            MicroOp::Let { result, ref operation } => {
                self.define(result);
                Step::Let { result, operation: operation.clone() }
            }
            MicroOp::ReadRegister { result, register, low, width } => {
                self.define(result);
                Step::ReadRegister { result, register: self.code.slot(place.thread, register), low, width }
            }
            MicroOp::WriteRegister { register, low, value } => {
                Step::WriteRegister { register: self.code.slot(place.thread, register), low, value }
            }
            MicroOp::Load { result, address, width, tags } => {
                self.define(result);
                Step::Load { result, address, width, tags }
            }
            MicroOp::Store { address, value, tags } => Step::Store { address, value, tags },
            MicroOp::ReadModifyWrite { .. } => {
                return Err(Unsupported { what: "an atomic read-modify-write of C", place });
            }
            MicroOp::Written { result } => {
                self.define(result);
                Step::Written { result }
            }
            MicroOp::Synchronize { .. } => return Err(Unsupported { what: "a lock", place }),
            MicroOp::Nondeterministic { result } => {
                self.define(result);
                Step::Nondeterministic { result }
            }
            MicroOp::Assume { condition } => Step::Assume { condition },
            MicroOp::Require { condition, .. } => Step::Require { condition },
            // What it says holds anyway: the accesses of an instruction are entered in their order.
            MicroOp::Mark(_) => return Ok(()),
            MicroOp::Fence { tags } => Step::Fence { tags },
            MicroOp::Jump(target) => {
                // In the place of a jump: where its target begins is known when all instructions have steps.
                let step = self.push(Step::End, place);
                self.open.push((step, target, place.thread));
                return Ok(());
            }
            MicroOp::JumpTo { address, is_return } => Step::JumpTo { address, is_return },
            MicroOp::Branch { condition, target, .. } => {
                let step = self.push(Step::Branch { condition, target: StepId::from_number(0) }, place);
                self.open.push((step, target, place.thread));
                return Ok(());
            }
            MicroOp::If { condition, ref then, ref otherwise, .. } => {
                return self.choice(condition, then, otherwise, place);
            }
        };
        self.push(step, place);
        Ok(())
    }

    fn choice(
        &mut self,
        condition: Temp,
        then: &[MicroOp],
        otherwise: &[MicroOp],
        place: CodePlace,
    ) -> Result<(), Unsupported> {
        // Where the ways begin and end is known when their steps are there.
        let enter = self.push(Step::End, place);
        self.block(then, place)?;
        let skip = self.push(Step::End, place);
        self.code.steps[enter] = Step::Enter { condition, otherwise: self.code.steps.next_id() };
        self.block(otherwise, place)?;
        let leave = self.push(Step::Leave, place);
        self.code.steps[skip] = Step::Jump(leave);
        Ok(())
    }

    fn link(&mut self) {
        for (step, target, thread) in std::mem::take(&mut self.open) {
            let place = match target {
                Target::Instruction(instruction) => Some(CodePlace { thread, instruction }),
                Target::Code(place) => Some(place),
                Target::Exit => None,
            };
            let of_thread = &self.code.starts[thread];
            // A jump to no instruction leaves the thread.
            let end = of_thread[of_thread.len() - 1];
            let target = place.and_then(|place| self.code.start(place)).unwrap_or(end);
            match &mut self.code.steps[step] {
                Step::Branch { target: to, .. } => *to = target,
                other => *other = Step::Jump(target),
            }
        }
    }
}
