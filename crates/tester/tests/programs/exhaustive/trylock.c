// The attempt comes before the other thread has the mutex, while it has it, or after.
// Executions: 3
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *locks(void *argument) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, locks, 0);
    if (pthread_mutex_trylock(&mutex) == 0) pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
}
