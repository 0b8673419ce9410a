//! Modules of LLVM IR to one [`Program`]: linking by symbol, layouts, constant expressions, library calls.
//!
//! Symbols with external linkage are one thing in all modules; a strong definition goes before one that may be replaced. Local symbols are renamed
//! where they clash. Types are laid out as the x86-64 ELF ABI does for LLVM's types (64-bit pointers, natural alignment, `i128` at 16); a
//! module with another pointer size is a [`Gap`](crate::ir::Gap).

mod atomics;
mod body;
mod layout;

use std::path::{Path, PathBuf};

use relation::{IdVec, Index};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ir::{
    BlockId, Callee, FileId, Function, FunctionId, Gap, Global, GlobalId, Instruction, Operand, Operation, Piece,
    Program, SourceFile, SourcePlace, Type,
};
use crate::ll::syntax::{self, Module, Value};
use body::Body;
use layout::Layout;

/// What a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Symbol {
    Function(FunctionId),
    Global(GlobalId),
}

/// Symbols of one module.
type Symbols = FxHashMap<String, (Symbol, i64)>;

struct Linker<'i> {
    /// What identifies the file that a path leads to.
    identity: &'i dyn Fn(&Path) -> PathBuf,
    program: Program,
    /// Symbols that all modules share.
    external: FxHashMap<String, Symbol>,
    /// How strongly a symbol is defined: 0 not at all, 1 replaceable, 2 for good.
    strength: FxHashMap<Symbol, u8>,
    /// How many local symbols of a name there are.
    local_names: FxHashMap<String, u32>,
    /// Files by their names and directories in the modules.
    names: FxHashMap<(String, String), FileId>,
    /// Files by what identifies them.
    files: FxHashMap<PathBuf, FileId>,
}

/// Links modules to a program, in their order. Locals in memory are not yet registers: see [`crate::promote`].
///
/// Paths for which `identity` gives the same are one file. Units of several directories name a header in several ways, and what is changed in it must be changed for all of them.
pub fn link(modules: &[Module], identity: &dyn Fn(&Path) -> PathBuf) -> Program {
    let mut linker = Linker {
        identity,
        program: Program::default(),
        external: FxHashMap::default(),
        strength: FxHashMap::default(),
        local_names: FxHashMap::default(),
        names: FxHashMap::default(),
        files: FxHashMap::default(),
    };
    // All symbols before any body, since bodies use what other modules define.
    let mut tables: Vec<Symbols> = modules.iter().map(|module| linker.declare(module)).collect();
    linker.join_aliases(modules, &mut tables);
    for (module, symbols) in modules.iter().zip(&tables) {
        linker.define(module, symbols);
    }
    linker.run_constructors(modules, &tables);
    linker.program
}

