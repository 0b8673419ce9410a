/* Memory as bytes: for programs that allocate, or that access parts of variables. */

/* Allocated objects, and bytes in all of them. */
#define LK_OBJECTS 32
#define LK_HEAP 1024

/* Addresses are numbers: one more than the object in the upper half, the offset in the lower. */
static unsigned char lk_memory[LK_BYTES + LK_HEAP] = { LK_INITIAL };
static unsigned lk_starts[LK_STATICS + LK_OBJECTS] = { LK_STARTS };
static unsigned lk_sizes[LK_STATICS + LK_OBJECTS] = { LK_SIZES };
static unsigned lk_objects = LK_STATICS, lk_end = LK_BYTES;
#if LK_PINS
/* How often each byte was written. */
static unsigned lk_versions[LK_BYTES + LK_HEAP];
#endif

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
  for (unsigned index = 0; index < bytes; index++) {
    lk_memory[at + index] = (unsigned char)(value >> 8 * index);
#if LK_PINS
    lk_versions[at + index]++;
#endif
  }
}

#if LK_PINS
static uint64_t lk_version(uint64_t address, unsigned bytes)
{
  unsigned at = lk_place(address, bytes);
  uint64_t sum = 0;
  for (unsigned index = 0; index < bytes; index++)
    sum += lk_versions[at + index];
  return sum;
}
#endif

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
static void lk_release(uint64_t pointer)
{
  LK_BEGIN();
  if (pointer != 0) {
    lk_place(pointer, 0);
    lk_sizes[(pointer >> 32) - 1] = 0;
  }
  LK_END();
}

/* Nothing is done without other threads seeing it. */
#define lk_held(address, bytes) 0
#define lk_hold(address, bytes, data) (void)(data)
