/* Writes that reach threads at different times, by what J. Alglave, L. Maranget, M. Tautschnig (Herding Cats, TOPLAS 2014, section 6) say of Power, as steps.
   A read gets its value when it is initiated, and is final when it is committed; a write can be read by others when it is committed. A delayed read returns a value
   that is supposed, and must find it when it is initiated. A write is committed as soon as nothing holds it up: other threads may go on to
   read older ones, and writes that are committed later may come before it in coherence. Who must not read older ones is said by sets of writes: each part of an access
   carries those that come before it. `p` are those that fences pass on, along what is read and what orders accesses; `a` are those that were before a full fence
   that is executed. A write that is not delayed reaches all threads at once. A read-modify-write is one step.
   Armv7 is Power without its lightweight fences, and accesses of a thread to one location may be committed in any order (the paper's table VII). */

enum { LK_POWER = 0, LK_ARMV7 = 1 };

/* Writes that others can read; that all threads have seen; that were before a full fence. */
static lk_set lk_now_committed, lk_now_reached, lk_now_agreed;
static uint64_t lk_now_addresses[LK_IDS], lk_now_values[LK_IDS];
static unsigned char lk_now_widths[LK_IDS];
/* What comes before a write by fences, and all that is before it in coherence and by fences. */
static lk_set lk_now_p[LK_IDS], lk_now_a[LK_IDS], lk_now_before[LK_IDS];
#if LK_UPDATES
/* One more than what a read-modify-write has read; 0 for a write. */
static unsigned lk_now_replaced[LK_IDS];
#endif

/* The same, as a thread sees it in a section: read once and written once, without conditions, which CBMC 6.6 needs to read the values that were written. */
static LK_LOCAL lk_set lk_committed, lk_reached, lk_agreed;
static LK_LOCAL uint64_t lk_all_addresses[LK_IDS], lk_all_values[LK_IDS];
static LK_LOCAL unsigned char lk_all_widths[LK_IDS];
static LK_LOCAL lk_set lk_all_p[LK_IDS], lk_all_a[LK_IDS], lk_before[LK_IDS];
#if LK_UPDATES
static LK_LOCAL unsigned lk_replaced[LK_IDS];
#endif

/* Begins a section. In an atomic section of the source, one is open already. */
static void lk_open(void)
{
  if (!lk_inside)
    LK_BEGIN();
  lk_committed = lk_now_committed;
  lk_reached = lk_now_reached;
  lk_agreed = lk_now_agreed;
  for (unsigned id = 0; id < LK_IDS; id++) {
    lk_all_addresses[id] = lk_now_addresses[id];
    lk_all_values[id] = lk_now_values[id];
    lk_all_widths[id] = lk_now_widths[id];
    lk_all_p[id] = lk_now_p[id];
    lk_all_a[id] = lk_now_a[id];
    lk_before[id] = lk_now_before[id];
#if LK_UPDATES
    lk_replaced[id] = lk_now_replaced[id];
#endif
  }
}

static void lk_shut(void)
{
  if (!lk_inside)
    LK_END();
}

/* What must come before: initiations and commits before an initiation, commits before a commit, accesses by fences. */
static LK_LOCAL lk_marks lk_ii[LK_BOUND], lk_ci[LK_BOUND], lk_cc[LK_BOUND], lk_fenced[LK_BOUND];
static LK_LOCAL lk_marks lk_initiated, lk_final;
/* What the initiation of an access comes after, its commit, and what fences pass on of it. */
static LK_LOCAL lk_set lk_ip[LK_BOUND], lk_ia[LK_BOUND], lk_cp[LK_BOUND], lk_ca[LK_BOUND], lk_pp[LK_BOUND], lk_pa[LK_BOUND];
/* What full fences have passed on. */
static LK_LOCAL lk_set lk_fp, lk_fa;
/* What is gathered for a step. */
static LK_LOCAL lk_set lk_p, lk_a;

/* A source with all that is before it. */
static lk_set lk_up_to(unsigned source)
{
  lk_set set = 0;
  for (unsigned id = 0; id < LK_IDS; id++)
    if (source == id + 1)
      set = lk_before[id] | lk_bit(id);
  return set;
}

