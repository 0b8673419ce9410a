//! `lakmus lsp`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::quantities::{Seconds, seconds};
use crate::{Status, output};

const HELP: &str = "\
The server speaks the Language Server Protocol 3.17 on the standard input and
output; editors start it (docs/editors.md). It knows files *.litmus as tests,
*.cat and *.bell as models.

Exit status:
  0  the client has said `exit`, or closed its end
  2  a mistake on the command line, or the client does not speak the protocol";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct LspArgs {
    /// Also look for the files that models include in DIR. May be repeated; order counts
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    include: Vec<PathBuf>,

    /// Give up a test whose results are shown beside it after S seconds [0: no limit]
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds)]
    timeout: Seconds,
}

/// Longer than an editor is open.
const NO_LIMIT: Duration = Duration::from_secs(1_000_000_000);

pub(crate) fn run(args: LspArgs) -> Status {
    let mut settings = ::lsp::Settings::default();
    // Included files are named by paths that do not depend on where the server was started.
    settings.include =
        args.include.iter().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone())).collect();
    settings.limit = args.timeout.limit().unwrap_or(NO_LIMIT);
    match ::lsp::stdio(settings) {
        Ok(()) => Status::Success,
        Err(error) => {
            output::complain(&format!("error: {error}"));
            Status::Usage
        }
    }
}
