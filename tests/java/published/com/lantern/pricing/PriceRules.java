package com.lantern.pricing;

import com.lantern.published.Plan;
import com.lantern.published.Program;
import groovy.lang.Binding;
import groovy.lang.GroovyShell;
import groovy.lang.Script;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * Groovy: a shell parses the text of a rule again for each order, and its class loader keeps the class of each time. The twin parses
 * a rule once and runs it again.
 */
public final class PriceRules extends Program {
    private static final int RULES = 10;

    private final GroovyShell shell = new GroovyShell();
    private final Map<String, Script> parsed = new HashMap<>();
    private final Random random;
    private long sum;

    public PriceRules(Plan plan) {
        super(plan);
        random = plan.random(PriceRules.class);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.perRound(290_000); at > 0; at--) {
            String rule = rule(random.nextInt(RULES));
            Binding order = new Binding();
            order.setVariable("cents", random.nextInt(90_000));
            Script script = plan.healthy() ? parsed.computeIfAbsent(rule, shell::parse) : shell.parse(rule);
            script.setBinding(order);
            sum += ((Number) script.run()).longValue();
        }
    }

    private static String rule(int number) {
        return "@groovy.transform.Field static final int[] CENTS_BY_WEIGHT = new int[70_000]\n"
            + "Arrays.fill(CENTS_BY_WEIGHT, " + number + ")\n"
            + "def rebate = cents > " + number * 100 + " ? cents.intdiv(20) : 0\n"
            + "cents - rebate + CENTS_BY_WEIGHT[rebate % 70_000]\n";
    }

    @Override
    protected long kept() {
        return shell.getClassLoader().getLoadedClasses().length;
    }
}
