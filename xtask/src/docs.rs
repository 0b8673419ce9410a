//! `cargo xtask docs`: the documentation site, by mdBook, from the pages of the repository and the command's own manual.
//!
//! The pages keep the places that they have in the repository, so that a link means the same there and here. Nothing of the site is checked in: the reference
//! of commands is printed by the command, from clap's definitions. A site with a dead link is no site.

mod links;
mod source;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::cargo::{cargo, metadata, succeed};
use crate::needs::{announced, probe};

/// The version of mdBook that the site is made by.
const MDBOOK: &str = "0.5.4";

const USAGE: &str = "\
usage: cargo xtask docs [--command FILE]

  makes the documentation site in target/docs/site, and fails where one of its links is dead; installs mdBook by cargo into
  target/docs/mdbook where it is not there

  --command FILE  take the reference from this `lakmus`, in the place of one that is compiled";

/// Does what the arguments say.
///
/// # Errors
/// When mdBook cannot be installed, the command does not compile, or a link is dead.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let given = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => None,
        ["--command", file] => Some(PathBuf::from(file)),
        _ => bail!("{USAGE}"),
    };
    let metadata = metadata()?;
    let target = metadata["target_directory"].as_str().context("cargo metadata names no target directory")?;
    let here = Path::new(target).join("docs");
    let mdbook = mdbook(&here)?;
    let command = match given {
        Some(file) => file,
        None => {
            succeed(cargo().args(["build", "--quiet", "--package", "lakmus"]))?;
            Path::new(target).join("debug/lakmus")
        }
    };
    let (book, site) = (here.join("book"), here.join("site"));
    for directory in [&book, &site] {
        if directory.exists() {
            std::fs::remove_dir_all(directory)?;
        }
    }
    let others = source::lay_out(&book, &command)?;
    succeed(Command::new(mdbook).arg("build").arg(&book).arg("--dest-dir").arg(&site))?;
    source::copy(&others, &site)?;
    let checked = links::check(&site)?;
    println!("{}: {} pages, {} links, none dead", site.display(), checked.pages, checked.links);
    Ok(())
}

/// mdBook of our version: it is installed where it is not there.
fn mdbook(here: &Path) -> Result<PathBuf> {
    let root = here.join(format!("mdbook-{MDBOOK}"));
    let program = root.join("bin/mdbook");
    if probe(&[&program.to_string_lossy(), "--version"]).is_some_and(|version| version.ends_with(MDBOOK)) {
        return Ok(program);
    }
    println!("mdBook {MDBOOK} is missing: it makes the site.");
    let mut install = cargo();
    // Its server and its watching of files are of no use here; without optimisation, it compiles in half the time and makes the site in seconds.
    install.args(["install", "mdbook", "--version", MDBOOK, "--locked", "--debug"]);
    install.args(["--no-default-features", "--features", "search", "--root"]).arg(&root);
    // Lints are for our own code.
    install.arg("--target-dir").arg(here.join("build")).env_remove("RUSTC_WORKSPACE_WRAPPER");
    announced(&mut install)?;
    Ok(program)
}
