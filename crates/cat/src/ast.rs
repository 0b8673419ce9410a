//! The syntax tree of one cat (or bell) file.
//!
//! The grammar is herd7's. Sugar that leaves no trace: `let f(x) = e` is `let f = fun x -> e`, parentheses and `begin ... end` are not
//! in the tree, a tuple pattern of one name is the name. `|`, `;` and `&` are kept as lists of operands. Two trees are equal when they
//! are equal up to places.

use source::Span;

/// A whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// What stands before the first instruction.
    pub header: Header,
    /// The instructions in order.
    pub instructions: Vec<Instruction>,
}

/// `[architecture] [title] [catdep]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The first word: an architecture that the model is for, or just a name.
    pub architecture: Option<Name>,
    /// What the model is called.
    pub title: Option<Title>,
    /// `catdep`: the model computes dependencies itself, from register events.
    pub computes_dependencies: bool,
}

/// The title of a model: a string or a second word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Title {
    /// `"text"`, without the quotes.
    Text(Name),
    /// `word`.
    Word(Name),
}

/// A piece of text with its place: a name, a tag without its quote, or a string without its quotes.
#[derive(Clone, Debug)]
pub struct Name {
    /// The text.
    pub text: String,
    /// Where, quotes included.
    pub span: Span,
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.text == other.text
    }
}

impl Eq for Name {}

/// One instruction of a model.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// From its first to its last token.
    pub span: Span,
    /// What it does.
    pub kind: InstructionKind,
}

impl PartialEq for Instruction {
    fn eq(&self, other: &Instruction) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Instruction {}

/// What an instruction does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstructionKind {
    /// `let p = e and ...`.
    Let(Vec<Binding>),
    /// `let rec p = e and ... [when check]`.
    LetRec {
        /// What is defined by mutual recursion.
        bindings: Vec<Binding>,
        /// Tested after each round of a fixpoint; when it fails, so does the execution.
        when: Option<Check>,
    },
    /// `acyclic e`, `flag ~empty e as n`, ...
    Check {
        /// What follows from the answer.
        mode: CheckMode,
        /// The question.
        check: Check,
    },
    /// `show a, b`.
    Show(Vec<Name>),
    /// `show e as n`.
    ShowAs {
        /// What is shown.
        value: Expr,
        /// Under which name.
        name: Name,
    },
    /// `unshow a, b`.
    Unshow(Vec<Name>),
    /// `include "file"`.
    Include(Name),
    /// `procedure [rec] p(x, y) = ... end`.
    Procedure {
        /// Whether it may call itself.
        recursive: bool,
        /// Its name.
        name: Name,
        /// What its argument is bound to.
        parameter: Pattern,
        /// What it does.
        body: Vec<Instruction>,
    },
    /// `call p(e) [as n]`.
    Call {
        /// The procedure.
        procedure: Name,
        /// Its argument.
        argument: Expr,
        /// A name by which the call can be skipped.
        name: Option<Name>,
    },
    /// `debug e`.
    Debug(Expr),
    /// `forall x in S do ... end`.
    Forall {
        /// Stands for one element after the other.
        name: Name,
        /// The elements.
        set: Expr,
        /// Done for each; its definitions are local.
        body: Vec<Instruction>,
    },
    /// `with x from S`: the rest of the model once for each element of `S`.
    With {
        /// The element.
        name: Name,
        /// The choices.
        set: Expr,
    },
    /// `if "variant" ... [else ...] end`.
    If {
        /// Which branch.
        condition: VariantCondition,
        /// Done when it holds.
        then: Vec<Instruction>,
        /// Done when it does not.
        otherwise: Vec<Instruction>,
    },
    /// `match e with 'a -> ... || _ -> ... end`.
    Match {
        /// The tag.
        subject: Expr,
        /// What is done for which tag.
        clauses: Vec<(Name, Vec<Instruction>)>,
        /// What is done for all others.
        default: Option<Vec<Instruction>>,
    },
    /// `enum t = 'a || 'b`.
    Enum {
        /// The name of the type, and of the set of all its tags.
        name: Name,
        /// The tags.
        tags: Vec<Name>,
    },
    /// `instructions R[{'once,'acquire}]` or `default R['once]`: which annotations an instruction may carry, in bell files.
    Annotations {
        /// The kind of instruction.
        instruction: Name,
        /// For each place, the tags that may stand there.
        places: Vec<Expr>,
        /// Whether this tells what an absent annotation means.
        default: bool,
    },
}

