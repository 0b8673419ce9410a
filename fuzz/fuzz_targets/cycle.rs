//! An expression over edges is refused or stands for cycles; each has a test with a name, or a reason why not.

#![no_main]

use generator::{Generator, Options, TopLevel, parse};
use libfuzzer_sys::fuzz_target;
use source::Sources;

fuzz_target!(|input: (u8, &str)| {
    let (number, text) = input;
    let names: Vec<&str> = generator::architectures().collect();
    let name = names[usize::from(number) % names.len()];
    let generator = Generator::new(name, Options::default()).expect("a known architecture");
    let mut sources = Sources::new();
    let source = sources.add("cycle", text);
    let Ok(cycles) = parse(generator.vocabulary(), text, sources.whole(source), TopLevel::Sequence) else { return };
    for cycle in cycles.iter().take(100) {
        if let Ok(made) = generator.one(None, cycle, &[]) {
            assert!(made.text.starts_with(name) && !made.name.is_empty());
        }
    }
});
