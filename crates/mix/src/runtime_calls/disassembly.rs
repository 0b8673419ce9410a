//! The text that `objdump -d -r` prints, as lines of functions.

use std::collections::{BTreeMap, BTreeSet};

use crate::listing::Line;

/// The functions in a disassembly. Jumps inside a function get labels; a relocated jump names its symbol.
pub(crate) fn functions(text: &str) -> BTreeMap<String, Vec<Line>> {
    let mut all = BTreeMap::new();
    let mut current: Option<(String, Vec<Instruction>)> = None;
    let finish = |current: &mut Option<(String, Vec<Instruction>)>, all: &mut BTreeMap<String, Vec<Line>>| {
        if let Some((name, instructions)) = current.take() {
            all.entry(name).or_insert_with(|| lines(&instructions));
        }
    };
    for line in text.lines() {
        if let Some(name) = heading(line) {
            // Objects for RISC-V have their local labels as symbols; jumps are followed by address.
            if is_local(name) && current.is_some() {
                continue;
            }
            finish(&mut current, &mut all);
            current = Some((name.to_owned(), Vec::new()));
            continue;
        }
        let Some((_, instructions)) = &mut current else { continue };
        let columns: Vec<&str> = line.trim().split('\t').collect();
        match columns.as_slice() {
            // `4: R_AARCH64_CALL26<tab>symbol`, which is one line further in.
            [first, symbol] if first.contains(": R_") => {
                let is_mark = first.ends_with("R_RISCV_RELAX") || is_local(symbol);
                if let Some(last) = instructions.last_mut().filter(|_| !is_mark) {
                    let symbol = symbol.split(['+', '-']).next().unwrap_or_default();
                    last.symbol = Some(symbol.trim().to_owned());
                    last.is_half_of_call = first.contains("R_RISCV_CALL");
                }
            }
            [address, _, mnemonic, operands @ ..] => {
                let address = address.trim().strip_suffix(':').map(|digits| u64::from_str_radix(digits, 16));
                let Some(Ok(address)) = address else { continue };
                let text = format!("{} {}", mnemonic.trim(), operands.join(" ").trim());
                let text = text.split("//").next().unwrap_or_default();
                let text = text.split(" # ").next().unwrap_or_default().trim().to_owned();
                instructions.push(Instruction { address, text, symbol: None, is_half_of_call: false });
            }
            _ => {}
        }
    }
    finish(&mut current, &mut all);
    all
}

struct Instruction {
    address: u64,
    text: String,
    symbol: Option<String>,
    /// Whether it calls or jumps to the symbol by two instructions, of which it is the first: `auipc ra,0x0` and `jalr ra`, or `auipc t1,0x0` and `jr t1`.
    is_half_of_call: bool,
}

/// Whether a symbol is a label inside a function.
fn is_local(symbol: &str) -> bool {
    symbol.starts_with(".L")
}

/// `0000000000000000 <name>:`
fn heading(line: &str) -> Option<&str> {
    let (address, rest) = line.split_once(" <")?;
    let name = rest.strip_suffix(">:")?;
    u64::from_str_radix(address, 16).ok().map(|_| name)
}

