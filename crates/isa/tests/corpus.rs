//! Every test of the reference corpus in a language that is complete is read, printed, read again, and lowered, and its hash is
//! that of the reference. Where the reference corpus is not there, these are the generated tests of this repository.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use litmus::{Language, Spelling};
use source::{Diagnostic, Sources};

/// The languages in which no test of the corpus is refused.
const COMPLETE: [&str; 6] = ["ARM", "MIPS", "PPC", "RISCV", "X86", "X86_64"];

/// The language of a test, when it is complete.
fn language_of(text: &str) -> Option<&'static dyn Language> {
    let word = text.split_whitespace().next()?;
    lakmus_isa::language(word).filter(|language| COMPLETE.contains(&language.name()))
}

/// The tests of the corpus but those that are to be rejected.
fn corpus() -> Vec<PathBuf> {
    let root = testing::find_shared("").unwrap_or_else(|| testing::root().join("corpus/generated"));
    let mut files = testing::litmus_files(&root);
    files.retain(|path| !PathBuf::from(format!("{}.expected-failure", path.display())).exists());
    files
}

fn describe(diagnostics: &[Diagnostic]) -> String {
    let messages: Vec<String> =
        diagnostics.iter().map(|found| format!("{:?} {}", found.span(), found.message)).collect();
    messages.join("; ")
}

/// Reads and lowers a test in `language`; gives the canonical texts of its cells, thread by thread.
fn run(text: &str, language: &dyn Language) -> Result<Vec<Vec<String>>, String> {
    let mut sources = Sources::new();
    let id = sources.add("test", text);
    let (test, diagnostics) = litmus::parse(&sources, id, "test");
    let test = test.ok_or_else(|| describe(&diagnostics))?;
    let code = test.read_code(language, text).map_err(|found| describe(&found))?;
    litmus::lower(&test, language, &*code).map_err(|found| describe(&found))?;
    let cells = code.cells(Spelling::Printed, &|label, out| out.push_str(label));
    Ok(cells.iter().map(|cells| cells.iter().map(str::to_owned).collect()).collect())
}

/// The hashes that the reference logs beside a test give for the tests in them, by name.
fn reference_hashes(directory: &Path) -> HashMap<String, String> {
    let Ok(log) = std::fs::read_to_string(directory.join("expected.log")) else { return HashMap::new() };
    let mut hashes = HashMap::new();
    let mut name = "";
    for line in log.lines() {
        if let Some(heading) = line.strip_prefix("Test ") {
            name = heading.rsplit_once(' ').map_or(heading, |(name, _)| name);
        } else if let Some(hash) = line.strip_prefix("Hash=") {
            hashes.insert(name.to_owned(), hash.to_owned());
        }
    }
    hashes
}

/// The name of a test and its hash as computed here.
fn hash(text: &str, language: &dyn Language) -> Option<(String, String)> {
    let mut sources = Sources::new();
    let id = sources.add("test", text);
    let test = litmus::parse(&sources, id, "test").0?;
    let code = test.read_code(language, text).ok()?;
    Some((test.name.text.to_string(), test.hash(&*code)?))
}

/// A test with these cells and nothing else.
fn table(architecture: &str, threads: &[Vec<String>]) -> String {
    let rows = threads.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = format!("{architecture} printed\n{{}}\n");
    let headings: Vec<String> = (0..threads.len()).map(|thread| format!("P{thread}")).collect();
    text += &format!("{};\n", headings.join("|"));
    for row in 0..rows {
        let cells: Vec<&str> = threads.iter().map(|cells| cells.get(row).map_or("", String::as_str)).collect();
        text += &format!("{};\n", cells.join("|"));
    }
    text + "exists (true)\n"
}

#[test]
fn every_test_lowers_and_its_canonical_text_reads_back() {
    let (mut tests, mut failures) = (0, Vec::new());
    for path in corpus() {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let Some(language) = language_of(&text) else { continue };
        tests += 1;
        let result = run(&text, language).and_then(|cells| match run(&table(language.name(), &cells), language) {
            Ok(again) if again == cells => Ok(()),
            Ok(again) => Err(format!("{cells:?} was read back as {again:?}")),
            Err(error) => Err(format!("{cells:?} cannot be read back: {error}")),
        });
        if let Err(error) = result {
            failures.push(format!("{}: {error}", path.display()));
        }
    }
    assert!(tests > 0, "the corpus has no tests in these languages");
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn hashes_are_those_of_the_reference_logs() {
    let mut logs: HashMap<PathBuf, HashMap<String, String>> = HashMap::new();
    let (mut tests, mut failures) = (0, Vec::new());
    for path in corpus() {
        let (Ok(text), Some(directory)) = (std::fs::read_to_string(&path), path.parent()) else { continue };
        let Some(language) = language_of(&text) else { continue };
        let hashes = logs.entry(directory.to_owned()).or_insert_with(|| reference_hashes(directory));
        let Some((name, found)) = hash(&text, language) else { continue };
        let Some(expected) = hashes.get(&name) else { continue };
        tests += 1;
        if *expected != found {
            failures.push(format!("{}: {found} instead of {expected}", path.display()));
        }
    }
    assert!(tests > 0, "the corpus has no hashes of tests in these languages");
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
