//! The server without a browser: who is answered, and that nothing that is sent ends it.

mod client;

use std::time::Duration;

use client::{Server, body, status};

const SB: &str = "X86_64 SB\n{ }\n P0            | P1            ;\n movl $1,(x)   | movl $1,(y)   ;\n movl (y),%eax | movl (x),%eax ;\n\
                  exists (0:rax=0 /\\ 1:rax=0)\n";

fn run(test: &str, models: &[&str]) -> String {
    let models: Vec<String> = models.iter().map(|name| format!("{{\"name\":\"{name}\",\"text\":null}}")).collect();
    let text = serde_json::to_string(test).expect("a text");
    format!("{{\"ask\":\"run\",\"test\":{{\"name\":\"SB.litmus\",\"text\":{text}}},\"models\":[{}]}}", models.join(","))
}

#[test]
fn a_test_is_run_under_two_models() {
    let server = Server::start(&[]);
    let answer = server.ask(&run(SB, &["sc", "x86tso"]));
    assert_eq!(status(&answer), 200);
    let lines: Vec<serde_json::Value> = client::lines(&answer);
    let of = |kind: &str, model: u64| {
        // The last one of a kind has everything.
        let found = lines.iter().rfind(|line| line["kind"] == kind && line["model"] == model);
        found.unwrap_or_else(|| panic!("no {kind} of {model} in {answer}"))
    };
    assert_eq!((of("report", 0)["positive"].as_u64(), of("report", 0)["negative"].as_u64()), (Some(0), Some(3)));
    assert_eq!((of("report", 1)["positive"].as_u64(), of("report", 1)["negative"].as_u64()), (Some(1), Some(3)));
    // The counts by outcome add up to those of the run.
    for model in [0, 1] {
        let rows = of("counts", model)["rows"].as_array().expect("rows").clone();
        let allowed: u64 = rows.iter().filter_map(|row| row["allowed"].as_u64()).sum();
        let report = of("report", model);
        assert_eq!(allowed, report["positive"].as_u64().unwrap_or(0) + report["negative"].as_u64().unwrap_or(0));
        assert_eq!(rows.len(), 4);
    }
    assert_eq!(lines.last().expect("an end")["end"], "complete");
}

#[test]
fn who_does_not_know_the_token_is_refused() {
    let server = Server::start(&[]);
    let other = server.token.chars().rev().collect::<String>();
    for path in ["/", "/start", &format!("/{other}/"), &format!("/{other}/start"), &format!("/{}", server.token)] {
        let answer = server.get(path, &server.host(), &[]);
        assert_eq!(status(&answer), 403, "{path}");
        assert!(!answer.contains(&server.token) && !answer.contains("examples"), "{answer}");
    }
    assert_eq!(status(&server.get(&server.path("start"), &server.host(), &[])), 200);
}

#[test]
fn other_hosts_and_origins_are_refused() {
    let server = Server::start(&[]);
    let (path, own) = (server.path("start"), server.host());
    for host in ["evil.example", "127.0.0.1", "127.0.0.1:1", "[::1]:80", ""] {
        assert_eq!(status(&server.get(&path, host, &[])), 421, "{host}");
    }
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://localhost:1"] {
        assert_eq!(status(&server.get(&path, &own, &[("Origin", origin)])), 403, "{origin}");
        let answer = server.post(&server.path("ask"), &own, &[("Origin", origin)], run(SB, &["sc"]).as_bytes());
        assert_eq!(status(&answer), 403, "{origin}");
        assert!(!answer.contains("report"));
    }
    // Without any origin: a program that is no browser of this page, or a very old one.
    assert_eq!(status(&server.post(&server.path("ask"), &own, &[], run(SB, &["sc"]).as_bytes())), 403);
    assert_eq!(status(&server.get(&path, &own, &[("Sec-Fetch-Site", "cross-site")])), 403);
}

