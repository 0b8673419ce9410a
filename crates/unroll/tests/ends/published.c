// An object is reached by a pointer in memory, and given back when the thread that reads it has ended; with -DBUG when the pointer is gone.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(atomic_int *) pointer;

static void *use(void *argument) {
    atomic_int *object = atomic_load(&pointer);
    if (object)
        atomic_store(object, 2);
    return argument;
}

int main(void) {
    pthread_t other;
    atomic_int *object = malloc(sizeof *object);
    atomic_init(object, 1);
    atomic_store(&pointer, object);
    pthread_create(&other, NULL, use, NULL);
    atomic_store(&pointer, NULL);
#ifndef BUG
    pthread_join(other, NULL);
#endif
    free(object);
    return 0;
}
