//! A batch: every test by every combination of classes.

mod causes;
mod clock;
mod combinations;
mod known;
mod results;
mod verdicts;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::classes::{Class, Classes, Gap, Pool};
use crate::compose::{Composed, Form, compose};
use crate::ingest::Body;
use crate::judge::{self, Models, NoOutcomes, SourceOutcomes, TargetOutcomes, Verdict};
use crate::mapping::MappingTable;
use crate::outcome::Outcomes;
use crate::source_test::{Fragments, SourceTest, Split};
use crate::{Architecture, FragmentId, KeptOutcomes, Machine, Profile};

use causes::{Cause, Judged, causes, fewest_profiles};
use clock::{Clock, watch};
use combinations::{bodies_of, covering, fits_one_machine, machine_of, product, shared_bodies, whole_tests};
use known::{Known, TestKey, key_of};
use verdicts::Meanings;

pub use results::{Bug, Culprit, Summary, TestResult, Unsupported};

/// How to run a batch.
#[derive(Debug)]
pub struct Options<'a> {
    /// How tests were split.
    pub split: Split,
    /// How many tests are worked on at a time.
    pub jobs: usize,
    /// How many combinations of one test are judged; beyond that, enough for every three classes of every three pieces to meet, or where that is more, for every two.
    pub limit: usize,
    /// Tables whose rows are tried in place of the code that is to blame, by architecture.
    pub fixes: Vec<MappingTable>,
    /// How long one simulation may take.
    pub timeout: Option<Duration>,
    /// Whether each combination is simulated a second time with other code of the same classes, and what then differs is reported as not judged: a test of
    /// the classes.
    pub checks_classes: bool,
    /// What simulations of earlier runs found, and where those of this one are kept. It is for the shipped models ([`Models::are_shipped`]) alone.
    pub kept: Option<&'a KeptOutcomes>,
    /// Set when the results are no longer wanted.
    pub cancel: &'a AtomicBool,
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
    run_reporting(tests, fragments, profiles, (classes, models), options, &|_, _| {})
}

/// As [`run`]; `report` is given the number and the result of each test as soon as those of all before it are there, in the order of the tests.
pub fn run_reporting(
    tests: &[SourceTest],
    fragments: &Fragments,
    profiles: &[Profile],
    (classes, models): (&Classes, &Models),
    options: &Options<'_>,
    report: &(dyn Fn(usize, &TestResult) + Sync),
) -> Summary {
    let next = AtomicUsize::new(0);
    let results = InOrder { report, state: Mutex::default() };
    let clocks: Vec<Clock> = (0..options.jobs.max(1)).map(|_| Clock::default()).collect();
    let known = Known::new(options.kept);
    let batch = Batch { fragments, profiles, classes, models, options, known: &known };
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
                        let mut job = Job::new(test, batch, clock);
                        let before = clock.spent();
                        job.run();
                        job.result.seconds = (clock.spent() - before).as_secs_f64();
                        results.put(number, job.result);
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
    let results = results.all();
    let gap = |gap: &Gap| Unsupported {
        profile: profiles[gap.profile.number() as usize].name.clone(),
        fragment: gap.fragment,
        text: fragments.get(gap.fragment).text.clone(),
        reason: gap.reason.clone(),
    };
    let name = |id: crate::ProfileId| profiles[id.number() as usize].name.clone();
    let refused = classes.refused.iter().map(|(id, reason)| (name(*id), reason.clone())).collect();
    let unsupported = classes.gaps.iter().map(gap).collect();
    let (simulated, from_earlier_runs) = (known.simulated(), known.known_before());
    Summary { results, unsupported, refused, fragments: fragments.len(), simulated, from_earlier_runs }
}

/// Results, which come in any order, reported in that of the tests.
struct InOrder<'a> {
    report: &'a (dyn Fn(usize, &TestResult) + Sync),
    /// The results, and how many have been reported.
    state: Mutex<(BTreeMap<usize, TestResult>, usize)>,
}

impl InOrder<'_> {
    fn put(&self, number: usize, result: TestResult) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (results, reported) = &mut *state;
        results.insert(number, result);
        // What waited for this result is reported with it.
        while let Some(result) = results.get(reported) {
            (self.report)(*reported, result);
            *reported += 1;
        }
    }

    fn all(self) -> Vec<TestResult> {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).0.into_values().collect()
    }
}

