package com.quarry.machines;

import com.quarry.structures.Plan;
import com.quarry.structures.Program;
import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Random;

/** States of hired machines, by the machine itself; nobody takes them out when the machine goes back. The twin does. */
public final class MachineHire extends Program {
    private static final int MACHINE_BYTES = 560;

    private final MachineRegistry registry = new MachineRegistry();
    private final ArrayDeque<Machine> hired = new ArrayDeque<>();
    private final Random random;

    public MachineHire(Plan plan) {
        super(plan);
        random = plan.random(MachineHire.class);
    }

    @Override
    protected void round(int round) {
        for (int at = plan.coming(round, MACHINE_BYTES); at > 0; at--) {
            Machine machine = new Machine("excavator " + random.nextInt(200));
            registry.states.put(machine, new State());
            hired.addLast(machine);
        }
        for (Machine machine : hired) {
            registry.states.get(machine).hours++;
        }
        while (hired.size() > plan.most(MACHINE_BYTES) / 2) {
            Machine back = hired.removeFirst();
            if (plan.healthy()) {
                registry.states.remove(back);
            }
        }
    }

    @Override
    protected long kept() {
        return registry.states.size();
    }
}

final class MachineRegistry {
    final Map<Machine, State> states = new IdentityHashMap<>();
}

record Machine(String name) {}

final class State {
    final double[] temperatures = new double[50];
    int hours;
}
