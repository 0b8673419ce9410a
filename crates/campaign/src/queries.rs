//! What people ask of a campaign, by name.

use rusqlite::types::ValueRef;

use crate::states::listed;
use crate::{Error, Store};

/// A question that has a name.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Query {
    /// Its name.
    pub name: &'static str,
    /// What it asks.
    pub summary: &'static str,
    sql: &'static str,
}

/// All of them.
pub const QUERIES: &[Query] = &[
    Query {
        name: "alarms",
        summary: "units that found what the campaign looks for, or met a defect",
        sql: "SELECT name, model, CASE WHEN kind IN ('crash', 'internal') THEN 'defect' WHEN json_extract(detail, '$.unexpected') IS NOT NULL THEN 'unexpected'
                WHEN json_extract(detail, '$.rule') IS NOT NULL THEN json_extract(detail, '$.rule')
                WHEN json_extract(detail, '$.flags') IS NOT NULL THEN 'flag' ELSE 'claim' END AS reason, kind, verdict, observation, file, id
              FROM everything WHERE alarm = 1 ORDER BY number",
    },
    Query {
        name: "unexpected",
        summary: "units whose results are not those that are expected, with what differs",
        sql: "SELECT name, model, replace(json_extract(detail, '$.unexpected'), char(10), '; ') AS differs, file
              FROM everything WHERE json_extract(detail, '$.unexpected') IS NOT NULL ORDER BY number",
    },
    Query {
        name: "findings",
        summary: "what mix, abi, verify and test found, each in words",
        sql: "SELECT e.name, e.model, f.value AS finding, e.file FROM everything e, json_each(e.detail, '$.found') f ORDER BY e.number, f.key",
    },
    Query {
        name: "gaps",
        summary: "what was not looked at, each reason once, with the number of units and the first of them",
        sql: "SELECT reason, units, first, model FROM (
                SELECT reason, count(*) AS units, name AS first, model, min(number) FROM (
                    SELECT g.value AS reason, e.name, e.model, e.number FROM everything e, json_each(e.detail, '$.gaps') g
                    UNION ALL
                    SELECT coalesce(json_extract(detail, '$.message'), kind, 'not run'), name, model, number FROM everything
                    WHERE (kind IS NULL OR kind <> 'complete') AND json_extract(detail, '$.gaps') IS NULL
                ) GROUP BY reason) ORDER BY units DESC, reason",
    },
    Query {
        name: "notes",
        summary: "what there is to know besides, each once, with the number of units",
        sql: "SELECT n.value AS note, count(*) AS units FROM everything e, json_each(e.detail, '$.notes') n GROUP BY note ORDER BY units DESC, note",
    },
    Query {
        name: "differences",
        summary: "tests that are observed under one model and never under another",
        sql: "SELECT name, group_concat(model || '=' || answer, ' ') AS answers, file FROM (
                SELECT test, name, file, model, number,
                    CASE WHEN observation = '' THEN verdict WHEN observation = 'never' THEN 'no' ELSE 'yes' END AS answer
                FROM everything WHERE kind = 'complete' OR (kind = 'cut' AND observation IN ('sometimes', 'always')) ORDER BY number
              ) GROUP BY test, name, file HAVING count(DISTINCT answer) > 1 ORDER BY min(number)",
    },
    Query {
        name: "slowest",
        summary: "the 20 units that took longest, in microseconds of CPU time",
        sql: "SELECT name, model, micros, kind, file FROM everything WHERE micros IS NOT NULL ORDER BY micros DESC, number LIMIT 20",
    },
    Query {
        name: "unjudged",
        summary: "units without a complete result, with the reason",
        sql: "SELECT coalesce(kind, 'not run') AS reason, name, model, coalesce(json_extract(detail, '$.message'), '') AS message, file
              FROM everything WHERE kind IS NULL OR kind <> 'complete' ORDER BY reason, number",
    },
    Query {
        name: "kinds",
        summary: "how many units ended in which way, by model",
        sql: "SELECT model, coalesce(kind, 'not run') AS kind, count(*) AS units, sum(alarm) AS alarms, sum(micros) AS micros
              FROM everything GROUP BY model, kind ORDER BY model, kind",
    },
    Query {
        name: "verdicts",
        summary: "every unit with its verdict and counts, sorted by identity; without times",
        sql: "SELECT id, name, file, model, kind, alarm, verdict, observation, positive, negative, detail FROM everything ORDER BY id, number",
    },
    Query {
        name: "all",
        summary: "everything that is known of every unit",
        sql: "SELECT * FROM everything ORDER BY number",
    },
];

/// The answer to a query: rows of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Table {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Query {
    /// The query of this name.
    pub fn of_name(name: &str) -> Option<&'static Query> {
        QUERIES.iter().find(|query| query.name == name)
    }
}

impl Store {
    /// Calls `columns` with the names of the columns of the answer, then `row` with each row, until that gives an error.
    ///
    /// # Errors
    /// Those of the database, and of `columns` and `row`.
    pub fn each_row<E: From<Error>>(
        &self,
        query: &Query,
        columns: impl FnOnce(&[String]) -> Result<(), E>,
        mut row: impl FnMut(&[String]) -> Result<(), E>,
    ) -> Result<(), E> {
        let failed = Error::database(self.path());
        let mut select = self.connection.prepare(query.sql).map_err(&failed)?;
        let names: Vec<String> = select.column_names().into_iter().map(str::to_owned).collect();
        let count = names.len();
        let detail = names.iter().position(|name| name == "detail");
        columns(&names)?;
        let mut rows = select.query([]).map_err(&failed)?;
        let mut texts = Vec::with_capacity(count);
        while let Some(found) = rows.next().map_err(&failed)? {
            texts.clear();
            for column in 0..count {
                let value = text(found.get_ref(column).map_err(&failed)?);
                texts.push(if Some(column) == detail { listed(&value).into_owned() } else { value });
            }
            row(&texts)?;
        }
        Ok(())
    }

    /// The whole answer to a query.
    ///
    /// # Errors
    /// Those of the database.
    pub fn ask(&self, query: &Query) -> Result<Table, Error> {
        let (mut columns, mut rows) = (Vec::new(), Vec::new());
        self.each_row::<Error>(
            query,
            |names| {
                columns = names.to_vec();
                Ok(())
            },
            |row| {
                rows.push(row.to_vec());
                Ok(())
            },
        )?;
        Ok(Table { columns, rows })
    }
}

fn text(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
        ValueRef::Blob(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
    }
}
