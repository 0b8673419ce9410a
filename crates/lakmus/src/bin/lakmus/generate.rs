//! `lakmus gen`: cycles to litmus tests.

mod args;
mod check;
mod conf;
pub(crate) mod distinguish;
mod out;

use std::collections::HashSet;
use std::ops::ControlFlow;

use generator::{
    Atomics, ConditionKind, Edge, Generator, Limits, Mode, Observers, Options, Pool, Relaxation, Samples, Space,
    TopLevel, parse, resolve,
};
use source::Sources;

pub(crate) use args::GenArgs;
use args::{AllArgs, CrossArgs, GenCommand, OneArgs, StyleArgs};
use check::Check;
pub(crate) use out::Stopped;
use out::{Form, Out};

use crate::output;
use crate::render::Render;
use crate::{Status, usage};

/// Does what is asked.
pub(crate) fn run(args: GenArgs) -> Status {
    let done = match args.command {
        GenCommand::One(args) => one(args),
        GenCommand::All(args) => all(*args),
        GenCommand::Cross(args) => cross(args),
        GenCommand::Distinguish(args) => distinguish::run(&args),
        GenCommand::Edges { arch } => edges(&arch),
    };
    done.unwrap_or_else(|stopped| match stopped {
        Stopped::Usage(message) => usage(&message),
        Stopped::Reported(status) => status,
        Stopped::Closed(closed) => closed.status(),
    })
}

type Done = Result<Status, Stopped>;

/// An expression over edges; what is wrong with it is shown.
fn expression(generator: &Generator, what: &str, text: &str, top: TopLevel) -> Result<Vec<Relaxation>, Stopped> {
    let mut sources = Sources::new();
    let source = sources.add(what, text);
    parse(generator.vocabulary(), text, sources.whole(source), top).map_err(|error| {
        output::complain(&Render::for_stderr().diagnostic(&error, &sources));
        Stopped::Reported(Status::Usage)
    })
}

fn choices(generator: &Generator, what: &str, texts: &[String]) -> Result<Vec<Relaxation>, Stopped> {
    let mut all = Vec::new();
    for text in texts {
        all.extend(expression(generator, what, text, TopLevel::Choice)?);
    }
    Ok(all)
}

fn generator(style: &StyleArgs, change: impl FnOnce(&mut Options)) -> Result<Generator, Stopped> {
    let Some(arch) = &style.arch else {
        let known: Vec<&str> = generator::architectures().collect();
        return Err(Stopped::Usage(format!("--arch is needed: {}", known.join(", "))));
    };
    let mut options = options(style).map_err(Stopped::Usage)?;
    change(&mut options);
    Generator::new(arch, options).map_err(|refusal| Stopped::Usage(refusal.to_string()))
}

fn options(style: &StyleArgs) -> Result<Options, String> {
    let (type_name, natural) = Options::size_of_type(&style.type_name)
        .ok_or_else(|| format!("locations cannot have the type `{}`", style.type_name))?;
    let condition = match style.cond.as_str() {
        "cycle" => ConditionKind::Cycle,
        "observe" => ConditionKind::Observe,
        "unicond" => {
            return Err("--cond unicond is not supported: conditions on all executions are not generated".to_owned());
        }
        other => return Err(format!("--cond is cycle or observe, not `{other}`")),
    };
    let observers = match style.obs.as_str() {
        "accept" | "true" => Observers::AsNeeded,
        "avoid" | "false" => Observers::Avoid,
        "force" => Observers::Always,
        "three" => Observers::AtMost(3),
        "four" => Observers::AtMost(4),
        "infinity" => Observers::AtMost(usize::MAX),
        "local" => return Err("--obs local is not supported: observers are threads of their own".to_owned()),
        other => return Err(format!("--obs is accept, avoid, force, three, four or infinity, not `{other}`")),
    };
    let fences_observers = match style.obstype.as_str() {
        "straight" => false,
        "fenced" => true,
        "loop" => return Err("--obstype loop is not supported".to_owned()),
        other => return Err(format!("--obstype is straight or fenced, not `{other}`")),
    };
    Ok(Options::default().with(|set| {
        set.natural = natural;
        set.type_name = type_name;
        set.condition = condition;
        set.negates = style.neg;
        set.observers = observers;
        set.fences_observers = fences_observers;
        set.atomics = style.unrollatomic.map_or(Atomics::Loop, Atomics::Unroll);
        set.real_dependencies = style.realdep;
        set.shows_only_what_counts = !style.nooptcond;
        set.has_metadata = !style.no_metadata;
        set.is_hexadecimal = style.hexadecimal;
    }))
}

