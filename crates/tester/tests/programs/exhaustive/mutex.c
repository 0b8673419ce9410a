// Critical sections of one mutex, in each order: 4!.
// Executions: 24
#include <pthread.h>
enum { THREADS = 4 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static void *count(void *argument) {
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
    return argument;
}
int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, count, 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
    return counter == THREADS ? 0 : 1;
}
