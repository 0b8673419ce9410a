//! Turns of loops that only wait, in random programs: whatever counting finds at a bound, the search without such turns finds.
//!
//! `LAKMUS_LOOPS=500` tries so many programs, `LAKMUS_SEED=N` begins with program N.

use lakmus_sim::{Goal, Model, Options, Report, RunError, Test, Turns, simulate};
use source::{SourceId, Sources};

/// What ships, for models that include it.
struct Shipped;

impl cat::Files for Shipped {
    fn open(&mut self, name: &str, sources: &mut Sources) -> Option<SourceId> {
        models::file(name).map(|text| sources.add(name, text))
    }
}

/// The generator of splitmix64 (Steele, Lea, Flood, OOPSLA 2014): the same programs everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

/// Instructions of a thread of AArch64, and the registers that it reads into.
fn thread(number: usize, random: &mut Random) -> (Vec<String>, Vec<usize>) {
    let (mut code, mut read) = (Vec::new(), Vec::new());
    let fresh = |read: &mut Vec<usize>| {
        read.push(2 + read.len());
        read[read.len() - 1]
    };
    for part in 0..1 + random.below(2) {
        let label = format!("L{number}{part}");
        let place = random.one_of(&["X0", "X1"]);
        let value = random.one_of(&["W20", "W21"]);
        match random.below(7) {
            0 => code.push(format!("{} {value},[{place}]", random.one_of(&["STR", "STLR"]))),
            1 => {
                let register = fresh(&mut read);
                code.push(format!("{} W{register},[{place}]", random.one_of(&["LDR", "LDAR"])));
            }
            2 | 3 => {
                let register = fresh(&mut read);
                code.push(format!("{label}: {} W{register},[{place}]", random.one_of(&["LDR", "LDAR"])));
                if random.below(3) == 0 {
                    code.push(random.one_of(&["DMB LD", "DMB SY", "ISB"]).to_owned());
                }
                code.push(format!("{} W{register},{label}", random.one_of(&["CBZ", "CBNZ"])));
            }
            4 | 5 => {
                let register = fresh(&mut read);
                code.push(format!("{label}: {} W{register},[{place}]", random.one_of(&["LDXR", "LDAXR"])));
                if random.below(2) == 0 {
                    code.push(format!("CBNZ W{register},{label}"));
                }
                code.push(format!("{} W26,{value},[{place}]", random.one_of(&["STXR", "STLXR"])));
                code.push(format!("CBNZ W26,{label}"));
            }
            _ => {
                let register = fresh(&mut read);
                code.push(format!("{label}: MOV W{register},#{}", random.below(2)));
                code.push(format!("{} W{register},{value},[{place}]", random.one_of(&["CAS", "CASA", "CASAL"])));
                code.push(format!("CBNZ W{register},{label}"));
            }
        }
    }
    let last = if random.below(2) == 0 { "STR W21,[X1]".to_owned() } else { format!("LDR W{},[X0]", fresh(&mut read)) };
    code.push(last);
    (code, read)
}

fn program(seed: usize) -> String {
    let mut random = Random(seed as u64);
    let threads: Vec<(Vec<String>, Vec<usize>)> = (0..2).map(|number| thread(number, &mut random)).collect();
    let registers = "0:X0=x; 0:X1=y; 0:X20=1; 0:X21=2; 1:X0=x; 1:X1=y; 1:X20=1; 1:X21=2;";
    let mut text = format!("AArch64 loops{seed}\n{{ {registers} }}\n P0 | P1 ;\n");
    for row in 0..threads.iter().map(|(code, _)| code.len()).max().unwrap_or(0) {
        let cells: Vec<&str> = threads.iter().map(|(code, _)| code.get(row).map_or("", String::as_str)).collect();
        text += &format!(" {} ;\n", cells.join(" | "));
    }
    let mut shown = "x; y;".to_owned();
    for (number, (_, read)) in threads.iter().enumerate() {
        for register in read.iter().filter(|_| random.below(4) > 0) {
            shown += &format!(" {number}:X{register};");
        }
    }
    format!("{text}locations [{shown}]\nexists (x=2)\n")
}

fn run(test: &Test, model: &Model, options: &Options<'_>) -> Option<Report> {
    let options = options.clone().with(|set| set.accepts_no_execution = true);
    match simulate(test, model, &options) {
        Ok(report) => Some(report),
        // Paths beyond the limits are no matter here.
        Err(RunError::Stopped(_)) => None,
        Err(RunError::Refused(found)) => panic!("{}: {found:?}", test.name()),
    }
}

#[test]
fn what_counting_finds_is_found_without_turns_that_wait() {
    let number = |name, default| usize::try_from(testing::variables::number(name, default)).expect("a small number");
    let (first, count) = (number("LAKMUS_SEED", 0), number("LAKMUS_LOOPS", 60));
    let (mut left_out, mut complete) = (0, 0);
    for seed in first..first + count {
        let text = program(seed);
        let mut sources = Sources::new();
        let source = sources.add("test.litmus", text.as_str());
        let test = Test::load(&sources, source, "test").unwrap_or_else(|found| panic!("{found:?}\n{text}"));
        for name in ["aarch64", "sc"] {
            let source = sources.add(name, models::file(&format!("{name}.cat")).expect("it ships"));
            let model = Model::load(&mut sources, source, None, &mut Shipped, test.language(), &|_| false);
            let model = model.expect("a model");
            let Some(found) = run(&test, &model, &Options::default().with(|set| set.goal = Goal::States)) else {
                continue;
            };
            let Some(counted) = run(&test, &model, &Options::default().with(|set| set.unroll = Some(1))) else {
                continue;
            };
            let lost = counted.states.iter().find(|state| !found.states.contains(state));
            assert_eq!(lost, None, "seed {seed}, {name}\n{text}");
            left_out += usize::from(found.turns == Turns::LeftOut);
            complete += usize::from(counted.is_cut && !found.is_cut);
        }
    }
    assert!(count < 60 || left_out > 40 && complete > 20, "{left_out} {complete}");
}
