//! What a result is the result of: a key under which it is kept and found again.
//!
//! A result may stand in for a computation where everything is the same that decides it. [`Identity`] is a hash (BLAKE3, its first 128 bits) of the parts that do, each with
//! its name and its length, so that no two lists of parts run into one another. Among them is always the version of meaning ([`meaning`]): the same test under the same model
//! may come to something else where a mistake in this toolkit has been mended.

use std::fmt;
use std::str::FromStr;

/// Counts the changes after which a result that was kept may be another one: raised by each change that mends a wrong answer.
const REVISION: u32 = 1;

/// The version of meaning: that of the packages, and a number within it. Results of another one are not used.
pub fn meaning() -> String {
    format!("{}+{REVISION}", env!("CARGO_PKG_VERSION"))
}

/// The key of a result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity(u128);

impl Identity {
    /// Of a result of this kind (`run`, `mix.code`), under the version of meaning of this toolkit. The parts follow.
    pub fn of(kind: &str) -> Parts {
        Parts(blake3::Hasher::new()).part("meaning", meaning()).part("kind", kind)
    }

    /// Of what means the same in all versions: a text by itself.
    pub fn of_text(kind: &str, text: &str) -> Identity {
        Parts(blake3::Hasher::new()).part("kind", kind).part("text", text).finish()
    }

    /// As a number.
    pub fn number(self) -> u128 {
        self.0
    }

    /// As bytes, in the order of its digits.
    pub fn bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }

    /// From what [`bytes`](Self::bytes) gave.
    pub fn from_bytes(bytes: [u8; 16]) -> Identity {
        Identity(u128::from_be_bytes(bytes))
    }
}

/// 32 hexadecimal digits.
impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Identity({self})")
    }
}

/// A text is no identity: it has not 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoIdentity(());

impl fmt::Display for NoIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an identity has 32 hexadecimal digits")
    }
}

impl std::error::Error for NoIdentity {}

impl FromStr for Identity {
    type Err = NoIdentity;

    fn from_str(text: &str) -> Result<Identity, NoIdentity> {
        let has_form = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = has_form.then(|| u128::from_str_radix(text, 16).ok()).flatten();
        number.map(Identity).ok_or(NoIdentity(()))
    }
}

/// The parts of an identity that are known so far.
#[derive(Clone, Debug)]
pub struct Parts(blake3::Hasher);

impl Parts {
    /// One more part. The order of parts counts.
    #[must_use]
    pub fn part(mut self, name: &str, content: impl AsRef<[u8]>) -> Parts {
        for bytes in [name.as_bytes(), content.as_ref()] {
            self.0.update(&(bytes.len() as u64).to_le_bytes());
            self.0.update(bytes);
        }
        self
    }

    /// A list of parts of one name, which may be empty.
    #[must_use]
    pub fn parts<C: AsRef<[u8]>>(self, name: &str, contents: impl IntoIterator<Item = C>) -> Parts {
        let contents: Vec<C> = contents.into_iter().collect();
        let begun = self.part(name, (contents.len() as u64).to_le_bytes());
        contents.iter().fold(begun, |parts, content| parts.part(name, content))
    }

    /// The identity of these parts.
    pub fn finish(&self) -> Identity {
        let hash = self.0.finalize();
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash.as_bytes()[..16]);
        Identity::from_bytes(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_run_into_one_another() {
        let parts = |parts: &[(&str, &str)]| {
            parts.iter().fold(Identity::of("run"), |all, (name, content)| all.part(name, content)).finish()
        };
        let same = parts(&[("a", "b"), ("c", "d")]);
        assert_eq!(same, parts(&[("a", "b"), ("c", "d")]));
        for other in
            [&[("a", "bc"), ("", "d")][..], &[("c", "d"), ("a", "b")], &[("a", "b")], &[("ab", ""), ("c", "d")]]
        {
            assert_ne!(same, parts(other), "{other:?}");
        }
        assert_ne!(Identity::of("run").finish(), Identity::of("mix").finish());
        let listed = |lists: [&[&str]; 2]| Identity::of("run").parts("a", lists[0]).parts("a", lists[1]).finish();
        assert_ne!(listed([&["x"], &[]]), listed([&[], &["x"]]));
    }

    #[test]
    fn identities_are_read_back() {
        let identity = Identity::of("run").part("test", "SB").finish();
        assert_eq!(identity.to_string().parse(), Ok(identity));
        assert_eq!(Identity::from_bytes(identity.bytes()), identity);
        for text in ["", "0", "+0000000000000000000000000000000", "0000000000000000000000000000000g"] {
            assert_eq!(text.parse::<Identity>(), Err(NoIdentity(())), "{text}");
        }
    }
}
