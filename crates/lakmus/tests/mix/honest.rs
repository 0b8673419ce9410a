//! What was not tested never passes: compilers that do not do their work are named and counted, and all formats have the same cases with the same outcomes.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::{expect, lakmus, test};

/// Scripts in place of compilers for AArch64, with what is said of them.
const SCRIPTS: [(&str, &str, &str); 5] = [
    ("empty", "cat > /dev/null", "the compiler wrote nothing to its standard output"),
    ("garbage", "cat > /dev/null; head -c 5000 /dev/urandom", "has none of the functions"),
    // It writes its code to a file of its own, and a line of comfort to the standard output.
    ("elsewhere", "cat > /dev/null; echo '\t.file \"in.c\"'", "has none of the functions"),
    // One function, cut off before its end, and none of the others.
    ("half", "cat > /dev/null; printf 'lakmus_0:\\n\\tmov w1, 1\\n\\tstr w1, [x0]\\n'", "its code has no end"),
    ("hang", "cat > /dev/null; sleep 100000", "did not end within"),
];

fn script(folder: &Path, name: &str, body: &str) -> Result<String, Failed> {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{body}\n"))?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
    Ok(path.display().to_string())
}

/// The options of a mix of a script with a table.
fn options(name: &str, path: &str) -> Vec<String> {
    let profile = format!("{name}={path} --target=aarch64-linux-gnu");
    let all = ["--profile", &profile, "--table", "aarch64-abi", "--compiler-timeout", "1"];
    all.map(str::to_owned).to_vec()
}

fn run(words: &[&str], options: &[String], rest: &[String]) -> (String, i32) {
    let all: Vec<&str> = words.iter().copied().chain(options.iter().chain(rest).map(String::as_str)).collect();
    let output = lakmus(&all);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (text, output.status.code().unwrap_or(-1))
}

fn a_compiler_that_does_not_do_its_work_is_named() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    for (name, body, reason) in SCRIPTS {
        let path = script(folder.path(), name, body)?;
        let tests = [test("SB"), test("MPx")];
        let (text, status) = run(&["mix", "run"], &options(name, &path), &tests);
        expect(status == 3, &format!("{name} ends with {status}: {text}"))?;
        expect(text.contains(reason), &format!("{name}: {text}"))?;
        expect(text.contains("Cases: 1 passed, 0 failed, "), &format!("{name}: {text}"))?;
        expect(text.contains(&format!("profile {name}")), &format!("{name}: {text}"))?;
        let has_gaps = !text.contains("; 0 code gaps");
        expect(has_gaps || text.contains(&format!("Profile not used: {name}: ")), &format!("{name}: {text}"))?;
        // The table beside it is judged, and is no cover for it.
        let (text, status) = run(&["abi", "check"], &options(name, &path)[..2], &["--compiler-timeout=1".to_owned()]);
        let is_unchecked = status == 2 || status == 3 && text.contains(&format!("{name}: unchecked"));
        expect(is_unchecked && !text.contains("baseline"), &format!("{name}: {status}: {text}"))?;
    }
    Ok(())
}

/// By kind and name, what came of a case.
type Outcomes = Vec<(String, String, String)>;

