//! What changed between two campaigns.
//!
//! Units are paired by their tests (the text), names, files and models (the name), since their identities differ where a model, an option or the version changed. Times are compared in sum.

use rusqlite::params;

use crate::states::listed;
use crate::{Error, Store};

/// What changed of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The test's name.
    pub name: String,
    /// The model.
    pub model: String,
    /// What came of it: kind, verdict, observation, counts; `not run` where there is no result yet. Empty where it is not in this campaign.
    pub before: String,
    /// The same in the other.
    pub after: String,
    /// `verdict`, `counts`, `detail`, `kind`, `alarm`, `new`, `gone`.
    pub what: &'static str,
}

/// What changed between two campaigns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Changes {
    /// Units that both have.
    pub both: u64,
    /// What changed, in the order of the second campaign, and behind that what it does not have.
    pub changes: Vec<Change>,
    /// Microseconds of the units that both have and completed,
    pub micros_before: u64,
    /// and in the second.
    pub micros_after: u64,
}

struct Row {
    name: String,
    model: String,
    before: Option<Side>,
    after: Option<Side>,
}

#[derive(PartialEq)]
struct Side {
    kind: String,
    alarm: bool,
    verdict: String,
    observation: String,
    positive: i64,
    negative: i64,
    detail: String,
    micros: i64,
}

impl Side {
    fn words(side: Option<&Side>) -> String {
        let Some(Side { kind, verdict, observation, positive, negative, .. }) = side else { return String::new() };
        let words = [kind.as_str(), verdict, observation].into_iter().filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
        match kind == NOT_RUN {
            true => kind.clone(),
            false => format!("{} {positive}/{negative}", words.join(" ")),
        }
    }
}

/// The kind of a unit that has no result yet.
const NOT_RUN: &str = "not run";

/// Both sides of each unit of the second store, then the units of the first that the second has not.
const PAIRS: &str = "
SELECT u.name, m.name, coalesce(r.kind, 'not run'), r.alarm, r.verdict, r.observation, r.positive, r.negative, r.detail, r.micros,
       s.kind, s.alarm, s.verdict, s.observation, s.positive, s.negative, s.detail, s.micros, 0 AS turn, u.number
FROM main.units u JOIN main.models m ON m.number = u.model LEFT JOIN main.results r ON r.id = u.id
LEFT JOIN temp.earlier s ON s.test = u.test AND s.model = m.name AND s.name = u.name AND s.file = u.file
UNION ALL
SELECT s.name, s.model, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
       s.kind, s.alarm, s.verdict, s.observation, s.positive, s.negative, s.detail, s.micros, 1 AS turn, s.number
FROM temp.earlier s WHERE NOT EXISTS (
    SELECT 1 FROM main.units u JOIN main.models m ON m.number = u.model
    WHERE u.test = s.test AND m.name = s.model AND u.name = s.name AND u.file = s.file)
ORDER BY turn, 20";

/// Compares the campaign of the first store with that of the second.
///
/// # Errors
/// Those of the databases.
pub fn diff(before: &Store, after: &Store) -> Result<Changes, Error> {
    let failed = Error::database(after.path());
    let connection = &after.connection;
    let attached = before.path().to_string_lossy();
    connection.execute("ATTACH DATABASE ?1 AS earlier_file", params![attached]).map_err(&failed)?;
    let compared = compare(after);
    // What is attached goes with the connection too.
    let _ = connection.execute_batch("DROP TABLE IF EXISTS temp.earlier; DETACH DATABASE earlier_file");
    compared
}

fn compare(after: &Store) -> Result<Changes, Error> {
    let failed = Error::database(after.path());
    let connection = &after.connection;
    connection
        .execute_batch(
            "CREATE TEMP TABLE earlier AS
               SELECT u.test, m.name AS model, u.name, u.file, u.number, coalesce(r.kind, 'not run') AS kind, r.alarm, r.verdict, r.observation, r.positive, r.negative, r.detail, r.micros
               FROM earlier_file.units u JOIN earlier_file.models m ON m.number = u.model LEFT JOIN earlier_file.results r ON r.id = u.id;
             CREATE INDEX temp.earlier_by_test ON earlier (test, model);
             CREATE INDEX IF NOT EXISTS main.units_by_test ON units (test);",
        )
        .map_err(&failed)?;
    let mut select = connection.prepare(PAIRS).map_err(&failed)?;
    let side = |row: &rusqlite::Row<'_>, first: usize| -> rusqlite::Result<Option<Side>> {
        let Some(kind) = row.get::<_, Option<String>>(first)? else { return Ok(None) };
        let text =
            |column: usize| -> rusqlite::Result<String> { Ok(row.get::<_, Option<_>>(column)?.unwrap_or_default()) };
        let number =
            |column: usize| -> rusqlite::Result<i64> { Ok(row.get::<_, Option<_>>(column)?.unwrap_or_default()) };
        Ok(Some(Side {
            kind,
            alarm: number(first + 1)? != 0,
            verdict: text(first + 2)?,
            observation: text(first + 3)?,
            positive: number(first + 4)?,
            negative: number(first + 5)?,
            detail: text(first + 6)?,
            micros: number(first + 7)?,
        }))
    };
    let rows = select.query_map([], |row| {
        Ok(Row { name: row.get(0)?, model: row.get(1)?, after: side(row, 2)?, before: side(row, 10)? })
    });
    let mut changes = Changes::default();
    for row in rows.map_err(&failed)? {
        changes.take(&row.map_err(&failed)?);
    }
    Ok(changes)
}

impl Changes {
    fn take(&mut self, row: &Row) {
        let what = match (&row.before, &row.after) {
            (None, None) => return,
            (None, Some(_)) => Some("new"),
            (Some(_), None) => Some("gone"),
            (Some(before), Some(after)) => {
                self.both += 1;
                if before.kind == "complete" && after.kind == "complete" {
                    self.micros_before += u64::try_from(before.micros).unwrap_or_default();
                    self.micros_after += u64::try_from(after.micros).unwrap_or_default();
                }
                what_changed(before, after)
            }
        };
        let Some(what) = what else { return };
        let (before, after) = (Side::words(row.before.as_ref()), Side::words(row.after.as_ref()));
        self.changes.push(Change { name: row.name.clone(), model: row.model.clone(), before, after, what });
    }
}

fn what_changed(before: &Side, after: &Side) -> Option<&'static str> {
    if before.kind != after.kind {
        Some("kind")
    } else if (&before.verdict, &before.observation) != (&after.verdict, &after.observation) {
        Some("verdict")
    } else if (before.positive, before.negative) != (after.positive, after.negative) {
        Some("counts")
    } else if before.alarm != after.alarm {
        Some("alarm")
    } else if before.detail != after.detail && listed(&before.detail) != listed(&after.detail) {
        Some("detail")
    } else {
        None
    }
}
