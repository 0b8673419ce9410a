//! What `lakmus fence` says: text for people, JSON for programs.

use std::fmt::Write;
use std::time::Duration;

use lakmus::aeg::delays::Delay;
use lakmus::aeg::graph::EventId;
use lakmus::aeg::model::Direction;
use lakmus::cprog::ir::{Program, SourcePlace};
use lakmus::fence::accesses::{self, Site};
use lakmus::fence::analysis::{Analysis, Phase};
use lakmus::fence::placement::{Dependent, Fence, Stronger};
use lakmus::fence::slots::Text;
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::not_understood::{self, NotUnderstood};

/// What there is to report.
pub(crate) struct Subject<'a> {
    pub(crate) program: &'a Program,
    pub(crate) analysis: &'a Analysis,
    pub(crate) texts: &'a FxHashMap<lakmus::cprog::ir::FileId, Text<'a>>,
    pub(crate) model: String,
    pub(crate) times: &'a [(String, Duration)],
    /// The pairs that remain after the fences were put in and everything was analysed again, each described; none when that was not done.
    pub(crate) remaining: Option<&'a [String]>,
    /// Pairs that the baseline does not list; none without a baseline.
    pub(crate) new: Option<usize>,
}

/// The name of a phase.
pub(crate) fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::PointsTo => "points-to",
        Phase::Graph => "graph",
        Phase::Delays => "delays",
        Phase::Slots => "slots",
        Phase::Placement => "placement",
    }
}

#[derive(Serialize)]
struct Access {
    access: &'static str,
    variable: String,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    function: String,
}

#[derive(Serialize)]
struct Cycle {
    shape: String,
    /// The pair that is ordered, then the rest of the cycle.
    accesses: Vec<Access>,
}

#[derive(Serialize)]
struct FenceObject {
    file: String,
    line: u32,
    column: u32,
    kind: String,
    position: &'static str,
    cycles: Vec<Cycle>,
}

/// An atomic access that is given a stronger order.
#[derive(Serialize)]
struct OrderObject {
    file: String,
    line: u32,
    column: u32,
    order: &'static str,
    cycles: Vec<Cycle>,
}

/// A dependency that is put in: the address of an access depends on what a read has read.
#[derive(Serialize)]
struct DependencyObject {
    file: String,
    /// Where the read stands.
    line: u32,
    column: u32,
    /// Where the access stands.
    to_line: u32,
    to_column: u32,
    cycles: Vec<Cycle>,
}

#[derive(Serialize)]
struct RemovableObject {
    file: String,
    line: u32,
    column: u32,
    kind: String,
}

#[derive(Serialize)]
struct Counts {
    threads: usize,
    accesses: usize,
    shared: usize,
    delays: usize,
    /// Whether these are all; else there may be more that the fences for others order.
    all_delays: bool,
    refuted: usize,
    undecided: usize,
    unplaceable: usize,
}

#[derive(Serialize)]
struct Record {
    model: String,
    robust: bool,
    fences: Vec<FenceObject>,
    /// Atomic accesses that are given a stronger order.
    orders: Vec<OrderObject>,
    /// Accesses that are made to depend on a read.
    dependencies: Vec<DependencyObject>,
    /// Fences of the program that it does not need; empty unless that was asked.
    removable: Vec<RemovableObject>,
    cost: f64,
    lower_bound: f64,
    unplaceable: Vec<Cycle>,
    havoc: Vec<NotUnderstood>,
    /// What leads to code that is not there.
    unknown_sources: Vec<NotUnderstood>,
    counts: Counts,
    remaining_delays: Option<usize>,
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

/// The events of a pair's cycle: the pair, then the rest.
fn events_of(delay: &Delay) -> Vec<EventId> {
    [delay.first, delay.second].into_iter().chain(delay.witness.iter().flatten().copied()).collect()
}

fn pairs(count: usize) -> String {
    if count == 1 { "1 pair".to_owned() } else { format!("{count} pairs") }
}

/// Pairs without a place for a fence that are told one by one.
const MAX_UNPLACEABLE: usize = 10;

/// Cycles that are told for each fence.
const MAX_CYCLES: usize = 8;

impl Subject<'_> {
    /// Where an event stands in the file, whatever macros were written out for the analysis.
    fn place(&self, event: EventId) -> Option<SourcePlace> {
        let place = self.program.place(self.analysis.aeg.events[event].point)?;
        let original = self.texts.get(&place.file).and_then(|text| {
            let offset = text.is_written_out().then(|| text.offset(place)).flatten()?;
            Some(text.original_line_column(offset))
        });
        Some(original.map_or(place, |(line, column)| SourcePlace { line, column, ..place }))
    }