/* The committed writes of the location of an access. */
static lk_set lk_there(unsigned entry)
{
  lk_set there = 0;
  for (unsigned id = 0; id < LK_IDS; id++)
    if (lk_has(lk_committed, id)) {
      if (lk_all_addresses[id] == lk_addresses[entry])
        there |= lk_bit(id);
      else if (lk_all_addresses[id] < lk_addresses[entry] + lk_widths[entry] &&
               lk_addresses[entry] < lk_all_addresses[id] + lk_all_widths[id])
        LK_UNSUPPORTED("accesses that overlap without being equal");
    }
  return there;
}

static uint64_t lk_value_of(unsigned source, unsigned entry)
{
  uint64_t value = lk_load(lk_addresses[entry], lk_widths[entry]);
  for (unsigned id = 0; id < LK_IDS; id++)
    if (source == id + 1)
      value = lk_all_values[id];
  return value;
}

/* Finds the sources that a read may read from, or behind which a write may stand in coherence, by `sc-per-location`. `floor` must not be passed. */
static void lk_find_fit(unsigned entry, lk_set there, lk_set floor)
{
  unsigned only = LK_IDS + 1, own = lk_id(entry) + 1;
  int is_read = lk_kinds[entry] == LK_READ, is_open = 1;
  lk_set ceiling = 0;
  for (unsigned other = 0; other < LK_BOUND; other++) {
    if (other == entry || other >= lk_count || !lk_is_same(entry, other))
      continue;
    int is_initiated = lk_initiated >> other & 1, writes = (lk_kinds[other] & LK_WRITE) != 0;
    unsigned source = lk_sources[other], id = lk_id(other);
    if (other < entry) {
      if ((lk_kinds[other] & LK_READ) && is_initiated && source != 0)
        floor |= lk_bit(source - 1);
      if (writes)
        floor |= lk_bit(id);
    } else {
      if (writes && lk_has(lk_committed, id))
        ceiling |= lk_bit(id);
      if ((lk_kinds[other] & LK_READ) && is_initiated && source != own) {
        unsigned first = lk_id(entry), last = lk_id(other);
        int is_later_own = source > first + 1 && source <= last;
        /* The later read has read another write: the same one, or one that this thread has written between. */
        if (is_read && !is_later_own)
          only = source;
        if (!is_read && source == 0)
          is_open = 0;
        if (!is_read && source != 0 && !is_later_own)
          ceiling |= lk_bit(source - 1);
      }
    }
  }
  floor &= lk_committed;
  for (unsigned source = 0; source <= LK_IDS; source++) {
    int is_there = source == 0;
    lk_set up_to = 0;
    if (source > 0) {
      is_there = lk_has(there, source - 1);
      up_to = lk_before[source - 1] | lk_bit(source - 1);
    }
    lk_fit[source] = is_there && is_open && (floor & there & ~up_to) == 0 && (ceiling & up_to) == 0 &&
                     (only > LK_IDS || only == source);
  }
}

/* What the initiation of an access comes after by dependencies. */
static void lk_gather(unsigned entry)
{
  lk_p = lk_a = 0;
  for (unsigned other = 0; other < LK_BOUND; other++) {
    if (lk_ii[entry] & lk_mark(other)) {
      lk_p |= lk_ip[other];
      lk_a |= lk_ia[other];
    }
    if (lk_ci[entry] & lk_mark(other)) {
      lk_p |= lk_cp[other];
      lk_a |= lk_ca[other];
    }
  }
}

/* What an access comes after by fences, beside that. */
static void lk_gather_fences(unsigned entry)
{
  lk_p |= lk_fp;
  lk_a |= lk_fa;
  for (unsigned other = 0; other < LK_BOUND; other++)
    if (lk_fenced[entry] & lk_mark(other)) {
      lk_p |= lk_pp[other];
      lk_a |= lk_pa[other];
    }
}

static int lk_may_begin(unsigned entry)
{
  return (lk_ii[entry] & ~lk_initiated) == 0 && (lk_ci[entry] & ~lk_final) == 0;
}

static int lk_may_end(unsigned entry)
{
  return (lk_cc[entry] & ~lk_final) == 0;
}

static int lk_is_free(unsigned entry)
{
  return (lk_fenced[entry] & ~lk_finished) == 0;
}

/* The last write of this thread to the location before a read, if no other thread can read it yet; LK_BOUND when there is none. */
static unsigned lk_own(unsigned entry)
{
  unsigned found = LK_BOUND;
  for (unsigned other = 0; other < LK_BOUND; other++)
    if (other < entry && (lk_kinds[other] & LK_WRITE) && lk_is_same(entry, other))
      found = lk_has(lk_committed, lk_id(other)) ? LK_BOUND : other;
  return found;
}

