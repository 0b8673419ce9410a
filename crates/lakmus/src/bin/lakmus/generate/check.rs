//! `lakmus gen all --run-under MODEL`: which cycles a model allows, and which of their edges it orders.
//!
//! The literature tabulates models this way (Alglave, Maranget, Sarkar, Sewell: *Fences in weak memory models*, section 8): an edge that is in some
//! allowed cycle all of whose other edges are never to blame is relaxed. Here the table says of each edge in how many cycles it is, and how many of
//! them are allowed.

use std::collections::BTreeMap;

use generator::{Edge, Vocabulary};
use sim::{Model, Observation, Options, Test};
use source::{SourceId, Sources};

use super::out::Stopped;
use crate::files::{Includes, SearchPath};
use crate::render::Render;
use crate::{Status, output};

/// A model, and what it has said so far.
pub(super) struct Check {
    sources: Sources,
    text: SourceId,
    search: SearchPath,
    model: Option<Model>,
    vocabulary: &'static Vocabulary,
    /// By the name of each edge within a thread: in how many cycles, and how many of those are allowed.
    edges: BTreeMap<String, (u64, u64)>,
    allowed: u64,
    forbidden: u64,
}

impl Check {
    /// Under the model of this name or file.
    pub(super) fn new(model: &str, vocabulary: &'static Vocabulary) -> Result<Check, Stopped> {
        let (mut sources, search) = (Sources::new(), SearchPath::new(Vec::new()));
        let text = search.model(model, &mut sources).map_err(|error| {
            output::complain(&Render::for_stderr().diagnostic(&error, &Sources::new()));
            Stopped::Reported(Status::Usage)
        })?;
        Ok(Check { sources, text, search, model: None, vocabulary, edges: BTreeMap::new(), allowed: 0, forbidden: 0 })
    }

    /// Runs a test, and gives its line.
    pub(super) fn test(&mut self, name: &str, text: &str, cycle: &[Edge]) -> Result<String, Stopped> {
        let observation = self.observe(name, text)?;
        let is_allowed = observation != Observation::Never;
        let count = if is_allowed { &mut self.allowed } else { &mut self.forbidden };
        *count += 1;
        let mut seen: Vec<String> = Vec::new();
        for edge in cycle.iter().filter(|edge| !edge.is_external()) {
            let edge = self.vocabulary.cycle_text(std::slice::from_ref(edge));
            if !seen.contains(&edge) {
                let counts = self.edges.entry(edge.clone()).or_default();
                *counts = (counts.0 + 1, counts.1 + u64::from(is_allowed));
                seen.push(edge);
            }
        }
        let verdict = if is_allowed { "allowed  " } else { "forbidden" };
        Ok(format!("{verdict} {name}: {}\n", self.vocabulary.cycle_text(cycle)))
    }

    fn observe(&mut self, name: &str, text: &str) -> Result<Observation, Stopped> {
        let mut sources = self.sources.clone();
        let source = sources.add(name, text);
        let render = Render::for_stderr();
        let tell = |found: &[source::Diagnostic], sources: &Sources| {
            found.iter().for_each(|error| output::complain(&render.diagnostic(error, sources)));
            Stopped::Reported(Status::Refused)
        };
        let test = Test::load(&sources, source, name).map_err(|found| tell(&found, &sources))?;
        if self.model.is_none() {
            let mut includes = Includes::new(&self.search);
            let loaded = Model::load(&mut self.sources, self.text, None, &mut includes, test.language(), &|_| false);
            self.model = Some(loaded.map_err(|found| tell(&found, &self.sources))?);
        }
        let Some(model) = &self.model else { return Err(Stopped::Reported(Status::Refused)) };
        match sim::simulate(&test, model, &Options::default()) {
            Ok(report) => Ok(report.observation()),
            Err(sim::RunError::Refused(found)) => Err(tell(&found, &sources)),
            Err(sim::RunError::Stopped(error)) => {
                output::complain(&format!("error: `{name}`: {error}"));
                Err(Stopped::Reported(Status::Refused))
            }
        }
    }

    /// The table of edges.
    pub(super) fn table(&self) -> String {
        let mut text = format!("{} allowed, {} forbidden\n", self.allowed, self.forbidden);
        text += "edge, cycles with it, allowed ones\n";
        for (edge, (all, allowed)) in &self.edges {
            text += &format!("  {edge:<16} {all:>6} {allowed:>6}\n");
        }
        text
    }
}
