//! The fence analysis on LLVM IR, with a slot before each statement instead of slots in a source text.

use aeg::delays::Delays;
use aeg::dependencies::Dependencies;
use aeg::graph::{Aeg, Node, NodeId, NodeKind, Options};
use aeg::model::Model;
use cprog::ir::{FileId, FunctionId, Program};
use cprog::threads::{self, Roots};
use cprog::{points_to, read};
use fence::regions::{Region, RegionKind};
use fence::slots::{Found, Slot};

/// A place in the function of a thread (`t0`, `t1`, ...) that a fence may be put before.
#[derive(Clone, Copy)]
pub(crate) struct Point {
    pub(crate) thread: usize,
    pub(crate) block: u32,
    pub(crate) index: u32,
}

/// A program as the analysis sees it, with a slot for each of the points, in their order.
pub(crate) struct Analysed {
    pub(crate) aeg: Aeg,
    pub(crate) dependencies: Dependencies,
    pub(crate) delays: Delays,
    pub(crate) found: Found,
    #[allow(dead_code)] // Not every test that includes this module asks for it.
    pub(crate) program: Program,
}

/// Analyses a program; no further pairs are looked for when there are more than `most`.
#[allow(dead_code)] // Not every test that includes this module asks for it.
pub(crate) fn analyse(ir: &str, points: impl IntoIterator<Item = Point>, model: Model, most: usize) -> Analysed {
    analyse_by(ir, points, Options::new(model), most)
}

/// The same with options.
pub(crate) fn analyse_by(ir: &str, points: impl IntoIterator<Item = Point>, options: Options, most: usize) -> Analysed {
    let program = read([ir]).expect("LLVM IR that LLVM takes");
    assert_eq!(program.gaps, [], "{ir}");
    let roots = Roots::Main(program.function("main").expect("main"));
    let points_to = points_to::analyse_by(&program, roots.functions(), options.rules.calls());
    let threads = threads::find(&program, &points_to, &roots);
    let aeg = Aeg::build(&program, &points_to, threads, options);
    let dependencies = Dependencies::find(&program, &aeg);
    let delays = Delays::find_some(&program, &points_to, &aeg, &dependencies, 20_000, most);
    let mut found = Found::default();
    for point in points {
        let function = thread(&program, point.thread);
        let is_there = |node: &Node| {
            let at = node.point;
            at.function == function
                && (at.block.number(), at.index) == (point.block, point.index)
                && node.kind != NodeKind::Entry
        };
        let target = aeg.nodes.iter_enumerated().find(|(_, node)| is_there(node)).map(|(id, _)| id);
        // Only what no thread executes, as far as is known, has no nodes.
        assert!(target.is_some() || aeg.entries[function].is_none(), "a node");
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
        // All edges to the node.
        let Some(target) = target else { continue };
        let sources: Vec<NodeId> =
            aeg.nodes.iter_enumerated().filter(|(_, node)| node.next.contains(&target)).map(|(id, _)| id).collect();
        for from in sources {
            found.edges.of_edge.entry((from, target)).or_default().push(slot);
        }
    }
    Analysed { aeg, dependencies, delays, found, program }
}

/// The function of a thread.
pub(crate) fn thread(program: &Program, number: usize) -> FunctionId {
    program.function(&format!("t{number}")).expect("a thread")
}
