//! All tests of the reference corpus are read, printed, and read again. The corpus is not part of the repository: where it is
//! missing, these tests say so and pass.

use std::path::{Path, PathBuf};

use lakmus_litmus::{Table, Test, parse};
use source::Sources;

/// The `.litmus` files of the corpus, sorted; empty when there is no corpus.
fn corpus() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    match files.len() {
        0 => println!("no reference corpus beside the repository: nothing to read"),
        found => println!("reading {found} tests of the reference corpus"),
    }
    files
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "litmus") {
            files.push(path);
        }
    }
}

fn read(text: &str, name: &str) -> (Option<Test>, Vec<String>) {
    let mut sources = Sources::new();
    let id = sources.add(name, text);
    let (test, diagnostics) = parse(&sources, id, "default");
    let place = |diagnostic: &source::Diagnostic| diagnostic.span().map(|span| sources.position(span));
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    (test, errors.map(|error| format!("{:?}: {}", place(error), error.message)).collect())
}

#[test]
fn every_test_reads_and_prints() {
    let mut failures = Vec::new();
    for path in corpus() {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let (test, errors) = read(&text, "corpus");
        let Some(test) = test.filter(|_| errors.is_empty()) else {
            failures.push(format!("{}: {errors:?}", path.display()));
            continue;
        };
        let printed = test.print(&text);
        let (again, errors) = read(&printed, "printed");
        if again.is_none_or(|again| again.print(&printed) != printed) || !errors.is_empty() {
            failures.push(format!("{}: {errors:?} in\n{printed}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn scratch_hash() {
    let mut by_set: std::collections::BTreeMap<String, (usize, usize, Vec<String>)> = Default::default();
    for path in corpus() {
        let Some(log) = path.parent().map(|d| d.join("expected.log")).filter(|l| l.exists()) else { continue };
        let log = std::fs::read_to_string(log).unwrap();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let mut sources = Sources::new();
        let id = sources.add("t", text.clone());
        let (Some(test), _) = parse(&sources, id, "default") else { continue };
        let Ok(code) = test.read_code(&Table::<Echo>::new(), &text) else { continue };
        let Some(hash) = test.computed_hash(&*code) else { continue };
        let set = path.parent().unwrap().file_name().unwrap().to_string_lossy().into_owned();
        let name = test.name.text.clone();
        let block = log.split("\n\n").find(|b| b.starts_with(&format!("Test {name} ")));
        let Some(block) = block else { continue };
        let want = block.rsplit("Hash=").next().unwrap().trim().to_owned();
        let entry = by_set.entry(set).or_default();
        if want == hash {
            entry.0 += 1
        } else {
            entry.1 += 1;
            entry.2.push(path.file_name().unwrap().to_string_lossy().into_owned());
        }
    }
    for (set, (good, bad, names)) in by_set {
        println!("{set}: {good} good {bad} bad {:?}", &names[..names.len().min(12)]);
    }
}

struct Echo;
impl lakmus_litmus::Assembly for Echo {
    type Instruction = String;
    const NAME: &'static str = "Echo";
    const TAGS: &'static [&'static str] = &[];
    const ADDRESS_WIDTH: u16 = 64;
    fn registers() -> program::IdVec<program::RegisterId, program::Register> {
        program::IdVec::new()
    }
    fn register(_: &str) -> Option<lakmus_litmus::RegisterPart> {
        None
    }
    fn register_names() -> Vec<String> {
        vec![]
    }
    fn allocatable() -> Vec<program::RegisterId> {
        vec![]
    }
    fn parse(cell: &mut source::Cursor<'_>) -> Result<String, source::Diagnostic> {
        let text = cell.eat_while(|_| true);
        Ok(text.split_whitespace().collect::<Vec<_>>().join(" ").replace(", ", ",").replace(" ,", ","))
    }
    fn print(i: &String, label: &mut dyn FnMut(&str) -> String) -> String {
        let mut out = String::new();
        for (n, w) in i.split(' ').enumerate() {
            if n > 0 {
                out.push(' ')
            }
            for (m, w) in w.split(',').enumerate() {
                if m > 0 {
                    out.push(',')
                }
                let is = (w.starts_with("L") || w.starts_with("Fail") || w.starts_with("Exit")) && w.len() > 2 && n > 0;
                out.push_str(&if is { label(w) } else { w.to_owned() });
            }
        }
        out
    }
    fn mentions(_: &String, _: &mut dyn FnMut(lakmus_litmus::Mention<'_>)) {}
    fn lower(
        _: &String,
        _: &lakmus_litmus::LoweringContext<'_>,
        _: &mut program::BlockBuilder,
    ) -> Result<(), source::Diagnostic> {
        Ok(())
    }
}
