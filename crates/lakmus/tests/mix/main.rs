//! Mix testing from the command line: known bugs are found where they are, by tables that ship and by the compilers that are installed, and where
//! there is none nothing is reported.
//!
//! What needs a compiler that is not there does not run, and the test says how many that are.

mod emulator;
mod objects;
mod resume;
mod rows;

use std::path::PathBuf;
use std::process::{Command, Output};

use libtest_mimic::{Arguments, Failed, Trial};

/// The sets that no mapping in use may break.
const CLEAN: [&str; 9] = ["MP", "SB", "LB", "S", "R", "2+2W", "WRC", "IRIW", "ISA2"];

fn test(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/mix/tests").join(format!("{name}.litmus"));
    path.display().to_string()
}

fn lakmus(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_lakmus")).args(arguments).output();
    output.unwrap_or_else(|error| panic!("lakmus cannot be run: {error}"))
}

/// Runs a mix; what it prints, and its exit status.
fn mix(options: &[&str], tests: &[&str]) -> (String, i32) {
    let tests: Vec<String> = tests.iter().map(|name| test(name)).collect();
    let mut arguments = vec!["mix", "run"];
    arguments.extend(options);
    arguments.extend(tests.iter().map(String::as_str));
    let output = lakmus(&arguments);
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (text, output.status.code().unwrap_or(-1))
}

