//! `lakmus-answers [SECONDS]`: reads a question from the standard input and writes the answers to the standard output, for so many seconds (10).
//!
//! As a program of WebAssembly (`wasm32-wasip1`) it is what a page without a server asks: the page hands it the question and takes the lines, as the server does with its processes.

use std::io::Read;
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let seconds = match std::env::args().nth(1).map(|word| word.parse()) {
        None => 10,
        Some(Ok(seconds)) => seconds,
        Some(Err(error)) => return refused(&format!("the number of seconds: {error}")),
    };
    let mut question = String::new();
    if let Err(error) = std::io::stdin().read_to_string(&mut question) {
        return refused(&format!("cannot read the question: {error}"));
    }
    match answers::answer(&question, Duration::from_secs(seconds), &mut std::io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => refused(&message),
    }
}

fn refused(message: &str) -> ExitCode {
    eprintln!("{message}");
    ExitCode::from(2)
}
