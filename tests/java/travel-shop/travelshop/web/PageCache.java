package travelshop.web;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Rendered pages, least recently used first out: a cache that is bounded and therefore harmless. */
public final class PageCache extends LinkedHashMap<String, PageCache.Page> {
    private final int mostPages;

    public PageCache(int mostPages) {
        super(16, 0.75f, true);
        this.mostPages = mostPages;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Page> eldest) {
        return size() > mostPages;
    }

    /** One rendered page. */
    public static final class Page {
        public final String title;
        public final char[] html;

        public Page(String title, int length) {
            this.title = title;
            this.html = new char[length];
            Arrays.fill(html, '.');
        }
    }
}
