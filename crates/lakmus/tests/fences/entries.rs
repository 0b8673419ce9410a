//! Libraries: what callers of the functions of `--entry` have, and share. Needs clang.

use cprog::clang::Clang;

use crate::command::Directory;

/// How many pairs there are to order under Armv8 in a library with these entries; nothing where there is no compiler.
fn pairs(purpose: &str, entries: &str, text: &str) -> Option<usize> {
    if Clang::find(None).is_err() {
        testing::not_run("clang cannot be run");
        return None;
    }
    let directory = Directory::new(purpose);
    let output = directory.fence(text, &["--model", "aarch64", "--entry", entries]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let counted = said.split(", ").find_map(|part| part.split_once(" pair").map(|(count, _)| count.to_owned()));
    let pairs: usize = counted.and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("no count: {said}"));
    assert_eq!(output.status.code(), Some(i32::from(pairs > 0)), "{said}");
    if pairs > 0 {
        assert!(said.contains("analysed again with the fences: robust"), "{said}");
    }
    Some(pairs)
}

/// Checks that so many pairs are to be ordered.
fn check(purpose: &str, entries: &str, text: &str, wanted: usize) {
    if let Some(found) = pairs(purpose, entries, text) {
        assert_eq!(found, wanted, "{purpose}");
    }
}

const NODE: &str = "struct node { int v; struct node *next; };\nstatic struct node *top;\n";

/// The memory that a caller passes was in no object, so that nothing competed with the accesses to it. It is as that of a global variable, or as what `push` allocates.
#[test]
fn memory_that_callers_pass_is_shared() {
    let peek = "int peek(void) { struct node *o = top; return o ? o->v : 0; }\n";
    let push = |parameters, made, written| {
        format!("{NODE}void *malloc(unsigned long);\nvoid push({parameters}) {{ {made} {written} top = n; }}\n{peek}")
    };
    check("caller-passes", "push,peek", &push("struct node *n", "", "n->v = 1;"), 1);
    check("caller-none", "push,peek", &push("void", "struct node *n = malloc(sizeof *n);", "n->v = 1;"), 1);
    let released =
        push("struct node *n", "", "n->v = 1;").replace("top = n", "__atomic_store_n(&top, n, __ATOMIC_RELEASE)");
    check("caller-released", "push,peek", &released, 0);
}

/// What a caller's memory leads to is the caller's, too. Beside the message there are pairs of the reads of `next`: that memory is one cell, so that they may read what is `v` for another thread.
#[test]
fn memory_that_callers_lead_to_is_shared() {
    let push = "void push(struct node *n) { n->next->v = 1; top = n; }\n";
    let peek = "int peek(void) { struct node *o = top; return o ? o->next->v : 0; }\n";
    // What is written behind `n->next->v` waits for the read that its address comes from (`addr; po; [W]`).
    check("caller-leads", "push,peek", &format!("{NODE}{push}{peek}"), 2);
}

/// Two entries may be called with the same argument, and one with a pointer into what another is called with.
#[test]
fn two_entries_may_be_called_with_one_argument() {
    let write = "struct message { int data, ready; };\nvoid put(struct message *m) { m->data = 1; m->ready = 1; }\n";
    let read = "int get(struct message *m) { if (m->ready) return m->data; return 0; }\n";
    check("caller-argument", "put,get", &format!("{write}{read}"), 2);
    let inside = "int peek(const int *data) { return *data; }\nint asked(const int *ready) { return *ready; }\n\
                  int get(const int *data, const int *ready) { if (asked(ready)) return peek(data); return 0; }\n";
    check("caller-inside", "put,get", &format!("{write}{inside}"), 2);
}

/// What an entry returns may come back as an argument of another.
#[test]
fn what_an_entry_returns_is_shared() {
    let text = "void *malloc(unsigned long);\nstruct message { int data, ready; };\n\
                struct message *make(void) { struct message *m = malloc(sizeof *m); m->data = 1; m->ready = 1; return m; }\n\
                int get(const struct message *m) { if (m->ready) return m->data; return 0; }\n";
    check("caller-returned", "make,get", text, 2);
}

/// What a function of a thread is started with is known: nothing of a caller is there.
#[test]
fn arguments_of_threads_are_no_memory_of_callers() {
    let text = "#include <pthread.h>\nstatic int one, other, ready;\n\
                static void *put(void *given) { *(int *)given = 1; ready = 1; return 0; }\n\
                static void *look(void *given) { if (ready) return 0; return *(int *)given ? given : 0; }\n\
                void begin(void) { pthread_t thread; pthread_create(&thread, 0, put, &one); pthread_create(&thread, 0, look, &other); }\n";
    check("caller-threads", "begin", text, 0);
}

/// The stack of the manual's first example.
#[test]
fn a_stack_whose_nodes_are_its_users_is_robust_with_its_fences() {
    let text = format!(
        "{NODE}void push(struct node *n) {{\n  do n->next = top; while (!__sync_bool_compare_and_swap(&top, n->next, n));\n}}\n\
         struct node *pop(void) {{\n  struct node *n;\n  do n = top; while (n && !__sync_bool_compare_and_swap(&top, n, n->next));\n  return n;\n}}\n"
    );
    assert!(pairs("caller-stack", "push,pop", &text).is_none_or(|found| found > 0));
}
