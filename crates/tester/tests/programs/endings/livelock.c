// Finds: no progress: nothing has changed in 100000 operations
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
static atomic_int go;
static void *work(void *argument) {
    while (!go)
        sched_yield();
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
}
