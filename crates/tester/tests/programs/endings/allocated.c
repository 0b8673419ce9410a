// A block that is handed over without release before its owner has written to it: its allocation counts as a write. The report says where it was allocated.
// Options: --executions 40
// Finds: data race: allocation of memory and write
// Finds: makes_block
// Finds: the memory is byte 0 of a block of 40 bytes
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(int *) block;
static void *writes(void *argument) {
    int *found = atomic_load_explicit(&block, memory_order_relaxed);
    if (found) *found = 1;
    return argument;
}
__attribute__((noinline)) static void *makes_block(void *argument) {
    atomic_store_explicit(&block, malloc(40), memory_order_relaxed);
    return argument;
}
int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, makes_block, 0);
    pthread_create(&threads[1], 0, writes, 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    return 0;
}
