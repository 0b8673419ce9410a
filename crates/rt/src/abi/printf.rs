//! What `printf` and its like read and write, by their format.
#![allow(unsafe_code)]

/// A list of arguments (`va_list`; System V ABI for x86-64, 3.5.7).
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct VaList {
    /// Where the next integer is among the saved registers, in bytes; 48 and more: it is in memory.
    integers: u32,
    /// The same for the next floating-point number, up to 176.
    floats: u32,
    /// The next argument in memory.
    memory: *const u8,
    registers: *const u8,
}

impl VaList {
    /// # Safety
    /// The list has such an argument.
    unsafe fn integer(&mut self) -> usize {
        // SAFETY: the caller's promise.
        unsafe {
            if self.integers < 48 {
                let value = self.registers.add(self.integers as usize).cast::<usize>().read();
                self.integers += 8;
                return value;
            }
            let value = self.memory.cast::<usize>().read();
            self.memory = self.memory.add(8);
            value
        }
    }

    fn skip_float(&mut self) {
        if self.floats < 176 {
            self.floats += 16;
        } else {
            self.memory = self.memory.wrapping_add(8);
        }
    }

    fn skip_long_float(&mut self) {
        let aligned = self.memory.addr().next_multiple_of(16);
        self.memory = self.memory.with_addr(aligned + 16);
    }
}

/// An argument that is a pointer which the function follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Argument {
    /// Where it points to.
    pub(super) address: usize,
    /// How many bytes are written there; 0 for a string that is read.
    pub(super) written: usize,
    /// How many bytes of the string are read at most.
    pub(super) most: usize,
}

/// The arguments that are followed. None after what is not understood: arguments by number, say.
///
/// # Safety
/// The list has what the format asks for, and is not changed.
pub(super) unsafe fn arguments(format: &[u8], list: *const VaList) -> Vec<Argument> {
    // SAFETY: the caller's promise, here and below.
    let mut list = unsafe { list.read() };
    let mut found = Vec::new();
    let mut bytes = format.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            continue;
        }
        let mut most = usize::MAX;
        let mut size = 4;
        let mut in_precision = false;
        let mut is_wide = false;
        loop {
            let Some(letter) = bytes.next() else { return found };
            match letter {
                b'-' | b'+' | b' ' | b'#' | b'\'' | b'I' => {}
                b'0'..=b'9' if in_precision => most = most.wrapping_mul(10).wrapping_add(usize::from(letter - b'0')),
                b'0'..=b'9' => {}
                b'.' => (in_precision, most) = (true, 0),
                b'*' => {
                    let value = unsafe { list.integer() } as i32;
                    if in_precision {
                        most = usize::try_from(value).unwrap_or(usize::MAX);
                    }
                }
                b'h' => size /= 2,
                b'l' | b'q' | b'j' | b'z' | b't' => (size, is_wide) = (8, true),
                b'L' => size = 16,
                b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'c' | b'p' | b'C' => {
                    unsafe { list.integer() };
                    break;
                }
                b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
                    if size == 16 {
                        list.skip_long_float()
                    } else {
                        list.skip_float()
                    }
                    break;
                }
                b's' | b'n' | b'S' => {
                    let address = unsafe { list.integer() };
                    let is_narrow = letter == b's' && !is_wide;
                    if address != 0 && (letter == b'n' || is_narrow) {
                        found.push(Argument { address, written: if letter == b'n' { size } else { 0 }, most });
                    }
                    break;
                }
                b'm' | b'%' => break,
                _ => return found,
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_format_follows_is_found_behind_what_it_does_not() {
        let registers: [usize; 6] = [0, 11, 12, 13, 14, 15];
        let memory: [usize; 4] = [21, 22, 23, 24];
        let list =
            VaList { integers: 8, floats: 48, memory: memory.as_ptr().cast(), registers: registers.as_ptr().cast() };
        // SAFETY: the list has as many arguments as are asked for.
        let found = unsafe { arguments(b"%d %5.3f %s %% %.2s %*d %hhn %ls %-10s", &list) };
        let text = |address, most| Argument { address, written: 0, most };
        let wanted = [
            text(12, usize::MAX),
            text(13, 2),
            Argument { address: 21, written: 1, most: usize::MAX },
            text(23, usize::MAX),
        ];
        assert_eq!(found, wanted);
    }

    #[test]
    fn arguments_by_number_are_left_alone() {
        let list = VaList { integers: 48, floats: 176, memory: std::ptr::null(), registers: std::ptr::null() };
        // SAFETY: nothing is taken from the list.
        assert!(unsafe { arguments(b"%1$s", &list) }.is_empty());
    }
}
