package petshop;

import java.util.List;

/** The page of one article. */
final class ItemPage {
    private static final int LINES = 60;

    private final Database database;

    ItemPage(Database database) {
        this.database = database;
    }

    /** As it should be: asks for one row. */
    String render(int number) {
        return html(Item.of(database.item(number)));
    }

    /**
     * The fault, which came with the "customers also bought" box: makes an item of every row, and filters afterwards. Of thousands of items
     * one is shown, and the rest is garbage at once.
     */
    String renderWithSuggestion(int number) {
        List<Item> found = database.items().map(Item::of).filter(item -> item.number == number).toList();
        return html(found.get(0));
    }

    private static String html(Item item) {
        StringBuilder page = new StringBuilder("<h1>").append(item.name).append("</h1><p>").append(item.price);
        for (int line = 0; line < LINES; line++) {
            page.append("<p>").append(item.name).append(" likes company, water and a walk in the morning.");
        }
        return page.toString();
    }
}
