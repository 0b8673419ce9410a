/* Reads what has not been read yet.
 *
 * Remembers, over all executions, which store which load has read, both by their places in their threads; a load prefers a store that it has never read, and
 * threads take turns at random. So rare combinations come sooner than by chance. */
#include <lakmus/strategy.h>

/* Pairs of loads and stores are remembered by a hash, a byte each. */
#define PLACES 65536

struct shared {
  unsigned char is_known[PLACES];
};

static struct shared *shared;
static uint64_t state;
/* By thread: how many loads it has done. */
static uint64_t loads[64];

static uint64_t random_below(uint64_t bound) {
  /* Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators. OOPSLA 2014. */
  uint64_t mixed = state += 0x9e3779b97f4a7c15;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
  return (mixed ^ mixed >> 31) % bound;
}

static uint64_t place_of(uint64_t reader, uint64_t load, const struct lakmus_store *store) {
  uint64_t hash = reader * 31 + load;
  hash = hash * 0x100000001b3 ^ store->thread;
  hash = hash * 0x100000001b3 ^ store->event;
  return (hash * 0x9e3779b97f4a7c15 >> 40) % PLACES;
}

static void begin(void *memory, uint64_t number, uint64_t seed) {
  (void)number;
  shared = memory;
  state = seed;
}

static size_t pick_thread(uint32_t current, const struct lakmus_step *steps, size_t count) {
  (void)current;
  (void)steps;
  return random_below(count);
}

static size_t pick_store(uint32_t thread, const struct lakmus_store *stores, size_t count, size_t latest) {
  uint64_t load = loads[thread % 64]++;
  size_t unknown[64], found = 0;
  for (size_t index = 0; index < count && found < 64; index++)
    if (!shared->is_known[place_of(thread, load, &stores[index])]) unknown[found++] = index;
  size_t picked = found ? unknown[random_below(found)] : random_below(2) ? latest : random_below(count);
  shared->is_known[place_of(thread, load, &stores[picked])] = 1;
  return picked;
}

static size_t pick(uint32_t thread, uint32_t choice, size_t count) {
  (void)thread;
  return choice == LAKMUS_SPURIOUS_FAILURE ? random_below(16) == 0 : random_below(count);
}

const struct lakmus_strategy lakmus_strategy = {
    .version = LAKMUS_STRATEGY_VERSION,
    .shared_size = sizeof(struct shared),
    .begin = begin,
    .pick_thread = pick_thread,
    .pick_store = pick_store,
    .pick = pick,
};
