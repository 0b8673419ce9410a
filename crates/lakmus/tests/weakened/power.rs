//! Tests of Power, where writes reach threads at different times: what the simulator says, and what CBMC says of the transformed program; and parts of the
//! transformation without which CBMC sees what cannot be.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A litmus test.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) model: &'static str,
    text: &'static str,
}

/// A part of the runtime that is left out, and a test that shows it.
pub(crate) struct Mutant {
    pub(crate) name: &'static str,
    pub(crate) model: &'static str,
    /// Which accesses are delayed: what is ordered lies on no cycle that is possible, and is delayed only if every access is.
    pub(crate) delays: &'static str,
    pub(crate) text: &'static str,
    pub(crate) part: &'static str,
    pub(crate) instead: &'static str,
}

const MP: &str = "PPC MP
{ 0:r2=x; 0:r4=y; 1:r2=y; 1:r4=x; }
 P0           | P1           ;
 li r1,1      | lwz r1,0(r2) ;
 stw r1,0(r2) | lwz r3,0(r4) ;
 li r3,1      |              ;
 stw r3,0(r4) |              ;
exists (1:r1=1 /\\ 1:r3=0)
";

const MP_SYNCS: &str = "PPC MP+syncs
{ 0:r2=x; 0:r4=y; 1:r2=y; 1:r4=x; }
 P0           | P1           ;
 li r1,1      | lwz r1,0(r2) ;
 stw r1,0(r2) | sync         ;
 sync         | lwz r3,0(r4) ;
 li r3,1      |              ;
 stw r3,0(r4) |              ;
exists (1:r1=1 /\\ 1:r3=0)
";

const MP_LWSYNC_ADDR: &str = "PPC MP+lwsync+addr
{ 0:r2=x; 0:r4=y; 1:r2=y; 1:r5=x; }
 P0           | P1            ;
 li r1,1      | lwz r1,0(r2)  ;
 stw r1,0(r2) | xor r3,r1,r1  ;
 lwsync       | lwzx r4,r3,r5 ;
 li r3,1      |               ;
 stw r3,0(r4) |               ;
exists (1:r1=1 /\\ 1:r4=0)
";

const LB_CTRLS: &str = "PPC LB+ctrls
{ 0:r2=x; 0:r4=y; 1:r2=y; 1:r4=x; }
 P0           | P1           ;
 lwz r1,0(r2) | lwz r1,0(r2) ;
 cmpw r1,r1   | cmpw r1,r1   ;
 beq LC00     | beq LC01     ;
 LC00:        | LC01:        ;
 li r3,1      | li r3,1      ;
 stw r3,0(r4) | stw r3,0(r4) ;
exists (0:r1=1 /\\ 1:r1=1)
";

const WRC_LWSYNC_ADDR: &str = "PPC WRC+lwsync+addr
{ 0:r2=x; 1:r2=x; 1:r4=y; 2:r2=y; 2:r5=x; }
 P0           | P1           | P2            ;
 li r1,1      | lwz r1,0(r2) | lwz r1,0(r2)  ;
 stw r1,0(r2) | lwsync       | xor r3,r1,r1  ;
              | li r3,1      | lwzx r4,r3,r5 ;
              | stw r3,0(r4) |               ;
exists (1:r1=1 /\\ 2:r1=1 /\\ 2:r4=0)
";

/// `MP+lwsync+addr` is forbidden on Power and allowed in the framework of 2010.
pub(crate) const CASES: &[Case] = &[
    Case { name: "MP", model: "power", text: MP },
    Case { name: "MP+syncs", model: "power", text: MP_SYNCS },
    Case { name: "MP+lwsync+addr", model: "power", text: MP_LWSYNC_ADDR },
    Case { name: "LB+ctrls", model: "power", text: LB_CTRLS },
    Case { name: "WRC+lwsync+addr", model: "power", text: WRC_LWSYNC_ADDR },
    Case { name: "MP", model: "power-2010", text: MP },
    Case { name: "LB+ctrls", model: "power-2010", text: LB_CTRLS },
];

