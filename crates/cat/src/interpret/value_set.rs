//! Persistent ordered sets of values. A set of values is a value, so that this module and `value` need each other.
//!
//! Cat programs build sets one element at a time and take them apart the same way, while other values still share them; so they are balanced
//! trees of shared nodes: adding, removing and splitting cost a path, O(log n). The algorithms all come down to `join`, as in
//! Blelloch, Ferizovic and Sun, *Just Join for Parallel Ordered Sets* (SPAA 2016), with AVL balance.

use std::cmp::Ordering;
use std::rc::Rc;

use super::value::{Mixed, Value};

type Tree = Option<Rc<Node>>;

#[derive(Debug)]
struct Node {
    left: Tree,
    value: Value,
    right: Tree,
    height: u8,
    len: u32,
    /// How deep the values nest.
    depth: u32,
    /// How many values there are in all, those inside the elements included, each as often as it is met.
    weight: u64,
}

/// A set of values, ordered by [`Value::order`]; all elements are of one kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct ValueSet {
    root: Tree,
}

type Result<T> = std::result::Result<T, Mixed>;

impl ValueSet {
    pub(crate) fn new() -> ValueSet {
        ValueSet::default()
    }

    pub(crate) fn singleton(value: Value) -> ValueSet {
        ValueSet { root: node(None, value, None) }
    }

