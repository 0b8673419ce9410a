//! Results beside tests.

use std::time::Duration;

use lakmus_lsp::{COMMAND_OUTCOMES, COMMAND_WHY, Settings};
use serde_json::{Value, json};

use crate::client::Client;

const URI: &str = "file:///t/SB.litmus";
const TEXT: &str = "X86_64 SB\n{ x=0; y=0; }\n P0 | P1 ;\n movl $1,(x) | movl $1,(y) ;\n movl (y),%eax | movl (x),%eax ;\nexists (0:rax=0 /\\ 1:rax=0)\n";

/// A test that no machine gets through: many threads that write and read one location.
fn endless() -> String {
    let threads = 9;
    let row = |cell: &str| format!(" {} ;\n", vec![cell; threads].join(" | "));
    let heads: Vec<String> = (0..threads).map(|number| format!("P{number}")).collect();
    let mut text = format!("X86_64 endless\n{{ x=0; }}\n {} ;\n", heads.join(" | "));
    for number in 1..5 {
        text += &row(&format!("movl ${number},(x)"));
        text += &row("movl (x),%eax");
    }
    text + "exists (0:rax=7)\n"
}

fn lenses(client: &mut Client) -> Vec<Value> {
    let lenses = client.ask("textDocument/codeLens", json!({ "textDocument": { "uri": URI } }));
    lenses.as_array().expect("a list").clone()
}

#[test]
fn lenses_show_what_a_test_comes_to() {
    let mut client = Client::start(Settings::default());
    client.open(URI, "litmus", TEXT);
    let found = lenses(&mut client);
    assert_eq!(found.len(), 2);
    let titles: Vec<Value> =
        found.into_iter().map(|lens| client.ask("codeLens/resolve", lens)["command"]["title"].clone()).collect();
    assert_eq!(titles, ["x86tso: sometimes (4 outcomes)", "how it comes about"]);
    let run = |command: &str, model: &str| json!({ "command": command, "arguments": [URI, model] });
    let log = client.ask("workspace/executeCommand", run(COMMAND_OUTCOMES, "sc"));
    assert!(log.as_str().is_some_and(|log| log.contains("Observation SB Never")), "{log}");
    let why = client.ask("workspace/executeCommand", run(COMMAND_WHY, "sc"));
    assert!(why.as_str().is_some_and(|why| why.contains("-fre->") || why.contains("-fr->")), "{why}");
    let none = client.refusal("workspace/executeCommand", run(COMMAND_WHY, "none"));
    assert!(none.contains("there is no model `none`"), "{none}");
    client.end();
}

#[test]
fn a_run_ends_at_its_limit() {
    let mut settings = Settings::default();
    settings.limit = Duration::from_millis(200);
    let mut client = Client::start(settings);
    client.open(URI, "litmus", &endless());
    let lens = lenses(&mut client).remove(0);
    let title = client.ask("codeLens/resolve", lens)["command"]["title"].clone();
    assert!(title.as_str().is_some_and(|title| title.starts_with("no result")), "{title}");
    client.end();
}

#[test]
fn a_run_ends_when_the_text_changes_or_the_client_no_longer_asks() {
    let mut settings = Settings::default();
    settings.limit = Duration::from_secs(3600);
    let mut client = Client::start(settings);
    client.open(URI, "litmus", &endless());
    let lens = lenses(&mut client).remove(0);
    let changed = client.send("codeLens/resolve", lens.clone());
    // Everything else is answered meanwhile.
    assert_eq!(lenses(&mut client).len(), 2);
    let change = json!({ "textDocument": { "uri": URI, "version": 2 }, "contentChanges": [{ "text": endless() }] });
    client.notify("textDocument/didChange", change);
    let title = client.wait(&changed).response_result.expect("a lens")["command"]["title"].clone();
    assert!(title.as_str().is_some_and(|title| title.starts_with("no result")), "{title}");

    let asked = client.send("codeLens/resolve", lens);
    client.notify("$/cancelRequest", json!({ "id": asked }));
    let title = client.wait(&asked).response_result.expect("a lens")["command"]["title"].clone();
    assert!(title.as_str().is_some_and(|title| title.starts_with("no result")), "{title}");
    client.end();
}
