/* A strategy of your own for `lakmus test --strategy-library FILE`.
 *
 * An execution leaves three things open: which thread takes the next step, which of the stores that it may read from an atomic
 * load reads, and a few others (whom a signal wakes, whether a weak compare-exchange fails). A strategy decides them.
 *
 * A strategy is a shared library that defines the variable `lakmus_strategy`. It is loaded into the tested program before its first
 * thread is created, and its functions are called there, one at a time. Compile it without instrumentation:
 *
 *     cc -O2 -shared -fPIC -I PREFIX/include strategy.c -o strategy.so
 *
 * Its functions may call the C library, but not wait, create threads, or call functions of the program. Each execution is a process forked from one
 * that has loaded the library: what a strategy changes in its own variables is gone with the execution. What it is to remember goes into
 * the shared memory, which all executions of a run have. Executions of a run take place one after the other.
 *
 * Whatever a strategy does, an execution is one that the memory model allows, and what is found is reported with its decisions: `--replay` does it
 * again without the strategy. Runs repeat if the strategy depends on nothing but what it is shown: no clock, no addresses of its own.
 *
 * This interface has a version. Later ones may add members at the ends of structures and kinds of operations.
 */
#ifndef LAKMUS_STRATEGY_H
#define LAKMUS_STRATEGY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LAKMUS_STRATEGY_VERSION 1

/* What a thread does in its next step. */
enum lakmus_operation {
  LAKMUS_LOAD = 0,   /* an atomic load */
  LAKMUS_STORE = 1,  /* an atomic store */
  LAKMUS_UPDATE = 2, /* a read-modify-write, or a compare-exchange */
  LAKMUS_FENCE = 3,
  LAKMUS_START = 4,  /* the first step of a thread */
  LAKMUS_FINISH = 5, /* the last one */
  LAKMUS_CREATE = 6, /* creates a thread */
  LAKMUS_JOIN = 7,   /* waits for the end of a thread; it has ended */
  LAKMUS_LOCK = 8,   /* takes a mutex, a semaphore or the like, or tries to */
  LAKMUS_UNLOCK = 9, /* gives it back */
  LAKMUS_SYNC = 10,  /* anything else with such an object: waits, wakes, comes to a barrier */
  LAKMUS_YIELD = 11  /* lets others go first */
};

/* The order of an atomic operation. */
enum lakmus_order {
  LAKMUS_RELAXED = 0,
  LAKMUS_ACQUIRE = 1,
  LAKMUS_RELEASE = 2,
  LAKMUS_ACQ_REL = 3,
  LAKMUS_SEQ_CST = 4
};

/* A thread that can go on, and what it does then. */
struct lakmus_step {
  uint32_t thread;    /* threads are numbered by creation; the main thread is 0 */
  uint32_t operation; /* enum lakmus_operation */
  uint32_t order;     /* enum lakmus_order; for operations without one LAKMUS_RELAXED */
  uint32_t reserved;
  uint64_t address; /* of the object; 0 for operations without one */
};

#define LAKMUS_NO_THREAD UINT32_MAX

/* A store that a load may read. */
struct lakmus_store {
  uint32_t thread; /* LAKMUS_NO_THREAD: what was there at first, or came from code that is not instrumented */
  uint32_t event;  /* which of the events of its thread it is: the same in executions in which the thread does the same */
  uint64_t time;   /* of two stores the later one has the greater */
  uint64_t value;  /* its lowest eight bytes */
};

/* What else is open. */
enum lakmus_choice {
  LAKMUS_SPURIOUS_FAILURE = 0, /* 1: the weak compare-exchange fails although it reads what it expects */
  LAKMUS_WAKE = 1,             /* which of the threads that wait a signal wakes */
  LAKMUS_OTHER = 2
};

/* What a strategy is. A function that is a null pointer leaves things as they are: a thread goes on until it waits, ends or yields;
 * loads read the newest store; of other possibilities the first is taken. Answers are places in the lists, from 0; one that is too
 * large counts as the last. */
struct lakmus_strategy {
  uint32_t version; /* LAKMUS_STRATEGY_VERSION */
  uint32_t reserved;
  uint64_t shared_size; /* bytes of shared memory, zero at first; at most a gibibyte */
  /* An execution begins: its number, from 0, and its seed. Called in the process of the execution. */
  void (*begin)(void *shared, uint64_t number, uint64_t seed);
  /* Which of `count` threads, in ascending order, goes on. `current` has taken the last step; it is not always among them. */
  size_t (*pick_thread)(uint32_t current, const struct lakmus_step *steps, size_t count);
  /* Which of `count` stores `thread` reads. `latest` is the place of the newest. */
  size_t (*pick_store)(uint32_t thread, const struct lakmus_store *stores, size_t count, size_t latest);
  /* Which of `count` possibilities is taken; `choice` is an enum lakmus_choice. */
  size_t (*pick)(uint32_t thread, uint32_t choice, size_t count);
  /* An execution has ended, in whatever way, with so many findings. Called in the process that forks executions. */
  void (*end)(void *shared, uint64_t number, uint64_t findings);
};

/* Defined by the strategy. */
extern const struct lakmus_strategy lakmus_strategy;

#ifdef __cplusplus
}
#endif

#endif
