//! Random tests print to text that reads back as the same test, and no text makes the parser panic.

use crate::toy;

use std::borrow::Cow;
use std::collections::HashSet;

use lakmus_litmus::{
    Atom, Claim, Condition, DeclaredType, Entry, Fault, InfoLine, InitItem, Lvalue, Number, Place, Proposition,
    Quantifier, RawProgram, RawThread, Shown, ShownItem, Symbol, Test, Value, Word, parse,
};
use program::Name;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use source::{SourceId, Sources, Span};

/// Everything in a test but its places, so that two can be compared.
fn essence(test: &Test<'_>, text: &str) -> impl PartialEq + std::fmt::Debug + use<> {
    let snippet = |span: Span| text[span.start as usize..span.end as usize].trim().to_owned();
    let thread = |thread: &RawThread| {
        let annotations: Vec<String> = thread.annotations.iter().map(|(name, _)| name.clone()).collect();
        (thread.number, annotations, thread.cells.iter().map(|cell| snippet(*cell)).collect::<Vec<_>>())
    };
    let program = match &test.program {
        RawProgram::Text(span) => (Vec::new(), snippet(*span)),
        RawProgram::Table(threads) => (threads.iter().map(thread).collect(), String::new()),
    };
    let claims = |proposition: &Proposition<Atom>| proposition.map(&mut |atom| atom.claim.clone());
    let header = (
        test.architecture.text.to_string(),
        test.name.text.to_string(),
        test.tex_name.as_deref().map(str::to_owned),
        test.doc.as_deref().map(str::to_owned),
        test.info.iter().map(|line| (line.key.to_string(), line.value.to_string())).collect::<Vec<_>>(),
    );
    let init = |item: &InitItem| (item.place.clone(), item.declared.clone(), item.value.clone());
    (
        header,
        test.init.iter().map(init).collect::<Vec<_>>(),
        (
            program,
            test.handlers.iter().map(thread).collect::<Vec<_>>(),
            test.layout.as_ref().map(|layout| snippet(layout.span)),
        ),
        test.locations.iter().map(|item| item.what.clone()).collect::<Vec<_>>(),
        test.filter.as_ref().map(claims),
        (test.condition.quantifier, claims(&test.condition.proposition)),
        test.kinds.iter().map(|(model, kind)| (model.text.to_string(), *kind)).collect::<Vec<_>>(),
    )
}

fn name() -> impl Strategy<Value = Name> {
    select(vec!["x", "y", "z0", "_a", "p.q", "a-b", "x/y", ".s", "$t", "Long_name", "P"]).prop_map(Name::new)
}

fn number() -> impl Strategy<Value = Number> {
    prop_oneof![
        any::<i64>().prop_map(|value| value.to_string()),
        any::<u128>().prop_map(|value| format!("{value:#x}")),
        (0..9).prop_map(|value| format!("00{value}")),
    ]
    .prop_map(|text| Number::parse(&text).expect("a number"))
}

/// A symbol that may stand for a location.
fn location() -> impl Strategy<Value = Symbol> {
    let tagged = (name(), name()).prop_map(|(name, tag)| Symbol::Tagged { name, tag });
    let bit = (0..2).prop_map(|bit| Box::new(Number::from(bit as i128)));
    let capability = (0..64_u8, name(), bit).prop_map(|(permissions, name, tag)| Symbol::Capability {
        permissions: Box::new(Number::from(i128::from(permissions))),
        name,
        tag,
    });
    let key = select(vec!["da", "db", "ia", "ib"]).prop_map(Name::new);
    let authenticated = (name(), key, number().prop_map(Box::new))
        .prop_map(|(name, key, modifier)| Symbol::Authenticated { name, key, modifier });
    prop_oneof![
        6 => name().prop_map(Symbol::Named),
        1 => tagged,
        1 => capability,
        1 => authenticated,
        1 => name().prop_map(Symbol::Physical),
        1 => (name(), 0..64_u64).prop_map(|(name, offset)| Symbol::TagOf { name, offset }),
        1 => name().prop_map(Symbol::Entry),
        1 => name().prop_map(|label| Symbol::Entry(format!("1:{label}").into())),
        1 => name().prop_map(Symbol::EntryOfEntry),
    ]
}

fn label() -> impl Strategy<Value = Symbol> {
    (0..4_u32, name()).prop_map(|(thread, label)| Symbol::Label { thread, label })
}

