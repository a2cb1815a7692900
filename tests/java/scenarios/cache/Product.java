package cache;

/** A product with two arrays of four numbers. */
final class Product {
    final long id;
    final String name;
    final int[] prices = new int[4];
    final int[] stock = new int[4];

    Product(long id, String name) {
        this.id = id;
        this.name = name;
    }
}
