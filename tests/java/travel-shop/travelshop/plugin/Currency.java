package travelshop.plugin;

/** Something that is loaded by its own class loader, as plugins are. */
public final class Currency implements Comparable<Currency> {
    private final String code;
    private final double[] ratesByDay;

    public Currency(String code, Integer days) {
        this.code = code;
        this.ratesByDay = new double[days];
    }

    @Override
    public int compareTo(Currency other) {
        return code.compareTo(other.code);
    }

    @Override
    public String toString() {
        return code + " for " + ratesByDay.length + " days";
    }
}
