/* pthread_cancel: in each wait that is a cancellation point, with the mutex held again where the handlers run; deferred while it is switched off; asynchronous; before the thread begins; destructors of keys. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static atomic_int cleaned, destroyed, up;
static int guarded;
static pthread_key_t key;
static void destroys(void *value) { atomic_fetch_add(&destroyed, 1); }
static void unlocks(void *argument) {
    guarded++;
    atomic_fetch_add(&cleaned, 1);
    pthread_mutex_unlock(&mutex);
}
static void cleans(void *argument) { atomic_fetch_add(&cleaned, 1); }
static void *on_condition(void *argument) {
    pthread_setspecific(key, &mutex);
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlocks, 0);
    for (;;) pthread_cond_wait(&condition, &mutex);
    pthread_cleanup_pop(1);
    return 0;
}
static void *on_semaphore(void *argument) {
    pthread_cleanup_push(cleans, 0);
    sem_wait(&semaphore);
    pthread_cleanup_pop(1);
    abort();
}
static void *asleep(void *argument) {
    pthread_cleanup_push(cleans, 0);
    for (;;) sleep(1000);
    pthread_cleanup_pop(1);
    return 0;
}
static void *joining(void *argument) {
    pthread_cleanup_push(cleans, 0);
    pthread_join(*(pthread_t *)argument, 0);
    pthread_cleanup_pop(1);
    return 0;
}
static void *later(void *argument) {
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    assert(before == PTHREAD_CANCEL_ENABLE);
    pthread_cleanup_push(cleans, 0);
    atomic_store(&up, 1);
    usleep(1000);
    guarded = guarded;
    while (atomic_load(&up) != 2) usleep(1000);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0);
    pthread_testcancel();
    pthread_cleanup_pop(1);
    abort();
}
static void *anywhere(void *argument) {
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
    pthread_cleanup_push(cleans, 0);
    for (;;) atomic_load(&up);
    pthread_cleanup_pop(1);
    return 0;
}
static void ends(pthread_t thread) {
    void *result;
    assert(pthread_cancel(thread) == 0);
    assert(pthread_join(thread, &result) == 0);
    assert(result == PTHREAD_CANCELED);
}
static pthread_t begins(void *(*run)(void *), void *argument) {
    pthread_t thread;
    assert(pthread_create(&thread, 0, run, argument) == 0);
    return thread;
}
int main(void) {
    sem_init(&semaphore, 0, 0);
    pthread_key_create(&key, destroys);
    int expected = 0;
    ends(begins(on_condition, 0));
    // It may have ended before it came to its handlers.
    expected = atomic_load(&cleaned);
    assert(expected <= 1 && atomic_load(&destroyed) <= 1);
    pthread_mutex_lock(&mutex);
    assert(guarded == expected);
    pthread_mutex_unlock(&mutex);
    pthread_t sleeper = begins(asleep, 0);
    ends(begins(on_semaphore, 0));
    ends(begins(joining, &sleeper));
    ends(sleeper);
    pthread_t disabled = begins(later, 0);
    while (atomic_load(&up) != 1) usleep(1000);
    assert(pthread_cancel(disabled) == 0);
    atomic_store(&up, 2);
    assert(pthread_join(disabled, 0) == 0);
    ends(begins(anywhere, 0));
    sem_destroy(&semaphore);
    return 0;
}
