//! Reports in all formats: the same units in each, and none lost.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Place, lakmus, path, said};

/// The name, the model and the outcome of a unit that a report lists: `failed` or `skipped`.
type Listed = (String, String, String);

/// A campaign in which units end in every way that a user meets: ten units with results, of which four are alarms and two are cut, three without, and two that are not run yet.
fn campaign(place: &Place) -> std::path::PathBuf {
    let threads = " P0 | P1 ;\n movl $1,(x) | movl $1,(y) ;\n movl (y),%eax | movl (x),%eax ;\n";
    let sb = |name: &str, quantifier: &str| {
        format!("X86_64 {name}\n{{ x=0; y=0; }}\n{threads}{quantifier} (0:rax=0 /\\ 1:rax=0)\n")
    };
    place.write("1-fine.litmus", &sb("fine", "exists"));
    // With what XML and HTML have other words for.
    place.write("2-claim<&>.litmus", &sb("claim", "~exists"));
    place.write(
        "3-loop.litmus",
        "X86_64 loop\n{ x=0; }\n P0 | P1 ;\n L0: movl (x),%eax | movl $1,(x) ;\n cmpl $2,%eax | ;\n jne L0 | ;\nexists (0:rax=2)\n",
    );
    place.write(
        "4-race.litmus",
        "C race\n{ x=0; }\nP0(int *x) { *x = 1; }\nP1(int *x) { int r0 = *x; }\nexists (1:r0=1)\n",
    );
    place.write("5-bad.litmus", "X86_64 bad\n{ }\n P0 ;\n frobnicate ;\nexists (0:rax=0)\n");
    place.write(
        "6-heavy.litmus",
        &format!("X86_64 heavy\n{{ x=0; }}\n P0 | P1 | P2 | P3 ;\n{}exists ([x]=1)\n", heavy_rows()),
    );
    place.write("7-later.litmus", &sb("later", "exists").replace("$1,(y)", "$2,(y)"));
    let text = "kind = 'run'\nmodels = ['sc', 'x86tso', 'rc11']\ntests = ['1-fine.litmus', '2-claim<&>.litmus', '3-loop.litmus', '4-race.litmus', '5-bad.litmus', '6-heavy.litmus', '7-later.litmus']\n\
        [options]\ntimeout = 0.2\n[shards]\nunits = 2\n";
    let directory = place.plan(text, "all", &[]);
    let missing = said(&lakmus(&["missing", path(&directory)]));
    let numbers: Vec<&str> = missing.lines().collect();
    // The last shard has the last test.
    for number in &numbers[..numbers.len() - 1] {
        let shard = lakmus(&["shard", path(&directory), number]);
        assert!(shard.status.success(), "{}", said(&shard));
    }
    directory
}

/// Instructions of a test that takes longer than a fraction of a second.
fn heavy_rows() -> String {
    let cell = "movl $1,(x)";
    format!(" {cell} | {cell} | {cell} | {cell} ;\n").repeat(8)
}

fn report(directory: &std::path::Path, format: &str, more: &[&str]) -> (String, Option<i32>) {
    let words = [&["report", path(directory), "--format", format], more].concat();
    let output = lakmus(&words);
    (String::from_utf8(output.stdout).expect("text"), output.status.code())
}

fn plain(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

fn listed(name: &str, model: &str, outcome: &str) -> Listed {
    (name.to_owned(), model.to_owned(), outcome.to_owned())
}

/// What the store says, which all reports are held to; and how many units complete without an alarm.
fn of_store(directory: &std::path::Path) -> (BTreeSet<Listed>, u64) {
    let all = lakmus(&["query", path(directory), "all", "--json"]);
    let text = String::from_utf8(all.stdout).expect("text");
    let (mut rows, mut others) = (BTreeSet::new(), 0);
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).expect("it is JSON");
        let word = |name: &str| row[name].as_str().expect("a text").to_owned();
        match (word("alarm").as_str(), word("kind").as_str()) {
            ("1", _) => _ = rows.insert(listed(&word("name"), &word("model"), "failed")),
            (_, "complete") => others += 1,
            _ => _ = rows.insert(listed(&word("name"), &word("model"), "skipped")),
        }
    }
    (rows, others)
}

