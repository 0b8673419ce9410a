//! The tests of the library and the command, as one program: linking takes longer than compiling them.

mod abstract_machine;
mod clauses;
mod explanations;
mod exported;
mod json_objects;
mod json_schema;
mod kernel;
mod lost_output;
mod lsp;
mod published_bugs;
mod suggest;
mod terminal;
mod verdicts;
