/* Writes that are read early, as the framework of 2010 has it (J. Alglave, D. Kroening, V. Nimal, M. Tautschnig, ESOP 2013, sections 2 and 3): there is one memory, and what
   is delayed leaves the list for it at some later step. Coherence, from-reads, dependencies and fences say which access leaves before which; reading does not. So a
   read finds its value in memory, or takes that of a write of any thread that has been entered and has not left. What fences add for such reads: a write behind a
   lightweight fence waits for what was read early before it, and it is not read early itself while reads before the fence are pending; a full fence waits for all of it.
   Values out of thin air: each access has a rank, which a read that takes a value early exceeds and which dependencies do not lower. */

/* Writes that are entered, accesses that have left, writes that are no more in memory. */
static lk_set lk_now_entered, lk_now_left, lk_now_overwritten;
static uint64_t lk_now_addresses[LK_IDS], lk_now_values[LK_IDS];
static unsigned char lk_now_widths[LK_IDS];
/* Writes that leave before a write; what has left when a write is read early. */
static lk_set lk_now_after[LK_IDS], lk_now_behind[LK_IDS];
/* The rank of a write that has left, and what those are above that have read it early. */
static unsigned char lk_now_ranks[LK_IDS], lk_now_limits[LK_IDS];

/* The same, as a thread sees it in a section: read once and written once, without conditions, which CBMC 6.6 needs to read the values that were written. */
static LK_LOCAL lk_set lk_entered, lk_left, lk_overwritten;
static LK_LOCAL uint64_t lk_all_addresses[LK_IDS], lk_all_values[LK_IDS];
static LK_LOCAL unsigned char lk_all_widths[LK_IDS];
static LK_LOCAL lk_set lk_after[LK_IDS], lk_behind[LK_IDS];
static LK_LOCAL unsigned char lk_all_ranks[LK_IDS], lk_limits[LK_IDS];

/* Own accesses that leave before an access, by all and by dependencies alone; reads before a lightweight fence before a write. */
static LK_LOCAL lk_marks lk_waits[LK_BOUND], lk_depends[LK_BOUND], lk_cumulative[LK_BOUND];
static LK_LOCAL unsigned char lk_ranks[LK_BOUND];

enum { LK_MOST_RANK = 63, LK_NO_LIMIT = 255 };

/* Begins a section. In an atomic section of the source, one is open already. */
static void lk_open(void)
{
  if (!lk_inside)
    LK_BEGIN();
  lk_entered = lk_now_entered;
  lk_left = lk_now_left;
  lk_overwritten = lk_now_overwritten;
  for (unsigned id = 0; id < LK_IDS; id++) {
    lk_all_addresses[id] = lk_now_addresses[id];
    lk_all_values[id] = lk_now_values[id];
    lk_all_widths[id] = lk_now_widths[id];
    lk_after[id] = lk_now_after[id];
    lk_behind[id] = lk_now_behind[id];
    lk_all_ranks[id] = lk_now_ranks[id];
    lk_limits[id] = lk_now_limits[id];
  }
}

static void lk_shut(void)
{
  if (!lk_inside)
    LK_END();
}

/* The writes of the location of an access that are entered. */
static lk_set lk_there(unsigned entry)
{
  lk_set there = 0;
  for (unsigned id = 0; id < LK_IDS; id++)
    if (lk_has(lk_entered, id)) {
      if (lk_all_addresses[id] == lk_addresses[entry])
        there |= lk_bit(id);
      else if (lk_all_addresses[id] < lk_addresses[entry] + lk_widths[entry] &&
               lk_addresses[entry] < lk_all_addresses[id] + lk_all_widths[id])
        LK_UNSUPPORTED("accesses that overlap without being equal");
    }
  return there;
}

/* The write that memory has; 0 for the initial value. */
static unsigned lk_current(lk_set there)
{
  unsigned current = 0;
  for (unsigned id = 0; id < LK_IDS; id++)
    if (lk_has(there & lk_left & ~lk_overwritten, id))
      current = id + 1;
  return current;
}

