//! `lakmus-answers [SECONDS]`: reads a question from the standard input and writes the answers to the standard output, for so many seconds (10).
//!
//! As a program of WebAssembly (`wasm32-wasip1`) it is what a page without a server asks: the page hands it the question and takes the lines, as the server does with its processes.

use std::io::Read;
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let time = match std::env::args().nth(1) {
        None => Ok(Duration::from_secs(10)),
        Some(word) => word.parse().map_err(drop).and_then(|seconds| Duration::try_from_secs_f64(seconds).map_err(drop)),
    };
    let Ok(time) = time else { return refused("usage: lakmus-answers [SECONDS] < QUESTION") };
    let mut question = String::new();
    if let Err(error) = std::io::stdin().read_to_string(&mut question) {
        return refused(&format!("cannot read the question: {error}"));
    }
    match answers::answer(&question, time, &mut std::io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => refused(&message),
    }
}

fn refused(message: &str) -> ExitCode {
    eprintln!("{message}");
    ExitCode::from(2)
}
