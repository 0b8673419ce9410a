//! Parts of the transformation for PSO without which CBMC sees what cannot be.

use crate::power::Mutant;

const SB_MFENCES: &str = "X86_64 SB+mfences
{ }
 P0            | P1            ;
 movl $1,(x)   | movl $1,(y)   ;
 mfence        | mfence        ;
 movl (y),%eax | movl (x),%eax ;
exists (0:rax=0 /\\ 1:rax=0)
";

const MP_SFENCE: &str = "X86_64 MP+sfence+po
{ }
 P0          | P1            ;
 movl $1,(x) | movl (y),%eax ;
 sfence      | movl (x),%ebx ;
 movl $1,(y) |               ;
exists (1:rax=1 /\\ 1:rbx=0)
";

const COWW: &str = "X86_64 CoWW
{ }
 P0          ;
 movl $1,(x) ;
 movl $2,(x) ;
exists ([x]=1)
";

const COWR: &str = "X86_64 CoWR
{ }
 P0            | P1          ;
 movl $1,(x)   | movl $2,(x) ;
 movl (x),%eax |             ;
exists (0:rax=0)
";

pub(crate) const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "full-fences-leave-writes-pending",
        model: "pso",
        delays: "--delays=every",
        text: SB_MFENCES,
        part: "{\n  lk_settle(lk_live);\n}",
        instead: "{\n}",
    },
    Mutant {
        name: "fences-of-writes-order-nothing",
        model: "pso",
        delays: "--delays=every",
        text: MP_SFENCE,
        part: "lk_fenced[entry] = 1;",
        instead: ";",
    },
    Mutant {
        name: "no-coherence-of-own-writes",
        model: "pso",
        delays: "--delays=every",
        text: COWW,
        part: "(lk_fenced[entry] || same)",
        instead: "lk_fenced[entry]",
    },
    Mutant {
        name: "no-own-pending-write-is-read",
        model: "pso",
        delays: "--delays=every",
        text: COWR,
        part: "value = own < LK_BOUND ? lk_forwarded(own, address, bytes) : lk_load(address, bytes);",
        instead: "value = lk_load(address, bytes);",
    },
];
