//! `lakmus mix diff`: what changed between two builds of a compiler, and whether their code fits together.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;

use mix::{CodeCache, Options, ProfileId, Split, classes};
use source::Sources;

use crate::render::Render;
use crate::{Status, output};

use super::args::MixDiffArgs;
use super::{Batch, profiles};

/// Compares, and mixes what changed.
pub(super) fn run(args: &MixDiffArgs) -> Status {
    let all = match profiles::chosen(&args.profiles) {
        Ok(profiles) => profiles,
        Err(message) => return crate::usage(&message),
    };
    let mut chosen = Vec::new();
    for name in [&args.old, &args.new] {
        match all.iter().find(|profile| profile.name == *name) {
            Some(profile) => chosen.push(profile.clone()),
            None => {
                let near = source::nearest(name, all.iter().map(|profile| profile.name.as_str()));
                let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
                return crate::usage(&format!("there is no profile `{name}`{near}"));
            }
        }
    }
    if chosen[0].architecture != chosen[1].architecture {
        return crate::usage("the two profiles are for different architectures");
    }
    let render = Render::for_stderr();
    let mut batch = Batch::load(&args.tests, Split::Statement, &render);
    let mut sources = Sources::new();
    let Ok(models) = super::target_models(&mut sources) else { return crate::usage("a shipped model cannot be read") };
    let code =
        classes::classes(&chosen, &batch.fragments, classes::Sameness::Code, super::processors(), &CodeCache::none());
    if let Some((id, reason)) = code.refused.first() {
        return crate::usage(&format!("`{}`: {reason}", chosen[id.number() as usize].name));
    }
    let changes = code.changes(ProfileId::from_number(0), ProfileId::from_number(1));
    let mut text = String::new();
    for change in &changes {
        let _ = writeln!(text, "{}", batch.fragments.text(change.fragment).trim_end());
        for (sign, lines) in [('-', &change.old), ('+', &change.new)] {
            match lines {
                Some(lines) => lines.iter().for_each(|line| {
                    let _ = writeln!(text, "{sign} {line}");
                }),
                None => {
                    let _ = writeln!(text, "{sign} (no code)");
                }
            }
        }
        text.push('\n');
    }
    let (before, total) = (batch.tests.len(), batch.fragments.len());
    batch.tests.retain(|test| changes.iter().any(|change| test.has(change.fragment)));
    let cancel = AtomicBool::new(false);
    let options = Options {
        split: Split::Statement,
        jobs: super::processors(),
        limit: 4096,
        fixes: Vec::new(),
        timeout: Some(std::time::Duration::from_secs(10)),
        checks_classes: false,
        kept: None,
        cancel: &cancel,
    };
    let summary = mix::run(&batch.tests, &batch.fragments, &chosen, &code, &models, &options);
    for result in &summary.results {
        for bug in result.bugs.iter().filter(|bug| !bug.is_load_buffering) {
            let outcomes: Vec<String> =
                bug.extra.iter().map(|values| super::report::Report::outcome(result, values)).collect();
            let pieces: Vec<String> = bug
                .culprits
                .iter()
                .map(|culprit| {
                    let names =
                        culprit.members.iter().map(|member| chosen[member.profile.number() as usize].name.as_str());
                    format!("{} by {}", result.pieces[culprit.piece].0, names.collect::<Vec<_>>().join(" or "))
                })
                .collect();
            let _ = writeln!(text, "bug in {}: {} with {}", result.name, outcomes.join(" "), pieces.join("; "));
        }
    }
    let _ = writeln!(
        text,
        "{} of {total} functions changed; {} of {before} tests mixed again",
        changes.len(),
        batch.tests.len(),
    );
    let status = match summary.has_bugs() {
        true => Status::Found,
        false if summary.is_incomplete() || !batch.unsupported.is_empty() => Status::Incomplete,
        false => Status::Success,
    };
    let status = if batch.is_refused { status.max(Status::Refused) } else { status };
    output::print(text.as_bytes()).max(status)
}
