//! Whatever a text says, it is refused with its mistakes, or read as LLVM IR, linked, and analysed for its pointers, without a panic.

#![no_main]

use cprog::{points_to, threads};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(program) = cprog::read([text]) else { return };
    let roots = threads::Roots::Library(program.functions.ids().filter(|id| program.functions[*id].is_defined()).collect());
    let found = points_to::analyse(&program, roots.functions());
    threads::find(&program, &found, &roots);
});
