//! `cargo xtask faults`: campaigns that are disturbed at random points, more often than the tests do it.

use std::process::Command;

use anyhow::{Result, bail};

use crate::needs;

const USAGE: &str = "usage: cargo xtask faults [--count N] [--seed N]";

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let (mut count, mut seed) = ("200", "1");
    let mut rest = arguments;
    while let [option, value, others @ ..] = rest {
        if value.parse::<u64>().is_err() {
            bail!(USAGE);
        }
        match option.as_str() {
            "--count" => count = value,
            "--seed" => seed = value,
            _ => bail!(USAGE),
        }
        rest = others;
    }
    if !rest.is_empty() {
        bail!(USAGE);
    }
    println!("{count} disturbed campaigns, the first of seed {seed}");
    let words = ["test", "--package", "lakmus", "--test", "campaign", "faults"];
    needs::announced(Command::new("cargo").args(words).env("LAKMUS_FAULTS", count).env("LAKMUS_SEED", seed))
}
