// Without a lock an instruction that reads and writes is two accesses, and a plain access races with one in assembly.
// Finds: assertion `counter == 2 || early > 1` failed
// Finds: data race: read and atomic write
// Options: --executions 200
#include <assert.h>
#include <pthread.h>

static long counter, flag;

static void *count(void *unused) {
    __asm__ __volatile__("incq %0" : "+m"(counter)::"memory", "cc");
    __asm__ __volatile__("movq $1, %0" : "=m"(flag)::"memory");
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, count, 0);
    pthread_create(&threads[1], 0, count, 0);
    long early = flag;
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(counter == 2 || early > 1);
    return 0;
}