impl Linker<'_> {
    fn declare(&mut self, module: &Module) -> Symbols {
        let mut symbols = Symbols::default();
        for function in &module.functions {
            let symbol = self.symbol(&function.name, function.external, |linker, name| {
                Symbol::Function(linker.program.functions.push(Function {
                    source_name: name.clone(),
                    name,
                    parameters: Vec::new(),
                    result: Type::Void,
                    registers: IdVec::new(),
                    blocks: IdVec::new(),
                    place: None,
                    external: function.external,
                    is_variadic: false,
                }))
            });
            symbols.insert(function.name.clone(), (symbol, 0));
        }
        for global in &module.globals {
            let symbol = self.symbol(&global.name, global.external, |linker, name| {
                Symbol::Global(linker.program.globals.push(Global {
                    name,
                    ty: Type::Opaque,
                    initial: Vec::new(),
                    constant: global.constant,
                    thread_local: global.thread_local,
                    defined: false,
                    place: None,
                }))
            });
            symbols.insert(global.name.clone(), (symbol, 0));
        }
        // Aliases of aliases are written in any order.
        for _ in 0..3 {
            for alias in &module.aliases {
                let Some((target, offset)) = alias_target(&alias.target.1, &symbols) else { continue };
                symbols.insert(alias.name.clone(), (target, offset));
            }
        }
        symbols
    }

    /// Gives the names that a module makes aliases of their meaning in all others, which know them as functions or variables without definition: C++ has the
    /// constructors and destructors of complete objects so. Where another module defines the name as something of its own, that stays.
    fn join_aliases(&mut self, modules: &[Module], tables: &mut [Symbols]) {
        let functions = modules.iter().flat_map(|module| &module.functions);
        let globals = modules.iter().flat_map(|module| &module.globals);
        let functions = functions.filter(|function| function.external && !function.blocks.is_empty());
        let globals = globals.filter(|global| global.external && global.initial.is_some());
        let defined: FxHashSet<&str> = functions
            .map(|function| function.name.as_str())
            .chain(globals.map(|global| global.name.as_str()))
            .collect();
        let mut joined: FxHashMap<Symbol, (Symbol, i64)> = FxHashMap::default();
        for (module, symbols) in modules.iter().zip(&*tables) {
            for alias in module.aliases.iter().filter(|alias| alias.external && !defined.contains(alias.name.as_str()))
            {
                let Some(target) = symbols.get(&alias.name) else { continue };
                match self.external.get(&alias.name) {
                    // Of several aliases of a name the first is taken, as of definitions.
                    Some(known) if *known != target.0 => {
                        joined.entry(*known).or_insert(*target);
                    }
                    Some(_) => {}
                    None => {
                        self.external.insert(alias.name.clone(), target.0);
                    }
                }
            }
        }
        // An alias may be of a name that is an alias in another module; clang writes no longer chains.
        for _ in 0..3 {
            for (symbol, offset) in tables.iter_mut().flat_map(|symbols| symbols.values_mut()) {
                if let Some((target, further)) = joined.get(symbol) {
                    (*symbol, *offset) = (*target, *offset + further);
                }
            }
            for symbol in self.external.values_mut() {
                if let Some((target, 0)) = joined.get(symbol) {
                    *symbol = *target;
                }
            }
        }
    }

    /// What runs before `main` is called at its beginning: `llvm.global_ctors` lists it, with priorities (C++ [basic.start.dynamic], `__attribute__((constructor))`). What runs behind it is
    /// kept for when the process ends.
    fn run_constructors(&mut self, modules: &[Module], tables: &[Symbols]) {
        let Some(main) = self.program.function("main").filter(|main| self.program.functions[*main].is_defined()) else {
            return;
        };
        let mut constructors = listed(modules, tables, "llvm.global_ctors");
        let destructors = listed(modules, tables, "llvm.global_dtors");
        self.program.destructors = destructors.into_iter().map(|(_, function)| function).collect();
        constructors.sort_by_key(|(priority, _)| *priority);
        let entry = &mut self.program.functions[main].blocks[BlockId::new(0)];
        let place = entry.place;
        let call = |(_, id): (i128, FunctionId)| {
            let operation = Operation::Call { callee: Callee::Function(id), arguments: Vec::new() };
            Instruction { result: None, operation, place }
        };
        entry.instructions.splice(0..0, constructors.into_iter().map(call));
    }

    fn symbol(&mut self, name: &str, external: bool, make: impl FnOnce(&mut Self, String) -> Symbol) -> Symbol {
        if external {
            if let Some(symbol) = self.external.get(name) {
                return *symbol;
            }
            let symbol = make(self, name.to_owned());
            self.external.insert(name.to_owned(), symbol);
            return symbol;
        }
        let count = self.local_names.entry(name.to_owned()).or_insert(0);
        *count += 1;
        let unique = if *count == 1 { name.to_owned() } else { format!("{name}.{count}") };
        make(self, unique)
    }

    /// Whether this definition is the one to take.
    fn stronger(&mut self, symbol: Symbol, replaceable: bool) -> bool {
        let strength = if replaceable { 1 } else { 2 };
        let known = self.strength.entry(symbol).or_insert(0);
        let is_stronger = strength > *known;
        *known = (*known).max(strength);
        is_stronger
    }

    fn file(&mut self, name: &str, directory: &str) -> FileId {
        let key = (name.to_owned(), directory.to_owned());
        if let Some(file) = self.names.get(&key) {
            return *file;
        }
        let path = Path::new(directory).join(name);
        let files = &mut self.program.files;
        let file = *self.files.entry((self.identity)(&path)).or_insert_with(|| {
            files.push(SourceFile { name: name.to_owned(), directory: directory.to_owned(), paths: Vec::new() })
        });
        files[file].paths.push(path);
        self.names.insert(key, file);
        file
    }

    fn place(&mut self, module: &Module, debug: Option<u32>) -> Option<SourcePlace> {
        let place = module.metadata.place(debug?)?;
        Some(SourcePlace { file: self.file(place.file, place.directory), line: place.line, column: place.column })
    }

    fn gap(&mut self, module: &Module, line: u32, place: Option<SourcePlace>, what: impl Into<String>) {
        self.program.gaps.push(Gap { what: what.into(), place, ir: (module.source.clone(), line) });
    }

    fn define(&mut self, module: &Module, symbols: &Symbols) {
        let layout = Layout::new(module);
        if module.layout.split('-').any(|part| part.starts_with("p:32")) {
            self.gap(module, 1, None, "a target with 32-bit pointers");
        }
        for _ in &module.assembly {
            self.gap(module, 1, None, "assembly outside of functions");
        }
        for global in &module.globals {
            let Some((Symbol::Global(id), _)) = symbols.get(&global.name) else { continue };
            self.define_global(module, &layout, symbols, global, *id);
        }
        for function in &module.functions {
            let Some((Symbol::Function(id), _)) = symbols.get(&function.name) else { continue };
            // A declaration may be all that there is of it.
            if self.program.functions[*id].result == Type::Void {
                self.program.functions[*id].result = layout.resolve(&function.result);
            }
            if function.blocks.is_empty() || !self.stronger(Symbol::Function(*id), function.replaceable) {
                continue;
            }
            let place = self.place(module, function.debug);
            let body = Body::lower(self, module, &layout, symbols, function);
            let known = &mut self.program.functions[*id];
            known.place = place;
            known.result = layout.resolve(&function.result);
            known.is_variadic = function.variadic;
            if let Some(name) = function.debug.and_then(|number| module.metadata.source_name(number)) {
                known.source_name = name.to_owned();
            }
            (known.parameters, known.registers, known.blocks) = body;
        }
        if layout.is_cut() {
            self.program.has_unknown_layout = true;
            self.gap(module, 1, None, "a type that consists of very many others");
        }
    }

    fn define_global(
        &mut self,
        module: &Module,
        layout: &Layout,
        symbols: &Symbols,
        global: &syntax::Global,
        id: GlobalId,
    ) {
        let ty = layout.resolve(&global.ty);
        if self.program.globals[id].ty == Type::Opaque {
            self.program.globals[id].ty = ty.clone();
        }
        let Some(initial) = &global.initial else { return };
        if !self.stronger(Symbol::Global(id), global.replaceable) {
            return;
        }
        let place = self.place(module, global.debug);
        let mut pieces = Vec::new();
        initialise(layout, symbols, &ty, initial, 0, &mut pieces);
        let known = &mut self.program.globals[id];
        known.ty = ty;
        known.initial = pieces;
        known.defined = true;
        known.place = place;
    }
}

