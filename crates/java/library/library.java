// What tests use of the class library of Java, as far as threads can see it.
//
// Source: the documentation of the packages java.lang, java.util and java.util.concurrent of Java 17. Each class does what its documentation says of memory, with fields, handles and monitors; where it
// leaves a choice, that of the simplest program that fits. `Lakmus` stands for statements of litmus tests.

class Lakmus { }

final class String { }

final class Integer { final int value; Integer(int value) { this.value = value; } int intValue() { return value; } }
final class Long { final long value; Long(long value) { this.value = value; } long longValue() { return value; } }
final class Boolean { final boolean value; Boolean(boolean value) { this.value = value; } boolean booleanValue() { return value; } }

final class Double {
    static double longBitsToDouble(long bits) { return Lakmus.longBitsToDouble(bits); }
    static long doubleToRawLongBits(double value) { return Lakmus.doubleToRawLongBits(value); }
    static final double NaN = 0.0d / 0.0, POSITIVE_INFINITY = 1.0 / 0.0, NEGATIVE_INFINITY = -1.0 / 0.0;
}
final class Float {
    static float intBitsToFloat(int bits) { return Lakmus.intBitsToFloat(bits); }
    static int floatToRawIntBits(float value) { return Lakmus.floatToRawIntBits(value); }
    static final float NaN = 0.0f / 0.0f, POSITIVE_INFINITY = 1.0f / 0.0f, NEGATIVE_INFINITY = -1.0f / 0.0f;
}

interface Runnable { void run(); }
interface Supplier<T> { T get(); }
interface Callable<T> { T call(); }
interface Function<T, R> { R apply(T value); }

class ThreadLocalRandom {
    static final ThreadLocalRandom INSTANCE = new ThreadLocalRandom();
    static ThreadLocalRandom current() { return INSTANCE; }
    int nextInt(int bound) { return Lakmus.random(); }
}

class AtomicInteger {
    private volatile int value;
    static final VarHandle V = MethodHandles.lookup().findVarHandle(AtomicInteger.class, "value", int.class);
    AtomicInteger() { }
    AtomicInteger(int value) { this.value = value; }
    int get() { return value; }
    void set(int value) { this.value = value; }
    int intValue() { return value; }
    void lazySet(int value) { V.setRelease(this, value); }
    int getPlain() { return (int) V.get(this); }
    void setPlain(int value) { V.set(this, value); }
    int getOpaque() { return (int) V.getOpaque(this); }
    void setOpaque(int value) { V.setOpaque(this, value); }
    int getAcquire() { return (int) V.getAcquire(this); }
    void setRelease(int value) { V.setRelease(this, value); }
    int getAndSet(int value) { return (int) V.getAndSet(this, value); }
    boolean compareAndSet(int expected, int value) { return V.compareAndSet(this, expected, value); }
    boolean weakCompareAndSet(int expected, int value) { return V.weakCompareAndSetPlain(this, expected, value); }
    boolean weakCompareAndSetPlain(int expected, int value) { return V.weakCompareAndSetPlain(this, expected, value); }
    boolean weakCompareAndSetVolatile(int expected, int value) { return V.weakCompareAndSet(this, expected, value); }
    boolean weakCompareAndSetAcquire(int expected, int value) { return V.weakCompareAndSetAcquire(this, expected, value); }
    boolean weakCompareAndSetRelease(int expected, int value) { return V.weakCompareAndSetRelease(this, expected, value); }
    int compareAndExchange(int expected, int value) { return (int) V.compareAndExchange(this, expected, value); }
    int compareAndExchangeAcquire(int expected, int value) { return (int) V.compareAndExchangeAcquire(this, expected, value); }
    int compareAndExchangeRelease(int expected, int value) { return (int) V.compareAndExchangeRelease(this, expected, value); }
    int getAndAdd(int value) { return (int) V.getAndAdd(this, value); }
    int addAndGet(int value) { return (int) V.getAndAdd(this, value) + value; }
    int getAndIncrement() { return (int) V.getAndAdd(this, 1); }
    int getAndDecrement() { return (int) V.getAndAdd(this, -1); }
    int incrementAndGet() { return (int) V.getAndAdd(this, 1) + 1; }
    int decrementAndGet() { return (int) V.getAndAdd(this, -1) - 1; }
}

