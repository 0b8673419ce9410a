//! One word of a cycle to the edges that it can mean.
//!
//! A word is the name of an edge, then optionally the annotations of its two ends (`PodWRLA`); or an annotation alone (`A`). A star leaves a
//! direction, the location or the reach open (`Pod*W`, `Rf*`), and then the word means several edges; so do `Po` for all program
//! order edges, a dependency's name alone, and the macros `allRW` and `someRW`. `ACFENCE`, `BCFENCE` and `ABCFENCE` put an `Rfe` before, behind or around
//! a fence (A- and B-cumulativity in the literature).

use crate::edge::{Annotation, Communication, DependencyId, Direction, Edge, EdgeKind, Part, Reach, Sameness, Size};
use crate::vocabulary::{Dependence, Vocabulary};

/// What a word can mean: sequences of edges, one of which is to be chosen.
pub(crate) type Alternatives = Vec<Vec<Edge>>;

const DIRECTIONS: [Direction; 2] = [Direction::Read, Direction::Write];

impl Vocabulary {
    /// What `word` can mean, if anything.
    pub(crate) fn alternatives(&self, word: &str) -> Option<Alternatives> {
        let single = |edges: Vec<Edge>| edges.into_iter().map(|edge| vec![edge]).collect();
        self.edges(word).map(single).or_else(|| self.macro_of(word)).or_else(|| {
            let annotation = self.annotation(word)?;
            Some(vec![vec![Edge { source: annotation, target: annotation, kind: EdgeKind::Annotation }]])
        })
    }

    /// The annotation of this name; `Some(None)` is the plain access.
    pub fn annotation(&self, word: &str) -> Option<Option<Annotation>> {
        if word == self.accesses[0].name {
            return Some(None);
        }
        let named = self.access_ids().skip(1).filter_map(|access| {
            let rest = word.strip_prefix(self.access(access).name)?;
            let part = match rest {
                "" => None,
                _ if !self.has_parts => return None,
                rest => Some(part(rest.strip_prefix(self.part_separator)?)?),
            };
            Some(Annotation { access, part })
        });
        let of_part = || {
            let part = part(word).filter(|_| self.has_parts)?;
            Some(Annotation { access: crate::AccessId::PLAIN, part: Some(part) })
        };
        named.max_by_key(|annotation| self.access(annotation.access).name.len()).or_else(of_part).map(Some)
    }

    /// The longest beginning of `word` that is an edge and leaves nothing or two annotations.
    fn edges(&self, word: &str) -> Option<Vec<Edge>> {
        let mut ends: Vec<usize> = word.char_indices().map(|(at, c)| at + c.len_utf8()).collect();
        ends.reverse();
        ends.into_iter().find_map(|end| {
            let kinds = self.kinds(&word[..end])?;
            let (source, target) = self.two_annotations(&word[end..])?;
            Some(kinds.into_iter().map(|kind| Edge { source, target, kind }).collect())
        })
    }

    fn two_annotations(&self, text: &str) -> Option<(Option<Annotation>, Option<Annotation>)> {
        if text.is_empty() {
            return Some((None, None));
        }
        let both = |cut: usize| Some((self.annotation(text.get(..cut)?)?, self.annotation(text.get(cut..)?)?));
        (1..text.len()).rev().find_map(both)
    }

    /// The edges of exactly this name.
    fn kinds(&self, name: &str) -> Option<Vec<EdgeKind>> {
        self.communications(name)
            .or_else(|| self.orders(name))
            .or_else(|| self.fenced(name))
            .or_else(|| self.dependencies_named(name))
            .or_else(|| self.updates_named(name))
    }

    fn communications(&self, name: &str) -> Option<Vec<EdgeKind>> {
        let (head, rest) = name.split_at_checked(2)?;
        let communication: Communication = Vocabulary::communication(head)?;
        let reaches: &[Reach] = match rest {
            "i" => &[Reach::Internal],
            "e" => &[Reach::External],
            "" | "*" => &[Reach::Internal, Reach::External],
            _ => return None,
        };
        Some(reaches.iter().map(|reach| EdgeKind::Communication(communication, *reach)).collect())
    }

    fn orders(&self, name: &str) -> Option<Vec<EdgeKind>> {
        let rest = name.strip_prefix("Po")?;
        Some(two_ends(if rest.is_empty() { "***" } else { rest })?.map(|(p, s, t)| EdgeKind::Order(p, s, t)).collect())
    }

    fn fenced(&self, name: &str) -> Option<Vec<EdgeKind>> {
        let strong = name.strip_prefix("Fence").map(|rest| (self.strong_fence, rest));
        let named = self.fence_ids().filter_map(|fence| Some((fence, name.strip_prefix(self.fence(fence).name)?)));
        named.chain(strong).find_map(|(fence, rest)| match rest {
            "" if self.fence(fence).name == name => Some(vec![EdgeKind::Insert(fence)]),
            _ => Some(two_ends(rest)?.map(|(p, s, t)| EdgeKind::Fence(fence, p, s, t)).collect()),
        })
    }

    fn dependencies_named(&self, name: &str) -> Option<Vec<EdgeKind>> {
        let rest = name.strip_prefix("Dp");
        let defaults = [("Dp", self.default_dependency), ("Ctrl", self.default_control)];
        let named = self.dependency_ids().filter_map(|dependency| {
            let rest = rest?.strip_prefix(self.dependency(dependency).name)?;
            self.dependency_edges([Some(dependency); 2], if rest.is_empty() { "**" } else { rest })
        });
        let by_default =
            defaults.iter().filter_map(|(head, both)| self.dependency_edges(*both, name.strip_prefix(head)?));
        named.chain(by_default).next()
    }

