/* Threads that are started through a pointer, on a local variable of main, which is shared by that: store buffering on its two fields. */
#include <pthread.h>

typedef int (*starter)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

struct pair {
    int x, y;
};

starter start = pthread_create;
int r1, r2;

void *one(void *argument) {
    struct pair *pair = argument;
    pair->x = 1;
    r1 = pair->y;
    return 0;
}

void *other(void *argument) {
    struct pair *pair = argument;
    pair->y = 1;
    r2 = pair->x;
    return 0;
}

int main(void) {
    struct pair pair = {0, 0};
    pthread_t a, b;
    start(&a, 0, one, &pair);
    start(&b, 0, other, &pair);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
