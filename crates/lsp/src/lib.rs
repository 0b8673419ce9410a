//! A language server for litmus tests and cat models, on the library `ide`.
//!
//! [`stdio`] serves on the standard input and output until the client says `exit`, [`serve`] on any connection. The server keeps the texts of open documents and nothing else: each
//! question is answered from the text as it is. What a test comes to under a model is found out by threads of its own, which end at a limit, when the document
//! changes, and when the client no longer asks.
//!
//! - `server`: the loop, and what is asked by which method.
//! - `documents`: open documents, and the files that they include.
//! - `answer`: answers of `ide` as the protocol has them.
//! - `runs`: threads that run tests.
//! - `uri`: names of files as URIs. Shipped models are written to a directory of caches when a place in one is asked for, since editors open files alone.
//!
//! The protocol is the Language Server Protocol, 3.17, with positions in UTF-16 ([`ide::LineIndex`]). Its types are those of the crate `gen-lsp-types`.

mod answer;
mod documents;
mod runs;
mod server;
mod uri;

use std::path::PathBuf;
use std::time::Duration;

use lsp_server::Connection;

pub use server::{COMMAND_OUTCOMES, COMMAND_WHY};

/// What a server is given when it starts.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// Directories in which included files are looked for, behind that of the file that includes them.
    pub include: Vec<PathBuf>,
    /// How long a test may run for a lens.
    pub limit: Duration,
    /// Where shipped models are written to when a place in one is asked for; where there is none, such places are not known.
    pub cache: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { include: Vec::new(), limit: Duration::from_secs(10), cache: uri::cache_directory() }
    }
}

/// Why a server ends before its client says so.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The client does not speak the protocol.
    #[error("{0}")]
    Protocol(#[from] lsp_server::ProtocolError),
    /// A message of the client is no JSON of the right shape.
    #[error("the client's first message: {0}")]
    Message(#[from] serde_json::Error),
    /// The standard input or output fails.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// Serves on the standard input and output.
///
/// # Errors
/// When the client breaks off without `exit`.
pub fn stdio(settings: Settings) -> Result<(), ServerError> {
    let (connection, threads) = Connection::stdio();
    let result = serve(&connection, settings);
    // The threads end when nothing can be sent any more.
    drop(connection);
    result?;
    threads.join()?;
    Ok(())
}

/// Serves on a connection.
///
/// # Errors
/// When the client breaks off without `exit`.
pub fn serve(connection: &Connection, settings: Settings) -> Result<(), ServerError> {
    server::serve(connection, settings)
}
