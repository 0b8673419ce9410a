// Read-modify-writes in assembly, of all sizes and with operands of all kinds, beside atomic operations of C.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static long counter;
static struct {
    char before;
    unsigned char bytes[4];
    short halves[4];
    long words[4];
} object;
static atomic_long shared;
static long payload;

static long add(long *at, long value) {
    __asm__ __volatile__("lock; xaddq %0, %1" : "+r"(value), "+m"(*at)::"memory", "cc");
    return value;
}

static int exchange_if(long *at, long expected, long desired) {
    unsigned char done;
    __asm__ __volatile__("lock\n\tcmpxchgq %3, %1\n\tsete %0" : "=q"(done), "+m"(*at), "+a"(expected) : "r"(desired) : "memory", "cc");
    return done;
}

static void *work(void *unused) {
    for (int i = 0; i < 2; i++) {
        __asm__ __volatile__("lock; incq %0" : "+m"(counter)::"memory", "cc");
        __asm__ __volatile__("lock; addb $1, %0" : "+m"(object.bytes[i])::"memory", "cc");
        __asm__ __volatile__("lock; decw %0" : "+m"(object.halves[i])::"memory", "cc");
        add(&object.words[i], 3);
        long old;
        do old = atomic_load_explicit(&shared, memory_order_relaxed);
        while (!exchange_if((long *)&shared, old, old + 1));
    }
    return unused;
}

static void *publish(void *unused) {
    payload = 5;
    __asm__ __volatile__("movq $1, %0" : "=m"(object.words[3])::"memory");
    return unused;
}

static void *receive(void *unused) {
    long is_there;
    __asm__ __volatile__("movq %1, %0" : "=r"(is_there) : "m"(object.words[3]) : "memory");
    if (is_there) assert(payload == 5);
    return unused;
}

int main(void) {
    pthread_t threads[4];
    void *(*functions[4])(void *) = {work, work, publish, receive};
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, functions[i], 0);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
    assert(counter == 4);
    assert(object.bytes[0] == 2 && object.bytes[1] == 2 && object.bytes[2] == 0);
    assert(object.halves[0] == -2 && object.halves[1] == -2);
    assert(object.words[0] == 6 && object.words[1] == 6);
    assert(shared == 4);
    return 0;
}
