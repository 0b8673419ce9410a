//! Tests of the language.

use super::Mips;
use super::table::Operation;
use crate::assembly::testing::machine::{Machine, address_of};
use crate::assembly::testing::{every_form_is_complete, no_text_is_fatal, parse, print};

#[test]
fn every_form_is_read_printed_and_lowered() {
    every_form_is_complete::<Mips>(&[Operation::Nop, Operation::Directive], &[]);
}

#[test]
fn no_text_stops_the_reader() {
    no_text_is_fatal::<Mips>(1);
}

#[test]
fn spellings_are_read() {
    for (text, printed) in [
        ("daddiu $sp, $sp, -16", "daddiu $29,$29,-16"),
        ("ori v0, zero, 1", "ori $2,$0,1"),
        ("lw $2,($a4)", "lw $2,0($8)"),
        ("lw $2, 0(%P1_y)", "lw $2,0(%P1_y)"),
        ("beqz $9, .LBB12_1", "beq $9,$0,.LBB12_1"),
        ("beq %T2,$0,Loop00", "beq %T2,$0,Loop00"),
        ("bnezc $2, $L3", "bnezc $2,$L3"),
        ("beqc $3,$2,.L3087", "beqc $3,$2,.L3087"),
        ("blez $2,L", "blez $2,L"),
        ("not $2,$3", "nor $2,$3,$0"),
        ("negu $2,$3", "subu $2,$0,$3"),
        ("addi $2,$3,1", "addi $2,$3,1"),
        ("addu $2,$3,4", "addiu $2,$3,4"),
        ("dsubu $2,$3,4", "daddiu $2,$3,-4"),
        ("sltu $2,$4,1", "sltiu $2,$4,1"),
        ("sll $7,$7,$6", "sllv $7,$7,$6"),
        ("dsll32 $2,$3,1", "dsll $2,$3,33"),
        ("dextu $2,$3,33,4", "dext $2,$3,33,4"),
        ("div $0,$2,$3", "div $2,$3"),
        ("jal L", "bal L"),
        ("j $31", "jr $31"),
        ("sync_rmb", "sync 19"),
        ("sync 0x10", "sync 16"),
        ("lui $1,%hi(x)", "lui $1,%hi(x)"),
        ("lw $2,%lo(x+4)($1) # a comment", "lw $2,%lo(x+4)($1)"),
        (".set reorder", ".set reorder"),
    ] {
        let read = parse::<Mips>(text).unwrap_or_else(|found| panic!("{text}: {}", found.message));
        assert_eq!(print(&read), printed, "{text}");
    }
}

#[test]
fn wrong_instructions_are_refused_with_the_reason() {
    for (text, message) in [
        ("lwx $2,0($3)", "`lwx` is not an instruction known here"),
        ("addu $2,$3", "expected `,`, found the end of the instruction"),
        ("addiu $2,$3,65536", "the immediate must be between -32768 and 65535, not 65536"),
        ("andi $2,$3,-1", "the immediate must be between 0 and 65535, not -1"),
        ("sll $2,$3,32", "the shift must be between 0 and 31, not 32"),
        ("ext $2,$3,20,13", "the field must end with the low 32 bits of the register"),
        ("sync 32", "the stype must be between 0 and 31, not 32"),
        (
            ".set noreorder",
            "under `.set noreorder` what stands behind a jump is in its delay slot, and delay slots are not supported",
        ),
        ("bnel $2,$3,L", "`bnel`: its delay slot is executed only when it is taken, and delay slots are not supported"),
        (
            "ld $25,%call16(f)($gp)",
            "addresses in tables of the linker (`%got`, `%call16` and their like) are not supported",
        ),
        ("lw $f0,0($2)", "`$f0` is no register"),
    ] {
        let found = parse::<Mips>(text).err().map(|found| found.message);
        assert_eq!(found.as_deref(), Some(message), "{text}");
    }
}

