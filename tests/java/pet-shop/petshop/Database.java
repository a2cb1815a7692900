package petshop;

import java.util.Iterator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Answers of a database: one row after the other, as a driver hands them out. */
final class Database {
    private final int rows;

    Database(int rows) {
        this.rows = rows;
    }

    Stream<Row> items() {
        Iterable<Row> all = () -> new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < rows;
            }

            @Override
            public Row next() {
                return new Row(next++);
            }
        };
        return StreamSupport.stream(all.spliterator(), false);
    }

    Row item(int number) {
        return new Row(number);
    }

    /** What the driver knows of a row. */
    record Row(int number) {}
}
