//! Why a campaign cannot go on.

use std::path::{Path, PathBuf};

/// Why a campaign cannot be planned, run, merged or read. Each message says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read or written.
    #[error("cannot {action} `{path}`: {error}{}", advice(error))]
    File {
        /// `read`, `write`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The file that describes a campaign has a mistake.
    #[error("`{path}`: {message}")]
    Definition {
        /// The file.
        path: PathBuf,
        /// What is wrong, with its line.
        message: String,
    },
    /// The directory is no campaign.
    #[error(
        "`{0}` is no campaign: it has no manifest.json (`lakmus campaign plan FILE.toml -o DIR` makes one; where that was ended early, remove the directory first)"
    )]
    NoCampaign(PathBuf),
    /// The directory for a new campaign has something in it.
    #[error("`{0}` is there already and is not empty: a campaign is planned into a directory of its own")]
    NotEmpty(PathBuf),
    /// The campaign was planned by another version.
    #[error(
        "`{path}` was planned by version {planned} of lakmus and this is {own}: results of both do not belong together. Use that version, or plan again into another \
         directory; `--reuse {path}` divides the tests by the times that they took"
    )]
    Version {
        /// The campaign.
        path: PathBuf,
        /// The version of meaning that planned it.
        planned: String,
        /// That of this program.
        own: String,
    },
    /// A file of a campaign is not what it was when it was written.
    #[error("`{path}` is damaged: {what}. {advice}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
        /// What to do.
        advice: &'static str,
    },
    /// There is no shard of this number.
    #[error("there is no shard {number}: the campaign has {count}, numbered from 0")]
    NoShard {
        /// The number.
        number: usize,
        /// How many there are.
        count: usize,
    },
    /// The campaign was cancelled.
    #[error("the campaign is cancelled; `lakmus campaign cancel --undo` takes it up again")]
    Cancelled,
    /// The process that answers units cannot be started.
    #[error("cannot start `{program}` to run units: {error}")]
    Worker {
        /// The program.
        program: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The process that answers units cannot work at all.
    #[error("the process that runs units ended before the first one: {0}")]
    NoWork(String),
    /// The database cannot be read or written.
    #[error("`{path}`: {error}{}", database_advice(error))]
    Database {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        error: rusqlite::Error,
    },
    /// The database is no store of a campaign, or one of another format.
    #[error("`{path}` holds no results of a campaign in a format that this version reads ({what})")]
    NoStore {
        /// The file.
        path: PathBuf,
        /// What it has instead.
        what: String,
    },
}

impl Error {
    /// For `map_err` where a file is read.
    pub(crate) fn read(path: &Path) -> impl FnOnce(std::io::Error) -> Error + '_ {
        |error| Error::File { action: "read", path: path.to_owned(), error }
    }

    /// For `map_err` where a file is written.
    pub(crate) fn write(path: &Path) -> impl FnOnce(std::io::Error) -> Error + '_ {
        |error| Error::File { action: "write", path: path.to_owned(), error }
    }

    /// For `map_err` where the database is used.
    pub(crate) fn database(path: &Path) -> impl Fn(rusqlite::Error) -> Error + '_ {
        |error| Error::Database { path: path.to_owned(), error }
    }
}

/// What to do about a full disk.
const FULL: &str = ". Nothing is lost: make room and give the same command again";

fn advice(error: &std::io::Error) -> &'static str {
    match error.kind() {
        std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => FULL,
        _ => "",
    }
}

fn database_advice(error: &rusqlite::Error) -> &'static str {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DiskFull) => FULL,
        // (What is mapped into memory is written in a way that does not distinguish a full disk from a broken one.)
        Some(rusqlite::ErrorCode::SystemIoFailure) => {
            ". If the disk is full, make room; nothing is lost: give the same command again"
        }
        Some(rusqlite::ErrorCode::DatabaseBusy) => {
            ". Another process writes it: wait for its end and give the same command again"
        }
        _ => "",
    }
}
