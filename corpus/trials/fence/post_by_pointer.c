/* A call that posts a semaphore, or does nothing: it orders nothing on the way on which it does nothing. */
#include <pthread.h>
#include <semaphore.h>

int x, y, r1, r2;
sem_t semaphore;

int nothing(sem_t *unused) { return 0; }

int (*notify)(sem_t *) = nothing;

void *one(void *unused) {
    x = 1;
    notify(&semaphore);
    r1 = y;
    return 0;
}

void *other(void *unused) {
    y = 1;
    __sync_synchronize();
    r2 = x;
    return 0;
}

int main(int argc, char **argv) {
    pthread_t a, b;
    sem_init(&semaphore, 0, 0);
    if (argc > 1)
        notify = sem_post;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, other, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