static uint64_t lk_value_of(unsigned source, unsigned entry)
{
  uint64_t value = lk_load(lk_addresses[entry], lk_widths[entry]);
  for (unsigned id = 0; id < LK_IDS; id++)
    if (source == id + 1)
      value = lk_all_values[id];
  return value;
}

static int lk_has_left(unsigned source)
{
  return source == 0 || lk_has(lk_left, source - 1);
}

/* The last write of this thread to the location before an access that has not left; LK_BOUND when there is none. */
static unsigned lk_own(unsigned entry)
{
  unsigned found = LK_BOUND;
  for (unsigned other = 0; other < LK_BOUND; other++)
    if (other < entry && (lk_kinds[other] & LK_WRITE) && lk_is_same(entry, other) && !(lk_finished & lk_mark(other)))
      found = other;
  return found;
}

/* Whether a read may take its value from a write. Coherence of this thread's accesses: what reads have read that have left must not be newer than what later ones have. */
static int lk_fits(unsigned entry, unsigned source)
{
  int fits = 1;
  for (unsigned other = 0; other < LK_BOUND; other++) {
    if (other == entry || other >= lk_count || !lk_is_same(entry, other) || !(lk_kinds[other] & LK_READ) ||
        !(lk_finished & lk_mark(other)) || lk_sources[other] == source)
      continue;
    /* Of another write: it is in memory, and this one is not yet, or neither is. */
    unsigned seen = lk_sources[other];
    if (other < entry && lk_has_left(source) && !lk_has_left(seen))
      fits = 0;
    if (other > entry && lk_has_left(seen))
      fits = 0;
  }
  return fits;
}

/* A write leaves before another one. */
static void lk_order(unsigned first, unsigned second)
{
  for (unsigned id = 0; id < LK_IDS; id++)
    if (second == id + 1 && first != 0 && first != second)
      lk_after[id] |= lk_bit(first - 1);
}

/* A read has taken a value early: what is newer or older in coherence leaves in that order. */
static void lk_order_early(unsigned entry, unsigned source)
{
  int is_own = source > lk_id(0) && source <= lk_id(0) + LK_BOUND;
  for (unsigned other = 0; other < LK_BOUND; other++) {
    if (other == entry || other >= lk_count || !lk_is_same(entry, other))
      continue;
    int has_left = lk_finished >> other & 1;
    if ((lk_kinds[other] & LK_READ) && has_left && !lk_has_left(lk_sources[other])) {
      if (other < entry)
        lk_order(lk_sources[other], source);
      else
        lk_order(source, lk_sources[other]);
    }
    if ((lk_kinds[other] & LK_WRITE) && !has_left && !is_own) {
      if (other < entry)
        lk_order(lk_id(other) + 1, source);
      else
        lk_order(source, lk_id(other) + 1);
    }
  }
}

static unsigned char lk_rank_of(lk_marks depends)
{
  unsigned char rank = 0;
  for (unsigned other = 0; other < LK_BOUND; other++)
    if ((depends & lk_mark(other)) && lk_ranks[other] > rank)
      rank = lk_ranks[other];
  return rank;
}