class AtomicLong {
    private volatile long value;
    static final VarHandle V = MethodHandles.lookup().findVarHandle(AtomicLong.class, "value", long.class);
    AtomicLong() { }
    AtomicLong(long value) { this.value = value; }
    long get() { return value; }
    void set(long value) { this.value = value; }
    long longValue() { return value; }
    int intValue() { return (int) value; }
    void lazySet(long value) { V.setRelease(this, value); }
    long getPlain() { return (long) V.get(this); }
    void setPlain(long value) { V.set(this, value); }
    long getOpaque() { return (long) V.getOpaque(this); }
    void setOpaque(long value) { V.setOpaque(this, value); }
    long getAcquire() { return (long) V.getAcquire(this); }
    void setRelease(long value) { V.setRelease(this, value); }
    long getAndSet(long value) { return (long) V.getAndSet(this, value); }
    boolean compareAndSet(long expected, long value) { return V.compareAndSet(this, expected, value); }
    boolean weakCompareAndSet(long expected, long value) { return V.weakCompareAndSetPlain(this, expected, value); }
    boolean weakCompareAndSetPlain(long expected, long value) { return V.weakCompareAndSetPlain(this, expected, value); }
    boolean weakCompareAndSetVolatile(long expected, long value) { return V.weakCompareAndSet(this, expected, value); }
    boolean weakCompareAndSetAcquire(long expected, long value) { return V.weakCompareAndSetAcquire(this, expected, value); }
    boolean weakCompareAndSetRelease(long expected, long value) { return V.weakCompareAndSetRelease(this, expected, value); }
    long compareAndExchange(long expected, long value) { return (long) V.compareAndExchange(this, expected, value); }
    long compareAndExchangeAcquire(long expected, long value) { return (long) V.compareAndExchangeAcquire(this, expected, value); }
    long compareAndExchangeRelease(long expected, long value) { return (long) V.compareAndExchangeRelease(this, expected, value); }
    long getAndAdd(long value) { return (long) V.getAndAdd(this, value); }
    long addAndGet(long value) { return (long) V.getAndAdd(this, value) + value; }
    long getAndIncrement() { return (long) V.getAndAdd(this, 1L); }
    long getAndDecrement() { return (long) V.getAndAdd(this, -1L); }
    long incrementAndGet() { return (long) V.getAndAdd(this, 1L) + 1L; }
    long decrementAndGet() { return (long) V.getAndAdd(this, -1L) - 1L; }
}

class AtomicBoolean {
    private volatile boolean value;
    static final VarHandle V = MethodHandles.lookup().findVarHandle(AtomicBoolean.class, "value", boolean.class);
    AtomicBoolean() { }
    AtomicBoolean(boolean value) { this.value = value; }
    boolean get() { return value; }
    void set(boolean value) { this.value = value; }
    void lazySet(boolean value) { V.setRelease(this, value); }
    boolean getPlain() { return (boolean) V.get(this); }
    void setPlain(boolean value) { V.set(this, value); }
    boolean getOpaque() { return (boolean) V.getOpaque(this); }
    void setOpaque(boolean value) { V.setOpaque(this, value); }
    boolean getAcquire() { return (boolean) V.getAcquire(this); }
    void setRelease(boolean value) { V.setRelease(this, value); }
    boolean getAndSet(boolean value) { return (boolean) V.getAndSet(this, value); }
    boolean compareAndSet(boolean expected, boolean value) { return V.compareAndSet(this, expected, value); }
    boolean weakCompareAndSet(boolean expected, boolean value) { return V.weakCompareAndSetPlain(this, expected, value); }
    boolean weakCompareAndSetPlain(boolean expected, boolean value) { return V.weakCompareAndSetPlain(this, expected, value); }
    boolean weakCompareAndSetVolatile(boolean expected, boolean value) { return V.weakCompareAndSet(this, expected, value); }
    boolean weakCompareAndSetAcquire(boolean expected, boolean value) { return V.weakCompareAndSetAcquire(this, expected, value); }
    boolean weakCompareAndSetRelease(boolean expected, boolean value) { return V.weakCompareAndSetRelease(this, expected, value); }
    boolean compareAndExchange(boolean expected, boolean value) { return (boolean) V.compareAndExchange(this, expected, value); }
    boolean compareAndExchangeAcquire(boolean expected, boolean value) { return (boolean) V.compareAndExchangeAcquire(this, expected, value); }
    boolean compareAndExchangeRelease(boolean expected, boolean value) { return (boolean) V.compareAndExchangeRelease(this, expected, value); }
}

