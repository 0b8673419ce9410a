// Finds: deadlock: no thread can go on
// Finds: waits for a mutex
// Finds: waits for the end of thread
#include <pthread.h>
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static void both(pthread_mutex_t *a, pthread_mutex_t *b) {
    pthread_mutex_lock(a);
    pthread_mutex_lock(b);
    pthread_mutex_unlock(b);
    pthread_mutex_unlock(a);
}
static void *forwards(void *argument) { both(&one, &two); return argument; }
static void *backwards(void *argument) { both(&two, &one); return argument; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, forwards, NULL);
    pthread_create(&b, NULL, backwards, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
