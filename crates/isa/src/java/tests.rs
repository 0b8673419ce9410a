use litmus::{Code, Language};
use source::{Diagnostic, Sources};

use super::{Dialect, Java};

/// The body of one thread, with `X` bound to `x`, lowered or refused.
fn lower(dialect: Dialect, body: &str) -> Result<usize, Vec<Diagnostic>> {
    let text = format!("Java t\n{{ 0:X=x; }}\nThread0 {{ {body} }}\nexists (true)\n");
    let mut sources = Sources::new();
    let source = sources.add("t.litmus", text.as_str());
    let (test, found) = litmus::parse(&sources, source, "t");
    let Some(test) = test else { return Err(found) };
    let language = Java(dialect);
    let code = test.read_code(&language, &text)?;
    let lowered = litmus::lower(&test, &language as &dyn Language, &*code)?;
    Ok(lowered.program.threads.iter().map(|thread| thread.instructions.len()).sum())
}

/// What is wrong with a thread of a program with classes.
fn refused_with_classes(body: &str) -> String {
    let classes = "class Node { int value; final int id; Node next; byte small; VarHandle NEXT = next; Node(int number) { id = number; } }
        class Other { } class Endless { Endless() { new Endless(); } } object Node first; object int[2] numbers;";
    let text = format!("Java t\n{{ 0:X=x; 0:P=p; }}\n{classes}\nThread0 {{ {body} }}\nexists (true)\n");
    let mut sources = Sources::new();
    let source = sources.add("t.litmus", text.as_str());
    let (test, found) = litmus::parse(&sources, source, "t");
    let language = Java(Dialect::Java);
    let lowered = test.ok_or(found).and_then(|test| {
        let code = test.read_code(&language, &text)?;
        litmus::lower(&test, &language as &dyn Language, &*code).map(|_| ())
    });
    let text = |error: &Diagnostic| format!("{} | {}", error.message, error.help.join(" | "));
    lowered.err().map(|errors| errors.iter().map(text).collect::<Vec<_>>().join("\n")).unwrap_or_default()
}

#[test]
fn what_objects_are_for_is_read() {
    for body in [
        "Node r = new Node(1); r.value = r.id + 1; r.next = r; r.small = (byte) r.value; P.set(r); int r1 = r.next.next.value;",
        "Node r = P.get(); int r1 = r == null ? 0 : r.value; boolean b = NEXT.compareAndSet(first, null, r); int r2 = first == r;",
        "int[] a = new int[3]; int i = X.get(); a[i] = 1; int r1 = a[i + 1] + a.length + numbers[0]; synchronized (a) { X.set(r1); }",
        "Node r = (Node) P.getAcquire(); if (r != null && r.value == 1) { r = r.next; } new Other(); var o = new Other(); Thread.onSpinWait();",
        "int i = 0; while (i < 2) { P.setRelease(new Node(i)); i = i + 1; } first.next = null; ((Node) P.get()).next = first; numbers[1] = 2; Thread.yield();",
    ] {
        assert_eq!(refused_with_classes(body), "", "{body}");
    }
}

