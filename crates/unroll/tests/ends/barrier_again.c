// A barrier is made once more after it was destroyed; with -DBUG it was not.
#include <pthread.h>

int main(void) {
    pthread_barrier_t barrier;
    pthread_barrier_init(&barrier, NULL, 1);
    pthread_barrier_wait(&barrier);
#ifndef BUG
    pthread_barrier_destroy(&barrier);
#endif
    pthread_barrier_init(&barrier, NULL, 1);
    return 0;
}
