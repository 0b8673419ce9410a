//! Whatever a text says, it is read as LLVM IR, linked, and analysed for its pointers, without a panic.

#![no_main]

use cprog::{points_to, threads};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let program = cprog::read([text]);
    let roots = threads::Roots::Library(program.functions.ids().filter(|id| program.functions[*id].is_defined()).collect());
    let found = points_to::analyse(&program, roots.functions());
    threads::find(&program, &found, &roots);
});
