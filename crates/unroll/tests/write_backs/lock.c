#include "main.h"

/* A lock that expects the same in each turn. */
static atomic_int word;
static int data;

static void *first(void *unused)
{
    int old = 0;
    while (!atomic_compare_exchange_strong_explicit(&word, &old, 1, ACQUIRE, RELAXED))
        old = 0;
#ifdef BUG
    atomic_store_explicit(&word, 0, RELEASE);
    data++;
#else
    data++;
    atomic_store_explicit(&word, 0, RELEASE);
#endif
    return unused;
}

static void *second(void *unused)
{
    return first(unused);
}

static int holds(void)
{
    return data == 2;
}
