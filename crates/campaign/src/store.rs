//! The results of all shards in one SQLite file.
//!
//! One process writes it at a time. Each shard is taken in one transaction, in which it is also noted that it was, so that a merge that was ended goes on where it stopped; each result is taken once, by
//! its identity. (The file is in write-ahead mode, which wants a local file system or a network file system that one machine alone uses. Its first merge is not: it adds to the end almost alone, which a
//! rollback journal need not save, whereas a log ahead would write every page twice. A merge that was killed is gone on with in write-ahead mode.)

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Transaction, params};

use crate::results::{ResultsReader, damaged, results_head};
use crate::shard::ShardReader;
use crate::{Error, Identity, Layout, Manifest, OutcomeKind, UnitOutcome};

/// The form of the database, in its `user_version`.
const FORM: i64 = 1;

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS merged (shard INTEGER PRIMARY KEY);
CREATE TABLE IF NOT EXISTS results (
    id BLOB NOT NULL PRIMARY KEY,
    micros INTEGER NOT NULL,
    kind TEXT NOT NULL,
    alarm INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    observation TEXT NOT NULL,
    positive INTEGER NOT NULL,
    negative INTEGER NOT NULL,
    detail TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS units (
    number INTEGER PRIMARY KEY,
    id BLOB NOT NULL,
    name TEXT NOT NULL,
    file TEXT NOT NULL,
    model INTEGER NOT NULL,
    test BLOB NOT NULL,
    shard INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS models (number INTEGER PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL);
CREATE VIEW IF NOT EXISTS everything AS
    SELECT u.number, lower(hex(u.id)) AS id, u.name, u.file, m.name AS model, lower(hex(u.test)) AS test, u.shard,
        r.kind, r.alarm, r.verdict, r.observation, r.positive, r.negative, r.micros, r.detail
    FROM units u JOIN models m ON m.number = u.model LEFT JOIN results r ON r.id = u.id;
PRAGMA user_version = 1;
";

/// Units have numbers by their shard and their place in it.
pub(crate) const UNITS_OF_SHARD: i64 = 1 << 32;

/// How changes are made safe against the end of the process and the loss of power.
#[derive(Clone, Copy)]
enum Journal {
    /// What they replace is saved before.
    Rollback,
    /// They are written to a log first.
    Ahead,
}

/// The results of a campaign.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    pub(crate) connection: Connection,
}

/// What a merge came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Merged {
    /// Shards that were taken now.
    pub taken: usize,
    /// Shards that had been before.
    pub before: usize,
    /// Shards that have no results yet.
    pub missing: Vec<usize>,
}

impl Store {
    /// Opens the store of a campaign, or makes it.
    ///
    /// # Errors
    /// When it cannot be written, or holds another campaign.
    pub fn of_campaign(layout: &Layout, manifest: &Manifest) -> Result<Store, Error> {
        let path = layout.store();
        let connection = Connection::open(&path).map_err(Error::database(&path))?;
        let store = Store { path, connection };
        let failed = || Error::database(&store.path);
        store.connection.busy_timeout(Duration::from_secs(60)).map_err(failed())?;
        store.connection.execute_batch("PRAGMA cache_size = -65536;").map_err(failed())?;
        let is_new = store.form()? == 0;
        store.keep_journal(if is_new { Journal::Rollback } else { Journal::Ahead })?;
        if is_new {
            store.connection.execute_batch(&format!("BEGIN IMMEDIATE; {TABLES} COMMIT;")).map_err(failed())?;
        }
        store.check_form()?;
        let put = "INSERT OR IGNORE INTO meta VALUES (?1, ?2)";
        for (key, value) in [("campaign", &manifest.campaign), ("meaning", &manifest.meaning)] {
            store.connection.execute(put, [key, value]).map_err(failed())?;
        }
        let (campaign, own) = (store.meta("campaign")?, &manifest.campaign);
        if campaign != *own {
            return Err(store.is_none(format!("it is of the campaign {campaign}, this one is {own}")));
        }
        for (number, model) in (0i64..).zip(&manifest.models) {
            let put = "INSERT OR IGNORE INTO models VALUES (?1, ?2, ?3)";
            store.connection.execute(put, params![number, model.name, model.text]).map_err(failed())?;
        }
        Ok(store)
    }

