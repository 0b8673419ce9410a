// A reader without barriers, and a writer that has the system make all threads pass one: nothing may be found.
#include <assert.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

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
    syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0);
    int *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    *first = 1;
    atomic_store(&pointer, first);
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    *second = 2;
    atomic_store_explicit(&pointer, second, memory_order_release);
    if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0)) return 0;
    while (atomic_load_explicit(&active, memory_order_relaxed)) {
    }
    syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0);
    free(first);
    pthread_join(thread, 0);
    return 0;
}
