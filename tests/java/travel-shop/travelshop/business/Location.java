package travelshop.business;

import java.util.Date;

/** One search result: a place and the day from which it can be booked. Names are shared, dates are not. */
public final class Location {
    public final String name;
    public final Date availableFrom;

    Location(String name, Date availableFrom) {
        this.name = name;
        this.availableFrom = availableFrom;
    }
}
