//! The server: three addresses behind the token, and files of the bundle.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::HeaderValue;
use axum::http::{Method, Response, StatusCode};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use tokio::net::{TcpListener, TcpSocket};

use crate::args::Args;
use crate::assets::{self, answer};
use crate::child::{Answerers, Limits};
use crate::guard::Guard;
use crate::presence::Pages;
use crate::start::{self, Start};

/// No question is longer, in bytes.
const MOST_QUESTION: usize = 1 << 20;

/// As many connections may wait to be accepted, if the system allows so many.
const LONGEST_QUEUE: u32 = 4096;

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ServeError {
    /// A file that was named.
    #[error(transparent)]
    File(#[from] start::FileError),
    /// The port.
    #[error("cannot listen on port {port} of this machine: {source}")]
    Port { port: u16, source: std::io::Error },
    /// The system.
    #[error("cannot serve: {0}")]
    System(#[from] std::io::Error),
}

/// What answers requests.
struct Site {
    guard: Guard,
    start: String,
    answerers: Answerers,
    pages: Pages,
}

/// Serves until the last page is gone or the user ends it.
///
/// # Errors
/// When a file cannot be read, or there is no port.
pub(crate) fn serve(args: &Args) -> Result<(), ServeError> {
    let limits = Limits { timeout: args.timeout, memory: args.memory };
    let start = Start::new(&args.files, limits)?.to_json();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        // The loopback address alone: nothing of another machine gets here.
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
        let listener = listen(address).map_err(|source| ServeError::Port { port: args.port, source })?;
        // Before the address is printed: who knows it may end the server.
        let interrupted = interrupted()?;
        let guard = Guard::new(listener.local_addr()?.port())?;
        announce(&guard.address(), args.no_open);
        let site = Arc::new(Site { guard, start, answerers: Answerers::new(limits), pages: Pages::default() });
        let pages = site.pages.clone();
        let keep = args.keep;
        let router = Router::new().fallback(handle).with_state(site);
        let over = async move {
            tokio::select! {
                () = interrupted => {}
                () = pages.gone(), if !keep => {}
            }
        };
        // Pages hold connections for as long as they are open, so nothing is waited for at the end.
        tokio::select! {
            served = axum::serve(listener, router) => served.map_err(ServeError::System),
            () = over => Ok(()),
        }
    })
}

/// Prints the address, and opens the browser.
fn announce(address: &str, no_open: bool) {
    println!("{address}");
    let _ = std::io::Write::flush(&mut std::io::stdout());
    if !no_open && crate::browser::open(address).is_err() {
        eprintln!("No browser was found to open; the address above is for you.");
    }
    eprintln!("Ctrl-C ends the server.");
}

/// A socket that listens at an address.
///
/// Its queue is as long as the system lets it be: a connection for which the queue has no room is reset, and its page would get no answer, not even that there are too many.
fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    // As elsewhere: a port on Windows would be taken from who has it.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(LONGEST_QUEUE)
}

/// Returns when the user or the system wants the end. A signal that comes when this function has returned, and the future was not polled yet, is heeded.
#[cfg(unix)]
fn interrupted() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupted, mut terminated) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
        }
    })
}

/// Returns when the user wants the end.
#[cfg(not(unix))]
fn interrupted() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

/// Every request.
async fn handle(State(site): State<Arc<Site>>, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let asked = match site.guard.admit(&parts.method, parts.uri.path(), &parts.headers) {
        Ok(asked) => asked,
        Err((status, why)) => return hardened(answer(status, "text/plain", why), None),
    };
    match (&parts.method, asked) {
        (&Method::GET, "") => document(),
        (&Method::GET, "start") => hardened(answer(StatusCode::OK, "application/json", site.start.clone()), None),
        (&Method::GET, "alive") => hardened(alive(&site.pages), None),
        (&Method::POST, "ask") => hardened(ask(&site, body).await, None),
        (&Method::GET, asked) => {
            let found = asked.strip_prefix("assets/").and_then(assets::asset);
            hardened(found.unwrap_or_else(nothing), None)
        }
        _ => hardened(nothing(), None),
    }
}

fn nothing() -> Response<Body> {
    answer(StatusCode::NOT_FOUND, "text/plain", "there is nothing here\n")
}

/// The page.
fn document() -> Response<Body> {
    let Some(text) = assets::text(assets::DOCUMENT) else { return nothing() };
    let Ok(nonce) = crate::random::word() else {
        return answer(StatusCode::INTERNAL_SERVER_ERROR, "text/plain", "the system has no random numbers\n");
    };
    hardened(answer(StatusCode::OK, "text/html", text.replace("NONCE", &nonce)), Some(&nonce))
}

/// One event that never comes, for as long as the page is open.
fn alive(pages: &Pages) -> Response<Body> {
    let page = pages.open();
    let silence = Silence { _page: page };
    Sse::new(silence).keep_alive(KeepAlive::default()).into_response()
}

/// A stream without items.
struct Silence {
    _page: crate::presence::Page,
}

impl futures_core::Stream for Silence {
    type Item = Result<Event, std::convert::Infallible>;

    fn poll_next(
        self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        std::task::Poll::Pending
    }
}

async fn ask(site: &Site, body: Body) -> Response<Body> {
    let too_long = "a question has at most 1 MiB: this test or model is longer\n";
    let Ok(question) = to_bytes(body, MOST_QUESTION).await else {
        return answer(StatusCode::PAYLOAD_TOO_LARGE, "text/plain", too_long);
    };
    match site.answerers.ask(Bytes::clone(&question)) {
        Some(lines) => answer(StatusCode::OK, "application/x-ndjson", Body::from_stream(lines)),
        None => answer(StatusCode::SERVICE_UNAVAILABLE, "text/plain", "too many questions at a time\n"),
    }
}

/// An answer with the headers that keep a page to itself: no script but the bundle's, no other server, no frame around it, and its address is given to none.
fn hardened(mut response: Response<Body>, nonce: Option<&str>) -> Response<Body> {
    let policy = match nonce {
        Some(nonce) => format!(
            "default-src 'none'; script-src 'self'; style-src-elem 'self' 'nonce-{nonce}'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        None => "default-src 'none'; frame-ancestors 'none'".to_owned(),
    };
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert("content-security-policy", policy);
    }
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
