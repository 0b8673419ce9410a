//! Atomic operations as members: `x->load(std::memory_order_acquire)` and `std::atomic_ref<int>(*x).store(1)` of C++ (C++20 33.5.7, 33.5.8), and
//! `x.swap(1, Ordering::Relaxed)` of Rust, whose types are `AtomicI32` and so on. They are C's functions by other names, and become these.
//!
//! A reference stands for the object that it is made of, by an atomic type. It is made of what a parameter points to, which stays the same.

use source::{Diagnostic, Span};

use super::{Parsed, Parser};
use crate::c::ast::{Argument, Call, Expr, ExprKind, Name};
use crate::c::ctype::Around;
use crate::c::lexer::TokenKind;
use crate::c::primitives;

/// Members by their names in C++ and Rust: C's function, and how many values it takes besides the object.
const MEMBERS: [(&str, &str, &str, usize); 18] = [
    ("load", "atomic_load", "atomic_load_explicit", 0),
    ("store", "atomic_store", "atomic_store_explicit", 1),
    ("exchange", "atomic_exchange", "atomic_exchange_explicit", 1),
    ("swap", "atomic_exchange", "atomic_exchange_explicit", 1),
    ("fetch_add", "atomic_fetch_add", "atomic_fetch_add_explicit", 1),
    ("fetch_sub", "atomic_fetch_sub", "atomic_fetch_sub_explicit", 1),
    ("fetch_and", "atomic_fetch_and", "atomic_fetch_and_explicit", 1),
    ("fetch_or", "atomic_fetch_or", "atomic_fetch_or_explicit", 1),
    ("fetch_xor", "atomic_fetch_xor", "atomic_fetch_xor_explicit", 1),
    ("fetch_nand", "atomic_fetch_nand", "atomic_fetch_nand_explicit", 1),
    ("fetch_max", "atomic_fetch_max", "atomic_fetch_max_explicit", 1),
    ("fetch_min", "atomic_fetch_min", "atomic_fetch_min_explicit", 1),
    ("compare_exchange_strong", STRONG, "atomic_compare_exchange_strong_explicit", 2),
    ("compare_exchange_weak", WEAK, "atomic_compare_exchange_weak_explicit", 2),
    ("test_and_set", "atomic_flag_test_and_set", "atomic_flag_test_and_set_explicit", 0),
    ("clear", "atomic_flag_clear", "atomic_flag_clear_explicit", 0),
    ("test", "atomic_flag_test", "atomic_flag_test_explicit", 0),
    ("wait", "atomic_wait", "atomic_wait_explicit", 1),
];

const STRONG: &str = "atomic_compare_exchange_strong";
const WEAK: &str = "atomic_compare_exchange_weak";

/// Members that have no meaning here, and the functions that are refused in their place.
const REFUSED: [(&str, &str); 3] =
    [("notify_one", "atomic_notify_one"), ("notify_all", "atomic_notify_all"), ("is_lock_free", "atomic_is_lock_free")];

