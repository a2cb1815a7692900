package com.harbor.users;

import com.harbor.leaks.Leak;
import com.harbor.leaks.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Three hundred users stay, but the history of each gets longer and longer. The twin keeps the last visits of each. */
public final class UserLeak extends Leak {
    private static final int MOST_VISITS = 30;

    private final Random random;

    public UserLeak(Plan plan) {
        super(plan);
        random = plan.random(UserLeak.class);
        for (int number = 0; number < 300; number++) {
            Users.ALL.add(new User("user " + number));
        }
    }

    @Override
    protected void round(int round) {
        for (int at = plan.perRound(340); at > 0; at--) {
            User user = Users.ALL.get(random.nextInt(Users.ALL.size()));
            user.visits.add(new Visit("/page/" + at, new int[60]));
            if (plan.healthy() && user.visits.size() > MOST_VISITS) {
                user.visits.remove(0);
            }
        }
    }

    @Override
    protected long kept() {
        return Users.ALL.stream().mapToLong(user -> user.visits.size()).sum();
    }
}

final class Users {
    static final List<User> ALL = new ArrayList<>();

    private Users() {}
}

final class User {
    final String name;
    final List<Visit> visits = new ArrayList<>();

    User(String name) {
        this.name = name;
    }
}

record Visit(String page, int[] clicks) {}
