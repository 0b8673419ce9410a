//! Small candidate executions, small models, and diagnostics as text.

#![allow(dead_code, reason = "each test file uses a part")]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;

use lakmus_cat::{
    Base, BaseId, Failure, Files, Limits, Loaded, Model, Options, Phase, Run, STANDARD_LIBRARY, Shown, Unsupported,
    Vocabulary, interpret,
};
use relation::{EventId, EventSet, Index, Relation};
use source::{Diagnostic, SourceId, Sources, Span};

/// What tests call the file of a model.
pub(crate) const MODEL: &str = "model.cat";

/// Files by name.
#[derive(Clone, Debug)]
pub(crate) struct Library(pub(crate) Vec<(&'static str, String)>);

impl Files for Library {
    fn open(&mut self, name: &str, sources: &mut Sources) -> Option<SourceId> {
        let (_, text) = self.0.iter().find(|(known, _)| *known == name)?;
        Some(sources.add(name, text.clone()))
    }
}

/// A standard library, and coherence orders: per location all linear extensions, then the product over locations.
pub(crate) fn library() -> Library {
    let standard = "
        let emptyset = domain 0
        let po-loc = po & loc
        let rfe = rf & ext
        let initial = loc & (IW * (W \\ IW))
    ";
    let coherence = "
        let orders-of-each(classes, order) =
          let rec each classes = match classes with
          || {} -> {}
          || class ++ others -> linearisations(class, order) ++ each others
          end in each classes
        let product sets =
          let rec extend(found, chosen, sets) = match sets with
          || {} -> chosen ++ found
          || set ++ others ->
            let rec choose(found, set) = match set with
            || {} -> found
            || one ++ rest -> choose(extend(found, one | chosen, others), rest)
            end in choose(found, set)
          end in extend({}, 0, sets)
        with co from product(orders-of-each(classes-loc W, initial))
        let fr = (rf^-1; co) \\ id
    ";
    Library(vec![(STANDARD_LIBRARY, standard.to_owned()), ("coherence.cat", coherence.to_owned())])
}

/// Sequential consistency.
pub(crate) const SC: &str = "\"sequential consistency\" include \"coherence.cat\" acyclic po | rf | fr | co as sc";

/// Total store order without fences.
pub(crate) const TSO: &str = "
    \"total store order\"
    include \"coherence.cat\"
    acyclic po-loc | rf | fr | co as coherence
    let ppo = po \\ (W * R)
    acyclic ppo | rfe | fr | co as tso
";

/// One event of a test.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Access {
    /// A write to a location.
    Write(usize),
    /// A read of a location.
    Read(usize),
}

use Access::{Read, Write as Store};

/// A candidate execution of a program of reads and writes. The initial writes are its first events.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    events: Vec<(Option<usize>, Access)>,
    rf: Relation,
    vocabulary: Vocabulary,
}

pub(crate) fn vocabulary() -> Vocabulary {
    let mut vocabulary = Vocabulary::new();
    for set in ["W", "R", "M", "IW"] {
        vocabulary.set(set, Phase::Structure);
    }
    for relation in ["id", "po", "loc", "int", "ext"] {
        vocabulary.relation(relation, Phase::Structure);
    }
    vocabulary.relation("rf", Phase::ReadsFrom);
    vocabulary
}

impl Candidate {
    fn location(&self, event: EventId) -> usize {
        let (Store(location) | Read(location)) = self.events[event.index()].1;
        location
    }

    fn thread(&self, event: EventId) -> Option<usize> {
        self.events[event.index()].0
    }

    fn relate(&self, holds: impl Fn(EventId, EventId) -> bool) -> Relation {
        let mut relation = Relation::empty(self.universe());
        for source in (0..self.universe()).map(EventId::new) {
            for target in (0..self.universe()).map(EventId::new).filter(|&target| holds(source, target)) {
                relation.insert(source, target);
            }
        }
        relation
    }
}

impl Base for Candidate {
    fn universe(&self) -> usize {
        self.events.len()
    }

    fn set(&self, name: BaseId) -> EventSet {
        let name = self.vocabulary.get(name).name.as_ref();
        EventSet::from_fn(self.universe(), |event| match (name, self.events[event.index()]) {
            ("W", (_, access)) => matches!(access, Store(_)),
            ("R", (_, access)) => matches!(access, Read(_)),
            ("IW", (thread, _)) => thread.is_none(),
            ("M", _) => true,
            _ => false,
        })
    }

