//! What trials found, each by its file in `corpus/trials/mix`, and inputs of the same kinds.

use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};

use crate::{expect, is_there, lakmus, needing, test};

fn file(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../corpus/trials/mix").join(name);
    path.display().to_string()
}

fn run(words: &[&str]) -> (String, i32) {
    let output = lakmus(words);
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (text, output.status.code().unwrap_or(-1))
}

/// A table whose sequentially consistent load is plain, and the JVM's of *Mix Testing*, section 5.3, break the ABI; the one with a barrier behind stores does not.
fn a_table_that_breaks() -> Result<(), Failed> {
    let against = ["--against", "aarch64-abi"];
    for table in [file("abi-check/bad.toml"), "aarch64-jvm-ldapr".to_owned()] {
        let (text, status) = run(&[&["abi", "check", "--table", &table][..], &against].concat());
        expect(status == 1 && text.contains(": break; ") && text.contains("breaks: SB-"), &text)?;
    }
    let list = file("abi-check/jvm.toml");
    let (text, status) = run(&[&["abi", "check", "--profiles", &list][..], &against].concat());
    expect(status == 1 && text.contains("jit: break; "), &text)?;
    let (text, status) = run(&[&["abi", "check", "--table", "aarch64-msvc"][..], &against].concat());
    expect(status == 1 && text.contains("aarch64-msvc: island; ") && !text.contains("breaks"), &text)
}

/// A compare-exchange that fails without a barrier before it, as LLVM 21 has it for Power: nothing else of the pool shows it.
fn a_compare_exchange_that_fails(folder: &Path) -> Result<(), Failed> {
    let table = "name = \"late-sync\"\narchitecture = \"powerpc64le\"\nsource = \"a barrier behind the comparison\"\n\
        otherwise = \"power-leading-sync\"\n\n[[row]]\noperation = \"compare_exchange_strong\"\norder = \"seq_cst\"\nsize = [32]\n\
        code = [\"again:\", \"lwarx {result},0,{object}\", \"cmplw {result},{expected}\", \"bne done\", \"sync\", \
        \"stwcx. {operand},0,{object}\", \"bne again\", \"done:\", \"lwsync\"]\n";
    let path = folder.join("late-sync.toml");
    std::fs::write(&path, table)?;
    let (text, status) =
        run(&["abi", "check", "--table", &path.display().to_string(), "--against", "power-leading-sync"]);
    let breaks: Vec<&str> = text.lines().filter(|line| line.contains("breaks")).collect();
    let is_alone = breaks.len() == 1 && breaks[0].contains("SB+cas-fails-32");
    expect(status == 1 && text.contains("late-sync: break; ") && is_alone, &text)
}

/// What differs in spelling alone is one row, and an operation without an explicit order is one of tables.
fn spellings(folder: &Path) -> Result<(), Failed> {
    let plain = "C plain\n{ x=0; y=0; }\nP0(atomic_int *x, atomic_int *y) { atomic_store(x, 1); int r0 = atomic_load(y); }\n\
        P1(atomic_int *x, atomic_int *y) { atomic_store(y, 1); int r0 = atomic_exchange(x, 2); }\n\
        exists (0:r0=0 /\\ 1:r0=0)\n";
    let path = folder.join("plain.litmus");
    std::fs::write(&path, plain)?;
    let (text, status) = run(&["mix", "run", "--table", "aarch64-abi", &path.display().to_string()]);
    expect(status == 0 && text.contains("0 code gaps"), &text)
}

/// The paper's notation for the initial state: what a parameter points to.
fn the_notation_of_the_paper(folder: &Path) -> Result<(), Failed> {
    let (text, _) = run(&["run", "--model", "rc11", &file("paper-notation/ptrinit4.litmus")]);
    expect(text.contains("1:r0=0;") && text.contains("1:r0=1;") && !text.contains("bad-access"), &text)?;
    let (text, status) = run(&["mix", "run", "--table", "aarch64-abi", &file("paper-notation/fig11.litmus")]);
    expect(status == 0, &text)?;
    let wide = "C wide\n{ *x = 0; *y = 3; }\nP0(_Atomic uint64_t *x) { atomic_store_explicit(x, 1, memory_order_relaxed); }\n\
        P1(_Atomic uint64_t *x, _Atomic uint8_t *y) { uint64_t r0 = atomic_load_explicit(x, memory_order_relaxed); \
        uint8_t r1 = atomic_load_explicit(y, memory_order_relaxed); }\nexists (1:r0=1 /\\ 1:r1=3)\n";
    let path = folder.join("wide.litmus");
    std::fs::write(&path, wide)?;
    let (text, _) = run(&["run", "--model", "rc11", &path.display().to_string()]);
    expect(text.contains("Observation wide Sometimes 1 1"), &text)
}

