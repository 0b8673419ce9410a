//! Explanations of forbidden outcomes, on the tests of the corpus: each printed cycle is a real one, edge by edge, and as short as can be; drawings keep
//! what layouts promise.
//!
//! Of the shared catalogue, where it is there, one test in [`SHARE`] is looked at; all with `LAKMUS_ALL_EXPLANATIONS=1`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use drawing::{Layout, Theme};
use lakmus::{Error, Session};
use relation::{EventId, Index, Relation};
use sim::{
    Budget, Describer, Evidence, Execution, Explanation, Label, Options, Picture, Selection, Shown, Simulation, Step,
    Test, Violation, Why,
};

/// One in so many tests of the shared catalogue is explained.
const SHARE: usize = 24;

/// The directories of the shared catalogue in languages that there are, and the models for them. Tests that cannot be read (the corpus test lists them) have no
/// explanation.
const CATALOGUE: [(&str, &str); 16] = [
    ("aarch64", "aarch64"),
    ("aarch64-cas", "aarch64"),
    ("aarch64-faults", "aarch64"),
    ("aarch64-readers-guide", "aarch64"),
    ("c11popl15-c11_partialSC", "c11"),
    ("c11popl15-rc11", "rc11"),
    ("herding-cats-ppc", "power"),
    ("instructions-AArch64", "aarch64"),
    ("instructions-ARM", "arm"),
    ("instructions-C", "rc11"),
    ("instructions-PPC", "power"),
    ("instructions-RISCV", "rvwmo"),
    ("instructions-X86_64", "x86tso"),
    ("linux", "lkmm"),
    ("riscv-sample300", "rvwmo"),
    ("x86_64", "x86tso"),
];

/// A test, and the model that it is explained under.
struct Case {
    path: PathBuf,
    model: &'static str,
}

fn litmus_files(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "litmus"));
    files.sort();
    files
}

fn cases() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut cases = Vec::new();
    for (directory, models) in [
        ("x86_64", &["x86tso", "sc"][..]),
        ("aarch64", &["aarch64"]),
        ("c", &["rc11", "c11", "c11tester"]),
        ("linux", &["lkmm"]),
    ] {
        for path in litmus_files(&root.join("corpus").join(directory)) {
            cases.extend(models.iter().map(|model| Case { path: path.clone(), model }));
        }
    }
    let is_all = testing::variables::value("LAKMUS_ALL_EXPLANATIONS").is_some() || testing::is_thorough();
    let step = if is_all { 1 } else { SHARE };
    match testing::find_shared("catalogue") {
        Some(shared) => {
            for (directory, model) in CATALOGUE {
                let files = litmus_files(&shared.join(directory));
                cases.extend(files.into_iter().step_by(step).map(|path| Case { path, model }));
            }
        }
        None => {
            testing::cases_not_run(CATALOGUE.len(), "of explanations (directories)", "../shared/corpus is not there")
        }
    }
    cases
}

