package secrets;

import com.sun.management.HotSpotDiagnosticMXBean;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Knows what nobody else may know, in all forms that a heap has, and writes heap dumps of itself. */
final class Main {
    /** A constant of the code, which the JVM also writes among the names of a dump. */
    private static final String CONSTANT = "constant-4f1c9a7e";
    private static long staticNumber = 0x5EC2E7_0123_4567L;
    private static int staticPin;
    private static Account account;

    private enum Role { READER, WRITER, ADMIN, OWNER, AUDITOR }

    private static final class Account {
        final String name;
        final String wide;
        final char[] password;
        final byte[] key;
        final long number = 0x5EC2E7_89AB_CDEFL;
        final double balance = 7_654_321.125;
        final Integer boxed = 0x5EC2E711;
        final AtomicInteger counter = new AtomicInteger(0x5EC2E722);
        final Set<Role> roles = EnumSet.of(Role.WRITER, Role.OWNER);
        final Map<String, List<Account>> friends = new HashMap<>();

        Account(String secret) {
            name = "latin-" + secret;
            wide = "wide-\u20ac-" + secret;
            password = ("chars-" + secret).toCharArray();
            key = ("bytes-" + secret).getBytes(StandardCharsets.US_ASCII);
        }
    }

    private Main() { }

    /** The folder of the dumps and the secret; then it waits for the end of its input. */
    public static void main(String[] arguments) throws Exception {
        String secret = arguments[1];
        staticPin = 0x5EC2E733;
        account = new Account(secret);
        for (int number = 0; number < 40; number++) {
            account.friends.computeIfAbsent(secret + number % 7, key -> new ArrayList<>()).add(new Account(secret + number));
        }
        Map<String, Account> sessions = new ConcurrentHashMap<>();
        LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>(1000);
        ArrayDeque<String> deque = new ArrayDeque<>();
        Set<String> ids = new HashSet<>();
        for (int number = 0; number < 300; number++) {
            sessions.put(secret + number, account);
            queue.add(secret + number % 5);
            deque.add(secret);
            ids.add(CONSTANT + number);
        }
        Thread thread = new Thread(() -> {
            try {
                TimeUnit.DAYS.sleep(1);
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
            System.out.println(sessions.size() + queue.size() + deque.size() + ids.size());
        }, "thread-" + secret);
        thread.setDaemon(true);
        thread.start();
        HotSpotDiagnosticMXBean diagnostic = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        diagnostic.dumpHeap(arguments[0] + "/bean.hprof", true);
        System.out.println("dumped " + staticPin + staticNumber);
        System.in.read();
    }
}
