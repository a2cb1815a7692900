package com.quarry.structures;

/** One program with a structure that keeps what it should not, or its healthy twin. */
public abstract class Program {
    /** What is to be done. */
    protected final Plan plan;

    protected Program(Plan plan) {
        this.plan = plan;
    }

    /** One round of work; they are counted from 0. */
    protected abstract void round(int round) throws Exception;

    /** How many things the structure keeps at this moment. */
    protected abstract long kept();

    /** A thread that does not keep the program from ending. */
    public static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }
}
