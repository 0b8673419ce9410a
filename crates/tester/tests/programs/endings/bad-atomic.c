// Finds: signal 11 (SIGSEGV), at address 0x8
// Finds: put at
#include <pthread.h>
#include <stdatomic.h>
static void put(atomic_int *at) { atomic_store_explicit(at, 1, memory_order_release); }
static void *work(void *argument) { put((atomic_int *)8); return argument; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
}
