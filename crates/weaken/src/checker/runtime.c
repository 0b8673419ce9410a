/* Buffers of writes, one a thread, and what the dialects say differently. All functions but lk_fence act in one step. */
#include <stdlib.h>

#define LK_THREADS 16
/* Allocated objects, and bytes in all of them. */
#define LK_OBJECTS 32
#define LK_HEAP 1024

#if defined(LK_CBMC)
#define LK_BEGIN() __CPROVER_atomic_begin()
#define LK_END() __CPROVER_atomic_end()
#define LK_ASSUME(condition) __CPROVER_assume(condition)
#define LK_ASSERT(condition) __CPROVER_assert(condition, "assertion of the source")
#define LK_SUFFICES(condition) __CPROVER_assert(condition, "the bound of the buffers suffices")
#define LK_UNSUPPORTED(what) __CPROVER_assert(0, what)
uint64_t nondet_uint64_t(void);
#define LK_CHOOSE() nondet_uint64_t()
#define LK_WAIT(condition) (__CPROVER_assume(condition), 1)
#define LK_SECTION_BEGIN() LK_BEGIN()
#define LK_SECTION_END() LK_END()
#define LK_LOCAL __CPROVER_thread_local
#elif defined(LK_SVCOMP)
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
void reach_error(void) { __builtin_unreachable(); }
#define LK_BEGIN() __VERIFIER_atomic_begin()
#define LK_END() __VERIFIER_atomic_end()
#define LK_ASSUME(condition) do { if (!(condition)) abort(); } while (0)
#define LK_ASSERT(condition) do { if (!(condition)) { reach_error(); abort(); } } while (0)
#define LK_SUFFICES(condition) LK_ASSERT(condition)
#define LK_UNSUPPORTED(what) LK_ASSERT(0)
#define LK_CHOOSE() ((uint64_t)__VERIFIER_nondet_uint() << 32 | __VERIFIER_nondet_uint())
#define LK_WAIT(condition) (condition)
#define LK_SECTION_BEGIN() LK_BEGIN()
#define LK_SECTION_END() LK_END()
#define LK_LOCAL _Thread_local
#include <pthread.h>
#else
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#define LK_LOCAL _Thread_local
static pthread_mutex_t lk_mutex = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int lk_inside;
static uint64_t lk_random = 1;
#define LK_BEGIN() do { if (!lk_inside) pthread_mutex_lock(&lk_mutex); } while (0)
#define LK_END() \
  do { \
    if (!lk_inside) { \
      unsigned lk_pauses = (unsigned)(lk_draw() % 16); \
      pthread_mutex_unlock(&lk_mutex); \
      while (lk_pauses-- > 0) \
        sched_yield(); \
    } \
  } while (0)
#define LK_ASSUME(condition) do { if (!(condition)) _Exit(0); } while (0)
#define LK_STOP(condition, status, what) \
  do { if (!(condition)) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, what); _Exit(status); } } while (0)
#define LK_ASSERT(condition) LK_STOP(condition, 1, "an assertion of the source fails")
#define LK_SUFFICES(condition) LK_STOP(condition, 3, "the bound of the buffers does not suffice")
#define LK_UNSUPPORTED(what) LK_STOP(0, 3, "not understood: " what)
static uint64_t lk_draw(void)
{
  lk_random ^= lk_random << 13;
  lk_random ^= lk_random >> 7;
  lk_random ^= lk_random << 17;
  return lk_random * UINT64_C(2685821657736338717) >> 8;
}
#define LK_CHOOSE() lk_draw()
#define LK_WAIT(condition) (condition)
#define LK_SECTION_BEGIN() do { LK_BEGIN(); lk_inside = 1; } while (0)
#define LK_SECTION_END() do { lk_inside = 0; LK_END(); } while (0)
#endif

