//! The driver of the C11 tester.
//!
//! [`litmus`] runs C litmus tests on the machine of the crate `c11`, without a compiler.

pub mod litmus;
