//! Requirements are files: a set of them needs no code.

use crate::common;

use lakmus_java::Rules;

/// A set that ships nowhere: the requirements of the specification, but a read may be committed before the write that it sees in the stage, and events are the same when
/// they are done by the same instruction for the same time.
const THIRD: &str = "
name = third
identity = point
happens-before = equal
synchronization-order = equal
values = equal
reads-from = equal
uncommitted-reads = happens-before
seen-writes = free      # condition 7 for the target alone
final-writes = committed
synchronization = persists
external-actions = after-committed
";

const BOTH: &str = "exists (0:r1=42 /\\ 0:r3=42 /\\ 1:r2=42)";

fn test(thread: &str, condition: &str) -> sim::Test {
    common::test_of(&format!(
        "Java t\n{{ 0:X=x; 0:Y=y; 1:X=x; 1:Y=y; }}\nThread0 {{ {thread} }}\nThread1 {{ int r2 = Y.get(); X.set(r2); }}\n{condition}\n"
    ))
}

#[test]
fn a_set_of_requirements_is_a_text() {
    let model = common::model("jls04");
    let [jls, weaker, third] = [Rules::jls(), common::rules("aspinall-sevcik"), common::rules_of(THIRD)];
    // Causality test 18: the first write of 42 is not in the execution in question.
    let eighteen = test("int r3 = X.get(); if (r3 == 0) X.set(42); int r1 = X.get(); Y.set(r1);", BOTH);
    assert!(!common::allows(&eighteen, &model, &jls));
    assert!(common::allows(&eighteen, &model, &weaker));
    assert!(common::allows(&eighteen, &model, &third));
    // Another instruction writes in the execution in question: the same action to the specification, as paths have one write each.
    let branches = test("int r3 = 42; int r1 = X.get(); if (r1 == 42) Y.set(42); else Y.set(42);", BOTH);
    assert!(common::allows(&branches, &model, &jls));
    assert!(!common::allows(&branches, &model, &third));
    // Values out of thin air are none in any.
    let thin_air = test("int r3 = 42; int r1 = X.get(); Y.set(r1);", BOTH);
    for rules in [jls, weaker, third] {
        assert!(!common::allows(&thin_air, &model, &rules), "{}", rules.name);
    }
}

/// No bound on values: sums wrap as Java's do.
#[test]
fn constants_near_the_ends_of_int_work() {
    let model = common::model("jls04");
    let wraps = common::test_of(
        "Java t\n{ 0:X=x; 0:Y=y; 1:X=x; 1:Y=y; }\nThread0 { int r1 = X.get(); if (r1 == 2147483647) Y.set(r1 + 1); else Y.set(-2147483648); }\n\
         Thread1 { int r2 = Y.get(); if (r2 == -2147483648) X.set(2147483647); }\nexists (0:r1=2147483647 /\\ 1:r2=-2147483648)\n",
    );
    for rules in [Rules::jls(), common::rules("aspinall-sevcik")] {
        assert!(common::allows(&wraps, &model, &rules), "{}", rules.name);
    }
}
