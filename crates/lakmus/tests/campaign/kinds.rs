//! Kinds of units beside `run` and `java`: each comes to what its command comes to.

use std::path::Path;
use std::process::Command;

use super::{Place, lakmus, path, said, verdicts};

/// What a command of lakmus prints to the standard output, and its status.
fn command(arguments: &[&str]) -> (String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_lakmus")).args(arguments).output().expect("lakmus runs");
    (String::from_utf8(output.stdout).expect("text"), output.status.code())
}

/// The rows of a query, in CSV, without the names of the columns.
fn rows(directory: &Path, query: &str) -> Vec<String> {
    let table = said(&lakmus(&["query", path(directory), query, "--csv"]));
    table.lines().skip(1).map(str::to_owned).collect()
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Store buffering by C11's operations: with `order` for all of them.
fn store_buffering(order: &str) -> String {
    let thread = |number: usize, own: &str, other: &str| {
        format!(
            "P{number}(atomic_int *x, atomic_int *y) {{\n  atomic_store_explicit({own}, 1, {order});\n  int r0 = atomic_load_explicit({other}, {order});\n}}\n"
        )
    };
    format!("C SB\n{{ x=0; y=0; }}\n{}{}exists (0:r0=0 /\\ 1:r0=0)\n", thread(0, "x", "y"), thread(1, "y", "x"))
}

/// A pool, of two tables: what the loads and stores of one leave to the fences of the other.
const TABLES: &[&str] = &["--table", "riscv-a6c", "--table", "riscv-a6s"];

#[test]
fn mixed_tests_have_the_alarms_and_gaps_of_mix_run() {
    let place = Place::new();
    // Sequentially consistent accesses of two mappings that do not fit: the leading fences of one, the trailing ones of another.
    let tables = ["power-leading-sync", "aarch64-abi", "riscv-a6s", "riscv-a6c"];
    let own = place.write("own.toml", &own_table());
    let words: Vec<String> = tables.iter().flat_map(|table| ["--table", table]).map(str::to_owned).collect();
    let words: Vec<String> = words.into_iter().chain(["--table".to_owned(), path(&own).to_owned()]).collect();
    let pool = place.path("pool");
    let (printed, status) = command(&["mix", "pool", "--count", "25", "--seed", "7", "-o", path(&pool)]);
    assert_eq!(status, Some(0), "{printed}");
    std::fs::write(pool.join("SB.litmus"), store_buffering("memory_order_seq_cst")).expect("it is written");
    std::fs::write(pool.join("bad.litmus"), "C bad\n{ }\nP0(atomic_int *x) { frobnicate(x); }\nexists (x=1)\n")
        .expect("it is written");
    let run: Vec<&str> = ["mix", "run", "--format", "json"]
        .into_iter()
        .chain(words.iter().map(String::as_str))
        .chain([path(&pool)])
        .collect();
    let (json, _) = command(&run);
    let json: serde_json::Value =
        serde_json::from_str(&json[json.find("{\n\"profiles\"").expect("an object")..]).expect("it is JSON");
    let list: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let cache = place.path("cache");
    let text = format!(
        "kind = 'mix'\ntests = ['pool']\n[options]\narguments = [{}]\ncache = '{}'\n[shards]\nunits = 7\n",
        list.join(", "),
        path(&cache)
    );
    let directory = place.plan(&text, "mixed", &[]);
    let printed = said(&lakmus(&["run", path(&directory)]));
    let all: Vec<serde_json::Value> = details(&directory);
    let mut compared = (0, 0, 0);
    for case in json["cases"].as_array().expect("a list").iter().filter(|case| case["suite"] == "test") {
        let name = case["name"].as_str().expect("a name");
        let name = name.rsplit('/').next().expect("a name").trim_end_matches(".litmus");
        let unit = all.iter().find(|unit| unit["name"] == name).unwrap_or_else(|| panic!("{name} is not there"));
        let list = |of: &serde_json::Value| -> Vec<String> {
            of.as_array().into_iter().flatten().filter_map(|text| text.as_str().map(str::to_owned)).collect()
        };
        let gaps: Vec<String> = case["gaps"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|gap| gap["reason"].as_str().expect("a reason").to_owned())
            .collect();
        let own_gaps = match unit["kind"] == "refused" {
            true => list(&serde_json::json!([unit["detail"]["message"]])),
            false => list(&unit["detail"]["gaps"]),
        };
        let is_undefined = unit["kind"] == "refused" && unit["detail"].get("gaps").is_some();
        let own_gaps = if is_undefined { list(&unit["detail"]["gaps"]) } else { own_gaps };
        assert_eq!(own_gaps, gaps, "{name}");
        assert_eq!(list(&unit["detail"]["found"]), list(&case["findings"]), "{name}");
        compared = (compared.0 + 1, compared.1 + gaps.len(), compared.2 + list(&case["findings"]).len());
    }
    assert!(compared.0 == 27 && compared.1 > 0 && compared.2 > 0, "{compared:?}: {printed}");
    // What one has kept, the other finds: neither compiles or simulates again.
    assert!(cache.join("lakmus-cache").exists());
    let again = place.plan(&text, "again", &["--reuse", path(&directory)]);
    assert_eq!(said(&lakmus(&["missing", path(&again)])), "0\n");
}

/// The units of a campaign: their names, how they ended, and their details.
fn details(directory: &Path) -> Vec<serde_json::Value> {
    let output = lakmus(&["query", path(directory), "all", "--json"]);
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect()
}

/// A mapping table without any fence: it fits to nothing.
fn own_table() -> String {
    let (printed, _) = command(&["abi", "write", "--table", "riscv-a6s", "riscv-a6s"]);
    let is_fence = |code: &&str| !code.starts_with("\"fence ");
    let line = |line: &str| match line.strip_prefix("function = [").and_then(|rest| rest.strip_suffix(']')) {
        Some(code) => format!("function = [{}]\n", code.split(", ").filter(is_fence).collect::<Vec<_>>().join(", ")),
        None => format!("{line}\n"),
    };
    printed.lines().map(line).collect::<String>().replace("riscv-a6s", "without-fences")
}

#[test]
fn profiles_are_compared_with_tables() {
    let place = Place::new();
    let list: Vec<String> = TABLES.iter().map(|word| format!("'{word}'")).collect();
    let text = format!(
        "kind = 'abi'\n[options]\narguments = [{}]\n[[with]]\nname = 'a6s'\narguments = ['--against', 'riscv-a6s']\n[[with]]\nname = 'code'\narguments = ['--no-simulation', '--against', 'riscv-a6s']\n",
        list.join(", ")
    );
    let directory = place.plan(&text, "abi", &[]);
    let printed = said(&lakmus(&["run", path(&directory)]));
    assert!(printed.starts_with("4 units: "), "{printed}");
    let json = {
        let words: Vec<&str> =
            ["abi", "check", "--json", "--against", "riscv-a6s"].into_iter().chain(TABLES.iter().copied()).collect();
        let (text, _) = command(&words);
        serde_json::from_str::<serde_json::Value>(&text).expect("it is JSON")
    };
    let all = details(&directory);
    for profile in json["profiles"].as_array().expect("a list") {
        let unit =
            all.iter().find(|unit| unit["name"] == profile["name"] && unit["model"] == "a6s").expect("it is there");
        assert_eq!(unit["verdict"], profile["standing"]);
        let others = profile["others"].as_array().map_or(0, Vec::len);
        assert_eq!(unit["negative"].as_str(), Some(others.to_string().as_str()), "{unit}");
    }
    // Operations that no table has are named.
    assert!(!rows(&directory, "gaps").is_empty());
    let (refused, status) = {
        let file = place.write("wrong.toml", "kind = 'abi'\ntests = ['x.litmus']\n");
        let output = lakmus(&["plan", path(&file), "-o", path(&place.path("wrong"))]);
        (said(&output), output.status.code())
    };
    assert!(status == Some(2) && refused.contains("`tests` say nothing to units of the kind `abi`"), "{refused}");
}

/// Two threads that each write a variable and read the other's.
const PROGRAM: &str = "#include <assert.h>\n#include <pthread.h>\n#include \"order.h\"\natomic_int x, y;\nint a, b;\n\
static void *f(void *p) { atomic_store_explicit(&x, 1, ORDER); a = atomic_load_explicit(&y, ORDER); return 0; }\n\
static void *g(void *p) { atomic_store_explicit(&y, 1, ORDER); b = atomic_load_explicit(&x, ORDER); return 0; }\n\
int main(void) {\n  pthread_t s, t;\n  pthread_create(&s, 0, f, 0);\n  pthread_create(&t, 0, g, 0);\n  pthread_join(s, 0);\n  pthread_join(t, 0);\n  assert(a || b);\n  return 0;\n}\n";

#[test]
fn programs_are_verified_as_they_were_planned() {
    if !is_there("clang") && !is_there("clang-14") {
        testing::not_run("there is no clang");
        return;
    }
    let place = Place::new();
    place.write("sb.c", PROGRAM);
    let order =
        |order: &str| format!("#include <stdatomic.h>\n#ifndef ORDER\n#define ORDER memory_order_{order}\n#endif\n");
    place.write("order.h", &order("relaxed"));
    let text = "kind = 'verify'\nmodels = ['sc', 'tso']\ntests = ['sb.c', 'SB.litmus']\n[[program]]\nname = 'strong'\nfiles = ['sb.c']\nflags = ['-DORDER=memory_order_seq_cst']\n\
        [[gen]]\narguments = ['all', '--arch', 'X86_64', '--edges', 'Rfe,Fre,PodWW,PodWR,PodRR', '--size', '4']\nlimit = 2\n[[with]]\nname = 'all pairs'\narguments = ['--delays=every']\n";
    place.write("SB.litmus", "X86_64 SB\n{ x=0; y=0; }\n P0 | P1 ;\n movl $1,(x) | movl $1,(y) ;\n movl (y),%eax | movl (x),%eax ;\n~exists (0:rax=0 /\\ 1:rax=0)\n");
    let directory = place.plan(text, "verified", &[]);
    // What is included was taken with the program.
    place.write("order.h", &order("seq_cst"));
    let run = lakmus(&["run", path(&directory)]);
    assert_eq!(run.status.code(), Some(1), "{}", said(&run));
    let mut found: Vec<String> = details(&directory)
        .iter()
        .map(|unit| {
            format!(
                "{} {} {}",
                unit["name"].as_str().unwrap_or(""),
                unit["model"].as_str().unwrap_or(""),
                unit["verdict"].as_str().unwrap_or("")
            )
        })
        .collect();
    found.truncate(6);
    assert_eq!(
        found,
        [
            "sb sc all pairs holds",
            "sb x86tso all pairs violated",
            "SB sc all pairs holds",
            "SB x86tso all pairs violated",
            "strong sc all pairs holds",
            "strong x86tso all pairs holds"
        ]
    );
    let findings = rows(&directory, "findings");
    assert!(findings.iter().any(|row| row.contains("sb.c:14") && row.contains("an assertion fails")), "{findings:?}");
    let again = place.plan(text, "again", &["--reuse", path(&directory)]);
    // The program is another one now, and what does not include the header the same.
    assert!(
        said(&lakmus(&["status", path(&again)])).contains("units   0 of 2"),
        "{}",
        said(&lakmus(&["status", path(&again)]))
    );
    for (more, word) in [
        ("[options]\narguments = ['--json']\n", "no use for --json"),
        ("[options]\ngoal = 'states'\n", "say nothing to units of the kind `verify`"),
        ("models = ['all']\n", "name their models"),
    ] {
        let file = place.write("wrong.toml", &format!("kind = 'verify'\ntests = ['sb.c']\n{more}"));
        let output = lakmus(&["plan", path(&file), "-o", path(&place.path("wrong"))]);
        assert!(output.status.code() == Some(2) && said(&output).contains(word), "{}", said(&output));
    }
}

#[test]
fn executions_of_a_program_are_those_of_test() {
    if !is_there("cc") || !super::runtime::is_supported() {
        testing::not_run("there is no C compiler, or no runtime for this machine");
        return;
    }
    super::runtime::build();
    let place = Place::new();
    place.write("race.c", "#include <pthread.h>\nint x;\nstatic void *f(void *p) { x = 1; return 0; }\nint main(void) {\n  pthread_t s;\n  pthread_create(&s, 0, f, 0);\n  x = 2;\n  pthread_join(s, 0);\n  return 0;\n}\n");
    place.write("calm.c", "int main(int argc, char **argv) { return argc > 1 && argv[1][0] == 'x' ? 0 : 0; }\n");
    place.write("SB.litmus", &store_buffering("memory_order_relaxed"));
    let text = "kind = 'test'\ntests = ['race.c', 'SB.litmus']\n[[program]]\nname = 'calm'\nfiles = ['calm.c']\nflags = ['-O1', '-lm']\narguments = ['x']\n\
        [executions]\nstrategies = ['random', 'pct']\nseeds = { first = 3, count = 2 }\ncount = 30\nunit = 20\n";
    let directory = place.plan(text, "tested", &[]);
    std::fs::remove_file(place.path("race.c")).expect("it is there");
    let run = lakmus(&["run", path(&directory)]);
    assert_eq!((run.status.code(), said(&run).as_str()), (Some(1), "24 units: 24 complete; 8 alarms\n"));
    let all = details(&directory);
    let of = |name: &str, model: &str| {
        let unit = all.iter().find(|unit| unit["name"] == name && unit["model"] == model);
        unit.unwrap_or_else(|| panic!("{name} under {model}")).clone()
    };
    assert_eq!(of("race", "random seed 3: 20-29")["positive"], "10");
    assert_eq!(of("calm", "pct seed 4: 0-19")["verdict"], "nothing");
    assert!(
        rows(&directory, "findings").iter().all(|row| row.contains("data-race")),
        "{:?}",
        rows(&directory, "findings")
    );
    // The litmus test has the states of the command.
    let test = place.path("SB.litmus");
    let (log, _) =
        command(&["test", "--strategy=random", "--seed=3", "--first=20", "--executions=10", "--litmus", path(&test)]);
    let unit = of("SB", "random seed 3: 20-29");
    for state in unit["detail"]["states"].as_array().expect("a list") {
        assert!(log.contains(state.as_str().expect("a text")), "{state}: {log}");
    }
    let sum = |unit: &serde_json::Value| {
        let number = |name: &str| unit[name].as_str().and_then(|text| text.parse::<u64>().ok()).unwrap_or_default();
        number("positive") + number("negative")
    };
    assert_eq!(sum(&unit), 10, "{unit}");
    let again = place.plan(&text.replace("'race.c', ", ""), "again", &["--reuse", path(&directory)]);
    assert_eq!(said(&lakmus(&["missing", path(&again)])), "0\n");
    let calm = place.plan(&text.replace("'race.c', 'SB.litmus'", ""), "calm", &[]);
    let run = said(&lakmus(&["run", path(&calm)]));
    assert!(run.contains("no alarm (executions are samples"), "{run}");
    // A program that is changed is not executed.
    let programs = std::fs::read_dir(calm.join("programs")).expect("it is there").flatten();
    programs.for_each(|program| std::fs::write(program.path(), "").expect("it is written"));
    let _ = std::fs::remove_dir_all(calm.join("results"));
    let _ = std::fs::remove_file(calm.join("campaign.sqlite"));
    let run = said(&lakmus(&["run", path(&calm)]));
    assert!(run.starts_with("8 units: 0 complete, 8 limit"), "{run}");
    assert!(verdicts(&calm).contains("is not what it was when the campaign was planned"));
}

#[test]
fn what_was_given_up_is_planned_again_by_itself() {
    let place = Place::new();
    let cells: Vec<String> = (0..8).map(|_| "movl $1,(x)".to_owned()).collect();
    let rows: String = cells.iter().map(|cell| format!(" {cell} | {cell} | {cell} | {cell} ;\n")).collect();
    place.write("heavy.litmus", &format!("X86_64 heavy\n{{ x=0; }}\n P0 | P1 | P2 | P3 ;\n{rows}exists ([x]=1)\n"));
    place.write("light.litmus", "X86_64 light\n{ x=0; }\n P0 ;\n movl $1,(x) ;\nexists ([x]=1)\n");
    let text = "kind = 'run'\ntests = ['light.litmus', 'heavy.litmus']\n[options]\ntimeout = 0.1\n";
    let directory = place.plan(text, "first", &[]);
    let _ = lakmus(&["run", path(&directory)]);
    let again = place.path("again");
    let planned = lakmus(&["again", path(&directory), "-o", path(&again), "--times", "2"]);
    assert_eq!(said(&planned), "2 tests, 2 units: 1 to run in 1 shard, 1 known from before\n");
    assert_eq!(said(&lakmus(&["run", path(&again)])), "2 units: 1 complete, 1 timeout; no alarm\n");
    let nothing = place.plan("kind = 'run'\ntests = ['light.litmus']\n", "nothing", &[]);
    let _ = lakmus(&["run", path(&nothing)]);
    let none = lakmus(&["again", path(&nothing), "-o", path(&place.path("none"))]);
    assert!(none.status.code() == Some(2) && said(&none).contains("no unit"), "{}", said(&none));
    assert!(!place.path("none").exists());
    // A script for Slurm has both.
    let fresh = place.plan(text, "fresh", &[]);
    let words = ["submit", path(&fresh), "--slurm", "--dry-run", "--heavier", "2", "--sbatch-heavier=--mem=8G"];
    let scripts = said(&lakmus(&words));
    assert!(scripts.contains("campaign again") && scripts.contains("--heavier 1 --sbatch=--mem=8G"), "{scripts}");
    // An element for each shard, and no more.
    let elements = scripts.lines().filter(|line| line.contains(") shards=")).count();
    assert!(elements > 0 && scripts.contains(&format!("--array=0-{} shards.sh\n", elements - 1)), "{scripts}");
}