class AtomicReference<T> {
    private volatile T value;
    static final VarHandle V = MethodHandles.lookup().findVarHandle(AtomicReference.class, "value", Object.class);
    AtomicReference() { }
    AtomicReference(T value) { this.value = value; }
    T get() { return value; }
    void set(T value) { this.value = value; }
    void lazySet(T value) { V.setRelease(this, value); }
    T getPlain() { return (T) V.get(this); }
    T getOpaque() { return (T) V.getOpaque(this); }
    T getAcquire() { return (T) V.getAcquire(this); }
    void setPlain(T value) { V.set(this, value); }
    void setOpaque(T value) { V.setOpaque(this, value); }
    void setRelease(T value) { V.setRelease(this, value); }
    T getAndSet(T value) { return (T) V.getAndSet(this, value); }
    boolean compareAndSet(T expected, T value) { return V.compareAndSet(this, expected, value); }
    T compareAndExchange(T expected, T value) { return (T) V.compareAndExchange(this, expected, value); }
}

class AtomicIntegerArray {
    private final int[] array;
    static final VarHandle E = MethodHandles.arrayElementVarHandle(int[].class);
    AtomicIntegerArray(int length) { array = new int[length]; }
    int length() { return array.length; }
    int get(int i) { return (int) E.getVolatile(array, i); }
    void set(int i, int value) { E.setVolatile(array, i, value); }
    void lazySet(int i, int value) { E.setRelease(array, i, value); }
    int getPlain(int i) { return (int) E.get(array, i); }
    void setPlain(int i, int value) { E.set(array, i, value); }
    int getOpaque(int i) { return (int) E.getOpaque(array, i); }
    void setOpaque(int i, int value) { E.setOpaque(array, i, value); }
    int getAcquire(int i) { return (int) E.getAcquire(array, i); }
    void setRelease(int i, int value) { E.setRelease(array, i, value); }
    int getAndSet(int i, int value) { return (int) E.getAndSet(array, i, value); }
    boolean compareAndSet(int i, int expected, int value) { return E.compareAndSet(array, i, expected, value); }
    boolean weakCompareAndSet(int i, int expected, int value) { return E.weakCompareAndSetPlain(array, i, expected, value); }
    boolean weakCompareAndSetPlain(int i, int expected, int value) { return E.weakCompareAndSetPlain(array, i, expected, value); }
    boolean weakCompareAndSetVolatile(int i, int expected, int value) { return E.weakCompareAndSet(array, i, expected, value); }
    boolean weakCompareAndSetAcquire(int i, int expected, int value) { return E.weakCompareAndSetAcquire(array, i, expected, value); }
    boolean weakCompareAndSetRelease(int i, int expected, int value) { return E.weakCompareAndSetRelease(array, i, expected, value); }
    int compareAndExchange(int i, int expected, int value) { return (int) E.compareAndExchange(array, i, expected, value); }
    int compareAndExchangeAcquire(int i, int expected, int value) { return (int) E.compareAndExchangeAcquire(array, i, expected, value); }
    int compareAndExchangeRelease(int i, int expected, int value) { return (int) E.compareAndExchangeRelease(array, i, expected, value); }
    int getAndAdd(int i, int value) { return (int) E.getAndAdd(array, i, value); }
    int addAndGet(int i, int value) { return (int) E.getAndAdd(array, i, value) + value; }
    int getAndIncrement(int i) { return (int) E.getAndAdd(array, i, 1); }
    int getAndDecrement(int i) { return (int) E.getAndAdd(array, i, -1); }
    int incrementAndGet(int i) { return (int) E.getAndAdd(array, i, 1) + 1; }
    int decrementAndGet(int i) { return (int) E.getAndAdd(array, i, -1) - 1; }
}

