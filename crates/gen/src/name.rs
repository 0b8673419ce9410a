//! The normal form of a cycle, and the name of its test.
//!
//! A name is that of the family of tests, which says what each thread begins and ends with (`MP`, `IRIW`), and behind it what is between, thread by thread:
//! `MP+dmb.sy+addr`. It is diy's.
//!
//! Names are injective on cycles up to rotation. The family says which thread begins and ends with a read or a write, and so which communications lead from
//! thread to thread. What is between is written with its annotations (both ends of each edge, as soon as one of them is annotated), and with its direction where the
//! neighbour does not give it away. One part may stand for all threads (`MP+dmb.sys`, and nothing at all for plain program order), which can be distinguished from other
//! names by the number of parts, since the family fixes the number of threads with more than one access. Accesses that are threads by themselves are named in the last part if any
//! of them is annotated. No annotation's name is the beginning of two others that leave annotations behind (tests of each vocabulary check that).

use std::cmp::Ordering;

use smallvec::SmallVec;

use crate::edge::{Direction, Edge, EdgeKind, Sameness};
use crate::vocabulary::Vocabulary;

/// What a thread begins and ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ends {
    One(Direction),
    Two(Direction, Direction),
}

impl Ends {
    /// The order in which threads of normal forms come.
    fn rank(self) -> u8 {
        use Direction::{Read, Write};
        match self {
            Ends::One(Write) => 0,
            Ends::Two(Write, Write) => 1,
            Ends::Two(Read, Read) => 2,
            Ends::Two(Read, Write) => 3,
            Ends::Two(Write, Read) => 4,
            Ends::One(Read) => 5,
        }
    }

    fn put(self, out: &mut String) {
        let letter = |direction| if direction == Direction::Read { 'R' } else { 'W' };
        match self {
            Ends::One(only) => out.push(letter(only)),
            Ends::Two(first, last) => out.extend([letter(first), letter(last)]),
        }
    }
}

/// A thread within a rotation: its first edge, how many edges it has with the one that leaves it, and its ends.
#[derive(Clone, Copy, Debug)]
struct ThreadEdges {
    first: usize,
    length: usize,
    ends: Ends,
}

/// The threads of a resolved cycle, in the order of the edges, the first one being the first that begins in the list.
fn threads(edges: &[Edge]) -> SmallVec<[ThreadEdges; 8]> {
    let count = edges.len();
    let begins = |index: &usize| edges[(index + count - 1) % count].is_external();
    let mut starts: SmallVec<[usize; 8]> = (0..count).filter(begins).collect();
    if starts.is_empty() {
        starts.push(only_thread_begins(edges).next().unwrap_or(0));
    }
    let mut all = SmallVec::new();
    for (number, first) in starts.iter().copied().enumerate() {
        let next = starts[(number + 1) % starts.len()];
        // Not the difference modulo the length: a single thread begins where it ends, and has all the edges.
        let length = if next > first { next - first } else { next + count - first };
        let steps = (0..length).map(|offset| &edges[(first + offset) % count]).filter(|edge| edge.is_step());
        let directions: SmallVec<[Direction; 8]> = steps.filter_map(Edge::source_direction).collect();
        let ends = match directions.as_slice() {
            [] => Ends::One(Direction::Write),
            [only] => Ends::One(*only),
            [begin, .., end] => Ends::Two(*begin, *end),
        };
        all.push(ThreadEdges { first, length, ends });
    }
    all
}

/// Fences, then dependencies, then the rest by kind.
fn compare_edges(left: &Edge, right: &Edge) -> Ordering {
    let class = |edge: &Edge| match edge.kind {
        EdgeKind::Fence(..) => 0,
        EdgeKind::Dependency(..) => 1,
        EdgeKind::Order(..) | EdgeKind::Communication(crate::Communication::Rf, _) => 2,
        EdgeKind::Annotation | EdgeKind::Communication(..) | EdgeKind::Insert(_) | EdgeKind::Update(_) => 3,
    };
    let by_kind = (left.kind, left.source, left.target).cmp(&(right.kind, right.source, right.target));
    match (class(left), class(right)) {
        // Classes order fences, dependencies and program order among each other only; any pair with something else is
        // as the kinds are declared.
        (3, _) | (_, 3) => by_kind,
        (one, other) => one.cmp(&other).then(by_kind),
    }
}

