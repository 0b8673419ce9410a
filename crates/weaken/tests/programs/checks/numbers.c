// Operations of compilers.
#include <assert.h>

unsigned volatile n = 0x01020304;
int volatile one = 1, most = 0x7fffffff;

int main(void) {
  int sum;
  unsigned product;
  assert(__builtin_bswap32(n) == 0x04030201);
  assert(__builtin_bitreverse8((unsigned char)one) == 0x80);
  assert(__builtin_rotateleft32(n, 8) == 0x02030401);
  assert(__builtin_rotateleft32(n, one - 1) == n);
  assert(__builtin_rotateright32(n, 8) == 0x04010203);
  assert(!__builtin_sadd_overflow(one, 2, &sum) && sum == 3);
  assert(__builtin_sadd_overflow(one, most, &sum) && sum < 0);
  assert(__builtin_ssub_overflow(-2, most, &sum) && sum == most);
  assert(!__builtin_ssub_overflow(one, most, &sum));
  assert(__builtin_smul_overflow(most, 2, &sum));
  assert(!__builtin_smul_overflow(-one, most, &sum) && sum == -most);
  assert(__builtin_umul_overflow(n, 0x100, &product) && product == 0x02030400);
  assert(!__builtin_uadd_overflow(n, 1, &product));
  assert(__builtin_usub_overflow(one, 2, &product));
  return 0;
}