class AtomicLongArray {
    private final long[] array;
    static final VarHandle E = MethodHandles.arrayElementVarHandle(long[].class);
    AtomicLongArray(int length) { array = new long[length]; }
    int length() { return array.length; }
    long get(int i) { return (long) E.getVolatile(array, i); }
    void set(int i, long value) { E.setVolatile(array, i, value); }
    void lazySet(int i, long value) { E.setRelease(array, i, value); }
    long getPlain(int i) { return (long) E.get(array, i); }
    void setPlain(int i, long value) { E.set(array, i, value); }
    long getOpaque(int i) { return (long) E.getOpaque(array, i); }
    void setOpaque(int i, long value) { E.setOpaque(array, i, value); }
    long getAcquire(int i) { return (long) E.getAcquire(array, i); }
    void setRelease(int i, long value) { E.setRelease(array, i, value); }
    long getAndSet(int i, long value) { return (long) E.getAndSet(array, i, value); }
    boolean compareAndSet(int i, long expected, long value) { return E.compareAndSet(array, i, expected, value); }
    boolean weakCompareAndSet(int i, long expected, long value) { return E.weakCompareAndSetPlain(array, i, expected, value); }
    boolean weakCompareAndSetPlain(int i, long expected, long value) { return E.weakCompareAndSetPlain(array, i, expected, value); }
    boolean weakCompareAndSetVolatile(int i, long expected, long value) { return E.weakCompareAndSet(array, i, expected, value); }
    boolean weakCompareAndSetAcquire(int i, long expected, long value) { return E.weakCompareAndSetAcquire(array, i, expected, value); }
    boolean weakCompareAndSetRelease(int i, long expected, long value) { return E.weakCompareAndSetRelease(array, i, expected, value); }
    long compareAndExchange(int i, long expected, long value) { return (long) E.compareAndExchange(array, i, expected, value); }
    long compareAndExchangeAcquire(int i, long expected, long value) { return (long) E.compareAndExchangeAcquire(array, i, expected, value); }
    long compareAndExchangeRelease(int i, long expected, long value) { return (long) E.compareAndExchangeRelease(array, i, expected, value); }
    long getAndAdd(int i, long value) { return (long) E.getAndAdd(array, i, value); }
    long addAndGet(int i, long value) { return (long) E.getAndAdd(array, i, value) + value; }
    long getAndIncrement(int i) { return (long) E.getAndAdd(array, i, 1L); }
    long getAndDecrement(int i) { return (long) E.getAndAdd(array, i, -1L); }
    long incrementAndGet(int i) { return (long) E.getAndAdd(array, i, 1L) + 1L; }
    long decrementAndGet(int i) { return (long) E.getAndAdd(array, i, -1L) - 1L; }
}

// All locks have the memory effects of monitors.
interface Lock {
    void lock();
    void lockInterruptibly();
    void unlock();
    boolean tryLock();
    boolean tryLock(long time, TimeUnit unit);
    Condition newCondition();
}

// Who holds a lock is a volatile field: the thread's number from 1, and 16 for each time more that it took the lock. What tries to take the lock and fails has seen it held. Without a thread that tries,
// none sees that field, and it is left out. What tries for some time fails or succeeds as what tries once does, sooner or later.
class ReentrantLock implements Lock {
    private volatile int holder;
    ReentrantLock() { }
    ReentrantLock(boolean fair) { }
    public void lock() { Lakmus.lock(this); taken(); }
    private void taken() {
        if (Lakmus.tries()) {
            int found = holder;
            holder = found == 0 ? Lakmus.thread() + 1 : found + 16;
        }
    }
    public boolean tryLock() {
        int found = holder;
        if (found != 0 && (found & 15) != Lakmus.thread() + 1) return false;
        lock();
        return true;
    }
    public boolean tryLock(long time, TimeUnit unit) { Lakmus.interruptible(); return tryLock(); }
    // Refused where an actor interrupts another one.
    public void lockInterruptibly() { Lakmus.interruptible(); lock(); }
    public void unlock() {
        if (Lakmus.tries()) {
            int found = holder;
            holder = found > 16 ? found - 16 : 0;
        }
        Lakmus.unlock(this);
    }
    public Condition newCondition() { return new ConditionObject(this); }
}

