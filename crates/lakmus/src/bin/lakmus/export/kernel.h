/* What all kernel modules of a directory share. A module includes this file twice: before what belongs to its test, and behind it. */
#ifndef HARNESS_TYPES
#define HARNESS_TYPES

#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/completion.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/proc_fs.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/srcu.h>
#include <linux/string.h>
#include <linux/types.h>
#include <linux/vmalloc.h>

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

/* Locations of an instance are in cache lines of their own. */
#define LINE 128

struct memory;
/* The location of the instance with this address, or the number. */
static value_t named(const struct memory *m, uint64_t raw, uint64_t number);

#else

static value_t named(const struct memory *m, uint64_t raw, uint64_t number)
{
  int location;
  for (location = 0; location < LOCATIONS; location++)
    if (raw == (uint64_t)address_of(m, location))
      return (value_t){ .location = location + 1 };
  return (value_t){ .bits = number };
}

static unsigned long instances = 1000, rounds = 10;
module_param(instances, ulong, 0444);
module_param(rounds, ulong, 0444);

struct outcome {
  value_t values[VALUES];
  u64 count;
  int holds;
};

enum { ROOM = 256 };
static struct outcome *outcomes;
static size_t outcome_count;
static u64 lost;

static struct memory *memories;
static u64 (*registers)[THREADS][VALUES];
static atomic_t *arrivals;
static struct completion done;
static atomic_t running;
static u64 nanoseconds;

/* Threads meet at each instance, but do not wait for ever. */
static void meet(atomic_t *arrived)
{
  int turns;
  atomic_inc(arrived);
  for (turns = 0; atomic_read(arrived) < THREADS && turns < 2000; turns++)
    cpu_relax();
}

static int thread_main(void *argument)
{
  int thread = (int)(long)argument;
  unsigned long i;
  for (i = 0; i < instances; i++) {
    meet(&arrivals[i]);
    run_thread(thread, &memories[i], registers[i][thread]);
    if (i % 64 == 63)
      cond_resched();
  }
  if (atomic_dec_and_test(&running))
    complete(&done);
  return 0;
}

static void note(const value_t *values)
{
  size_t i;
  for (i = 0; i < outcome_count; i++)
    if (!memcmp(outcomes[i].values, values, SHOWN * sizeof(value_t)) && outcomes[i].holds == condition_holds(values)) {
      outcomes[i].count++;
      return;
    }
  if (outcome_count == ROOM) {
    lost++;
    return;
  }
  memcpy(outcomes[outcome_count].values, values, sizeof(outcomes[0].values));
  outcomes[outcome_count].count = 1;
  outcomes[outcome_count].holds = condition_holds(values);
  outcome_count++;
}

static int run_round(void)
{
  unsigned long i;
  long thread;
  for (i = 0; i < instances; i++) {
    initialise(&memories[i]);
    memset(registers[i], 0, sizeof(registers[i]));
    atomic_set(&arrivals[i], 0);
  }
  init_completion(&done);
  atomic_set(&running, THREADS);
  for (thread = 0; thread < THREADS; thread++) {
    struct task_struct *task = kthread_run(thread_main, (void *)thread, "litmus%ld", thread);
    if (IS_ERR(task)) {
      if (atomic_sub_and_test(THREADS - thread, &running))
        complete(&done);
      wait_for_completion(&done);
      return PTR_ERR(task);
    }
  }
  wait_for_completion(&done);
  for (i = 0; i < instances; i++) {
    value_t values[VALUES];
    memset(values, 0, sizeof(values));
    collect(&memories[i], registers[i], values);
    if (is_counted(values))
      note(values);
  }
  return 0;
}

static void show_value(struct seq_file *out, value_t value, int is_signed)
{
  if (value.location)
    seq_puts(out, location_names[value.location - 1]);
  else if (is_signed)
    seq_printf(out, "%lld", (long long)value.bits);
  else
    seq_printf(out, "%llu", (unsigned long long)value.bits);
}

static int show_log(struct seq_file *out, void *unused)
{
  u64 positive = 0, negative = 0;
  size_t i;
  int v, is_ok, is_swapped = QUANTIFIER == NOT_EXISTS;
  seq_printf(out, "Test %s %s\nHistogram (%zu states)\n", test_name, test_kind, outcome_count);
  for (i = 0; i < outcome_count; i++) {
    const struct outcome *o = &outcomes[i];
    int is_marked = QUANTIFIER == FORALL ? !o->holds : o->holds;
    if (o->holds)
      positive += o->count;
    else
      negative += o->count;
    seq_printf(out, "%-6llu%c>", o->count, is_marked ? '*' : ':');
    for (v = 0; v < SHOWN; v++) {
      seq_printf(out, "%s%s=", v ? " " : "", value_names[v]);
      show_value(out, o->values[v], value_is_signed[v]);
      seq_puts(out, ";");
    }
    seq_puts(out, "\n");
  }
  is_ok = QUANTIFIER == EXISTS ? positive > 0 : QUANTIFIER == NOT_EXISTS ? positive == 0 : negative == 0;
  seq_printf(out, "%s\n\nWitnesses\n", is_ok ? "Ok" : "No");
  seq_printf(out, "Positive: %llu, Negative: %llu\n", is_swapped ? negative : positive, is_swapped ? positive : negative);
  seq_printf(out, "Condition %s is %svalidated\n", test_condition, is_ok ? "" : "NOT ");
  seq_printf(out, "Hash=%s\n", test_hash);
  seq_printf(out, "Observation %s %s %llu %llu\n", test_name,
             positive == 0 ? "Never" : negative == 0 ? "Always" : "Sometimes", positive, negative);
  seq_printf(out, "Time %s %llu.%02llu\n\n", test_name, nanoseconds / 1000000000, nanoseconds / 10000000 % 100);
  if (lost)
    pr_warn("%s: %llu runs ended in more than %d different states and are not shown\n", test_name, lost, ROOM);
  return 0;
}

static void release_all(void)
{
  vfree(memories);
  vfree(registers);
  vfree(arrivals);
  vfree(outcomes);
}

static int __init harness_init(void)
{
  unsigned long round;
  u64 begin = ktime_get_ns();
  int error = 0;
  memories = vmalloc(instances * sizeof(*memories));
  registers = vmalloc(instances * sizeof(*registers));
  arrivals = vmalloc(instances * sizeof(*arrivals));
  outcomes = vzalloc(ROOM * sizeof(*outcomes));
  if (!memories || !registers || !arrivals || !outcomes)
    error = -ENOMEM;
  for (round = 0; !error && round < rounds; round++)
    error = run_round();
  nanoseconds = ktime_get_ns() - begin;
  if (!error && !proc_create_single("litmus", 0444, NULL, show_log))
    error = -ENOMEM;
  if (error)
    release_all();
  return error;
}

static void __exit harness_exit(void)
{
  remove_proc_entry("litmus", NULL);
  release_all();
}

module_init(harness_init);
module_exit(harness_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A litmus test");
#endif
