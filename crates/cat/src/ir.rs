//! A model after resolution: the tree with ids in the place of names.
//!
//! Everything lies in vectors and is named by index, so that later phases keep what they find out in vectors of the same index.
//! Includes and variants are gone; the instructions of all files stand in one block. A name is one of
//! - a *local*: a slot of the frame that its binding belongs to. Top-level definitions share the frame of the run; every call of a
//!   function or procedure and every round of a `forall` has a frame of its own, which knows the one around it. A slot belongs to
//!   one binding in the text, so no slot is ever written while something that can still be reached reads its old value;
//! - a base name or a primitive;
//! - *unbound*: an error where it is reached.

use std::collections::BTreeSet;

use relation::{IdVec, newtype_index};
use source::{Diagnostic, SourceId, Span};

use crate::ast::{self, CheckMode, Operator, Property, UnaryOperator};
use crate::primitive::Primitive;
use crate::{BaseId, Vocabulary};

newtype_index! {
    pub(crate) struct ExprId("expr");
    pub(crate) struct BlockId("block");
    pub(crate) struct FunctionId("function");
    pub(crate) struct ProcedureId("procedure");
    pub(crate) struct GroupId("group");
    pub(crate) struct BindingId("binding");
    /// Tags are numbered by name, whatever enumerations they are in: the order of numbers is that of names.
    pub(crate) struct TagId("tag");
    pub(crate) struct EnumId("enum");
    /// A check in the text of a model; a check in a file that is included twice is two checks.
    pub struct CheckId("check");
    /// Index into a frame.
    pub(crate) struct Slot("slot");
}

/// A model, ready to run.
///
/// It holds no candidate and can be shared by threads.
#[derive(Debug)]
pub struct Model {
    /// The model's own file.
    pub(crate) source: SourceId,
    /// The variants that some condition asks for, in lower case.
    pub(crate) variants: BTreeSet<String>,
    pub(crate) header: Header,
    pub(crate) vocabulary: Vocabulary,
    pub(crate) exprs: IdVec<ExprId, Expr>,
    pub(crate) blocks: IdVec<BlockId, Vec<Instruction>>,
    pub(crate) functions: IdVec<FunctionId, Function>,
    pub(crate) procedures: IdVec<ProcedureId, Procedure>,
    pub(crate) groups: IdVec<GroupId, Group>,
    pub(crate) bindings: IdVec<BindingId, Binding>,
    pub(crate) checks: IdVec<CheckId, CheckSite>,
    pub(crate) tags: IdVec<TagId, Tag>,
    pub(crate) enums: IdVec<EnumId, Enum>,
    /// What `show` names, wherever it stands.
    pub(crate) shown: Vec<ExprId>,
    /// The names after `unshow`.
    pub(crate) unshown: Vec<(String, source::Span)>,
    pub(crate) main: BlockId,
    /// Slots of the frame of a run.
    pub(crate) frame_size: usize,
}

/// What stands before the first instruction of a model.
#[derive(Debug)]
pub(crate) struct Header {
    pub(crate) architecture: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) computes_dependencies: bool,
}

impl Header {
    pub(crate) fn of(header: &ast::Header<'_>) -> Header {
        Header {
            architecture: header.architecture.map(|name| name.text.to_owned()),
            title: header.title.as_ref().map(|(ast::Title::Text(name) | ast::Title::Word(name))| name.text.to_owned()),
            computes_dependencies: header.computes_dependencies,
        }
    }
}

#[derive(Debug)]
pub(crate) struct Expr {
    pub(crate) span: Span,
    pub(crate) kind: ExprKind,
}

#[derive(Debug)]
pub(crate) enum ExprKind {
    Zero,
    Universe,
    /// `{}`.
    Empty,
    Tag(EnumId, TagId),
    /// The name of an enumeration: the set of its tags.
    AllTags(EnumId),
    /// The slot of the frame that is `depth` frames out.
    Local {
        binding: BindingId,
        depth: u32,
        slot: Slot,
    },
    Base(BaseId),
    Primitive(Primitive),
    Unbound(Box<Unbound>),
    /// Not empty.
    Set(Vec<ExprId>),
    Tuple(Vec<ExprId>),
    Unary(UnaryOperator, ExprId),
    Operation(Operator, Vec<ExprId>),
    Apply(ExprId, ExprId),
    Function(FunctionId),
    Let(Vec<Definition>, ExprId),
    LetRec(GroupId, ExprId),
    MatchTag {
        subject: ExprId,
        clauses: Vec<Clause<ExprId>>,
        default: Option<ExprId>,
    },
    MatchSet(Box<MatchSet>),
    Try(ExprId, ExprId),
    If(Condition, ExprId, ExprId),
}