/* A read leaves, if it can find its value; 0 when it cannot. */
static int lk_leave_read(unsigned entry, int is_supposed, int is_update)
{
  unsigned own = lk_own(entry);
  lk_set there = lk_there(entry);
  unsigned current = lk_current(there);
  for (unsigned source = 0; source <= LK_IDS; source++) {
    int fits = own == LK_BOUND && source == current;
    if (source > 0 && !is_update && lk_has(there & ~lk_left, source - 1)) {
      unsigned id = source - 1;
      int is_own = id >= lk_id(0) && id < lk_id(0) + LK_BOUND;
      fits |= is_own ? own < LK_BOUND && id == lk_id(own) : (lk_behind[id] & ~lk_left) == 0;
    }
    if (fits && is_supposed && lk_value_of(source, entry) != lk_expected[entry])
      fits = 0;
    lk_fit[source] = (unsigned char)(fits && lk_fits(entry, source));
  }
  unsigned source = lk_pick();
  if (source > LK_IDS)
    return 0;
  unsigned char rank = lk_rank_of(lk_depends[entry]);
  if (lk_has_left(source)) {
    for (unsigned id = 0; id < LK_IDS; id++)
      if (source == id + 1 && lk_all_ranks[id] > rank)
        rank = lk_all_ranks[id];
  } else {
#if defined(LK_PLAIN)
    unsigned char above = (unsigned char)(rank + 1 + lk_draw() % 2);
#else
    unsigned char above = (unsigned char)LK_CHOOSE();
    LK_ASSUME(above > 0 && above >= rank && above <= LK_MOST_RANK);
#endif
    rank = above;
    for (unsigned id = 0; id < LK_IDS; id++)
      if (source == id + 1 && lk_limits[id] > rank)
        lk_limits[id] = rank;
    lk_order_early(entry, source);
  }
  for (unsigned id = 0; id < LK_IDS; id++) {
    lk_now_after[id] = lk_after[id];
    lk_now_limits[id] = lk_limits[id];
  }
  lk_expected[entry] = lk_value_of(source, entry);
  lk_sources[entry] = source;
  lk_ranks[entry] = rank;
  lk_left |= lk_bit(lk_id(entry));
  lk_now_left = lk_left;
  lk_finished |= lk_mark(entry);
  return 1;
}

/* Whether a write may leave, in a section. */
static int lk_may_leave(unsigned entry)
{
  lk_set before = 0;
  unsigned char limit = LK_NO_LIMIT;
  for (unsigned other = 0; other < LK_BOUND; other++)
    if ((lk_cumulative[entry] & lk_mark(other)) && lk_sources[other] != 0)
      before |= lk_bit(lk_sources[other] - 1);
  for (unsigned id = 0; id < LK_IDS; id++)
    if (id == lk_id(entry)) {
      before |= lk_after[id];
      limit = lk_limits[id];
    }
  return (before & ~lk_left) == 0 && (limit == 0 || lk_rank_of(lk_depends[entry]) < limit);
}

/* A write leaves for memory. */
static void lk_leave_write(unsigned entry)
{
  lk_set there = lk_there(entry);
  unsigned own = lk_id(entry);
  lk_overwritten |= there & lk_left & ~lk_bit(own);
  lk_left |= lk_bit(own);
  lk_now_overwritten = lk_overwritten;
  lk_now_left = lk_left;
  lk_ranks[entry] = lk_rank_of(lk_depends[entry] | (lk_kinds[entry] & LK_READ ? lk_mark(entry) : 0));
  for (unsigned id = 0; id < LK_IDS; id++)
    if (id == own)
      lk_now_ranks[id] = lk_ranks[entry];
  lk_finished |= lk_mark(entry);
}

/* A write can be read from now on. */
static void lk_show(unsigned entry)
{
  unsigned own = lk_id(entry);
  lk_set after = 0, behind = 0;
  for (unsigned other = 0; other < LK_BOUND; other++) {
    if (other < entry && lk_is_same(entry, other) && (lk_kinds[other] & LK_READ) && (lk_finished & lk_mark(other)) &&
        lk_sources[other] != 0)
      after |= lk_bit(lk_sources[other] - 1);
    if (lk_cumulative[entry] & lk_mark(other))
      behind |= lk_bit(lk_id(other));
  }
  for (unsigned id = 0; id < LK_IDS; id++)
    if (id == own) {
      lk_now_addresses[id] = lk_all_addresses[id] = lk_addresses[entry];
      lk_now_widths[id] = lk_all_widths[id] = lk_widths[entry];
      lk_now_values[id] = lk_all_values[id] = lk_values[entry];
      lk_now_after[id] = lk_after[id] = after & ~lk_bit(own);
      lk_now_behind[id] = lk_behind[id] = behind;
      lk_now_limits[id] = lk_limits[id] = LK_NO_LIMIT;
    }
  lk_entered |= lk_bit(own);
  lk_now_entered = lk_entered;
}