fn expect(condition: bool, text: &str) -> Result<(), Failed> {
    if condition { Ok(()) } else { Err(Failed::from(text.to_owned())) }
}

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
    let groups: [&[&str]; 7] = [
        &["x86_64-abi", "x86_64-abi-mfence"],
        &["armv7-abi", "armv8-a32-abi"],
        &["power-leading-sync"],
        &["mips-sync"],
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
    let options = [&tables[..], &["--show", "--svg", &path, "--litmus", &path]].concat();
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

/// Whether a compiler can be run.
fn is_there(name: &str) -> bool {
    Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// The options of `mix run` for profiles: names and commands.
fn profiles(all: &[(&str, String)]) -> Vec<String> {
    all.iter().flat_map(|(name, command)| ["--profile".to_owned(), format!("{name}={command}")]).collect()
}

/// Runs a mix of some of the profiles.
fn mix_of(all: &[(&str, String)], names: &[&str], tests: &[&str]) -> (String, i32) {
    let chosen: Vec<(&str, String)> = all.iter().filter(|(name, _)| names.contains(name)).cloned().collect();
    let options = profiles(&chosen);
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    mix(&options, tests)
}

/// What a compiler for 32-bit Arm is called with, by machine and instruction set.
fn arm_profiles(compiler: &str) -> Vec<(&'static str, String)> {
    let of = |options: &str| format!("{compiler} -O3 -mfloat-abi=hard {options}");
    vec![
        ("v7", of("-march=armv7-a -mfpu=vfpv3-d16 -marm")),
        ("v7-thumb", of("-march=armv7-a -mfpu=vfpv3-d16 -mthumb")),
        ("v7ve", of("-march=armv7ve -mfpu=vfpv3-d16 -marm")),
        ("v8", of("-march=armv8-a -mfpu=fp-armv8 -marm")),
        ("v8-thumb", of("-march=armv8-a -mfpu=fp-armv8 -mthumb")),
    ]
}

const ARM_CLANG: &str = "clang-14 --target=arm-linux-gnueabihf";
const ARM_GCC: &str = "arm-linux-gnueabihf-gcc";

/// What a bug of Armv7 code beside Armv8 code shows: neither alone has it, together they do, whether A32 or T32, and the mapping with a leading barrier
/// takes it away.
fn behind_version_8(compiler: &str, old: &[&str], test: &str, outcome: &str) -> Result<(), Failed> {
    let all = arm_profiles(compiler);
    for old in old {
        for alone in [&[*old][..], &["v8", "v8-thumb"]] {
            let (text, status) = mix_of(&all, alone, &[test]);
            expect(status == 0, &text)?;
        }
        let (text, status) = mix_of(&all, &[old, "v8"], &[test]);
        expect(status == 1 && text.contains(outcome) && text.contains("on Armv8-A in AArch32 state"), &text)?;
        expect(text.contains("as armv7-abi has it"), &text)?;
    }
    Ok(())
}

/// LLVM 65541: a 32-bit load of Armv7 without a barrier before it, behind a store of Armv8.
fn a_load_of_armv7() -> Result<(), Failed> {
    behind_version_8(ARM_CLANG, &["v7", "v7-thumb"], "SB", "outcome 0:r0=0; 1:r0=0;")
}

/// The same by a compare-exchange that fails.
fn a_failing_compare_exchange_of_armv7() -> Result<(), Failed> {
    behind_version_8(ARM_CLANG, &["v7"], "SBcas", "outcome 0:e=0; 1:e=0;")
}

/// GCC 111416, and the same in LLVM: 64-bit loads.
fn a_wide_load_of_armv7(compiler: &str, old: &[&str]) -> Result<(), Failed> {
    behind_version_8(compiler, old, "SB64", "outcome 0:r0=0; 1:r0=0;")
}

/// GCC has a barrier before loads and compare-exchanges of 32 bits.
fn gcc_of_armv7_and_armv8() -> Result<(), Failed> {
    let tests: Vec<&str> = CLEAN.into_iter().chain(["SBcas"]).collect();
    let (text, status) = mix_of(&arm_profiles(ARM_GCC), &["v7", "v7-thumb", "v8", "v8-thumb"], &tests);
    expect(status == 0, &text)
}

/// Armv7 code of two compilers, and Armv8 code of two compilers.
fn two_compilers_of_arm() -> Result<(), Failed> {
    let both = |name: &str| -> Vec<(&'static str, String)> {
        let of = |compiler: &str, as_name: &'static str| {
            let found = arm_profiles(compiler).into_iter().find(|(known, _)| *known == name);
            (as_name, found.map(|(_, command)| command).unwrap_or_default())
        };
        vec![of(ARM_CLANG, "clang"), of(ARM_GCC, "gcc")]
    };
    for name in ["v7", "v8"] {
        let (text, status) = mix_of(&both(name), &["clang", "gcc"], &CLEAN);
        expect(status == 0, &text)?;
    }
    Ok(())
}

/// A compiler of Debian for another machine and clang for the same give code that fits together; with a mapping that is known not to fit there is an
/// alarm.
fn a_clean_pair(target: &str, options: &str, table: Option<&str>) -> Result<(), Failed> {
    let all = [
        ("gcc", format!("{target}-gcc -O3 {options}")),
        ("clang", format!("clang-14 --target={target} -O3 {options}")),
    ];
    let (text, status) = mix_of(&all, &["gcc", "clang"], &CLEAN);
    expect(status == 0, &text)?;
    let Some(table) = table else { return Ok(()) };
    let mut options = profiles(&all);
    options.extend(["--table".to_owned(), table.to_owned()]);
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let (text, status) = mix(&options, &["SB"]);
    expect(status == 1 && text.contains("outcome 0:r0=0; 1:r0=0;"), &text)
}

/// The fence of gcc for x86-64 is a locked instruction on the stack.
fn a_fence_of_x86() -> Result<(), Failed> {
    let all = [("gcc", "x86_64-linux-gnu-gcc -O3".to_owned())];
    let (text, status) = mix_of(&all, &["gcc"], &["SBfence"]);
    expect(status == 0, &text)?;
    let options = ["--profile", "gcc=x86_64-linux-gnu-gcc -O3", "--table", "x86_64-abi"];
    let (text, status) = mix(&options, &["SBfence"]);
    expect(status == 0 && text.contains("0 code gaps"), &text)
}

/// 32-bit x86: 64 bits by way of the floating-point stack, of vector registers and of compare-exchanges fit together.
fn mixes_of_32_bit_x86(gcc: &str) -> Result<(), Failed> {
    let all = [
        ("gcc", format!("{gcc} -O3 -march=i686")),
        ("gcc-sse2", format!("{gcc} -O3 -march=i686 -msse2")),
        ("clang", "clang-14 --target=i686-linux-gnu -O3 -march=i686".to_owned()),
        ("clang-general", "clang-14 --target=i686-linux-gnu -O3 -march=i686 -mgeneral-regs-only".to_owned()),
    ];
    let names = all.each_ref().map(|(name, _)| *name);
    let (text, status) = mix_of(&all, &names, &[&CLEAN[..], &["SB64", "SBx", "SBcas", "SBfence"]].concat());
    expect(status == 0 && text.contains("4 profiles") && text.contains("0 code gaps"), &text)?;
    // The exchange whose result is not used is a store here too.
    let (text, status) = mix_of(&all, &["clang"], &["MPx"]);
    expect(status == 1 && text.contains("outcome 1:r0=0; [y]=2;"), &text)
}

/// LLVM 64969: without the floating-point stack and vector registers, 64 bits are loaded by a compare-exchange, which writes; a constant is where nothing may be
/// written.
fn a_constant_that_is_written() -> Result<(), Failed> {
    let structure = |options: &str| {
        let profile = format!("c=clang-14 --target=i686-linux-gnu -O3 -march=i686 {options}");
        let output = lakmus(&["mix", "structure", "--profile", &profile]);
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let finding = "constant-load (i686): const atomic objects of 64 bits";
    let text = structure("-mgeneral-regs-only");
    expect(text.contains(finding), &text)?;
    for options in ["", "-msse2"] {
        let text = structure(options);
        expect(!text.contains("constant-load"), &text)?;
    }
    Ok(())
}

/// The pieces as C++ for the host: the exchange without a result is a store here too, and there is code for everything.
fn an_unused_exchange_of_cxx() -> Result<(), Failed> {
    let (text, status) = mix(&["--profile", "cxx=clang++-14 --target=x86_64-linux-gnu -O3"], &["MPx"]);
    expect(status == 1 && text.contains("outcome 1:r0=0; [y]=2;") && text.contains("0 code gaps"), &text)?;
    let both = ["--profile", "cxx=x86_64-linux-gnu-g++ -O3", "--profile", "c=x86_64-linux-gnu-gcc -O3"];
    let (text, status) = mix(&both, &[&CLEAN[..], &["MPx", "SBx", "SBcas", "SB64", "SBfence"]].concat());
    expect(status == 0 && text.contains("0 code gaps"), &text)
}

/// The pieces as Rust, beside C. What is no single atomic operation has no code in Rust, which is reported.
fn rust_beside_c() -> Result<(), Failed> {
    let profiles = ["--profile", "rust=rustc -Copt-level=3", "--profile", "c=gcc -O3"];
    let (text, status) = mix(&profiles, &[&CLEAN[..], &["MPx", "SBx", "SBcas"]].concat());
    expect(status == 0 && text.contains("0 code gaps") && text.contains("2 profiles"), &text)?;
    let (text, status) = mix(&profiles, &["SB128"]);
    expect(status == 3 && text.contains("it cannot be written in Rust"), &text)
}

/// A compiler that can be run, and options for AArch64.
fn clang(name: &str) -> Option<String> {
    is_there(name).then(|| format!("{name} --target=aarch64-linux-gnu -O3"))
}

/// LLVM 68428 in its form of clang 13 to 16: an exchange whose result is not used becomes a store.
fn an_unused_exchange(clang: &str) -> Result<(), Failed> {
    let profile = format!("clang={clang} -march=armv8-a");
    let (text, status) = mix(&["--profile", &profile], &["MPx"]);
    expect(status == 1 && text.contains("outcome 1:r0=0; [y]=2;") && text.contains("stlr"), &text)?;
    expect(text.contains("gone when P1_0 is as aarch64-abi has it"), &text)
}

/// LLVM 81978: a 128-bit load of Armv8.4 without a barrier before it, behind a store of Armv8.
fn a_wide_load(clang: &str) -> Result<(), Failed> {
    let (old, new) = (format!("v8={clang} -march=armv8-a"), format!("v84={clang} -march=armv8.4-a"));
    let (text, status) = mix(&["--profile", &old], &["SB128"]);
    expect(status == 0, &text)?;
    let (text, status) = mix(&["--profile", &old, "--profile", &new], &["SB128"]);
    expect(status == 1 && text.contains("outcome 0:r0=0; 1:r0=0;") && text.contains("ldp"), &text)
}

/// LLVM 62652: the same by one compiler alone, as its exchange is a store-exclusive.
fn a_wide_exchange(clang: &str) -> Result<(), Failed> {
    let profile = format!("v84={clang} -march=armv8.4-a");
    let (text, status) = mix(&["--profile", &profile], &["SBx128"]);
    expect(status == 1 && text.contains("Bug of a single profile") && text.contains("outcome 0:r0=0; 1:r0=0;"), &text)?;
    let (text, status) = mix(&["--profile", &format!("v8={clang} -march=armv8-a")], &["SBx128"]);
    expect(status == 0, &text)
}

/// The sources of a bug, which their compilers take as they are: the function that is to blame has the code that is reported.
fn sources_of_a_bug(clang: &str) -> Result<(), Failed> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().display().to_string();
    let profile = format!("c={clang} -march=armv8-a");
    let (text, status) = mix(&["--profile", &profile, "--sources", &path], &["MPx"]);
    expect(status == 1, &text)?;
    let file = folder.path().join("MPx.aarch64.0.c");
    let text = std::fs::read_to_string(&file).map_err(|error| error.to_string())?;
    expect(text.starts_with("// MPx for AArch64: 1:r0=0; [y]=2; is forbidden.\n// c compiles P0_0,"), &text)?;
    let command = text.lines().find_map(|line| line.strip_prefix("//   ")).unwrap_or_default();
    let mut words = command.split(' ');
    let mut compiler = Command::new(words.next().unwrap_or_default());
    let output = compiler.args(words).args(["-S", "-o", "-"]).arg(&file).output().map_err(|error| error.to_string())?;
    let code = String::from_utf8_lossy(&output.stdout).into_owned();
    let function = code.split("P1_0:").nth(1).and_then(|rest| rest.split("ret").next()).unwrap_or_default();
    expect(output.status.success() && function.contains("stlr"), &code)
}

fn clean_sets(clang: &str) -> Result<(), Failed> {
    let profiles: Vec<String> = ["armv8-a", "armv8.1-a", "armv8.3-a", "armv8.4-a"]
        .iter()
        .map(|machine| format!("{machine}={clang} -march={machine}"))
        .collect();
    let options: Vec<&str> = profiles.iter().flat_map(|profile| ["--profile", profile]).collect();
    let (text, status) = mix(&options, &CLEAN);
    expect(status == 0, &text)
}

/// Options of one compiler with which it writes the same operations differently: a name, a target, and options.
const SPELLINGS: [(&str, &str, [&str; 4]); 5] = [
    ("aarch64", "aarch64-linux-gnu", ["-O0", "-O1", "-O3 -mcpu=cortex-a57", "-O3 -mcpu=neoverse-v1"]),
    (
        "arm",
        "arm-linux-gnueabihf",
        [
            "-O1 -march=armv7-a -marm",
            "-O3 -march=armv7-a -mthumb",
            "-O1 -march=armv8-a -marm",
            "-Os -march=armv8-a -mthumb",
        ],
    ),
    ("powerpc64le", "powerpc64le-linux-gnu", ["-O0", "-O1", "-O3 -mcpu=power8", "-O3 -mcpu=power9"]),
    (
        "riscv64",
        "riscv64-linux-gnu",
        ["-O0 -march=rv64gc", "-O1 -march=rv64gc", "-O3 -march=rv64gc", "-Os -march=rv64g"],
    ),
    ("x86_64", "x86_64-linux-gnu", ["-O0", "-O1", "-O3", "-Os -march=haswell"]),
];

/// Code of one class has the same outcomes: combined tests of other members' code, simulated beside those that are judged.
fn classes_are_sound(profiles: &[(&str, String)]) -> Result<(), Failed> {
    let mut options: Vec<String> = vec!["--check-classes".to_owned()];
    for (number, (_, command)) in profiles.iter().enumerate() {
        options.extend(["--profile".to_owned(), format!("c{number}={command}")]);
    }
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let others = ["MPx", "SBx", "SB64", "LBrlx", "SB128", "SBx128"];
    let tests: Vec<&str> = CLEAN.into_iter().chain(others).collect();
    let (text, status) = mix(&options, &tests);
    let differs = ["code of one class differs", "code that orders more has outcomes"];
    expect(differs.iter().all(|message| !text.contains(message)) && status != 2, &text)
}

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = vec![
        Trial::test("the_jvm_proposal", the_jvm_proposal),
        Trial::test("tables_agree", tables_agree),
        Trial::test("tables_disagree", tables_disagree),
        Trial::test("load_buffering_is_a_verdict_of_its_own", load_buffering_is_a_verdict_of_its_own),
        Trial::test("mistakes_are_reported", mistakes_are_reported),
        Trial::test("a_bug_is_shown", a_bug_is_shown),
        Trial::test("a_bug_is_made_smaller", a_bug_is_made_smaller),
        Trial::test(
            "a_batch_that_is_killed_while_it_judges_goes_on",
            resume::a_batch_that_is_killed_while_it_judges_goes_on,
        ),
    ];
    match clang("clang-14") {
        Some(clang) => {
            let (a, b, c, d, e) = (clang.clone(), clang.clone(), clang.clone(), clang.clone(), clang);
            trials.push(Trial::test("clang-14::an_unused_exchange", move || an_unused_exchange(&a)));
            trials.push(Trial::test("clang-14::a_wide_load", move || a_wide_load(&b)));
            trials.push(Trial::test("clang-14::clean_sets", move || clean_sets(&c)));
            trials.push(Trial::test("clang-14::a_wide_exchange", move || a_wide_exchange(&d)));
            trials.push(Trial::test("clang-14::sources_of_a_bug", move || sources_of_a_bug(&e)));
            for (name, target, options) in SPELLINGS {
                let of = |options: &str| ("c", format!("clang-14 --target={target} {options}"));
                let profiles: Vec<(&str, String)> = options.iter().map(|options| of(options)).collect();
                let name = format!("clang-14::classes_are_sound::{name}");
                trials.push(Trial::test(name, move || classes_are_sound(&profiles)));
            }
        }
        None => eprintln!("{} tests need clang-14 and do not run", 5 + SPELLINGS.len()),
    }
    let [clang, arm] = ["clang-14", ARM_GCC].map(is_there);
    let gcc_32 = ["i686-linux-gnu-gcc", "x86_64-linux-gnu-gcc"].into_iter().find(|name| is_there(name));
    let needing: [(bool, &str, Vec<Trial>); 12] = [
        (
            clang && gcc_32.is_some(),
            "clang-14 and i686-linux-gnu-gcc or x86_64-linux-gnu-gcc",
            vec![Trial::test("two_compilers::of_32_bit_x86", move || match gcc_32 {
                Some("i686-linux-gnu-gcc") => mixes_of_32_bit_x86("i686-linux-gnu-gcc"),
                _ => mixes_of_32_bit_x86("x86_64-linux-gnu-gcc -m32"),
            })],
        ),
        (clang, "clang-14", vec![Trial::test("clang-14::a_constant_that_is_written", a_constant_that_is_written)]),
        (
            resume::is_possible(),
            "cc for x86-64",
            vec![Trial::test("a_batch_that_is_killed_goes_on", resume::a_batch_that_is_killed_goes_on)],
        ),
        (
            is_there("clang++-14") && is_there("x86_64-linux-gnu-g++"),
            "clang++-14 and x86_64-linux-gnu-g++",
            vec![Trial::test("languages::an_unused_exchange_of_cxx", an_unused_exchange_of_cxx)],
        ),
        (
            cfg!(target_arch = "x86_64") && is_there("rustc") && is_there("gcc"),
            "rustc and gcc",
            vec![Trial::test("languages::rust_beside_c", rust_beside_c)],
        ),
        (
            is_there("x86_64-linux-gnu-gcc"),
            "x86_64-linux-gnu-gcc",
            vec![Trial::test("gcc::a_fence_of_x86", a_fence_of_x86)],
        ),
        (
            clang,
            "clang-14",
            vec![
                Trial::test("clang-14::a_load_of_armv7", a_load_of_armv7),
                Trial::test("clang-14::a_failing_compare_exchange_of_armv7", a_failing_compare_exchange_of_armv7),
                Trial::test("clang-14::a_wide_load_of_armv7", || a_wide_load_of_armv7(ARM_CLANG, &["v7", "v7-thumb"])),
            ],
        ),
        (
            arm,
            ARM_GCC,
            vec![
                Trial::test("gcc::a_wide_load_of_armv7", || a_wide_load_of_armv7(ARM_GCC, &["v7", "v7-thumb", "v7ve"])),
                Trial::test("gcc::of_armv7_and_armv8", gcc_of_armv7_and_armv8),
            ],
        ),
        (
            clang && arm,
            "clang-14 and arm-linux-gnueabihf-gcc",
            vec![
                Trial::test("two_compilers_of_arm", two_compilers_of_arm),
                Trial::test("two_compilers::classes_are_sound_on_arm", || {
                    classes_are_sound(&[arm_profiles(ARM_CLANG), arm_profiles(ARM_GCC)].concat())
                }),
            ],
        ),
        (
            clang && is_there("mips64el-linux-gnuabi64-gcc"),
            "clang-14 and mips64el-linux-gnuabi64-gcc",
            vec![Trial::test("a_clean_pair::mips", || {
                a_clean_pair("mips64el-linux-gnuabi64", "-march=mips64r2 -mabi=64", None)
            })],
        ),
        (
            clang && is_there("powerpc64le-linux-gnu-gcc"),
            "clang-14 and powerpc64le-linux-gnu-gcc",
            vec![Trial::test("a_clean_pair::power", || {
                a_clean_pair("powerpc64le-linux-gnu", "-mcpu=power8", Some("power-trailing-sync"))
            })],
        ),
        (
            clang && is_there("riscv64-linux-gnu-gcc"),
            "clang-14 and riscv64-linux-gnu-gcc",
            vec![Trial::test("a_clean_pair::risc_v", || {
                a_clean_pair("riscv64-linux-gnu", "-march=rv64gc -mabi=lp64d", Some("riscv-a7"))
            })],
        ),
    ];
    for (is_there, what, tests) in needing {
        if is_there {
            trials.extend(tests);
        } else {
            eprintln!("{} tests need {what} and do not run", tests.len());
        }
    }
    let hidden: [(&str, [Trial; 2]); 2] = [
        (
            "arm",
            [Trial::test("rows::arm", rows::of_arm), Trial::test("rows::arm_with_64_bits", rows::of_arm_with_64_bits)],
        ),
        (
            "aarch64",
            [
                Trial::test("rows::aarch64", rows::of_aarch64),
                Trial::test("rows::aarch64_with_128_bits", rows::of_aarch64_with_128_bits),
            ],
        ),
    ];
    for (architecture, tests) in hidden {
        if rows::are_there(architecture) {
            trials.extend(tests);
        } else {
            eprintln!("{} tests need clang for {architecture} and do not run", tests.len());
        }
    }
    trials.extend(emulator::cases());
    trials.extend(objects::cases());
    libtest_mimic::run(&arguments, trials).exit();
}