/// What follows from the outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckMode {
    /// An execution that fails it is not one.
    Require,
    /// `flag`: when it holds, the execution carries the flag.
    Flag,
    /// `undefined_unless`: when it fails, the execution has undefined behaviour.
    UndefinedUnless,
    /// `assert`: when it fails, the test is not one that the model can judge.
    Assert,
}

/// `[~] property e [as name]`.
#[derive(Clone, Debug)]
pub struct Check {
    /// From `~` or the property to the name.
    pub span: Span,
    /// Whether a `~` stands before the property.
    pub negated: bool,
    /// What is asked.
    pub property: Property,
    /// Of what.
    pub argument: Expr,
    /// What the check is called.
    pub name: Option<Name>,
}

impl PartialEq for Check {
    fn eq(&self, other: &Check) -> bool {
        let parts = |check: &Check| (check.negated, check.property);
        parts(self) == parts(other) && self.argument == other.argument && self.name == other.name
    }
}

impl Eq for Check {}

/// What a check asks of its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Property {
    /// A relation has no cycle.
    Acyclic,
    /// No event is related to itself.
    Irreflexive,
    /// Nothing is in a set or relation.
    Empty,
}

impl Property {
    /// As written.
    pub fn text(self) -> &'static str {
        match self {
            Property::Acyclic => "acyclic",
            Property::Irreflexive => "irreflexive",
            Property::Empty => "empty",
        }
    }
}

/// A condition on the variants that a model is read under.
#[derive(Clone, Debug)]
pub enum VariantCondition {
    /// `"name"` or `variant "name"`.
    Variant(Name),
    /// `not c`.
    Not(Box<VariantCondition>),
    /// `c && d`.
    And(Box<VariantCondition>, Box<VariantCondition>),
    /// `c || d`.
    Or(Box<VariantCondition>, Box<VariantCondition>),
}

impl PartialEq for VariantCondition {
    fn eq(&self, other: &VariantCondition) -> bool {
        use VariantCondition::{And, Not, Or, Variant};
        match (self, other) {
            (Variant(a), Variant(b)) => a == b,
            (Not(a), Not(b)) => a == b,
            (And(a, b), And(c, d)) | (Or(a, b), Or(c, d)) => a == c && b == d,
            _ => false,
        }
    }
}

impl Eq for VariantCondition {}

impl VariantCondition {
    /// Whether it holds when `is_active` says which variants are active.
    pub fn holds(&self, is_active: &dyn Fn(&str) -> bool) -> bool {
        match self {
            VariantCondition::Variant(name) => is_active(&name.text),
            VariantCondition::Not(condition) => !condition.holds(is_active),
            VariantCondition::And(left, right) => left.holds(is_active) && right.holds(is_active),
            VariantCondition::Or(left, right) => left.holds(is_active) || right.holds(is_active),
        }
    }
}

/// `pattern = value`.
#[derive(Clone, Debug)]
pub struct Binding {
    /// From the pattern to the value.
    pub span: Span,
    /// The names.
    pub pattern: Pattern,
    /// What they stand for.
    pub value: Expr,
}

impl PartialEq for Binding {
    fn eq(&self, other: &Binding) -> bool {
        self.pattern == other.pattern && self.value == other.value
    }
}

impl Eq for Binding {}

/// What a value is bound to; `None` is `_`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// `x` or `_`.
    One(Option<Name>),
    /// `()` or `(x, _, y)`.
    Tuple(Vec<Option<Name>>),
}

impl Pattern {
    /// The names that it binds.
    pub fn names(&self) -> impl Iterator<Item = &Name> {
        let (one, several) = match self {
            Pattern::One(name) => (name.as_ref(), &[][..]),
            Pattern::Tuple(names) => (None, names.as_slice()),
        };
        one.into_iter().chain(several.iter().flatten())
    }
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// From its first to its last token, parentheses around it included.
    pub span: Span,
    /// What it is.
    pub kind: ExprKind,
    /// How deep the tree is: 1 for a leaf.
    pub(crate) height: u32,
}

impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Expr {}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// `0`.
    Zero,
    /// `_`: all events.
    Universe,
    /// `'tag`.
    Tag(Name),
    /// A name.
    Name(Name),
    /// `{a, b}`; with nothing inside, the empty set of anything.
    Set(Vec<Expr>),
    /// `()` or `(a, b)`.
    Tuple(Vec<Expr>),
    /// An operator of one operand.
    Unary(UnaryOperator, Box<Expr>),
    /// Two or more operands for `|`, `;` and `&`, two for the others.
    Operation(Operator, Vec<Expr>),
    /// `f x`.
    Apply(Box<Expr>, Box<Expr>),
    /// `fun p -> e`.
    Function(Pattern, Box<Expr>),
    /// `let p = e and ... in e`.
    Let(Vec<Binding>, Box<Expr>),
    /// `let rec p = e and ... in e`.
    LetRec(Vec<Binding>, Box<Expr>),
    /// `match e with || 'a -> e || _ -> e end`.
    MatchTag {
        /// The tag.
        subject: Box<Expr>,
        /// Which value for which tag.
        clauses: Vec<(Name, Expr)>,
        /// The value for all others.
        default: Option<Box<Expr>>,
    },
    /// `match e with || {} -> e || x ++ xs -> e end`.
    MatchSet {
        /// The set.
        subject: Box<Expr>,
        /// The value for the empty set.
        empty: Box<Expr>,
        /// How an element is taken out of any other.
        element: Box<ElementClause>,
    },
    /// `try e with e`.
    Try(Box<Expr>, Box<Expr>),
    /// `if c then e else e`.
    If(Box<Condition>, Box<Expr>, Box<Expr>),
}

/// `x ++ xs -> e` or `s1 | x ++ s2 -> e`; the element taken is the least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementClause {
    /// In the second form, the elements before it (outer `None`: the first form).
    pub before: Option<Option<Name>>,
    /// The element.
    pub element: Option<Name>,
    /// The other elements, or those after it.
    pub rest: Option<Name>,
    /// The value.
    pub body: Expr,
}

/// What `if` asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// `a = b`.
    Equal(Expr, Expr),
    /// `a subset b`.
    Subset(Expr, Expr),
    /// `a in b`.
    In(Expr, Expr),
    /// `"variant"`, `not "variant"`, ...
    Variant(VariantCondition),
}

/// Operators of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOperator {
    /// `~e`.
    Complement,
    /// `[e]`: the identity on a set.
    Identity,
    /// `e+`.
    Closure,
    /// `e*`.
    ReflexiveClosure,
    /// `e?`.
    Reflexive,
    /// `e^-1`.
    Inverse,
}

/// Operators of two and more operands, loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    /// `a | b`, to the right.
    Union,
    /// `a ++ b`: the set `b` with the element `a`, to the right.
    Add,
    /// `a ; b`, to the right.
    Sequence,
    /// `a \ b`, to the left.
    Difference,
    /// `a & b`, to the right.
    Intersection,
    /// `a * b`, to neither side.
    Product,
}

impl Operator {
    /// As written.
    pub fn text(self) -> &'static str {
        match self {
            Operator::Union => "|",
            Operator::Add => "++",
            Operator::Sequence => ";",
            Operator::Difference => "\\",
            Operator::Intersection => "&",
            Operator::Product => "*",
        }
    }
}

impl Expr {
    /// An expression without parts.
    pub(crate) fn leaf(span: Span, kind: ExprKind) -> Expr {
        Expr { span, kind, height: 1 }
    }

    /// An expression over parts that are built already.
    pub fn new(span: Span, kind: ExprKind) -> Expr {
        let mut height = 0;
        kind.for_each_part(&mut |part| height = part.height.max(height));
        Expr { span, kind, height: height + 1 }
    }
}

impl ExprKind {
    /// Calls `visit` on the expressions that this one is directly built from, in the order they are written.
    pub fn for_each_part<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        match self {
            ExprKind::Zero | ExprKind::Universe | ExprKind::Tag(_) | ExprKind::Name(_) => {}
            ExprKind::Set(parts) | ExprKind::Tuple(parts) | ExprKind::Operation(_, parts) => {
                parts.iter().for_each(visit);
            }
            ExprKind::Unary(_, part) | ExprKind::Function(_, part) => visit(part),
            ExprKind::Apply(first, second) | ExprKind::Try(first, second) => {
                visit(first);
                visit(second);
            }
            ExprKind::Let(bindings, body) | ExprKind::LetRec(bindings, body) => {
                bindings.iter().for_each(|binding| visit(&binding.value));
                visit(body);
            }
            ExprKind::MatchTag { subject, clauses, default } => {
                visit(subject);
                clauses.iter().for_each(|(_, body)| visit(body));
                default.iter().for_each(|body| visit(body));
            }
            ExprKind::MatchSet { subject, empty, element } => {
                visit(subject);
                visit(empty);
                visit(&element.body);
            }
            ExprKind::If(condition, then, otherwise) => {
                if let Condition::Equal(a, b) | Condition::Subset(a, b) | Condition::In(a, b) = &**condition {
                    visit(a);
                    visit(b);
                }
                visit(then);
                visit(otherwise);
            }
        }
    }
}
