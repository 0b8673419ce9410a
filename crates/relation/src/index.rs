//! Typed indices and the vectors they index.

use std::fmt;
use std::marker::PhantomData;
use std::ops;

/// A small integer that names something of one kind; made by [`newtype_index!`](crate::newtype_index).
pub trait Index: Copy + Eq + Ord + std::hash::Hash + fmt::Debug {
    /// The index of the `index`-th thing, counted from 0.
    fn new(index: usize) -> Self;
    /// The number behind it.
    fn index(self) -> usize;
}

/// Declares index types: `newtype_index! { /// docs pub struct EventId("e"); }`. The string comes before the number in
/// debug output.
#[macro_export]
macro_rules! newtype_index {
    ($($(#[$meta:meta])* $vis:vis struct $name:ident($prefix:literal);)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $name(u32);

        impl $crate::Index for $name {
            fn new(index: usize) -> Self {
                $name(u32::try_from(index).expect("an index above 2^32"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl $name {
            /// The index of the `index`-th thing, counted from 0.
            $vis const fn from_number(index: u32) -> Self {
                $name(index)
            }
            /// The number behind it.
            $vis const fn number(self) -> u32 {
                self.0
            }
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    )*};
}

/// A vector that only an `I` can index.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct IdVec<I, T> {
    items: Vec<T>,
    index: PhantomData<fn(I) -> I>,
}

impl<I: Index, T> IdVec<I, T> {
    /// An empty vector.
    pub fn new() -> Self {
        IdVec { items: Vec::new(), index: PhantomData }
    }

    /// `len` times `item`.
    pub fn from_elem(item: T, len: usize) -> Self
    where
        T: Clone,
    {
        IdVec::from(vec![item; len])
    }

    /// Adds an item and returns its index.
    pub fn push(&mut self, item: T) -> I {
        let id = self.next_id();
        self.items.push(item);
        id
    }

    /// The index that the next [`IdVec::push`] will give.
    pub fn next_id(&self) -> I {
        I::new(self.items.len())
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The item at `id`, if there is one.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// All indices, ascending.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::new)
    }

    /// The items in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// The items in order, to change.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// The items in order, each with its index.
    pub fn iter_enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(index, item)| (I::new(index), item))
    }

    /// The items as a plain slice.
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }
}

impl<I: Index, T> Default for IdVec<I, T> {
    fn default() -> Self {
        IdVec::new()
    }
}

impl<I, T> From<Vec<T>> for IdVec<I, T> {
    fn from(items: Vec<T>) -> Self {
        IdVec { items, index: PhantomData }
    }
}

impl<I: Index, T> FromIterator<T> for IdVec<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(items: It) -> Self {
        IdVec::from(items.into_iter().collect::<Vec<_>>())
    }
}

impl<I: Index, T> ops::Index<I> for IdVec<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Index, T> ops::IndexMut<I> for IdVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<'a, I: Index, T> IntoIterator for &'a IdVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

impl<I, T> IntoIterator for IdVec<I, T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

impl<I: Index, T: fmt::Debug> fmt::Debug for IdVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter_enumerated()).finish()
    }
}