#[test]
fn no_path_leads_out_of_the_page() {
    let server = Server::start(&[]);
    for path in [
        "assets/../../Cargo.toml",
        "assets/..%2f..%2fCargo.toml",
        "assets/%2e%2e/%2e%2e/etc/passwd",
        "../../../etc/passwd",
        "/etc/passwd",
        "assets//etc/passwd",
        "assets/..\\..\\Cargo.toml",
        "assets/index.html",
        "start/..",
        "%00",
    ] {
        let answer = server.get(&server.path(path), &server.host(), &[]);
        assert!(matches!(status(&answer), 400 | 403 | 404), "{path}: {answer}");
        assert!(!answer.contains("root:") && !answer.contains("[package]"), "{path}");
    }
    for name in ["/etc/passwd", "../sc", "../../../../etc/passwd"] {
        let answer = server.ask(&format!("{{\"ask\":\"file\",\"name\":\"{name}\"}}"));
        assert!(body(&answer).contains("\"text\":null"), "{answer}");
    }
    // A model includes what ships and nothing else.
    let include = "\\\"m\\\"\\ninclude \\\"/etc/passwd\\\"\\n";
    let text = serde_json::to_string(SB).expect("a text");
    let question = format!(
        "{{\"ask\":\"run\",\"test\":{{\"name\":\"SB.litmus\",\"text\":{text}}},\"models\":[{{\"name\":\"m\",\"text\":\"{include}\"}}]}}"
    );
    let answer = server.ask(&question);
    assert!(answer.contains("\"kind\":\"refused\"") && !answer.contains("root:"), "{answer}");
}

#[test]
fn a_test_of_ten_megabytes_is_refused_and_the_server_lives() {
    let server = Server::start(&[]);
    let long = run(&"x".repeat(10 << 20), &["sc"]);
    let answer = server.post(&server.path("ask"), &server.host(), &[("Origin", &server.origin())], long.as_bytes());
    assert!(answer.is_empty() || status(&answer) == 413, "{}", &answer[..answer.len().min(200)]);
    assert!(server.ask(&run(SB, &["sc"])).contains("\"end\":\"complete\""));
}

#[test]
fn a_thousand_requests_at_once_are_answered_or_refused() {
    let server = Server::start(&[]);
    let (path, host) = (server.path("ask"), server.host());
    let (origin, question) = (server.origin(), run(SB, &["sc"]));
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let ask = || status(&server.post(&path, &host, &[("Origin", &origin)], question.as_bytes()));
        let asking: Vec<_> = (0..1000)
            .map(|_| std::thread::Builder::new().stack_size(1 << 17).spawn_scoped(scope, ask).expect("a thread"))
            .collect();
        asking.into_iter().map(|one| one.join().expect("an answer")).collect()
    });
    let count = |wanted: u16| statuses.iter().filter(|status| **status == wanted).count();
    assert_eq!(count(200) + count(503), 1000, "{statuses:?}");
    assert!(count(200) > 0);
    assert!(server.ask(&question).contains("\"end\":\"complete\""), "the server lives");
}

#[test]
fn a_run_that_explodes_is_cut_with_what_it_had() {
    let server = Server::start(&["--timeout", "12"]);
    let threads = 4;
    let row = |cell: &dyn Fn(usize) -> String| (0..threads).map(cell).collect::<Vec<_>>().join(" | ") + " ;\n";
    let mut test = String::from("X86_64 many\n{ }\n");
    test += &row(&|thread| format!("P{thread}"));
    for _ in 0..4 {
        test += &row(&|_| "movl $1,(x)".to_owned());
        test += &row(&|_| "movl (x),%eax".to_owned());
    }
    test += "exists (0:rax=7)\n";
    let answer = server.ask(&run(&test, &["sc"]));
    assert_eq!(status(&answer), 200);
    let lines = client::lines(&answer);
    assert_eq!(lines[0]["kind"], "test", "{answer}");
    // The outcomes are known before executions are counted, which these are too many for.
    let reports: Vec<_> = lines.iter().filter(|line| line["kind"] == "report").collect();
    assert_eq!(reports.len(), 1, "{answer}");
    assert_eq!((&reports[0]["is_counted"], &reports[0]["states"][0]), (&false.into(), &"0:rax=1;".into()), "{answer}");
    assert!(!answer.contains("\"is_complete\":true"), "{answer}");
    assert!(server.ask(&run(SB, &["sc"])).contains("\"end\":\"complete\""));
}