/// The functions of a list of LLVM, with their priorities.
fn listed(modules: &[Module], tables: &[Symbols], name: &str) -> Vec<(i128, FunctionId)> {
    let mut functions = Vec::new();
    for (module, symbols) in modules.iter().zip(tables) {
        let lists = module.globals.iter().filter(|global| global.name == name);
        for (_, entry) in lists.filter_map(|global| elements(global.initial.as_ref()?)).flatten() {
            let Some([(_, priority), (_, function), ..]) = elements(entry) else { continue };
            if let (Some(priority), Some((Symbol::Function(id), _))) =
                (priority.integer(), alias_target(function, symbols))
            {
                functions.push((priority, id));
            }
        }
    }
    functions
}

fn elements(value: &Value) -> Option<&[syntax::Typed]> {
    match value {
        Value::Aggregate(_, elements) => Some(elements),
        _ => None,
    }
}

fn alias_target(value: &Value, symbols: &Symbols) -> Option<(Symbol, i64)> {
    match value {
        Value::Global(name) => symbols.get(name).copied(),
        Value::Expression(operation) => match operation.as_ref() {
            syntax::Operation::Cast { value, .. } => alias_target(value, symbols),
            syntax::Operation::Address { base, .. } => alias_target(&base.1, symbols),
            _ => None,
        },
        _ => None,
    }
}

