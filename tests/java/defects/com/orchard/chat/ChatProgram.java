package com.orchard.chat;

import com.orchard.defects.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Twenty rooms stay, but the history of each gets longer and longer: an instance field of steady objects. The twin keeps
 * the last thirty messages of each room.
 */
public final class ChatProgram extends Program {
    private final boolean healthy;
    private long messages;

    public ChatProgram(boolean healthy) {
        this.healthy = healthy;
        for (int room = 0; room < 20; room++) {
            Rooms.ROOMS.put("room " + room, new Room());
        }
    }

    @Override
    protected void work(int point) {
        for (int at = 0; at < 200; at++) {
            Rooms.ROOMS.get("room " + at % 20).say(new Message(at), healthy ? 30 : Integer.MAX_VALUE);
            messages++;
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.chat.Room.history"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.chat.Message";
    }

    @Override
    protected long leakedObjects() {
        return messages;
    }

    @Override
    protected long leakedBytes() {
        return messages * 80;
    }
}

final class Rooms {
    static final Map<String, Room> ROOMS = new HashMap<>();

    private Rooms() {}
}

final class Room {
    private final List<Message> history = new ArrayList<>();

    void say(Message message, int most) {
        history.add(message);
        if (history.size() > most) {
            history.remove(0);
        }
    }
}

final class Message {
    final int number;
    final byte[] text = new byte[80];

    Message(int number) {
        this.number = number;
    }
}
