//! Why checks fail: what is shown of a cycle, and that it is as short as can be.

use std::ops::ControlFlow;

use lakmus_cat::{
    Base, BaseId, Evidence, Limits, Model, NoFiles, Options, Phase, Run, Step, Vocabulary, interpret_explained,
};
use proptest::prelude::*;
use relation::{EventId, EventSet, Index, Relation};
use source::Sources;

/// Five events and two relations.
struct Candidate {
    vocabulary: Vocabulary,
    po: Relation,
    fr: Relation,
}

impl Candidate {
    fn new(po: &[(usize, usize)], fr: &[(usize, usize)]) -> Candidate {
        let mut vocabulary = Vocabulary::new();
        vocabulary.relation("po", Phase::Structure);
        vocabulary.relation("fr", Phase::ReadsFrom);
        let relation = |pairs: &[(usize, usize)]| {
            Relation::from_pairs(5, pairs.iter().map(|&(a, b)| (EventId::new(a), EventId::new(b))))
        };
        Candidate { vocabulary, po: relation(po), fr: relation(fr) }
    }

    /// The evidence of all checks of the model `text` that fail, and of all flags.
    fn explained(&self, text: &str) -> Vec<Evidence> {
        let mut sources = Sources::new();
        let source = sources.add("model.cat", text);
        let loaded = Model::load(&mut sources, source, None, &mut NoFiles, &self.vocabulary, &|_| false);
        let model = loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
        let mut all = Vec::new();
        let options = Options { all_checks: true, ..Options::default() };
        let end = interpret_explained(&model, self, &options, &Limits::default(), &mut |run, explainer| {
            let Run::Accepted(accepted) = run else { panic!("goes on past checks") };
            all.extend(accepted.failed.iter().chain(accepted.raised).map(|check| explainer.explain(check)));
            ControlFlow::Continue(())
        });
        end.expect("a model without mistakes");
        all
    }
}

impl Base for Candidate {
    fn universe(&self) -> usize {
        5
    }
    fn set(&self, _: BaseId) -> EventSet {
        EventSet::empty(5)
    }
    fn relation(&self, name: BaseId) -> Relation {
        if &*self.vocabulary.get(name).name == "po" { self.po.clone() } else { self.fr.clone() }
    }
}

/// Two threads that both read old values: a cycle of four steps.
fn store_buffering() -> Candidate {
    Candidate::new(&[(0, 1), (2, 3)], &[(1, 2), (3, 0)])
}

/// Base steps in short: `0 po 1`.
fn base(steps: &[Step]) -> Vec<String> {
    let text = |step: &Step| {
        let inverse = if step.is_inverse { "^-1" } else { "" };
        let (a, b) = (step.source.index(), step.target.index());
        format!("{a} {}{inverse} {b}", step.label.name().unwrap_or("?"))
    };
    steps.iter().flat_map(Step::base_steps).map(text).collect()
}

#[test]
fn a_cycle_is_taken_apart_down_to_base_relations() {
    let steps = ["0 po 1", "1 fr 2", "2 po 3", "3 fr 0"];
    for text in [
        "acyclic po | fr",
        "let com = fr let hb = (po | com)+ irreflexive hb",
        "let both (a, b) = a | b acyclic both (po, fr)",
        "let twice r = r; r acyclic twice (po | fr)",
        "let rec ob = po | fr | (ob; ob) irreflexive ob",
        "let back = fr^-1 acyclic po | back^-1",
        "let rec left = po | right; left and right = fr | left; right irreflexive (left | right); (left | right)",
        "let r = let inner = po | fr in inner; inner? acyclic r",
        "acyclic (po | fr) & ~id",
        "acyclic (po | fr) \\ id",
    ] {
        let text = format!("let id = po & 0 {text}");
        let all = store_buffering().explained(&text);
        let [Evidence::Cycle(cycle)] = &all[..] else { panic!("{text}: {all:?}") };
        assert_eq!(base(cycle), steps, "{text}");
    }
}

#[test]
fn derived_steps_keep_their_names() {
    let all = store_buffering().explained("let ppo = po let hb = ppo | fr acyclic hb");
    let [Evidence::Cycle(cycle)] = &all[..] else { panic!("{all:?}") };
    assert_eq!(cycle.iter().map(|step| step.label.name()).collect::<Vec<_>>(), [Some("hb"); 4]);
    assert_eq!(cycle[0].parts[0].label.name(), Some("ppo"));
}

#[test]
fn emptiness_and_flags_are_explained() {
    let both = store_buffering().explained("empty po & (po; fr; po; fr; po)");
    let [Evidence::Pair { source, target, ways }] = &both[..] else { panic!("{both:?}") };
    assert_eq!((source.index(), target.index(), ways.len()), (0, 1, 2), "{both:?}");
    assert_eq!(base(&ways[1]), ["0 po 1", "1 fr 2", "2 po 3", "3 fr 0", "0 po 1"]);
    let set = store_buffering().explained("empty domain fr");
    assert_eq!(set, [Evidence::Members(vec![EventId::new(1), EventId::new(3)])]);
    let nothing = store_buffering().explained("~empty po & fr");
    assert_eq!(nothing, [Evidence::Nothing]);
    let flag = store_buffering().explained("flag ~empty po as order flag empty po & fr as apart");
    assert!(matches!(&flag[..], [Evidence::Pair { .. }, Evidence::Nothing]), "{flag:?}");
}

#[test]
fn what_takes_pairs_away_again_is_shown_as_it_is() {
    // A fixpoint that is none, and a function that recurs over sets.
    for text in [
        "let rec r = (po | fr) \\ r acyclic po | fr | r",
        "let rec f s = match s with || {} -> 0 || x ++ xs -> (po | fr) end acyclic f po",
    ] {
        let all = store_buffering().explained(text);
        let [Evidence::Cycle(cycle)] = &all[..] else { panic!("{text}: {all:?}") };
        assert_eq!(cycle.iter().map(|step| step.source).collect::<Vec<_>>().len(), 4, "{text}");
    }
}

/// The fewest steps from an event back to itself.
fn shortest(relation: &Relation) -> Option<usize> {
    let mut walks = relation.clone();
    for steps in 1..=relation.universe() {
        if !walks.is_irreflexive() {
            return Some(steps);
        }
        walks = walks.sequence(relation);
    }
    None
}

proptest! {
    /// Whatever a model makes of a relation, the cycle shown has as few base steps as any.
    #[test]
    fn cycles_are_shortest(pairs in prop::collection::vec((0..5_usize, 0..5_usize), 0..9)) {
        let candidate = Candidate::new(&pairs, &[]);
        let expected = shortest(&candidate.po);
        for text in ["acyclic po", "acyclic po+", "irreflexive po+", "let rec r = po | (r; r) irreflexive r", "acyclic po | (po; po)", "acyclic (po^-1)^-1; po?"] {
            let all = candidate.explained(text);
            let length = all.first().map(Evidence::length);
            prop_assert_eq!(length, expected, "{}: {:?}", text, all);
            if let Some(Evidence::Cycle(cycle)) = all.first() {
                prop_assert!(cycle.windows(2).all(|two| two[0].target == two[1].source));
                prop_assert_eq!(cycle[0].source, cycle[cycle.len() - 1].target);
            }
        }
    }
}
