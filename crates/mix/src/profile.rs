//! Profiles: the ways of compiling that are mixed (*Mix Testing*, section 3.1).
//!
//! A profile is a command that reads C, C++ or Rust on its standard input and writes assembly text to its standard output, or a mapping table in
//! place of a compiler.

mod discovery;

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use identity::Identity;
use serde::{Deserialize, Serialize};
use system::{LONGEST_LINE, ProgramLimits};
use thiserror::Error;

use crate::Architecture;
use crate::cache::of_commands;
use crate::compiler::{CodeForm, CompilerCommand};
use crate::language::Language;
use crate::mapping::MappingTable;

pub use discovery::discover;

/// A way of compiling.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Profile {
    /// What reports call it.
    pub name: String,
    /// What it compiles for.
    pub architecture: Architecture,
    /// What gives its code.
    pub origin: Origin,
    /// Profiles of one architecture and one group may be linked together.
    pub group: String,
}

/// What gives a profile's code.
#[derive(Clone, Debug)]
pub enum Origin {
    /// A compiler.
    Compiler(CompilerCommand),
    /// A mapping table.
    Table(MappingTable),
}

/// Why a list of profiles cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProfileError {
    /// The file cannot be read.
    #[error("cannot read `{}`: {error}", .path.display())]
    Read {
        /// Its path.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// It is no list of profiles.
    #[error("`{}`: {message}", .path.display())]
    Syntax {
        /// Its path.
        path: PathBuf,
        /// What is wrong, with the place.
        message: String,
    },
    /// A profile is wrong.
    #[error("profile `{name}`: {message}")]
    Profile {
        /// Its name.
        name: String,
        /// What is wrong.
        message: String,
    },
}

/// A file of profiles.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct ProfileFile {
    #[serde(default)]
    profile: Vec<ProfileEntry>,
}

/// A profile as a file has it.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct ProfileEntry {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    command: Option<CommandLine>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    group: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    disassembler: Option<String>,
    /// Whether it gives objects.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    object: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    code_generator: Option<CommandLine>,
    /// What links its object, whose final code is judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    linker: Option<CommandLine>,
}

/// A command in one text, or word by word.
#[derive(Debug, Deserialize, Serialize)]
#[serde(untagged)]
enum CommandLine {
    Text(String),
    Words(Vec<String>),
}

impl CommandLine {
    fn words(self) -> Vec<String> {
        match self {
            CommandLine::Text(text) => split_words(&text),
            CommandLine::Words(words) => words,
        }
    }
}

impl Profile {
    /// A profile that runs a command. The architecture is that of `--target=`, or of the compiler's name, or what the
    /// command says when it is asked (`-dumpmachine`); where nothing says so, the host's.
    ///
    /// # Errors
    /// When the command is empty, or the architecture is not supported.
    pub fn command(name: &str, command: &str) -> Result<Profile, ProfileError> {
        Profile::command_for(name, None, command)
    }

    /// As [`Profile::command`], for a target that is given in place of what the command shows.
    ///
    /// # Errors
    /// As [`Profile::command`].
    pub fn command_for(name: &str, target: Option<&str>, command: &str) -> Result<Profile, ProfileError> {
        let language = Language::of_command(&split_words(command));
        let (words, form) = (split_words(command), CodeForm::Text);
        let time_limit = CompilerCommand::TIME_LIMIT;
        let (code_generator, linker, disassembler) = (None, None, None);
        let compiler = CompilerCommand { words, language, code_generator, linker, disassembler, form, time_limit };
        Profile::of_compiler(name, compiler, target, None)
    }

    fn of_compiler(
        name: &str,
        compiler: CompilerCommand,
        target: Option<&str>,
        group: Option<String>,
    ) -> Result<Profile, ProfileError> {
        let wrong = |message: String| ProfileError::Profile { name: name.to_owned(), message };
        if compiler.code_generator.is_some() && compiler.language != Language::Rust {
            return Err(wrong("`code_generator` is for Rust".to_owned()));
        }
        // What writes the code says for which machine.
        let command = compiler.code_generator.as_ref().unwrap_or(&compiler.words);
        let Some(program) = command.first() else { return Err(wrong("its command is empty".to_owned())) };
        let of_option = command.iter().find_map(|word| word.strip_prefix("--target="));
        let of_option = of_option.or_else(|| {
            let at = command.iter().position(|word| word == "-target" || word == "--target")?;
            command.get(at + 1).map(String::as_str)
        });
        let file = program.rsplit('/').next().unwrap_or(program);
        // What is said outright goes first; a name such as `aarch64-linux-gnu-gcc` only says of compilers for one
        // target.
        let said = target.or(of_option).or_else(|| file.contains("-linux-").then_some(file));
        // (What rustc compiles for, its options say.)
        let asked = match said {
            None if compiler.language != Language::Rust => machine_of(command),
            None | Some(_) => None,
        };
        let triple = said.or(asked.as_deref());
        let is_32_bit = command.iter().any(|word| word == "-m32");
        let architecture = match triple {
            Some(triple) => Architecture::find(triple)
                .ok_or_else(|| wrong(format!("the target `{triple}` is not supported; {}", known_targets())))?,
            // Without a target among its options, a compiler compiles for where it runs.
            None => Architecture::find(std::env::consts::ARCH).ok_or_else(|| {
                wrong(format!("no target is given, and the host's is not supported; {}", known_targets()))
            })?,
        };
        let architecture = match architecture {
            Architecture::X86_64 if is_32_bit && target.is_none() => Architecture::X86,
            other => other,
        };
        let group = group.unwrap_or_else(|| "default".to_owned());
        if compiler.code_generator.is_some() && !architecture.takes_host_calls() {
            let message = "calls of this target extend narrow integers, which code for the host does not";
            return Err(wrong(message.to_owned()));
        }
        Ok(Profile { name: name.to_owned(), architecture, origin: Origin::Compiler(compiler), group })
    }

