// Two counters: the orders at one have nothing to do with those at the other, 3! * 3!.
// Executions: 36
#include <pthread.h>
#include <stdatomic.h>
enum { THREADS = 3 };
static atomic_int one, other;
static void *count(void *argument) {
    atomic_fetch_add_explicit(&one, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&other, 1, memory_order_relaxed);
    return argument;
}
int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, count, 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
}
