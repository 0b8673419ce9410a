//! The transformation: a C program whose sequentially consistent executions are those that the source has under a weak model.
//!
//! J. Alglave, D. Kroening, V. Nimal, M. Tautschnig: Software Verification for Weak Memory via Program Transformation, ESOP 2013, sections 3 and 4. What follows is said of models whose writes
//! reach all threads at once; for the others, `runtime/propagating.c` and `runtime/early.c` say what is different.
//!
//! An access that is delayed ([`Delays`] says which are) is entered in a list of its thread, and takes effect at any later step that the model allows. A delayed write leaves the list for memory; its thread reads it from the list before that. A delayed read returns any value, which memory must
//! have when the read takes effect: so it is delayed to its first use, and beyond. Other accesses go to memory at once, when what the model orders before them has
//! taken effect. Fences wait for what is pending, and so do starts, joins, locks and the ends of threads. The lists have a bound; that it suffices is an assertion of the program.
//!
//! What depends on a supposed value carries a mark of the read, in a register beside its own: the model orders what is computed from reads, and a violation counts when
//! the reads that it rests on have proved right.
//!
//! The program is written from the steps of the checker: functions of `goto`s over numbers of 64 bits, with `#line`, and a runtime in front
//! (`runtime/`) that the [`Dialect`] adapts. Memory is variables or an array ([`memory`]).

mod expressions;
mod extent;
mod memory;
pub(crate) mod model;

use std::fmt::Write;

use arch::{Direction, Pairs};
use cprog::ir::{FunctionId, Program};
use relation::Index;

use crate::checker::analysis::delays::{DelayedAccesses, Delays};
use crate::checker::code::address;
use crate::checker::code::{Annotation, Code, Fence, SlotId, Step, StepId, Target, Update, Value};
use crate::checker::lowering::{Refusal, leaves, lower};
use crate::checker::target::CompileTarget;
use crate::{Model, Propagating};
use expressions::{expression, mask, operands, slot_name, value};
use extent::Extent;
use memory::Cells;
pub use model::TransformModel;

/// For whom a program is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// CBMC: `__CPROVER_assert`, `__CPROVER_assume`, atomic sections.
    Cbmc,
    /// The rules of SV-COMP: `reach_error`, `__VERIFIER_nondet_uint`, `__VERIFIER_atomic_begin`.
    SvComp,
    /// GenMC: memory is sequentially consistent atomics, and choices are races for flags. There are no choices among numbers, so only models that delay no reads can be had.
    GenMc,
    /// Any C11 compiler with POSIX threads: choices are drawn at random, from the seed in the environment variable `LAKMUS_SEED`.
    Plain,
}

/// Why a program cannot be transformed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransformError {
    /// There is nothing to begin with.
    #[error(transparent)]
    Program(#[from] Refusal),
    /// Something that the output has no word for.
    #[error("{0} cannot be transformed yet")]
    Unsupported(String),
}

/// How a program is transformed.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What may be reordered.
    pub model: TransformModel,
    /// Which accesses are.
    pub delays: Delays,
    /// For whom.
    pub dialect: Dialect,
    /// Room for delayed accesses in the list of each thread. Where writes reach threads at different times, for all accesses of a thread that threads compete for.
    pub bound: u32,
}

/// A transformed program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transformed {
    /// The program.
    pub text: String,
    /// Which accesses are delayed, and why.
    pub late: DelayedAccesses,
    /// A bound that is certain to be too small if it is less: how many accesses that threads compete for are in the text of one function, where the list of a thread has all.
    pub accesses: u32,
    /// Whether some function of the program has a loop.
    pub has_loops: bool,
}

/// Whether GenMC can be given a program under a model.
fn check_for_genmc(model: TransformModel, has_cells: bool) -> Result<(), TransformError> {
    if model.propagates() || model.delays_reads() {
        let what = format!("a program for GenMC under {model}, where reads are delayed");
        return Err(TransformError::Unsupported(what));
    }
    if !has_cells {
        return Err(TransformError::Unsupported("memory that no variable stands for, for GenMC,".to_owned()));
    }
    Ok(())
}

