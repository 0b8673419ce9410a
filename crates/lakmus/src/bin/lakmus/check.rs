//! `lakmus check`: the checks that the configuration file of a project names, one after the other.

use std::fmt::Write;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::{Args, CommandFactory};
use serde_json::json;
use source::{Diagnostic, Severity, Sources, nearest};

use crate::configuration::{Asked, Check, Configuration, FILE, VARIABLE};
use crate::render::Render;
use crate::{Status, output};

const HELP: &str = "\
Checks are tables `[check.NAME]` of lakmus.toml (docs/configuration.md). They run
in the directory of that file, and all of them run, whatever becomes of the
first.

Exit status, the worst of all checks:
  0  nothing was found
  1  something was found
  2  a check could not be run, or a mistake on the command line or in the file
  3  nothing was found, but not everything was looked at, where the check does
     not allow that";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct CheckArgs {
    /// Write reports into DIR: NAME.sarif, NAME.xml (JUnit) and NAME.txt, as the commands can
    #[arg(long, value_name = "DIR")]
    reports: Option<PathBuf>,

    /// List the checks with their commands, and run none
    #[arg(long)]
    list: bool,

    /// Print one JSON object with what became of each check; what their commands print goes to the standard error
    #[arg(long)]
    json: bool,

    /// The names of checks [default: all]
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

/// What became of a check.
struct Done<'a> {
    check: &'a Check,
    status: Status,
    /// Whether not all was looked at, and that is allowed.
    is_incomplete: bool,
    reports: Vec<PathBuf>,
}

/// Runs `lakmus check`. `asked` is the file that the command line asks for.
pub(crate) fn run(args: &CheckArgs, asked: &Asked) -> Status {
    let configuration = match configuration(asked) {
        Ok(configuration) => configuration,
        Err(complaints) => {
            complaints.iter().for_each(|complaint| output::complain(complaint));
            return Status::Usage;
        }
    };
    let chosen = match chosen(&configuration, &args.names) {
        Ok(chosen) => chosen,
        Err(error) => {
            output::complain(&Render::for_stderr().diagnostic(&error, &Sources::new()));
            return Status::Usage;
        }
    };
    if args.list {
        let line = |check: &&Check| format!("{}: lakmus {}\n", check.name, check.command.join(" "));
        return output::print(chosen.iter().map(line).collect::<String>().as_bytes());
    }
    let reports = args.reports.as_ref().map(|reports| std::path::absolute(reports).unwrap_or_else(|_| reports.clone()));
    if let Some(reports) = &reports
        && let Err(error) = std::fs::create_dir_all(reports)
    {
        output::complain(&format!("error: cannot make the directory `{}`: {error}", reports.display()));
        return Status::Refused;
    }
    let runner = Runner { configuration: &configuration, reports: reports.as_deref(), json: args.json };
    let done: Vec<Done<'_>> = chosen.into_iter().map(|check| runner.check(check)).collect();
    let status = done.iter().map(|done| done.status).max().unwrap_or_default();
    let text = if args.json { value(&configuration, &done, status) } else { summary(&done) };
    output::write(text.as_bytes()).map_or_else(|closed| closed.after(status).status(), |()| status)
}

/// The file with its checks, at least one.
fn configuration(asked: &Asked) -> Result<Configuration, Vec<String>> {
    let Some(file) = asked.file().map_err(|message| vec![format!("error: {message}")])? else {
        return Err(vec![format!(
            "error: there is no {FILE} in the current directory or above it; `--config FILE` names another file"
        )]);
    };
    let configuration = Configuration::read(&file)?;
    match configuration.checks.is_empty() {
        false => Ok(configuration),
        true => {
            let message = format!("`{}` names no checks", file.display());
            let error = Diagnostic::new(Severity::Error, "no-checks", message);
            let error = error.help("a check is a table `[check.NAME]` with a `command`");
            Err(vec![Render::for_stderr().diagnostic(&error, &Sources::new())])
        }
    }
}

/// The checks of these names; all where there are none.
fn chosen<'a>(configuration: &'a Configuration, names: &[String]) -> Result<Vec<&'a Check>, Diagnostic> {
    let all = &configuration.checks;
    if names.is_empty() {
        return Ok(all.iter().collect());
    }
    let of = |name: &String| {
        let unknown = || {
            let error = Diagnostic::new(Severity::Error, "no-check", format!("there is no check `{name}`"));
            error.suggest(nearest(name, all.iter().map(|check| check.name.as_str())))
        };
        all.iter().find(|check| check.name == *name).ok_or_else(unknown)
    };
    names.iter().map(of).collect()
}

struct Runner<'a> {
    configuration: &'a Configuration,
    reports: Option<&'a Path>,
    json: bool,
}

