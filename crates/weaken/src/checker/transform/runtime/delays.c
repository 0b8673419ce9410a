/* Delays. What a thread has entered and what has not taken effect yet stands in its lists, the buffer of its writes and the queue of its reads in one.
   A delayed read returns a value that is supposed; when it takes effect, memory must have that value, or there is no such execution.
   Marks are bits that say which pending accesses something depends on. */

enum { LK_READ = 1, LK_WRITE = 2 };
/* What an access may do, and how it is ordered: it may be delayed, acquires, releases. */
enum { LK_LATE = 1, LK_ACQUIRE = 2, LK_RELEASE = 4 };
enum { LK_SC = 0, LK_TSO = 1, LK_PSO = 2, LK_RMO = 3, LK_ARMV8 = 4 };

/* Kind 0: the place is free. An update is a read and a write, in one or, under Armv8, one after the other. */
static LK_LISTED unsigned char lk_kinds LK_EACH[LK_BOUND], lk_widths LK_EACH[LK_BOUND], lk_fenced LK_EACH[LK_BOUND],
  lk_released LK_EACH[LK_BOUND];
static LK_LISTED uint64_t lk_addresses LK_EACH[LK_BOUND], lk_values LK_EACH[LK_BOUND], lk_marks LK_EACH[LK_BOUND],
  lk_waits LK_EACH[LK_BOUND];
/* Which of two was entered first. */
static LK_LISTED unsigned lk_ages LK_EACH[LK_BOUND];
#if defined(LK_GENMC)
/* It has no arrays that are local to threads. */
#define lk_kinds lk_kinds[lk_self]
#define lk_widths lk_widths[lk_self]
#define lk_fenced lk_fenced[lk_self]
#define lk_released lk_released[lk_self]
#define lk_addresses lk_addresses[lk_self]
#define lk_values lk_values[lk_self]
#define lk_marks lk_marks[lk_self]
#define lk_waits lk_waits[lk_self]
#define lk_ages lk_ages[lk_self]
#endif
static LK_LOCAL unsigned lk_age;
static LK_LOCAL uint64_t lk_live;
/* What branches, addresses, and the result of the last call depend on. */
static LK_LOCAL uint64_t lk_control, lk_addressed, lk_from;
#if LK_TRACKS
static LK_LOCAL uint64_t lk_expected[LK_BOUND], lk_sources[LK_BOUND];
#endif
#if LK_PINS
/* A read of which a later one of the location has taken effect must read the same write: memory in one version, or a write of the thread itself. */
static LK_LOCAL unsigned char lk_pinned[LK_BOUND];
static LK_LOCAL uint64_t lk_versions_read[LK_BOUND], lk_writes_read[LK_BOUND];
#endif
#if LK_HALVES
/* Of the write of an update: the mark of its read, until that has taken effect. Then the write is pinned: it must follow the write that was read. */
static LK_LOCAL uint64_t lk_reads[LK_BOUND];
#define LK_IS_HALF(entry) (lk_kinds[entry] == LK_WRITE && (lk_reads[entry] || lk_pinned[entry]))
#else
#define LK_IS_HALF(entry) 0
#endif

static int lk_overlaps(unsigned entry, uint64_t address, unsigned bytes)
{
  return lk_addresses[entry] < address + bytes && address < lk_addresses[entry] + lk_widths[entry];
}

static int lk_contains(unsigned entry, uint64_t address, unsigned bytes)
{
  return lk_addresses[entry] <= address && address + bytes <= lk_addresses[entry] + lk_widths[entry];
}

/* The last pending write to any of these bytes that was entered before; LK_BOUND when there is none. */
static unsigned lk_own(uint64_t address, unsigned bytes, unsigned before)
{
  unsigned found = LK_BOUND, age = 0;
  for (unsigned entry = 0; entry < LK_BOUND; entry++)
    if ((lk_kinds[entry] & LK_WRITE) && lk_ages[entry] < before && lk_ages[entry] >= age &&
        lk_overlaps(entry, address, bytes)) {
      found = entry;
      age = lk_ages[entry];
    }
  return found;
}