enum lk_update {
  LK_EXCHANGE, LK_ADD, LK_SUBTRACT, LK_AND, LK_NAND, LK_OR, LK_XOR, LK_MAXIMUM, LK_MINIMUM, LK_UNSIGNED_MAXIMUM,
  LK_UNSIGNED_MINIMUM
};

/* Addresses are numbers: one more than the object in the upper half, the offset in the lower. */
static unsigned char lk_memory[LK_BYTES + LK_HEAP] = { LK_INITIAL };
static unsigned lk_starts[LK_STATICS + LK_OBJECTS] = { LK_STARTS };
static unsigned lk_sizes[LK_STATICS + LK_OBJECTS] = { LK_SIZES };
static unsigned lk_objects = LK_STATICS, lk_end = LK_BYTES;

/* Buffers: the writes of thread t are at t * LK_BOUND and on, the oldest first. */
static uint64_t lk_addresses[LK_THREADS * LK_BOUND], lk_values[LK_THREADS * LK_BOUND];
static unsigned lk_widths[LK_THREADS * LK_BOUND];
/* How many fences of writes came before. */
static unsigned lk_before[LK_THREADS * LK_BOUND];
static unsigned lk_counts[LK_THREADS], lk_epochs[LK_THREADS];

static uint64_t lk_functions[LK_THREADS], lk_arguments[LK_THREADS], lk_results[LK_THREADS];
static unsigned char lk_done[LK_THREADS];
static unsigned lk_started = 1;
static LK_LOCAL unsigned lk_self;

/* The functions that threads may begin with; behind the program. */
static uint64_t lk_call1(uint64_t function, uint64_t argument);

static int64_t lk_signed(uint64_t value, unsigned bits)
{
  return (int64_t)(value << (64 - bits)) >> (64 - bits);
}

static unsigned lk_place(uint64_t address, unsigned bytes)
{
  uint64_t object = (address >> 32) - 1, offset = address & UINT64_C(0xffffffff);
  int is_inside = object < lk_objects && offset + bytes <= lk_sizes[object < lk_objects ? object : 0];
  LK_ASSERT(is_inside);
  LK_ASSUME(is_inside);
  return lk_starts[object] + (unsigned)offset;
}

static uint64_t lk_load(uint64_t address, unsigned bytes)
{
  unsigned at = lk_place(address, bytes);
  uint64_t value = 0;
  for (unsigned index = 0; index < bytes; index++)
    value |= (uint64_t)lk_memory[at + index] << 8 * index;
  return value;
}

static void lk_store(uint64_t address, uint64_t value, unsigned bytes)
{
  unsigned at = lk_place(address, bytes);
  for (unsigned index = 0; index < bytes; index++)
    lk_memory[at + index] = (unsigned char)(value >> 8 * index);
}

static int lk_overlap(unsigned entry, uint64_t address, unsigned bytes)
{
  return lk_addresses[entry] < address + bytes && address < lk_addresses[entry] + lk_widths[entry];
}

/* Lets the write at `index` take effect. */
static void lk_take(unsigned index)
{
  unsigned first = lk_self * LK_BOUND, count = lk_counts[lk_self];
  lk_store(lk_addresses[first + index], lk_values[first + index], lk_widths[first + index]);
  for (unsigned next = index + 1; next < count; next++) {
    lk_addresses[first + next - 1] = lk_addresses[first + next];
    lk_values[first + next - 1] = lk_values[first + next];
    lk_widths[first + next - 1] = lk_widths[first + next];
    lk_before[first + next - 1] = lk_before[first + next];
  }
  lk_counts[lk_self] = count - 1;
}

static int lk_may_leave(unsigned index)
{
  unsigned first = lk_self * LK_BOUND;
  if (LK_FIFO)
    return index == 0;
  for (unsigned earlier = 0; earlier < index; earlier++)
    if (lk_before[first + earlier] < lk_before[first + index] ||
        lk_overlap(first + earlier, lk_addresses[first + index], lk_widths[first + index]))
      return 0;
  return 1;
}

