//! The loop of the server, and what is asked by which method.

use std::panic::{AssertUnwindSafe, catch_unwind};

use gen_lsp_types as lsp;
use gen_lsp_types::Request as _;
use ide::{LensKind, NoResult};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::answer::{self, Elsewhere};
use crate::documents::{Documents, Open};
use crate::runs::Runs;
use crate::{ServerError, Settings};

/// The command that gives the outcomes of a test: its argument is the URI of the document, then the name of a model or nothing. It answers with a block of a log.
pub const COMMAND_OUTCOMES: &str = "lakmus.outcomes";

/// The command that says why a test's outcome is forbidden: the arguments are those of [`COMMAND_OUTCOMES`]. It answers with text.
pub const COMMAND_WHY: &str = "lakmus.why";

/// Why a request is refused.
struct Refusal {
    code: ErrorCode,
    message: String,
}

impl Refusal {
    fn new(code: ErrorCode, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into() }
    }
}

/// What is done with a request.
enum Answer {
    Now(Value),
    /// A thread answers it.
    Later,
}

type Answered = Result<Answer, Refusal>;

pub(crate) fn serve(connection: &Connection, settings: Settings) -> Result<(), ServerError> {
    let (id, _) = connection.initialize_start()?;
    let result = json!({
        "capabilities": serde_json::to_value(capabilities())?,
        "serverInfo": { "name": "lakmus", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, result)?;
    let documents = Documents::new(settings.include.clone());
    let mut server = Server { connection, documents, runs: Runs::new(settings.limit), settings, changed: Vec::new() };
    let result = server.serve();
    server.runs.end_all();
    result
}

fn capabilities() -> lsp::ServerCapabilities {
    let triggers = ["'", ":", "%", ".", "\""].map(str::to_owned).to_vec();
    lsp::ServerCapabilities {
        position_encoding: Some(lsp::PositionEncodingKind::UTF16),
        text_document_sync: Some(lsp::TextDocumentSync::Options(lsp::TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(lsp::TextDocumentSyncKind::Incremental),
            ..lsp::TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(true.into()),
        definition_provider: Some(true.into()),
        references_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        document_formatting_provider: Some(true.into()),
        completion_provider: Some(lsp::CompletionOptions {
            trigger_characters: Some(triggers),
            ..lsp::CompletionOptions::default()
        }),
        rename_provider: Some(
            lsp::RenameOptions { prepare_provider: Some(true), ..lsp::RenameOptions::default() }.into(),
        ),
        semantic_tokens_provider: Some(
            lsp::SemanticTokensOptions {
                legend: lsp::SemanticTokensLegend {
                    token_types: answer::token_types(),
                    token_modifiers: vec![answer::DEFINITION.to_owned()],
                },
                full: Some(true.into()),
                ..lsp::SemanticTokensOptions::default()
            }
            .into(),
        ),
        code_lens_provider: Some(lsp::CodeLensOptions {
            resolve_provider: Some(true),
            ..lsp::CodeLensOptions::default()
        }),
        execute_command_provider: Some(lsp::ExecuteCommandOptions {
            commands: vec![COMMAND_OUTCOMES.to_owned(), COMMAND_WHY.to_owned()],
            ..lsp::ExecuteCommandOptions::default()
        }),
        ..lsp::ServerCapabilities::default()
    }
}

struct Server<'c> {
    connection: &'c Connection,
    settings: Settings,
    documents: Documents,
    runs: Runs,
    /// Documents that have changed since the client was sent what is wrong with them.
    changed: Vec<lsp::Uri>,
}

/// Reads what a message is about.
fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|error| Refusal::new(ErrorCode::InvalidParams, error.to_string()))
}

fn now<T: serde::Serialize>(result: T) -> Answered {
    match serde_json::to_value(result) {
        Ok(value) => Ok(Answer::Now(value)),
        Err(error) => Err(Refusal::new(ErrorCode::InternalError, error.to_string())),
    }
}

impl Server<'_> {
    fn serve(&mut self) -> Result<(), ServerError> {
        loop {
            // What is wrong is found out when nothing else is to be done: of many changes the last one counts.
            if self.connection.receiver.is_empty() {
                self.publish();
            }
            let Ok(message) = self.connection.receiver.recv() else { return Ok(()) };
            match message {
                Message::Request(request) => {
                    if self.connection.handle_shutdown(&request)? {
                        return Ok(());
                    }
                    self.request(request);
                }
                Message::Notification(notification) => self.notification(notification),
                // The server asks nothing.
                Message::Response(_) => {}
            }
        }
    }

    fn send(&self, message: impl Into<Message>) {
        // A client that is gone is noticed where messages are received.
        let _ = self.connection.sender.send(message.into());
    }

    fn request(&mut self, request: Request) {
        let id = request.id.clone();
        let answered = catch_unwind(AssertUnwindSafe(|| self.answer(request)));
        let answered = answered.unwrap_or_else(|_| {
            Err(Refusal::new(ErrorCode::InternalError, "this is a mistake of lakmus: please report it"))
        });
        match answered {
            Ok(Answer::Now(value)) => self.send(Response::new_ok(id, value)),
            Ok(Answer::Later) => {}
            Err(Refusal { code, message }) => self.send(Response::new_err(id, code as i32, message)),
        }
    }

    fn answer(&mut self, request: Request) -> Answered {
        let Request { id, method, params } = request;
        let is = |known: lsp::LspRequestMethod<'static>| known.as_str() == method;
        if is(lsp::CodeLensResolveRequest::METHOD) {
            return self.resolve_lens(id, read(params)?);
        }
        if is(lsp::ExecuteCommandRequest::METHOD) {
            return self.execute(id, read(params)?);
        }
        if is(lsp::DocumentSymbolRequest::METHOD) {
            let params: lsp::DocumentSymbolParams = read(params)?;
            return now(answer::symbols(self.document(&params.text_document.uri)?));
        }
        if is(lsp::SemanticTokensRequest::METHOD) {
            let params: lsp::SemanticTokensParams = read(params)?;
            return now(answer::semantic_tokens(self.document(&params.text_document.uri)?, &self.documents));
        }
        if is(lsp::DocumentFormattingRequest::METHOD) {
            let params: lsp::DocumentFormattingParams = read(params)?;
            return now(answer::formatting(self.document(&params.text_document.uri)?));
        }
        if is(lsp::CodeLensRequest::METHOD) {
            let params: lsp::CodeLensParams = read(params)?;
            return now(self.lenses(&params.text_document.uri)?);
        }
        self.answer_about_place(&method, params)
    }

    /// Answers what is asked about a place of a document.
    fn answer_about_place(&self, method: &str, params: Value) -> Answered {
        let is = |known: lsp::LspRequestMethod<'static>| known.as_str() == method;
        if is(lsp::HoverRequest::METHOD) {
            let params: lsp::HoverParams = read(params)?;
            let (_, open, at) = self.place(&params.text_document_position_params)?;
            return now(answer::hover(open, &self.documents, at));
        }
        if is(lsp::CompletionRequest::METHOD) {
            let params: lsp::CompletionParams = read(params)?;
            let (_, open, at) = self.place(&params.text_document_position_params)?;
            return now(answer::completion(open, &self.documents, at));
        }
        if is(lsp::DefinitionRequest::METHOD) {
            let params: lsp::DefinitionParams = read(params)?;
            let (uri, open, at) = self.place(&params.text_document_position_params)?;
            let places = ide::definition(&open.document(), &self.documents, at);
            return now(self.locations(uri, open, &places));
        }
        if is(lsp::ReferencesRequest::METHOD) {
            let params: lsp::ReferenceParams = read(params)?;
            let (uri, open, at) = self.place(&params.text_document_position_params)?;
            let mut places = ide::references(&open.document(), &self.documents, at);
            if !params.context.include_declaration {
                let defining = ide::definition(&open.document(), &self.documents, at);
                places.retain(|place| !defining.contains(place));
            }
            return now(self.locations(uri, open, &places));
        }
        if is(lsp::PrepareRenameRequest::METHOD) {
            let params: lsp::PrepareRenameParams = read(params)?;
            let (_, open, at) = self.place(&params.text_document_position_params)?;
            let found = ide::rename_range(&open.document(), &self.documents, at);
            let range = found.map_err(|reason| Refusal::new(ErrorCode::RequestFailed, reason))?;
            return now(answer::range(open, &range));
        }
        if is(lsp::RenameRequest::METHOD) {
            let params: lsp::RenameParams = read(params)?;
            let (uri, open, at) = self.place(&params.text_document_position_params)?;
            let edits = ide::rename(&open.document(), &self.documents, at, &params.new_name);
            let edits = edits.map_err(|reason| Refusal::new(ErrorCode::RequestFailed, reason))?;
            return now(answer::workspace_edit(uri, open, &edits, &self.elsewhere()));
        }
        Err(Refusal::new(ErrorCode::MethodNotFound, format!("`{method}` is not known")))
    }

    fn notification(&mut self, notification: Notification) {
        // A notification has no answer: one that is not understood is passed over.
        let _ = catch_unwind(AssertUnwindSafe(|| self.notice(notification)));
    }

    fn notice(&mut self, notification: Notification) -> Result<(), Refusal> {
        let Notification { method, params } = notification;
        match method.as_str() {
            "textDocument/didOpen" => {
                let params: lsp::DidOpenTextDocumentParams = read(params)?;
                let document = params.text_document;
                let language = serde_json::to_value(&document.language_id).unwrap_or_default();
                let language = language.as_str().unwrap_or_default();
                if let Some(open) = Open::new(&document.uri, language, document.version, document.text) {
                    self.documents.open(&document.uri, open);
                    self.note_change(&document.uri);
                }
            }
            "textDocument/didChange" => {
                let params: lsp::DidChangeTextDocumentParams = read(params)?;
                let uri = params.text_document.text_document_identifier.uri;
                if let Some(open) = self.documents.get_mut(&uri) {
                    open.change(params.content_changes, params.text_document.version);
                    self.runs.end_for(&uri.0);
                    self.note_change(&uri);
                }
            }
            "textDocument/didClose" => {
                let params: lsp::DidCloseTextDocumentParams = read(params)?;
                let uri = params.text_document.uri;
                self.documents.close(&uri);
                self.runs.end_for(&uri.0);
                self.changed.retain(|changed| *changed != uri);
                self.send_diagnostics(&uri, None, Vec::new());
            }
            "$/cancelRequest" => {
                let id: RequestId = read(params.get("id").cloned().unwrap_or_default())?;
                self.runs.end(&id);
            }
            _ => {}
        }
        Ok(())
    }

    /// A document has changed, and with it what models say that may include it.
    fn note_change(&mut self, uri: &lsp::Uri) {
        let is_model = self.documents.get(uri).is_some_and(|open| open.kind == ide::DocumentKind::Model);
        let others: Vec<lsp::Uri> = if is_model { self.documents.models().collect() } else { Vec::new() };
        for uri in std::iter::once(uri.clone()).chain(others) {
            if !self.changed.contains(&uri) {
                self.changed.push(uri);
            }
        }
    }

    /// Sends what is wrong with the documents that have changed.
    fn publish(&mut self) {
        for uri in std::mem::take(&mut self.changed) {
            let Some(open) = self.documents.get(&uri) else { continue };
            let found = catch_unwind(AssertUnwindSafe(|| answer::diagnostics(&uri, open, &self.elsewhere())));
            self.send_diagnostics(&uri, Some(open.version), found.unwrap_or_default());
        }
    }

    fn send_diagnostics(&self, uri: &lsp::Uri, version: Option<i32>, diagnostics: Vec<lsp::Diagnostic>) {
        let params = lsp::PublishDiagnosticsParams { uri: uri.clone(), version, diagnostics };
        self.send(Notification::new("textDocument/publishDiagnostics".to_owned(), params));
    }

    fn elsewhere(&self) -> Elsewhere<'_> {
        Elsewhere { documents: &self.documents, cache: self.settings.cache.as_deref() }
    }

    fn document(&self, uri: &lsp::Uri) -> Result<&Open, Refusal> {
        let unknown = || Refusal::new(ErrorCode::InvalidParams, format!("`{}` is not open", uri.0));
        self.documents.get(uri).ok_or_else(unknown)
    }

    /// The document that a request is about, and the byte.
    fn place<'p>(&self, params: &'p lsp::TextDocumentPositionParams) -> Result<(&'p lsp::Uri, &Open, usize), Refusal> {
        let uri = &params.text_document.uri;
        let open = self.document(uri)?;
        Ok((uri, open, open.offset(params.position)))
    }

    fn locations(&self, uri: &lsp::Uri, open: &Open, places: &[ide::Place]) -> Vec<lsp::Location> {
        let elsewhere = self.elsewhere();
        places.iter().filter_map(|place| elsewhere.location(uri, open, place)).collect()
    }

    fn lenses(&self, uri: &lsp::Uri) -> Result<Vec<lsp::CodeLens>, Refusal> {
        let open = self.document(uri)?;
        let lens = |lens: &ide::Lens| lsp::CodeLens {
            range: answer::range(open, &lens.range),
            command: None,
            data: Some(json!({ "uri": uri.0, "command": command(lens.kind) })),
        };
        Ok(ide::lenses(&open.document()).iter().map(lens).collect())
    }

    /// Finds out what a lens shows, in a thread of its own.
    fn resolve_lens(&mut self, id: RequestId, mut lens: lsp::CodeLens) -> Answered {
        let data = lens.data.clone().unwrap_or_default();
        let text = |key: &str| data.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let (uri, name) = (lsp::Uri(text("uri")), text("command"));
        let kind = kind_of(&name)?;
        let sender = self.connection.sender.clone();
        let answered = id.clone();
        let about = uri.0.clone();
        self.run(id, &uri, kind, None, move |result| {
            let title = match result {
                Ok(Found { title, .. }) => title,
                Err(reason) => reason,
            };
            lens.command =
                Some(lsp::Command { title, tooltip: None, command: name, arguments: Some(vec![Value::String(about)]) });
            let response = Response::new_ok(answered, lens);
            // A client that is gone needs no answer.
            let _ = sender.send(response.into());
        })
    }

    fn execute(&mut self, id: RequestId, params: lsp::ExecuteCommandParams) -> Answered {
        let kind = kind_of(&params.command)?;
        let arguments = params.arguments.unwrap_or_default();
        let text = |at: usize| arguments.get(at).and_then(Value::as_str).map(str::to_owned);
        let uri =
            lsp::Uri(text(0).ok_or_else(|| Refusal::new(ErrorCode::InvalidParams, "the first argument is a URI"))?);
        let sender = self.connection.sender.clone();
        let answered = id.clone();
        self.run(id, &uri, kind, text(1), move |result| {
            let response = match result {
                Ok(Found { text, .. }) => Response::new_ok(answered, text),
                Err(reason) => Response::new_err(answered, ErrorCode::RequestFailed as i32, reason),
            };
            let _ = sender.send(response.into());
        })
    }

    /// Runs the test of a document in a thread, and calls `answer` with what is found, or with the reason why nothing is.
    fn run(
        &mut self,
        id: RequestId,
        uri: &lsp::Uri,
        kind: LensKind,
        model: Option<String>,
        answer: impl FnOnce(Result<Found, String>) + Send + 'static,
    ) -> Answered {
        let open = self.document(uri)?.clone();
        let limit = self.settings.limit;
        let run = move |cancel: &std::sync::atomic::AtomicBool| {
            let document = open.document();
            match kind {
                LensKind::Outcomes => ide::outcomes(&document, model.as_deref(), cancel).map(Found::from),
                LensKind::Why => ide::why(&document, model.as_deref(), cancel).map(Found::from),
            }
        };
        self.runs.start(id, &uri.0, run, move |result| {
            answer(match result {
                Some(Ok(found)) => Ok(found),
                Some(Err(NoResult::Refused(messages))) => Err(messages.into_iter().next().unwrap_or_default()),
                Some(Err(NoResult::Stopped(reason))) => {
                    Err(format!("no result: {reason} (the limit is {} s)", limit.as_secs_f64()))
                }
                None => Err("no result: this is a mistake of lakmus".to_owned()),
            });
        });
        Ok(Answer::Later)
    }
}

