//! `lakmus java table`: passes and failures by family.

use std::collections::BTreeMap;
use std::fmt::Write;

use lakmus::java::Verdict;

use super::args::{DialectName, ModelArgs, TableArgs};
use super::batch::Setting;
use crate::Status;
use crate::output;

/// The columns: a title, the model and the rules, and whether only programs of Java 5 are tried.
const COLUMNS: [(&str, &str, &str, bool); 3] =
    [("JLS04", "jls04", "jls", true), ("A&S", "jls04", "aspinall-sevcik", true), ("JAM21", "jam21", "none", false)];

#[derive(Clone, Copy, Default)]
struct Count {
    passes: usize,
    failures: usize,
    unsupported: usize,
}

/// Does what is asked.
pub(super) fn run(args: &TableArgs) -> Status {
    let path = args.corpus.join("expected.tsv");
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => return crate::usage(&format!("cannot read `{}`: {error}", path.display())),
    };
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let column = |name: &str| header.iter().position(|known| *known == name);
    let (Some(file), Some(expected), Some(family), Some(java5)) =
        (column("file"), column("expected"), column("family"), column("java5"))
    else {
        return crate::usage("the table needs the columns file, expected, family and java5");
    };
    let mut families: Vec<&str> = Vec::new();
    let mut counts: BTreeMap<(usize, usize), Count> = BTreeMap::new();
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    let mut settings = Vec::new();
    for (_, sem, rules, _) in COLUMNS {
        let args = ModelArgs {
            sem: sem.to_owned(),
            rules: rules.to_owned(),
            include: Vec::new(),
            variants: Vec::new(),
            unroll: None,
            dialect: DialectName::Java,
        };
        let Some(setting) = Setting::load(&args) else { return Status::Usage };
        settings.push(setting);
    }
    for line in lines {
        let row: Vec<&str> = line.split('\t').collect();
        let cell = |at: usize| row.get(at).copied().unwrap_or_default();
        let wanted = match cell(expected) {
            "allowed" => Verdict::Allowed,
            "forbidden" => Verdict::Forbidden,
            _ => continue,
        };
        let at = families.iter().position(|known| *known == cell(family)).unwrap_or_else(|| {
            families.push(cell(family));
            families.len() - 1
        });
        *sizes.entry(at).or_default() += 1;
        for (number, setting) in settings.iter().enumerate() {
            if COLUMNS[number].3 && cell(java5) != "yes" {
                continue;
            }
            let count = counts.entry((at, number)).or_default();
            let report = setting
                .read(&args.corpus.join(cell(file)))
                .ok()
                .and_then(|loaded| super::check::check(setting, &loaded, false).ok());
            match report.and_then(|report| report.behaviours.first().map(|checked| checked.verdict)) {
                Some(verdict) if verdict == wanted => count.passes += 1,
                Some(_) => count.failures += 1,
                None => count.unsupported += 1,
            }
        }
    }
    let mut out = format!("{:<14} {:>5}", "pass/fail/unsupported", "tests");
    COLUMNS.iter().for_each(|(title, ..)| _ = write!(out, " {title:>12}"));
    out.push('\n');
    for (at, family) in families.iter().enumerate() {
        let _ = write!(out, "{family:<21} {:>5}", sizes.get(&at).copied().unwrap_or(0));
        for number in 0..COLUMNS.len() {
            let cell = counts
                .get(&(at, number))
                .map_or("-".to_owned(), |count| format!("{}/{}/{}", count.passes, count.failures, count.unsupported));
            let _ = write!(out, " {cell:>12}");
        }
        out.push('\n');
    }
    output::print(out.as_bytes())
}
