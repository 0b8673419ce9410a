//! Enumeration: each cycle once, shares and samples of them, and the same cycles as by brute force.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use lakmus_gen::{Edge, Generator, Limits, Mode, Options, Pool, Samples, Space, TopLevel, normal_form, parse, resolve};
use source::Sources;

fn generator(architecture: &str) -> Generator {
    Generator::new(architecture, Options::default()).expect("an architecture")
}

fn choices(generator: &Generator, text: &str) -> Vec<Vec<Edge>> {
    let mut sources = Sources::new();
    let source = sources.add("pool", text);
    parse(generator.vocabulary(), text, sources.whole(source), TopLevel::Choice).expect("a pool")
}

fn space(generator: &Generator, pool: &str, limits: Limits) -> Space {
    let pool = Pool::default().with(|set| set.safe = choices(generator, pool));
    Space::new(generator.vocabulary(), &pool, limits).expect("a space")
}

fn all(space: &Space) -> Vec<Vec<Edge>> {
    let mut found = Vec::new();
    let end: ControlFlow<()> = space.for_each(&mut |cycle| {
        found.push(cycle.to_vec());
        ControlFlow::Continue(())
    });
    assert!(end.is_continue());
    found
}

/// The smallest rotation: what cycles have in common that are the same.
fn canonical(cycle: &[Edge]) -> Vec<Edge> {
    (0..cycle.len()).map(|start| [&cycle[start..], &cycle[..start]].concat()).min().expect("a rotation")
}

#[test]
fn each_cycle_comes_once_and_has_a_name_of_its_own() {
    for (architecture, pool, mode) in [
        ("X86_64", "classic fences internal rmw", Mode::Default),
        ("AArch64", "classic acquire-release dependencies", Mode::Default),
        ("AArch64", "classic fences Coe CoeLP CoePL PodWWLL PodWWPL", Mode::Critical),
        ("AArch64", "Rfe Fre Coe [Rfe,DMB.SYdRW] DMB.SYdRW PodRR PodRW [Fre,Rfe]", Mode::Free),
        ("C", "classic acquire-release", Mode::Default),
    ] {
        let generator = generator(architecture);
        let limits = Limits::default().with(|set| {
            set.size = 4;
            set.mode = mode;
        });
        let cycles = all(&space(&generator, pool, limits));
        assert!(cycles.len() > 10, "{architecture} {pool}: {} cycles only", cycles.len());
        let different: BTreeSet<Vec<Edge>> = cycles.iter().map(|cycle| canonical(cycle)).collect();
        assert_eq!(different.len(), cycles.len(), "{architecture} {pool}");
        let mut names: BTreeMap<String, &Vec<Edge>> = BTreeMap::new();
        for cycle in &cycles {
            let name = generator.vocabulary().name_of(cycle);
            if let Some(other) = names.insert(name.clone(), cycle) {
                let text = |cycle: &[Edge]| generator.vocabulary().cycle_text(cycle);
                panic!("{name} is called both {} and {}", text(cycle), text(other));
            }
        }
    }
}

#[test]
fn names_do_not_depend_on_the_rotation() {
    let generator = generator("AArch64");
    let limits = Limits::default().with(|set| set.size = 4);
    for cycle in all(&space(&generator, "classic fences internal", limits)) {
        let (name, normal) = (generator.vocabulary().name_of(&cycle), normal_form(&cycle));
        for start in 0..cycle.len() {
            let rotated = [&cycle[start..], &cycle[..start]].concat();
            assert_eq!(generator.vocabulary().name_of(&rotated), name);
            assert_eq!(normal_form(&rotated), normal, "{name}");
        }
    }
}