// Waking up for no reason is permitted, so that signals allow nothing new.
interface Condition { void await(); void signal(); void signalAll(); }

class ConditionObject implements Condition {
    private final ReentrantLock lock;
    ConditionObject(ReentrantLock lock) { this.lock = lock; }
    public void await() { Lakmus.wait(lock); }
    public void signal() { }
    public void signalAll() { }
}

class Semaphore {
    private volatile int permits;
    static final VarHandle P = MethodHandles.lookup().findVarHandle(Semaphore.class, "permits", int.class);
    Semaphore(int permits) { this.permits = permits; }
    Semaphore(int permits, boolean fair) { this.permits = permits; }
    void acquire() { acquire(1); }
    void acquire(int number) {
        while (true) {
            int found = permits;
            if (found >= number && P.compareAndSet(this, found, found - number)) return;
        }
    }
    void acquireUninterruptibly() { acquire(1); }
    boolean tryAcquire() {
        while (true) {
            int found = permits;
            if (found < 1) return false;
            if (P.compareAndSet(this, found, found - 1)) return true;
        }
    }
    void release() { release(1); }
    void release(int number) { P.getAndAdd(this, number); }
    int availablePermits() { return permits; }
}

class TimeUnit {
    static final TimeUnit NANOSECONDS = new TimeUnit(), MICROSECONDS = new TimeUnit(), MILLISECONDS = new TimeUnit();
    static final TimeUnit SECONDS = new TimeUnit(), MINUTES = new TimeUnit(), HOURS = new TimeUnit(), DAYS = new TimeUnit();
}

interface ReadWriteLock { Lock readLock(); Lock writeLock(); }

// Of a lock for readers and writers that of the writers: without readers it is a lock as others are.
class ReentrantReadWriteLock implements ReadWriteLock {
    private final WriteLock writer = new WriteLock();
    ReentrantReadWriteLock() { }
    ReentrantReadWriteLock(boolean fair) { }
    public WriteLock writeLock() { return writer; }
    static class WriteLock extends ReentrantLock { }
}

