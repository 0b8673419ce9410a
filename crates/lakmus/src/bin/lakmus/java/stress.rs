//! `lakmus java jcstress` and `lakmus java stress`: tests on a real Java.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use java::harness::{self, ExpectedOutcome, Shown};
use java::{JavaError, behaviours};
use litmus::FileNames;
use serde::Serialize;
use source::{Diagnostic, Severity};
use system::TemporaryDirectory;

use super::args::{JcstressArgs, StressArgs};
use super::batch::{Failed, Loaded, Setting};
use super::compile::{write, write_new};
use super::record::FailureRecord;
use super::source_outcomes::{Allowed, Program, Values, print_values};
use crate::{Status, json};

/// How many states a round goes through.
const ROUND: u64 = 2000;

/// `lakmus java jcstress`.
pub(super) fn jcstress(args: JcstressArgs) -> Status {
    let Some(setting) = Setting::load(&args.model) else { return Status::Usage };
    let mut names = FileNames::default();
    setting.each(&args.tests, &|_| None, &mut |loaded| {
        let program = Program::of(&setting, loaded)?;
        let shown = shown_by_condition(loaded, &program);
        let outcomes = expected_outcomes(&setting, &program, &shown)?;
        let mut text = harness::jcstress(&loaded.test, &program.threads, &shown, &outcomes)?;
        let conditions: Vec<String> = behaviours(&loaded.test, loaded.text())
            .into_iter()
            .map(|behaviour| {
                let expected = behaviour.expected.map_or("nothing is expected", |expected| expected.word());
                format!("// {} ({expected})\n", behaviour.text)
            })
            .collect();
        text.insert_str(0, &conditions.concat());
        match &args.output {
            None => Ok((text, Status::Success)),
            Some(directory) => {
                write_new(directory, &mut names, &harness::class_name(&loaded.test), "java", &text)?;
                Ok((String::new(), Status::Success))
            }
        }
    })
}

/// The registers that the condition names; all of them where it names none.
fn shown_by_condition(loaded: &Loaded, program: &Program) -> Shown {
    let lowered = loaded.test.lowered();
    let named: Shown = program
        .shown
        .iter()
        .filter(|(thread, name)| lowered.displayed.iter().any(|place| *place.name == *format!("{thread}:{name}")))
        .cloned()
        .collect();
    if named.is_empty() { program.shown.clone() } else { named }
}

/// What the model says of the values of these registers; of all others it says that they are forbidden.
fn expected_outcomes(setting: &Setting, program: &Program, shown: &Shown) -> Result<Vec<ExpectedOutcome>, JavaError> {
    let allowed = Allowed::of(setting, program)?;
    if allowed.is_cut() {
        let message = "a loop was cut, so that not all outcomes are known, and jcstress forbids what is not listed";
        let error = Diagnostic::new(Severity::Error, "cut-loop", message);
        return Err(error.help("see --unroll").into());
    }
    let mut all: Vec<Vec<i32>> = allowed.all().iter().map(|values| projected(values, shown)).collect();
    all.sort();
    all.dedup();
    let mut outcomes: Vec<ExpectedOutcome> = all
        .into_iter()
        .map(|values| ExpectedOutcome { values, is_allowed: true, description: "allowed by the model".to_owned() })
        .collect();
    // jcstress takes the first that matches; what is not listed is forbidden there.
    outcomes.sort_by(|a, b| a.values.cmp(&b.values));
    Ok(outcomes)
}

fn projected(values: &Values, shown: &Shown) -> Vec<i32> {
    shown.iter().map(|(thread, name)| values.get(&format!("{thread}:{name}")).copied().unwrap_or(0)).collect()
}

