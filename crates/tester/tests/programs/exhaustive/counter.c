// Each order of the three increments is an execution: 3!.
// Executions: 6
#include <pthread.h>
#include <stdatomic.h>
enum { THREADS = 3 };
static atomic_int counter;
static void *count(void *argument) {
    atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
    return argument;
}
int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, count, 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
}