// One number: how many readers there are, whether there is a writer (128), and above how often the lock was given back by a writer. What tries for some time fails or succeeds as what tries once
// does, sooner or later.
class StampedLock {
    private volatile int state = 256;
    static final VarHandle S = MethodHandles.lookup().findVarHandle(StampedLock.class, "state", int.class);
    long writeLock() {
        while (true) {
            int found = state;
            if ((found & 255) == 0 && S.compareAndSet(this, found, found | 128)) return found | 128;
        }
    }
    long writeLockInterruptibly() { return writeLock(); }
    long tryWriteLock() {
        while (true) {
            int found = state;
            if ((found & 255) != 0) return 0L;
            if (S.compareAndSet(this, found, found | 128)) return found | 128;
        }
    }
    long tryWriteLock(long time, TimeUnit unit) { return tryWriteLock(); }
    long readLock() {
        while (true) {
            int found = state;
            if ((found & 128) == 0 && S.compareAndSet(this, found, found + 1)) return found + 1;
        }
    }
    long readLockInterruptibly() { return readLock(); }
    long tryReadLock() {
        while (true) {
            int found = state;
            if ((found & 128) != 0) return 0L;
            if (S.compareAndSet(this, found, found + 1)) return found + 1;
        }
    }
    long tryReadLock(long time, TimeUnit unit) { return tryReadLock(); }
    long tryOptimisticRead() {
        int found = state;
        if ((found & 128) != 0) return 0L;
        return found & ~127;
    }
    boolean validate(long stamp) {
        VarHandle.acquireFence();
        int found = state;
        return stamp != 0L && ((int) stamp & ~127) == (found & ~127);
    }
    void unlockWrite(long stamp) {
        int given = (int) stamp;
        if ((given & 128) == 0 || state != given) throw new IllegalMonitorStateException();
        state = given + 128;
    }
    void unlockRead(long stamp) {
        int given = (int) stamp;
        while (true) {
            int found = state;
            if ((found & ~127) != (given & ~127) || (found & 127) == 0 || (given & 127) == 0) throw new IllegalMonitorStateException();
            if (S.compareAndSet(this, found, found - 1)) return;
        }
    }
    void unlock(long stamp) {
        if (((int) stamp & 128) != 0) unlockWrite(stamp);
        else unlockRead(stamp);
    }
    boolean tryUnlockWrite() {
        int found = state;
        if ((found & 128) == 0) return false;
        state = found + 128;
        return true;
    }
    boolean tryUnlockRead() {
        while (true) {
            int found = state;
            if ((found & 128) != 0 || (found & 127) == 0) return false;
            if (S.compareAndSet(this, found, found - 1)) return true;
        }
    }
    long tryConvertToWriteLock(long stamp) {
        int given = (int) stamp;
        while (true) {
            int found = state;
            if ((found & ~127) != (given & ~127)) return 0L;
            if ((given & 128) != 0) return stamp;
            if ((given & 127) == 0 && (found & 255) != 0) return 0L;
            if ((given & 127) != 0 && (found & 255) != 1) return 0L;
            int next = (found & ~127) | 128;
            if (S.compareAndSet(this, found, next)) return next;
        }
    }
    long tryConvertToReadLock(long stamp) {
        int given = (int) stamp;
        while (true) {
            int found = state;
            if ((found & ~127) != (given & ~127)) return 0L;
            if ((given & 128) != 0) {
                state = found + 129;
                return found + 129;
            }
            if ((given & 127) != 0) {
                if ((found & 127) == 0) return 0L;
                return stamp;
            }
            if (S.compareAndSet(this, found, found + 1)) return found + 1;
        }
    }
    long tryConvertToOptimisticRead(long stamp) {
        int given = (int) stamp;
        VarHandle.acquireFence();
        while (true) {
            int found = state;
            if ((found & ~127) != (given & ~127)) return 0L;
            if ((given & 128) != 0) {
                state = found + 128;
                return found + 128;
            }
            if ((given & 127) == 0) return given & ~127;
            if ((found & 127) == 0) return 0L;
            if (S.compareAndSet(this, found, found - 1)) return found & ~127;
        }
    }
    Lock asReadLock() { return new StampedReadLock(this); }
    Lock asWriteLock() { return new StampedWriteLock(this); }
    ReadWriteLock asReadWriteLock() { return new StampedReadWriteLock(this); }
}

class StampedReadLock implements Lock {
    private final StampedLock lock;
    StampedReadLock(StampedLock lock) { this.lock = lock; }
    public void lock() { lock.readLock(); }
    public void unlock() { if (!lock.tryUnlockRead()) throw new IllegalMonitorStateException(); }
}

class StampedWriteLock implements Lock {
    private final StampedLock lock;
    StampedWriteLock(StampedLock lock) { this.lock = lock; }
    public void lock() { lock.writeLock(); }
    public void unlock() { if (!lock.tryUnlockWrite()) throw new IllegalMonitorStateException(); }
}

class StampedReadWriteLock implements ReadWriteLock {
    private final StampedLock lock;
    StampedReadWriteLock(StampedLock lock) { this.lock = lock; }
    public Lock readLock() { return new StampedReadLock(lock); }
    public Lock writeLock() { return new StampedWriteLock(lock); }
}

class CountDownLatch {
    private volatile int count;
    static final VarHandle C = MethodHandles.lookup().findVarHandle(CountDownLatch.class, "count", int.class);
    CountDownLatch(int count) { this.count = count; }
    void countDown() {
        while (true) {
            int found = count;
            if (found == 0) return;
            if (C.compareAndSet(this, found, found - 1)) return;
        }
    }
    long getCount() { return count; }
    void await() { while (count != 0) { } }
    // The time may be over whenever the count is not 0.
    boolean await(long time, TimeUnit unit) { return count == 0; }
}

