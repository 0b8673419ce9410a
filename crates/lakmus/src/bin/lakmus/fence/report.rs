//! What `lakmus fence` says: text for people, JSON for programs.

use std::fmt::{Display, Write};
use std::time::Duration;

use lakmus::fence::{
    Counts, Cycle, Group, Groups, MissingDependency, MissingFence, NeedlessFence, NotUnderstood, Position, Report,
    Rule, WeakOrder,
};
use lakmus::record::FenceRecord;
use serde::Serialize;

/// What there is to print.
pub(crate) struct Subject<'a> {
    pub(crate) report: &'a Report,
    /// How sure the pairs are that are to be ordered.
    pub(crate) groups: Groups,
    pub(crate) times: &'a [(&'static str, Duration)],
    /// The pairs that remain after the fences were put in and everything was analysed again, each described; none when that was not done.
    pub(crate) remaining: Option<&'a [String]>,
    /// Pairs that the baseline does not list; none without a baseline.
    pub(crate) new: Option<usize>,
}

#[derive(Serialize)]
struct Record<'a> {
    #[serde(flatten)]
    found: FenceRecord<'a>,
    /// Pairs that the baseline does not list.
    new_delays: Option<usize>,
    time: serde_json::Map<String, serde_json::Value>,
    spent: Option<Spent>,
}

/// What was spent until now.
#[derive(Serialize)]
struct Spent {
    /// CPU seconds of this process.
    cpu: f64,
    /// CPU seconds of the compilers (and builds) that it ran.
    compilers: f64,
    /// The most memory that this process has had at a time, in megabytes.
    megabytes: f64,
}

impl Spent {
    /// None where the system does not say.
    #[cfg(unix)]
    fn until_now() -> Option<Spent> {
        use nix::sys::resource::{Usage, UsageWho, getrusage};
        let seconds = |usage: &Usage| {
            let times = [usage.user_time(), usage.system_time()];
            times.iter().map(|time| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6).sum()
        };
        let own = getrusage(UsageWho::RUSAGE_SELF).ok()?;
        let compilers = seconds(&getrusage(UsageWho::RUSAGE_CHILDREN).ok()?);
        // Linux counts kilobytes.
        Some(Spent { cpu: seconds(&own), compilers, megabytes: own.max_rss() as f64 / 1024.0 })
    }

    #[cfg(not(unix))]
    fn until_now() -> Option<Spent> {
        None
    }
}

fn pairs(count: usize) -> String {
    if count == 1 { "1 pair".to_owned() } else { format!("{count} pairs") }
}

/// Pairs without a place for a fence that are listed one by one.
const MAX_UNPLACEABLE: usize = 10;

/// The first of these in words, with their places.
fn in_words(sources: &[NotUnderstood]) -> String {
    const MAX_SHOWN: usize = 3;
    let shown = sources.iter().take(MAX_SHOWN).map(|source| match (&source.file, source.line) {
        (Some(file), Some(line)) => format!("{} ({file}:{line})", source.what),
        _ => source.what.clone(),
    });
    let shown = shown.collect::<Vec<_>>().join(", ");
    match sources.len().saturating_sub(MAX_SHOWN) {
        0 => shown,
        rest => format!("{shown} and {rest} more"),
    }
}

