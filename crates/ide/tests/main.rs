//! Tests of the library, on small texts and on all of the corpus.

mod any_text;
mod common;
mod corpus;
mod models;
mod tests;
