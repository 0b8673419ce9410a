//! What was measured once: `benches/baseline.tsv`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use anyhow::{Context, Result};

use super::{Cost, root};

/// The file, from the root of the workspace.
pub(super) const FILE: &str = "benches/baseline.tsv";

/// By the name of each set what it cost. Nothing when there is no file.
///
/// # Errors
/// When a line cannot be read.
pub(super) fn read() -> Result<BTreeMap<String, Cost>> {
    let Ok(text) = std::fs::read_to_string(root().join(FILE)) else {
        return Ok(BTreeMap::new());
    };
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| row(line).with_context(|| format!("{FILE}: cannot read `{line}`"))).collect()
}

/// `set`, seconds, KiB, instructions (or `-`), with tabs between them.
fn row(line: &str) -> Option<(String, Cost)> {
    let mut fields = line.split('\t');
    let (set, seconds, memory) = (fields.next()?, fields.next()?, fields.next()?);
    let cpu = Duration::try_from_secs_f64(seconds.parse().ok()?).ok()?;
    let instructions = match fields.next()? {
        "-" => None,
        count => Some(count.parse().ok()?),
    };
    Some((set.to_owned(), Cost { cpu, memory: memory.parse().ok()?, instructions }))
}

/// # Errors
/// When the file cannot be written.
pub(super) fn write(costs: &BTreeMap<String, Cost>) -> Result<()> {
    let mut text = String::from(
        "# What `lakmus run` costs, by set: CPU seconds (median), peak memory in KiB, instructions.\n# `cargo xtask bench --save` \
         writes this file.\n",
    );
    // Writing into a string cannot fail.
    let _ = writeln!(text, "# Machine: {}", machine());
    for (set, Cost { cpu, memory, instructions }) in costs {
        let instructions = instructions.map_or("-".to_owned(), |count| count.to_string());
        let _ = writeln!(text, "{set}\t{:.4}\t{memory}\t{instructions}", cpu.as_secs_f64());
    }
    std::fs::write(root().join(FILE), text).with_context(|| format!("cannot write {FILE}"))
}

/// The name of the processor, as far as the system reports it.
fn machine() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ")).map(|(_, name)| name);
    model.unwrap_or("unknown").to_owned()
}