/// `lakmus java stress`.
pub(super) fn run(args: StressArgs) -> Status {
    let Some(setting) = Setting::load(&args.model) else { return Status::Usage };
    if let Some(wrong) = args.jit.iter().find(|way| flags(way).is_none()) {
        return crate::usage(&format!("--jit knows interpreter, c1, c2 and tiered, not `{wrong}`"));
    }
    let failed = |failed: &Failed| args.json.then(|| FailureRecord::line(failed));
    setting.each(&args.tests, &failed, &mut |loaded| {
        let program = Program::of(&setting, loaded)?;
        let (shown, seen) = match &args.log {
            Some(log) => from_log(log, loaded, &program)?,
            None => (program.shown.clone(), sample(loaded, &program, &args)?),
        };
        let allowed = Allowed::of(&setting, &program)?;
        // A log may show fewer registers than the program has.
        let projected: Option<BTreeSet<Vec<i32>>> = (shown.len() < program.shown.len())
            .then(|| allowed.all().iter().map(|values| projected(values, &shown)).collect());
        let state = |(values, count): (&Vec<i32>, &u64)| {
            let values_of: Values =
                shown.iter().zip(values).map(|((thread, name), value)| (format!("{thread}:{name}"), *value)).collect();
            let is_allowed = match &projected {
                Some(all) => all.contains(values),
                None => allowed.allows(&values_of),
            };
            let verdict = match (is_allowed, allowed.is_cut()) {
                (true, _) => "allowed",
                (false, true) => "unknown",
                (false, false) => "forbidden",
            };
            StateRecord { values: values_of, count: *count, verdict }
        };
        let record = SamplesRecord {
            file: &loaded.file,
            test: loaded.test.name(),
            samples: seen.values().sum(),
            states: seen.iter().map(state).collect(),
        };
        let text = if args.json { json::line(&record) } else { record.text() };
        Ok((text, record.status()))
    })
}

/// What was seen of a test, as `--json` prints it.
#[derive(Serialize)]
struct SamplesRecord<'a> {
    file: &'a str,
    test: &'a str,
    samples: u64,
    states: Vec<StateRecord>,
}

/// A final state that was seen.
#[derive(Serialize)]
struct StateRecord {
    values: Values,
    count: u64,
    /// What the model says of it: `allowed`, `forbidden`, or `unknown` where loops were cut.
    verdict: &'static str,
}

impl SamplesRecord<'_> {
    fn status(&self) -> Status {
        let of = |state: &StateRecord| match state.verdict {
            "allowed" => Status::Success,
            "unknown" => Status::Incomplete,
            _ => Status::Found,
        };
        let has = |status| self.states.iter().any(|state| of(state) == status);
        [Status::Found, Status::Incomplete].into_iter().find(|status| has(*status)).unwrap_or(Status::Success)
    }

    fn text(&self) -> String {
        let mut text = format!("{}: {} samples\n", self.test, self.samples);
        for StateRecord { values, count, verdict } in &self.states {
            let mark = match *verdict {
                "allowed" => "",
                "unknown" => "  unknown: not in executions with so few rounds of loops, see --unroll",
                _ => "  not allowed by the model",
            };
            // Writing into a string cannot fail.
            let _ = writeln!(text, "  {count:>12}  {}{mark}", print_values(values));
        }
        text
    }
}

/// The options of `java` for a way to compile at run time.
fn flags(way: &str) -> Option<&'static [&'static str]> {
    Some(match way {
        "interpreter" => &["-Xint"],
        "c1" => &["-XX:TieredStopAtLevel=1"],
        "c2" => &["-XX:-TieredCompilation"],
        "tiered" => &[],
        _ => return None,
    })
}

type Seen = BTreeMap<Vec<i32>, u64>;

fn sample(loaded: &Loaded, program: &Program, args: &StressArgs) -> Result<Seen, JavaError> {
    let problem = |message: String| JavaError::from(Diagnostic::new(Severity::Error, "java", message));
    let class = harness::class_name(&loaded.test);
    let source = harness::stress(&loaded.test, &program.threads, &program.shown)?;
    let directory = TemporaryDirectory::new("the test's class").map_err(|error| problem(error.to_string()))?;
    let file = directory.path().join(format!("{class}.java"));
    write(&file, &source)?;
    execute(Command::new("javac").arg("-d").arg(directory.path()).arg(&file))?;
    let mut seen = Seen::new();
    for way in &args.jit {
        let rounds = args.samples.div_ceil(ROUND).max(1);
        let mut java = Command::new("java");
        java.args(flags(way).unwrap_or_default()).arg("-cp").arg(directory.path());
        let output = execute(java.arg(&class).arg(rounds.to_string()).arg(ROUND.to_string()))?;
        for (values, count) in histogram(&output, program.shown.len())? {
            *seen.entry(values).or_default() += count;
        }
    }
    Ok(seen)
}

