package com.harbor.leaks;

/** One program with a leak, or its healthy twin. Its data lives in the application's classes, not here. */
public abstract class Leak {
    /** What is to be done. */
    protected final Plan plan;

    protected Leak(Plan plan) {
        this.plan = plan;
    }

    /** One round of work; they are counted from 0. */
    protected abstract void round(int round) throws Exception;

    /** How many things the guilty field keeps at this moment. */
    protected abstract long kept();
}
