//! A batch: every test by every combination of classes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use crate::classes::{Class, Classes, Gap, Member, Pool};
use crate::compose::{Composed, compose};
use crate::ingest::Body;
use crate::judge::{self, Models, NoOutcomes, SourceOutcomes, Verdict};
use crate::mapping::MappingTable;
use crate::source_test::{Fragments, SourceTest, Split};
use crate::{Architecture, FragmentId, Machine, Profile};

/// How to run a batch.
#[derive(Debug)]
pub struct Options<'a> {
    /// How tests were split.
    pub split: Split,
    /// How many tests are worked on at a time.
    pub jobs: usize,
    /// How many combinations of one test are judged at most; beyond that every pair of classes is.
    pub limit: usize,
    /// Tables whose rows are tried in place of the code that is to blame, by architecture.
    pub fixes: Vec<MappingTable>,
    /// How long one simulation may take.
    pub timeout: Option<Duration>,
    /// Set when the results are no longer wanted.
    pub cancel: &'a AtomicBool,
}

/// A piece whose code a bug needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Culprit {
    /// The number of the piece, in the order of the text.
    pub piece: usize,
    /// The profiles whose code does it.
    pub members: Vec<Member>,
    /// The code, a line each.
    pub code: Vec<String>,
}

/// A mixing bug: pieces that together have outcomes which their source does not have, whoever compiles the others.
#[derive(Clone, Debug)]
pub struct Bug {
    /// The profiles' architecture.
    pub architecture: Architecture,
    /// The machine that runs the example.
    pub machine: Machine,
    /// The pieces whose code matters. Which profiles compile the other ones makes no difference.
    pub culprits: Vec<Culprit>,
    /// How many of the judged combinations show it.
    pub combinations: usize,
    /// One of them: by piece the profile, as few different ones as there can be.
    pub example: Vec<Member>,
    /// Its outcomes that the source does not have: values of the observed places.
    pub extra: Vec<Vec<String>>,
    /// Whether only RC11's no-thin-air axiom forbids them.
    pub is_load_buffering: bool,
    /// The example as a test in assembly.
    pub litmus: String,
    /// Pieces whose code, replaced by a table's, takes the outcomes away: their numbers and the table. Pieces whose code does the same
    /// to memory are replaced together.
    pub fixed_by: Vec<(Vec<usize>, String)>,
}

/// What came of a test.
#[derive(Clone, Debug, Default)]
pub struct TestResult {
    /// Its name.
    pub name: String,
    /// What outcomes are made of.
    pub places: Vec<String>,
    /// By piece: its name and its text.
    pub pieces: Vec<(String, String)>,
    /// Why it was skipped: its source has undefined behaviour.
    pub undefined: Option<String>,
    /// Why it could not be judged.
    pub failed: Option<String>,
    /// The source's outcomes.
    pub allowed: Vec<Vec<String>>,
    /// What was found.
    pub bugs: Vec<Bug>,
    /// How many combinations of profiles there are: profiles to the power of pieces.
    pub combinations_of_profiles: f64,
    /// How many combinations of classes there are.
    pub combinations: usize,
    /// How many different combined tests were simulated.
    pub simulated: usize,
    /// How many combinations of classes were judged.
    pub judged: usize,
    /// Combinations that could not be judged, with the reason and how many there were.
    pub unknown: BTreeMap<String, usize>,
    /// Whether not all combinations were judged.
    pub is_cut: bool,
    /// Pieces for which some architecture has no code at all.
    pub without_code: BTreeSet<String>,
}

/// Code that could not be mixed.
#[derive(Clone, Debug)]
pub struct Unsupported {
    /// The profile's name.
    pub profile: String,
    /// The function.
    pub fragment: FragmentId,
    /// The function's text.
    pub text: String,
    /// Why.
    pub reason: String,
}

