//! The transformation: a C program whose sequentially consistent executions are those that the source has under TSO or PSO.
//!
//! Section 3 of the paper, with all delays: each write may be put into a buffer of its thread instead of memory, and leaves it at any later step, in the order of
//! writes under TSO, in the order of writes to overlapping bytes under PSO. A read looks into its thread's buffer first. Fences, starts,
//! joins, locks and the ends of threads empty the buffer. A buffer has a bound; that it suffices is an assertion of the program.
//!
//! The program is written from the steps of the checker: functions of `goto`s over numbers of 64 bits, with `#line`, and a runtime (`runtime.c`) in front
//! that the [`Dialect`] adapts. Memory is one array, and addresses are numbers, since tools that know threads often do not know pointers that threads
//! share (CBMC refuses them). Delayed reads (RMO, Armv8, Power) are not transformed yet.

use std::fmt::Write;

use cprog::ir::{FunctionId, Program};
use relation::Index;

use super::address;
use super::code::{Code, Fence, SlotId, Step, StepId, Target, Update, Value};
use super::compute::{Compute, Conversion, Operator, Relation};
use super::lower::{Refusal, leaves, lower};
use crate::Model;

/// For whom a program is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// CBMC: `__CPROVER_assert`, `__CPROVER_assume`, atomic sections.
    Cbmc,
    /// The rules of SV-COMP: `reach_error`, `__VERIFIER_nondet_uint`, `__VERIFIER_atomic_begin`.
    SvComp,
    /// Any C11 compiler with POSIX threads: choices are drawn at random, from the seed in the environment variable `LAKMUS_SEED`.
    Plain,
}

/// Why a program cannot be transformed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransformError {
    /// There is nothing to begin with.
    #[error(transparent)]
    Program(#[from] Refusal),
    /// The model delays reads.
    #[error("reads are delayed under {0}, and only writes can be buffered yet: sc, tso, pso")]
    Model(Model),
    /// Something that the output has no word for.
    #[error("{0} cannot be transformed yet")]
    Unsupported(String),
}

const RUNTIME: &str = include_str!("runtime.c");

/// `program` under `model` as a C program for tools that know only sequential consistency, with room for `bound` writes in the buffer of each
/// thread.
///
/// # Errors
/// When there is no `main`, the model delays reads, or a function has a result of several scalars or computes with floating point numbers.
pub fn transform(program: &Program, model: Model, dialect: Dialect, bound: u32) -> Result<String, TransformError> {
    let (is_buffered, is_fifo) = match model {
        Model::Sc => (false, true),
        Model::Tso => (true, true),
        Model::Pso => (true, false),
        Model::Rmo | Model::Armv8 => return Err(TransformError::Model(model)),
    };
    let code = lower(program, model)?;
    let dialect_name = match dialect {
        Dialect::Cbmc => "LK_CBMC",
        Dialect::SvComp => "LK_SVCOMP",
        Dialect::Plain => "LK_PLAIN",
    };
    let mut text = format!(
        "/* Transformed for {model}: what happens here under sequential consistency happens in the source under {model}. */\n\
         #include <stdint.h>\n#define {dialect_name} 1\n#define LK_BUFFERED {}\n#define LK_FIFO {}\n#define LK_BOUND {bound}\n",
        u8::from(is_buffered),
        u8::from(is_fifo)
    );
    memory(&code, &mut text);
    text.push_str(RUNTIME);
    let mut writer = Writer { program, code: &code, text: &mut text, line: None };
    for function in program.functions.ids().filter(|function| code.bodies[*function].is_some()) {
        let signature = writer.signature(function)?;
        writer.put(&format!("{signature};\n"));
    }
    for function in program.functions.ids().filter(|function| code.bodies[*function].is_some()) {
        writer.function(function)?;
    }
    writer.dispatch();
    writer.main();
    Ok(text)
}

struct Writer<'a> {
    program: &'a Program,
    code: &'a Code,
    text: &'a mut String,
    /// The place that the last `#line` named.
    line: Option<(u32, u32)>,
}

