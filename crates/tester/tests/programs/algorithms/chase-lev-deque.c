// The work-stealing deque of Chase and Lev with the memory orders of Le, Pop, Cohen and Zappa Nardelli (PPoPP 2013).
//
// Bug, as published there: growing the deque publishes the new array with a relaxed store, so that a thief may see the array before
// what was copied into it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef BUG
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

enum { EMPTY = -1, ABORTED = -2, THIEVES = 5 };

struct array {
    size_t size;
    atomic_int *slots;
    struct array *older;
};

static atomic_size_t top, bottom;
static _Atomic(struct array *) current;

static struct array *new_array(size_t size, struct array *older) {
    struct array *array = malloc(sizeof *array);
    array->size = size;
    array->slots = calloc(size, sizeof *array->slots);
    array->older = older;
    return array;
}

static void grow(size_t t, size_t b) {
    struct array *old = atomic_load_explicit(&current, memory_order_relaxed);
    struct array *larger = new_array(2 * old->size, old);
    for (size_t i = t; i < b; i++) {
        int value = atomic_load_explicit(&old->slots[i % old->size], memory_order_relaxed);
        atomic_store_explicit(&larger->slots[i % larger->size], value, memory_order_relaxed);
    }
    atomic_store_explicit(&current, larger, PUBLISH);
}

static void push(int value) {
    size_t b = atomic_load_explicit(&bottom, memory_order_relaxed);
    size_t t = atomic_load_explicit(&top, memory_order_acquire);
    if (b - t >= atomic_load_explicit(&current, memory_order_relaxed)->size)
        grow(t, b);
    struct array *array = atomic_load_explicit(&current, memory_order_relaxed);
    atomic_store_explicit(&array->slots[b % array->size], value, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int take(void) {
    size_t b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
    struct array *array = atomic_load_explicit(&current, memory_order_relaxed);
    atomic_store_explicit(&bottom, b, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    size_t t = atomic_load_explicit(&top, memory_order_relaxed);
    if ((long)(b - t) < 0) {
        atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
        return EMPTY;
    }
    int value = atomic_load_explicit(&array->slots[b % array->size], memory_order_relaxed);
    if (t == b) {
        if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
            value = EMPTY;
        atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    }
    return value;
}

static int steal(void) {
    size_t t = atomic_load_explicit(&top, memory_order_acquire);
    atomic_thread_fence(memory_order_seq_cst);
    size_t b = atomic_load_explicit(&bottom, memory_order_acquire);
    if ((long)(b - t) <= 0)
        return EMPTY;
    struct array *array = atomic_load_explicit(&current, memory_order_acquire);
    int value = atomic_load_explicit(&array->slots[t % array->size], memory_order_relaxed);
    if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
        return ABORTED;
    return value;
}

static void *thief(void *sum) {
    for (int i = 0; i < 4; i++) {
        int value = steal();
        if (value > 0)
            *(int *)sum += value;
    }
    return NULL;
}

int main(void) {
    int sums[THIEVES] = {0}, sum = 0;
    pthread_t threads[THIEVES];
    atomic_store_explicit(&current, new_array(1, NULL), memory_order_relaxed);
    for (int i = 0; i < THIEVES; i++)
        pthread_create(&threads[i], NULL, thief, &sums[i]);
    for (int value = 1; value < 256; value *= 2)
        push(value);
    for (int i = 0; i < THIEVES; i++)
        pthread_join(threads[i], NULL);
    for (int value; (value = take()) != EMPTY; sum += value)
        ;
    for (int i = 0; i < THIEVES; i++)
        sum += sums[i];
    assert(sum == 255);
    for (struct array *array = atomic_load(&current), *older; array; array = older) {
        older = array->older;
        free(array->slots);
        free(array);
    }
    return 0;
}
