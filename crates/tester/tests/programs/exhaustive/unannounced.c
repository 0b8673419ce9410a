// A loop whose state is kept by a function of the library, in memory of the program's that no instrumentation announces: its rounds are not alike.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static struct drand48_data state;
static atomic_int flag;
static double result;
static void *waits(void *argument) {
    do {
        drand48_r(&state, &result);
        atomic_load_explicit(&flag, memory_order_relaxed);
    } while (result < 0.9);
    return 0;
}
int main(void) {
    pthread_t thread;
    srand48_r(1, &state);
    pthread_create(&thread, 0, waits, 0);
    pthread_join(thread, 0);
    return 0;
}