fn of_json(text: &str) -> Result<Outcomes, Failed> {
    let whole: Value = serde_json::from_str(text).map_err(|error| format!("{error}: {text}"))?;
    let word = |case: &Value, key: &str| case[key].as_str().unwrap_or_default().to_owned();
    let all = whole["cases"].as_array().cloned().unwrap_or_default();
    let mut all: Outcomes =
        all.iter().map(|case| (word(case, "suite"), word(case, "name"), word(case, "outcome"))).collect();
    for (outcome, count) in whole["counts"].as_object().into_iter().flatten() {
        let own = all.iter().filter(|(_, _, of)| of == outcome).count();
        expect(count.as_u64() == Some(own as u64), text)?;
    }
    all.sort();
    Ok(all)
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

fn of_junit(text: &str) -> Outcomes {
    let attribute = |line: &str, name: &str| {
        let from = line.split_once(&format!("{name}=\"")).map_or("", |(_, rest)| rest);
        unescaped(from.split('"').next().unwrap_or_default())
    };
    let mut all = Vec::new();
    for case in text.split("<testcase ").skip(1) {
        let case = case.split("</testcase>").next().unwrap_or_default();
        let words = [("<failure", "failed"), ("<error", "error"), ("<skipped", "skipped")];
        let outcome = words.iter().find(|(tag, _)| case.contains(tag)).map_or("passed", |(_, word)| word);
        all.push((attribute(case, "classname"), attribute(case, " name"), outcome.to_owned()));
    }
    all.sort();
    all
}

/// What SARIF and the text say: how many cases came to what, and the reasons of what did not pass.
fn compare(json: &str, junit: &str, sarif: &str, text: &str) -> Result<(), Failed> {
    let cases = of_json(json)?;
    expect(!cases.is_empty() && cases == of_junit(junit), &format!("{cases:?}\n{junit}"))?;
    let sarif: Value = serde_json::from_str(sarif).map_err(|error| format!("{error}: {sarif}"))?;
    let run = &sarif["runs"][0];
    let whole: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
    expect(run["properties"]["counts"] == whole["counts"], &sarif.to_string())?;
    let notifications = run["invocations"][0]["toolExecutionNotifications"].as_array().cloned().unwrap_or_default();
    let messages: Vec<String> =
        notifications.iter().map(|one| one["message"]["text"].as_str().unwrap_or_default().to_owned()).collect();
    for case in whole["cases"].as_array().into_iter().flatten() {
        for gap in case["gaps"].as_array().into_iter().flatten() {
            let reason = gap["reason"].as_str().unwrap_or_default();
            expect(messages.iter().any(|message| message.ends_with(reason)), &format!("SARIF lacks {reason}"))?;
            expect(unescaped(junit).contains(reason), &format!("JUnit lacks {reason}"))?;
        }
    }
    let count = |word: &str| cases.iter().filter(|(_, _, outcome)| outcome == word).count();
    let line = ["passed", "failed", "skipped", "error"].map(|word| format!("{} {word}", count(word)));
    expect(text.contains(&format!("Cases: {}", line.join(", "))), text)
}

/// `mix run`, `mix diff`, `mix structure` and `abi check`: text, JSON, JUnit and SARIF have the same cases.
fn formats_agree() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let silent = script(folder.path(), "silent", SCRIPTS[0].1)?;
    let half = script(folder.path(), "half", SCRIPTS[3].1)?;
    let undefined = folder.path().join("race.litmus");
    fs::write(&undefined, "C race\n{ x=0; }\nP0(int *x) { *x = 1; }\nP1(int *x) { int r0 = *x; }\nexists (1:r0=0)\n")?;
    let broken = folder.path().join("broken.litmus");
    fs::write(&broken, "C broken\n{ x=0; }\nP0(int *x) { *x = ; }\nexists (x=1)\n")?;
    let cache = folder.path().join("cache").display().to_string();
    let mut batch = options("silent", &silent);
    batch.extend(options("half", &half)[..2].to_vec());
    batch.extend(["--table", "aarch64-jvm-ldapr"].map(str::to_owned));
    let files = [test("SB"), test("LB"), undefined.display().to_string(), broken.display().to_string()];
    let tables: Vec<String> = ["--table", "aarch64-jvm-ldapr", "--table", "armv7-llvm"].map(str::to_owned).to_vec();
    let two: Vec<String> = ["--table", "aarch64-jvm-ldapr", "--table", "aarch64-abi"].map(str::to_owned).to_vec();
    let names = ["aarch64-jvm-ldapr", "aarch64-abi"].map(str::to_owned);
    let diff: Vec<String> = names.into_iter().chain([test("SB"), test("MP")]).collect();
    #[allow(clippy::type_complexity, reason = "a table")]
    let commands: [(&[&str], &[String], &[String], i32); 3] = [
        (&["mix", "run"], &batch, &files, 2),
        (&["mix", "diff"], &two, &diff, 1),
        (&["abi", "check"], &tables, &[], 1),
    ];
    for (words, options, rest, expected) in commands {
        let printed = ["json", "junit", "sarif", "text"].map(|format| {
            let words = [words, &["--format", format, "--cache", &cache]].concat();
            run(&words, options, rest)
        });
        for (text, status) in &printed {
            expect(*status == expected, &format!("{words:?} ends with {status}: {text}"))?;
        }
        let [(json, _), (junit, _), (sarif, _), (text, _)] = &printed;
        compare(json, junit, sarif, text).map_err(|error| Failed::from(format!("{words:?}: {error:?}")))?;
    }
    Ok(())
}

/// `mix structure`: a single compiler has nothing to be compared with, and a compiler that gives nothing is no part of what agrees.
fn structure_says_what_it_did_not_compare() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let silent = script(folder.path(), "silent", SCRIPTS[0].1)?;
    let mut profiles = options("silent", &silent)[..2].to_vec();
    profiles.extend(["--profile".to_owned(), "cc=cc -O2".to_owned()]);
    let printed =
        ["json", "junit", "sarif", "text"].map(|format| run(&["mix", "structure", "--format", format], &profiles, &[]));
    for (text, status) in &printed {
        expect(*status == 3, &format!("{status}: {text}"))?;
    }
    let [(json, _), (junit, _), (sarif, _), (text, _)] = &printed;
    expect(text.contains("Profile not used: silent: it wrote nothing to its standard output"), text)?;
    expect(json.contains("there is one profile, and nothing to compare it with"), json)?;
    compare(json, junit, sarif, text)
}

