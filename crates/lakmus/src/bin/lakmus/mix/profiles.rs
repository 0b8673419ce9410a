//! Which profiles are meant, and `lakmus mix profiles`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use mix::{CodeCache, CompilerCommand, Fragments, Language, Origin, Profile, SourceTest, Split, classes, discover};
use serde::Serialize;
use source::Sources;

use crate::{Status, json, output};

use super::args::{MixProfilesArgs, ProfileArgs};

/// Longer than any compiler runs.
const NO_LIMIT: Duration = Duration::from_secs(1_000_000_000);

/// The profiles that the command line means.
///
/// # Errors
/// What is wrong with them.
pub(crate) fn chosen(args: &ProfileArgs) -> Result<Vec<Profile>, String> {
    let mut all: Vec<Profile> = Vec::new();
    for file in &args.profiles {
        all.extend(Profile::read_list(file).map_err(|error| error.to_string())?);
    }
    for given in &args.profile {
        let Some((name, command)) = given.split_once('=') else {
            return Err(format!("`--profile {given}`: expected NAME=COMMAND or NAME@TARGET=COMMAND"));
        };
        let (name, target) = match name.rsplit_once('@') {
            Some((name, target)) => (name, Some(target)),
            None => (name, None),
        };
        all.push(Profile::command_for(name, target, command).map_err(|error| error.to_string())?);
    }
    if all.is_empty() && args.table.is_empty() || !args.only.is_empty() && args.profiles.is_empty() {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path: Vec<_> = std::env::split_paths(&path).collect();
        let languages: Vec<Language> = args.language.iter().map(|name| name.language()).collect();
        all.extend(discover(&path, &args.compilers, &languages));
    }
    if !args.only.is_empty() {
        all.retain(|profile| args.only.iter().any(|text| profile.name.contains(text)));
    }
    for name in &args.table {
        all.push(Profile::table(super::table(name)?));
    }
    for (number, profile) in all.iter().enumerate() {
        if all[..number].iter().any(|other| other.name == profile.name) {
            return Err(format!("two profiles have the name `{}`", profile.name));
        }
    }
    let asked = args.compiler_timeout.map(|limit| limit.limit().unwrap_or(NO_LIMIT));
    let time_limit = asked.unwrap_or(CompilerCommand::TIME_LIMIT);
    for profile in &mut all {
        if let Origin::Compiler(compiler) = &mut profile.origin {
            compiler.time_limit = time_limit;
        }
    }
    for (profile, command) in all.iter_mut().zip(args.link.iter().cycle()) {
        profile.linked_by(command).map_err(|error| error.to_string())?;
    }
    if all.is_empty() {
        return Err("there is no profile: no compiler was found, or `--only` leaves none".to_owned());
    }
    Ok(all)
}

/// A profile, as `--json` prints it.
#[derive(Serialize)]
struct ProfileRecord<'a> {
    profile: &'a str,
    /// Of a compiler.
    language: Option<&'static str>,
    command: Option<&'a [String]>,
    /// Where a mapping table is from, in the place of a compiler.
    table: Option<&'a str>,
}

impl<'a> ProfileRecord<'a> {
    fn new(profile: &'a Profile) -> ProfileRecord<'a> {
        let (language, command, table) = match &profile.origin {
            Origin::Compiler(compiler) => (Some(compiler.language.name()), Some(compiler.words.as_slice()), None),
            Origin::Table(table) => (None, None, Some(&*table.source)),
        };
        ProfileRecord { profile: &profile.name, language, command, table }
    }
}

/// Profiles that give the same code for the probe, or that cannot be used.
#[derive(Serialize)]
struct GroupRecord<'a> {
    profiles: Vec<&'a str>,
    /// Why operations are not usable, and how many.
    not_usable: BTreeMap<&'a str, usize>,
    /// Why none is.
    refused: Option<&'a str>,
}

impl GroupRecord<'_> {
    fn text(&self) -> String {
        let names = self.profiles.join(" ");
        if let Some(reason) = self.refused {
            return format!("not usable: {names}: {reason}\n");
        }
        let gaps = self.not_usable.iter().map(|(reason, count)| format!("  {count} not usable: {reason}\n"));
        format!("{names}\n") + &gaps.collect::<String>()
    }
}