fn of_json(text: &str) -> BTreeSet<Listed> {
    let whole: Value = serde_json::from_str(text).expect("it is JSON");
    let case = |case: &Value| {
        let outcome = if case["alarm"] == true { "failed" } else { "skipped" };
        listed(case["name"].as_str().expect("a name"), case["model"].as_str().expect("a model"), outcome)
    };
    whole["cases"].as_array().expect("a list").iter().map(case).collect()
}

/// The value of an attribute of an XML element that begins a text.
fn attribute(element: &str, name: &str) -> String {
    let (_, rest) = element.split_once(&format!(" {name}=\"")).unwrap_or_else(|| panic!("{name}: {element}"));
    plain(rest.split('"').next().expect("it ends"))
}

fn of_junit(text: &str) -> (BTreeSet<Listed>, u64) {
    let (mut rows, mut others) = (BTreeSet::new(), 0);
    for case in text.split("<testcase").skip(1) {
        let case = case.split("</testcase>").next().expect("it ends");
        let (name, model) = (attribute(case, "name"), attribute(case, "classname"));
        let outcome = if case.contains("<failure") {
            "failed"
        } else if case.contains("<skipped") {
            "skipped"
        } else {
            others += name.split(' ').next().and_then(|count| count.parse::<u64>().ok()).expect("a number of units");
            continue;
        };
        rows.insert(listed(&name, &model, outcome));
    }
    let head = text.split("<testsuites").nth(1).expect("it has one");
    let number = |name: &str| attribute(head, name).parse::<usize>().expect("a number");
    let of = |outcome: &str| rows.iter().filter(|row| row.2 == outcome).count();
    assert_eq!((number("failures"), number("skipped"), number("errors")), (of("failed"), of("skipped"), 0));
    assert_eq!(number("tests"), rows.len() + usize::from(others > 0));
    (rows, others)
}

fn of_sarif(text: &str) -> BTreeSet<Listed> {
    let whole: Value = serde_json::from_str(text).expect("it is JSON");
    let run = &whole["runs"][0];
    let words = |value: &Value| value["message"]["text"].as_str().expect("a text").to_owned();
    let mut rows = BTreeSet::new();
    for result in run["results"].as_array().expect("a list") {
        // `NAME under MODEL: WORDS`
        let words = words(result);
        let (name, rest) = words.split_once(" under ").expect("a name");
        let model = rest.split(':').next().expect("a model");
        rows.insert(listed(name, model, "failed"));
    }
    for gap in run["invocations"][0]["toolExecutionNotifications"].as_array().expect("a list") {
        // `MODEL NAME: WORDS`; what is an alarm too is listed as one.
        let words = words(gap);
        let (model, rest) = words.split_once(' ').expect("a model");
        let name = rest.split(": ").next().expect("a name");
        if !rows.contains(&listed(name, model, "failed")) {
            rows.insert(listed(name, model, "skipped"));
        }
    }
    let count = |name: &str| run["properties"]["counts"][name].as_u64().expect("a number") as usize;
    assert_eq!(count("failed") + count("skipped") + count("error"), rows.len());
    rows
}

/// The rows of the tables `alarms` and `unjudged`.
fn of_html(text: &str) -> BTreeSet<Listed> {
    let cells = |section: &str| -> Vec<Vec<String>> {
        let Some((_, rest)) = text.split_once(&format!("<h2>{section}</h2>")) else { return Vec::new() };
        let table = rest.split("<h2>").next().expect("it ends");
        let row = |row: &str| {
            let cell = |cell: &str| {
                let inner = cell.split("</td>").next().expect("it ends");
                let inner = inner.split("\">").last().expect("it has a text").trim_end_matches("</a>");
                plain(inner)
            };
            row.split("<td>").skip(1).map(cell).collect()
        };
        table.split("<tr>").skip(2).map(row).collect()
    };
    let mut rows: BTreeSet<Listed> = cells("alarms").iter().map(|row| listed(&row[0], &row[1], "failed")).collect();
    for row in cells("unjudged") {
        // (reason, name, model)
        if !rows.contains(&listed(&row[1], &row[2], "failed")) {
            rows.insert(listed(&row[1], &row[2], "skipped"));
        }
    }
    rows
}

