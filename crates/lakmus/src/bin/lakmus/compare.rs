//! `lakmus compare`: what logs say of the same tests, side by side, and logs added up.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args as ArgGroup;
use lakmus::logs::{Block, Changes, Difference, Pair, Pairing, State, Verdict, difference, verdict_under};
use serde::Serialize;

use crate::output::{self, Closed};
use crate::{Status, files, json, usage};

const HELP: &str = "\
A LOG is one of herd7, litmus7 or lakmus, as text or JSON; `-` is the standard
input. Each log is compared with the first one. `+` marks states that it has and
the first one has not, `-` those that it lacks.

Exit status:
  0  nothing differs
  1  something differs, or (with --included) the first log has a state that
     another one lacks, or (with --new) another one has a new state
  2  a log cannot be read, or has no tests; or a mistake on the command line";

#[derive(Debug, ArgGroup)]
#[command(after_help = HELP)]
pub(crate) struct CompareArgs {
    /// Ask only whether the states of the first log are among those of the others
    #[arg(long)]
    pub(crate) included: bool,

    /// Print only what is new in the other logs: tests, states, verdicts that a state brings about
    #[arg(long, conflicts_with = "included")]
    pub(crate) new: bool,

    /// Show tests that are the same too
    #[arg(long)]
    pub(crate) all: bool,

    /// Print one log with all tests: states of all logs, counts added up
    #[arg(long, conflicts_with_all = ["included", "new", "all"])]
    pub(crate) sum: bool,

    /// Print JSON: an object for each test that is shown, and one with the numbers behind them
    #[arg(long, conflicts_with = "sum")]
    pub(crate) json: bool,

    /// Compare tests whose hashes differ too
    #[arg(long, help_heading = "Which tests")]
    pub(crate) nohash: bool,

    /// Tests have other names: FILE has lines `OLD NEW`
    #[arg(long, value_name = "FILE", help_heading = "Which tests")]
    pub(crate) rename: Vec<PathBuf>,

    /// What conditions claim: FILE has lines `NAME Allowed`, `NAME Forbidden` or `NAME Required`
    #[arg(long, value_name = "FILE", help_heading = "Which tests")]
    pub(crate) kinds: Vec<PathBuf>,

    /// Write the names of tests with states that the first log has not to FILE
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    pub(crate) pos: Option<PathBuf>,

    /// Write the names of tests that lack states of the first log to FILE
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    pub(crate) neg: Option<PathBuf>,

    /// Write the names of tests with the same states to FILE
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    pub(crate) eq: Option<PathBuf>,

    /// Logs
    #[arg(value_name = "LOG", required = true)]
    pub(crate) logs: Vec<PathBuf>,
}

/// What logs say of a test, as `--json` prints it.
#[derive(Serialize)]
struct TestRecord<'a> {
    test: &'a str,
    kind: &'a str,
    /// What the first log has: its file, the verdict and how many states.
    log: String,
    verdict: Option<&'static str>,
    states: usize,
    /// In what others differ from it.
    differences: Vec<DifferenceRecord>,
}

/// A test that the first log does not have.
#[derive(Serialize)]
struct OnlyRecord<'a> {
    test: &'a str,
    only_in: String,
}

/// In what a log differs from the first one.
#[derive(Default, Serialize)]
struct DifferenceRecord {
    log: String,
    /// `missing` where it does not have the test, `hash` where it has another one of this name, `result` where the results differ.
    difference: &'static str,
    /// What it has, where that is something else.
    hash: Option<String>,
    kind: Option<String>,
    verdict: Option<&'static str>,
    condition: Option<String>,
    counts: Option<(u64, u64)>,
    added: Vec<String>,
    missing: Vec<String>,
}

/// What all of it comes to.
#[derive(Serialize)]
struct SummaryRecord {
    compared: u64,
    same: u64,
    more_states: u64,
    fewer_states: u64,
    same_states: u64,
    other_hashes: u64,
    /// How many tests are in one log alone.
    only_in: BTreeMap<String, u64>,
}

