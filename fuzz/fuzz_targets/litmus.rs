//! Whatever a litmus test says, it is read or refused, and never makes us panic.

#![no_main]

use libfuzzer_sys::fuzz_target;
use source::Sources;

fuzz_target!(|text: &str| {
    let mut sources = Sources::new();
    let source = sources.add("test.litmus", text);
    if let Err(found) = sim::Test::load(&sources, source, "test") {
        assert!(found.iter().any(source::Diagnostic::is_error), "refused without an error");
    }
});
