// Two threads race to give one object back: who takes the pointer does. With -DBUG it is read and then cleared.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) pointer;

static void *take(void *argument) {
#ifdef BUG
    int *object = atomic_load(&pointer);
    atomic_store(&pointer, NULL);
#else
    int *object = atomic_exchange(&pointer, NULL);
#endif
    free(object);
    return argument;
}

int main(void) {
    pthread_t other;
    atomic_store(&pointer, malloc(sizeof(int)));
    pthread_create(&other, NULL, take, NULL);
    take(NULL);
    pthread_join(other, NULL);
    return 0;
}