#[test]
fn mistakes_about_objects_have_their_places() {
    let cases = [
        ("Node r = new Node();", "`Node` has no constructor with 0 arguments"),
        ("Node r = new Noed(1);", "did you mean `Node`?"),
        ("Noed r = null;", "there is no class `Noed`"),
        ("Node r = first; r.id = 2;", "`id` is final"),
        ("Node r = first; r.valeu = 2;", "did you mean `value`?"),
        ("Node r = 3;", "a value of type `int` does not go to a place of type `Node`"),
        ("Node r = new Other();", "a value of type `Other` does not go"),
        ("int r = first;", "a value of type `Node` does not go to a place of type `int`"),
        ("int r = first + 1;", "a value of type `Node` does not go to a place of type `int`"),
        ("first.small = 300;", "cast it: `(byte) (...)`"),
        ("int r = 1; first.small = r;", "cast it"),
        ("int r = P.get().value;", "it is not known of which class"),
        ("int r = first == 1;", "a `Node` and a `int` are compared"),
        ("int r = 1 == null;", "compared with null"),
        ("Other o = new Other(); boolean b = o == first;", "a `Other` and a `Node` are compared"),
        ("first = null;", "an object of the beginning"),
        ("int r = X.get(); r = r.value;", "a value of type `int` has no field"),
        ("int r = numbers.size;", "has no field `size`"),
        ("int r = first[0];", "this is no array"),
        ("new Endless();", "call each other without an end"),
        ("P.set(first); int r = P.get();", "`p` holds a number here, and a `Node` elsewhere"),
        ("P.set(first); Other o = P.get();", "`p` holds a `Other` here, and a `Node` elsewhere"),
        ("Node r = first; int r = 1;", "is declared as `int` here, and as `Node` before"),
        ("int exception = 1;", "says which exception ended the thread"),
        ("Node r; int r1 = r.value;", "`r` is read and may have no value yet"),
        ("boolean b = NEXT.compareAndSet(null, first);", "the object comes first"),
        ("int[] a = new int[65];", "at most 64"),
    ];
    for (body, part) in cases {
        let found = refused_with_classes(body);
        assert!(found.contains(part), "{body}: {found}");
    }
}

/// What is wrong, with advice.
fn refused(body: &str) -> String {
    let errors = lower(Dialect::Java, body).expect_err(body);
    let text = |error: &Diagnostic| format!("{} | {}", error.message, error.help.join(" | "));
    errors.iter().map(text).collect::<Vec<_>>().join("\n")
}

#[test]
fn each_access_is_an_instruction_in_java_and_a_statement_is_one_in_herd() {
    let body = "int r1 = X.get() + X.getAcquire(); X.set(r1);";
    assert_eq!(lower(Dialect::Java, body).expect("Java"), 4);
    assert_eq!(lower(Dialect::Herd, body).expect("Java"), 2);
}

#[test]
fn the_whole_language_is_read() {
    for body in [
        "int r1 = X.get(); if (r1 == 1 && X.get() != 2 || !(r1 > 3)) { X.set(-r1 % 2); } else X.set(~r1 >>> 1);",
        "X.getAndAdd(1); X.weakCompareAndSetPlain(0, 1); boolean b = X.compareAndSet(1, 2);",
        "VarHandle.fullFence(); acquireFence(); releaseFence(); loadLoadFence(); storeStoreFence();",
        "int r1 = 0; while (r1 < 2) { r1 = r1 + 1; } do { r1 = r1 - 1; } while (r1 != 0);",
        "synchronized (X) { } lock(X); unlock(X); print(1); // a comment\n /* another { */ (* a third *)",
        "int r1 = X.get() == 1 ? 2147483647 : -2147483648; int r2 = 0xffffffff; {}",
        "int r1; if (X.get() == 1) { r1 = 1; } else { r1 = 2; } X.set(r1); int r2; do { r2 = X.get(); } while (r2 == 0); X.set(r2);",
        "int r; L: while (true) { r = X.get(); if (r == 1) { break L; } } X.set(r);",
        "int r; try { r = X.get(); } catch (IllegalStateException | Error e) { throw new Error(); } finally { X.set(1); } X.set(r);",
        "interrupt(0); boolean i = isInterrupted(0) | interrupted(); if (i) throw new RuntimeException();",
        "double d = 1.5 + 1 - 0.5e0 * 1e-3 / 2d % 3f; float f = (float) d; long l = (long) (f < d ? f : -d); int i = (short) 1.5f; X.set(i);",
        "double d = Double.longBitsToDouble(-1L); long l = doubleToRawLongBits(1); float f = intBitsToFloat(X.get()); int i = Float.floatToRawIntBits(f);",
        "lock(X); lock(X); unlock(X); synchronized (X) { X.set(1); } unlock(X); int x = X.get(); X.set(x);",
    ] {
        assert!(lower(Dialect::Java, body).is_ok(), "{body}: {:?}", lower(Dialect::Java, body));
    }
}

