//! `lakmus lsp` as editors start it: the process, with messages on its standard input and output.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

struct Client {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: u64,
}

impl Client {
    fn start(arguments: &[&str]) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lakmus"));
        let command = command.arg("lsp").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().expect("the command starts");
        let input = process.stdin.take().expect("a pipe");
        let output = BufReader::new(process.stdout.take().expect("a pipe"));
        let mut client = Client { process, input, output, next: 0 };
        client.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }));
        client.notify("initialized", json!({}));
        client
    }

    fn write(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
        self.input.flush().expect("the server reads");
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("a header");
            match line.trim().split_once(": ") {
                Some(("Content-Length", number)) => length = number.parse().expect("a number"),
                Some(_) => {}
                None => break,
            }
        }
        let mut text = vec![0; length];
        self.output.read_exact(&mut text).expect("a message");
        serde_json::from_slice(&text).expect("JSON")
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.write(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.read();
            if message["id"] == id {
                assert!(message["error"].is_null(), "{method}: {message}");
                return message["result"].clone();
            }
        }
    }

    fn diagnostics(&mut self) -> Value {
        loop {
            let message = self.read();
            if message["method"] == "textDocument/publishDiagnostics" {
                return message["params"]["diagnostics"].clone();
            }
        }
    }

    fn end(mut self) {
        self.ask("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        let status = self.process.wait().expect("it ends");
        assert!(status.success(), "{status}");
    }
}

/// A session as an editor has it, on a test of the corpus.
#[test]
fn a_session_on_a_test() {
    let path = testing::root().join("corpus/x86_64/SB.litmus");
    let text = std::fs::read_to_string(&path).expect("a test of the corpus");
    let uri = format!("file://{}", path.canonicalize().expect("it is there").display());
    let mut client = Client::start(&["--timeout", "60"]);
    let document = json!({ "uri": uri, "languageId": "litmus", "version": 1, "text": text });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    assert_eq!(client.diagnostics(), json!([]));
    let line = text.lines().position(|line| line.contains("movl")).expect("it has instructions");
    let column = text.lines().nth(line).and_then(|line| line.find("movl")).expect("it has instructions");
    let place = json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": column } });
    let hover = client.ask("textDocument/hover", place);
    assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.contains("writes memory at")), "{hover}");
    let lenses = client.ask("textDocument/codeLens", json!({ "textDocument": { "uri": uri } }));
    let lens = client.ask("codeLens/resolve", lenses[0].clone());
    assert_eq!(lens["command"]["title"], "x86tso: sometimes (4 outcomes)");
    client.end();
}

#[test]
fn included_files_are_found_in_directories_that_are_named() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("mine.cat"), "let mine = po\n").expect("written");
    let directory = directory.path().to_str().expect("a name in UTF-8").to_owned();
    let mut client = Client::start(&["-I", &directory]);
    let text = "\"m\"\ninclude \"mine.cat\"\nacyclic mine\n";
    let document = json!({ "uri": "file:///elsewhere/m.cat", "languageId": "cat", "version": 1, "text": text });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    assert_eq!(client.diagnostics(), json!([]));
    client.end();
}

/// An editor that is gone leaves no server behind.
#[test]
fn the_server_ends_with_its_input() {
    let Client { mut process, input, output, .. } = Client::start(&[]);
    drop(input);
    let status = process.wait().expect("it ends");
    drop(output);
    assert!(status.success(), "{status}");
}
