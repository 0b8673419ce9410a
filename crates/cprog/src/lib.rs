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
pub mod mutexes;
pub mod points_to;
mod process_end;
mod promote;
pub mod threads;
mod zeros;

use std::path::Path;

pub use link::link;
pub use promote::promote;

/// A translation unit of textual LLVM IR.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'t> {
    /// What messages call it.
    pub name: &'t str,
    /// The text.
    pub text: &'t str,
}

impl<'t> From<&'t str> for Unit<'t> {
    /// A text of no file.
    fn from(text: &'t str) -> Unit<'t> {
        Unit { name: "LLVM IR", text }
    }
}

/// Reads translation units of textual LLVM IR and makes a program of them, local variables in registers.
///
/// # Errors
/// When LLVM's rules refuse one of the texts.
pub fn read<'t, U: Into<Unit<'t>>>(units: impl IntoIterator<Item = U>) -> Result<ir::Program, ll::Malformed> {
    let units = units.into_iter().map(Into::into);
    let modules: Vec<_> = units.map(|unit: Unit<'_>| ll::parse(unit.name, unit.text)).collect::<Result<_, _>>()?;
    let mut program = link(&modules, &Path::to_path_buf);
    promote(&mut program);
    Ok(program)
}

/// The same for programs that are to be run: what they call of the C library and do not define is there as far as it is written in C itself ([`library::definitions`]).
///
/// # Errors
/// When LLVM's rules refuse one of the texts.
pub fn read_to_run<'t, U: Into<Unit<'t>>>(units: impl IntoIterator<Item = U>) -> Result<ir::Program, ll::Malformed> {
    let units = units.into_iter().map(Into::into);
    let mut modules: Vec<_> = units.map(|unit: Unit<'_>| ll::parse(unit.name, unit.text)).collect::<Result<_, _>>()?;
    let own: Vec<usize> = (0..modules.len()).collect();
    modules.extend(library::definitions::modules()?);
    let mut index = 0;
    let needed = needed(&modules, &own);
    modules.retain(|_| {
        index += 1;
        needed.contains(&(index - 1))
    });
    let mut program = link(&modules, &Path::to_path_buf);
    process_end::call_at_end(&mut program);
    promote(&mut program);
    Ok(program)
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