fn one(args: OneArgs) -> Done {
    let generator = generator(&args.style, |_| {})?;
    let mut out = Out::new(args.style.output.as_deref())?;
    let form = Form::new(false, args.style.json);
    if !args.cycle.is_empty() {
        let cycle = args.cycle.join(" ");
        let status = one_cycle(&generator, args.name.as_deref(), &cycle, form, &mut out)?;
        return out.end(status);
    }
    let mut status = Status::Success;
    let mut has_cycles = false;
    for line in system::lines(std::io::stdin().lock()) {
        let line = line.map_err(|error| Stopped::Usage(format!("cannot read the standard input: {error}")))?;
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        has_cycles = true;
        let (name, cycle) =
            line.split_once(':').map_or((None, line), |(name, cycle)| (Some(name.trim()), cycle.trim()));
        match one_cycle(&generator, name, cycle, form, &mut out) {
            Ok(more) => status = status.max(more),
            Err(Stopped::Reported(more)) => status = status.max(more),
            Err(stopped) => return Err(stopped),
        }
    }
    if !has_cycles {
        return Err(Stopped::Usage("there is no cycle on the standard input".to_owned()));
    }
    out.end(status)
}

fn one_cycle(generator: &Generator, name: Option<&str>, cycle: &str, form: Form, out: &mut Out) -> Done {
    let all = expression(generator, "cycle", cycle, TopLevel::Sequence)?;
    let [edges] = all.as_slice() else {
        return Err(Stopped::Usage(format!(
            "`{cycle}` stands for {} cycles; `lakmus gen cross` takes choices",
            all.len()
        )));
    };
    match generator.one(name, edges, &[]) {
        Ok(made) => {
            if made.is_ambiguous {
                output::complain(&format!(
                    "warning: `{}`: two writes leave the same value, so that the condition can hold without the cycle",
                    made.name
                ));
            }
            if made.is_self_justifying {
                output::complain(&format!(
                    "warning: `{}`: each value is computed from one that depends on it; simulators find no execution with the cycle",
                    made.name
                ));
            }
            // A cycle that has a test can be resolved.
            let vocabulary = generator.vocabulary();
            let normal = resolve(vocabulary, edges).map(|resolved| generator::normal_form(&resolved));
            let shown = || normal.map_or_else(|_| cycle.to_owned(), |normal| vocabulary.cycle_text(&normal));
            out.put(form, &made.name, shown, &made.text)?;
            Ok(Status::Success)
        }
        Err(refusal) => {
            output::complain(&format!("error: `{cycle}` has no test: {refusal}"));
            Ok(Status::Refused)
        }
    }
}