static uint64_t lk_forwarded(unsigned own, uint64_t address, unsigned bytes)
{
  return lk_values[own] >> 8 * (unsigned)(address - lk_addresses[own]) & lk_mask(bytes);
}

#if LK_PINS
/* What is pending at a place must read, or follow, what the thread has written at `own`, or else what is in memory. */
static void lk_pin_to(unsigned entry, uint64_t address, unsigned bytes, unsigned own)
{
  lk_pinned[entry] = 1;
  lk_writes_read[entry] = own == LK_BOUND ? 0 : lk_marks[own];
  lk_versions_read[entry] = own == LK_BOUND ? lk_version(address, bytes) : 0;
}

/* A read of age `age` takes effect: earlier reads of the location that have not must read the same write. */
static void lk_pin(unsigned age, uint64_t address, unsigned bytes, unsigned own)
{
  for (unsigned entry = 0; entry < LK_BOUND; entry++)
    if (lk_kinds[entry] == LK_READ && lk_ages[entry] < age && !lk_pinned[entry] && lk_overlaps(entry, address, bytes) &&
        (own == LK_BOUND || lk_ages[own] < lk_ages[entry]))
      lk_pin_to(entry, address, bytes, own);
}

static int lk_is_pinned_elsewhere(unsigned entry)
{
  if (!lk_pinned[entry])
    return 0;
  if (lk_writes_read[entry])
    return !(lk_writes_read[entry] & lk_live);
  return lk_version(lk_addresses[entry], lk_widths[entry]) != lk_versions_read[entry];
}

#endif

#if LK_TRACKS
/* A supposed read takes effect. */
static void lk_confirm(unsigned entry)
{
  uint64_t address = lk_addresses[entry], actual;
  unsigned bytes = lk_widths[entry], own = lk_own(address, bytes, lk_ages[entry]);
  if (own < LK_BOUND) {
    LK_ASSUME(lk_contains(own, address, bytes));
    actual = lk_forwarded(own, address, bytes);
  } else {
    actual = lk_load(address, bytes);
  }
  LK_ASSUME(actual == lk_expected[entry]);
#if LK_PINS
  LK_ASSUME(!lk_is_pinned_elsewhere(entry));
  lk_pin(lk_ages[entry], address, bytes, own);
#endif
#if LK_HALVES
  for (unsigned write = 0; write < LK_BOUND; write++)
    if (lk_kinds[write] == LK_WRITE && lk_reads[write] == lk_marks[entry]) {
      lk_reads[write] = 0;
      lk_pin_to(write, address, bytes, own);
    }
#endif
}
#endif

/* What is pending at a place takes effect. */
static void lk_effect(unsigned entry)
{
  uint64_t mark = lk_marks[entry];
  LK_BEGIN();
#if LK_TRACKS
  if (lk_kinds[entry] & LK_READ)
    lk_confirm(entry);
#endif
  if (lk_kinds[entry] & LK_WRITE) {
#if LK_HALVES
    LK_ASSUME(!lk_is_pinned_elsewhere(entry));
#endif
    lk_store(lk_addresses[entry], lk_values[entry], lk_widths[entry]);
#if LK_PINS
    for (unsigned other = 0; other < LK_BOUND; other++)
      if (lk_kinds[other] && lk_pinned[other] && lk_writes_read[other] == mark) {
        lk_writes_read[other] = 0;
        lk_versions_read[other] = lk_version(lk_addresses[other], lk_widths[other]);
      }
#endif
  }
  LK_END();
  lk_kinds[entry] = 0;
  lk_live &= ~mark;
  for (unsigned other = 0; other < LK_BOUND; other++)
    lk_waits[other] &= ~mark;
}

