public class Rounds {
    @JCStressTest
    @State
    @Outcome(id = "8", expect = Expect.ACCEPTABLE, desc = "No update is lost.")
    public static class Four {
        AtomicInteger sum = new AtomicInteger();

        @Actor
        public void left() {
            for (int i = 0; i < 4; i++) {
                sum.incrementAndGet();
            }
        }

        @Actor
        public void right() {
            for (int i = 0; i < 4; i++) {
                sum.incrementAndGet();
            }
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = sum.get();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "50", expect = Expect.ACCEPTABLE, desc = "More rounds than are gone through.")
    public static class Fifty {
        AtomicInteger sum = new AtomicInteger();

        @Actor
        public void counts() {
            for (int i = 0; i < 50; i++) {
                sum.incrementAndGet();
            }
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = sum.get();
        }
    }
}