/// Collects what an initial value puts where.
fn initialise(layout: &Layout, symbols: &Symbols, ty: &Type, value: &Value, offset: u64, pieces: &mut Vec<Piece>) {
    match value {
        Value::Zero | Value::Null | Value::Undefined => {}
        Value::Bytes(bytes) => {
            pieces.extend(bytes.iter().enumerate().filter(|(_, byte)| **byte != 0).map(|(index, byte)| Piece {
                offset: offset + index as u64,
                ty: Type::Integer(8),
                value: Operand::Integer(i128::from(*byte)),
            }))
        }
        Value::Aggregate(_, elements) => match ty {
            Type::Structure { fields, .. } => {
                for ((_, element), (at, field)) in elements.iter().zip(fields) {
                    initialise(layout, symbols, field, element, offset + at, pieces);
                }
            }
            Type::Array { element, stride, .. } => {
                for (index, (_, value)) in elements.iter().enumerate() {
                    initialise(layout, symbols, element, value, offset + index as u64 * stride, pieces);
                }
            }
            Type::Void | Type::Integer(_) | Type::Float(_) | Type::Pointer | Type::Opaque => {}
        },
        // Bytes that no piece covers are zero.
        Value::Integer(0) => {}
        _ => pieces.push(Piece { offset, ty: ty.clone(), value: constant(layout, symbols, value) }),
    }
}

/// A constant as an operand. Constant expressions that are more than an address with an offset are [`Operand::Undefined`] here.
fn constant(layout: &Layout, symbols: &Symbols, value: &Value) -> Operand {
    match value {
        Value::Local(_)
        | Value::Undefined
        | Value::NoToken
        | Value::BlockAddress(..)
        | Value::ValueMetadata(_)
        | Value::Metadata => Operand::Undefined,
        Value::Boolean(value) => Operand::Integer(i128::from(*value)),
        Value::Global(name) => match symbols.get(name) {
            Some((Symbol::Function(id), _)) => Operand::Function(*id),
            Some((Symbol::Global(id), offset)) => Operand::Global(*id, *offset),
            None => Operand::Undefined,
        },
        Value::Integer(value) => Operand::Integer(*value),
        Value::Float(text) => Operand::Float(text.clone()),
        Value::Null | Value::Zero => Operand::Zero,
        Value::Bytes(bytes) => {
            Operand::Aggregate(bytes.iter().map(|byte| Operand::Integer(i128::from(*byte))).collect())
        }
        Value::Aggregate(_, elements) => {
            Operand::Aggregate(elements.iter().map(|(_, value)| constant(layout, symbols, value)).collect())
        }
        Value::Expression(operation) => match operation.as_ref() {
            syntax::Operation::Cast { value, .. } => constant(layout, symbols, value),
            syntax::Operation::Address { ty, base, indices } => {
                let offset = layout.constant_offset(ty, indices);
                match (constant(layout, symbols, &base.1), offset) {
                    (Operand::Global(id, at), Some(offset)) => Operand::Global(id, at.wrapping_add(offset)),
                    (Operand::Zero, Some(offset)) => Operand::Integer(i128::from(offset)),
                    (Operand::Function(id), Some(_)) => Operand::Function(id),
                    _ => Operand::Undefined,
                }
            }
            _ => Operand::Undefined,
        },
    }
}

