//! Whatever a model says, it is parsed with a list of mistakes, and never makes us panic; loading it does not either.

#![no_main]

use cat::{Model, NoFiles, Vocabulary};
use libfuzzer_sys::fuzz_target;
use source::Sources;

fuzz_target!(|text: &str| {
    let mut sources = Sources::new();
    let source = sources.add("model.cat", text);
    let loaded = Model::load(&mut sources, source, None, &mut NoFiles, &Vocabulary::new(), &|_| false);
    assert_eq!(loaded.model.is_none(), loaded.diagnostics.iter().any(source::Diagnostic::is_error));
});
