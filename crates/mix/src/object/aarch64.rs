//! AArch64. What the disassembler does not know of FEAT_LRCPC3 and FEAT_LSE128 is decoded here (Arm ARM, DDI 0487, C6.2).

use yaxpeax_arch::{Decoder, U8Reader};
use yaxpeax_arm::armv8::a64::{InstDecoder, Operand};

use super::Decoded;

/// How many bytes an instruction has.
const LENGTH: u64 = 4;

/// The instruction at `address`.
pub(super) fn decode(bytes: &[u8], address: u64) -> Option<Decoded> {
    let word = u32::from_le_bytes(*bytes.first_chunk()?);
    if let Some(text) = pair_of_newer_extensions(word) {
        return Some(Decoded { text, length: LENGTH, target: None });
    }
    let mut reader = U8Reader::new(bytes);
    let instruction = InstDecoder::default().decode(&mut reader).ok()?;
    let text = instruction.to_string();
    let distance = instruction.operands.iter().find_map(|operand| match operand {
        Operand::PCOffset(distance) => Some(*distance),
        _ => None,
    });
    // The target is the last operand of all of these, but for `adr` and `adrp`, which are no jumps.
    let target = distance.filter(|_| !text.starts_with("adr")).map(|distance| address.wrapping_add_signed(distance));
    let text = match (target, text.rfind([' ', ','])) {
        (Some(_), Some(at)) => format!("{} ", text[..=at].trim_end()),
        // The number that assemblers leave out (Arm ARM, C6.2, CLREX: "defaults to 15").
        _ if text == "clrex #0xf" => "clrex".to_owned(),
        _ => text,
    };
    Some(Decoded { text, length: LENGTH, target })
}

/// `adrp x0, $+0x0` and `add x0, x0, #0x0` with the symbol in place of the number.
pub(super) fn with_symbol(text: &str, symbol: &str) -> String {
    let at = text.rfind([',', ' ']).map_or(text.len(), |at| at + 1);
    let bracket = if text.ends_with(']') { "]" } else { "" };
    format!("{}{symbol}{bracket}", &text[..at])
}

/// LDIAPP, STILP, LDCLRP, LDSETP, SWPP.
fn pair_of_newer_extensions(word: u32) -> Option<String> {
    let register = |low: u32| match word >> low & 31 {
        31 => "xzr".to_owned(),
        number => format!("x{number}"),
    };
    let base = |low: u32| match word >> low & 31 {
        31 => "sp".to_owned(),
        number => format!("x{number}"),
    };
    // size:011001 0 L 0, Rt2, 0001 opc2 10, Rn, Rt: of 64 bits, and without writing the address back.
    let ordered = match word & 0xffe0_fc00 {
        0xd940_1800 => Some("ldiapp"),
        0xd900_1800 => Some("stilp"),
        _ => None,
    };
    if let Some(name) = ordered {
        return Some(format!("{name} {}, {}, [{}]", register(0), register(16), base(5)));
    }
    // 00011001 A R 1 Rt2, opcode, Rn, Rt.
    let name = match word & 0xff20_fc00 {
        0x1920_1000 => "ldclrp",
        0x1920_3000 => "ldsetp",
        0x1920_8000 => "swpp",
        _ => return None,
    };
    let order = match (word >> 23 & 1, word >> 22 & 1) {
        (0, 0) => "",
        (1, 0) => "a",
        (0, _) => "l",
        (_, _) => "al",
    };
    Some(format!("{name}{order} {}, {}, [{}]", register(0), register(16), base(5)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(word: u32) -> String {
        decode(&word.to_le_bytes(), 0).map(|found| found.text).unwrap_or_default()
    }

    #[test]
    fn instructions_are_written_as_compilers_write_them() {
        assert_eq!(text(0xc85f_fc08), "ldaxr x8, [x0]");
        assert_eq!(text(0x8800_fc01), "stlxr w0, w1, [x0]");
        assert_eq!(text(0xd503_3bbf), "dmb ish");
        assert_eq!(text(0xd65f_03c0), "ret");
        assert_eq!(text(0xd503_3f5f), "clrex");
        assert_eq!(decode(&0x35ff_ffc9_u32.to_le_bytes(), 16).and_then(|found| found.target), Some(8));
    }

    #[test]
    fn pairs_of_newer_extensions_are_known() {
        assert_eq!(text(0xd941_1800), "ldiapp x0, x1, [x0]");
        assert_eq!(text(0x19e1_8002), "swppal x2, x1, [x0]");
    }
}