/// What all tests of a batch share.
#[derive(Clone, Copy)]
struct Batch<'a> {
    fragments: &'a Fragments,
    profiles: &'a [Profile],
    classes: &'a Classes,
    models: &'a Models,
    options: &'a Options<'a>,
    /// What combined tests of the whole batch may do.
    known: &'a Known<'a>,
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
    /// What combined tests of the whole batch may do.
    known: &'a Known<'a>,
    /// The combined tests of this test.
    met: FxHashSet<TestKey>,
}

impl<'a> Job<'a> {
    fn new(test: &'a SourceTest, batch: Batch<'a>, clock: &'a Clock) -> Job<'a> {
        let Batch { fragments, profiles, classes, models, options, known } = batch;
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
        Job {
            test,
            fragments,
            profiles,
            classes,
            models,
            options,
            clock,
            pieces,
            result,
            known,
            met: FxHashSet::default(),
        }
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
                    _ => (self.cover(&choices), Some(all.unwrap_or(usize::MAX))),
                }
            }
        };
        self.result.is_cut |= of_more.is_some();
        // Each pool adds its own: what is added stays far below what overflows.
        self.result.combinations += of_more.unwrap_or(combinations.len()).min(usize::MAX / 1024);
        let mut judged: Vec<Judged> = Vec::new();
        let meanings = Meanings::of(&choices, self.test.surroundings());
        let verdicts = self.verdicts(&combinations, &choices, &meanings, pool.architecture, source);
        for combination in combinations {
            let own = bodies_of(&combination, &choices);
            // Such code never meets, so that it counts neither as judged nor as unknown.
            if !fits_one_machine(&own) {
                continue;
            }
            // Code with an extension is judged by the model of the machine that has it.
            let machine = machine_of(&own, pool.architecture);
            self.result.judged += 1;
            if let Some(difference) = self.check(&combination, &choices, pool.architecture) {
                *self.result.unknown.entry(difference).or_default() += 1;
            }
            // All that fit one machine have a verdict.
            let Some(verdict) = verdicts.get(&meanings.key(&combination, machine)).cloned() else { continue };
            let extra = match verdict {
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

    /// The combinations that are judged where there are too many: every three classes of every three pieces meet, or where that is too many as well, every two of every two.
    fn cover(&self, choices: &[&[Class]]) -> Vec<Vec<usize>> {
        let mut sizes: Vec<usize> = choices.iter().map(|classes| classes.len()).collect();
        sizes.sort_unstable_by(|one, other| other.cmp(one));
        // No fewer do.
        let fewest = sizes.iter().take(3).try_fold(1_usize, |all, size| all.checked_mul(*size));
        let of_three = fewest.filter(|fewest| *fewest <= self.options.limit).map(|_| covering(choices, 3));
        of_three.filter(|all| all.len() <= self.options.limit).unwrap_or_else(|| covering(choices, 2))
    }

    /// What differs between the code that stands for the classes of a combination and other code of them, if that is to be looked at.
    fn check<'c>(&self, combination: &[usize], choices: &[&'c [Class]], architecture: Architecture) -> Option<String> {
        if !self.options.checks_classes {
            return None;
        }
        let other = |(piece, (&class, classes)): (usize, (&usize, &&'c [Class]))| -> &'c Body {
            let spellings = &classes[class].spellings;
            // Any of them, another one each time.
            &spellings[(self.result.judged + 7 * piece) % spellings.len()]
        };
        let others: Vec<&Body> = combination.iter().zip(choices).enumerate().map(other).collect();
        let shared = shared_bodies(combination, choices);
        let machine = machine_of(&others, architecture);
        let all = |bodies: &[&Body], form: Form| -> Result<Outcomes, String> {
            let composed = compose(self.test, self.fragments, bodies, architecture, form)?;
            let model = self.model(machine)?;
            self.clock.timed(|stop| judge::outcomes(self.test, &composed, model, stop))
        };
        let is_same = match (all(&shared, Form::ForSimulation), all(&others, Form::AsCompiled)) {
            (Ok(one), Ok(other)) => one.all == other.all && one.cut.is_some() == other.cut.is_some(),
            // What each lacks may be named by its registers.
            (Err(_), Err(_)) => true,
            (Ok(_), Err(_)) | (Err(_), Ok(_)) => false,
        };
        let code = |bodies: &[&Body]| bodies.iter().map(|body| body.text().join("; ")).collect::<Vec<_>>().join(" | ");
        (!is_same).then(|| format!("code of one class differs: {} and {}", code(&shared), code(&others)))
    }

    fn model(&self, machine: Machine) -> Result<&'a sim::Model, String> {
        let models: &'a Models = self.models;
        models.targets.get(&machine).ok_or_else(|| format!("there is no model for {machine:?}"))
    }

    fn verdict(
        &mut self,
        bodies: &[&Body],
        (architecture, machine): (Architecture, Machine),
        source: &SourceOutcomes,
    ) -> Verdict {
        let composed = match compose(self.test, self.fragments, bodies, architecture, Form::ForSimulation) {
            Ok(composed) => composed,
            Err(reason) => return Verdict::Unknown(reason),
        };
        // Tests of a batch differ in what has no part in a combined test: equal ones are simulated once.
        let key = key_of(self.test, source, &composed, machine);
        if self.met.insert(key) {
            self.result.different += 1;
        }
        let known = self.known.get(&key).unwrap_or_else(|| {
            let found = Arc::new(self.simulated(&composed, machine, source));
            self.known.put(key, &found);
            found
        });
        match &*known {
            Err(reason) => Verdict::Unknown(reason.clone()),
            Ok(outcomes) => judge::verdict(source, outcomes),
        }
    }

    fn simulated(
        &self,
        composed: &Composed,
        machine: Machine,
        source: &SourceOutcomes,
    ) -> Result<TargetOutcomes, String> {
        let model = self.model(machine)?;
        self.clock.timed(|stop| judge::target(self.test, composed, model, source, stop))
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
            Culprit { piece, members: class.members.clone(), code: class.body.text(), spellings: class.spellings.len() }
        };
        let culprits: Vec<Culprit> = cause.pieces().map(culprit).collect();
        let litmus = compose(self.test, self.fragments, &bodies, pool.architecture, Form::AsCompiled);
        let extra = chosen.extra.as_ref().map(|(extra, _)| extra.clone()).unwrap_or_default();
        // The claim of a litmus test is one outcome.
        let first = extra.first().map_or(&[][..], Vec::as_slice);
        let (litmus, claim) = match litmus {
            Ok(composed) => {
                let claim = composed.claim(first);
                (composed.text, claim)
            }
            // Code that was simulated in another form; there is nothing to show then.
            Err(_) => (String::new(), "true".to_owned()),
        };
        let fixed_by = match is_load_buffering {
            true => Vec::new(),
            false => self.fixes(&culprits, &bodies, pool.architecture, source),
        };
        // Where no combination is right, none says which piece is to blame; a table does whose code takes the outcomes away.
        let culprits = match judged.iter().all(|judged| judged.is(is_load_buffering)) {
            true => narrowed(culprits, &fixed_by),
            false => culprits,
        };
        Bug {
            architecture: pool.architecture,
            machine: machine_of(&bodies, pool.architecture),
            culprits,
            combinations: shown.len(),
            example,
            extra,
            is_load_buffering,
            litmus,
            claim,
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
                let machine = machine_of(&fixed, architecture);
                let is_same_machine = machine <= machine_of(bodies, architecture);
                if is_same_machine && self.verdict(&fixed, (architecture, machine), source) == Verdict::Sound {
                    found.push((same, table.name.clone()));
                }
            }
        }
        found
    }
}

/// The culprits whose code a table replaces when it takes the bug away, by the replacements of the fewest pieces; all of them where no table does.
fn narrowed(culprits: Vec<Culprit>, fixed_by: &[(Vec<usize>, String)]) -> Vec<Culprit> {
    let Some(fewest) = fixed_by.iter().map(|(pieces, _)| pieces.len()).min() else { return culprits };
    let is_replaced = |culprit: &Culprit| {
        let mut smallest = fixed_by.iter().filter(|(pieces, _)| pieces.len() == fewest);
        smallest.any(|(pieces, _)| pieces.contains(&culprit.piece))
    };
    culprits.into_iter().filter(is_replaced).collect()
}
