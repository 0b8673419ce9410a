//! To micro-operations.
//!
//! **Instructions.** In program order (`sb` of C models) events of one instruction are not ordered. herd orders, within a C statement, what
//! depends on each other, and nothing else; so a statement becomes a row of instructions ([`steps`]): a memory access goes into
//! the first one that lies behind all accesses that it depends on, and accesses that do not depend on each other share one. `*x + *y`
//! is one instruction with two reads, `*y = *x` is two instructions. A condition ends with the branch.
//!
//! **Order of evaluation.** From left to right. `&&`, `||`, `?:` and the comma are control flow, and what is right of them is behind what is left
//! of them in program order. So are two side effects on memory in one expression, which C leaves open.
//!
//! **Deviations from herd.** Where operands depend on different numbers of accesses (`*p + **q`), an access may be ordered behind one that it
//! does not depend on. What a successful compare-exchange gives, 1, does not depend on its read by data; neither does what
//! a trylock or a look at a lock gives depend on its event.

mod expression;
mod primitive;
mod registers;
mod statement;
mod steps;

use litmus::LoweredCode;
use program::{Computation, Index, InitialRegister, LocationId, ThreadId};

use self::registers::Hidden;
pub(crate) use self::registers::Registers;
use self::statement::ThreadLowering;
use self::steps::Steps;
use super::typed::{Local, LocalId, Thread};

/// Lowers all threads, whose variables are in `registers`; `location` finds a location by name.
pub(crate) fn lower(
    threads: &[Thread<'_>],
    registers: &Registers,
    location: &dyn Fn(&str) -> LocationId,
) -> LoweredCode {
    let mut registers = Hidden::new(registers);
    let mut steps = Steps::default();
    let default_registers = parameters(threads, &registers, location);
    let lower = |(number, thread)| ThreadLowering::new(number, thread, &mut registers, &mut steps).lower();
    let threads = threads.iter().enumerate().map(lower).collect();
    LoweredCode { threads, registers: registers.into_all(), default_registers }
}

/// Each parameter holds the address of the location of its name, unless the initial state gives it another one.
fn parameters(
    threads: &[Thread<'_>],
    registers: &Hidden<'_>,
    location: &dyn Fn(&str) -> LocationId,
) -> Vec<InitialRegister> {
    let locals = threads.iter().enumerate().flat_map(|(number, thread)| {
        let locals = thread.locals.iter_enumerated().filter(|(_, local)| local.is_parameter);
        locals.map(move |(id, local)| (number, id, local))
    });
    let default = |(number, id, local): (usize, LocalId, &Local<'_>)| InitialRegister {
        thread: ThreadId::new(number),
        register: registers.local(number, id).register,
        low: 0,
        value: Computation::Address(location(&local.name), 0),
    };
    locals.map(default).collect()
}
