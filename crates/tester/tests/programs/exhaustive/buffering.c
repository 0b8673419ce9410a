// Store buffering: each load reads either value.
// Executions: 4
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static void *left(void *argument) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    (void)atomic_load_explicit(&y, memory_order_relaxed);
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, left, 0);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    (void)atomic_load_explicit(&x, memory_order_relaxed);
    pthread_join(thread, 0);
}
