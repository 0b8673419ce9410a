/* Records what a real x86-64 processor makes of single instructions, to compare the lowerings with:
 *
 *     gcc -O1 -mno-red-zone -o /tmp/record record.c && /tmp/record > results.txt
 *
 * A line of the results: the instruction, the seed of the state before it, the registers and memory that it changed, and the flags
 * that it leaves defined, with tabs between. `../hardware.rs` makes the same states of the same seeds and reads the results. */
#include <emmintrin.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef unsigned __int128 u128;

struct state {
    uint64_t rax, rbx, rcx, rdx;
    u128 x, xmm0, xmm1;
    uint64_t flags;
};

/* The location that instructions name. */
u128 x __attribute__((aligned(16)));

enum { CF = 1 << 0, PF = 1 << 2, AF = 1 << 4, ZF = 1 << 6, SF = 1 << 7, OF = 1 << 11 };
enum { ALL = CF | PF | AF | ZF | SF | OF };
/* What is defined after bitwise operations, shifts by one, and other shifts. */
enum { BITWISE = ALL & ~AF, ONE = ALL & ~AF, MORE = ALL & ~AF & ~OF };

/* splitmix64 */
static uint64_t next(uint64_t *seed) {
    uint64_t z = (*seed += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* A number; two of three are near the edge of some size. */
static uint64_t number(uint64_t *seed) {
    uint64_t value = next(seed), kind = next(seed);
    if (kind % 3 == 0)
        return value;
    return (UINT64_C(1) << (kind / 3 % 64)) + value % 5 - 2;
}

static u128 wide(uint64_t *seed) {
    uint64_t low = number(seed);
    return (u128)number(seed) << 64 | low;
}

static struct state state_of(uint64_t seed) {
    struct state s;
    uint64_t at = seed;
    s.rax = number(&at), s.rbx = number(&at), s.rcx = number(&at), s.rdx = number(&at);
    s.x = wide(&at), s.xmm0 = wide(&at), s.xmm1 = wide(&at);
    s.flags = next(&at) & ALL;
    if (seed % 2 == 1)
        s.rax = (uint64_t)s.x, s.rdx = (uint64_t)(s.x >> 64); /* comparisons succeed */
    return s;
}

static void print_wide(const char *name, u128 before, u128 after) {
    uint64_t high = after >> 64, low = after;
    if (before != after && high)
        printf("%s=%" PRIx64 "%016" PRIx64 " ", name, high, low);
    else if (before != after)
        printf("%s=%" PRIx64 " ", name, low);
}

static void print(const char *text, uint64_t seed, const struct state *before, const struct state *after, int defined) {
    static const struct { const char *name; int bit; } flags[] = {{"zf", ZF}, {"sf", SF}, {"cf", CF}, {"of", OF}, {"pf", PF}, {"af", AF}};
    for (; *text; text++)
        if (text[0] != '%' || text[1] != '%')
            putchar(*text);
    printf("\t%" PRIu64 "\t", seed);
    print_wide("rax", before->rax, after->rax);
    print_wide("rbx", before->rbx, after->rbx);
    print_wide("rcx", before->rcx, after->rcx);
    print_wide("rdx", before->rdx, after->rdx);
    print_wide("x", before->x, after->x);
    print_wide("xmm0", before->xmm0, after->xmm0);
    print_wide("xmm1", before->xmm1, after->xmm1);
    putchar('\t');
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (defined & flags[i].bit)
            printf("%s=%d ", flags[i].name, !!(after->flags & flags[i].bit));
    putchar('\n');
}

static uint64_t seeds;

#define RUN(text, defined)                                                                                             \
    for (int round = 0; round < 6; round++) {                                                                          \
        uint64_t seed = ++seeds;                                                                                       \
        struct state before = state_of(seed), s = before;                                                              \
        x = s.x;                                                                                                       \
        register uint64_t flags __asm__("r8") = s.flags | 2;                                                           \
        register __m128i xmm0 __asm__("xmm0");                                                                         \
        register __m128i xmm1 __asm__("xmm1");                                                                         \
        __m128i in0, in1;                                                                                              \
        memcpy(&in0, &s.xmm0, 16), memcpy(&in1, &s.xmm1, 16);                                                          \
        xmm0 = in0, xmm1 = in1;                                                                                        \
        __asm__ volatile("pushq %%r8; popfq; " text "; pushfq; popq %%r8"                                              \
                         : "+a"(s.rax), "+b"(s.rbx), "+c"(s.rcx), "+d"(s.rdx), "+r"(flags), "+x"(xmm0), "+x"(xmm1)     \
                         :                                                                                             \
                         : "memory", "cc");                                                                            \
        in0 = xmm0, in1 = xmm1;                                                                                        \
        memcpy(&s.xmm0, &in0, 16), memcpy(&s.xmm1, &in1, 16);                                                          \
        s.x = x, s.flags = flags;                                                                                      \
        print(text, seed, &before, &s, defined);                                                                       \
    }

#define SIZES(name, defined)                                                                                           \
    RUN(name "b %%cl,%%dl", defined)                                                                                   \
    RUN(name "w %%cx,%%dx", defined)                                                                                   \
    RUN(name "l %%ecx,%%edx", defined)                                                                                 \
    RUN(name "q x(%%rip),%%rdx", defined)                                                                              \
    RUN(name "b %%ah,x(%%rip)", defined)                                                                               \
    RUN(name "l $-1,x(%%rip)", defined)
#define LOCKED(name, defined) SIZES(name, defined) RUN("lock " name "q %%rcx,x(%%rip)", defined)
#define ONE_OPERAND(name, defined)                                                                                     \
    RUN(name "b %%ch", defined)                                                                                        \
    RUN(name "w %%dx", defined)                                                                                        \
    RUN(name "l %%edx", defined)                                                                                       \
    RUN("lock " name "q x(%%rip)", defined)
#define SHIFTS(name)                                                                                                   \
    RUN(name "b %%dl", ONE)                                                                                            \
    RUN(name "l $1,%%edx", ONE)                                                                                        \
    RUN(name "w $3,x(%%rip)", MORE)                                                                                    \
    RUN(name "q $63,%%rdx", MORE)                                                                                      \
    RUN(name "l $32,%%edx", ALL)                                                                                       \
    RUN(name "l %%cl,%%edx", ZF | SF | PF | CF)                                                                        \
    RUN(name "q %%cl,%%rdx", ZF | SF | PF | CF)
#define BITS(name)                                                                                                     \
    RUN(name "w %%cx,%%dx", CF | ZF)                                                                                   \
    RUN(name "q %%rcx,%%rdx", CF | ZF)                                                                                 \
    RUN(name "l $3,x(%%rip)", CF | ZF)
#define CONDITION(c)                                                                                                   \
    RUN("set" c " %%dl", ALL)                                                                                          \
    RUN("set" c " x(%%rip)", ALL)                                                                                      \
    RUN("cmov" c "l %%ecx,%%edx", ALL)                                                                                 \
    RUN("cmov" c "w x(%%rip),%%dx", ALL)

int main(void) {
    LOCKED("add", ALL) LOCKED("adc", ALL) LOCKED("sub", ALL) LOCKED("sbb", ALL)
    LOCKED("and", BITWISE) LOCKED("or", BITWISE) LOCKED("xor", BITWISE)
    SIZES("cmp", ALL)
    RUN("testl %%ecx,%%edx", BITWISE) RUN("testb $0x81,%%dh", BITWISE) RUN("testq %%rcx,x(%%rip)", BITWISE)
    ONE_OPERAND("inc", ALL) ONE_OPERAND("dec", ALL) ONE_OPERAND("neg", ALL) ONE_OPERAND("not", ALL)
    SHIFTS("shl") SHIFTS("shr") SHIFTS("sar")
    CONDITION("o") CONDITION("no") CONDITION("b") CONDITION("ae") CONDITION("e") CONDITION("ne") CONDITION("be") CONDITION("a")
    CONDITION("s") CONDITION("ns") CONDITION("p") CONDITION("np") CONDITION("l") CONDITION("ge") CONDITION("le") CONDITION("g")
    BITS("bt") BITS("bts") BITS("btr") BITS("btc")
    RUN("xchgb %%al,%%ah", ALL) RUN("xchgl %%ecx,%%edx", ALL) RUN("xchgw %%cx,x(%%rip)", ALL) RUN("xchgl x(%%rip),%%edx", ALL)
    RUN("xaddb %%cl,%%dh", ALL) RUN("xaddl %%ecx,%%edx", ALL) RUN("xaddl %%edx,%%edx", ALL) RUN("lock xaddl %%ecx,x(%%rip)", ALL)
    RUN("lock cmpxchgb %%cl,x(%%rip)", ALL) RUN("lock cmpxchgw %%cx,x(%%rip)", ALL) RUN("lock cmpxchgl %%ecx,x(%%rip)", ALL)
    RUN("lock cmpxchgq %%rcx,x(%%rip)", ALL) RUN("cmpxchgq %%rcx,%%rdx", ALL)
    RUN("cmpxchgl %%ecx,%%edx", ALL) RUN("cmpxchgl %%ecx,%%eax", ALL)
    RUN("lock cmpxchg8b x(%%rip)", ALL) RUN("lock cmpxchg16b x(%%rip)", ALL)
    RUN("movb %%cl,%%dh", ALL) RUN("movw $-1,%%dx", ALL) RUN("movl %%ecx,%%edx", ALL) RUN("movq $-1,x(%%rip)", ALL)
    RUN("movabsq $0x123456789abcdef0,%%rdx", ALL) RUN("movntiq %%rcx,x(%%rip)", ALL)
    RUN("movzbl %%ch,%%edx", ALL) RUN("movzwq x(%%rip),%%rdx", ALL) RUN("movzbw %%cl,%%dx", ALL)
    RUN("movsbl x(%%rip),%%edx", ALL) RUN("movswq %%cx,%%rdx", ALL) RUN("movslq %%ecx,%%rdx", ALL) RUN("movsbw %%ch,%%dx", ALL)
    RUN("cbtw", ALL) RUN("cwtl", ALL) RUN("cltq", ALL) RUN("cwtd", ALL) RUN("cltd", ALL) RUN("cqto", ALL)
    RUN("leal 7(%%rbx,%%rcx,4),%%edx", ALL) RUN("leaq -8(%%ebx,%%ecx),%%rdx", ALL) RUN("leaw (,%%rcx,8),%%dx", ALL)
    RUN("movdqa x(%%rip),%%xmm0", ALL) RUN("movntdq %%xmm1,x(%%rip)", ALL) RUN("movd %%ecx,%%xmm0", ALL) RUN("movq %%rcx,%%xmm0", ALL)
    RUN("movd %%xmm1,%%edx", ALL) RUN("movq %%xmm1,x(%%rip)", ALL) RUN("movq %%xmm1,%%xmm0", ALL) RUN("movss x(%%rip),%%xmm0", ALL)
    RUN("movss %%xmm1,%%xmm0", ALL) RUN("movsd %%xmm1,%%xmm0", ALL) RUN("movsd %%xmm1,x(%%rip)", ALL)
    RUN("pxor %%xmm1,%%xmm0", ALL) RUN("pand x(%%rip),%%xmm0", ALL) RUN("orps %%xmm1,%%xmm0", ALL)
    RUN("punpcklqdq %%xmm1,%%xmm0", ALL) RUN("punpckhqdq x(%%rip),%%xmm0", ALL)
    RUN("pextrq $1,%%xmm1,%%rdx", ALL) RUN("pinsrq $1,%%rcx,%%xmm0", ALL)
    return 0;
}
