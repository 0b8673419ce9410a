/* A semaphore that is tried and not had orders nothing (POSIX.1-2017, 4.12: functions that fail need not synchronize memory). */
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

int x, y, r1, r2;
sem_t semaphore;

void *one(void *unused) {
    struct timespec now = {0, 0};
    x = 1;
#ifdef TIMED
    sem_timedwait(&semaphore, &now);
#else
    sem_trywait(&semaphore);
#endif
    r1 = y;
    return 0;
}

void *other(void *unused) {
    y = 1;
    __sync_synchronize();
    r2 = x;
    return 0;
}

int main(void) {
    pthread_t a, b;
    sem_init(&semaphore, 0, 0);
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, other, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
