//! Programs in C, C++ and Rust, as the analyses see them.
//!
//! A compiler's front end (clang, or rustc) writes each translation unit as textual LLVM IR without optimisation; [`ll`] reads that, [`link`]
//! makes one [`Program`](ir::Program) of all units, [`promote`] turns local variables into registers and follows branches
//! that constants decide. [`clang`] runs the compiler: the only module that touches files and processes.
//!
//! What is not understood stays in the program as [`Operation::Havoc`](ir::Operation::Havoc) and is listed in [`Program::gaps`](ir::Program::gaps):
//! an analysis may over-approximate it or refuse, but never pass over it.

pub mod assembly;
pub mod clang;
mod decided;
pub mod ir;
pub mod library;
mod link;
pub mod ll;
pub mod points_to;
mod promote;
pub mod threads;
mod zeros;

use std::path::Path;

pub use link::link;
pub use promote::promote;

/// Reads translation units of textual LLVM IR and makes a program of them, local variables in registers.
pub fn read<'t>(texts: impl IntoIterator<Item = &'t str>) -> ir::Program {
    let modules: Vec<_> = texts.into_iter().map(ll::parse).collect();
    let mut program = link(&modules, &Path::to_path_buf);
    promote(&mut program);
    program
}

/// The modules that belong to the program of some of them (those with the indices `first`): those that define what they need, and what these need. A symbol that
/// several modules define is taken from the first of them, as from a library.
pub fn needed(modules: &[ll::syntax::Module], first: &[usize]) -> Vec<usize> {
    use std::collections::BTreeSet;
    let defined = |module: &ll::syntax::Module| -> Vec<String> {
        let functions = module.functions.iter().filter(|function| function.external && !function.blocks.is_empty());
        let globals = module.globals.iter().filter(|global| global.external && global.initial.is_some());
        let aliases = module.aliases.iter().filter(|alias| alias.external).map(|alias| alias.name.clone());
        functions
            .map(|function| function.name.clone())
            .chain(globals.map(|global| global.name.clone()))
            .chain(aliases)
            .collect()
    };
    let mut by_symbol = rustc_hash::FxHashMap::default();
    for (index, module) in modules.iter().enumerate() {
        for symbol in defined(module) {
            by_symbol.entry(symbol).or_insert(index);
        }
    }
    let mut taken = BTreeSet::new();
    let mut provided: BTreeSet<String> = BTreeSet::new();
    let mut work = first.to_vec();
    while let Some(index) = work.pop() {
        if !taken.insert(index) {
            continue;
        }
        provided.extend(defined(&modules[index]));
        let functions = modules[index]
            .functions
            .iter()
            .filter(|function| function.blocks.is_empty())
            .map(|function| &function.name);
        let globals =
            modules[index].globals.iter().filter(|global| global.initial.is_none()).map(|global| &global.name);
        for symbol in functions.chain(globals).filter(|symbol| !provided.contains(*symbol)) {
            work.extend(by_symbol.get(symbol));
        }
    }
    taken.into_iter().collect()
}