impl Runner<'_> {
    fn check<'c>(&self, check: &'c Check) -> Done<'c> {
        let mut done = Done { check, status: Status::Success, is_incomplete: false, reports: Vec::new() };
        for words in &check.before {
            let status = self.command(&check.name, words, None);
            if status != Status::Success {
                output::complain(&format!(
                    "error: {}: `{}` failed, and the check is not run",
                    check.name,
                    words.join(" ")
                ));
                done.status = Status::Refused;
                return done;
            }
        }
        let (forms, count) = forms(&check.command);
        let words = |more: &[&str]| -> Vec<String> {
            let (first, rest) = check.command.split_at(count);
            let more = more.iter().map(|word| (*word).to_owned());
            std::iter::once("lakmus".to_owned())
                .chain(first.iter().cloned())
                .chain(more)
                .chain(rest.iter().cloned())
                .collect()
        };
        match self.reports {
            None => done.status = as_lakmus(self.command(&check.name, &words(&[]), None)),
            // The same seeds and inputs find the same, so that reports agree.
            Some(reports) => {
                for (options, ending) in forms {
                    let file = reports.join(format!("{}.{ending}", check.name));
                    let status = as_lakmus(self.command(&check.name, &words(options), Some(&file)));
                    done.status = done.status.max(status);
                    done.reports.push(file);
                }
            }
        }
        if done.status == Status::Incomplete && check.allows_incomplete {
            (done.status, done.is_incomplete) = (Status::Success, true);
        }
        done
    }

    /// Runs a command, with what it prints in a file where one is named.
    fn command(&self, check: &str, words: &[String], file: Option<&Path>) -> Status {
        let Some((program, arguments)) = words.split_first() else { return Status::Success };
        output::complain(&format!("{check}: {}", words.join(" ")));
        let mut command = match (program.as_str(), std::env::current_exe()) {
            ("lakmus", Ok(own)) => Command::new(own),
            _ => Command::new(program),
        };
        command.args(arguments).current_dir(&self.configuration.directory).env(VARIABLE, &self.configuration.path);
        let out = match file {
            Some(file) => File::create(file).map(Stdio::from),
            None if self.json => standard_error(),
            None => Ok(Stdio::inherit()),
        };
        let ended = out.and_then(|out| command.stdin(Stdio::null()).stdout(out).status());
        match ended {
            Ok(status) => Status::of_program(status),
            Err(error) => {
                let advice = system::tools::advice(program.as_ref(), &error);
                output::complain(&format!("error: {check}: cannot run `{program}`: {error}{advice}"));
                Status::Refused
            }
        }
    }
}

/// The standard error in the place of a command's standard output.
#[cfg(unix)]
fn standard_error() -> std::io::Result<Stdio> {
    use std::os::fd::AsFd;
    std::io::stderr().as_fd().try_clone_to_owned().map(Stdio::from)
}

#[cfg(not(unix))]
fn standard_error() -> std::io::Result<Stdio> {
    Ok(Stdio::null())
}

/// The options for a form of a report, and what the names of such files end with.
type ReportForm = (&'static [&'static str], &'static str);

/// The forms in which a command reports, and how many of the words are the command: two of `mix run`.
fn forms(words: &[String]) -> (Vec<ReportForm>, usize) {
    let mut all = crate::args::Args::command();
    all.build();
    let (mut command, mut count) = (&all, 0);
    while let Some(inner) = words.get(count).and_then(|word| command.find_subcommand(word)) {
        (command, count) = (inner, count + 1);
    }
    let has = |name: &str| command.get_arguments().any(|option| option.get_long() == Some(name));
    let has_form = |name: &str| has(name) && !words.iter().any(|word| word == "--json" || word == "--format");
    let mut forms: Vec<ReportForm> = Vec::new();
    if has_form("sarif") {
        forms.push((&["--sarif"], "sarif"));
    }
    if has_form("junit") {
        forms.push((&["--junit"], "xml"));
    }
    if forms.is_empty() {
        forms.push((&[], "txt"));
    }
    (forms, count)
}

/// The status of a `lakmus` that has ended with a number.
fn as_lakmus(status: Status) -> Status {
    match status {
        Status::Passed(1) => Status::Found,
        Status::Passed(3) => Status::Incomplete,
        Status::Passed(_) => Status::Refused,
        other => other,
    }
}

fn in_words(done: &Done<'_>) -> &'static str {
    match done.status {
        Status::Success if done.is_incomplete => {
            "nothing was found, and not everything was looked at, which is allowed"
        }
        Status::Success => "nothing was found",
        Status::Incomplete => "nothing was found, and not everything was looked at",
        Status::Found => "something was found",
        Status::Refused | Status::Unwritten | Status::Usage | Status::Passed(_) => "it could not be run",
        Status::Signal(_) => "a signal has ended it",
    }
}

fn summary(done: &[Done<'_>]) -> String {
    let width = done.iter().map(|done| done.check.name.len()).max().unwrap_or_default();
    let mut text = String::new();
    for one in done {
        // Writing into a string cannot fail.
        let _ = writeln!(text, "{:width$}  {}", one.check.name, in_words(one));
    }
    text
}

fn value(configuration: &Configuration, done: &[Done<'_>], status: Status) -> String {
    let one = |done: &Done<'_>| {
        json!({
            "name": done.check.name,
            "command": done.check.command,
            "status": done.status.number(),
            "incomplete": done.is_incomplete || done.status == Status::Incomplete,
            "reports": done.reports.iter().map(|path| path.display().to_string()).collect::<Vec<_>>(),
        })
    };
    let whole = json!({
        "configuration": configuration.path.display().to_string(),
        "status": status.number(),
        "checks": done.iter().map(one).collect::<Vec<_>>(),
    });
    format!("{whole}\n")
}
