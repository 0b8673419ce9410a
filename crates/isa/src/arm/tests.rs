//! Tests of the language.

use super::Arm;
use super::table::Operation;
use crate::assembly::testing::machine::{Machine, address_of};
use crate::assembly::testing::{every_form_is_complete, no_text_is_fatal, parse, print};

#[test]
fn every_form_is_read_printed_and_lowered() {
    every_form_is_complete::<Arm>(&[Operation::Nop], &[]);
}

#[test]
fn no_text_stops_the_reader() {
    no_text_is_fatal::<Arm>(1);
}

#[test]
fn spellings_are_read() {
    for (text, printed) in [
        ("addseq r0, r0, r1, lsl #0", "ADDSEQ R0,R0,R1"),
        ("bls .L1", "BLS .L1"),
        ("blx r3", "BLX R3"),
        ("b.w .L1", "B .L1"),
        ("sub sp, #8", "SUB SP,SP,#8"),
        ("movweq r1, #2", "MOVWEQ R1,#2"),
        ("ldr r1, [r0, r3, lsl #2]", "LDR R1,[R0,R3,lsl #2]"),
        ("ldr r1, [r0, -r3]!", "LDR R1,[R0,-R3]!"),
        ("ldrd r4, [r1]", "LDRD R4,R5,[R1]"),
        ("push {r4-r6, lr}", "PUSH {R4,R5,R6,LR}"),
        ("it ne", "NOP"),
        ("dmb ish @ a comment", "DMB ISH"),
        ("strexd r0, r2, r3, [r1]", "STREXD R0,R2,R3,[R1]"),
        ("ldrexd r2, [r1]", "LDREXD R2,R3,[R1]"),
        ("ldrex r0, [r1, #4]", "LDREX R0,[R1,#4]"),
        ("moveq.w r0, #-1", "MOVEQ R0,#-1"),
        ("ittet eq", "NOP"),
        ("orr r0, r1, r2, lsl r3", "ORR R0,R1,R2,lsl R3"),
        ("lsls r0, r1", "LSLS R0,R0,R1"),
        ("muls r0, r1, r0", "MULS R0,R1,R0"),
        ("addw r0, r1, #4000", "ADD R0,R1,#4000"),
        ("negs r0, r1", "RSBS R0,R1,#0"),
        ("uxtb r0, r1, ror #8", "UXTB R0,R1,ror #8"),
        ("bfi r0, r1, #4, #8", "BFI R0,R1,#4,#8"),
        ("movw r0, #:lower16:x", "MOVW R0,:lower16:x"),
        ("ldr r0, =x", "LDR R0,=x"),
        ("ldrd r0, r1, [r2, r3]", "LDRD R0,R1,[R2,R3]"),
        ("ldmfd sp!, {r4, pc}", "LDM SP!,{R4,PC}"),
        ("stmdb sp!, {r4, lr}", "STMDB SP!,{R4,LR}"),
        ("ldmib r0, {r1, r2}", "LDMIB R0,{R1,R2}"),
        ("popeq {r4, r5, r11, pc}", "POPEQ {R4,R5,R11,PC}"),
        ("ldr pc, [sp], #4", "LDR PC,[SP],#4"),
        ("mov pc, lr", "BX LR"),
        ("bxeq lr", "BXEQ LR"),
        ("dmbne ishld", "DMBNE ISHLD"),
        ("dsb un", "DSB NSH"),
    ] {
        let read = parse::<Arm>(text).unwrap_or_else(|found| panic!("{text}: {}", found.message));
        assert_eq!(print(&read), printed, "{text}");
    }
}