/// In what other logs differ from the first one in a test: the lines of the text, and the same as data.
#[derive(Default)]
struct Found {
    lines: Vec<String>,
    differences: Vec<DifferenceRecord>,
}

impl Found {
    /// A log that has no result to be compared.
    fn push(&mut self, line: String, log: String, difference: &'static str, hash: Option<String>) {
        self.lines.push(line);
        self.differences.push(DifferenceRecord { log, difference, hash, ..DifferenceRecord::default() });
    }
}

/// Why comparing ends early.
enum Stopped {
    Usage(String),
    Closed(Closed),
}

impl From<Closed> for Stopped {
    fn from(closed: Closed) -> Stopped {
        Stopped::Closed(closed)
    }
}

type Log = Box<dyn BufRead>;

/// Does what is asked.
pub(crate) fn run(args: &CompareArgs) -> Status {
    let done = if args.sum { sum(args) } else { compare(args) };
    done.unwrap_or_else(|stopped| match stopped {
        Stopped::Usage(message) => usage(&message),
        Stopped::Closed(closed) => closed.status(),
    })
}

fn open(path: &Path) -> Result<Log, Stopped> {
    const BUFFER: usize = 1 << 20;
    if path.as_os_str() == "-" {
        return Ok(Box::new(BufReader::with_capacity(BUFFER, std::io::stdin())));
    }
    let file =
        File::open(path).map_err(|error| Stopped::Usage(format!("cannot read `{}`: {error}", path.display())))?;
    Ok(Box::new(BufReader::with_capacity(BUFFER, file)))
}

/// Lines of two words, comments and quotes left out.
fn map(files: &[PathBuf]) -> Result<BTreeMap<String, String>, Stopped> {
    let mut all = BTreeMap::new();
    for file in files {
        let text = files::named_text(file).map_err(Stopped::Usage)?;
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let Some((key, value)) = line.split_once(char::is_whitespace) else {
                let place = format!("{}:{}", file.display(), number + 1);
                return Err(Stopped::Usage(format!("{place}: expected two words, not `{line}`")));
            };
            all.insert(key.to_owned(), value.trim().trim_matches('"').to_owned());
        }
    }
    Ok(all)
}

fn pairing(args: &CompareArgs) -> Result<Pairing<Log>, Stopped> {
    let renamed = map(&args.rename)?;
    let logs = args.logs.iter().map(|path| open(path)).collect::<Result<Vec<_>, _>>()?;
    Ok(Pairing::new(logs, Box::new(move |name| renamed.get(name).cloned())))
}

fn next(pairing: &mut Pairing<Log>, args: &CompareArgs) -> Result<Option<Pair>, Stopped> {
    pairing.next_pair().map_err(|(log, error)| Stopped::Usage(format!("`{}`: {error}", args.logs[log].display())))
}

fn sum(args: &CompareArgs) -> Result<Status, Stopped> {
    let mut pairing = pairing(args)?;
    let mut text = String::new();
    let mut has_tests = false;
    while let Some(pair) = next(&mut pairing, args)? {
        has_tests = true;
        let mut blocks = pair.blocks.into_iter().flatten();
        let Some(mut first) = blocks.next() else { continue };
        for block in blocks {
            if !args.nohash && !same_hash(&first, &block) {
                return Err(Stopped::Usage(format!(
                    "the tests `{}` differ by their hashes; --nohash adds them up all the same",
                    pair.name
                )));
            }
            first.add(&block);
        }
        text += &first.text();
        if text.len() > 1 << 16 {
            output::write(text.as_bytes())?;
            text.clear();
        }
    }
    output::write(text.as_bytes())?;
    if !has_tests {
        return Err(Stopped::Usage("there is no test in the logs".to_owned()));
    }
    Ok(Status::Success)
}

fn same_hash(first: &Block, other: &Block) -> bool {
    match (first.hash(), other.hash()) {
        (Some(one), Some(another)) => one == another,
        _ => true,
    }
}