#[test]
fn mistakes_have_advice() {
    let cases = [
        ("Y.set(1);", "bind it in the initial state: `0:Y=y;`"),
        ("X.getVolatil();", "did you mean `getVolatile`?"),
        ("X.set();", "`set` takes 1 argument, not 0"),
        ("int r1 = X.set(1);", "`set` has no value"),
        ("for (;;) {}", "write it as a `while` loop"),
        ("float r1 = 1.5;", "a value of type `double` does not go to a place of type `float`"),
        ("double r1 = 1; int r2 = r1;", "cast it: `(int) (...)`"),
        ("double r1 = 1; if (r1) { }", "compare it: `... != 0`"),
        ("float r1 = 1f << 2;", "has no bits that are computed with"),
        ("boolean r1 = !1.5;", "is no truth value"),
        ("X.set(1.5);", "`double x=0;`"),
        ("double r1 = 1e400;", "larger than any number of its type"),
        ("double r1 = 1.5x;", "`1.5x` is no number"),
        ("long r1 = 1; int r2 = r1;", "a value of type `long` does not go to a place of type `int`"),
        ("int r2 = 1 + 1L;", "cast it: `(int) (...)`"),
        ("X.set(1L);", "`long x=0;`"),
        ("long r1 = 9223372036854775809L;", "does not fit into 64 bits"),
        ("fulFence();", "did you mean `fullFence`?"),
        ("int r1 = 2147483648;", "does not fit into an `int`"),
        ("r1++;", "write `r1 = r1 + ...;`"),
        ("int X = 1; X.set(1);", "both a variable and a VarHandle"),
        ("start(3);", "there is no thread 3"),
        ("/* open", "the comment is not closed"),
        ("int r1; int r2 = r1;", "`r1` is read and may have no value yet"),
        ("int r1; if (X.get() == 1) { r1 = 1; } X.set(r1);", "`r1` is read and may have no value yet"),
        ("int r1; while (X.get() == 1) { r1 = 1; } X.set(r1);", "`int r1 = 0;`"),
        ("x = 1;", "`x` is a location"),
        ("int r1 = x;", "`0:X=x;` and `X.set(...)`"),
        ("wait(X);", "IllegalMonitorStateException"),
        ("synchronized (X) { lock(X); wait(X); unlock(X); }", "entered in several ways"),
        ("if (X.get() == 1) { lock(X); } notifyAll(X);", "`notify` for the monitor `X`, which is not held"),
        ("interrupt(1);", "there is no thread 1"),
        ("intterrupt(0);", "did you mean `interrupt`?"),
        ("break L;", "there is no label `L` around this"),
        ("while (true) { break; }", "write the label of the statement that it leaves"),
        ("throw r;", "what is thrown is a new exception"),
        ("throw new Object();", "`Object` is no class of exceptions"),
        ("L: { int r; if (X.get() == 1) break L; r = 1; } X.set(r);", "`r` is read and may have no value yet"),
        (
            "int r; try { r = X.get(); } catch (RuntimeException e) { } X.set(r);",
            "`r` is read and may have no value yet",
        ),
        ("unlock(X);", "the monitor `X` is left here and is not held"),
        ("synchronized (X) { unlock(X); }", "IllegalMonitorStateException"),
        ("if (X.get() == 1) { lock(X); } unlock(X);", "not held on every path"),
        ("X.set(0, 1);", "`X` stands for `x`, which is no array"),
        ("synchronized (m) { }", "the monitor `m` of thread 0 stands for no location"),
    ];
    for (body, part) in cases {
        let found = refused(body);
        assert!(found.contains(part), "{body}: {found}");
    }
}