fn place() -> impl Strategy<Value = Place> {
    prop_oneof![
        (0..3_u32, name()).prop_map(|(thread, name)| Place::Register { thread, name }),
        (option::of(0..3_u32), name()).prop_map(|(thread, name)| Place::Symbolic { thread, name }),
        location().prop_map(Place::Global),
    ]
}

fn lvalue() -> impl Strategy<Value = Lvalue> {
    prop_oneof![
        3 => place().prop_map(Lvalue::Whole),
        1 => (name(), 0..9_u64).prop_map(|(array, index)| Lvalue::Cell { array, index }),
    ]
}

/// A value that may stand in a cell.
fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => number().prop_map(Value::Number),
        2 => location().prop_map(Value::Address),
        1 => label().prop_map(Value::Address),
        1 => (name(), 0..9_u64).prop_map(|(name, index)| Value::Element { name, index }),
        1 => Just(Value::Raw("1:2".to_owned())),
    ]
}

fn entry() -> impl Strategy<Value = Entry> {
    let output = prop_oneof![name().prop_map(Symbol::Physical), name().prop_map(Symbol::Entry)];
    let fields = proptest::collection::btree_map(name(), select(vec!["0", "1", "yes"]).prop_map(Name::new), 0..3);
    let attributes = proptest::collection::btree_set(name(), 0..3);
    (output, fields, attributes).prop_map(|(output, fields, attributes)| Entry {
        output: Some(output),
        fields,
        attributes,
    })
}

/// A value that a condition may ask for.
fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        6 => scalar(),
        1 => vec(scalar(), 1..4).prop_map(Value::Array),
        1 => option::of(Just("MOV X0,#1".to_owned())).prop_map(Value::Instruction),
        1 => name().prop_map(Value::Tag),
        1 => vec(name(), 1..3).prop_map(Value::Tags),
        1 => entry().prop_map(|entry| Value::Entry(Box::new(entry))),
        1 => entry().prop_map(|entry| Value::AddressRegister(Box::new(entry))),
    ]
}

/// A type and a value that may be given together.
fn typed_value() -> impl Strategy<Value = (DeclaredType, Value)> {
    let declared = prop_oneof![
        3 => Just(DeclaredType::None),
        1 => Just(DeclaredType::AnyPointer),
        1 => name().prop_map(DeclaredType::Plain),
        1 => name().prop_map(DeclaredType::Atomic),
        1 => name().prop_map(DeclaredType::Pointer),
    ];
    let instruction = DeclaredType::Plain("ins_t".into());
    let array =
        |(element, cells): (Name, Vec<Value>)| (DeclaredType::Array(element, cells.len() as u64), Value::Array(cells));
    prop_oneof![
        4 => (declared, scalar()),
        1 => (name(), vec(scalar(), 1..4)).prop_map(array),
        1 => Just((instruction, Value::Instruction(Some("NOP ".to_owned())))),
        1 => entry().prop_map(|entry| (DeclaredType::Plain("pteval_t".into()), Value::Entry(Box::new(entry)))),
        1 => name().prop_map(|tag| (DeclaredType::None, Value::Tag(tag))),
    ]
}

fn fault() -> impl Strategy<Value = Fault> {
    let location = prop_oneof![name().prop_map(Symbol::Named), name().prop_map(Symbol::Entry)];
    let kind = select(vec!["TagCheck", "MMU:Translation", "A:B:C"]).prop_map(Name::new);
    (0..3_u32, option::of(name()), option::of(location), option::of(kind))
        .prop_map(|(thread, label, location, kind)| Fault { thread, label, location, kind })
}

fn claim() -> impl Strategy<Value = Claim> {
    // An array is written without brackets, so its place must read as a location there.
    let value = (lvalue(), value()).prop_map(|(place, value)| Claim::Value(place, value));
    prop_oneof![
        4 => value,
        1 => (place(), place()).prop_map(|(left, right)| Claim::Same(left, right)),
        1 => fault().prop_map(Claim::Fault),
    ]
}

fn proposition() -> impl Strategy<Value = Proposition<Claim>> {
    let leaf = prop_oneof![
        1 => Just(Proposition::True),
        1 => Just(Proposition::False),
        6 => claim().prop_map(Proposition::Atom),
    ];
    leaf.prop_recursive(5, 24, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(Proposition::negated),
            vec(inner.clone(), 2..4).prop_map(Proposition::and),
            vec(inner.clone(), 2..4).prop_map(Proposition::or),
            (inner.clone(), inner).prop_map(|(left, right)| Proposition::Implies(Box::new(left), Box::new(right))),
        ]
    })
}

