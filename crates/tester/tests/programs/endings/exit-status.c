// Finds: exit status 3
#include <pthread.h>
#include <stdatomic.h>
static atomic_int value;
static void *work(void *argument) { value = 3; return argument; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    int seen = value;
    pthread_join(thread, NULL);
    return seen;
}
