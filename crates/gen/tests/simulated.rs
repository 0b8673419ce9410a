//! Generated tests are tests: they parse, and what their conditions ask for can happen under the model that forbids nothing but incoherence of single values.

use std::ops::ControlFlow;

use lakmus_gen::{Edge, Generator, Limits, Mode, Options, Pool, Space, TopLevel, parse};
use sim::{Model, Observation, Test};
use source::{SourceId, Sources};

struct Shipped;

impl cat::Files for Shipped {
    fn open(&mut self, name: &str, sources: &mut Sources) -> Option<SourceId> {
        models::file(name).map(|text| sources.add(name, text))
    }
}

/// The cycles of a pool whose conditions cannot be satisfied, or whose tests cannot be read; and how many there are in all.
fn unreachable(architecture: &str, pool: &str, size: usize, step: usize) -> (Vec<String>, usize) {
    let options = Options::default().with(|set| set.allows_one_location = false);
    let generator = Generator::new(architecture, options).expect("an architecture");
    let mut sources = Sources::new();
    let source = sources.add("pool", pool);
    let safe = parse(generator.vocabulary(), pool, sources.whole(source), TopLevel::Choice).expect("a pool");
    let limits = Limits::default().with(|set| {
        set.size = size;
        set.mode = Mode::Default;
    });
    let space =
        Space::new(generator.vocabulary(), &Pool::default().with(|set| set.safe = safe), limits).expect("a space");
    let (mut bad, mut count) = (Vec::new(), 0);
    let mut writer = generator.writer();
    let end: ControlFlow<()> = space.for_each(&mut |cycle: &[Edge]| {
        count += 1;
        if count % step == 0
            && let Ok((name, text)) = writer.test(None, cycle, &[])
        {
            let is_thin_air =
                ["C", "Java"].contains(&architecture) && name.starts_with("LB+data") && !name.contains("+po");
            bad.extend(problem(text).filter(|_| !is_thin_air).map(|problem| format!("{name}: {problem}\n{text}")));
        }
        ControlFlow::Continue(())
    });
    assert!(end.is_continue());
    (bad, count / step)
}

fn problem(text: &str) -> Option<String> {
    let mut sources = Sources::new();
    let source = sources.add("generated", text);
    let test = match Test::load(&sources, source, "generated") {
        Ok(test) => test,
        Err(found) => return Some(format!("{found:?}")),
    };
    let minimal = models::model("minimal").expect("ships");
    let model = cat::Files::open(&mut Shipped, minimal.file, &mut sources).expect("ships");
    let model = Model::load(&mut sources, model, None, &mut Shipped, test.language(), &|_| false).expect("a model");
    match sim::simulate(&test, &model, &sim::Options::default()) {
        Ok(report) if report.observation() == Observation::Never => Some("the condition is never satisfied".to_owned()),
        Ok(_) => None,
        Err(error) => Some(format!("{error:?}")),
    }
}

fn check(architecture: &str, pool: &str, size: usize, step: usize) {
    let (bad, count) = unreachable(architecture, pool, size, step);
    assert!(count > 20, "{architecture} {pool}: {count} tests only");
    assert!(bad.is_empty(), "{} of {count}\n{}", bad.len(), bad.iter().take(4).cloned().collect::<String>());
}

#[test]
fn x86_64() {
    check("X86_64", "classic fences rmw internal", 5, 3);
}

#[test]
fn aarch64() {
    check("AArch64", "classic fences dependencies acquire-release", 4, 5);
    check("AArch64", "classic rmw pick", 5, 11);
    check("AArch64", "classic PodRRAX PodWRXP PodWWXALX LxSx PodWWXAXL", 4, 1);
}

#[test]
fn machines_of_loads_and_stores() {
    for architecture in ["ARM", "PPC", "RISCV", "MIPS", "LoongArch", "S390X"] {
        check(architecture, "classic fences dependencies", 4, 2);
        check(architecture, "classic rmw internal", 5, 3);
    }
}

#[test]
fn bpf() {
    check("BPF", "classic fences dependencies acquire-release", 4, 2);
    check("BPF", "classic rmw internal", 5, 3);
}

#[test]
fn c() {
    check("C", "classic fences dependencies acquire-release", 4, 11);
    check("C", "classic rmw", 5, 3);
}

#[test]
fn java() {
    check("Java", "classic fences dependencies acquire-release", 4, 23);
    check("Java", "classic rmw internal", 5, 3);
}

#[test]
fn java_has_each_update_in_its_modes() {
    let generator = Generator::new("Java", Options::default()).expect("Java");
    let one = |cycle: &str| {
        let mut sources = Sources::new();
        let source = sources.add("cycle", cycle);
        let edges = parse(generator.vocabulary(), cycle, sources.whole(source), TopLevel::Sequence).expect("a cycle");
        generator.one(None, &edges[0], &[]).map(|made| made.text)
    };
    // The update reads what another thread has published, and then reads what that has done before.
    for (cycle, call) in [
        ("PodWW Rfe Exch PodWR Fre", "Y.getAndSet("),
        ("PodWW RfePVol Fetch.AddVolVol PodWRVolP Fre", "Y.getAndAdd("),
        ("PodWW RfePAcq Fetch.OrAcqP PodWR Fre", "Y.getAndBitwiseOrAcquire("),
        ("PodWW Rfe Fetch.XorPRel PodWRRelP Fre", "Y.getAndBitwiseXorRelease("),
        ("PodWW Rfe Cas PodWR Fre", "Y.compareAndSet("),
        ("PodWW RfePAcq CasWeakAcqP PodWR Fre", "Y.weakCompareAndSetAcquire("),
        ("PodWW Rfe CaxPRel PodWRRelP Fre", "Y.compareAndExchangeRelease("),
    ] {
        let text = one(cycle).unwrap_or_else(|error| panic!("{cycle}: {error:?}"));
        assert!(text.contains(call), "{cycle}\n{text}");
        assert_eq!(problem(&text), None, "{text}");
    }
    assert!(one("PodWW RfePAcq CasAcqP PodWR Fre").is_err(), "there is no compareAndSetAcquire");
}

/// Values that depend on themselves only: no execution has them, and generation says so.
#[test]
fn values_out_of_thin_air_are_told() {
    let generator = Generator::new("C", Options::default()).expect("C");
    let one = |cycle: &str| {
        let mut sources = Sources::new();
        let source = sources.add("cycle", cycle);
        let edges = parse(generator.vocabulary(), cycle, sources.whole(source), TopLevel::Sequence).expect("a cycle");
        generator.one(None, &edges[0], &[]).expect("a test")
    };
    let made = one("DpDatadWRlxRlx Rfe DpDatadWRlxRlx Rfe");
    assert!(made.is_self_justifying && problem(&made.text).is_some(), "{}", made.text);
    let made = one("DpDatadWRlxRlx Rfe PodRWRlxRlx Rfe");
    assert!(!made.is_self_justifying && problem(&made.text).is_none(), "{}", made.text);
}
