package dying;

import java.util.HashMap;
import java.util.Map;

/** Keeps every session until there is no memory left. */
final class Main {
    /** Who is logged in. */
    static final class SessionRegistry {
        static final Map<Integer, Session> SESSIONS = new HashMap<>();
    }

    private static final class Session {
        final byte[] basket = new byte[10_000];
    }

    private Main() { }

    public static void main(String[] arguments) {
        for (int number = 0; ; number++) {
            SessionRegistry.SESSIONS.put(number, new Session());
        }
    }
}