impl Linker<'_> {
    /// The function of a name, as an index, for bodies that need to know what they call.
    fn function_name(&self, id: FunctionId) -> &str {
        &self.program.functions[id].name
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ll;

    fn parsed(text: &str) -> Module {
        ll::parse("unit.ll", text).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A unit with a function of a header, as a compiler that runs in `directory` names that.
    fn unit(function: &str, header: &str, directory: &str) -> Module {
        let text = format!(
            "define void @{function}() !dbg !2 {{\n  ret void, !dbg !3\n}}\n!1 = !DIFile(filename: \"{header}\", directory: \"{directory}\")\n\
             !2 = distinct !DISubprogram(name: \"{function}\", file: !1, line: 1)\n!3 = !DILocation(line: 1, column: 3, scope: !2)\n"
        );
        parsed(&text)
    }

    /// Whether the one function that `main` calls has a body, when these units are linked in this order.
    fn calls_what_is_defined(units: [&str; 2]) -> bool {
        let program = link(&units.map(parsed), &Path::to_path_buf);
        let main = &program.functions[program.function("main").expect("main")];
        let calls =
            main.blocks.iter().flat_map(|block| &block.instructions).filter_map(|instruction| {
                match instruction.operation {
                    Operation::Call { callee: Callee::Function(function), .. } => Some(function),
                    _ => None,
                }
            });
        let [function] = calls.collect::<Vec<FunctionId>>()[..] else { panic!("one call") };
        program.functions[function].is_defined()
    }

    #[test]
    fn an_alias_is_known_to_units_before_and_behind_its_own() {
        let main = "declare void @alias()\ndefine i32 @main() {\n  call void @alias()\n  ret i32 0\n}\n";
        let other = "@alias = unnamed_addr alias void (), ptr @body\ndefine void @body() {\n  ret void\n}\n";
        assert!(calls_what_is_defined([main, other]));
        assert!(calls_what_is_defined([other, main]));
        let local = other.replace("= unnamed_addr", "= internal");
        assert!(!calls_what_is_defined([main, &local]));
        assert!(!calls_what_is_defined([&local, main]));
    }

    #[test]
    fn one_file_by_two_names_is_one() {
        let units = [
            unit("f", "../include/h.h", "/project/one"),
            unit("g", "../../include/h.h", "/project/two/library"),
            unit("h", "../include/i.h", "/project/one"),
        ];
        let identity = |path: &Path| PathBuf::from(path.file_name().expect("a name"));
        let program = link(&units, &identity);
        let names: Vec<&str> = program.files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["../include/h.h", "../include/i.h"]);
        let paths = &program.files[FileId::from_number(0)].paths;
        assert_eq!(
            *paths,
            ["/project/one/../include/h.h", "/project/two/library/../../include/h.h"].map(PathBuf::from)
        );
        let file =
            |name: &str| program.functions[program.function(name).expect("it is there")].place.map(|place| place.file);
        assert!(file("f").is_some());
        assert_eq!(file("f"), file("g"));
        assert_ne!(file("f"), file("h"));
    }

    /// The function that `<atomic>` defines is not entered: it switches on its parameter, and so has a fence on some paths only.
    #[test]
    fn a_fence_of_cxx_is_a_fence() {
        let module = parsed(
            "define void @f(i32 %order) {
  call void @_ZSt19atomic_thread_fenceSt12memory_order(i32 5)
  call void @_ZNSt3__119atomic_signal_fenceB7v160006ENS_12memory_orderE(i32 2)
  call void @_ZSt19atomic_thread_fenceSt12memory_order(i32 %order)
  ret void
}
declare void @_ZSt19atomic_thread_fenceSt12memory_order(i32)
declare void @_ZNSt3__119atomic_signal_fenceB7v160006ENS_12memory_orderE(i32)
",
        );
        let program = link(&[module], &Path::to_path_buf);
        let f = &program.functions[program.function("f").expect("it is there")];
        let operations: Vec<&Operation> =
            f.blocks.iter().flat_map(|block| &block.instructions).map(|instruction| &instruction.operation).collect();
        assert!(
            matches!(
                operations.as_slice(),
                [
                    Operation::Fence { order: ll::syntax::Order::SeqCst, compiler_only: false },
                    Operation::Fence { order: ll::syntax::Order::Acquire, compiler_only: true },
                    Operation::Call { .. },
                ]
            ),
            "{operations:?}"
        );
    }
}