/* Some writes of this thread may take effect now. */
static void lk_some(void)
{
  for (unsigned turn = 0; LK_BUFFERED && turn < LK_BOUND; turn++) {
    unsigned index = (unsigned)(LK_CHOOSE() % (LK_BOUND + 1));
    if (index >= lk_counts[lk_self] || !lk_may_leave(index))
      return;
    lk_take(index);
  }
}

/* Empties the buffer, one write after the other: what others do may come between. */
static void lk_fence(void)
{
  for (unsigned turn = 0; LK_BUFFERED && turn < LK_BOUND; turn++) {
    LK_BEGIN();
    if (lk_counts[lk_self] > 0) {
      unsigned index = LK_FIFO ? 0 : (unsigned)(LK_CHOOSE() % LK_BOUND);
      lk_take(index < lk_counts[lk_self] && lk_may_leave(index) ? index : 0);
    }
    LK_END();
  }
}

static void lk_fence_writes(void)
{
  lk_epochs[lk_self]++;
}

static uint64_t lk_read(uint64_t address, unsigned bytes)
{
  LK_BEGIN();
  lk_some();
  unsigned first = lk_self * LK_BOUND, count = lk_counts[lk_self], found = LK_BOUND;
  for (unsigned index = 0; index < LK_BOUND; index++)
    if (index < count && lk_overlap(first + index, address, bytes))
      found = index;
  uint64_t value;
  unsigned entry = first + (found < LK_BOUND ? found : 0);
  if (found == LK_BOUND) {
    value = lk_load(address, bytes);
  } else if (lk_addresses[entry] <= address && address + bytes <= lk_addresses[entry] + lk_widths[entry]) {
    value = lk_values[entry] >> 8 * (unsigned)(address - lk_addresses[entry]);
    if (bytes < 8)
      value &= (UINT64_C(1) << 8 * bytes) - 1;
  } else {
    /* Bytes from the buffer and from memory: the buffer goes first. */
    for (unsigned turn = 0; turn < LK_BOUND; turn++)
      if (lk_counts[lk_self] > 0)
        lk_take(0);
    value = lk_load(address, bytes);
  }
  LK_END();
  return value;
}

static void lk_write(uint64_t address, uint64_t value, unsigned bytes)
{
  LK_BEGIN();
  lk_some();
  unsigned count = lk_counts[lk_self];
  if (LK_BUFFERED && (count > 0 || LK_CHOOSE() % 2)) {
    LK_SUFFICES(count < LK_BOUND);
    LK_ASSUME(count < LK_BOUND);
    unsigned entry = lk_self * LK_BOUND + count;
    lk_place(address, bytes);
    lk_addresses[entry] = address;
    lk_values[entry] = value;
    lk_widths[entry] = bytes;
    lk_before[entry] = lk_epochs[lk_self];
    lk_counts[lk_self] = count + 1;
  } else {
    lk_store(address, value, bytes);
  }
  LK_END();
}

static uint64_t lk_changed(uint64_t old, uint64_t value, unsigned bytes, enum lk_update how)
{
  int64_t left = lk_signed(old, 8 * bytes), right = lk_signed(value, 8 * bytes);
  switch (how) {
  case LK_EXCHANGE: return value;
  case LK_ADD: return old + value;
  case LK_SUBTRACT: return old - value;
  case LK_AND: return old & value;
  case LK_NAND: return ~(old & value);
  case LK_OR: return old | value;
  case LK_XOR: return old ^ value;
  case LK_MAXIMUM: return left > right ? old : value;
  case LK_MINIMUM: return left < right ? old : value;
  case LK_UNSIGNED_MAXIMUM: return old > value ? old : value;
  default: return old < value ? old : value;
  }
}