/// What a run has done is printed when it is ended: a test is a line.
fn json_streams() -> Result<(), Failed> {
    let (text, status) = run(
        &["mix", "run", "--format", "json", "--table", "aarch64-abi", "--jobs", "1"],
        &[],
        &[test("MP"), test("SB"), test("LB")],
    );
    expect(status == 0, &text)?;
    let tests: Vec<&str> = text.lines().filter(|line| line.starts_with("{\"name\":")).collect();
    expect(tests.len() == 3, &text)?;
    for line in tests {
        let one: Value =
            serde_json::from_str(line.trim_end_matches(',')).map_err(|error| format!("{error}: {line}"))?;
        expect(one["outcome"] == "passed", line)?;
    }
    let whole: Value = serde_json::from_str(&text).map_err(|error| format!("{error}: {text}"))?;
    expect(whole["tests"].as_array().map(Vec::len) == Some(3), &text)
}

/// Alarms that are accepted are listed and not counted; new ones are, and entries that nothing was accepted by are named.
fn accepted_alarms() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let list = folder.path().join("accepted.toml");
    let path = list.display().to_string();
    let tables = ["--table", "aarch64-jvm-ldapr", "--table", "aarch64-abi"].map(str::to_owned);
    let entry = |tests: &str, profiles: &str| {
        format!("[[accepted]]\nbug = \"OOPSLA 2024, 5.3\"\ntests = [\"{tests}\"]\nprofiles = [\"{profiles}\"]\n")
    };
    let mixed = |text: String, format: &str| -> Result<(String, i32), Failed> {
        fs::write(&list, text)?;
        Ok(run(&["mix", "run", "--accepted", &path, "--format", format], &tables, &[test("SB")]))
    };
    let (text, status) = mixed(entry("SB*", "*-jvm-ldapr"), "text")?;
    expect(status == 0 && text.contains("accepted as OOPSLA 2024, 5.3: SB: 0:r0=0; 1:r0=0;"), &text)?;
    expect(text.contains("Cases: 3 passed, 0 failed"), &text)?;
    let (text, status) = mixed(entry("SB*", "*-jvm-ldapr"), "sarif")?;
    expect(status == 0 && text.contains("known as OOPSLA 2024, 5.3"), &text)?;
    for other in [entry("R", "*"), entry("SB", "aarch64-msvc")] {
        let (text, status) = mixed(other, "text")?;
        expect(status == 1 && text.contains("accepted and not found: OOPSLA 2024, 5.3"), &text)?;
    }
    let (text, status) = mixed("[[accepted]]\nbugs = \"1\"\n".to_owned(), "text")?;
    expect(status == 2, &text)?;
    let words = ["abi", "check", "--table", "aarch64-jvm-ldapr", "--against", "aarch64-abi", "--accepted", &path];
    fs::write(&list, entry("*", "aarch64-jvm-ldapr"))?;
    let (text, status) = run(&words, &[], &[]);
    expect(status == 3 && text.contains("accepted as"), &text)
}

/// A profile's target is what its name says, or what a wrapper answers, and the host's only where neither does.
fn the_target_of_a_profile() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let body = "case \"$*\" in *-dumpmachine*) echo riscv64-linux-gnu; exit 0;; esac\ncat > /dev/null";
    let wrapper = script(folder.path(), "wrapper", body)?;
    let profile = |text: String| run(&["mix", "profiles", "--toml", "--profile", &text], &[], &[]).0;
    let text = profile(format!("w={wrapper}"));
    expect(text.contains("target = \"riscv64\""), &text)?;
    let text = profile(format!("w@aarch64={wrapper}"));
    expect(text.contains("target = \"aarch64\"") && text.contains("name = \"w\""), &text)?;
    let (text, status) = run(&["mix", "profiles", "--profile", &format!("w@vax={wrapper}")], &[], &[]);
    expect(status == 2, &text)
}

pub(crate) fn cases() -> Vec<Trial> {
    let mut all = vec![
        Trial::test("a_compiler_that_does_not_do_its_work_is_named", a_compiler_that_does_not_do_its_work_is_named),
        Trial::test("formats_agree", formats_agree),
        Trial::test("json_streams", json_streams),
        Trial::test("accepted_alarms", accepted_alarms),
        Trial::test("the_target_of_a_profile", the_target_of_a_profile),
    ];
    all.extend(crate::needing(
        cfg!(target_arch = "x86_64") && crate::is_there("cc"),
        "cc for x86-64",
        vec![Trial::test("structure_says_what_it_did_not_compare", structure_says_what_it_did_not_compare)],
    ));
    all
}