fn lines(instructions: &[Instruction]) -> Vec<Line> {
    let known: BTreeSet<u64> = instructions.iter().map(|instruction| instruction.address).collect();
    // `18 <name+0x18>` behind a mnemonic or a comma.
    let target = |text: &str| {
        let (before, rest) = text.split_once(" <")?;
        let at = before.rfind([' ', ',', '\t'])?;
        let address = u64::from_str_radix(before[at + 1..].trim_start_matches("0x"), 16).ok()?;
        let (name, _) = rest.split_once('>')?;
        // What lies in another function of the section is that function, or a place in it that has no name.
        let name = if known.contains(&address) { format!(".L{address:x}") } else { name.to_owned() };
        Some((before[..=at].to_owned(), address, name))
    };
    let jumps: Vec<Option<(String, u64, String)>> = instructions
        .iter()
        .map(|instruction| target(&instruction.text).filter(|_| instruction.symbol.is_none()))
        .collect();
    let targets: BTreeSet<u64> =
        jumps.iter().flatten().map(|(_, address, _)| *address).filter(|at| known.contains(at)).collect();
    let mut all = Vec::new();
    for (number, (instruction, jump)) in instructions.iter().zip(jumps).enumerate() {
        let before = number.checked_sub(1).map(|before| &instructions[before]);
        // The first one became the call.
        if before.is_some_and(|before| before.is_half_of_call) {
            continue;
        }
        if targets.contains(&instruction.address) {
            all.push(Line::Label(format!(".L{:x}", instruction.address)));
        }
        all.push(Line::Instruction(match (jump, &instruction.symbol) {
            (Some((before, _, name)), _) => format!("{before}{name}"),
            (None, Some(symbol)) if instruction.is_half_of_call => {
                // The link register takes the return address; without it, the function is left.
                let is_call = instruction.text.starts_with("auipc ra,");
                format!("{} {symbol}", if is_call { "call" } else { "tail" })
            }
            (None, Some(symbol)) => match target(&instruction.text) {
                Some((before, ..)) => format!("{before}{symbol}"),
                None => instruction.text.clone(),
            },
            (None, None) => instruction.text.clone(),
        }));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jumps_become_labels_and_relocations_symbols() {
        let text = "0000000000000000 <f>:\n   0:\td503245f \tbti\tc\n   4:\t90000010 \tadrp\tx16, 0 <have>\n\t\t\t4: R_AARCH64_ADR_PREL_PG_HI21\thave\n   \
                    8:\t34000070 \tcbz\tw16, 18 <f+0x18>\n  14:\td65f03c0 \tret\n  18:\t14000000 \tb\t0 <g>\n\t\t\t18: R_AARCH64_JUMP26\tg\n";
        let all = functions(text);
        let expected = ["bti c", "adrp x16, have", "cbz w16, .L18", "ret", ".L18:", "b g"];
        let lines: Vec<String> = all["f"]
            .iter()
            .map(|line| match line {
                Line::Label(label) => format!("{label}:"),
                Line::Instruction(text) => text.clone(),
            })
            .collect();
        assert_eq!(lines, expected);
    }

    /// Functions of one section jump to each other without a relocation: the first of them is at 0, and `.L0` would be a label of nothing.
    #[test]
    fn a_jump_to_another_function_of_the_section_names_it() {
        let text = "0000000000000000 <libat_store_16>:\n   0:\tc87f0c02 \tldxp\tx2, x3, [x0]\n   4:\td65f03c0 \tret\n\n\
                    0000000000000008 <libat_store_16_i1>:\n   8:\t34000061 \tcbz\tw1, 8 <libat_store_16_i1>\n   \
                    c:\t17fffffd \tb\t0 <libat_store_16>\n";
        let all = functions(text);
        let expected = [
            Line::Label(".L8".to_owned()),
            Line::Instruction("cbz w1, .L8".to_owned()),
            Line::Instruction("b libat_store_16".to_owned()),
        ];
        assert_eq!(all["libat_store_16_i1"], expected);
    }

    #[test]
    fn local_symbols_of_risc_v_are_no_functions() {
        let text = "0000000000000000 <f>:\n   0:\t842a                \tmv\ts0,a0\n\n0000000000000002 <.LBB14>:\n   \
                    2:\t00000097          \tauipc\tra,0x0\n\t\t\t2: R_RISCV_CALL_PLT\tlibat_lock_1\n\t\t\t2: R_RISCV_RELAX\t*ABS*\n   \
                    6:\t000080e7          \tjalr\tra # 2 <.LBB14>\n   a:\t00a81663          \tbne\ta6,a0,10 <.L1^B2>\n\t\t\ta: R_RISCV_BRANCH\t.L1^B2\n   \
                    e:\t8082                \tret\n\n0000000000000010 <.L1^B2>:\n  10:\t8082                \tret\n";
        let all = functions(text);
        let expected = ["mv s0,a0", "call libat_lock_1", "bne a6,a0,.L10", "ret", ".L10:", "ret"];
        let lines: Vec<String> = all["f"]
            .iter()
            .map(|line| match line {
                Line::Label(label) => format!("{label}:"),
                Line::Instruction(text) => text.clone(),
            })
            .collect();
        assert_eq!((lines.iter().map(String::as_str).collect::<Vec<_>>(), all.len()), (expected.to_vec(), 1));
    }
}
