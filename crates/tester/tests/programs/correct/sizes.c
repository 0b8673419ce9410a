// Atomic objects of all sizes, those that compilers leave to a library among them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

struct three { char bytes[3]; };
struct long_one { long words[4]; };

static _Atomic unsigned char byte;
static _Atomic unsigned short half;
static _Atomic unsigned word;
static _Atomic unsigned long both;
static _Atomic unsigned __int128 wide;
static _Atomic double number;
static _Atomic struct three three;
static _Atomic struct long_one many;

static void *work(void *argument) {
    (void)argument;
    byte++;
    half -= 1;
    word |= 4;
    both ^= 1;
    atomic_fetch_and(&word, ~8u);
    number += 0.5;
    unsigned __int128 old = atomic_load_explicit(&wide, memory_order_relaxed);
    while (!atomic_compare_exchange_weak(&wide, &old, old + (((unsigned __int128)1 << 64) | 1)))
        ;
    struct long_one seen = atomic_load(&many), next;
    do {
        next = seen;
        for (int i = 0; i < 4; i++)
            next.words[i]++;
    } while (!atomic_compare_exchange_strong(&many, &seen, next));
    struct three bytes = {{1, 2, 3}};
    atomic_store(&three, bytes);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(byte == 2 && half == 65534 && word == 4 && both == 0 && number == 1.0);
    assert((unsigned long)wide == 2 && (unsigned long)(wide >> 64) == 2);
    struct long_one seen = atomic_load(&many);
    assert(seen.words[0] == 2 && seen.words[3] == 2);
    struct three bytes = atomic_exchange(&three, (struct three){{0}});
    assert(bytes.bytes[2] == 3);
    return 0;
}
