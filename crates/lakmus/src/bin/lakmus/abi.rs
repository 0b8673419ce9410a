//! `lakmus abi`: conformance of compilers to mapping tables.

pub(crate) mod args;
#[cfg(feature = "campaign")]
pub(crate) mod units;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use ::mix::abi::{Checks, Conformance, shapes};
use ::mix::{
    Architecture, CodeCache, Culprit, Fragments, MappingTable, Options, Profile, ProfileId, SourceTest, Split,
    TestResult, classes, run as run_mix,
};
use serde::Serialize;
use serde_json::json;
use source::Sources;

use crate::accepted::Accepted;
use crate::cases::{self, Case, Finding, Gap};
use crate::mix::args::FormatName;
use crate::mix::{Caches, gaps_of_result, outcome, processors, profiles, table, target_models};
use crate::{Status, output};

use args::{AbiArgs, AbiCheckArgs, AbiCommand, AbiWriteArgs};

/// Does what is asked.
pub(crate) fn run(args: AbiArgs) -> Status {
    match args.command {
        AbiCommand::Check(args) => check(&args),
        AbiCommand::Write(args) => write(&args),
    }
}

/// What is said of a profile (*Mix Testing*, section 6.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Standing {
    /// Nothing was compared.
    Unchecked,
    /// Every operation that was compared is as the table of the weakest machine has it.
    Baseline,
    /// Every one is as some table has it.
    #[serde(rename = "sub-ABI")]
    SubAbi,
    /// Some operations are as no table has them, and no test shows that they do not fit.
    Island,
    /// A test shows that it does not fit to the table.
    Break,
}

impl Standing {
    fn word(self) -> &'static str {
        match self {
            Standing::Unchecked => "unchecked",
            Standing::Baseline => "baseline",
            Standing::SubAbi => "sub-ABI",
            Standing::Island => "island",
            Standing::Break => "break",
        }
    }
}

/// A profile's part of the report.
#[derive(Serialize)]
struct OneProfile {
    name: String,
    standing: Standing,
    /// Why it gives no code at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    /// How many operations there are, and how many of them were compared.
    operations: usize,
    compared: usize,
    /// By table: how many operations are as it has them.
    rows: BTreeMap<String, usize>,
    /// Operations that are as no table has them, with their code.
    others: Vec<(String, Vec<String>)>,
    /// The same by what the code does to memory: the operations, and the code of the first of them.
    #[serde(skip)]
    effects: BTreeMap<Vec<String>, (Vec<String>, BTreeSet<String>)>,
    not_in_tables: Vec<String>,
    unknown: BTreeMap<String, usize>,
    /// The tests that show a break: name and outcomes.
    breaks: Vec<String>,
    /// The case of the profile itself, and one for each operation.
    #[serde(skip)]
    own_cases: Vec<Case>,
    /// One for each test that mixes it with a table.
    #[serde(skip)]
    mixed_cases: Vec<Case>,
}

/// What SARIF says of the rules.
const RULES: [(&str, &str); 2] = [
    ("in-no-table", "An operation is compiled as no table has it"),
    ("break", "A test that mixes a profile with a table has an outcome that its source does not have"),
];

fn check(args: &AbiCheckArgs) -> Status {
    let profiles = match profiles::chosen(&args.profiles) {
        Ok(profiles) => profiles,
        Err(message) => return crate::usage(&message),
    };
    let tables = match against(&args.against) {
        Ok(tables) => tables,
        Err(message) => return crate::usage(&message),
    };
    let accepted = match Accepted::read(args.report.accepted.as_deref(), &profiles) {
        Ok(accepted) => accepted,
        Err(message) => return crate::usage(&message),
    };
    let cache = match Caches::of(args.report.cache.as_deref()) {
        Ok(cache) => cache,
        Err(message) => return crate::usage(&message),
    };
    let Ok(checks) = Checks::new() else { return crate::usage("the checks cannot be read") };
    let comparison = Comparison { args, checks, tables, cache, jobs: processors() };
    let (mut all, tests) = comparison.of(&profiles);
    if all.iter().all(|profile| profile.refused.is_some()) {
        return crate::usage(&format!("no profile can be checked: none compiles{}", refusals(&all)));
    }
    for case in all.iter_mut().flat_map(|profile| profile.own_cases.iter_mut().chain(&mut profile.mixed_cases)) {
        accepted.apply(case);
    }
    printed(args, &all, &comparison.tables, (&tests, &accepted))
}

