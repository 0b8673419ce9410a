// One thread gives memory back that another one then does not use; with -DBUG it does.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *object;

static void *use(void *argument) {
#ifdef BUG
    *object = 1;
#endif
    return argument;
}

int main(void) {
    pthread_t other;
    object = malloc(sizeof *object);
    *object = 2;
    free(object);
    pthread_create(&other, NULL, use, NULL);
    pthread_join(other, NULL);
    return 0;
}
