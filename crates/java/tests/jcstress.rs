//! Sources in the manner of jcstress: read, and their declared outcomes held against the models.

use crate::common;

use std::collections::{BTreeMap, BTreeSet};

use lakmus_java::jcstress::{self, JcstressTest, Mismatch};
use lakmus_java::{Rules, Semantics, Setting, check};

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
        let allowed: BTreeSet<String> = report.outcomes.iter().map(|line| result(&test, line)).collect();
        (test.name.clone(), test.mismatches(&allowed))
    };
    read(text).into_iter().map(one).collect()
}

fn result(test: &JcstressTest, line: &str) -> String {
    let values: BTreeMap<&str, i32> = (line.split(';').filter_map(|item| item.trim().split_once('=')))
        .map(|(name, value)| (name, value.parse().expect("a number")))
        .collect();
    test.result(&|thread, register| values.get(&*format!("{thread}:{register}")).copied().unwrap_or(0))
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
        ("long x; @Actor public void a(I_Result r) { r.r1 = 0; }".to_owned(), "17.7"),
        ("String x; @Actor public void a(I_Result r) { r.r1 = 0; }".to_owned(), "a field of type `String`"),
        (actor("for (;;) { }"), "a for statement"),
        (actor("other();"), "a call of `other`"),
        (actor("r.r1 = (byte) x;"), "a cast to `byte`"),
        (actor("return;"), "a return statement"),
        ("int x; @Actor public void a(L_Result r) { r.r1 = null; }".to_owned(), "a result of type `L`"),
    ] {
        let found = refused(&body);
        assert!(found.contains(part), "{body}: {found}");
    }
    let mut sources = source::Sources::new();
    let source = sources.add("T.java", "class T {");
    assert!(jcstress::read("class T {", source).is_err());
}
