// After "last zero" of Flanagan and Godefroid (POPL 2005): writers copy their neighbour's element plus one, a reader looks for the last element that is zero.
// Each writer but the first reads one of two values, and the reader goes on at each element that is written before it looks.
// Executions: 64
#include <pthread.h>
#include <stdatomic.h>
enum { WRITERS = 5 };
static atomic_int elements[WRITERS + 1];
static void *look(void *argument) {
    int at = WRITERS;
    while (atomic_load_explicit(&elements[at], memory_order_acquire) != 0) at--;
    return argument;
}
static void *copy(void *argument) {
    atomic_int *own = argument;
    int before = atomic_load_explicit(own - 1, memory_order_acquire);
    atomic_store_explicit(own, before + 1, memory_order_release);
    return argument;
}
int main(void) {
    pthread_t threads[WRITERS + 1];
    pthread_create(&threads[0], 0, look, 0);
    for (int i = 1; i <= WRITERS; i++) pthread_create(&threads[i], 0, copy, &elements[i]);
    for (int i = 0; i <= WRITERS; i++) pthread_join(threads[i], 0);
}