    fn access(&self, event: EventId) -> Access {
        let place = self.place(event);
        Access {
            access: match self.analysis.aeg.events[event].direction {
                Direction::Read => "R",
                Direction::Write => "W",
            },
            variable: self.variable(event),
            file: place.map(|place| self.program.files[place.file].name.clone()),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            function: self.program.functions[self.analysis.aeg.events[event].point.function].source_name.clone(),
        }
    }

    /// What an event accesses, as far as it has a name.
    fn variable(&self, event: EventId) -> String {
        use lakmus::cprog::points_to::ObjectKind;
        let event = &self.analysis.aeg.events[event];
        if event.is_havoc {
            return "anything".to_owned();
        }
        let mut names: Vec<String> = event
            .classes
            .iter()
            .take(3)
            .map(|class| {
                let location = self.analysis.aeg.classes[*class].location;
                let name = match self.analysis.points_to.object(location.object).kind {
                    ObjectKind::Global(global) => self.program.globals[global].name.clone(),
                    ObjectKind::Local(point) => {
                        format!("local of {}", self.program.functions[point.function].source_name)
                    }
                    ObjectKind::Heap(point) => match self.program.place(point) {
                        Some(place) => format!("heap object of line {}", place.line),
                        None => "heap object".to_owned(),
                    },
                    ObjectKind::Arguments(function) => {
                        format!("arguments of {}", self.program.functions[function].source_name)
                    }
                    ObjectKind::Caller => "memory of callers".to_owned(),
                    ObjectKind::Function(_) | ObjectKind::Outside | ObjectKind::Number | ObjectKind::Library => {
                        "object of a library".to_owned()
                    }
                };
                if location.offset > 0 { format!("{name}+{}", location.offset) } else { name }
            })
            .collect();
        if event.classes.len() > 3 {
            names.push(format!("{} more", event.classes.len() - 3));
        }
        names.join(" or ")
    }

    fn cycle(&self, delay: &Delay) -> Cycle {
        let events = events_of(delay);
        Cycle { shape: self.shape(delay), accesses: events.iter().map(|event| self.access(*event)).collect() }
    }

    /// The name of a cycle of two threads with two accesses each; for others, what their accesses are.
    fn shape(&self, delay: &Delay) -> String {
        let events = events_of(delay);
        if delay.witness.is_empty() {
            return "unknown".to_owned();
        }
        let letters: String = events
            .iter()
            .map(|event| match self.analysis.aeg.events[*event].direction {
                Direction::Read => 'R',
                Direction::Write => 'W',
            })
            .collect();
        match letters.as_str() {
            "WRWR" => "SB",
            "WWRR" | "RRWW" => "MP",
            "RWRW" => "LB",
            "WWWR" | "WRWW" => "R",
            "WWRW" | "RWWW" => "S",
            "WWWW" => "2+2W",
            other => other,
        }
        .to_owned()
    }

    fn fence(&self, fence: &Fence) -> FenceObject {
        let slot = &self.analysis.found.slots[fence.slot];
        let offset = if slot.behind { slot.region.end } else { slot.region.start };
        let (line, column) = self.texts[&slot.file].original_line_column(offset);
        let cycles = fence.delays.iter().take(MAX_CYCLES).map(|delay| self.cycle(&self.analysis.delays.pairs[*delay]));
        FenceObject {
            file: self.program.files[slot.file].name.clone(),
            line,
            column,
            kind: fence.kind.to_string(),
            position: if slot.behind { "after" } else { "before" },
            cycles: cycles.collect(),
        }
    }

