package com.lantern.mail;

import com.lantern.published.Plan;
import com.lantern.published.Program;
import java.util.Properties;
import java.util.Random;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.impl.matchers.GroupMatcher;

/** Quartz 2: every mail is a durable job, which the store keeps after its only trigger. The twin's jobs are not durable. */
public final class MailScheduler extends Program {
    private final Scheduler scheduler;
    private final Random random;

    public MailScheduler(Plan plan) throws SchedulerException {
        super(plan);
        random = plan.random(MailScheduler.class);
        Properties properties = new Properties();
        properties.setProperty("org.quartz.scheduler.instanceName", "mail");
        properties.setProperty("org.quartz.scheduler.makeSchedulerThreadDaemon", "true");
        properties.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
        properties.setProperty("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
        properties.setProperty("org.quartz.threadPool.threadCount", "2");
        properties.setProperty("org.quartz.threadPool.makeThreadsDaemons", "true");
        properties.setProperty("org.quartz.jobStore.class", "org.quartz.simpl.RAMJobStore");
        scheduler = new StdSchedulerFactory(properties).getScheduler();
        scheduler.start();
    }

    @Override
    protected void round(int round) throws SchedulerException {
        for (int at = plan.perRound(5500); at > 0; at--) {
            JobDetail mail = JobBuilder.newJob(MailJob.class)
                .withIdentity("mail " + round + "-" + at, "mails")
                .usingJobData("text", "Thank you for your order. ".repeat(150 + random.nextInt(40)))
                .storeDurably(!plan.healthy())
                .build();
            scheduler.scheduleJob(mail, TriggerBuilder.newTrigger().startNow().build());
        }
    }

    @Override
    protected long kept() throws SchedulerException {
        return scheduler.getJobKeys(GroupMatcher.anyJobGroup()).size();
    }

    /** Sends one mail. */
    public static final class MailJob implements Job {
        private static volatile int lettersSent;

        @Override
        public void execute(JobExecutionContext context) {
            lettersSent = context.getMergedJobDataMap().getString("text").length();
        }
    }
}
