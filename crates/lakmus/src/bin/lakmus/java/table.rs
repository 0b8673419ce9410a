//! `lakmus java table`: passes and failures by family.

use std::collections::BTreeMap;
use std::fmt::Write;

use java::Verdict;
use serde::Serialize;

use super::args::{DialectName, ModelArgs, TableArgs};
use super::batch::Setting;
use crate::Status;
use crate::progress::Progress;
use crate::{files, json, output};

/// The columns: a title, the model and the rules, and whether only programs of Java 5 are tried.
const COLUMNS: [(&str, &str, &str, bool); 3] =
    [("JLS04", "jls04", "jls", true), ("A&S", "jls04", "aspinall-sevcik", true), ("JAM21", "jam21", "none", false)];

#[derive(Clone, Copy, Default, Serialize)]
struct Count {
    passes: usize,
    failures: usize,
    unsupported: usize,
    /// How many of the failures came with a warning.
    #[serde(rename = "failures_with_warning")]
    warned: usize,
}

impl Count {
    fn add(&mut self, verdict: Option<Verdict>, wanted: Verdict, has_warning: bool) {
        match verdict {
            Some(verdict) if verdict == wanted => self.passes += 1,
            Some(_) => {
                self.failures += 1;
                self.warned += usize::from(has_warning);
            }
            None => self.unsupported += 1,
        }
    }
}

/// A table of which lines are rows and the first names the columns.
struct Rows<'t> {
    header: Vec<&'t str>,
    /// With the numbers of their lines.
    rows: Vec<(usize, Vec<&'t str>)>,
}

impl<'t> Rows<'t> {
    fn new(text: &'t str) -> Rows<'t> {
        let mut lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.split('\t').collect()));
        let header = lines.next().map(|(_, header)| header).unwrap_or_default();
        Rows { header, rows: lines.filter(|(_, row): &(usize, Vec<&str>)| row != &[""]).collect() }
    }

    fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|known| *known == name)
    }
}

/// What another tool said.
struct Results {
    title: String,
    by_test: BTreeMap<String, Said>,
    seconds: f64,
}

/// What another tool said of one test.
struct Said {
    /// `None` where it does not support the test.
    verdict: Option<Verdict>,
    has_warning: bool,
}

impl Results {
    /// Reads `TITLE=FILE`.
    fn read(argument: &str) -> Result<Results, String> {
        let (title, path) = argument.split_once('=').ok_or_else(|| format!("`{argument}` is not `TITLE=FILE`"))?;
        let text = files::named_text(path.as_ref())?;
        let rows = Rows::new(&text);
        let (Some(test), Some(verdict)) = (rows.column("test"), rows.column("verdict")) else {
            return Err(format!(
                "`{path}`: the first line must name the columns `test` and `verdict`, with tabs between columns"
            ));
        };
        let (warning, time) = (rows.column("warning"), rows.column("seconds"));
        let mut results = Results { title: title.to_owned(), by_test: BTreeMap::new(), seconds: 0.0 };
        for (line, row) in &rows.rows {
            let cell = |at: usize| row.get(at).copied().unwrap_or_default();
            let verdict = match cell(verdict) {
                "allowed" => Some(Verdict::Allowed),
                "forbidden" => Some(Verdict::Forbidden),
                "unsupported" => None,
                other => {
                    return Err(format!("{path}:{line}: `{other}` is not `allowed`, `forbidden` or `unsupported`"));
                }
            };
            let has_warning = match warning.map_or("", cell) {
                "yes" => true,
                "" | "no" => false,
                other => return Err(format!("{path}:{line}: `{other}` is not `yes` or `no`")),
            };
            if let Some(time) = time.map(cell).filter(|time| !time.is_empty()) {
                let seconds = time.parse::<f64>().ok().filter(|seconds| seconds.is_finite() && *seconds >= 0.0);
                results.seconds += seconds.ok_or_else(|| format!("{path}:{line}: `{time}` is no number of seconds"))?;
            }
            let name = cell(test).trim_end_matches(".litmus").to_owned();
            if results.by_test.insert(name, Said { verdict, has_warning }).is_some() {
                return Err(format!("{path}:{line}: `{}` is there twice", cell(test)));
            }
        }
        Ok(results)
    }
}

