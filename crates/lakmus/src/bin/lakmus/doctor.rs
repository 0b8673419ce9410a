//! `lakmus doctor`: what is there of the programs that commands start, and what installs the rest.

mod found;

use std::collections::BTreeSet;
use std::fmt::Write;

use clap::Args;
use serde_json::{Value, json};
use system::tools::{Tool, tools};

use crate::{Status, output};

use found::Found;

const HELP: &str = "\
A program is looked for in PATH, by the names that commands look for it by. What
is marked with `!` is needed by a command that can do nothing without it.

Exit status:
  0  all that commands cannot do without is there
  1  something of that is missing
  2  the result could not be written, or a mistake on the command line";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct DoctorArgs {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What is known of one thing that is looked for.
struct Line {
    name: &'static str,
    found: Option<Found>,
    is_main: bool,
    uses: Vec<String>,
    package: &'static str,
    /// How it is had, a sentence without its full stop.
    installation: String,
}

/// Runs `lakmus doctor`.
pub(crate) fn run(args: &DoctorArgs) -> Status {
    let lines = examined();
    let text = if args.json { format!("{}\n", value(&lines)) } else { text(&lines) };
    let is_missing = |line: &Line| line.is_main && line.found.is_none();
    let status = if lines.iter().any(is_missing) { Status::Found } else { Status::Success };
    output::write(text.as_bytes()).map_or_else(|closed| closed.after(status).status(), |()| status)
}

/// Everything, looked for at once: most of the time goes by in waiting for programs to say their versions.
fn examined() -> Vec<Line> {
    let all: Vec<&Tool> = tools().collect();
    let found: Vec<Option<Found>> = std::thread::scope(|scope| {
        let looking: Vec<_> = all.iter().map(|tool| scope.spawn(|| found::tool(tool))).collect();
        looking.into_iter().map(|looking| looking.join().unwrap_or_default()).collect()
    });
    let of_tool = |(tool, found): (&&Tool, Option<Found>)| Line {
        name: tool.name,
        found,
        is_main: tool.is_main(),
        uses: tool.uses.iter().map(|purpose| format!("{} {}", purpose.command, purpose.purpose)).collect(),
        package: tool.package,
        installation: tool.installation(),
    };
    let mut lines: Vec<Line> = all.iter().zip(found).map(of_tool).collect();
    lines.extend(found::of_lakmus());
    // What matters most comes first.
    lines.sort_by_key(|line| !line.is_main);
    lines
}

/// The packages of Debian that are missing.
fn packages<'a>(lines: impl Iterator<Item = &'a Line>) -> Option<String> {
    let packages: BTreeSet<&str> =
        lines.filter(|line| line.found.is_none() && !line.package.is_empty()).map(|line| line.package).collect();
    let names: Vec<&str> = packages.into_iter().collect();
    (!names.is_empty()).then(|| format!("sudo apt-get install --no-install-recommends {}", names.join(" ")))
}

fn text(lines: &[Line]) -> String {
    let mut text = format!(
        "lakmus {} for {}-{}\n`run`, `herd7`, `gen`, `model`, `java check` and all that reads tests and logs need nothing else.\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::ARCH,
        std::env::consts::OS
    );
    let width = lines.iter().map(|line| line.name.chars().count()).max().unwrap_or_default();
    let section = |text: &mut String, is_there: bool, title: &str| {
        let chosen: Vec<&Line> = lines.iter().filter(|line| line.found.is_some() == is_there).collect();
        if chosen.is_empty() {
            return;
        }
        // Writing into a string cannot fail.
        let _ = writeln!(text, "\n{title}");
        for line in chosen {
            let mark = if line.is_main { '!' } else { ' ' };
            let about = match &line.found {
                Some(found) => found.to_string(),
                None => line.installation.clone(),
            };
            let _ = writeln!(text, "{mark} {:width$}  {about}\n    {}", line.name, line.uses.join("; "));
        }
    };
    section(&mut text, true, "There is:");
    section(&mut text, false, "There is not:");
    let main = packages(lines.iter().filter(|line| line.is_main));
    let all = packages(lines.iter());
    if let Some(command) = &main {
        let _ = writeln!(text, "\nFor what commands cannot do without:\n  {command}");
    }
    if let Some(command) = all.filter(|command| Some(command) != main.as_ref()) {
        let _ = writeln!(text, "\nFor everything:\n  {command}");
    }
    text
}

fn value(lines: &[Line]) -> Value {
    let line = |line: &Line| {
        json!({
            "name": line.name,
            "needed": line.is_main,
            "path": line.found.as_ref().map(|found| found.path.display().to_string()),
            "version": line.found.as_ref().and_then(|found| found.version.clone()),
            "target": line.found.as_ref().and_then(|found| found.target.clone()),
            "uses": line.uses,
            "package": (!line.package.is_empty()).then_some(line.package),
            "installation": line.installation,
        })
    };
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "machine": format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS),
        "complete": lines.iter().all(|line| line.found.is_some() || !line.is_main),
        "tools": lines.iter().map(line).collect::<Vec<_>>(),
        "install": packages(lines.iter()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &'static str, is_main: bool, is_there: bool, package: &'static str) -> Line {
        let found = is_there.then(|| Found {
            path: "/usr/bin/x".into(),
            version: Some("1.2".to_owned()),
            target: Some("x86_64-linux-gnu".to_owned()),
        });
        let installation = format!("`sudo apt-get install {package}` installs it");
        Line { name, found, is_main, uses: vec!["fence reads C".to_owned()], package, installation }
    }

    #[test]
    fn what_is_missing_is_installed_by_one_command() {
        let lines = [line("a", true, false, "clang"), line("b", false, false, "gdb"), line("c", false, false, "")];
        let text = text(&lines);
        assert!(text.contains("  sudo apt-get install --no-install-recommends clang\n"), "{text}");
        assert!(text.contains("  sudo apt-get install --no-install-recommends clang gdb\n"), "{text}");
        assert_eq!(value(&lines)["complete"], false);
        assert_eq!(value(&lines)["install"], "sudo apt-get install --no-install-recommends clang gdb");
    }

    #[test]
    fn nothing_is_installed_where_all_is_there() {
        let lines = [line("a", true, true, "clang")];
        let text = text(&lines);
        assert!(!text.contains("apt-get") && text.contains("! a  1.2 for x86_64-linux-gnu (/usr/bin/x)\n"), "{text}");
        assert_eq!(value(&lines)["complete"], true);
        assert_eq!(value(&lines)["install"], Value::Null);
    }

    #[test]
    fn commands_of_the_table_are_commands() {
        use clap::CommandFactory;
        let mut all = crate::args::Args::command();
        all.build();
        for tool in tools() {
            for purpose in tool.uses {
                let mut command = &all;
                for word in purpose.command.split(' ').take_while(|word| !word.starts_with("--")) {
                    command = command.find_subcommand(word).unwrap_or_else(|| panic!("{}", purpose.command));
                }
                let option = purpose.command.split(' ').find_map(|word| word.strip_prefix("--"));
                let has = |name: &str| command.get_arguments().any(|argument| argument.get_long() == Some(name));
                assert!(option.is_none_or(has), "{}", purpose.command);
            }
        }
    }
}