/// What came of a batch.
#[derive(Debug, Default)]
pub struct Summary {
    /// By test.
    pub results: Vec<TestResult>,
    /// What could not be mixed.
    pub unsupported: Vec<Unsupported>,
    /// Profiles that compile nothing, and why.
    pub refused: Vec<(String, String)>,
    /// How many functions were compiled by each profile.
    pub fragments: usize,
}

impl Summary {
    /// Whether something was found.
    pub fn has_bugs(&self) -> bool {
        self.results.iter().any(|result| result.bugs.iter().any(|bug| !bug.is_load_buffering))
    }

    /// Whether something was skipped, cut or not supported.
    pub fn is_incomplete(&self) -> bool {
        let of = |result: &TestResult| {
            result.undefined.is_some()
                || result.failed.is_some()
                || result.is_cut
                || !result.unknown.is_empty()
                || !result.without_code.is_empty()
        };
        !self.unsupported.is_empty() || self.results.iter().any(of)
    }
}

/// Judges all tests with the code of `classes`.
pub fn run(
    tests: &[SourceTest],
    fragments: &Fragments,
    profiles: &[Profile],
    classes: &Classes,
    models: &Models,
    options: &Options<'_>,
) -> Summary {
    let next = AtomicUsize::new(0);
    let results: Mutex<BTreeMap<usize, TestResult>> = Mutex::default();
    let clocks: Vec<Clock> = (0..options.jobs.max(1)).map(|_| Clock::default()).collect();
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| watch(&clocks, options, &is_done));
        let workers: Vec<_> = clocks
            .iter()
            .map(|clock| {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(test) = tests.get(number) else { return };
                        let mut job = Job::new(test, fragments, profiles, classes, models, options, clock);
                        job.run();
                        results.lock().unwrap_or_else(PoisonError::into_inner).insert(number, job.result);
                    }
                })
            })
            .collect();
        let panicked = workers.into_iter().filter_map(|worker| worker.join().err()).next();
        is_done.store(true, Ordering::Relaxed);
        if let Some(panic) = panicked {
            std::panic::resume_unwind(panic);
        }
    });
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect();
    let gap = |gap: &Gap| Unsupported {
        profile: profiles[gap.profile.number() as usize].name.clone(),
        fragment: gap.fragment,
        text: fragments.get(gap.fragment).text.clone(),
        reason: gap.reason.clone(),
    };
    let name = |id: crate::ProfileId| profiles[id.number() as usize].name.clone();
    let refused = classes.refused.iter().map(|(id, reason)| (name(*id), reason.clone())).collect();
    Summary { results, unsupported: classes.gaps.iter().map(gap).collect(), refused, fragments: fragments.len() }
}

/// When a worker's simulation began, and what stops it.
#[derive(Default)]
struct Clock {
    began: Mutex<Option<Instant>>,
    stop: AtomicBool,
}

impl Clock {
    /// Does some work that is stopped when it takes too long.
    fn timed<T>(&self, work: impl FnOnce(&AtomicBool) -> T) -> T {
        self.stop.store(false, Ordering::Relaxed);
        *self.began.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        let result = work(&self.stop);
        *self.began.lock().unwrap_or_else(PoisonError::into_inner) = None;
        result
    }
}

/// How often clocks are looked at.
const TICK: Duration = Duration::from_millis(20);

/// Stops simulations that take too long.
fn watch(clocks: &[Clock], options: &Options<'_>, is_done: &AtomicBool) {
    while !is_done.load(Ordering::Relaxed) {
        for clock in clocks {
            let began = *clock.began.lock().unwrap_or_else(PoisonError::into_inner);
            let is_over = began.zip(options.timeout).is_some_and(|(began, limit)| began.elapsed() > limit);
            if is_over || options.cancel.load(Ordering::Relaxed) {
                clock.stop.store(true, Ordering::Relaxed);
            }
        }
        std::thread::sleep(TICK);
    }
}