    fn order(&self, stronger: &Stronger) -> OrderObject {
        let text = &self.texts[&stronger.upgrade.file];
        let (line, column) = text.original_line_column(stronger.upgrade.site.start());
        let cycles =
            stronger.delays.iter().take(MAX_CYCLES).map(|delay| self.cycle(&self.analysis.delays.pairs[*delay]));
        OrderObject {
            file: self.program.files[stronger.upgrade.file].name.clone(),
            line,
            column,
            order: match &stronger.upgrade.site {
                Site::Order(range) => accesses::name(stronger.upgrade.order, Some(text.slice(range.clone()))),
                Site::Load(_) | Site::Store(..) => accesses::name(stronger.upgrade.order, None),
            },
            cycles: cycles.collect(),
        }
    }

    /// The dependencies, as far as they have a text.
    fn dependencies(&self) -> Vec<DependencyObject> {
        let object = |dependent: &Dependent| {
            let dependency = dependent.dependency.as_ref()?;
            let text = &self.texts[&dependency.file];
            let (line, column) = text.original_line_column(dependency.read.start);
            let (to_line, to_column) = text.original_line_column(dependency.target.range().start);
            let cycles =
                dependent.delays.iter().take(MAX_CYCLES).map(|delay| self.cycle(&self.analysis.delays.pairs[*delay]));
            let file = self.program.files[dependency.file].name.clone();
            Some(DependencyObject { file, line, column, to_line, to_column, cycles: cycles.collect() })
        };
        self.analysis.placement.dependent.iter().filter_map(object).collect()
    }

    fn removable(&self) -> Vec<RemovableObject> {
        let objects = self.analysis.removable.iter().map(|fence| {
            let (line, column) = self.texts[&fence.file].original_line_column(fence.region.start);
            RemovableObject {
                file: self.program.files[fence.file].name.clone(),
                line,
                column,
                kind: fence.kind.to_string(),
            }
        });
        objects.collect()
    }

    fn counts(&self) -> Counts {
        let Analysis { aeg, delays, placement, .. } = self.analysis;
        Counts {
            threads: aeg.threads.threads.len(),
            accesses: aeg.accesses,
            shared: aeg.events.len(),
            delays: delays.pairs.len(),
            all_delays: !delays.is_cut_short,
            refuted: delays.refuted,
            undecided: delays.undecided,
            unplaceable: placement.unplaceable.len(),
        }
    }

    /// A pair, with its places in the text that was analysed.
    pub(crate) fn pair(&self, delay: &Delay) -> String {
        format!("{} -> {}", self.describe(&self.access(delay.first)), self.describe(&self.access(delay.second)))
    }

