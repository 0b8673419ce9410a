//! A campaign as one page of HTML, which needs nothing beside it.

use std::collections::HashMap;
use std::fmt::Write;

use crate::queries::{QUERIES, Table};
use crate::states::listed;
use crate::{Error, Layout, Manifest, ShardReader, Store};

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

/// What a page has beside what the store knows.
pub struct PageParts<'a> {
    /// What is drawn of a test under a model, as SVG; none where nothing is.
    drawing: &'a dyn Fn(&ShownTest) -> Option<String>,
    /// An earlier campaign, and the findings and units without a result that it has not.
    since: Option<(&'a str, &'a [CaseRow])>,
}

impl std::fmt::Debug for PageParts<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PageParts")
    }
}

impl<'a> PageParts<'a> {
    /// Drawn by this.
    pub fn new(drawing: &'a dyn Fn(&ShownTest) -> Option<String>) -> PageParts<'a> {
        PageParts { drawing, since: None }
    }

    /// The same of a page that leaves out what an earlier campaign of this name has too: these rows are what is left.
    #[must_use]
    pub fn since(self, campaign: &'a str, rows: &'a [CaseRow]) -> PageParts<'a> {
        PageParts { since: Some((campaign, rows)), ..self }
    }
}

/// A test of the page, under a model, with its text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ShownTest {
    /// The test's name.
    pub name: String,
    /// The number of the model in the manifest.
    pub model: usize,
    /// Its name.
    pub model_name: String,
    /// Where the test came from.
    pub file: String,
    /// Its text.
    pub text: String,
    /// What came of it: how it ended, the verdict, counts.
    pub outcome: String,
    /// Everything else, as JSON.
    pub detail: String,
}

/// Units that a page leads to: alarms, those of tests that differ between models, and those without a complete result; of each kind the first, and no more than fit a page.
const SHOWN_UNITS: &str = "WITH answers AS (
        SELECT u.number, u.test, r.kind, r.alarm,
            CASE WHEN r.observation = '' THEN r.verdict WHEN r.observation = 'never' THEN 'no' ELSE 'yes' END AS answer
        FROM units u LEFT JOIN results r ON r.id = u.id),
    differing AS (SELECT test FROM answers WHERE kind = 'complete' GROUP BY test HAVING count(DISTINCT answer) > 1),
    chosen AS (
        SELECT number, CASE WHEN alarm = 1 THEN 0 WHEN test IN differing THEN 1 ELSE 2 END AS rank FROM answers
        WHERE alarm = 1 OR test IN differing OR kind IS NULL OR kind <> 'complete' ORDER BY rank, number LIMIT ?1)
    SELECT u.shard, u.number, u.name, u.model, m.name, u.file, coalesce(r.kind, 'not run'), coalesce(r.verdict, ''), coalesce(r.observation, ''),
        coalesce(r.positive, 0), coalesce(r.negative, 0), coalesce(r.detail, '{}')
    FROM chosen c JOIN units u ON u.number = c.number JOIN models m ON m.number = u.model LEFT JOIN results r ON r.id = u.id ORDER BY u.number";

impl Store {
    /// The tests that a page leads to, with their texts.
    fn shown_tests(&self, layout: &Layout) -> Result<Vec<ShownTest>, Error> {
        let failed = Error::database(self.path());
        let mut select = self.connection.prepare(SHOWN_UNITS).map_err(&failed)?;
        let rows = select.query_map([SHOWN as i64], |row| {
            let words: [String; 3] = [row.get(6)?, row.get(7)?, row.get(8)?];
            let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
            let counts = format!("{}/{}", row.get::<_, i64>(9)?, row.get::<_, i64>(10)?);
            let test = ShownTest {
                name: row.get(2)?,
                model: usize::try_from(row.get::<_, i64>(3)?).unwrap_or_default(),
                model_name: row.get(4)?,
                file: row.get(5)?,
                text: String::new(),
                outcome: format!("{} {counts}", words.join(" ")),
                detail: row.get(11)?,
            };
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, test))
        });
        let rows = rows.map_err(&failed)?.collect::<rusqlite::Result<Vec<_>>>().map_err(&failed)?;
        let mut shown: Vec<ShownTest> = Vec::new();
        let mut open: Option<(i64, ShardReader, i64)> = None;
        for (shard, number, mut test) in rows {
            if open.as_ref().is_none_or(|(opened, ..)| *opened != shard) {
                let reader = ShardReader::open(&layout.shard(shard as usize))?;
                open = Some((shard, reader, shard * crate::store::UNITS_OF_SHARD));
            }
            let Some((_, reader, next)) = &mut open else { continue };
            // Units are numbered in the order of the shard; several of one test stand together.
            if number < *next {
                test.text = shown.last().map(|shown| shown.text.clone()).unwrap_or_default();
                shown.push(test);
                continue;
            }
            while let Some(entry) = reader.next_entry()? {
                *next += entry.units.len() as i64;
                if number < *next {
                    test.text = entry.text;
                    shown.push(test);
                    break;
                }
            }
        }
        Ok(shown)
    }
}

const STYLE: &str = "body{font:15px/1.5 sans-serif;max-width:70em;margin:2em auto;padding:0 1em;color:#222;background:#fff}\
table{border-collapse:collapse;margin:1em 0}th,td{border:1px solid #ccc;padding:.2em .6em;text-align:left;vertical-align:top}\
th{background:#eee}details:target{outline:2px solid #4a7}svg{max-width:100%;background:#fff}pre{background:#f6f6f6;padding:.6em;overflow:auto}.bar{background:#4a7;height:1em;display:inline-block}\
.alarm{color:#a00}@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}th{background:#333}pre{background:#222}th,td{border-color:#444}}";

