//! Propositions on final states, and the quantifiers before them.

use std::convert::Infallible;
use std::fmt;

/// How a condition speaks about the final states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantifier {
    /// Some final state satisfies the proposition: `exists`, and also `final`, `observed` and a bare `(...)`.
    Exists,
    /// None does: `~exists`.
    NotExists,
    /// All do: `forall`.
    Forall,
}

impl Quantifier {
    /// The word behind the name on the first line of a log: `Allowed`, `Forbidden`, `Required`.
    pub fn kind(self) -> &'static str {
        match self {
            Quantifier::Exists => "Allowed",
            Quantifier::NotExists => "Forbidden",
            Quantifier::Forall => "Required",
        }
    }
}

impl fmt::Display for Quantifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Quantifier::Exists => "exists",
            Quantifier::NotExists => "~exists",
            Quantifier::Forall => "forall",
        })
    }
}

/// A proposition over atoms of the type `A`.
///
/// [`Proposition::And`] and [`Proposition::Or`] have at least two members, none of which is of the same form again,
/// when they are made by [`Proposition::and`] and [`Proposition::or`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Proposition<A> {
    /// Always holds.
    True,
    /// Never holds.
    False,
    /// Something about a final state.
    Atom(A),
    /// Does not hold.
    Not(Box<Proposition<A>>),
    /// All hold.
    And(Vec<Proposition<A>>),
    /// Some hold.
    Or(Vec<Proposition<A>>),
    /// If the first holds, so does the second.
    Implies(Box<Proposition<A>>, Box<Proposition<A>>),
}

/// Where a proposition stands while it is printed: what is around it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    Top,
    And,
    Or,
    ImpliesLeft,
    ImpliesRight,
}

/// Which text of a proposition is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// herd's, to the letter. An implication to the left of an implication loses its parentheses there.
    Herd,
    /// Text that reads back as the same proposition. Differs from herd's only in that one case.
    Exact,
}

impl<A> Proposition<A> {
    /// The conjunction: flattened, `True` when empty.
    pub fn and(members: impl IntoIterator<Item = Proposition<A>>) -> Proposition<A> {
        let mut flat: Vec<_> = members.into_iter().collect();
        if flat.iter().any(|member| matches!(member, Proposition::And(_))) {
            let inside = |member| if let Proposition::And(inner) = member { inner } else { vec![member] };
            flat = flat.into_iter().flat_map(inside).collect();
        }
        match flat.len() {
            0 => Proposition::True,
            1 => flat.swap_remove(0),
            _ => Proposition::And(flat),
        }
    }

    /// The disjunction: flattened, `False` when empty.
    pub fn or(members: impl IntoIterator<Item = Proposition<A>>) -> Proposition<A> {
        let mut flat: Vec<_> = members.into_iter().collect();
        if flat.iter().any(|member| matches!(member, Proposition::Or(_))) {
            let inside = |member| if let Proposition::Or(inner) = member { inner } else { vec![member] };
            flat = flat.into_iter().flat_map(inside).collect();
        }
        match flat.len() {
            0 => Proposition::False,
            1 => flat.swap_remove(0),
            _ => Proposition::Or(flat),
        }
    }

    /// The negation. (Not an operator: `!` would suggest that it simplifies.)
    #[must_use]
    pub fn negated(self) -> Proposition<A> {
        Proposition::Not(Box::new(self))
    }

    /// The atoms from left to right.
    pub fn atoms(&self) -> Vec<&A> {
        let mut atoms = Vec::new();
        self.visit(&mut |atom| atoms.push(atom));
        atoms
    }

    /// Visits the atoms from left to right.
    pub fn visit<'a>(&'a self, visit: &mut impl FnMut(&'a A)) {
        match self {
            Proposition::True | Proposition::False => {}
            Proposition::Atom(atom) => visit(atom),
            Proposition::Not(inner) => inner.visit(visit),
            Proposition::And(all) | Proposition::Or(all) => all.iter().for_each(|inner| inner.visit(visit)),
            Proposition::Implies(left, right) => {
                left.visit(visit);
                right.visit(visit);
            }
        }
    }

    /// The same proposition over other atoms.
    pub fn map<B>(&self, atom: &mut impl FnMut(&A) -> B) -> Proposition<B> {
        let Ok(mapped) = self.try_map(&mut |inner| Ok::<B, Infallible>(atom(inner)));
        mapped
    }

    /// The same proposition over other atoms, which are made from left to right.
    ///
    /// # Errors
    /// The first one of `atom`.
    pub fn try_map<B, E>(&self, atom: &mut impl FnMut(&A) -> Result<B, E>) -> Result<Proposition<B>, E> {
        Ok(match self {
            Proposition::True => Proposition::True,
            Proposition::False => Proposition::False,
            Proposition::Atom(inner) => Proposition::Atom(atom(inner)?),
            Proposition::Not(inner) => Proposition::Not(Box::new(inner.try_map(atom)?)),
            Proposition::And(all) => Proposition::And(Self::try_map_all(all, atom)?),
            Proposition::Or(all) => Proposition::Or(Self::try_map_all(all, atom)?),
            Proposition::Implies(left, right) => {
                let left = Box::new(left.try_map(atom)?);
                Proposition::Implies(left, Box::new(right.try_map(atom)?))
            }
        })
    }

