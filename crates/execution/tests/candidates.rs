//! Small programs and the candidates that they must have.

use std::ops::ControlFlow;
use std::sync::Arc;

use lakmus_execution::{
    Candidate, Candidates, Cell, EventStructure, ExecutionError, Fault, FinalWrites, Limits, ThreadPaths, Visible,
    Visitor,
};

use program::{
    BinaryOperator, Block, BlockBuilder, CodePlace, Computation, ElementType, Expressions, IdVec, Index,
    InitialRegister, Instruction, InstructionId, Location, LocationId, Program, Register, RegisterId, TagSet, Target,
    Temp, Thread, ThreadId,
};
use source::{Sources, Span};

const R0: RegisterId = RegisterId::from_number(0);
const R1: RegisterId = RegisterId::from_number(1);
const X: LocationId = LocationId::from_number(0);
const Y: LocationId = LocationId::from_number(1);

/// A place in the code of P`thread`.
fn place(thread: usize, instruction: usize) -> CodePlace {
    CodePlace { thread: ThreadId::new(thread), instruction: InstructionId::new(instruction) }
}

fn nowhere() -> Span {
    let mut sources = Sources::new();
    let source = sources.add("test", "");
    Span::new(source, 0, 0)
}

fn block(build: impl FnOnce(&mut BlockBuilder)) -> Block {
    let mut block = BlockBuilder::new();
    build(&mut block);
    block.finish()
}

fn store(location: LocationId, value: i128) -> Block {
    block(|b| {
        let (address, value) = (b.address(location, 0, 64), b.constant(value, 32));
        b.store(address, value, TagSet::NONE);
    })
}

fn load(location: LocationId) -> Block {
    block(|b| {
        let address = b.address(location, 0, 64);
        let value = b.load(address, 32, TagSet::NONE);
        b.write(R0, 0, value);
    })
}

fn program(threads: Vec<Vec<Block>>) -> Program {
    let thread = |blocks: Vec<Block>| Thread {
        instructions: blocks
            .into_iter()
            .map(|block| Instruction { span: nowhere(), block, labels: Vec::new() })
            .collect(),
        ..Thread::default()
    };
    let location = |name: &str| Location {
        name: name.into(),
        element: None,
        is_array: false,
        cells: [Computation::Constant(0, 32)].into(),
        code: None,
    };
    Program {
        threads: threads.into_iter().map(thread).collect(),
        registers: Arc::new(["r0", "r1"].map(|name| Register { name: name.into(), width: 32 }).into_iter().collect()),
        locations: IdVec::from(vec![location("x"), location("y")]),
        initial_registers: Vec::new(),
        default_registers: Vec::new(),
        address_width: 64,
        initial_tags: TagSet::NONE,
        follows_known_branches: false,
        mixed_sizes: None,
        thread_relations: program::ThreadRelations::default(),
        words: IdVec::new(),
    }
}

/// What a run finds.
struct Found {
    /// For each candidate that is not cut the final values of `r0` in all threads (`None` when not a number), sorted.
    outcomes: Vec<Vec<Option<u128>>>,
    /// How many candidates are cut.
    cut: usize,
    /// The first fault.
    fault: Option<Fault>,
}

/// Shows each candidate to a function.
struct Each<F>(F);

impl<F: FnMut(&Expressions, &Candidate<'_, '_>)> Visitor for Each<F> {
    type Break = ();

    fn candidate(&mut self, x: &mut Expressions, candidate: &Candidate<'_, '_>) -> ControlFlow<()> {
        (self.0)(x, candidate);
        ControlFlow::Continue(())
    }
}

fn run(program: &Program, limits: &Limits<'_>) -> Result<Found, ExecutionError> {
    let mut paths = ThreadPaths::explore(program, Visible::NoRegisters, limits)?;
    let mut outcomes = Vec::new();
    let (mut cut, mut fault) = (0, None);
    let mut choice: Vec<usize> = vec![0; paths.threads.len()];
    loop {
        let chosen = paths.threads.iter().zip(&choice).map(|(all, &at)| &all[at]).collect::<IdVec<_, _>>();
        let structure = EventStructure::new(program, chosen, &mut paths.expressions, limits)?;
        let is_cut = structure.paths.iter().any(|path| path.cut.is_some());
        let registers: Vec<_> =
            structure.paths.iter().map(|path| path.register(&mut paths.expressions, R0, 0, 32)).collect();
        let mut search = Candidates::new(&structure, &mut paths.expressions, paths.symbols, limits);
        search.ask(registers);
        let _ = search.visit(&mut Each(|x: &Expressions, candidate: &Candidate<'_, '_>| {
            fault = fault.take().or(candidate.fault.clone());
            cut += usize::from(is_cut);
            if !is_cut {
                outcomes.push(candidate.answers.iter().map(|&value| x.as_constant(value)).collect());
            }
        }))?;
        let Some(at) = (0..choice.len()).find(|&at| choice[at] + 1 < paths.threads.as_slice()[at].len()) else { break };
        choice[..at].fill(0);
        choice[at] += 1;
    }
    outcomes.sort();
    Ok(Found { outcomes, cut, fault })
}

