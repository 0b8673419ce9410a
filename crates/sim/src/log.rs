//! herd's logs: printed to the letter, read back, compared.
//!
//! A log is a sequence of blocks, one a test:
//!
//! ```text
//! Test SB Allowed                        the name and what the condition claims
//! States 3                               how many distinct final states
//! 0:rax=0; 1:rax=1;                      one line each
//! 0:rax=1; 1:rax=0;
//! 0:rax=1; 1:rax=1;
//! No                                     Ok, No or Undef; `Loop ` before it when an execution was cut
//! Witnesses
//! Positive: 0 Negative: 3
//! Flag data-race                         any number of flags
//! Condition exists (0:rax=0 /\ 1:rax=0)
//! Observation SB Never 0 3
//! Time SB 0.01
//! Hash=055f9747fd517835a93f2f188e15e163
//!                                        an empty line
//! ```
//!
//! Source: herd7 7.58, by running it. [`parse`] reads what herd7 prints under its other options too: indices of executions behind
//! flags (`-v`), `Candidates` lines (`-candidates true`), logs without `Time` lines.

mod compare;
mod parse;
mod print;
#[cfg(test)]
mod tests;

pub use compare::{Change, Difference, compare};
pub use parse::parse;
pub use print::print;