/// What profiles are compared with.
struct Comparison<'a> {
    args: &'a AbiCheckArgs,
    checks: Checks,
    tables: Vec<MappingTable>,
    cache: Caches,
    /// How much is done at a time.
    jobs: usize,
}

impl Comparison<'_> {
    /// What comes of profiles, and the tests that mixed them with tables. One that gives no code is left out where it was found and not asked for.
    fn of(&self, profiles: &[Profile]) -> (Vec<OneProfile>, Vec<String>) {
        let Comparison { args, checks, tables, cache, jobs } = self;
        let code = classes::classes(profiles, checks.fragments(), classes::Sameness::Code, *jobs, &cache.code);
        let found = checks.conformance(profiles, &code, tables);
        // Rows of the documents fit to each other. Whether those of other tables do is not known.
        let rows_fit = args.against.len() <= 1;
        let is_doubtful = |number: &usize| {
            found[*number].iter().any(|one| match one {
                Conformance::Other { .. } => true,
                Conformance::Row(_) => !rows_fit,
                Conformance::NotInTables | Conformance::Unknown(_) => false,
            })
        };
        let doubtful: Vec<usize> = (0..profiles.len()).filter(is_doubtful).collect();
        let mixed = match args.no_simulation || doubtful.is_empty() {
            true => Mixed::default(),
            false => self.mixed(profiles, &doubtful, &code),
        };
        let operations: Vec<String> = checks.operations().map(ToString::to_string).collect();
        let mut all = Vec::new();
        for (number, profile) in profiles.iter().enumerate() {
            let first = tables.iter().find(|table| table.architecture == profile.architecture);
            let refused = code.refused.iter().find(|(id, _)| id.number() as usize == number).map(|(_, reason)| reason);
            // Profiles that were found, not asked for, need not work.
            if refused.is_some() && args.profiles.are_found() {
                continue;
            }
            let checked = Checked { profile, operations: &operations, found: &found[number], refused };
            let mut of_profile = checked.report(first.map(|table| table.name.as_str()), mixed.of(number));
            if doubtful.contains(&number) && args.no_simulation {
                let gap = Gap::skipped("nothing was simulated, since --no-simulation was given");
                of_profile.mixed_cases.push(Case { gaps: vec![gap], ..Case::new(&profile.name, "mixed with tables") });
            }
            all.push(of_profile);
        }
        (all, mixed.tests)
    }
}

/// The profiles that give no code, and why, a line each.
fn refusals(all: &[OneProfile]) -> String {
    let of = |profile: &OneProfile| {
        profile.refused.as_ref().map(|reason| format!("\n  {}: {reason}", profile.name)).unwrap_or_default()
    };
    all.iter().map(of).collect()
}

fn printed(
    args: &AbiCheckArgs,
    all: &[OneProfile],
    tables: &[MappingTable],
    (tests, accepted): (&[String], &Accepted<'_>),
) -> Status {
    let cases: Vec<Case> = all.iter().flat_map(OneProfile::cases).cloned().collect();
    let text = match args.report.format.chosen() {
        FormatName::Text => {
            text(all, tables, tests) + &cases::accepted_text(&cases, &accepted.unused()) + &counts(&cases)
        }
        FormatName::Json => {
            let against: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
            let whole = json!({
                "profiles": all,
                "against": against,
                "tested_by": tests,
                "cases": cases.iter().map(Case::value).collect::<Vec<_>>(),
                "counts": cases::counts_value(&cases),
            });
            format!("{}\n", serde_json::to_string_pretty(&whole).unwrap_or_default())
        }
        FormatName::Junit => cases::junit(&cases),
        FormatName::Sarif => cases::sarif("lakmus abi check", &RULES, &cases),
    };
    output::print(text.as_bytes()).max(cases::status_of(&cases))
}

/// How many cases came to what. Those that did not pass are listed with their profiles already.
fn counts(cases: &[Case]) -> String {
    let summary = cases::summary(cases);
    summary.lines().next().map(|line| format!("{line}\n")).unwrap_or_default()
}

fn against(names: &[String]) -> Result<Vec<MappingTable>, String> {
    if names.is_empty() {
        // Of each architecture the weakest machine's comes first.
        return MappingTable::documents().map(|(_, name)| table(name)).collect();
    }
    names.iter().map(|name| table(name)).collect()
}

/// A profile with what was compared of it.
struct Checked<'a> {
    profile: &'a Profile,
    operations: &'a [String],
    found: &'a [Conformance],
    refused: Option<&'a String>,
}

