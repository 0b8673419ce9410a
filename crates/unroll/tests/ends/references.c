// The last of two threads that lets an object go gives it back. With -DBUG the count orders nothing.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef BUG
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif

struct object {
    atomic_int data;
    atomic_int references;
};

static void *use(void *argument) {
    struct object *object = argument;
    atomic_load_explicit(&object->data, memory_order_relaxed);
    if (atomic_fetch_sub_explicit(&object->references, 1, RELEASE) == 1) {
        atomic_thread_fence(memory_order_acquire);
        free(object);
    }
    return NULL;
}

int main(void) {
    pthread_t one, other;
    struct object *object = malloc(sizeof *object);
    atomic_init(&object->data, 1);
    atomic_init(&object->references, 2);
    pthread_create(&one, NULL, use, object);
    pthread_create(&other, NULL, use, object);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