#[test]
fn instructions_compute() {
    const ALL: u128 = u64::MAX as u128;
    let mut machine = Machine::<Mips>::new();
    machine.set("$5", 7).set("$6", ALL - 6).set("$10", ALL).set("$11", 0x7fff_ffff).set("$13", address_of(0).into());
    let mut v0 = |cells: &[&str]| machine.set("$2", 0).run(cells).get("$2");
    assert_eq!(v0(&["addu $2,$11,$5"]), ALL - 0x7fff_fff9, "32 bits, with the sign");
    assert_eq!(v0(&["daddu $2,$11,$5"]), 0x8000_0006);
    assert_eq!(v0(&["daddiu $2,$5,65535"]), 6, "a number of 16 bits");
    assert_eq!(v0(&["sltiu $2,$5,-1"]), 1, "widened with its sign, then compared without");
    assert_eq!(v0(&["nor $2,$5,$0"]), ALL - 7);
    assert_eq!(v0(&["lui $2,65535"]), ALL - 0xffff);
    assert_eq!(v0(&["sra $2,$6,1"]), ALL - 3);
    assert_eq!(v0(&["srl $2,$6,1"]), 0x7fff_fffc);
    assert_eq!(v0(&["dsrlv $2,$10,$6"]), ALL >> 57, "by the low six bits");
    assert_eq!(v0(&["rotr $2,$5,1"]), ALL - 0x7fff_fffc);
    assert_eq!(v0(&["seb $2,$11"]), ALL);
    assert_eq!(v0(&["dext $2,$6,4,8"]), 0xff);
    assert_eq!(v0(&["li $2,0x1234", "dins $2,$5,4,8"]), 0x1074);
    assert_eq!(v0(&["ins $2,$10,31,1"]), ALL << 31 & ALL);
    assert_eq!(v0(&["div $2,$6,$5"]), ALL, "-7 by 7");
    assert_eq!(v0(&["mod $2,$11,$5"]), 0x7fff_ffff % 7);
    assert_eq!(v0(&["mult $6,$5", "mfhi $2"]), ALL);
    assert_eq!(v0(&["multu $6,$5", "mflo $2"]), ALL - 48);
    assert_eq!(v0(&["ddiv $0,$6,$5", "mflo $2"]), ALL);
    assert_eq!(v0(&["dmuhu $2,$10,$10"]), ALL - 1);
    assert_eq!(v0(&["movz $2,$5,$0", "movn $2,$10,$0"]), 7);
    assert_eq!(v0(&["selnez $2,$5,$5"]), 7);
    machine.poke(address_of(0), 64, 0x1_ffff_ff80).run(&[
        "lb $2,0($13)",
        "lhu $3,0($13)",
        "lw $4,0($13)",
        "ld $7,0($13)",
    ]);
    let loaded = ["$2", "$3", "$4", "$7"].map(|name| machine.get(name));
    assert_eq!(loaded, [ALL - 127, 0xff80, ALL - 127, 0x1_ffff_ff80]);
    machine.run(&["sh $5,0($13)", "addu $8,$13,$0", "addiu $8,$8,2", "sb $5,0($8)"]);
    assert_eq!(machine.peek(address_of(0), 64), 0x1_ff07_0007, "addresses are computed with 32 bits");
    machine.run(&[
        "li $2,3",
        "li $3,0",
        "L0: addiu $3,$3,2",
        "addiu $2,$2,-1",
        "bgtz $2,L0",
        "bal L1",
        "b L2",
        "L1: jr $31",
        "L2:",
    ]);
    assert_eq!((machine.get("$2"), machine.get("$3")), (0, 6));
}

#[test]
fn store_conditionals_succeed_or_fail() {
    for (succeeds, status, stored) in [(true, 1, 9), (false, 0, 5)] {
        let mut machine = Machine::<Mips>::new();
        machine.choices = vec![succeeds];
        machine.set("$13", address_of(0).into()).set("$5", 9).poke(address_of(0), 32, 5);
        machine.run(&["ll $6,0($13)", "sc $5,0($13)"]);
        assert_eq!((machine.get("$6"), machine.get("$5"), machine.peek(address_of(0), 32)), (5, status, stored));
    }
}
