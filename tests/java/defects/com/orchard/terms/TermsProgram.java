package com.orchard.terms;

import com.orchard.defects.Program;
import java.util.HashMap;
import java.util.Map;

/**
 * New search terms get rarer with time, but each is remembered for ever: growth slows down like a root and never ends. The twin is
 * a cache that warms up to all 1,500 terms there are, each point a third of the missing ones.
 */
public final class TermsProgram extends Program {
    private final boolean healthy;

    public TermsProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) {
        double all = healthy ? 1500 * (1 - Math.exp(-point / 2.5)) : 450 * Math.sqrt(point);
        for (int at = Terms.SEEN.size(); at < all; at++) {
            Terms.SEEN.put("term " + at, new Term(at));
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.terms.Terms.SEEN"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.terms.Term";
    }

    @Override
    protected long leakedObjects() {
        return Terms.SEEN.size();
    }

    @Override
    protected long leakedBytes() {
        return Terms.SEEN.size() * 80L;
    }
}

final class Terms {
    static final Map<String, Term> SEEN = new HashMap<>();

    private Terms() {}
}

final class Term {
    final int number;
    final long[] pages = new long[10];

    Term(int number) {
        this.number = number;
    }
}
