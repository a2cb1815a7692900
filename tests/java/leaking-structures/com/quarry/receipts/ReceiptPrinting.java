package com.quarry.receipts;

import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Pooled threads note in a plain map, a thread-local one, what they have printed, so as to print it once more if asked. The twin's
 * maps go when the shift is over.
 */
public final class ReceiptPrinting extends Program {
    private static final int RECEIPT_BYTES = 360;
    private static final int PRINTERS = 3;

    private final List<ExecutorService> printers = new ArrayList<>();
    private final Random random;
    private long kept;

    public ReceiptPrinting(Plan plan) {
        super(plan);
        random = plan.random(ReceiptPrinting.class);
        for (int printer = 0; printer < PRINTERS; printer++) {
            printers.add(Executors.newSingleThreadExecutor(Program::daemon));
        }
    }

    @Override
    protected void round(int round) throws Exception {
        boolean isNewShift = plan.healthy() && round % Math.max(4, plan.rounds() / 6) == 0;
        int each = Math.max(1, plan.coming(round, RECEIPT_BYTES) / PRINTERS);
        kept = (isNewShift ? 0 : kept) + (long) each * PRINTERS;
        List<Future<?>> prints = new ArrayList<>();
        for (ExecutorService printer : printers) {
            int first = random.nextInt();
            prints.add(printer.submit(() -> {
                if (isNewShift) {
                    ReceiptDesk.PRINTED.remove();
                }
                for (int at = 0; at < each; at++) {
                    ReceiptDesk.PRINTED.get().put(first + at, new Receipt(round, "receipt " + at));
                }
            }));
        }
        for (Future<?> print : prints) {
            print.get();
        }
    }

    @Override
    protected long kept() {
        return kept;
    }
}

final class ReceiptDesk {
    static final ThreadLocal<Map<Integer, Receipt>> PRINTED = ThreadLocal.withInitial(HashMap::new);

    private ReceiptDesk() {}
}

final class Receipt {
    final int round;
    final String text;
    final char[] lines = new char[100];

    Receipt(int round, String text) {
        this.round = round;
        this.text = text;
    }
}
