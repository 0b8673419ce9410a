// Volatile accesses are no atomic ones: on request they race.
// Options: --volatile plain --executions 20
// Finds: data race: write and write
// Finds: `counter`
#include <pthread.h>
static volatile int counter;
static void *counts(void *argument) {
    counter++;
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, counts, 0);
    counts(0);
    pthread_join(thread, 0);
    return 0;
}
