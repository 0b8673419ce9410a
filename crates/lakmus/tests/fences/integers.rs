//! Pointers that go through integers. Needs clang.

use cprog::clang::Clang;

use crate::command::Directory;

/// A message to the reader: `hide` makes an integer `key` of `&data`, `shown` makes the pointer of it by which `data` is written. What `lakmus fence` says of that under PSO, and its status;
/// nothing where there is no compiler.
fn printed(purpose: &str, functions: &str, hide: &str, shown: &str) -> Option<(String, Option<i32>)> {
    if Clang::find(None).is_err() {
        testing::not_run("clang cannot be run");
        return None;
    }
    let text = format!(
        "#include <pthread.h>\n#include <stdint.h>\nstatic int data, seen;\nstatic volatile int flag;\nstatic uintptr_t key;\n{functions}\n\
         static void *writer(void *unused) {{ *(int *)({shown}) = 1; flag = 1; return unused; }}\n\
         static void *reader(void *unused) {{ if (flag) seen = data; return unused; }}\n\
         int main(void) {{ pthread_t one, other; {hide} pthread_create(&one, 0, writer, 0); pthread_create(&other, 0, reader, 0); return 0; }}\n"
    );
    let output = Directory::new(purpose).fence(&text, &["--model", "pso"]);
    Some((String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code()))
}

/// The integer is made in a function that makes no pointer of it, so that what it was made of was not followed.
#[test]
fn a_pointer_hidden_by_xor_in_another_function_is_found() {
    for (purpose, hide) in [
        ("xor", "key = (uintptr_t)&data ^ 0x55;"),
        ("xor-variable", "int *p = &data; key = (uintptr_t)p ^ 0x55;"),
        ("xor-one-of-two", "int *p = &data; key = seen ? (uintptr_t)&seen : (uintptr_t)p ^ 0x55;"),
    ] {
        let Some((said, status)) = printed(purpose, "", hide, "key ^ 0x55") else { return };
        assert!(said.contains(", 1 pair to order under pso"), "{purpose}: {said}");
        assert!(!said.contains("not understood"), "{purpose}: {said}");
        assert_eq!(status, Some(1), "{purpose}: {said}");
    }
}

/// An access by an integer of which nothing is known may be to anything, and is reported: the program is not robust.
#[test]
fn a_pointer_made_of_an_integer_that_is_not_followed_is_reported() {
    let hide = "static uintptr_t hide(uintptr_t what) { return what ^ 0x55; }";
    for (purpose, functions, shown) in [
        ("hidden-elsewhere", hide, "key ^ 0x55"),
        (
            "hidden-variable",
            &*format!("{hide} static int *shown(void) {{ int *p = (int *)(key ^ 0x55); return p; }}"),
            "shown()",
        ),
    ] {
        let Some((said, status)) = printed(purpose, functions, "key = hide((uintptr_t)&data);", shown) else { return };
        assert!(said.contains(", 1 pair to order under pso"), "{purpose}: {said}");
        assert!(
            said.contains("1 places not understood: access by a pointer that is made of a number"),
            "{purpose}: {said}"
        );
        assert_eq!(status, Some(1), "{purpose}: {said}");
    }
}

/// Numbers that are passed as pointers, and never accessed, are none of this.
#[test]
fn a_number_that_is_passed_as_a_pointer_is_no_access() {
    if Clang::find(None).is_err() {
        testing::not_run("clang cannot be run");
        return;
    }
    let text = "#include <pthread.h>\n#include <stdint.h>\nstatic int turns[4];\n\
                static void *work(void *given) { turns[(intptr_t)given]++; return given; }\n\
                int main(int count, char **words) { pthread_t thread; for (intptr_t i = 0; i < count; i++) pthread_create(&thread, 0, work, (void *)i); return 0; }\n";
    let output = Directory::new("number").fence(text, &["--model", "pso"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!said.contains("not understood"), "{said}");
}
