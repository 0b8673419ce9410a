//! Statements of a test, and how they are put right.

use super::value::Value;

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Statement {
    /// A line of C without its semicolon.
    Line(String),
    /// A choice on a value.
    If(Value, Vec<Statement>, Vec<Statement>),
    /// The thread does nothing more.
    Return,
}

/// The same statements without needless ones: what follows a branch that ends the thread belongs to the other branch.
pub(super) fn tidied(statements: Vec<Statement>, is_last: bool) -> Vec<Statement> {
    let mut tidy = Vec::new();
    let mut rest = statements.into_iter();
    while let Some(statement) = rest.next() {
        match statement {
            Statement::Return if is_last => return tidy,
            Statement::Return => {
                tidy.push(Statement::Return);
                return tidy;
            }
            Statement::If(condition, mut then, mut otherwise) => {
                let ends = |block: &[Statement]| block.last() == Some(&Statement::Return);
                // The rest goes where control goes on.
                match (ends(&then), ends(&otherwise)) {
                    (true, false) => otherwise.extend(rest.by_ref()),
                    (false, true) => then.extend(rest.by_ref()),
                    // Nothing behind the two is ever reached.
                    (true, true) => while rest.next().is_some() {},
                    (false, false) => {}
                }
                let is_last = is_last && rest.len() == 0;
                let (then, otherwise) = (tidied(then, is_last), tidied(otherwise, is_last));
                match (then.is_empty(), otherwise.is_empty()) {
                    (true, true) => {}
                    (true, false) => tidy.push(Statement::If(condition.not(), otherwise, Vec::new())),
                    (false, _) => tidy.push(Statement::If(condition, then, otherwise)),
                }
            }
            line @ Statement::Line(_) => tidy.push(line),
        }
    }
    tidy
}
