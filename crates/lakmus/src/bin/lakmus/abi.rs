//! `lakmus abi`: conformance of compilers to mapping tables.

pub(crate) mod args;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use ::mix::abi::{Checks, Conformance, shapes};
use ::mix::{
    Bug, CodeCache, Fragments, MappingTable, Options, Origin, Profile, SourceTest, Split, classes, run as run_mix,
};
use serde::Serialize;
use source::Sources;

use crate::mix::{processors, profiles, table, target_models};
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
    /// Every operation is as the table of the weakest machine has it.
    Baseline,
    /// Every operation is as some table has it.
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
    /// By table: how many operations are as it has them.
    rows: BTreeMap<String, usize>,
    /// Operations that are as no table has them, with their code.
    others: Vec<(String, Vec<String>)>,
    not_in_tables: Vec<String>,
    unknown: BTreeMap<String, usize>,
    /// The tests that show a break: name and outcomes.
    breaks: Vec<String>,
}

fn check(args: &AbiCheckArgs) -> Status {
    let profiles = match profiles::chosen(&args.profiles) {
        Ok(profiles) => profiles,
        Err(message) => return crate::usage(&message),
    };
    let tables = match against(&args.against) {
        Ok(tables) => tables,
        Err(message) => return crate::usage(&message),
    };
    let Ok(checks) = Checks::new() else { return crate::usage("the checks cannot be read") };
    let code =
        classes::classes(&profiles, checks.fragments(), classes::Sameness::Code, processors(), &CodeCache::none());
    let found = checks.conformance(&profiles, &code, &tables);
    let has_others = |number: &usize| found[*number].iter().any(|one| matches!(one, Conformance::Other(_)));
    let doubtful: Vec<&Profile> = (0..profiles.len()).filter(has_others).map(|number| &profiles[number]).collect();
    let (breaks, bounds) = match args.no_simulation || doubtful.is_empty() {
        true => (BTreeMap::new(), Vec::new()),
        false => breaks(&doubtful, &tables),
    };
    let operations: Vec<String> = checks.operations().map(ToString::to_string).collect();
    let mut all = Vec::new();
    for (number, profile) in profiles.iter().enumerate() {
        if code.refused.iter().any(|(id, _)| id.number() as usize == number) {
            continue;
        }
        let first = tables.iter().find(|table| table.architecture == profile.architecture);
        let Some(first) = first else { continue };
        let breaks = breaks.get(&profile.name).cloned().unwrap_or_default();
        all.push(one(profile, &operations, &found[number], &first.name, breaks));
    }
    if all.is_empty() {
        return crate::usage("no profile can be checked: none compiles, or there is no table for its architecture");
    }
    let text = match (args.json, args.junit) {
        (true, _) => {
            let mut text = serde_json::to_string_pretty(&all).unwrap_or_default();
            text.push('\n');
            text
        }
        (false, true) => junit(&all, &operations),
        (false, false) => text(&all, &tables, &bounds),
    };
    let has = |standing: Standing| all.iter().any(|profile| profile.standing == standing);
    let is_known = all.iter().all(|profile| profile.unknown.is_empty());
    let status = match (has(Standing::Break) || has(Standing::Island), is_known) {
        (true, _) => Status::Found,
        (false, false) => Status::Incomplete,
        (false, true) => Status::Success,
    };
    output::print(text.as_bytes()).max(status)
}

fn against(names: &[String]) -> Result<Vec<MappingTable>, String> {
    if names.is_empty() {
        // Of each architecture the weakest machine's comes first.
        return MappingTable::documents().map(|(_, name)| table(name)).collect();
    }
    names.iter().map(|name| table(name)).collect()
}

fn one(
    profile: &Profile,
    operations: &[String],
    found: &[Conformance],
    baseline: &str,
    breaks: Vec<String>,
) -> OneProfile {
    let mut one = OneProfile {
        name: profile.name.clone(),
        standing: Standing::Baseline,
        rows: BTreeMap::new(),
        others: Vec::new(),
        not_in_tables: Vec::new(),
        unknown: BTreeMap::new(),
        breaks,
    };
    for (operation, conformance) in operations.iter().zip(found) {
        match conformance {
            Conformance::Row(tables) => {
                for table in tables {
                    *one.rows.entry(table.clone()).or_default() += 1;
                }
            }
            Conformance::Other(code) => one.others.push((operation.clone(), code.clone())),
            Conformance::NotInTables => one.not_in_tables.push(operation.clone()),
            Conformance::Unknown(reason) => *one.unknown.entry(reason.clone()).or_default() += 1,
        }
    }
    one.standing = if !one.breaks.is_empty() {
        Standing::Break
    } else if !one.others.is_empty() {
        Standing::Island
    } else if one.rows.keys().any(|table| table != baseline) {
        Standing::SubAbi
    } else {
        Standing::Baseline
    };
    one
}

