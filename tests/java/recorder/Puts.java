import java.util.HashMap;
import java.util.Map;

/** Puts items into fields and a map, and says for each of them which line of which method has done it. */
public final class Puts {
    static final class Item {}

    static class Shelf {
        Item first;
        int size;
    }

    static final class Drawer extends Shelf {
        Item[] items;
    }

    static Item last;
    static final Map<Integer, Item> MAP = new HashMap<>();
    static final Drawer DRAWER = new Drawer();

    /** An item that the line which calls this puts into a field. */
    static Item item(String field) {
        StackWalker.StackFrame line = StackWalker.getInstance().walk(frames -> frames.skip(1).findFirst().orElseThrow());
        System.out.println("stored " + field + " " + line.getClassName() + "." + line.getMethodName() + "(Puts.java:" + line.getLineNumber() + ")");
        return new Item();
    }

    static void replace() {
        DRAWER.first = new Item();
        DRAWER.first = item("Puts$Shelf.first");
        DRAWER.size++;
    }

    public static void main(String[] arguments) {
        last = item("Puts.last");
        replace();
        Runnable put = () -> MAP.put(1, item("java.util.HashMap$Node.value"));
        put.run();
        DRAWER.items = new Item[] {new Item()};
        System.gc();
    }
}
