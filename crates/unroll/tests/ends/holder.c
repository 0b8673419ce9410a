// A thread that could take a mutex gives it back; with -DBUG one that could not does, too.
#include <pthread.h>

static pthread_mutex_t mutexes[2];
static int counts[2];

static void *count(void *argument) {
    for (int number = 0; number < 2; number++) {
        if (pthread_mutex_trylock(&mutexes[number]) == 0)
            counts[number]++;
#ifndef BUG
        else
            continue;
#endif
        pthread_mutex_unlock(&mutexes[number]);
    }
    return argument;
}

int main(void) {
    pthread_t other;
    pthread_mutex_init(&mutexes[0], NULL);
    pthread_mutex_init(&mutexes[1], NULL);
    pthread_create(&other, NULL, count, NULL);
    count(NULL);
    pthread_join(other, NULL);
    return 0;
}
