//! What speaks for two accesses being to the same bytes in one execution, beside that points-to analysis does not exclude it.
//!
//! A pointer's *ways* lead to it from an object of which there is one: a variable, or what code allocates that is executed once. `list->head->value` of a variable `list` is such a way: two threads that go it come to the same object, as long as
//! nothing is changed in between. A way with an index that is not known may end in an array, whose elements are one object, and leads no further: which element of `table[i]->value` is meant is not known, and so nothing speaks for two threads
//! meaning the same one. Parameters have the ways of all calls, as one execution with both suffices; an argument of a thread that was found by an index, as `&workers[i]`, belongs to that thread.
//!
//! Neither over- nor under-approximates: pairs are ranked by it, and none is left out because of it unless that was asked for.

use std::collections::{BTreeMap, BTreeSet};

use cprog::ir::{
    Callee, Effect, FunctionId, GlobalId, Operand, Operation, Point, Program, RegisterId, Step, Terminator,
};
use cprog::library::{self, Role};
use cprog::points_to::{ObjectKind, PointsTo};
use cprog::threads::ThreadId;
use relation::{IdVec, Index};

use crate::bits::Matrix;
use crate::graph::{Aeg, EventId};
use crate::once::Once;

/// Where ways begin: objects of which there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Root {
    Global(GlobalId),
    Allocated(Point),
}

/// A way from an object to bytes: at the end of each stretch but the last, a pointer is read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    root: Root,
    /// Bytes from where each stretch begins.
    stretches: Vec<i64>,
    /// Whether an index is added to the last one that is not known.
    is_indexed: bool,
}

/// Pointers are followed so often.
const MAX_STRETCHES: usize = 3;

/// A pointer has no more ways than that; others are not looked at.
const MAX_WAYS: usize = 8;

type Ways = BTreeSet<Way>;

impl Way {
    fn new(root: Root, offset: i64) -> Way {
        Way { root, stretches: vec![offset], is_indexed: false }
    }

    /// So many steps on.
    fn moved(&self, steps: &[Step]) -> Way {
        let mut way = self.clone();
        let last = way.stretches.last_mut().expect("a way has a stretch");
        for step in steps {
            match step {
                Step::Offset(bytes) => *last = last.saturating_add(*bytes),
                Step::Index { scale: 0, .. } => {}
                Step::Index { index: Operand::Integer(index), scale, .. } => {
                    // Saturated, a way leads to no object at all, which only costs evidence.
                    let bytes = index.saturating_mul(i128::from(*scale));
                    *last = last.saturating_add(i64::try_from(bytes).unwrap_or(i64::MAX));
                }
                Step::Index { .. } => way.is_indexed = true,
            }
        }
        way
    }

    /// Through the pointer that lies at its end.
    fn followed(&self) -> Option<Way> {
        if self.is_indexed || self.stretches.len() == MAX_STRETCHES {
            return None;
        }
        let mut way = self.clone();
        way.stretches.push(0);
        Some(way)
    }

    /// Whether two ways lead to bytes in common, accesses being of so many.
    fn meets(&self, bytes: i64, other: &Way, other_bytes: i64) -> bool {
        let (Some((mine, before)), Some((others, other_before))) =
            (self.stretches.split_last(), other.stretches.split_last())
        else {
            return false;
        };
        let is_near = || mine.saturating_add(bytes) > *others && others.saturating_add(other_bytes) > *mine;
        self.root == other.root && before == other_before && (self.is_indexed || other.is_indexed || is_near())
    }
}

/// The ways of the pointers of one thread.
struct Finder<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    entry: FunctionId,
    executed: Vec<FunctionId>,
    once: &'a Once,
    of_register: IdVec<FunctionId, IdVec<RegisterId, Ways>>,
    returned: IdVec<FunctionId, Ways>,
    changed: bool,
}

/// For each access, others in ascending order. Few accesses have any, so that these are no rows of bits.
pub(crate) type Neighbours = IdVec<EventId, Vec<EventId>>;