/// `'tag -> body`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clause<T> {
    /// `None` when no enumeration declares the tag: nothing matches it.
    pub(crate) tag: Option<TagId>,
    pub(crate) span: Span,
    pub(crate) body: T,
}

impl<T: Copy> Clause<T> {
    /// What is chosen for `tag`.
    pub(crate) fn choose(tag: TagId, clauses: &[Clause<T>], default: Option<T>) -> Option<T> {
        clauses.iter().find(|clause| clause.tag == Some(tag)).map(|clause| clause.body).or(default)
    }
}

#[derive(Debug)]
pub(crate) struct MatchSet {
    pub(crate) subject: ExprId,
    pub(crate) empty: ExprId,
    /// Whether the elements before the chosen one have a pattern of their own.
    pub(crate) splits: bool,
    pub(crate) before: Option<BoundSlot>,
    pub(crate) element: Option<BoundSlot>,
    pub(crate) rest: Option<BoundSlot>,
    pub(crate) body: ExprId,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Condition {
    pub(crate) relation: Comparison,
    pub(crate) left: ExprId,
    pub(crate) right: ExprId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Subset,
    In,
}

/// A name or a tag that nothing declares.
#[derive(Clone, Debug)]
pub(crate) struct Unbound {
    /// As written, a tag with its quote.
    pub(crate) name: String,
    /// The nearest name that is known there.
    pub(crate) suggestion: Option<String>,
}

impl Unbound {
    /// What may help: the library that defines the name, or a name that is like it.
    pub(crate) fn advise(&self, diagnostic: Diagnostic) -> Diagnostic {
        match self.name.as_str() {
            "co" | "coi" | "coe" | "fr" | "fri" | "fre" | "ca" => {
                diagnostic.help("`include \"cos.cat\"` defines co and fr, with coi, coe, fri, fre and ca")
            }
            _ => diagnostic.suggest(self.suggestion.as_deref()),
        }
    }
}

/// A binding and its slot in the frame it belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoundSlot {
    pub(crate) binding: BindingId,
    pub(crate) slot: Slot,
}

/// What a pattern binds.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    One(Option<BoundSlot>),
    /// The tuple itself is in a slot without a name.
    Tuple {
        whole: Slot,
        parts: Vec<Option<BoundSlot>>,
    },
}

#[derive(Debug)]
pub(crate) struct Definition {
    pub(crate) target: Target,
    pub(crate) value: ExprId,
}

/// What is known of a name that has not been evaluated yet.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Delayed {
    /// The value of an expression.
    Value(ExprId),
    Function(FunctionId),
    /// A part of the tuple in another slot.
    Part {
        whole: Slot,
        index: u32,
    },
}

/// What the slot of a name holds; `V` is what values are.
#[derive(Clone, Debug)]
pub(crate) enum SlotState<V> {
    /// Nothing yet.
    Unset,
    /// The value of an expression in this frame, evaluated when it is first used.
    Delayed(ExprId),
    Ready(V),
    /// A function whose names are those of this frame. (A closure here would hold the frame and the frame it.)
    Function(FunctionId),
    /// A procedure, likewise.
    Procedure(ProcedureId),
    /// A part of the tuple in another slot of this frame.
    Part {
        whole: Slot,
        index: u32,
    },
}

impl<V> From<Delayed> for SlotState<V> {
    fn from(delayed: Delayed) -> SlotState<V> {
        match delayed {
            Delayed::Value(expr) => SlotState::Delayed(expr),
            Delayed::Function(function) => SlotState::Function(function),
            Delayed::Part { whole, index } => SlotState::Part { whole, index },
        }
    }
}

