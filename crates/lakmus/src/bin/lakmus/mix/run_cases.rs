//! The cases of a batch: one for each test that was asked for, whether it could be read or not, and one for each profile.

use std::collections::{BTreeMap, BTreeSet};

use mix::classes::{self, Classes};
use mix::{Bug, FragmentId, Profile, ProfileId, SourceTest, TestResult};

use crate::cases::{Case, Finding, Gap, SourcePlace};

use super::Batch;
use super::report::Report;

/// What SARIF says of the rules.
pub(super) const RULES: [(&str, &str); 2] = [
    ("mixing-bug", "Compiled code has an outcome that C forbids"),
    ("load-buffering", "Compiled code has an outcome that only RC11's no-thin-air axiom forbids"),
];

/// The suites.
const TEST: &str = "test";
const PROFILE: &str = "profile";

/// What makes cases of results.
pub(super) struct Cases<'a> {
    batch: &'a Batch,
    profiles: &'a [Profile],
    code: &'a Classes,
    /// By function: the profiles that have no code for it.
    gaps: BTreeMap<FragmentId, Vec<&'a classes::Gap>>,
    /// Whether the profiles are those that the machine has: none of them was asked for by name.
    are_found: bool,
}

impl<'a> Cases<'a> {
    pub(super) fn new(batch: &'a Batch, profiles: &'a [Profile], code: &'a Classes, are_found: bool) -> Cases<'a> {
        let mut gaps: BTreeMap<FragmentId, Vec<&classes::Gap>> = BTreeMap::new();
        for gap in &code.gaps {
            gaps.entry(gap.fragment).or_default().push(gap);
        }
        Cases { batch, profiles, code, gaps, are_found }
    }

    fn name(&self, id: ProfileId) -> &'a str {
        &self.profiles[id.number() as usize].name
    }

    /// The case of a test.
    pub(super) fn test(&self, number: usize, result: &TestResult, findings: impl IntoIterator<Item = Finding>) -> Case {
        let test = &self.batch.tests[number];
        let mut case = Case::new(TEST, &result.name);
        case.findings.extend(findings);
        case.gaps.extend(gaps_of_result(result));
        if result.undefined.is_none() {
            self.gaps_of_code(test, &mut case.gaps);
        }
        if case.gaps.is_empty() && result.judged == 0 {
            case.gaps.push(Gap::skipped("no combination was judged: the code of none runs on one machine"));
        }
        case
    }

    /// What profiles have no code for.
    fn gaps_of_code(&self, test: &SourceTest, gaps: &mut Vec<Gap>) {
        let mut by_reason: BTreeMap<&str, (BTreeSet<String>, BTreeSet<&str>)> = BTreeMap::new();
        let mut known: BTreeSet<ProfileId> = BTreeSet::new();
        for (piece, fragment) in test.named_pieces() {
            for gap in self.gaps.get(&fragment).into_iter().flatten() {
                let (pieces, profiles) = by_reason.entry(&gap.reason).or_default();
                pieces.insert(piece.clone());
                profiles.insert(self.name(gap.profile));
                known.insert(gap.profile);
            }
        }
        for (reason, (pieces, profiles)) in by_reason {
            let pieces: Vec<String> = pieces.into_iter().collect();
            let profiles: Vec<&str> = profiles.into_iter().collect();
            gaps.push(Gap::skipped(format!("{} by {}: {reason}", pieces.join(", "), profiles.join(", "))));
        }
        let refused = self.code.refused.iter().filter(|(id, _)| !self.are_found && !known.contains(id));
        gaps.extend(refused.map(|(id, reason)| Gap::skipped(format!("all code by {}: {reason}", self.name(*id)))));
    }

    /// The cases of what was asked for and is no test that could be mixed, and of the profiles.
    pub(super) fn others(&self) -> Vec<Case> {
        let mut all = of_batch(self.batch);
        all.extend((0..self.profiles.len()).map(|number| self.profile(ProfileId::from_number(number as u32))));
        all
    }