/* Some of what is pending may take effect now, in any order. */
static void lk_some(void)
{
  for (unsigned turn = 0; turn < LK_BOUND; turn++)
    for (unsigned entry = 0; entry < LK_BOUND; entry++)
      if (lk_kinds[entry] && lk_waits[entry] == 0 && LK_FLAG())
        lk_effect(entry);
}

/* Goes on when what `mask` says has taken effect. */
static void lk_settle(uint64_t mask)
{
#if defined(LK_PLAIN)
  for (unsigned turn = 0; turn < LK_BOUND; turn++)
    for (unsigned entry = 0; entry < LK_BOUND; entry++)
      if (lk_kinds[entry] && (mask & lk_marks[entry]))
        mask |= lk_waits[entry];
  for (unsigned turn = 0; turn < LK_BOUND; turn++)
    for (unsigned entry = 0; entry < LK_BOUND; entry++)
      if (lk_kinds[entry] && lk_waits[entry] == 0 && (mask & lk_marks[entry]))
        lk_effect(entry);
#else
  if (mask & lk_live)
    lk_some();
#endif
  LK_ASSUME((mask & lk_live) == 0);
}

static uint64_t lk_pending(unsigned kinds)
{
  uint64_t mask = 0;
  for (unsigned entry = 0; entry < LK_BOUND; entry++)
    if (lk_kinds[entry] & kinds)
      mask |= lk_marks[entry];
  return mask;
}

static void lk_fence(void)
{
  lk_settle(lk_live);
}

/* Reads before it, with all behind it. */
static void lk_fence_reads(void)
{
  lk_settle(lk_pending(LK_READ));
}

/* What decides branches and addresses before it, with all behind it. */
static void lk_fence_decided(void)
{
  lk_settle((lk_control | lk_addressed) & lk_pending(LK_READ));
}

/* Pending reads stay before later accesses of the one kind, pending writes before those of the other. */
static void lk_fence_pairs(unsigned of_reads, unsigned of_writes)
{
  for (unsigned entry = 0; entry < LK_BOUND; entry++) {
    if (lk_kinds[entry] & LK_READ)
      lk_fenced[entry] |= (unsigned char)of_reads;
    if (lk_kinds[entry] & LK_WRITE)
      lk_fenced[entry] |= (unsigned char)of_writes;
  }
}

static void lk_fence_writes(void)
{
  lk_fence_pairs(0, LK_WRITE);
}

/* Whether the model has what is pending take effect before a new access. */
static int lk_orders(unsigned entry, unsigned kind, uint64_t address, unsigned bytes, unsigned flags)
{
  unsigned before = lk_kinds[entry];
  int writes = (kind & LK_WRITE) != 0, same = lk_overlaps(entry, address, bytes);
  switch (LK_MODEL) {
  case LK_TSO: return before != LK_WRITE || kind != LK_READ;
  case LK_PSO: return before != LK_WRITE || kind == (LK_READ | LK_WRITE) ||
                      (lk_fenced[entry] & kind) || (kind == LK_WRITE && same);
  case LK_RMO: return (lk_fenced[entry] & kind) || (writes && same);
  case LK_ARMV8: return (lk_fenced[entry] & kind) || (writes && (same || (flags & LK_RELEASE))) ||
                        ((flags & LK_ACQUIRE) && (lk_released[entry] || (same && LK_IS_HALF(entry))));
  default: return 1;
  }
}

/* The marks of what has to take effect before a new access. */
static uint64_t lk_waits_of(
  unsigned kind, uint64_t address, unsigned bytes, unsigned flags, uint64_t depends, uint64_t data)
{
  uint64_t waits = depends;
  for (unsigned entry = 0; entry < LK_BOUND; entry++)
    if (lk_kinds[entry] && lk_orders(entry, kind, address, bytes, flags))
      waits |= lk_marks[entry];
#if LK_TRACKS
  if (kind & LK_WRITE) {
    waits |= data | lk_control | (LK_MODEL == LK_ARMV8 ? lk_addressed : 0);
  } else {
    unsigned own = lk_own(address, bytes, lk_age);
    waits |= own < LK_BOUND ? lk_sources[own] : 0;
  }
#endif
  return waits & lk_live;
}

