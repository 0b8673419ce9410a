//! Pools of edges by name, and all the edges that an architecture has.

use crate::edge::{Communication, Direction, Edge, EdgeKind, Reach, Sameness};
use crate::vocabulary::{Dependence, Vocabulary};

/// The names of all edges without annotations, sorted.
pub fn edge_names(vocabulary: &Vocabulary) -> Vec<String> {
    let mut names: Vec<String> =
        all_edges(vocabulary).iter().map(|edge| vocabulary.cycle_text(std::slice::from_ref(edge))).collect();
    names.sort();
    names
}

/// All edges without annotations.
pub(crate) fn all_edges(vocabulary: &Vocabulary) -> Vec<Edge> {
    let mut kinds = Vec::new();
    for communication in [Communication::Rf, Communication::Fr, Communication::Co] {
        kinds.extend([Reach::Internal, Reach::External].map(|reach| EdgeKind::Communication(communication, reach)));
    }
    kinds.extend(vocabulary.update_ids().map(EdgeKind::Update));
    for place in [Sameness::Same, Sameness::Different] {
        for target in [Direction::Read, Direction::Write] {
            for source in [Direction::Read, Direction::Write] {
                kinds.push(EdgeKind::Order(place, Some(source), Some(target)));
                kinds.extend(
                    vocabulary.fence_ids().map(|fence| EdgeKind::Fence(fence, place, Some(source), Some(target))),
                );
            }
            let possible = vocabulary
                .dependency_ids()
                .filter(|id| target == Direction::Write || vocabulary.dependency(*id).dependence != Dependence::Data);
            kinds.extend(possible.map(|id| EdgeKind::Dependency(id, place, Some(target))));
        }
    }
    kinds.extend(vocabulary.fence_ids().map(EdgeKind::Insert));
    kinds.into_iter().map(Edge::plain).collect()
}

/// The pools that have a name, and what is in them.
pub const NAMES: [(&str, &str); 9] = [
    ("classic", "communications between threads, and program order that changes location"),
    ("fences", "the usual fences"),
    ("fences-all", "all fences"),
    ("dependencies", "address, data and control dependencies"),
    ("pick", "dependencies through a conditional select"),
    ("acquire-release", "program order whose ends acquire and release"),
    ("rmw", "read-modify-writes"),
    ("internal", "communications within a thread, and program order on one location"),
    ("sizes", "program order between pieces of locations"),
];

/// The relaxations of a named pool. In C, accesses of the pools are relaxed atomics where nothing else is said; what is not there in an architecture makes
/// an empty pool.
pub fn named(vocabulary: &Vocabulary, name: &str) -> Option<Vec<Vec<Edge>>> {
    NAMES.iter().find(|(known, _)| *known == name)?;
    let atomic = vocabulary.annotation("Rlx").flatten();
    let annotated = |kind: EdgeKind| Edge { source: atomic, target: atomic, kind };
    let all = all_edges(vocabulary).into_iter().map(|edge| edge.kind);
    let changes = |kind: &EdgeKind| Edge::plain(*kind).place() == Sameness::Different;
    let kinds: Vec<Edge> = match name {
        "classic" => all
            .filter_map(|kind| match kind {
                EdgeKind::Communication(_, Reach::External) => Some(Edge::plain(kind)),
                EdgeKind::Order(Sameness::Different, ..) => Some(annotated(kind)),
                _ => None,
            })
            .collect(),
        "fences" | "fences-all" => all
            .filter(|kind| match kind {
                EdgeKind::Fence(fence, ..) => name == "fences-all" || vocabulary.fence(*fence).is_common,
                _ => false,
            })
            .filter(changes)
            .map(annotated)
            .collect(),
        "dependencies" | "pick" => all
            .filter(|kind| match kind {
                EdgeKind::Dependency(dependency, ..) => vocabulary.dependency(*dependency).is_pick == (name == "pick"),
                _ => false,
            })
            .filter(changes)
            .map(annotated)
            .collect(),
        "acquire-release" => ordered(vocabulary),
        "rmw" => all.filter(|kind| matches!(kind, EdgeKind::Update(_))).map(annotated).collect(),
        "internal" => all
            .filter_map(|kind| match kind {
                EdgeKind::Communication(_, Reach::Internal) => Some(Edge::plain(kind)),
                EdgeKind::Order(Sameness::Same, ..) => Some(annotated(kind)),
                _ => None,
            })
            .collect(),
        _ => pieces(vocabulary),
    };
    Some(kinds.into_iter().map(|edge| vec![edge]).collect())
}

/// Program order that changes location, with all annotations of its ends that order something.
fn ordered(vocabulary: &Vocabulary) -> Vec<Edge> {
    let is_c = vocabulary.architecture == "C";
    let orders = |word: &crate::AccessWord| match vocabulary.architecture {
        "C" => ["Acq", "Rel", "Sc", "Rlx"].contains(&word.name),
        "Java" => ["Opq", "Acq", "Rel", "Vol"].contains(&word.name),
        "RISCV" | "BPF" => ["Aq", "Rl"].contains(&word.name),
        _ => ["A", "Q", "L"].contains(&word.name) && vocabulary.architecture == "AArch64",
    };
    let chosen = vocabulary.access_ids().filter(|id| orders(vocabulary.access(*id)));
    let mut annotations: Vec<_> = chosen.map(|access| Some(crate::Annotation { access, part: None })).collect();
    if !is_c {
        annotations.push(None);
    }
    let relaxed = vocabulary.annotation("Rlx").flatten();
    let mut all = Vec::new();
    for source in [Direction::Read, Direction::Write] {
        for target in [Direction::Read, Direction::Write] {
            for from in &annotations {
                for to in &annotations {
                    let says_nothing = |annotation: &Option<_>| annotation.is_none() || *annotation == relaxed;
                    let applies = vocabulary.applies(*from, source) && vocabulary.applies(*to, target);
                    if applies && !(says_nothing(from) && says_nothing(to)) {
                        let kind = EdgeKind::Order(Sameness::Different, Some(source), Some(target));
                        all.push(Edge { source: *from, target: *to, kind });
                    }
                }
            }
        }
    }
    all
}

/// Program order, on one location and between two, whose ends access a half, or all, of a word.
fn pieces(vocabulary: &Vocabulary) -> Vec<Edge> {
    let parts = vocabulary.parts(crate::Size::Word);
    let wanted = parts.into_iter().filter(|part| part.size >= crate::Size::Short);
    let annotations: Vec<_> =
        wanted.map(|part| Some(crate::Annotation { access: crate::AccessId::PLAIN, part: Some(part) })).collect();
    let mut all = Vec::new();
    for place in [Sameness::Same, Sameness::Different] {
        for source in [Direction::Read, Direction::Write] {
            for target in [Direction::Read, Direction::Write] {
                for from in &annotations {
                    for to in &annotations {
                        let kind = EdgeKind::Order(place, Some(source), Some(target));
                        all.push(Edge { source: *from, target: *to, kind });
                    }
                }
            }
        }
    }
    all
}
