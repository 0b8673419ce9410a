// Objects that are destroyed while others may use them, used after that, or set up without those who use them knowing.
// Options: --executions 60
// Finds: a mutex is destroyed by a thread that is not ordered after its use
// Finds: a mutex is used that was destroyed
// Finds: a condition variable is destroyed by a thread that is not ordered after its use
// Finds: a read-write lock is used by a thread that is not ordered after its initialisation
// Finds: a semaphore is destroyed by a thread that is not ordered after its use
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock;
static sem_t semaphore;
static atomic_int ready;
static void *uses(void *argument) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_cond_signal(&condition);
    sem_post(&semaphore);
    while (!atomic_load_explicit(&ready, memory_order_relaxed)) {}
    pthread_rwlock_rdlock(&rwlock);
    pthread_rwlock_unlock(&rwlock);
    return argument;
}
int main(void) {
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, 0, uses, 0);
    pthread_mutex_destroy(&mutex);
    pthread_cond_destroy(&condition);
    sem_destroy(&semaphore);
    pthread_rwlock_init(&rwlock, 0);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    pthread_join(thread, 0);
    return 0;
}
