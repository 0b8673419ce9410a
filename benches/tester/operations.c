// What `cargo xtask bench --tester` measures: the given number of operations of one kind, shared out over some threads.
//   rmw       acq_rel read-modify-writes of four counters
//   messages  release stores, acq_rel read-modify-writes and acquire loads of them, without any other order
//   plain     writes to a thread's own memory between two synchronisations
//   fork      processes that end at once, one after the other: no threads
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum kind { RMW, MESSAGES, PLAIN };

static enum kind kind;
static long share;
static struct {
    _Alignas(64) atomic_long value;
} cells[4];
static struct {
    _Alignas(64) long words[8];
} own[16];

static void message(long i)
{
    atomic_long *cell = &cells[i & 3].value;
    if (i % 3 == 0)
        atomic_store_explicit(cell, i, memory_order_release);
    else if (i % 3 == 1)
        atomic_fetch_add_explicit(cell, 1, memory_order_acq_rel);
    else
        atomic_load_explicit(cell, memory_order_acquire);
}

static void *work(void *number)
{
    const long count = share;
    long *words = own[(long)number].words;
    switch (kind) {
    case RMW:
        for (long i = 0; i < count; i++)
            atomic_fetch_add_explicit(&cells[i & 3].value, 1, memory_order_acq_rel);
        break;
    case MESSAGES:
        for (long i = 0; i < count; i++)
            message(i);
        break;
    case PLAIN:
        for (long i = 0; i < count; i++) {
            words[i & 7] = i;
            __asm__ volatile("" ::: "memory"); // Each write is done, and none is volatile.
        }
        break;
    }
    return NULL;
}

static int fork_often(long count)
{
    for (long i = 0; i < count; i++) {
        pid_t child = fork();
        if (child == 0)
            _exit(0);
        if (child < 0 || waitpid(child, NULL, 0) != child)
            return 2;
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    long threads = atol(argv[2]), count = atol(argv[3]);
    if (threads < 1 || threads > 16)
        return 2;
    if (strcmp(argv[1], "fork") == 0)
        return fork_often(count);
    kind = strcmp(argv[1], "rmw") == 0 ? RMW : strcmp(argv[1], "messages") == 0 ? MESSAGES : PLAIN;
    share = count / threads;
    pthread_t handles[16];
    for (long i = 0; i < threads; i++)
        if (pthread_create(&handles[i], NULL, work, (void *)i) != 0)
            return 2;
    for (long i = 0; i < threads; i++)
        pthread_join(handles[i], NULL);
    return 0;
}
