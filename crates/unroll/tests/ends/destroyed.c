// A mutex lives in the object that it guards. Who counts down to 0 destroys both, after the mutex was given back; with -DBUG before.
#include <pthread.h>
#include <stdlib.h>

struct object {
    pthread_mutex_t mutex;
    int references;
};

static void *drop(void *argument) {
    struct object *object = argument;
    pthread_mutex_lock(&object->mutex);
    int left = --object->references;
#ifndef BUG
    pthread_mutex_unlock(&object->mutex);
#endif
    if (left == 0) {
        pthread_mutex_destroy(&object->mutex);
        free(object);
        return NULL;
    }
#ifdef BUG
    pthread_mutex_unlock(&object->mutex);
#endif
    return NULL;
}

int main(void) {
    pthread_t other;
    struct object *object = malloc(sizeof *object);
    pthread_mutex_init(&object->mutex, NULL);
    object->references = 2;
    pthread_create(&other, NULL, drop, object);
    drop(object);
    pthread_join(other, NULL);
    return 0;
}
