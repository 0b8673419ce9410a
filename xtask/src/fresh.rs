//! `cargo xtask fresh`: the commands of the README, on a machine that has only what the README asks for.
//!
//! The machine is a minimal Debian in a temporary directory (`machine.sh`). This machine's Rust toolchain and a clone of what is committed here are all that it
//! is given. Mounts and processes have namespaces of their own, so that nothing of it is left.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::{root, succeed};
use crate::needs::{self, Purpose, probe};

/// The release of Debian that the README speaks of.
const SUITE: &str = "bookworm";

const MACHINE: &str = include_str!("fresh/machine.sh");

const USAGE: &str = "\
usage: cargo xtask fresh [--rust VERSION] [--first | --pages] [--keep]

  --rust VERSION  with the toolchain VERSION of rustup, such as 1.88, instead of the one in use
  --first         run the first command alone
  --pages         run the first command, and then the examples of the README and of each page docs/for-*.md; print the time of each
  --keep          leave the machine's directory";

/// What is asked for.
#[derive(Default)]
struct Request {
    rust: Option<String>,
    is_first_alone: bool,
    has_pages: bool,
    is_kept: bool,
}

/// # Errors
/// When the machine cannot be made, or a command fails there.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let request = parse(arguments)?;
    needs::provide(&[Purpose::Fresh]).ensure_none()?;
    let rust = toolchain(request.rust.as_deref())?;
    let mut commands = commands(&std::fs::read_to_string(root().join("README.md"))?)?;
    if request.is_first_alone || request.has_pages {
        commands.truncate(1);
    }
    if request.has_pages {
        commands.extend(pages()?);
    }
    let changes = Command::new("git").args(["status", "--porcelain"]).current_dir(root()).output()?;
    if !changes.stdout.is_empty() {
        println!("Changes that are not committed are not part of it.");
    }
    let here = temporary()?;
    let result = on_machine(&here, &rust, &commands, request.is_kept);
    std::fs::remove_dir_all(&here)?;
    result
}

fn parse(arguments: &[String]) -> Result<Request> {
    let mut request = Request::default();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--rust" => {
                request.rust = Some(words.next().with_context(|| format!("--rust needs a version\n{USAGE}"))?.clone())
            }
            "--first" => request.is_first_alone = true,
            "--pages" => request.has_pages = true,
            "--keep" => request.is_kept = true,
            _ => bail!("{USAGE}"),
        }
    }
    Ok(request)
}

/// A directory that no other user can write in.
fn temporary() -> Result<PathBuf> {
    let output = Command::new("mktemp").args(["--directory", "--tmpdir", "fresh.XXXXXXXX"]).output()?;
    ensure!(output.status.success(), "mktemp failed");
    Ok(String::from_utf8(output.stdout)?.trim_end().into())
}

fn on_machine(here: &Path, rust: &Path, commands: &[String], is_kept: bool) -> Result<()> {
    let (clone, script) = (here.join("lakmus"), here.join("machine.sh"));
    succeed(Command::new("git").args(["clone", "--quiet", "--no-hardlinks"]).arg(root()).arg(&clone))?;
    std::fs::write(&script, MACHINE)?;
    // As the superuser: the machine's files are of users that only it can make.
    let mut machine = if needs::is_root() { Command::new("env") } else { Command::new("sudo") };
    let set = |name: &str, value: &str| format!("{name}={value}");
    machine.args([
        set("SUITE", SUITE),
        set("MIRROR", &mirror().unwrap_or_default()),
        set("RUST", &rust.display().to_string()),
        set("CLONE", &clone.display().to_string()),
        set("APT", &proxies()),
        set("COMMANDS", &commands.join("\n")),
        set("KEEP", if is_kept { "yes" } else { "" }),
    ]);
    machine.args(["unshare", "--mount", "--pid", "--fork", "--kill-child=TERM", "bash"]).arg(&script);
    let status = machine.status().context("cannot run unshare")?;
    ensure!(status.success(), "a command of the README fails on a fresh machine");
    println!("\nOn a fresh Debian ({SUITE}), the commands of the README end well.");
    Ok(())
}

/// The commands in the README's section of that name.
fn commands(readme: &str) -> Result<Vec<String>> {
    let section = readme.split("\n## ").find(|section| section.starts_with("Two commands\n"));
    let section = section.context("README.md has no section `Two commands`")?;
    let blocks = section.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let commands: Vec<String> = blocks.flat_map(str::lines).map(str::to_owned).collect();
    ensure!(commands.len() == 2, "the README's section `Two commands` has {} of them", commands.len());
    Ok(commands)
}

