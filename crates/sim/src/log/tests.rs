use std::time::Duration;

use proptest::prelude::*;
use source::Sources;

use super::{Change, compare, parse, print};
use crate::{ConditionKind, Goal, Report, Turns, Verdict};

const SB: &str = "\
Test SB Allowed
States 3
0:rax=0; 1:rax=1;
0:rax=1; 1:rax=0;
0:rax=1; 1:rax=1;
No
Witnesses
Positive: 0 Negative: 3
Condition exists (0:rax=0 /\\ 1:rax=0)
Observation SB Never 0 3
Time SB 0.01
Hash=055f9747fd517835a93f2f188e15e163

";

/// What herd prints for a test without a condition, with flags listed under `-v`, and for one with nothing allowed.
const ODD: &str = "\
Warning: File \"loop.litmus\": unrolling limit exceeded at L0, legal outcomes may be missing.
Test empty Required
States 1

Ok
Witnesses
Positive: 2 Negative: 0
Flag *undef*: 1,0 \nFlag data-race: \nCondition forall (true)
Observation empty Always 2 0
Candidates empty 4
Hash=5b8dc0d1c4b53a5e6b4d8e4b7cf9b5a1

Test loop Forbidden
States 0
Loop Ok
Witnesses
Positive: 0 Negative: 0
Condition ~exists ([x]=1)
Observation loop Never 0 0
";

fn read(text: &str) -> Vec<Report> {
    let mut sources = Sources::new();
    let id = sources.add("log", text);
    parse(&sources, id).unwrap()
}

fn text(reports: &[Report]) -> String {
    let mut out = String::new();
    reports.iter().for_each(|report| print(report, &mut out).unwrap());
    out
}

#[test]
fn a_block_reads_and_prints_back() {
    let reports = read(SB);
    assert_eq!(reports.len(), 1);
    assert_eq!(reports[0].states.len(), 3);
    assert_eq!(reports[0].time, Some(Duration::from_millis(10)));
    assert_eq!(text(&reports), SB);
}

