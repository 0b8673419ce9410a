//! A crate uses only crates above it.

use anyhow::{Context, Result};
use serde_json::Value;

use super::Findings;

/// The crates from the lowest one up. ARCHITECTURE.md tells what each of them is.
pub(super) const LAYERS: &[&str] = &[
    "source",
    "relation",
    "program",
    "litmus",
    "system",
    "isa",
    "cat",
    "models",
    "execution",
    "drawing",
    "sim",
    "logs",
    "gen",
    "java",
    "cprog",
    "aeg",
    "fence",
    "weaken",
    "java",
    "c11",
    "wire",
    "rt",
    "tester",
    "mix",
    "lakmus",
];

/// Which of them know no files, clocks, environment, threads or output.
pub(super) const CORE: &[&str] = &[
    "source",
    "relation",
    "program",
    "litmus",
    "isa",
    "cat",
    "execution",
    "drawing",
    "sim",
    "gen",
    "java",
    "aeg",
    "fence",
    "weaken",
    "c11",
    "wire",
];

pub(super) fn check(metadata: &Value, findings: &mut Findings) -> Result<()> {
    for package in metadata["packages"].as_array().context("no packages")? {
        let package_name = package["name"].as_str().context("a package without a name")?;
        if package_name == "xtask" {
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
                None if is_ours => findings.error(format!("`{package_name}` uses `{name}`, which has no layer")),
                _ => {}
            }
        }
    }
    Ok(())
}

/// The place of a package in the layering: `lakmus-cat` is the crate `cat`.
fn layer(package: &str) -> Option<usize> {
    let name = package.strip_prefix("lakmus-").unwrap_or(package);
    LAYERS.iter().position(|layer| *layer == name)
}