fn compare_rotations(edges: &[Edge], threads: &[ThreadEdges], left: usize, right: usize) -> Ordering {
    let count = threads.len();
    let ranks = |start: usize| (0..count).map(move |offset| threads[(start + offset) % count].ends.rank());
    let internal = |start: usize| {
        let thread = &threads[start];
        (0..thread.length).filter(|offset| !edges[(thread.first + offset) % edges.len()].is_external()).count()
    };
    ranks(left).cmp(ranks(right)).then_with(|| internal(left).cmp(&internal(right))).then_with(|| {
        let (left, right) = (threads[left].first, threads[right].first);
        let pairs = (0..edges.len())
            .map(|offset| compare_edges(&edges[(left + offset) % edges.len()], &edges[(right + offset) % edges.len()]));
        pairs.fold(Ordering::Equal, Ordering::then)
    })
}

/// The rotation of a resolved cycle that comes first among those that begin a thread: that of the test's name.
pub fn normal_form(edges: &[Edge]) -> Vec<Edge> {
    let first = if edges.iter().any(Edge::is_external) {
        let threads = threads(edges);
        let best = (0..threads.len()).reduce(|best, one| {
            if compare_rotations(edges, &threads, best, one) == Ordering::Greater { one } else { best }
        });
        best.map_or(0, |best| threads[best].first)
    } else {
        let compare = |left: usize, right: usize| {
            let edge = |start: usize, offset: usize| &edges[(start + offset) % edges.len()];
            let pairs = (0..edges.len()).map(|offset| compare_edges(edge(left, offset), edge(right, offset)));
            pairs.fold(Ordering::Equal, Ordering::then)
        };
        only_thread_begins(edges).reduce(|best, one| if compare(best, one).is_gt() { one } else { best }).unwrap_or(0)
    };
    (0..edges.len()).map(|offset| edges[(first + offset) % edges.len()]).collect()
}

/// Where the thread of a cycle within one thread can begin: behind the first one of some communications in a row.
fn only_thread_begins(edges: &[Edge]) -> impl Iterator<Item = usize> {
    let count = edges.len();
    let communicates = move |index: usize| edges[index % count].is_communication();
    (0..count).filter(move |index| communicates(index + count - 1) && !communicates(index + count - 2))
}

impl Vocabulary {
    /// The name of a resolved cycle's test; the same for all its rotations.
    pub fn name_of(&self, edges: &[Edge]) -> String {
        let edges = normal_form(edges);
        let threads = threads(&edges);
        let mut name = family(&edges, &threads);
        let mut parts: SmallVec<[String; 8]> = SmallVec::new();
        for thread in &threads {
            let mut first = thread.first;
            if thread.length == edges.len() {
                // What is said of a cycle within one thread begins with what is no communication.
                let others = (0..edges.len()).map(|offset| (first + offset) % edges.len());
                first = others.clone().find(|index| !edges[*index].is_communication()).unwrap_or(first);
            }
            let inner: SmallVec<[Edge; 8]> =
                (0..thread.length).map(|offset| edges[(first + offset) % edges.len()]).collect();
            let part = self.between(&inner);
            if !part.is_empty() {
                parts.push(part);
            }
        }
        let alone = self.alone(&edges, &threads);
        // Threads of one access have no part, so that a part may stand for all even where they are between.
        let all_same = parts.iter().skip(1).all(|part| *part == parts[0]);
        match parts.as_slice() {
            [] => {}
            [first, ..] if all_same && first == "po" => {}
            // One part alone is of one thread, where program order stays at the location anyway.
            [only] if only == "pos" => {}
            [first, _, ..] if all_same => name.extend(["+", first, "s"]),
            all => all.iter().for_each(|part| name.extend(["+", part])),
        }
        if !alone.is_empty() {
            name.extend(["+", &alone]);
        }
        name
    }

    /// What is between the accesses of a thread.
    fn between(&self, edges: &[Edge]) -> String {
        let inner: SmallVec<[&Edge; 8]> = edges.iter().filter(|edge| !edge.is_external()).collect();
        let mut out = String::new();
        for (number, edge) in inner.iter().enumerate() {
            if number > 0 {
                out.push('-');
            }
            self.put_short(edge, &mut out);
            let is_open = |next: &&&Edge| matches!(next.kind, EdgeKind::Order(..) | EdgeKind::Fence(..));
            // An annotation or a communication says which direction it leads to; program order does not, and the next
            // name may fit to both.
            let leaves_open = matches!(edge.kind, EdgeKind::Order(..) | EdgeKind::Fence(..) | EdgeKind::Dependency(..));
            if leaves_open && inner.get(number + 1).filter(is_open).is_some() {
                out.push(if edge.target_direction() == Some(Direction::Read) { 'R' } else { 'W' });
            }
            if edge.source.is_some() || edge.target.is_some() {
                let mut annotations = String::new();
                self.put_annotation(edge.source, &mut annotations);
                self.put_annotation(edge.target, &mut annotations);
                out.push_str(&annotations.to_lowercase());
            }
        }
        out
    }