fn shown() -> impl Strategy<Value = Shown> {
    let declared = prop_oneof![
        3 => Just(DeclaredType::None),
        1 => Just(DeclaredType::AnyPointer),
        1 => name().prop_map(DeclaredType::Plain),
        1 => name().prop_map(DeclaredType::Pointer),
    ];
    prop_oneof![
        4 => (lvalue(), declared).prop_map(|(place, declared)| Shown::Place(place, declared)),
        1 => fault().prop_map(Shown::Fault),
    ]
}

/// The program section: what it is, and the text that its spans point into.
#[derive(Clone, Debug)]
enum Program {
    /// Columns of cells, all of one height; the last column may be a fault handler.
    Table {
        columns: Vec<Vec<String>>,
        handler: bool,
        annotations: Vec<Name>,
        layout: bool,
    },
    Functions,
}

fn program() -> impl Strategy<Value = Program> {
    let cell = select(vec!["", "mov r0,(x)", "L0: jump L0", "LDR W0, [X1]", "fence rw,rw", "a  \n b"]);
    let table = (1..4_usize, 1..5_usize, any::<bool>(), vec(name(), 0..3), any::<bool>()).prop_flat_map(
        move |(width, height, handler, annotations, layout)| {
            vec(vec(cell.clone().prop_map(str::to_owned), height), width).prop_map(move |columns| Program::Table {
                handler: handler && columns.len() > 1,
                columns,
                annotations: annotations.clone(),
                layout,
            })
        },
    );
    prop_oneof![4 => table, 1 => Just(Program::Functions)]
}

type Conditions = (Vec<Shown>, Option<Proposition<Claim>>, Quantifier, Proposition<Claim>, Vec<(Name, Quantifier)>);

fn quantifier() -> impl Strategy<Value = Quantifier> {
    select(vec![Quantifier::Exists, Quantifier::NotExists, Quantifier::Forall])
}

fn conditions() -> impl Strategy<Value = Conditions> {
    let kinds = vec((name(), quantifier()), 0..3);
    (vec(shown(), 0..4), option::of(proposition()), quantifier(), proposition(), kinds)
}

type Header = (String, Option<String>, Option<String>, Vec<(String, String)>);

fn header() -> impl Strategy<Value = Header> {
    let name = select(vec!["SB", "2+2W+mfences", "a/b.c-[d]:e", "x.litmus", "_"]).prop_map(str::to_owned);
    let doc = select(vec!["", "some (* text", "two\nlines {"]).prop_map(str::to_owned);
    let value = select(vec!["", "Rf Fr", "{ x }", "a=b \"c\""]).prop_map(str::to_owned);
    let key = select(vec!["Com", "Orig", "Hash", "a.b-c"]).prop_map(str::to_owned);
    (name, option::of(Just("tex.name".to_owned())), option::of(doc), vec((key, value), 0..4))
}

/// Puts a test together; the text has the pieces that it points into.
fn assemble(
    header: Header,
    init: Vec<(Place, (DeclaredType, Value))>,
    program: Program,
    conditions: Conditions,
) -> (Test<'static>, String) {
    let source = Sources::new().add("empty", "");
    let nowhere = Span::new(source, 0, 0);
    let word = |text: &str| Word { text: text.to_owned().into(), span: nowhere };
    let mut text = String::new();
    let (architecture, threads, handlers, layout) = pieces(&program, source, &mut text);
    let program = match program {
        Program::Functions => RawProgram::Text(Span::new(source, 0, text.len())),
        Program::Table { .. } => RawProgram::Table(threads),
    };
    let mut seen = HashSet::new();
    let init = init.into_iter().filter(|(place, _)| seen.insert(place.clone())).map(|(place, (declared, value))| {
        InitItem { place, declared, value, place_span: nowhere, value_span: nowhere, span: nowhere }
    });
    let atoms = |claims: Proposition<Claim>| {
        claims.map(&mut |claim| Atom { claim: claim.clone(), left: nowhere, right: nowhere })
    };
    let (name, tex_name, doc, info) = header;
    let (locations, filter, quantifier, proposition, kinds) = conditions;
    let info = info.into_iter().map(|(key, value)| InfoLine { key: key.into(), value: value.into(), span: nowhere });
    let test = Test {
        source,
        architecture: word(architecture),
        name: word(&name),
        tex_name: tex_name.map(Cow::Owned),
        doc: doc.map(Cow::Owned),
        info: info.collect(),
        init: init.collect(),
        program,
        handlers,
        // Printing copies the piece of text.
        layout: layout.map(|span| lakmus_litmus::Layout { span, scopes: None, levels: None, regions: None }),
        locations: locations.into_iter().map(|what| ShownItem { what, span: nowhere }).collect(),
        filter: filter.map(atoms),
        condition: Condition { quantifier, proposition: atoms(proposition), span: nowhere },
        further_conditions: Vec::new(),
        kinds: kinds.into_iter().map(|(model, kind)| (word(&model), kind)).collect(),
    };
    (test, text)
}