/// One test's work.
struct Job<'a> {
    test: &'a SourceTest,
    fragments: &'a Fragments,
    profiles: &'a [Profile],
    classes: &'a Classes,
    models: &'a Models,
    options: &'a Options<'a>,
    clock: &'a Clock,
    pieces: Vec<FragmentId>,
    result: TestResult,
    /// Verdicts by machine and the text of combined tests.
    known: FxHashMap<(Machine, String), Verdict>,
}

impl<'a> Job<'a> {
    fn new(
        test: &'a SourceTest,
        fragments: &'a Fragments,
        profiles: &'a [Profile],
        classes: &'a Classes,
        models: &'a Models,
        options: &'a Options<'a>,
        clock: &'a Clock,
    ) -> Job<'a> {
        let pieces = test.all_pieces().map(|(_, _, fragment)| fragment).collect();
        let names = test
            .all_pieces()
            .map(|(thread, piece, _)| (test.piece_name(thread, piece), test.piece_text(thread, piece)));
        let result = TestResult {
            name: test.name.clone(),
            places: test.observed.iter().map(|part| part.name.clone()).collect(),
            pieces: names.collect(),
            ..TestResult::default()
        };
        Job { test, fragments, profiles, classes, models, options, clock, pieces, result, known: FxHashMap::default() }
    }

    fn run(&mut self) {
        let source = match self.clock.timed(|stop| judge::source(self.test, self.models, stop)) {
            Ok(source) => source,
            Err(NoOutcomes::Undefined(flags)) => {
                self.result.undefined = Some(flags);
                return;
            }
            Err(NoOutcomes::Failed(reason)) => {
                self.result.failed = Some(reason);
                return;
            }
        };
        self.result.allowed = source.allowed.all.iter().cloned().collect();
        let classes = self.classes;
        for (pool, code) in &classes.pools {
            let of = self
                .profiles
                .iter()
                .filter(|profile| profile.architecture == pool.architecture && profile.group == pool.group);
            self.result.combinations_of_profiles += (of.count() as f64).powi(self.pieces.len() as i32);
            self.pool(pool, code, &source);
        }
    }

    fn pool(&mut self, pool: &Pool, code: &'a FxHashMap<FragmentId, Vec<Class>>, source: &SourceOutcomes) {
        let mut choices: Vec<&'a [Class]> = Vec::new();
        for (number, piece) in self.pieces.iter().enumerate() {
            match code.get(piece) {
                Some(classes) if !classes.is_empty() => choices.push(classes),
                _ => {
                    let name = &self.result.pieces[number].0;
                    self.result.without_code.insert(format!("{name} ({})", pool.architecture.name()));
                    return;
                }
            }
        }
        let (combinations, of_more) = match self.options.split {
            Split::None => (whole_tests(&choices), None),
            Split::Thread | Split::Statement | Split::Marks => {
                let all = choices.iter().map(|classes| classes.len()).try_fold(1_usize, usize::checked_mul);
                match all {
                    Some(all) if all <= self.options.limit => (product(&choices), None),
                    _ => (pairwise(&choices), Some(all.unwrap_or(usize::MAX))),
                }
            }
        };
        self.result.is_cut |= of_more.is_some();
        // Each pool adds its own: what is added stays far below what overflows.
        self.result.combinations += of_more.unwrap_or(combinations.len()).min(usize::MAX / 1024);
        let mut judged: Vec<Judged> = Vec::new();
        for combination in combinations {
            let bodies = bodies_of(&combination, &choices);
            // Such code never meets, so that it counts neither as judged nor as unknown.
            if !fits_one_machine(&bodies) {
                continue;
            }
            self.result.judged += 1;
            let extra = match self.verdict(&bodies, pool.architecture, source) {
                Verdict::Sound => None,
                Verdict::Unknown(reason) => {
                    *self.result.unknown.entry(reason).or_default() += 1;
                    continue;
                }
                Verdict::Bug(extra) => Some((extra, false)),
                Verdict::LoadBuffering(extra) => Some((extra, true)),
            };
            judged.push(Judged { combination, extra });
        }
        for is_load_buffering in [false, true] {
            for cause in causes(&judged, is_load_buffering) {
                let bug = self.bug(pool, &choices, &judged, cause, is_load_buffering, source);
                self.result.bugs.push(bug);
            }
        }
    }

    fn verdict(&mut self, bodies: &[&Body], architecture: Architecture, source: &SourceOutcomes) -> Verdict {
        let composed = match compose(self.test, self.fragments, bodies, architecture) {
            Ok(composed) => composed,
            Err(reason) => return Verdict::Unknown(reason),
        };
        let machine = machine_of(bodies, architecture);
        let known = (machine, composed.text.clone());
        if let Some(known) = self.known.get(&known) {
            return known.clone();
        }
        self.result.simulated += 1;
        let verdict = self.simulated(&composed, machine, source);
        self.known.insert(known, verdict.clone());
        verdict
    }

    fn simulated(&self, composed: &Composed, machine: Machine, source: &SourceOutcomes) -> Verdict {
        let Some(model) = self.models.targets.get(&machine) else {
            return Verdict::Unknown(format!("there is no model for {machine:?}"));
        };
        match self.clock.timed(|stop| judge::target(self.test, composed, model, stop)) {
            Err(reason) => Verdict::Unknown(reason),
            Ok(outcomes) => match (judge::verdict(source, &outcomes), &outcomes.cut) {
                (Verdict::Sound, Some(place)) => Verdict::Unknown(format!("cut at the unroll bound at {place}")),
                (verdict, _) => verdict,
            },
        }
    }

    fn bug(
        &mut self,
        pool: &Pool,
        choices: &[&[Class]],
        judged: &[Judged],
        cause: Cause,
        is_load_buffering: bool,
        source: &SourceOutcomes,
    ) -> Bug {
        let shown: Vec<&Judged> = judged.iter().filter(|judged| cause.covers(&judged.combination)).collect();
        let examples = shown.iter().map(|judged| (fewest_profiles(&judged.combination, choices), *judged));
        // Of equals the first; there is at least the one that the cause was found with.
        let (example, chosen) = match examples.min_by_key(|(members, _)| members.iter().collect::<BTreeSet<_>>().len())
        {
            Some(found) => found,
            None => unreachable!("a cause without a combination"),
        };
        let bodies = bodies_of(&chosen.combination, choices);
        let culprit = |piece: usize| {
            let class = &choices[piece][chosen.combination[piece]];
            Culprit { piece, members: class.members.clone(), code: class.body.text() }
        };
        let culprits: Vec<Culprit> = cause.pieces().map(culprit).collect();
        let litmus = compose(self.test, self.fragments, &bodies, pool.architecture).map(|composed| composed.text);
        let extra = chosen.extra.as_ref().map(|(extra, _)| extra.clone()).unwrap_or_default();
        let fixed_by = match is_load_buffering {
            true => Vec::new(),
            false => self.fixes(&culprits, &bodies, pool.architecture, source),
        };
        Bug {
            architecture: pool.architecture,
            machine: machine_of(&bodies, pool.architecture),
            culprits,
            combinations: shown.len(),
            example,
            extra,
            is_load_buffering,
            litmus: litmus.unwrap_or_default(),
            fixed_by,
        }
    }

    /// Tries a table's code in place of each culprit's, and of all pieces that are compiled in the same way.
    fn fixes(
        &mut self,
        culprits: &[Culprit],
        bodies: &[&Body],
        architecture: Architecture,
        source: &SourceOutcomes,
    ) -> Vec<(Vec<usize>, String)> {
        let mut found: Vec<(Vec<usize>, String)> = Vec::new();
        let options = self.options;
        for table in options.fixes.iter().filter(|table| table.architecture == architecture) {
            for culprit in culprits {
                let same: Vec<usize> = (0..bodies.len())
                    .filter(|&piece| bodies[piece].skeleton == bodies[culprit.piece].skeleton)
                    .collect();
                let is_known = |(pieces, name): &(Vec<usize>, String)| *pieces == same && *name == table.name;
                if found.iter().any(is_known) {
                    continue;
                }
                let code = same.iter().map(|&piece| table.body(self.fragments.get(self.pieces[piece])));
                let Ok(code) = code.collect::<Result<Vec<Body>, String>>() else { continue };
                if code.iter().zip(&same).all(|(body, &piece)| body.skeleton == bodies[piece].skeleton) {
                    continue;
                }
                let mut fixed = bodies.to_vec();
                for (body, &piece) in code.iter().zip(&same) {
                    fixed[piece] = body;
                }
                // Code that asks for a stronger machine mends nothing where the others run.
                let is_same_machine = machine_of(&fixed, architecture) <= machine_of(bodies, architecture);
                if is_same_machine && self.verdict(&fixed, architecture, source) == Verdict::Sound {
                    found.push((same, table.name.clone()));
                }
            }
        }
        found
    }
}

