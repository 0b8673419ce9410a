//! Every dependency has its reason in docs/dependencies.md, and nothing has a line there that is no dependency.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use serde_json::Value;

use super::Findings;
use crate::cargo::{metadata_with_dependencies, root};
use crate::needs::numbers;

const DOCUMENT: &str = "docs/dependencies.md";

pub(super) fn check(metadata: &Value, findings: &mut Findings) -> Result<()> {
    let text = std::fs::read_to_string(root().join(DOCUMENT)).with_context(|| format!("cannot read {DOCUMENT}"))?;
    // A table: | `name` | version | licence | reason |
    let documented: BTreeSet<&str> = text.lines().filter_map(documented_name).collect();
    let mut used = BTreeSet::new();
    for package in metadata["packages"].as_array().context("no packages")? {
        for dependency in package["dependencies"].as_array().context("no dependencies")? {
            if !dependency["path"].is_string() {
                used.insert(dependency["name"].as_str().context("a dependency without a name")?);
            }
        }
    }
    for name in used.difference(&documented) {
        findings.error(format!("the dependency `{name}` has no line in {DOCUMENT}"));
    }
    for name in documented.difference(&used) {
        findings.error(format!("{DOCUMENT} speaks of `{name}`, which no crate uses"));
    }
    check_versions(findings)
}

/// No dependency needs a newer Rust than this workspace says that it needs. What our own code uses of the standard library is a lint of clippy's.
fn check_versions(findings: &mut Findings) -> Result<()> {
    let all = metadata_with_dependencies()?;
    let packages = all["packages"].as_array().context("no packages")?;
    let version = |package: &Value| package["rust_version"].as_str().and_then(numbers);
    let own = packages.iter().find(|package| package["name"] == "lakmus").and_then(version);
    let own = own.context("lakmus states no rust-version")?;
    for package in packages.iter().filter(|package| version(package).is_some_and(|needed| needed > own)) {
        findings.error(format!("the dependency {} needs Rust {}", package["name"], package["rust_version"]));
    }
    Ok(())
}

fn documented_name(line: &str) -> Option<&str> {
    line.strip_prefix("| `")?.split_once('`').map(|(name, _)| name)
}