impl Writer<'_> {
    fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn signature(&self, function: FunctionId) -> Result<String, TransformError> {
        let results = leaves(&self.program.functions[function].result).map(|leaves| leaves.len());
        if results.is_none_or(|count| count > 1) {
            let name = &self.program.functions[function].name;
            return Err(TransformError::Unsupported(format!("the result of `{name}`")));
        }
        let parameters = self.code.bodies[function].map_or(0, |body| body.parameters);
        let parameters: Vec<String> = (0..parameters).map(|index| format!("uint64_t s{index}")).collect();
        let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
        Ok(format!("static uint64_t f{}({parameters})", function.index()))
    }

    fn function(&mut self, function: FunctionId) -> Result<(), TransformError> {
        let Some(body) = self.code.bodies[function] else { return Ok(()) };
        let signature = self.signature(function)?;
        let name = self.program.functions[function].source_name.clone();
        self.put(&format!("\n/* {name} */\n{signature}\n{{\n"));
        let locals: Vec<String> = (body.parameters..body.slots).map(|slot| format!("s{slot} = 0")).collect();
        if !locals.is_empty() {
            self.put(&format!("  uint64_t {};\n", locals.join(", ")));
        }
        let mut at = body.entry;
        while self.code.functions.get(at).is_some_and(|of| *of == function) {
            self.place(at);
            self.put(&format!("l{}: ;\n", at.index()));
            self.step(at)?;
            at = super::code::next(at);
        }
        self.put("}\n");
        Ok(())
    }

    fn place(&mut self, at: StepId) {
        let Some(place) = self.code.places[at] else { return };
        let here = (place.file.number(), place.line);
        if self.line != Some(here) {
            self.line = Some(here);
            let file = self.program.files[place.file].name.replace('\\', "\\\\").replace('"', "\\\"");
            self.put(&format!("#line {} \"{file}\"\n", place.line));
        }
    }

    fn value(&self, value: Value) -> String {
        match value {
            Value::Slot(slot) => slot_name(slot),
            Value::Constant(number) => format!("UINT64_C({number})"),
        }
    }

    fn step(&mut self, at: StepId) -> Result<(), TransformError> {
        let value = |operand: &Value| self.value(*operand);
        let line = match &self.code.steps[at] {
            Step::Compute { result, how } => format!("{} = {};", slot_name(*result), self.computation(how)?),
            Step::Load { result, address, bytes, bits, .. } => {
                format!("{} = lk_read({}, {bytes}) & {};", slot_name(*result), value(address), mask(*bits))
            }
            Step::Store { address, value: new, bytes, .. } => {
                format!("lk_write({}, {}, {bytes});", value(address), value(new))
            }
            Step::Update { result, how, address, value: operand, bytes, .. } => {
                let (address, operand) = (value(address), value(operand));
                let kind = update_name(*how);
                format!("{} = lk_update({address}, {operand}, {bytes}, {kind});", slot_name(*result))
            }
            Step::CompareExchange { result, success, address, expected, new, bytes, .. } => {
                // A copy of what is expected, as the result may go to the same slot.
                let (result, success) = (slot_name(*result), slot_name(*success));
                let (address, expected, new) = (value(address), value(expected), value(new));
                format!(
                    "{{ uint64_t wanted = {expected}; {result} = lk_compare_exchange({address}, wanted, {new}, {bytes}); \
                     {success} = {result} == wanted; }}"
                )
            }
            Step::Fence(fence) => match fence {
                Fence::Full => "lk_fence();".to_owned(),
                Fence::WriteWrite => "lk_fence_writes();".to_owned(),
                // Reads are not delayed.
                Fence::Read | Fence::Decided => String::new(),
            },
            Step::Jump(to) => format!("goto l{};", to.index()),
            Step::Branch { condition, then, otherwise } => {
                format!("if ({} & 1) goto l{}; else goto l{};", value(condition), then.index(), otherwise.index())
            }
            Step::Switch { value: on, cases, default } => {
                let cases: String = cases
                    .iter()
                    .map(|(case, to)| format!("if ({} == UINT64_C({case})) goto l{}; ", value(on), to.index()))
                    .collect();
                format!("{cases}goto l{};", default.index())
            }
            Step::Call { target, arguments, results } => self.call(*target, arguments, results)?,
            Step::Return { values } => format!("return {};", values.first().map_or("0".to_owned(), value)),
            Step::Allocate { result, bytes, times, .. } => {
                format!("{} = lk_allocate({} * {});", slot_name(*result), value(bytes), value(times))
            }
            Step::Free { pointer } => format!("lk_free({});", value(pointer)),
            Step::Start { result, handle, function, argument } => {
                format!("lk_start({}, {}, {});{}", value(handle), value(function), value(argument), zero(*result))
            }
            Step::Join { result, handle, returned } => {
                format!("lk_join({}, {});{}", value(handle), value(returned), zero(*result))
            }
            Step::Lock { result, lock, try_only } => {
                let call = format!("lk_lock({}, {})", value(lock), u8::from(*try_only));
                result.map_or(format!("{call};"), |result| format!("{} = {call};", slot_name(result)))
            }
            Step::Unlock { result, lock } => format!("lk_unlock({});{}", value(lock), zero(*result)),
            Step::AtomicBegin => "lk_fence(); LK_SECTION_BEGIN();".to_owned(),
            Step::AtomicEnd => "LK_SECTION_END();".to_owned(),
            Step::Assume(condition) => format!("LK_ASSUME({} != 0);", value(condition)),
            Step::Assert(condition) => format!("LK_ASSERT({} != 0);", value(condition)),
            Step::Violation => "LK_ASSERT(0); LK_ASSUME(0); return 0;".to_owned(),
            Step::Choose { result, bits } => format!("{} = LK_CHOOSE() & {};", slot_name(*result), mask(*bits)),
            Step::Identity { result } => format!("{} = lk_self;", slot_name(*result)),
            Step::Exit => "lk_fence(); exit(0);".to_owned(),
            Step::EndThread(_) => {
                "lk_fence(); LK_UNSUPPORTED(\"the end of a thread within a function\"); return 0;".to_owned()
            }
            Step::Unsupported(what) => {
                format!("LK_UNSUPPORTED(\"{}\"); return 0;", what.replace(['\\', '"', '\n'], " "))
            }
        };
        self.put("  ");
        self.put(&line);
        self.put("\n");
        Ok(())
    }

    fn call(&self, target: Target, arguments: &[Value], results: &[SlotId]) -> Result<String, TransformError> {
        let values: Vec<String> = arguments.iter().map(|argument| self.value(*argument)).collect();
        let call = match target {
            Target::Function(function) => {
                let parameters = self.code.bodies[function].map_or(0, |body| body.parameters) as usize;
                let padded = values.into_iter().chain(std::iter::repeat("0".to_owned())).take(parameters);
                format!("f{}({})", function.index(), padded.collect::<Vec<_>>().join(", "))
            }
            Target::Pointer(pointer) => {
                let pointer = std::iter::once(self.value(pointer));
                format!("lk_call{}({})", values.len(), pointer.chain(values).collect::<Vec<_>>().join(", "))
            }
        };
        Ok(match results {
            [] => format!("{call};"),
            [result] => format!("{} = {call};", slot_name(*result)),
            _ => return Err(TransformError::Unsupported("a result of several scalars".to_owned())),
        })
    }

    fn computation(&self, how: &Compute) -> Result<String, TransformError> {
        let value = |operand: &Value| self.value(*operand);
        let floating = || TransformError::Unsupported("a floating point number".to_owned());
        Ok(match how {
            Compute::Copy(operand) => value(operand),
            Compute::Binary { operator, bits, left, right } => {
                let (left, right) = (value(left), value(right));
                let signed = |operand: &str| format!("lk_signed({operand}, {bits})");
                let (left_signed, right_signed) = (signed(&left), signed(&right));
                let whole = match operator {
                    Operator::Add => format!("{left} + {right}"),
                    Operator::Subtract => format!("{left} - {right}"),
                    Operator::Multiply => format!("{left} * {right}"),
                    Operator::UnsignedDivide => format!("{left} / {right}"),
                    Operator::SignedDivide => format!("(uint64_t)({left_signed} / {right_signed})"),
                    Operator::UnsignedRemainder => format!("{left} % {right}"),
                    Operator::SignedRemainder => format!("(uint64_t)({left_signed} % {right_signed})"),
                    Operator::ShiftLeft => format!("{left} << {right}"),
                    Operator::ShiftRight => format!("{left} >> {right}"),
                    Operator::ArithmeticShiftRight => format!("(uint64_t)({left_signed} >> {right})"),
                    Operator::And => format!("{left} & {right}"),
                    Operator::Or => format!("{left} | {right}"),
                    Operator::Xor => format!("{left} ^ {right}"),
                    Operator::FloatAdd
                    | Operator::FloatSubtract
                    | Operator::FloatMultiply
                    | Operator::FloatDivide
                    | Operator::FloatRemainder => return Err(floating()),
                };
                format!("({whole}) & {}", mask(*bits))
            }
            Compute::Compare { relation, bits, left, right } => {
                let (left, right) = (value(left), value(right));
                let signed = |operand: &str| format!("lk_signed({operand}, {bits})");
                match relation {
                    Relation::Equal => format!("{left} == {right}"),
                    Relation::NotEqual => format!("{left} != {right}"),
                    Relation::UnsignedLess => format!("{left} < {right}"),
                    Relation::UnsignedLessEqual => format!("{left} <= {right}"),
                    Relation::SignedLess => format!("{} < {}", signed(&left), signed(&right)),
                    Relation::SignedLessEqual => format!("{} <= {}", signed(&left), signed(&right)),
                    Relation::Float { .. } => return Err(floating()),
                }
            }
            Compute::Convert { conversion, from, to, value: operand } => match conversion {
                Conversion::Unsigned => format!("{} & {}", value(operand), mask(*to)),
                Conversion::Signed => format!("(uint64_t)lk_signed({}, {from}) & {}", value(operand), mask(*to)),
                Conversion::Float
                | Conversion::FloatToUnsigned
                | Conversion::FloatToSigned
                | Conversion::UnsignedToFloat
                | Conversion::SignedToFloat => return Err(floating()),
            },
            Compute::Select { condition, then, otherwise } => {
                format!("({} & 1) ? {} : {}", value(condition), value(then), value(otherwise))
            }
            Compute::Element { base, offset, index, bits, scale } => {
                let index = match index {
                    Value::Constant(0) => String::new(),
                    Value::Constant(_) | Value::Slot(_) => {
                        format!(" + (uint64_t)lk_signed({}, {bits}) * UINT64_C({scale})", value(index))
                    }
                };
                let offset = if *offset == 0 { String::new() } else { format!(" + UINT64_C({})", *offset as u64) };
                format!("{}{offset}{index}", value(base))
            }
            Compute::Negate { .. } => return Err(floating()),
        })
    }

    /// Calls by address, for each number of arguments that there is: a choice among the functions of as many parameters.
    fn dispatch(&mut self) {
        self.line = None;
        let mut arities = vec![1];
        for step in self.code.steps.iter() {
            if let Step::Call { target: Target::Pointer(_), arguments, .. } = step {
                arities.push(arguments.len());
            }
        }
        arities.sort_unstable();
        arities.dedup();
        for arity in arities {
            let parameters: String = (0..arity).map(|index| format!(", uint64_t a{index}")).collect();
            self.put(&format!("\nstatic uint64_t lk_call{arity}(uint64_t function{parameters})\n{{\n"));
            for function in self.program.functions.ids() {
                let Some(body) = self.code.bodies[function] else { continue };
                let count = body.parameters as usize;
                // A thread may begin in a function without parameters.
                if count == arity || arity == 1 && count == 0 {
                    let arguments: Vec<String> = (0..count).map(|index| format!("a{index}")).collect();
                    let (address, index) = (address::of_function(function), function.index());
                    let call = format!("return f{index}({});", arguments.join(", "));
                    self.put(&format!("  if (function == UINT64_C({address})) {call}\n"));
                }
            }
            self.put("  LK_UNSUPPORTED(\"a call of what is no function\");\n  return 0;\n}\n");
        }
    }

    fn main(&mut self) {
        let parameters = self.code.bodies[self.code.main].map_or(0, |body| body.parameters) as usize;
        let arguments = vec!["0"; parameters].join(", ");
        let main = self.code.main.index();
        self.put(&format!(
            "\nint main(void)\n{{\n  lk_begin();\n  f{main}({arguments});\n  lk_fence();\n  return 0;\n}}\n"
        ));
    }
}

