//! Alarms that are known and accepted, in a file: a gate of continuous integration that stays open for them and closes for new ones.
//!
//! ```toml
//! [[accepted]]
//! bug = "LLVM 65541"
//! tests = ["SB*", "R"]
//! profiles = ["clang-*-arm-*"]
//! until = "22"
//! ```
//!
//! An alarm is accepted where all profiles that give some code which it needs are named: who else has the code is not to blame for less than the whole. A profile of a later version than
//! `until` is not accepted: the alarm counts, and the report says that it has expired.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use mix::{Origin, Profile};
use serde::Deserialize;
use system::ProgramLimits;

use crate::cases::{Case, Finding};

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AcceptedFile {
    #[serde(default)]
    accepted: Vec<Entry>,
}

/// An alarm that is accepted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// What it is known as.
    bug: String,
    /// Names of cases; `*` stands for any letters. All where there are none.
    #[serde(default)]
    tests: Vec<String>,
    /// Names of profiles, the same.
    profiles: Vec<String>,
    /// The last version that it is accepted of.
    until: Option<String>,
}

/// How long a compiler may take to say its version, and how much it may say.
const LIMITS: ProgramLimits = ProgramLimits { time: std::time::Duration::from_secs(10), bytes: 1 << 16 };

/// The alarms of a file.
pub(crate) struct Accepted<'a> {
    entries: Vec<Entry>,
    profiles: &'a [Profile],
    /// By profile: its version, once it is known.
    versions: RefCell<BTreeMap<String, Option<Vec<u32>>>>,
    /// The entries that some alarm was accepted by.
    used: RefCell<BTreeSet<usize>>,
}

