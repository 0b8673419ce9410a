// Finds: assertion `value == 0` failed
// Finds: check at
// Finds: about to check
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int value;
static void check(void) { assert(value == 0); }
static void *work(void *argument) { value = 1; return argument; }
int main(void) {
    pthread_t thread;
    setbuf(stdout, NULL);
    pthread_create(&thread, NULL, work, NULL);
    puts("about to check");
    check();
    pthread_join(thread, NULL);
}
