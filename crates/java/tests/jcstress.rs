//! Sources in the manner of jcstress: read, and their declared outcomes held against the models.

use crate::common;

use std::collections::BTreeMap;

use lakmus_java::jcstress::{self, JcstressTest, Mismatch};
use lakmus_java::{Rules, Semantics, Setting, Termination, check};

const HEAD: &str = "import org.openjdk.jcstress.annotations.*;\nimport org.openjdk.jcstress.infra.results.*;\n";

fn read(text: &str) -> Vec<JcstressTest> {
    let mut sources = source::Sources::new();
    let source = sources.add("T.java", text);
    jcstress::read(text, source).unwrap_or_else(|found| panic!("{found:?}"))
}

/// The differences of the tests of a source, by name.
fn differences(text: &str) -> BTreeMap<String, Vec<Mismatch>> {
    let model = common::model("jls-modes");
    let semantics = Semantics::Causality(Rules::jls());
    let one = |test: JcstressTest| {
        let litmus = test.litmus.as_ref().unwrap_or_else(|error| panic!("{}", error.message));
        let loaded = common::test_of(litmus);
        let mut setting = Setting::new(&model, &semantics);
        setting.all = true;
        let report = check(&loaded, litmus, setting).unwrap_or_else(|error| panic!("{error:?}\n{litmus}"));
        let ends = termination_of(&test, &loaded, setting);
        (test.name.clone(), test.mismatches(&test.results(&report.outcomes, ends.as_ref())))
    };
    read(text).into_iter().map(one).collect()
}

/// Of a test that asks whether its actor ends, what the model says.
pub(crate) fn termination_of(test: &JcstressTest, loaded: &sim::Test, setting: Setting<'_>) -> Option<Termination> {
    let ask = || lakmus_java::termination(loaded, setting).unwrap_or_else(|error| panic!("{error:?}"));
    test.asks_for_end.then(ask)
}

/// Why a test is refused.
fn refused(body: &str) -> String {
    let text = format!(
        "{HEAD}@JCStressTest @State @Outcome(id = \"0\", expect = Expect.ACCEPTABLE) public class T {{ {body} }}"
    );
    read(&text)[0].litmus.as_ref().expect_err(body).message.clone()
}

