package stack;

/** What is pushed, with the round in which it was. */
final class TestObject {
    final int round;

    TestObject(int round) {
        this.round = round;
    }
}
