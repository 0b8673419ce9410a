//! `lakmus campaign`: whatever is killed, run twice or has no room, the results are those of a run that nothing disturbs.

mod faults;
mod kinds;
mod reports;
#[path = "../runtime/mod.rs"]
mod runtime;
mod slurm;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A directory for campaigns.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().expect("it can be made"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, text).expect("it is written");
        path
    }

    /// Plans the campaign that `text` describes.
    fn plan(&self, text: &str, name: &str, more: &[&str]) -> PathBuf {
        let file = self.write(&format!("{name}.toml"), text);
        let directory = self.path(name);
        let output = lakmus(
            &["plan", path(&file), "-o", path(&directory)].into_iter().chain(more.iter().copied()).collect::<Vec<_>>(),
        );
        assert!(output.status.success(), "{}", said(&output));
        directory
    }
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a temporary directory has a plain name")
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lakmus"));
    command.arg("campaign").args(arguments);
    command
}

fn lakmus(arguments: &[&str]) -> Output {
    command(arguments).output().expect("lakmus runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned()
}

/// The verdicts of a campaign, merged.
fn verdicts(directory: &Path) -> String {
    let output = lakmus(&["query", path(directory), "verdicts", "--csv"]);
    assert!(output.status.success(), "{}", said(&output));
    String::from_utf8(output.stdout).expect("text")
}

/// Some hundred tests under two models, in several shards.
fn generated(shards: &str) -> String {
    format!(
        "kind = 'run'\nmodels = ['sc', 'x86tso']\n[[gen]]\narguments = ['all', '--arch', 'X86_64', '--edges', \
         'Rfe,Fre,Coe,PodWW,PodWR,PodRW,PodRR,MFencedWR,MFencedWW,MFencedRR,Rfi,Fri', '--size', '6']\nlimit = 150\n[shards]\n{shards}\n"
    )
}

#[test]
fn shards_in_any_order_give_what_one_process_gives() {
    let place = Place::new();
    let whole = place.plan(&generated("units = 100000\nseconds = 1e6"), "whole", &[]);
    assert_eq!(lakmus(&["run", path(&whole), "-j", "1"]).status.code(), Some(0));
    let pieces = place.plan(&generated("units = 20"), "pieces", &[]);
    let missing = lakmus(&["missing", path(&pieces)]);
    let mut numbers: Vec<String> = said(&missing).lines().map(str::to_owned).collect();
    assert!(numbers.len() > 10, "{numbers:?}");
    numbers.reverse();
    for (turn, number) in numbers.iter().enumerate() {
        if turn == 3 {
            let merged = lakmus(&["merge", path(&pieces)]);
            assert_eq!(merged.status.code(), Some(3), "{}", said(&merged));
        }
        let output = lakmus(&["shard", path(&pieces), number]);
        assert!(output.status.success(), "{}", said(&output));
    }
    let merged = lakmus(&["merge", path(&pieces)]);
    assert_eq!((merged.status.code(), said(&merged).as_str()), (Some(0), "300 units: 300 complete; no alarm\n"));
    assert_eq!(verdicts(&whole), verdicts(&pieces));
}

#[test]
fn results_are_those_of_run() {
    let place = Place::new();
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/x86_64").canonicalize().expect("it is there");
    let directory = place.plan(&format!("kind = 'run'\ntests = ['{}']\n", path(&corpus)), "corpus", &[]);
    let _ = lakmus(&["run", path(&directory)]);
    let output =
        Command::new(env!("CARGO_BIN_EXE_lakmus")).arg("run").arg("--json").arg(&corpus).output().expect("lakmus runs");
    let log = String::from_utf8(output.stdout).expect("text");
    let field = |line: &str, name: &str| {
        let (_, rest) = line.split_once(&format!("\"{name}\":")).unwrap_or_default();
        rest.trim_start_matches('"').split([',', '"', '}']).next().unwrap_or_default().to_owned()
    };
    let all = lakmus(&["query", path(&directory), "all", "--csv"]);
    let table = String::from_utf8(all.stdout).expect("text");
    let mut compared = 0;
    for line in log.lines().filter(|line| line.contains("\"result\":")) {
        let (name, observation) = (field(line, "test"), field(line, "observation"));
        let row = table.lines().find(|row| row.split(',').nth(2) == Some(&name)).unwrap_or_else(|| panic!("{name}"));
        let counts = format!(",{observation},{},{},", field(line, "positive"), field(line, "negative"));
        assert!(row.contains(&counts), "{name}: {counts}\n{row}");
        compared += 1;
    }
    assert!(compared > 30);
}

#[test]
fn models_that_change_and_what_is_known() {
    let place = Place::new();
    place.write("own.cat", "\"own\"\ninclude \"cos.cat\"\ninclude \"part.cat\"\n");
    place.write("part.cat", "acyclic po | rf | fr | co as sc\n");
    let test = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../corpus/x86_64/SB.litmus")
        .canonicalize()
        .expect("it is there");
    let text = format!("kind = 'run'\nmodels = ['./own.cat', 'x86tso', 'aarch64']\ntests = ['{}']\n", path(&test));
    let first = place.plan(&text, "first", &[]);
    assert_eq!(lakmus(&["run", path(&first)]).status.code(), Some(0));
    assert!(verdicts(&first).contains(",never,"), "{}", verdicts(&first));
    let second = place.plan(&text, "second", &["--reuse", path(&first)]);
    assert_eq!(said(&lakmus(&["merge", path(&second)])), "2 units: 2 complete; no alarm\n");
    let run = lakmus(&["run", path(&second)]);
    assert_eq!(run.status.code(), Some(0), "{}", said(&run));
    assert_eq!(verdicts(&first), verdicts(&second));
    assert_eq!(lakmus(&["diff", path(&first), path(&second)]).status.code(), Some(0));
    let third = place.plan(&text, "third", &[]);
    place.write("part.cat", "acyclic po as weaker\n");
    let refused = lakmus(&["run", path(&third)]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(said(&refused).contains("`./own.cat` is not what it was"), "{}", said(&refused));
    let fourth = place.plan(&text, "fourth", &["--reuse", path(&first)]);
    assert_eq!(lakmus(&["run", path(&fourth)]).status.code(), Some(0));
    let changes = lakmus(&["diff", path(&first), path(&fourth)]);
    assert_eq!(changes.status.code(), Some(1));
    assert!(
        said(&changes).starts_with("verdict: SB under ./own.cat: complete no never 0/3 -> complete ok sometimes"),
        "{}",
        said(&changes)
    );
}

#[test]
fn what_is_wrong_is_said_and_has_a_status() {
    let place = Place::new();
    let bad = place.write("bad.litmus", "X86_64 bad\n{ }\n P0 ;\n frobnicate ;\nexists (0:rax=0)\n");
    let claim = place.write("claim.litmus", "X86_64 claim\n{ x=0; y=0; }\n P0 | P1 ;\n movl $1,(x) | movl $1,(y) ;\n movl (y),%eax | movl (x),%eax ;\n~exists (0:rax=0 /\\ 1:rax=0)\n");
    let of = |test: &Path| format!("kind = 'run'\ntests = ['{}']\n", path(test));
    let refused = place.plan(&of(&bad), "refused", &[]);
    let run = lakmus(&["run", path(&refused)]);
    assert_eq!((run.status.code(), said(&run).as_str()), (Some(3), "1 units: 0 complete, 1 refused; no alarm\n"));
    assert!(said(&lakmus(&["query", path(&refused), "unjudged"])).contains("unknown-instruction"));
    let alarmed = place.plan(&of(&claim), "alarmed", &[]);
    let run = lakmus(&["run", path(&alarmed)]);
    assert_eq!((run.status.code(), said(&run).as_str()), (Some(1), "1 units: 1 complete; 1 alarm\n"));
    for (format, word) in [
        ("junit", "<failure"),
        ("sarif", "\"ruleId\": \"alarm\""),
        ("json", "\"alarm\":true"),
        ("html", "claim under x86tso"),
    ] {
        let report = lakmus(&["report", path(&alarmed), "--format", format]);
        assert_eq!(report.status.code(), Some(1));
        assert!(said(&report).contains(word), "{format}: {}", said(&report));
        let since = lakmus(&["report", path(&alarmed), "--format", format, "--since", path(&alarmed)]);
        assert_eq!(since.status.code(), Some(0), "{format}");
        if format == "html" {
            let page = said(&report);
            assert!(page.contains("<a href=\"#test-0\">claim</a>") && page.contains("<svg"), "{page}");
            assert!(!said(&since).contains("claim under x86tso"), "{}", said(&since));
        }
    }
    let again = lakmus(&["plan", path(&place.path("alarmed.toml")), "-o", path(&alarmed)]);
    assert_eq!(again.status.code(), Some(2));
    assert!(said(&again).contains("is not empty"));
    for (text, word) in [
        ("kind = 'run'\ntests = ['nowhere.litmus']\n", "nowhere.litmus"),
        ("kind = 'run'\nmodels = ['nomodel']\ntests = ['claim.litmus']\n", "nomodel"),
        ("kind = 'run'\n[[gen]]\narguments = ['nothing']\n", "lakmus gen nothing"),
    ] {
        let file = place.write("wrong.toml", text);
        let directory = place.path("wrong");
        let planned = lakmus(&["plan", path(&file), "-o", path(&directory)]);
        assert_eq!(planned.status.code(), Some(2));
        assert!(said(&planned).contains(word), "{}", said(&planned));
        assert!(!directory.exists(), "a plan that is not finished leaves nothing");
    }
    let nowhere = lakmus(&["run", path(&place.path("nowhere"))]);
    assert_eq!(nowhere.status.code(), Some(2));
    assert!(said(&nowhere).contains("is no campaign"));
}

#[test]
fn a_result_that_a_log_does_not_expect_is_an_alarm() {
    let place = Place::new();
    let test = "X86_64 SB\n{ x=0; y=0; }\n P0 | P1 ;\n movl $1,(x) | movl $1,(y) ;\n movl (y),%eax | movl (x),%eax ;\nexists (0:rax=0 /\\ 1:rax=0)\n";
    let test = place.write("SB.litmus", test);
    let log = |model: &str| {
        let words = ["run", "--model", model, path(&test)];
        let output = Command::new(env!("CARGO_BIN_EXE_lakmus")).args(words).output().expect("lakmus runs");
        String::from_utf8(output.stdout).expect("text")
    };
    place.write("sc.log", &log("sc"));
    place.write("tso.log", &format!("{}{}", log("x86tso"), log("sc").replace(" SB ", " other ")));
    place.write("cpu.log", "Test SB Allowed\nHistogram (2 states)\n9     :>0:rax=1; 1:rax=1;\n1     *>0:rax=0; 1:rax=0;\nOk\n\nWitnesses\nPositive: 1, Negative: 9\nCondition exists (0:rax=0 /\\ 1:rax=0) is validated\nObservation SB Sometimes 1 9\nTime SB 0.01\n\n");
    let campaign = |expect: &str| format!("kind = 'run'\nmodels = ['sc', 'x86tso']\ntests = ['SB.litmus']\n{expect}");
    let expect = |log: &str, model: &str| format!("[[expect]]\nlogs = ['{log}']\nmodels = ['{model}']\n");
    let plan = |text: &str, name: &str| {
        let file = place.write(&format!("{name}.toml"), text);
        lakmus(&["plan", path(&file), "-o", path(&place.path(name))])
    };
    let same = [expect("sc.log", "sc"), expect("tso.log", "x86tso"), expect("cpu.log", "x86tso")].concat();
    let planned = said(&plan(&campaign(&same), "same"));
    let counts = "2 units: 2 to run in 1 shard; 2 compared with logs; 1 tests of the logs are not among them\n";
    assert!(planned.ends_with(counts), "{planned}");
    let run = lakmus(&["run", path(&place.path("same"))]);
    assert_eq!((run.status.code(), said(&run).as_str()), (Some(0), "2 units: 2 complete; no alarm\n"));
    // What stands for a unit that is compared with nothing does not stand for one that is.
    let other = [expect("tso.log", "sc"), expect("cpu.log", "sc")].concat();
    let file = place.write("other.toml", &campaign(&other));
    let directory = place.path("other");
    let _ = lakmus(&["plan", path(&file), "-o", path(&directory), "--reuse", path(&place.path("same"))]);
    let run = lakmus(&["run", path(&directory)]);
    assert_eq!((run.status.code(), said(&run).as_str()), (Some(1), "2 units: 2 complete; 1 alarm\n"));
    let query = said(&lakmus(&["query", path(&directory), "unexpected"]));
    let row = query.lines().nth(1).expect("there is a difference");
    assert!(
        row.starts_with("SB    sc     tso.log: No; tso.log: -[0:rax=0; 1:rax=0;]; cpu.log: -[0:rax=0; 1:rax=0;]"),
        "{query}"
    );
    assert!(said(&lakmus(&["query", path(&directory), "alarms"])).contains("SB    sc     unexpected  complete"));
    for (format, word) in [("junit", "<failure"), ("html", "tso.log: No"), ("sarif", "cpu.log: -[0:rax=0; 1:rax=0;]")] {
        let report = lakmus(&["report", path(&directory), "--format", format]);
        assert!(report.status.code() == Some(1) && said(&report).contains(word), "{format}: {}", said(&report));
    }
    place.write("empty.log", "");
    for (text, word) in [
        (expect("empty.log", "sc"), "no test in the log `empty.log`"),
        (expect("nowhere.log", "sc"), "cannot read `nowhere.log`"),
        (expect("sc.log", "aarch64"), "no test of the log `sc.log` under aarch64"),
        ("[[expect]]\nlogs = ['sc.log']\n".to_owned(), "needs `models`"),
    ] {
        let planned = plan(&campaign(&text), "wrong");
        assert_eq!(planned.status.code(), Some(2));
        assert!(said(&planned).contains(word), "{}", said(&planned));
        assert!(!place.path("wrong").exists());
    }
}

#[test]
fn java_tests_are_checked_under_models_and_rules() {
    let place = Place::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("it is there");
    let corpus = |name: &str| std::fs::read_to_string(root.join("corpus/java").join(name)).expect("it is there");
    place.write("thin.litmus", &corpus("thin-air.litmus"));
    place.write("lb.litmus", &corpus("LB+positive.litmus").replace("exists", "~exists"));
    std::fs::copy(root.join("crates/lakmus/tests/cli/files/jcstress/Rounds.java"), place.path("Rounds.java"))
        .expect("it is there");
    let text = "kind = 'java'\nmodels = ['jls04', 'jls04:none']\ntests = ['thin.litmus', 'lb.litmus', 'Rounds.java']\n";
    let directory = place.plan(text, "java", &[]);
    let run = lakmus(&["run", path(&directory)]);
    assert_eq!(run.status.code(), Some(1), "{}", said(&run));
    let table = said(&lakmus(&["query", path(&directory), "all", "--csv"]));
    // Each unit as the command judges it.
    let mut compared = 0;
    for (file, rules) in [("thin.litmus", "jls"), ("thin.litmus", "none"), ("lb.litmus", "jls"), ("Rounds.java", "jls")]
    {
        let test = place.path(file);
        let command = ["java", "check", "--rules", rules, path(&test)];
        let checked = Command::new(env!("CARGO_BIN_EXE_lakmus")).args(command).output().expect("lakmus runs");
        let model = if rules == "jls" { "jls04,".to_owned() } else { format!("jls04:{rules},") };
        let printed = said(&checked);
        let lines: Vec<&str> = printed.lines().collect();
        for (place, line) in lines.iter().enumerate().filter(|(_, line)| !line.starts_with(' ')) {
            let mut below = lines[place + 1..].iter().take_while(|line| line.starts_with(' '));
            let kind = if below.any(|line| line.contains("unrolling limit")) { "cut" } else { "complete" };
            let (name, words) = line.strip_prefix("FAIL ").unwrap_or(line).split_once(": ").expect("a name");
            let row = table.lines().find(|row| row.contains(&format!(",{name},{file},{model}")));
            let row = row.unwrap_or_else(|| panic!("{name}: {table}"));
            let alarm = if line.starts_with("FAIL") { ",1," } else { ",0," };
            let word = words.split([',', ' ']).next().expect("a word");
            let verdict = if file.ends_with(".java") { if alarm == ",1," { "no" } else { "ok" } } else { word };
            assert!(row.contains(&format!(",{kind}{alarm}{verdict},")), "{line}: {row}");
            compared += 1;
        }
    }
    assert!(compared >= 4, "{compared}");
    let unexpected = said(&lakmus(&["query", path(&directory), "unexpected"]));
    assert!(unexpected.contains("allowed, but expected is forbidden"), "{unexpected}");
    let again = place.plan(text, "again", &["--reuse", path(&directory)]);
    assert_eq!(said(&lakmus(&["missing", path(&again)])), "0\n");
    assert!(said(&lakmus(&["status", path(&again)])).contains("units   0 of 0"), "all is known");
    // What a comment expects is part of a test.
    let thin = corpus("thin-air.litmus").replace("~exists", "exists");
    place.write("thin.litmus", &thin.replace("(* Values", "(* expected: allowed. Values"));
    let changed = place.plan(text, "changed", &["--reuse", path(&directory)]);
    assert!(said(&lakmus(&["status", path(&changed)])).contains("units   0 of 2"));
    for (more, word) in [
        ("models = ['jls04:nowhere']\n", "jls04:nowhere"),
        ("models = ['all']\n", "name their models, as `MODEL:RULES`"),
        ("[[expect]]\nlogs = ['l']\n", "a Java test says itself"),
        ("[options]\narguments = ['x']\n", "`arguments` say nothing"),
    ] {
        let file = place.write("wrong.toml", &format!("kind = 'java'\ntests = ['thin.litmus']\n{more}"));
        let planned = lakmus(&["plan", path(&file), "-o", path(&place.path("wrong"))]);
        assert_eq!(planned.status.code(), Some(2), "{}", said(&planned));
        assert!(said(&planned).contains(word), "{}", said(&planned));
    }
}

#[test]
fn a_limit_ends_a_unit_and_not_the_campaign() {
    let place = Place::new();
    let cells: Vec<String> = (0..8).map(|_| "movl $1,(x)".to_owned()).collect();
    let rows: String = cells.iter().map(|cell| format!(" {cell} | {cell} | {cell} | {cell} ;\n")).collect();
    place.write("heavy.litmus", &format!("X86_64 heavy\n{{ x=0; }}\n P0 | P1 | P2 | P3 ;\n{rows}exists ([x]=1)\n"));
    place.write("light.litmus", "X86_64 light\n{ x=0; }\n P0 ;\n movl $1,(x) ;\nexists ([x]=1)\n");
    let text = "kind = 'run'\ntests = ['heavy.litmus', 'light.litmus']\n[options]\ntimeout = 0.2\n";
    let directory = place.plan(text, "limited", &[]);
    let run = lakmus(&["run", path(&directory)]);
    assert_eq!((run.status.code(), said(&run).as_str()), (Some(3), "2 units: 1 complete, 1 timeout; no alarm\n"));
    let again = place.plan(text, "again", &["--reuse", path(&directory)]);
    assert_eq!(said(&lakmus(&["missing", path(&again)])), "0\n");
}
