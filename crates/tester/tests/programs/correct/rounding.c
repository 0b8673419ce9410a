// Each thread has control words of the floating point units of its own.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <xmmintrin.h>

static atomic_int turns;
static unsigned modes[4] = {0, 1, 2, 3};

static void *work(void *argument) {
    const unsigned mode = *(const unsigned *)argument;
    const unsigned short control = (unsigned short)(0x37f | mode << 10);
    _MM_SET_ROUNDING_MODE(mode << 13);
    __asm__ volatile("fldcw %0" : : "m"(control));
    for (int i = 0; i < 20; i++) {
        unsigned short now;
        atomic_fetch_add(&turns, 1);
        __asm__ volatile("fnstcw %0" : "=m"(now));
        assert(now == control);
        assert(_MM_GET_ROUNDING_MODE() == mode << 13);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        assert(pthread_create(&threads[i], NULL, work, &modes[i]) == 0);
    for (int i = 0; i < 4; i++)
        assert(pthread_join(threads[i], NULL) == 0);
    assert(turns == 80);
    return 0;
}
