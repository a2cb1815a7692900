package com.harbor.documents;

import com.harbor.leaks.Leak;
import com.harbor.leaks.Plan;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.WeakHashMap;

/** A weak map from documents to notes that refer to their document, so that none ever goes. The twin's notes do not. */
public final class DocumentLeak extends Leak {
    private static final int OPEN = 100;

    private final ArrayDeque<Document> open = new ArrayDeque<>();

    public DocumentLeak(Plan plan) {
        super(plan);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.perRound(800); at > 0; at--) {
            Document document = new Document("document " + round + "/" + at);
            Annotations.BY_DOCUMENT.put(document, new Annotation(plan.healthy() ? null : document));
            open.addLast(document);
            if (open.size() > OPEN) {
                open.removeFirst();
            }
        }
    }

    @Override
    protected long kept() {
        // What the garbage collector leaves of the twin's is not told: it is no part of what is done.
        return plan.healthy() ? OPEN : Annotations.BY_DOCUMENT.size();
    }
}

final class Annotations {
    static final Map<Document, Annotation> BY_DOCUMENT = new WeakHashMap<>();

    private Annotations() {}
}

final class Document {
    final String title;
    final byte[] text = new byte[400];

    Document(String title) {
        this.title = title;
    }
}

final class Annotation {
    final Document about;
    final char[] text = new char[100];

    Annotation(Document about) {
        this.about = about;
    }
}
