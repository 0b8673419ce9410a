//! Logs of litmus tests of any tool: read as a stream, compared, added up.
//!
//! `sim::log` reads the simulator's own logs to the letter, each line checked. Here logs of herd7, litmus7 and ours, as text or JSON, are read for what they say of
//! each test: its states, its verdict, its counts. They may be gigabytes: one block is held at a time ([`Reader`]), and where two logs list
//! their tests in different orders, the blocks that have not met their partner ([`Pairing`]).
//!
//! Sources: what herd7 and litmus7 7.58 print, and what mcompare7, madd7 and msum7 make of it.

mod block;
mod json;
mod pairing;
mod reader;
mod states;

pub use block::{Block, Verdict};
pub use pairing::{Pair, Pairing, Rename};
pub use reader::{ReadError, Reader};
pub use states::{Difference, State, difference};
