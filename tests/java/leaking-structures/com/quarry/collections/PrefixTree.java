package com.quarry.collections;

import java.util.Arrays;

/** Words as ways from a root, one letter after the other: words that begin alike share that part of the way. */
public final class PrefixTree {
    private final Letter root = new Letter('\0');

    /** Adds a word, or counts it once more. */
    public void add(String word) {
        Letter letter = root;
        for (int at = 0; at < word.length(); at++) {
            letter = letter.next(word.charAt(at));
            letter.words++;
        }
    }

    /** Counts a word that is there once less; letters that no word needs any more go if they are not wanted. */
    public void remove(String word, boolean keepsLetters) {
        Letter letter = root;
        for (int at = 0; at < word.length(); at++) {
            Letter next = letter.next(word.charAt(at));
            if (--next.words == 0 && !keepsLetters) {
                letter.drop(next);
                return;
            }
            letter = next;
        }
    }

    /** How many letters there are, needed or not. */
    public long letters() {
        return root.letters() - 1;
    }

    private static final class Letter {
        private static final Letter[] NONE = {};

        final char letter;
        int words;
        Letter[] following = NONE;

        Letter(char letter) {
            this.letter = letter;
        }

        Letter next(char wanted) {
            for (Letter next : following) {
                if (next.letter == wanted) {
                    return next;
                }
            }
            Letter next = new Letter(wanted);
            following = Arrays.copyOf(following, following.length + 1);
            following[following.length - 1] = next;
            return next;
        }

        void drop(Letter unwanted) {
            Letter[] left = following.length == 1 ? NONE : new Letter[following.length - 1];
            int count = 0;
            for (Letter next : following) {
                if (next != unwanted) {
                    left[count++] = next;
                }
            }
            following = left;
        }

        long letters() {
            long letters = 1;
            for (Letter next : following) {
                letters += next.letters();
            }
            return letters;
        }
    }
}
