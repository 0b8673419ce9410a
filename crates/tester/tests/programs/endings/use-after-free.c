// Finds: data race: release of memory and read
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(int *) shared;
static void *work(void *argument) {
    int *block = shared;
    return block && *block == 12 ? argument : NULL;
}
int main(void) {
    pthread_t thread;
    int *block = malloc(sizeof *block);
    *block = 5;
    shared = block;
    pthread_create(&thread, NULL, work, NULL);
    free(block);
    pthread_join(thread, NULL);
}
