package com.quarry.calls;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ListMultimap;
import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.util.ArrayDeque;
import java.util.Random;

/** Guava: calls by customer stay in a multimap when the customer's case is closed. The twin removes them then. */
public final class CallCentre extends Program {
    private static final int CALLS = 5;
    private static final int CASE_BYTES = 1300;

    private final CallLog log = new CallLog();
    private final ArrayDeque<String> open = new ArrayDeque<>();
    private final Random random;
    private int cases;

    public CallCentre(Plan plan) {
        super(plan);
        random = plan.random(CallCentre.class);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.coming(round, CASE_BYTES); at > 0; at--) {
            String customer = "case " + cases++ + " of customer " + random.nextInt(500);
            for (int call = 0; call < CALLS; call++) {
                log.byCustomer.put(customer, new Call(round, random.nextInt(600)));
            }
            open.addLast(customer);
        }
        while (open.size() > plan.most(CASE_BYTES) / 2) {
            String closed = open.removeFirst();
            log.byCustomer.get(closed).forEach(call -> log.seconds += call.seconds);
            if (plan.healthy()) {
                log.byCustomer.removeAll(closed);
            }
        }
    }

    @Override
    protected long kept() {
        return log.byCustomer.size();
    }
}

final class CallLog {
    final ListMultimap<String, Call> byCustomer = ArrayListMultimap.create();
    long seconds;
}

final class Call {
    final int round;
    final int seconds;
    final byte[] notes = new byte[170];

    Call(int round, int seconds) {
        this.round = round;
        this.seconds = seconds;
    }
}
