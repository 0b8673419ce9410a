//! The driver of the C11 tester.
//!
//! | module | what |
//! | --- | --- |
//! | [`litmus`] | C litmus tests on the machine of the crate `c11`, without a compiler |
//! | [`litmus2c`] | C litmus tests as stand-alone programs |
//! | [`build`] | compiling and linking programs so that the runtime can be put under them |
//! | [`program`] | running a program many times, and collecting what the runtime tells |
//! | [`report`] | what was found, with names and places, as text |

pub mod build;
pub mod library;
pub mod litmus;
pub mod litmus2c;
pub mod program;
pub mod report;