#[test]
fn volatile_fields_varhandles_and_monitors_are_read() {
    let text = format!(
        "{HEAD}
public class Guards {{
  @JCStressTest
  @Outcome(id = {{\"0, 0\", \"1, 1\", \"0, 1\"}}, expect = Expect.ACCEPTABLE, desc = \"before, behind, between\")
  @Outcome(id = \"1, 0\", expect = Expect.FORBIDDEN, desc = \"the flag without the data\")
  @State
  public static class Volatile {{
    int data; volatile int flag;
    @Actor public void writes() {{ data = 1; flag = 1; }}
    @Actor public void reads(II_Result r) {{ r.r1 = flag; r.r2 = data; }}
  }}
  @JCStressTest
  @Outcome(id = \"1, 0\", expect = Expect.FORBIDDEN)
  @Outcome(expect = Expect.ACCEPTABLE)
  @State
  public static class Handle {{
    static final VarHandle FLAG;
    static {{
      try {{ FLAG = MethodHandles.lookup().findVarHandle(Handle.class, \"flag\", int.class); }}
      catch (ReflectiveOperationException e) {{ throw new IllegalStateException(e); }}
    }}
    private int data, flag;
    @Actor public void writes() {{ data = 1; FLAG.setRelease(this, 1); }}
    @Actor public void reads(II_Result r) {{ r.r1 = (int) FLAG.getAcquire(this); r.r2 = data; }}
  }}
  @JCStressTest
  @Outcome(id = {{\"0, 0\", \"1, 1\"}}, expect = Expect.ACCEPTABLE)
  @Outcome(id = {{\"0, 1\", \"1, 0\"}}, expect = Expect.FORBIDDEN)
  @State
  public static class Monitor {{
    int data, flag;
    @Actor public void writes() {{ synchronized (this) {{ data = 1; flag = 1; }} }}
    @Actor public synchronized void reads(II_Result r) {{ r.r1 = flag; r.r2 = data; }}
  }}
  @JCStressTest
  @Outcome(id = \"2\", expect = Expect.ACCEPTABLE)
  @Outcome(id = \"1\", expect = Expect.ACCEPTABLE_INTERESTING, desc = \"lost\")
  @State
  public static class Lost {{
    int v;
    @Actor public void first() {{ v++; }}
    @Actor public void second() {{ ++v; }}
    @Arbiter public void sum(I_Result r) {{ r.r1 = v; }}
  }}
  @JCStressTest
  @Outcome(id = \"2, true\", expect = Expect.ACCEPTABLE)
  @State
  public static class Kept {{
    final AtomicInteger v = new AtomicInteger();
    @Actor public void first() {{ v.incrementAndGet(); }}
    @Actor public void second() {{ v.getAndAdd(1); }}
    @Arbiter public void sum(IZ_Result r) {{ r.r1 = v.get(); r.r2 = v.compareAndSet(2, 3); }}
  }}
}}"
    );
    let found = differences(&text);
    assert_eq!(found.len(), 5);
    for (name, differences) in found {
        assert_eq!(differences, [], "{name}");
    }
}

#[test]
fn wrong_declarations_are_told_apart() {
    let text = format!(
        "{HEAD}
@JCStressTest
@Outcome(id = \"0, 0\", expect = Expect.FORBIDDEN)
@Outcome(id = \"0, 1\", expect = Expect.ACCEPTABLE)
@Outcome(id = \"2, 2\", expect = Expect.ACCEPTABLE)
@State
public class T {{
  int x, y;
  @Actor public void first(II_Result r) {{ x = 1; r.r1 = y; }}
  @Actor public void second(II_Result r) {{ y = 1; r.r2 = x; }}
}}"
    );
    let found = &differences(&text)["T"];
    let expected = [
        Mismatch::Allowed("0, 0".to_owned()),
        Mismatch::Undeclared("1, 0".to_owned()),
        Mismatch::Undeclared("1, 1".to_owned()),
        Mismatch::Forbidden("2, 2".to_owned()),
    ];
    assert_eq!(found.as_slice(), &expected);
}

#[test]
fn what_is_outside_is_refused_by_name() {
    let actor = |body: &str| format!("int x; @Actor public void a(I_Result r) {{ {body} }}");
    for (body, part) in [
        ("static final Field F = T.class.getDeclaredField(\"x\"); final int x = 1; @Actor public void a(I_Result r) { F.setInt(this, 2); }".to_owned(), "JLS 17.5.3"),
        ("Unknown x; @Actor public void a(I_Result r) { r.r1 = x.y; }".to_owned(), "the type `Unknown`"),
        (actor("switch (x) { }"), "a switch"),
        (actor("other();"), "a call of `other`"),
        (actor("Double d = 1.5;"), "a `double` in a box"),
        (actor("String s = \"a\" + x;"), "a text that is put together"),
        (actor("throw null;"), "an exception that is not new"),
        ("int x; @Actor public void a(Q_Result r) { r.r1 = 0; }".to_owned(), "a result of type `Q`"),
    ] {
        let found = refused(&body);
        assert!(found.contains(part), "{body}: {found}");
    }
    let mut sources = source::Sources::new();
    let source = sources.add("T.java", "class T {");
    assert!(jcstress::read("class T {", source).is_err());
}

/// One class with a state that extends a class of the library, or has its fields in a class beside.
fn beside(state: &str, first: &str, second: &str, outcomes: &str) -> BTreeMap<String, Vec<Mismatch>> {
    differences(&format!(
        "{HEAD}
public class All {{
  @State public static class S {state}
  {outcomes} public static class Meta {{ }}
  @JCStressTest @JCStressMeta(Meta.class)
  public static class T {{
    @Actor public void first(S s, II_Result r) {{ {first} }}
    @Actor public void second(S s, II_Result r) {{ {second} }}
  }}
}}"
    ))
}

#[test]
fn states_beside_the_test_are_read() {
    let sums = "@Outcome(id = {\"0, 3\", \"5, 7\", \"4, 0\"}, expect = Expect.ACCEPTABLE)";
    let (first, second) = ("r.r1 = s.getAndAdd(3);", "r.r2 = s.addAndGet(4);");
    // 3 and then 4: 0, 7; 4 and then 3: 4, 4.
    for base in ["AtomicInteger", "AtomicLong"] {
        let (first, second) = match base {
            "AtomicLong" => ("r.r1 = (int) s.getAndAdd(3L);".to_owned(), "r.r2 = (int) s.addAndGet(4L);".to_owned()),
            _ => (first.to_owned(), second.to_owned()),
        };
        let found = &beside(&format!("extends {base} {{ }}"), &first, &second, sums)["All.T"];
        let undeclared = |id: &str| Mismatch::Undeclared(id.to_owned());
        assert_eq!(found[..2], [undeclared("0, 7"), undeclared("4, 4")], "{base}");
        assert_eq!(found.len(), 5, "{base}");
    }
    let once = "@Outcome(id = {\"1, 0\", \"0, 1\"}, expect = Expect.ACCEPTABLE)";
    let (first, second) = ("r.r1 = s.compareAndSet(false, true) ? 1 : 0;", "r.r2 = s.getAndSet(true) ? 0 : 1;");
    assert_eq!(beside("extends AtomicBoolean { }", first, second, once)["All.T"], []);
    let fields = "{ final int at = Random.next(); final AtomicIntegerArray a = new AtomicIntegerArray(9); volatile int v; \
        final AtomicIntegerFieldUpdater<S> u = AtomicIntegerFieldUpdater.newUpdater(S.class, \"v\"); }";
    let cas = |one: &str| format!("s.{one} 0, 1) ? 1 : 0;");
    for one in ["a.compareAndSet(s.at,", "u.compareAndSet(s,", "a.compareAndSet(3,"] {
        let (first, second) = (format!("r.r1 = {}", cas(one)), format!("r.r2 = {}", cas(one)));
        assert_eq!(beside(fields, &first, &second, once)["All.T"], [], "{one}");
    }
}

#[test]
fn counting_loops_and_narrow_fields_are_read() {
    let found = beside(
        "{ int x; byte b; }",
        "for (int i = 0; i < 3; i++) { s.x += 2; } r.r1 = s.x;",
        "int v = 130; s.b = (byte) v; r.r2 = s.b;",
        "@Outcome(id = \"6, -126\", expect = Expect.ACCEPTABLE)",
    );
    assert_eq!(found["All.T"], []);
}

#[test]
fn indices_that_may_be_equal_are_refused() {
    let message = |state: &str, body: &str| {
        let text = format!(
            "{HEAD} class All {{ @State static class S {state} @JCStressTest @Outcome(expect = Expect.ACCEPTABLE) \
             static class T {{ @Actor void a(S s, I_Result r) {{ {body} }} }} }}"
        );
        read(&text)[0].litmus.as_ref().expect_err(body).message.clone()
    };
    for (state, body, part) in [
        (
            "{ final int i = f(); final AtomicIntegerArray a = new AtomicIntegerArray(9); }",
            "s.a.set(s.i, 1); s.a.set(0, 2);",
            "may be equal",
        ),
        ("{ final int i = f(); int x; }", "r.r1 = s.i;", "a number that is not known"),
        ("extends Thread { }", "r.r1 = 0;", "a class that extends this one"),
    ] {
        let found = message(state, body);
        assert!(found.contains(part), "{body}: {found}");
    }
}

/// JLS 17.5: an object that a race publishes has the values of its final fields, and may lack those of others. Objects that the state has at first are whole.
#[test]
fn objects_arrays_and_methods_are_read() {
    let text = format!(
        "{HEAD}
public class Shelf {{
  static class Box {{ final int size; int content; Box(int size) {{ this.size = size; content = size; }} }}

  @JCStressTest @State
  @Outcome(id = {{\"-1, -1\", \"7, 7\", \"7, 0\"}}, expect = Expect.ACCEPTABLE)
  @Outcome(expect = Expect.FORBIDDEN)
  public static class Published {{
    Box box;
    @Actor public void put() {{ box = new Box(7); }}
    @Actor public void look(II_Result r) {{
      Box seen = box;
      if (seen != null) {{ r.r1 = seen.size; r.r2 = seen.content; }} else {{ r.r1 = -1; r.r2 = -1; }}
    }}
  }}

  @JCStressTest @State
  @Outcome(id = \"7\", expect = Expect.ACCEPTABLE)
  @Outcome(expect = Expect.FORBIDDEN)
  public static class Made {{
    Box box;
    Box get() {{
      Box found = box;
      if (found == null) {{ found = new Box(7); box = found; }}
      return found;
    }}
    @Actor public void first() {{ get(); }}
    @Actor public void second(I_Result r) {{ r.r1 = get().size; }}
  }}

  @JCStressTest @State
  @Outcome(id = {{\"3, 0\", \"3, 1\"}}, expect = Expect.ACCEPTABLE)
  public static class Filled {{
    Box box = new Box(3); int[] cells = new int[2]; volatile int ready;
    @Actor public void put() {{ cells[ready] = 1; box.content = 4; }}
    @Actor public void look(II_Result r) {{ int at = ready; r.r1 = box.size; r.r2 = cells[at]; }}
  }}

  @JCStressTest @State
  @Outcome(id = {{\"false\", \"true\"}}, expect = Expect.ACCEPTABLE)
  public static class Throws {{
    Box box;
    @Actor public void put() {{ box = new Box(1); }}
    @Actor public void look(Z_Result r) {{ r.r1 = box.size == 1; }}
  }}
}}"
    );
    let found = differences(&text);
    assert_eq!(found["Shelf.Published"], [], "{found:?}");
    assert_eq!(found["Shelf.Made"], [], "{found:?}");
    assert_eq!(found["Shelf.Filled"], [], "{found:?}");
    let lines: Vec<String> = found["Shelf.Throws"].iter().map(ToString::to_string).collect();
    assert!(lines.iter().any(|line| line.contains("NullPointerException")), "{lines:?}");
}

#[test]
fn objects_that_are_outside_are_refused_by_name() {
    let actor = "@Actor public void a(I_Result r) { r.r1 = 0; }";
    for (body, part) in [
        (format!("Object o = new Object() {{ }}; {actor}"), "a class without a name"),
        ("static int s; @Actor public void a(I_Result r) { r.r1 = s; }".to_owned(), "the static field `s`"),
        (format!("int[] a = new int[x()]; int n; int x() {{ return y(); }} {actor}"), "a call of `y`"),
        ("int x; int f() { return f(); } @Actor public void a(I_Result r) { r.r1 = f(); }".to_owned(), "calls itself"),
    ] {
        let found = refused(&body);
        assert!(found.contains(part), "{body}: {found}");
    }
}

/// JLS 17.7: what is plain may be seen in halves, what is volatile may not.
#[test]
fn longs_are_seen_in_halves_where_they_are_plain() {
    let source = |modifier: &str| {
        format!(
            "{HEAD} @JCStressTest @State @Outcome(id = {{\"0\", \"-1\"}}, expect = Expect.ACCEPTABLE) public class T {{ \
             {modifier} long v; \
             @Actor public void first() {{ v = 0xFFFFFFFF_FFFFFFFFL; }} @Actor public void second(J_Result r) {{ r.r1 = v; }} }}"
        )
    };
    let halves = ["-4294967296", "4294967295"].map(|id| Mismatch::Undeclared(id.to_owned()));
    assert_eq!(differences(&source(""))["T"], halves);
    assert_eq!(differences(&source("volatile"))["T"], []);
    let sums = "@Outcome(id = {\"4294967298, 0\", \"4294967298, 1\"}, expect = Expect.ACCEPTABLE)";
    let found = beside(
        "{ volatile long v = 4294967296L; int i; }",
        "s.v += 2; long old = s.v; old++; r.r1 = (int) (old >> 32);",
        "r.r2 = s.i++;",
        &sums.replace("4294967298, 0", "1, 0").replace(", \"4294967298, 1\"", ""),
    );
    assert_eq!(found["All.T"], []);
}

/// JLS 17.7: a `double` may be seen in halves where it is plain; a NaN keeps its bits.
#[test]
fn doubles_are_seen_in_halves_where_they_are_plain() {
    let source = |ty: &str, value: &str, letter: &str| {
        format!(
            "{HEAD} @JCStressTest @State @Outcome(id = {{\"0.0\", \"NaN\"}}, expect = Expect.ACCEPTABLE) public class T {{ \
             {ty} v; \
             @Actor public void first() {{ v = {value}; }} @Actor public void second({letter}_Result r) {{ r.r1 = v; }} }}"
        )
    };
    let ones = "Double.longBitsToDouble(0xFFFF_FFFF_FFFF_FFFFL)";
    // The upper half alone is a NaN as well.
    let lower = Mismatch::Undeclared("2.1219957905E-314".to_owned());
    assert_eq!(differences(&source("double", ones, "D"))["T"], [lower]);
    assert_eq!(differences(&source("volatile double", ones, "D"))["T"], []);
    assert_eq!(differences(&source("float", "Float.intBitsToFloat(-1)", "F"))["T"], []);
    assert_eq!(differences(&source("double", "0.0 / 0", "D"))["T"], []);
}

/// Arithmetic where the state is made and in actors; ids are regular expressions with points.
#[test]
fn floating_point_numbers_are_computed_with() {
    let source = "@JCStressTest @State @Outcome(id = \"1.5, 2.25, 3, 1.0E10\", expect = Expect.ACCEPTABLE) public class T { \
        double a = 1 / 2 + 1.5f; float b = (float) a; long big = 10_000_000_000L; \
        @Actor public void first(DFID_Result r) { double t = a; t *= b; r.r1 = a; r.r2 = (float) t; r.r3 = (int) (t + 1) % 7; r.r4 = big; } \
        @Actor public void second() { } }";
    assert_eq!(differences(&format!("{HEAD} {source}"))["T"], []);
}

/// What tries to take a lock fails where it is held, and only there.
#[test]
fn locks_are_tried() {
    let source = |lock: &str, first: &str, ids: &str| {
        format!(
            "{HEAD} @JCStressTest @State @Outcome(id = {ids}, expect = Expect.ACCEPTABLE) public class T {{ \
             final Lock lock = {lock}; int v; \
             int tries() {{ if (lock.tryLock()) {{ try {{ return ++v; }} finally {{ lock.unlock(); }} }} return -1; }} \
             int takes() {{ lock.lock(); try {{ return ++v; }} finally {{ lock.unlock(); }} }} \
             @Actor public void first(II_Result r) {{ {first} }} @Actor public void second(II_Result r) {{ r.r2 = takes(); }} }}"
        )
    };
    for lock in ["new ReentrantLock()", "new ReentrantReadWriteLock(true).writeLock()"] {
        let ids = "{\"1, 2\", \"2, 1\", \"-1, 1\"}";
        assert_eq!(differences(&source(lock, "r.r1 = tries();", ids))["T"], [], "{lock}");
        // Behind its own it takes the lock again, as nothing else holds it: a lock that is held is not tried in vain by who holds it.
        let again = "lock.lock(); r.r1 = tries(); lock.unlock();";
        assert_eq!(differences(&source(lock, again, "{\"1, 2\", \"2, 1\"}"))["T"], [], "{lock}");
    }
}

/// A field by reflection is accessed as its declaration says.
#[test]
fn fields_are_accessed_by_reflection() {
    let source = |modifier: &str| {
        format!(
            "{HEAD} @JCStressTest @State @Outcome(id = \"1, 0\", expect = Expect.FORBIDDEN) @Outcome(expect = Expect.ACCEPTABLE) public class T {{ \
             private static Field FLAG; \
             static {{ try {{ FLAG = T.class.getDeclaredField(\"flag\"); FLAG.setAccessible(true); }} catch (NoSuchFieldException e) {{ throw new IllegalStateException(e); }} }} \
             {modifier} int flag; int data; \
             @Actor public void first() {{ data = 1; try {{ FLAG.setInt(this, 1); }} catch (IllegalAccessException e) {{ throw new IllegalStateException(e); }} }} \
             @Actor public void second(II_Result r) {{ try {{ r.r1 = FLAG.getInt(this); r.r2 = data; }} catch (IllegalAccessException e) {{ }} }} }}"
        )
    };
    assert_eq!(differences(&source("volatile"))["T"], []);
    assert_eq!(differences(&source(""))["T"], [Mismatch::Allowed("1, 0".to_owned())]);
}

/// An object of a final field that a holder makes where it is used first: jcstress's `Singleton_09_Holder.Final`.
#[test]
fn a_holder_makes_an_object_with_final_fields() {
    let source = "@JCStressTest @State @Outcome(id = \"data, data\", expect = Expect.ACCEPTABLE) public class T { \
        static class Single { final String data; Single(String data) { this.data = data; } } \
        static class Holder { static final Single INSTANCE = new Single(\"data\"); } \
        @Actor public void first(LL_Result r) { r.r1 = Holder.INSTANCE.data; } \
        @Actor public void second(LL_Result r) { r.r2 = Holder.INSTANCE.data; } }";
    assert_eq!(differences(&format!("{HEAD} {source}"))["T"], []);
}

#[test]
fn waiting_leaves_the_monitor() {
    let source = |wait: &str, ids: &str| {
        format!(
            "{HEAD} @JCStressTest @State @Outcome(id = {ids}, expect = Expect.ACCEPTABLE) public class T {{ int x; \
             @Actor public synchronized void first(I_Result r) {{ x = 1; {wait} r.r1 = x; }} \
             @Actor public void second() {{ synchronized (this) {{ x = 2; this.notifyAll(); }} }} }}"
        )
    };
    assert_eq!(differences(&source("", "\"1\""))["T"], []);
    let waits = "try { wait(); } catch (InterruptedException e) { throw new IllegalStateException(e); }";
    assert_eq!(differences(&source(waits, "{\"1\", \"2\"}"))["T"], []);
}

/// Two fields of the state refer to one object.
#[test]
fn final_fields_may_refer_to_one_object() {
    let found = differences(&format!(
        "{HEAD} @JCStressTest @State @Outcome(id = \"3\", expect = Expect.ACCEPTABLE) public class T {{ static class Box {{ int a; }} \
         private final Box first = new Box(); private final Box alias = first; \
         @Actor public void one(I_Result r) {{ Box b = alias; first.a = 3; r.r1 = b.a; }} }}"
    ));
    assert_eq!(found["T"], []);
}

const BOTH: &str = "@JCStressTest @State @Outcome(expect = Expect.FORBIDDEN)";

/// Classes that extend others, parameters of types, interfaces, lambdas, texts and exceptions: a value that is made once, and seen by both.
#[test]
fn classes_interfaces_lambdas_and_texts_are_read() {
    let source = |modifier: &str, ids: &str| {
        format!(
            "{HEAD} public class All {{
  interface Maker<T> {{ T make(Supplier<T> how); }}
  static class Broken extends RuntimeException {{ }}
  static class Word {{ {modifier} String text; Word(String text) {{ this.text = text; }} String text() {{ return text; }} }}
  static abstract class Base<T> implements Maker<T> {{ T made; protected abstract boolean fails(); }}
  static class Once<T> extends Base<T> {{
    protected boolean fails() {{ return false; }}
    public T make(Supplier<T> how) {{
      T found = made;
      if (found != null) return found;
      synchronized (this) {{ if (made == null) {{ made = how.get(); }} return made; }}
    }}
  }}
  static class Never<T> extends Base<T> {{
    protected boolean fails() {{ return true; }}
    public T make(Supplier<T> how) {{ if (fails()) throw new Broken(); return how.get(); }}
  }}
  static String show(Maker<Word> maker, Supplier<Word> how) {{
    try {{ String text = maker.make(how).text(); return text == null ? \"nothing\" : text; }} catch (Broken broken) {{ return \"broken\"; }}
  }}
  {BOTH} @Outcome(id = {ids}, expect = Expect.ACCEPTABLE)
  public static class T {{
    Maker<Word> once = new Once<>(); Maker<Word> never = new Never<>();
    @Actor public void first(LLL_Result r) {{ r.r1 = show(once, () -> new Word(\"a\")); r.r3 = show(never, () -> new Word(\"a\")); }}
    @Actor public void second(LLL_Result r) {{ r.r2 = show(once, () -> new Word(\"b\")); }}
  }}
}}"
        )
    };
    let whole = "{\"a, a, broken\", \"b, b, broken\"}";
    assert_eq!(differences(&source("final", whole))["All.T"], []);
    let parts = "{\"a, a, broken\", \"b, b, broken\", \"a, nothing, broken\", \"nothing, b, broken\"}";
    assert_eq!(differences(&source("", parts))["All.T"], []);
}

/// JLS 12.4.2: the class is initialised once, and that happens before each use.
#[test]
fn classes_are_initialised_by_their_first_use() {
    let found = differences(&format!(
        "{HEAD} {BOTH} @Outcome(id = \"7, 7\", expect = Expect.ACCEPTABLE) public class T {{
  static class Box {{ int x; Box(int x) {{ this.x = x; }} }}
  static class Holder {{ static final Box BOX = new Box(7); }}
  @Actor public void first(II_Result r) {{ r.r1 = Holder.BOX.x; }}
  @Actor public void second(II_Result r) {{ r.r2 = Holder.BOX.x; }}
}}"
    ));
    assert_eq!(found["T"], []);
}

/// A lock with a condition, a variable of each thread, a list that is published too early: as their documentation says of memory.
#[test]
fn classes_of_the_library_are_those_of_their_documentation() {
    let found = differences(&format!(
        "{HEAD} public class All {{
  {BOTH} @Outcome(id = {{\"0, 5\", \"0, 0\", \"5, 5\"}}, expect = Expect.ACCEPTABLE)
  public static class Waits {{
    final ReentrantLock lock = new ReentrantLock(); final Condition ready = lock.newCondition(); int v;
    @Actor public void first() {{ lock.lock(); try {{ v = 5; ready.signalAll(); }} finally {{ lock.unlock(); }} }}
    @Actor public void second(II_Result r) {{
      lock.lock();
      try {{ r.r1 = v; ready.await(); r.r2 = v; }} finally {{ lock.unlock(); }}
    }}
  }}
  {BOTH} @Outcome(id = \"a, b\", expect = Expect.ACCEPTABLE)
  public static class Own {{
    final ThreadLocal<String> own = new ThreadLocal<>();
    @Actor public void first(LL_Result r) {{ own.set(\"a\"); r.r1 = own.get(); }}
    @Actor public void second(LL_Result r) {{ own.set(\"b\"); r.r2 = own.get(); }}
  }}
}}"
    ));
    for name in ["All.Waits", "All.Own"] {
        assert_eq!(found[name], [], "{name}");
    }
}

/// Tests of `Mode.Termination`: whether the declared outcomes are those of `jls-modes`.
#[test]
fn loops_that_wait_end_where_the_model_promises_it() {
    let test = |name: &str, stale: &str, body: &str| {
        format!(
            "  @JCStressTest(Mode.Termination) @State
  @Outcome(id = \"TERMINATED\", expect = Expect.ACCEPTABLE) @Outcome(id = \"STALE\", expect = Expect.{stale})
  public static class {name} {{ int x; volatile int flag; boolean done; {body} }}\n"
        )
    };
    let handle = "static final VarHandle X;
    static { try { X = MethodHandles.lookup().findVarHandle(Handle.class, \"x\", int.class); } catch (ReflectiveOperationException e) { throw new IllegalStateException(e); } }";
    let of_handle = |name: &str, read: &str, write: &str| {
        let body = format!(
            "{} @Actor public void waits() {{ while ((int) X.{read}(this) == 0); }} @Signal public void signal() {{ X.{write}(this, 2); }}",
            handle.replace("Handle.class", &format!("{name}.class"))
        );
        test(name, if read == "get" { "ACCEPTABLE" } else { "FORBIDDEN" }, &body)
    };
    let tests = [
        test(
            "Plain",
            "ACCEPTABLE",
            "@Actor public void waits() { while (x == 0) { } } @Signal public void signal() { x = 1; }",
        ),
        test(
            "Volatile",
            "FORBIDDEN",
            "@Actor public void waits() { while (flag == 0) { } } @Signal public void signal() { flag = 1; }",
        ),
        // A volatile read in each round: what the signal did before its volatile write is seen in the end, and nothing else.
        test(
            "Beside",
            "FORBIDDEN",
            "@Actor public void waits() { while (!done) { int seen = flag; } } @Signal public void signal() { done = true; flag = 1; }",
        ),
        test(
            "Before",
            "ACCEPTABLE",
            "@Actor public void waits() { while (!done) { int seen = flag; } } @Signal public void signal() { flag = 1; done = true; }",
        ),
        test(
            "Never",
            "ACCEPTABLE",
            "@Actor public void waits() { while (flag == 0) { } } @Signal public void signal() { x = 1; }",
        ),
        test(
            "Monitor",
            "FORBIDDEN",
            "@Actor public void waits() { while (true) { synchronized (this) { if (done) { break; } } } } @Signal public void signal() { synchronized (this) { done = true; } }",
        ),
        test(
            "OtherMonitor",
            "ACCEPTABLE",
            "final Object one = new Object(); @Actor public void waits() { while (true) { synchronized (one) { if (done) { break; } } } } @Signal public void signal() { synchronized (this) { done = true; } }",
        ),
        test(
            "Interrupt",
            "FORBIDDEN",
            "@Actor public void waits() { while (!Thread.currentThread().isInterrupted()) { } } @Signal public void signal(Thread actor) { actor.interrupt(); }",
        ),
        of_handle("Opaque", "getOpaque", "setOpaque"),
        of_handle("Release", "getAcquire", "setRelease"),
        of_handle("Mixed", "getOpaque", "setVolatile"),
        of_handle("PlainHandle", "get", "set"),
    ];
    let text = format!("{HEAD}public class Ends {{\n{}}}\n", tests.concat());
    let differences = differences(&text);
    assert_eq!(differences.len(), tests.len());
    let wrong: BTreeMap<_, _> = differences.into_iter().filter(|(_, found)| !found.is_empty()).collect();
    // `Never` ends in no execution: that it does is declared all the same.
    let ends = Mismatch::Forbidden("TERMINATED".to_owned());
    assert_eq!(wrong, BTreeMap::from([("Ends.Never".to_owned(), vec![ends])]));
}

#[test]
fn what_blocks_a_thread_otherwise_is_refused() {
    let lock = "final java.util.concurrent.locks.ReentrantLock lock = new ReentrantLock();";
    let actor = "@Actor public void a(I_Result r) { lock.lock(); r.r1 = 1; lock.unlock(); }";
    let body = format!("{lock} public T() {{ lock.lock(); }} {actor}");
    assert!(refused(&body).contains("held before the actors begin"), "{}", refused(&body));
    // One that is left again is free.
    let text = format!(
        "{HEAD}@JCStressTest @State @Outcome(id = \"1\", expect = Expect.ACCEPTABLE) public class T {{ {lock} public T() {{ lock.lock(); lock.unlock(); }} {actor} }}"
    );
    assert_eq!(differences(&text)["T"], []);
    let body = format!(
        "{lock} @Actor public void a(I_Result r) throws InterruptedException {{ lock.lockInterruptibly(); r.r1 = 1; lock.unlock(); }} @Actor public void b() {{ Thread.currentThread().interrupt(); }}"
    );
    assert!(refused(&body).contains("given up at an interrupt"), "{}", refused(&body));
    let body = "@Actor public void a(I_Result r) { r.r1 = 1; } @Signal public void b() { }";
    assert!(refused(body).contains("a signal"), "{}", refused(body));
}

/// What a test that asks for its end is answered where it is not known.
#[test]
fn loops_whose_rounds_differ_have_no_answer() {
    let model = common::model("jls-modes");
    let semantics = Semantics::Causality(Rules::jls());
    let answer = |body: &str| {
        let text = format!(
            "{HEAD}@JCStressTest(Mode.Termination) @State @Outcome(id = \"TERMINATED\", expect = Expect.ACCEPTABLE)
            public class T {{ int x; volatile int flag; final Object one = new Object(), two = new Object(); {body} }}"
        );
        let test = read(&text).remove(0);
        let litmus = test.litmus.as_ref().unwrap_or_else(|error| panic!("{}", error.message));
        termination_of(&test, &common::test_of(litmus), Setting::new(&model, &semantics)).expect("it asks")
    };
    let signal = "@Signal public void signal() { flag = 1; x = 1; }";
    let unknown = [
        // It writes in each round.
        "@Actor public void waits() { while (x == 0) { flag = 2; } }",
        "@Actor public void waits() { int i = 0; while (x == 0) { i = i + 1; if (i == 40) { return; } } }",
        "@Actor public void waits() { while (flag == 0) { while (x == 0) { } } }",
        "@Actor public void waits() { synchronized (one) { synchronized (two) { } } }",
    ];
    for body in unknown {
        let answer = answer(&format!("{body} {signal}"));
        assert!(matches!(answer, Termination::Unknown(_)), "{body}: {answer:?}");
    }
    let none = answer(&format!("@Actor public void waits() {{ int seen = x; }} {signal}"));
    assert_eq!(none, Termination::Ends);
}
