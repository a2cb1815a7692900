package travelshop.web;

import java.util.ArrayDeque;
import java.util.Deque;

/** The last few requests, for the operator's page: a ring that forgets. */
public final class RequestLog {
    private final int mostLines;
    public final Deque<Line> lines = new ArrayDeque<>();

    public RequestLog(int mostLines) {
        this.mostLines = mostLines;
    }

    public void add(int request, String text) {
        if (lines.size() == mostLines) {
            lines.removeFirst();
        }
        lines.addLast(new Line(request, text));
    }

    /** One request that was answered. */
    public record Line(int request, String text) {}
}