impl<'n> Parser<'_, 'n> {
    /// A member of `left`, whose sign comes next.
    pub(super) fn member(&mut self, left: Expr<'n>) -> Parsed<Expr<'n>> {
        let sign = self.span();
        let is_arrow = self.bump() == TokenKind::Sign("->");
        let member = self.name("the name of a member")?;
        if !self.eat_sign("(") {
            let message = "members of structures are not supported";
            return Err(self.error("not-supported", sign, message));
        }
        let arguments = self.nested(Parser::arguments)?;
        let span = left.span.to(self.last);
        let object = if is_arrow { left } else { self.address(left, span)? };
        let (name, arguments) = self.operation(&member, arguments)?;
        let name = Name { text: name.into(), span: member.span };
        let arguments = std::iter::once(Argument::Expr(object)).chain(arguments).collect();
        self.expr(ExprKind::Call(Box::new(Call::new(name, None, arguments))), span)
    }

    /// The address of an object that a member is called of. A pointer is what it points to, as in Rust.
    fn address(&mut self, object: Expr<'n>, span: Span) -> Parsed<Expr<'n>> {
        match object.kind {
            ExprKind::Dereference(pointer) => Ok(*pointer),
            ExprKind::Name(_) => Ok(object),
            ExprKind::Index(..) => self.expr(ExprKind::AddressOf(Box::new(object)), span),
            _ => Err(self.error("not-supported", span, "this has no atomic operations")),
        }
    }

    /// C's function for a member, and its arguments behind the object.
    fn operation(
        &mut self,
        member: &Name<'n>,
        mut arguments: Vec<Argument<'n>>,
    ) -> Parsed<(&'static str, Vec<Argument<'n>>)> {
        if let Some((_, function)) = REFUSED.iter().find(|(name, _)| *name == member.text) {
            return Ok((function, arguments));
        }
        let Some(&(_, plain, explicit, values)) = MEMBERS.iter().find(|(name, ..)| *name == member.text) else {
            let message = format!("there is no atomic operation `{}`", member.text);
            let near = source::nearest(&member.text, MEMBERS.iter().map(|(name, ..)| *name));
            let diagnostic = Diagnostic::error("unknown-function", member.span, message).suggest(near);
            let is_of_rust = matches!(&*member.text, "compare_exchange" | "fetch_update");
            let help = "what it gives is a `Result`, which tests in C have not: write `compare_exchange_strong`";
            return Err(self.report(if is_of_rust { diagnostic.help(help) } else { diagnostic }));
        };
        let orders = arguments.len().saturating_sub(values);
        if values == 2 {
            self.expected_and_orders(&mut arguments, orders);
        }
        Ok((if orders > 0 { explicit } else { plain }, arguments))
    }

    /// C++ passes the expected value by reference, and takes one order for both: what is left of it without a release is that of failure.
    fn expected_and_orders(&mut self, arguments: &mut Vec<Argument<'n>>, orders: usize) {
        if let Some(Argument::Expr(expected)) = arguments.first_mut() {
            let span = expected.span;
            let inner = std::mem::replace(expected, Expr::leaf(ExprKind::Name("NULL".into()), span));
            *expected = match inner.kind {
                ExprKind::Dereference(pointer) => *pointer,
                _ => Expr::new(ExprKind::AddressOf(Box::new(inner)), span),
            };
        }
        let last = arguments.last().and_then(Argument::expr);
        let order = last.and_then(|last| Some((primitives::order_name(last.as_name()?)?, last.span)));
        if let (1, Some((order, span))) = (orders, order) {
            let failure = match order {
                "acq_rel" => "memory_order_acquire",
                "release" => "memory_order_relaxed",
                "seq_cst" => "memory_order_seq_cst",
                "acquire" => "memory_order_acquire",
                "consume" => "memory_order_consume",
                _ => "memory_order_relaxed",
            };
            arguments.push(Argument::Expr(Expr::leaf(ExprKind::Name(failure.into()), span)));
        }
    }

    /// What stands behind `std::atomic_ref`: a type or none, then the object of a reference without a name, or the declaration of one.
    pub(super) fn reference(&mut self, start: Span) -> Parsed<Expr<'n>> {
        let ctype = match self.eat_sign("<") {
            true => {
                let ctype = self.type_name()?;
                self.expect(">", "behind the type")?;
                Some(ctype)
            }
            false => None,
        };
        let name = if matches!(self.peek(), TokenKind::Word(_)) { Some(self.name("a name")?) } else { None };
        let closing = if self.eat_sign("{") { "}" } else { ")" };
        if closing == ")" {
            self.expect("(", "before the object")?;
        }
        let object = self.nested(Parser::expression)?;
        self.expect(closing, "behind the object")?;
        let span = self.span_from(start);
        let ExprKind::Dereference(pointer) = object.kind else {
            let message = "an `atomic_ref` is made of what a parameter points to, such as `*x`";
            return Err(self.error("not-supported", object.span, message));
        };
        let parameter = self.parameters.iter().find(|(known, _)| Some(&**known) == pointer.as_name());
        let Some((_, of_parameter)) = parameter else {
            let message = "an `atomic_ref` is made of what a parameter points to, such as `*x`";
            return Err(self.error("not-supported", object.span, message));
        };
        let Some(pointee) = ctype.or_else(|| of_parameter.pointee()) else {
            return Err(self.error("not-supported", object.span, "this is no pointer"));
        };
        let ctype = pointee.value().within(Around::Atomic).pointer();
        let cast = self.expr(ExprKind::Cast(Box::new(ctype), pointer), span)?;
        let reference = self.expr(ExprKind::Dereference(Box::new(cast)), span)?;
        if let Some(name) = name {
            self.references.push((name.text, reference.clone()));
            self.has_declared = true;
        }
        Ok(reference)
    }
}