/* Enters an access if it is to be delayed, and gives its mark. What a free place says does not matter: it is written in any case, so that
   addresses stay known where they are. */
static uint64_t lk_enter(
  int is_late, unsigned kind, uint64_t address, uint64_t value, unsigned bytes, unsigned flags, uint64_t waits)
{
  uint64_t mark = 0;
  unsigned age = lk_age++;
#if LK_TRACKS
  /* Registers remember marks, so that none is used twice. */
  LK_SUFFICES(age < 64);
  LK_ASSUME(age < 64);
#endif
  for (unsigned entry = 0; entry < LK_BOUND; entry++)
    if (mark == 0 && lk_kinds[entry] == 0) {
      mark = UINT64_C(1) << (LK_TRACKS ? age : entry);
      lk_addresses[entry] = address;
      lk_values[entry] = value;
      lk_widths[entry] = (unsigned char)bytes;
      lk_marks[entry] = mark;
      lk_waits[entry] = waits;
      lk_fenced[entry] = 0;
      lk_released[entry] = (flags & LK_RELEASE) != 0;
      lk_ages[entry] = age;
#if LK_TRACKS
      lk_expected[entry] = value;
      lk_sources[entry] = 0;
#endif
#if LK_PINS
      lk_pinned[entry] = 0;
#endif
#if LK_HALVES
      lk_reads[entry] = 0;
#endif
      lk_kinds[entry] = is_late ? (unsigned char)kind : 0;
    }
  LK_SUFFICES(!is_late || mark != 0);
  LK_ASSUME(!is_late || mark != 0);
  lk_live |= is_late ? mark : 0;
  return mark;
}

#if LK_TRACKS
/* Of a write: what its value and its address are computed from; of an update also what it is supposed to read. */
static void lk_comes_from(uint64_t mark, uint64_t sources, uint64_t expected)
{
  for (unsigned entry = 0; entry < LK_BOUND; entry++)
    if (lk_kinds[entry] && lk_marks[entry] == mark) {
      lk_sources[entry] = sources & lk_live;
      if (lk_kinds[entry] & LK_READ)
        lk_expected[entry] = expected;
    }
}

/* A value that a delayed read may return. */
static uint64_t lk_suppose(uint64_t address, unsigned bytes)
{
#if defined(LK_PLAIN)
  /* Small numbers, and what is there now: any other number would hardly ever prove right. */
  uint64_t drawn = lk_draw() % 4, value = drawn;
  if (drawn == 3) {
    LK_BEGIN();
    value = lk_load(address, bytes);
    LK_END();
  }
  return value;
#else
  (void)address;
  return LK_CHOOSE() & lk_mask(bytes);
#endif
}
#endif

/* Goes on when a read can take effect. Gives the pending write that it gets its value from, as `lk_own`. */
static unsigned lk_ready(uint64_t waits, uint64_t address, unsigned bytes)
{
  unsigned own = lk_own(address, bytes, lk_age);
  /* Bytes from the buffer and from memory: the buffer goes first. */
  if (own < LK_BOUND && !lk_contains(own, address, bytes))
    waits = lk_live;
  if (waits) {
    lk_settle(waits);
    own = lk_own(address, bytes, lk_age);
  }
  return own;
}

