/* Robust mutexes, whose owners end, and priority-inheriting ones. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t repaired, lost, inherits;
static int value;
static void *abandons(void *argument) {
    pthread_mutex_lock(argument);
    value = 1;
    return 0;
}
static void *waits(void *argument) {
    int result = pthread_mutex_lock(argument);
    assert(result == 0 || result == EOWNERDEAD);
    if (result == EOWNERDEAD) {
        assert(value == 1);
        assert(pthread_mutex_consistent(argument) == 0);
    }
    value = 2;
    assert(pthread_mutex_unlock(argument) == 0);
    return 0;
}
static void *counts(void *argument) {
    pthread_mutex_lock(argument);
    value++;
    pthread_mutex_unlock(argument);
    return 0;
}
static void both(void *(*one)(void *), void *(*other)(void *), void *argument) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, one, argument);
    pthread_create(&threads[1], 0, other, argument);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
int main(void) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&repaired, &attributes);
    pthread_mutex_init(&lost, &attributes);
    both(abandons, waits, &repaired);
    int result = pthread_mutex_trylock(&repaired);
    assert(result == 0 || result == EOWNERDEAD);
    if (result == EOWNERDEAD) pthread_mutex_consistent(&repaired);
    assert(pthread_mutex_consistent(&repaired) == EINVAL);
    pthread_mutex_unlock(&repaired);

    pthread_t thread;
    pthread_create(&thread, 0, abandons, &lost);
    pthread_join(thread, 0);
    assert(pthread_mutex_lock(&lost) == EOWNERDEAD);
    pthread_mutex_unlock(&lost);
    assert(pthread_mutex_lock(&lost) == ENOTRECOVERABLE);

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
    pthread_mutex_init(&inherits, &attributes);
    value = 0;
    both(counts, counts, &inherits);
    assert(value == 2);
    return 0;
}
