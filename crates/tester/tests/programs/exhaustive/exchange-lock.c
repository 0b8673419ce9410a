// A lock of exchanges, which waiting threads write to: two orders, whatever they read while they wait.
// Executions: 2
#include <pthread.h>
#include <stdatomic.h>
static atomic_int lock;
static int data;
static void *enter(void *argument) {
    while (atomic_exchange_explicit(&lock, 1, memory_order_acquire)) {}
    data++;
    atomic_store_explicit(&lock, 0, memory_order_release);
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, enter, 0);
    enter(0);
    pthread_join(thread, 0);
    return data == 2 ? 0 : 1;
}