/// Lists profiles.
pub(super) fn list(args: &MixProfilesArgs) -> Status {
    let profiles = match chosen(&args.profiles) {
        Ok(profiles) => profiles,
        Err(message) => return crate::usage(&message),
    };
    if args.toml {
        return output::print(Profile::write_list(&profiles).as_bytes());
    }
    if args.probe {
        return probe(&profiles, args.json);
    }
    if args.json {
        let lines: String = profiles.iter().map(|profile| json::line(&ProfileRecord::new(profile))).collect();
        return output::print(lines.as_bytes());
    }
    let width = profiles.iter().map(|profile| profile.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for profile in &profiles {
        let what = match &profile.origin {
            Origin::Compiler(compiler) => compiler.shown(),
            Origin::Table(table) => format!("mapping table: {}", table.source),
        };
        let _ = writeln!(text, "{:width$}  {what}", profile.name);
    }
    output::print(text.as_bytes())
}

/// A test with every operation, order and size.
fn probe_test() -> String {
    let mut body = String::new();
    let mut parameters = Vec::new();
    let mut add = |line: String| {
        let _ = writeln!(body, "  {line};");
    };
    for (ctype, size) in [("uint8_t", 8), ("uint16_t", 16), ("uint32_t", 32), ("uint64_t", 64), ("__int128", 128)] {
        let x = format!("x{size}");
        parameters.push(format!("_Atomic {ctype} *{x}"));
        for order in ["relaxed", "acquire", "seq_cst"] {
            add(format!("{ctype} l{size}{order} = atomic_load_explicit({x}, memory_order_{order})"));
        }
        for order in ["relaxed", "release", "seq_cst"] {
            add(format!("atomic_store_explicit({x}, 1, memory_order_{order})"));
        }
        for order in ["relaxed", "acquire", "release", "acq_rel", "seq_cst"] {
            for operation in ["exchange", "fetch_add", "fetch_or"] {
                add(format!(
                    "{ctype} {operation}{size}{order} = atomic_{operation}_explicit({x}, 1, memory_order_{order})"
                ));
                add(format!("atomic_{operation}_explicit({x}, 1, memory_order_{order})"));
            }
        }
        for order in ["relaxed", "acquire", "seq_cst"] {
            add(format!("{ctype} e{size}{order} = 0"));
            let call = format!(
                "atomic_compare_exchange_strong_explicit({x}, &e{size}{order}, 1, memory_order_{order}, memory_order_{order})"
            );
            add(format!("int c{size}{order} = {call}"));
        }
    }
    for order in ["acquire", "release", "acq_rel", "seq_cst"] {
        add(format!("atomic_thread_fence(memory_order_{order})"));
    }
    let mut shown = Vec::new();
    for size in [8, 16, 32, 64, 128] {
        for order in ["relaxed", "acquire", "seq_cst"] {
            shown.push(format!("0:l{size}{order};"));
            shown.push(format!("0:c{size}{order};"));
        }
        for order in ["relaxed", "acquire", "release", "acq_rel", "seq_cst"] {
            for operation in ["exchange", "fetch_add", "fetch_or"] {
                shown.push(format!("0:{operation}{size}{order};"));
            }
        }
    }
    format!(
        "C probe\n{{ }}\nP0({}) {{\n{body}}}\nlocations [{}]\nexists (true)\n",
        parameters.join(", "),
        shown.join(" ")
    )
}

/// Compiles the probe and groups profiles by what they give.
fn probe(profiles: &[Profile], as_json: bool) -> Status {
    let mut sources = Sources::new();
    let source = sources.add("probe", probe_test());
    let mut fragments = Fragments::default();
    let test = match SourceTest::load(&sources, source, "probe", Split::Statement, &mut fragments) {
        Ok(test) => test,
        Err(unusable) => return crate::usage(&format!("the probe cannot be used: {unusable:?}")),
    };
    let code = classes::classes(profiles, &fragments, classes::Sameness::Code, super::processors(), &CodeCache::none());
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let is_refused = |number: usize| code.refused.iter().any(|(id, _)| id.number() as usize == number);
    for number in (0..profiles.len()).filter(|&number| !is_refused(number)) {
        groups.entry(code.signature(number as u32)).or_default().push(number);
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
    groups.sort();
    let different = groups.len();
    let mut records: Vec<GroupRecord<'_>> = Vec::new();
    for group in groups {
        let mut not_usable: BTreeMap<&str, usize> = BTreeMap::new();
        for gap in code.gaps.iter().filter(|gap| gap.profile.number() as usize == group[0]) {
            *not_usable.entry(gap.reason.as_str()).or_default() += 1;
        }
        let profiles = group.iter().map(|&number| profiles[number].name.as_str()).collect();
        records.push(GroupRecord { profiles, not_usable, refused: None });
    }
    for (id, reason) in &code.refused {
        let profiles = vec![profiles[id.number() as usize].name.as_str()];
        records.push(GroupRecord { profiles, not_usable: BTreeMap::new(), refused: Some(reason) });
    }
    if as_json {
        let lines: String = records.iter().map(json::line).collect();
        return output::print(lines.as_bytes());
    }
    let head = format!("{} profiles, {different} different ones; {} operations\n", profiles.len(), test.pieces());
    let text: String = records.iter().map(GroupRecord::text).collect();
    output::print((head + &text).as_bytes())
}
