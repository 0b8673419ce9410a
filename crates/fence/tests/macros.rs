//! Fences in what macros stand for: sources with macros, and what clang 14 makes of them (IR of `lakmus fence`'s options, and `-rewrite-macros`), with no clang at hand.

use aeg::graph::Options;
use aeg::model::Model;
use cprog::threads::Roots;
use lakmus_fence::analysis::{Analysis, Request};
use lakmus_fence::macros::Macros;
use lakmus_fence::rewrite::{self, Writing};
use lakmus_fence::slots::Text;
use lakmus_fence::written_out::{Use, WrittenOut, uses};
use rustc_hash::FxHashMap;

const SOURCE: &str = include_str!("macros/handshake.c");
const IR: &str = include_str!("macros/handshake.ll");
const EXPANDED: &str = include_str!("macros/expanded.c");
const WRITTEN_OUT: &str = include_str!("macros/written-out.c");
const IR_WRITTEN_OUT: &str = include_str!("macros/written-out.ll");

/// The analysis of a program under TSO, where its one source file is this text.
fn analyse(ir: &str, text: Text) -> Analysis {
    let program = cprog::read([ir]).expect("LLVM IR that LLVM takes");
    assert_eq!(program.gaps, []);
    let roots = Roots::Main(program.function("main").expect("main"));
    let file = program.files.iter_enumerated().find(|(_, file)| !file.name.starts_with('/')).expect("a source").0;
    let texts = FxHashMap::from_iter([(file, text)]);
    Analysis::run(&program, &roots, &Request::new(Options::new(Model::TSO)), &texts, &mut |_| {})
}

/// The macros of the source, as it defines them.
fn macros() -> Macros {
    Macros::read([SOURCE])
}

/// The uses of `HANDSHAKE`, each in a thread.
fn handshakes(uses: &[Use]) -> Vec<&Use> {
    uses.iter().filter(|one| SOURCE[one.range.clone()].starts_with("HANDSHAKE")).collect()
}

#[test]
fn what_lies_in_one_macro_has_no_place() {
    let analysis = analyse(IR, Text::with_macros(SOURCE, false, &macros()));
    assert_eq!(analysis.placement.unplaceable.len(), 2, "the writes and reads of the handshakes");
}

#[test]
fn macros_that_are_written_out_have_places_within() {
    let all = uses(SOURCE, EXPANDED);
    let names: Vec<&str> = all.iter().map(|one| &SOURCE[one.range.clone()]).collect();
    let expected = ["HANDSHAKE(wants0, wants1)", "STOP_IF(stopped)", "FORGET(wants0)", "HANDSHAKE(wants1, wants0)"];
    assert_eq!(names, expected);
    let written_out = WrittenOut::new(SOURCE, &handshakes(&all));
    assert_eq!(written_out.text, WRITTEN_OUT);

    let analysis = analyse(IR_WRITTEN_OUT, Text::of_written_out(&written_out, false, &macros()));
    assert_eq!(analysis.placement.unplaceable, []);
    let file = analysis.found.slots[analysis.placement.fences[0].slot].file;
    let writing = Writing::of("handshake.c".as_ref(), SOURCE);
    let new = rewrite::rewritten(&analysis, file, &written_out.text, Some(&written_out), writing).expect("fences");
    for thread in
        ["wants0 = 1 ; __sync_synchronize(); seen = wants1;", "wants1 = 1 ; __sync_synchronize(); seen = wants0;"]
    {
        assert!(new.contains(thread), "{new}");
    }
}

/// With one of the fences there already, its macro need not have been written out.
#[test]
fn a_macro_that_gets_no_fence_is_put_back() {
    let all = uses(SOURCE, EXPANDED);
    let written_out = WrittenOut::new(SOURCE, &handshakes(&all));
    let mut analysis = analyse(IR_WRITTEN_OUT, Text::of_written_out(&written_out, false, &macros()));
    let slots = &analysis.found.slots;
    let second = SOURCE.find("void *second").expect("a function");
    analysis.placement.fences.retain(|fence| written_out.original_offset(slots[fence.slot].region.start) < second);
    let file = slots[analysis.placement.fences[0].slot].file;
    let writing = Writing::of("handshake.c".as_ref(), SOURCE);
    let new = rewrite::rewritten(&analysis, file, &written_out.text, Some(&written_out), writing).expect("a fence");
    assert!(new.contains("wants0 = 1 ; __sync_synchronize(); seen = wants1;"), "{new}");
    assert!(new.contains("  HANDSHAKE(wants1, wants0);"), "{new}");
}

/// Control leaves `STOP_IF(stopped);` by a `return`, too, where no fence behind it is executed.
#[test]
fn nothing_stands_behind_a_macro_that_returns() {
    let behind = |macros: &Macros| {
        let text = Text::with_macros(SOURCE, false, macros);
        let analysis = analyse(IR, text);
        let is_behind = |start: usize| SOURCE[start..].starts_with("STOP_IF(stopped)");
        analysis.found.slots.iter().filter(|slot| slot.behind && is_behind(slot.region.start)).count()
    };
    assert_eq!((behind(&Macros::default()), behind(&macros())), (1, 0));
}
