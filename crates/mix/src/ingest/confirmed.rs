//! Stores under a reservation that a barrier waits for: `lwarx; ...; stwcx.; bne loop; isync`, by which gcc acquires on Power.
//!
//! Source: Power ISA 3.1, book II, `isync` (all instructions before it complete before it does) and B.2.1.1; S. Sarkar and others, *Synchronising C/C++ and POWER*, PLDI 2012, who prove the
//! mapping. The store succeeds only after the load that made the reservation, the branch waits for the store, and the barrier for the branch: what follows is behind the load. The models count
//! dependencies on what is read, and whether the store succeeds depends on no value in them. So the code is judged with a branch on what was loaded before the barrier: then they have the order.
//! That takes executions away which no machine of the architecture has, and none else: the branch goes to where it stands.

use crate::Architecture;
use crate::architecture::Reserved;

use super::BodyLine;

/// The lines with such branches. They are the same where there is none.
pub(super) fn with_confirmed_stores(lines: &[BodyLine], architecture: Architecture) -> Vec<BodyLine> {
    let dialect = architecture.dialect();
    let labels = lines.iter().filter_map(|line| match line {
        BodyLine::Label(number) => Some(*number),
        BodyLine::Instruction(_) => None,
    });
    let mut next_label = labels.max().unwrap_or(0) + 1;
    let mut all = Vec::with_capacity(lines.len());
    // The register that the last load with a reservation wrote, and how much of what has to follow has been seen.
    let (mut loaded, mut seen) = (None, Reserved::Other);
    for line in lines {
        if let BodyLine::Instruction(text) = line {
            let found = dialect.reserved(text);
            match (&found, &seen) {
                (Reserved::Load(register), _) => loaded = Some(register.clone()),
                (Reserved::Wait, Reserved::Branch) => {
                    if let Some(register) = &loaded {
                        let target = format!("@{next_label}@");
                        all.extend(dialect.wait_for(register, &target).into_iter().map(BodyLine::Instruction));
                        all.push(BodyLine::Label(next_label));
                        next_label += 1;
                    }
                }
                _ => {}
            }
            // A branch counts behind the store alone.
            seen = match (found, seen) {
                (Reserved::Branch, Reserved::Store) => Reserved::Branch,
                (Reserved::Branch, _) => Reserved::Other,
                (found, _) => found,
            };
        }
        all.push(line.clone());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[&str]) -> Vec<BodyLine> {
        let line = |text: &&str| match text.strip_suffix(':') {
            Some(label) => BodyLine::Label(label.parse().unwrap_or(0)),
            None => BodyLine::Instruction((*text).to_owned()),
        };
        text.iter().map(line).collect()
    }

    fn shown(text: &[&str]) -> Vec<String> {
        let all = with_confirmed_stores(&lines(text), Architecture::Power);
        let line = |line: BodyLine| match line {
            BodyLine::Label(number) => format!("{number}:"),
            BodyLine::Instruction(text) => text,
        };
        all.into_iter().map(line).collect()
    }

    #[test]
    fn a_barrier_behind_a_store_waits_for_its_load() {
        let exchange = ["1:", "lwarx r9,0,r3", "stwcx. r4,0,r3", "bne- cr0,@1@", "isync"];
        let expected =
            ["1:", "lwarx r9,0,r3", "stwcx. r4,0,r3", "bne- cr0,@1@", "cmpd cr1,r9,r9", "beq cr1,@2@", "2:", "isync"];
        assert_eq!(shown(&exchange), expected);
        // Without the branch, or with something between it and the store, nothing waits.
        for other in [
            &["lwarx r9,0,r3", "stwcx. r4,0,r3", "isync"][..],
            &["lwarx r9,0,r3", "stwcx. r4,0,r3", "cmpw r5,r6", "bne @1@", "isync"],
            &["lwz r9,0(r3)", "cmpw r9,r4", "bne @1@", "isync"],
        ] {
            assert_eq!(shown(other), other);
        }
    }
}
