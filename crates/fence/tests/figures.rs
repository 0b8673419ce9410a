//! The example of figure 16 in musketeer's paper: the cost of the cheapest fences.

use aeg::delays::Delays;
use aeg::dependencies::Dependencies;
use aeg::graph::{Aeg, NodeKind, Options};
use aeg::model::{FenceKind, Model};
use cprog::ir::FileId;
use cprog::threads::{self, Roots};
use lakmus_fence::placement::{self, Choices, Placement};
use lakmus_fence::regions::{Region, RegionKind};
use lakmus_fence::slots::{Found, Slot};

/// A program whose thread `f2` has the accesses of the example, fences between the accesses of all other threads, and slots between those of `f2`.
fn place(threads: [&[&str]; 5]) -> Placement {
    let mut text = String::from("@p = global i32 0\n@q = global i32 0\n@r = global i32 0\n@s = global i32 0\n");
    let mut main = String::new();
    for (number, accesses) in threads.iter().enumerate() {
        let between = if number == 2 { "\n  " } else { "\n  fence seq_cst\n  " };
        let lines: Vec<String> = accesses
            .iter()
            .enumerate()
            .map(|(index, access)| match access.split_once(' ') {
                Some(("W", name)) => format!("store i32 1, ptr @{name}, align 4"),
                Some((_, name)) => format!("%r{index} = load i32, ptr @{name}, align 4"),
                None => panic!("{access} is no access"),
            })
            .collect();
        text += &format!("define ptr @f{number}(ptr %a) {{\n  {}\n  ret ptr null\n}}\n", lines.join(between));
        main += &format!(
            "  %h{number} = alloca i64\n  %c{number} = call i32 @pthread_create(ptr %h{number}, ptr null, ptr @f{number}, ptr null)\n"
        );
    }
    text += &format!("declare i32 @pthread_create(ptr, ptr, ptr, ptr)\ndefine i32 @main() {{\n{main}  ret i32 0\n}}\n");
    let program = cprog::read([text.as_str()]).expect("LLVM IR that LLVM takes");
    assert_eq!(program.gaps, [], "{text}");
    let roots = Roots::Main(program.function("main").expect("main"));
    let points_to = cprog::points_to::analyse(&program, roots.functions());
    let threads = threads::find(&program, &points_to, &roots);
    let aeg = Aeg::build(&program, &points_to, threads, Options::new(Model::POWER));
    let dependencies = Dependencies::find(&program, &aeg);
    let mut delays = Delays::find(&program, &points_to, &aeg, &dependencies, 100_000);
    let function = program.function("f2").expect("a thread");
    let mut found = Found::default();
    let nodes: Vec<_> = aeg
        .nodes
        .iter_enumerated()
        .filter(|(_, node)| node.point.function == function && matches!(node.kind, NodeKind::Event(_)))
        .map(|(id, _)| id)
        .collect();
    for pair in nodes.windows(2) {
        let region = Region {
            start: 0,
            end: 1,
            kind: RegionKind::Statement,
            before: true,
            after: false,
            loops: 0,
            is_condition: false,
        };
        let slot = found.slots.push(Slot { file: FileId::from_number(0), region, behind: false });
        found.edges.of_edge.insert((pair[0], pair[1]), vec![slot]);
    }
    let placement = placement::place(&aeg, &dependencies, &mut delays, &mut found, &Choices::default());
    assert_eq!(placement.unplaceable, []);
    placement
}

#[test]
fn figure_16_costs_five() {
    let placed =
        place([&["R r", "W p"], &["W s", "R r"], &["R p", "R q", "W r", "R s"], &["R r", "W q"], &["W s", "W q"]]);
    assert!((placed.cost - 5.0).abs() < 1e-6, "{placed:?}");
    let kinds: Vec<FenceKind> = placed.fences.iter().map(|fence| fence.kind).collect();
    assert_eq!(kinds, [FenceKind::Lightweight, FenceKind::Full]);
}
