// Needs: 0 switches and 0 old values
// Says: byte 8 of a block of 24 bytes, allocated in thread 0:
// Says: while it holds mutex `read_lock`
// Says: while it holds mutex `write_lock`
// Says: <- the first access of the race
// Says: <- the second access of the race
// Two threads that hold a lock each, but not the same, access a block of the heap.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static pthread_mutex_t read_lock = PTHREAD_MUTEX_INITIALIZER, write_lock = PTHREAD_MUTEX_INITIALIZER;

struct entry {
    long key, value, next;
};

static void *writer(void *argument) {
    struct entry *entry = argument;
    pthread_mutex_lock(&write_lock);
    entry->value = 1;
    pthread_mutex_unlock(&write_lock);
    return NULL;
}

static void *reader(void *argument) {
    struct entry *volatile entry = argument;
    pthread_mutex_lock(&read_lock);
    long value = entry->value;
    pthread_mutex_unlock(&read_lock);
    return (void *)value;
}

int main(void) {
    pthread_t threads[2];
    struct entry *entry = malloc(sizeof *entry);
    entry->value = 0;
    pthread_create(&threads[0], NULL, writer, entry);
    pthread_create(&threads[1], NULL, reader, entry);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    free(entry);
}