impl<'a> Accepted<'a> {
    /// Those of a file, or none.
    ///
    /// # Errors
    /// When it cannot be read or is none.
    pub(crate) fn read(path: Option<&Path>, profiles: &'a [Profile]) -> Result<Accepted<'a>, String> {
        let mut entries = Vec::new();
        if let Some(path) = path {
            let text =
                crate::files::text(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
            let file: AcceptedFile = toml::from_str(&text).map_err(|error| format!("`{}`: {error}", path.display()))?;
            entries = file.accepted;
        }
        if let Some(entry) =
            entries.iter().find(|entry| entry.until.as_deref().is_some_and(|text| version(text).is_none()))
        {
            let until = entry.until.as_deref().unwrap_or_default();
            return Err(format!("`{}`: `until = \"{until}\"` is no version: `22` or `13.2`", entry.bug));
        }
        Ok(Accepted { entries, profiles, versions: RefCell::default(), used: RefCell::default() })
    }

    /// Marks what is accepted in a case, and says of what no longer is that it has expired.
    pub(crate) fn apply(&self, case: &mut Case) {
        let name = case.name.clone();
        for finding in case.findings.iter_mut().filter(|finding| !finding.is_note) {
            self.apply_to(&name, finding);
        }
    }

    fn apply_to(&self, name: &str, finding: &mut Finding) {
        let mut expired = Vec::new();
        for (number, entry) in self.entries.iter().enumerate() {
            let is_meant = entry.tests.is_empty() || entry.tests.iter().any(|pattern| fits(pattern, name));
            // (What a member is called besides its profile stands in brackets.)
            let is_named = |member: &String| entry.profiles.iter().any(|pattern| fits(pattern, profile_of(member)));
            let all_named = |members: &&Vec<String>| !members.is_empty() && members.iter().all(is_named);
            let Some(members) = finding.blamed.iter().find(all_named).filter(|_| is_meant) else { continue };
            self.used.borrow_mut().insert(number);
            let late: Vec<&String> = members.iter().filter(|member| self.is_late(entry, member)).collect();
            if late.is_empty() {
                finding.is_note = true;
                finding.accepted = Some(entry.bug.clone());
                finding.message = format!("accepted as {}: {}", entry.bug, finding.message);
                return;
            }
            let until = entry.until.as_deref().unwrap_or_default();
            let late: Vec<&str> = late.into_iter().map(String::as_str).collect();
            expired.push(format!("{} is accepted until {until}, and {} shows it", entry.bug, late.join(", ")));
        }
        for expired in expired {
            finding.message.push_str(&format!(" (expired: {expired})"));
        }
    }

    /// Whether a profile is of a later version than an entry is for. One whose version is not known is not.
    fn is_late(&self, entry: &Entry, profile: &str) -> bool {
        let Some(until) = entry.until.as_deref().and_then(version) else { return false };
        let found = self.version_of(profile);
        // `22` is for all of 22.
        found.is_some_and(|found| found.iter().take(until.len()).copied().collect::<Vec<u32>>() > until)
    }

    fn version_of(&self, name: &str) -> Option<Vec<u32>> {
        let profile = profile_of(name);
        if let Some(known) = self.versions.borrow().get(profile) {
            return known.clone();
        }
        let of = self.profiles.iter().find(|known| known.name == profile);
        let found = of.and_then(|profile| match &profile.origin {
            Origin::Compiler(compiler) => asked(&compiler.words),
            Origin::Table(_) => None,
        });
        self.versions.borrow_mut().insert(profile.to_owned(), found.clone());
        found
    }

    /// The entries that nothing was accepted by, and that may be left out.
    pub(crate) fn unused(&self) -> Vec<&str> {
        let used = self.used.borrow();
        let unused = self.entries.iter().enumerate().filter(|(number, _)| !used.contains(number));
        unused.map(|(_, entry)| entry.bug.as_str()).collect()
    }
}

/// The profile of a member: which way its code goes stands behind it in brackets.
fn profile_of(member: &str) -> &str {
    member.split(" (").next().unwrap_or(member)
}

/// What a compiler says of its version.
fn asked(words: &[String]) -> Option<Vec<u32>> {
    let (program, words) = words.split_first()?;
    let mut command = std::process::Command::new(program);
    command.args(words).arg("-dumpversion");
    let ended = system::run_within(&mut command, b"", LIMITS).ok().filter(|ended| ended.status.success())?;
    version(String::from_utf8(ended.stdout).ok()?.trim())
}

/// `13.2` as numbers.
fn version(text: &str) -> Option<Vec<u32>> {
    text.split('.').map(|part| part.parse().ok()).collect()
}

/// Whether a name fits a pattern, in which `*` stands for any letters.
fn fits(pattern: &str, name: &str) -> bool {
    let Some((before, behind)) = pattern.split_once('*') else { return pattern == name };
    let Some(rest) = name.strip_prefix(before) else { return false };
    (0..=rest.len()).filter(|at| rest.is_char_boundary(*at)).any(|at| fits(behind, &rest[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        assert!(fits("SB*", "SB128") && fits("clang-*-arm-*", "clang-14-arm-v7") && fits("*", ""));
        assert!(!fits("SB", "SB128") && !fits("clang-*-arm-*", "clang-14-aarch64"));
    }

    fn finding(blamed: &[&[&str]]) -> Finding {
        let blamed = blamed.iter().map(|all| all.iter().map(|name| (*name).to_owned()).collect()).collect();
        Finding { message: "m".to_owned(), blamed, ..Finding::default() }
    }

    /// A later version than the last one that is accepted is a new alarm, and its message says that it has expired.
    #[cfg(unix)]
    #[test]
    fn what_has_expired_counts() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("it can be made");
        let script = folder.path().join("cc");
        std::fs::write(&script, "#!/bin/sh\necho 23.1.0\n").expect("it is written");
        std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).expect("it is its owner's");
        let command = format!("{} --target=aarch64-linux-gnu", script.display());
        let profiles = [Profile::command("p", &command).expect("it is a profile")];
        let list = folder.path().join("accepted.toml");
        for (until, is_accepted) in [("22", false), ("23", true), ("23.0", false), ("23.1", true), ("24", true)] {
            let text = format!("[[accepted]]\nbug = \"LLVM 1\"\nprofiles = [\"p\"]\nuntil = \"{until}\"\n");
            std::fs::write(&list, text).expect("it is written");
            let accepted = Accepted::read(Some(&list), &profiles).expect("it is a list");
            let mut case = Case { findings: vec![finding(&[&["p (with LSE)"]])], ..Case::new("test", "SB") };
            accepted.apply(&mut case);
            assert_eq!(case.findings[0].is_note, is_accepted, "{until}");
            assert_eq!(case.findings[0].message.contains("expired"), !is_accepted, "{until}");
        }
        std::fs::write(&list, "[[accepted]]\nbug = \"1\"\nprofiles = []\nuntil = \"soon\"\n").expect("it is written");
        assert!(Accepted::read(Some(&list), &profiles).is_err_and(|message| message.contains("is no version")));
    }

    #[test]
    fn an_alarm_is_accepted_where_all_that_have_the_code_are_named() {
        let entry = Entry {
            bug: "LLVM 1".to_owned(),
            tests: vec!["SB*".to_owned()],
            profiles: vec!["clang-14*".to_owned()],
            until: None,
        };
        let accepted =
            Accepted { entries: vec![entry], profiles: &[], versions: RefCell::default(), used: RefCell::default() };
        let is_accepted = |test: &str, blamed: &[&[&str]]| {
            let mut case = Case { findings: vec![finding(blamed)], ..Case::new("test", test) };
            accepted.apply(&mut case);
            case.findings[0].is_note
        };
        assert_eq!(accepted.unused(), ["LLVM 1"]);
        assert!(is_accepted("SB", &[&["gcc", "clang-14"], &["clang-14-arm", "clang-14"]]));
        assert!(!is_accepted("SB", &[&["clang-14", "clang-15"]]));
        assert!(!is_accepted("MP", &[&["clang-14"]]) && !is_accepted("SB", &[]));
        assert!(accepted.unused().is_empty());
    }
}