class ThreadLocal<T> {
    private T first, second, third, fourth, fifth;
    T get() {
        int thread = Lakmus.thread();
        if (thread == 0) return first;
        if (thread == 1) return second;
        if (thread == 2) return third;
        if (thread == 3) return fourth;
        return fifth;
    }
    void set(T value) {
        int thread = Lakmus.thread();
        if (thread == 0) first = value;
        else if (thread == 1) second = value;
        else if (thread == 2) third = value;
        else if (thread == 3) fourth = value;
        else fifth = value;
    }
}

class BitSet {
    private long word;
    BitSet() { }
    BitSet(int size) { }
    void set(int i) { word |= 1L << i; }
    void clear(int i) { word &= ~(1L << i); }
    boolean get(int i) { return (word & (1L << i)) != 0L; }
}

interface List<E> { boolean add(E element); E get(int index); int size(); boolean isEmpty(); }

// Room for four elements: a fifth one is an exception.
class ArrayList<E> implements List<E> {
    static final Object[] EMPTY = new Object[0];
    private Object[] elementData;
    private int size;
    ArrayList() { elementData = EMPTY; }
    public boolean add(E element) {
        int at = size;
        Object[] array = elementData;
        if (at == array.length) array = grow();
        array[at] = element;
        size = at + 1;
        return true;
    }
    private Object[] grow() {
        Object[] array = new Object[4];
        if (elementData.length != 0) throw new UnsupportedOperationException();
        elementData = array;
        return array;
    }
    public E get(int index) {
        if (index >= size) throw new IndexOutOfBoundsException();
        return (E) elementData[index];
    }
    public int size() { return size; }
    public boolean isEmpty() { return size == 0; }
}

class Collections {
    static <T> List<T> synchronizedList(List<T> list) { return new SynchronizedList<T>(list); }
}

class SynchronizedList<E> implements List<E> {
    private final ArrayList<E> list;
    SynchronizedList(List<E> list) { this.list = (ArrayList<E>) list; }
    public boolean add(E element) { synchronized (this) { return list.add(element); } }
    public E get(int index) { synchronized (this) { return list.get(index); } }
    public int size() { synchronized (this) { return list.size(); } }
    public boolean isEmpty() { synchronized (this) { return list.isEmpty(); } }
}

interface Map<K, V> { V get(K key); V put(K key, V value); V putIfAbsent(K key, V value); }

// Room for one key: a second one is an exception.
class ConcurrentHashMap<K, V> implements Map<K, V> {
    private volatile K key;
    private volatile V value;
    public V get(K key) { return this.key == key ? value : null; }
    public V put(K key, V value) {
        synchronized (this) {
            if (this.key != null && this.key != key) throw new UnsupportedOperationException();
            V old = this.value;
            this.value = value;
            this.key = key;
            return old;
        }
    }
    public V putIfAbsent(K key, V value) {
        synchronized (this) {
            if (this.key != null && this.key != key) throw new UnsupportedOperationException();
            V old = this.value;
            if (old == null) {
                this.value = value;
                this.key = key;
            }
            return old;
        }
    }
    public V computeIfAbsent(K key, Function<K, V> function) {
        synchronized (this) {
            if (this.key != null && this.key != key) throw new UnsupportedOperationException();
            V old = this.value;
            if (old != null) return old;
            V made = function.apply(key);
            if (made == null) return null;
            this.value = made;
            this.key = key;
            return made;
        }
    }
}

// The bytes at an index that is not known; all accesses are to that one. Accesses are of bytes, one by one.
class ByteBuffer {
    private byte b0, b1, b2, b3;
    static ByteBuffer allocate(int size) { return new ByteBuffer(); }
    static ByteBuffer allocateDirect(int size) { return new ByteBuffer(); }
    ByteBuffer putInt(int index, int value) {
        Lakmus.unknown(index);
        b0 = (byte) (value >> 24);
        b1 = (byte) (value >> 16);
        b2 = (byte) (value >> 8);
        b3 = (byte) value;
        return this;
    }
    int getInt(int index) {
        Lakmus.unknown(index);
        return (b0 << 24) | ((b1 & 255) << 16) | ((b2 & 255) << 8) | (b3 & 255);
    }
}
