/* What all programs of a directory share. A program includes this file twice: before what belongs to its test, and behind it. */
#ifndef HARNESS_TYPES
#define HARNESS_TYPES

#define _GNU_SOURCE
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Locations of an instance are in cache lines of their own. */
#define LINE 128

/* What a place holds: the address of a location of the instance, or a number, extended to 64 bits with or without a sign as the place's type is. All numbers of
   64 bits are numbers of tests, so that none can stand for a location. */
typedef struct {
  uint64_t bits;
  /* The location's number and 1; 0 for a number. */
  uint64_t location;
} value_t;

static inline int is_number(value_t value, uint64_t bits)
{
  return !value.location && value.bits == bits;
}

static inline int is_location(value_t value, int location)
{
  return value.location == (uint64_t)location + 1;
}

static inline int is_same(value_t left, value_t right)
{
  return left.location == right.location && left.bits == right.bits;
}

#define EXISTS 0
#define NOT_EXISTS 1
#define FORALL 2

struct memory;
/* The location of the instance with this address, or the number. */
static value_t named(const struct memory *m, uint64_t raw, uint64_t number);

#else

static value_t named(const struct memory *m, uint64_t raw, uint64_t number)
{
  for (int location = 0; location < LOCATIONS; location++)
    if (raw == (uint64_t)address_of(m, location))
      return (value_t){ .location = location + 1 };
  return (value_t){ .bits = number };
}

struct outcome {
  value_t values[VALUES];
  uint64_t count;
  int holds;
};

static struct outcome *outcomes;
static size_t outcome_count, outcome_room;

static struct memory *memories;
static uint64_t (*registers)[THREADS > 0 ? THREADS : 1][VALUES];
static atomic_int *arrivals;
static size_t *order;
static size_t instances = 1000, rounds = 10;
static pthread_barrier_t round_begins, round_ends;

/* Threads meet at each instance: who comes first waits, and not for ever, as there may be fewer processors than threads. */
static void meet(atomic_int *arrived)
{
  atomic_fetch_add_explicit(arrived, 1, memory_order_relaxed);
  for (int turns = 0; atomic_load_explicit(arrived, memory_order_relaxed) < THREADS && turns < 2000; turns++)
    if (turns % 200 == 199)
      sched_yield();
}

static void *thread_main(void *argument)
{
  int thread = (int)(intptr_t)argument;
  for (size_t round = 0; round < rounds; round++) {
    pthread_barrier_wait(&round_begins);
    for (size_t i = 0; i < instances; i++) {
      size_t at = order[i];
      meet(&arrivals[at]);
      run_thread(thread, &memories[at], registers[at][thread]);
    }
    pthread_barrier_wait(&round_ends);
  }
  return NULL;
}

static void note(const value_t *values)
{
  for (size_t i = 0; i < outcome_count; i++)
    if (!memcmp(outcomes[i].values, values, SHOWN * sizeof(value_t)) && outcomes[i].holds == condition_holds(values)) {
      outcomes[i].count++;
      return;
    }
  if (outcome_count == outcome_room) {
    outcome_room = 2 * outcome_room + 16;
    outcomes = realloc(outcomes, outcome_room * sizeof(*outcomes));
    if (!outcomes)
      abort();
  }
  struct outcome *new = &outcomes[outcome_count++];
  memcpy(new->values, values, sizeof(new->values));
  new->count = 1;
  new->holds = condition_holds(values);
}

static int compare_outcomes(const void *a, const void *b)
{
  const struct outcome *left = a, *right = b;
  for (int i = 0; i < SHOWN; i++) {
    value_t one = left->values[i], other = right->values[i];
    if (one.location != other.location)
      return one.location < other.location ? -1 : 1;
    /* As in a model's log, numbers of 64 bits are in order as if they all had a sign. */
    if (one.bits != other.bits)
      return (int64_t)one.bits < (int64_t)other.bits ? -1 : 1;
  }
  return 0;
}

static void print_value(value_t value, int is_signed)
{
  if (value.location)
    printf("%s", location_names[value.location - 1]);
  else if (is_signed)
    printf("%" PRId64, (int64_t)value.bits);
  else
    printf("%" PRIu64, value.bits);
}

