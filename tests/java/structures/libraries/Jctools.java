package libraries;

import static golden.Fill.COUNT;
import static golden.Fill.fill;

import golden.Holds;
import golden.Item;
import golden.Truth;
import java.util.Queue;
import org.jctools.maps.NonBlockingHashMap;
import org.jctools.maps.NonBlockingHashMapLong;
import org.jctools.maps.NonBlockingHashSet;
import org.jctools.maps.NonBlockingIdentityHashMap;
import org.jctools.queues.MpmcArrayQueue;
import org.jctools.queues.MpscArrayQueue;
import org.jctools.queues.MpscLinkedQueue;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jctools.queues.SpscArrayQueue;
import org.jctools.queues.SpscUnboundedArrayQueue;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;

/** Data structures of JCTools. */
public final class Jctools {
    // Head, array, elements.
    @Holds(own = 102, leaves = 100)
    static final Queue<Item> MPSC_ARRAY_QUEUE = fill(new MpscArrayQueue<>(COUNT));

    @Holds(own = 102, leaves = 100)
    static final Queue<Item> SPSC_ARRAY_QUEUE = fill(new SpscArrayQueue<>(COUNT));

    // An array of sequences, too.
    @Holds(own = 103, leaves = 101)
    static final Queue<Item> MPMC_ARRAY_QUEUE = fill(new MpmcArrayQueue<>(COUNT));

    // Four arrays of 32 that lead to each other, with marks at the ends of all but the last.
    @Holds(own = 106, leaves = 101)
    static final Queue<Item> MPSC_UNBOUNDED_QUEUE = fill(new MpscUnboundedArrayQueue<>(32));

    @Holds(own = 106, leaves = 101)
    static final Queue<Item> SPSC_UNBOUNDED_QUEUE = fill(new SpscUnboundedArrayQueue<>(32));

    // Head, and for each element a node; one more node.
    @Holds(own = 202, leaves = 100)
    static final Queue<Item> MPSC_LINKED_QUEUE = fill(MpscLinkedQueue.newMpscLinkedQueue());

    @Holds(own = 2, nested = 103, leaves = 100)
    static final Queue<Item> MPSC_ATOMIC_QUEUE = fill(new MpscAtomicArrayQueue<>(COUNT));

    // Head, an array; in it what counts, hash codes, keys, values.
    @Holds(own = 204, leaves = 201)
    static final NonBlockingHashMap<Item, Item> HASH_MAP = fill(new NonBlockingHashMap<>(1000));

    @Holds(own = 204, leaves = 201)
    static final NonBlockingIdentityHashMap<Item, Item> IDENTITY_HASH_MAP = fill(new NonBlockingIdentityHashMap<>(1000));

    // One object is all values.
    @Holds(own = 2, nested = 106, leaves = 102)
    static final NonBlockingHashSet<Item> HASH_SET = fill(new NonBlockingHashSet<>());

    // Head, another object with arrays of keys and values.
    @Holds(own = 104, leaves = 101)
    static final NonBlockingHashMapLong<Item> HASH_MAP_LONG = new NonBlockingHashMapLong<>(1000);

    private Jctools() {}

    public static void main(String[] arguments) throws Exception {
        for (int at = 1; at <= COUNT; at++) {
            HASH_MAP_LONG.put(at, new Item());
        }
        Truth.tell(Jctools.class);
        Truth.dump(arguments[0]);
    }
}
