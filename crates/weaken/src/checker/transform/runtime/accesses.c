/* Accesses in the words of all machines, and assertions. */

static uint64_t lk_update(
  uint64_t address, uint64_t value, unsigned bytes, enum lk_update how, unsigned flags, uint64_t depends, uint64_t data)
{
  return lk_modify(address, 0, 0, value, bytes, how, flags, depends, data);
}

/* Gives what was there; it is replaced when that was expected. */
static uint64_t lk_compare_exchange(
  uint64_t address, uint64_t wanted, uint64_t value, unsigned bytes, unsigned flags, uint64_t depends, uint64_t data)
{
  return lk_modify(address, wanted, 1, value, bytes, LK_EXCHANGE, flags, depends, data);
}

/* Accesses that no other thread competes with are no steps of their own. */
static uint64_t lk_peek(uint64_t address, unsigned bytes, uint64_t depends)
{
  lk_await(depends);
  lk_from = lk_held(address, bytes) & LK_OPEN_MARKS;
  return lk_load(address, bytes);
}

static void lk_poke(uint64_t address, uint64_t value, unsigned bytes, uint64_t depends, uint64_t data)
{
  lk_await(depends);
  lk_store(address, value, bytes);
  lk_hold(address, bytes, data & LK_OPEN_MARKS);
}

#if !defined(LK_PROVE)
#define LK_PROVE() lk_settle(lk_pending(LK_READ))
#endif
/* An assertion. What it rests on must prove right before it counts as violated. */
#define LK_CHECK(condition) \
  do { \
    if (!(condition)) \
      LK_PROVE(); \
    LK_ASSERT(condition); \
    LK_ASSUME(condition); \
  } while (0)
#define LK_REFUSE(what) \
  do { \
    LK_PROVE(); \
    LK_UNSUPPORTED(what); \
    LK_ASSUME(0); \
  } while (0)
