//! Units of the kind `abi`: a compiler profile, compared with mapping tables, as `lakmus abi check` does. The profiles are the tests.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use ::campaign::{Definition, Manifest, ModelEntry, OutcomeKind, UnitOptions, UnitOutcome, UnitRef};
use ::mix::Profile;
use identity::Identity;

use super::Refusal;
use super::commands::{Detail, children_micros};
use super::exchange::Exchange;
use super::unit_kind::{self, Choice, Part, Planning, TestText, UnitKind};
use super::units::ReadTest;
use crate::abi::units::{Compared, Comparing};
use crate::cases::Finding;
use crate::files::SearchPath;
use crate::{clock, panics};

/// The kind `abi`.
pub(super) struct AbiUnits;

/// Seconds that a profile takes, where nothing is known: a run of a compiler, and mixing it with tables where it differs.
const SECONDS: f64 = 2.0;

impl UnitKind for AbiUnits {
    fn check(&self, definition: &Definition) -> Result<(), String> {
        unit_kind::has_only(definition, &[Part::Arguments, Part::Settings, Part::Cache, Part::Memory])
    }

    fn choices(&self, definition: &Definition, search: &SearchPath) -> Result<Vec<Choice>, Refusal> {
        let choice = |(name, arguments): (String, Vec<String>)| {
            let identity = self.identity(&name, &arguments, &definition.options, search)?;
            Ok(Choice::One { entry: ModelEntry::new(name, identity).with_arguments(arguments), language: None })
        };
        unit_kind::settings(definition, "tables").into_iter().map(choice).collect()
    }

    fn identity(
        &self,
        _: &str,
        arguments: &[String],
        options: &UnitOptions,
        _: &SearchPath,
    ) -> Result<Identity, String> {
        Comparing::load(&words(options, arguments))?.identity()
    }

    fn test(&self, _: String, file: String, _: &str, _: Planning<'_>) -> Result<TestText, Refusal> {
        Err(Refusal::Message(format!("`{file}` is no profile")))
    }

    fn own_tests(&self, planning: Planning<'_>) -> Result<Vec<TestText>, Refusal> {
        let options = &planning.definition.options;
        let mut all: BTreeMap<String, TestText> = BTreeMap::new();
        for (_, arguments) in unit_kind::settings(planning.definition, "tables") {
            for profile in Comparing::load(&words(options, &arguments))?.profiles()? {
                let unknown =
                    || format!("the compiler of the profile `{}` is no file that could be identified", profile.name);
                let identity = profile.identity().ok_or_else(unknown)?;
                let text = Profile::write_list(std::slice::from_ref(&profile));
                let test = ReadTest::other(&profile.name, identity, SECONDS);
                let file = profile.architecture.name().to_owned();
                all.entry(profile.name).or_insert(TestText { test, text, file });
            }
        }
        Ok(all.into_values().collect())
    }

    fn serve(&self, manifest: &Manifest, exchange: &mut Exchange) -> Result<std::io::Result<()>, String> {
        let options = &manifest.options;
        let mut settings = Vec::new();
        for model in &manifest.models {
            let comparing = Comparing::load(&words(options, &model.arguments))?;
            let profiles = comparing.profiles()?;
            settings.push((comparing, profiles));
        }
        Ok(answer_all(&settings, options.cache.as_deref(), exchange))
    }

    fn reservation(&self) -> Option<&'static str> {
        Some("operations that no table has are not compared: `query gaps` lists them")
    }
}

/// So many profiles are compared together: those that give the same code are mixed with tables once.
const TOGETHER: usize = 100;

