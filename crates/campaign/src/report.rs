//! A campaign as one page of HTML, which needs nothing beside it.

use std::fmt::Write;

use crate::queries::{QUERIES, Table};
use crate::{Error, Layout, Manifest, Query, ShardReader, Store};

/// A row of the report that leads to a test: a finding, or a unit without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CaseRow {
    /// The test's name.
    pub name: String,
    /// The model.
    pub model: String,
    /// Where the test came from.
    pub file: String,
    /// How the work on it ended.
    pub kind: String,
    /// Whether it is an alarm.
    pub is_alarm: bool,
    /// What there is to say about it.
    pub message: String,
}

/// Pages with more tests than this are slow in browsers; the others are in the store, and the page says so.
const SHOWN: usize = 500;

impl Store {
    /// Units that are alarms or have no complete result, in the order of the campaign.
    ///
    /// # Errors
    /// Those of the database.
    pub fn cases(&self) -> Result<Vec<CaseRow>, Error> {
        let failed = Error::database(self.path());
        let select = "SELECT name, model, file, coalesce(kind, 'not run'), coalesce(alarm, 0), coalesce(verdict, ''), coalesce(observation, ''),
            coalesce(json_extract(detail, '$.unexpected'), (SELECT group_concat(value, '; ') FROM json_each(detail, '$.found')), json_extract(detail, '$.message'), json_extract(detail, '$.flags'), '') FROM everything
            WHERE kind IS NULL OR kind <> 'complete' OR alarm = 1 ORDER BY number";
        let mut select = self.connection.prepare(select).map_err(&failed)?;
        let rows = select.query_map([], |row| {
            let words: [String; 3] = [row.get(5)?, row.get(6)?, row.get(7)?];
            let words: Vec<&str> =
                words.iter().map(String::as_str).filter(|word| !word.is_empty() && *word != "[]").collect();
            Ok(CaseRow {
                name: row.get(0)?,
                model: row.get(1)?,
                file: row.get(2)?,
                kind: row.get(3)?,
                is_alarm: row.get(4)?,
                message: words.join(", "),
            })
        });
        rows.map_err(&failed)?.collect::<rusqlite::Result<_>>().map_err(&failed)
    }

    /// The number of units by the power of ten of their microseconds.
    fn histogram(&self) -> Result<Vec<(String, u64)>, Error> {
        let failed = Error::database(self.path());
        let select =
            "SELECT length(CAST(micros AS TEXT)) AS digits, count(*) FROM results GROUP BY digits ORDER BY digits";
        let mut select = self.connection.prepare(select).map_err(&failed)?;
        let rows = select.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)));
        let rows = rows.map_err(&failed)?.collect::<rusqlite::Result<Vec<_>>>().map_err(&failed)?;
        let label = |digits: i64| match digits {
            ..=3 => "below 1 ms".to_owned(),
            4..=6 => format!("{} ms and more", 10i64.pow((digits - 4) as u32)),
            _ => format!("{} s and more", 10i64.pow((digits.clamp(7, 20) - 7) as u32)),
        };
        let mut found: Vec<(String, u64)> = Vec::new();
        for (digits, count) in rows {
            let (label, count) = (label(digits), u64::try_from(count).unwrap_or_default());
            match found.last_mut().filter(|(last, _)| *last == label) {
                Some((_, sum)) => *sum += count,
                None => found.push((label, count)),
            }
        }
        Ok(found)
    }
}

/// The texts of tests that a report shows, and their drawings, if the caller has any.
pub struct TestTexts<'a> {
    /// What is drawn of a test under a model, as SVG; none where nothing is.
    pub drawing: &'a dyn Fn(&str, &str, &str) -> Option<String>,
}

impl std::fmt::Debug for TestTexts<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TestTexts")
    }
}

impl<'a> TestTexts<'a> {
    /// Drawn by this.
    pub fn new(drawing: &'a dyn Fn(&str, &str, &str) -> Option<String>) -> TestTexts<'a> {
        TestTexts { drawing }
    }
}

/// A test of the report with its text.
struct ShownTest {
    name: String,
    model: String,
    text: String,
}

impl Store {
    /// The first tests that are alarms or differ between models, with their texts.
    fn shown_tests(&self, layout: &Layout) -> Result<Vec<ShownTest>, Error> {
        let failed = Error::database(self.path());
        let select = "SELECT DISTINCT u.shard, u.number, u.name, m.name FROM units u JOIN models m ON m.number = u.model JOIN results r ON r.id = u.id
            WHERE r.alarm = 1 ORDER BY u.number LIMIT ?1";
        let mut select = self.connection.prepare(select).map_err(&failed)?;
        let rows = select.query_map([SHOWN as i64], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, String>(2)?, row.get::<_, String>(3)?))
        });
        let rows = rows.map_err(&failed)?.collect::<rusqlite::Result<Vec<_>>>().map_err(&failed)?;
        let mut shown = Vec::new();
        let mut open: Option<(i64, ShardReader, i64)> = None;
        for (shard, number, name, model) in rows {
            if open.as_ref().is_none_or(|(opened, ..)| *opened != shard) {
                let reader = ShardReader::open(&layout.shard(shard as usize))?;
                open = Some((shard, reader, shard * crate::store::UNITS_OF_SHARD));
            }
            let Some((_, reader, next)) = &mut open else { continue };
            // Units are numbered in the order of the shard; several of one test stand together.
            if number < *next {
                if let Some(text) = shown.last().map(|shown: &ShownTest| shown.text.clone()) {
                    shown.push(ShownTest { name, model, text });
                }
                continue;
            }
            while let Some(entry) = reader.next_entry()? {
                *next += entry.units.len() as i64;
                if number < *next {
                    shown.push(ShownTest { name, model, text: entry.text });
                    break;
                }
            }
        }
        Ok(shown)
    }
}

