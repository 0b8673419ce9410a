// A flag that is volatile, as programs had it before there were atomics: with acquire and release it orders what it is meant to.
// Options: --volatile acquire-release
// Executions: 2
#include <pthread.h>
static volatile int ready, done;
static int data, more;
static void *reads(void *argument) {
    while (!ready) {}
    int seen = data;
    more = seen;
    done = 1;
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, reads, 0);
    data = 1;
    ready = 1;
    if (done) more++;
    pthread_join(thread, 0);
    return data == 1 ? 0 : 1;
}
