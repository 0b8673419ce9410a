//! A thread of a litmus test: where it is, what its registers hold.

use std::collections::BTreeMap;

use program::{
    CodePlace, Computation, ExprId, Expressions, InitialRegister, InstructionId, MicroOp, Program, RegisterId, Temp,
    ThreadId, Width,
};

/// How a thread goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Running,
    Ended,
    /// It would jump back to this place more often than is allowed.
    Cut(CodePlace),
}

/// The state of a thread. Values are constants or addresses in an arena that all executions share.
#[derive(Clone, Debug)]
pub(super) struct Thread<'p> {
    pub(super) id: ThreadId,
    pub(super) phase: Phase,
    pub(super) place: CodePlace,
    /// What is left of the blocks that are open, outermost first.
    pub(super) frames: Vec<&'p [MicroOp]>,
    pub(super) registers: Vec<ExprId>,
    temps: Vec<Option<ExprId>>,
    jumps: BTreeMap<CodePlace, u32>,
}

impl<'p> Thread<'p> {
    pub(super) fn new(program: &'p Program, id: ThreadId, x: &mut Expressions) -> Thread<'p> {
        let registers = program.registers.iter().map(|register| x.constant(0, register.width)).collect();
        let place = CodePlace { thread: id, instruction: InstructionId::from_number(0) };
        let mut thread = Thread {
            id,
            phase: Phase::Running,
            place,
            frames: Vec::new(),
            registers,
            temps: Vec::new(),
            jumps: BTreeMap::new(),
        };
        for initial in program.registers_at_start(id) {
            let InitialRegister { register, low, value, .. } = initial;
            let value = thread.compute(value, program, x);
            thread.write_register(*register, *low, value, x);
        }
        thread.enter(program, place);
        thread
    }

    /// Goes on with the instruction at `place`, or ends.
    pub(super) fn enter(&mut self, program: &'p Program, place: CodePlace) {
        self.place = place;
        self.frames.clear();
        self.temps.clear();
        match program.instruction(place) {
            Some(instruction) => self.frames.push(&instruction.block),
            None => self.phase = Phase::Ended,
        }
    }

    /// Goes on with the next instruction of the text.
    pub(super) fn enter_next(&mut self, program: &'p Program) {
        let next = InstructionId::from_number(self.place.instruction.number() + 1);
        self.enter(program, CodePlace { instruction: next, ..self.place });
    }

    /// Jumps; a jump back is counted.
    pub(super) fn jump(&mut self, program: &'p Program, target: CodePlace, unroll: u32) {
        let is_back = target.thread == self.place.thread && target.instruction <= self.place.instruction;
        if is_back && program.instruction(target).is_some() {
            let taken = self.jumps.entry(target).or_default();
            *taken += 1;
            if *taken > unroll {
                self.phase = Phase::Cut(target);
                return;
            }
        }
        self.enter(program, target);
    }

    pub(super) fn define(&mut self, temp: Temp, value: ExprId) {
        let index = usize::from(temp.0);
        if self.temps.len() <= index {
            self.temps.resize(index + 1, None);
        }
        self.temps[index] = Some(value);
    }

    /// The value of a temporary. None for a guess that nothing has decided.
    pub(super) fn temp(&self, temp: Temp) -> Option<ExprId> {
        self.temps.get(usize::from(temp.0)).copied().flatten()
    }

    fn value(&self, temp: Temp, x: &mut Expressions) -> ExprId {
        // Blocks define what they use; a guess is not used as a value.
        self.temp(temp).unwrap_or_else(|| x.constant(0, 1))
    }

    pub(super) fn compute(&self, operation: &Computation, program: &Program, x: &mut Expressions) -> ExprId {
        match *operation {
            Computation::Constant(value, width) => x.constant(value, width),
            Computation::Address(location, offset) => x.address(location, offset, program.address_width),
            Computation::Code(place) => x.code(place, program.address_width),
            Computation::Word(word, width) => x.word(word, width),
            Computation::Unary(operator, operand) => {
                let operand = self.value(operand, x);
                x.unary(operator, operand)
            }
            Computation::Binary(operator, left, right) => {
                let (left, right) = (self.value(left, x), self.value(right, x));
                x.binary(operator, left, right)
            }
            Computation::Extract { from, low, width } => {
                let from = self.value(from, x);
                x.extract(from, low, width)
            }
            Computation::ZeroExtend(from, width) => {
                let from = self.value(from, x);
                x.zero_extend(from, width)
            }
            Computation::SignExtend(from, width) => {
                let from = self.value(from, x);
                x.sign_extend(from, width)
            }
            Computation::Concatenate(above, below) => {
                let (above, below) = (self.value(above, x), self.value(below, x));
                x.concatenate(above, below)
            }
            Computation::Select(condition, then, otherwise) => {
                let values = [condition, then, otherwise].map(|temp| self.value(temp, x));
                x.select(values[0], values[1], values[2])
            }
        }
    }

    pub(super) fn read_register(&self, register: RegisterId, low: u16, width: Width, x: &mut Expressions) -> ExprId {
        x.extract(self.registers[register.number() as usize], low, width)
    }

    pub(super) fn write_register(&mut self, register: RegisterId, low: u16, value: ExprId, x: &mut Expressions) {
        let held = &mut self.registers[register.number() as usize];
        let (all, width) = (x.width(*held), x.width(value));
        let mut result = value;
        if low > 0 {
            let below = x.extract(*held, 0, low);
            result = x.concatenate(result, below);
        }
        let covered = low + width;
        if covered < all {
            let above = x.extract(*held, covered, all - covered);
            result = x.concatenate(above, result);
        }
        *held = result;
    }
}