fn outcomes(threads: Vec<Vec<Block>>) -> Vec<Vec<Option<u128>>> {
    run(&program(threads), &Limits::default()).expect("within the limits").outcomes
}

#[test]
fn store_buffering_has_four_candidates() {
    let found = outcomes(vec![vec![store(X, 1), load(Y)], vec![store(Y, 1), load(X)]]);
    let expected = [[0, 0], [0, 1], [1, 0], [1, 1]].map(|values| values.map(Some).to_vec());
    assert_eq!(found, expected);
}

#[test]
fn values_out_of_thin_air_are_free() {
    // r0 := x; y := r0 || r0 := y; x := r0
    let copy = |location| {
        block(|b| {
            let address = b.address(location, 0, 64);
            let value = b.read(R0, 0, 32);
            b.store(address, value, TagSet::NONE);
        })
    };
    let found = outcomes(vec![vec![load(X), copy(Y)], vec![load(Y), copy(X)]]);
    let expected = [vec![None, None], vec![Some(0), Some(0)], vec![Some(0), Some(0)], vec![Some(0), Some(0)]];
    assert_eq!(found, expected, "each read may read 0 or the copy; where both read the copy, any value will do");
}

/// Spins until x is not 0: `L0: r0 := x; if r0 = 0 goto L0`.
fn spin() -> Vec<Block> {
    let again = block(|b| {
        let (value, zero) = (b.read(R0, 0, 32), b.constant(0, 32));
        let is_zero = b.equal(value, zero);
        b.branch(is_zero, Target::Code(place(1, 0)));
    });
    vec![load(X), again]
}

#[test]
fn loops_are_cut_at_the_unroll_bound() {
    let limits = Limits { unroll: 2, ..Limits::default() };
    let found = run(&program(vec![vec![store(X, 1)], spin()]), &limits).expect("within the limits");
    // Leaves after 0, 1 or 2 further rounds, the last read from the store each time.
    assert_eq!(found.outcomes, vec![vec![Some(0), Some(1)]; 3]);
    assert_eq!(found.cut, 1, "one way to read 0 three times");
}

/// Adds 1 to r0, and then goes back as long as `again` says.
fn count_up(again: impl FnOnce(&mut BlockBuilder) -> Temp) -> Program {
    let increment = block(|b| {
        let (value, one) = (b.read(R0, 0, 32), b.constant(1, 32));
        let sum = b.binary(BinaryOperator::Add, value, one);
        b.write(R0, 0, sum);
    });
    let back = block(|b| {
        let condition = again(b);
        b.branch(condition, Target::Code(place(0, 0)));
    });
    Program { follows_known_branches: true, ..program(vec![vec![increment, back]]) }
}

fn below(b: &mut BlockBuilder, bound: i128) -> Temp {
    let (value, bound) = (b.read(R0, 0, 32), b.constant(bound, 32));
    b.binary(BinaryOperator::Less, value, bound)
}

#[test]
fn a_loop_with_a_known_condition_is_followed_to_its_end_where_the_language_wants_it() {
    let mut ten_rounds = count_up(|b| below(b, 10));
    let found = run(&ten_rounds, &Limits::default()).expect("within the limits");
    assert_eq!((found.outcomes, found.cut), (vec![vec![Some(10)]], 0));

    ten_rounds.follows_known_branches = false;
    let found = run(&ten_rounds, &Limits::default()).expect("within the limits");
    assert_eq!((found.outcomes, found.cut), (vec![], 1));
}

#[test]
fn what_a_choice_decides_is_not_known() {
    let chosen = run(&count_up(BlockBuilder::nondeterministic_bit), &Limits::default()).expect("within the limits");
    assert_eq!((chosen.outcomes, chosen.cut), (vec![vec![Some(1)], vec![Some(2)], vec![Some(3)]], 1));

    // The constant is written inside a choice, as the status of a store-exclusive is.
    let status = count_up(|b| {
        let fails = b.nondeterministic_bit();
        b.choose(
            fails,
            |b| {
                let value = b.constant(1, 32);
                b.write(R1, 0, value);
            },
            |b| {
                let value = b.constant(0, 32);
                b.write(R1, 0, value);
            },
        );
        b.read(R1, 0, 1)
    });
    let status = run(&status, &Limits::default()).expect("within the limits");
    assert_eq!((status.outcomes, status.cut), (vec![vec![Some(1)], vec![Some(2)], vec![Some(3)]], 1));
}

