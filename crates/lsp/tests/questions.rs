//! What is asked of texts.

use lakmus_lsp::Settings;
use serde_json::{Value, json};

use crate::client::{Client, at};

const MODEL: &str = "file:///m/mine.cat";
const MODEL_TEXT: &str = "\"mine\"\ninclude \"cos.cat\"\nlet com = rf | co | fr\nacyclic po | com as sc\n";

fn client() -> Client {
    Client::start(Settings::default())
}

/// With a directory for shipped files.
fn client_with_cache(cache: &std::path::Path) -> Client {
    let mut settings = Settings::default();
    settings.cache = Some(cache.to_owned());
    Client::start(settings)
}

fn codes(found: &[Value]) -> Vec<(String, u64, u64)> {
    let place = |one: &Value| (one["range"]["start"]["line"].as_u64(), one["range"]["start"]["character"].as_u64());
    let code = |one: &Value| {
        let (line, character) = place(one);
        (one["code"].as_str().unwrap_or_default().to_owned(), line.unwrap_or(99), character.unwrap_or(99))
    };
    found.iter().map(code).collect()
}

#[test]
fn mistakes_follow_the_text() {
    let mut client = client();
    client.open(MODEL, "cat", MODEL_TEXT);
    assert_eq!(client.diagnostics(MODEL, 1), [] as [Value; 0]);
    let change = |version: i32, line: u32, start: u32, end: u32, text: &str| {
        let range = json!({ "start": { "line": line, "character": start }, "end": { "line": line, "character": end } });
        json!({ "textDocument": { "uri": MODEL, "version": version }, "contentChanges": [{ "range": range, "text": text }] })
    };
    client.notify("textDocument/didChange", change(2, 3, 13, 16, "con"));
    let found = client.diagnostics(MODEL, 2);
    assert_eq!(codes(&found), [("unbound-name".to_owned(), 3, 13)]);
    assert!(found[0]["message"].as_str().is_some_and(|text| text.contains("did you mean `co`?")), "{found:?}");
    // A character that is two units of UTF-16, then a change behind it.
    client.notify("textDocument/didChange", change(3, 0, 1, 5, "\u{1d11e}"));
    client.notify("textDocument/didChange", change(4, 0, 3, 3, "x"));
    client.notify("textDocument/didChange", change(5, 3, 13, 16, "com"));
    assert_eq!(client.diagnostics(MODEL, 5), [] as [Value; 0]);
    let tokens = client.ask("textDocument/semanticTokens/full", json!({ "textDocument": { "uri": MODEL } }));
    assert_eq!(tokens["data"][2], 5, "the title is as long as UTF-16 has it: {tokens}");
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": MODEL } }));
    client.end();
}

#[test]
fn names_of_models_are_explained_found_and_renamed() {
    let cache = tempfile::tempdir().expect("a directory");
    let mut client = client_with_cache(cache.path());
    client.open(MODEL, "cat", MODEL_TEXT);
    let hover = client.ask("textDocument/hover", at(MODEL, 3, 9));
    assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.contains("program order")), "{hover}");
    let own = client.ask("textDocument/definition", at(MODEL, 3, 14));
    assert_eq!((own[0]["uri"].as_str(), own[0]["range"]["start"]["line"].as_u64()), (Some(MODEL), Some(2)));
    let shipped = client.ask("textDocument/definition", at(MODEL, 2, 20));
    let uri = shipped[0]["uri"].as_str().expect("a file");
    let path = uri.strip_prefix("file://").expect("a file");
    let text = std::fs::read_to_string(path).expect("it is written");
    assert_eq!(models::file(path.rsplit('/').next().expect("a name")), Some(text.as_str()));
    // The shipped file is a document like others.
    client.open(uri, "cat", &text);
    assert_eq!(client.diagnostics(uri, 1).iter().filter(|one| one["severity"] == 1).count(), 0);

    let references = client.ask("textDocument/references", {
        let mut params = at(MODEL, 2, 5);
        params["context"] = json!({ "includeDeclaration": false });
        params
    });
    assert_eq!(references.as_array().map(Vec::len), Some(1), "{references}");
    let renamed = |name: &str| {
        let mut params = at(MODEL, 2, 5);
        params["newName"] = json!(name);
        params
    };
    let edit = client.ask("textDocument/rename", renamed("all"));
    assert_eq!(edit["changes"][MODEL].as_array().map(Vec::len), Some(2), "{edit}");
    assert!(client.refusal("textDocument/rename", renamed("po")).contains("has a meaning here already"));
    assert!(client.refusal("textDocument/prepareRename", at(MODEL, 2, 20)).contains("ships with Lakmus"));
    client.end();
}

