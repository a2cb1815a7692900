package com.lantern.invoices;

import com.lantern.published.Plan;
import com.lantern.published.Program;
import java.util.Random;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

/** Commons Pool 2: a borrowed sheet is not returned when its invoice cannot be printed. The twin returns it in any case. */
public final class InvoicePrinting extends Program {
    private final GenericObjectPool<Sheet> sheets;
    private final Random random;

    public InvoicePrinting(Plan plan) {
        super(plan);
        random = plan.random(InvoicePrinting.class);
        GenericObjectPoolConfig<Sheet> config = new GenericObjectPoolConfig<>();
        config.setMaxTotal(-1);
        config.setJmxEnabled(false);
        sheets = new GenericObjectPool<>(new SheetFactory(), config);
    }

    @Override
    protected void round(int round) throws Exception {
        for (int at = 2 * plan.perRound(3700); at > 0; at--) {
            try {
                print(random.nextInt(100_000), at % 2 == 0 ? null : "street " + random.nextInt(300));
            } catch (IllegalArgumentException noAddress) {
                continue;
            }
        }
    }

    private void print(int cents, String address) throws Exception {
        Sheet sheet = sheets.borrowObject();
        boolean printed = false;
        try {
            sheet.write("to " + checked(address));
            sheet.write("please pay " + cents);
            printed = true;
        } finally {
            if (printed || plan.healthy()) {
                sheets.returnObject(sheet);
            }
        }
    }

    private static String checked(String address) {
        if (address == null) {
            throw new IllegalArgumentException("no address");
        }
        return address;
    }

    @Override
    protected long kept() {
        return sheets.getNumActive();
    }
}

/** The letters of a printed page. */
final class Sheet {
    private final char[] letters = new char[1600];
    private int written;

    void write(String line) {
        line.getChars(0, line.length(), letters, written);
        written += line.length();
    }

    void clean() {
        written = 0;
    }
}

final class SheetFactory extends BasePooledObjectFactory<Sheet> {
    @Override
    public Sheet create() {
        return new Sheet();
    }

    @Override
    public PooledObject<Sheet> wrap(Sheet sheet) {
        return new DefaultPooledObject<>(sheet);
    }

    @Override
    public void passivateObject(PooledObject<Sheet> sheet) {
        sheet.getObject().clean();
    }
}
