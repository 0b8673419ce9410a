/* Buffers of writes, one a thread, and what the dialects say differently. All functions but lk_fence act in one step. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define LK_THREADS 64

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
#else
#include <sched.h>
#include <stdio.h>
static pthread_mutex_t lk_mutex = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int lk_inside;
static uint64_t lk_random = 1;
#define LK_BEGIN() do { if (!lk_inside) pthread_mutex_lock(&lk_mutex); } while (0)
#define LK_END() do { if (!lk_inside) { pthread_mutex_unlock(&lk_mutex); sched_yield(); } } while (0)
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

struct lk_entry {
  uint64_t address, value;
  unsigned bytes;
  /* How many fences of writes came before. */
  unsigned epoch;
};

struct lk_thread {
  pthread_t id;
  uint64_t (*function)(uint64_t);
  uint64_t argument, result;
};

static struct lk_entry lk_buffers[LK_THREADS][LK_BOUND];
static unsigned lk_counts[LK_THREADS], lk_epochs[LK_THREADS];
static struct lk_thread lk_threads[LK_THREADS];
static unsigned lk_started = 1;
static _Thread_local unsigned lk_self;

static int64_t lk_signed(uint64_t value, unsigned bits)
{
  return (int64_t)(value << (64 - bits)) >> (64 - bits);
}

static uint64_t lk_load(uint64_t address, unsigned bytes)
{
  void *at = (void *)(uintptr_t)address;
  switch (bytes) {
  case 1: return *(volatile uint8_t *)at;
  case 2: return *(volatile uint16_t *)at;
  case 4: return *(volatile uint32_t *)at;
  default: return *(volatile uint64_t *)at;
  }
}

static void lk_store(uint64_t address, uint64_t value, unsigned bytes)
{
  void *at = (void *)(uintptr_t)address;
  switch (bytes) {
  case 1: *(volatile uint8_t *)at = (uint8_t)value; break;
  case 2: *(volatile uint16_t *)at = (uint16_t)value; break;
  case 4: *(volatile uint32_t *)at = (uint32_t)value; break;
  default: *(volatile uint64_t *)at = value; break;
  }
}

static int lk_overlap(const struct lk_entry *entry, uint64_t address, unsigned bytes)
{
  return entry->address < address + bytes && address < entry->address + entry->bytes;
}

/* Lets the write at `index` take effect. */
static void lk_take(unsigned index)
{
  struct lk_entry *buffer = lk_buffers[lk_self];
  lk_store(buffer[index].address, buffer[index].value, buffer[index].bytes);
  for (unsigned next = index + 1; next < lk_counts[lk_self]; next++)
    buffer[next - 1] = buffer[next];
  lk_counts[lk_self]--;
}

static int lk_may_leave(unsigned index)
{
  struct lk_entry *buffer = lk_buffers[lk_self];
  if (LK_FIFO)
    return index == 0;
  for (unsigned before = 0; before < index; before++)
    if (buffer[before].epoch < buffer[index].epoch ||
        lk_overlap(&buffer[before], buffer[index].address, buffer[index].bytes))
      return 0;
  return 1;
}

/* Some writes of this thread may take effect now. */
static void lk_some(void)
{
  for (unsigned turn = 0; LK_BUFFERED && turn < LK_BOUND && lk_counts[lk_self] > 0; turn++) {
    unsigned index = (unsigned)(LK_CHOOSE() % (LK_BOUND + 1));
    if (index >= lk_counts[lk_self] || !lk_may_leave(index))
      return;
    lk_take(index);
  }
}

static void lk_drain(void)
{
  for (unsigned turn = 0; turn < LK_BOUND && lk_counts[lk_self] > 0; turn++)
    lk_take(0);
}

static void lk_fence(void)
{
  /* One write after the other: others may come between. */
  for (unsigned turn = 0; turn < LK_BOUND; turn++) {
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
  for (unsigned index = lk_counts[lk_self]; index-- > 0;) {
    struct lk_entry *entry = &lk_buffers[lk_self][index];
    if (!lk_overlap(entry, address, bytes))
      continue;
    if (entry->address <= address && address + bytes <= entry->address + entry->bytes) {
      uint64_t value = entry->value >> 8 * (address - entry->address);
      LK_END();
      return bytes < 8 ? value & ((UINT64_C(1) << 8 * bytes) - 1) : value;
    }
    /* Bytes from the buffer and from memory: the buffer goes first. */
    lk_drain();
    break;
  }
  uint64_t value = lk_load(address, bytes);
  LK_END();
  return value;
}

static void lk_write(uint64_t address, uint64_t value, unsigned bytes)
{
  LK_BEGIN();
  lk_some();
  if (LK_BUFFERED && (lk_counts[lk_self] > 0 || LK_CHOOSE() % 2)) {
    LK_SUFFICES(lk_counts[lk_self] < LK_BOUND);
    struct lk_entry entry = { address, value, bytes, lk_epochs[lk_self] };
    lk_buffers[lk_self][lk_counts[lk_self]++] = entry;
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

static uint64_t lk_compare_exchange(uint64_t address, uint64_t expected, uint64_t value, unsigned bytes, uint64_t *success)
{
  lk_fence();
  LK_BEGIN();
  uint64_t old = lk_load(address, bytes);
  *success = old == expected;
  if (old == expected)
    lk_store(address, value, bytes);
  LK_END();
  return old;
}

static uint64_t lk_allocate(uint64_t bytes)
{
  return (uint64_t)(uintptr_t)calloc(1, bytes > 0 ? bytes : 1);
}

static void lk_free(uint64_t pointer)
{
  lk_fence();
  free((void *)(uintptr_t)pointer);
}

static void *lk_thread_main(void *number)
{
  lk_self = (unsigned)(uintptr_t)number;
  lk_threads[lk_self].result = lk_threads[lk_self].function(lk_threads[lk_self].argument);
  lk_fence();
  return 0;
}

static void lk_start(uint64_t handle, uint64_t function, uint64_t argument)
{
  lk_fence();
  unsigned number = lk_started++;
  LK_SUFFICES(number < LK_THREADS);
  lk_threads[number].function = (uint64_t (*)(uint64_t))(uintptr_t)function;
  lk_threads[number].argument = argument;
  if (handle)
    lk_store(handle, number, 8);
  pthread_create(&lk_threads[number].id, 0, lk_thread_main, (void *)(uintptr_t)number);
}

static void lk_join(uint64_t number, uint64_t returned)
{
  lk_fence();
  pthread_join(lk_threads[number].id, 0);
  if (returned)
    lk_store(returned, lk_threads[number].result, 8);
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
