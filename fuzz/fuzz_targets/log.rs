//! What is read as a log prints as a log that reads as the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sim::{Report, log};
use source::Sources;

fuzz_target!(|text: &str| {
    let Some(reports) = read(text) else { return };
    let mut printed = String::new();
    reports.iter().for_each(|report| log::print(report, &mut printed).expect("writing to a string"));
    let again = read(&printed).expect("what we print can be read");
    assert!(log::compare(&reports, &again).is_empty());
});

fn read(text: &str) -> Option<Vec<Report>> {
    let mut sources = Sources::new();
    let source = sources.add("log", text);
    log::parse(&sources, source).ok()
}
