//! What decides the answer to a unit: the parts of its identity.

use ::campaign::{ExpectedResult, KindName, UnitOptions};
use identity::{Identity, Parts};
use litmus::RawProgram;
use source::Sources;

/// A test as a plan sees it: without reading its code.
pub(super) struct ReadTest {
    pub(super) name: String,
    /// The name of its language; none where that is not known, and the test will be refused.
    pub(super) language: Option<String>,
    /// The default model of its language.
    pub(super) default_model: Option<&'static str>,
    /// Of its canonical text: as it is printed, without its name, documentation and comments. Two tests that are written in two ways are one.
    pub(super) identity: Identity,
    /// The hash that it says it has.
    hash: Option<String>,
    /// How many instructions it has.
    pub(super) instructions: usize,
    /// Seconds that a unit of it may take, where that is known otherwise than by its instructions.
    pub(super) seconds: Option<f64>,
}

impl ReadTest {
    /// Reads the envelope of a test. One that is none is a test too: it has its text, and will be refused when it is run.
    pub(super) fn of(text: &str, default_name: &str, variants: &[String]) -> ReadTest {
        let mut sources = Sources::new();
        let source = sources.add(default_name, text);
        let (parsed, found) = litmus::parse(&sources, source, default_name);
        let Some(mut test) = parsed.filter(|_| !found.iter().any(source::Diagnostic::is_error)) else {
            return ReadTest {
                name: default_name.to_owned(),
                language: None,
                default_model: None,
                identity: Identity::of_text("unreadable test", text),
                hash: None,
                instructions: 0,
                seconds: None,
            };
        };
        let language = sim::language_of_parsed(&test, variants, text);
        let name = std::mem::take(&mut test.name.text).into_owned();
        (test.tex_name, test.doc) = (None, None);
        test.kinds.clear();
        let hash = test.info.iter().find(|line| line.key.eq_ignore_ascii_case("hash"));
        let hash = hash.map(|line| line.value.to_string());
        // What the generator says about a test.
        let has_meaning = |key: &str| {
            !["com", "orig", "cycle", "relax", "safe", "generator", "prefetch", "hash"]
                .iter()
                .any(|word| key.eq_ignore_ascii_case(word))
        };
        test.info.retain(|line| has_meaning(&line.key));
        let instructions = match &test.program {
            RawProgram::Table(threads) => threads.iter().map(|thread| thread.cells.len()).sum(),
            RawProgram::Text(span) => sources.snippet(*span).matches(';').count(),
        };
        ReadTest {
            name,
            default_model: language.as_ref().and_then(|language| language.descriptor().default_model),
            language: language.map(|language| language.name().to_owned()),
            identity: Identity::of_text("test", &test.print(sources.text(source))),
            hash,
            instructions,
            seconds: None,
        }
    }

    /// Reads the envelope of a Java test. Its text is its identity as it stands: comments may say what is expected.
    pub(super) fn of_java(text: &str, default_name: &str) -> ReadTest {
        ReadTest { identity: Identity::of_text("java test", text), ..ReadTest::of(text, default_name, &[]) }
    }

    /// The test of this name of a source of jcstress.
    pub(super) fn of_jcstress(text: &str, name: &str) -> ReadTest {
        ReadTest {
            name: name.to_owned(),
            language: Some("Java".to_owned()),
            default_model: None,
            identity: Identity::of("jcstress test").part("text", text).part("name", name).finish(),
            hash: None,
            instructions: 0,
            seconds: None,
        }
    }

    /// What is no litmus test, by its identity: a unit of it may take so many seconds.
    pub(super) fn other(name: &str, identity: Identity, seconds: f64) -> ReadTest {
        let (language, default_model, hash) = (None, None, None);
        ReadTest {
            name: name.to_owned(),
            language,
            default_model,
            identity,
            hash,
            instructions: 0,
            seconds: Some(seconds),
        }
    }

    /// The same with another identity, of more than its canonical text, and seconds that a unit of it may take, if these are known.
    pub(super) fn identified(self, identity: Identity, seconds: Option<f64>) -> ReadTest {
        ReadTest { identity, seconds, ..self }
    }

    /// Seconds that a unit of it may take, as long as nothing is known: a test of ten instructions takes a fraction of a millisecond, and each pair more about twice as long.
    pub(super) fn seconds(&self) -> f64 {
        if let Some(seconds) = self.seconds {
            return seconds;
        }
        let more = i32::try_from(self.instructions.saturating_sub(10)).unwrap_or(i32::MAX);
        (0.0003 * 1.4f64.powi(more.min(100))).min(20.0)
    }
}

/// What all units of a campaign have in common.
pub(super) fn common_parts(kind: KindName, options: &UnitOptions) -> Parts {
    let UnitOptions { variants, unroll, goal, arguments, .. } = options;
    let mut variants: Vec<String> = variants.iter().map(|variant| variant.to_lowercase()).collect();
    variants.sort();
    let unroll = unroll.map(|unroll| unroll.to_string());
    let parts = Identity::of(kind.name()).parts("variant", variants).parts("unroll", unroll.as_slice());
    parts.part("goal", goal.name()).parts("argument", arguments)
}

/// That of a test, by its identity, under a model of this text: the identity of the unit, where no result is expected of it.
pub(super) fn asked(common: &Parts, test: Identity, model: &str) -> Parts {
    common.clone().part("test", test.bytes()).part("model", model)
}

/// The identity of the unit of a test and the model of this number and text. What it is compared with is part of it, since that decides whether it is an alarm.
pub(super) fn unit(
    common: &Parts,
    test: &ReadTest,
    number: usize,
    model: &str,
    expected: &[ExpectedResult],
) -> Identity {
    let parts = asked(common, test.identity, model);
    let expected = expected.iter().filter(|expected| expected.models.contains(&number));
    let texts: Vec<&str> = expected.flat_map(|expected| [expected.log.as_str(), &expected.text]).collect();
    match texts.is_empty() {
        true => parts.finish(),
        // (Hashes are compared too.)
        false => parts.parts("expected", texts).parts("hash", test.hash.as_slice()).finish(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: &str = "X86_64 SB \"a doc\"\nOrig=PodWR Fre\n{ x=0; y=0; }\n P0 | P1 ;\n movl $1,(x) | movl $1,(y) ; (* c *)\n movl (y),%eax | movl (x),%eax ;\nexists (0:rax=0)\n";

    #[test]
    fn how_a_test_is_written_does_not_matter_and_what_it_says_does() {
        let of = |text: &str| ReadTest::of(text, "file", &[]);
        let test = of(TEST);
        assert_eq!(
            (test.name.as_str(), test.language.as_deref(), test.default_model),
            ("SB", Some("X86_64"), Some("x86tso"))
        );
        assert_eq!(test.instructions, 4);
        let same = [
            TEST.replace("SB", "Other"),
            TEST.replace(" | ", "|"),
            TEST.replace("(* c *)", ""),
            TEST.replace("Orig=PodWR Fre\n", ""),
        ];
        for text in same {
            assert_eq!(of(&text).identity, test.identity, "{text}");
        }
        for text in [
            TEST.replace("$1,(y)", "$2,(y)"),
            TEST.replace("x=0", "x=1"),
            TEST.replace("exists", "~exists"),
            "no test".to_owned(),
        ] {
            assert_ne!(of(&text).identity, test.identity, "{text}");
        }
        assert_eq!(of("no test").language, None);
    }
}
