//! The compiled evaluator against the interpreter, on candidates of which relations have every shape.
//!
//! Candidates here are made of random sets and relations, most of whose events no choice touches: that is what the evaluator leaves out. They come
//! from no program, so that nothing holds of them but what the models say.

use std::borrow::Cow;
use std::ops::ControlFlow;

use lakmus_cat::{
    Base, BaseId, Choices, Evaluator, Limits, Model, NoFiles, Options, Phase, Run, Structure, Unsupported, Vocabulary,
    interpret,
};
use proptest::prelude::*;
use relation::{EventId, EventSet, Index, Relation};
use source::Sources;

/// Known with the structure: `W`, `F`, `s` and `t`. Chosen: `rf`, and the set `last`.
fn vocabulary() -> Vocabulary {
    let mut words = Vocabulary::new();
    words.set("W", Phase::Structure);
    words.set("F", Phase::Structure);
    words.relation("s", Phase::Structure);
    words.relation("t", Phase::Structure);
    words.relation("rf", Phase::ReadsFrom);
    words.set("last", Phase::FinalWrites);
    words
}

/// Models whose operators put static parts beside, before, behind and around what is chosen.
const MODELS: &[&str] = &[
    "acyclic s | rf",
    "acyclic (s | rf)+ | t",
    "irreflexive s+; rf; t*",
    "let hb = (s | rf)+ empty [F]; hb; [F]",
    "let hb = (s | (t; rf))+ acyclic hb | (hb; t)",
    "let rec r = s | rf | r; r irreflexive r; t",
    "let rec r = rf | (s; r; t) acyclic r",
    "let rec a = s | (b; rf) and b = t | (a; a) empty (a & b) & rf",
    "flag ~empty (s \\ rf); t as late empty domain (rf; s) & range (t; rf)",
    "empty (_ * last) & (s; rf) flag ~empty last & range (s+ & ~rf) as f",
    "with o from linearisations(last, s & (last * last)) acyclic o | rf | t flag ~empty o as ordered",
    "with o from linearisations(W & last, 0) acyclic (s | o)+ | rf flag ~empty (o; s)? & ~[_] as f",
    "irreflexive (s | t)+; (rf | rf^-1)",
    // Allowed when each write is read: not before all reads have chosen.
    "empty [W] \\ (rf; rf^-1)",
    "empty [W] & ~(rf; rf^-1)",
    "acyclic rf? \\ [_] | s empty rf & (s; [F]; s)",
];

/// A candidate with its structure.
#[derive(Clone, Debug)]
struct Random {
    universe: usize,
    /// By id.
    sets: Vec<EventSet>,
    relations: Vec<Relation>,
    /// Of the final writes.
    number: usize,
}

const RF: u32 = 4;

impl Random {
    fn set_of(&self, word: BaseId) -> EventSet {
        match word.index() {
            at @ (0 | 1) => self.sets[at].clone(),
            _ => self.sets[2].clone(),
        }
    }

    fn relation_of(&self, word: BaseId) -> Relation {
        self.relations[word.index() - 2].clone()
    }
}

impl Base for Random {
    fn universe(&self) -> usize {
        self.universe
    }
    fn set(&self, word: BaseId) -> EventSet {
        self.set_of(word)
    }
    fn relation(&self, word: BaseId) -> Relation {
        self.relation_of(word)
    }
}

impl Structure for Random {
    fn universe(&self) -> usize {
        self.universe
    }
    fn set(&self, word: BaseId) -> EventSet {
        // `last` has only writes.
        if word.index() == 5 { self.sets[0].clone() } else { self.set_of(word) }
    }
    fn relation(&self, word: BaseId) -> Cow<'_, Relation> {
        Cow::Owned(match word.number() {
            // Reads are what is no write.
            RF => Relation::product(&self.sets[0], &self.sets[0].complement()),
            _ => self.relation_of(word),
        })
    }
    fn ordered_by_fences(&self, _: &EventSet) -> Result<Relation, Unsupported> {
        Err(Unsupported { primitive: "fromto" })
    }
    fn location(&self, _: EventId) -> Option<u32> {
        None
    }
    fn has_locations(&self) -> bool {
        true
    }
}

impl Choices for Random {
    fn final_writes(&self) -> Option<usize> {
        Some(self.number)
    }
    fn members(&self, word: BaseId, visit: &mut dyn FnMut(EventId)) {
        self.set_of(word).iter().for_each(visit);
    }
    fn pairs(&self, word: BaseId, visit: &mut dyn FnMut(EventId, EventId)) {
        self.relation_of(word).iter().for_each(|(source, target)| visit(source, target));
    }
    fn location(&self, _: EventId) -> Option<u32> {
        None
    }
    fn have_different_values(&self, a: EventId, b: EventId) -> bool {
        a != b
    }
}

