//! `cargo xtask setup`: is everything there that any other command needs, and if not, get it.
//!
//! With `--compilers DIR`, the compilers that `lakmus mix` is tried with, by `lakmus mix setup`.

use std::process::Command;

use anyhow::{Result, bail};

use crate::needs::{self, Purpose};

const USAGE: &str = "usage: cargo xtask setup [--compilers DIR [--every-version]]";

/// What is needed to work on Lakmus.
const DEVELOPMENT: [Purpose; 3] = [Purpose::Test, Purpose::Check, Purpose::Dist];

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    match arguments {
        [] => development(),
        [option, rest @ ..] if option == "--compilers" && !rest.is_empty() => {
            let command = ["run", "--quiet", "--package", "lakmus", "--", "mix", "setup"];
            needs::announced(Command::new("cargo").args(command).args(rest))
        }
        _ => bail!(USAGE),
    }
}

fn development() -> Result<()> {
    println!("rustc: {}", needs::check_rustc()?);
    needs::provide_and_list(&DEVELOPMENT).ensure_none()?;
    println!("Everything is there.");
    Ok(())
}
