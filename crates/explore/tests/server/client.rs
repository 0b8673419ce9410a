//! A client that sends whatever it is asked to: no library would send all of it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server of the test's own.
pub(crate) struct Server {
    child: Child,
    port: u16,
    pub(crate) token: String,
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lakmus-explore"));
    command.args(arguments).stderr(Stdio::null()).stdout(Stdio::piped());
    command
}

/// What the program ends with when it cannot serve.
pub(crate) fn ends_with(arguments: &[&str]) -> Option<i32> {
    command(arguments).arg("--no-open").status().expect("it starts").code()
}

impl Server {
    pub(crate) fn start(arguments: &[&str]) -> Server {
        Server::of(command(arguments).arg("--no-open"))
    }

    /// One that opens its page by a program in this directory.
    #[cfg(target_os = "linux")]
    pub(crate) fn opening(directory: &std::path::Path) -> Server {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(directory.to_owned()).chain(std::env::split_paths(&path));
        Server::of(command(&[]).env("PATH", std::env::join_paths(folders).expect("names of directories")))
    }

    fn of(command: &mut Command) -> Server {
        let mut child = command.spawn().expect("it starts");
        let mut address = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut address).expect("an address");
        let rest = address.trim().strip_prefix("http://127.0.0.1:").expect("an address on the loopback");
        let (port, token) = rest.trim_end_matches('/').split_once('/').expect("a token");
        assert_eq!(token.len(), 32);
        Server { child, port: port.parse().expect("a port"), token: token.to_owned() }
    }

    pub(crate) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.host())
    }

    pub(crate) fn path(&self, asked: &str) -> String {
        format!("/{}/{asked}", self.token)
    }

    pub(crate) fn get(&self, path: &str, host: &str, headers: &[(&str, &str)]) -> String {
        self.send("GET", path, host, headers, b"")
    }

    pub(crate) fn post(&self, path: &str, host: &str, headers: &[(&str, &str)], body: &[u8]) -> String {
        self.send("POST", path, host, headers, body)
    }

    /// A question as the page asks it.
    pub(crate) fn ask(&self, question: &str) -> String {
        self.post(&self.path("ask"), &self.host(), &[("Origin", &self.origin())], question.as_bytes())
    }

    /// The whole answer, whatever it is; empty where the connection is closed before there is one.
    fn send(&self, method: &str, path: &str, host: &str, headers: &[(&str, &str)], body: &[u8]) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(300))).expect("a time");
        let mut head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {}\r\n",
            body.len()
        );
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += "\r\n";
        // A server that refuses a body need not read all of it.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// What it ends with after the signal of Ctrl-C, if it ends in time.
    pub(crate) fn interrupt(&mut self, patience: Duration) -> Option<i32> {
        let sent = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().expect("kill runs");
        assert!(sent.success());
        let begin = Instant::now();
        while begin.elapsed() < patience {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                return status.code();
            }
            std::thread::yield_now();
        }
        None
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The status of an answer; 0 where there is none.
pub(crate) fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// What stands behind the headers.
pub(crate) fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").map_or("", |(_, body)| body)
}

/// The lines of an answer that are JSON: those between are the sizes of chunks.
pub(crate) fn lines(answer: &str) -> Vec<serde_json::Value> {
    body(answer)
        .lines()
        .filter(|line| line.starts_with('{'))
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}
