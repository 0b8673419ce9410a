// Memory that one thread gives back and another gets, copies of it, stacks that are used again: no races.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *work(void *argument) {
    char local[300];
    for (int i = 0; i < 20; i++) {
        int *block = malloc(400);
        memset(block, i, 400);
        block = realloc(block, 4000);
        memcpy(local, block, sizeof local);
        pthread_mutex_lock(&lock);
        total += local[7];
        pthread_mutex_unlock(&lock);
        free(block);
    }
    return argument;
}

int main(void) {
    pthread_t threads[2];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 2; i++)
            pthread_create(&threads[i], NULL, work, NULL);
        for (int i = 0; i < 2; i++)
            pthread_join(threads[i], NULL);
    }
    return total == 3 * 2 * 190 ? 0 : 1;
}