/* A read is initiated, if it can find its value; 0 when it cannot. */
static int lk_initiate(unsigned entry, int is_supposed)
{
  unsigned own = lk_own(entry), source = 0;
  uint64_t value = 0;
  if (own < LK_BOUND) {
    if (!(lk_initiated & lk_mark(own)) || (is_supposed && lk_values[own] != lk_expected[entry]))
      return 0;
    source = lk_id(own) + 1;
    value = lk_values[own];
  }
  lk_gather(entry);
  lk_gather_fences(entry);
  if (own == LK_BOUND) {
    lk_set there = lk_there(entry);
    /* `observation`: nothing behind it in coherence has been propagated to what the read comes after. */
    lk_find_fit(entry, there, lk_p | lk_a | lk_reached);
    if (is_supposed)
      for (unsigned other = 0; other <= LK_IDS; other++)
        if (lk_fit[other] && lk_value_of(other, entry) != lk_expected[entry])
          lk_fit[other] = 0;
    source = lk_pick();
    if (source > LK_IDS)
      return 0;
    value = lk_value_of(source, entry);
  }
  lk_expected[entry] = value;
  lk_sources[entry] = source;
  lk_set seen = 0;
  int is_own = source > lk_id(0) && source <= lk_id(0) + LK_BOUND;
  for (unsigned other = 0; other < LK_BOUND; other++) {
    if (is_own && source == lk_id(other) + 1) {
      /* ii0: rfi */
      lk_p |= lk_ip[other];
      lk_a |= lk_ia[other];
    }
    if (!is_own && source != 0 && other < entry && lk_is_same(entry, other)) {
      /* ii0: rdw, from reads of earlier writes; ci0: detour, from writes of the thread. */
      if ((lk_kinds[other] & LK_READ) && (lk_initiated & lk_mark(other)) && lk_sources[other] != source) {
        lk_p |= lk_ip[other];
        lk_a |= lk_ia[other];
      }
      if (lk_kinds[other] & LK_WRITE) {
        lk_p |= lk_cp[other];
        lk_a |= lk_ca[other];
      }
    }
  }
  if (!is_own && source != 0)
    for (unsigned id = 0; id < LK_IDS; id++)
      if (source == id + 1) {
        /* hb: rfe */
        seen = lk_bit(id);
        lk_p |= lk_all_p[id];
        lk_a |= lk_all_a[id];
      }
  lk_ip[entry] = lk_p;
  lk_ia[entry] = lk_a;
  lk_pp[entry] = lk_p | seen;
  lk_pa[entry] = lk_a;
  lk_initiated |= lk_mark(entry);
  if (lk_kinds[entry] == LK_READ)
    lk_finished |= lk_mark(entry);
  return 1;
}

static void lk_gather_commit(unsigned entry)
{
  lk_cp[entry] = lk_ip[entry];
  lk_ca[entry] = lk_ia[entry];
  for (unsigned other = 0; other < LK_BOUND; other++)
    if (lk_cc[entry] & lk_mark(other)) {
      lk_cp[entry] |= lk_cp[other];
      lk_ca[entry] |= lk_ca[other];
    }
  lk_final |= lk_mark(entry);
}

