package com.lantern.stubs;

import com.lantern.published.Plan;
import com.lantern.published.Program;
import java.util.Random;
import javassist.ClassPool;
import javassist.CtClass;
import javassist.CtField;
import javassist.CtNewMethod;

/** Javassist: the default pool records every class that was made with it. The twin detaches a class when its bytes are out. */
public final class StubGenerator extends Program {
    private final ClassPool pool = ClassPool.getDefault();
    private final Random random;
    private long bytesSent;
    private long kept;

    public StubGenerator(Plan plan) {
        super(plan);
        random = plan.random(StubGenerator.class);
    }

    @Override
    protected void round(int round) throws Exception {
        for (int at = plan.perRound(5000); at > 0; at--) {
            CtClass stub = pool.makeClass("com.lantern.stubs.Stub" + round + "x" + at);
            for (int field = random.nextInt(4) + 2; field > 0; field--) {
                CtField value = new CtField(CtClass.intType, "value" + field, stub);
                stub.addField(value);
                stub.addMethod(CtNewMethod.getter("getValue" + field, value));
                stub.addMethod(CtNewMethod.setter("setValue" + field, value));
            }
            bytesSent += stub.toBytecode().length;
            kept++;
            if (plan.healthy()) {
                stub.detach();
                kept--;
            }
        }
    }

    @Override
    protected long kept() {
        return kept;
    }
}
