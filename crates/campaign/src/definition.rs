//! The file that describes a campaign, in TOML.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::Error;

/// What the units of a campaign are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KindName {
    /// A litmus test under a model, simulated: `lakmus run`.
    Run,
    /// A litmus test or a C program under a model, verified: `lakmus verify`.
    Verify,
    /// Some executions of a C litmus test or a program under the C11 machine: `lakmus test`.
    Test,
    /// A Java litmus test under a model that looks at several executions: `lakmus java check`.
    Java,
    /// A C litmus test under a pool of compiler profiles, mixed: `lakmus mix run`.
    Mix,
    /// A compiler profile, compared with mapping tables: `lakmus abi check`.
    Abi,
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
            KindName::Abi => "abi",
        }
    }
}

/// What is wanted of a test's executions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// All states, and how many executions there are.
    #[default]
    Counts,
    /// All states.
    States,
    /// Whether the condition is decided by some execution.
    Decide,
}

impl Goal {
    /// The word for it, as the file has it.
    pub fn name(self) -> &'static str {
        match self {
            Goal::Counts => "counts",
            Goal::States => "states",
            Goal::Decide => "decide",
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
    /// Programs that are more than one file, or are built in a way of their own.
    #[serde(default, rename = "program")]
    pub programs: Vec<Program>,
    /// Sets of words for the command whose kind the units are: each test is asked under each of them.
    #[serde(default, rename = "with")]
    pub settings: Vec<Setting>,
    /// Which executions of programs are done.
    #[serde(default)]
    pub executions: Executions,
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

/// A program.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Program {
    /// What reports call it.
    pub name: String,
    /// Its source files.
    #[serde(default)]
    pub files: Vec<PathBuf>,
    /// Options for the compiler.
    #[serde(default)]
    pub flags: Vec<String>,
    /// In the place of sources: a program that is built already.
    #[serde(default)]
    pub built: Option<PathBuf>,
    /// What it is given when it is executed.
    #[serde(default)]
    pub arguments: Vec<String>,
}

/// Words for a command, under a name.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Setting {
    /// What reports call them.
    pub name: String,
    /// The words.
    pub arguments: Vec<String>,
}

/// Which executions of a program are done.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Executions {
    /// How choices are made, by name.
    pub strategies: Vec<String>,
    /// What choices are made from.
    pub seeds: Seeds,
    /// How many executions there are of each strategy and seed,
    pub count: u64,
    /// and how many of them are one unit.
    pub unit: u64,
}

/// What choices are made from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Seeds {
    /// These.
    Listed(Vec<u64>),
    /// So many.
    Range {
        /// The first one.
        first: u64,
        /// How many.
        count: u64,
    },
}

impl Seeds {
    /// All of them.
    pub fn all(&self) -> Vec<u64> {
        match self {
            Seeds::Listed(seeds) => seeds.clone(),
            Seeds::Range { first, count } => (*first..first.saturating_add(*count)).collect(),
        }
    }
}

impl Default for Executions {
    fn default() -> Executions {
        Executions { strategies: vec!["portfolio".to_owned()], seeds: Seeds::Listed(vec![1]), count: 1000, unit: 1000 }
    }
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
    /// What is wanted of a test's executions.
    pub goal: Goal,
    /// Directories in which models and what they include are looked for.
    pub include: Vec<PathBuf>,
    /// More words for the command whose kind the units are.
    pub arguments: Vec<String>,
    /// Where what compilers give and what simulations find is kept, shared with `lakmus mix --cache`.
    pub cache: Option<PathBuf>,
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
            goal: Goal::default(),
            include: Vec::new(),
            arguments: Vec::new(),
            cache: None,
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
        let names_none =
            self.tests.is_empty() && self.streams.is_empty() && self.generators.is_empty() && self.programs.is_empty();
        // Profiles are the tests of this kind.
        if names_none && self.kind != KindName::Abi {
            return Err("it names no tests: `tests = [...]`, `streams = [...]`, `[[gen]]` or `[[program]]`".to_owned());
        }
        self.check_programs()?;
        if self.generators.iter().any(|generator| generator.limit == Some(0)) {
            return Err("`limit` of `[[gen]]` needs a number above 0".to_owned());
        }
        let UnitOptions { goal, timeout, memory, attempts, .. } = &self.options;
        if !self.expect.is_empty() && *goal == Goal::Decide {
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

    fn check_programs(&self) -> Result<(), String> {
        for Program { name, files, built, .. } in &self.programs {
            if files.is_empty() == built.is_none() {
                return Err(format!("the program `{name}` needs either `files` or `built`"));
            }
        }
        for (number, setting) in self.settings.iter().enumerate() {
            if self.settings[..number].iter().any(|other| other.name == setting.name) {
                return Err(format!("two `[[with]]` have the name `{}`", setting.name));
            }
        }
        let Executions { strategies, seeds, count, unit } = &self.executions;
        if *count == 0 || *unit == 0 || strategies.is_empty() || seeds.all().is_empty() {
            return Err("`[executions]` needs strategies, seeds, and numbers above 0".to_owned());
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
    fn seeds_are_a_list_or_a_range() {
        let seeds = |text: &str| {
            let read = read(&format!("kind = 'test'\ntests = ['a']\n[executions]\nseeds = {text}\n"));
            read.expect("it is right").executions.seeds.all()
        };
        assert_eq!((seeds("[3, 1]"), seeds("{ first = 7, count = 3 }")), (vec![3, 1], vec![7, 8, 9]));
    }

    #[test]
    fn mistakes_are_refused() {
        for (text, word) in [
            ("kind = 'walk'", "walk"),
            ("kind = 'run'", "names no tests"),
            ("kind = 'run'\ntests = ['a']\nmodel = ['sc']", "unknown field `model`"),
            ("kind = 'run'\ntests = ['a']\n[options]\ntimeout = 0", "seconds above 0"),
            ("kind = 'run'\ntests = ['a']\n[options]\ngoal = 'all'", "unknown variant `all`"),
            ("kind = 'run'\ntests = ['a']\n[shards]\nunits = 0", "above 0"),
            ("kind = 'test'\n[[program]]\nname = 'p'", "either `files` or `built`"),
            ("kind = 'test'\ntests = ['a']\n[executions]\nseeds = []", "needs strategies, seeds"),
            (
                "kind = 'mix'\ntests = ['a']\n[[with]]\nname = 'x'\narguments = []\n[[with]]\nname = 'x'\narguments = []",
                "two `[[with]]`",
            ),
            ("kind = 'run'\ntests = ['a']\n[[expect]]\nlogs = []", "names no `logs`"),
            ("kind = 'run'\ntests = ['a']\nmodels = ['all']\n[[expect]]\nlogs = ['l']", "needs `models`"),
            ("kind = 'run'\ntests = ['a']\n[options]\ngoal = 'decide'\n[[expect]]\nlogs = ['l']", "all states"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(word), "{text}: {error}");
        }
    }
}
