//! The command line, run: the cases in `tests/cli` and the examples of the documentation.
//!
//! A case is a page of commands with what they print; `TRYCMD=overwrite cargo test --package lakmus --test cli` writes what they print
//! now.

#[test]
fn commands_print_what_their_pages_say() {
    trycmd::TestCases::new().case("tests/cli/*.md");
}

#[test]
fn the_examples_of_the_documentation_are_true() {
    trycmd::TestCases::new().case("../../README.md").case("../../docs/*.md");
}
