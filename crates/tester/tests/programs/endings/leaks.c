// What is lost when the program exits: a thread that is neither joined nor detached, and a block that no pointer leads to; not what can still be reached.
// Options: --leaks --executions 20
// Finds: a thread is neither joined nor detached
// Finds: loses_thread
// Finds: a block of the heap is lost
// Finds: loses_block
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static void **list;
static void *ends(void *argument) { return argument; }
__attribute__((noinline)) static void loses_thread(void) {
    pthread_t thread;
    pthread_create(&thread, 0, ends, 0);
}
// Several, as what is left over of a pointer on the stack counts as one.
__attribute__((noinline)) static void loses_block(void) {
    for (int i = 0; i < 8; ++i) *(void *volatile *)&list = malloc(1000);
}
int main(void) {
    loses_thread();
    loses_block();
    list = malloc(sizeof(void *));
    *list = malloc(500);
    usleep(1000);
    return 0;
}