/// Candidates of one event structure of few or many events, in which one of two choices of what is read comes with one of two of final writes; relations have
/// a few pairs.
fn candidates() -> impl Strategy<Value = Vec<Random>> {
    let universe = prop_oneof![Just(6_usize), Just(16), Just(17), Just(30), Just(64), Just(65), Just(130), Just(300)];
    universe.prop_flat_map(|universe| {
        let pairs = |most| proptest::collection::vec((0..universe, 0..universe), 0..most);
        let writes = proptest::collection::vec(0..universe, 1..6);
        let fences = proptest::collection::vec(0..universe, 0..5);
        (
            writes,
            fences,
            pairs(universe + 4),
            pairs(12),
            proptest::array::uniform2(proptest::collection::vec((0..6_usize, 0..universe), 0..4)),
            proptest::array::uniform2(0..8_u8),
        )
            .prop_map(move |(writes, fences, s, t, reads_from, final_writes)| {
                let event = EventId::new;
                let set = |members: &[usize]| {
                    let mut set = EventSet::empty(universe);
                    members.iter().for_each(|&member| _ = set.insert(event(member)));
                    set
                };
                let related = |pairs: &[(usize, usize)]| {
                    Relation::from_pairs(universe, pairs.iter().map(|&(a, b)| (event(a), event(b))))
                };
                let all_writes = set(&writes);
                // Each read reads from one write.
                let read_from = reads_from.map(|rf| {
                    let (mut reads, mut read_from) = (Vec::new(), Vec::new());
                    for (write, read) in rf {
                        if !all_writes.contains(event(read)) && !reads.contains(&read) {
                            reads.push(read);
                            read_from.push((writes[write % writes.len()], read));
                        }
                    }
                    related(&read_from)
                });
                // Cycles in `s` are rare: it goes up, but for a few pairs.
                let s: Vec<(usize, usize)> = s
                    .iter()
                    .enumerate()
                    .map(|(at, &(a, b))| if at % 9 == 8 { (a, b) } else { (a.min(b), a.max(b)) })
                    .collect();
                let s: Vec<(usize, usize)> = s.into_iter().filter(|(a, b)| a != b).collect();
                let last = final_writes.map(|last| {
                    let chosen = writes.iter().enumerate().filter(|(at, _)| last >> at & 1 == 1);
                    set(&chosen.map(|(_, &write)| write).collect::<Vec<_>>())
                });
                // Final writes come by again, after others and with others.
                let choices = [(0, 0), (0, 1), (1, 0), (1, 1), (1, 1), (0, 1)];
                let candidate = |(reads, finals): (usize, usize)| Random {
                    universe,
                    sets: vec![all_writes.clone(), set(&fences), last[finals].clone()],
                    relations: vec![related(&s), related(&t), read_from[reads].clone()],
                    number: finals,
                };
                choices.map(candidate).into()
            })
    })
}

/// How many ways the interpreter allows, and the flags.
fn interpreted(model: &Model, candidate: &Random) -> (u64, Vec<String>) {
    let (mut ways, mut flags) = (0, Vec::new());
    interpret(model, candidate, &Options::default(), &Limits::default(), &mut |run| {
        if let Run::Accepted(accepted) = run {
            ways += 1;
            flags.extend(accepted.flags.iter().map(|&flag| flag.to_owned()));
        }
        ControlFlow::Continue(())
    })
    .expect("the models are correct");
    flags.sort();
    flags.dedup();
    (ways, flags)
}

/// The same as the compiled evaluator says it, which has taken up `structure`.
fn evaluated(evaluator: &mut Evaluator<'_>, structure: &Random, candidate: &Random) -> (u64, Vec<String>) {
    // What is allowed in the end is not given up on the way, whatever is decided first.
    let pairs: Vec<_> = candidate.relations[2].iter().collect();
    let rf = BaseId::from_number(RF);
    let mut decided = 0..=pairs.len();
    let might = decided.all(|decided| evaluator.might_allow(structure, rf, &mut pairs[..decided].iter().copied()));
    let mut ways = 0;
    if evaluator.reads_from(candidate) {
        ways = evaluator.final_writes(candidate, &|| false).expect("nothing cancels").ways;
    }
    assert!(might || ways == 0, "given up: {pairs:?}");
    let mut flags: Vec<String> = evaluator.flags().map(str::to_owned).collect();
    flags.sort();
    (ways, flags)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn evaluators_agree_whatever_the_shape(candidates in candidates()) {
        let words = vocabulary();
        for text in MODELS {
            let mut sources = Sources::new();
            let source = sources.add("model.cat", *text);
            let loaded = Model::load(&mut sources, source, None, &mut NoFiles, &words, &|_| false);
            let model = loaded.model.unwrap_or_else(|| panic!("{text}: {:?}", loaded.diagnostics));
            let compiled = model.compile(&|word| words.get(word).phase).unwrap_or_else(|reason| panic!("{text}: {reason}"));
            let mut evaluator = Evaluator::new(&compiled);
            let has_more = evaluator.begin(&candidates[0]).expect("no primitive is asked");
            for candidate in &candidates {
                evaluator.forget_flags();
                let found = if has_more { evaluated(&mut evaluator, &candidates[0], candidate) } else { (0, Vec::new()) };
                prop_assert_eq!(found, interpreted(&model, candidate), "{}", text);
            }
        }
    }
}
