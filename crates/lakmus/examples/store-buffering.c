#include <pthread.h>

int x, y, seen_by_first, seen_by_second;

void *first(void *unused) {
    x = 1;
    seen_by_first = y;
    return 0;
}

void *second(void *unused) {
    y = 1;
    seen_by_second = x;
    return 0;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
