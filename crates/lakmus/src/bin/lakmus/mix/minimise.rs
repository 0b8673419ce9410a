//! `lakmus mix run --minimise`: a smaller test with the same kind of bug, by the fewest profiles.
//!
//! Threads, statements and parts of the outcome are taken out one by one, and memory orders weakened, as long as the code of the example's profiles still has
//! an outcome that the smaller source does not have. What is left is locally minimal: no single such step keeps a bug.

use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use litmus::RawProgram;
use mix::{Bug, CodeCache, Fragments, MappingTable, Models, Options, Profile, SourceTest, Split, TestResult, classes};
use source::Sources;

/// Orders that may stand in place of another one, the weakest first.
const WEAKER: [(&str, &[&str]); 4] = [
    (
        "memory_order_seq_cst",
        &["memory_order_relaxed", "memory_order_acquire", "memory_order_release", "memory_order_acq_rel"],
    ),
    ("memory_order_acq_rel", &["memory_order_relaxed", "memory_order_acquire", "memory_order_release"]),
    ("memory_order_acquire", &["memory_order_relaxed"]),
    ("memory_order_release", &["memory_order_relaxed"]),
];

/// What smaller tests are tried with.
pub(super) struct Minimiser<'a> {
    pub(super) profiles: Vec<Profile>,
    pub(super) models: &'a Models,
    pub(super) split: Split,
    pub(super) cache: &'a CodeCache,
    pub(super) timeout: Option<Duration>,
    /// Tables that are tried in place of the code that is to blame, in what is reported at the end.
    pub(super) fixes: &'a [MappingTable],
}

/// A small test with a bug.
pub(super) struct Smallest {
    pub(super) text: String,
    /// The profiles that it was found with.
    pub(super) profiles: Vec<Profile>,
    pub(super) result: TestResult,
}

/// A test, in parts that can be taken out.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Parts {
    /// All up to the last thread.
    before: String,
    /// Where the threads are in it.
    threads: Vec<Range<usize>>,
    /// The outcome that the condition asks for: places and values.
    outcome: Vec<(String, String)>,
}

impl<'a> Minimiser<'a> {
    /// With the profiles of a bug's example.
    pub(super) fn new(
        bug: &Bug,
        profiles: &[Profile],
        (models, split): (&'a Models, Split),
        cache: &'a CodeCache,
        (timeout, fixes): (Option<Duration>, &'a [MappingTable]),
    ) -> Minimiser<'a> {
        let mut chosen: Vec<u32> = bug.example.iter().map(|member| member.profile.number()).collect();
        chosen.sort_unstable();
        chosen.dedup();
        let profiles = chosen.into_iter().map(|number| profiles[number as usize].clone()).collect();
        Minimiser { profiles, models, split, cache, timeout, fixes }
    }

    /// The smallest test that is found, beginning with `test`, whose bug is `bug`. None where these profiles alone do not show it.
    pub(super) fn smallest(self, test: &SourceTest, result: &TestResult, bug: &Bug) -> Option<Smallest> {
        let values = bug.extra.first().map_or(&[][..], Vec::as_slice);
        let outcome = result.places.iter().cloned().zip(values.iter().cloned()).collect();
        let mut best = Parts::of(&test.text, outcome)?;
        self.judged(&best.text(), &[])?;
        while let Some(smaller) = best.smaller().into_iter().find(|parts| self.judged(&parts.text(), &[]).is_some()) {
            best = smaller;
        }
        // Each statement left its semicolon behind.
        let tidied: String =
            best.text().lines().filter(|line| line.trim() != ";").flat_map(|line| [line, "\n"]).collect();
        let (text, result) = match self.judged(&tidied, self.fixes) {
            Some(result) => (tidied, result),
            None => {
                let result = self.judged(&best.text(), self.fixes)?;
                (best.text(), result)
            }
        };
        Some(Smallest { text, profiles: self.profiles, result })
    }

    /// What comes of a test, if it has a bug.
    fn judged(&self, text: &str, fixes: &[MappingTable]) -> Option<TestResult> {
        let mut sources = Sources::new();
        let source = sources.add("candidate", text);
        let mut fragments = Fragments::default();
        let test = SourceTest::load(&sources, source, "candidate", self.split, &mut fragments).ok()?;
        let code =
            classes::classes(&self.profiles, &fragments, self.models.sameness(), super::processors(), self.cache);
        let cancel = AtomicBool::new(false);
        let options = Options {
            split: self.split,
            jobs: 1,
            limit: 1024,
            fixes: fixes.to_vec(),
            timeout: self.timeout,
            checks_classes: false,
            kept: None,
            cancel: &cancel,
        };
        let summary = mix::run(&[test], &fragments, &self.profiles, &code, self.models, &options);
        if summary.has_bugs() { summary.results.into_iter().next() } else { None }
    }
}

impl Parts {
    /// The parts of a test in C; none where it cannot be read.
    fn of(text: &str, outcome: Vec<(String, String)>) -> Option<Parts> {
        let mut sources = Sources::new();
        let source = sources.add("test", text);
        let (envelope, _) = litmus::parse(&sources, source, "test");
        let RawProgram::Text(span) = envelope?.program else { return None };
        let before = text[..span.end as usize].trim_end().to_owned();
        let threads = threads(&before, span.start as usize);
        Some(Parts { before, threads, outcome })
    }

