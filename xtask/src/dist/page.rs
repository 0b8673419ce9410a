//! `lakmus explore` of an installation: the page is served, and a test is run.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use crate::cargo::root;

/// A server that ends when this is dropped.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts `lakmus explore` with a test, and asks for the page and for what the test comes to.
///
/// # Errors
/// When it does not start, or answers something else.
pub(super) fn check(command: &Path) -> Result<()> {
    let test = root().join("corpus/x86_64/SB.litmus");
    let mut explore = Command::new(command);
    explore.args(["explore", "--no-open", "--keep"]).arg(&test).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut server = Server(explore.spawn().context("cannot start `lakmus explore`")?);
    let mut address = String::new();
    let output = server.0.stdout.take().context("its output is read")?;
    BufReader::new(output).read_line(&mut address)?;
    let parts = address.trim().strip_prefix("http://").and_then(|rest| rest.split_once('/'));
    let (host, path) = parts.with_context(|| format!("`lakmus explore` printed no address but `{address}`"))?;
    let page = asked(host, &format!("GET /{path} HTTP/1.1"), "")?;
    ensure!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Lakmus</title>"), "no page: {page}");
    let start = asked(host, &format!("GET /{path}start HTTP/1.1"), "")?;
    ensure!(start.contains("\"name\":\"SB.litmus\""), "the page does not begin with the test");
    let text = std::fs::read_to_string(&test)?;
    let question = serde_json::json!({
        "ask": "run",
        "test": { "name": "SB.litmus", "text": text },
        "models": [{ "name": "x86tso", "text": null }],
    });
    let answer = asked(host, &format!("POST /{path}ask HTTP/1.1"), &question.to_string())?;
    let is_right = answer.contains("\"observation\":\"sometimes\"") && answer.contains("\"end\":\"complete\"");
    ensure!(is_right, "the page's run ended with {answer}");
    println!("ok: lakmus explore");
    Ok(())
}

/// The whole answer to a request of the server's own page.
fn asked(host: &str, request: &str, body: &str) -> Result<String> {
    let mut stream = TcpStream::connect(host).with_context(|| format!("cannot connect to {host}"))?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    let length = body.len();
    write!(
        stream,
        "{request}\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}
