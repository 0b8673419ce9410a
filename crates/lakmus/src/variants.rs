//! The variants that a run switches on, and which of them mean something.

use std::collections::BTreeSet;

use ::sim::{VariantStanding, nearest_variant, variant_standing};
use ::source::{Diagnostic, Severity};

/// The variants that are switched on; letter case counts for nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Variants(BTreeSet<String>);

impl Variants {
    /// These and no others.
    pub fn new(names: impl IntoIterator<Item = String>) -> Variants {
        Variants(names.into_iter().map(|name| name.to_lowercase()).collect())
    }

    /// These and some more.
    pub fn with(&self, more: &[String]) -> Variants {
        Variants::new(self.0.iter().chain(more).cloned())
    }

    /// Their names, in the order of the alphabet.
    pub fn names(&self) -> Vec<String> {
        self.0.iter().cloned().collect()
    }

    /// Whether `name` is on.
    pub fn contains(&self, name: &str) -> bool {
        !self.0.is_empty() && self.0.contains(&name.to_lowercase())
    }
}

/// The codes of errors about variants: not supported, unknown.
pub const CODES: [&str; 2] = ["not-supported", "unknown-variant"];

/// What there is to say about variants that a command line switches on. `is_looked_at` says whether some model of the run does so.
///
/// # Errors
/// An error for each that is not supported or means nothing, and all warnings.
pub fn checked(
    variants: &Variants,
    mut is_looked_at: impl FnMut(&str) -> bool,
) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let mut found = Vec::new();
    for name in &variants.0 {
        let [unsupported, unknown] = CODES;
        let error = |code, message| Diagnostic::new(Severity::Error, code, message);
        match variant_standing(name) {
            VariantStanding::Refused(about) => {
                found.push(error(unsupported, format!("the variant `{name}` is not supported: {about}")));
            }
            VariantStanding::WithoutEffect(about) if !is_looked_at(name) => {
                let message = format!("the variant `{name}` has no effect on tests of user level: it is about {about}");
                found.push(Diagnostic::new(Severity::Warning, "variant-without-effect", message));
            }
            VariantStanding::Unknown if !is_looked_at(name) => {
                let message = format!("there is no variant `{name}`, and no model of this run looks at one");
                found.push(error(unknown, message).suggest(nearest_variant(name)));
            }
            _ => {}
        }
    }
    if found.iter().any(Diagnostic::is_error) { Err(found) } else { Ok(found) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_nothing_is_an_error_by_its_name() {
        let messages = |names: &[&str], looked_at: &str| {
            let variants = Variants::new(names.iter().map(|name| (*name).to_owned()));
            checked(&variants, |name| name == looked_at).map_err(|found| found[0].message.clone())
        };
        assert!(messages(&["Mixed", "LSE2", "mine"], "mine").is_ok_and(|warnings| warnings.is_empty()));
        assert!(messages(&["ETS2"], "").is_ok_and(|warnings| warnings.len() == 1));
        for name in ["kvm", "MTE", "sve:256", "mine", "self"] {
            let message = messages(&[name], "").expect_err("it means nothing");
            assert!(message.contains(&name.to_lowercase()), "{message}");
        }
        // A model that looks at what is not supported does not make it so.
        assert!(messages(&["vmsa"], "vmsa").is_err());
    }
}