fn all(args: AllArgs) -> Done {
    let args = match &args.conf {
        Some(file) => conf::with(file)?,
        None => args,
    };
    if args.size == 0 || args.threads == 0 || args.ins == 0 || args.sample == Some(0) {
        return Err(Stopped::Usage("--size, --threads, --ins and --sample need numbers above 0".to_owned()));
    }
    let Some(mode) = Mode::named(&args.mode) else {
        return Err(Stopped::Usage(format!("--mode is one of {}, not `{}`", Mode::NAMES.join(", "), args.mode)));
    };
    let generator = generator(&args.style, |options| {
        options.most_threads = Some(args.threads);
        options.exact_threads = args.exact_threads.then_some(args.threads);
        options.refuses_back = mode.refuses_back();
        options.allows_one_location = args.style.oneloc || mode == Mode::Uni;
    })?;
    let mut safe = choices(&generator, "--edges", &args.edges)?;
    safe.extend(choices(&generator, "--safe", &args.safe)?);
    let mut pool = Pool::default();
    pool.safe = safe;
    pool.relaxed = choices(&generator, "--relax", &args.relax)?;
    pool.rejected = choices(&generator, "--reject", &args.reject)?;
    pool.prefixes = choices(&generator, "--prefix", &args.prefix)?;
    let size = size(&args)?;
    let limits = Limits::default().with(|set| {
        set.size = size;
        set.is_exact = args.exact;
        set.threads = args.threads;
        set.accesses = args.ins;
        set.mode = mode;
        set.least_relaxed = args.minrelax.unwrap_or(1);
        set.most_relaxed = args.maxrelax.unwrap_or(if args.minrelax.is_some() { 100 } else { 1 });
    });
    let refused = |refusal: generator::Refusal| Stopped::Usage(refusal.to_string());
    let space = Space::new(generator.vocabulary(), &pool, limits).map_err(refused)?;
    let shard = args.shard.as_deref().map(shard).transpose()?;
    let check = args.check.as_deref().map(|model| Check::new(model, generator.vocabulary())).transpose()?;
    let mut out = Out::new(args.style.output.as_deref())?;
    let mut batch = Batch {
        writer: generator.writer(),
        generator: &generator,
        form: Form::new(args.cycles, args.style.json),
        check,
        made: 0,
        repeated: 0,
        refused: 0,
    };
    if let Some(wanted) = args.sample {
        sampled(Samples::new(&space, args.seed).map_err(refused)?, wanted, &mut batch, &mut out)?;
    } else {
        let mut number = 0_u64;
        let end = space.for_each(&mut |cycle| {
            let is_ours = shard.is_none_or(|(part, parts)| number % parts == part);
            number += 1;
            if !is_ours {
                return ControlFlow::Continue(());
            }
            match batch.one(cycle, &mut out) {
                Ok(()) => ControlFlow::Continue(()),
                Err(stopped) => ControlFlow::Break(stopped),
            }
        });
        if let ControlFlow::Break(stopped) = end {
            return Err(stopped);
        }
    }
    if let Some(check) = &batch.check {
        out.line(&check.table())?;
    }
    let status = out.end(batch.status(shard.is_some()))?;
    batch.tell(args.sample.map(|_| args.seed));
    Ok(status)
}

/// So many draws. Files are named after cycles: of those, what is drawn again is there already.
fn sampled(mut samples: Samples<'_>, wanted: u64, batch: &mut Batch<'_>, out: &mut Out) -> Result<(), Stopped> {
    let mut written = out.is_directory().then(HashSet::new);
    while batch.made < wanted {
        let cycle = samples.draw().map_err(|refusal| Stopped::Usage(refusal.to_string()))?;
        if written.as_ref().is_some_and(|written| written.contains(&cycle)) {
            batch.made += 1;
            batch.repeated += 1;
            continue;
        }
        let made = batch.made;
        batch.one(&cycle, out)?;
        if let Some(written) = written.as_mut().filter(|_| batch.made > made) {
            written.insert(cycle);
        }
        if batch.made == 0 && batch.refused > 1_000_000 {
            return Err(Stopped::Usage("none of a million cycles of this pool has a test".to_owned()));
        }
    }
    Ok(())
}

/// How many relaxations a cycle has at most: `--size`, or what the numbers of threads and of their accesses leave room for.
fn size(args: &AllArgs) -> Result<usize, Stopped> {
    // Each access has an edge to the next one, and at most one annotation.
    let room = args.threads.saturating_mul(args.ins).saturating_mul(2);
    if args.size <= room {
        return Ok(args.size);
    }
    let message = format!(
        "--threads {} and --ins {} leave room for {room} relaxations in a cycle at most",
        args.threads, args.ins
    );
    if args.exact {
        return Err(Stopped::Usage(format!("{message}, and --exact asks for {}", args.size)));
    }
    output::complain(&format!("note: {message}; --size {} is taken for {room}", args.size));
    Ok(room)
}

/// `I/N`, from 1, as a remainder.
fn shard(text: &str) -> Result<(u64, u64), Stopped> {
    let numbers = text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    match numbers {
        Some((part, parts)) if (1..=parts).contains(&part) => Ok((part - 1, parts)),
        _ => Err(Stopped::Usage(format!("--shard needs I/N with I from 1 to N, not `{text}`"))),
    }
}