pub(crate) const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "full-fences-pass-nothing-on",
        model: "power",
        delays: "--delays=all",
        text: MP_SYNCS,
        part: "      lk_fp |= lk_pp[entry];\n",
        instead: "",
    },
    Mutant {
        name: "lightweight-fences-pass-nothing-on",
        model: "power",
        delays: "--delays=all",
        text: MP_LWSYNC_ADDR,
        part: "      lk_p |= lk_pp[other];\n",
        instead: "",
    },
    Mutant {
        name: "no-address-dependencies",
        model: "power",
        delays: "--delays=every",
        text: MP_LWSYNC_ADDR,
        part: "lk_ii[at] = depends | data;",
        instead: "lk_ii[at] = 0;",
    },
    Mutant {
        name: "no-control-dependencies",
        model: "power",
        delays: "--delays=every",
        text: LB_CTRLS,
        part: "depends | data | lk_control | lk_addressed",
        instead: "depends | data | lk_addressed",
    },
    Mutant {
        name: "no-cumulativity",
        model: "power",
        delays: "--delays=all",
        text: WRC_LWSYNC_ADDR,
        part: "lk_pp[entry] = lk_p | seen;",
        instead: "lk_pp[entry] = lk_p;",
    },
];

/// What CBMC says of a C program, 0 or 10 as it holds or not.
fn check(program: &Path, cbmc: &Path) -> Result<i32, String> {
    let output = Command::new(cbmc)
        .arg(program)
        .args(["--unwind", "24", "--unwinding-assertions", "--no-standard-checks"])
        .output()
        .map_err(|error| error.to_string())?;
    match output.status.code() {
        Some(status @ (0 | 10)) => Ok(status),
        status => Err(format!("{status:?}: {}", String::from_utf8_lossy(&output.stdout))),
    }
}

fn lakmus(arguments: &[&str]) -> Result<(Option<i32>, String), String> {
    let output = Command::new(env!("CARGO_BIN_EXE_lakmus")).args(arguments).output().map_err(|e| e.to_string())?;
    Ok((output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned()))
}

fn file(name: &str, text: &str) -> Result<PathBuf, String> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).map_err(|error| error.to_string())?;
    Ok(path)
}

fn shown(path: &Path) -> Result<&str, String> {
    path.to_str().ok_or_else(|| format!("{}: no text", path.display()))
}

/// Whether CBMC and the simulator agree on a test.
pub(crate) fn agree(case: &Case, cbmc: &Path) -> Result<(), String> {
    let test = file(&format!("{}-{}.litmus", case.model, case.name), case.text)?;
    let (test, cbmc) = (shown(&test)?, shown(cbmc)?);
    let (_, log) = lakmus(&["run", "--model", case.model, test])?;
    let is_violated = log.contains(" Sometimes ") || log.contains(" Always ");
    if !is_violated && !log.contains(" Never ") {
        return Err(format!("the simulator says nothing: {log}"));
    }
    let (status, printed) = lakmus(&["verify", "--backend", "cbmc", "--cbmc", cbmc, "--model", case.model, test])?;
    match (status, is_violated) {
        (Some(0), false) | (Some(1), true) => Ok(()),
        _ => Err(format!(
            "the simulator: {}, CBMC: {status:?}\n{printed}",
            if is_violated { "violated" } else { "holds" }
        )),
    }
}

/// Whether a test holds, and fails without a part of the transformation.
pub(crate) fn is_seen(mutant: &Mutant, cbmc: &Path) -> Result<(), String> {
    let test = file(&format!("mutant-{}.litmus", mutant.name), mutant.text)?;
    let (_, source) = lakmus(&["litmus2c", shown(&test)?])?;
    let source = file(&format!("mutant-{}.c", mutant.name), &source)?;
    let weaken = ["weaken", "--model", mutant.model, "--for", "cbmc", "--buffer", "2", mutant.delays, shown(&source)?];
    let (_, whole) = lakmus(&weaken)?;
    let count = whole.matches(mutant.part).count();
    if count != 1 {
        return Err(format!("`{}` is there {count} times", mutant.part));
    }
    let without = file(&format!("without-{}.c", mutant.name), &whole.replace(mutant.part, mutant.instead))?;
    let whole = file(&format!("whole-{}.c", mutant.name), &whole)?;
    match (check(&whole, cbmc)?, check(&without, cbmc)?) {
        (0, 10) => Ok(()),
        (whole, without) => Err(format!("whole: {whole}, without the part: {without}")),
    }
}