/// The architecture, threads, fault handlers and layout of a program, whose pieces are written to `text`.
fn pieces(
    program: &Program,
    source: SourceId,
    text: &mut String,
) -> (&'static str, Vec<RawThread>, Vec<RawThread>, Option<Span>) {
    let mut piece = |what: &str| {
        let start = text.len();
        text.push_str(what);
        Span::new(source, start, text.len())
    };
    let Program::Table { columns, handler, annotations, layout } = program else {
        piece("P0(int* x) {\n  int r0 = *x; // forall_x\n}");
        return ("C", Vec::new(), Vec::new(), None);
    };
    let nowhere = Span::new(source, 0, 0);
    let thread = |(number, column): (usize, &Vec<String>)| RawThread {
        number: number as u32,
        heading: nowhere,
        annotations: annotations.iter().map(|name| (name.to_string(), nowhere)).collect(),
        cells: column.iter().map(|cell| piece(cell)).collect(),
    };
    let mut threads: Vec<RawThread> = columns.iter().enumerate().map(thread).collect();
    let mut handlers: Vec<RawThread> = Vec::new();
    if *handler {
        handlers.extend(threads.pop().map(|handler| RawThread { number: 0, ..handler }));
    }
    let layout = layout.then(|| piece("scopes: (system 0 (group 1))"));
    (if layout.is_some() { "LISA" } else { "AArch64" }, threads, handlers, layout)
}

proptest! {
    #[test]
    fn printed_tests_read_back(
        header in header(),
        init in vec((place(), typed_value()), 0..6),
        program in program(),
        conditions in conditions(),
    ) {
        let (test, text) = assemble(header, init, program, conditions);
        let printed = test.print(&text);
        let mut sources = Sources::new();
        let id = sources.add("printed", printed.clone());
        let (again, diagnostics) = parse(&sources, id, "default");
        let errors: Vec<_> = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).collect();
        prop_assert!(errors.is_empty(), "{errors:?} in\n{printed}");
        let again = again.expect("a test without errors");
        let before = format!("{:?}", essence(&test, &text)).replace("a  \\n b", "a b");
        let after = format!("{:?}", essence(&again, &printed));
        prop_assert_eq!(before, after, "in\n{}", printed);
    }

    #[test]
    fn no_text_is_too_bad(pieces in vec(piece(), 0..40)) {
        check_any(&pieces.concat());
        check_any(&format!("X86_64 T\n{{{}", pieces.concat()));
        check_any(&format!("X86_64 T\n{{}} P0 | P1 ; {}", pieces.concat()));
        check_any(&format!("LISA T\n{{}} P0 ; ; exists {}", pieces.concat()));
    }
}

/// A piece of a test, or of something else.
fn piece() -> impl Strategy<Value = String> {
    let known = select(vec![
        "X86_64",
        " ",
        "\n",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ";",
        "|",
        ":",
        "=",
        "/\\",
        "\\/",
        "=>",
        "~",
        "not ",
        "(*",
        "*)",
        "\"",
        "`",
        "instr:\"",
        "label:\"P0:",
        "P0",
        "0:",
        "x",
        "-",
        "0x",
        "17",
        "%a",
        "$1",
        "*",
        "&",
        "exists",
        "forall",
        "locations",
        "filter",
        "with",
        "observed",
        "and",
        "true",
        "fault(",
        "PTE(",
        "pac(",
        "SS(",
        "_Atomic ",
        "int ",
        "scopes:",
        "<<",
        ",",
        "é",
        "\u{1}",
        "𝕏",
    ]);
    prop_oneof![4 => known.prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)]
}

/// Reads a text as far as it goes; every place that is reported must lie in it.
fn check_any(text: &str) {
    let (test, _, sources, diagnostics) = toy::load(text);
    for label in diagnostics.iter().flat_map(|diagnostic| &diagnostic.labels) {
        sources.snippet(label.span);
    }
    if let Some(test) = test {
        test.print(text);
    }
}
