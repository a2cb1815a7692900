package com.lantern.checkout;

import com.lantern.published.Plan;
import com.lantern.published.Program;
import java.util.Random;
import org.apache.log4j.Logger;
import org.apache.log4j.MDC;
import org.apache.log4j.varia.NullAppender;

/** Log4j 1.2: every checkout logs under its own name. The twin has one logger and tells the number as context. */
public final class CheckoutLog extends Program {
    private static final Logger LOGGER = Logger.getLogger(CheckoutLog.class);

    private final Random random;
    private long kept;

    public CheckoutLog(Plan plan) {
        super(plan);
        random = plan.random(CheckoutLog.class);
        Logger.getRootLogger().addAppender(new NullAppender());
    }

    @Override
    protected void round(int round) {
        for (int at = plan.perRound(350); at > 0; at--) {
            String number = round + "-" + at + "-" + Long.toHexString(random.nextLong());
            if (plan.healthy()) {
                MDC.put("checkout", number);
                LOGGER.info("paid and packed");
                MDC.remove("checkout");
            } else {
                Logger.getLogger(CheckoutLog.class.getName() + "." + number).info("paid and packed");
                kept++;
            }
        }
    }

    @Override
    protected long kept() {
        return kept;
    }
}