    fn put_short(&self, edge: &Edge, out: &mut String) {
        let same = |place: Sameness| if place == Sameness::Same { "s" } else { "" };
        match edge.kind {
            EdgeKind::Annotation => {}
            EdgeKind::Communication(communication, reach) => {
                out.push_str(&communication.name().to_lowercase());
                out.push(if reach == crate::Reach::Internal { 'i' } else { 'e' });
            }
            EdgeKind::Order(place, ..) => out.extend(["po", same(place)]),
            EdgeKind::Fence(fence, place, ..) => {
                out.push_str(&self.fence(fence).name.to_lowercase());
                out.push_str(same(place));
            }
            EdgeKind::Dependency(dependency, place, _) => {
                out.push_str(&self.dependency(dependency).name.to_lowercase());
                out.push_str(same(place));
            }
            EdgeKind::Insert(fence) => out.extend(["[", &self.fence(fence).name.to_lowercase(), "]"]),
            EdgeKind::Update(update) => out.push_str(self.update(update).short),
        }
    }

    /// The annotations of the accesses that are threads by themselves, if any of them has one.
    fn alone(&self, edges: &[Edge], threads: &[ThreadEdges]) -> String {
        let alone = threads.iter().filter(|thread| matches!(thread.ends, Ends::One(_)));
        let annotations: SmallVec<[_; 8]> = alone.map(|thread| edges[thread.first].source).collect();
        let mut out = String::new();
        if annotations.iter().any(Option::is_some) {
            for annotation in annotations {
                match annotation {
                    None => out.push_str("Na"),
                    some => self.put_annotation(some, &mut out),
                }
            }
        }
        out
    }
}

/// What the literature calls tests with these ends.
fn family(edges: &[Edge], threads: &[ThreadEdges]) -> String {
    let mut key = String::new();
    for (number, thread) in threads.iter().enumerate() {
        if number > 0 {
            key.push('+');
        }
        thread.ends.put(&mut key);
    }
    let is_one_location = edges.iter().all(|edge| edge.place() == Sameness::Same);
    let of_one_location = match key.as_str() {
        "WW" => Some("CoWW"),
        "RW" => Some("CoRW1"),
        "W+RW" => Some("CoRW2"),
        "W+WR" => Some("CoWR"),
        "W+RR" => Some("CoRR"),
        "WR" => Some("CoWR0"),
        _ => None,
    };
    let name = of_one_location.filter(|_| is_one_location).unwrap_or(match key.as_str() {
        "WW+RR" => "MP",
        "WR+WR" => "SB",
        "WR+WR+WR" => "3.SB",
        "WR+WR+WR+WR" => "4.SB",
        "W+RW+RR" => "WRC",
        "W+RR+WR" => "RWC",
        "RW+RW" => "LB",
        "RW+RW+RW" => "3.LB",
        "RW+RW+RW+RW" => "4.LB",
        "WW+WR" => "R",
        "W+RW+WR" => "WRW+WR",
        "W+RR+WW" => "WRR+2W",
        "WW+RW" => "S",
        "W+RW+RW" => "WWC",
        "WW+WW" => "2+2W",
        "WW+WW+WW" => "3.2W",
        "WW+WW+WW+WW" => "4.2W",
        "W+RW+WW" => "WRW+2W",
        "WW+RR+WR" => "W+RWC",
        "WW+RW+RR" => "ISA2",
        "W+RR+W+RR" => "IRIW",
        "W+RR+W+RW" | "W+RW+W+RR" => "IRRWIW",
        "W+RW+W+RW" => "IRWIW",
        "WW+RW+WR" => "Z6.0",
        "WW+WW+RW" => "Z6.1",
        "WW+RW+RW" => "Z6.2",
        "WW+WW+RR" => "Z6.3",
        "WW+WR+WR" => "Z6.4",
        "WW+WW+WR" => "Z6.5",
        other => other,
    });
    name.to_owned()
}
