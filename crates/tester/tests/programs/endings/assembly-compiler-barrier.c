// Assembly without an instruction is a barrier for the compiler alone.
// Finds: assertion `seen[0] || seen[1]` failed
// Options: --executions 200
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen[2];

static void *one(void *unused) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    __asm__ __volatile__("" ::: "memory");
    seen[0] = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *other(void *unused) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    __asm__ __volatile__("mfence" ::: "memory");
    seen[1] = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, one, 0);
    pthread_create(&threads[1], 0, other, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(seen[0] || seen[1]);
    return 0;
}
