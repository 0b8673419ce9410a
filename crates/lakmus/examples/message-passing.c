#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

void *writer(void *unused) {
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(data == 1);
    pthread_join(thread, 0);
    return 0;
}
