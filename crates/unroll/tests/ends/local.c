// A thread lends a local variable, and waits until it is given back; with -DBUG it does not wait.
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(atomic_int *) lent;

static void *lend(void *argument) {
    atomic_int local = 3;
    atomic_store(&lent, &local);
#ifndef BUG
    while (atomic_load(&lent))
        ;
#endif
    return argument;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, lend, NULL);
    atomic_int *variable = atomic_load(&lent);
    if (variable) {
        atomic_store(variable, 4);
        atomic_store(&lent, NULL);
        pthread_join(other, NULL);
    }
    return 0;
}
