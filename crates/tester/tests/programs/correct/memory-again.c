/* Memory that is given back and handed out again: giving it back happens before that, and what it held is forgotten, its objects included. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static atomic_uintptr_t address;
static int value;
static void *gives(void *argument) {
    value = 42;
    void *volatile block = malloc(100);
    uintptr_t known = (uintptr_t)block;
    free(block);
    atomic_store_explicit(&address, known, memory_order_relaxed);
    return 0;
}
static void *gets(void *argument) {
    uintptr_t known;
    while (!(known = atomic_load_explicit(&address, memory_order_relaxed))) {}
    for (int i = 0; i < 16; i++) {
        void *volatile block = malloc(100);
        if ((uintptr_t)block == known) {
            if (value != 42) abort();
            return 0;
        }
    }
    return 0;
}
static void *churns(void *argument) {
    for (int i = 1; i < 60; i += 4) {
        size_t size = i * 3000;
        char *block = malloc(size), *zeros = calloc(1, size);
        memset(block, 1, size);
        block = realloc(block, 2 * size);
        if (block[size - 1] != 1 || zeros[size - 1]) abort();
        pthread_mutex_t *lock = malloc(sizeof *lock);
        pthread_mutex_init(lock, 0);
        pthread_mutex_lock(lock);
        pthread_mutex_unlock(lock);
        if (i % 8 == 1) pthread_mutex_destroy(lock);
        free(lock);
        free(block);
        free(zeros);
    }
    return 0;
}
int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, gives, 0);
    pthread_create(&threads[1], 0, gets, 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, churns, 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    return 0;
}
