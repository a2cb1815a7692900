package libraries;

import static golden.Fill.COUNT;

import golden.Holds;
import golden.Item;
import golden.Truth;
import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import io.netty.util.TimerTask;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.internal.DefaultPriorityQueue;
import io.netty.util.internal.InternalThreadLocalMap;
import io.netty.util.internal.PriorityQueueNode;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Data structures of Netty. */
public final class Netty {
    // Head, two arrays, values.
    @Holds(own = 103, leaves = 101)
    static final IntObjectHashMap<Item> INT_OBJECT_HASH_MAP = new IntObjectHashMap<>();

    @Holds(own = 103, leaves = 101)
    static final LongObjectHashMap<Item> LONG_OBJECT_HASH_MAP = new LongObjectHashMap<>();

    // Head, array, elements.
    @Holds(own = 102, leaves = 100)
    static final DefaultPriorityQueue<Node> PRIORITY_QUEUE = new DefaultPriorityQueue<>(Node::compareTo, COUNT);

    // Head, an array of buckets, and for each task what is in a bucket.
    @Holds(own = 218, leaves = 100)
    static final HashedWheelTimer TIMER = new HashedWheelTimer(1, TimeUnit.MILLISECONDS, 16);

    // Head, array, values, and a mark where there is none; a set of the hundred variables, with a map, a table, and one object as all
    // values.
    @Holds(own = 104, nested = 207, leaves = 202)
    static final InternalThreadLocalMap THREAD_LOCALS = threadLocals();

    private Netty() {}

    /** What can be in a priority queue. */
    private static final class Node extends Item implements PriorityQueueNode {
        private int index = INDEX_NOT_IN_QUEUE;

        @Override
        public int priorityQueueIndex(DefaultPriorityQueue<?> queue) {
            return index;
        }

        @Override
        public void priorityQueueIndex(DefaultPriorityQueue<?> queue, int index) {
            this.index = index;
        }
    }

    /** What a timer does at some time. */
    private static final class Task implements TimerTask {
        private final CountDownLatch done;

        Task(CountDownLatch done) {
            this.done = done;
        }

        @Override
        public void run(Timeout timeout) {
            done.countDown();
        }
    }

    private static InternalThreadLocalMap threadLocals() {
        InternalThreadLocalMap map = InternalThreadLocalMap.get();
        for (int at = 0; at < COUNT; at++) {
            new FastThreadLocal<Item>().set(new Item());
        }
        return map;
    }

    public static void main(String[] arguments) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        for (int at = 0; at < COUNT; at++) {
            INT_OBJECT_HASH_MAP.put(at, new Item());
            LONG_OBJECT_HASH_MAP.put(at, new Item());
            PRIORITY_QUEUE.add(new Node());
            TIMER.newTimeout(new Task(done), 1, TimeUnit.DAYS);
        }
        // Those that wait longer come into their buckets before this one, which leaves its own.
        TIMER.newTimeout(new Task(done), 1, TimeUnit.MILLISECONDS);
        done.await();
        // The timer forgets what has run when it looks at the next bucket.
        Thread.sleep(200);
        Truth.tell(Netty.class);
        Truth.dump(arguments[0]);
        TIMER.stop();
    }
}
