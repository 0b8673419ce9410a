// A thread waits under a lock for a flag on the stack of another: what that writes to its own stack is a change for the first.
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *waits(void *flag) {
    int is_set;
    do {
        pthread_mutex_lock(&lock);
        is_set = *(int *)flag;
        pthread_mutex_unlock(&lock);
    } while (!is_set);
    return 0;
}
int main(void) {
    int flag = 0;
    pthread_t thread;
    pthread_create(&thread, 0, waits, &flag);
    pthread_mutex_lock(&lock);
    flag = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