/// The page of a campaign whose results are in `store`.
///
/// # Errors
/// When the store or a shard cannot be read.
pub fn html(store: &Store, layout: &Layout, manifest: &Manifest, parts: &PageParts<'_>) -> Result<String, Error> {
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
    let mut shown = store.shown_tests(layout)?;
    let is_new = |test: &ShownTest, rows: &[CaseRow]| {
        rows.iter().any(|row| (&row.name, &row.model, &row.file) == (&test.name, &test.model_name, &test.file))
    };
    if let Some((_, rows)) = parts.since {
        shown.retain(|test| is_new(test, rows));
    }
    let mut anchors = HashMap::new();
    for (number, ShownTest { name, model_name, file, .. }) in shown.iter().enumerate() {
        // Tables that name no model lead to the first one.
        anchors.entry([name.clone(), String::new(), file.clone()]).or_insert(number);
        anchors.insert([name.clone(), model_name.clone(), file.clone()], number);
    }
    let page = Page { anchors: &anchors };
    bars("Time of a unit", &store.histogram()?, &mut out);
    let names: &[&str] = match parts.since {
        None => &["kinds", "alarms", "findings", "unexpected", "differences", "slowest", "unjudged", "gaps", "notes"],
        Some(_) => &["kinds", "slowest"],
    };
    if let Some((campaign, rows)) = parts.since {
        page.new_rows(campaign, rows, &mut out);
    }
    for name in names {
        let query = QUERIES.iter().find(|query| query.name == *name).expect("it is listed");
        page.section(query.name, query.summary, &store.ask(query)?, &mut out);
    }
    if !shown.is_empty() {
        out.push_str(
            "<h2>Tests</h2>\n<p>Of alarms, of differences between models, and of what has no complete result.</p>\n",
        );
    }
    for (number, test) in shown.iter().enumerate() {
        page.test(number, test, (parts.drawing)(test), &mut out);
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

/// What the parts of a page share.
struct Page<'a> {
    /// The tests below, by their names, models and files.
    anchors: &'a HashMap<[String; 3], usize>,
}

impl Page<'_> {
    /// A table. A row that names a test and a model leads to that test.
    fn section(&self, name: &str, summary: &str, table: &Table, out: &mut String) {
        let Table { columns, rows } = table;
        let _ = writeln!(out, "<h2>{name}</h2>\n<p>{}: {}.</p>", escaped(summary), rows.len());
        if rows.is_empty() {
            return;
        }
        let heads: String = columns.iter().map(|column| format!("<th>{}</th>", escaped(column))).collect();
        let _ = writeln!(out, "<table><tr>{heads}</tr>");
        let place = |name: &str| columns.iter().position(|column| column == name);
        let test = place("name");
        let names = [test, place("model"), place("file")];
        for row in rows.iter().take(SHOWN) {
            let named = names.map(|place| place.map_or_else(String::new, |place| row[place].clone()));
            let anchor = self.anchors.get(&named);
            let cell = |(number, cell): (usize, &String)| match (anchor, Some(number) == test) {
                (Some(anchor), true) => format!("<td><a href=\"#test-{anchor}\">{}</a></td>", escaped(cell)),
                _ => format!("<td>{}</td>", escaped(cell)),
            };
            let cells: String = row.iter().enumerate().map(cell).collect();
            let _ = writeln!(out, "<tr>{cells}</tr>");
        }
        out.push_str("</table>\n");
        if rows.len() > SHOWN {
            let _ = writeln!(out, "<p>{} more: <code>lakmus campaign query</code> lists all.</p>", rows.len() - SHOWN);
        }
    }

    /// What an earlier campaign has not.
    fn new_rows(&self, campaign: &str, rows: &[CaseRow], out: &mut String) {
        let columns = ["name", "model", "kind", "alarm", "message", "file"].map(str::to_owned).to_vec();
        let row = |row: &CaseRow| {
            let CaseRow { name, model, file, kind, is_alarm, message } = row;
            let alarm = if *is_alarm { "yes" } else { "" };
            [name, model, kind, alarm, message, file].map(|text: &str| text.to_owned()).to_vec()
        };
        let table = Table { columns, rows: rows.iter().map(row).collect() };
        let summary = format!("alarms and units without a complete result that the campaign {campaign} has not");
        self.section("new", &summary, &table, out);
    }

    /// A test with what came of it.
    fn test(&self, number: usize, test: &ShownTest, drawing: Option<String>, out: &mut String) {
        let ShownTest { name, model_name, file, text, outcome, detail, .. } = test;
        let heading = escaped(&format!("{name} under {model_name}: {outcome}"));
        let _ = writeln!(out, "<details id=\"test-{number}\"><summary>{heading}</summary><p>{}</p>", escaped(file));
        let _ = writeln!(out, "<pre>{}</pre>{}", escaped(text), drawing.unwrap_or_default());
        let detail: serde_json::Value = serde_json::from_str(&listed(detail)).unwrap_or_default();
        let _ = writeln!(out, "<pre>{}</pre></details>", escaped(&shown_value(&detail)));
    }
}

/// A value as lines: texts as they stand, lists an item a line.
fn shown_value(value: &serde_json::Value) -> String {
    let Some(members) = value.as_object() else { return value.to_string() };
    let mut text = String::new();
    for (name, value) in members {
        let items: Vec<String> = match value {
            serde_json::Value::Array(items) => {
                items.iter().map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned)).collect()
            }
            serde_json::Value::String(text) => vec![text.clone()],
            other => vec![other.to_string()],
        };
        let lines: String = items.iter().flat_map(|item| item.lines()).map(|line| format!("  {line}\n")).collect();
        let _ = write!(text, "{name}:\n{lines}");
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
