package com.orchard.catalog;

import com.orchard.defects.Program;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Products are cached by number and by name, in two classes, and both caches forget to forget: clearing one of them
 * frees next to nothing. The twin's caches hold 200 products.
 */
public final class CatalogProgram extends Program {
    private final boolean healthy;

    public CatalogProgram(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    protected void work(int point) {
        for (int at = 0; at < 80; at++) {
            Product product = new Product(point * 1000 + at);
            if (healthy) {
                RecentProducts.PRODUCTS.put(product.number, product);
            } else {
                IdCache.idCache.put(product.number, product);
                NameCache.nameCache.put(product.name, product);
            }
        }
    }

    @Override
    protected String[] guiltyFields() {
        return new String[] {"com.orchard.catalog.IdCache.idCache", "com.orchard.catalog.NameCache.nameCache"};
    }

    @Override
    protected String leakingClass() {
        return "com.orchard.catalog.Product";
    }

    @Override
    protected long leakedObjects() {
        return IdCache.idCache.size();
    }

    @Override
    protected long leakedBytes() {
        return leakedObjects() * 160;
    }
}

final class IdCache {
    static Map<Integer, Product> idCache = new HashMap<>();

    private IdCache() {}
}

final class NameCache {
    static Map<String, Product> nameCache = new HashMap<>();

    private NameCache() {}
}

final class RecentProducts {
    static final Map<Integer, Product> PRODUCTS = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Product> eldest) {
            return size() > 200;
        }
    };

    private RecentProducts() {}
}

final class Product {
    final Integer number;
    final String name;
    final int[] stock = new int[20];
    final int[] sales = new int[20];

    Product(int number) {
        this.number = number;
        this.name = "product " + number;
    }
}
