// A barrier is destroyed when both threads have passed it, and joined; with -DBUG a thread that is late finds it destroyed, or not yet made.
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int is_over;

static void *pass(void *argument) {
    pthread_barrier_wait(&barrier);
#ifdef BUG
    if (atomic_load(&is_over))
        pthread_barrier_wait(&barrier);
#endif
    return argument;
}

int main(void) {
    pthread_t other;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&other, NULL, pass, NULL);
    pthread_barrier_wait(&barrier);
#ifndef BUG
    pthread_join(other, NULL);
#endif
    pthread_barrier_destroy(&barrier);
    atomic_store(&is_over, 1);
#ifdef BUG
    pthread_join(other, NULL);
#endif
    return 0;
}
