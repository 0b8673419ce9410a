// A read-write lock in one word, as old Linux kernels have it: it begins at a bias, a reader takes one, a writer all of it.
//
// Bug: the writer gives the lock back with a relaxed operation.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#ifdef BUG
#define WRITER_LEAVES memory_order_relaxed
#else
#define WRITER_LEAVES memory_order_release
#endif

enum { BIAS = 0x100000 };

static atomic_int lock = BIAS;
static int data;

static void read_lock(void) {
    while (atomic_fetch_sub_explicit(&lock, 1, memory_order_acquire) <= 0) {
        atomic_fetch_add_explicit(&lock, 1, memory_order_relaxed);
        while (atomic_load_explicit(&lock, memory_order_relaxed) <= 0)
            sched_yield();
    }
}

static void read_unlock(void) {
    atomic_fetch_add_explicit(&lock, 1, memory_order_release);
}

static void write_lock(void) {
    while (atomic_fetch_sub_explicit(&lock, BIAS, memory_order_acquire) != BIAS) {
        atomic_fetch_add_explicit(&lock, BIAS, memory_order_relaxed);
        while (atomic_load_explicit(&lock, memory_order_relaxed) != BIAS)
            sched_yield();
    }
}

static void write_unlock(void) {
    atomic_fetch_add_explicit(&lock, BIAS, WRITER_LEAVES);
}

static void *work(void *argument) {
    int seen = 0;
    (void)argument;
    for (int i = 0; i < 2; i++) {
        read_lock();
        seen += data;
        read_unlock();
        write_lock();
        data++;
        write_unlock();
    }
    return seen < 0 ? argument : NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return data == 4 ? 0 : 1;
}
