// What a verifier leaves open may be in memory, too; and assertions may be those of ESBMC, or of a program that declares nothing.
enum { RED, GREEN, BLUE };
extern void __VERIFIER_nondet_memory(void *memory, unsigned long bytes);
extern void __ESBMC_assume(_Bool condition);

int main(void) {
  unsigned char colour = RED;
  __VERIFIER_nondet_memory(&colour, sizeof colour);
#ifdef ASSUMED
  __ESBMC_assume(colour == GREEN || colour == BLUE);
#endif
  assert(colour == GREEN || colour == BLUE);
  return 0;
}
