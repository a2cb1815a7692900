package com.orchard.tags;

import com.orchard.defects.Program;
import java.util.HashSet;
import java.util.Set;

/**
 * Tags that customers type are interned, and a set keeps every one that was ever seen, so that the JVM's table of strings
 * cannot forget them either. The twin interns the same few tags again and again.
 */
public final class TagsProgram extends Program {
    private static final int CHARACTERS = 100;

    private final boolean healthy;

    public TagsProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) {
        for (int at = 0; at < 80; at++) {
            int number = healthy ? at : point * 80 + at;
            TagIndex.SEEN.add(("tag " + number + "-" + "x".repeat(CHARACTERS)).substring(0, CHARACTERS).intern());
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.tags.TagIndex.SEEN"};
    }

    @Override
    protected String leakingClass() {
        return "java.lang.String";
    }

    @Override
    protected long leakedObjects() {
        return TagIndex.SEEN.size();
    }

    @Override
    protected long leakedBytes() {
        return leakedObjects() * CHARACTERS;
    }
}

final class TagIndex {
    static final Set<String> SEEN = new HashSet<>();

    private TagIndex() {}
}
