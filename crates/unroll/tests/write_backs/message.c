#include "main.h"

/* One thread waits until it has changed the flag that the other sets behind its message. */
static atomic_int data, flag;
static int found;

static void *first(void *unused)
{
#ifdef BUG
    atomic_store_explicit(&flag, 1, RELEASE);
    atomic_store_explicit(&data, 1, RELAXED);
#else
    atomic_store_explicit(&data, 1, RELAXED);
    atomic_store_explicit(&flag, 1, RELEASE);
#endif
    return unused;
}

static void *second(void *unused)
{
    int old = 1;
    while (!atomic_compare_exchange_strong_explicit(&flag, &old, 2, ACQUIRE, RELAXED))
        old = 1;
    found = atomic_load_explicit(&data, RELAXED);
    return unused;
}

static int holds(void)
{
    return found == 1;
}
