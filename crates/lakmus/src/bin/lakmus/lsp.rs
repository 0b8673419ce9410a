//! `lakmus lsp`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

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

    /// How many seconds a test may run for the results shown beside it
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    timeout: f64,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "it has to be a number of seconds".to_owned())?;
    if (0.001..=86400.0).contains(&seconds) {
        Ok(seconds)
    } else {
        Err("it has to be between 0.001 and 86400".to_owned())
    }
}

pub(crate) fn run(args: LspArgs) -> Status {
    let mut settings = ::lsp::Settings::default();
    // Included files are named by paths that do not depend on where the server was started.
    settings.include =
        args.include.iter().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone())).collect();
    settings.limit = Duration::from_secs_f64(args.timeout);
    match ::lsp::stdio(settings) {
        Ok(()) => Status::Success,
        Err(error) => {
            output::complain(&format!("error: {error}"));
            Status::Usage
        }
    }
}
