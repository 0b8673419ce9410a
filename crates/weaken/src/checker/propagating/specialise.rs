//! Functions whose loops start or join threads, gone round as often as they are: each turn has code of its own.
//!
//! This is polyvariant specialisation (N. D. Jones, C. K. Gomard, P. Sestoft: *Partial Evaluation and Automatic Program Generation*, 1993): what is
//! known of registers is followed through the code, a step is copied once for each such knowledge, and a branch that is decided leaves one of its
//! ways. Local variables are registers by then ([`promote`](crate::checker::analysis::locals::promote)). A value that is known comes from no access to shared memory, so
//! no dependency is lost with its computation.
//!
//! A function that would become too long stays as it is.

use std::collections::{BTreeMap, BTreeSet};

use relation::{IdVec, Index};
use rustc_hash::FxHashMap;

use crate::checker::analysis::live::Live;
use crate::checker::analysis::locals::Locals;
use crate::checker::code::address::{self, ObjectNumber};
use crate::checker::code::compute::{self, Compute};
use crate::checker::code::effect::Effect;
use crate::checker::code::{Body, Code, SlotId, Step, StepId, Target, Value, next};
use cprog::ir::FunctionId;

/// A function does not become longer than this.
const MOST_STEPS: usize = 1 << 14;
/// No more steps than this are followed through a function.
const MOST_FOLLOWED: usize = 1 << 18;
/// Local variables are objects from this number on while values are followed: no program has so many.
const FIRST_LOCAL: u32 = 0x2000_0000;

/// Specialises each function that starts or joins threads in loops.
pub(crate) fn specialise(code: &mut Code) {
    let threading = threading(code);
    let functions: Vec<FunctionId> = code.bodies.ids().collect();
    let live = Live::new(code);
    for function in functions {
        let Some(body) = code.bodies[function] else { continue };
        let steps: Vec<StepId> = code.steps_of(function).collect();
        if steps.iter().any(|step| is_threading(&code.steps[*step], &threading) && code.is_in_loop(*step)) {
            let specialised = Specialiser::new(code, &live, body, &steps).run();
            if let Some(specialised) = specialised {
                specialised.replace(code, function, body);
            }
        }
    }
}

/// Which functions start or join threads, themselves or by what they call.
fn threading(code: &Code) -> IdVec<FunctionId, bool> {
    let mut threading = IdVec::from_elem(false, code.bodies.len());
    loop {
        let mut has_changed = false;
        for (step, function) in code.steps.iter().zip(&code.functions) {
            has_changed |= is_threading(step, &threading) && !std::mem::replace(&mut threading[*function], true);
        }
        if !has_changed {
            return threading;
        }
    }
}

/// Whether a step starts or joins threads, itself or by what it calls.
fn is_threading(step: &Step, functions: &IdVec<FunctionId, bool>) -> bool {
    match step {
        Step::Start { .. } | Step::Join { .. } => true,
        Step::Call { target: Target::Function(called), .. } => functions[*called],
        _ => false,
    }
}

/// What registers are known to hold before a step.
type KnownValues = BTreeMap<SlotId, u64>;

/// A step, and what is known before it: this is what becomes a step.
type Variant = (StepId, KnownValues);

/// The code that takes the place of a function's.
struct Specialised {
    steps: Vec<Step>,
    /// The step that each comes from.
    origins: Vec<StepId>,
    slots: u32,
}

struct Specialiser<'a> {
    code: &'a Code,
    live: &'a Live,
    /// Steps that others jump to. Only there the ways of the code meet.
    targets: BTreeSet<StepId>,
    /// Where the addresses of local variables are.
    locals: Vec<SlotId>,
    made: Specialised,
    /// Where each variant of a target is.
    placed: FxHashMap<Variant, usize>,
    /// Steps whose jumps lead to variants, in the order of [`Step::successors`].
    jumps: Vec<(usize, Vec<Variant>)>,
    open: Vec<Variant>,
    /// The registers that hold addresses in local variables.
    addresses: BTreeMap<u64, SlotId>,
    entry: StepId,
}

/// A function becomes too long, or has a local variable that is made more than once.
struct TooMuch;

