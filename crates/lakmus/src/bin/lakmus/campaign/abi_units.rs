//! Units of the kind `abi`: a compiler profile, compared with mapping tables, as `lakmus abi check` does. The profiles are the tests.

use std::collections::BTreeMap;

use ::campaign::{Definition, Entry, Manifest, ModelEntry, OutcomeKind, UnitOptions, UnitOutcome, UnitRef};
use ::mix::Profile;
use identity::Identity;

use super::Refusal;
use super::commands::Detail;
use super::kinds::{self, Choice, Part, Planning, TestText, UnitKind};
use super::units::ReadTest;
use super::worker::Exchange;
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
        kinds::has_only(definition, &[Part::Arguments, Part::Settings, Part::Cache, Part::Memory])
    }

    fn choices(&self, definition: &Definition, search: &SearchPath) -> Result<Vec<Choice>, Refusal> {
        let choice = |(name, arguments): (String, Vec<String>)| {
            let identity = self.identity(&name, &arguments, &definition.options, search)?;
            Ok(Choice::One { entry: ModelEntry::new(name, identity).with_arguments(arguments), language: None })
        };
        kinds::settings(definition, "tables").into_iter().map(choice).collect()
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
        for (_, arguments) in kinds::settings(planning.definition, "tables") {
            for profile in Comparing::load(&words(options, &arguments))?.profiles()? {
                let unknown = || {
                    format!("the compiler of the profile `{}` is no file that could be identified", profile.name)
                };
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
        let mut answer = |entry: &Entry, take: &mut dyn FnMut(UnitOutcome) -> std::io::Result<()>| {
            for unit in &entry.units {
                let (comparing, profiles) = &settings[unit.model];
                let began = clock::process_time();
                let profile = profiles.iter().find(|profile| profile.name == entry.name);
                let compare = |profile: &Profile| {
                    let of = || comparing.with(options.cache.as_deref(), |compare| compare(profile));
                    panics::caught(|| format!("comparing {}", entry.name), of)
                };
                let mut made = match profile {
                    Some(profile) if profile.identity() == Some(entry.test) => match compare(profile) {
                        Ok(Ok(compared)) => outcome(unit, &compared),
                        Ok(Err(message)) => UnitOutcome::given_up(unit.id, OutcomeKind::Limit, &message),
                        Err(panic) => UnitOutcome::given_up(unit.id, OutcomeKind::Internal, &panic.message),
                    },
                    // Not a result that another campaign may use.
                    _ => {
                        let message = "the profile is not what it was when the campaign was planned, or not one of this setting";
                        UnitOutcome::given_up(unit.id, OutcomeKind::Limit, message)
                    }
                };
                let spent = clock::process_time().saturating_sub(began);
                made.micros = u64::try_from(spent.as_micros()).unwrap_or(u64::MAX);
                take(made)?;
            }
            Ok(())
        };
        Ok(exchange.serve(&mut answer))
    }

    fn reservation(&self) -> Option<&'static str> {
        Some("operations that no table has are not compared: `query gaps` lists them")
    }
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
    let gaps = compared.cases.iter().flat_map(|case| case.gaps.iter().map(|gap| format!("{}: {}", case.name, gap.reason)));
    let detail =
        Detail { rule: findings().last().map(|finding| finding.rule), found, gaps: gaps.collect(), ..Detail::default() };
    let mut made = detail.outcome(unit, standing);
    (made.positive, made.negative) = (compared.conforming as u64, compared.others as u64);
    made
}
