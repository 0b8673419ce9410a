//! Programs whose IR is checked in: what they need, with no clang at hand.

use aeg::graph::Options;
use aeg::model::Model;
use cprog::ir::{FileId, Program};
use cprog::threads::Roots;
use lakmus_fence::analysis::{Analysis, Request};
use lakmus_fence::slots::Text;
use rustc_hash::FxHashMap;

const DEKKER: (&str, &str) = (
    include_str!("../../lakmus/tests/cli/files/fence/dekker.ll"),
    include_str!("../../lakmus/tests/cli/files/fence/dekker.c"),
);
const MESSAGE: (&str, &str) = (
    include_str!("../../lakmus/tests/cli/files/fence/message.ll"),
    include_str!("../../lakmus/tests/cli/files/fence/message.c"),
);

fn analyse((ir, source): (&str, &str), model: Model) -> (Program, Analysis) {
    let program = cprog::read([ir]).expect("LLVM IR that LLVM takes");
    assert_eq!(program.gaps, []);
    let roots = Roots::Main(program.function("main").expect("main"));
    let is_source = |file: &FileId| program.files[*file].name.ends_with(".c");
    let texts: FxHashMap<FileId, Text> =
        program.files.ids().filter(is_source).map(|file| (file, Text::new(source, false))).collect();
    let analysis = Analysis::run(&program, &roots, &Request::new(Options::new(model)), &texts, &mut |_| {});
    (program, analysis)
}

#[test]
fn dekker_needs_one_fence_a_thread_on_tso() {
    let (_, analysis) = analyse(DEKKER, Model::TSO);
    assert_eq!(analysis.placement.fences.len(), 2);
    assert_eq!(analysis.placement.unplaceable, []);
    assert!(analysis.placement.cost <= analysis.placement.bound + 1e-6);
    assert!(analysis.delays.pairs.iter().all(|pair| !pair.witness.is_empty()));
}

#[test]
fn dekker_can_be_fenced_on_every_model() {
    for model in Model::all() {
        let (_, analysis) = analyse(DEKKER, model);
        assert!(!analysis.is_robust(), "{model}");
        assert_eq!(analysis.placement.unplaceable, [], "{model}");
    }
}

#[test]
fn a_message_by_release_and_acquire_needs_nothing_where_writes_reach_all_at_once() {
    for model in [Model::TSO, Model::PSO, Model::ARMV8, Model::RVWMO] {
        assert!(analyse(MESSAGE, model).1.is_robust(), "{model}");
    }
}

/// Dekker's handshake with a fence that is needed in each thread, and one more in the first; a place and a text for each.
#[test]
fn fences_that_order_nothing_may_go() {
    let source = "void *a(void *u) {\n  fence();\n  x = 1;\n  fence();\n  y;\n}\nvoid *b(void *u) {\n  y = 1;\n  fence();\n  x;\n}\n";
    let place = |number: u32, line: u32| format!("!{number} = !DILocation(line: {line}, column: 3, scope: !2)\n");
    let places: String = [(10, 2), (11, 3), (12, 4), (13, 5), (14, 8), (15, 9), (16, 10)]
        .map(|(number, line)| place(number, line))
        .concat();
    let ir = format!(
        "@x = global i32 0\n@y = global i32 0\ndeclare i32 @pthread_create(ptr, ptr, ptr, ptr)\n\
         define ptr @a(ptr %u) !dbg !2 {{\n  fence seq_cst, !dbg !10\n  store i32 1, ptr @x, !dbg !11\n  fence seq_cst, !dbg !12\n\
         \x20 %v = load i32, ptr @y, !dbg !13\n  ret ptr null, !dbg !13\n}}\n\
         define ptr @b(ptr %u) !dbg !2 {{\n  store i32 1, ptr @y, !dbg !14\n  fence seq_cst, !dbg !15\n  %v = load i32, ptr @x, !dbg !16\n  ret ptr null, !dbg !16\n}}\n\
         define i32 @main() {{\n  %t = alloca i64\n  %1 = call i32 @pthread_create(ptr %t, ptr null, ptr @a, ptr null)\n\
         \x20 %2 = call i32 @pthread_create(ptr %t, ptr null, ptr @b, ptr null)\n  ret i32 0\n}}\n\
         !1 = !DIFile(filename: \"f.c\", directory: \".\")\n!2 = distinct !DISubprogram(name: \"a\", file: !1, line: 1)\n{places}"
    );
    let program = cprog::read([ir.as_str()]).expect("LLVM IR that LLVM takes");
    assert_eq!(program.gaps, []);
    let roots = Roots::Main(program.function("main").expect("main"));
    let texts: FxHashMap<FileId, Text> = program.files.ids().map(|file| (file, Text::new(source, false))).collect();
    let mut request = Request::new(Options::new(Model::TSO));
    for remove in [false, true] {
        request.remove = remove;
        let analysis = Analysis::run(&program, &roots, &request, &texts, &mut |_| {});
        assert!(analysis.is_robust());
        let lines: Vec<u32> =
            analysis.removable.iter().map(|fence| texts[&fence.file].line_column(fence.region.start).0).collect();
        assert_eq!(lines, if remove { vec![2] } else { vec![] });
    }
}