impl<'a> Specialiser<'a> {
    fn new(code: &'a Code, live: &'a Live, body: Body, steps: &[StepId]) -> Specialiser<'a> {
        let successors = steps.iter().map(|at| (at, code.steps[*at].successors(*at)));
        let targets = successors.filter(|(at, to)| **to != [next(**at)]).flat_map(|(_, to)| to);
        Specialiser {
            code,
            live,
            targets: targets.collect(),
            locals: Locals::new(code, steps).slots,
            made: Specialised { steps: Vec::new(), origins: Vec::new(), slots: body.slots },
            placed: FxHashMap::default(),
            jumps: Vec::new(),
            open: vec![(body.entry, KnownValues::default())],
            addresses: BTreeMap::new(),
            entry: body.entry,
        }
    }

    fn run(mut self) -> Option<Specialised> {
        let mut followed = 0;
        while let Some((mut at, mut known)) = self.open.pop() {
            let mut is_jumped_to = true;
            loop {
                // Without what does not matter any more, fewer variants differ.
                known.retain(|slot, _| self.live.before(at).contains(slot));
                if at == self.entry || self.targets.contains(&at) {
                    let variant = (at, known.clone());
                    if self.placed.contains_key(&variant) {
                        // Straight on from the step before, which has no jump that could be sent there.
                        if !is_jumped_to {
                            self.jump(at, vec![variant]);
                        }
                        break;
                    }
                    self.placed.insert(variant, self.made.steps.len());
                }
                is_jumped_to = false;
                followed += 1;
                if followed > MOST_FOLLOWED || self.made.steps.len() > MOST_STEPS {
                    return None;
                }
                match self.step(at, &mut known) {
                    Ok(Some(to)) => at = to,
                    Ok(None) => break,
                    Err(TooMuch) => return None,
                }
            }
        }
        for (step, to) in std::mem::take(&mut self.jumps) {
            let to: Vec<StepId> = to.iter().map(|variant| StepId::new(self.placed[variant])).collect();
            redirect(&mut self.made.steps[step], &to);
        }
        Some(self.made)
    }

    fn push(&mut self, at: StepId, step: Step) -> usize {
        self.made.origins.push(at);
        self.made.steps.push(step);
        self.made.steps.len() - 1
    }

    /// A step that ends in jumps to variants.
    fn jump(&mut self, at: StepId, to: Vec<Variant>) {
        let step = self.push(at, Step::Jump(at));
        self.jumps.push((step, to));
    }

    /// What a value is, if that is known.
    fn known(&self, value: Value, known: &KnownValues) -> Option<u64> {
        match value {
            Value::Slot(slot) => known.get(&slot).copied(),
            // A number that would be taken for the address of a local variable.
            Value::Constant(number) => local_of(number).is_none().then_some(number),
        }
    }

    /// The value where the step stands now.
    fn value(&mut self, at: StepId, value: Value, known: &KnownValues) -> Value {
        let Value::Slot(slot) = value else { return value };
        let Some(&number) = known.get(&slot) else { return value };
        let Some((local, offset)) = local_of(number) else { return Value::Constant(number) };
        let base = self.locals[local as usize];
        if offset == 0 {
            return Value::Slot(base);
        }
        let slots = &mut self.made.slots;
        let result = *self.addresses.entry(number).or_insert_with(|| {
            *slots += 1;
            SlotId::from_number(*slots - 1)
        });
        // Each way to the step has to define it; it is the same wherever it is defined.
        let (base, index) = (Value::Slot(base), Value::Constant(0));
        let offset = signed_offset(offset);
        self.push(at, Step::Compute { result, how: Compute::Element { base, offset, index, bits: 64, scale: 1 } });
        Value::Slot(result)
    }

    /// Makes a step where it is needed, and says where to go on from it.
    fn step(&mut self, at: StepId, known: &mut KnownValues) -> Result<Option<StepId>, TooMuch> {
        let code = self.code;
        let step = &code.steps[at];
        // What is known decides a jump, and is what a computation gives; every other step is copied with what is known put in.
        if let Effect::Jump(jump) = step.effect() {
            let decided = match jump.decided_by() {
                None => Some(0),
                Some(value) => self.known(value, known),
            };
            if let Some(decided) = decided {
                return Ok(Some(jump.target(decided)));
            }
        }
        if let Step::Compute { result, how } = step
            && let Some(value) = self.compute(how, known)
        {
            known.insert(*result, value);
            return Ok(Some(next(at)));
        }
        if let Step::Allocate { result, is_local: true, .. } = step {
            let local = self.locals.iter().position(|slot| slot == result);
            // A second copy would be a second object, where the known address stands for one.
            if self.made.origins.contains(&at) {
                return Err(TooMuch);
            }
            let address = local.map(|local| address::address(ObjectNumber(FIRST_LOCAL + local as u32), 0));
            let changed = self.substituted(at, step, known);
            self.push(at, changed);
            known.extend(address.map(|address| (*result, address)));
            return Ok(Some(next(at)));
        }
        let changed = self.substituted(at, step, known);
        // Behind the substitution: a step may use what it defines.
        step.visit_definitions(&mut |slot| _ = known.remove(&slot));
        let made = self.push(at, changed);
        let successors = step.successors(at);
        if successors == [next(at)] {
            return Ok(Some(next(at)));
        }
        if !successors.is_empty() {
            let variants: Vec<Variant> = successors.into_iter().map(|to| (to, self.only_live(to, known))).collect();
            self.open.extend(variants.iter().rev().cloned());
            self.jumps.push((made, variants));
        }
        Ok(None)
    }

    fn only_live(&self, at: StepId, known: &KnownValues) -> KnownValues {
        let mut known = known.clone();
        known.retain(|slot, _| self.live.before(at).contains(slot));
        known
    }

    fn compute(&self, how: &Compute, known: &KnownValues) -> Option<u64> {
        // Only copies, and distances from them, are made of addresses in local variables: what else they are numbers of is not known.
        let is_base = |value: Value| match how {
            Compute::Copy(_) => true,
            Compute::Element { base, .. } => value == *base,
            Compute::Binary { .. }
            | Compute::Compare { .. }
            | Compute::Convert { .. }
            | Compute::Select { .. }
            | Compute::Negate { .. } => false,
        };
        let mut are_known = true;
        how.visit(&mut |value| {
            let number = self.known(*value, known);
            are_known &= number.is_some_and(|number| is_base(*value) || local_of(number).is_none());
        });
        let value = are_known.then(|| compute::value(how, |value| self.known(value, known).unwrap_or_default()))?;
        value.ok()
    }

    /// The step with what is known in the place of its operands.
    fn substituted(&mut self, at: StepId, step: &Step, known: &KnownValues) -> Step {
        let mut step = step.clone();
        step.change_operands(&mut |value| *value = self.value(at, *value, known));
        step
    }
}

