package travelshop.web;

import java.util.ArrayList;
import java.util.List;

/** One logged-in visitor: comes, fills a basket, goes. */
public final class Session {
    public final String user;
    public final List<BasketItem> basket = new ArrayList<>();

    Session(String user) {
        this.user = user;
    }

    /** One thing in a basket. */
    public static final class BasketItem {
        public final int place;
        public final double price;

        BasketItem(int place, double price) {
            this.place = place;
            this.price = price;
        }
    }
}
