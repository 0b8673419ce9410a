//! Campaigns whose units are answered by this very program, which ends early, is silent or writes nonsense where the text of a test asks for that.

use std::io::{BufReader, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use lakmus_campaign::{
    Definition, Division, Earlier, Entry, Error, Identity, Layout, Manifest, ModelEntry, OutcomeKind, PlannedTest,
    PlannedUnit, Planner, Progress, Query, ShardEnd, ShardReader, Status, Store, UnitOutcome, UnitRef, WorkerCommand,
    cancel, diff, plan_again, run_missing, run_shard, take_up_again,
};
use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    if std::env::args().nth(1).is_some_and(|word| word == "worker") {
        return worker(std::env::args().any(|word| word == "careful"));
    }
    #[cfg(unix)]
    if let [_, word, root] = std::env::args().collect::<Vec<_>>().as_slice()
        && word == "shard"
    {
        let layout = Layout::new(root);
        let manifest = Manifest::read(&layout).expect("it is there");
        let end = run_shard(&layout, &manifest, 0, &worker_command(&[]), &|_| ());
        return if end.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let tests: &[(&'static str, fn())] = &[
        ("results_are_those_of_the_units", results_are_those_of_the_units),
        ("units_that_end_their_process_are_given_up", units_that_end_their_process_are_given_up),
        ("a_unit_that_fails_once_is_tried_again", a_unit_that_fails_once_is_tried_again),
        #[cfg(target_os = "linux")]
        (
            "a_unit_that_ends_the_process_of_the_shard_is_given_up",
            a_unit_that_ends_the_process_of_the_shard_is_given_up,
        ),
        ("a_worker_that_refuses_is_reported", a_worker_that_refuses_is_reported),
        ("what_was_found_before_is_kept", what_was_found_before_is_kept),
        (
            "what_a_loss_of_power_leaves_is_used_as_far_as_it_is_whole",
            what_a_loss_of_power_leaves_is_used_as_far_as_it_is_whole,
        ),
        ("what_is_not_run_is_listed", what_is_not_run_is_listed),
        ("shards_are_divided_by_what_units_took", shards_are_divided_by_what_units_took),
        ("the_units_of_one_test_are_divided_among_shards", the_units_of_one_test_are_divided_among_shards),
        ("heavy_units_are_planned_again_each_alone", heavy_units_are_planned_again_each_alone),
        #[cfg(target_os = "linux")]
        ("a_unit_that_exhausts_memory_is_named", a_unit_that_exhausts_memory_is_named),
        ("the_same_units_are_run_once", the_same_units_are_run_once),
        ("earlier_results_are_used_where_they_stand_for_units", earlier_results_are_used_where_they_stand_for_units),
        ("changes_are_found", changes_are_found),
        ("another_version_is_refused", another_version_is_refused),
        ("damaged_results_are_not_merged", damaged_results_are_not_merged),
        ("a_cancelled_campaign_stops_and_goes_on", a_cancelled_campaign_stops_and_goes_on),
    ];
    let trials = tests.iter().map(|(name, test)| {
        let test = *test;
        Trial::test(*name, move || {
            test();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

/// Answers units; the text of a test says how.
fn worker(is_careful: bool) -> ExitCode {
    let mut out = std::io::stdout().lock();
    let mut held: Vec<u8> = b"ready\n".to_vec();
    if std::env::args().any(|word| word == "refuse") {
        eprintln!("error: nothing can be done");
        return ExitCode::from(2);
    }
    let mut input = BufReader::new(std::io::stdin().lock());
    // What is held back is lost when the process ends, unless it is careful.
    let mut flush = |held: &mut Vec<u8>| {
        out.write_all(held).and_then(|()| out.flush()).expect("it is read");
        held.clear();
    };
    flush(&mut held);
    while let Some(entry) = Entry::read(&mut input).expect("it is whole") {
        for unit in &entry.units {
            let text = entry.text.as_str();
            match text.split(' ').next().unwrap_or_default() {
                "abort" => std::process::abort(),
                "exit" => return ExitCode::from(1),
                #[cfg(unix)]
                "parent" => {
                    let parent = std::os::unix::process::parent_id().to_string();
                    let _ = std::process::Command::new("kill").args(["-9", &parent]).status();
                    std::process::abort();
                }
                "memory" => {
                    eprintln!("memory allocation of 1 bytes failed");
                    std::process::abort();
                }
                "exhaust" => {
                    let mut taken: Vec<Vec<u8>> = Vec::new();
                    loop {
                        taken.push(vec![1; 16 << 20]);
                    }
                }
                "slow" => std::thread::sleep(Duration::from_millis(5)),
                "silent" => loop {
                    std::thread::sleep(Duration::from_secs(1));
                },
                "nonsense" => held.extend(b"nonsense\n"),
                "once" => {
                    let mark = Path::new(text.split(' ').nth(1).expect("a file"));
                    if !mark.exists() || !is_careful {
                        std::fs::write(mark, "").expect("it is written");
                        std::process::abort();
                    }
                }
                _ => {}
            }
            let mut outcome = UnitOutcome::new(unit.id, OutcomeKind::Complete);
            outcome.verdict = if text.contains("no") { "no" } else { "ok" }.to_owned();
            outcome.positive = text.len() as u64;
            outcome.micros = if text.starts_with("slow") { 2_000_000 } else { 10 };
            held.extend(outcome.line().as_bytes());
            if is_careful || held.len() > 1 << 12 {
                flush(&mut held);
            }
        }
    }
    flush(&mut held);
    ExitCode::SUCCESS
}

/// A campaign in a directory that goes away.
struct Campaign {
    _directory: tempfile::TempDir,
    layout: Layout,
    manifest: Manifest,
}

fn definition(directory: &Path, shards: &str) -> Definition {
    let path = directory.join("campaign.toml");
    std::fs::write(&path, format!("kind = 'run'\ntests = ['x']\n[shards]\n{shards}\n")).expect("it is written");
    Definition::read(&path).expect("it is right")
}

impl Campaign {
    fn of(texts: &[String], salt: &str, earlier: Earlier) -> Campaign {
        Campaign::with_shards(texts, salt, earlier, "units = 7")
    }

    fn with_shards(texts: &[String], salt: &str, earlier: Earlier, shards: &str) -> Campaign {
        let directory = tempfile::tempdir().expect("it can be made");
        let layout = Layout::new(directory.path().join("campaign"));
        let definition = definition(directory.path(), shards);
        let model = ModelEntry::new("sc", Identity::of_text("model", salt));
        let root = directory.path().to_owned();
        let mut planner = Planner::new(layout.clone(), &definition, root, vec![model], earlier).expect("it is new");
        for (number, text) in texts.iter().enumerate() {
            let identity = Identity::of_text("test", text);
            let id = Identity::of("run").part("salt", salt).part("test", identity.bytes()).finish();
            let mut test = PlannedTest::new(format!("T{number}"), "file".to_owned(), text.clone(), identity);
            test.units.push(PlannedUnit::new(0, id));
            test.seconds = 0.001;
            planner.add(test).expect("there is room");
        }
        let manifest = planner.finish().expect("there is room");
        Campaign { _directory: directory, layout, manifest }
    }

    fn run(&self) -> Vec<(usize, Error)> {
        self.run_by(&worker_command(&[]))
    }

    fn run_by(&self, worker: &WorkerCommand) -> Vec<(usize, Error)> {
        let missing = self.manifest.missing(&self.layout);
        run_missing(&self.layout, &self.manifest, &missing, 2, worker, &Progress::default()).failed
    }

    fn merged(&self) -> Store {
        let mut store = Store::of_campaign(&self.layout, &self.manifest).expect("it can be made");
        let merged = store.merge(&self.layout, &self.manifest, &|_| ()).expect("it is whole");
        assert_eq!(merged.missing, Vec::<usize>::new());
        store
    }

    fn kinds(&self) -> Vec<(String, String)> {
        let rows = self.merged().ask(Query::of_name("all").expect("it is there")).expect("it is answered").rows;
        rows.iter()
            .map(|row| (row[1].clone(), row[7].clone()))
            .map(|(_, kind)| kind)
            .zip(0..)
            .map(|(kind, number)| (format!("T{number}"), kind))
            .collect()
    }

    fn csv(&self) -> String {
        let mut out = Vec::new();
        self.merged().csv(Query::of_name("verdicts").expect("it is there"), &mut out).expect("memory takes it");
        String::from_utf8(out).expect("text")
    }
}

fn worker_command(more: &[&str]) -> WorkerCommand {
    let words = ["worker"].iter().chain(more).map(Into::into).collect();
    let own = std::env::current_exe().expect("it is known");
    WorkerCommand::new(own, words, "careful".into(), Duration::from_secs(2))
}

fn texts(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("plain {number}")).collect()
}

fn results_are_those_of_the_units() {
    let campaign = Campaign::of(&texts(40), "", Earlier::default());
    assert!(campaign.manifest.shards.len() >= 6);
    assert_eq!((campaign.manifest.units, campaign.manifest.to_run), (40, 40));
    assert!(campaign.run().is_empty());
    let store = campaign.merged();
    let rows = store.ask(Query::of_name("all").expect("it is there")).expect("it is answered");
    assert_eq!(rows.rows.len(), 40);
    let at = |name: &str| rows.columns.iter().position(|column| column == name).expect("a column");
    for (number, row) in rows.rows.iter().enumerate() {
        let text = format!("plain {number}");
        assert_eq!((row[at("name")].as_str(), row[at("kind")].as_str()), (format!("T{number}").as_str(), "complete"));
        assert_eq!(row[at("positive")], text.len().to_string());
    }
    let status = Status::of(&campaign.layout, &campaign.manifest).expect("it is whole");
    assert_eq!((status.units_done, status.by_kind.get("complete")), (40, Some(&40)));
    assert_eq!(
        run_shard(&campaign.layout, &campaign.manifest, 0, &worker_command(&[]), &|_| ()).ok(),
        Some(ShardEnd::WasThere)
    );
    assert!(matches!(
        run_shard(&campaign.layout, &campaign.manifest, 99, &worker_command(&[]), &|_| ()),
        Err(Error::NoShard { .. })
    ));
}

fn units_that_end_their_process_are_given_up() {
    let mut all = texts(30);
    for (place, what) in [(3, "abort"), (4, "exit"), (11, "memory"), (17, "silent"), (29, "nonsense")] {
        all[place] = what.to_owned();
    }
    let campaign = Campaign::of(&all, "", Earlier::default());
    assert!(campaign.run().is_empty());
    for (name, kind) in campaign.kinds() {
        let expected = match name.as_str() {
            "T3" | "T4" | "T29" => "crash",
            "T11" => "memory",
            "T17" => "timeout",
            _ => "complete",
        };
        assert_eq!(kind, expected, "{name}");
    }
    let unjudged = campaign.merged().ask(Query::of_name("unjudged").expect("it is there")).expect("it is answered");
    assert_eq!(unjudged.rows.len(), 5);
    assert!(unjudged.rows.iter().all(|row| row[3].ends_with("given up at try 3")), "{unjudged:?}");
}

fn a_unit_that_fails_once_is_tried_again() {
    let directory = tempfile::tempdir().expect("it can be made");
    let mut all = texts(9);
    all[5] = format!("once {}", directory.path().join("mark").display());
    let campaign = Campaign::of(&all, "", Earlier::default());
    assert!(campaign.run().is_empty());
    assert!(campaign.kinds().iter().all(|(_, kind)| kind == "complete"));
}

#[cfg(target_os = "linux")]
fn a_unit_that_ends_the_process_of_the_shard_is_given_up() {
    let mut all = texts(12);
    (all[5], all[8]) = ("parent".to_owned(), "abort".to_owned());
    let campaign = Campaign::with_shards(&all, "", Earlier::default(), "seconds = 1000");
    let own = std::env::current_exe().expect("it is known");
    let mut runs = 0;
    let mut run = || {
        runs += 1;
        std::process::Command::new(&own).arg("shard").arg(campaign.layout.root()).status().expect("it runs").success()
    };
    while !run() {
        assert!(!campaign.layout.results(0).exists());
    }
    // The first does not note what it begins, three do, and the last has given it up.
    assert_eq!(runs, 5);
    for (name, kind) in campaign.kinds() {
        assert_eq!(kind, if name == "T5" || name == "T8" { "crash" } else { "complete" }, "{name}");
    }
    let unjudged = campaign.merged().ask(Query::of_name("unjudged").expect("it is there")).expect("it is answered");
    let messages: Vec<&str> = unjudged.rows.iter().map(|row| row[3].as_str()).collect();
    let words = "the process that ran the shard ended each time that it was at it; given up at try 3";
    assert_eq!(messages[0], words);
    assert!(messages[1].starts_with("its process ended") && messages[1].ends_with("given up at try 3"), "{messages:?}");
}

fn a_worker_that_refuses_is_reported() {
    let campaign = Campaign::of(&texts(3), "", Earlier::default());
    let failed = campaign.run_by(&worker_command(&["refuse"]));
    assert!(matches!(&failed[0].1, Error::NoWork(said) if said == "error: nothing can be done"), "{failed:?}");
    assert!(campaign.run().is_empty());
}

fn what_was_found_before_is_kept() {
    let campaign = Campaign::with_shards(&texts(20), "", Earlier::default(), "seconds = 1000");
    assert_eq!(campaign.manifest.shards.len(), 1);
    let undisturbed = {
        let other = Campaign::with_shards(&texts(20), "", Earlier::default(), "seconds = 1000");
        assert!(other.run().is_empty());
        other.csv()
    };
    assert!(campaign.run().is_empty());
    let place = campaign.layout.results(0);
    let whole = std::fs::read_to_string(&place).expect("it is there");
    // Every beginning is what a process may leave that is killed; two that run at once leave two.
    for end in (0..whole.len()).step_by(37) {
        std::fs::remove_file(&place).expect("it is there");
        let leave = |name: &str, text: &str| std::fs::write(place.with_file_name(name), text).expect("it is written");
        leave("000000.one-1-0.part", &whole[..end]);
        leave("000000.two-1-0.part", &whole[..end / 2]);
        leave("000000.other-1-0.part", "results\t1\tanother campaign\t0\n");
        assert!(campaign.run().is_empty());
        let files = std::fs::read_dir(place.parent().expect("a directory")).expect("it is there").count();
        assert_eq!(files, 1, "parts go when the whole is there");
    }
    assert_eq!(campaign.csv(), undisturbed);
}

/// Behind what was synchronised, a file may end with anything that its blocks held before, or with nothing.
fn what_a_loss_of_power_leaves_is_used_as_far_as_it_is_whole() {
    let campaign = Campaign::with_shards(&texts(20), "", Earlier::default(), "seconds = 1000");
    assert!(campaign.run().is_empty());
    let undisturbed = campaign.csv();
    let place = campaign.layout.results(0);
    let whole = std::fs::read(&place).expect("it is there");
    let other = b"\xff\xfe\n\n".repeat(300);
    for tail in [vec![0; 4096], other, b"try\t\n".to_vec(), whole[..200].to_vec(), b"end\t99\n".to_vec()] {
        for end in (0..whole.len()).step_by(311) {
            let _ = std::fs::remove_file(&place);
            let left = [&whole[..end], &tail].concat();
            std::fs::write(place.with_file_name("000000.node7-1-0.part"), left).expect("it is written");
            assert!(campaign.run().is_empty());
            let _ = std::fs::remove_file(campaign.layout.store());
            assert_eq!(campaign.csv(), undisturbed, "{end} bytes and {:?}", &tail[..5]);
        }
    }
}

fn what_is_not_run_is_listed() {
    let campaign = Campaign::of(&texts(20), "", Earlier::default());
    let shards = campaign.manifest.shards.len();
    let run = |number| run_shard(&campaign.layout, &campaign.manifest, number, &worker_command(&[]), &|_| ());
    assert!(run(1).is_ok());
    let mut store = Store::of_campaign(&campaign.layout, &campaign.manifest).expect("it can be made");
    let mut kinds = || {
        let merged = store.merge(&campaign.layout, &campaign.manifest, &|_| ()).expect("it is whole");
        let rows = store.ask(Query::of_name("all").expect("it is there")).expect("it is answered").rows;
        assert_eq!(rows.len(), 20, "each unit is listed once");
        let unjudged = store.ask(Query::of_name("unjudged").expect("it is there")).expect("it is answered").rows;
        assert!(unjudged.iter().all(|row| row[0] == "not run"), "{unjudged:?}");
        (merged.missing.len(), unjudged.len() as u64)
    };
    let left = 20 - campaign.manifest.shards[1].units;
    assert_eq!(kinds(), (shards - 1, left));
    assert_eq!(kinds(), (shards - 1, left), "once");
    assert!(run(0).is_ok());
    assert_eq!(kinds(), (shards - 2, left - campaign.manifest.shards[0].units));
    assert!(campaign.run().is_empty());
    assert_eq!(kinds(), (0, 0));
    // What is compared with a campaign that is not run whole has neither come nor gone.
    let other = Campaign::of(&texts(20), "", Earlier::default());
    let mut begun = Store::of_campaign(&other.layout, &other.manifest).expect("it can be made");
    begun.merge(&other.layout, &other.manifest, &|_| ()).expect("it is whole");
    let changes = diff(&begun, &campaign.merged()).expect("both are whole");
    assert_eq!((changes.both, changes.changes.len()), (20, 20));
    assert!(changes.changes.iter().all(|change| change.what == "kind" && change.before == "not run"), "{changes:?}");
}

fn shards_are_divided_by_what_units_took() {
    let all: Vec<String> =
        (0..20).map(|number| format!("{} {number}", if number < 4 { "slow" } else { "plain" })).collect();
    let first = Campaign::with_shards(&all, "", Earlier::default(), "seconds = 3");
    assert_eq!(first.manifest.shards.len(), 1, "all are expected to be short");
    assert!(first.run().is_empty());
    let _ = first.merged();
    let earlier = Earlier::read(&[first.layout.store()]).expect("it is there");
    // (Another model of the same name: other units, which take about as long.)
    let second = Campaign::with_shards(&all, "another", earlier, "seconds = 3");
    let units: Vec<u64> = second.manifest.shards.iter().map(|shard| shard.units).collect();
    assert_eq!(units, [1, 1, 1, 1, 16]);
    assert!(second.manifest.shards.iter().take(4).all(|shard| shard.seconds == 2.0));
}

fn the_units_of_one_test_are_divided_among_shards() {
    let directory = tempfile::tempdir().expect("it can be made");
    let layout = Layout::new(directory.path().join("campaign"));
    let definition = definition(directory.path(), "units = 7");
    let models: Vec<ModelEntry> =
        (0..20).map(|number| ModelEntry::new(format!("seed {number}"), Identity::of_text("model", ""))).collect();
    let root = directory.path().to_owned();
    let mut planner = Planner::new(layout.clone(), &definition, root, models, Earlier::default()).expect("it is new");
    for name in ["one", "two"] {
        let identity = Identity::of_text("test", name);
        let mut test = PlannedTest::new(name.to_owned(), "file".to_owned(), format!("plain {name}"), identity);
        let id = |number: usize| {
            Identity::of("run").part("test", identity.bytes()).part("model", number.to_string()).finish()
        };
        test.units.extend((0..20).map(|number| PlannedUnit::new(number, id(number))));
        test.seconds = 0.001;
        planner.add(test).expect("there is room");
    }
    let bare = PlannedTest::new("bare".to_owned(), "file".to_owned(), String::new(), Identity::of_text("test", ""));
    planner.add(bare).expect("there is room");
    let manifest = planner.finish().expect("there is room");
    let units: Vec<u64> = manifest.shards.iter().map(|shard| shard.units).collect();
    assert_eq!((units, manifest.tests, manifest.units), (vec![7, 7, 7, 7, 7, 5], 3, 40));
    let campaign = Campaign { _directory: directory, layout, manifest };
    assert!(campaign.run().is_empty());
    let rows = campaign.merged().ask(Query::of_name("all").expect("it is there")).expect("it is answered").rows;
    let named: Vec<(String, String)> = rows.iter().map(|row| (row[2].clone(), row[4].clone())).collect();
    let expected =
        ["one", "two"].iter().flat_map(|name| (0..20).map(move |number| (name.to_string(), format!("seed {number}"))));
    assert_eq!(named, expected.collect::<Vec<_>>());
}

fn heavy_units_are_planned_again_each_alone() {
    let mut all = texts(12);
    for (place, what) in [(2, "abort"), (7, "silent"), (8, "exit")] {
        all[place] = what.to_owned();
    }
    let campaign = Campaign::of(&all, "", Earlier::default());
    assert!(campaign.run().is_empty());
    let _ = campaign.merged();
    let again = |name: &str, parts: &mut Division<'_, Error>| {
        let layout = Layout::new(campaign.layout.root().with_file_name(name));
        let planned = plan_again(&campaign.layout, &campaign.manifest, layout.clone(), 3.0, parts);
        let planned = planned.expect("it can be written").expect("some were given up");
        let units = |shard: usize| -> Vec<(String, String)> {
            let mut reader = ShardReader::open(&layout.shard(shard)).expect("it is there");
            let entries = std::iter::from_fn(|| reader.next_entry().expect("it is whole"));
            let units = entries.flat_map(|entry| entry.units.into_iter().map(move |unit| (entry.text.clone(), unit)));
            let to_run = units.filter(|(_, unit)| unit.is_to_run);
            to_run.map(|(text, unit)| (text, planned.models[unit.model].name.clone())).collect()
        };
        let shards: Vec<Vec<(String, String)>> = (0..planned.shards.len()).map(units).collect();
        (planned, shards)
    };
    let pair = |text: &str, model: &str| vec![(text.to_owned(), model.to_owned())];
    let (planned, shards) = again("whole", &mut |_, _| Ok(Vec::new()));
    assert_eq!(shards[..3], [pair("abort", "sc"), pair("silent", "sc"), pair("exit", "sc")]);
    assert_eq!((planned.tests, planned.units, planned.to_run, planned.reused), (12, 12, 3, 9));
    assert_eq!(planned.options.timeout, campaign.manifest.options.timeout * 3.0);
    let mut halves = |entry: &Entry, unit: UnitRef| -> Result<Vec<(ModelEntry, Identity)>, Error> {
        let part = |name: &str| {
            let id = Identity::of("part").part("unit", unit.id.bytes()).part("name", name).finish();
            (ModelEntry::new(name, Identity::of_text("model", name)), id)
        };
        Ok(if entry.text == "silent" { vec![part("first half"), part("second half")] } else { Vec::new() })
    };
    let (planned, shards) = again("divided", &mut halves);
    let halves = [pair("silent", "first half"), pair("silent", "second half")];
    assert_eq!(shards[..4], [pair("abort", "sc"), halves[0].clone(), halves[1].clone(), pair("exit", "sc")]);
    assert_eq!((planned.tests, planned.units, planned.to_run, planned.reused), (12, 13, 4, 9));
}

/// What takes all memory that its process may have ends that process alone, each time that it is tried.
#[cfg(target_os = "linux")]
fn a_unit_that_exhausts_memory_is_named() {
    let mut all = texts(12);
    all[4] = "exhaust".to_owned();
    let campaign = Campaign::with_shards(&all, "", Earlier::default(), "seconds = 1000");
    let own = std::env::current_exe().expect("it is known");
    let script = "ulimit -v 1000000 && exec \"$0\" \"$@\"";
    let words = ["-c".into(), script.into(), own.into_os_string(), "worker".into()].to_vec();
    let worker = WorkerCommand::new("/bin/sh".into(), words, "careful".into(), Duration::from_secs(20));
    assert!(campaign.run_by(&worker).is_empty());
    for (name, kind) in campaign.kinds() {
        assert_eq!(kind, if name == "T4" { "memory" } else { "complete" }, "{name}");
    }
    let unjudged = campaign.merged().ask(Query::of_name("unjudged").expect("it is there")).expect("it is answered");
    let [row] = unjudged.rows.as_slice() else { panic!("{unjudged:?}") };
    assert!(row[1] == "T4" && row[3].starts_with("its process got no more memory"), "{row:?}");
    assert!(row[3].ends_with("given up at try 3"), "{row:?}");
}

fn the_same_units_are_run_once() {
    let mut all = texts(10);
    all.extend(texts(10));
    let campaign = Campaign::of(&all, "", Earlier::default());
    assert_eq!((campaign.manifest.units, campaign.manifest.to_run), (20, 10));
    assert!(campaign.run().is_empty());
    let kinds = campaign.kinds();
    assert!(kinds.len() == 20 && kinds.iter().all(|(_, kind)| kind == "complete"));
}

fn earlier_results_are_used_where_they_stand_for_units() {
    let mut all = texts(10);
    all[4] = "abort".to_owned();
    let first = Campaign::of(&all, "", Earlier::default());
    assert!(first.run().is_empty());
    let _ = first.merged();
    let earlier = || Earlier::read(&[first.layout.store()]).expect("it is there");
    all.push("new".to_owned());
    let second = Campaign::of(&all, "", earlier());
    assert_eq!((second.manifest.reused, second.manifest.to_run), (9, 2), "what was given up is tried again");
    assert!(second.run().is_empty());
    assert_eq!(second.kinds().iter().filter(|(_, kind)| kind == "complete").count(), 10);
    let other = Campaign::of(&all, "another model", earlier());
    assert_eq!((other.manifest.reused, other.manifest.to_run), (0, 11));
}

fn changes_are_found() {
    let first = Campaign::of(&texts(5), "", Earlier::default());
    let mut changed = texts(6);
    changed.remove(0);
    let second = Campaign::of(&changed, "b", Earlier::default());
    assert!(first.run().is_empty() && second.run().is_empty());
    let (first, second) = (first.merged(), second.merged());
    let none = diff(&first, &first).expect("both are whole");
    assert_eq!((none.both, none.changes.len()), (5, 0));
    // The names count from 0 in both, so that no test but its name has changed.
    let changes = diff(&first, &second).expect("both are whole");
    let of = |what: &str| changes.changes.iter().filter(|change| change.what == what).count();
    assert_eq!((changes.both, of("new"), of("gone")), (0, 5, 5));
}

fn another_version_is_refused() {
    let campaign = Campaign::of(&texts(3), "", Earlier::default());
    let path = campaign.layout.manifest();
    let text = std::fs::read_to_string(&path).expect("it is there");
    let own = &campaign.manifest.meaning;
    std::fs::write(&path, text.replace(own.as_str(), "0.0.1+7")).expect("it is written");
    let error = Manifest::of_this_version(&campaign.layout).expect_err("it is another one").to_string();
    assert!(error.contains("0.0.1+7") && error.contains("--reuse"), "{error}");
    assert!(Manifest::read(&campaign.layout).is_ok());
    std::fs::write(&path, "{").expect("it is written");
    assert!(matches!(Manifest::read(&campaign.layout), Err(Error::Damaged { .. })));
    std::fs::remove_file(&path).expect("it is there");
    assert!(matches!(Manifest::read(&campaign.layout), Err(Error::NoCampaign(_))));
}

fn damaged_results_are_not_merged() {
    let campaign = Campaign::of(&texts(20), "", Earlier::default());
    assert!(campaign.run().is_empty());
    let place = campaign.layout.results(1);
    let whole = std::fs::read_to_string(&place).expect("it is there");
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let without_one = [&lines[..1], &lines[2..]].concat().concat();
    for text in
        [whole[..whole.len() / 2].to_owned(), without_one, whole.replace("complete", "completed"), String::new()]
    {
        std::fs::write(&place, &text).expect("it is written");
        let mut store = Store::of_campaign(&campaign.layout, &campaign.manifest).expect("it can be made");
        let error = store.merge(&campaign.layout, &campaign.manifest, &|_| ()).expect_err("it is damaged").to_string();
        assert!(error.contains("damaged") && error.contains("run the campaign again"), "{error}");
    }
    std::fs::remove_file(&place).expect("it is there");
    assert!(campaign.run().is_empty());
    assert_eq!(campaign.kinds().len(), 20);
}

fn a_cancelled_campaign_stops_and_goes_on() {
    let mut all = texts(10);
    all[0] = "silent".to_owned();
    let campaign = Campaign::of(&all, "", Earlier::default());
    let failed = std::thread::scope(|scope| {
        let running = scope.spawn(|| campaign.run());
        cancel(&campaign.layout).expect("it is written");
        running.join().expect("it ends")
    });
    assert!(failed.iter().any(|(_, error)| matches!(error, Error::Cancelled)), "{failed:?}");
    take_up_again(&campaign.layout).expect("it can be written");
    // What was begun and left in order is not tried, however often.
    let parts = || {
        let files = std::fs::read_dir(campaign.layout.results(0).parent().expect("a directory"));
        let files = files
            .into_iter()
            .flatten()
            .flatten()
            .filter(|file| file.file_name().to_string_lossy().starts_with("000000."));
        files.map(|file| std::fs::read_to_string(file.path()).expect("it is there")).collect::<Vec<_>>()
    };
    for turn in 0..=4 {
        std::thread::scope(|scope| {
            let run = || run_shard(&campaign.layout, &campaign.manifest, 0, &worker_command(&[]), &|_| ());
            let running = scope.spawn(run);
            // The first one finds nothing that was begun, and notes nothing.
            while parts().is_empty() || turn > 0 && !parts().iter().any(|part| part.contains("try\t")) {
                assert!(!running.is_finished(), "it notes what it begins");
                std::thread::sleep(Duration::from_millis(10));
            }
            cancel(&campaign.layout).expect("it is written");
            assert!(matches!(running.join().expect("it ends"), Err(Error::Cancelled)));
        });
        take_up_again(&campaign.layout).expect("it can be written");
    }
    assert!(campaign.run().is_empty());
    let kinds = campaign.kinds();
    assert_eq!((kinds.len(), kinds[0].1.as_str()), (10, "timeout"));
}
