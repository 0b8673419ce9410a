//! A crate uses only crates above it, and ARCHITECTURE.md describes the crates in this order.

use anyhow::{Context, Result};
use serde_json::Value;

use super::Findings;
use crate::cargo::root;

/// The crates from the lowest one up. ARCHITECTURE.md describes each of them.
pub(super) const LAYERS: &[&str] = &[
    "source",
    "relation",
    "program",
    "arch",
    "litmus",
    "system",
    "identity",
    "isa",
    "cat",
    "models",
    "execution",
    "drawing",
    "sim",
    "ide",
    "lsp",
    "bmc",
    "logs",
    "gen",
    "java",
    "cprog",
    "aeg",
    "fence",
    "weaken",
    "c11",
    "wire",
    "rt",
    "tester",
    "mix",
    "unroll",
    "campaign",
    "lakmus",
    "answers",
    "explore",
];

/// Which of them know no files, clocks, environment, threads or output.
pub(super) const CORE: &[&str] = &[
    "source",
    "relation",
    "program",
    "arch",
    "litmus",
    "identity",
    "isa",
    "cat",
    "execution",
    "drawing",
    "sim",
    "ide",
    "bmc",
    "gen",
    "java",
    "aeg",
    "fence",
    "weaken",
    "c11",
    "wire",
];

/// What ARCHITECTURE.md describes behind the crates.
const TOOLS: &[&str] = &["launcher", "testing", "xtask"];

pub(super) fn check(metadata: &Value, findings: &mut Findings) -> Result<()> {
    check_code_map(findings)?;
    for package in metadata["packages"].as_array().context("no packages")? {
        let package_name = package["name"].as_str().context("a package without a name")?;
        if TOOLS.contains(&package_name) {
            continue;
        }
        let Some(layer) = layer(package_name) else {
            findings.error(format!("crate `{package_name}` has no place in the layering (xtask/src/tidy/layers.rs)"));
            continue;
        };
        for dependency in package["dependencies"].as_array().context("no dependencies")? {
            let name = dependency["name"].as_str().context("a dependency without a name")?;
            let is_ours = dependency["path"].is_string();
            match self::layer(name) {
                Some(used) if is_ours && used >= layer => {
                    findings.error(format!("`{package_name}` uses `{name}`, which is not below it"));
                }
                None if is_ours && !TOOLS.contains(&name) => {
                    findings.error(format!("`{package_name}` uses `{name}`, which has no layer"))
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// The code map of ARCHITECTURE.md has a section for each crate, in the order of the layers.
fn check_code_map(findings: &mut Findings) -> Result<()> {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).context("cannot read ARCHITECTURE.md")?;
    let sections = text.lines().filter_map(|line| line.strip_prefix("### `")?.strip_suffix('`'));
    let sections: Vec<&str> = sections.collect();
    let expected: Vec<&str> = LAYERS.iter().chain(TOOLS).copied().collect();
    if sections != expected {
        findings.error(format!(
            "the code map of ARCHITECTURE.md has the sections {sections:?}, and the layers are {expected:?}"
        ));
    }
    Ok(())
}

/// The place of a package in the layering: `lakmus-cat` is the crate `cat`.
fn layer(package: &str) -> Option<usize> {
    let name = package.strip_prefix("lakmus-").unwrap_or(package);
    LAYERS.iter().position(|layer| *layer == name)
}
