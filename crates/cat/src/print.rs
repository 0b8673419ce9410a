//! Trees as cat text: parsing what is printed gives the tree again, up to places.

use std::fmt::{self, Display, Formatter, Write};

use crate::ast::{
    Binding, Check, CheckMode, Condition, ElementClause, Expr, ExprKind, File, Header, Instruction, InstructionKind,
    Name, Operator, Pattern, Title, UnaryOperator, VariantCondition,
};

impl Display for File<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.header)?;
        block(f, &self.instructions, 0)
    }
}

impl Display for Header<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let architecture = self.architecture.map(|name| name.text.to_owned());
        let title = self.title.as_ref().map(|title| match title {
            Title::Text(text) => format!("\"{}\"", text.text),
            Title::Word(word) => word.text.to_owned(),
        });
        let catdep = self.computes_dependencies.then(|| "catdep".to_owned());
        let words: Vec<String> = [architecture, title, catdep].into_iter().flatten().collect();
        if words.is_empty() { Ok(()) } else { writeln!(f, "{}", words.join(" ")) }
    }
}

impl Display for Instruction<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        instruction(f, self, 0)
    }
}

impl Display for Expr<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        at_level(f, self, Level::Any)
    }
}

fn block(f: &mut Formatter<'_>, instructions: &[Instruction], depth: usize) -> fmt::Result {
    for each in instructions {
        write!(f, "{:indent$}", "", indent = 2 * depth)?;
        instruction(f, each, depth)?;
        f.write_char('\n')?;
    }
    Ok(())
}

/// A block on lines of its own, and the indentation of what comes after it.
fn inner_block(f: &mut Formatter<'_>, instructions: &[Instruction], depth: usize) -> fmt::Result {
    f.write_char('\n')?;
    block(f, instructions, depth + 1)?;
    write!(f, "{:indent$}", "", indent = 2 * depth)
}

fn instruction(f: &mut Formatter<'_>, instruction: &Instruction, depth: usize) -> fmt::Result {
    match &instruction.kind {
        InstructionKind::Let(list) => bindings(f, "let", list),
        InstructionKind::LetRec { bindings: list, when } => {
            bindings(f, "let rec", list)?;
            when.iter().try_for_each(|check| write!(f, " when {}", Text(check)))
        }
        InstructionKind::Check { mode, check } => write!(f, "{}{}", mode_prefix(*mode), Text(check)),
        InstructionKind::Show(names) => write!(f, "show {}", Commas(names)),
        InstructionKind::ShowAs { value, name } => {
            f.write_str("show ")?;
            at_level(f, value, Level::Union)?;
            write!(f, " as {}", name.text)
        }
        InstructionKind::Unshow(names) => write!(f, "unshow {}", Commas(names)),
        InstructionKind::Include(file) => write!(f, "include \"{}\"", file.text),
        InstructionKind::Call { procedure, argument, name } => {
            write!(f, "call {} ", procedure.text)?;
            // A name is no argument of a call, in brackets it is.
            let bracketed = matches!(argument.kind, ExprKind::Name(_));
            if bracketed {
                write!(f, "({argument})")?
            } else {
                at_level(f, argument, Level::Enclosed)?
            }
            as_name(f, name.as_ref())
        }
        InstructionKind::Debug(value) => write!(f, "debug {value}"),
        InstructionKind::With { name, set } => write!(f, "with {} from {set}", name.text),
        InstructionKind::Procedure { .. } | InstructionKind::Forall { .. } => with_block(f, &instruction.kind, depth),
        InstructionKind::If { .. } | InstructionKind::Match { .. } => with_block(f, &instruction.kind, depth),
        InstructionKind::Enum { name, tags } => {
            let tags: Vec<String> = tags.iter().map(|tag| format!("'{}", tag.text)).collect();
            write!(f, "enum {} = {}", name.text, tags.join(" || "))
        }
        InstructionKind::Annotations { instruction, places, default } => {
            let keyword = if *default { "default" } else { "instructions" };
            write!(f, "{keyword} {}[", instruction.text)?;
            list(f, places)?;
            f.write_char(']')
        }
    }
}

