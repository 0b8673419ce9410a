//! What a campaign is, written once when it is planned.

use std::io::Write;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::layout::Beside;
use crate::{Error, Identity, KindName, Layout, UnitOptions};

/// What a campaign is. It does not change once it is there.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Manifest {
    /// Of the form of the files of a campaign.
    pub(crate) format: u32,
    /// The version of meaning that planned it, and that all its results have.
    pub meaning: String,
    /// Which campaign it is: an identity of its shards.
    pub campaign: String,
    /// What its units are.
    pub kind: KindName,
    /// The models of its units.
    pub models: Vec<ModelEntry>,
    /// How its units are answered.
    pub options: UnitOptions,
    /// Where relative paths count from.
    pub directory: PathBuf,
    /// How many tests there are.
    pub tests: u64,
    /// How many units: each a test with a model.
    pub units: u64,
    /// How many of these are to be run: the others are the same as one of these, or known from before.
    pub to_run: u64,
    /// How many are known from before.
    pub reused: u64,
    /// How many pairs of a test and a model were left out, as the model is of another architecture.
    pub left_out: u64,
    /// How many units have a result of a log with which theirs is compared.
    #[serde(default)]
    pub expected: u64,
    /// The shards, by their numbers.
    pub shards: Vec<ShardEntry>,
}

/// What tests of a campaign are asked under: a model, or words for the command whose kind the units are, or both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ModelEntry {
    /// What the user calls it.
    pub name: String,
    /// The identity of its text with all that it includes, or of what else decides results under it.
    pub text: String,
    /// Words for the command whose kind the units are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<String>,
}

impl ModelEntry {
    /// A model of this name whose texts have this identity.
    pub fn new(name: impl Into<String>, text: Identity) -> ModelEntry {
        ModelEntry { name: name.into(), text: text.to_string(), arguments: Vec::new() }
    }

    /// The same with words for the command.
    #[must_use]
    pub fn with_arguments(self, arguments: Vec<String>) -> ModelEntry {
        ModelEntry { arguments, ..self }
    }
}

/// A shard.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ShardEntry {
    /// How many units of it are to be run.
    pub units: u64,
    /// How many seconds they are expected to take.
    pub seconds: f64,
}

impl Manifest {
    /// The form of the files of a campaign.
    pub(crate) const FORMAT: u32 = 1;

    /// Reads the manifest of a campaign, of any version.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub fn read(layout: &Layout) -> Result<Manifest, Error> {
        let path = layout.manifest();
        let text = match std::fs::read(&path) {
            Err(error) if matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => {
                return Err(Error::NoCampaign(layout.root().to_owned()));
            }
            read => read.map_err(Error::read(&path))?,
        };
        let manifest: Manifest = serde_json::from_slice(&text).map_err(|error| Error::Damaged {
            path: path.clone(),
            what: error.to_string(),
            advice: "Plan the campaign again into another directory; `--reuse` keeps its results",
        })?;
        if manifest.format != Manifest::FORMAT {
            let (planned, own) =
                (format!("with files of form {}", manifest.format), format!("one with form {}", Manifest::FORMAT));
            return Err(Error::Version { path: layout.root().to_owned(), planned, own });
        }
        Ok(manifest)
    }

    /// Reads the manifest of a campaign that is to go on.
    ///
    /// # Errors
    /// As [`read`](Self::read), and when another version of meaning has planned it.
    pub fn of_this_version(layout: &Layout) -> Result<Manifest, Error> {
        let manifest = Manifest::read(layout)?;
        let own = identity::meaning();
        if manifest.meaning != own {
            return Err(Error::Version { path: layout.root().to_owned(), planned: manifest.meaning, own });
        }
        Ok(manifest)
    }

    pub(crate) fn write(&self, layout: &Layout) -> Result<(), Error> {
        let mut beside = Beside::new(&layout.manifest())?;
        // Plain data with string keys: there is nothing that JSON could not hold.
        let text = serde_json::to_string_pretty(self).expect("a manifest is plain data") + "\n";
        beside.file.write_all(text.as_bytes()).map_err(Error::write(&beside.path))?;
        beside.put_in_place()
    }

    /// The numbers of the shards that have no results in place.
    pub fn missing(&self, layout: &Layout) -> Vec<usize> {
        (0..self.shards.len()).filter(|number| !layout.results(*number).exists()).collect()
    }
}
