//! What `lakmus mix run --format sarif` prints: SARIF 2.1.0 (OASIS), a result for each bug, placed at the statements whose code it needs.

use serde_json::{Value, json};

use super::report::Report;

/// The batch as SARIF, a line end behind it.
pub(super) fn print(report: &Report<'_>) -> String {
    let mut results: Vec<Value> = Vec::new();
    for (test, result) in report.batch.tests.iter().zip(&report.summary.results) {
        let spans = test.piece_spans();
        for bug in report.bugs(result) {
            let outcomes: Vec<String> = bug.extra.iter().map(|values| Report::outcome(result, values)).collect();
            let culprits: Vec<String> = bug
                .culprits
                .iter()
                .map(|culprit| {
                    let names: Vec<String> = culprit.members.iter().map(|member| report.name(member)).collect();
                    format!("{} by {}", result.pieces[culprit.piece].0, names.join(", "))
                })
                .collect();
            let text = format!("{}: {} with {}", result.name, outcomes.join(" "), culprits.join("; "));
            let place = |piece: usize| {
                let span = spans[piece];
                let position = report.batch.sources.position(span);
                json!({ "physicalLocation": {
                    "artifactLocation": { "uri": report.batch.sources.name(span.source) },
                    "region": { "startLine": position.line, "startColumn": position.column },
                } })
            };
            let places: Vec<Value> = bug.culprits.iter().map(|culprit| place(culprit.piece)).collect();
            let rule = if bug.is_load_buffering { "load-buffering" } else { "mixing-bug" };
            let level = if bug.is_load_buffering { "note" } else { "error" };
            results.push(json!({ "ruleId": rule, "level": level, "message": { "text": text }, "locations": places }));
        }
    }
    let rule = |id: &str, text: &str| json!({ "id": id, "shortDescription": { "text": text } });
    let rules = [
        rule("mixing-bug", "Compiled code has an outcome that C forbids"),
        rule("load-buffering", "Compiled code has an outcome that only RC11's no-thin-air axiom forbids"),
    ];
    let whole = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "lakmus mix", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&whole).unwrap_or_default();
    text.push('\n');
    text
}