/// Does what is asked.
pub(super) fn run(args: &TableArgs) -> Status {
    let path = args.corpus.join("expected.tsv");
    let text = match files::named_text(&path) {
        Ok(text) => text,
        Err(message) => return crate::usage(&message),
    };
    let expectations = Rows::new(&text);
    let (Some(file), Some(expected), Some(family), Some(java5)) = (
        expectations.column("file"),
        expectations.column("expected"),
        expectations.column("family"),
        expectations.column("java5"),
    ) else {
        return crate::usage("the table needs the columns file, expected, family and java5");
    };
    let others = match args.results.iter().map(|argument| Results::read(argument)).collect::<Result<Vec<_>, _>>() {
        Ok(others) => others,
        Err(message) => return crate::usage(&message),
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
    let progress = Progress::new(expectations.rows.len());
    for (_, row) in &expectations.rows {
        progress.end();
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
            let report = setting
                .read(&args.corpus.join(cell(file)))
                .ok()
                .and_then(|loaded| java::check(&loaded.test, loaded.text(), setting.of_tests(false)).ok());
            let verdict = report.and_then(|report| report.behaviours.first().map(|checked| checked.verdict));
            counts.entry((at, number)).or_default().add(verdict, wanted, false);
        }
        for (number, results) in others.iter().enumerate() {
            if let Some(said) = results.by_test.get(cell(file).trim_end_matches(".litmus")) {
                let count = counts.entry((at, COLUMNS.len() + number)).or_default();
                count.add(said.verdict, wanted, said.has_warning);
            }
        }
    }
    let titles = COLUMNS.iter().map(|(title, ..)| *title).chain(others.iter().map(|results| results.title.as_str()));
    let titles: Vec<&str> = titles.collect();
    let rows = families.iter().enumerate().map(|(at, family)| FamilyRecord {
        family,
        tests: sizes.get(&at).copied().unwrap_or(0),
        counts: (0..titles.len()).map(|number| counts.get(&(at, number)).copied()).collect(),
    });
    let seconds = others.iter().map(|results| results.seconds);
    let table = TableRecord { families: rows.collect(), seconds: seconds.collect(), columns: titles };
    output::print(if args.json { json::line(&table) } else { table.text() }.as_bytes())
}

/// The table, as `--json` prints it.
#[derive(Serialize)]
struct TableRecord<'a> {
    /// The titles of columns: those of this tool's models, and behind them one for each of `seconds`.
    columns: Vec<&'a str>,
    families: Vec<FamilyRecord<'a>>,
    /// What other tools needed.
    seconds: Vec<f64>,
}

/// A row.
#[derive(Serialize)]
struct FamilyRecord<'a> {
    family: &'a str,
    tests: usize,
    /// One for each column; none where no test of the family was tried.
    counts: Vec<Option<Count>>,
}

impl TableRecord<'_> {
    fn text(&self) -> String {
        let mut out = format!("{:<14} {:>5}", "pass/fail/unsupported", "tests");
        // Writing into a string cannot fail.
        self.columns.iter().for_each(|title| _ = write!(out, " {title:>12}"));
        out.push('\n');
        for FamilyRecord { family, tests, counts } in &self.families {
            let _ = write!(out, "{family:<21} {tests:>5}");
            for count in counts {
                let cell = count.map(|count| format!("{}/{}/{}", count.passes, count.failures, count.unsupported));
                let _ = write!(out, " {:>12}", cell.as_deref().unwrap_or("-"));
            }
            out.push('\n');
        }
        for (number, seconds) in self.seconds.iter().enumerate() {
            let column = COLUMNS.len() + number;
            let of = |what: fn(&Count) -> usize| -> usize {
                self.families.iter().filter_map(|row| row.counts[column].as_ref()).map(what).sum()
            };
            let (failures, warned) = (of(|count| count.failures), of(|count| count.warned));
            let title = self.columns[column];
            let _ = writeln!(out, "{title}: {warned} of {failures} failures with a warning, {seconds:.2} s");
        }
        out
    }
}
