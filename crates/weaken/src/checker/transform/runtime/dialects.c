/* What the dialects say differently. */
#if !defined(LK_GENMC)
#include <stdlib.h>
#endif

#if defined(LK_CBMC)
#define LK_BEGIN() __CPROVER_atomic_begin()
#define LK_END() __CPROVER_atomic_end()
#define LK_ASSUME(condition) __CPROVER_assume(condition)
#define LK_ASSERT(condition) __CPROVER_assert(condition, "assertion of the source")
#define LK_SUFFICES(condition) __CPROVER_assert(condition, "the bound of the buffers suffices")
#define LK_UNSUPPORTED(what) __CPROVER_assert(0, "not understood: " what)
uint64_t nondet_uint64_t(void);
_Bool nondet_bool(void);
#define LK_CHOOSE() nondet_uint64_t()
#define LK_FLAG() nondet_bool()
#define LK_LOCAL __CPROVER_thread_local
#elif defined(LK_SVCOMP)
#include <pthread.h>
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
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
#define LK_FLAG() __VERIFIER_nondet_bool()
#define LK_LOCAL _Thread_local
#elif defined(LK_GENMC)
/* GenMC has no choices: what a relaxed read gives of a flag that another thread sets is one. Memory is atomics that are sequentially consistent, so that there is no
   need of sections, and a read-modify-write is a compare-and-exchange. Of a condition it says the text. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define LK_BEGIN() (void)0
#define LK_END() (void)0
#define LK_ASSUME(condition) __VERIFIER_assume((condition) != 0)
#define LK_ASSERT(condition) assert("assertion of the source" && (condition))
#define LK_SUFFICES(condition) assert("the bound of the buffers suffices" && (condition))
#define LK_UNSUPPORTED(what) assert("not understood: " what && 0)
#define LK_FLAG() lk_flag()
#define LK_LOCAL _Thread_local
#define LK_CELL _Atomic
#define LK_LISTED
#define LK_EACH [LK_THREADS]
#define LK_THREADS 8
#define LK_FLAGS 32
#else
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#define LK_LOCAL _Thread_local
static pthread_mutex_t lk_mutex = PTHREAD_MUTEX_INITIALIZER;
static uint64_t lk_random = 1;
#define LK_BEGIN() pthread_mutex_lock(&lk_mutex)
#define LK_END() \
  do { \
    unsigned lk_pauses = (unsigned)(lk_draw() % 16); \
    pthread_mutex_unlock(&lk_mutex); \
    while (lk_pauses-- > 0) \
      sched_yield(); \
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
#define LK_FLAG() ((int)(lk_draw() & 1))
#endif

#if !defined(LK_GENMC)
#define LK_THREADS 64
/* How memory that threads share and the lists of each thread are declared. */
#define LK_CELL
#define LK_LISTED LK_LOCAL
#define LK_EACH
#endif

enum lk_update {
  LK_EXCHANGE, LK_ADD, LK_SUBTRACT, LK_AND, LK_NAND, LK_OR, LK_XOR, LK_MAXIMUM, LK_MINIMUM, LK_UNSIGNED_MAXIMUM,
  LK_UNSIGNED_MINIMUM
};

/* The number of this thread, and whether it is in an atomic section. */
static LK_LOCAL unsigned lk_self;
static LK_LOCAL unsigned char lk_inside;

#if defined(LK_GENMC)
static atomic_int lk_flags[LK_THREADS * LK_FLAGS];
static LK_LOCAL unsigned lk_drawn;

static int lk_flag(void)
{
  LK_SUFFICES(lk_drawn < LK_FLAGS);
  return atomic_load_explicit(&lk_flags[lk_self * LK_FLAGS + lk_drawn++], memory_order_relaxed);
}

static void *lk_set_flags(void *unused)
{
  for (unsigned flag = 0; flag < LK_THREADS * LK_FLAGS; flag++)
    atomic_store_explicit(&lk_flags[flag], 1, memory_order_relaxed);
  return unused;
}
#endif

static uint64_t lk_mask(unsigned bytes)
{
  return bytes < 8 ? (UINT64_C(1) << 8 * bytes) - 1 : UINT64_MAX;
}

static int64_t lk_signed(uint64_t value, unsigned bits)
{
  return (int64_t)(value << (64 - bits)) >> (64 - bits);
}

/* What a read-modify-write writes. */
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
