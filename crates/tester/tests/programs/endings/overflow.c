// Finds: signal 11 (SIGSEGV)
// Finds: deeper at
#include <pthread.h>
static int deeper(volatile int *outer) {
    volatile int here[64];
    here[0] = *outer + 1;
    return deeper(here) + here[0];
}
static void *work(void *argument) {
    volatile int start = 0;
    return deeper(&start) ? argument : NULL;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
}
