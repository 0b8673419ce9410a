// Finds: signal 11 (SIGSEGV), at address 0x10
// Finds: touch at
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static _Atomic(int *) pointer;
static void touch(int *at) { *at = 1; }
static void *work(void *argument) { pointer = (int *)0x10; return argument; }
int main(void) {
    pthread_t thread;
    int local;
    pthread_create(&thread, NULL, work, NULL);
    int *seen = pointer;
    touch(seen ? seen : &local);
    pthread_join(thread, NULL);
}
