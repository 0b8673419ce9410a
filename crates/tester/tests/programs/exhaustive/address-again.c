// A thread looks at the address of a block that another one has given back: an allocation may get it again, which is no choice of the search.
// Incomplete: which one an allocation gets is not explored
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(int *) top;
static void *replaces(void *argument) {
    int *old = atomic_exchange(&top, NULL);
    free(old);
    atomic_store(&top, malloc(24));
    return 0;
}
static void *takes(void *argument) {
    int *seen = atomic_load(&top);
    if (seen) atomic_compare_exchange_strong(&top, &seen, NULL);
    return 0;
}
int main(void) {
    pthread_t threads[2];
    atomic_init(&top, malloc(24));
    pthread_create(&threads[0], 0, replaces, 0);
    pthread_create(&threads[1], 0, takes, 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    return 0;
}
