//! From tests to programs, conditions and logs. Expected texts were checked against herd7 where it accepts the test.

use crate::toy;

use std::collections::HashMap;

use lakmus_litmus::{Base, FinalPlace, FinalState, FinalValue, LoweredTest, Outcome, Quantifier, RegisterPart};
use program::{Block, CodePlace, Computation, InstructionId, LocationId, MicroOp, Target, ThreadId};

/// A final state by name: `0:r1`, `x`, `a[1]`; what is not in it is 0.
struct Found<'t> {
    test: &'t LoweredTest,
    values: HashMap<String, FinalValue>,
}

impl Found<'_> {
    fn look(&self, name: String, width: u16) -> FinalValue {
        self.values.get(&name).cloned().unwrap_or(FinalValue::Number(0, width))
    }
}

impl FinalState for Found<'_> {
    fn register(&self, thread: ThreadId, part: RegisterPart) -> FinalValue {
        let name = format!("{}:{}", thread.number(), self.test.program.registers[part.register].name);
        self.look(name, 64).cut(part.width)
    }

    fn cell(&self, location: LocationId, index: u32) -> FinalValue {
        let location = &self.test.program.locations[location];
        let name = if location.is_array { format!("{}[{index}]", location.name) } else { location.name.to_string() };
        self.look(name, location.element.map_or(64, |element| element.width))
    }
}

fn state<'t>(test: &'t LoweredTest, values: &[(&str, i128)]) -> Found<'t> {
    let width = |name: &str| {
        let location = test.program.locations.iter().find(|location| name.split('[').next() == Some(&location.name));
        location.and_then(|location| location.element).map_or(64, |element| element.width)
    };
    let value =
        |name: &str, value: i128| FinalValue::Number(program::truncate(value as u128, width(name)), width(name));
    let values = values.iter().map(|&(name, number)| (name.to_owned(), value(name, number))).collect();
    Found { test, values }
}

fn location(test: &LoweredTest, name: &str) -> LocationId {
    let mut all = test.program.locations.iter_enumerated();
    all.find(|(_, location)| location.name == name).expect("a location of the test").0
}

/// A test with one thread that names `x`.
fn test(init: &str, condition: &str) -> LoweredTest {
    toy::lowered(&format!("X86_64 T\n{{{init}}}\n P0 | P1 ;\n mov r0,(x) | ;\n L: | ;\n{condition}\n"))
}

#[test]
fn states_show_places_in_herds_order() {
    let test = test(
        "int a[3]={1,5,3}; *p=x;",
        "locations [a[2]; a; x; p; 1:r0; 0:r3; b; a[0]; 0:R2;] exists (0:r1=0 /\\ x=0 /\\ 1:r0=0)",
    );
    let shown: Vec<&str> = test.displayed.iter().map(|place| &*place.name).collect();
    assert_eq!(shown, ["0:r1", "0:r2", "0:r3", "1:r0", "a", "b", "p", "x", "a[0]", "a[2]"]);
    let line = test.print_outcome(&test.outcome(&state(&test, &[("a[2]", 7), ("0:r3", 4)])), Base::Decimal);
    assert_eq!(line, "0:r1=0; 0:r2=0; 0:r3=4; 1:r0=0; a={0,0,7}; [b]=0; [p]=0; [x]=0; a[0]=0; a[2]=7;");
    assert_eq!(test.observed.len(), test.displayed.len());
}

#[test]
fn numbers_print_by_the_type_of_their_place() {
    let test = test(
        "uint32_t u; uint64_t q; int64_t s; uint8_t b; short h; *p; uint64_t 0:r1; int64_t 0:r2;",
        "locations [x; u; q; s; b; h; p; 0:r1; 0:r2; 0:r3;]",
    );
    let all = ["x", "u", "q", "s", "b", "h", "p", "0:r1", "0:r2", "0:r3"].map(|name| (name, -1));
    let outcome = test.outcome(&state(&test, &all));
    assert_eq!(
        test.print_outcome(&outcome, Base::Decimal),
        "0:r1=18446744073709551615; 0:r2=-1; 0:r3=-1; [b]=255; [h]=-1; [p]=18446744073709551615; \
         [q]=18446744073709551615; [s]=-1; [u]=4294967295; [x]=-1;"
    );
    assert_eq!(
        test.print_outcome(&outcome, Base::Hexadecimal),
        "0:r1=0xffffffffffffffff; 0:r2=0xffffffffffffffff; 0:r3=0xffffffff; [b]=0xff; [h]=0xffff; \
         [p]=0xffffffffffffffff; [q]=0xffffffffffffffff; [s]=0xffffffffffffffff; [u]=0xffffffff; [x]=0xffffffff;"
    );
}