/// Calls `look` with the explanation of each test whose outcome is forbidden. Gives how many there are.
fn explained(look: &mut dyn FnMut(&Case, &Session, &Describer<'_>, &Explanation)) -> usize {
    let mut count = 0;
    for case in cases() {
        let text = std::fs::read_to_string(&case.path).expect("readable");
        let mut session = Session::new();
        // What the corpus test has on its list of unsupported tests.
        let Ok(test) = session.test(&case.path.display().to_string(), &text) else { continue };
        let model = session.model(case.model, &test).expect("ships");
        let options = Options::default();
        let simulation = match Simulation::new(&test, &model, &options) {
            Ok(simulation) => simulation,
            Err(error) => panic!("{}: {}", case.path.display(), Error::from(error)),
        };
        match simulation.why(Budget::default()) {
            Ok(Why::Forbidden(explanation)) => {
                count += 1;
                let describer = session.describer(&test, &model);
                look(&case, &session, &describer, &explanation);
            }
            Ok(Why::Allowed(_) | Why::NoCandidate | Why::NotFound) => {}
            // Accesses that are errors of the test.
            Err(error) => println!("{}: {}", case.path.display(), Error::from(error)),
        }
    }
    count
}

fn all_steps(violation: &Violation) -> Vec<&Step> {
    match violation.evidence.as_ref().expect("asked for") {
        Evidence::Cycle(steps) => steps.iter().collect(),
        Evidence::Pair { ways, .. } => ways.iter().flatten().collect(),
        Evidence::Members(_) | Evidence::Nothing => Vec::new(),
    }
}

/// Steps and, inside them, what they consist of, have no gaps.
fn assert_chain(steps: &[Step], from: EventId, to: EventId, what: &str) {
    let ends: Vec<EventId> = steps.iter().map(|step| step.target).collect();
    let starts: Vec<EventId> = steps.iter().map(|step| step.source).collect();
    assert_eq!(starts.first(), Some(&from), "{what}");
    assert_eq!(ends.last(), Some(&to), "{what}");
    assert_eq!(starts[1..], ends[..ends.len() - 1], "{what}");
    for step in steps.iter().filter(|step| !step.parts.is_empty()) {
        assert_chain(&step.parts, step.source, step.target, what);
    }
}

/// What the values of names are called in a [`reference`].
const VALUE: &str = "value-of-";

/// The same candidate, as the reference interpreter sees it under the model with the values of `names` shown as well: once for each
/// choice that the model makes beside coherence.
fn reference(
    case: &Case,
    session: &Session,
    test: &Test,
    computes_dependencies: bool,
    wanted: &Execution,
    names: &BTreeSet<String>,
) -> Vec<Execution> {
    let file = models::model(case.model).expect("ships").file;
    let catdep = if computes_dependencies { "catdep" } else { "" };
    let shows: String = names.iter().map(|name| format!("show {name} as {VALUE}{name}\n")).collect();
    let mut session = session.clone();
    let model =
        session.cat_model("reference.cat", &format!("\"reference\" {catdep}\ninclude \"{file}\"\n{shows}"), test);
    let model = model.unwrap_or_else(|error| panic!("{error}"));
    let options = Options::default();
    let Ok(simulation) = Simulation::new(test, &model, &options) else { return Vec::new() };
    let selection = Selection::default().with(|set| set.allowed = Some(false));
    let is_same = |other: &Execution| {
        (&other.events, &other.rf, &other.co, &other.final_state)
            == (&wanted.events, &wanted.rf, &wanted.co, &wanted.final_state)
    };
    simulation.executions(selection).filter_map(Result::ok).filter(is_same).collect()
}

#[test]
fn each_step_of_an_explanation_is_in_the_relation_that_it_names() {
    let (mut verified, mut unnamed) = (0, BTreeSet::new());
    let count = explained(&mut |case, session, describer, explanation| {
        let what = format!("{} under {}", case.path.display(), case.model);
        let execution = &explanation.execution;
        for violation in &execution.violations {
            match violation.evidence.as_ref().expect("asked for") {
                Evidence::Cycle(steps) => {
                    let start = steps.first().unwrap_or_else(|| panic!("{what}: an empty cycle")).source;
                    assert_chain(steps, start, start, &what);
                }
                Evidence::Pair { source, target, ways } => {
                    ways.iter().for_each(|way| assert_chain(way, *source, *target, &what));
                }
                Evidence::Members(events) => assert!(!events.is_empty(), "{what}"),
                Evidence::Nothing => {}
            }
        }
        let steps: Vec<&Step> =
            execution.violations.iter().flat_map(all_steps).flat_map(|step| step.base_steps()).collect();
        let names: BTreeSet<String> = steps.iter().filter_map(|step| step.label.name().map(str::to_owned)).collect();
        let catdep = describer.model.cat().computes_dependencies();
        let others = reference(case, session, describer.test, catdep, execution, &names);
        assert!(!others.is_empty(), "{what}: not enumerated");
        let mut named = Vec::new();
        for step in steps {
            let (source, target) =
                if step.is_inverse { (step.target, step.source) } else { (step.source, step.target) };
            match &step.label {
                Label::Name { name, .. } => named.push((name, source, target)),
                Label::Text(span) | Label::Filter(span) => {
                    unnamed.insert((case.model, session.sources().snippet(*span).to_owned()));
                }
            }
        }
        let holds = |other: &Execution, (name, source, target): &(&String, EventId, EventId)| match other
            .shown
            .get(&format!("{VALUE}{name}"))
        {
            Some(Shown::Relation(relation)) => relation.contains(*source, *target),
            Some(Shown::Set(_)) | None => panic!("{what}: the model has no relation `{name}`"),
        };
        assert!(others.iter().any(|other| named.iter().all(|step| holds(other, step))), "{what}: {named:?}");
        verified += named.len();
    });
    println!("{count} explanations, {verified} steps; not named: {unnamed:?}");
    assert!(count > 50 && verified > 200, "{count} explanations, {verified} steps");
    // Expressions of the shipped models that are steps by themselves: `fr` as a composition and the like must not be among them.
    assert!(unnamed.iter().all(|(_, text)| !text.contains(';')), "{unnamed:?}");
}

/// The fewest steps of a cycle through `relation`, by breadth-first search from each event.
fn shortest_cycle(relation: &Relation) -> Option<usize> {
    let events = || (0..relation.universe()).map(EventId::new);
    let from = |start: EventId| {
        let mut reached = vec![None; relation.universe()];
        let mut queue = std::collections::VecDeque::from([(start, 0_usize)]);
        while let Some((event, steps)) = queue.pop_front() {
            for next in relation.targets(event) {
                if reached[next.index()].is_none() {
                    reached[next.index()] = Some(steps + 1);
                    queue.push_back((next, steps + 1));
                }
            }
        }
        reached[start.index()]
    };
    events().filter_map(from).min()
}

/// What a check is about, where all of it is base relations.
fn checked(execution: &Execution, name: &str) -> Option<Relation> {
    let communication = execution.rf.union(&execution.co).union(&execution.fr);
    match name {
        "sc" => Some(execution.po.union(&communication)),
        "sc-per-location" | "internal" => {
            let same = |&(a, b): &(EventId, EventId)| execution.events[a].location == execution.events[b].location;
            let on_location = execution.po.iter().filter(same);
            Some(Relation::from_pairs(execution.events.len(), on_location).union(&communication))
        }
        _ => None,
    }
}

#[test]
fn cycles_are_as_short_as_can_be() {
    let mut compared = std::collections::BTreeMap::<String, usize>::new();
    explained(&mut |case, _, describer, explanation| {
        let execution = &explanation.execution;
        // What models ask of instructions that read and write is no base relation.
        let memory: Vec<_> =
            execution.events.iter().filter(|event| event.is_memory() && event.thread.is_some()).collect();
        let is_simple =
            memory.windows(2).all(|two| (two[0].thread, two[0].instance) != (two[1].thread, two[1].instance));
        for violation in execution.violations.iter().filter(|_| is_simple) {
            let Some(name) = violation.name.as_deref().filter(|&name| name != "sc" || case.model == "sc") else {
                continue;
            };
            let Some(all) = checked(execution, name) else { continue };
            let length = violation.evidence.as_ref().map(Evidence::length);
            assert_eq!(length, shortest_cycle(&all), "{}: {}", case.path.display(), describer.check(violation));
            *compared.entry(name.to_owned()).or_default() += 1;
        }
    });
    println!("{compared:?}");
    assert!(compared["sc"] > 10 && compared["sc-per-location"] > 2 && compared["internal"] > 2, "{compared:?}");
}

/// How far an execution is from being allowed: the checks that it fails, and the length of the shortest reason.
fn distance(execution: &Execution) -> (usize, usize) {
    let lengths = execution.violations.iter().filter_map(|violation| violation.evidence.as_ref().map(Evidence::length));
    (execution.violations.len(), lengths.min().unwrap_or(0))
}

/// Tests with more candidates are not compared with all of them.
const SMALL: usize = 300;

#[test]
fn no_candidate_is_nearer_than_the_one_that_is_explained() {
    let mut compared = 0;
    explained(&mut |case, _, describer, explanation| {
        if !explanation.is_nearest {
            return;
        }
        let options = Options::default();
        let Ok(simulation) = Simulation::new(describer.test, describer.model, &options) else { return };
        let asked = describer.test.lowered().quantifier != litmus::Quantifier::Forall;
        let selection = Selection::default().with(|set| {
            set.satisfying = Some(asked);
            set.evidence = true;
        });
        let all: Vec<Execution> = simulation.executions(selection).take(SMALL + 1).filter_map(Result::ok).collect();
        if all.len() > SMALL {
            return;
        }
        let nearest = all.iter().map(distance).min();
        assert_eq!(nearest, Some(distance(&explanation.execution)), "{} under {}", case.path.display(), case.model);
        compared += 1;
    });
    println!("{compared} tests, all candidates of each");
    assert!(compared > 50, "{compared}");
}

#[test]
fn drawings_have_no_conflicts_and_are_xml() {
    let count = explained(&mut |case, _, describer, explanation| {
        let drawing = describer.drawing(&explanation.execution, &Picture::default());
        assert_eq!(Layout::new(&drawing).conflicts(), [], "{}\n{}", case.path.display(), drawing.to_text());
        let svg = drawing.to_svg(Theme::Auto);
        assert!(roxmltree::Document::parse(&svg).is_ok(), "{}\n{svg}", case.path.display());
    });
    assert!(count > 50, "{count}");
}

#[test]
fn drawings_of_allowed_executions_have_no_conflicts() {
    let (mut count, mut widest) = (0, 0);
    for case in cases() {
        let text = std::fs::read_to_string(&case.path).expect("readable");
        let mut session = Session::new();
        let Ok(test) = session.test(&case.path.display().to_string(), &text) else { continue };
        let model = session.model(case.model, &test).expect("ships");
        let options = Options::default();
        let Ok(simulation) = Simulation::new(&test, &model, &options) else { continue };
        let describer = session.describer(&test, &model);
        // The first in which the condition holds, and the first in which it does not.
        for satisfying in [true, false] {
            let selection = Selection::default().with(|set| {
                set.allowed = Some(true);
                set.satisfying = Some(satisfying);
            });
            let Some(Ok(execution)) = simulation.executions(selection).next() else { continue };
            let drawing = describer.drawing(&execution, &Picture::default().with(|set| set.all_events = true));
            assert_eq!(Layout::new(&drawing).conflicts(), [], "{}\n{}", case.path.display(), drawing.to_text());
            widest = widest.max(drawing.columns.len());
            count += 1;
        }
    }
    println!("{count} drawings, up to {widest} columns");
    assert!(count > 100 && widest >= 4, "{count}");
}

/// Tests of one to six threads; long threads, read-modify-writes, fences, dependencies, C.
const DRAWN: [(&str, &str); 20] = [
    ("x86_64/CoRR", "x86tso"),
    ("x86_64/CoWR", "x86tso"),
    ("x86_64/SB+mfences", "x86tso"),
    ("x86_64/MP", "x86tso"),
    ("x86_64/LB", "x86tso"),
    ("x86_64/2+2W", "x86tso"),
    ("x86_64/3.2W", "x86tso"),
    ("x86_64/IRIW", "x86tso"),
    ("x86_64/ISA2", "x86tso"),
    ("x86_64/Peterson+mfences", "x86tso"),
    ("x86_64/3.SB+mfence+xchg+lock-inc", "x86tso"),
    ("x86_64/SB", "sc"),
    ("x86_64/R+mfence+po", "sc"),
    ("aarch64/2+2W+dmb.sts", "aarch64"),
    ("aarch64/3.SB+dmb.sys", "aarch64"),
    ("aarch64/CoRW1", "aarch64"),
    ("aarch64/IRIW+addrs", "aarch64"),
    ("aarch64/ISA2+stlr+data+ldar", "aarch64"),
    ("aarch64/LB+csel-data+data", "aarch64"),
    ("aarch64/MP+dmb.sy+addr", "aarch64"),
];

#[test]
fn twenty_drawings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    for (name, model) in DRAWN {
        let path = root.join(format!("{name}.litmus"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut session = Session::new();
        let test = session.test(&format!("{name}.litmus"), &text).expect("a test");
        let model = session.model(model, &test).expect("ships");
        let options = Options::default();
        let why = Simulation::new(&test, &model, &options).and_then(|simulation| simulation.why(Budget::default()));
        let Ok(Why::Forbidden(explanation)) = why else { panic!("{name} is forbidden") };
        let describer = session.describer(&test, &model);
        let drawing = describer.drawing(&explanation.execution, &Picture::default());
        let words = describer.explanation(&explanation, true);
        let name = name.replace('/', "-");
        insta::assert_snapshot!(format!("{name}.txt"), format!("{words}\n{}", drawing.to_text()));
        insta::assert_snapshot!(format!("{name}.svg"), drawing.to_svg(Theme::Light));
    }
}

/// Tests of mixed sizes: one in halves, one in bytes.
const MIXED: [(&str, &str, &str); 2] = [
    (
        "mixed-MP+dmb.sy+addr-half",
        "aarch64",
        "AArch64 MP-half\n{ uint32_t x; uint32_t y; 0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y; }\n P0 | P1 ;\n MOV W0,#1 | LDRH W0,[X3,#2] ;\n \
         STR W0,[X1] | EOR W2,W0,W0 ;\n DMB SY | LDR W4,[X1,W2,SXTW] ;\n MOVZ W2,#1,LSL #16 | ;\n STR W2,[X3] | ;\n\
         exists (1:X0=1 /\\ 1:X4=0)\n",
    ),
    (
        "mixed-tearing",
        "x86tso",
        "X86_64 tearing\n{ uint64_t x; }\n P0 | P1 ;\n movl $257,(x) | movw (x),%ax ;\n movb $2,(x) | ;\nexists (1:rax=2)\n",
    ),
];

#[test]
fn drawings_of_mixed_sizes() {
    for (name, model, text) in MIXED {
        let mut session = Session::new();
        let test = session.test(&format!("{name}.litmus"), text).expect("a test");
        let model = session.model(model, &test).expect("ships");
        let options = Options::default();
        let why = Simulation::new(&test, &model, &options).and_then(|simulation| simulation.why(Budget::default()));
        let Ok(Why::Forbidden(explanation)) = why else { panic!("{name}: {why:?}") };
        let describer = session.describer(&test, &model);
        let drawing = describer.drawing(&explanation.execution, &Picture::default());
        assert_eq!(Layout::new(&drawing).conflicts(), [], "{name}\n{}", drawing.to_text());
        let words = describer.explanation(&explanation, false);
        insta::assert_snapshot!(format!("{name}.txt"), format!("{words}\n{}", drawing.to_text()));
        insta::assert_snapshot!(format!("{name}.svg"), drawing.to_svg(Theme::Light));
    }
}

/// The pictures of the documentation: file, test, model.
const PICTURES: [(&str, &str, &str); 3] = [
    ("SB-sc", "x86_64/SB", "sc"),
    ("SB+mfences", "x86_64/SB+mfences", "x86tso"),
    ("MP+dmb.sy+addr", "aarch64/MP+dmb.sy+addr", "aarch64"),
];

#[test]
fn pictures_of_the_documentation_are_what_the_tool_makes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (file, test, model) in PICTURES {
        let text = std::fs::read_to_string(root.join(format!("corpus/{test}.litmus"))).expect("readable");
        let mut session = Session::new();
        let test = session.test(&format!("{test}.litmus"), &text).expect("a test");
        let model = session.model(model, &test).expect("ships");
        let options = Options::default();
        let why = Simulation::new(&test, &model, &options).and_then(|simulation| simulation.why(Budget::default()));
        let Ok(Why::Forbidden(explanation)) = why else { panic!("{file} is forbidden") };
        let picture = Picture::default().with(|set| set.headline = "forbidden".to_owned());
        let svg = session.describer(&test, &model).drawing(&explanation.execution, &picture).to_svg(Theme::Light);
        let path = root.join(format!("docs/pictures/{file}.svg"));
        if testing::variables::is_blessed() {
            std::fs::write(&path, &svg).expect("writable");
        }
        let there = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(there == svg, "{} is out of date; LAKMUS_BLESS=1 makes it anew", path.display());
    }
}