    fn relation(&self, name: BaseId) -> Relation {
        match self.vocabulary.get(name).name.as_ref() {
            "id" => Relation::identity(self.universe()),
            "po" => self.relate(|a, b| a < b && self.thread(a).is_some() && self.thread(a) == self.thread(b)),
            "loc" => self.relate(|a, b| self.location(a) == self.location(b)),
            "int" => self.relate(|a, b| self.thread(a).is_some() && self.thread(a) == self.thread(b)),
            "ext" => self.relate(|a, b| self.thread(a).is_none() || self.thread(a) != self.thread(b)),
            "rf" => self.rf.clone(),
            _ => Relation::empty(self.universe()),
        }
    }

    fn classes_by_location(&self, events: &EventSet) -> Result<Vec<EventSet>, Unsupported> {
        let mut classes: BTreeMap<usize, EventSet> = BTreeMap::new();
        for event in events.iter() {
            classes.entry(self.location(event)).or_insert_with(|| EventSet::empty(self.universe())).insert(event);
        }
        Ok(classes.into_values().collect())
    }
}

/// The candidates of a program: every read reads from every write to its location.
pub(crate) fn candidates(threads: &[&[Access]]) -> Vec<Candidate> {
    let accesses =
        || threads.iter().enumerate().flat_map(|(thread, list)| list.iter().map(move |&access| (Some(thread), access)));
    let locations = accesses().map(|(_, Store(location) | Read(location))| location).max().map_or(0, |last| last + 1);
    let events: Vec<_> = (0..locations).map(|location| (None, Store(location))).chain(accesses()).collect();
    let start = Candidate { rf: Relation::empty(events.len()), events, vocabulary: vocabulary() };
    let mut found = vec![start.clone()];
    for read in (0..start.universe()).map(EventId::new) {
        let Read(location) = start.events[read.index()].1 else { continue };
        let sources = |event: &EventId| matches!(start.events[event.index()].1, Store(other) if other == location);
        let sources: Vec<EventId> = (0..start.universe()).map(EventId::new).filter(sources).collect();
        let extended = found.iter().flat_map(|candidate| {
            sources.iter().map(|&source| {
                let mut candidate = candidate.clone();
                candidate.rf.insert(source, read);
                candidate
            })
        });
        found = extended.collect();
    }
    found
}

/// Store buffering.
pub(crate) const SB: [&[Access]; 2] = [&[Store(0), Read(1)], &[Store(1), Read(0)]];

/// Message passing.
pub(crate) const MP: [&[Access]; 2] = [&[Store(0), Store(1)], &[Read(1), Read(0)]];

/// A candidate with nothing but `n` events and the base names of `bases`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plain {
    pub(crate) universe: usize,
    pub(crate) vocabulary: Vocabulary,
    pub(crate) sets: BTreeMap<BaseId, EventSet>,
    pub(crate) relations: BTreeMap<BaseId, Relation>,
}

impl Plain {
    pub(crate) fn new(universe: usize) -> Plain {
        Plain { universe, ..Plain::default() }
    }

    pub(crate) fn with_set(mut self, name: &str, events: &[usize]) -> Plain {
        let id = self.vocabulary.set(name.to_owned(), Phase::Structure);
        self.sets.insert(id, EventSet::from_fn(self.universe, |event| events.contains(&event.index())));
        self
    }

    pub(crate) fn with_relation(mut self, name: &str, pairs: &[(usize, usize)]) -> Plain {
        let id = self.vocabulary.relation(name.to_owned(), Phase::Structure);
        let pairs = pairs.iter().map(|&(source, target)| (EventId::new(source), EventId::new(target)));
        self.relations.insert(id, Relation::from_pairs(self.universe, pairs));
        self
    }
}

impl Base for Plain {
    fn universe(&self) -> usize {
        self.universe
    }

    fn set(&self, name: BaseId) -> EventSet {
        self.sets[&name].clone()
    }

    fn relation(&self, name: BaseId) -> Relation {
        self.relations[&name].clone()
    }
}

