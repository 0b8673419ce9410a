//! The syntax tree of one cat (or bell) file.
//!
//! The grammar is herd7's. Sugar that leaves no trace: `let f(x) = e` is `let f = fun x -> e`, parentheses and `begin ... end` are not
//! in the tree, a tuple pattern of one name is the name. `|`, `;` and `&` are kept as lists of operands. Two trees are equal when they
//! are equal up to places. Names are pieces of the text that the tree was read from, for whose lifetime `'s` it lasts.

use source::Span;

/// A whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File<'s> {
    /// What stands before the first instruction.
    pub header: Header<'s>,
    /// The instructions in order.
    pub instructions: Vec<Instruction<'s>>,
}

/// `[architecture] [title] [catdep]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header<'s> {
    /// The first word: an architecture that the model is for, or just a name.
    pub architecture: Option<Name<'s>>,
    /// What the model is called.
    pub title: Option<Title<'s>>,
    /// `catdep`: the model computes dependencies itself, from register events.
    pub computes_dependencies: bool,
}

/// The title of a model: a string or a second word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Title<'s> {
    /// `"text"`, without the quotes.
    Text(Name<'s>),
    /// `word`.
    Word(Name<'s>),
}

/// A piece of text with its place: a name, a tag without its quote, or a string without its quotes.
#[derive(Clone, Copy, Debug)]
pub struct Name<'s> {
    /// The text.
    pub text: &'s str,
    /// Where, quotes included.
    pub span: Span,
}

impl PartialEq for Name<'_> {
    fn eq(&self, other: &Name) -> bool {
        self.text == other.text
    }
}

impl Eq for Name<'_> {}

/// One instruction of a model.
#[derive(Clone, Debug)]
pub struct Instruction<'s> {
    /// From its first to its last token.
    pub span: Span,
    /// What it does.
    pub kind: InstructionKind<'s>,
}

impl PartialEq for Instruction<'_> {
    fn eq(&self, other: &Instruction) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Instruction<'_> {}

