// A condition variable: the thread finds the flag set, or waits and is woken, before the mutex is given back or after: the last two are told apart, as a wait may do something to several objects.
// Executions: 3
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int flag;
static void *waits(void *argument) {
    pthread_mutex_lock(&mutex);
    while (!flag) pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, waits, 0);
    pthread_mutex_lock(&mutex);
    flag = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
}
