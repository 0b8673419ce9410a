/* Threads and locks: all full fences. The children of thread n are 8 n + 1 to 8 n + 7. */

/* Behind a step at which threads meet: what was before it elsewhere is seen from here on. Where writes reach all threads at once, it is anyway. */
#if LK_PROPAGATES
#define LK_SYNCHRONIZE() lk_fence()
#else
#define LK_SYNCHRONIZE() (void)0
#endif

static unsigned char lk_done[LK_THREADS];
#if LK_RETURNS
static uint64_t lk_results[LK_THREADS];
#endif
static LK_LOCAL unsigned lk_children;

/* Calls the function that a thread begins with; behind the program. */
static uint64_t lk_entry(uint64_t function, uint64_t argument);

static void lk_run(unsigned number, uint64_t function, uint64_t argument)
{
  lk_self = number;
  LK_SYNCHRONIZE();
  uint64_t result = lk_entry(function, argument);
  lk_fence();
  LK_BEGIN();
#if LK_RETURNS
  lk_results[number] = result;
#else
  (void)result;
#endif
  lk_done[number] = 1;
  LK_END();
}

#if !defined(LK_CBMC)
struct lk_begun { unsigned number; uint64_t function, argument; };
static struct lk_begun lk_begun[LK_THREADS];
#if defined(LK_GENMC)
static pthread_t lk_identities[LK_THREADS];
#endif

static void *lk_thread_main(void *begun)
{
  struct lk_begun *of = begun;
  lk_run(of->number, of->function, of->argument);
  return 0;
}
#endif

static void lk_start(uint64_t handle, uint64_t function, uint64_t argument)
{
  lk_fence();
  unsigned number = 8 * lk_self + ++lk_children;
  LK_SUFFICES(lk_children < 8 && number < LK_THREADS);
  LK_ASSUME(lk_children < 8 && number < LK_THREADS);
#if !defined(LK_CBMC)
  /* Before the handle, by which others may join the thread. */
  lk_begun[number].number = number;
  lk_begun[number].function = function;
  lk_begun[number].argument = argument;
#endif
  if (handle) {
    LK_BEGIN();
    lk_store(handle, number, 8);
    LK_END();
  }
#if defined(LK_CBMC)
__CPROVER_ASYNC_1:
  lk_run(number, function, argument);
#elif defined(LK_GENMC)
  pthread_create(&lk_identities[number], 0, lk_thread_main, &lk_begun[number]);
#else
  pthread_t id;
  pthread_create(&id, 0, lk_thread_main, &lk_begun[number]);
#endif
}

static void lk_join(uint64_t number, uint64_t returned, int bytes)
{
  lk_fence();
  if (number == 0 || number >= LK_THREADS)
    LK_REFUSE("a join of what is no thread");
#if defined(LK_CBMC)
  LK_BEGIN();
  LK_ASSUME(lk_done[number]);
  LK_END();
#elif defined(LK_GENMC)
  if (lk_begun[number].number != number)
    LK_UNSUPPORTED("a join of what is no thread");
  pthread_join(lk_identities[number], 0);
#else
  int is_done = 0;
  while (!is_done) {
    LK_BEGIN();
    /* A thread that was not started never ends. */
    if (lk_begun[number].number != number)
      LK_UNSUPPORTED("a join of what is no thread");
    is_done = lk_done[number];
    LK_END();
  }
#endif
  LK_SYNCHRONIZE();
#if LK_RETURNS
  if (returned) {
    LK_BEGIN();
    lk_store(returned, lk_results[number], bytes);
    LK_END();
  }
#else
  (void)returned;
#endif
}

/* The word of a lock: 0, its holder from 1 on, or how many readers share it. */
#define LK_READERS UINT64_C(0x80000000)

/* Takes a lock if that can be, else gives 1. */
static uint64_t lk_take(uint64_t lock, int shared)
{
  uint64_t word = lk_load(lock, 4);
  if (word != 0 && !(shared && (word & LK_READERS)))
    return 1;
  uint64_t taken = shared ? (word | LK_READERS) + 1 : (uint64_t)lk_self + 1;
#if defined(LK_GENMC)
  LK_ASSUME(lk_replace(lock, word, taken, 4));
#else
  lk_store(lock, taken, 4);
#endif
  return 0;
}

static uint64_t lk_lock(uint64_t lock, int try_only, int shared)
{
  lk_fence();
#if defined(LK_CBMC) || defined(LK_GENMC)
  LK_BEGIN();
  uint64_t taken = lk_take(lock, shared);
  LK_ASSUME(try_only || !taken);
  LK_END();
  LK_SYNCHRONIZE();
  return taken;
#else
  for (;;) {
    LK_BEGIN();
    uint64_t taken = lk_take(lock, shared);
    LK_END();
    if (try_only || !taken) {
      LK_SYNCHRONIZE();
      return taken;
    }
  }
#endif
}

static void lk_unlock(uint64_t lock)
{
  lk_fence();
  LK_BEGIN();
  uint64_t word = lk_load(lock, 4), given_back = word > LK_READERS + 1 ? word - 1 : 0;
#if defined(LK_GENMC)
  LK_ASSUME(lk_replace(lock, word, given_back, 4));
#else
  lk_store(lock, given_back, 4);
#endif
  LK_END();
}

#if defined(LK_HEAP)
static void lk_free(uint64_t pointer)
{
  lk_fence();
  lk_release(pointer);
}
#endif

static void lk_section(int is_begin)
{
  lk_fence();
#if defined(LK_GENMC)
  LK_UNSUPPORTED("an atomic section");
#endif
  if (is_begin) {
    LK_BEGIN();
    lk_inside = 1;
    LK_SYNCHRONIZE();
  } else {
    LK_SYNCHRONIZE();
    lk_inside = 0;
    LK_END();
  }
}

static void lk_begin(void)
{
#if defined(LK_PLAIN)
  const char *seed = getenv("LAKMUS_SEED");
  lk_random = seed ? strtoull(seed, 0, 10) * 2 + 1 : 1;
  for (int turn = 0; turn < 8; turn++)
    lk_draw();
#elif defined(LK_GENMC)
  pthread_t flags;
  pthread_create(&flags, 0, lk_set_flags, 0);
#endif
}
