//! x86-64, as AT&T syntax has it.

use iced_x86::{Decoder, DecoderOptions, FlowControl, Formatter, GasFormatter};

use super::Decoded;

/// The instruction at `address`.
pub(super) fn decode(bytes: &[u8], address: u64) -> Option<Decoded> {
    let mut decoder = Decoder::with_ip(64, bytes, address, DecoderOptions::NONE);
    let instruction = decoder.decode();
    if instruction.is_invalid() {
        return None;
    }
    let mut formatter = GasFormatter::new();
    let options = formatter.options_mut();
    options.set_number_base(iced_x86::NumberBase::Decimal);
    options.set_rip_relative_addresses(true);
    let mut text = String::new();
    formatter.format(&instruction, &mut text);
    let is_direct = matches!(
        instruction.flow_control(),
        FlowControl::UnconditionalBranch | FlowControl::ConditionalBranch | FlowControl::Call
    ) && instruction.near_branch_target() != 0
        || instruction.is_jcc_short_or_near()
        || instruction.is_jmp_short_or_near()
        || instruction.is_call_near();
    let target = is_direct.then(|| instruction.near_branch_target());
    if target.is_some() {
        text = format!("{} ", text.split(' ').next().unwrap_or_default());
    }
    Some(Decoded { text, length: instruction.len() as u64, target })
}

/// `mov (%rip),%rax` with the symbol that it is relative to.
pub(super) fn with_symbol(text: &str, symbol: &str) -> String {
    match text.find("(%rip)") {
        Some(at) => {
            let start = text[..at].rfind([' ', ',']).map_or(0, |at| at + 1);
            format!("{}{symbol}{}", &text[..start], &text[at..])
        }
        None => format!("{text} {symbol}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> String {
        decode(bytes, 0).map(|found| found.text).unwrap_or_default()
    }

    #[test]
    fn instructions_are_written_as_compilers_write_them() {
        assert_eq!(text(&[0xf0, 0x48, 0x0f, 0xc7, 0x0f]), "lock cmpxchg16b (%rdi)");
        assert_eq!(text(&[0x48, 0x8b, 0x47, 0xf8]), "mov -8(%rdi),%rax");
        assert_eq!(text(&[0xc7, 0x07, 1, 0, 0, 0]), "movl $1,(%rdi)");
        assert_eq!(text(&[0x0f, 0xb6, 0xc1]), "movzbl %cl,%eax");
        assert_eq!(text(&[0x0f, 0xae, 0xf0]), "mfence");
        assert_eq!(with_symbol("movq (%rip),%rax", "x"), "movq x(%rip),%rax");
    }
}