impl Checked<'_> {
    /// Its part of the report. `baseline` is the first table of its architecture, `mixed` what came of the tests.
    fn report(&self, baseline: Option<&str>, mixed: &[Case]) -> OneProfile {
        let name = &self.profile.name;
        let mut one = OneProfile {
            name: name.clone(),
            standing: Standing::Unchecked,
            refused: self.refused.cloned(),
            operations: self.operations.len(),
            compared: 0,
            rows: BTreeMap::new(),
            others: Vec::new(),
            effects: BTreeMap::new(),
            not_in_tables: Vec::new(),
            unknown: BTreeMap::new(),
            breaks: Vec::new(),
            own_cases: Vec::new(),
            mixed_cases: Vec::new(),
        };
        let compiles = Case::new(name, "compiles");
        one.own_cases.push(match self.refused {
            Some(reason) => Case { gaps: vec![Gap::error(reason)], ..compiles },
            None => compiles,
        });
        for (operation, conformance) in self.operations.iter().zip(self.found) {
            one.add(operation, conformance);
        }
        let is_break = |case: &&Case| !case.findings.is_empty();
        one.breaks = mixed.iter().filter(is_break).map(|case| case.name.clone()).collect();
        one.mixed_cases.extend(mixed.iter().map(|case| {
            let mut case = Case { suite: name.clone(), ..case.clone() };
            case.findings.iter_mut().for_each(|finding| finding.blamed = vec![vec![name.clone()]]);
            case
        }));
        one.standing = if !one.breaks.is_empty() {
            Standing::Break
        } else if !one.others.is_empty() {
            Standing::Island
        } else if one.compared == 0 {
            Standing::Unchecked
        } else if one.rows.keys().any(|table| Some(table.as_str()) != baseline) {
            Standing::SubAbi
        } else {
            Standing::Baseline
        };
        one
    }
}

impl OneProfile {
    fn add(&mut self, operation: &str, conformance: &Conformance) {
        let mut case = Case::new(&self.name, operation);
        match conformance {
            Conformance::Row(tables) => {
                self.compared += 1;
                for table in tables {
                    *self.rows.entry(table.clone()).or_default() += 1;
                }
            }
            Conformance::Other { code, effect } => {
                self.compared += 1;
                self.others.push((operation.to_owned(), code.clone()));
                let (operations, spellings) = self.effects.entry(effect.clone()).or_default();
                operations.push(operation.to_owned());
                spellings.insert(code.join("; "));
                case.findings.push(Finding {
                    rule: RULES[0].0,
                    is_note: false,
                    message: format!("{}: {operation} is as no table has it: {}", self.name, code.join("; ")),
                    details: code.join("\n"),
                    places: Vec::new(),
                    blamed: vec![vec![self.name.clone()]],
                    accepted: None,
                });
            }
            Conformance::NotInTables => {
                self.not_in_tables.push(operation.to_owned());
                case.gaps.push(Gap::skipped("no table has the operation"));
            }
            Conformance::Unknown(reason) => {
                *self.unknown.entry(reason.clone()).or_default() += 1;
                case.gaps.push(Gap::skipped(reason));
            }
        }
        self.own_cases.push(case);
    }

    fn cases(&self) -> impl Iterator<Item = &Case> {
        self.own_cases.iter().chain(&self.mixed_cases)
    }
}

/// What came of mixing profiles with tables.
#[derive(Default)]
struct Mixed {
    /// By the number of the profile: the cases, whose suite is left open.
    cases: BTreeMap<usize, Vec<Case>>,
    /// The tests.
    tests: Vec<String>,
}

