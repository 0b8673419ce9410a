//! Whatever a Java test says, it is read or refused in both dialects, and what is read has threads that can be executed within small limits.

#![no_main]

use std::sync::Arc;

use execution::{Limits, ThreadPaths, Visible};
use isa::Java;
use isa::java::Dialect;
use libfuzzer_sys::fuzz_target;
use litmus::Language;
use source::{Diagnostic, Sources};

const LIMITS: Limits<'static> = Limits { unroll: 1, paths: 200, known_jumps: 100, events: 60, path_bytes: 1 << 24, cancel: None, waits: None };

fuzz_target!(|text: &str| {
    let text = if text.starts_with("Java ") { text.to_owned() } else { format!("Java test\n{text}") };
    let mut sources = Sources::new();
    let source = sources.add("test.litmus", text);
    for dialect in [Dialect::Java, Dialect::Herd] {
        let languages: [Arc<dyn Language>; 1] = [Arc::new(Java(dialect))];
        match sim::Test::load_in(&languages, &sources, source, "test") {
            Err(found) => assert!(found.iter().any(Diagnostic::is_error), "refused without an error"),
            Ok(test) => drop(ThreadPaths::explore(&test.lowered().program, Visible::NoRegisters, &LIMITS)),
        }
    }
});
