import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A database in memory under load: {@code SqlLoad ROUNDS}. Every round inserts, changes, joins and deletes; says a sum. */
public class SqlLoad {
    private static final int THREADS = 2;
    private static final int ROWS = 40_000;

    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[0]);
        try (Connection connection = connect(); Statement statement = connection.createStatement()) {
            statement.execute("create table customer (id int primary key, name varchar(60), city int)");
            statement.execute("create table sale (id int primary key, customer int, amount int, text varchar(100))");
            statement.execute("create index sale_customer on sale(customer)");
            fill(connection);
            List<Worker> workers = new ArrayList<>();
            for (int number = 0; number < THREADS; number++) {
                workers.add(new Worker(number, rounds));
                workers.get(number).start();
            }
            long sum = 0;
            for (Worker worker : workers) {
                worker.join();
                sum += worker.sum;
            }
            System.out.println("sum " + sum);
        }
    }

    private static Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1");
    }

    private static void fill(Connection connection) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into customer values (?, ?, ?)")) {
            for (int id = 0; id < ROWS; id++) {
                insert.setInt(1, id);
                insert.setString(2, "customer " + id);
                insert.setInt(3, id % 100);
                insert.addBatch();
                if (id % 1000 == 999) {
                    insert.executeBatch();
                }
            }
        }
    }

    private static final class Worker extends Thread {
        private final int number;
        private final int rounds;
        private long sum;

        Worker(int number, int rounds) {
            this.number = number;
            this.rounds = rounds;
        }

        @Override
        public void run() {
            Random random = new Random(number);
            int first = number * 1_000_000;
            int next = first;
            try (Connection connection = connect();
                PreparedStatement insert = connection.prepareStatement("insert into sale values (?, ?, ?, ?)");
                PreparedStatement change = connection.prepareStatement("update customer set name = ? where id = ?");
                PreparedStatement join = connection.prepareStatement("select c.city, sum(s.amount), count(*) from sale s"
                    + " join customer c on c.id = s.customer where s.customer between ? and ? group by c.city");
                PreparedStatement delete = connection.prepareStatement("delete from sale where id between ? and ?")) {
                for (int round = 0; round < rounds; round++) {
                    for (int row = 0; row < 200; row++) {
                        insert.setInt(1, next++);
                        insert.setInt(2, random.nextInt(ROWS));
                        insert.setInt(3, random.nextInt(1000));
                        insert.setString(4, "sale " + next + " of worker " + number);
                        insert.addBatch();
                    }
                    insert.executeBatch();
                    for (int row = 0; row < 50; row++) {
                        // Each worker has customers of its own, so that none waits for a lock.
                        int id = random.nextInt(ROWS / THREADS) * THREADS + number;
                        change.setString(1, "customer " + id + " of round " + round);
                        change.setInt(2, id);
                        change.executeUpdate();
                    }
                    int from = random.nextInt(ROWS);
                    join.setInt(1, from);
                    join.setInt(2, from + 400);
                    try (ResultSet found = join.executeQuery()) {
                        while (found.next()) {
                            sum += found.getLong(2) > 0 ? 1 : 0;
                        }
                    }
                    if (round % 100 == 99) {
                        delete.setInt(1, first);
                        delete.setInt(2, first + 10_000 - 1);
                        sum += delete.executeUpdate();
                        first += 10_000;
                    }
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
