//! Configuration files of diy7: one option a line, as on its command line; `#` begins a comment.

use std::ffi::OsString;
use std::path::Path;

use clap::Parser;

use super::args::{AllArgs, GenCommand};
use super::out::Stopped;
use crate::args::{Args, Command};
use crate::files;

/// Options of diy7 that take a value, and what they are called here; an empty name means that the option has no effect here.
const WITH_VALUE: [(&str, &str); 30] = [
    ("arch", "--arch"),
    ("nprocs", "--threads"),
    ("size", "--size"),
    ("ins", "--ins"),
    ("mode", "--mode"),
    ("relax", "--relax"),
    ("safe", "--safe"),
    ("relaxlist", "--safe"),
    ("reject", "--reject"),
    ("rejectlist", "--reject"),
    ("prefix", "--prefix"),
    ("obs", "--obs"),
    ("obstype", "--obstype"),
    ("cond", "--cond"),
    ("type", "--type"),
    ("unrollatomic", "--unrollatomic"),
    ("ua", "--unrollatomic"),
    ("minrelax", "--minrelax"),
    ("maxrelax", "--maxrelax"),
    ("o", "--output"),
    ("name", ""),
    ("num", ""),
    ("addnum", ""),
    ("fmt", ""),
    ("cumul", ""),
    ("c", ""),
    ("moreedges", ""),
    ("v", ""),
    ("lowercase", ""),
    ("stdout", ""),
];

/// Those that take none, or `true` or `false`.
const FLAGS: [(&str, &str); 8] = [
    ("exact", "--exact"),
    ("eprocs", "--exact-threads"),
    ("oneloc", "--oneloc"),
    ("neg", "--negated"),
    ("realdep", "--realdep"),
    ("nooptcond", "--nooptcond"),
    ("optcond", ""),
    ("hexa", "--hexadecimal"),
];

/// The options of the command line, with those of the file before them.
pub(super) fn with(file: &Path) -> Result<AllArgs, Stopped> {
    let text =
        files::text(file).map_err(|error| Stopped::Usage(format!("cannot read `{}`: {error}", file.display())))?;
    let mut words: Vec<OsString> = ["lakmus", "gen", "all"].map(OsString::from).into();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = || format!("{}:{}", file.display(), number + 1);
        words.extend(
            option(line)
                .map_err(|message| Stopped::Usage(format!("{}: {message}", place())))?
                .into_iter()
                .map(OsString::from),
        );
    }
    // Behind `lakmus gen all`.
    words.extend(std::env::args_os().skip(3));
    match Args::try_parse_from(words).map(|args| args.command) {
        Ok(Command::Gen(args)) => match args.command {
            GenCommand::All(args) => Ok(*args),
            _ => Err(Stopped::Usage("--conf belongs to `lakmus gen all`".to_owned())),
        },
        Ok(_) => Err(Stopped::Usage("--conf belongs to `lakmus gen all`".to_owned())),
        Err(error) => Err(Stopped::Usage(format!("{}: {error}", file.display()))),
    }
}

/// A line as options of ours.
fn option(line: &str) -> Result<Vec<String>, String> {
    let (name, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (name, value) = (name.trim_start_matches('-'), value.trim().trim_matches('"'));
    if let Some((_, ours)) = FLAGS.iter().find(|(known, _)| *known == name) {
        return Ok(if ours.is_empty() || value == "false" { Vec::new() } else { vec![(*ours).to_owned()] });
    }
    if name == "mix" {
        return Ok(if value == "true" { vec!["--maxrelax".to_owned(), "100".to_owned()] } else { Vec::new() });
    }
    let Some((_, ours)) = WITH_VALUE.iter().find(|(known, _)| *known == name) else {
        let known = WITH_VALUE.iter().chain(&FLAGS).map(|(known, _)| *known);
        let near = source::nearest(name, known).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        return Err(format!("`{name}` is no option of diy7 that is known here{near}"));
    };
    if value.is_empty() {
        return Err(format!("`{name}` needs a value"));
    }
    Ok(if ours.is_empty() { Vec::new() } else { vec![(*ours).to_owned(), value.to_owned()] })
}