/* A write can be read by others from now on, at some place in coherence. A read-modify-write follows what it has read. */
static void lk_commit(unsigned entry)
{
  unsigned own = lk_id(entry);
  lk_gather_commit(entry);
  lk_p = lk_cp[entry];
  lk_a = lk_ca[entry];
  lk_gather_fences(entry);
  lk_set there = lk_there(entry);
  lk_find_fit(entry, there, lk_lates[entry] ? 0 : lk_reached);
#if LK_UPDATES
  for (unsigned id = 0; id < LK_IDS; id++)
    if (lk_has(there, id) && lk_replaced[id] != 0)
      for (unsigned source = 0; source <= LK_IDS; source++) {
        lk_set up_to = source == 0 ? 0 : lk_before[source - 1] | lk_bit(source - 1);
        unsigned replaced = lk_replaced[id] - 1;
        if (!lk_has(up_to, id) && (replaced == 0 || lk_has(up_to, replaced - 1)))
          lk_fit[source] = 0;
      }
  if (lk_kinds[entry] & LK_READ)
    for (unsigned source = 0; source <= LK_IDS; source++)
      if (source != lk_sources[entry])
        lk_fit[source] = 0;
#endif
  unsigned source = lk_pick();
  LK_ASSUME(source <= LK_IDS);
  lk_set earlier = lk_up_to(source) & there, later = there & ~earlier;
  lk_set before = earlier | lk_p | lk_a, with = before;
  for (unsigned id = 0; id < LK_IDS; id++)
    if (lk_has(before, id))
      with |= lk_before[id];
  /* `propagation`: what fences propagate and coherence have no cycle. */
  LK_ASSUME((with & later) == 0);
  for (unsigned id = 0; id < LK_IDS; id++) {
    if (lk_has(lk_committed, id) && (lk_has(later, id) || (lk_before[id] & later)))
      lk_before[id] |= with | lk_bit(own);
    if (id == own) {
      lk_before[id] = with;
      lk_now_addresses[id] = lk_all_addresses[id] = lk_addresses[entry];
      lk_now_widths[id] = lk_all_widths[id] = lk_widths[entry];
      lk_now_values[id] = lk_all_values[id] = lk_values[entry];
      lk_now_p[id] = lk_all_p[id] = lk_p;
      lk_now_a[id] = lk_all_a[id] = lk_a;
#if LK_UPDATES
      lk_now_replaced[id] = lk_replaced[id] = lk_kinds[entry] & LK_READ ? lk_sources[entry] + 1 : 0;
#endif
    }
    lk_now_before[id] = lk_before[id];
  }
  lk_committed |= lk_bit(own);
  if (!lk_lates[entry])
    lk_reached |= lk_bit(own);
  lk_now_committed = lk_committed;
  lk_now_reached = lk_reached;
  lk_pp[entry] |= lk_p | lk_bit(own);
  lk_pa[entry] = lk_a;
  lk_finished |= lk_mark(entry);
}

/* Does what has no effect on others: writes are initiated, reads committed. */
static void lk_tidy(unsigned entry)
{
  if (lk_kinds[entry] == LK_WRITE && !(lk_initiated & lk_mark(entry)) && lk_may_begin(entry)) {
    lk_gather(entry);
    lk_ip[entry] = lk_p;
    lk_ia[entry] = lk_a;
    lk_initiated |= lk_mark(entry);
  }
  if (lk_kinds[entry] == LK_READ && (lk_initiated & ~lk_final & lk_mark(entry)) && lk_may_end(entry))
    lk_gather_commit(entry);
}

/* Whether a read-modify-write can be done. */
static int lk_may_update(unsigned entry)
{
  return lk_may_begin(entry) && lk_is_free(entry) && lk_may_end(entry);
}

/* Reads and writes at once. What is written may be computed of what is read. */
static int lk_initiate_update(unsigned entry)
{
  if (!lk_initiate(entry, 1))
    return 0;
  lk_commit(entry);
  return 1;
}

/* Goes through what is pending, in program order: what waits for something waits for earlier accesses. Reads are initiated by choice, those in `forced` in any case. */
static void lk_pass(lk_marks forced)
{
  for (unsigned entry = 0; entry < LK_BOUND; entry++)
    if (entry < lk_count && !(lk_final & lk_finished & lk_mark(entry))) {
      int reads = (lk_kinds[entry] & LK_READ) != 0, is_open = !(lk_initiated & lk_mark(entry));
      int may_read = lk_kinds[entry] == LK_READ ? lk_may_begin(entry) && lk_is_free(entry) : lk_may_update(entry);
      if (reads && is_open && may_read && ((forced & lk_mark(entry)) || LK_FLAG())) {
        lk_open();
        if (lk_kinds[entry] == LK_READ)
          lk_initiate(entry, 1);
        else
          lk_initiate_update(entry);
        lk_shut();
      }
      lk_tidy(entry);
      if (lk_kinds[entry] == LK_WRITE && (lk_initiated & ~lk_finished & lk_mark(entry)) && lk_may_end(entry) &&
          lk_is_free(entry)) {
        lk_open();
        lk_commit(entry);
        lk_shut();
      }
    }
}

/* Goes on when what `mask` says is finished, and all that it waits for. */
static void lk_settle(lk_marks mask)
{
#if LK_TURNS
  if (mask & ~lk_finished) {
#if defined(LK_PLAIN)
    for (unsigned turn = LK_BOUND; turn-- > 0;)
      if (mask & lk_mark(turn))
        mask |= lk_ii[turn] | lk_ci[turn] | lk_cc[turn] | lk_fenced[turn];
    lk_pass(mask);
#else
    for (unsigned turn = 0; turn < LK_TURNS; turn++)
      lk_pass(0);
#endif
  }
#endif
  LK_ASSUME((mask & ~lk_finished) == 0);
}

