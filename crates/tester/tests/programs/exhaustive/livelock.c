// Each of two threads waits for what the other does afterwards.
// Finds: no progress: threads go round loops in which nothing changes any more
#include <pthread.h>
#include <stdatomic.h>
static atomic_int ready, done, other;
static void *first(void *argument) {
    atomic_store(&other, 1);
    while (!atomic_load_explicit(&done, memory_order_acquire)) {}
    atomic_store(&ready, 1);
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, first, 0);
    while (!atomic_load_explicit(&ready, memory_order_acquire)) {}
    atomic_store(&done, 1);
    pthread_join(thread, 0);
}