/// Loads a model together with [`library`].
pub(crate) fn load(text: &str, vocabulary: &Vocabulary, variants: &[&str]) -> (Sources, Loaded) {
    load_with(library(), text, vocabulary, variants)
}

pub(crate) fn load_with(
    mut files: Library,
    text: &str,
    vocabulary: &Vocabulary,
    variants: &[&str],
) -> (Sources, Loaded) {
    let mut sources = Sources::new();
    let model = sources.add(MODEL, text);
    let loaded = Model::load(&mut sources, model, None, &mut files, vocabulary, &|name| variants.contains(&name));
    (sources, loaded)
}

/// How a candidate fared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// With its flags.
    Accepted(Vec<String>),
    /// By the check or choice of this name.
    Rejected(String),
}

/// All runs of a model on a candidate.
pub(crate) fn verdicts(
    model: &Model,
    base: &dyn Base,
    options: &Options,
    limits: &Limits<'_>,
) -> Result<Vec<Verdict>, Failure> {
    let mut verdicts = Vec::new();
    interpret(model, base, options, limits, &mut |run| {
        verdicts.push(match run {
            Run::Accepted(accepted) => Verdict::Accepted(accepted.flags.iter().map(|&flag| flag.to_owned()).collect()),
            Run::Rejected(lakmus_cat::Rejection::Check { site, .. }) => {
                Verdict::Rejected(site.name.clone().unwrap_or_default())
            }
            Run::Rejected(lakmus_cat::Rejection::NoChoice { name, .. }) => Verdict::Rejected(name.to_owned()),
        });
        ControlFlow::Continue(())
    })?;
    Ok(verdicts)
}

/// What a model without choices shows on a candidate, or the diagnostic of its failure as text.
pub(crate) fn shown(text: &str, base: &Plain) -> Result<BTreeMap<String, Shown>, String> {
    let (sources, loaded) = load(text, &base.vocabulary, &[]);
    let Some(model) = loaded.model else { return Err(render(&sources, &loaded.diagnostics)) };
    let mut result = BTreeMap::new();
    let options = Options { show: true, ..Options::default() };
    let outcome = interpret(&model, base, &options, &Limits::default(), &mut |run| {
        if let Run::Accepted(accepted) = run {
            result.clone_from(accepted.shown);
        }
        ControlFlow::Continue(())
    });
    outcome.map_err(|failure| render(&sources, &[failure.to_diagnostic()]))?;
    Ok(result)
}

/// The flags that a model without choices raises on a candidate, or the diagnostic of its failure as text.
pub(crate) fn flags(text: &str, base: &Plain) -> Result<Vec<String>, String> {
    flags_with(text, base, &Limits::default())
}

pub(crate) fn flags_with(text: &str, base: &Plain, limits: &Limits<'_>) -> Result<Vec<String>, String> {
    let (sources, loaded) = load(text, &base.vocabulary, &[]);
    let Some(model) = loaded.model else { return Err(render(&sources, &loaded.diagnostics)) };
    match verdicts(&model, base, &Options::default(), limits) {
        Ok(verdicts) => match &verdicts[..] {
            [Verdict::Accepted(flags)] => Ok(flags.clone()),
            other => Err(format!("{other:?}")),
        },
        Err(failure) => Err(render(&sources, &[failure.to_diagnostic()])),
    }
}

/// Diagnostics as text: message, places with what stands there underlined, advice.
pub(crate) fn render(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        let severity = if diagnostic.is_error() { "error" } else { "warning" };
        writeln!(text, "{severity}[{}]: {}", diagnostic.code, diagnostic.message).unwrap();
        for label in &diagnostic.labels {
            underline(&mut text, sources, label.span, &label.text);
        }
        for help in &diagnostic.help {
            writeln!(text, "  help: {help}").unwrap();
        }
    }
    text
}

fn underline(text: &mut String, sources: &Sources, span: Span, remark: &str) {
    let position = sources.position(span);
    let line = sources.text(span.source).lines().nth(position.line - 1).unwrap_or("");
    let width = sources.snippet(span).lines().next().unwrap_or("").chars().count().max(1);
    writeln!(text, "  {}:{}:{}", sources.name(span.source), position.line, position.column).unwrap();
    writeln!(text, "  | {line}").unwrap();
    writeln!(text, "  | {}{} {remark}", " ".repeat(position.column - 1), "^".repeat(width)).unwrap();
}
