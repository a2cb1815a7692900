/**
 * Makes linked nodes and keeps all of them, as fast as it can, from its first moment on.
 *
 * Usage: {@code Hoards MILLIONS}. Every node is made by {@code make}.
 */
public class Hoards {
    static class Node {
        final Node next;

        Node(Node next) {
            this.next = next;
        }
    }

    static Node last;

    static Node make(Node next) {
        return new Node(next);
    }

    public static void main(String[] arguments) {
        long count = Long.parseLong(arguments[0]) * 1_000_000;
        byte[] garbage = null;
        for (long made = 0; made < count; made++) {
            last = make(last);
            // Collections come all the time.
            if (made % 64 == 0) {
                garbage = new byte[1 << 12];
            }
        }
        System.out.println("hoarded " + (garbage != null ? count : 0));
    }
}
