//! `cargo xtask setup`: is everything there that any other command needs, and if not, get it.
//!
//! With `--compilers DIR`, the same for the compilers that `lakmus mix` is tried with.

mod compilers;

use std::path::Path;

use anyhow::{Result, bail};

use crate::needs::{self, Purpose};

const USAGE: &str = "usage: cargo xtask setup [--compilers DIR [--every-version]]";

/// What is needed to work on Lakmus.
const DEVELOPMENT: [Purpose; 3] = [Purpose::Test, Purpose::Check, Purpose::Dist];

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    match arguments {
        [] => development(),
        [option, folder] if option == "--compilers" => {
            needs::provide(&[Purpose::Compilers]).ensure_none()?;
            compilers::install(Path::new(folder), false)
        }
        [option, folder, every] if option == "--compilers" && every == "--every-version" => {
            needs::provide(&[Purpose::EveryVersion]).ensure_none()?;
            compilers::install(Path::new(folder), true)
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