/// A combination with its verdict.
struct Judged {
    /// By piece: the number of the class.
    combination: Vec<usize>,
    /// The outcomes that the source does not have, and whether only load buffering is wrong with them.
    extra: Option<(Vec<Vec<String>>, bool)>,
}

impl Judged {
    fn is(&self, is_load_buffering: bool) -> bool {
        self.extra.as_ref().is_some_and(|(_, only)| *only == is_load_buffering)
    }
}

/// Classes of some pieces that make every judged combination with them wrong.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cause(Vec<Option<usize>>);

impl Cause {
    fn covers(&self, combination: &[usize]) -> bool {
        self.0.iter().zip(combination).all(|(wanted, class)| wanted.is_none_or(|wanted| wanted == *class))
    }

    /// The pieces that matter.
    fn pieces(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().filter(|(_, class)| class.is_some()).map(|(piece, _)| piece)
    }
}

/// The causes of what is wrong: for each wrong combination the pieces that cannot be left open, none twice.
fn causes(judged: &[Judged], is_load_buffering: bool) -> Vec<Cause> {
    let mut all: Vec<Cause> = Vec::new();
    for wrong in judged.iter().filter(|judged| judged.is(is_load_buffering)) {
        if all.iter().any(|cause| cause.covers(&wrong.combination)) {
            continue;
        }
        let mut cause = Cause(wrong.combination.iter().copied().map(Some).collect());
        for piece in 0..cause.0.len() {
            let fixed = cause.0[piece].take();
            let mut covered = judged.iter().filter(|judged| cause.covers(&judged.combination));
            if !covered.all(|judged| judged.is(is_load_buffering)) {
                cause.0[piece] = fixed;
            }
        }
        if cause.pieces().next().is_none() {
            // Nothing was judged that is right: no piece is known not to matter.
            cause = Cause(wrong.combination.iter().copied().map(Some).collect());
        }
        all.push(cause);
    }
    all
}