struct Batch<'a> {
    generator: &'a Generator,
    writer: generator::TestWriter<'a>,
    /// How they are printed.
    form: Form,
    /// What runs the tests, if that is asked for.
    check: Option<Check>,
    made: u64,
    /// How many of them are in the directory by an earlier draw.
    repeated: u64,
    refused: u64,
}

impl Batch<'_> {
    /// The test of a resolved cycle; a cycle that has none is counted.
    fn one(&mut self, cycle: &[Edge], out: &mut Out) -> Result<(), Stopped> {
        let cycle = generator::normal_form(cycle);
        match self.writer.test(None, &cycle, &[]) {
            Ok((name, text)) => {
                self.made += 1;
                if let Some(check) = &mut self.check {
                    return out.line(&check.test(name, text, &cycle)?);
                }
                out.put(self.form, name, || self.generator.vocabulary().cycle_text(&cycle), text)
            }
            Err(_) => {
                self.refused += 1;
                Ok(())
            }
        }
    }

    /// What a batch comes to that is all of a space, or a part of one: that a part has no tests may be as it should be.
    fn status(&self, is_part: bool) -> Status {
        if self.made > 0 || is_part {
            return Status::Success;
        }
        output::complain("no cycle of this pool and within these limits has a test");
        Status::Found
    }

    fn tell(&self, seed: Option<u64>) {
        let without = match self.refused {
            0 => String::new(),
            1 => "; 1 cycle has no test".to_owned(),
            more => format!("; {more} cycles have no test"),
        };
        let seed = seed.map_or(String::new(), |seed| format!("; seed {seed}"));
        let tests = if self.made == 1 { "test" } else { "tests" };
        let repeated = match self.repeated {
            0 => String::new(),
            again => format!(", {} of them different", self.made - again),
        };
        output::complain(&format!("{} {tests}{repeated}{without}{seed}", self.made));
    }
}

fn cross(args: CrossArgs) -> Done {
    let generator = generator(&args.style, |_| {})?;
    let mut all: Vec<Relaxation> = vec![Vec::new()];
    for part in &args.parts {
        let choices = expression(&generator, "part", part, TopLevel::Choice)?;
        let longer = |cycle: &Relaxation, more: &Relaxation| cycle.iter().chain(more).copied().collect();
        all = all.iter().flat_map(|cycle| choices.iter().map(|more| longer(cycle, more))).collect();
    }
    let mut out = Out::new(args.style.output.as_deref())?;
    let mut batch = Batch {
        writer: generator.writer(),
        generator: &generator,
        form: Form::new(args.cycles, args.style.json),
        check: None,
        made: 0,
        repeated: 0,
        refused: 0,
    };
    let mut seen = HashSet::new();
    for cycle in &all {
        match resolve(generator.vocabulary(), cycle) {
            Ok(resolved) => {
                if seen.insert(generator::normal_form(&resolved)) {
                    batch.one(&resolved, &mut out)?;
                }
            }
            Err(_) => batch.refused += 1,
        }
    }
    let status = out.end(Status::Success)?;
    batch.tell(None);
    Ok(status)
}

fn edges(arch: &str) -> Done {
    let generator = Generator::new(arch, Options::default()).map_err(|refusal| Stopped::Usage(refusal.to_string()))?;
    let vocabulary = generator.vocabulary();
    let mut text = String::from("edges:\n");
    for name in generator::edge_names(vocabulary) {
        text += &format!("  {name}\n");
    }
    text += "annotations of accesses:\n";
    for id in vocabulary.access_ids() {
        let word = vocabulary.access(id);
        let of = match (word.reads, word.writes) {
            (true, true) => "reads and writes",
            (true, false) => "reads",
            (false, true) => "writes",
            (false, false) => "neither reads nor writes alone",
        };
        text += &format!("  {:<8} {of}\n", word.name);
    }
    text += "pools:\n";
    for (name, what) in generator::POOLS {
        let count = generator::pool(vocabulary, name).map_or(0, |pool| pool.len());
        text += &format!("  {name:<16} {what} ({count})\n");
    }
    Ok(output::print(text.as_bytes()))
}
