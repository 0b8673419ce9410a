//! What of a program was not understood, and what leads to that.

use aeg::model::Direction;
use cprog::ir::{Callee, FunctionId, Operand, Operation, Point, Program, SourcePlace};
use cprog::points_to::UnknownSource;
use cprog::{assembly, library};

use crate::analysis::Analysis;

/// A place that was not understood, or leads to such places.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct NotUnderstood {
    /// What stands there.
    pub what: String,
    /// The source file, as far as the place is known.
    pub file: Option<String>,
    /// Its line there, from 1.
    pub line: Option<u32>,
}

impl NotUnderstood {
    fn new(program: &Program, what: String, place: Option<SourcePlace>) -> NotUnderstood {
        let file = place.map(|place| program.files[place.file].name.clone());
        NotUnderstood { what, file, line: place.map(|place| place.line) }
    }
}

/// The places that may access whatever code that is not there can reach.
pub(crate) fn havoc(program: &Program, analysis: &Analysis) -> Vec<NotUnderstood> {
    let gaps = program.gaps.iter().map(|gap| NotUnderstood::new(program, gap.what.clone(), gap.place));
    let calls = analysis.points_to.unknown_calls().iter().map(|point| {
        let what = match program.instruction(*point).map(|instruction| &instruction.operation) {
            Some(Operation::Call { callee: Callee::Function(function), .. }) => {
                format!("call of {}", program.functions[*function].name)
            }
            _ => "call by a pointer".to_owned(),
        };
        NotUnderstood::new(program, what, program.place(*point))
    });
    let executed = program.functions.iter_enumerated().filter(|(id, _)| analysis.aeg.entries[*id].is_some());
    let instructions = executed.flat_map(|(id, function)| {
        let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
        instructions.map(move |instruction| (id, instruction))
    });
    let others = instructions.filter_map(|(id, instruction)| {
        let is_number = |pointer: &&Operand| analysis.points_to.is_number(id, pointer);
        let what = match &instruction.operation {
            Operation::Assembly { assembly, .. } if assembly::footprint(assembly).is_none() => "assembly",
            operation if accessed(operation).iter().any(is_number) => "access by a pointer that is made of a number",
            _ => return None,
        };
        Some(NotUnderstood::new(program, what.to_owned(), instruction.place))
    });
    gaps.chain(calls).chain(others).chain(copies(program, analysis)).collect()
}

/// Where a value is computed of what was read that does not depend on it, so that a compiler may compute the dependency away. Empty where dependencies order nothing.
pub(crate) fn void_dependencies(program: &Program, analysis: &Analysis) -> Vec<NotUnderstood> {
    let options = &analysis.aeg.options;
    if !options.dependencies || !options.model.has_dependencies {
        return Vec::new();
    }
    let has_reads = |id: FunctionId| {
        analysis.aeg.events.iter().any(|event| event.point.function == id && event.direction == Direction::Read)
    };
    let functions = program.functions.iter_enumerated().filter(|(id, _)| analysis.aeg.entries[*id].is_some());
    let mut found = Vec::new();
    for (id, function) in functions {
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            let Operation::Binary { operator, left, right, .. } = &instruction.operation else { continue };
            let is_void = match operator.as_str() {
                "xor" | "sub" => matches!(left, Operand::Register(_)) && left == right,
                "and" | "mul" => matches!(right, Operand::Integer(0)) || matches!(left, Operand::Integer(0)),
                _ => false,
            };
            if is_void && has_reads(id) {
                let what = "a dependency that a compiler may compute away".to_owned();
                found.push(NotUnderstood::new(program, what, instruction.place));
            }
        }
    }
    found
}

/// Where the process is copied though some of its memory may then be that of both.
fn copies<'a>(program: &'a Program, analysis: &'a Analysis) -> impl Iterator<Item = NotUnderstood> + 'a {
    let executed = program.functions.iter_enumerated().filter(|(id, _)| analysis.aeg.entries[*id].is_some());
    let mut instructions =
        executed.flat_map(|(_, function)| function.blocks.iter().flat_map(|block| &block.instructions));
    let is_shared = instructions.any(|instruction| match &instruction.operation {
        Operation::Call { callee: Callee::Function(function), arguments } => {
            let flags = match arguments.get(3) {
                Some(Operand::Integer(flags)) => Some(*flags),
                _ => None,
            };
            library::maps_shared_memory(&program.functions[*function].name, flags)
        }
        _ => false,
    });
    let executed = |point: &&Point| analysis.aeg.entries[point.function].is_some();
    let forks = analysis.points_to.forks().iter().filter(executed).filter(move |_| is_shared);
    forks.map(|point| {
        let what = "a copy of the process, which shares memory with it".to_owned();
        NotUnderstood::new(program, what, program.place(*point))
    })
}

/// The pointers by which an operation itself accesses memory.
fn accessed(operation: &Operation) -> Vec<&Operand> {
    match operation {
        Operation::Load { pointer, .. }
        | Operation::Store { pointer, .. }
        | Operation::ReadModifyWrite { pointer, .. }
        | Operation::CompareExchange { pointer, .. } => vec![pointer],
        Operation::CopyMemory { to, from, .. } => vec![to, from],
        Operation::SetMemory { to, .. } => vec![to],
        Operation::Alloca { .. }
        | Operation::Fence { .. }
        | Operation::Assembly { .. }
        | Operation::Address { .. }
        | Operation::Binary { .. }
        | Operation::Negate { .. }
        | Operation::Compare { .. }
        | Operation::Cast { .. }
        | Operation::Select { .. }
        | Operation::Phi { .. }
        | Operation::Extract { .. }
        | Operation::Insert { .. }
        | Operation::Copy(_)
        | Operation::Call { .. }
        | Operation::StartThread { .. }
        | Operation::JoinThread { .. }
        | Operation::Lock { .. }
        | Operation::Unlock { .. }
        | Operation::Wait { .. }
        | Operation::AtomicBegin
        | Operation::AtomicEnd
        | Operation::Assume(_)
        | Operation::Assert(_)
        | Operation::Violation
        | Operation::Any(_)
        | Operation::Havoc(_) => Vec::new(),
    }
}

/// What makes calls by pointers, and accesses by them, unknown.
pub(crate) fn unknown_sources(program: &Program, analysis: &Analysis) -> Vec<NotUnderstood> {
    let at = |point: &Point| program.place(*point);
    let sources = analysis.points_to.unknown_sources().iter().map(|source| {
        let (what, place) = match source {
            UnknownSource::Variable(global) => {
                let global = &program.globals[*global];
                (format!("the variable {}, which is defined nowhere", global.name), global.place)
            }
            UnknownSource::Entry(function) => {
                let function = &program.functions[*function];
                (format!("what {} is called with", function.source_name), function.place)
            }
            UnknownSource::Assembly(point) => ("assembly".to_owned(), at(point)),
            UnknownSource::Instruction(point) => ("an instruction".to_owned(), at(point)),
            UnknownSource::Function(point, function) => {
                (format!("the call of {}", program.functions[*function].name), at(point))
            }
            UnknownSource::Address(point) => ("a call of an address that is a number".to_owned(), at(point)),
            UnknownSource::LibraryPointer(point) => ("a call by a pointer of a library".to_owned(), at(point)),
        };
        NotUnderstood::new(program, what, place)
    });
    sources.collect()
}