impl Model {
    /// Calls `put` with what the slots of `definitions` are to hold: definitions that nothing uses are never evaluated.
    pub(crate) fn delay(&self, definitions: &[Definition], mut put: impl FnMut(Slot, Delayed)) {
        for definition in definitions {
            let delayed = match &self.exprs[definition.value].kind {
                ExprKind::Function(function) => Delayed::Function(*function),
                _ => Delayed::Value(definition.value),
            };
            match &definition.target {
                Target::One(None) => {}
                Target::One(Some(place)) => put(place.slot, delayed),
                Target::Tuple { whole, parts } => {
                    put(*whole, delayed);
                    for (index, place) in parts.iter().enumerate() {
                        if let Some(place) = place {
                            put(place.slot, Delayed::Part { whole: *whole, index: index as u32 });
                        }
                    }
                }
            }
        }
    }
}

/// A `let rec` group.
#[derive(Debug)]
pub(crate) struct Group {
    /// Sets and relations, by iteration from the empty set.
    pub(crate) values: Vec<Definition>,
    /// Functions, by ordinary recursion.
    pub(crate) functions: Vec<(BoundSlot, FunctionId)>,
}

#[derive(Debug)]
pub(crate) struct Function {
    /// Empty for `fun`.
    pub(crate) name: String,
    pub(crate) parameter: Parameter,
    pub(crate) body: ExprId,
    pub(crate) frame_size: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum Parameter {
    One(Option<BoundSlot>),
    Tuple(Vec<Option<BoundSlot>>),
}

#[derive(Debug)]
pub(crate) struct Procedure {
    pub(crate) parameter: Parameter,
    pub(crate) body: BlockId,
    pub(crate) frame_size: usize,
}

#[derive(Debug)]
pub(crate) struct Instruction {
    pub(crate) span: Span,
    pub(crate) kind: InstructionKind,
}

#[derive(Debug)]
pub(crate) enum InstructionKind {
    Let(Vec<Definition>),
    LetRec {
        group: GroupId,
        when: Option<CheckId>,
    },
    Check(CheckId),
    /// Names under which values are shown; `show` of an unbound name shows nothing.
    Show(Vec<(String, ExprId)>),
    Unshow(Vec<String>),
    Procedure(BoundSlot, ProcedureId),
    Call(Box<Call>),
    Forall {
        place: BoundSlot,
        set: ExprId,
        body: BlockId,
        frame_size: usize,
    },
    With {
        place: BoundSlot,
        set: ExprId,
    },
    Match {
        subject: ExprId,
        clauses: Vec<Clause<BlockId>>,
        default: Option<BlockId>,
    },
    Annotations(Box<Annotations>),
}

#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) procedure: ExprId,
    /// As written.
    pub(crate) name: String,
    pub(crate) argument: ExprId,
    /// `as name`.
    pub(crate) label: Option<String>,
}

/// A declaration of a bell file.
#[derive(Debug)]
pub(crate) struct Annotations {
    pub(crate) instruction: String,
    pub(crate) places: Vec<ExprId>,
    pub(crate) default: bool,
}

/// A check as it stands in the text of a model.
#[derive(Debug)]
pub struct CheckSite {
    /// The whole check, its name included.
    pub span: Span,
    /// What follows from the answer.
    pub mode: CheckMode,
    /// Whether a `~` stands before the property.
    pub negated: bool,
    /// What is asked of the argument.
    pub property: Property,
    /// `as name`.
    pub name: Option<String>,
    pub(crate) argument: ExprId,
}

/// Where a name is bound.
#[derive(Debug)]
pub(crate) struct Binding {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) origin: Origin,
    /// How many names refer to it.
    pub(crate) uses: u32,
    /// What it hides, unless its own definition mentions that.
    pub(crate) shadows: Option<Shadowed>,
}

/// By what a name is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// `let` and `let rec` outside expressions, procedures and `forall`.
    TopLevel,
    /// Definitions anywhere else.
    Inner,
    /// Parameters, patterns of `match`, the element of `forall`.
    Pattern,
    /// `with x from`.
    Choice,
    /// What a name means after a `match` that binds it in some clause.
    Join,
}

/// What a binding hides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shadowed {
    Binding(BindingId),
    Base(BaseId),
    Primitive(Primitive),
}

#[derive(Debug)]
pub(crate) struct Tag {
    /// Without the quote.
    pub(crate) name: String,
    /// The base set of the events that carry it: its name with a capital.
    pub(crate) events: Option<BaseId>,
    /// The base relation of its name.
    pub(crate) relation: Option<BaseId>,
}

#[derive(Debug)]
pub(crate) struct Enum {
    pub(crate) name: String,
    pub(crate) span: Span,
    /// As declared.
    pub(crate) tags: Vec<TagId>,
}
