//! The .litmus format: everything about a litmus test but its instructions.
//!
//! A litmus test is a small program of threads with an initial state and a question about its final states. This
//! crate reads the envelope, prints it, computes its hash, and lowers the test to a [`program::Program`] with
//! resolved conditions; it knows nothing of instructions. What it needs of them a [`Language`] offers; assembly
//! languages implement [`Assembly`], one instruction at a time, and get the rest from [`Table`].
//!
//! The phases, each with its own type: [`parse`] gives a [`Test`] and all mistakes; [`Test::read_code`] the [`Code`]
//! of its threads; [`lower`] a [`LoweredTest`]. What a simulator finds at the end of an execution it hands over as a
//! [`FinalState`]; conditions [hold](Proposition::holds) in it or not, and [`LoweredTest::outcome`] makes an
//! [`Outcome`] of it, which prints and sorts as herd's logs do.
//!
//! The format is herd's (herdtools7; Alglave, Maranget, Tautschnig: *Herding cats*, TOPLAS 2014). Modules say where
//! they are more liberal.
//!
//! ```
//! let mut sources = source::Sources::new();
//! let text = "X86_64 SB
//! { x=0; y=0; }
//!  P0          | P1          ;
//!  movl $1,(x) | movl $1,(y) ;
//!  movl (y),%eax | movl (x),%eax ;
//! exists (0:rax=0 /\\ 1:rax=0)
//! ";
//! let id = sources.add("SB.litmus", text);
//! let (test, diagnostics) = lakmus_litmus::parse(&sources, id, "SB");
//! assert!(diagnostics.is_empty());
//! let test = test.unwrap();
//! assert_eq!(test.name.text, "SB");
//! assert_eq!(test.condition.quantifier, lakmus_litmus::Quantifier::Exists);
//! assert_eq!(test.condition.proposition.atoms()[1].to_string(), "1:rax=0");
//! ```

mod condition;
mod file_name;
mod hash;
pub mod inline;
mod instruction_set;
mod language;
mod layout;
mod lexeme;
mod lower;
mod outcomes;
mod parse;
mod print;
mod raw;
mod state;
mod table;
mod test;
mod value;

pub use condition::{Proposition, Quantifier, Style};
pub use file_name::{FileNames, NameIsTaken, file_name};
pub use inline::InlineAssembly;
pub use instruction_set::{Function, InstructionForm, InstructionSet, ProgramWords};
pub use language::{
    Assembly, Cells, Code, CodeText, Descriptor, Language, LoweredCode, LoweringContext, Mention, RegisterPart,
    Spelling, TagNames,
};
pub use layout::{Hierarchy, Layout, ThreadTree};
pub use lexeme::{Lexeme, LexemeKind, Sections, comments_in, lexemes, sections};
pub use lower::{LoweredTest, lower};
pub use outcomes::Outcomes;
pub use parse::parse;
pub use print::PrintedSections;
pub use raw::{RawProgram, RawThread};
pub use state::{Base, Expected, FinalAtom, FinalPlace, FinalState, FinalValue, NumberFormat, Outcome, ShownPlace};
pub use table::Table;
pub use test::{
    Atom, Claim, Condition, DeclaredType, Fault, InfoLine, InitItem, Lvalue, Place, Shown, ShownItem, Test, Word,
};
pub use value::{Entry, Number, Symbol, Value};
