// Locals of threads that have ended: used after a join, and without one.
// Options: --executions 30
// Finds: use of the stack of a thread that has ended: write
// Finds: use of the stack of a thread that has ended: read
// Finds: after end of the thread
// Finds: the memory is on the stack of thread
#include <pthread.h>
#include <stdatomic.h>
static _Atomic(int *) shared;
static volatile int sink;
static void *lends(void *argument) {
    int local = 0;
    atomic_store(&shared, &local);
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, lends, 0);
    pthread_join(thread, 0);
    *atomic_load(&shared) = 42;
    atomic_store(&shared, 0);
    pthread_create(&thread, 0, lends, 0);
    pthread_detach(thread);
    int *found = atomic_load(&shared);
    while (!found) found = atomic_load(&shared);
    sink = *found;
    return 0;
}
