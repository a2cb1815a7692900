package golden;

import java.util.concurrent.Delayed;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** What the data structures hold: a number, and no reference. */
public class Item implements RunnableScheduledFuture<Object> {
    private static int made;

    private final int number = made++;

    @Override
    public int compareTo(Delayed other) {
        return Integer.compare(number, ((Item) other).number);
    }

    @Override
    public long getDelay(TimeUnit unit) {
        return number;
    }

    @Override
    public boolean isPeriodic() {
        return false;
    }

    @Override
    public void run() {}

    @Override
    public boolean cancel(boolean running) {
        return false;
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public boolean isDone() {
        return false;
    }

    @Override
    public Object get() {
        return null;
    }

    @Override
    public Object get(long time, TimeUnit unit) {
        return null;
    }

    /** Ones whose hash codes are 0, 1, 2, .. */
    public static Supplier<Item> numbered() {
        AtomicInteger next = new AtomicInteger();
        return () -> new Numbered(next.getAndIncrement());
    }

    private static final class Numbered extends Item {
        private final int hashCode;

        Numbered(int hashCode) {
            this.hashCode = hashCode;
        }

        @Override
        public int hashCode() {
            return hashCode;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }

    /** One whose hash code is that of all others. */
    public static final class Colliding extends Item {
        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }
}