#[test]
fn many_locations_are_each_found_by_name() {
    let names: Vec<String> = (0..100).map(|number| format!("v{number}")).collect();
    let init: String = names.iter().enumerate().map(|(number, name)| format!("{name}={number}; ")).collect();
    let shown: String = names.iter().rev().map(|name| format!("{name}; ")).collect();
    let test = test(&init, &format!("locations [{shown}]"));
    assert_eq!(test.program.locations.len(), names.len() + 1, "and `x`, which the program names");
    for (number, name) in names.iter().enumerate() {
        let Computation::Constant(value, _) = test.program.locations[location(&test, name)].cells[0] else {
            panic!("a number is a number");
        };
        assert_eq!(value, number as u128, "{name}");
    }
}

#[test]
fn states_sort_by_value() {
    let test = test("y=0;", "locations [x; 0:r1;]");
    let x = location(&test, "x");
    let y = location(&test, "y");
    let number = |value: i128| FinalValue::Number(value as u64 as u128, 64);
    let start = CodePlace { thread: ThreadId::from_number(0), instruction: InstructionId::from_number(0) };
    let sorted = [
        number(-1),
        number(2),
        number(10),
        FinalValue::Label(start, "L".into()),
        FinalValue::Address(x, 0),
        FinalValue::Address(x, 4),
        FinalValue::Address(y, -4),
    ];
    let outcome = |value: &FinalValue| Outcome(vec![number(0), value.clone()]);
    let mut outcomes: Vec<Outcome> = sorted.iter().rev().map(outcome).collect();
    test.sort_outcomes(&mut outcomes);
    assert_eq!(outcomes, sorted.iter().map(outcome).collect::<Vec<_>>());
    let lines: Vec<String> = outcomes.iter().map(|outcome| test.print_outcome(outcome, Base::Decimal)).collect();
    assert_eq!(lines[3], "0:r1=0; [x]=label:\"P0:L\";");
    assert_eq!(lines[5..], ["0:r1=0; [x]=x+4;", "0:r1=0; [x]=y-4;"]);
}

#[test]
fn conditions_print_as_in_logs() {
    let printed = |condition: &str| test("y=0; int a[2]; *p=y;", condition).print_condition(Base::Decimal);
    assert_eq!(printed("exists (x=0x10 /\\ p=y /\\ x=-5)"), "exists ([x]=16 /\\ [p]=y /\\ [x]=-5)");
    assert_eq!(printed("forall a={1,0x2} \\/ a[1]=3"), "forall (a={1,2} \\/ a[1]=3)");
    assert_eq!(printed("~exists (x=*y /\\ [x]=0:R1)"), "~exists ([x]=[y] /\\ [x]=0:r1)");
    assert_eq!(
        printed("exists (x=0xffffffffffffffff /\\ 1:r0=label:\"P0:L\")"),
        "exists ([x]=-1 /\\ 1:r0=label:\"P0:L\")"
    );
    assert_eq!(printed("observed x=1; x<>2; and x=2;"), "exists ([x]=1 /\\ not ([x]=2) \\/ [x]=2)");
    assert_eq!(printed("exists (x=1 => x=2) => x=3"), "exists ([x]=1 => [x]=2 => [x]=3)");
    assert_eq!(printed("exists x=1 /\\ x=2 => x=3 \\/ x=4"), "exists ([x]=1 /\\ ([x]=2 => [x]=3) \\/ [x]=4)");
    assert_eq!(printed(""), "forall (true)");
    assert_eq!(test("", "exists (x=0xff)").print_condition(Base::Hexadecimal), "exists ([x]=0xff)");
}

#[test]
fn conditions_compare_by_type() {
    let holds = |condition: &str, values: &[(&str, i128)]| {
        let test = test("uint8_t b; int a[2]; y=0;", condition);
        test.condition.holds(&state(&test, values))
    };
    assert!(holds("exists (x=-1)", &[("x", 0xffff_ffff)]), "untyped places are int");
    assert!(holds("exists (b=255 /\\ b=-1 /\\ b=0x1ff)", &[("b", 255)]));
    assert!(holds("exists (a={1,2} /\\ a[1]=2)", &[("a[0]", 1), ("a[1]", 2)]));
    assert!(!holds("exists (a={1,2})", &[("a[0]", 1)]));
    assert!(!holds("exists (a={1} \\/ a=1 \\/ x={1})", &[("a[0]", 1), ("x", 1)]), "arrays are no numbers");
    assert!(holds("exists (x=*y /\\ 0:r1=[x])", &[("x", 3), ("y", 3), ("0:r1", 3)]));
    assert!(holds("exists (x=1 => x=2)", &[]));
    assert!(holds("forall not (x=1 \\/ x=2)", &[]));
    assert!(!holds("exists (x=y)", &[]), "a name on the right is an address");
    let test = test("y=0;", "exists (0:r1=y)");
    let y = FinalValue::Address(location(&test, "y"), 0);
    assert!(test.condition.holds(&Found { test: &test, values: HashMap::from([("0:r1".to_owned(), y)]) }));
}