/// clang places the branch on `a && b` where `a` is. A fence before `a` is not executed behind `b`.
#[test]
fn a_fence_before_an_operand_is_not_executed_where_the_condition_ends() {
    let source = "void *f(void *u) {\n  if (a && b) c = 1;\n  return 0;\n}\n";
    let ir = "@a = global i32 0\n@b = global i32 0\n@c = global i32 0\ndeclare i32 @pthread_create(ptr, ptr, ptr, ptr)\n\
        define ptr @f(ptr %u) !dbg !2 {\n  %a = load i32, ptr @a, !dbg !10\n  %p = icmp ne i32 %a, 0, !dbg !10\n\
        \x20 br i1 %p, label %then, label %end, !dbg !11\nthen:\n  %b = load i32, ptr @b, !dbg !12\n  %q = icmp ne i32 %b, 0, !dbg !12\n\
        \x20 br i1 %q, label %store, label %end, !dbg !10\nstore:\n  store i32 1, ptr @c, !dbg !13\n  br label %end, !dbg !14\n\
        end:\n  ret ptr null, !dbg !15\n}\n\
        define i32 @main() {\n  %t = alloca i64\n  %1 = call i32 @pthread_create(ptr %t, ptr null, ptr @f, ptr null)\n\
        \x20 %2 = call i32 @pthread_create(ptr %t, ptr null, ptr @f, ptr null)\n  ret i32 0\n}\n\
        !1 = !DIFile(filename: \"f.c\", directory: \".\")\n!2 = distinct !DISubprogram(name: \"f\", file: !1, line: 1)\n\
        !10 = !DILocation(line: 2, column: 7, scope: !2)\n!11 = !DILocation(line: 2, column: 9, scope: !2)\n\
        !12 = !DILocation(line: 2, column: 12, scope: !2)\n!13 = !DILocation(line: 2, column: 17, scope: !2)\n\
        !14 = !DILocation(line: 2, column: 15, scope: !2)\n!15 = !DILocation(line: 3, column: 3, scope: !2)\n";
    let program = cprog::read([ir]).expect("LLVM IR that LLVM takes");
    assert_eq!(program.gaps, []);
    let roots = Roots::Main(program.function("main").expect("main"));
    let texts: FxHashMap<FileId, Text> = program.files.ids().map(|file| (file, Text::new(source, false))).collect();
    let analysis = Analysis::run(&program, &roots, &Request::new(Options::new(Model::ARMV8)), &texts, &mut |_| {});
    // All that enters `a` enters the statement, so that there is no slot for `a` alone.
    let pieces: Vec<&str> = analysis
        .found
        .slots
        .iter()
        .filter(|slot| !slot.behind)
        .map(|slot| &source[slot.region.start..slot.region.end])
        .collect();
    assert!(pieces.contains(&"b") && pieces.iter().any(|piece| piece.starts_with("if ")), "{pieces:?}");
    assert!(!pieces.contains(&"a"), "{pieces:?}");
}
