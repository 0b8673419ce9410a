//! Questions and their answers, without a server or a browser.

use std::time::Duration;

use serde_json::{Value, json};

const SB: &str = "X86_64 SB\n{ }\n P0            | P1            ;\n movl $1,(x)   | movl $1,(y)   ;\n movl (y),%eax | movl (x),%eax ;\n\
                  exists (0:rax=0 /\\ 1:rax=0)\n";

fn asked_for(question: &Value, time: Duration) -> Vec<Value> {
    let mut out = Vec::new();
    answers::answer(&question.to_string(), time, &mut out).expect("a question");
    let text = String::from_utf8(out).expect("JSON is UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

fn asked(question: &Value) -> Vec<Value> {
    asked_for(question, Duration::from_secs(600))
}

fn of_kind<'l>(lines: &'l [Value], kind: &str) -> Vec<&'l Value> {
    lines.iter().filter(|line| line["kind"] == kind).collect()
}

fn run(text: &str, models: &[&str]) -> Value {
    let models: Vec<Value> = models.iter().map(|name| json!({ "name": name, "text": null })).collect();
    json!({ "ask": "run", "test": { "name": "SB.litmus", "text": text }, "models": models })
}

#[test]
fn a_library_is_what_a_page_begins_with() {
    let lines = asked(&json!({ "ask": "library" }));
    let [library] = lines.as_slice() else { panic!("{lines:?}") };
    let names = |of: &str| library[of].as_array().expect("a list").iter().map(|one| one["name"].clone()).collect::<Vec<_>>();
    assert!(names("examples").contains(&"IRIW+lwsyncs".into()));
    assert!(names("models").contains(&"rc11".into()) && names("languages").contains(&"AArch64".into()));
    assert!(library["drawing_style"].as_str().is_some_and(|style| style.contains(":root[data-theme=dark] .drawing")));
}

#[test]
fn outcomes_are_known_before_executions_are_counted() {
    let lines = asked(&run(SB, &["sc", "x86tso"]));
    let reports = of_kind(&lines, "report");
    let said: Vec<_> = reports.iter().map(|one| (one["model"].as_u64(), one["is_counted"].as_bool())).collect();
    assert_eq!(said, [(Some(0), Some(false)), (Some(1), Some(false)), (Some(0), Some(true)), (Some(1), Some(true))]);
    assert_eq!(reports[1]["states"], reports[3]["states"]);
    assert_eq!((reports[3]["positive"].as_u64(), reports[3]["negative"].as_u64()), (Some(1), Some(3)));
    assert_eq!(of_kind(&lines, "counts").len(), 2, "small tests are counted once");
}

#[test]
fn what_is_wrong_with_a_test_is_said_with_its_place() {
    let lines = asked(&run(&SB.replace("movl (y)", "mvol (y)"), &["sc"]));
    let refused = of_kind(&lines, "refused");
    assert_eq!(refused.len(), 1, "{lines:?}");
    assert_eq!(refused[0]["remarks"][0]["labels"][0][0]["line"], 5);
    let lines = asked(&run(SB, &["sc", "no-such-model"]));
    assert_eq!(of_kind(&lines, "refused")[0]["model"], 1, "{lines:?}");
    assert_eq!(of_kind(&lines, "report").len(), 2, "the other model has a result");
}

/// Nothing runs on when the time is over, however little there was of it.
#[test]
fn without_time_there_is_an_end() {
    for question in [
        run(SB, &["sc"]),
        json!({ "ask": "executions", "test": { "name": "SB", "text": SB }, "model": { "name": "sc" } }),
        json!({ "ask": "step", "test": { "name": "SB", "text": SB }, "model": { "name": "sc" }, "choices": [] }),
        json!({ "ask": "clauses", "test": { "name": "SB", "text": SB }, "model": { "name": "sc" }, "state": "0:rax=0; 1:rax=0;" }),
    ] {
        let lines = asked_for(&question, Duration::ZERO);
        assert!(!lines.iter().any(|line| line["is_complete"] == true), "{question}: {lines:?}");
    }
}

#[test]
fn drawings_of_reports_are_laid_out_alike() {
    let drawing = |text: &str| {
        json!({
            "title": "", "columns": ["Thread0"], "notes": [], "styles": [{ "name": "po", "colour": "ink", "dashed": false }],
            "nodes": [{ "column": 0, "lines": [text], "emphasised": false }, { "column": 0, "lines": ["b"], "emphasised": true }],
            "edges": [{ "from": 0, "to": 1, "style": 0, "label": "po", "emphasised": false }],
        })
    };
    let lines = asked(&json!({ "ask": "lay-out", "drawings": [drawing("a"), drawing("<script>a longer one</script>")] }));
    let drawn: Vec<&str> = lines.iter().filter_map(|line| line["svg"].as_str()).collect();
    assert_eq!(drawn.len(), 2, "{lines:?}");
    assert!(!drawn[1].contains("<script"), "{}", drawn[1]);
    let size = |svg: &str| svg.split('>').next().map(str::to_owned);
    assert_eq!(size(drawn[0]), size(drawn[1]), "both have the size that the longer one needs");
    let mut wrong = drawing("a");
    wrong["edges"][0]["to"] = 7.into();
    let lines = asked(&json!({ "ask": "lay-out", "drawings": [wrong] }));
    assert_eq!(lines, [json!({ "kind": "not-laid-out", "message": "there is no node 7 in the drawing" })]);
}

#[test]
fn what_is_no_question_is_refused() {
    for question in ["", "{}", "[1,2", "{\"ask\":\"delete\"}", "{\"ask\":\"run\"}", "\u{0}\u{1}"] {
        let refused = answers::answer(question, Duration::from_secs(1), &mut std::io::sink());
        assert!(refused.is_err_and(|message| message.starts_with("no question: ")), "{question}");
    }
}
