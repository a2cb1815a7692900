import java.util.ArrayList;
import java.util.List;

/** All ways to end, while other threads allocate and collect. */
public class Exits {
    public static void main(String[] arguments) throws Exception {
        Load.start();
        Thread collecting = new Thread(() -> {
            while (true) {
                System.gc();
                Load.pause(5);
            }
        });
        collecting.setDaemon(true);
        collecting.start();
        Load.pause(300);
        boolean halts = arguments[0].equals("halt-in-hook");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            List<Object> held = new ArrayList<>();
            for (int at = 0; at < 20_000; at++) {
                held.add(new int[10]);
            }
            System.gc();
            System.out.println("hook " + held.size());
            System.out.flush();
            if (halts) {
                Runtime.getRuntime().halt(7);
            }
        }));
        System.out.println("before");
        switch (arguments[0]) {
            case "exit", "halt-in-hook" -> {
                Thread ending = new Thread(() -> System.exit(3));
                ending.start();
                ending.join();
            }
            case "halt" -> Runtime.getRuntime().halt(5);
            case "throw" -> throw new IllegalStateException("as it should");
            case "thread-throws" -> {
                Thread throwing = new Thread(() -> {
                    throw new IllegalStateException("as it should");
                });
                throwing.start();
                throwing.join();
            }
            case "terminated" -> {
                new ProcessBuilder("kill", "-TERM", Long.toString(ProcessHandle.current().pid())).start();
                Load.pause(60_000);
            }
            case "full" -> {
                List<Object> all = new ArrayList<>();
                while (true) {
                    all.add(new long[5000]);
                }
            }
            case "returns" -> System.out.println("returns");
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }
}