static uint64_t lk_update(uint64_t address, uint64_t value, unsigned bytes, enum lk_update how)
{
  lk_fence();
  LK_BEGIN();
  uint64_t old = lk_load(address, bytes);
  lk_store(address, lk_changed(old, value, bytes, how), bytes);
  LK_END();
  return old;
}

/* Gives what was there; it is replaced when that was expected. */
static uint64_t lk_compare_exchange(uint64_t address, uint64_t expected, uint64_t value, unsigned bytes)
{
  lk_fence();
  LK_BEGIN();
  uint64_t old = lk_load(address, bytes);
  if (old == expected)
    lk_store(address, value, bytes);
  LK_END();
  return old;
}

static uint64_t lk_allocate(uint64_t bytes)
{
  LK_BEGIN();
  unsigned object = lk_objects, start = lk_end;
  LK_SUFFICES(object < LK_STATICS + LK_OBJECTS && bytes <= LK_BYTES + LK_HEAP - start);
  LK_ASSUME(object < LK_STATICS + LK_OBJECTS && bytes <= LK_BYTES + LK_HEAP - start);
  lk_objects = object + 1;
  lk_end = start + (unsigned)bytes;
  lk_starts[object] = start;
  lk_sizes[object] = (unsigned)bytes;
  LK_END();
  return ((uint64_t)object + 1) << 32;
}

/* An object that is freed has no bytes any more, and its number is not given out again. */
static void lk_free(uint64_t pointer)
{
  lk_fence();
  LK_BEGIN();
  if (pointer != 0) {
    lk_place(pointer, 0);
    lk_sizes[(pointer >> 32) - 1] = 0;
  }
  LK_END();
}

static void lk_run(unsigned number)
{
  lk_self = number;
  uint64_t result = lk_call1(lk_functions[number], lk_arguments[number]);
  lk_fence();
  LK_BEGIN();
  lk_results[number] = result;
  lk_done[number] = 1;
  LK_END();
}

#if !defined(LK_CBMC)
static void *lk_thread_main(void *number)
{
  lk_run((unsigned)(uintptr_t)number);
  return 0;
}
#endif

static void lk_start(uint64_t handle, uint64_t function, uint64_t argument)
{
  lk_fence();
  LK_BEGIN();
  unsigned number = lk_started++;
  LK_SUFFICES(number < LK_THREADS);
  LK_ASSUME(number < LK_THREADS);
  lk_functions[number] = function;
  lk_arguments[number] = argument;
  if (handle)
    lk_store(handle, number, 8);
  LK_END();
#if defined(LK_CBMC)
__CPROVER_ASYNC_1:
  lk_run(number);
#else
  pthread_t id;
  pthread_create(&id, 0, lk_thread_main, (void *)(uintptr_t)number);
#endif
}

static void lk_join(uint64_t number, uint64_t returned)
{
  lk_fence();
  int is_done = 0;
  while (!is_done) {
    LK_BEGIN();
    is_done = LK_WAIT(lk_done[number]);
    LK_END();
  }
  if (returned)
    lk_store(returned, lk_results[number], 8);
}

static uint64_t lk_lock(uint64_t lock, int try_only)
{
  lk_fence();
  for (;;) {
    LK_BEGIN();
    if (try_only || LK_WAIT(lk_load(lock, 4) == 0)) {
      uint64_t taken = lk_load(lock, 4) != 0;
      if (!taken)
        lk_store(lock, lk_self + 1, 4);
      LK_END();
      return taken;
    }
    LK_END();
  }
}

static void lk_unlock(uint64_t lock)
{
  lk_fence();
  LK_BEGIN();
  lk_store(lock, 0, 4);
  LK_END();
}

static void lk_begin(void)
{
#if defined(LK_PLAIN)
  const char *seed = getenv("LAKMUS_SEED");
  lk_random = seed ? strtoull(seed, 0, 10) * 2 + 1 : 1;
  for (int turn = 0; turn < 8; turn++)
    lk_draw();
#endif
}