/// Instructions that end in `end`.
fn with_block(f: &mut Formatter<'_>, kind: &InstructionKind, depth: usize) -> fmt::Result {
    match kind {
        InstructionKind::Procedure { recursive, name, parameter, body } => {
            let rec = if *recursive { "rec " } else { "" };
            write!(f, "procedure {rec}{}{} =", name.text, Parameter(parameter))?;
            inner_block(f, body, depth)?;
        }
        InstructionKind::Forall { name, set, body } => {
            write!(f, "forall {} in {set} do", name.text)?;
            inner_block(f, body, depth)?;
        }
        InstructionKind::If { condition, then, otherwise } => {
            write!(f, "if {}", Text(condition))?;
            inner_block(f, then, depth)?;
            if !otherwise.is_empty() {
                f.write_str("else")?;
                inner_block(f, otherwise, depth)?;
            }
        }
        InstructionKind::Match { subject, clauses, default } => {
            write!(f, "match {subject} with")?;
            for (tag, body) in clauses {
                write!(f, " || '{} ->", tag.text)?;
                inner_block(f, body, depth)?;
            }
            if let Some(body) = default {
                f.write_str(" || _ ->")?;
                inner_block(f, body, depth)?;
            }
        }
        _ => return Ok(()),
    }
    f.write_str("end")
}

fn mode_prefix(mode: CheckMode) -> &'static str {
    match mode {
        CheckMode::Require => "",
        CheckMode::Flag => "flag ",
        CheckMode::UndefinedUnless => "undefined_unless ",
        CheckMode::Assert => "assert ",
    }
}

fn as_name(f: &mut Formatter<'_>, name: Option<&Name>) -> fmt::Result {
    name.map_or(Ok(()), |name| write!(f, " as {}", name.text))
}

/// Parts of instructions.
struct Text<'a, T>(&'a T);

impl Display for Text<'_, Check<'_>> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Check { negated, property, argument, name, .. } = self.0;
        write!(f, "{}{} {argument}", if *negated { "~" } else { "" }, property.text())?;
        as_name(f, name.as_ref())
    }
}

impl Display for Text<'_, VariantCondition<'_>> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        use VariantCondition::{And, Not, Or, Variant};
        let bracket = |condition: &VariantCondition, needed: bool| {
            if needed { format!("({})", Text(condition)) } else { Text(condition).to_string() }
        };
        match self.0 {
            Variant(name) => write!(f, "\"{}\"", name.text),
            Not(inner) => write!(f, "not {}", bracket(inner, matches!(**inner, And(..) | Or(..)))),
            And(left, right) => {
                let left = bracket(left, matches!(**left, Or(..)));
                write!(f, "{left} && {}", bracket(right, matches!(**right, And(..) | Or(..))))
            }
            Or(left, right) => write!(f, "{} || {}", Text(&**left), bracket(right, matches!(**right, Or(..)))),
        }
    }
}

struct Commas<'a>(&'a [Name<'a>]);

impl Display for Commas<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|name| name.text).collect();
        f.write_str(&names.join(", "))
    }
}

/// A pattern after the name of a function: ` x` or `(x, y)`.
struct Parameter<'a>(&'a Pattern<'a>);

impl Display for Parameter<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Pattern::One(name) => write!(f, " {}", or_blank(name.as_ref())),
            Pattern::Tuple(names) => {
                let names: Vec<&str> = names.iter().map(|name| or_blank(name.as_ref())).collect();
                write!(f, "({})", names.join(", "))
            }
        }
    }
}

fn or_blank<'s>(name: Option<&Name<'s>>) -> &'s str {
    name.map_or("_", |name| name.text)
}

fn bindings(f: &mut Formatter<'_>, keyword: &str, bindings: &[Binding]) -> fmt::Result {
    for (index, Binding { pattern, value, .. }) in bindings.iter().enumerate() {
        f.write_str(if index == 0 { keyword } else { " and" })?;
        match (pattern, &value.kind) {
            (Pattern::One(Some(name)), ExprKind::Function(parameter, body)) => {
                write!(f, " {}{} = {body}", name.text, Parameter(parameter))?;
            }
            (Pattern::One(_), _) => write!(f, "{} = {value}", Parameter(pattern))?,
            (Pattern::Tuple(_), _) => write!(f, " {} = {value}", Parameter(pattern))?,
        }
    }
    Ok(())
}