/// A way that threads have to an access.
struct Found {
    way: Way,
    event: EventId,
    /// How many bytes are accessed.
    bytes: i64,
    threads: Vec<ThreadId>,
}

/// The accesses, of those that compete with each, to which another thread has a way in common with it.
pub(crate) fn same_object(program: &Program, points_to: &PointsTo, aeg: &Aeg, competing: &Matrix) -> Neighbours {
    // By where the last stretch begins.
    let mut found: BTreeMap<(Root, Vec<i64>), Vec<Found>> = BTreeMap::new();
    let once = Once::find(program, points_to, &aeg.threads);
    let mut given = IdVec::from_elem(Ways::new(), program.functions.len());
    // First what threads are given that others start: roots come first.
    for thread in aeg.threads.threads.ids() {
        Finder::new(program, points_to, aeg, thread, &once).find(&mut given);
    }
    for thread in aeg.threads.threads.ids() {
        let mut finder = Finder::new(program, points_to, aeg, thread, &once);
        finder.find(&mut given);
        for event in aeg.events.ids().filter(|event| aeg.threads_of(*event).contains(&thread)) {
            for way in finder.of_event(aeg, event) {
                let before = way.stretches[..way.stretches.len() - 1].to_vec();
                let ways = found.entry((way.root, before)).or_default();
                match ways.iter_mut().rev().find(|known| known.event == event && known.way == way) {
                    Some(known) => known.threads.push(thread),
                    None => ways.push(Found { way, event, bytes: bytes(aeg, event), threads: vec![thread] }),
                }
            }
        }
    }
    let mut neighbours: Neighbours = IdVec::from_elem(Vec::new(), aeg.events.len());
    for ways in found.values() {
        for one in ways {
            for other in ways.iter().filter(|other| competing.has(one.event.index(), other.event)) {
                let compete = |left: &ThreadId| {
                    other.threads.iter().any(|right| aeg.may_compete_in((one.event, *left), (other.event, *right)))
                };
                if one.way.meets(one.bytes, &other.way, other.bytes) && one.threads.iter().any(compete) {
                    neighbours[one.event].push(other.event);
                }
            }
        }
    }
    for others in neighbours.iter_mut() {
        others.sort_unstable();
        others.dedup();
    }
    neighbours
}

fn bytes(aeg: &Aeg, event: EventId) -> i64 {
    let most = aeg.events[event].classes.iter().map(|class| aeg.classes[*class].bytes).max().unwrap_or(1);
    i64::try_from(most).unwrap_or(i64::MAX)
}

fn unite(to: &mut Ways, from: &Ways) -> bool {
    let before = to.len();
    for way in from {
        if to.len() == MAX_WAYS {
            break;
        }
        to.insert(way.clone());
    }
    to.len() > before
}

