// What depends on the time is not explored, and the search says so.
// Incomplete: the program looks at the clock
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
static atomic_long seen;
static void *looks(void *argument) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    atomic_store(&seen, now.tv_nsec);
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, looks, 0);
    (void)atomic_load(&seen);
    pthread_join(thread, 0);
}
