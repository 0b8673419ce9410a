// Hazard pointers (Michael, IEEE TPDS 2004): a reader notes which node it uses and looks again; a writer gives back what it has replaced when no reader notes it.
//
// Bug, that of libcds (`sync` in cds/gc/hp.h): the note is a release, the read-modify-write behind it is on an object that no other thread accesses, and the second look is an acquire. None of these keeps the
// note before the look, so that neither thread may see what the other has done.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef BUG
#define NOTE memory_order_release
#define LOOK memory_order_acquire
#else
#define NOTE memory_order_seq_cst
#define LOOK memory_order_seq_cst
#endif

enum { READERS = 2, ROUNDS = 3 };

struct node {
    int value;
};

static _Atomic(struct node *) current;
static _Atomic(struct node *) hazards[READERS];
static int seen[READERS];

static struct node *new_node(int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    return node;
}

static void *reader(void *argument) {
    int me = (int)(size_t)argument;
    atomic_int barrier = 0;
    for (int i = 0; i < ROUNDS; i++) {
        struct node *node = atomic_load_explicit(&current, memory_order_acquire);
        for (;;) {
            atomic_store_explicit(&hazards[me], node, NOTE);
            atomic_exchange_explicit(&barrier, 1, memory_order_acq_rel);
            struct node *again = atomic_load_explicit(&current, LOOK);
            if (again == node)
                break;
            node = again;
        }
        seen[me] += node->value;
        atomic_store_explicit(&hazards[me], NULL, memory_order_release);
    }
    return NULL;
}

static int is_noted(struct node *node) {
    for (int i = 0; i < READERS; i++)
        if (atomic_load_explicit(&hazards[i], memory_order_seq_cst) == node)
            return 1;
    return 0;
}

static void *writer(void *argument) {
    for (int value = 1; value <= ROUNDS; value++) {
        struct node *old = atomic_exchange_explicit(&current, new_node(value), memory_order_seq_cst);
        while (is_noted(old))
            sched_yield();
        free(old);
    }
    return argument;
}

int main(void) {
    pthread_t threads[READERS + 1];
    atomic_init(&current, new_node(0));
    for (size_t i = 0; i < READERS; i++)
        pthread_create(&threads[i], NULL, reader, (void *)i);
    pthread_create(&threads[READERS], NULL, writer, NULL);
    for (int i = 0; i <= READERS; i++)
        pthread_join(threads[i], NULL);
    free(atomic_load_explicit(&current, memory_order_relaxed));
    return 0;
}
