// What the lock programs have in common: threads that each enter the critical section once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 3
#endif
// The order that the broken version of a program lacks.
#ifdef BUG
#define ORDER(order) memory_order_relaxed
#else
#define ORDER(order) order
#endif

static int inside;