/// A read of the whole may find a half of each of two plain writes, which are events of the whole here.
#[test]
fn longs_that_are_written_in_halves_and_read_as_a_whole_are_refused() {
    let refusal = |threads: &str| {
        let text = format!("Java t\n{{ long x=0; 0:X=x; 1:X=x; }}\n{threads}\nexists (true)\n");
        let mut sources = Sources::new();
        let source = sources.add("t.litmus", &*text);
        let (test, _) = litmus::parse(&sources, source, "t");
        let test = test.expect("an envelope");
        let code = test.read_code(&Java::default(), &text).expect("Java");
        let lowered = litmus::lower(&test, &Java::default(), &*code);
        lowered.err().map(|errors| errors[0].message.clone())
    };
    for (write, read, is_refused) in [
        ("X.set(1L);", "long r = X.getOpaque();", true),
        ("X.set(1L);", "long r = X.getAndAdd(1L);", true),
        ("X.set(1L);", "long r = X.get();", false),
        ("X.setOpaque(1L);", "long r = X.get();", false),
        ("X.setOpaque(1L);", "long r = X.getVolatile();", false),
    ] {
        let found = refusal(&format!("Thread0 {{ {write} }}\nThread1 {{ {read} }}"));
        assert_eq!(found.is_some(), is_refused, "{write} {read}: {found:?}");
        assert!(found.is_none_or(|message| message.contains("in halves (JLS 17.7)")));
    }
}

#[test]
fn an_unbound_handle_is_named_after_what_it_may_stand_for() {
    assert!(refused("Y.set(1);").starts_with("the VarHandle `Y` of thread 0 stands for no location"));
}

/// Schemes, harnesses and sources of jcstress are made of threads without objects.
#[test]
fn what_knows_no_objects_refuses_them_by_name() {
    let cases = [
        ("class C { } Thread0 { }", "a class"),
        ("object int[1] a; Thread0 { }", "an object of the beginning"),
        ("Thread0 { int[] a = new int[1]; }", "a variable of type `int[]`"),
        ("Thread0 { int b = (byte) 1; }", "a cast to `byte`"),
        ("Thread0 { P.set(null); }", "`null`"),
        ("Thread0 { synchronized (M) { wait(M); } }", "`wait`"),
    ];
    for (text, what) in cases {
        let mut sources = Sources::new();
        let source = sources.add("t", text);
        let span = source::Span::new(source, 0, text.len());
        let errors = super::read_threads(text, span, Dialect::Java).expect_err(text);
        assert!(errors[0].message.starts_with(what), "{text}: {}", errors[0].message);
    }
}

#[test]
fn threads_are_numbered_without_gaps() {
    let text = "Java t\n{ }\nThread0 { }\nThread2 { }\nexists (true)\n";
    let mut sources = Sources::new();
    let source = sources.add("t.litmus", text);
    let (test, _) = litmus::parse(&sources, source, "t");
    let code: Result<Box<dyn Code + '_>, _> = test.expect("an envelope").read_code(&Java::default(), text);
    let errors = code.err().expect("a gap");
    assert_eq!(errors[0].message, "`Thread2` stands where `Thread1` must");
}

/// A class whose initialiser ends the construction of an object (JLS 12.4.2, 17.5), as a constructor that is written out there does.
#[test]
fn constructions_may_end_in_initialisers_of_classes() {
    let refused = |end: &str| {
        let text = format!(
            "Java t\n{{ }}\nclass Object {{ }}\nclass Point {{ final int x; }}\nclass Holder {{ static final Point P; static {{ Point t = new Point(); t.x = 1; {end} Holder.P = t; }} }}
             Thread0 {{ Point r = Holder.P; int r1 = r.x; }}\nexists (true)\n"
        );
        let mut sources = Sources::new();
        let source = sources.add("t.litmus", text.as_str());
        let (test, found) = litmus::parse(&sources, source, "t");
        let language = Java(Dialect::Java);
        let lowered = test.ok_or(found).and_then(|test| {
            let code = test.read_code(&language, &text)?;
            litmus::lower(&test, &language as &dyn Language, &*code).map(|_| ())
        });
        lowered.err().map(|errors| errors.iter().map(|error| error.message.clone()).collect::<Vec<_>>().join("\n"))
    };
    assert_eq!(refused("freeze(t);"), None);
    assert!(refused("").expect("without an end").contains("the final field `x` gets no value"));
}
