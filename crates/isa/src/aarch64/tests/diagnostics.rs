//! What is reported of wrong and unsupported instructions.

use source::Diagnostic;

use super::{code, lower, parse};
use crate::aarch64::Pairs;

/// The diagnostic with its place underlined.
fn render(text: &str, diagnostic: &Diagnostic) -> String {
    let mut rendered = format!("{text}\n");
    if let Some(span) = diagnostic.span() {
        let (start, end) = (span.start as usize, span.end as usize);
        rendered.push_str(&format!("{}{}\n", " ".repeat(start), "^".repeat((end - start).max(1))));
    }
    rendered.push_str(&format!("[{}] {}\n", diagnostic.code, diagnostic.message));
    for help in &diagnostic.help {
        rendered.push_str(&format!("help: {help}\n"));
    }
    rendered
}

#[test]
fn wrong_instructions() {
    let texts = [
        "LDXRR W1,[X2]",
        "LDR",
        "LDR W1",
        "LDR W1,[W2]",
        "LDR W1,[XZR]",
        "LDR W1,[X2",
        "LDR W1,[X2,W3]",
        "LDR W1,[X2,X3,ROR #1]",
        "LDRB X1,[X2]",
        "LDRSW W1,[X2]",
        "LDAR W1,[X2,#4]",
        "LDUR W1,[X2,X3]",
        "STXR X1,W2,[X3]",
        "LDP W1,X2,[X3]",
        "LDP W1,W2,[X3,X4]",
        "LDIAPP X1,X2,[X3],#8",
        "LDAP W1,W2,[X3]",
        "CASP X1,X2,X3,X4,[X5]",
        "CASP X2,X4,X6,X7,[X5]",
        "SWPP X1,XZR,[X2]",
        "ADD W1,W2,X3",
        "ADD X1,X2,X3,ROR #1",
        "ADD X1,X2,#4096",
        "ADD X1,X2,#1,LSL #3",
        "AND X1,X2,X3,LSL #64",
        "BIC X1,X2,#1",
        "MOV W1,#0x100000000",
        "MOV X1,W2",
        "MOVZ X1,#65536",
        "MOVZ W1,#1,LSL #32",
        "MOVK X1,#1,LSL #8",
        "LSL W1,W2,#32",
        "UBFX W1,W2,#30,#3",
        "CSEL X1,X2,X3,XX",
        "CSET X1,AL",
        "CCMP X1,#32,#0,EQ",
        "CCMP X1,#1,#16,EQ",
        "TBZ W1,#32,L0",
        "B .+2",
        "CBZ W1,X2",
        "B",
        "DMB",
        "DMB FULL",
        "MRS X1,FPCR",
        "MOV X1,#1 2",
        "ADD X1,X31,#1",
        "LDR Q1,[X2]",
        "MOV X1,V2.4S",
        "ADD X1,X1,:got:x",
        "MOV X1,#99999999999999999999",
        "RET W30",
        "TLBI VAAE1IS,X1",
        "IC IVAU,X1",
        "STG X1,[X2]",
        "UDF #0",
        "SVC #1",
        "PACIA X1,X2",
        "ALIGND C1,C2,#1",
        "LD1 {V0.4S},[X1]",
    ];
    let rendered: Vec<String> = texts
        .iter()
        .map(|text| match parse(text) {
            Ok(instruction) => format!("{text}\nread as {}\n", super::print(&instruction)),
            Err(diagnostic) => render(text, &diagnostic),
        })
        .collect();
    insta::assert_snapshot!(rendered.join("\n"));
}

#[test]
fn wrong_threads() {
    let cells: [&[&str]; 4] = [&["B there"], &["BL __aarch64_cas4_relax"], &["ADR X1,.+4"], &["B .-8"]];
    let rendered: Vec<String> = cells
        .iter()
        .flat_map(|cells| {
            let diagnostics = match code(cells, Pairs::Elements) {
                Ok(_) => lower(cells, Pairs::Elements).err().unwrap_or_default(),
                Err(diagnostics) => diagnostics,
            };
            diagnostics.into_iter().map(|diagnostic| render(&cells.join("\n"), &diagnostic))
        })
        .collect();
    insta::assert_snapshot!(rendered.join("\n"));
}