#[test]
fn instructions_compute() {
    let mut machine = Machine::<Arm>::new();
    machine.set("R1", 5).set("R2", 7).set("R4", 0xffff_ffff);
    let mut r0 = |cells: &[&str]| machine.set("R0", 0).run(cells).get("R0");
    assert_eq!(r0(&["SUB R0,R1,R2"]), 0xffff_fffe);
    assert_eq!(r0(&["RSB R0,R1,R2"]), 2);
    assert_eq!(r0(&["ADD R0,R1,R2,LSL #2"]), 33);
    assert_eq!(r0(&["BIC R0,R4,#15"]), 0xffff_fff0);
    assert_eq!(r0(&["MOVW R0,#4660", "MOVT R0,#22136"]), 0x5678_1234);
    assert_eq!(r0(&["SXTB R0,R4"]), 0xffff_ffff);
    assert_eq!(r0(&["UXTH R0,R4"]), 0xffff);
    assert_eq!(r0(&["ASR R0,R4,#4"]), 0xffff_ffff);
    assert_eq!(r0(&["CMP R1,R2", "MOVLT R0,#1", "MOVGE R0,#2"]), 1);
    assert_eq!(r0(&["CMP R2,R1", "MOVLS R0,#1", "MOVHI R0,#2"]), 2);
    assert_eq!(r0(&["ADDS R3,R4,#1", "ADC R0,R1,R2"]), 13, "with the carry");
    machine.set("SP", u128::from(address_of(1) + 64)).set("R5", address_of(0).into());
    machine.poke(address_of(0), 64, 0x9_0000_00ff);
    machine.run(&["LDRD R6,R7,[R5]", "LDRSB R8,[R5],#4", "PUSH {R6-R8}", "POP {R9,R10,R12}"]);
    assert_eq!((machine.get("R6"), machine.get("R7"), machine.get("R8")), (0xff, 9, 0xffff_ffff));
    assert_eq!((machine.get("R9"), machine.get("R10"), machine.get("R12")), (0xff, 9, 0xffff_ffff));
    assert_eq!((machine.get("R5"), machine.get("SP")), ((address_of(0) + 4).into(), (address_of(1) + 64).into()));
    machine.run(&[
        "MOV R1,#3",
        "MOV R2,#0",
        "L0: ADD R2,R2,#2",
        "SUBS R1,R1,#1",
        "BNE L0",
        "BL L1",
        "B L2",
        "L1: BX LR",
        "L2:",
    ]);
    assert_eq!((machine.get("R1"), machine.get("R2")), (0, 6));
}

#[test]
fn what_is_not_supported_is_refused_with_the_reason() {
    for (text, message) in [
        ("add r0, pc, r0", "the program counter cannot stand here: positions of code are not known"),
        ("add r0, pc", "the program counter cannot stand here: positions of code are not known"),
        ("ldr r0, .LCPI1150_0", "literal pools are not supported: `LDR R0,=x` and `MOVW` with `MOVT` are"),
        ("ubfx r0, r1, #30, #4", "the field must end with the register"),
        ("mrc p15, 0, r0, c1, c0, 0", "`mrc`: coprocessors and system registers are not supported"),
        ("ldm r0!, r1", "expected `{`, found `r`"),
        ("push {pc}", "the program counter cannot stand here: positions of code are not known"),
    ] {
        let found = parse::<Arm>(text).err().map(|found| found.message);
        assert_eq!(found.as_deref(), Some(message), "{text}");
    }
}

#[test]
fn more_instructions_compute() {
    let mut machine = Machine::<Arm>::new();
    machine.set("R1", 0x8000_0001).set("R2", 33).set("R3", 4).set("R4", 0x1234_5678).set("R5", 0xffff_ffff);
    let mut r0 = |cells: &[&str]| machine.set("R0", 0).run(cells).get("R0");
    // The carry of a shift, read by ADC.
    assert_eq!(r0(&["LSLS R6,R1,R3", "ADC R0,R3,R3"]), 8, "bit 28 goes out last");
    assert_eq!(r0(&["LSRS R6,R5,R3", "ADC R0,R3,R3"]), 9);
    assert_eq!(r0(&["LSLS R6,R1,R2", "ADC R0,R3,R3"]), 8, "by 33: nothing is left");
    assert_eq!(r0(&["MOVS R6,R1,LSR #1", "RRX R0,R3"]), 0x8000_0002);
    assert_eq!(r0(&["ANDS R6,R5,#0xff000000", "ADC R0,R3,R3"]), 9, "the carry of a rotated number");
    assert_eq!(r0(&["MOVS R6,#1", "ADC R0,R3,R3"]), 9, "a byte leaves it");
    assert_eq!(r0(&["ORR R0,R3,R1,LSL R3"]), 0x14);
    assert_eq!(r0(&["RSBS R6,R3,#3", "RSC R0,R3,R2"]), 28);
    assert_eq!(r0(&["MLA R0,R3,R3,R2"]), 49);
    assert_eq!(r0(&["MLS R0,R3,R3,R2"]), 17);
    assert_eq!(r0(&["UMULL R6,R0,R5,R5"]), 0xffff_fffe);
    assert_eq!(r0(&["SMULL R0,R6,R5,R5"]), 1);
    assert_eq!(r0(&["MOV R6,#7", "UMLAL R6,R0,R5,R3"]), 4);
    assert_eq!(r0(&["SDIV R0,R5,R3"]), 0);
    assert_eq!(r0(&["UDIV R0,R5,R3"]), 0x3fff_ffff);
    assert_eq!(r0(&["CLZ R0,R3"]), 29);
    assert_eq!(r0(&["RBIT R0,R3"]), 0x2000_0000);
    assert_eq!(r0(&["REV R0,R4"]), 0x7856_3412);
    assert_eq!(r0(&["REV16 R0,R4"]), 0x3412_7856);
    assert_eq!(r0(&["REVSH R0,R1"]), 0x100);
    assert_eq!(r0(&["UBFX R0,R4,#8,#8"]), 0x56);
    assert_eq!(r0(&["SBFX R0,R1,#31,#1"]), 0xffff_ffff);
    assert_eq!(r0(&["MOV R0,R4", "BFI R0,R5,#4,#8", "BFC R0,#28,#4"]), 0x0234_5ff8);
    assert_eq!(r0(&["UXTB R0,R4,ROR #8"]), 0x56);
    assert_eq!(r0(&["UXTH R0,R4,ROR #24"]), 0x7812);
    assert_eq!(r0(&["SXTAB R0,R3,R5"]), 3);
}