/// The tests that show that a profile does not fit to a table, by profile, and what was tested. Profiles that do all that some row says need no
/// test: the rows fit to each other.
fn breaks(profiles: &[&Profile], tables: &[MappingTable]) -> (BTreeMap<String, Vec<String>>, Vec<String>) {
    let mut sources = Sources::new();
    let Ok(models) = target_models(&mut sources) else { return (BTreeMap::new(), Vec::new()) };
    let mut fragments = Fragments::default();
    let mut tests = Vec::new();
    for (name, text) in shapes() {
        let source = sources.add(&name, text);
        tests.extend(SourceTest::load(&sources, source, &name, Split::Statement, &mut fragments).ok());
    }
    let cancel = AtomicBool::new(false);
    let options = Options {
        split: Split::Statement,
        jobs: processors(),
        limit: 4096,
        fixes: Vec::new(),
        timeout: Some(std::time::Duration::from_secs(10)),
        checks_classes: false,
        kept: None,
        cancel: &cancel,
    };
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for profile in profiles {
        for table in tables.iter().filter(|table| table.architecture == profile.architecture) {
            let pair = [(*profile).clone(), Profile::table(table.clone())];
            let code = classes::classes(&pair, &fragments, models.sameness(), processors(), &CodeCache::none());
            let summary = run_mix(&tests, &fragments, &pair, &code, &models, &options);
            let of = found.entry(profile.name.clone()).or_default();
            for result in &summary.results {
                let is_break = |bug: &Bug| !bug.is_load_buffering && to_blame(bug, &pair).contains(&profile.name);
                if result.bugs.iter().any(is_break) && !of.contains(&result.name) {
                    of.push(result.name.clone());
                }
            }
        }
    }
    (found, tests.iter().map(|test| test.name.clone()).collect())
}

/// The profiles of the pieces that matter whose code no table has.
fn to_blame(bug: &Bug, profiles: &[Profile]) -> BTreeSet<String> {
    let is_table = |number: u32| matches!(profiles[number as usize].origin, Origin::Table(_));
    let of = |culprit: &::mix::Culprit| -> Vec<String> {
        if culprit.members.iter().any(|member| is_table(member.profile.number())) {
            return Vec::new();
        }
        culprit.members.iter().map(|member| profiles[member.profile.number() as usize].name.clone()).collect()
    };
    bug.culprits.iter().flat_map(of).collect()
}

fn text(all: &[OneProfile], tables: &[MappingTable], bounds: &[String]) -> String {
    let mut text = String::new();
    for profile in all {
        let rows: Vec<String> = profile.rows.iter().map(|(table, count)| format!("{count} as {table}")).collect();
        let _ = writeln!(text, "{}: {}; {}", profile.name, profile.standing.word(), rows.join(", "));
        let mut by_code: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for (operation, code) in &profile.others {
            by_code.entry(code.join("; ")).or_default().push(operation);
        }
        for (code, operations) in by_code {
            let _ = writeln!(text, "  in no table: {}: {code}", operations.join(", "));
        }
        if !profile.not_in_tables.is_empty() {
            let _ = writeln!(text, "  {} operations that the tables do not have", profile.not_in_tables.len());
        }
        for (reason, count) in &profile.unknown {
            let _ = writeln!(text, "  {count} operations not checked: {reason}");
        }
        for test in &profile.breaks {
            let _ = writeln!(text, "  breaks: {test} has an outcome that its source does not have");
        }
    }
    let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    let _ = writeln!(text, "against {}", names.join(", "));
    if bounds.is_empty() {
        let _ = writeln!(text, "nothing was simulated");
    } else {
        let _ = writeln!(text, "compatibility was tested by {} and by nothing else", bounds.join(", "));
    }
    text
}

fn junit(all: &[OneProfile], operations: &[String]) -> String {
    let escape =
        |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for profile in all {
        let failures = profile.others.len() + profile.breaks.len();
        let total = operations.len() + profile.breaks.len();
        let _ =
            writeln!(text, "<testsuite name=\"{}\" tests=\"{total}\" failures=\"{failures}\">", escape(&profile.name));
        for operation in operations {
            let name = escape(operation);
            match profile.others.iter().find(|(other, _)| other == operation) {
                Some((_, code)) => {
                    let _ = writeln!(
                        text,
                        "<testcase name=\"{name}\"><failure message=\"in no table\">{}</failure></testcase>",
                        escape(&code.join("\n"))
                    );
                }
                None => {
                    let _ = writeln!(text, "<testcase name=\"{name}\"/>");
                }
            }
        }
        for test in &profile.breaks {
            let _ = writeln!(text, "<testcase name=\"{0}\"><failure message=\"breaks {0}\"/></testcase>", escape(test));
        }
        text.push_str("</testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
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
