// Memory that is given back twice, by one thread or two, and what is no block of the heap.
// Options: --executions 10
// Finds: double free
// Finds: it lies inside of one
// Finds: it is on the stack of a thread
// Finds: it is a variable or code
// Finds: by_two
// Finds: by_one
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *block;
static int variable[8];
static void *by_two(void *argument) {
    pthread_mutex_lock(&lock);
    free(block);
    pthread_mutex_unlock(&lock);
    return argument;
}
__attribute__((noinline)) static void by_one(void) {
    void *volatile mine = malloc(2000);
    free(mine);
    free(mine);
}
int main(void) {
    block = malloc(100);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, by_two, 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    by_one();
    char *volatile inside = malloc(64);
    free(inside + 16);
    int local[8];
    void *volatile wrong = local;
    free(wrong);
    wrong = variable;
    free(wrong);
    free(inside);
    return 0;
}
