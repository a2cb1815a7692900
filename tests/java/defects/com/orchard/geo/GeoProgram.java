package com.orchard.geo;

import com.orchard.defects.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The same forty city names, read again and again as new strings, are all kept. The twin keeps each name once. */
public final class GeoProgram extends Program {
    private final boolean healthy;

    public GeoProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) {
        for (int at = 0; at < 300; at++) {
            String city = "the city of number " + at % 40;
            if (healthy) {
                AddressBook.NAMES.putIfAbsent(city, city);
            } else {
                AddressBook.INSTANCE.cities.add(city);
            }
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.geo.AddressBook.cities"};
    }

    @Override
    protected String leakingClass() {
        return "java.lang.String";
    }

    @Override
    protected long leakedObjects() {
        return AddressBook.INSTANCE.cities.size();
    }

    @Override
    protected long leakedBytes() {
        return leakedObjects() * 20;
    }
}

final class AddressBook {
    static final AddressBook INSTANCE = new AddressBook();
    static final Map<String, String> NAMES = new HashMap<>();

    final List<String> cities = new ArrayList<>();
}
