// The calls beside inline assembly change no register: not the flags, not what floating-point instructions leave, and nothing below the stack pointer.
#include <assert.h>
#include <pthread.h>

static long x;

static void *work(void *unused) {
    double sum = 0;
    for (int i = 0; i < 5; i++) {
        double weight = i * 0.5;
        unsigned char carry;
        long result;
        // The carry of the first addition is that of the second, behind an access that the runtime sees.
        __asm__ __volatile__(
            "stc\n\t"
            "movq %2, %0\n\t"
            "adcq $0, %0\n\t"
            "setc %1"
            : "=&r"(result), "=q"(carry)
            : "m"(x)
            : "cc", "memory");
        assert(result >= 1 && !carry);
        sum += weight;
        __asm__ __volatile__("lock; incq %0" : "+m"(x)::"memory", "cc");
    }
    assert(sum == 5.0);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, work, 0);
    pthread_create(&threads[1], 0, work, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(x == 10);
    return 0;
}
