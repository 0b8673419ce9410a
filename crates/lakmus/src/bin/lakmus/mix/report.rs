//! What `lakmus mix run` prints for people: bugs in the notation of *Mix Testing* (section 3.2), and what was not judged.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use drawing::Theme;
use lakmus::record;
use mix::classes::Member;
use mix::{Bug, CompilerCommand, Language, Origin, Profile, Summary, TestResult};

use litmus::FileNames;

use crate::cases::Case;

use super::Batch;
use super::args::MixRunArgs;
use super::executions::Executions;
use super::minimise::Smallest;

/// A batch, and how results are reported.
#[derive(Clone, Copy)]
pub(super) struct Report<'a> {
    pub(super) args: &'a MixRunArgs,
    pub(super) batch: &'a Batch,
    pub(super) profiles: &'a [Profile],
}

/// What is asked for of a test beside its result.
#[derive(Default)]
pub(super) struct Beside {
    /// By the number of the bug: its executions.
    pub(super) executions: BTreeMap<usize, Executions>,
    /// A smaller test.
    pub(super) smallest: Option<Smallest>,
}

impl Report<'_> {
    /// What was found in one test.
    pub(super) fn of_test(&self, result: &TestResult, beside: &Beside, case: &Case) -> String {
        let mut text = String::new();
        for ((number, bug), finding) in self.numbered_bugs(result).zip(&case.findings) {
            // What is accepted is listed at the end, in a line.
            if finding.accepted.is_some() {
                continue;
            }
            self.bug(result, bug, &mut text);
            if self.args.show
                && let Some(executions) = beside.executions.get(&number)
            {
                let _ = writeln!(text, "{}", executions.text());
            }
        }
        if let Some(smallest) = &beside.smallest {
            self.smaller_test(result, smallest, &mut text);
        }
        text
    }

    /// What was not judged, and how much was.
    pub(super) fn end(&self, summary: &Summary) -> String {
        let mut text = String::new();
        self.not_judged(summary, &mut text);
        self.counts(summary, &mut text);
        text
    }

    /// The bugs that are reported.
    pub(super) fn bugs<'r>(&self, result: &'r TestResult) -> impl Iterator<Item = &'r Bug> {
        self.numbered_bugs(result).map(|(_, bug)| bug)
    }

    /// The same with their numbers in the result.
    pub(super) fn numbered_bugs<'r>(&self, result: &'r TestResult) -> impl Iterator<Item = (usize, &'r Bug)> {
        let all = self.args.load_buffering;
        result.bugs.iter().enumerate().filter(move |(_, bug)| !bug.is_load_buffering || all)
    }

    /// What `--minimise` found: the test, and the bug that it has with the profiles of the example alone.
    fn smaller_test(&self, result: &TestResult, smallest: &Smallest, text: &mut String) {
        let _ = writeln!(text, "Smallest test found for {}:\n{}", result.name, smallest.text);
        let report = Report { profiles: &smallest.profiles, ..*self };
        if let Some(bug) = smallest.result.bugs.iter().find(|bug| !bug.is_load_buffering) {
            report.bug(&smallest.result, bug, text);
        }
    }

    /// What a member is called.
    pub(super) fn name(&self, member: &Member) -> String {
        record::member_name(member, self.profiles)
    }

    /// An outcome as a state.
    pub(super) fn outcome(result: &TestResult, values: &[String]) -> String {
        record::outcome(result, values)
    }

    pub(super) fn bug(&self, result: &TestResult, bug: &Bug, text: &mut String) {
        let kind = if bug.is_load_buffering {
            "Load buffering"
        } else if bug.example.iter().all(|member| *member == bug.example[0]) {
            "Bug of a single profile"
        } else {
            "Mixing bug"
        };
        let _ = writeln!(text, "{kind} in {} ({})", result.name, bug.architecture.word());
        for values in &bug.extra {
            let _ = writeln!(text, "  outcome {}", Report::outcome(result, values));
        }
        let under = if bug.is_load_buffering { "rc11" } else { &self.args.source_model };
        let _ = writeln!(text, "  which {under} forbids");
        if let Some(machine) = bug.machine.name() {
            let _ = writeln!(text, "  on {machine}");
        }
        for culprit in &bug.culprits {
            let (name, source) = &result.pieces[culprit.piece];
            let _ = writeln!(text, "  where {name} = {source}");
            let names: Vec<String> = culprit.members.iter().map(|member| self.name(member)).collect();
            let spellings = match culprit.spellings {
                1 => String::new(),
                more => format!(", in {more} spellings, the first one:"),
            };
            let _ = writeln!(text, "    is compiled by {}{spellings}", names.join(", "));
            for line in &culprit.code {
                let _ = writeln!(text, "      {line}");
            }
            if self.args.filecheck {
                for line in culprit.code.iter().filter(|line| !line.ends_with(':')) {
                    let _ = writeln!(text, "      // CHECK: {}", line.replace(", ", ",{{ *}}"));
                }
            }
        }
        let open: Vec<&str> = (0..result.pieces.len())
            .filter(|piece| bug.culprits.iter().all(|culprit| culprit.piece != *piece))
            .map(|piece| result.pieces[piece].0.as_str())
            .collect();
        if !open.is_empty() {
            // Where some were not judged, what is to blame in all that were may be innocent.
            let which = if result.is_cut { " in the combinations that were judged" } else { "" };
            let _ = writeln!(text, "  and {} by any profile{which}", open.join(", "));
        }
        self.mix_test(result, bug, text);
        for (pieces, table) in &bug.fixed_by {
            let names: Vec<&str> = pieces.iter().map(|&piece| result.pieces[piece].0.as_str()).collect();
            let verb = if names.len() == 1 { "is" } else { "are" };
            let _ = writeln!(text, "  gone when {} {verb} as {table} has it", names.join(", "));
        }
        let _ = writeln!(text, "  {} of {} combinations of classes\n", bug.combinations, result.judged);
    }

    /// The example in the notation of the paper.
    fn mix_test(&self, result: &TestResult, bug: &Bug, text: &mut String) {
        let mut compilers: Vec<&Member> = Vec::new();
        for member in &bug.example {
            if !compilers.contains(&member) {
                compilers.push(member);
            }
        }
        let number = |member: &Member| compilers.iter().position(|known| *known == member).unwrap_or(0) + 1;
        let mut threads: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for ((name, _), member) in result.pieces.iter().zip(&bug.example) {
            let thread = name.split('_').next().unwrap_or_default();
            threads.entry(thread).or_default().push(format!("comp{}({name})", number(member)));
        }
        let threads: Vec<String> = threads.values().map(|pieces| format!("({})", pieces.join("; "))).collect();
        let _ = writeln!(text, "  MixTest {} = {}", result.name, threads.join(" || "));
        for member in &compilers {
            let pieces: Vec<&str> = result
                .pieces
                .iter()
                .zip(&bug.example)
                .filter(|(_, of)| of == member)
                .map(|((name, _), _)| name.as_str())
                .collect();
            let profile = &self.profiles[member.profile.number() as usize];
            let command = match &profile.origin {
                Origin::Compiler(compiler) => compiler.shown(),
                Origin::Table(table) => format!("mapping table: {}", table.source),
            };
            let _ = writeln!(text, "    comp{} -> {{{}}}", number(member), pieces.join(", "));
            let _ = writeln!(text, "    comp{} = {}: {command}", number(member), self.name(member));
        }
    }

    fn not_judged(&self, summary: &Summary, text: &mut String) {
        for (path, reason) in &self.batch.unsupported {
            let _ = writeln!(text, "Not supported: {}: {reason}", path.display());
        }
        for result in &summary.results {
            if let Some(flags) = &result.undefined {
                let _ = writeln!(text, "Skipped: {}: its source has undefined behaviour ({flags})", result.name);
            }
            if let Some(reason) = &result.failed {
                let _ = writeln!(text, "Not judged: {}: {reason}", result.name);
            }
            for (reason, count) in &result.unknown {
                let _ = writeln!(text, "Not judged: {}: {count} combinations: {reason}", result.name);
            }
            for piece in &result.without_code {
                let _ = writeln!(text, "Not judged: {}: no profile has code for {piece}", result.name);
            }
            if result.is_cut {
                let _ = writeln!(
                    text,
                    "Cut: {}: {} of {} combinations of classes were judged",
                    result.name, result.judged, result.combinations
                );
            }
        }
        for (profile, reason) in &summary.refused {
            let _ = writeln!(text, "Profile not used: {profile}: {reason}");
        }
        // One line a reason: a profile without a header or an extension fails everywhere for the same one.
        let mut reasons: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for gap in &summary.unsupported {
            *reasons.entry((&gap.reason, &gap.profile)).or_default() += 1;
        }
        let mut by_reason: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for ((reason, profile), count) in reasons {
            by_reason.entry(reason).or_default().push(format!("{profile} ({count})"));
        }
        for (reason, profiles) in by_reason {
            let _ = writeln!(text, "Code not used: {reason}: {}", profiles.join(", "));
        }
    }

    fn counts(&self, summary: &Summary, text: &mut String) {
        let results = &summary.results;
        let sum = |of: &dyn Fn(&TestResult) -> usize| results.iter().map(of).sum::<usize>();
        let bugs = sum(&|result| result.bugs.iter().filter(|bug| !bug.is_load_buffering).count());
        let buffering = sum(&|result| result.bugs.iter().filter(|bug| bug.is_load_buffering).count());
        let of_profiles: f64 = results.iter().map(|result| result.combinations_of_profiles).sum();
        let _ = writeln!(
            text,
            "{} tests, {} profiles, {} functions a profile; {:.3e} combinations of profiles, {} of classes, {} different, {} simulated{}",
            results.len(),
            self.profiles.len(),
            summary.fragments,
            of_profiles,
            sum(&|result| result.combinations),
            sum(&|result| result.different),
            summary.simulated,
            match summary.from_earlier_runs {
                0 => String::new(),
                known => format!(", {known} known from earlier runs"),
            },
        );
        let _ = writeln!(
            text,
            "{bugs} bugs in {} tests; {buffering} differences by load buffering alone; {} tests skipped as undefined; {} code gaps",
            results.iter().filter(|result| result.bugs.iter().any(|bug| !bug.is_load_buffering)).count(),
            results.iter().filter(|result| result.undefined.is_some()).count(),
            self.code_gaps(summary),
        );
    }

    /// How many functions of profiles have no code. One that was asked for and compiles nothing has none for any.
    fn code_gaps(&self, summary: &Summary) -> usize {
        let is_counted = |name: &str| summary.unsupported.iter().any(|gap| gap.profile == name);
        let refused = summary.refused.iter().filter(|(name, _)| !self.args.profiles.are_found() && !is_counted(name));
        summary.unsupported.len() + refused.count() * summary.fragments
    }

    /// Writes what is asked for of each bug: its test in assembly, its sources, and its picture.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub(super) fn write_files(&self, summary: &Summary, beside: &BTreeMap<usize, Beside>) -> Result<(), String> {
        let mut names = FileNames::default();
        for (test, result) in summary.results.iter().enumerate() {
            let file = names.take_or_number(&result.name);
            for (place, (number, bug)) in self.numbered_bugs(result).enumerate() {
                let name = file.as_str();
                let name = format!("{name}.{}.{place}", bug.architecture.name());
                if let Some(folder) = &self.args.litmus {
                    put(folder, &format!("{name}.litmus"), &mix::as_herd_reads(&bug.litmus, bug.architecture))?;
                }
                if let Some(folder) = &self.args.sources {
                    for (language, text) in self.sources(test, result, bug) {
                        put(folder, &format!("{name}.{}", language.extension()), &text)?;
                    }
                }
                let title = format!("{} ({})", result.name, bug.architecture.word());
                let executions = beside.get(&test).and_then(|beside| beside.executions.get(&number));
                if let (Some(folder), Some(drawing)) =
                    (&self.args.svg, executions.and_then(|executions| executions.drawing(title)))
                {
                    put(folder, &format!("{name}.svg"), &drawing.to_svg(Theme::Light))?;
                }
            }
        }
        Ok(())
    }

    /// The pieces of a bug's test in each language that the compilers of the example take, with the outcome and the commands at the head.
    fn sources(&self, test: usize, result: &TestResult, bug: &Bug) -> BTreeMap<Language, String> {
        let source = &self.batch.tests[test];
        let mut compilers: BTreeMap<&Member, (&CompilerCommand, Vec<&str>)> = BTreeMap::new();
        for (member, (piece, _)) in bug.example.iter().zip(&result.pieces) {
            if let Origin::Compiler(compiler) = &self.profiles[member.profile.number() as usize].origin {
                compilers.entry(member).or_insert((compiler, Vec::new())).1.push(piece);
            }
        }
        let mut all = BTreeMap::new();
        for (member, (compiler, pieces)) in compilers {
            let text = all.entry(compiler.language).or_insert_with(|| {
                let outcomes = bug.extra.iter().map(|values| Report::outcome(result, values));
                let outcomes: Vec<String> = outcomes.collect();
                format!("// {} for {}: {} is forbidden.\n", result.name, bug.architecture.word(), outcomes.join(" or "))
            });
            let _ = writeln!(text, "// {} compiles {}:", self.name(member), pieces.join(", "));
            let _ = writeln!(text, "//   {} {}", compiler.shown(), compiler.options().join(" "));
        }
        for (language, text) in &mut all {
            text.push_str(&source.unit(&self.batch.fragments, *language));
        }
        all
    }
}

/// Writes a file into a folder, which need not be there.
fn put(folder: &Path, name: &str, text: &str) -> Result<(), String> {
    let path = folder.join(name);
    let failed = |error: std::io::Error| format!("cannot write `{}`: {error}", path.display());
    std::fs::create_dir_all(folder).map_err(failed)?;
    std::fs::write(&path, text).map_err(failed)
}
