package com.harbor.jobs;

import com.harbor.leaks.Leak;
import com.harbor.leaks.Plan;
import java.util.ArrayList;
import java.util.List;

/** What is to be told when all jobs are done: lambdas that hold their job. That moment never comes; in the twin it does. */
public final class JobLeak extends Leak {
    private final JobRunner runner = new JobRunner();

    public JobLeak(Plan plan) {
        super(plan);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.perRound(1150); at > 0; at--) {
            runner.start(new Job("job " + round + "/" + at));
        }
        if (plan.healthy() && round % 8 == 7) {
            runner.allDone();
        }
    }

    @Override
    protected long kept() {
        return runner.whenDone.size();
    }
}

final class JobRunner {
    final List<Runnable> whenDone = new ArrayList<>();
    private long results;

    void start(Job job) {
        int before = job.input.length;
        whenDone.add(() -> results += job.result(before));
    }

    void allDone() {
        whenDone.forEach(Runnable::run);
        whenDone.clear();
    }
}

final class Job {
    final String name;
    final byte[] input = new byte[1000];

    Job(String name) {
        this.name = name;
    }

    long result(int before) {
        return name.length() + before;
    }
}
