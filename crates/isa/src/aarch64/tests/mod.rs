//! Tests of the language as a whole: text in, text or micro-operations out.

mod corpus;
mod machine;
mod sequential;
