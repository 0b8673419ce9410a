//! The file that describes a campaign, in TOML.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::Error;

/// What the units of a campaign are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum KindName {
    /// A litmus test under a model, simulated: `lakmus run`.
    Run,
    /// A litmus test or a C program under a model, verified: `lakmus verify`.
    Verify,
    /// A C litmus test or a program under the C11 machine: `lakmus test`.
    Test,
    /// A Java litmus test under a model that looks at several executions: `lakmus java check`.
    Java,
    /// A C litmus test under a pool of compiler profiles, mixed: `lakmus mix`.
    Mix,
}

impl KindName {
    /// The word for it, as the file has it.
    pub fn name(self) -> &'static str {
        match self {
            KindName::Run => "run",
            KindName::Verify => "verify",
            KindName::Test => "test",
            KindName::Java => "java",
            KindName::Mix => "mix",
        }
    }
}

/// A campaign as its author describes it. Paths count from the file's own directory.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Definition {
    /// What the units are.
    pub kind: KindName,
    /// Models, each by its name or a path; `default` is that of each test's language, `all` every shipped one of its architecture. Without any, the default.
    #[serde(default)]
    pub models: Vec<String>,
    /// Tests, each a file, a list or a directory.
    #[serde(default)]
    pub tests: Vec<String>,
    /// Files with many tests each, separated by lines `<<`, as `lakmus gen` writes them.
    #[serde(default)]
    pub streams: Vec<String>,
    /// Generators whose tests are taken as they come.
    #[serde(default, rename = "gen")]
    pub generators: Vec<Generator>,
    /// Logs with which results are compared.
    #[serde(default)]
    pub expect: Vec<ExpectedLogs>,
    /// How units are answered.
    #[serde(default)]
    pub options: UnitOptions,
    /// How large shards are.
    #[serde(default)]
    pub shards: ShardSize,
}

/// The words behind `lakmus gen`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Generator {
    /// The words.
    pub arguments: Vec<String>,
    /// How many of its tests are taken at most: the first ones.
    #[serde(default)]
    pub limit: Option<u64>,
}

/// Logs with which results are compared.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ExpectedLogs {
    /// The files.
    pub logs: Vec<String>,
    /// The models whose results are compared, as the campaign names them. Without any, that of each test, where there is one.
    #[serde(default)]
    pub models: Vec<String>,
}

/// How units are answered. What decides a result is in the identity of its unit; limits are not, and a result that was given up at one is not used again.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct UnitOptions {
    /// Variants that are on.
    pub variants: Vec<String>,
    /// How often a jump back is taken; without it what the command does.
    pub unroll: Option<u32>,
    /// `counts`, `states` or `decide`.
    pub goal: String,
    /// Directories in which models and what they include are looked for.
    pub include: Vec<PathBuf>,
    /// More words for the command whose kind the units are.
    pub arguments: Vec<String>,
    /// Seconds of CPU time after which a unit is given up.
    pub timeout: f64,
    /// Megabytes of memory at which a unit is given up.
    pub memory: Option<u64>,
    /// How often a unit is tried that ends the process that answers it.
    pub attempts: u32,
}

impl Default for UnitOptions {
    fn default() -> UnitOptions {
        UnitOptions {
            variants: Vec::new(),
            unroll: None,
            goal: "counts".to_owned(),
            include: Vec::new(),
            arguments: Vec::new(),
            timeout: 60.0,
            memory: None,
            attempts: 3,
        }
    }
}

/// How large shards are.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct ShardSize {
    /// Seconds that a shard is to take. The first ones are smaller, so that few tests are divided too.
    pub seconds: f64,
    /// How many units it has at most.
    pub units: usize,
}

impl Default for ShardSize {
    fn default() -> ShardSize {
        ShardSize { seconds: 300.0, units: 100_000 }
    }
}

