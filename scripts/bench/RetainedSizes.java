import java.io.File;
import java.util.Iterator;

import org.graalvm.visualvm.lib.jfluid.heap.Heap;
import org.graalvm.visualvm.lib.jfluid.heap.HeapFactory;
import org.graalvm.visualvm.lib.jfluid.heap.Instance;

/**
 * The retained size of every object by VisualVM's heap library:
 * {@code java -cp org-graalvm-visualvm-lib-jfluid-heap.jar RetainedSizes.java DUMP}. The library leaves an index beside
 * the dump.
 */
public class RetainedSizes {
    public static void main(String[] arguments) throws Exception {
        Heap heap = HeapFactory.createHeap(new File(arguments[0]));
        long objects = 0;
        long sum = 0;
        for (Iterator<?> instances = heap.getAllInstancesIterator(); instances.hasNext();) {
            sum += ((Instance) instances.next()).getRetainedSize();
            objects++;
        }
        System.out.println("objects=" + objects + " sum=" + sum);
    }
}
