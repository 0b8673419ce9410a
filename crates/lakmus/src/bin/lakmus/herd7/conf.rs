//! Configuration files: `key value` lines, `#` begins a comment.

use std::path::{Path, PathBuf};

use crate::files;

/// A line of a configuration file: an option without its dash, and its value.
pub(super) struct Setting {
    pub(super) key: String,
    pub(super) value: String,
    /// Where it stands, for messages.
    pub(super) place: String,
}

/// Finds a file as models are found: by its path, in the current directory, in the directories of `-I` so far.
pub(super) fn find(name: &str, include: &[PathBuf]) -> Option<PathBuf> {
    let path = Path::new(name);
    let is_explicit = path.is_absolute() || path.starts_with(".") || path.starts_with("..");
    let directories: &[PathBuf] = if is_explicit { &[] } else { include };
    let here = std::iter::once(path.to_owned());
    here.chain(directories.iter().map(|directory| directory.join(path))).find(|candidate| candidate.is_file())
}

/// The settings of herd7's own configuration files that say more than how pictures look. That of its C11 names the shipped model with the same verdicts.
const HERDS: &[(&str, &[(&str, &str)])] = &[
    ("all.cfg", &[("doshow", "data,addr")]),
    ("apoil.cfg", &[]),
    ("cpp11.cfg", &[("macros", "c11.def"), ("model", "c11"), ("unshow", "data,addr")]),
    ("deps.cfg", &[("doshow", "addr,data,ctrl,rmw")]),
    ("enslip.cfg", &[]),
    ("web.cfg", &[("graph", "columns")]),
];

/// The settings of one of herd7's own configuration files, where there is no such file to read.
pub(super) fn herds(name: &str) -> Option<Vec<Setting>> {
    let (_, settings) = HERDS.iter().find(|(known, _)| *known == name)?;
    let setting = |&(key, value): &(&str, &str)| Setting {
        key: key.to_owned(),
        value: value.to_owned(),
        place: format!("herd7's {name}"),
    };
    Some(settings.iter().map(setting).collect())
}

/// The settings of a file.
///
/// # Errors
/// When it cannot be read, or a line has no value.
pub(super) fn read(path: &Path) -> Result<Vec<Setting>, String> {
    let text = files::text(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    let mut settings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let place = format!("{}:{}", path.display(), number + 1);
        let Some((key, value)) = line.split_once(char::is_whitespace) else {
            return Err(format!("{place}: `{line}` has no value"));
        };
        settings.push(Setting { key: key.to_owned(), value: value.trim().to_owned(), place });
    }
    Ok(settings)
}