/// `program` as a C program for tools that know only sequential consistency.
///
/// # Errors
/// When there is no `main`, the program has a fence of writes alone and the model is `arm`, or a function has a result of several scalars or computes with floating point numbers.
pub fn transform(program: &Program, options: &Options) -> Result<Transformed, TransformError> {
    let model = options.model;
    let unsupported = || TransformError::Unsupported(format!("a program under {model}"));
    let constant = model.constant().ok_or_else(unsupported)?;
    // The runtime has full fences in its locks.
    let target = model.facts().map(|facts| CompileTarget { locks: None, ..CompileTarget::of(facts) });
    let code = lower(program, target, false)?;
    // A full fence makes the thread wait, reads behind it as well.
    let is_armv7 = model == TransformModel::Propagating(Propagating::Armv7);
    if is_armv7 && code.steps.iter().any(|step| matches!(step, Step::Fence(Fence::Marks(_)))) {
        return Err(TransformError::Unsupported(format!("a fence of writes alone under {model}")));
    }
    let late = DelayedAccesses::find(program, &code, model, options.delays);
    let cells = Cells::new(&code);
    if options.dialect == Dialect::GenMc {
        check_for_genmc(model, cells.is_some())?;
    }
    // Where no read is delayed, no value is supposed, and marks would only slow the tools down.
    let tracks = model.propagates() || model.delays_reads() && late.any_read(&code);
    let has_halves = model == TransformModel::MultiCopyAtomic(Model::ARMV8) && late.any_update(&code);
    let pins = tracks && !model.propagates() && (has_halves || late.needs_pins(&code));
    let mut text = head(&code, (options, constant), tracks, pins, has_halves);
    if model.propagates() {
        text.push_str(&Extent::new(&code, &late, options)?.head());
    }
    match &cells {
        Some(cells) => cells.write(&mut text),
        None => memory::bytes(&code, &mut text),
    }
    let parts: &[(&str, &str)] = match model {
        TransformModel::MultiCopyAtomic(_) => &[("delays", include_str!("transform/runtime/delays.c"))],
        TransformModel::Propagating(_) => &[
            ("entries", include_str!("transform/runtime/entries.c")),
            ("propagating", include_str!("transform/runtime/propagating.c")),
        ],
        TransformModel::Power2010 => &[
            ("entries", include_str!("transform/runtime/entries.c")),
            ("early", include_str!("transform/runtime/early.c")),
        ],
    };
    let rest = [
        ("accesses", include_str!("transform/runtime/accesses.c")),
        ("threads", include_str!("transform/runtime/threads.c")),
    ];
    for (name, part) in parts.iter().copied().chain(rest) {
        // Writing to a string does not fail.
        let _ = writeln!(text, "#line 1 \"lakmus-{name}.c\"");
        text.push_str(part);
    }
    let (cells, propagates) = (cells.as_ref(), model.propagates());
    let mut writer =
        Writer { program, code: &code, late: &late, cells, tracks, propagates, text: &mut text, line: None };
    // Declarations first: functions call each other in any order.
    for function in program.functions.ids().filter(|function| code.bodies[*function].is_some()) {
        let signature = writer.signature(function)?;
        writer.put(&format!("{signature};\n"));
    }
    for function in program.functions.ids().filter(|function| code.bodies[*function].is_some()) {
        writer.function(function)?;
    }
    writer.dispatch();
    writer.main();
    let accesses = if model.propagates() { extent::accesses(&code, &late) } else { 0 };
    Ok(Transformed { text, late, accesses, has_loops: code.steps.ids().any(|step| code.is_in_loop(step)) })
}

