// Mutexes of every type, spin locks, timed waits.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static int count, written;

static void *work(void *argument) {
    (void)argument;
    assert(pthread_mutex_unlock(&checked) == EPERM);
    assert(pthread_mutex_unlock(&recursive) == EPERM);
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&normal);
        pthread_mutex_lock(&recursive);
        assert(pthread_mutex_trylock(&recursive) == 0);
        pthread_mutex_lock(&checked);
        assert(pthread_mutex_lock(&checked) == EDEADLK);
        pthread_spin_lock(&spin);
        count++;
        pthread_spin_unlock(&spin);
        pthread_mutex_unlock(&checked);
        pthread_mutex_unlock(&recursive);
        pthread_mutex_unlock(&recursive);
        pthread_mutex_unlock(&normal);
    }
    pthread_rwlock_wrlock(&rw);
    assert(pthread_rwlock_tryrdlock(&rw) == EBUSY);
    written++;
    pthread_rwlock_unlock(&rw);
    pthread_rwlock_rdlock(&rw);
    assert(written > 0);
    pthread_rwlock_unlock(&rw);
    return NULL;
}

static void *too_late(void *argument) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 5;
    assert(pthread_mutex_timedlock(argument, &until) == ETIMEDOUT);
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += 5;
    assert(pthread_mutex_clocklock(argument, CLOCK_MONOTONIC, &until) == ETIMEDOUT);
    assert(pthread_mutex_trylock(argument) == EBUSY);
    return NULL;
}

int main(void) {
    pthread_t threads[3];
    pthread_mutex_t held;
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(count == 9);
    pthread_mutex_init(&held, NULL);
    pthread_mutex_lock(&held);
    pthread_create(&threads[0], NULL, too_late, &held);
    pthread_join(threads[0], NULL);
    pthread_mutex_unlock(&held);
    pthread_mutex_destroy(&held);
    return 0;
}