/// Memory at the start: bytes, and where each global variable begins.
fn memory(code: &Code, text: &mut String) {
    let list = |numbers: Vec<u64>| {
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        if numbers.is_empty() { "0".to_owned() } else { numbers.join(", ") }
    };
    let bytes: Vec<u64> = code.initial.iter().chain(&code.constants).map(|byte| u64::from(*byte)).collect();
    let behind = code.initial.len() as u64;
    let starts = code.statics.iter().map(|of| u64::from(of.start) + if of.is_constant { behind } else { 0 });
    let sizes = code.statics.iter().map(|of| u64::from(of.bytes));
    // Writing to a string does not fail.
    let _ = writeln!(text, "#define LK_STATICS {}", code.statics.len());
    let _ = writeln!(text, "#define LK_BYTES {}", bytes.len());
    let _ = writeln!(text, "#define LK_STARTS {}", list(starts.collect()));
    let _ = writeln!(text, "#define LK_SIZES {}", list(sizes.collect()));
    let _ = writeln!(text, "#define LK_INITIAL {}", list(bytes));
}

fn slot_name(slot: SlotId) -> String {
    format!("s{}", slot.index())
}

fn mask(bits: u8) -> String {
    if bits >= 64 { "UINT64_MAX".to_owned() } else { format!("UINT64_C({})", (1u64 << bits) - 1) }
}

fn zero(result: Option<SlotId>) -> String {
    result.map_or_else(String::new, |result| format!(" {} = 0;", slot_name(result)))
}

fn update_name(update: Update) -> &'static str {
    match update {
        Update::Exchange => "LK_EXCHANGE",
        Update::Add => "LK_ADD",
        Update::Subtract => "LK_SUBTRACT",
        Update::And => "LK_AND",
        Update::Nand => "LK_NAND",
        Update::Or => "LK_OR",
        Update::Xor => "LK_XOR",
        Update::Maximum => "LK_MAXIMUM",
        Update::Minimum => "LK_MINIMUM",
        Update::UnsignedMaximum => "LK_UNSIGNED_MAXIMUM",
        Update::UnsignedMinimum => "LK_UNSIGNED_MINIMUM",
    }
}
