// What OpenMP has for loops, sections, single threads, tasks and order, without a race: nothing is found, and all results are right.
#include <assert.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
enum { N = 23 };
static int values[N], more[N + 1];
static int kept;
#pragma omp threadprivate(kept)
static void clear(void) { memset(values, 0, sizeof values); }
static void check(int times) {
    for (int i = 0; i < N; i++) assert(values[i] == times * i);
    clear();
}
static void loops(void) {
#pragma omp parallel num_threads(3)
    {
#pragma omp for
        for (int i = 0; i < N; i++) values[i] += i;
#pragma omp for schedule(static, 2)
        for (int i = N - 1; i >= 0; i--) values[i] += i;
#pragma omp for schedule(dynamic)
        for (int i = 0; i < N; i++) values[i] += i;
#pragma omp for schedule(dynamic, 4)
        for (int i = 0; i < N; i++) values[i] += i;
#pragma omp for schedule(guided)
        for (int i = 0; i < N; i++) values[i] += i;
#pragma omp for schedule(runtime)
        for (unsigned long long i = 0; i < N; i++) values[i] += i;
#pragma omp for schedule(monotonic : dynamic, 3)
        for (unsigned long long i = N; i > 0; i--) values[i - 1] += i - 1;
    }
    check(7);
    int sum = 0, greatest = -1;
#pragma omp parallel for num_threads(2) schedule(dynamic, 5) reduction(+ : sum) reduction(max : greatest)
    for (int i = 0; i < N; i++) {
        sum += i;
        if (i > greatest) greatest = i;
    }
    assert(sum == N * (N - 1) / 2 && greatest == N - 1);
    double product = 1;
#pragma omp parallel for num_threads(3) reduction(* : product)
    for (int i = 1; i <= 5; i++) product *= i;
    assert(product == 120);
}
static void order(void) {
    int last = -1;
#pragma omp parallel for ordered schedule(dynamic, 2) num_threads(3)
    for (int i = 0; i < N; i++) {
        values[i] = i;
#pragma omp ordered
        {
            assert(last == i - 1);
            last = i;
        }
    }
    check(1);
#pragma omp parallel for ordered(1) schedule(static, 1) num_threads(3)
    for (int i = 1; i < N; i++) {
#pragma omp ordered depend(sink : i - 1)
        more[i] = more[i - 1] + 1;
#pragma omp ordered depend(source)
    }
    assert(more[N - 1] == N - 1);
}
static void parts(void) {
    int a = 0, b = 0, c = 0, singles = 0, copied = 0, counted = 0, atomically = 0;
    static int critical;
#pragma omp parallel num_threads(3)
    {
#pragma omp sections
        {
#pragma omp section
            a = 1;
#pragma omp section
            b = 2;
#pragma omp section
            c = 3;
        }
        assert(a + b + c == 6);
#pragma omp single
        singles++;
        int mine = 0;
#pragma omp single copyprivate(mine)
        mine = 42;
#pragma omp critical
        {
            critical++;
            copied += mine;
        }
#pragma omp critical(other)
        counted++;
#pragma omp atomic
        atomically++;
#pragma omp barrier
        assert(critical == 3 && counted == 3);
#pragma omp barrier
#pragma omp master
        counted = 7;
        kept = omp_get_thread_num();
    }
    assert(singles == 1 && copied == 3 * 42 && counted == 7 && atomically == 3);
    critical = 0;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        a = 4;
#pragma omp section
        b = 5;
    }
    assert(a == 4 && b == 5);
#pragma omp parallel num_threads(3)
    {
        assert(kept == omp_get_thread_num() && omp_get_num_threads() == 3 && omp_in_parallel());
#pragma omp parallel num_threads(2)
        assert(omp_get_num_threads() == 1 && omp_get_level() == 2);
    }
}
static long fibonacci(int n) {
    if (n < 2) return n;
    long one, other;
#pragma omp task shared(one)
    one = fibonacci(n - 1);
#pragma omp task shared(other) if (n > 3)
    other = fibonacci(n - 2);
#pragma omp taskwait
    return one + other;
}
static void tasks(void) {
    long result = 0;
    int x = 0, y = 0, seen = 0, group = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
    {
        result = fibonacci(6);
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(in : x) depend(out : y)
        y = x + 1;
#pragma omp task depend(in : x, y)
        seen = x + y;
#pragma omp taskwait
        assert(seen == 3);
#pragma omp taskgroup
        {
#pragma omp task shared(group)
            {
#pragma omp task shared(group)
                {
#pragma omp atomic
                    group++;
                }
#pragma omp atomic
                group++;
            }
        }
        assert(group == 2);
#pragma omp taskloop grainsize(4)
        for (int i = 0; i < N; i++) values[i] = i;
        check(1);
#pragma omp taskloop num_tasks(5)
        for (int i = 0; i < N; i++) values[i] = i;
    }
    assert(result == 8);
    check(1);
}
static void locks(void) {
    omp_lock_t lock;
    omp_nest_lock_t nested;
    omp_init_lock(&lock);
    omp_init_nest_lock(&nested);
    int count = 0, nest = 0;
#pragma omp parallel num_threads(3)
    {
        omp_set_lock(&lock);
        count++;
        omp_unset_lock(&lock);
        omp_set_nest_lock(&nested);
        omp_set_nest_lock(&nested);
        nest++;
        omp_unset_nest_lock(&nested);
        omp_unset_nest_lock(&nested);
#pragma omp barrier
        if (omp_test_lock(&lock)) omp_unset_lock(&lock);
    }
    assert(count == 3 && nest == 3);
    omp_destroy_lock(&lock);
    omp_destroy_nest_lock(&nested);
}
int main(void) {
    loops();
    order();
    parts();
    tasks();
    omp_set_num_threads(2);
#pragma omp parallel
    assert(omp_get_num_threads() == 2);
    locks();
    return 0;
}
