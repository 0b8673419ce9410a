// Needs: 0 switches and 1 old values
// Says: reads 0 from `data` (relaxed), an old value
// Says: newer is 1: what thread 1 has stored at message.c:17
// Says: nothing that thread 1 does happens before this step of thread 2
// A message that is published without release: the reader may see the flag and not the data.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int data, ready;

static void *writer(void *unused) {
    (void)unused;
    // The reader may have nothing of this.
    int one = 1;
    atomic_store_explicit(&data, one, memory_order_relaxed);
    atomic_store_explicit(&ready, one, memory_order_relaxed);
    return NULL;
}

static void *reader(void *unused) {
    (void)unused;
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, writer, NULL);
    pthread_create(&threads[1], NULL, reader, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}