fn command(kind: LensKind) -> &'static str {
    match kind {
        LensKind::Outcomes => COMMAND_OUTCOMES,
        LensKind::Why => COMMAND_WHY,
    }
}

fn kind_of(command: &str) -> Result<LensKind, Refusal> {
    match command {
        COMMAND_OUTCOMES => Ok(LensKind::Outcomes),
        COMMAND_WHY => Ok(LensKind::Why),
        _ => Err(Refusal::new(ErrorCode::InvalidParams, format!("there is no command `{command}`"))),
    }
}

/// What was found out about a test: a line, and all of it.
struct Found {
    title: String,
    text: String,
}

impl From<ide::Outcomes> for Found {
    fn from(found: ide::Outcomes) -> Found {
        let states = found.states.len();
        let plural = if states == 1 { "" } else { "s" };
        let cut = if found.is_cut { ", cut at the unroll bound" } else { "" };
        let title = format!("{}: {} ({states} outcome{plural}{cut})", found.model, found.observation.to_lowercase());
        Found { title, text: found.log }
    }
}

impl From<ide::WhyForbidden> for Found {
    fn from(found: ide::WhyForbidden) -> Found {
        let title = match found.is_allowed {
            Some(true) => "how it comes about".to_owned(),
            Some(false) => format!("why {} forbids it", found.model),
            None => "not found".to_owned(),
        };
        let picture = found.pictures.map(|pictures| format!("\n{}", pictures.text)).unwrap_or_default();
        Found { title, text: format!("{}\n{picture}", found.words.trim_end()) }
    }
}
