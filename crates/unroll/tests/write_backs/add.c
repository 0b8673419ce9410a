#include "main.h"

/* Both add; what a failing comparison has found is what the next one expects. */
static atomic_int sum;

static void *first(void *unused)
{
    int old = atomic_load_explicit(&sum, RELAXED);
#ifdef BUG
    atomic_store_explicit(&sum, old + 1, RELAXED);
#else
    while (!atomic_compare_exchange_strong_explicit(&sum, &old, old + 1, RELAXED, RELAXED)) {}
#endif
    return unused;
}

static void *second(void *unused)
{
    return first(unused);
}

static int holds(void)
{
    return atomic_load_explicit(&sum, RELAXED) == 2;
}
