// Finds: an execution takes longer than 1 s
// Options: --timeout 1 --executions 1
#include <pthread.h>
static volatile int never;
static void *work(void *argument) {
    for (unsigned i = 0;; i++)
        __asm__ volatile("" ::: "memory");
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return never;
}
