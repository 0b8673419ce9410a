//! Logs as `lakmus run --json` prints them: one object a line.

use serde_json::Value;

use crate::block::{Block, Data, Verdict};
use crate::states::State;

/// The block of a line; `None` for one that says why a test has no result.
///
/// # Errors
/// What is missing.
pub(crate) fn block(line: &str) -> Result<Option<Block>, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let name = value["test"].as_str().unwrap_or_default().to_owned();
    let result = &value["result"];
    if result.is_null() {
        return Ok(None);
    }
    let text = |key: &str| result[key].as_str().ok_or_else(|| format!("`{key}` is missing"));
    let kind = match text("kind")? {
        "forbidden" => "Forbidden",
        "required" => "Required",
        _ => "Allowed",
    };
    let verdict = match text("verdict")? {
        "ok" => Verdict::Ok,
        "undef" => Verdict::Undef,
        _ => Verdict::No,
    };
    let states = result["states"].as_array().ok_or("`states` is missing")?;
    let one = |state: &Value| {
        let bindings =
            state.as_object()?.iter().map(|(place, value)| format!("{place}={};", value.as_str().unwrap_or_default()));
        Some((State::new(&bindings.collect::<Vec<_>>().join(" ")), 0))
    };
    let data = Data {
        kind: kind.to_owned(),
        states: states.iter().filter_map(one).collect(),
        verdict: Some(verdict),
        is_cut: result["complete"] == Value::Bool(false),
        positive: result["positive"].as_u64().unwrap_or_default(),
        negative: result["negative"].as_u64().unwrap_or_default(),
        hash: result["hash"].as_str().map(str::to_owned),
        condition: result["condition"].as_str().map(str::to_owned),
    };
    Ok(Some(Block { name, data: Some(Box::new(data)), ..Block::default() }))
}
