//! Questions about litmus tests.

use std::sync::atomic::AtomicBool;

use lakmus_ide::{
    CompletionKind, Document, LensKind, ShippedOnly, TokenKind, completion, definition, diagnostics, hover, lenses,
    outcomes, references, rename, symbols, tokens, why,
};

use crate::common::find;

const TEST: &str = r#"AArch64 MP+dmb+addr
"a message is passed"
{ 0:X1=x; 0:X3=y; 1:X1=y; int x=0; 1:X3=x; }
 P0          | P1                  ;
 MOV W0,#1   | LDR W0,[X1]         ;
 STR W0,[X1] | EOR W2,W0,W0        ;
 DMB SY      | LDR W4,[X3,W2,SXTW] ;
 STR W0,[X3] | CBNZ W4,L0          ;
             | L0:                 ;
exists (1:X0=1 /\ 1:X4=0)
"#;

fn test() -> Document<'static> {
    Document::test("MP+dmb+addr.litmus", TEST)
}

fn hover_at(needle: &str, skipped: usize) -> String {
    hover(&test(), &ShippedOnly, find(TEST, needle, skipped)).expect("something stands there").markdown
}

#[test]
fn instructions_say_what_they_do() {
    let store = hover_at("STR W0,[X1]", 0);
    assert!(store.contains("reads register `X0[31:0]`") && store.contains("writes memory at [X1]"), "{store}");
    let barrier = hover_at("DMB SY", 0);
    assert!(
        barrier.contains("is a fence, tagged `DMB.SY`") && barrier.contains("orders all accesses before it"),
        "{barrier}"
    );
    let branch = hover_at("CBNZ", 0);
    assert!(branch.contains("goes on at P1, instruction"), "{branch}");
}

#[test]
fn names_say_what_they_are() {
    let register = hover_at("X1=x", 0);
    assert!(
        register.contains("`X1`: register of P0, 64 bits") && register.contains("the address of `x`"),
        "{register}"
    );
    let location = hover_at("x=0", 0);
    assert!(location.contains("of type `int`") && location.contains("its address is in `0:X1`, `1:X3`"), "{location}");
    assert!(hover_at("exists", 0).contains("some execution that the model allows"));
    assert!(hover_at("AArch64", 0).contains("runs under `aarch64`"));
    assert!(hover_at("L0:", 0).contains("label before instruction"));
}

#[test]
fn colours_follow_meanings() {
    let kinds: Vec<(String, TokenKind)> =
        tokens(&test(), &ShippedOnly).into_iter().map(|token| (TEST[token.range].to_owned(), token.kind)).collect();
    let of = |text: &str| kinds.iter().find(|(known, _)| known == text).map(|(_, kind)| *kind);
    for (text, kind) in [
        ("AArch64", TokenKind::Architecture),
        ("MP+dmb+addr", TokenKind::Title),
        ("x", TokenKind::Location),
        ("int", TokenKind::Type),
        ("X1", TokenKind::Register),
        ("P1", TokenKind::Thread),
        ("MOV", TokenKind::Mnemonic),
        ("W0", TokenKind::Register),
        ("#1", TokenKind::Number),
        ("SXTW", TokenKind::Modifier),
        ("L0", TokenKind::Label),
        ("exists", TokenKind::Keyword),
        ("/\\", TokenKind::Operator),
        ("\"a message is passed\"", TokenKind::String),
    ] {
        assert_eq!(of(text), Some(kind), "{text}");
    }
}

#[test]
fn names_are_found_and_renamed() {
    assert_eq!(definition(&test(), &ShippedOnly, find(TEST, "L0 ", 0))[0].range.start, find(TEST, "L0:", 0));
    // `W0` is a part of `X0`.
    let of_register = references(&test(), &ShippedOnly, find(TEST, "1:X0", 0) + 2);
    let texts: Vec<&str> = of_register.iter().map(|place| &TEST[place.range.clone()]).collect();
    assert_eq!(texts, ["W0", "W0", "W0", "X0"]);
    let edits = rename(&test(), &ShippedOnly, find(TEST, "int x", 0) + 4, "flag").expect("a location");
    assert_eq!(edits.len(), 3);
    let refused =
        |needle: &str, name: &str| rename(&test(), &ShippedOnly, find(TEST, needle, 0), name).expect_err("refused");
    assert!(refused("X1=x", "X9").contains("their machine"));
    assert!(refused("x=0", "y").contains("has a meaning here already"));
    assert!(refused("x=0", "X7").contains("has a meaning here already"));
}

fn proposed(text: &str) -> Vec<(String, CompletionKind)> {
    let at = text.find('^').expect("a place");
    let text = text.replace('^', "");
    let found = completion(&Document::test("t.litmus", &text), &ShippedOnly, at);
    found.matching(&text).map(|found| (found.label.clone(), found.kind)).collect()
}