/// For each piece one member of its class, so that there are few different ones.
fn fewest_profiles(combination: &[usize], choices: &[&[Class]]) -> Vec<Member> {
    let members: Vec<&[Member]> =
        combination.iter().zip(choices).map(|(&class, classes)| classes[class].members.as_slice()).collect();
    let mut chosen: Vec<Option<Member>> = vec![None; members.len()];
    // Greedily: the member that serves most of the pieces that are open.
    while let Some(open) = chosen.iter().position(Option::is_none) {
        let serves = |member: &Member| {
            chosen.iter().zip(&members).filter(|(chosen, members)| chosen.is_none() && members.contains(member)).count()
        };
        let candidates: BTreeSet<Member> = chosen
            .iter()
            .zip(&members)
            .filter(|(chosen, _)| chosen.is_none())
            .flat_map(|(_, members)| members.iter().copied())
            .collect();
        // Of equals the first, as `max_by_key` takes the last.
        let best = candidates.iter().rev().max_by_key(|member| serves(member)).copied();
        let Some(best) = best.or_else(|| members[open].first().copied()) else { break };
        for (chosen, members) in chosen.iter_mut().zip(&members) {
            if chosen.is_none() && members.contains(&best) {
                *chosen = Some(best);
            }
        }
    }
    chosen.into_iter().flatten().collect()
}

