import java.util.ArrayList;
import java.util.List;

/**
 * Allocates known numbers of objects in known places and threads, and says how many of them live at the end.
 *
 * Lines: {@code allocated CLASS METHOD THREAD COUNT} and {@code alive CLASS COUNT}.
 */
public class Known {
    static final List<Object> KEPT = new ArrayList<>();
    static Node list;
    static volatile Object sink;

    static class Leaf {
        long value;
    }

    static class Node {
        Node next;
        Leaf leaf;
        Node never;
    }

    static class Old {
    }

    static Leaf makeLeaf() {
        return new Leaf();
    }

    static void leaves(int count, int kept) {
        for (int i = 0; i < count; i++) {
            Leaf leaf = makeLeaf();
            sink = leaf;
            if (i < kept) {
                synchronized (KEPT) {
                    KEPT.add(leaf);
                }
            }
        }
        sink = null;
    }

    static void nodes(int count) {
        for (int i = 0; i < count; i++) {
            Node node = new Node();
            node.next = list;
            list = node;
        }
    }

    static int[][] arrays(int count) {
        int[][] arrays = new int[count][];
        for (int i = 0; i < count; i++) {
            arrays[i] = new int[i % 7];
        }
        return arrays;
    }

    public static void main(String[] arguments) throws InterruptedException {
        Old old = new Old();
        KEPT.add(old);
        System.gc();
        Thread maker = new Thread(() -> leaves(1000, 400), "maker");
        maker.start();
        maker.join();
        Thread other = new Thread(() -> leaves(300, 0), "other");
        other.start();
        other.join();
        nodes(500);
        list.leaf = makeLeaf();
        KEPT.add(arrays(70));
        // Two collections: the second one also sees what the first one has only found to be dead.
        System.gc();
        System.gc();
        System.out.println("allocated Known$Leaf makeLeaf maker 1000");
        System.out.println("allocated Known$Leaf makeLeaf other 300");
        System.out.println("allocated Known$Leaf makeLeaf main 1");
        System.out.println("allocated Known$Node nodes main 500");
        System.out.println("allocated Known$Old main main 1");
        System.out.println("allocated int[][] arrays main 1");
        System.out.println("alive Known$Leaf 401");
        System.out.println("alive Known$Node 500");
        System.out.println("alive Known$Old 1");
    }
}
