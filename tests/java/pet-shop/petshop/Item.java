package petshop;

/** An article as pages show it. */
final class Item {
    final int number;
    final String name;
    final double price;

    private Item(int number, String name, double price) {
        this.number = number;
        this.name = name;
        this.price = price;
    }

    static Item of(Database.Row row) {
        return new Item(row.number(), "Pet " + row.number(), 9.5 + row.number() % 40);
    }
}