    fn try_map_all<B, E>(all: &[Self], atom: &mut impl FnMut(&A) -> Result<B, E>) -> Result<Vec<Proposition<B>>, E> {
        // Collected, they would be counted one by one.
        let mut mapped = Vec::with_capacity(all.len());
        for inner in all {
            mapped.push(inner.try_map(atom)?);
        }
        Ok(mapped)
    }

    /// Its truth, given that of its atoms.
    pub fn evaluate(&self, atom: &impl Fn(&A) -> bool) -> bool {
        match self {
            Proposition::True => true,
            Proposition::False => false,
            Proposition::Atom(inner) => atom(inner),
            Proposition::Not(inner) => !inner.evaluate(atom),
            Proposition::And(all) => all.iter().all(|inner| inner.evaluate(atom)),
            Proposition::Or(all) => all.iter().any(|inner| inner.evaluate(atom)),
            Proposition::Implies(left, right) => !left.evaluate(atom) || right.evaluate(atom),
        }
    }

    /// Writes its text behind `out`; `atom` writes that of an atom. No parentheses around the whole.
    pub fn print(&self, style: Style, atom: &impl Fn(&A, &mut String), out: &mut String) {
        self.print_inside(Around::Top, style, atom, out);
    }

    fn print_inside(&self, around: Around, style: Style, atom: &impl Fn(&A, &mut String), out: &mut String) {
        let parentheses = self.needs_parentheses(around, style);
        if parentheses {
            out.push('(');
        }
        match self {
            Proposition::True => out.push_str("true"),
            Proposition::False => out.push_str("false"),
            Proposition::Atom(inner) => atom(inner, out),
            Proposition::Not(inner) => {
                out.push_str("not (");
                inner.print_inside(Around::Top, style, atom, out);
                out.push(')');
            }
            Proposition::And(all) => join(all, " /\\ ", Around::And, style, atom, out),
            Proposition::Or(all) => join(all, " \\/ ", Around::Or, style, atom, out),
            Proposition::Implies(left, right) => {
                left.print_inside(Around::ImpliesLeft, style, atom, out);
                out.push_str(" => ");
                right.print_inside(Around::ImpliesRight, style, atom, out);
            }
        }
        if parentheses {
            out.push(')');
        }
    }

    fn needs_parentheses(&self, around: Around, style: Style) -> bool {
        match (around, self) {
            (Around::ImpliesLeft, Proposition::Implies(..)) => style == Style::Exact,
            (Around::And, Proposition::Or(_) | Proposition::Implies(..))
            | (Around::Or, Proposition::Implies(..))
            | (Around::ImpliesLeft | Around::ImpliesRight, Proposition::And(_) | Proposition::Or(_)) => true,
            _ => false,
        }
    }
}

fn join<A>(
    all: &[Proposition<A>],
    between: &str,
    around: Around,
    style: Style,
    atom: &impl Fn(&A, &mut String),
    out: &mut String,
) {
    for (index, inner) in all.iter().enumerate() {
        if index > 0 {
            out.push_str(between);
        }
        inner.print_inside(around, style, atom, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Proposition::{Atom, False, True};

    fn implies(left: Proposition<char>, right: Proposition<char>) -> Proposition<char> {
        Proposition::Implies(Box::new(left), Box::new(right))
    }

    #[test]
    fn herds_text_loses_one_pair_of_parentheses() {
        let left = implies(implies(Atom('a'), Atom('b')), Atom('c'));
        let right = implies(Atom('a'), implies(Atom('b'), Atom('c')));
        let print = |proposition: &Proposition<char>, style| {
            let mut text = String::new();
            proposition.print(style, &|&atom, out| out.push(atom), &mut text);
            text
        };
        assert_eq!(print(&left, Style::Herd), "a => b => c");
        assert_eq!(print(&left, Style::Exact), "(a => b) => c");
        assert_eq!(print(&right, Style::Herd), print(&right, Style::Exact));
    }

    #[test]
    fn lists_are_flat() {
        let inner = Proposition::and([Atom('a'), Atom('b')]);
        assert_eq!(
            Proposition::and([inner.clone(), Atom('c')]),
            Proposition::And(vec![Atom('a'), Atom('b'), Atom('c')])
        );
        assert_eq!(Proposition::or([inner.clone()]), inner);
        assert_eq!(Proposition::<char>::and([]), True);
        assert_eq!(Proposition::<char>::or([]), False);
    }

    #[test]
    fn truth() {
        for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
            let value = |atom: &char| if *atom == 'a' { a } else { b };
            assert_eq!(implies(Atom('a'), Atom('b')).evaluate(&value), !a || b);
            assert_eq!(Proposition::and([Atom('a'), Atom('b').negated()]).evaluate(&value), a && !b);
            assert_eq!(Proposition::or([Atom('a'), False, Atom('b')]).evaluate(&value), a || b);
        }
    }
}
