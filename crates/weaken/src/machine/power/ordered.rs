//! Maps of few keys, as states have them: one list in the order of keys, which is copied at once.

/// A map.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Ordered<K, V>(Vec<(K, V)>);

impl<K, V> Default for Ordered<K, V> {
    fn default() -> Self {
        Ordered(Vec::new())
    }
}

impl<K: Ord + Copy, V> Ordered<K, V> {
    fn place(&self, key: K) -> Result<usize, usize> {
        self.0.binary_search_by_key(&key, |(key, _)| *key)
    }

    pub(super) fn get(&self, key: K) -> Option<&V> {
        self.place(key).ok().map(|place| &self.0[place].1)
    }

    pub(super) fn get_mut(&mut self, key: K) -> Option<&mut V> {
        self.place(key).ok().map(|place| &mut self.0[place].1)
    }

    /// What `key` has, which is `value` if it had none.
    pub(super) fn get_or_insert(&mut self, key: K, value: V) -> &mut V {
        let place = self.place(key).unwrap_or_else(|place| {
            self.0.insert(place, (key, value));
            place
        });
        &mut self.0[place].1
    }

    /// Gives a key that has none a value.
    pub(super) fn insert(&mut self, key: K, value: V) {
        self.get_or_insert(key, value);
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn retain(&mut self, mut is_kept: impl FnMut(K, &V) -> bool) {
        self.0.retain(|(key, value)| is_kept(*key, value));
    }

    /// Gives keys other names, in the same order or another.
    pub(super) fn rename(&mut self, name: impl Fn(K) -> K) {
        self.0.iter_mut().for_each(|(key, _)| *key = name(*key));
        self.0.sort_unstable_by_key(|(key, _)| *key);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        self.0.iter().map(|(key, value)| (*key, value))
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (K, &mut V)> {
        self.0.iter_mut().map(|(key, value)| (*key, value))
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = K> {
        self.iter().map(|(key, _)| key)
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }

    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.iter_mut().map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::Ordered;

    #[test]
    fn equal_maps_are_equal_however_they_are_made() {
        let mut one = Ordered::default();
        [(3, 'c'), (1, 'a'), (2, 'b')].into_iter().for_each(|(key, value)| one.insert(key, value));
        let mut other = Ordered::default();
        [(7, 'a'), (8, 'x'), (9, 'b'), (5, 'c')].into_iter().for_each(|(key, value)| other.insert(key, value));
        other.retain(|key, _| key != 8);
        other.rename(|key| match key {
            7 => 1,
            9 => 2,
            _ => 3,
        });
        assert_eq!(one, other);
        assert_eq!(one.keys().collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!((one.get(2), one.get(4)), (Some(&'b'), None));
        *one.get_or_insert(2, 'z') = 'y';
        assert_eq!(one.values().collect::<String>(), "ayc");
    }
}
