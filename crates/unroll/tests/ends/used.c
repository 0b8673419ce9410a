// A mutex is destroyed when the other thread has ended; with -DBUG while it may take it.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *add(void *argument) {
    pthread_mutex_lock(&mutex);
    count++;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, add, NULL);
#ifdef BUG
    pthread_mutex_destroy(&mutex);
#endif
    pthread_join(other, NULL);
#ifndef BUG
    pthread_mutex_destroy(&mutex);
#endif
    return 0;
}
