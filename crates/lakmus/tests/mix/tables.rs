//! Mixes of mapping tables, which need no compiler: what fits together, what does not, and how bugs are shown.

use libtest_mimic::{Failed, Trial};

use crate::{CLEAN, expect, lakmus, mix};

/// *Mix Testing*, section 5.3: the proposal alone is sound, and so is what is in use; together they are not.
fn the_jvm_proposal() -> Result<(), Failed> {
    let (text, status) = mix(&["--table", "aarch64-jvm-ldapr"], &["SB"]);
    expect(status == 0, &text)?;
    let (text, status) = mix(&["--table", "aarch64-abi"], &["SB"]);
    expect(status == 0, &text)?;
    let (text, status) = mix(&["--table", "aarch64-jvm-ldapr", "--table", "aarch64-abi"], &["SB"]);
    expect(status == 1 && text.contains("outcome 0:r0=0; 1:r0=0;"), &text)?;
    expect(text.contains("LDAPR") && text.contains("gone when"), &text)?;
    // With the barrier behind stores that Windows has, the proposal's loads are sound.
    let (text, status) = mix(&["--table", "aarch64-jvm-ldapr", "--table", "aarch64-msvc"], &["SB"]);
    // The loads of that table are the baseline's, its stores the proposal's.
    expect(status == 0, &text)
}

fn tables_agree() -> Result<(), Failed> {
    let tables = [
        "--table",
        "aarch64-abi",
        "--table",
        "aarch64-abi-lse",
        "--table",
        "aarch64-abi-rcpc",
        "--table",
        "aarch64-msvc",
    ];
    let (text, status) = mix(&tables, &CLEAN);
    expect(status == 0, &text)?;
    let groups: [&[&str]; 9] = [
        &["x86_64-abi", "x86_64-abi-mfence"],
        &["armv7-abi", "armv8-a32-abi"],
        &["power-leading-sync"],
        &["mips-sync"],
        &["loongarch-gcc", "loongarch-llvm"],
        &["s390x-gcc"],
        &["riscv-a6c", "riscv-a6s"],
        &["riscv-a6s", "riscv-a7"],
        &["riscv-a6c", "riscv-ztso"],
    ];
    for tables in groups {
        let options: Vec<&str> = tables.iter().flat_map(|table| ["--table", table]).collect();
        let (text, status) = mix(&options, &CLEAN);
        expect(status == 0, &text)?;
    }
    Ok(())
}

/// No other simulator has these models: what compilers make of C11, in all shapes of four relaxations with all orders, ends in nothing that C11 forbids.
fn models_without_a_reference_fit_to_c11() -> Result<(), Failed> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let generated = |pool: &str, mode: &str, name: &str| {
        let path = folder.path().join(name).display().to_string();
        let options = [
            "gen",
            "all",
            "--arch",
            "C",
            "--edges",
            pool,
            "--mode",
            mode,
            "--size",
            "4",
            "--threads",
            "3",
            "-o",
            &path,
        ];
        let count = lakmus(&options).status.success().then(|| std::fs::read_dir(&path).map_or(0, Iterator::count));
        (path, count.unwrap_or(0))
    };
    let (shapes, count) = generated("classic acquire-release fences", "default", "shapes");
    expect(count > 1000, &format!("{count} shapes"))?;
    let (coherence, count) = generated("classic acquire-release internal", "uni", "coherence");
    expect(count > 200, &format!("{count} tests of coherence"))?;
    let mixed = |options: &[&str]| {
        let output = lakmus(&[&["mix", "run"][..], options, &[&shapes, &coherence]].concat());
        (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
    };
    for options in [
        &["--table", "loongarch-gcc"][..],
        &["--table", "loongarch-gcc", "--table", "loongarch-llvm", "--model", "loongarch-ld-seq-sa"],
        &["--table", "s390x-gcc"],
    ] {
        let (text, status) = mixed(options);
        expect(status != Some(1) && text.contains("0 bugs in 0 tests"), &format!("{options:?}: {text}"))?;
    }
    // Relaxed loads without dbar 0x700, where reads of one location may swap: of all tests, it shows in those of coherence alone.
    let (text, status) = mixed(&["--table", "loongarch-llvm"]);
    let bugs: Vec<&str> = text.lines().filter(|line| line.starts_with("Bug ")).collect();
    let is_of_reads = bugs.iter().all(|line| line.contains("+posrlxrlx"));
    expect(status == Some(1) && !bugs.is_empty() && is_of_reads, &bugs.join("\n"))
}

/// Mappings that are sound alone and not together, and the table that takes the outcome away.
fn tables_disagree() -> Result<(), Failed> {
    let pairs = [
        // LLVM 65541, and GCC 111416 for 64 bits.
        ("armv7-llvm", "armv8-a32-abi", "SB", "gone when P0_1, P1_1 are as armv7-abi has it"),
        ("armv7-llvm", "armv8-a32-abi", "SB64", "gone when P0_1, P1_1 are as armv7-abi has it"),
        ("power-leading-sync", "power-trailing-sync", "SB", " as power-leading-sync has it"),
        // The psABI's note 3.
        ("riscv-a6c", "riscv-a7", "SB", "gone when"),
    ];
    for (one, other, test, fix) in pairs {
        for alone in [one, other] {
            let (text, status) = mix(&["--table", alone], &[test]);
            expect(status == 0, &text)?;
        }
        let (text, status) = mix(&["--table", one, "--table", other], &[test]);
        expect(status == 1 && text.contains("outcome 0:r0=0; 1:r0=0;") && text.contains(fix), &text)?;
    }
    Ok(())
}

