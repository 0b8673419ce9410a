// A wait with a time limit may end at any time: before the flag is set, or woken. A loop around a sleep waits like any other.
// Finds: assertion `flag == 1` failed
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>
static sem_t semaphore;
static atomic_int flag;
static void *waits(void *argument) {
    struct timespec until = {1704067200 + 3600, 0};
    sem_timedwait(&semaphore, &until);
    assert(flag == 1);
    return argument;
}
int main(void) {
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, 0, waits, 0);
    atomic_store(&flag, 1);
    sem_post(&semaphore);
    pthread_join(thread, 0);
}