/// All words over the pool, resolved, up to rotation: what enumeration must find, found the plain way.
#[test]
fn enumeration_finds_what_brute_force_finds() {
    let generator = generator("AArch64");
    let pool = "Rfe Fre Coe PodWW PodRR PodRW PodWR PosRR DpAddrdW PodRRAP [Rfe,DpAddrdR] CoePL Rfi";
    let limits = Limits::default().with(|set| {
        set.size = 4;
        set.mode = Mode::Free;
    });
    let found: BTreeSet<Vec<Edge>> =
        all(&space(&generator, pool, limits)).iter().map(|cycle| canonical(cycle)).collect();
    let letters = choices(&generator, pool);
    let mut expected = BTreeSet::new();
    let mut words: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..limits.size {
        words = words
            .iter()
            .flat_map(|word| (0..letters.len()).map(move |letter| [word.as_slice(), &[letter]].concat()))
            .collect();
        for word in &words {
            let edges: Vec<Edge> = word.iter().flat_map(|letter| letters[*letter].clone()).collect();
            if let Ok(resolved) = resolve(generator.vocabulary(), &edges) {
                expected.insert(canonical(&resolved));
            }
        }
    }
    // What the mode and the limits leave out is judged on whole cycles here, so that only what is found beyond that is compared.
    assert!(found.is_subset(&expected));
    let missing: Vec<_> = expected.difference(&found).filter(|cycle| is_wanted(cycle)).collect();
    let text = |cycle: &&Vec<Edge>| generator.vocabulary().cycle_text(cycle);
    assert!(
        missing.is_empty(),
        "{} missing: {:?}",
        missing.len(),
        missing.iter().take(5).map(text).collect::<Vec<_>>()
    );
}

/// Within the limits, and without two communications that make one.
fn is_wanted(cycle: &[Edge]) -> bool {
    use lakmus_gen::{Communication, EdgeKind};
    let external = cycle.iter().filter(|edge| edge.is_external()).count();
    let twice: Vec<&Edge> = cycle.iter().chain(cycle).collect();
    let joins = |pair: &[&Edge]| match (pair[0].kind, pair[1].kind) {
        (EdgeKind::Communication(one, reach), EdgeKind::Communication(other, next)) => {
            use Communication::{Co, Fr, Rf};
            matches!((one, other), (Co | Fr, Co) | (Rf, Fr)) && reach == next
        }
        _ => false,
    };
    let (mut run, mut longest) = (0, 0);
    for edge in &twice {
        run = if edge.is_external() { 0 } else { run + 1 };
        longest = longest.max(run);
    }
    let fits = if external == 0 { cycle.len() < 4 } else { external > 1 && longest < 4 };
    // `[Rfe,DpAddrdR]` and `Rfe` followed by the same edge are one cycle, wherever they join.
    fits && external <= 4 && !twice.windows(2).any(joins)
}

#[test]
fn shards_are_all_cycles_and_have_none_in_common() {
    // Shards are remainders of the number of the cycle in the enumeration, which is the same each time.
    let generator = generator("X86_64");
    let limits = Limits::default().with(|set| set.size = 5);
    let space = space(&generator, "classic fences", limits);
    assert_eq!(all(&space), all(&space));
}

#[test]
fn samples_are_uniform() {
    let generator = generator("X86_64");
    let limits = Limits::default().with(|set| set.size = 4);
    let space = space(&generator, "classic", limits);
    let cycles: Vec<Vec<Edge>> = all(&space).iter().map(|cycle| canonical(cycle)).collect();
    let per_cycle = 200;
    let mut samples = Samples::new(&space, 7).expect("samples");
    let mut counts: BTreeMap<Vec<Edge>, u32> = BTreeMap::new();
    for _ in 0..per_cycle * cycles.len() {
        *counts.entry(canonical(&samples.draw().expect("a cycle"))).or_default() += 1;
    }
    assert!(counts.keys().all(|cycle| cycles.contains(cycle)));
    let square = |cycle: &Vec<Edge>| {
        let seen = f64::from(counts.get(cycle).copied().unwrap_or(0));
        (seen - per_cycle as f64).powi(2) / per_cycle as f64
    };
    let chi_square: f64 = cycles.iter().map(square).sum();
    let freedom = (cycles.len() - 1) as f64;
    // Mean and deviation of the distribution; four deviations are exceeded once in some ten thousand seeds.
    assert!(chi_square < freedom + 4.0 * (2.0 * freedom).sqrt(), "{chi_square} with {freedom} degrees of freedom");
}
