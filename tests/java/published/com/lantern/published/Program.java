package com.lantern.published;

/** One use of a library that leaks, or the healthy one. */
public abstract class Program {
    /** What is to be done. */
    protected final Plan plan;

    protected Program(Plan plan) {
        this.plan = plan;
    }

    /** One round of work; they are counted from 0. */
    protected abstract void round(int round) throws Exception;

    /** How many things the library keeps at this moment. */
    protected abstract long kept() throws Exception;

    /** A thread that does not keep the program from ending. */
    public static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }
}
