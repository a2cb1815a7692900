package com.quarry.drawings;

import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;

/** Own pool of objects: a sheet is not given back if its drawing has a mistake. The twin gives it back in any case. */
public final class DrawingOffice extends Program {
    private static final int SHEET_BYTES = 4200;
    private static final int AT_ONCE = 300;

    private final SheetPool pool = new SheetPool();
    private final Random random;

    public DrawingOffice(Plan plan) {
        super(plan);
        random = plan.random(DrawingOffice.class);
    }

    @Override
    protected void round(int round) {
        Deque<Sheet> drawn = new ArrayDeque<>();
        for (int at = 3 * plan.coming(round, SHEET_BYTES); at > 0; at--) {
            Sheet sheet = pool.borrow();
            try {
                draw(sheet, at % 3 == 0 ? -1 : random.nextInt(500));
                drawn.addLast(sheet);
            } catch (IllegalArgumentException mistake) {
                if (plan.healthy()) {
                    pool.giveBack(sheet);
                }
            }
            if (drawn.size() > AT_ONCE) {
                pool.giveBack(drawn.removeFirst());
            }
        }
        drawn.forEach(pool::giveBack);
    }

    private static void draw(Sheet sheet, int metres) {
        if (metres < 0) {
            throw new IllegalArgumentException("no length");
        }
        sheet.lines[metres] = metres;
    }

    @Override
    protected long kept() {
        return pool.lent.size();
    }
}

final class SheetPool {
    final Set<Sheet> lent = new LinkedHashSet<>();
    private final Deque<Sheet> free = new ArrayDeque<>();

    Sheet borrow() {
        Sheet sheet = free.isEmpty() ? new Sheet() : free.removeFirst();
        lent.add(sheet);
        return sheet;
    }

    void giveBack(Sheet sheet) {
        lent.remove(sheet);
        free.addFirst(sheet);
    }
}

final class Sheet {
    final int[] lines = new int[1024];
}