#[test]
fn all_formats_have_the_same_units() {
    let place = Place::new();
    let directory = campaign(&place);
    let merged = lakmus(&["merge", path(&directory)]);
    let printed = said(&merged);
    assert!(printed.contains("in 1 shard without results"), "{printed}");
    assert_eq!(merged.status.code(), Some(1), "{printed}");
    let (expected, others) = of_store(&directory);
    let has = |name: &str, model: &str, outcome: &str| {
        assert!(expected.contains(&listed(name, model, outcome)), "{name}: {expected:?}")
    };
    has("claim", "x86tso", "failed");
    has("loop", "x86tso", "skipped");
    has("race", "rc11", "failed");
    has("bad", "sc", "skipped");
    has("heavy", "x86tso", "skipped");
    has("later", "x86tso", "skipped");
    for (turn, status) in [("with a shard that is not run", Some(1)), ("whole", Some(1))] {
        let (expected, others) = of_store(&directory);
        let [json, junit, sarif, html] = ["json", "junit", "sarif", "html"].map(|format| {
            let (text, code) = report(&directory, format, &[]);
            assert_eq!(code, status, "{format}, {turn}");
            text
        });
        assert_eq!(of_json(&json), expected, "json, {turn}");
        assert_eq!(of_junit(&junit), (expected.clone(), others), "junit, {turn}");
        assert_eq!(of_sarif(&sarif), expected, "sarif, {turn}");
        assert_eq!(of_html(&html), expected, "html, {turn}");
        let units = serde_json::from_str::<Value>(&json).expect("it is JSON")["units"].as_u64().expect("a number");
        assert_eq!(expected.len() as u64 + others, units, "{turn}");
        let _ = lakmus(&["run", path(&directory)]);
    }
    let (whole, more) = of_store(&directory);
    assert!(whole.len() < expected.len() && more > others, "{whole:?}");
    // What is new is the same in all formats too: here nothing.
    let [json, junit, sarif, html] = ["json", "junit", "sarif", "html"].map(|format| {
        let (text, code) = report(&directory, format, &["--since", path(&directory)]);
        assert_eq!(code, Some(0), "{format}");
        text
    });
    assert!(of_json(&json).is_empty() && of_sarif(&sarif).is_empty(), "{json}{sarif}");
    assert_eq!(of_junit(&junit), (BTreeSet::new(), more));
    assert!(!html.contains("claim under") && !html.contains("frobnicate"), "{html}");
}

#[test]
fn a_campaign_that_is_not_run_passes_in_no_format() {
    let place = Place::new();
    place.write("a.litmus", "X86_64 a\n{ x=0; }\n P0 ;\n movl $1,(x) ;\nexists ([x]=1)\n");
    let directory = place.plan("kind = 'run'\ntests = ['a.litmus']\n", "none", &[]);
    let unmerged = lakmus(&["report", path(&directory)]);
    assert_eq!(unmerged.status.code(), Some(2));
    assert!(said(&unmerged).contains("campaign merge"), "{}", said(&unmerged));
    assert_eq!(lakmus(&["merge", path(&directory)]).status.code(), Some(3));
    for (format, word) in [
        ("json", "\"kind\":\"not run\""),
        ("junit", "tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\""),
        ("sarif", "x86tso a: not run"),
        ("html", "<td>not run</td>"),
    ] {
        let (text, code) = report(&directory, format, &[]);
        assert!(code == Some(3) && text.contains(word), "{format}: {text}");
    }
    assert!(said(&lakmus(&["query", path(&directory), "unjudged"])).contains("not run  a     x86tso"));
}

#[test]
fn every_query_answers() {
    let place = Place::new();
    let directory = campaign(&place);
    let _ = lakmus(&["run", path(&directory)]);
    let help = said(&lakmus(&["query", "--help"]));
    let (_, names) = help.split_once("Possible values:").expect("they are listed");
    let mut answered = 0;
    for name in names.lines().filter_map(|line| line.trim().strip_prefix("- ")?.split(':').next()) {
        for format in [None, Some("--csv"), Some("--json")] {
            let words: Vec<&str> = ["query", path(&directory), name].into_iter().chain(format).collect();
            let output = lakmus(&words);
            assert!(output.status.success(), "{name}: {}", said(&output));
            // Nothing is expected here, and nothing has findings or notes in words.
            let is_empty = ["unexpected", "findings", "notes"].contains(&name);
            let lines = said(&output).lines().count();
            let heads = usize::from(format != Some("--json"));
            assert_eq!(lines > heads, !is_empty, "{name} {format:?}: {}", said(&output));
        }
        answered += 1;
    }
    assert_eq!(answered, 11, "{help}");
}
