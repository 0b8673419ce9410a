//! `lakmus campaign query`, `diff` and `report`: what a campaign found.

use std::collections::BTreeSet;
use std::path::Path;

use ::campaign::{CaseRow, CsvError, PageParts, Query, ShownTest, Store, Table};

use super::Refusal;
use super::args::ReportFormat;
use super::kinds::kind;
use super::plan::store_of;
use super::steps::{self, Planned};
use crate::cases::{self, Case, Finding, Gap};
use crate::{Status, output};

/// The store of a campaign that was merged.
fn merged(directory: &Path) -> Result<Store, Refusal> {
    let path = store_of(directory);
    if !path.exists() {
        let message = format!("`{}` is not there: `lakmus campaign merge` brings results together", path.display());
        return Err(Refusal::Message(message));
    }
    Ok(Store::open_to_read(&path)?)
}

/// `lakmus campaign query`.
pub(super) fn query(directory: &Path, name: &str, (is_csv, is_json): (bool, bool)) -> Result<Status, Refusal> {
    let store = merged(directory)?;
    let query = Query::of_name(name).ok_or_else(|| format!("there is no query `{name}`"))?;
    if is_csv {
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        let written = store.csv(query, &mut out).and_then(|()| Ok(std::io::Write::flush(&mut out)?));
        return match written {
            Ok(()) => Ok(Status::Success),
            Err(CsvError::Store(error)) => Err(error.into()),
            Err(CsvError::Output(error)) => Err(output::Closed::because(error).into()),
            Err(other) => Err(Refusal::Message(other.to_string())),
        };
    }
    if is_json {
        let mut names = Vec::new();
        // The names come first.
        let shared = std::cell::RefCell::new(&mut names);
        store.each_row::<Refusal>(
            query,
            |columns| {
                shared.borrow_mut().extend_from_slice(columns);
                Ok(())
            },
            |row| Ok(output::write(format!("{}\n", object(&shared.borrow(), row)).as_bytes())?),
        )?;
        return Ok(Status::Success);
    }
    let table = store.ask(query)?;
    output::write(aligned(&table).as_bytes())?;
    Ok(Status::Success)
}

/// A row as an object of texts; what is JSON itself as it is.
fn object(columns: &[String], row: &[String]) -> serde_json::Value {
    let value = |(name, text): (&String, &String)| {
        let parsed = (name == "detail").then(|| serde_json::from_str(text).ok()).flatten();
        (name.clone(), parsed.unwrap_or_else(|| serde_json::Value::String(text.clone())))
    };
    serde_json::Value::Object(columns.iter().zip(row).map(value).collect())
}

/// The most characters that a column is filled up to: a cell may be longer, as results are in JSON, and the next column stands right behind it.
const WIDEST: usize = 100;