    pub(crate) fn from_values(values: impl IntoIterator<Item = Value>) -> Result<ValueSet> {
        values.into_iter().try_fold(ValueSet::new(), |set, value| set.insert(value))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    pub(crate) fn len(&self) -> usize {
        self.root.as_ref().map_or(0, |node| node.len as usize)
    }

    /// How deep the values nest, 0 for none.
    pub(crate) fn depth(&self) -> u32 {
        self.root.as_ref().map_or(0, |node| node.depth)
    }

    /// How many values there are in all, those inside the elements included, each as often as it is met: what it costs at most to compare it
    /// with another one. Values that are shared make it exponential in the depth.
    pub(crate) fn weight(&self) -> u64 {
        self.root.as_ref().map_or(0, |node| node.weight)
    }

    /// The set with one more element.
    pub(crate) fn insert(&self, value: Value) -> Result<ValueSet> {
        let (left, found, right) = split(&self.root, &value)?;
        Ok(if found { self.clone() } else { ValueSet { root: join(left, value, right) } })
    }

    pub(crate) fn contains(&self, value: &Value) -> Result<bool> {
        let mut tree = &self.root;
        while let Some(node) = tree {
            tree = match value.order(&node.value)? {
                Ordering::Less => &node.left,
                Ordering::Equal => return Ok(true),
                Ordering::Greater => &node.right,
            };
        }
        Ok(false)
    }

    /// The least element and the others.
    pub(crate) fn take_first(&self) -> Option<(Value, ValueSet)> {
        let (first, root) = take_first(self.root.as_ref()?);
        Some((first, ValueSet { root }))
    }

    pub(crate) fn union(&self, other: &ValueSet) -> Result<ValueSet> {
        Ok(ValueSet { root: union(&self.root, &other.root)? })
    }

    pub(crate) fn intersection(&self, other: &ValueSet) -> Result<ValueSet> {
        Ok(ValueSet { root: intersection(&self.root, &other.root)? })
    }

    pub(crate) fn difference(&self, other: &ValueSet) -> Result<ValueSet> {
        Ok(ValueSet { root: difference(&self.root, &other.root)? })
    }

    pub(crate) fn is_subset(&self, other: &ValueSet) -> Result<bool> {
        if self.len() > other.len() {
            return Ok(false);
        }
        for value in self.iter() {
            if !other.contains(value)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The order of the lists of their elements.
    pub(crate) fn order(&self, other: &ValueSet) -> Result<Ordering> {
        let mut others = other.iter();
        for value in self.iter() {
            let Some(other) = others.next() else { return Ok(Ordering::Greater) };
            match value.order(other)? {
                Ordering::Equal => {}
                order => return Ok(order),
            }
        }
        Ok(if others.next().is_some() { Ordering::Less } else { Ordering::Equal })
    }

    /// The elements, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Value> {
        let mut path: Vec<&Node> = Vec::new();
        let mut next = self.root.as_deref();
        std::iter::from_fn(move || {
            while let Some(node) = next {
                path.push(node);
                next = node.left.as_deref();
            }
            let node = path.pop()?;
            next = node.right.as_deref();
            Some(&node.value)
        })
    }
}

fn height(tree: &Tree) -> u8 {
    tree.as_ref().map_or(0, |node| node.height)
}

fn node(left: Tree, value: Value, right: Tree) -> Tree {
    let part =
        |tree: &Tree| tree.as_ref().map_or((0, 0, 0, 0), |node| (node.height, node.len, node.depth, node.weight));
    let (left_height, left_len, left_depth, left_weight) = part(&left);
    let (right_height, right_len, right_depth, right_weight) = part(&right);
    Some(Rc::new(Node {
        height: left_height.max(right_height) + 1,
        len: left_len + right_len + 1,
        depth: left_depth.max(right_depth).max(value.depth()),
        weight: left_weight.saturating_add(right_weight).saturating_add(value.weight()),
        left,
        value,
        right,
    }))
}

/// The elements of `left`, all less than `value`, it, and the elements of `right`, all greater.
fn join(left: Tree, value: Value, right: Tree) -> Tree {
    match (&left, &right) {
        // Down the inner side of the taller tree, to where the heights meet.
        (Some(tall), _) if tall.height > height(&right) + 1 => {
            let inner = join(tall.right.clone(), value, right);
            if height(&inner) <= height(&tall.left) + 1 {
                node(tall.left.clone(), tall.value.clone(), inner)
            } else {
                rotate_left(tall.left.clone(), tall.value.clone(), inner)
            }
        }
        (_, Some(tall)) if tall.height > height(&left) + 1 => {
            let inner = join(left, value, tall.left.clone());
            if height(&inner) <= height(&tall.right) + 1 {
                node(inner, tall.value.clone(), tall.right.clone())
            } else {
                rotate_right(inner, tall.value.clone(), tall.right.clone())
            }
        }
        _ => node(left, value, right),
    }
}

/// A node whose right side is two taller than its left, balanced.
fn rotate_left(left: Tree, value: Value, right: Tree) -> Tree {
    let Some(top) = &right else { return node(left, value, right) };
    match &top.left {
        Some(middle) if middle.height > height(&top.right) => node(
            node(left, value, middle.left.clone()),
            middle.value.clone(),
            node(middle.right.clone(), top.value.clone(), top.right.clone()),
        ),
        _ => node(node(left, value, top.left.clone()), top.value.clone(), top.right.clone()),
    }
}

/// A node whose left side is two taller than its right, balanced.
fn rotate_right(left: Tree, value: Value, right: Tree) -> Tree {
    let Some(top) = &left else { return node(left, value, right) };
    match &top.right {
        Some(middle) if middle.height > height(&top.left) => node(
            node(top.left.clone(), top.value.clone(), middle.left.clone()),
            middle.value.clone(),
            node(middle.right.clone(), value, right),
        ),
        _ => node(top.left.clone(), top.value.clone(), node(top.right.clone(), value, right)),
    }
}

/// The elements less than `value`, whether it is in the tree, and the elements greater than it.
fn split(tree: &Tree, value: &Value) -> Result<(Tree, bool, Tree)> {
    let Some(node) = tree else { return Ok((None, false, None)) };
    Ok(match value.order(&node.value)? {
        Ordering::Equal => (node.left.clone(), true, node.right.clone()),
        Ordering::Less => {
            let (less, found, greater) = split(&node.left, value)?;
            (less, found, join(greater, node.value.clone(), node.right.clone()))
        }
        Ordering::Greater => {
            let (less, found, greater) = split(&node.right, value)?;
            (join(node.left.clone(), node.value.clone(), less), found, greater)
        }
    })
}

fn take_first(tree: &Node) -> (Value, Tree) {
    match &tree.left {
        None => (tree.value.clone(), tree.right.clone()),
        Some(left) => {
            let (first, rest) = take_first(left);
            (first, join(rest, tree.value.clone(), tree.right.clone()))
        }
    }
}

/// All elements of `left`, all less than all of `right`, and those.
fn concatenate(left: Tree, right: Tree) -> Tree {
    match &right {
        None => left,
        Some(node) => {
            let (first, rest) = take_first(node);
            join(left, first, rest)
        }
    }
}

fn union(tree: &Tree, other: &Tree) -> Result<Tree> {
    let Some(node) = tree else { return Ok(other.clone()) };
    if other.is_none() {
        return Ok(tree.clone());
    }
    let (less, _, greater) = split(other, &node.value)?;
    Ok(join(union(&node.left, &less)?, node.value.clone(), union(&node.right, &greater)?))
}

fn intersection(tree: &Tree, other: &Tree) -> Result<Tree> {
    let Some(node) = tree else { return Ok(None) };
    if other.is_none() {
        return Ok(None);
    }
    let (less, found, greater) = split(other, &node.value)?;
    let (left, right) = (intersection(&node.left, &less)?, intersection(&node.right, &greater)?);
    Ok(if found { join(left, node.value.clone(), right) } else { concatenate(left, right) })
}

fn difference(tree: &Tree, other: &Tree) -> Result<Tree> {
    let Some(node) = tree else { return Ok(None) };
    if other.is_none() {
        return Ok(tree.clone());
    }
    let (less, found, greater) = split(other, &node.value)?;
    let (left, right) = (difference(&node.left, &less)?, difference(&node.right, &greater)?);
    Ok(if found { concatenate(left, right) } else { join(left, node.value.clone(), right) })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;
    use relation::{EventId, Index};

    use super::*;

    fn event(index: u8) -> Value {
        Value::Event(EventId::new(index as usize))
    }

    fn set(elements: &[u8]) -> ValueSet {
        ValueSet::from_values(elements.iter().map(|&index| event(index))).unwrap()
    }

    fn check_balance(tree: &Tree) -> u8 {
        let Some(node) = tree else { return 0 };
        let (left, right) = (check_balance(&node.left), check_balance(&node.right));
        assert!(left.abs_diff(right) <= 1);
        assert_eq!(node.height, left.max(right) + 1);
        node.height
    }

    fn same(set: &ValueSet, expected: &BTreeSet<u8>) {
        check_balance(&set.root);
        let elements: Vec<Value> = set.iter().cloned().collect();
        assert_eq!(elements.len(), set.len());
        let expected: Vec<Value> = expected.iter().map(|&index| event(index)).collect();
        assert!(elements.iter().zip(&expected).all(|(a, b)| a.order(b).unwrap() == Ordering::Equal));
        assert_eq!(elements.len(), expected.len());
    }

    proptest! {
        #[test]
        fn behaves_as_a_set(a in prop::collection::vec(any::<u8>(), 0..80), b in prop::collection::vec(any::<u8>(), 0..80)) {
            let (left, right) = (set(&a), set(&b));
            let (a, b): (BTreeSet<u8>, BTreeSet<u8>) = (a.into_iter().collect(), b.into_iter().collect());
            same(&left, &a);
            same(&left.union(&right).unwrap(), &(&a | &b));
            same(&left.intersection(&right).unwrap(), &(&a & &b));
            same(&left.difference(&right).unwrap(), &(&a - &b));
            prop_assert_eq!(left.is_subset(&right).unwrap(), a.is_subset(&b));
            prop_assert_eq!(left.order(&right).unwrap(), a.iter().cmp(b.iter()));
            let mut rest = left.clone();
            for &element in &a {
                prop_assert!(left.contains(&event(element)).unwrap());
                let (first, others) = rest.take_first().unwrap();
                prop_assert_eq!(first.order(&event(element)).unwrap(), Ordering::Equal);
                rest = others;
                check_balance(&rest.root);
            }
            prop_assert!(rest.is_empty());
        }
    }
}