impl Definition {
    /// Reads the file.
    ///
    /// # Errors
    /// When it cannot be read, or has a mistake.
    pub fn read(path: &Path) -> Result<Definition, Error> {
        let text = system::read_text(path).map_err(Error::read(path))?;
        let mistake = |message: String| Error::Definition { path: path.to_owned(), message };
        let definition: Definition =
            toml::from_str(&text).map_err(|error| mistake(error.to_string().trim_end().to_owned()))?;
        definition.check().map_err(mistake)?;
        Ok(definition)
    }

    fn check(&self) -> Result<(), String> {
        if self.tests.is_empty() && self.streams.is_empty() && self.generators.is_empty() {
            return Err("it names no tests: `tests = [...]`, `streams = [...]` or `[[gen]]`".to_owned());
        }
        if self.generators.iter().any(|generator| generator.limit == Some(0)) {
            return Err("`limit` of `[[gen]]` needs a number above 0".to_owned());
        }
        let UnitOptions { goal, timeout, memory, attempts, .. } = &self.options;
        if !self.expect.is_empty() && goal == "decide" {
            return Err("`expect` needs all states, which the goal `decide` does not look for".to_owned());
        }
        for ExpectedLogs { logs, models } in &self.expect {
            if logs.is_empty() {
                return Err("`[[expect]]` names no `logs`".to_owned());
            }
            let has_one = matches!(self.models.as_slice(), [] | [_]) && self.models != ["all"];
            if models.is_empty() && !has_one {
                return Err("`[[expect]]` needs `models`, as the campaign has several".to_owned());
            }
        }
        if !["counts", "states", "decide"].contains(&goal.as_str()) {
            return Err(format!("there is no goal `{goal}`: it is counts, states or decide"));
        }
        if !(*timeout > 0.0 && timeout.is_finite()) {
            return Err(format!("`timeout` needs a number of seconds above 0, not {timeout}"));
        }
        if *memory == Some(0) || *attempts == 0 {
            return Err("`memory` and `attempts` need numbers above 0".to_owned());
        }
        if !(self.shards.seconds > 0.0 && self.shards.seconds.is_finite()) || self.shards.units == 0 {
            return Err("`seconds` and `units` of shards need numbers above 0".to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Definition, String> {
        let directory = tempfile::tempdir().expect("it can be made");
        let path = directory.path().join("c.toml");
        std::fs::write(&path, text).expect("it is written");
        Definition::read(&path)
            .map_err(|error| error.to_string().split_once(": ").map(|(_, rest)| rest.to_owned()).unwrap_or_default())
    }

    #[test]
    fn what_is_left_out_has_a_value() {
        let definition = read("kind = 'run'\ntests = ['a']\n[[gen]]\narguments = ['all']\n").expect("it is right");
        assert_eq!((definition.kind, definition.generators.len()), (KindName::Run, 1));
        assert_eq!((definition.options, definition.shards), (UnitOptions::default(), ShardSize::default()));
    }

    #[test]
    fn mistakes_are_refused() {
        for (text, word) in [
            ("kind = 'walk'", "walk"),
            ("kind = 'run'", "names no tests"),
            ("kind = 'run'\ntests = ['a']\nmodel = ['sc']", "unknown field `model`"),
            ("kind = 'run'\ntests = ['a']\n[options]\ntimeout = 0", "seconds above 0"),
            ("kind = 'run'\ntests = ['a']\n[options]\ngoal = 'all'", "no goal `all`"),
            ("kind = 'run'\ntests = ['a']\n[shards]\nunits = 0", "above 0"),
            ("kind = 'run'\ntests = ['a']\n[[expect]]\nlogs = []", "names no `logs`"),
            ("kind = 'run'\ntests = ['a']\nmodels = ['all']\n[[expect]]\nlogs = ['l']", "needs `models`"),
            ("kind = 'run'\ntests = ['a']\n[options]\ngoal = 'decide'\n[[expect]]\nlogs = ['l']", "all states"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(word), "{text}: {error}");
        }
    }
}