/// What was found, and the files that names go to.
struct Tally {
    compared: u64,
    equal: u64,
    /// With the same states, and another verdict, count or condition.
    otherwise: u64,
    more: u64,
    fewer: u64,
    only_in: Vec<u64>,
    /// For each log whether it has a test.
    has_tests: Vec<bool>,
    hashes: u64,
    has_failed: bool,
    pos: BTreeSet<String>,
    neg: BTreeSet<String>,
    eq: Option<BufWriter<File>>,
}

fn compare(args: &CompareArgs) -> Result<Status, Stopped> {
    if args.logs.len() < 2 {
        return Err(Stopped::Usage("compare needs two logs at least (--sum takes one)".to_owned()));
    }
    output::go_on_without_reader();
    let kinds = map(&args.kinds)?;
    let mut pairing = pairing(args)?;
    let create = |path: &PathBuf| {
        File::create(path).map_err(|error| Stopped::Usage(format!("cannot write `{}`: {error}", path.display())))
    };
    let mut tally = Tally {
        compared: 0,
        equal: 0,
        otherwise: 0,
        more: 0,
        fewer: 0,
        only_in: vec![0; args.logs.len()],
        has_tests: vec![false; args.logs.len()],
        hashes: 0,
        has_failed: false,
        pos: BTreeSet::new(),
        neg: BTreeSet::new(),
        eq: args.eq.as_ref().map(create).transpose()?.map(BufWriter::new),
    };
    let mut text = String::new();
    while let Some(pair) = next(&mut pairing, args)? {
        for (has_tests, block) in tally.has_tests.iter_mut().zip(&pair.blocks) {
            *has_tests |= block.is_some();
        }
        one(args, &kinds, &pair, &mut tally, &mut text)?;
        if text.len() > 1 << 16 {
            output::write(text.as_bytes())?;
            text.clear();
        }
    }
    output::write(text.as_bytes())?;
    for (path, names) in [(&args.pos, &tally.pos), (&args.neg, &tally.neg)] {
        if let Some(path) = path {
            let text: String = names.iter().map(|name| format!("{name}\n")).collect();
            std::fs::write(path, text)
                .map_err(|error| Stopped::Usage(format!("cannot write `{}`: {error}", path.display())))?;
        }
    }
    if let Some(Err(error)) = tally.eq.as_mut().map(Write::flush) {
        return Err(Stopped::Usage(format!("cannot write: {error}")));
    }
    // Nothing differs from nothing, which is no answer to anybody who wants to know whether tests behave alike.
    if let Some(empty) = tally.has_tests.iter().position(|has_tests| !has_tests) {
        return Err(Stopped::Usage(format!("there is no test in the log `{}`", args.logs[empty].display())));
    }
    if args.json {
        output::write(json::line(&SummaryRecord::new(args, &tally)).as_bytes())?;
    }
    tell(args, &tally);
    Ok(if tally.has_failed { Status::Found } else { Status::Success })
}

impl SummaryRecord {
    fn new(args: &CompareArgs, tally: &Tally) -> SummaryRecord {
        let only_in = args.logs.iter().zip(&tally.only_in).filter(|(_, count)| **count > 0);
        SummaryRecord {
            compared: tally.compared,
            same: tally.equal,
            more_states: tally.more,
            fewer_states: tally.fewer,
            same_states: tally.otherwise,
            other_hashes: tally.hashes,
            only_in: only_in.map(|(log, count)| (log.display().to_string(), *count)).collect(),
        }
    }
}

fn tell(args: &CompareArgs, tally: &Tally) {
    let mut parts = vec![format!("{} compared", tally.compared), format!("{} the same", tally.equal)];
    let mut say = |count: u64, what: &str| {
        if count > 0 {
            parts.push(format!("{count} {what}"));
        }
    };
    say(tally.more, "with more states");
    say(tally.fewer, "with fewer");
    say(tally.otherwise, "with the same states that differ otherwise");
    say(tally.hashes, "not compared, as their hashes differ");
    for (log, count) in args.logs.iter().zip(&tally.only_in) {
        say(*count, &format!("only in {}", log.display()));
    }
    output::complain(&parts.join(", "));
}

