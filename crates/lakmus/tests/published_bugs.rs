//! Published bugs of lock-free code, broken and repaired (`-DFIX`), under the models that matter: the programs of `corpus/bugs`, and those of `corpus/trials/verify` that have tests of their
//! own in `verdicts`.
//!
//! What is expected follows from the shape that a bug comes to, not from what was printed: [`Shape`] has the arguments. Each engine has to say it.

use crate::verdicts::expect_in;

const FOUND: i32 = 1;

/// What a program's threads have to keep in order, and do not.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// A write and a later read, by each of two threads (store buffering): every model but sequential consistency lets them pass.
    StoreBuffering,
    /// Two writes, or two reads (message passing): stores of x86 and s390x stay in order, and so do loads.
    MessagePassing,
    /// A read and a later write: Arm, Power and RISC-V let the write be first. C11's models here forbid that (RC11: no cycle of program order and reads-from).
    LoadBuffering,
    /// The write of an update and a later read. Where an update is one instruction that is a barrier, or an acquiring one has a full barrier behind it, they stay in order.
    UpdateThenRead,
}

const BUGS: &[(&str, Shape)] = &[
    ("chase_lev_growth", Shape::MessagePassing),
    ("clh", Shape::MessagePassing),
    ("double_checked", Shape::MessagePassing),
    ("hazard_pointer", Shape::StoreBuffering),
    ("io_uring", Shape::StoreBuffering),
    ("mcs_handover", Shape::MessagePassing),
    ("ms_queue", Shape::MessagePassing),
    ("park", Shape::StoreBuffering),
    ("pthread_once", Shape::MessagePassing),
    ("qrwlock", Shape::MessagePassing),
    ("refcount", Shape::MessagePassing),
    ("ring_buffer", Shape::LoadBuffering),
    ("sem_lock", Shape::UpdateThenRead),
    ("seqlock", Shape::MessagePassing),
    ("urcu", Shape::StoreBuffering),
    ("wait_event", Shape::StoreBuffering),
    ("workqueue", Shape::StoreBuffering),
];

impl Shape {
    /// Whether a model shows the bug.
    fn is_allowed(self, model: &str) -> bool {
        match model {
            "sc" => false,
            "x86tso" | "s390x" => self == Shape::StoreBuffering,
            "ztso" => matches!(self, Shape::StoreBuffering | Shape::UpdateThenRead),
            "rc11" => self != Shape::LoadBuffering,
            "aarch64" | "power" | "rvwmo" => true,
            _ => unreachable!("{model}"),
        }
    }
}

fn check(settings: &[&[&str]]) {
    for (name, shape) in BUGS {
        for arguments in settings {
            let model = arguments[1];
            let file = format!("{name}.c");
            let (status, word) = if shape.is_allowed(model) { (FOUND, "violated") } else { (0, "holds") };
            expect_in("bugs", &file, arguments, status, &[word]);
            let repaired: Vec<&str> = arguments.iter().copied().chain(["--cflag=-DFIX"]).collect();
            expect_in("bugs", &file, &repaired, 0, &["holds"]);
        }
    }
}

#[test]
fn published_bugs_are_found_where_a_model_shows_them_and_their_repairs_hold() {
    check(&[&["--model", "x86tso"], &["--model", "aarch64"], &["--model", "power"]]);
}

#[test]
fn published_bugs_under_each_engine_and_mapping() {
    if !testing::is_thorough() {
        return;
    }
    check(&[
        &["--model", "sc"],
        &["--model", "s390x"],
        &["--model", "rvwmo"],
        &["--model", "ztso"],
        &["--model", "aarch64", "--mapping", "aarch64-abi"],
        &["--model", "aarch64", "--mapping", "aarch64-abi-lse"],
        &["--model", "aarch64", "--engine", "bmc"],
        &["--model", "x86tso", "--engine", "bmc"],
        &["--model", "rc11", "--engine", "bmc"],
    ]);
}
