package com.harbor.modules;

import java.util.HashMap;
import java.util.Map;

/** A module with classes and a static cache of its own. */
public final class ShopModule implements Runnable {
    /** Fills the cache of this module's classes. */
    public ShopModule(int products) {
        for (int number = 0; number < products; number++) {
            ShopCatalog.PRODUCTS.put("product " + number, new ShopProduct(number));
        }
    }

    @Override
    public void run() {
        ShopCatalog.PRODUCTS.clear();
    }
}

final class ShopCatalog {
    static final Map<String, ShopProduct> PRODUCTS = new HashMap<>();

    private ShopCatalog() {}
}

final class ShopProduct {
    final int number;
    final byte[] picture = new byte[750];

    ShopProduct(int number) {
        this.number = number;
    }
}