#[test]
fn memory_has_types_and_values() {
    let test = test("x=-1; uint8_t b=-1; int a[3]={1,2,3}; *p=x; int *q=&a; r=a[2]; uint16_t c[2]; int z=x;", "");
    let operation = |name: &str| test.program.locations[location(&test, name)].cells.to_vec();
    let element = |name: &str| test.program.locations[location(&test, name)].element.map(|element| element.width);
    assert_eq!(
        operation("x"),
        [Computation::Constant(0xffff_ffff, 64)],
        "an int, zeros above it, while the test says nothing"
    );
    assert_eq!((element("x"), element("b"), element("p"), element("c")), (None, Some(8), Some(64), Some(16)));
    assert_eq!(operation("b"), [Computation::Constant(0xff, 8)]);
    assert_eq!(operation("a"), [1, 2, 3].map(|value| Computation::Constant(value, 32)));
    assert_eq!(operation("p"), [Computation::Address(location(&test, "x"), 0)]);
    assert_eq!(operation("q"), [Computation::Address(location(&test, "a"), 0)]);
    assert_eq!(operation("r"), [Computation::Address(location(&test, "a"), 8)]);
    assert_eq!((element("z"), operation("z")), (None, vec![Computation::Address(location(&test, "x"), 0)]));
}

#[test]
fn registers_are_initialised() {
    let test = test("0:r1=x; P1:w2=-1; 0:r2=y[4]; int128_t a[2]; 0:r3=a[1];", "exists (1:w2=1)");
    let initial: Vec<_> =
        test.program.initial_registers.iter().map(|initial| (initial.thread, &initial.value)).collect();
    let at = |name: &str, offset: i64| Computation::Address(location(&test, name), offset);
    let (p0, p1) = (ThreadId::from_number(0), ThreadId::from_number(1));
    let expected =
        [(p0, &at("x", 0)), (p1, &Computation::Constant(0xffff_ffff, 32)), (p0, &at("y", 4)), (p0, &at("a", 16))];
    assert_eq!(initial, expected);
    assert_eq!(&*test.displayed[0].name, "1:w2", "a part is shown as it was called");
}

#[test]
fn symbolic_registers_get_free_ones() {
    let test = toy::lowered(
        "X86_64 T\n{ %b=x; 0:r0=1; 1:%a=y; }\n P0 | P1 ;\n mov %b,r2 | mov %a,%c ;\nexists (%b=x /\\ 0:r3=0 /\\ 1:%c=1)",
    );
    let shown: Vec<&str> = test.displayed.iter().map(|place| &*place.name).collect();
    // In P0, r2 stands in the code, r0 in the initial state and r3 in the condition. P1 gives %a the first one.
    assert_eq!(shown, ["0:r1", "0:r3", "1:r1"]);
    let initial: Vec<_> = test.program.initial_registers.iter().map(|initial| initial.register.number()).collect();
    assert_eq!(initial, [1, 0, 0]);
}

#[test]
fn labels_and_jumps() {
    let test =
        toy::lowered("X86_64 T\n{}\n P0 ;\n L0: ;\n L1: mov r0,r1 ;\n jump L2 ;\n jump L0 ;\n L2: ;\nexists (true)");
    let thread = &test.program.threads[ThreadId::from_number(0)];
    let labels: Vec<_> = thread.instructions.iter().map(|instruction| instruction.labels.join(",")).collect();
    assert_eq!(labels, ["L0,L1", "", ""]);
    let jump = |instruction| {
        let place =
            CodePlace { thread: ThreadId::from_number(0), instruction: InstructionId::from_number(instruction) };
        vec![MicroOp::Jump(Target::Code(place))]
    };
    let blocks: Vec<&Block> = thread.instructions.iter().map(|instruction| &instruction.block).collect();
    assert_eq!(blocks[1..], [&jump(3), &jump(0)]);
}

#[test]
fn quantifiers_and_filters() {
    let test = test("", "filter (x=1) ~exists (0:r1=1)");
    assert_eq!((test.quantifier, test.quantifier.kind()), (Quantifier::NotExists, "Forbidden"));
    assert!(test.filter.as_ref().is_some_and(|filter| filter.holds(&state(&test, &[("x", 1)]))));
    assert_eq!(test.displayed.len(), 1, "a filter shows nothing");
    assert!(test.observed.contains(&FinalPlace::Whole(location(&test, "x"))), "but what it looks at matters");
}