fn head(code: &Code, (options, constant): (&Options, &str), tracks: bool, pins: bool, has_halves: bool) -> String {
    let Options { model, dialect, bound, .. } = options;
    let dialect = match dialect {
        Dialect::Cbmc => "LK_CBMC",
        Dialect::SvComp => "LK_SVCOMP",
        Dialect::GenMc => "LK_GENMC",
        Dialect::Plain => "LK_PLAIN",
    };
    let returns = code.steps.iter().any(|step| match step {
        Step::Join { returned, .. } => *returned != Value::Constant(0),
        _ => false,
    });
    let mut text = format!(
        "/* Transformed for {model}: what happens here under sequential consistency happens in the source under {model}. */\n\
         #include <stdint.h>\n#define {dialect} 1\n#define LK_MODEL {constant}\n#define LK_PROPAGATES {}\n#define LK_TRACKS {}\n#define LK_PINS {}\n#define LK_HALVES {}\n#define LK_RETURNS {}\n\
         #define LK_BOUND {bound}\n#line 1 \"lakmus-dialects.c\"\n",
        u8::from(model.propagates()),
        u8::from(tracks),
        u8::from(pins),
        u8::from(has_halves),
        u8::from(returns),
    );
    text.push_str(include_str!("transform/runtime/dialects.c"));
    text
}

