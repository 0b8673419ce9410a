// Functions that end with a call are on the stack: the one that creates a thread, and the one that allocates.
// Options: --executions 20
// Finds: data race: write and write
// Finds: launch
// Finds: make
#include <pthread.h>
#include <stdlib.h>
static pthread_t thread;
static int *value;
static void *work(void *argument) {
    ++*value;
    return argument;
}
__attribute__((noinline)) static int launch(void) { return pthread_create(&thread, 0, work, 0); }
__attribute__((noinline)) static int *make(void) { return malloc(sizeof *value); }
int main(void) {
    value = make();
    *value = 0;
    launch();
    ++*value;
    pthread_join(thread, 0);
    return 0;
}
