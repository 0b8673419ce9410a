//! `lakmus mix structure`: what profiles have to agree on besides order.

use std::collections::BTreeMap;
use std::fmt::Write;

use mix::structure::{DifferenceKind, structure};
use serde::Serialize;

use crate::{Status, output};

use super::args::MixStructureArgs;
use super::profiles;

#[derive(Serialize)]
struct OneDifference<'a> {
    architecture: &'static str,
    kind: &'static str,
    subject: &'a str,
    by: &'a BTreeMap<String, Vec<String>>,
}

/// Checks and reports.
pub(super) fn check(args: &MixStructureArgs) -> Status {
    let profiles = match profiles::chosen(&args.profiles) {
        Ok(profiles) => profiles,
        Err(message) => return crate::usage(&message),
    };
    let found = structure(&profiles);
    if found.checked == 0 {
        let reasons: Vec<String> =
            found.refused.iter().map(|(profile, reason)| format!("\n  {profile}: {reason}")).collect();
        return crate::usage(&format!("no profile could be checked{}", reasons.concat()));
    }
    let word = |kind: DifferenceKind| match kind {
        DifferenceKind::Layout => "layout",
        DifferenceKind::Lock => "lock",
        DifferenceKind::ConstantLoad => "constant-load",
        DifferenceKind::Passing => "passing",
    };
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
    let mut text = String::new();
    if args.json {
        text = serde_json::to_string_pretty(&all).unwrap_or_default();
        text.push('\n');
    } else {
        for difference in &all {
            let _ = writeln!(text, "{} ({}): {}", difference.kind, difference.architecture, difference.subject);
            for (what, profiles) in difference.by {
                let _ = writeln!(text, "  {what}: {}", profiles.join(", "));
            }
        }
        for (profile, reason) in &found.refused {
            let _ = writeln!(text, "Profile not used: {profile}: {reason}");
        }
        let _ = writeln!(text, "{} profiles checked, {} differences", found.checked, all.len());
    }
    let status = match (all.is_empty(), found.refused.is_empty() || args.profiles.are_found()) {
        (false, _) => Status::Found,
        (true, false) => Status::Incomplete,
        (true, true) => Status::Success,
    };
    output::print(text.as_bytes()).max(status)
}
