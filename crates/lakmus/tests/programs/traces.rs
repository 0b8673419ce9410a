//! What leads to findings: traces say it, are as short as can be, and replay.

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use super::{LAKMUS, Outcome, build, is_cxx, output, request, results, sources, workplace};
use tester::program::{Schedule, Watch, WatchedItem};

pub(super) fn trials() -> Vec<Trial> {
    let trial = |group: &str, source: PathBuf, test: fn(&Path) -> Outcome| {
        let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_there = testing::is_there(compiler(&source));
        Trial::test(format!("{group}::{name}"), move || test(&source).map_err(Failed::from))
            .with_ignored_flag(!is_there)
    };
    let printed = sources("traces").into_iter().map(|source| trial("traces", source, described));
    let minimal = sources("algorithms").into_iter().map(|source| trial("minimal", source, algorithm));
    let followed = sources("algorithms").into_iter().map(|source| trial("followed", source, followed));
    let others = [
        Trial::test("traces::fail-fast", || fail_fast().map_err(Failed::from)),
        Trial::test("traces::coverage", || coverage().map_err(Failed::from)),
        Trial::test("traces::weakened", || weakened().map_err(Failed::from)),
        Trial::test("traces::weakened-each", || weakened_each().map_err(Failed::from)),
        Trial::test("traces::long-execution", || long_execution().map_err(Failed::from)),
        Trial::test("traces::not-followed", || not_followed().map_err(Failed::from)),
        Trial::test("traces::watched-once", || watched_once().map_err(Failed::from)),
    ];
    printed.chain(minimal).chain(followed).chain(others).collect()
}

/// One of the programs of `traces`, built.
fn example(name: &str, place: &Path) -> Result<PathBuf, String> {
    let source = sources("traces").into_iter().find(|path| path.ends_with(name)).ok_or("no such source")?;
    let program = place.join("program");
    build(&source, "gcc", &[], &program)?;
    Ok(program)
}

/// The run ends with the first execution that shows something, the same one with any number of jobs.
fn fail_fast() -> Outcome {
    let place = workplace()?;
    let program = example("increment.c", place.path())?;
    let executions = |options: &[&str]| -> Result<Vec<Value>, String> {
        let mut command = Command::new(LAKMUS);
        command.args(["test", "--json", "--seed", "9", "--executions", "200"]).args(options).arg("--").arg(&program);
        let printed: Value =
            serde_json::from_slice(&output(&mut command)?.stdout).map_err(|error| error.to_string())?;
        Ok(printed["executions"].as_array().cloned().unwrap_or_default())
    };
    let all = executions(&[])?;
    let first = all.iter().position(|execution| execution["findings"] != 0).ok_or("nothing is found")?;
    for jobs in ["1", "3"] {
        let ended = executions(&["--fail-fast", "--jobs", jobs])?;
        if ended[..] != all[..=first] {
            return Err(format!("with {jobs} jobs it ends after {} executions, not {}", ended.len(), first + 1));
        }
    }
    Ok(())
}

/// Decisions that an execution does not come to say nothing of the program, which is reported; so are those of a program without threads.
fn not_followed() -> Outcome {
    let place = workplace()?;
    let threads = example("increment.c", place.path())?;
    let (source, alone) = (place.path().join("alone.c"), place.path().join("alone"));
    std::fs::write(&source, "int main(void) { return 0; }\n").map_err(|error| error.to_string())?;
    build(&source, "gcc", &[], &alone)?;
    for (program, decisions, expected) in [
        (&threads, "9.9:9", Some("`9.9:9`")),
        (&threads, "1.1-7,9.9:9", Some("`1.1-7,9.9:9`")),
        (&threads, "0.1+0", None),
        (&threads, "", None),
        (&alone, "1.1:2", Some("`1.1:2`")),
    ] {
        let printed = output(Command::new(LAKMUS).args(["test", "--replay", decisions, "--"]).arg(program))?;
        let errors = String::from_utf8_lossy(&printed.stderr);
        let is_reported = errors.contains("error: --replay: ");
        let is_right = match expected {
            Some(missing) => is_reported && errors.contains(missing) && printed.status.code() == Some(2),
            None => !is_reported && printed.status.code() != Some(2),
        };
        if !is_right {
            return Err(format!("--replay '{decisions}': {}\n{errors}", printed.status));
        }
    }
    Ok(())
}