impl Subject<'_> {
    /// What stays the same of these pairs when code around them changes.
    fn identities(&self, pairs: &[usize]) -> String {
        let identities: Vec<&str> = pairs.iter().map(|pair| self.report.pairs[*pair].as_str()).collect();
        identities.join("; ")
    }

    /// One object of SARIF 2.1.0: a result for each fence, and for each pair that none can be put between.
    pub(crate) fn sarif(&self) -> String {
        use serde_json::{Value, json};
        let location = |file: &str, line: Option<u32>, column: Option<u32>, message: Option<String>| {
            let mut location = json!({ "physicalLocation": { "artifactLocation": { "uri": file } } });
            if let Some(line) = line {
                location["physicalLocation"]["region"] =
                    json!({ "startLine": line.max(1), "startColumn": column.unwrap_or(1).max(1) });
            }
            if let Some(message) = message {
                location["message"] = json!({ "text": message });
            }
            location
        };
        let related = |cycle: &Cycle| -> Vec<Value> {
            let accesses = cycle.accesses.iter().map(|access| {
                location(access.file.as_deref().unwrap_or(""), access.line, access.column, Some(access.to_string()))
            });
            accesses.collect()
        };
        let at = |position: &Position| location(&position.file, Some(position.line), Some(position.column), None);
        let fences = self.report.fences.iter().map(|fence| {
            let MissingFence { position, kind, side, cycles, pairs: ordered, .. } = fence;
            json!({
                "ruleId": "missing-fence",
                "level": "warning",
                "message": { "text": format!("a {kind} fence {side} this place orders {}", pairs(ordered.len())) },
                "locations": [at(position)],
                "relatedLocations": cycles.iter().flat_map(related).collect::<Vec<_>>(),
                "partialFingerprints": { "pairs/v1": self.identities(ordered) },
            })
        });
        let orders = self.report.orders.iter().map(|stronger| {
            let WeakOrder { position, order, cycles, pairs: ordered, .. } = stronger;
            json!({
                "ruleId": "weak-order",
                "level": "warning",
                "message": { "text": format!("{order} here orders {}", pairs(ordered.len())) },
                "locations": [at(position)],
                "relatedLocations": cycles.iter().flat_map(related).collect::<Vec<_>>(),
                "partialFingerprints": { "pairs/v1": self.identities(ordered) },
            })
        });
        let dependencies = self.report.dependencies.iter().map(|dependency| {
            let MissingDependency { position, to_line, to_column, cycles, pairs: ordered, .. } = dependency;
            json!({
                "ruleId": "missing-dependency",
                "level": "warning",
                "message": { "text": format!("a dependency of line {to_line}, column {to_column} on what is read here orders {}", pairs(ordered.len())) },
                "locations": [at(position)],
                "relatedLocations": cycles.iter().flat_map(related).collect::<Vec<_>>(),
                "partialFingerprints": { "pairs/v1": self.identities(ordered) },
            })
        });
        let unplaceable = self.report.unplaceable.iter().map(|unplaceable| {
            let first = &unplaceable.cycle.accesses[0];
            json!({
                "ruleId": "unplaceable-fence",
                "level": "error",
                "message": { "text": "no fence can be put between the first two accesses of a critical cycle" },
                "locations": [location(first.file.as_deref().unwrap_or(""), first.line, first.column, None)],
                "relatedLocations": related(&unplaceable.cycle),
                "partialFingerprints": { "pairs/v1": self.identities(&[unplaceable.pair]) },
            })
        });
        let removable = self.report.needless.iter().map(|NeedlessFence { position, kind, .. }| {
            json!({
                "ruleId": "needless-fence",
                "level": "note",
                "message": { "text": format!("this {kind} fence orders nothing that needs it") },
                "locations": [at(position)],
            })
        });
        let rule = |id: &str, text: &str| json!({ "id": id, "shortDescription": { "text": text } });
        let log = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "lakmus fence",
                    "version": env!("CARGO_PKG_VERSION"),
                    "rules": [
                        rule("missing-fence", "A fence is missing for sequential consistency"),
                        rule("weak-order", "An atomic access needs a stronger order for sequential consistency"),
                        rule("missing-dependency", "An access must depend on a read for sequential consistency"),
                        rule("unplaceable-fence", "A pair of accesses must be ordered where no fence can be put"),
                        rule("needless-fence", "A fence orders nothing that must be ordered"),
                    ],
                } },
                "results": fences.chain(orders).chain(dependencies).chain(unplaceable).chain(removable).collect::<Vec<_>>(),
            }],
        });
        format!("{log}\n")
    }

    /// One JSON object.
    pub(crate) fn json(&self) -> String {
        let times = self.times.iter().map(|(name, time)| ((*name).to_owned(), serde_json::json!(time.as_secs_f64())));
        let record = Record {
            found: FenceRecord::new(self.report, &self.groups, self.remaining.map(<[String]>::len)),
            new_delays: self.new,
            time: times.collect(),
            spent: Spent::until_now(),
        };
        let mut text = serde_json::to_string(&record).expect("a record is JSON");
        text.push('\n');
        text
    }

    /// What a person reads.
    pub(crate) fn text(&self, explain: bool) -> String {
        let mut text = self.head();
        self.write_changes(explain, &mut text);
        self.write_plain(&mut text);
        self.write_unplaceable(&mut text);
        let report = self.report;
        if report.lower_bound < report.cost - 1e-6 {
            let _ = writeln!(
                text,
                "the fences cost {:.1}; no choice costs less than {:.1}",
                report.cost, report.lower_bound
            );
        }
        match self.remaining {
            Some([]) => text.push_str("analysed again with the fences: robust\n"),
            Some(remaining) => {
                let _ = writeln!(text, "analysed again with the fences: {} to order", pairs(remaining.len()));
                for pair in remaining.iter().take(MAX_UNPLACEABLE) {
                    let _ = writeln!(text, "    {pair}");
                }
            }
            None => {}
        }
        if report.counts.delays > 0 {
            self.write_groups(&mut text);
            let Groups { confirmed, likely, not_excluded, .. } = &self.groups;
            let _ = writeln!(text, "of the pairs, {confirmed} confirmed, {likely} likely, {not_excluded} not excluded");
        }
        text
    }

    /// The fences by group, where there are several.
    fn write_groups(&self, text: &mut String) {
        let set_aside = self.report.counts.set_aside;
        if set_aside > 0 {
            let _ = writeln!(
                text,
                "{} of less sure groups set aside: with these fences alone, the program may not be robust",
                pairs(set_aside)
            );
        }
        let count =
            |group: Group| self.report.fences.iter().filter(|fence| self.groups.of(&fence.pairs) == group).count();
        let [confirmed, likely, not_excluded] = [Group::Confirmed, Group::Likely, Group::NotExcluded].map(count);
        if likely + not_excluded > 0 {
            let _ = writeln!(
                text,
                "of the fences, {confirmed} order a confirmed pair, {likely} a likely one, {not_excluded} neither"
            );
        }
    }

    /// How much was looked at, and what of it was not understood.
    fn head(&self) -> String {
        let mut text = String::new();
        let Counts { threads, accesses, shared, delays, all_delays, undecided, .. } = self.report.counts;
        let at_least = if all_delays { "" } else { "at least " };
        let _ = writeln!(
            text,
            "{threads} threads, {accesses} accesses, {shared} of them shared, {at_least}{} to order under {}{}",
            pairs(delays),
            self.report.model,
            self.report.from.map(|from| format!(" for what {from} keeps in order")).unwrap_or_default()
        );
        let all = self.report.counts.excluded.iter();
        let left_out = all.clone().find(|(rule, count)| *rule == Rule::CallType && *count > 0);
        let excluded = all.filter(|(rule, count)| *rule != Rule::CallType && *count > 0);
        let excluded: Vec<String> = excluded.map(|(rule, count)| format!("{count} by {}", rule.name())).collect();
        if !excluded.is_empty() {
            let _ = writeln!(text, "competing pairs that are no race: {}", excluded.join(", "));
        }
        if let Some((rule, count)) = left_out {
            let functions = if *count == 1 { "1 function" } else { &format!("{count} functions") };
            let _ = writeln!(text, "not called by a pointer: {functions}, by {}", rule.name());
        }
        if let Some(new) = self.new {
            let _ = writeln!(text, "{} not in the baseline", pairs(new));
        }
        if undecided > 0 {
            let _ = writeln!(
                text,
                "{undecided} of the pairs may be on no critical cycle: their search was given up (--budget)"
            );
        }
        let void = &self.report.void_dependencies;
        if !void.is_empty() {
            let _ = writeln!(
                text,
                "dependencies count that a compiler may compute away (--no-dependencies leaves all out): {}",
                in_words(void)
            );
        }
        let havoc = &self.report.not_understood;
        if !havoc.is_empty() {
            let mut whats: Vec<&str> = havoc.iter().map(|havoc| havoc.what.as_str()).collect();
            whats.sort_unstable();
            whats.dedup();
            let _ = writeln!(text, "{} places not understood: {}", havoc.len(), whats.join(", "));
            let sources = &self.report.unknown_sources;
            if !sources.is_empty() {
                let _ = writeln!(text, "what leads to code that is not there: {}", in_words(sources));
            }
        }
        text
    }

    /// The fences, orders and dependencies that are to be put in, and the fences that may go.
    fn write_changes(&self, explain: bool, text: &mut String) {
        let mut line = |position: &Position, what: &dyn Display, cycles: &[Cycle]| {
            let Position { file, line, column, .. } = position;
            let _ = writeln!(text, "{file}:{line}:{column}: {what}");
            for cycle in cycles.iter().filter(|_| explain) {
                let _ = writeln!(text, "    {cycle}");
            }
        };
        for MissingFence { position, kind, side, cycles, pairs: ordered, .. } in &self.report.fences {
            let what = format!("a {kind} fence {side} this place orders {}", pairs(ordered.len()));
            line(position, &what, cycles);
        }
        for WeakOrder { position, order, cycles, pairs: ordered, .. } in &self.report.orders {
            line(position, &format!("{order} here orders {}", pairs(ordered.len())), cycles);
        }
        for dependency in &self.report.dependencies {
            let MissingDependency { position, to_line, to_column, cycles, pairs: ordered, .. } = dependency;
            let what = format!(
                "a dependency of line {to_line}, column {to_column} on what is read here orders {}",
                pairs(ordered.len())
            );
            line(position, &what, cycles);
        }
    }

    /// Plain accesses that become atomic, those that do not, and fences that may go.
    fn write_plain(&self, text: &mut String) {
        let Report { relaxed, plain, needless, .. } = self.report;
        if *relaxed > 0 {
            let _ = writeln!(text, "{relaxed} plain accesses on critical cycles become atomic");
        }
        for access in plain.iter().take(MAX_UNPLACEABLE) {
            let _ = writeln!(text, "{access} is on a critical cycle and stays plain: its form is not known");
        }
        if plain.len() > MAX_UNPLACEABLE {
            let _ = writeln!(text, "and {} more stay plain", plain.len() - MAX_UNPLACEABLE);
        }
        for NeedlessFence { position: Position { file, line, column, .. }, kind, .. } in needless {
            let _ = writeln!(text, "{file}:{line}:{column}: this {kind} fence orders nothing that needs it");
        }
    }

    /// Pairs that no fence can be put between.
    fn write_unplaceable(&self, text: &mut String) {
        let unplaceable = &self.report.unplaceable;
        for pair in unplaceable.iter().take(MAX_UNPLACEABLE) {
            let accesses = &pair.cycle.accesses;
            let _ = writeln!(text, "no fence can be put between {} and {}: {}", accesses[0], accesses[1], pair.why);
        }
        if unplaceable.len() > MAX_UNPLACEABLE {
            let rest = unplaceable.len() - MAX_UNPLACEABLE;
            let _ = writeln!(text, "and between the accesses of {} more", pairs(rest));
        }
    }
}