    fn profile(&self, id: ProfileId) -> Case {
        let mut case = Case::new(PROFILE, self.name(id));
        let refused = self.code.refused.iter().filter(|(of, _)| *of == id);
        // One that was found and not asked for need not work.
        let gap = |reason: &String| if self.are_found { Gap::skipped(reason) } else { Gap::error(reason) };
        case.gaps.extend(refused.map(|(_, reason)| gap(reason)));
        let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
        for gap in self.code.gaps.iter().filter(|gap| gap.profile == id) {
            *reasons.entry(&gap.reason).or_default() += 1;
        }
        let counted = reasons.into_iter().map(|(reason, count)| Gap::skipped(format!("{count} functions: {reason}")));
        case.gaps.extend(counted);
        case
    }
}

/// The cases of what was asked for and is no test that could be mixed.
pub(super) fn of_batch(batch: &Batch) -> Vec<Case> {
    let unread = batch.refused.iter().map(|(name, reason)| (name.clone(), Gap::error(reason)));
    let unsupported = batch.unsupported.iter().map(|(path, reason)| (path.display().to_string(), Gap::skipped(reason)));
    unread.chain(unsupported).map(|(name, gap)| Case { gaps: vec![gap], ..Case::new(TEST, name) }).collect()
}

/// What of a test was not judged.
pub(crate) fn gaps_of_result(result: &TestResult) -> Vec<Gap> {
    let mut gaps = Vec::new();
    let undefined = result.undefined.iter();
    gaps.extend(undefined.map(|flags| Gap::skipped(format!("its source has undefined behaviour ({flags})"))));
    gaps.extend(result.failed.iter().map(Gap::error));
    let unknown = result.unknown.iter();
    gaps.extend(unknown.map(|(reason, count)| Gap::skipped(format!("{count} combinations: {reason}"))));
    gaps.extend(result.without_code.iter().map(|piece| Gap::skipped(format!("no profile has code for {piece}"))));
    if result.is_cut {
        let (judged, all) = (result.judged, result.combinations);
        gaps.push(Gap::skipped(format!("{judged} of {all} combinations of classes were judged")));
    }
    gaps
}

impl Report<'_> {
    /// The bugs of a test as findings.
    pub(super) fn findings(&self, number: usize, result: &TestResult) -> Vec<Finding> {
        self.bugs(result).map(|bug| self.finding(number, result, bug)).collect()
    }

    fn finding(&self, number: usize, result: &TestResult, bug: &Bug) -> Finding {
        let spans = self.batch.tests[number].piece_spans();
        let outcomes: Vec<String> = bug.extra.iter().map(|values| Report::outcome(result, values)).collect();
        let culprits = bug.culprits.iter().map(|culprit| {
            let names: Vec<String> = culprit.members.iter().map(|member| self.name(member)).collect();
            format!("{} by {}", result.pieces[culprit.piece].0, names.join(", "))
        });
        let culprits: Vec<String> = culprits.collect();
        let members = |culprit: &mix::Culprit| culprit.members.iter().map(|member| self.name(member)).collect();
        let place = |piece: usize| {
            let position = self.batch.sources.position(spans[piece]);
            let file = self.batch.sources.name(spans[piece].source).to_owned();
            SourcePlace { file, line: position.line, column: position.column }
        };
        let mut details = String::new();
        self.bug(result, bug, &mut details);
        Finding {
            rule: if bug.is_load_buffering { RULES[1].0 } else { RULES[0].0 },
            is_note: bug.is_load_buffering,
            message: format!("{}: {} with {}", result.name, outcomes.join(" "), culprits.join("; ")),
            details,
            places: bug.culprits.iter().map(|culprit| place(culprit.piece)).collect(),
            blamed: bug.culprits.iter().map(members).collect(),
            accepted: None,
        }
    }
}
