// A flag that is volatile orders nothing, unless it is asked to.
// Options: --executions 40
// Finds: data race: write and read
// Finds: the memory is `data`
#include <pthread.h>
static volatile int ready;
static int data;
static void *reads(void *argument) {
    while (!ready) {}
    if (data != 1) __builtin_trap();
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, reads, 0);
    data = 1;
    ready = 1;
    pthread_join(thread, 0);
}
