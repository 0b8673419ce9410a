// A loop that waits, and a ticket lock: two orders of tickets. Rounds of a loop in which nothing changes are no executions of their own, but for one: the first may leave registers otherwise than they were.
// Executions: 3
#include <pthread.h>
#include <stdatomic.h>
static atomic_int next, owner, ready;
static int data;
static void *enter(void *argument) {
    while (!atomic_load_explicit(&ready, memory_order_acquire)) {}
    int ticket = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    while (atomic_load_explicit(&owner, memory_order_acquire) != ticket) {}
    data++;
    atomic_store_explicit(&owner, ticket + 1, memory_order_release);
    return argument;
}
int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, enter, 0);
    data = 40;
    atomic_store_explicit(&ready, 1, memory_order_release);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    return data == 42 ? 0 : 1;
}
