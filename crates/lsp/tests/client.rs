//! A client.

use std::thread::JoinHandle;
use std::time::Duration;

use lakmus_lsp::{ServerError, Settings, serve};
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

/// How long an answer may take before the test fails: nothing here runs for as long.
const PATIENCE: Duration = Duration::from_secs(120);

/// A client with its server.
pub(crate) struct Client {
    connection: Connection,
    server: Option<JoinHandle<Result<(), ServerError>>>,
    next: i32,
    /// Notifications that came while an answer was waited for.
    noted: Vec<Notification>,
}

impl Client {
    /// Starts a server and says hello.
    pub(crate) fn start(settings: Settings) -> Client {
        let (ours, theirs) = Connection::memory();
        let server = std::thread::Builder::new().stack_size(64 << 20).spawn(move || serve(&theirs, settings));
        let mut client =
            Client { connection: ours, server: Some(server.expect("a thread")), next: 0, noted: Vec::new() };
        let hello = client.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }));
        assert_eq!(hello["capabilities"]["positionEncoding"], "utf-16");
        client.notify("initialized", json!({}));
        client
    }

    pub(crate) fn notify(&self, method: &str, params: Value) {
        self.connection.sender.send(Notification::new(method.to_owned(), params).into()).expect("the server is there");
    }

    /// Asks, and does not wait.
    pub(crate) fn send(&mut self, method: &str, params: Value) -> RequestId {
        self.next += 1;
        let id = RequestId::from(self.next);
        self.connection
            .sender
            .send(Request::new(id.clone(), method.to_owned(), params).into())
            .expect("the server is there");
        id
    }

    /// Waits for the answer to a request.
    pub(crate) fn wait(&mut self, id: &RequestId) -> Response {
        loop {
            match self.connection.receiver.recv_timeout(PATIENCE).expect("an answer") {
                Message::Response(response) if response.id == *id => return response,
                Message::Notification(notification) => self.noted.push(notification),
                other => panic!("{other:?}"),
            }
        }
    }

    pub(crate) fn response(&mut self, method: &str, params: Value) -> Response {
        let id = self.send(method, params);
        self.wait(&id)
    }

    /// Asks, and gives the answer.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        match self.response(method, params).response_result {
            Ok(result) => result,
            Err(error) => panic!("{method}: {}", error.message),
        }
    }

    /// Asks, and gives the message of the refusal.
    pub(crate) fn refusal(&mut self, method: &str, params: Value) -> String {
        self.response(method, params).response_result.expect_err("a refusal").message
    }

    pub(crate) fn open(&self, uri: &str, language: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Waits for what is wrong with a version of a document.
    pub(crate) fn diagnostics(&mut self, uri: &str, version: i32) -> Vec<Value> {
        loop {
            let found = self.noted.iter().position(|note| is_about(note, uri, version));
            if let Some(at) = found {
                let note = self.noted.remove(at);
                return note.params["diagnostics"].as_array().expect("a list").clone();
            }
            match self.connection.receiver.recv_timeout(PATIENCE).expect("a notification") {
                Message::Notification(notification) => self.noted.push(notification),
                other => panic!("{other:?}"),
            }
        }
    }

    /// Says goodbye; the server ends.
    pub(crate) fn end(mut self) {
        self.ask("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        let ended = self.server.take().expect("it runs").join().expect("the server does not panic");
        ended.expect("the server ends as it should");
    }
}

fn is_about(note: &Notification, uri: &str, version: i32) -> bool {
    note.method == "textDocument/publishDiagnostics" && note.params["uri"] == uri && note.params["version"] == version
}

/// A position of a document.
pub(crate) fn at(uri: &str, line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } })
}
