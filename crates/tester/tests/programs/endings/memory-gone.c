// Uses of memory that come after its end, whatever orders them: the end of a thread, a lock, one thread alone; of the beginning, the middle and the end of blocks of all sizes; by atomic operations, by functions of the
// library, through the old address of a block that was made larger.
// Options: --executions 10
// Finds: use after free: write
// Finds: use after free: read
// Finds: use after free: atomic read
// Finds: after release of memory
// Finds: ordered_by_join
// Finds: ordered_by_lock
// Finds: in_one_thread
// Finds: far_behind
// Finds: by_library
// Finds: by_old_address
// Finds: atomically
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *volatile shared;
static int *volatile kept;
static volatile int sink;
static void *gives_back(void *block) {
    free(block);
    return 0;
}
static void *gives_back_locked(void *block) {
    pthread_mutex_lock(&lock);
    free(shared);
    shared = 0;
    pthread_mutex_unlock(&lock);
    return 0;
}
static void in_thread(void *(*run)(void *), void *argument) {
    pthread_t thread;
    pthread_create(&thread, 0, run, argument);
    pthread_join(thread, 0);
}
__attribute__((noinline)) static void ordered_by_join(void) {
    int *volatile block = malloc(100);
    in_thread(gives_back, block);
    block[3] = 42;
}
__attribute__((noinline)) static int ordered_by_lock(void) {
    shared = kept = malloc(100);
    in_thread(gives_back_locked, 0);
    pthread_mutex_lock(&lock);
    int value = shared ? shared[0] : kept[0];
    pthread_mutex_unlock(&lock);
    return value;
}
__attribute__((noinline)) static void in_one_thread(void) {
    int *volatile block = malloc(100);
    kept = block;
    free(block);
    kept[24] = 1;
}
__attribute__((noinline)) static int far_behind(void) {
    char *volatile block = malloc(1 << 22);
    block[5] = 1;
    in_thread(gives_back, block);
    return block[(1 << 21) + 3];
}
__attribute__((noinline)) static void by_library(void) {
    char *volatile block = malloc(64);
    char copy[64];
    free(block);
    memcpy(copy, block, sizeof copy);
    sink = copy[sink];
}
__attribute__((noinline)) static int by_old_address(void) {
    int *volatile block = calloc(10, sizeof(int));
    int *volatile larger = realloc(block, 1000);
    int value = block[7];
    free(larger);
    return value;
}
__attribute__((noinline)) static int atomically(void) {
    atomic_int *volatile block = malloc(sizeof(atomic_int));
    atomic_init(block, 1);
    free((void *)block);
    return atomic_load(block);
}
int main(void) {
    ordered_by_join();
    sink = ordered_by_lock();
    in_one_thread();
    by_library();
    sink = by_old_address();
    sink = atomically();
    // Natively the memory of such a block is gone, and so is the process that uses it.
    sink = far_behind();
    return 0;
}
