//! Points-to analysis: what each pointer may point to, for the whole program.
//!
//! Inclusion-based (Andersen 1994), flow- and context-insensitive, with functions found by their pointers while it runs, difference
//! propagation, and cycles of the constraint graph collapsed (Hardekopf and Lin, PLDI 2007, do it lazily; here all at once whenever the graph has
//! grown by half). Field-sensitive: a [`Location`] is an object and an offset. Offsets are folded where an object is an array, or
//! has one inside (`object::Shape`): all elements are one. Pointer arithmetic whose step is unknown folds the whole object, and so does any into very many objects
//! (`solver::folding`). No pointer leads beyond the end of an object of known size.
//!
//! A copy of memory of unknown length takes all that is behind one pointer to all that is behind the other. Event loops call what they were given with the argument that was given with it.
//!
//! Over-approximates. As nothing depends on the order of accesses, it is sound on relaxed memory (musketeer's paper, section 5.2). Pointers through
//! integers are followed: through copies and (`integers`) through sums and bit operations, but not through products, quotients and what is subtracted. A pointer that is made of an integer of which nothing is
//! known is a *number* (`solver::numbers`), not nothing. Through files, signals' data or other processes pointers are not followed. Code that is not there is one node, *outside*: all
//! that is given to an unknown function is reachable from it, may hold anything from it, and is called by it. The callers of a library are such code, with memory of their own ([`ObjectKind::Caller`]).

mod constraints;
mod integers;
mod object;
mod set;
mod solver;

use rustc_hash::FxHashMap;

use crate::ir::{FunctionId, GlobalId, Operand, Point, Program, RegisterId};
use crate::library::Start;
pub use object::{LocationId, Object, ObjectId, ObjectKind};
use set::Set;

/// A place in an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The object.
    pub object: ObjectId,
    /// Bytes from its beginning, arrays folded to their first element.
    pub offset: u64,
}

/// Something that leads outside, to code that is not there, by itself: not only because pointers have led there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnknownSource {
    /// A variable that no unit of the program defines.
    Variable(GlobalId),
    /// A function of a library's interface: what it is called with comes from outside.
    Entry(FunctionId),
    /// Assembly that may access any memory.
    Assembly(Point),
    /// An instruction that is not understood.
    Instruction(Point),
    /// A call of a function that is neither there nor described, or gives code that is not there: `dlsym`.
    Function(Point, FunctionId),
    /// A call by a pointer that is no address which the program has made: a number, say.
    Address(Point),
    /// A call by a pointer that leads to objects of a library and to no function: a member of one of its structures.
    LibraryPointer(Point),
}

/// The result of the analysis.
#[derive(Debug)]
pub struct PointsTo {
    objects: object::Objects,
    /// First node of each function's registers.
    first_register: Vec<u32>,
    /// For each register's node, what it may point to.
    pointees: Vec<Set>,
    representatives: Vec<u32>,
    callees: FxHashMap<Point, Vec<FunctionId>>,
    started: FxHashMap<Point, Vec<(FunctionId, Start)>>,
    forks: Vec<Point>,
    /// Call sites that may call code which is not there.
    unknown_calls: Vec<Point>,
    sources: Vec<UnknownSource>,
    outside: u32,
    calls_left_out: usize,
}

/// What calls by pointers are of, among the functions that the pointers lead to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Calls {
    /// All of them.
    #[default]
    OfAnyType,
    /// Those whose type is that of the call, where there are such.
    OfTheirType,
    /// Even fewer, so that tests can show that this is noticed.
    #[doc(hidden)]
    TooNarrow,
}

/// Analyses a program that begins in `roots`; what these are called with is unknown. Pointers call all that they lead to.
pub fn analyse(program: &Program, roots: &[FunctionId]) -> PointsTo {
    analyse_by(program, roots, Calls::OfAnyType)
}

/// The same, where pointers call what `calls` says.
pub fn analyse_by(program: &Program, roots: &[FunctionId], calls: Calls) -> PointsTo {
    constraints::Builder::new(program).build(roots, calls).solve()
}

impl PointsTo {
    fn node_set(&self, node: u32) -> &Set {
        &self.pointees[self.representatives[node as usize] as usize]
    }