/// The local variable that a followed value is an address of, and the offset in it.
fn local_of(number: u64) -> Option<(u32, u64)> {
    let (ObjectNumber(object), offset) = address::split(number)?;
    Some((object.checked_sub(FIRST_LOCAL)?, offset))
}

/// Offsets are kept in 32 bits.
fn signed_offset(offset: u64) -> i64 {
    i64::from(offset as u32 as i32)
}

/// Sets where a step jumps to.
fn redirect(step: &mut Step, to: &[StepId]) {
    match (step, to) {
        (Step::Jump(at), [to]) => *at = *to,
        (Step::Branch { then, otherwise, .. }, [first, second]) => (*then, *otherwise) = (*first, *second),
        (Step::Switch { cases, default, .. }, [of_cases @ .., last]) => {
            cases.iter_mut().zip(of_cases).for_each(|((_, case), to)| *case = *to);
            *default = *last;
        }
        (other, _) => unreachable!("{other:?} does not jump"),
    }
}

impl Specialised {
    /// Makes it the code of a function, behind all other code.
    fn replace(self, code: &mut Code, function: FunctionId, body: Body) {
        let first = code.steps.len();
        let moved = |to: &StepId| StepId::new(first + to.index());
        for (mut step, origin) in self.steps.into_iter().zip(self.origins) {
            // Until here jumps were places in the new code; what else leads on does so to the next step.
            if matches!(step, Step::Jump(_) | Step::Branch { .. } | Step::Switch { .. }) {
                let to: Vec<StepId> = step.successors(origin).iter().map(moved).collect();
                redirect(&mut step, &to);
            }
            code.steps.push(step);
            code.places.push(code.places[origin]);
            code.points.push(code.points[origin]);
            code.functions.push(function);
        }
        code.bodies[function] = Some(Body { entry: StepId::new(first), slots: self.slots, ..body });
    }
}
