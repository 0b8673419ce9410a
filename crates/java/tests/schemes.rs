//! Schemes: every method and fence is compiled for every target, and what is compiled is a test there.

use crate::common;

use isa::java::ast::{Fence, METHODS};
use isa::java::{Dialect, read_threads};
use lakmus_java::scheme::{SCHEMES, Scheme, compile};
use sim::{Options, Test};
use source::Sources;

fn scheme(name: &str, change: impl Fn(&str) -> String) -> Scheme {
    let (_, text) = SCHEMES.into_iter().find(|(known, _)| *known == name).expect("ships");
    let mut sources = Sources::new();
    let source = sources.add(name, change(text));
    Scheme::parse(&sources, source).unwrap_or_else(|found| panic!("{found:?}"))
}

/// The final states of a program of one thread or more, compiled.
fn states(scheme: &Scheme, text: &str) -> Vec<String> {
    let mut sources = Sources::new();
    let source = sources.add("test", text);
    let (parsed, _) = litmus::parse(&sources, source, "test");
    let Some(litmus::RawProgram::Text(span)) = parsed.map(|test| test.program) else { panic!("{text}") };
    let threads = read_threads(text, span, Dialect::Java).expect("Java");
    let compiled = compile(scheme, &common::test_of(text), &threads).unwrap_or_else(|found| panic!("{found:?}"));
    let mut sources = Sources::new();
    let source = sources.add("compiled", compiled.text.as_str());
    let test = Test::load(&sources, source, "compiled").unwrap_or_else(|found| panic!("{found:?}\n{}", compiled.text));
    let name = test.language().descriptor().default_model.expect("a default");
    let source = sources.add("model", models::file(models::model(name).expect("ships").file).expect("ships"));
    let model = sim::Model::load(&mut sources, source, None, &mut common::Shipped, test.language(), &|_| false);
    let model = model.unwrap_or_else(|found| panic!("{found:?}"));
    sim::simulate(&test, &model, &Options::default())
        .unwrap_or_else(|error| panic!("{error:?}\n{}", compiled.text))
        .states
}

/// What a call of each method on a location that holds 6 gives.
fn expected(name: &str) -> i32 {
    match name {
        _ if name.contains("CompareAndSet") || name == "compareAndSet" => 1,
        _ => 6,
    }
}

#[test]
fn every_method_computes_what_java_says_on_every_target() {
    for (target, _) in SCHEMES {
        let scheme = scheme(target, str::to_owned);
        for method in METHODS {
            let arguments = ["", "3", "6, 3"][method.arguments()];
            let call = format!("X.{}({arguments});", method.name);
            let call = if method.has_value() { format!("int r1 = {call}") } else { format!("{call} int r1 = 0;") };
            let text = format!("Java t\n{{ x=6; 0:X=x; }}\nThread0 {{ {call} int r2 = X.get(); }}\nexists (0:r1=0)\n");
            let after = match method.name {
                name if name.starts_with("getAndAdd") => 9,
                name if name.contains("BitwiseOr") => 7,
                name if name.contains("BitwiseAnd") => 2,
                name if name.contains("BitwiseXor") => 5,
                name if name.starts_with("get") && !name.starts_with("getAndSet") => 6,
                _ => 3,
            };
            let result = if method.has_value() { expected(method.name) } else { 0 };
            let found = states(&scheme, &text);
            assert_eq!(found.len(), 1, "{target}, {}: {found:?}", method.name);
            let ends = [format!("={result};"), format!("={after};")];
            assert!(ends.iter().all(|end| found[0].contains(end)), "{target}, {}: {found:?}", method.name);
        }
        for fence in Fence::ALL {
            let text = format!(
                "Java t\n{{ x=6; 0:X=x; }}\nThread0 {{ {}(); int r1 = X.get(); }}\nexists (0:r1=6)\n",
                fence.name()
            );
            assert_eq!(states(&scheme, &text).len(), 1, "{target}, {}", fence.name());
        }
    }
}

#[test]
fn every_target_multiplies_with_32_bits() {
    let text = "Java t\n{ x=65537; 0:X=x; }\nThread0 { int r1 = X.get(); int r2 = r1 * r1; int r3 = r2 * 3; }\nexists (0:r1=0)\n";
    for (target, _) in SCHEMES {
        let found = states(&scheme(target, str::to_owned), text);
        // 65537 squared is 2^32 + 2^17 + 1.
        assert!(
            found.len() == 1 && ["=131073;", "=393219;"].iter().all(|end| found[0].contains(end)),
            "{target}: {found:?}"
        );
    }
}

const SB: &str = "Java SB\n{ 0:X=x; 0:Y=y; 1:X=x; 1:Y=y; }
Thread0 { X.setVolatile(1); int r1 = Y.getVolatile(); }
Thread1 { Y.setVolatile(1); int r2 = X.getVolatile(); }
exists (0:r1=0 /\\ 1:r2=0)\n";

#[test]
fn a_scheme_without_the_fence_behind_volatile_stores_is_told_from_one_with_it() {
    assert_eq!(states(&scheme("x86_64", str::to_owned), SB).len(), 3);
    assert_eq!(states(&scheme("x86_64", |text| text.replace("; mfence", "")), SB).len(), 4);
}