    /// Edges of a dependency to a read and to a write, and what is said of location and target.
    fn dependency_edges(&self, kinds: [Option<DependencyId>; 2], rest: &str) -> Option<Vec<EdgeKind>> {
        let mut letters = rest.chars();
        let (place, direction) = (letters.next()?, letters.next()?);
        if letters.next().is_some() {
            return None;
        }
        let mut found = Vec::new();
        for place in places(place)? {
            for direction in directions(direction)? {
                let Some(kind) = kinds[usize::from(direction == Direction::Write)] else { continue };
                if direction == Direction::Read && self.dependency(kind).dependence == Dependence::Data {
                    continue;
                }
                found.push(EdgeKind::Dependency(kind, place, Some(direction)));
            }
        }
        (!found.is_empty()).then_some(found)
    }

    fn updates_named(&self, name: &str) -> Option<Vec<EdgeKind>> {
        let named = self.update_ids().find(|update| self.update(*update).name == name);
        let old = self.default_update.filter(|_| name == "Rmw");
        if let Some(update) = named.or(old) {
            return Some(vec![EdgeKind::Update(update)]);
        }
        let (_, group) = self.update_groups.iter().find(|(group, _)| *group == name)?;
        Some(group.iter().map(|update| EdgeKind::Update(*update)).collect())
    }

    fn macro_of(&self, word: &str) -> Option<Alternatives> {
        let rfe = Edge::plain(EdgeKind::Communication(Communication::Rf, Reach::External));
        for (head, before, behind) in [("ABC", true, true), ("AC", true, false), ("BC", false, true)] {
            let inner = word.strip_prefix(head).and_then(|rest| self.edges(rest));
            if let Some(inner) = inner {
                let around = |edge: Edge| {
                    let before = before.then_some(rfe).into_iter();
                    before.chain([edge]).chain(behind.then_some(rfe)).collect()
                };
                let fits = |edge: &Edge| matches!(edge.kind, EdgeKind::Fence(..) | EdgeKind::Dependency(..));
                return Some(inner.into_iter().filter(fits).map(around).collect());
            }
        }
        let (is_all, ends) =
            word.strip_prefix("all").map(|ends| (true, ends)).or(Some((false, word.strip_prefix("some")?)))?;
        let [source, target] = ends.chars().map(direction).collect::<Option<Vec<_>>>()?.try_into().ok()?;
        Some(self.all_between(is_all, source, target).into_iter().map(|kind| vec![Edge::plain(kind)]).collect())
    }

    /// Program order, dependencies and fences from `source` to `target` on different locations.
    fn all_between(&self, is_all: bool, source: Direction, target: Direction) -> Vec<EdgeKind> {
        let (from, to) = (Some(source), Some(target));
        let mut kinds = vec![EdgeKind::Order(Sameness::Different, from, to)];
        if source == Direction::Read {
            let default = self.default_dependency[usize::from(target == Direction::Write)];
            let fits = |id: &DependencyId| {
                let is_possible = target == Direction::Write || self.dependency(*id).dependence != Dependence::Data;
                is_possible && (is_all || default == Some(*id))
            };
            kinds
                .extend(self.dependency_ids().filter(fits).map(|id| EdgeKind::Dependency(id, Sameness::Different, to)));
        }
        let fences = self.fence_ids().filter(|id| is_all || self.fence(*id).is_common);
        kinds.extend(fences.map(|id| EdgeKind::Fence(id, Sameness::Different, from, to)));
        kinds
    }
}

fn part(text: &str) -> Option<Part> {
    let size = Size::ALL.into_iter().find(|size| text.starts_with(size.letter()))?;
    let digits = &text[1..];
    let offset: u8 = digits.parse().ok()?;
    let is_number = digits.len() == 1 && digits.as_bytes()[0].is_ascii_digit();
    (is_number && offset < 8 && offset.is_multiple_of(size.bytes())).then_some(Part { size, offset })
}

fn direction(letter: char) -> Option<Direction> {
    match letter {
        'R' => Some(Direction::Read),
        'W' => Some(Direction::Write),
        _ => None,
    }
}

fn directions(letter: char) -> Option<Vec<Direction>> {
    if letter == '*' { Some(DIRECTIONS.to_vec()) } else { direction(letter).map(|one| vec![one]) }
}

fn places(letter: char) -> Option<Vec<Sameness>> {
    match letter {
        's' => Some(vec![Sameness::Same]),
        'd' => Some(vec![Sameness::Different]),
        '*' => Some(vec![Sameness::Same, Sameness::Different]),
        _ => None,
    }
}

type Ends = (Sameness, Option<Direction>, Option<Direction>);

/// What `dWR` says, stars included.
fn two_ends(text: &str) -> Option<impl Iterator<Item = Ends>> {
    let [place, source, target] = text.chars().collect::<Vec<_>>().try_into().ok()?;
    let (places, sources, targets) = (places(place)?, directions(source)?, directions(target)?);
    let mut all = Vec::new();
    for place in places {
        for source in &sources {
            all.extend(targets.iter().map(|target| (place, Some(*source), Some(*target))));
        }
    }
    Some(all.into_iter())
}