impl Mixed {
    fn of(&self, profile: usize) -> &[Case] {
        self.cases.get(&profile).map_or(&[], Vec::as_slice)
    }
}

impl Comparison<'_> {
    /// Mixes each doubtful profile with each table of its architecture. Profiles that do all that some row says need no test: the rows fit to each other. Those that give the
    /// same code are mixed once.
    fn mixed(&self, profiles: &[Profile], doubtful: &[usize], checked: &classes::Classes) -> Mixed {
        let Comparison { tables, cache, jobs, .. } = self;
        let mut sources = Sources::new();
        let Ok(models) = target_models(&mut sources) else { return Mixed::default() };
        let mut fragments = Fragments::default();
        let mut tests = Vec::new();
        for (name, text) in shapes() {
            let source = sources.add(&name, text);
            tests.extend(SourceTest::load(&sources, source, &name, Split::Statement, &mut fragments).ok());
        }
        let mut alike: BTreeMap<(Architecture, String), Vec<usize>> = BTreeMap::new();
        for &number in doubtful {
            let key = (profiles[number].architecture, checked.signature(number as u32));
            alike.entry(key).or_default().push(number);
        }
        let groups: Vec<Vec<usize>> = alike.into_values().collect();
        // The first of each group, and behind them the tables.
        let mut all: Vec<Profile> = groups.iter().map(|group| profiles[group[0]].clone()).collect();
        let first_table = all.len();
        // A profile may be a table of the same name.
        all.extend(tables.iter().map(|table| Profile::table(table.clone())));
        let code = classes::classes(&all, &fragments, models.sameness(), *jobs, &cache.code);
        let cancel = AtomicBool::new(false);
        let options = Options {
            split: Split::Statement,
            jobs: *jobs,
            limit: 4096,
            fixes: Vec::new(),
            timeout: Some(std::time::Duration::from_secs(10)),
            checks_classes: false,
            kept: cache.outcomes.as_ref(),
            cancel: &cancel,
        };
        let mut mixed = Mixed { cases: BTreeMap::new(), tests: tests.iter().map(|test| test.name.clone()).collect() };
        for (number, group) in groups.iter().enumerate() {
            let mut cases = Vec::new();
            let of_architecture =
                (first_table..all.len()).filter(|&table| all[table].architecture == all[number].architecture);
            for table in of_architecture {
                let pair = [number, table].map(|number| ProfileId::from_number(number as u32));
                let summary = run_mix(&tests, &fragments, &all, &code.restricted(&pair), &models, &options);
                cases.extend(summary.results.iter().map(|result| pair_case(result, &all[table].name, pair)));
            }
            for &member in group {
                mixed.cases.insert(member, cases.clone());
            }
        }
        mixed
    }
}

/// What came of a test that mixes a profile with a table.
fn pair_case(result: &TestResult, table: &str, [profile, reference]: [ProfileId; 2]) -> Case {
    let mut case = Case::new("", format!("{} mixed with {table}", result.name));
    case.gaps = gaps_of_result(result);
    // The table's code is what the profile is held to: what only it does is to blame for nothing.
    let is_to_blame = |culprit: &Culprit| {
        let is_of = |wanted: ProfileId| culprit.members.iter().any(|member| member.profile == wanted);
        is_of(profile) && !is_of(reference)
    };
    for bug in result.bugs.iter().filter(|bug| !bug.is_load_buffering) {
        let culprits: Vec<String> = bug
            .culprits
            .iter()
            .filter(|culprit| is_to_blame(culprit))
            .map(|culprit| format!("{}: {}", result.pieces[culprit.piece].0, culprit.code.join("; ")))
            .collect();
        if culprits.is_empty() {
            continue;
        }
        let outcomes: Vec<String> = bug.extra.iter().map(|values| outcome(result, values)).collect();
        case.findings.push(Finding {
            rule: RULES[1].0,
            is_note: false,
            message: format!("{} has the outcome {} with {}", case.name, outcomes.join(" "), culprits.join(", ")),
            details: bug.litmus.clone(),
            places: Vec::new(),
            blamed: Vec::new(),
            accepted: None,
        });
    }
    case
}

