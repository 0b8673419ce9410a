// A loop that waits and counts its rounds: no round is like another, and there is one execution for each number of them. The search says that it has cut some.
// Options: --unroll 10
// Incomplete: executions are cut
#include <pthread.h>
#include <stdatomic.h>
static atomic_int ready;
static volatile long rounds;
static void *waits(void *argument) {
    long counted = 0;
    while (!atomic_load_explicit(&ready, memory_order_acquire)) counted++;
    rounds = counted;
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, waits, 0);
    atomic_store_explicit(&ready, 1, memory_order_release);
    pthread_join(thread, 0);
}
