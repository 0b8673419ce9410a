//! Whatever a C test says, it is read or refused, its threads print as the same threads, and their first candidate executions are
//! found within small limits.

#![no_main]

use std::ops::ControlFlow;

use execution::{Candidate, Candidates, EventStructure, Limits, ThreadPaths, Visible, Visitor};
use libfuzzer_sys::fuzz_target;
use litmus::Code;
use program::Expressions;
use source::{Diagnostic, SourceId, Sources};

const LIMITS: Limits<'static> = Limits { unroll: 1, paths: 200, known_jumps: 100, events: 60, path_bytes: 1 << 24, cancel: None, waits: None };

/// How many candidates are looked at.
const CANDIDATES: usize = 100;

fuzz_target!(|text: &str| {
    let text = if text.starts_with("C ") { text.to_owned() } else { format!("C test\n{text}") };
    let mut sources = Sources::new();
    let source = sources.add("test.litmus", text);
    match sim::Test::load(&sources, source, "test") {
        Err(found) => assert!(found.iter().any(Diagnostic::is_error), "refused without an error"),
        Ok(test) => {
            round_trip(&sources, source);
            candidates(&test);
        }
    }
});

/// The test prints as a test with the same hash.
fn round_trip(sources: &Sources, source: SourceId) {
    let (test, code) = read(sources, source).expect("it was read before");
    let printed = test.print(sources.text(source));
    let mut again = Sources::new();
    let source = again.add("printed.litmus", printed.clone());
    let Some((same, same_code)) = read(&again, source) else { panic!("it prints as what cannot be read:\n{printed}") };
    assert_eq!(test.hash(&*code), same.hash(&*same_code), "it prints as another test:\n{printed}");
}

fn read(sources: &Sources, source: SourceId) -> Option<(litmus::Test<'_>, Box<dyn Code + '_>)> {
    let test = litmus::parse(sources, source, "test").0?;
    let language = isa::language(&test.architecture.text)?;
    let code = test.read_code(language, sources.text(source)).ok()?;
    Some((test, code))
}

/// The first candidates of the first paths.
fn candidates(test: &sim::Test) {
    let program = &test.lowered().program;
    let Ok(mut paths) = ThreadPaths::explore(program, Visible::All, &LIMITS) else { return };
    if paths.threads.iter().any(Vec::is_empty) {
        return;
    }
    let chosen = paths.threads.iter().map(|all| &all[0]).collect();
    let Ok(structure) = EventStructure::new(program, chosen, &mut paths.expressions, &LIMITS) else {
        return;
    };
    let search = Candidates::new(&structure, &mut paths.expressions, paths.symbols, &LIMITS);
    let _ = search.visit(&mut First { left: CANDIDATES });
}

/// Looks at so many candidates.
struct First {
    left: usize,
}

impl Visitor for First {
    type Break = ();

    fn candidate(&mut self, _: &mut Expressions, candidate: &Candidate<'_, '_>) -> ControlFlow<()> {
        assert_eq!(candidate.rf().len(), candidate.reads_from.iter().flatten().count());
        self.left -= 1;
        if self.left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
