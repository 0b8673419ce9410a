use litmus::{Hierarchy, Language, Spelling, Table};
use source::Sources;

use super::{Annotations, Lisa};

/// Reads `once` and `acquire`, writes `once` or nothing, fences of two annotations, and branches without.
fn annotations() -> Annotations {
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
    let (read, write, fence) =
        ([words(&["acquire", "once"])], [words(&["once"])], [words(&["mb", "wmb"]), words(&["cta", "gpu"])]);
    let rules: [(&str, &[Vec<String>]); 5] = [("R", &read), ("W", &write), ("W", &[]), ("F", &fence), ("RMW", &write)];
    Annotations::new(rules, [("R", &[words(&["once"])][..])]).expect("few words")
}

/// The instructions of one thread, printed, or what is wrong.
fn read(body: &str, language: &dyn Language) -> Result<Vec<String>, String> {
    let rows: String = body.lines().map(|line| format!(" {line} ;\n")).collect();
    let text = format!("LISA T\n{{}}\n P0 ;\n{rows}exists (0:r0=0)\n");
    let mut sources = Sources::new();
    let id = sources.add("T.litmus", text.as_str());
    let (test, found) = litmus::parse(&sources, id, "T");
    let test = test.filter(|_| found.is_empty()).unwrap_or_else(|| panic!("{found:?}"));
    let reported = |found: Vec<source::Diagnostic>| {
        let line = |found: &source::Diagnostic| {
            let place = found.span().map(|span| sources.snippet(span)).unwrap_or_default();
            let help: String = found.help.iter().map(|help| format!(" ({help})")).collect();
            format!("`{place}`: {}{help}", found.message)
        };
        found.iter().map(line).collect::<Vec<_>>().join("; ")
    };
    let code = test.read_code(language, &text).map_err(reported)?;
    litmus::lower(&test, language, &*code).map_err(reported)?;
    let cells = code.cells(Spelling::Printed, &|label, out| out.push_str(label));
    Ok(cells[0].iter().map(str::to_owned).collect())
}

#[test]
fn instructions_are_printed_as_they_were_read() {
    let body = "r[acquire] r1 x\nw[once] x+r1 -5\nw[] r2+8 r1\nf[mb,gpu]\nrmw[once] r0 (add r0 1) x\nrmw[once] r0 7 r3\n\
                b[] r0 L\nb[] L\nmov r3 (and r1 0)\nmov %t x\nmov r4 (neq r3 r1)\nL:";
    let printed = read(body, &Table(Lisa::new(annotations(), Hierarchy::default()))).expect("a test");
    assert_eq!(printed, body.lines().collect::<Vec<_>>());
}

#[test]
fn other_spellings_are_read() {
    let printed =
        read("r r1 x\nmov r1 ( ne r2 0x10 )\nb L\nL:", &Table(Lisa::new(annotations(), Hierarchy::default())))
            .expect("a test");
    assert_eq!(printed, ["r[once] r1 x", "mov r1 (neq r2 16)", "b[] L", "L:"]);
}

#[test]
fn annotations_are_tags_of_their_names() {
    let names: Vec<String> = Lisa::new(annotations(), Hierarchy::default()).annotations.expect("given").tags().to_vec();
    assert_eq!(names, ["X", "RMW", "Ftotal", "Acquire", "Once", "Mb", "Wmb", "Cta", "Gpu"]);
}

#[test]
fn what_bell_does_not_declare_is_refused() {
    let language = Table(Lisa::new(annotations(), Hierarchy::default()));
    let wrong = |body: &str| read(body, &language).expect_err(body);
    let declared = "it declares R[{acquire,once}]";
    assert_eq!(
        wrong("r[release] r1 x"),
        format!("`[release]`: the bell file does not allow a read with the annotations [release] ({declared})")
    );
    assert_eq!(
        wrong("r[once,once] r1 x"),
        format!("`[once,once]`: the bell file does not allow a read with the annotations [once,once] ({declared})")
    );
    assert!(wrong("f[mb] ").contains("F[{mb,wmb},{cta,gpu}]"));
    assert!(wrong("f[gpu,mb]").contains("F[{mb,wmb},{cta,gpu}]"));
    assert!(wrong("b[once] L\nL:").contains("it declares none for B"));
    let plain = read("r[once] r1 x", &Table(Lisa::PLAIN)).expect_err("annotated");
    assert_eq!(plain, "`[once]`: no bell file says what [once] means (name one with `--bell`)");
    assert_eq!(read("r[] r1 x", &Table(Lisa::PLAIN)).expect("bare"), ["r[] r1 x"]);
}

#[test]
fn mistakes_have_their_places() {
    let wrong = |body: &str| read(body, &Table(Lisa::PLAIN)).expect_err(body);
    for (body, place) in [
        ("ld r1 x", "`ld`: `ld` is no instruction of LISA"),
        ("w[] x", "must stand here"),
        ("w[] x y", "a register must stand here"),
        ("r[] x r1", "a register must stand here"),
        ("r[] r128 x", "`r128`: there is no register `r128`: they are `r0` to `r127`"),
        ("mov r1 (sub r1 1)", "`sub`: `sub` is no operator"),
        ("mov r1 (add r1 1", "`)` must stand here"),
        ("mov r1 99999999999999999999", "is no number of 64 bits"),
        ("f[] {L1} {L2}", "not supported: fences between sets of labels"),
        ("call[rcu_read_lock]", "no bell file says"),
        ("b[] r1 M", "no label `M`"),
        ("r[] r1 x x", "does not belong"),
    ] {
        let found = wrong(body);
        assert!(found.contains(place), "{body}: {found}");
    }
}

#[test]
fn every_form_is_an_instruction() {
    for form in super::parse::forms() {
        let text =
            format!("{}{} {}", form.mnemonic, if form.operands.starts_with('[') { "" } else { " " }, form.operands);
        // `call[sync]` is a fence of a bell file.
        if form.mnemonic != "call" {
            read(&format!("{text}\nL0:"), &Table(Lisa::PLAIN)).unwrap_or_else(|found| panic!("{text}: {found}"));
        }
    }
}