/// Columns as wide as their widest cell, up to a bound; of a cell of several lines the first.
fn aligned(table: &Table) -> String {
    let line = |cell: &String| cell.lines().next().unwrap_or_default().to_owned();
    let rows = std::iter::once(&table.columns).chain(&table.rows);
    let rows: Vec<Vec<String>> = rows.map(|row| row.iter().map(line).collect()).collect();
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> =
        (0..table.columns.len()).map(|column| width(column).unwrap_or_default().min(WIDEST)).collect();
    let mut text = String::new();
    for row in &rows {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        text += cells.join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// `lakmus campaign diff`.
pub(super) fn diff(before: &Path, after: &Path, is_json: bool) -> Result<Status, Refusal> {
    let (before, after) = (merged(before)?, merged(after)?);
    let changes = ::campaign::diff(&before, &after)?;
    let mut text = String::new();
    if is_json {
        for change in &changes.changes {
            let ::campaign::Change { name, model, before, after, what, .. } = change;
            let object =
                serde_json::json!({ "name": name, "model": model, "what": what, "before": before, "after": after });
            text += &format!("{object}\n");
        }
    } else {
        for change in &changes.changes {
            let side = |words: &str| if words.is_empty() { "-".to_owned() } else { words.to_owned() };
            let (before, after) = (side(&change.before), side(&change.after));
            text += &format!("{}: {} under {}: {before} -> {after}\n", change.what, change.name, change.model);
        }
        text += &format!("{} units in both, {} changes\n", changes.both, changes.changes.len());
    }
    let status = if changes.changes.is_empty() { Status::Success } else { Status::Found };
    output::write(text.as_bytes()).map_err(|closed| closed.after(status))?;
    if changes.micros_before > 0 {
        let ratio = changes.micros_after as f64 / changes.micros_before as f64;
        output::complain(&format!("time of the units that both completed: {ratio:.2} times"));
    }
    Ok(status)
}

/// What alarms go against, for SARIF.
const RULES: &[(&str, &str)] = &[
    (
        "alarm",
        "A claim of the test does not hold, the model has raised a flag, or the result is not what a log or the test expects",
    ),
    ("defect", "A defect of lakmus was met"),
];

/// `lakmus campaign report`.
pub(super) fn report(
    directory: &Path,
    format: ReportFormat,
    since: Option<&Path>,
    file: Option<&Path>,
) -> Result<Status, Refusal> {
    let Planned { layout, manifest } = Planned::of_any_version(directory)?;
    let store = merged(directory)?;
    let mut rows = store.cases()?;
    let status = match since {
        None => steps::status_of(&store)?,
        Some(since) => {
            // Another finding of the same unit is new; what was not looked at is so for whatever reason.
            let key = |row: &CaseRow| {
                let found = row.is_alarm.then(|| row.message.clone());
                (row.name.clone(), row.model.clone(), row.file.clone(), row.kind.clone(), found)
            };
            let known: BTreeSet<_> = merged(since)?.cases()?.iter().map(key).collect();
            rows.retain(|row| !known.contains(&key(row)));
            let is_alarm = rows.iter().any(|row| row.is_alarm);
            if is_alarm {
                Status::Found
            } else if rows.is_empty() {
                Status::Success
            } else {
                Status::Incomplete
            }
        }
    };
    let text = match format {
        ReportFormat::Html => {
            let draw = |test: &ShownTest| kind(manifest.kind).drawing(&manifest, test);
            let earlier = since.map(|since| since.display().to_string());
            let parts = PageParts::new(&draw);
            let parts = match &earlier {
                Some(earlier) => parts.since(earlier, &rows),
                None => parts,
            };
            // Models and what they include are named from there.
            let here = std::env::current_dir();
            let _ = std::env::set_current_dir(&manifest.directory);
            let page = ::campaign::html(&store, &layout, &manifest, &parts);
            if let Ok(here) = here {
                let _ = std::env::set_current_dir(here);
            }
            page?
        }
        ReportFormat::Json => json(&store, &manifest, &rows)?,
        ReportFormat::Junit => cases::junit(&[cases(&rows), others(&store)?].concat()),
        ReportFormat::Sarif => cases::sarif("lakmus campaign", RULES, &[cases(&rows), others(&store)?].concat()),
    };
    match file {
        None => output::write(text.as_bytes()).map_err(|closed| closed.after(status))?,
        Some(path) => {
            std::fs::write(path, text).map_err(|error| format!("cannot write `{}`: {error}", path.display()))?
        }
    }
    Ok(status)
}

fn json(store: &Store, manifest: &::campaign::Manifest, rows: &[CaseRow]) -> Result<String, Refusal> {
    let objects = |name: &str| -> Result<Vec<serde_json::Value>, Refusal> {
        let Table { columns, rows, .. } = store.ask(Query::of_name(name).expect("it is listed"))?;
        Ok(rows.iter().map(|row| object(&columns, row)).collect())
    };
    let case = |row: &CaseRow| {
        let CaseRow { name, model, file, kind, is_alarm, message, .. } = row;
        serde_json::json!({ "name": name, "model": model, "file": file, "kind": kind, "alarm": is_alarm, "message": message })
    };
    let whole = serde_json::json!({
        "campaign": manifest.campaign,
        "meaning": manifest.meaning,
        "kind": manifest.kind,
        "tests": manifest.tests,
        "units": manifest.units,
        "kinds": objects("kinds")?,
        "differences": objects("differences")?,
        "cases": rows.iter().map(case).collect::<Vec<_>>(),
    });
    Ok(format!("{whole}\n"))
}

/// One case that passes for all units that have complete results and are no alarms, where there are any.
fn others(store: &Store) -> Result<Vec<Case>, Refusal> {
    let number = |text: &String| text.parse::<u64>().unwrap_or_default();
    let mut units = 0;
    for row in store.ask(Query::of_name("kinds").expect("it is listed"))?.rows {
        if let [_, kind, all, alarms, _] = row.as_slice()
            && kind == "complete"
        {
            units += number(all) - number(alarms);
        }
    }
    let case = Case::new("campaign", format!("{units} units complete, without alarm"));
    Ok(if units > 0 { vec![case] } else { Vec::new() })
}

/// A case for each row: alarms fail, and what has no complete result was not looked at.
fn cases(rows: &[CaseRow]) -> Vec<Case> {
    let case = |row: &CaseRow| {
        let mut case = Case::new(&row.model, row.name.clone());
        let words = [row.kind.as_str(), &row.message].join(": ");
        let is_defect = matches!(row.kind.as_str(), "crash" | "internal");
        if row.is_alarm {
            let rule = if is_defect { "defect" } else { "alarm" };
            let message = format!("{} under {}: {words}", row.name, row.model);
            case.findings.push(Finding { rule, message, details: format!("from {}", row.file), ..Finding::default() });
        }
        if row.kind != "complete" && !is_defect {
            case.gaps.push(Gap::skipped(words));
        }
        case
    };
    rows.iter().map(case).collect()
}