static void print_log(double seconds)
{
  uint64_t positive = 0, negative = 0;
  qsort(outcomes, outcome_count, sizeof(*outcomes), compare_outcomes);
  printf("Test %s %s\nHistogram (%zu states)\n", test_name, test_kind, outcome_count);
  for (size_t i = 0; i < outcome_count; i++) {
    const struct outcome *o = &outcomes[i];
    int is_marked = QUANTIFIER == FORALL ? !o->holds : o->holds;
    *(o->holds ? &positive : &negative) += o->count;
    printf("%-6" PRIu64 "%c>", o->count, is_marked ? '*' : ':');
    for (int v = 0; v < SHOWN; v++) {
      printf("%s%s=", v ? " " : "", value_names[v]);
      print_value(o->values[v], value_is_signed[v]);
      printf(";");
    }
    printf("\n");
  }
  int is_ok = QUANTIFIER == EXISTS ? positive > 0 : QUANTIFIER == NOT_EXISTS ? positive == 0 : negative == 0;
  int is_swapped = QUANTIFIER == NOT_EXISTS;
  printf("%s\n\nWitnesses\n", is_ok ? "Ok" : "No");
  printf("Positive: %" PRIu64 ", Negative: %" PRIu64 "\n", is_swapped ? negative : positive, is_swapped ? positive : negative);
  printf("Condition %s is %svalidated\n", test_condition, is_ok ? "" : "NOT ");
  printf("Hash=%s\n", test_hash);
  printf("Observation %s %s %" PRIu64 " %" PRIu64 "\n", test_name,
         positive == 0 ? "Never" : negative == 0 ? "Always" : "Sometimes", positive, negative);
  printf("Time %s %.2f\n\n", test_name, seconds);
}

static size_t number(const char *text, const char *option)
{
  char *end;
  long value = strtol(text, &end, 10);
  if (*end || end == text || value < 1) {
    fprintf(stderr, "%s needs a number from 1 on, not `%s`\n", option, text);
    exit(2);
  }
  return (size_t)value;
}

int main(int argc, char **argv)
{
  for (int i = 1; i < argc; i += 2) {
    if (i + 1 < argc && !strcmp(argv[i], "-s"))
      instances = number(argv[i + 1], "-s");
    else if (i + 1 < argc && !strcmp(argv[i], "-r"))
      rounds = number(argv[i + 1], "-r");
    else {
      fprintf(stderr, "usage: %s [-s INSTANCES] [-r ROUNDS]\n", argv[0]);
      return 2;
    }
  }
  memories = aligned_alloc(LINE, (instances * sizeof(*memories) + LINE - 1) / LINE * LINE);
  registers = calloc(instances, sizeof(*registers));
  arrivals = calloc(instances, sizeof(*arrivals));
  order = calloc(instances, sizeof(*order));
  if (!memories || !registers || !arrivals || !order) {
    fprintf(stderr, "%s: no memory for %zu instances\n", argv[0], instances);
    return 1;
  }
  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  pthread_barrier_init(&round_begins, NULL, THREADS + 1);
  pthread_barrier_init(&round_ends, NULL, THREADS + 1);
  pthread_t threads[THREADS > 0 ? THREADS : 1];
  for (intptr_t thread = 0; thread < THREADS; thread++)
    if (pthread_create(&threads[thread], NULL, thread_main, (void *)thread)) {
      fprintf(stderr, "%s: cannot create thread %d\n", argv[0], (int)thread);
      return 1;
    }
  uint64_t state = 0x9e3779b97f4a7c15u;
  for (size_t i = 0; i < instances; i++)
    order[i] = i;
  for (size_t round = 0; round < rounds; round++) {
    for (size_t i = 0; i < instances; i++) {
      initialise(&memories[i]);
      memset(registers[i], 0, sizeof(registers[i]));
      atomic_store_explicit(&arrivals[i], 0, memory_order_relaxed);
      /* xorshift64 (Marsaglia 2003): instances in another order each round. */
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      size_t other = state % (i + 1), this = order[i];
      order[i] = order[other];
      order[other] = this;
    }
    pthread_barrier_wait(&round_begins);
    pthread_barrier_wait(&round_ends);
    for (size_t i = 0; i < instances; i++) {
      value_t values[VALUES];
      memset(values, 0, sizeof(values));
      collect(&memories[i], registers[i], values);
      if (is_counted(values))
        note(values);
    }
  }
  for (int thread = 0; thread < THREADS; thread++)
    pthread_join(threads[thread], NULL);
  clock_gettime(CLOCK_MONOTONIC, &end);
  print_log((double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9);
  return 0;
}
#endif