/* An access leaves if it can. */
static void lk_leave(unsigned entry)
{
  lk_open();
  if (lk_kinds[entry] == LK_READ) {
    lk_leave_read(entry, 1, 0);
  } else if (lk_may_leave(entry)) {
    if (lk_kinds[entry] & LK_READ) {
      if (lk_leave_read(entry, 1, 1))
        lk_leave_write(entry);
    } else {
      lk_leave_write(entry);
    }
  }
  lk_shut();
}

/* Goes through what is pending, in program order: what waits for something waits for earlier accesses. Accesses leave by choice, those in `forced` in any case. */
static void lk_pass(lk_marks forced)
{
  for (unsigned entry = 0; entry < LK_BOUND; entry++)
    if (entry < lk_count && !(lk_finished & lk_mark(entry)) && (lk_waits[entry] & ~lk_finished) == 0 &&
        ((forced & lk_mark(entry)) || LK_FLAG()))
      lk_leave(entry);
}

/* Goes on when what `mask` says has left, and all that it waits for. */
static void lk_settle(lk_marks mask)
{
#if LK_TURNS
#if defined(LK_PLAIN)
  for (unsigned turn = LK_BOUND; turn-- > 0;)
    if (mask & lk_mark(turn))
      mask |= lk_waits[turn];
  /* Other threads may have to come first. */
  for (unsigned turn = 0; turn < 64 && (mask & ~lk_finished); turn++) {
    lk_pass(mask);
    sched_yield();
  }
#else
  if (mask & ~lk_finished)
    for (unsigned turn = 0; turn < LK_TURNS; turn++)
      lk_pass(0);
#endif
#endif
  LK_ASSUME((mask & ~lk_finished) == 0);
}

/* Goes on when what this thread has read has left: until then coherence may prove it wrong. */
static void lk_confirm(void)
{
#if LK_TURNS
  lk_set read = 0;
  for (unsigned entry = 0; entry < LK_BOUND; entry++)
    if (entry < lk_count && (lk_kinds[entry] & LK_READ) && (lk_finished & lk_mark(entry)) && lk_sources[entry] != 0)
      read |= lk_bit(lk_sources[entry] - 1);
#if defined(LK_PLAIN)
  for (unsigned turn = 0; turn < 64 && (read & ~lk_left); turn++) {
    lk_open();
    lk_shut();
    sched_yield();
  }
#endif
  lk_open();
  lk_shut();
  LK_ASSUME((read & ~lk_left) == 0);
#endif
}

/* A full fence: all accesses have left, and what was read early. */
static void lk_fence(void)
{
  lk_settle(lk_listed());
  lk_confirm();
}

/* What an assertion rests on: reads that have left, and what they have read. */
#define LK_PROVE() \
  do { \
    lk_settle(lk_pending(LK_READ)); \
    lk_confirm(); \
  } while (0)

/* Enters an access: what it will wait for. */
static unsigned lk_enter(
  unsigned kind, uint64_t address, uint64_t value, unsigned bytes, unsigned flags, uint64_t depends, uint64_t data)
{
  int writes = (kind & LK_WRITE) != 0;
  lk_marks fenced = lk_fenced_before(writes), same = 0, light = 0;
  unsigned at = lk_list(kind, address, value, bytes, (flags & LK_LATE) != 0);
  for (unsigned entry = 0; entry < LK_BOUND; entry++) {
    if (entry < at && lk_is_same(entry, at))
      same |= lk_mark(entry);
    if (entry < at && (lk_light & lk_mark(entry)) && (lk_kinds[entry] & LK_READ))
      light |= lk_mark(entry);
  }
  lk_depends[at] = depends | data | lk_controlled | (writes ? lk_control : 0);
  lk_waits[at] = lk_depends[at] | fenced | (writes ? same : 0);
  lk_cumulative[at] = writes ? light : 0;
  lk_addressed |= depends;
  /* Whether there is such an object. */
  lk_open();
  lk_load(address, bytes);
  if (writes)
    lk_show(at);
  lk_shut();
  return at;
}