    /// Where an operand of a function may point to, in ascending order; empty for what is no pointer.
    pub fn pointees(&self, function: FunctionId, operand: &Operand) -> Vec<Location> {
        let mut locations: Vec<Location> = match operand {
            Operand::Register(register) => {
                let node = self.register_node(function, *register);
                self.node_set(node)
                    .iter()
                    .map(|location| self.objects.canonical(LocationId::from_number(location)))
                    .collect()
            }
            Operand::Global(global, offset) => vec![self.objects.canonical_of(self.objects.global(*global), *offset)],
            Operand::Function(function) => vec![self.objects.canonical_of(self.objects.function(*function), 0)],
            Operand::Aggregate(parts) => parts.iter().flat_map(|part| self.pointees(function, part)).collect(),
            Operand::Integer(_) | Operand::Float(_) | Operand::Zero | Operand::Undefined => Vec::new(),
        };
        locations.sort_unstable();
        locations.dedup();
        locations
    }

    /// Whether an operand is a pointer of which nothing more is known than that it was made of an integer: what is accessed by it may be any object.
    pub fn is_number(&self, function: FunctionId, operand: &Operand) -> bool {
        // Constants are addresses of objects, or of none.
        let Operand::Register(register) = operand else { return false };
        let set = self.node_set(self.register_node(function, *register));
        let mut locations = set.iter().map(|location| self.objects.location(LocationId::from_number(location)));
        !set.is_empty() && locations.all(|at| self.object(at.object).kind == ObjectKind::Number)
    }

    fn register_node(&self, function: FunctionId, register: RegisterId) -> u32 {
        self.first_register[function.number() as usize] + register.number()
    }

    /// An object.
    pub fn object(&self, object: ObjectId) -> &Object {
        self.objects.object(object)
    }

    /// All objects.
    pub fn objects(&self) -> impl Iterator<Item = ObjectId> + use<> {
        self.objects.ids()
    }

    /// The functions that the call (or thread start) at `point` may call, in ascending order. Where a thread or the process ends, as also by a return, that is what the library was given
    /// to call then. A call of code that is not there may call back
    /// every function that such code knows.
    pub fn callees(&self, point: Point) -> &[FunctionId] {
        self.callees.get(&point).map_or(&[], Vec::as_slice)
    }

    /// The functions that a call of a library starts beside the thread that makes it, each with how it does.
    pub fn started(&self, point: Point) -> &[(FunctionId, Start)] {
        self.started.get(&point).map_or(&[], Vec::as_slice)
    }

    /// How many functions that pointers lead to are not called as they have another type than the call, counted for each call.
    pub fn calls_left_out(&self) -> usize {
        self.calls_left_out
    }

    /// Where the process is copied.
    pub fn forks(&self) -> &[Point] {
        &self.forks
    }

    /// Calls that may go to code which is not there.
    pub fn unknown_calls(&self) -> &[Point] {
        &self.unknown_calls
    }

    /// What leads outside, each once. Without any, each call by a pointer is one of functions of the program and of those that are described.
    pub fn unknown_sources(&self) -> &[UnknownSource] {
        &self.sources
    }

    /// Locations of the object whose bytes, all offsets folded, overlap those of an access of `bytes` bytes at `location`.
    pub fn overlap(&self, left: Location, left_bytes: u64, right: Location, right_bytes: u64) -> bool {
        left.object == right.object
            && self.objects.overlap(left.object, (left.offset, left_bytes), (right.offset, right_bytes))
    }

    /// The place so many bytes from a location.
    pub fn moved(&self, location: Location, bytes: i64) -> Location {
        self.objects.canonical_of(location.object, (location.offset as i64).saturating_add(bytes))
    }

    /// Bytes after which the places of an object are the same again to the analysis; 0 where they are not.
    pub fn stride(&self, object: ObjectId) -> u64 {
        self.objects.stride(object)
    }

    /// Whether `location` stands for one place in memory only while its object exists once: not an element of an array.
    pub fn is_single_cell(&self, location: Location) -> bool {
        self.objects.is_single_cell(location.object, location.offset)
    }