#[test]
fn a_run_that_needs_too_much_memory_is_cut() {
    let server = Server::start(&["--memory", "64"]);
    // The stack of the process that answers is larger than this.
    let answer = server.ask(&run(SB, &["sc"]));
    let last = client::lines(&answer).pop().expect("an end");
    assert!(last["end"] == "memory" || last["end"] == "failed", "{answer}");
    assert_eq!(status(&server.get(&server.path("start"), &server.host(), &[])), 200);
}

#[test]
fn script_in_names_stays_text() {
    let server = Server::start(&[]);
    let evil = SB.replace("SB", "SB<script>alert(1)</script>");
    let answer = server.ask(&run(&evil, &["x86tso"]));
    // Answers are JSON and never HTML, and no browser takes them for it.
    let head = answer.split("\r\n\r\n").next().unwrap_or_default().to_lowercase();
    assert!(
        head.contains("content-type: application/x-ndjson") && head.contains("x-content-type-options: nosniff"),
        "{head}"
    );
    let page = server.get(&server.path(""), &server.host(), &[]);
    let head = page.split("\r\n\r\n").next().unwrap_or_default().to_lowercase();
    assert!(head.contains("content-security-policy: default-src 'none'; script-src 'self';"), "{head}");
    assert!(!head.contains("script-src 'self' 'unsafe"), "{head}");
}

#[test]
fn questions_that_are_none_are_answered_with_what_is_wrong() {
    let server = Server::start(&[]);
    for question in ["", "{}", "[1,2", "{\"ask\":\"delete\"}", "{\"ask\":\"run\"}", "\u{0}\u{1}"] {
        let answer = server.ask(question);
        assert!(answer.contains("\"end\":\"failed\""), "{question}: {answer}");
    }
}

#[test]
fn files_are_those_of_the_command_line() {
    let directory = std::env::temp_dir().join(format!("lakmus-explore-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let file = directory.join("mine.litmus");
    std::fs::write(&file, SB).expect("a file");
    let server = Server::start(&[file.to_str().expect("a name")]);
    let start = server.get(&server.path("start"), &server.host(), &[]);
    assert!(start.contains("\"name\":\"mine.litmus\""), "{}", &start[..300]);
    assert_eq!(client::ends_with(&["/no/such.litmus"]), Some(2));
    assert_eq!(client::ends_with(&["/etc/passwd"]), Some(2));
    std::fs::remove_dir_all(directory).expect("removed");
}

#[test]
#[cfg(target_os = "linux")]
fn the_browser_is_opened_at_the_page() {
    use std::os::unix::fs::PermissionsExt;
    let directory = std::env::temp_dir().join(format!("lakmus-browser-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let (opener, opened) = (directory.join("xdg-open"), directory.join("opened"));
    // Whole at once: the name is there when the address is.
    let script = "#!/bin/sh\nprintf %s \"$1\" > \"$0.new\" && mv \"$0.new\" \"${0%/*}/opened\"\n";
    std::fs::write(&opener, script).expect("a script");
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).expect("a program");
    let server = Server::opening(&directory);
    let begin = std::time::Instant::now();
    while !opened.is_file() {
        assert!(begin.elapsed() < Duration::from_secs(60), "no browser was opened");
        std::thread::yield_now();
    }
    let address = std::fs::read_to_string(&opened).expect("an address");
    assert_eq!(address, format!("{}{}", server.origin(), server.path("")));
    std::fs::remove_dir_all(directory).expect("removed");
}

#[test]
fn ctrl_c_ends_it() {
    let mut server = Server::start(&[]);
    assert_eq!(server.interrupt(Duration::from_secs(20)), Some(0));
}