/// Compares what logs say of a test, and writes down what differs.
fn one(
    args: &CompareArgs,
    kinds: &BTreeMap<String, String>,
    pair: &Pair,
    tally: &mut Tally,
    text: &mut String,
) -> Result<(), Stopped> {
    let Some(first) = &pair.blocks[0] else {
        for (log, _) in pair.blocks.iter().enumerate().filter(|(_, block)| block.is_some()) {
            tally.only_in[log] += 1;
            tally.has_failed |= !args.included;
            let only_in = args.logs[log].display().to_string();
            *text += &match args.json {
                true => json::line(&OnlyRecord { test: &pair.name, only_in }),
                false => format!("Test {} only in {only_in}\n", pair.name),
            };
        }
        return Ok(());
    };
    let (mut changed, mut is_equal, mut has_same_states) = (Found::default(), true, true);
    // Taken apart when they are first looked at: most states are the same to the letter.
    let states = std::cell::OnceCell::new();
    let states = || states.get_or_init(|| first.states());
    for (log, block) in pair.blocks.iter().enumerate().skip(1) {
        let shown = args.logs[log].display();
        let Some(block) = block else {
            tally.only_in[0] += 1;
            (is_equal, has_same_states) = (false, false);
            tally.has_failed |= !args.new;
            if !args.new {
                changed.lines.push(format!("  {shown}: no such test"));
                let log = shown.to_string();
                changed.differences.push(DifferenceRecord {
                    log,
                    difference: "missing",
                    ..DifferenceRecord::default()
                });
            }
            continue;
        };
        if first.is_same_text(block) && kinds.is_empty() {
            tally.compared += 1;
            continue;
        }
        if !args.nohash && !same_hash(first, block) {
            tally.hashes += 1;
            tally.has_failed = true;
            (is_equal, has_same_states) = (false, false);
            let (hash, before) = (block.hash().unwrap_or_default(), first.hash().unwrap_or_default());
            let line = format!("  {shown}: another test, its hash is {hash} and not {before}");
            changed.push(line, shown.to_string(), "hash", Some(hash.to_owned()));
            continue;
        }
        tally.compared += 1;
        let found = match first.has_same_state_lines(block) {
            true => Difference::default(),
            false => difference(states(), &block.states()),
        };
        has_same_states &= found.is_empty();
        is_equal &= changes(args, kinds, [first, block], &found, &shown.to_string(), tally, &mut changed);
    }
    tally.equal += u64::from(is_equal);
    tally.otherwise += u64::from(!is_equal && has_same_states);
    if has_same_states && let Some(eq) = &mut tally.eq {
        // A failure shows when the file is flushed.
        let _ = writeln!(eq, "{}", pair.name);
    }
    if !changed.lines.is_empty() || args.all {
        let kind = kinds.get(&pair.name).map_or_else(|| first.kind(), String::as_str);
        let record = TestRecord::new(args, kind, first, states().len(), changed.differences);
        *text += &if args.json { json::line(&record) } else { record.text(&changed.lines) };
    }
    Ok(())
}

impl<'a> TestRecord<'a> {
    /// What the first log has, and in what others differ.
    fn new(
        args: &CompareArgs,
        kind: &'a str,
        first: &'a Block,
        states: usize,
        differences: Vec<DifferenceRecord>,
    ) -> TestRecord<'a> {
        let (log, verdict) = (args.logs[0].display().to_string(), first.verdict().map(Verdict::name));
        TestRecord { test: &first.name, kind, log, verdict, states, differences }
    }

    fn text(&self, lines: &[String]) -> String {
        let TestRecord { test, kind, log, states, .. } = self;
        let mut text = format!("Test {test} {kind}\n  {log}: {}, {states} states\n", self.verdict.unwrap_or_default());
        for line in lines {
            text.push_str(line);
            text.push('\n');
        }
        if lines.is_empty() {
            text += "  the same\n";
        }
        text
    }
}

