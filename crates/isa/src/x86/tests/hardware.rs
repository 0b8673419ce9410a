//! Lowerings against a real processor: what it made of single instructions is recorded in `hardware/results.txt` by
//! `hardware/record.c`, an AMD EPYC in November 2026.

use super::{Machine, address_of};

const RESULTS: &str = include_str!("hardware/results.txt");

/// The places that states have, in the order in which numbers are drawn; the first four have 64 bits, the others 128.
const PLACES: [&str; 7] = ["rax", "rbx", "rcx", "rdx", "x", "xmm0", "xmm1"];

/// The flags and their bits.
const FLAGS: [(&str, u32); 6] = [("cf", 0), ("pf", 2), ("af", 4), ("zf", 6), ("sf", 7), ("of", 11)];

/// splitmix64, as in the recorder.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn number(&mut self) -> u128 {
        let (value, kind) = (self.next(), self.next());
        if kind.is_multiple_of(3) {
            return value.into();
        }
        (1u64 << (kind / 3 % 64)).wrapping_add(value % 5).wrapping_sub(2).into()
    }

    fn wide(&mut self) -> u128 {
        let low = self.number();
        self.number() << 64 | low
    }
}

/// The values of [`PLACES`] before the instruction, and its flags.
fn state_of(seed: u64) -> ([u128; 7], u64) {
    let mut numbers = Numbers(seed);
    let mut values = [0; 7];
    for (place, value) in values.iter_mut().enumerate() {
        *value = if place < 4 { numbers.number() } else { numbers.wide() };
    }
    let flags = numbers.next();
    if seed % 2 == 1 {
        values[0] = values[4] & u128::from(u64::MAX);
        values[3] = values[4] >> 64;
    }
    (values, flags)
}

fn value(machine: &Machine, place: &str) -> u128 {
    if place == "x" { machine.peek(address_of(0), 128) } else { machine.get(place) }
}

/// Executes the instruction of a line and compares.
fn check(line: &str) -> Result<(), String> {
    let mut fields = line.split('\t');
    let mut field = || fields.next().ok_or("a field is missing");
    let (text, seed, changes, flags) = (field()?, field()?, field()?, field()?);
    let (before, flags_before) = state_of(seed.parse().map_err(|error| format!("{error}"))?);
    let mut machine = Machine::new();
    for (place, value) in PLACES.into_iter().zip(before) {
        if place == "x" {
            machine.poke(address_of(0), 128, value);
        } else {
            machine.set(place, value);
        }
    }
    for (flag, bit) in FLAGS {
        machine.set(flag, (flags_before >> bit & 1).into());
    }
    machine.run(&[text]);
    for (place, before) in PLACES.into_iter().zip(before) {
        let changed = changes.split(' ').find_map(|change| change.strip_prefix(place)?.strip_prefix('='));
        let expected = changed.map_or(Ok(before), |digits| u128::from_str_radix(digits, 16));
        let (expected, found) = (expected.map_err(|error| format!("{error}"))?, value(&machine, place));
        if expected != found {
            return Err(format!("{place}={found:x}, the processor has {expected:x}"));
        }
    }
    for (flag, _) in FLAGS {
        let expected = flags.split(' ').find_map(|change| change.strip_prefix(flag)?.strip_prefix('='));
        let found = machine.get(flag).to_string();
        if expected.is_some_and(|expected| expected != found) {
            return Err(format!("{flag}={found}, which is not what the processor has"));
        }
    }
    Ok(())
}

#[test]
fn instructions_do_what_a_processor_does() {
    let wrong = RESULTS.lines().filter_map(|line| check(line).err().map(|error| format!("{line}: {error}")));
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), RESULTS.lines().count(), wrong.join("\n"));
}