const STYLE: &str = "body{font:15px/1.5 sans-serif;max-width:70em;margin:2em auto;padding:0 1em;color:#222;background:#fff}\
table{border-collapse:collapse;margin:1em 0}th,td{border:1px solid #ccc;padding:.2em .6em;text-align:left;vertical-align:top}\
th{background:#eee}pre{background:#f6f6f6;padding:.6em;overflow:auto}.bar{background:#4a7;height:1em;display:inline-block}\
.alarm{color:#a00}@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}th{background:#333}pre{background:#222}th,td{border-color:#444}}";

/// The page of a campaign whose results are in `store`.
///
/// # Errors
/// When the store or a shard cannot be read.
pub fn html(store: &Store, layout: &Layout, manifest: &Manifest, texts: &TestTexts<'_>) -> Result<String, Error> {
    let mut out = String::new();
    let title = format!("Campaign {}", escaped(&layout.root().to_string_lossy()));
    // Writing into a string cannot fail.
    let _ = writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title><style>{STYLE}</style></head><body>"
    );
    let models: Vec<String> = manifest.models.iter().map(|model| escaped(&model.name)).collect();
    let _ = writeln!(
        out,
        "<h1>{title}</h1>\n<p>Kind <b>{}</b>, version {}, models {}. {} tests, {} units ({} run, {} known from before, {} pairs of other architectures left out), {} shards.</p>",
        manifest.kind.name(),
        escaped(&manifest.meaning),
        models.join(", "),
        manifest.tests,
        manifest.units,
        manifest.to_run,
        manifest.reused,
        manifest.left_out,
        manifest.shards.len()
    );
    bars("Time of a unit", &store.histogram()?, &mut out);
    for name in ["kinds", "alarms", "unexpected", "differences", "slowest", "unjudged"] {
        let query = QUERIES.iter().find(|query| query.name == name).expect("it is listed");
        section(query, &store.ask(query)?, &mut out);
    }
    let shown = store.shown_tests(layout)?;
    if !shown.is_empty() {
        out.push_str("<h2>Tests of the alarms</h2>\n");
    }
    for ShownTest { name, model, text } in shown {
        let (heading, code) = (escaped(&format!("{name} under {model}")), escaped(&text));
        let drawing = (texts.drawing)(&name, &model, &text).unwrap_or_default();
        let _ = writeln!(out, "<details><summary>{heading}</summary><pre>{code}</pre>{drawing}</details>");
    }
    out.push_str("</body></html>\n");
    Ok(out)
}

fn bars(title: &str, counts: &[(String, u64)], out: &mut String) {
    let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1);
    let _ = writeln!(out, "<h2>{title}</h2>\n<table>");
    for (label, count) in counts {
        let width = (count * 300).div_ceil(most);
        let _ = writeln!(
            out,
            "<tr><td>{label}</td><td>{count}</td><td><span class=\"bar\" style=\"width:{width}px\"></span></td></tr>"
        );
    }
    out.push_str("</table>\n");
}

fn section(query: &Query, table: &Table, out: &mut String) {
    let Table { columns, rows } = table;
    let _ = writeln!(out, "<h2>{}</h2>\n<p>{}: {}.</p>", query.name, escaped(query.summary), rows.len());
    if rows.is_empty() {
        return;
    }
    let heads: String = columns.iter().map(|column| format!("<th>{}</th>", escaped(column))).collect();
    let _ = writeln!(out, "<table><tr>{heads}</tr>");
    for row in rows.iter().take(SHOWN) {
        let cells: String = row.iter().map(|cell| format!("<td>{}</td>", escaped(cell))).collect();
        let _ = writeln!(out, "<tr>{cells}</tr>");
    }
    out.push_str("</table>\n");
    if rows.len() > SHOWN {
        let _ = writeln!(out, "<p>{} more: <code>lakmus campaign query</code> lists all.</p>", rows.len() - SHOWN);
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
