// A thread that ends within calls has no local variables any more; with -DBUG another one uses such a variable.
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(atomic_int *) lent;

static void lend(atomic_int *variable) {
#ifdef BUG
    atomic_store(&lent, variable);
#endif
    pthread_exit(NULL);
}

static void *run(void *argument) {
    atomic_int local = 3;
    lend(&local);
    return argument;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, run, NULL);
    atomic_int *variable = atomic_load(&lent);
    if (variable)
        atomic_store(variable, 4);
    return 0;
}