    fn text(&self) -> String {
        let claims: Vec<String> = self.outcome.iter().map(|(place, value)| format!("{place}={value}")).collect();
        format!("{}\n\nexists ({})\n", self.before, claims.join(r" /\ "))
    }

    /// The tests that are one step smaller.
    fn smaller(&self) -> Vec<Parts> {
        let mut all: Vec<Parts> = (0..self.threads.len()).filter_map(|thread| self.without_thread(thread)).collect();
        let mut sources = Sources::new();
        let source = sources.add("candidate", self.text());
        let mut fragments = Fragments::default();
        if let Ok(test) = SourceTest::load(&sources, source, "candidate", Split::Statement, &mut fragments) {
            for span in test.piece_spans() {
                let place = span.start as usize..span.end as usize;
                // What the statement defines cannot be asked for any more; what it writes can.
                all.extend([self.without_variables(&place).replaced(&place, ";"), self.replaced(&place, ";")]);
            }
        }
        all.extend(self.threads.iter().flat_map(|thread| self.without_unused_parameters(thread)));
        for number in 0..self.outcome.len() {
            let mut outcome = self.outcome.clone();
            outcome.remove(number);
            all.push(Parts { outcome, ..self.clone() });
        }
        for (order, weaker) in WEAKER {
            for (at, _) in self.before.match_indices(order) {
                all.extend(weaker.iter().map(|other| self.replaced(&(at..at + order.len()), other)));
            }
        }
        all.retain(|parts| parts != self && !parts.outcome.is_empty());
        all
    }

    /// With another text in place of a part of it.
    fn replaced(&self, place: &Range<usize>, by: &str) -> Parts {
        let before = format!("{}{by}{}", &self.before[..place.start], &self.before[place.end..]);
        let first = self.threads.first().map_or(0, |thread| thread.start.min(place.start));
        Parts { threads: threads(&before, first), before, outcome: self.outcome.clone() }
    }

    /// Without the parts of the outcome that speak of variables in `place`.
    fn without_variables(&self, place: &Range<usize>) -> Parts {
        let thread = self.threads.iter().position(|thread| thread.contains(&place.start));
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let words: Vec<&str> = self.before[place.clone()].split(|c| !is_word(c)).collect();
        let is_gone = |name: &str| {
            let of = name.split_once(':');
            of.is_some_and(|(number, variable)| number.parse().ok() == thread && words.contains(&variable))
        };
        let outcome = self.outcome.iter().filter(|(name, _)| !is_gone(name)).cloned().collect();
        Parts { outcome, ..self.clone() }
    }

