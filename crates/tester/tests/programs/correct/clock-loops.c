/* Loops that wait by the clock, alone and while others work. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <time.h>
static atomic_int done;
static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}
static void *waits(void *argument) {
    double end = now(CLOCK_MONOTONIC) + 300;
    while (now(CLOCK_MONOTONIC) < end) {}
    return 0;
}
static void *works(void *argument) {
    double begin = now(CLOCK_REALTIME);
    for (int i = 0; i < 100; i++) atomic_fetch_add(&done, 1);
    // Looks at the clock are no reason for it to run away while there is work.
    for (int i = 0; i < 20; i++) assert(now(CLOCK_REALTIME) >= begin);
    return 0;
}
int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, waits, 0);
    pthread_create(&threads[1], 0, works, 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    time_t end = time(0) + 60;
    while (time(0) < end) {}
    struct timeval start, later;
    gettimeofday(&start, 0);
    do gettimeofday(&later, 0);
    while (later.tv_sec < start.tv_sec + 5);
    assert(atomic_load(&done) == 100);
    return 0;
}