#[test]
fn a_known_loop_without_end_is_cut() {
    let limits = Limits { known_jumps: 100, ..Limits::default() };
    let endless = run(&count_up(|b| b.constant(1, 1)), &limits);
    let endless = endless.expect("it is cut");
    assert_eq!((endless.outcomes.len(), endless.cut), (0, 1), "a loop without end is cut");
}

#[test]
fn a_jump_to_data_is_a_fault() {
    let jump = block(|b| {
        let address = b.address(X, 0, 64);
        b.jump_to(address);
    });
    let fault = run(&program(vec![vec![jump, store(X, 1)]]), &Limits::default()).expect("within the limits").fault;
    assert!(matches!(fault, Some(Fault::NotCode { .. })), "{fault:?}");
}

#[test]
fn a_branch_carries_control_dependencies_and_a_value_data_dependencies() {
    let limits = Limits::default();
    let copy = block(|b| {
        let (address, value) = (b.address(Y, 0, 64), b.read(R0, 0, 32));
        b.store(address, value, TagSet::NONE);
    });
    let skip = block(|b| {
        let (value, zero) = (b.read(R0, 0, 32), b.constant(0, 32));
        let is_zero = b.equal(value, zero);
        b.branch(is_zero, Target::Code(place(0, 2)));
    });
    let program = program(vec![vec![load(X), skip, copy]]);
    let mut paths = ThreadPaths::explore(&program, Visible::NoRegisters, &limits).expect("within the limits");
    let chosen = paths.threads.iter().map(|all| &all[0]).collect();
    let structure = EventStructure::new(&program, chosen, &mut paths.expressions, &limits).expect("small");
    let pairs =
        |relation: relation::Relation| relation.iter().map(|(a, b)| (a.number(), b.number())).collect::<Vec<_>>();
    // e0, e1: initial writes; e2: read of x; e3: branch; e4: write of y.
    assert_eq!(pairs(structure.relation(|path| &path.ctrl)), [(2, 4)]);
    assert_eq!(pairs(structure.relation(|path| &path.data)), [(2, 4)]);
    assert_eq!(pairs(structure.relation(|path| &path.addr)), []);
    assert_eq!(pairs(structure.po()), [(2, 3), (2, 4), (3, 4)]);
}

#[test]
fn a_read_through_a_null_pointer_is_a_fault() {
    let through = block(|b| {
        let pointer = b.read(R0, 0, 32);
        let address = b.resize(pointer, 64);
        let value = b.load(address, 32, TagSet::NONE);
        b.write(R0, 0, value);
    });
    let Found { fault, .. } =
        run(&program(vec![vec![load(X), through]]), &Limits::default()).expect("within the limits");
    assert!(matches!(fault, Some(Fault::NotAnAddress { address: 0, .. })), "{fault:?}");
}

#[test]
fn accesses_of_two_sizes_to_one_cell_are_a_fault() {
    let byte = block(|b| {
        let (address, value) = (b.address(X, 0, 64), b.constant(1, 8));
        b.store(address, value, TagSet::NONE);
    });
    let mut both = program(vec![vec![byte.clone()], vec![load(X)]]);
    let fault = |program: &Program| run(program, &Limits::default()).expect("within the limits").fault;
    assert!(matches!(fault(&both), Some(Fault::MixedSizes { bits: 32, cell_bits: 8, .. })));

    // One size is right for a cell without a type, and the wrong one for a cell with another.
    both.threads[ThreadId::new(1)].instructions = IdVec::new();
    assert_eq!(fault(&both), None);
    both.locations[X].element = Some(ElementType { width: 32, signed: true });
    assert!(matches!(fault(&both), Some(Fault::MixedSizes { bits: 8, cell_bits: 32, .. })));
}

#[test]
fn a_register_starts_with_its_default_unless_it_is_given_another_value_than_0() {
    let initial = |value| InitialRegister {
        thread: ThreadId::new(0),
        register: R0,
        low: 0,
        value: Computation::Constant(value, 32),
    };
    for (given, expected) in [(None, 7), (Some(0), 7), (Some(3), 3)] {
        let mut program = program(vec![Vec::new()]);
        program.initial_registers.extend(given.map(initial));
        program.default_registers.push(initial(7));
        let explored = ThreadPaths::explore(&program, Visible::All, &Limits::default());
        let ThreadPaths { threads, mut expressions, .. } = explored.expect("within the limits");
        let value = threads[ThreadId::new(0)][0].register(&mut expressions, R0, 0, 32);
        assert_eq!(expressions.as_constant(value), Some(expected), "given {given:?}");
    }
}

#[test]
fn partial_writes_merge_and_keep_their_writers() {
    // r0 := x; r0[8..16] := 0xab; r0 is then a mixture, of which the low byte still comes from x.
    let partial = block(|b| {
        let value = b.constant(0xab, 8);
        b.write(R0, 8, value);
    });
    let found = outcomes(vec![vec![store(X, 0x1122), load(X), partial]]);
    assert_eq!(found, vec![vec![Some(0xab00)], vec![Some(0xab22)]]);
}

