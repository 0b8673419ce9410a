// Finds: data race: write and write
// Finds: in 20 executions
#include <pthread.h>
#include <unistd.h>
int value;
static void *work(void *argument) { value = 1; _exit(0); return argument; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    value = 2;
    pthread_join(thread, NULL);
}
