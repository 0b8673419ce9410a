// Finds: a mutex is unlocked by a thread that does not hold it
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) { pthread_mutex_unlock(&lock); return argument; }
int main(void) {
    pthread_t thread;
    pthread_mutex_lock(&lock);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
}
