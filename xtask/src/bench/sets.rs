//! What is measured.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use super::root;

/// The file that lists the sets.
const FILE: &str = "benches/sets";

/// Tests that one process runs.
#[derive(Clone, Debug)]
pub(super) struct Set {
    /// Its path, as it is written.
    pub(super) name: String,
    /// Options for `lakmus run`.
    pub(super) ours: Vec<String>,
    /// Options for the other simulator.
    pub(super) theirs: Vec<String>,
    /// The file in which herd7 has the model.
    model: Option<String>,
}

/// The sets that `wanted` names; all those of the file that exist when it names none.
///
/// # Errors
/// When the list of sets cannot be read or something that is wanted is nowhere.
pub(super) fn chosen(wanted: &[String]) -> Result<Vec<Set>> {
    let text = std::fs::read_to_string(root().join(FILE)).with_context(|| format!("cannot read {FILE}"))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let listed: Vec<Set> = lines.map(set).filter(|set| root().join(&set.name).exists()).collect();
    if wanted.is_empty() {
        return Ok(listed);
    }
    let mut sets = Vec::new();
    for name in wanted {
        let found: Vec<&Set> = listed.iter().filter(|set| set.name.contains(name)).collect();
        let is_new = |set: &&Set| sets.iter().all(|other: &Set| other.name != set.name);
        let new: Vec<Set> = found.iter().copied().filter(is_new).cloned().collect();
        sets.extend(new);
        if found.is_empty() {
            if !root().join(name).exists() {
                bail!("`{name}` is no path, and no set of {FILE} that exists has it in its name");
            }
            sets.push(set(name));
        }
    }
    Ok(sets)
}

/// `path | options of ours | options of the other | model file`.
fn set(line: &str) -> Set {
    let mut parts = line.split('|').map(str::trim);
    let mut words = || parts.next().unwrap_or_default().split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (name, ours, theirs) = (words().join(" "), words(), words());
    Set { name, ours, theirs, model: words().pop() }
}

impl Set {
    /// The options of ours and of the other with which both run the model file of the set that lies in `directory`, and what it includes.
    ///
    /// # Errors
    /// When no model file is known for the set.
    pub(super) fn with_models_in(&self, directory: &str) -> Result<[Vec<String>; 2]> {
        let Some(model) = &self.model else { bail!("{FILE} has no model file for `{}`", self.name) };
        let file = format!("{directory}/{model}");
        let words = |option: &str| vec!["-I".to_owned(), directory.to_owned(), option.to_owned(), file.clone()];
        Ok([words("--model"), words("-model")])
    }

    /// The tests below the directory, sorted; or the one test.
    ///
    /// # Errors
    /// When there are none.
    pub(super) fn tests(&self) -> Result<Vec<PathBuf>> {
        let path = root().join(&self.name);
        if path.is_file() {
            return Ok(vec![path]);
        }
        let entries = std::fs::read_dir(&path).with_context(|| format!("cannot list {}", path.display()))?;
        let mut tests = Vec::new();
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "litmus") {
                tests.push(path);
            }
        }
        tests.sort();
        if tests.is_empty() {
            bail!("no tests in {}", path.display());
        }
        Ok(tests)
    }
}