#[test]
fn a_final_write_is_chosen_for_each_observed_cell() {
    let limits = Limits::default();
    let program = program(vec![vec![store(X, 1)], vec![store(X, 2)]]);
    let mut paths = ThreadPaths::explore(&program, Visible::NoRegisters, &limits).expect("within the limits");
    let chosen = paths.threads.iter().map(|all| &all[0]).collect();
    let structure = EventStructure::new(&program, chosen, &mut paths.expressions, &limits).expect("small");
    let mut numbers = Vec::new();
    let mut finals = FinalWrites::new(&[Cell { location: X, index: 0 }, Cell { location: Y, index: 0 }]);
    let _ = Candidates::new(&structure, &mut paths.expressions, paths.symbols, &limits)
        .visit(&mut Each(|_: &Expressions, candidate: &Candidate<'_, '_>| {
            let mut has_more = finals.begin(candidate);
            while has_more {
                assert_eq!(finals.number(), Some(numbers.len()));
                numbers.push(finals.by_cell.iter().map(|(_, write)| write.number()).collect::<Vec<_>>());
                has_more = finals.advance();
            }
        }))
        .expect("not cancelled");
    assert_eq!(numbers, [[2, 1], [3, 1]], "x: either store, never the initial write; y: only the initial write");
}

#[test]
fn too_many_paths_are_an_error() {
    let diamond = |at: usize| {
        block(|b| {
            let (address, operator) = (b.address(X, 0, 64), BinaryOperator::Equal);
            let (value, wanted) = (b.load(address, 32, TagSet::NONE), b.constant(at as i128, 32));
            let same = b.binary(operator, value, wanted);
            b.branch(same, Target::Code(place(0, at + 1)));
        })
    };
    let limits = Limits { paths: 1000, ..Limits::default() };
    let program = program(vec![(0..12).map(diamond).collect()]);
    assert_eq!(run(&program, &limits).err(), Some(ExecutionError::TooManyPaths { limit: 1000 }));
}

#[test]
fn a_read_modify_write_in_one_event_reads_from_others_only() {
    let increment = block(|b| {
        let (address, one) = (b.address(X, 0, 64), b.constant(1, 32));
        let old = b.read_modify_write(address, 32, TagSet::NONE, |b, old| b.binary(BinaryOperator::Add, old, one));
        b.write(R0, 0, old);
    });
    let found = outcomes(vec![vec![increment.clone()], vec![increment]]);
    // Both may read 0, or either what the other wrote; that each reads what the other wrote has no values.
    let expected = [[0, 0], [0, 1], [1, 0]].map(|values| values.map(Some).to_vec());
    assert_eq!(found, expected);
}

#[test]
fn a_guess_goes_both_ways_and_an_assumption_gives_up() {
    let chosen = block(|b| {
        let bit = b.nondeterministic_bit();
        let value = b.resize(bit, 32);
        b.write(R0, 0, value);
    });
    assert_eq!(outcomes(vec![vec![chosen.clone()]]), [[Some(0)], [Some(1)]]);
    let assume = block(|b| {
        let (value, one) = (b.read(R0, 0, 32), b.constant(1, 32));
        let is_one = b.equal(value, one);
        b.assume(is_one);
    });
    assert_eq!(outcomes(vec![vec![chosen, assume.clone()]]), [[Some(1)]]);
    assert_eq!(outcomes(vec![vec![store(X, 1)], vec![load(X), assume]]), [[Some(0), Some(1)]]);
}

#[test]
fn an_indirect_jump_goes_where_a_value_says() {
    // r0 := x; jump to r0 || x := address of i2. Numbers end the thread.
    let jump = block(|b| {
        let address = b.read(R0, 0, 32);
        let address = b.resize(address, 64);
        b.jump_to(address);
    });
    let set = |value| {
        block(|b| {
            let value = b.constant(value, 32);
            b.write(R0, 0, value);
        })
    };
    let store_code = block(|b| {
        let (address, code) = (b.address(X, 0, 64), b.code(place(0, 3), 64));
        b.store(address, code, TagSet::NONE);
    });
    let load_all = block(|b| {
        let address = b.address(X, 0, 64);
        let target = b.load(address, 64, TagSet::NONE);
        b.jump_to(target);
    });
    assert_eq!(outcomes(vec![vec![set(5), jump, set(6)]]), [[Some(5)]]);
    let found = outcomes(vec![vec![set(1), load_all, set(2), set(3)], vec![store_code]]);
    assert_eq!(
        found,
        [[Some(1), Some(0)], [Some(3), Some(0)]],
        "the initial 0 is no address of code: the thread ends there, by a fault"
    );
}
