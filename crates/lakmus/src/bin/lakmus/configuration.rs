//! The configuration file of a project, `lakmus.toml`: options that commands have there without being given them, and the checks of `lakmus check`.
//!
//! It is looked for in the current directory and above it. What the command line says comes before what the file says. The part that reads it is left out where `cargo lakmus` compiles
//! one command alone, until there is such a file.

#[cfg(feature = "config")]
mod defaults;
#[cfg(feature = "config")]
mod file;
#[cfg(feature = "config")]
mod options;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

#[cfg(feature = "config")]
pub(crate) use file::{Check, Configuration};

/// What the file is called.
pub(crate) const FILE: &str = crate::parts::CONFIGURATION.0;

/// The variable that names another one; an empty one is none at all.
pub(crate) const VARIABLE: &str = crate::parts::CONFIGURATION_VARIABLE;

/// Commands that have no options of their own, or those of other programs.
const WITHOUT: &[&str] = &["herd7", "explore", "rustc", "exec", "completions", "man", "help", "doctor", "check"];

/// Which file is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Asked {
    /// The one that is found.
    #[default]
    Found,
    Named(PathBuf),
    None,
}

impl Asked {
    /// What `--config` and `--no-config` ask for.
    #[cfg(feature = "config")]
    pub(crate) fn new(named: Option<PathBuf>, is_none: bool) -> Asked {
        match (named, is_none) {
            (_, true) => Asked::None,
            (Some(file), false) => Asked::Named(file),
            (None, false) => Asked::Found,
        }
    }

    /// What the words of a command line ask for, as far as that is known without the command.
    fn of_words(words: &[OsString]) -> Asked {
        let mut words = words.iter().map(|word| word.to_string_lossy()).take_while(|word| word != "--");
        while let Some(word) = words.next() {
            if word == "--no-config" {
                return Asked::None;
            }
            let named = match word.strip_prefix("--config=") {
                Some(file) => Some(file.to_owned()),
                None if word == "--config" => words.next().map(|file| file.into_owned()),
                None => None,
            };
            if let Some(file) = named {
                return Asked::Named(file.into());
            }
        }
        Asked::Found
    }

    /// The file.
    ///
    /// # Errors
    /// When the one that is found belongs to another user.
    pub(crate) fn file(&self) -> Result<Option<PathBuf>, String> {
        match (self, std::env::var_os(VARIABLE)) {
            (Asked::None, _) => Ok(None),
            (Asked::Named(file), _) => Ok(Some(file.clone())),
            (Asked::Found, Some(named)) => Ok((!named.is_empty()).then(|| named.into())),
            (Asked::Found, None) => {
                let here = std::env::current_dir().unwrap_or_default();
                match here.ancestors().map(|directory| directory.join(FILE)).find(|file| file.is_file()) {
                    Some(file) => trusted(file).map(Some),
                    None => Ok(None),
                }
            }
        }
    }
}

/// The file, unless another user has written it: it can name programs that are run.
fn trusted(file: PathBuf) -> Result<PathBuf, String> {
    match is_own(&file) {
        true => Ok(file),
        false => Err(format!(
            "`{}` belongs to another user, and what it names would be run; `--config FILE` takes it all the same, `--no-config` does without",
            file.display()
        )),
    }
}

#[cfg(unix)]
fn is_own(file: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(file).is_ok_and(|found| found.uid() == 0 || found.uid() == nix::unistd::geteuid().as_raw())
}

#[cfg(not(unix))]
fn is_own(_: &Path) -> bool {
    true
}

/// Whether a command line asks for something that no configuration changes: help, or a command without options.
fn is_without(words: &[OsString]) -> bool {
    let before = || words.iter().skip(1).take_while(|word| *word != "--");
    let command = before().find(|word| !word.to_string_lossy().starts_with('-'));
    let asks = |word: &OsString| ["--help", "-h", "--version", "-V"].iter().any(|asked| word == asked);
    command.is_none_or(|command| WITHOUT.iter().any(|known| command == known)) || before().any(asks)
}

/// The words of a command line with those that the configuration file has for the command.
///
/// # Errors
/// What is wrong with the file, as it is printed.
pub(crate) fn applied(words: Vec<OsString>) -> Result<Vec<OsString>, Vec<String>> {
    if is_without(&words) {
        return Ok(words);
    }
    let asked = Asked::of_words(&words);
    match asked.file().map_err(|message| vec![format!("error: {message}")])? {
        None => Ok(words),
        Some(file) => with(words, &file),
    }
}

#[cfg(feature = "config")]
fn with(words: Vec<OsString>, file: &Path) -> Result<Vec<OsString>, Vec<String>> {
    let configuration = Configuration::read(file)?;
    Ok(defaults::applied(&configuration, words))
}

#[cfg(not(feature = "config"))]
fn with(_: Vec<OsString>, file: &Path) -> Result<Vec<OsString>, Vec<String>> {
    Err(vec![format!(
        "error: `{}` is there, and what reads it is left out of this `lakmus`\n\n\
         `cargo lakmus` compiles it where there is such a file, `cargo build --release --package lakmus` everything; `--no-config` does without.",
        file.display()
    )])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn what_is_asked_for_stands_before_the_program() {
        assert_eq!(Asked::of_words(&words("lakmus run --no-config x")), Asked::None);
        assert_eq!(Asked::of_words(&words("lakmus run --config a.toml x")), Asked::Named("a.toml".into()));
        assert_eq!(Asked::of_words(&words("lakmus run --config=a.toml x")), Asked::Named("a.toml".into()));
        assert_eq!(Asked::of_words(&words("lakmus test -- prog --no-config")), Asked::Found);
    }

    #[test]
    fn help_needs_no_configuration() {
        assert!(is_without(&words("lakmus run --help")) && is_without(&words("lakmus herd7 a.litmus")));
        assert!(is_without(&words("lakmus --version")) && is_without(&words("lakmus")));
        assert!(!is_without(&words("lakmus run a.litmus")) && !is_without(&words("lakmus test -- prog --help")));
    }
}
