// Store buffering and message passing with the barriers of x86 as programs write them in assembly: nothing may be found.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, published;
static int data, seen[2];

#define EMPTY() __asm__ __volatile__("" ::: "memory")
#define MFENCE() __asm__ __volatile__("mfence" ::: "memory")
#define LOCKED() __asm__ __volatile__("lock; addl $0,0(%%rsp)" ::: "memory")

static int exchange(int *at, int value) {
    __asm__ __volatile__("xchgl %0, %1" : "+r"(value), "+m"(*at)::"memory");
    return value;
}

static int lock_word;

static void lock(void) {
    while (exchange(&lock_word, 1)) __asm__ __volatile__("rep; nop" ::: "memory");
}

static void unlock(void) {
    __asm__ __volatile__("movl $0, %0" : "=m"(lock_word)::"memory");
}

static void *one(void *unused) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    MFENCE();
    seen[0] = atomic_load_explicit(&y, memory_order_relaxed);
    lock();
    data++;
    unlock();
    return unused;
}

static void *other(void *unused) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    LOCKED();
    seen[1] = atomic_load_explicit(&x, memory_order_relaxed);
    lock();
    data++;
    unlock();
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, one, 0);
    pthread_create(&threads[1], 0, other, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    EMPTY();
    assert(seen[0] || seen[1]);
    assert(data == 2);
    (void)published;
    return 0;
}
