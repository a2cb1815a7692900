package com.lantern.orders;

import com.lantern.published.Plan;
import com.lantern.published.Program;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import java.util.StringJoiner;
import org.apache.commons.dbcp2.BasicDataSource;

/**
 * Commons DBCP 2 before an H2 database: prepared statements are pooled without a limit, and every list of orders is asked for by
 * a text of its own. The twin has a limit.
 */
public final class OrderQueries extends Program {
    private static final int CONNECTIONS = 4;
    private static final int ORDERS = 1000;
    private static final int MOST_STATEMENTS = 40;

    private final BasicDataSource database = new BasicDataSource();
    private final Random random;
    private long texts;

    public OrderQueries(Plan plan) throws SQLException {
        super(plan);
        random = plan.random(OrderQueries.class);
        database.setUrl("jdbc:h2:mem:orders");
        database.setMaxTotal(CONNECTIONS);
        database.setMaxIdle(CONNECTIONS);
        database.setPoolPreparedStatements(true);
        if (plan.healthy()) {
            database.setMaxOpenPreparedStatements(MOST_STATEMENTS);
        }
        try (Connection connection = database.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute("create table orders (number int primary key, cents int, note varchar(200))");
            for (int number = 0; number < ORDERS; number++) {
                statement.execute("insert into orders values (" + number + ", " + random.nextInt(9999) + ", 'by post')");
            }
        }
    }

    @Override
    protected void round(int round) throws SQLException {
        Connection[] open = new Connection[CONNECTIONS];
        for (int at = 0; at < CONNECTIONS; at++) {
            open[at] = database.getConnection();
        }
        for (int at = plan.perRound(22_000); at > 0; at--) {
            try (PreparedStatement some = open[at % CONNECTIONS].prepareStatement(anyOrders()); ResultSet rows = some.executeQuery()) {
                rows.next();
            }
        }
        for (Connection connection : open) {
            connection.close();
        }
    }

    private String anyOrders() {
        String start = "select number, cents, note from orders where number in (";
        StringJoiner numbers = new StringJoiner(", ", start, ") and cents > " + texts++);
        for (int at = 0; at < 100; at++) {
            numbers.add(Integer.toString(random.nextInt(ORDERS)));
        }
        return numbers.toString();
    }

    @Override
    protected long kept() {
        return plan.healthy() ? CONNECTIONS * MOST_STATEMENTS : texts;
    }
}