/// The examples of the README and of the first ten minutes, page by page: a line `# NAME` begins each.
fn pages() -> Result<Vec<String>> {
    let mut pages = vec![PathBuf::from("README.md")];
    for entry in std::fs::read_dir(root().join("docs"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.starts_with("for-") && name.ends_with(".md") {
            pages.push(Path::new("docs").join(name));
        }
    }
    pages.sort();
    let mut commands = Vec::new();
    for page in pages {
        commands.push(format!("# {}", page.display()));
        commands.extend(examples(&std::fs::read_to_string(root().join(page))?));
    }
    Ok(commands)
}

/// The commands in the blocks marked `console`; `! ` stands before one that is shown with an error.
fn examples(text: &str) -> Vec<String> {
    let blocks = text.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut found = Vec::new();
    for block in blocks {
        let mut lines = block.lines().peekable();
        while let Some(line) = lines.next() {
            let Some(command) = line.strip_prefix("$ ") else { continue };
            let is_refused = lines.peek().is_some_and(|next| next.starts_with("error"));
            found.push(if is_refused { format!("! {command}") } else { command.to_owned() });
        }
    }
    found
}

/// Where a toolchain is installed: `bin/cargo` and `bin/rustc` are in that directory.
fn toolchain(version: Option<&str>) -> Result<PathBuf> {
    let sysroot = match version {
        None => probe(&["rustc", "--print", "sysroot"]),
        Some(version) => probe(&["rustup", "run", version, "rustc", "--print", "sysroot"]),
    };
    let sysroot = sysroot.map(PathBuf::from).filter(|path| path.join("bin/cargo").is_file());
    match (sysroot, version) {
        (Some(path), _) if path == Path::new("/usr") => {
            bail!(
                "this Rust is a package of the system, which cannot be taken along; https://rustup.rs installs one that can"
            )
        }
        (Some(path), _) => Ok(path),
        (None, None) => bail!("rustc and cargo are missing; https://rustup.rs installs them"),
        (None, Some(version)) => {
            let installed = Command::new("rustup").args(["toolchain", "list"]).output();
            let installed =
                installed.map(|output| String::from_utf8_lossy(&output.stdout).trim_end().replace('\n', ", "));
            bail!(
                "Rust {version} is not installed (there is {}); `rustup toolchain install {version}` installs it",
                installed.unwrap_or_else(|_| "no rustup".to_owned())
            )
        }
    }
}

/// Where this machine's apt has packages of that release from.
fn mirror() -> Option<String> {
    let arguments = ["indextargets", "--format", "$(CODENAME) $(REPO_URI)", "Identifier: Packages"];
    let output = Command::new("apt-get").args(arguments).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines()
        .filter_map(|line| line.split_once(' '))
        .find(|(codename, _)| *codename == SUITE)
        .map(|(_, uri)| uri.to_owned())
}

/// What of this machine's settings of apt says how the network is reached.
fn proxies() -> String {
    let output = Command::new("apt-config").args(["dump", "Acquire"]).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let is_needed = |line: &&str| line.contains("Proxy") || line.starts_with("Acquire::Check-");
    text.lines().filter(is_needed).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::{commands, pages};

    #[test]
    fn the_readme_has_two_commands() {
        let readme = std::fs::read_to_string(crate::cargo::root().join("README.md")).unwrap();
        let commands = commands(&readme).unwrap();
        assert!(commands[0].starts_with("cargo lakmus run ") && commands[1] == "cargo xtask test", "{commands:?}");
    }

    #[test]
    fn pages_lead_to_an_answer_of_each_system() {
        let commands = pages().unwrap();
        for system in ["run", "mix run", "test", "java check", "fence", "verify"] {
            let begin = format!("lakmus {system} ");
            assert!(
                commands.iter().any(|command| command.contains(&begin)),
                "no page has an example of `lakmus {system}`"
            );
        }
        let headings = commands.iter().filter(|command| command.starts_with("# "));
        assert!(commands.iter().any(|command| command.starts_with("! cargo lakmus run ")), "{commands:?}");
        assert!(headings.count() > 6 && !commands.iter().any(String::is_empty), "{commands:?}");
    }
}
