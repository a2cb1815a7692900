package libraries;

import static golden.Fill.COUNT;

import golden.Holds;
import golden.Item;
import golden.Truth;
import java.io.IOException;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LRUQueryCache;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryCachingPolicy;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TotalHitCountCollector;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.ByteBlockPool;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefArray;
import org.apache.lucene.util.BytesRefHash;
import org.apache.lucene.util.CloseableThreadLocal;
import org.apache.lucene.util.Counter;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.IntBlockPool;
import org.apache.lucene.util.LongBitSet;
import org.apache.lucene.util.PriorityQueue;
import org.apache.lucene.util.RoaringDocIdSet;
import org.apache.lucene.util.SparseFixedBitSet;
import org.apache.lucene.util.packed.PackedInts;
import org.apache.lucene.util.packed.PackedLongValues;
import org.apache.lucene.util.packed.PagedGrowableWriter;

/** Data structures of Lucene. */
public final class Lucene {
    // Head, array, elements.
    @Holds(own = 102, leaves = 100)
    static final Queue QUEUE = new Queue();

    // Head, an array of blocks, and one block.
    @Holds(own = 3, leaves = 1)
    static final ByteBlockPool BYTE_BLOCK_POOL = new ByteBlockPool(new ByteBlockPool.DirectAllocator());

    @Holds(own = 3, leaves = 1)
    static final IntBlockPool INT_BLOCK_POOL = new IntBlockPool();

    // Head, two arrays, a pool of one block.
    @Holds(own = 4, nested = 6, leaves = 3)
    static final BytesRefHash BYTES_REF_HASH = new BytesRefHash();

    // Head, one array, a pool.
    @Holds(own = 3, nested = 5, leaves = 2)
    static final BytesRefArray BYTES_REF_ARRAY = new BytesRefArray(Counter.newCounter());

    @Holds(own = 2, leaves = 1)
    static final FixedBitSet FIXED_BIT_SET = new FixedBitSet(COUNT);

    @Holds(own = 2, leaves = 1)
    static final LongBitSet LONG_BIT_SET = new LongBitSet(COUNT);

    // Head, an array of indices, an array of ten blocks, each of which has a bit.
    @Holds(own = 13, leaves = 11)
    static final SparseFixedBitSet SPARSE_BIT_SET = new SparseFixedBitSet(10 * 4096);

    // Head, an array of two sets, each of them with its array.
    @Holds(own = 6, leaves = 2)
    static final RoaringDocIdSet ROARING_SET = new RoaringDocIdSet.Builder(2 << 16).add(3).add(1 << 16).build();

    // Head, an array of pages, two of them with their arrays.
    @Holds(own = 6, leaves = 2)
    static final PackedLongValues PACKED = packed();

    // Head, an array of pages; in both a writer and what it writes to, with its array.
    @Holds(own = 8, leaves = 2)
    static final PagedGrowableWriter PAGED = new PagedGrowableWriter(2 * 128, 128, 4, PackedInts.COMPACT);

    // Head, a weak map of one thread, with a table, an entry and its queue; the thread, and a reference to its value.
    @Holds(own = 2, nested = 7, leaves = 3)
    static final CloseableThreadLocal<Item> THREAD_LOCAL = new CloseableThreadLocal<>();

    // Head; a map from three queries to themselves; a map with a segment and what is cached of it, which is a map of the three queries
    // and a bit set for each, with its array in two objects.
    @Holds(own = 3, nested = 24, leaves = 7)
    static final LRUQueryCache QUERY_CACHE = new LRUQueryCache(10, 1 << 20, segment -> true, 1000);

    private Lucene() {}

    /** Every document has one of three names; who has which is asked for, one after the other. */
    private static void ask() throws IOException {
        ByteBuffersDirectory directory = new ByteBuffersDirectory();
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(null))) {
            for (int at = 0; at < COUNT; at++) {
                Document document = new Document();
                document.add(new StringField("name", "name " + at % 3, Field.Store.NO));
                writer.addDocument(document);
            }
        }
        IndexSearcher searcher = new IndexSearcher(DirectoryReader.open(directory));
        searcher.setQueryCache(QUERY_CACHE);
        searcher.setQueryCachingPolicy(new Always());
        for (int at = 0; at < 3; at++) {
            searcher.search(new TermQuery(new Term("name", "name " + at)), new TotalHitCountCollector());
        }
    }

    /** Keeps the answer to everything that is asked. */
    private static final class Always implements QueryCachingPolicy {
        @Override
        public void onUse(Query query) {}

        @Override
        public boolean shouldCache(Query query) {
            return true;
        }
    }

    private static PackedLongValues packed() {
        PackedLongValues.Builder builder = PackedLongValues.packedBuilder(128, PackedInts.COMPACT);
        for (int at = 0; at < 2 * 128; at++) {
            builder.add(at * 1000L);
        }
        return builder.build();
    }

    /** A queue by address. */
    static final class Queue extends PriorityQueue<Item> {
        Queue() {
            super(COUNT);
        }

        @Override
        protected boolean lessThan(Item one, Item other) {
            return one.compareTo(other) < 0;
        }
    }

    public static void main(String[] arguments) throws Exception {
        BYTE_BLOCK_POOL.nextBuffer();
        INT_BLOCK_POOL.nextBuffer();
        for (int at = 0; at < COUNT; at++) {
            QUEUE.add(new Item());
            BYTES_REF_HASH.add(new BytesRef("name " + at));
            BYTES_REF_ARRAY.append(new BytesRef("name " + at));
            FIXED_BIT_SET.set(at);
            LONG_BIT_SET.set(at);
            SPARSE_BIT_SET.set(at % 10 * 4096);
        }
        THREAD_LOCAL.set(new Item());
        ask();
        Truth.tell(Lucene.class);
        Truth.dump(arguments[0]);
    }
}