    /// The objects that may be reached from these, themselves included, by following what they hold.
    pub fn reachable(&self, from: impl IntoIterator<Item = ObjectId>) -> Vec<ObjectId> {
        let mut seen = vec![false; self.objects.len()];
        // Most cells of a large program hold one set: whatever is outside.
        let mut seen_sets = vec![false; self.pointees.len()];
        let mut work: Vec<ObjectId> = Vec::new();
        let mut reach = |object: ObjectId, work: &mut Vec<ObjectId>| {
            if !std::mem::replace(&mut seen[object.number() as usize], true) {
                work.push(object);
            }
        };
        for object in from {
            reach(object, &mut work);
        }
        let mut all = Vec::new();
        while let Some(object) = work.pop() {
            all.push(object);
            for node in self.objects.cells(object) {
                let set = self.representatives[node as usize] as usize;
                if std::mem::replace(&mut seen_sets[set], true) {
                    continue;
                }
                for location in self.pointees[set].iter() {
                    reach(self.objects.location(LocationId::from_number(location)).object, &mut work);
                }
            }
        }
        all.sort_unstable();
        all
    }

    /// The objects that code which is not there may touch.
    pub fn outside(&self) -> Vec<ObjectId> {
        let known = self
            .node_set(self.outside)
            .iter()
            .map(|location| self.objects.location(LocationId::from_number(location)).object);
        self.reachable(known.collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Operation;

    /// What each pointer that `@main`, or a function that it calls, loads from memory points to: names of globals.
    fn loaded(text: &str) -> Vec<Vec<String>> {
        let program = crate::read([text]).expect("LLVM IR that LLVM takes");
        assert_eq!(program.gaps, [], "{text}");
        let points_to = analyse(&program, &[program.function("main").expect("main")]);
        let mut all = Vec::new();
        for (id, function) in program.functions.iter_enumerated() {
            for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
                if let (Operation::Load { ty: crate::ir::Type::Pointer, .. }, Some(result)) =
                    (&instruction.operation, instruction.result)
                {
                    let pointees = points_to.pointees(id, &Operand::Register(result));
                    let names = pointees.iter().filter_map(|location| match points_to.object(location.object).kind {
                        ObjectKind::Global(global) => Some(program.globals[global].name.clone()),
                        ObjectKind::Function(_)
                        | ObjectKind::Local(_)
                        | ObjectKind::Heap(_)
                        | ObjectKind::Arguments(_)
                        | ObjectKind::Outside
                        | ObjectKind::Number
                        | ObjectKind::Caller
                        | ObjectKind::Library => None,
                    });
                    all.push(names.collect());
                }
            }
        }
        all
    }

    /// What a register of a function points to, in a library of two entries: names of globals, and `callers` for the memory of callers.
    fn in_library(text: &str, entries: [&str; 2], function: &str, register: u32) -> Vec<String> {
        let program = crate::read([text]).expect("LLVM IR that LLVM takes");
        assert_eq!(program.gaps, [], "{text}");
        let points_to = analyse(&program, &entries.map(|entry| program.function(entry).expect("it is there")));
        let function = program.function(function).expect("it is there");
        let pointees = points_to.pointees(function, &Operand::Register(RegisterId::from_number(register)));
        let named = pointees.iter().filter_map(|location| match points_to.object(location.object).kind {
            ObjectKind::Global(global) => Some(program.globals[global].name.clone()),
            ObjectKind::Caller => Some("callers".to_owned()),
            ObjectKind::Heap(_) => Some("heap".to_owned()),
            ObjectKind::Function(_)
            | ObjectKind::Local(_)
            | ObjectKind::Arguments(_)
            | ObjectKind::Outside
            | ObjectKind::Number
            | ObjectKind::Library => None,
        });
        named.collect()
    }

    /// It was in no object at all: `push(n)` and `peek()` of a stack were robust on Armv8.
    #[test]
    fn memory_that_callers_of_entries_pass_is_an_object() {
        let text = "@top = global ptr null\ndefine void @push(ptr %n) {\n  store i32 1, ptr %n\n  store ptr %n, ptr @top\n  ret void\n}\n\
             define ptr @peek() {\n  %o = load ptr, ptr @top\n  %field = getelementptr i8, ptr %o, i64 8\n  %next = load ptr, ptr %field\n  ret ptr %next\n}\n";
        assert_eq!(in_library(text, ["push", "peek"], "push", 0), ["callers"]);
        for register in 0..3 {
            assert_eq!(in_library(text, ["push", "peek"], "peek", register), ["callers"], "{register}");
        }
    }

    /// A pointer that may lead to a constant, or to a variable, stores into the variable alone. What another unit defines may hold anything.
    #[test]
    fn constants_hold_what_they_hold_at_first() {
        let loaded = loaded(
            "@x = global i32 0\n@c = constant ptr null\n@v = global ptr null\n@e = external constant ptr\ndeclare void @know(ptr)\n\
             define i32 @main(i1 %p) {\n  call void @know(ptr @x)\n  %at = select i1 %p, ptr @c, ptr @v\n  store ptr @x, ptr %at\n\
             \x20 %a = load ptr, ptr @c\n  %b = load ptr, ptr @v\n  %d = load ptr, ptr @e\n  ret i32 0\n}\n",
        );
        assert_eq!(loaded[..2], [vec![], vec!["x".to_owned()]]);
        assert!(loaded[2].contains(&"x".to_owned()), "{loaded:?}");
    }

    /// The functions that each event loop calls.
    fn loops(body: &str) -> Vec<Vec<String>> {
        let text = format!(
            "@mine = global ptr null\n@theirs = global ptr null\n@one = global [16 x i64] zeroinitializer\n@other = global [16 x i64] zeroinitializer\n\
             declare ptr @event_base_new()\ndeclare ptr @event_init()\ndeclare void @event_set(ptr, i32, i16, ptr, ptr)\ndeclare i32 @event_base_set(ptr, ptr)\n\
             declare i32 @event_assign(ptr, ptr, i32, i16, ptr, ptr)\ndeclare i32 @event_base_loop(ptr, i32)\ndeclare ptr @unknown()\n\
             define void @f(i32 %fd, i16 %what, ptr %given) {{\n  ret void\n}}\ndefine void @g(i32 %fd, i16 %what, ptr %given) {{\n  ret void\n}}\n\
             define i32 @main() {{\n{body}  ret i32 0\n}}\n"
        );
        let program = crate::read([text.as_str()]).expect("LLVM IR that LLVM takes");
        let main = program.function("main").expect("main");
        let points_to = analyse(&program, &[main]);
        let mut found = Vec::new();
        for (block, body) in program.functions[main].blocks.iter_enumerated() {
            for (index, instruction) in body.instructions.iter().enumerate() {
                let Operation::Call { callee: crate::ir::Callee::Function(callee), .. } = &instruction.operation else {
                    continue;
                };
                if program.functions[*callee].name == "event_base_loop" {
                    let callees = points_to.callees(Point { function: main, block, index: index as u32 });
                    found.push(callees.iter().map(|callee| program.functions[*callee].name.clone()).collect());
                }
            }
        }
        found
    }

    const BASES: &str = "  %a = call ptr @event_base_new()\n  %b = call ptr @event_base_new()\n";
    const LOOPS: &str =
        "  %y = call i32 @event_base_loop(ptr %a, i32 0)\n  %z = call i32 @event_base_loop(ptr %b, i32 0)\n";
    const SET: &str = "  call void @event_set(ptr @one, i32 0, i16 0, ptr @f, ptr null)\n  call void @event_set(ptr @other, i32 0, i16 0, ptr @g, ptr null)\n";

    #[test]
    fn callbacks_are_called_in_the_loops_of_their_bases() {
        let set =
            "  %c = call i32 @event_base_set(ptr %a, ptr @one)\n  %d = call i32 @event_base_set(ptr %b, ptr @other)\n";
        assert_eq!(loops(&format!("{BASES}{SET}{set}{LOOPS}")), [["f"], ["g"]]);
        let changed = "  %e = call i32 @event_base_set(ptr %b, ptr @one)\n";
        assert_eq!(loops(&format!("{BASES}{SET}{set}{changed}{LOOPS}")), [vec!["f"], vec!["f", "g"]]);
        let assigned = "  %c = call i32 @event_assign(ptr @one, ptr %a, i32 0, i16 0, ptr @f, ptr null)\n  %d = call i32 @event_assign(ptr @other, ptr %b, i32 0, i16 0, ptr @g, ptr null)\n";
        assert_eq!(loops(&format!("{BASES}{assigned}{LOOPS}")), [["f"], ["g"]]);
        assert_eq!(loops(&format!("{BASES}{assigned}{changed}{LOOPS}")), [vec!["f"], vec!["f", "g"]]);
    }

    #[test]
    fn callbacks_of_bases_that_are_not_known_are_called_in_all_loops() {
        let set = "  %c = call i32 @event_base_set(ptr %a, ptr @one)\n";
        // The other event is given none.
        assert_eq!(loops(&format!("{BASES}{SET}{set}{LOOPS}")), [vec!["f", "g"], vec!["g"]]);
        // Code that is not there gives a base.
        let unknown = "  %u = call ptr @unknown()\n  %c = call i32 @event_base_set(ptr %u, ptr @one)\n  %d = call i32 @event_base_set(ptr %b, ptr @other)\n";
        assert_eq!(loops(&format!("{BASES}{SET}{unknown}{LOOPS}")), [vec!["f"], vec!["f", "g"]]);
        // `event_init` makes the base of events that are given none before they are added.
        let usual = "  %i = call ptr @event_init()\n  %z = call i32 @event_base_loop(ptr %i, i32 0)\n";
        let set =
            "  %c = call i32 @event_base_set(ptr %a, ptr @one)\n  %d = call i32 @event_base_set(ptr %a, ptr @other)\n";
        assert_eq!(loops(&format!("{BASES}{SET}{set}{usual}")), [vec!["f", "g"]]);
    }

    /// What one entry returns, or stores where callers can read it, callers may pass to another.
    #[test]
    fn callers_pass_what_entries_gave_them() {
        let text = "@x = global i32 0\n@y = global i32 0\n@own = global ptr @y\ndeclare ptr @malloc(i64)\n\
             define ptr @make(ptr %where) {\n  %new = call ptr @malloc(i64 8)\n  store ptr @x, ptr %where\n  ret ptr %new\n}\n\
             define void @use(ptr %given) {\n  %y = load ptr, ptr @own\n  ret void\n}\n";
        let mut given = in_library(text, ["make", "use"], "use", 0);
        given.sort_unstable();
        assert_eq!(given, ["callers", "heap", "x"]);
        assert_eq!(in_library(text, ["make", "use"], "use", 1), ["y"], "callers were not given this one");
    }

    #[test]
    fn variable_arguments_are_what_callers_gave() {
        let loaded = loaded(
            "@x = global i32 0\n@y = global i32 0\ndeclare void @llvm.va_start.p0(ptr)\n\
             define void @f(i32 %n, ...) {\n  %list = alloca [3 x i64]\n  call void @llvm.va_start.p0(ptr %list)\n\
             \x20 %at = getelementptr i8, ptr %list, i64 16\n  %area = load ptr, ptr %at\n  %given = load ptr, ptr %area\n  ret void\n}\n\
             define i32 @main() {\n  call void (i32, ...) @f(i32 1, ptr @x)\n  call void (i32, ...) @f(i32 1, ptr @y)\n  ret i32 0\n}\n",
        );
        assert_eq!(loaded, [vec![], vec!["x".to_owned(), "y".to_owned()]]);
    }

    /// Whether each store in `@main` is by a number.
    fn stores_by_number(text: &str) -> Vec<bool> {
        let program = crate::read([text]).expect("LLVM IR that LLVM takes");
        assert_eq!(program.gaps, [], "{text}");
        let main = program.function("main").expect("main");
        let points_to = analyse(&program, &[main]);
        let instructions = program.functions[main].blocks.iter().flat_map(|block| &block.instructions);
        let stores = instructions.filter_map(|instruction| match &instruction.operation {
            Operation::Store { pointer, .. } => Some(points_to.is_number(main, pointer)),
            _ => None,
        });
        stores.collect()
    }

    /// It pointed nowhere, so that nothing competed with the access.
    #[test]
    fn a_pointer_made_of_an_integer_without_a_known_address_is_a_number() {
        let text = |passed: &str| {
            format!(
                "@x = global i32 0\n@key = global i64 0\ndefine i64 @same(i64 %p) {{\n  {passed}\n}}\n\
                 define i32 @main() {{\n  %at = ptrtoint ptr @x to i64\n  %hidden = call i64 @same(i64 %at)\n  store i64 %hidden, ptr @key\n\
                 \x20 %read = load i64, ptr @key\n  %shown = xor i64 %read, 85\n  %p = inttoptr i64 %shown to ptr\n  store i32 1, ptr %p\n\
                 \x20 %q = load ptr, ptr %p\n  store i32 1, ptr %q\n  ret i32 0\n}}\n"
            )
        };
        assert_eq!(stores_by_number(&text("%h = xor i64 %p, 85\n  ret i64 %h")), [false, true, true]);
        assert_eq!(stores_by_number(&text("ret i64 %p")), [false, false, false]);
    }

    #[test]
    fn a_number_that_shares_a_cell_with_pointers_is_none() {
        let text = "@x = global i32 0\n@count = global i64 0\n@list = global ptr null\n\
             define i32 @main() {\n  store ptr @x, ptr @list\n  %n = load i64, ptr @count\n  %number = inttoptr i64 %n to ptr\n\
             \x20 store ptr %number, ptr @list\n  %p = load ptr, ptr @list\n  store i32 1, ptr %p\n  ret i32 0\n}\n";
        assert_eq!(stores_by_number(text), [false, false, false]);
    }

    /// What leads outside in a program of `@main` and what it calls, and how many calls may.
    fn unknown(text: &str) -> (Vec<UnknownSource>, usize) {
        let program = crate::read([text]).expect("LLVM IR that LLVM takes");
        let points_to = analyse(&program, &[program.function("main").expect("main")]);
        (points_to.unknown_sources().to_vec(), points_to.unknown_calls().len())
    }

    #[test]
    fn assembly_that_reads_what_it_is_given_leads_nowhere() {
        let text = |clobbers: &str| {
            format!(
                "@x = global i32 0\n@table = global {{ ptr, ptr }} {{ ptr @x, ptr @called }}\ndefine void @called(ptr %p) {{\n  ret void\n}}\n\
                 define i32 @main() {{\n  %sum = call i64 asm \"crc32b\\09($1), $0\", \"=r,r,0,~{{flags}}{clobbers}\"(ptr @table, i64 0)\n\
                 \x20 %at = getelementptr i8, ptr @table, i64 8\n  %f = load ptr, ptr %at\n  call void %f(ptr @x)\n  ret i32 0\n}}\n"
            )
        };
        assert_eq!(unknown(&text("")), (vec![], 0));
        let (sources, calls) = unknown(&text(",~{memory}"));
        assert!(matches!(sources.as_slice(), [UnknownSource::Assembly(_)]), "{sources:?}");
        assert_eq!(calls, 1);
    }

    #[test]
    fn what_assembly_gives_and_writes_is_made_of_what_it_is_given_and_reads() {
        let loaded = loaded(
            "@x = global i32 0\n@y = global i32 0\n@held = global ptr @y\n@cell = global ptr null\n\
             define i32 @main() {\n  %old = call ptr asm \"xchg $0, $1\", \"=r,=*m,0,*m,r,~{flags}\"(ptr elementtype(ptr) @cell, ptr @x, ptr elementtype(ptr) @cell, ptr @held)\n\
             \x20 %slot = alloca ptr\n  store ptr %old, ptr %slot\n  call void @keep(ptr %slot)\n  %given = load ptr, ptr %slot\n  %written = load ptr, ptr @cell\n  ret i32 0\n}}\n\
             define void @keep(ptr %p) {\n  ret void\n}\n".replace("}}", "}").as_str(),
        );
        let all = ["x", "y", "held", "cell"].map(str::to_owned);
        assert_eq!(loaded, [all.to_vec(), all.to_vec()]);
    }

    #[test]
    fn objects_of_a_library_are_called_only_where_no_function_is_known() {
        let text = |stored: &str| {
            format!(
                "@x = global i32 0\n@where = global ptr null\ndeclare ptr @getenv(ptr)\ndeclare ptr @dlsym(ptr, ptr)\n\
                 define void @own(ptr %p) {{\n  ret void\n}}\n\
                 define i32 @main() {{\n  %lib = call ptr @getenv(ptr @x)\n  store ptr %lib, ptr @where\n  {stored}\n\
                 \x20 %f = load ptr, ptr @where\n  call void %f(ptr @x)\n  ret i32 0\n}}\n"
            )
        };
        let (sources, calls) = unknown(&text(""));
        assert!(matches!(sources.as_slice(), [UnknownSource::LibraryPointer(_)]), "{sources:?}");
        assert_eq!(calls, 1);
        assert_eq!(unknown(&text("store ptr @own, ptr @where")), (vec![], 0));
        let (sources, calls) =
            unknown(&text("%code = call ptr @dlsym(ptr null, ptr @x)\n  store ptr %code, ptr @where"));
        assert!(matches!(sources.as_slice(), [UnknownSource::Function(..), ..]), "{sources:?}");
        assert_eq!(calls, 1);
    }

    #[test]
    fn callbacks_of_a_table_are_called_with_what_it_holds_and_with_nothing_of_the_program() {
        let loaded = loaded(
            "@x = global i32 0\n@y = global i32 0\n@z = global ptr @y\ndeclare i32 @sasl_server_init(ptr, ptr)\n\
             declare i32 @sasl_server_start(ptr, ptr, ptr, i32, ptr, ptr)\n\
             @table = global [2 x { i64, ptr, ptr }] [{ i64, ptr, ptr } { i64 1, ptr @given, ptr @z }, { i64, ptr, ptr } zeroinitializer]\n\
             define i32 @given(ptr %context, ptr %other) {\n  %held = load ptr, ptr %context\n  %own = load ptr, ptr %other\n  ret i32 0\n}\n\
             define i32 @main() {\n  %done = call i32 @sasl_server_init(ptr @table, ptr @x)\n\
             \x20 %run = call i32 @sasl_server_start(ptr null, ptr @x, ptr @x, i32 1, ptr @x, ptr @x)\n  ret i32 0\n}\n",
        );
        assert_eq!(loaded, [vec!["y".to_owned()], vec![]]);
    }

    #[test]
    fn cells_that_are_too_many_to_be_told_apart_keep_what_they_hold() {
        use std::fmt::Write;
        let mut text = "@x = global i32 0\n@y = global i32 0\ndeclare ptr @malloc(i64)\ndefine i32 @main() {\n\
             \x20 %object = call ptr @malloc(i64 8000)\n  %first = getelementptr i8, ptr %object, i64 8\n  store ptr @x, ptr %first\n"
            .to_owned();
        for offset in (16..8000).step_by(8) {
            let _ = writeln!(text, "  %at{offset} = getelementptr i8, ptr %object, i64 {offset}");
            let _ = writeln!(text, "  store ptr @y, ptr %at{offset}");
        }
        text += "  %p = load ptr, ptr %first\n  ret i32 0\n}\n";
        assert_eq!(loaded(&text), [["x".to_owned(), "y".to_owned()]]);
    }

    #[test]
    fn what_is_stored_through_a_pointer_to_very_many_objects_is_loaded_from_each() {
        use std::fmt::Write;
        let objects = 0..1200;
        let mut text = "%s = type { ptr, ptr }\n@x = global i32 0\n@y = global i32 0\n".to_owned();
        for object in objects.clone() {
            let _ = writeln!(text, "@g{object} = global %s {{ ptr @x, ptr null }}");
        }
        text += "@n = global i64 0\n@table = global ptr null\ndefine i32 @main() {\n";
        for object in objects {
            let _ = writeln!(text, "  store ptr @g{object}, ptr @table");
        }
        text += "  %any = load ptr, ptr @table\n  %field = getelementptr i8, ptr %any, i64 8\n  store ptr @y, ptr %field\n\
                 \x20 %second = getelementptr i8, ptr @g77, i64 8\n  %p = load ptr, ptr %second\n  ret i32 0\n}\n";
        let loaded = loaded(&text);
        assert_eq!(loaded[0].len(), 1200);
        // The two fields are one, which is more than there is.
        assert_eq!(loaded[1], ["x", "y"]);
    }

    #[test]
    fn a_copy_of_unknown_length_keeps_fields_apart_that_it_does_not_reach() {
        let loaded = loaded(
            "%s = type { ptr, ptr, ptr }\n@x = global i32 0\n@y = global i32 0\n@a = global %s { ptr @x, ptr null, ptr null }\n\
             @b = global %s { ptr null, ptr @y, ptr null }\ndeclare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n\
             define i32 @main() {\n  %from = getelementptr i8, ptr @b, i64 8\n  %to = getelementptr i8, ptr @a, i64 8\n\
             \x20 %n = load i64, ptr @length\n  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %n, i1 false)\n\
             \x20 %p = load ptr, ptr @a\n  %q = load ptr, ptr %to\n  ret i32 0\n}\n@length = global i64 0\n",
        );
        assert_eq!(loaded, [vec!["x".to_owned()], vec!["y".to_owned()]]);
    }
}