#[test]
fn lists_of_registers_go_where_they_say() {
    let base = address_of(0) + 64;
    for (store, lowest, moved) in [
        ("STM R1!,{R3,R2}", base, base + 8),
        ("STMIB R1!,{R3,R2}", base + 4, base + 8),
        ("STMDA R1!,{R3,R2}", base - 4, base - 8),
        ("STMDB R1!,{R3,R2}", base - 8, base - 8),
        ("STMFD R1,{R3,R2}", base - 8, base),
    ] {
        let mut machine = Machine::<Arm>::new();
        machine.set("R1", base.into()).set("R2", 2).set("R3", 3).run(&[store]);
        assert_eq!(machine.peek(lowest, 64), 0x0000_0003_0000_0002, "{store}: the lowest register lies lowest");
        assert_eq!(machine.get("R1"), moved.into(), "{store}");
        let load = store.replacen("STM", "LDM", 1).replace("R3,R2", "R5,R4").replace("FD", "EA");
        machine.set("R1", base.into()).run(&[&load]);
        assert_eq!((machine.get("R4"), machine.get("R5"), machine.get("R1")), (2, 3, moved.into()), "{load}");
    }
}

#[test]
fn functions_return_in_all_ways() {
    for (last, result) in [
        ("POP {R4,PC}", 5),
        ("POPEQ {R4,PC}", 5),
        ("POPNE {R4,PC}", 6),
        ("LDMFD SP!,{R4,PC}", 5),
        ("LDREQ PC,[SP,#4]", 5),
        ("MOV PC,LR", 5),
        ("BXEQ LR", 5),
        ("BXNE LR", 6),
    ] {
        let mut machine = Machine::<Arm>::new();
        machine.set("SP", u128::from(address_of(1) + 64)).set("R4", 9);
        machine.run(&["BL L1", "B L2", "L1: PUSH {R4,LR}", "MOV R0,#5", "CMP R0,#5", last, "MOV R0,#6", "B L2", "L2:"]);
        assert_eq!((machine.get("R0"), machine.get("R4")), (result, 9), "{last}");
    }
    let mut machine = Machine::<Arm>::new();
    machine.set("R0", 1).run(&["CMP R0,#2", "BLEQ L1", "B L2", "L1: MOV R0,#7", "L2:"]);
    assert_eq!(machine.get("R0"), 1, "a call under a condition");
}

#[test]
fn store_exclusives_succeed_or_fail() {
    for (succeeds, status, stored) in [(true, 0, 9), (false, 1, 5)] {
        let mut machine = Machine::<Arm>::new();
        machine.choices = vec![succeeds];
        machine.set("R3", address_of(0).into()).set("R1", 9).poke(address_of(0), 32, 5);
        machine.run(&["LDREX R0,[R3]", "STREX R2,R1,[R3]"]);
        assert_eq!((machine.get("R0"), machine.get("R2"), machine.peek(address_of(0), 32)), (5, status, stored));
    }
}