    /// Opens a store that is there, to read it.
    ///
    /// # Errors
    /// When it is not there, or is none.
    pub fn open_to_read(path: &Path) -> Result<Store, Error> {
        if let Err(error) = File::open(path) {
            return Err(Error::read(path)(error));
        }
        // (Only who may write can read what a merge that was killed has left in the log beside it.)
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)
            .or_else(|_| Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY))
            .map_err(Error::database(path))?;
        let store = Store { path: path.to_owned(), connection };
        store.connection.busy_timeout(Duration::from_secs(60)).map_err(Error::database(path))?;
        store.check_form()?;
        Ok(store)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where another process has the file open, its journal stays as it is.
    fn keep_journal(&self, journal: Journal) -> Result<(), Error> {
        // Without a log ahead, a file is whole behind a loss of power only where each transaction waits for the disk twice.
        let (mode, synchronous) = match journal {
            Journal::Rollback => ("TRUNCATE", "FULL"),
            Journal::Ahead => ("WAL", "NORMAL"),
        };
        let failed = Error::database(&self.path);
        self.connection.execute_batch(&format!("PRAGMA synchronous = {synchronous};")).map_err(failed)?;
        let set = self.connection.query_row(&format!("PRAGMA journal_mode = {mode}"), [], |_| Ok(()));
        match set {
            Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy) => Ok(()),
            set => set.map_err(Error::database(&self.path)),
        }
    }

    fn form(&self) -> Result<i64, Error> {
        self.connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(Error::database(&self.path))
    }

    fn check_form(&self) -> Result<(), Error> {
        match self.form()? {
            FORM => Ok(()),
            // A merge was ended before it had made anything.
            0 => Err(self.is_none("nothing is in it yet: `lakmus campaign merge` brings results together".to_owned())),
            other => Err(self.is_none(format!("form {other}, not {FORM}"))),
        }
    }

    fn is_none(&self, what: String) -> Error {
        Error::NoStore { path: self.path.clone(), what }
    }

    /// A value of the table `meta`, empty where there is none.
    ///
    /// # Errors
    /// Those of the database.
    pub fn meta(&self, key: &str) -> Result<String, Error> {
        let found = self.connection.query_row("SELECT value FROM meta WHERE key = ?1", [key], |row| row.get(0));
        Ok(found.optional().map_err(Error::database(&self.path))?.unwrap_or_default())
    }

    /// Takes the results of all shards that have some and were not taken before. The units of the others are listed, so that whatever is asked of the store names what is not run yet.
    ///
    /// # Errors
    /// When a file cannot be read or is damaged, or the database cannot be written. What was taken stays.
    pub fn merge(&mut self, layout: &Layout, manifest: &Manifest, progress: &dyn Fn(usize)) -> Result<Merged, Error> {
        let mut merged = Merged::default();
        let reused = layout.reused();
        if reused.exists() && !self.is_taken(-1)? {
            self.take_reused(&reused)?;
        }
        for number in 0..manifest.shards.len() {
            // As many as there are shards fit any number.
            if self.is_taken(number as i64)? {
                merged.before += 1;
            } else if layout.results(number).exists() {
                self.take_shard(layout, manifest, number)?;
                merged.taken += 1;
            } else {
                self.list_shard(layout, number)?;
                merged.missing.push(number);
            }
            progress(number + 1);
        }
        self.keep_journal(Journal::Ahead)?;
        let failed = Error::database(&self.path);
        self.connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE);").map_err(failed)?;
        Ok(merged)
    }

    fn is_taken(&self, shard: i64) -> Result<bool, Error> {
        let found = self.connection.query_row("SELECT 1 FROM merged WHERE shard = ?1", [shard], |_| Ok(()));
        Ok(found.optional().map_err(Error::database(&self.path))?.is_some())
    }

    fn take_reused(&mut self, path: &Path) -> Result<(), Error> {
        let failed = Error::database(&self.path);
        let transaction = self.connection.transaction().map_err(&failed)?;
        {
            let mut insert = transaction.prepare(INSERT_RESULT).map_err(&failed)?;
            let mut reader = ResultsReader::of_lines(path)?;
            while let Some(outcome) = reader.next_outcome()? {
                insert_result(&mut insert, &outcome).map_err(&failed)?;
            }
            transaction.execute("INSERT OR IGNORE INTO merged VALUES (-1)", []).map_err(&failed)?;
        }
        transaction.commit().map_err(&failed)
    }

    fn take_shard(&mut self, layout: &Layout, manifest: &Manifest, number: usize) -> Result<(), Error> {
        let failed = Error::database(&self.path);
        let transaction = self.connection.transaction().map_err(&failed)?;
        {
            let path = layout.results(number);
            let mut insert = transaction.prepare(INSERT_RESULT).map_err(&failed)?;
            let reader = ResultsReader::open(&path, &results_head(manifest, number))?;
            let mut reader = reader.ok_or_else(|| damaged(&path, "its first line is not that of this shard"))?;
            while let Some(outcome) = reader.next_outcome()? {
                insert_result(&mut insert, &outcome).map_err(&failed)?;
            }
            reader.check_end(manifest.shards[number].units)?;
            insert_units(&transaction, layout, number, &failed)?;
            transaction.execute("INSERT INTO merged VALUES (?1)", [number as i64]).map_err(&failed)?;
        }
        transaction.commit().map_err(&failed)
    }

    /// Lists the units of a shard that has no results, where that was not done before.
    fn list_shard(&mut self, layout: &Layout, number: usize) -> Result<(), Error> {
        let failed = Error::database(&self.path);
        let first = [number as i64 * UNITS_OF_SHARD];
        let is_listed = self.connection.query_row("SELECT 1 FROM units WHERE number = ?1", first, |_| Ok(()));
        if is_listed.optional().map_err(&failed)?.is_some() {
            return Ok(());
        }
        let transaction = self.connection.transaction().map_err(&failed)?;
        insert_units(&transaction, layout, number, &failed)?;
        transaction.commit().map_err(&failed)
    }

    /// The result of a unit, if it is there.
    ///
    /// # Errors
    /// Those of the database.
    pub fn outcome(&self, id: Identity) -> Result<Option<UnitOutcome>, Error> {
        let failed = Error::database(&self.path);
        let select =
            "SELECT micros, kind, alarm, verdict, observation, positive, negative, detail FROM results WHERE id = ?1";
        let mut select = self.connection.prepare_cached(select).map_err(&failed)?;
        let found = select.query_row([id.bytes()], |row| {
            let kind: String = row.get(1)?;
            Ok(UnitOutcome {
                id,
                micros: row.get::<_, i64>(0)? as u64,
                kind: OutcomeKind::of_name(&kind).unwrap_or(OutcomeKind::Internal),
                is_alarm: row.get(2)?,
                verdict: row.get(3)?,
                observation: row.get(4)?,
                positive: row.get::<_, i64>(5)? as u64,
                negative: row.get::<_, i64>(6)? as u64,
                detail: row.get(7)?,
            })
        });
        found.optional().map_err(&failed)
    }

    /// Calls `take` for each unit that has a result: with its identity, whether that stands for it in another campaign, its test, the name of its model, and the microseconds that it took.
    pub(crate) fn each_cost(&self, mut take: impl FnMut(Identity, bool, Identity, &str, u64)) -> Result<(), Error> {
        let failed = Error::database(&self.path);
        let select = "SELECT u.id, r.kind, u.test, m.name, r.micros FROM units u \
            JOIN models m ON m.number = u.model JOIN results r ON r.id = u.id";
        let mut select = self.connection.prepare(select).map_err(&failed)?;
        let mut rows = select.query([]).map_err(&failed)?;
        while let Some(row) = rows.next().map_err(&failed)? {
            let read = || -> rusqlite::Result<(Identity, Option<OutcomeKind>, Identity, i64)> {
                let (id, test) = (Identity::from_bytes(row.get(0)?), Identity::from_bytes(row.get(2)?));
                Ok((id, OutcomeKind::of_name(row.get_ref(1)?.as_str()?), test, row.get(4)?))
            };
            let (id, kind, test, micros) = read().map_err(&failed)?;
            let model = row.get_ref(3).map_err(&failed)?;
            let is_final = kind.is_some_and(OutcomeKind::is_final);
            take(id, is_final, test, model.as_str().unwrap_or_default(), u64::try_from(micros).unwrap_or_default());
        }
        Ok(())
    }
}