#[test]
fn odd_blocks_are_read() {
    let reports = read(ODD);
    insta::assert_snapshot!(text(&reports), @r"
    Test empty Required
    States 1

    Ok
    Witnesses
    Positive: 2 Negative: 0
    Flag *undef*
    Flag data-race
    Condition forall (true)
    Observation empty Always 2 0
    Hash=5b8dc0d1c4b53a5e6b4d8e4b7cf9b5a1

    Test loop Forbidden
    States 0
    Loop Ok
    Witnesses
    Positive: 0 Negative: 0
    Condition ~exists ([x]=1)
    Observation loop Never 0 0
    ");
}

#[test]
fn the_counts_of_not_exists_are_swapped() {
    let log = SB.replace("Allowed", "Forbidden").replace("Positive: 0 Negative: 3", "Positive: 3 Negative: 0");
    let reports = read(&log);
    assert_eq!((reports[0].positive, reports[0].negative), (0, 3));
    assert_eq!(text(&reports), log);
}

#[test]
fn mistakes_have_their_lines() {
    let broken = [
        SB.replace("Test SB Allowed", "Test SB"),
        SB.replace("States 3", "States 4"),
        SB.replace("States 3", "States three"),
        SB.replace("States 3", "Histogram (3 states)"),
        SB.replace("Never 0 3", "Never 0 4"),
        SB.replace("Condition", "condition"),
        SB.replace("SB 0.01", "SB soon"),
        SB[..SB.find("Positive").unwrap()].to_owned(),
        SB[..SB.find("0:rax=1; 1:rax=1;").unwrap()].to_owned(),
        SB.to_owned() + "Tset SB Allowed\n",
    ];
    let shown: Vec<String> = broken
        .iter()
        .map(|text| {
            let mut sources = Sources::new();
            let id = sources.add("log", text.as_str());
            let diagnostic = parse(&sources, id).unwrap_err();
            let label = &diagnostic.labels[0];
            let line = sources.position(label.span).line;
            format!("{line}: `{}`: {}: {}", sources.snippet(label.span), diagnostic.message, label.text)
        })
        .collect();
    insta::assert_snapshot!(shown.join("\n"), @r"
    1: `Test SB`: this line does not fit into a log of herd: expected `Test NAME KIND` with `Allowed`, `Forbidden` or `Required`
    7: `Witnesses`: this line does not fit into a log of herd: expected a verdict (`Ok`, `No` or `Undef`)
    2: `States three`: this line does not fit into a log of herd: expected `States N`
    2: `Histogram (3 states)`: this is a log of litmus7, a run on hardware, where no executions are counted: 
    10: `SB Never 0 4`: the observation does not agree with the name and the witnesses of its block: expected `SB Never 0 3`
    9: `condition exists (0:rax=0 /\ 1:rax=0)`: this line does not fit into a log of herd: expected `Condition ...`
    11: `SB soon`: this line does not fit into a log of herd: expected the name of the test and seconds
    8: ``: the log ends inside a block: expected `Positive: N Negative: N`
    5: ``: the log ends inside a block: expected 3 states, of which 2 are here
    14: `Tset SB Allowed`: this line does not fit into a log of herd: expected the first line of a block (`Test NAME KIND`)
    ");
}

fn changed(change: impl FnOnce(&mut Report)) -> String {
    let old = read(SB);
    let mut new = old.clone();
    change(&mut new[0]);
    let differences = compare(&old, &new);
    differences.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn times_and_absent_hashes_are_no_difference() {
    assert_eq!(changed(|report| report.time = None), "");
    assert_eq!(changed(|report| report.hash = None), "");
}

#[test]
fn every_difference_is_told() {
    let shown = changed(|report| {
        report.kind = ConditionKind::Required;
        report.states[0] = "0:rax=0; 1:rax=0;".into();
        report.is_cut = true;
        report.verdict = Verdict::Undef;
        report.positive = 1;
        report.flags.push("data-race".into());
        report.condition = "forall (0:rax=0)".into();
        report.hash = Some("00".into());
    });
    insta::assert_snapshot!(shown, @r"
    Test SB
      - Kind Allowed
      + Kind Required
      - 0:rax=0; 1:rax=1;
      + 0:rax=0; 1:rax=0;
      - no Loop
      + Loop
      - No
      + Undef
      - Observation Never 0 3
      + Observation Sometimes 1 3
      + Flag data-race
      - Condition exists (0:rax=0 /\ 1:rax=0)
      + Condition forall (0:rax=0)
      - Hash=055f9747fd517835a93f2f188e15e163
      + Hash=00
    ");
    insta::assert_snapshot!(changed(|report| report.states.reverse()), @r"
    Test SB
      the same states in another order
    ");
}

#[test]
fn tests_that_only_one_log_has_are_told() {
    let (old, new) = (read(&(ODD.to_owned() + "\n" + SB)), read(SB));
    let changes = |old: &[Report], new: &[Report]| {
        compare(old, new).into_iter().map(|difference| (difference.test, difference.changes)).collect::<Vec<_>>()
    };
    let all = |change: Change| ["empty", "loop"].map(|name| (name.to_owned(), vec![change.clone()])).to_vec();
    assert_eq!(changes(&old, &new), all(Change::Missing));
    assert_eq!(changes(&new, &old), all(Change::Extra));
}

/// Any report that a log can hold.
fn any_report() -> impl Strategy<Value = Report> {
    let kind = prop_oneof![Just(ConditionKind::Allowed), Just(ConditionKind::Forbidden), Just(ConditionKind::Required)];
    let verdict = prop_oneof![Just(Verdict::Ok), Just(Verdict::No), Just(Verdict::Undef)];
    let state = prop_oneof![Just(String::new()), "[0-9]:r[a-d]x=[0-9]{1,3};( \\[[xyz]\\]=[0-9];)?"];
    let flag = "[*a-zA-Z-]{1,12}";
    let hash = proptest::option::of("[0-9a-f]{32}");
    let turns = prop_oneof![Just(Turns::All), Just(Turns::LeftOut)];
    let goal = prop_oneof![Just(Goal::Counts), Just(Goal::States), Just(Goal::Decision)];
    let time = proptest::option::of((0u64..100_000).prop_map(|centis| Duration::from_millis(10 * centis)));
    (
        ("[A-Za-z0-9_+.-]{1,20}", kind, proptest::collection::vec(state, 0..5), any::<bool>(), verdict),
        (any::<u64>(), any::<u64>(), proptest::collection::btree_set(flag, 0..3), "~?exists \\([a-z=0-9 ]{1,20}\\)"),
        (time, hash, goal, turns),
    )
        .prop_map(
            |(
                (name, kind, states, is_cut, verdict),
                (positive, negative, flags, condition),
                (time, hash, goal, turns),
            )| {
                let flags = flags.into_iter().collect();
                Report {
                    name,
                    kind,
                    states,
                    is_cut,
                    cut_at: None,
                    verdict,
                    goal,
                    turns,
                    positive,
                    negative,
                    flags,
                    condition,
                    time,
                    hash,
                    pieces: None,
                    cut_place: None,
                }
            },
        )
}

proptest! {
    #[test]
    fn what_is_printed_reads_back(reports in proptest::collection::vec(any_report(), 0..4)) {
        prop_assert_eq!(read(&text(&reports)), reports);
    }
}