/// Writes down in what the second block differs from the first; gives whether it does not.
fn changes(
    args: &CompareArgs,
    kinds: &BTreeMap<String, String>,
    [first, block]: [&Block; 2],
    found: &Difference,
    log: &str,
    tally: &mut Tally,
    changed: &mut Found,
) -> bool {
    if !found.added.is_empty() {
        tally.more += 1;
        tally.pos.insert(block.name.clone());
    }
    if !found.missing.is_empty() {
        tally.fewer += 1;
        tally.neg.insert(block.name.clone());
    }
    let kind = |block: &Block| kinds.get(&block.name).cloned().unwrap_or_else(|| block.kind().to_owned());
    let header = header([&kind(first), &kind(block)], [first, block], found.is_empty());
    let is_equal = found.is_empty() && header.is_empty();
    tally.has_failed |= match (args.included, args.new) {
        (true, _) => !found.missing.is_empty(),
        (_, true) => !found.added.is_empty(),
        _ => !is_equal,
    };
    let shown = match (args.included, args.new) {
        (true, _) => !found.missing.is_empty(),
        (_, true) => !found.added.is_empty(),
        _ => !is_equal,
    };
    if shown {
        let (added, missing) = match (args.included, args.new) {
            (true, _) => (&[][..], &found.missing[..]),
            (_, true) => (&found.added[..], &[][..]),
            _ => (&found.added[..], &found.missing[..]),
        };
        let lines = &mut changed.lines;
        lines.push(format!("  {log}:{}", if header.is_empty() { " other states".to_owned() } else { header }));
        lines.extend(added.iter().map(|state| format!("    +[{}]", state.text())));
        lines.extend(missing.iter().map(|state| format!("    -[{}]", state.text())));
        let kinds = [kind(first), kind(block)];
        let states = |all: &[State]| all.iter().map(|state| state.text().to_owned()).collect();
        let of_result = DifferenceRecord::of_result([&kinds[0], &kinds[1]], [first, block], found.is_empty());
        let (log, added, missing) = (log.to_owned(), states(added), states(missing));
        changed.differences.push(DifferenceRecord { log, added, missing, ..of_result });
    }
    is_equal
}

impl DifferenceRecord {
    /// As [`header`] has it as text.
    fn of_result(kinds: [&str; 2], [first, block]: [&Block; 2], has_counts: bool) -> DifferenceRecord {
        let changes = Changes::between(kinds, [first, block], has_counts);
        DifferenceRecord {
            difference: "result",
            kind: changes.kind.then(|| kinds[1].to_owned()),
            verdict: verdict_under(block, kinds[1]).filter(|_| changes.verdict).map(Verdict::name),
            condition: block.condition().filter(|_| changes.condition).map(str::to_owned),
            counts: block.counts().filter(|_| changes.counts),
            ..DifferenceRecord::default()
        }
    }
}

/// In what the second block differs from the first beside its states, where conditions claim what `kinds` says: each with a space before it, empty where nothing does.
/// Counts are compared where `has_counts` and neither comes from hardware.
pub(crate) fn header(kinds: [&str; 2], [first, block]: [&Block; 2], has_counts: bool) -> String {
    let mut header = String::new();
    let changes = Changes::between(kinds, [first, block], has_counts);
    if changes.kind {
        header += &format!(" {}", kinds[1]);
    }
    if changes.verdict {
        let cut = if block.is_cut() { "Loop " } else { "" };
        header += &format!(" {cut}{}", verdict_under(block, kinds[1]).map_or("no verdict", Verdict::name));
    }
    if changes.condition {
        header += &format!(" condition {}", block.condition().unwrap_or_default());
    }
    if changes.counts {
        let (positive, negative) = block.counts().unwrap_or_default();
        let (before, against) = first.counts().unwrap_or_default();
        header += &format!(" counts {positive} {negative} and not {before} {against}");
    }
    header
}