impl<'a> Finder<'a> {
    fn new(program: &'a Program, points_to: &'a PointsTo, aeg: &Aeg, thread: ThreadId, once: &'a Once) -> Finder<'a> {
        let functions = &program.functions;
        let executed: Vec<FunctionId> =
            functions.ids().filter(|id| aeg.threads.of_function[*id].contains(&thread)).collect();
        let mut of_register: IdVec<FunctionId, IdVec<RegisterId, Ways>> =
            IdVec::from_elem(IdVec::new(), functions.len());
        for id in &executed {
            of_register[*id] = IdVec::from_elem(Ways::new(), functions[*id].registers.len());
        }
        let returned = IdVec::from_elem(Ways::new(), functions.len());
        let entry = aeg.threads.threads[thread].entry;
        Finder { program, points_to, entry, executed, once, of_register, returned, changed: false }
    }

    /// Finds them. `given`: the ways to what threads that begin in a function are given; what this one gives is added.
    fn find(&mut self, given: &mut IdVec<FunctionId, Ways>) {
        self.pass(self.entry, 0, &given[self.entry]);
        // Sets grow up to a bound, so that this ends.
        loop {
            self.changed = false;
            for id in self.executed.clone() {
                self.function(id);
            }
            if !self.changed {
                break;
            }
        }
        for id in &self.executed {
            for (block, body) in self.program.functions[*id].blocks.iter_enumerated() {
                for (index, instruction) in body.instructions.iter().enumerate() {
                    let Operation::StartThread { argument, .. } = &instruction.operation else { continue };
                    let mut ways = self.of_operand(*id, argument);
                    // An element is given to its own thread.
                    ways.retain(|way| !way.is_indexed);
                    for callee in self.points_to.callees(Point { function: *id, block, index: index as u32 }) {
                        unite(&mut given[*callee], &ways);
                    }
                }
            }
        }
    }

    fn function(&mut self, id: FunctionId) {
        let function = &self.program.functions[id];
        for (block, body) in function.blocks.iter_enumerated() {
            for (index, instruction) in body.instructions.iter().enumerate() {
                let point = Point { function: id, block, index: index as u32 };
                let ways = self.result(point, &instruction.operation);
                if let Some(result) = instruction.result {
                    self.changed |= unite(&mut self.of_register[id][result], &ways);
                }
            }
            if let Terminator::Return(Some(value)) = &body.terminator {
                let ways = self.of_operand(id, value);
                self.changed |= unite(&mut self.returned[id], &ways);
            }
        }
    }

    fn of_operand(&self, function: FunctionId, operand: &Operand) -> Ways {
        match operand {
            Operand::Register(register) => self.of_register[function][*register].clone(),
            Operand::Global(global, offset) if !self.program.globals[*global].thread_local => {
                Ways::from([Way::new(Root::Global(*global), *offset)])
            }
            Operand::Global(..)
            | Operand::Function(_)
            | Operand::Aggregate(_)
            | Operand::Integer(_)
            | Operand::Float(_)
            | Operand::Zero
            | Operand::Undefined => Ways::new(),
        }
    }

    /// The ways to what an operation gives; passes arguments on.
    fn result(&mut self, point: Point, operation: &Operation) -> Ways {
        let id = point.function;
        match operation {
            // An allocation that is executed again makes another object: threads that go the way may come to different ones.
            Operation::Alloca { .. } if self.once.has(point) => Ways::from([Way::new(Root::Allocated(point), 0)]),
            Operation::Address { base, steps } => {
                self.of_operand(id, base).iter().map(|way| way.moved(steps)).collect()
            }
            Operation::Load { pointer, .. } => self.of_operand(id, pointer).iter().filter_map(Way::followed).collect(),
            Operation::Copy(value) | Operation::Cast { value, .. } => self.of_operand(id, value),
            Operation::Select { then, otherwise, .. } => {
                let mut ways = self.of_operand(id, then);
                ways.extend(self.of_operand(id, otherwise));
                ways
            }
            Operation::Phi { incoming, .. } => {
                incoming.iter().flat_map(|(_, value)| self.of_operand(id, value)).collect()
            }
            Operation::Call { callee, arguments } => self.call(point, callee, arguments),
            _ => Ways::new(),
        }
    }

    fn pass(&mut self, callee: FunctionId, index: usize, ways: &Ways) {
        if self.of_register[callee].is_empty() {
            return;
        }
        if let Some(parameter) = self.program.functions[callee].parameters.get(index) {
            self.changed |= unite(&mut self.of_register[callee][*parameter], ways);
        }
    }

    fn call(&mut self, point: Point, callee: &Callee, arguments: &[Operand]) -> Ways {
        if let Callee::Function(target) = callee
            && !self.program.functions[*target].is_defined()
        {
            let allocates = match library::role(&self.program.functions[*target].name) {
                Some(Role::Effects(effects)) => effects.allocates,
                _ => false,
            };
            let is_one = allocates && self.once.has(point);
            return if is_one { Ways::from([Way::new(Root::Allocated(point), 0)]) } else { Ways::new() };
        }
        let mut ways = Ways::new();
        for target in self.points_to.callees(point).to_vec() {
            for (index, argument) in arguments.iter().enumerate() {
                let mut passed = self.of_operand(point.function, argument);
                // All calls of a function have one set: what is read from memory would be mixed.
                passed.retain(|way| !way.is_indexed && way.stretches.len() == 1);
                self.pass(target, index, &passed);
            }
            ways.extend(self.returned[target].iter().cloned());
        }
        ways
    }

    fn of_event(&self, aeg: &Aeg, event: EventId) -> Ways {
        let event = &aeg.events[event];
        if event.is_havoc {
            return Ways::new();
        }
        let instruction = self.program.instruction(event.point);
        if let Some(Effect::Access { pointer, .. }) = instruction.map(|instruction| instruction.operation.effect()) {
            return self.of_operand(event.point.function, pointer);
        }
        // What a library function accesses: all of one variable.
        let [class] = event.classes.as_slice() else { return Ways::new() };
        let location = aeg.classes[*class].location;
        match self.points_to.object(location.object).kind {
            ObjectKind::Global(global) if !self.program.globals[global].thread_local => {
                let offset = i64::try_from(location.offset).unwrap_or(i64::MAX);
                Ways::from([Way { is_indexed: true, ..Way::new(Root::Global(global), offset) }])
            }
            ObjectKind::Global(_)
            | ObjectKind::Function(_)
            | ObjectKind::Local(_)
            | ObjectKind::Heap(_)
            | ObjectKind::Arguments(_)
            | ObjectKind::Outside
            | ObjectKind::Number
            | ObjectKind::Caller
            | ObjectKind::Library => Ways::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use cprog::points_to;
    use cprog::threads::{self, Roots};

    use super::*;
    use crate::delays::Delays;
    use crate::dependencies::Dependencies;
    use crate::evidence::Evidence;
    use crate::graph::Options;
    use crate::model::Model;

    /// What is known of the pairs under TSO of a program with two threads of store buffering, each of which begins in `@first` or `@second`.
    fn evidence(body: &str, least: Evidence) -> (Vec<Evidence>, usize) {
        let text = format!(
            "@x = global i32 0\n@y = global i32 0\n@a = global [4 x i32] zeroinitializer\n@b = global [4 x i32] zeroinitializer\n\
             @table = global [4 x ptr] zeroinitializer\n@shared = global ptr null\ndeclare ptr @malloc(i64)\n\
             declare i32 @pthread_create(ptr, ptr, ptr, ptr)\n{body}"
        );
        let program = cprog::read([text.as_str()]).expect("LLVM IR that LLVM takes");
        assert_eq!(program.gaps, [], "{text}");
        let roots = Roots::Main(program.function("main").expect("main"));
        let points_to = points_to::analyse(&program, roots.functions());
        let threads = threads::find(&program, &points_to, &roots);
        let options = Options { least, ..Options::new(Model::TSO) };
        let aeg = Aeg::build(&program, &points_to, threads, options);
        let dependencies = Dependencies::find(&program, &aeg);
        let delays = Delays::find(&program, &points_to, &aeg, &dependencies, 20_000);
        (delays.pairs.iter().map(|pair| pair.evidence).collect(), delays.set_aside)
    }

    /// Starts `@first` and `@second`, with `before` before that and arguments.
    fn main(before: &str, first: &str, second: &str) -> String {
        format!(
            "define i32 @main() {{\n  %t = alloca i64\n{before}  %p = call i32 @pthread_create(ptr %t, ptr null, ptr @first, ptr {first})\n\
             \x20 %q = call i32 @pthread_create(ptr %t, ptr null, ptr @second, ptr {second})\n  ret i32 0\n}}\n"
        )
    }

    /// Two functions of threads that store to one place and load from another one.
    fn threads(first: [&str; 2], second: [&str; 2]) -> String {
        let thread = |name: &str, [store, load]: [&str; 2]| {
            format!(
                "define ptr @{name}(ptr %given) {{\n{store}  store i32 1, ptr %to\n{load}  %value = load i32, ptr %from\n  ret ptr null\n}}\n"
            )
        };
        format!("{}{}", thread("first", first), thread("second", second))
    }

    const TO_X: &str = "  %to = getelementptr i8, ptr @x, i64 0\n";
    const TO_Y: &str = "  %to = getelementptr i8, ptr @y, i64 0\n";
    const FROM_X: &str = "  %from = getelementptr i8, ptr @x, i64 0\n";
    const FROM_Y: &str = "  %from = getelementptr i8, ptr @y, i64 0\n";

    #[test]
    fn variables_are_the_same_in_all_executions() {
        let text = format!("{}{}", threads([TO_X, FROM_Y], [TO_Y, FROM_X]), main("", "null", "null"));
        assert_eq!(evidence(&text, Evidence::Possible), (vec![Evidence::SameVariable; 2], 0));
        assert_eq!(evidence(&text, Evidence::SameVariable), (vec![Evidence::SameVariable; 2], 0));
    }

    #[test]
    fn elements_of_one_array_may_be_the_same() {
        let to = "  %i = load i32, ptr %given\n  %j = sext i32 %i to i64\n  %to = getelementptr [4 x i32], ptr @a, i64 0, i64 %j\n";
        let from = "  %i = load i32, ptr %given\n  %j = sext i32 %i to i64\n  %from = getelementptr [4 x i32], ptr @a, i64 0, i64 %j\n";
        let before = "  %n = alloca i32\n  store i32 1, ptr %n\n";
        let text = format!("{}{}", threads([to, FROM_Y], [TO_Y, from]), main(before, "%n", "%n"));
        assert_eq!(evidence(&text, Evidence::Possible), (vec![Evidence::SameObject; 2], 0));
        let (pairs, set_aside) = evidence(&text, Evidence::SameVariable);
        assert_eq!(pairs, []);
        assert!(set_aside > 0);
    }

    /// Both threads are given the one object that `main` makes.
    #[test]
    fn an_object_that_is_made_once_and_given_to_both_is_the_same() {
        let before = "  %m = call ptr @malloc(i64 8)\n";
        let given =
            ["  %to = getelementptr i8, ptr %given, i64 0\n", "  %from = getelementptr i8, ptr %given, i64 4\n"];
        let other =
            ["  %to = getelementptr i8, ptr %given, i64 4\n", "  %from = getelementptr i8, ptr %given, i64 0\n"];
        let text = format!("{}{}", threads(given, other), main(before, "%m", "%m"));
        assert_eq!(evidence(&text, Evidence::Possible), (vec![Evidence::SameObject; 2], 0));
    }

    /// A pointer that a variable holds leads all threads to one object; one that an element holds does so only where they mean the same element.
    #[test]
    fn pointers_in_variables_are_followed_and_those_in_elements_are_not() {
        let before = "  %m = call ptr @malloc(i64 8)\n  store ptr %m, ptr @shared\n  store ptr %m, ptr @table\n";
        let through = |pointer: &str| {
            let of = |name: &str, at: u32| {
                format!(
                    "  %{name}.base = load ptr, ptr {pointer}\n  %{name} = getelementptr i8, ptr %{name}.base, i64 {at}\n"
                )
            };
            [of("to", 0), of("from", 4), of("to", 4), of("from", 0)]
        };
        let [a, b, c, d] = through("@shared");
        let text = format!("{}{}", threads([&a, &b], [&c, &d]), main(before, "null", "null"));
        assert_eq!(evidence(&text, Evidence::Possible), (vec![Evidence::SameObject; 2], 0));
        let [a, b, c, d] = through("%e");
        let element = "  %i = load i64, ptr %given\n  %e = getelementptr [4 x ptr], ptr @table, i64 0, i64 %i\n";
        let (a, c) = (format!("{element}{a}"), format!("{element}{c}"));
        let before = format!("{before}  %n = alloca i64\n  store i64 1, ptr %n\n");
        let text = format!("{}{}", threads([&a, &b], [&c, &d]), main(&before, "%n", "%n"));
        assert_eq!(evidence(&text, Evidence::Possible), (vec![Evidence::Possible; 2], 0));
    }
}