static uint64_t lk_read(uint64_t address, unsigned bytes, unsigned flags, uint64_t depends)
{
  uint64_t value;
  lk_from = 0;
  if (lk_inside)
    return lk_load(address, bytes);
  lk_some();
  uint64_t waits = lk_waits_of(LK_READ, address, bytes, flags, depends, 0);
  unsigned own = lk_own(address, bytes, lk_age);
  lk_addressed |= depends;
#if LK_TRACKS
  lk_from = own < LK_BOUND ? lk_sources[own] & lk_live : 0;
  if (flags & LK_LATE) {
    int is_late = LK_FLAG();
    value = lk_suppose(address, bytes);
    uint64_t mark = lk_enter(is_late, LK_READ, address, value, bytes, flags, waits);
    if (is_late) {
      lk_from |= mark;
      return value;
    }
  }
#endif
  own = lk_ready(waits, address, bytes);
  LK_BEGIN();
  value = own < LK_BOUND ? lk_forwarded(own, address, bytes) : lk_load(address, bytes);
#if LK_PINS
  lk_pin(lk_age, address, bytes, own);
#endif
  LK_END();
  return value;
}

static void lk_write(uint64_t address, uint64_t value, unsigned bytes, unsigned flags, uint64_t depends, uint64_t data)
{
  if (lk_inside) {
    lk_store(address, value, bytes);
    return;
  }
  lk_some();
  uint64_t waits = lk_waits_of(LK_WRITE, address, bytes, flags, depends, data);
  lk_addressed |= depends;
  if (flags & LK_LATE) {
    int is_late = LK_FLAG();
    uint64_t mark = lk_enter(is_late, LK_WRITE, address, value & lk_mask(bytes), bytes, flags, waits);
#if LK_TRACKS
    lk_comes_from(mark, depends | data, 0);
#else
    (void)mark;
#endif
    if (is_late)
      return;
  }
  if (waits)
    lk_settle(waits);
  LK_BEGIN();
  lk_store(address, value, bytes);
  LK_END();
}

#if LK_HALVES
/* What an update writes that has read `old` becomes pending. Gives its mark. */
static uint64_t lk_enter_half(
  uint64_t old, uint64_t address, int is_compared, uint64_t value, unsigned bytes, enum lk_update how, unsigned flags,
  uint64_t depends, uint64_t data)
{
  uint64_t new = (is_compared ? value : lk_changed(old, value, bytes, how)) & lk_mask(bytes);
  uint64_t waits = lk_waits_of(LK_WRITE, address, bytes, flags, depends, data);
  uint64_t write = lk_enter(1, LK_WRITE, address, new, bytes, flags, waits);
  lk_comes_from(write, depends | data, 0);
  return write;
}

/* The read of an update takes effect, and its write is delayed. */
static uint64_t lk_update_then(
  uint64_t address, uint64_t wanted, int is_compared, uint64_t value, unsigned bytes, enum lk_update how, unsigned flags,
  uint64_t depends, uint64_t data)
{
  unsigned own = lk_ready(lk_waits_of(LK_READ, address, bytes, flags, depends, 0), address, bytes);
  lk_from = own < LK_BOUND ? lk_sources[own] & lk_live : 0;
  LK_BEGIN();
  uint64_t old = own < LK_BOUND ? lk_forwarded(own, address, bytes) : lk_load(address, bytes);
  lk_pin(lk_age, address, bytes, own);
  if (!is_compared || old == wanted) {
    data |= !is_compared && how != LK_EXCHANGE ? lk_from : 0;
    uint64_t write = lk_enter_half(old, address, is_compared, value, bytes, how, flags, depends, data);
    for (unsigned entry = 0; entry < LK_BOUND; entry++)
      if (lk_kinds[entry] && lk_marks[entry] == write)
        lk_pin_to(entry, address, bytes, own);
  }
  LK_END();
  lk_addressed |= depends;
  return old;
}