/// LLVM 101551: an addition of 0 becomes nothing on x86-64.
fn an_idempotent_update_of_x86() -> Result<(), Failed> {
    let profile = "c=clang-14 --target=x86_64-linux-gnu -O3";
    let (text, status) = run(&["mix", "run", "--profile", profile, &file("idempotent/idem_seqlock.litmus")]);
    expect(status == 1 && text.contains("outcome 0:r0=0; 1:r0=0;"), &text)
}

/// gcc's updates that acquire on Power, `stwcx.; bne; isync`, order what comes behind them, and do not without the barrier.
fn an_update_of_power_that_acquires(folder: &Path) -> Result<(), Failed> {
    let profile = "gcc=powerpc64le-linux-gnu-gcc -O2 -mcpu=power9";
    let seqlock = file("idempotent/idem_seqlock.litmus");
    let (text, status) = run(&["mix", "run", "--profile", profile, &seqlock]);
    expect(status == 0 && text.contains("0 code gaps"), &text)?;
    let exchange = "[\"loop:\", \"lwarx {result},0,{object}\", \"stwcx. {operand},0,{object}\", \"bne loop\"BARRIER]";
    let message = "C mp\n{ }\nP0(atomic_int *x, atomic_int *y) { atomic_store_explicit(x, 1, memory_order_relaxed); atomic_store_explicit(y, 1, memory_order_release); }\n\
        P1(atomic_int *x, atomic_int *y) { int r0 = atomic_exchange_explicit(y, 2, memory_order_acquire); int r1 = atomic_load_explicit(x, memory_order_relaxed); }\n\
        exists (1:r0=1 /\\ 1:r1=0)\n";
    let path = folder.join("mp.litmus");
    std::fs::write(&path, message)?;
    for (barrier, expected) in [(", \"isync\"", 0), ("", 1)] {
        let table = format!(
            "name = \"exchange\"\narchitecture = \"powerpc64le\"\notherwise = \"power-leading-sync\"\n\n[[row]]\noperation = \"exchange\"\n\
             order = \"acquire\"\nsize = 32\ncode = {}\n",
            exchange.replace("BARRIER", barrier)
        );
        let list = folder.join("exchange.toml");
        std::fs::write(&list, table)?;
        let (text, status) = run(&["mix", "run", "--table", &list.display().to_string(), &path.display().to_string()]);
        expect(status == expected, &text)?;
    }
    Ok(())
}

/// Operations on parts of words: masks and shifts by the bits of an address.
fn parts_of_words(folder: &Path) -> Result<(), Failed> {
    let profile = "c=clang-14 --target=riscv64-linux-gnu -O3 -march=rv64gc";
    let (text, status) = run(&["mix", "run", "--profile", profile, &file("riscv-subword/c0089_MPz_uint8_t.litmus")]);
    expect(status == 0 && text.contains("0 code gaps"), &text)?;
    // Bytes and halfwords, at the boundaries of their values, with a store that is an alarm where it is not sequentially consistent.
    let sb = "C sb\n{ [x]=255; [y]=255; }\nP0(_Atomic uint8_t *x, _Atomic uint8_t *y) {\n  \
        uint8_t r1 = atomic_fetch_add_explicit(x, 1, memory_order_ORDER);\n  uint8_t r0 = atomic_load_explicit(y, memory_order_seq_cst);\n}\n\
        P1(_Atomic uint8_t *x, _Atomic uint8_t *y) {\n  uint8_t r1 = atomic_exchange_explicit(y, 0, memory_order_seq_cst);\n  \
        uint8_t r0 = atomic_load_explicit(x, memory_order_seq_cst);\n}\nlocations [x; y; 0:r1; 1:r1;]\nexists (0:r0=255 /\\ 1:r0=255)\n";
    for (ctype, top) in [("uint8_t", "255"), ("uint16_t", "65535")] {
        let path = folder.join(format!("{ctype}.litmus"));
        std::fs::write(&path, sb.replace("uint8_t", ctype).replace("255", top).replace("ORDER", "seq_cst"))?;
        let (text, status) = run(&["mix", "run", "--profile", profile, &path.display().to_string()]);
        expect(status == 0 && text.contains("0 code gaps"), &text)?;
    }
    shifts_of_an_address(folder)
}

