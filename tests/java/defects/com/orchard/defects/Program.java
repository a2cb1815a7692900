package com.orchard.defects;

/** One program with a known defect, or its healthy twin. Its data lives in the application's classes, not here. */
public abstract class Program {
    /** One round of work; {@code point} counts from 1. */
    protected abstract void work(int point) throws Exception;

    /** Who is guilty, as {@code package.Class.field}; several if all of them must let go; none where a thread is. */
    protected abstract String[] guiltyFields();

    /** The class whose instances pile up, in source form. */
    protected abstract String leakingClass();

    /** How many instances of it the defect keeps at this moment; 0 in the healthy twin. */
    protected abstract long leakedObjects();

    /** Bytes of the payload that the defect keeps at this moment, headers and containers not counted. */
    protected abstract long leakedBytes();

    /** Ends threads of the program. */
    protected void stop() {}
}