#[test]
fn what_may_be_written_is_proposed() {
    let mut client = client();
    let uri = "file:///t/a.litmus";
    client.open(uri, "litmus", "AArch64 T\n{ 0:X1=x; }\n P0 ;\n LDA ;\nexists (0:X0=1)\n");
    let found = client.ask("textDocument/completion", at(uri, 3, 4));
    let items = found["items"].as_array().expect("proposals");
    let load = items.iter().find(|item| item["label"] == "LDAR").expect("LDAR is an instruction");
    assert!(load["detail"].as_str().is_some_and(|text| text.contains("[Xn")), "{load}");
    assert_eq!(load["textEdit"]["range"]["start"]["character"], 1);
    client.end();
}

#[test]
fn outlines_colours_and_layout() {
    let mut client = client();
    let uri = "file:///t/a.litmus";
    let text = "X86_64 SB\n{ x=0; y=0; }\n P0 | P1 ;\n movl $1,(x) | movl $1,(y) ;\n movl (y),%eax | movl (x),%eax ;\nexists (0:rax=0 /\\ 1:rax=0)\n";
    client.open(uri, "litmus", text);
    let document = json!({ "textDocument": { "uri": uri } });
    let symbols = client.ask("textDocument/documentSymbol", document.clone());
    let names: Vec<&str> =
        symbols.as_array().into_iter().flatten().filter_map(|symbol| symbol["name"].as_str()).collect();
    assert_eq!(names, ["initial state", "P0", "P1", "exists (0:rax=0 /\\ 1:rax=0)"]);
    let tokens = client.ask("textDocument/semanticTokens/full", document);
    assert!(tokens["data"].as_array().is_some_and(|data| data.len() > 100 && data.len() % 5 == 0));
    let options = json!({ "textDocument": { "uri": uri }, "options": { "tabSize": 2, "insertSpaces": true } });
    let edits = client.ask("textDocument/formatting", options);
    let formatted = edits[0]["newText"].as_str().expect("a change");
    assert!(formatted.contains(" P0            | P1            ;\n"), "{formatted}");
    client.end();
}

#[test]
fn models_include_files_beside_them_and_open_documents() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name);
    let uri = |name: &str| format!("file://{}", path(name).display());
    std::fs::write(path("rules.cat"), "let mine = po\n").expect("written");
    let text = "\"m\"\ninclude \"rules.cat\"\nacyclic mine\n";
    let mut client = client();
    client.open(&uri("m.cat"), "cat", text);
    assert_eq!(client.diagnostics(&uri("m.cat"), 1), [] as [Value; 0]);
    // What is typed counts, though it is not saved; and models that include it are looked at again.
    client.open(&uri("rules.cat"), "cat", "let other = po\n");
    let found = client.diagnostics(&uri("m.cat"), 1);
    assert_eq!(codes(&found), [("unbound-name".to_owned(), 2, 8)]);
    client.end();
}

#[test]
fn what_is_not_understood_is_refused() {
    let mut client = client();
    assert!(client.refusal("textDocument/hover", at("file:///none.cat", 0, 0)).contains("is not open"));
    assert!(client.refusal("textDocument/hover", json!({ "nothing": 1 })).contains("missing field"));
    assert!(client.refusal("lakmus/none", json!({})).contains("is not known"));
    assert!(client.refusal("workspace/executeCommand", json!({ "command": "rm" })).contains("there is no command"));
    client.notify("textDocument/didChange", json!({ "nonsense": true }));
    client.open("file:///a.txt", "plaintext", "neither");
    assert!(client.refusal("textDocument/hover", at("file:///a.txt", 0, 0)).contains("is not open"));
    client.end();
}
