// The queue of Michael and Scott, with nodes that are never used again.
//
// Bug: a new node is linked in with a relaxed compare-exchange, so that a consumer may find it before its value.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef BUG
#define LINK memory_order_relaxed
#else
#define LINK memory_order_release
#endif

struct node {
    int value;
    _Atomic(struct node *) next;
};

static _Atomic(struct node *) head, tail;

static struct node *new_node(int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    atomic_init(&node->next, NULL);
    return node;
}

static void put(int value) {
    struct node *node = new_node(value);
    for (;;) {
        struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
        struct node *next = atomic_load_explicit(&last->next, memory_order_acquire);
        if (next) {
            atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
            continue;
        }
        if (atomic_compare_exchange_strong_explicit(&last->next, &next, node, LINK, memory_order_relaxed)) {
            atomic_compare_exchange_strong_explicit(&tail, &last, node, LINK, memory_order_relaxed);
            return;
        }
    }
}

static int get(int *value) {
    for (;;) {
        struct node *first = atomic_load_explicit(&head, memory_order_acquire);
        struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
        struct node *next = atomic_load_explicit(&first->next, memory_order_acquire);
        if (!next)
            return 0;
        if (first == last) {
            atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
            continue;
        }
        if (atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_acq_rel, memory_order_relaxed)) {
            *value = next->value;
            return 1;
        }
    }
}

static void *produce(void *first) {
    put(*(int *)first);
    put(*(int *)first + 1);
    return NULL;
}

static void *consume(void *sum) {
    for (int i = 0; i < 2; i++) {
        int value = 0;
        while (!get(&value))
            sched_yield();
        *(int *)sum += value;
    }
    return NULL;
}

int main(void) {
    int firsts[2] = {1, 10}, sums[2] = {0, 0};
    struct node *dummy = new_node(0);
    pthread_t threads[4];
    atomic_init(&head, dummy);
    atomic_init(&tail, dummy);
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, produce, &firsts[i]);
        pthread_create(&threads[2 + i], NULL, consume, &sums[i]);
    }
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    return sums[0] + sums[1] == 24 ? 0 : 1;
}