/* A full fence: all threads agree on what is before it. */
static void lk_fence(void)
{
  lk_settle(lk_listed());
  lk_open();
  for (unsigned entry = 0; entry < LK_BOUND; entry++)
    if (entry < lk_count) {
      lk_fp |= lk_pp[entry];
      lk_fa |= lk_pa[entry];
    }
  lk_agreed |= lk_fp;
  lk_fa |= lk_agreed;
  lk_now_agreed = lk_agreed;
  lk_shut();
}

/* Enters an access: what it will wait for. */
static unsigned lk_enter(
  unsigned kind, uint64_t address, uint64_t value, unsigned bytes, unsigned flags, uint64_t depends, uint64_t data)
{
  lk_marks fenced = lk_fenced_before((kind & LK_WRITE) != 0), same = 0;
  unsigned at = lk_list(kind, address, value, bytes, (flags & LK_LATE) != 0);
  for (unsigned entry = 0; entry < LK_BOUND; entry++)
    if (LK_MODEL == LK_POWER && entry < at && lk_is_same(entry, at))
      same |= lk_mark(entry);
  lk_ii[at] = depends | data;
  lk_ci[at] = lk_controlled;
  lk_cc[at] = depends | data | lk_control | lk_addressed | same;
  lk_fenced[at] = fenced;
  lk_addressed |= depends;
  /* Whether there is such an object. */
  lk_open();
  lk_load(address, bytes);
  lk_shut();
  return at;
}

/* Chooses a value that a delayed read may return, or a read-modify-write. */
static uint64_t lk_suppose(uint64_t address, unsigned bytes, int is_late)
{
#if defined(LK_PLAIN)
  /* What is there, or a small number: any other number would hardly ever prove right. What is not delayed reads the last write as a rule. */
  uint64_t value = lk_draw() % 3;
  unsigned seen = 0;
  if (!is_late || lk_draw() % 2 == 0) {
    lk_set last = 0;
    lk_open();
    value = lk_load(address, bytes);
    for (unsigned id = 0; id < LK_IDS; id++)
      if (lk_has(lk_committed, id) && lk_all_addresses[id] == address &&
          (is_late ? lk_draw() % ++seen == 0 : (last & ~lk_before[id]) == 0)) {
        last |= lk_bit(id);
        value = lk_all_values[id];
      }
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
  LK_FORCE(lk_ii[at] | lk_ci[at] | lk_fenced[at]);
#endif
  LK_ASSUME(lk_may_begin(at) && lk_is_free(at));
  lk_open();
  int is_done = lk_initiate(at, 0);
  lk_shut();
  LK_ASSUME(is_done);
  lk_tidy(at);
  return lk_expected[at];
}

static void lk_write(uint64_t address, uint64_t value, unsigned bytes, unsigned flags, uint64_t depends, uint64_t data)
{
  if (!lk_inside)
    lk_some();
  unsigned at = lk_enter(LK_WRITE, address, value, bytes, flags, depends, data);
#if LK_TURNS
  if (!(flags & LK_LATE) || lk_inside)
    LK_FORCE(lk_ii[at] | lk_ci[at] | lk_cc[at] | lk_fenced[at]);
#endif
  lk_tidy(at);
  int is_ready = lk_may_begin(at) && lk_may_end(at) && lk_is_free(at);
  if (is_ready) {
    lk_open();
    lk_commit(at);
    lk_shut();
  }
  LK_ASSUME(is_ready || ((flags & LK_LATE) && !lk_inside));
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
  unsigned at = lk_enter(writes ? LK_READ | LK_WRITE : LK_READ, address, 0, bytes, flags, depends, data);
  lk_from = lk_mark(at);
  lk_expected[at] = old;
  lk_values[at] = (is_compared ? value : lk_changed(old, value, bytes, how)) & lk_mask(bytes);
  if (is_late)
    return old;
  LK_FORCE(lk_ii[at] | lk_ci[at] | lk_cc[at] | lk_fenced[at]);
  LK_ASSUME(lk_may_update(at));
  lk_open();
  int is_done = writes ? lk_initiate_update(at) : lk_initiate(at, 1);
  lk_shut();
  LK_ASSUME(is_done);
  lk_tidy(at);
  return old;
}
