// Finds: data race: write and write
// Finds: signal 9 (SIGKILL)
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
int value;
static void *work(void *argument) { value = 1; kill(getpid(), SIGKILL); return argument; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    value = 2;
    pthread_join(thread, NULL);
}