fn answer_all(
    settings: &[(Comparing, Vec<Profile>)],
    cache: Option<&Path>,
    exchange: &mut Exchange,
) -> std::io::Result<()> {
    loop {
        let entries = exchange.several(TOGETHER)?;
        if entries.is_empty() {
            return exchange.flush();
        }
        let mut all: HashMap<u128, UnitOutcome> = HashMap::new();
        for (number, (comparing, profiles)) in settings.iter().enumerate() {
            // Which profile a unit is about, where it is what it was when the campaign was planned.
            let (mut units, mut known) = (Vec::new(), Vec::new());
            for entry in &entries {
                let profile = profiles.iter().find(|profile| profile.name == entry.name);
                let profile = profile.filter(|profile| profile.identity() == Some(entry.test));
                for unit in entry.units.iter().filter(|unit| unit.model == number) {
                    match profile {
                        Some(profile) => {
                            units.push(*unit);
                            known.push(profile.clone());
                        }
                        // Not a result that another campaign may use.
                        None => {
                            let message = "the profile is not what it was when the campaign was planned, or not one of this setting";
                            all.insert(unit.id.number(), UnitOutcome::given_up(unit.id, OutcomeKind::Limit, message));
                        }
                    }
                }
            }
            for made in of_profiles(comparing, &known, &units, cache) {
                all.insert(made.id.number(), made);
            }
        }
        for unit in entries.iter().flat_map(|entry| &entry.units) {
            if let Some(outcome) = all.remove(&unit.id.number()) {
                exchange.take(&outcome)?;
            }
        }
    }
}

/// What comes of profiles; each has its share of the time.
fn of_profiles(
    comparing: &Comparing,
    profiles: &[Profile],
    units: &[UnitRef],
    cache: Option<&Path>,
) -> Vec<UnitOutcome> {
    let spent = || clock::process_time().as_micros() as u64 + children_micros();
    let began = spent();
    let compare = || comparing.with(cache, |compare| compare(profiles));
    let compared = panics::caught(|| "comparing profiles".to_owned(), compare);
    let made: Vec<UnitOutcome> = match compared {
        Ok(Ok(all)) => units.iter().zip(&all).map(|(unit, compared)| outcome(unit, compared)).collect(),
        Ok(Err(message)) => {
            units.iter().map(|unit| UnitOutcome::given_up(unit.id, OutcomeKind::Limit, &message)).collect()
        }
        // One of them is at fault; which one, each by itself shows.
        Err(_) if units.len() > 1 => {
            let each = profiles.iter().zip(units);
            return each
                .flat_map(|(profile, unit)| {
                    of_profiles(comparing, std::slice::from_ref(profile), std::slice::from_ref(unit), cache)
                })
                .collect();
        }
        Err(panic) => {
            units.iter().map(|unit| UnitOutcome::given_up(unit.id, OutcomeKind::Internal, &panic.message)).collect()
        }
    };
    let share = spent().saturating_sub(began) / (units.len() as u64).max(1);
    made.into_iter().map(|outcome| outcome.after(share)).collect()
}

/// All words behind `lakmus abi check`.
fn words(options: &UnitOptions, arguments: &[String]) -> Vec<String> {
    options.arguments.iter().chain(arguments).cloned().collect()
}

fn outcome(unit: &UnitRef, compared: &Compared) -> UnitOutcome {
    let Some(standing) = compared.standing else {
        let message = "it gives no code, and was found, not asked for";
        return UnitOutcome::given_up(unit.id, OutcomeKind::Refused, message);
    };
    let findings = || compared.cases.iter().flat_map(|case| case.findings.iter().filter(|finding| !finding.is_note));
    let found: Vec<String> = findings().map(|finding: &Finding| finding.message.clone()).collect();
    let gaps =
        compared.cases.iter().flat_map(|case| case.gaps.iter().map(|gap| format!("{}: {}", case.name, gap.reason)));
    let detail = Detail {
        rule: findings().last().map(|finding| finding.rule),
        found,
        gaps: gaps.collect(),
        ..Detail::default()
    };
    let mut made = detail.outcome(unit, standing);
    (made.positive, made.negative) = (compared.conforming as u64, compared.others as u64);
    made
}
