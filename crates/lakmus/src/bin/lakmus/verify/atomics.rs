//! What the atomic operations of a program become: by the option, by those of the compiler, or whichever of several the machine decides for as the program runs.

use cprog::ir::Program;
use lakmus::verify::{self, Check, Checks, Mapping, Model, Options, Refusal, Report, Verdict};

use super::args::VerifyArgs;

/// The mappings that a program is verified by.
pub(super) struct Atomics {
    /// One for all that give the program the same code, with their names.
    mappings: Vec<(Option<&'static Mapping>, String)>,
    /// What is looked for.
    checks: Checks,
    /// Whether data races are noted where nothing else is wrong.
    notes_races: bool,
}

/// What was found in a program.
pub(super) struct Found {
    pub(super) report: Report,
    /// What by each of several mappings.
    pub(super) by: Vec<(String, &'static str)>,
    /// A data race of C11 that was not asked for, in a program that holds.
    pub(super) race: Option<String>,
}

impl Atomics {
    /// Those that are asked for.
    pub(super) fn of(program: &Program, model: Model, args: &VerifyArgs) -> Result<Atomics, String> {
        let (checks, notes_races) = args.checks_of(program, model)?;
        let Some(facts) = model.facts() else {
            return match &args.mapping {
                Some(name) => Err(format!("--mapping {name}: under sc, atomic operations are what they are")),
                None => Ok(Atomics { mappings: vec![(None, String::new())], checks, notes_races }),
            };
        };
        let all = match &args.mapping {
            Some(name) => vec![named(facts, name)?],
            None => facts.mappings_by(&args.cflags.iter().map(String::as_str).collect::<Vec<_>>()),
        };
        // Where there is no choice, there is nothing to say of it.
        if args.mapping.is_none() && facts.mappings_by(&[]).len() == 1 {
            return Ok(Atomics { mappings: vec![(None, String::new())], checks, notes_races });
        }
        let distinct = verify::distinct(program, facts, &all);
        let same = |mapping: &'static Mapping| {
            let is_same = |other: &&&'static Mapping| verify::distinct(program, facts, &[mapping, other]).len() == 1;
            let names: Vec<&str> = all.iter().filter(is_same).map(|other| other.name).collect();
            names.join(" or ")
        };
        let mappings = distinct.into_iter().map(|mapping| (Some(mapping), same(mapping))).collect();
        Ok(Atomics { mappings, checks, notes_races })
    }

    /// One for all that give the program the same code; none where there is no choice.
    pub(super) fn mappings(&self) -> Vec<Option<&'static Mapping>> {
        self.mappings.iter().map(|(mapping, _)| *mapping).collect()
    }

    /// Verifies the program by each of them. What is found is a violation if there is one, or else what is not certain; with what was found by each. `options` has the mapping of what is found then.
    pub(super) fn check(&self, program: &Program, options: &mut Options<'_>) -> Result<Found, Refusal> {
        options.checks = self.checks;
        let mut by = Vec::new();
        let mut worst: Option<(Report, Option<&'static Mapping>)> = None;
        for (mapping, names) in &self.mappings {
            options.mapping = *mapping;
            let report = verify::check(program, options)?;
            if mapping.is_some() {
                by.push((names.clone(), report.verdict.name()));
            }
            let is_worse = worst.as_ref().is_none_or(|(other, _)| badness(&report) > badness(other));
            if is_worse {
                worst = Some((report, *mapping));
            }
        }
        match worst {
            Some((report, mapping)) => {
                options.mapping = mapping;
                let race = self.race(program, &report, options)?;
                Ok(Found { report, by, race })
            }
            // There is at least one.
            None => verify::check(program, options).map(|report| Found { report, by, race: None }),
        }
    }

    /// A race in a program in which nothing else is wrong. Programs may rest on what a machine orders beyond C11 (dependencies), so this alone is no violation unless it is asked for.
    fn race(&self, program: &Program, report: &Report, options: &mut Options<'_>) -> Result<Option<String>, Refusal> {
        if !self.notes_races || !matches!(report.verdict, Verdict::Holds) {
            return Ok(None);
        }
        options.checks = self.checks.with(Check::Race);
        let again = verify::check(program, options)?;
        if matches!(again.verdict, Verdict::Holds) {
            return Ok(None);
        }
        options.checks = self.checks;
        Ok(again.verdict.violation().map(|violation| violation.what.clone()))
    }
}

fn badness(report: &Report) -> u8 {
    match &report.verdict {
        Verdict::Holds => 0,
        Verdict::Violated(_) => 2,
        _ => 1,
    }
}

/// The mapping of the model's architecture that has this name.
fn named(model: arch::Model, name: &str) -> Result<&'static Mapping, String> {
    let known = model.mappings();
    known.iter().copied().find(|mapping| mapping.name == name).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|mapping| mapping.name).collect();
        let near = source::nearest(name, names.iter().copied());
        let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        format!("{model} has no mapping `{name}`: there are {}{near}", names.join(", "))
    })
}