/* Both are delayed, one behind the other: gives what it is supposed to read. */
static uint64_t lk_update_late(
  uint64_t address, uint64_t wanted, int is_compared, uint64_t value, unsigned bytes, enum lk_update how, unsigned flags,
  uint64_t depends, uint64_t data)
{
  uint64_t old = lk_suppose(address, bytes), waits = lk_waits_of(LK_READ, address, bytes, flags, depends, 0);
  unsigned own = lk_own(address, bytes, lk_age);
  lk_from = own < LK_BOUND ? lk_sources[own] & lk_live : 0;
  uint64_t read = lk_enter(1, LK_READ, address, old, bytes, flags & ~(unsigned)LK_RELEASE, waits);
  if (!is_compared || old == wanted) {
    data |= !is_compared && how != LK_EXCHANGE ? read : 0;
    uint64_t write = lk_enter_half(old, address, is_compared, value, bytes, how, flags, depends, data);
    for (unsigned entry = 0; entry < LK_BOUND; entry++)
      if (lk_kinds[entry] && lk_marks[entry] == write)
        lk_reads[entry] = read;
  }
  lk_addressed |= depends;
  lk_from |= read;
  return old;
}
#elif LK_TRACKS
/* A read-modify-write that is delayed: gives what it is supposed to read. */
static uint64_t lk_update_late(
  uint64_t address, uint64_t wanted, int is_compared, uint64_t value, unsigned bytes, enum lk_update how, unsigned flags,
  uint64_t depends, uint64_t data)
{
  uint64_t old = lk_suppose(address, bytes);
  int writes = !is_compared || old == wanted;
  unsigned kind = writes ? LK_READ | LK_WRITE : LK_READ, own = lk_own(address, bytes, lk_age);
  uint64_t waits = lk_waits_of(kind, address, bytes, flags, depends, data);
  uint64_t forwarded = own < LK_BOUND ? lk_sources[own] & lk_live : 0;
  uint64_t new = writes ? (is_compared ? value : lk_changed(old, value, bytes, how)) & lk_mask(bytes) : old;
  uint64_t mark = lk_enter(1, kind, address, new, bytes, flags, waits);
  int is_computed = !is_compared && how != LK_EXCHANGE;
  lk_comes_from(mark, writes ? depends | data | (is_computed ? mark : 0) : 0, old);
  lk_addressed |= depends;
  lk_from = mark | forwarded;
  return old;
}
#endif

static uint64_t lk_modify(
  uint64_t address, uint64_t wanted, int is_compared, uint64_t value, unsigned bytes, enum lk_update how, unsigned flags,
  uint64_t depends, uint64_t data)
{
  lk_from = 0;
  if (!lk_inside) {
    lk_some();
#if LK_HALVES
    /* All that follows one that acquires waits for its read, and if it releases, for its write, too. */
    int acquires = (flags & LK_ACQUIRE) != 0, is_late = (flags & LK_LATE) != 0;
    if (is_late && !(acquires && (flags & LK_RELEASE)) && LK_FLAG())
      return lk_update_then(address, wanted, is_compared, value, bytes, how, flags, depends, data);
    if (is_late && !acquires && LK_FLAG())
      return lk_update_late(address, wanted, is_compared, value, bytes, how, flags, depends, data);
#elif LK_TRACKS
    if ((flags & LK_LATE) && LK_FLAG())
      return lk_update_late(address, wanted, is_compared, value, bytes, how, flags, depends, data);
#endif
    lk_settle(
      LK_MODEL == LK_TSO || LK_MODEL == LK_PSO
        ? lk_live : lk_waits_of(LK_READ | LK_WRITE, address, bytes, flags, depends, data));
    lk_addressed |= depends;
    LK_BEGIN();
  }
  uint64_t old = lk_load(address, bytes);
#if defined(LK_GENMC)
  if (!is_compared || old == wanted)
    LK_ASSUME(lk_replace(address, old, is_compared ? value : lk_changed(old, value, bytes, how), bytes));
  return old;
#endif
  if (!is_compared || old == wanted)
    lk_store(address, is_compared ? value : lk_changed(old, value, bytes, how), bytes);
  if (!lk_inside) {
#if LK_PINS
    lk_pin(lk_age, address, bytes, LK_BOUND);
#endif
    LK_END();
  }
  return old;
}

/* Goes on when these marks have proved right. */
static void lk_await(uint64_t marks)
{
  if (marks & lk_live)
    lk_settle(marks);
}
/* Marks that still say something. */
#define LK_OPEN_MARKS lk_live
