package travelshop.web;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/** The visitors of this moment. Their number goes up and down with the time of day, which is healthy. */
public final class SessionStore {
    private static final int MOST_BASKET_ITEMS = 4;

    public final Deque<Session> sessions = new ArrayDeque<>();
    private int visitors;

    /** Lets the oldest sessions go and new ones come until {@code wanted} are there. */
    public void adjustTo(int wanted, Random random) {
        int leaving = Math.max(sessions.size() / 3, sessions.size() - wanted);
        for (int gone = 0; gone < leaving; gone++) {
            sessions.removeFirst();
        }
        while (sessions.size() < wanted) {
            Session session = new Session("visitor-" + visitors++);
            int items = random.nextInt(MOST_BASKET_ITEMS + 1);
            for (int item = 0; item < items; item++) {
                session.basket.add(new Session.BasketItem(random.nextInt(100), 10 + random.nextInt(500)));
            }
            sessions.addLast(session);
        }
    }
}