    /// Has what its compiler writes linked by `command`, whose words are those of a shell, and judges the final code. A table stays as it is.
    ///
    /// # Errors
    /// When the command is empty.
    pub fn linked_by(&mut self, command: &str) -> Result<(), ProfileError> {
        let words = split_words(command);
        if words.is_empty() {
            let message = "the command that links is empty".to_owned();
            return Err(ProfileError::Profile { name: self.name.clone(), message });
        }
        if let Origin::Compiler(compiler) = &mut self.origin {
            (compiler.linker, compiler.form) = (Some(words), CodeForm::Object);
        }
        Ok(())
    }

    /// A profile that is a mapping table.
    pub fn table(table: MappingTable) -> Profile {
        Profile {
            name: table.name.clone(),
            architecture: table.architecture,
            origin: Origin::Table(table),
            group: "default".to_owned(),
        }
    }

    /// What decides the code that it gives: its compiler (path, size and time of its file) and options, or its table. `None` where the compiler is not known, as for a command that is looked
    /// up elsewhere.
    pub fn identity(&self) -> Option<Identity> {
        let parts = Identity::of("mix profile").part("name", &self.name).part("group", &self.group);
        let parts = parts.part("architecture", self.architecture.name());
        Some(match &self.origin {
            Origin::Table(table) => parts.part("table", table.write()).finish(),
            Origin::Compiler(compiler) => {
                let form = match compiler.form {
                    CodeForm::Text => "text",
                    CodeForm::Object => "object",
                };
                let parts = parts.part("language", compiler.language.name()).part("form", form);
                of_commands(compiler, parts)?.finish()
            }
        })
    }

    /// Reads a list of profiles in TOML.
    ///
    /// # Errors
    /// When it cannot be read or is wrong.
    pub fn read_list(path: &std::path::Path) -> Result<Vec<Profile>, ProfileError> {
        let read = |path: &std::path::Path| {
            system::read_text(path).map_err(|error| ProfileError::Read { path: path.to_owned(), error })
        };
        let text = read(path)?;
        let syntax = |message: String| ProfileError::Syntax { path: path.to_owned(), message };
        let file: ProfileFile = toml::from_str(&text).map_err(|error| syntax(error.to_string()))?;
        if file.profile.is_empty() {
            return Err(syntax("it lists no profile: each begins with `[[profile]]`".to_owned()));
        }
        let mut all: Vec<Profile> = Vec::new();
        for entry in file.profile {
            let wrong = |message: &str| ProfileError::Profile { name: entry.name.clone(), message: message.to_owned() };
            let profile = match (entry.command, &entry.table) {
                (Some(command), None) => {
                    let words = command.words();
                    let language = match &entry.language {
                        None => Language::of_command(&words),
                        Some(name) => Language::find(name)
                            .ok_or_else(|| wrong("its language is none of `c`, `c++` and `rust`"))?,
                    };
                    let code_generator = entry.code_generator.map(CommandLine::words);
                    let linker = entry.linker.map(CommandLine::words);
                    let is_object = entry.object || linker.is_some();
                    let form = if is_object { CodeForm::Object } else { CodeForm::Text };
                    let (disassembler, time_limit) = (entry.disassembler, CompilerCommand::TIME_LIMIT);
                    let compiler =
                        CompilerCommand { words, language, code_generator, linker, disassembler, form, time_limit };
                    Profile::of_compiler(&entry.name, compiler, entry.target.as_deref(), entry.group)?
                }
                (None, Some(table)) => {
                    let table = match MappingTable::shipped(table) {
                        Some(table) => table,
                        None => {
                            // Beside the list, not in the current folder: a list and its tables are moved
                            // together.
                            let beside = path.parent().map_or_else(|| table.into(), |folder| folder.join(table));
                            let parsed = MappingTable::parse(&read(&beside)?);
                            let table =
                                parsed.map_err(|message| ProfileError::Syntax { path: beside.clone(), message })?;
                            MappingTable { file: Some(beside), ..table }
                        }
                    };
                    let mut profile = Profile::table(table);
                    profile.name = entry.name.clone();
                    profile.group = entry.group.unwrap_or(profile.group);
                    profile
                }
                _ => return Err(wrong("it needs either `command` or `table`")),
            };
            if all.iter().any(|other| other.name == profile.name) {
                return Err(wrong("another profile has this name"));
            }
            all.push(profile);
        }
        Ok(all)
    }