    /// What a pair is in a baseline: its functions and variables, without lines, so that it stays the same when code around it changes.
    pub(crate) fn identity(&self, delay: &Delay) -> String {
        let side = |event: EventId| {
            let Access { access, variable, file, function, .. } = self.access(event);
            format!("{}:{function}:{access} {variable}", file.unwrap_or_default())
        };
        format!("{} {} -> {}", self.model, side(delay.first), side(delay.second))
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
                location(access.file.as_deref().unwrap_or(""), access.line, access.column, Some(self.describe(access)))
            });
            accesses.collect()
        };
        let Analysis { delays, placement, .. } = self.analysis;
        let fences = placement.fences.iter().map(|fence| {
            let FenceObject { file, line, column, kind, position, cycles } = self.fence(fence);
            let identities: Vec<String> =
                fence.delays.iter().map(|delay| self.identity(&delays.pairs[*delay])).collect();
            json!({
                "ruleId": "missing-fence",
                "level": "warning",
                "message": { "text": format!("a {kind} fence {position} this place orders {}", pairs(identities.len())) },
                "locations": [location(&file, Some(line), Some(column), None)],
                "relatedLocations": cycles.iter().flat_map(related).collect::<Vec<_>>(),
                "partialFingerprints": { "pairs/v1": identities.join("; ") },
            })
        });
        let orders = placement.stronger.iter().map(|stronger| {
            let OrderObject { file, line, column, order, cycles } = self.order(stronger);
            let identities: Vec<String> =
                stronger.delays.iter().map(|delay| self.identity(&delays.pairs[*delay])).collect();
            json!({
                "ruleId": "weak-order",
                "level": "warning",
                "message": { "text": format!("{order} here orders {}", pairs(identities.len())) },
                "locations": [location(&file, Some(line), Some(column), None)],
                "relatedLocations": cycles.iter().flat_map(related).collect::<Vec<_>>(),
                "partialFingerprints": { "pairs/v1": identities.join("; ") },
            })
        });
        let dependencies = self.dependencies().into_iter().zip(&placement.dependent).map(|(object, dependent)| {
            let DependencyObject { file, line, column, to_line, to_column, cycles } = object;
            let identities: Vec<String> =
                dependent.delays.iter().map(|delay| self.identity(&delays.pairs[*delay])).collect();
            json!({
                "ruleId": "missing-dependency",
                "level": "warning",
                "message": { "text": format!("a dependency of line {to_line}, column {to_column} on what is read here orders {}", pairs(identities.len())) },
                "locations": [location(&file, Some(line), Some(column), None)],
                "relatedLocations": cycles.iter().flat_map(related).collect::<Vec<_>>(),
                "partialFingerprints": { "pairs/v1": identities.join("; ") },
            })
        });
        let unplaceable = placement.unplaceable.iter().map(|delay| {
            let delay = &delays.pairs[*delay];
            let cycle = self.cycle(delay);
            let first = &cycle.accesses[0];
            json!({
                "ruleId": "unplaceable-fence",
                "level": "error",
                "message": { "text": "no fence can be put between the first two accesses of a critical cycle" },
                "locations": [location(first.file.as_deref().unwrap_or(""), first.line, first.column, None)],
                "relatedLocations": related(&cycle),
                "partialFingerprints": { "pairs/v1": self.identity(delay) },
            })
        });
        let removable = self.removable().into_iter().map(|RemovableObject { file, line, column, kind }| {
            json!({
                "ruleId": "needless-fence",
                "level": "note",
                "message": { "text": format!("this {kind} fence orders nothing that needs it") },
                "locations": [location(&file, Some(line), Some(column), None)],
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
        let Analysis { delays, placement, .. } = self.analysis;
        let time =
            self.times.iter().map(|(name, time)| (name.clone(), serde_json::json!(time.as_secs_f64()))).collect();
        let record = Record {
            model: self.model.clone(),
            robust: self.analysis.is_robust(),
            fences: placement.fences.iter().map(|fence| self.fence(fence)).collect(),
            orders: placement.stronger.iter().map(|stronger| self.order(stronger)).collect(),
            dependencies: self.dependencies(),
            removable: self.removable(),
            cost: placement.cost,
            lower_bound: placement.bound,
            unplaceable: placement.unplaceable.iter().map(|delay| self.cycle(&delays.pairs[*delay])).collect(),
            havoc: not_understood::havoc(self.program, self.analysis),
            unknown_sources: not_understood::unknown_sources(self.program, self.analysis),
            counts: self.counts(),
            remaining_delays: self.remaining.map(<[String]>::len),
            new_delays: self.new,
            time,
            spent: Spent::until_now(),
        };
        let mut text = serde_json::to_string(&record).expect("a record is JSON");
        text.push('\n');
        text
    }

    fn describe(&self, access: &Access) -> String {
        let place = match (&access.file, access.line) {
            (Some(file), Some(line)) => format!("{file}:{line}"),
            _ => "unknown place".to_owned(),
        };
        format!("{} {} ({place}, {})", access.access, access.variable, access.function)
    }

    /// Why no fence can be put between the accesses of a pair.
    fn why_unplaceable(&self, pair: &Delay) -> &'static str {
        let (Some(first), Some(second)) = (self.place(pair.first), self.place(pair.second)) else {
            return "one of them has no place in the source";
        };
        if !self.texts.contains_key(&first.file) && !self.texts.contains_key(&second.file) {
            "their source cannot be read or is the system's"
        } else if first == second {
            "both are of one call, or of a macro that cannot be written out"
        } else {
            "no statement or operand lies between them on every path"
        }
    }

    fn write_cycle(&self, cycle: &Cycle, text: &mut String) {
        let accesses: Vec<String> = cycle.accesses.iter().map(|access| self.describe(access)).collect();
        let _ = writeln!(text, "    {}: {}", cycle.shape, accesses.join(" -> "));
    }

    /// What a person reads.
    pub(crate) fn text(&self, explain: bool) -> String {
        let mut text = String::new();
        let Counts { threads, accesses, shared, delays, all_delays, undecided, .. } = self.counts();
        let at_least = if all_delays { "" } else { "at least " };
        let _ = writeln!(
            text,
            "{threads} threads, {accesses} accesses, {shared} of them shared, {at_least}{} to order under {}",
            pairs(delays),
            self.model
        );
        if let Some(new) = self.new {
            let _ = writeln!(text, "{} not in the baseline", pairs(new));
        }
        if undecided > 0 {
            let _ = writeln!(
                text,
                "{undecided} of the pairs may be on no critical cycle: their search was given up (--budget)"
            );
        }
        let havoc = not_understood::havoc(self.program, self.analysis);
        if !havoc.is_empty() {
            let mut whats: Vec<&str> = havoc.iter().map(|havoc| havoc.what.as_str()).collect();
            whats.sort_unstable();
            whats.dedup();
            let _ = writeln!(text, "{} places not understood: {}", havoc.len(), whats.join(", "));
            let sources = not_understood::unknown_sources(self.program, self.analysis);
            if !sources.is_empty() {
                let _ = writeln!(text, "what leads to code that is not there: {}", not_understood::in_words(&sources));
            }
        }
        let Analysis { delays, placement, .. } = self.analysis;
        for fence in &placement.fences {
            let object = self.fence(fence);
            let FenceObject { file, line, column, kind, position, cycles } = &object;
            let _ = writeln!(
                text,
                "{file}:{line}:{column}: a {kind} fence {position} this place orders {}",
                pairs(fence.delays.len())
            );
            if explain {
                for cycle in cycles {
                    self.write_cycle(cycle, &mut text);
                }
            }
        }
        for stronger in &placement.stronger {
            let OrderObject { file, line, column, order, cycles } = self.order(stronger);
            let _ = writeln!(text, "{file}:{line}:{column}: {order} here orders {}", pairs(stronger.delays.len()));
            for cycle in cycles.iter().filter(|_| explain) {
                self.write_cycle(cycle, &mut text);
            }
        }
        for (object, dependent) in self.dependencies().iter().zip(&placement.dependent) {
            let DependencyObject { file, line, column, to_line, to_column, cycles } = object;
            let _ = writeln!(
                text,
                "{file}:{line}:{column}: a dependency of line {to_line}, column {to_column} on what is read here orders {}",
                pairs(dependent.delays.len())
            );
            for cycle in cycles.iter().filter(|_| explain) {
                self.write_cycle(cycle, &mut text);
            }
        }
        if !self.analysis.relaxed.is_empty() {
            let _ = writeln!(text, "{} plain accesses on critical cycles become atomic", self.analysis.relaxed.len());
        }
        for event in self.analysis.plain.iter().take(MAX_UNPLACEABLE) {
            let access = self.describe(&self.access(*event));
            let _ = writeln!(text, "{access} is on a critical cycle and stays plain: its form is not known");
        }
        if self.analysis.plain.len() > MAX_UNPLACEABLE {
            let _ = writeln!(text, "and {} more stay plain", self.analysis.plain.len() - MAX_UNPLACEABLE);
        }
        for RemovableObject { file, line, column, kind } in self.removable() {
            let _ = writeln!(text, "{file}:{line}:{column}: this {kind} fence orders nothing that needs it");
        }
        for delay in placement.unplaceable.iter().take(MAX_UNPLACEABLE) {
            let pair = &delays.pairs[*delay];
            let (first, second) = (self.access(pair.first), self.access(pair.second));
            let _ = writeln!(
                text,
                "no fence can be put between {} and {}: {}",
                self.describe(&first),
                self.describe(&second),
                self.why_unplaceable(pair)
            );
        }
        if placement.unplaceable.len() > MAX_UNPLACEABLE {
            let rest = placement.unplaceable.len() - MAX_UNPLACEABLE;
            let _ = writeln!(text, "and between the accesses of {} more", pairs(rest));
        }
        if placement.bound < placement.cost - 1e-6 {
            let _ = writeln!(
                text,
                "the fences cost {:.1}; no choice costs less than {:.1}",
                placement.cost, placement.bound
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
        text
    }
}
