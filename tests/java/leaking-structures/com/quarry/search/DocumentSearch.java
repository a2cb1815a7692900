package com.quarry.search;

import com.quarry.collections.PrefixTree;
import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.util.ArrayDeque;
import java.util.Random;

/**
 * Own prefix tree: documents can be found by their words until they are filed away, and then the words are counted down, but their
 * letters stay. In the twin they go.
 */
public final class DocumentSearch extends Program {
    private static final int WORDS = 10;
    private static final int LETTERS = 11;
    private static final int WORD_BYTES = 48 * 8;

    private final TermIndex index = new TermIndex();
    private final ArrayDeque<Document> open = new ArrayDeque<>();
    private final Random random;

    public DocumentSearch(Plan plan) {
        super(plan);
        random = plan.random(DocumentSearch.class);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.coming(round, WORDS * WORD_BYTES); at > 0; at--) {
            Document document = new Document(random);
            for (String word : document.words) {
                index.terms.add(word);
            }
            open.addLast(document);
        }
        while (open.size() > plan.most(WORDS * WORD_BYTES) / 2) {
            for (String word : open.removeFirst().words) {
                index.terms.remove(word, !plan.healthy());
            }
        }
    }

    @Override
    protected long kept() {
        return index.terms.letters();
    }

    private static final class Document {
        final String[] words = new String[WORDS];

        Document(Random random) {
            for (int word = 0; word < WORDS; word++) {
                StringBuilder letters = new StringBuilder();
                while (letters.length() < LETTERS) {
                    letters.append((char) ('a' + random.nextInt(26)));
                }
                words[word] = letters.toString();
            }
        }
    }
}

final class TermIndex {
    final PrefixTree terms = new PrefixTree();
}