/// What an instruction does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstructionKind<'s> {
    /// `let p = e and ...`.
    Let(Vec<Binding<'s>>),
    /// `let rec p = e and ... [when check]`.
    LetRec {
        /// What is defined by mutual recursion.
        bindings: Vec<Binding<'s>>,
        /// Tested after each round of a fixpoint; when it fails, so does the execution.
        when: Option<Check<'s>>,
    },
    /// `acyclic e`, `flag ~empty e as n`, ...
    Check {
        /// What follows from the answer.
        mode: CheckMode,
        /// The question.
        check: Check<'s>,
    },
    /// `show a, b`.
    Show(Vec<Name<'s>>),
    /// `show e as n`.
    ShowAs {
        /// What is shown.
        value: Expr<'s>,
        /// Under which name.
        name: Name<'s>,
    },
    /// `unshow a, b`.
    Unshow(Vec<Name<'s>>),
    /// `include "file"`.
    Include(Name<'s>),
    /// `procedure [rec] p(x, y) = ... end`.
    Procedure {
        /// Whether it may call itself.
        recursive: bool,
        /// Its name.
        name: Name<'s>,
        /// What its argument is bound to.
        parameter: Pattern<'s>,
        /// What it does.
        body: Vec<Instruction<'s>>,
    },
    /// `call p(e) [as n]`.
    Call {
        /// The procedure.
        procedure: Name<'s>,
        /// Its argument.
        argument: Expr<'s>,
        /// A name by which the call can be skipped.
        name: Option<Name<'s>>,
    },
    /// `debug e`.
    Debug(Expr<'s>),
    /// `forall x in S do ... end`.
    Forall {
        /// Stands for one element after the other.
        name: Name<'s>,
        /// The elements.
        set: Expr<'s>,
        /// Done for each; its definitions are local.
        body: Vec<Instruction<'s>>,
    },
    /// `with x from S`: the rest of the model once for each element of `S`.
    With {
        /// The element.
        name: Name<'s>,
        /// The choices.
        set: Expr<'s>,
    },
    /// `if "variant" ... [else ...] end`.
    If {
        /// Which branch.
        condition: VariantCondition<'s>,
        /// Done when it holds.
        then: Vec<Instruction<'s>>,
        /// Done when it does not.
        otherwise: Vec<Instruction<'s>>,
    },
    /// `match e with 'a -> ... || _ -> ... end`.
    Match {
        /// The tag.
        subject: Expr<'s>,
        /// What is done for which tag.
        clauses: Vec<(Name<'s>, Vec<Instruction<'s>>)>,
        /// What is done for all others.
        default: Option<Vec<Instruction<'s>>>,
    },
    /// `enum t = 'a || 'b`.
    Enum {
        /// The name of the type, and of the set of all its tags.
        name: Name<'s>,
        /// The tags.
        tags: Vec<Name<'s>>,
    },
    /// `instructions R[{'once,'acquire}]` or `default R['once]`: which annotations an instruction may carry, in bell files.
    Annotations {
        /// The kind of instruction.
        instruction: Name<'s>,
        /// For each place, the tags that may stand there.
        places: Vec<Expr<'s>>,
        /// Whether this defines what an absent annotation means.
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
pub struct Check<'s> {
    /// From `~` or the property to the name.
    pub span: Span,
    /// Whether a `~` stands before the property.
    pub negated: bool,
    /// What is asked.
    pub property: Property,
    /// Of what.
    pub argument: Expr<'s>,
    /// What the check is called.
    pub name: Option<Name<'s>>,
}

impl PartialEq for Check<'_> {
    fn eq(&self, other: &Check) -> bool {
        let parts = |check: &Check| (check.negated, check.property);
        parts(self) == parts(other) && self.argument == other.argument && self.name == other.name
    }
}

impl Eq for Check<'_> {}

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
pub enum VariantCondition<'s> {
    /// `"name"` or `variant "name"`.
    Variant(Name<'s>),
    /// `not c`.
    Not(Box<VariantCondition<'s>>),
    /// `c && d`.
    And(Box<VariantCondition<'s>>, Box<VariantCondition<'s>>),
    /// `c || d`.
    Or(Box<VariantCondition<'s>>, Box<VariantCondition<'s>>),
}

impl PartialEq for VariantCondition<'_> {
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

impl Eq for VariantCondition<'_> {}

impl VariantCondition<'_> {
    /// Whether it holds when `is_active` says which variants are active.
    pub fn holds(&self, is_active: &dyn Fn(&str) -> bool) -> bool {
        match self {
            VariantCondition::Variant(name) => is_active(name.text),
            VariantCondition::Not(condition) => !condition.holds(is_active),
            VariantCondition::And(left, right) => left.holds(is_active) && right.holds(is_active),
            VariantCondition::Or(left, right) => left.holds(is_active) || right.holds(is_active),
        }
    }
}

/// `pattern = value`.
#[derive(Clone, Debug)]
pub struct Binding<'s> {
    /// From the pattern to the value.
    pub span: Span,
    /// The names.
    pub pattern: Pattern<'s>,
    /// What they stand for.
    pub value: Expr<'s>,
}

impl PartialEq for Binding<'_> {
    fn eq(&self, other: &Binding) -> bool {
        self.pattern == other.pattern && self.value == other.value
    }
}

impl Eq for Binding<'_> {}

/// What a value is bound to; `None` is `_`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern<'s> {
    /// `x` or `_`.
    One(Option<Name<'s>>),
    /// `()` or `(x, _, y)`.
    Tuple(Vec<Option<Name<'s>>>),
}

impl<'s> Pattern<'s> {
    /// The names that it binds.
    pub fn names(&self) -> impl Iterator<Item = &Name<'s>> {
        let (one, several) = match self {
            Pattern::One(name) => (name.as_ref(), &[][..]),
            Pattern::Tuple(names) => (None, names.as_slice()),
        };
        one.into_iter().chain(several.iter().flatten())
    }
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr<'s> {
    /// From its first to its last token, parentheses around it included.
    pub span: Span,
    /// What it is.
    pub kind: ExprKind<'s>,
    /// How deep the tree is: 1 for a leaf.
    pub(crate) height: u32,
}

impl PartialEq for Expr<'_> {
    fn eq(&self, other: &Expr) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Expr<'_> {}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind<'s> {
    /// `0`.
    Zero,
    /// `_`: all events.
    Universe,
    /// `'tag`.
    Tag(Name<'s>),
    /// A name.
    Name(Name<'s>),
    /// `{a, b}`; with nothing inside, the empty set of anything.
    Set(Vec<Expr<'s>>),
    /// `()` or `(a, b)`.
    Tuple(Vec<Expr<'s>>),
    /// An operator of one operand.
    Unary(UnaryOperator, Box<Expr<'s>>),
    /// Two or more operands for `|`, `;` and `&`, two for the others.
    Operation(Operator, Vec<Expr<'s>>),
    /// `f x`.
    Apply(Box<Expr<'s>>, Box<Expr<'s>>),
    /// `fun p -> e`.
    Function(Pattern<'s>, Box<Expr<'s>>),
    /// `let p = e and ... in e`.
    Let(Vec<Binding<'s>>, Box<Expr<'s>>),
    /// `let rec p = e and ... in e`.
    LetRec(Vec<Binding<'s>>, Box<Expr<'s>>),
    /// `match e with || 'a -> e || _ -> e end`.
    MatchTag {
        /// The tag.
        subject: Box<Expr<'s>>,
        /// Which value for which tag.
        clauses: Vec<(Name<'s>, Expr<'s>)>,
        /// The value for all others.
        default: Option<Box<Expr<'s>>>,
    },
    /// `match e with || {} -> e || x ++ xs -> e end`.
    MatchSet {
        /// The set.
        subject: Box<Expr<'s>>,
        /// The value for the empty set.
        empty: Box<Expr<'s>>,
        /// How an element is taken out of any other.
        element: Box<ElementClause<'s>>,
    },
    /// `try e with e`.
    Try(Box<Expr<'s>>, Box<Expr<'s>>),
    /// `if c then e else e`.
    If(Box<Condition<'s>>, Box<Expr<'s>>, Box<Expr<'s>>),
}

/// `x ++ xs -> e` or `s1 | x ++ s2 -> e`; the element taken is the least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementClause<'s> {
    /// In the second form, the elements before it (outer `None`: the first form).
    pub before: Option<Option<Name<'s>>>,
    /// The element.
    pub element: Option<Name<'s>>,
    /// The other elements, or those after it.
    pub rest: Option<Name<'s>>,
    /// The value.
    pub body: Expr<'s>,
}

/// What `if` asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition<'s> {
    /// `a = b`.
    Equal(Expr<'s>, Expr<'s>),
    /// `a subset b`.
    Subset(Expr<'s>, Expr<'s>),
    /// `a in b`.
    In(Expr<'s>, Expr<'s>),
    /// `"variant"`, `not "variant"`, ...
    Variant(VariantCondition<'s>),
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

impl<'s> Expr<'s> {
    /// An expression without parts.
    pub(crate) fn leaf(span: Span, kind: ExprKind<'s>) -> Expr<'s> {
        Expr { span, kind, height: 1 }
    }

    /// An expression over parts that are built already.
    pub fn new(span: Span, kind: ExprKind<'s>) -> Expr<'s> {
        let mut height = 0;
        kind.for_each_part(&mut |part| height = part.height.max(height));
        Expr { span, kind, height: height + 1 }
    }
}

impl<'s> ExprKind<'s> {
    /// Calls `visit` on the expressions that this one is directly built from, in the order they are written.
    pub fn for_each_part<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr<'s>)) {
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
