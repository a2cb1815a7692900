package com.harbor.database;

import com.harbor.leaks.Leak;
import com.harbor.leaks.Plan;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Statements of pooled connections are never closed, and their connection keeps them. The twin closes each one. */
public final class DatabaseLeak extends Leak {
    private static final int CONNECTIONS = 8;

    public DatabaseLeak(Plan plan) {
        super(plan);
        for (int number = 0; number < CONNECTIONS; number++) {
            ConnectionPool.CONNECTIONS.add(new Connection());
        }
    }

    @Override
    protected void round(int round) {
        for (int at = plan.perRound(2700); at > 0; at--) {
            Connection connection = ConnectionPool.CONNECTIONS.get(at % CONNECTIONS);
            Statement statement = connection.prepare("select * from cargo where ship = " + at);
            if (plan.healthy()) {
                connection.statements.remove(statement);
            }
        }
    }

    @Override
    protected long kept() {
        return ConnectionPool.CONNECTIONS.stream().mapToLong(connection -> connection.statements.size()).sum();
    }
}

final class ConnectionPool {
    static final List<Connection> CONNECTIONS = new ArrayList<>();

    private ConnectionPool() {}
}

final class Connection {
    final Set<Statement> statements = new LinkedHashSet<>();

    Statement prepare(String text) {
        Statement statement = new Statement(text);
        for (int row = 0; row < 10; row++) {
            statement.rows.add(new Row(row, new Object[] {Integer.valueOf(row), "ship " + row, new byte[100]}));
        }
        statements.add(statement);
        return statement;
    }
}

final class Statement {
    final String text;
    final List<Row> rows = new ArrayList<>();

    Statement(String text) {
        this.text = text;
    }
}

record Row(int number, Object[] cells) {}
