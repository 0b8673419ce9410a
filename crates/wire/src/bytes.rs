//! Numbers, texts and lists as bytes: little-endian, lengths before what they count.

/// Appends values to bytes.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    pub(crate) bytes: Vec<u8>,
}

impl Writer {
    pub(crate) fn number(&mut self, value: u64) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    pub(crate) fn blob(&mut self, value: &[u8]) {
        self.number(value.len() as u64);
        self.bytes.extend_from_slice(value);
    }

    pub(crate) fn numbers(&mut self, values: &[u64]) {
        self.number(values.len() as u64);
        for value in values {
            self.number(*value);
        }
    }
}

/// Takes values from the front of bytes; `None` where there are none of that kind.
#[derive(Debug)]
pub(crate) struct Reader<'b> {
    bytes: &'b [u8],
}

impl<'b> Reader<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Reader<'b> {
        Reader { bytes }
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        let (head, rest) = self.bytes.split_first_chunk::<8>()?;
        self.bytes = rest;
        Some(u64::from_le_bytes(*head))
    }

    pub(crate) fn blob(&mut self) -> Option<&'b [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (head, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        Some(head)
    }

    pub(crate) fn text(&mut self) -> Option<String> {
        Some(String::from_utf8_lossy(self.blob()?).into_owned())
    }

    pub(crate) fn numbers(&mut self) -> Option<Vec<u64>> {
        self.list(Reader::number)
    }

    /// As many items as the number before them says.
    pub(crate) fn list<T>(&mut self, mut item: impl FnMut(&mut Reader<'b>) -> Option<T>) -> Option<Vec<T>> {
        let count = self.number()?;
        // Every item takes at least a byte: a count beyond that is nonsense, and must not reserve memory.
        if count > self.bytes.len() as u64 {
            return None;
        }
        (0..count).map(|_| item(self)).collect()
    }
}
