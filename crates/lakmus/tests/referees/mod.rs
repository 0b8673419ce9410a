//! The simulator's models that the verifier is held to: those that ship, and PSO and RMO for tests of x86, which no processor that runs these instructions has and so do not ship.

use lakmus::{Shipped, sim};
use litmus::Language;
use source::{Diagnostic, Sources};

const TEXTS: &[(&str, &str)] = &[("pso", include_str!("pso.cat")), ("rmo", include_str!("rmo.cat"))];

/// A model by its name.
pub(crate) fn load(name: &str, language: &dyn Language, sources: &mut Sources) -> Result<sim::Model, Vec<Diagnostic>> {
    match TEXTS.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => {
            let source = sources.add(format!("{name}.cat"), *text);
            sim::Model::load(sources, source, None, &mut Shipped, language, &|_| false)
        }
        None => lakmus::shipped_model(name, language, sources),
    }
}
