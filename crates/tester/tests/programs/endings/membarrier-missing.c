// As membarrier.c among the correct programs, without the system calls.
// Finds: data race: read and release of memory
// Options: --executions 200
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int active;
static _Atomic(int *) pointer;

static void *reader(void *unused) {
    for (int i = 0; i < 2; i++) {
        atomic_store_explicit(&active, 1, memory_order_relaxed);
        atomic_signal_fence(memory_order_seq_cst);
        int *found = atomic_load_explicit(&pointer, memory_order_acquire);
        assert(*found > 0);
        atomic_signal_fence(memory_order_seq_cst);
        atomic_store_explicit(&active, 0, memory_order_relaxed);
    }
    return unused;
}

int main(void) {
    int *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    *first = 1;
    atomic_store(&pointer, first);
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    *second = 2;
    atomic_store_explicit(&pointer, second, memory_order_release);
    while (atomic_load_explicit(&active, memory_order_relaxed)) {
    }
    free(first);
    pthread_join(thread, 0);
    return 0;
}