fn bodies_of<'c>(combination: &[usize], choices: &[&'c [Class]]) -> Vec<&'c Body> {
    combination.iter().zip(choices).map(|(&class, classes)| &*classes[class].body).collect()
}

/// The machine that runs all of it.
fn machine_of(bodies: &[&Body], architecture: Architecture) -> Machine {
    architecture.machine(&bodies.iter().flat_map(|body| body.extensions.iter().copied()).collect())
}

/// Whether one machine can run all of it: no code is for a machine without what other code needs.
fn fits_one_machine(bodies: &[&Body]) -> bool {
    let needed: BTreeSet<&str> = bodies.iter().flat_map(|body| body.extensions.iter().copied()).collect();
    !bodies.iter().any(|body| body.excludes.iter().any(|excluded| needed.contains(excluded)))
}

/// All ways of taking one class for each piece.
fn product(choices: &[&[Class]]) -> Vec<Vec<usize>> {
    choices.iter().fold(vec![Vec::new()], |all, classes| {
        let extended = |prefix: &Vec<usize>| {
            (0..classes.len())
                .map(|class| prefix.iter().copied().chain([class]).collect::<Vec<usize>>())
                .collect::<Vec<_>>()
        };
        all.iter().flat_map(extended).collect()
    })
}

/// The ways in which one profile gives all the code.
fn whole_tests(choices: &[&[Class]]) -> Vec<Vec<usize>> {
    let Some(first) = choices.first() else { return vec![Vec::new()] };
    let members: BTreeSet<Member> = first.iter().flat_map(|class| class.members.iter().copied()).collect();
    let of = |member: &Member| -> Option<Vec<usize>> {
        choices
            .iter()
            .map(|classes| {
                classes.iter().position(|class| {
                    class.members.iter().any(|other| {
                        other.profile == member.profile
                            && (other.has_extension == member.has_extension
                                || other.has_extension.is_none()
                                || member.has_extension.is_none())
                    })
                })
            })
            .collect()
    };
    let all: BTreeSet<Vec<usize>> = members.iter().filter_map(of).collect();
    all.into_iter().collect()
}

/// Combinations in which every two classes of every two pieces meet, greedily.
fn pairwise(choices: &[&[Class]]) -> Vec<Vec<usize>> {
    let sizes: Vec<usize> = choices.iter().map(|classes| classes.len()).collect();
    let pairs = |from: usize| (from + 1..sizes.len()).map(move |right| (from, right));
    let mut open: BTreeSet<(usize, usize, usize, usize)> = BTreeSet::new();
    for (left, right) in (0..sizes.len()).flat_map(pairs) {
        for a in 0..sizes[left] {
            open.extend((0..sizes[right]).map(|b| (left, a, right, b)));
        }
    }
    let mut all = Vec::new();
    while let Some(&(left, a, right, b)) = open.first() {
        let mut combination: Vec<Option<usize>> = vec![None; sizes.len()];
        combination[left] = Some(a);
        combination[right] = Some(b);
        for (piece, size) in sizes.iter().enumerate() {
            if combination[piece].is_some() {
                continue;
            }
            let gain = |class: &usize| {
                let is_new = |(other, chosen): (usize, &Option<usize>)| {
                    chosen.is_some_and(|chosen| {
                        let pair =
                            if other < piece { (other, chosen, piece, *class) } else { (piece, *class, other, chosen) };
                        open.contains(&pair)
                    })
                };
                combination.iter().enumerate().filter(|pair| is_new(*pair)).count()
            };
            // Of equals the first.
            let best = (0..*size).rev().max_by_key(gain);
            combination[piece] = best;
        }
        let combination: Vec<usize> = combination.into_iter().flatten().collect();
        for (left, right) in (0..sizes.len()).flat_map(pairs) {
            open.remove(&(left, combination[left], right, combination[right]));
        }
        all.push(combination);
    }
    all
}
