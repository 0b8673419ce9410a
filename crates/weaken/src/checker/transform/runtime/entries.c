/* Accesses of threads whose writes may reach other threads at different times: what both machines for them share.
   Each thread lists its accesses in program order and forgets none. Marks are bits, one for each place of the list: what something depends on, or waits for.
   Writes of all threads are in sets, one bit each: a thread has as many names as it has places. */

enum { LK_READ = 1, LK_WRITE = 2 };
/* What an access may do, and how it is ordered: it may be delayed, acquires, releases. The last two are fences by now. */
enum { LK_LATE = 1, LK_ACQUIRE = 2, LK_RELEASE = 4 };

#define LK_IDS (LK_PROCESSES * LK_BOUND)
/* No wider than it has to be: tools that reason bit by bit take several times as long for 64 bits as for 8. */
#if LK_IDS > 63
typedef unsigned __int128 lk_set;
#elif LK_IDS > 31
typedef uint64_t lk_set;
#elif LK_IDS > 15
typedef uint32_t lk_set;
#elif LK_IDS > 7
typedef uint16_t lk_set;
#else
typedef uint8_t lk_set;
#endif
/* Marks of own accesses. */
#if LK_BOUND > 32
typedef uint64_t lk_marks;
#elif LK_BOUND > 16
typedef uint32_t lk_marks;
#elif LK_BOUND > 8
typedef uint16_t lk_marks;
#else
typedef uint8_t lk_marks;
#endif

static LK_LOCAL unsigned lk_count;
static LK_LOCAL unsigned char lk_kinds[LK_BOUND], lk_widths[LK_BOUND], lk_lates[LK_BOUND];
static LK_LOCAL uint64_t lk_addresses[LK_BOUND], lk_values[LK_BOUND];
/* Of a read-modify-write: what it reads, or is supposed to. */
static LK_LOCAL uint64_t lk_expected[LK_BOUND];
/* What branches, addresses, and the result of the last call depend on; what branches before the last control fence depend on. */
static LK_LOCAL lk_marks lk_control, lk_addressed, lk_from, lk_controlled;
/* The accesses before the last lightweight fence, and before the last fence of writes. */
static LK_LOCAL lk_marks lk_light, lk_light_writes;
/* Accesses that have taken effect. */
static LK_LOCAL lk_marks lk_finished;
/* What an access has read: 0 is the initial value, else one more than the write. */
static LK_LOCAL unsigned lk_sources[LK_BOUND];
/* Sources that an access may have. */
static LK_LOCAL unsigned char lk_fit[LK_IDS + 1];

static lk_marks lk_mark(unsigned entry)
{
  return (lk_marks)(UINT64_C(1) << entry);
}

/* All accesses of the list. */
static lk_marks lk_listed(void)
{
  return lk_count < 64 ? (lk_marks)((UINT64_C(1) << lk_count) - 1) : (lk_marks)UINT64_MAX;
}

static lk_set lk_bit(unsigned id)
{
  return (lk_set)1 << id;
}

static int lk_has(lk_set set, unsigned id)
{
  return (int)(set >> id & 1);
}

/* The name of the write at a place of this thread. */
static unsigned lk_id(unsigned entry)
{
  return lk_self * LK_BOUND + entry;
}

/* One of the sources that fit. More than all there are when there is none. */
static unsigned lk_pick(void)
{
#if defined(LK_PLAIN)
  unsigned picked = LK_IDS + 1, seen = 0;
  for (unsigned source = 0; source <= LK_IDS; source++)
    if (lk_fit[source] && lk_draw() % ++seen == 0)
      picked = source;
  return picked;
#else
  unsigned picked = (unsigned)LK_CHOOSE();
  LK_ASSUME(picked <= LK_IDS && lk_fit[picked]);
  return picked;
#endif
}

/* Accesses of this thread to the same bytes. */
static int lk_is_same(unsigned entry, unsigned other)
{
  return lk_addresses[entry] == lk_addresses[other];
}

/* The accesses before a place of which fences keep what is entered there; `writes` is whether that writes. */
static lk_marks lk_fenced_before(int writes)
{
  lk_marks mask = 0;
  for (unsigned entry = 0; entry < LK_BOUND; entry++)
    if (entry < lk_count) {
      int is_write = (lk_kinds[entry] & LK_WRITE) != 0, is_read = (lk_kinds[entry] & LK_READ) != 0;
      if ((lk_light & lk_mark(entry)) && (is_read || writes))
        mask |= lk_mark(entry);
      if ((lk_light_writes & lk_mark(entry)) && is_write && writes)
        mask |= lk_mark(entry);
    }
  return mask;
}

/* Writes an access into the list, and gives its place. */
static unsigned lk_list(unsigned kind, uint64_t address, uint64_t value, unsigned bytes, int is_late)
{
  unsigned at = lk_count;
  LK_SUFFICES(at < LK_BOUND && lk_self < LK_PROCESSES);
  LK_ASSUME(at < LK_BOUND && lk_self < LK_PROCESSES);
  for (unsigned entry = 0; entry < LK_BOUND; entry++) {
    if (entry < at && lk_addresses[entry] != address && lk_addresses[entry] < address + bytes &&
        address < lk_addresses[entry] + lk_widths[entry])
      LK_UNSUPPORTED("accesses that overlap without being equal");
    if (entry == at) {
      lk_kinds[entry] = (unsigned char)kind;
      lk_widths[entry] = (unsigned char)bytes;
      lk_addresses[entry] = address;
      lk_values[entry] = value & lk_mask(bytes);
      lk_lates[entry] = (unsigned char)is_late;
    }
  }
  lk_count = at + 1;
  return at;
}

static void lk_fence_reads(void)
{
  lk_light = lk_listed();
}

static void lk_fence_writes(void)
{
  lk_light_writes = lk_listed();
}

static void lk_fence_decided(void)
{
  lk_controlled |= lk_control;
}

/* What the machine has to say: a turn of what is pending, in which what is forced has to happen where choices are drawn; and what goes on when what `mask` says has taken effect,
   and all that it waits for. */
static void lk_pass(lk_marks forced);
static void lk_settle(lk_marks mask);

/* Some of what is pending may happen now. */
static void lk_some(void)
{
#if LK_TURNS
  if (~lk_finished & lk_listed())
    for (unsigned turn = 0; turn < LK_TURNS; turn++)
      lk_pass(0);
#endif
}

/* Where choices are drawn, what an access waits for is done rather than hoped for. */
#if defined(LK_PLAIN)
#define LK_FORCE(mask) lk_settle(mask)
#else
#define LK_FORCE(mask) (void)0
#endif

static lk_marks lk_pending(unsigned kinds)
{
  lk_marks mask = 0;
  for (unsigned entry = 0; entry < LK_BOUND; entry++)
    if (entry < lk_count && (lk_kinds[entry] & kinds))
      mask |= lk_mark(entry) & ~lk_finished;
  return mask;
}

/* Goes on when these accesses have taken effect. */
static void lk_await(lk_marks marks)
{
  if (marks & ~lk_finished)
    lk_settle(marks);
}
/* Marks that still say something. */
#define LK_OPEN_MARKS (lk_marks)UINT64_MAX