fn list(f: &mut Formatter<'_>, parts: &[Expr]) -> fmt::Result {
    separated(f, parts, ", ", Level::Union)
}

fn separated(f: &mut Formatter<'_>, parts: &[Expr], separator: &str, level: Level) -> fmt::Result {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            f.write_str(separator)?;
        }
        at_level(f, part, level)?;
    }
    Ok(())
}

/// How tight an expression holds together, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// `let`, `fun`, `try`, `if`, `match`.
    Any,
    Union,
    Add,
    Sequence,
    Difference,
    Intersection,
    /// A product or a complement.
    Operand,
    Postfix,
    Inverse,
    Application,
    Enclosed,
}

impl Level {
    fn of(expr: &Expr) -> Level {
        match &expr.kind {
            ExprKind::Let(..) | ExprKind::LetRec(..) | ExprKind::Function(..) | ExprKind::Try(..) => Level::Any,
            ExprKind::If(..) | ExprKind::MatchTag { .. } | ExprKind::MatchSet { .. } => Level::Any,
            ExprKind::Operation(operator, _) => match operator {
                Operator::Union => Level::Union,
                Operator::Add => Level::Add,
                Operator::Sequence => Level::Sequence,
                Operator::Difference => Level::Difference,
                Operator::Intersection => Level::Intersection,
                Operator::Product => Level::Operand,
            },
            ExprKind::Unary(operator, _) => match operator {
                UnaryOperator::Complement => Level::Operand,
                UnaryOperator::Closure | UnaryOperator::ReflexiveClosure | UnaryOperator::Reflexive => Level::Postfix,
                UnaryOperator::Inverse => Level::Inverse,
                UnaryOperator::Identity => Level::Enclosed,
            },
            ExprKind::Apply(..) => Level::Application,
            ExprKind::Zero | ExprKind::Universe | ExprKind::Tag(_) | ExprKind::Name(_) => Level::Enclosed,
            ExprKind::Set(_) | ExprKind::Tuple(_) => Level::Enclosed,
        }
    }

    /// The level of operands that need no parentheses even beside their like.
    fn tighter(self) -> Level {
        match self {
            Level::Any => Level::Union,
            Level::Union => Level::Add,
            Level::Add => Level::Sequence,
            Level::Sequence => Level::Difference,
            Level::Difference => Level::Intersection,
            Level::Intersection => Level::Operand,
            Level::Operand => Level::Postfix,
            Level::Postfix => Level::Inverse,
            Level::Inverse => Level::Application,
            Level::Application | Level::Enclosed => Level::Enclosed,
        }
    }
}

/// The expression, in parentheses if it is looser than `level`.
fn at_level(f: &mut Formatter<'_>, expr: &Expr, level: Level) -> fmt::Result {
    if Level::of(expr) < level {
        f.write_char('(')?;
        plain(f, expr)?;
        f.write_char(')')
    } else {
        plain(f, expr)
    }
}

/// What may stand after a `~` and right of a product: nothing looser than `^-1`, but complements.
fn factor(f: &mut Formatter<'_>, expr: &Expr) -> fmt::Result {
    let is_complement = matches!(expr.kind, ExprKind::Unary(UnaryOperator::Complement, _));
    at_level(f, expr, if is_complement { Level::Operand } else { Level::Inverse })
}