    /// A list of profiles in TOML, which [`Profile::read_list`] reads.
    pub fn write_list(profiles: &[Profile]) -> String {
        let entry = |profile: &Profile| match &profile.origin {
            Origin::Compiler(compiler) => ProfileEntry {
                name: profile.name.clone(),
                target: Some(profile.architecture.name().to_owned()),
                command: Some(CommandLine::Words(compiler.words.clone())),
                table: None,
                group: Some(profile.group.clone()),
                disassembler: compiler.disassembler.clone(),
                object: compiler.form == CodeForm::Object,
                // What the command shows by itself is not said again.
                language: (compiler.language != Language::of_command(&compiler.words))
                    .then(|| compiler.language.name().to_owned()),
                code_generator: compiler.code_generator.clone().map(CommandLine::Words),
                linker: compiler.linker.clone().map(CommandLine::Words),
            },
            Origin::Table(table) => ProfileEntry {
                name: profile.name.clone(),
                target: None,
                command: None,
                // A list may be read elsewhere than where it is written: a file is named in full.
                table: Some(match &table.file {
                    Some(file) => std::path::absolute(file).unwrap_or_else(|_| file.clone()).display().to_string(),
                    None => table.name.clone(),
                }),
                group: Some(profile.group.clone()),
                disassembler: None,
                object: false,
                language: None,
                code_generator: None,
                linker: None,
            },
        };
        let file = ProfileFile { profile: profiles.iter().map(entry).collect() };
        toml::to_string(&file).unwrap_or_default()
    }
}

/// How long a command may take to say what it compiles for.
const TIME_TO_ANSWER: Duration = Duration::from_secs(10);

/// The target triple that a command names when it is asked, as gcc and clang are: one behind a script, `chroot` or `ssh` does not show it. None where it does not answer.
fn machine_of(command: &[String]) -> Option<String> {
    let (program, words) = command.split_first()?;
    let limits = ProgramLimits { time: TIME_TO_ANSWER, bytes: LONGEST_LINE };
    let mut asked = Command::new(program);
    asked.args(words).arg("-dumpmachine");
    let ended = system::run_within(&mut asked, b"", limits).ok().filter(|ended| ended.status.success())?;
    let text = String::from_utf8(ended.stdout).ok()?;
    let triple = text.trim();
    let is_triple = triple.contains('-') && !triple.contains(char::is_whitespace);
    is_triple.then(|| triple.to_owned())
}

fn known_targets() -> String {
    let names: Vec<&str> = Architecture::ALL.iter().map(|architecture| architecture.name()).collect();
    format!("targets: {}", names.join(", "))
}

/// Splits a command into words as a shell does, quotes and backslashes included; nothing is expanded.
fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            // Within single quotes a backslash is itself: this stands before the line for backslashes.
            (Some('\''), _) => word.get_or_insert_default().push(character),
            (_, '\\') => word.get_or_insert_default().extend(characters.next()),
            (Some(_), _) => word.get_or_insert_default().push(character),
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, _) if character.is_whitespace() => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_by_a_shell() {
        assert_eq!(split_words(r#"clang  -DX="a b" 'c d'\ e"#), ["clang", "-DX=a b", "c d e"]);
        assert_eq!(split_words(""), Vec::<String>::new());
    }

    #[test]
    fn architectures_are_found_in_commands() {
        let of = |command: &str| Profile::command("p", command).map(|profile| profile.architecture);
        assert_eq!(of("clang --target=aarch64-linux-gnu -O3").ok(), Some(Architecture::AArch64));
        assert_eq!(of("/usr/bin/aarch64-linux-gnu-gcc -O2").ok(), Some(Architecture::AArch64));
        assert_eq!(of("clang -target x86_64-linux-gnu").ok(), Some(Architecture::X86_64));
        assert_eq!(of("gcc --target=x86_64-linux-gnu -m32").ok(), Some(Architecture::X86));
        assert_eq!(of("i686-linux-gnu-gcc-12").ok(), Some(Architecture::X86));
        assert!(of("clang --target=z80-unknown").is_err());
        assert!(of("").is_err());
    }

    #[test]
    fn lists_are_read_back_as_written() {
        let profile = Profile::command("p", "clang --target=aarch64-linux-gnu -O3").expect("a profile");
        let text = Profile::write_list(&[profile]);
        let file: ProfileFile = toml::from_str(&text).expect("a list");
        assert_eq!(file.profile[0].name, "p");
        let table = MappingTable::shipped("aarch64-abi").expect("it ships");
        let table = MappingTable { file: Some("/tables/mine.toml".into()), ..table };
        let file: ProfileFile = toml::from_str(&Profile::write_list(&[Profile::table(table)])).expect("a list");
        assert_eq!(file.profile[0].table.as_deref(), Some("/tables/mine.toml"));
    }
}