fn load_buffering_is_a_verdict_of_its_own() -> Result<(), Failed> {
    let (text, status) = mix(&["--table", "aarch64-abi"], &["LBrlx"]);
    expect(status == 0 && text.contains("1 differences by load buffering alone"), &text)?;
    let (text, status) = mix(&["--table", "aarch64-abi", "--source-model", "rc11"], &["LBrlx"]);
    expect(status == 1 && text.contains("outcome 0:r0=1; 1:r0=1;"), &text)
}

/// The two executions of a bug, in words and beside each other in one picture, and the files that are asked for.
fn a_bug_is_shown() -> Result<(), Failed> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().display().to_string();
    let tables = ["--table", "aarch64-jvm-ldapr", "--table", "aarch64-abi"];
    let options = [&tables[..], &["--explain", "--svg", &path, "--write-litmus", &path]].concat();
    let (text, status) = mix(&options, &["SB"]);
    expect(status == 1 && text.contains("Execution of the code:\n    Allowed: 0:X21=0; 1:X21=0;"), &text)?;
    expect(text.contains("Execution of the source:\n    Forbidden: 0:r0=0; 1:r0=0;"), &text)?;
    expect(text.contains("LDAPR W10,[X0] │") && text.contains("The check `sc` fails"), &text)?;
    let read =
        |name: &str| std::fs::read_to_string(folder.path().join(name)).map_err(|error| format!("{name}: {error}"));
    let picture = read("SB.aarch64.0.svg")?;
    for part in ["P0 (code)", "P1 (code)", "P0 (source)", "P1 (source)", "STLR W8,[X0]", "W(SC,A)x=1"] {
        expect(picture.contains(part), &format!("no `{part}` in {picture}"))?;
    }
    // What is written is the test that shows it.
    read("SB.aarch64.1.litmus")?;
    let written = folder.path().join("SB.aarch64.0.litmus").display().to_string();
    let text = String::from_utf8_lossy(&lakmus(&["run", &written]).stdout).into_owned();
    expect(text.contains("Observation SB Sometimes"), &text)
}

/// A smaller test with the bug: a thread and statements that it does not need are gone, and the text that is given is a test with the same verdict.
fn a_bug_is_made_smaller() -> Result<(), Failed> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let text = "C big\n{}\nP0(atomic_int *x, atomic_int *y, atomic_int *z) {\n  atomic_store_explicit(x, 1, memory_order_seq_cst);\n  \
        int r1 = atomic_load_explicit(z, memory_order_acquire);\n  int r0 = atomic_load_explicit(y, memory_order_seq_cst);\n}\n\
        P1(atomic_int *z) {\n  atomic_store_explicit(z, 1, memory_order_release);\n}\n\
        P2(atomic_int *x, atomic_int *y) {\n  atomic_store_explicit(y, 1, memory_order_seq_cst);\n  \
        int r0 = atomic_load_explicit(x, memory_order_seq_cst);\n}\nexists (0:r0=0 /\\ 0:r1=1 /\\ 2:r0=0)\n";
    let big = folder.path().join("big.litmus");
    std::fs::write(&big, text).map_err(|error| error.to_string())?;
    let tables = ["--table", "aarch64-jvm-ldapr", "--table", "aarch64-abi"];
    let run = |file: &str, options: &[&str]| {
        let output = lakmus(&[&["mix", "run"][..], &tables, options, &[file]].concat());
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let found = run(&big.display().to_string(), &["--minimise", "--format", "json"]);
    let found: serde_json::Value = serde_json::from_str(&found).map_err(|error| format!("{error}: {found}"))?;
    let smallest = found["tests"][0]["smallest"].as_str().unwrap_or_default();
    let is_small = !smallest.contains("P2") && smallest.matches("explicit").count() == 4 && !smallest.contains("*z)");
    expect(is_small && smallest.contains("exists (0:r0=0 /\\ 1:r0=0)"), smallest)?;
    let small = folder.path().join("small.litmus");
    std::fs::write(&small, smallest).map_err(|error| error.to_string())?;
    let text = run(&small.display().to_string(), &[]);
    expect(text.contains("outcome 0:r0=0; 1:r0=0;"), &text)
}

fn mistakes_are_reported() -> Result<(), Failed> {
    let (text, status) = mix(&["--table", "aarch64-abj"], &["SB"]);
    expect(status == 2 && text.contains("did you mean `aarch64-abi`?"), &text)?;
    let (text, status) = mix(&["--profile", "none=/nowhere/cc --target=aarch64-linux-gnu"], &["SB"]);
    expect(status == 3 && text.contains("cannot run `/nowhere/cc`"), &text)?;
    let (text, status) = mix(&["--table", "aarch64-abi"], &["no-such-test"]);
    expect(status == 2 && text.contains("no-such-test"), &text)
}

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("the_jvm_proposal", the_jvm_proposal),
        Trial::test("tables_agree", tables_agree),
        Trial::test("models_without_a_reference_fit_to_c11", models_without_a_reference_fit_to_c11),
        Trial::test("tables_disagree", tables_disagree),
        Trial::test("load_buffering_is_a_verdict_of_its_own", load_buffering_is_a_verdict_of_its_own),
        Trial::test("mistakes_are_reported", mistakes_are_reported),
        Trial::test("a_bug_is_shown", a_bug_is_shown),
        Trial::test("a_bug_is_made_smaller", a_bug_is_made_smaller),
    ]
}