/// Two messages, handed over by the same functions, which are not inlined.
const HANDS_OVER: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int first, second;
static atomic_int is_first, is_second;
__attribute__((noinline)) static void publish(atomic_int *flag) {
  atomic_store_explicit(flag, 1, memory_order_release);
}
__attribute__((noinline)) static int is_published(atomic_int *flag) {
  return atomic_load_explicit(flag, memory_order_acquire);
}
static void *writes(void *x) {
  first = 1;
  publish(&is_first);
  second = 1;
  publish(&is_second);
  return x;
}
static void *reads(void *x) {
  if (is_published(&is_first)) assert(first == 1);
  if (is_published(&is_second)) assert(second == 1);
  return x;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, writes, 0);
  pthread_create(&threads[1], 0, reads, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
"#;

/// With a weaker order at one line the program fails; with the order that it has, or one that is no weaker, it does not.
fn weakened() -> Outcome {
    let place = workplace()?;
    let (source, program) = (place.path().join("hands-over.c"), place.path().join("hands-over"));
    std::fs::write(&source, HANDS_OVER).map_err(|error| error.to_string())?;
    build(&source, "gcc", &[], &program)?;
    let printed = |options: &[&str]| -> Result<(Option<i32>, String), String> {
        let mut command = Command::new(LAKMUS);
        let output = output(command.args(["test", "--executions", "200"]).args(options).arg("--").arg(&program))?;
        let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        Ok((output.status.code(), text.concat()))
    };
    let line_of = |text: &str| HANDS_OVER.lines().position(|line| line.contains(text)).map_or(0, |index| index + 1);
    let [store, load] = ["atomic_store", "atomic_load"].map(|text| format!("hands-over.c:{}", line_of(text)));
    let (_, listed) = printed(&["--list-atomics"])?;
    for line in [format!("{store}:3: store release, in publish"), format!("{load}:10: load acquire, in is_published")] {
        if !listed.lines().any(|listed| listed.ends_with(&line)) {
            return Err(format!("`{line}` is not in\n{listed}"));
        }
    }
    let racing = |variable: &str| format!("the memory is `{variable}`");
    for wish in [store.clone(), format!("{store}:3=acquire"), format!("{load}=release")] {
        let (status, text) = printed(&["--weaken-order", &wish])?;
        if status != Some(1) || !text.contains(&racing("first")) || !text.contains(&racing("second")) {
            return Err(format!("{wish}: {text}"));
        }
    }
    for options in
        [&[][..], &["--weaken-order", &format!("{store}=acq_rel")], &["--weaken-order", &format!("{load}=seq_cst")]]
    {
        let (status, text) = printed(options)?;
        if status != Some(0) {
            return Err(format!("{options:?}: {text}"));
        }
    }
    for (wish, why) in [("hands-over.c:1", "no atomic operation was seen"), ("hands-over.c:1=weak", "no memory order")]
    {
        let (status, text) = printed(&["--weaken-order", wish])?;
        if status != Some(2) || !text.contains(why) {
            return Err(format!("{wish}: {text}"));
        }
    }
    Ok(())
}

/// Each order is weakened in turn, as far down as nothing is found; what is found replays.
fn weakened_each() -> Outcome {
    let place = workplace()?;
    let built = |name: &str, text: &str| -> Result<PathBuf, String> {
        let (source, program) = (place.path().join(format!("{name}.c")), place.path().join(name));
        std::fs::write(&source, text).map_err(|error| error.to_string())?;
        build(&source, "gcc", &[], &program)?;
        Ok(program)
    };
    let printed = |program: &Path, options: &[&str]| -> Result<(Option<i32>, String), String> {
        let mut command = Command::new(LAKMUS);
        let output = output(command.arg("test").args(options).arg("--").arg(program))?;
        let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        Ok((output.status.code(), text.concat()))
    };
    let checked = |program: &Path, options: &[&str], status: i32, wanted: &[&str]| -> Result<String, String> {
        let (ended, text) = printed(program, options)?;
        let missing: Vec<&&str> = wanted.iter().filter(|wanted| !text.contains(**wanted)).collect();
        match ended == Some(status) && missing.is_empty() {
            true => Ok(text),
            false => Err(format!("{options:?}: status {ended:?}, missing {missing:?} in\n{text}")),
        }
    };
    let program = built("as-needed", HANDS_OVER)?;
    let wanted = ["2 weaker orders at 2 places: 2 found, 0 not found", "; store release\n", "; load acquire\n"];
    let table = checked(&program, &["--executions", "200", "--weaken-order", "each"], 0, &wanted)?;
    for line in table.lines().filter(|line| line.contains(": found, ")) {
        let parts = line.split_once(": found, ").and_then(|(wish, rest)| {
            let seed = rest.split_once("(seed ")?.1.split_once(')')?.0;
            Some((wish, seed))
        });
        let (wish, seed) = parts.ok_or_else(|| format!("no order and seed in `{line}`"))?;
        checked(&program, &["--executions", "1", "--seed", seed, "--weaken-order", wish], 1, &["data race"])?;
    }
    let strong = HANDS_OVER.replace("order_release", "order_seq_cst").replace("order_acquire", "order_seq_cst");
    let program = built("stronger", &strong)?;
    let wanted = ["=release: not found in 200 executions; store seq_cst", "=relaxed: found, data race: "];
    checked(&program, &["--executions", "200", "--weaken-order", "each=stronger.c"], 1, &wanted)?;
    let complete = ["=acquire: not found in all ", "4 weaker orders at 2 places: 2 found, 2 not found"];
    let mut command = Command::new(LAKMUS);
    let output = output(command.args(["test", "--exhaustive", "--weaken-order", "each", "--"]).arg(&program))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if output.status.code() != Some(1) || complete.iter().any(|wanted| !text.contains(wanted)) {
        return Err(format!("all executions: {text}"));
    }
    checked(
        &program,
        &["--executions", "200", "--weaken-order", "each=other.c"],
        0,
        &["no atomic operation was seen whose order can be weaker"],
    )?;
    let wanted = ["<testsuites tests=\"5\" failures=\"2\">", "type=\"not-found\""];
    checked(&program, &["--executions", "200", "--weaken-order", "each", "--junit"], 1, &wanted)?;
    let wanted = ["`each` has a result of its own"];
    checked(&program, &["--executions", "200", "--weaken-order", "each", "--trace"], 2, &wanted)?;
    let sarif = checked(&program, &["--executions", "200", "--weaken-order", "each", "--sarif"], 1, &[])?;
    sarif_of_orders(&sarif, &strong)?;
    let mut command = Command::new(LAKMUS);
    let command = command.args(["test", "--executions", "200", "--weaken-order", "each", "--json", "--"]).arg(&program);
    let whole: Value = serde_json::from_slice(&self::output(command)?.stdout).map_err(|error| error.to_string())?;
    let outcomes: Vec<(&str, bool)> = (whole["weaker"].as_array().into_iter().flatten())
        .map(|weaker| (weaker["order"].as_str().unwrap_or_default(), weaker["found"] == true))
        .collect();
    if outcomes != [("release", false), ("relaxed", true), ("acquire", false), ("relaxed", true)] {
        return Err(format!("weaker orders as JSON: {whole}"));
    }
    let program = built("too-weak", &HANDS_OVER.replace("order_release", "order_relaxed"))?;
    checked(
        &program,
        &["--executions", "200", "--weaken-order", "each"],
        1,
        &["found with the program's own orders; none was weakened"],
    )?;
    Ok(())
}

/// A warning for each weaker order that is not found, at its line and column, by a rule that is there.
fn sarif_of_orders(text: &str, source: &str) -> Outcome {
    let sarif: Value = serde_json::from_str(text).map_err(|error| format!("{error} in {text}"))?;
    let run = &sarif["runs"][0];
    let line_of = |text: &str| source.lines().position(|line| line.contains(text)).map_or(0, |index| index as u64 + 1);
    let rules: Vec<&Value> = run["tool"]["driver"]["rules"].as_array().into_iter().flatten().collect();
    let results: Vec<&Value> = run["results"].as_array().into_iter().flatten().collect();
    let places: Vec<(u64, u64)> = results
        .iter()
        .map(|result| &result["locations"][0]["physicalLocation"]["region"])
        .map(|region| {
            (region["startLine"].as_u64().unwrap_or_default(), region["startColumn"].as_u64().unwrap_or_default())
        })
        .collect();
    let are_warnings = results.iter().all(|result| {
        result["level"] == "warning"
            && result["message"]["text"].as_str().is_some_and(|text| text.contains("not found in 200 executions"))
            && rules.iter().any(|rule| rule["id"] == result["ruleId"])
    });
    let is_whole = run["invocations"][0]["executionSuccessful"] == true;
    match places == [(line_of("atomic_store"), 3), (line_of("atomic_load"), 10)] && are_warnings && is_whole {
        true => Ok(()),
        false => Err(format!("orders as SARIF: {sarif:#}")),
    }
}

/// There are more events than there is room to record, and the race comes last.
const LONG: &str = r#"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_long count;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER, other_guard = PTHREAD_MUTEX_INITIALIZER;
static int *block;
static void *work(void *guard) {
  for (long i = 0; i < 1000000; i++) atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  pthread_mutex_lock(guard);
  block[3] = 1;
  pthread_mutex_unlock(guard);
  return NULL;
}
int main(void) {
  pthread_t one, other;
  block = calloc(10, sizeof *block);
  pthread_create(&one, NULL, work, &guard);
  pthread_create(&other, NULL, work, &other_guard);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
"#;

/// What memory a race is about, and which locks are held, is known of executions that are too long to be shown, too.
fn long_execution() -> Outcome {
    let place = workplace()?;
    let (source, program) = (place.path().join("long.c"), place.path().join("long"));
    std::fs::write(&source, LONG).map_err(|error| error.to_string())?;
    build(&source, "gcc", &[], &program)?;
    let mut command = Command::new(LAKMUS);
    command.args(["test", "--executions", "1", "--timeout", "0", "--trace", "--"]).arg(&program);
    let text = String::from_utf8_lossy(&output(&mut command)?.stdout).into_owned();
    let wanted = [
        "byte 12 of a block of 40 bytes",
        "mutex `guard`",
        "mutex `other_guard`",
        "the execution has too many events to show all of them",
    ];
    if wanted.iter().all(|wanted| text.contains(wanted)) { Ok(()) } else { Err(text) }
}

/// Several races of one execution, each on a block of its own; how often the program is started is the length of a file.
const RACES: &str = r#"
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static void *write_all(void *blocks) {
  int **block = blocks;
  *block[0] = 1;
  *block[1] = 2;
  *block[2] = 3;
  return 0;
}
int main(int count, char **names) {
  int file = open(names[1], O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (file < 0 || write(file, "s", 1) != 1) return 1;
  close(file);
  int *blocks[3];
  for (int i = 0; i < 3; i++) blocks[i] = malloc(sizeof(int));
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, write_all, blocks);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
"#;

/// An execution that shows several races is watched once, and says of each what memory it is about.
fn watched_once() -> Outcome {
    let place = workplace()?;
    let (source, program, starts) =
        (place.path().join("races.c"), place.path().join("races"), place.path().join("starts"));
    std::fs::write(&source, RACES).map_err(|error| error.to_string())?;
    build(&source, "gcc", &[], &program)?;
    let mut command = Command::new(LAKMUS);
    command.args(["test", "--json", "--executions", "2", "--jobs", "1", "--"]).arg(&program).arg(&starts);
    let printed: Value = serde_json::from_slice(&output(&mut command)?.stdout).map_err(|error| error.to_string())?;
    let findings = printed["findings"].as_array().ok_or("no findings")?;
    let of_blocks = findings.iter().filter(|finding| finding["memory"]["kind"] == "block").count();
    let started = std::fs::metadata(&starts).map_err(|error| error.to_string())?.len();
    let are_of_first = findings.iter().all(|finding| finding["first_execution"] == 0);
    // Once for all executions, and once to watch the first.
    if findings.len() == 3 && of_blocks == 3 && are_of_first && started == 2 {
        return Ok(());
    }
    Err(format!("started {started} times: {printed:#}"))
}

/// What atomic operations have done, and what they have never done.
fn coverage() -> Outcome {
    let place = workplace()?;
    let program = example("message.c", place.path())?;
    let mut command = Command::new(LAKMUS);
    let output = output(command.args(["test", "--coverage", "--executions", "40", "--"]).arg(&program))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let line = |place: &str| printed.lines().find(|line| line.contains(place)).unwrap_or_default();
    let load = line("message.c:24:9: load");
    let has =
        load.contains("40 times") && load.contains("of an old value") && load.contains("never done by two threads");
    let is_told =
        printed.contains("atomic operations in 40 executions") && line("message.c:17:5").contains("store, 40 times");
    if has && is_told { Ok(()) } else { Err(printed.into_owned()) }
}

fn compiler(source: &Path) -> &'static str {
    if is_cxx(source) { "g++" } else { "gcc" }
}

/// The comments of a source say what its trace needs and says.
fn described(source: &Path) -> Outcome {
    let text = std::fs::read_to_string(source).map_err(|error| error.to_string())?;
    let place = workplace()?;
    let program = place.path().join("program");
    build(source, compiler(source), &[], &program)?;
    let picture = place.path().join("trace.svg");
    let mut command = Command::new(LAKMUS);
    command.args(["test", "--executions", "200", "--trace", "--svg"]).arg(&picture).arg("--").arg(&program);
    let output = output(&mut command)?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let wanted = text.lines().filter_map(|line| line.strip_prefix("// Says: "));
    let missing: Vec<&str> = wanted.filter(|wanted| !printed.contains(wanted)).collect();
    if !missing.is_empty() || output.status.code() != Some(1) {
        return Err(format!("{}, missing {missing:?} in\n{printed}", output.status));
    }
    let drawn = std::fs::read_to_string(&picture).map_err(|error| error.to_string())?;
    if !drawn.starts_with("<svg") || !drawn.contains("thread 1") {
        return Err(format!("no drawing of the trace, but\n{drawn}"));
    }
    let trace = minimal(&program, 200)?;
    let needs = format!("// Needs: {} switches and {} old values", trace["switches"], trace["old_values"]);
    if text.lines().any(|line| line == needs) { Ok(()) } else { Err(format!("{needs}, it says, in\n{printed}")) }
}

fn algorithm(source: &Path) -> Outcome {
    let place = workplace()?;
    let program = place.path().join("program");
    build(source, compiler(source), &["-DBUG"], &program)?;
    minimal(&program, 40).map(|_| ())
}

/// The trace of the first finding: followed, it shows that again; without any one of its decisions, it does not.
fn minimal(program: &Path, executions: u64) -> Result<Value, String> {
    let count = executions.to_string();
    let run = |options: &[&str]| -> Result<Value, String> {
        let mut command = Command::new(LAKMUS);
        command.args(["test", "--json"]).args(options).arg("--").arg(program);
        serde_json::from_slice(&output(&mut command)?.stdout).map_err(|error| format!("{command:?}: {error}"))
    };
    let found = run(&["--fail-fast", "--trace", "--executions", &count])?;
    let finding = &found["findings"][0];
    let trace = finding["trace"].clone();
    if trace["shrinking"] != "minimal" {
        return Err(format!("no minimal trace: {finding:#}"));
    }
    let shows_it = |schedule: &str| -> Result<bool, String> {
        let again = run(&["--replay", schedule])?;
        let all = again["findings"].as_array().cloned().unwrap_or_default();
        Ok(all.iter().any(|again| places(again) == places(finding)))
    };
    let schedule = trace["replay"].as_str().unwrap_or_default();
    if !shows_it(schedule)? {
        return Err(format!("--replay '{schedule}' does not show {finding:#}"));
    }
    let decisions: Vec<&str> = schedule.split(',').filter(|decision| !decision.is_empty()).collect();
    for left_out in 0..decisions.len() {
        let others: Vec<&str> =
            (0..decisions.len()).filter(|index| *index != left_out).map(|index| decisions[index]).collect();
        if shows_it(&others.join(","))? {
            return Err(format!("{} is not needed in {schedule} for {finding:#}", decisions[left_out]));
        }
    }
    Ok(trace)
}

/// What makes a finding the same: what happens, and the functions and lines where; the functions alone where threads do not go on.
fn places(finding: &Value) -> String {
    let frame = |frame: &Value| match finding["kind"] == "stuck" {
        true if frame["inlined"] == true => String::new(),
        true => format!("{};", frame["function"]),
        false => format!("{} {};", frame["function"], frame["line"]),
    };
    let stack = |side: &Value| -> String {
        let frames = side["stack"].as_array().into_iter().flatten();
        format!("{} {} {}", side["access"], side["does"], frames.map(frame).collect::<String>())
    };
    let sides = |name: &str| -> Vec<String> { finding[name].as_array().into_iter().flatten().map(stack).collect() };
    let mut sides = [sides("accesses"), sides("threads")].concat();
    sides.sort();
    format!("{} {sides:?}", finding["kind"])
}

/// An execution that follows the decisions of another one goes the same way, and watching it changes nothing.
fn followed(source: &Path) -> Outcome {
    let place = workplace()?;
    let program = place.path().join("program");
    build(source, compiler(source), &["-DBUG"], &program)?;
    let count = 24;
    let plain = results(&request(&program, 7, count))?;
    let mut watched = request(&program, 7, count);
    watched.watch = Watch::Everything;
    let watched = results(&watched)?;
    let mut following = request(&program, 7, count);
    let decisions = |items: &[WatchedItem]| {
        let decision = |item: &WatchedItem| match item {
            WatchedItem::Decided(decision) => Some(*decision),
            WatchedItem::Event(_) | WatchedItem::Found(_) => None,
        };
        Schedule(items.iter().filter_map(decision).collect())
    };
    following.schedules = watched.watched.iter().map(|execution| decisions(&execution.items)).collect();
    let following = results(&following)?;
    let digests = |results: &tester::program::Results| -> Vec<(u64, u64)> {
        results.executions.iter().map(|execution| (execution.digest, execution.findings)).collect()
    };
    let all = [digests(&plain), digests(&watched), digests(&following)];
    if all[0].len() as u64 != count || all[0] != all[1] || all[0] != all[2] {
        return Err(format!("executions differ: {all:#x?}"));
    }
    Ok(())
}
