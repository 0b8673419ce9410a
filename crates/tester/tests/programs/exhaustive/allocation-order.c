// Which memory an allocation gets is no choice of the search. Here it makes no difference: no address of a block that was given back is looked at.
// Executions: 1
#include <pthread.h>
#include <stdlib.h>
static void *works(void *argument) {
    int *volatile block = malloc(24);
    *block = 1;
    free(block);
    return 0;
}
int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, works, 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    return 0;
}