#[test]
fn what_may_be_written_is_proposed() {
    let has = |text: &str, label: &str, kind: CompletionKind| {
        let found = proposed(text);
        assert!(found.contains(&(label.to_owned(), kind)), "{text}: {found:?}");
    };
    has("AA^", "AArch64", CompletionKind::Architecture);
    has("AArch64 T\n{ 0:X1=x; }\n P0 ;\n LD^ ;\nexists (x=1)\n", "LDAR", CompletionKind::Instruction);
    has("AArch64 T\n{ 0:X1=x; }\n P0 ;\n LDR W0,[X^] ;\nexists (x=1)\n", "X1", CompletionKind::Register);
    has("X86_64 T\n{ x=0; }\n P0 ;\n movl (x),%e^ ;\nexists (x=1)\n", "%eax", CompletionKind::Register);
    has("AArch64 T\n{ 0:X1=x; }\n P0 ;\n LDR W0,[X1] ;\nexists (0:X^)\n", "X0", CompletionKind::Register);
    has("AArch64 T\n{ 0:X1=x; }\n P0 ;\n LDR W0,[X1] ;\nexists (^)\n", "x", CompletionKind::Location);
    has("AArch64 T\n{ 0:X1=x; }\n P0 ;\n LDR W0,[X1] ;\nex^\n", "exists", CompletionKind::Keyword);
    has(
        "C T\n{ }\nP0(atomic_int *x) { atomic_st^ }\nexists (x=1)\n",
        "atomic_store_explicit",
        CompletionKind::Function,
    );
    has("C T\n{ }\nP0(atomic_int *x) { WRITE_ONCE(*x,1); smp_m^ }\nexists (x=1)\n", "smp_mb", CompletionKind::Function);
    has(
        "BPF T\n{ 0:r1=x; }\n P0 ;\n r^ ;\nexists (x=1)\n",
        "r1 = load_acquire((u32 *)(r2 + 0))",
        CompletionKind::Instruction,
    );
    let loads =
        completion(&Document::test("t.litmus", "AArch64 T\n{ }\n P0 ;\n LDR ;\nexists (x=1)\n"), &ShippedOnly, 23);
    let load = loads.all.iter().find(|found| found.label == "LDR").expect("an instruction");
    assert!(load.detail.contains("Wn, [Xn"), "{}", load.detail);
}

#[test]
fn mistakes_are_those_of_the_command() {
    let text = TEST.replace("EOR", "EOX").replace("1:X4", "1:Q4");
    let found = diagnostics(&Document::test("t.litmus", &text), &ShippedOnly);
    let codes: Vec<(&str, &str)> = found.iter().map(|found| (found.code, &text[found.range.clone()])).collect();
    assert_eq!(codes[0], ("unknown-instruction", "EOX"));
    assert!(found[0].help[0].contains("did you mean"), "{:?}", found[0].help);
    assert_eq!(diagnostics(&test(), &ShippedOnly), []);
}

#[test]
fn what_is_right_is_explained_beside_what_is_wrong() {
    let text = TEST.replace("EOR W2,W0,W0", "EOX W2,W0,W0");
    let store = hover(&Document::test("t.litmus", &text), &ShippedOnly, find(&text, "STR", 0)).expect("an instruction");
    assert!(store.markdown.contains("writes memory"), "{}", store.markdown);
}

#[test]
fn lenses_run() {
    let shown = lenses(&test());
    assert_eq!(
        shown.iter().map(|lens| (lens.kind, lens.model)).collect::<Vec<_>>(),
        [(LensKind::Outcomes, "aarch64"), (LensKind::Why, "aarch64")]
    );
    assert!(TEST[shown[0].range.clone()].starts_with("exists"));
    let flag = AtomicBool::new(false);
    let found = outcomes(&test(), None, &flag).expect("a result");
    assert_eq!((found.observation, found.states.len(), found.model.as_str()), ("Never", 3, "aarch64"));
    assert!(found.log.contains("Observation MP+dmb+addr Never"));
    let reason = why(&test(), None, &flag).expect("an explanation");
    assert_eq!(reason.is_allowed, Some(false));
    assert!(reason.words.contains("-addr->"), "{}", reason.words);
    assert!(reason.pictures.is_some_and(|pictures| pictures.svg.contains("<svg")));
    assert_eq!(why(&test(), Some("minimal"), &flag).expect("an execution").is_allowed, Some(true));
}

#[test]
fn the_outline_has_the_sections() {
    let names: Vec<String> = symbols(&test()).into_iter().map(|symbol| symbol.name).collect();
    assert_eq!(names, ["initial state", "P0", "P1", "L0", "exists (1:X0=1 /\\ 1:X4=0)"]);
}
