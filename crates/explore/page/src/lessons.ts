// The lessons of the course. A task is checked by running what is on the page: no answer stands here.

export type Task =
  /** Mark the outcomes that one model allows and another one forbids. */
  | { kind: "outcomes"; question: string; allowedBy: string; forbiddenBy: string }
  /** Change the test so that the model forbids what the condition asks for, or raises no flag; the condition and these pieces of text stay. */
  | { kind: "change"; question: string; model: string; goal: "forbidden" | "unflagged"; keep: string[] };

export interface Lesson {
  title: string;
  text: string[];
  /** An example of the library, by its group and name. */
  example?: [string, string];
  /** Or a text. */
  test?: { name: string; text: string };
  models: string[];
  task: Task;
  hint: string;
}

export const LESSONS: Lesson[] = [
  {
    title: "Store buffering",
    text: [
      "Each thread writes one location and reads the other. Under sequential consistency (sc) the instructions are carried out one by one in some order, so one of the reads comes last and sees the other thread's write.",
      "An x86 processor keeps writes in a buffer for a while. The table has a column for each model; click on ✗ to see why an outcome is forbidden, and on ✓ for its executions.",
    ],
    example: ["Tutorial", "SB"],
    models: ["sc", "x86tso"],
    task: { kind: "outcomes", question: "Which outcomes does x86-TSO allow and sequential consistency forbid?", allowedBy: "x86tso", forbiddenBy: "sc" },
    hint: "Look for the rows that are marked ≠.",
  },
  {
    title: "A fence",
    text: [
      "mfence waits until the store buffer is empty. Where does it have to stand? One fence in one thread is not enough: try it, and look at the cycle that is left.",
    ],
    example: ["Tutorial", "SB"],
    models: ["x86tso"],
    task: { kind: "change", question: "Add what is needed so that x86-TSO forbids the outcome.", model: "x86tso", goal: "forbidden", keep: ["movl $1,(x)", "movl $1,(y)", "movl (y),%eax", "movl (x),%eax"] },
    hint: "A new line of the table between the write and the read, with mfence in both columns.",
  },
  {
    title: "Message passing on Arm",
    text: [
      "One thread writes data, then a flag; the other one reads the flag, then the data. On Arm both the writes and the reads may be reordered.",
      "Step through the forbidden executions of sc: the cycle goes by both threads, and each of its parts within a thread is one that Arm does not keep.",
    ],
    example: ["Arm (AArch64)", "MP"],
    models: ["sc", "aarch64"],
    task: { kind: "outcomes", question: "Which outcomes does Arm allow that sc forbids?", allowedBy: "aarch64", forbiddenBy: "sc" },
    hint: "The flag is seen and the data is old.",
  },
  {
    title: "Barriers and dependencies",
    text: [
      "DMB SY between the writes keeps these in order. Between the reads a dependency is enough: the address of the second read depends on what the first one read, and the processor has to wait for it.",
    ],
    example: ["Arm (AArch64)", "MP"],
    models: ["aarch64"],
    task: { kind: "change", question: "Change the test so that Arm forbids the outcome.", model: "aarch64", goal: "forbidden", keep: ["STR", "LDR"] },
    hint: "A line with DMB SY in both columns between the accesses.",
  },
  {
    title: "Two readers, two writers",
    text: [
      "Two threads write, two others read both locations in different orders. May the readers disagree about which write came first? On Power they may, even with the fence lwsync between the reads: a write reaches different threads at different times. Power is not multi-copy atomic.",
      "Compare with the example IRIW+syncs, where the stronger fence forbids it.",
    ],
    example: ["Power", "IRIW+lwsyncs"],
    models: ["sc", "power"],
    task: { kind: "outcomes", question: "Which outcomes does Power allow that sc forbids?", allowedBy: "power", forbiddenBy: "sc" },
    hint: "Each reader sees one of the writes and not the other.",
  },
  {
    title: "Release and acquire in C11",
    text: [
      "In C the programmer says what is needed. A release write and an acquire read that reads from it synchronize: what came before the write happens before what comes after the read.",
      "Here everything is relaxed, and RC11 allows that the flag is seen without the data.",
    ],
    example: ["C11", "MP+rlxs"],
    models: ["rc11"],
    task: { kind: "change", question: "Change two memory orders so that RC11 forbids the outcome.", model: "rc11", goal: "forbidden", keep: ["atomic_store_explicit(x, 1, memory_order_relaxed)", "atomic_load_explicit(x, memory_order_relaxed)"] },
    hint: "The write of y releases, its read acquires.",
  },
  {
    title: "Where release and acquire are not enough",
    text: [
      "Store buffering again, in C with release and acquire. No read reads from a write of the other thread in the outcome that is asked for, so nothing synchronizes.",
    ],
    example: ["C11", "SB+rel-acq"],
    models: ["rc11"],
    task: { kind: "change", question: "Change memory orders so that RC11 forbids the outcome.", model: "rc11", goal: "forbidden", keep: ["atomic_store_explicit(x", "atomic_load_explicit(y", "atomic_store_explicit(y", "atomic_load_explicit(x"] },
    hint: "All four accesses sequentially consistent: memory_order_seq_cst.",
  },
  {
    title: "The Linux kernel",
    text: [
      "The kernel has primitives of its own and a model of its own (lkmm). READ_ONCE and WRITE_ONCE order nothing; smp_mb() orders all accesses before it and behind it.",
    ],
    test: {
      name: "SB-kernel.litmus",
      text: "C SB-kernel\n{ }\n\nP0(int *x, int *y) {\n  WRITE_ONCE(*x, 1);\n  int r0 = READ_ONCE(*y);\n}\n\nP1(int *x, int *y) {\n  WRITE_ONCE(*y, 1);\n  int r0 = READ_ONCE(*x);\n}\n\nexists (0:r0=0 /\\ 1:r0=0)\n",
    },
    models: ["lkmm"],
    task: { kind: "change", question: "Add fences so that the kernel's model forbids the outcome.", model: "lkmm", goal: "forbidden", keep: ["WRITE_ONCE(*x, 1)", "READ_ONCE(*y)", "WRITE_ONCE(*y, 1)", "READ_ONCE(*x)"] },
    hint: "smp_mb(); between write and read, in both functions.",
  },
  {
    title: "Data races",
    text: [
      "Plain accesses of C are for data that one thread has for itself. Two of them to one location in different threads, one of them a write, neither before the other: that is a data race, and the behaviour of the program is undefined. The model raises a flag.",
      "The plain data x is published by the flag y. As it stands nothing orders the write of x before its read.",
    ],
    example: ["C11", "MP+na+rlx"],
    models: ["rc11"],
    task: { kind: "change", question: "Change memory orders so that no race is left.", model: "rc11", goal: "unflagged", keep: ["*x = 1", "int r1 = *x"] },
    hint: "As in the lesson on release and acquire.",
  },
  {
    title: "Java and causality",
    text: [
      "Java has no undefined behaviour: even a program with races must not read values out of thin air. Happens-before alone (jls04 as a cat model) does not say that. Both threads read, and each writes if it has read something positive.",
      "Which executions are justified is a question about several executions at once: `lakmus java check` answers it. Here you see what happens-before alone allows.",
    ],
    example: ["Java", "LB+positive"],
    models: ["sc", "jls04"],
    task: { kind: "outcomes", question: "Which outcomes does happens-before allow that sequential consistency forbids?", allowedBy: "jls04", forbiddenBy: "sc" },
    hint: "Both reads see what is written after them.",
  },
];