struct Writer<'a> {
    program: &'a Program,
    code: &'a Code,
    late: &'a DelayedAccesses,
    cells: Option<&'a Cells>,
    /// Whether registers have marks beside them.
    tracks: bool,
    /// Whether writes may reach threads at different times.
    propagates: bool,
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
        let parameters: Vec<String> = (0..parameters)
            .map(|index| match self.tracks {
                true => format!("uint64_t s{index}, uint64_t d{index}"),
                false => format!("uint64_t s{index}"),
            })
            .collect();
        let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
        Ok(format!("static uint64_t f{}({parameters})", function.index()))
    }

    fn function(&mut self, function: FunctionId) -> Result<(), TransformError> {
        let Some(body) = self.code.bodies[function] else { return Ok(()) };
        let signature = self.signature(function)?;
        let name = self.program.functions[function].source_name.clone();
        self.put(&format!("\n/* {name} */\n{signature}\n{{\n"));
        // All are 0 at first: a `goto` may pass over what would set them.
        let locals: Vec<String> = (body.parameters..body.slots)
            .map(|slot| if self.tracks { format!("s{slot} = 0, d{slot} = 0") } else { format!("s{slot} = 0") })
            .collect();
        if !locals.is_empty() {
            self.put(&format!("  uint64_t {};\n", locals.join(", ")));
        }
        let mut at = body.entry;
        while self.code.functions.get(at).is_some_and(|of| *of == function) {
            self.place(at);
            self.put(&format!("l{}: ;\n", at.index()));
            let line = self.step(at)?;
            self.put(&format!("  {line}\n"));
            at = crate::checker::code::next(at);
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

    /// The marks of what values depend on.
    fn marks(&self, values: &[Value]) -> String {
        let slots = values.iter().filter_map(|value| match value {
            Value::Slot(slot) if self.tracks => Some(format!("d{}", slot.index())),
            Value::Slot(_) | Value::Constant(_) => None,
        });
        let marks: Vec<String> = slots.collect();
        if marks.is_empty() { "0".to_owned() } else { marks.join(" | ") }
    }

    /// Sets the marks of a register.
    fn marked(&self, result: SlotId, marks: &str) -> String {
        if self.tracks { format!(" d{} = {marks};", result.index()) } else { String::new() }
    }

    /// What follows depends on these values.
    fn decided(&self, values: &[Value]) -> String {
        match self.marks(values).as_str() {
            "0" => String::new(),
            marks => format!("lk_control |= {marks}; "),
        }
    }

    fn flags(&self, at: StepId, annotation: Annotation) -> String {
        // All that follows a load that acquires waits for it: it can as well take effect where it stands.
        let is_waited_for = annotation.acquire && matches!(self.code.steps[at], Step::Load { .. });
        let is_delayed = self.late.is_delayed(at) || self.is_private_in_bytes(at);
        let all = [
            (is_delayed && !is_waited_for, "LK_LATE"),
            (annotation.acquire, "LK_ACQUIRE"),
            (annotation.release, "LK_RELEASE"),
        ];
        let set: Vec<&str> = all.into_iter().filter(|(is_set, _)| *is_set).map(|(_, name)| name).collect();
        if set.is_empty() { "0".to_owned() } else { set.join(" | ") }
    }

    fn step(&mut self, at: StepId) -> Result<String, TransformError> {
        Ok(match &self.code.steps[at] {
            Step::Compute { result, how } => {
                let marks = self.marks(&operands(how));
                format!("{} = {};{}", slot_name(*result), expression(how)?, self.marked(*result, &marks))
            }
            Step::Load { .. } | Step::Store { .. } | Step::Update { .. } | Step::CompareExchange { .. } => {
                self.access(at)
            }
            Step::Fence(fence) => fence_call(*fence),
            Step::Jump(to) => format!("goto l{};", to.index()),
            Step::Branch { condition, then, otherwise } => {
                let decided = self.decided(&[*condition]);
                let (condition, then, otherwise) = (value(*condition), then.index(), otherwise.index());
                format!("{decided}if ({condition} & 1) goto l{then}; else goto l{otherwise};")
            }
            Step::Switch { value: on, cases, default } => {
                let decided = self.decided(&[*on]);
                let cases: String = cases
                    .iter()
                    .map(|(case, to)| format!("if ({} == UINT64_C({case})) goto l{}; ", value(*on), to.index()))
                    .collect();
                format!("{decided}{cases}goto l{};", default.index())
            }
            Step::Call { target, arguments, results } => self.call(*target, arguments, results)?,
            Step::Return { values } => {
                let from = if self.tracks { format!("lk_from = {}; ", self.marks(values)) } else { String::new() };
                format!("{from}return {};", values.first().map_or("0".to_owned(), |first| value(*first)))
            }
            Step::Allocate { result, bytes, times, .. } => {
                let address = match self.cells.and_then(|cells| cells.allocated(at)) {
                    Some(address) => format!("UINT64_C({address})"),
                    None => format!("lk_allocate({} * {})", value(*bytes), value(*times)),
                };
                format!("{} = {address};{}", slot_name(*result), self.marked(*result, "0"))
            }
            Step::Free { pointer } => format!("lk_free({});", value(*pointer)),
            // Only the checker itself has such steps.
            Step::SetLock { .. } => String::new(),
            Step::Choose { result, bits } => {
                format!("{} = LK_CHOOSE() & {};{}", slot_name(*result), mask(*bits), self.marked(*result, "0"))
            }
            Step::Identity { result } => format!("{} = lk_self;{}", slot_name(*result), self.marked(*result, "0")),
            Step::Assume(condition) => {
                format!("{}LK_ASSUME({} != 0);", self.decided(&[*condition]), value(*condition))
            }
            Step::Assert(condition) => format!("LK_CHECK({} != 0);", value(*condition)),
            Step::Violation => "LK_CHECK(0); return 0;".to_owned(),
            // What is pending takes effect before the process ends, as for the checker.
            Step::Exit => "lk_fence(); exit(0);".to_owned(),
            Step::EndThread(_) => {
                "lk_fence(); LK_REFUSE(\"the end of a thread within a function\"); return 0;".to_owned()
            }
            Step::Unsupported(what) => format!("LK_REFUSE(\"{}\"); return 0;", what.replace(['\\', '"', '\n'], " ")),
            Step::Start { .. }
            | Step::Join { .. }
            | Step::Lock { .. }
            | Step::Unlock { .. }
            | Step::AtomicBegin
            | Step::AtomicEnd => self.thread_step(at),
        })
    }

    /// Whether an access is no step of its own: where memory is variables, as what values depend on is kept beside those.
    fn is_private(&self, at: StepId) -> bool {
        self.cells.is_some() && self.late.is_private(at)
    }

    /// Whether an access that no other thread competes with is a step all the same. Nothing that is delayed is to wait for it.
    fn is_private_in_bytes(&self, at: StepId) -> bool {
        self.cells.is_none() && !self.propagates && self.late.is_private(at)
    }

    fn access(&self, at: StepId) -> String {
        match &self.code.steps[at] {
            Step::Load { result, address, bytes, bits, annotation } => {
                let (flags, marks) = (self.flags(at, *annotation), self.marks(&[*address]));
                let (name, address, bits) = (slot_name(*result), value(*address), mask(*bits));
                let marked = self.marked(*result, "lk_from");
                if self.is_private(at) {
                    return format!("{name} = lk_peek({address}, {bytes}, {marks}) & {bits};{marked}");
                }
                format!("{name} = lk_read({address}, {bytes}, {flags}, {marks}) & {bits};{marked}")
            }
            Step::Store { address, value: new, bytes, annotation } => {
                let (flags, marks, data) = (self.flags(at, *annotation), self.marks(&[*address]), self.marks(&[*new]));
                if self.is_private(at) {
                    return format!("lk_poke({}, {}, {bytes}, {marks}, {data});", value(*address), value(*new));
                }
                format!("lk_write({}, {}, {bytes}, {flags}, {marks}, {data});", value(*address), value(*new))
            }
            Step::Update { result, how, address, value: operand, bytes, annotation } => {
                let (flags, marks, data) =
                    (self.flags(at, *annotation), self.marks(&[*address]), self.marks(&[*operand]));
                let (name, how, marked) = (slot_name(*result), update_name(*how), self.marked(*result, "lk_from"));
                let (address, operand) = (value(*address), value(*operand));
                format!("{name} = lk_update({address}, {operand}, {bytes}, {how}, {flags}, {marks}, {data});{marked}")
            }
            Step::CompareExchange { result, success, address, expected, new, bytes, annotation } => {
                let (flags, marks) = (self.flags(at, *annotation), self.marks(&[*address]));
                let data = self.marks(&[*expected, *new]);
                let marked = self.marked(*result, "lk_from") + &self.marked(*success, "lk_from");
                // A copy of what is expected, as the result may go to the same slot.
                let (result, success) = (slot_name(*result), slot_name(*success));
                let (address, expected, new) = (value(*address), value(*expected), value(*new));
                format!(
                    "{{ uint64_t wanted = {expected}; {result} = lk_compare_exchange({address}, wanted, {new}, {bytes}, \
                     {flags}, {marks}, {data}); {success} = {result} == wanted; }}{marked}"
                )
            }
            other => unreachable!("no access: {other:?}"),
        }
    }

    fn thread_step(&self, at: StepId) -> String {
        let zero =
            |result: Option<SlotId>| result.map_or_else(String::new, |result| format!(" {} = 0;", slot_name(result)));
        match &self.code.steps[at] {
            Step::Start { result, handle, function, argument, .. } => {
                let (handle, function, argument) = (value(*handle), value(*function), value(*argument));
                format!("lk_start({handle}, {function}, {argument});{}", zero(*result))
            }
            Step::Join { result, handle, returned, bytes, .. } => {
                format!("lk_join({}, {}, {bytes});{}", value(*handle), value(*returned), zero(*result))
            }
            Step::Lock { result, lock, try_only, shared, .. } => {
                let call = format!("lk_lock({}, {}, {})", value(*lock), u8::from(*try_only), u8::from(*shared));
                result.map_or(format!("{call};"), |result| format!("{} = {call};", slot_name(result)))
            }
            Step::Unlock { result, lock, .. } => format!("lk_unlock({});{}", value(*lock), zero(*result)),
            Step::AtomicBegin => "lk_section(1);".to_owned(),
            Step::AtomicEnd => "lk_section(0);".to_owned(),
            other => unreachable!("no step of threads: {other:?}"),
        }
    }

    /// Arguments, each with its marks behind it.
    fn arguments(&self, arguments: &[Value]) -> Vec<String> {
        let with_marks = |argument: &Value| match self.tracks {
            true => format!("{}, {}", value(*argument), self.marks(&[*argument])),
            false => value(*argument),
        };
        arguments.iter().map(with_marks).collect()
    }

    fn call(&self, target: Target, arguments: &[Value], results: &[SlotId]) -> Result<String, TransformError> {
        let values = self.arguments(arguments);
        let (decided, call) = match target {
            Target::Function(function) => {
                let parameters = self.code.bodies[function].map_or(0, |body| body.parameters) as usize;
                let nothing = if self.tracks { "0, 0" } else { "0" };
                // A call may have other arguments than the definition, as in C without prototypes.
                let padded = values.into_iter().chain(std::iter::repeat(nothing.to_owned())).take(parameters);
                let padded: Vec<String> = padded.collect();
                (String::new(), format!("f{}({})", function.index(), padded.join(", ")))
            }
            Target::Pointer(pointer) => {
                let all: Vec<String> = std::iter::once(value(pointer)).chain(values).collect();
                (self.decided(&[pointer]), format!("lk_call{}({})", arguments.len(), all.join(", ")))
            }
        };
        Ok(match results {
            [] => format!("{decided}{call};"),
            [result] => format!("{decided}{} = {call};{}", slot_name(*result), self.marked(*result, "lk_from")),
            _ => return Err(TransformError::Unsupported("a result of several scalars".to_owned())),
        })
    }

    /// Calls by address, for each number of arguments that there is: a choice among the functions of as many parameters. And what threads begin with.
    fn dispatch(&mut self) {
        // What follows is of no line of the source.
        self.line = None;
        let tracks = self.tracks;
        let mut arities = Vec::new();
        for step in self.code.steps.iter() {
            if let Step::Call { target: Target::Pointer(_), arguments, .. } = step {
                arities.push(arguments.len());
            }
        }
        arities.sort_unstable();
        arities.dedup();
        for arity in arities {
            let parameters: Vec<String> = (0..arity)
                .map(|index| {
                    if tracks { format!("uint64_t a{index}, uint64_t e{index}") } else { format!("uint64_t a{index}") }
                })
                .collect();
            let parameters: String = parameters.iter().map(|parameter| format!(", {parameter}")).collect();
            let arguments = |count: usize| {
                let one = |index| if tracks { format!("a{index}, e{index}") } else { format!("a{index}") };
                (0..count).map(one).collect::<Vec<_>>().join(", ")
            };
            self.put(&format!("\nstatic uint64_t lk_call{arity}(uint64_t function{parameters})\n{{\n"));
            self.choices(&|count| (count == arity).then(|| arguments(count)));
        }
        self.put("\nstatic uint64_t lk_entry(uint64_t function, uint64_t argument)\n{\n");
        let argument = if tracks { "argument, 0" } else { "argument" };
        self.choices(&|count| match count {
            0 => Some(String::new()),
            1 => Some(argument.to_owned()),
            _ => None,
        });
    }

    fn choices(&mut self, arguments: &dyn Fn(usize) -> Option<String>) {
        for function in self.program.functions.ids() {
            let Some(body) = self.code.bodies[function] else { continue };
            if let Some(arguments) = arguments(body.parameters as usize) {
                let (address, index) = (address::of_function(function), function.index());
                self.put(&format!("  if (function == UINT64_C({address})) return f{index}({arguments});\n"));
            }
        }
        self.put("  LK_REFUSE(\"a call of what is no function\");\n  return 0;\n}\n");
    }

    fn main(&mut self) {
        let parameters = self.code.bodies[self.code.main].map_or(0, |body| body.parameters) as usize;
        let arguments = vec![if self.tracks { "0, 0" } else { "0" }; parameters].join(", ");
        let main = self.code.main.index();
        self.put(&format!(
            "\nint main(void)\n{{\n  lk_begin();\n  f{main}({arguments});\n  lk_fence();\n  return 0;\n}}\n"
        ));
    }
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

fn fence_call(fence: Fence) -> String {
    match fence {
        Fence::Full => "lk_fence();".to_owned(),
        Fence::Marks(Pairs::WRITE_WRITE) => "lk_fence_writes();".to_owned(),
        Fence::Marks(pairs) => {
            let behind = |before| {
                let kinds = [(Direction::Read, "LK_READ"), (Direction::Write, "LK_WRITE")];
                let kinds = kinds.into_iter().filter(|(direction, _)| pairs.has(before, *direction));
                let kinds: Vec<&str> = kinds.map(|(_, kind)| kind).collect();
                if kinds.is_empty() { "0".to_owned() } else { kinds.join(" | ") }
            };
            format!("lk_fence_pairs({}, {});", behind(Direction::Read), behind(Direction::Write))
        }
        Fence::Read => "lk_fence_reads();".to_owned(),
        Fence::Decided => "lk_fence_decided();".to_owned(),
        // Reads of one location are in order under the models that programs are transformed for.
        Fence::SameLocation => String::new(),
    }
}
