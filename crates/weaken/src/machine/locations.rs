//! What a thread may still access, and what it may still write, found before the program runs.

use program::{BinaryOperator, Computation, LocationId, Program, Temp, ThreadId};
use relation::IdVec;

use crate::machine::flat::{Code, DataFlow, Effect, Slot, Step, StepId, ValueSource};

/// The first 128 locations, a bit each; a program with more of them may access any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Locations(u128);

impl Locations {
    pub(crate) const NONE: Locations = Locations(0);
    pub(crate) const ANY: Locations = Locations(u128::MAX);

    pub(crate) fn may_have(self, location: LocationId) -> bool {
        self.0.checked_shr(location.number()).is_none_or(|bits| bits & 1 == 1)
    }

    pub(crate) fn only(location: LocationId) -> Locations {
        1_u128.checked_shl(location.number()).map_or(Locations::ANY, Locations)
    }

    #[must_use]
    pub(crate) fn with(self, other: Locations) -> Locations {
        Locations(self.0 | other.0)
    }
}

/// What each step may access.
pub(crate) fn accessed(code: &Code, program: &Program) -> IdVec<StepId, Locations> {
    let registers = Registers::new(code, program);
    let mut all = IdVec::from_elem(Locations::NONE, code.steps.len());
    registers.go_through(code, |at, address| all[at] = address.unwrap_or(Locations::ANY), |_, _, _| ());
    all
}

/// Where may be written from each step on, where `accessed` is what each step accesses.
pub(crate) fn written(code: &Code, accessed: &IdVec<StepId, Locations>) -> IdVec<StepId, Locations> {
    let is_write = |at: StepId| matches!(code.steps[at].effect(), Effect::Write { .. });
    reached(code, |at| if is_write(at) { accessed[at] } else { Locations::NONE })
}

/// What may be accessed from each step on, where `own` is what a step itself accesses: backwards to a fixed point.
pub(crate) fn reached(code: &Code, own: impl Fn(StepId) -> Locations) -> IdVec<StepId, Locations> {
    let mut all: IdVec<StepId, Locations> = IdVec::from_elem(Locations::NONE, code.steps.len());
    loop {
        let mut has_changed = false;
        for at in code.steps.ids().rev() {
            // Where a computed jump leads is not known, nor what is accessed there.
            let here = if matches!(code.steps[at], Step::JumpTo { .. }) { Locations::ANY } else { own(at) };
            let found = code.successors(at).iter().fold(here, |found, to| found.with(all[*to]));
            if found != all[at] {
                all[at] = found;
                has_changed = true;
            }
        }
        if !has_changed {
            return all;
        }
    }
}

/// In which locations the address is that a value may be: in none where it is a number, `None` where nothing is known.
type Address = Option<Locations>;

/// The addresses that the registers of each thread may hold at any time.
struct Registers(IdVec<ThreadId, IdVec<Slot, Address>>);

impl Registers {
    fn new(code: &Code, program: &Program) -> Registers {
        let none = code.registers.iter().map(|of_thread| IdVec::from_elem(Some(Locations::NONE), of_thread.len()));
        let mut registers = Registers(none.collect::<Vec<_>>().into());
        for thread in program.threads.ids() {
            for initial in program.registers_at_start(thread) {
                if let (Some(slot), Computation::Address(location, _)) =
                    (code.find_slot(thread, initial.register), &initial.value)
                {
                    registers.add(thread, slot, Some(Locations::only(*location)));
                }
            }
        }
        loop {
            let mut written = Vec::new();
            registers.go_through(code, |_, _| (), |thread, slot, address| written.push((thread, slot, address)));
            let mut has_changed = false;
            for (thread, slot, address) in written {
                has_changed |= registers.add(thread, slot, address);
            }
            if !has_changed {
                return registers;
            }
        }
    }

    /// Whether that is new.
    fn add(&mut self, thread: ThreadId, slot: Slot, address: Address) -> bool {
        let held = &mut self.0[thread][slot];
        let with_it = either(*held, address);
        let is_new = *held != with_it;
        *held = with_it;
        is_new
    }

    /// Gives `access` the address of each access, and `write` what each register is written with.
    fn go_through(
        &self,
        code: &Code,
        mut access: impl FnMut(StepId, Address),
        mut write: impl FnMut(ThreadId, Slot, Address),
    ) {
        let mut temps: Vec<Address> = vec![Some(Locations::NONE); code.temps];
        for (at, step) in code.steps.iter_enumerated() {
            let thread = code.places[at].thread;
            let temp = |temp: Temp| temps.get(usize::from(temp.0)).copied().flatten();
            if let Effect::Read { address } | Effect::Write { address, .. } = step.effect() {
                access(at, temp(address));
            }
            let (result, address) = match step.data_flow() {
                DataFlow::Begin => {
                    temps.fill(Some(Locations::NONE));
                    continue;
                }
                DataFlow::Define(result, source) => {
                    let address = match source {
                        ValueSource::Computation(operation) => computed(operation, &temp),
                        ValueSource::Register(register) => self.0[thread][register],
                        // What memory holds is not followed: a value that was read may be the address of any location.
                        ValueSource::Memory => None,
                        ValueSource::Bit => Some(Locations::NONE),
                    };
                    (result, address)
                }
                DataFlow::WriteRegister { register, value, .. } => {
                    write(thread, register, temp(value));
                    continue;
                }
                DataFlow::None => continue,
            };
            // Both ways of a choice within an instruction may define it.
            if let Some(held) = temps.get_mut(usize::from(result.0)) {
                *held = either(*held, address);
            }
        }
    }
}

fn either(one: Address, other: Address) -> Address {
    Some(one?.with(other?))
}

/// An address that is computed from that of a location is taken to stay in it: accesses beside all locations are faults, and what is between them belongs to none.
fn computed(operation: &Computation, temp: &dyn Fn(Temp) -> Address) -> Address {
    match *operation {
        Computation::Constant(..) | Computation::Code(_) | Computation::Word(..) => Some(Locations::NONE),
        Computation::Address(location, _) => Some(Locations::only(location)),
        Computation::Unary(_, of)
        | Computation::Extract { from: of, .. }
        | Computation::ZeroExtend(of, _)
        | Computation::SignExtend(of, _) => temp(of),
        Computation::Binary(BinaryOperator::Add | BinaryOperator::Subtract, left, right) => {
            let is_in = |address: &Address| address.is_some_and(|locations| locations != Locations::NONE);
            match [temp(left), temp(right)] {
                [left, _] if is_in(&left) => left,
                [_, right] if is_in(&right) => right,
                [left, right] => either(left, right),
            }
        }
        Computation::Binary(_, left, right) | Computation::Concatenate(left, right) => either(temp(left), temp(right)),
        Computation::Select(_, then, otherwise) => either(temp(then), temp(otherwise)),
    }
}