    /// Without the parameters of a thread that nothing in it names.
    fn without_unused_parameters(&self, thread: &Range<usize>) -> Option<Parts> {
        let text = &self.before[thread.clone()];
        let body = text.find('{')?;
        let (open, close) = (text.find('(')? + 1, text[..body].rfind(')')?);
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let words: Vec<&str> = text[body..].split(|c| !is_word(c)).collect();
        // `atomic_int *x`: the name is the last word.
        let name = |parameter: &str| {
            parameter.rsplit(|c| !is_word(c)).find(|name| !name.is_empty()).unwrap_or_default().to_owned()
        };
        let is_used = |parameter: &&str| words.contains(&name(parameter).as_str());
        let used: Vec<&str> = text[open..close].split(',').map(str::trim).filter(is_used).collect();
        Some(self.replaced(&(thread.start + open..thread.start + close), &used.join(", ")))
    }

    /// Without a thread; those behind it get the numbers that are then free.
    fn without_thread(&self, thread: usize) -> Option<Parts> {
        let first = self.threads.first()?.start;
        let mut before = self.before[..first].to_owned();
        for (number, place) in self.threads.iter().enumerate().filter(|(number, _)| *number != thread) {
            let text = &self.before[place.clone()];
            let behind = text.trim_start_matches('P').trim_start_matches(|c: char| c.is_ascii_digit());
            let number = if number > thread { number - 1 } else { number };
            before.push_str(&format!("P{number}{behind}\n\n"));
        }
        let before = before.trim_end().to_owned();
        let outcome = self.outcome.iter().filter_map(|(name, value)| {
            let renamed = match name.split_once(':') {
                None => name.clone(),
                Some((number, variable)) => match number.parse::<usize>().ok()? {
                    number if number == thread => return None,
                    number if number > thread => format!("{}:{variable}", number - 1),
                    _ => name.clone(),
                },
            };
            Some((renamed, value.clone()))
        });
        Some(Parts { outcome: outcome.collect(), threads: threads(&before, first), before })
    }
}

/// Where the functions `P0`, `P1` and so on are, from `start` on.
fn threads(text: &str, start: usize) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = start;
    while let Some(begin) = text[at..].find(&format!("P{}", found.len())).map(|offset| at + offset) {
        let mut depth = 0_usize;
        let end = text[begin..].char_indices().find_map(|(offset, c)| {
            match c {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ => return None,
            }
            (depth == 0).then_some(begin + offset + 1)
        });
        let Some(end) = end else { break };
        found.push(begin..end);
        at = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "C test\n{}\nP0(atomic_int *x) {\n  if (1) { *x = 1; }\n}\nP1(atomic_int *x) {\n  int r0 = 1;\n}\n\
                        P2(atomic_int *x) {\n  int r1 = 2;\n}\nexists (1:r0=1)\n";

    fn parts() -> Parts {
        let outcome = [("1:r0", "1"), ("2:r1", "2"), ("[x]", "1")];
        let outcome = outcome.map(|(place, value)| (place.to_owned(), value.to_owned())).to_vec();
        Parts::of(TEXT, outcome).expect("the test is in C")
    }

    #[test]
    fn a_thread_goes_with_its_part_of_the_outcome() {
        let smaller = parts().without_thread(1).expect("there is a thread");
        let text = smaller.text();
        assert!(text.contains("P1(atomic_int *x) {\n  int r1 = 2;\n}") && !text.contains("P2"), "{text}");
        assert!(text.ends_with("exists (1:r1=2 /\\ [x]=1)\n"), "{text}");
        assert_eq!(smaller.threads.len(), 2);
    }

    #[test]
    fn parameters_without_a_use_go() {
        let parts = parts();
        let smaller = |thread: usize| parts.without_unused_parameters(&parts.threads[thread]).map(|parts| parts.before);
        assert_eq!(smaller(0), Some(parts.before.clone()));
        assert!(smaller(1).is_some_and(|text| text.contains("P1() {") && text.contains("P2(atomic_int *x)")));
    }

    #[test]
    fn a_statement_goes_with_what_it_defines() {
        let parts = parts();
        let at = parts.before.find("int r0 = 1").expect("it is there");
        let smaller = parts.without_variables(&(at..at + 10)).replaced(&(at..at + 10), "");
        assert!(smaller.text().ends_with("exists (2:r1=2 /\\ [x]=1)\n"), "{}", smaller.text());
    }
}