/// What a command prints.
fn execute(command: &mut Command) -> Result<String, JavaError> {
    let name = command.get_program().to_string_lossy().into_owned();
    let problem = |message: String| JavaError::from(Diagnostic::new(Severity::Error, "java", message));
    let refused = |error: std::io::Error| {
        problem(format!("cannot run `{name}`: {error}{}", system::tools::advice(name.as_ref(), &error)))
    };
    let output = command.output().map_err(refused)?;
    if !output.status.success() {
        return Err(problem(format!("`{name}` failed: {}", String::from_utf8_lossy(&output.stderr).trim())));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What a log has of a test, and which registers it shows: one of jcstress those that the source for it has, of the class of that name.
fn from_log(path: &Path, loaded: &Loaded, program: &Program) -> Result<(Shown, Seen), JavaError> {
    let problem = |message: String| JavaError::from(Diagnostic::new(Severity::Error, "bad-log", message));
    let text = crate::files::named_text(path).map_err(problem)?;
    let class = harness::class_name(&loaded.test);
    let mut classes: BTreeSet<&str> = BTreeSet::new();
    let mut own = String::new();
    let mut is_own = false;
    for line in text.lines() {
        if let Some(name) = class_in(line) {
            classes.insert(name);
            is_own = name == class;
        } else if is_own {
            own += line;
            own.push('\n');
        }
    }
    let (shown, lines) = match classes.is_empty() {
        true => (program.shown.clone(), &text),
        false => (shown_by_condition(loaded, program), &own),
    };
    let seen = histogram(lines, shown.len())?;
    if seen.is_empty() && !classes.is_empty() && !classes.contains(&*class) {
        let known: Vec<&str> = classes.into_iter().take(10).collect();
        let message = format!("`{}` has no results of the class `{class}`", path.display());
        let error = Diagnostic::new(Severity::Error, "bad-log", message);
        return Err(error.help(format!("it has those of {}", known.join(", "))).into());
    }
    if seen.is_empty() {
        return Err(problem(format!("`{}` has no line with {} values and a count", path.display(), shown.len())));
    }
    Ok((shown, seen))
}

/// The class, without its package, that a line of a log of jcstress begins the results of: `...... [FAILED] lakmus.MP`.
fn class_in(line: &str) -> Option<&str> {
    let (verdict, name) = line.trim().trim_start_matches('.').trim_start().strip_prefix('[')?.split_once("] ")?;
    let is_name = |name: &str| {
        let in_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$' || c == '.';
        name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(in_name)
    };
    // Lines that begin with dashes are about the virtual machine.
    let is_verdict = ["OK", "FAILED", "ERROR", "SOFT ERROR", "HARD ERROR", "INTERESTING"].contains(&verdict);
    (is_verdict && is_name(name) && line.trim_start().starts_with('.')).then(|| name.rsplit('.').next().unwrap_or(name))
}

/// Lines `1,0 15402`, or as jcstress reports them: `1, 0   15,402    0.01%  Acceptable  ...`. Other lines are passed over.
fn histogram(text: &str, width: usize) -> Result<Seen, JavaError> {
    let mut seen = Seen::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        // The values: words as long as they end with a comma, and one more.
        let last = words.iter().take_while(|word| word.ends_with(',')).count();
        let Some(count) = words.get(last + 1) else { continue };
        let values = words[..=last].concat();
        let values: Option<Vec<i32>> = match (values.as_str(), width) {
            ("-", 0) => Some(Vec::new()),
            (values, _) => values.split(',').map(|value| value.parse().ok()).collect(),
        };
        let count: Option<u64> = count.replace(',', "").parse().ok();
        if let (Some(values), Some(count)) = (values.filter(|values| values.len() == width), count) {
            *seen.entry(values).or_default() += count;
        }
    }
    Ok(seen)
}
