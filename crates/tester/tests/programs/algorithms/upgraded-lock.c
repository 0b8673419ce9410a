// A lock for readers, one of whom may become the writer when the others have left.
//
// Bug, that of parking_lot 0.12.5 (`try_upgrade` in raw_rwlock.rs): when the first attempt to become the writer fails, the next ones are relaxed, so that what the writer does does not come after the
// last reader.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#ifdef BUG
#define AGAIN memory_order_relaxed
#else
#define AGAIN memory_order_acquire
#endif

enum { READERS = 2, ROUNDS = 4, WRITER = 1024 };

static atomic_int state;
static int data;
static int seen[READERS + 1];

static void read_lock(void) {
    int old = atomic_load_explicit(&state, memory_order_relaxed);
    for (;;) {
        if (old >= WRITER) {
            sched_yield();
            old = atomic_load_explicit(&state, memory_order_relaxed);
        } else if (atomic_compare_exchange_weak_explicit(&state, &old, old + 1, memory_order_acquire,
                                                         memory_order_relaxed)) {
            return;
        }
    }
}

static void read_unlock(void) {
    atomic_fetch_sub_explicit(&state, 1, memory_order_release);
}

static void upgrade(void) {
    int old = 1;
    if (atomic_compare_exchange_strong_explicit(&state, &old, WRITER, memory_order_acquire, memory_order_relaxed))
        return;
    do {
        old = 1;
        sched_yield();
    } while (!atomic_compare_exchange_weak_explicit(&state, &old, WRITER, AGAIN, memory_order_relaxed));
}

static void write_unlock(void) {
    atomic_store_explicit(&state, 0, memory_order_release);
}

static void *reader(void *argument) {
    for (int i = 0; i < ROUNDS; i++) {
        read_lock();
        *(int *)argument += data;
        read_unlock();
    }
    return NULL;
}

static void *writer(void *argument) {
    for (int i = 0; i < ROUNDS; i++) {
        read_lock();
        *(int *)argument += data;
        upgrade();
        data++;
        write_unlock();
    }
    return NULL;
}

int main(void) {
    pthread_t threads[READERS + 1];
    for (int i = 0; i < READERS; i++)
        pthread_create(&threads[i], NULL, reader, &seen[i]);
    pthread_create(&threads[READERS], NULL, writer, &seen[READERS]);
    for (int i = 0; i <= READERS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