/* Chooses a value that a delayed read may return, or a read-modify-write. */
static uint64_t lk_suppose(uint64_t address, unsigned bytes, int is_late)
{
#if defined(LK_PLAIN)
  /* What is there, or a small number: any other number would hardly ever prove right. What is not delayed reads memory as a rule. */
  uint64_t value = lk_draw() % 3;
  unsigned seen = 0;
  if (!is_late || lk_draw() % 2 == 0) {
    lk_open();
    value = lk_load(address, bytes);
    for (unsigned id = 0; id < LK_IDS; id++)
      if (lk_has(lk_entered, id) && lk_all_addresses[id] == address &&
          (is_late ? lk_draw() % ++seen == 0 : lk_has(lk_left & ~lk_overwritten, id)))
        value = lk_all_values[id];
    lk_shut();
  }
  return value & lk_mask(bytes);
#else
  (void)address, (void)is_late;
  return LK_CHOOSE() & lk_mask(bytes);
#endif
}

static uint64_t lk_read(uint64_t address, unsigned bytes, unsigned flags, uint64_t depends)
{
  if (!lk_inside)
    lk_some();
  unsigned at = lk_enter(LK_READ, address, 0, bytes, flags, depends, 0);
  lk_from = lk_mark(at);
#if LK_TURNS
  if ((flags & LK_LATE) && !lk_inside && LK_FLAG()) {
    lk_expected[at] = lk_suppose(address, bytes, 1);
    return lk_expected[at];
  }
  LK_FORCE(lk_waits[at]);
#endif
  LK_ASSUME((lk_waits[at] & ~lk_finished) == 0);
  lk_open();
  int is_done = lk_leave_read(at, 0, 0);
  lk_shut();
  LK_ASSUME(is_done);
  return lk_expected[at];
}

static void lk_write(uint64_t address, uint64_t value, unsigned bytes, unsigned flags, uint64_t depends, uint64_t data)
{
  if (!lk_inside)
    lk_some();
  int is_late = (flags & LK_LATE) && !lk_inside && LK_FLAG();
  unsigned at = lk_enter(LK_WRITE, address, value, bytes, flags, depends, data);
  if (is_late)
    return;
  LK_FORCE(lk_waits[at]);
  LK_ASSUME((lk_waits[at] & ~lk_finished) == 0);
  lk_open();
  int may_leave = lk_may_leave(at);
  if (may_leave)
    lk_leave_write(at);
  lk_shut();
  LK_ASSUME(may_leave);
}

/* Reads and writes in one step, at once or, supposed to read something, later. */
static uint64_t lk_modify(
  uint64_t address, uint64_t wanted, int is_compared, uint64_t value, unsigned bytes, enum lk_update how, unsigned flags,
  uint64_t depends, uint64_t data)
{
  if (!lk_inside)
    lk_some();
  int is_late = (flags & LK_LATE) && !lk_inside && LK_FLAG();
  uint64_t old = lk_suppose(address, bytes, is_late);
  int writes = !is_compared || old == wanted;
  uint64_t new = is_compared ? value : lk_changed(old, value, bytes, how);
  unsigned at = lk_enter(writes ? LK_READ | LK_WRITE : LK_READ, address, new, bytes, flags, depends, data);
  lk_from = lk_mark(at);
  lk_expected[at] = old;
  if (is_late)
    return old;
  LK_FORCE(lk_waits[at]);
  LK_ASSUME((lk_waits[at] & ~lk_finished) == 0);
  lk_leave(at);
  LK_ASSUME((lk_finished & lk_mark(at)) != 0);
  return old;
}