fn plain(f: &mut Formatter<'_>, expr: &Expr) -> fmt::Result {
    match &expr.kind {
        ExprKind::Zero => f.write_char('0'),
        ExprKind::Universe => f.write_char('_'),
        ExprKind::Tag(name) => write!(f, "'{}", name.text),
        ExprKind::Name(name) => f.write_str(name.text),
        ExprKind::Set(parts) => {
            f.write_char('{')?;
            list(f, parts)?;
            f.write_char('}')
        }
        ExprKind::Tuple(parts) => {
            f.write_char('(')?;
            list(f, parts)?;
            f.write_char(')')
        }
        ExprKind::Unary(operator, operand) => unary(f, *operator, operand),
        ExprKind::Operation(operator, operands) => operation(f, Level::of(expr), *operator, operands),
        ExprKind::Apply(function, argument) => {
            at_level(f, function, Level::Application)?;
            f.write_char(' ')?;
            at_level(f, argument, Level::Enclosed)
        }
        ExprKind::Function(parameter, body) => write!(f, "fun{} -> {body}", Parameter(parameter)),
        ExprKind::Let(list, body) => {
            bindings(f, "let", list)?;
            write!(f, " in {body}")
        }
        ExprKind::LetRec(list, body) => {
            bindings(f, "let rec", list)?;
            write!(f, " in {body}")
        }
        ExprKind::MatchTag { subject, clauses, default } => {
            write!(f, "match {subject} with")?;
            clauses.iter().try_for_each(|(tag, body)| write!(f, " || '{} -> {body}", tag.text))?;
            default.iter().try_for_each(|body| write!(f, " || _ -> {body}"))?;
            f.write_str(" end")
        }
        ExprKind::MatchSet { subject, empty, element } => match_set(f, subject, empty, element),
        ExprKind::Try(attempt, fallback) => write!(f, "try {attempt} with {fallback}"),
        ExprKind::If(condition, then, otherwise) => {
            match &**condition {
                Condition::Equal(left, right) => write!(f, "if {left} = {right}")?,
                Condition::Subset(left, right) => write!(f, "if {left} subset {right}")?,
                Condition::In(left, right) => write!(f, "if {left} in {right}")?,
                Condition::Variant(condition) => write!(f, "if {}", Text(condition))?,
            }
            write!(f, " then {then} else {otherwise}")
        }
    }
}

fn match_set(f: &mut Formatter<'_>, subject: &Expr, empty: &Expr, clause: &ElementClause) -> fmt::Result {
    write!(f, "match {subject} with || {{}} -> {empty} || ")?;
    if let Some(before) = &clause.before {
        write!(f, "{} | ", or_blank(before.as_ref()))?;
    }
    let (element, rest) = (or_blank(clause.element.as_ref()), or_blank(clause.rest.as_ref()));
    write!(f, "{element} ++ {rest} -> {} end", clause.body)
}

fn unary(f: &mut Formatter<'_>, operator: UnaryOperator, operand: &Expr) -> fmt::Result {
    let mut postfix = |level, text| {
        at_level(f, operand, level)?;
        f.write_str(text)
    };
    match operator {
        // `++` is another operator.
        UnaryOperator::Closure if matches!(operand.kind, ExprKind::Unary(UnaryOperator::Closure, _)) => {
            postfix(Level::Postfix, " +")
        }
        UnaryOperator::Closure => postfix(Level::Postfix, "+"),
        UnaryOperator::ReflexiveClosure => postfix(Level::Postfix, "*"),
        UnaryOperator::Reflexive => postfix(Level::Postfix, "?"),
        UnaryOperator::Inverse => postfix(Level::Inverse, "^-1"),
        UnaryOperator::Identity => write!(f, "[{operand}]"),
        UnaryOperator::Complement => {
            f.write_char('~')?;
            factor(f, operand)
        }
    }
}

fn operation(f: &mut Formatter<'_>, level: Level, operator: Operator, operands: &[Expr]) -> fmt::Result {
    let text = operator.text();
    match (operator, operands) {
        (Operator::Difference, [left, right]) => {
            at_level(f, left, level)?;
            write!(f, " {text} ")?;
            at_level(f, right, level.tighter())
        }
        (Operator::Add, [left, right]) => {
            at_level(f, left, level.tighter())?;
            write!(f, " {text} ")?;
            at_level(f, right, level)
        }
        (Operator::Product, [left, right]) => {
            at_level(f, left, Level::Postfix)?;
            write!(f, " {text} ")?;
            factor(f, right)
        }
        _ => separated(f, operands, &format!(" {text} "), level.tighter()),
    }
}