/// LLVM 22 shifts by the whole address times eight, of which the low bits count.
fn shifts_of_an_address(folder: &Path) -> Result<(), Failed> {
    let table = "name = \"whole-shift\"\narchitecture = \"riscv64\"\notherwise = \"riscv-a6s\"\n\n[[row]]\noperation = \"fetch_and\"\n\
        order = \"acquire\"\nsize = 16\ncode = [\"andi {a},{object},-4\", \"amoor.w.aq {a},zero,({a})\", \"slli {b},{object},3\", \
        \"srlw {result},{a},{b}\", \"slli {result},{result},48\", \"srli {result},{result},48\"]\n";
    let list = folder.join("whole-shift.toml");
    std::fs::write(&list, table)?;
    let test = "C and\n{ [x]=9; }\nP0(_Atomic uint16_t *x) { uint16_t r0 = atomic_fetch_and_explicit(x, 65535, memory_order_acquire); }\n\
        P1(_Atomic uint16_t *x) { atomic_store_explicit(x, 4, memory_order_relaxed); }\nlocations [0:r0; x;]\nexists (true)\n";
    let path = folder.join("and.litmus");
    std::fs::write(&path, test)?;
    let (text, status) = run(&["mix", "run", "--table", &list.display().to_string(), &path.display().to_string()]);
    expect(status == 0 && text.contains("0 code gaps") && !text.contains("no outcome"), &text)
}

/// A load that a compiler narrows, as LLVM 22 does on RISC-V: accesses of mixed sizes are judged, those of atomic additions too.
fn a_narrowed_load(folder: &Path) -> Result<(), Failed> {
    for (code, expected) in [("fence rw,rw", 0), ("fence r,r", 1)] {
        let table = format!(
            "name = \"narrow\"\narchitecture = \"riscv64\"\notherwise = \"riscv-a6s\"\n\n[[row]]\noperation = \"load\"\norder = \"seq_cst\"\n\
             size = 64\ncode = [\"{code}\", \"lw {{result}},0({{object}})\", \"fence r,rw\"]\n"
        );
        let path = folder.join("narrow.toml");
        // A store without a barrier behind it, so that the one before the load counts.
        std::fs::write(&path, table)?;
        let path = path.display().to_string();
        let words = ["mix", "run", "--table", &path, "--table", "riscv-a6c", &file("narrowed-load/gcc111416.litmus")];
        let (text, status) = run(&words);
        expect(status == expected && !text.contains("no outcome"), &text)?;
    }
    Ok(())
}

/// Code of which libatomic selects one of several variants when the program begins: each is code of its own, and the lock that any machine takes is named.
fn variants_of_libatomic() -> Result<(), Failed> {
    let profile = "gcc=x86_64-linux-gnu-gcc -O2";
    let (text, status) = run(&["mix", "run", "--format", "json", "--profile", profile, &test("SB128")]);
    expect(status == 3, &text)?;
    let found: serde_json::Value = serde_json::from_str(&text).map_err(|error| format!("{error}: {text}"))?;
    expect(found["tests"][0]["judged"].as_u64() >= Some(2), &text)?;
    let gaps = found["unsupported_code"].to_string();
    expect(gaps.contains("libatomic's code for any machine: ") && !gaps.contains("libatomic's _i"), &gaps)
}

pub(crate) fn cases() -> Vec<Trial> {
    let in_folder = |work: fn(&Path) -> Result<(), Failed>| move || work(tempfile::tempdir()?.path());
    let mut all = vec![
        Trial::test("trials::a_table_that_breaks", a_table_that_breaks),
        Trial::test("trials::a_compare_exchange_that_fails", in_folder(a_compare_exchange_that_fails)),
        Trial::test("trials::spellings", in_folder(spellings)),
        Trial::test("trials::a_narrowed_load", in_folder(a_narrowed_load)),
        Trial::test("trials::the_notation_of_the_paper", in_folder(the_notation_of_the_paper)),
    ];
    let with_compilers = [
        ("clang-14", Trial::test("trials::an_idempotent_update_of_x86", an_idempotent_update_of_x86)),
        ("clang-14", Trial::test("trials::parts_of_words", in_folder(parts_of_words))),
        (
            "powerpc64le-linux-gnu-gcc",
            Trial::test("trials::an_update_of_power_that_acquires", in_folder(an_update_of_power_that_acquires)),
        ),
        ("x86_64-linux-gnu-gcc", Trial::test("trials::variants_of_libatomic", variants_of_libatomic)),
    ];
    for (compiler, trial) in with_compilers {
        all.extend(needing(is_there(compiler), compiler, vec![trial]));
    }
    all
}
