//! `lakmus mix structure`: what profiles have to agree on besides order.

use std::collections::BTreeMap;
use std::fmt::Write;

use mix::structure::{DifferenceKind, Structure, structure_with};
use serde::Serialize;
use serde_json::json;

use crate::accepted::Accepted;
use crate::cases::{self, Case, Finding, Gap};
use crate::{Status, output};

use super::args::{FormatName, MixStructureArgs};
use super::{Caches, processors, profiles};

#[derive(Serialize)]
struct OneDifference<'a> {
    architecture: &'static str,
    kind: &'static str,
    subject: &'a str,
    by: &'a BTreeMap<String, Vec<String>>,
}

/// What is compared: the word for it, what SARIF says of it, and whether two profiles are needed for a comparison.
const KINDS: [(DifferenceKind, &str, &str, bool); 4] = [
    (DifferenceKind::Layout, "layout", "Profiles disagree on the size or the alignment of an atomic type", true),
    (DifferenceKind::Lock, "lock", "An operation takes a lock in one profile and none in another", true),
    (
        DifferenceKind::ConstantLoad,
        "constant-load",
        "The load of a constant writes where nothing may be written",
        false,
    ),
    (DifferenceKind::Passing, "passing", "Profiles pass an atomic by value in different places", true),
];

fn word(kind: DifferenceKind) -> &'static str {
    KINDS.iter().find(|(known, ..)| *known == kind).map_or("", |(_, word, ..)| word)
}

/// Checks and reports.
pub(super) fn check(args: &MixStructureArgs) -> Status {
    let profiles = match profiles::chosen(&args.profiles) {
        Ok(profiles) => profiles,
        Err(message) => return crate::usage(&message),
    };
    let accepted = match Accepted::read(args.report.accepted.as_deref(), &profiles) {
        Ok(accepted) => accepted,
        Err(message) => return crate::usage(&message),
    };
    let caches = match Caches::of(args.report.cache.as_deref()) {
        Ok(caches) => caches,
        Err(message) => return crate::usage(&message),
    };
    let found = structure_with(&profiles, processors(), &caches.code);
    if found.checked == 0 {
        let reasons: Vec<String> =
            found.refused.iter().map(|(profile, reason)| format!("\n  {profile}: {reason}")).collect();
        return crate::usage(&format!("no profile could be checked{}", reasons.concat()));
    }
    let all: Vec<OneDifference<'_>> = found
        .differences
        .iter()
        .map(|(architecture, difference)| OneDifference {
            architecture: architecture.name(),
            kind: word(difference.kind),
            subject: &difference.subject,
            by: &difference.by,
        })
        .collect();
    let mut cases = cases_of(&found, args.profiles.are_found());
    cases.iter_mut().for_each(|case| accepted.apply(case));
    let format = args.report.format.chosen();
    let rules = KINDS.map(|(_, word, text, _)| (word, text));
    let text = match format {
        FormatName::Text => text(&found, &all, &cases) + &cases::accepted_text(&cases, &accepted.unused()),
        FormatName::Json => {
            let whole = json!({
                "differences": all,
                "refused_profiles": found.refused,
                "profiles_checked": found.checked,
                "cases": cases.iter().map(Case::value).collect::<Vec<_>>(),
                "counts": cases::counts_value(&cases),
            });
            format!("{}\n", serde_json::to_string_pretty(&whole).unwrap_or_default())
        }
        FormatName::Junit => cases::junit(&cases),
        FormatName::Sarif => cases::sarif("lakmus mix structure", &rules, &cases),
    };
    output::print(text.as_bytes()).max(cases::status_of(&cases))
}

/// A case for each kind of comparison on each architecture, and one for each profile that could not be compared as a whole.
fn cases_of(found: &Structure, are_found: bool) -> Vec<Case> {
    let mut all = Vec::new();
    for (&architecture, &count) in &found.by_architecture {
        for (kind, word, _, needs_two) in KINDS {
            let mut case = Case::new("structure", format!("{word} ({})", architecture.name()));
            let of_kind = found.differences.iter().filter(|(of, one)| *of == architecture && one.kind == kind);
            case.findings.extend(of_kind.map(|(_, difference)| {
                let lines = difference.by.iter().map(|(what, who)| format!("{what}: {}", who.join(", ")));
                let lines: Vec<String> = lines.collect();
                Finding {
                    rule: word,
                    is_note: false,
                    message: format!("{word} ({}): {}: {}", architecture.name(), difference.subject, lines.join("; ")),
                    details: lines.join("\n"),
                    places: Vec::new(),
                    blamed: difference.by.values().cloned().collect(),
                    accepted: None,
                }
            }));
            if needs_two && count == 1 {
                case.gaps.push(Gap::skipped("there is one profile, and nothing to compare it with"));
            }
            all.push(case);
        }
    }
    let mut by_profile: BTreeMap<&str, Vec<Gap>> = BTreeMap::new();
    // Profiles that were found, not asked for, need not work.
    for (profile, reason) in found.refused.iter().filter(|_| !are_found) {
        by_profile.entry(profile).or_default().push(Gap::error(reason));
    }
    for gap in &found.gaps {
        let of = by_profile.entry(&gap.profile).or_default();
        of.push(Gap::skipped(format!("{}: {}", gap.subject, gap.reason)));
    }
    all.extend(by_profile.into_iter().map(|(profile, gaps)| Case { gaps, ..Case::new("profile", profile) }));
    all
}

fn text(found: &Structure, all: &[OneDifference<'_>], cases: &[Case]) -> String {
    let mut text = String::new();
    for difference in all {
        let _ = writeln!(text, "{} ({}): {}", difference.kind, difference.architecture, difference.subject);
        for (what, profiles) in difference.by {
            let _ = writeln!(text, "  {what}: {}", profiles.join(", "));
        }
    }
    for (profile, reason) in &found.refused {
        let _ = writeln!(text, "Profile not used: {profile}: {reason}");
    }
    let mut unchecked: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for gap in &found.gaps {
        unchecked.entry(format!("{}: {}", gap.subject, gap.reason)).or_default().push(&gap.profile);
    }
    for (what, profiles) in unchecked {
        let _ = writeln!(text, "Not checked: {what}: {}", profiles.join(", "));
    }
    let _ = writeln!(text, "{} profiles checked, {} differences", found.checked, all.len());
    text + &cases::summary(cases)
}
