// The flag is looked at without the mutex: the signal may come before the wait.
// Finds: deadlock: no thread can go on
// Finds: waits on a condition variable
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int flag;
static void *waits(void *argument) {
    if (!atomic_load(&flag)) {
        pthread_mutex_lock(&mutex);
        pthread_cond_wait(&changed, &mutex);
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, waits, 0);
    atomic_store(&flag, 1);
    pthread_cond_signal(&changed);
    pthread_join(thread, 0);
}