fn text(all: &[OneProfile], tables: &[MappingTable], tests: &[String]) -> String {
    let mut text = String::new();
    for profile in all {
        let rows: Vec<String> = profile.rows.iter().map(|(table, count)| format!("{count} as {table}")).collect();
        let compared = format!("{} of {} operations compared", profile.compared, profile.operations);
        let rows = std::iter::once(compared).chain(rows).collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "{}: {}; {rows}", profile.name, profile.standing.word());
        if let Some(reason) = &profile.refused {
            let _ = writeln!(text, "  it gives no code: {reason}");
        }
        for (operations, spellings) in profile.effects.values() {
            let code = spellings.first().map_or("", String::as_str);
            let more = match spellings.len() {
                0 | 1 => String::new(),
                count => format!(" (the first of {count} spellings)"),
            };
            let _ = writeln!(text, "  in no table: {}: {code}{more}", operations.join(", "));
        }
        if !profile.not_in_tables.is_empty() {
            let _ =
                writeln!(text, "  {} operations unchecked: the tables do not have them", profile.not_in_tables.len());
        }
        for (reason, count) in &profile.unknown {
            let _ = writeln!(text, "  {count} operations unchecked: {reason}");
        }
        mixed_text(&profile.mixed_cases, &mut text);
    }
    let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    let _ = writeln!(text, "against {}", names.join(", "));
    if tests.is_empty() {
        let _ = writeln!(text, "nothing was simulated");
    } else {
        let _ = writeln!(text, "compatibility was tested by {} and by nothing else", tests.join(", "));
    }
    text
}

/// What came of the tests: of those that break, the first in full; of those that were not judged, each reason once.
fn mixed_text(cases: &[Case], text: &mut String) {
    let broken: Vec<&Case> = cases.iter().filter(|case| !case.findings.is_empty()).collect();
    if let Some(first) = broken.first().and_then(|case| case.findings.first()) {
        let _ = writeln!(text, "  breaks: {}", first.message);
        let others: Vec<&str> = broken[1..].iter().map(|case| case.name.as_str()).collect();
        if !others.is_empty() {
            let _ = writeln!(text, "  breaks too: {}", others.join(", "));
        }
    }
    let mut reasons: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for case in cases {
        for gap in &case.gaps {
            reasons.entry((gap.outcome.word(), &gap.reason)).or_default().push(&case.name);
        }
    }
    for ((word, reason), names) in reasons {
        let _ = writeln!(text, "  {word}: {reason}: {}", names.join(", "));
    }
}

fn write(args: &AbiWriteArgs) -> Status {
    let profiles = match profiles::chosen(&args.profiles) {
        Ok(profiles) => profiles,
        Err(message) => return crate::usage(&message),
    };
    let wanted: Vec<usize> = (0..profiles.len()).filter(|&number| profiles[number].name == args.name).collect();
    let [number] = wanted.as_slice() else {
        let near = source::nearest(&args.name, profiles.iter().map(|profile| profile.name.as_str()));
        let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        return crate::usage(&format!("there is no profile `{}`{near}", args.name));
    };
    let only = vec![profiles[*number].clone()];
    let Ok(checks) = Checks::new() else { return crate::usage("the checks cannot be read") };
    let code = classes::classes(&only, checks.fragments(), classes::Sameness::Code, processors(), &CodeCache::none());
    let (table, missing) = checks.table(&only, 0, &code);
    if table.rows.is_empty() {
        return crate::usage(&format!("the profile `{}` gives no code", args.name));
    }
    if !missing.is_empty() {
        output::complain(&format!("warning: no code for {} operations: {}", missing.len(), missing.join(", ")));
    }
    match &args.output {
        None => output::print(table.write().as_bytes()),
        Some(path) => write_file(path, &table.write()),
    }
}

fn write_file(path: &PathBuf, text: &str) -> Status {
    match std::fs::write(path, text) {
        Ok(()) => Status::Success,
        Err(error) => crate::usage(&format!("cannot write `{}`: {error}", path.display())),
    }
}
