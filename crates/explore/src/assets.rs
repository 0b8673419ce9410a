//! The page itself: what `crates/explore/page` builds to, embedded.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{Response, StatusCode};
use rust_embed::RustEmbed;

/// The bundle that `cargo xtask page` makes.
#[derive(RustEmbed)]
#[folder = "page/dist/"]
struct Bundle;

/// The document; `NONCE` in it stands for a word of its own in each answer.
pub(crate) const DOCUMENT: &str = "index.html";

/// The text of an embedded file.
pub(crate) fn text(name: &str) -> Option<String> {
    let file = Bundle::get(name)?;
    Some(String::from_utf8_lossy(&file.data).into_owned())
}

/// An asset by its name.
pub(crate) fn asset(name: &str) -> Option<Response<Body>> {
    let (kind, text) = match name {
        "drawing.css" => ("text/css", answers::drawing_style()),
        DOCUMENT => return None,
        _ => {
            let kind = match name.rsplit_once('.')?.1 {
                "js" => "text/javascript",
                "css" => "text/css",
                "svg" => "image/svg+xml",
                _ => return None,
            };
            (kind, text(name)?)
        }
    };
    Some(answer(StatusCode::OK, kind, text))
}

/// An answer of text. Nothing is kept by the browser: the next server has another address.
pub(crate) fn answer(status: StatusCode, kind: &str, text: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(text.into());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    if let Ok(kind) = format!("{kind}; charset=utf-8").parse() {
        headers.insert(CONTENT_TYPE, kind);
    }
    headers.insert(CACHE_CONTROL, axum::http::HeaderValue::from_static("no-store"));
    response
}