/// Lists the units of a shard, each once.
fn insert_units(
    transaction: &Transaction<'_>,
    layout: &Layout,
    number: usize,
    failed: &dyn Fn(rusqlite::Error) -> Error,
) -> Result<(), Error> {
    let insert = "INSERT OR IGNORE INTO units VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let mut insert = transaction.prepare(insert).map_err(failed)?;
    let mut units = ShardReader::open(&layout.shard(number))?;
    let mut place = number as i64 * UNITS_OF_SHARD;
    while let Some(entry) = units.next_head()? {
        for unit in &entry.units {
            let (id, test) = (unit.id.bytes(), entry.test.bytes());
            let row = params![place, id, entry.name, entry.file, unit.model as i64, test, number as i64];
            insert.execute(row).map_err(failed)?;
            place += 1;
        }
    }
    Ok(())
}

const INSERT_RESULT: &str = "INSERT OR IGNORE INTO results VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";

fn insert_result(insert: &mut rusqlite::Statement<'_>, outcome: &UnitOutcome) -> rusqlite::Result<usize> {
    let UnitOutcome { id, micros, kind, is_alarm, verdict, observation, positive, negative, detail } = outcome;
    // SQLite's numbers have 63 bits; no time and no count comes there.
    let (micros, positive, negative) = (*micros as i64, *positive as i64, *negative as i64);
    insert.execute(params![id.bytes(), micros, kind.name(), is_alarm, verdict, observation, positive, negative, detail])
}
