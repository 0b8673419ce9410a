// Needs: 1 switches and 0 old values
// Says: reads 0 from `count` (seq_cst)
// Says: goes on (decided:
// A counter that is read and written in two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int count;

static void *increment(void *unused) {
    (void)unused;
    int old = atomic_load(&count);
    atomic_store(&count, old + 1);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, increment, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(atomic_load(&count) == 2);
}
