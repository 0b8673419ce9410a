// A lock of exchanges, which waiting threads write to: two orders, and in each the other thread has come to the lock in time, or has tried once in vain. A second attempt in vain leaves its registers as the
// first has, and is none of its own.
// Executions: 4
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
