//! The bill of materials: every crate that is in the command or the runtime library, as CycloneDX 1.5, from what cargo knows.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::cargo::{metadata_with_dependencies, root, succeed};
use crate::wheel::environment;

/// The crates whose parts are what is given away.
const MADE: [&str; 2] = ["lakmus", "lakmus-rt"];

/// The bill for a version.
pub(super) fn of_materials(version: &str) -> Result<String> {
    let metadata = metadata_with_dependencies()?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    let by_id: BTreeMap<&str, &Value> =
        packages.iter().filter_map(|package| Some((package["id"].as_str()?, package))).collect();
    let nodes = metadata["resolve"]["nodes"].as_array().context("cargo metadata has resolved nothing")?;
    let by_node: BTreeMap<&str, &Value> = nodes.iter().filter_map(|node| Some((node["id"].as_str()?, node))).collect();
    let is_made = |id: &&str| by_id[id]["name"].as_str().is_some_and(|name| MADE.contains(&name));
    let mut found: BTreeSet<&str> = by_id.keys().copied().filter(is_made).collect();
    let mut waiting: Vec<&str> = found.iter().copied().collect();
    while let Some(id) = waiting.pop() {
        for needed in by_node.get(id).and_then(|node| node["deps"].as_array()).into_iter().flatten() {
            // What only tests and builds need is not in what is made.
            let is_in = needed["dep_kinds"].as_array().into_iter().flatten().any(|kind| kind["kind"].is_null());
            if let Some(id) = needed["pkg"].as_str().filter(|id| is_in && found.insert(id)) {
                waiting.push(id);
            }
        }
    }
    let sums = checksums(&std::fs::read_to_string(root().join("Cargo.lock"))?);
    let components: Vec<Value> = found.iter().map(|id| component(by_id[id], &sums)).collect();
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": {
            "type": "application",
            "bom-ref": format!("pkg:cargo/lakmus@{version}"),
            "name": "lakmus",
            "version": version,
            "licenses": [{ "expression": "Apache-2.0 OR MIT" }],
        } },
        "components": components,
    });
    Ok(serde_json::to_string_pretty(&bill)? + "\n")
}

/// What holds a bill to the schema of CycloneDX 1.5, where fields that it does not have are mistakes too.
const VALIDATOR: &str = "\
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
with open(sys.argv[1]) as file:
    error = JsonStrictValidator(SchemaVersion.V1_5).validate_str(file.read())
sys.exit(str(error) if error else 0)
";

/// Holds a bill to its schema, which a package of PyPI has, installed into `here`.
///
/// # Errors
/// When it does not fit, or the package cannot be installed.
pub(super) fn hold_to_schema(bill: &Path, here: &Path) -> Result<()> {
    environment(here, Path::new("python3"), &["cyclonedx-python-lib[json-validation]"])?;
    succeed(Command::new(here.join("bin/python")).args(["-c", VALIDATOR]).arg(bill))?;
    println!("ok: {}", bill.display());
    Ok(())
}

fn component(package: &Value, sums: &BTreeMap<(String, String), String>) -> Value {
    let text = |field: &str| package[field].as_str().unwrap_or_default().to_owned();
    let (name, version) = (text("name"), text("version"));
    let purl = format!("pkg:cargo/{name}@{version}");
    let mut component = json!({ "type": "library", "name": name, "version": version, "purl": purl });
    // An old way to write `OR`, which is no expression.
    let licence = text("license").replace('/', " OR ");
    if !licence.is_empty() {
        component["licenses"] = json!([{ "expression": licence }]);
    }
    if let Some(sum) = sums.get(&(name, version)) {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
    }
    component
}

/// What Cargo.lock says of packages of the registry, by name and version.
fn checksums(lock: &str) -> BTreeMap<(String, String), String> {
    let field = |block: &str, name: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = \""))?;
        Some(line.trim_end_matches('"').to_owned())
    };
    let blocks = lock.split("[[package]]");
    blocks
        .filter_map(|block| Some(((field(block, "name")?, field(block, "version")?), field(block, "checksum")?)))
        .collect()
}
